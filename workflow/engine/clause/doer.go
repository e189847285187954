package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file asks for the people behind the present rows, which no word but a verb names: "who acted in them?", "show me
// who wrote them", "who placed those orders?".

// FarthestDoer is over how many keys people are looked for.
const FarthestDoer = 3

// Thing is the table whose rows are shown: that of the first column, or of the first star, else the first.
func Thing(ed *edit.Editor, tables []*schema.Table) *schema.Table {
	for _, item := range ed.Block().Items {
		if qualifier, star := item.Expr.AsStar(); star {
			at := slices.IndexFunc(ed.Block().From, func(src statement.Source) bool { return edit.SameName(qualifier, edit.SourceName(src)) })
			if at < 0 {
				return tables[0]
			}
			if t := ed.Scope().Table(ed.Block().From[at]); t != nil {
				return t
			}
		}
		if c := ed.Scope().Column(item.Expr); c != nil {
			return c.Table
		}
	}
	return tables[0]
}

// Doer is the table of people that the verb fits best, the nearest of those; nil when two do equally.
func Doer(ed *edit.Editor, thing *schema.Table, verb string) *schema.Table {
	var best *schema.Table
	most, tied := -1, false
	for _, t := range ed.Index.Tables {
		far := ed.Index.Graph.Distance(thing, t)
		if t == thing || far < 1 || far > FarthestDoer || len(t.Label) == 0 {
			continue
		}
		fits := doesVerb(verb, t)
		if fits == 0 && !reading.People(t) && !t.Called(english.Getters, english.Servers, english.Makers) {
			continue
		}
		worth := fits*(FarthestDoer+1) + FarthestDoer - far
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
func doesVerb(verb string, t *schema.Table) int {
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

// Deal is the table that tells what was done: one that the verb names, else what the query measures; nil when it is not
// known.
func Deal(ed *edit.Editor, verb string) *schema.Table {
	for _, t := range ed.Index.Tables {
		if ed.Engine.DeedOf(verb, t) {
			return t
		}
	}
	return ed.Fact()
}

// By joins the people over the deal, where there is one: of two ways to them the one that was spoken of.
func By(ed *edit.Editor, deal, doer *schema.Table) bool {
	s := ed.Scope()
	if deal == nil || s.Has(doer) {
		return true
	}
	if !s.Has(deal) && s.Join(deal) != nil {
		return false
	}
	for _, edge := range ed.Index.Graph.Path([]*schema.Table{deal}, doer) {
		if (!s.Has(edge.From) || !s.Has(edge.To)) && s.AddEdge(edge) != nil {
			return false
		}
	}
	return true
}

// EachOnce shows the rows of a table by their names, each once, whatever is joined.
func EachOnce(ed *edit.Editor, t *schema.Table) bool {
	keys, items, ok := groupItems(ed, []edit.Target{{Item: -1, Columns: t.Label, Entity: t}})
	if !ok {
		return false
	}
	if key := t.PrimaryKey(); key != nil && len(t.Label) == 1 {
		x, _ := ed.Scope().Ref(key)
		keys = append([]statement.Expr{x}, keys...)
	}
	q := ed.Block()
	q.Items, q.GroupBy = items, keys
	return true
}

// PeopleOfSet is the same for rows that are what they are only together: those of the thing are looked up among them.
func PeopleOfSet(ed *edit.Editor, doer, thing, deal *schema.Table) bool {
	inner := ed.Query.Clone()
	s := edit.View{Index: ed.Index, Query: edit.Leftmost(inner)}
	c := Identity(s, thing)
	if c == nil {
		return false
	}
	x, _ := s.Ref(c)
	if _, err := edit.Leftmost(inner).SetItems(statement.Item{Expr: x}); err != nil {
		return false
	}
	ed.Query = statement.NewQuery()
	ed.Query.From = []statement.Source{{Schema: thing.Schema, Table: thing.Name}}
	if !By(ed, deal, doer) || !EachOnce(ed, doer) {
		return false
	}
	y, ok := ed.Scope().Ref(c)
	return ok && ed.Query.AddPredicate(statement.InQuery(y, inner)) == nil
}

// Identity is the column by which this SELECT tells the rows of a table apart: its key, or among groups what they go by.
func Identity(s edit.View, t *schema.Table) *schema.Column {
	if len(s.Query.GroupBy) == 0 {
		if key := t.PrimaryKey(); key != nil {
			if _, ok := s.Ref(key); ok {
				return key
			}
		}
		return nil
	}
	var found *schema.Column
	for _, e := range s.Query.GroupBy {
		c := s.Column(s.Query.Meaning(e))
		if c != nil && c.Table == t && (c.Key() || found == nil) {
			found = c
		}
	}
	return found
}

// Live shows where the rows are at home: the country and the city, or what else says so, as near as it can be found.
func Live(ed *edit.Editor) bool {
	if ed.Query.Set != nil {
		return false
	}
	var out []edit.Target
	for _, word := range english.PlaceWords {
		if c := placeNamed(ed, word); c != nil && len(out) < 2 {
			out = append(out, edit.Target{Item: -1, Columns: []*schema.Column{c}, Said: word})
		}
	}
	return len(out) > 0 && Add(ed, out)
}

// placeNamed is the column of that word in the tables of the rows.
func placeNamed(ed *edit.Editor, word string) *schema.Column {
	tables := ed.Scope().Home()
	at := slices.IndexFunc(tables, reading.People)
	if at < 0 {
		at = 0
	}
	for _, t := range tables[min(at, len(tables)):min(at+1, len(tables))] {
		for _, c := range t.Columns {
			if c.Has(word) && !c.Key() && !c.Hidden {
				return c
			}
		}
		for _, e := range ed.Index.Graph.Of(t) { // an address of its own
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

// DidWhat is the verb of a question for what somebody at a stretch did: "what did {} rent", "what else has {} bought".
func DidWhat(u tag.Utterance, at tag.Stretch) (verb string, ok bool) {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for !s.Empty() && (u.Words[s.To-1] == "?" || u.Words[s.To-1] == ".") {
		s.To--
	}
	if at.To+1 != s.To || s.Empty() || at.From-s.From < 2 || u.Words[s.From] != "what" || !english.BeforeDoer[u.Words[at.From-1]] {
		return "", false
	}
	if at.From-s.From > 3 || at.From-s.From == 3 && u.Words[s.From+1] != "else" {
		return "", false
	}
	return u.Words[at.To], true
}

// DealOf is the nearest table that tells who did what a verb says, in any form of it; nil for none.
func DealOf(ed *edit.Editor, verb string, of *schema.Table) *schema.Table {
	told := grammar.Doing(verb)
	var best *schema.Table
	for _, t := range ed.Index.Tables {
		far := ed.Index.Graph.Distance(of, t)
		if t == of || far < 1 || far > FarthestDoer || reader.Person(t) {
			continue
		}
		tells := len(t.Words) > 0 && slices.Contains(told, schema.Lemma(t.Words[len(t.Words)-1]))
		if !tells && !slices.ContainsFunc([]string{verb, verb + "ed", verb + "d"}, func(form string) bool { return ed.Engine.DeedOf(form, t) }) {
			continue
		}
		if best == nil || far < ed.Index.Graph.Distance(of, best) {
			best = t
		}
	}
	return best
}

// ThingsOfDeal are the keys that lead from a table that tells what was done to the things that it was done with: those that its lines
// refer to, else those that it leads to itself; nil where there are none, or two kinds of them.
func ThingsOfDeal(ed *edit.Editor, deal, who *schema.Table) []*schema.Edge {
	var lines, own [][]*schema.Edge
	forward := func(t *schema.Table, way []*schema.Edge) (found [][]*schema.Edge) {
		for _, e := range ed.Index.Graph.Of(t) {
			if e.From != t || e.To == who || e.To == deal || e.To == t || reader.Person(e.To) || len(e.FromColumns) != 1 {
				continue
			}
			found = append(found, append(slices.Clone(way), e))
		}
		return found
	}
	for _, e := range ed.Index.Graph.Of(deal) {
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

// AlongKeys are the rows of the table at the end of a way of keys that begins at rows by their key; nil where a key has several columns,
// or the way does not hang together.
func AlongKeys(rows AsRows, inner *statement.Query, way []*schema.Edge) (*statement.Query, *schema.Table) {
	at, held := rows.Table, rows.Key
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
		q = RowsOfTable(next)
		q.Where = []statement.Expr{statement.InQuery(statement.Column("", enter.Name), inner)}
		at, held = next, nil
	}
	return q, at
}

// Add shows more columns. What is shown already is said, and nothing changes for it.
func Add(ed *edit.Editor, targets []edit.Target) bool {
	return ed.KeepingRows(func() bool { return addEach(ed, targets) })
}

// addForEach shows an aggregate over what belongs to each row: beside rows that are no groups there is no other.
func addForEach(ed *edit.Editor, t edit.Target) bool {
	if len(t.Columns) != 1 || t.Item >= 0 {
		return false
	}
	c := t.Columns[0]
	if t.Aggregate == "count" {
		return ForEach(ed, c.Table, statement.Item{Expr: statement.CountStar(), Alias: strings.ToLower(c.Table.Name)})
	}
	return ForEach(ed, c.Table, edit.Aggregated(t.Aggregate, statement.Column(c.Table.Name, c.Name), c.Name))
}

// AsRows is what the rows in force are, as one may be asked about.
type AsRows struct {
	// Table is what a row, or a group, is; nil for a group of rows by a value of theirs.
	Table *schema.Table
	// Key tells them apart, and called is the column by which one is named in a question.
	Key, Called *schema.Column
	// Fact is the table whose rows the groups are made of; nil where the rows are no groups.
	Fact *schema.Table
}

// Beside is a query over the rows of t that belong to one row of this SELECT; its items are left to the caller. Not ok
// when t is read here already, or lies too far away.
func Beside(s edit.View, t *schema.Table) (*statement.Query, bool) {
	path := s.Index.Graph.Path(s.Tables(), t)
	if len(path) == 0 || len(path) > edit.MostHops {
		return nil, false
	}
	q := statement.NewQuery()
	inner := edit.View{Index: s.Index, Query: q}
	first := path[0]
	added, there, near, far := first.From, first.To, first.ToColumns, first.FromColumns
	if slices.Contains(s.Tables(), first.From) {
		added, there, near, far = first.To, first.From, first.FromColumns, first.ToColumns
	}
	if s.Query.Source(added.Name) >= 0 {
		return nil, false
	}
	q.From = []statement.Source{{Schema: added.Schema, Table: added.Name}}
	for _, edge := range path[1:] {
		if inner.AddEdge(edge) != nil {
			return nil, false
		}
	}
	for i := range near {
		x, _ := s.RefIn(there, near[i])
		q.Where = append(q.Where, statement.Binary("=", statement.Column(added.Name, far[i].Name), x))
	}
	return q, true
}

// ForEach shows for each row what is computed over the rows of t that belong to it.
func ForEach(ed *edit.Editor, t *schema.Table, item statement.Item) bool {
	q := ed.Block()
	if ed.Query.Set != nil || q.Grouped() || q.Distinct {
		return false
	}
	if made, ok := ed.MadeAlready(t, item); ok {
		return ed.Append(made)
	}
	inner, ok := Beside(ed.Scope(), t)
	if !ok {
		return false
	}
	alias := item.Alias
	item.Alias = ""
	inner.Items = []statement.Item{item}
	ed.Understand(fmt.Sprintf("%s of each row, over %s", strings.ToLower(item.Expr.SQL()), t.Name))
	return ed.Append(statement.Item{Expr: statement.Scalar(inner), Alias: alias})
}

// onlyFigures shows figures and no others: of several that stood beside each group, each group keeps its name; the only one is
// asked for as one.
func onlyFigures(ed *edit.Editor, items []statement.Item, before int) bool {
	q := ed.Block()
	q.SpellOut()
	var named []statement.Item
	for _, item := range q.Items {
		if before > 1 && !item.Expr.Aggregate() {
			named = append(named, item)
		}
	}
	effects, err := ed.Query.SetItems(append(named, items...)...)
	ed.Effects(effects)
	return err == nil && (before > 1 || Ungroup(ed))
}

// Remove hides columns. A query always shows one.
func Remove(ed *edit.Editor, targets []edit.Target) bool {
	for _, t := range targets {
		ed.ExpandStar(t)
		places := ed.Places(t)
		if len(places) == 0 {
			places = ed.PlacesReferred(t)
		}
		if len(places) == 0 {
			ed.Note(fmt.Sprintf("%s is not shown", t.Said))
			continue
		}
		q := ed.Block()
		if len(places) >= len(q.Items) {
			ed.Note(fmt.Sprintf("%s is the only column shown", t.Said))
			continue
		}
		if ed.Try(func() bool { return UngroupBy(ed, places) }) {
			ed.AsBefore()
			continue
		}
		for k := len(places) - 1; k >= 0; k-- {
			if !ed.DropItem(places[k]) {
				return false
			}
		}
	}
	return true
}

// Show makes the targets all that is shown.
func Show(ed *edit.Editor, targets []edit.Target) bool {
	if ed.Query.Set != nil {
		return false
	}
	var items []statement.Item
	for _, t := range targets {
		made, ok := ed.Expression(t)
		if !ok {
			return false
		}
		items = append(items, made...)
	}
	for i := range items {
		if c := ed.Scope().Column(items[i].Expr); c != nil && edit.SameName(items[i].Alias, c.Table.Name+"_"+c.Name) {
			items[i].Alias = ""
		}
	}
	if figures := edit.Measures(ed.Block()); len(ed.Block().GroupBy) > 0 && !slices.ContainsFunc(items, func(item statement.Item) bool { return !item.Expr.Aggregate() }) {
		return onlyFigures(ed, items, len(figures))
	}
	effects, err := ed.Query.SetItems(items...)
	ed.Effects(effects)
	return err == nil
}

// UngroupBy takes the things at the places out of what the figures in force are taken by, where they are all that tells the
// groups apart by one of the keys: figures of groups that nobody can see mean nothing.
func UngroupBy(ed *edit.Editor, places []int) bool {
	q, s := ed.Block(), ed.Scope()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || len(edit.Measures(q)) == 0 || len(q.Having) > 0 {
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
		if c := s.Column(x); c != nil {
			gone[c.Table] = true
		} else {
			computed = append(computed, x)
		}
	}
	if slices.ContainsFunc(q.Items, func(item statement.Item) bool {
		i := q.ItemOf(item.Expr)
		c := s.Column(item.Expr)
		return c != nil && gone[c.Table] && !slices.Contains(places, i)
	}) {
		return false
	}
	before := Used(ed)
	left := func(key statement.Expr) bool {
		c := s.Column(key)
		return c != nil && gone[c.Table] || slices.ContainsFunc(computed, key.Equal)
	}
	kept := slices.DeleteFunc(slices.Clone(q.GroupBy), left)
	if len(kept) == 0 {
		return Ungroup(ed)
	}
	q.OrderBy = slices.DeleteFunc(slices.Clone(q.OrderBy), func(k statement.Key) bool { return left(q.Meaning(k.Expr)) })
	q.GroupBy = kept
	for k := len(places) - 1; k >= 0; k-- {
		if !ed.DropItem(places[k]) {
			return false
		}
	}
	Prune(ed, before)
	return true
}

func addEach(ed *edit.Editor, targets []edit.Target) bool {
	if ed.Query.Set != nil {
		return false
	}
	if lone := ExtremeRow(ed.Query); lone != nil && !slices.ContainsFunc(targets, func(t edit.Target) bool { return t.Item >= 0 || t.Aggregate != "" }) {
		ed.Query = lone
		ed.Understand("the row that has it")
	}
	for _, t := range targets {
		if t.Sorted {
			return false // an end of an order is no column
		}
		t = ed.OwnCalled(ed.Named(t))
		if name, ok := ed.Present(t); ok {
			ed.Note(fmt.Sprintf("%s is shown already", name))
			continue
		}
		if t.Item >= 0 && ed.Block().Items[t.Item].Expr.Aggregate() && !ed.OfCounted(&t) {
			return false
		}
		if t.Aggregate != "" && !ed.Block().Grouped() {
			if !addForEach(ed, t) {
				return false
			}
			continue
		}
		t = ed.Summed(t)
		if ed.OfFinerGrain(t) {
			continue
		}
		if ed.ManyFor(t) && !ed.OwnMoment(&t) {
			return false
		}
		items, ok := ed.Expression(t)
		if !ok || !ed.Append(items...) {
			return false
		}
	}
	return true
}

func RowsOfTable(t *schema.Table) *statement.Query {
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	q.From = []statement.Source{{Schema: t.Schema, Table: t.Name}}
	return q
}
