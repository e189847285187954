package engine

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file gives each row of a table figures of its own: the number of its orders beside the number of its reviews. Each
// is counted or summed by a query of its own over the rows that belong to the row; joined together, the orders would
// count once for each review.

// figureFor is what the rows of the other tables that belong to one row of the subject come to.
func figureFor(subject *schema.Table, item operand, tables ...*schema.Table) operand {
	return operand{table: subject, each: &reading{items: []operand{item}, tables: tables}}
}

var (
	fFigures = feat("figures of several tables: each for itself, for each row")
	fMoreOf  = feat("more of one table than of another: for each row")
)

// belongs says that rows of t belong to one row of the subject.
func (r *run) belongs(t, subject *schema.Table) bool {
	return t != nil && t != subject && r.index.Graph.Refers(t, subject)
}

// countFor counts the rows of t for each row of the subject: those that belong to it, or those that another table joins to
// it, each once. False says that neither holds.
func (r *run) countFor(subject, t *schema.Table) (operand, bool) {
	if r.belongs(t, subject) {
		return figureFor(subject, operand{aggregate: count}, t), true
	}
	if t == nil || t == subject || t.PrimaryKey() == nil || r.index.Graph.Distance(t, subject) != 2 {
		return operand{}, false
	}
	return figureFor(subject, operand{aggregate: count, distinct: true, column: t.PrimaryKey()}, t), true
}

// moreThanOther reads "with more orders than reviews": two counts for each row of the subject are compared.
func (r *run) moreThanOther(cue Cue, it *Item, i int) bool {
	word := it.Lower
	if word != "more" && word != "fewer" && word != "less" || r.subject == nil || r.pending != nil {
		return false
	}
	than := r.ahead(i + 1)
	j := r.ahead(than + 1)
	a, sa := r.item(i).BestTable()
	b, sb := r.item(j).BestTable()
	if !r.item(than).Is(Than) || min(sa, sb) < 0.8 || a == b {
		return false
	}
	left, okLeft := r.countFor(r.subject, a)
	right, okRight := r.countFor(r.subject, b)
	if !okLeft || !okRight {
		return false
	}
	r.add(&filter{left: left, operator: cue.Operator, right: &right})
	r.used[i], r.used[j] = true, true
	r.acted = append(r.acted, than)
	r.pos = j + 1
	r.zone = conditions
	r.note(is(fMoreOf))
	return true
}

// moreThanAverage reads "with more orders than average", "more than the average number of orders": the rows of t that
// belong to one of the subject against how many do on average.
func (r *run) moreThanAverage(cue Cue, i int) bool {
	var last int
	j := r.ahead(i + 1)
	switch {
	case r.item(i).Is(Average): // than average orders
		for r.item(j).Is(Count, Of) {
			j = r.ahead(j + 1)
		}
		i, last = j, j
	case r.item(j).Is(Than) && r.item(r.ahead(j+1)).Is(Average): // orders than the average
		last = r.ahead(j + 1)
		for k := r.ahead(last + 1); r.item(k).Is(Count, Of) || r.item(k).Lower == r.item(i).Lower; k = r.ahead(k + 1) {
			last = k
		}
	default:
		return false
	}
	t, s := r.item(i).BestTable()
	if c, cs := r.item(i).BestColumn(); t == nil || s < 0.8 || c != nil && cs > s || r.subject == nil || t == r.subject || r.pending != nil {
		return false
	}
	key := r.keyTo(t, r.subject)
	if key == nil {
		return false
	}
	r.tally(t)
	average := &reading{items: []operand{{aggregate: count, per: key}}, tables: []*schema.Table{key.Table}}
	r.q.having = append(r.q.having, &filter{left: operand{aggregate: count}, operator: cue.Operator, sub: average})
	for k := r.pos; k <= last; k++ {
		r.used[k] = true
		if r.item(k).Is(Than, Average) {
			r.acted = append(r.acted, k)
		}
	}
	r.pos = last + 1
	r.zone = conditions
	r.note(is(fMoreAverage))
	return true
}

var fMoreAverage = feat("more of a table than there are on average: for each row")

// keyTo is the column by which rows of t, or of a table that joins it to the subject, hold a row of the subject.
func (r *run) keyTo(t, subject *schema.Table) *schema.Column {
	for _, e := range r.index.Graph.Path([]*schema.Table{t}, subject) {
		if e.To == subject && len(e.FromColumns) == 1 {
			return e.FromColumns[0]
		}
	}
	return nil
}

// apart gives figures of two tables or more to each row that they are asked for.
func (r *run) apart() {
	subject := r.figured()
	if subject == nil {
		return
	}
	q := r.q
	var out []operand
	var tables []*schema.Table
	for _, o := range q.items {
		switch {
		case o == operand{aggregate: count}:
			for _, t := range r.counts {
				figure, ok := r.countFor(subject, t)
				if !ok {
					return
				}
				out, tables = append(out, figure), append(tables, t)
			}
		case o.aggregate != none && o.column != nil && o.form == itself && o.per == nil && o.when == nil && r.belongs(o.column.Table, subject):
			out, tables = append(out, figureFor(subject, o)), append(tables, o.column.Table)
		case o.aggregate != none:
			return
		default:
			out = append(out, o)
		}
	}
	if len(unique(tables)) < 2 && !(r.empty && len(tables) > 0) || !r.handOut(out, subject) {
		return
	}
	q.items = out
	if len(r.perRow) > 0 {
		r.perRow = nil
		for i := len(subject.Label) - 1; i >= 0; i-- {
			r.shownFirst(operand{column: subject.Label[i]})
		}
	}
	q.tables = slices.DeleteFunc(q.tables, func(t *schema.Table) bool { return slices.Contains(tables, t) })
	r.tallied, r.perSubject = nil, false
	r.note(is(fFigures))
}

// keepsEmpty reads "including those without", "including products with no reviews", "even those with none": groups of no
// rows stay.
func (r *run) keepsEmpty() bool {
	if first := r.peek(0).Lower; !english.Including[first] || first == "with" && r.peek(1).Lower != "zeros" || len(r.perRow) == 0 || len(r.counts)+len(r.q.items) == 0 {
		return false
	}
	i := r.pos + 1
	for r.item(i).Is(Relative, Their, Filler, All, With, Have) && !english.Nobody[r.item(i).Lower] || slices.ContainsFunc(r.item(i).Matches, func(m schema.Match) bool { return slices.Contains(r.perRow, m.Table) && m.Column == nil }) {
		i++
	}
	if !english.Nobody[r.item(i).Lower] {
		return false
	}
	i++
	if slices.ContainsFunc(r.item(i).Matches, func(m schema.Match) bool { return slices.Contains(r.counts, m.Table) }) || r.item(i).Lower == "any" {
		i++
	}
	r.flush()
	r.empty = true
	for r.pos < i {
		r.take()
	}
	return true
}

// figured is the table for whose rows figures are asked for; nil when they are for groups of another sort, or for all.
func (r *run) figured() *schema.Table {
	switch {
	case len(r.perKey)+len(r.grains)+len(r.paces)+len(r.q.having)+len(r.q.orders) > 0:
		return nil
	case len(r.perRow) == 1:
		return r.perRow[0]
	case len(r.perRow) == 0 && len(r.q.items) > 0 && r.q.items[0].aggregate == none && tableOf(r.q.items[0].column) == r.subject:
		return r.subject
	}
	return nil
}

// handOut gives each condition to the figures over its table, unless it is on the subject's own row. False says that one
// belongs nowhere.
func (r *run) handOut(items []operand, subject *schema.Table) bool {
	var rest []*filter
	for _, f := range r.q.filters {
		t := tableOf(f.left.column)
		if t == nil || t == subject || r.index.Graph.Refers(subject, t) {
			rest = append(rest, f)
			continue
		}
		given := false
		for _, o := range items {
			if o.each != nil && slices.ContainsFunc(o.each.all(), func(u *schema.Table) bool { return u == t || r.index.Graph.Refers(u, t) }) {
				o.each.filters = append(o.each.filters, f)
				given = true
			}
		}
		if !given {
			return false
		}
	}
	r.q.filters = rest
	return true
}

func unique(tables []*schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, t := range tables {
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// comparison reads a comparing cue with its right side, and finds its left side.
func (r *run) comparison(it *Item) {
	cue := it.Cue
	if follows := r.item(r.ahead(r.pos + 1)); cue.Kind == AtLeast && (follows.HasNumber || follows.Period != nil || follows.Quoted) {
		r.alternative(&cue)
	}
	if cue.Kind == AtLeast || cue.Kind == Than {
		r.take()
		return
	}
	r.goesOn = r.item(r.pos-1).Is(Or, And, Comma, But)
	r.take()
	if r.negated {
		r.negated, cue.Operator = false, opposite(cue.Operator)
	}
	if it.Lower == "more" || it.Lower == "fewer" || it.Lower == "less" {
		if next := r.peek(0); len(next.Matches) > 0 && !r.thanFollows() && r.item(0).Is(Ask, Who) {
			r.mostOf(Cue{Kind: Most, Desc: it.Lower == "more"})
			return
		}
	}
	i := r.ahead(r.pos)
	for r.item(i).Is(Than) || r.item(i).Is(In) && cue.Kind == Between {
		i = r.ahead(i + 1)
	}
	i = r.yearOf(i)
	if cue.Kind == Compare {
		if r.moreThanOther(cue, it, i) || r.moreThanAverage(cue, i) {
			return
		}
		i = r.leftInside(i)
	}
	if unit := Unit(r.item(i).Lower); r.item(i).Plain() && daysIn[unit] != 0 && r.lasted(cue, &Item{Number: 1}, i-1, unit) {
		r.used[i] = true // "a week": the article is gone
		return
	}
	switch next := r.item(i); {
	case cue.Kind == Between:
		r.between(i)
	case next.Period != nil && !next.HasNumber:
		said := r.item(r.pos).Lower
		r.pos = i
		if next.Period.Rolling && said == "over" { // "over the past 12 months" is within them
			r.period(next)
			return
		}
		r.comparePeriod(cue, next)
	case next.HasNumber:
		r.compareNumber(cue, i)
	case next.Is(Average, Maximum, Minimum, Sum):
		r.compareAggregate(cue, i)
	case next.Quoted, next.Plain() && next.Lower[0] >= '0' && next.Lower[0] <= '9':
		r.pos = i + 1
		if o := r.leftSide(cue); o != nil {
			r.add(&filter{left: *o, operator: cue.Operator, values: []any{next.Text}, literal: true})
		}
	case cue.Kind == Compare && cue.Operator != "=" && cue.Operator != "<>" && r.compareOthers(cue, i):
	case (cue.Operator == "=" || cue.Operator == "<>") && len(next.Values) == 0 && r.compareColumns(cue, i):
	case cue.Operator == "=" || cue.Operator == "<>":
		r.negated = cue.Operator == "<>"
	case len(next.Matches) > 0:
		r.compareColumns(cue, i)
	}
}
