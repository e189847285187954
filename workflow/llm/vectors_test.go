package llm_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// lists asks until the prompt lists a table, for as long as the vectors may take; it says whether one did.
func lists(t *testing.T, a *llm.Assistant, model *llmtest.Server, table string, patience time.Duration) bool {
	t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if _, err := a.Generate(t.Context(), question(byOtherWords)); err == nil {
			t.Fatal("there is an answer")
		}
		asked := model.Requests()
		if strings.Contains(asked[len(asked)-1].Last(), "table "+table+"\n") {
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
	if !lists(t, a, model, "whale", 20*time.Second) {
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
	if lists(t, a, model, "whale", 0) || len(vectors.Texts()) > 0 {
		t.Error("vectors were made")
	}
}

func TestSchemaThatFitsIsNotEmbedded(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.ContextTokens = 100000 })
	if !lists(t, a, model, "whale", 0) || len(vectors.Texts()) > 0 {
		t.Error("vectors were made for nothing")
	}
}

func TestVectorsAreKeptByContentWithoutTheTexts(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "vectors")
	vectors := llmtest.Embeddings(t, concepts)
	keep := func(s *llm.Settings) { s.Embeddings.BaseURL, s.Embeddings.Cache = vectors.URL, folder }
	a, model, _ := embedding(t, keep)
	if !lists(t, a, model, "whale", 20*time.Second) {
		t.Fatal("the table is never in the prompt")
	}
	before := len(vectors.Texts())
	a, model, _ = embedding(t, keep)
	if !lists(t, a, model, "whale", 20*time.Second) {
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
	if !lists(t, a, model, "whale", 20*time.Second) {
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
	if lists(t, a, model, "whale", 200*time.Millisecond) {
		t.Error("vectors came from a server that fails")
	}
	if _, err := a.Generate(t.Context(), question("the weight of whales")); err == nil || !strings.Contains(model.Requests()[len(model.Requests())-1].Last(), "table whale\n") {
		t.Error("the words alone find nothing")
	}
	vectors.Fail(0)
	if !lists(t, a, model, "whale", 20*time.Second) {
		t.Error("the server is never asked again")
	}
}

func TestVectorsSpendWithinTheLimits(t *testing.T) {
	t.Parallel()
	a, model, vectors := embedding(t, func(s *llm.Settings) { s.Limits.SessionTokens = 1 })
	lists(t, a, model, "whale", 0)
	time.Sleep(50 * time.Millisecond)
	if len(vectors.Texts()) > 64 {
		t.Errorf("%d texts were embedded over the limit", len(vectors.Texts()))
	}
}

func TestPreviewEmbedsNothingAndSaysWhatWould(t *testing.T) {
	t.Parallel()
	a, _, vectors := embedding(t, nil)
	r := feedback(t, "SELECT count(*) FROM users", byOtherWords)
	r.Current = nil
	text, err := a.Payload(t.Context(), r)
	if err != nil || !strings.Contains(text, "test-vectors") || len(vectors.Texts()) > 0 {
		t.Errorf("%v; %d texts were embedded", err, len(vectors.Texts()))
	}
}
