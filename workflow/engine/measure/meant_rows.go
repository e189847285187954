package measure

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
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

// This file goes from figures back to the rows that they were made of, as the reader of questions reads what is to be listed
// of them: "list the late ones with their reason, newest first".

// ListMeant lists the rows behind the figures in force, or what these refer to; the words narrow and order them, and say what
// is shown.
func ListMeant(ed *edit.Editor, text string) bool {
	root := ed.Root()
	q := ed.Block()
	if root == nil || ed.Query.Set != nil || !q.Grouped() || Nested(ed) {
		return false
	}
	for _, l := range ed.Engine.Composer.Listings(text, []*schema.Table{root}, ed.Now) {
		if l.Score >= leastPart && (l.Named || l.All && len(l.Where) > 0) && ed.Try(func() bool { return listRows(ed, l) }) {
			return true
		}
	}
	return false
}

// Nested says that the rows in force are not those that the figures were made of: these stand in a derived table.
func Nested(ed *edit.Editor) bool {
	return slices.ContainsFunc(ed.Block().From, func(src statement.Source) bool { return ed.Scope().Within(src) != nil })
}

// RowsReferredTo lists the rows to which those in force refer by a key: "their products" of reviews.
func RowsReferredTo(ed *edit.Editor, e *schema.Edge) bool {
	inner, ok := clause.Cell(ed, e.FromColumns[0])
	if !ok {
		return false
	}
	ed.Query = clause.RowsIn(e.To, e.ToColumns[0], inner)
	ed.Understand(fmt.Sprintf("rows of %s to which these rows of %s refer", e.To.Name, e.From.Name))
	return true
}

// CountedBy is the key by which rows that only link others refer to the things that a figure in force counts: the films of film_category. Nil
// where the rows are themselves what is counted.
func CountedBy(ed *edit.Editor, root *schema.Table) *schema.Edge {
	if len(root.Label) > 0 {
		return nil
	}
	for _, it := range ed.Block().Items {
		fn, args, _, distinct, ok := it.Expr.AsCall()
		if !ok || fn != "count" || !distinct || len(args) != 1 {
			continue
		}
		c := ed.Scope().Column(args[0])
		for _, e := range ed.Index.Graph.Of(root) {
			if e.From == root && len(e.FromColumns) == 1 && e.FromColumns[0] == c && len(e.To.Label) > 0 {
				return e
			}
		}
	}
	return nil
}

func listRows(ed *edit.Editor, l compose.Listing) bool {
	counted := CountedBy(ed, l.Of)
	if !UngroupRows(ed, l.Of) {
		return false
	}
	for _, k := range l.Where {
		if !PutMeant(ed, k, OnlyMode) {
			return false
		}
	}
	if counted != nil && l.All && len(l.Show) == 0 && len(l.Sort) == 0 {
		return RowsReferredTo(ed, counted)
	}
	if !l.All {
		if !ShowMeant(ed, l.Show) {
			return false
		}
	} else if len(l.Show) > 0 && !AddColumnsMeant(ed, compose.Part{Show: l.Show}) {
		return false
	}
	for _, k := range l.Sort {
		x, ok := TermExpr(ed, timed(ed, k.Term))
		if !ok || !clause.Sort(ed, statement.Key{Expr: x, Desc: k.Desc}) {
			return false
		}
	}
	return true
}

// UngroupRows makes the query list the rows of its finest table, every column of them, with their filters.
func UngroupRows(ed *edit.Editor, root *schema.Table) bool {
	q, s := ed.Block(), ed.Scope()
	src := slices.IndexFunc(q.From, func(src statement.Source) bool { return s.Table(src) == root })
	if src < 0 || !keepGroups(ed) {
		return false
	}
	q.ClearOrder()
	q.ClearLimit()
	q.GroupBy, q.Having, q.Distinct = nil, nil, false
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	if len(q.From) > 1 {
		q.Items[0].Expr = statement.Star(edit.SourceName(q.From[src]))
	}
	return true
}

// ShowMeant shows terms and nothing else.
func ShowMeant(ed *edit.Editor, terms []meaning.Term) bool {
	var items []statement.Item
	ok := onto(ed, func(s *meaning.Scope) error {
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
	ed.Block().Items = items
	return true
}

// WhoAreThey lists the people whom the rows behind the figures refer to, each once.
func WhoAreThey(ed *edit.Editor) bool {
	root := ed.Root()
	return root != nil && WhoAre(ed, root, PersonOf(ed, root))
}

// ReferredBy is the table to which a column of a table refers, alone of its columns; nil when there is none.
func ReferredBy(ed *edit.Editor, t *schema.Table, c *schema.Column) *schema.Table {
	var to *schema.Table
	for _, e := range ed.Index.Graph.Of(t) {
		if e.From == t && slices.Equal(e.FromColumns, []*schema.Column{c}) {
			to = e.To
		}
	}
	for _, e := range ed.Index.Graph.Of(t) {
		if e.From == t && e.To == to && !slices.Equal(e.FromColumns, []*schema.Column{c}) {
			return nil // which of them?
		}
	}
	return to
}

// WhoAre lists rows of a table to which those in force refer, with the figure for each where there is one.
func WhoAre(ed *edit.Editor, root, who *schema.Table) bool {
	if who == nil || ed.Query.Set != nil || ed.Block().Grouped() && Nested(ed) {
		return false
	}
	if ed.Block().Grouped() {
		if who != root && ed.Try(func() bool { return byPeople(ed, who) }) {
			return true
		}
		if !UngroupRows(ed, root) {
			return false
		}
		var label []meaning.Term
		if key := who.PrimaryKey(); key != nil && who != root {
			label = append(label, meaning.ColumnTerm(key, meaning.Span{}))
		}
		if !ShowMeant(ed, append(label, LabelOf(who)...)) {
			return false
		}
		ed.Understand("they = " + strings.Join(who.Words, " "))
		if who != root {
			ed.Block().Distinct = true
		}
		return true
	}
	return AddColumnsMeant(ed, compose.Part{Show: LabelOf(who)})
}

// LabelOf are the columns that rows of a table are called by, as terms.
func LabelOf(t *schema.Table) []meaning.Term {
	var out []meaning.Term
	for _, c := range t.Label {
		out = append(out, meaning.ColumnTerm(c, meaning.Span{}))
	}
	return out
}

// PersonOf is the table of people whom the rows are about: themselves, or the nearest that they refer to; nil when there is
// none, or two are as near.
func PersonOf(ed *edit.Editor, root *schema.Table) *schema.Table {
	if reader.Person(root) {
		return root
	}
	var best *schema.Table
	least, tied := 0, false
	for _, t := range ed.Index.Tables {
		if !reader.Person(t) {
			continue
		}
		path, ok := meaning.Way(ed.Index, root, t, nil)
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
func byPeople(ed *edit.Editor, who *schema.Table) bool {
	q := ed.Block()
	key := who.PrimaryKey()
	if key == nil || len(edit.Measures(q)) == 0 || len(q.Having) > 0 {
		return false
	}
	part := compose.Part{Keys: []meaning.Term{meaning.ColumnTerm(key, meaning.Span{})}, Show: LabelOf(who)}
	part.Keys = append(part.Keys, part.Show...)
	ed.Query.ClearLimit()
	ed.Query.ClearOrder()
	ed.Understand("they = " + strings.Join(who.Words, " "))
	return GroupPart(ed, part, false)
}

// Doers are the people who did with the rows of the present query what the verb says: each once.
func Doers(ed *edit.Editor, text string) bool {
	verb := strings.ToLower(strings.TrimSpace(text))
	tables := ed.Scope().Home()
	if strings.Contains(verb, " ") || len(ed.Operations) > 0 || english.WhWords[verb] || len(tables) == 0 || ed.Query.Set != nil {
		return false
	}
	thing := clause.Thing(ed, tables)
	doer := clause.Doer(ed, thing, verb)
	if doer == nil || !peopleOf(ed, doer, thing, clause.Deal(ed, verb)) {
		return false
	}
	ed.Understand(fmt.Sprintf("who %s = %s", verb, doer.Name))
	return true
}

// peopleOf makes the query the people that the present rows lead to, by way of the deal.
func peopleOf(ed *edit.Editor, doer, thing, deal *schema.Table) bool {
	s := ed.Scope()
	if s.Query.Grouped() && clause.Identity(s, thing) == nil && ed.Try(func() bool { return byPeople(ed, doer) }) {
		return true
	}
	if clause.Settled(ed) {
		return clause.PeopleOfSet(ed, doer, thing, deal)
	}
	q := ed.Block()
	if len(edit.Measures(q)) > 0 {
		return false
	}
	q.ClearOrder()
	q.Distinct = false
	return clause.By(ed, deal, doer) && clause.EachOnce(ed, doer)
}

// ShownAsRows says what the rows in force are.
func ShownAsRows(ed *edit.Editor) clause.AsRows {
	tables := ed.Scope().Home()
	if len(tables) == 0 || ed.Query.Set != nil {
		return clause.AsRows{}
	}
	q := ed.Block()
	if len(q.GroupBy) == 0 {
		if q.Grouped() {
			return clause.AsRows{}
		}
		thing := clause.Thing(ed, tables)
		return clause.AsRows{Table: thing, Key: toldBy(ed, thing), Called: NameOf(thing)}
	}
	fact := ed.RowTable()
	var found *schema.Column
	for _, k := range q.GroupBy {
		c := ed.Scope().Column(q.Meaning(k))
		if c == nil {
			return clause.AsRows{}
		}
		if found == nil || c.Table == found.Table && c == c.Table.PrimaryKey() {
			found = c
		} else if c.Table != found.Table {
			return clause.AsRows{}
		}
	}
	t := found.Table
	if found == t.PrimaryKey() || slices.Contains(t.Label, found) && (t != fact || len(t.Label) == 1 && t.PrimaryKey() != nil && found.Distinct == 0) {
		return clause.AsRows{Table: t, Key: found, Called: NameOf(t), Fact: fact}
	}
	return clause.AsRows{Key: found, Called: found, Fact: fact}
}

// toldBy is the column that tells rows of a table apart: its key, else the first without a value twice.
func toldBy(ed *edit.Editor, t *schema.Table) *schema.Column {
	if key := clause.Identity(ed.Scope(), t); key != nil || t.PrimaryKey() != nil {
		return key
	}
	for _, c := range t.Columns {
		if _, here := ed.Scope().Ref(c); here && c.Whole && c.Looked > 1 && c.Nulls == 0 && int64(c.Distinct) == c.Looked {
			return c
		}
	}
	return nil
}
