package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db/dbtest"
)

func TestProveTellsWhatHeldAndEndsWithACode(t *testing.T) {
	t.Parallel()
	csv := filepath.Join(t.TempDir(), "sales.csv")
	if err := os.WriteFile(csv, []byte("id,amount\n1,2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	server := dbtest.Postgres(t)
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"prove"}, exitDone, "read-only: proven"},
		{[]string{"prove", "--db", csv}, exitDone, "read-only: proven"},
		{[]string{"prove", "--db", server}, exitDone, "guarded, SUPERUSER"},
		{[]string{"prove", "--db", server, "--safe-role"}, exitRefused, "CREATE ROLE"},
		{[]string{"ask", "/prove"}, exitDone, "attacks tried on it now"},
	} {
		out, errs, err := parley(t, "", c.args...)
		if code := exitCode(err, new(strings.Builder)); code != c.code || !strings.Contains(out, c.says) || strings.Contains(out, "GOT THROUGH") {
			t.Errorf("%q: %d, %s%s", c.args, code, out, errs)
		}
	}
}
