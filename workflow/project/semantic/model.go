package semantic

import (
	"fmt"
	"strings"

	"parley/workflow/project"
)

// model is what the files of all links say, in the words of their logical tables.
type model struct {
	tables    []*table
	joins     []join
	metrics   []*metric
	filters   []filter
	questions []question
	problems  []project.Problem
}

// table is a logical table; its fields are expressions over the columns of a physical one.
type table struct {
	name, physical string
	words          []string
	fields         []*field
	// time is the field that says when a row came to be.
	time string
	// key is the field, or the first of those, that tells rows apart: no row lacks it. Empty when it is unknown.
	key string
	at  place
}

// field is a column of a logical table.
type field struct {
	name, expression string
	words            []string
	// entity is the name of what the field is a key of (dbt), and primary that there is one row for each.
	entity  string
	primary bool
	at      place
}

// join says that columns of one logical table refer to those of another.
type join struct {
	from, to               string
	fromColumns, toColumns []string
	at                     place
}

// metric is a figure, of an expression over fields or of other metrics.
type metric struct {
	name, description string
	words             []string
	// home is the table of columns without one; nil for a figure over several.
	home *table
	// aggregate is what is taken of the expression: sum, average, count_distinct …; empty where it aggregates by itself.
	aggregate, expression string
	// share is that of a percentile, 0 to 1.
	share   float64
	filters []string
	// inputs are the metrics of which a derived one is computed: its expression speaks of their aliases. A ratio has two.
	inputs []input
	ratio  bool
	time   string
	at     place
}

// input is a metric within another.
type input struct {
	metric, alias string
	filters       []string
}

// filter is a condition with a name.
type filter struct {
	name, condition, description string
	words                        []string
	home                         *table
	at                           place
}

// question is one with verified SQL over the logical tables.
type question struct {
	text, sql string
	at        place
}

func (m *model) problem(at place, format string, values ...any) {
	m.problems = append(m.problems, project.Problem{File: at.file, Line: at.line, Text: fmt.Sprintf(format, values...)})
}

// table finds a logical table by its name.
func (m *model) table(name string) *table {
	for _, t := range m.tables {
		if strings.EqualFold(t.name, name) {
			return t
		}
	}
	return nil
}

func (m *model) metric(name string) *metric {
	for _, k := range m.metrics {
		if strings.EqualFold(k.name, name) {
			return k
		}
	}
	return nil
}

func (t *table) field(name string) *field {
	for _, f := range t.fields {
		if strings.EqualFold(f.name, name) {
			return f
		}
	}
	return nil
}

// last is the last part of a dotted name: the table of database.schema.table.
func last(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.Trim(name, "\"`[] ")
}

// said is a name as people say it.
func said(name string) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(name, "_", " ")), " ")
}
