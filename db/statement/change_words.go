package statement

import (
	"regexp"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// words is an expression as an analyst reads it: ≥ for >=, dates without quotes, names of tables for aliases.
func (f *finder) words(e Expr) string { return wordsOf(e.node, f.d, false) }

// columnWords leaves the table out where the expression is a plain column, or a call on one.
func (f *finder) columnWords(e Expr) string { return wordsOf(e.node, f.d, true) }

// subject is the column that a predicate is about: its first one.
func (f *finder) subject(e Expr) string {
	columns := e.Columns()
	if len(columns) == 0 {
		return f.words(e)
	}
	return f.words(columns[0])
}

var mathSigns = map[string]string{">=": "≥", "<=": "≤", "<>": "≠"}

var dateText = regexp.MustCompile(`^'\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?'$`)

// wordsOf is a node in words, its columns alone or with their tables.
func wordsOf(n *pg.Node, d Dialect, alone bool) string {
	if n == nil {
		return ""
	}
	p := pooledPrinter(d)
	p.plain, p.alone = true, alone
	defer printers.Put(p)
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

// patternGrains are the grains that a pattern of strftime cuts a date to; partNames are the parts of a date as one says them.
var (
	patternGrains = map[string]string{"%Y": "year", "%Y-%m": "month", "%Y-%m-%d": "day", "%Y-%m-%d %H:00": "hour"}
	partNames     = map[string]string{"year": "year", "quarter": "quarter number", "month": "month number", "week": "week number",
		"day": "day of the month", "doy": "day of the year", "dow": "weekday", "hour": "hour of the day"}
)

// dateWords writes a date cut to a grain, or a part of it, in words: "month of created_at" is what every engine's own
// spelling of it means.
func (p *printer) dateWords(n *pg.Node) bool {
	f := lift(n, p.d)
	var word string
	switch f.kind {
	case truncForm:
		word = f.word
	case dateForm:
		if !isText(f.args[0]) {
			word = "day"
		}
	case patternForm:
		word = patternGrains[f.word]
	case partForm:
		word = partNames[f.word]
	}
	if word == "" {
		return false
	}
	p.text(Name, word+" of ")
	p.expr(f.args[0])
	return true
}
