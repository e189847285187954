package project

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// condition reads what rows must meet: SQL, "shipped after required", "status is C", "Germany, France and Spain", or a
// question's own way of saying it.
func (s *Student) condition(text string, home *schema.Table) (string, error) {
	if m := namely.FindStringSubmatch(text); m != nil {
		if said, err := s.condition(m[1], home); err == nil {
			return said, nil
		}
	}
	text = strings.TrimSpace(relative.ReplaceAllString(s.withoutSubject(text, &home), ""))
	if e, err := Expression(text, s.Dialect, s.Index); err == nil && written.MatchString(text) && Boolean(e) && len(e.Columns()) > 0 {
		if list, err := resolve(e, s.Index, home); err == nil {
			if len(list) == 1 {
				return s.sql(list[0].Expr), nil
			}
			return text, nil
		}
	}
	if rest, ok := strings.CutPrefix(text, "not "); ok {
		if e, ok := s.flagged(rest, home); ok {
			return s.sql(statement.Not(e)), nil
		}
	}
	for _, said := range []string{text, idle.ReplaceAllString(text, ""), placed.ReplaceAllString(text, "")} {
		for _, read := range []func(string, *schema.Table) (statement.Expr, bool){s.lately, s.compared, s.counting, s.listed, s.stated, s.lacking, s.happened} {
			if e, ok := read(said, home); ok {
				return s.sql(e), nil
			}
		}
	}
	if said, t := s.withoutNoun(text); t != nil && (home == nil || home == t) { // "cancelled or returned orders"
		for _, read := range []func(string, *schema.Table) (statement.Expr, bool){s.listed, s.flagged} {
			if e, ok := read(said, t); ok {
				return s.sql(e), nil
			}
		}
	}
	if e, ok := s.flagged(text, home); ok {
		return s.sql(e), nil
	}
	if e, ok := s.several(text, home); ok {
		return s.sql(e), nil
	}
	if unknown := s.unknownIn(text); unknown != "" {
		return "", &certainError{UnclearError{unknown}}
	}
	if e, ok := s.asked(text, home); ok {
		return s.sql(e), nil
	}
	return "", &UnclearError{text}
}

// namely goes on to say a condition in other words.
var namely = regexp.MustCompile(`(?i)^.+?[,;(]? +(?:i\.?e\.?|namely|that is to say|in other words|meaning),? +(.+?)\)?$`)

// happened is what was done to the rows, where a column says when: "voided" of voided_on.
func (s *Student) happened(text string, home *schema.Table) (statement.Expr, bool) {
	said := schema.Words(text)
	if home == nil || len(said) != 1 || !schema.Participle(said[0]) {
		return statement.Expr{}, false
	}
	for _, c := range home.Columns {
		if parts := schema.Split(c.Name); c.Nullable && c.Type.Temporal() && len(parts) > 0 && strings.EqualFold(parts[0], said[0]) {
			return statement.IsNotNull(statement.Column(home.Name, c.Name)), true
		}
	}
	return statement.Expr{}, false
}

// written is what a condition has that is SQL and not words.
var written = regexp.MustCompile(`(?i)[=<>]|\bin ?\(|\bis (not )?null\b|\bbetween\b.*\band\b|\blike '|\bis (?:not )?(?:true|false)\b|\bexists ?\(`)

// relative is what joins a noun and its condition.
var relative = regexp.MustCompile(`(?i)^(?:one |ones |those |rows )?(?:(?:that|which|whose|who|where|if|when|with an|with a|with|having|being|it|they|there)\b)? ?(?:is |are |was |were |has been |have been |got |has |have )?`)

// idle are words that say nothing between two columns: "it came back after it was due".
var idle = regexp.MustCompile(`(?i)\b(?:it|they|he|she|came|was|were|is|are|has been|have been|its|their) `)

// placed are the words before where rows are of.
var placed = regexp.MustCompile(`(?i)^(?:from|in|of|at) `)

// withoutSubject cuts the noun of the rows off the front: "orders that were …", "an order shipped …".
func (s *Student) withoutSubject(text string, home **schema.Table) string {
	trimmed := articles.ReplaceAllString(text, "")
	first, rest, ok := strings.Cut(trimmed, " ")
	if !ok {
		return text
	}
	if t := s.exactTable(first); t != nil {
		*home = t
		return rest
	}
	if d := s.Project.Find(first); d != nil && d.Kind == Word && d.Column == nil {
		*home = d.Table
		return rest
	}
	return text
}

// comparisons are the words between two columns, or a column and a number.
var comparisons = []struct {
	pattern *regexp.Regexp
	sign    string
}{
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was |of )?(\d[\d.,]*) (?:or|and) (?:more|above|higher|up|better|over|greater)$`), ">="},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was |of )?(\d[\d.,]*) (?:or|and) (?:less|fewer|below|lower|worse|under|down)$`), "<="},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was |of )?(?:at least|not less than|>=) (.+)$`), ">="},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was |of )?(?:at most|not more than|<=) (.+)$`), "<="},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was )?(?:after|later than|past|more than|greater than|higher than|larger than|above|over|exceeds|exceeding|>) (.+)$`), ">"},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was )?(?:before|earlier than|less than|fewer than|lower than|smaller than|below|under|<) (.+)$`), "<"},
}

func (s *Student) compared(text string, home *schema.Table) (statement.Expr, bool) {
	text = sinceToday(text)
	for _, c := range comparisons {
		m := c.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if e, ok := s.comparedNow(m[1], c.sign, m[2], home); ok {
			return e, true
		}
		for _, l := range s.dated(m[1], home) {
			left := statement.Column(l.Table.Name, l.Name)
			if n, err := strconv.ParseFloat(strings.ReplaceAll(m[2], ",", ""), 64); err == nil && (l.Type.Numeric() || l.Numeric) {
				return statement.Binary(c.sign, left, number(n)), true
			}
			if l.Type.Temporal() && isoDay.MatchString(m[2]) {
				return statement.Binary(c.sign, left, statement.Literal(m[2])), true
			}
			if list := s.dated(relative.ReplaceAllString(m[2], ""), l.Table); len(list) == 1 && list[0] != l {
				r := list[0]
				if r.Table == l.Table && r.Type.Numeric() == l.Type.Numeric() {
					return statement.Binary(c.sign, left, statement.Column(r.Table.Name, r.Name)), true
				}
			}
		}
	}
	return statement.Expr{}, false
}

// counting is a number with its column behind it: "fewer than 10 in stock", "at most 2 stars".
func (s *Student) counting(text string, home *schema.Table) (statement.Expr, bool) {
	m := amount.FindStringSubmatch(text)
	if m == nil {
		return statement.Expr{}, false
	}
	c := s.column(m[3], home)
	if c == nil || c.Key() || home != nil && c.Table != home {
		return statement.Expr{}, false
	}
	return s.compared(c.String()+" "+m[1]+" "+m[2], home)
}

var amount = regexp.MustCompile(`(?i)^((?:less|fewer|more|lower|higher|greater) than|at least|at most|under|over|above|below) (\d[\d.,]*) (?:in |of |as )?(.+)$`)

// lacking is "no shipped date", "without a return date", "a return date": a column that is empty, or is not.
func (s *Student) lacking(text string, home *schema.Table) (statement.Expr, bool) {
	m := holding.FindStringSubmatch(text)
	if m == nil {
		return statement.Expr{}, false
	}
	list := s.dated(m[2], home)
	if own := s.referring(m[2], home); own != nil {
		list = []*schema.Column{own}
	}
	if len(list) != 1 || !list[0].Nullable || home != nil && list[0].Table != home {
		return statement.Expr{}, false // rows lack nothing by a column of others
	}
	c := statement.Column(list[0].Table.Name, list[0].Name)
	if has := strings.ToLower(m[1]); has == "a" || has == "an" {
		return statement.IsNotNull(c), true
	}
	return statement.IsNull(c), true
}

var holding = regexp.MustCompile(`(?i)^(no|an?|without an?|without any|missing an?|lacking an?) (.+)$`)

// flagged is a column of yes and no that words name: "chronic" of is_chronic.
func (s *Student) flagged(text string, home *schema.Table) (statement.Expr, bool) {
	c := s.column(text, home)
	if c == nil || c.Type != db.Boolean || home != nil && c.Table != home {
		return statement.Expr{}, false
	}
	return statement.Column(c.Table.Name, c.Name), true
}

// referring is the column by which rows tell which row of another table is theirs: the company of members; nil for none, and for several.
func (s *Student) referring(words string, home *schema.Table) *schema.Column {
	other := s.oneTable(words)
	if home == nil || other == nil || other == home {
		return nil
	}
	var found []*schema.Column
	for _, e := range s.Index.Graph.Between(home, other) {
		if e.From == home && len(e.FromColumns) == 1 && !slices.Contains(found, e.FromColumns[0]) {
			found = append(found, e.FromColumns[0])
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found[0]
}

// lately is a time that moves: "created in the last 30 days", "ordered more than 2 weeks ago".
func (s *Student) lately(text string, home *schema.Table) (statement.Expr, bool) {
	for sign, pattern := range moving {
		m := pattern.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		c := s.moment(m[1], home)
		if c == nil {
			return statement.Expr{}, false
		}
		count := m[2]
		if n := numerals[strings.ToLower(count)]; n != "" {
			count = n
		}
		day, err := Expression(daysAgo(s.Dialect, count, strings.ToLower(m[3])), s.Dialect, nil)
		return statement.Binary(sign, statement.Column(c.Table.Name, c.Name), day), err == nil
	}
	return statement.Expr{}, false
}

var (
	moving = map[string]*regexp.Regexp{
		">=": regexp.MustCompile(`(?i)^(.*?) ?\b(?:in|within|during|over|from|of) the (?:last|past|previous) (\d+|two|three|six|twelve)? ?(day|week|month|year)s?$`),
		"<":  regexp.MustCompile(`(?i)^(.*?) ?\b(?:more than|over|at least) (\d+|an?|one|two|three|six|twelve) (day|week|month|year)s? ago$`),
	}
	numerals = map[string]string{"": "1", "a": "1", "an": "1", "one": "1", "two": "2", "three": "3", "six": "6", "twelve": "12"}
)

// daysAgo is a day of the past in SQL that means another one every day.
func daysAgo(d statement.Dialect, count, unit string) string {
	if d == statement.SQLite {
		if unit == "week" {
			return "date('now', '-" + count + " days', '-" + count + " days', '-" + count + " days', '-" + count + " days', '-" + count + " days', '-" + count + " days', '-" + count + " days')"
		}
		return "date('now', '-" + count + " " + unit + "s')"
	}
	return "current_date - interval '" + count + " " + unit + "s'"
}

// moment is the time column that words name, in part too; without words the table's own.
func (s *Student) moment(words string, home *schema.Table) *schema.Column {
	for _, c := range s.dated(words, home) {
		if c.Type.Temporal() || c.Role == schema.Moment {
			return c
		}
	}
	if home == nil {
		return nil
	}
	said := schema.Lemma(strings.ToLower(strings.TrimSpace(words)))
	if said == "" && home.Moment != nil && home.Moment.Table == home {
		return home.Moment
	}
	all := slices.DeleteFunc(slices.Clone(home.Columns), func(c *schema.Column) bool { return !c.Type.Temporal() && c.Role != schema.Moment })
	called := slices.DeleteFunc(slices.Clone(all), func(c *schema.Column) bool { return !slices.Contains(c.Words, said) })
	switch {
	case len(called) == 1:
		return called[0]
	case len(all) == 1:
		return all[0] // "signed up", of what was created only
	}
	return nil
}

// unknownIn is the one of several values that no column holds, when the others have one.
func (s *Student) unknownIn(text string) string {
	said := between.Split(text, -1)
	unknown, known := "", 0
	for _, v := range said {
		v = articles.ReplaceAllString(strings.TrimSpace(v), "")
		if len(s.Index.Values(v)) > 0 || len(s.Index.Values(schema.Lemma(strings.ToLower(v)))) > 0 {
			known++
		} else if len(strings.Fields(v)) <= 3 {
			unknown = v
		}
	}
	if known == 0 {
		return ""
	}
	return unknown
}

// dated are the columns that words name, "due date" of due_at as well.
func (s *Student) dated(words string, home *schema.Table) []*schema.Column {
	list := s.columns(words, home)
	if cut := dateWord.ReplaceAllString(words, ""); len(list) == 0 && cut != words {
		list = slices.DeleteFunc(s.columns(cut, home), func(c *schema.Column) bool { return !c.Type.Temporal() && c.Role != schema.Moment })
	}
	return list
}

// isoDay is a day that is the same whenever it is read.
var isoDay = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}$`)

var dateWord = regexp.MustCompile(`(?i) (?:date|day|time)$`)

func number(n float64) statement.Expr {
	if n == float64(int64(n)) {
		return statement.Literal(int64(n))
	}
	return statement.Literal(n)
}

// between are what stands between the values of a list.
var between = regexp.MustCompile(`(?i)\s*,\s*(?:and |or |& )?|\s+(?:and|or|plus|&)\s+`)

// listed are values that one column holds, each said as it stands. Where tables share the column's name, it stands without
// one: the condition is for each of them.
func (s *Student) listed(text string, home *schema.Table) (statement.Expr, bool) {
	return s.valuesOf(between.Split(text, -1), func(c *schema.Column) bool { return home == nil || c.Table == home })
}

func (s *Student) valuesOf(said []string, of func(*schema.Column) bool) (statement.Expr, bool) {
	var columns []*schema.Column
	held := map[*schema.Column][]schema.ValueMatch{} // a word may stand for several values of one column
	known := map[*schema.Column]int{}                // how many of the words a column holds
	for i, v := range said {
		for _, m := range s.valuesSaid(v) {
			if m.Column.Condition != nil || !of(m.Column) || known[m.Column] < i || m.Presence != schema.AnyValue && len(said) > 1 {
				continue
			}
			if i == 0 && known[m.Column] == 0 {
				columns = append(columns, m.Column)
			}
			known[m.Column] = i + 1
			if !slices.ContainsFunc(held[m.Column], func(o schema.ValueMatch) bool { return o.Value == m.Value && o.Presence == m.Presence }) {
				held[m.Column] = append(held[m.Column], m)
			}
		}
	}
	columns = slices.DeleteFunc(columns, func(c *schema.Column) bool { return known[c] < len(said) })
	if len(columns) == 0 || slices.ContainsFunc(columns, func(c *schema.Column) bool { return !strings.EqualFold(c.Name, columns[0].Name) }) {
		return statement.Expr{}, false
	}
	x := statement.Column("", columns[0].Name)
	if len(columns) == 1 {
		x = statement.Column(columns[0].Table.Name, columns[0].Name)
	}
	return holds(x, held[columns[0]]), true
}

// valuesSaid are the columns that hold a value as it was said; a singular where the plural was ("cranes").
func (s *Student) valuesSaid(said string) []schema.ValueMatch {
	said = strings.Trim(strings.TrimSpace(articles.ReplaceAllString(strings.TrimSpace(said), "")), `"'`)
	if found := s.Index.Values(said); len(found) > 0 {
		return found
	}
	words := schema.Words(said)
	if len(words) == 0 {
		return nil
	}
	words[len(words)-1] = schema.Lemma(words[len(words)-1])
	return s.Index.Values(strings.Join(words, " "))
}

// holds says that an expression has one of the values, as they are stored.
func holds(x statement.Expr, values []schema.ValueMatch) statement.Expr {
	switch {
	case values[0].Presence == schema.Empty:
		return statement.IsNull(x)
	case values[0].Presence != schema.AnyValue:
		return statement.IsNotNull(x)
	case len(values) == 1:
		return statement.Binary("=", x, statement.Literal(values[0].Value))
	}
	list := make([]statement.Expr, len(values))
	for i, m := range values {
		list[i] = statement.Literal(m.Value)
	}
	return statement.In(x, list...)
}

// stated is "status is C", "status C", "country in Germany, France", "shipped date is missing".
func (s *Student) stated(text string, home *schema.Table) (statement.Expr, bool) {
	words := strings.Fields(text)
	for n := min(len(words)-1, 4); n > 0; n-- {
		columns := s.columns(strings.Join(words[:n], " "), home)
		if len(columns) == 0 {
			continue
		}
		rest := strings.TrimSpace(linking.ReplaceAllString(strings.Join(words[n:], " "), ""))
		negated := denied.MatchString(strings.Join(words[n:], " "))
		rest = strings.TrimSpace(denied.ReplaceAllString(rest, ""))
		of := func(c *schema.Column) bool { return slices.Contains(columns, c) }
		e, ok := s.valuesOf(between.Split(rest, -1), of)
		c := columns[0]
		x := statement.Column(c.Table.Name, c.Name)
		switch {
		case ok:
		case slices.Contains([]string{"missing", "empty", "null", "not set", "unknown", "blank"}, strings.ToLower(rest)):
			e, ok = statement.IsNull(x), true
		case slices.Contains([]string{"set", "present", "there", "known", "filled"}, strings.ToLower(rest)):
			e, ok = statement.IsNotNull(x), true
		case len(columns) == 1 && (c.Type.Numeric() || c.Numeric):
			if v, err := strconv.ParseFloat(rest, 64); err == nil {
				e, ok = statement.Binary("=", x, number(v)), true
			}
		}
		if ok && negated {
			return statement.Negated(e, false), true
		}
		if ok {
			return e, true
		}
	}
	return statement.Expr{}, false
}

var (
	linking = regexp.MustCompile(`(?i)^(?:is|are|was|were|=|equals|equal to|in|one of|code|value|being|of|has|have)(?: in| one of| either)? `)
	denied  = regexp.MustCompile(`(?i)^(?:is |are )?(?:not|isn't|aren't|other than|except|but not) (?:in |one of )?`)
)

// asDate finds days in SQL: what was said of today is not kept for good.
var asDate = regexp.MustCompile(`'\d{4}-\d{2}-\d{2}`)

// sameYears says that all days of a statement are of years that were said.
func sameYears(text, sql string) bool {
	for _, day := range asDate.FindAllString(sql, -1) {
		if !strings.Contains(text, day[1:5]) {
			return false
		}
	}
	return true
}

// asked reads the condition as a question about the rows: what the question keeps is the condition.
func (s *Student) asked(text string, home *schema.Table) (statement.Expr, bool) {
	if s.supposing && home != nil && len(home.Columns) > 0 {
		return statement.IsNotNull(statement.Column(home.Name, home.Columns[0].Name)), true
	}
	if s.Ask == nil || home == nil || home.PrimaryKey() == nil {
		return statement.Expr{}, false
	}
	for _, how := range []string{" with ", " that ", " "} {
		found, err := s.Ask(home.Name + how + text)
		if err != nil || found == nil || asDate.MatchString(found.SQL()) && !sameYears(text, found.SQL()) {
			continue
		}
		q, err := found.Query()
		if err != nil {
			continue
		}
		at := slices.IndexFunc(q.From, func(from statement.Source) bool { return isTable(from, home.Schema, home.Name) })
		if at < 0 || q.Set != nil || len(q.Where)+len(q.Having) == 0 || len(q.GroupBy) > 0 && len(q.Having) == 0 || !q.Limit.IsZero() {
			continue
		}
		if len(q.From) == 1 && len(q.GroupBy) == 0 && !byNumber(q, home) {
			return qualified(statement.And(q.Where...), home), true
		}
		if byNumber(q, home) {
			continue
		}
		q.Items = []statement.Item{{Expr: statement.Column(q.From[at].Name(), home.PrimaryKey().Name)}}
		q.ClearOrder()
		return statement.InQuery(statement.Column(home.Name, home.PrimaryKey().Name), q), true
	}
	return statement.Expr{}, false
}

// byNumber says that a query picks rows by their key: no definition does.
func byNumber(q *statement.Query, t *schema.Table) bool {
	found := false
	for _, e := range q.Where {
		e.Walk(func(part statement.Expr) bool {
			_, l, r, ok := part.AsBinary()
			_, name, column := l.AsColumn()
			_, literal := r.AsLiteral()
			found = found || ok && column && literal && strings.EqualFold(name, t.PrimaryKey().Name)
			return !found
		})
	}
	return found
}

func qualified(e statement.Expr, t *schema.Table) statement.Expr {
	return e.Map(func(part statement.Expr) statement.Expr {
		if qualifier, name, ok := part.AsColumn(); ok && qualifier == "" {
			return statement.Column(t.Name, name)
		}
		return part
	})
}
