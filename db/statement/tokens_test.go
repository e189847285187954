package statement

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parley/db/dbtest/seed"
)

// Texts in which the grammar could read two tokens as one, or in which an engine lacks what the grammar takes. Each was found
// by random tokens; each must keep its tree when it is written, or be refused.
var trickyTexts = []struct {
	dialect    Dialect
	text, want string // the written text; a syntax error's message behind a !
}{
	{SQLite, "SELECT 0!~ !0", "!No token of SQLite near \"!~\" (character 9)."},
	{SQLite, "SELECT a ~~ b", "!SQLite has no operator ~ near \"~~\" (character 10)."},
	{SQLite, "SELECT ~~a", "SELECT ~(~a)"},
	{SQLite, "SELECT a||-1, a|-1, a|~b, 2-~b, a<~b", "SELECT a || -1, a | -1, a | (~b), 2 - (~b), a < ~b"},
	{SQLite, "SELECT a ^ b", "!No token of SQLite near \"^\" (character 10)."},
	{SQLite, "SELECT @a", "!A parameter has no value; write the value itself near \"@a\" (character 8)."},
	{SQLite, "SELECT $x", "!A parameter has no value; write the value itself near \"$x\" (character 8)."},
	{SQLite, "SELECT $$$$ IS UNKNOWN", "!A parameter has no value; write the value itself near \"$$$$\" (character 8)."},
	{SQLite, "SELECT b\"\"", "SELECT b"},
	{SQLite, "SELECT E'x' FROM t", "SELECT E AS x FROM t"},
	{SQLite, "SELECT u&'x'", "SELECT u & 'x'"},
	{SQLite, "SELECT X'0a'->a", "SELECT x'0a' -> a"},
	{SQLite, "SELECT a AT TIME ZONE b", "!SQLite has no AT TIME ZONE near \"AT\" (character 10)."},
	{SQLite, "SELECT a LIKE ANY(b)", "!SQLite has no ANY or ALL near \"LIKE\" (character 10)."},
	{SQLite, "SELECT a = ANY (SELECT b)", "!SQLite has no ANY or ALL near \"=\" (character 10)."},
	{SQLite, "SELECT a OPERATOR(pg_catalog.+) b", "!SQLite has no operator pg_catalog.+ near \"OPERATOR\" (character 10)."},
	{SQLite, "SELECT * FROM t TABLESAMPLE system(2)", "!SQLite has no TABLESAMPLE near \"system\" (character 29)."},
	{SQLite, `SELECT "x"::introwscycle array[ || "x" ] FROM t`, "!SQLite has no array type near \"introwscycle\" (character 13)."},
	{SQLite, "SELECT ARRAY(SELECT a)", "!SQLite has no ARRAY near \"ARRAY\" (character 8)."},
	{SQLite, "SELECT pivot. offset->> filter, glob.a || b", `SELECT pivot."offset" ->> filter, "glob".a || b`},
	{SQLite, "SELECT 2 * pivot -> 'a'", "SELECT 2 * (pivot -> 'a')"},
	{SQLite, "SELECT (select_1) . case ->> b", "!SQLite has no field of a value near \"select_1\" (character 9)."},
	{SQLite, "SELECT a FROM t GROUP BY ROLLUP(a)", "!SQLite has no grouping set near \"ROLLUP\" (character 26)."},
	{SQLite, `SELECT DISTINCT ON (a, b)"A_b" a FROM t`, "!SQLite has no DISTINCT ON near \"a\" (character 21)."},
	{SQLite, "SELECT a FROM t, LATERAL (SELECT 1) AS b", "!SQLite has no LATERAL near \"1\" (character 34)."},
	{SQLite, "SELECT a FROM json_each('[1]') WITH ORDINALITY", "!SQLite has no WITH ORDINALITY near \"json_each\" (character 15)."},
	{SQLite, "SELECT a FROM t ORDER BY a FETCH FIRST 2 ROWS WITH TIES", "!SQLite has no WITH TIES near \"2\" (character 40)."},
	{SQLite, "SELECT a FROM t ORDER BY a USING <", "!SQLite has no USING in ORDER BY near \"<\" (character 34)."},
	{SQLite, `SELECT a::"char", b::c.d`, `SELECT CAST(a AS TEXT), CAST(b AS "C"."D")`},
	{SQLite, "SELECT a FROM t LIMIT ALL", "SELECT a FROM t LIMIT -1"},
	{SQLite, "SELECT a FROM t OFFSET 2", "SELECT a FROM t LIMIT -1 OFFSET 2"},
	{SQLite, `SELECT "Or"(1), ''||"verbose"()`, `SELECT "Or"(1), '' || "verbose"()`},
	{PostgreSQL, "SELECT a FROM t GROUP BY (\"rollup\"(a))", `SELECT a FROM t GROUP BY "rollup"(a)`},
	{PostgreSQL, "WITH RECURSIVE w AS (SELECT 1 AS a) CYCLE a SET c TO text 'y' DEFAULT 'n' USING p SELECT a FROM w",
		"WITH RECURSIVE w AS (SELECT 1 AS a) CYCLE a SET c TO text 'y' DEFAULT 'n' USING p SELECT a FROM w"},
	{DuckDB, "SELECT TRIM(LEADING FROM a, b, c), TRIM(TRAILING b FROM a)", "SELECT TRIM(LEADING FROM a, b, c), TRIM(TRAILING b FROM a)"},
	{DuckDB, `SELECT f("C" => 1), f("d" := 2)`, "SELECT f(C => 1), f(d => 2)"},
	{DuckDB, `SELECT a FROM f() AS t("C" int, "D" text)`, "SELECT a FROM f() t (C int, D text)"},
	{DuckDB, "SELECT 1 !~ !1", "SELECT 1 !~ (!(1))"},
}

func TestTextsOfTrickyTokensKeepTheirTree(t *testing.T) {
	t.Parallel()
	for _, tt := range trickyTexts {
		s, err := Parse(tt.text, tt.dialect, nil)
		got := ""
		if err != nil {
			got = "!" + err.Error()
		} else {
			got = s.SQL()
		}
		if got != tt.want {
			t.Errorf("%s: %s\n got %s\nwant %s", tt.dialect, tt.text, got, tt.want)
		}
		if fault := roundTripFault(tt.text, tt.dialect); fault != "" {
			t.Errorf("%s: %s %s", tt.dialect, tt.text, fault)
		}
	}
}

func TestAParameterBeyondTheGrammarsCountIsRefused(t *testing.T) {
	t.Parallel()
	for _, d := range everyDialect {
		if s := mustParse(t, "SELECT $999999999999", d); s.Guard() == nil || s.SQL() != "SELECT $999999999999" {
			t.Errorf("%s: %s, %v", d, s.SQL(), s.Guard())
		}
	}
}

// tokens are what random texts are made of, beside the words of the hand-written queries.
var tokens = strings.Fields(`a b t.a "A_b" "x" "" 's' '' 'a''b' E'\n' x'ff' X'0a' b'01' n'x' U&'\0041' U&"d\0061" $$q$$ $1 0 1 1.5 .5 1.
	1e3 0x1F 1_000 -1 2147483648 9999999999999999999 null true false * t.* + - / % ^ = == <> != < > <= >= << >> & ! ~ !~ ~*
	!~* ~~ !~~ @ # ? | || -> ->> #> @> <@ && @@ :: ::int ::"char" ::date : := => [ ] ( ) ( ) , . ; { } ` + "`q`" + ` [br] not and or
	is isnull notnull unknown in (1) (select_1) between like ilike glob regexp match similar to escape collate "C" nocase at
	time zone case when then else end cast( as int exists any( all( array[ row( f( count(*) sum( coalesce( extract( date
	interval over filter distinct order by current_date substring( position( trim( overlay( é ſ K ﬀ İ -- /*c*/ /**/
	operator(pg_catalog.+) select offset limit window group having from t u join left natural cross on using lateral values
	where union all intersect except with desc nulls first fetch rollup(a) cube() sets((),(a)) only tablesample for update
	verbose analyse table rows range qualify asof semi pivot exclude replace lambda cycle`)

var wordsOfText = regexp.MustCompile(`"[^"]*"|'[^']*'|[A-Za-z_0-9.]+|\s+|[^\sA-Za-z_0-9]`)

// randomTexts mixes tokens: half of the texts are nothing but tokens, with or without spaces between them, half are
// hand-written queries with some tokens taken out, put in or swapped.
type randomTexts struct {
	*rand.Rand
	written [][]string
}

func (r randomTexts) next() string {
	if r.IntN(2) == 0 {
		return r.soup()
	}
	text := slices.Clone(r.written[r.IntN(len(r.written))])
	for range 1 + r.IntN(4) {
		i, j := r.IntN(len(text)), r.IntN(len(text))
		switch r.IntN(4) {
		case 0:
			text[i] = ""
		case 1:
			text[i] = tokens[r.IntN(len(tokens))]
		case 2:
			text[i] += tokens[r.IntN(len(tokens))]
		case 3:
			text[i], text[j] = text[j], text[i]
		}
	}
	return strings.Join(text, "")
}

func (r randomTexts) soup() string {
	var b strings.Builder
	b.WriteString("SELECT ")
	spaces := r.IntN(3)
	for range 1 + r.IntN(9) {
		b.WriteString(tokens[r.IntN(len(tokens))])
		if spaces == 0 || spaces == 1 && r.IntN(2) == 0 {
			b.WriteByte(' ')
		}
	}
	if r.IntN(2) == 0 {
		b.WriteString(" FROM t")
	}
	return b.String()
}

func TestRandomTokensKeepTheirTree(t *testing.T) {
	t.Parallel()
	r := randomTexts{Rand: seed.Random(t)}
	for _, q := range handWritten(t) {
		r.written = append(r.written, wordsOfText.FindAllString(q.sql, -1))
	}
	n := 20_000
	if testing.Short() {
		n = 2_000
	}
	for range n {
		text := r.next()
		for _, d := range everyDialect {
			if fault := roundTripFault(text, d); fault != "" {
				t.Errorf("%s: %q %s", d, text, fault)
			}
		}
	}
}

// roundTripFault says what is wrong with the text that a statement is written as: it has to parse to the same tree at any
// width, and what passes the guard has to pass it again. What is in double quotes there is a name, so it is read without a
// catalogue. A text that does not parse to a tree has no fault.
func roundTripFault(text string, d Dialect) string {
	s, err := Parse(text, d, peopleNames)
	if err != nil || s.tree == nil {
		return ""
	}
	for _, w := range []int{1, 40, 120} {
		again, err := Parse(s.Format(w), d, nil)
		switch {
		case err != nil:
			return fmt.Sprintf("became %q: %v", s.Format(w), err)
		// a name, or a type in capitals, has the case of its first mention
		case !strings.EqualFold(again.SQL(), s.SQL()) || !strings.EqualFold(again.Format(w), s.Format(w)):
			return fmt.Sprintf("became %q, then %q", s.SQL(), again.SQL())
		}
		if c := CompareWidth(s, again, w); len(c.Changes) > 0 {
			return fmt.Sprintf("differs from itself: %v", c.Changes)
		}
	}
	return ""
}
