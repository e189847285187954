package project

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// acrossMany says what is wrong with a figure over several tables: rows of one are repeated for each row of another that
// belongs to them, so that sums, counts and averages of them are too high. There must be one table whose rows each belong to
// one row of all others, and every aggregate must be of its columns, or not mind repeated rows.
func acrossMany(e statement.Expr, tables []*schema.Table, x *schema.Index) error {
	if len(tables) < 2 {
		return nil
	}
	at := slices.IndexFunc(tables, func(t *schema.Table) bool { return finest(t, tables, x) })
	if at < 0 {
		return fmt.Errorf("no key leads from one of %s to the others, so rows would be counted repeatedly", names(tables))
	}
	base := tables[at]
	var wrong error
	check := func(part statement.Expr) bool {
		if !Aggregates(part) {
			return true
		}
		if t := foreign(part, base); t != "" && wrong == nil {
			wrong = fmt.Errorf("%s is counted once for each row of %s that belongs to it", t, base.Name)
		}
		return false
	}
	if !e.Aggregate() {
		e = statement.Call("sum", e)
	}
	e.Walk(check)
	return wrong
}

// sidesOf are the aggregates of a figure by themselves where it is over the rows of several tables, of which none refers to all
// others: the rows of one are not repeated for those of another when each is taken by itself. None for a figure over the rows of
// one. An error says why no figure is made of it.
func sidesOf(e statement.Expr, tables []*schema.Table, x *schema.Index) ([]resolved, error) {
	wrong := acrossMany(e, tables, x)
	if wrong == nil && !numbers(e, x) || !e.Aggregate() {
		return nil, wrong
	}
	var sides []resolved
	apart := true
	e.Walk(func(part statement.Expr) bool {
		_, _, column := part.AsColumn()
		if !Aggregates(part) {
			apart = apart && !column
			return true
		}
		side := resolved{part, tablesOf(part, x)}
		apart = apart && acrossMany(side.Expr, side.tables, x) == nil && side.rooted(x)
		if apart && !slices.ContainsFunc(sides, func(o resolved) bool { return o.Equal(part) }) {
			sides = append(sides, side)
		}
		return false
	})
	if !apart || len(sides) < 2 {
		return nil, wrong
	}
	return sides, nil
}

// numbers says that a figure is made of how many rows of one table there are and how many of another: each is counted by itself, since
// of a joined row there is always one of both.
func numbers(e statement.Expr, x *schema.Index) bool {
	var of []*schema.Table
	counts := true
	e.Walk(func(part statement.Expr) bool {
		if !Aggregates(part) {
			return true
		}
		tables := tablesOf(part, x)
		inner, _ := part.Unfiltered()
		fn, _, _, distinct, _ := inner.AsCall()
		counts = counts && fn == "count" && distinct && len(tables) == 1
		if counts && !slices.Contains(of, tables[0]) {
			of = append(of, tables[0])
		}
		return false
	})
	return counts && len(of) > 1
}

// rooted puts the table whose rows it is about first; false where there is none.
func (r *resolved) rooted(x *schema.Index) bool {
	at := slices.IndexFunc(r.tables, func(t *schema.Table) bool { return finest(t, r.tables, x) })
	if at > 0 {
		r.tables[0], r.tables[at] = r.tables[at], r.tables[0]
	}
	return at >= 0
}

// finest says that a row of the table refers to one row of each of the others.
func finest(t *schema.Table, tables []*schema.Table, x *schema.Index) bool {
	return !slices.ContainsFunc(tables, func(o *schema.Table) bool { return o != t && !x.Graph.Refers(t, o) })
}

// foreign is the table whose repeated rows an aggregate would count; empty when it counts none.
func foreign(aggregate statement.Expr, base *schema.Table) string {
	name, args, _, distinct, _ := aggregate.AsCall()
	if distinct || name == "min" || name == "max" {
		return ""
	}
	table := ""
	for _, a := range args {
		for _, c := range a.Columns() {
			qualifier, _, _ := c.AsColumn()
			if qualifier == base.Name {
				return ""
			}
			table = qualifier
		}
	}
	return table
}

func names(tables []*schema.Table) string {
	s := ""
	for i, t := range tables {
		if i > 0 {
			s += ", "
		}
		s += t.Name
	}
	return s
}
