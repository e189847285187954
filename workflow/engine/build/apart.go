package build

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file gives each row of a table figures of its own: the number of its orders beside the number of its reviews. Each
// is counted or summed by a query of its own over the rows that belong to the row; joined together, the orders would
// count once for each review.

// figureFor is what the rows of the other tables that belong to one row of the subject come to.
func figureFor(subject *schema.Table, item reading.Operand, tables ...*schema.Table) reading.Operand {
	return reading.Operand{Table: subject, Each: &reading.Reading{Items: []reading.Operand{item}, Tables: tables}}
}

var (
	fFigures = reading.Feat("figures of several tables: each for itself, for each row")
	fMoreOf  = reading.Feat("more of one table than of another: for each row")
)

// belongs says that rows of t belong to one row of the subject.
func belongs(r *reading.Run, t, subject *schema.Table) bool {
	return t != nil && t != subject && r.Index.Graph.Refers(t, subject)
}

// countFor counts the rows of t for each row of the subject: those that belong to it, or those that another table joins to
// it, each once. False says that neither holds.
func countFor(r *reading.Run, subject, t *schema.Table) (reading.Operand, bool) {
	if belongs(r, t, subject) {
		return figureFor(subject, reading.Operand{Aggregate: reading.Count}, t), true
	}
	if t == nil || t == subject || t.PrimaryKey() == nil || r.Index.Graph.Distance(t, subject) != 2 {
		return reading.Operand{}, false
	}
	return figureFor(subject, reading.Operand{Aggregate: reading.Count, Distinct: true, Column: t.PrimaryKey()}, t), true
}

// moreThanOther reads "with more orders than reviews": two counts for each row of the subject are compared.
func moreThanOther(r *reading.Run, cue tag.Cue, it *tag.Item, i int) bool {
	word := it.Lower
	if word != "more" && word != "fewer" && word != "less" || r.Subject == nil || r.Pending != nil {
		return false
	}
	than := r.Ahead(i + 1)
	j := r.Ahead(than + 1)
	a, sa := r.Item(i).BestTable()
	b, sb := r.Item(j).BestTable()
	if !r.Item(than).Is(tag.Than) || min(sa, sb) < 0.8 || a == b {
		return false
	}
	left, okLeft := countFor(r, r.Subject, a)
	right, okRight := countFor(r, r.Subject, b)
	if !okLeft || !okRight {
		return false
	}
	r.Add(&reading.Filter{Left: left, Operator: cue.Operator, Right: &right})
	r.Used[i], r.Used[j] = true, true
	r.Acted = append(r.Acted, than)
	r.Pos = j + 1
	r.Zone = reading.Conditions
	r.Note(reading.Is(fMoreOf))
	return true
}

// moreThanAverage reads "with more orders than average", "more than the average number of orders": the rows of t that
// belong to one of the subject against how many do on average.
func moreThanAverage(r *reading.Run, cue tag.Cue, i int) bool {
	var last int
	j := r.Ahead(i + 1)
	switch {
	case r.Item(i).Is(tag.Average): // than average orders
		for r.Item(j).Is(tag.Count, tag.Of) {
			j = r.Ahead(j + 1)
		}
		i, last = j, j
	case r.Item(j).Is(tag.Than) && r.Item(r.Ahead(j+1)).Is(tag.Average): // orders than the average
		last = r.Ahead(j + 1)
		for k := r.Ahead(last + 1); r.Item(k).Is(tag.Count, tag.Of) || r.Item(k).Lower == r.Item(i).Lower; k = r.Ahead(k + 1) {
			last = k
		}
	default:
		return false
	}
	t, s := r.Item(i).BestTable()
	if c, cs := r.Item(i).BestColumn(); t == nil || s < 0.8 || c != nil && cs > s || r.Subject == nil || t == r.Subject || r.Pending != nil {
		return false
	}
	key := keyTo(r, t, r.Subject)
	if key == nil {
		return false
	}
	r.Tally(t)
	average := &reading.Reading{Items: []reading.Operand{{Aggregate: reading.Count, Per: key}}, Tables: []*schema.Table{key.Table}}
	r.Q.Having = append(r.Q.Having, &reading.Filter{Left: reading.Operand{Aggregate: reading.Count}, Operator: cue.Operator, Sub: average})
	for k := r.Pos; k <= last; k++ {
		r.Used[k] = true
		if r.Item(k).Is(tag.Than, tag.Average) {
			r.Acted = append(r.Acted, k)
		}
	}
	r.Pos = last + 1
	r.Zone = reading.Conditions
	r.Note(reading.Is(fMoreAverage))
	return true
}

var fMoreAverage = reading.Feat("more of a table than there are on average: for each row")

// keyTo is the column by which rows of t, or of a table that joins it to the subject, hold a row of the subject.
func keyTo(r *reading.Run, t, subject *schema.Table) *schema.Column {
	for _, e := range r.Index.Graph.Path([]*schema.Table{t}, subject) {
		if e.To == subject && len(e.FromColumns) == 1 {
			return e.FromColumns[0]
		}
	}
	return nil
}

// apart gives figures of two tables or more to each row that they are asked for.
func apart(r *reading.Run) {
	subject := figured(r)
	if subject == nil {
		return
	}
	q := r.Q
	var out []reading.Operand
	var tables []*schema.Table
	for _, o := range q.Items {
		switch {
		case o == reading.Operand{Aggregate: reading.Count}:
			for _, t := range r.Counts {
				figure, ok := countFor(r, subject, t)
				if !ok {
					return
				}
				out, tables = append(out, figure), append(tables, t)
			}
		case o.Aggregate != reading.None && o.Column != nil && o.Form == reading.Itself && o.Per == nil && o.When == nil && belongs(r, o.Column.Table, subject):
			out, tables = append(out, figureFor(subject, o)), append(tables, o.Column.Table)
		case o.Aggregate != reading.None:
			return
		default:
			out = append(out, o)
		}
	}
	if len(unique(tables)) < 2 && !(r.Empty && len(tables) > 0) || !handOut(r, out, subject) {
		return
	}
	q.Items = out
	if len(r.PerRow) > 0 {
		r.PerRow = nil
		for i := len(subject.Label) - 1; i >= 0; i-- {
			shownFirst(r, reading.Operand{Column: subject.Label[i]})
		}
	}
	q.Tables = slices.DeleteFunc(q.Tables, func(t *schema.Table) bool { return slices.Contains(tables, t) })
	r.Tallied, r.PerSubject = nil, false
	r.Note(reading.Is(fFigures))
}

// keepsEmpty reads "including those without", "including products with no reviews", "even those with none": groups of no
// rows stay.
func keepsEmpty(r *reading.Run) bool {
	if first := r.Peek(0).Lower; !english.IncludeWords[first] || first == "with" && r.Peek(1).Lower != "zeros" || len(r.PerRow) == 0 || len(r.Counts)+len(r.Q.Items) == 0 {
		return false
	}
	i := r.Pos + 1
	for r.Item(i).Is(tag.Relative, tag.Their, tag.Filler, tag.All, tag.With, tag.Have) && !english.Nobody[r.Item(i).Lower] || slices.ContainsFunc(r.Item(i).Matches, func(m schema.Match) bool { return slices.Contains(r.PerRow, m.Table) && m.Column == nil }) {
		i++
	}
	if !english.Nobody[r.Item(i).Lower] {
		return false
	}
	i++
	if slices.ContainsFunc(r.Item(i).Matches, func(m schema.Match) bool { return slices.Contains(r.Counts, m.Table) }) || r.Item(i).Lower == "any" {
		i++
	}
	r.Flush()
	r.Empty = true
	for r.Pos < i {
		r.Take()
	}
	return true
}

// figured is the table for whose rows figures are asked for; nil when they are for groups of another sort, or for all.
func figured(r *reading.Run) *schema.Table {
	switch {
	case len(r.PerKey)+len(r.Grains)+len(r.Paces)+len(r.Q.Having)+len(r.Q.Orders) > 0:
		return nil
	case len(r.PerRow) == 1:
		return r.PerRow[0]
	case len(r.PerRow) == 0 && len(r.Q.Items) > 0 && r.Q.Items[0].Aggregate == reading.None && reading.TableOf(r.Q.Items[0].Column) == r.Subject:
		return r.Subject
	}
	return nil
}

// handOut gives each condition to the figures over its table, unless it is on the subject's own row. False says that one
// belongs nowhere.
func handOut(r *reading.Run, items []reading.Operand, subject *schema.Table) bool {
	var rest []*reading.Filter
	for _, f := range r.Q.Filters {
		t := reading.TableOf(f.Left.Column)
		if t == nil || t == subject || r.Index.Graph.Refers(subject, t) {
			rest = append(rest, f)
			continue
		}
		given := false
		for _, o := range items {
			if o.Each != nil && slices.ContainsFunc(o.Each.All(), func(u *schema.Table) bool { return u == t || r.Index.Graph.Refers(u, t) }) {
				o.Each.Filters = append(o.Each.Filters, f)
				given = true
			}
		}
		if !given {
			return false
		}
	}
	r.Q.Filters = rest
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
func comparison(r *reading.Run, it *tag.Item) {
	cue := it.Cue
	if cue.Kind == tag.AtLeast && question.BoundFollows(r, r.Pos) {
		question.Alternative(r, &cue)
	}
	if cue.Kind == tag.AtLeast || cue.Kind == tag.Than {
		if cue.Kind == tag.AtLeast {
			question.StepBeyond(r, cue)
		}
		r.Take()
		return
	}
	r.GoesOn = r.Item(r.Pos-1).Is(tag.Or, tag.And, tag.Comma, tag.But)
	r.Take()
	if r.Negated {
		r.Negated, cue.Operator = false, question.Opposite(cue.Operator)
	}
	if it.Lower == "more" || it.Lower == "fewer" || it.Lower == "less" {
		if next := r.Peek(0); len(next.Matches) > 0 && !question.ThanFollows(r) && r.Item(0).Is(tag.Ask, tag.Who) {
			question.MostOf(r, tag.Cue{Kind: tag.Most, Desc: it.Lower == "more"})
			return
		}
	}
	i := r.Ahead(r.Pos)
	for r.Item(i).Is(tag.Than) || r.Item(i).Is(tag.In) && cue.Kind == tag.Between {
		i = r.Ahead(i + 1)
	}
	i = question.YearOf(r, i)
	if cue.Kind == tag.Compare {
		if moreThanOther(r, cue, it, i) || moreThanAverage(r, cue, i) {
			return
		}
		i = question.LeftInside(r, i)
	}
	if unit := tag.Unit(r.Item(i).Lower); r.Item(i).Plain() && question.DaysIn[unit] != 0 && question.Lasted(r, cue, &tag.Item{Number: 1}, i-1, unit) {
		r.Used[i] = true // "a week": the article is gone
		return
	}
	switch next := r.Item(i); {
	case cue.Kind == tag.Between:
		question.Between(r, i)
	case next.Period != nil && !next.HasNumber:
		said := r.Item(r.Pos).Lower
		r.Pos = i
		if next.Period.Rolling && said == "over" { // "over the past 12 months" is within them
			question.Period(r, next)
			return
		}
		question.ComparePeriod(r, cue, next)
	case next.HasNumber:
		question.CompareNumber(r, cue, i)
	case question.CompareStep(r, cue, i):
	case question.CompareExtreme(r, cue, it, i):
	case next.Is(tag.Average, tag.Maximum, tag.Minimum, tag.Sum):
		question.CompareAggregate(r, cue, i)
	case next.Quoted, question.Clock(next):
		r.Pos = i + 1
		o := question.LeftSide(r, cue)
		if len(next.Values) > 0 && r.Index != nil && (o == nil || o.Column != next.Values[0].Column) {
			o = &reading.Operand{Column: next.Values[0].Column} // of the column that holds such times
		}
		if o != nil {
			r.Add(&reading.Filter{Left: *o, Operator: cue.Operator, Values: []any{next.Text}, Literal: true})
		}
	case cue.Kind == tag.Compare && cue.Operator != "=" && cue.Operator != "<>" && question.CompareOthers(r, cue, i):
	case (cue.Operator == "=" || cue.Operator == "<>") && len(next.Values) == 0 && question.CompareColumns(r, cue, i):
	case cue.Operator == "=" || cue.Operator == "<>":
		r.Negated = cue.Operator == "<>"
	case len(next.Matches) > 0:
		question.CompareColumns(r, cue, i)
	}
}
