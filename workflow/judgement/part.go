package judgement

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// parts are what a statement is made of, through all its sub-queries.
type parts struct {
	tables     []*schema.Table // each once, in order
	columns    map[*schema.Column]bool
	conditions []condition
	// texts and numbers are all literals; names the words of aliases.
	texts   []string
	numbers []float64
	names   map[string]bool
	calls   map[string]bool // functions and operators, by name
	// shown are the columns of the outermost list, items what it is made of, stars apart.
	shown                                     []*schema.Column
	items                                     []item
	star, grouped, ordered, limited, distinct bool
	// wide says that the columns of every table are shown, not those of one.
	wide                                          bool
	nested, set, window, negated, unequal, divide bool
	temporal, nulls, like                         bool
	// one says that the rows are put together as a whole: figures, and no groups.
	one bool
	// either says that rows of one kind or another are wanted, which may stand beside each other.
	either bool
	joins  int
	// beside says that the rows shown are made of those of several tables.
	beside bool
}

// item is one column of the result: the columns it is made of, and the words of its alias.
type item struct {
	columns []*schema.Column
	words   []string
}

// condition compares a column with literals.
type condition struct {
	column *schema.Column
	op     string
	texts  []string
	values []float64
	sql    string
}

// partsOf reads a query.
func partsOf(x *schema.Index, q *statement.Query) *parts {
	p := &parts{columns: map[*schema.Column]bool{}, names: map[string]bool{}, calls: map[string]bool{}}
	s := scanner{index: x, parts: p}
	s.query(q, nil, 0)
	return p
}

// scanner walks a query and its sub-queries.
type scanner struct {
	index *schema.Index
	parts *parts
}

// scope are the tables that columns of a query may belong to, by the names they have there, and those around it.
type scope struct {
	tables map[string]*schema.Table
	outer  *scope
}

// deepest bounds how far sub-queries are followed.
const deepest = 12

func (s scanner) query(q *statement.Query, outer *scope, depth int) {
	if q == nil || depth > deepest {
		return
	}
	p := s.parts
	p.nested = p.nested || depth > 0
	p.one = p.one || depth == 0 && len(q.GroupBy) == 0 && slices.ContainsFunc(q.Items, func(it statement.Item) bool { return it.Expr.Aggregate() })
	for _, name := range q.CTEs() {
		s.query(q.CTE(name), outer, depth+1)
	}
	if q.Set != nil {
		p.set = true
		p.negated = p.negated || q.Set.Kind == statement.Except
		s.query(q.Set.Left, outer, depth)
		s.query(q.Set.Right, outer, depth)
	}
	in := &scope{tables: map[string]*schema.Table{}, outer: outer}
	for i, source := range q.From {
		p.joins += min(i, 1)
		p.beside = p.beside || i > 0 && depth == 0
		s.source(source, in, depth)
	}
	s.clauses(q, in, depth)
}

func (s scanner) source(source statement.Source, in *scope, depth int) {
	if source.Query != nil {
		s.query(source.Query, in, depth+1)
		return
	}
	t := s.index.Table(source.Table)
	if t == nil {
		return
	}
	in.tables[strings.ToLower(source.Name())] = t
	if !slices.Contains(s.parts.tables, t) {
		s.parts.tables = append(s.parts.tables, t)
	}
}

func (s scanner) clauses(q *statement.Query, in *scope, depth int) {
	p := s.parts
	p.grouped = p.grouped || len(q.GroupBy) > 0
	p.ordered = p.ordered || len(q.OrderBy) > 0
	p.limited = p.limited || !q.Limit.IsZero()
	p.distinct = p.distinct || q.Distinct
	for _, item := range q.Items {
		s.item(item, in, depth)
	}
	for _, source := range q.From {
		s.expr(source.On, in, depth)
		for _, term := range source.On.Terms() {
			s.condition(term, in)
		}
	}
	for _, term := range slices.Concat(q.Where, q.Having) {
		s.expr(term, in, depth)
		s.condition(term, in)
	}
	for _, e := range q.GroupBy {
		s.expr(e, in, depth)
	}
	for _, k := range q.OrderBy {
		s.expr(k.Expr, in, depth)
	}
	s.expr(q.Limit, in, depth)
}

func (s scanner) item(shown statement.Item, in *scope, depth int) {
	p := s.parts
	var words []string
	for _, w := range schema.Split(shown.Alias) {
		words = append(words, schema.Lemma(strings.ToLower(w)))
		p.names[schema.Lemma(strings.ToLower(w))] = true
	}
	if of, ok := shown.Expr.AsStar(); ok && depth == 0 {
		p.star, p.wide = true, p.wide || of == ""
	}
	s.expr(shown.Expr, in, depth)
	if depth > 0 {
		return
	}
	var columns []*schema.Column
	for _, c := range shown.Expr.Columns() {
		if column := s.resolve(c, in); column != nil {
			columns = append(columns, column)
		}
	}
	p.shown = append(p.shown, columns...)
	if len(columns) > 0 {
		p.items = append(p.items, item{columns, words})
	}
}

// resolve finds the column of a reference.
func (s scanner) resolve(e statement.Expr, in *scope) *schema.Column {
	qualifier, name, ok := e.AsColumn()
	if !ok {
		return nil
	}
	for ; in != nil; in = in.outer {
		if qualifier != "" {
			if t := in.tables[strings.ToLower(qualifier)]; t != nil {
				return t.Column(name)
			}
			continue
		}
		for _, t := range in.tables {
			if c := t.Column(name); c != nil {
				return c
			}
		}
	}
	return nil
}

// expr notes everything below an expression, and enters its sub-queries.
func (s scanner) expr(e statement.Expr, in *scope, depth int) {
	p := s.parts
	e.Walk(func(x statement.Expr) bool {
		if c := s.resolve(x, in); c != nil {
			p.columns[c] = true
		}
		if v, ok := x.AsLiteral(); ok {
			p.literal(v)
		}
		s.call(x)
		s.inner(x, in, depth)
		if terms, ok := x.AsOr(); ok {
			p.either = true
			for _, t := range terms {
				for _, term := range t.Terms() {
					s.condition(term, in)
				}
			}
		}
		return true
	})
}

func (p *parts) literal(v any) {
	switch v := v.(type) {
	case string:
		p.texts = append(p.texts, strings.ToLower(v))
	case int64:
		p.numbers = append(p.numbers, float64(v))
	case float64:
		p.numbers = append(p.numbers, v)
	}
}

// inner enters a sub-query.
func (s scanner) inner(x statement.Expr, in *scope, depth int) {
	if _, q, negated, ok := x.AsInQuery(); ok {
		s.parts.negated = s.parts.negated || negated
		s.query(q, in, depth+1)
	} else if q, negated, ok := x.AsExists(); ok {
		s.parts.negated = s.parts.negated || negated
		s.query(q, in, depth+1)
	} else if q, ok := x.AsScalar(); ok {
		s.query(q, in, depth+1)
	}
}

// call notes what an expression does.
func (s scanner) call(x statement.Expr) {
	p := s.parts
	p.window = p.window || x.IsWindow()
	if name, _, _, distinct, ok := x.AsCall(); ok {
		p.calls[strings.ToLower(name)] = true
		p.distinct = p.distinct || distinct
		p.temporal = p.temporal || temporalCall[strings.ToLower(name)]
	}
	if op, _, _, ok := x.AsBinary(); ok {
		p.calls[op] = true
		p.divide = p.divide || op == "/"
		p.unequal = p.unequal || op == "<" || op == ">" || op == "<=" || op == ">="
		p.negated = p.negated || op == "<>" || strings.HasPrefix(op, "not ") || op == "is distinct from"
		p.like = p.like || strings.HasSuffix(op, "like")
	}
	if _, _, _, negated, ok := x.AsBetween(); ok {
		p.unequal, p.negated = true, p.negated || negated
	}
	if _, _, negated, ok := x.AsIn(); ok {
		p.negated = p.negated || negated
	}
	if _, ok := x.AsNot(); ok {
		p.negated = true
	}
	if _, _, ok := x.AsNull(); ok {
		p.nulls = true
	}
}

var temporalCall = map[string]bool{
	"date_trunc": true, "date": true, "strftime": true, "extract": true, "date_part": true, "now": true, "age": true, "julianday": true,
	"to_char": true, "datetime": true, "year": true, "month": true, "date_diff": true, "current_date": true,
}

// condition notes a comparison of a column with literals.
func (s scanner) condition(e statement.Expr, in *scope) {
	var left statement.Expr
	var right []statement.Expr
	op := ""
	if x, lo, hi, _, ok := e.AsBetween(); ok {
		left, right, op = x, []statement.Expr{lo, hi}, "between"
	} else if x, list, negated, ok := e.AsIn(); ok {
		left, right, op = x, list, map[bool]string{false: "in", true: "not in"}[negated]
	} else if o, l, r, ok := e.AsBinary(); ok {
		left, right, op = l, []statement.Expr{r}, o
	} else if x, negated, ok := e.AsNull(); ok {
		left, op = x, map[bool]string{false: "null", true: "not null"}[negated]
	} else if inner, ok := e.AsNot(); ok {
		left, op = inner, "not"
	} else if c := s.resolve(e, in); c != nil {
		left, op = e, "is"
	}
	s.compare(e, left, right, op, in)
}

func (s scanner) compare(e, left statement.Expr, right []statement.Expr, op string, in *scope) {
	columns := left.Columns()
	if len(columns) != 1 {
		return
	}
	c := condition{column: s.resolve(columns[0], in), op: op, sql: e.SQL()}
	if c.column == nil {
		return
	}
	if _, _, bare := left.AsColumn(); !bare {
		c.op = "of " + op // of what was computed from the column
	}
	for _, r := range right {
		if len(r.Columns()) > 0 {
			return // a join, or a comparison of two columns
		}
		r.Walk(func(x statement.Expr) bool {
			switch v, _ := x.AsLiteral(); v := v.(type) {
			case string:
				c.texts = append(c.texts, v)
			case int64:
				c.values = append(c.values, float64(v))
			case float64:
				c.values = append(c.values, v)
			}
			return true
		})
	}
	s.parts.conditions = append(s.parts.conditions, c)
}

// ownTime says whether a condition is on the time at which rows of a table came to be.
func (p *parts) ownTime() bool {
	return slices.ContainsFunc(p.conditions, func(c condition) bool { return c.column == c.column.Table.Moment })
}

// temporalPart says whether the statement speaks of time: a condition on a date, or a function of one.
func (p *parts) temporalPart() bool {
	if p.temporal {
		return true
	}
	for c := range p.columns {
		if c.Role == schema.Moment {
			return true
		}
	}
	return false
}
