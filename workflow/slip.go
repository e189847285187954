package workflow

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// A slip in typed SQL is told with the word that was meant: most syntax errors are one letter.

// keywords are the words of queries in which slips are looked for.
var keywords = strings.Fields(`select from where group order by having limit offset distinct union except intersect join inner outer left right full
	cross natural using with recursive values between like ilike exists case when then else insert update delete create drop alter truncate
	explain summarize pivot unpivot describe`)

// nearKeyword is the keyword that differs from a word by one letter: one too few, too many, other, or two that changed places.
// Empty for a keyword itself, for words of two letters, and where none is near.
func nearKeyword(w string) string {
	w = strings.ToLower(w)
	if len(w) < 3 || slices.Contains(keywords, w) {
		return ""
	}
	for _, k := range keywords {
		if oneOff(w, k) {
			return k
		}
	}
	return ""
}

// oneOff says whether two words differ by one letter (optimal string alignment distance 1).
func oneOff(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(b)-len(a) > 1:
		return false
	case len(b) > len(a):
		return a[i:] == b[i+1:]
	case i == len(a):
		return false
	}
	swapped := i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	return a[i+1:] == b[i+1:] || swapped
}

// SlipError is a syntax error of which it is known what was meant.
type SlipError struct {
	*statement.SyntaxError
	// Hint is a sentence on what to write instead.
	Hint string
}

func (e *SlipError) Error() string { return e.SyntaxError.Error() + " " + e.Hint }

// Unwrap gives the parser's error.
func (e *SlipError) Unwrap() error { return e.SyntaxError }

// foreign are forms that only another engine knows, by how a text begins, and what to write for them here.
var foreign = []struct {
	form *regexp.Regexp
	of   statement.Dialect
	hint string
}{
	{regexp.MustCompile(`(?i)^\s*from\b`), statement.DuckDB, "FROM first is DuckDB's form: begin with SELECT * FROM."},
	{regexp.MustCompile(`(?i)^\s*(un)?pivot\b`), statement.DuckDB, "PIVOT is DuckDB's form."},
	{regexp.MustCompile("`"), statement.SQLite, `Names are quoted with ", not with a backtick.`},
}

// slip is a syntax error with what was meant, where that is plain.
func slip(sql string, err error, d statement.Dialect, names statement.Names) error {
	var syntax *statement.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	if hint := slipHint(sql, syntax.Position, d, names); hint != "" {
		return &SlipError{syntax, hint}
	}
	return err
}

// slipHint says what to write instead: a form of this engine's, or the keyword that was mistyped at the place where the parser
// stopped, or up to two words before it, which it took for names. A position below 0 is not known.
func slipHint(sql string, position int, d statement.Dialect, names statement.Names) string {
	for _, f := range foreign {
		if d != f.of && f.form.MatchString(sql) {
			return f.hint
		}
	}
	places := word.FindAllStringIndex(sql, -1)
	if position >= 0 {
		last := slices.IndexFunc(places, func(p []int) bool { return p[0] > position })
		if last >= 0 {
			places = places[:last]
		}
		places = places[max(len(places)-3, 0):]
	}
	for _, p := range slices.Backward(places) {
		w := sql[p[0]:p[1]]
		known := names != nil && (names.HasTable(w) || names.HasColumn("", w))
		if meant := nearKeyword(w); meant != "" && !known {
			return fmt.Sprintf("Did you mean %s instead of %q?", strings.ToUpper(meant), w)
		}
	}
	return ""
}

// asWords is what a failure of SQL offers that may have been words.
const asWords = "read it as words"

// mistyped says whether typed SQL failed because of what stands in it.
func mistyped(err error) bool {
	var (
		syntax  *statement.SyntaxError
		refusal *statement.Refusal
	)
	switch db.KindOf(err) {
	case db.NoTable, db.NoColumn, db.NoFunction, db.Syntax:
		return true
	}
	return errors.As(err, &syntax) || errors.As(err, &refusal) && refusal.Command()
}
