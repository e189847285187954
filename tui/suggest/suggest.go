// Package suggest says what may be worth asking: first questions by what the tables of a database hold, and refinements by what a
// result affords. It looks at what is known of the schema and never at the database; whoever shows a first question has it read
// before. Start reading at First.
package suggest

import (
	"cmp"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/schema"
)

// most is how many first questions are made: some are not understood, and three are shown.
const most = 12

// First are first questions about a database, the likeliest to be worth asking first: a figure that somebody defined, over time; then
// by turns about different tables and of different kinds: facts by month, by what they are of and by how they stand; things by kind.
// Tables known to be empty are left out.
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
	out := defined(x)
	for i, list := range about { // each begins with another kind of question than the one before it
		if len(list) > 0 {
			at := (i + len(out)) % min(kinds, len(list))
			about[i] = slices.Concat(list[at:], list[:at])
		}
	}
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
			out = append(out, "show me all "+rows(t))
		}
	}
	return out
}

// kinds is of how many kinds the first questions are, at a glance: over time, by how things stand, by what they are.
const kinds = 3

// defined is the first figure that was given a name, a sum before others, over the time of its rows; nil where none was.
func defined(x *schema.Index) []string {
	var timed []*schema.Column
	for _, c := range x.Metrics() {
		if ownMoment(c.Table) || c.Metric != nil && slices.ContainsFunc(c.Metric.Tables, ownMoment) {
			timed = append(timed, c)
		}
	}
	if len(timed) == 0 {
		return nil
	}
	first := timed[0]
	if at := slices.IndexFunc(timed, sums); at >= 0 {
		first = timed[at]
	}
	return []string{strings.Join(schema.Split(first.Name), " ") + " per month"}
}

// sums says that a figure is a sum over rows, and no ratio of such.
func sums(c *schema.Column) bool {
	if !c.Metric.Aggregate {
		return true
	}
	call, _, _, _, ok := c.Metric.Expression.AsCall()
	return ok && call == "sum"
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
	name := rows(t)
	var out []string
	switch own := ownMoment(t) && !few(t.Moments[0].Column); {
	case own && len(t.Measures) > 0:
		out = append(out, total(t.Measures[0])+" of "+name+" per month")
	case own:
		out = append(out, "how many "+name+" per month")
	}
	for _, c := range categories(t) {
		out = append(out, "how many "+name+" per "+words(c))
	}
	if len(t.Measures) > 0 && len(t.Label) > 0 {
		out = append(out, "top 5 "+name+" by "+words(t.Measures[0]))
	}
	return out
}

// total is a measure as it is put together over rows.
func total(c *schema.Column) string {
	if c.Aggregate == schema.Average || c.Aggregate == schema.Latest {
		return "average " + words(c)
	}
	if slices.Contains(c.Words, "total") {
		return words(c)
	}
	return "total " + words(c)
}

// few says that so few rows have the time that a month has hardly one of them.
func few(c *schema.Column) bool {
	const rows = 50
	return c.Whole && c.Looked < rows
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
		if c.Role == schema.Category && !c.Hidden && kind(c) && !slices.Contains(out, c) && (c.Distinct == 0 || c.Distinct > 1 && c.Distinct <= fits) {
			out = append(out, c)
		}
	}
	return out[:min(len(out), 2)]
}

// enough rows say something of how often a value comes.
const enough = 40

// kind says that what a column holds comes again and again, among few rows at least once, and is no sentence.
func kind(c *schema.Column) bool {
	again := int64(c.Distinct)*2 <= c.Looked
	if c.Looked < enough {
		again = c.Looked == 0 || int64(c.Distinct) < c.Looked-c.Nulls
	}
	return again && !slices.ContainsFunc(c.Common, sentence)
}

// sentence says that a value is one, and names nothing.
func sentence(v db.Value) bool {
	const name = 4 // words
	said := strings.TrimSpace(db.Format(v))
	return len(strings.Fields(said)) > name || strings.HasSuffix(said, ".") || strings.HasSuffix(said, "!")
}

// words is a column as it is said, rows those of a table.
func words(c *schema.Column) string { return db.Visible(c.Said()) }

func rows(t *schema.Table) string { return db.Visible(t.Said()) }
