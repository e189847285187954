package statement

import (
	"regexp"
	"sort"
	"strings"
)

// source is a text on its way to the grammar. SQLite's forms that the grammar lacks are brought into its own on tokens:
// `name` and [name], LIMIT a, b, IS x, GLOB, REGEXP and MATCH; comments, which SQLite does not nest, become spaces. What
// is sent to the engine is always written from the tree, so a token read wrongly here cannot carry anything past the
// guard.
type source struct {
	before string // as typed
	text   string // as the grammar reads it
	from   []anchor
	tokens []lexeme // SQLite only
	// doubleQuotes says that a double-quoted name may be a string.
	doubleQuotes bool
}

// anchor ties a place of the rewritten text to one of the original.
type anchor struct{ at, original int }

// original is the byte offset in the typed text for one in the rewritten.
func (src *source) original(at int) int {
	i := sort.Search(len(src.from), func(i int) bool { return src.from[i].at > at }) - 1
	if i < 0 {
		return min(at, len(src.before))
	}
	return min(src.from[i].original+at-src.from[i].at, len(src.before))
}

// Operators that stand for SQLite's word operators in the tree: characters that make an operator for the grammar, in an
// order that nobody types.
const (
	globOperator   = "~%~"
	regexpOperator = "~%~~"
	matchOperator  = "~%~~~"
)

var wordOperators = map[string]string{globOperator: "GLOB", regexpOperator: "REGEXP", matchOperator: "MATCH"}

// wordOperator is the word for an operator that stands for one, "" for all others. A leading ! is NOT.
func wordOperator(op string, d Dialect) string {
	bare := strings.TrimPrefix(op, "!")
	word := wordOperators[bare]
	if word == "" || d == PostgreSQL {
		return ""
	}
	if bare != op {
		return "NOT " + word
	}
	return word
}

func prepare(text string, d Dialect, names Names) *source {
	src := &source{before: text, text: text}
	if d != SQLite {
		return src
	}
	src.tokens = lexSQLite(text)
	rewriteTokens(src.tokens, names)
	src.text, src.from = writeTokens(src.tokens, len(text))
	src.doubleQuotes = strings.Contains(text, `"`)
	return src
}

// writeTokens joins the tokens, with an anchor wherever the distance to the original changes.
func writeTokens(toks []lexeme, size int) (string, []anchor) {
	var b strings.Builder
	b.Grow(size + size/8)
	from := []anchor{{}}
	for i, t := range toks {
		if glued(toks, i) {
			b.WriteByte(' ')
		}
		if last := from[len(from)-1]; b.Len()-t.at != last.at-last.original {
			from = append(from, anchor{b.Len(), t.at})
		}
		b.WriteString(t.out)
	}
	return b.String(), from
}

// glued says that a token touches the one before it and the grammar could read the two as one: it takes any row of
// operator characters for an operator, and b'…', e'…' and u&'…' for strings.
func glued(toks []lexeme, i int) bool {
	if i == 0 || blob(toks, i) {
		return false
	}
	a, b := toks[i-1], toks[i]
	return a.kind > lexComment && b.kind > lexComment && !punctuation(a) && !punctuation(b)
}

func punctuation(t lexeme) bool { return t.kind == lexSymbol && strings.Contains("(),.;:", t.raw) }

const operatorBytes = "+-*/<>=~%&|?"

// foreignSymbol finds what no text of SQLite has outside of quotes, nil when there is none.
func (src *source) foreignSymbol() *SyntaxError {
	for i, t := range src.tokens {
		switch {
		case t.kind == lexWord && t.raw[0] == '$' && span(t.raw[1:], isDigit) != len(t.raw)-1:
			return syntaxErrorAt("a parameter has no value; write the value itself", src.before, t.at)
		case t.kind != lexSymbol || strings.ContainsAny(t.raw, operatorBytes+"(),.;]"):
		case t.raw == "@" || t.raw == ":" && !beside(src.tokens, i):
			return syntaxErrorAt("a parameter has no value; write the value itself", src.before, t.at)
		case t.raw != ":":
			return syntaxErrorAt("no token of SQLite", src.before, t.at)
		}
	}
	return nil
}

// beside says that a colon is one of two: x::type is taken, though SQLite itself knows CAST alone.
func beside(toks []lexeme, i int) bool {
	return i > 0 && toks[i-1].raw == ":" || i+1 < len(toks) && toks[i+1].raw == ":"
}

// lexeme is one token of SQLite's text, white space and comments included.
type lexeme struct {
	kind lexKind
	at   int
	raw  string
	out  string // what the grammar reads instead
	up   string // a bare word in upper case
}

type lexKind uint8

const (
	lexSpace lexKind = iota
	lexComment
	lexWord
	lexQuoted // "…", `…` or […]
	lexString
	lexNumber
	lexSymbol
)

func newLexeme(kind lexKind, at int, raw string) lexeme {
	t := lexeme{kind: kind, at: at, raw: raw, out: raw}
	if kind == lexWord {
		t.up = strings.ToUpper(raw)
	}
	return t
}

// word is the token in upper case when it is a bare word.
func (t lexeme) word() string { return t.up }

// name is the name that a word or a quoted token stands for.
func (t lexeme) name() string {
	if t.kind == lexWord || len(t.raw) < 2 {
		return t.raw
	}
	quote := t.raw[len(t.raw)-1:]
	return strings.ReplaceAll(t.raw[1:len(t.raw)-1], quote+quote, quote)
}

// lex splits a text by the dialect's own lexical rules. DuckDB's are PostgreSQL's; nil when the text is not sound.
func lex(text string, d Dialect) []lexeme {
	if d == SQLite {
		return lexSQLite(text)
	}
	toks, err := scan(text)
	if err != nil {
		return nil
	}
	out := make([]lexeme, len(toks))
	for i, t := range toks {
		raw := text[t.start:t.end]
		out[i] = newLexeme(lexKindOf(t, raw), t.start, raw)
	}
	return out
}

func lexKindOf(t scanned, raw string) lexKind {
	switch {
	case t.kind == Comment:
		return lexComment
	case raw[0] == '"':
		return lexQuoted
	case t.kind == String:
		return lexString
	case t.kind == Number:
		return lexNumber
	case t.kind == Keyword || t.kind == Name:
		return lexWord
	default:
		return lexSymbol
	}
}

func lexSQLite(text string) []lexeme {
	toks := make([]lexeme, 0, len(text)/3)
	for at := 0; at < len(text); {
		kind, n := lexOne(text[at:])
		toks = append(toks, newLexeme(kind, at, text[at:at+n]))
		at += n
	}
	return toks
}

func lexOne(s string) (lexKind, int) {
	switch c := s[0]; {
	case isSpace(c):
		return lexSpace, span(s, isSpace)
	case strings.HasPrefix(s, "--"):
		return lexComment, until(s, 2, "\n") // the line's end stays outside
	case strings.HasPrefix(s, "/*"):
		return lexComment, past(s, 2, "*/")
	case c == '\'':
		return lexString, quotedLength(s, '\'')
	case c == '"', c == '`':
		return lexQuoted, quotedLength(s, c)
	case c == '[':
		return lexQuoted, past(s, 1, "]")
	case c >= '0' && c <= '9', c == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		return lexNumber, numberLength(s)
	case isWordByte(c):
		return lexWord, span(s, isWordByte)
	default:
		return lexSymbol, symbolLength(s)
	}
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func until(s string, from int, end string) int {
	if i := strings.Index(s[from:], end); i >= 0 {
		return from + i
	}
	return len(s)
}

func past(s string, from int, end string) int {
	return min(until(s, from, end)+len(end), len(s))
}

// quotedLength counts to the closing quote; a doubled one is part of the text.
func quotedLength(s string, quote byte) int {
	for i := 1; i < len(s); i++ {
		if s[i] != quote {
			continue
		}
		if i+1 < len(s) && s[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return len(s)
}

// numberText is a number of SQLite: 12, 1.5, .5, 1e-3, 0x1F, and what follows without a break.
var numberText = regexp.MustCompile(`^(?:0[xX][0-9a-fA-F]+|[0-9][0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9]+)?|\.[0-9][0-9_]*(?:[eE][+-]?[0-9]+)?)`)

func numberLength(s string) int {
	n := len(numberText.FindString(s))
	return n + span(s[n:], isWordByte)
}

func symbolLength(s string) int {
	if len(s) < 2 || !strings.Contains("|-=!<>", s[:1]) {
		return 1
	}
	for _, op := range []string{"->>", "->", "||", "==", "!=", "<>", "<=", ">=", "<<", ">>"} {
		if strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return 1
}
