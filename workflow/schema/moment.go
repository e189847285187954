package schema

import (
	"cmp"
	"slices"
	"time"

	"parley/db"
)

// TimeColumn is one of the times of a table's rows: when one was made, ordered, shipped, posted.
type TimeColumn struct {
	// Column is a date or timestamp, of the table itself or of the calendar that Via leads to.
	Column *Column
	// Via is the key to a calendar table (dim_date); nil for a column of the table itself.
	Via *Edge
	// Verbs are stems of what happened then, from the name and the comment: ship of shipped_at, submit of "when the claim was
	// submitted". A question's verb chooses by them.
	Verbs []string
}

// calendarWords name tables that have one row a day.
var calendarWords = wordsOf("calendarWords")

// calendar is the date of a table that has one row a day; nil for any other table.
func (t *Table) calendar() *Column {
	if !calendarWords[t.Words[len(t.Words)-1]] || t.key() == nil || len(t.Foreign) > 0 {
		return nil
	}
	for _, c := range t.Columns {
		if c.Type.Temporal() {
			return c
		}
	}
	return nil
}

// moments are the times of a table's rows, that of the row itself first.
func (x *Index) moments(t *Table) []TimeColumn {
	var out []TimeColumn
	for _, c := range t.Columns {
		if c.Role == Moment && c.Day() && !c.Hidden {
			out = append(out, TimeColumn{Column: c, Verbs: verbsOf(c)})
		}
	}
	for i, m := range out {
		switch from, to, ok := t.Validity(); {
		case ok && m.Column == from:
			out[i].Verbs = append(m.Verbs, beginVerbs...)
		case ok && m.Column == to:
			out[i].Verbs = append(m.Verbs, endVerbs...)
		case m.Column == t.Moment && m.Column.Has(createdWords...) && t.Personal() && !t.Employed():
			out[i].Verbs = append(m.Verbs, joinVerbs...) // people's rows come to be when they join
		}
	}
	own := len(out) > 0
	for _, e := range x.Graph.Of(t) {
		if e.From == t && e.To != t && e.Sure() {
			if day := e.To.calendar(); day != nil {
				out = append(out, TimeColumn{Column: day, Via: e, Verbs: verbsOf(e.FromColumns[0])})
			}
		}
	}
	rank := func(m TimeColumn) int {
		switch {
		case m.Column == t.Moment && m.Via == nil:
			return 0
		case m.Via != nil && !own && len(m.Via.Part) == 0:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b TimeColumn) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

// timeWords say that a column is a time, not which.
var timeWords = wordsOf("timeWords")

// verbsOf are the stems of the words that say what happened at a time.
func verbsOf(c *Column) []string {
	var out []string
	add := func(w string) {
		if s := Stem(w); !timeWords[w] && len(w) > 2 && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	for _, w := range c.Words {
		add(w)
		if timeWords[w] {
			continue
		}
		for _, o := range c.others[w] {
			add(o)
		}
	}
	if len(c.Comment) < commentLetters {
		for _, w := range Words(c.Comment) {
			if Participle(w) && !c.Table.Has(w) {
				add(w)
			}
		}
	}
	return out
}

// Has says that the table's name has the word, as a lemma.
func (t *Table) Has(word string) bool { return contains(t.Words, Lemma(word)) }

// The words of columns at which a season begins and ends.
var (
	opening = wordsOf("opening")
	closing = wordsOf("closing")
)

// Season are the first and the last day of rows that lie on the calendar one after the other: terms, seasons, sprints. ok is false
// for rows that are about others, or have no name.
func (t *Table) Season() (from, to *Column, ok bool) {
	if len(t.Label) == 0 || len(t.Moments) < 2 {
		return nil, nil, false
	}
	for _, c := range t.Columns {
		switch {
		case c.isReference():
			return nil, nil, false
		case !c.Type.Temporal():
		case from == nil && c.hasAny(opening):
			from = c
		case to == nil && c.hasAny(closing):
			to = c
		}
	}
	return from, to, from != nil && to != nil
}

func (c *Column) hasAny(words map[string]bool) bool {
	return slices.ContainsFunc(c.Words, func(w string) bool { return words[w] })
}

// The words of the days from and until which a row holds.
var (
	sinceWords = wordsOf("sinceWords")
	untilWords = wordsOf("untilWords")
	holdWords  = wordsOf("holdWords")
)

// createdWords are words of a time at which rows were made.
var createdWords = []string{"created", "create", "creation", "added"}

// What is said to happen on the first and on the last day, as stems.
var (
	beginVerbs = []string{Stem("started"), Stem("began"), Stem("begin"), Stem("begun"), Stem("commenced")}
	joinVerbs  = []string{Stem("joined"), Stem("registered")}
	endVerbs   = []string{Stem("ended"), Stem("expired"), Stem("lapsed"), Stem("terminated"), Stem("finished")}
)

// Validity are the first and the last day on which what a row says holds: a contract, a membership, a price. ok is false for
// rows of what happens at some time of the day and is over soon, such as sessions, and for versions of things, of which the
// present one is marked.
func (t *Table) Validity() (from, to *Column, ok bool) {
	if t.Current() != nil {
		return nil, nil, false
	}
	for _, c := range t.Columns {
		switch {
		case c.Hidden || c.Type != db.Date && c.Coded() == "" && !(c.Type.Temporal() && c.hasAny(holdWords)):
		case to == nil && c.hasAny(untilWords) && (from == nil || from.Type == c.Type):
			to = c
		case from == nil && c.hasAny(sinceWords) && (to == nil || to.Type == c.Type):
			from = c
		}
	}
	return from, to, from != nil && to != nil
}

// What happens in a database that is in use goes up to so many days before its rows were looked at, and it has so many columns: an
// example has fewer.
const (
	recent = 45
	many   = 50
)

// InUse says that people work with the database: comments tell what is in it, or it is wide and what happens in it goes up to
// the days before its rows were looked at. What is asked of it is about now ("this month", "still open").
func (x *Index) InUse() bool { return x.inUse }

func (x *Index) used() bool {
	return slices.ContainsFunc(x.Tables, func(t *Table) bool {
		return t.Comment != "" || slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Comment != "" || len(x.Columns) >= many && x.reachesNow(c) })
	})
}

// EndsBefore says that the values of a column were looked at and all lie before a day.
func (c *Column) EndsBefore(day time.Time) bool {
	_, greatest := c.Days()
	return greatest != "" && greatest < day.Format(time.DateOnly)
}

// Days are the first and the last day that a column of moments holds; empty where its values were not looked at.
func (c *Column) Days() (least, greatest string) {
	day := func(v db.Value) string {
		if v == nil || !c.Type.Temporal() {
			return ""
		}
		text := db.Format(v)
		return text[:min(len(text), len(time.DateOnly))]
	}
	return day(c.Least), day(c.Greatest)
}

// Ahead is another time of a table's rows, which lies ahead of the days on which they were looked at: the day of a move, beside the day on
// which it was booked. A period may be meant of either. What rows are due, expected or ended by is none of theirs; nil where none is.
func (x *Index) Ahead(t *Table) *Column {
	for _, c := range t.Columns {
		_, last := c.Days()
		most := c.Nulls*10 <= c.Looked // what happens to some of the rows alone, as to be shipped, is not their time
		if c.Role == Moment && c != t.Moment && !c.Hidden && most && !c.hasAny(beside) && !c.hasAny(ofLives) && x.taken != "" && last > x.taken {
			return c
		}
	}
	return nil
}

// reachesNow says that the greatest moment of a column is one of the days before its rows were looked at.
func (x *Index) reachesNow(c *Column) bool {
	if x.taken == "" || !c.Type.Temporal() || c.Greatest == nil {
		return false
	}
	taken, err := time.Parse(time.DateOnly, x.taken)
	if err != nil {
		return false
	}
	last := db.Format(c.Greatest)
	return last >= taken.AddDate(0, 0, -recent).Format(time.DateOnly) && last <= x.taken
}
