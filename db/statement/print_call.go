package statement

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// call writes a function call: plain, aggregate or window, or the SQL syntax that the grammar turned into one.
func (p *printer) call(n *pg.Node, f *pg.FuncCall) {
	if f.Funcformat == pg.CoercionForm_COERCE_SQL_SYNTAX && p.syntaxCall(n, f) {
		return
	}
	p.functionName(f)
	p.op("(")
	p.open(alignIndent)
	p.callArgs(f)
	p.close()
	p.op(")")
	p.afterCall(f)
}

// functionName drops the schema that the grammar itself added; written out it would only be noise.
func (p *printer) functionName(f *pg.FuncCall) {
	parts := f.Funcname
	if name, _, ok := systemCall(&pg.Node{Node: &pg.Node_FuncCall{FuncCall: f}}); ok && p.d != PostgreSQL {
		p.text(Name, name)
		return
	}
	for i, part := range parts {
		if i > 0 {
			p.op(".")
		}
		name := part.GetString_().GetSval()
		switch last := i == len(parts)-1; {
		case last && groupingWords[strings.ToLower(name)]:
			p.text(Name, `"`+name+`"`)
		case last && plainName(name, p.d) && callableWord(name):
			p.text(Name, name)
		default:
			p.name(name)
		}
	}
}

// callableWord says that a keyword may be a function's name without quotes: all but the reserved ones.
func callableWord(name string) bool {
	name = strings.ToLower(name)
	return !reservedIn[PostgreSQL][name] || typeFunctionWords[name]
}

// groupingWords are functions only in quotes: bare, they would group in GROUP BY.
var groupingWords = wordSet("rollup cube")

var typeFunctionWords = wordSet(`left right ilike like overlaps similar is isnull notnull inner outer cross natural full join
	if replace glob substring trim instr match regexp columns show describe pivot position overlay`)

func (p *printer) callArgs(f *pg.FuncCall) {
	if f.AggDistinct {
		p.kw("DISTINCT")
		p.sp()
	}
	if f.AggStar {
		p.op("*")
	}
	for i, a := range f.Args {
		if i > 0 {
			p.op(",")
			p.line(0)
		}
		if f.FuncVariadic && i == len(f.Args)-1 {
			p.kw("VARIADIC")
			p.sp()
		}
		p.expr(a)
	}
	if len(f.AggOrder) > 0 && !f.AggWithinGroup {
		p.line(0)
		p.kw("ORDER BY")
		p.sp()
		p.list(f.AggOrder, p.sortKey)
	}
}

func (p *printer) afterCall(f *pg.FuncCall) {
	if f.AggWithinGroup {
		p.sp()
		p.kw("WITHIN GROUP")
		p.sp()
		p.op("(")
		p.kw("ORDER BY")
		p.sp()
		p.list(f.AggOrder, p.sortKey)
		p.op(")")
	}
	if f.AggFilter != nil {
		p.sp()
		p.kw("FILTER")
		p.sp()
		p.op("(")
		p.open(alignIndent)
		p.condition("WHERE", f.AggFilter)
		p.close()
		p.op(")")
	}
	if f.Over != nil {
		p.sp()
		p.kw("OVER")
		p.sp()
		if f.Over.Name != "" {
			p.name(f.Over.Name)
		} else {
			p.window(f.Over)
		}
	}
}

func (p *printer) namedWindow(n *pg.Node) {
	w := n.GetWindowDef()
	p.name(w.GetName())
	p.sp()
	p.kw("AS")
	p.sp()
	p.window(w)
}

// window writes a window definition in parentheses.
func (p *printer) window(w *pg.WindowDef) {
	p.op("(")
	p.open(alignIndent)
	first := true
	part := func() {
		if !first {
			p.line(0)
		}
		first = false
	}
	if w.Refname != "" {
		part()
		p.name(w.Refname)
	}
	if len(w.PartitionClause) > 0 {
		part()
		p.kw("PARTITION BY")
		p.sp()
		p.list(w.PartitionClause, p.expr)
	}
	if len(w.OrderClause) > 0 {
		part()
		p.kw("ORDER BY")
		p.sp()
		p.list(w.OrderClause, p.sortKey)
	}
	if w.FrameOptions&frameNonDefault != 0 {
		part()
		p.frame(w)
	}
	p.close()
	p.op(")")
}

// Bits of WindowDef.FrameOptions, from PostgreSQL's parsenodes.h.
const (
	frameNonDefault         = 0x00001
	frameRange              = 0x00002
	frameRows               = 0x00004
	frameGroups             = 0x00008
	frameBetween            = 0x00010
	frameStartUnbounded     = 0x00020
	frameEndUnbounded       = 0x00100
	frameStartCurrentRow    = 0x00200
	frameEndCurrentRow      = 0x00400
	frameStartPreceding     = 0x00800
	frameEndPreceding       = 0x01000
	frameStartFollowing     = 0x02000
	frameEndFollowing       = 0x04000
	frameExcludeCurrentRow  = 0x08000
	frameExcludeGroup       = 0x10000
	frameExcludeTies        = 0x20000
	frameDefaultsRangeToRow = frameRange | frameStartUnbounded | frameEndCurrentRow
)

func (p *printer) frame(w *pg.WindowDef) {
	o := w.FrameOptions
	switch {
	case o&frameRows != 0:
		p.kw("ROWS")
	case o&frameGroups != 0:
		p.kw("GROUPS")
	default:
		p.kw("RANGE")
	}
	p.sp()
	if o&frameBetween != 0 {
		p.kw("BETWEEN")
		p.sp()
	}
	p.bound(w.StartOffset, o&frameStartUnbounded, "UNBOUNDED PRECEDING", o&frameStartCurrentRow, o&frameStartPreceding)
	if o&frameBetween != 0 {
		p.sp()
		p.kw("AND")
		p.sp()
		p.bound(w.EndOffset, o&frameEndUnbounded, "UNBOUNDED FOLLOWING", o&frameEndCurrentRow, o&frameEndPreceding)
	}
	switch {
	case o&frameExcludeCurrentRow != 0:
		p.sp()
		p.kw("EXCLUDE CURRENT ROW")
	case o&frameExcludeGroup != 0:
		p.sp()
		p.kw("EXCLUDE GROUP")
	case o&frameExcludeTies != 0:
		p.sp()
		p.kw("EXCLUDE TIES")
	}
}

func (p *printer) bound(offset *pg.Node, unbounded int32, words string, currentRow, preceding int32) {
	switch {
	case unbounded != 0:
		p.kw(words)
	case currentRow != 0:
		p.kw("CURRENT ROW")
	default:
		p.expr(offset)
		p.sp()
		if preceding != 0 {
			p.kw("PRECEDING")
		} else {
			p.kw("FOLLOWING")
		}
	}
}

// syntaxCall writes EXTRACT(… FROM …) and its kin; false leaves the call to the plain form. The grammar marks them so
// that they come back out as they went in.
func (p *printer) syntaxCall(n *pg.Node, f *pg.FuncCall) bool {
	name, args, ok := systemCall(n)
	if !ok {
		return false
	}
	switch {
	case name == "timezone" && len(args) == 2:
		p.operand(args[1], precAtZone, true)
		p.sp()
		p.kw("AT TIME ZONE")
		p.sp()
		p.operand(args[0], precAtZone, false)
	case name == "extract" && len(args) == 2 && args[0].GetAConst().GetSval() != nil:
		p.extract(args)
	case name == "position" && len(args) == 2:
		p.position(args)
	case name == "btrim":
		p.kw("TRIM")
		p.args(args)
	case name == "ltrim":
		p.trim("LEADING", args)
	case name == "rtrim":
		p.trim("TRAILING", args)
	case name == "substring" && len(args) >= 2:
		p.kw("SUBSTRING")
		p.substring(args)
	default:
		p.deparse(n)
	}
	p.afterCall(f)
	return true
}

// trim writes TRIM(LEADING characters FROM x), and any other number of arguments behind FROM, where the grammar takes a list.
func (p *printer) trim(side string, args []*pg.Node) {
	p.kw("TRIM")
	p.op("(")
	p.kw(side)
	p.sp()
	if len(args) == 2 {
		p.expr(args[1])
		p.sp()
		args = args[:1]
	}
	p.kw("FROM")
	p.sp()
	p.list(args, p.expr)
	p.op(")")
}

// substring writes SUBSTRING(x FROM start FOR length), whose tree differs from that of the comma form.
func (p *printer) substring(args []*pg.Node) {
	p.op("(")
	p.expr(args[0])
	for i, word := range []string{"FROM", "FOR"}[:len(args)-1] {
		p.sp()
		p.kw(word)
		p.sp()
		p.expr(args[i+1])
	}
	p.op(")")
}

func (p *printer) extract(args []*pg.Node) {
	p.kw("EXTRACT")
	p.op("(")
	p.text(Name, extractField(args[0].GetAConst().GetSval().GetSval()))
	p.sp()
	p.kw("FROM")
	p.sp()
	p.expr(args[1])
	p.op(")")
}

func extractField(s string) string {
	if plainName(s, PostgreSQL) {
		return s
	}
	return quoteString(s, PostgreSQL)
}

func (p *printer) position(args []*pg.Node) {
	p.kw("POSITION")
	p.op("(")
	p.operand(args[1], precIn, true)
	p.sp()
	p.kw("IN")
	p.sp()
	p.operand(args[0], precIn, true)
	p.op(")")
}

// cast writes x::type; SQLite knows only CAST(x AS type).
func (p *printer) cast(n *pg.Node, c *pg.TypeCast) {
	name, ok := typeName(c.TypeName, p.d)
	if !ok {
		p.deparse(n)
		return
	}
	if p.d == SQLite {
		p.kw("CAST")
		p.op("(")
		p.expr(c.Arg)
		p.sp()
		p.kw("AS")
		p.sp()
		p.typeWords(name)
		p.op(")")
		return
	}
	p.operand(c.Arg, precCast, true)
	p.op("::")
	p.typeWords(name)
}

func (p *printer) typeWords(name string) {
	for i, w := range strings.Split(name, " ") {
		if i > 0 {
			p.sp()
		}
		p.text(Name, w)
	}
}
