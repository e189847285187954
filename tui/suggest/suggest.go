// Package suggest says what may be worth asking: first questions by what the tables of a database hold, and refinements by what a
// result affords. It looks at what is known of the schema and never at the database; whoever shows a first question has it read
// before. Start reading at First.
package suggest

import (
	"cmp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// most is how many first questions are made: some are not understood, and three are shown.
const most = 12

// First are first questions about a database, the likeliest to be worth asking first, by turns about different tables: facts by
// month, by what they are of and by how they stand; things by kind. Tables known to be empty are left out.
func First(x *schema.Index) []string {
	tables := slices.Clone(x.Tables)
	tables = slices.DeleteFunc(tables, func(t *schema.Table) bool {
		return t.Rows == 0 || t.Link || t.Class == schema.Bridge || t.Class == schema.Calendar || t.Class == schema.List || t.Class == schema.History
	})
	slices.SortStableFunc(tables, func(a, b *schema.Table) int { return cmp.Compare(worth(b), worth(a)) })
	about := make([][]string, len(tables))
	for i, t := range tables {
		about[i] = questions(t)
	}
	var out []string
	for round := 0; len(out) < most; round++ {
		before := len(out)
		for i := range about {
			if len(out) < most && round < len(about[i]) && !slices.Contains(out, about[i][round]) {
				out = append(out, about[i][round])
			}
		}
		if len(out) == before {
			break
		}
	}
	for _, t := range tables {
		if len(out) < most {
			out = append(out, "show me all "+plural(words(t.Name)))
		}
	}
	return out
}

// worth is how much there is to ask of a table.
func worth(t *schema.Table) int {
	w := min(len(t.Measures), 2) + 2*min(len(t.Moments), 1) + 4*min(len(t.Status), 1) + len(t.Foreign)
	if t.Class == schema.Fact {
		w += 6
	}
	return w
}

// questions are those of one table, the best first.
func questions(t *schema.Table) []string {
	name := plural(words(t.Name))
	var out []string
	if own := ownMoment(t); own && len(t.Measures) > 0 {
		out = append(out, total(t.Measures[0])+" of "+name+" per month")
	} else if own {
		out = append(out, "how many "+name+" per month")
	}
	for _, c := range categories(t) {
		out = append(out, "how many "+name+" per "+words(c.Name))
	}
	if len(t.Measures) > 0 && len(t.Label) > 0 {
		out = append(out, "top 5 "+name+" by "+words(t.Measures[0].Name))
	}
	return out
}

// total is a measure as it is put together over rows.
func total(c *schema.Column) string {
	if c.Aggregate == schema.Average || c.Aggregate == schema.Latest {
		return "average " + words(c.Name)
	}
	return "total " + words(c.Name)
}

// ownMoment says that rows have a time of their own.
func ownMoment(t *schema.Table) bool {
	return len(t.Moments) > 0 && t.Moments[0].Via == nil
}

// categories are the columns to count by, how a row stands first.
func categories(t *schema.Table) []*schema.Column {
	const fits = 40 // groups that are read at a glance
	out := slices.Clone(t.Status)
	for _, c := range t.Columns {
		if c.Role == schema.Category && !c.Hidden && !slices.Contains(out, c) && (c.Distinct == 0 || c.Distinct > 1 && c.Distinct <= fits) {
			out = append(out, c)
		}
	}
	return out[:min(len(out), 2)]
}

// Next are refinements that a result affords: a list is counted by kind, by month, or cut to its top; groups are sorted and cut.
func Next(s *statement.Statement, x *schema.Index) []string {
	if s == nil || x == nil {
		return nil
	}
	q, err := s.Query()
	if err != nil || q.Set != nil || len(q.From) == 0 {
		return nil
	}
	if len(q.GroupBy) > 0 {
		return grouped(q)
	}
	at := slices.IndexFunc(x.Tables, func(t *schema.Table) bool { return strings.EqualFold(t.Name, q.From[0].Table) })
	if at < 0 {
		return nil
	}
	t := x.Tables[at]
	var out []string
	for _, c := range categories(t)[:min(len(categories(t)), 1)] {
		out = append(out, "group by "+words(c.Name))
	}
	if ownMoment(t) {
		out = append(out, "only this year")
	}
	if len(t.Measures) > 0 && len(q.OrderBy) == 0 {
		out = append(out, "top 5 by "+words(t.Measures[0].Name))
	}
	return out
}

func grouped(q *statement.Query) []string {
	figure := ""
	for _, item := range q.Items {
		if item.Alias != "" && item.Expr.Aggregate() {
			figure = words(item.Alias)
		}
	}
	var out []string
	if figure != "" && len(q.OrderBy) == 0 {
		out = append(out, "sort by "+figure+" descending")
	}
	if q.Limit.IsZero() {
		out = append(out, "top 5")
	}
	return append(out, "as percentages")
}

// words is a name as it is said; plural a table's name for its rows.
func words(name string) string { return db.Visible(strings.Join(schema.Split(name), " ")) }

func plural(name string) string {
	split := strings.Fields(name)
	if len(split) == 0 {
		return name
	}
	split[len(split)-1] = schema.Plural(split[len(split)-1])
	return strings.Join(split, " ")
}
