package tui

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/tui/text"
	"parley/tui/theme"
)

// Colours come from the tokens that package statement made while it laid the SQL out: PostgreSQL's own scanner, which the
// word marks of a diff are made from too. chroma was measured on 3,907 statements and is not used: its PostgreSQL lexer takes
// a column called name, year, type or location for a keyword in 28 % of them, its SQL lexer a function in 53 %; it needs
// 0.5 ms a statement against 0.02 ms for the whole comparison, and 7 ms at every start.

// sqlLine is one line of the SQL pane. In one column only right is used.
type sqlLine struct {
	kind        statement.RowKind
	left, right []statement.Span
	// noLeft and noRight say that the side has no line here.
	noLeft, noRight bool
	more            bool // goes on from the line above
}

// layoutSQL turns the comparison into lines for a view and a width. Long lines are wrapped, never cut silently, unless
// the user scrolls them.
func layoutSQL(before, after *statement.Statement, view SQLView, w int, cut bool) []sqlLine {
	switch view {
	case SideBySide:
		side := sideWidth(w)
		return sideBySide(statement.CompareWidth(before, after, side).Rows, side, cut)
	case Unified:
		return unified(statement.CompareWidth(before, after, w-2).Rows, w-2, cut)
	}
	return alone(statement.CompareWidth(nil, after, w-1).Rows, w-1, cut)
}

// sideWidth is the text width of one of two columns: sign and text, a rule between.
func sideWidth(w int) int { return (w-3)/2 - 1 }

func sideBySide(rows []statement.Row, w int, cut bool) []sqlLine {
	var out []sqlLine
	for _, row := range rows {
		row = unmarked(row)
		left, right := wrapSpans(row.Left, w, cut), wrapSpans(row.Right, w, cut)
		for i := range max(len(left), len(right)) {
			l := sqlLine{kind: row.Kind, more: i > 0, noLeft: i >= len(left), noRight: i >= len(right)}
			if !l.noLeft {
				l.left = left[i]
			}
			if !l.noRight {
				l.right = right[i]
			}
			out = append(out, l)
		}
	}
	return out
}

// unified puts the lines of a run of changes under each other: what went, then what came.
func unified(rows []statement.Row, w int, cut bool) []sqlLine {
	var out, came []sqlLine
	flush := func() { out, came = append(out, came...), nil }
	for _, row := range rows {
		row = unmarked(row)
		if row.Kind == statement.Same {
			flush()
			out = append(out, column(row.Right, statement.Same, w, cut)...)
			continue
		}
		out = append(out, column(row.Left, statement.Removed, w, cut)...)
		came = append(came, column(row.Right, statement.Added, w, cut)...)
	}
	flush()
	return out
}

// unmarked drops the word marks of a row that is new or gone as a whole: where everything differs, marks say nothing.
func unmarked(row statement.Row) statement.Row {
	if row.Kind == statement.Changed {
		return row
	}
	row.Left, row.Right = withoutMarks(row.Left), withoutMarks(row.Right)
	return row
}

func withoutMarks(spans []statement.Span) []statement.Span {
	out := slices.Clone(spans)
	for i := range out {
		out[i].Mark = false
	}
	return out
}

// alone is one statement alone.
func alone(rows []statement.Row, w int, cut bool) []sqlLine {
	var out []sqlLine
	for _, row := range rows {
		out = append(out, column(row.Right, statement.Same, w, cut)...)
	}
	return out
}

func column(spans []statement.Span, kind statement.RowKind, w int, cut bool) []sqlLine {
	var out []sqlLine
	for i, s := range wrapSpans(spans, w, cut) {
		out = append(out, sqlLine{kind: kind, right: s, more: i > 0})
	}
	return out
}

// wrapSpans breaks a line into lines of at most w cells; none for no spans.
func wrapSpans(spans []statement.Span, w int, cut bool) [][]statement.Span {
	if len(spans) == 0 {
		return nil
	}
	var out [][]statement.Span
	var line []statement.Span
	used := 0
	hang := hanging(spans, w)
	next := func() {
		out = append(out, line)
		line, used = []statement.Span{{Text: text.Spaces(hang), Token: statement.Space}}, hang
	}
	for _, s := range spans {
		s.Text = db.Visible(s.Text)
		n := text.Width(s.Text)
		if !cut && used+n > w && used > hang && n <= w-hang {
			next()
			if s.Token == statement.Space {
				continue
			}
		}
		for !cut && n > w-used {
			head := text.Slice(s.Text, 0, max(w-used, 1))
			if head == "" {
				break
			}
			line = append(line, statement.Span{Text: head, Mark: s.Mark, Token: s.Token})
			next()
			s.Text = s.Text[len(head):]
			n = text.Width(s.Text)
		}
		if s.Text != "" {
			line, used = append(line, s), used+n
		}
	}
	if line != nil {
		out = append(out, line)
	}
	return out
}

// hanging is how far the lines that a long one goes on in are set in: a step more than its own start.
func hanging(spans []statement.Span, w int) int {
	const step = 4
	first := 0
	if spans[0].Token == statement.Space {
		first = text.Width(spans[0].Text)
	}
	if first+step > w/3 {
		return 0
	}
	return first + step
}

// draw gives the line its colours.
func (l sqlLine) draw(th *theme.Theme, view SQLView, w, from int) string {
	var b theme.Line
	switch view {
	case SideBySide:
		side := sideWidth(w)
		l.side(&b, th, l.left, l.noLeft, statement.Removed, side, from)
		b.Add(th.Faint, " "+theme.Vertical+" ")
		l.side(&b, th, l.right, l.noRight, statement.Added, side, from)
	case Unified:
		l.cells(&b, th, l.right, l.kind, w-2, from)
	default:
		b.Add(th.Text, " ")
		spans(&b, th, l.right, statement.Same, w-1, from)
	}
	return b.String()
}

// side draws one of two columns; a side without a line stays blank.
func (l sqlLine) side(b *theme.Line, th *theme.Theme, line []statement.Span, none bool, kind statement.RowKind, w, from int) {
	if l.kind == statement.Same || none || l.kind != statement.Changed && l.kind != kind {
		kind = statement.Same
	}
	if none {
		b.Add(th.Text, text.Spaces(w+1))
		return
	}
	sign, paint := signOf(th, kind)
	if l.more {
		sign = " "
	}
	b.Add(paint, sign)
	spans(b, th, line, kind, w, from)
}

func (l sqlLine) cells(b *theme.Line, th *theme.Theme, line []statement.Span, kind statement.RowKind, w, from int) {
	sign, paint := signOf(th, kind)
	if l.more {
		sign = " "
	}
	b.Add(paint, sign+" ")
	spans(b, th, line, kind, w, from)
}

func signOf(th *theme.Theme, kind statement.RowKind) (string, theme.Paint) {
	switch kind {
	case statement.Added:
		return "+", th.AddedSign
	case statement.Removed:
		return "-", th.RemovedSign
	}
	return " ", th.Text
}

// spans draws tokens in w cells, from a cell on, padded on the line's background.
func spans(b *theme.Line, th *theme.Theme, line []statement.Span, kind statement.RowKind, w, from int) {
	plain, marked := paints(th, kind)
	used := 0
	for i, s := range line {
		call := s.Token == statement.Name && i+1 < len(line) && strings.HasPrefix(line[i+1].Text, "(")
		s.Text = db.Visible(s.Text)
		if n := text.Width(s.Text); from >= n {
			from -= n
			continue
		} else if from > 0 {
			s.Text, from = text.Slice(s.Text, from, n), 0
		}
		set := plain
		if s.Mark && kind != statement.Same {
			set = marked
		}
		cell := text.Cut(s.Text, w-used)
		paint := token(set, s.Token)
		if call {
			paint = set.Function
		}
		b.Add(paint, cell)
		used += text.Width(cell)
	}
	b.Add(plain.Text, text.Spaces(w-used))
}

func paints(th *theme.Theme, kind statement.RowKind) (plain, marked theme.SQL) {
	switch kind {
	case statement.Added:
		return th.Added, th.AddedMark
	case statement.Removed:
		return th.Removed, th.RemovedMark
	}
	return th.Plain, th.Plain
}

func token(set theme.SQL, t statement.TokenKind) theme.Paint {
	switch t {
	case statement.Keyword:
		return set.Keyword
	case statement.String:
		return set.String
	case statement.Number:
		return set.Number
	case statement.Operator:
		return set.Operator
	case statement.Comment:
		return set.Comment
	case statement.Name:
		return set.Name
	}
	return set.Text
}

// plainSQL is a statement as it is copied: laid out, a clause a line.
func plainSQL(s *statement.Statement) string { return strings.TrimSpace(s.Format(100)) }
