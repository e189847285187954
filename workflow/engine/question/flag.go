package question

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads words that say yes or no of a row: "discontinued products", "inactive customers", "out of stock".

// Stock reads "out of stock", "in stock": none, or some, of the measure that is named.
func Stock(r *reading.Run, it *tag.Item) bool {
	var op string
	switch it.Lower {
	case "out of", "ran out of", "run out of":
		op = "="
	case "in":
		op = ">"
	default:
		return false
	}
	next := r.Item(r.Pos + 1)
	c := reading.BestMeasure(next)
	if c == nil || len(next.Values) > 0 || r.Pending != nil || r.Item(r.Pos-1).HasNumber || !c.Has("stock", "inventory", "supply") {
		return false
	}
	r.Take()
	if c = r.ColumnAt(r.Pos); c == nil {
		return true
	}
	if r.Negated {
		op, r.Negated = Opposite(op), false
	}
	r.Add(&reading.Filter{Left: reading.Operand{Column: c}, Operator: op, Values: []any{int64(0)}, Literal: true})
	return true
}

// yesNo says whether a column holds yes or no, as truth values, as 1 and 0, or in words.
func yesNo(c *schema.Column) bool {
	_, answers := c.No()
	return c.Metric == nil && (c.Type == db.Boolean || c.Numeric && c.Complete && c.Distinct == 2 && c.Low == 0 && c.High == 1 || c.Type == db.Text && answers)
}

// answer is what a yes-or-no column holds for yes, or for no.
func answer(c *schema.Column, yes bool) any {
	if c.Type == db.Boolean {
		return yes
	}
	if c.Type != db.Text {
		return int64(tag.BoolInt(yes))
	}
	value, _ := c.No()
	if yes {
		value, _ = c.Yes()
	}
	return value
}

// answered says that the words go on with what a yes-or-no column holds: "whose fenced is No".
func answered(r *reading.Run, c *schema.Column) bool {
	i := r.Ahead(r.Pos + 1)
	if r.Item(i).Is(tag.Be, tag.Compare) {
		i = r.Ahead(i + 1)
	}
	return slices.ContainsFunc(r.Item(i).Values, func(v schema.ValueMatch) bool { return v.Column == c })
}

// flaggedAs is the yes-or-no column of a row in force that an item names in several words: FDA approved.
func flaggedAs(r *reading.Run, it *tag.Item) *schema.Column {
	for i := range it.Matches {
		m := &it.Matches[i]
		if it.To-it.From > 1 && m.Column != nil && m.Exact() && yesNo(m.Column) && m.Column.Type == db.Text && r.Reach(m.Table) == 0 {
			return m.Column
		}
	}
	return nil
}

// flagged is the yes-or-no column that a word says of the rows of a table, and what it says; nil when there is none.
func flagged(r *reading.Run, word string) (*schema.Column, bool) {
	for _, t := range r.Index.Tables {
		if !r.Near(t) && r.Reach(t) != 0 {
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

// Flag adds the condition that a yes-or-no word says, beside the table it stands at.
func Flag(r *reading.Run, it *tag.Item) bool {
	before, after := r.Before(), r.Item(r.Pos+1)
	table, _ := after.BestTable()
	said, _ := before.BestTable()
	if table == nil && said == nil && !before.Is(tag.Be, tag.Relative, tag.Negation, tag.Percent) && !after.Is(tag.Stop) {
		return false
	}
	c, yes := flagged(r, it.Lower)
	if c == nil && before.Is(tag.Be, tag.Relative, tag.Negation) {
		c, yes = flaggedAs(r, it), true
	}
	if c == nil || c.Type == db.Text && answered(r, c) {
		return false
	}
	op := "="
	if r.Negated && c.Type == db.Text {
		op, r.Negated = "<>", false
	} else if r.Negated {
		yes, r.Negated = !yes, false
	}
	r.Flush()
	r.Tell(r.Pos, c, nil)
	r.Take()
	r.Add(&reading.Filter{Left: reading.Operand{Column: c}, Operator: op, Values: []any{answer(c, yes)}, Literal: true})
	return true
}
