package llm

import (
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// explaining reads the explanation out of an answer that is still arriving. SQL is never streamed: it appears when it is
// whole and has passed.
type explaining struct {
	seen strings.Builder
	at   int // where the string's next character is; 0 before its start was seen
	done bool
	tell func(string)
}

var explanationStart = regexp.MustCompile(`[{,\s]"explanation"\s{0,8}:\s{0,8}"`)

// startLength is the most that explanationStart matches: no more of what has arrived is looked at again.
const startLength = 32

// piece takes a piece of the answer.
func (e *explaining) piece(text string) {
	from := max(0, e.seen.Len()-startLength)
	e.seen.WriteString(text)
	if e.done {
		return
	}
	all := e.seen.String()
	if e.at == 0 {
		start := explanationStart.FindStringIndex(all[from:])
		if start == nil {
			return
		}
		e.at = from + start[1]
	}
	if words := e.decode(all); words != "" {
		e.tell(words)
	}
}

// decode reads on in the JSON string as far as whole characters have arrived.
func (e *explaining) decode(all string) string {
	var out strings.Builder
	for e.at < len(all) && !e.done {
		switch all[e.at] {
		case '"':
			e.done = true
		case '\\':
			r, n := escape(all[e.at:])
			if n == 0 {
				return out.String()
			}
			out.WriteRune(r)
			e.at += n
		default:
			if !utf8.FullRuneInString(all[e.at:]) {
				return out.String()
			}
			r, n := utf8.DecodeRuneInString(all[e.at:])
			out.WriteRune(r)
			e.at += n
		}
	}
	return out.String()
}

// escape reads one escape; n is 0 while it has not arrived whole.
func escape(text string) (r rune, n int) {
	if len(text) < 2 {
		return 0, 0
	}
	if text[1] != 'u' {
		plain := map[byte]rune{'n': '\n', 't': '\t', 'r': '\r', 'b': '\b', 'f': '\f'}
		if r, ok := plain[text[1]]; ok {
			return r, 2
		}
		return rune(text[1]), 2
	}
	if len(text) < 6 {
		return 0, 0
	}
	r = hex4(text[2:6])
	if !utf16.IsSurrogate(r) {
		return r, 6
	}
	if len(text) < 12 {
		return 0, 0
	}
	return utf16.DecodeRune(r, hex4(text[8:12])), 12
}

func hex4(digits string) (r rune) {
	for _, c := range digits {
		r <<= 4
		switch {
		case c >= '0' && c <= '9':
			r += c - '0'
		case c >= 'a' && c <= 'f':
			r += c - 'a' + 10
		case c >= 'A' && c <= 'F':
			r += c - 'A' + 10
		}
	}
	return r
}
