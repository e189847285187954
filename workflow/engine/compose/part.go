package compose

import (
	"cmp"
	"slices"
	"time"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Part is one reading of words as a part of a query about the rows of a table: what is shown, or what groups are told apart
// by.
type Part struct {
	Show []meaning.Term
	// Keys are those of groups, and what is shown of them in Show.
	Keys []meaning.Term
	// Where are conditions on the rows of the figures, said beside them: "euro balance".
	Where  []meaning.Cond
	Score  float64
	Doubts []string
}

// parts makes parts of the covers of an input that leave no word out.
func (c *Composer) parts(input string, of *schema.Table, now time.Time, read func(*draft) []*draft, make func(*draft) Part) []Part {
	parse := c.reader.Read(input, now)
	words := float64(max(len(parse.Words()), 1))
	var out []Part
	for _, cover := range parse.Covers(c.width().covers) {
		if len(cover.Lost) > 0 {
			continue
		}
		p := planOf(cover.Pieces)
		if p.keep != nil || p.sort != nil || p.compare != nil || len(p.loose) > 0 {
			continue
		}
		first := &draft{composer: c, plan: p, query: &meaning.Query{Of: of}, now: now, words: parse.Words()}
		for _, d := range read(first) {
			part := make(d)
			part.Score, part.Doubts = (cover.Score+d.score)/words, append(cover.Guessed(), d.doubts...)
			out = append(out, part)
		}
	}
	slices.SortStableFunc(out, func(a, b Part) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// Dimensions reads words as what the rows of a table are grouped by, best first: "region", "customer and month".
func (c *Composer) Dimensions(input string, of *schema.Table, now time.Time) []Part {
	read := func(d *draft) []*draft {
		p := d.plan
		if len(p.dims) == 0 || len(p.figures)+len(p.nouns)+len(p.conds)+len(p.also) > 0 {
			return nil
		}
		return group(d)
	}
	return c.parts("by "+input, of, now, read, func(d *draft) Part { return Part{Show: d.query.Show, Keys: d.query.Per} })
}

// Figures reads words as measures, best first, those of the rows of a table before others: "number of orders", "euro
// balance", "cost per order".
func (c *Composer) Figures(input string, of *schema.Table, now time.Time) []Part {
	read := func(d *draft) []*draft {
		p := d.plan
		if len(p.figures)+len(p.nouns) == 0 || len(p.dims)+len(p.also) > 0 {
			return nil
		}
		d.query.Of = nil
		var out []*draft
		if len(p.figures) > 0 {
			out = d.askFigures()
		} else {
			out = d.nounAsMeasure(0)
		}
		return slices.DeleteFunc(each(out, restrict), func(f *draft) bool { return len(f.query.Having) > 0 || !f.query.Figures() })
	}
	return c.parts(input, of, now, read, func(d *draft) Part { return Part{Show: d.query.Show, Where: d.query.Where} })
}

// Columns reads words as columns beside the rows of a table, best first: "email and city", "the customer's name".
func (c *Composer) Columns(input string, of *schema.Table, now time.Time) []Part {
	read := func(d *draft) []*draft {
		p := d.plan
		if len(p.nouns)+len(p.also) == 0 || len(p.figures)+len(p.dims)+len(p.conds) > 0 {
			return nil
		}
		for _, n := range p.nouns {
			if len(n.Conds) > 0 {
				return nil
			}
			d.plan.also = append(slices.Clone(d.plan.also), phrase.Also{Names: []phrase.Name{n.Name}, At: n.At})
		}
		return addColumns(d)
	}
	return c.parts(input, of, now, read, func(d *draft) Part { return Part{Show: d.query.Show} })
}

// Listing is a reading of words as rows of a table to list: their columns, conditions and order.
type Listing struct {
	// Of is the table; All says that it was named, or that nothing else was: every column of it is shown.
	Of  *schema.Table
	All bool
	// Named says that words name the table.
	Named bool
	Show  []meaning.Term
	// Where must hold of the rows.
	Where []meaning.Cond
	Sort  []meaning.Key
	Score float64
}

// Listings reads words as rows of one of the tables to list, best first: "abnormal results with the patient, newest first".
func (c *Composer) Listings(input string, of []*schema.Table, now time.Time) []Listing {
	parse := c.reader.Read(input, now)
	words := float64(max(len(parse.Words()), 1))
	var out []Listing
	for _, cover := range parse.Covers(c.width().covers) {
		p := planOf(cover.Pieces)
		if len(cover.Lost) > 0 || len(p.figures)+len(p.dims)+len(p.loose) > 0 || p.keep != nil || p.compare != nil {
			continue
		}
		for _, t := range of {
			first := &draft{composer: c, plan: p, query: &meaning.Query{Of: t}, entity: t, now: now, words: parse.Words()}
			for _, d := range first.listing() {
				out = append(out, Listing{t, d.query.All, p.name(t), d.query.Show, d.query.Where, d.query.Sort, (cover.Score + d.score) / words})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Listing) int { return cmp.Compare(b.Score, a.Score) })
	return out
}

// listing takes the pieces as rows of the table: a noun names it, or a column of its rows.
func (d *draft) listing() []*draft {
	drafts := []*draft{d.fork(0)}
	drafts[0].query.All = true
	for _, n := range d.plan.nouns {
		drafts = each(drafts, func(f *draft) []*draft { return f.listed(n) })
	}
	drafts = each(drafts, restrict)
	drafts = each(drafts, addColumns)
	return slices.DeleteFunc(each(drafts, arrange), func(f *draft) bool { return len(f.query.Having) > 0 })
}

func (d *draft) listed(n phrase.Noun) []*draft {
	var out []*draft
	if names(n.Name, []*schema.Table{d.query.Of}) {
		f := d.fork(0)
		f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
		out = append(out, f)
	}
	if len(n.Conds) > 0 && len(n.Name.Matches) == 0 {
		f := d.fork(0)
		f.plan.conds = append(slices.Clone(f.plan.conds), n.Conds...)
		out = append(out, f)
	}
	for _, o := range d.columns(n.Name, nil) {
		f := d.fork(o.Score - 1)
		f.query.All = false
		f.query.Show = append(f.query.Show, o.Is...)
		out = append(out, f)
	}
	return out
}

// name says that one of the nouns names the table.
func (p *plan) name(t *schema.Table) bool {
	return slices.ContainsFunc(p.nouns, func(n phrase.Noun) bool { return names(n.Name, []*schema.Table{t}) })
}
