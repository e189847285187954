// Package catalogue describes a database to a model: one table a block, whole or not at all.
//
// What it tells depends on the level: names, types, keys and comments always; with values also the values of columns that
// hold few, what codes mean, the ranges of dates and how many rows there are. Names and texts of the database go through
// package fence; what is denied is left out. It imports schema and fence.
package catalogue

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"parley/db"
	"parley/workflow/llm/fence"
	"parley/workflow/schema"
)

// Legend says how a description is read; it goes into the system message.
const Legend = `How the description reads: "key" is a primary key; "a -> t.c" a declared foreign key, "a ~> t.c" one that is only guessed: use it when nothing better joins the tables, and name it in the assumptions. "one of" lists every value of a column, "such as" only the commonest: others exist. "means" tells what a code stands for: write the code, not the word. "from … to …" is the range of the dates that are there.`

// Catalogue writes tables as a model reads them.
type Catalogue struct {
	Index *schema.Index
	// Denied says that no model may know of a column.
	Denied func(t *db.Table, column string) bool
	// Values are those of a column that holds few, all of them, and nil for one that holds more; a nil function tells no values,
	// no ranges and no counts of rows.
	Values func(ctx context.Context, t *db.Table, column string) []string
	// Lasting leaves out what changes from day to day: the counts of rows and the ranges of dates.
	Lasting bool
}

// Table is one table: its name and comment, a line for each column, its keys of several columns. Denied columns, and names that
// no request should hold, are left out.
func (c Catalogue) Table(ctx context.Context, t *schema.Table) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s%s%s\n", t.Kind, t.String(), c.rows(t), remark(t.Comment))
	for _, column := range t.Columns {
		if !c.told(t.Table, column.Name) {
			continue
		}
		fmt.Fprintf(&b, "  %s %s%s%s%s\n", column.Name, native(column), c.keys(t, column), c.holds(ctx, column), remark(column.Comment))
	}
	for _, f := range t.Foreign {
		if len(f.Columns) > 1 && c.tells(t.Table, f) {
			fmt.Fprintf(&b, "  (%s) -> %s(%s)\n", strings.Join(f.Columns, ", "), f.Target, strings.Join(f.TargetColumns, ", "))
		}
	}
	return b.String()
}

// told says whether a column may be named.
func (c Catalogue) told(t *db.Table, column string) bool {
	return !c.Denied(t, column) && fence.Usable(column)
}

// tells says whether both ends of a key may be named.
func (c Catalogue) tells(t *db.Table, f db.ForeignKey) bool {
	target := c.Index.Schema.Table(f.Target.String())
	hidden := func(t *db.Table) func(string) bool {
		return func(column string) bool { return t == nil || !c.told(t, column) }
	}
	return fence.Usable(f.Target.Name) && !slices.ContainsFunc(f.Columns, hidden(t)) && !slices.ContainsFunc(f.TargetColumns, hidden(target))
}

// rows is about how many there are.
func (c Catalogue) rows(t *schema.Table) string {
	if c.Values == nil || c.Lasting {
		return ""
	}
	for _, column := range t.Columns {
		if column.Whole {
			return fmt.Sprintf(" (%d rows)", column.Looked)
		}
	}
	if t.Rows > 0 {
		return fmt.Sprintf(" (about %d rows)", rounded(t.Rows))
	}
	return ""
}

// rounded is an estimate to two digits: it is not better than that.
func rounded(n int64) int64 {
	unit := int64(1)
	for n/unit >= 100 {
		unit *= 10
	}
	return (n + unit/2) / unit * unit
}

// native is the column's type as the engine calls it.
func native(c *schema.Column) string {
	if name := fence.Clean(c.Native, 40); name != "" {
		return strings.ToLower(name)
	}
	return "any"
}

func remark(comment string) string {
	if text := fence.Clean(comment, fence.Comment); text != "" {
		return " -- " + text
	}
	return ""
}

// keys says that a column is the primary key, where it points, and where it seems to point.
func (c Catalogue) keys(t *schema.Table, column *schema.Column) string {
	text := ""
	if slices.Contains(t.Primary, column.Name) {
		text = " key"
	}
	for _, f := range t.Foreign {
		if len(f.Columns) != 1 || !strings.EqualFold(f.Columns[0], column.Name) || !c.tells(t.Table, f) {
			continue
		}
		text += " -> " + f.Target.String()
		if len(f.TargetColumns) == 1 {
			text += "." + f.TargetColumns[0]
		}
	}
	return text + c.guesses(t, column)
}

// guesses are the keys that nobody declared.
func (c Catalogue) guesses(t *schema.Table, column *schema.Column) string {
	text := ""
	for _, e := range c.Index.Graph.Of(t) {
		if e.Declared || e.From != t || len(e.FromColumns) != 1 || e.FromColumns[0] != column {
			continue
		}
		if key := e.ToColumns[0]; fence.Usable(e.To.Name) && c.told(e.To.Table, key.Name) {
			text += " ~> " + e.To.String() + "." + key.Name
		}
	}
	return text
}

// holds is what a column's rows hold, where that may be told: the range of its dates, or its values, and what codes mean.
func (c Catalogue) holds(ctx context.Context, column *schema.Column) string {
	if c.Values == nil {
		return ""
	}
	if column.Role != schema.Moment {
		return c.examples(ctx, column) + meanings(column)
	}
	if c.Lasting {
		return ""
	}
	return span(column)
}

// span is from when to when.
func span(c *schema.Column) string {
	if c.Least == nil || c.Greatest == nil {
		return ""
	}
	from, to := fence.Clean(db.Format(c.Least), fence.Value), fence.Clean(db.Format(c.Greatest), fence.Value)
	if from == "" || to == "" {
		return ""
	}
	return " from " + from + " to " + to
}

// common is how many values of a column are told that holds more than are listed.
const common = 5

// examples are the values of a column that holds few, or its commonest. Texts that are another in each row are no categories,
// but names, and often people's: they are told of tables of names alone.
func (c Catalogue) examples(ctx context.Context, column *schema.Column) string {
	if !few(column) {
		return ""
	}
	if all := literals(column, c.Values(ctx, column.Table.Table, column.Name)); len(all) > 0 && column.Complete {
		return " one of " + strings.Join(all, ", ")
	}
	var texts []string
	for _, v := range column.Common[:min(common, len(column.Common))] {
		if v != nil {
			texts = append(texts, db.Format(v))
		}
	}
	if some := literals(column, texts); len(some) > 0 {
		return " such as " + strings.Join(some, ", ")
	}
	return ""
}

// few says that a column's values are kinds, few of them and each of many rows, as far as it was looked at.
func few(c *schema.Column) bool {
	list := c.Table.Class == schema.List
	switch c.Role {
	case schema.Category, schema.Flag:
		return c.Type != db.Boolean && (list || !unique(c))
	case schema.Label:
		return list && c.Complete
	case schema.Free:
		return !c.Complete && c.Distinct > 0 && c.Distinct <= most && c.Looked-c.Nulls > many*int64(c.Distinct)
	}
	return false
}

// many is how many rows a value has at least, on the average, for it to be a kind where it is not known that there are no others.
const many = 20

// unique says that no value is known to stand in two rows.
func unique(c *schema.Column) bool { return int64(c.Distinct) >= c.Looked-c.Nulls }

// literals are values as they stand in SQL.
func literals(c *schema.Column, values []string) []string {
	var out []string
	for _, v := range values {
		text := fence.Clean(v, fence.Value)
		switch {
		case text == "":
		case c.Type.Numeric():
			out = append(out, text)
		default:
			out = append(out, "'"+strings.ReplaceAll(text, "'", "''")+"'")
		}
	}
	return out
}

// meaningsOf is for how many codes of a column it is told what they mean.
const meaningsOf = 15

// meanings are those that a table of codes gives; what a comment says stands in the comment.
func meanings(c *schema.Column) string {
	var out []string
	for _, code := range c.Codes {
		phrase, value := fence.Clean(code.Phrase, fence.Value), ""
		if code.Value != nil {
			value = fence.Clean(db.Format(code.Value), fence.Value)
		}
		if code.Source == schema.CodeTable && phrase != "" && value != "" && len(out) < meaningsOf {
			out = append(out, value+" means "+phrase)
		}
	}
	if len(out) == 0 {
		return ""
	}
	return ": " + strings.Join(out, ", ")
}

// Reader reads the values of columns once.
type Reader struct {
	database db.Database
	mu       sync.Mutex
	known    map[string][]string
}

// NewReader reads from a database.
func NewReader(d db.Database) *Reader { return &Reader{database: d, known: map[string][]string{}} }

// most is how many values of a column are listed.
const most = 12

// Values are all values of a column that holds few; nil for one that holds more.
func (r *Reader) Values(ctx context.Context, t *db.Table, column string) []string {
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
