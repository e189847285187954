package workflow

import (
	"cmp"
	"slices"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
)

// previewRows is how many rows of a result the conversation's state keeps; dialog bounds their bytes.
const previewRows = 5

// preview is what the state keeps of an outcome.
func (o *Outcome) preview() *dialog.Result {
	d := o.Draft
	r := &dialog.Result{
		SQL: d.Statement.SQL(), Explanation: cmp.Or(d.Explanation, describe(d.Statement)), Understood: d.Understood, Ignored: once(d.Ignored), Notes: d.Notes,
		Chance: o.verdict.Chance, Doubts: doubtTexts(o.verdict.Doubts),
		Source: d.Source, Elapsed: o.timing.Execute, AsOf: o.asOf(),
	}
	if o.nearest != nil {
		r.Suggestions = []string{o.nearest.said}
	}
	if o.Rows != nil {
		fill(r, o.Rows)
	}
	return r
}

// once is the words without repetition, in their order.
func once(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

func (o *Outcome) asOf() time.Time {
	if o.executed.IsZero() {
		return o.Plan.settings.Clock()
	}
	return o.executed
}

// fill copies columns, counts and the first rows.
func fill(r *dialog.Result, rows *db.Rowset) {
	r.Columns = r.Columns[:0:0]
	for _, c := range rows.Columns() {
		r.Columns = append(r.Columns, c.Name)
	}
	r.Rows, r.More, r.Preview = rows.Len(), rows.More(), rows.Texts(previewRows)
}

// compare is statement.Compare for statements that may be missing.
func compare(before, after *statement.Statement) *statement.Comparison {
	if after == nil {
		return nil
	}
	return statement.Compare(before, after)
}

// Grown brings the counts of a turn up to the rows that have been read by now, which go on arriving after Commit.
func (o *Orchestrator) Grown(t *dialog.Turn) {
	if rows := o.Rows(t); rows != nil && t.Result != nil {
		t.Result.Rows, t.Result.More = rows.Len(), rows.More()
	}
}
