package schema

import (
	"slices"
	"strings"
)

// name is one way in which a table or column is called: a list of words with weights.
type name struct {
	table  *Table
	column *Column // nil: the name is the table's
	// owner numbers what is named: tables first, then columns.
	owner  int
	weight []float64
	total  float64
	// prefixed names start with the table's words ("student name"), which must be said in order and without glue.
	prefixed int
	// short names leave the table's own words out: customer_name of customers is "name".
	short bool
	// number says that the last word is "number".
	number bool
}

// posting is one place of a word in a name. A short form's full word has quality below 1.
type posting struct {
	name    int
	at      int
	quality float64
}

// expandedQuality is how well a short form that was said names what it stands for.
const expandedQuality = 0.97

// spellOut reads what single letters stand for in the names of a table's columns: fname beside lname are a first and a
// last name, bname of a boat is its name, and a key that is the table's initials and "id" (aid of aircraft) is its id.
func (t *Table) spellOut() {
	for _, c := range t.Columns {
		if t.hasName(c, "f", "l") {
			letter(c, "first")
		} else if t.hasName(c, "l", "f") {
			letter(c, "last")
		} else if w := t.nameOfOwn(c); w != "" {
			c.Words = []string{w, "name"}
		}
		if len(c.Words) > 1 && len(c.Words[0]) == 1 {
			if w := t.wordFrom(c.Words[0]); w != "" {
				c.Words = append([]string{w}, c.Words[1:]...)
			}
		}
		if len(t.Primary) == 1 && strings.EqualFold(t.Primary[0], c.Name) && strings.EqualFold(c.Name, initials(t.Words)+"id") {
			c.Words = append(slices.Clone(t.Words), "identifier")
		}
	}
}

// hasName says that the column is a name with the letter, beside another with the other letter.
func (t *Table) hasName(c *Column, own, other string) bool {
	at := len(c.Words) - 2
	says := at >= 0 && (c.Words[at] == own || strings.EqualFold(c.Column.Name, own+"name"))
	return says && c.Words[at+1] == "name" && slices.ContainsFunc(t.Columns, func(d *Column) bool {
		n := len(d.Words) - 2
		return n >= 0 && (d.Words[n] == other || d.Words[n] == "first" || d.Words[n] == "last") && d.Words[n+1] == "name" && d != c
	})
}

// nameOfOwn is the word of the table's name whose first letter stands before "name" in a column's: boat of bname; empty for none.
func (t *Table) nameOfOwn(c *Column) string {
	first, ok := strings.CutSuffix(strings.ToLower(c.Column.Name), "name")
	if !ok || len(first) != 1 {
		return ""
	}
	return t.wordFrom(first)
}

// wordFrom is the word of the table's name that begins with the letter: the p of player in pName.
func (t *Table) wordFrom(letter string) string {
	for _, w := range t.Words {
		if strings.HasPrefix(w, letter) && len(w) > 2 {
			return w
		}
	}
	return ""
}

func letter(c *Column, long string) {
	words := slices.Clone(c.Words)
	words[len(words)-2] = long
	c.Words = words
}

func initials(words []string) string {
	s := ""
	for _, w := range words {
		s += w[:1]
	}
	return s
}

// lightWords weigh little in a name: it counts as said without them.
var lightWords = map[string]float64{
	"of": .1, "in": .1, "the": .1, "a": .1, "an": .1, "for": .1, "to": .1, "by": .1, "at": .1, "on": .1, "and": .1, "per": .2,
	"reference": .15, "tbl": .1, "table": .2, "dim": .1, "fact": .1, "master": .3,
	"meter": .25, "foot": .25, "kilometer": .25, "mile": .3, "usd": .2, "dollar": .25, "cent": .25, "pence": .25, "million": .25, "billion": .25,
	"percentage": .4, "speed": .9, "pound": .25, "kilogram": .25, "kg": .25, "inch": .25, "cm": .25, "mm": .25, "m": .2,
	"ft": .25, "f": .2, "c": .2, "minute": .35, "second": .4, "hour": .6, "millisecond": .35, "detail": .6, "value": .6,
	"identifier": .9, "number": .7, "name": .9, "code": .7, "text": .4, "string": .2, "other": .5,
}

func wordWeight(w string) float64 {
	if v, ok := lightWords[w]; ok {
		return v
	}
	return 1
}

// Hidden says that no question finds the table, for it finds none of its columns.
func (t *Table) Hidden() bool {
	return len(t.Columns) > 0 && !slices.ContainsFunc(t.Columns, func(c *Column) bool { return !c.Hidden })
}

func (x *Index) indexNames() {
	x.names, x.postings, x.heads, x.metrics, x.made = nil, map[string][]posting{}, map[string]bool{}, nil, 0
	x.shortenTables()
	x.callOutward()
	things := x.thingNames()
	for _, t := range x.Tables {
		if t.Hidden() {
			continue
		}
		for _, n := range t.Names {
			x.addName(name{table: t}, n)
		}
		for _, c := range t.Columns {
			if !c.Hidden {
				x.addColumnNames(t, c)
				x.addRole(c, things)
			}
		}
	}
	x.addDoers()
	x.stem()
}

// plainThings are last words of tables' names that say no more than that rows are single things.
var plainThings = wordsOf("plainThings")

// shortenTables calls tables without such a word, where no other table is called so: machines in equipment_items are equipment.
func (x *Index) shortenTables() {
	first := map[string]int{}
	for _, t := range x.Tables {
		first[t.Words[0]]++
	}
	for _, t := range x.Tables {
		n := len(t.Words) - 1
		if n >= 1 && plainThings[t.Words[n]] && first[t.Words[0]] == 1 {
			t.addName(Name{slices.Clone(t.Words[:n]), qualityShortened, Shortened})
		}
	}
}

// outward are words for what goes to those who buy, inward for what comes from those who are bought from, or from within.
var outward, inward = wordsOf("outward"), wordsOf("inward")

// callOutward calls what goes to customers by its noun alone, where what comes from suppliers has the same: beside purchase orders, "orders"
// are the sales orders. Nothing is called so where a table has that name already, or where two could.
func (x *Index) callOutward() {
	things, out, in := x.thingNames(), map[string][]*Table{}, map[string][]*Table{}
	for _, t := range x.Tables {
		if t.Hidden() || len(t.Words) != 2 {
			continue
		}
		what := t.Words[1]
		switch {
		case outward[t.Words[0]]:
			out[what] = append(out[what], t)
		case inward[t.Words[0]]:
			in[what] = append(in[what], t)
		}
	}
	for what, list := range out {
		if len(list) > 1 || len(in[what]) == 0 || things[what] {
			continue
		}
		list[0].addName(Name{[]string{what}, qualityOutward, Shortened})
		for _, t := range in[what] {
			t.addName(Name{[]string{what}, qualityInward, Shortened})
		}
	}
}

// The qualities of a noun that several tables share with a word before it: for what is meant by it alone, before any key that is called so, and
// for the others.
const (
	qualityOutward = 0.95
	qualityInward  = 0.86
)

// thingNames are the names of all tables, their words with spaces.
func (x *Index) thingNames() map[string]bool {
	out := map[string]bool{}
	for _, t := range x.Tables {
		for _, n := range t.Names {
			out[n.String()] = true
		}
	}
	return out
}

// addRole names a key by what it refers to its row as: "hiring manager" for hiring_manager_id, which no table is called; things are
// the names of tables.
func (x *Index) addRole(c *Column, things map[string]bool) {
	last := len(c.Words) - 1
	if c.Role != Reference || last < 1 || c.Words[last] != "identifier" {
		return
	}
	if role := (Name{c.Words[:last], qualityShortened, Shortened}); !things[role.String()] {
		x.addName(name{table: c.Table, column: c, short: true}, role)
	}
}

// doerQuality is how well people are named by what they do.
const doerQuality = 0.9

// addDoers names people by what a table says that they take part in: interviewers, where rows refer to interviews and to people.
func (x *Index) addDoers() {
	x.doers = map[string]bool{}
	add := func(deed, who *Table) {
		word := deed.Doer()
		if len(x.postings[word]) == 0 {
			x.addName(name{table: who, short: true}, Name{[]string{word}, doerQuality, Shortened})
			x.doers[word] = true
		}
	}
	for _, t := range x.Tables {
		if who := x.onePerson(t); who != nil && len(t.Moments) > 0 && !t.Personal() {
			add(t, who)
		}
	}
	for _, link := range x.Tables {
		for _, deed := range x.Graph.Of(link) {
			for _, who := range x.Graph.Of(link) {
				if deed.From != link || who.From != link || deed.To == who.To || !who.To.Personal() || deed.To.Personal() || len(deed.To.Moments) == 0 {
					continue
				}
				add(deed.To, who.To)
			}
		}
	}
}

// onePerson is the table of the one employed person to whom the rows of a table refer; nil for none, and for several.
func (x *Index) onePerson(t *Table) *Table {
	var one *Table
	for _, e := range x.Graph.Of(t) {
		if e.From != t || !e.Sure() || !e.To.Called(employees) && !e.To.Employed() {
			continue
		}
		if one != nil {
			return nil
		}
		one = e.To
	}
	return one
}

// Doer is who takes part in what the rows are: "interviewer" of interviews, "inspector" of inspections.
func (t *Table) Doer() string {
	word := t.Words[len(t.Words)-1]
	if verb, ok := strings.CutSuffix(word, "ion"); ok && (strings.HasSuffix(verb, "t") || strings.HasSuffix(verb, "s")) {
		return verb + "or"
	}
	if strings.HasSuffix(word, "e") {
		return word + "r"
	}
	return word + "er"
}

// stem indexes the words of names by their stems and typing errors; those for people who do something are no other forms of what they do.
func (x *Index) stem() {
	x.stems, x.kin = map[string][]string{}, map[string][]string{}
	for lemma := range x.postings {
		if x.doers[lemma] || StandsIn(lemma) {
			continue
		}
		s, k := Stem(lemma), Kin(lemma)
		x.stems[s] = append(x.stems[s], lemma)
		x.kin[k] = append(x.kin[k], lemma)
	}
	for _, list := range x.stems {
		slices.Sort(list)
	}
	for _, list := range x.kin {
		slices.Sort(list)
	}
	x.twins = twins(x.postings, x.doers)
}

// twinLetters is the least length of a word that may be mistyped in a name, twinWords the most words compared.
const (
	twinLetters = 7
	twinWords   = 1500
)

// twins finds words of names that differ by one typing error: a catalogue may have Description and Descriptrion. An inviter is no mistyped
// invited.
func twins(postings map[string][]posting, doers map[string]bool) map[string][]string {
	var long []string
	for w := range postings {
		if len(w) >= twinLetters && !StandsIn(w) && !doers[w] {
			long = append(long, w)
		}
	}
	if len(long) > twinWords {
		return nil
	}
	slices.Sort(long)
	out := map[string][]string{}
	for i, a := range long {
		for _, b := range long[i+1:] {
			if Distance1(a, b) {
				out[a], out[b] = append(out[a], b), append(out[b], a)
			}
		}
	}
	return out
}

func (x *Index) addColumnNames(t *Table, c *Column) {
	for _, n := range c.Names {
		x.addName(name{table: t, column: c, short: n.Source == Shortened}, n)
		if said, ok := dated(c, n); ok {
			x.addName(name{table: t, column: c, short: true}, said)
		}
		if n.Source == Commented {
			continue
		}
		if rest := without(n.Words, t.Words); len(rest) > 0 && len(rest) < len(n.Words) {
			x.addName(name{table: t, column: c, short: true}, Name{rest, n.Quality, Shortened})
		}
		if !within(t.Words, n.Words) {
			x.addName(name{table: t, column: c, prefixed: len(t.Words)}, Name{slices.Concat(t.Words, n.Words), n.Quality, Shortened})
		}
	}
}

// datedQuality is how well a moment is named by what happened and the word for a date.
const datedQuality = 0.95

// dated is the name of a moment with the word for a date in the place of its preposition: due_on is the due date.
func dated(c *Column, n Name) (Name, bool) {
	last := len(n.Words) - 1
	if last < 1 || !c.Type.Temporal() || n.Words[last] != "on" && n.Words[last] != "at" {
		return n, false
	}
	words := append(slices.Clone(n.Words[:last]), "date")
	return Name{words, n.Quality * datedQuality, Shortened}, true
}

// without gives the words that are not among the others.
func without(words, others []string) []string {
	var out []string
	for _, w := range words {
		if !contains(others, w) {
			out = append(out, w)
		}
	}
	return out
}

// maxNameWords bounds the words of a name that are indexed: what was said of it is kept in the bits of one number.
const maxNameWords = 60

func (x *Index) addName(n name, said Name) {
	words, others := said.Words, n.table.others
	if len(words) > maxNameWords {
		words = words[:maxNameWords]
	}
	id := len(x.names)
	n.owner = n.table.ID
	if n.column != nil {
		n.owner = len(x.Tables) + n.column.ID
		others = n.column.others
	}
	n.number = words[len(words)-1] == "number"
	n.weight = make([]float64, 0, len(words))
	for at, w := range words {
		weight := wordWeight(w)
		n.weight = append(n.weight, weight)
		n.total += weight
		x.postings[w] = append(x.postings[w], posting{id, at, said.Quality})
		for _, other := range others[w] {
			x.postings[other] = append(x.postings[other], posting{id, at, said.Quality * qualityOther})
		}
	}
	for _, w := range slices.Backward(words) {
		if wordWeight(w) == 1 {
			x.heads[w] = true
			break
		}
	}
	x.names = append(x.names, n)
}
