package project

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// Compile takes layers into the index of a database, earlier ones first, and gives what is known then. called are the names
// by which files speak of the database. The index must not be shared yet.
func Compile(x *schema.Index, d statement.Dialect, called []string, layers ...*Layer) *Project {
	c := &compiler{index: x, dialect: d, project: &Project{Layers: layers, Required: map[string][]string{}, WeekStart: time.Monday, FiscalStart: time.January, dialect: d, called: called}, known: map[definitionKey]bool{}}
	var sets []definitions
	for _, l := range layers {
		sets = append(sets, definitions{&l.Definitions, l, ""})
		for _, name := range slices.Sorted(maps.Keys(l.Databases)) {
			if slices.ContainsFunc(called, func(s string) bool { return strings.EqualFold(s, name) }) {
				own := l.Databases[name]
				sets = append(sets, definitions{&own, l, join("databases", name)})
			}
		}
	}
	x.Teach(func(t schema.Teacher) {
		c.teacher = t
		c.guesses()
		c.comments()
		c.voids()
		for _, pass := range []func(definitions){c.hidden, c.joins, c.times, c.words, c.filters, c.metrics, c.settings} {
			for _, s := range sets {
				pass(s)
			}
		}
		c.roles()
		c.nouns()
	})
	c.outdone()
	if more := c.wrongs - len(c.project.Problems); more > 0 {
		c.project.Problems = append(c.project.Problems, moreOf(FileName, more))
	}
	c.project.phrases, c.project.plain, c.project.index = phrasesOf(c.project.Definitions, x), plainNamesOf(c.project.Definitions, x), x
	c.project.holds, c.project.stands = valuesOf(x), standInsOf(c.project.phrases, c.project.plain)
	return c.project
}

// outdone lets default filters that were only guessed stay away where somebody said by the same columns which rows count; what is said of
// the very same rows is another word for them.
func (c *compiler) outdone() {
	for _, guess := range c.project.Defaults() {
		if guess.Scope != Guessed {
			continue
		}
		for _, d := range c.project.Of(Value) {
			if d.Scope == Guessed || d.Default == "" && !d.included || d.Table != guess.Table || !slices.ContainsFunc(guess.Columns(), func(column *schema.Column) bool { return slices.Contains(d.Columns(), column) }) {
				continue
			}
			if !d.included && d.wanted().Equal(guess.wanted()) {
				d.Words = append(slices.Clip(d.Words), guess.Words...)
			}
			guess.Default = ""
		}
	}
}

// definitions are those of one place of a file.
type definitions struct {
	*Definitions
	layer *Layer
	path  string
}

func (s definitions) at(keys ...string) string {
	path := s.path
	for _, k := range keys {
		path = join(path, k)
	}
	return path
}

// inOrder are names of entries as they stand in the file.
func (s definitions) inOrder(kind string, names []string) []string {
	slices.SortStableFunc(names, func(a, b string) int {
		return cmp.Compare(s.layer.line(s.at(kind, a)), s.layer.line(s.at(kind, b)))
	})
	return names
}

type compiler struct {
	index   *schema.Index
	teacher schema.Teacher
	dialect statement.Dialect
	project *Project
	known   map[definitionKey]bool // of which there are definitions
	wrongs  int                    // with those that are not told
}

func (c *compiler) wrong(s definitions, path string, err error) {
	if c.wrongs++; c.wrongs > mostProblems {
		return
	}
	p := s.layer.problem(path, "%s has no effect: %v", spoken(strings.TrimPrefix(strings.TrimPrefix(path, s.path), pathSeparator)), err)
	c.project.Problems = append(c.project.Problems, p)
}

// define notes a definition; one of the same kind and name of an earlier layer gives way. Who names the very rows that
// do not count untaught says nothing of whether they do: that stays (see outdone).
func (c *compiler) define(s definitions, path string, d *Definition) {
	d.Scope, d.File, d.Line = s.layer.Scope, s.layer.file(path), s.layer.line(path)
	if len(d.Words) == 0 {
		d.Words = []string{d.Name}
	}
	d.nullable = (&schema.Metric{Expression: d.expression, Tables: d.tables}).Nullable()
	key := definitionKey{d.Kind, d.Table, d.Name}
	if c.known[key] {
		c.project.Definitions = slices.DeleteFunc(c.project.Definitions, func(o *Definition) bool {
			return o.Kind == d.Kind && o.Table == d.Table && o.Name == d.Name && o.Scope < d.Scope && (o.Scope > Guessed || o.Default == "" || !o.expression.Equal(d.expression))
		})
	}
	c.known[key] = true
	c.project.Definitions = append(c.project.Definitions, d)
}

// definitionKey is what two layers' definitions of the same have in common.
type definitionKey struct {
	kind  Kind
	table *schema.Table
	name  string
}

func (c *compiler) hidden(s definitions) {
	var hidden []*schema.Column
	for i, target := range s.Hidden {
		path := s.at("hidden", fmt.Sprint(i))
		t, column, err := c.target(target)
		if err != nil {
			c.wrong(s, path, err)
			continue
		}
		if column != nil {
			hidden = append(hidden, column)
		} else {
			hidden = append(hidden, t.Columns...)
		}
		c.define(s, path, &Definition{Kind: HiddenKind, Name: target, Text: "hidden", Table: t, Column: column})
	}
	if len(hidden) > 0 {
		c.teacher.Hide(hidden...)
	}
}

// target is the table, or the column of a table, that a text names.
func (c *compiler) target(text string) (*schema.Table, *schema.Column, error) {
	if t := c.index.Table(text); t != nil {
		return t, nil, nil
	}
	at := strings.LastIndexByte(text, '.')
	if at < 0 {
		return c.bare(text)
	}
	for i := range text { // names have dots too: "Clients.Client No."
		if text[i] != '.' {
			continue
		}
		if t := c.index.Table(text[:i]); t != nil && t.Column(text[i+1:]) != nil {
			return t, t.Column(text[i+1:]), nil
		}
	}
	t := c.index.Table(text[:at])
	if t == nil {
		return nil, nil, fmt.Errorf("there is no table %s%s", text[:at], meant(text[:at], tableNames(c.index)))
	}
	column := t.Column(text[at+1:])
	if column == nil {
		return nil, nil, fmt.Errorf("there is no column %s%s", text, meant(text[at+1:], columnNames(t)))
	}
	return t, column, nil
}

// bare is the one column of that name.
func (c *compiler) bare(name string) (*schema.Table, *schema.Column, error) {
	var found *schema.Column
	for _, t := range c.index.Tables {
		column := t.Column(name)
		if column != nil && found != nil {
			return nil, nil, fmt.Errorf("several tables have %s: say which, as %s or %s", name, found, column)
		}
		if column != nil {
			found = column
		}
	}
	if found == nil {
		return nil, nil, fmt.Errorf("there is no table or column %s%s", name, meant(name, append(tableNames(c.index), columnNames(c.index.Tables...)...)))
	}
	return found.Table, found, nil
}

func (c *compiler) joins(s definitions) {
	for i, j := range s.Joins {
		path := s.at("joins", fmt.Sprint(i))
		from, err := c.columns(j.From)
		if err != nil {
			c.wrong(s, path, err)
			continue
		}
		to, err := c.columns(j.To)
		if err == nil && (len(from) != len(to) || len(to) == 0) {
			err = fmt.Errorf("from and to must name as many columns")
		}
		if err == nil && from[0].Type.Numeric() != to[0].Type.Numeric() {
			err = fmt.Errorf("%s is %s and %s is %s", from[0], from[0].Native, to[0], to[0].Native)
		}
		if err != nil {
			c.wrong(s, path, err)
			continue
		}
		c.teacher.Key(from, to, j.Role)
		d := &Definition{Kind: JoinKind, Name: strings.Join(j.From, ", "), Text: strings.Join(j.To, ", "), Table: from[0].Table, Column: from[0]}
		if j.Role != "" && c.named(s, join(path, "role"), j.Role) {
			d.Words = []string{j.Role}
			c.teacher.Column(j.Role, from[0])
		}
		c.define(s, path, d)
	}
}

func (c *compiler) columns(targets []string) ([]*schema.Column, error) {
	var out []*schema.Column
	for _, text := range targets {
		_, column, err := c.target(text)
		if err == nil && column == nil {
			err = fmt.Errorf("%s is a table: name its column", text)
		}
		if err == nil && len(out) > 0 && column.Table != out[0].Table {
			err = fmt.Errorf("%s and %s are of different tables", out[0], column)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, column)
	}
	return out, nil
}

// times are time columns and labels: of a table, written with it or without.
func (c *compiler) times(s definitions) {
	for _, table := range slices.Sorted(maps.Keys(s.Time)) {
		if columns := c.within(s, s.at("time", table), table, []string{s.Time[table]}); columns != nil {
			c.teacher.Moment(columns[0])
			c.define(s, s.at("time", table), &Definition{Kind: TimeKind, Name: columns[0].Table.Name, Text: columns[0].String(), Table: columns[0].Table, Column: columns[0]})
		}
	}
	for _, table := range slices.Sorted(maps.Keys(s.Labels)) {
		if columns := c.within(s, s.at("labels", table), table, s.Labels[table]); columns != nil {
			c.teacher.Label(columns)
			c.define(s, s.at("labels", table), &Definition{Kind: LabelKind, Name: columns[0].Table.Name, Text: strings.Join(s.Labels[table], ", "), Table: columns[0].Table})
		}
	}
	for _, table := range slices.Sorted(maps.Keys(s.Required)) {
		if columns := c.within(s, s.at("required", table), table, s.Required[table]); columns != nil {
			var list []string
			for _, column := range columns {
				list = append(list, column.Name)
			}
			c.project.Required[columns[0].Table.Name] = list
		}
	}
}

func (c *compiler) within(s definitions, path, table string, names []string) []*schema.Column {
	t := c.index.Table(table)
	if t == nil {
		c.wrong(s, path, fmt.Errorf("there is no table %s%s", table, meant(table, tableNames(c.index))))
		return nil
	}
	var out []*schema.Column
	for _, name := range names {
		column := t.Column(name)
		if at := strings.LastIndexByte(name, '.'); column == nil && at >= 0 {
			column = t.Column(name[at+1:])
		}
		if _, told, err := c.target(name); column == nil && err == nil && told != nil && told.Table == t {
			column = told
		}
		if column == nil {
			c.wrong(s, path, fmt.Errorf("there is no column %s.%s%s", table, name, meant(name, columnNames(t))))
			return nil
		}
		out = append(out, column)
	}
	return out
}

func (c *compiler) words(s definitions) {
	for _, word := range s.inOrder("words", slices.Sorted(maps.Keys(s.Words))) {
		path, text := s.at("words", word), strings.TrimSpace(s.Words[word])
		if !c.named(s, path, word) {
			continue
		}
		if _, column, err := c.target(text); (err != nil || column == nil) && strings.ContainsAny(text, "=<>( ") {
			c.filter(s, path, word, Filter{Condition: text})
			continue
		}
		t, column, err := c.target(text)
		if err == nil && column != nil && column.Type == db.Boolean && Lemmas(word) != strings.Join(column.Words, " ") {
			c.filter(s, path, word, Filter{Condition: statement.Column(t.Name, column.Name).SQL()}) // rows of which it is true
			continue
		}
		switch {
		case err != nil:
			c.wrong(s, path, err)
			continue
		case column != nil:
			c.teacher.Column(word, column)
			if dated(column) && schema.Participle(word) {
				c.teacher.Became(word, column) // who died came to be so on that day, whenever they came
			}
			if len(schema.Words(word)) > 1 {
				c.teacher.Column(schema.StandIn(word), column)
			}
		default:
			c.teacher.Table(word, t)
		}
		c.define(s, path, &Definition{Kind: Word, Name: word, Text: text, Table: t, Column: column})
	}
}

func (c *compiler) filters(s definitions) {
	for _, name := range slices.Sorted(maps.Keys(s.Filters)) {
		c.filter(s, s.at("filters", name), name, s.Filters[name])
	}
}

// named says whether people can say all of the names; one that they cannot say is told.
func (c *compiler) named(s definitions, path string, names ...string) bool {
	for _, name := range names {
		if len(schema.Words(name)) == 0 {
			c.wrong(s, path, fmt.Errorf("%q has no letter and no digit, so nobody can say it", name))
			return false
		}
	}
	return true
}

// filter makes a condition known under its names: of one column = value as a word for the value.
func (c *compiler) filter(s definitions, path, name string, f Filter) {
	if !c.named(s, path, name) {
		return
	}
	c.named(s, join(path, "words"), f.Words...)
	e, err := Expression(f.Condition, c.dialect, c.index)
	var found []resolved
	if err == nil && e.Aggregate() {
		err = fmt.Errorf("%q aggregates: it is a figure, for [metrics]", f.Condition)
	}
	if err == nil {
		found, err = resolve(e, c.index, nil)
	}
	if err == nil {
		found, err = c.held(found)
	}
	if err != nil {
		c.wrong(s, path, err)
		return
	}
	c.rows(s, path, name, f, found)
}

// includeRows is the default of a filter whose rows count, whatever is known of them untaught.
const includeRows = "include"

// rows makes a condition known of each table that it fits.
func (c *compiler) rows(s definitions, path, name string, f Filter, found []resolved) (defined []*Definition) {
	for _, r := range found {
		d := &Definition{Kind: Value, Name: name, Words: append([]string{name}, f.Words...), Text: f.Condition, Table: r.tables[0], Default: f.Default, Owner: f.Owner,
			Note: f.Note, Verified: f.Verified, Description: f.Description, expression: r.Expr, tables: r.tables}
		if d.included = f.Default == includeRows; d.included {
			d.Default = ""
		}
		if err := c.came(d, f.Time); err != nil {
			c.wrong(s, join(path, "time"), err)
		}
		if d.moment != nil && !d.elsewhere() {
			c.teacher.State(d.expression, d.tables, d.moment, d.said())
		}
		d.known = c.knows(d)
		c.define(s, path, d)
		defined = append(defined, d)
		if d.known {
			continue
		}
		for i, word := range c.forms(d) {
			column, value, equal := equality(r.Expr, c.index)
			switch {
			case equal:
				d.Column = column
				c.teacher.Value(word, column, value, fmt.Sprint(value))
			case i == 0:
				d.Column = c.teacher.Condition(word, name, r.Expr, r.tables)
			default:
				c.teacher.Also(word, d.Column)
			}
			switch {
			case d.elsewhere():
				d.Column.Condition.Moment = d.moment
			case d.moment != nil:
				c.teacher.Became(word, d.moment)
			}
		}
	}
	return defined
}

// held leaves out the tables that hold no such value, where all of their values are known; an error says that none does.
func (c *compiler) held(found []resolved) ([]resolved, error) {
	var out []resolved
	var missing error
	for _, r := range found {
		column, value, equal := equality(r.Expr, c.index)
		text, isText := value.(string)
		if !equal || !isText || !column.Complete || slices.ContainsFunc(c.index.Values(text), func(m schema.ValueMatch) bool { return m.Column == column && m.Text == text }) {
			out = append(out, r)
			continue
		}
		values := c.index.Held(column)
		missing = fmt.Errorf("no row of %s has %q%s", column, text, meant(text, values))
		if len(values) == 0 {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return nil, missing
	}
	return out, nil
}

func (c *compiler) metrics(s definitions) {
	for _, name := range s.inOrder("metrics", slices.Sorted(maps.Keys(s.Metrics))) {
		path := s.at("metrics", name)
		if !c.named(s, path, name) {
			continue
		}
		c.named(s, join(path, "words"), s.Metrics[name].Words...)
		d, err := c.metric(name, s.Metrics[name])
		if err != nil {
			c.wrong(s, path, err)
			continue
		}
		c.define(s, path, d)
		for i, word := range c.forms(d) {
			switch moment := d.happenedAt(word); {
			case i == 0:
				d.Column = c.standsFor(word, d, moment)
			case moment != d.Column.Metric.Moment:
				c.standsFor(word, d, moment)
			default:
				c.teacher.Also(word, d.Column)
			}
		}
	}
}

func (c *compiler) sides(d *Definition) []*schema.Column {
	var out []*schema.Column
	for _, s := range d.sides {
		out = append(out, c.teacher.Side(s.Expr, s.tables))
	}
	return out
}

func (c *compiler) metric(name string, m Metric) (*Definition, error) {
	e, err := Expression(m.Expression, c.dialect, c.index)
	if err != nil {
		return nil, err
	}
	r, err := c.one(e, nil)
	if err != nil {
		return nil, err
	}
	if m.Filter != "" {
		condition, err := Expression(m.Filter, c.dialect, c.index)
		if err != nil {
			return nil, err
		}
		f, err := c.one(condition, r.tables[0])
		if err != nil {
			return nil, err
		}
		r.Expr = Filtered(r.Expr, f.Expr)
		for _, t := range f.tables {
			if !slices.Contains(r.tables, t) {
				r.tables = append(r.tables, t)
			}
		}
	}
	sides, err := sidesOf(r.Expr, r.tables, c.index)
	if err != nil {
		return nil, err
	}
	moment, err := c.momentOf(m.Time, r.tables)
	if err != nil {
		return nil, err
	}
	return &Definition{moment: moment, timed: m.Time != "", Kind: MetricKind, Name: name, Words: append([]string{name}, m.Words...), Text: m.Expression, Filter: m.Filter, Table: r.tables[0],
		Unit: m.Unit, Format: m.Format, Owner: m.Owner, Note: m.Note, Verified: m.Verified, Description: m.Description, expression: r.Expr, tables: r.tables, sides: sides}, nil
}

// one is the expression with its columns found, where there is one way only.
func (c *compiler) one(e statement.Expr, home *schema.Table) (resolved, error) {
	list, err := resolve(e, c.index, home)
	if err != nil {
		return resolved{}, err
	}
	if len(list) > 1 {
		var tables []*schema.Table
		for _, r := range list {
			tables = append(tables, r.tables...)
		}
		return resolved{}, fmt.Errorf("%s have these columns: say which, as table.column", names(tables))
	}
	return list[0], nil
}

func (c *compiler) settings(s definitions) {
	p := c.project
	if s.Currency != "" {
		p.Currency = s.Currency
	}
	if s.TimeZone != "" {
		if zone, err := time.LoadLocation(s.TimeZone); err == nil {
			p.Zone = zone
		} else {
			c.wrong(s, s.at("time_zone"), fmt.Errorf("there is no time zone %q", s.TimeZone))
		}
	}
	if s.FiscalYear != "" {
		month, err := time.Parse("January", strings.TrimSpace(title(s.FiscalYear)))
		if err != nil {
			c.wrong(s, s.at("fiscal_year"), fmt.Errorf("%q is no month", s.FiscalYear))
		} else {
			p.FiscalStart = month.Month()
			c.notYet(s, "fiscal_year", month.Month() != time.January, "periods are of the calendar year")
		}
	}
	if s.WeekStart != "" {
		day := slices.IndexFunc(weekdays, func(d string) bool { return strings.EqualFold(d, s.WeekStart) })
		if day < 0 {
			c.wrong(s, s.at("week_start"), fmt.Errorf("%q is no day of the week", s.WeekStart))
		} else {
			p.WeekStart = time.Weekday(day)
			c.notYet(s, "week_start", day != int(time.Monday), "weeks begin on Monday")
		}
	}
}

// notYet tells of a setting that periods do not follow.
func (c *compiler) notYet(s definitions, key string, differs bool, what string) {
	if differs {
		c.wrong(s, s.at(key), fmt.Errorf("%s", what))
	}
}

var weekdays = []string{"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"}

func title(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
}
