package edit

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file adds figures of another grain: what belongs to a row is added up before it is joined, so that nothing is
// counted twice and what is there keeps its values.

// MadeAlready is the figure over rows of t that a derived table of the query makes already: it need only be shown.
func (ed *Editor) MadeAlready(t *schema.Table, item statement.Item) (statement.Item, bool) {
	function, args, star, _, _ := item.Expr.AsCall()
	for _, src := range ed.Block().From {
		q := ed.Scope().Within(src)
		if q == nil || q.Set != nil {
			continue
		}
		inner := View{ed.Index, q}
		for _, made := range q.Items {
			name, own, _, _, ok := made.Expr.AsCall()
			if !ok || !strings.EqualFold(name, function) || ItemName(made) == "" {
				continue
			}
			if star && inner.Table(q.From[0]) != t || !star && (len(own) != 1 || len(args) != 1 || !sameColumnOf(inner, own[0], t, args[0])) {
				continue
			}
			return ed.passed(src, made, strings.EqualFold(function, "count"), item.Alias), true
		}
	}
	return statement.Item{}, false
}

// passedAs is the column of a derived table that goes by the words, where the table passes it on and nothing shows it.
func (ed *Editor) passedAs(said string) (statement.Item, bool) {
	words := LemmasOf(strings.Fields(said))
	q := ed.Block()
	for _, src := range q.From {
		inner := ed.Scope().Within(src)
		if inner == nil || SourceName(src) == "" {
			continue
		}
		for _, made := range Leftmost(inner).Items {
			x := statement.Column(SourceName(src), ItemName(made))
			if made.Alias != "" && slices.Equal(LemmasOf(schema.Split(made.Alias)), words) && q.ItemOf(x) < 0 {
				return statement.Item{Expr: x}, true
			}
		}
	}
	return statement.Item{}, false
}

func sameColumnOf(s View, own statement.Expr, t *schema.Table, arg statement.Expr) bool {
	c := s.Column(own)
	_, name, ok := arg.AsColumn()
	return c != nil && ok && c.Table == t && strings.EqualFold(c.Name, name)
}

// passed shows what a derived table makes; a count is 0 for what it has no row for.
func (ed *Editor) passed(src statement.Source, made statement.Item, count bool, alias string) statement.Item {
	x := statement.Column(SourceName(src), ItemName(made))
	if count && src.Join == statement.JoinLeft {
		x = statement.Call("coalesce", x, statement.Literal(int64(0)))
	}
	return statement.Item{Expr: x, Alias: alias}
}

// OfFinerGrain shows a sum or count over rows of a table that refers to the present rows: added up for each of those in a
// derived table, joined by the key, and added up again where the rows are grouped.
func (ed *Editor) OfFinerGrain(t Target) bool {
	q := ed.Block()
	if t.Item >= 0 || len(t.Columns) != 1 || t.Aggregate != "sum" && t.Aggregate != "count" || len(q.GroupBy) == 0 {
		return false
	}
	c := t.Columns[0]
	edge := ed.finerEdge(c.Table)
	if edge == nil {
		return false
	}
	s := ed.Scope()
	s.QualifyAll()
	key, ok := s.RefIn(edge.To, edge.ToColumns[0])
	if !ok {
		return false
	}
	name := strings.ToLower(t.Aggregate + "_" + c.Name)
	src := statement.Source{Join: statement.JoinLeft, Alias: "each_" + strings.ToLower(edge.To.Name), Query: each(edge, c, t.Aggregate, name)}
	src.On = statement.Binary("=", statement.Column(src.Alias, edge.FromColumns[0].Name), key)
	if q.Source(src.Alias) >= 0 {
		return false
	}
	alias, err := q.AddSource(src, ed.Index)
	if err != nil {
		return false
	}
	ed.Understand(t.Said + " = " + t.Aggregate + " of " + c.String() + ", added up for each row of " + edge.To.Name)
	return ed.Append(statement.Item{Expr: statement.Call("sum", statement.Column(alias, name)), Alias: name})
}

// finerEdge is the key by which rows of a table that the query does not read belong to one of the rows that it measures.
func (ed *Editor) finerEdge(t *schema.Table) *schema.Edge {
	s := ed.Scope()
	if s.Has(t) {
		return nil
	}
	fact := ed.RowTable()
	for _, e := range ed.Index.Graph.Of(t) {
		if e.From == t && e.To == fact && len(e.FromColumns) == 1 {
			return e
		}
	}
	return nil
}

// each is the figure over the rows of a key's table for each row that it points to.
func each(edge *schema.Edge, c *schema.Column, aggregate, name string) *statement.Query {
	q := statement.NewQuery()
	q.From = []statement.Source{{Schema: edge.From.Schema, Table: edge.From.Name}}
	key := statement.Column("", edge.FromColumns[0].Name)
	figure := statement.Call(aggregate, statement.Column("", c.Name))
	if aggregate == "count" {
		figure = statement.CountStar()
	}
	q.Items = []statement.Item{{Expr: key}, {Expr: figure, Alias: name}}
	q.GroupBy = []statement.Expr{key}
	return q
}

// PerUnitAmiss says that a reading of "by month" takes nothing by time, but by a column whose name has such a word in it: a monthly rent.
func (ed *Editor) PerUnitAmiss(q *statement.Query) bool {
	unit := ""
	for i := 1; i < len(ed.Said.Words); i++ {
		before, called := ed.Said.Words[i-1], tag.Unit(ed.Said.Words[i])
		if (before == "by" || before == "per") && called != "" {
			unit = called
		}
	}
	if unit == "" || q.Set != nil {
		return false
	}
	s := View{ed.Index, q}
	return !slices.ContainsFunc(append(slices.Clone(q.GroupBy), itemExprs(q)...), func(key statement.Expr) bool {
		c := s.Subject(q.Meaning(key))
		return c == nil || c.Role == schema.Moment || GoesBy(c, []string{unit})
	})
}

func itemExprs(q *statement.Query) []statement.Expr {
	var out []statement.Expr
	for _, item := range q.Items {
		if !item.Expr.Aggregate() {
			out = append(out, item.Expr)
		}
	}
	return out
}

// GoesBy says that a column is called by words, or is the key of what is.
func GoesBy(c *schema.Column, words []string) bool {
	own := LemmasOf(c.Words)
	return len(words) > 0 && (slices.Equal(own, words) || c.Role == schema.Reference && len(own) == len(words)+1 && slices.Equal(own[:len(words)], words))
}
