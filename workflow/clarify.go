package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/judgement"
	"parley/workflow/project"
)

// A question back stays open until the next turn. What is typed then chooses one of its readings: by its number, by words, a column
// or a value that it has and no other, or it is an input like any, on the query that was in force before.

// offer is the readings that a turn asked back with.
type offer struct {
	turn     uuid.UUID
	readings []*Draft
}

// reading is the draft at a place of the turn's list. A turn that came from a file is read again.
func (f *offer) reading(ctx context.Context, turn *dialog.Turn, at int, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	if f.turn == turn.ID && at < len(f.readings) {
		return f.readings[at], nil
	}
	draft, err := s.Generator.Generate(ctx, p.request(report))
	again := &Outcome{Plan: p, Err: err}
	again.ask(ctx, s)
	var ambiguous *Ambiguous
	if !errors.As(again.Err, &ambiguous) {
		return draft, err
	}
	said := turn.Failure.Suggestions[at]
	if i := slices.IndexFunc(ambiguous.Readings, func(d *Draft) bool { return d.Called() == said || d.Explanation == said }); i >= 0 {
		return ambiguous.Readings[i], nil
	}
	return nil, err
}

// telling are the words by which each reading can be told from the others, beside what it is called: its own columns and values.
func (f *offer) telling(turn *dialog.Turn, s *Source) []string {
	if f.turn != turn.ID || s == nil || s.Index == nil || slices.ContainsFunc(f.readings, func(d *Draft) bool { return d.Statement == nil }) {
		return nil
	}
	list := make([]*statement.Statement, len(f.readings))
	for i, d := range f.readings {
		list[i] = d.Statement
	}
	out := judgement.Telling(s.Index, list)
	for i, d := range f.readings {
		out[i] = d.Called() + " " + d.Explanation + " " + out[i]
	}
	return out
}

// askedBack is the turn that asked back and its readings; nil when nothing is open.
func (o *Orchestrator) askedBack() (*dialog.Turn, []string) {
	if o.reset {
		return nil, nil
	}
	return o.session.AskedBack()
}

// beginChosen is the turn of an input that chooses a reading of the question back; nil when it chooses none.
func (o *Orchestrator) beginChosen(input string) *Plan {
	turn, readings := o.askedBack()
	if turn == nil || strings.EqualFold(strings.TrimSpace(input), turn.Input) {
		return nil
	}
	offered := o.offered
	at, ok := dialog.Choose(input, readings, o.vocabulary())
	if telling := offered.telling(turn, o.opening.Ready()); !ok && len(telling) == len(readings) {
		at, ok = dialog.Choose(input, telling, o.vocabulary())
	}
	if !ok {
		return nil
	}
	return o.beginPicked(turn.Input, func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
		draft, err := offered.reading(ctx, turn, at, p, s, report)
		if err != nil {
			return nil, err
		}
		chosen := *draft
		said := input
		if _, err := strconv.Atoi(strings.TrimSpace(input)); err == nil { // a place in the list says nothing later on
			said = turn.Input
		}
		chosen.Understood = append([]string{fmt.Sprintf("%s = %s", said, readings[at])}, draft.Understood...)
		return &chosen, nil
	})
}

// settle remembers what a word stands for, now that its question was answered: in the words of the project, for this person alone
// where the host keeps such things, else until parley ends. It is said with how to take it back.
func (o *Outcome) settle(ctx context.Context, s *Source) {
	lesson := lessonOf(o.Draft)
	if !o.Plan.picked || lesson == nil || s.Keeper == nil || s.Project == nil || s.Project.Find(lesson.Key) != nil {
		return
	}
	scope := project.Session
	if o.Plan.settings.KeepChoices && s.Project.Places.Mine != "" {
		scope = project.Mine
	}
	change, err := s.Keeper.Change(scope, lesson.With)
	if err == nil {
		err = s.Keeper.Write(change)
	}
	if err != nil {
		o.Plan.settings.Log.Warn("an answer was not kept", "word", lesson.Key, "error", err)
		return
	}
	if _, err := o.Plan.opening.Refresh(ctx); err != nil {
		o.Plan.settings.Log.Warn("the project was not read again", "error", err)
	}
	noted := *o.Draft
	noted.Notes = append(slices.Clone(noted.Notes), fmt.Sprintf("Remembered: %s is %s. /taught forget %s takes it back.", lesson.Key, lesson.Value, lesson.Key))
	o.Draft = &noted
}

// lessonOf is what an answered question teaches; nil for nothing.
func lessonOf(d *Draft) *project.Lesson {
	switch {
	case d == nil || d.Word == "":
		return nil
	case d.Meaning.Condition != "":
		return &project.Lesson{Section: "words", Key: d.Word, Value: d.Meaning.Condition, Condition: true}
	case d.Meaning.Of != "":
		return &project.Lesson{Section: "time", Key: d.Meaning.Of, Value: d.Meaning.Date}
	}
	return nil
}
