package statement_test

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parley/db/dbtest/seed"
	"parley/db/statement"
)

// SQLite itself says whether an expression still means the same after the grammar has read it and it was written again.
func TestOperatorsBindAsInSQLite(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	expressions := []string{
		"1 || 2 + 3", "2 * 3 || 4", "1 + 2 || 3 * 4", "-1 || 2", "1 - -2 || 3", "~1 + 2", "~1 || 2", "5 & 3 || 1", "1 || 2 & 3",
		"1 || 2 = '12'", "'{\"a\":3}' ->> 'a' + 1", "2 * '{\"a\":3}' ->> '$.a'", "'ab' GLOB 'a' || '*'", "'x' || CASE WHEN 1 THEN 2 END + 1",
		"abs(-3) || 1 * 2", "(1 || 2) + 3", "'a' || 'b' COLLATE NOCASE = 'AB'", "1 = 1 LIKE 1", "3 IN (1, 3) || ''", "NOT 1 = 2", "1 << 2 + 1",
		"'a' LIKE 'A' || ''", "1 || 2 BETWEEN 3 AND 20 + 1", "max(1, 2) || 3 - 1", "replace('ab', 'a', 'b') || 1 + 1", "1 IS NOT 2", "NULL IS NULL", "2 - 3 - 4 || 5",
		"'a' || 1.5e-3 || 'b'", "1e2 || .5", "- .5 || 2", "+~.5 || 1", "0x1F || 1.",
	}
	expressions = append(expressions, randomExpressions(seed.Random(t), 400)...)
	for _, e := range expressions {
		checkBinding(t, db, e)
	}
}

// randomExpressions are numbers and texts under operators, without parentheses.
func randomExpressions(r *rand.Rand, n int) []string {
	operands := []string{"1", "2", "'3'", "-4", "abs(-5)", "CASE WHEN 1 THEN 6 END", "(7)", "~8"}
	operators := []string{"||", "+", "-", "*", "&", "|", "<<", ">>", "||", "%"}
	out := make([]string, n)
	for i := range out {
		var b strings.Builder
		b.WriteString(operands[r.IntN(len(operands))])
		for range 1 + r.IntN(5) {
			op, space := operators[r.IntN(len(operators))], " "
			if op != "-" && r.IntN(2) == 0 { // -- would begin a comment
				space = ""
			}
			fmt.Fprint(&b, space, op, space, operands[r.IntN(len(operands))])
		}
		out[i] = b.String()
	}
	return out
}

func checkBinding(t *testing.T, db *sql.DB, expression string) {
	t.Helper()
	c := &catalogue{DB: db, cache: map[string][]string{}}
	text := "SELECT " + expression
	s, err := statement.Parse(text, statement.SQLite, nil)
	if err != nil {
		t.Errorf("%s: %v", text, err)
		return
	}
	want, err1 := c.rows(text)
	got, err2 := c.rows(s.SQL())
	if err1 != nil || err2 != nil || !slices.Equal(want, got) {
		t.Errorf("%s gives %v, %v\n%s gives %v, %v", text, want, err1, s.SQL(), got, err2)
	}
}
