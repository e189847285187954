package refine

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
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
	ed, broken := e.Editor(r)
	if !errors.As(err, &unknown) || unknown.Refusal != "" || broken != nil {
		return err
	}
	u := tag.Utter(r.Question)
	near := append(respelled(ed, r.Question, unknown.Words), asAsked(ed, u, strings.Join(unknown.Words, " "))...)
	own := e.engine.Suggest(reader.Prepare(e.tagger.Tag(r.Question, r.Now)))
	standing := suggest(ed)
	if len(near) == 0 && !fragment(u) {
		standing = nil // it was a question
	}
	out := *unknown
	for i, said := range append(near, standing...) {
		if i < mostOffered && len(out.Suggestions) < reader.Shown && !slices.Contains(out.Suggestions, said) && e.takes(ctx, r, said) {
			out.Suggestions = append(out.Suggestions, said)
		}
	}
	out.Suggestions = append(out.Suggestions, own...)
	out.Suggestions = out.Suggestions[:min(reader.Shown, len(out.Suggestions))]
	return &out
}

// takes says that an input changes the query, and leaves no word of it out.
func (e *Refiner) takes(ctx context.Context, r workflow.Refine, said string) bool {
	r.Question = said
	draft, err := e.read(ctx, r)
	return err == nil && len(draft.Ignored) == 0 && draft.Statement.SQL() != r.Current.SQL()
}

// respelled is the input with an unknown word in the spelling of the name or value that is most like it.
func respelled(ed *edit.Editor, input string, words []string) []string {
	names := spellings(ed)
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
func spellings(ed *edit.Editor) []string {
	var out []string
	for _, item := range ed.Block().Items {
		if name := edit.ItemName(item); name != "" {
			out = append(out, reader.Spoken(name))
		}
	}
	for _, t := range ed.Scope().Home() {
		for _, c := range slices.Concat(t.Columns, t.Measures) {
			if c.Hidden {
				continue
			}
			out = append(out, c.Said())
			if c.Complete && !c.Key() && c.Distinct > 0 && c.Distinct <= clause.FewValues {
				out = append(out, ed.Index.Held(c)...)
			}
		}
	}
	return out
}

// asAsked are inputs of the kind that was asked for; what was said tells which values are near.
func asAsked(ed *edit.Editor, u tag.Utterance, said string) []string {
	switch {
	case u.Any(english.ToOrder):
		return ordersOffered(ed)
	case u.Any(english.ToPick):
		return clause.Nearby(ed, said)
	case u.Any(english.ToGroup):
		return groupings(ed)
	case u.Any(english.ToShow):
		return further(ed)
	}
	return nil
}

// ordersOffered are by the figure of the query, and by what else it shows.
func ordersOffered(ed *edit.Editor) []string {
	var out []string
	if i, ok := ed.Measure(); ok && edit.ItemName(ed.Block().Items[i]) != "" {
		out = append(out, "sort by "+reader.Spoken(edit.ItemName(ed.Block().Items[i]))+" descending")
	}
	for _, c := range columns(ed, func(c *schema.Column) bool {
		_, there := ed.Scope().Shown(c)
		return there && (c.Role == schema.Label || c.Role == schema.Moment || c.Role == schema.Measure)
	}) {
		out = append(out, "sort by "+c.Said())
	}
	return out
}

// groupings are by kinds, and over time.
func groupings(ed *edit.Editor) []string {
	var out []string
	for _, c := range columns(ed, func(c *schema.Column) bool { return c.Role == schema.Category && c.Distinct > 1 }) {
		out = append(out, "by "+c.Said())
	}
	if ed.Moment() != nil {
		out = append(out, "by month")
	}
	return out
}

// further are columns that the query could show beside its own.
func further(ed *edit.Editor) []string {
	var out []string
	for _, c := range columns(ed, func(c *schema.Column) bool { _, there := ed.Scope().Shown(c); return !there && !c.Key() }) {
		out = append(out, "also show "+c.Said())
	}
	return out
}

// columns are those of the query's tables that a test takes, up to as many as are shown.
func columns(ed *edit.Editor, takes func(*schema.Column) bool) []*schema.Column {
	var out []*schema.Column
	for _, t := range ed.Scope().Home() {
		for _, c := range t.Columns {
			if !c.Hidden && len(out) < reader.Shown && takes(c) {
				out = append(out, c)
			}
		}
	}
	return out
}
