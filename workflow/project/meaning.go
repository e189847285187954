package project

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file reads what a lesson says that something means, in names of the database or in SQL, and writes it as SQL: an
// expression with its columns qualified.

// target is the table, or table.column, that words name as a whole; empty when they name none, or several.
func (s *Student) target(words string) string {
	if t := s.exactTable(words); t != nil {
		return t.Name
	}
	if c := s.column(words, nil); c != nil {
		return c.String()
	}
	if t := s.table(words); t != nil {
		return t.Name
	}
	return ""
}

var described = regexp.MustCompile(`(?i)^(the |a |an |our |their |its |column |table |just |simply |basically |actually |really |merely )+`)

// table is the one that words name, or use for it.
func (s *Student) table(words string) *schema.Table {
	if t := s.exactTable(words); t != nil {
		return t
	}
	said := schema.Words(described.ReplaceAllString(words, ""))
	if len(said) != 1 {
		return nil
	}
	var found *schema.Table
	for _, t := range s.Index.Tables {
		if len(t.Words) == 1 && calls(said[0], t) {
			if found != nil {
				return nil
			}
			found = t
		}
	}
	return found
}

func (s *Student) exactTable(words string) *schema.Table {
	words = strings.TrimSpace(described.ReplaceAllString(words, ""))
	if words == "" {
		return nil
	}
	if t := s.Index.Table(words); t != nil {
		return t
	}
	said := schema.Words(words)
	var found *schema.Table
	for _, m := range s.Index.Phrases(said) {
		if m.From == 0 && m.To == len(said) && m.Column == nil && m.Exact() {
			if found != nil && found != m.Table {
				return nil
			}
			found = m.Table
		}
	}
	return found
}

// column is the one column that words name, of a table where that is given.
func (s *Student) column(words string, home *schema.Table) *schema.Column {
	list := s.columns(words, home)
	if len(list) != 1 {
		return nil
	}
	return list[0]
}

// columns are those that words name as a whole: by the name as it is written, else in its words, else in part, or as those of
// a table: "the airline of a flight".
func (s *Student) columns(words string, home *schema.Table) []*schema.Column {
	words = strings.TrimSpace(described.ReplaceAllString(strings.TrimSpace(words), ""))
	if words == "" {
		return nil
	}
	words = possessive.ReplaceAllString(columnWord.ReplaceAllString(words, "$1$2"), "$2 of $1")
	if before, last, ok := strings.Cut(words, " "); ok && !strings.Contains(last, " ") {
		if t := s.table(before); t != nil && (home == nil || home == t) {
			if c := s.column(last, t); c != nil && c.Table == t { // "grade points"
				return []*schema.Column{c}
			}
		}
	}
	if m := ofTable.FindStringSubmatch(words); m != nil {
		if t := s.table(m[2]); t != nil && (home == nil || home == t) {
			if c := s.column(m[1], t); c != nil && c.Table == t {
				return []*schema.Column{c}
			}
		}
	}
	c := compiler{index: s.Index}
	if _, column, err := c.target(words); err == nil && column != nil && (home == nil || column.Table == home) {
		return []*schema.Column{column}
	}
	var out []*schema.Column
	for _, t := range s.Index.Tables {
		for _, column := range t.Columns {
			if strings.EqualFold(column.Name, strings.ReplaceAll(words, " ", "_")) && !column.Hidden {
				out = append(out, column)
			}
		}
	}
	if len(out) == 0 {
		out = s.namedBy(schema.Words(words))
	}
	if home != nil && slices.ContainsFunc(out, func(c *schema.Column) bool { return c.Table == home }) {
		out = slices.DeleteFunc(out, func(c *schema.Column) bool { return c.Table != home })
	}
	return out
}

// possessive is "a user's country", columnWord what says that a column is one.
var (
	possessive = regexp.MustCompile(`(?i)^(\w+)['’]s (.+)$`)
	columnWord = regexp.MustCompile(`(?i)^(.+?) (?:column|field|attribute)( (?:of|in|on|from) .+)?$`)
)

// ofTable is a column said with its table.
var ofTable = regexp.MustCompile(`(?i)^(.+) (?:of|in|on|from) (?:an? |the |all |our |each )*(\w+(?: \w+)?)$`)

// namedBy are the columns whose names the words say best.
func (s *Student) namedBy(said []string) []*schema.Column {
	const enough = 0.6 // of a name: "price" of unit_price
	var out []*schema.Column
	best := enough
	for _, m := range s.Index.Phrases(said) {
		if m.From != 0 || m.To != len(said) || m.Column == nil || m.Column.Metric != nil || m.Score() < best-0.01 {
			continue
		}
		if m.Score() > best+0.01 {
			best, out = m.Score(), nil
		}
		if !slices.Contains(out, m.Column) {
			out = append(out, m.Column)
		}
	}
	return out
}

// withoutNoun is a name without the noun of its rows at its end, and their table; nil where it ends in none.
func (s *Student) withoutNoun(name string) (string, *schema.Table) {
	words := strings.Fields(clean(name))
	if len(words) < 2 {
		return strings.Join(words, " "), nil
	}
	last := words[len(words)-1]
	t := s.table(last)
	if list := s.tables(last); t == nil && len(list) == 1 && s.column(last, nil) == nil {
		t = list[0]
	}
	if t != nil {
		return strings.Join(words[:len(words)-1], " "), t
	}
	return strings.Join(words, " "), nil
}

var errNoMeaning = errors.New("not a meaning that is known")

// figure reads an expression of numbers: SQL, or "quantity times price", "sum of total minus discount", "number of orders".
func (s *Student) figure(text string) (string, error) {
	if e, err := Expression(text, s.Dialect, s.Index); err == nil && !Boolean(e) && len(e.Columns()) > 0 && strings.ContainsAny(text, "(*+/-_.") && !truth.MatchString(text) {
		if list, err := resolve(e, s.Index, nil); err == nil && len(list) == 1 {
			return s.sql(list[0].Expr), nil
		}
	}
	e, err := statement.Expr{}, errNoMeaning
	if totalOver.MatchString(text) { // "the sum of a over paid b" divides nothing
		e, err = s.filtered(text)
	}
	if err != nil {
		e, err = s.sum(text, nil)
	}
	if err != nil {
		e, err = s.filtered(text)
	}
	if err != nil {
		return "", err
	}
	tables := tablesOf(e, s.Index)
	if len(tables) == 0 {
		return "", errNoMeaning
	}
	if _, err := sidesOf(e, tables, s.Index); err != nil {
		return "", err
	}
	return s.sql(e), nil
}

// totalOver is a total or an average, and rows that it is taken over.
var totalOver = regexp.MustCompile(`(?i)^(?:the |our |a )*(?:sum|total|average|mean|maximum|highest|minimum|lowest)\b.+ (?:over|across|for) `)

// truth ends a condition on what is yes or no.
var truth = regexp.MustCompile(`(?i)\bis (?:not )?(?:true|false|unknown)$`)

// ofRows is a figure of some rows only: "days times rate for returned rentals", "…, without cancelled orders".
var ofRows = regexp.MustCompile(`(?i)^(.+?),? (for|of|over|without|excluding|except|except for|not counting|leaving out) (?:the |all |any )?(.+)$`)

func (s *Student) filtered(text string) (statement.Expr, error) {
	m := ofRows.FindStringSubmatch(text)
	if m == nil {
		return statement.Expr{}, errNoMeaning
	}
	if strings.EqualFold(m[2], "of") && aggregateWord.MatchString(described.ReplaceAllString(m[1], "")) {
		rest := ofRows.FindStringSubmatch(m[3]) // "the sum of a for b"
		if rest == nil {
			return statement.Expr{}, errNoMeaning
		}
		m = []string{"", m[1] + " of " + rest[1], rest[2], rest[3]}
	}
	e, err := s.sum(strings.TrimSuffix(m[1], ","), nil)
	if err != nil {
		return e, err
	}
	home, condition, ok := s.rowsSaid(m[3])
	if !ok {
		home, condition, ok = s.rowsOfFigure(m[3], tablesOf(e, s.Index))
	}
	if !ok || condition.IsZero() || !slices.Contains(tablesOf(e, s.Index), home) {
		return e, errNoMeaning
	}
	if !slices.Contains([]string{"for", "of", "over"}, strings.ToLower(m[2])) {
		condition = statement.Negated(condition, false)
	}
	return Filtered(e, condition), nil
}

// rowsOfFigure are rows of a figure's own tables, by the last word of what they are called: "complimentary items" of order items, where
// other items are there as well.
func (s *Student) rowsOfFigure(of string, tables []*schema.Table) (*schema.Table, statement.Expr, bool) {
	words := strings.Fields(clean(of))
	if len(words) < 2 {
		return nil, statement.Expr{}, false
	}
	last := schema.Lemma(words[len(words)-1])
	for _, t := range tables {
		if t.Words[len(t.Words)-1] != last {
			continue
		}
		if e, ok := s.conditionOn(strings.Join(words[:len(words)-1], " "), t); ok && !e.IsZero() {
			return t, e, true
		}
	}
	return nil, statement.Expr{}, false
}

// shareOf is a part of all rows of a table, or of the rows that it is out of.
var (
	shareOf = regexp.MustCompile(`(?i)^(share|percentage|percent|proportion|fraction) of (?:the |all )*(.+)$`)
	outOf   = regexp.MustCompile(`(?i)^(.+?),? (?:out of|among|in) (?:the |all )*(.+)$`)
	but     = regexp.MustCompile(`(?i)^(.+?),? (?:but|except|except for|excluding|other than|apart from) (?:the )?(.+)$`)
)

func (s *Student) share(m []string) (statement.Expr, error) {
	part, whole := m[2], ""
	if among := outOf.FindStringSubmatch(part); among != nil {
		part, whole = among[1], among[2]
	}
	home, some, ok := s.rowsSaid(part)
	if !ok {
		home, some, ok = s.rowsNamedBy(part)
	}
	if !ok || some.IsZero() {
		return statement.Expr{}, errNoMeaning
	}
	counts, ok := s.keyCount(home)
	all := counts
	if whole != "" && ok {
		of, base, known := s.rowsSaid(whole)
		if !known {
			of, base, known = s.rowsNamedBy(whole)
		}
		if !known || of != home {
			return statement.Expr{}, errNoMeaning
		}
		if !base.IsZero() {
			all = counts.Filter(base)
		}
	}
	if !ok {
		return statement.Expr{}, errNoMeaning
	}
	counted := counts.Filter(some)
	if strings.HasPrefix(strings.ToLower(m[1]), "percent") {
		return s.Dialect.Divide(statement.Binary("*", statement.Literal(int64(100)), counted), all), nil
	}
	return s.Dialect.Divide(counted, all), nil
}

// sql is an expression as the database writes it.
func (s *Student) sql(e statement.Expr) string { return SQL(e, s.Dialect) }

// SQL is an expression as a database of the dialect writes it.
func SQL(e statement.Expr, d statement.Dialect) string {
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: e}}
	built, err := q.Build(d)
	if err != nil {
		return e.SQL()
	}
	return strings.TrimPrefix(built.SQL(), "SELECT ")
}

func tablesOf(e statement.Expr, x *schema.Index) []*schema.Table {
	var out []*schema.Table
	for _, c := range e.Columns() {
		qualifier, _, _ := c.AsColumn()
		if t := x.Table(qualifier); t != nil && !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// Boolean says that an expression is a condition.
func Boolean(e statement.Expr) bool {
	_, and := e.AsAnd()
	_, or := e.AsOr()
	_, not := e.AsNot()
	_, _, _, in := e.AsIn()
	_, _, _, query := e.AsInQuery()
	_, _, exists := e.AsExists()
	_, _, _, _, between := e.AsBetween()
	_, _, null := e.AsNull()
	op, _, _, binary := e.AsBinary()
	return truth.MatchString(e.SQL()) || and || or || not || in || query || exists || between || null || binary && !slices.Contains([]string{"+", "-", "*", "/", "%", "||"}, op)
}

// rowsOf is the number of rows that words call: "orders", "cancelled orders", "users with orders".
func (s *Student) rowsOf(of string) (statement.Expr, bool) {
	t, condition, ok := s.rowsSaid(of)
	if !ok {
		return statement.Expr{}, false
	}
	all, ok := s.keyCount(t)
	if !ok || condition.IsZero() {
		return all, ok
	}
	return all.Filter(condition), true
}

// rowsSaid are the rows that words call: their table and, where not all of them are meant, the condition, with columns qualified.
func (s *Student) rowsSaid(of string) (*schema.Table, statement.Expr, bool) {
	of = described.ReplaceAllString(everyRow.ReplaceAllString(strings.TrimSpace(of), ""), "")
	if m := but.FindStringSubmatch(of); m != nil {
		if t, said, ok := s.rowsSaid(m[1]); ok && said.IsZero() {
			if e, ok := s.conditionOn(m[2], t); ok {
				return t, statement.Negated(e, false), true
			}
		}
	}
	if t := s.table(of); t != nil {
		return t, statement.Expr{}, true
	}
	if list := s.tables(of); len(list) == 1 {
		return list[0], statement.Expr{}, true
	}
	t, said := (*schema.Table)(nil), ""
	if m := withWords.FindStringSubmatch(of); m != nil {
		t, said = s.table(m[1]), m[2]
	}
	if t == nil {
		said, t = s.withoutNoun(of)
	}
	if t == nil {
		return nil, statement.Expr{}, false
	}
	e, ok := s.conditionOn(said, t)
	return t, e, ok
}

// rowsNamedBy are rows that go by a column instead of their table: "marks P or L", and "marks" for those that have one.
func (s *Student) rowsNamedBy(of string) (*schema.Table, statement.Expr, bool) {
	if m := but.FindStringSubmatch(of); m != nil {
		if c := s.column(m[1], nil); c != nil {
			if e, ok := s.stated(m[1]+" "+m[2], c.Table); ok {
				return c.Table, statement.Negated(e, false), true
			}
		}
	}
	if e, ok := s.stated(of, nil); ok {
		if tables := tablesOf(e, s.Index); len(tables) == 1 {
			return tables[0], e, true
		}
	}
	if c := s.column(of, nil); c != nil {
		return c.Table, statement.Expr{}, true
	}
	return nil, statement.Expr{}, false
}

// everyRow begins the name of all rows.
var everyRow = regexp.MustCompile(`(?i)^(?:all of the |all the |all |every |different |distinct )`)

// conditionOn is a condition on the rows of a table, said in words, or denied ("that were not cancelled").
func (s *Student) conditionOn(said string, t *schema.Table) (statement.Expr, bool) {
	denies := negative.FindStringSubmatch(said)
	if denies != nil {
		said = denies[1]
	}
	text, err := s.condition(said, t)
	if err != nil && denies == nil {
		text, err = s.condition(t.Name+" "+said, nil)
	}
	if err != nil {
		return statement.Expr{}, false
	}
	e, err := Expression(text, s.Dialect, s.Index)
	if err != nil {
		return e, false
	}
	e = qualified(e, t)
	if denies != nil {
		e = statement.Negated(e, false)
	}
	return e, true
}

// negative is what denies a condition.
var negative = regexp.MustCompile(`(?i)^(?:(?:that|which|who) )?(?:are|were|is|was|have|has|had|did|do|does|been)?(?: not|n['’]t) (?:been |be )?(.+)$`)

// keyCount is the number of rows of a table by its key, so that joins do not repeat them; where it has none, by a column that
// they all fill.
func (s *Student) keyCount(t *schema.Table) (statement.Expr, bool) {
	if c := t.PrimaryKey(); c != nil {
		return statement.Call("count", statement.Column(t.Name, c.Name)).Distinct(), true
	}
	at := slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return !c.Nullable })
	if at < 0 && len(t.Primary) == 0 && len(t.Columns) > 0 && t.Columns[0].Has("key", "identifier", "number", "code") {
		at = 0
	}
	if at < 0 {
		return statement.Expr{}, false
	}
	return statement.Call("count", statement.Column(t.Name, t.Columns[at].Name)), true
}

// withWords are rows with what is said of them.
var withWords = regexp.MustCompile(`(?i)^(\w+) ((?:that|which|who|whose|with|where|having|without) .+)$`)

// pair reads both sides of an operator: columns that several tables have are those of the other side's table.
func (s *Student) pair(left, right string, home *schema.Table) (l, r statement.Expr, err error) {
	one := func(words string, t *schema.Table) bool {
		list := s.columns(words, t)
		return len(list) == 1 && list[0].Table == t
	}
	if at := slices.IndexFunc(s.Index.Tables, func(t *schema.Table) bool { return one(left, t) && one(right, t) }); home == nil && at >= 0 {
		home = s.Index.Tables[at]
	}
	for _, t := range slices.Concat([]*schema.Table{home}, s.Index.Tables) {
		if t == home || t != nil && (one(left, t) || one(right, t)) {
			l, err = s.sum(left, t)
			if err != nil {
				continue
			}
			if r, err = s.sum(right, t); err == nil {
				return l, r, nil
			}
		}
	}
	return l, r, errNoMeaning
}

// term is a number, a column of numbers, or a figure that was defined.
func (s *Student) term(text string, home *schema.Table) (statement.Expr, error) {
	if n, err := strconv.ParseFloat(text, 64); err == nil {
		return statement.Literal(n), nil
	}
	if d := s.Project.Find(text); d != nil && d.Kind == MetricKind {
		if !d.expression.Aggregate() {
			return statement.Call("sum", d.expression), nil
		}
		return d.expression, nil
	}
	c := s.column(text, home)
	if c == nil || !c.Type.Numeric() && !c.Numeric || c.Key() {
		return statement.Expr{}, errNoMeaning
	}
	return statement.Column(c.Table.Name, c.Name), nil
}

// rowsNamed is the number of rows of the one table that a word names.
func (s *Student) rowsNamed(word string) (statement.Expr, bool) {
	t := s.oneTable(word)
	if t == nil {
		return statement.Expr{}, false
	}
	return s.keyCount(t)
}

// oneTable is the table that words name, or the one whose name ends in them.
func (s *Student) oneTable(words string) *schema.Table {
	words = described.ReplaceAllString(everyRow.ReplaceAllString(words, ""), "")
	if t := s.exactTable(words); t != nil {
		return t
	}
	if list := s.tables(words); len(list) == 1 {
		return list[0]
	}
	return nil
}

// tables are those whose name ends in the word.
func (s *Student) tables(word string) []*schema.Table {
	var out []*schema.Table
	for _, t := range s.Index.Tables {
		if n := len(t.Words); n > 0 && schema.Lemma(strings.ToLower(word)) == t.Words[n-1] {
			out = append(out, t)
		}
	}
	return out
}
