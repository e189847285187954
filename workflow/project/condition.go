package project

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// condition reads what rows must meet: SQL, "shipped after required", "status is C", "Germany, France and Spain", or a
// question's own way of saying it.
func (s *Student) condition(text string, home *schema.Table) (string, error) {
	text = strings.TrimSpace(relative.ReplaceAllString(s.withoutSubject(text, &home), ""))
	if e, err := Expression(text, s.Dialect, s.Index); err == nil && written.MatchString(text) && Boolean(e) && len(e.Columns()) > 0 {
		if list, err := resolve(e, s.Index, home); err == nil {
			if len(list) == 1 {
				return s.sql(list[0].Expr), nil
			}
			return text, nil
		}
	}
	for _, said := range []string{text, idle.ReplaceAllString(text, "")} {
		for _, read := range []func(string, *schema.Table) (statement.Expr, bool){s.compared, s.listed, s.stated} {
			if e, ok := read(said, home); ok {
				return s.sql(e), nil
			}
		}
	}
	if e, ok := s.asked(text, home); ok {
		return s.sql(e), nil
	}
	return "", &UnclearError{text}
}

// written is what a condition has that is SQL and not words.
var written = regexp.MustCompile(`(?i)[=<>]|\bin ?\(|\bis (not )?null\b|\bbetween\b.*\band\b|\blike '|\bexists ?\(`)

// relative is what joins a noun and its condition.
var relative = regexp.MustCompile(`(?i)^(?:one |ones |those |rows )?(?:(?:that|which|whose|who|where|if|when|with an|with a|with|having|being|it|they)\b)? ?(?:is |are |was |were |has been |have been |got |has |have )?`)

// idle are words that say nothing between two columns: "it came back after it was due".
var idle = regexp.MustCompile(`(?i)\b(?:it|they|he|she|came|was|were|is|are|has been|have been|its|their) `)

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
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was )?(?:at least|not less than|>=) (.+)$`), ">="},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was )?(?:at most|not more than|<=) (.+)$`), "<="},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was )?(?:after|later than|past|more than|greater than|higher than|larger than|above|over|exceeds|exceeding|>) (.+)$`), ">"},
	{regexp.MustCompile(`(?i)^(.+?) (?:is |are |was )?(?:before|earlier than|less than|fewer than|lower than|smaller than|below|under|<) (.+)$`), "<"},
}

func (s *Student) compared(text string, home *schema.Table) (statement.Expr, bool) {
	for _, c := range comparisons {
		m := c.pattern.FindStringSubmatch(text)
		if m == nil {
			continue
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
	held := map[*schema.Column][]statement.Expr{}
	for i, v := range said {
		v = strings.Trim(strings.TrimSpace(articles.ReplaceAllString(strings.TrimSpace(v), "")), `"'`)
		found := s.Index.Values(v)
		if len(found) == 0 {
			found = s.Index.Values(schema.Lemma(strings.ToLower(v))) // "cranes"
		}
		for _, m := range found {
			if m.Column.Condition == nil && of(m.Column) && len(held[m.Column]) == i {
				held[m.Column] = append(held[m.Column], statement.Literal(m.Text))
				if i == 0 {
					columns = append(columns, m.Column)
				}
			}
		}
	}
	columns = slices.DeleteFunc(columns, func(c *schema.Column) bool { return len(held[c]) < len(said) })
	if len(columns) == 0 || slices.ContainsFunc(columns, func(c *schema.Column) bool { return !strings.EqualFold(c.Name, columns[0].Name) }) {
		return statement.Expr{}, false
	}
	x := statement.Column("", columns[0].Name)
	if len(columns) == 1 {
		x = statement.Column(columns[0].Table.Name, columns[0].Name)
	}
	if values := held[columns[0]]; len(values) > 1 {
		return statement.In(x, values...), true
	}
	return statement.Binary("=", x, held[columns[0]][0]), true
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

// asked reads the condition as a question about the rows: what the question keeps is the condition.
func (s *Student) asked(text string, home *schema.Table) (statement.Expr, bool) {
	if s.Ask == nil || home == nil || home.PrimaryKey() == nil {
		return statement.Expr{}, false
	}
	for _, how := range []string{" with ", " that ", " "} {
		found, err := s.Ask(home.Name + how + text)
		if err != nil || found == nil || asDate.MatchString(found.SQL()) {
			continue
		}
		q, err := found.Query()
		if err != nil || q.Set != nil || len(q.From) == 0 || !isTable(q.From[0], home.Schema, home.Name) || len(q.Where)+len(q.Having) == 0 || len(q.GroupBy) > 0 && len(q.Having) == 0 || !q.Limit.IsZero() {
			continue
		}
		if len(q.From) == 1 && len(q.GroupBy) == 0 {
			return qualified(statement.And(q.Where...), home), true
		}
		q.Items = []statement.Item{{Expr: statement.Column(q.From[0].Name(), home.PrimaryKey().Name)}}
		q.ClearOrder()
		return statement.InQuery(statement.Column(home.Name, home.PrimaryKey().Name), q), true
	}
	return statement.Expr{}, false
}

func qualified(e statement.Expr, t *schema.Table) statement.Expr {
	return e.Map(func(part statement.Expr) statement.Expr {
		if qualifier, name, ok := part.AsColumn(); ok && qualifier == "" {
			return statement.Column(t.Name, name)
		}
		return part
	})
}
