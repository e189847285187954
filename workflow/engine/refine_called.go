package engine

import (
	"parley/db/statement"
	"parley/workflow/schema"
)

// shortAsk is how many words an input has at most that asks what the rows are called without pointing at them.
const shortAsk = 5

// labelItems show what the rows of the first of the tables are called.
func (s view) labelItems(ed *editor, tables []*schema.Table) []statement.Item {
	if len(tables) == 0 {
		return nil
	}
	var out []statement.Item
	for _, column := range ed.label(tables[0]) {
		x, ok := s.ref(column)
		if !ok {
			return nil
		}
		out = append(out, statement.Item{Expr: x})
	}
	return out
}
