package statement

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	pg "github.com/pganalyze/pg_query_go/v6"
	"github.com/pganalyze/pg_query_go/v6/parser"
)

// Limits of what is read at all. The C library's deparser overflows its stack from some 4,600 levels on and takes the
// process with it; so the depth is counted on the tree before anything else looks at it.
const (
	MaxBytes = 1 << 20
	MaxDepth = 500
)

// SyntaxError is returned when a text is no statement of its dialect.
type SyntaxError struct {
	// Message is what is wrong: "syntax error".
	Message string
	// Position is a byte offset into the text; Character the same as a count of characters, from 1.
	Position, Character int
	// Near is the word at the position, empty at the end of the text.
	Near string
}

func (e *SyntaxError) Error() string {
	message := strings.ToUpper(e.Message[:1]) + e.Message[1:]
	switch {
	case e.Character == 0:
		return message + "."
	case e.Near == "":
		return fmt.Sprintf("%s at its end (character %d).", message, e.Character)
	default:
		return fmt.Sprintf("%s near %q (character %d).", message, e.Near, e.Character)
	}
}

func syntaxErrorAt(message, text string, at int) *SyntaxError {
	at = min(at, len(text))
	return &SyntaxError{Message: message, Position: at, Character: utf8.RuneCountInString(text[:at]) + 1, Near: wordAt(text, at)}
}

// TooLarge is returned when a text or its tree is over a limit.
type TooLarge struct{ What string }

func (e *TooLarge) Error() string { return e.What }

var (
	errDepth       = &TooLarge{fmt.Sprintf("the statement nests more than %d levels deep", MaxDepth)}
	errNotSelect   = errors.New("not a SELECT")
	errUnknownNode = errors.New("a form of expression that cannot be written")
)

// Parse reads one SQL statement in the dialect. Names tells columns from strings on SQLite and may be nil. What the
// grammar does not know but looks like a query of SQLite or DuckDB becomes an opaque statement. Errors are *SyntaxError
// and *TooLarge; that the statement only reads is Guard's to say.
func Parse(text string, d Dialect, names Names) (*Statement, error) {
	if len(text) > MaxBytes {
		return nil, &TooLarge{fmt.Sprintf("the statement has %d bytes; the limit is %d", len(text), MaxBytes)}
	}
	if strings.ContainsRune(text, 0) {
		return nil, syntaxErrorAt("a NUL character in the text", text, strings.IndexByte(text, 0))
	}
	src := prepare(text, d, names)
	if err := src.foreignSymbol(); err != nil {
		return nil, err
	}
	tree, err := parsed(src.text)
	if err != nil {
		if tooDeep(err) {
			return nil, errDepth
		}
		return parseOpaque(text, d, names, src.syntaxError(err))
	}
	if len(tree.Stmts) == 0 {
		return nil, &SyntaxError{Message: "no statement"}
	}
	return fromTree(text, src, tree, d, names)
}

func fromTree(typed string, src *source, tree *pg.ParseResult, d Dialect, names Names) (*Statement, error) {
	s := &Statement{dialect: d, text: typed}
	found, err := inspect(tree, src, d, names)
	if err != nil {
		return nil, err
	}
	s.refusal = found.refusal
	s.refusal.locate(typed)
	if len(tree.Stmts) != 1 {
		return s, nil
	}
	sel := tree.Stmts[0].GetStmt().GetSelectStmt()
	if sel == nil {
		return s, nil
	}
	if d != PostgreSQL {
		sel = foreignNames(sel, src, d, names)
	}
	low := inDialect(sel, d)
	text, err := printTree(low, d, len(typed)/2)
	sql := flat(text.pieces)
	if err == nil && found.rare && !readsBack(sql, low, d) {
		err = errUnknownNode
	}
	switch {
	case err == nil:
		s.tree, s.printed, s.sql = low, text, sql
	case s.refusal == nil:
		return parseOpaque(typed, d, names, &SyntaxError{Message: err.Error()})
	}
	return s, nil
}

func firstWords(text string) string {
	if len(text) > 40 {
		return strings.ToValidUTF8(text[:40], "") + "…"
	}
	return text
}

// tooDeep says that the library itself gave up on the nesting: its parser's stack, or the message's own limit in Go.
func tooDeep(err error) bool {
	var pe *parser.Error
	if !errors.As(err, &pe) {
		return true
	}
	return strings.Contains(pe.Message, "stack depth") || strings.Contains(pe.Message, "memory exhausted")
}

// syntaxError translates the library's error: its position is a character count, from 1.
func (src *source) syntaxError(err error) *SyntaxError {
	var pe *parser.Error
	if !errors.As(err, &pe) {
		return &SyntaxError{Message: err.Error()}
	}
	at := src.original(byteOffset(src.text, pe.Cursorpos-1))
	return syntaxErrorAt(syntaxMessage(pe.Message), src.before, at)
}

func syntaxMessage(m string) string {
	for _, tail := range []string{" at or near", " at end of input"} {
		if i := strings.Index(m, tail); i >= 0 {
			return m[:i]
		}
	}
	return m
}

func byteOffset(s string, runes int) int {
	for i := range s {
		if runes <= 0 {
			return i
		}
		runes--
	}
	return len(s)
}

func wordAt(s string, at int) string {
	if at >= len(s) || !utf8.RuneStart(s[at]) {
		return ""
	}
	end := strings.IndexAny(s[at:], " \t\r\n(),;")
	switch {
	case end < 0:
		end = len(s) - at
	case end == 0:
		end = 1
	}
	return strings.ToValidUTF8(s[at:at+min(end, 40)], "")
}
