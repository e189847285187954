package compose_test

import (
	"context"
	"embed"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// questions holds, for each database, questions followed by their statements: the demo shop, and those that a script makes.
//
//go:embed testdata
var questions embed.FS

var now = time.Date(2026, time.November, 22, 15, 4, 5, 0, time.UTC)

func open(t *testing.T) (*schema.Index, db.Database) {
	t.Helper()
	return opened(t, "demo")
}

func opened(t *testing.T, url string) (*schema.Index, db.Database) {
	t.Helper()
	d, err := opener.Open(context.Background(), db.Settings{Now: now}, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	x, err := schema.Build(context.Background(), d, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return x, d
}

func TestQuestionsBecomeStatements(t *testing.T) {
	t.Parallel()
	x, d := open(t)
	become(t, x, d, "demo")
}

func TestQuestionsOfOtherTradesBecomeStatements(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"bakery", "bureau", "carhire", "college", "depot", "garage", "gym", "haulier", "inn", "kennel", "kiosk", "laundry", "lido", "nursery", "pantry", "roastery", "ropewalk", "sawmill", "stables", "toolshed", "troupe", "vet", "wharf", "yard"} {
		t.Run(name, func(t *testing.T) {
			script, err := questions.ReadFile("testdata/" + name + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			x, d := opened(t, dbtest.SQLite(t, name, string(script)))
			become(t, x, d, name)
		})
	}
}

func TestQuestionsOfCommentedDatabasesBecomeStatements(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"chandler", "harbour", "orchard"} {
		t.Run(name, func(t *testing.T) {
			script, err := questions.ReadFile("testdata/" + name + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			url := dbtest.Postgres(t)
			dbtest.Exec(t, url, string(script))
			x, d := opened(t, url)
			become(t, x, d, name)
		})
	}
}

// become asks the questions of a database.
func become(t *testing.T, x *schema.Index, d db.Database, name string) {
	t.Helper()
	text, err := questions.ReadFile("testdata/" + name + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	composer := compose.New(x)
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		question, want := strings.TrimPrefix(lines[i], "> "), strings.TrimPrefix(lines[i+1], "= ")
		t.Run(question, func(t *testing.T) {
			read, got := asked(t, composer, x, d, question)
			if !read.Complete() {
				t.Errorf("lost %q, doubts %q", read.Lost, read.Doubts)
			}
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

// asked is how a question is read best, and its SQL.
func asked(t *testing.T, composer *compose.Composer, x *schema.Index, d db.Database, question string) (compose.Candidate, string) {
	t.Helper()
	list := composer.Read(question, now)
	if len(list) == 0 {
		t.Fatal("not read")
	}
	q, err := list[0].Query.Lower(x, d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	stmt, err := q.Build(d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	return list[0], stmt.SQL()
}

func TestAWordWithoutAPartIsNamed(t *testing.T) {
	t.Parallel()
	x, _ := open(t)
	for _, question := range []string{"orders per zorgle", "quandary orders", "revenue by month for wobbly products"} {
		list := compose.New(x).Read(question, now)
		if len(list) > 0 && len(list[0].Lost) == 0 {
			t.Errorf("%q: %s, and nothing lost", question, list[0].Query.Explain())
		}
	}
}

// A plural stands for all that a catalogue calls so, a word before that of a column of kinds says no more than the column does, and what is big
// is so by its rent: each is told.
func TestWhatAWordStandsForIsTold(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ question, sql, told string }{
		"garage": {
			"how many gaskets did we do in 2026",
			"SELECT count(*) AS number_of_jobs FROM jobs JOIN rates ON rates.rate_code = jobs.rate_code WHERE jobs.finished_on >= '2026-01-01' AND jobs.finished_on < '2027-01-01' AND rates.title IN ('Gasket, head', 'Gasket, sump')",
			"gaskets",
		},
		"nursery": {"orders by payment frequency", "SELECT frequency, count(*) AS number_of_orders FROM orders GROUP BY frequency ORDER BY count(*) DESC", "payment frequency"},
		"kennel":  {"biggest leases", "SELECT * FROM leases ORDER BY rent DESC LIMIT 10", "rent"},
		"sawmill": {
			"win rate of quotes",
			"SELECT CAST(100.0 * count(CASE WHEN state = 'accepted' THEN 1 END) AS REAL) / count(*) AS percentage_of_quotes_where_state_is FROM quotes",
			"win is accepted",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, err := questions.ReadFile("testdata/" + name + ".sql")
			if err != nil {
				t.Fatal(err)
			}
			x, d := opened(t, dbtest.SQLite(t, name, string(script)))
			read, got := asked(t, compose.New(x), x, d, c.question)
			if got != c.sql || len(read.Doubts) != 1 || !strings.Contains(read.Doubts[0], c.told) {
				t.Errorf("%s, doubts %q", got, read.Doubts)
			}
		})
	}
}

func TestConditionsHoldOnRowsOfTheTable(t *testing.T) {
	t.Parallel()
	x, d := open(t)
	list := compose.New(x).Conditions("only from Kenya", x.Table("orders"), now)
	if len(list) == 0 {
		t.Fatal("not read")
	}
	q := meaning.Query{Of: x.Table("orders"), All: true, Where: list[0].Conds}
	lowered, err := q.Lower(x, d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	stmt, err := lowered.Build(d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	if want := "SELECT orders.* FROM orders JOIN users ON users.id = orders.user_id WHERE users.country = 'Kenya'"; stmt.SQL() != want {
		t.Errorf("got %s, want %s", stmt.SQL(), want)
	}
}

func TestAConditionJoinsOnceOntoAStatement(t *testing.T) {
	t.Parallel()
	x, d := open(t)
	base := meaning.Query{Of: x.Table("orders"), All: true, Where: compose.New(x).Conditions("from Kenya", x.Table("orders"), now)[0].Conds}
	q, err := base.Lower(x, d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	scope, ok := meaning.Onto(x, d.Dialect(), q)
	if !ok {
		t.Fatal("no scope")
	}
	cond, err := scope.Cond(meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(x.Table("users").Column("email"), meaning.Span{})})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := cond.SQL(), "users.email IS NOT NULL"; got != want || len(q.From) != 2 {
		t.Errorf("got %s over %d sources, want %s over 2", got, len(q.From), want)
	}
}

// A figure never runs over rows that a join repeats: figures of two tables stand beside each other.
func TestFiguresOfTwoTablesKeepTheirGrain(t *testing.T) {
	t.Parallel()
	x, d := open(t)
	orders, reviews, users := x.Table("orders"), x.Table("reviews"), x.Table("users")
	key := meaning.ColumnTerm(users.Column("id"), meaning.Span{})
	q := meaning.Query{Per: []meaning.Term{key}, Show: []meaning.Term{key, meaning.CountOf(orders, meaning.Span{}), meaning.CountOf(reviews, meaning.Span{})}}
	lowered, err := q.Lower(x, d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	stmt, err := lowered.Build(d.Dialect())
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(stmt.SQL(), "GROUP BY"); n != 2 || !strings.Contains(stmt.SQL(), "FULL JOIN") {
		t.Errorf("the figures are not computed apart: %s", stmt.SQL())
	}
	if _, err := (&meaning.Query{Of: users, Show: []meaning.Term{meaning.ColumnTerm(orders.Column("status"), meaning.Span{})}}).Lower(x, d.Dialect()); err == nil {
		t.Error("a column of rows that refer to the row was shown as if it were the row's own")
	}
}

func TestAPeriodIsOfWhatWasDone(t *testing.T) {
	t.Parallel()
	day := func(name string, nullable bool) db.Column {
		return db.Column{Name: name, Type: db.Date, Nullable: nullable}
	}
	x := schema.New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "keepers"}, Kind: "table", Primary: []string{"keeper_id"}, Columns: []db.Column{{Name: "keeper_id", Type: db.Integer}, day("hired_on", false), day("left_on", true)}},
		{TableName: db.TableName{Name: "voyages"}, Kind: "table", Primary: []string{"voyage_id"}, Columns: []db.Column{
			{Name: "voyage_id", Type: db.Integer}, {Name: "state_cd", Type: db.Text, Comment: "S = sailed, X = cancelled"}, day("booked_on", false), day("departure_on", false), day("cancelled_on", true),
		}},
	}})
	for question, want := range map[string]string{
		"how many keepers did we lose last year":        "left_on >= '2025-01-01' AND left_on < '2026-01-01'",
		"how many keepers joined us last year":          "hired_on >= '2025-01-01' AND hired_on < '2026-01-01'",
		"how many active keepers":                       "left_on IS NULL",
		"number of voyages last year":                   "booked_on >= '2025-01-01' AND booked_on < '2026-01-01'",
		"number of voyages with departure in last year": "departure_on >= '2025-01-01' AND departure_on < '2026-01-01'",
	} {
		list := compose.New(x).Read(question, now)
		if len(list) == 0 {
			t.Errorf("%q is not read", question)
			continue
		}
		q, err := list[0].Query.Lower(x, statement.SQLite)
		if err != nil {
			t.Errorf("%q: %v", question, err)
			continue
		}
		stmt, err := q.Build(statement.SQLite)
		if err != nil || !strings.HasSuffix(stmt.SQL(), "WHERE "+want) {
			t.Errorf("%q is %s, want %s (%v)", question, stmt.SQL(), want, err)
		}
	}
}

// What a word is taken for that does not say so itself is told.
func TestWhatAWordIsTakenForIsTold(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ database, question, doubt, sql string }{
		{"college", "how many noise complaints were received this year", "noise is Noise at night", "complaint_types.description = 'Noise at night'"},
		{"wharf", "what percentage of our portings got rejected?", "rejected is REJ", "CASE WHEN result = 'REJ' THEN 1 END"},
		{"yard", "deals in haggling", "haggling is Pricing/Haggling", "step = 'Pricing/Haggling'"},
		{"bureau", "how many NS interviews were there", "NS is no_show", "status = 'no_show'"},
		{"bureau", "how many bounced applications were there", "bounced is declined", "status = 'declined'"},
		{"sawmill", "how many quotes were turned down", "turned down is declined", "state = 'declined'"},
		{"sawmill", "approval rate of quotes by town", "approval is accepted", "count(CASE WHEN quotes.state = 'accepted' THEN 1 END)"},
	} {
		script, err := questions.ReadFile("testdata/" + c.database + ".sql")
		if err != nil {
			t.Fatal(err)
		}
		x, d := opened(t, dbtest.SQLite(t, c.database, string(script)))
		read, sql := asked(t, compose.New(x), x, d, c.question)
		if want := []string{c.doubt}; !slices.Equal(read.Doubts, want) {
			t.Errorf("%q: doubts %q, want %q", c.question, read.Doubts, want)
		}
		if !strings.Contains(sql, c.sql) {
			t.Errorf("%q is %s, without %s", c.question, sql, c.sql)
		}
	}
}

// Rows that have one key to where they begin and one to where they end are told by one of them, and it is said by which.
func TestWhichEndIsTakenIsTold(t *testing.T) {
	t.Parallel()
	script, err := questions.ReadFile("testdata/haulier.sql")
	if err != nil {
		t.Fatal(err)
	}
	x, d := opened(t, dbtest.SQLite(t, "haulier", string(script)))
	for question, want := range map[string][]string{"total tons per coast": {"by origin_id, not by destination_id"}, "total tons": nil} {
		if read, _ := asked(t, compose.New(x), x, d, question); !slices.Equal(read.Told, want) {
			t.Errorf("%q tells %q, want %q", question, read.Told, want)
		}
	}
}

// What asks for nothing, or is said oddly, is read or not; reading never ends the program.
func TestOddInputsAreReadWithoutHarm(t *testing.T) {
	t.Parallel()
	x, _ := open(t)
	composer := compose.New(x)
	for _, input := range []string{"", "?", "who", "who who", "most common second", "busiest second", "top second", "top secs by", "per", "'s", "last", "\"\"", "than than", "5", "of of of"} {
		composer.Read(input, now)
	}
}

// TestManyFiguresAreReadTogether asks for the same figure again and again: each time it may mean several things, and all their
// combinations would take hours.
func TestManyFiguresAreReadTogether(t *testing.T) {
	t.Parallel()
	x, _ := open(t)
	if list := compose.New(x).Read(strings.Repeat("how many orders per country ", 40), now); len(list) > 1000 {
		t.Errorf("%d readings", len(list))
	}
}
