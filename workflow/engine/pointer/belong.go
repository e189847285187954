package pointer

import (
	"fmt"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file lists the rows of another table that belong to the rows in force: "show their orders", "the last 10 payments of
// those", "the users of the first one".

// BelongRules are ways of asking for what belongs to the rows in force.
func BelongRules() []clause.Rule {
	belonging := func(first bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			n := 0
			if len(f.Numbers) > 0 {
				n = f.Numbers[0]
			}
			return rowsThatBelong(ed, u.Text(f.Slots[0]), first, n)
		}
	}
	return []clause.Rule{
		clause.RuleOf("rows that belong", belonging(false), "[now|and|ok|so|then] show|list|give|display|see|open [me|us] [all|only|just] [of] their|its|his|her {}",
			"[now|and|ok|so|then] show|list|give|display|see|open [me|us] [all|only|just] [of] the {} of|for|on|by|from|in|with|behind [all] [of] those|them|these|that|it|him|her [one|ones]",
			"[now|and|ok|so|then] [show|list|give] [me|us] [the] last|latest|newest|recent # {} of|for|on|by|from|in|with [all] [of] those|them|these|that|it|him|her [one|ones]",
			"[now|and|ok|so|then] [show|list|give] [me|us] their|its|his|her last|latest|newest|recent # {}"),
		clause.RuleOf("rows that belong", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			text := u.Text(f.Slots[0])
			_, cut := clause.CutAt(ed) // else the query in force is joined with them, unless rows would be there twice
			return (cut || linkTo(ed, Called(ed, text)) != nil) && rowsThatBelong(ed, text, false, 0)
		}, "[now|and|ok|so|then] their|its|his|her {}", "[now|and|ok|so|then] the {} of|for|on|by|from|in|with|behind [all] [of] those|them|these|that|it|him|her [one|ones]"),
		clause.RuleOf("rows that belong", belongingSo,
			"[now|and|ok|so|then] [show|list|give|display|see] [me|us] [all|only|just] [of] their|its|his|her {} over|under|above|below|from|since|in|of|with|that|which|before|after|between|during|for|last|this|at {}"),
		clause.RuleOf("rows that belong", belonging(true), "[now|and|ok|so|then] show|list|give|display|see|open [me|us] [all|only|just] [of] the {} of|for|on|by|from|in|with the first|top|1st [one|row]"),
	}
}

// belongingSo lists the rows that belong to those in force, and that fulfil what stands behind their name: "their payments over 5", "his orders
// from this year".
func belongingSo(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
	if !rowsThatBelong(ed, u.Text(f.Slots[0]), false, 0) {
		return false
	}
	return Filter(ed, u.Text(tag.Stretch{From: f.Slots[0].To, To: f.Slots[1].To}), measure.OnlyMode, 0)
}

// rowsThatBelong lists the rows of the table that the text names and that refer to the rows in force, or to the first of them;
// the latest n of them where n is not zero.
func rowsThatBelong(ed *edit.Editor, text string, first bool, n int) bool {
	t := related(ed, text)
	if t == nil {
		t = endsIn(ed, text)
	}
	if words := clause.ContentWords(text); t == nil && len(words) == 1 && ed.Block().Grouped() {
		t = Called(ed, words[0]) // the groups are made of such rows
	}
	if e := referredTo(ed, t); e != nil && n == 0 && grammar.Several(text) {
		return !first && !ed.Block().Grouped() && measure.RowsReferredTo(ed, e)
	}
	if way := linkTo(ed, t); way != nil && n == 0 {
		return rowsAlong(ed, t, way, first)
	}
	return rowsOf(ed, t, first, n)
}

// endsIn is the one table of rows that refer to those in force whose name ends in a word: the lines of an invoice, the items of an
// order. Nil for none, or several.
func endsIn(ed *edit.Editor, text string) *schema.Table {
	words := clause.ContentWords(text)
	tables := ed.Scope().Home()
	if len(words) != 1 || len(tables) == 0 {
		return nil
	}
	thing := clause.Thing(ed, tables)
	var found *schema.Table
	for _, e := range ed.Index.Graph.Of(thing) {
		t := e.From
		if e.To != thing || t == thing || len(t.Words) < 2 || schema.Lemma(t.Words[len(t.Words)-1]) != schema.Lemma(strings.ToLower(words[0])) {
			continue
		}
		if found != nil && found != t {
			return nil
		}
		found = t
	}
	return found
}

// rowsOf is the same for a table.
func rowsOf(ed *edit.Editor, t *schema.Table, first bool, n int) bool {
	tables := ed.Scope().Home()
	if t == nil || len(tables) == 0 || ed.Query.Set != nil || n > 0 && (t.Moment == nil || first) {
		return false
	}
	thing := clause.Thing(ed, tables)
	key := clause.Identity(ed.Scope(), thing)
	if key == nil || !meaning.Refers(ed.Index, t, thing) {
		return false
	}
	inner := ed.Query.Clone()
	if first && inner.SetLimit(1) != nil {
		return false
	}
	x, ok := edit.View{Index: ed.Index, Query: inner}.Ref(key)
	if !ok {
		return false
	}
	if _, err := inner.SetItems(statement.Item{Expr: x}); err != nil {
		return false
	}
	scope := meaning.Over(ed.Index, ed.Dialect, t)
	here, err := scope.Term(meaning.ColumnTerm(key, meaning.Span{}))
	if err != nil {
		return false
	}
	q := scope.Query()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	if len(q.From) > 1 {
		q.Items[0].Expr = statement.Star(edit.SourceName(q.From[0]))
	}
	ed.Query = q
	if q.AddPredicate(statement.InQuery(here, inner)) != nil {
		return false
	}
	ed.Understand(fmt.Sprintf("rows of %s that belong to these rows of %s", t.Name, thing.Name))
	if n == 0 {
		return true
	}
	moment, ok := ed.Scope().Ref(t.Moment)
	return ok && clause.Sort(ed, statement.Key{Expr: moment, Desc: true}) && clause.Limit(ed, n)
}

// referredTo is the one key by which the rows in force refer to a table directly; nil for none and for several.
func referredTo(ed *edit.Editor, to *schema.Table) *schema.Edge {
	tables := ed.Scope().Home()
	if to == nil || len(tables) == 0 {
		return nil
	}
	var found *schema.Edge
	for _, e := range ed.Index.Graph.Of(clause.Thing(ed, tables)) {
		if e.To != to || e.To == e.From {
			continue
		}
		if found != nil || len(e.FromColumns) != 1 {
			return nil
		}
		found = e
	}
	return found
}

// linkTo are the two keys of the one table that links the rows in force to those of another, neither of which refers to the other: the films of
// actors by who plays in them. Nil for none and for several.
func linkTo(ed *edit.Editor, to *schema.Table) []*schema.Edge {
	tables := ed.Scope().Home()
	if to == nil || len(tables) == 0 {
		return nil
	}
	thing := clause.Thing(ed, tables)
	if thing == to || meaning.Refers(ed.Index, to, thing) || meaning.Refers(ed.Index, thing, to) {
		return nil
	}
	var way []*schema.Edge
	for _, here := range ed.Index.Graph.Of(thing) {
		for _, there := range ed.Index.Graph.Of(here.From) {
			if here.To != thing || here.From == thing || there.From != here.From || there.To != to || len(here.FromColumns) != 1 || len(there.FromColumns) != 1 {
				continue
			}
			if way != nil {
				return nil
			}
			way = []*schema.Edge{here, there}
		}
	}
	return way
}

// rowsAlong lists the rows of a table to which keys lead from those in force.
func rowsAlong(ed *edit.Editor, t *schema.Table, way []*schema.Edge, first bool) bool {
	thing := way[0].To
	key := clause.Identity(ed.Scope(), thing)
	if key == nil || key != way[0].ToColumns[0] || ed.Query.Set != nil {
		return false
	}
	inner, ok := clause.Cell(ed, key)
	if !ok || first && inner.SetLimit(1) != nil {
		return false
	}
	q, _ := clause.AlongKeys(clause.AsRows{Table: thing, Key: key}, inner, way)
	if q == nil {
		return false
	}
	ed.Query = q
	ed.Understand(fmt.Sprintf("rows of %s that %s links to these rows of %s", t.Name, way[0].From.Name, thing.Name))
	return true
}
