package main

import (
	"encoding/base64"
	"encoding/json"
	"math"
	"time"
	"unicode/utf8"

	"parley/db"
	"parley/dialog"
	"parley/workflow"
)

// previewRows is how many rows an answer of the batch protocol shows.
const previewRows = 5

// answerJSON is one answer of the batch protocol; ask --format json adds Data.
type answerJSON struct {
	ID          json.RawMessage `json:"id,omitempty"`
	Session     string          `json:"session"`
	Turn        *int            `json:"turn"`
	Intent      *string         `json:"intent"`
	Confidence  *string         `json:"confidence"`
	Route       string          `json:"route"`
	Question    string          `json:"question,omitempty"`
	SQL         *string         `json:"sql"`
	Explanation string          `json:"explanation"`
	Source      string          `json:"source,omitempty"`
	Sent        string          `json:"sent,omitempty"`
	Understood  []string        `json:"understood,omitempty"`
	Ignored     []string        `json:"ignored,omitempty"`
	Notes       []string        `json:"notes,omitempty"`
	Changes     []string        `json:"changes"`
	Columns     []string        `json:"columns"`
	Rows        *int            `json:"rows"`
	More        bool            `json:"more"`
	Preview     [][]any         `json:"preview"`
	Data        [][]any         `json:"data,omitempty"`
	Error       *string         `json:"error"`
	CanRetry    bool            `json:"can_retry"`
	Suggestions []string        `json:"suggestions,omitempty"`
	US          *timesJSON      `json:"us,omitempty"`
}

// timesJSON are microseconds a turn took, part by part.
type timesJSON struct {
	Detect   int64 `json:"detect"`
	Begin    int64 `json:"begin"`
	Generate int64 `json:"generate"`
	Execute  int64 `json:"execute"`
	Commit   int64 `json:"commit"`
}

// answer puts a reply into the protocol's words.
func answer(session string, reply *workflow.Reply) *answerJSON {
	turn := &reply.Turn
	a := &answerJSON{
		Session: session, Route: turn.Route.String(), Question: turn.Question, Sent: turn.Sent,
		Notes: reply.Notices, Changes: []string{}, Columns: []string{}, Preview: [][]any{}, US: times(reply.Timing),
	}
	if turn.Number > 0 {
		a.Turn = &turn.Number
	}
	if turn.Route != dialog.RouteCommand {
		a.Intent, a.Confidence = text(turn.Intent.String()), text(turn.Confidence.String())
	}
	if reply.Answer != "" {
		a.Explanation = reply.Answer
	}
	if turn.Failure != nil {
		a.Error, a.CanRetry, a.Suggestions = &turn.Failure.Message, turn.Failure.CanRetry, turn.Failure.Suggestions
	}
	if turn.Result != nil {
		a.result(turn.Result, reply.Rows)
	}
	return a
}

func (a *answerJSON) result(r *dialog.Result, rows *db.Rowset) {
	a.SQL, a.Explanation, a.Source = &r.SQL, r.Explanation, r.Source
	a.Understood, a.Ignored, a.Notes = r.Understood, r.Ignored, append(a.Notes, r.Notes...)
	a.Changes = append(a.Changes, r.Changes...)
	if rows == nil {
		return
	}
	a.Columns = append(a.Columns, r.Columns...)
	count := rows.Len()
	a.Rows, a.More, a.Preview = &count, rows.More(), cells(rows, previewRows)
}

// cells are the first rows, as JSON knows values.
func cells(rows *db.Rowset, limit int) [][]any {
	out := [][]any{}
	for i := range min(limit, rows.Len()) {
		row, err := rows.Row(i)
		if err != nil {
			return out
		}
		line := make([]any, len(row))
		for j, v := range row {
			line[j] = jsonValue(v)
		}
		out = append(out, line)
	}
	return out
}

// jsonValue keeps numbers as numbers where JSON can hold them; bytes that are no text are base64.
func jsonValue(v db.Value) any {
	switch v := v.(type) {
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return db.Format(v)
		}
		return v
	case []byte:
		if utf8.Valid(v) {
			return string(v)
		}
		return base64.StdEncoding.EncodeToString(v)
	case time.Time, db.Exact:
		return db.Format(v)
	default:
		return v
	}
}

func times(t workflow.Timing) *timesJSON {
	return &timesJSON{
		Detect: t.Detect.Microseconds(), Begin: t.Begin.Microseconds(), Generate: t.Generate.Microseconds(),
		Execute: t.Execute.Microseconds(), Commit: t.Commit.Microseconds(),
	}
}

func text(s string) *string { return &s }
