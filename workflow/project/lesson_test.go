package project_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
)

// noon is a fixed clock: the demo's rows are relative to it.
var noon = time.Date(2026, time.November, 20, 12, 0, 0, 0, time.UTC)

func student(t *testing.T) *project.Student {
	t.Helper()
	database, err := demo.Open(context.Background(), db.Settings{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = database.Close() })
	source, err := engine.Source(context.Background(), database, reader.WholeTrials)
	if err != nil {
		t.Fatal(err)
	}
	return &project.Student{Index: source.Index, Dialect: database.Dialect(), Project: source.Project, Ask: func(question string) (*statement.Statement, error) {
		draft, err := source.Generator.Generate(context.Background(), workflow.Request{Question: question, Now: noon})
		if err != nil {
			return nil, err
		}
		return draft.Statement, nil
	}}
}

// told are sentences that teach, and the entry of the file that each makes: section, key, value, default.
var told = []struct{ said, want string }{
	{"revenue means quantity times unit price", "metrics|revenue|order_items.quantity * order_items.unit_price"},
	{"Revenue is quantity times unit price.", "metrics|revenue|order_items.quantity * order_items.unit_price"},
	{"gross sales is defined as quantity * unit_price", "metrics|gross sales|order_items.quantity * order_items.unit_price"},
	{"by turnover I mean quantity multiplied by unit price", "metrics|turnover|order_items.quantity * order_items.unit_price"},
	{"when I say takings I mean the sum of quantity times unit price", "metrics|takings|sum(order_items.quantity * order_items.unit_price)"},
	{"turnover = sum(order_items.quantity * order_items.unit_price)", "metrics|turnover|sum(order_items.quantity * order_items.unit_price)"},
	{"define basket size as average quantity", "metrics|basket size|avg(order_items.quantity)"},
	{"the definition of basket is the average of quantity", "metrics|basket|avg(order_items.quantity)"},
	{"buyers means the number of distinct orders.user_id", "metrics|buyers|count(DISTINCT orders.user_id)"},
	{"order count is the number of orders", "metrics|order count|count(DISTINCT orders.id)"},
	{"stock value is calculated as price times stock", "metrics|stock value|products.price * products.stock"},
	{"we calculate stock value as price x stock", "metrics|stock value|products.price * products.stock"},
	{"units per order means sum of quantity divided by number of orders", "metrics|units per order|CAST(sum(order_items.quantity) AS REAL) / count(DISTINCT orders.id)"},
	{"please remember that score means average rating", "metrics|score|avg(reviews.rating)"},
	{"what we mean by score is the average rating", "metrics|score|avg(reviews.rating)"},
	{"by late I mean shipped more than created", "filters|late|orders.shipped_at > orders.created_at"},
	{"by late I mean shipped after created", "filters|late|orders.shipped_at > orders.created_at"},
	{"an order is late when it shipped after it was created", "filters|late|orders.shipped_at > orders.created_at"},
	{"late orders are orders shipped after created", "filters|late orders|orders.shipped_at > orders.created_at"},
	{"late means shipped_at > created_at", "filters|late|orders.shipped_at > orders.created_at"},
	{"unshipped means shipped_at is null", "filters|unshipped|orders.shipped_at IS NULL"},
	{"open means status is pending or processing", "filters|open|orders.status IN ('pending', 'processing')"},
	{"an open order is an order whose status is pending or processing", "filters|open order|orders.status IN ('pending', 'processing')"},
	{"orders are open when they are pending or processing", "filters|open|orders.status IN ('pending', 'processing')"},
	{"gone means cancelled or returned", "filters|gone|orders.status IN ('cancelled', 'returned')"},
	{"dear products are products with a price over 500", "filters|dear products|products.price > 500"},
	{"cheap means price below 20", "filters|cheap|products.price < 20"},
	{"a bestseller is a product with price at least 100", "filters|bestseller|products.price >= 100"},
	{"EU is Germany, France and Spain", "filters|eu|users.country IN ('Germany', 'France', 'Spain')"},
	{"the EU means Germany, France, Spain and Latvia", "filters|eu|users.country IN ('Germany', 'France', 'Spain', 'Latvia')"},
	{"EU = Germany, France, Spain", "filters|eu|users.country IN ('Germany', 'France', 'Spain')"},
	{"EU: Germany, France and Spain", "filters|eu|users.country IN ('Germany', 'France', 'Spain')"},
	{"EU consists of Germany, France and Spain", "filters|eu|users.country IN ('Germany', 'France', 'Spain')"},
	{"the baltics includes Latvia", "filters|baltics|users.country = 'Latvia'"},
	{"by overseas we mean Kenya, India or Japan", "filters|overseas|users.country IN ('Kenya', 'India', 'Japan')"},
	{"overseas means country in Kenya, India, Japan", "filters|overseas|users.country IN ('Kenya', 'India', 'Japan')"},
	{"domestic means country is not Germany", "filters|domestic|users.country <> 'Germany'"},
	{"call users members", "words|members|users"},
	{"call users our clients", "words|clients|users"},
	{"we call order items lines", "words|lines|order_items"},
	{"members means users", "words|members|users"},
	{"sku stands for products", "words|sku|products"},
	{"a punter is a user", "words|punter|users"},
	{"punters are the same as users", "words|punters|users"},
	{"signup refers to users.created_at", "words|signup|users.created_at"},
	{"punter is another word for users", "words|punter|users"},
	{"unit price is called tariff", "words|tariff|order_items.unit_price"},
	{"stars means rating", "words|stars|reviews.rating"},
	{"never count cancelled orders", "filters|cancelled|orders.status = 'cancelled'|exclude"},
	{"never include cancelled orders unless I ask", "filters|cancelled|orders.status = 'cancelled'|exclude"},
	{"always exclude cancelled orders", "filters|cancelled|orders.status = 'cancelled'|exclude"},
	{"don't count returned orders unless asked", "filters|returned|orders.status = 'returned'|exclude"},
	{"cancelled orders don't count", "filters|cancelled|orders.status = 'cancelled'|exclude"},
	{"cancelled orders should never count", "filters|cancelled|orders.status = 'cancelled'|exclude"},
	{"ignore returned orders by default", "filters|returned|orders.status = 'returned'|exclude"},
	{"from now on always leave out suspended users", "filters|suspended|users.status = 'suspended'|exclude"},
	{"always count only delivered orders", "filters|delivered|orders.status = 'delivered'|only"},
	{"by default only count delivered orders", "filters|delivered|orders.status = 'delivered'|only"},
	{"returned orders should be ignored", "filters|returned|orders.status = 'returned'|exclude"},
	{"returned orders are never to be counted", "filters|returned|orders.status = 'returned'|exclude"},
	{"an order is open if its status is pending or processing", "filters|open|orders.status IN ('pending', 'processing')"},
	{"let me define basket size: the average quantity", "metrics|basket size|avg(order_items.quantity)"},
	{"return rate is returned orders as a share of all orders", "metrics|return rate|CAST(count(DISTINCT orders.id) FILTER (WHERE orders.status = 'returned') AS REAL) / count(DISTINCT orders.id)"},
	{"return rate means the share of returned orders out of delivered or returned orders", "metrics|return rate|CAST(count(DISTINCT orders.id) FILTER (WHERE orders.status = 'returned') AS REAL) / count(DISTINCT orders.id) FILTER (WHERE orders.status IN ('delivered', 'returned'))"},
	{"a whale is a user in Latvia", "filters|whale|users.country = 'Latvia'"},
	{"orders.user_id is users.id", "joins|orders.user_id|users.id"},
	{"use shipped_at when I ask about orders over time", "time|orders|shipped_at"},
	{"orders are dated by shipped_at, not created_at", "time|orders|shipped_at"},
	{"use shipped_at for dates of orders", "time|orders|shipped_at"},
	{"use shipped_at for dates", "time|orders|shipped_at"},
	{"date orders by shipped at", "time|orders|shipped_at"},
	{"the date of orders is shipped_at", "time|orders|shipped_at"},
	{"call users by their email", "labels|users|email"},
	{"our fiscal year starts in April", "|fiscal_year|april"},
	{"weeks start on Sunday", "|week_start|sunday"},
	{"our currency is EUR", "|currency|EUR"},
	{"never show users.email", "|hidden|users.email"},
}

func TestSentencesThatTeach(t *testing.T) {
	t.Parallel()
	s := student(t)
	wrong := 0
	for _, c := range told {
		lesson, err := s.Listen(c.said)
		got := ""
		if lesson != nil {
			got = strings.TrimSuffix(strings.Join([]string{lesson.Section, lesson.Key, lesson.Value, lesson.Default}, "|"), "|")
		}
		if got != c.want {
			wrong++
			t.Logf("%q teaches %q (%v), want %q", c.said, got, err, c.want)
		}
	}
	if right := len(told) - wrong; right*100 < 95*len(told) {
		t.Errorf("%d of %d sentences are understood, want 95 in a hundred", right, len(told))
	}
}

func TestQuestionsAndRefinementsTeachNothing(t *testing.T) {
	t.Parallel()
	s := student(t)
	for _, said := range []string{
		"how many orders are cancelled?", "show me all users", "only from last month", "sort by name", "status is cancelled", "country is Kenya", "country = Kenya",
		"they are active", "only those that are active", "without cancelled orders", "exclude cancelled", "don't include cancelled orders", "show orders by status",
		"what is revenue by month", "users whose country is Kenya", "orders that are late", "the price is over 500", "include their email", "use bars", "count orders by status",
		"and in Kenya?", "price is 5", "orders: last month", "limit 10", "not Kenya but Latvia", "top 5 products by revenue", "call it a day", "what does revenue mean?",
		"which countries is Baraka from", "remove the status filter", "group by country", "show revenue by country", "it is wrong", "that's not what I mean", "no, Kenya",
	} {
		if s.Teaches(said) {
			lesson, err := s.Listen(said)
			if lesson != nil || !strings.HasPrefix(said, "call it") {
				t.Errorf("%q teaches %v (%v)", said, lesson, err)
			}
		}
	}
}

func TestAKeptLessonIsReadAgain(t *testing.T) {
	t.Parallel()
	s := student(t)
	text := "# ours\n[words]\npunter = \"users\" # a word\n\n[metrics.\"stock value\"]\nexpression = \"products.price\"\n\n[time]\nusers = \"created_at\"\n"
	for _, c := range told {
		lesson, err := s.Listen(c.said)
		if lesson == nil {
			continue
		}
		text = lesson.With(text)
		again := lesson.With(text)
		if again != text && lesson.Default == "" && lesson.Key != "hidden" {
			t.Errorf("%q (%v) kept twice changes the file:\n%s", c.said, err, strings.Join(project.Change{Before: text, After: again}.Diff(), "\n"))
		}
	}
	layer, problems := project.Parse(project.FileName, text)
	if len(problems) > 0 || !strings.HasPrefix(text, "# ours\n") {
		t.Fatalf("the file does not read: %v\n%s", problems, text)
	}
	database, err := demo.Open(context.Background(), db.Settings{Now: noon})
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	p := project.Compile(s.Index, database.Dialect(), nil, layer)
	for _, problem := range p.Problems {
		if !strings.Contains(problem.Text, "fiscal_year") && !strings.Contains(problem.Text, "week_start") {
			t.Errorf("it does not fit: %v", problem)
		}
	}
	if d := p.Find("stock value"); d == nil || d.Text != "products.price * products.stock" {
		t.Errorf("stock value is %v", d)
	}
}

// TestManyWaysOfTeaching reads sentences that were written without a look at the patterns, and what each teaches.
func TestManyWaysOfTeaching(t *testing.T) {
	t.Parallel()
	s := student(t)
	text, err := os.ReadFile(filepath.Join("testdata", "lessons.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	wrong := 0
	for _, line := range lines {
		said, want, _ := strings.Cut(line, "\t")
		lesson, err := s.Listen(said)
		got := ""
		if lesson != nil {
			got = strings.TrimSuffix(strings.Join([]string{lesson.Section, lesson.Key, lesson.Value, lesson.Default}, "|"), "|")
		}
		if got != want {
			wrong++
			t.Logf("%q teaches %q (%v), want %q", said, got, err, want)
		}
	}
	if right := len(lines) - wrong; right*100 < 97*len(lines) {
		t.Errorf("%d of %d sentences are understood, want 97 in a hundred", right, len(lines))
	}
}

func TestAKeyIsTaught(t *testing.T) {
	t.Parallel()
	l := &project.Lesson{Section: "joins", Key: "payments.recipient", Value: "users.name"}
	text := l.With("[words]\nclient = \"users\"\n")
	if again := l.With(text); again != text {
		t.Errorf("kept twice it is\n%s", again)
	}
	layer, problems := project.Parse(project.FileName, text)
	if len(problems) > 0 || len(layer.Joins) != 1 || layer.Joins[0].From[0] != "payments.recipient" || layer.Joins[0].To[0] != "users.name" {
		t.Errorf("%s reads as %v (%v)", text, layer.Joins, problems)
	}
}

func TestAnUnknownValueOfAListIsTold(t *testing.T) {
	t.Parallel()
	if lesson, err := student(t).Listen("Iberia is Spain and Portugal"); lesson != nil || err == nil || !strings.Contains(err.Error(), `"Portugal"`) {
		t.Errorf("it teaches %v (%v)", lesson, err)
	}
}

func TestWhatFollowsANameMakesAnotherFigureOfIt(t *testing.T) {
	t.Parallel()
	s := student(t)
	layer, problems := project.Parse(project.FileName, "[metrics]\n\"shipping time\" = \"avg(julianday(orders.shipped_at) - julianday(orders.created_at))\"\n\"gross sales\" = \"order_items.quantity * order_items.unit_price\"\n")
	layer.Scope = project.Shared
	p := project.Compile(s.Index, s.Dialect, nil, layer)
	if len(problems)+len(p.Problems) > 0 {
		t.Fatal(problems, p.Problems)
	}
	for question, read := range map[string]bool{
		"gross sales by country": true, "gross sales between January and March": true, "shipping time between 2024-01-01 and 2024-02-01": true, "shipping time from Kenya": true,
		"gross sales % by country": false, "gross sales percentage by country": false, "shipping time between creation and shipping": false,
	} {
		if got := p.Read(question) != question; got != read {
			t.Errorf("%q becomes %q", question, p.Read(question))
		}
	}
}

// TestAnImperativeIsARuleWhereNothingIsAsked: with a query in force it is a refinement of that.
func TestAnImperativeIsARuleWhereNothingIsAsked(t *testing.T) {
	t.Parallel()
	s := student(t)
	for _, said := range []string{"don't count returned orders", "ignore returned orders", "do not include returned orders"} {
		s.Unasked = false
		if s.Teaches(said) {
			t.Errorf("%q teaches while a query is in force", said)
		}
		s.Unasked = true
		lesson, err := s.Listen(said)
		if lesson == nil || lesson.Value != "orders.status = 'returned'" || lesson.Default != "exclude" {
			t.Errorf("%q teaches %v (%v)", said, lesson, err)
		}
	}
	for _, said := range []string{"show orders by status", "count orders", "only cancelled orders", "orders: last month", "users whose country is Kenya"} {
		if s.Teaches(said) {
			t.Errorf("%q teaches", said)
		}
	}
}

// TestANameIsReadWithItsPlaceInTheQuestion: what says when names no rows, and a part of a column's name is no figure.
func TestANameIsReadWithItsPlaceInTheQuestion(t *testing.T) {
	t.Parallel()
	s := student(t)
	layer, problems := project.Parse(project.FileName, "[words]\nregion = \"users.country\"\n[metrics]\nunit = \"sum(order_items.quantity)\"\n[filters]\n\"this season order\" = \"orders.created_at > '2026-01-01'\"\n\"live order\" = \"orders.status = 'pending'\"\n")
	layer.Scope = project.Shared
	p := project.Compile(s.Index, s.Dialect, nil, layer)
	if len(problems)+len(p.Problems) > 0 {
		t.Fatal(problems, p.Problems)
	}
	for question, want := range map[string]string{
		"live orders by country": "liveorderzq orders by country", "users this season order": "users thisseasonorderzq", "stock in live orders": "stock in liveorderzq",
		"unit by country": "unitzq by country", "average unit price by country": "average unit price by country",
	} {
		if got := p.Read(question); got != want {
			t.Errorf("%q becomes %q, want %q", question, got, want)
		}
	}
}
