package reader

import (
	"context"
	"fmt"
	"slices"

	"parley/workflow"
	"parley/workflow/engine/tag"
)

// This file reads how many rows are wanted where that is said at the end of a question in the words of SQL: "show users limit 10". The
// rest is read as it stands, in its own order, and cut.

var limiting = tag.ParsePatterns("{} [,] limit|limited [to] [the] [first] # [rows|row|results|result|records|record|entries]")

// limited is the answer to a question that ends so; nil where it does not, or the rest is not understood.
func (e *Engine) limited(ctx context.Context, r workflow.Request) *workflow.Draft {
	u := tag.Utter(r.Question)
	for _, p := range limiting {
		f, ok := p.Match(u.Words, tag.Stretch{From: 0, To: len(u.Words)})
		if !ok || len(f.Numbers) != 1 || f.Numbers[0] < 1 || e.namesLimits() && u.Words[f.Slots[0].To] != "," && u.Words[f.Slots[0].To-1] != "," {
			continue
		}
		r.Question = u.Text(f.Slots[0])
		draft, err := e.Generate(ctx, r)
		if err != nil || !cut(draft, f.Numbers[0]) {
			return nil
		}
		draft.Others = slices.DeleteFunc(draft.Others, func(d *workflow.Draft) bool { return !cut(d, f.Numbers[0]) })
		return draft
	}
	return nil
}

// namesLimits says that something here is called a limit: "credit limit 500" may be a condition.
func (e *Engine) namesLimits() bool {
	for _, t := range e.Index.Tables {
		for _, c := range t.Columns {
			if slices.Contains(c.Words, "limit") {
				return true
			}
		}
	}
	return false
}

// cut leaves the first n rows of a draft that has no limit yet.
func cut(d *workflow.Draft, n int) bool {
	q, err := d.Statement.Query()
	if err != nil || !q.Limit.IsZero() || q.SetLimit(int64(n)) != nil {
		return false
	}
	s, err := q.Build(d.Statement.Dialect())
	if err != nil {
		return false
	}
	d.Statement = s
	d.Explanation = fmt.Sprintf("%s, first %d", d.Explanation, n)
	return true
}
