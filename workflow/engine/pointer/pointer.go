package pointer

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file finds what an input points at on screen: a row by its place ("the second one", "the first two", "row 3"), by what is
// greatest of it ("the cheapest one", "the one with the most orders"), by a value that it has ("the Lufthansa one", "the two in
// Norway"), or every row in force ("those", "that customer", "there"). What is asked of them is read in pointed.go.

// Reference is a stretch of an input that points at rows in force.
type Reference struct {
	At tag.Stretch
	// owner says that the words behind it are what the rows have: "the second one's manager".
	owner bool
	// Plain says that it is a pronoun, which the rules know as well; placed that it counts rows.
	Plain, Placed bool
	// Counted says that it tells how many there are: "the two in Norway".
	Counted bool
	// Part says that some of them are asked for: "which of them", "how many of those".
	Part bool
	// Several says that it points at more than one, valued that a value tells which.
	Several, Valued, Named bool
	// mine says that a possessive pronoun points: "its users".
	mine bool
	// Both says that it counts to two rows: "the first and the third".
	Both bool
	// place says that it says where: "there".
	place bool
	// ByName says that the name of one of the rows points at it.
	ByName bool
	// Each says that one thing is asked of each of them: "how much has each paid".
	Each bool
	// ThingSaid says that it names what a row is, behind a demonstrative: "that customer".
	ThingSaid bool
	// Extreme says that it is the greatest or the least of them.
	Extreme bool
	// Thing is what the rows in force belong to, or a value of theirs, where that is pointed at: "that product" after its reviews. It is
	// read from their column held.
	Thing clause.AsRows
	Held  *schema.Column
	// Cut leaves the rows that it points at in the query in force.
	Cut func(*edit.Editor) bool
}

// References are what an input may point at, the surest first.
func References(ed *edit.Editor, u tag.Utterance) []Reference {
	var out, plain []Reference
	for i := range u.Words {
		for _, r := range [][]Reference{ByPlaces(ed, u, i), byNumber(ed, u, i), ByExtreme(ed, u, i), byValue(ed, u, i)} {
			out = append(out, r...)
		}
		plain = append(plain, byPronoun(ed, u, i)...)
	}
	out = append(append(out, byName(ed, u)...), plain...)
	for i := range out {
		r := &out[i]
		if to := r.At.To; to < len(u.Words) && english.PossessiveMarks[u.Words[to]] {
			r.owner = true
		}
	}
	return out
}

// oneNoun says that the word at i names a row in force, whatever it is: "one", or what the rows are called.
func oneNoun(ed *edit.Editor, u tag.Utterance, i int) bool {
	if i >= len(u.Words) {
		return false
	}
	return english.RowNouns[schema.Lemma(u.Words[i])] || u.Words[i] == "group" && len(ed.Block().GroupBy) > 0 || thingCalled(ed, u.Words[i])
}

// thingCalled says that a word is what the rows in force, or their groups, are called.
func thingCalled(ed *edit.Editor, word string) bool {
	who := measure.ShownAsRows(ed)
	if who.Table == nil && who.Called != nil {
		return edit.GoesBy(who.Called, []string{schema.Lemma(word)})
	}
	t := Called(ed, word)
	return t != nil && who.Table == t || who.Table != nil && reader.Person(who.Table) && (english.Getters[schema.Lemma(word)] || english.Persons[word])
}

// goesOn says that the word at i goes on with a question about what stands before it: a verb, or a preposition at the end.
func goesOn(u tag.Utterance, i int) bool {
	return i < len(u.Words) && (english.BehindPlace[u.Words[i]] || english.OwnWords[u.Words[i]] && ends(u, i+1) || (u.Words[i] == "in" || u.Words[i] == "at" || u.Words[i] == "about" || u.Words[i] == "to") && ends(u, i+1))
}

// ByPlaces reads "the second one", "the last film", "the second and the third", "the first two" at i.
func ByPlaces(ed *edit.Editor, u tag.Utterance, i int) []Reference {
	if u.Words[i] != "the" && u.Words[i] != "that" && u.Words[i] != "those" && u.Words[i] != "these" || i+1 >= len(u.Words) {
		return nil
	}
	first, to, n := placeSaid(u, i+1)
	if !n {
		return nil
	}
	if count, ok := rowsSaid(u, to); ok && (first == 0 || first == FromEnd) {
		if u.Words[i+1] == "bottom" && i > 1 && u.Words[i-1] == "about" {
			return nil // "what about the bottom three" are those at the other end, and not among the first so many
		}
		to++
		if oneNoun(ed, u, to) {
			to++
		} else if !ends(u, to) && behindOf(u, to) == to && !goesOn(u, to) {
			return nil
		}
		to = behindOf(u, to)
		return []Reference{{At: tag.Stretch{From: i, To: to}, Placed: true, Several: true, Cut: func(ed *edit.Editor) bool { return firstRows(ed, count, first == FromEnd) }}}
	}
	if second, and, ok := alsoPlace(u, to); ok {
		if oneNoun(ed, u, and) {
			and++
		}
		return []Reference{{At: tag.Stretch{From: i, To: behindOf(u, and)}, Placed: true, Several: true, Both: true, Cut: func(ed *edit.Editor) bool { return rowsAt(ed, first, second) }}}
	}
	named := oneNoun(ed, u, to)
	if named {
		to++
	}
	bare := (ends(u, to) || goesOn(u, to) || behindOf(u, to) > to) && u.Words[i+1] != "top" && u.Words[i+1] != "bottom" // "at the top" is no row
	if !named && !bare || named && partOf(u, to) {
		return nil
	}
	return []Reference{{At: tag.Stretch{From: i, To: behindOf(u, to)}, Placed: true, Cut: func(ed *edit.Editor) bool { return rowsAt(ed, first, first) }}}
}

// ends says that a name ends before the word at i.
func ends(u tag.Utterance, i int) bool {
	return i >= len(u.Words) || strings.Contains("?.!,", u.Words[i]) || english.PossessiveMarks[u.Words[i]] || u.Words[i] == "and"
}

// partOf says that the words at i make a place count within something else than the rows: "per city", "in each month".
func partOf(u tag.Utterance, i int) bool {
	if i+1 >= len(u.Words) || !english.Partitive[u.Words[i]] || strings.Contains("?.!,", u.Words[i+1]) {
		return false
	}
	return !english.ThoseWords[u.Words[i+1]] && !english.TheyWords[u.Words[i+1]]
}

// FromEnd is the place of the last row.
const FromEnd = -1

// middle is the place that has as many rows before as behind it.
const middle = math.MinInt

func placeWord(w string) (place int, ok bool) {
	switch w {
	case "last", "bottom":
		return FromEnd, true
	case "middle":
		return middle, true
	}
	place, ok = Places[w]
	return place, ok
}

// placeSaid reads a place at i, which ends before to; one that is counted from the end too: "second to last".
func placeSaid(u tag.Utterance, i int) (place, to int, ok bool) {
	place, ok = placeWord(u.Words[i])
	if ok && place > 0 && u.Phrase(i+1, "to last") > 0 {
		return FromEnd - place, i + 3, true
	}
	return place, i + 1, ok
}

// alsoPlace reads a further place: "and the third"; to is behind it.
func alsoPlace(u tag.Utterance, i int) (place, to int, ok bool) {
	if i < len(u.Words) && english.RowNouns[u.Words[i]] {
		i++
	}
	if i+1 >= len(u.Words) || u.Words[i] != "and" && u.Words[i] != "or" {
		return 0, 0, false
	}
	i++
	if u.Words[i] == "the" {
		i++
	}
	if i >= len(u.Words) {
		return 0, 0, false
	}
	place, ok = placeWord(u.Words[i])
	return place, i + 1, ok
}

// behindOf is the end of "of them" that begins at i, or i.
func behindOf(u tag.Utterance, i int) int {
	if i+1 >= len(u.Words) || u.Words[i] != "of" && u.Words[i] != "among" && u.Words[i] != "from" {
		return i
	}
	switch {
	case english.TheyWords[u.Words[i+1]] || english.ThoseWords[u.Words[i+1]]:
		return i + 2
	case (u.Words[i+1] == "that" || u.Words[i+1] == "this" || u.Words[i+1] == "it") && ends(u, i+2):
		return i + 2
	case (u.Words[i+1] == "the" || u.Words[i+1] == "that" || u.Words[i+1] == "this") && i+2 < len(u.Words) && english.ListNouns[u.Words[i+2]]:
		return i + 3
	}
	return i
}

// rowsSaid is the number of rows that the word at i says, from two on.
func rowsSaid(u tag.Utterance, i int) (int, bool) {
	if i >= len(u.Words) {
		return 0, false
	}
	n, ok := tag.ParseNumber(u.Words[i])
	return int(n), ok && n > 1 && n <= 100 && n == float64(int(n))
}

// byNumber reads "row 3", "number 3" at i, where there are so many rows.
func byNumber(ed *edit.Editor, u tag.Utterance, i int) []Reference {
	if i+1 >= len(u.Words) || u.Words[i] != "row" && u.Words[i] != "number" && u.Words[i] != "result" {
		return nil
	}
	n, err := strconv.Atoi(u.Words[i+1])
	if err != nil || n < 1 || ed.Rows > 0 && n > ed.Rows {
		return nil
	}
	from := i
	if i > 0 && u.Words[i-1] == "the" {
		from--
	}
	return []Reference{{At: tag.Stretch{From: from, To: i + 2}, Placed: true, Cut: func(ed *edit.Editor) bool { return rowsAt(ed, n-1, n-1) }}}
}

// longestPointed is how many words stand at most between "the" and "one".
const longestPointed = 5

// ByExtreme reads "the cheapest one", "the one with the most orders", "the oldest of these" at i.
func ByExtreme(ed *edit.Editor, u tag.Utterance, i int) []Reference {
	greatest := func(s, at tag.Stretch) []Reference {
		if n, cut := clause.CutAt(ed); cut && n == 1 || !SaysExtreme(ed, u.Text(s)) {
			return nil // one row has no end
		}
		_, several := rowsSaid(u, s.From)
		return []Reference{{At: at, Extreme: true, Several: several && s.To > s.From+1, Cut: func(ed *edit.Editor) bool { return greatestSaid(ed, u, s) }}}
	}
	if to := behindOf(u, i+1); to > i+1 && (i == 0 || u.Words[i-1] != "the") { // "latest of these"
		return greatest(tag.Stretch{From: i, To: i + 1}, tag.Stretch{From: i, To: to})
	}
	if u.Words[i] != "the" || i+1 >= len(u.Words) {
		return nil
	}
	if ends(u, i+2) && i > 0 && (english.AsksBefore[u.Words[i-1]] || english.OfRowWords[u.Words[0]] && english.IsWords[u.Words[i-1]]) { // "when was the biggest?"
		return greatest(tag.Stretch{From: i + 1, To: i + 2}, tag.Stretch{From: i, To: i + 2})
	}
	if u.Words[i+1] == "one" && i+3 < len(u.Words) && (u.Words[i+2] == "with" || u.Words[i+2] == "that" || u.Words[i+2] == "who") {
		var out []Reference
		for to := min(len(u.Words), i+3+longestPointed); to > i+3; to-- {
			if slices.ContainsFunc(u.Words[i+3:to], func(w string) bool { return english.IsWords[w] }) {
				continue // what is asked of them stands behind
			}
			out = append(out, greatest(tag.Stretch{From: i + 3, To: to}, tag.Stretch{From: i, To: to})...)
		}
		return out
	}
	for j := i + 2; j < min(len(u.Words), i+2+longestPointed) && u.Words[j-1] != "the"; j++ {
		if out := moreOf(ed, u, tag.Stretch{From: i + 1, To: j}); out != nil {
			return out
		}
		switch {
		case oneNoun(ed, u, j):
			return greatest(tag.Stretch{From: i + 1, To: j}, tag.Stretch{From: i, To: behindOf(u, j+1)})
		case behindOf(u, j) > j:
			return greatest(tag.Stretch{From: i + 1, To: j}, tag.Stretch{From: i, To: behindOf(u, j)})
		}
	}
	return nil
}

// moreOf reads "the longer of the first two", "the cheaper of them", where an adjective stands at s behind the article.
func moreOf(ed *edit.Editor, u tag.Utterance, s tag.Stretch) []Reference {
	if u.Words[s.To] != "of" || s.To+1 >= len(u.Words) {
		return nil
	}
	words, _, most := tag.Comparative(strings.ToLower(u.Text(s)))
	if c, _ := ed.Measured(words); len(words) == 0 || c == nil {
		return nil
	}
	for _, r := range ByPlaces(ed, u, s.To+1) {
		if r.Several {
			return []Reference{{At: tag.Stretch{From: s.From - 1, To: r.At.To}, Placed: true, Cut: func(ed *edit.Editor) bool { return r.Cut(ed) && Greatest(ed, most) }}}
		}
	}
	if to := behindOf(u, s.To); to > s.To {
		return []Reference{{At: tag.Stretch{From: s.From - 1, To: to}, Placed: true, Cut: func(ed *edit.Editor) bool { return Greatest(ed, most) }}}
	}
	return nil
}

func joins(w string) bool { return w == "and" || w == "or" || w == "," }

// byValue reads "the Lufthansa one", "the one in Norway", "the two from Mombasa" at i.
func byValue(ed *edit.Editor, u tag.Utterance, i int) []Reference {
	if u.Words[i] != "the" || i+2 >= len(u.Words) || i > 0 && (grammar.LeavesOut(u.Words[i-1]) || grammar.LetsIn(u.Words[i-1])) || Widens(u) {
		return nil
	}
	having := func(s, at tag.Stretch) []Reference {
		text := u.Text(s)
		if SaysExtreme(ed, text) || !slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool { return it.Mention() || len(ed.Index.PartValues(schema.Lemma(it.Lower))) > 0 }) {
			return nil
		}
		if at.To < len(u.Words) && (joins(u.Words[at.To]) || joins(u.Words[at.To-1])) && (i > 0 && (u.Words[i-1] == "just" || u.Words[i-1] == "only")) {
			return nil // several of them are kept
		}
		whole := tag.Stretch{From: at.From, To: behindOf(u, at.To)}
		among, one := whole.To > at.To, u.Words[at.From+1] == "one" || u.Words[at.To-1] == "one"
		return []Reference{{At: whole, Valued: u.Words[at.From+1] == "one", Named: true, Cut: func(ed *edit.Editor) bool {
			if (among || one) && !asSet(ed) {
				return false
			}
			return ed.Try(func() bool { return rowsNamed(ed, []string{text}, measure.OnlyMode) }) || Filter(ed, text, measure.OnlyMode, 0)
		}}}
	}
	_, several := rowsSaid(u, i+1)
	if (english.RowNouns[schema.Lemma(u.Words[i+1])] || several) && english.WhereWords[u.Words[i+2]] {
		var out []Reference
		for to := min(len(u.Words), i+3+longestPointed); to > i+3; to-- {
			if slices.ContainsFunc(u.Words[i+3:to], func(w string) bool { return english.IsWords[w] }) {
				continue // what is asked of them stands behind
			}
			out = append(out, having(tag.Stretch{From: i + 3, To: to}, tag.Stretch{From: i, To: to})...)
		}
		for k := range out {
			out[k].Counted = several
		}
		return out
	}
	if _, ordinal := placeWord(u.Words[i+1]); ordinal || several {
		return nil
	}
	for j := i + 2; j < min(len(u.Words), i+2+longestPointed); j++ {
		if u.Words[j] == "one" || u.Words[j] == "ones" {
			return having(tag.Stretch{From: i + 1, To: j}, tag.Stretch{From: i, To: j + 1})
		}
	}
	return nil
}

// byName reads what one of the rows is called, where something of it is asked for: "Ada's orders", "which films did Ada rent".
func byName(ed *edit.Editor, u tag.Utterance) []Reference {
	rows := measure.ShownAsRows(ed)
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	if rows.Table == nil || s.Empty() || u.Any(english.ThoseWords, english.TheyWords) {
		return nil
	}
	var out []Reference
	for _, it := range ed.Tag(u.Input) {
		owner := it.To < len(u.Words) && english.PossessiveMarks[u.Words[it.To]]
		asked := english.WhWords[u.Words[s.From]] && it.From > s.From && (english.BehindPlace[u.Words[it.From-1]] || english.OwnWords[u.Words[it.From-1]])
		_, _, done := clause.WhoDidTo(u, tag.Stretch{From: it.From, To: it.To})
		asked = asked || done || ownedBy(ed, u, it.From)
		called := slices.ContainsFunc(it.Values, func(m schema.ValueMatch) bool { return slices.Contains(rows.Table.Label, m.Column) })
		text := it.Text
		if !owner && !asked || !called || it.HasNumber || it.From >= it.To || onlyOther(ed, rows.Table, text) {
			continue
		}
		out = append(out, Reference{At: tag.Stretch{From: it.From, To: it.To}, ByName: true, Cut: func(ed *edit.Editor) bool {
			return ed.Try(func() bool { return rowsNamed(ed, []string{text}, measure.OnlyMode) }) || Filter(ed, text, measure.OnlyMode, 0)
		}})
	}
	return append(out, byPartOfName(ed, u, s)...)
}

// onlyOther says that the query in force asks for one row of a table, by its key or what it is called, which is not the one with this name.
func onlyOther(ed *edit.Editor, t *schema.Table, name string) bool {
	return slices.ContainsFunc(ed.Block().Where, func(p statement.Expr) bool {
		c, ok := edit.ConstraintOf(p)
		of := ed.Scope().Subject(p)
		if !ok || c.Negated || len(c.Values) != 1 || of == nil || of.Table != t {
			return false
		}
		v, literal := c.Values[0].AsLiteral()
		said, _ := v.(string)
		return literal && (of == t.PrimaryKey() || slices.Contains(t.Label, of) && !strings.EqualFold(said, name))
	})
}

// ownedBy says that what another table's rows are called stands before the name at i, with a word that says that they are its: "the orders of
// Ada", "the tracks on the Black Album".
func ownedBy(ed *edit.Editor, u tag.Utterance, i int) bool {
	if i > 1 && u.Words[i-1] == "the" {
		i--
	}
	if i < 2 || !english.OwnWords[u.Words[i-1]] {
		return false
	}
	t := Called(ed, u.Words[i-2])
	return t != nil && t != measure.ShownAsRows(ed).Table
}

// byPartOfName reads a word or several that mean nothing but a part of what one of the rows is called, where something of it is asked
// for: "what do we buy from Bigfoot", "how many of the Kestrel are there".
func byPartOfName(ed *edit.Editor, u tag.Utterance, s tag.Stretch) []Reference {
	if !english.WhWords[u.Words[s.From]] && !slices.ContainsFunc(u.Words, func(w string) bool { return english.PossessiveMarks[w] }) {
		return nil
	}
	var out []Reference
	for from := s.From; from < s.To; from++ {
		to := from
		for to < s.To && to < from+longestPointed && partOfName(ed, u, to) {
			to++
		}
		if to == from {
			continue
		}
		text := u.Text(tag.Stretch{From: from, To: to})
		if _, ok := RowNamed(ed, text); ok && len(ed.Index.Values(text)) == 0 && !withinValue(ed, u, from, to) {
			at := tag.Stretch{From: from, To: to}
			if from > 0 && u.Words[from-1] == "the" {
				at.From--
			}
			out = append(out, Reference{At: at, ByName: true, Cut: func(ed *edit.Editor) bool { return rowsNamed(ed, []string{text}, measure.OnlyMode) }})
		}
		from = to
	}
	return out
}

// withinValue says that words are a part of a value that is said in full: "Qatar" of "Qatar Airways".
func withinValue(ed *edit.Editor, u tag.Utterance, from, to int) bool {
	for end := to + 1; end <= min(len(u.Words), from+longestPointed); end++ {
		if len(ed.Index.Values(u.Text(tag.Stretch{From: from, To: end}))) > 0 {
			return true
		}
	}
	return false
}

// amongPeople says that the rows in force are people, and that the input names nobody else.
func amongPeople(ed *edit.Editor, u tag.Utterance) bool {
	rows := measure.ShownAsRows(ed)
	return rows.Table != nil && reader.Person(rows.Table) && !slices.ContainsFunc(ed.Tag(u.Input), func(it tag.Item) bool {
		t, score := it.BestTable()
		return t != nil && t != rows.Table && score >= tag.StrongName && reader.Person(t)
	})
}

// partOfName says that the word at i stands in values, and is no word of English that may be said for itself.
func partOfName(ed *edit.Editor, u tag.Utterance, i int) bool {
	w := u.Words[i]
	named := u.Tokens[i].Capital || !(schema.English{}).Known(schema.Lemma(w))
	if !named || tag.Functional(w) || english.NarrowWords[w] || english.AskedOfRow[w] || Called(ed, w) != nil {
		return false
	}
	return len(ed.Index.PartValues(schema.Lemma(w))) > 0 || calledBy(ed, w)
}

// calledBy says that what rows such as those in force are called holds a word, however many of them.
func calledBy(ed *edit.Editor, word string) bool {
	t := measure.ShownAsRows(ed).Table
	return t != nil && slices.ContainsFunc(t.Label, func(c *schema.Column) bool {
		return slices.ContainsFunc(ed.Index.Held(c), func(v string) bool { return slices.Contains(schema.Words(v), word) })
	})
}

// byPronoun reads "those", "them", "that customer", "these films", "there" at i.
func byPronoun(ed *edit.Editor, u tag.Utterance, i int) []Reference {
	w := u.Words[i]
	every := func(*edit.Editor) bool { return true }
	next := i+1 < len(u.Words)
	one := (w == "that" || w == "this") && next && english.RowNouns[u.Words[i+1]]
	ofEach := w == "each" && i > 0 && eachRow(ed, u, i)
	if i > 0 && u.Words[i-1] == "of" && w != "it" && !one && !ofEach {
		if i > 1 && (english.ThoseWords[w] || english.TheyWords[w]) && (u.Words[i-2] == "which" || u.Words[i-2] == "many" || u.Words[i-2] == "who") {
			return []Reference{{At: tag.Stretch{From: i - 1, To: i + 1}, Plain: true, Part: true, Cut: every}}
		}
		return nil
	}
	said := w == "those" || w == "these" || w == "that" || w == "this"
	if said && next && !english.RowNouns[u.Words[i+1]] {
		if thing, held := heldBy(ed, u.Words[i+1]); held != nil {
			return []Reference{{At: tag.Stretch{From: i, To: i + 2}, Thing: thing, Held: held, Cut: every}}
		}
	}
	if english.PossessivePronouns[w] && next && !ends(u, i+1) && (ownsBeside(ed, u.Words[i+1]) || i+2 < len(u.Words) && strings.HasSuffix(u.Words[i+1], "est") && ownsBeside(ed, u.Words[i+2])) {
		return []Reference{{At: tag.Stretch{From: i, To: i + 1}, owner: true, mine: true, Cut: every}}
	}
	switch {
	case i == 0 && w == "who" && next && SaysExtreme(ed, u.Input) && amongPeople(ed, u):
		return []Reference{{At: tag.Stretch{From: 0, To: 1}, Plain: true, Part: true, Cut: every}}
	case i == 1 && (w == "one" || w == "ones") && (u.Words[0] == "which" || u.Words[0] == "who") && next:
		return []Reference{{At: tag.Stretch{From: i, To: i + 1}, Plain: true, Part: true, Cut: every}}
	case ofEach:
		return []Reference{{At: tag.Stretch{From: i, To: behindOf(u, i+1)}, Plain: true, Part: true, Each: true, Cut: every}}
	case one:
		return []Reference{{At: tag.Stretch{From: i, To: i + 2}, Plain: true, Cut: every}}
	case said && next && thingCalled(ed, u.Words[i+1]):
		return []Reference{{At: tag.Stretch{From: i, To: i + 2}, Plain: measure.ShownAsRows(ed).Table != nil, ThingSaid: true, Several: english.ThoseWords[w], Cut: every}}
	case english.ThoseWords[w] && !(next && Called(ed, u.Words[i+1]) != nil), english.TheyWords[w] && !english.PossessivePronouns[w], w == "it", w == "he", w == "she", w == "him", w == "her" && ends(u, i+1):
		return []Reference{{At: tag.Stretch{From: i, To: i + 1}, Plain: true, Cut: every}}
	case w == "there" && i+1 >= len(u.Words)-1:
		rows := measure.ShownAsRows(ed)
		somewhere := !(next && english.IsWords[u.Words[i+1]] || i > 0 && english.IsWords[u.Words[i-1]]) // "how many there are" is no place
		settled := rows.Table == nil && ed.Rows != 1 || rows.Table != nil && !(somewhere && namesElse(ed, u, rows.Table))
		return []Reference{{At: tag.Stretch{From: i, To: i + 1}, Plain: settled, place: somewhere, Cut: every}}
	}
	return nil
}

// eachRow says that "each" at i stands for each of the rows in force: nothing behind it says each of what.
func eachRow(ed *edit.Editor, u tag.Utterance, i int) bool {
	to := behindOf(u, i+1)
	if measure.ShownAsRows(ed).Table == nil || ed.Block().Grouped() {
		return false
	}
	return ends(u, to) || !slices.ContainsFunc(ed.Tag(u.Words[to]), func(it tag.Item) bool { return it.Mention() && !schema.Participle(it.Lower) })
}

// namesElse says that the input names another table than that of the rows in force.
func namesElse(ed *edit.Editor, u tag.Utterance, rows *schema.Table) bool {
	return slices.ContainsFunc(ed.Tag(u.Input), func(it tag.Item) bool {
		t, score := it.BestTable()
		return t != nil && t != rows && score >= tag.StrongName
	})
}

// ownsBeside says that a word behind a possessive pronoun names what the rows in force have elsewhere, where the query in force cannot
// simply be joined with it: groups by a value, or rows of which only so many are kept.
func ownsBeside(ed *edit.Editor, word string) bool {
	t, rows := Called(ed, word), measure.ShownAsRows(ed).Table
	if t == nil {
		t = related(ed, word)
	}
	if t == nil {
		return false
	}
	_, cut := clause.CutAt(ed)
	return rows == nil || cut && t != rows && ed.FansFrom([]*schema.Table{rows}, t) > 0
}

// heldBy is what a word calls of the rows in force that is none of them: what they belong to, or a value of theirs, with their column
// that says which; none where the rows do not say.
func heldBy(ed *edit.Editor, word string) (thing clause.AsRows, held *schema.Column) {
	who := measure.ShownAsRows(ed)
	if who.Table == nil || ed.Block().Grouped() {
		return clause.AsRows{}, nil
	}
	if t := Called(ed, word); t != nil && t != who.Table {
		for _, e := range ed.Index.Graph.Of(who.Table) {
			if e.From != who.Table || e.To != t || len(e.FromColumns) != 1 {
				continue
			}
			if held != nil {
				return clause.AsRows{}, nil
			}
			held = e.FromColumns[0]
			thing = clause.AsRows{Table: t, Key: e.ToColumns[0], Called: measure.NameOf(t)}
		}
		return thing, held
	}
	for _, c := range who.Table.Columns {
		if !c.Hidden && !c.Key() && c.Role != schema.Measure && c.Role != schema.Moment && edit.GoesBy(c, []string{schema.Lemma(word)}) {
			return clause.AsRows{Key: c, Called: c}, c
		}
	}
	return clause.AsRows{}, nil
}
