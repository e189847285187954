package project

import (
	"strconv"
	"strings"
)

// TOML readers keep no lines, and a problem without its line is hard to find. So the lines of keys are read off the text:
// headers, and keys at the beginning of a line. What stands inside a text of several lines, or in a table on one line, has
// the line at which that begins.

// pathSeparator stands between the keys of a path; it stands in no key that a person types.
const pathSeparator = "\x1f"

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + pathSeparator + key
}

// spoken is a path as it would be written.
func spoken(path string) string { return strings.ReplaceAll(path, pathSeparator, ".") }

// linesOf are the lines of the entries of a text, by their paths.
func linesOf(text string) map[string]int {
	s := scanner{lines: map[string]int{}, counts: map[string]int{}}
	for i, line := range strings.Split(text, "\n") {
		s.line(strings.TrimSpace(line), i+1)
	}
	return s.lines
}

type scanner struct {
	lines  map[string]int
	counts map[string]int // elements of an array of tables
	header string
	// until ends a text of several lines; empty outside one. depth is that of brackets left open.
	until string
	depth int
}

func (s *scanner) line(line string, number int) {
	switch {
	case s.until != "":
		if strings.Contains(line, s.until) {
			s.until = ""
		}
	case s.depth > 0:
		s.depth += opened(line)
	case strings.HasPrefix(line, "[["):
		keys, _ := keysOf(line[2:])
		path := strings.Join(keys, pathSeparator)
		s.header = join(path, strconv.Itoa(s.counts[path]))
		s.counts[path]++
		s.note(s.header, number)
	case strings.HasPrefix(line, "["):
		keys, _ := keysOf(line[1:])
		s.header = strings.Join(keys, pathSeparator)
		s.note(s.header, number)
	case line != "" && line[0] != '#':
		keys, rest := keysOf(line)
		s.note(join(s.header, strings.Join(keys, pathSeparator)), number)
		s.begin(strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(rest), "=")))
	}
}

// note keeps the first line of an entry, and of those that it belongs to.
func (s *scanner) note(path string, number int) {
	for ; path != ""; path = path[:max(strings.LastIndex(path, pathSeparator), 0)] {
		if s.lines[path] == 0 {
			s.lines[path] = number
		}
	}
}

// begin notes a value that goes on in further lines.
func (s *scanner) begin(value string) {
	for _, quote := range []string{`"""`, "'''"} {
		if rest, ok := strings.CutPrefix(value, quote); ok && !strings.Contains(rest, quote) {
			s.until = quote
			return
		}
	}
	s.depth = opened(value)
}

// opened is how many more brackets a line opens than it closes, outside quotes and comments.
func opened(line string) int {
	depth, quote := 0, rune(0)
	for _, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '#':
			return depth
		case r == '[' || r == '{':
			depth++
		case r == ']' || r == '}':
			depth--
		}
	}
	return depth
}

// keysOf reads a dotted key off the front of a line and gives what follows.
func keysOf(line string) (keys []string, rest string) {
	for {
		line = strings.TrimLeft(line, " \t")
		key, after := keyOf(line)
		keys = append(keys, key)
		after = strings.TrimLeft(after, " \t")
		if !strings.HasPrefix(after, ".") {
			return keys, after
		}
		line = after[1:]
	}
}

func keyOf(line string) (key, rest string) {
	if line != "" && (line[0] == '"' || line[0] == '\'') {
		if end := strings.IndexByte(line[1:], line[0]); end >= 0 {
			return line[1 : 1+end], line[end+2:]
		}
	}
	end := strings.IndexAny(line, " \t=.]")
	if end < 0 {
		return line, ""
	}
	return line[:end], line[end:]
}
