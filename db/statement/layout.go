package statement

import (
	"strings"
	"sync"
)

// TokenKind says what a token is, for highlighting.
type TokenKind uint8

// The kinds of tokens.
const (
	Space TokenKind = iota
	Keyword
	Name
	String
	Number
	Operator
	Comment
)

// Layout is Oppen's: the printer emits tokens, places where a line may break, and groups. A group that fits on the rest
// of the line is written flat; else all its own breaks break. Only white space is decided here.

type pieceOp uint8

const (
	textPiece  pieceOp = iota
	spacePiece         // a space that never breaks
	linePiece          // a space, or a new line when the group is broken
	softPiece          // nothing, or a new line when the group is broken
	hardPiece          // always a new line, in a text of several lines
	openPiece          // start of a group, indented by n from its parent, or from the current column with n < 0
	closePiece
	clausePiece // from here on the clause of the outermost SELECT is the text
)

type piece struct {
	op   pieceOp
	kind TokenKind
	n    int32 // openPiece: indent; line and soft: extra indent from the group's
	text string
	role role
}

// role says what a piece is to the list that it stands in.
type role uint8

const (
	noRole    role = iota
	listOpen       // openPiece: of a list whose items may have lines of their own
	termsOpen      // openPiece: the same, of the conditions of a filter
	heading        // textPiece: ties an item of the outermost query's list to its place, and is no part of it: SELECT, AND, a comma
	inner          // the same in a query inside
)

// token is one laid-out word.
type token struct {
	text string
	kind TokenKind
	role role
}

// line is one line of laid-out text: tokens with spaces among them.
type line struct {
	tokens []token
	clause string
}

// withoutTail leaves spaces at the end out.
func (l line) withoutTail() []token {
	n := len(l.tokens)
	for n > 0 && l.tokens[n-1].kind == Space {
		n--
	}
	return l.tokens[:n]
}

const alignIndent = -1

// flat writes the pieces on one line.
func flat(pieces []piece) string {
	var b strings.Builder
	for _, p := range pieces {
		switch p.op {
		case textPiece:
			b.WriteString(p.text)
		case spacePiece, linePiece, hardPiece:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

type group struct {
	indent int
	breaking
}

// breaking says how a group is laid out.
type breaking uint8

const (
	// asItFits is flat where it fits and broken where not.
	asItFits breaking = iota
	flatly
	// broken has each of its own breaks.
	broken
	// filled breaks where the next item does not fit.
	filled
)

type layouter struct {
	width  int
	pieces []piece
	before []int            // columns of the flat text before each piece; a hard break counts as unbreakably wide
	close  []int            // openPiece: its closePiece
	style  map[int]breaking // of groups, by their openPiece, that are not as they fit
	groups []group
	tokens []token // of all lines
	start  int     // the first token of the line that is being written
	clause string  // of what comes next
	begun  string  // the clause that the line began with
	lines  []line
	column int
}

const tooWide = 1 << 20

// layOut breaks the pieces into lines of at most width columns where the breaks allow it.
func layOut(pieces []piece, width int) []line { return layOutStyled(pieces, width, nil) }

// layOutStyled is layOut with some groups laid out in their own way.
func layOutStyled(pieces []piece, width int, style map[int]breaking) []line {
	l := &layouter{width: width, pieces: pieces, style: style, groups: []group{{breaking: broken}}}
	l.measure()
	l.tokens = make([]token, 0, len(pieces))
	for i := range pieces {
		l.place(i, &pieces[i])
	}
	l.endLine()
	return l.lines
}

func (l *layouter) measure() {
	l.before = make([]int, len(l.pieces)+1)
	l.close = make([]int, len(l.pieces))
	var open []int
	for i, p := range l.pieces {
		w := 0
		switch p.op {
		case textPiece:
			w = columns(p.text)
		case spacePiece, linePiece:
			w = 1
		case hardPiece:
			w = tooWide
		case openPiece:
			open = append(open, i)
		case closePiece:
			l.close[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		l.before[i+1] = l.before[i] + w
	}
}

// columns is a token's width on screen, near enough for choosing breaks: one a rune.
func columns(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

func (l *layouter) place(i int, p *piece) {
	top := l.groups[len(l.groups)-1]
	switch p.op {
	case textPiece:
		l.put(token{p.text, p.kind, p.role})
	case spacePiece:
		l.put(space)
	case linePiece, softPiece, hardPiece:
		switch {
		case top.breaking == broken, top.breaking == filled && !l.itemFits(i):
			l.newLine(top.indent + int(p.n))
		case p.op != softPiece:
			l.put(space)
		}
	case openPiece:
		l.open(i, p, top)
	case closePiece:
		l.groups = l.groups[:len(l.groups)-1]
	case clausePiece:
		l.clause = p.text
	}
}

// open begins a group. One that would stand below the current column, where a piece of it is too wide, goes to a line of
// its own, indented from its parent, if that helps.
func (l *layouter) open(i int, p *piece, parent group) {
	how := l.styleOf(i)
	indent := parent.indent + int(p.n)
	if p.n == alignIndent {
		indent = l.column
		if hanging := parent.indent + 2; how == broken && hanging < l.column && l.breaks(i) {
			if w := l.widest(i); l.column+w > l.width && hanging+w <= l.width {
				l.newLine(hanging)
				indent, how = hanging, l.styleOf(i)
			}
		}
	}
	l.groups = append(l.groups, group{indent: indent, breaking: how})
}

// styleOf is how the group opened at i is laid out from here.
func (l *layouter) styleOf(i int) breaking {
	how := l.style[i]
	switch {
	case how == broken:
		return broken
	case l.fits(i):
		return flatly
	case how == asItFits:
		return broken
	}
	return how
}

// itemFits says whether what stands between the break at i and the next one of its group fits on the rest of the line.
func (l *layouter) itemFits(i int) bool {
	depth, end := 0, i+1
	for ; end < len(l.pieces) && depth >= 0; end++ {
		switch l.pieces[end].op {
		case openPiece:
			depth++
		case closePiece:
			depth--
		case linePiece, softPiece, hardPiece:
			if depth == 0 {
				return l.column+l.before[end]-l.before[i] <= l.width
			}
		}
	}
	return l.column+l.before[end]-l.before[i] <= l.width
}

// breaks says whether the group opened at i may break anywhere.
func (l *layouter) breaks(i int) bool {
	for _, p := range l.pieces[i+1 : l.close[i]] {
		if p.op == linePiece || p.op == softPiece || p.op == hardPiece {
			return true
		}
	}
	return false
}

// widest is the widest piece of the group opened at i: what stands between two of the places where it may break.
func (l *layouter) widest(i int) int {
	most, from := 0, i
	for at := i; at < len(l.pieces) && from <= l.close[i]; at++ {
		if op := l.pieces[at].op; op == linePiece || op == softPiece || op == hardPiece {
			most, from = max(most, l.before[at]-l.before[from]), at+1
		}
	}
	if from <= l.close[i] { // nothing breaks behind it
		most = max(most, l.before[len(l.pieces)]-l.before[from])
	}
	return most
}

// fits says whether the group opened at i, and what follows it up to the next break, fits on the rest of the line.
func (l *layouter) fits(i int) bool {
	end := l.close[i]
	for end < len(l.pieces) {
		if op := l.pieces[end].op; op == linePiece || op == softPiece || op == hardPiece {
			break
		}
		end++
	}
	return l.column+l.before[end]-l.before[i] <= l.width
}

var space = token{text: " ", kind: Space}

func (l *layouter) put(t token) {
	if len(l.tokens) == l.start {
		l.begun = l.clause
	}
	l.tokens = append(l.tokens, t)
	l.column += columns(t.text)
}

func (l *layouter) newLine(indent int) {
	l.endLine()
	l.begun, l.column = l.clause, 0
	if indent > 0 {
		l.put(token{text: spaces(indent), kind: Space})
	}
}

func (l *layouter) endLine() {
	end := len(l.tokens)
	l.lines = append(l.lines, line{tokens: l.tokens[l.start:end:end], clause: l.begun})
	l.start = end
}

const someSpaces = "                                                                "

func spaces(n int) string {
	if n <= len(someSpaces) {
		return someSpaces[:n]
	}
	return strings.Repeat(" ", n)
}

// layoutCache keeps the layouts of the last few widths: a turn asks for the same one several times.
type layoutCache struct {
	sync.Mutex
	kept []layout
}

type layout struct {
	width int
	lines []line
}

const keptLayouts = 3

func (c *layoutCache) of(width int, make func() []line) []line {
	c.Lock()
	defer c.Unlock()
	for _, k := range c.kept {
		if k.width == width {
			return k.lines
		}
	}
	if len(c.kept) == keptLayouts {
		c.kept = c.kept[1:]
	}
	lines := make()
	c.kept = append(c.kept[:len(c.kept):len(c.kept)], layout{width, lines})
	return lines
}

func joinLines(lines []line) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, t := range l.withoutTail() {
			b.WriteString(t.text)
		}
	}
	return b.String()
}
