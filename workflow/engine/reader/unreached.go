package reader

import (
	"fmt"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// unreached says why a defined figure over several tables is not to be had by what the question names beside it: rows of one of
// those tables refer to none of it. Nil where nothing is in the way, or the answer has the figure all the same.
func (e *Engine) unreached(items []tag.Item, taken *Option) error {
	figure := figureApart(items)
	if figure == nil || taken != nil && taken.evidence.Composed && taken.evidence.Lost == 0 {
		return nil
	}
	for i := range items {
		of := spokenOf(&items[i])
		if of == nil {
			continue
		}
		for _, side := range figure.Metric.Sides {
			if !meaning.Refers(e.Index, side.Table, of) {
				called := strings.ReplaceAll(figure.Name, "_", " ")
				return &workflow.NotUnderstood{Refusal: fmt.Sprintf("%s cannot be told by %s: it counts rows of %s, and those refer to no %s.",
					called, items[i].Text, side.Table.Name, meaning.Called(of))}
			}
		}
	}
	return nil
}

// figureApart is the figure over several tables that an item is; nil when there is none.
func figureApart(items []tag.Item) *schema.Column {
	for i := range items {
		for _, m := range items[i].Matches {
			if m.Column != nil && m.Column.Metric != nil && len(m.Column.Metric.Sides) > 0 && m.Exact() {
				return m.Column
			}
		}
	}
	return nil
}

// spokenOf is the table that an item is of, by its name, that of a column or a value that only it holds.
func spokenOf(it *tag.Item) *schema.Table {
	switch {
	case len(it.Matches) > 0 && it.Matches[0].Exact() && (it.Matches[0].Column == nil || it.Matches[0].Column.Metric == nil):
		return it.Matches[0].Table
	case len(it.Matches) == 0 && len(it.Values) == 1:
		return it.Values[0].Column.Table
	}
	return nil
}
