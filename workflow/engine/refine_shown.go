package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// This file finds which of the shown columns a phrase means: by the name that it carries, by what it counts or sums, by the
// column that it is made of, also where a derived table made it.

// shownAs finds the one select item that the phrase means.
func (ed *editor) shownAs(text string) (int, bool) {
	words := lemmasOf(contentWords(text))
	if len(words) == 0 {
		return 0, false
	}
	for _, matches := range []func(int, []string) bool{ed.namedAs, ed.taughtAs, ed.countedAs, ed.namedInPart, ed.madeOf} {
		found := -1
		for i := range ed.block().Items {
			if !matches(i, words) {
				continue
			}
			if found >= 0 {
				found = -2
				break
			}
			found = i
		}
		if found >= 0 {
			return found, true
		}
	}
	return 0, false
}

// contentWords are the words of a phrase without articles and what only leads up to a name.
func contentWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return english.Leading[w] })
}

// namedAs says that the item goes by exactly these words, which its name may hold in short: mins is "minutes".
func (ed *editor) namedAs(i int, words []string) bool {
	return slices.EqualFunc(schema.Split(itemName(ed.block().Items[i])), words, func(name, word string) bool {
		name = strings.ToLower(name)
		return schema.Lemma(name) == word || slices.Contains(lemmasOf(shorthand.Said(name)), word)
	})
}

// countedAs says that the item is a count and the words say no more: "the number of transactions", "the count".
func (ed *editor) countedAs(i int, words []string) bool {
	if !slices.Contains([]string{"number", "count"}, words[0]) {
		return false
	}
	_, x := ed.scope().innermost(ed.block().Items[i].Expr)
	name, _, _, _, ok := x.AsCall()
	return ok && strings.EqualFold(name, "count")
}

// namedInPart says that all words stand in the item's name.
func (ed *editor) namedInPart(i int, words []string) bool {
	name := lemmasOf(schema.Split(itemName(ed.block().Items[i])))
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) })
}

// madeOf says that all words stand in the name of a column that the item is made of, or of the table that it counts.
func (ed *editor) madeOf(i int, words []string) bool {
	s, x := ed.scope().innermost(ed.block().Items[i].Expr)
	for _, e := range x.Columns() {
		c := s.column(e)
		if c == nil {
			continue
		}
		names := append(lemmasOf(c.Words), lemmasOf(c.Table.Words)...)
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(names, w) }) {
			return true
		}
	}
	return false
}

// computed are the items that hold a figure of their own: no keys of groups, no counts.
func (ed *editor) computed() []int {
	q := ed.block()
	var out []int
	for i, item := range q.Items {
		s, x := ed.scope().innermost(item.Expr)
		name, _, _, _, call := x.AsCall()
		c := s.column(x)
		switch {
		case slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return q.ItemOf(key) == i }):
		case call && strings.EqualFold(name, "count") && !x.IsWindow():
		case x.Aggregate(), x.IsWindow(), computes(x), call && strings.EqualFold(name, "round"), c != nil && c.Role == schema.Measure:
			out = append(out, i)
		}
	}
	return out
}

// tellMultiplied tells that a join that came finds several rows for one, where figures are taken that count each of them.
func (ed *editor) tellMultiplied(before *statement.Query) {
	was, q := view{ed.index, leftmost(before)}, ed.block()
	counts := func(i int) bool {
		name, _, _, distinct, call := q.Items[i].Expr.AsCall()
		return !distinct && !(call && (strings.EqualFold(name, "min") || strings.EqualFold(name, "max")))
	}
	if ed.query.Set != nil || len(measures(was.query)) == 0 || !slices.ContainsFunc(measures(q), counts) {
		return
	}
	home := was.home()
	for _, t := range ed.scope().tables() {
		if !slices.Contains(home, t) && ed.fansFrom(home, t) > 0 {
			ed.assume(fmt.Sprintf("a row counts once for each of its %s", strings.Join(t.Words, " ")))
			return
		}
	}
}

// compareShown keeps the rows whose figure lies below or above another shown figure, which the words name.
func (ed *editor) compareShown(u utterance, s stretch) bool {
	q := ed.block()
	at, ok := ed.shownAs(u.text(s))
	if !ok || ed.query.Set != nil || !ed.number(q.Items[at].Expr) || !ed.namedAs(at, lemmasOf(contentWords(u.text(s)))) {
		return false
	}
	other := -1
	for i := range q.Items {
		if i == at || !ed.number(q.Items[i].Expr) {
			continue
		}
		if other >= 0 {
			return false // which of them?
		}
		other = i
	}
	if other < 0 {
		return false
	}
	op := ">"
	if slices.ContainsFunc(u.words[:s.from], func(w string) bool { return english.Below[w] }) {
		op = "<"
	}
	p := statement.Binary(op, q.Items[other].Expr, q.Items[at].Expr)
	ed.understand(itemName(q.Items[other]) + " " + op + " " + itemName(q.Items[at]))
	if q.Items[other].Expr.Aggregate() || q.Items[at].Expr.Aggregate() {
		q.Having = append(slices.Clip(q.Having), p)
		return true
	}
	return q.AddPredicate(p) == nil
}

// phraseOf is the operator where the input holds one of the phrases; empty where it does not.
func (u utterance) phraseOf(operator string, phrases ...string) string {
	for i := range u.words {
		if u.phrase(i, phrases...) > 0 {
			return operator
		}
	}
	return ""
}

// namedFirst begins a comparison that says the figure before the number: "only those with an average fare above 40".
const namedFirst = "[and|only|just|show|keep] [me|the|only] [the|those] [ones|those] [with|having|where|whose] [a|an|the|their] {} [is|are|of] "

// compareNamedFirst compares such a figure where it is shown.
func compareNamedFirst(operator string) func(*editor, utterance, fit) bool {
	return func(ed *editor, u utterance, f fit) bool {
		return ed.compareNamed(operator, u.text(f.slots[0]), f.numbers[0])
	}
}

// compareNamed compares the shown figure that goes by exactly these words with a number: "with at least 4 late trips".
func (ed *editor) compareNamed(operator, text string, n int) bool {
	words := lemmasOf(contentWords(text))
	if operator == "" || len(words) == 0 || ed.query.Set != nil {
		return false
	}
	for i, item := range ed.block().Items {
		if !ed.namedAs(i, words) && !ed.taughtAs(i, words) || !ed.number(item.Expr) {
			continue
		}
		v := statement.Literal(int64(n))
		if item.Expr.Aggregate() {
			return ed.having(i, operator, v)
		}
		return ed.compareItem(i, operator, v)
	}
	return false
}

// figureSaid is the one figure of the groups on screen that goes by a text: by its name, by a mere word for figures of its kind
// ("sort by the amount"), or by a word of an earlier input that means nothing else here ("sort by turnover" after "turnover by month").
func (ed *editor) figureSaid(text string) (int, bool) {
	if i, ok := ed.alias(text); ok {
		return i, true
	}
	q, words := ed.block(), contentWords(text)
	if ed.query.Set != nil || len(q.GroupBy) == 0 || len(words) == 0 {
		return 0, false
	}
	if i, ok := ed.figureOf(words); ok {
		return i, true
	}
	found := -1
	for _, i := range measures(q) {
		name, _, _, _, call := q.Items[i].Expr.AsCall()
		counts := call && strings.EqualFold(name, "count")
		if len(words) != 1 || !(english.AmountNouns[words[0]] && !counts || english.TallyNouns[words[0]] && counts) {
			continue
		}
		if found >= 0 {
			return 0, false
		}
		found = i
	}
	if found >= 0 {
		return found, true
	}
	if i, ok := ed.onlyRatio(); ok && english.RateNouns[words[len(words)-1]] {
		return i, true
	}
	return ed.figureAsked(text)
}

// figureOf is the one figure on screen of a column whose name has all of some words: "fees" of sum(fee_amt).
func (ed *editor) figureOf(words []string) (int, bool) {
	return ed.onlyFigure(func(i int) bool {
		within, x := ed.scope().innermost(ed.block().Items[i].Expr)
		c := within.subject(x)
		return c != nil && x.Aggregate() && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(c.Words, schema.Lemma(w)) })
	})
}

// onlyRatio is the one figure on screen that is a part of a whole.
func (ed *editor) onlyRatio() (int, bool) {
	return ed.onlyFigure(func(i int) bool {
		return !isCount(ed.block().Items[i].Expr) && (ed.ratioShown(i) || ed.ofAllShown(i))
	})
}

// ofAllShown says that a figure on screen is divided by what it comes to over all rows.
func (ed *editor) ofAllShown(i int) bool {
	divides, overall := false, false
	ed.block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, _, _, binary := e.AsBinary()
		divides, overall = divides || binary && op == "/", overall || e.IsWindow()
		return true
	})
	return divides && overall
}

// ratioShown says that a figure on screen is a part of a whole: of rows for which something holds, or one figure by another.
func (ed *editor) ratioShown(i int) bool {
	if ed.pickedShare(i) {
		return true
	}
	found := false
	ed.block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, l, r, ok := e.AsBinary()
		found = found || ok && op == "/" && l.Aggregate() && r.Aggregate()
		return !found
	})
	return found
}

// figureAsked is the only figure of the groups where the words mean nothing here but were said of it before.
func (ed *editor) figureAsked(text string) (int, bool) {
	m := measures(ed.block())
	unknown, nothing := ed.meaningless(text)
	if len(m) != 1 || !nothing || !ed.saidBefore(unknown) {
		return 0, false
	}
	ed.taken = append(ed.taken, lowered(unknown)...)
	ed.assume(fmt.Sprintf("%s is what is shown", strings.Join(unknown, " ")))
	return m[0], true
}

func lowered(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// saidBefore says that the words are all words of one earlier input, in singular or plural.
func (ed *editor) saidBefore(words []string) bool {
	return slices.ContainsFunc(ed.talk, func(input string) bool {
		said := lemmasOf(schema.Words(input))
		return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, schema.Lemma(strings.ToLower(w))) })
	})
}

// valuesCalled is what an average, a least or a greatest on screen is taken of, where a plural names that and nothing else.
func (ed *editor) valuesCalled(text string) (statement.Expr, bool) {
	words := contentWords(text)
	if n := len(words); n == 0 || schema.Lemma(words[n-1]) == words[n-1] {
		return statement.Expr{}, false
	}
	for _, i := range measures(ed.block()) {
		name, args, _, _, call := ed.block().Items[i].Expr.AsCall()
		if !call || len(args) != 1 || !slices.Contains([]string{"avg", "min", "max"}, strings.ToLower(name)) {
			continue
		}
		c := ed.scope().column(args[0])
		if c != nil && !slices.ContainsFunc(lemmasOf(words), func(w string) bool { return !slices.Contains(lemmasOf(c.Words), w) }) {
			return args[0], true
		}
	}
	return statement.Expr{}, false
}

// showUsed shows what the query was just ordered by, or narrowed by with a bound: "sort by weight and show it".
func (ed *editor) showUsed() bool {
	q := ed.block()
	if len(ed.operations) == 0 || ed.query.Set != nil {
		return false
	}
	x := statement.Expr{}
	switch {
	case strings.Contains(ed.operations[len(ed.operations)-1], "order") || slices.Contains(ed.operations, "descending") || slices.Contains(ed.operations, "ascending"):
		if len(ed.query.OrderBy) > 0 {
			x = q.Meaning(ed.query.OrderBy[0].Expr)
		}
	case len(q.Where) > 0:
		if columns := q.Where[len(q.Where)-1].Columns(); len(columns) == 1 {
			x = columns[0]
		}
	}
	if x.IsZero() {
		return false
	}
	if q.ItemOf(x) >= 0 {
		ed.note("it is shown already")
		return true
	}
	return ed.append(statement.Item{Expr: x})
}

// labelShown is the place of the item that says what a key leads to; -1 where none does.
func (ed *editor) labelShown(e *schema.Edge) int {
	q, s := ed.block(), ed.scope()
	for i, item := range q.Items {
		qualifier, _, ok := item.Expr.AsColumn()
		c := s.column(item.Expr)
		if !ok || c == nil || !slices.Contains(e.To.Label, c) {
			continue
		}
		for _, src := range q.From {
			if !sameName(sourceName(src), qualifier) {
				continue
			}
			joined := slices.Contains(lowered(src.Using), strings.ToLower(e.FromColumns[0].Name))
			for _, x := range src.On.Columns() {
				joined = joined || s.column(x) == e.FromColumns[0]
			}
			if joined {
				return i
			}
		}
	}
	return -1
}

// shownByKey is the item that says what a key leads to, where a column is such a key: nobody sorts by the key while its name is on screen.
func (ed *editor) shownByKey(t target) int {
	if t.item >= 0 || t.aggregate != "" || len(t.columns) != 1 || t.columns[0].Role != schema.Reference {
		return -1
	}
	if words := strings.Fields(strings.ToLower(t.said)); len(words) > 0 && english.KeyWords[words[len(words)-1]] {
		return -1
	}
	for _, e := range ed.index.Graph.Of(t.columns[0].Table) {
		if e.From == t.columns[0].Table && slices.Equal(e.FromColumns, t.columns) {
			if i := ed.labelShown(e); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// writes says that a follow-up asks for data to be changed: a verb of writing before rows of a table.
func (ed *editor) writes(u utterance) bool {
	verb, rest, ok := u.verb()
	switch {
	case !ok || u.ofScreen(rest):
		return false
	case english.TakingAway[verb]:
		return u.fromStore(rest)
	case english.Making[verb]:
		return u.newRow(rest) && ed.namesTable(u) && !u.any(english.PartsOfQuery)
	case !english.Destroying[verb] && verb != "update" || u.any(english.PartsOfQuery):
		return false
	}
	text := u.text(rest)
	t, ok := ed.targets(text)
	if ok && len(t) > 0 && t[0].entity == nil && !ed.namesTable(u) {
		return false // a column of the query
	}
	_, shown := ed.shownAs(text)
	return !shown && (ed.namesTable(u) || u.any(english.RowWords, english.TheyWords, english.ThoseWords))
}
