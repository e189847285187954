package dialog

import (
	"testing"

	"github.com/google/uuid"
)

func TestAFollowUpBecomesAQuestionThatStandsAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ before, input, want string }{
		{"Show me all users from Latvia", "what about Kenya?", "Show me all users from Kenya"},
		{"how many orders were paid in March?", "and in April?", "how many orders were paid in April"},
		{"Show me all users", "and their emails?", "the emails of users"},
		{"Show me all users from Latvia", "what are their emails?", "what are the emails of users from Latvia"},
		{"Show me all users", "which of those are active?", "which of users are active"},
		{"Find flights from Nairobi to London", "which of those flights are in business class?", "which of flights from Nairobi to London are in business class"},
		{"top 5 products by revenue", "top 10", "top 10 products by revenue"},
		{"products that cost more than 500", "less than 20", "products that cost less than 20"},
		{"What is the highest price of a flight?", "and the lowest?", "What is the lowest price of a flight"},
		{"list users sorted by name in ascending order", "in descending order", "list users sorted by name in descending order"},
		{"how many orders per status?", "per country", "how many orders per country"},
		{"Show all orders", "with more than three items", "Show all orders with more than three items"},
		{"Show all orders after 2025", "remove after 2025", "Show all orders"},
		{"Show the names of users from Kenya", "also show the email", "Show the names and email of users from Kenya"},
		{"Show orders when the status is paid", "when the status is cancelled", "Show orders when the status is cancelled"},
	} {
		for _, v := range []Vocabulary{nil, shop()} {
			got, ok := Reformulate(c.before, c.input, v)
			if !ok || got != c.want {
				t.Errorf("%q, then %q, vocabulary %t: %q, want %q", c.before, c.input, v != nil, got, c.want)
			}
		}
	}
}

func TestWhatStandsAloneStays(t *testing.T) {
	t.Parallel()
	for _, input := range []string{"show all products", "", "🙂", "   ", "?"} {
		if got, ok := Reformulate("Show me all users", input, nil); ok || got != input {
			t.Errorf("%q became %q", input, got)
		}
	}
	if got, ok := Reformulate("", "what about Kenya?", nil); ok {
		t.Errorf("nothing before: %q", got)
	}
}

func TestAChainOfFollowUpsGoesOnFromTheLastQuestion(t *testing.T) {
	t.Parallel()
	s := asked(t, "Show me all users from Latvia", "SELECT * FROM users WHERE country = 'LV'")
	for _, step := range []struct{ input, want string }{
		{"what about Kenya?", "Show me all users from Kenya"},
		{"sort by name", ""},
		{"limit 10", ""},
		{"and from Estonia?", "Show me all users from Estonia"},
		{"what are their emails?", "what are the emails of users from Estonia"},
		{"too many", ""},
	} {
		d := s.Detect(step.input, nil)
		got := s.Standalone(d, nil)
		if got != step.want {
			t.Errorf("%q: %q, want %q", step.input, got, step.want)
		}
		if _, err := s.Record(s.Begin(uuid.New()), Turn{Input: step.input, Question: got, Intent: d.Intent, Result: &Result{SQL: "SELECT 1"}}); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzReformulate(f *testing.F) {
	f.Add("Show me all users from Latvia", "what about Kenya?")
	f.Add("how many orders, per status", "sort them by count;")
	f.Fuzz(func(t *testing.T, before, input string) {
		for _, v := range []Vocabulary{nil, shop()} {
			if got, ok := Reformulate(before, input, v); !ok && got != input || len(got) > 4*(len(before)+len(input))+64 {
				t.Fatalf("%q", got)
			}
		}
	})
}

func TestAQuestionAfterWordsThatStartOverIsReformulatedWithoutThem(t *testing.T) {
	t.Parallel()
	for _, opening := range []string{"/new show me all users from Latvia", "start over: show me all users from Latvia"} {
		s := asked(t, opening, "SELECT * FROM users WHERE country = 'LV'")
		d := s.Detect("what about Kenya?", nil)
		if got := s.Standalone(d, nil); got != "show me all users from Kenya" {
			t.Errorf("after %q: %q", opening, got)
		}
		if got := s.Context("what about Kenya?").Earlier(); len(got) != 1 || got[0] != "show me all users from Latvia" {
			t.Errorf("after %q, earlier: %q", opening, got)
		}
	}
}
