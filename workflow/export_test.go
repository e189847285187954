package workflow

import "parley/db/statement"

// TakenForSQL says whether the plan's input runs as SQL.
func (p *Plan) TakenForSQL() bool { return p.typing != prose }

// TypedOn says whether an input is SQL on a database of which only the dialect is known.
func TypedOn(d statement.Dialect, input string) bool { return typist{dialect: d}.judge(input) != prose }
