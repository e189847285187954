package pointer

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/schema"
)

// This file reads pronouns for the one that the query in force is about by name: after "find Ada Brook" and "her orders", "which
// city is she in" asks of Ada Brook, not of each order; "how many customers does he look after" asks of the one person on screen.

// calledByName is the table of the one whose name the query in force asks for, and its predicates; nil where it asks for none, or for
// several, or lists rows of that table itself.
func calledByName(ed *edit.Editor) (*schema.Table, []statement.Expr) {
	q, s, root := ed.Block(), ed.Scope(), ed.Root()
	if root == nil || ed.Query.Set != nil || q.Grouped() {
		return nil, nil
	}
	var found *schema.Table
	for _, p := range q.Where {
		c, ok := edit.ConstraintOf(p)
		of := s.Subject(p)
		if !ok || c.Negated || len(c.Values) != 1 || of == nil || !slices.Contains(of.Table.Label, of) {
			continue
		}
		if found != nil && found != of.Table {
			return nil, nil
		}
		found = of.Table
	}
	if found == nil || found == root {
		return nil, nil
	}
	return found, measure.PredicatesOf(ed, found)
}

// ofCalled shows what the words name of the one that the query in force asks for by name.
func ofCalled(ed *edit.Editor, text string) bool {
	t, own := calledByName(ed)
	if t == nil {
		return false
	}
	for _, part := range measure.Best(ed, ed.Engine.Composer.Columns(text, t, ed.Now)) {
		if ed.Try(func() bool { return askCalled(ed, t, own, part.Show) }) {
			ed.Understand(fmt.Sprintf("of %s, asked for by name", t.Name))
			return true
		}
	}
	return false
}

func askCalled(ed *edit.Editor, t *schema.Table, own []statement.Expr, show []meaning.Term) bool {
	scope := meaning.Over(ed.Index, ed.Dialect, t)
	q := scope.Query()
	for _, term := range show {
		x, err := scope.Term(term)
		if err != nil {
			return false
		}
		q.Items = append(q.Items, nameBehind(ed, q, term.Column, statement.Item{Expr: x})...)
	}
	list, ok := clause.CarryAll(own, ed.Scope(), edit.View{Index: ed.Index, Query: q})
	if !ok || len(q.Items) == 0 {
		return false
	}
	q.Where = append(q.Where, list...)
	ed.Query = q
	return true
}

// manyOfOne counts the rows of the table that the text names and that refer to the one row on screen.
func manyOfOne(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Entity == nil || ed.Block().Grouped() {
		return false
	}
	return rowsOf(ed, t[0].Entity, false, 0) && clause.Count(ed)
}

// nameBehind is what the row is called that a key of the table refers to, in place of the key; any other column as it is.
func nameBehind(ed *edit.Editor, q *statement.Query, c *schema.Column, item statement.Item) []statement.Item {
	if c == nil || c.Role != schema.Reference {
		return []statement.Item{item}
	}
	s := edit.View{Index: ed.Index, Query: q}
	for _, e := range ed.Index.Graph.Of(c.Table) {
		if e.From != c.Table || !slices.Contains(e.FromColumns, c) || len(e.To.Label) == 0 || s.AddEdge(e) != nil {
			continue
		}
		var out []statement.Item
		for _, label := range e.To.Label {
			x, ok := s.Ref(label)
			if !ok {
				return []statement.Item{item}
			}
			out = append(out, statement.Item{Expr: x})
		}
		return out
	}
	return []statement.Item{item}
}
