package engine

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file reads pronouns for the one that the query in force is about by name: after "find Ada Brook" and "her orders", "which
// city is she in" asks of Ada Brook, not of each order; "how many customers does he look after" asks of the one person on screen.

// calledByName is the table of the one whose name the query in force asks for, and its predicates; nil where it asks for none, or for
// several, or lists rows of that table itself.
func (ed *editor) calledByName() (*schema.Table, []statement.Expr) {
	q, s, root := ed.block(), ed.scope(), ed.root()
	if root == nil || ed.query.Set != nil || q.Grouped() {
		return nil, nil
	}
	var found *schema.Table
	for _, p := range q.Where {
		c, ok := constraintOf(p)
		of := s.subject(p)
		if !ok || c.negated || len(c.values) != 1 || of == nil || !slices.Contains(of.Table.Label, of) {
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
	return found, ed.predicatesOf(found)
}

// ofCalled shows what the words name of the one that the query in force asks for by name.
func (ed *editor) ofCalled(text string) bool {
	t, own := ed.calledByName()
	if t == nil {
		return false
	}
	for _, part := range ed.best(ed.engine.composer.Columns(text, t, ed.now)) {
		if ed.try(func() bool { return ed.askCalled(t, own, part.Show) }) {
			ed.understand(fmt.Sprintf("of %s, asked for by name", t.Name))
			return true
		}
	}
	return false
}

func (ed *editor) askCalled(t *schema.Table, own []statement.Expr, show []meaning.Term) bool {
	scope := meaning.Over(ed.index, ed.dialect, t)
	q := scope.Query()
	for _, term := range show {
		x, err := scope.Term(term)
		if err != nil {
			return false
		}
		q.Items = append(q.Items, ed.nameBehind(q, term.Column, statement.Item{Expr: x})...)
	}
	list, ok := carryAll(own, ed.scope(), view{ed.index, q})
	if !ok || len(q.Items) == 0 {
		return false
	}
	q.Where = append(q.Where, list...)
	ed.query = q
	return true
}

// manyOfOne counts the rows of the table that the text names and that refer to the one row on screen.
func (ed *editor) manyOfOne(text string) bool {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].entity == nil || ed.block().Grouped() {
		return false
	}
	return ed.rowsOf(t[0].entity, false, 0) && ed.count()
}

// nameBehind is what the row is called that a key of the table refers to, in place of the key; any other column as it is.
func (ed *editor) nameBehind(q *statement.Query, c *schema.Column, item statement.Item) []statement.Item {
	if c == nil || c.Role != schema.Reference {
		return []statement.Item{item}
	}
	s := view{ed.index, q}
	for _, e := range ed.index.Graph.Of(c.Table) {
		if e.From != c.Table || !slices.Contains(e.FromColumns, c) || len(e.To.Label) == 0 || s.addEdge(e) != nil {
			continue
		}
		var out []statement.Item
		for _, label := range e.To.Label {
			x, ok := s.ref(label)
			if !ok {
				return []statement.Item{item}
			}
			out = append(out, statement.Item{Expr: x})
		}
		return out
	}
	return []statement.Item{item}
}
