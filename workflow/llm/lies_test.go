package llm_test

import (
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parley/workflow"
	"parley/workflow/llm/llmtest"
)

// lie is one made draft: what was said on what, and what the model answers.
type lie struct{ said, current, does, sql string }

// readLies gives the lies and the right answers of a file.
func readLies(t *testing.T, path string) (lies, truths []lie) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var said, current string
	for line := range strings.Lines(string(text)) {
		sign, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch sign {
		case "?":
			said, current = rest, ""
		case "@":
			current = rest
		case "+":
			truths = append(truths, lie{said, current, "the truth", rest})
		case "-":
			does, sql, _ := strings.Cut(rest, ": ")
			lies = append(lies, lie{said, current, does, sql})
		}
	}
	return lies, truths
}

// mostUntold is how many of the hundred made drafts may pass untold; mostAccused how many right answers may be doubted.
const (
	mostUntold  = 10
	mostAccused = 2
)

// TestMadeDraftsAreToldOrMended gives the made drafts of a model that stands by them when asked: each is mended, refused, or told in
// words, but for the few; and the right answers pass.
func TestMadeDraftsAreToldOrMended(t *testing.T) {
	t.Parallel()
	lies, truths := readLies(t, "testdata/lies.txt")
	if len(lies) < 100 {
		t.Fatalf("%d lies", len(lies))
	}
	var sql atomic.Pointer[string]
	source := indexed(t)
	a := over(t, settings(llmtest.OpenAI(t, func(int, llmtest.Request) llmtest.Step {
		return llmtest.Step{Text: reply(map[string]any{"intent": "refinement", "sql": *sql.Load(), "explanation": "As asked."})}
	})), source)
	answer := func(l lie) (told, strong []string, runs string) {
		sql.Store(&l.sql)
		r := workflow.Refine{Request: question(l.said)}
		var draft *workflow.Draft
		var err error
		if l.current == "" {
			draft, err = a.Generate(t.Context(), r.Request)
		} else {
			r = feedback(t, l.current, l.said)
			r.Earlier, r.Original = nil, ""
			draft, err = a.Refine(t.Context(), r)
		}
		if err == nil {
			runs = draft.Statement.SQL()
		}
		told, strong = telling(source.Index, r, draft, err)
		return told, strong, runs
	}
	accused := 0
	said := map[string][]string{} // what is told of the right answer to an input says nothing against a lie
	for _, l := range truths {
		told, strong, _ := answer(l)
		said[l.said] = told
		if len(strong) > 0 {
			accused++
			t.Logf("accused: %s: %q", l.said, strong)
		}
	}
	untold := 0
	for _, l := range lies {
		told, _, runs := answer(l)
		told = slices.DeleteFunc(told, func(text string) bool { return slices.Contains(said[l.said], text) || text == loosely })
		mended := slices.ContainsFunc(truths, func(r lie) bool { return r.said == l.said && r.sql == runs })
		if len(told) == 0 && !mended {
			untold++
			t.Logf("untold: %s, %s: %s", l.said, l.does, runs)
		}
	}
	t.Logf("%d of %d lies untold, %d of %d right answers doubted", untold, len(lies), accused, len(truths))
	if untold*100 > mostUntold*len(lies) || accused > mostAccused {
		t.Errorf("%d of %d lies pass untold, %d right answers are doubted", untold, len(lies), accused)
	}
}

// loosely is what is said of an answer against which there is nothing in particular.
const loosely = "the words fit this only loosely"
