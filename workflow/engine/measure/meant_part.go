package measure

import (
	"cmp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file lets groups, columns and figures that a refinement names be read by the reader of questions (compose), and puts
// them into the query in force.

// leastPart is the score from which on a reading of a part counts.
const leastPart = 0.5

// figuresOf are the figures that a text may mean of the rows in force, best first. What was planned is no figure of what was done, unless
// the words say so.
func figuresOf(ed *edit.Editor, text string) []compose.Part {
	list := ed.Engine.Composer.Figures(text, ed.Root(), ed.Now)
	said := schema.Words(text)
	for i, p := range list {
		for _, t := range p.Show {
			if ofPlan(t) && !slices.ContainsFunc(said, func(w string) bool {
				return slices.Contains(english.Planned, w) || slices.Contains(english.Planned, schema.Lemma(w))
			}) {
				list[i].Score -= edit.PlannedPrice
			}
		}
	}
	return Best(ed, list)
}

// ofPlan says that a figure is taken of a column that says what was planned.
func ofPlan(t meaning.Term) bool {
	return t.Column != nil && t.Column.Has(english.Planned...) || slices.ContainsFunc(t.Args, ofPlan)
}

// Best sorts readings of a part by what the query in force says for them too, and drops poor ones.
func Best(ed *edit.Editor, list []compose.Part) []compose.Part {
	var out []compose.Part
	for _, p := range list {
		if p.Score < leastPart {
			continue
		}
		for _, t := range p.Show {
			p.Score += favourTerm(ed, t)
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b compose.Part) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// favourTerm is what the query in force says for a term: its table is joined already, or is the one that is measured.
func favourTerm(ed *edit.Editor, t meaning.Term) float64 {
	tables := ed.Scope().Tables()
	if t.Of != nil {
		switch {
		case t.Of == ed.Root() && t.Kind != meaning.Count:
			return 2 * gainThere // what is counted is named: the orders, not their lines
		case slices.Contains(tables, t.Of):
			return gainThere
		}
		return 0
	}
	if t.Column != nil && slices.Contains(tables, t.Column.Table) {
		return gainThere
	}
	return 0
}

// GroupMeant makes what the words name the keys of the groups.
func GroupMeant(ed *edit.Editor, text string, keep bool) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil {
		return false
	}
	for _, p := range Best(ed, ed.Engine.Composer.Dimensions(text, root, ed.Now)) {
		if ed.Try(func() bool { return GroupPart(ed, p, keep) }) {
			return true
		}
	}
	return false
}

// GroupLoosely groups by the last word of two that names a column of the tables in force: what "transport mode" is the mode of, nobody
// says.
func GroupLoosely(ed *edit.Editor, text string, keep bool) bool {
	words := clause.ContentWords(text)
	if len(words) != 2 {
		return false
	}
	t, ok := ed.Targets(words[1])
	if !ok || len(t) != 1 || len(t[0].Columns) != 1 || !slices.Contains(ed.Scope().Tables(), t[0].Columns[0].Table) || t[0].Columns[0].Role == schema.Measure || t[0].Columns[0].Role == schema.Moment || !clause.Group(ed, t, keep) {
		return false
	}
	ed.Assume(text + " is " + t[0].Columns[0].String())
	return true
}

// AllNumbers says that targets are columns of numbers to add up or average.
func AllNumbers(targets []edit.Target) bool {
	return !slices.ContainsFunc(targets, func(t edit.Target) bool {
		return t.Item >= 0 || len(t.Columns) != 1 || t.Columns[0].Role != schema.Measure
	})
}

// NeedsJoin says that targets lie in tables that the query has not joined: which way leads there is the reader's of questions.
func NeedsJoin(ed *edit.Editor, targets []edit.Target) bool {
	tables := ed.Scope().Tables()
	return slices.ContainsFunc(targets, func(t edit.Target) bool {
		return t.Item < 0 && slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
			return !slices.Contains(tables, c.Table) || c.Role == schema.Reference
		})
	})
}

// GroupPart makes a part that was read the keys of the groups, beside those that there are or instead of them.
func GroupPart(ed *edit.Editor, p compose.Part, keep bool) bool {
	q := ed.Block()
	if !q.Grouped() && !clause.CountRows(ed) {
		return false
	}
	before, newest := clause.Used(ed), clause.NewestFirst(ed)
	if !keep {
		q.SpellOut()
	}
	var keys []statement.Expr
	var items []statement.Item
	ok := onto(ed, func(s *meaning.Scope) error {
		keys, items = nil, nil
		for _, t := range p.Keys {
			x, err := s.Term(timed(ed, t))
			if err != nil {
				return err
			}
			keys = append(keys, x)
		}
		for _, t := range p.Show {
			alias := strings.ReplaceAll(t.Grain, " ", "_")
			if i := slices.IndexFunc(p.Keys, t.Equal); i >= 0 {
				items = append(items, statement.Item{Expr: keys[i], Alias: alias}) // as it is grouped by, word for word
				continue
			}
			x, err := s.Term(timed(ed, t))
			if err != nil {
				return err
			}
			items = append(items, statement.Item{Expr: x, Alias: alias})
		}
		return nil
	})
	if !ok || !clause.Regroup(ed, keys, items, keep) {
		return false
	}
	clause.Prune(ed, before)
	timed := slices.ContainsFunc(p.Keys, func(t meaning.Term) bool { return t.Grain != "" })
	clause.ArrangeGroups(ed, keys, !keep && len(p.Keys) == 1 && timed, newest, timed)
	return true
}

// timed gives the rows' own time the column by which the query in force narrows or shows them already.
func timed(ed *edit.Editor, t meaning.Term) meaning.Term {
	if t.Kind != meaning.Time {
		return t
	}
	if c, _ := ed.InForce(); c != nil && c.Type.Temporal() {
		return meaning.Term{Kind: meaning.Column, Column: c, Grain: t.Grain, At: t.At}
	}
	return t
}

func termName(t meaning.Term) string {
	words := schema.Split(t.Explain())
	if t.Name != "" {
		words = schema.Split(t.Name)
	}
	return strings.ToLower(strings.Join(words, "_"))
}

// figureExpr is a figure as an expression beside those in force.
func figureExpr(ed *edit.Editor, t meaning.Term, where []meaning.Cond) (statement.Expr, bool) {
	if t.Kind == meaning.Ratio || t.Kind == meaning.Arithmetic {
		l, ok := figureExpr(ed, t.Args[0], where)
		r, also := figureExpr(ed, t.Args[1], nil)
		if !ok || !also {
			return statement.Expr{}, false
		}
		if t.Kind == meaning.Ratio {
			return ed.Dialect.Divide(l, r), true
		}
		return statement.Binary(t.Fn, l, r), true
	}
	if t.Kind == meaning.Number {
		return statement.Literal(t.Value), true
	}
	root := ed.Root()
	if t.Of == nil || root == nil {
		return statement.Expr{}, false
	}
	t.Where, where = besides(root, t.Where), besides(root, where)
	grouped := ed.Block().Grouped()
	if each := eachOf(t); !grouped && t.Of == root && each != nil && len(t.Where)+len(where) == 0 {
		return TermExpr(ed, meaning.ColumnTerm(each, t.At))
	}
	switch {
	case grouped && t.Of == root && t.Kind == meaning.Count && len(t.Args) == 0 && Nested(ed) && root.PrimaryKey() != nil:
		t.Where = append(slices.Clone(t.Where), where...) // a derived table may have several rows for each
		t.Args, t.Distinct = []meaning.Term{meaning.ColumnTerm(root.PrimaryKey(), t.At)}, true
		return TermExpr(ed, t)
	case grouped && t.Of == root:
		t.Where = append(slices.Clone(t.Where), where...)
		return TermExpr(ed, t)
	case grouped && t.Kind == meaning.Count && len(t.Args) == 0 && len(where) == 0 && t.Of.PrimaryKey() != nil && refersTo(ed, root, t.Of):
		return TermExpr(ed, meaning.Term{Kind: meaning.Count, Of: root, Args: []meaning.Term{meaning.ColumnTerm(t.Of.PrimaryKey(), t.At)}, Distinct: true})
	case grouped && t.Kind == meaning.Count && t.Distinct && len(where) == 0 && refersTo(ed, root, t.Of):
		t.Of = root
		return TermExpr(ed, t)
	case grouped && t.Kind == meaning.Aggregate && (t.Fn == "min" || t.Fn == "max") && len(where) == 0 && refersTo(ed, root, t.Of):
		t.Of = root
		return TermExpr(ed, t)
	}
	return besideExpr(ed, t, where)
}

// eachOf is what a figure that somebody defined is of one row: what it adds up or averages. Nil for others.
func eachOf(t meaning.Term) *schema.Column {
	if t.Kind != meaning.Aggregate || len(t.Args) != 1 || t.Args[0].Column == nil || t.Args[0].Column.Metric == nil {
		return nil
	}
	return t.Args[0].Column.Metric.Each
}

// refersTo says that rows of a table refer to one of the other, or that the query in force has joined it.
func refersTo(ed *edit.Editor, from, to *schema.Table) bool {
	return slices.Contains(ed.Scope().Tables(), to) || meaning.Refers(ed.Index, from, to)
}

// TermExpr is a term as an expression of the query in force, its table joined.
func TermExpr(ed *edit.Editor, t meaning.Term) (x statement.Expr, ok bool) {
	ok = onto(ed, func(s *meaning.Scope) (err error) {
		x, err = s.Term(t)
		return err
	})
	return x, ok
}

// OfSingleRows says that targets are numbers of single rows, which no group has one of.
func OfSingleRows(ed *edit.Editor, targets []edit.Target) bool {
	q, s := ed.Block(), ed.Scope()
	return slices.ContainsFunc(targets, func(t edit.Target) bool {
		if t.Item >= 0 || t.Aggregate != "" || len(t.Columns) != 1 || t.Columns[0].Role != schema.Measure {
			return false
		}
		return !slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return s.Column(q.Meaning(key)) == t.Columns[0] })
	})
}

// OfGroups says that targets are figures, or told by what the groups are told apart by.
func OfGroups(ed *edit.Editor, targets []edit.Target) bool {
	q, s := ed.Block(), ed.Scope()
	keyed := func(c *schema.Column) bool {
		return slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
			own := s.Subject(q.Meaning(key))
			return own == c || own != nil && own == own.Table.PrimaryKey() && own.Table == c.Table
		})
	}
	return !slices.ContainsFunc(targets, func(t edit.Target) bool {
		return t.Item < 0 && t.Aggregate == "" && t.Passed == nil && slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return !keyed(c) })
	})
}

// besides leaves out the conditions that hold of whatever has rows of a table: "tracks sold" where the rows in force are what was sold.
func besides(root *schema.Table, where []meaning.Cond) []meaning.Cond {
	return slices.DeleteFunc(slices.Clone(where), func(c meaning.Cond) bool {
		return c.Op == meaning.Exists && c.Rows == root && len(c.Where) == 0 && c.Many == nil
	})
}

// CountBy counts the rows in force by what the words name: as they are where they are no list of one table's rows.
func CountBy(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok {
		return ed.Try(func() bool { return clause.Count(ed) && GroupMeant(ed, text, false) })
	}
	if !clause.Settled(ed) && ed.Try(func() bool { return clause.Count(ed) && clause.Group(ed, t, false) }) {
		return true
	}
	return clause.CountByShown(ed, t)
}

// GroupsWithMany takes the rows in force by something else than the groups on screen, and keeps what has so many of them: "which
// agents had more than 3 of those".
func GroupsWithMany(ed *edit.Editor, text, operator string, n int) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Item >= 0 || t[0].Aggregate != "" || t[0].Entity == nil || t[0].Entity == ed.Root() || ed.Query.Set != nil || len(ed.Block().Having) > 0 {
		return false
	}
	ed.Query.ClearLimit()
	ed.Query.ClearOrder()
	if !GroupMeant(ed, text, false) {
		return false
	}
	if !slices.ContainsFunc(ed.Block().Items, func(item statement.Item) bool { return item.Expr.Equal(statement.CountStar()) }) && !ed.Append(statement.Item{Expr: statement.CountStar()}) {
		return false
	}
	return clause.HavingOf(ed, statement.CountStar(), operator, statement.Literal(int64(n)))
}

// TopOther takes the figure in force for something else than the groups on screen, the n largest or smallest: "top 5 customers" after
// revenue per month.
func TopOther(ed *edit.Editor, text string, n int, largest bool) bool {
	q := ed.Block()
	if n == 0 || ed.Query.Set != nil || !q.Grouped() || len(edit.Measures(q)) == 0 || len(q.Having) > 0 || clause.NamesGroups(ed, text) {
		return false
	}
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Item >= 0 || t[0].Aggregate != "" || t[0].Entity != nil && t[0].Entity == ed.Root() || t[0].Entity == nil && AllNumbers(t) {
		return false
	}
	ed.Query.ClearLimit()
	return GroupMeant(ed, text, false) && clause.ByMeasure(ed, largest) && clause.Limit(ed, n)
}
