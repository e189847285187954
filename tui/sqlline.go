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
	moved           bool
	row             int   // of the comparison
	fold            *fold // stands for lines that are not shown
	chips           []int // a line of chips, by their numbers
	lit             bool  // of the change that is chosen
}

// compared are the rows of two statements, laid out for a view and a width.
func compared(before, after *statement.Statement, view SQLView, w int) []statement.Row {
	switch view {
	case SideBySide:
		return statement.Rows(before, after, sideWidth(w))
	case Unified:
		return statement.Rows(before, after, w-2)
	}
	return statement.Rows(nil, after, w-1)
}

// linesOf turns rows into lines. Long lines are wrapped, never cut silently, unless the user scrolls them.
func linesOf(rows []statement.Row, view SQLView, w int, cut bool) []sqlLine {
	switch view {
	case SideBySide:
		return sideBySide(rows, sideWidth(w), cut)
	case Unified:
		return unified(rows, w-2, cut)
	}
	return alone(rows, w-1, cut)
}

// sideWidth is the text width of one of two columns: sign and text, a rule between.
func sideWidth(w int) int { return (w-3)/2 - 1 }

// runsOf splits rows into runs that are all the same, or all of one clause and different.
func runsOf(rows []statement.Row) []run {
	var out []run
	for i := 0; i < len(rows); {
		j := i + 1
		for j < len(rows) && goesOn(rows[i], rows[j]) {
			j++
		}
		out = append(out, run{i, j})
		i = j
	}
	return out
}

func goesOn(a, b statement.Row) bool {
	same := a.Kind == statement.Same
	return same == (b.Kind == statement.Same) && (same || a.Clause == b.Clause)
}

// sideBySide puts what went beside what came.
func sideBySide(rows []statement.Row, w int, cut bool) []sqlLine {
	var out []sqlLine
	for _, r := range runsOf(rows) {
		var left, right []sqlLine
		level := func() {
			out = append(out, beside(left, right)...)
			left, right = nil, nil
		}
		for i := r.from; i < r.to; i++ {
			row := rows[i]
			both := row.Kind == statement.Same || row.Kind == statement.Changed
			if both {
				level()
			}
			left = append(left, column(row, row.Left, i, w, cut)...)
			right = append(right, column(row, row.Right, i, w, cut)...)
			if both {
				level()
			}
		}
		level()
	}
	return out
}

// beside joins the lines of two columns.
func beside(left, right []sqlLine) []sqlLine {
	out := make([]sqlLine, max(len(left), len(right)))
	for i := range out {
		l := &out[i]
		switch {
		case i >= len(left):
			*l = right[i]
			l.noLeft = true
		case i >= len(right):
			*l = left[i]
			l.left, l.right, l.noRight = l.right, nil, true
		default:
			*l = right[i]
			l.left, l.more = left[i].right, l.more && left[i].more
			if left[i].kind != l.kind {
				l.kind, l.moved = statement.Changed, l.moved && left[i].moved
			}
		}
	}
	return out
}

// unified puts the lines of a run of changes under each other: what went, then what came.
func unified(rows []statement.Row, w int, cut bool) []sqlLine {
	var out []sqlLine
	for _, r := range runsOf(rows) {
		var came []sqlLine
		for i := r.from; i < r.to; i++ {
			row := rows[i]
			if row.Kind == statement.Same {
				out = append(out, column(row, row.Right, i, w, cut)...)
				continue
			}
			gone, come := row, row
			gone.Kind, come.Kind = statement.Removed, statement.Added
			out = append(out, column(gone, row.Left, i, w, cut)...)
			came = append(came, column(come, row.Right, i, w, cut)...)
		}
		out = append(out, came...)
	}
	return out
}

// alone is one statement alone.
func alone(rows []statement.Row, w int, cut bool) []sqlLine {
	var out []sqlLine
	for i, row := range rows {
		out = append(out, column(row, row.Right, i, w, cut)...)
	}
	return out
}

// column are the lines of one side of a row. Word marks stand only where a part of the line is as it was.
func column(row statement.Row, spans []statement.Span, at, w int, cut bool) []sqlLine {
	if row.Left == nil || row.Right == nil {
		spans = withoutMarks(spans)
	}
	var out []sqlLine
	for i, s := range wrapSpans(spans, w, cut) {
		out = append(out, sqlLine{kind: row.Kind, right: s, more: i > 0, moved: row.Moved, row: at})
	}
	return out
}

func withoutMarks(spans []statement.Span) []statement.Span {
	out := slices.Clone(spans)
	for i := range out {
		out[i].Mark = false
	}
	return out
}

// wrapSpans breaks a line into lines of at most w cells, at blanks, commas and parentheses; a name or a literal is broken
// only where it is wider than a whole line. None for no spans.
func wrapSpans(spans []statement.Span, w int, cut bool) [][]statement.Span {
	if len(spans) == 0 {
		return nil
	}
	wr := wrapper{w: w, hang: hanging(spans, w)}
	if cut {
		wr.w = 1 << 20
	}
	for _, u := range unitsOf(spans) {
		wr.put(u)
	}
	return append(wr.lines, wr.line)
}

// unit is spans that stay together, and their width.
type unit struct {
	spans []statement.Span
	width int
}

func unitsOf(spans []statement.Span) []unit {
	var out []unit
	open := false // the last unit goes on
	for _, s := range spans {
		s.Text = db.Visible(s.Text)
		if !open || s.Token == statement.Space {
			out = append(out, unit{})
		}
		u := &out[len(out)-1]
		u.spans, u.width = append(u.spans, s), u.width+text.Width(s.Text)
		open = s.Token != statement.Space && s.Text != "," && s.Text != "("
	}
	return out
}

// wrapper fills lines with units.
type wrapper struct {
	w, hang int
	lines   [][]statement.Span
	line    []statement.Span
	used    int
}

func (wr *wrapper) next() {
	wr.lines = append(wr.lines, wr.line)
	wr.line, wr.used = []statement.Span{{Text: text.Spaces(wr.hang), Token: statement.Space}}, wr.hang
}

func (wr *wrapper) put(u unit) {
	blank := u.spans[0].Token == statement.Space
	switch {
	case wr.used+u.width <= wr.w:
		wr.line, wr.used = append(wr.line, u.spans...), wr.used+u.width
		return
	case len(wr.line) > 0 && (blank || wr.used > wr.hang || len(wr.lines) == 0 && wr.used > 0) && (blank || u.width <= wr.w-wr.hang):
		if wr.next(); !blank {
			wr.put(u)
		}
		return
	}
	for _, s := range u.spans {
		wr.slice(s)
	}
}

// slice puts a span of a unit that is wider than a line.
func (wr *wrapper) slice(s statement.Span) {
	if n := text.Width(s.Text); wr.used+n > wr.w && n <= wr.w-wr.hang && wr.used > wr.hang {
		wr.next()
	}
	for text.Width(s.Text) > wr.w-wr.used {
		head := text.Slice(s.Text, 0, max(wr.w-wr.used, 1))
		if head == "" {
			break
		}
		if blank := strings.LastIndexByte(head, ' '); blank > 0 { // a literal of several words
			head = head[:blank+1]
		}
		wr.line = append(wr.line, statement.Span{Text: head, Mark: s.Mark, Token: s.Token})
		wr.next()
		s.Text = s.Text[len(head):]
	}
	if s.Text != "" {
		wr.line, wr.used = append(wr.line, s), wr.used+text.Width(s.Text)
	}
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
	switch {
	case l.fold != nil:
		l.fold.draw(&b, th, w)
	case view == SideBySide:
		side := sideWidth(w)
		l.side(&b, th, l.left, l.noLeft, statement.Removed, side, from)
		b.Add(th.Faint, " "+theme.Vertical+" ")
		l.side(&b, th, l.right, l.noRight, statement.Added, side, from)
	case view == Unified:
		l.sign(&b, th, l.kind, " ")
		spans(&b, th, l.marked(l.right), l.kind, w-2, from)
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
	l.sign(b, th, kind, "")
	spans(b, th, l.marked(line), kind, w, from)
}

// marked has every word of a line that is lit marked.
func (l sqlLine) marked(line []statement.Span) []statement.Span {
	if !l.lit {
		return line
	}
	out := slices.Clone(line)
	for i := range out {
		out[i].Mark = true
	}
	return out
}

// sign draws what happened to the line, before it.
func (l sqlLine) sign(b *theme.Line, th *theme.Theme, kind statement.RowKind, after string) {
	sign, paint := " ", th.Text
	switch kind {
	case statement.Added:
		sign, paint = "+", th.AddedSign
	case statement.Removed:
		sign, paint = "-", th.RemovedSign
	}
	switch {
	case l.more:
		sign = " "
	case l.moved && kind != statement.Same:
		sign = theme.Moved
	}
	b.Add(paint, sign+after)
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
