package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"time"
	"unicode/utf8"

	"parley/db"
	"parley/dialog"
	"parley/workflow"
)

// previewRows is how many rows an answer of the batch protocol shows.
const previewRows = 5

// answerJSON is one answer of the batch protocol; ask --format json writes all rows, as "data", between its two halves.
// Confidence and Chance are the answer's, IntentSure is the intent's; Doubts are empty when the answer stands.
type answerJSON struct {
	headJSON
	tailJSON
	code int // what a run with this answer alone ends with
}

// headJSON is what is known before the rows are.
type headJSON struct {
	ID          json.RawMessage `json:"id,omitempty"`
	Session     string          `json:"session"`
	Turn        *int            `json:"turn"`
	Intent      *string         `json:"intent"`
	IntentSure  *string         `json:"intent_confidence"`
	Confidence  *string         `json:"confidence"`
	Chance      *float64        `json:"chance,omitempty"`
	Doubts      []string        `json:"doubts"`
	Readings    []readingJSON   `json:"readings,omitempty"`
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
	// Context are the turns before this one that a reader of the conversation sees, oldest first.
	Context []earlierJSON `json:"conversation_context"`
	// Remembered are the parameters that the turn took over, and Missing asks for those that its subject requires.
	Remembered []string `json:"remembered,omitempty"`
	Missing    string   `json:"missing,omitempty"`
	Columns    []string `json:"columns"`
	Preview    [][]any  `json:"preview"`
}

// earlierJSON is one turn of the conversation so far.
type earlierJSON struct {
	Turn   int     `json:"turn"`
	Input  string  `json:"input"`
	Intent string  `json:"intent"`
	SQL    *string `json:"sql"`
}

// tailJSON is what the rows decide.
type tailJSON struct {
	Rows *int `json:"rows"`
	More bool `json:"more"`
	// Complete says that there are no more rows than were read, and no longer values; Cut why there may be, and where reading stopped.
	Complete    bool       `json:"complete"`
	Cut         string     `json:"cut,omitempty"`
	Error       *string    `json:"error"`
	CanRetry    bool       `json:"can_retry"`
	Suggestions []string   `json:"suggestions,omitempty"`
	US          *timesJSON `json:"us,omitempty"`
}

// readingJSON is one reading to pick from, where the program asks back.
type readingJSON struct {
	Text string `json:"text"`
	SQL  string `json:"sql"`
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
	a := &answerJSON{headJSON{
		Session: session, Route: turn.Route.String(), Question: turn.Question, Sent: turn.Sent,
		Notes: reply.Notices, Doubts: []string{}, Changes: []string{}, Columns: []string{}, Preview: [][]any{},
		Context: earlier(reply.Earlier), Missing: reply.Missing,
	}, tailJSON{US: times(reply.Timing)}, exitDone}
	for _, f := range reply.Inherited {
		a.Remembered = append(a.Remembered, fmt.Sprintf("%s: %s (%s)", f.Subject, f, f.From()))
	}
	if turn.Number > 0 {
		a.Turn = &turn.Number
	}
	if turn.Route != dialog.RouteCommand {
		a.Intent, a.IntentSure, a.Confidence = text(turn.Intent.String()), text(turn.Confidence.String()), text(dialog.Low.String())
	}
	if reply.Answer != "" {
		a.Explanation = reply.Answer
	}
	if turn.Failure != nil {
		a.Error, a.CanRetry, a.Suggestions = &turn.Failure.Message, turn.Failure.CanRetry, turn.Failure.Suggestions
	}
	if turn.Result != nil {
		a.result(turn.Result, reply.Rows)
	} else {
		a.Readings = readings(reply.Choices)
	}
	return a
}

// earlier are turns as the protocol tells them.
func earlier(turns []*dialog.Turn) []earlierJSON {
	out := make([]earlierJSON, 0, len(turns))
	for _, t := range turns {
		e := earlierJSON{Turn: t.Number, Input: t.Input, Intent: t.Intent.String()}
		if t.Result != nil {
			e.SQL = &t.Result.SQL
		}
		out = append(out, e)
	}
	return out
}

// mostReadings is how many readings a question back offers.
const mostReadings = 4

func readings(drafts []*workflow.Draft) []readingJSON {
	var out []readingJSON
	for _, d := range drafts[:min(len(drafts), mostReadings)] {
		out = append(out, readingJSON{d.Called(), d.Statement.SQL()})
	}
	return out
}

func (a *answerJSON) result(r *dialog.Result, rows *db.Rowset) {
	a.SQL, a.Explanation, a.Source = &r.SQL, r.Explanation, r.Source
	a.Understood, a.Ignored, a.Notes = r.Understood, r.Ignored, append(a.Notes, r.Notes...)
	a.Changes, a.Doubts = append(a.Changes, r.Changes...), append(a.Doubts, r.Doubts...)
	a.Confidence, a.Chance = text(dialog.ConfidenceOf(r.Chance).String()), rounded(r.Chance)
	a.Suggestions = append(a.Suggestions, r.Suggestions...)
	if rows == nil {
		return
	}
	a.Columns = append(a.Columns, r.Columns...)
	a.Preview = cells(rows, previewRows)
	a.counted(rows)
	a.clipped(rows)
}

// clipped says where a value of the preview, which programs read, is only its beginning.
func (a *answerJSON) clipped(rows *db.Rowset) {
	for i := range len(a.Preview) {
		row, err := rows.Row(i)
		if err != nil {
			return
		}
		for j, v := range row {
			if long, ok := v.(db.Clipped); ok && a.Cut == "" {
				a.Complete, a.Cut = false, fmt.Sprintf("cut in row %d, column %d: %s of %s bytes", i+1, j+1, db.Thousands(len(long.Text)), db.Thousands(long.Size))
			}
		}
	}
}

// counted says how many rows there are, and whether they are all.
func (a *tailJSON) counted(rows *db.Rowset) {
	count := rows.Len()
	a.Rows, a.More = &count, rows.More()
	a.Complete, a.Cut = !a.More, ""
	if cut := rows.Cut(); cut != "" {
		a.Cut = fmt.Sprintf("cut after row %s: %s", db.Thousands(count), cut)
	}
	if err := rows.Err(); err != nil && a.Error == nil {
		a.Error, a.CanRetry = text(err.Error()), true
	}
}

// cells are the first rows, as JSON knows values.
func cells(rows *db.Rowset, limit int) [][]any {
	out := [][]any{}
	for i := range min(limit, rows.Len()) {
		row, err := rows.Row(i)
		if err != nil {
			return out
		}
		out = append(out, jsonRow(row))
	}
	return out
}

func jsonRow(row []db.Value) []any {
	line := make([]any, len(row))
	for j, v := range row {
		line[j] = jsonValue(v)
	}
	return line
}

// openObject writes a struct's fields without the closing brace, and closeObject another's without the opening one: one object
// in which rows can be written between them as they come.
func openObject(w *bufio.Writer, v any) error {
	text, err := plainJSON(v)
	if err == nil {
		_, err = w.Write(text[:len(text)-1])
	}
	return err
}

func closeObject(w *bufio.Writer, v any) error {
	text, err := plainJSON(v)
	if err == nil {
		_ = w.WriteByte(',')
		_, _ = w.Write(text[1:])
		err = w.WriteByte('\n')
	}
	return err
}

// writeData writes rows as the member "data", and returns how many they were.
func writeData(ctx context.Context, w *bufio.Writer, rows db.Rows) (n int64, err error) {
	_, _ = w.WriteString(`,"data":[`)
	for rows.Next(ctx) {
		text, err := plainJSON(jsonRow(rows.Row()))
		if err != nil {
			return n, err
		}
		if n > 0 {
			_ = w.WriteByte(',')
		}
		if _, err := w.Write(text); err != nil {
			return n, err
		}
		n++
	}
	return n, w.WriteByte(']')
}

// plainJSON is JSON that leaves <, > and & as they are.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encode := json.NewEncoder(&b)
	encode.SetEscapeHTML(false)
	err := encode.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), err
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
	case time.Time, db.Exact, db.Clipped:
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

// rounded is a chance with the digits that it may be trusted for.
func rounded(chance float64) *float64 {
	r := math.Round(chance*100) / 100
	return &r
}

func text(s string) *string { return &s }
