package dialog

import (
	"strings"
	"testing"

	"github.com/google/uuid"
)

// succeed records a turn whose query succeeded.
func succeed(t testing.TB, s *Session, input, sql string, intent Intent) *Turn {
	t.Helper()
	turn, err := s.Record(s.Begin(uuid.New()), Turn{Input: input, Intent: intent, Confidence: High, Result: &Result{SQL: sql}})
	if err != nil {
		t.Fatal(err)
	}
	return turn
}

func asked(t testing.TB, question, sql string) *Session {
	s := New(uuid.New(), "ecommerce", Settings{})
	if question != "" {
		succeed(t, s, question, sql, NewQuery)
	}
	return s
}

// TestDetectGivesTheListedOutcomes is the table of requirements §2.
func TestDetectGivesTheListedOutcomes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		previous, sql, input string
		intent               Intent
		confidence           Confidence
	}{
		{"", "", "expensive items", NewQuery, High},
		{"Show me all users", "SELECT * FROM users", "Only from last month", Refinement, High},
		{"Show me all products", "SELECT * FROM products ORDER BY price", "limit 10", Refinement, Medium},
		{"Show me all users", "SELECT * FROM users", "Show me all products", NewQuery, High},
		{"Show me all users", "SELECT * FROM users", "/new show customers", NewQuery, High},
		{"Show me all users", "SELECT * FROM users", "Show me only active users", Refinement, Low},
	} {
		for _, v := range []Vocabulary{nil, shop()} {
			d := asked(t, c.previous, c.sql).Detect(c.input, v)
			if d.Intent != c.intent || d.Confidence != c.confidence {
				t.Errorf("%q, vocabulary %t: %s, %s; want %s, %s (%v)", c.input, v != nil, d.Intent, d.Confidence, c.intent, c.confidence, d.Signals)
			}
		}
	}
}

// Who had something per something, and now counts other things per something else, asks a question of its own.
func TestCountsOfOtherThingsPerSomethingElseAreAskedAnew(t *testing.T) {
	t.Parallel()
	const revenue = "SELECT strftime('%Y-%m', orders.created_at) AS month, sum(order_items.quantity * order_items.unit_price) AS revenue FROM orders JOIN order_items ON order_items.order_id = orders.id GROUP BY strftime('%Y-%m', orders.created_at)"
	for input, want := range map[string]Intent{
		"how many orders per status": NewQuery, "how many users are there per country?": NewQuery, "how many per status": Refinement,
		"and how many orders per status": Refinement, "how many orders in them per status": Refinement,
	} {
		d := asked(t, "revenue per month", revenue).Detect(input, shop())
		if d.Intent != want || want == NewQuery && d.Confidence == Low {
			t.Errorf("%q: %s, %s, want %s (%v)", input, d.Intent, d.Confidence, want, d.Signals)
		}
	}
}

// TestDetectKnowsWhatNothingInTheInputStandsFor: a thing is not of itself, and a place that is not named is that of the query in force.
func TestDetectKnowsWhatNothingInTheInputStandsFor(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]Intent{
		"how many copies of it do we have": Refinement, "how many of them did users return in March": Refinement, "average price of those sold in Norway": Refinement,
		"which customers live there": Refinement, "who lives there?": Refinement,
		"which is cheapest": Refinement, "what is the cheapest option?": Refinement, "which one is the most expensive": Refinement, "which users are the newest": NewQuery,
		"how many products are there": NewQuery, "list all users with orders and payments of them": NewQuery,
	} {
		d := asked(t, "show the product Nova Laptop", "SELECT * FROM products WHERE name = 'Nova Laptop'").Detect(input, shop())
		if d.Intent != want {
			t.Errorf("%q: %s, want %s (%v)", input, d.Intent, want, d.Signals)
		}
	}
}

// shop is a vocabulary like the demo's.
func shop() *Lexicon {
	l := NewLexicon()
	for table, columns := range map[string]string{
		"users": "id name email country city status created_at", "categories": "id name", "products": "id name price category_id",
		"orders": "id user_id status created_at", "order_items": "id order_id product_id quantity unit_price",
		"reviews": "id product_id user_id stars created_at", "customers": "id name",
		"flights": "id origin destination departure_date return_date cabin_class airline price", "payments": "id amount currency recipient description created_at",
	} {
		l.AddTable(table)
		for _, c := range strings.Fields(columns) {
			l.Add(c, Entity{Kind: ColumnEntity, Table: table, Column: c})
		}
	}
	for value, of := range map[string][2]string{
		"active": {"users", "status"}, "inactive": {"users", "status"}, "Kenya": {"users", "country"}, "Latvia": {"users", "country"},
		"Electronics": {"categories", "name"}, "Books": {"categories", "name"}, "cancelled": {"orders", "status"}, "paid": {"orders", "status"},
		"Nairobi": {"flights", "origin"}, "Mombasa": {"flights", "origin"}, "London": {"flights", "destination"},
		"business": {"flights", "cabin_class"}, "economy": {"flights", "cabin_class"},
	} {
		l.Add(value, Entity{Kind: ValueEntity, Table: of[0], Column: of[1]})
	}
	for _, key := range [][2]string{{"orders", "users"}, {"products", "categories"}, {"order_items", "orders"}, {"order_items", "products"}, {"reviews", "products"}, {"reviews", "users"}} {
		l.AddKey(key[0], key[1])
	}
	l.Seal()
	return l
}

func TestResetLeavesTheQuestion(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]string{
		"/new show customers": "show customers", "/new": "", "New query: show customers": "show customers", "different question: show orders": "show orders", "ok, something else: show orders": "show orders", "something else, show orders": "show orders", "start over": "", "START OVER, show orders": "show orders",
	} {
		d := asked(t, "Show me all users", "SELECT 1").Detect(input, nil)
		if !d.Reset || d.Question != want || d.Intent != NewQuery || d.Confidence != High {
			t.Errorf("%q: %+v", input, d)
		}
		if command := d.Route == RouteCommand; command != (want == "") {
			t.Errorf("%q: route %s", input, d.Route)
		}
	}
}

func TestRoutes(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]Route{
		"what does this query do?": RouteAnswer, "how many rows is that?": RouteAnswer, "What changed?": RouteAnswer, "why?": RouteAnswer,
		"thanks": RouteClarify, "Thank you very much!": RouteClarify, "hello": RouteClarify, "yes": RouteQuery,
		"make it a chart": RouteCommand, "turn this into a chart.": RouteCommand, "/undo": RouteCommand, "undo": RouteCommand, "go back": RouteCommand, "forget my origin": RouteCommand, "/schema users": RouteCommand,
		"thanks, now sort by name": RouteQuery, "how many users are there": RouteQuery, "what changed in March": RouteQuery, "/* all */ select 1": RouteQuery,
	} {
		if d := asked(t, "Show me all users", "SELECT 1").Detect(input, nil); d.Route != want {
			t.Errorf("%q: %s, want %s", input, d.Route, want)
		}
	}
}

func TestWhoSaysGoodbyeIsNotGreeted(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]Topic{
		"bye": TopicLeaving, "Good bye!": TopicLeaving, "goodbye": TopicLeaving, "thanks, bye": TopicLeaving, "bye for now": TopicLeaving,
		"hello": TopicGreeting, "good morning": TopicThanks, "thanks": TopicThanks,
	} {
		if d := asked(t, "Show me all users", "SELECT 1").Detect(input, nil); d.Topic != want || d.Route != RouteClarify {
			t.Errorf("%q: topic %d, route %s", input, d.Topic, d.Route)
		}
	}
}

func TestAQuestionAboutTheScreenIsOneBeforeTheFirstQueryToo(t *testing.T) {
	t.Parallel()
	for _, input := range []string{"what changed?", "how many rows is that?", "what does this query do?"} {
		if d := asked(t, "", "").Detect(input, nil); d.Route != RouteAnswer || d.Intent != NewQuery || d.Confidence != High {
			t.Errorf("%q: %+v", input, d)
		}
	}
}

func TestRefinementAsTheFirstTurnIsANewQuery(t *testing.T) {
	t.Parallel()
	d := asked(t, "", "").Detect("Only from last month", nil)
	if d.Intent != NewQuery || d.Confidence != High || d.Notice != noPrevious {
		t.Errorf("%+v", d)
	}
	if d := asked(t, "", "").Detect("expensive items", nil); d.Notice != "" {
		t.Errorf("a noun phrase is no refinement: %q", d.Notice)
	}
	l := NewLexicon()
	l.Add("film", Entity{Kind: SubjectEntity, Table: "film"})
	for input, notice := range map[string]string{
		"list films with their rating": "", "sort films by length": "", "films with an average rating above 4": "",
		"which of those films are long": noPrevious, "sort by length": noPrevious, "limit 5": noPrevious, "top 10": noPrevious,
	} {
		if d := asked(t, "", "").Detect(input, l); d.Notice != notice {
			t.Errorf("%q: %q", input, d.Notice)
		}
	}
}

func TestThisAndThatPointBackOnlyWhenTheyRefer(t *testing.T) {
	t.Parallel()
	for input, want := range map[string]bool{
		"show orders of this month": false, "users that have ordered twice": false, "the total of that week": false, "sort by that": true,
		"that one": true, "what is the average of this": true, "products that cost more than ten": false, "orders from that city": true, "show them": true,
	} {
		var x text
		x.read(input)
		var e evidence
		e.form(&x)
		if got := e.shows(SignIt, SignThose, SignSame); got != want {
			t.Errorf("%q: %t", input, got)
		}
	}
}

// TestOtherClothes is what people type when they do not type like a book: nothing panics, and what is no English is taken for a
// new query that nobody is sure of.
func TestOtherClothes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		input      string
		intent     Intent
		confidence Confidence
	}{
		{"ONLY ACTIVE", Refinement, High}, {"SHOW ALL PRODUCTS", NewQuery, High}, {"  only   active  ", Refinement, High},
		{"only active,sorted by name", Refinement, High}, {"sort by colour", Refinement, High}, {"sort by color", Refinement, High},
		{"limit 10 🙂", Refinement, Medium}, {"show all products 🙏🙏", NewQuery, High}, {"only “active” ones", Refinement, High},
		{"onyl active", Refinement, Medium}, {"sotr by name", Refinement, Medium}, {"show all prodcuts please", NewQuery, High},
		{"don't show the email", Refinement, Medium}, {"what’s their email", Refinement, Low},
		{"покажи все заказы", NewQuery, Low}, {"أظهر كل الطلبات", NewQuery, Low}, {"すべての注文を表示", NewQuery, Low}, {"הצג את כל ההזמנות", NewQuery, Low},
		{"zeige mir alle Bestellungen", NewQuery, Low}, {"muestra todos los pedidos de la semana", NewQuery, Low}, {"montre les commandes de la semaine", NewQuery, Low},
	} {
		for _, v := range []Vocabulary{nil, shop()} {
			d := asked(t, "Show me all users", "SELECT * FROM users").Detect(c.input, v)
			if d.Intent != c.intent || d.Confidence != c.confidence {
				t.Errorf("%q, vocabulary %t: %s, %s; want %s, %s (%v)", c.input, v != nil, d.Intent, d.Confidence, c.intent, c.confidence, d.Signals)
			}
		}
	}
}

// TestDetectGoesOnFromDeeds: what was done, and when or how much, tells which of the rows in force are meant.
func TestDetectGoesOnFromDeeds(t *testing.T) {
	t.Parallel()
	for _, input := range []string{"placed more than 30 days ago", "cancelled between March and June 2025", "paid within the last two weeks or so"} {
		for _, v := range []Vocabulary{nil, shop()} {
			if d := asked(t, "Show me the unpaid orders from Norway", "SELECT * FROM orders WHERE country = 'Norway'").Detect(input, v); d.Intent != Refinement {
				t.Errorf("%q, vocabulary %t: %s (%v)", input, v != nil, d.Intent, d.Signals)
			}
		}
	}
}

// TestWhatCannotStandAloneLeans: what asks of nothing that it names goes on from the query before, however much like a question it opens.
func TestWhatCannotStandAloneLeans(t *testing.T) {
	t.Parallel()
	for input, leans := range map[string]bool{
		"how many are there?": true, "which country has the most": true, "ok and which 3 products brought in the most": true, "what about the revenue of products": false,
		"which customers placed the most orders": false, "show me all products": false,
	} {
		for _, v := range []Vocabulary{nil, shop()} {
			d := asked(t, "revenue per month this year", "SELECT month, sum(amount) FROM orders GROUP BY month").Detect(input, v)
			if d.Leans != leans || leans && d.Intent != Refinement {
				t.Errorf("%q, vocabulary %t: %s, leans %t; want %t (%v)", input, v != nil, d.Intent, d.Leans, leans, d.Signals)
			}
		}
	}
}
