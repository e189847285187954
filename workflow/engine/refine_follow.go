package engine

import (
	"context"
	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
	"slices"
	"strings"
)

const (
	// readingsMixed is how many fresh readings are mixed, and readingGap how far behind the best they may be.
	readingsMixed = 6
	readingGap    = 4.0
)

// followUps are the next queries that feedback may mean.
func (e *Refiner) followUps(ctx context.Context, ed *editor, question string) []rival {
	u := utter(question)
	if u.agrees() {
		return e.keep(ed)
	}
	out := e.edits(ed, u)
	if len(out) > 0 && ed.seenOnly(out[0].editor.operations) {
		return out
	}
	if len(out) > 0 && u.widens() && slices.Equal(out[0].editor.operations, []string{"include"}) {
		return out
	}
	pointed, sure, placed := e.pointedAt(ctx, ed, u, len(out) > 0 && out[0].sure)
	switch {
	case pointed != nil && pointed.part && u.has("many") && !ed.query.Limit.IsZero():
		return []rival{*pointed}
	case pointed != nil && pointed.firm && !(sure && behindFirst(out)):
		return []rival{*pointed}
	case sure && (pointedFirst(out) && !(pointed != nil && out[0].leavesWords()) || ed.shownBeside(out, pointed)):
		return out
	case sure && pointed != nil:
		return []rival{*pointed}
	case placed && !ed.readsPlace(out):
		return nil
	}
	if asked := e.asAsked(ctx, ed, u, len(out) > 0 && out[0].sure); asked != nil {
		return append([]rival{*asked}, out...)
	}
	if len(out) > 0 && out[0].sure {
		return out
	}
	if pointed != nil {
		return []rival{*pointed}
	}
	c := collector{refiner: e, ed: ed, list: out, narrows: u.narrows()}
	text := standing(u)
	c.text = text
	if compared, ok := pointing(text); ok && ed.single() {
		c.text, c.value = compared, true
	}
	c.mixes()
	c.called(u)
	c.describe(u)
	return c.list
}

// leavesWords says that the rules had no part for a word, where a reading of what points has one for each.
func (f *rival) leavesWords() bool {
	s, err := f.query.Build(f.editor.dialect)
	return err == nil && len(f.editor.unused(f.words, s.SQL())) > 0
}

// keep is the present query, when nothing but agreement was said.
func (e *Refiner) keep(ed *editor) []rival {
	ed.note("the query stays as it is")
	return []rival{{query: ed.query, mix: kept, reading: -1, editor: ed}}
}

// collector gathers the mixes of one follow-up.
type collector struct {
	refiner *Refiner
	ed      *editor
	list    []rival
	// text is what is read afresh; value says that its sentinel number stands for the present query's value.
	text  string
	value bool
	// narrows says that the input begins by narrowing what is there.
	narrows bool
}

// narrows says that the words keep some of the present rows: "only paid", "just the active ones".
func (u utterance) narrows() bool {
	return len(u.words) > 1 && (u.words[0] == "only" || u.words[0] == "just") && !english.OrderVerbs[u.words[1]]
}

// mixes adds every mix of the most promising readings with the present query, and with the one inside it when that is
// only counted or aggregated.
func (c *collector) mixes() {
	e := c.refiner
	list, items := e.engine.readIn(c.ed.tagger, c.text, c.ed.now, talkedIn(c.ed))
	b := e.engine.builder(items)
	for k := range list {
		if k >= readingsMixed || list[0].score-list[k].score > readingGap {
			break
		}
		query, err := b.build(list[k].reading)
		if err != nil || c.value && !c.pointAt(query) {
			continue
		}
		gap := list[0].score - list[k].score
		for inner, present := range c.presents() {
			c.mixOne(mixer{e.index, present, query}, rival{reading: k, fresh: &list[k], items: items}, gap, inner > 0)
		}
	}
}

// presents are the present query, and the query inside it, or for the row whose largest or smallest value it gives.
func (c *collector) presents() []*statement.Query {
	q := c.ed.query
	if q.Set == nil && len(q.From) == 1 && q.From[0].Query != nil && len(q.Where) == 0 {
		return []*statement.Query{q, q.From[0].Query}
	}
	if row := extremeRow(q); row != nil {
		return []*statement.Query{q, row}
	}
	return []*statement.Query{q}
}

func (c *collector) mixOne(m mixer, f rival, gap float64, inner bool) {
	shape := shapeOf(m, f.fresh)
	for kind := fresh; kind <= limited; kind++ {
		q := m.make(kind)
		if q == nil || kind != fresh && (c.ed.said.adds() || c.ed.said.sorts()) && c.ed.addsMany(m.present, q) {
			continue
		}
		if kind == fresh && c.narrows && asksNothing(f.fresh) || m.loses(q) || kind != fresh && (m.breaks(q) || c.ed.addsByHub(m.present, q)) {
			continue
		}
		if c.ed.perUnitAmiss(q) {
			continue
		}
		c.sortsAll(m.present, q)
		if counting.MatchString(c.text) && c.ed.addsUpForCount(m.present, q) {
			continue
		}
		made := rival{query: q, mix: kind, reading: f.reading, fresh: f.fresh, items: f.items, present: m.present}
		made.shape = shape
		if c.ed.said.asksWho() && c.ed.losesFilters(&made) {
			continue // who somebody's somebody is narrows nothing
		}
		made.note(behind, gap)
		made.noteWhen("of the query inside", inner)
		made.noteWhen("compared with the present value", c.value)
		c.list = append(c.list, made)
	}
}

// sortsAll keeps all rows of what an input puts in order: the "first" of "dearest first" is no one row.
func (c *collector) sortsAll(present, q *statement.Query) {
	words := c.ed.said.words
	if s := c.ed.said.trim(stretch{0, len(words)}); s.empty() || words[s.to-1] != "first" || s.to-s.from < 2 || !present.Limit.IsZero() || q.Set != nil || len(q.OrderBy) == 0 {
		return
	}
	if most, ok := q.Limit.AsLiteral(); ok && most == int64(1) {
		q.ClearLimit()
	}
}

// addsUpForCount says that a query adds up what was to be counted: a number of reviews is no total of their scores.
func (ed *editor) addsUpForCount(present, q *statement.Query) bool {
	s := view{ed.index, leftmost(q)}
	return slices.ContainsFunc(s.query.Items, func(item statement.Item) bool {
		name, args, _, _, ok := item.Expr.AsCall()
		if !ok || !strings.EqualFold(name, "sum") || len(args) != 1 || slices.ContainsFunc(leftmost(present).Items, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			return false
		}
		c := s.column(args[0])
		return c != nil && !c.Has("quantity", "qty", "units", "unit", "pieces", "piece", "count", "number", "num", "total")
	})
}

// standing is the input without what only ties it to the turn before: courtesies and "and".
func standing(u utterance) string {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then") {
		s.from++
	}
	return u.text(s)
}

// edits is the rival of the rules; none when they do not fit.
func (e *Refiner) edits(ed *editor, u utterance) []rival {
	work := *ed
	work.query = ed.query.Clone()
	if !work.applyWhole(u) {
		return nil
	}
	if alone, ok := ed.ofTheseRows(u, work.operations); ok {
		work = *alone
	}
	work.tellMultiplied(ed.query)
	made := rival{query: work.query, mix: edited, reading: -1, editor: &work, words: ed.unknown(u), present: ed.query}
	made.sure = ed.sure(u, work.operations)
	return []rival{made}
}

// withinRules choose among rows.
var withinRules = english.Set("of those", "many of those", "only", "superlative top")

// ofTheseRows reads an input that chooses among the rows in force where these are the first so many of an order: the others have no
// part in it, however few are left. "Which of them are new", after the ten dearest, are at most ten.
func (ed *editor) ofTheseRows(u utterance, operations []string) (*editor, bool) {
	if ed.query.Limit.IsZero() || !(u.chooses() && !slices.ContainsFunc(operations, func(name string) bool { return !withinRules[name] }) || u.ofOnes(operations)) {
		return nil, false
	}
	rows := ed.shownAsRows()
	x, ok := ed.keyHere(rows.key)
	if !ok {
		return nil, false
	}
	inner, ok := ed.cell(rows.key)
	if !ok {
		return nil, false
	}
	work := *ed
	work.query = ed.query.Clone()
	work.query.ClearLimit()
	if work.block().AddPredicate(statement.InQuery(x, inner)) != nil || !work.applyWhole(u) {
		return nil, false
	}
	return &work, true
}

// ofOnes says that the input orders the rows in force, which it points at, or keeps some by what they are: "sort these by name", "the
// paid ones".
func (u utterance) ofOnes(operations []string) bool {
	if len(operations) == 0 || slices.ContainsFunc(operations, func(name string) bool { return name != operations[0] }) {
		return false
	}
	switch operations[0] {
	case "order", "alphabetical", "descending", "ascending", "superlative order":
		return u.has("these") || u.has("those") || u.has("them")
	case "only", "present", "missing", "of those":
		s := u.trim(stretch{0, len(u.tokens)})
		return !s.empty() && (english.ThoseWords[u.words[s.from]] || u.words[s.from] == "the" && (u.has("ones") || u.has("one")))
	}
	return false
}

// chooses says that the input speaks of some of the rows in force: "which of them", "any of those", "who among these".
func (u utterance) chooses() bool {
	for i, w := range u.words[1:] {
		if before := u.words[i]; (english.ThoseWords[w] || english.TheyWords[w] && !english.PossessivePronoun[w]) && (before == "of" || before == "among") {
			return true
		}
	}
	s := u.trim(stretch{0, len(u.tokens)})
	return s.to-s.from > 2 && (u.words[s.from] == "which" || u.words[s.from] == "what") && u.words[s.from+1] == "ones"
}

// applyWhole reads the input as refinements, or as one of a row that it points at by its place.
func (ed *editor) applyWhole(u utterance) bool {
	whole := stretch{0, len(u.tokens)}
	at, owner, pointed := u.placeSaid()
	if !pointed {
		return ed.apply(u, whole)
	}
	if own := u.ownOfRow(at, owner); own != "" && ed.called(own) != nil && ed.ofRow(u) {
		return true
	}
	if ed.try(func() bool { return ed.apply(u, whole) && ed.countsRows() }) {
		return true
	}
	return ed.ofRow(u) || ed.apply(u, whole)
}

// built are the first distinct statements that the ranked candidates make, at most so many.
func (ed *editor) built(list []rival, most int) []rival {
	var out []rival
	seen := map[string]bool{}
	for _, c := range list {
		if len(out) == most {
			break
		}
		ed.nullsLast(c.query)
		s, err := c.query.Build(ed.dialect)
		if err != nil || seen[s.SQL()] {
			continue
		}
		seen[s.SQL()] = true
		c.statement = s
		out = append(out, c)
	}
	return out
}

// FollowUp is one next query that a follow-up may mean, as the fitting and measuring programs see it.
type FollowUp struct {
	Statement *statement.Statement
	Mix       string
	// Rules are those that made it; none for a mix.
	Rules    []string
	Score    float64
	Features map[string]float64
	// Senseless says that it is not offered: it rests on nothing that was said.
	Senseless bool
}

// called adds the present rows by what they are called: "what are their names?" after a count, or after other columns.
func (c *collector) called(u utterance) {
	if !u.any(english.CallWords) || !u.any(english.TheyWords, english.ThoseWords, english.ItWords) && len(u.words) > shortAsk {
		return
	}
	q := c.ed.query.Clone()
	if q.Set != nil || len(q.From) == 0 {
		return
	}
	if q.Grouped() && len(q.GroupBy) == 0 {
		c.uncount(q)
		return
	}
	s := view{c.ed.index, q}
	if items := s.labelItems(c.ed, s.tables()); len(items) > 0 && (len(q.GroupBy) == 0 || len(measures(q)) == 0) {
		if _, err := q.SetItems(items...); err == nil {
			c.addCalled(q)
		}
	}
}

// pointAt puts the present query where the sentinel stands; false when it stands nowhere.
func (c *collector) pointAt(q *statement.Query) bool {
	found := false
	mapQuery(q, func(e statement.Expr) statement.Expr {
		v, ok := e.AsLiteral()
		if n, number := v.(int64); ok && number && n == sentinel {
			found = true
			return statement.Scalar(c.ed.query)
		}
		return e
	})
	return found
}

// uncount shows what a single count counts: the rows by their name, and the different values of a column.
func (c *collector) uncount(q *statement.Query) {
	name, args, _, distinct, ok := q.Items[0].Expr.AsCall()
	if len(q.Items) != 1 || !ok || !strings.EqualFold(name, "count") || len(q.Having) > 0 {
		return
	}
	s := view{c.ed.index, q}
	tables := s.tables()
	if len(args) == 1 {
		column := s.column(args[0])
		if column != nil && !column.Key() {
			values := q.Clone()
			values.Items, values.Distinct = []statement.Item{{Expr: args[0]}}, distinct
			c.addCalled(values)
		}
		if column != nil {
			tables = []*schema.Table{column.Table}
		}
	}
	if items := s.labelItems(c.ed, tables); len(items) > 0 {
		q.ClearOrder()
		if _, err := q.SetItems(items...); err == nil {
			c.addCalled(q)
		}
	}
}

func (c *collector) addCalled(q *statement.Query) {
	work := *c.ed
	work.understand("the rows by what they are called")
	c.list = append(c.list, rival{query: q, mix: called, reading: -1, editor: &work, present: c.ed.query})
}
