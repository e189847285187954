package postgres

import (
	"fmt"
	"strings"
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

// TestOfLongCommentsTheBeginningIsRead: a comment of megabytes says no more than its first lines, and reading it whole takes seconds.
func TestOfLongCommentsTheBeginningIsRead(t *testing.T) {
	t.Parallel()
	url := dbtest.Postgres(t)
	long := "Boats we hire. " + strings.Repeat("so ein Schiff, ö. ", 100_000)
	dbtest.Exec(t, url, fmt.Sprintf("CREATE TABLE boats (id int, name text); COMMENT ON TABLE boats IS '%[1]s'; COMMENT ON COLUMN boats.name IS '%[1]s'", long))
	tables, err := open(t, url, db.Settings{}).Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	boats := tables.Table("boats")
	for what, comment := range map[string]string{"table": boats.Comment, "column": boats.Column("name").Comment} {
		if n := len([]rune(comment)); n != db.CommentLetters || !strings.HasPrefix(long, comment) {
			t.Errorf("%d letters of the %s's comment are read, want the first %d", n, what, db.CommentLetters)
		}
	}
}
