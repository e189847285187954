package llm_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// seen is what the model saw of a refinement at a level.
func seen(t *testing.T, level llm.Level, denied ...string) string {
	t.Helper()
	server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	s := settings(server)
	s.Policy, s.Privacy, s.Denied = llm.ModelFirst, level, denied
	source := shop(t, func(s *db.Schema) { s.Table("users").Column("city").Comment = "where they live" })
	index, err := schema.Build(t.Context(), source.Database, schema.Limits{PerColumn: 20, Values: 5000, Bytes: 1 << 20, Time: 5 * time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	index.Table("users").Column("city").Comment = "where they live"
	source.Index = index
	source.Refiner = understanding(t, "SELECT name FROM users", 1)
	r := feedback(t, "SELECT name, email FROM users LIMIT 3", "how many are there")
	r.Result = &dialog.Result{SQL: r.Current.SQL(), Columns: []string{"name", "email"}, Preview: [][]string{{"Grace Secret", "grace@example.test"}}}
	if _, err := over(t, s, source).Refine(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if len(server.Requests()) == 0 {
		return ""
	}
	return server.Requests()[0].Last()
}

func TestLevelsSayWhatLeaves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		level             llm.Level
		names, value, row bool
	}{
		{llm.None, false, false, false},
		{llm.Names, true, false, false},
		{llm.Values, true, true, false},
		{llm.Rows, true, true, true},
	} {
		t.Run(c.level.String(), func(t *testing.T) {
			t.Parallel()
			prompt := seen(t, c.level)
			for text, want := range map[string]bool{"where they live": c.names, "created_at": c.names, "'business'": c.value, "Grace Secret": c.row} {
				if strings.Contains(prompt, text) != want {
					t.Errorf("%q is there: %v, want %v", text, !want, want)
				}
			}
		})
	}
}

func TestDeniedColumnsAreInNoPrompt(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	s := settings(server)
	s.Policy, s.Privacy, s.Denied = llm.ModelFirst, llm.Rows, []string{"users.email", "recipient"}
	a := over(t, s, shop(t, nil))
	r := feedback(t, "SELECT * FROM products", "how many")
	r.Result = &dialog.Result{SQL: r.Current.SQL(), Columns: []string{"name", "email"}, Preview: [][]string{{"x", "grace@example.test"}}}
	r.Steps = []dialog.Step{
		{Input: "products", SQL: "SELECT * FROM products"},
		{Input: "who", SQL: "SELECT name, email FROM users"},
		{Input: "products again", Changes: []string{"Removed column users.email"}, SQL: "SELECT * FROM products"},
	}
	if _, err := a.Refine(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"email", "recipient", "grace@example.test"} {
		if strings.Contains(server.Requests()[0].Last(), word) {
			t.Errorf("%q left", word)
		}
	}
}

// TestRowsOfAnotherQueryStayHere: what a query that reads a denied column brought, under names that nobody denied, is not shown as
// the rows of the one that is gone on from.
func TestRowsOfAnotherQueryStayHere(t *testing.T) {
	t.Parallel()
	const current = "SELECT name FROM products"
	for sql, told := range map[string]bool{
		current: true, "select name\nfrom products": true, "SELECT email AS name FROM users": false, "SELECT name FROM users WHERE email LIKE 'g%'": false, "": false, "SELECT name FROM nowhere": false,
	} {
		server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM products")))
		s := settings(server)
		s.Policy, s.Privacy, s.Denied = llm.ModelFirst, llm.Rows, []string{"users.email"}
		r := feedback(t, current, "how many")
		r.Result = &dialog.Result{SQL: sql, Columns: []string{"name"}, Preview: [][]string{{"MARKED-1"}}}
		if _, err := over(t, s, shop(t, nil)).Refine(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(server.Requests()[0].Last(), "MARKED-1") != told {
			t.Errorf("rows of %q were told: %v", sql, !told)
		}
	}
}

func TestDefinitionsAreToldAndDeniedColumnsStayOutOfThem(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	s := settings(server)
	s.Policy, s.Denied = llm.ModelFirst, []string{"users.email"}
	source := shop(t, nil)
	layer, _ := project.Parse(project.FileName, "[metrics]\nreach = \"count(DISTINCT users.email)\"\nworth = \"sum(products.price)\"\n[filters.gone]\ncondition = \"orders.status = 'cancelled'\"\ndefault = \"exclude\"\n")
	source.Project = project.Compile(source.Index, statement.SQLite, nil, layer)
	if _, err := over(t, s, source).Refine(t.Context(), feedback(t, "SELECT * FROM products", "how many")); err != nil {
		t.Fatal(err)
	}
	sent := server.Requests()[0].System + strings.Join(server.Requests()[0].Messages, "")
	for _, word := range []string{"worth = sum(products.price)", "gone = orders.status = 'cancelled' (such rows do not count"} {
		if !strings.Contains(sent, word) {
			t.Errorf("%q was not told", word)
		}
	}
	if strings.Contains(sent, "reach") {
		t.Error("a definition that names a denied column left")
	}
}

// TestDeniedColumnsOfAnyNameStayOutOfWhatIsSaid: definitions, steps and the question so far speak of columns as they are called, in quotes,
// with blanks for what joins their words, or in other letters.
func TestDeniedColumnsOfAnyNameStayOutOfWhatIsSaid(t *testing.T) {
	t.Parallel()
	path := dbtest.SQLite(t, "members", `CREATE TABLE members (id INTEGER PRIMARY KEY, city TEXT, "E-Mail" TEXT, tax_nr TEXT, "№" TEXT, "Тел. дом" TEXT); INSERT INTO members VALUES (1, 'Riga', 'MARKED-1', 'MARKED-2', 'MARKED-3', 'MARKED-4')`)
	source := sourceOf(t, path)
	layer, _ := project.Parse(project.FileName, `[words]
vip = "members.\"E-Mail\" = 'MARKED-1'"
lux = "members.tax_nr = 'MARKED-2'"
nums = "members.\"№\" = 'MARKED-3'"
home = "members.\"Тел. дом\" = 'MARKED-4'"
local = "members.city = 'Riga'"
`)
	source.Project = project.Compile(source.Index, statement.SQLite, nil, layer)
	server := llmtest.OpenAI(t, steps(says("SELECT city FROM members")))
	s := settings(server)
	s.Policy, s.Privacy, s.Denied = llm.ModelFirst, llm.Rows, []string{"members.E-Mail", "tax_nr", "members.№", `"Тел. дом"`}
	r := feedback(t, "SELECT city FROM members", "in Riga")
	r.Original = "SELECT city FROM members WHERE \"E-Mail\" = 'MARKED-1'"
	r.Standalone = "members whose tax nr is MARKED-2"
	r.Steps = []dialog.Step{{Input: "the ones of e-mail MARKED-1", Understood: []string{"city of members"}}, {Input: "without that", Understood: []string{"Tax Nr is MARKED-2"}, Changes: []string{"№ = MARKED-3"}}, {Input: "тел дом MARKED-4"}}
	if _, err := over(t, s, source).Refine(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	sent := server.Requests()[0].System + strings.Join(server.Requests()[0].Messages, "")
	if strings.Contains(sent, mark) || !strings.Contains(sent, "members.city = 'Riga'") {
		t.Errorf("sent:\n%s", sent)
	}
}

func TestQueryOnDeniedColumnsStaysHere(t *testing.T) {
	t.Parallel()
	for _, sql := range []string{
		"SELECT email FROM users", "SELECT * FROM users", "SELECT u.* FROM users AS u", "SELECT name FROM users ORDER BY email",
		"SELECT count(*) FROM (SELECT * FROM users) AS t", "WITH w AS (SELECT email AS e FROM users) SELECT e FROM w",
		"SELECT u FROM users AS u", "SELECT o.id FROM orders AS o JOIN users AS u ON u.id = o.user_id WHERE u.email LIKE 'a%'",
	} {
		server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM products")))
		s := settings(server)
		s.Policy, s.Denied = llm.ModelFirst, []string{"users.email"}
		source := shop(t, nil)
		source.Refiner = understanding(t, "SELECT 1", 1)
		draft, err := over(t, s, source).Refine(t.Context(), feedback(t, sql, "how many"))
		if err != nil || draft.Source != "engine" || len(server.Requests()) != 0 {
			t.Errorf("%s left: %+v, %v", sql, draft, err)
		}
	}
}

func TestDeniedColumnsAreRefusedInSQL(t *testing.T) {
	t.Parallel()
	for sql, refused := range map[string]bool{
		"SELECT email FROM users":   true,
		"SELECT * FROM users":       true,
		"SELECT users.* FROM users": true,
		"SELECT p.id FROM payments AS p WHERE p.recipient LIKE '+254%'":   true,
		"SELECT count(*) FROM users WHERE email IS NULL":                  true,
		"SELECT count(*) FROM users":                                      false,
		"SELECT name FROM users":                                          false,
		"SELECT name AS email FROM products":                              false,
		"SELECT * FROM products":                                          false,
		"SELECT p.* FROM products AS p JOIN users AS u ON u.id = p.id":    false,
		"SELECT (SELECT max(email) FROM users) FROM products":             true,
		"SELECT name FROM users UNION SELECT recipient FROM payments":     true,
		"SELECT t.e FROM (SELECT email AS e FROM users) AS t":             true,
		"SELECT u.name FROM users AS u NATURAL JOIN payments AS p":        true,
		"SELECT name FROM users WHERE id IN (SELECT user_id FROM orders)": false,
	} {
		server := llmtest.OpenAI(t, steps(says(sql)))
		s := settings(server)
		s.Policy, s.Denied = llm.ModelFirst, []string{"users.email", "payments.recipient"}
		_, err := over(t, s, shop(t, nil)).Generate(t.Context(), question("users, products, payments and orders by email"))
		var lost *workflow.NotUnderstood
		if errors.As(err, &lost) != refused {
			t.Errorf("%s: refused is %v (%v)", sql, !refused, err)
		}
	}
}

func TestLimitsStopTheSpending(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limits   llm.Limits
		turns    int
		requests int
	}{
		"turn tokens":    {llm.Limits{TurnTokens: 50}, 2, 2}, // one request a turn, no repair
		"session tokens": {llm.Limits{SessionTokens: 150}, 3, 2},
		"turn cost":      {llm.Limits{TurnCost: 0.00001}, 2, 2},
		"session cost":   {llm.Limits{SessionCost: 0.00001}, 3, 1},
		"none":           {llm.Limits{}, 2, 6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := llmtest.OpenAI(t, steps(says("SELECT * FROM nowhere")))
			s := settings(server)
			s.Limits, s.Price = c.limits, llm.Price{Input: 1, Cached: 0.1, Output: 4}
			a := over(t, s, shop(t, nil))
			for range c.turns {
				if _, err := a.Generate(t.Context(), question("how many users")); err == nil {
					t.Fatal("there is an answer")
				}
			}
			if n := len(server.Requests()); n != c.requests {
				t.Errorf("%d requests, want %d", n, c.requests)
			}
			spent := a.Spent()
			if perRequest := (60*1 + 40*0.1 + 4*float64(spent.Tokens/spent.Requests-100)) / 1e6; spent.Cost < perRequest*float64(spent.Requests)*0.99 || spent.Cost > perRequest*float64(spent.Requests)*1.01 {
				t.Errorf("spent %+v, %g a request", spent, perRequest)
			}
		})
	}
}

func TestWhatTheIntentTookCountsForTheLimitOfTheTurn(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	s := settings(server)
	s.Limits = llm.Limits{TurnTokens: 50}
	a := over(t, s, shop(t, nil))
	r := question("how many users")
	r.Sent = []workflow.Sent{{InputTokens: 40, OutputTokens: 10}}
	if _, err := a.Generate(t.Context(), r); err == nil || len(server.Requests()) != 0 {
		t.Errorf("%d requests over the limit, %v", len(server.Requests()), err)
	}
	r.Sent[0].OutputTokens = 9
	if _, err := a.Generate(t.Context(), r); err != nil || len(server.Requests()) != 1 {
		t.Errorf("%d requests within the limit, %v", len(server.Requests()), err)
	}
}

func TestLimitInMoneyNeedsAPrice(t *testing.T) {
	t.Parallel()
	if _, err := llm.Open(t.Context(), llm.Settings{Limits: llm.Limits{SessionCost: 1}}); err == nil {
		t.Error("a limit that never stops anything was taken")
	}
	if _, err := llm.Open(t.Context(), llm.Settings{Denied: []string{"users.[email"}}); err == nil {
		t.Error("a denial that never denies anything was taken")
	}
}

func TestPayloadIsShownBeforeAndAfter(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	s := settings(server)
	s.Price = llm.Price{Input: 1, Output: 1}
	a := over(t, s, shop(t, nil))
	if text := a.Sent(); !strings.Contains(text, "Nothing") {
		t.Errorf("before anything: %q", text)
	}
	r := workflow.Refine{Request: question("how many users")}
	before, err := a.Preview(t.Context(), r)
	if err != nil || len(server.Requests()) != 0 {
		t.Fatal(err, len(server.Requests()))
	}
	if _, err := a.Generate(t.Context(), r.Request); err != nil {
		t.Fatal(err)
	}
	after := a.Payloads()
	if len(after) != 1 || string(after[0].Body) != string(server.Requests()[0].Body) || string(before.Body) != string(after[0].Body) {
		t.Errorf("shown %s\nsent %s", before.Body, server.Requests()[0].Body)
	}
	for _, want := range []string{"on this machine", "privacy: names", "table users", "100 + ", "Session so far: 1 requests"} {
		if !strings.Contains(a.Sent(), want) {
			t.Errorf("%q is not in %s", want, a.Sent())
		}
	}
	if text, err := over(t, llm.Settings{}, shop(t, nil)).Payload(t.Context(), r); err == nil {
		t.Errorf("without a model %q would be sent", text)
	}
}

// wide is a schema of many tables, of which few speak of whales.
func wide(tables int) *db.Schema {
	s := &db.Schema{}
	for i := range tables {
		t := db.Table{TableName: db.TableName{Name: fmt.Sprintf("ledger%d", i)}, Kind: "table", Primary: []string{"id"}}
		for _, c := range []string{"id", "amount", "booked_on", "remark", "account", "currency"} {
			t.Columns = append(t.Columns, db.Column{Name: c, Type: db.Text, Native: "TEXT"})
		}
		s.Tables = append(s.Tables, t)
	}
	s.Tables = append(s.Tables,
		db.Table{TableName: db.TableName{Name: "whale"}, Kind: "table", Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "weight", Type: db.Decimal}}},
		db.Table{TableName: db.TableName{Name: "sighting"}, Kind: "table", Columns: []db.Column{{Name: "whale_id", Type: db.Integer}, {Name: "at_ship", Type: db.Integer}},
			Foreign: []db.ForeignKey{{Columns: []string{"whale_id"}, Target: db.TableName{Name: "whale"}, TargetColumns: []string{"id"}},
				{Columns: []string{"at_ship"}, Target: db.TableName{Name: "vessel"}, TargetColumns: []string{"id"}}}},
		db.Table{TableName: db.TableName{Name: "vessel"}, Kind: "table", Primary: []string{"id"}, Columns: []db.Column{{Name: "id", Type: db.Integer}, {Name: "flag", Type: db.Text}}},
	)
	return s
}

func TestBigSchemaIsCutToTheQuestionAndNeverInsideATable(t *testing.T) {
	t.Parallel()
	server := llmtest.OpenAI(t, steps(reply(map[string]any{"explanation": "no"})))
	s := settings(server)
	s.ContextTokens = 2500
	source := shop(t, nil)
	source.Index = schema.New(wide(300))
	a := over(t, s, source)
	if _, err := a.Generate(t.Context(), question("the weight of whales by the flag of the vessel")); err == nil {
		t.Fatal("there is an answer")
	}
	prompt := server.Requests()[0].Last()
	for _, want := range []string{"table whale\n", "table vessel\n", "table sighting\n", "Not all tables"} {
		if !strings.Contains(prompt, want) {
			t.Errorf("%q is not in the prompt", want)
		}
	}
	if size := len(server.Requests()[0].System+prompt) / 3; size > s.ContextTokens {
		t.Errorf("%d tokens of %d", size, s.ContextTokens)
	}
	for _, block := range strings.Split(prompt, "\n\n") {
		if strings.HasPrefix(block, "table ledger") && !strings.Contains(block, "currency") {
			t.Errorf("a table is cut: %s", block)
		}
	}
	small := llmtest.OpenAI(t, steps(says("SELECT count(*) FROM users")))
	if _, err := over(t, settings(small), shop(t, nil)).Generate(t.Context(), question("users")); err != nil {
		t.Fatal(err)
	}
	if prompt := small.Requests()[0].Last(); strings.Contains(prompt, "Not all tables") || !strings.Contains(prompt, "table flights") {
		t.Error("a schema that fits is not whole")
	}
}

func TestPromptBeginsTheSameFromTurnToTurn(t *testing.T) {
	t.Parallel()
	a, server := assistant(t, steps(says("SELECT count(*) FROM users")))
	if _, err := a.Generate(t.Context(), question("how many users")); err != nil {
		t.Fatal(err)
	}
	r := feedback(t, "SELECT count(*) FROM users", "only from Kenya")
	r.Standalone = "How many users are there?"
	for _, change := range []string{"first change", "second", "third", "fourth"} {
		r.Steps = append(r.Steps, dialog.Step{Input: "and then", Changes: []string{change}})
	}
	if _, err := a.Refine(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	first, second := server.Requests()[0], server.Requests()[1]
	end := strings.Index(first.Last(), "No query is in force")
	if first.System != second.System || !strings.HasPrefix(second.Last(), strings.TrimSpace(first.Last()[:end])) {
		t.Error("the stable part differs: no cache will hold it")
	}
	at := -1
	for _, part := range []string{"How many users are there?", "SELECT count(*)", "second", "fourth", "Today is", "only from Kenya"} {
		next := strings.Index(second.Last(), part)
		if next <= at {
			t.Errorf("%q is missing or out of order", part)
		}
		at = next
	}
	if strings.Contains(second.Last(), "first change") {
		t.Error("more than three changes")
	}
}
