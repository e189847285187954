package llm_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/llmtest"
	"parley/workflow/schema"
)

// concepts give words that mean the same one direction, and every other text a direction by its length.
func concepts(text string) []float64 {
	v := make([]float64, 8)
	text = strings.ToLower(text)
	for i, words := range [][]string{{"whale", "leviathan"}, {"vessel", "argosy"}, {"sighting", "glimpse"}} {
		for _, w := range words {
			if strings.Contains(text, w) {
				v[i] = 1
			}
		}
	}
	v[3+len(text)%5] += 0.1
	return v
}

// embedding is an assistant over a schema that does not fit, with a server of vectors beside the model.
func embedding(t *testing.T, change func(*llm.Settings)) (*llm.Assistant, *llmtest.Server, *llmtest.EmbeddingServer) {
	t.Helper()
	model := llmtest.OpenAI(t, steps(reply(map[string]any{"explanation": "no"})))
	vectors := llmtest.Embeddings(t, concepts)
	s := settings(model)
	s.ContextTokens, s.Rest = 2500, time.Millisecond
	s.Embeddings = llm.Embeddings{Model: "test-vectors", BaseURL: vectors.URL}
	if change != nil {
		change(&s)
	}
	source := shop(t, nil)
	source.Index = schema.New(wide(300))
	return over(t, s, source), model, vectors
}

const byOtherWords = "tell me of the leviathan"

// findsTable asks until the prompt lists the table that byOtherWords means, for as long as the vectors may take; it says
// whether one did.
func findsTable(t *testing.T, a *llm.Assistant, model *llmtest.Server, patience time.Duration) bool {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, err := a.Generate(t.Context(), question(byOtherWords)); err == nil {
			t.Fatal("there is an answer")
		}
		asked := model.Requests()
		if strings.Contains(asked[len(asked)-1].Last(), "table whale\n") {
			return true
		}
		if time.Now().After(end) {
			return false
		}
	}
}

func TestVectorsFindTablesThatNoWordNames(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, nil)
	if !findsTable(t, a, model, 40*time.Second) {
		t.Error("the table is never in the prompt")
	}
	if texts := vectors.Texts(); len(texts) < 300 || !slices.ContainsFunc(texts, func(s string) bool { return strings.Contains(s, byOtherWords) }) {
		t.Errorf("%d texts were embedded, the question not among them", len(texts))
	}
	if spent := a.Spent(); spent.Tokens == 0 {
		t.Error("vectors are in no book")
	}
	if !slices.ContainsFunc(a.Payloads(), func(p llm.Payload) bool { return strings.HasSuffix(p.URL, "/embeddings") }) {
		t.Error("what was embedded cannot be viewed")
	}
}

func TestWithoutTheSettingThereAreNoVectors(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.Embeddings.Model = "" })
	if findsTable(t, a, model, 0) || len(vectors.Texts()) > 0 {
		t.Error("vectors were made")
	}
}

func TestSchemaThatFitsIsNotEmbedded(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.ContextTokens = 100000 })
	if !findsTable(t, a, model, 0) || len(vectors.Texts()) > 0 {
		t.Error("vectors were made for nothing")
	}
}

func TestVectorsAreKeptByContentWithoutTheTexts(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "vectors")
	vectors := llmtest.Embeddings(t, concepts)
	keep := func(s *llm.Settings) { s.Embeddings.BaseURL, s.Embeddings.Cache = vectors.URL, folder }
	a, model, _ := embedding(t, keep)
	if !findsTable(t, a, model, 40*time.Second) {
		t.Fatal("the table is never in the prompt")
	}
	before := len(vectors.Texts())
	a, model, _ = embedding(t, keep)
	if !findsTable(t, a, model, 40*time.Second) {
		t.Fatal("the table is never in the second prompt")
	}
	if again := vectors.Texts()[before:]; len(again) > 0 {
		t.Errorf("%d texts were embedded again, %q first", len(again), again[0])
	}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "whale") || strings.Contains(string(text), "leviathan") {
			t.Errorf("%s holds a text", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestDeniedColumnsAreInNoVector(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.Denied = []string{"whale.weight"} })
	if !findsTable(t, a, model, 40*time.Second) {
		t.Fatal("the table is never in the prompt")
	}
	for _, text := range vectors.Texts() {
		if strings.HasPrefix(text, "table whale") && strings.Contains(text, "weight") {
			t.Errorf("a denied column was embedded: %s", text)
		}
	}
}

func TestFailingVectorsLeaveTheChoiceToTheWords(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, nil)
	vectors.Fail(500)
	if findsTable(t, a, model, 200*time.Millisecond) {
		t.Error("vectors came from a server that fails")
	}
	if _, err := a.Generate(t.Context(), question("the weight of whales")); err == nil || !strings.Contains(model.Requests()[len(model.Requests())-1].Last(), "table whale\n") {
		t.Error("the words alone find nothing")
	}
	vectors.Fail(0)
	if !findsTable(t, a, model, 40*time.Second) {
		t.Error("the server is never asked again")
	}
}

func TestVectorsSpendWithinTheLimits(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.Limits.SessionTokens = 1 })
	findsTable(t, a, model, 0)
	time.Sleep(50 * time.Millisecond)
	if len(vectors.Texts()) > 64 {
		t.Errorf("%d texts were embedded over the limit", len(vectors.Texts()))
	}
}

// Which tables a request lists hangs on the question's vector, so a preview asks for it, in the books and aloud; the tables'
// own vectors it does not have made.
func TestPreviewIsTheRequestThatFollows(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, nil)
	r := workflow.Refine{Request: question(byOtherWords)}
	if text, err := a.Payload(t.Context(), r); err != nil || len(vectors.Texts()) > 0 || !strings.Contains(text, "no vectors yet") {
		t.Fatalf("%v; %d texts were embedded", err, len(vectors.Texts()))
	}
	if !findsTable(t, a, model, 40*time.Second) {
		t.Fatal("the table is never in the prompt")
	}
	r.Question = "what of the argosy"
	before, spent := len(model.Requests()), a.Spent()
	payload, err := a.Preview(t.Context(), r)
	if err != nil || len(model.Requests()) != before || a.Spent().Requests != spent.Requests+1 {
		t.Fatalf("%v; %d requests to the model, %+v", err, len(model.Requests())-before, a.Spent())
	}
	if _, err := a.Generate(t.Context(), r.Request); err == nil {
		t.Fatal("there is an answer")
	}
	if sent := model.Requests()[before].Body; string(sent) != string(payload.Body) || !strings.Contains(string(sent), "table vessel") {
		t.Errorf("shown %s\nsent %s", payload.Body, sent)
	}
	r.Question = "and of the glimpse"
	if text, err := a.Payload(t.Context(), r); err != nil || !strings.Contains(text, "The question went to test-vectors at 127.0.0.1") || !strings.Contains(text, "7 tokens") {
		t.Errorf("%v: %s", err, text)
	}
}

// A question's vector is part of its turn: in tokens, in money and for the limits.
func TestVectorsCountInTheTurn(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		price, vectors float64
		want           float64
	}{
		"at their own price":           {10, 2, 7 * 2 / 1e6},
		"at most at the model's price": {10, 0, 7 * 10 / 1e6},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a, model, _ := embedding(t, func(s *llm.Settings) {
				s.Price, s.Embeddings.Price = llm.Price{Input: c.price, Output: c.price}, c.vectors
			})
			if !findsTable(t, a, model, 40*time.Second) {
				t.Fatal("the table is never in the prompt")
			}
			var sent []workflow.Sent
			r := question("what of the argosy")
			r.Report = func(p workflow.Progress) {
				if p.Kind == workflow.Answered {
					sent = append(sent, p.Sent)
				}
			}
			spent := a.Spent()
			if _, err := a.Generate(t.Context(), r); err == nil {
				t.Fatal("there is an answer")
			}
			if len(sent) != 2 || sent[0].Model != "test-vectors" || sent[0].InputTokens != 7 || math.Abs(sent[0].Cost-c.want) > 1e-12 {
				t.Fatalf("got %+v", sent)
			}
			if now := a.Spent(); math.Abs(now.Cost-spent.Cost-sent[0].Cost-sent[1].Cost) > 1e-12 || now.Tokens != spent.Tokens+7+sent[1].InputTokens+sent[1].OutputTokens {
				t.Errorf("before %+v, now %+v, sent %+v", spent, now, sent)
			}
		})
	}
}

func TestTheVectorOfAQuestionCountsForTheLimitOfItsTurn(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.Limits.TurnTokens = 5 }) // a vector takes 7
	for i := range 2000 {
		before, asked := len(model.Requests()), fmt.Sprintf("leviathan %d", i)
		_, err := a.Generate(t.Context(), question(asked))
		if !slices.Contains(vectors.Texts(), asked) {
			time.Sleep(5 * time.Millisecond)
			continue // the tables have no vectors yet
		}
		var lost *workflow.NotUnderstood
		if !errors.As(err, &lost) || !strings.Contains(strings.Join(lost.Notes, ""), "5 tokens in this turn") || len(model.Requests()) != before {
			t.Errorf("%v; the model was asked over the turn's limit", err)
		}
		return
	}
	t.Error("no question was embedded")
}
