package llm_test

import (
	"context"
	"errors"
	"net"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
)

// understanding rules have an answer of a given coverage.
func understanding(t testing.TB, sql string, coverage float64) rules {
	draft := func() *workflow.Draft {
		return &workflow.Draft{Statement: parsed(t, sql), Coverage: coverage, Source: "engine", Chance: 0.98}
	}
	return rules{
		generate: func(workflow.Request) (*workflow.Draft, error) { return draft(), nil },
		refine:   func(workflow.Refine) (*workflow.Draft, error) { return draft(), nil },
	}
}

func TestPolicySaysWhoAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name     string
		policy   llm.Policy
		coverage float64
		source   string
		requests int
	}{
		{"engine alone", llm.EngineOnly, 0.1, "engine", 0},
		{"model first", llm.ModelFirst, 1, "test-model", 1},
		{"both, rules sure", llm.Both, 1, "engine", 0},
		{"both, rules unsure", llm.Both, 0.4, "test-model", 1},
		{"the default is the model", llm.Default, 1, "test-model", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
			source := shop(t, nil)
			engine := understanding(t, "SELECT count(*) FROM users", c.coverage)
			source.Generator, source.Refiner = engine, engine
			s := settings(server)
			s.Policy = c.policy
			a := over(t, s, source)
			draft, err := a.Generate(t.Context(), question("how many users are there"))
			if err != nil || draft.Source != c.source {
				t.Fatalf("got %+v, %v", draft, err)
			}
			if draft, err = a.Refine(t.Context(), feedback(t, "SELECT name FROM users", "count them")); err != nil || draft.Source != c.source {
				t.Fatalf("got %+v, %v", draft, err)
			}
			if n := len(server.Requests()); n != 2*c.requests {
				t.Errorf("%d requests for two turns", n)
			}
		})
	}
}

// With the model first, the rules answer alone what has one meaning whoever reads it: the words are the command and no more,
// and the statement differs in that clause alone. What the model says to the others goes back to it once where it contradicts the
// words.
func TestRulesAnswerAloneWhatIsCertain(t *testing.T) {
	t.Parallel()
	const current = "SELECT name, city FROM users"
	for _, c := range []struct {
		input, rules string
		asks         int
	}{
		{"limit 10", current + " LIMIT 10", 0},
		{"Limit it to 10 rows.", current + " LIMIT 10", 0},
		{"limit 10", current + " LIMIT 100", 1},
		{"limit 10", current + " WHERE city = 'x' LIMIT 10", 1},
		{"sort by city", current + " ORDER BY city", 0},
		{"sort by city descending", current + " ORDER BY city DESC", 0},
		{"sort by town", current + " ORDER BY city", 2},
		{"sort by city in Kenya", current + " ORDER BY city", 2},
		{"only the good ones", current + " LIMIT 10", 2},
		{"top 10", current + " LIMIT 10", 1},
	} {
		t.Run(c.input+"/"+c.rules, func(t *testing.T) {
			t.Parallel()
			server := llmtest.OpenAI(t, steps(says(current+" LIMIT 10")))
			source := shop(t, nil)
			source.Refiner = understanding(t, c.rules, 1)
			draft, err := over(t, settings(server), source).Refine(t.Context(), feedback(t, current, c.input))
			if err != nil || len(server.Requests()) != c.asks || (draft.Source == "engine") != (c.asks == 0) {
				t.Errorf("%d requests, got %+v, %v", len(server.Requests()), draft, err)
			}
		})
	}
}

// The query in force goes with an input that the rules took for a question of its own; whether it is one, the model says.
func TestModelSeesTheQueryInForceWhateverTheRulesTookTheInputFor(t *testing.T) {
	t.Parallel()
	standing := feedback(t, "SELECT name FROM users WHERE country = 'KE'", "only the active ones")
	for _, c := range []struct {
		intent, sql, want string
		notes             bool
	}{
		{"refinement", "SELECT name FROM users WHERE country = 'KE' AND status = 'active'", "country = 'KE'", false},
		{"refinement", "SELECT name FROM users WHERE status = 'active'", "country = 'KE'", true},
		{"new_query", "SELECT name FROM users WHERE status = 'active'", "FROM users WHERE status = 'active'", false},
	} {
		a, server := assistant(t, steps(reply(map[string]any{"intent": c.intent, "sql": c.sql})))
		r := question("only the active ones")
		r.Standing = &standing
		draft, err := a.Generate(t.Context(), r)
		if err != nil || draft.Intent == nil || draft.Intent.String() != c.intent {
			t.Fatalf("%s: got %+v, %v", c.sql, draft, err)
		}
		if sql := draft.Statement.SQL(); !strings.Contains(sql, c.want) || (len(draft.Notes) > 0) != c.notes {
			t.Errorf("got %s, notes %q", sql, draft.Notes)
		}
		if sent := server.Requests()[0].Last(); !strings.Contains(sent, "country = 'KE'") {
			t.Errorf("the query in force is not in what the model was told: %s", sent)
		}
	}
}

// unsure rules have two readings and know not which.
func unsure(t testing.TB) rules {
	ask := func() error {
		return &workflow.Ambiguous{Question: "I am not sure what you mean.", Readings: []*workflow.Draft{
			{Statement: parsed(t, "SELECT name FROM users"), Explanation: "names", Source: "engine"},
			{Statement: parsed(t, "SELECT city FROM users"), Explanation: "cities", Source: "engine"},
		}}
	}
	return rules{
		generate: func(workflow.Request) (*workflow.Draft, error) { return nil, ask() },
		refine:   func(workflow.Refine) (*workflow.Draft, error) { return nil, ask() },
	}
}

func TestRulesThatAreNotSureLeaveTheTurnToTheModel(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	source := shop(t, nil)
	source.Generator, source.Refiner = unsure(t), unsure(t)
	a := over(t, settings(server), source)
	if draft, err := a.Generate(t.Context(), question("how many users")); err != nil || draft.Source != "test-model" {
		t.Errorf("got %+v, %v", draft, err)
	}
	if draft, err := a.Refine(t.Context(), feedback(t, "SELECT name FROM users", "count them")); err != nil || draft.Source != "test-model" {
		t.Errorf("got %+v, %v", draft, err)
	}
}

// What neither the rules nor the model can settle is the user's to pick; the rules' readings come first.
func TestReadingsThatTheModelCannotSettleAreTheUsersToPick(t *testing.T) {
	t.Parallel()
	back := reply(map[string]any{"clarification": map[string]any{"question": "Names or how many?", "options": []map[string]string{
		{"reading": "names of users", "sql": "SELECT name FROM users"}, {"reading": "how many users", "sql": "SELECT count(*) FROM users"}}}})
	for name, c := range map[string]struct {
		step           llmtest.Step
		readings       int
		says, statusOf string
	}{
		"asks back":       {llmtest.Step{Text: back}, 3, "Names or how many?", "test-model"},
		"is busy":         {llmtest.Step{Status: 429, Message: "slow down"}, 2, "is busy", "is busy"},
		"fails":           {llmtest.Step{Status: 500, Message: "oops"}, 2, "failed", "failed"},
		"too slow":        {llmtest.Step{Wait: time.Hour, Text: says("SELECT 1")}, 2, "too long", "too long"},
		"talks nonsense":  {llmtest.Step{Text: "I would rather not."}, 2, "no JSON", "did not pass"},
		"cuts the stream": {llmtest.Step{Text: says("SELECT 1"), Cut: true}, 2, "cut", "cut"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			source := shop(t, nil)
			source.Generator = unsure(t)
			s := settings(llmtest.OpenAI(t, llmtest.Steps(c.step)))
			s.Policy = llm.Both
			if c.step.Wait > 0 {
				s.Provider.FirstByte = hasty
			}
			a := over(t, s, source)
			_, err := a.Generate(t.Context(), question("users"))
			var ambiguous *workflow.Ambiguous
			if !errors.As(err, &ambiguous) || len(ambiguous.Readings) != c.readings || ambiguous.Readings[0].Explanation != "names" {
				t.Fatalf("got %+v", err)
			}
			if note := strings.Join(ambiguous.Notes, " "); !strings.Contains(note, c.says) || !strings.Contains(a.Status(), c.statusOf) {
				t.Errorf("note %q, status %q", note, a.Status())
			}
		})
	}
}

func TestWithoutProviderTheRulesAnswer(t *testing.T) {
	t.Parallel()
	source := shop(t, nil)
	source.Generator = understanding(t, "SELECT * FROM users", 0.1)
	a := over(t, llm.Settings{}, source)
	draft, err := a.Generate(t.Context(), question("users"))
	if err != nil || draft.Source != "engine" || a.Status() != "rules" {
		t.Errorf("got %+v, %v, status %q", draft, err, a.Status())
	}
}

// A model that fails in any way leaves the turn to the rules, with a note and a status that say why.
func TestFailingModelLeavesTheTurnToTheRules(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		step llmtest.Step
		says string
	}{
		"429":             {llmtest.Step{Status: 429, Message: "slow down"}, "is busy"},
		"500":             {llmtest.Step{Status: 500, Message: "oops"}, "failed"},
		"401":             {llmtest.Step{Status: 401, Message: "who are you"}, "key"},
		"cut connection":  {llmtest.Step{Text: says("SELECT 1"), Cut: true}, "cut"},
		"slow first byte": {llmtest.Step{Wait: time.Hour, Text: says("SELECT 1")}, "too long"},
		"no JSON, no SQL": {llmtest.Step{Text: "I would rather not."}, "no JSON"},
		"broken JSON":     {llmtest.Step{Text: `{"sql": "SELECT`}, "no JSON"},
		"wrong schema":    {llmtest.Step{Text: `{"query": "SELECT 1"}`}, "no JSON"},
		"writes":          {llmtest.Step{Text: says("DELETE FROM users")}, "refused"},
		"no such table":   {llmtest.Step{Text: says("SELECT * FROM clients")}, "no table clients"},
		"abstains":        {llmtest.Step{Text: reply(map[string]any{"explanation": "There is no weather here."})}, "no weather"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.OpenAI(t, llmtest.Steps(c.step))
			source := shop(t, nil)
			source.Generator = understanding(t, "SELECT * FROM users", 0.5)
			s := settings(server)
			s.Policy = llm.ModelFirst
			if c.step.Wait > 0 {
				s.Provider.FirstByte = hasty
			}
			a := over(t, s, source)
			draft, err := a.Generate(t.Context(), question("show users"))
			if err != nil || draft.Source != "engine" {
				t.Fatalf("got %+v, %v", draft, err)
			}
			if note := strings.Join(draft.Notes, " "); !strings.Contains(note, c.says) {
				t.Errorf("the note does not say why: %q", note)
			}
		})
	}
}

func TestAbstainingRulesKeepTheirErrorWhenTheModelFails(t *testing.T) {
	t.Parallel()
	a, _ := assistant(t, llmtest.Steps(llmtest.Step{Status: 401}))
	_, err := a.Generate(t.Context(), question("frobnicate all"))
	var lost *workflow.NotUnderstood
	if !errors.As(err, &lost) || len(lost.Words) != 1 || len(lost.Notes) != 1 {
		t.Errorf("got %+v", err)
	}
}

func TestRefusedConnectionFallsBackAtOnce(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	source := shop(t, nil)
	source.Generator = understanding(t, "SELECT * FROM users", 0.5)
	s := settings(&llmtest.Server{URL: "http://" + listener.Addr().String()})
	a := over(t, s, source)
	started := time.Now()
	draft, err := a.Generate(t.Context(), question("show users"))
	if took := time.Since(started); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
	if err != nil || draft.Source != "engine" || !strings.HasSuffix(a.Status(), "cannot be reached: connection refused)") {
		t.Errorf("got %+v, %v, status %q", draft, err, a.Status())
	}
}

// A server that did not answer in time is not asked again for as long as it rests, and is asked again after that.
func TestServerThatIsDownIsLeftAloneForAWhile(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rest time.Duration
		asks bool
	}{
		"while it rests":  {time.Hour, false},
		"after it rested": {time.Millisecond, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var up atomic.Bool
			server := llmtest.OpenAI(t, func(int, llmtest.Request) llmtest.Step {
				if !up.Load() {
					return llmtest.Step{Wait: time.Hour} // until the client gives up
				}
				return llmtest.Step{Text: says("SELECT count(*) FROM users")}
			})
			s := settings(server)
			s.Rest = c.rest
			source := shop(t, nil)
			source.Generator = understanding(t, "SELECT * FROM users", 0.5)
			a := over(t, s, source)
			late := workflow.WithAllowance(t.Context())
			workflow.Took(late, s.Deadline-200*time.Millisecond) // the first turn alone has little time
			draft, err := a.Generate(late, question("show users"))
			if err != nil || draft.Source != "engine" || !strings.Contains(a.Status(), "too long") {
				t.Fatalf("while it is down: got %+v, %v, status %q", draft, err, a.Status())
			}
			up.Store(true)
			time.Sleep(5 * time.Millisecond)
			before := len(server.Requests())
			for range 3 {
				draft, err := a.Generate(t.Context(), question("show users"))
				if err != nil || (draft.Source == "test-model") != c.asks || strings.Contains(a.Status(), "too long") == c.asks {
					t.Errorf("got %+v, %v, status %q", draft, err, a.Status())
				}
			}
			if n := len(server.Requests()) - before; (n > 0) != c.asks {
				t.Errorf("%d requests", n)
			}
		})
	}
}

func TestDeadlineLeavesTheTurnToTheRules(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: says("SELECT 1"), Pause: time.Hour}))
	s := settings(server)
	s.Deadline = 350 * time.Millisecond
	source := shop(t, nil)
	source.Generator = understanding(t, "SELECT * FROM users", 0.5)
	draft, err := over(t, s, source).Generate(t.Context(), question("show users"))
	if err != nil || draft.Source != "engine" || !strings.Contains(strings.Join(draft.Notes, ""), "too long") {
		t.Errorf("got %+v, %v", draft, err)
	}
}

func TestCancelStopsTheTurn(t *testing.T) {
	t.Parallel()
	a, _ := assistant(t, llmtest.Steps(llmtest.Step{Text: says("SELECT 1"), Pause: time.Hour}))
	ctx, cancel := context.WithCancel(t.Context())
	r := question("show users")
	r.Report = func(p workflow.Progress) {
		if p.Kind == workflow.Asking {
			time.AfterFunc(100*time.Millisecond, cancel)
		}
	}
	started := time.Now()
	_, err := a.Generate(ctx, r)
	if !errors.Is(err, context.Canceled) || time.Since(started) > 20*time.Second {
		t.Errorf("got %v after %v", err, time.Since(started))
	}
}

// The deadline is that of a turn, not of a request: where earlier requests of the turn took all of it, the model is asked no more.
func TestTheDeadlineHoldsForAllThatATurnAsks(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: says("SELECT name FROM users")}))
	source := shop(t, nil)
	source.Generator = understanding(t, "SELECT * FROM users", 0.5)
	s := settings(server)
	s.Policy = llm.ModelFirst
	a := over(t, s, source)
	ctx := workflow.WithAllowance(t.Context())
	draft, err := a.Generate(ctx, question("show users"))
	if err != nil || draft.Source != "test-model" || workflow.Taken(ctx) <= 0 {
		t.Fatalf("got %+v, %v; %s taken", draft, err, workflow.Taken(ctx))
	}
	workflow.Took(ctx, s.Deadline)
	asked := len(server.Requests())
	draft, err = a.Generate(ctx, question("show the users"))
	if err != nil || draft.Source != "engine" || !strings.Contains(strings.Join(draft.Notes, " "), "took too long") {
		t.Errorf("got %+v, %v", draft, err)
	}
	if _, err = a.Intent(ctx, feedback(t, "SELECT * FROM users", "the cheap ones")); err == nil {
		t.Error("asked for the intent with no time left")
	}
	if n := len(server.Requests()); n != asked {
		t.Errorf("%d requests after the deadline", n-asked)
	}
}
