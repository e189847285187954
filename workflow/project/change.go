package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A lesson is kept by changing a project's file as a person would: the entry's line is set, or added to its table; everything
// else stays as it is, comments and order included.

// Change is a file before and after.
type Change struct {
	Path          string
	Before, After string
}

// With is the text of a file with a lesson in it.
func (l *Lesson) With(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if text == "" {
		lines = nil
	}
	if l.Default != "" {
		lines = without(lines, l.Section, l.Key)
		return strings.Join(append(spaced(lines), fmt.Sprintf("[%s.%s]", l.Section, key(l.Key)), "condition = "+quoted(l.Value), "default = "+quoted(l.Default)), "\n") + "\n"
	}
	if l.Section == "joins" {
		return joined(lines, l)
	}
	entry := key(l.Key) + " = " + quoted(l.Value)
	if l.Section == "" && l.Key == "hidden" {
		return strings.Join(hiddenToo(lines, l.Value), "\n") + "\n"
	}
	lines = without(lines, l.Section, l.Key)
	return strings.Join(inSection(lines, l.Section, entry), "\n") + "\n"
}

// joined adds a key at the end, unless it is there.
func joined(lines []string, l *Lesson) string {
	from, to := "from = "+quoted(l.Key), "to = "+quoted(l.Value)
	for i := range lines {
		if i+2 < len(lines) && strings.TrimSpace(lines[i]) == "[[joins]]" && strings.TrimSpace(lines[i+1]) == from && strings.TrimSpace(lines[i+2]) == to {
			return strings.Join(lines, "\n") + "\n"
		}
	}
	return strings.Join(append(spaced(lines), "[[joins]]", from, to), "\n") + "\n"
}

// Without is the text of a file without an entry.
func Without(text, section, name string) string {
	lines := without(strings.Split(strings.TrimRight(text, "\n"), "\n"), section, name)
	return strings.TrimLeft(strings.Join(lines, "\n"), "\n") + "\n"
}

// spaced ends lines with an empty one.
func spaced(lines []string) []string {
	if len(lines) > 0 && lines[len(lines)-1] != "" {
		return append(lines, "")
	}
	return lines
}

// inSection adds an entry to the end of its table, which is begun where it is missing.
func inSection(lines []string, section, entry string) []string {
	if section == "" {
		at := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "[") })
		if at < 0 {
			return append(lines, entry)
		}
		for at > 0 && strings.TrimSpace(lines[at-1]) == "" {
			at--
		}
		if strings.TrimSpace(lines[at]) == "" {
			return slices.Insert(slices.Clone(lines), at, entry)
		}
		return slices.Insert(slices.Clone(lines), at, entry, "")
	}
	at := slices.IndexFunc(lines, func(l string) bool { return isHeader(l, section) })
	if at < 0 {
		return append(spaced(lines), "["+section+"]", entry)
	}
	end := at + 1
	for end < len(lines) && !strings.HasPrefix(strings.TrimSpace(lines[end]), "[") {
		end++
	}
	for end > at+1 && strings.TrimSpace(lines[end-1]) == "" {
		end--
	}
	return slices.Insert(slices.Clone(lines), end, entry)
}

func isHeader(line string, path ...string) bool {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "[") || strings.HasPrefix(line, "[[") {
		return false
	}
	keys, _ := keysOf(line[1:])
	return slices.Equal(keys, path)
}

// without takes an entry out: a line of its table, or a table of its own.
func without(lines []string, section, name string) []string {
	var out []string
	header, own := "", false
	s := scanner{lines: map[string]int{}, counts: map[string]int{}}
	for _, line := range lines {
		goesOn := s.until != "" || s.depth > 0
		s.line(strings.TrimSpace(line), 1)
		if !goesOn && strings.HasPrefix(strings.TrimSpace(line), "[") {
			header, own = s.header, isHeader(line, section, name)
		}
		if !goesOn && !own && strings.TrimSpace(line) != "" && strings.TrimSpace(line)[0] != '#' && strings.TrimSpace(line)[0] != '[' {
			keys, _ := keysOf(strings.TrimSpace(line))
			if header == section && len(keys) > 0 && keys[0] == name {
				continue
			}
		}
		if !own {
			out = append(out, line)
		}
	}
	return out
}

// hiddenToo adds a name to the list of hidden ones.
func hiddenToo(lines []string, name string) []string {
	for i, line := range lines {
		if keys, rest := keysOf(strings.TrimSpace(line)); keys[0] == "hidden" && strings.HasSuffix(strings.TrimSpace(rest), "]") {
			line = strings.TrimSuffix(strings.TrimSpace(line), "]")
			out := slices.Clone(lines)
			out[i] = strings.TrimRight(line, " ,") + ", " + quoted(name) + "]"
			return out
		}
	}
	return inSection(lines, "", "hidden = ["+quoted(name)+"]")
}

var plainKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func key(name string) string {
	if plainKey.MatchString(name) {
		return name
	}
	return quoted(name)
}

// quoted is a text as TOML has it.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// Diff are the lines that went and came, each with its sign.
func (c Change) Diff() []string {
	before, after := strings.Split(c.Before, "\n"), strings.Split(c.After, "\n")
	from := 0
	for from < len(before) && from < len(after) && before[from] == after[from] {
		from++
	}
	to, end := len(before), len(after)
	for to > from && end > from && before[to-1] == after[end-1] {
		to, end = to-1, end-1
	}
	var out []string
	for _, l := range before[from:to] {
		if l != "" {
			out = append(out, "- "+l)
		}
	}
	for _, l := range after[from:end] {
		if l != "" {
			out = append(out, "+ "+l)
		}
	}
	return out
}
