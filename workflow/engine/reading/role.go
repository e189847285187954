package reading

import (
	"slices"
	"strings"

	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads rows that go by the name of a key: the manager of an employee, the support rep of a customer. They are
// shown by their names and joined under the name of the key, so that a table may meet itself.

// role is the key that the column is when it leads to a row of its own table, or to one that goes by another name: the
// support rep, in support_rep_id. It is nil for others.
func (r *Run) role(c *schema.Column) *schema.Edge {
	if c == nil || c.Metric != nil {
		return nil
	}
	for _, e := range r.Index.Graph.Of(c.Table) {
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
	fRoleName = Feat("a key that says a part: the name of the row that plays it")
	fRoleSelf = Feat("a key that says a part: the name of the row that plays it, of the same table")
	fRoleKey  = Feat("a key that says a part: the key itself")
)

// selectRole shows the name of the row that a key refers to instead of the key.
func (r *Run) selectRole(c *schema.Column) bool {
	e := r.role(c)
	it := r.Item(r.Pos - 1)
	if e == nil || len(r.Aggregates) > 0 || SaysKey(it) || !Names(it, c) {
		return false
	}
	r.Choice()
	r.Option(Is(fRoleName), When(fRoleSelf, e.From == e.To))
	r.Option(Is(fRoleKey))
	if r.Pick() != 0 {
		return false
	}
	if len(r.Q.Items) == 0 && r.Subject == c.Table {
		r.Label(c.Table)
	}
	for _, label := range e.To.Label {
		r.AddItem(Operand{Column: label, Via: e})
	}
	r.Last = c.Table
	return true
}

// playedBy says that the value names the row that the key refers to: "reports to Nancy".
func (r *Run) playedBy(c *schema.Column, it *tag.Item) bool {
	e := r.role(c)
	return e != nil && e.From == e.To && slices.ContainsFunc(e.To.Label, func(label *schema.Column) bool { return Holds(it, label) })
}

// played gives the condition on a row that plays a part its key: the one that waits, or that of the condition before.
func (r *Run) played(c *schema.Column) *schema.Edge {
	if r.Pending != nil && r.Pending.Aggregate == None {
		if e := r.role(r.Pending.Column); e != nil && e.From == e.To && slices.Contains(e.To.Label, c) {
			return e
		}
	}
	if n := len(r.Q.Filters); n > 0 && r.Pending == nil && r.Item(r.Pos-2).Mention() {
		if last := r.Q.Filters[n-1].Left; last.Via != nil && slices.Contains(last.Via.To.Label, c) && last.Column != c {
			return last.Via
		}
	}
	return nil
}

// RoleName is what the row that a key refers to is called in a query: the key's name without its ending.
func RoleName(e *schema.Edge) string {
	words := schema.Split(e.FromColumns[0].Name)
	if n := len(words); n > 1 && (strings.EqualFold(words[n-1], "id") || strings.EqualFold(words[n-1], "code")) {
		words = words[:n-1]
	}
	if words[0] == "reports" {
		return "manager"
	}
	return strings.ToLower(strings.Join(words, "_"))
}
