package project

import (
	"fmt"
	"slices"
	"strings"

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
		if column := t.Column(name); column != nil && dated(column) {
			return column, nil
		}
	}
	_, column, err := c.target(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("time: %w", err)
	case column == nil || !dated(column):
		return nil, fmt.Errorf("time: %s is no column of days or times", name)
	case !slices.Contains(tables, column.Table):
		return nil, fmt.Errorf("time: %s is of none of the tables that are read", column)
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
		if key := schema.StandIn(w); key == form || w == form {
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

// dated says that a column holds days or times, in whatever form.
func dated(c *schema.Column) bool {
	return c.Type.Temporal() || c.Role == schema.Moment || c.Coded() != ""
}

// came tells of a filter when rows came to be so: by the moment that was told, of its own table or of those that it looks for rows in, else
// by the one that its condition or its names tell.
func (c *compiler) came(d *Definition, told string) (err error) {
	looked := c.lookedIn(d.expression)
	d.looked = looked
	if told != "" {
		d.moment, err = c.momentOf(told, append([]*schema.Table{d.Table}, looked...))
		d.timed = err == nil
		return err
	}
	if d.moment = d.becameAt(); d.moment == nil && len(looked) == 1 {
		d.moment = c.soWithin(d, looked[0])
	}
	return nil
}

// lookedIn are the tables that a condition looks for rows in.
func (c *compiler) lookedIn(e statement.Expr) []*schema.Table {
	var out []*schema.Table
	e.Walk(func(part statement.Expr) bool {
		if _, not := part.AsNot(); not {
			return true
		}
		if q := part.Subquery(); q != nil {
			for _, s := range q.From {
				if t := c.index.Table(s.Table); t != nil && !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
		return true
	})
	return out
}

// soWithin is the moment of the rows of the one table that a filter looks in, by which it is so at a time: that of all of them, or the one that
// its names or a condition on it alone tell. Nil where which rows are looked for depends on more: nobody knows when that was so.
func (c *compiler) soWithin(d *Definition, t *schema.Table) *schema.Column {
	e := d.expression
	if in, not := e.AsNot(); not {
		e = in
	}
	q := e.Subquery()
	if q == nil || len(q.From) != 1 || q.Set != nil || len(q.Where) > 1 || len(q.GroupBy)+len(q.Having)+len(q.CTEs()) > 0 || !q.Limit.IsZero() {
		return nil
	}
	if len(q.Where) == 0 {
		if t.Moment != nil && t.Moment.Table == t {
			return t.Moment
		}
		return nil
	}
	if held := happeningBy(q.Where[0], t); held != nil {
		return held
	}
	found, _ := doneAt(t, d.deeds())
	return found
}

// becameAt is the moment at which rows came to be what a filter's names say: cancelled_at of "cancelled order", whatever its condition is, or
// the one by which alone its condition says so. Nil where none is known, and for rows that are not so yet.
func (d *Definition) becameAt() *schema.Column {
	found, _ := doneAt(d.Table, d.deeds())
	if held := d.happening(); held != nil {
		found = held
	} else if held := d.bounded(); held != nil {
		found = held
	}
	if found == nil || found == d.Table.Moment || d.lacks(found) {
		return nil
	}
	return found
}

// deeds are the words of a filter's names that say what was done; none of a name that denies it, or puts it off.
func (d *Definition) deeds() []string {
	var said []string
	for _, name := range d.Words {
		words := schema.Words(name)
		if at := slices.IndexFunc(words, func(w string) bool { return w == "without" || w == "no" }); at > 0 {
			words = words[:at] // what was done to rows, and what they lack: "cancelled without a reason"
		}
		if !slices.ContainsFunc(words, func(w string) bool { return notYetWords[w] }) {
			said = append(said, words...)
		}
	}
	return said
}

// happening is the moment by which alone a filter says that something happened: left_on of "left_on is not null"; nil for others.
func (d *Definition) happening() *schema.Column { return happeningBy(d.expression, d.Table) }

func happeningBy(e statement.Expr, t *schema.Table) *schema.Column {
	of, negated, ok := e.AsNull()
	_, name, column := of.AsColumn()
	if c := t.Column(name); ok && negated && column && c != nil && dated(c) {
		return c
	}
	return nil
}

// bounded is the moment that is all that a filter sets a bound to: ends_on of "ends_on < current_date"; nil for others.
func (d *Definition) bounded() *schema.Column {
	op, of, bound, ok := d.expression.AsBinary()
	_, name, column := of.AsColumn()
	if c := d.Table.Column(name); ok && column && c != nil && dated(c) && len(bound.Columns()) == 0 && slices.Contains([]string{"<", "<=", ">", ">="}, op) {
		return c
	}
	return nil
}

// elsewhere says that the moment of a filter is of rows that it looks for in another table.
func (d *Definition) elsewhere() bool { return d.moment != nil && d.moment.Table != d.Table }

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

// Within are the columns that a filter reads of the tables that it looks for rows in: what a definition says was asked for by its name.
func (d *Definition) Within() []*schema.Column {
	var out []*schema.Column
	d.expression.Walk(func(part statement.Expr) bool {
		q := part.Subquery()
		if _, not := part.AsNot(); not || q == nil {
			return true
		}
		walk(q, func(inner statement.Expr) bool {
			_, name, _ := inner.AsColumn()
			for _, t := range d.looked {
				if c := t.Column(name); c != nil && !slices.Contains(out, c) {
					out = append(out, c)
				}
			}
			return true
		})
		return true
	})
	return out
}

// Whenever says that a statement has a filter that looks for rows of another table which happened some day, without a bound on when.
func (d *Definition) Whenever(s *statement.Statement) bool {
	if d.Kind != Value || !slices.ContainsFunc(d.looked, func(t *schema.Table) bool { return t.Moment != nil }) {
		return false
	}
	q, err := s.Query()
	if err != nil {
		return false
	}
	placed := false
	walk(q, func(part statement.Expr) bool {
		placed = placed || !d.anyTime(part).Equal(part)
		return true
	})
	return !placed
}

// says that an expression is a term of a definition, whenever what it looks for was so, and by whichever copy of the key it looks.
func (d *Definition) says(e, term statement.Expr) bool {
	e = d.anyTime(e)
	_, _, not, ok := e.AsInQuery()
	if key, _, denied, looks := term.AsInQuery(); ok && looks && not == denied && d.Kind == Value {
		e = statement.InQuery(key, e.Subquery())
		if not {
			e = statement.Not(e)
		}
	}
	return e.Equal(term)
}

// anyTime is a condition without the bounds that were put on the moment of the rows that a filter looks for: what they are of, whenever they
// were so.
func (d *Definition) anyTime(e statement.Expr) statement.Expr {
	if in, not := e.AsNot(); not {
		return statement.Not(d.anyTime(in))
	}
	q := e.Subquery()
	if q == nil || !d.elsewhere() {
		return e
	}
	n := len(q.Where)
	q.Where = slices.DeleteFunc(q.Where, func(t statement.Expr) bool {
		op, of, _, ok := t.AsBinary()
		_, name, column := of.AsColumn()
		return ok && column && op != "<>" && strings.EqualFold(name, d.moment.Name)
	})
	if len(q.Where) == n {
		return e
	}
	if x, _, _, ok := e.AsInQuery(); ok {
		return statement.InQuery(x, q)
	}
	return statement.Exists(q)
}
