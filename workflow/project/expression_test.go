package project_test

import (
	"testing"

	"parley/db/statement"
	"parley/workflow/project"
)

// TestAFilteredRatioIsNothingWhereNoRowCounts divides by what may be nothing once only some rows count.
func TestAFilteredRatioIsNothingWhereNoRowCounts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"100.0 * count(*) filter (where kept) / count(*)": "100.0 * count(*) FILTER (WHERE kept AND open) / NULLIF(count(*) FILTER (WHERE open), 0)",
		"sum(paid) / nullif(sum(due), 0)":                 "sum(paid) FILTER (WHERE open) / NULLIF(sum(due) FILTER (WHERE open), 0)",
		"sum(paid) / 100.0":                               "sum(paid) FILTER (WHERE open) / 100.0",
	} {
		e, err := project.Expression(text, statement.PostgreSQL, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := project.Filtered(e, statement.Column("", "open")).SQL(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
