package measure

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/tag"
)

// This file lays the same part of the calendar a year before beside each period of a series: "compare with the same month last year".

// SameOfLastYear says that a text speaks of the same part of the calendar a year before: "same month last year".
func SameOfLastYear(text string) bool {
	u := tag.Utter(text)
	year := slices.Index(u.Words, "year")
	return u.Has("same") && year > 0 && slices.Index(u.Words, "same") < year
}

// YearBeside shows beside the figures at some places what each was in the same month or quarter of the year before, and the change in a
// hundred. Where that month has no rows, nothing stands there, whatever lies before it.
func YearBeside(ed *edit.Editor, figures []int) bool {
	q := ed.Block()
	at, timed := clause.MomentItem(ed)
	if !timed || ed.Query.Set != nil || !ed.Query.Limit.IsZero() || len(q.Having) > 0 || len(figures) == 0 {
		return false
	}
	q.SpellOut()
	key := q.Items[at].Expr
	grain, moments := grainOf(key), key.Columns()
	if grain != "month" && grain != "quarter" || len(moments) != 1 || !slices.ContainsFunc(q.GroupBy, key.Equal) {
		return false
	}
	first := statement.Call("min", moments[0])
	year := ed.Dialect.Part("year", first)
	over := statement.Window{PartitionBy: []statement.Expr{ed.Dialect.Part(grain, first)}, OrderBy: []statement.Key{{Expr: key}}}
	for _, other := range q.GroupBy {
		if !other.Equal(key) {
			over.PartitionBy = append(over.PartitionBy, other)
		}
	}
	follows := statement.Binary("=", statement.Call("lag", year).Over(over), statement.Binary("-", year, statement.Literal(int64(1))))
	for _, i := range figures {
		x, name := q.Items[i].Expr, strings.ToLower(clause.KeptName(ed, i))
		if !x.Aggregate() || x.IsWindow() {
			return false
		}
		before := statement.Case([]statement.When{{If: follows, Then: statement.Call("lag", x).Over(over)}}, statement.Expr{})
		change := ed.Dialect.Divide(statement.Binary("*", statement.Binary("-", x, before), statement.Literal(100.0)), before)
		q.Items = append(q.Items[:len(q.Items):len(q.Items)], statement.Item{Expr: before, Alias: clause.FreeName(ed, name+"_last_year")},
			statement.Item{Expr: change, Alias: clause.FreeName(ed, name+"_change_percent")})
	}
	ed.Understand("beside it: the same " + grain + " of the year before")
	return true
}
