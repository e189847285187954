package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/internal/cases"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
	"parley/workflow/schema"

	"github.com/google/uuid"
)

// TestTaughtQuestions asks the questions of testdata/taught in the words of a project, each in a conversation of its own, with the rows that
// do not count left out: each must have the rows of one of the queries below it, whatever further columns.
func TestTaughtQuestions(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/taught/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no case files", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			c, err := cases.Read(file)
			if err != nil {
				t.Fatal(err)
			}
			source := taughtSource(t, strings.TrimSuffix(file, ".txt"), c.Now)
			r := runner{t: t, database: source.Database, now: c.Now}
			for _, q := range c.Questions {
				talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return c.Now }})
				reply := talk.Commit(talk.Begin(q.Asked).Run(t.Context()))
				talk.Close()
				if reply.Turn.Result == nil {
					t.Errorf("line %d: %q: %+v", q.Line, q.Asked, reply.Turn.Failure)
					continue
				}
				draft := &workflow.Draft{Statement: r.parse(reply.Turn.Result.SQL)}
				if problem := r.answered(q, draft, nil); problem != "" {
					t.Errorf("line %d: %q: %s", q.Line, q.Asked, problem)
				}
			}
		})
	}
}

// taughtSource is the SQLite database that NAME.sql makes, with the project NAME.toml.
func taughtSource(t *testing.T, name string, now time.Time) *workflow.Source {
	t.Helper()
	var texts []string
	for _, ending := range []string{".sql", ".toml"} {
		text, err := os.ReadFile(name + ending)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	layer, problems := project.Parse(project.FileName, texts[1])
	layer.Scope = project.Shared
	database, err := opener.Open(t.Context(), db.Settings{Now: now}, dbtest.SQLite(t, filepath.Base(name), texts[0]))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { database.Close() })
	source, err := engine.Source(t.Context(), database, reader.WholeTrials, func(x *schema.Index) *project.Project {
		p := project.Compile(x, database.Dialect(), nil, layer)
		problems = append(problems, p.Problems...)
		return p
	})
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return source
}

// TestATimeThatNoDefinitionTakesIsTold asks of homes that are so by rows of another table: nobody knows when, so that the time is of the homes,
// which is told.
func TestATimeThatNoDefinitionTakesIsTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	source := taughtSource(t, "testdata/taught/waterworks", now)
	for question, told := range map[string]bool{"unsupplied homes last year": true, "homes that quit per month": true, "homes without a contract": false,
		"homes registered last year without a contract": false, "homes that quit last year": false} {
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		reply := talk.Commit(talk.Begin(question).Run(t.Context()))
		talk.Close()
		if reply.Turn.Result == nil {
			t.Errorf("%q: %+v", question, reply.Turn.Failure)
			continue
		}
		if got := slices.ContainsFunc(reply.Turn.Result.Doubts, func(d string) bool { return strings.Contains(d, "is not asked") }); got != told {
			t.Errorf("%q: %v: %s", question, reply.Turn.Result.Doubts, reply.Turn.Result.SQL)
		}
	}
}

// TestAFollowUpTakesTheTimeOfAState bounds rows of which was told when they came to be so.
func TestAFollowUpTakesTheTimeOfAState(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	source := taughtSource(t, "testdata/taught/waterworks", now)
	for question, column := range map[string]string{"how many complaints were refused": "decided_on", "how many homes left": "disconnected_on", "how many complaints": "created_at"} {
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		talk.Commit(talk.Begin(question).Run(t.Context()))
		reply := talk.Commit(talk.Begin("last month").Run(t.Context()))
		talk.Close()
		if reply.Turn.Result == nil || !strings.Contains(reply.Turn.Result.SQL, column+" >= '2026-10-01'") {
			t.Errorf("%q, last month: %+v", question, reply.Turn)
		}
	}
}

// TestAFollowUpKnowsAFigureAsItWasDefined bounds a figure by the day that it was defined with, and shows one of each row beside the rows.
func TestAFollowUpKnowsAFigureAsItWasDefined(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ project, question, then, part string }{
		{"waterworks", "rulings", "last month", "decided_on >= '2026-10-01'"},
		{"papermill", "batches", "add the yield", "good_kg / "},
	} {
		source := taughtSource(t, "testdata/taught/"+c.project, now)
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		talk.Commit(talk.Begin(c.question).Run(t.Context()))
		reply := talk.Commit(talk.Begin(c.then).Run(t.Context()))
		talk.Close()
		if reply.Turn.Result == nil || !strings.Contains(reply.Turn.Result.SQL, c.part) || strings.Contains(reply.Turn.Result.SQL, "GROUP BY") {
			t.Errorf("%q, %s: %+v", c.question, c.then, reply.Turn)
		}
	}
}

// TestTaughtFollowUps refines what was asked in the words of a project: the last turn must have the rows of the query beside it.
func TestTaughtFollowUps(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	source := taughtSource(t, "testdata/taught/papermill", now)
	r := runner{t: t, database: source.Database, now: now}
	for _, c := range taughtFollowUps {
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		var reply *workflow.Reply
		for _, turn := range c.turns {
			reply = talk.Commit(talk.Begin(turn).Run(t.Context()))
		}
		talk.Close()
		if reply.Turn.Result == nil {
			t.Errorf("%q: %+v", c.turns, reply.Turn.Failure)
			continue
		}
		draft := &workflow.Draft{Statement: r.parse(reply.Turn.Result.SQL)}
		if problem := r.answered(cases.Question{Want: []string{c.want}}, draft, nil); problem != "" {
			t.Errorf("%q: %s", c.turns, problem)
		}
	}
}

// TestAnotherKindTakesThePlaceOfTheOneInForce asks the same of other rows that a project names: they need not be of the kind in force as well.
func TestAnotherKindTakesThePlaceOfTheOneInForce(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	source := taughtSource(t, "testdata/taught/papermill", now)
	for _, c := range []struct{ question, then, part, gone string }{
		{"overdue invoices per customer", "and disputed invoices?", "hold = 'D'", "due_on"},
		{"overdue invoices per customer", "what about the disputed ones?", "hold = 'D'", "due_on"},
		{"late orders by channel", "quotes instead of late orders", "status = 'quote'", "promised_on"},
		{"overdue invoices per customer", "only the disputed ones", "due_on", "channel"},
	} {
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		talk.Commit(talk.Begin(c.question).Run(t.Context()))
		reply := talk.Commit(talk.Begin(c.then).Run(t.Context()))
		talk.Close()
		if reply.Turn.Result == nil || !strings.Contains(reply.Turn.Result.SQL, c.part) || strings.Contains(reply.Turn.Result.SQL, c.gone) {
			t.Errorf("%q, %s: %+v", c.question, c.then, reply.Turn)
		}
	}
}

var taughtFollowUps = []struct {
	turns []string
	want  string
}{
	{[]string{"net revenue per day in March 2025", "also the number of orders"}, "SELECT o.ordered_on, sum(CASE WHEN o.status NOT IN ('quote', 'cancelled') THEN l.reams * l.unit_price END), count(DISTINCT o.id) FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.ordered_on >= '2025-03-01' AND o.ordered_on < '2025-04-01' GROUP BY 1 HAVING sum(o.status NOT IN ('quote', 'cancelled')) > 0"},
	{[]string{"receivables by city", "show the net revenue instead"}, "SELECT c.city, sum(l.reams * l.unit_price) FROM order_lines l JOIN orders o ON o.id = l.order_id JOIN customers c ON c.id = o.customer_id WHERE o.status NOT IN ('quote', 'cancelled') GROUP BY 1"},
	{[]string{"net revenue per day in March 2025", "show the quoted value instead"}, "SELECT o.ordered_on, sum(l.reams * l.unit_price) FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.status = 'quote' AND o.ordered_on >= '2025-03-01' AND o.ordered_on < '2025-04-01' GROUP BY 1"},
	{[]string{"delivery time by city", "worst 2"}, "SELECT c.city, avg(julianday(o.shipped_on) - julianday(o.ordered_on)) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1 ORDER BY 2 DESC LIMIT 2"},
	{[]string{"delivery time by city", "best 2"}, "SELECT c.city, avg(julianday(o.shipped_on) - julianday(o.ordered_on)) FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY 1 ORDER BY 2 LIMIT 2"},
	{[]string{"net revenue by channel", "as a share of the total"}, "SELECT o.channel, 100.0 * sum(l.reams * l.unit_price) / sum(sum(l.reams * l.unit_price)) OVER () FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.status NOT IN ('quote', 'cancelled') GROUP BY 1"},
	{[]string{"yield by machine", "only where it is above 83%"}, "SELECT m.name, sum(b.good_kg) / sum(b.planned_kg) FROM batches b JOIN machines m ON m.id = b.machine_id GROUP BY m.id HAVING sum(b.good_kg) / sum(b.planned_kg) > 0.83"},
	{[]string{"yield by machine", "worst 2"}, "SELECT m.name, sum(b.good_kg) / sum(b.planned_kg) FROM batches b JOIN machines m ON m.id = b.machine_id GROUP BY m.id ORDER BY 2 LIMIT 2"},
	{[]string{"net revenue by month in 2026", "by channel too", "cumulative"}, "SELECT m, channel, sum(v) OVER (PARTITION BY channel ORDER BY m) FROM (SELECT strftime('%Y-%m', o.ordered_on) AS m, o.channel, sum(CASE WHEN o.status NOT IN ('quote', 'cancelled') THEN l.reams * l.unit_price END) AS v FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.ordered_on >= '2026-01-01' AND o.ordered_on < '2027-01-01' GROUP BY 1, 2)"},
}

// TestAYearIsFoundInNumbersThatStandForDays asks of a year in a column of numbers such as 20260103: the year has its part there.
func TestAYearIsFoundInNumbersThatStandForDays(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(taughtSource(t, "testdata/taught/waterworks", now)), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
	defer talk.Close()
	reply := talk.Commit(talk.Begin("how many visits with a billing date in 2026").Run(t.Context()))
	r := reply.Turn.Result
	if r == nil || !strings.Contains(r.SQL, "billing_date >= 20260101") || slices.ContainsFunc(r.Doubts, func(d string) bool { return strings.Contains(d, "had no part") }) {
		t.Errorf("%+v", reply.Turn)
	}
}

// TestTheMomentOfAFigureIsTold names the column that a period bounds beside the answer.
func TestTheMomentOfAFigureIsTold(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(taughtSource(t, "testdata/taught/waterworks", now)), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
	defer talk.Close()
	r := talk.Commit(talk.Begin("rulings last month").Run(t.Context())).Turn.Result
	if r == nil || !slices.ContainsFunc(r.Understood, func(u string) bool { return strings.Contains(u, "(complaints.decided_on)") }) {
		t.Errorf("%+v", r)
	}
}

// TestAPeriodGoesWithWhatItIsOf puts another figure in the place of one that lies on the calendar by another day, and bounds a typed one by the day
// that it was defined with, however the statement calls its columns.
func TestAPeriodGoesWithWhatItIsOf(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	source := taughtSource(t, "testdata/taught/waterworks", now)
	for _, c := range []struct{ question, then, part, not string }{
		{"rulings by tariff last month", "claimed total instead", "incident_date >= '2026-10-01'", "decided_on >="},
		{"SELECT count(decided_on) FROM complaints JOIN homes ON homes.id = home_id", "last month", "decided_on >= '2026-10-01'", "created_at"},
		{"complaints last month", "only refused", "created_at >= '2026-10-01'", "decided_on"},
	} {
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(source), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		talk.Commit(talk.Begin(c.question).Run(t.Context()))
		r := talk.Commit(talk.Begin(c.then).Run(t.Context())).Turn.Result
		talk.Close()
		if r == nil || !strings.Contains(r.SQL, c.part) || strings.Contains(r.SQL, c.not) || slices.ContainsFunc(r.Doubts, func(d string) bool { return strings.Contains(d, "is gone") }) {
			t.Errorf("%q, %s: %+v", c.question, c.then, r)
		}
	}
}

// TestPeriodsOfTaughtRowsInSQL asks of rows by other words than those that were taught, and of figures that lie on the calendar by several days,
// which is told.
func TestPeriodsOfTaughtRowsInSQL(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct{ project, question, part, told string }{
		{"papermill", "churn last month", "closed_on >= '2026-10-01'", ""},
		{"waterworks", "rulings and claimed total last month", ">= '2026-10-01'", "when it is asked alone"},
	} {
		talk := workflow.New(dialog.New(uuid.New(), "", dialog.Settings{}), workflow.Opened(taughtSource(t, "testdata/taught/"+c.project, now)), workflow.Settings{Whole: true, Clock: func() time.Time { return now }})
		r := talk.Commit(talk.Begin(c.question).Run(t.Context())).Turn.Result
		talk.Close()
		if r == nil || !strings.Contains(r.SQL, c.part) || c.told != "" && !slices.ContainsFunc(r.Doubts, func(d string) bool { return strings.Contains(d, c.told) }) {
			t.Errorf("%q: %+v", c.question, r)
		}
	}
}
