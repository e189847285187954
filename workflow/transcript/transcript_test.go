package transcript_test

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
	"parley/workflow/transcript"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// session is a record of turns about a shop, each made from the one before.
func session(turns ...*dialog.Turn) *archive.Record {
	r := &archive.Record{
		ID: "sess_20261121_120000_9ea4d0f6", Name: "October users", Created: noon, Updated: noon.Add(10 * time.Minute),
		Databases: []archive.Database{{Place: archive.Place{Name: "ecommerce (demo)", Targets: []string{"demo"}, Dialect: "SQLite"}}},
	}
	var at uuid.UUID
	for i, t := range turns {
		t.ID, t.Number, t.Parent, t.Time, t.Confidence = uuid.UUID{byte(i + 1)}, i+1, at, noon, dialog.High
		at = t.ID
		r.Turns = append(r.Turns, archive.Turn{Turn: t})
	}
	r.Databases[0].At, r.Databases[0].Last = at, len(turns)
	return r
}

func example() *archive.Record {
	r := session(
		&dialog.Turn{Input: "Show me all users", Result: &dialog.Result{
			SQL: "SELECT * FROM users", Rows: 2000, Columns: []string{"id", "name"}, Preview: [][]string{{"1", "Jānis"}, {"2", "蓮 佐藤"}}, Elapsed: 3 * time.Millisecond, AsOf: noon}},
		&dialog.Turn{Input: "Only from last month", Intent: dialog.Refinement, Result: &dialog.Result{
			SQL:  "SELECT * FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' LIMIT 100",
			Rows: 87, Changes: []string{"Added predicate users.created_at ≥ 2026-10-01"}, Understood: []string{"last month = 1–31 Oct 2026"}, Elapsed: 1300 * time.Millisecond}},
		&dialog.Turn{Input: "limit 10", Intent: dialog.Refinement, Result: &dialog.Result{
			SQL:  "SELECT * FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' LIMIT 10",
			Rows: 10, Changes: []string{"Limit 100 → 10"}, Notes: []string{"There were more."}}},
		&dialog.Turn{Input: "how many rows is that?", Route: dialog.RouteAnswer, Reply: "10 rows."},
		&dialog.Turn{Input: "make it blue", Intent: dialog.Refinement, Failure: &dialog.Failure{Kind: "not understood", Message: "I did not understand: blue."}},
	)
	left := *r.Turns[2].Turn
	left.ID, left.Number, left.Parent, left.Input = uuid.UUID{9}, 6, r.Turns[1].ID, "limit 10 again"
	r.Turns = append(r.Turns, archive.Turn{Turn: &left})
	return r
}

var forms = map[string]func(io.Writer, *archive.Record, transcript.Options) error{"html": transcript.HTML, "md": transcript.Markdown}

func write(t *testing.T, form string, r *archive.Record, rows bool) string {
	t.Helper()
	var b bytes.Buffer
	if err := forms[form](&b, r, transcript.Options{Rows: rows, Zone: time.UTC}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGoldenForms(t *testing.T) {
	t.Parallel()
	for form := range forms {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			golden.RequireEqual(t, write(t, form, example(), true))
		})
	}
}

func TestRowsAreLeftOutUnlessAsked(t *testing.T) {
	t.Parallel()
	for form := range forms {
		if page := write(t, form, example(), false); strings.Contains(page, "Jānis") {
			t.Errorf("%s shows rows:\n%s", form, page)
		}
	}
}

// hostile is text that would act, were it not escaped.
var hostile = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `</style><svg onload=alert(1)>`, `</textarea></title><iframe src="//evil">`,
	"`code` ```\n<b>bold</b>", `[click](javascript:alert(1))`, "![x](https://evil/x.png)", "a\x1b[31mred\x00\u202eesrever", `{{.Title}} {{template "span"}}`, "<!-- ", "&lt;&amp;", "| a | b |", "# head",
}

// tag is the start of an element that no form of a session has.
var tag = regexp.MustCompile(`(?i)<\s*(script|img|svg|iframe|b>|object|a )`)

func TestTextOfDatabasesAndPeopleCannotAct(t *testing.T) {
	t.Parallel()
	for i, bad := range hostile {
		r := session(
			&dialog.Turn{Input: bad, Question: bad + "?", Sent: bad, Result: &dialog.Result{SQL: "SELECT '" + strings.ReplaceAll(bad, "'", "''") + "' AS x",
				Changes: []string{bad}, Understood: []string{bad}, Notes: []string{bad}, Ignored: []string{bad}, Columns: []string{bad, "y"}, Rows: 1, Preview: [][]string{{bad, "1"}}}},
			&dialog.Turn{Input: bad, Intent: dialog.Refinement, Result: &dialog.Result{SQL: "no SQL " + bad, Rows: 1}},
			&dialog.Turn{Input: bad, Route: dialog.RouteAnswer, Reply: bad},
			&dialog.Turn{Input: bad, Failure: &dialog.Failure{Kind: bad, Message: bad}},
		)
		r.Name, r.Databases[0].Name = bad, bad
		for form := range forms {
			page := write(t, form, r, true)
			outside := page
			if form == "md" {
				outside = withoutFences(t, page)
				if strings.Contains(outside, "](") && !strings.Contains(outside, `\](`) {
					t.Errorf("md %d: a link came through:\n%s", i, outside)
				}
			}
			if found := tag.FindString(outside); found != "" {
				t.Errorf("%s %d: %q came through:\n%s", form, i, found, page)
			}
			if strings.ContainsAny(page, "\x00\x1b\u202e") {
				t.Errorf("%s %d: control characters came through", form, i)
			}
		}
	}
}

// withoutFences cuts the fenced code out of Markdown, and fails when a fence is not closed.
func withoutFences(t *testing.T, page string) string {
	t.Helper()
	var out []string
	fence := ""
	for _, l := range strings.Split(page, "\n") {
		switch {
		case fence == "" && strings.HasPrefix(l, "```"):
			fence = l[:strings.LastIndex(l, "`")+1]
		case fence != "" && l == fence:
			fence = ""
		case fence == "":
			out = append(out, l)
		}
	}
	if fence != "" {
		t.Errorf("a fence is open:\n%s", page)
	}
	return strings.Join(out, "\n")
}

func TestPageNeedsNothingElse(t *testing.T) {
	t.Parallel()
	page := write(t, "html", example(), true)
	for _, fetched := range []string{"src=", "href=", "url(", "@import", "http:", "https:", "<script", "<link"} {
		if strings.Contains(page, fetched) {
			t.Errorf("the page has %s", fetched)
		}
	}
}

func BenchmarkHTMLOfAThousandTurns(b *testing.B) {
	var turns []*dialog.Turn
	for i := range 1000 {
		turns = append(turns, &dialog.Turn{Input: "only from last month", Intent: dialog.Refinement, Result: &dialog.Result{SQL: fmt.Sprintf("SELECT * FROM users WHERE id > %d LIMIT 10", i), Rows: 10}})
	}
	r := session(turns...)
	for b.Loop() {
		if err := transcript.HTML(io.Discard, r, transcript.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
