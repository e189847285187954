package statement

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// A table's name before each of its columns makes lines long. Where several sources stand in one FROM, a short name stands in its place:
// the first letters of the table's name's parts, and more of the last one where others have them.

// Shortened is the statement with short names for the tables of each FROM of several sources. Tables that keep reads under their own names
// stay as they are, so that a query keeps its look while it is refined and nothing changes in what somebody wrote; keep may be nil. What
// cannot be written so is returned as it is.
func (s *Statement) Shortened(keep *Statement) *Statement {
	if s.tree == nil || s.refusal != nil {
		return s
	}
	x := shortener{holder: map[string]string{}, kept: map[string]bool{}, taken: map[string]bool{}, whole: map[string]bool{}}
	if keep != nil && keep.tree != nil {
		visit(keep.tree, x.keep)
	}
	visit(s.tree, x.take)
	if x.odd {
		return s
	}
	tree := x.selectStmt(s.tree, nil)
	if tree == s.tree || tooDeepToWrite(tree) {
		return s
	}
	short, err := build(tree, s.dialect)
	if err != nil || short.refusal != nil {
		return s
	}
	return short
}

type shortener struct {
	kept  map[string]bool // tables that another statement reads under their own names, in small letters
	taken map[string]bool // names that a short one must not be
	whole map[string]bool // names that stand alone: they may be whole rows
	odd   bool            // a join has a name of its own
	// holder is what has a short name: the last part of its table's name.
	holder map[string]string
}

// shortScope is what a FROM has: the short name of each source by the name that columns say it by, empty where it has none.
type shortScope struct {
	outer *shortScope
	names map[string]shortName
}

type shortName struct{ short, schema string }

func (x *shortener) keep(m any) bool {
	if t, ok := m.(*pg.RangeVar); ok && t.Alias == nil {
		x.kept[strings.ToLower(t.Relname)] = true
	}
	return true
}

func (x *shortener) take(m any) bool {
	switch t := m.(type) {
	case *pg.RangeVar:
		x.taken[strings.ToLower(t.Relname)] = true
	case *pg.Alias:
		x.taken[strings.ToLower(t.Aliasname)] = true
	case *pg.CommonTableExpr:
		x.taken[strings.ToLower(t.Ctename)] = true
	case *pg.ResTarget:
		x.taken[strings.ToLower(t.Name)] = true
	case *pg.JoinExpr:
		x.odd = x.odd || t.Alias != nil
	case *pg.ColumnRef:
		for _, f := range t.Fields {
			x.taken[strings.ToLower(f.GetString_().GetSval())] = true
		}
		if len(t.Fields) == 1 {
			x.whole[strings.ToLower(t.Fields[0].GetString_().GetSval())] = true
		}
	}
	return true
}

func (x *shortener) selectStmt(s *pg.SelectStmt, outer *shortScope) *pg.SelectStmt {
	if isSetOp(s) {
		out := shallow(s)
		out.Larg, out.Rarg = x.selectStmt(s.Larg, outer), x.selectStmt(s.Rarg, outer)
		return x.below(out, outer)
	}
	return x.below(s, x.scope(s, outer))
}

// below rewrites what is in a SELECT, the sides of a set operation apart.
func (x *shortener) below(s *pg.SelectStmt, sc *shortScope) *pg.SelectStmt {
	rest := shallow(s)
	rest.Larg, rest.Rarg = nil, nil
	done := rewriter{before: func(n *pg.Node) (*pg.Node, bool) { return x.node(n, sc) }}.selectStmt(rest)
	if done == rest && s.Larg == nil {
		return s
	}
	done = shallow(done)
	done.Larg, done.Rarg = s.Larg, s.Rarg
	return done
}

// scope finds the sources of a FROM and names them.
func (x *shortener) scope(s *pg.SelectStmt, outer *shortScope) *shortScope {
	var tables []*pg.RangeVar
	others := 0
	for _, n := range s.FromClause {
		tables, others = readIn(n, tables, others)
	}
	sc := &shortScope{outer: outer, names: map[string]shortName{}}
	for _, t := range tables {
		name := strings.ToLower(t.Relname)
		_, twice := sc.names[name]
		switch {
		case t.Alias != nil:
			sc.names[strings.ToLower(t.Alias.Aliasname)] = shortName{}
		case twice || x.kept[name] || x.whole[name] || len(tables)+others < 2:
			sc.names[name] = shortName{}
		default:
			sc.names[name] = shortName{x.name(t.Relname), t.Schemaname}
		}
	}
	return sc
}

// readIn are the tables of an item of FROM, and how many other sources it has.
func readIn(n *pg.Node, tables []*pg.RangeVar, others int) ([]*pg.RangeVar, int) {
	switch t := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		return append(tables, t.RangeVar), others
	case *pg.Node_JoinExpr:
		tables, others = readIn(t.JoinExpr.Larg, tables, others)
		return readIn(t.JoinExpr.Rarg, tables, others)
	}
	return tables, others + 1
}

// name is a short name that nothing else has. A table has one wherever it is read.
func (x *shortener) name(table string) string {
	initials, last := "", ""
	for part := range strings.FieldsFuncSeq(strings.ToLower(table), func(r rune) bool { return r < 'a' || r > 'z' }) {
		initials, last = initials+part[:1], part
	}
	tries := []string{initials}
	if other := x.holder[initials]; initials != "" && other != "" { // then the letter in which the two differ
		n := 0
		for n < min(len(other), len(last)) && other[n] == last[n] {
			n++
		}
		if n < len(last) {
			tries = append(tries, initials+last[n:n+1])
		}
	}
	for n := 2; n <= len(last); n++ {
		tries = append(tries, initials+last[1:n])
	}
	for _, short := range tries {
		if short != "" && !x.taken[short] && !reservedWords[short] {
			x.taken[short], x.holder[short] = true, last
			return short
		}
	}
	return ""
}

func (x *shortener) node(n *pg.Node, sc *shortScope) (*pg.Node, bool) {
	switch t := n.GetNode().(type) {
	case *pg.Node_SelectStmt:
		if inner := x.selectStmt(t.SelectStmt, sc); inner != t.SelectStmt {
			return selectNode(inner), true
		}
		return n, true
	case *pg.Node_ColumnRef:
		return sc.column(n, t.ColumnRef), true
	case *pg.Node_RangeVar:
		found := sc.names[strings.ToLower(t.RangeVar.Relname)]
		if t.RangeVar.Alias != nil || found.short == "" {
			return n, true
		}
		named := shallow(t.RangeVar)
		named.Alias = &pg.Alias{Aliasname: found.short}
		return &pg.Node{Node: &pg.Node_RangeVar{RangeVar: named}}, true
	}
	return nil, false
}

// column says a column by the short name of what it is of.
func (sc *shortScope) column(n *pg.Node, c *pg.ColumnRef) *pg.Node {
	of := len(c.Fields) - 2
	if of < 0 || of > 1 {
		return n
	}
	found := sc.find(strings.ToLower(c.Fields[of].GetString_().GetSval()))
	if found.short == "" || of == 1 && !strings.EqualFold(c.Fields[0].GetString_().GetSval(), found.schema) {
		return n
	}
	short := shallow(c)
	short.Fields = []*pg.Node{{Node: &pg.Node_String_{String_: &pg.String{Sval: found.short}}}, c.Fields[of+1]}
	return &pg.Node{Node: &pg.Node_ColumnRef{ColumnRef: short}}
}

// find looks a name up from the inside out.
func (sc *shortScope) find(name string) shortName {
	for ; sc != nil; sc = sc.outer {
		if found, ok := sc.names[name]; ok {
			return found
		}
	}
	return shortName{}
}
