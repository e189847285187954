package refine

import (
	"context"
	"regexp"
	"strings"
	"time"

	"parley/dialog"
	"parley/workflow"
	"parley/workflow/engine/edit"
	"parley/workflow/schema"
)

// This file asks anew of a period that is on screen: "which products sold best in that month", after the one month with the most orders.

// periodPointed points at a period.
var periodPointed = regexp.MustCompile(`(?i)\b(?:in|of|during|for|from|on) (?:that|the same|this same) (day|month|year)\b`)

// writtenPeriods are the ways in which a period is written on screen, by its unit, and how each is said.
var writtenPeriods = map[string]struct{ written, said string }{
	"day":   {time.DateOnly, "on 2 January 2006"},
	"month": {"2006-01", "in January 2006"},
	"year":  {"2006", "in 2006"},
}

// inPeriodShown is the answer to a question about a period that is on screen; nil for any other input.
func (e *Refiner) inPeriodShown(ctx context.Context, r workflow.Refine) *workflow.Draft {
	m := periodPointed.FindStringSubmatch(r.Question)
	if m == nil {
		return nil
	}
	ed, err := e.Editor(r)
	if err != nil || ed.Rows != 1 || !groupedByTime(ed) {
		return nil
	}
	said := periodOnScreen(r.Result, strings.ToLower(m[1]))
	if said == "" {
		return nil
	}
	question := periodPointed.ReplaceAllString(r.Question, said)
	draft, err := e.engine.Generate(ctx, workflow.Request{Question: question, Now: r.Now})
	if err != nil || len(draft.Ignored) > 0 || draft.Statement == nil {
		return nil
	}
	anew := dialog.NewQuery
	draft.Intent = &anew
	draft.Understood = append(draft.Understood, m[0]+" = "+said)
	return draft
}

// groupedByTime says that the groups in force are told apart by a time.
func groupedByTime(ed *edit.Editor) bool {
	q, s := ed.Block(), ed.Scope()
	if ed.Query.Set != nil || len(q.GroupBy) != 1 {
		return false
	}
	c := s.Subject(q.Meaning(q.GroupBy[0]))
	return c != nil && c.Role == schema.Moment
}

// periodOnScreen is how one says the period in the one row on screen; empty where there is none of that unit.
func periodOnScreen(shown *dialog.Result, unit string) string {
	way := writtenPeriods[unit]
	if shown == nil || len(shown.Preview) == 0 {
		return ""
	}
	for _, cell := range shown.Preview[0] {
		if len(cell) < len(way.written) || len(cell) > len(way.written) && cell[len(way.written)] != '-' && cell[len(way.written)] != ' ' {
			continue
		}
		if at, err := time.Parse(way.written, cell[:len(way.written)]); err == nil && at.Year() >= leastYearShown {
			return at.Format(way.said)
		}
	}
	return ""
}

// leastYearShown is the year from which on four figures are taken for one.
const leastYearShown = 1900
