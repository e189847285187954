package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// This file finds which of the shown columns a phrase means: by the name that it carries, by what it counts or sums, by the
// column that it is made of, also where a derived table made it.

// ShownAs finds the one select item that the phrase means.
func ShownAs(ed *edit.Editor, text string) (int, bool) {
	words := edit.LemmasOf(ContentWords(text))
	if len(words) == 0 {
		return 0, false
	}
	for _, matches := range []func(int, []string) bool{func(i int, words []string) bool { return NamedAs(ed, i, words) }, ed.TaughtAs, func(i int, words []string) bool { return CountedAs(ed, i, words) }, func(i int, words []string) bool { return NamedInPart(ed, i, words) }, func(i int, words []string) bool { return madeOf(ed, i, words) }} {
		found := -1
		for i := range ed.Block().Items {
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

// ContentWords are the words of a phrase without articles and what only leads up to a name.
func ContentWords(text string) []string {
	return slices.DeleteFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return english.LeadsToName[w] })
}

// NamedAs says that the item goes by exactly these words, which its name may hold in short: mins is "minutes".
func NamedAs(ed *edit.Editor, i int, words []string) bool {
	return slices.EqualFunc(schema.Split(edit.ItemName(ed.Block().Items[i])), words, func(name, word string) bool {
		name = strings.ToLower(name)
		return schema.Lemma(name) == word || slices.Contains(edit.LemmasOf(shorthand.Said(name)), word)
	})
}

// CountedAs says that the item is a count and the words say no more: "the number of transactions", "the count".
func CountedAs(ed *edit.Editor, i int, words []string) bool {
	if !slices.Contains([]string{"number", "count"}, words[0]) {
		return false
	}
	_, x := ed.Scope().Innermost(ed.Block().Items[i].Expr)
	name, _, _, _, ok := x.AsCall()
	return ok && strings.EqualFold(name, "count")
}

// NamedInPart says that all words stand in the item's name.
func NamedInPart(ed *edit.Editor, i int, words []string) bool {
	name := edit.LemmasOf(schema.Split(edit.ItemName(ed.Block().Items[i])))
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(name, w) })
}

// madeOf says that all words stand in the name of a column that the item is made of, or of the table that it counts.
func madeOf(ed *edit.Editor, i int, words []string) bool {
	s, x := ed.Scope().Innermost(ed.Block().Items[i].Expr)
	for _, e := range x.Columns() {
		c := s.Column(e)
		if c == nil {
			continue
		}
		names := append(edit.LemmasOf(c.Words), edit.LemmasOf(c.Table.Words)...)
		if !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(names, w) }) {
			return true
		}
	}
	return false
}

// computed are the items that hold a figure of their own: no keys of groups, no counts.
func computed(ed *edit.Editor) []int {
	q := ed.Block()
	var out []int
	for i, item := range q.Items {
		s, x := ed.Scope().Innermost(item.Expr)
		name, _, _, _, call := x.AsCall()
		c := s.Column(x)
		switch {
		case slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return q.ItemOf(key) == i }):
		case call && strings.EqualFold(name, "count") && !x.IsWindow():
		case x.Aggregate(), x.IsWindow(), edit.Computes(x), call && strings.EqualFold(name, "round"), c != nil && c.Role == schema.Measure:
			out = append(out, i)
		}
	}
	return out
}

// TellMultiplied tells that a join that came finds several rows for one, where figures are taken that count each of them.
func TellMultiplied(ed *edit.Editor, before *statement.Query) {
	was, q := edit.View{Index: ed.Index, Query: edit.Leftmost(before)}, ed.Block()
	counts := func(i int) bool {
		name, _, _, distinct, call := q.Items[i].Expr.AsCall()
		return !distinct && !(call && (strings.EqualFold(name, "min") || strings.EqualFold(name, "max")))
	}
	if ed.Query.Set != nil || len(edit.Measures(was.Query)) == 0 || !slices.ContainsFunc(edit.Measures(q), counts) {
		return
	}
	home := was.Home()
	for _, t := range ed.Scope().Tables() {
		if !slices.Contains(home, t) && ed.FansFrom(home, t) > 0 {
			ed.Assume(fmt.Sprintf("a row counts once for each of its %s", strings.Join(t.Words, " ")))
			return
		}
	}
}

// CompareShown keeps the rows whose figure lies below or above another shown figure, which the words name.
func CompareShown(ed *edit.Editor, u tag.Utterance, s tag.Stretch) bool {
	q := ed.Block()
	at, ok := ShownAs(ed, u.Text(s))
	if !ok || ed.Query.Set != nil || !ed.Number(q.Items[at].Expr) || !NamedAs(ed, at, edit.LemmasOf(ContentWords(u.Text(s)))) {
		return false
	}
	other := -1
	for i := range q.Items {
		if i == at || !ed.Number(q.Items[i].Expr) {
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
	if slices.ContainsFunc(u.Words[:s.From], func(w string) bool { return english.UnderWords[w] }) {
		op = "<"
	}
	p := statement.Binary(op, q.Items[other].Expr, q.Items[at].Expr)
	ed.Understand(edit.ItemName(q.Items[other]) + " " + op + " " + edit.ItemName(q.Items[at]))
	if q.Items[other].Expr.Aggregate() || q.Items[at].Expr.Aggregate() {
		q.Having = append(slices.Clip(q.Having), p)
		return true
	}
	return q.AddPredicate(p) == nil
}

// PhraseOf is the operator where the input holds one of the phrases; empty where it does not.
func PhraseOf(u tag.Utterance, operator string, phrases ...string) string {
	for i := range u.Words {
		if u.Phrase(i, phrases...) > 0 {
			return operator
		}
	}
	return ""
}

// NamedFirst begins a comparison that says the figure before the number: "only those with an average fare above 40".
const NamedFirst = "[and|only|just|show|keep] [me|the|only] [the|those] [ones|those] [with|having|where|whose] [a|an|the|their] {} [is|are|of] "

// CompareNamedFirst compares such a figure where it is shown.
func CompareNamedFirst(operator string) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
	return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return CompareNamed(ed, operator, u.Text(f.Slots[0]), f.Numbers[0])
	}
}

// CompareNamed compares the shown figure that goes by exactly these words with a number: "with at least 4 late trips".
func CompareNamed(ed *edit.Editor, operator, text string, n int) bool {
	words := edit.LemmasOf(ContentWords(text))
	if operator == "" || len(words) == 0 || ed.Query.Set != nil {
		return false
	}
	for i, item := range ed.Block().Items {
		if !NamedAs(ed, i, words) && !ed.TaughtAs(i, words) || !ed.Number(item.Expr) {
			continue
		}
		v := statement.Literal(int64(n))
		if item.Expr.Aggregate() {
			return Having(ed, i, operator, v)
		}
		return ed.CompareItem(i, operator, v)
	}
	return false
}

// FigureSaid is the one figure of the groups on screen that goes by a text: by its name, by a mere word for figures of its kind
// ("sort by the amount"), or by a word of an earlier input that means nothing else here ("sort by turnover" after "turnover by month").
func FigureSaid(ed *edit.Editor, text string) (int, bool) {
	if i, ok := ed.Alias(text); ok {
		return i, true
	}
	q, words := ed.Block(), ContentWords(text)
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || len(words) == 0 {
		return 0, false
	}
	if i, ok := figureOf(ed, words); ok {
		return i, true
	}
	found := -1
	for _, i := range edit.Measures(q) {
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
	if i, ok := onlyRatio(ed); ok && english.RateNouns[words[len(words)-1]] {
		return i, true
	}
	return figureAsked(ed, text)
}

// figureOf is the one figure on screen of a column whose name has all of some words: "fees" of sum(fee_amt).
func figureOf(ed *edit.Editor, words []string) (int, bool) {
	return ed.OnlyFigure(func(i int) bool {
		within, x := ed.Scope().Innermost(ed.Block().Items[i].Expr)
		c := within.Subject(x)
		return c != nil && x.Aggregate() && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(c.Words, schema.Lemma(w)) })
	})
}

// onlyRatio is the one figure on screen that is a part of a whole.
func onlyRatio(ed *edit.Editor) (int, bool) {
	return ed.OnlyFigure(func(i int) bool {
		return !IsCount(ed.Block().Items[i].Expr) && (ratioShown(ed, i) || ofAllShown(ed, i))
	})
}

// ofAllShown says that a figure on screen is divided by what it comes to over all rows.
func ofAllShown(ed *edit.Editor, i int) bool {
	divides, overall := false, false
	ed.Block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, _, _, binary := e.AsBinary()
		divides, overall = divides || binary && op == "/", overall || e.IsWindow()
		return true
	})
	return divides && overall
}

// ratioShown says that a figure on screen is a part of a whole: of rows for which something holds, or one figure by another.
func ratioShown(ed *edit.Editor, i int) bool {
	if pickedShare(ed, i) {
		return true
	}
	found := false
	ed.Block().Items[i].Expr.Walk(func(e statement.Expr) bool {
		op, l, r, ok := e.AsBinary()
		found = found || ok && op == "/" && l.Aggregate() && r.Aggregate()
		return !found
	})
	return found
}

// figureAsked is the only figure of the groups where the words mean nothing here but were said of it before.
func figureAsked(ed *edit.Editor, text string) (int, bool) {
	m := edit.Measures(ed.Block())
	unknown, nothing := Meaningless(ed, text)
	if len(m) != 1 || !nothing || !SaidBefore(ed, unknown) {
		return 0, false
	}
	ed.Taken = append(ed.Taken, Lowered(unknown)...)
	ed.Assume(fmt.Sprintf("%s is what is shown", strings.Join(unknown, " ")))
	return m[0], true
}

// Lowered are the words in lower case.
func Lowered(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ToLower(w)
	}
	return out
}

// SaidBefore says that the words are all words of one earlier input, in singular or plural.
func SaidBefore(ed *edit.Editor, words []string) bool {
	return slices.ContainsFunc(ed.Talk, func(input string) bool {
		said := edit.LemmasOf(schema.Words(input))
		return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, schema.Lemma(strings.ToLower(w))) })
	})
}

// ValuesCalled is what an average, a least or a greatest on screen is taken of, where a plural names that and nothing else.
func ValuesCalled(ed *edit.Editor, text string) (statement.Expr, bool) {
	words := ContentWords(text)
	if n := len(words); n == 0 || schema.Lemma(words[n-1]) == words[n-1] {
		return statement.Expr{}, false
	}
	for _, i := range edit.Measures(ed.Block()) {
		name, args, _, _, call := ed.Block().Items[i].Expr.AsCall()
		if !call || len(args) != 1 || !slices.Contains([]string{"avg", "min", "max"}, strings.ToLower(name)) {
			continue
		}
		c := ed.Scope().Column(args[0])
		if c != nil && !slices.ContainsFunc(edit.LemmasOf(words), func(w string) bool { return !slices.Contains(edit.LemmasOf(c.Words), w) }) {
			return args[0], true
		}
	}
	return statement.Expr{}, false
}

// ShowUsed shows what the query was just ordered by, or narrowed by with a bound: "sort by weight and show it".
func ShowUsed(ed *edit.Editor) bool {
	q := ed.Block()
	if len(ed.Operations) == 0 || ed.Query.Set != nil {
		return false
	}
	x := statement.Expr{}
	switch {
	case strings.Contains(ed.Operations[len(ed.Operations)-1], "order") || slices.Contains(ed.Operations, "descending") || slices.Contains(ed.Operations, "ascending"):
		if len(ed.Query.OrderBy) > 0 {
			x = q.Meaning(ed.Query.OrderBy[0].Expr)
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
		ed.Note("it is shown already")
		return true
	}
	return ed.Append(statement.Item{Expr: x})
}

// LabelShown is the place of the item that says what a key leads to; -1 where none does.
func LabelShown(ed *edit.Editor, e *schema.Edge) int {
	q, s := ed.Block(), ed.Scope()
	for i, item := range q.Items {
		qualifier, _, ok := item.Expr.AsColumn()
		c := s.Column(item.Expr)
		if !ok || c == nil || !slices.Contains(e.To.Label, c) {
			continue
		}
		for _, src := range q.From {
			if !edit.SameName(edit.SourceName(src), qualifier) {
				continue
			}
			joined := slices.Contains(Lowered(src.Using), strings.ToLower(e.FromColumns[0].Name))
			for _, x := range src.On.Columns() {
				joined = joined || s.Column(x) == e.FromColumns[0]
			}
			if joined {
				return i
			}
		}
	}
	return -1
}

// shownByKey is the item that says what a key leads to, where a column is such a key: nobody sorts by the key while its name is on screen.
func shownByKey(ed *edit.Editor, t edit.Target) int {
	if t.Item >= 0 || t.Aggregate != "" || len(t.Columns) != 1 || t.Columns[0].Role != schema.Reference {
		return -1
	}
	if words := strings.Fields(strings.ToLower(t.Said)); len(words) > 0 && english.KeyWords[words[len(words)-1]] {
		return -1
	}
	for _, e := range ed.Index.Graph.Of(t.Columns[0].Table) {
		if e.From == t.Columns[0].Table && slices.Equal(e.FromColumns, t.Columns) {
			if i := LabelShown(ed, e); i >= 0 {
				return i
			}
		}
	}
	return -1
}

// Writes says that a follow-up asks for data to be changed: a verb of writing before rows of a table.
func Writes(ed *edit.Editor, u tag.Utterance) bool {
	verb, rest, ok := reader.Verb(u)
	switch {
	case !ok || reader.OfScreen(u, rest):
		return false
	case english.RemoveVerbs[verb]:
		return reader.FromStore(u, rest)
	case english.CreateVerbs[verb]:
		return reader.NewRow(u, rest) && NamesTable(ed, u) && !u.Any(english.PartsOfQuery)
	case !english.DestroyVerbs[verb] && verb != "update" || u.Any(english.PartsOfQuery):
		return false
	}
	text := u.Text(rest)
	t, ok := ed.Targets(text)
	if ok && len(t) > 0 && t[0].Entity == nil && !NamesTable(ed, u) {
		return false // a column of the query
	}
	_, shown := ShownAs(ed, text)
	return !shown && (NamesTable(ed, u) || u.Any(english.RowWords, english.TheyWords, english.ThoseWords))
}

// CountShown is the one shown count; -1 when there is none, or several.
func CountShown(ed *edit.Editor) int {
	found := -1
	for i, item := range ed.Block().Items {
		name, _, _, _, ok := item.Expr.AsCall()
		if !ok || !strings.EqualFold(name, "count") {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}
