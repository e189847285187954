package completion

import (
	"iter"
	"strings"

	"parley/db/statement"
)

// kind says what a token is.
type kind uint8

const (
	word kind = iota
	quoted
	number
	text
	symbol
	comment
)

// token is a stretch of the text: bytes from..to.
type token struct {
	kind     kind
	from, to int
	up       string // a word in capitals, a symbol as it is
}

// scan splits SQL that may be unfinished anywhere.
func scan(s string) []token {
	out := make([]token, 0, len(s)/4+1)
	for t := range each(s) {
		switch t.kind {
		case word:
			t.up = strings.ToUpper(s[t.from:t.to])
		case symbol:
			t.up = s[t.from:t.to]
		}
		out = append(out, t)
	}
	return out
}

// each gives the tokens of SQL without their capitals.
func each(s string) iter.Seq[token] {
	return func(yield func(token) bool) {
		for i := 0; i < len(s); {
			if c := s[i]; c == ' ' || c == '\t' || c == '\n' || c == '\r' {
				i++
				continue
			}
			k, n := one(s[i:])
			if !yield(token{kind: k, from: i, to: i + n}) {
				return
			}
			i += n
		}
	}
}

// one is the kind and the length of the token at the start of s.
func one(s string) (kind, int) {
	c := s[0]
	switch {
	case strings.HasPrefix(s, "--"):
		return comment, upTo(s, 2, "\n")
	case strings.HasPrefix(s, "/*"):
		return comment, past(s, 2, "*/")
	case c == '\'':
		return text, past(s, 1, "'")
	case c == '"' || c == '`':
		return quoted, past(s, 1, string(c))
	case c >= '0' && c <= '9':
		return number, span(s, func(b byte) bool { return b == '.' || b >= '0' && b <= '9' })
	case letter(c):
		return word, span(s, func(b byte) bool { return letter(b) || b == '$' || b >= '0' && b <= '9' })
	case len(s) > 1 && strings.Contains("<= >= <> != || ::", s[:2]) && s[1] != ' ':
		return symbol, 2
	}
	return symbol, 1
}

func letter(b byte) bool { return b == '_' || b|0x20 >= 'a' && b|0x20 <= 'z' || b >= 0x80 }

func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func upTo(s string, from int, end string) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i
	}
	return len(s)
}

func past(s string, from int, end string) int { return min(upTo(s, from, end)+len(end), len(s)) }

var kindsOf = [...]statement.TokenKind{word: statement.Name, quoted: statement.Name, number: statement.Number, text: statement.String,
	symbol: statement.Operator, comment: statement.Comment}

// Kinds says for the bytes from..to of a text what each is part of, for its colours; the first is of from.
func Kinds(s string, from, to int) []statement.TokenKind {
	out := make([]statement.TokenKind, to-from)
	for t := range each(s) {
		if t.from >= to {
			break
		}
		if t.to <= from {
			continue
		}
		k := kindsOf[t.kind]
		if t.kind == word && isReserved(strings.ToUpper(s[t.from:t.to])) {
			k = statement.Keyword
		}
		for i := max(t.from, from); i < min(t.to, to); i++ {
			out[i-from] = k
		}
	}
	return out
}

// Mapped finds the token of a text that an engine points at in the statement that was made of it: ran is that statement, position a
// byte of it. What stands there is looked for in the text: as the same token in the same place among its likes, so a layout of
// its own, comments and names in quotes do not matter. False when it is not there.
func Mapped(s, ran string, position int) (from, to int, ok bool) {
	if position < 0 || position > len(ran) {
		return 0, 0, false
	}
	before, wanted := 0, ""
	for _, t := range scan(ran) {
		if t.kind == comment || t.to <= position {
			continue
		}
		wanted = plainToken(ran, t)
		break
	}
	for _, t := range scan(ran) {
		if t.to <= position && t.kind != comment && plainToken(ran, t) == wanted {
			before++
		}
	}
	if wanted == "" {
		return len(s), len(s), true // it ends too early
	}
	for _, t := range scan(s) {
		if t.kind == comment || plainToken(s, t) != wanted {
			continue
		}
		from, to, ok = t.from, t.to, true
		if before == 0 {
			break
		}
		before--
	}
	return from, to, ok
}

// plainToken is a token as two ways of writing it have in common.
func plainToken(s string, t token) string {
	return strings.ToUpper(strings.Trim(s[t.from:t.to], "\"`[]"))
}

// Named finds the word of a text that a message speaks of: where it stands; false when none does.
func Named(s, message string) (from, to int, ok bool) {
	said := map[string]bool{}
	for _, t := range scan(strings.NewReplacer("'", " ", "\"", " ", "`", " ", ".", " . ").Replace(message)) {
		if t.kind == word {
			said[t.up] = true
		}
	}
	best := 0
	for _, t := range scan(s) {
		name := strings.ToUpper(strings.Trim(s[t.from:t.to], "\"`"))
		if (t.kind == word && !isReserved(t.up) || t.kind == quoted) && said[name] && len(name) > best {
			from, to, ok, best = t.from, t.to, true, len(name)
		}
	}
	if _, near, found := strings.Cut(message, "near "); found && !ok { // a word of the grammar in a place where it cannot stand
		for _, t := range scan(s) {
			if strings.HasPrefix(strings.ToUpper(strings.TrimLeft(near, "\"'")), strings.ToUpper(s[t.from:t.to])) {
				from, to, ok = t.from, t.from, true
			}
		}
	}
	return from, to, ok
}

// Nearest are the names that may stand at a place and are spelt most like a word.
func (c *Completer) Nearest(s string, from, to int) []string {
	tokens := scan(s)
	at := 0
	for at < len(tokens) && tokens[at].from < from {
		at++
	}
	p := place{c: c, s: s, tokens: tokens, at: at, scope: c.scopeAt(s, tokens, at)}
	wrong := strings.ToLower(strings.Trim(s[from:to], "\"`"))
	var out []string
	for far := 1; far <= max(len(wrong)/2, 1) && len(out) < 3; far++ {
		for _, x := range p.proposals() {
			if letter(x[0]) && distance(strings.ToLower(x), wrong) == far && !isReserved(strings.ToUpper(x)) {
				out = append(out, x)
			}
		}
	}
	return out[:min(len(out), 3)]
}

// distance is the number of letters to insert, remove or change.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			here := row[j+1]
			if row[j+1] = min(row[j+1], row[j]) + 1; a[i] == b[j] {
				row[j+1] = min(row[j+1], last)
			} else {
				row[j+1] = min(row[j+1], last+1)
			}
			last = here
		}
	}
	return row[len(b)]
}
