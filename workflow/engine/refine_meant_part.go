package engine

import (
	"cmp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/compose"
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
func (ed *editor) figuresOf(text string) []compose.Part {
	list := ed.engine.composer.Figures(text, ed.root(), ed.now)
	said := schema.Words(text)
	for i, p := range list {
		for _, t := range p.Show {
			if ofPlan(t) && !slices.ContainsFunc(said, func(w string) bool {
				return slices.Contains(english.Planned, w) || slices.Contains(english.Planned, schema.Lemma(w))
			}) {
				list[i].Score -= plannedPrice
			}
		}
	}
	return ed.best(list)
}

// ofPlan says that a figure is taken of a column that says what was planned.
func ofPlan(t meaning.Term) bool {
	return t.Column != nil && t.Column.Has(english.Planned...) || slices.ContainsFunc(t.Args, ofPlan)
}

// best sorts readings of a part by what the query in force says for them too, and drops poor ones.
func (ed *editor) best(list []compose.Part) []compose.Part {
	var out []compose.Part
	for _, p := range list {
		if p.Score < leastPart {
			continue
		}
		for _, t := range p.Show {
			p.Score += ed.favourTerm(t)
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b compose.Part) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// favourTerm is what the query in force says for a term: its table is joined already, or is the one that is measured.
func (ed *editor) favourTerm(t meaning.Term) float64 {
	tables := ed.scope().tables()
	if t.Of != nil {
		switch {
		case t.Of == ed.root() && t.Kind != meaning.Count:
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

// groupMeant makes what the words name the keys of the groups.
func (ed *editor) groupMeant(text string, keep bool) bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil {
		return false
	}
	for _, p := range ed.best(ed.engine.composer.Dimensions(text, root, ed.now)) {
		if ed.try(func() bool { return ed.groupPart(p, keep) }) {
			return true
		}
	}
	return false
}

// groupLoosely groups by the last word of two that names a column of the tables in force: what "transport mode" is the mode of, nobody
// says.
func (ed *editor) groupLoosely(text string, keep bool) bool {
	words := contentWords(text)
	if len(words) != 2 {
		return false
	}
	t, ok := ed.targets(words[1])
	if !ok || len(t) != 1 || len(t[0].columns) != 1 || !slices.Contains(ed.scope().tables(), t[0].columns[0].Table) || t[0].columns[0].Role == schema.Measure || t[0].columns[0].Role == schema.Moment || !ed.group(t, keep) {
		return false
	}
	ed.assume(text + " is " + t[0].columns[0].String())
	return true
}

// allNumbers says that targets are columns of numbers to add up or average.
func allNumbers(targets []target) bool {
	return !slices.ContainsFunc(targets, func(t target) bool {
		return t.item >= 0 || len(t.columns) != 1 || t.columns[0].Role != schema.Measure
	})
}

// needsJoin says that targets lie in tables that the query has not joined: which way leads there is the reader's of questions.
func (ed *editor) needsJoin(targets []target) bool {
	tables := ed.scope().tables()
	return slices.ContainsFunc(targets, func(t target) bool {
		return t.item < 0 && slices.ContainsFunc(t.columns, func(c *schema.Column) bool {
			return !slices.Contains(tables, c.Table) || c.Role == schema.Reference
		})
	})
}

func (ed *editor) groupPart(p compose.Part, keep bool) bool {
	q := ed.block()
	if !q.Grouped() && !ed.countRows() {
		return false
	}
	before, newest := ed.used(), ed.newestFirst()
	if !keep {
		q.SpellOut()
	}
	var keys []statement.Expr
	var items []statement.Item
	ok := ed.onto(func(s *meaning.Scope) error {
		keys, items = nil, nil
		for _, t := range p.Keys {
			x, err := s.Term(ed.timed(t))
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
			x, err := s.Term(ed.timed(t))
			if err != nil {
				return err
			}
			items = append(items, statement.Item{Expr: x, Alias: alias})
		}
		return nil
	})
	if !ok || !ed.regroup(keys, items, keep) {
		return false
	}
	ed.prune(before)
	timed := slices.ContainsFunc(p.Keys, func(t meaning.Term) bool { return t.Grain != "" })
	ed.arrangeGroups(keys, !keep && len(p.Keys) == 1 && timed, newest, timed)
	return true
}

// timed gives the rows' own time the column by which the query in force narrows or shows them already.
func (ed *editor) timed(t meaning.Term) meaning.Term {
	if t.Kind != meaning.Time {
		return t
	}
	if c, _ := ed.inForce(); c != nil && c.Type.Temporal() {
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
func (ed *editor) figureExpr(t meaning.Term, where []meaning.Cond) (statement.Expr, bool) {
	if t.Kind == meaning.Ratio || t.Kind == meaning.Arithmetic {
		l, ok := ed.figureExpr(t.Args[0], where)
		r, also := ed.figureExpr(t.Args[1], nil)
		if !ok || !also {
			return statement.Expr{}, false
		}
		if t.Kind == meaning.Ratio {
			return ed.dialect.Divide(l, r), true
		}
		return statement.Binary(t.Fn, l, r), true
	}
	if t.Kind == meaning.Number {
		return statement.Literal(t.Value), true
	}
	root := ed.root()
	if t.Of == nil || root == nil {
		return statement.Expr{}, false
	}
	t.Where, where = besides(root, t.Where), besides(root, where)
	grouped := ed.block().Grouped()
	switch {
	case grouped && t.Of == root && t.Kind == meaning.Count && len(t.Args) == 0 && ed.nested() && root.PrimaryKey() != nil:
		t.Where = append(slices.Clone(t.Where), where...) // a derived table may have several rows for each
		t.Args, t.Distinct = []meaning.Term{meaning.ColumnTerm(root.PrimaryKey(), t.At)}, true
		return ed.termExpr(t)
	case grouped && t.Of == root:
		t.Where = append(slices.Clone(t.Where), where...)
		return ed.termExpr(t)
	case grouped && t.Kind == meaning.Count && len(t.Args) == 0 && len(where) == 0 && t.Of.PrimaryKey() != nil && ed.refersTo(root, t.Of):
		return ed.termExpr(meaning.Term{Kind: meaning.Count, Of: root, Args: []meaning.Term{meaning.ColumnTerm(t.Of.PrimaryKey(), t.At)}, Distinct: true})
	case grouped && t.Kind == meaning.Count && t.Distinct && len(where) == 0 && ed.refersTo(root, t.Of):
		t.Of = root
		return ed.termExpr(t)
	case grouped && t.Kind == meaning.Aggregate && (t.Fn == "min" || t.Fn == "max") && len(where) == 0 && ed.refersTo(root, t.Of):
		t.Of = root
		return ed.termExpr(t)
	}
	return ed.besideExpr(t, where)
}

// refersTo says that rows of a table refer to one of the other, or that the query in force has joined it.
func (ed *editor) refersTo(from, to *schema.Table) bool {
	return slices.Contains(ed.scope().tables(), to) || meaning.Refers(ed.index, from, to)
}

func (ed *editor) termExpr(t meaning.Term) (x statement.Expr, ok bool) {
	ok = ed.onto(func(s *meaning.Scope) (err error) {
		x, err = s.Term(t)
		return err
	})
	return x, ok
}

// measureInstead shows another figure in the place of the only one in force: in the order too. A text that names a column to
// group by, or a value, names no figure.
func (ed *editor) measureInstead(text string) bool {
	root := ed.root()
	sure := namesOnlyFigure(text)
	if _, own := ed.ownMeasure(text); root == nil || !own && !sure && len(ed.meant(text)) > 0 {
		return false
	}
	composer := ed.engine.composer
	figures := ed.figuresOf(text)
	if own, ok := ed.ownMeasure(text); ok {
		figures = slices.Insert(figures, 0, own)
	}
	if own, ok := ed.columnFigure(text); ok && len(figures) == 0 {
		figures = append(figures, own)
	}
	groups := ed.best(composer.Dimensions(text, root, ed.now))
	if len(figures) == 0 || !sure && len(groups) > 0 && groups[0].Score >= figures[0].Score {
		return false
	}
	return ed.exchangeMeasure(text)
}

// measureFor shows one figure in the place of another, which the words name as well: "the amount, not the count".
func (ed *editor) measureFor(text, instead string) bool {
	m := measures(ed.block())
	words := lemmasOf(contentWords(instead))
	if len(m) != 1 || len(words) == 0 || !ed.namedAs(m[0], words) && !ed.countedAs(m[0], words) && !ed.goesBy(m[0], instead) {
		return false
	}
	if ed.try(func() bool { return ed.exchangeMeasure(text) }) || ed.try(func() bool { return ed.exchangeMeasure("number of " + text) }) {
		return true
	}
	said := contentWords(text)
	return len(said) == 2 && ed.try(func() bool { return ed.exchangeMeasure(said[1]) }) // of rows that are picked already: "the lost amount"
}

// goesBy says that a shown figure is what a text calls: the number of what it counts, or what its table's figure of that name is.
func (ed *editor) goesBy(item int, text string) bool {
	root := ed.root()
	if root == nil {
		return false
	}
	for _, p := range ed.figuresOf(text) {
		if len(p.Show) != 1 {
			continue
		}
		same := false
		ed.try(func() bool {
			x, ok := ed.figureExpr(p.Show[0], p.Where)
			same = ok && x.Equal(ed.block().Items[item].Expr)
			return false
		})
		if same {
			return true
		}
	}
	return false
}

// exchangeMeasure shows the figure that a text names instead of the only one in force.
func (ed *editor) exchangeMeasure(text string) bool {
	root, m := ed.root(), measures(ed.block())
	if root == nil || ed.query.Set != nil || len(m) != 1 {
		return false
	}
	figures := ed.figuresOf(text)
	if own, ok := ed.ownMeasure(text); ok {
		figures = slices.Insert(figures, 0, own)
	}
	if own, ok := ed.columnFigure(text); ok {
		figures = append(figures, own)
	}
	for _, p := range figures {
		if len(p.Show) == 1 && ed.try(func() bool { return ed.putMeasure(m[0], p) }) {
			return true
		}
	}
	return false
}

// putMeasure puts a figure in the place of a shown one, in the order too.
func (ed *editor) putMeasure(at int, p compose.Part) bool {
	q := ed.block()
	q.SpellOut()
	old := q.Items[at].Expr
	x, ok := ed.figureExpr(p.Show[0], p.Where)
	if !ok || x.Equal(old) || slices.ContainsFunc(q.Having, func(h statement.Expr) bool { return contained(h, old) }) {
		return false
	}
	ed.putItem(at, statement.Item{Expr: x, Alias: ed.freeName(termName(p.Show[0]))})
	ed.understand(p.Show[0].Explain())
	return true
}

// putItem puts an item in the place of a shown one, in the order too; the query is spelled out.
func (ed *editor) putItem(at int, item statement.Item) {
	q := ed.block()
	old := q.Items[at].Expr
	q.Items = slices.Clone(q.Items)
	q.Items[at] = item
	for i, k := range ed.query.OrderBy {
		if k.Expr.Equal(old) {
			ed.query.OrderBy[i].Expr = item.Expr
		}
	}
}

// functionWords are aggregates as they are called without what they are taken of.
var functionWords = map[string]string{
	"median": "median", "average": "avg", "avg": "avg", "mean": "avg", "sum": "sum", "total": "sum", "maximum": "max", "max": "max", "minimum": "min", "min": "min",
}

// otherFunction takes another aggregate of what the only figure is taken of: "median instead of average".
func (ed *editor) otherFunction(said, instead string) bool {
	function, q := functionWords[strings.ToLower(said)], ed.block()
	m := measures(q)
	if function == "" || len(m) != 1 || ed.query.Set != nil || len(q.Having) > 0 {
		return false
	}
	q.SpellOut()
	was := q.Items[m[0]].Expr
	name, args, _, distinct, call := was.AsCall()
	if !call || len(args) != 1 || distinct || was.IsWindow() || !was.Equal(statement.Call(name, args...)) || instead != "" && functionWords[strings.ToLower(instead)] != strings.ToLower(name) {
		return false
	}
	made := statement.Call(function, args...)
	switch {
	case strings.EqualFold(name, "count") || strings.EqualFold(name, function) || function == "median" && ed.dialect == statement.SQLite:
		return false
	case function == "median":
		made = statement.Call("percentile_cont", statement.Literal(0.5)).WithinGroup(statement.Key{Expr: args[0]})
	}
	ed.understand(function + " in the place of " + itemName(q.Items[m[0]]))
	ed.putItem(m[0], statement.Item{Expr: made, Alias: ed.freeName(function)})
	return true
}

// ofSingleRows says that targets are numbers of single rows, which no group has one of.
func (ed *editor) ofSingleRows(targets []target) bool {
	q, s := ed.block(), ed.scope()
	return slices.ContainsFunc(targets, func(t target) bool {
		if t.item >= 0 || t.aggregate != "" || len(t.columns) != 1 || t.columns[0].Role != schema.Measure {
			return false
		}
		return !slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return s.column(q.Meaning(key)) == t.columns[0] })
	})
}

// ofGroups says that targets are figures, or told by what the groups are told apart by.
func (ed *editor) ofGroups(targets []target) bool {
	q, s := ed.block(), ed.scope()
	keyed := func(c *schema.Column) bool {
		return slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool {
			own := s.subject(q.Meaning(key))
			return own == c || own != nil && own == own.Table.PrimaryKey() && own.Table == c.Table
		})
	}
	return !slices.ContainsFunc(targets, func(t target) bool {
		return t.item < 0 && t.aggregate == "" && t.passed == nil && slices.ContainsFunc(t.columns, func(c *schema.Column) bool { return !keyed(c) })
	})
}

// onlyPart keeps one part of a figure that adds up several: "only the cabin" of the sum of cabin and deck seats.
func (ed *editor) onlyPart(text string) bool {
	q, m := ed.block(), measures(ed.block())
	words := lemmasOf(contentWords(text))
	if ed.query.Set != nil || len(m) != 1 || len(words) == 0 {
		return false
	}
	was := q.Items[m[0]].Expr
	name, args, _, distinct, call := was.AsCall()
	if !call || len(args) != 1 || distinct || !strings.EqualFold(name, "sum") || !was.Equal(statement.Call(name, args...)) {
		return false
	}
	var found []statement.Expr
	for _, part := range summands(args[0]) {
		c := ed.scope().column(part)
		if c != nil && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(lemmasOf(c.Words), w) }) {
			found = append(found, part)
		}
	}
	if len(found) != 1 || found[0].Equal(args[0]) {
		return false
	}
	q.SpellOut()
	ed.putItem(m[0], statement.Item{Expr: statement.Call(name, found[0])})
	return true
}

// summands are what an expression adds up.
func summands(x statement.Expr) []statement.Expr {
	if op, l, r, ok := x.AsBinary(); ok && op == "+" {
		return append(summands(l), summands(r)...)
	}
	return []statement.Expr{x}
}

// besides leaves out the conditions that hold of whatever has rows of a table: "tracks sold" where the rows in force are what was sold.
func besides(root *schema.Table, where []meaning.Cond) []meaning.Cond {
	return slices.DeleteFunc(slices.Clone(where), func(c meaning.Cond) bool {
		return c.Op == meaning.Exists && c.Rows == root && len(c.Where) == 0 && c.Many == nil
	})
}

// countBy counts the rows in force by what the words name: as they are where they are no list of one table's rows.
func (ed *editor) countBy(text string) bool {
	t, ok := ed.targets(text)
	if !ok {
		return ed.try(func() bool { return ed.count() && ed.groupMeant(text, false) })
	}
	if !ed.settled() && ed.try(func() bool { return ed.count() && ed.group(t, false) }) {
		return true
	}
	return ed.countByShown(t)
}

// groupsWithMany takes the rows in force by something else than the groups on screen, and keeps what has so many of them: "which
// agents had more than 3 of those".
func (ed *editor) groupsWithMany(text, operator string, n int) bool {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].item >= 0 || t[0].aggregate != "" || t[0].entity == nil || t[0].entity == ed.root() || ed.query.Set != nil || len(ed.block().Having) > 0 {
		return false
	}
	ed.query.ClearLimit()
	ed.query.ClearOrder()
	if !ed.groupMeant(text, false) {
		return false
	}
	if !slices.ContainsFunc(ed.block().Items, func(item statement.Item) bool { return item.Expr.Equal(statement.CountStar()) }) && !ed.append(statement.Item{Expr: statement.CountStar()}) {
		return false
	}
	return ed.havingOf(statement.CountStar(), operator, statement.Literal(int64(n)))
}

// topOther takes the figure in force for something else than the groups on screen, the largest n: "top 5 customers" after revenue
// per month.
func (ed *editor) topOther(text string, n int) bool {
	q := ed.block()
	if n == 0 || ed.query.Set != nil || len(q.GroupBy) == 0 || len(measures(q)) == 0 || len(q.Having) > 0 || ed.namesGroups(text) {
		return false
	}
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].item >= 0 || t[0].aggregate != "" || t[0].entity == nil || t[0].entity == ed.root() {
		return false
	}
	ed.query.ClearLimit()
	return ed.groupMeant(text, false) && ed.byMeasure(true) && ed.limit(n)
}
