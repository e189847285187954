package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file asks for the people behind the present rows, which no word but a verb names: "who acted in them?", "show me
// who wrote them", "who placed those orders?".

// farthestDoer is over how many keys people are looked for.
const farthestDoer = 3

// thing is the table whose rows are shown: that of the first column, or of the first star, else the first.
func (ed *editor) thing(tables []*schema.Table) *schema.Table {
	for _, item := range ed.block().Items {
		if qualifier, star := item.Expr.AsStar(); star {
			at := slices.IndexFunc(ed.block().From, func(src statement.Source) bool { return sameName(qualifier, sourceName(src)) })
			if at < 0 {
				return tables[0]
			}
			if t := ed.scope().table(ed.block().From[at]); t != nil {
				return t
			}
		}
		if c := ed.scope().column(item.Expr); c != nil {
			return c.Table
		}
	}
	return tables[0]
}

// doer is the table of people that the verb fits best, the nearest of those; nil when two do equally.
func (ed *editor) doer(thing *schema.Table, verb string) *schema.Table {
	var best *schema.Table
	most, tied := -1, false
	for _, t := range ed.index.Tables {
		far := ed.index.Graph.Distance(thing, t)
		if t == thing || far < 1 || far > farthestDoer || len(t.Label) == 0 {
			continue
		}
		fits := ed.engine.doesVerb(verb, t)
		if fits == 0 && !people(t) && !t.Called(english.Getters, english.Servers, english.Makers) {
			continue
		}
		worth := fits*(farthestDoer+1) + farthestDoer - far
		if worth >= most {
			best, most, tied = t, worth, worth == most
		}
	}
	if tied {
		return nil
	}
	return best
}

// doesVerb says how well a verb speaks of the people of a table: 2 when it is made of the same root, 1 when it is what such
// people do.
func (e *Engine) doesVerb(verb string, t *schema.Table) int {
	root := verb
	for _, end := range []string{"ied", "ies", "ed", "s", "e", "y"} {
		root = strings.TrimSuffix(root, end)
	}
	switch {
	case len(root) >= 3 && slices.ContainsFunc(t.Words, func(w string) bool { return strings.HasPrefix(w, root) && len(w) <= len(root)+4 }):
		return 2
	case english.Getting[verb] && t.Called(english.Getters), english.Serving[verb] && t.Called(english.Servers), !english.Getting[verb] && !english.Serving[verb] && t.Called(english.Makers):
		return 1
	}
	return 0
}

// deal is the table that tells what was done: one that the verb names, else what the query measures; nil when it is not
// known.
func (ed *editor) deal(verb string) *schema.Table {
	for _, t := range ed.index.Tables {
		if ed.engine.deedOf(verb, t) {
			return t
		}
	}
	return ed.fact()
}

// by joins the people over the deal, where there is one: of two ways to them the one that was spoken of.
func (ed *editor) by(deal, doer *schema.Table) bool {
	s := ed.scope()
	if deal == nil || s.has(doer) {
		return true
	}
	if !s.has(deal) && s.join(deal) != nil {
		return false
	}
	for _, edge := range ed.index.Graph.Path([]*schema.Table{deal}, doer) {
		if (!s.has(edge.From) || !s.has(edge.To)) && s.addEdge(edge) != nil {
			return false
		}
	}
	return true
}

// eachOnce shows the rows of a table by their names, each once, whatever is joined.
func (ed *editor) eachOnce(t *schema.Table) bool {
	keys, items, ok := ed.groupItems([]target{{item: -1, columns: t.Label, entity: t}})
	if !ok {
		return false
	}
	if key := t.PrimaryKey(); key != nil && len(t.Label) == 1 {
		x, _ := ed.scope().ref(key)
		keys = append([]statement.Expr{x}, keys...)
	}
	q := ed.block()
	q.Items, q.GroupBy = items, keys
	return true
}

// peopleOfSet is the same for rows that are what they are only together: those of the thing are looked up among them.
func (ed *editor) peopleOfSet(doer, thing, deal *schema.Table) bool {
	inner := ed.query.Clone()
	s := view{ed.index, leftmost(inner)}
	c := s.identity(thing)
	if c == nil {
		return false
	}
	x, _ := s.ref(c)
	if _, err := leftmost(inner).SetItems(statement.Item{Expr: x}); err != nil {
		return false
	}
	ed.query = statement.NewQuery()
	ed.query.From = []statement.Source{{Schema: thing.Schema, Table: thing.Name}}
	if !ed.by(deal, doer) || !ed.eachOnce(doer) {
		return false
	}
	y, ok := ed.scope().ref(c)
	return ok && ed.query.AddPredicate(statement.InQuery(y, inner)) == nil
}

// identity is the column by which this SELECT tells the rows of a table apart: its key, or among groups what they go by.
func (s view) identity(t *schema.Table) *schema.Column {
	if len(s.query.GroupBy) == 0 {
		if key := t.PrimaryKey(); key != nil {
			if _, ok := s.ref(key); ok {
				return key
			}
		}
		return nil
	}
	var found *schema.Column
	for _, e := range s.query.GroupBy {
		c := s.column(s.query.Meaning(e))
		if c != nil && c.Table == t && (c.Key() || found == nil) {
			found = c
		}
	}
	return found
}

// live shows where the rows are at home: the country and the city, or what else says so, as near as it can be found.
func (ed *editor) live() bool {
	if ed.query.Set != nil {
		return false
	}
	var out []target
	for _, word := range english.PlaceWords {
		if c := ed.placeNamed(word); c != nil && len(out) < 2 {
			out = append(out, target{item: -1, columns: []*schema.Column{c}, said: word})
		}
	}
	return len(out) > 0 && ed.add(out)
}

// placeNamed is the column of that word in the tables of the rows.
func (ed *editor) placeNamed(word string) *schema.Column {
	tables := ed.scope().home()
	at := slices.IndexFunc(tables, people)
	if at < 0 {
		at = 0
	}
	for _, t := range tables[min(at, len(tables)):min(at+1, len(tables))] {
		for _, c := range t.Columns {
			if c.Has(word) && !c.Key() && !c.Hidden {
				return c
			}
		}
		for _, e := range ed.index.Graph.Of(t) { // an address of its own
			if e.From == t && len(e.FromColumns) == 1 && slices.ContainsFunc(english.PlaceWords, func(w string) bool { return slices.Contains(e.To.Words, w) }) {
				for _, c := range e.To.Columns {
					if c.Has(word) && !c.Key() && !c.Hidden {
						return c
					}
				}
			}
		}
	}
	return nil
}

// didWhat is the verb of a question for what somebody at a stretch did: "what did {} rent", "what else has {} bought".
func (u utterance) didWhat(at stretch) (verb string, ok bool) {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.to-1] == "?" || u.words[s.to-1] == ".") {
		s.to--
	}
	if at.to+1 != s.to || s.empty() || at.from-s.from < 2 || u.words[s.from] != "what" || !english.BeforeDoer[u.words[at.from-1]] {
		return "", false
	}
	if at.from-s.from > 3 || at.from-s.from == 3 && u.words[s.from+1] != "else" {
		return "", false
	}
	return u.words[at.to], true
}

// dealOf is the nearest table that tells who did what a verb says, in any form of it; nil for none.
func (ed *editor) dealOf(verb string, of *schema.Table) *schema.Table {
	told := grammar.Doing(verb)
	var best *schema.Table
	for _, t := range ed.index.Tables {
		far := ed.index.Graph.Distance(of, t)
		if t == of || far < 1 || far > farthestDoer || person(t) {
			continue
		}
		tells := len(t.Words) > 0 && slices.Contains(told, schema.Lemma(t.Words[len(t.Words)-1]))
		if !tells && !slices.ContainsFunc([]string{verb, verb + "ed", verb + "d"}, func(form string) bool { return ed.engine.deedOf(form, t) }) {
			continue
		}
		if best == nil || far < ed.index.Graph.Distance(of, best) {
			best = t
		}
	}
	return best
}

// thingsOfDeal are the keys that lead from a table that tells what was done to the things that it was done with: those that its lines
// refer to, else those that it leads to itself; nil where there are none, or two kinds of them.
func (ed *editor) thingsOfDeal(deal, who *schema.Table) []*schema.Edge {
	var lines, own [][]*schema.Edge
	forward := func(t *schema.Table, way []*schema.Edge) (found [][]*schema.Edge) {
		for _, e := range ed.index.Graph.Of(t) {
			if e.From != t || e.To == who || e.To == deal || e.To == t || person(e.To) || len(e.FromColumns) != 1 {
				continue
			}
			found = append(found, append(slices.Clone(way), e))
		}
		return found
	}
	for _, e := range ed.index.Graph.Of(deal) {
		if e.To == deal && e.From != deal && len(e.FromColumns) == 1 && len(e.From.Label) == 0 {
			lines = append(lines, forward(e.From, []*schema.Edge{e})...)
		}
	}
	for _, way := range forward(deal, nil) {
		if t := way[0].To; len(t.Label) == 0 { // it is a copy, a seat: what that is one of is meant
			own = append(own, forward(t, way)...)
		} else {
			own = append(own, way)
		}
	}
	for _, ways := range [][][]*schema.Edge{lines, own} {
		ways = slices.DeleteFunc(ways, func(way []*schema.Edge) bool { return len(way[len(way)-1].To.Label) == 0 })
		if len(ways) == 1 {
			return ways[0]
		}
	}
	return nil
}

// alongKeys are the rows of the table at the end of a way of keys that begins at rows by their key; nil where a key has several columns,
// or the way does not hang together.
func alongKeys(rows asRows, inner *statement.Query, way []*schema.Edge) (*statement.Query, *schema.Table) {
	at, held := rows.table, rows.key
	var q *statement.Query
	for _, e := range way {
		if len(e.FromColumns) != 1 || e.From != at && e.To != at {
			return nil, nil
		}
		leave, enter := e.ToColumns[0], e.FromColumns[0]
		next := e.From
		if e.From == at {
			leave, enter, next = enter, leave, e.To
		}
		switch {
		case q != nil:
			inner = q
			inner.Items = []statement.Item{{Expr: statement.Column("", leave.Name)}}
		case leave != held:
			return nil, nil
		}
		q = rowsOfTable(next)
		q.Where = []statement.Expr{statement.InQuery(statement.Column("", enter.Name), inner)}
		at, held = next, nil
	}
	return q, at
}

// add shows more columns. What is shown already is said, and nothing changes for it.
func (ed *editor) add(targets []target) bool {
	return ed.keepingRows(func() bool { return ed.addEach(targets) })
}

// addForEach shows an aggregate over what belongs to each row: beside rows that are no groups there is no other.
func (ed *editor) addForEach(t target) bool {
	if len(t.columns) != 1 || t.item >= 0 {
		return false
	}
	c := t.columns[0]
	if t.aggregate == "count" {
		return ed.forEach(c.Table, statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(c.Table.Name)})
	}
	return ed.forEach(c.Table, aggregated(t.aggregate, statement.Column(c.Table.Name, c.Name), c.Name))
}

// asRows is what the rows in force are, as one may be asked about.
type asRows struct {
	// table is what a row, or a group, is; nil for a group of rows by a value of theirs.
	table *schema.Table
	// key tells them apart, and called is the column by which one is named in a question.
	key, called *schema.Column
	// fact is the table whose rows the groups are made of; nil where the rows are no groups.
	fact *schema.Table
}

// beside is a query over the rows of t that belong to one row of this SELECT; its items are left to the caller. Not ok
// when t is read here already, or lies too far away.
func (s view) beside(t *schema.Table) (*statement.Query, bool) {
	path := s.index.Graph.Path(s.tables(), t)
	if len(path) == 0 || len(path) > mostHops {
		return nil, false
	}
	q := statement.NewQuery()
	inner := view{s.index, q}
	first := path[0]
	added, there, near, far := first.From, first.To, first.ToColumns, first.FromColumns
	if slices.Contains(s.tables(), first.From) {
		added, there, near, far = first.To, first.From, first.FromColumns, first.ToColumns
	}
	if s.query.Source(added.Name) >= 0 {
		return nil, false
	}
	q.From = []statement.Source{{Schema: added.Schema, Table: added.Name}}
	for _, edge := range path[1:] {
		if inner.addEdge(edge) != nil {
			return nil, false
		}
	}
	for i := range near {
		x, _ := s.refIn(there, near[i])
		q.Where = append(q.Where, statement.Binary("=", statement.Column(added.Name, far[i].Name), x))
	}
	return q, true
}

// forEach shows for each row what is computed over the rows of t that belong to it.
func (ed *editor) forEach(t *schema.Table, item statement.Item) bool {
	q := ed.block()
	if ed.query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	if made, ok := ed.madeAlready(t, item); ok {
		return ed.append(made)
	}
	inner, ok := ed.scope().beside(t)
	if !ok {
		return false
	}
	alias := item.Alias
	item.Alias = ""
	inner.Items = []statement.Item{item}
	ed.understand(fmt.Sprintf("%s of each row, over %s", strings.ToLower(item.Expr.SQL()), t.Name))
	return ed.append(statement.Item{Expr: statement.Scalar(inner), Alias: alias})
}

// onlyFigures shows figures and no others: of several that stood beside each group, each group keeps its name; the only one is
// asked for as one.
func (ed *editor) onlyFigures(items []statement.Item, before int) bool {
	q := ed.block()
	q.SpellOut()
	var named []statement.Item
	for _, item := range q.Items {
		if before > 1 && !item.Expr.Aggregate() {
			named = append(named, item)
		}
	}
	effects, err := ed.query.SetItems(append(named, items...)...)
	ed.effects(effects)
	return err == nil && (before > 1 || ed.ungroup())
}

// remove hides columns. A query always shows one.
func (ed *editor) remove(targets []target) bool {
	for _, t := range targets {
		ed.expandStar(t)
		places := ed.places(t)
		if len(places) == 0 {
			places = ed.placesReferred(t)
		}
		if len(places) == 0 {
			ed.note(fmt.Sprintf("%s is not shown", t.said))
			continue
		}
		q := ed.block()
		if len(places) >= len(q.Items) {
			ed.note(fmt.Sprintf("%s is the only column shown", t.said))
			continue
		}
		if ed.try(func() bool { return ed.ungroupBy(places) }) {
			ed.asBefore()
			continue
		}
		for k := len(places) - 1; k >= 0; k-- {
			if !ed.dropItem(places[k]) {
				return false
			}
		}
	}
	return true
}

// show makes the targets all that is shown.
func (ed *editor) show(targets []target) bool {
	if ed.query.Set != nil {
		return false
	}
	var items []statement.Item
	for _, t := range targets {
		made, ok := ed.expression(t)
		if !ok {
			return false
		}
		items = append(items, made...)
	}
	for i := range items {
		if c := ed.scope().column(items[i].Expr); c != nil && sameName(items[i].Alias, c.Table.Name+"_"+c.Name) {
			items[i].Alias = ""
		}
	}
	if figures := measures(ed.block()); len(ed.block().GroupBy) > 0 && !slices.ContainsFunc(items, func(item statement.Item) bool { return !item.Expr.Aggregate() }) {
		return ed.onlyFigures(items, len(figures))
	}
	effects, err := ed.query.SetItems(items...)
	ed.effects(effects)
	return err == nil
}

// ungroupBy takes the things at the places out of what the figures in force are taken by, where they are all that tells the
// groups apart by one of the keys: figures of groups that nobody can see mean nothing.
func (ed *editor) ungroupBy(places []int) bool {
	q, s := ed.block(), ed.scope()
	if ed.query.Set != nil || len(q.GroupBy) == 0 || len(measures(q)) == 0 || len(q.Having) > 0 {
		return false
	}
	q.SpellOut()
	gone := map[*schema.Table]bool{}
	var computed []statement.Expr // the keys that no column names alone: a month of a time
	for _, i := range places {
		x := q.Items[i].Expr
		if !slices.ContainsFunc(q.GroupBy, x.Equal) {
			return false
		}
		if c := s.column(x); c != nil {
			gone[c.Table] = true
		} else {
			computed = append(computed, x)
		}
	}
	if slices.ContainsFunc(q.Items, func(item statement.Item) bool {
		i := q.ItemOf(item.Expr)
		c := s.column(item.Expr)
		return c != nil && gone[c.Table] && !slices.Contains(places, i)
	}) {
		return false
	}
	before := ed.used()
	left := func(key statement.Expr) bool {
		c := s.column(key)
		return c != nil && gone[c.Table] || slices.ContainsFunc(computed, key.Equal)
	}
	kept := slices.DeleteFunc(slices.Clone(q.GroupBy), left)
	if len(kept) == 0 {
		return ed.ungroup()
	}
	q.OrderBy = slices.DeleteFunc(slices.Clone(q.OrderBy), func(k statement.Key) bool { return left(q.Meaning(k.Expr)) })
	q.GroupBy = kept
	for k := len(places) - 1; k >= 0; k-- {
		if !ed.dropItem(places[k]) {
			return false
		}
	}
	ed.prune(before)
	return true
}

func (ed *editor) addEach(targets []target) bool {
	if ed.query.Set != nil {
		return false
	}
	if lone := extremeRow(ed.query); lone != nil && !slices.ContainsFunc(targets, func(t target) bool { return t.item >= 0 || t.aggregate != "" }) {
		ed.query = lone
		ed.understand("the row that has it")
	}
	for _, t := range targets {
		if t.sorted {
			return false // an end of an order is no column
		}
		t = ed.ownCalled(ed.named(t))
		if name, ok := ed.present(t); ok {
			ed.note(fmt.Sprintf("%s is shown already", name))
			continue
		}
		if t.item >= 0 && ed.block().Items[t.item].Expr.Aggregate() && !ed.ofCounted(&t) {
			return false
		}
		if t.aggregate != "" && !ed.block().Grouped() {
			if !ed.addForEach(t) {
				return false
			}
			continue
		}
		t = ed.summed(t)
		if ed.ofFinerGrain(t) {
			continue
		}
		if ed.manyFor(t) && !ed.ownMoment(&t) {
			return false
		}
		items, ok := ed.expression(t)
		if !ok || !ed.append(items...) {
			return false
		}
	}
	return true
}

func rowsOfTable(t *schema.Table) *statement.Query {
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	q.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	return q
}
