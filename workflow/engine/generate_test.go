package engine_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/demo"
	"parley/db/sqlite"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/schema"
)

// overDemo is an engine over the demo, made once for all tests.
var overDemo = sync.OnceValues(func() (*reader.Engine, error) {
	d, err := demo.Open(context.Background(), db.Settings{Now: noon})
	if err != nil {
		return nil, err
	}
	x, err := schema.Build(context.Background(), d, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	return reader.New(x, d.Dialect()).WithTrials(d, reader.WholeTrials), nil
})

func generate(t *testing.T, question string) (*workflow.Draft, error) {
	t.Helper()
	e, err := overDemo()
	if err != nil {
		t.Fatal(err)
	}
	return e.Generate(context.Background(), workflow.Request{Question: question, Now: noon})
}

func TestQuestionsOverTheDemo(t *testing.T) {
	t.Parallel()
	for question, want := range map[string]string{
		"Show me all users":                             "SELECT * FROM users",
		"how many orders per status?":                   "SELECT status, count(*) AS number_of_orders FROM orders GROUP BY status ORDER BY count(*) DESC",
		"how many users are from Kenya":                 "SELECT count(*) AS number_of_users FROM users WHERE country = 'Kenya'",
		"total revenue":                                 "SELECT sum(quantity * unit_price) AS revenue FROM order_items",
		"which customers never ordered":                 "SELECT name FROM users WHERE id NOT IN (SELECT user_id FROM orders)",
		"products without reviews":                      "SELECT products.* FROM products WHERE NOT EXISTS (SELECT 1 FROM reviews WHERE products.id = reviews.product_id) ORDER BY products.name",
		"orders last month":                             "SELECT * FROM orders WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01'",
		"orders since March":                            "SELECT * FROM orders WHERE created_at >= '2026-03-01'",
		"users who joined in the last 30 days":          "SELECT * FROM users WHERE created_at >= '2026-10-22' AND created_at < '2026-11-22' ORDER BY name",
		"the 10 most expensive products":                "SELECT * FROM products ORDER BY price DESC LIMIT 10",
		"products cheaper than 20":                      "SELECT * FROM products WHERE price < 20 ORDER BY name",
		"products more expensive than average":          "SELECT * FROM products WHERE price > (SELECT avg(price) AS average_price FROM products) ORDER BY name",
		"orders that are not cancelled":                 "SELECT * FROM orders WHERE status <> 'cancelled'",
		"count users by country":                        "SELECT country, count(*) AS number_of_users FROM users GROUP BY country ORDER BY count(*) DESC",
		"users whose name starts with A":                "SELECT * FROM users WHERE name LIKE 'A%'",
		"payments of 5000 to +254712345678":             "SELECT * FROM payments WHERE amount = 5000 AND recipient = '+254712345678'",
		"Find flights from Nairobi to London on Feb 10": "SELECT * FROM flights WHERE origin = 'Nairobi' AND destination = 'London' AND departure_date = '2027-02-10'",
		"Flights from Mombasa (not Nairobi) to London":  "SELECT * FROM flights WHERE origin = 'Mombasa' AND origin <> 'Nairobi' AND destination = 'London'",
		"average price by category":                     "SELECT categories.name, avg(products.price) AS average_price FROM products JOIN categories ON categories.id = products.category_id GROUP BY categories.id, categories.name ORDER BY avg(products.price) DESC",
		"which country has the most users":              "SELECT country, count(*) AS number_of_users FROM users GROUP BY country ORDER BY count(*) DESC LIMIT 1",
		"top 3 countries by number of users":            "SELECT country, count(*) AS number_of_users FROM users GROUP BY country ORDER BY count(*) DESC LIMIT 3",
		"top 5 products by revenue":                     "SELECT products.name, sum(order_items.quantity * order_items.unit_price) AS revenue FROM order_items JOIN products ON products.id = order_items.product_id GROUP BY products.id, products.name ORDER BY sum(order_items.quantity * order_items.unit_price) DESC LIMIT 5",
	} {
		t.Run(question, func(t *testing.T) {
			t.Parallel()
			d, err := generate(t, question)
			if err != nil {
				t.Fatal(err)
			}
			if got := d.Statement.SQL(); got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestAbstainingNamesTheWordsAndSuggestsWhatWorks(t *testing.T) {
	t.Parallel()
	_, err := generate(t, "blorp the fizzle")
	var no *workflow.NotUnderstood
	if !errors.As(err, &no) {
		t.Fatalf("the error is %v, want *NotUnderstood", err)
	}
	if len(no.Words) != 2 || no.Words[0] != "blorp" {
		t.Errorf("the words are %q", no.Words)
	}
	if len(no.Suggestions) != 3 {
		t.Fatalf("the suggestions are %q, want three", no.Suggestions)
	}
	for _, s := range no.Suggestions {
		if _, err := generate(t, s); err != nil {
			t.Errorf("the suggestion %q does not work: %v", s, err)
		}
	}
}

func TestDraftSaysWhatWasUnderstoodAndIgnored(t *testing.T) {
	t.Parallel()
	d, err := generate(t, "users from Kenya last month glorious")
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Understood) != 2 || d.Understood[1] != "last month = 1 Oct 2026 – 31 Oct 2026 (users.created_at)" {
		t.Errorf("understood: %q", d.Understood)
	}
	if len(d.Ignored) != 1 || d.Ignored[0] != "glorious" {
		t.Errorf("ignored: %q", d.Ignored)
	}
	if d.Explanation == "" || d.Coverage <= 0.5 || d.Coverage >= 1 {
		t.Errorf("explanation %q, coverage %v", d.Explanation, d.Coverage)
	}
}

func TestSameQuestionSameStatement(t *testing.T) {
	t.Parallel()
	first, err := generate(t, "top 5 products by revenue")
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		again, err := generate(t, "top 5 products by revenue")
		if err != nil || again.Statement.SQL() != first.Statement.SQL() {
			t.Fatalf("%v, %v", again, err)
		}
	}
}

func FuzzGenerate(f *testing.F) {
	for _, s := range []string{"show all users", "top 5 products by", "both and or not", "between 3 and", "more than than than", "'\"“", "name starts with", "each each per by"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, question string) {
		if _, err := generate(t, question); err != nil {
			var no *workflow.NotUnderstood
			var unsure *workflow.Ambiguous
			if !errors.As(err, &no) && !errors.As(err, &unsure) {
				t.Fatal(err)
			}
		}
	})
}

// A sum over a join that repeats its rows is told: the money of an order once for each review of its buyer.
func TestSumsThatCountTwiceAreTold(t *testing.T) {
	t.Parallel()
	for question, told := range map[string]bool{
		"total stock by user country": true,
		"revenue by category":         false,
		"total stock per category":    false,
		"average rating by category":  false,
	} {
		d, err := generate(t, question)
		if err != nil {
			t.Errorf("%q: %v", question, err)
			continue
		}
		if got := len(d.Notes) > 0; got != told {
			t.Errorf("%q: notes %q for %s", question, d.Notes, d.Statement.SQL())
		}
	}
}

// failing is a database on which every statement fails.
type failing struct {
	db.Database
	with error
}

func (f failing) Query(context.Context, *statement.Statement) (db.Rows, error) { return nil, f.with }

// Where no reading can be tried, the question is still answered, asked back or declined; a server that is gone is told.
func TestQuestionsWhereEveryTrialFails(t *testing.T) {
	t.Parallel()
	e, err := overDemo()
	if err != nil {
		t.Fatal(err)
	}
	denied := e.WithTrials(failing{with: &db.Error{Kind: db.Permission, Message: "permission denied"}}, reader.QuickTrials)
	gone := e.WithTrials(failing{with: &db.Error{Kind: db.Unreachable, Message: "nobody answers"}}, reader.QuickTrials)
	late := e.WithTrials(failing{with: &db.Error{Kind: db.Timeout, Message: "it took too long"}}, reader.QuickTrials)
	for _, question := range []string{"Show me all users", "total revenue", "how many orders per status?"} {
		if _, err := late.Generate(t.Context(), workflow.Request{Question: question, Now: noon}); err != nil {
			t.Errorf("%q where the server ends every trial: %v", question, err)
		}
	}
	for _, question := range []string{"Show me all users", "total revenue", "users", "biggest", "orders by", "what is the average"} {
		var no *workflow.NotUnderstood
		var unsure *workflow.Ambiguous
		_, err := denied.Generate(t.Context(), workflow.Request{Question: question, Now: noon})
		if err != nil && !errors.As(err, &no) && !errors.As(err, &unsure) {
			t.Errorf("%q: %v", question, err)
		}
		_, err = gone.Generate(t.Context(), workflow.Request{Question: question, Now: noon})
		if db.KindOf(err) != db.Unreachable && !errors.As(err, &no) {
			t.Errorf("%q on a server that is gone: %v", question, err)
		}
	}
}

// busy is a database that takes longer for some statements than a quick trial has.
type busy struct {
	db.Database
	with string
}

func (b busy) Query(ctx context.Context, s *statement.Statement) (db.Rows, error) {
	const needs = 200 * time.Millisecond
	if end, bounded := ctx.Deadline(); bounded && time.Until(end) < needs && strings.Contains(s.SQL(), b.with) {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	return b.Database.Query(ctx, s)
}

// A trial that had no time says nothing, neither for nor against: it is given more before the question goes back.
func TestNothingIsAskedBackForWantOfTime(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "crates", "CREATE TABLE crates (id INTEGER, kind TEXT, weight INTEGER, taken DATE); INSERT INTO crates VALUES (1, 'pear', 10, '2026-01-02'), (2, 'plum', 20, '2026-02-03'), (3, 'pear', 5, '2026-02-04')")
	d, err := sqlite.Open(t.Context(), path, db.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	x, err := schema.Build(t.Context(), d, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	question := workflow.Request{Question: "weight of crates by kind", Now: noon}
	want, err := reader.New(x, d.Dialect()).WithTrials(d, reader.WholeTrials).Generate(t.Context(), question)
	if err != nil {
		t.Fatal(err)
	}
	got, err := reader.New(x, d.Dialect()).WithTrials(busy{d, "DISTINCT"}, reader.QuickTrials).Generate(t.Context(), question)
	if err != nil {
		t.Fatalf("asked back: %v", err)
	}
	if got.Statement.SQL() != want.Statement.SQL() {
		t.Errorf("got %s, with all the time %s", got.Statement.SQL(), want.Statement.SQL())
	}
}
