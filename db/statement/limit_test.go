package statement

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// Deep nesting kills the process inside the C library's deparser; these texts must be refused before it, or read.
func TestDepthAndSizeHaveLimits(t *testing.T) {
	t.Parallel()
	const deep = 5000
	for name, text := range map[string]string{
		"NOT":         "SELECT " + strings.Repeat("NOT ", deep) + "true",
		"calls":       "SELECT " + strings.Repeat("abs(", deep) + "1" + strings.Repeat(")", deep),
		"sums":        "SELECT 1" + strings.Repeat(" + 1", deep),
		"casts":       "SELECT 1" + strings.Repeat("::int", deep),
		"joins":       "SELECT 1 FROM t" + strings.Repeat(" JOIN t ON true", deep),
		"unions":      "SELECT 1" + strings.Repeat(" UNION SELECT 1", 9000),
		"parentheses": "SELECT " + strings.Repeat("(", 100_000) + "1" + strings.Repeat(")", 100_000),
		"subqueries":  "SELECT " + strings.Repeat("(SELECT ", deep) + "1" + strings.Repeat(")", deep),
		"case":        "SELECT " + strings.Repeat("CASE WHEN true THEN ", deep) + "1" + strings.Repeat(" END", deep),
		"arrays":      "SELECT " + strings.Repeat("ARRAY[", deep) + "1" + strings.Repeat("]", deep),
		"minus":       "SELECT " + strings.Repeat("- ", deep) + "x",
		"with":        strings.Repeat("WITH a AS (", 2000) + "SELECT 1" + strings.Repeat(") SELECT 1", 2000),
		"long sums":   "SELECT 1" + strings.Repeat("+1", 500_000),
		"more sums":   "SELECT 1" + strings.Repeat("+a", 30_000),
		"calls added": "SELECT 1" + strings.Repeat("+f(1,2)", 100_000),
		"cases added": "SELECT 1" + strings.Repeat("+CASE WHEN a THEN b ELSE c END", 30_000),
		"arrays put":  "SELECT ARRAY[1]" + strings.Repeat("||ARRAY[1,2]", 80_000),
		"long casts":  "SELECT 1" + strings.Repeat("::int", 200_000),
		"no nulls":    "SELECT 1" + strings.Repeat(" ISNULL", 140_000),
		"collations":  "SELECT 1" + strings.Repeat(" COLLATE x", 100_000),
		"zones":       "SELECT 1" + strings.Repeat(" AT TIME ZONE 'x'", 60_000),
		"long unions": "SELECT 1" + strings.Repeat(" UNION SELECT 1,2", 60_000),
		"long joins":  "SELECT 1 FROM t" + strings.Repeat(" JOIN t ON a AND b", 55_000),
		"cross joins": "SELECT 1 FROM t" + strings.Repeat(" NATURAL JOIN t", 65_000),
		"subscripts":  "SELECT a" + strings.Repeat("[1]", 300_000),
		"fields":      "SELECT a" + strings.Repeat(".b", 500_000),
		"fields of":   "SELECT (a)" + strings.Repeat(".b", 500_000),
		"inside":      "SELECT f(1, 1" + strings.Repeat("+1", 500_000) + ")",
		"size":        "SELECT '" + strings.Repeat("x", MaxBytes) + "'",
	} {
		for _, d := range everyDialect {
			_, err := Parse(text, d, nil)
			var large *TooLarge
			var syntax *SyntaxError
			if !errors.As(err, &large) && !errors.As(err, &syntax) {
				t.Errorf("%s, %s: got %v", name, d, err)
			}
		}
	}
}

func TestFlatListsAreNotDeep(t *testing.T) {
	t.Parallel()
	text := "SELECT a FROM t WHERE x = 0" + strings.Repeat(" AND x = 1", 20_000)
	for _, d := range everyDialect {
		start := time.Now()
		s := mustParse(t, text, d)
		q, err := s.Query()
		if err != nil || len(q.Where) != 20_001 {
			t.Fatalf("%d terms, %v", len(q.Where), err)
		}
		if s.Guard() != nil || mustParse(t, s.Format(80), d).SQL() != s.SQL() {
			t.Errorf("%s: not the same", d)
		}
		t.Logf("%s: %v", d, time.Since(start))
	}
}

// What is held against all of the other side takes minutes here, so the bound holds on a slow machine too.
func TestLongListsAreComparedAtOnce(t *testing.T) {
	t.Parallel()
	const bound = 40 * time.Second
	for name, p := range longPairs() {
		start := time.Now()
		c := Compare(mustParse(t, p[0], PostgreSQL), mustParse(t, p[1], PostgreSQL))
		if took := time.Since(start); took > bound {
			t.Errorf("%s took %v", name, took)
		}
		if same := name == "terms reordered"; same != (len(c.Changes) == 0) {
			t.Errorf("%s: %d changes", name, len(c.Changes))
		}
	}
}

func TestAnEditCannotNestTooDeep(t *testing.T) {
	t.Parallel()
	e := Literal(1)
	for range deepEdit {
		e = Binary("+", Literal(1), e)
	}
	q := NewQuery()
	q.Items = []Item{{Expr: e}}
	var large *TooLarge
	if _, err := q.Build(PostgreSQL); !errors.As(err, &large) {
		t.Errorf("got %v", err)
	}
}

const deepEdit = 20_000

func TestSyntaxErrorsSayWhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, want string
		at         int
		d          Dialect
	}{
		{"SELECT * form users", `Syntax error near "form" (character 10).`, 9, PostgreSQL},
		{"SELECT 'é' FROM t WHERE WHERE", `Syntax error near "WHERE" (character 25).`, 25, PostgreSQL},
		{"SELECT a FROM", "Syntax error at its end (character 14).", 13, PostgreSQL},
		{"SELECT `a b` FROM t WHERE x IS 3 GROUP GROUP", `Syntax error near "GROUP" (character 40).`, 39, SQLite},
		{"", "No statement.", 0, SQLite},
		{"how many users are there", `Syntax error near "how" (character 1).`, 0, DuckDB},
		{"select the best customers", `Syntax error near "customers" (character 17).`, 16, SQLite},
		{"with the emails", `Syntax error near "emails" (character 10).`, 9, DuckDB},
		{"select customers (only the active ones)", `Syntax error near "only" (character 19).`, 18, SQLite},
		{"from last month", `Syntax error near "from" (character 1).`, 0, DuckDB},
	} {
		_, err := Parse(tt.text, tt.d, shop)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != tt.want || syntax.Position != tt.at {
			t.Errorf("%q: got %v at %+v, want %s", tt.text, err, syntax, tt.want)
		}
	}
}

func TestRefusalsSayWhere(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, at string
		d        Dialect
	}{
		{"SELECT 'ä', pg_sleep(1)", "pg_sleep(1)", PostgreSQL},
		{"SELECT `a b`, load_extension('x')", "load_extension('x')", SQLite},
		{"SELECT 1 LIMIT 3, 4; DROP TABLE t", "DROP TABLE t", SQLite},
		{"SELECT 1 /* x */ ;  DELETE FROM t", "DELETE FROM t", PostgreSQL},
		{"WITH delete_me AS (SELECT 1), ä AS (DELETE FROM t) SELECT 1", "DELETE FROM t", PostgreSQL},
		{"SELECT * FROM (SELECT a FROM t FOR NO KEY UPDATE) AS q", "FOR NO KEY", PostgreSQL},
		{"SELECT ä INTO evil FROM t", "evil", PostgreSQL},
		{"FROM t SELECT COLUMNS('ä'), getenv('HOME')", "getenv", DuckDB},
	} {
		var r *Refusal
		err := mustParse(t, tt.text, tt.d).Guard()
		if !errors.As(err, &r) || r.Position < 0 || !strings.HasPrefix(tt.text[r.Position:], tt.at) {
			t.Errorf("%q: %+v", tt.text, r)
			continue
		}
		if where := fmt.Sprintf("(character %d) is refused", utf8.RuneCountInString(tt.text[:r.Position])+1); !strings.Contains(err.Error(), where) {
			t.Errorf("%q: %v", tt.text, err)
		}
	}
}

func TestCommentsAreKeptInTheTextAndToldWhenDropped(t *testing.T) {
	t.Parallel()
	typed := mustParse(t, "SELECT a -- the key\nFROM t /* all of it */ WHERE b = '-- no comment'", SQLite)
	if want := []string{"-- the key", "/* all of it */"}; !slices.Equal(typed.Comments(), want) {
		t.Errorf("comments %q", typed.Comments())
	}
	q, err := typed.Query()
	if err != nil {
		t.Fatal(err)
	}
	edited, err := q.Build(SQLite)
	if err != nil {
		t.Fatal(err)
	}
	c := Compare(typed, edited)
	if len(c.Dropped) != 2 || len(c.Changes) != 0 {
		t.Errorf("%+v", c)
	}
}
