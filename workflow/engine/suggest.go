package engine

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow"
	"parley/workflow/schema"
)

// notUnderstood names the words that could not be placed, and three inputs that work on this schema.
func (e *Engine) notUnderstood(items []Item, drafts []*workflow.Draft) *workflow.NotUnderstood {
	n := &workflow.NotUnderstood{Suggestions: e.suggest(items)}
	if len(drafts) > 0 {
		n.Partial, n.Words = drafts[0], drafts[0].Ignored
		return n
	}
	for i := range items {
		if it := &items[i]; (it.Plain() || it.Mention()) && strings.ContainsFunc(it.Lower, isWordRune) {
			n.Words = append(n.Words, it.Text)
		}
	}
	return n
}

// suggest makes three questions about tables that the input names, else about the biggest ones; each is one that the
// engine answers.
func (e *Engine) suggest(items []Item) []string {
	var tables []*schema.Table
	for i := range items {
		for _, m := range items[i].Matches {
			if !slices.Contains(tables, m.Table) {
				tables = append(tables, m.Table)
			}
		}
	}
	rest := slices.Clone(e.index.Tables)
	slices.SortStableFunc(rest, func(a, b *schema.Table) int {
		return cmp.Or(cmp.Compare(boolInt(a.Link), boolInt(b.Link)), cmp.Compare(len(e.index.Graph.Of(b)), len(e.index.Graph.Of(a))))
	})
	tables = append(tables, rest...)
	if len(tables) == 0 {
		return nil
	}
	out := []string{"show all " + spoken(tables[0].Name)}
	for _, t := range tables {
		if s := countedBy(t); s != "" && len(out) < 2 {
			out = append(out, s)
		}
	}
	for _, t := range tables {
		if s := "how many " + spoken(t.Name) + " are there"; len(out) < 3 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func spoken(name string) string { return strings.Join(schema.Split(name), " ") }

// countedBy is a question that counts a table by a column of few values; empty when it has none.
func countedBy(t *schema.Table) string {
	for _, c := range t.Columns {
		if c.Role == schema.Category && c.Distinct > 1 {
			return "how many " + spoken(t.Name) + " per " + spoken(c.Name)
		}
	}
	return ""
}
