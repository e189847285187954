package engine

import (
	"fmt"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file lists the rows of another table that belong to the rows in force: "show their orders", "the last 10 payments of
// those", "the users of the first one".

func belongRules() []rule {
	belonging := func(first bool) func(*editor, utterance, fit) bool {
		return func(ed *editor, u utterance, f fit) bool {
			n := 0
			if len(f.numbers) > 0 {
				n = f.numbers[0]
			}
			return ed.rowsThatBelong(u.text(f.slots[0]), first, n)
		}
	}
	return []rule{
		ruleOf("rows that belong", belonging(false), "[now|and|ok|so|then] show|list|give|display|see|open [me|us] [all|only|just] [of] their|its|his|her {}",
			"[now|and|ok|so|then] show|list|give|display|see|open [me|us] [all|only|just] [of] the {} of|for|on|by|from|in|with|behind [all] [of] those|them|these|that|it|him|her [one|ones]",
			"[now|and|ok|so|then] [show|list|give] [me|us] [the] last|latest|newest|recent # {} of|for|on|by|from|in|with [all] [of] those|them|these|that|it|him|her [one|ones]"),
		ruleOf("rows that belong", func(ed *editor, u utterance, f fit) bool {
			_, cut := ed.cutAt() // else the query in force is joined with them
			return cut && ed.rowsThatBelong(u.text(f.slots[0]), false, 0)
		}, "[now|and|ok|so|then] their|its|his|her {}", "[now|and|ok|so|then] the {} of|for|on|by|from|in|with|behind [all] [of] those|them|these|that|it|him|her [one|ones]"),
		ruleOf("rows that belong", belonging(true), "[now|and|ok|so|then] show|list|give|display|see|open [me|us] [all|only|just] [of] the {} of|for|on|by|from|in|with the first|top|1st [one|row]"),
	}
}

// rowsThatBelong lists the rows of the table that the text names and that refer to the rows in force, or to the first of them;
// the latest n of them where n is not zero.
func (ed *editor) rowsThatBelong(text string, first bool, n int) bool {
	t := ed.related(text)
	if t == nil {
		t = ed.endsIn(text)
	}
	return ed.rowsOf(t, first, n)
}

// endsIn is the one table of rows that refer to those in force whose name ends in a word: the lines of an invoice, the items of an
// order. Nil for none, or several.
func (ed *editor) endsIn(text string) *schema.Table {
	words := contentWords(text)
	tables := ed.scope().home()
	if len(words) != 1 || len(tables) == 0 {
		return nil
	}
	thing := ed.thing(tables)
	var found *schema.Table
	for _, e := range ed.index.Graph.Of(thing) {
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
func (ed *editor) rowsOf(t *schema.Table, first bool, n int) bool {
	tables := ed.scope().home()
	if t == nil || len(tables) == 0 || ed.query.Set != nil || n > 0 && (t.Moment == nil || first) {
		return false
	}
	thing := ed.thing(tables)
	key := ed.scope().identity(thing)
	if key == nil || !meaning.Refers(ed.index, t, thing) {
		return false
	}
	inner := ed.query.Clone()
	if first && inner.SetLimit(1) != nil {
		return false
	}
	if inner.Limit.IsZero() {
		inner.ClearOrder()
	}
	x, ok := view{ed.index, inner}.ref(key)
	if !ok {
		return false
	}
	if _, err := inner.SetItems(statement.Item{Expr: x}); err != nil {
		return false
	}
	scope := meaning.Over(ed.index, ed.dialect, t)
	here, err := scope.Term(meaning.ColumnTerm(key, meaning.Span{}))
	if err != nil {
		return false
	}
	q := scope.Query()
	q.Items = []statement.Item{{Expr: statement.Star("")}}
	if len(q.From) > 1 {
		q.Items[0].Expr = statement.Star(sourceName(q.From[0]))
	}
	ed.query = q
	if q.AddPredicate(statement.InQuery(here, inner)) != nil {
		return false
	}
	ed.understand(fmt.Sprintf("rows of %s that belong to these rows of %s", t.Name, thing.Name))
	if n == 0 {
		return true
	}
	moment, ok := ed.scope().ref(t.Moment)
	return ok && ed.sort(statement.Key{Expr: moment, Desc: true}) && ed.limit(n)
}
