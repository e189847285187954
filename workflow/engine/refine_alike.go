package engine

import (
	"fmt"
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
	"slices"
	"strings"
)

// This file asks for rows by way of others: what is like one of them or has something in common with it, two set side by side, the
// rows that the group of a name was made of, and what one row has ("what did the first one order").

func alikeRules() []rule {
	const show = "[and|so|now] [show|give|find|list] [me] [the|all|other|more|any] "
	return []rule{
		ruleOf("similar", func(ed *editor, u utterance, f fit) bool { return ed.similar("", u.text(f.slots[0])) },
			"[and|so|now|is|are|show|find|give|got|have] [there|me|you|we] anything|something|any|some|more|others|other|ones [else|ones] similar to|like {}", "[and|so|now|is|are|show|find|give|got|have] [there|me|you|we] anything|something|any|some|more|others|other|ones [else|ones] like {}", "[and|show] [me] similar [ones] to {}", "[what] [else] [is] similar to {}"),
		ruleOf("similar", func(ed *editor, u utterance, f fit) bool {
			most, cut := ed.cutAt()
			return (cut && most == 1 || ed.rows == 1) && (u.words[f.slots[0].from] == "ones" || ed.callsRows(u.text(f.slots[0]))) && ed.similar("", "it")
		}, "[and|so|now] [show|find|give|any|are] [me|there] [some|any] [other] similar {} [please]"),
		ruleOf("exclude", plain((*editor).others), "[and|so|now] [show|give|list|see|what|which] [me|about|are] the others|rest|remainder [please|instead]", "[and|so|now] [show|give|list|see|what|which|how] [me|about|are] the rest|remainder|others of|among them|those|these [please|instead]", "[and|so|now] [show|give|list|see] [me] [all] the other|remaining ones [please|instead]",
			"[and|but|so|now] [what|how] [about] [show|give|list|see] [me] everyone|everybody|everything|all else|others [please|instead]", "[and|but|so|now] what|how about the others|rest|remainder|remaining", "[and|but|so|now] [what|how] about the other|remaining ones", "[and|but|so|now] the other|remaining #"),
		ruleOf("exclude", func(ed *editor, u utterance, f fit) bool { return ed.callsRows(u.text(f.slots[0])) && ed.others() },
			"[and|so|now] [show|give|list|see|what|which|how] [me|about|are] the rest|remainder of [the|those|these] {}", "[and|so|now] [show|give|list|see|what|which|how] [me|about|are] the other|remaining {}"),
		ruleOf("limit", func(ed *editor, u utterance, _ fit) bool { return ed.nthRow(u) }, "[and|so|now] [only|just|show] [me] [only|just] the first|second|third|last of them|those|these [please]"),
		ruleOf("compared", func(ed *editor, u utterance, f fit) bool {
			return f.numbers[0] > 1 && ed.superlative(u.text(f.slots[0])) && ed.limit(f.numbers[0]) && ed.everyColumn()
		}, "[and|so|now] compare the # {} [ones|of] [them|those|these]", "[and|so|now] compare the {} # [ones|of] [them|those|these]"),
		ruleOf("compared", plain((*editor).showWhole),
			"[and|so|now|please|can|could|let] [you|us] compare them|these|those|both|all [of] [two|three|four|five|them|these|those] [side] [by] [side] [please]", "[and|so|now] [put|set|show] [me] them|these|those [two|three|both] side by side [please]",
			"[and|so|now] how do|are they|these|those [two|three] compare|differ|different", "[and|so|now] what|where is|are|'s the difference|differences [between] [them|these|those] [two|three]"),
		ruleOf("compared", func(ed *editor, _ utterance, f fit) bool {
			return f.numbers[0] > 1 && ed.limit(f.numbers[0]) && ed.everyColumn()
		},
			"[and|so|now] compare [the] first|top # [ones|rows|of] [them|those|these] [please]"),
		ruleOf("compared", func(ed *editor, u utterance, f fit) bool { return ed.compared(u.text(f.slots[0]), u.text(f.slots[1])) },
			"[and|so|now|please|can|could] [you] compare {} and|with|to|against|versus|vs {} [please]", "[and|so|now] how does|do {} compare with|to|against {}", "[and|so|now] {} versus|vs|against {}", "[and|so|now] {} compared with|to {}",
			"[and|so|now] what|where is|'s|are|s [the] difference|differences between {} and {}", "[and|so|now] how does|do {} differ from {}"),
		ruleOf("compared", func(ed *editor, _ utterance, f fit) bool {
			return f.numbers[0] > 1 && ed.limit(f.numbers[0]) && ed.everyColumn()
		}, "[and|so|now] what|where is|'s|are|s [the] difference|differences between [the] first|top #"),
		ruleOf("what about", func(ed *editor, u utterance, f fit) bool {
			return (len(f.slots) == 1 || ed.callsRows(u.text(f.slots[0]))) && ed.filter(ed.withRole(u, f.slots[len(f.slots)-1]), onlyMode, 0)
		},
			"[and|so|now] [is|are] [there|it|that|they] [any|a] better|worse|cheaper|different in|on|with|for|at|from|by {}",
			"[and|so|now] do|have|has|got you|we|they [have|got|offer|sell|see] anything|something|any|some|one|ones [ones|at] [all] in|on|with|for|at|from|by|of|that {}", "[and|so|now] is|are there anything|something|any|some|one|ones [ones|at] [all] in|with|for|at|from|by {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] [some|any] more|others|other|one|ones|something|anything|another like that|this|it|those|these [,] [but] [only] [of|with|that|which] {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] [some|any] more|other {} like that|this|it|those|these [,] [but] [only] [of|with|that|which] {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] another|other|different option|options|choice|choices|alternative|one [of|with|that|which] {}",
			"[and|so|now] [show|give|find] [me] [is|are] [there] any|some other|others|more [ones] [of|with] {}"),
		ruleOf("what about", func(ed *editor, u utterance, f fit) bool {
			return !ed.block().Grouped() && ed.filter(u.text(f.slots[0]), onlyMode, 0)
		}, "[and|so|now|but] [are|is] [there] any|some {} ones|one|options|seats|left|available", "[and|so|now|but] [got|have] [you] [got] any|some {} ones|one|options|seats|left|available"),
		ruleOf("show only distinct", func(ed *editor, u utterance, f fit) bool {
			t, ok := ed.targets(u.text(f.slots[0]))
			return ok && len(t) == 1 && t[0].entity == nil && t[0].aggregate == "" && ed.show(t) && ed.distinct()
		}, "[and|so|now] [are|is] [there] any|what|which other {}"),
		ruleOf("similar", func(ed *editor, u utterance, f fit) bool {
			return ed.similar(u.text(f.slots[0]), u.text(f.slots[1]))
		}, show+"[other|more] {} similar to {}", show+"[other|more] {} like {}"),
		ruleOf("similar", func(ed *editor, u utterance, f fit) bool {
			return ed.inCommon(u.text(f.slots[0]), u.text(f.slots[1]), u.text(f.slots[2]))
		}, show+"[other|more] {} from|with|on|in|of|by|at the same {} as {}"),
		ruleOf("similar", func(ed *editor, u utterance, f fit) bool {
			return ed.inCommon(u.text(f.slots[0]), u.text(f.slots[1]), "it")
		}, show+"[other|more] {} from|with|on|in|of|by|at the same {}"),
		ruleOf("rows behind", func(ed *editor, u utterance, f fit) bool {
			return ed.behindOne(u.text(f.slots[0]), u.text(f.slots[1]))
		}, "[and|so|now] [show|give|list] [me] [all] the {} of|for|in|behind|from|with the {} one"),
	}
}

// others keeps what the one condition in force leaves out, or the one that the last turn added; after the first so many rows, those behind
// them.
func (ed *editor) others() bool {
	q := ed.block()
	if most, cut := ed.cutAt(); cut && ed.query.Set == nil && ed.query.Offset.IsZero() && ed.inSomeOrder() {
		ed.query.ClearLimit()
		ed.understand(fmt.Sprintf("the others = those behind the first %d", most))
		return ed.skip(most)
	}
	if len(q.Having) == 1 && q.Limit.IsZero() && ed.query.Set == nil {
		ed.understand("the others = all that are not so: " + q.Having[0].SQL())
		q.Having = []statement.Expr{statement.Negated(q.Having[0], false)}
		return true
	}
	where := q.Where
	if ed.last != nil && len(where) > 1 {
		where = slices.DeleteFunc(slices.Clone(where), func(p statement.Expr) bool { return same(leftmost(ed.last).Where, p) })
	}
	if ed.query.Set != nil || len(where) != 1 || !q.Limit.IsZero() || len(q.Having) > 0 {
		return false
	}
	nullable := slices.ContainsFunc(where[0].Columns(), func(e statement.Expr) bool {
		c := ed.scope().column(e)
		return c != nil && ed.nulls.in(c)
	})
	ed.understand("the others = all that are not so: " + where[0].SQL())
	return q.ReplacePredicate(where[0], statement.Negated(where[0], nullable)) == nil
}

// pointed cuts out of the query in force the row that a text points at: by its place, by "it", or by what it is called.
func (ed *editor) pointed(text string) (row *editor, thing *schema.Table) {
	tables := ed.scope().home()
	if ed.query.Set != nil || len(tables) == 0 {
		return nil, nil
	}
	thing = ed.thing(tables)
	work := *ed
	work.query = ed.query.Clone()
	at := utter("x " + text + " x")
	_, _, placed := at.placeSaid()
	switch u := utter(text); {
	case len(u.words) > 0 && english.RowItself[u.words[0]] && len(u.words) <= 2:
	case placed:
		if !work.nthRow(u) {
			return nil, nil
		}
	default:
		work.query = rowsOfTable(thing)
		if !work.filter(text, onlyMode, 0) {
			return nil, nil
		}
	}
	return &work, thing
}

// cell is the value of a column in the rows in force, as a query.
func (ed *editor) cell(c *schema.Column) (*statement.Query, bool) {
	q := ed.query.Clone()
	x, ok := view{ed.index, leftmost(q)}.ref(c)
	if !ok {
		return nil, false
	}
	_, err := q.SetItems(statement.Item{Expr: x})
	return q, err == nil
}

// similar lists the rows of the same kind as one that is pointed at.
func (ed *editor) similar(things, text string) bool {
	row, thing := ed.pointed(text)
	if row == nil || !ed.callsThing(things, thing) {
		return false
	}
	for _, e := range ed.index.Graph.Of(thing) {
		if e.From == thing && len(e.FromColumns) == 1 && e.To.Called(english.KindWords) {
			ed.understand("similar = of the same " + strings.ToLower(e.To.Name))
			return ed.sharing(row, thing, e.FromColumns[0])
		}
	}
	for _, c := range thing.Columns {
		if slices.ContainsFunc(c.Words, func(w string) bool { return english.KindWords[w] }) && !c.Hidden && !c.Key() {
			ed.understand("similar = of the same " + c.Name)
			return ed.sharing(row, thing, c)
		}
	}
	return ed.similarBeside(row, thing)
}

// similarBeside is the same where a table between says of which kinds a thing is.
func (ed *editor) similarBeside(row *editor, thing *schema.Table) bool {
	for _, e := range ed.index.Graph.Of(thing) {
		if e.To != thing || e.From == thing || len(e.FromColumns) != 1 {
			continue
		}
		for _, k := range ed.index.Graph.Of(e.From) {
			if k.From != e.From || !k.To.Called(english.KindWords) || len(k.FromColumns) != 1 {
				continue
			}
			key, ok := row.cell(e.ToColumns[0])
			if !ok {
				return false
			}
			kinds, others := rowsOfTable(e.From), rowsOfTable(e.From)
			kinds.Items = []statement.Item{{Expr: statement.Column("", k.FromColumns[0].Name)}}
			kinds.Where = []statement.Expr{statement.InQuery(statement.Column("", e.FromColumns[0].Name), key)}
			others.Items = []statement.Item{{Expr: statement.Column("", e.FromColumns[0].Name)}}
			others.Where = []statement.Expr{statement.InQuery(statement.Column("", k.FromColumns[0].Name), kinds)}
			ed.query = rowsOfTable(thing)
			ed.query.Where = []statement.Expr{statement.InQuery(statement.Column("", e.ToColumns[0].Name), others)}
			ed.understand("similar = of the same " + strings.ToLower(k.To.Name))
			return true
		}
	}
	return false
}

// inCommon lists the rows that have the same as one that is pointed at: a value, or what they belong to.
func (ed *editor) inCommon(things, what, text string) bool {
	row, thing := ed.pointed(text)
	if row == nil || !ed.callsThing(things, thing) {
		return false
	}
	for _, it := range ed.tag(what) {
		if t, score := it.BestTable(); t != nil && score >= strongName && t != thing {
			for _, e := range ed.index.Graph.Of(thing) {
				if e.From == thing && e.To == t && len(e.FromColumns) == 1 {
					return ed.sharing(row, thing, e.FromColumns[0])
				}
			}
		}
	}
	list, ok := ed.targets(what)
	if !ok || len(list) != 1 || list[0].aggregate != "" || len(list[0].columns) != 1 || list[0].columns[0].Table != thing {
		return false
	}
	return ed.sharing(row, thing, list[0].columns[0])
}

// sharing lists the rows of a table that have the value of a column that a row has.
func (ed *editor) sharing(row *editor, thing *schema.Table, c *schema.Column) bool {
	value, ok := row.cell(c)
	if !ok {
		return false
	}
	ed.query = rowsOfTable(thing)
	ed.query.Where = []statement.Expr{statement.InQuery(statement.Column("", c.Name), value)}
	return true
}

// compared sets two rows or groups side by side: by their places, by what they are called, or one beside the one in force.
func (ed *editor) compared(one, other string) bool {
	if ed.query.Set != nil {
		return false
	}
	first, byPlace := placeOf(one)
	second, too := placeOf(other)
	switch {
	case byPlace && too:
		return ed.comparedPlaces(first, second)
	case byPlace || too:
		return false
	case english.RowItself[one]:
		return ed.filter(other, includeMode, 0) && ed.everyColumn()
	}
	if ed.try(func() bool { return ed.valuesCompared(one, other) }) {
		return true
	}
	if !ed.try(func() bool { return ed.rowsNamed([]string{one, other}, onlyMode) }) && !ed.filter(withoutOne(one)+" or "+withoutOne(other), onlyMode, 0) {
		return false
	}
	ed.query.ClearLimit()
	return ed.showOrdered() && ed.everyColumn()
}

// valuesCompared keeps the rows of two values of a column that the query asks one of: a figure is taken of each.
func (ed *editor) valuesCompared(one, other string) bool {
	a, lost := ed.conditions(withoutOne(one))
	b, also := ed.conditions(withoutOne(other))
	if lost+also > 0 || len(a) != 1 || len(b) != 1 || a[0].kind != valueCondition || b[0].kind != valueCondition || a[0].negated || b[0].negated || a[0].column != b[0].column || len(ed.scope().about(a[0].column)) == 0 {
		return false
	}
	if !ed.only(a[0].column, union(a[0].values, b[0].values)) {
		return false
	}
	return len(measures(ed.block())) == 0 && ed.everyColumn() || ed.apartBy(a[0].column, nil)
}

// callsRows says that a text is what the rows in force are called.
func (ed *editor) callsRows(text string) bool {
	tables := ed.scope().home()
	return len(tables) > 0 && ed.callsThing(text, ed.thing(tables))
}

// everyColumn shows every column of rows that are no groups: what sets them apart is seen.
func (ed *editor) everyColumn() bool {
	if !ed.block().Grouped() {
		ed.try(ed.wholeRows)
	}
	return true
}

// showOrdered shows the figures that groups are ordered by: what is compared is seen.
func (ed *editor) showOrdered() bool {
	q := ed.block()
	for _, k := range ed.query.OrderBy {
		if k.Expr.Aggregate() && q.ItemOf(k.Expr) < 0 && !ed.append(statement.Item{Expr: k.Expr}) {
			return false
		}
	}
	return true
}

// placeOf reads "the first one" as how many rows stand before it.
func placeOf(text string) (n int, ok bool) {
	found := false
	for _, w := range utter(text).words {
		switch place, ordinal := placeWord(w); {
		case ordinal && !found:
			n, found = place, true
		case w != "the" && w != "that" && !english.RowNouns[w]:
			return 0, false
		}
	}
	return n, found
}

func (ed *editor) comparedPlaces(a, b int) bool {
	switch most, cut := ed.cutAt(); {
	case a == b || cut && max(a, b) >= most:
		return false
	case a+b == 1 && a*b == 0:
		return ed.limit(2) && ed.everyColumn()
	}
	return ed.rowsAt(a, b) && ed.everyColumn()
}

// behindOne lists what the group of a name was made of, or what belongs to the row of a name: "the flights of the Lufthansa one".
func (ed *editor) behindOne(noun, value string) bool {
	if _, ordinal := places[strings.ToLower(value)]; ordinal || strings.EqualFold(value, "last") {
		return false
	}
	if !ed.filter(value, onlyMode, 0) {
		return false
	}
	if !ed.block().Grouped() {
		return ed.showOwn(noun)
	}
	ed.query.ClearLimit()
	t, fact := ed.related(noun), ed.rowTable()
	if !ed.rowsBehind("", "") {
		return false
	}
	if t == nil {
		return ed.callsThing(noun, fact)
	}
	for _, e := range ed.index.Graph.Of(t) {
		if e.From == fact && e.To == t && len(e.FromColumns) == 1 {
			keys, ok := ed.cell(e.FromColumns[0])
			if !ok {
				return false
			}
			ed.query = rowsOfTable(t)
			ed.query.Where = []statement.Expr{statement.InQuery(statement.Column("", e.ToColumns[0].Name), keys)}
			return true
		}
	}
	return false
}

// askOwn answers a question about the row in force by what it has: "what did it order", "which genre is it", "how many tracks has it".
func (ed *editor) askOwn(u utterance) bool {
	if u.has("where") && ed.try(ed.live) {
		ed.operations = append(ed.operations, "live")
		return true
	}
	many := u.has("many") || u.has("often")
	if slices.ContainsFunc(ed.tag(u.input), func(it Item) bool { return len(it.Values) > 0 && len(it.Matches) == 0 && it.Is(NoCue) }) {
		return false // only some of what it has are asked for
	}
	for _, w := range u.words {
		if english.AskedOfRow[w] {
			continue
		}
		t := ed.called(w)
		if t == nil {
			t = ed.done(w)
		}
		also := utter("also their " + w)
		switch {
		case many && t == nil:
			continue
		case many && ed.try(func() bool { return ed.rowsOf(ed.joining(t), false, 0) && ed.count() }), t != nil && ed.try(func() bool { return ed.rowsOf(t, false, 0) }):
			ed.operations = append(ed.operations, "rows that belong")
			return true
		case t != nil:
			also = utter("also their " + strings.Join(t.Words, " "))
		}
		if !many && ed.try(func() bool { return ed.apply(also, stretch{0, len(also.tokens)}) }) {
			return true
		}
	}
	return false
}

// called is the table that a word names, read by the query in force or not.
func (ed *editor) called(word string) *schema.Table {
	for _, it := range ed.tag(word) {
		if t, score := it.BestTable(); t != nil && score >= strongName {
			return t
		}
	}
	return nil
}

// joining is the table by whose rows those of t belong to the rows in force: t itself, or the one that refers to both.
func (ed *editor) joining(t *schema.Table) *schema.Table {
	tables := ed.scope().home()
	if len(tables) == 0 {
		return t
	}
	thing := ed.thing(tables)
	if meaning.Refers(ed.index, t, thing) {
		return t
	}
	for _, e := range ed.index.Graph.Of(thing) {
		if e.To == thing && meaning.Refers(ed.index, e.From, t) {
			return e.From
		}
	}
	return t
}

// done is the table, one key away, of what a verb does: rented is in rentals, supplies in suppliers.
func (ed *editor) done(verb string) *schema.Table {
	const least = 4 // letters that tell a verb
	stem := schema.Stem(verb)
	tables := ed.scope().home()
	if len(stem) < least || len(tables) == 0 {
		return nil
	}
	thing := ed.thing(tables)
	for _, t := range ed.index.Tables {
		if t != thing && ed.index.Graph.Distance(thing, t) == 1 && slices.ContainsFunc(t.Words, func(w string) bool { return strings.HasPrefix(w, stem) }) {
			return t
		}
	}
	return nil
}

// backTo goes back to a unit of time, to plain figures, or to a value that was there before.
func (ed *editor) backTo(u utterance, s stretch) bool {
	words := u.words[s.from:s.to]
	switch {
	case ed.groupByUnit(words):
		return true
	case slices.ContainsFunc(words, func(w string) bool { return english.AbsoluteWords[w] }):
		return !slices.ContainsFunc(words, func(w string) bool {
			return !english.AbsoluteWords[w] && !english.Leading[w] && w != "plain" && w != "full"
		}) && ed.plainFigures()
	}
	return ed.filter(u.text(s), onlyMode, 0)
}

// filter reads a phrase as conditions and puts them into the tree. At most tolerance of its words may be left over. What a text begins
// or ends with stays asked for where another part of it is.
func (ed *editor) filter(text string, m mode, tolerance int) bool {
	before := slices.Clone(ed.block().Where)
	return ed.putFilter(text, m, tolerance) && ed.keepMatching(before, m)
}

// moved filters by where what the rows speak of begins or ends: "leaving from Mombasa" is "from Mombasa".
func (ed *editor) moved(preposition, value string) bool {
	list, lost := ed.conditions(preposition + " " + value)
	return len(list) == 1 && lost == 0 && list[0].kind == valueCondition && ed.filter(preposition+" "+value, onlyMode, 0)
}

// onesOf lists the rows behind the figures in force that a condition picks, called by their people where they lead to some: "who are
// the ones in Oslo".
func (ed *editor) onesOf(text string) bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil || !ed.block().Grouped() || ed.nested() || !ed.filter(text, onlyMode, 0) || !ed.ungroupRows(root) {
		return false
	}
	who := ed.personOf(root)
	if who == nil || who == root {
		return true
	}
	return ed.addColumnsMeant(compose.Part{Show: labelOf(who)})
}

// stated filters a column of the rows in force by what somebody says that it is: "the return date is Feb 20".
func (ed *editor) stated(name, value string) bool {
	t, ok := ed.targets(name)
	if !ok || len(t) != 1 || t[0].aggregate != "" || len(t[0].columns) != 1 || ed.near(t[0].columns[0].Table) > 0 {
		return false
	}
	return ed.filter(name+" "+value, onlyMode, 0) && len(ed.scope().about(t[0].columns[0])) > 0
}

// thingsDone are the things with which the rows that are pointed at did what a verb says, by way of the table that tells of it: "what did
// the first one rent", "what has he bought". Nil where the input asks otherwise, or no table tells.
func (ed *editor) thingsDone(row *editor, u utterance, r reference) *rival {
	who := ed.shownAsRows()
	verb, asks := u.didWhat(r.at)
	if !asks || who.table == nil || who.key == nil {
		return nil
	}
	deal := ed.dealOf(verb, who.table)
	if deal == nil {
		return nil
	}
	way := ed.thingsOfDeal(deal, who.table)
	to := ed.index.Graph.Path([]*schema.Table{who.table}, deal)
	if way == nil || to == nil {
		return nil
	}
	inner, ok := row.cell(who.key)
	if !ok {
		return nil
	}
	q, things := alongKeys(who, inner, append(slices.Clone(to), way...))
	if q == nil {
		return nil
	}
	work := *row
	work.query, work.operations = q, []string{"pointed"}
	work.taken = append(work.taken, verb)
	work.understand(fmt.Sprintf("%s %s = %s by way of %s", u.text(r.at), verb, things.Name, deal.Name))
	return &rival{query: q, mix: edited, reading: -1, editor: &work, present: ed.query, sure: true, firm: true}
}

// withRole is the text of a slot, with the preposition before it where that says which column is meant: "only from Mombasa" after
// flights to London.
func (ed *editor) withRole(u utterance, slot stretch) string {
	if u.phrase(slot.from, "out of") > 0 && slot.to > slot.from+2 {
		return "from " + u.text(stretch{slot.from + 2, slot.to})
	}
	if slot.from == 0 || !english.RoleWords[u.words[slot.from-1]] {
		return u.text(slot)
	}
	said := u.text(stretch{slot.from - 1, slot.to})
	if root := ed.root(); root != nil && roleDecides(said, slices.DeleteFunc(slices.Clone(ed.conditionsOf(said, root)), func(c compose.Condition) bool { return len(c.Lost) > 0 || c.Score < leastMeant })) {
		return said
	}
	return u.text(slot)
}
