package statement

import (
	"maps"
	"slices"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Meeting is a place of a text where a value meets others, and the engine looks for one type for all of them: it may make values of the
// one's type of the others, though the text does not name the type.
//
// All forms of expression in which a value is known to meet no other are listed in this file; in any other form it counts as meeting
// them in the worst way.
type Meeting struct {
	// Column is what the value is called: the name of a column or of a row; empty for any column, "$" for what a body is handed.
	Column string
	// Through are the calls that the value comes through, the innermost first: some give values of another type.
	Through []Called
	// Wrapped says that the text makes an array of it on the way.
	Wrapped bool
	// At is the call that the value meets others in, Operator the operator; neither: a form that looks for a type by itself.
	At       *Called
	Operator Named
	// Part says that it is something taken out of the value that meets others.
	Part bool
}

// step is what an expression is in, from the inside out.
type step struct {
	up       *step
	through  *Called // a call that may give the value on
	wraps    bool
	meets    bool
	part     bool
	at       *Called
	operator Named
}

// unnamed is where a value gets a name that the text does not say: whatever becomes of it cannot be told.
var unnamed = &step{wraps: true, up: &step{meets: true}}

// flow finds where the values of a text meet.
type flow struct {
	u     *Uses
	names map[string]bool // that are given to values which had others
	own   map[string]bool // that values had
}

// Handed is what a body calls that which it is handed without a name.
const Handed = "$"

// meetings reads a statement's.
func (u *Uses) meetings(tree *pg.ParseResult) {
	f := flow{u: u, names: map[string]bool{}, own: map[string]bool{}}
	for _, raw := range tree.Stmts {
		if s := raw.Stmt.GetSelectStmt(); s != nil {
			f.query(s, nil, false)
		} else {
			f.worst(raw.Stmt)
		}
	}
	if !f.own[""] {
		delete(f.own, "")
	}
	u.Renamed, u.Mentioned = slices.Sorted(maps.Keys(f.names)), slices.Sorted(maps.Keys(f.own))
}

func (f *flow) alias(a *pg.Alias) {
	if a != nil {
		f.names[a.Aliasname] = true
		f.rename(a.Colnames)
		f.own[""] = f.own[""] || len(a.Colnames) > 0 // of tables the columns are told by their places
	}
}

func (f *flow) rename(names []*pg.Node) {
	for _, name := range stringsOf(names) {
		f.names[name] = true
	}
}

// query goes through a SELECT whose rows end up at a step; named says that its columns get names by which the text speaks of them.
func (f *flow) query(s *pg.SelectStmt, at *step, named bool) {
	if s == nil {
		return
	}
	if s.WithClause != nil {
		for _, n := range s.WithClause.Ctes {
			cte := n.GetCommonTableExpr()
			f.names[cte.Ctename] = true
			f.rename(cte.Aliascolnames)
			f.below(cte.Ctequery)
			f.worst(cte.SearchClause)
			f.worst(cte.CycleClause)
		}
	}
	if s.Op != pg.SetOperation_SETOP_NONE {
		at = &step{up: at, meets: true}
		f.query(s.Larg, at, named)
		f.query(s.Rarg, at, named)
	}
	rows := at
	if named {
		rows = unnamed
	} else if len(s.ValuesLists) > 1 {
		rows = &step{up: at, meets: true}
	}
	for _, row := range s.ValuesLists {
		f.all(row.GetList().GetItems(), rows)
	}
	for _, n := range s.TargetList {
		f.target(n.GetResTarget(), at, named)
	}
	for _, n := range s.FromClause {
		f.source(n)
	}
	f.all(s.DistinctClause, nil)
	f.all([]*pg.Node{s.WhereClause, s.HavingClause, s.LimitOffset, s.LimitCount}, nil)
	f.all(s.GroupClause, nil)
	f.all(s.SortClause, nil)
	for _, n := range s.WindowClause {
		f.window(n.GetWindowDef())
	}
	if s.IntoClause != nil {
		f.worst(s.IntoClause)
	}
}

// below is a query whose columns the text speaks of by their names.
func (f *flow) below(n *pg.Node) {
	if s := n.GetSelectStmt(); s != nil {
		f.query(s, nil, true)
	} else if n != nil {
		f.worst(n)
	}
}

// target is one column of a query's rows. One that keeps its name goes by it wherever it is spoken of.
func (f *flow) target(t *pg.ResTarget, at *step, named bool) {
	if !named {
		f.expr(t.Val, at)
		return
	}
	column := lastOf(t.Val.GetColumnRef())
	kept := t.Val.GetColumnRef() != nil && (t.Name == "" || t.Name == column)
	switch {
	case kept:
	case t.Name == "":
		f.called(t)
		at = unnamed
	default:
		f.called(t)
		at = &step{up: at, meets: true}
	}
	f.expr(t.Val, at)
}

// called notes the name that a column gets: its own, or one that the engine takes of something in the expression.
func (f *flow) called(t *pg.ResTarget) {
	if t.Name != "" {
		f.names[t.Name] = true
		return
	}
	for _, form := range []string{"case", "coalesce", "array", "row", "greatest", "least", "nullif", "exists", "?column?"} {
		f.names[form] = true
	}
	visit(t.Val, func(m any) bool {
		switch x := m.(type) {
		case *pg.FuncCall:
			f.names[lastName(x.Funcname)] = true
		case *pg.TypeName:
			f.names[lastName(x.Names)] = true
		case *pg.ColumnRef:
			f.names[lastOf(x)] = true
		case *pg.A_Indirection:
			f.names[fieldOf(x)] = true
		default:
			if form := newerForm(m); form != "" {
				f.names[form] = true
			}
		}
		return true
	})
	delete(f.names, "")
}

// source is one item of FROM.
func (f *flow) source(n *pg.Node) {
	switch t := n.GetNode().(type) {
	case *pg.Node_RangeVar:
		f.names[t.RangeVar.Relname] = true
		f.alias(t.RangeVar.Alias)
	case *pg.Node_RangeSubselect:
		f.alias(t.RangeSubselect.Alias)
		f.below(t.RangeSubselect.Subquery)
	case *pg.Node_RangeFunction:
		f.alias(t.RangeFunction.Alias)
		for _, item := range t.RangeFunction.Functions { // each a call and the columns that it is said to give
			for _, part := range item.GetList().GetItems() {
				visit(part, func(m any) bool {
					if call, ok := m.(*pg.FuncCall); ok {
						f.names[lastName(call.Funcname)] = true
					}
					return true
				})
				if part.GetColumnDef() == nil && part.GetList() == nil {
					f.expr(part, unnamed)
				}
			}
		}
	case *pg.Node_JoinExpr:
		f.join(t.JoinExpr)
	case *pg.Node_RangeTableSample:
		f.source(t.RangeTableSample.Relation)
		f.all(append(slices.Clone(t.RangeTableSample.Args), t.RangeTableSample.Repeatable), nil)
	case nil:
	default:
		f.worst(n)
	}
}

func (f *flow) join(j *pg.JoinExpr) {
	f.alias(j.Alias)
	f.alias(j.JoinUsingAlias)
	f.source(j.Larg)
	f.source(j.Rarg)
	f.expr(j.Quals, nil)
	same := &step{meets: true, operator: Named{Name: "="}}
	for _, name := range stringsOf(j.UsingClause) {
		f.leaf(name, same)
	}
	if j.IsNatural {
		f.leaf("", same)
	}
}

func (f *flow) window(w *pg.WindowDef) {
	if w != nil {
		f.all(w.PartitionClause, nil)
		f.all(w.OrderClause, nil)
		f.all([]*pg.Node{w.StartOffset, w.EndOffset}, nil)
	}
}

func (f *flow) all(nodes []*pg.Node, at *step) {
	for _, n := range nodes {
		f.expr(n, at)
	}
}

// meeting goes through expressions that the engine finds one type for.
func (f *flow) meeting(nodes []*pg.Node, at *step) {
	if len(nodes) > 1 {
		at = &step{up: at, meets: true}
	}
	f.all(nodes, at)
}

// expr goes through an expression whose value ends up at a step; nil: where it meets nothing.
func (f *flow) expr(n *pg.Node, at *step) {
	switch t := n.GetNode().(type) {
	case nil, *pg.Node_AConst, *pg.Node_SqlvalueFunction, *pg.Node_SetToDefault:
	case *pg.Node_ColumnRef:
		f.column(t.ColumnRef, at)
	case *pg.Node_ParamRef:
		f.leaf(Handed, at)
	case *pg.Node_AIndirection:
		f.part(t.AIndirection, at)
	case *pg.Node_TypeCast:
		if keepsRows[lastName(t.TypeCast.TypeName.GetNames())] {
			f.expr(t.TypeCast.Arg, at)
		} else {
			f.expr(t.TypeCast.Arg, nil) // what it becomes is named
		}
	case *pg.Node_CollateClause:
		f.expr(t.CollateClause.Arg, at)
	case *pg.Node_NamedArgExpr:
		f.expr(t.NamedArgExpr.Arg, at)
	case *pg.Node_FuncCall:
		f.call(t.FuncCall, at)
	case *pg.Node_AExpr:
		at = &step{up: at, meets: true, operator: named(t.AExpr.Name)}
		f.expr(t.AExpr.Lexpr, at)
		f.expr(t.AExpr.Rexpr, at)
	case *pg.Node_BoolExpr:
		f.all(t.BoolExpr.Args, nil)
	case *pg.Node_NullTest:
		f.expr(t.NullTest.Arg, nil)
	case *pg.Node_BooleanTest:
		f.expr(t.BooleanTest.Arg, nil)
	case *pg.Node_GroupingFunc:
		f.all(t.GroupingFunc.Args, nil)
	case *pg.Node_GroupingSet:
		f.all(t.GroupingSet.Content, nil)
	case *pg.Node_SortBy:
		f.expr(t.SortBy.Node, nil)
	case *pg.Node_CaseExpr:
		f.cases(t.CaseExpr, at)
	case *pg.Node_CoalesceExpr:
		f.meeting(t.CoalesceExpr.Args, at)
	case *pg.Node_MinMaxExpr:
		f.meeting(t.MinMaxExpr.Args, at)
	case *pg.Node_AArrayExpr:
		f.meeting(t.AArrayExpr.Elements, &step{up: at, wraps: true})
	case *pg.Node_RowExpr:
		f.all(t.RowExpr.Args, at) // each may be taken out again
	case *pg.Node_List:
		f.all(t.List.Items, at)
	case *pg.Node_SubLink:
		f.sub(t.SubLink, at)
	case *pg.Node_XmlSerialize:
		f.expr(t.XmlSerialize.Expr, nil)
	case *pg.Node_XmlExpr:
		for _, arg := range t.XmlExpr.NamedArgs {
			f.expr(arg.GetResTarget().GetVal(), nil)
		}
		f.all(t.XmlExpr.Args, nil)
	default:
		f.worst(n)
	}
}

// keepsRows are types that a value keeps its own under: a row is of its type where it is cast to record.
var keepsRows = wordSet("record _record unknown")

func (f *flow) column(c *pg.ColumnRef, at *step) {
	name := lastOf(c)
	f.leaf(name, at)
	if name == "" && len(c.Fields) > 1 { // the whole row, in a call
		f.leaf(c.Fields[len(c.Fields)-2].GetString_().GetSval(), at)
	}
}

// part is something taken out of a value: an element is of the array's column, a field has a name of its own.
func (f *flow) part(i *pg.A_Indirection, at *step) {
	field := false
	for _, n := range i.Indirection {
		if name := n.GetString_().GetSval(); name != "" {
			field = true
			f.leaf(name, at)
		}
		if n.GetAStar() != nil {
			f.leaf("", at)
		}
		if index := n.GetAIndices(); index != nil {
			f.all([]*pg.Node{index.Lidx, index.Uidx}, nil)
		}
	}
	if plain := i.Arg.GetColumnRef() != nil || i.Arg.GetParamRef() != nil; plain && field {
		at = &step{up: at, part: true}
	}
	f.expr(i.Arg, at)
}

func (f *flow) cases(c *pg.CaseExpr, at *step) {
	var tests *step
	if c.Arg != nil {
		tests = &step{meets: true, operator: Named{Name: "="}}
	}
	f.expr(c.Arg, tests)
	at = &step{up: at, meets: true}
	for _, n := range c.Args {
		f.expr(n.GetCaseWhen().GetExpr(), tests)
		f.expr(n.GetCaseWhen().GetResult(), at)
	}
	f.expr(c.Defresult, at)
}

// call goes through what a function is called with, and what its values are sorted and chosen by.
func (f *flow) call(c *pg.FuncCall, at *step) {
	if column, ok := asColumn(c); ok {
		f.column(column, at)
	}
	called := &Called{Named: named(c.Funcname), Args: len(c.Args)}
	if c.AggWithinGroup || c.FuncVariadic {
		called.Args = -1
	}
	if called.Projects() {
		f.leaf(called.Name, at)
	}
	at = &step{up: at, through: called}
	args := c.Args
	if c.AggWithinGroup {
		args = append(slices.Clone(args), c.AggOrder...)
	} else {
		f.all(c.AggOrder, nil)
	}
	if len(args) > 1 {
		at = &step{up: at, meets: true, at: called}
		if c.AggWithinGroup { // direct arguments are fitted to what is sorted
			at = &step{up: at, meets: true}
		}
	}
	for _, arg := range args {
		if by := arg.GetSortBy(); by != nil {
			arg = by.Node
		}
		f.expr(arg, at)
	}
	f.expr(c.AggFilter, nil)
	f.window(c.Over)
}

func (f *flow) sub(s *pg.SubLink, at *step) {
	switch s.SubLinkType {
	case pg.SubLinkType_EXISTS_SUBLINK:
		at = nil
	case pg.SubLinkType_EXPR_SUBLINK:
	case pg.SubLinkType_ARRAY_SUBLINK:
		at = &step{up: at, wraps: true}
	default:
		at = &step{meets: true, operator: named(s.OperName)}
		f.expr(s.Testexpr, at)
	}
	f.query(s.Subselect.GetSelectStmt(), at, false)
}

// worst is for what is not known here: whatever stands in it is made into arrays and meets all that there is.
func (f *flow) worst(m any) {
	at := &step{meets: true, at: &Called{Args: -1}, up: nil}
	visit(m, func(m any) bool {
		switch t := m.(type) {
		case *pg.ColumnRef:
			f.column(t, &step{up: at, wraps: true})
		case *pg.ParamRef:
			f.leaf(Handed, &step{up: at, wraps: true})
		case *pg.A_Indirection:
			f.part(t, &step{up: at, wraps: true})
		case *pg.ResTarget:
			f.called(t)
		case *pg.Alias:
			f.alias(t)
		case *pg.JoinExpr:
			f.own[""] = f.own[""] || t.IsNatural
		}
		return true
	})
}

// leaf notes where a value that goes by a name meets others, on its way up.
func (f *flow) leaf(name string, at *step) {
	f.own[name] = true
	var through []Called
	wrapped, part := false, false
	last := (*step)(nil)
	for s := at; s != nil; s = s.up {
		switch {
		case s.through != nil:
			through, last = append(through[:len(through):len(through)], *s.through), nil
		case s.wraps:
			wrapped, last = true, nil
		case s.part:
			part = true
		case s.meets && (last == nil || last.at != s.at || last.operator != s.operator):
			f.u.Meetings = append(f.u.Meetings, Meeting{name, through, wrapped, s.at, s.operator, part})
			last = s
		}
	}
}
