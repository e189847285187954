package judgement

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/schema"
)

// This file lets a doubt go with what it was about: a filter that went, or came back; a word that has a part by now; a table that is no
// longer joined; rows that came. What is left of the doubts of an answer is handed on to the next one. A session keeps doubts as they
// were told, so that they are known by their words.

// What is doubted about rows, in words.
const (
	noRows       = "no rows meet this"
	voidRows     = "nothing meets this: the figures are zero or missing"
	blankFigure  = " has no value in any row"
	repeatedRows = "whole rows are repeated"
)

// settle drops the doubts of the statement before that no longer hold. Where none is left the person has put right what was unsure:
// the statement before is as sure as any.
func (b *bench) settle() {
	if b.before == nil || len(b.claim.Doubted) == 0 {
		return
	}
	b.claim.Doubted = slices.DeleteFunc(slices.Clone(b.claim.Doubted), b.settled)
	if len(b.claim.Doubted) == 0 && b.claim.Prior > 0 {
		b.claim.Prior = max(b.claim.Prior, dialog.HighFrom)
	}
}

// settled says that what a doubt is about is no longer so.
func (b *bench) settled(doubt string) bool {
	doubt = strings.TrimPrefix(doubt, before)
	if had, has := ofPart(doubt, b.before), ofPart(doubt, b.after); had && !has {
		return true
	}
	if rows := b.claim.Rows; rows != nil && rows.Count > 0 {
		switch {
		case doubt == noRows:
			return true
		case doubt == voidRows:
			return !rows.Void
		case strings.HasSuffix(doubt, blankFigure):
			return rows.Blank == ""
		}
	}
	return b.returned(doubt) || b.conditionGone(doubt) || b.used(doubt)
}

// ofPart says that a statement has the part that a reason is about.
func ofPart(doubt string, p *parts) bool {
	for _, r := range reasons {
		if r.text == doubt && r.still != nil {
			return r.still(p)
		}
	}
	return false
}

// goneUnasked ends a doubt about something of the statement before that went without being let go.
const goneUnasked = " is gone, and nobody asked for that"

// returned says that the filter, the join or the column that was missed is there again.
func (b *bench) returned(doubt string) bool {
	lost, ok := strings.CutSuffix(doubt, goneUnasked)
	return ok && slices.ContainsFunc(b.changes, func(c statement.Change) bool {
		switch c.Kind {
		case statement.AddedPredicate:
			return lost == "the filter "+c.After
		case statement.AddedTable:
			return lost == "the join with "+c.Subject
		case statement.AddedColumn:
			return lost == "the column "+c.After
		}
		return false
	})
}

// conditionGone says that a doubt speaks of a condition of the statement before, and of none of this one.
func (b *bench) conditionGone(doubt string) bool {
	concerned := func(c condition) bool { return speaksOfCondition(doubt, c) }
	return !strings.HasSuffix(doubt, goneUnasked) && !ofUnused(doubt) &&
		slices.ContainsFunc(b.before.conditions, concerned) && !slices.ContainsFunc(b.after.conditions, concerned)
}

// ofUnused says that a doubt is about a word without a part.
func ofUnused(doubt string) bool {
	return slices.ContainsFunc([]string{" was not used", " had no part", " means nothing here", " no condition holds it"}, func(end string) bool { return strings.HasSuffix(doubt, end) })
}

var quoted = regexp.MustCompile(`"([^"]+)"`)

// used says that a word that had no part is what a condition asks for by now.
func (b *bench) used(doubt string) bool {
	m := quoted.FindStringSubmatch(doubt)
	return m != nil && ofUnused(doubt) && slices.ContainsFunc(b.fresh(), func(c condition) bool {
		return slices.ContainsFunc(c.texts, func(text string) bool { return strings.EqualFold(text, m[1]) })
	})
}

var namesIn = regexp.MustCompile(`[\p{L}\p{N}_]+`)

// speaksOfCondition says that a doubt quotes a condition, or names its column or one of its values.
func speaksOfCondition(doubt string, c condition) bool {
	if strings.Contains(doubt, c.sql) {
		return true
	}
	lower := strings.ToLower(doubt)
	named := slices.Contains(namesIn.FindAllString(lower, -1), strings.ToLower(c.column.Name))
	return named || slices.ContainsFunc(c.texts, func(text string) bool {
		return strings.HasSuffix(doubt, " "+text) || strings.Contains(lower, `"`+strings.ToLower(text)+`"`)
	})
}

func (p *parts) showsAll() bool      { return p.star }
func (p *parts) joinsTables() bool   { return len(p.tables) > 1 }
func (p *parts) hasConditions() bool { return len(p.conditions) > 0 }

// asksOfTime says whether a condition is on a moment.
func (p *parts) asksOfTime() bool {
	return slices.ContainsFunc(p.conditions, func(c condition) bool { return c.column.Role == schema.Moment })
}
