package edit

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file keeps the rows in force where something is shown or sorted by that needs a further table: a row without what it refers to
// stays, and none comes twice.

// KeepingRows runs an operation that may join tables, so that no row is lost by them: where a key may be empty, the row stays without.
func (ed *Editor) KeepingRows(operation func() bool) bool {
	before := len(ed.Block().From)
	if !operation() {
		return false
	}
	q := ed.Block()
	for k := before; k < len(q.From); k++ {
		if q.From[k].Join == statement.JoinInner && ed.optional(q.From[k]) {
			q.From[k].Join = statement.JoinLeft
		}
	}
	return true
}

// optional says that a row in force may have none of a source that was joined: the key to it may be empty, leads to what was joined for
// rows that have it, or is one by which other rows refer to this.
func (ed *Editor) optional(src statement.Source) bool {
	s, joined := ed.Scope(), ed.Scope().Table(src)
	if joined == nil {
		return false
	}
	return slices.ContainsFunc(src.On.Columns(), func(e statement.Expr) bool {
		qualifier, _, ok := e.AsColumn()
		c := s.Column(e)
		if !ok || c == nil || SameName(qualifier, SourceName(src)) {
			return false
		}
		at := s.Query.Source(qualifier)
		return c.Nullable || at >= 0 && s.Query.From[at].Join == statement.JoinLeft
	})
}

// OwnMoment takes a date of when rows began that no one of many has for the one of their own that says so: the start date of a waiter is
// that of the job, not of a shift.
func (ed *Editor) OwnMoment(t *Target) bool {
	root := ed.Root()
	if root == nil || len(t.Columns) != 1 || t.Columns[0].Role != schema.Moment || !t.Columns[0].Has(english.Begun...) {
		return false
	}
	var found *schema.Column
	for _, c := range root.Columns {
		if c.Role != schema.Moment || c.Hidden || !c.Has(english.Begun...) {
			continue
		}
		if found != nil {
			return false
		}
		found = c
	}
	if found == nil {
		return false
	}
	ed.Assume(t.Said + " is " + found.String())
	t.Columns = []*schema.Column{found}
	return true
}

// ManyFor says that several rows of a column's table belong to one in force: it shows no one value of it.
func (ed *Editor) ManyFor(t Target) bool {
	return t.Item < 0 && t.Passed == nil && t.Aggregate == "" && slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
		return !slices.Contains(ed.Scope().Tables(), c.Table) && ed.Fans(c.Table) > 0
	})
}
