package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file points at one row on screen by its place: "who handles the first one", "the second one's manager", "all but the
// top one". The row is cut out of the query in force, and what else was said is read about it.

// places are the ordinals with how many rows stand before theirs; the last row has its own word.
var places = map[string]int{"first": 0, "1st": 0, "top": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3, "fifth": 4, "5th": 4,
	"sixth": 5, "6th": 5, "seventh": 6, "7th": 6, "eighth": 7, "8th": 7, "ninth": 8, "9th": 8, "tenth": 9, "10th": 9}

// placeSaid finds the words that point at one row: "the second one", with what makes it an owner ("'s").
func (u utterance) placeSaid() (at stretch, owner, ok bool) {
	for i := 1; i+1 < len(u.words); i++ {
		_, ordinal := places[u.words[i]]
		if u.words[i-1] != "the" && u.words[i-1] != "that" && u.words[i-1] != "this" || !ordinal && u.words[i] != "last" || !english.RowNouns[u.words[i+1]] {
			continue
		}
		at = stretch{i - 1, i + 2}
		if at.to < len(u.words) && (u.words[at.to] == "'s" || u.words[at.to] == "s") {
			return stretch{at.from, at.to + 1}, true, true
		}
		return at, false, at.to+1 >= len(u.words) || !english.Partitive[u.words[at.to]]
	}
	return at, false, false
}

// aboutRow is the input with a pronoun in the place of the words that point at a row; it is empty where nothing else was said.
func (u utterance) aboutRow(at stretch, owner bool) string {
	before, after := u.trim(stretch{0, at.from}), u.trim(stretch{at.to, len(u.tokens)})
	if before.empty() && after.empty() || owner {
		return ""
	}
	return strings.TrimSpace(u.text(before) + " it " + u.text(after))
}

// ownOfRow are the words for what the row has: "the reviews of the first one", "the second one's manager"; empty where the input
// asks for something else.
func (u utterance) ownOfRow(at stretch, owner bool) string {
	before, after := u.trim(stretch{0, at.from}), u.trim(stretch{at.to, len(u.tokens)})
	last := before.to - 1
	if owner {
		return u.text(after)
	}
	if after.empty() && last > before.from && english.OwnWords[u.words[last]] {
		if the := lastIndex(u.words[before.from:last], "the"); the >= 0 {
			return u.text(stretch{before.from + the + 1, last})
		}
	}
	return ""
}

// showOwn shows what the row in force has: the rows that refer to it, else a column beside it.
func (ed *editor) showOwn(text string) bool {
	about := utter("also their " + text)
	if namesOnlyFigure(text) && ed.block().Grouped() && ed.try(func() bool { return ed.apply(about, stretch{0, len(about.tokens)}) }) {
		return true
	}
	return ed.try(func() bool { return ed.rowsThatBelong(text, false, 0) }) || ed.try(func() bool { return ed.rowsOf(ed.called(text), false, 0) }) || ed.apply(about, stretch{0, len(about.tokens)})
}

func lastIndex(words []string, w string) int {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == w {
			return i
		}
	}
	return -1
}

// ofRow is the edit that was asked for of one row on screen; false where the input points at none, or means nothing about it.
func (ed *editor) ofRow(u utterance) bool {
	at, owner, ok := u.placeSaid()
	if !ok || ed.query.Set != nil {
		return false
	}
	own, rest, said := u.ownOfRow(at, owner), u.aboutRow(at, owner), u.text(at)
	return ed.try(func() bool {
		about := utter(rest)
		if !ed.nthRow(utter(said)) {
			return false
		}
		if own != "" && ed.showOwn(own) {
			ed.operations = append(ed.operations, "rows that belong")
		} else if !(rest != "" && (ed.try(func() bool { return ed.apply(about, stretch{0, len(about.tokens)}) }) || ed.askOwn(about))) {
			return false
		}
		ed.understand(said + " = that row of those in force")
		return true
	})
}

// placeRules are those that count rows themselves.
var placeRules = english.Set("rows behind", "rows that belong", "first per", "one side", "nth filter", "skip", "limit", "top", "show only")

// countsRows says that one of the rules applied counted rows itself.
func (ed *editor) countsRows() bool {
	return slices.ContainsFunc(ed.operations, func(name string) bool { return placeRules[name] })
}

// nthRow keeps the row on screen that an ordinal counts to.
func (ed *editor) nthRow(u utterance) bool {
	if ed.query.Set != nil || !ed.query.Offset.IsZero() {
		return false
	}
	for _, w := range u.words {
		n, ok := places[w]
		switch {
		case ok && n == 0:
			return ed.limit(1)
		case ok:
			if most, cut := ed.cutAt(); cut && n >= most {
				return false
			}
			return ed.skip(n) && ed.limit(1)
		case w == "last":
			if most, cut := ed.cutAt(); cut {
				if ed.rows > 0 {
					most = min(most, ed.rows)
				}
				return most > 0 && ed.skip(most-1) && ed.limit(1)
			}
			return len(ed.query.OrderBy) > 0 && ed.reverse() && ed.limit(1)
		}
	}
	return false
}

// withoutTop leaves the first n rows out: of groups without an order the largest.
func (ed *editor) withoutTop(n int) bool {
	if ed.query.Set != nil || n == 0 {
		return false
	}
	if len(ed.query.OrderBy) == 0 && (!ed.block().Grouped() || !ed.byMeasure(true)) {
		return false
	}
	before := 0
	if v, ok := ed.query.Offset.AsLiteral(); ok {
		if o, whole := v.(int64); whole {
			before = int(o)
		}
	}
	if most, cut := ed.cutAt(); cut {
		if most <= n || !ed.limit(most-n) {
			return false
		}
	}
	return ed.skip(before + n)
}

// extremeOfCut keeps the row at one end of a shown figure, among the first so many rows: these are a set.
func (ed *editor) extremeOfCut(text string) bool {
	if _, cut := ed.cutAt(); !cut || ed.query.Set != nil {
		return false
	}
	inner := ed.query.Clone()
	ed.query.ClearLimit()
	if !ed.superlative(text) || len(ed.query.OrderBy) == 0 {
		return false
	}
	q, key := ed.block(), ed.query.OrderBy[0]
	i := q.ItemOf(key.Expr)
	if i < 0 || itemName(q.Items[i]) == "" || len(inner.OrderBy) == 0 {
		return false
	}
	by := statement.Column("", itemName(q.Items[i]))
	ed.query = inner
	if inner.OrderBy[0].Desc == key.Desc && inner.ItemOf(inner.OrderBy[0].Expr) == i {
		return ed.limit(1)
	}
	var items []statement.Item
	for _, it := range leftmost(inner).Items {
		name := itemName(it)
		if name == "" {
			return false
		}
		items = append(items, statement.Item{Expr: statement.Column("", name)})
	}
	ed.wrap(items...)
	return ed.sort(statement.Key{Expr: by, Desc: key.Desc}) && ed.limit(1)
}

// firstToDo keeps the first or last row by the time at which something was done: "who signed up first".
func (ed *editor) firstToDo(u utterance, what stretch) bool {
	if ed.settled() || ed.query.Set != nil || len(measures(ed.block())) > 0 {
		return false
	}
	t, ok := ed.targets(u.text(what))
	newest := u.has("last") || u.has("latest")
	if ok && len(t) == 1 && len(t[0].columns) == 1 && t[0].columns[0].Role == schema.Moment {
		t[0].desc, t[0].sorted = newest, true
		return ed.order(t, false) && ed.limit(1)
	}
	root := ed.root()
	if root == nil || len(root.Moments) != 1 || root.Moment == nil {
		return false
	}
	ed.understand(fmt.Sprintf("%s = %s", u.text(what), root.Moment))
	return ed.order([]target{{item: -1, columns: []*schema.Column{root.Moment}, desc: newest, sorted: true}}, false) && ed.limit(1)
}

// longestThere keeps the row that came first: "which one has been with us longest".
func (ed *editor) longestThere() bool {
	root := ed.root()
	if root == nil || root.Moment == nil || ed.settled() || ed.query.Set != nil || len(measures(ed.block())) > 0 {
		return false
	}
	ed.understand("longest = " + root.Moment.String())
	return ed.order([]target{{item: -1, columns: []*schema.Column{root.Moment}, sorted: true}}, false) && ed.limit(1)
}

// addAggregate shows a further aggregate of what the figure in force is taken of: "add the average" beside a total.
func (ed *editor) addAggregate(u utterance) bool {
	q := ed.block()
	i, ok := ed.aggregated()
	function := u.aggregate(ed, stretch{0, len(u.tokens)})
	if !ok || function == "" || ed.query.Set != nil || len(q.GroupBy) == 0 {
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
	ed.understand(function + " of what " + itemName(q.Items[i]) + " adds up")
	return ed.append(statement.Item{Expr: made, Alias: ed.freeName(function)})
}

// aggregated is the figure in force that another aggregate may be taken of: the one that the query is about, or the only one that is no
// count.
func (ed *editor) aggregated() (int, bool) {
	i, ok := ed.measure()
	if !ok || !isCount(ed.block().Items[i].Expr) {
		return i, ok
	}
	found := -1
	for _, k := range measures(ed.block()) {
		if isCount(ed.block().Items[k].Expr) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = k
	}
	return found, found >= 0
}

// onlyGroups keeps the groups that words name and a figure of which compares: "only months with more than 100 orders".
func (ed *editor) onlyGroups(groups, rest string) bool {
	if len(ed.block().GroupBy) == 0 || !ed.namesGroups(groups) {
		return false
	}
	about := utter("only those with " + rest)
	return ed.apply(about, stretch{0, len(about.tokens)})
}

// dropGroups leaves out the groups whose figure, or number of what is named, is so large and no larger.
func (ed *editor) dropGroups(groups, of string, n int) bool {
	return ed.onlyGroups(groups, fmt.Sprintf("more than %d %s", n, of))
}

// keepBounded keeps the groups that a comparison of their figure holds for: the one that of names, else the one in force. groups are
// the words for those that go.
func (ed *editor) keepBounded(groups, operator, of string, n int) bool {
	named := strings.Join(slices.DeleteFunc(utter(groups).words, func(w string) bool { return english.AnyGroup[w] }), " ")
	if !ed.block().Grouped() || ed.query.Set != nil || named != "" && !ed.namesGroups(named) {
		return false
	}
	if of != "" {
		return ed.compareCounted(operator, of, n)
	}
	i, ok := ed.boundFigure()
	if !ok {
		return false
	}
	figure := ed.block().Items[i].Expr
	if plain := plainFigure(figure); !plain.IsZero() {
		return isShare(figure) && n > mostPercent && ed.havingOf(plain, operator, statement.Literal(int64(n)))
	}
	return ed.having(i, operator, statement.Literal(int64(n)))
}

// mostPercent is the most that a share may be: a larger bound is on the figure that the shares are of, a smaller one may be on either.
const mostPercent = 100

// isShare says that a figure is divided by a total over all rows; running totals and ranks are not.
func isShare(x statement.Expr) bool {
	op, _, whole, ok := x.AsBinary()
	return ok && op == "/" && !plainFigure(whole).IsZero()
}

// exchanged puts one value in the place of another that the query asks for: "not Germany, France".
func (ed *editor) exchanged(from, to string) bool {
	if ed.try(func() bool { return ed.exchangedWithin(from, to) }) {
		return true
	}
	list, lost := ed.conditions(from)
	if len(list) != 1 || lost > 0 || list[0].kind != valueCondition {
		return false
	}
	s := ed.scope()
	for _, i := range s.about(list[0].column) {
		if now, ok := constraintOf(s.query.Where[i]); ok && !now.negated && len(minus(list[0].values, now.values)) == 0 {
			return ed.filter(to, onlyMode, 0)
		}
	}
	return false
}

// exchangedWithin puts a value of a column in the place of another, in the role in which that stands: "Mombasa instead of Nairobi" is where
// the flights begin.
func (ed *editor) exchangedWithin(from, to string) bool {
	s := ed.scope()
	for _, p := range s.query.Where {
		now, ok := constraintOf(p)
		c := s.subject(p)
		if !ok || now.negated || c == nil {
			continue
		}
		old, asked := ed.heldAs(c, from)
		v, held := ed.heldAs(c, to)
		if asked && held && len(minus([]statement.Expr{old}, now.values)) == 0 {
			return ed.only(c, append(minus(now.values, []statement.Expr{old}), v))
		}
	}
	return false
}

// heldAs is the value of a column that a text says.
func (ed *editor) heldAs(c *schema.Column, text string) (statement.Expr, bool) {
	for _, m := range ed.index.Values(strings.Join(contentWords(text), " ")) {
		if m.Column == c && (m.Whole || m.Code) {
			return statement.Literal(m.Value), true
		}
	}
	return statement.Expr{}, false
}

// personTargets reads "person" as the people that the query in force reads, else the words as targets.
func (ed *editor) personTargets(text string) ([]target, bool) {
	if !english.Persons[strings.ToLower(strings.TrimSpace(text))] {
		return ed.targets(text)
	}
	var found *schema.Table
	for _, t := range ed.scope().home() {
		if len(t.Label) == 0 || !people(t) && !t.Called(english.Getters, english.Servers, english.Makers) {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = t
	}
	if found == nil {
		return ed.targets(text)
	}
	return []target{{item: -1, columns: found.Label, entity: found, said: text}}, true
}

// boundFigureOf is the figure of which groups have so much: nobody counts a thousand where an amount is shown as well.
func (ed *editor) boundFigureOf(value float64) (int, bool) {
	i, ok := ed.boundFigure()
	if amounts := ed.amountsShown(); ok && value >= leastAmount && isCount(ed.block().Items[i].Expr) && len(amounts) == 1 {
		return amounts[0], true
	}
	return i, ok
}

// exceptRules keep what is on screen without the rows that are counted to: "everyone but the first", "all except the last two".
func exceptRules() []rule {
	const rest = "[show|give|list|keep|take] [me] all|everything|everyone|everybody|them|those|these [of] [them|these|those] "
	const away = "[but|and|now|please] exclude|omit|drop|remove|ignore|skip|hide|lose|ditch|filter [out] "
	only := func(ed *editor, u utterance, f fit) bool { return ed.filter(u.text(f.slots[0]), onlyMode, 0) }
	return []rule{
		ruleOf("exclude", plain((*editor).withoutThose),
			"[no|and|but|now|please] [,] not|without|except|excluding|exclude|drop|remove|skip|hide|forget|ignore|omit that|this|it|those|these|them [one|ones] [please]",
			"[no|and|but|now|please] [,] leave|take that|this|it|those|these|them [one|ones] out|away [please]", "[and|but|now] [show|give] [me] everything|all|anything|everyone|anyone [but|except] but|except|besides [for] that|this|it|those|these|them [one|ones] [please]"),
		ruleOf("exclude", plain((*editor).withoutEmpty), away+"[the|any|all] empty [ones|rows|groups|entries] [please]", "[and|but] without|not|no [the|any] empty [ones|rows|groups|entries] [please]", "[and|but] only|just [the] non-empty [ones|rows|groups]"),
		ruleOf("exclude", only,
			away+"all|everything|everyone|everybody|anything|anyone|any [rows|ones] but|except [for] [the|those] {} [please]",
			away+"all|everything|everyone|everybody|anything|anyone|any|those [rows|ones] who|that|which is|are|was|were not {} [please]",
			"[and|now] nothing|nobody but|except [the|those] {} [please]"),
		ruleOf("skip", func(ed *editor, u utterance, f fit) bool { return ed.exceptPlaces(u.text(f.slots[0])) },
			rest+"but|except|excluding|without|save|bar|minus|besides [for] {}", rest+"apart|aside|other from|than {}", "[but|and|now] [all|everything|everyone] [but|except] not {}",
			"[but|and|now|please] exclude|omit|drop|remove|ignore|skip|hide|lose|without|excluding|except|ditch {} [please]", "[but|and|now] leave|take|cut {} out|away|off [please]", "[but|and|now] leave|take|cut out|away|off {} [please]", "get rid of {}"),
		ruleOf("limit", func(ed *editor, _ utterance, f fit) bool { return ed.firstRows(f.numbers[0], false) },
			"[and] [cut|drop|lose|remove|hide|skip|forget|ditch|nothing|no] [off|out] everything|all|anything|rows|nothing [rows|rest] after|below|beyond|past|behind|under [the] row|number|line|place|top|first # [rows|row]",
			"[and] [cut|drop|lose|remove|hide|skip|forget|ditch|no] [off|out] [all] rows after|below|beyond|past|behind #",
			"[and] [only|just] [up|down] to row|number|line|place #", "[and] stop|end|finish at|after [row|number|line|place] #", "[and] [only|just] rows|lines|places 1|one to|through|- #"),
		ruleOf("limit", func(ed *editor, u utterance, f fit) bool {
			n, ok := places[u.words[f.slots[0].from]]
			return ok && f.slots[0].to == f.slots[0].from+1 && ed.firstRows(n+1, false)
		},
			"[and] [cut|drop|lose|remove|hide|skip|forget|ditch] [off|out] everything|all|anything|rows|nothing [rows|rest] after|below|beyond|past|behind|under [the] {} [one|row|line|place|entry]",
			"[and] [only|just] [up|down] to the {} row|line|place|one|entry", "[and] stop|end|finish at|after the {} [row|line|place|one|entry]"),
	}
}

// exceptPlaces leaves out the rows that a text counts to, and says nothing else.
func (ed *editor) exceptPlaces(text string) bool {
	u := utter(text)
	if len(u.words) > 0 && u.words[0] != "the" {
		u = utter("the " + text)
	}
	if len(u.words) < 2 || ed.query.Set != nil {
		return false
	}
	list := slices.Concat(ed.byPlaces(u, 0), ed.byExtreme(u, 0))
	if slices.ContainsFunc(ed.tag(text), func(it Item) bool { return it.Is(Superlative, Most, Least) }) {
		list = append(list, reference{at: stretch{0, len(u.words)}, extreme: true, cut: func(ed *editor) bool { return ed.greatest(u.text(stretch{1, len(u.words)})) }})
	}
	for _, r := range list {
		if r.at.to < len(u.words) {
			continue
		}
		if r.extreme {
			return ed.try(func() bool { return ed.withoutRows(r, nowhere, 1) })
		}
		first, _ := placeWord(u.words[1])
		count := 1
		if n, several := rowsSaid(u, 2); several {
			count = n
		}
		return ed.try(func() bool { return ed.withoutRows(r, first, count) })
	}
	return false
}

// nowhere is no place: what is greatest is told apart by its key.
const nowhere = -2

// withoutRows leaves out so many rows from a place on, which a reference points at: at an end the list is cut, within it the rows are
// told apart by their key.
func (ed *editor) withoutRows(r reference, place, count int) bool {
	row := *ed
	row.query = ed.query.Clone()
	most, cut := ed.cutAt()
	if ed.rows > 0 && cut {
		most = min(most, ed.rows)
	}
	switch {
	case place == 0:
		ed.inTableOrder()
		return ed.withoutTop(count)
	case place == fromEnd && cut:
		return most > count && ed.limit(most-count)
	}
	key := ed.shownAsRows().key
	x, ok := ed.keyHere(key)
	if !ok || !row.try(func() bool { return r.cut(&row) }) {
		return false
	}
	rows, ok := row.cell(key)
	if !ok {
		return false
	}
	without := statement.Not(statement.InQuery(x, rows))
	if ed.block().Grouped() && ed.block().ItemOf(x) < 0 && !slices.ContainsFunc(ed.block().GroupBy, x.Equal) {
		return false
	}
	if cut && !ed.limit(most-count) {
		return false
	}
	return ed.block().AddPredicate(without) == nil
}

// withoutEmpty leaves the groups, or the rows with a number of what they have, out that have none.
func (ed *editor) withoutEmpty() bool {
	i, ok := ed.measure()
	if !ok || ed.query.Set != nil || !ed.block().Grouped() || len(ed.block().GroupBy) == 0 {
		return false
	}
	return ed.having(i, ">", statement.Literal(int64(0)))
}

// withoutThose is what was in force before the rows that are in force now were chosen of it, without these: "not that one".
func (ed *editor) withoutThose() bool {
	rows := ed.shownAsRows()
	if ed.last == nil || ed.last.Set != nil || ed.query.Set != nil || rows.key == nil {
		return false
	}
	chosen, ok := ed.cell(rows.key)
	before := *ed
	before.query = ed.last.Clone()
	was := before.shownAsRows()
	x, here := before.keyHere(rows.key)
	if !ok || !here || was.key != rows.key || unchanged(ed.query, ed.last) {
		return false
	}
	if chosen.Limit.IsZero() {
		chosen.ClearOrder()
	}
	if _, cut := before.cutAt(); cut { // those behind them are none of them
		all, ok := before.cell(rows.key)
		if !ok || before.block().AddPredicate(statement.InQuery(x, all)) != nil {
			return false
		}
		before.query.ClearLimit()
	}
	if before.block().AddPredicate(statement.Not(statement.InQuery(x, chosen))) != nil {
		return false
	}
	ed.query = before.query
	ed.understand("those = the rows of the last turn, left out of the ones before")
	return true
}

// compareCounted keeps the groups by a figure that the words name: a shown one, else the number of rows of the table that they
// call, as "at least" does.
func (ed *editor) compareCounted(operator, text string, n int) bool {
	if ed.try(func() bool { return ed.compareNamed(operator, text, n) }) || ed.try(func() bool { return ed.compareTally(operator, text, n) }) {
		return true
	}
	phrase := map[string]string{">=": "at least", "<=": "at most", ">": "more than", "<": "fewer than"}[operator]
	return ed.filter(fmt.Sprintf("%s %d %s", phrase, n, text), onlyMode, 0)
}

// extreme keeps the first row in the order of a superlative: "which of them is the oldest".
func (ed *editor) extreme(text string) bool {
	return !ed.settled() && ed.superlative(text) && ed.limit(1) || ed.settledExtreme(text) || ed.try(func() bool { return ed.extremeOfCut(text) })
}
