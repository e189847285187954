package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Propose is the text of a project for a database, from what its columns are: time columns and labels as parley takes them,
// figures as it would put them together, and the codes that want a word. What parley cannot know stands as a comment, to be
// filled in.
func Propose(x *schema.Index) string {
	var b strings.Builder
	b.WriteString("# What words mean in this database. Each line is a proposal: correct it, take it out, or let it stand.\n")
	section(&b, "time", "# The column that says when a row came to be.", x, func(t *schema.Table) []string {
		if t.Moment == nil {
			return nil
		}
		return []string{key(t.Name) + " = " + quoted(t.Moment.Name)}
	})
	section(&b, "labels", "# What a row is called.", x, func(t *schema.Table) []string {
		var names []string
		for _, c := range t.Label {
			names = append(names, quoted(c.Name))
		}
		if len(names) == 0 {
			return nil
		}
		return []string{key(t.Name) + " = [" + strings.Join(names, ", ") + "]"}
	})
	section(&b, "metrics", "# Figures by name, as they are put together where nothing is said; a filter says which rows count.", x, func(t *schema.Table) []string {
		var lines []string
		for _, c := range t.Measures {
			name, function := "total ", "sum"
			if c.Aggregate != schema.Sum {
				name, function = "average ", "avg"
			}
			lines = append(lines, fmt.Sprintf("# %s = %s", key(name+strings.Join(c.Words, " ")), quoted(function+"("+c.String()+")")))
		}
		return lines
	})
	section(&b, "words", "# Other names of tables and columns, and words for codes: put the word in the place of the dots.", x, func(t *schema.Table) []string {
		var lines []string
		for _, c := range t.Columns {
			for _, v := range codes(x, c) {
				lines = append(lines, fmt.Sprintf("# \"…\" = %s", quoted(fmt.Sprintf("%s = '%s'", c, strings.ReplaceAll(v, "'", "''")))))
			}
		}
		return lines
	})
	return b.String()
}

// codes are the values of a column of few short ones, which people have words for, and of which nothing says the words.
func codes(x *schema.Index, c *schema.Column) []string {
	const few, short = 12, 3
	held := x.Held(c)
	if !c.Complete || len(held) == 0 || len(held) > few || c.Role == schema.Label || c.Key() || len(c.Codes) > 0 {
		return nil
	}
	for _, v := range held {
		if len(v) > short {
			return nil
		}
	}
	return held
}

func section(b *strings.Builder, name, about string, x *schema.Index, lines func(*schema.Table) []string) {
	var all []string
	for _, t := range x.Tables {
		all = append(all, lines(t)...)
	}
	if len(all) > 0 {
		fmt.Fprintf(b, "\n%s\n[%s]\n%s\n", about, name, strings.Join(all, "\n"))
	}
}

// Review is the text of a project of definitions that somebody proposed. What does not hold in the database stands as a
// comment with the reason.
func Review(d Definitions, by string, x *schema.Index, dialect statement.Dialect) string {
	p := Compile(schema.New(x.Schema), dialect, nil, LinkedLayer(by, d, nil))
	why := func(kind, name string) string {
		for _, problem := range p.Problems {
			if rest, ok := strings.CutPrefix(problem.Text, kind+"."+name+" has no effect: "); ok {
				return rest
			}
		}
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Proposed by %s. Each line is a proposal: read it over, correct it, or take it out.\n", by)
	entries(&b, "time", d.Time, why, func(name string) []string { return []string{key(name) + " = " + quoted(d.Time[name])} })
	entries(&b, "words", d.Words, why, func(name string) []string { return []string{key(name) + " = " + quoted(d.Words[name])} })
	entries(&b, "metrics", d.Metrics, why, func(name string) []string {
		m := d.Metrics[name]
		return append([]string{"[metrics." + key(name) + "]", "expression = " + quoted(m.Expression)}, details(m.Filter, m.Words, m.Description)...)
	})
	entries(&b, "filters", d.Filters, why, func(name string) []string {
		f := d.Filters[name]
		return append([]string{"[filters." + key(name) + "]", "condition = " + quoted(f.Condition)}, details("", f.Words, f.Description)...)
	})
	return b.String()
}

func details(filter string, words []string, description string) []string {
	var out []string
	if filter != "" {
		out = append(out, "filter = "+quoted(filter))
	}
	if len(words) > 0 {
		list := make([]string, len(words))
		for i, w := range words {
			list[i] = quoted(w)
		}
		out = append(out, "words = ["+strings.Join(list, ", ")+"]")
	}
	if description != "" {
		out = append(out, "description = "+quoted(description))
	}
	return out
}

// entries writes one kind of definition; each that does not hold as comments.
func entries[V any](b *strings.Builder, kind string, all map[string]V, why func(kind, name string) string, lines func(name string) []string) {
	headed := false
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := lines(name)
		table := strings.HasPrefix(text[0], "[")
		if !table && !headed {
			fmt.Fprintf(b, "\n[%s]\n", kind)
			headed = true
		}
		if table {
			b.WriteString("\n")
		}
		if reason := why(kind, name); reason != "" {
			fmt.Fprintf(b, "# Left out: %s\n# %s\n", strings.Join(strings.Fields(reason), " "), strings.Join(text, "\n# "))
			continue
		}
		b.WriteString(strings.Join(text, "\n") + "\n")
	}
}
