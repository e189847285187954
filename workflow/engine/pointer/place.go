package pointer

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"parley/workflow/schema/wordlist"
)

// This file points at one row on screen by its place: "who handles the first one", "the second one's manager", "all but the
// top one". The row is cut out of the query in force, and what else was said is read about it.

// Places are the ordinals with how many rows stand before theirs; the last row has its own word.
var Places = map[string]int{"first": 0, "1st": 0, "top": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4, "5th": 4,
	"sixth": 5, "6th": 5, "seventh": 6, "7th": 6, "eighth": 7, "8th": 7, "ninth": 8, "9th": 8, "tenth": 9, "10th": 9}

// PlaceSaid finds the words that point at one row: "the second one", with what makes it an owner ("'s").
func PlaceSaid(u tag.Utterance) (at tag.Stretch, owner, ok bool) {
	for i := 1; i+1 < len(u.Words); i++ {
		_, ordinal := Places[u.Words[i]]
		if u.Words[i-1] != "the" && u.Words[i-1] != "that" && u.Words[i-1] != "this" || !ordinal && u.Words[i] != "last" || !english.RowNouns[u.Words[i+1]] {
			continue
		}
		at = tag.Stretch{From: i - 1, To: i + 2}
		if at.To < len(u.Words) && (u.Words[at.To] == "'s" || u.Words[at.To] == "s") {
			return tag.Stretch{From: at.From, To: at.To + 1}, true, true
		}
		return at, false, at.To+1 >= len(u.Words) || !english.Partitive[u.Words[at.To]]
	}
	return at, false, false
}

// aboutRow is the input with a pronoun in the place of the words that point at a row; it is empty where nothing else was said.
func aboutRow(u tag.Utterance, at tag.Stretch, owner bool) string {
	before, after := u.Trim(tag.Stretch{From: 0, To: at.From}), u.Trim(tag.Stretch{From: at.To, To: len(u.Tokens)})
	if before.Empty() && after.Empty() || owner {
		return ""
	}
	return strings.TrimSpace(u.Text(before) + " it " + u.Text(after))
}

// OwnOfRow are the words for what the row has: "the reviews of the first one", "the second one's manager"; empty where the input
// asks for something else.
func OwnOfRow(u tag.Utterance, at tag.Stretch, owner bool) string {
	before, after := u.Trim(tag.Stretch{From: 0, To: at.From}), u.Trim(tag.Stretch{From: at.To, To: len(u.Tokens)})
	last := before.To - 1
	if owner {
		return u.Text(after)
	}
	if after.Empty() && last > before.From && english.OwnWords[u.Words[last]] {
		if the := lastIndex(u.Words[before.From:last], "the"); the >= 0 {
			return u.Text(tag.Stretch{From: before.From + the + 1, To: last})
		}
	}
	return ""
}

// showOwn shows what the row in force has: the rows that refer to it, else a column beside it.
func showOwn(ed *edit.Editor, text string) bool {
	about := tag.Utter("also their " + text)
	if measure.NamesOnlyFigure(text) && ed.Block().Grouped() && ed.Try(func() bool { return clause.Apply(ed, about, tag.Stretch{From: 0, To: len(about.Tokens)}) }) {
		return true
	}
	return ed.Try(func() bool { return rowsThatBelong(ed, text, false, 0) }) || ed.Try(func() bool { return rowsOf(ed, Called(ed, text), false, 0) }) || clause.Apply(ed, about, tag.Stretch{From: 0, To: len(about.Tokens)})
}

func lastIndex(words []string, w string) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == w {
			return i
		}
	}
	return -1
}

// OfRow is the edit that was asked for of one row on screen; false where the input points at none, or means nothing about it.
func OfRow(ed *edit.Editor, u tag.Utterance) bool {
	at, owner, ok := PlaceSaid(u)
	if !ok || ed.Query.Set != nil {
		return false
	}
	own, rest, said := OwnOfRow(u, at, owner), aboutRow(u, at, owner), u.Text(at)
	return ed.Try(func() bool {
		about := tag.Utter(rest)
		if !NthRow(ed, tag.Utter(said)) {
			return false
		}
		if own != "" && showOwn(ed, own) {
			ed.Operations = append(ed.Operations, "rows that belong")
		} else if !(rest != "" && (ed.Try(func() bool { return clause.Apply(ed, about, tag.Stretch{From: 0, To: len(about.Tokens)}) }) || askOwn(ed, about))) {
			return false
		}
		ed.Understand(said + " = that row of those in force")
		return true
	})
}

// placeRules are those that count rows themselves.
var placeRules = wordlist.SetOf("rows behind", "rows that belong", "first per", "one side", "nth filter", "skip", "limit", "top", "show only", "what about the other end")

// CountsRows says that one of the rules applied counted rows itself.
func CountsRows(ed *edit.Editor) bool {
	return slices.ContainsFunc(ed.Operations, func(name string) bool { return placeRules[name] })
}

// NthRow keeps the row that an ordinal counts to: of those on screen, or of an order of which one row is.
func NthRow(ed *edit.Editor, u tag.Utterance) bool {
	if OneOfOrder(ed) {
		return slices.ContainsFunc(u.Words, func(w string) bool { n := Places[w]; return n > 0 && clause.Skip(ed, n) })
	}
	if ed.Query.Set != nil || !ed.Query.Offset.IsZero() {
		return false
	}
	for _, w := range u.Words {
		n, ok := Places[w]
		switch {
		case ok && n == 0:
			return clause.Limit(ed, 1)
		case ok:
			if most, cut := clause.CutAt(ed); cut && n >= most {
				return false
			}
			return clause.Skip(ed, n) && clause.Limit(ed, 1)
		case w == "last":
			if most, cut := clause.CutAt(ed); cut {
				if ed.Rows > 0 {
					most = min(most, ed.Rows)
				}
				return most > 0 && clause.Skip(ed, most-1) && clause.Limit(ed, 1)
			}
			return len(ed.Query.OrderBy) > 0 && clause.Reverse(ed) && clause.Limit(ed, 1)
		}
	}
	return false
}

// OneOfOrder says that one row of an order is in force.
func OneOfOrder(ed *edit.Editor) bool {
	now, cut := clause.CutAt(ed)
	return cut && now == 1 && ed.Query.Set == nil && len(ed.Query.OrderBy) > 0
}

// WithoutTop leaves the first n rows out: of groups without an order the largest.
func WithoutTop(ed *edit.Editor, n int) bool {
	if ed.Query.Set != nil || n == 0 {
		return false
	}
	if len(ed.Query.OrderBy) == 0 && (!ed.Block().Grouped() || !clause.ByMeasure(ed, true)) {
		return false
	}
	before := 0
	if v, ok := ed.Query.Offset.AsLiteral(); ok {
		if o, whole := v.(int64); whole {
			before = int(o)
		}
	}
	if most, cut := clause.CutAt(ed); cut {
		if most <= n || !clause.Limit(ed, most-n) {
			return false
		}
	}
	return clause.Skip(ed, before+n)
}

// extremeOfCut keeps the row at one end of a shown figure, among the first so many rows: these are a set.
func extremeOfCut(ed *edit.Editor, text string) bool {
	if n, cut := clause.CutAt(ed); !cut || n < 2 || ed.Query.Set != nil {
		return false // one row has no end
	}
	inner := ed.Query.Clone()
	ed.Query.ClearLimit()
	if !measure.Superlative(ed, text) || len(ed.Query.OrderBy) == 0 {
		return false
	}
	q, key := ed.Block(), ed.Query.OrderBy[0]
	i := q.ItemOf(key.Expr)
	if i < 0 || edit.ItemName(q.Items[i]) == "" || len(inner.OrderBy) == 0 {
		return false
	}
	by := statement.Column("", edit.ItemName(q.Items[i]))
	ed.Query = inner
	if inner.OrderBy[0].Desc == key.Desc && inner.ItemOf(inner.OrderBy[0].Expr) == i {
		return clause.Limit(ed, 1)
	}
	var items []statement.Item
	for _, it := range edit.Leftmost(inner).Items {
		name := edit.ItemName(it)
		if name == "" {
			return false
		}
		items = append(items, statement.Item{Expr: statement.Column("", name)})
	}
	clause.Wrap(ed, items...)
	return clause.Sort(ed, statement.Key{Expr: by, Desc: key.Desc}) && clause.Limit(ed, 1)
}

// FirstToDo keeps the first or last n rows by the time at which something was done: "who signed up first", "the two hired last".
func FirstToDo(ed *edit.Editor, u tag.Utterance, what tag.Stretch, n int) bool {
	if clause.Settled(ed) || ed.Query.Set != nil || len(edit.Measures(ed.Block())) > 0 {
		return false
	}
	t, ok := ed.Targets(u.Text(what))
	newest := u.Has("last") || u.Has("latest")
	if ok && len(t) == 1 && len(t[0].Columns) == 1 && t[0].Columns[0].Role == schema.Moment {
		t[0].Desc, t[0].Sorted = newest, true
		return clause.Order(ed, t, false) && clause.Limit(ed, n)
	}
	when := momentOfDeed(ed.Root(), u.Text(what))
	if when == nil {
		return false
	}
	ed.Understand(fmt.Sprintf("%s = %s", u.Text(what), when))
	ed.Taken = append(ed.Taken, clause.Lowered(strings.Fields(u.Text(what)))...)
	return clause.Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{when}, Desc: newest, Sorted: true}}, false) && clause.Limit(ed, n)
}

// momentOfDeed is the time at which something was done with the rows of a table: the only one that they have, else the one that is called
// after it ("hired" for HireDate). Nil where nothing tells.
func momentOfDeed(t *schema.Table, deed string) *schema.Column {
	if t == nil || t.Moment == nil {
		return nil
	}
	if len(t.Moments) == 1 {
		return t.Moment
	}
	words := clause.ContentWords(deed)
	var found *schema.Column
	for _, c := range t.Columns {
		if c.Role != schema.Moment || c.Hidden || len(words) != 1 || !slices.ContainsFunc(c.Words, func(own string) bool { return schema.Stem(own) == schema.Stem(words[0]) }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// LongestThere keeps the row that came first: "which one has been with us longest".
func LongestThere(ed *edit.Editor) bool {
	root := ed.Root()
	if root == nil || root.Moment == nil || clause.Settled(ed) || ed.Query.Set != nil || len(edit.Measures(ed.Block())) > 0 {
		return false
	}
	ed.Understand("longest = " + root.Moment.String())
	return clause.Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{root.Moment}, Sorted: true}}, false) && clause.Limit(ed, 1)
}

// AddAggregate shows a further aggregate of what the figure in force is taken of: "add the average" beside a total.
func AddAggregate(ed *edit.Editor, u tag.Utterance) bool {
	q := ed.Block()
	i, ok := aggregated(ed)
	function := clause.Aggregate(u, ed, tag.Stretch{From: 0, To: len(u.Tokens)})
	if !ok || function == "" || ed.Query.Set != nil || len(q.GroupBy) == 0 {
		return false
	}
	was := q.Items[i].Expr
	name, args, _, distinct, call := was.AsCall()
	if !call || len(args) != 1 || distinct || was.IsWindow() || strings.EqualFold(name, "count") || strings.EqualFold(name, function) {
		return false
	}
	made := statement.Call(function, args...)
	if !was.Equal(statement.Call(name, args...)) {
		return false // it is taken of some of the rows
	}
	ed.Understand(function + " of what " + edit.ItemName(q.Items[i]) + " adds up")
	return ed.Append(statement.Item{Expr: made, Alias: clause.FreeName(ed, function)})
}

// aggregated is the figure in force that another aggregate may be taken of: the one that the query is about, or the only one that is no
// count.
func aggregated(ed *edit.Editor) (int, bool) {
	i, ok := ed.Measure()
	if !ok || !clause.IsCount(ed.Block().Items[i].Expr) {
		return i, ok
	}
	found := -1
	for _, k := range edit.Measures(ed.Block()) {
		if clause.IsCount(ed.Block().Items[k].Expr) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = k
	}
	return found, found >= 0
}

// OnlyGroups keeps the groups that words name and a figure of which compares: "only months with more than 100 orders".
func OnlyGroups(ed *edit.Editor, groups, rest string) bool {
	if len(ed.Block().GroupBy) == 0 || !clause.NamesGroups(ed, groups) {
		return false
	}
	about := tag.Utter("only those with " + rest)
	return clause.Apply(ed, about, tag.Stretch{From: 0, To: len(about.Tokens)})
}

// DropGroups leaves out the groups whose figure, or number of what is named, is so large and no larger.
func DropGroups(ed *edit.Editor, groups, of string, n int) bool {
	return OnlyGroups(ed, groups, fmt.Sprintf("more than %d %s", n, of))
}

// KeepBounded keeps the groups that a comparison of their figure holds for: the one that of names, else the one in force. groups are
// the words for those that go.
func KeepBounded(ed *edit.Editor, groups, operator, of string, n int) bool {
	named := strings.Join(slices.DeleteFunc(tag.Utter(groups).Words, func(w string) bool { return english.AnyGroup[w] }), " ")
	if !ed.Block().Grouped() || ed.Query.Set != nil || named != "" && !clause.NamesGroups(ed, named) {
		return false
	}
	if of != "" {
		return CompareCounted(ed, operator, of, n)
	}
	i, ok := measure.BoundFigure(ed)
	if !ok {
		return false
	}
	figure := ed.Block().Items[i].Expr
	if plain := measure.PlainFigure(figure); !plain.IsZero() {
		return isShare(figure) && n > mostPercent && clause.HavingOf(ed, plain, operator, statement.Literal(int64(n)))
	}
	return clause.Having(ed, i, operator, statement.Literal(int64(n)))
}

// mostPercent is the most that a share may be: a larger bound is on the figure that the shares are of, a smaller one may be on either.
const mostPercent = 100

// isShare says that a figure is divided by a total over all rows; running totals and ranks are not.
func isShare(x statement.Expr) bool {
	op, _, whole, ok := x.AsBinary()
	return ok && op == "/" && !measure.PlainFigure(whole).IsZero()
}

// Exchanged puts one value in the place of another that the query asks for: "not Germany, France".
func Exchanged(ed *edit.Editor, from, to string) bool {
	if ed.Try(func() bool { return ExchangedWithin(ed, from, to) }) {
		return true
	}
	list, lost := ed.Conditions(from)
	if len(list) != 1 || lost > 0 || list[0].Kind != edit.ValueCondition {
		return false
	}
	s := ed.Scope()
	for _, i := range s.About(list[0].Column) {
		if now, ok := edit.ConstraintOf(s.Query.Where[i]); ok && !now.Negated && len(edit.Minus(list[0].Values, now.Values)) == 0 {
			return Filter(ed, to, measure.OnlyMode, 0)
		}
	}
	return false
}

// ExchangedWithin puts a value of a column in the place of another, in the role in which that stands: "Mombasa instead of Nairobi" is where
// the flights begin.
func ExchangedWithin(ed *edit.Editor, from, to string) bool {
	s := ed.Scope()
	for _, p := range s.Query.Where {
		now, ok := edit.ConstraintOf(p)
		c := s.Subject(p)
		if !ok || now.Negated || c == nil {
			continue
		}
		old, asked := heldAs(ed, c, from)
		v, held := heldAs(ed, c, to)
		if asked && held && len(edit.Minus([]statement.Expr{old}, now.Values)) == 0 {
			return ed.Only(c, append(edit.Minus(now.Values, []statement.Expr{old}), v))
		}
	}
	return false
}

// heldAs is the value of a column that a text says.
func heldAs(ed *edit.Editor, c *schema.Column, text string) (statement.Expr, bool) {
	for _, m := range ed.Index.Values(strings.Join(clause.ContentWords(text), " ")) {
		if m.Column == c && (m.Whole || m.Code) {
			return statement.Literal(m.Value), true
		}
	}
	return statement.Expr{}, false
}

// PersonTargets reads "person" as the people that the query in force reads, else the words as targets.
func PersonTargets(ed *edit.Editor, text string) ([]edit.Target, bool) {
	if !english.Persons[strings.ToLower(strings.TrimSpace(text))] {
		return ed.Targets(text)
	}
	var found *schema.Table
	for _, t := range ed.Scope().Home() {
		if len(t.Label) == 0 || !reading.People(t) && !t.Called(english.Getters, english.Servers, english.Makers) {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = t
	}
	if found == nil {
		return ed.Targets(text)
	}
	return []edit.Target{{Item: -1, Columns: found.Label, Entity: found, Said: text}}, true
}

// boundFigureOf is the figure of which groups have so much: nobody counts a thousand where an amount is shown as well.
func boundFigureOf(ed *edit.Editor, value float64) (int, bool) {
	i, ok := measure.BoundFigure(ed)
	if amounts := measure.AmountsShown(ed); ok && value >= leastAmount && clause.IsCount(ed.Block().Items[i].Expr) && len(amounts) == 1 {
		return amounts[0], true
	}
	return i, ok
}

// CompareCounted keeps the groups by a figure that the words name: a shown one, else the number of rows of the table that they
// call, as "at least" does.
func CompareCounted(ed *edit.Editor, operator, text string, n int) bool {
	if ed.Try(func() bool { return clause.CompareNamed(ed, operator, text, n) }) || ed.Try(func() bool { return measure.CompareTally(ed, operator, text, n) }) {
		return true
	}
	phrase := map[string]string{">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than"}[operator]
	return Filter(ed, fmt.Sprintf("%s %d %s", phrase, n, text), measure.OnlyMode, 0)
}

// Extreme keeps the first row in the order of a superlative: "which of them is the oldest".
func Extreme(ed *edit.Editor, text string) bool {
	if n, cut := clause.CutAt(ed); cut && n == 1 && ed.Query.Set == nil && !ed.Block().Grouped() && len(ed.Query.OrderBy) > 0 {
		return measure.Superlative(ed, text) // another than the one in force
	}
	return !clause.Settled(ed) && measure.Foremost(ed, text, 1) || clause.SettledExtreme(ed, text) || ed.Try(func() bool { return extremeOfCut(ed, text) }) || ed.Try(func() bool { return worthiest(ed, text) })
}
