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

// This file goes from figures back to the rows that they were made of, as the reader of questions reads what is to be listed
// of them: "list the late ones with their reason, newest first".

// listMeant lists the rows behind the figures in force, or what these refer to; the words narrow and order them, and say what
// is shown.
func (ed *editor) listMeant(text string) bool {
	root := ed.root()
	q := ed.block()
	if root == nil || ed.query.Set != nil || !q.Grouped() || ed.nested() {
		return false
	}
	for _, l := range ed.engine.composer.Listings(text, []*schema.Table{root}, ed.now) {
		if l.Score >= leastPart && (l.Named || l.All && len(l.Where) > 0) && ed.try(func() bool { return ed.listRows(l) }) {
			return true
		}
	}
	return false
}

// nested says that the rows in force are not those that the figures were made of: these stand in a derived table.
func (ed *editor) nested() bool {
	return slices.ContainsFunc(ed.block().From, func(src statement.Source) bool { return ed.scope().within(src) != nil })
}

func (ed *editor) listRows(l compose.Listing) bool {
	if !ed.ungroupRows(l.Of) {
		return false
	}
	for _, k := range l.Where {
		if !ed.putMeant(k, onlyMode) {
			return false
		}
	}
	if !l.All {
		if !ed.showMeant(l.Show) {
			return false
		}
	} else if len(l.Show) > 0 && !ed.addColumnsMeant(compose.Part{Show: l.Show}) {
		return false
	}
	for _, k := range l.Sort {
		x, ok := ed.termExpr(ed.timed(k.Term))
		if !ok || !ed.sort(statement.Key{Expr: x, Desc: k.Desc}) {
			return false
		}
	}
	return true
}

// ungroupRows makes the query list the rows of its finest table, every column of them, with their filters.
func (ed *editor) ungroupRows(root *schema.Table) bool {
	q, s := ed.block(), ed.scope()
	src := slices.IndexFunc(q.From, func(src statement.Source) bool { return s.table(src) == root })
	if src < 0 || !ed.keepGroups() {
		return false
	}
	q.ClearOrder()
	q.ClearLimit()
	q.GroupBy, q.Having, q.Distinct = nil, nil, false
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	if len(q.From) > 1 {
		q.Items[0].Expr = statement.Star(sourceName(q.From[src]))
	}
	return true
}

// showMeant shows terms and nothing else.
func (ed *editor) showMeant(terms []meaning.Term) bool {
	var items []statement.Item
	ok := ed.onto(func(s *meaning.Scope) error {
		items = nil
		for _, t := range terms {
			x, err := s.Term(t)
			if err != nil {
				return err
			}
			items = append(items, statement.Item{Expr: x})
		}
		return nil
	})
	if !ok || len(items) == 0 {
		return false
	}
	ed.block().Items = items
	return true
}

// whoAreThey lists the people whom the rows behind the figures refer to, each once.
func (ed *editor) whoAreThey() bool {
	root := ed.root()
	return root != nil && ed.whoAre(root, ed.personOf(root))
}

// referredBy is the table to which a column of a table refers, alone of its columns; nil when there is none.
func (ed *editor) referredBy(t *schema.Table, c *schema.Column) *schema.Table {
	var to *schema.Table
	for _, e := range ed.index.Graph.Of(t) {
		if e.From == t && slices.Equal(e.FromColumns, []*schema.Column{c}) {
			to = e.To
		}
	}
	for _, e := range ed.index.Graph.Of(t) {
		if e.From == t && e.To == to && !slices.Equal(e.FromColumns, []*schema.Column{c}) {
			return nil // which of them?
		}
	}
	return to
}

// whoAre lists rows of a table to which those in force refer, with the figure for each where there is one.
func (ed *editor) whoAre(root, who *schema.Table) bool {
	if who == nil || ed.query.Set != nil || ed.block().Grouped() && ed.nested() {
		return false
	}
	if ed.block().Grouped() {
		if who != root && ed.try(func() bool { return ed.byPeople(who) }) {
			return true
		}
		if !ed.ungroupRows(root) {
			return false
		}
		var label []meaning.Term
		if key := who.PrimaryKey(); key != nil && who != root {
			label = append(label, meaning.ColumnTerm(key, meaning.Span{}))
		}
		if !ed.showMeant(append(label, labelOf(who)...)) {
			return false
		}
		ed.understand("they = " + strings.Join(who.Words, " "))
		if who != root {
			ed.block().Distinct = true
		}
		return true
	}
	return ed.addColumnsMeant(compose.Part{Show: labelOf(who)})
}

func labelOf(t *schema.Table) []meaning.Term {
	var out []meaning.Term
	for _, c := range t.Label {
		out = append(out, meaning.ColumnTerm(c, meaning.Span{}))
	}
	return out
}

// personOf is the table of people whom the rows are about: themselves, or the nearest that they refer to; nil when there is
// none, or two are as near.
func (ed *editor) personOf(root *schema.Table) *schema.Table {
	if person(root) {
		return root
	}
	var best *schema.Table
	least, tied := 0, false
	for _, t := range ed.index.Tables {
		if !person(t) {
			continue
		}
		path, ok := meaning.Way(ed.index, root, t, nil)
		if !ok {
			continue
		}
		far := 2 * len(path)
		if t.Called(english.Servers) {
			far++ // those who serve come after those who are served
		}
		if best == nil || far < least {
			best, least, tied = t, far, false
		} else if far == least {
			tied = true
		}
	}
	if tied {
		return nil
	}
	return best
}

// byPeople takes the figure in force for each of the people instead, the largest first.
func (ed *editor) byPeople(who *schema.Table) bool {
	q := ed.block()
	key := who.PrimaryKey()
	if key == nil || len(measures(q)) == 0 || len(q.Having) > 0 {
		return false
	}
	part := compose.Part{Keys: []meaning.Term{meaning.ColumnTerm(key, meaning.Span{})}, Show: labelOf(who)}
	part.Keys = append(part.Keys, part.Show...)
	ed.query.ClearLimit()
	ed.query.ClearOrder()
	ed.understand("they = " + strings.Join(who.Words, " "))
	return ed.groupPart(part, false)
}

// doers are the people who did with the rows of the present query what the verb says: each once.
func (ed *editor) doers(text string) bool {
	verb := strings.ToLower(strings.TrimSpace(text))
	tables := ed.scope().home()
	if strings.Contains(verb, " ") || len(ed.operations) > 0 || english.WhWords[verb] || len(tables) == 0 || ed.query.Set != nil {
		return false
	}
	thing := ed.thing(tables)
	doer := ed.doer(thing, verb)
	if doer == nil || !ed.peopleOf(doer, thing, ed.deal(verb)) {
		return false
	}
	ed.understand(fmt.Sprintf("who %s = %s", verb, doer.Name))
	return true
}

// peopleOf makes the query the people that the present rows lead to, by way of the deal.
func (ed *editor) peopleOf(doer, thing, deal *schema.Table) bool {
	s := ed.scope()
	if s.query.Grouped() && s.identity(thing) == nil && ed.try(func() bool { return ed.byPeople(doer) }) {
		return true
	}
	if ed.settled() {
		return ed.peopleOfSet(doer, thing, deal)
	}
	q := ed.block()
	if len(measures(q)) > 0 {
		return false
	}
	q.ClearOrder()
	q.Distinct = false
	return ed.by(deal, doer) && ed.eachOnce(doer)
}
