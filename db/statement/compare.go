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
	// Moved says that an added or removed row has its counterpart elsewhere.
	Moved bool
	// Clause is the clause of the outermost SELECT that the row belongs to: "WHERE".
	Clause string

	number int // of an added or removed row's words
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
	c := &Comparison{Rows: Rows(before, after, width)}
	if before == nil {
		return c
	}
	c.Dropped = droppedComments(before, after)
	switch {
	case before.tree == nil || after.tree == nil:
		c.TextOnly = before.sql != after.sql
	case before.sql != after.sql:
		c.Changes = changesBetween(before, after)
	}
	return c
}

// Rows are the rows of CompareWidth without the changes, which cost more than they do. On the right side AND terms stand in the
// order of the left one, so that a term that only moved is not seen as changed.
func Rows(before, after *Statement, width int) []Row {
	switch {
	case before == nil:
		return sameRows(after.lines(width))
	case before.tree == nil || after.tree == nil:
		return alignRows(shadowed(before.lines(width), &naming{}), shadowed(after.lines(width), &naming{}))
	case before.sql == after.sql:
		return sameRows(after.lines(width))
	}
	old, present := namingOf(before), namingOf(after)
	old.own, present.own = cmp.Or(old.only, present.only), cmp.Or(old.only, present.only)
	left, right := besideLines(before, after, old, present, piecesInOrderOf(before, after), width)
	return alignRows(shadowed(left, old), shadowed(right, present))
}

// piecesInOrderOf is after's text with its AND terms in the order of before's.
func piecesInOrderOf(before, after *Statement) []piece {
	b, a, formal := before.normal().query, decompose(after.tree), after.normal().query
	if b.Set != nil || a.Set != nil {
		return after.pieces
	}
	where := inOrderOf(b.Where, a.Where, formal.Where)
	having := inOrderOf(b.Having, a.Having, formal.Having)
	if slices.Equal(where, a.Where) && slices.Equal(having, a.Having) {
		return after.pieces
	}
	a.Where, a.Having = where, having
	text, err := printTree(a.tree(), after.dialect, len(after.pieces))
	if err != nil {
		return after.pieces
	}
	return text.pieces
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

// shadow is a line with the words that it is compared by: aliases of tables replaced by the tables' names, and empty what
// says nothing of its own: the places that define an alias, the table of a query of one table, and what ties an item of a
// list to its place. The words are made when somebody asks for them, since most lines are equal as they stand.
type shadow struct {
	line
	naming *naming
	made   []string
	number int // equal for lines of the same clause and words; 0 while nobody asked
}

func (s *shadow) words() []string {
	if s.made == nil {
		s.made = s.naming.words(s.line)
	}
	return s.made
}

// naming is what the outermost query of a statement calls its tables.
type naming struct {
	aliases map[string]string // folded aliases → tables
	only    string            // the one table of the query, if it has one
	own     string            // the one table of either query: its columns mean the same with and without it
}

func namingOf(s *Statement) *naming {
	out := &naming{aliases: map[string]string{}}
	q := decompose(s.tree)
	if q.Set != nil {
		return out
	}
	n := &normal{names: out.aliases}
	n.nameSources(q)
	out.only = n.only
	return out
}

func shadowed(lines []line, n *naming) []shadow {
	out := make([]shadow, len(lines))
	for i, l := range lines {
		out[i] = shadow{line: l, naming: n}
	}
	return out
}

// table is what a qualifier stands for; empty for the one table of either query.
func (n *naming) table(qualifier string) string {
	bare := strings.Trim(qualifier, `"`)
	if own, ok := n.aliases[strings.ToLower(bare)]; ok {
		qualifier, bare = own, own
	}
	if n.own != "" && strings.EqualFold(bare, n.own) {
		return ""
	}
	return qualifier
}

func (n *naming) words(l line) []string {
	words := make([]string, len(l.tokens))
	for k, t := range l.tokens {
		words[k] = t.text
		switch {
		case t.kind != Name:
		case k+1 < len(l.tokens) && l.tokens[k+1].text == ".":
			words[k] = n.table(t.text)
		case k >= 3 && l.tokens[k-2].text == "AS" && (l.clause == "FROM" || l.clause == "JOIN") && n.aliases[strings.ToLower(strings.Trim(t.text, `"`))] != "":
			clear(words[k-3 : k+1])
		}
	}
	emptyDots(words, l.tokens)
	emptyTies(words, l.tokens)
	return words
}

// emptyDots empties the dots behind empty names.
func emptyDots(words []string, tokens []token) {
	for k := range words {
		if k > 0 && tokens[k].text == "." && words[k-1] == "" && tokens[k-1].kind == Name {
			words[k] = ""
		}
	}
}

// emptyTies empties the start of a line up to its item, and the comma behind it.
func emptyTies(words []string, tokens []token) {
	for k := 0; k < len(tokens) && (tokens[k].kind == Space || tokens[k].role == heading); k++ {
		words[k] = ""
	}
	for k := len(tokens) - 1; k >= 0; k-- {
		switch {
		case tokens[k].kind == Space:
		case tokens[k].text == "," && tokens[k].role != noRole:
			words[k] = ""
			return
		default:
			return
		}
	}
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
