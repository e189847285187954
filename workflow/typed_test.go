package workflow_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/dbtest/seed"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
)

// forms are statements without any punctuation, of a table %[1]s with columns %[2]s and %[3]s, and another table %[4]s with a
// column %[5]s.
var forms = []string{
	"select %[2]s from %[1]s", "SELECT %[2]s FROM %[1]s", "select distinct %[2]s from %[1]s", "select all %[2]s from %[1]s",
	"select %[2]s as x from %[1]s", "select %[2]s from %[1]s as t", "select %[2]s from %[1]s t", "select %[2]s from %[1]s limit 5",
	"select %[2]s from %[1]s order by %[3]s", "select %[2]s from %[1]s order by %[3]s desc limit 3 offset 2",
	"select %[2]s from %[1]s where %[3]s is null", "select %[2]s from %[1]s where %[3]s is not null order by %[2]s",
	"select %[2]s from %[1]s where %[3]s between 1 and 9", "select %[2]s from %[1]s group by %[2]s",
	"select %[2]s from %[1]s union select %[5]s from %[4]s", "select %[2]s from %[1]s union all select %[5]s from %[4]s order by 1",
	"SELECT %[2]s FROM %[1]s EXCEPT SELECT %[5]s FROM %[4]s", "select %[2]s from %[1]s intersect select %[5]s from %[4]s",
	"select %[2]s from %[1]s except select %[2]s from %[1]s except select %[5]s from %[4]s",
	"select %[3]s from %[1]s cross join %[4]s", "select %[3]s from %[1]s natural join %[4]s", "select %[5]s from %[1]s join %[4]s on true",
	"select %[2]s from %[1]s fetch first 3 rows only", "select %[2]s from %[1]s where not %[3]s is null",
	"table %[1]s", "select 1 union select 2", "select 1 as one", "select null as nothing", "select current_date",
	"select %[2]s from nosuch", "select %[2]s from pg_roles", "select rolname from pg_roles", "select nosuch from %[1]s",
	"select %[2]s from %[1]s union select nosuch from %[4]s", "select %[2]s from %[1]s order by nosuch",
	// with a slip: they fail as SQL
	"selct %[2]s from %[1]s", "select %[2]s from %[1]s oder by %[3]s", "select %[2]s from %[1]s whre %[3]s is null", "select %[2]s from %[1]s order %[3]s",
	"select %[2]s from %[1]s where", "select %[2]s from %[1]s union", "select %[2]s from %[1]s limit ten", "from %[1]s select %[2]s", "from %[1]s union by name from %[4]s",
	"select * form %[1]s", "truncate %[1]s", "reindex table %[1]s", "drop table %[1]s", "SHOW server_version", "ANALYZE %[1]s", "select `%[2]s` from `%[1]s`",
}

// asked are questions and words of a conversation that begin like a statement, of the same names, and a value %[6]s.
var asked = []string{
	"select the %[1]s from %[6]s", "select all %[1]s from %[6]s", "select %[1]s from %[6]s", "select %[1]s from %[6]s with the highest %[2]s",
	"select the %[2]s and %[3]s of the %[1]s", "select 10 %[1]s", "select the top 5 %[1]s by %[2]s", "select only the %[1]s without %[4]s", "select %[1]s",
	"select every %[1]s that has a %[3]s", "select %[1]s where the %[3]s is missing", "select %[1]s (only the newest)", "select my %[1]s",
	"select %[1]s from last month", "select %[2]s per %[3]s", "select %[1]s whose %[3]s is unknown", "select %[1]s and their %[4]s",
	"select which %[1]s have no %[4]s", "select %[1]s from %[6]s?", "select the %[1]s from %[6]s sorted by %[2]s, please",
	"show %[1]s", "show all", "show me the %[1]s from %[6]s", "show %[1]s with their %[4]s", "show the %[2]s of all %[1]s", "show %[2]s", "show %[1]s by %[3]s",
	"with which %[4]s do most %[1]s come", "with the %[4]s", "with their %[4]s as well", "with %[2]s over 5", "with %[4]s",
	"from %[6]s", "from which %[3]s are the %[1]s", "from last month", "from the %[1]s only those with a %[3]s", "from %[6]s only", "from 2024 to 2025",
	"values of %[3]s", "values above 100", "values for each %[3]s", "table of %[1]s by %[3]s", "table with %[2]s and %[3]s",
	"explain", "explain the %[2]s of %[1]s", "explain this", "explain why", "describe the %[1]s", "describe %[1]s in words", "summarize %[1]s by %[3]s",
	"summarize the %[2]s per %[3]s", "pivot %[1]s by %[3]s", "pivot the %[2]s by %[3]s", "drop the %[2]s", "drop %[2]s", "delete the limit", "update the %[2]s column",
	"create a chart of %[1]s", "replace %[3]s by %[2]s", "set the limit to 5", "reset", "reset the filters", "begin again", "end of last year", "start over", "call it a day",
	"fetch all %[1]s", "fetch the newest %[1]s", "analyze %[1]s", "analyze the %[2]s of %[1]s", "close", "move on", "load more", "comment on the %[1]s", "do the same for %[6]s",
	"selected %[1]s from %[6]s", "insert the %[3]s too", "merge both", "use %[2]s instead", "grant total", "order by %[2]s", "limit to 10", "group by %[3]s", "union of both",
}

// talkOn is a conversation on the demo, whose database is open.
func talkOn(t *testing.T, target string) (*workflow.Orchestrator, *db.Schema) {
	t.Helper()
	source := openSource(t, target, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	talk := workflow.New(dialog.New(uuid.New(), target, dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true})
	t.Cleanup(talk.Close)
	return talk, source.Schema
}

// filled puts names of the schema into a form.
func filled(form string, schema *db.Schema, random *rand.Rand) string {
	table := func() *db.Table { return &schema.Tables[random.IntN(len(schema.Tables))] }
	one, other := table(), table()
	column := func(t *db.Table) string { return t.Columns[random.IntN(len(t.Columns))].Name }
	values := []string{"Kenya", "Germany", "Latvia", "Nairobi"}
	text := fmt.Sprintf(form, one.Name, column(one), column(one), other.Name, column(other), values[random.IntN(len(values))])
	text, _, _ = strings.Cut(text, "%!(EXTRA")
	return text
}

func TestWhatBeginsAsSQLIsSQLAndWhatSoundsLikeWordsIsWords(t *testing.T) {
	t.Parallel()
	random := seed.Random(t)
	talk, schema := talkOn(t, "demo")
	for range 12 {
		for _, form := range forms {
			if sql := filled(form, schema, random); !talk.Begin(sql).TakenForSQL() {
				t.Errorf("taken for words: %s", sql)
			}
		}
		for _, form := range asked {
			if words := filled(form, schema, random); talk.Begin(words).TakenForSQL() {
				t.Errorf("taken for SQL: %s", words)
			}
		}
	}
}

func TestTypedSQLFailsAsSQLAndIsReadAsWordsOnAYesOnly(t *testing.T) {
	t.Parallel()
	talk, _ := talkOn(t, "demo")
	for sql, want := range map[string]string{
		"select name from nosuch":                          "no table nosuch",
		"select name from customers":                       "no table customers",
		"selct * from users":                               "Did you mean SELECT instead of \"selct\"?",
		"select name form users":                           "Did you mean FROM instead of \"form\"?",
		"select name from users oder by id":                "Did you mean ORDER instead of \"oder\"?",
		"select nmae from users":                           "Did you mean name?",
		`select "nmae" from users`:                         "Did you mean name?",
		`select name from users order by "nmae"`:           "Did you mean name?",
		`select count(*) from users group by "cuontry"`:    "Did you mean country?",
		`select name from users where "cuontry" = 'Kenya'`: "Did you mean country?",
		"from users union by name from orders":             "FROM first is DuckDB's form",
	} {
		reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
		if f := reply.Turn.Failure; f == nil || !strings.Contains(f.Message, want) {
			t.Errorf("%s: %+v", sql, f)
		}
	}
	reply := talk.Commit(talk.Begin("select name from customers").Run(t.Context()))
	if !strings.Contains(reply.Turn.Failure.Message, "answer yes") {
		t.Fatal(reply.Turn.Failure.Message)
	}
	reply = talk.Commit(talk.Begin("yes").Run(t.Context()))
	if reply.Turn.Failure != nil || reply.Statement == nil || !strings.Contains(reply.Statement.SQL(), "users") {
		t.Errorf("after a yes: %+v, %+v", reply.Turn.Failure, reply.Turn.Result)
	}
}

// TestCommandsAreRefusedOnEveryEngine: what no sentence begins with is refused with the reason, in small letters too.
func TestCommandsAreRefusedOnEveryEngine(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.csv")
	if err := os.WriteFile(path, []byte("country,n\nKenya,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{"demo", path} {
		talk, _ := talkOn(t, target)
		for _, sql := range []string{"set x=1", "set threads = 4", "SET x TO 1", "set session x = 1", "reindex", "reindex people", "checkpoint", "force checkpoint", "vacuum", "vacuum;",
			"analyze", "begin", "begin immediate", "begin exclusive", "begin transaction", "start transaction", "commit", "end transaction", "rollback", "rollback to savepoint x",
			"attach 'x.db' as y", "attach x.db as y", "attach database 'x' as y", "detach y", "detach database y", "install httpfs", "load 'httpfs'", "pragma user_version", "export database 'x'",
			"call x()", "call sys.proc(1, 2)", "listen ch", "unlisten *", "notify ch", "notify ch, 'x'", "declare c cursor for select 1", "do $$ begin end $$", "do 'begin end'",
			"copy people to '/tmp/x'", "copy (select 1) to program 'id'", "prepare p as select 1", "execute p(1)", "deallocate all", "discard all", "vacuum full", "vacuum analyze",
			"vacuum full people", "lock table people in access exclusive mode", "lock people in share mode", "security label on table x is 'y'", "set role x", "set search_path to x",
			"set local x to y", "set time zone 'UTC'", "set timezone to x", "set transaction read write", "reset role", "begin work", "commit work", "commit prepared 'x'",
			"fetch next from cursor", "fetch backward all in cursor", "move prior in cursor", "use main.x", "use main", "use main;", "use orders;", "load httpfs", "load json", "load spatial;", "attach x;", "import foreign schema s from server x into y",
			"alter system set x = 1", "refresh materialized view v", "drop owned by x", "explain analyze delete from people", "show search_path"} {
			reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
			if f := reply.Turn.Failure; f == nil || !strings.Contains(f.Message, "is refused: it is not a query") {
				t.Errorf("%s: %s: %+v", target, sql, f)
			}
		}
	}
	talk, _ := talkOn(t, "demo")
	for _, words := range []string{"set status = active", "set limit = 5", "set the limit to 5", "begin again", "load more", "vacuum cleaners", "attach the category as a column", "reset", "commit to the last one",
		"call volume by month", "call the customer", "call it revenue", "call duration over 5 minutes", "fetch the latest orders", "fetch orders", "fetch all users", "fetch next page",
		"fetch more", "fetch users from Kenya", "fetch 10 users", "fetch unit_prcie", "show unit_prcie", "show q3", "move on", "move users to the top", "move all to the top", "close",
		"close the first one", "close price by month", "lock it", "lock the filter", "lock duration by table", "copy that", "copy the sql", "copy users", "load orders", "load factor by flight",
		"install date per product", "set limit to 5", "set status to active", "set the country to Kenya", "set size per pack", "reset the filters", "reset all", "reset everything",
		"reset filters", "declare winners", "do the same for Kenya", "do customers pay on time", "do we have users in Kenya", "execute it", "execute the query", "prepare a report",
		"prepare time of orders", "cluster users by country", "cluster size", "refresh", "comment count by user", "explain", "explain the query", "use name instead", "use orders",
		"show tables", "show me", "show all orders", "export the result", "release dates by month", "begin with orders", "import volume by country", "drop the limit", "discard that",
		"vacuum sales by month", "checkpoint counts by month", "analyze orders by country", "notify count by user", "listen time per track", "security level by user", "transaction count",
		"call volume (total) by month", "fetch relative humidity", "fetch forward contracts", "show transaction amounts", "set local time aside", "prepare revenue as a chart",
		"execute query (again)", "declare revenue as total price", "lock table count by hour", "security of users"} {
		if talk.Begin(words).TakenForSQL() {
			t.Errorf("taken for SQL: %s", words)
		}
	}
}

// TestAFileIsNoWords: whatever is to be told of a file that was not named at opening, it is refused as SQL.
func TestAFileIsNoWords(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.csv")
	if err := os.WriteFile(path, []byte("country,n\nKenya,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	talk, _ := talkOn(t, path)
	for _, sql := range []string{"SUMMARIZE '/etc/passwd'", "from 'other.csv'", "pivot 'other.csv' on n using count(*)", "unpivot 'other.csv' on n into name a value b"} {
		reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
		if f := reply.Turn.Failure; f == nil || !strings.Contains(f.Message, "it names a file") {
			t.Errorf("%s: %+v", sql, f)
		}
	}
}

// TestACommandOfLettersIsRefusedUntilItIsSaidToBeWords: "fetch c" parses and says nothing; "close c" may be about a column.
func TestACommandOfLettersIsRefusedUntilItIsSaidToBeWords(t *testing.T) {
	t.Parallel()
	talk, _ := talkOn(t, "demo")
	for _, sql := range []string{"fetch c", "fetch 10 c", "move c", "close c", "close my_cursor", "execute p", "reset work_mem", "lock users", "vacuum users", "cluster users"} {
		reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
		if f := reply.Turn.Failure; f == nil || !strings.Contains(f.Message, "is refused: it is not a query") || !strings.Contains(f.Message, "answer yes") {
			t.Errorf("%s: %+v", sql, f)
		}
	}
	if reply := talk.Commit(talk.Begin("yes").Run(t.Context())); reply.Statement == nil || !strings.Contains(reply.Statement.SQL(), "FROM users") {
		t.Errorf("after a yes: %+v", reply.Turn)
	}
}

// TestSQLBeyondTheDepthThatIsReadIsRefusedAsSQL on every engine, whatever it begins with.
func TestSQLBeyondTheDepthThatIsReadIsRefusedAsSQL(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.csv")
	if err := os.WriteFile(path, []byte("country,n\nKenya,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	calls := strings.Repeat("abs(", 3000) + "1" + strings.Repeat(")", 3000)
	targets := []string{"demo", path}
	if testing.Short() {
		targets = targets[1:]
	}
	for _, target := range targets {
		talk, _ := talkOn(t, target)
		for _, sql := range []string{
			"select " + calls, "with x as (select " + calls + ") select * from x", "select " + strings.Repeat("case when true then ", 1500) + "1" + strings.Repeat(" end", 1500),
			"table users " + strings.Repeat("union table users ", 3000), "call x(" + calls + ")", "update users set name = " + calls, "delete from users where " + strings.Repeat("not ", 3000) + "true",
			"'; delete from users where " + strings.Repeat("not ", 3000) + "true", "execute p(" + calls + ")", "declare c cursor for select " + calls, "select name from users where " + strings.Repeat("not ", 3000) + "active",
			"explain select " + calls, "values (" + calls + ")", "(((select " + calls + ")))", "prepare p as select " + calls,
		} {
			reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
			if f := reply.Turn.Failure; f == nil || f.Kind != "refused" || len(f.Message) > 300 || reply.Turn.Result != nil {
				t.Errorf("%s: %.60s: %+.300v", filepath.Base(target), sql, f)
			}
		}
	}
}

func TestSetOperationsRunAsTheyStand(t *testing.T) {
	t.Parallel()
	talk, _ := talkOn(t, "demo")
	for _, sql := range []string{"SELECT name FROM users UNION SELECT name FROM products", "select name from users except select name from products"} {
		reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
		if reply.Turn.Failure != nil || reply.Turn.Result.Source != "typed" || !strings.EqualFold(reply.Statement.SQL(), sql) {
			t.Errorf("%s: %+v", sql, reply.Turn)
		}
	}
}

func TestEveryStatementOfTheCorpusIsSQLAndEveryQuestionIsNot(t *testing.T) {
	t.Parallel()
	file, err := os.Open(dbtest.Data(t, "spider_train.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var statements, questions, missed, taken int
	for decode := json.NewDecoder(file); ; {
		var line struct{ Turns []struct{ Input, SQL string } }
		if decode.Decode(&line) != nil {
			break
		}
		for _, turn := range line.Turns {
			statements, questions = statements+1, questions+1
			if !workflow.TypedOn(statement.SQLite, turn.SQL) {
				missed++
				t.Errorf("taken for words: %s", turn.SQL)
			}
			if workflow.TypedOn(statement.SQLite, turn.Input) {
				taken++
				t.Errorf("taken for SQL: %s", turn.Input)
			}
		}
	}
	if statements < 1000 {
		t.Fatalf("only %d statements", statements)
	}
	t.Logf("%d of %d statements taken for words, %d of %d questions for SQL", missed, statements, taken, questions)
}

func TestDuckDBsOwnFormsRunAndAreTold(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "visits.csv")
	if err := os.WriteFile(path, []byte("country,n\nKenya,1\nLatvia,2\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	talk, _ := talkOn(t, path)
	for _, sql := range []string{"from visits", "FROM visits SELECT country", "pivot visits on country in ('Kenya', 'Latvia') using sum(n)", "summarize visits",
		"from visits union all by name from visits", "select * exclude (n) from visits"} {
		reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
		if r := reply.Turn.Result; r == nil || r.Source != "typed" || len(r.Notes) == 0 || reply.Rows.Len() == 0 {
			t.Errorf("%s: %+v, %+v", sql, r, reply.Turn.Failure)
		}
	}
	for _, words := range []string{"from Kenya", "summarize visits by country", "pivot the visits by country"} {
		if talk.Begin(words).TakenForSQL() {
			t.Errorf("taken for SQL: %s", words)
		}
	}
}

func TestWhatIsNotThereIsNoChangeOfTheDatabase(t *testing.T) {
	t.Parallel()
	talk, _ := talkOn(t, "demo")
	for _, sql := range []string{"select nosuchfunction(name) from users", "select name, rowid_ from users", "select u.name from users as v"} {
		reply := talk.Commit(talk.Begin(sql).Run(t.Context()))
		if f := reply.Turn.Failure; f == nil || strings.Contains(f.Message, "changed") {
			t.Errorf("%s: %+v", sql, f)
		}
	}
}
