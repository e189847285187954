package semantic

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/project"
)

// carrier says a model in definitions over the columns of the database.
type carrier struct {
	*model
	dialect statement.Dialect
	out     project.Definitions
	places  map[[2]string]project.Place
	// taken are the words that name something already.
	taken map[string]bool
	// parts is how many parts what is being carried has got from what it is made of.
	parts int
}

// mostParts bounds a figure: each one that is made of the one before, twice, doubles it.
const mostParts = 20_000

// put counts an expression that takes the place of a name.
func (c *carrier) put(e statement.Expr) error {
	e.Walk(func(statement.Expr) bool {
		c.parts++
		return c.parts <= mostParts
	})
	if c.parts > mostParts {
		return fmt.Errorf("it is made of more than %d parts", mostParts)
	}
	return nil
}

// carry makes the layer and the verified questions; nil when the model is empty.
func (m *model) carry(d statement.Dialect) (*project.Layer, []project.Question) {
	if len(m.tables) == 0 {
		return nil, nil
	}
	c := &carrier{m, d, project.Definitions{Words: map[string]string{}, Metrics: map[string]project.Metric{}, Filters: map[string]project.Filter{}, Time: map[string]string{}}, map[[2]string]project.Place{}, map[string]bool{}, 0}
	c.names()
	for _, j := range m.joins {
		c.join(j)
	}
	for _, k := range m.metrics {
		c.figure(k)
	}
	for _, f := range m.filters {
		c.filter(f)
	}
	return project.LinkedLayer(m.tables[0].at.file, c.out, c.places), c.questions()
}

// names makes words of the names of tables and fields, those of tables first. A word that names two things names neither.
func (c *carrier) names() {
	for _, t := range c.tables {
		c.taken[project.Lemmas(t.name)], c.taken[project.Lemmas(t.physical)] = true, true
	}
	for _, k := range c.metrics {
		c.taken[project.Lemmas(k.name)] = true
	}
	for _, t := range c.tables {
		words := t.words
		if project.Lemmas(t.name) != project.Lemmas(t.physical) {
			words = append([]string{t.name}, words...)
			c.taken[project.Lemmas(t.name)] = false
		}
		c.call(words, t.physical, t.at)
	}
	several := map[string]string{}
	for _, t := range c.tables {
		for _, f := range t.fields {
			for _, w := range append(slices.Clone(f.words), f.name) {
				if key := project.Lemmas(w); several[key] == "" {
					several[key] = t.name + "." + f.name
				} else if several[key] != t.name+"."+f.name {
					c.taken[key] = true
				}
			}
		}
	}
	for _, t := range c.tables {
		for _, f := range t.fields {
			c.field(t, f)
		}
		if t.time != "" {
			c.timeColumn(t)
		}
	}
}

// call makes words stand for a target, unless they stand for something already.
func (c *carrier) call(words []string, target string, at place) {
	for _, w := range words {
		key := project.Lemmas(w)
		if key == "" || c.taken[key] {
			continue
		}
		c.taken[key] = true
		c.out.Words[said(w)] = target
		c.places[[2]string{"words", said(w)}] = at.of()
	}
}

// field makes the words of a field stand for its column, or for the rows where a field of yes and no is true. Other computed
// fields have no name of their own; metrics use them.
func (c *carrier) field(t *table, f *field) {
	if f.entity != "" {
		return // its name is that of the thing it is a key of
	}
	words := f.words
	if !strings.EqualFold(f.name, last(f.expression)) {
		words = append([]string{f.name}, words...)
	}
	if len(words) == 0 {
		return
	}
	e, err := c.expression(f.expression, t, []string{t.name + "." + f.name})
	if err != nil {
		c.problem(f.at, "the field %s is not read: %v", f.name, err)
		return
	}
	if qualifier, name, ok := e.AsColumn(); ok {
		c.call(words, qualifier+"."+name, f.at)
		return
	}
	if project.Boolean(e) {
		c.named(filter{name: f.name, words: f.words, at: f.at}, e)
		return
	}
	if t.time == f.name && len(e.Columns()) == 1 {
		return // questions speak of it as the time
	}
	c.problem(f.at, "the field %s is computed: metrics use it, and it has no name in questions", f.name)
}

func (c *carrier) timeColumn(t *table) {
	f := t.field(t.time)
	if f == nil {
		f = &field{name: t.time, expression: t.time, at: t.at}
	}
	e, err := c.expression(f.expression, t, []string{t.name + "." + f.name})
	if err != nil {
		return
	}
	if columns := e.Columns(); len(columns) == 1 { // of a column, or of its day
		_, name, _ := columns[0].AsColumn()
		c.out.Time[t.physical] = name
		c.places[[2]string{"time", t.physical}] = f.at.of()
	}
}

func (c *carrier) join(j join) {
	from, err := c.columns(j.from, j.fromColumns)
	if err == nil {
		var to []string
		if to, err = c.columns(j.to, j.toColumns); err == nil {
			c.places[[2]string{"joins", fmt.Sprint(len(c.out.Joins))}] = j.at.of()
			c.out.Joins = append(c.out.Joins, project.Join{From: from, To: to})
		}
	}
	if err != nil {
		c.problem(j.at, "the join of %s and %s is not read: %v", j.from, j.to, err)
	}
}

func (c *carrier) columns(name string, fields []string) ([]string, error) {
	t := c.table(name)
	if t == nil {
		return nil, fmt.Errorf("there is no table %s", name)
	}
	var out []string
	for _, f := range fields {
		e, err := c.expression(f, t, nil)
		if err != nil {
			return nil, err
		}
		qualifier, column, ok := e.AsColumn()
		if !ok {
			return nil, fmt.Errorf("%s is no column", f)
		}
		out = append(out, qualifier+"."+column)
	}
	return out, nil
}

// expression reads SQL over logical tables as one over columns. Columns without a table are of the home table. path are the
// fields and metrics being read: one that is made of itself is a column.
func (c *carrier) expression(text string, home *table, path []string) (statement.Expr, error) {
	return c.mapped(text, func(qualifier, name string, _ bool) (statement.Expr, error) {
		return c.column(qualifier, name, home, path)
	})
}

// figures is an expression that aggregates by itself: what it does not aggregate may be a metric.
func (c *carrier) figures(text string, home *table, path []string) (statement.Expr, error) {
	return c.mapped(text, func(qualifier, name string, aggregated bool) (statement.Expr, error) {
		at := strings.ToLower(name)
		t := home
		if qualifier != "" {
			t = c.table(last(qualifier))
		}
		k := c.metric(name)
		if aggregated || k == nil || slices.Contains(path, at) || t != nil && k.home != t {
			return c.column(qualifier, name, home, path)
		}
		return c.value(k, append(slices.Clone(path), at))
	})
}

// mapped is an expression with its columns replaced; f is told whether a column stands within an aggregate.
func (c *carrier) mapped(text string, f func(qualifier, name string, aggregated bool) (statement.Expr, error)) (statement.Expr, error) {
	e, err := project.Expression(text, c.dialect, nil)
	if err != nil {
		return e, err
	}
	aggregated := map[string]bool{}
	e.Walk(func(part statement.Expr) bool {
		_, _, _, _, call := part.AsCall()
		if !call || !part.Aggregate() {
			return true
		}
		for _, column := range part.Columns() {
			aggregated[column.SQL()] = true
		}
		return false
	})
	out := e.Map(func(part statement.Expr) statement.Expr {
		qualifier, name, ok := part.AsColumn()
		if !ok || err != nil {
			return part
		}
		var found statement.Expr
		if found, err = f(qualifier, name, aggregated[part.SQL()]); err == nil {
			err = c.put(found)
		}
		if err != nil {
			return part
		}
		return found
	})
	return out, err
}

func (c *carrier) column(qualifier, name string, home *table, path []string) (statement.Expr, error) {
	t := home
	if qualifier != "" {
		t = c.table(last(qualifier))
	}
	switch {
	case t == nil && qualifier != "":
		return statement.Expr{}, fmt.Errorf("there is no table %s", qualifier)
	case t == nil:
		return statement.Expr{}, fmt.Errorf("there is no metric or field %s", name)
	}
	at := t.name + "." + name
	inside := slices.ContainsFunc(path, func(p string) bool { return strings.EqualFold(p, at) })
	if f := t.field(name); f != nil && f.expression != "" && !inside {
		return c.expression(f.expression, t, append(slices.Clone(path), at))
	}
	return statement.Column(t.physical, name), nil
}

// figure carries a metric over.
func (c *carrier) figure(k *metric) {
	c.parts = 0
	e, err := c.value(k, []string{strings.ToLower(k.name)})
	if err != nil {
		c.problem(k.at, "the metric %s is not read: %v", k.name, err)
		return
	}
	name := said(k.name)
	c.out.Metrics[name] = project.Metric{Expression: project.SQL(e, c.dialect), Words: c.free(k.words), Description: k.description, Verified: "its semantic model"}
	c.places[[2]string{"metrics", name}] = k.at.of()
}

// free are the words that name nothing yet.
func (c *carrier) free(words []string) []string {
	var out []string
	for _, w := range words {
		if key := project.Lemmas(w); !c.taken[key] {
			c.taken[key] = true
			out = append(out, said(w))
		}
	}
	return out
}

// value is the expression of a metric, its filters within.
func (c *carrier) value(k *metric, path []string) (statement.Expr, error) {
	e, err := c.unfiltered(k, path)
	if err != nil || len(k.filters) == 0 {
		return e, err
	}
	return c.restricted(e, k.filters, k.home)
}

func (c *carrier) restricted(e statement.Expr, filters []string, home *table) (statement.Expr, error) {
	for _, text := range filters {
		condition, err := c.expression(text, home, nil)
		if err != nil {
			return e, err
		}
		e = project.Filtered(e, condition)
	}
	return e, nil
}

func (c *carrier) unfiltered(k *metric, path []string) (statement.Expr, error) {
	if len(k.inputs) > 0 {
		return c.computed(k, path)
	}
	if k.aggregate == "" {
		e, err := c.figures(k.expression, k.home, path)
		if err != nil {
			return e, err
		}
		return c.counted(e, k.home)
	}
	if k.home != nil && (k.expression == "1" || k.expression == "*") {
		return c.rows(k.home)
	}
	of := strings.ToLower(k.name)
	if k.home != nil {
		of = k.home.name + "." + k.name // a measure is made of the column of its name
	}
	e, err := c.expression(k.expression, k.home, []string{of})
	if err != nil {
		return e, err
	}
	return c.aggregated(k, e)
}

// rows counts the rows of a table, by a key that each has.
func (c *carrier) rows(t *table) (statement.Expr, error) {
	if t.key == "" {
		return statement.Expr{}, fmt.Errorf("it counts rows of %s, whose key is not said", t.name)
	}
	e, err := c.expression(t.key, t, nil)
	return statement.Call("count", e), err
}

// counted is a figure whose count(*) says of which table: beside other tables it would count theirs.
func (c *carrier) counted(e statement.Expr, home *table) (statement.Expr, error) {
	if home == nil {
		return e, nil
	}
	var wrong error
	out := e.Map(func(part statement.Expr) statement.Expr {
		if name, _, star, _, ok := part.AsCall(); !ok || !star || name != "count" {
			return part
		}
		rows, err := c.rows(home)
		if err != nil {
			wrong = err
		}
		return rows
	})
	if wrong != nil {
		return e, wrong
	}
	return out, nil
}

func (c *carrier) aggregated(k *metric, e statement.Expr) (statement.Expr, error) {
	switch strings.ToLower(k.aggregate) {
	case "sum", "min", "max", "count":
		return statement.Call(strings.ToLower(k.aggregate), e), nil
	case "avg", "average":
		return statement.Call("avg", e), nil
	case "count_distinct", "distinct_count", "countdistinct":
		return statement.Call("count", e).Distinct(), nil
	case "sum_boolean":
		return statement.Call("count", statement.Literal(1)).Filter(e), nil
	case "median", "percentile":
		if c.dialect == statement.SQLite {
			return e, fmt.Errorf("SQLite has no %s", k.aggregate)
		}
		share := k.share
		if strings.EqualFold(k.aggregate, "median") {
			share = 0.5
		}
		return statement.Call("percentile_cont", statement.Literal(share)).WithinGroup(statement.Key{Expr: e}), nil
	}
	return e, fmt.Errorf("its aggregate %q is not known", k.aggregate)
}

// computed is a metric made of others: of the first over the second, or an expression over their aliases.
func (c *carrier) computed(k *metric, path []string) (statement.Expr, error) {
	values := make([]statement.Expr, len(k.inputs))
	for n, i := range k.inputs {
		of := c.metric(i.metric)
		at := strings.ToLower(i.metric)
		if of == nil {
			return statement.Expr{}, fmt.Errorf("there is no metric %s", i.metric)
		}
		if slices.Contains(path, at) {
			return statement.Expr{}, fmt.Errorf("it is made of itself")
		}
		e, err := c.value(of, append(slices.Clone(path), at))
		if err == nil {
			e, err = c.restricted(e, i.filters, of.home)
		}
		if err != nil {
			return e, err
		}
		if err := c.put(e); err != nil {
			return e, err
		}
		values[n] = e
	}
	if k.ratio {
		if len(k.inputs) != 2 {
			return statement.Expr{}, fmt.Errorf("a ratio is of two metrics")
		}
		return c.dialect.Divide(values[0], values[1]), nil
	}
	e, err := project.Expression(k.expression, c.dialect, nil)
	if err != nil {
		return e, err
	}
	e = e.Map(func(part statement.Expr) statement.Expr {
		_, name, ok := part.AsColumn()
		if !ok || err != nil {
			return part
		}
		at := slices.IndexFunc(k.inputs, func(i input) bool { return strings.EqualFold(i.alias, name) })
		if at < 0 {
			err = fmt.Errorf("%s is none of the metrics that it is made of", name)
			return part
		}
		if err = c.put(values[at]); err != nil {
			return part
		}
		return values[at]
	})
	return e, err
}

func (c *carrier) filter(f filter) {
	c.parts = 0
	e, err := c.expression(f.condition, f.home, nil)
	if err == nil && !project.Boolean(e) {
		err = fmt.Errorf("%q is no condition", f.condition)
	}
	if err != nil {
		c.problem(f.at, "the filter %s is not read: %v", f.name, err)
		return
	}
	c.named(f, e)
}

func (c *carrier) named(f filter, e statement.Expr) {
	name := said(f.name)
	c.out.Filters[name] = project.Filter{Condition: project.SQL(e, c.dialect), Words: c.free(f.words), Description: f.description}
	c.places[[2]string{"filters", name}] = f.at.of()
}

var identifier = regexp.MustCompile(`\w+`)

// questions are the verified ones whose SQL speaks of tables and columns by the names that they have in the database.
func (c *carrier) questions() []project.Question {
	logical := map[string]bool{}
	for _, t := range c.tables {
		if !strings.EqualFold(t.name, t.physical) {
			logical[strings.ToLower(t.name)] = true
		}
		for _, f := range t.fields {
			if !strings.EqualFold(f.name, last(f.expression)) {
				logical[strings.ToLower(f.name)] = true
			}
		}
	}
	var out []project.Question
	for _, q := range c.model.questions {
		sql := strings.TrimSuffix(strings.TrimSpace(q.sql), ";")
		other := slices.ContainsFunc(identifier.FindAllString(sql, -1), func(w string) bool { return logical[strings.ToLower(w)] || strings.HasPrefix(w, "__") })
		if other || q.text == "" || sql == "" {
			c.problem(q.at, "the verified question %q is not read: its SQL speaks of logical names", q.text)
			continue
		}
		out = append(out, project.Question{Text: q.text, SQL: sql, File: fmt.Sprintf("%s:%d", q.at.file, q.at.line)})
	}
	return out
}
