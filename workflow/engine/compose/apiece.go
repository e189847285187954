package compose

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file shares figures out among rows that nobody looks at one by one: "revenue per visit by specialty" is what a visit brings in, in each
// specialty, and no list of visits.

// forEach takes figures for one of the things that were said behind them, where what they are taken by is told by each of those things.
func forEach(d *draft) []*draft {
	if !d.sharedOutFirst() || !d.query.Figures() || d.plan.compare != nil {
		return []*draft{d}
	}
	for _, o := range d.dimension(d.plan.dims[0]) {
		if len(o.Is.keys) == 0 || o.Is.keys[0].Column == nil || !subset(o.Is.keys, d.query.Per) {
			continue
		}
		one := d.toldApart(o.Is.keys[0].Column)
		if f := d.fork(0); f.shareAmong(one, o.Is, d.plan.dims[0].At) {
			return []*draft{f}
		}
	}
	return []*draft{d}
}

// toldApart is the table whose rows a key of groups tells apart.
func (d *draft) toldApart(key *schema.Column) *schema.Table {
	for _, e := range d.composer.index.Graph.Of(key.Table) {
		if e.From == key.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == key {
			return e.To
		}
	}
	return key.Table
}

// sharedOutFirst says that the first of what figures are taken by is said with "per" right behind one, and before another that it is taken by.
func (d *draft) sharedOutFirst() bool {
	p := d.plan
	if len(p.dims) < 2 || p.keep != nil {
		return false
	}
	behind := func(i int) string {
		if at := p.dims[i].At.From; at > 0 && at <= len(d.words) {
			return d.words[at-1]
		}
		return ""
	}
	first := p.dims[0]
	figure := slices.ContainsFunc(p.figures, func(f phrase.Figure) bool { return f.At.To == first.At.From-1 })
	return figure && first.Each && first.Grain == "" && len(first.Conds) == 0 && behind(0) == "per" && behind(1) != "and" && behind(1) != ","
}

// shareAmong makes the figures so much for one of a table's rows, of which keys tell the single ones; false where they are taken by each.
func (d *draft) shareAmong(one *schema.Table, by grouping, at meaning.Span) bool {
	rest := func(list []meaning.Term) []meaning.Term {
		return slices.DeleteFunc(slices.Clone(list), func(t meaning.Term) bool {
			return !t.Figure() && (slices.ContainsFunc(by.keys, t.Equal) || slices.ContainsFunc(by.shown, t.Equal))
		})
	}
	per := rest(d.query.Per)
	few := one.Named() && one.Rows <= fewKinds
	if len(per) == 0 || few || slices.ContainsFunc(per, func(t meaning.Term) bool { return !d.knows(one, t) }) {
		return false
	}
	show := rest(d.query.Show)
	for i, t := range show {
		if !t.Figure() {
			continue
		}
		each, ok := d.forOne(t, one, at)
		if !ok {
			return false
		}
		show[i] = each
	}
	d.query.Per, d.query.Show = per, show
	if d.entity == one {
		d.entity = nil
	}
	return true
}

// forOne is a figure for one of a table's rows: the mean of what each has, or by how many of them there are.
func (d *draft) forOne(t meaning.Term, one *schema.Table, at meaning.Span) (meaning.Term, bool) {
	summed := t.Kind == meaning.Aggregate && t.Fn == "sum"
	switch {
	case t.Kind != meaning.Count && !summed, t.Distinct:
		return t, false
	case t.Of == one && summed:
		t.Fn = "avg"
		return t, true
	case t.Of == one || !meaning.Refers(d.composer.index, t.Of, one):
		return t, false
	}
	return meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{t, asCounted(t, meaning.CountOf(one, at))}, At: t.At.Join(at)}, true
}

// knows says that each row of a table tells a key: its own column or time, or one of what it refers to, to which the figures lead through it
// alone.
func (d *draft) knows(one *schema.Table, key meaning.Term) bool {
	if key.Column == nil || key.Kind == meaning.Time {
		return !one.Named() && key.Kind == meaning.Time
	}
	to := key.Column.Table
	above, ok := d.way(one, to)
	if !ok {
		return false
	}
	for _, fact := range d.facts() {
		steps, ok := d.way(fact, one)
		whole, also := d.way(fact, to)
		if !ok || !also || one.Named() && whole != steps+above {
			return false
		}
	}
	return true
}

// subset says that a list holds all terms of another.
func subset(of, list []meaning.Term) bool {
	return !slices.ContainsFunc(of, func(t meaning.Term) bool { return !contains(list, t) })
}

// byForOne makes the first of things by a figure per row of what refers to them the first by what one of those has: "which plan has the highest
// amount per claim".
func (d *draft) byForOne(k phrase.Keep) phrase.Keep {
	if k.By == nil || len(k.Each) != 1 || k.Grain != "" {
		return k
	}
	each := k.Each[0]
	if each.Grain != "" || len(each.Name.Matches) == 0 || each.At.From < 1 || d.words[each.At.From-1] != "per" {
		return k
	}
	one, of := each.Name.Matches[0], k.Noun.Name.Matches
	if one.Column != nil || len(of) == 0 || of[0].Column == nil && of[0].Table == one.Table || !meaning.Refers(d.composer.index, one.Table, of[0].Table) {
		return k
	}
	by := phrase.Figure{Kind: phrase.Mean, Args: []phrase.Figure{*k.By, {Kind: phrase.Count, Noun: phrase.Noun{Name: each.Name, Conds: each.Conds, At: each.At}, At: each.At}}, At: k.By.At.Join(each.At)}
	own := func(m schema.Match) bool { return m.Column != nil && m.Table == one.Table }
	if over := *k.By; (over.Kind == phrase.Plain || over.Kind == phrase.Aggregate && over.Fn == "sum") && len(over.Noun.Name.Matches) > 0 && own(over.Noun.Name.Matches[0]) {
		over.Kind, over.Fn = phrase.Aggregate, "avg"
		by = over
	}
	k.By, k.Each = &by, nil
	return k
}

// besides says that rows refer to the things that are kept, and not by the ones that a figure of them is shared out among: whom a doctor saw are
// those of the visits, whoever their own doctor is.
func (d *draft) besides(fact, one *schema.Table) bool {
	if d.plan.keep == nil || d.plan.keep.Noun == nil || len(d.plan.keep.Noun.Name.Matches) == 0 {
		return false
	}
	to := d.plan.keep.Noun.Name.Matches[0].Table
	whole, ok := d.way(fact, to)
	steps, also := d.way(fact, one)
	above, up := d.way(one, to)
	return ok && also && steps > 0 && up && whole < steps+above
}

// referredTo is how many different rows of a table the rows of another refer to.
func (d *draft) referredTo(fact, one *schema.Table, at meaning.Span) meaning.Term {
	path, ok := meaning.Way(d.composer.index, fact, one, nil)
	if !ok || len(path) == 0 || len(path[len(path)-1].FromColumns) != 1 {
		return meaning.CountOf(one, at)
	}
	key := meaning.ColumnTerm(path[len(path)-1].FromColumns[0], at)
	return meaning.Term{Kind: meaning.Count, Of: fact, Args: []meaning.Term{key}, Distinct: true, At: at}
}
