package statement

import (
	"slices"
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// printer writes a tree as tokens, breaks and groups. It knows every node that a query is commonly made of; the rest
// (XML, SQL/JSON, interval fields …) goes through the C library's deparser, one expression at a time.
type printer struct {
	d      Dialect
	pieces []piece
	nested int  // subqueries around; clauses are marked on the outermost only
	plain  bool // dates in words, for the list of changes
	alone  bool // columns outside subqueries without their tables, likewise
	ctes   []stretch
	err    error
}

// stretch is a part of a list of pieces.
type stretch struct{ from, to int }

// printed is a whole tree as pieces, and where among them the queries of its outermost WITH stand.
type printed struct {
	pieces []piece
	with   []stretch
}

func (t printed) withText(i int) string { return flat(t.pieces[t.with[i].from:t.with[i].to]) }

// printTree prints a tree that is likely to make some number of pieces.
func printTree(s *pg.SelectStmt, d Dialect, likely int) (printed, error) {
	p := pooledPrinter(d)
	defer printers.Put(p)
	p.pieces = slices.Grow(p.pieces, likely)
	p.selectStmt(s)
	return printed{slices.Clone(p.pieces), p.ctes}, p.err
}

// printers are kept for the memory of their pieces.
var printers = sync.Pool{New: func() any { return &printer{} }}

func pooledPrinter(d Dialect) *printer {
	p := printers.Get().(*printer)
	*p = printer{d: d, pieces: p.pieces[:0]}
	return p
}

// printExpr writes one expression on one line.
func printExpr(n *pg.Node, d Dialect) string {
	if n == nil {
		return ""
	}
	p := pooledPrinter(d)
	defer printers.Put(p)
	p.expr(n)
	return flat(p.pieces)
}

func (p *printer) add(op pieceOp, kind TokenKind, text string, n int32) {
	p.pieces = append(p.pieces, piece{op: op, kind: kind, text: text, n: n})
}

func (p *printer) text(kind TokenKind, s string) { p.add(textPiece, kind, s, 0) }
func (p *printer) op(s string)                   { p.text(Operator, s) }
func (p *printer) name(s string)                 { p.text(Name, quoteName(s, p.d)) }
func (p *printer) sp()                           { p.add(spacePiece, Space, "", 0) }
func (p *printer) line(n int32)                  { p.add(linePiece, Space, "", n) }
func (p *printer) soft(n int32)                  { p.add(softPiece, Space, "", n) }
func (p *printer) open(n int32)                  { p.add(openPiece, Space, "", n) }
func (p *printer) close()                        { p.add(closePiece, Space, "", 0) }

// kw writes keywords, a token a word.
func (p *printer) kw(words string) {
	for {
		w, rest, more := strings.Cut(words, " ")
		p.text(Keyword, w)
		if !more {
			return
		}
		p.sp()
		words = rest
	}
}

// names writes a dotted name.
func (p *printer) names(parts []*pg.Node) {
	for i, part := range parts {
		if i > 0 {
			p.op(".")
		}
		if part.GetAStar() != nil {
			p.op("*")
		} else {
			p.name(part.GetString_().GetSval())
		}
	}
}

// openList opens a group of items that may have a line each.
func (p *printer) openList(indent int32) {
	p.open(indent)
	p.pieces[len(p.pieces)-1].role = listOpen
}

// heads makes the words written since a place the heading of what follows.
func (p *printer) heads(from int) {
	as := heading
	if p.nested > 0 {
		as = inner
	}
	for i := range p.pieces[from:] {
		if p.pieces[from+i].op == textPiece {
			p.pieces[from+i].role = as
		}
	}
}

// head writes keywords that tie what follows to its place.
func (p *printer) head(words string) {
	from := len(p.pieces)
	p.kw(words)
	p.heads(from)
}

// comma ends an item of a list.
func (p *printer) comma() {
	from := len(p.pieces)
	p.op(",")
	p.heads(from)
}

// list writes items with commas, below each other when they do not fit.
func (p *printer) list(items []*pg.Node, item func(*pg.Node)) {
	p.openList(alignIndent)
	for i, n := range items {
		if i > 0 {
			p.comma()
			p.line(0)
		}
		item(n)
	}
	p.close()
}

// args writes items in parentheses.
func (p *printer) args(items []*pg.Node) {
	p.op("(")
	p.list(items, p.expr)
	p.op(")")
}

// nameList writes names in parentheses.
func (p *printer) nameList(items []*pg.Node) {
	p.op("(")
	p.list(items, func(n *pg.Node) { p.name(n.GetString_().GetSval()) })
	p.op(")")
}

// subquery writes a SELECT in parentheses, indented when it does not fit on the line.
func (p *printer) subquery(s *pg.SelectStmt) {
	p.open(2)
	p.op("(")
	p.soft(0)
	p.nested++
	p.openList(0)
	p.selectBody(s)
	p.close()
	p.nested--
	p.soft(-2)
	p.op(")")
	p.close()
}

// deparse writes what this printer has no words for, with the C library's.
func (p *printer) deparse(n *pg.Node) {
	text, err := deparseExpr(n)
	if err != nil {
		p.fail(err)
		return
	}
	p.rescan(text)
}

func (p *printer) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// rescan emits the library's text token by token, with single spaces where it had any.
func (p *printer) rescan(text string) {
	toks, err := scan(text)
	if err != nil {
		p.fail(err)
		return
	}
	for i, t := range toks {
		if i > 0 && toks[i-1].end < t.start {
			p.sp()
		}
		word := text[t.start:t.end]
		if t.kind == Name && word[0] == '"' { // quoted for PostgreSQL; other dialects need fewer quotes
			word = quoteName(lexeme{kind: lexQuoted, raw: word}.name(), p.d)
		}
		if text, escaped := strings.CutPrefix(word, "E'"); escaped && t.kind == String { // only backslashes are
			word = quoteString(strings.ReplaceAll(lexeme{kind: lexString, raw: "'" + text}.name(), `\\`, `\`), p.d)
		}
		p.text(t.kind, word)
	}
}
