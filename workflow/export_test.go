package workflow

import (
	"time"

	"parley/db/statement"
	"parley/workflow/absence"
)

// What is found within these bounds may not hang on how busy the machine is; unaskedTime is waited for in a test.
func init() { glanceTime, absence.Budget, unaskedTime = 40*time.Second, 40*time.Second, 2*time.Second }

// TakenForSQL says whether the plan's input runs as SQL.
func (p *Plan) TakenForSQL() bool { return p.typing != prose }

// TypedOn says whether an input is SQL on a database of which only the dialect is known.
func TypedOn(d statement.Dialect, input string) bool { return typist{dialect: d}.judge(input) != prose }
