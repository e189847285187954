package statement

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// resolver finds the double-quoted names that SQLite reads as strings: those that no table in sight has as a column and
// no item of the SELECT as an alias (sqlite.org/quirks.html, 8). Where a string says nothing it is a name that was misspelled, and
// stays one, so that the engine refuses it: what is shown, grouped or ordered by, and what is compared with a constant.
type resolver struct {
	src   *source
	names Names
	bare  map[*pg.ColumnRef]bool
}

// scope is what names can mean inside one SELECT.
type scope struct {
	outer   *scope
	tables  []string          // base tables in FROM
	columns map[string]bool   // columns of derived tables and aliases of items, folded
	ctes    map[string]*scope // columns of WITH queries, by folded name
	open    bool              // a source whose columns are not known: everything may be a column
}

func (r resolver) selectStmt(s *pg.SelectStmt, outer *scope) *pg.SelectStmt {
	sc := &scope{outer: outer, columns: map[string]bool{}, ctes: map[string]*scope{}}
	out := shallow(s)
	if s.WithClause != nil {
		out.WithClause = r.with(s.WithClause, sc)
	}
	if isSetOp(s) {
		out.Larg, out.Rarg = r.selectStmt(s.Larg, sc), r.selectStmt(s.Rarg, sc)
		r.addOutput(sc, s)
	}
	for _, n := range s.FromClause {
		r.addSource(sc, n)
	}
	for _, n := range s.TargetList {
		sc.addColumn(n.GetResTarget().GetName())
	}
	for _, n := range s.GroupClause {
		r.keepName(n)
	}
	rest := shallow(out)
	rest.WithClause, rest.Larg, rest.Rarg = nil, nil, nil
	done := rewriter{before: func(n *pg.Node) (*pg.Node, bool) { return r.node(n, sc) }}.selectStmt(rest)
	done = shallow(done)
	done.WithClause, done.Larg, done.Rarg = out.WithClause, out.Larg, out.Rarg
	return done
}

func (r resolver) with(w *pg.WithClause, sc *scope) *pg.WithClause {
	out := shallow(w)
	out.Ctes = make([]*pg.Node, len(w.Ctes))
	for i, n := range w.Ctes {
		c := shallow(n.GetCommonTableExpr())
		columns := &scope{columns: map[string]bool{}}
		for _, name := range stringsOf(c.Aliascolnames) {
			columns.addColumn(name)
		}
		sc.ctes[strings.ToLower(c.Ctename)] = columns
		if s := c.Ctequery.GetSelectStmt(); s != nil {
			r.addOutputOf(columns, s, sc)
			c.Ctequery = selectNode(r.selectStmt(s, sc))
		}
		out.Ctes[i] = cteNode(c)
	}
	return out
}

func (r resolver) node(n *pg.Node, sc *scope) (*pg.Node, bool) {
	switch t := n.GetNode().(type) {
	case *pg.Node_SelectStmt:
		return selectNode(r.selectStmt(t.SelectStmt, sc)), true
	case *pg.Node_ColumnRef:
		return r.column(n, t.ColumnRef, sc), true
	case *pg.Node_ResTarget:
		r.keepName(t.ResTarget.Val)
	case *pg.Node_SortBy:
		r.keepName(t.SortBy.Node)
	case *pg.Node_AExpr:
		if constant(t.AExpr.Rexpr) {
			r.keepName(t.AExpr.Lexpr)
		}
	}
	return nil, false
}

// keepName notes that what stands here is a name.
func (r resolver) keepName(n *pg.Node) {
	if c := n.GetColumnRef(); c != nil {
		r.bare[c] = true
	}
}

// constant says whether an operand is a constant, or a list of them.
func constant(n *pg.Node) bool {
	if list := n.GetList(); list != nil {
		return !slices.ContainsFunc(list.Items, func(item *pg.Node) bool { return !constant(item) })
	}
	return n.GetAConst() != nil
}

func (r resolver) column(n *pg.Node, c *pg.ColumnRef, sc *scope) *pg.Node {
	if len(c.Fields) != 1 || c.Fields[0].GetString_() == nil || !r.doubleQuoted(int(c.Location)) {
		return n
	}
	name := c.Fields[0].GetString_().GetSval()
	if r.bare[c] || r.known(name, sc) {
		return n
	}
	return textNode(name)
}

// doubleQuoted says that a double quote was typed at a place of the rewritten text; `x` and [x] are names always.
func (r resolver) doubleQuoted(at int) bool {
	if at < 0 {
		return false
	}
	at = r.src.original(at)
	return at < len(r.src.before) && r.src.before[at] == '"'
}

func (r resolver) known(name string, sc *scope) bool {
	for ; sc != nil; sc = sc.outer {
		if sc.open || sc.columns[strings.ToLower(name)] {
			return true
		}
		for _, t := range sc.tables {
			if r.names.HasColumn(t, name) {
				return true
			}
		}
	}
	return false
}

func (sc *scope) addColumn(name string) {
	if name != "" {
		sc.columns[strings.ToLower(name)] = true
	}
}

func (sc *scope) cte(name string) *scope {
	for ; sc != nil; sc = sc.outer {
		if c, ok := sc.ctes[strings.ToLower(name)]; ok {
			return c
		}
	}
	return nil
}

// addSource adds what one item of FROM brings into sight.
func (r resolver) addSource(sc *scope, n *pg.Node) {
	switch t := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		r.addTable(sc, t.RangeVar)
	case *pg.Node_JoinExpr:
		r.addSource(sc, t.JoinExpr.Larg)
		r.addSource(sc, t.JoinExpr.Rarg)
	case *pg.Node_RangeSubselect:
		if s := t.RangeSubselect.Subquery.GetSelectStmt(); s != nil {
			r.addOutputOf(sc, s, sc)
		}
	default:
		sc.open = true
	}
}

func (r resolver) addTable(sc *scope, v *pg.RangeVar) {
	if c := sc.cte(v.Relname); c != nil && v.Schemaname == "" {
		for name := range c.columns {
			sc.columns[name] = true
		}
		sc.open = sc.open || c.open
		sc.tables = append(sc.tables, c.tables...)
		return
	}
	if !r.names.HasTable(v.Relname) {
		sc.open = true
		return
	}
	sc.tables = append(sc.tables, v.Relname)
}

func (r resolver) addOutput(sc *scope, s *pg.SelectStmt) { r.addOutputOf(sc, s, sc) }

// addOutputOf adds the columns that a query puts out to sc; its tables are looked up as seen from around.
func (r resolver) addOutputOf(sc *scope, s *pg.SelectStmt, around *scope) {
	if isSetOp(s) {
		r.addOutputOf(sc, s.Larg, around)
		return
	}
	for _, n := range s.TargetList {
		t := n.GetResTarget()
		fields := t.GetVal().GetColumnRef().GetFields()
		switch {
		case t.GetName() != "":
			sc.addColumn(t.GetName())
		case len(fields) > 0 && fields[len(fields)-1].GetAStar() != nil:
			r.addStar(sc, s, around)
		case len(fields) > 0:
			sc.addColumn(fields[len(fields)-1].GetString_().GetSval())
		}
	}
}

func (r resolver) addStar(sc *scope, s *pg.SelectStmt, around *scope) {
	inner := &scope{outer: around, columns: sc.columns, ctes: map[string]*scope{}}
	for _, from := range s.FromClause {
		r.addSource(inner, from)
	}
	sc.tables = append(sc.tables, inner.tables...)
	sc.open = sc.open || inner.open
}
