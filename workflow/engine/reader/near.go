package reader

import (
	"context"
	"slices"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/judgement"
	"parley/workflow/schema"
)

// This file reads a question anew where words of it mean nothing here: each is supposed to stand for the names that are near it
// in meaning, and the readings that come of it compete like others. What was supposed is told, and never sure.

// nearChance is the most that a reading counts for that rests on words near in meaning.
const nearChance = 0.6

// nearer is the reading by names near in meaning of words that mean nothing here; nil when there is none, taken (nil: none) is
// likelier, or a composed reading has a part for every word: it knows phrases of which no word is a name.
func (e *Engine) nearer(ctx context.Context, r workflow.Request, p *Pool, taken *Option) (*Option, error) {
	if e.literal {
		return nil, nil
	}
	words := e.unnamed(r, taken != nil)
	if len(words.plain) == 0 || slices.ContainsFunc(p.Options, func(o *Option) bool { return o.evidence.Composed && o.evidence.Lost == 0 }) {
		return nil, nil
	}
	index, linked := e.Index.Supposing(words.plain, words.counted, words.all)
	if len(linked) == 0 {
		return nil, nil
	}
	supposing := *e
	supposing.Index, supposing.Tagger, supposing.Composer = index, tag.NewTagger(index), compose.New(index)
	anew, err := supposing.Options(ctx, r)
	if err != nil {
		return nil, err
	}
	found := anew.answer()
	if found == nil || found.evidence.None || slices.ContainsFunc(found.Draft.Ignored, words.matters) || taken != nil && found.Chance() < taken.Chance()-nearMargin {
		return nil, nil
	}
	if found.most == 0 || found.most > nearChance {
		found.most = nearChance
	}
	found.Draft.Notes = slices.DeleteFunc(found.Draft.Notes, func(n string) bool {
		return slices.ContainsFunc(linked, func(w string) bool { return n == AssumedNote+w })
	})
	found.Draft.Supposed = supposing.supposed(r, linked, found.Draft)
	return found, nil
}

// supposed says what the words were taken for in a draft.
func (e *Engine) supposed(r workflow.Request, words []string, d *workflow.Draft) []judgement.Supposed {
	var out []judgement.Supposed
	sql := strings.ToLower(d.Statement.SQL())
	for _, it := range e.Tagger.Tag(r.Question, r.Now) {
		at := slices.IndexFunc(words, func(w string) bool { return slices.Contains(strings.Fields(it.Lower), w) })
		if at < 0 {
			continue
		}
		for _, m := range it.Matches {
			name := m.Table.Name
			if m.Column != nil {
				name = m.Column.Name
			}
			if strings.Contains(sql, strings.ToLower(name)) {
				out = append(out, judgement.Supposed{Word: words[at], Name: name})
				break
			}
		}
	}
	return out
}

// nearMargin is how much less likely than a reading that leaves words out one that has parts for them may be.
const nearMargin = 0.1

// unnamed are words of a question.
type unnamed struct {
	// plain are those that mean nothing here, counted those of them of which there is a number.
	plain, counted, all []string
	// nouns are those of all that stand like nouns.
	nouns []string
}

// matters says that the text has a word that stands like a noun: a reading must have a part for it.
func (u unnamed) matters(text string) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return slices.Contains(u.nouns, w) })
}

// unnamed are the words of a question that mean nothing here. Where there is a reading that they have no part in, they are those
// that stand like nouns: a verb or a participle mostly says what keys and names say already.
func (e *Engine) unnamed(r workflow.Request, nouns bool) (out unnamed) {
	items := e.Tagger.Items(r.Question, r.Now)
	for i, it := range items {
		out.all = append(out.all, strings.Fields(it.Lower)...)
		noun := nounAt(items, i)
		if noun {
			out.nouns = append(out.nouns, strings.Fields(it.Lower)...)
		}
		if i == 0 {
			continue // what an input begins with is what it is about: another thing is no other word for one that is here
		}
		if !it.Plain() || it.Quoted || it.Capital || !tag.Letters(it.Lower) || nouns && !noun {
			continue
		}
		out.plain = append(out.plain, it.Lower)
		if i > 0 && items[i-1].Is(tag.Count) || i > 1 && items[i-1].Is(tag.Of) && items[i-2].Is(tag.Count) || i+1 < len(items) && items[i+1].Is(tag.Count) {
			out.counted = append(out.counted, it.Lower)
		}
	}
	return out
}

// nounAt says that the item at i stands where a noun does.
func nounAt(items []tag.Item, i int) bool {
	w := items[i].Lower
	if schema.Participle(w) || strings.HasSuffix(w, "ly") || strings.HasSuffix(w, "ing") {
		return false
	}
	attribute := i+1 < len(items) && items[i+1].Mention() // "late orders": it says which
	return !attribute && (i == 0 || !english.BeforeVerbs[items[i-1].Lower] && !items[i-1].Mention())
}
