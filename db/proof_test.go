package db

import (
	"strings"
	"testing"
)

func TestAProofFailsWhenAnythingGetsThrough(t *testing.T) {
	t.Parallel()
	safe := Protection{ReadOnly: true, Role: ReadingRole}
	stopped, through := Trial{SQL: "DELETE", Front: "the guard"}, Trial{SQL: "\x1b[31mDROP", Behind: "the engine"}
	for _, c := range []struct {
		proof Proof
		holds bool
		says  string
	}{
		{Proof{Protection: safe, Trials: []Trial{stopped}}, true, "read-only: proven"},
		{Proof{Protection: safe, Trials: []Trial{stopped, through}}, false, "GOT THROUGH"},
		{Proof{Protection: safe}, false, "NOT PROVEN"},
		{Proof{Trials: []Trial{stopped}}, false, "NOT read-only"},
		{Proof{Protection: Protection{ReadOnly: true, Role: Superuser}, Trials: []Trial{stopped}}, true, "guarded, SUPERUSER"},
		{Proof{Protection: Protection{ReadOnly: true, Role: WritingRole}, Trials: []Trial{stopped}}, true, "guarded, role can write"},
	} {
		if text := c.proof.Text(); c.proof.Holds() != c.holds || !strings.Contains(text, c.says) || strings.Contains(text, "\x1b") {
			t.Errorf("holds %v:\n%s", c.proof.Holds(), text)
		}
	}
}
