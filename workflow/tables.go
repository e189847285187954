package workflow

import (
	"context"
	"fmt"
	"strings"

	"parley/db"
)

// tables lists what the database holds, or one table whole, for who has no screen to browse it on.
func (o *Orchestrator) tables(name string) string {
	source := o.opening.Ready()
	if source == nil || source.Schema == nil {
		return "The database is still being opened: ask again in a moment."
	}
	if name == "" {
		return tableList(source.Schema)
	}
	table := source.Schema.Table(name)
	if table == nil {
		return fmt.Sprintf("There is no table %s. %s", name, didYouMean(name, tableNames(source.Schema)))
	}
	return tableLines(table)
}

func tableList(schema *db.Schema) string {
	if len(schema.Tables) == 0 {
		return "There is no table that you may read."
	}
	var b strings.Builder
	for i := range schema.Tables {
		t := &schema.Tables[i]
		fmt.Fprintf(&b, "%s%s: %s\n", t, estimate(t), strings.Join(columnNames([]*db.Table{t}), ", "))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func estimate(t *db.Table) string {
	if t.Rows < 0 {
		return ""
	}
	return fmt.Sprintf(" (about %d rows)", t.Rows)
}

// tableLines are the columns of a table with their types and keys, a line each.
func tableLines(t *db.Table) string {
	points := map[string]string{}
	for _, key := range t.Foreign {
		for i, column := range key.Columns {
			points[column] = fmt.Sprintf(" → %s.%s", key.Target, key.TargetColumns[i])
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s%s", t, estimate(t))
	for _, c := range t.Columns {
		fmt.Fprintf(&b, "\n  %s %s", c.Name, c.Native)
		for _, key := range t.Primary {
			if key == c.Name {
				b.WriteString(" key")
			}
		}
		b.WriteString(points[c.Name])
	}
	return b.String()
}

// refresh reads the tables again, at the user's word.
func (p *Plan) refresh(ctx context.Context) string {
	source, err := p.opening.Refresh(ctx)
	if err != nil {
		return explain(err).Message
	}
	return fmt.Sprintf("Read again: %d tables.", len(source.Schema.Tables))
}
