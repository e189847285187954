package engine

import (
	"fmt"
	"slices"

	"parley/db/statement"
)

// limit keeps the first n rows.
func (ed *editor) limit(n int) bool {
	if old, ok := ed.limited(); ok && old == n {
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

// limited is the limit in force.
func (ed *editor) limited() (int, bool) {
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
	size, ok := ed.limited()
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
	now, ok := ed.limited()
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
	now, ok := ed.limited()
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

// ordinals are the places of filters.
var ordinals = map[string]int{"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}

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
