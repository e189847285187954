package workflow

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// changes are the summary of a refinement. "Without the email" of a table shown as a whole lists the other columns; what
// changed for the reader is the one that went.
func (o *Orchestrator) changes(reply *Reply) []string {
	var lines []string
	for _, change := range reply.Comparison.Changes {
		list := []statement.Change{change}
		if change.Kind == statement.ReplacedColumns && change.Within == "" {
			list = o.columnChanges(reply, change)
		}
		for _, c := range list {
			lines = append(lines, c.String())
		}
	}
	return lines
}

// columnChanges are the columns that went and came when a star became a list; the change itself, which names the list,
// when that is shorter or the star's columns are not known.
func (o *Orchestrator) columnChanges(reply *Reply, whole statement.Change) []statement.Change {
	source := o.opening.Ready()
	before, err := reply.Before.Query()
	after, failed := reply.Statement.Query()
	if source == nil || source.Schema == nil || err != nil || failed != nil {
		return []statement.Change{whole}
	}
	was, is := shownColumns(source.Schema, before), shownColumns(source.Schema, after)
	gone, come := lacking(was, is), lacking(is, was)
	if len(is) < len(gone) || len(is) == 0 || slices.ContainsFunc(after.Items, isStar) {
		return []statement.Change{whole}
	}
	var list []statement.Change
	for _, name := range gone {
		list = append(list, statement.Change{Kind: statement.RemovedColumn, Before: name})
	}
	for _, name := range come {
		list = append(list, statement.Change{Kind: statement.AddedColumn, After: name})
	}
	return list
}

func isStar(item statement.Item) bool { _, ok := item.Expr.AsStar(); return ok }

// shownColumns are the columns that a query shows, stars written out; with their source where it reads from several. None
// when that cannot be known.
func shownColumns(schema *db.Schema, q *statement.Query) []string {
	tables := map[string]*db.Table{}
	for _, s := range q.From {
		if tables[s.Name()] = schema.Table(s.Table); s.Table == "" || tables[s.Name()] == nil {
			return nil
		}
	}
	var out []string
	for _, item := range q.Items {
		qualifier, name, isColumn := item.Expr.AsColumn()
		if star, ok := item.Expr.AsStar(); ok {
			qualifier = star
		} else if !isColumn {
			out = append(out, item.Expr.SQL())
			continue
		}
		out = append(out, columnsOf(q.From, tables, qualifier, name)...)
	}
	return out
}

// columnsOf are the columns of the sources with the qualifier, or of all, that have the name, or any.
func columnsOf(from []statement.Source, tables map[string]*db.Table, qualifier, name string) []string {
	var out []string
	for _, s := range from {
		if qualifier != "" && !strings.EqualFold(qualifier, s.Name()) {
			continue
		}
		for _, c := range tables[s.Name()].Columns {
			switch {
			case name != "" && !strings.EqualFold(name, c.Name):
			case len(from) == 1:
				out = append(out, c.Name)
			default:
				out = append(out, s.Name()+"."+c.Name)
			}
		}
	}
	return out
}

// lacking are those of a list that another does not have.
func lacking(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(other, s) })
}
