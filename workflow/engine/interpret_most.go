package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads what there is most or least of: "most orders", "fewest", "the most common city".

// most reads "most", "fewest", "most common".
func (r *run) most(it *Item) {
	cue := it.Cue
	r.take()
	if r.bestFirst(cue) || r.bestUnit(cue) {
		return
	}
	if said := strings.TrimPrefix(it.Lower, "the "); r.zone == selecting && (len(r.aggregates) > 0 || said == "maximum number of" || said == "minimum number of") && r.numberAhead() {
		r.aggregates = append(r.aggregates[:len(r.aggregates):len(r.aggregates)], extremeOf(cue.Desc))
		return
	}
	if cue.Kind == Common {
		r.common(cue)
		return
	}
	r.mostOf(cue)
}

var (
	fMostTable    = feat("most: rows of a table")
	fMostColumn   = feat("most: of a numeric column")
	fMostValues   = feat("most: rows with the column")
	fMostScore    = feat("most: score of the match")
	fMostFar      = feat("most: joins away")
	fMostNothing  = feat("most: rows of the subject")
	fMostNumber   = feat("most of a column: numeric")
	fMostMetric   = feat("most of a column: a computed measure")
	fMostKey      = feat("most of a column: a key")
	fMostKeyTable = feat("most of a column: a key, the word is a table too")
	fMostForce    = feat("most: of a table in force")
	fMostSame     = feat("most: rows of the subject's own table")
)

// mostOf reads what there is most of: rows of a table, or a numeric column.
func (r *run) mostOf(cue Cue) {
	r.doing(r.pos - 2)
	i := r.ahead(r.pos)
	for r.item(i).Is(Of, Different) {
		i = r.ahead(i + 1)
	}
	it := r.item(i)
	if said := r.item(r.pos - 2); len(r.measure) == 0 && said.Is(Measures) {
		r.measure = said.Cue.Dimension
	}
	if words := r.measure; len(words) > 0 && (!it.Mention() || it.Lower == "money") {
		r.measure = nil
		if c, _ := r.dimension(words); c != nil {
			a := r.manySided(c)
			if slices.Contains(r.asked, Who) && !people(c.Table) || r.item(0).Lower == "who" && r.subject == c.Table && !people(c.Table) {
				a = sum // of what belongs to somebody
			}
			r.orderBy(operand{column: c, aggregate: a}, cue.Desc, r.takeLimit(1))
			return
		}
	}
	list := r.columnsOrTables(it)
	if said := r.item(r.pos - 1).Lower; strings.HasSuffix(said, "number of") {
		list = countable(list)
	}
	var acts []func()
	r.choice()
	limit := r.takeLimit(1)
	for _, m := range list {
		d := float64(max(r.reach(m.Table), 0))
		if m.Column == nil {
			r.option(is(fMostTable), by(fMostScore, m.Score()), by(fMostFar, d), when(fMostSame, m.Table == r.subject))
			acts = append(acts, func() { r.tally(m.Table); r.orderBy(operand{aggregate: count}, cue.Desc, limit) })
			continue
		}
		number := m.Column.Type.Numeric() || m.Column.Numeric
		r.option(when(fMostColumn, number), when(fMostValues, !number), by(fMostScore, m.Score()), by(fMostFar, d), when(fMostNumber, number && m.Column.Role == schema.Measure),
			when(fMostKey, m.Column.Key()), when(fMostForce, d == 0), when(fMostMetric, m.Column.Metric != nil), when(fMostKeyTable, m.Column.Key() && !saysKey(it) && slices.ContainsFunc(list, func(o *schema.Match) bool { return o.Column == nil })))
		acts = append(acts, func() {
			if number {
				r.orderBy(operand{column: m.Column}, cue.Desc, limit)
				return
			}
			r.tally(m.Table)
			r.orderBy(operand{aggregate: count}, cue.Desc, limit)
		})
	}
	r.option(is(fMostNothing))
	at := r.pick()
	if at == len(acts) {
		r.orderBy(operand{aggregate: count}, cue.Desc, limit)
		return
	}
	r.used[i] = true
	r.pos = i + 1
	acts[at]()
}

// countable are the candidates of what there is the most number of: the rows of a table, where one is named, rather than a column
// that holds no number of them, as the amount or the number of a card.
func countable(list []*schema.Match) []*schema.Match {
	if !slices.ContainsFunc(list, func(m *schema.Match) bool { return m.Column == nil }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(m *schema.Match) bool {
		return m.Column != nil && !m.Exact() && !(m.Column.Role == schema.Measure && m.Column.Has("number", "count"))
	})
}

// doing drops the verb before "the most": it says what was done with what is counted ("processed the most payments").
func (r *run) doing(i int) {
	if n := len(r.ignored); n > 0 && i > 0 && r.ignored[n-1] == i && r.items[i].Plain() && r.items[i-1].Mention() {
		r.ignored = r.ignored[:n-1]
	}
}

// common reads "the most common city": the value, or the subject, of most rows.
func (r *run) common(cue Cue) {
	i := r.ahead(r.pos)
	limit := r.takeLimit(1)
	it := r.item(i)
	if _, s := it.BestTable(); s > 0.9 || len(it.Matches) == 0 {
		r.orderBy(operand{aggregate: count}, cue.Desc, limit)
		return
	}
	if c := r.columnAt(i); c != nil {
		if r.commonChoice(c, cue.Desc, limit) {
			return
		}
		if r.zone == selecting {
			r.addItem(operand{column: c})
		}
		r.perKey = append(r.perKey, c)
		r.last = c.Table
	}
	r.orderBy(operand{aggregate: count}, cue.Desc, limit)
}

var (
	fCommonNested = feat("most common value: a condition")
	fCommonCond   = feat("most common value: a condition, in a condition")
	fCommonItems  = feat("most common value: a condition, something else is asked for")
	fCommonGroup  = feat("most common value: what is asked for")
)

// commonChoice decides whether the most common value is a condition on what is asked for: "names of students from the
// most common city".
func (r *run) commonChoice(c *schema.Column, desc bool, limit int) bool {
	if len(r.q.items) == 0 {
		return false
	}
	r.choice()
	r.option(is(fCommonNested), when(fCommonCond, r.zone == conditions), when(fCommonItems, tableOf(r.q.items[0].column) == c.Table))
	r.option(is(fCommonGroup))
	if r.pick() != 0 {
		return false
	}
	o := operand{column: c}
	sub := &reading{items: []operand{o}, groups: []operand{o}, orders: []ordering{{operand{aggregate: count}, desc}}, limit: limit}
	f := &filter{left: o, operator: "=", sub: sub}
	if r.negated {
		f.operator, r.negated = "<>", false
	}
	r.add(f)
	return true
}

// oftenAt says that times are ranked by how often they occur although nobody spoke of days: "who prescribes the most" asks for no
// day of prescribing.
func (r *run) oftenAt() bool {
	ranked := slices.ContainsFunc(r.q.orders, func(o ordering) bool { return o.aggregate == count })
	day := slices.ContainsFunc(r.q.groups, func(o operand) bool { return o.column != nil && o.column.Type.Temporal() && o.grain == "" })
	return ranked && day && !slices.ContainsFunc(r.items, func(it Item) bool { return english.Timed[it.Lower] })
}
