package statement

import "strings"

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
)

type piece struct {
	op     pieceOp
	kind   TokenKind
	text   string
	n      int    // openPiece: indent; line and soft: extra indent from the group's
	clause string // the clause of the outermost SELECT that the piece belongs to
}

// token is one laid-out word.
type token struct {
	text string
	kind TokenKind
}

// line is one line of laid-out text: tokens with spaces among them.
type line struct {
	tokens []token
	clause string
}

func (l line) text() string {
	var b strings.Builder
	for _, t := range l.tokens {
		b.WriteString(t.text)
	}
	return b.String()
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
	broken bool
}

type layouter struct {
	width  int
	pieces []piece
	before []int // columns of the flat text before each piece; a hard break counts as unbreakably wide
	close  []int // openPiece: its closePiece
	groups []group
	lines  []line
	column int
}

const tooWide = 1 << 20

// layOut breaks the pieces into lines of at most width columns where the breaks allow it.
func layOut(pieces []piece, width int) []line {
	l := &layouter{width: width, pieces: pieces, groups: []group{{broken: true}}}
	l.measure()
	l.lines = []line{{}}
	for i, p := range pieces {
		l.place(i, p)
	}
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

func (l *layouter) place(i int, p piece) {
	top := l.groups[len(l.groups)-1]
	switch p.op {
	case textPiece:
		l.put(p, p.text, p.kind)
	case spacePiece:
		l.put(p, " ", Space)
	case linePiece, softPiece, hardPiece:
		switch {
		case top.broken:
			l.newLine(top.indent+p.n, p.clause)
		case p.op != softPiece:
			l.put(p, " ", Space)
		}
	case openPiece:
		l.groups = append(l.groups, group{indent: l.indentOf(p, top), broken: !l.fits(i)})
	case closePiece:
		l.groups = l.groups[:len(l.groups)-1]
	}
}

func (l *layouter) indentOf(p piece, parent group) int {
	if p.n == alignIndent {
		return l.column
	}
	return parent.indent + p.n
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

func (l *layouter) put(p piece, text string, kind TokenKind) {
	last := &l.lines[len(l.lines)-1]
	if len(last.tokens) == 0 {
		last.clause = p.clause
	}
	last.tokens = append(last.tokens, token{text, kind})
	l.column += columns(text)
}

func (l *layouter) newLine(indent int, clause string) {
	l.lines = append(l.lines, line{clause: clause})
	l.column = 0
	if indent > 0 {
		l.put(piece{clause: clause}, strings.Repeat(" ", indent), Space)
	}
}

func joinLines(lines []line) string {
	var b strings.Builder
	for i, l := range lines {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.TrimRight(l.text(), " "))
	}
	return b.String()
}
