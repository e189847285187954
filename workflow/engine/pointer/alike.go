package pointer

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file asks for rows by way of others: what is like one of them or has something in common with it, two set side by side, the
// rows that the group of a name was made of, and what one row has ("what did the first one order").

// AlikeRules are ways of asking for rows by way of others.
func AlikeRules() []clause.Rule {
	const show = "[and|so|now] [show|give|find|list] [me] [the|all|other|more|any] "
	return append(elseRules(), []clause.Rule{
		clause.RuleOf("similar", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return similar(ed, "", u.Text(f.Slots[0])) },
			"[and|so|now|is|are|show|find|give|got|have] [there|me|you|we] anything|something|any|some|more|others|other|ones [else|ones] similar to|like {}", "[and|so|now|is|are|show|find|give|got|have] [there|me|you|we] anything|something|any|some|more|others|other|ones [else|ones] like {}", "[and|show] [me] similar [ones] to {}", "[what] [else] [is] similar to {}"),
		clause.RuleOf("similar", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			most, cut := clause.CutAt(ed)
			return (cut && most == 1 || ed.Rows == 1) && (u.Words[f.Slots[0].From] == "ones" || CallsRows(ed, u.Text(f.Slots[0]))) && similar(ed, "", "it")
		}, "[and|so|now] [show|find|give|any|are] [me|there] [some|any] [other] similar {} [please]"),
		clause.RuleOf("exclude", clause.Plain(others), "[and|so|now] [show|give|list|see|what|which] [me|about|are] the others|rest|remainder [please|instead]", "[and|so|now] [show|give|list|see|what|which|how] [me|about|are] the rest|remainder|others of|among them|those|these [please|instead]", "[and|so|now] [show|give|list|see] [me] [all] the other|remaining ones [please|instead]",
			"[and|but|so|now] [what|how] [about] [show|give|list|see] [me] everyone|everybody|everything|all else|others [please|instead]", "[and|but|so|now] what|how about the others|rest|remainder|remaining", "[and|but|so|now] [what|how] about the other|remaining ones", "[and|but|so|now] the other|remaining #",
			"[and|but|so|now] [show|give|what|how] [me|about] the other [one] [please|instead|then]"),
		clause.RuleOf("exclude", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return CallsRows(ed, u.Text(f.Slots[0])) && others(ed)
		},
			"[and|so|now] [show|give|list|see|what|which|how] [me|about|are] the rest|remainder of [the|those|these] {}", "[and|so|now] [show|give|list|see|what|which|how] [me|about|are] the other|remaining {}"),
		clause.RuleOf("exclude", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return othersOf(ed, u.Text(f.Slots[0])) },
			"[and|so|now|but] [only|just|show|give|list] [me] [the|those|all] [ones|those] [in|from|of|with|for|to|by] [the|all|any] other|remaining {} [please|instead]"),
		clause.RuleOf("all of that", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return CallsRows(ed, u.Text(f.Slots[0])) && ed.Try(func() bool { return allOfThe(ed, u, f.Slots[1]) })
		}, "[and|so|now|but] [show|list|give|see] [me] all|every|everything [of] [the|our] {} to|from|for|by|of|in|with that|this|those|these|the [same] {} [please]"),
		clause.RuleOf("limit", func(ed *edit.Editor, u tag.Utterance, _ tag.Fit) bool { return NthRow(ed, u) }, "[and|so|now] [only|just|show] [me] [only|just] the first|second|third|last of them|those|these [please]"),
		clause.RuleOf("compared", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return f.Numbers[0] > 1 && measure.Superlative(ed, u.Text(f.Slots[0])) && clause.Limit(ed, f.Numbers[0]) && everyColumn(ed)
		}, "[and|so|now] compare the # {} [ones|of] [them|those|these]", "[and|so|now] compare the {} # [ones|of] [them|those|these]"),
		clause.RuleOf("compared", clause.Plain(func(ed *edit.Editor) bool { return ed.Try(func() bool { return BothPeriods(ed) }) || ShowWhole(ed) }),
			"[and|so|now|please|can|could|let] [you|us] compare them|these|those|both|all [of] [two|three|four|five|them|these|those] [side] [by] [side] [please]", "[and|so|now] [put|set|show] [me] them|these|those [two|three|both] side by side [please]",
			"[and|so|now] how do|are they|these|those [two|three] compare|differ|different", "[and|so|now] what|where is|are|'s the difference|differences [between] [them|these|those] [two|three]"),
		clause.RuleOf("compared", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			return f.Numbers[0] > 1 && clause.Limit(ed, f.Numbers[0]) && everyColumn(ed)
		},
			"[and|so|now] compare [the] first|top # [ones|rows|of] [them|those|these] [please]"),
		clause.RuleOf("compared", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return compared(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		},
			"[and|so|now|please|can|could] [you] compare {} and|with|to|against|versus|vs {} [please]", "[and|so|now] how does|do {} compare with|to|against {}", "[and|so|now] {} versus|vs|against {}", "[and|so|now] {} compared with|to {}",
			"[and|so|now] what|where is|'s|are|s [the] difference|differences between {} and {}", "[and|so|now] how does|do {} differ from {}"),
		clause.RuleOf("compared", func(ed *edit.Editor, _ tag.Utterance, f tag.Fit) bool {
			return f.Numbers[0] > 1 && clause.Limit(ed, f.Numbers[0]) && everyColumn(ed)
		}, "[and|so|now] what|where is|'s|are|s [the] difference|differences between [the] first|top #"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return (len(f.Slots) == 1 || CallsRows(ed, u.Text(f.Slots[0]))) && Filter(ed, WithRole(ed, u, f.Slots[len(f.Slots)-1]), measure.OnlyMode, 0)
		},
			"[and|so|now] [is|are] [there|it|that|they] [any|a] better|worse|cheaper|different in|on|with|for|at|from|by {}",
			"[and|so|now] do|have|has|got you|we|they [have|got|offer|sell|see] anything|something|any|some|one|ones [ones|at] [all] in|on|with|for|at|from|by|of|that {}", "[and|so|now] is|are there anything|something|any|some|one|ones [ones|at] [all] in|with|for|at|from|by {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] [some|any] more|others|other|one|ones|something|anything|another like that|this|it|those|these [,] [but] [only] [of|with|that|which] {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] [some|any] more|other {} like that|this|it|those|these [,] [but] [only] [of|with|that|which] {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] another|other|different option|options|choice|choices|alternative|one [of|with|that|which] {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] any|some other|others|more [ones] [of|with] {}"),
		clause.RuleOf("what about", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return !ed.Block().Grouped() && Filter(ed, u.Text(f.Slots[0]), measure.OnlyMode, 0)
		}, "[and|so|now|but] [are|is] [there] any|some {} ones|one|options|seats|left|available", "[and|so|now|but] [got|have] [you] [got] any|some {} ones|one|options|seats|left|available"),
		clause.RuleOf("show only distinct", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && len(t) == 1 && t[0].Entity == nil && t[0].Aggregate == "" && clause.Show(ed, t) && ed.Distinct()
		}, "[and|so|now] [are|is] [there] any|what|which other {}"),
		clause.RuleOf("similar", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return similar(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, show+"[other|more] {} similar to {}", show+"[other|more] {} like {}"),
		clause.RuleOf("similar", sharesWith, show+"[other|more] {} from|with|on|in|of|by|at|to|for the same {} as {}", show+"[other|more] {} from|with|on|in|of|by|at|to|for the same {}",
			show+"other|further|more {} from|with|on|in|of|by|at|to|for that|this|its|his|her|their {}"),
		clause.RuleOf("rows behind", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return behindOne(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, "[and|so|now] [show|give|list] [me] [all] the {} of|for|in|behind|from|with the {} one"),
	}...)
}

// others keeps what the one condition in force leaves out, or the one that the last turn added; after the first so many rows, those behind
// them.
func others(ed *edit.Editor) bool {
	q := ed.Block()
	if most, cut := clause.CutAt(ed); cut && ed.Query.Set == nil && ed.Query.Offset.IsZero() && inSomeOrder(ed) {
		ed.Query.ClearLimit()
		ed.Understand(fmt.Sprintf("the others = those behind the first %d", most))
		return clause.Skip(ed, most)
	}
	if len(q.Having) == 1 && q.Limit.IsZero() && ed.Query.Set == nil {
		ed.Understand("the others = all that are not so: " + q.Having[0].SQL())
		q.Having = []statement.Expr{statement.Negated(q.Having[0], false)}
		return true
	}
	where := q.Where
	if ed.Last != nil && len(where) > 1 {
		where = slices.DeleteFunc(slices.Clone(where), func(p statement.Expr) bool { return edit.Same(edit.Leftmost(ed.Last).Where, p) })
	}
	if len(where) > 1 { // "which of them …" chose among rows that stay the same
		where = slices.DeleteFunc(slices.Clone(where), func(p statement.Expr) bool {
			_, _, negated, among := p.AsInQuery()
			return among && !negated
		})
	}
	if ed.Query.Set != nil || len(where) != 1 || !q.Limit.IsZero() || len(q.Having) > 0 {
		return false
	}
	nullable := slices.ContainsFunc(where[0].Columns(), func(e statement.Expr) bool {
		c := ed.Scope().Column(e)
		return c != nil && ed.Nulls.In(c)
	})
	ed.Understand("the others = all that are not so: " + where[0].SQL())
	return q.ReplacePredicate(where[0], statement.Negated(where[0], nullable)) == nil
}

// othersOf keeps the rows with another value of a column that words name than the query asks for: "those in the other currencies".
func othersOf(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Aggregate != "" || len(t[0].Columns) != 1 || ed.Query.Set != nil || !ed.Query.Limit.IsZero() {
		return false
	}
	s := ed.Scope()
	at := s.About(t[0].Columns[0])
	if len(at) != 1 {
		return false
	}
	was := s.Query.Where[at[0]]
	if now, constrained := edit.ConstraintOf(was); !constrained || now.Negated {
		return false
	}
	ed.Understand("other " + text + " = not so: " + was.SQL())
	return s.Query.ReplacePredicate(was, statement.Negated(was, ed.Nulls.In(t[0].Columns[0]))) == nil
}

// allOfThe drops every condition but the one on what words point at behind a preposition: "show all payments to that number".
func allOfThe(ed *edit.Editor, u tag.Utterance, what tag.Stretch) bool {
	s, i := ed.Scope(), what.From-1
	for i > 0 && !english.Prepositions[u.Words[i]] {
		i--
	}
	roles := map[string][]string{"to": english.Targets, "from": english.Sources}[u.Words[i]]
	words := edit.LemmasOf(clause.ContentWords(u.Text(what)))
	kept := -1
	for k, p := range s.Query.Where {
		c := s.Subject(p)
		if c == nil || !c.Has(roles...) && !(len(words) > 0 && edit.GoesBy(c, words)) {
			continue
		}
		if kept >= 0 {
			return false
		}
		kept = k
	}
	if kept < 0 || len(s.Query.Where) < 2 || ed.Query.Set != nil {
		return false
	}
	ed.Understand(u.Text(what) + " = " + s.Query.Where[kept].SQL())
	s.Query.Where = []statement.Expr{s.Query.Where[kept]}
	return true
}

// compared sets two rows or groups side by side: by their places, by what they are called, or one beside the one in force.
func compared(ed *edit.Editor, one, other string) bool {
	if ed.Query.Set != nil {
		return false
	}
	if done, said := periodsBeside(ed, one, other); said {
		return done
	}
	first, byPlace := PlaceOf(one)
	second, too := PlaceOf(other)
	switch {
	case byPlace && too:
		return comparedPlaces(ed, first, second)
	case byPlace || too:
		return false
	case english.RowItself[one]:
		return Filter(ed, other, measure.IncludeMode, 0) && everyColumn(ed)
	}
	if ed.Try(func() bool { return valuesCompared(ed, one, other) }) {
		return true
	}
	if !ed.Try(func() bool { return rowsNamed(ed, []string{one, other}, measure.OnlyMode) }) && !Filter(ed, measure.WithoutOne(one)+" or "+measure.WithoutOne(other), measure.OnlyMode, 0) {
		return false
	}
	ed.Query.ClearLimit()
	return showOrdered(ed) && everyColumn(ed)
}

// valuesCompared keeps the rows of two values of a column that the query asks one of: a figure is taken of each.
func valuesCompared(ed *edit.Editor, one, other string) bool {
	a, lost := ed.Conditions(measure.WithoutOne(one))
	b, also := ed.Conditions(measure.WithoutOne(other))
	if lost+also > 0 || len(a) != 1 || len(b) != 1 || a[0].Kind != edit.ValueCondition || b[0].Kind != edit.ValueCondition || a[0].Negated || b[0].Negated || a[0].Column != b[0].Column || len(ed.Scope().About(a[0].Column)) == 0 {
		return false
	}
	if !ed.Only(a[0].Column, edit.Union(a[0].Values, b[0].Values)) {
		return false
	}
	return len(edit.Measures(ed.Block())) == 0 && everyColumn(ed) || apartBy(ed, a[0].Column, nil)
}

// CallsRows says that a text is what the rows in force are called.
func CallsRows(ed *edit.Editor, text string) bool {
	tables := ed.Scope().Home()
	return len(tables) > 0 && measure.CallsThing(ed, text, clause.Thing(ed, tables))
}

// everyColumn shows every column of rows that are no groups: what sets them apart is seen.
func everyColumn(ed *edit.Editor) bool {
	if !ed.Block().Grouped() {
		ed.Try(func() bool { return WholeRows(ed) })
	}
	return true
}

// showOrdered shows the figures that groups are ordered by: what is compared is seen.
func showOrdered(ed *edit.Editor) bool {
	q := ed.Block()
	for _, k := range ed.Query.OrderBy {
		if k.Expr.Aggregate() && q.ItemOf(k.Expr) < 0 && !ed.Append(statement.Item{Expr: k.Expr}) {
			return false
		}
	}
	return true
}

// PlaceOf reads "the first one" as how many rows stand before it.
func PlaceOf(text string) (n int, ok bool) {
	found := false
	for _, w := range tag.Utter(text).Words {
		switch place, ordinal := placeWord(w); {
		case ordinal && !found:
			n, found = place, true
		case w != "the" && w != "that" && !english.RowNouns[w]:
			return 0, false
		}
	}
	return n, found
}

func comparedPlaces(ed *edit.Editor, a, b int) bool {
	switch most, cut := clause.CutAt(ed); {
	case a == b || cut && max(a, b) >= most:
		return false
	case a+b == 1 && a*b == 0:
		return clause.Limit(ed, 2) && everyColumn(ed)
	}
	return rowsAt(ed, a, b) && everyColumn(ed)
}

// behindOne lists what the group of a name was made of, or what belongs to the row of a name: "the flights of the Lufthansa one".
func behindOne(ed *edit.Editor, noun, value string) bool {
	if _, ordinal := Places[strings.ToLower(value)]; ordinal || strings.EqualFold(value, "last") {
		return false
	}
	if !Filter(ed, value, measure.OnlyMode, 0) {
		return false
	}
	if !ed.Block().Grouped() {
		return showOwn(ed, noun)
	}
	ed.Query.ClearLimit()
	t, fact := related(ed, noun), ed.RowTable()
	if !measure.RowsBehind(ed, "", "") {
		return false
	}
	if t == nil {
		return measure.CallsThing(ed, noun, fact)
	}
	for _, e := range ed.Index.Graph.Of(t) {
		if e.From == fact && e.To == t && len(e.FromColumns) == 1 {
			keys, ok := clause.Cell(ed, e.FromColumns[0])
			if !ok {
				return false
			}
			ed.Query = clause.RowsIn(t, e.ToColumns[0], keys)
			return true
		}
	}
	return false
}

// askOwn answers a question about the row in force by what it has: "what did it order", "which genre is it", "how many tracks has it".
func askOwn(ed *edit.Editor, u tag.Utterance) bool {
	if u.Has("where") && ed.Try(func() bool { return clause.Live(ed) }) {
		ed.Operations = append(ed.Operations, "live")
		return true
	}
	many := u.Has("many") || u.Has("often")
	if slices.ContainsFunc(ed.Tag(u.Input), func(it tag.Item) bool { return len(it.Values) > 0 && len(it.Matches) == 0 && it.Is(tag.NoCue) }) {
		return false // only some of what it has are asked for
	}
	for _, w := range u.Words {
		if english.AskedOfRow[w] {
			continue
		}
		t := Called(ed, w)
		if t == nil {
			t = done(ed, w)
		}
		also := tag.Utter("also their " + w)
		switch {
		case many && t == nil:
			continue
		case many && ed.Try(func() bool { return rowsOf(ed, joining(ed, t), false, 0) && clause.Count(ed) }), t != nil && ed.Try(func() bool { return rowsOf(ed, t, false, 0) }):
			ed.Operations = append(ed.Operations, "rows that belong")
			return true
		case t != nil:
			also = tag.Utter("also their " + strings.Join(t.Words, " "))
		}
		if !many && ed.Try(func() bool { return clause.Apply(ed, also, tag.Stretch{From: 0, To: len(also.Tokens)}) }) {
			return true
		}
	}
	return false
}

// Called is the table that a word names, read by the query in force or not.
func Called(ed *edit.Editor, word string) *schema.Table {
	for _, it := range ed.Tag(word) {
		if t, score := it.BestTable(); t != nil && score >= tag.StrongName {
			return t
		}
	}
	return nil
}

// joining is the table by whose rows those of t belong to the rows in force: t itself, or the one that refers to both.
func joining(ed *edit.Editor, t *schema.Table) *schema.Table {
	tables := ed.Scope().Home()
	if len(tables) == 0 {
		return t
	}
	thing := clause.Thing(ed, tables)
	if meaning.Refers(ed.Index, t, thing) {
		return t
	}
	for _, e := range ed.Index.Graph.Of(thing) {
		if e.To == thing && meaning.Refers(ed.Index, e.From, t) {
			return e.From
		}
	}
	return t
}

// done is the table, one key away, of what a verb does: rented is in rentals, supplies in suppliers.
func done(ed *edit.Editor, verb string) *schema.Table {
	const least = 4 // letters that tell a verb
	stem := schema.Stem(verb)
	tables := ed.Scope().Home()
	if len(stem) < least || len(tables) == 0 {
		return nil
	}
	thing := clause.Thing(ed, tables)
	for _, t := range ed.Index.Tables {
		if t != thing && ed.Index.Graph.Distance(thing, t) == 1 && slices.ContainsFunc(t.Words, func(w string) bool { return strings.HasPrefix(w, stem) }) {
			return t
		}
	}
	return nil
}

// BackTo goes back to a unit of time, to plain figures, or to a value that was there before.
func BackTo(ed *edit.Editor, u tag.Utterance, s tag.Stretch) bool {
	words := u.Words[s.From:s.To]
	switch {
	case clause.GroupByUnit(ed, words):
		return true
	case slices.ContainsFunc(words, func(w string) bool { return english.AbsoluteWords[w] }):
		return !slices.ContainsFunc(words, func(w string) bool {
			return !english.AbsoluteWords[w] && !english.LeadsToName[w] && w != "plain" && w != "full"
		}) && measure.PlainFigures(ed)
	}
	return Filter(ed, u.Text(s), measure.OnlyMode, 0)
}

// Filter reads a phrase as conditions and puts them into the tree. At most tolerance of its words may be left over. What a text begins
// or ends with stays asked for where another part of it is.
func Filter(ed *edit.Editor, text string, m measure.Mode, tolerance int) bool {
	before := slices.Clone(ed.Block().Where)
	if !putFilter(ed, text, m, tolerance) {
		return false
	}
	if m == measure.OnlyMode {
		measure.SameRow(ed, before)
	}
	clause.TellBase(ed, before)
	return measure.KeepMatching(ed, before, m)
}

// Moved filters by where what the rows speak of begins or ends: "leaving from Mombasa" is "from Mombasa".
func Moved(ed *edit.Editor, preposition, value string) bool {
	list, lost := ed.Conditions(preposition + " " + value)
	return len(list) == 1 && lost == 0 && list[0].Kind == edit.ValueCondition && Filter(ed, preposition+" "+value, measure.OnlyMode, 0)
}

// OnesOf lists the rows behind the figures in force that a condition picks, called by their people where they lead to some: "who are
// the ones in Oslo".
func OnesOf(ed *edit.Editor, text string) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || !ed.Block().Grouped() || measure.Nested(ed) || !Filter(ed, text, measure.OnlyMode, 0) {
		return false
	}
	counted := measure.CountedBy(ed, root)
	if !measure.UngroupRows(ed, root) {
		return false
	}
	if counted != nil {
		return measure.RowsReferredTo(ed, counted)
	}
	who := measure.PersonOf(ed, root)
	if who == nil || who == root {
		return true
	}
	return measure.AddColumnsMeant(ed, compose.Part{Show: measure.LabelOf(who)})
}

// Stated filters a column of the rows in force by what somebody says that it is: "the return date is Feb 20".
func Stated(ed *edit.Editor, name, value string) bool {
	t, ok := ed.Targets(name)
	if !ok || len(t) != 1 || t[0].Aggregate != "" || len(t[0].Columns) != 1 || ed.Near(t[0].Columns[0].Table) > 0 {
		return false
	}
	return Filter(ed, name+" "+value, measure.OnlyMode, 0) && len(ed.Scope().About(t[0].Columns[0])) > 0
}

// WithRole is the text of a slot, with the preposition before it where that says which column is meant: "only from Mombasa" after
// flights to London.
func WithRole(ed *edit.Editor, u tag.Utterance, slot tag.Stretch) string {
	if u.Phrase(slot.From, "out of") > 0 && slot.To > slot.From+2 {
		return "from " + u.Text(tag.Stretch{From: slot.From + 2, To: slot.To})
	}
	if slot.From == 0 || !english.RoleWords[u.Words[slot.From-1]] {
		return u.Text(slot)
	}
	said := u.Text(tag.Stretch{From: slot.From - 1, To: slot.To})
	if root := ed.Root(); root != nil && measure.RoleDecides(said, slices.DeleteFunc(slices.Clone(measure.ConditionsOf(ed, said, root)), func(c compose.Condition) bool { return len(c.Lost) > 0 || c.Score < measure.LeastMeant })) {
		return said
	}
	return u.Text(slot)
}
