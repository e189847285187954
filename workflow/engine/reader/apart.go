package reader

import (
	"fmt"
	"slices"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file keeps what a question is about in its answer: of "how many payments by status", where payments have no status and nothing
// joins them to what has one, the statuses of others are no answer. They are offered, with the reason.

// unjoined is a table that a question names and a reading leaves out, though nothing joins it to the tables that it reads.
type unjoined struct {
	said  string
	reads []*schema.Table
}

// leavesApart is such a table of a draft; nil for none.
func (e *Engine) leavesApart(items []tag.Item, d *workflow.Draft) *unjoined {
	if len(d.Ignored) == 0 {
		return nil
	}
	var reads []*schema.Table
	for _, t := range d.Statement.References().Tables {
		if table := e.Index.Table(t.Name); table != nil && !slices.Contains(reads, table) {
			reads = append(reads, table)
		}
	}
	for i := range items {
		of := outright(&items[i])
		if of == nil || len(reads) == 0 || !slices.Contains(d.Ignored, items[i].Text) {
			continue
		}
		if !slices.ContainsFunc(reads, func(t *schema.Table) bool { return e.Index.Graph.Distance(of, t) >= 0 }) {
			return &unjoined{items[i].Text, reads}
		}
	}
	return nil
}

// outright is the table that an item names, and that alone; nil for none.
func outright(it *tag.Item) *schema.Table {
	if len(it.Matches) == 0 || len(it.Values) > 0 || !it.Matches[0].Exact() || it.Matches[0].Column != nil {
		return nil
	}
	t := it.Matches[0].Table
	if slices.ContainsFunc(it.Matches[1:], func(m schema.Match) bool { return m.Exact() && m.Table != t }) {
		return nil
	}
	return t
}

// String says why there is no answer.
func (a unjoined) String() string {
	names := make([]string, len(a.reads))
	for i, t := range a.reads {
		names[i] = t.Name
	}
	return fmt.Sprintf("Nothing joins %s to %s.", a.said, strings.Join(names, " and "))
}

// asksAbout is the question back about a draft that leaves words out.
func (e *Engine) asksAbout(items []tag.Item, d *workflow.Draft) string {
	if a := e.leavesApart(items, d); a != nil {
		return a.String()
	}
	return doNotKnow(d.Ignored)
}
