package edit

import (
	"testing"

	"parley/db/statement"
)

func TestAConditionThatHasANameIsNotComparedWithYes(t *testing.T) {
	t.Parallel()
	late := statement.Binary(">", statement.Column("orders", "shipped_at"), statement.Column("orders", "due_at"))
	if got := Allowed(late, []statement.Expr{statement.Literal(true)}); !got.Equal(late) {
		t.Errorf("it becomes %s", got.SQL())
	}
	flag := statement.Column("orders", "is_late")
	if got := Allowed(flag, []statement.Expr{statement.Literal(true)}); got.Equal(flag) {
		t.Error("a column is compared with nothing")
	}
}
