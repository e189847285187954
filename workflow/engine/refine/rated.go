package refine

import (
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/pointer"
	"parley/workflow/schema"
)

// This file chooses things by what many rows say of each: the best rated of some products is the one of the best average, and not one of
// the many that somebody gave five stars.

// chosenByMany groups a candidate that chooses things by a figure of rows that belong to them, so that the figure is one of each thing, and
// shows it. Others stay as they are.
func chosenByMany(ed *edit.Editor, f *pointer.Rival) {
	q := f.Query
	if q.Set != nil || len(q.GroupBy) > 0 || q.Distinct || q.Limit.IsZero() || len(q.OrderBy) != 1 || len(q.From) < 2 {
		return
	}
	s := edit.View{Index: ed.Index, Query: q}
	c, x := ratedBy(s, q.OrderBy[0].Expr)
	things := thingsShown(s)
	if c == nil || things == nil || things == c.Table || !meaning.Refers(ed.Index, c.Table, things) {
		return
	}
	key, ok := s.Ref(things.PrimaryKey())
	if !ok {
		return
	}
	work := *ed
	work.Query = q.Clone()
	figure := statement.Call("avg", x)
	groups := []statement.Expr{key}
	for _, it := range work.Query.Items {
		if _, star := it.Expr.AsStar(); !star && !it.Expr.Equal(key) {
			groups = append(groups, it.Expr)
		}
	}
	work.Query.GroupBy, work.Query.OrderBy[0].Expr = groups, figure
	if !work.Append(statement.Item{Expr: figure, Alias: clause.FreeName(&work, "average_"+strings.ToLower(c.Name))}) {
		return
	}
	f.Query = work.Query
	if f.Editor != nil {
		f.Editor.Query = work.Query
		f.Editor.Assume("of each, the average " + c.String())
	}
}

// ratedBy is the column by which rows are ordered, itself or its average, where many of its values make no total.
func ratedBy(s edit.View, by statement.Expr) (*schema.Column, statement.Expr) {
	if name, args, _, _, ok := by.AsCall(); ok && strings.EqualFold(name, "avg") && len(args) == 1 {
		by = args[0]
	}
	c := s.Column(by)
	if c == nil || c.Role != schema.Measure || c.Aggregate != schema.Average || !c.Type.Numeric() {
		return nil, by
	}
	return c, by
}

// thingsShown is the one table of which columns are shown, and nothing else; nil where there are several, or its rows have no key.
func thingsShown(s edit.View) *schema.Table {
	var found *schema.Table
	for _, it := range s.Query.Items {
		t := s.Table(s.Query.From[0])
		if qualifier, star := it.Expr.AsStar(); star {
			if qualifier == "" {
				return nil
			}
			for _, src := range s.Query.From {
				if strings.EqualFold(src.Name(), qualifier) {
					t = s.Table(src)
				}
			}
		} else if c := s.Column(it.Expr); c != nil {
			t = c.Table
		} else {
			return nil
		}
		if found != nil && found != t {
			return nil
		}
		found = t
	}
	if found == nil || found.PrimaryKey() == nil {
		return nil
	}
	return found
}
