package pointer

import (
	"slices"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file turns round where the rows in force begin and end: "and the other way round" after those from Nairobi to London.

// bothEnds are the conditions in force on where, or with whom, rows begin and where they end: one of each, each with one value.
type bothEnds struct{ from, to statement.Expr }

// endsInForce finds both ends; not ok where one is missing, or there are several.
func endsInForce(ed *edit.Editor) (out bothEnds, ok bool) {
	s := ed.Scope()
	for _, p := range ed.Block().Where {
		now, constrained := edit.ConstraintOf(p)
		c := s.Subject(p)
		if c == nil || c.Role == schema.Moment || !constrained || now.Negated || len(now.Values) != 1 {
			continue
		}
		var at *statement.Expr
		switch {
		case c.Has(english.Sources...):
			at = &out.from
		case c.Has(english.Targets...):
			at = &out.to
		default:
			continue
		}
		if !at.IsZero() {
			return out, false
		}
		*at = p
	}
	return out, !out.from.IsZero() && !out.to.IsZero() && ed.Query.Set == nil
}

// SwapEnds asks for the rows that begin where those in force end, and end where they begin.
func SwapEnds(ed *edit.Editor) bool {
	ends, ok := endsInForce(ed)
	if !ok {
		return false
	}
	s := ed.Scope()
	from, to := s.Subject(ends.from), s.Subject(ends.to)
	if from.Type != to.Type {
		return false
	}
	begins, _ := edit.ConstraintOf(ends.from)
	stops, _ := edit.ConstraintOf(ends.to)
	return putValue(ed, ends.from, from, stops.Values[0]) && putValue(ed, ends.to, to, begins.Values[0])
}

// putValue puts an equality with a value in the place of a predicate on a column.
func putValue(ed *edit.Editor, old statement.Expr, c *schema.Column, value statement.Expr) bool {
	x, ok := ed.Scope().Ref(c)
	return ok && ed.Block().ReplacePredicate(old, statement.Binary("=", x, value)) == nil
}

// SwapNamedEnds is the same where the two texts name the columns of both ends.
func SwapNamedEnds(ed *edit.Editor, one, other string) bool {
	ends, ok := endsInForce(ed)
	if !ok {
		return false
	}
	s := ed.Scope()
	columns := []*schema.Column{s.Subject(ends.from), s.Subject(ends.to)}
	for _, text := range []string{one, other} {
		words := edit.LemmasOf(clause.ContentWords(text))
		at := slices.IndexFunc(columns, func(c *schema.Column) bool { return len(words) > 0 && edit.GoesBy(c, words) })
		if at < 0 {
			return false
		}
		columns = slices.Delete(columns, at, at+1)
	}
	return SwapEnds(ed)
}
