package schema

import (
	"slices"
	"strings"

	"parley/db"
)

// roleOf reads a column's purpose from its keys, then its name, then its type and values.
func roleOf(c *Column) Role {
	last := c.Words[len(c.Words)-1]
	switch {
	case c.isReference() || c.reference:
		return Reference
	case c.isPrimary() && len(c.Table.Primary) <= 1 && (last == "identifier" || c.Type.Numeric()):
		return Identifier
	case last == "identifier", len(c.Table.Primary) == 0 && c == c.Table.key() && c.calledKey() && c.Type.Numeric():
		return Identifier
	case c.Type == db.Boolean, c.Complete && c.Distinct == 2 && c.flagName(), c.saysWhether():
		return Flag
	case c.Day() && !(c.Coded() != "" && c.Table.Called(calendarWords)), c.Year, c.Type == db.Time, c.temporalName() && !c.Type.Numeric() && len(c.Codes) == 0:
		return Moment
	case c.spelledOut(), c.numbersKinds():
		return Category
	case c.Type.Numeric(), c.Numeric:
		return Measure
	case c.fewKinds():
		return Category
	}
	return Free
}

// The values of a column of which only a sample was seen are all of its kinds, or nearly, where the sample is large and each comes
// many times in it.
const (
	leastSampled = 5_000
	timesEach    = 50
	mostKinds    = 40
)

// fewKinds says that the values of a column are few: all of them were seen, or as good as all.
func (c *Column) fewKinds() bool {
	seen := c.Complete || c.Looked >= leastSampled && int64(c.Distinct)*timesEach <= c.Looked
	return seen && c.Distinct > 0 && c.Distinct <= mostKinds
}

// numbersKinds says that the whole numbers of a column are few and called what kinds are: a status of 1 to 9.
func (c *Column) numbersKinds() bool {
	return c.Type == db.Integer && c.Complete && c.Distinct > 1 && c.Distinct <= 20 && c.Low >= 0 && c.High < 100 && numberedKinds[c.Words[len(c.Words)-1]]
}

// numberedKinds are last words of columns whose numbers stand for kinds.
var numberedKinds = wordsOf("numberedKinds")

// spelledOut says that the numbers of a column, or its texts of one figure, are codes, each of whose meanings is known, and no marks of
// a scale.
func (c *Column) spelledOut() bool {
	if c.Type != db.Integer && !(c.Type == db.Text && c.Numeric) || c.Distinct == 0 || slices.ContainsFunc(c.Words, func(w string) bool { return averaged[w] }) {
		return false
	}
	known := map[db.Value]bool{}
	for _, code := range c.Codes {
		if code.Presence == AnyValue && code.Source != CodeFlag {
			known[code.Value] = true
		}
	}
	return len(known) > 1 && len(known) >= c.Distinct
}

func (c *Column) isPrimary() bool {
	for _, p := range c.Table.Primary {
		if strings.EqualFold(p, c.Name) {
			return true
		}
	}
	return c.Table.own == c
}

func (c *Column) isReference() bool {
	for _, f := range c.Table.Foreign {
		for _, name := range f.Columns {
			if strings.EqualFold(name, c.Name) {
				return true
			}
		}
	}
	return false
}

// Key says whether the column identifies rows, of its own or another table.
func (c *Column) Key() bool { return c.Role == Identifier || c.Role == Reference || c.isPrimary() }

// dialled are the words of what is called or written to by its number.
var dialled = wordsOf("dialled")

// Dialled says that the numbers in it are those of telephones and the like, which nobody adds up.
func (c *Column) Dialled() bool { return dialled[c.Words[len(c.Words)-1]] }

// Repeats says that several rows share each of its values, as far as they were seen: it names no row by itself.
func (c *Column) Repeats() bool {
	return c.Complete && c.Distinct > 0 && c.Table.Rows >= 2*int64(c.Distinct)
}

// Sort is the one column that rows are called by where several are called the same: it tells what they are, and none from another. It is nil for
// other tables.
func (t *Table) Sort() *Column {
	if len(t.Label) == 1 && t.Label[0].Repeats() {
		return t.Label[0]
	}
	return nil
}

// numberEnds end the name of a column that tells things apart.
var numberEnds = wordsOf("numberEnds")

// Numbered is what the values tell apart where several rows may share one, as lemmas: "receipt" of receipt_no on the lines of
// receipts. It is nil for a key, and where the name says nothing else than what a row is called.
func (c *Column) Numbered() []string {
	at := len(c.Words) - 1
	if at < 1 || !numberEnds[c.Words[at]] || c.Unique || c.Hidden || c.isPrimary() || c.isReference() || c.Type.Temporal() || slices.Equal(c.Words[:at], c.Table.RowName()) {
		return nil
	}
	return c.Words[:at]
}

// mostGrades is how many steps a scale of whole numbers has at most that rows are told apart by: priorities, floors, ratings.
const mostGrades = 12

// Graded says that a column holds a few whole numbers that many rows share.
func (c *Column) Graded() bool {
	return c.Type == db.Integer && c.Complete && c.Distinct > 1 && c.Distinct <= mostGrades && c.Repeats()
}

// Called says whether the table's name holds one of the words of the sets.
func (t *Table) Called(sets ...map[string]bool) bool {
	return slices.ContainsFunc(t.Words, func(w string) bool {
		return slices.ContainsFunc(sets, func(set map[string]bool) bool { return set[w] })
	})
}

// Has says that the column's name has one of the words (lemmas).
func (c *Column) Has(words ...string) bool {
	for _, w := range c.Words {
		for _, v := range words {
			if w == v {
				return true
			}
		}
	}
	return false
}

func (c *Column) flagName() bool { return c.Has("is", "has", "flag", "be", "have", "yn") }

// saysWhether says that a column holds 0 and 1 and is called by what was done, or by how a thing is: discontinued, active.
func (c *Column) saysWhether() bool {
	last := c.Words[len(c.Words)-1]
	return c.Type == db.Integer && c.Complete && c.Distinct == 2 && c.Low == 0 && c.High == 1 && (Participle(last) || conditions[last])
}

// conditions are words for how a thing is, that name columns of yes and no.
var conditions = wordsOf("conditions")

func (c *Column) temporalName() bool {
	return c.Has("date", "datetime", "timestamp", "birthday") || strings.HasSuffix(strings.ToLower(c.Name), "_at")
}

// labelOf finds what a row is called: a first and a last name, else the best single column.
func labelOf(t *Table) []*Column {
	var first, last, best *Column
	score := 0
	for _, c := range t.Columns {
		switch {
		case c.Hidden:
			continue
		case c.Has("name") && c.Has("first", "given"):
			first = first.or(c)
		case c.Has("name") && c.Has("last", "family"):
			last = last.or(c)
		}
		if s := labelScore(t, c); s > score {
			best, score = c, s
		}
	}
	if first != nil && last != nil && score < labelOwnName {
		return []*Column{first, last}
	}
	if best != nil {
		return []*Column{best}
	}
	return nil
}

func (c *Column) or(d *Column) *Column {
	if c != nil {
		return c
	}
	return d
}

// labelOwnName is the score of a column that is called the table's name, or plainly "name".
const labelOwnName = 8

// labelScore ranks a column as the name of its table's rows; 0 is none.
func labelScore(t *Table, c *Column) int {
	if c.Type == db.Integer || c.Type == db.Decimal || c.Role == Reference && !c.Has("name", "title") || !c.isPrimary() && len(meanings(c.Comment)) > 1 {
		return 0
	}
	last := c.Words[len(c.Words)-1]
	own := len(c.Words) == 1 || within(c.Words[:len(c.Words)-1], t.Words)
	if (last == "name" || last == "title") && !own && !wholeNames[c.Words[0]] && (c.ofParty() || c.shared()) {
		return 0
	}
	switch {
	case last == "name" && (own || len(c.Words) == 2 && wholeNames[c.Words[0]]):
		return labelOwnName + boolToInt(len(c.Words) == 1)
	case last == "title" && own:
		return 7
	case sameWords(c.Words, t.Words) && c.isPrimary() && last == "code": // a code, where even a description tells more
		return 1
	case sameWords(c.Words, t.Words) && c.isPrimary(): // a code, where anything else names the rows
		return 3
	case sameWords(c.Words, t.Words), len(c.Words) == 1 && len(t.Words) > 0 && last == t.Words[len(t.Words)-1]:
		return 6
	case len(c.Words) == 1 && firms[last] && !c.shared():
		return 6
	case last == "name" && !c.Has("first", "last", "middle", "user", "login", "file"):
		return 5
	case last == "name" || last == "title":
		return 4
	case last == "detail" && own && !c.shared():
		return 3
	case (last == "label" && own || plates[last]) && !c.shared():
		return 4
	case (last == "description" || last == "text" || last == "caption") && own && !c.shared():
		return 2
	case last == "city" && own && t.Called(places):
		return 1
	case (c.Unique || c.OnceEach()) && !c.Nullable && referred[last] && !slices.Equal(t.Primary, []string{c.Column.Name}):
		return 1
	}
	return 0
}

// OnceEach says that no text of a column was seen twice.
func (c *Column) OnceEach() bool {
	return c.texts() && c.Complete && c.Looked > 1 && int64(c.Distinct) >= c.Looked-c.Nulls
}

// ofParty says that a column holds what somebody is called with whom the rows of a table only deal: the customer of an invoice.
func (c *Column) ofParty() bool {
	key := c.Table.key()
	return slices.ContainsFunc(c.Words[:len(c.Words)-1], func(w string) bool {
		return parties[w] && !slices.Contains(c.Table.Words, w) && (key == nil || !key.Has(w))
	})
}

// parties are words for those with whom rows of other things deal.
var parties = wordsOf("parties")

// shared says that most rows have the value of another one, which tells what they are about and not which they are.
func (c *Column) shared() bool {
	return c.Complete && c.Looked >= leastLooked && 2*int64(c.Distinct) < c.Looked
}

// wholeNames are words before "name" where it is all that a row is called, and places the tables whose rows go by their city where
// nothing else names them; firms are words for who rows are that go by no other name, plates for
// what stands written on things.
var (
	firms      = wordsOf("firms")
	plates     = wordsOf("plates")
	wholeNames = wordsOf("wholeNames")
	places     = wordsOf("places")
)

// referred are last words of the columns by which people refer to things that have no name.
var referred = wordsOf("referred")

// The words of moments at which a row comes to be, and of those that lie ahead of it or end it.
var (
	making = wordsOf("making")
	// beginnings and scheduled are words of moments at which rows take place that were arranged before.
	beginnings = wordsOf("beginnings")
	scheduled  = wordsOf("scheduled")
	// ofLives are words of times that are no row's own.
	ofLives = wordsOf("ofLives")
	beside  = wordsOf("beside")
)

// momentOf picks the default date column: one that says when the row came to be, else the first.
func momentOf(t *Table) *Column {
	var best *Column
	score := 0
	for _, c := range t.Columns {
		if c.Role != Moment || c.Year && !c.Has("year") || c.hasAny(ofLives) {
			continue
		}
		s := 1 + 5*boolToInt(c.Day() || c.temporalName())
		switch {
		case slices.ContainsFunc(c.Words, func(w string) bool { return making[w] }):
			s += 4
		case c.Has("date", "day") && len(c.Words) <= 2:
			s += 3
		}
		s += 2 * boolToInt(t.namedIn(c) || t.happensAt(c))
		s += 2 * boolToInt(c.takesPlace())
		s -= 4 * boolToInt(slices.ContainsFunc(c.Words, func(w string) bool { return beside[w] }))
		s -= 6 * boolToInt(c.Nulls*2 > c.Looked) // what happens to few rows is not their time
		if s > score {
			best, score = c, s
		}
	}
	return best
}

// takesPlace says that the column is when each row takes place, not when it was arranged: start of appointments, beside booked.
func (c *Column) takesPlace() bool {
	if c.Nullable || c.Nulls > 0 {
		return false // what has not begun is a row all the same
	}
	return c.hasAny(beginnings) || c.hasAny(scheduled) && len(c.Words) <= 2
}

// namedIn says that the column's name holds that of the table, or what else its rows are called where none lacks it: day of the
// auction, where sales are auctions.
func (t *Table) namedIn(c *Column) bool {
	return within(t.Words, c.Words) || !c.Optional() && slices.ContainsFunc(t.Names, func(n Name) bool { return within(n.Words, c.Words) })
}

// happensAt says that the column is the moment of what the table's rows are: booked_on of bookings.
func (t *Table) happensAt(c *Column) bool {
	return slices.ContainsFunc(c.Words, func(w string) bool {
		return len(w) >= leastKin && !timeWords[w] && slices.ContainsFunc(t.Words, func(own string) bool { return len(own) >= leastKin && Kin(own) == Kin(w) })
	})
}

// Personal says that the rows are people: they have a first and a last name, or a name and what people have or are called.
func (t *Table) Personal() bool {
	return len(t.Label) == 2 || len(t.Label) == 1 && (t.Called(employees) || slices.ContainsFunc(t.Columns, func(c *Column) bool {
		return c.Has("email", "birth", "birthday", "gender", "sex", "hire", "hired", "nationality", "phone")
	}))
}

// Employed says that the rows are people whom somebody employs: their table is called so, or tells when they were hired.
func (t *Table) Employed() bool {
	return t.Personal() && (t.Called(employees) || slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Day() && c.Means(hired...) }))
}

// Leaving is the day on which people who were employed left, which those who have not left do not have; nil where no column
// tells.
func (t *Table) Leaving() *Column {
	if !t.Employed() {
		return nil
	}
	for _, c := range t.Columns {
		if c.Day() && c.Nullable && !c.Hidden && c.Means(leaves...) {
			return c
		}
	}
	return nil
}

// Stands says that the column tells how a row stands in time: a day, a status, why it ended.
func (c *Column) Stands() bool {
	return c.Day() || slices.Contains(c.Table.Status, c) || c.Means(leaves...)
}

var (
	employees = wordsOf("employees")
	hired     = []string{"hire", "hired", "employed", "employment"}
	leaves    = []string{"left", "leave", "leaving", "termination", "terminate", "terminated", "exit", "resigned", "resignation", "dismissed", "end", "departure", "separation"}
)

// linkOf says whether a table only joins others.
func linkOf(t *Table) bool {
	if len(t.Foreign) < 2 {
		return false
	}
	own := 0
	for _, c := range t.Columns {
		if !c.isReference() && !(c.isPrimary() && len(t.Primary) <= 1) {
			own++
		}
	}
	return own <= 1
}

// within says whether every word of part is among all.
func within(part, all []string) bool {
	for _, w := range part {
		if !contains(all, w) {
			return false
		}
	}
	return true
}

func contains(list []string, w string) bool {
	for _, v := range list {
		if v == w {
			return true
		}
	}
	return false
}

func sameWords(a, b []string) bool { return len(a) == len(b) && within(a, b) }
