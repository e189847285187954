package engine

import (
	"fmt"
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"regexp"
	"slices"
	"strings"

	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file reads what is to be shown beside what is there: as it is said, then without what says no more of it than the
// query in force does.

// addMeant shows what the words name beside what is shown: figures where the query takes figures, else columns.
func (ed *editor) addMeant(text string) bool {
	if ed.root() == nil || ed.query.Set != nil {
		return false
	}
	if english.RowsNumber[strings.ToLower(strings.Join(contentWords(text), " "))] && ed.rowsEach(text) {
		return true
	}
	if ed.try(func() bool { return ed.addTime(text) }) || ed.try(func() bool { return ed.addDeed(text) }) {
		return true
	}
	for _, said := range ed.ofEach(text) {
		if ed.addRead(said) {
			return true
		}
	}
	return false
}

// addOwn shows columns of the things that make the groups: each group is one of them and has the value itself.
func (ed *editor) addOwn(text string) bool {
	rows := ed.shownAsRows()
	if !ed.block().Grouped() || rows.table == nil || rows.fact == rows.table || ed.query.Set != nil {
		return false
	}
	t, ok := ed.targets(text)
	if !ok || slices.ContainsFunc(t, func(t target) bool {
		return t.item >= 0 || t.aggregate != "" || t.entity != nil || t.passed != nil || t.grain != "" || t.sorted || len(t.columns) != 1 || t.columns[0].Table != rows.table || t.columns[0].Key() || t.columns[0].Metric != nil
	}) {
		return false
	}
	return ed.add(t)
}

// addDeed shows the number of the things in force themselves that says what they did: "what it cost" is the actual cost.
func (ed *editor) addDeed(text string) bool {
	m := deedPattern.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	tables := ed.scope().tables()
	if ed.block().Grouped() {
		if tables = nil; ed.shownAsRows().table != nil {
			tables = []*schema.Table{ed.shownAsRows().table}
		}
	}
	var found *schema.Column
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Role != schema.Measure || c.Hidden || !slices.ContainsFunc(c.Words, func(w string) bool { return schema.Stem(w) == schema.Stem(m[1]) }) || c.Has(english.Planned...) {
				continue
			}
			if found != nil {
				return false
			}
			found = c
		}
	}
	return found != nil && ed.add([]target{{item: -1, columns: []*schema.Column{found}, said: text}})
}

// addLoosely is addMeant without the one word that is nothing known: "the lost amount" is the amount.
func (ed *editor) addLoosely(text string) bool {
	if ed.root() == nil || ed.query.Set != nil {
		return false
	}
	for _, said := range ed.ofEach(text) {
		if known, lost := ed.withoutUnknown(said); lost > 0 && known != "" && ed.addRead(known) {
			ed.lost += lost
			return true
		}
	}
	return false
}

// timePattern finds the first or last time of what the rows in force have: "the date of their last visit".
var timePattern = regexp.MustCompile(`(?i)^(?:the\s+)?(?:date|day|time|moment)s?\s+(?:of|when)\s+(?:their|its|his|her|the|each one's)?\s*(last|latest|newest|most recent|first|earliest|oldest)\s+(.+)$`)

// addTime shows when the first or last row of what the words name was, of the groups' own rows or of each of those listed.
func (ed *editor) addTime(text string) bool {
	m := timePattern.FindStringSubmatch(text)
	root := ed.root()
	if m == nil || root == nil {
		return false
	}
	of := root
	if !english.Generic[strings.ToLower(m[2])] {
		t, known := ed.targets(m[2])
		switch {
		case known && len(t) == 1 && t[0].entity != nil:
			of = t[0].entity
		case known || !ed.block().Grouped():
			return false
		}
	}
	fn := "max"
	if w := strings.ToLower(m[1]); w == "first" || w == "earliest" || w == "oldest" {
		fn = "min"
	}
	c := of.Moment
	if of == root && ed.block().Grouped() {
		c = ed.moment()
	}
	if c == nil || of == root && !ed.block().Grouped() {
		return false
	}
	term := meaning.AggregateOf(fn, c, meaning.Span{})
	term.Of, term.Name = of, strings.ToLower(m[1]+" "+m[2])
	return ed.addFigures(compose.Part{Show: []meaning.Term{term}})
}

// What the rows in force do with what is to be added says no more of it: "the seats they had". What was done to them names it:
// "what we billed them" is the billed amount.
var (
	clausePattern = regexp.MustCompile(`(?i)\s+(?:that\s+|which\s+)?(?:they|we|he|she|it)\s+(?:each\s+)?(?:have\s+|has\s+|had\s+)?[a-z]+$`)
	deedPattern   = regexp.MustCompile(`(?i)^(?:what|how much|the amounts?)\s+(?:that\s+)?(?:was|were|(?:they|we|he|she|it)(?:\s+each)?)\s+(?:have\s+|has\s+|had\s+)?([a-z]+)(?:\s+(?:to\s+|for\s+)?(?:them|it|him|her))?\b`)
)

// piecesPattern asks how many pieces went: "how many were sold", "units sold".
var piecesPattern = regexp.MustCompile(`(?i)^(?:the\s+)?(?:how many(?:\s+units|\s+pieces|\s+items)?\s+(?:were|was|are|have been|got)|(?:number of\s+)?(?:units|pieces|quantity|quantities)|number|amount)\s+(?:sold|ordered|bought|purchased|shipped|delivered|returned|used|made|moved)(?:\s+(?:of\s+)?each)?$`)

// pieces is the name of the one quantity that the finest rows in force have; empty where they have none, or several.
func (ed *editor) pieces() string {
	root := ed.root()
	if root == nil {
		return ""
	}
	var found *schema.Column
	for _, c := range root.Columns {
		if c.Role != schema.Measure || c.Hidden || !c.Has("quantity", "qty", "units", "unit", "pieces", "piece", "count") || c.Has("price", "cost") {
			continue
		}
		if found != nil {
			return ""
		}
		found = c
	}
	if found == nil {
		return ""
	}
	return "total " + found.Said()
}

// ofEach are the forms of a text, plainer one by one: without its words for the rows in force and the verb that they come
// with ("how many policies each sold" is how many policies).
func (ed *editor) ofEach(text string) []string {
	out := []string{text}
	if piecesPattern.MatchString(text) && ed.pieces() != "" {
		out = []string{ed.pieces(), text}
	}
	if deedPattern.MatchString(text) {
		out = append(out, deedPattern.ReplaceAllString(text, "$1 amount"), deedPattern.ReplaceAllString(text, "$1"))
	}
	if short := clausePattern.ReplaceAllString(text, ""); short != text && len(contentWords(short)) > 0 {
		out = append(out, short)
	}
	for _, said := range slices.Clone(out) {
		var kept []string
		for _, w := range strings.Fields(said) {
			if !english.ForRows[strings.ToLower(w)] {
				kept = append(kept, w)
			}
		}
		n := len(kept)
		if n == 0 || n == len(strings.Fields(said)) {
			continue
		}
		out = append(out, strings.Join(kept, " "))
		if last := ed.tag(kept[n-1]); n > 2 && len(last) == 1 && schema.Participle(strings.ToLower(kept[n-1])) {
			out = append(out, strings.Join(kept[:n-1], " "))
		}
	}
	return out
}

// withoutUnknown is a text without the words that are nothing known, and how many these are; empty when none is left, or more
// than one would go.
func (ed *editor) withoutUnknown(text string) (string, int) {
	var kept []string
	lost := 0
	for _, it := range ed.tag(text) {
		if it.Plain() && strings.ContainsFunc(it.Lower, isWordRune) && !grammar.Trades(it.Lower) {
			lost++
			continue
		}
		kept = append(kept, it.Text)
	}
	said := strings.Join(kept, " ")
	if lost != 1 || len(contentWords(said)) == 0 {
		return "", 0
	}
	return said, lost
}

// ownMeasure reads words for what was earned or spent, or for any amount, as the one number of the rows in force that says so;
// not ok when they have none, or several.
func (ed *editor) ownMeasure(text string) (compose.Part, bool) {
	words := contentWords(text)
	root := ed.root()
	if len(words) == 2 && words[0] == "total" {
		words = words[1:]
	}
	if len(words) != 1 || root == nil || counting.MatchString(text) || !grammar.Trades(words[0]) && !english.AnyAmount[words[0]] {
		return compose.Part{}, false
	}
	c := worthOf(root)
	if c == nil {
		return compose.Part{}, false
	}
	return compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}, Score: 1}, true
}

// ownWorths are words of columns that say what a row comes to, the likeliest first; pieceWords say that it is what one piece of
// it does. anyAmount are words for it, whatever it is.
var (
	ownWorths = [][]string{{"revenue", "turnover", "sales", "income"}, {"net"}, {"total", "amount"}, {"price", "fee", "premium", "charge", "spend"}, {"value", "cost"}}
)

// numberOfThings asks how many of what there are.
var numberOfThings = regexp.MustCompile(`(?i)^(?:the\s+)?(?:number|count) of (?:the\s+)?(.+)$`)

// counting is said before what is counted: no amount is meant.
var counting = regexp.MustCompile(`(?i)\b(how many|(number|count) of)\b`)

// tellElsewhere tells that a figure is taken of those rows alone of which another table has some: the words may have meant less.
func (ed *editor) tellElsewhere(where []meaning.Cond) {
	for _, k := range where {
		if k.Op == meaning.Exists || k.Op == meaning.NotExists {
			ed.assume("the figure is of those alone " + k.Explain())
		}
	}
}

// addRead shows what the reader of questions makes of a text.
func (ed *editor) addRead(text string) bool {
	root := ed.root()
	composer := ed.engine.composer
	if !ed.block().Grouped() {
		for _, p := range ed.best(composer.Columns(text, root, ed.now)) {
			if ed.try(func() bool { return ed.addColumnsMeant(p) }) {
				return true
			}
		}
	}
	figures := ed.figuresOf(text)
	if m := numberOfThings.FindStringSubmatch(text); m != nil && ed.block().Grouped() && ed.callsCounted(m[1]) {
		figures = slices.Insert(figures, 0, compose.Part{Show: []meaning.Term{meaning.CountOf(root, meaning.Span{})}, Score: 1})
	}
	if own, ok := ed.ownMeasure(text); ok && ed.block().Grouped() {
		figures = slices.Insert(figures, 0, own)
	}
	for _, p := range figures {
		if counting.MatchString(text) && len(p.Show) == 1 && p.Show[0].Fn == "sum" && len(p.Show[0].Args) == 1 && p.Show[0].Args[0].Column != nil && !p.Show[0].Args[0].Column.Has("quantity", "qty", "units", "pieces", "count", "number", "num") {
			p.Show = []meaning.Term{{Kind: meaning.Count, Of: p.Show[0].Of, Args: []meaning.Term{meaning.ColumnTerm(p.Show[0].Args[0].Column, meaning.Span{})}}} // how many there are, not what they add up to
		}
		if ed.try(func() bool { return ed.addFigures(p) }) {
			ed.tellElsewhere(p.Where)
			return true
		}
	}
	return false
}

func (ed *editor) addColumnsMeant(p compose.Part) bool {
	var items []statement.Item
	ok := ed.onto(func(s *meaning.Scope) error {
		items = nil
		s.Adding()
		for _, t := range p.Show {
			x, err := s.Term(t)
			if err != nil {
				return err
			}
			items = append(items, statement.Item{Expr: x, Alias: ed.distinctName(t.Column)})
		}
		return nil
	})
	return ok && ed.append(items...)
}

// addFigures shows figures beside those in force, each over its own rows.
func (ed *editor) addFigures(p compose.Part) bool {
	for _, t := range p.Show {
		x, ok := ed.figureExpr(t, p.Where)
		if !ok {
			return false
		}
		item := statement.Item{Expr: x, Alias: ed.freeName(termName(t))}
		if q := ed.block(); x.Aggregate() || !q.Grouped() {
			if !ed.append(item) {
				return false
			}
		} else {
			q.Items = append(slices.Clip(q.Items), item) // what it is made of is a key of the groups already
		}
		ed.understand(t.Explain())
	}
	return true
}

// includeAdded lets rows in that the words name by a value: "add Norway". What the rows in force have, or did, is no value.
func (ed *editor) includeAdded(text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if slices.ContainsFunc(words, func(w string) bool { return english.ForRows[w] || english.WhWords[w] }) {
		return false
	}
	if t, ok := ed.targets(text); ok && !slices.ContainsFunc(t, func(t target) bool { return t.entity != nil || len(t.columns) != 1 }) {
		return false // a column by its name
	}
	list, lost := ed.conditions(text)
	if lost > 0 || len(list) == 0 || ed.block().Grouped() && ed.namesFigure(text) {
		return false
	}
	return !slices.ContainsFunc(list, func(c condition) bool {
		return c.kind != valueCondition || c.column == nil || ed.query.Set == nil && len(ed.scope().about(c.column)) == 0 || !ed.put(c, includeMode)
	})
}

// namesFigure says that a word of the text is the name of a number, and none is a value.
func (ed *editor) namesFigure(text string) bool {
	number := false
	for _, it := range ed.tag(text) {
		c, score := ed.column(it.Matches)
		if c != nil && c.Role == schema.Measure && score >= leastName {
			number = true
		}
	}
	return number
}

// callsThing says that a text names rows of the table, or any rows.
func (ed *editor) callsThing(text string, t *schema.Table) bool {
	return !slices.ContainsFunc(ed.tag(text), func(it Item) bool {
		named, score := it.BestTable()
		return !(named == t && score >= strongName) && !skippable(&it) && !english.RowNouns[schema.Lemma(it.Lower)] && it.Lower != "others" && it.Lower != "other"
	})
}

// compareTally keeps the groups by how many rows they have: of rows that an earlier input called so and no name here does ("with 30
// jobs or more"), or of those that have a value of which the groups show a figure ("at least 10 ratings" beside the average rating).
func (ed *editor) compareTally(operator, text string, n int) bool {
	if len(ed.block().GroupBy) == 0 || ed.query.Set != nil {
		return false
	}
	v := statement.Literal(int64(n))
	if x, ok := ed.valuesCalled(text); ok {
		return ed.havingOf(statement.Call("count", x), operator, v)
	}
	unknown := contentWords(text)
	if root := ed.root(); root != nil && ed.callsThing(text, root) && !ed.nested() {
		return ed.havingOf(statement.CountStar(), operator, v)
	}
	if _, known := ed.targets(text); known || len(unknown) == 0 || len(ed.meant(text)) > 0 || !ed.saidBefore(unknown) {
		return false
	}
	ed.taken = append(ed.taken, lowered(unknown)...)
	ed.assume(fmt.Sprintf("%s are the rows that are counted", strings.Join(unknown, " ")))
	return ed.havingOf(statement.CountStar(), operator, v)
}

// nameOf is the column by which a row is named: the last of its label, else its key.
func nameOf(t *schema.Table) *schema.Column {
	if n := len(t.Label); n > 0 {
		return t.Label[n-1]
	}
	return t.PrimaryKey()
}

// shownAsRows says what the rows in force are.
func (ed *editor) shownAsRows() asRows {
	tables := ed.scope().home()
	if len(tables) == 0 || ed.query.Set != nil {
		return asRows{}
	}
	q := ed.block()
	if len(q.GroupBy) == 0 {
		if q.Grouped() {
			return asRows{}
		}
		thing := ed.thing(tables)
		return asRows{table: thing, key: ed.toldBy(thing), called: nameOf(thing)}
	}
	fact := ed.rowTable()
	var found *schema.Column
	for _, k := range q.GroupBy {
		c := ed.scope().column(q.Meaning(k))
		if c == nil {
			return asRows{}
		}
		if found == nil || c.Table == found.Table && c == c.Table.PrimaryKey() {
			found = c
		} else if c.Table != found.Table {
			return asRows{}
		}
	}
	t := found.Table
	if found == t.PrimaryKey() || slices.Contains(t.Label, found) && (t != fact || len(t.Label) == 1 && t.PrimaryKey() != nil && found.Distinct == 0) {
		return asRows{table: t, key: found, called: nameOf(t), fact: fact}
	}
	return asRows{key: found, called: found, fact: fact}
}

// toldBy is the column that tells rows of a table apart: its key, else the first without a value twice.
func (ed *editor) toldBy(t *schema.Table) *schema.Column {
	if key := ed.scope().identity(t); key != nil || t.PrimaryKey() != nil {
		return key
	}
	for _, c := range t.Columns {
		if _, here := ed.scope().ref(c); here && c.Whole && c.Looked > 1 && c.Nulls == 0 && int64(c.Distinct) == c.Looked {
			return c
		}
	}
	return nil
}

// withoutOne is what a row is called by, without the words that point at it: "Oslo" of "the Oslo one".
func withoutOne(text string) string {
	words := strings.Fields(text)
	if len(words) > 1 && strings.EqualFold(words[0], "the") {
		words = words[1:]
	}
	if n := len(words) - 1; n > 0 && (strings.EqualFold(words[n], "one") || strings.EqualFold(words[n], "ones")) {
		words = words[:n]
	}
	return strings.Join(words, " ")
}
