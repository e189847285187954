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
		if !aggregates(part) {
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
