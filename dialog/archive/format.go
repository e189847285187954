package archive

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
)

// What the files hold: the fields that the conversation store of old had (session_id, created_at, updated_at, messages of role,
// content and timestamp) and parley's own. A turn is two messages, the user's and the assistant's, and the rest of the turn under
// "turn". The log (log.go) is what sessions are kept in, one object (object.go) what they are exported as.

// head is everything of a file but its messages.
type head struct {
	Version   int            `json:"version"`
	SessionID string         `json:"session_id"`
	UUID      uuid.UUID      `json:"uuid"`
	Name      string         `json:"name,omitempty"`
	CreatedAt time.Time      `json:"created_at"`
	UpdatedAt time.Time      `json:"updated_at"`
	Count     int            `json:"turns"`
	First     string         `json:"first,omitempty"`
	Databases []databaseJSON `json:"databases,omitempty"`
	Current   int            `json:"current,omitempty"`
	// Auto says that nobody asked for the session to be kept, Folder where the user worked when it began.
	Auto   bool   `json:"auto,omitempty"`
	Folder string `json:"folder,omitempty"`
	// Unsent is the start of what was typed last and not sent; all of it is draft, which has a line of its own.
	Unsent string `json:"unsent,omitempty"`
	draft  []string
}

type databaseJSON struct {
	Name       string                  `json:"name"`
	Targets    []string                `json:"targets"`
	Dialect    string                  `json:"dialect,omitempty"`
	At         uuid.UUID               `json:"at,omitzero"`
	Redo       map[uuid.UUID]uuid.UUID `json:"redo,omitempty"`
	Fresh      bool                    `json:"fresh,omitempty"`
	Last       int                     `json:"last"`
	Parameters json.RawMessage         `json:"parameters,omitempty"`
}

func (d *databaseJSON) place() Place { return Place{d.Name, d.Targets, d.Dialect} }

type message struct {
	Role      string    `json:"role"`
	Content   string    `json:"content"`
	Timestamp time.Time `json:"timestamp"`
	Turn      *turnJSON `json:"turn,omitempty"`
}

type turnJSON struct {
	ID         uuid.UUID    `json:"id"`
	Number     int          `json:"number"`
	Parent     uuid.UUID    `json:"parent,omitzero"`
	Database   int          `json:"database,omitempty"`
	Original   string       `json:"original,omitempty"`
	Question   string       `json:"question,omitempty"`
	Intent     string       `json:"intent"`
	Confidence string       `json:"confidence"`
	Route      string       `json:"route"`
	Reply      string       `json:"reply,omitempty"`
	Sent       string       `json:"sent,omitempty"`
	Result     *resultJSON  `json:"result,omitempty"`
	Failure    *failureJSON `json:"failure,omitempty"`
	Cleared    bool         `json:"cleared,omitempty"`
}

type resultJSON struct {
	SQL         string     `json:"sql,omitempty"` // empty: the message's content
	Explanation string     `json:"explanation,omitempty"`
	Understood  []string   `json:"understood,omitempty"`
	Ignored     []string   `json:"ignored,omitempty"`
	Doubts      []string   `json:"doubts,omitempty"`
	Suggestions []string   `json:"suggestions,omitempty"`
	Chance      float64    `json:"chance,omitempty"`
	Notes       []string   `json:"notes,omitempty"`
	Changes     []string   `json:"changes,omitempty"`
	Source      string     `json:"source,omitempty"`
	Columns     []string   `json:"columns,omitempty"`
	Rows        int        `json:"rows"`
	More        bool       `json:"more,omitempty"`
	Preview     [][]string `json:"preview,omitempty"`
	ElapsedUS   int64      `json:"elapsed_us"`
	AsOf        time.Time  `json:"as_of"`
}

type failureJSON struct {
	Kind        string   `json:"kind"`
	Message     string   `json:"message,omitempty"` // empty: the message's content
	CanRetry    bool     `json:"can_retry,omitempty"`
	Suggestions []string `json:"suggestions,omitempty"`
}

// messages are a turn's two messages, the second with the rest of the turn; rows says whether its first rows may be written.
func messages(t Turn, rows bool) (asked, said message) {
	asked = message{Role: "user", Content: withoutPasswords(t.Input), Timestamp: t.Time.UTC()}
	said = message{Role: "assistant", Content: withoutPasswords(spoken(t.Turn)), Timestamp: ended(t.Turn).UTC(), Turn: turnToJSON(t, rows)}
	return asked, said
}

// spoken is what parley said in a turn, for readers of the plain messages.
func spoken(t *dialog.Turn) string {
	switch {
	case t.Failure != nil:
		return t.Failure.Message
	case t.Result != nil:
		return t.Result.SQL
	default:
		return t.Reply
	}
}

func ended(t *dialog.Turn) time.Time {
	if t.Result != nil && t.Result.AsOf.After(t.Time) {
		return t.Result.AsOf.Add(t.Result.Elapsed)
	}
	return t.Time
}

func turnToJSON(t Turn, rows bool) *turnJSON {
	j := &turnJSON{
		ID: t.ID, Number: t.Number, Parent: t.Parent, Database: t.Database, Question: withoutPasswords(t.Question),
		Intent: t.Intent.String(), Confidence: t.Confidence.String(), Route: t.Route.String(), Sent: t.Sent, Cleared: t.Cleared,
	}
	if t.Original != t.Input {
		j.Original = withoutPasswords(t.Original)
	}
	if t.Result == nil && t.Failure == nil {
		return j
	}
	j.Reply = withoutPasswords(t.Reply)
	if f := t.Failure; f != nil {
		j.Failure = &failureJSON{f.Kind, withoutPasswords(f.Message), f.CanRetry, f.Suggestions}
		return j
	}
	r := t.Result
	j.Result = &resultJSON{
		SQL: r.SQL, Explanation: r.Explanation, Understood: r.Understood, Ignored: r.Ignored, Doubts: r.Doubts, Suggestions: r.Suggestions, Chance: r.Chance, Notes: r.Notes, Changes: r.Changes,
		Source: r.Source, Columns: r.Columns, Rows: r.Rows, More: r.More, ElapsedUS: r.Elapsed.Microseconds(), AsOf: r.AsOf.UTC(),
	}
	if rows {
		j.Result.Preview = r.Preview
	}
	return j
}

// turnOf puts a turn together from its two messages.
func turnOf(asked, said message) (Turn, error) {
	j := said.Turn
	if asked.Role != "user" || said.Role != "assistant" || j == nil {
		return Turn{}, fmt.Errorf("a turn is no question and answer (%s, %s)", asked.Role, said.Role)
	}
	t := &dialog.Turn{
		ID: j.ID, Number: j.Number, Parent: j.Parent, Time: asked.Timestamp, Input: asked.Content, Original: j.Original, Question: j.Question,
		Reply: j.Reply, Sent: j.Sent, Cleared: j.Cleared,
	}
	if t.Original == "" {
		t.Original = t.Input
	}
	j.complete(said.Content)
	var known [3]bool
	t.Intent, known[0] = named(j.Intent, dialog.NewQuery, dialog.Refinement)
	t.Confidence, known[1] = named(j.Confidence, dialog.Low, dialog.Medium, dialog.High)
	t.Route, known[2] = named(j.Route, dialog.RouteQuery, dialog.RouteAnswer, dialog.RouteCommand, dialog.RouteClarify)
	if slices.Contains(known[:], false) || j.Result != nil && (j.Failure != nil || j.Result.SQL == "") || j.ID == uuid.Nil || j.Number < 1 {
		return Turn{}, fmt.Errorf("turn %d does not hold together", j.Number)
	}
	switch {
	case j.Failure != nil:
		t.Failure = &dialog.Failure{Kind: j.Failure.Kind, Message: j.Failure.Message, CanRetry: j.Failure.CanRetry, Suggestions: j.Failure.Suggestions}
	case j.Result != nil:
		t.Result = resultOf(j.Result)
	default:
		t.Reply = said.Content
	}
	return Turn{Turn: t, Database: j.Database}, nil
}

// complete fills in what the message says for the turn.
func (j *turnJSON) complete(content string) {
	switch {
	case j.Failure != nil:
		j.Failure.Message = cmp.Or(j.Failure.Message, content)
	case j.Result != nil:
		j.Result.SQL = cmp.Or(j.Result.SQL, content)
	}
}

func resultOf(j *resultJSON) *dialog.Result {
	return &dialog.Result{
		SQL: j.SQL, Explanation: j.Explanation, Understood: j.Understood, Ignored: j.Ignored, Doubts: j.Doubts, Suggestions: j.Suggestions, Chance: j.Chance, Notes: j.Notes, Changes: j.Changes, Source: j.Source,
		Columns: j.Columns, Rows: j.Rows, More: j.More, Preview: j.Preview, Elapsed: time.Duration(j.ElapsedUS) * time.Microsecond, AsOf: j.AsOf,
	}
}

// named is the value whose name a file holds.
func named[E fmt.Stringer](name string, values ...E) (E, bool) {
	for _, v := range values {
		if v.String() == name {
			return v, true
		}
	}
	var none E
	return none, false
}

func headOf(r *Record) head {
	h := head{
		SessionID: r.ID, UUID: r.UUID, Name: r.Name, CreatedAt: r.Created.UTC(), UpdatedAt: r.Updated.UTC(),
		Count: len(r.Turns), Current: r.Current, Auto: r.Auto, Folder: r.Folder,
	}
	if len(r.Turns) > 0 {
		h.First = firstWords(r.Turns[0].Input)
	}
	for _, d := range r.Databases {
		h.Databases = append(h.Databases, databaseJSON{d.Name, bare(d.Targets), d.Dialect, d.At, d.Redo, d.Fresh, d.Last, d.Parameters})
	}
	return h
}

// firstWords is the start of a question, for lists.
func firstWords(input string) string {
	const most = 80
	text := strings.Join(strings.Fields(withoutPasswords(input)), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// record is what a head says, without turns.
func (h *head) record() *Record {
	r := &Record{ID: h.SessionID, UUID: h.UUID, Name: h.Name, Created: h.CreatedAt, Updated: h.UpdatedAt, Current: h.Current, Auto: h.Auto, Folder: h.Folder}
	for _, d := range h.Databases {
		r.Databases = append(r.Databases, Database{d.place(), d.At, d.Redo, d.Fresh, d.Last, d.Parameters})
	}
	return r
}
