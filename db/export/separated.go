package export

import (
	"bufio"
	"regexp"
	"strings"

	"parley/db"
)

// separated writes CSV (RFC 4180) and TSV. NULL is an empty field, an empty text is "": PostgreSQL reads both back.
type separated struct {
	out     *bufio.Writer
	comma   byte
	newline string
	defuse  bool
	columns []db.ResultColumn
}

func (s *separated) begin(columns []db.ResultColumn) error {
	s.columns = columns
	for i, c := range columns {
		s.separate(i)
		name := c.Name
		if s.defuse {
			name = defused(name)
		}
		s.field(name)
	}
	return s.endLine()
}

func (s *separated) row(cells []db.Value) error {
	for i, cell := range cells {
		s.separate(i)
		if cell == nil {
			continue
		}
		text := db.Format(cell)
		if _, words := cell.(string); s.defuse && (words || !s.columns[i].Type.Numeric()) { // numbers stay as they are
			text = defused(text)
		}
		s.field(text)
	}
	return s.endLine()
}

func (s *separated) end() error { return nil }

// separate and field leave errors to endLine: a bufio.Writer keeps its first one.
func (s *separated) separate(i int) {
	if i > 0 {
		_ = s.out.WriteByte(s.comma)
	}
}

func (s *separated) field(text string) {
	if !s.quoted(text) {
		_, _ = s.out.WriteString(text)
		return
	}
	_ = s.out.WriteByte('"')
	_, _ = s.out.WriteString(strings.ReplaceAll(text, `"`, `""`))
	_ = s.out.WriteByte('"')
}

func (s *separated) endLine() error {
	_, err := s.out.WriteString(s.newline)
	return err
}

// quoted says whether a field must stand in quotes: an empty one too, to be told from NULL.
func (s *separated) quoted(text string) bool {
	if text == "" || text[0] == ' ' || text[len(text)-1] == ' ' {
		return true
	}
	for i := range len(text) {
		if c := text[i]; c == s.comma || c == '"' || c == '\n' || c == '\r' {
			return true
		}
	}
	return text == `\.`
}

// defused is a cell with a ' before whatever a spreadsheet would compute (https://owasp.org/www-community/attacks/CSV_Injection): at its
// beginning, and where it would be split by a spreadsheet that separates by something else than the file does, for quotes do not
// hold then.
func defused(text string) string {
	if text != "" && strings.IndexByte("\t\r", text[0]) >= 0 {
		text = "'" + text
	}
	return formula.ReplaceAllString(text, "$1'$2")
}

var formula = regexp.MustCompile(`((?:^|[;\t\r\n])[ "]*)([=+\-@＝＋－＠])`)
