package engine

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file reads rows that go by the name of a key: the manager of an employee, the support rep of a customer. They are
// shown by their names and joined under the name of the key, so that a table may meet itself.

// role is the key that the column is when it leads to a row of its own table, or to one that goes by another name: the
// support rep, in support_rep_id. It is nil for others.
func (r *run) role(c *schema.Column) *schema.Edge {
	if c == nil || c.Metric != nil {
		return nil
	}
	for _, e := range r.index.Graph.Of(c.Table) {
		if e.From != c.Table || !e.Sure() || len(e.FromColumns) != 1 || e.FromColumns[0] != c || len(e.To.Label) == 0 {
			continue
		}
		says := !strings.EqualFold(c.Name, e.ToColumns[0].Name) && c.Words[len(c.Words)-1] == "identifier" && !slices.ContainsFunc(c.Words, func(w string) bool { return slices.Contains(e.To.Words, w) })
		if e.To == e.From || says {
			return e
		}
	}
	return nil
}

var (
	fRoleName = feat("a key that says a part: the name of the row that plays it")
	fRoleSelf = feat("a key that says a part: the name of the row that plays it, of the same table")
	fRoleKey  = feat("a key that says a part: the key itself")
)

// selectRole shows the name of the row that a key refers to instead of the key.
func (r *run) selectRole(c *schema.Column) bool {
	e := r.role(c)
	it := r.item(r.pos - 1)
	if e == nil || len(r.aggregates) > 0 || saysKey(it) || !names(it, c) {
		return false
	}
	r.choice()
	r.option(is(fRoleName), when(fRoleSelf, e.From == e.To))
	r.option(is(fRoleKey))
	if r.pick() != 0 {
		return false
	}
	if len(r.q.items) == 0 && r.subject == c.Table {
		r.label(c.Table)
	}
	for _, label := range e.To.Label {
		r.addItem(operand{column: label, via: e})
	}
	r.last = c.Table
	return true
}

// playedBy says that the value names the row that the key refers to: "reports to Nancy".
func (r *run) playedBy(c *schema.Column, it *Item) bool {
	e := r.role(c)
	return e != nil && e.From == e.To && slices.ContainsFunc(e.To.Label, func(label *schema.Column) bool { return holds(it, label) })
}

// played gives the condition on a row that plays a part its key: the one that waits, or that of the condition before.
func (r *run) played(c *schema.Column) *schema.Edge {
	if r.pending != nil && r.pending.aggregate == none {
		if e := r.role(r.pending.column); e != nil && e.From == e.To && slices.Contains(e.To.Label, c) {
			return e
		}
	}
	if n := len(r.q.filters); n > 0 && r.pending == nil && r.item(r.pos-2).Mention() {
		if last := r.q.filters[n-1].left; last.via != nil && slices.Contains(last.via.To.Label, c) && last.column != c {
			return last.via
		}
	}
	return nil
}

// roleName is what the row that a key refers to is called in a query: the key's name without its ending.
func roleName(e *schema.Edge) string {
	words := schema.Split(e.FromColumns[0].Name)
	if n := len(words); n > 1 && (strings.EqualFold(words[n-1], "id") || strings.EqualFold(words[n-1], "code")) {
		words = words[:n-1]
	}
	if words[0] == "reports" {
		return "manager"
	}
	return strings.ToLower(strings.Join(words, "_"))
}
