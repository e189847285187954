package llm

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"parley/db"
	"parley/workflow/schema"
)

// catalogue writes tables as a model reads them: one table a block, whole or not at all.
type catalogue struct {
	index  *schema.Index
	denied denial
	level  Level
	values func(ctx context.Context, t *db.Table, column string) []string
}

// table is one table: its name and comment, a line for each column, its keys. Denied columns, and names that no prompt
// should hold, are left out.
func (c catalogue) table(ctx context.Context, t *schema.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s%s\n", t.Kind, t.String(), remark(t.Comment))
	for _, column := range t.Columns {
		if c.denied.column(t.Table, column.Name) || !usableName(column.Name) {
			continue
		}
		fmt.Fprintf(&b, "  %s %s%s%s%s\n", column.Name, native(column), c.keys(t, column), c.examples(ctx, column), remark(column.Comment))
	}
	for _, f := range t.Foreign {
		if len(f.Columns) > 1 {
			fmt.Fprintf(&b, "  (%s) -> %s(%s)\n", strings.Join(f.Columns, ", "), f.Target, strings.Join(f.TargetColumns, ", "))
		}
	}
	return b.String()
}

// native is the column's type as the engine calls it.
func native(c *schema.Column) string {
	if name := clean(c.Native, 40); name != "" {
		return strings.ToLower(name)
	}
	return "any"
}

func remark(comment string) string {
	if text := clean(comment, commentLimit); text != "" {
		return " -- " + text
	}
	return ""
}

// keys says that a column is the primary key, or where it points.
func (c catalogue) keys(t *schema.Table, column *schema.Column) string {
	text := ""
	if slices.Contains(t.Primary, column.Name) {
		text = " key"
	}
	for _, f := range t.Foreign {
		if len(f.Columns) != 1 || !strings.EqualFold(f.Columns[0], column.Name) {
			continue
		}
		text += " -> " + f.Target.String()
		if len(f.TargetColumns) == 1 {
			text += "." + f.TargetColumns[0]
		}
	}
	return text
}

// examples are the values of a column that holds few, at a level that shows values.
func (c catalogue) examples(ctx context.Context, column *schema.Column) string {
	if c.level == Names || c.values == nil || column.Role != schema.Category && column.Role != schema.Flag {
		return ""
	}
	var shown []string
	for _, v := range c.values(ctx, column.Table.Table, column.Name) {
		if text := clean(v, valueLimit); text != "" {
			shown = append(shown, "'"+strings.ReplaceAll(text, "'", "''")+"'")
		}
	}
	if len(shown) == 0 {
		return ""
	}
	return " one of " + strings.Join(shown, ", ")
}

// valueReader reads the values of columns once.
type valueReader struct {
	database db.Database
	mu       sync.Mutex
	known    map[string][]string
}

// most is how many values of a column a prompt shows; a column with more is no category.
const most = 12

func (r *valueReader) read(ctx context.Context, t *db.Table, column string) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	key := t.String() + "." + column
	if known, ok := r.known[key]; ok {
		return known
	}
	values, complete, err := r.database.Values(ctx, t.TableName, column, most+1)
	if err != nil {
		return nil
	}
	var texts []string
	if complete || len(values) <= most {
		for _, v := range values {
			if v != nil {
				texts = append(texts, db.Format(v))
			}
		}
	}
	r.known[key] = texts
	return texts
}
