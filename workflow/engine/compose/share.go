package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file makes parts of a whole: shares, rates, and how many of those that were asked for are so.

// share is the part of a figure that comes from rows of a kind. Where nothing is said of what, it is the rows of the table
// that the kind belongs to.
func (d *draft) share(f phrase.Figure) []Option[meaning.Term] {
	var whole []Option[meaning.Term]
	if len(f.Noun.Name.Matches) > 0 {
		whole = append(d.measure(f.Noun, "", f.At), d.counts(f.Noun, f.At)...)
		if !uncounted(f.Noun.Name) && (f.Noun.Name.Matches[0].Column == nil || phrase.Several(f.Noun.Name.Text) && names(f.Noun.Name, d.composer.index.Tables)) {
			whole = slices.DeleteFunc(whole, func(o Option[meaning.Term]) bool {
				return o.Is.Kind == meaning.Aggregate && names(f.Noun.Name, []*schema.Table{o.Is.Of})
			})
			for i := range whole {
				if whole[i].Is.Kind == meaning.Count && len(whole[i].Is.Args) == 0 && principal(whole[i].Is.Of) != nil {
					whole[i].Score += costCounted
				}
			}
		}
		// Levels are not shared out.
		whole = slices.DeleteFunc(whole, func(o Option[meaning.Term]) bool { return o.Is.Fn == "avg" })
	} else {
		for _, t := range d.behindCatalogues(d.holders(f.Conds[0]), f.Conds[0]) {
			t.Score += 1 - costPrincipal
			if d.speaks() && !d.spokenOf(t.Is) {
				t.Score -= costLater
			}
			whole = append(whole, Option[meaning.Term]{meaning.CountOf(t.Is, f.At), t.Score})
			whole = append(whole, d.referring(t, f.At)...)
		}
	}
	out := append(d.rateOf(f), d.rateOfMeasure(f)...)
	if f.Fn == phrase.Pieces && len(f.Conds) > 0 {
		return d.rateInPieces(f)
	}
	for _, w := range ranked(whole, 2*mostReadings) {
		w.Is = ofRows(w.Is, f)
		part, score, ok := d.part(w.Is.Of, f.Conds)
		if !ok || slices.ContainsFunc(part, func(c meaning.Cond) bool { return c.Op == meaning.And && len(c.Kids) == 0 }) {
			continue // what is so of all rows is no part of them
		}
		if w.Is.Distinct && slices.ContainsFunc(f.Noun.Name.Matches, func(m schema.Match) bool { return m.Column == nil && d.grouped(m.Table) }) {
			score -= 2 * costAmongNeedless // "share of users that …, by platform" is of users, who have one
		}
		t := meaning.Term{Kind: meaning.Share, Of: w.Is.Of, Args: []meaning.Term{known(w.Is, part)}, Where: part, At: f.At}
		out = append(out, Option[meaning.Term]{t, w.Score + score})
	}
	return ranked(out, mostReadings)
}

// ofThose is the part of the figure before that comes from rows of a kind: "orders per clerk and how many of them were cancelled".
func (d *draft) ofThose(f phrase.Figure) []Option[meaning.Term] {
	i := slices.IndexFunc(d.query.Show, func(t meaning.Term) bool { return t.Kind == meaning.Count || t.Kind == meaning.Aggregate })
	if i < 0 {
		return nil
	}
	whole := d.query.Show[i]
	part, score, ok := d.part(whole.Of, f.Conds)
	if !ok {
		return nil
	}
	t := known(whole, part)
	said := f.Conds[0].At
	t.At, t.Name = f.At, "of which "+strings.Join(d.words[said.From:min(said.To, len(d.words))], " ")
	if f.Fn == phrase.InHundred {
		t = meaning.Term{Kind: meaning.Share, Of: whole.Of, Args: []meaning.Term{t}, Where: part, Name: "percentage " + t.Name, At: f.At}
	} else {
		t.Where = append(slices.Clone(t.Where), part...)
	}
	return []Option[meaning.Term]{{t, 1 + score}}
}

// ofRows counts rows, where what was to be counted is what a condition is on: "share of grade A" is of rows, not of grades.
func ofRows(whole meaning.Term, f phrase.Figure) meaning.Term {
	if whole.Kind != meaning.Count || !whole.Distinct || len(whole.Args) != 1 || whole.Args[0].Column == nil || phrase.Several(f.Noun.Name.Text) {
		return whole
	}
	on := func(c phrase.Cond) bool {
		return c.Kind == phrase.IsValue && slices.ContainsFunc(c.Values, func(v phrase.Value) bool {
			return slices.ContainsFunc(v.Matches, func(m schema.ValueMatch) bool { return m.Column == whole.Args[0].Column })
		})
	}
	if !slices.ContainsFunc(f.Conds, on) {
		return whole
	}
	return meaning.CountOf(whole.Of, f.At)
}

// rateOf is the part of what happened to which something else did: the return rate of order lines is of those with a return.
func (d *draft) rateOf(f phrase.Figure) []Option[meaning.Term] {
	if len(f.Noun.Name.Matches) > 0 || len(f.Conds) != 1 || f.Conds[0].Kind != phrase.Done {
		return nil
	}
	var out []Option[meaning.Term]
	for _, m := range f.Conds[0].Name.Matches {
		if m.Column != nil {
			continue
		}
		if came, ok := d.cameToPass(m.Table, f.At); ok {
			out = append(out, Option[meaning.Term]{came, m.Score()})
			continue
		}
		for _, e := range d.composer.index.Graph.Of(m.Table) {
			if e.From != m.Table || e.To == m.Table || e.To.Class != schema.Fact || !e.Sure() {
				continue
			}
			part := meaning.Cond{Op: meaning.Exists, Rows: m.Table, At: f.At}
			t := meaning.Term{Kind: meaning.Share, Of: e.To, Args: []meaning.Term{meaning.CountOf(e.To, f.At)}, Where: []meaning.Cond{part}, At: f.At}
			out = append(out, Option[meaning.Term]{t, m.Score() - costPrincipal})
		}
	}
	return out
}

// cameToPass is the part of rows that say of themselves that what they tell of came to pass: an attendance rate is of those who were down
// for it, of whom some were present. ok is false where no value says so.
func (d *draft) cameToPass(t *schema.Table, at meaning.Span) (share meaning.Term, ok bool) {
	for _, c := range t.Columns {
		if c.Hidden || c.Role != schema.Category && len(c.Codes) == 0 {
			continue
		}
		part := meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(c, at), At: at}
		for _, code := range c.Codes {
			if code.Value != nil && phrase.CameToPass(t, code.Phrase) {
				part.Values = []any{code.Value}
			}
		}
		for _, held := range d.composer.index.Held(c) {
			if part.Values == nil && phrase.CameToPass(t, held) {
				part.Values = []any{held}
			}
		}
		if part.Values != nil {
			return meaning.Term{Kind: meaning.Share, Of: t, Args: []meaning.Term{meaning.CountOf(t, at)}, Where: []meaning.Cond{part}, At: at}, true
		}
	}
	return share, false
}

// rateOfMeasure is an amount of rows in a hundred of the one that it is a part of: "waste percentage" is of what was made, "click rate"
// of how often something was shown.
func (d *draft) rateOfMeasure(f phrase.Figure) []Option[meaning.Term] {
	if len(f.Noun.Name.Matches) > 0 || len(f.Conds) != 1 || f.Conds[0].Kind != phrase.Done || f.Conds[0].Not {
		return nil
	}
	var out []Option[meaning.Term]
	for _, m := range f.Conds[0].Name.Matches {
		if m.Column == nil || !measures(m.Column) || m.Column.Role != schema.Measure || m.Column.Aggregate != schema.Sum {
			continue
		}
		if whole := partOf(m.Column); whole != nil {
			out = append(out, Option[meaning.Term]{inHundred(meaning.AggregateOf("sum", m.Column, f.At), meaning.AggregateOf("sum", whole, f.At), m.Column.Spoken()+" as percentage of "+whole.Spoken(), f.At), m.Score()})
		}
	}
	return out
}

// partOf is the amount of the same row, counted in the same way, of which another is a part; nil where none is.
func partOf(part *schema.Column) *schema.Column {
	words := english.ProducedWords
	if hasStem(part.Words, english.LossWords) {
		words = slices.Concat([]string{"total", "input", "received", "planned"}, english.ProducedWords)
	}
	for _, word := range words {
		for _, c := range part.Table.Columns {
			if c == part || !c.Has(word) || !measures(c) || c.Role != schema.Measure || c.Aggregate != schema.Sum {
				continue
			}
			same := len(part.Words) > 1 && c.Words[len(c.Words)-1] == part.Words[len(part.Words)-1] || c.Unit != "" && c.Unit == part.Unit || len(part.Words) == 1 && len(c.Words) == 1
			if same && (!c.Numeric || !part.Numeric || c.High >= part.High) {
				return c
			}
		}
	}
	return nil
}

// inHundred is one figure in a hundred of another.
func inHundred(part, whole meaning.Term, name string, at meaning.Span) meaning.Term {
	over := meaning.Term{Kind: meaning.Arithmetic, Fn: "*", Args: []meaning.Term{{Kind: meaning.Number, Value: 100.0}, part}}
	return meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{over, whole}, Name: name, At: at}
}

// rateInPieces is how many pieces something was done to, in a hundred of those that were sold: "return rate in pieces".
func (d *draft) rateInPieces(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range f.Conds[0].Name.Matches {
		i := slices.IndexFunc(m.Table.Columns, isQuantity)
		if m.Column != nil || i < 0 {
			continue
		}
		done := meaning.AggregateOf("sum", m.Table.Columns[i], f.At)
		for _, sold := range d.pieces("sum", f.At) {
			if sold.Is.Of == m.Table {
				continue
			}
			part := done
			if steps, ok := d.way(m.Table, sold.Is.Of); ok && steps == 1 { // each piece counts when it was sold
				each := meaning.Term{Kind: meaning.Among, Fn: "sum", Of: m.Table, Args: done.Args, At: f.At}
				part = meaning.Term{Kind: meaning.Aggregate, Fn: "sum", Of: sold.Is.Of, Args: []meaning.Term{each}, At: f.At}
			}
			out = append(out, Option[meaning.Term]{inHundred(part, sold.Is, schema.Plural(meaning.Called(m.Table))+" as percentage of "+phrase.Pieces, f.At), m.Score() + sold.Score - 1})
		}
	}
	return ranked(out, mostReadings)
}

// known is a figure over the rows of which it is known whether they are of a part: who has not sat the exam is none of those who
// failed it, what has not arrived is not late.
func known(whole meaning.Term, part []meaning.Cond) meaning.Term {
	for _, c := range part {
		if own := c.Left.Column; own != nil && own.Nullable && (own.Role == schema.Flag || c.Right != nil) && (whole.Kind == meaning.Count || whole.Kind == meaning.Aggregate) {
			whole.Where = append(slices.Clone(whole.Where), meaning.Cond{Op: meaning.NotNull, Left: c.Left, At: c.At})
		}
	}
	return whole
}

// sharesToo shows the share that each of the first of things has of what all of them come to.
func sharesToo(d *draft) []*draft {
	if !d.plan.sharesToo {
		return []*draft{d}
	}
	f := d.fork(0)
	for _, k := range f.query.Sort {
		if k.Term.Kind == meaning.Count && !k.Term.Distinct || k.Term.Kind == meaning.Aggregate && k.Term.Fn == "sum" {
			f.query.Show = append(f.query.Show, meaning.Term{Kind: meaning.OfTotal, Args: []meaning.Term{k.Term}, At: k.Term.At})
			return []*draft{f}
		}
	}
	return nil // levels are not shared out
}
