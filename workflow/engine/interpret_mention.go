package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads mentions: words that may name a table, a column or a value.

// candidate is one thing that a mention may be.
type candidate struct {
	match *schema.Match      // a table or a column
	label *schema.Match      // a first and a last name, said as "name"
	value *schema.ValueMatch // a value

	counts *schema.Match // a table whose rows are counted
}

const (
	manyTables  = 4
	manyColumns = 10
	manyValues  = 6
)

var (
	fTableScore       = feat("table: score of the match")
	fTableExact       = feat("table: said in full")
	fTableBias        = feat("mention is a table")
	fTableOf          = feat("table: after of, for, from")
	fTableAll         = feat("table: after a question word or all")
	fTableCount       = feat("table: after how many")
	fTableRel         = feat("table: before who, that, with")
	fTablePlural      = feat("table: said in the plural")
	fTableSubject     = feat("table: subject is missing")
	fTableAgain       = feat("table: in force already")
	fTableFar         = feat("table: joins away from what is in force")
	fTableApart       = feat("table: not joined to what is in force")
	fTableLink        = feat("table: only joins others")
	fTableSynonym     = feat("table: said by another word")
	fColumnSynonym    = feat("column: said by another word")
	fColumnSynFar     = feat("column: said by another word, of a table not in force")
	fColumnHeld       = feat("column: said by another word, which is a value of it")
	fColumnShadow     = feat("column: a foreign key said by another word, which names a table better")
	fColumnSynFull    = feat("column: said by another word, in full")
	fTableKin         = feat("table: its name has the name of one that was said")
	fTableAgg         = feat("table: after an aggregate of numbers")
	fColumnScore      = feat("column: score of the match")
	fColumnExact      = feat("column: said in full")
	fColumnBias       = feat("mention is a column")
	fColumnAnchor     = feat("column: of the table the words tie it to")
	fColumnOther      = feat("column: of another table than the words tie it to")
	fColumnNamed      = feat("column: of a table that is named")
	fColumnForce      = feat("column: of a table in force")
	fColumnFar        = feat("column: joins away from what is in force")
	fColumnApart      = feat("column: not joined to what is in force")
	fColumnLast       = feat("column: of the table named last, in a condition")
	fColumnKey        = feat("column: a key that was not asked as such")
	fColumnRef        = feat("column: a foreign key")
	fColumnNumber     = feat("column: a number where one is wanted")
	fColumnNoNum      = feat("column: no number where one is wanted")
	fColumnLike       = feat("column: after an earlier column of its table")
	fColumnLabel      = feat("column: the name of its table's rows")
	fColumnPrefix     = feat("column: said with its table's name")
	fColumnSubject    = feat("column: while the subject is missing and the word is a table too")
	fColumnOf         = feat("column: before of")
	fColumnAfterOf    = feat("column: after of, something else is asked for")
	fColumnLong       = feat("column: said in full, in several words")
	fColumnCalled     = feat("column: what the rows are called, asked for as name")
	fColumnPrimary    = feat("column: the table's own key, asked for as id")
	fColumnKeyNum     = feat("column: a key where a number is wanted")
	fColumnCut        = feat("column: tables that are named and that nothing joins to it")
	fColumnWay        = feat("column: joins to the tables that are named")
	fColumnPair       = feat("column: first and last name")
	fColumnFull       = feat("column: first and last name, after full")
	fColumnLink       = feat("column: of a table that only joins")
	fValueBias        = feat("mention is a value")
	fValueLong        = feat("value: of several words")
	fValueCapital     = feat("value: with a capital")
	fValueQuoted      = feat("value: quoted")
	fValueCase        = feat("value: as stored, case included")
	fValueForce       = feat("value: of a table in force")
	fValueNamed       = feat("value: of a table that is named")
	fValueFar         = feat("value: joins away from what is in force")
	fValueApart       = feat("value: not joined to what is in force")
	fValuePending     = feat("value: of the column said before")
	fValueNext        = feat("value: of the column said after")
	fValueNotPend     = feat("value: of another column than the one said before")
	fValueLabel       = feat("value: the name of its table's rows")
	fValueCategory    = feat("value: of few values")
	fValueKey         = feat("value: of a key")
	fValueNamedTab    = feat("value: of the table said just before or after")
	fValueSelect      = feat("value: in the list of what is asked for")
	fValueTwice       = feat("value: of the column compared last, without and or or")
	fValueAgain       = feat("value: of the column compared last, after and or or")
	fValueBy          = feat("value: the name of its table's rows, after by")
	fValueOwnBy       = feat("value: the name of one of the things asked for, after by")
	fValueFrom        = feat("value: of a column of beginnings, after from")
	fValueTo          = feat("value: of a column of ends, after to")
	fValueOwner       = feat("value: the name of what the things counted or shown belong to, before have")
	fValueThing       = feat("value: the name of one of the things counted or shown, before have")
	fValueWrong       = feat("value: of a column of the other end")
	fMentionSkip      = feat("mention is left out")
	fMentionCue       = feat("mention is left out: a word that aggregates, groups or orders")
	fMentionValue     = feat("mention is left out: a stored value and no name")
	fMentionScore     = feat("mention is left out: score of the best match")
	fMentionCount     = feat("number of and a table, though a column is called so: rows")
	fMentionCountEach = feat("number of and a table, though a column is called so: rows, each or per is said")
	fMentionMetric    = feat("mention is left out: a computed measure")
	fMentionBy        = feat("mention is left out: after by")
	fValueCalled      = feat("value: of a free text, though rows that its table refers to are called so")
	fColumnText       = feat("column: no number, to be summed or averaged")
	fColumnMetric     = feat("column: a computed measure")
	fColumnKeySum     = feat("column: a key to be summed or averaged, not said as one")
	fMentionTop       = feat("mention is left out: what so many are wanted of")
)

func bestScore(it *Item) float64 {
	s := 0.0
	if len(it.Values) > 0 {
		s = 1
	}
	if len(it.Matches) > 0 {
		s = max(s, it.Matches[0].Score())
	}
	return s
}

// candidates are the most promising things that the item may be.
func (r *run) candidates(it *Item) []candidate {
	var out []candidate
	tables, columns := 0, 0
	for i := range it.Matches {
		m := &it.Matches[i]
		if m.Column == nil && tables < manyTables {
			tables++
			out = append(out, candidate{match: m})
		} else if m.Column != nil && !r.doneWith(it, m) && (columns < manyColumns || r.near(m.Table) && columns < 3*manyColumns) {
			columns++
			out = append(out, candidate{match: m})
			if saysName(it) && len(m.Table.Label) == 2 && m.Column == m.Table.Label[0] && m.Coverage < 0.95 {
				out = append(out, candidate{label: m})
			}
		}
	}
	if c := r.called(it); c != nil {
		out = append(out, candidate{match: c})
	}
	values := 0
	for i := range it.Values {
		if v := &it.Values[i]; values < manyValues || r.near(v.Column.Table) && values < 3*manyValues {
			values++
			out = append(out, candidate{value: v})
			if twin := r.otherEnd(v.Column); twin != nil && !holds(it, twin) {
				other := *v
				other.Column = twin
				out = append(out, candidate{value: &other})
			}
		}
	}
	return out
}

// doneWith says that a participle tells what was done with rows that are named, and to or by whom: the "sent" of "payments sent to Ada"
// is no day to be shown.
func (r *run) doneWith(it *Item, m *schema.Match) bool {
	at := r.posOf(it)
	next, whom := r.item(at+1), r.item(at+2)
	return (m.Column.Role == schema.Moment || !m.Exact()) && schema.Participle(it.Lower) && r.near(m.Table) && (next.Lower == "to" || next.Lower == "by" || next.Lower == "from") && len(whom.Values) > 0 && whom.Period == nil
}

// otherEnd is the column of the other end where "from" or "to" stands before a value of the wrong one: nobody flies to
// where flights begin as yet, and still "to" asks for where they end.
func (r *run) otherEnd(c *schema.Column) *schema.Column {
	var want []string
	switch toward := r.before().Lower; {
	case toward == "to" && c.Has(english.Beginnings...):
		want = english.Ends
	case toward == "from" && c.Has(english.Ends...):
		want = english.Beginnings
	default:
		return nil
	}
	at := slices.IndexFunc(c.Table.Columns, func(o *schema.Column) bool { return o.Type == c.Type && o.Has(want...) && o.Role != schema.Moment })
	if at < 0 {
		return nil
	}
	return c.Table.Columns[at]
}

// called is the label of the table that the words tie a plain "name" to, where the label is no name: the title of a
// course.
func (r *run) called(it *Item) *schema.Match {
	i := r.posOf(it)
	if i >= len(r.items) {
		return nil
	}
	t := r.facts.anchors[i]
	if t == nil || it.Lower != "name" && it.Lower != "names" || len(t.Label) != 1 || t.Label[0].Has("name") {
		return nil
	}
	return &schema.Match{From: it.From, To: it.To, Table: t, Column: t.Label[0], Quality: 0.85, Coverage: 1}
}

// posOf is the place of an item.
func (r *run) posOf(it *Item) int {
	for i := r.pos; i < len(r.items); i++ {
		if &r.items[i] == it {
			return i
		}
	}
	return r.pos
}

// saysName says that the words ask for a name as a whole.
func saysName(it *Item) bool {
	return slices.ContainsFunc(schema.Words(it.Lower), func(w string) bool { return w == "name" || w == "names" })
}

// beforeOf is the item before the one at i, and before the table's own name in front of it: "with the customer name".
func (r *run) beforeOf(t *schema.Table, i int) *Item {
	said := r.item(i - 1)
	if own, s := said.BestTable(); own == t && s > 0.6 && !said.Is(With, And) {
		return r.item(i - 2)
	}
	return said
}

// pair asks for a first and a last name.
func (r *run) pair(t *schema.Table) {
	beside := r.beforeOf(t, r.pos).Is(With) && len(r.q.items) == 0 && r.subject != nil && t != r.subject && r.index.Graph.Refers(r.subject, t)
	r.pos++
	r.flush()
	if beside {
		r.q.items = append(r.q.items, operand{star: true, table: r.subject})
		r.note(is(fFlushStar))
	}
	for _, c := range t.Label {
		r.selectColumn(c)
	}
	if r.zone == conditions {
		r.last = t
	}
}

// near says that a table is named in the question or in force.
func (r *run) near(t *schema.Table) bool {
	return slices.Contains(r.facts.tables, t) || t == r.subject || t == r.last
}

// reach is how many joins a table is away from those in force: 0 for one of them, -1 when nothing joins them.
func (r *run) reach(t *schema.Table) int { return r.reachFrom(r.tablesInForce(), t) }

// reachFrom is reach with the tables in force given, for rules that look at many columns.
func (r *run) reachFrom(tables []*schema.Table, t *schema.Table) int {
	if len(tables) == 0 || slices.Contains(tables, t) {
		return 0
	}
	best := -1
	for _, other := range tables {
		if d := r.index.Graph.Distance(other, t); d >= 0 && (best < 0 || d < best) {
			best = d
		}
	}
	return best
}

func (r *run) describeTable(it *Item, m *schema.Match) {
	before, after := r.before(), r.item(r.ahead(r.pos+1))
	d := r.reach(m.Table)
	r.option(is(fTableBias), by(fTableScore, m.Score()), when(fTableExact, m.Exact()),
		when(fTableOf, before.Is(Of, In)), when(fTableAll, before.Is(Ask, All)), when(fTableCount, r.counted),
		when(fTableRel, after.Is(Relative, With, Have)), when(fTablePlural, plural(it)),
		when(fTableSubject, r.subject == nil), when(fTableAgain, d == 0 && slices.Contains(r.tablesInForce(), m.Table)),
		by(fTableFar, float64(max(d, 0))), when(fTableApart, d < 0), when(fTableLink, m.Table.Link),
		when(fTableAgg, r.measures()), when(fTableSynonym, m.Quality < synonymous), when(fTableKin, r.namesOther(m.Table)))
	r.also(r.facts.talked.table(m.Table)...)
}

// namesOther says that the table's name has another one's that is said: participates_in and faculty_participates_in beside
// faculty.
func (r *run) namesOther(t *schema.Table) bool {
	return slices.ContainsFunc(r.facts.tables, func(o *schema.Table) bool {
		return o != t && len(o.Words) < len(t.Words) && containsAll(t.Words, o.Words)
	})
}

// wayToNamed counts the tables named in the question that nothing joins to t, and the joins to the others.
func (r *run) wayToNamed(t *schema.Table) (cut, way float64) {
	for _, n := range r.facts.tables {
		if d := r.index.Graph.Distance(t, n); d < 0 {
			cut++
		} else {
			way += float64(d)
		}
	}
	return cut, min(way, 6)
}

func plural(it *Item) bool { return len(it.Lower) > 3 && it.Lower != schema.Lemma(it.Lower) }

// before is the item before the position that is no filler.
func (r *run) before() *Item {
	i := r.pos - 1
	for i >= 0 && r.items[i].Is(Filler) && !r.items[i].Mention() {
		i--
	}
	return r.item(i)
}

func (r *run) describeColumn(it *Item, m *schema.Match) {
	c := m.Column
	anchor := r.facts.anchors[r.pos]
	d := r.reach(c.Table)
	number := r.wantsNumber()
	_, alsoTable := it.BestTable()
	r.option(is(fColumnBias), by(fColumnScore, m.Score()), when(fColumnExact, m.Exact()),
		when(fColumnAnchor, anchor == c.Table), when(fColumnOther, anchor != nil && anchor != c.Table),
		when(fColumnNamed, slices.Contains(r.facts.tables, c.Table)), when(fColumnForce, d == 0 && len(r.tablesInForce()) > 0),
		by(fColumnFar, float64(max(d, 0))), when(fColumnApart, d < 0),
		when(fColumnLast, r.zone == conditions && c.Table == r.last),
		when(fColumnKey, c.Key() && !saysKey(it)), when(fColumnRef, c.Role == schema.Reference),
		when(fColumnNumber, number && c.Role == schema.Measure), when(fColumnNoNum, number && !c.Type.Numeric() && !c.Numeric))
	r.also(when(fColumnLike, len(r.q.items) > 0 && tableOf(r.q.items[len(r.q.items)-1].column) == c.Table && r.zone == selecting),
		when(fColumnLabel, c.Role == schema.Label), when(fColumnPrefix, m.Prefixed),
		when(fColumnSubject, r.subject == nil && alsoTable > 0.8), when(fColumnOf, r.item(r.ahead(r.pos+1)).Is(Of)),
		when(fColumnLink, c.Table.Link), when(fColumnAfterOf, r.zone == selecting && len(r.q.items) > 0 && r.item(r.pos-1).Is(Of)),
		when(fColumnLong, m.Exact() && it.To-it.From > 1), when(fColumnPrimary, saysKey(it) && c.Table.PrimaryKey() == c))
	cut, way := r.wayToNamed(c.Table)
	r.also(by(fColumnCut, cut), by(fColumnWay, way), when(fColumnKeyNum, number && c.Key()), when(fColumnMetric, c.Metric != nil && m.Quality >= synonymous), when(fColumnText, r.sums() && !r.grouping && !c.Type.Numeric() && !c.Numeric), when(fColumnKeySum, r.measures() && c.Key() && !saysKey(it)))
	r.also(when(fColumnSynonym, m.Quality < synonymous), when(fColumnSynFar, m.Quality < synonymous && d != 0), when(fColumnSynFull, m.Quality < synonymous && m.Coverage > 0.95),
		when(fColumnCalled, c.Role == schema.Label && !c.Has("name") && saysName(it)))
	r.also(r.facts.talked.column(c)...)
	r.also(when(fColumnHeld, m.Quality < synonymous && slices.ContainsFunc(it.Values, func(v schema.ValueMatch) bool { return v.Column == c && strings.EqualFold(v.Text, it.Text) })))
	r.also(when(fColumnShadow, c.Role == schema.Reference && m.Quality < synonymous && alsoTable > 0.6 && !saysKey(it)))
}

// saysKey says that the words ask for a key as such: "id", "code", "number".
func saysKey(it *Item) bool {
	w := schema.Words(it.Lower)
	if len(w) == 0 {
		return false
	}
	switch w[len(w)-1] {
	case "id", "ids", "code", "codes", "number", "numbers", "identifier", "identifiers", "no", "key", "keys":
		return true
	}
	return false
}

// wantsNumber says that an aggregate or a comparison waits for a numeric column.
func (r *run) wantsNumber() bool {
	return r.measures() || r.item(r.pos+1).Is(Compare, Between)
}

func (r *run) describeValue(it *Item, v *schema.ValueMatch) {
	c := v.Column
	d := r.reach(c.Table)
	next := r.item(r.ahead(r.pos + 1))
	nextColumn := names(next, c)
	r.option(is(fValueBias), when(fValueLong, it.To-it.From > 1), when(fValueCapital, it.Capital), when(fValueQuoted, it.Quoted),
		when(fValueCase, v.Text == it.Text), when(fValueForce, d == 0 && len(r.tablesInForce()) > 0),
		when(fValueNamed, slices.Contains(r.facts.tables, c.Table)), by(fValueFar, float64(max(d, 0))), when(fValueApart, d < 0),
		when(fValuePending, r.waits(c)), when(fValueNext, nextColumn), when(fValueNotPend, r.pending != nil && !r.waits(c)),
		when(fValueLabel, c.Role == schema.Label), when(fValueCategory, c.Complete && c.Distinct <= 40), when(fValueKey, c.Key()))
	table, _ := next.BestTable()
	beforeTable, _ := r.before().BestTable()
	r.also(when(fValueNamedTab, table == c.Table || beforeTable == c.Table),
		when(fValueSelect, r.zone == selecting && len(r.q.items) == 0))
	r.also(r.facts.talked.value(c)...)
	again := r.sameColumn(c) != nil
	joined := r.or || r.both || r.item(r.pos-1).Is(And, Or, Comma)
	r.also(when(fValueCalled, r.calledElsewhere(it, c)))
	owns := c.Role == schema.Label && (next.Is(Have) || r.before().Is(Have)) && r.subject != nil
	r.also(when(fValueOwner, owns && r.index.Graph.Refers(r.subject, c.Table)), when(fValueThing, owns && c.Table == r.subject))
	from, to := c.Has(english.Beginnings...), c.Has(english.Ends...)
	toward := r.before().Lower
	r.also(when(fValueBy, c.Role == schema.Label && r.before().Is(By)), when(fValueOwnBy, c.Role == schema.Label && r.before().Is(By) && c.Table == r.subject), when(fValueTwice, again && !joined), when(fValueAgain, again && joined), when(fValueFrom, from && toward == "from"),
		when(fValueTo, to && toward == "to"), when(fValueWrong, from && toward == "to" || to && toward == "from"))
}

// calledElsewhere says that the words are also the name of a row that a row of the free text's table refers to, over one
// key or several: the artist of a track's album, beside the composer that somebody typed.
func (r *run) calledElsewhere(it *Item, c *schema.Column) bool {
	if c.Role != schema.Free || r.hinted(c, "") {
		return false
	}
	return slices.ContainsFunc(it.Values, func(v schema.ValueMatch) bool {
		return v.Column.Role == schema.Label && len(v.Column.Table.Label) == 1 && v.Column.Table != c.Table && r.index.Graph.Refers(c.Table, v.Column.Table)
	})
}

// names says whether the item may name the column.
func names(it *Item, c *schema.Column) bool {
	for i := range it.Matches {
		if it.Matches[i].Column == c {
			return true
		}
	}
	return false
}

func containsAll(words, part []string) bool {
	for _, w := range part {
		if !slices.Contains(words, w) {
			return false
		}
	}
	return true
}
