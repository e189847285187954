package pointer

import (
	"math"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file leaves out rows on screen that are counted to, or those of the last turn.

// ExceptRules keep what is on screen without the rows that are counted to: "everyone but the first", "all except the last two".
func ExceptRules() []clause.Rule {
	const rest = "[show|give|list|keep|take] [me] all|everything|everyone|everybody|them|those|these [of] [them|these|those] "
	const away = "[but|and|now|please] exclude|omit|drop|remove|ignore|skip|hide|lose|ditch|filter [out] "
	only := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return Filter(ed, u.Text(f.Slots[0]), measure.OnlyMode, 0)
	}
	return []clause.Rule{
		clause.RuleOf("exclude", clause.Plain(withoutThose),
			"[no|and|but|now|please] [,] not|without|except|excluding|exclude|drop|remove|skip|hide|forget|ignore|omit that|this|it|those|these|them [one|ones] [please]",
			"[no|and|but|now|please] [,] leave|take that|this|it|those|these|them [one|ones] out|away [please]", "[and|but|now] [show|give] [me] everything|all|anything|everyone|anyone [but|except] but|except|besides [for] that|this|it|those|these|them [one|ones] [please]"),
		clause.RuleOf("exclude", clause.Plain(withoutEmpty), away+"[the|any|all] empty [ones|rows|groups|entries] [please]", "[and|but] without|not|no [the|any] empty [ones|rows|groups|entries] [please]", "[and|but] only|just [the] non-empty [ones|rows|groups]"),
		clause.RuleOf("exclude", only,
			away+"all|everything|everyone|everybody|anything|anyone|any [rows|ones] but|except [for] [the|those] {} [please]",
			away+"all|everything|everyone|everybody|anything|anyone|any|those [rows|ones] who|that|which is|are|was|were not {} [please]",
			"[and|now] nothing|nobody but|except [the|those] {} [please]"),
		clause.RuleOf("skip", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return exceptPlaces(ed, u.Text(f.Slots[0])) },
			rest+"but|except|excluding|without|save|bar|minus|besides [for] {}", rest+"apart|aside|other from|than {}", "[but|and|now] [all|everything|everyone] [but|except] not {}",
			"[but|and|now|please] exclude|omit|drop|remove|ignore|skip|hide|lose|without|excluding|except|ditch {} [please]", "[but|and|now] leave|take|cut {} out|away|off [please]", "[but|and|now] leave|take|cut out|away|off {} [please]", "get rid of {}"),
		clause.RuleOf("limit", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool { return firstRows(ed, f.Numbers[0], false) },
			"[and] [cut|drop|lose|remove|hide|skip|forget|ditch|nothing|no] [off|out] everything|all|anything|rows|nothing [rows|rest] after|below|beyond|past|behind|under [the] row|number|line|place|top|first # [rows|row]",
			"[and] [cut|drop|lose|remove|hide|skip|forget|ditch|no] [off|out] [all] rows after|below|beyond|past|behind #",
			"[and] [only|just] [up|down] to row|number|line|place #", "[and] stop|end|finish at|after [row|number|line|place] #", "[and] [only|just] rows|lines|places 1|one to|through|- #"),
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			n, ok := Places[u.Words[f.Slots[0].From]]
			return ok && f.Slots[0].To == f.Slots[0].From+1 && firstRows(ed, n+1, false)
		},
			"[and] [cut|drop|lose|remove|hide|skip|forget|ditch] [off|out] everything|all|anything|rows|nothing [rows|rest] after|below|beyond|past|behind|under [the] {} [one|row|line|place|entry]",
			"[and] [only|just] [up|down] to the {} row|line|place|one|entry", "[and] stop|end|finish at|after the {} [row|line|place|one|entry]"),
	}
}

// exceptPlaces leaves out the rows that a text counts to, and says nothing else.
func exceptPlaces(ed *edit.Editor, text string) bool {
	u := tag.Utter(text)
	if len(u.Words) > 0 && u.Words[0] != "the" {
		u = tag.Utter("the " + text)
	}
	if len(u.Words) < 2 || ed.Query.Set != nil {
		return false
	}
	list := slices.Concat(ByPlaces(ed, u, 0), ByExtreme(ed, u, 0))
	if slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool { return it.Is(tag.Superlative, tag.Most, tag.Least) }) {
		whole := tag.Stretch{From: 0, To: len(u.Words)}
		list = append(list, Reference{At: whole, Extreme: true, Cut: func(ed *edit.Editor) bool { return greatestSaid(ed, u, tag.Stretch{From: 1, To: len(u.Words)}) }})
	}
	for _, r := range list {
		if r.At.To < len(u.Words) {
			continue
		}
		if r.Extreme {
			count, several := rowsSaid(u, 1)
			if !several {
				count = 1
			}
			return ed.Try(func() bool { return withoutRows(ed, r, endOf(ed, r), count) })
		}
		first, to, _ := placeSaid(u, 1)
		count, several := rowsSaid(u, to)
		if !several {
			count = 1
		}
		return ed.Try(func() bool { return withoutRows(ed, r, first, count) })
	}
	return false
}

// endOf is the end of the first so many rows at which those stand that a reference points at, which are greatest or least of what the rows
// are in order of; nowhere where they stand elsewhere, or all rows are in force.
func endOf(ed *edit.Editor, r Reference) int {
	row := *ed
	row.Query = ed.Query.Clone()
	if _, cut := clause.CutAt(ed); !cut || ed.Block().Grouped() || len(ed.Query.OrderBy) != 1 || !row.Try(func() bool { return r.Cut(&row) }) || len(row.Query.OrderBy) == 0 {
		return nowhere
	}
	was, now := ed.Query.OrderBy[0], row.Query.OrderBy[0]
	switch c := ed.Scope().Column(was.Expr); {
	case c == nil || c != row.Scope().Column(now.Expr):
		return nowhere
	case was.Desc == now.Desc:
		return 0
	}
	return FromEnd
}

// nowhere is no place: what is greatest is told apart by its key.
const nowhere = math.MaxInt

// withoutRows leaves out so many rows from a place on, which a reference points at: at an end the list is cut, within it the rows are
// told apart by their key.
func withoutRows(ed *edit.Editor, r Reference, place, count int) bool {
	row := *ed
	row.Query = ed.Query.Clone()
	most, cut := clause.CutAt(ed)
	if ed.Rows > 0 && cut {
		most = min(most, ed.Rows)
	}
	switch {
	case place == 0:
		inTableOrder(ed)
		return WithoutTop(ed, count)
	case place == FromEnd && cut:
		return most > count && clause.Limit(ed, most-count)
	}
	key := measure.ShownAsRows(ed).Key
	x, ok := KeyHere(ed, key)
	if !ok || !row.Try(func() bool { return r.Cut(&row) }) {
		return false
	}
	rows, ok := clause.Cell(&row, key)
	if !ok {
		return false
	}
	without := statement.Not(statement.InQuery(x, rows))
	if ed.Block().Grouped() && ed.Block().ItemOf(x) < 0 && !slices.ContainsFunc(ed.Block().GroupBy, x.Equal) {
		return false
	}
	if cut && !clause.Limit(ed, most-count) {
		return false
	}
	return ed.Block().AddPredicate(without) == nil
}

// withoutEmpty leaves the groups, or the rows with a number of what they have, out that have none.
func withoutEmpty(ed *edit.Editor) bool {
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil || !ed.Block().Grouped() || len(ed.Block().GroupBy) == 0 {
		return false
	}
	if c := unnamed(ed); c != nil {
		ed.Understand("empty = without " + c.Name)
		return measure.Missing(ed, edit.Target{Item: -1, Columns: []*schema.Column{c}}, true)
	}
	return clause.Having(ed, i, ">", statement.Literal(int64(0)))
}

// withoutThose is what was in force before the rows that are in force now were chosen of it, without these: "not that one".
func withoutThose(ed *edit.Editor) bool {
	rows := measure.ShownAsRows(ed)
	if ed.Last == nil || ed.Last.Set != nil || ed.Query.Set != nil || rows.Key == nil {
		return false
	}
	chosen, ok := clause.Cell(ed, rows.Key)
	before := *ed
	before.Query = ed.Last.Clone()
	was := measure.ShownAsRows(&before)
	x, here := KeyHere(&before, rows.Key)
	if !ok || !here || was.Key != rows.Key || Unchanged(ed.Query, ed.Last) {
		return false
	}
	if _, cut := clause.CutAt(&before); cut { // those behind them are none of them
		all, ok := clause.Cell(&before, rows.Key)
		if !ok || before.Block().AddPredicate(statement.InQuery(x, all)) != nil {
			return false
		}
		before.Query.ClearLimit()
	}
	if before.Block().AddPredicate(statement.Not(statement.InQuery(x, chosen))) != nil {
		return false
	}
	ed.Query = before.Query
	ed.Understand("those = the rows of the last turn, left out of the ones before")
	return true
}
