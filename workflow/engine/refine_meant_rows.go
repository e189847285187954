package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
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

// listWith lists the rows that are counted by their names, with what else is named: "list them with town and contact".
func (ed *editor) listWith(text string) bool {
	root := ed.root()
	if root == nil || ed.query.Set != nil || !ed.block().Grouped() || len(ed.block().GroupBy) > 0 || len(root.Label) == 0 || !ed.onlyCounts() || ed.nested() {
		return false
	}
	if !ed.ungroupRows(root) || !ed.showMeant(labelOf(root)) {
		return false
	}
	return ed.try(func() bool { return ed.addRole(text) }) || ed.try(func() bool { return ed.addTargets(text) }) || ed.addMeant(text)
}

// whoAreThey lists the people whom the rows behind the figures refer to, each once.
func (ed *editor) whoAreThey() bool {
	root := ed.root()
	return root != nil && ed.whoAre(root, ed.personOf(root))
}

// whoAreThe lists those that are named and that the rows in force refer to: "who are the tenants".
func (ed *editor) whoAreThe(name string) bool {
	root := ed.root()
	if root == nil {
		return false
	}
	if ed.try(func() bool { return ed.whoInRole(name) }) {
		return true
	}
	words := schema.Words(name)
	for _, m := range ed.index.Phrases(words) {
		if m.From > 0 || m.To < len(words) {
			continue
		}
		who := m.Table
		if m.Column != nil {
			who = ed.referredBy(root, m.Column)
		}
		if who != nil && len(who.Label) > 0 && (who == root || meaning.Refers(ed.index, root, who)) {
			return ed.whoAre(root, who)
		}
	}
	return false
}

// whoAreOnly lists those of whom a value holds: "who are the Germans".
func (ed *editor) whoAreOnly(value string) bool {
	return ed.saysMore(value) && ed.filter(value, onlyMode, 0) && ed.whoAreThey()
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

// person says that rows of a table are people, or those who act like people.
func person(t *schema.Table) bool {
	return len(t.Label) > 0 && (people(t) || t.Called(english.Getters, english.Servers, english.Makers, english.Parties))
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
