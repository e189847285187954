package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"time"

	"parley/db"
	"parley/db/likeness"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/reader"
	"parley/workflow/project"
)

// testCommand asks the verified questions anew.
type testCommand struct {
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
	JSON     bool   `name:"json" help:"Print what was asked as JSON."`
}

// trialJSON is a verified question that was asked anew.
type trialJSON struct {
	Question string `json:"question"`
	File     string `json:"file"`
	// Same says that the rows are those of the verified SQL; Differs how they are not.
	Same     bool    `json:"same"`
	Differs  string  `json:"differs,omitempty"`
	SQL      *string `json:"sql"`
	Verified string  `json:"verified"`
}

// Run asks every question of the project as if nobody had verified it, and compares the rows with those of its SQL. The exit
// status is 1 when any differ.
func (c *testCommand) Run(r *runtime) error {
	source, opening, err := r.project(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	r.trials, r.unteachable, r.unverified = reader.WholeTrials, true, true
	pool, err := newSessionPool(r, true, false)
	if err != nil {
		return err
	}
	defer pool.close()
	trials := []trialJSON{}
	same := 0
	for i, q := range source.Project.Questions {
		line := batchLine{Session: fmt.Sprint(i), DB: c.Database, Input: &q.Text}
		answer := pool.work(r.ctx, &batchJob{line: line})
		t := trialJSON{Question: q.Text, File: q.File, SQL: answer.SQL, Verified: q.SQL}
		t.Differs = r.differs(source, q, answer)
		if t.Same = t.Differs == ""; t.Same {
			same++
		}
		trials = append(trials, t)
		if !c.JSON {
			fmt.Fprintln(r.stdout, db.Visible(t.String()))
		}
	}
	if c.JSON {
		encode := json.NewEncoder(r.stdout)
		encode.SetEscapeHTML(false)
		err = encode.Encode(trials)
	} else {
		_, err = fmt.Fprintf(r.stdout, "%d of %d verified questions give the same rows.\n", same, len(trials))
	}
	if err != nil {
		return failed("Standard output is closed: "+err.Error()+".", "")
	}
	if same < len(trials) {
		return quiet(exitFailed)
	}
	return nil
}

func (t trialJSON) String() string {
	if t.Same {
		return "same     " + t.Question
	}
	s := fmt.Sprintf("changed  %s (%s): %s", t.Question, t.File, t.Differs)
	if t.SQL != nil {
		s += "; asked anew: " + oneLine(*t.SQL)
	}
	return s
}

// differs says how the answer to a verified question differs from its SQL's rows.
func (r *runtime) differs(source *workflow.Source, q project.Question, answer *answerJSON) string {
	if answer.SQL == nil {
		why := "it is asked back"
		if answer.Error != nil {
			why += ": " + *answer.Error
		}
		return why
	}
	want, ordered, err := r.table(source, q.SQL)
	if err != nil {
		return "the verified SQL does not run: " + oneLine(err.Error())
	}
	got, _, err := r.table(source, *answer.SQL)
	if err != nil {
		return "what it is asked as now does not run: " + oneLine(err.Error())
	}
	return likeness.Differ(want, got, ordered)
}

// mostVerified is how many rows of each side are compared.
const mostVerified = 20_000

// table runs a statement; ordered says that it sorts its rows.
func (r *runtime) table(source *workflow.Source, sql string) (t *likeness.Table, ordered bool, err error) {
	s, err := statement.Parse(sql, source.Database.Dialect(), source.Index)
	if err == nil {
		err = s.Guard()
	}
	if err != nil {
		return nil, false, err
	}
	if q, err := s.Query(); err == nil {
		ordered = len(q.OrderBy) > 0
	}
	rows, err := source.Database.Query(db.WithTimeout(r.ctx, cmp.Or(r.Timeout, 30*time.Second)), s)
	if err != nil {
		return nil, false, err
	}
	t, err = likeness.Read(r.ctx, rows, likeness.Full, mostVerified)
	return t, ordered, err
}
