package engine

import (
	"fmt"
	"slices"

	"parley/db/statement"
)

// limit keeps the first n rows.
func (ed *editor) limit(n int) bool {
	if old, ok := ed.cutAt(); ok && old == n {
		ed.note(fmt.Sprintf("limited to %d already", n))
	}
	return ed.query.SetLimit(int64(n)) == nil
}

// top keeps the n largest by the measure in force; without an order and a measure, the first n.
func (ed *editor) top(n int, desc bool) bool {
	if len(ed.query.OrderBy) == 0 {
		ed.byMeasureIfAny(desc)
	} else if !desc {
		ed.reverse()
	}
	return ed.limit(n)
}

func (ed *editor) byMeasureIfAny(desc bool) {
	if !ed.block().Grouped() && desc {
		if _, ok := ed.onlyNumber(); !ok {
			return
		}
	}
	ed.byMeasure(desc)
}

// cutAt is the limit in force.
func (ed *editor) cutAt() (int, bool) {
	v, ok := ed.query.Limit.AsLiteral()
	if !ok {
		return 0, false
	}
	n, whole := v.(int64)
	return int(n), whole
}

// unlimited shows all rows; without a limit there is nothing to lift, and that is said.
func (ed *editor) unlimited() bool {
	if ed.query.Limit.IsZero() && ed.query.Offset.IsZero() {
		ed.note("all rows are shown already")
		return true
	}
	ed.query.ClearLimit()
	return true
}

// skip leaves out the first n rows.
func (ed *editor) skip(n int) bool {
	return ed.query.SetOffset(int64(n)) == nil
}

// next shows the page after the present one.
func (ed *editor) next(n int) bool {
	size, ok := ed.cutAt()
	if !ok {
		return false
	}
	from := 0
	if v, ok := ed.query.Offset.AsLiteral(); ok {
		if o, whole := v.(int64); whole {
			from = int(o)
		}
	}
	if n > 0 && ed.query.SetLimit(int64(n)) != nil {
		return false
	}
	return ed.query.SetOffset(int64(from+size)) == nil
}

// limitSteps are the limits that "too many" and "more" move along.
var limitSteps = []int{1, 3, 5, 10, 20, 50, 100, 200, 500, 1000}

// fewer answers "too many": the next smaller limit, at most 100, and how to have another.
func (ed *editor) fewer() bool {
	now, ok := ed.cutAt()
	if !ok || ed.rows >= 0 && ed.rows < now {
		now = ed.rows
	}
	if now == 1 || now == 0 {
		ed.note("there is no more than one row as it is")
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
	if len(ed.query.OrderBy) == 0 && ed.block().Grouped() {
		ed.byMeasureIfAny(true)
	}
	ed.note(fmt.Sprintf("limited to %d rows; say \"limit\" and a number for another", n))
	return ed.query.SetLimit(int64(n)) == nil
}

// more answers "too few": a larger limit, else without the filter that was added last.
func (ed *editor) more() bool {
	now, ok := ed.cutAt()
	if !ok || ed.rows >= 0 && ed.rows < now {
		return ed.relax()
	}
	n := now * 2
	for _, step := range limitSteps {
		if step > now {
			n = step
			break
		}
	}
	ed.note(fmt.Sprintf("up to %d rows; say \"limit\" and a number, or \"show all\"", n))
	return ed.query.SetLimit(int64(n)) == nil
}

// relax drops the last condition, of the groups first, and says which.
func (ed *editor) relax() bool {
	q := ed.block()
	switch {
	case len(q.Having) > 0:
		ed.saidRelaxed(q.Having[len(q.Having)-1])
		q.Having = q.Having[:len(q.Having)-1]
	case len(q.Where) > 0:
		ed.saidRelaxed(q.Where[len(q.Where)-1])
		q.Where = q.Where[:len(q.Where)-1]
	case !ed.query.Limit.IsZero():
		return ed.unlimited()
	default:
		ed.note("no filter and no limit to relax: these are all the rows")
	}
	return true
}

// dropFilter drops the condition that the words count to: those on rows first, then those on groups.
func (ed *editor) dropFilter(u utterance) bool {
	q := ed.block()
	for _, w := range u.words {
		n, ok := ordinals[w]
		all := slices.Concat(q.Where, q.Having)
		if !ok || ed.query.Set != nil {
			continue
		}
		if n >= len(all) {
			ed.note(fmt.Sprintf("there is no %s filter", w))
			return true
		}
		ed.saidRelaxed(all[n])
		return q.RemovePredicate(all[n]) == nil
	}
	return false
}

func (ed *editor) saidRelaxed(p statement.Expr) {
	ed.note(fmt.Sprintf("left out the filter %s; undo brings it back", p.SQL()))
}

// figure puts another number in the place of the one that the query compares with: "and 3000 to the same person" after
// payments of 5000. A query that compares with no number has its limit for one; with several it is not clear which is meant,
// and the number is left for other readings.
func (ed *editor) figure(n int) bool {
	where := ed.block().Where
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
	if _, limited := ed.cutAt(); limited {
		return at < 0 && ed.limit(n)
	}
	if at < 0 {
		return false
	}
	op, l, _, _ := where[at].AsBinary()
	changed := append([]statement.Expr{}, where...)
	changed[at] = statement.Binary(op, l, statement.Literal(int64(n)))
	ed.block().Where = changed
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

// dropNewest drops the filters that the last turn added: "drop that filter". The only one where no turn did.
func (ed *editor) dropNewest() bool {
	q := ed.block()
	all := slices.Concat(q.Where, q.Having)
	var newest []statement.Expr
	if ed.last != nil {
		last := leftmost(ed.last)
		old := slices.Concat(last.Where, last.Having)
		newest = slices.DeleteFunc(slices.Clone(all), func(p statement.Expr) bool { return same(old, p) })
	}
	if len(newest) == 0 && len(all) == 1 {
		newest = all
	}
	if len(newest) == 0 || ed.query.Set != nil {
		return false
	}
	for _, p := range newest {
		ed.saidRelaxed(p)
		if q.RemovePredicate(p) != nil {
			return false
		}
	}
	return true
}

// settledRows says that the rows are a list on screen, in whatever order: the first of them is the first that is seen.
func (ed *editor) settledRows() bool {
	return !ed.block().Grouped() && ed.query.Set == nil && len(ed.query.OrderBy) == 0 && ed.query.Limit.IsZero()
}
