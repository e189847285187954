package rule

import (
	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// ShortAsk is how many words an input has at most that asks what the rows are called without pointing at them.
const ShortAsk = 5

// LabelItems show what the rows of the first of the tables are called.
func LabelItems(s edit.View, ed *edit.Editor, tables []*schema.Table) []statement.Item {
	if len(tables) == 0 {
		return nil
	}
	var out []statement.Item
	for _, column := range ed.Label(tables[0]) {
		x, ok := s.Ref(column)
		if !ok {
			return nil
		}
		out = append(out, statement.Item{Expr: x})
	}
	return out
}
