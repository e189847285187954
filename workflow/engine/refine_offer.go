package engine

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file finds what to offer for feedback that is not understood: inputs near what was meant, each read before it is offered. An
// unknown word gives way to the names that are spelled most like it; an input that asks for an order, a filter, groups or further columns
// is offered such as the query affords; one that says nothing of the kind is offered questions of their own, before what could be done
// with the query in force.

// mostOffered is how many inputs are read, to find those to show.
const mostOffered = 8

// offers fills in the suggestions of an input that was not understood.
func (e *Refiner) offers(ctx context.Context, r workflow.Refine, err error) error {
	var unknown *workflow.NotUnderstood
	ed, broken := e.editor(r)
	if !errors.As(err, &unknown) || unknown.Refusal != "" || broken != nil {
		return err
	}
	u := utter(r.Question)
	near := append(ed.respelled(r.Question, unknown.Words), ed.asAsked(u, strings.Join(unknown.Words, " "))...)
	own := e.engine.suggest(prepare(e.tagger.Tag(r.Question, r.Now)))
	standing := ed.suggest()
	if len(near) == 0 && !u.fragment() {
		standing = nil // it was a question
	}
	out := *unknown
	for i, said := range append(near, standing...) {
		if i < mostOffered && len(out.Suggestions) < shown && !slices.Contains(out.Suggestions, said) && e.takes(ctx, r, said) {
			out.Suggestions = append(out.Suggestions, said)
		}
	}
	out.Suggestions = append(out.Suggestions, own...)
	out.Suggestions = out.Suggestions[:min(shown, len(out.Suggestions))]
	return &out
}

// takes says that an input changes the query, and leaves no word of it out.
func (e *Refiner) takes(ctx context.Context, r workflow.Refine, said string) bool {
	r.Question = said
	draft, err := e.read(ctx, r)
	return err == nil && len(draft.Ignored) == 0 && draft.Statement.SQL() != r.Current.SQL()
}

// respelled is the input with an unknown word in the spelling of the name or value that is most like it.
func (ed *editor) respelled(input string, words []string) []string {
	names := ed.spellings()
	var out []string
	for _, w := range words {
		const least = 4 // letters: shorter words are like too many
		if len([]rune(w)) < least {
			continue
		}
		as, err := regexp.Compile(`(?i)\b` + regexp.QuoteMeta(w) + `\b`)
		if err != nil {
			continue
		}
		for _, name := range db.Nearest(strings.ToLower(w), names, 1) {
			if db.Slipped(w, name) {
				out = append(out, as.ReplaceAllLiteralString(input, name))
			}
		}
	}
	return out
}

// spellings are those of what is shown, the columns of the query's tables and their measures, and the values of columns of few.
func (ed *editor) spellings() []string {
	var out []string
	for _, item := range ed.block().Items {
		if name := itemName(item); name != "" {
			out = append(out, spoken(name))
		}
	}
	for _, t := range ed.scope().home() {
		for _, c := range slices.Concat(t.Columns, t.Measures) {
			if c.Hidden {
				continue
			}
			out = append(out, c.Said())
			if c.Complete && !c.Key() && c.Distinct > 0 && c.Distinct <= fewValues {
				out = append(out, ed.index.Held(c)...)
			}
		}
	}
	return out
}

// asAsked are inputs of the kind that was asked for; what was said tells which values are near.
func (ed *editor) asAsked(u utterance, said string) []string {
	switch {
	case u.any(english.ToOrder):
		return ed.orders()
	case u.any(english.ToPick):
		return ed.nearby(said)
	case u.any(english.ToGroup):
		return ed.groupings()
	case u.any(english.ToShow):
		return ed.further()
	}
	return nil
}

// orders are by the figure of the query, and by what else it shows.
func (ed *editor) orders() []string {
	var out []string
	if i, ok := ed.measure(); ok && itemName(ed.block().Items[i]) != "" {
		out = append(out, "sort by "+spoken(itemName(ed.block().Items[i]))+" descending")
	}
	for _, c := range ed.columns(func(c *schema.Column) bool {
		_, there := ed.scope().shown(c)
		return there && (c.Role == schema.Label || c.Role == schema.Moment || c.Role == schema.Measure)
	}) {
		out = append(out, "sort by "+c.Said())
	}
	return out
}

// groupings are by kinds, and over time.
func (ed *editor) groupings() []string {
	var out []string
	for _, c := range ed.columns(func(c *schema.Column) bool { return c.Role == schema.Category && c.Distinct > 1 }) {
		out = append(out, "by "+c.Said())
	}
	if ed.moment() != nil {
		out = append(out, "by month")
	}
	return out
}

// further are columns that the query could show beside its own.
func (ed *editor) further() []string {
	var out []string
	for _, c := range ed.columns(func(c *schema.Column) bool { _, there := ed.scope().shown(c); return !there && !c.Key() }) {
		out = append(out, "also show "+c.Said())
	}
	return out
}

// columns are those of the query's tables that a test takes, up to as many as are shown.
func (ed *editor) columns(takes func(*schema.Column) bool) []*schema.Column {
	var out []*schema.Column
	for _, t := range ed.scope().home() {
		for _, c := range t.Columns {
			if !c.Hidden && len(out) < shown && takes(c) {
				out = append(out, c)
			}
		}
	}
	return out
}
