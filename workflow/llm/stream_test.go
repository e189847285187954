package llm

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// However an answer is cut into pieces, the explanation that streams is the one that the whole answer holds.
func FuzzExplanationStreamsWhole(f *testing.F) {
	f.Add("Counts the users.", "SELECT 1", uint8(3))
	f.Add("“quoted” \"text\"\n\t\\ and ☕ 𝄞", `SELECT '{"explanation": "no"}'`, uint8(1))
	f.Add("", "", uint8(7))
	f.Fuzz(func(t *testing.T, explanation, sql string, size uint8) {
		whole, err := json.Marshal(map[string]string{"explanation": explanation, "a_sql": sql})
		if err != nil {
			t.Skip()
		}
		var want struct{ Explanation string }
		if err := json.Unmarshal(whole, &want); err != nil {
			t.Fatal(err)
		}
		var got strings.Builder
		e := explaining{tell: func(s string) { got.WriteString(s) }}
		for text := string(whole); text != ""; {
			n := min(len(text), int(size)%9+1)
			e.piece(text[:n])
			text = text[n:]
		}
		if got.String() != want.Explanation {
			t.Errorf("streamed %q, want %q from %s", got.String(), want.Explanation, whole)
		}
	})
}

func TestTextOfBracesAloneIsReadQuickly(t *testing.T) {
	t.Parallel()
	started := time.Now()
	text := strings.Repeat("{", 512<<10)
	readAnswer(text)
	e := explaining{tell: func(string) {}}
	for range 100_000 {
		e.piece("{{{{{")
	}
	if took := time.Since(started); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}

// Whatever a model writes, reading it neither panics nor takes long, and what is found is bounded.
func FuzzAnswerIsRead(f *testing.F) {
	f.Add(`{"sql": "SELECT 1"}`)
	f.Add("```json\n{\"sql\": \"SELECT {\"}\n```")
	f.Add(strings.Repeat("{", 5000))
	f.Add("<think>SELECT 1</think>with x as (select 1) select * from x;")
	f.Fuzz(func(t *testing.T, text string) {
		a, ok := readAnswer(text)
		if ok && !a.says() {
			t.Errorf("nothing was found in %q: %+v", text, a)
		}
		if len([]rune(a.Explanation)) > 2001 {
			t.Error("the explanation is not bounded")
		}
	})
}
