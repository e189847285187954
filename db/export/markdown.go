package export

import (
	"bufio"
	"strings"

	"parley/db"
)

// markdown writes a table as GitHub reads it, numbers to the right.
type markdown struct{ out *bufio.Writer }

func (m *markdown) begin(columns []db.ResultColumn) error {
	names, rules := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i], rules[i] = escapeMarkdown(c.Name), "---"
		if c.Type.Numeric() {
			rules[i] = "--:"
		}
	}
	if err := m.line(names); err != nil {
		return err
	}
	return m.line(rules)
}

func (m *markdown) row(cells []db.Value) error {
	texts := make([]string, len(cells))
	for i, cell := range cells {
		if cell != nil {
			texts[i] = escapeMarkdown(db.Format(cell))
		}
	}
	return m.line(texts)
}

func (m *markdown) end() error { return nil }

func (m *markdown) line(cells []string) error {
	_, err := m.out.WriteString("| " + strings.Join(cells, " | ") + " |\n")
	return err
}

var markdownEscapes = strings.NewReplacer("|", `\|`, "\r\n", "<br>", "\n", "<br>", "<", "&lt;", "&", "&amp;", "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`)

func escapeMarkdown(text string) string {
	return db.Visible(markdownEscapes.Replace(backslashes(text)))
}

// backslashes doubles those that would take the sign after them for themselves.
func backslashes(text string) string {
	if !strings.Contains(text, `\`) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		b.WriteByte(text[i])
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte("\r\n!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", text[i+1]) >= 0 {
			b.WriteByte('\\')
		}
	}
	return b.String()
}
