package statement

import (
	"cmp"
	"slices"
	"strings"
)

// Comparison is what lies between two statements: rows for a side-by-side view and the changes in words.
type Comparison struct {
	Rows []Row
	// Changes are in the order of the clauses. A change of layout, of an alias or of the order of AND terms is none.
	Changes []Change
	// TextOnly says that one side is opaque: it was compared as text, and there are no changes in words.
	TextOnly bool
	// Dropped are comments that somebody wrote into the statement before and that the one after no longer has.
	Dropped []string
}

// Row is one line of the side-by-side view; a row that was added has no left side, a removed one no right.
type Row struct {
	Left, Right []Span
	Kind        RowKind
	// Clause is the clause of the outermost SELECT that the row belongs to: "WHERE".
	Clause string
}

// RowKind says what happened to a row.
type RowKind uint8

// The kinds of rows.
const (
	Same RowKind = iota
	Added
	Removed
	Changed
)

// Span is a piece of a row. A marked one differs from the other side.
type Span struct {
	Text  string
	Mark  bool
	Token TokenKind
}

// compareWidth is the width of Compare's columns.
const compareWidth = 60

// Compare is CompareWidth for columns of 60.
func Compare(before, after *Statement) *Comparison { return CompareWidth(before, after, compareWidth) }

// CompareWidth compares two statements, laid out for columns of the given width. Before may be nil: then every row of
// after is Same, and there are no changes. On the right side AND terms stand in the order of the left one, so that a
// term that only moved is not seen as changed.
func CompareWidth(before, after *Statement, width int) *Comparison {
	c := &Comparison{}
	if before == nil {
		c.Rows = sameRows(after.lines(width))
		return c
	}
	c.Dropped = droppedComments(before, after)
	if before.tree == nil || after.tree == nil {
		c.TextOnly = before.sql != after.sql
		c.Rows = alignRows(shadowed(before.lines(width), nil), shadowed(after.lines(width), nil))
		return c
	}
	if before.sql == after.sql {
		c.Rows = sameRows(after.lines(width))
		return c
	}
	c.Changes = changesBetween(before, after)
	c.Rows = alignRows(shadowed(before.lines(width), aliasesOf(before)), shadowed(linesInOrderOf(before, after, width), aliasesOf(after)))
	return c
}

// linesInOrderOf lays after out with its AND terms in the order of before's.
func linesInOrderOf(before, after *Statement, width int) []line {
	b, a, formal := before.normal().query, decompose(after.tree), after.normal().query
	if b.Set != nil || a.Set != nil {
		return after.lines(width)
	}
	where := inOrderOf(b.Where, a.Where, formal.Where)
	having := inOrderOf(b.Having, a.Having, formal.Having)
	if slices.Equal(where, a.Where) && slices.Equal(having, a.Having) {
		return after.lines(width)
	}
	a.Where, a.Having = where, having
	text, err := printTree(a.tree(), after.dialect, len(after.pieces))
	if err != nil {
		return after.lines(width)
	}
	return layOut(text.pieces, width)
}

// inOrderOf sorts terms that before has, or has on the same columns, into its order; the others stay behind the term
// they followed. What is compared is the normal form of each term.
func inOrderOf(before, terms, formal []Expr) []Expr {
	type placed struct {
		at   int
		term Expr
	}
	places := placesOf(before, formal)
	list := make([]placed, len(terms))
	at := 0
	for k, t := range terms {
		if places[k] > 0 {
			at = places[k]
		}
		list[k] = placed{at, t}
	}
	slices.SortStableFunc(list, func(x, y placed) int { return cmp.Compare(x.at, y.at) })
	sorted := make([]Expr, len(terms))
	for i, p := range list {
		sorted[i] = p.term
	}
	return sorted
}

// placesOf is for each term the place, from 1, of the one that it matches in before; 0 for none.
func placesOf(before, terms []Expr) []int {
	places := make([]int, len(terms))
	rest, free := candidates(terms), candidates(before)
	for _, rule := range []pairRule{sameKey(true), sameButForTables, sameComparison, ofSameColumns} {
		var taken [][2]candidate
		rest, free, taken = rule.take(rest, free)
		for _, t := range taken {
			places[t[0].place] = t[1].place + 1
		}
	}
	return places
}

// shadow is a line with the words that it is compared by: aliases of tables replaced by the tables' names, and the places
// that define an alias empty. The words are made when somebody asks for them, since most lines are equal as they stand.
type shadow struct {
	line
	aliases map[string]string
	made    []string
	number  int // equal for lines of the same clause and words; 0 while nobody asked
}

func (s *shadow) words() []string {
	if s.made == nil {
		s.made = wordsWithoutAliases(s.line, s.aliases)
	}
	return s.made
}

// aliasesOf maps the folded aliases of the outermost query's tables to the tables.
func aliasesOf(s *Statement) map[string]string {
	out := map[string]string{}
	q := decompose(s.tree)
	if q.Set != nil {
		return out
	}
	n := &normal{names: out}
	n.nameSources(q)
	return out
}

func shadowed(lines []line, aliases map[string]string) []shadow {
	out := make([]shadow, len(lines))
	for i, l := range lines {
		out[i] = shadow{line: l, aliases: aliases}
	}
	return out
}

func wordsWithoutAliases(l line, aliases map[string]string) []string {
	words := make([]string, len(l.tokens))
	for k, t := range l.tokens {
		words[k] = t.text
		if t.kind != Name {
			continue
		}
		own, ok := aliases[strings.ToLower(strings.Trim(t.text, `"`))]
		switch {
		case !ok:
		case k+1 < len(l.tokens) && l.tokens[k+1].text == ".":
			words[k] = own
		case k >= 3 && l.tokens[k-2].text == "AS" && (l.clause == "FROM" || l.clause == "JOIN"):
			clear(words[k-3 : k+1])
		}
	}
	return words
}

func sameRows(lines []line) []Row {
	rows := make([]Row, len(lines))
	for i, l := range lines {
		rows[i] = sameRow(l)
	}
	return rows
}

// sameRow shows one line on both sides.
func sameRow(l line) Row {
	spans := spansOf(l)
	return Row{Left: spans, Right: spans, Kind: Same, Clause: l.clause}
}

func spansOf(l line) []Span {
	out := make([]Span, len(l.tokens))
	for i, t := range l.tokens {
		out[i] = Span{Text: t.text, Token: t.kind}
	}
	return out
}
