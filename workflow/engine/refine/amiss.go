package refine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file leaves out the candidates that answer something else than what was asked, in so many words: no number where "how many" was
// asked, nobody's name where "who" was, an order of the one row that figures over all rows make.

// amiss says that of a candidate.
func amiss(ed *edit.Editor, u tag.Utterance, c *pointer.Rival) bool {
	if c.Mix == clause.Kept || c.Query.Set != nil {
		return false
	}
	if byNoTotal(ed, u, c) || repeatsCounted(ed, c) || measure.LosesSides(ed, c.Query) {
		return true
	}
	s := u.Trim(clause.LastSentence(u))
	s = u.Behind(s, "and", "but", "so", "then", "or")
	if s.To-s.From < 2 {
		return false
	}
	view := edit.View{Index: ed.Index, Query: edit.Leftmost(c.Query)}
	switch {
	case reader.SortsOneRow(view.Query) && !reader.SortsOneRow(ed.Block()):
		return true
	case !view.Query.Limit.IsZero() && !view.Query.Limit.Equal(ed.Block().Limit) && takesExtreme(c) && reader.LeavesExtreme(reader.Prepare(ed.Tag(u.Input))):
		return true // "all but the five cheapest" are not those five
	case u.Phrase(s.From, "how many") > 0:
		return !counts(view, u.Words[min(s.From+2, s.To):min(s.From+4, s.To)]) // "how many free seats"
	case u.Words[s.From] == "who":
		return tellsNobody(view)
	}
	return false
}

// repeatsCounted says that a candidate leaves a number of rows as it is written, and joins rows of which each has several, by which nothing is
// grouped: the number would be another one.
func repeatsCounted(ed *edit.Editor, c *pointer.Rival) bool {
	was, view := ed.Scope(), edit.View{Index: ed.Index, Query: c.Query}
	if ed.Query.Set != nil || !slices.ContainsFunc(c.Query.Items, func(i statement.Item) bool {
		return i.Expr.Equal(statement.CountStar()) && slices.ContainsFunc(was.Query.Items, func(o statement.Item) bool { return o.Expr.Equal(i.Expr) })
	}) {
		return false
	}
	known := was.Tables()
	fresh := func(t *schema.Table) bool { return !slices.Contains(known, t) }
	byFresh := slices.ContainsFunc(c.Query.GroupBy, func(key statement.Expr) bool {
		by := view.Subject(key)
		return by == nil || fresh(by.Table)
	})
	chosen := slices.ContainsFunc(c.Query.Where, func(p statement.Expr) bool {
		of := view.Subject(p)
		return of == nil || fresh(of.Table) // one kind of the rows that are joined: each may have one such
	})
	return !byFresh && !chosen && slices.ContainsFunc(view.Tables(), func(t *schema.Table) bool {
		return fresh(t) && slices.ContainsFunc(known, func(k *schema.Table) bool {
			return slices.ContainsFunc(ed.Index.Graph.Between(t, k), func(e *schema.Edge) bool { return e.From == t && e.To == k }) &&
				!slices.ContainsFunc(ed.Index.Graph.Between(k, t), func(e *schema.Edge) bool { return e.From == k && e.To == t })
		})
	})
}

// byNoTotal says that a candidate puts rows whose lines alone tell what they come to in the order of a number that nobody named, or compares it,
// which is another table's or comes on top: the most expensive of the orders in force is not the one with the dearest product.
func byNoTotal(ed *edit.Editor, u tag.Utterance, c *pointer.Rival) bool {
	root := ed.Root()
	if root == nil || ed.Query.Set != nil || ed.Block().Grouped() || compose.Telling(ed.Index, root) == nil {
		return false
	}
	was, view := ed.Scope(), edit.View{Index: ed.Index, Query: c.Query}
	unnamed := func(x statement.Expr) bool {
		by := view.Column(x)
		if by == nil || by.Role != schema.Measure || by.Metric != nil || by.Table == root && !by.Has(english.AddedTo...) {
			return false
		}
		return !slices.ContainsFunc(ed.Tag(u.Input), func(it tag.Item) bool {
			t, sure := it.BestTable()
			return t == by.Table && sure >= tag.StrongName || slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == by && m.Exact() })
		})
	}
	compares := func(p statement.Expr) bool {
		_, left, _, ok := p.AsBinary()
		return ok && unnamed(left) && !slices.ContainsFunc(was.Query.Where, func(o statement.Expr) bool { return o.Equal(p) })
	}
	sorts := len(c.Query.OrderBy) > 0 && len(c.Query.GroupBy) == 0 && unnamed(c.Query.OrderBy[0].Expr)
	return sorts && !slices.ContainsFunc(ed.Query.OrderBy, func(k statement.Key) bool { return k.Expr.Equal(c.Query.OrderBy[0].Expr) }) || slices.ContainsFunc(c.Query.Where, compares)
}

// takesExtreme says that a candidate keeps the first of an order that was said, and was not made by a rule of rows by their place.
func takesExtreme(c *pointer.Rival) bool {
	return c.Editor == nil || slices.ContainsFunc(c.Editor.Operations, func(name string) bool { return strings.HasPrefix(name, "superlative") })
}

// counts says that a query shows a number of something, or a column that is called as what is asked for: "how many seats".
func counts(s edit.View, things []string) bool {
	if len(s.Query.Items) == 0 {
		return true // every column
	}
	return slices.ContainsFunc(s.Query.Items, func(item statement.Item) bool {
		s, x := s.Innermost(item.Expr)
		if numbers(x) {
			return true
		}
		return slices.ContainsFunc(x.Columns(), func(x statement.Expr) bool {
			c := s.Column(x)
			return c == nil || slices.ContainsFunc(things, func(w string) bool { return c.Has(schema.Lemma(w)) })
		})
	})
}

// numbers says that an expression counts or adds up, itself or in a query of its own.
func numbers(x statement.Expr) bool {
	sql := strings.ToLower(x.SQL())
	return strings.Contains(sql, "count(") || strings.Contains(sql, "sum(")
}

// tellsNobody says that a query shows figures, numbers and dates alone.
func tellsNobody(s edit.View) bool {
	return len(s.Query.Items) > 0 && !slices.ContainsFunc(s.Query.Items, func(item statement.Item) bool {
		_, x := s.Innermost(item.Expr)
		c := s.Column(x)
		return !item.Expr.Aggregate() && (c == nil || c.Key() || !c.Type.Numeric() && c.Role != schema.Moment)
	})
}
