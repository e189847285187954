package engine

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow"
	"parley/workflow/schema"
)

// offeredCoverage is the share of content words that a reading has a part for, below which it is nothing to offer.
const offeredCoverage = 0.5

// notUnderstood names the words that could not be placed, and three inputs that work on this schema.
func (e *Engine) notUnderstood(items []Item, partial *workflow.Draft) *workflow.NotUnderstood {
	n := e.lost(items, partial)
	n.Suggestions = e.suggest(items)
	return n
}

// lost names the words that could not be placed.
func (e *Engine) lost(items []Item, partial *workflow.Draft) *workflow.NotUnderstood {
	n := &workflow.NotUnderstood{}
	if partial != nil {
		n.Words = partial.Ignored
		if partial.Coverage >= offeredCoverage {
			n.Partial = partial
		}
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
	tables = slices.DeleteFunc(append(tables, rest...), func(t *schema.Table) bool { return t.Empty })
	if len(tables) == 0 {
		return nil // an empty database answers nothing
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

// unknownSubject is the word that a question asks for when it means nothing here: "the weather in Nairobi", "who is the
// president of France". Conditions alone make no question.
func unknownSubject(q ranked, items []Item) string {
	for i := range items {
		it := &items[i]
		switch {
		case (it.Is(Ask, Who, Where, When, Be, Filler, Whole, All, Of, Their, Information) || i == 0 && it.Is(Relative)) && !it.Mention():
			continue
		case !it.Plain() || !slices.Contains(q.ignored, i) || i+1 == len(items):
			return ""
		}
		if next := &items[i+1]; next.Is(In, Of, Relative, With) && !next.Mention() {
			return it.Text
		}
		return ""
	}
	return ""
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
