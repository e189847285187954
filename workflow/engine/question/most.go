package question

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads what there is most or least of: "most orders", "fewest", "the most common city".

// Most reads "most", "fewest", "most common".
func Most(r *reading.Run, it *tag.Item) {
	cue := it.Cue
	r.Take()
	if bestFirst(r, cue) || bestUnit(r, cue) {
		return
	}
	if said := strings.TrimPrefix(it.Lower, "the "); r.Zone == reading.Selecting && (len(r.Aggregates) > 0 || said == "maximum number of" || said == "minimum number of") && numberAhead(r) {
		r.Aggregates = append(r.Aggregates[:len(r.Aggregates):len(r.Aggregates)], extremeOf(cue.Desc))
		return
	}
	if cue.Kind == tag.Common {
		common(r, cue)
		return
	}
	MostOf(r, cue)
}

var (
	fMostTable    = reading.Feat("most: rows of a table")
	fMostColumn   = reading.Feat("most: of a numeric column")
	fMostValues   = reading.Feat("most: rows with the column")
	fMostScore    = reading.Feat("most: score of the match")
	fMostFar      = reading.Feat("most: joins away")
	fMostNothing  = reading.Feat("most: rows of the subject")
	fMostNumber   = reading.Feat("most of a column: numeric")
	fMostMetric   = reading.Feat("most of a column: a computed measure")
	fMostKey      = reading.Feat("most of a column: a key")
	fMostKeyTable = reading.Feat("most of a column: a key, the word is a table too")
	fMostForce    = reading.Feat("most: of a table in force")
	fMostSame     = reading.Feat("most: rows of the subject's own table")
)

// MostOf reads what there is most of: rows of a table, or a numeric column.
func MostOf(r *reading.Run, cue tag.Cue) {
	doing(r, r.Pos-2)
	i := r.Ahead(r.Pos)
	for r.Item(i).Is(tag.Of, tag.Different) {
		i = r.Ahead(i + 1)
	}
	it := r.Item(i)
	if said := r.Item(r.Pos - 2); len(r.Measure) == 0 && said.Is(tag.Measures) {
		r.Measure = said.Cue.Dimension
	}
	if words := r.Measure; len(words) > 0 && (!it.Mention() || it.Lower == "money") {
		r.Measure = nil
		if c, _ := r.Dimension(words); c != nil {
			a := FromMany(r, c)
			if slices.Contains(r.Asked, tag.Who) && !reading.People(c.Table) || r.Item(0).Lower == "who" && r.Subject == c.Table && !reading.People(c.Table) {
				a = reading.Sum // of what belongs to somebody
			}
			orderBy(r, reading.Operand{Column: c, Aggregate: a}, cue.Desc, takeLimit(r, 1))
			return
		}
	}
	list := r.ColumnsOrTables(it)
	if said := r.Item(r.Pos - 1).Lower; strings.HasSuffix(said, "number of") || strings.HasSuffix(said, "amount of") || reading.Plural(it) {
		list = countable(list)
	}
	var acts []func()
	r.Choice()
	limit := takeLimit(r, 1)
	for _, m := range list {
		d := float64(max(r.Reach(m.Table), 0))
		if m.Column == nil {
			r.Option(reading.Is(fMostTable), reading.By(fMostScore, m.Score()), reading.By(fMostFar, d), reading.When(fMostSame, m.Table == r.Subject))
			acts = append(acts, func() { r.Tally(m.Table); orderBy(r, reading.Operand{Aggregate: reading.Count}, cue.Desc, limit) })
			continue
		}
		number := (m.Column.Type.Numeric() || m.Column.Numeric) && (reading.SaysKey(it) || !m.Column.Key()) // of a key there is no most
		r.Option(reading.When(fMostColumn, number), reading.When(fMostValues, !number), reading.By(fMostScore, m.Score()), reading.By(fMostFar, d), reading.When(fMostNumber, number && m.Column.Role == schema.Measure),
			reading.When(fMostKey, m.Column.Key()), reading.When(fMostForce, d == 0), reading.When(fMostMetric, m.Column.Metric != nil), reading.When(fMostKeyTable, m.Column.Key() && !reading.SaysKey(it) && slices.ContainsFunc(list, func(o *schema.Match) bool { return o.Column == nil })))
		acts = append(acts, func() {
			if number {
				orderBy(r, reading.Operand{Column: m.Column}, cue.Desc, limit)
				return
			}
			r.Tally(m.Table)
			orderBy(r, reading.Operand{Aggregate: reading.Count}, cue.Desc, limit)
		})
	}
	r.Option(reading.Is(fMostNothing))
	at := r.Pick()
	if at == len(acts) {
		orderBy(r, reading.Operand{Aggregate: reading.Count}, cue.Desc, limit)
		return
	}
	r.Used[i] = true
	r.Pos = i + 1
	acts[at]()
}

// countable are the candidates of what there is the most number of, or of several things: the rows of a table, where one is named, rather
// than a column that holds no number of them, as the amount or the number of a card.
func countable(list []*schema.Match) []*schema.Match {
	if !slices.ContainsFunc(list, func(m *schema.Match) bool { return m.Column == nil }) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(m *schema.Match) bool {
		holds := m.Column != nil && m.Column.Role == schema.Measure && m.Column.Aggregate != schema.NoAggregate && m.Column.Has("number", "count", "total")
		return m.Column != nil && !m.Exact() && !holds
	})
}

// doing drops the verb before "the most": it says what was done with what is counted ("processed the most payments").
func doing(r *reading.Run, i int) {
	if n := len(r.Ignored); n > 0 && i > 0 && r.Ignored[n-1] == i && r.Items[i].Plain() && r.Items[i-1].Mention() {
		r.Ignored = r.Ignored[:n-1]
	}
}

// common reads "the most common city": the value, or the subject, of most rows.
func common(r *reading.Run, cue tag.Cue) {
	i := r.Ahead(r.Pos)
	limit := takeLimit(r, 1)
	it := r.Item(i)
	if _, s := it.BestTable(); s > 0.9 || len(it.Matches) == 0 {
		orderBy(r, reading.Operand{Aggregate: reading.Count}, cue.Desc, limit)
		return
	}
	if c := r.ColumnAt(i); c != nil {
		if commonChoice(r, c, cue.Desc, limit) {
			return
		}
		if r.Zone == reading.Selecting {
			r.AddItem(reading.Operand{Column: c})
		}
		r.PerKey = append(r.PerKey, c)
		r.Last = c.Table
	}
	orderBy(r, reading.Operand{Aggregate: reading.Count}, cue.Desc, limit)
}

var (
	fCommonNested = reading.Feat("most common value: a condition")
	fCommonCond   = reading.Feat("most common value: a condition, in a condition")
	fCommonItems  = reading.Feat("most common value: a condition, something else is asked for")
	fCommonGroup  = reading.Feat("most common value: what is asked for")
)

// commonChoice decides whether the most common value is a condition on what is asked for: "names of students from the
// most common city".
func commonChoice(r *reading.Run, c *schema.Column, desc bool, limit int) bool {
	if len(r.Q.Items) == 0 {
		return false
	}
	r.Choice()
	r.Option(reading.Is(fCommonNested), reading.When(fCommonCond, r.Zone == reading.Conditions), reading.When(fCommonItems, reading.TableOf(r.Q.Items[0].Column) == c.Table))
	r.Option(reading.Is(fCommonGroup))
	if r.Pick() != 0 {
		return false
	}
	o := reading.Operand{Column: c}
	sub := &reading.Reading{Items: []reading.Operand{o}, Groups: []reading.Operand{o}, Orders: []reading.Ordering{{Operand: reading.Operand{Aggregate: reading.Count}, Descending: desc}}, Limit: limit}
	f := &reading.Filter{Left: o, Operator: "=", Sub: sub}
	if r.Negated {
		f.Operator, r.Negated = "<>", false
	}
	r.Add(f)
	return true
}

// OftenAt says that times are ranked by how often they occur although nobody spoke of days: "who prescribes the most" asks for no
// day of prescribing.
func OftenAt(r *reading.Run) bool {
	ranked := slices.ContainsFunc(r.Q.Orders, func(o reading.Ordering) bool { return o.Aggregate == reading.Count })
	day := slices.ContainsFunc(r.Q.Groups, func(o reading.Operand) bool { return o.Column != nil && o.Column.Type.Temporal() && o.Grain == "" })
	return ranked && day && !slices.ContainsFunc(r.Items, func(it tag.Item) bool { return english.TimeNouns[it.Lower] })
}
