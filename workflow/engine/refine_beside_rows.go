package engine

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file keeps the rows in force where something is shown or sorted by that needs a further table: a row without what it refers to
// stays, and none comes twice.

// keepingRows runs an operation that may join tables, so that no row is lost by them: where a key may be empty, the row stays without.
func (ed *editor) keepingRows(operation func() bool) bool {
	before := len(ed.block().From)
	if !operation() {
		return false
	}
	q := ed.block()
	for k := before; k < len(q.From); k++ {
		if q.From[k].Join == statement.JoinInner && ed.optional(q.From[k]) {
			q.From[k].Join = statement.JoinLeft
		}
	}
	return true
}

// optional says that a row in force may have none of a source that was joined: the key to it may be empty, leads to what was joined for
// rows that have it, or is one by which other rows refer to this.
func (ed *editor) optional(src statement.Source) bool {
	s, joined := ed.scope(), ed.scope().table(src)
	if joined == nil {
		return false
	}
	return slices.ContainsFunc(src.On.Columns(), func(e statement.Expr) bool {
		qualifier, _, ok := e.AsColumn()
		c := s.column(e)
		if !ok || c == nil || sameName(qualifier, sourceName(src)) {
			return false
		}
		at := s.query.Source(qualifier)
		return c.Nullable || at >= 0 && s.query.From[at].Join == statement.JoinLeft
	})
}

// ownMoment takes a date of when rows began that no one of many has for the one of their own that says so: the start date of a waiter is
// that of the job, not of a shift.
func (ed *editor) ownMoment(t *target) bool {
	root := ed.root()
	if root == nil || len(t.columns) != 1 || t.columns[0].Role != schema.Moment || !t.columns[0].Has(english.Begun...) {
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
	ed.assume(t.said + " is " + found.String())
	t.columns = []*schema.Column{found}
	return true
}

// manyFor says that several rows of a column's table belong to one in force: it shows no one value of it.
func (ed *editor) manyFor(t target) bool {
	return t.item < 0 && t.passed == nil && t.aggregate == "" && slices.ContainsFunc(t.columns, func(c *schema.Column) bool {
		return !slices.Contains(ed.scope().tables(), c.Table) && ed.fans(c.Table) > 0
	})
}
