package project

import (
	"fmt"
	"strings"

	"parley/workflow/schema"
)

// Propose is the text of a project for a database, from what its columns are: sums of measures, time columns and labels as
// parley takes them, and the codes that want a word. What parley cannot know stands as a comment, to be filled in.
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
	section(&b, "metrics", "# Figures by name: sum(table.column * table.column), with a filter where not every row counts.", x, func(t *schema.Table) []string {
		var lines []string
		for _, c := range t.Columns {
			if c.Role == schema.Measure && !c.Key() && !c.Year {
				lines = append(lines, fmt.Sprintf("# %s = %s", key("total "+strings.Join(c.Words, " ")), quoted("sum("+c.String()+")")))
			}
		}
		return lines
	})
	section(&b, "words", "# Other names of tables and columns, and words for codes.", x, func(t *schema.Table) []string {
		var lines []string
		for _, c := range t.Columns {
			for _, v := range codes(x, c) {
				lines = append(lines, fmt.Sprintf("# \"\" = %s", quoted(fmt.Sprintf("%s = '%s'", c, strings.ReplaceAll(v, "'", "''")))))
			}
		}
		return lines
	})
	return b.String()
}

// codes are the values of a column of few short ones, which people have words for.
func codes(x *schema.Index, c *schema.Column) []string {
	const few, short = 12, 3
	held := x.Held(c)
	if !c.Complete || len(held) == 0 || len(held) > few {
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
	fmt.Fprintf(b, "\n%s\n[%s]\n", about, name)
	for _, t := range x.Tables {
		for _, line := range lines(t) {
			b.WriteString(line + "\n")
		}
	}
}
