package archive

import (
	"bytes"
	"reflect"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
)

// lines are turns as the log has them: every kind of value, escapes, letters of all sorts.
func scannedLines(tb testing.TB) [][]byte {
	tb.Helper()
	now := time.Date(2026, 11, 21, 9, 0, 0, 123456789, time.UTC)
	turns := []dialog.Turn{
		{Input: "Show me \"all\" users\n\t<b>\\ é 報告 \u2028 \x00 \xff", Result: &dialog.Result{
			SQL: "SELECT *\nFROM \"users\" WHERE a = 'x\\y'", Explanation: "x", Understood: []string{"last month = 1–31 Oct"}, Ignored: []string{"please"}, Doubts: []string{"a", "b"},
			Suggestions: []string{""}, Chance: 1e-7, Notes: []string{"n"}, Changes: []string{"c"}, Source: "a model", Columns: []string{"id", "name"}, Rows: 1 << 40, More: true,
			Preview: [][]string{{"Ana", "né"}, {"", "x"}}, Elapsed: time.Hour, AsOf: now,
		}},
		{Input: "by nothing", Failure: &dialog.Failure{Kind: "not understood", Message: "I did not", CanRetry: true, Suggestions: []string{"x"}}, Confidence: dialog.Low, Route: dialog.RouteClarify},
		{Input: "thanks", Reply: "You are welcome.", Question: "q", Original: "o", Sent: "names", Cleared: true, Intent: dialog.Refinement, Parent: uuid.New(), Route: dialog.RouteAnswer},
	}
	var lines [][]byte
	for i := range turns {
		turns[i].ID, turns[i].Number, turns[i].Time = uuid.New(), i+1, now
		line, err := sealTurn(Turn{&turns[i], i}, true)
		if err != nil {
			tb.Fatal(err)
		}
		lines = append(lines, bytes.TrimSuffix(line, []byte("\n")))
	}
	return lines
}

func TestScannerReadsWhatEncodingJSONReads(t *testing.T) {
	t.Parallel()
	var s scanner
	for _, line := range scannedLines(t) {
		asked, said, ok := s.turnLine(line)
		wantAsked, wantSaid, err := turnMessages(line)
		if !ok || err != nil || !reflect.DeepEqual(asked, wantAsked) || !reflect.DeepEqual(said, wantSaid) {
			t.Errorf("%s (%v):\n%+v %+v\n%+v %+v", line, err, asked, said, wantAsked, wantSaid)
		}
		for cut := range line {
			if _, _, ok := s.turnLine(line[:cut]); ok {
				t.Errorf("cut at %d and read: %s", cut, line[:cut])
			}
		}
	}
}

// FuzzDecode: nothing that a file may hold makes reading fail otherwise than by an error.
func FuzzDecode(f *testing.F) {
	for _, line := range scannedLines(f) {
		f.Add(append(line, '\n'))
	}
	f.Add([]byte(`{"x":[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]],"turn":{}}`))
	f.Fuzz(func(_ *testing.T, text []byte) {
		var s scanner
		s.turnLine(text)
		_, _ = decode(text)
		salvage(text, "sess_20261121_090001_9ea4d0f6")
	})
}
