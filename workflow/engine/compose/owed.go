package compose

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file holds what is still owed: what rows ask for less what was paid of it, as a column of theirs tells or rows that refer to them.

const (
	// costWhole is what is owed read as all that was asked for, where nothing tells how much of it was paid.
	costWhole = 0.1
	// costOther is what is owed on rows that nobody spoke of, by how unlikely these are to ask for money.
	costOther = 0.02
)

// owedOn is what is still owed on rows that ask for money; by a figure that was taught for it, where one is.
func (d *draft) owedOn(f phrase.Figure) []Option[meaning.Term] {
	if taught := d.owedAsTaught(f); len(taught) > 0 {
		return taught
	}
	var out []Option[meaning.Term]
	for _, t := range d.composer.index.Tables {
		asking := english.BilledWords
		if f.Fn == phrase.Ours {
			if asking = english.Payable; !d.toCreditors(t) {
				continue
			}
		}
		asked := slices.IndexFunc(asking, func(w string) bool { return slices.Contains(t.Words, w) })
		named := names(f.Noun.Name, []*schema.Table{t})
		if t.Personal() || f.Noun.Name.At.Said() && !named {
			continue
		}
		score := 1.0
		if !named && !d.spokenOf(t) {
			score -= costPrincipal / 2
		}
		if asked >= 0 {
			score -= costOther * float64(asked)
		}
		open, told := d.openOnly(t, f)
		rest, netted := d.rest(t)
		switch {
		case rest.Kind == meaning.NoTerm, !netted && (asked < 0 || !told):
			continue
		case !netted:
			score -= costWhole
		}
		term := meaning.Term{Kind: meaning.Aggregate, Fn: "sum", Of: t, Args: []meaning.Term{rest}, Where: open, At: f.At}
		if netted {
			term.Name = "amount owed"
		}
		out = append(out, Option[meaning.Term]{term, score})
	}
	return ranked(out, mostReadings)
}

// owedAsTaught are the figures that a person defined what is owed by, where it is owed to us.
func (d *draft) owedAsTaught(f phrase.Figure) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, c := range d.composer.index.Metrics() {
		if !c.Metric.Owed || f.Fn == phrase.Ours || f.Noun.Name.At.Said() && !names(f.Noun.Name, c.Metric.Tables) {
			continue
		}
		out = append(out, Option[meaning.Term]{computed(d.composer.index, c, "", f.At), 1})
	}
	return out
}

// toCreditors says that rows of a table tell of those from whom we buy.
func (d *draft) toCreditors(t *schema.Table) bool {
	return hasWord(t.Words, english.Creditors) || slices.ContainsFunc(d.composer.index.Graph.Of(t), func(e *schema.Edge) bool {
		return e.From == t && e.To != t && (hasWord(e.To.Words, english.Creditors) || slices.ContainsFunc(e.FromColumns, func(c *schema.Column) bool { return hasWord(c.Words, english.Creditors) }))
	})
}

// openOnly is the condition that rows are not done with, where their status tells and the words do not.
func (d *draft) openOnly(t *schema.Table, f phrase.Figure) ([]meaning.Cond, bool) {
	said := func(c phrase.Cond) bool { return c.Kind == phrase.Pending || c.Kind == phrase.Overdue }
	if slices.ContainsFunc(d.plan.conds, said) || slices.ContainsFunc(f.Noun.Conds, said) {
		return nil, true
	}
	if open, ok := d.calledOpen(t, f.At); ok {
		return []meaning.Cond{open}, true
	}
	list := d.pending(t, phrase.Cond{Kind: phrase.Pending, At: f.At})
	if len(list) == 0 {
		return nil, false
	}
	return []meaning.Cond{list[0].Is}, true
}

// calledOpen is the condition by which a person called rows of a table unpaid; ok is false where nobody did.
func (d *draft) calledOpen(t *schema.Table, at meaning.Span) (open meaning.Cond, ok bool) {
	for _, word := range english.UnpaidWords {
		for _, m := range d.composer.index.Values(word) {
			if m.Column.Table == t && m.Column.Condition != nil && m.Whole {
				return meaning.Cond{Op: meaning.Equal, Left: meaning.ColumnTerm(m.Column, at), Values: []any{m.Value}, At: at}, true
			}
		}
	}
	return open, false
}

// rest is what is left to pay of a row; netted says that what was paid is taken off.
func (d *draft) rest(t *schema.Table) (rest meaning.Term, netted bool) {
	total := asking(t)
	if total == nil {
		return rest, false
	}
	less := func(paid meaning.Term) meaning.Term {
		return meaning.Term{Kind: meaning.Arithmetic, Fn: "-", Args: []meaning.Term{meaning.ColumnTerm(total, meaning.Span{}), paid}}
	}
	for _, c := range t.Columns {
		if c != total && measures(c) && c.Role == schema.Measure && c.Aggregate == schema.Sum && hasStem(c.Words, english.OwedNets) {
			return less(meaning.ColumnTerm(c, meaning.Span{})), true
		}
	}
	for _, e := range d.composer.index.Graph.Of(t) {
		if e.To != t || e.From == t || len(e.FromColumns) != 1 || !pays(e.From, t) {
			continue
		}
		if amount := worthOf(e.From); amount != nil {
			paid := meaning.Term{Kind: meaning.Among, Fn: "sum", Of: e.From, Args: []meaning.Term{meaning.ColumnTerm(amount, meaning.Span{})}}
			return less(paid), true
		}
	}
	return meaning.ColumnTerm(total, meaning.Span{}), false
}

// asking is the column that says how much money a row asks for, tax included.
func asking(t *schema.Table) *schema.Column {
	if t.Gross != nil && t.Gross.Metric == nil {
		return t.Gross
	}
	for _, word := range []string{"gross", "total"} {
		for _, c := range t.Columns {
			if c.Has(word) && measures(c) && c.Role == schema.Measure && c.Aggregate == schema.Sum && !c.Has(english.AddedTo...) && !hasStem(c.Words, english.OwedNets) {
				return c
			}
		}
	}
	if c := worthOf(t); c != nil && c.Metric == nil && !tallies(c) {
		return c
	}
	return nil
}

// pays says that rows of a table bring the money that those of another ask for.
func pays(t, bill *schema.Table) bool {
	return hasWord(t.Words, english.PaymentWords) || hasWord(bill.Words, english.PledgeWords) && hasWord(t.Words, english.GiftWords)
}

// openAlone makes the condition that rows are not done with one of all rows, where nothing but what is owed on them is asked for.
func (d *draft) openAlone() {
	if len(d.plan.figures) != 1 || d.plan.figures[0].Kind != phrase.Owed {
		return
	}
	for i, t := range d.query.Show {
		if t.Kind == meaning.Aggregate && len(t.Where) > 0 {
			d.query.Where = append(d.query.Where, t.Where...)
			d.query.Show[i].Where = nil
		}
	}
}
