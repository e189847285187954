// Package profile says what is known of a database in words: how people call tables and columns, keys nobody declared, roles,
// ranges, codes. It imports db, the schema index and the standard library.
package profile

import (
	"fmt"
	"strings"
	"time"

	"parley/db"
	"parley/workflow/schema"
)

// classes are what the rows of a table are, in a word; a thing needs none.
var classes = map[schema.Class]string{
	schema.Fact: "what happened", schema.List: "a list", schema.Bridge: "joins others", schema.Calendar: "a calendar", schema.History: "versions of things",
}

// Table is what is known of a table beside its catalogue: how its rows are called, what they are, their own time and their label.
func Table(t *schema.Table) string {
	var parts []string
	add := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if said := t.Said(); !strings.EqualFold(strings.Join(schema.Split(t.Name), " "), said) && !strings.EqualFold(schema.Plural(t.Name), said) {
		add(said)
	}
	if t.Class != schema.Fact || t.Moment != nil || !t.Named() { // what has names and no time is a thing, whatever is counted of it
		add(classes[t.Class])
	}
	if t.Empty {
		add("no rows")
	}
	if t.Moment != nil {
		add("its time is " + t.Moment.Said() + of(t.Moment.Table, t))
	}
	if len(t.Label) > 0 {
		var names []string
		for _, c := range t.Label {
			names = append(names, c.Said())
		}
		add("a row is called by its " + strings.Join(names, " and "))
	}
	return db.Visible(strings.Join(parts, "; "))
}

func of(t, own *schema.Table) string {
	if t == own {
		return ""
	}
	return " of " + t.Name
}

// Column is what is known of a column beside its type: how people call it, the key that it holds, how its numbers are put
// together, its range, its commonest values, its codes, and how often it is empty.
func Column(x *schema.Index, c *schema.Column) string {
	var parts []string
	add := func(part string) {
		if part != "" {
			parts = append(parts, part)
		}
	}
	if !c.Spelt() {
		add(c.Said())
	}
	add(Key(x, c))
	add(aggregate(c))
	switch {
	case c.Type == db.JSON || c.Type == db.Bytes:
	case c.Least != nil && c.Greatest != nil && (!c.Key() || c.Type.Temporal()): // what parts a table is in its key
		add(Range(c))
	case len(c.Common) > 0 && !c.Key():
		add(values(c))
	}
	add(codes(c))
	if c.Looked > 0 && c.Nulls > 0 {
		add(share(c.Nulls, c.Looked) + " empty")
	}
	return db.Visible(strings.Join(parts, "; "))
}

// Key is where a column points whose key nobody declared; empty for all others.
func Key(x *schema.Index, c *schema.Column) string {
	for _, e := range x.Graph.Of(c.Table) {
		if e.Inferred && len(e.FromColumns) == 1 && e.FromColumns[0] == c {
			return "→ " + e.ToColumns[0].String() + " (inferred: not declared, but its rows fit)"
		}
	}
	return ""
}

func aggregate(c *schema.Column) string {
	unit := ""
	if c.Unit != "" {
		unit = " in " + c.Unit
	}
	if c.Fraction {
		unit = " as a share of one"
	}
	switch c.Aggregate {
	case schema.Sum:
		return "adds up" + unit
	case schema.Average:
		return "is averaged" + unit
	case schema.Latest:
		return "adds up, but not over time" + unit
	case schema.NoAggregate:
	}
	return ""
}

// Range is the least and the greatest value of a column.
func Range(c *schema.Column) string {
	least, greatest := written(c.Least), written(c.Greatest)
	if least == greatest {
		return "always " + least
	}
	text := least + " to " + greatest
	if !c.Whole {
		text = "about " + text
	}
	return text
}

// written is a value in few letters: times as days.
func written(v db.Value) string {
	if t, ok := db.Clock(v); ok {
		return t.Format("2 Jan 2006")
	}
	return cut(db.Format(v), longest)
}

// Lengths in letters: of a value, of a name, which catalogues of servers keep shorter, and of what is said of one.
const (
	longest     = 30
	longestName = 130
	longestLine = 500
)

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

// name is a name as it may be shown.
func name(of string) string { return db.Visible(cut(of, longestName)) }

// values are the commonest of a column, with how many there are.
func values(c *schema.Column) string {
	var list []string
	for _, v := range c.Common {
		if text := cut(db.Format(v), longest); strings.TrimSpace(text) != "" {
			list = append(list, text)
		}
	}
	if len(list) == 0 {
		return ""
	}
	switch more := c.Distinct - len(list); {
	case c.Unique || c.Complete && c.Distinct > 20 && int64(c.Distinct)*10 > (c.Looked-c.Nulls)*8:
		return "hardly ever the same, such as " + list[0]
	case c.Role == schema.Free && !c.Complete:
		return "such as " + list[0]
	case more > 0 && c.Complete:
		return fmt.Sprintf("%d values: %s …", c.Distinct, strings.Join(list, ", "))
	case more > 0:
		return fmt.Sprintf("%s and over %d more", strings.Join(list, ", "), more)
	}
	return strings.Join(list, ", ")
}

// mostCodes is how many codes of a column are told.
const mostCodes = 8

func codes(c *schema.Column) string {
	var list []string
	told := map[string]bool{}
	for _, code := range c.Codes {
		stored := db.Format(code.Value)
		switch code.Presence {
		case schema.Empty:
			stored = "empty"
		case schema.Filled:
			stored = "filled"
		case schema.AnyValue:
		}
		if told[stored] || code.Source == schema.CodeFlag {
			continue
		}
		told[stored] = true
		if len(list) == mostCodes {
			list = append(list, "…")
			break
		}
		list = append(list, cut(stored, longest)+" = "+cut(code.Phrase, longest))
	}
	return strings.Join(list, ", ")
}

func share(part, whole int64) string {
	percent := 100 * float64(part) / float64(whole)
	if percent > 0 && percent < 1 {
		return "<1 %"
	}
	return fmt.Sprintf("%.0f %%", percent)
}

// Text is the whole profile of a database, or of one of its tables, in lines. What it was read of says facts.
func Text(x *schema.Index, facts *schema.Facts, only *schema.Table) string {
	var b strings.Builder
	if facts != nil && only == nil {
		b.WriteString(Reading(x, facts) + "\n")
	}
	for _, t := range x.Tables {
		if only != nil && t != only {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		b.WriteString(name(t.String()))
		if t.Rows >= 0 && !t.Empty {
			fmt.Fprintf(&b, " · about %s rows", db.Thousands(int(t.Rows)))
		}
		if said := Table(t); said != "" {
			b.WriteString(" · " + cut(said, longestLine))
		}
		b.WriteString("\n")
		wide := 0
		for _, c := range t.Columns {
			wide = min(max(wide, len([]rune(name(c.Name)))), longest)
		}
		for _, c := range t.Columns {
			line := fmt.Sprintf("  %-*s  %s", wide, name(c.Name), cut(Column(x, c), longestLine))
			b.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Reading says what was looked at, how long it took, and when.
func Reading(x *schema.Index, facts *schema.Facts) string {
	declared, inferred := 0, 0
	for _, e := range x.Graph.Edges {
		switch {
		case e.Declared:
			declared++
		case e.Inferred:
			inferred++
		}
	}
	values, _ := x.Size()
	text := fmt.Sprintf("%s of %s read at %s in %s: %s values, %s keys declared, %s inferred.", tables(len(facts.Tables)), tables(len(x.Tables)),
		facts.Taken.Format("15:04 on 2 Jan 2006"), facts.Took.Round(time.Millisecond), db.Thousands(values), db.Thousands(declared), db.Thousands(inferred))
	if facts.Partial {
		text += " The reading ended before all was seen."
	}
	empty := 0
	for _, t := range x.Tables {
		if t.Empty {
			empty++
		}
	}
	switch {
	case x.Empty():
		text += " The database is empty: none of its tables has rows."
	case empty > 0:
		text += fmt.Sprintf(" %s empty.", map[bool]string{true: "1 table is", false: fmt.Sprint(empty) + " tables are"}[empty == 1])
	}
	return text
}

func tables(n int) string {
	if n == 1 {
		return "1 table"
	}
	return db.Thousands(n) + " tables"
}
