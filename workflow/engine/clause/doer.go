package clause

import (
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
	case english.GetVerbs[verb] && t.Called(english.Getters), english.ServeVerbs[verb] && t.Called(english.Servers), !english.GetVerbs[verb] && !english.ServeVerbs[verb] && t.Called(english.Makers):
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

// DidWhat is the verb of a question for what somebody at a stretch did, and whether for the last of it: "what did {} rent", "what else has {}
// bought", "what did {} order last".
func DidWhat(u tag.Utterance, at tag.Stretch) (verb string, last, ok bool) {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Before(s, "?", ".")
	s = u.Behind(s, "and", "so")
	s, last = withoutLast(u, s, at)
	if at.To+1 != s.To || s.Empty() || at.From-s.From < 2 || u.Words[s.From] != "what" || !english.BeforeDoer[u.Words[at.From-1]] {
		return "", false, false
	}
	if at.From-s.From > 3 || at.From-s.From == 3 && u.Words[s.From+1] != "else" {
		return "", false, false
	}
	return u.Words[at.To], last, true
}

// WhoDidTo is the verb of an input that asks who did something with what is pointed at, and nothing else, and whether who did so last: "who has
// bought this one", "who rented it last".
func WhoDidTo(u tag.Utterance, at tag.Stretch) (verb string, last, ok bool) {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Behind(u.Before(s, "?", "."), "and", "so")
	s, last = withoutLast(u, s, at)
	if s.Empty() || u.Words[s.From] != "who" || at.To != s.To {
		return "", false, false
	}
	i := s.From + 1
	if i < at.From && english.BeforeDoer[u.Words[i]] {
		i++
	}
	if i < at.From && u.Words[i] == "last" {
		i, last = i+1, true
	}
	return u.Words[min(i, len(u.Words)-1)], last, i+1 == at.From
}

// withoutLast is a stretch without words at its end that say that the last time is meant, and whether there were any.
func withoutLast(u tag.Utterance, s, at tag.Stretch) (tag.Stretch, bool) {
	for _, ending := range []string{"last time", "most recently", "last"} {
		if n := len(strings.Fields(ending)); s.To-n >= at.To && u.Phrase(s.To-n, ending) > 0 {
			s.To -= n
			return s, true
		}
	}
	return s, false
}

// LastDone is the verb of a question for when something was last done with what is at a stretch, or by whom: "when was {} last rented",
// "when did {} last order", "when was {} bought last".
func LastDone(u tag.Utterance, at tag.Stretch) (verb string, ok bool) {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Behind(s, "and", "so")
	s = u.Before(s, "?", ".")
	if s.Empty() || u.Words[s.From] != "when" || at.From != s.From+2 || at.To+2 != s.To {
		return "", false
	}
	switch behind := u.Words[at.To:s.To]; {
	case behind[0] == "last":
		return behind[1], true
	case behind[1] == "last":
		return behind[0], true
	}
	return "", false
}

// WayToMoment are the keys that lead from a table that tells what was done with a thing to the one that tells when: none where it does itself;
// not ok where nothing does.
func WayToMoment(ed *edit.Editor, deal, thing *schema.Table) (way []*schema.Edge, when *schema.Table, ok bool) {
	if deal.Moment != nil {
		return nil, deal, true
	}
	for _, e := range ed.Index.Graph.Of(deal) {
		if e.From == deal && e.To != thing && !reader.Person(e.To) && len(e.FromColumns) == 1 && e.To.Moment != nil {
			if when != nil {
				return nil, nil, false
			}
			way, when = []*schema.Edge{e}, e.To
		}
	}
	return way, when, when != nil
}

// WayToDoer are the keys that lead from a table to who did what it tells of: its own, else that of what its rows are a part of, which is
// not the thing that it was done with; nil for none and for several. Served says that of several people those are meant who are served.
func WayToDoer(ed *edit.Editor, verb string, deal, thing *schema.Table, served bool) []*schema.Edge {
	if e := doerOf(ed, verb, deal, served); e != nil {
		return []*schema.Edge{e}
	}
	var found []*schema.Edge
	for _, whole := range ed.Index.Graph.Of(deal) {
		if whole.From != deal || whole.To == thing || len(whole.FromColumns) != 1 {
			continue
		}
		e := doerOf(ed, verb, whole.To, served)
		if e == nil {
			continue
		}
		if found != nil {
			return nil
		}
		found = []*schema.Edge{whole, e}
	}
	return found
}

// doerOf is the one key of a table that leads to people, of several the one to those who are served where that is asked for; nil for none. Who
// buys is no one who is employed, and may be a firm.
func doerOf(ed *edit.Editor, verb string, t *schema.Table, ofServed bool) *schema.Edge {
	var all, served []*schema.Edge
	buys := english.TradeVerbs[verb] && verb != "sold"
	for _, e := range ed.Index.Graph.Of(t) {
		if e.From != t || len(e.FromColumns) != 1 || !reader.Person(e.To) && !(buys && e.To.Called(english.Getters)) {
			continue
		}
		all = append(all, e)
		if !e.To.Employed() && !e.To.Called(english.Servers) {
			served = append(served, e)
		}
	}
	if buys || ofServed && len(all) > 1 {
		all = served
	}
	if len(all) != 1 {
		return nil
	}
	return all[0]
}

// DealOf is the nearest table that tells who did what a verb says, in any form of it; nil for none.
func DealOf(ed *edit.Editor, verb string, of *schema.Table) *schema.Table {
	told := slices.Concat(grammar.Doing(verb), grammar.Doing(verb+"ed"), grammar.Doing(verb+"d"))
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
