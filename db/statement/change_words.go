package statement

import (
	"regexp"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// words is an expression as an analyst reads it: ≥ for >=, dates without quotes, names of tables for aliases.
func (f *finder) words(e Expr) string { return wordsOf(e.node, f.d) }

// columnWords leaves the table out where the expression is a plain column, or a call on one.
func (f *finder) columnWords(e Expr) string { return wordsOf(bare(e).node, f.d) }

// subject is the column that a predicate is about: its first one.
func (f *finder) subject(e Expr) string {
	columns := e.Columns()
	if len(columns) == 0 {
		return f.words(e)
	}
	return wordsOf(columns[0].node, f.d)
}

var mathSigns = map[string]string{">=": "≥", "<=": "≤", "<>": "≠"}

var dateText = regexp.MustCompile(`^'\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?'$`)

func wordsOf(n *pg.Node, d Dialect) string {
	if n == nil {
		return ""
	}
	p := &printer{d: d}
	if s := n.GetSelectStmt(); s != nil {
		p.nested++
		p.selectBody(s)
	} else {
		p.expr(n)
	}
	for i := range p.pieces {
		x := &p.pieces[i]
		switch {
		case x.kind == Operator && mathSigns[x.text] != "":
			x.text = mathSigns[x.text]
		case x.kind == String && dateText.MatchString(x.text):
			x.text = strings.Trim(x.text, "'")
		}
	}
	return flat(p.pieces)
}
