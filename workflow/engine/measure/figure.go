package measure

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file puts one figure in the place of another, by words that the reader of questions has no reading of: a number by its column, an
// average for each of a coarser thing ("average order value" of lines), the figure that an earlier turn showed ("dollars again").

// figureOpenings begin what can only be a figure.
var figureOpenings = []string{"number of ", "count of ", "total ", "sum of ", "average ", "avg ", "mean ", "median ", "how many ", "how much "}

// NamesOnlyFigure says that a text begins as figures do.
func NamesOnlyFigure(text string) bool {
	said := strings.ToLower(strings.TrimSpace(text))
	return slices.ContainsFunc(figureOpenings, func(w string) bool { return strings.HasPrefix(said, w) })
}

// columnFigure is the total, or the aggregate said, of the one number in force that a text names as its column is called.
func columnFigure(ed *edit.Editor, text string) (compose.Part, bool) {
	if words, root := clause.ContentWords(text), ed.Root(); len(words) == 1 && english.TallyNouns[words[0]] && root != nil {
		return compose.Part{Show: []meaning.Term{meaning.CountOf(root, meaning.Span{})}, Score: 1}, true
	}
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Item >= 0 || t[0].Entity != nil || len(t[0].Columns) != 1 || t[0].Grain != "" {
		return compose.Part{}, false
	}
	c, fn := t[0].Columns[0], t[0].Aggregate
	if c.Role != schema.Measure || c.Metric != nil || !slices.Contains(ed.Scope().Tables(), c.Table) {
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
func averageOf(ed *edit.Editor, text string) (statement.Item, bool) {
	none := statement.Item{}
	m := perThing.FindStringSubmatch(strings.TrimSpace(text))
	root := ed.Root()
	if m == nil || root == nil || ed.Query.Set != nil || len(ed.Block().GroupBy) == 0 {
		return none, false
	}
	said := m[1] + m[2]
	if x, ok := averageOfParts(ed, said, root); ok {
		return statement.Item{Expr: x, Alias: clause.FreeName(ed, strings.ToLower("average_"+strings.Join(root.RowName(), "_")))}, true
	}
	thing := coarser(ed, said, root)
	whole, ok := summedFigure(ed)
	if thing == nil || !ok {
		return none, false
	}
	x, ok := TermExpr(ed, meaning.Term{Kind: meaning.Count, Of: root, Args: []meaning.Term{meaning.ColumnTerm(thing.PrimaryKey(), meaning.Span{})}, Distinct: true})
	if !ok {
		return none, false
	}
	name := strings.ToLower("average_" + strings.Join(thing.RowName(), "_"))
	return statement.Item{Expr: ed.Dialect.Divide(whole, x), Alias: clause.FreeName(ed, name)}, true
}

// averageOfParts is what a row of the finest table comes to on average where its parts say that: order lines of orders that are counted.
func averageOfParts(ed *edit.Editor, text string, root *schema.Table) (x statement.Expr, ok bool) {
	if !MayCall(ed, text, root) {
		return x, false
	}
	if _, own := OwnMeasure(ed, "amount"); own {
		return x, false // the rows say it themselves
	}
	edges := slices.Clone(ed.Index.Graph.Of(root))
	slices.SortStableFunc(edges, func(a, b *schema.Edge) int { return tag.BoolInt(isPart(b.From)) - tag.BoolInt(isPart(a.From)) })
	for _, e := range edges {
		if e.To != root || e.From == root {
			continue
		}
		c := WorthOf(e.From)
		if c == nil {
			continue
		}
		if sum, ok := figureExpr(ed, meaning.AggregateOf("sum", c, meaning.Span{}), nil); ok {
			return ed.Dialect.Divide(sum, statement.CountStar()), true
		}
	}
	return x, false
}

// isPart says that rows of a table are parts of others: they are called so, or have no key of one column.
func isPart(t *schema.Table) bool {
	return t.PrimaryKey() == nil || t.Called(english.PartWords)
}

// WorthOf is the one column that says what a row of a table comes to; nil where none does, or several.
func WorthOf(t *schema.Table) *schema.Column {
	return question.FirstAlone(t, ownWorths, func(c *schema.Column, tier []string) bool {
		return c.Role == schema.Measure && !c.Hidden && c.Metric == nil && c.Has(tier...) && !c.Has(english.PieceWords...) && !c.Has(english.Planned...)
	})
}

// MayCall says that a word of a text is a name of a table's rows, whatever else goes by it.
func MayCall(ed *edit.Editor, text string, t *schema.Table) bool {
	named := false
	for _, it := range ed.Tag(text) {
		if edit.Skippable(&it) {
			continue
		}
		if !slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Table == t && m.Column == nil && m.Score() >= reader.LeastName }) {
			return false
		}
		named = true
	}
	return named
}

// coarser is the table in force that a text names and that rows of the finest one are parts of.
func coarser(ed *edit.Editor, text string, root *schema.Table) *schema.Table {
	for _, t := range ed.Scope().Tables() {
		if t != root && t.PrimaryKey() != nil && meaning.Refers(ed.Index, root, t) && MayCall(ed, text, t) {
			return t
		}
	}
	return nil
}

// summedFigure is the total in force, else that of what a row of the finest table comes to.
func summedFigure(ed *edit.Editor) (statement.Expr, bool) {
	for _, i := range edit.Measures(ed.Block()) {
		x := ed.Block().Items[i].Expr
		if name, _, _, distinct, ok := x.AsCall(); ok && strings.EqualFold(name, "sum") && !distinct && !x.IsWindow() {
			return x, true
		}
	}
	if p, ok := OwnMeasure(ed, "amount"); ok {
		return figureExpr(ed, p.Show[0], nil)
	}
	return statement.Expr{}, false
}

// averageInstead shows what an average thing comes to in the place of the only figure in force.
func averageInstead(ed *edit.Editor, text string) bool {
	item, ok := averageOf(ed, text)
	m := edit.Measures(ed.Block())
	if !ok || len(m) != 1 || len(ed.Block().Having) > 0 {
		return false
	}
	ed.Block().SpellOut()
	PutItem(ed, m[0], item)
	ed.Understand(text + " = the total by the number of things")
	return true
}

// averageBeside shows it beside the figures in force.
func averageBeside(ed *edit.Editor, text string) bool {
	item, ok := averageOf(ed, text)
	return ok && ed.Append(item)
}

// figureAgain shows the figure that an earlier turn showed: "dollars again, not percent", "back to the counts". What narrows the rows
// now, and what they are grouped by, stays.
func figureAgain(ed *edit.Editor, text string) bool {
	words, m := clause.ContentWords(text), edit.Measures(ed.Block())
	if len(words) == 0 || len(m) != 1 || ed.Query.Set != nil || slices.ContainsFunc(words, func(w string) bool { return !english.AmountAgain[w] && !english.CountAgain[w] }) {
		return false
	}
	now := ed.Block().Items[m[0]].Expr
	for k := len(ed.Steps) - 2; k >= 0; k-- {
		s, err := statement.Parse(ed.Steps[k], ed.Dialect, ed.Index)
		if err != nil {
			continue
		}
		q, err := s.Query()
		if err != nil || q.Set != nil {
			continue
		}
		old := edit.Leftmost(q)
		at := edit.Measures(old)
		if len(at) != 1 || old.Items[at[0]].Expr.Equal(now) || strings.Contains(old.Items[at[0]].Expr.SQL(), "100") {
			continue
		}
		if counts := clause.IsCount(old.Items[at[0]].Expr); counts && !english.CountAgain[words[0]] || !counts && !english.AmountAgain[words[0]] {
			continue
		}
		if ed.Try(func() bool { return takeFigure(ed, m[0], old, at[0]) }) {
			ed.Understand(text + " = the figure of before")
			return true
		}
	}
	return false
}

// takeFigure puts a figure of an earlier query in the place of one in force. Where that query reads other sources, these are read, as
// long as what is in force can be said of them.
func takeFigure(ed *edit.Editor, at int, old *statement.Query, from int) bool {
	q := ed.Block()
	q.SpellOut()
	old.SpellOut()
	item := old.Items[from]
	if !sameSources(q, old) {
		known := map[string]bool{}
		for _, src := range old.From {
			known[strings.ToLower(edit.SourceName(src))] = true
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
	PutItem(ed, at, statement.Item{Expr: item.Expr, Alias: clause.FreeName(ed, item.Alias)})
	return true
}

func sameSources(a, b *statement.Query) bool {
	return slices.EqualFunc(a.From, b.From, func(x, y statement.Source) bool {
		return edit.SameName(edit.SourceName(x), edit.SourceName(y)) && strings.EqualFold(x.Table, y.Table)
	})
}

// allWithin says that all columns of an expression are of sources of these names.
func allWithin(x statement.Expr, known map[string]bool) bool {
	return !slices.ContainsFunc(x.Columns(), func(e statement.Expr) bool {
		qualifier, _, _ := e.AsColumn()
		return !known[strings.ToLower(qualifier)]
	})
}

// FigureRules put a figure in the place of another.
func FigureRules() []clause.Rule {
	again := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return figureAgain(ed, u.Text(f.Slots[0])) }
	return []clause.Rule{
		clause.RuleOf("back to", again, "[show|in|as|and] [me] [the] {} again [please]", "[show|in|as|and] [me] [the] {} again [,] [and] not|no|without|instead [of|in|a|as] [percent|percentage|percentages|shares|%|count|counts|share]",
			"[go|and|ok|now|change|switch] [it] back to [the] {} [again|instead|please]"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return averageInstead(ed, u.Text(f.Slots[0])) },
			"[show|use|make|now|and|but] [me|it] [the|their] {} rather|instead", "instead [show|use] [the] {}"),
		clause.RuleOf("measure", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return ShowInstead(ed, "number of "+u.Text(f.Slots[0]))
		}, "[show|and|but|now] [me] how many {} instead|rather"),
		clause.RuleOf("add", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return averageBeside(ed, u.Text(f.Slots[0])) },
			"[and|plus|also|please|now] add|show|include|give|with [me|also] [the|their] {} [too|also|please]", "and|plus|also [the|their] {} [too|also|please]", "[the|their] {} too|also"),
	}
}

// CallsCounted says that a text is what the rows are called that the groups are made of.
func CallsCounted(ed *edit.Editor, text string) bool {
	root := ed.Root()
	return root != nil && (CallsThing(ed, text, root) || MayCall(ed, text, root)) && !callsWhole(ed, text, root)
}

// callsWhole says that a text calls what rows of the finest table are parts of, and not the parts: the orders of order lines.
func callsWhole(ed *edit.Editor, text string, root *schema.Table) bool {
	said, own := edit.LemmasOf(clause.ContentWords(text)), edit.LemmasOf(root.Words)
	if len(said) == 0 || len(own) < 2 || !isPart(root) || slices.Contains(said, own[len(own)-1]) {
		return false
	}
	return coarser(ed, text, root) != nil
}
