package project

import (
	"fmt"
	"slices"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file tells when figures are: by the moment that was told of them, of their table, or of what their words say was done.

// momentOf is the time column of a figure, of one of its tables; nil for none.
func (c *compiler) momentOf(name string, tables []*schema.Table) (*schema.Column, error) {
	if name == "" {
		return timed(tables), nil
	}
	for _, t := range tables {
		if column := t.Column(name); column != nil && column.Type.Temporal() {
			return column, nil
		}
	}
	_, column, err := c.target(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("time: %w", err)
	case column == nil || !column.Type.Temporal():
		return nil, fmt.Errorf("time: %s is no column of days or times", name)
	case !slices.Contains(tables, column.Table):
		return nil, fmt.Errorf("time: %s is of none of the figure's tables", column)
	}
	return column, nil
}

// timed is the moment that was told of the documents whose lines a figure is over, where none was told of the lines: order_items are of the
// day of their order, whatever else is known of them. Nil for other rows, and where the lines have such a moment of their own.
func timed(tables []*schema.Table) *schema.Column {
	lines := tables[0]
	if lines.Timed {
		return nil
	}
	for _, t := range tables[1:] {
		if t.Timed && !slices.ContainsFunc(t.Words, func(w string) bool { return !slices.Contains(lines.Words, w) }) {
			return t.Moment
		}
	}
	return nil
}

// standsFor makes a word stand for a metric that lies on the calendar by a moment.
func (c *compiler) standsFor(word string, d *Definition, moment *schema.Column) *schema.Column {
	column := c.teacher.Metric(word, d.Name, d.expression, d.tables, c.sides(d)...)
	column.Metric.Moment, column.Metric.Said = moment, d.said()
	for _, other := range column.Metric.Otherwise {
		other.Metric.Moment = moment
	}
	if c.dialect == statement.SQLite {
		delete(column.Metric.Otherwise, "median") // it has none
	}
	return column
}

// happenedAt is the moment of a figure that is called so: the one that was defined, else that at which was done what the words say,
// "barrels packaged" of packaged_on. Nil for its table's own.
func (d *Definition) happenedAt(form string) *schema.Column {
	if d.timed || len(d.sides) > 0 {
		return d.moment
	}
	var said []string
	for _, w := range d.Words {
		if key, _ := keyOfName(d, w); key == form || w == form {
			said = schema.Words(w)
		}
	}
	found, several := doneAt(d.tables[0], said)
	if found == nil || several || found == d.tables[0].Moment {
		return d.moment
	}
	return found
}

// doneAt is the moment of a table's rows at which was done what words say, and whether there are several.
func doneAt(t *schema.Table, said []string) (found *schema.Column, several bool) {
	for _, w := range said {
		for _, column := range t.Columns {
			if !column.Type.Temporal() || column.Hidden || !schema.Participle(w) || !slices.ContainsFunc(column.Words, func(own string) bool { return schema.Kin(own) == schema.Kin(w) }) {
				continue
			}
			if found != nil && found != column {
				return nil, true
			}
			found = column
		}
	}
	return found, false
}

// becameAt is the moment at which rows came to be what a filter's names say: cancelled_at of "cancelled order", whatever its condition is.
// Nil where none is known, and for rows that are not so yet.
func (d *Definition) becameAt() *schema.Column {
	var said []string
	for _, name := range d.Words {
		words := schema.Words(name)
		if !slices.ContainsFunc(words, func(w string) bool { return notYetWords[w] }) {
			said = append(said, words...)
		}
	}
	found, _ := doneAt(d.Table, said)
	if held := d.happening(); held != nil {
		found = held
	}
	if found == nil || found == d.Table.Moment || d.lacks(found) {
		return nil
	}
	return found
}

// happening is the moment by which alone a filter says that something happened: left_on of "left_on is not null"; nil for others.
func (d *Definition) happening() *schema.Column {
	of, negated, ok := d.expression.AsNull()
	_, name, column := of.AsColumn()
	if c := d.Table.Column(name); ok && negated && column && c != nil && c.Type.Temporal() {
		return c
	}
	return nil
}

// lacks says that rows of a filter have no such moment.
func (d *Definition) lacks(moment *schema.Column) bool {
	lacks := false
	d.expression.Walk(func(part statement.Expr) bool {
		of, negated, ok := part.AsNull()
		_, name, _ := of.AsColumn()
		lacks = lacks || ok && !negated && d.Table.Column(name) == moment
		return true
	})
	return lacks
}

// notYetWords are words of a filter's name that deny, or put off, what its participle says was done.
var notYetWords = map[string]bool{"not": true, "no": true, "without": true, "yet": true, "still": true, "never": true, "to": true, "awaiting": true, "waiting": true, "pending": true}
