package reader

import (
	"context"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/build"
)

// This file lets the rows decide: the best readings are tried on the database, those that bring the same rows count as
// one answer, and the likeliest answer is taken. So there is nothing to ask where two readings differ in words alone.

const (
	// Tried is how many readings may be tried on the database, and TryScore how far behind the best they may be.
	Tried    = 5
	TryScore = 2.5
	// tryRows is how many rows of a trial are looked at.
	tryRows = 300
)

// Trials says whether readings may be tried on the database, and for how long.
type Trials uint8

const (
	// NoTrials leave the rows alone.
	NoTrials Trials = iota
	// QuickTrials stay within a turn on a big database. What they find may hang on how busy the machine is.
	QuickTrials
	// WholeTrials take seconds where they must, so that the same questions have the same answers: for batches and tests.
	WholeTrials
	// patientTrials are for what would be asked back where quick ones had no time.
	patientTrials
)

// one bounds one trial, and further all but the first one that brings rows.
func (t Trials) one() time.Duration {
	return [...]time.Duration{0, 150 * time.Millisecond, 2 * time.Second, 500 * time.Millisecond}[t]
}
func (t Trials) further() time.Duration {
	return [...]time.Duration{0, 50 * time.Millisecond, 4 * time.Second, 500 * time.Millisecond}[t]
}

// Trial is what came of trying a reading.
type Trial struct {
	// Failed says that the database refused it; Some that a row of it holds more than NULL and a count of zero.
	Failed, Some bool
	// late says that its time was over first: it is taken to bring rows that are not known, and says nothing for or against a reading.
	late bool
	// Print is the same for the same rows in whatever order of rows and columns; 0 when the rows are not known.
	Print uint64
	// rows is how many rows were looked at; columns are the prints of the columns, in whatever order of rows.
	rows    int
	columns []uint64
}

// one says that it brought one row.
func (t Trial) one() bool { return t.Print != 0 && t.rows == 1 }

// like says that two trials brought the same rows, whichever further columns one of them shows.
func (t Trial) like(o Trial) bool {
	if t.Print == 0 || o.Print == 0 || t.rows != o.rows {
		return false
	}
	if len(t.columns) > len(o.columns) {
		t, o = o, t
	}
	left := slices.Clone(o.columns)
	for _, c := range t.columns {
		i := slices.Index(left, c)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

var seed = maphash.MakeSeed()

// TrialOf is the trial that brought the rows, as far as a trial looks at them.
func TrialOf(rows [][]db.Value) Trial {
	rows = rows[:min(len(rows), tryRows)]
	t := Trial{Print: 1, rows: len(rows)}
	if len(rows) > 0 {
		t.columns = make([]uint64, len(rows[0]))
	}
	for _, row := range rows {
		cells := uint64(len(row))
		for i, v := range row {
			cell := maphash.String(seed, cellText(v))
			cells += cell
			t.columns[i] += maphash.Comparable(seed, cell)
			t.Some = t.Some || holdsAny(v)
		}
		t.Print += maphash.Comparable(seed, cells)
	}
	return t
}

// cellText writes a value so that equal numbers are equal text.
func cellText(v db.Value) string {
	switch v := v.(type) {
	case float64:
		return fmt.Sprintf("%.6g", v)
	case int64:
		return fmt.Sprintf("%.6g", float64(v))
	}
	return fmt.Sprint(v)
}

// holdsAny says that a value is more than NULL and a count of zero.
func holdsAny(v db.Value) bool {
	n, number := v.(int64)
	return v != nil && (!number || n != 0)
}

// tried is a trial with the place of its reading in the list.
type tried struct {
	Trial
	at int
}

// try runs the drafts on the database. Without a database, each is taken to bring rows that are not known.
func (e *Engine) try(ctx context.Context, drafts []proposal) ([]tried, error) {
	out := make([]tried, len(drafts))
	var vote context.Context
	for i, d := range drafts {
		out[i] = tried{Trial{Some: true}, d.at}
		if e.Database == nil {
			continue
		}
		out[i].late = vote != nil && vote.Err() != nil
		if !out[i].late {
			var err error
			out[i].Trial, err = e.trial(orElse(vote, ctx), d.Statement) // one that fails says so
			if ctx.Err() != nil {
				err = ctx.Err()
			}
			if ctx.Err() != nil || db.KindOf(err) == db.Unreachable { // no other reading fares better
				return nil, fmt.Errorf("try a reading: %w", err)
			}
		}
		if vote == nil && out[i].Some {
			limited, stop := context.WithTimeout(ctx, e.trials.further()+time.Duration(len(drafts)-i)*e.away())
			defer stop()
			vote = limited
		}
	}
	return out, nil
}

func orElse(vote, ctx context.Context) context.Context {
	if vote != nil {
		return vote
	}
	return ctx
}

// away is how far the database is: the bounds of trials are for its work, not for the way to it and back.
func (e *Engine) away() time.Duration {
	if far, ok := e.Database.(db.Distant); ok {
		return far.RoundTrip()
	}
	return 0
}

// trial runs one statement; one that takes longer than a trial may is taken to bring rows that are not known.
func (e *Engine) trial(ctx context.Context, stmt *statement.Statement) (Trial, error) {
	sql := stmt.SQL()
	if t, ok := e.remembered.of(sql); ok && ctx.Err() == nil {
		return t, nil
	}
	ctx, stop := context.WithTimeout(ctx, e.trials.one()+e.away())
	defer stop()
	rows, err := e.firstRows(ctx, stmt)
	switch {
	case ctx.Err() != nil || db.KindOf(err) == db.Timeout: // a server that knows the deadline stops somewhat before it
		return Trial{Some: true, late: true}, nil
	case err != nil:
		return Trial{Failed: true}, err
	}
	t := TrialOf(rows)
	e.remembered.keep(sql, t)
	return t, nil
}

func (e *Engine) firstRows(ctx context.Context, stmt *statement.Statement) ([][]db.Value, error) {
	rows, err := e.Database.Query(ctx, stmt)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list [][]db.Value
	for len(list) < tryRows && rows.Next(ctx) {
		list = append(list, slices.Clone(rows.Row()))
	}
	return list, rows.Err()
}

// someRows says whether a statement brings a row that holds anything.
func (e *Engine) someRows(ctx context.Context, stmt *statement.Statement) (bool, error) {
	t, err := e.trial(ctx, stmt)
	return t.Some, err
}

// elected is the place among the trials of the one to answer with: of those that bring rows, the first one of the answer
// with the largest share of probability; else the first that does not fail.
func elected(p []float64, trials []tried) int {
	best, most, sound := -1, 0.0, -1
	for i, t := range trials {
		if t.Failed {
			continue
		}
		if sound < 0 {
			sound = i
		}
		if share := shareOf(p, trials, t); t.Some && share > most+1e-9 {
			best, most = i, share
		}
	}
	if best < 0 {
		return max(sound, 0)
	}
	return best
}

// shareOf is the probability of all readings tried that bring the same rows.
func shareOf(p []float64, trials []tried, own tried) float64 {
	return shareWhere(p, trials, func(t tried) bool { return t.brings(own) })
}

// brings says that two trials are of one reading, or brought the same rows.
func (t tried) brings(own tried) bool {
	return t.at == own.at || t.Print == own.Print && t.Print != 0
}

func shareWhere(p []float64, trials []tried, is func(tried) bool) float64 {
	s := 0.0
	for _, t := range trials {
		if t.at < len(p) && !t.Failed && is(t) {
			s += p[t.at]
		}
	}
	return s
}

// backing is the probability of the readings tried that give the same answer as one of them, and that of the strongest
// other answer. Readings that show other columns of the same rows by default do not differ.
func backing(list []Ranked, p []float64, trials []tried, own tried) (same, rival float64) {
	alike := func(a, b tried) bool { return a.brings(b) || list[a.at].differsInColumns(&list[b.at]) }
	for _, t := range trials {
		if !t.Failed && t.Some && !alike(t, own) {
			rival = max(rival, shareWhere(p, trials, func(u tried) bool { return alike(u, t) && !alike(u, own) }))
		}
	}
	return shareWhere(p, trials, func(t tried) bool { return alike(t, own) }), rival
}

// differsInColumns says that two readings speak of the same rows, and that neither was told which columns to show: what
// they group by goes with that.
func (q *Ranked) differsInColumns(o *Ranked) bool {
	a, b := q.aspects(), o.aspects()
	grouped := len(q.Groups) > 0 == (len(o.Groups) > 0)
	return q.unasked() && o.unasked() && a[1] == b[1] && a[2] == b[2] && grouped && a[3][strings.Index(a[3], " order "):] == b[3][strings.Index(b[3], " order "):]
}

// unasked says that what is shown is so by default.
func (q *Ranked) unasked() bool {
	return q.Features[build.FDefaultStar]+q.Features[build.FDefaultLabel]+q.Features[build.FDefaultKey]+q.Features[build.FDefaultBoth] > 0
}

// ifNot drops an error that only says that the trial's time was over.
func ifNot(trial context.Context, err error) error {
	if trial.Err() != nil || db.KindOf(err) == db.Timeout {
		return nil //nolint:nilerr // the trial's own deadline is no failure of the turn
	}
	return err
}
