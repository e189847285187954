package schema

import (
	"slices"

	"parley/db"
)

// This file chooses what short forms in the names of columns stand for by what stands beside them.

// choose takes other meanings of short forms where their neighbours ask for them.
func (t *Table) choose() {
	for _, c := range t.Columns {
		for i, w := range c.Words {
			switch {
			case i == 0 && w == "street" && (c.Type.Temporal() || c.Type == db.Time || t.speaks("end") && !t.speaks("city")):
				c.mean(i, func(o string) bool { return o == "start" }) // st_dt beside end_dt
			case i+1 < len(c.Words) && clockWords[c.Words[i+1]] && !deed(w):
				c.mean(i, deed) // cls_dt is when it was closed
			case i+1 < len(c.Words) && lengths[c.Words[i+1]]:
				c.mean(i, func(o string) bool { return o == "distance" })
			case i > 0 && i+1 == len(c.Words) && c.Type.Numeric():
				c.mean(i, func(o string) bool { return o == "minute" })
			case w == "count" && i+1 < len(c.Words) && (c.Words[i+1] == "code" || c.Words[i+1] == "name"):
				c.mean(i, func(o string) bool { return o == "country" }) // a count has no code
			case i > 0 && w == "month" && c.Type == db.Text && settled[c.Words[i-1]]:
				c.mean(i, func(o string) bool { return o == "method" }) // pmt_mth in letters
			case w == "language" && (c.Type == db.Decimal || t.speaks("latitude")):
				c.mean(i, func(o string) bool { return o == "longitude" })
			case i+1 < len(c.Words) && agreed[c.Words[i+1]]:
				c.mean(i, func(o string) bool { return o == "contract" && w == "center" })
			case i+1 < len(c.Words) && (c.Words[i+1] == "grade" || c.Words[i+1] == "score"):
				c.mean(i, func(o string) bool { return o == "final" })
			case w == "total" && c.Type == db.Text:
				c.mean(i, func(o string) bool { return o == "title" }) // job_ttl
			case w == "organization" && t.speaks("destination"):
				c.mean(i, func(o string) bool { return o == "origin" })
			}
		}
	}
	for i, c := range t.Columns {
		for _, d := range t.Columns[:i] {
			t.tellApart(c, d)
		}
	}
}

var (
	// clockWords end the names of moments.
	clockWords = wordsOf("clockWords")
	// settled are words of what is done by a method, agreed words of what contracts have and places do not.
	settled = wordsOf("settled")
	agreed  = wordsOf("agreed")
	// lengths are units in which distances are kept.
	lengths = wordsOf("lengths")
)

// deed says that a word tells what happens at a moment.
func deed(w string) bool { return making[w] || beside[w] }

// mean takes another meaning of the short form at a place, the first that will do.
func (c *Column) mean(i int, do func(string) bool) {
	w := c.Words[i]
	list := c.others[w]
	at := slices.IndexFunc(list, do)
	if at < 0 || do(w) {
		return
	}
	to := list[at]
	rest := append([]string{w}, slices.Delete(slices.Clone(list), at, at+1)...)
	c.Words = slices.Clone(c.Words)
	c.Words[i] = to
	if c.others[to] == nil {
		c.others[to] = rest
	}
}

// speaks says that a column of the table has a word in its name.
func (t *Table) speaks(word string) bool {
	return slices.ContainsFunc(t.Columns, func(c *Column) bool { return slices.Contains(c.Words, word) })
}

// sameLetters is how many letters two names begin with alike where one short form stands in both: trn in trndat and trnamt.
const sameLetters = 3

// tellApart gives the shorter of two short forms that are read alike another meaning: cty beside ctry is a city.
func (t *Table) tellApart(c, d *Column) {
	a, b := Split(c.Column.Name), Split(d.Column.Name)
	w := c.Words[0]
	if len(a) == 0 || len(b) == 0 || a[0][:min(len(a[0]), sameLetters)] == b[0][:min(len(b[0]), sameLetters)] || w != d.Words[0] {
		return
	}
	if len(b[0]) < len(a[0]) {
		c = d
	}
	if list := c.others[w]; len(list) > 0 {
		c.mean(0, func(o string) bool { return o == list[0] })
	}
}
