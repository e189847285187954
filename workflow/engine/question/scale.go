package question

import (
	"slices"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads steps of a scale of codes that a column holds: "at least B2", "B2 or higher".

// CompareStep reads a comparing cue with the step of a scale at i.
func CompareStep(r *reading.Run, cue tag.Cue, i int) bool {
	m, ok := stepOf(r, r.Item(i))
	if !ok || cue.Kind != tag.Compare {
		return false
	}
	r.Pos, r.Pending = i+1, nil
	r.Add(&reading.Filter{Left: reading.Operand{Column: m.Column}, Operator: cue.Operator, Values: []any{m.Text}, Literal: true})
	return true
}

// StepBeyond makes the step of a scale that was said right before one that is reached or passed.
func StepBeyond(r *reading.Run, cue tag.Cue) bool {
	m, ok := stepOf(r, r.Item(r.Pos-1))
	if !ok {
		return false
	}
	r.Flush()
	for _, f := range slices.Backward(r.Q.Filters) {
		if f.Left.Column == m.Column && (f.Operator == "=" || f.Operator == "in") && len(f.Values) == 1 {
			f.Operator = cue.Operator
			return true
		}
	}
	return false
}

// stepOf is the value of a column with such a scale that an item is.
func stepOf(r *reading.Run, it *tag.Item) (schema.ValueMatch, bool) {
	if r.Index == nil {
		return schema.ValueMatch{}, false
	}
	for _, m := range it.Values {
		if m.Column != nil && !m.Code && r.Index.Scale(m.Column) {
			return m, true
		}
	}
	return schema.ValueMatch{}, false
}
