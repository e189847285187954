package engine

import (
	"strings"

	"parley/db"
	"parley/workflow/schema"
)

// This file reads words that say yes or no of a row: "discontinued products", "inactive customers", "out of stock".

// stock reads "out of stock", "in stock": none, or some, of the measure that is named.
func (r *run) stock(it *Item) bool {
	var op string
	switch it.Lower {
	case "out of", "ran out of", "run out of":
		op = "="
	case "in":
		op = ">"
	default:
		return false
	}
	next := r.item(r.pos + 1)
	c := next.bestMeasure()
	if c == nil || len(next.Values) > 0 || r.pending != nil || r.item(r.pos-1).HasNumber || !c.Has("stock", "inventory", "supply") {
		return false
	}
	r.take()
	if c = r.columnAt(r.pos); c == nil {
		return true
	}
	if r.negated {
		op, r.negated = opposite(op), false
	}
	r.add(&filter{left: operand{column: c}, operator: op, values: []any{int64(0)}, literal: true})
	return true
}

// yesNo says whether a column holds yes or no, as truth values or as 1 and 0.
func yesNo(c *schema.Column) bool {
	return c.Metric == nil && (c.Type == db.Boolean || c.Numeric && c.Complete && c.Distinct == 2 && c.Low == 0 && c.High == 1)
}

// flagged is the yes-or-no column that a word says of the rows of a table, and what it says; nil when there is none.
func (r *run) flagged(word string) (*schema.Column, bool) {
	for _, t := range r.index.Tables {
		if !r.near(t) && r.reach(t) != 0 {
			continue
		}
		for _, c := range t.Columns {
			if !yesNo(c) {
				continue
			}
			last := c.Words[len(c.Words)-1]
			if schema.Lemma(word) == last || word == strings.ToLower(c.Name) {
				return c, true
			}
			for _, p := range schema.Denials {
				if rest, ok := strings.CutPrefix(word, p); ok && (schema.Lemma(rest) == last || rest == strings.ToLower(c.Name)) {
					return c, false
				}
			}
		}
	}
	return nil, false
}

// flag adds the condition that a yes-or-no word says, beside the table it stands at.
func (r *run) flag(it *Item) bool {
	before, after := r.before(), r.item(r.pos+1)
	table, _ := after.BestTable()
	said, _ := before.BestTable()
	if table == nil && said == nil && !before.Is(Be, Relative, Negation, Percent) && !after.Is(Stop) {
		return false
	}
	c, yes := r.flagged(it.Lower)
	if c == nil {
		return false
	}
	if r.negated {
		yes, r.negated = !yes, false
	}
	r.flush()
	var value any = yes
	if c.Type != db.Boolean {
		value = int64(boolInt(yes))
	}
	r.tell(r.pos, c, nil)
	r.take()
	r.add(&filter{left: operand{column: c}, operator: "=", values: []any{value}, literal: true})
	return true
}
