package clause

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Limit keeps the first n rows.
func Limit(ed *edit.Editor, n int) bool {
	if n == 1 && oneFigure(ed) {
		return false // it is one row as it is
	}
	if old, ok := CutAt(ed); ok && old == n {
		ed.Note(fmt.Sprintf("limited to %d already", n))
	}
	return ed.Query.SetLimit(int64(n)) == nil
}

// Top keeps the n largest by the measure in force; without an order and a measure, the first n.
func Top(ed *edit.Editor, n int, desc bool) bool {
	if len(ed.Query.OrderBy) == 0 {
		byMeasureIfAny(ed, desc)
	} else if !desc {
		Reverse(ed)
	}
	return Limit(ed, n)
}

func byMeasureIfAny(ed *edit.Editor, desc bool) {
	if !ed.Block().Grouped() && desc {
		if _, ok := ed.OnlyNumber(); !ok {
			return
		}
	}
	ByMeasure(ed, desc)
}

// CutAt is the limit in force.
func CutAt(ed *edit.Editor) (int, bool) { return LimitOf(ed.Query) }

// LimitOf is how many rows a query gives at most, where a number says so.
func LimitOf(q *statement.Query) (int, bool) {
	v, ok := q.Limit.AsLiteral()
	if !ok {
		return 0, false
	}
	n, whole := v.(int64)
	return int(n), whole
}

// RankedByOther takes another number of the rows in place of the one by which the first of them are found, and shows it where that one is
// shown: "what about stock?" after the five dearest products.
func RankedByOther(ed *edit.Editor, text string) bool {
	if _, cut := CutAt(ed); !cut || ed.Query.Set != nil || ed.Block().Grouped() || len(ed.Query.OrderBy) != 1 {
		return false
	}
	by := ed.Scope().Column(ed.Query.OrderBy[0].Expr)
	targets, ok := ed.Targets(text)
	if by == nil || by.Role != schema.Measure || !ok || len(targets) != 1 || targets[0].Aggregate != "" || len(targets[0].Columns) != 1 {
		return false
	}
	other := targets[0].Columns[0]
	if other == by || other.Table != by.Table || other.Role != schema.Measure {
		return false
	}
	if i, shown := ed.Scope().Shown(by); shown && i >= 0 && !Add(ed, targets) {
		return false
	}
	targets[0].Desc = ed.Query.OrderBy[0].Desc
	return Order(ed, targets, false)
}

// Unlimited shows all rows; without a limit there is nothing to lift, and that is said.
func Unlimited(ed *edit.Editor) bool {
	if ed.Query.Limit.IsZero() && ed.Query.Offset.IsZero() {
		ed.Note("all rows are shown already")
		return true
	}
	ed.Query.ClearLimit()
	return true
}

// Skip leaves out the first n rows.
func Skip(ed *edit.Editor, n int) bool {
	return ed.Query.SetOffset(int64(n)) == nil
}

// Next shows the page after the present one.
func Next(ed *edit.Editor, n int) bool {
	size, ok := CutAt(ed)
	if !ok {
		return false
	}
	from := 0
	if v, ok := ed.Query.Offset.AsLiteral(); ok {
		if o, whole := v.(int64); whole {
			from = int(o)
		}
	}
	if n > 0 && ed.Query.SetLimit(int64(n)) != nil {
		return false
	}
	return ed.Query.SetOffset(int64(from+size)) == nil
}

// NextToo shows so many more rows below those that are shown.
func NextToo(ed *edit.Editor, n int) bool {
	size, ok := CutAt(ed)
	return ok && ed.Query.SetLimit(int64(size+n)) == nil
}

// limitSteps are the limits that "too many" and "more" move along.
var limitSteps = []int{1, 3, 5, 10, 20, 50, 100, 200, 500, 1000}

// Fewer answers "too many": the next smaller limit, at most 100, and how to have another.
func Fewer(ed *edit.Editor) bool {
	now, ok := CutAt(ed)
	if !ok || ed.Rows >= 0 && ed.Rows < now {
		now = ed.Rows
	}
	if now == 1 || now == 0 {
		ed.Note("there is no more than one row as it is")
		return true
	}
	n := 10
	if now > 0 {
		for _, step := range limitSteps {
			if step < now && step <= 100 {
				n = step
			}
		}
		if now > 100 {
			n = 10
		}
	}
	if len(ed.Query.OrderBy) == 0 && ed.Block().Grouped() {
		byMeasureIfAny(ed, true)
	}
	ed.Note(fmt.Sprintf("limited to %d rows; say \"limit\" and a number for another", n))
	return ed.Query.SetLimit(int64(n)) == nil
}

// More answers "too few": a larger limit, else without the filter that was added last.
func More(ed *edit.Editor) bool {
	now, ok := CutAt(ed)
	if !ok || ed.Rows >= 0 && ed.Rows < now {
		return Relax(ed)
	}
	n := now * 2
	for _, step := range limitSteps {
		if step > now {
			n = step
			break
		}
	}
	ed.Note(fmt.Sprintf("up to %d rows; say \"limit\" and a number, or \"show all\"", n))
	return ed.Query.SetLimit(int64(n)) == nil
}

// Relax drops the last condition, of the groups first, and says which.
func Relax(ed *edit.Editor) bool {
	q := ed.Block()
	switch {
	case len(q.Having) > 0:
		SaidRelaxed(ed, q.Having[len(q.Having)-1])
		q.Having = q.Having[:len(q.Having)-1]
	case len(q.Where) > 0:
		SaidRelaxed(ed, q.Where[len(q.Where)-1])
		q.Where = q.Where[:len(q.Where)-1]
	case !ed.Query.Limit.IsZero():
		return Unlimited(ed)
	default:
		ed.Note("no filter and no limit to relax: these are all the rows")
	}
	return true
}

// DropFilter drops the condition that the words count to: those on rows first, then those on groups.
func DropFilter(ed *edit.Editor, u tag.Utterance) bool {
	q := ed.Block()
	for _, w := range u.Words {
		n, ok := tag.Ordinals[w]
		all := slices.Concat(q.Where, q.Having)
		if !ok || ed.Query.Set != nil {
			continue
		}
		if n >= len(all) {
			ed.Note(fmt.Sprintf("there is no %s filter", w))
			return true
		}
		SaidRelaxed(ed, all[n])
		return q.RemovePredicate(all[n]) == nil
	}
	return false
}

// SaidRelaxed tells that a filter was left out.
func SaidRelaxed(ed *edit.Editor, p statement.Expr) {
	ed.Note(fmt.Sprintf("left out the filter %s; undo brings it back", p.SQL()))
}

// Figure puts another number in the place of the one that the query compares with: "and 3000 to the same person" after
// payments of 5000. A query that compares with no number has its limit for one; with several it is not clear which is meant,
// and the number is left for other readings.
func Figure(ed *edit.Editor, n int) bool {
	where := ed.Block().Where
	at := -1
	for i, p := range where {
		if !comparesNumber(p) {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if _, limited := CutAt(ed); limited {
		return at < 0 && Limit(ed, n)
	}
	if at < 0 {
		return false
	}
	op, l, _, _ := where[at].AsBinary()
	changed := append([]statement.Expr{}, where...)
	changed[at] = statement.Binary(op, l, statement.Literal(int64(n)*ed.UnitsSaid(where[at])))
	ed.Block().Where = changed
	return true
}

// comparesNumber says that a predicate holds something that is no number against one.
func comparesNumber(p statement.Expr) bool {
	_, l, r, ok := p.AsBinary()
	return ok && numeric(r) && !numeric(l)
}

func numeric(e statement.Expr) bool {
	v, ok := e.AsLiteral()
	if !ok {
		return false
	}
	switch v.(type) {
	case int64, float64:
		return true
	}
	return false
}

// DropNewest drops the filters that the last turn added: "drop that filter". The only one where no turn did.
func DropNewest(ed *edit.Editor) bool {
	q := ed.Block()
	all := slices.Concat(q.Where, q.Having)
	var newest []statement.Expr
	if ed.Last != nil {
		last := edit.Leftmost(ed.Last)
		old := slices.Concat(last.Where, last.Having)
		newest = slices.DeleteFunc(slices.Clone(all), func(p statement.Expr) bool { return edit.Same(old, p) })
	}
	if len(newest) == 0 && len(all) == 1 {
		newest = all
	}
	if len(newest) == 0 || ed.Query.Set != nil {
		return false
	}
	for _, p := range newest {
		SaidRelaxed(ed, p)
		if q.RemovePredicate(p) != nil {
			return false
		}
	}
	return true
}

// SettledRows says that the rows are a list on screen, in whatever order: the first of them is the first that is seen.
func SettledRows(ed *edit.Editor) bool {
	return !ed.Block().Grouped() && ed.Query.Set == nil && len(ed.Query.OrderBy) == 0 && ed.Query.Limit.IsZero()
}

// TopOf reads what follows "top 5": "by price", or what the rows are.
func TopOf(ed *edit.Editor, text string, desc bool) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) > 1 && words[0] == "by" {
		ordered := OrderBy(ed, strings.Join(words[1:], " "), desc)
		if keys := ed.Query.OrderBy; ordered && len(keys) > 0 {
			if c := ed.Scope().Column(keys[0].Expr); c != nil && slices.Contains(c.Table.Label, c) {
				keys[0].Desc = !desc // names begin with A
			}
		}
		return ordered
	}
	for _, it := range ed.Tag(text) {
		t, _ := it.BestTable()
		c, _ := ed.Column(it.Matches)
		shown := false
		if c != nil {
			_, shown = ed.Scope().Shown(c)
		}
		if !edit.Skippable(&it) && !shown && (t == nil || ed.Near(t) > 0) {
			return false
		}
	}
	return true
}

// YearMeant says that a bare figure is a year rather than a number of rows: "only 1997".
func YearMeant(ed *edit.Editor, u tag.Utterance, n int) bool {
	return n >= 1800 && n <= 2200 && ed.Moment() != nil && !u.Has("limit") && !u.Has("rows") && !u.Has("results")
}

// AllPages shows the rows before those in force as well, where there are so many together: "all six" after the next three.
func AllPages(ed *edit.Editor, n int) bool {
	most, cut := CutAt(ed)
	before, _ := ed.Query.Offset.AsLiteral()
	skipped, ok := before.(int64)
	if !cut || !ok || skipped == 0 || int(skipped)+most != n {
		return false
	}
	ed.Query.ClearLimit()
	return Limit(ed, n)
}

// OtherFirst keeps the first n rows from the other end of the order by which the query in force keeps so many: "what about the bottom three"
// after the five with the most.
func OtherFirst(ed *edit.Editor, n int) bool {
	if _, cut := CutAt(ed); !cut || n < 1 || len(ed.Query.OrderBy) == 0 || !ed.Query.Offset.IsZero() {
		return false
	}
	return Reverse(ed) && Limit(ed, n)
}

// KeyInstead asks for the row of another key where the query in force asks for that of one: "and 10250?" after order 10248.
func KeyInstead(ed *edit.Editor, n int) bool {
	q, at := ed.Block(), -1
	for i, p := range q.Where {
		op, l, r, ok := p.AsBinary()
		c := ed.Scope().Column(l)
		if !ok || op != "=" || c == nil || !c.Key() || !numeric(r) {
			continue
		}
		if at >= 0 {
			return false
		}
		at = i
	}
	if at < 0 || ed.Query.Set != nil || q.Grouped() {
		return false
	}
	_, key, _, _ := q.Where[at].AsBinary()
	return q.ReplacePredicate(q.Where[at], statement.Binary("=", key, statement.Literal(int64(n)))) == nil
}
