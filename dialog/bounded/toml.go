package bounded

import (
	"fmt"
	"strings"

	"github.com/BurntSushi/toml"
)

// MaxDepth is how deep keys, lists and tables of a TOML text may nest. The decoder's stack ends the process at millions, and
// its time is the square of a key's parts; people write three.
const MaxDepth = 32

// TOML decodes a text that nests no deeper than MaxDepth. Errors are toml.ParseError.
func TOML(text string, into any) error {
	if line := tooDeep(text); line > 0 {
		return toml.ParseError{Message: fmt.Sprintf("it nests more than %d levels deep", MaxDepth), Position: toml.Position{Line: line}}
	}
	_, err := toml.Decode(text, into)
	return err
}

// tooDeep is the first line on which a text nests too deep; 0 when there is none.
func tooDeep(text string) int {
	line, brackets, dots := 1, 0, 0
	for at := 0; at < len(text); {
		next := at + 1
		switch text[at] {
		case '\n':
			line, dots = line+1, 0
		case '#':
			next = at + lengthTo(text[at:], "\n")
		case '"', '\'':
			next = at + quoted(text[at:])
			line += strings.Count(text[at:next], "\n")
		case '.':
			dots++
		case '=', ',':
			dots = 0
		case '[', '{':
			brackets++
		case ']', '}':
			brackets = max(brackets-1, 0)
		}
		if brackets > MaxDepth || dots > MaxDepth {
			return line
		}
		at = next
	}
	return 0
}

// quoted is the length of the quoted text that begins here, quotes included. One that is not closed ends with its line, as the
// decoder has it, or with the text where it may have several lines.
func quoted(text string) int {
	quote := text[:1]
	several := strings.HasPrefix(text, strings.Repeat(quote, 3))
	if several {
		quote = text[:3]
	}
	for at := len(quote); at < len(text); at++ {
		switch {
		case strings.HasPrefix(text[at:], quote):
			return at + len(quote)
		case text[at] == '\\' && quote[0] == '"':
			at++
		case text[at] == '\n' && !several:
			return at
		}
	}
	return len(text)
}

// lengthTo is how far it is to what ends a text, or to the end.
func lengthTo(text, end string) int {
	if at := strings.Index(text, end); at >= 0 {
		return at
	}
	return len(text)
}
