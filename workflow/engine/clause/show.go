package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/reading"
	"parley/workflow/schema"
)

// This file changes which columns are shown: further ones, fewer, others.

// Add shows more columns. What is shown already is said, and nothing changes for it.
func Add(ed *edit.Editor, targets []edit.Target) bool {
	return ed.KeepingRows(func() bool { return addEach(ed, targets) })
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

// Live shows where the rows are at home, beside what they are called where every column is shown already.
func Live(ed *edit.Editor) bool {
	if ed.Query.Set != nil {
		return false
	}
	tables := ed.Scope().Home()
	if len(tables) == 0 {
		return false
	}
	home := tables[max(0, slices.IndexFunc(tables, reading.People))]
	var out []edit.Target
	shown := func(columns []*schema.Column) {
		for _, c := range columns {
			out = append(out, edit.Target{Item: -1, Columns: []*schema.Column{c}, Said: strings.Join(c.Words, " ")})
		}
	}
	places := ed.Index.Places(home)
	if len(places) == 0 {
		return false
	}
	if q := ed.Block(); len(q.Items) == 1 && len(q.GroupBy) == 0 && len(home.Label) > 0 {
		if _, whole := q.Items[0].Expr.AsStar(); whole {
			shown(append(slices.Clip(home.Label), places...))
			return Show(ed, out)
		}
	}
	shown(places)
	return Add(ed, out)
}
