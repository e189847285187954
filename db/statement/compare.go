package statement

// Comparison is what lies between two statements: rows for a side-by-side view and the changes in words.
type Comparison struct {
	Rows []Row
	// Changes are in the order of the clauses. A change of layout, of an alias or of the order of AND terms is none.
	Changes []Change
	// TextOnly says that one side is opaque: it was compared as text, and there are no changes in words.
	TextOnly bool
}

// Row is one line of the side-by-side view.
type Row struct {
	Left, Right []Span
	Kind        RowKind
	Clause      string
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
// after is Same, and there are no changes.
func CompareWidth(before, after *Statement, width int) *Comparison {
	c := &Comparison{}
	if before == nil {
		c.Rows = sameRows(after.lines(width))
		return c
	}
	c.Rows = alignRows(before.lines(width), after.lines(width))
	if before.tree == nil || after.tree == nil {
		c.TextOnly = true
		return c
	}
	c.Changes = changesBetween(before, after)
	return c
}

func sameRows(lines []line) []Row {
	rows := make([]Row, len(lines))
	for i, l := range lines {
		spans := spansOf(l)
		rows[i] = Row{Left: spans, Right: spans, Kind: Same, Clause: l.clause}
	}
	return rows
}

func spansOf(l line) []Span {
	out := make([]Span, len(l.tokens))
	for i, t := range l.tokens {
		out[i] = Span{Text: t.text, Token: t.kind}
	}
	return out
}
