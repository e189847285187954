package project

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Default filters say which rows do not count unless they are asked for. They are added to statements that were made of
// words, whoever made them; a statement that speaks of the filter's columns itself is left alone there.

// Defaults are the default filters.
func (p *Project) Defaults() []*Definition {
	return slices.DeleteFunc(p.Of(Value), func(d *Definition) bool { return d.Default == "" })
}

// Restrict adds the default filters of the tables that a statement reads. Lifted ones are not added; nor, of tables that the
// statement before read, those that it did not have, and for an edit of it those that it had: there it was decided.
func (p *Project) Restrict(s, before *statement.Statement, edit bool, lifted []*Definition) *statement.Statement {
	had := p.Applied(before)
	list := slices.DeleteFunc(p.Defaults(), func(d *Definition) bool {
		return slices.Contains(lifted, d) || reads(before, d) && (edit || !slices.Contains(had, d))
	})
	if len(list) == 0 || s.Opaque() {
		return s
	}
	q, err := s.Query()
	if err != nil {
		return s
	}
	r := restriction{list: list, metrics: p.Of(MetricKind)}
	r.query(q)
	out, err := q.Build(s.Dialect())
	if err != nil || len(r.added) == 0 {
		return s
	}
	return out
}

// reads says that a statement reads the filter's table.
func reads(s *statement.Statement, d *Definition) bool {
	return s != nil && slices.ContainsFunc(s.References().Tables, func(t statement.TableReference) bool { return strings.EqualFold(t.Name, d.Table.Name) })
}

// wanted is the condition that a default filter adds.
func (d *Definition) wanted() statement.Expr {
	if d.Default == "exclude" {
		return statement.Negated(d.expression, d.nullable)
	}
	return d.expression
}

// restriction adds filters to a query and those within it. metrics are the figures that were defined.
type restriction struct{ list, added, metrics []*Definition }

func (r *restriction) query(q *statement.Query) {
	if q.Set != nil {
		r.query(q.Set.Left)
		r.query(q.Set.Right)
		return
	}
	for i := range q.From {
		if q.From[i].Query != nil {
			r.query(q.From[i].Query)
		}
	}
	for _, list := range [][]statement.Expr{q.Where, q.Having} {
		for i := range list {
			list[i] = list[i].Map(r.within)
		}
	}
	for i := range q.Items {
		q.Items[i].Expr = q.Items[i].Expr.Map(r.within)
	}
	for _, d := range r.list {
		r.block(q, d)
	}
}

// within restricts a sub-query that stands in an expression.
func (r *restriction) within(e statement.Expr) statement.Expr {
	if _, not := e.AsNot(); not {
		return e
	}
	n := len(r.added)
	var made statement.Expr
	if x, q, _, ok := e.AsInQuery(); ok {
		r.query(q)
		made = statement.InQuery(x, q)
	} else if q, _, ok := e.AsExists(); ok {
		r.query(q)
		made = statement.Exists(q)
	} else if q, ok := e.AsScalar(); ok {
		r.query(q)
		made = statement.Scalar(q)
	}
	if len(r.added) == n {
		return e
	}
	return made
}

// block adds a filter for each source that is the filter's table, or, where none is, for each that holds lines of its rows.
func (r *restriction) block(q *statement.Query, d *Definition) {
	if d.Scope == Guessed && r.defined(q) {
		return
	}
	own := func(s statement.Source) bool { return isTable(s, d.Table.Schema, d.Table.Name) }
	if len(d.parts) > 0 && !slices.ContainsFunc(q.From, own) {
		r.lines(q, d)
		return
	}
	for i := range q.From {
		if !isTable(q.From[i], d.Table.Schema, d.Table.Name) || d.referred(q, i) || !d.concerns(q, q.From[i].Name()) {
			continue
		}
		condition, ok := d.on(q, i)
		if !ok || d.spokenOf(q, condition) {
			continue
		}
		if q.From[i].Join == statement.JoinLeft {
			q.From[i].On = statement.And(q.From[i].On, condition)
		} else if q.AddPredicate(condition) != nil {
			continue
		}
		if !slices.Contains(r.added, d) {
			r.added = append(r.added, d)
		}
	}
}

// defined says that all figures of a query are of metrics that say themselves which rows they count: nothing that was only read off the
// database is added to what somebody defined so, while what was taught to leave rows out holds for them too.
func (r *restriction) defined(q *statement.Query) bool {
	own, others := 0, 0
	for _, e := range slices.Concat(expressions(q), q.Having) {
		e.Walk(func(part statement.Expr) bool {
			if !Aggregates(part) {
				return true
			}
			if _, rows := part.Unfiltered(); slices.ContainsFunc(r.metrics, func(d *Definition) bool { return d.countsBy(rows) }) {
				own++
			} else {
				others++
			}
			return false
		})
	}
	return own > 0 && others == 0
}

// countsBy says that a condition is the one by which a metric says of rows whether they count.
func (d *Definition) countsBy(rows statement.Expr) bool {
	if rows.IsZero() || d.Scope == Guessed || d.Column == nil || d.Column.Metric == nil || d.Column.Metric.Counts == nil {
		return false
	}
	return bare(rows).Equal(bare(d.Column.Metric.Counts.Condition.Expression))
}

// lines adds a filter of rows for those that are lines of them, whose figures a query takes without a look at the rows.
func (r *restriction) lines(q *statement.Query, d *Definition) {
	if !d.concerns(q, d.Table.Name) {
		return
	}
	for i := range q.From {
		condition, ok := d.onLines(q, i)
		if !ok || q.From[i].Join == statement.JoinLeft || q.AddPredicate(condition) != nil {
			continue
		}
		if !slices.Contains(r.added, d) {
			r.added = append(r.added, d)
		}
	}
}

// onLines is the condition of a filter on the source at i, whose rows are lines of those of the filter's table; false for other sources.
func (d *Definition) onLines(q *statement.Query, i int) (statement.Expr, bool) {
	at := slices.IndexFunc(d.parts, func(p part) bool { return isTable(q.From[i], p.table.Schema, p.table.Name) })
	if at < 0 {
		return statement.Expr{}, false
	}
	name := q.From[i].Name()
	if len(q.From) == 1 {
		name = ""
	}
	rows := &statement.Query{From: []statement.Source{{Schema: d.Table.Schema, Table: d.Table.Name}}, Items: []statement.Item{{Expr: statement.Column("", d.parts[at].to.Name)}}}
	rows.Where = bare(d.wanted()).Terms()
	return statement.InQuery(statement.Column(name, d.parts[at].key.Name), rows), true
}

// concerns says that the query, which calls the filter's table by a name, asks what the filter holds for, where it does not hold
// for all rows.
func (d *Definition) concerns(q *statement.Query, called string) bool {
	if d.present {
		return d.presently(q, called)
	}
	if d.states {
		return d.toldByState(q, called)
	}
	list := d.figures
	if d.figure != nil {
		list = []*schema.Column{d.figure}
	}
	if len(list) == 0 {
		return true
	}
	of := func(c statement.Expr) bool {
		return slices.ContainsFunc(list, func(f *schema.Column) bool {
			if f.Table != d.Table {
				return slices.ContainsFunc(q.From, func(s statement.Source) bool {
					return isTable(s, f.Table.Schema, f.Table.Name) && sameColumn(c, statement.Column(s.Name(), f.Name))
				})
			}
			return sameColumn(c, statement.Column(called, f.Name))
		})
	}
	if len(d.figures) > 0 && d.told(q, called) {
		return false
	}
	found := false
	for _, e := range slices.Concat(q.Having, expressions(q)) {
		e.Walk(func(part statement.Expr) bool {
			found = found || Aggregates(part) && slices.ContainsFunc(part.Columns(), of)
			return !found
		})
	}
	return found
}

// told says that a query, which calls the filter's table by a name, tells rows apart by a column of the filter: figures by status, or the
// share of what was refunded.
func (d *Definition) told(q *statement.Query, called string) bool {
	found := false
	for _, e := range slices.Concat(expressions(q), q.GroupBy, q.Having) {
		e.Walk(func(part statement.Expr) bool {
			found = found || slices.ContainsFunc(d.expression.Columns(), func(c statement.Expr) bool {
				_, name, _ := c.AsColumn()
				return sameColumn(part, statement.Column(called, name))
			})
			return !found
		})
	}
	return found
}

// presently says that the query takes figures, of rows of versions those of their columns, and speaks of nothing by which the
// table tells how its rows stand.
func (d *Definition) presently(q *statement.Query, called string) bool {
	figures, told := false, false
	is := func(e statement.Expr, list []*schema.Column, which func(*schema.Column) bool) bool {
		return slices.ContainsFunc(list, func(c *schema.Column) bool { return which(c) && sameColumn(e, statement.Column(called, c.Name)) })
	}
	measured := func(e statement.Expr) bool {
		return is(e, d.Table.Measures, func(*schema.Column) bool { return true })
	}
	look := func(e statement.Expr) {
		e.Walk(func(part statement.Expr) bool {
			figures = figures || Aggregates(part) && (d.thing || slices.ContainsFunc(part.Columns(), measured))
			_, _, column := part.AsColumn()
			told = told || column && is(part, d.Table.Columns, (*schema.Column).Stands)
			return true
		})
	}
	for _, e := range slices.Concat(expressions(q), q.GroupBy, q.Where, q.Having) {
		look(e)
	}
	return figures && !told
}

// toldByState says that the query chooses or tells rows by a state of which the filter's table keeps each that a thing had: what is withdrawn
// is so now, while all that was noted of a thing is shown whole.
func (d *Definition) toldByState(q *statement.Query, called string) bool {
	terms := slices.Concat(q.Where, q.GroupBy, q.Having)
	for _, it := range q.Items {
		if _, _, column := it.Expr.AsColumn(); !column {
			terms = append(terms, it.Expr)
		}
	}
	for _, s := range q.From {
		terms = append(terms, s.On)
	}
	found := false
	for _, e := range terms {
		e.Walk(func(part statement.Expr) bool {
			found = found || slices.ContainsFunc(d.Table.Status, func(c *schema.Column) bool { return sameColumn(part, statement.Column(called, c.Name)) })
			return !found
		})
	}
	return found
}

// expressions are what a query shows and sorts by.
func expressions(q *statement.Query) []statement.Expr {
	var out []statement.Expr
	for _, it := range q.Items {
		out = append(out, it.Expr)
	}
	for _, k := range q.OrderBy {
		out = append(out, k.Expr)
	}
	return out
}

func isTable(s statement.Source, in, table string) bool {
	return strings.EqualFold(s.Table, table) && (s.Schema == "" || in == "" || strings.EqualFold(s.Schema, in))
}

// on is the condition with its columns as the query calls them, the filter's own table being the source at i; false when
// the query does not read all of its tables.
func (d *Definition) on(q *statement.Query, i int) (statement.Expr, bool) {
	ok := true
	e := d.wanted().Map(func(part statement.Expr) statement.Expr {
		table, name, isColumn := part.AsColumn()
		switch {
		case !isColumn:
			return part
		case len(q.From) == 1:
			ok = ok && strings.EqualFold(table, d.Table.Name)
			return statement.Column("", name)
		case strings.EqualFold(table, d.Table.Name):
			return statement.Column(q.From[i].Name(), name)
		}
		at := slices.IndexFunc(q.From, func(s statement.Source) bool { return strings.EqualFold(s.Table, table) })
		if ok = ok && at >= 0; !ok {
			return part
		}
		return statement.Column(q.From[at].Name(), name)
	})
	return e, ok
}

// asksFor says that an expression is made of rows by a value of one of some columns, the part of a share: by one that is left out, where
// only such are asked of.
func asksFor(e statement.Expr, of func(statement.Expr) bool, out []statement.Expr) bool {
	asked := func(v statement.Expr) bool { return len(out) == 0 || slices.ContainsFunc(out, v.Equal) }
	found := false
	e.Walk(func(part statement.Expr) bool {
		if x, values, negated, ok := part.AsIn(); ok && !negated && of(x) {
			found = found || slices.ContainsFunc(values, asked)
		}
		if op, l, r, ok := part.AsBinary(); ok && op == "=" && of(l) {
			_, literal := r.AsLiteral()
			found = found || literal && asked(r)
		}
		return !found
	})
	return found
}

// leftOut are the values that a condition lets no row have; none for one that is no list of such.
func leftOut(condition statement.Expr) []statement.Expr {
	if _, values, negated, ok := condition.AsIn(); ok && negated {
		return values
	}
	if op, _, r, ok := condition.AsBinary(); ok && op == "<>" {
		return []statement.Expr{r}
	}
	return nil
}

// spokenOf says that a query decides on the columns of a filter's condition itself: it holds rows to some of their values, groups by
// one, asks whether it has any (of a condition that asks just that, by any bound on it), or has the condition. A group for each row
// decides on nothing, though the filter picks rows by their key or by what they are called.
func (d *Definition) spokenOf(q *statement.Query, condition statement.Expr) bool {
	same := func(e statement.Expr) bool {
		return slices.ContainsFunc(condition.Columns(), func(c statement.Expr) bool { return sameColumn(e, c) })
	}
	if slices.ContainsFunc(q.GroupBy, func(e statement.Expr) bool { return same(e) && !d.tellsRows(e) }) {
		return true
	}
	if slices.ContainsFunc(expressions(q), func(e statement.Expr) bool { return asksFor(e, same, leftOut(condition)) }) {
		return true // a share of those rows is asked for
	}
	_, _, ofNull := condition.AsNull()
	terms := slices.Clone(q.Where)
	for _, s := range q.From {
		terms = append(terms, s.On.Terms()...)
	}
	return slices.ContainsFunc(terms, func(t statement.Expr) bool {
		if of, ok := t.AsNot(); t.Equal(condition) || same(t) || ok && same(of) {
			return true
		}
		if x, _, ok := t.AsNull(); ok {
			return same(x)
		}
		if x, _, negated, ok := t.AsIn(); ok {
			return !negated && same(x)
		}
		op, l, r, ok := t.AsBinary()
		_, literal := r.AsLiteral()
		return ok && literal && same(l) && (op == "=" || ofNull && slices.Contains([]string{"<", "<=", ">", ">="}, op))
	})
}

// tellsRows says that a column tells the rows of the filter's table from each other: their key, or one that they are called by.
func (d *Definition) tellsRows(e statement.Expr) bool {
	_, name, _ := e.AsColumn()
	c := d.Table.Column(name)
	return c != nil && (c == d.Table.PrimaryKey() || slices.Contains(d.Table.Primary, c.Name) || slices.Contains(d.Table.Label, c) && !c.Repeats())
}

// sameColumn compares columns; one without a table may be any table's.
func sameColumn(a, b statement.Expr) bool {
	q, n, ok := a.AsColumn()
	p, m, also := b.AsColumn()
	return ok && also && strings.EqualFold(n, m) && (q == "" || p == "" || strings.EqualFold(q, p))
}

// Without is a statement without some default filters, and whether any was there.
func (p *Project) Without(s *statement.Statement, lifted []*Definition) (*statement.Statement, bool) {
	q, err := s.Query()
	if err != nil || len(lifted) == 0 {
		return s, false
	}
	found := false
	for _, d := range lifted {
		found = d.drop(q) || found
	}
	out, err := q.Build(s.Dialect())
	if err != nil || !found {
		return s, false
	}
	return out, true
}

func (d *Definition) drop(q *statement.Query) bool {
	if q.Set != nil {
		left := d.drop(q.Set.Left)
		return d.drop(q.Set.Right) || left
	}
	found := false
	for i := range q.From {
		if q.From[i].Query != nil {
			found = d.drop(q.From[i].Query) || found
		}
		found = d.recount(q, i) || found
		condition, ok := d.onLines(q, i)
		if isTable(q.From[i], d.Table.Schema, d.Table.Name) {
			condition, ok = d.on(q, i)
		}
		if !ok {
			continue
		}
		found = q.RemovePredicate(condition) == nil || found
		if terms := q.From[i].On.Terms(); slices.ContainsFunc(terms, condition.Equal) {
			q.From[i].On = statement.And(slices.DeleteFunc(terms, condition.Equal)...)
			found = true
		}
	}
	return found
}

// walk gives every expression of a query and below it to f, parents first, columns without their tables, until f is false,
// which skips what is below.
func walk(q *statement.Query, f func(statement.Expr) bool) {
	if q.Set != nil {
		walk(q.Set.Left, f)
		walk(q.Set.Right, f)
		return
	}
	list := slices.Concat(q.Where, q.Having, q.GroupBy, expressions(q))
	for _, s := range q.From {
		if s.Query != nil {
			walk(s.Query, f)
		}
		list = append(list, s.On.Terms()...)
	}
	for _, e := range list {
		bare(e).Walk(f)
		e.Walk(func(part statement.Expr) bool {
			if inner := within(part); inner != nil {
				walk(inner, f)
			}
			return true
		})
	}
}

// within is the sub-query that an expression is; nil for others.
func within(e statement.Expr) *statement.Query {
	if q := e.Subquery(); q != nil {
		return q
	}
	q, _ := e.AsScalar()
	return q
}

// bare is an expression with its columns without their tables.
func bare(e statement.Expr) statement.Expr {
	return e.Map(func(part statement.Expr) statement.Expr {
		if _, name, ok := part.AsColumn(); ok {
			return statement.Column("", name)
		}
		return part
	})
}
