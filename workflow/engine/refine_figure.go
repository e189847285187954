package engine

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file puts one figure in the place of another, by words that the reader of questions has no reading of: a number by its column, an
// average for each of a coarser thing ("average order value" of lines), the figure that an earlier turn showed ("dollars again").

// figureOpenings begin what can only be a figure.
var figureOpenings = []string{"number of ", "count of ", "total ", "sum of ", "average ", "avg ", "mean ", "median ", "how many ", "how much "}

// namesOnlyFigure says that a text begins as figures do.
func namesOnlyFigure(text string) bool {
	said := strings.ToLower(strings.TrimSpace(text))
	return slices.ContainsFunc(figureOpenings, func(w string) bool { return strings.HasPrefix(said, w) })
}

// columnFigure is the total, or the aggregate said, of the one number in force that a text names as its column is called.
func (ed *editor) columnFigure(text string) (compose.Part, bool) {
	if words, root := contentWords(text), ed.root(); len(words) == 1 && english.TallyNouns[words[0]] && root != nil {
		return compose.Part{Show: []meaning.Term{meaning.CountOf(root, meaning.Span{})}, Score: 1}, true
	}
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].item >= 0 || t[0].entity != nil || len(t[0].columns) != 1 || t[0].grain != "" {
		return compose.Part{}, false
	}
	c, fn := t[0].columns[0], t[0].aggregate
	if c.Role != schema.Measure || c.Metric != nil || !slices.Contains(ed.scope().tables(), c.Table) {
		return compose.Part{}, false
	}
	if fn == "" {
		fn = "sum"
	}
	return compose.Part{Show: []meaning.Term{meaning.AggregateOf(fn, c, meaning.Span{})}, Score: 1}, fn != "count"
}

// perThing finds "average order value" and "average per order", whose thing is in the first slot that holds one.
var perThing = regexp.MustCompile(`(?i)^(?:the\s+|their\s+|an?\s+)?(?:average|avg|mean)\s+(?:(?:value|amount|size|worth|revenue|total|spend|number|quantity)\s+)?(?:per\s+(?:each\s+)?(.+)|(\S+(?:\s\S+)?)\s+(?:value|amount|size|worth|total|volume))$`)

// averageOf is what an average thing comes to, where the rows in force are parts of such things: their total by the number of things. A
// text may name the thing in the words of another table of which these are rows.
func (ed *editor) averageOf(text string) (statement.Item, bool) {
	none := statement.Item{}
	m := perThing.FindStringSubmatch(strings.TrimSpace(text))
	root := ed.root()
	if m == nil || root == nil || ed.query.Set != nil || len(ed.block().GroupBy) == 0 {
		return none, false
	}
	said := m[1] + m[2]
	if x, ok := ed.averageOfParts(said, root); ok {
		return statement.Item{Expr: x, Alias: ed.freeName(strings.ToLower("average_" + strings.Join(root.RowName(), "_")))}, true
	}
	thing := ed.coarser(said, root)
	whole, ok := ed.summedFigure()
	if thing == nil || !ok {
		return none, false
	}
	x, ok := ed.termExpr(meaning.Term{Kind: meaning.Count, Of: root, Args: []meaning.Term{meaning.ColumnTerm(thing.PrimaryKey(), meaning.Span{})}, Distinct: true})
	if !ok {
		return none, false
	}
	name := strings.ToLower("average_" + strings.Join(thing.RowName(), "_"))
	return statement.Item{Expr: ed.dialect.Divide(whole, x), Alias: ed.freeName(name)}, true
}

// averageOfParts is what a row of the finest table comes to on average where its parts say that: order lines of orders that are counted.
func (ed *editor) averageOfParts(text string, root *schema.Table) (x statement.Expr, ok bool) {
	if !ed.mayCall(text, root) {
		return x, false
	}
	if _, own := ed.ownMeasure("amount"); own {
		return x, false // the rows say it themselves
	}
	edges := slices.Clone(ed.index.Graph.Of(root))
	slices.SortStableFunc(edges, func(a, b *schema.Edge) int { return boolInt(isPart(b.From)) - boolInt(isPart(a.From)) })
	for _, e := range edges {
		if e.To != root || e.From == root {
			continue
		}
		c := worthOf(e.From)
		if c == nil {
			continue
		}
		if sum, ok := ed.figureExpr(meaning.AggregateOf("sum", c, meaning.Span{}), nil); ok {
			return ed.dialect.Divide(sum, statement.CountStar()), true
		}
	}
	return x, false
}

// isPart says that rows of a table are parts of others: they are called so, or have no key of one column.
func isPart(t *schema.Table) bool {
	return t.PrimaryKey() == nil || t.Called(english.PartWords)
}

// worthOf is the one column that says what a row of a table comes to; nil where none does, or several.
func worthOf(t *schema.Table) *schema.Column {
	return firstAlone(t, ownWorths, func(c *schema.Column, tier []string) bool {
		return c.Role == schema.Measure && !c.Hidden && c.Metric == nil && c.Has(tier...) && !c.Has(english.PieceWords...) && !c.Has(english.Planned...)
	})
}

// mayCall says that a word of a text is a name of a table's rows, whatever else goes by it.
func (ed *editor) mayCall(text string, t *schema.Table) bool {
	named := false
	for _, it := range ed.tag(text) {
		if skippable(&it) {
			continue
		}
		if !slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Table == t && m.Column == nil && m.Score() >= leastName }) {
			return false
		}
		named = true
	}
	return named
}

// coarser is the table in force that a text names and that rows of the finest one are parts of.
func (ed *editor) coarser(text string, root *schema.Table) *schema.Table {
	for _, t := range ed.scope().tables() {
		if t != root && t.PrimaryKey() != nil && meaning.Refers(ed.index, root, t) && ed.mayCall(text, t) {
			return t
		}
	}
	return nil
}

// summedFigure is the total in force, else that of what a row of the finest table comes to.
func (ed *editor) summedFigure() (statement.Expr, bool) {
	for _, i := range measures(ed.block()) {
		x := ed.block().Items[i].Expr
		if name, _, _, distinct, ok := x.AsCall(); ok && strings.EqualFold(name, "sum") && !distinct && !x.IsWindow() {
			return x, true
		}
	}
	if p, ok := ed.ownMeasure("amount"); ok {
		return ed.figureExpr(p.Show[0], nil)
	}
	return statement.Expr{}, false
}

// averageInstead shows what an average thing comes to in the place of the only figure in force.
func (ed *editor) averageInstead(text string) bool {
	item, ok := ed.averageOf(text)
	m := measures(ed.block())
	if !ok || len(m) != 1 || len(ed.block().Having) > 0 {
		return false
	}
	ed.block().SpellOut()
	ed.putItem(m[0], item)
	ed.understand(text + " = the total by the number of things")
	return true
}

// averageBeside shows it beside the figures in force.
func (ed *editor) averageBeside(text string) bool {
	item, ok := ed.averageOf(text)
	return ok && ed.append(item)
}

// figureAgain shows the figure that an earlier turn showed: "dollars again, not percent", "back to the counts". What narrows the rows
// now, and what they are grouped by, stays.
func (ed *editor) figureAgain(text string) bool {
	words, m := contentWords(text), measures(ed.block())
	if len(words) == 0 || len(m) != 1 || ed.query.Set != nil || slices.ContainsFunc(words, func(w string) bool { return !english.AmountAgain[w] && !english.CountAgain[w] }) {
		return false
	}
	now := ed.block().Items[m[0]].Expr
	for k := len(ed.steps) - 2; k >= 0; k-- {
		s, err := statement.Parse(ed.steps[k], ed.dialect, ed.index)
		if err != nil {
			continue
		}
		q, err := s.Query()
		if err != nil || q.Set != nil {
			continue
		}
		old := leftmost(q)
		at := measures(old)
		if len(at) != 1 || old.Items[at[0]].Expr.Equal(now) || strings.Contains(old.Items[at[0]].Expr.SQL(), "100") {
			continue
		}
		if counts := isCount(old.Items[at[0]].Expr); counts && !english.CountAgain[words[0]] || !counts && !english.AmountAgain[words[0]] {
			continue
		}
		if ed.try(func() bool { return ed.takeFigure(m[0], old, at[0]) }) {
			ed.understand(text + " = the figure of before")
			return true
		}
	}
	return false
}

// takeFigure puts a figure of an earlier query in the place of one in force. Where that query reads other sources, these are read, as
// long as what is in force can be said of them.
func (ed *editor) takeFigure(at int, old *statement.Query, from int) bool {
	q := ed.block()
	q.SpellOut()
	old.SpellOut()
	item := old.Items[from]
	if !sameSources(q, old) {
		known := map[string]bool{}
		for _, src := range old.From {
			known[strings.ToLower(sourceName(src))] = true
		}
		for _, list := range [][]statement.Expr{q.Where, q.GroupBy, q.Having} {
			for _, x := range list {
				if !allWithin(x, known) {
					return false
				}
			}
		}
		for i, shown := range q.Items {
			if i != at && !allWithin(shown.Expr, known) {
				return false
			}
		}
		for _, o := range q.OrderBy {
			if !o.Expr.Equal(q.Items[at].Expr) && !allWithin(o.Expr, known) {
				return false
			}
		}
		q.From = old.From
	}
	ed.putItem(at, statement.Item{Expr: item.Expr, Alias: ed.freeName(item.Alias)})
	return true
}

func sameSources(a, b *statement.Query) bool {
	return slices.EqualFunc(a.From, b.From, func(x, y statement.Source) bool {
		return sameName(sourceName(x), sourceName(y)) && strings.EqualFold(x.Table, y.Table)
	})
}

// allWithin says that all columns of an expression are of sources of these names.
func allWithin(x statement.Expr, known map[string]bool) bool {
	return !slices.ContainsFunc(x.Columns(), func(e statement.Expr) bool {
		qualifier, _, _ := e.AsColumn()
		return !known[strings.ToLower(qualifier)]
	})
}

// figureRules put a figure in the place of another.
func figureRules() []rule {
	again := func(ed *editor, u utterance, f fit) bool { return ed.figureAgain(u.text(f.slots[0])) }
	return []rule{
		ruleOf("back to", again, "[show|in|as|and] [me] [the] {} again [please]", "[show|in|as|and] [me] [the] {} again [,] [and] not|no|without|instead [of|in|a|as] [percent|percentage|percentages|shares|%|count|counts|share]",
			"[go|and|ok|now|change|switch] [it] back to [the] {} [again|instead|please]"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool { return ed.averageInstead(u.text(f.slots[0])) },
			"[show|use|make|now|and|but] [me|it] [the|their] {} rather|instead", "instead [show|use] [the] {}"),
		ruleOf("measure", func(ed *editor, u utterance, f fit) bool {
			return ed.measureInstead("number of " + u.text(f.slots[0]))
		}, "[show|and|but|now] [me] how many {} instead|rather"),
		ruleOf("add", func(ed *editor, u utterance, f fit) bool { return ed.averageBeside(u.text(f.slots[0])) },
			"[and|plus|also|please|now] add|show|include|give|with [me|also] [the|their] {} [too|also|please]", "and|plus|also [the|their] {} [too|also|please]", "[the|their] {} too|also"),
	}
}

// callsCounted says that a text is what the rows are called that the groups are made of.
func (ed *editor) callsCounted(text string) bool {
	root := ed.root()
	return root != nil && (ed.callsThing(text, root) || ed.mayCall(text, root)) && !ed.callsWhole(text, root)
}

// callsWhole says that a text calls what rows of the finest table are parts of, and not the parts: the orders of order lines.
func (ed *editor) callsWhole(text string, root *schema.Table) bool {
	said, own := lemmasOf(contentWords(text)), lemmasOf(root.Words)
	if len(said) == 0 || len(own) < 2 || !isPart(root) || slices.Contains(said, own[len(own)-1]) {
		return false
	}
	return ed.coarser(text, root) != nil
}
