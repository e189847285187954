package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/judgement"
)

// A question back is about the word that decides between the readings, in the user's words, with at most four of them, which
// differ in rows, each with a glance at what it brings.

const (
	mostChoices = 4
	// mostTried is how many readings are looked at for choices.
	mostTried = 8
	// glanceRows is how many rows of a reading are counted and compared.
	glanceRows = 1000
)

// glanceTime is how long the looks at all of them may take: who waits for a question back waits for an answer. Tests give it more.
var glanceTime = 1500 * time.Millisecond

// ask makes the question back ready to be answered.
func (o *Outcome) ask(ctx context.Context, s *Source) {
	var found *Ambiguous
	if !errors.As(o.Err, &found) || len(found.Readings) == 0 {
		return
	}
	asked := *found
	asked.Readings = nil
	for _, r := range found.Readings[:min(len(found.Readings), mostTried)] {
		if r.Statement == nil || r.Statement.Guard() == nil {
			reading := *r
			asked.Readings = append(asked.Readings, &reading)
		}
	}
	asked.Readings = onceEach(asked.Readings)
	if !o.Plan.settings.NoExecute && !o.Plan.Review && s.Database != nil {
		asked.Readings = o.glance(ctx, s, asked.Readings, glanceTime)
	}
	asked.Readings = asked.Readings[:min(len(asked.Readings), mostChoices)]
	if len(asked.Readings) == 0 {
		asked.Question = strings.TrimSpace(found.Question + " None of its readings can be run on this database.")
	} else if s.Index != nil {
		asked.decide(s, o.Plan.Detection.Question)
	}
	o.Err = &asked
}

// onceEach leaves of two readings that differ in nothing but whether a row comes once the one in which it does, in the place of the
// likelier: nobody chooses by that.
func onceEach(list []*Draft) []*Draft {
	var out []*Draft
	at := map[string]int{}
	for _, d := range list {
		plain, once := eachRow(d.Statement)
		i, twin := at[plain]
		switch {
		case plain == "" || !twin:
			at[plain] = len(out)
			out = append(out, d)
		case once:
			out[i] = d
		}
	}
	return out
}

// eachRow is the statement with every row, and whether it gives each once; empty where that cannot be said.
func eachRow(s *statement.Statement) (sql string, once bool) {
	if s == nil {
		return "", false
	}
	q, err := s.Query()
	if err != nil {
		return "", false
	}
	once, q.Distinct = q.Distinct, false
	plain, err := q.Build(s.Dialect())
	if err != nil {
		return "", false
	}
	return plain.SQL(), once
}

// glance runs the readings as far as the first rows, says of each what it brings, and leaves out those that the database refuses or
// that bring the same rows as a likelier one. What cannot be run in time is offered unseen.
func (o *Outcome) glance(ctx context.Context, s *Source, list []*Draft, within time.Duration) []*Draft {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	var out []*Draft
	seen := map[string]bool{}
	for _, d := range list {
		look, err := o.lookAt(ctx, s, d)
		switch {
		case err != nil && db.KindOf(err) != db.Timeout && db.KindOf(err) != db.Cancelled:
			continue
		case err != nil || look == sight{}:
			out = append(out, d)
			continue
		case look.same != "" && seen[look.same]:
			continue
		}
		seen[look.same] = true
		d.Glance = look.text
		out = append(out, d)
	}
	return out
}

// sight is what was seen of a reading's rows: in words, and so that it can be compared. No rows are like no others.
type sight struct{ text, same string }

// lookAt runs a reading; what would be asked about before it runs, and what there is no time for, is not looked at.
func (o *Outcome) lookAt(ctx context.Context, s *Source, d *Draft) (sight, error) {
	if d.Statement == nil || ctx.Err() != nil {
		return sight{}, nil
	}
	if costly, _ := (&Outcome{Plan: o.Plan, Draft: d}).costly(ctx, s); costly != nil {
		return sight{}, nil
	}
	rows, err := s.Database.Query(ctx, d.Statement)
	if err != nil {
		return sight{}, err
	}
	read := db.Collect(ctx, rows, db.Limits{Rows: glanceRows})
	defer read.Close()
	if err := read.Wait(ctx); err != nil {
		return sight{}, err
	}
	query, err := d.Statement.Query()
	return seen(read, err == nil && len(query.OrderBy) > 0), nil
}

// seen is a glance at rows: how many, and what the first are called; the one value where there is one.
func seen(rows *db.Rowset, ordered bool) sight {
	var lines, names []string
	const told = 3
	for i := range rows.Len() {
		row, err := rows.Row(i)
		if err != nil {
			break
		}
		cells := make([]string, len(row))
		for j, v := range row {
			cells[j] = db.Format(v)
		}
		lines = append(lines, strings.Join(cells, "\x00"))
		if i < told {
			names = append(names, naming(row))
		}
	}
	if len(lines) == 0 {
		return sight{text: "no rows"}
	}
	if !ordered {
		slices.Sort(lines)
	}
	same := fmt.Sprint(len(rows.Columns()), "\x01", strings.Join(lines, "\x01"))
	if len(lines) == 1 && len(rows.Columns()) == 1 {
		return sight{names[0], same}
	}
	count := db.Thousands(len(lines)) + " rows"
	switch {
	case rows.More():
		count = "more than " + count
	case len(lines) == 1:
		count = "1 row"
	}
	if len(lines) > told {
		names = append(names, "…")
	}
	return sight{count + ": " + strings.Join(names, ", "), same}
}

// naming is what a row is called: its first text, else its first value.
func naming(row []db.Value) string {
	const wide = 24
	at := slices.IndexFunc(row, func(v db.Value) bool { s, ok := v.(string); return ok && s != "" })
	text := []rune(db.Visible(strings.Join(strings.Fields(db.Format(row[max(at, 0)])), " ")))
	if len(text) > wide {
		return string(text[:wide-1]) + "…"
	}
	return string(text)
}

// decide puts the question about the word that decides, and calls each reading by what it takes that word for.
func (e *Ambiguous) decide(s *Source, input string) {
	list := make([]*statement.Statement, 0, len(e.Readings))
	for _, r := range e.Readings {
		if r.Statement == nil || r.Statement.Opaque() {
			return
		}
		list = append(list, r.Statement)
	}
	decision, ok := judgement.Decide(s.Index, input, list)
	if !ok {
		return
	}
	e.Question = strings.TrimSuffix(e.Question, "I am not sure what you mean.")
	e.Question = strings.TrimSpace(fmt.Sprintf("What is %q here? %s", decision.Words, e.Question))
	texts := map[string]int{}
	for _, m := range decision.Meanings {
		texts[m.Text]++
	}
	for i, m := range decision.Meanings {
		r := e.Readings[i]
		r.Word, r.Meaning = decision.Words, m
		switch {
		case m.Text == "":
		case texts[m.Text] == 1:
			r.Label = m.Text
		default:
			r.Label = m.Text + ": " + r.Explanation
		}
	}
}

// Called is what a reading is called among others.
func (d *Draft) Called() string {
	if called := cmp.Or(d.Label, d.Explanation); called != "" || d.Statement == nil {
		return called
	}
	return describe(d.Statement)
}
