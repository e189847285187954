package reader

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// offeredCoverage is the share of content words that a reading has a part for, below which it is nothing to offer.
const offeredCoverage = 0.5

// notUnderstood names the words that could not be placed, and three inputs that work on this schema.
func (e *Engine) notUnderstood(items []tag.Item, partial *workflow.Draft) *workflow.NotUnderstood {
	n := e.Lost(items, partial)
	n.Suggestions = e.Suggest(items)
	return n
}

// unlikely says which words the likeliest reading has no part for, where it is too unlikely to be offered.
func (e *Engine) unlikely(items []tag.Item, d *workflow.Draft) *workflow.NotUnderstood {
	n := e.notUnderstood(items, d)
	if a := e.leavesApart(items, d); a != nil {
		n.Absent = a.String()
	}
	return n
}

// Lost names the words that could not be placed. What is left of a question without them is nothing to offer for a database in use: it
// is hardly ever what was meant.
func (e *Engine) Lost(items []tag.Item, partial *workflow.Draft) *workflow.NotUnderstood {
	n := &workflow.NotUnderstood{}
	if partial != nil {
		n.Words = partial.Ignored
		if partial.Coverage >= offeredCoverage && !e.Index.InUse() {
			n.Partial = partial
		}
		return n
	}
	for i := range items {
		if it := &items[i]; (it.Plain() || it.Mention()) && strings.ContainsFunc(it.Lower, tag.IsWordRune) {
			n.Words = append(n.Words, it.Text)
		}
	}
	return n
}

// Suggest makes three questions about tables that the input names, by themselves or by a column, else about the biggest ones; each is one
// that the engine answers.
func (e *Engine) Suggest(items []tag.Item) []string {
	var named, held []*schema.Table
	for i := range items {
		for _, m := range items[i].Matches {
			if m.Column == nil {
				named = append(named, m.Table)
			} else {
				held = append(held, m.Table)
			}
		}
	}
	rest := slices.Clone(e.Index.Tables)
	slices.SortStableFunc(rest, func(a, b *schema.Table) int {
		return cmp.Or(cmp.Compare(tag.BoolInt(a.Link), tag.BoolInt(b.Link)), cmp.Compare(len(e.Index.Graph.Of(b)), len(e.Index.Graph.Of(a))))
	})
	tables := slices.DeleteFunc(slices.Concat(named, held, rest), func(t *schema.Table) bool { return t.Empty })
	if len(tables) == 0 {
		return nil // an empty database answers nothing
	}
	out := []string{"show all " + tables[0].Said()}
	for _, t := range tables {
		if s := countedBy(t); s != "" && len(out) < 2 {
			out = append(out, s)
		}
	}
	for _, t := range tables {
		if s := "how many " + t.Said() + " are there"; len(out) < 3 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// unknownSubject is the word that a question asks for when it means nothing here: "the weather in Nairobi", "who is the
// president of France". Conditions alone make no question.
func unknownSubject(q Ranked, items []tag.Item) string {
	for i := range items {
		it := &items[i]
		switch {
		case (it.Is(tag.Ask, tag.Who, tag.Where, tag.When, tag.Be, tag.Filler, tag.Whole, tag.All, tag.Of, tag.Their, tag.Information) || i == 0 && it.Is(tag.Relative)) && !it.Mention():
			continue
		case !it.Plain() || !slices.Contains(q.Ignored, i) || i+1 == len(items):
			return ""
		}
		if next := &items[i+1]; next.Is(tag.In, tag.Of, tag.Relative, tag.With) && !next.Mention() {
			return it.Text
		}
		return ""
	}
	return ""
}

// Spoken is a name of the schema in words.
func Spoken(name string) string { return strings.Join(schema.Split(name), " ") }

// countedBy is a question that counts a table by a column of few values; empty when it has none.
func countedBy(t *schema.Table) string {
	for _, c := range t.Columns {
		if c.Role == schema.Category && c.Distinct > 1 && !c.Unique {
			return "how many " + t.Said() + " per " + c.Said()
		}
	}
	return ""
}
