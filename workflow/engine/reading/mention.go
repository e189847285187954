package reading

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads mentions: words that may name a table, a column or a value.

// Candidate is one thing that a mention may be.
type Candidate struct {
	Match *schema.Match      // a table or a column
	Label *schema.Match      // a first and a last name, said as "name"
	Value *schema.ValueMatch // a value

	Counts *schema.Match // a table whose rows are counted
}

const (
	manyTables  = 4
	manyColumns = 10
	manyValues  = 6
)

var (
	FTableScore       = Feat("table: score of the match")
	fTableExact       = Feat("table: said in full")
	FTableBias        = Feat("mention is a table")
	fTableOf          = Feat("table: after of, for, from")
	fTableAll         = Feat("table: after a question word or all")
	fTableCount       = Feat("table: after how many")
	fTableRel         = Feat("table: before who, that, with")
	fTablePlural      = Feat("table: said in the plural")
	fTableSubject     = Feat("table: subject is missing")
	fTableAgain       = Feat("table: in force already")
	FTableFar         = Feat("table: joins away from what is in force")
	fTableApart       = Feat("table: not joined to what is in force")
	fTableLink        = Feat("table: only joins others")
	FTableSynonym     = Feat("table: said by another word")
	FColumnSynonym    = Feat("column: said by another word")
	fColumnSynFar     = Feat("column: said by another word, of a table not in force")
	fColumnHeld       = Feat("column: said by another word, which is a value of it")
	fColumnShadow     = Feat("column: a foreign key said by another word, which names a table better")
	fColumnSynFull    = Feat("column: said by another word, in full")
	fTableKin         = Feat("table: its name has the name of one that was said")
	fTableAgg         = Feat("table: after an aggregate of numbers")
	FColumnScore      = Feat("column: score of the match")
	fColumnExact      = Feat("column: said in full")
	FColumnBias       = Feat("mention is a column")
	fColumnAnchor     = Feat("column: of the table the words tie it to")
	fColumnOther      = Feat("column: of another table than the words tie it to")
	fColumnNamed      = Feat("column: of a table that is named")
	fColumnForce      = Feat("column: of a table in force")
	FColumnFar        = Feat("column: joins away from what is in force")
	fColumnApart      = Feat("column: not joined to what is in force")
	fColumnLast       = Feat("column: of the table named last, in a condition")
	FColumnKey        = Feat("column: a key that was not asked as such")
	FColumnRef        = Feat("column: a foreign key")
	fColumnNumber     = Feat("column: a number where one is wanted")
	FColumnNoNum      = Feat("column: no number where one is wanted")
	fColumnLike       = Feat("column: after an earlier column of its table")
	fColumnLabel      = Feat("column: the name of its table's rows")
	fColumnPrefix     = Feat("column: said with its table's name")
	fColumnSubject    = Feat("column: while the subject is missing and the word is a table too")
	fColumnOf         = Feat("column: before of")
	fColumnAfterOf    = Feat("column: after of, something else is asked for")
	fColumnLong       = Feat("column: said in full, in several words")
	fColumnCalled     = Feat("column: what the rows are called, asked for as name")
	fColumnPrimary    = Feat("column: the table's own key, asked for as id")
	fColumnKeyNum     = Feat("column: a key where a number is wanted")
	fColumnCut        = Feat("column: tables that are named and that nothing joins to it")
	fColumnWay        = Feat("column: joins to the tables that are named")
	FColumnPair       = Feat("column: first and last name")
	FColumnFull       = Feat("column: first and last name, after full")
	fColumnLink       = Feat("column: of a table that only joins")
	FValueBias        = Feat("mention is a value")
	fValueLong        = Feat("value: of several words")
	fValueCapital     = Feat("value: with a capital")
	fValueQuoted      = Feat("value: quoted")
	FValueCase        = Feat("value: as stored, case included")
	FValueForce       = Feat("value: of a table in force")
	fValueNamed       = Feat("value: of a table that is named")
	FValueFar         = Feat("value: joins away from what is in force")
	fValueApart       = Feat("value: not joined to what is in force")
	fValuePending     = Feat("value: of the column said before")
	fValueNext        = Feat("value: of the column said after")
	fValueNotPend     = Feat("value: of another column than the one said before")
	fValueLabel       = Feat("value: the name of its table's rows")
	fValueCategory    = Feat("value: of few values")
	fValueKey         = Feat("value: of a key")
	fValueNamedTab    = Feat("value: of the table said just before or after")
	fValueSelect      = Feat("value: in the list of what is asked for")
	fValueTwice       = Feat("value: of the column compared last, without and or or")
	fValueAgain       = Feat("value: of the column compared last, after and or or")
	fValueBy          = Feat("value: the name of its table's rows, after by")
	fValueOwnBy       = Feat("value: the name of one of the things asked for, after by")
	fValueFrom        = Feat("value: of a column of beginnings, after from")
	fValueTo          = Feat("value: of a column of ends, after to")
	fValueOwner       = Feat("value: the name of what the things counted or shown belong to, before have")
	fValueThing       = Feat("value: the name of one of the things counted or shown, before have")
	fValueWrong       = Feat("value: of a column of the other end")
	FMentionSkip      = Feat("mention is left out")
	FMentionCue       = Feat("mention is left out: a word that aggregates, groups or orders")
	FMentionValue     = Feat("mention is left out: a stored value and no name")
	FMentionScore     = Feat("mention is left out: score of the best match")
	FMentionCount     = Feat("number of and a table, though a column is called so: rows")
	FMentionCountEach = Feat("number of and a table, though a column is called so: rows, each or per is said")
	FMentionMetric    = Feat("mention is left out: a computed measure")
	FMentionBy        = Feat("mention is left out: after by")
	fValueCalled      = Feat("value: of a free text, though rows that its table refers to are called so")
	fColumnText       = Feat("column: no number, to be summed or averaged")
	fColumnMetric     = Feat("column: a computed measure")
	fColumnKeySum     = Feat("column: a key to be summed or averaged, not said as one")
	FMentionTop       = Feat("mention is left out: what so many are wanted of")
)

// BestScore is how well the item is the name of something; 1 for a value.
func BestScore(it *tag.Item) float64 {
	s := 0.0
	if len(it.Values) > 0 {
		s = 1
	}
	if len(it.Matches) > 0 {
		s = max(s, it.Matches[0].Score())
	}
	return s
}

// Candidates are the most promising things that the item may be.
func (r *Run) Candidates(it *tag.Item) []Candidate {
	var out []Candidate
	tables, columns := 0, 0
	for i := range it.Matches {
		m := &it.Matches[i]
		if m.Column == nil && tables < manyTables {
			tables++
			out = append(out, Candidate{Match: m})
		} else if m.Column != nil && !r.doneWith(it, m) && (columns < manyColumns || r.Near(m.Table) && columns < 3*manyColumns) {
			columns++
			out = append(out, Candidate{Match: m})
			if SaysName(it) && len(m.Table.Label) == 2 && m.Column == m.Table.Label[0] && m.Coverage < 0.95 {
				out = append(out, Candidate{Label: m})
			}
		}
	}
	if c := r.called(it); c != nil {
		out = append(out, Candidate{Match: c})
	}
	values := 0
	for i := range it.Values {
		if v := &it.Values[i]; !r.aside(it, v) && (values < manyValues || r.Near(v.Column.Table) && values < 3*manyValues) {
			values++
			out = append(out, Candidate{Value: v})
			if twin := phrase.OtherEnd(r.Before().Lower, v.Column); twin != nil && !Holds(it, twin) {
				other := *v
				other.Column = twin
				out = append(out, Candidate{Value: &other})
			}
		}
	}
	return out
}

// aside says that a value is of a column whose key says a part that nobody spoke of, while the one that says none holds it too.
func (r *Run) aside(it *tag.Item, v *schema.ValueMatch) bool {
	meant, role := r.Index.Graph.Aside(v.Column)
	said := func(o tag.Item) bool { return slices.Contains(role, schema.Lemma(o.Lower)) }
	return meant != nil && !slices.ContainsFunc(r.Items, said) && slices.ContainsFunc(it.Values, func(o schema.ValueMatch) bool { return o.Column == meant && o.Presence == v.Presence })
}

// doneWith says that a participle tells what was done with rows that are named, and to or by whom: the "sent" of "payments sent to Ada"
// is no day to be shown.
func (r *Run) doneWith(it *tag.Item, m *schema.Match) bool {
	at := r.posOf(it)
	next, whom := r.Item(at+1), r.Item(at+2)
	return (m.Column.Role == schema.Moment || !m.Exact()) && schema.Participle(it.Lower) && r.Near(m.Table) && (next.Lower == "to" || next.Lower == "by" || next.Lower == "from") && len(whom.Values) > 0 && whom.Period == nil
}

// called is the label of the table that the words tie a plain "name" to, where the label is no name: the title of a
// course.
func (r *Run) called(it *tag.Item) *schema.Match {
	i := r.posOf(it)
	if i >= len(r.Items) {
		return nil
	}
	t := r.Facts.Anchors[i]
	if t == nil || it.Lower != "name" && it.Lower != "names" || len(t.Label) != 1 || t.Label[0].Has("name") {
		return nil
	}
	return &schema.Match{From: it.From, To: it.To, Table: t, Column: t.Label[0], Quality: 0.85, Coverage: 1}
}

// posOf is the place of an item.
func (r *Run) posOf(it *tag.Item) int {
	for i := r.Pos; i < len(r.Items); i++ {
		if &r.Items[i] == it {
			return i
		}
	}
	return r.Pos
}

// SaysName says that the words ask for a name as a whole.
func SaysName(it *tag.Item) bool {
	return slices.ContainsFunc(schema.Words(it.Lower), func(w string) bool { return w == "name" || w == "names" })
}

// beforeOf is the item before the one at i, and before the table's own name in front of it: "with the customer name".
func (r *Run) beforeOf(t *schema.Table, i int) *tag.Item {
	said := r.Item(i - 1)
	if own, s := said.BestTable(); own == t && s > 0.6 && !said.Is(tag.With, tag.And) {
		return r.Item(i - 2)
	}
	return said
}

// Pair asks for a first and a last name.
func (r *Run) Pair(t *schema.Table) {
	beside := r.beforeOf(t, r.Pos).Is(tag.With) && len(r.Q.Items) == 0 && r.Subject != nil && t != r.Subject && r.Index.Graph.Refers(r.Subject, t)
	r.Pos++
	r.Flush()
	if beside {
		r.Q.Items = append(r.Q.Items, Operand{Star: true, Table: r.Subject})
		r.Note(Is(fFlushStar))
	}
	for _, c := range t.Label {
		r.SelectColumn(c)
	}
	if r.Zone == Conditions {
		r.Last = t
	}
}

// Near says that a table is named in the question or in force.
func (r *Run) Near(t *schema.Table) bool {
	return slices.Contains(r.Facts.Tables, t) || t == r.Subject || t == r.Last
}

// Reach is how many joins a table is away from those in force: 0 for one of them, -1 when nothing joins them.
func (r *Run) Reach(t *schema.Table) int { return r.ReachFrom(r.TablesInForce(), t) }

// ReachFrom is reach with the tables in force given, for rules that look at many columns.
func (r *Run) ReachFrom(tables []*schema.Table, t *schema.Table) int {
	if len(tables) == 0 || slices.Contains(tables, t) {
		return 0
	}
	best := -1
	for _, other := range tables {
		if d := r.Index.Graph.Distance(other, t); d >= 0 && (best < 0 || d < best) {
			best = d
		}
	}
	return best
}

// DescribeTable opens the option that the item is the table.
func (r *Run) DescribeTable(it *tag.Item, m *schema.Match) {
	before, after := r.Before(), r.Item(r.Ahead(r.Pos+1))
	d := r.Reach(m.Table)
	r.Option(Is(FTableBias), By(FTableScore, m.Score()), When(fTableExact, m.Exact()),
		When(fTableOf, before.Is(tag.Of, tag.In)), When(fTableAll, before.Is(tag.Ask, tag.All)), When(fTableCount, r.Counted),
		When(fTableRel, after.Is(tag.Relative, tag.With, tag.Have)), When(fTablePlural, Plural(it)),
		When(fTableSubject, r.Subject == nil), When(fTableAgain, d == 0 && slices.Contains(r.TablesInForce(), m.Table)),
		By(FTableFar, float64(max(d, 0))), When(fTableApart, d < 0), When(fTableLink, m.Table.Link),
		When(fTableAgg, r.measures()), When(FTableSynonym, m.Quality < tag.Synonymous), When(fTableKin, r.namesOther(m.Table)))
	r.Also(r.Facts.Talked.table(m.Table)...)
}

// namesOther says that the table's name has another one's that is said: participates_in and faculty_participates_in beside
// faculty.
func (r *Run) namesOther(t *schema.Table) bool {
	return slices.ContainsFunc(r.Facts.Tables, func(o *schema.Table) bool {
		return o != t && len(o.Words) < len(t.Words) && ContainsAll(t.Words, o.Words)
	})
}

// wayToNamed counts the tables named in the question that nothing joins to t, and the joins to the others.
func (r *Run) wayToNamed(t *schema.Table) (cut, way float64) {
	for _, n := range r.Facts.Tables {
		if d := r.Index.Graph.Distance(t, n); d < 0 {
			cut++
		} else {
			way += float64(d)
		}
	}
	return cut, min(way, 6)
}

// Plural says that the item was said in the plural.
func Plural(it *tag.Item) bool { return len(it.Lower) > 3 && it.Lower != schema.Lemma(it.Lower) }

// Before is the item before the position that is no filler.
func (r *Run) Before() *tag.Item {
	i := r.Pos - 1
	for i >= 0 && r.Items[i].Is(tag.Filler) && !r.Items[i].Mention() {
		i--
	}
	return r.Item(i)
}

// DescribeColumn opens the option that the item is the column.
func (r *Run) DescribeColumn(it *tag.Item, m *schema.Match) {
	c := m.Column
	anchor := r.Facts.Anchors[r.Pos]
	d := r.Reach(c.Table)
	number := r.wantsNumber()
	_, alsoTable := it.BestTable()
	r.Option(Is(FColumnBias), By(FColumnScore, m.Score()), When(fColumnExact, m.Exact()),
		When(fColumnAnchor, anchor == c.Table), When(fColumnOther, anchor != nil && anchor != c.Table),
		When(fColumnNamed, slices.Contains(r.Facts.Tables, c.Table)), When(fColumnForce, d == 0 && len(r.TablesInForce()) > 0),
		By(FColumnFar, float64(max(d, 0))), When(fColumnApart, d < 0),
		When(fColumnLast, r.Zone == Conditions && c.Table == r.Last),
		When(FColumnKey, c.Key() && !SaysKey(it)), When(FColumnRef, c.Role == schema.Reference),
		When(fColumnNumber, number && c.Role == schema.Measure), When(FColumnNoNum, number && !c.Type.Numeric() && !c.Numeric))
	r.Also(When(fColumnLike, len(r.Q.Items) > 0 && TableOf(r.Q.Items[len(r.Q.Items)-1].Column) == c.Table && r.Zone == Selecting),
		When(fColumnLabel, c.Role == schema.Label), When(fColumnPrefix, m.Prefixed),
		When(fColumnSubject, r.Subject == nil && alsoTable > 0.8), When(fColumnOf, r.Item(r.Ahead(r.Pos+1)).Is(tag.Of)),
		When(fColumnLink, c.Table.Link), When(fColumnAfterOf, r.Zone == Selecting && len(r.Q.Items) > 0 && r.Item(r.Pos-1).Is(tag.Of)),
		When(fColumnLong, m.Exact() && it.To-it.From > 1), When(fColumnPrimary, SaysKey(it) && c.Table.PrimaryKey() == c))
	cut, way := r.wayToNamed(c.Table)
	r.Also(By(fColumnCut, cut), By(fColumnWay, way), When(fColumnKeyNum, number && c.Key()), When(fColumnMetric, c.Metric != nil && m.Quality >= tag.Synonymous), When(fColumnText, r.sums() && !r.Grouping && !c.Type.Numeric() && !c.Numeric), When(fColumnKeySum, r.measures() && c.Key() && !SaysKey(it)))
	r.Also(When(FColumnSynonym, m.Quality < tag.Synonymous), When(fColumnSynFar, m.Quality < tag.Synonymous && d != 0), When(fColumnSynFull, m.Quality < tag.Synonymous && m.Coverage > 0.95),
		When(fColumnCalled, c.Role == schema.Label && !c.Has("name") && SaysName(it)))
	r.Also(r.Facts.Talked.column(c)...)
	r.Also(When(fColumnHeld, m.Quality < tag.Synonymous && slices.ContainsFunc(it.Values, func(v schema.ValueMatch) bool { return v.Column == c && strings.EqualFold(v.Text, it.Text) })))
	r.Also(When(fColumnShadow, c.Role == schema.Reference && m.Quality < tag.Synonymous && alsoTable > 0.6 && !SaysKey(it)))
}

// SaysKey says that the words ask for a key as such: "id", "code", "number".
func SaysKey(it *tag.Item) bool {
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
func (r *Run) wantsNumber() bool {
	return r.measures() || r.Item(r.Pos+1).Is(tag.Compare, tag.Between)
}

// DescribeValue opens the option that the item is the value of a column.
func (r *Run) DescribeValue(it *tag.Item, v *schema.ValueMatch) {
	c := v.Column
	d := r.Reach(c.Table)
	next := r.Item(r.Ahead(r.Pos + 1))
	nextColumn := Names(next, c)
	r.Option(Is(FValueBias), When(fValueLong, it.To-it.From > 1), When(fValueCapital, it.Capital), When(fValueQuoted, it.Quoted),
		When(FValueCase, v.Text == it.Text), When(FValueForce, d == 0 && len(r.TablesInForce()) > 0),
		When(fValueNamed, slices.Contains(r.Facts.Tables, c.Table)), By(FValueFar, float64(max(d, 0))), When(fValueApart, d < 0),
		When(fValuePending, r.waits(c)), When(fValueNext, nextColumn), When(fValueNotPend, r.Pending != nil && !r.waits(c)),
		When(fValueLabel, c.Role == schema.Label), When(fValueCategory, c.Complete && c.Distinct <= 40), When(fValueKey, c.Key()))
	table, _ := next.BestTable()
	beforeTable, _ := r.Before().BestTable()
	r.Also(When(fValueNamedTab, table == c.Table || beforeTable == c.Table),
		When(fValueSelect, r.Zone == Selecting && len(r.Q.Items) == 0))
	r.Also(r.Facts.Talked.value(c)...)
	again := r.SameColumn(c) != nil
	joined := r.Or || r.Both || r.Item(r.Pos-1).Is(tag.And, tag.Or, tag.Comma)
	r.Also(When(fValueCalled, r.calledElsewhere(it, c)))
	owns := c.Role == schema.Label && (next.Is(tag.Have) || r.Before().Is(tag.Have)) && r.Subject != nil
	r.Also(When(fValueOwner, owns && r.Index.Graph.Refers(r.Subject, c.Table)), When(fValueThing, owns && c.Table == r.Subject))
	from, to := c.Has(english.Origins...), c.Has(english.Destinations...)
	toward := r.Before().Lower
	r.Also(When(fValueBy, c.Role == schema.Label && r.Before().Is(tag.By)), When(fValueOwnBy, c.Role == schema.Label && r.Before().Is(tag.By) && c.Table == r.Subject), When(fValueTwice, again && !joined), When(fValueAgain, again && joined), When(fValueFrom, from && toward == "from"),
		When(fValueTo, to && toward == "to"), When(fValueWrong, from && toward == "to" || to && toward == "from"))
}

// calledElsewhere says that the words are also the name of a row that a row of the free text's table refers to, over one
// key or several: the artist of a track's album, beside the composer that somebody typed.
func (r *Run) calledElsewhere(it *tag.Item, c *schema.Column) bool {
	if c.Role != schema.Free || r.Hinted(c, "") {
		return false
	}
	return slices.ContainsFunc(it.Values, func(v schema.ValueMatch) bool {
		return v.Column.Role == schema.Label && len(v.Column.Table.Label) == 1 && v.Column.Table != c.Table && r.Index.Graph.Refers(c.Table, v.Column.Table)
	})
}

// Names says whether the item may name the column.
func Names(it *tag.Item, c *schema.Column) bool {
	for i := range it.Matches {
		if it.Matches[i].Column == c {
			return true
		}
	}
	return false
}

// ContainsAll says that all words of the part are among the words.
func ContainsAll(words, part []string) bool {
	for _, w := range part {
		if !slices.Contains(words, w) {
			return false
		}
	}
	return true
}
