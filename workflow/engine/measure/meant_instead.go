package measure

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file puts another figure in the place of one in force, as the reader of questions reads it: "revenue instead of orders", "median
// instead of average", "only the cabin" of a sum.

// ShowInstead shows another figure in the place of the only one in force: in the order too. A text that names a column to
// group by, or a value, names no figure.
func ShowInstead(ed *edit.Editor, text string) bool {
	root := ed.Root()
	sure := NamesOnlyFigure(text)
	if _, own := OwnMeasure(ed, text); root == nil || !own && !sure && len(Meant(ed, text)) > 0 {
		return false
	}
	composer := ed.Engine.Composer
	figures := figuresOf(ed, text)
	if own, ok := OwnMeasure(ed, text); ok {
		figures = slices.Insert(figures, 0, own)
	}
	if own, ok := columnFigure(ed, text); ok && len(figures) == 0 {
		figures = append(figures, own)
	}
	groups := Best(ed, composer.Dimensions(text, root, ed.Now))
	if len(figures) == 0 || !sure && len(groups) > 0 && groups[0].Score >= figures[0].Score {
		return false
	}
	return Exchange(ed, text)
}

// ThingsCalled is the table of which a text names the rows, as several of them: "clients"; nil for other texts.
func ThingsCalled(ed *edit.Editor, text string) *schema.Table {
	words := clause.ContentWords(text)
	if len(words) == 0 || schema.Lemma(words[len(words)-1]) == words[len(words)-1] {
		return nil
	}
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Item >= 0 || t[0].Aggregate != "" || t[0].Entity == nil || !MayCall(ed, text, t[0].Entity) {
		return nil
	}
	return t[0].Entity
}

// CountInstead shows how many there are of what a text names, in the place of the only figure in force.
func CountInstead(ed *edit.Editor, text string) bool {
	return len(edit.Measures(ed.Block())) == 1 && ThingsCalled(ed, text) != nil && Exchange(ed, "number of "+text)
}

// OrderByCount puts groups in the order of how many they have of what a text names, where no figure on screen tells it: it is shown, and told.
func OrderByCount(ed *edit.Editor, text string) bool {
	t, q := ThingsCalled(ed, text), ed.Block()
	if t == nil || ed.Query.Set != nil || len(q.GroupBy) == 0 || len(edit.Measures(q)) == 0 || ShownAsRows(ed).Table == t {
		return false
	}
	if i, shown := clause.FigureSaid(ed, text); shown && clause.IsCount(q.Items[i].Expr) || slices.ContainsFunc(q.Items, func(it statement.Item) bool {
		c := ed.Scope().Column(it.Expr)
		return c != nil && c.Table == t && (slices.Contains(t.Label, c) || c == t.PrimaryKey())
	}) {
		return false
	}
	if slices.ContainsFunc(edit.Measures(q), func(i int) bool { return GoesBy(ed, i, "number of "+text) }) {
		return false
	}
	before := len(q.Items)
	if !AddMeant(ed, "number of "+text) || len(ed.Block().Items) != before+1 || len(ed.Block().GroupBy) != len(q.GroupBy) {
		return false
	}
	ed.Assume("in order of the number of " + text)
	return clause.SortByItem(ed, before, !ed.Said.Any(english.UnderWords) && !ed.Said.Has("ascending"))
}

// ShowFor shows one figure in the place of another, which the words name as well: "the amount, not the count".
func ShowFor(ed *edit.Editor, text, instead string) bool {
	m := edit.Measures(ed.Block())
	words := edit.LemmasOf(clause.ContentWords(instead))
	if len(m) != 1 || len(words) == 0 || !clause.NamedAs(ed, m[0], words) && !clause.CountedAs(ed, m[0], words) && !GoesBy(ed, m[0], instead) {
		return false
	}
	if ed.Try(func() bool { return Exchange(ed, text) }) || ed.Try(func() bool { return Exchange(ed, "number of "+text) }) {
		return true
	}
	said := clause.ContentWords(text)
	return len(said) == 2 && ed.Try(func() bool { return Exchange(ed, said[1]) }) // of rows that are picked already: "the lost amount"
}

// GoesBy says that a shown figure is what a text calls: the number of what it counts, or what its table's figure of that name is.
func GoesBy(ed *edit.Editor, item int, text string) bool {
	root := ed.Root()
	if root == nil {
		return false
	}
	for _, p := range figuresOf(ed, text) {
		if len(p.Show) != 1 {
			continue
		}
		same := false
		ed.Try(func() bool {
			x, ok := figureExpr(ed, p.Show[0], p.Where)
			same = ok && x.Equal(ed.Block().Items[item].Expr)
			return false
		})
		if same {
			return true
		}
	}
	return false
}

// Exchange shows the figure that a text names instead of the only one in force.
func Exchange(ed *edit.Editor, text string) bool {
	root, m := ed.Root(), edit.Measures(ed.Block())
	if root == nil || ed.Query.Set != nil || len(m) != 1 {
		return false
	}
	figures := figuresOf(ed, text)
	if own, ok := OwnMeasure(ed, text); ok {
		figures = slices.Insert(figures, 0, own)
	}
	if own, ok := columnFigure(ed, text); ok {
		figures = append(figures, own)
	}
	for _, p := range figures {
		if len(p.Show) == 1 && ed.Try(func() bool { return putMeasure(ed, m[0], p) }) {
			return true
		}
	}
	return false
}

// putMeasure puts a figure in the place of a shown one, in the order too.
func putMeasure(ed *edit.Editor, at int, p compose.Part) bool {
	q := ed.Block()
	q.SpellOut()
	old := q.Items[at].Expr
	x, ok := figureExpr(ed, p.Show[0], p.Where)
	if !ok || x.Equal(old) || slices.ContainsFunc(q.Having, func(h statement.Expr) bool { return edit.Contained(h, old) }) {
		return false
	}
	PutItem(ed, at, statement.Item{Expr: x, Alias: clause.FreeName(ed, termName(p.Show[0]))})
	ed.Understand(p.Show[0].Explain())
	return true
}

// PutItem puts an item in the place of a shown one, in the order too; the query is spelled out.
func PutItem(ed *edit.Editor, at int, item statement.Item) {
	q := ed.Block()
	old := q.Items[at].Expr
	q.Items = slices.Clone(q.Items)
	q.Items[at] = item
	for i, k := range ed.Query.OrderBy {
		if k.Expr.Equal(old) {
			ed.Query.OrderBy[i].Expr = item.Expr
		}
	}
}

// FunctionWords are aggregates as they are called without what they are taken of.
var FunctionWords = map[string]string{
	"median": "median", "average": "avg", "avg": "avg", "mean": "avg", "sum": "sum", "total": "sum", "maximum": "max", "max": "max", "minimum": "min", "min": "min",
}

// OtherFunction takes another aggregate of what the only figure is taken of: "median instead of average".
func OtherFunction(ed *edit.Editor, said, instead string) bool {
	function, q := FunctionWords[strings.ToLower(said)], ed.Block()
	m := edit.Measures(q)
	if function == "" || len(m) != 1 || ed.Query.Set != nil || len(q.Having) > 0 {
		return false
	}
	q.SpellOut()
	was := q.Items[m[0]].Expr
	name, args, _, distinct, call := was.AsCall()
	if !call || len(args) != 1 || distinct || was.IsWindow() || !was.Equal(statement.Call(name, args...)) || instead != "" && FunctionWords[strings.ToLower(instead)] != strings.ToLower(name) {
		return false
	}
	made := statement.Call(function, args...)
	switch {
	case strings.EqualFold(name, "count") || strings.EqualFold(name, function) || function == "median" && ed.Dialect == statement.SQLite:
		return false
	case function == "median":
		made = statement.Call("percentile_cont", statement.Literal(0.5)).WithinGroup(statement.Key{Expr: args[0]})
	}
	ed.Understand(function + " in the place of " + edit.ItemName(q.Items[m[0]]))
	PutItem(ed, m[0], statement.Item{Expr: made, Alias: clause.FreeName(ed, function)})
	return true
}

// OnlyPart keeps one part of a figure that adds up several: "only the cabin" of the sum of cabin and deck seats.
func OnlyPart(ed *edit.Editor, text string) bool {
	q, m := ed.Block(), edit.Measures(ed.Block())
	words := edit.LemmasOf(clause.ContentWords(text))
	if ed.Query.Set != nil || len(m) != 1 || len(words) == 0 {
		return false
	}
	was := q.Items[m[0]].Expr
	name, args, _, distinct, call := was.AsCall()
	if !call || len(args) != 1 || distinct || !strings.EqualFold(name, "sum") || !was.Equal(statement.Call(name, args...)) {
		return false
	}
	var found []statement.Expr
	for _, part := range summands(args[0]) {
		c := ed.Scope().Column(part)
		if c != nil && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(edit.LemmasOf(c.Words), w) }) {
			found = append(found, part)
		}
	}
	if len(found) != 1 || found[0].Equal(args[0]) {
		return false
	}
	q.SpellOut()
	PutItem(ed, m[0], statement.Item{Expr: statement.Call(name, found[0])})
	return true
}

// summands are what an expression adds up.
func summands(x statement.Expr) []statement.Expr {
	if op, l, r, ok := x.AsBinary(); ok && op == "+" {
		return append(summands(l), summands(r)...)
	}
	return []statement.Expr{x}
}

// OfRowsListed shows a figure of the rows that are listed in their place; false where they are groups, only some or each once, or the words
// name no figure of these very rows.
func OfRowsListed(ed *edit.Editor, text string) bool {
	q, root := ed.Block(), ed.Root()
	if root == nil || ed.Query.Set != nil || q.Grouped() || q.Distinct || !q.Limit.IsZero() || Nested(ed) {
		return false
	}
	for _, p := range figuresOf(ed, text) {
		if len(p.Show) != 1 || p.Show[0].Of != root || len(p.Doubts) > 0 {
			continue
		}
		t := p.Show[0]
		t.Where = append(slices.Clone(t.Where), p.Where...)
		if x, ok := TermExpr(ed, t); ok && x.Aggregate() {
			ed.Understand(text + " = " + t.Explain())
			ed.Taken = append(ed.Taken, strings.Fields(strings.ToLower(text))...)
			return clause.Instead(ed, statement.Item{Expr: x, Alias: clause.FreeName(ed, termName(t))})
		}
	}
	return false
}
