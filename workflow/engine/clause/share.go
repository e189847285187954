package clause

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file relates figures to others: to their total, to all the rows that a condition was picked from, to each other, to
// their average.

// AllGroups says that an expression adds up a figure of all groups: the whole that a share is of.
func AllGroups(e statement.Expr) bool {
	_, args, _, _, ok := e.AsCall()
	return ok && len(args) == 1 && args[0].Aggregate() && e.Equal(statement.Call("sum", args[0]).Over(statement.Window{}))
}

// TellsShare says that a figure is the share of a total over all groups.
func TellsShare(x statement.Expr) bool {
	found := false
	x.Walk(func(e statement.Expr) bool { found = found || AllGroups(e); return !found })
	return found
}

// PercentageOf shows the named figure in a hundred of its total.
func PercentageOf(ed *edit.Editor, text string) bool {
	i, ok := ShownAs(ed, text)
	return ok && Share(ed, i)
}

// Share shows the figure at a place in a hundred of its total over all rows.
func Share(ed *edit.Editor, i int) bool {
	q := ed.Block()
	x := q.Items[i].Expr
	if ed.Query.Set != nil || x.IsWindow() {
		return false
	}
	if _, share, _, _ := x.AsBinary(); !share.IsZero() && !share.Aggregate() {
		return false
	}
	return q.ReplaceItem(i, statement.Item{Expr: shareOf(ed, x), Alias: "percentage"}) == nil
}

// ShareOfAll turns a count or total of picked rows into their share of all: the condition that picked them moves from the
// rows into the figure ("as a percentage of all appointments").
func ShareOfAll(ed *edit.Editor, text string) bool {
	if PronounsAlone(text) || tag.Unit(strings.ToLower(strings.TrimSpace(text))) != "" {
		return Percentage(ed)
	}
	q := ed.Block()
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil || !SpeaksOfRows(ed, text) {
		return false
	}
	item := q.Items[i]
	name, _, _, _, call := item.Expr.AsCall()
	if !call || item.Expr.IsWindow() || !slices.Contains([]string{"count", "sum"}, strings.ToLower(name)) {
		return false
	}
	picked, ok := picking(ed, edit.ItemName(item))
	if !ok || q.RemovePredicate(picked) != nil {
		return false
	}
	q.SpellOut()
	counted := item.Expr.Filter(picked)
	share := ed.Dialect.Divide(statement.Binary("*", counted, statement.Literal(100.0)), item.Expr)
	for k := range q.OrderBy {
		if q.OrderBy[k].Expr.Equal(item.Expr) {
			q.OrderBy[k].Expr = counted
		}
	}
	ed.Understand("of all: with and without " + picked.SQL())
	return q.ReplaceItem(i, statement.Item{Expr: share, Alias: "percentage"}) == nil
}

// PronounsAlone says that a phrase speaks of what is on screen: "of them", "those".
func PronounsAlone(text string) bool {
	for _, w := range strings.Fields(strings.ToLower(text)) {
		if w != "of" && !english.TheyWords[w] && !english.ThoseWords[w] && !english.ItWords[w] {
			return false
		}
	}
	return true
}

// SpeaksOfRows says that a phrase has no words but what the query reads and what ties them together.
func SpeaksOfRows(ed *edit.Editor, text string) bool {
	for _, it := range ed.Tag(text) {
		if !edit.Skippable(&it) && tag.Unit(it.Lower) == "" && it.Lower != "that" && it.Plain() && !english.GenericNouns[it.Lower] && !english.RowWords[it.Lower] && !doneToRows(ed, it.Lower) {
			return false
		}
	}
	return true
}

// doneToRows says that a word is of the family of what a column of the rows in force says was done to them: "deliveries",
// where they have a delivered_at.
func doneToRows(ed *edit.Editor, word string) bool {
	root := ed.Root()
	return root != nil && slices.ContainsFunc(root.Columns, func(c *schema.Column) bool {
		return slices.ContainsFunc(c.Words, func(w string) bool { return len(w) > 3 && schema.Stem(w) == schema.Stem(word) })
	})
}

// picking is the condition on the measured rows themselves that the figure's name speaks of, else the only one.
func picking(ed *edit.Editor, name string) (statement.Expr, bool) {
	s := ed.Scope()
	fact := ed.Fact()
	if fact == nil && len(s.Tables()) > 0 {
		fact = s.Tables()[0]
	}
	var found []statement.Expr
	for _, p := range s.Query.Where {
		if asksOf(ed, p, fact) {
			found = append(found, p)
		}
	}
	words := edit.LemmasOf(schema.Split(name))
	for _, p := range found {
		if c, ok := edit.ConstraintOf(p); ok && slices.ContainsFunc(c.Values, func(v statement.Expr) bool { return sharesWord(v, words) }) {
			return p, true
		}
	}
	if len(found) != 1 {
		return statement.Expr{}, false
	}
	return found[0], true
}

// asksOf says that a predicate asks of columns of the table that are no dates and no keys.
func asksOf(ed *edit.Editor, p statement.Expr, t *schema.Table) bool {
	columns := p.Columns()
	var first *schema.Column
	two := false
	for _, e := range columns {
		c := ed.Scope().Column(e)
		if c == nil || c.Table != t {
			return false
		}
		two = two || first != nil && c != first
		first = c
	}
	return len(columns) > 0 && (two || first.Role != schema.Moment && !first.Year && (!first.Key() || first.Role == schema.Reference && picksCodes(p)))
}

// picksCodes says that a predicate picks rows by fixed values.
func picksCodes(p statement.Expr) bool {
	now, ok := edit.ConstraintOf(p)
	return ok && len(now.Values) > 0
}

func sharesWord(v statement.Expr, words []string) bool {
	held, _ := v.AsLiteral()
	text, ok := held.(string)
	return ok && slices.ContainsFunc(edit.LemmasOf(schema.Split(text)), func(w string) bool { return slices.Contains(words, w) })
}

// Ratio shows one shown figure for each of another: "collected per visit", "average balance per customer".
func Ratio(ed *edit.Editor, text string) bool {
	over, under, ok := strings.Cut(" "+strings.ToLower(text), " per ")
	if !ok || ed.Query.Set != nil {
		return false
	}
	q := ed.Block()
	b, also := ShownAs(ed, under)
	a, known := ShownAs(ed, over)
	if strings.TrimSpace(over) == "" {
		// The first other figure is meant: "the average per order".
		a = slices.IndexFunc(q.Items, func(item statement.Item) bool {
			return item.Expr.Aggregate() && (!also || !item.Expr.Equal(q.Items[b].Expr))
		})
		known = a >= 0
	}
	if !known || !also || a == b || !ed.Number(q.Items[b].Expr) {
		return false
	}
	name := edit.ItemName(q.Items[a]) + "_per_" + strings.Join(schema.Split(under), "_")
	return ed.Append(statement.Item{Expr: ed.Dialect.Divide(q.Items[a].Expr, q.Items[b].Expr), Alias: strings.ToLower(name)})
}

// AgainstAverage keeps the groups, or rows, whose figure lies above or below the average over all of them.
func AgainstAverage(ed *edit.Editor, u tag.Utterance) bool {
	i, ok := ed.Measure()
	if a, own := averageSaid(ed, u); own {
		i, ok = a, true
	}
	if !ok || ed.Query.Set != nil || !ed.Query.Limit.IsZero() {
		return false
	}
	operator := ">"
	if u.Any(english.UnderWords) {
		operator = "<"
	}
	if q := ed.Block(); u.Has("overall") && IsAverage(q.Items[i].Expr) && len(q.GroupBy) > 0 {
		q.SpellOut()
		each := q.Clone()
		each.ClearOrder()
		each.GroupBy, each.Having, each.Items = nil, nil, []statement.Item{{Expr: q.Items[i].Expr}} // the average of all rows, not of the groups
		return q.AddPredicate(statement.Binary(operator, q.Items[i].Expr, statement.Scalar(each))) == nil
	}
	return OverAverage(ed, i, operator)
}

// OverAverage keeps the groups, or rows, whose figure at a place compares so with the average over all of them.
func OverAverage(ed *edit.Editor, i int, operator string) bool {
	q := ed.Block()
	q.SpellOut()
	x := q.Items[i].Expr
	each := q.Clone()
	each.ClearOrder()
	if !x.Aggregate() {
		each.Items = []statement.Item{{Expr: statement.Call("avg", x)}}
		return q.AddPredicate(statement.Binary(operator, x, statement.Scalar(each))) == nil
	}
	if len(q.GroupBy) == 0 {
		return false
	}
	each.Items = []statement.Item{{Expr: x, Alias: "figure"}}
	average := each.Wrap("each_group", statement.Item{Expr: statement.Call("avg", statement.Column("", "figure"))})
	return q.AddPredicate(statement.Binary(operator, x, statement.Scalar(average))) == nil
}

// averageSaid is the one average on screen, where the input says that groups' average is compared: "whose average is below".
func averageSaid(ed *edit.Editor, u tag.Utterance) (int, bool) {
	said := slices.ContainsFunc(u.Words, func(w string) bool { return w == "whose" || w == "their" || w == "with" })
	first, found := slices.Index(u.Words, "average"), -1
	if first < 0 || !said || !slices.Contains(u.Words[first+1:], "average") {
		return 0, false
	}
	for _, i := range edit.Measures(ed.Block()) {
		if !IsAverage(ed.Block().Items[i].Expr) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	return found, found >= 0
}

// IsAverage says that an expression is an average.
func IsAverage(x statement.Expr) bool {
	name, _, _, _, ok := x.AsCall()
	return ok && strings.EqualFold(name, "avg")
}

// Rate shows a count of some of the rows as a part of all of them, in each group.
func Rate(ed *edit.Editor) bool {
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil {
		return false
	}
	q := ed.Block()
	x := q.Items[i].Expr
	name, _, star, distinct, call := x.AsCall()
	if !call || !star || distinct || x.IsWindow() || !strings.EqualFold(name, "count") || x.Equal(statement.CountStar()) {
		return false
	}
	q.SpellOut()
	share := ed.Dialect.Divide(statement.Binary("*", x, statement.Literal(1.0)), statement.CountStar())
	ed.Understand("of all rows in each group")
	return q.ReplaceItem(i, statement.Item{Expr: share, Alias: FreeName(ed, "rate")}) == nil
}

// FreeName is a name that no shown column has.
func FreeName(ed *edit.Editor, name string) string {
	for _, item := range ed.Block().Items {
		if edit.SameName(edit.ItemName(item), name) {
			return ""
		}
	}
	return name
}

// TellsChange says that a figure is the difference of two others: how far one changed against the other.
func TellsChange(x statement.Expr) bool {
	found := false
	x.Walk(func(e statement.Expr) bool {
		op, l, r, ok := e.AsBinary()
		found = found || ok && op == "-" && l.Aggregate() && r.Aggregate()
		return !found
	})
	return found
}

// sharesBeside shows two figures that stand side by side with the change between them as the share that each is of its own total, and the
// change in points.
func sharesBeside(ed *edit.Editor) bool {
	q := ed.Block()
	done := false
	for i := 2; i < len(q.Items) && ed.Query.Set == nil; i++ {
		a, b := q.Items[i-2].Expr, q.Items[i-1].Expr
		if !TellsChange(q.Items[i].Expr) || TellsShare(a) || !addsUp(a) || !addsUp(b) || !edit.Contained(q.Items[i].Expr, statement.Binary("-", a, b)) {
			continue
		}
		q.SpellOut()
		now, before := shareOf(ed, a), shareOf(ed, b)
		for k, item := range []statement.Item{
			{Expr: now, Alias: KeptName(ed, i-2) + "_percentage"}, {Expr: before, Alias: KeptName(ed, i-1) + "_percentage"},
			{Expr: statement.Binary("-", now, before), Alias: KeptName(ed, i-2) + "_change_points"},
		} {
			q.Items[i-2+k] = item
		}
		done = true
	}
	return done
}

// addsUp says that an expression is a number of rows or a sum: the figures of groups make up that of all rows.
func addsUp(x statement.Expr) bool {
	plain, _ := x.Unfiltered()
	name, _, _, distinct, ok := plain.AsCall()
	return ok && !distinct && !plain.IsWindow() && slices.Contains([]string{"count", "sum"}, strings.ToLower(name))
}

// shareOf is a figure in a hundred of its total over all groups.
func shareOf(ed *edit.Editor, x statement.Expr) statement.Expr {
	return ed.Dialect.Divide(statement.Binary("*", x, statement.Literal(100.0)), statement.Call("sum", x).Over(statement.Window{}))
}

// TellBase tells that shares are of the rows that are left, where groups were left out by what they are called, and lets go of a name that
// says otherwise.
func TellBase(ed *edit.Editor, before []statement.Expr) {
	q := ed.Block()
	keyed := slices.ContainsFunc(q.Where, func(p statement.Expr) bool {
		return !edit.Same(before, p) && slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return edit.Contained(p, q.Meaning(key)) })
	})
	if !keyed || !slices.ContainsFunc(q.Items, func(i statement.Item) bool { return TellsShare(i.Expr) }) {
		return
	}
	ed.Assume("the shares are of those that are left, not of all")
	for i, item := range q.Items {
		if words := schema.Split(item.Alias); TellsShare(item.Expr) && slices.ContainsFunc(words, func(w string) bool { return english.WholeWords[strings.ToLower(w)] }) {
			q.Items[i].Alias = "percentage"
		}
	}
}

// changeInHundred turns a change on screen into one in a hundred of what was before; it is so already where it says 100, which is told.
func changeInHundred(ed *edit.Editor) bool {
	q := ed.Block()
	for i := range slices.Backward(q.Items) {
		x := q.Items[i].Expr
		if !TellsChange(x) {
			continue
		}
		if _, _, before, plain := x.AsBinary(); plain && !strings.Contains(x.SQL(), "100") {
			q.SpellOut()
			return q.ReplaceItem(i, statement.Item{Expr: ed.Dialect.Divide(statement.Binary("*", statement.Literal(100.0), x), before), Alias: FreeName(ed, "change_percent")}) == nil
		}
		ed.Note("the change is in percent as it stands")
		return true
	}
	return false
}
