package engine

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"parley/db/statement"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file finds what an input points at on screen: a row by its place ("the second one", "the first two", "row 3"), by what is
// greatest of it ("the cheapest one", "the one with the most orders"), by a value that it has ("the Lufthansa one", "the two in
// Norway"), or every row in force ("those", "that customer", "there"). What is asked of them is read in refine_pointed.go.

// reference is a stretch of an input that points at rows in force.
type reference struct {
	at stretch
	// owner says that the words behind it are what the rows have: "the second one's manager".
	owner bool
	// plain says that it is a pronoun, which the rules know as well; placed that it counts rows.
	plain, placed bool
	// counted says that it tells how many there are: "the two in Norway".
	counted bool
	// part says that some of them are asked for: "which of them", "how many of those".
	part bool
	// several says that it points at more than one, valued that a value tells which.
	several, valued, named bool
	// mine says that a possessive pronoun points: "its users".
	mine bool
	// both says that it counts to two rows: "the first and the third".
	both bool
	// place says that it says where: "there".
	place bool
	// byName says that the name of one of the rows points at it.
	byName bool
	// thingSaid says that it names what a row is, behind a demonstrative: "that customer".
	thingSaid bool
	// extreme says that it is the greatest or the least of them.
	extreme bool
	// thing is what the rows in force belong to, or a value of theirs, where that is pointed at: "that product" after its reviews. It is
	// read from their column held.
	thing asRows
	held  *schema.Column
	// cut leaves the rows that it points at in the query in force.
	cut func(*editor) bool
}

// references are what an input may point at, the surest first.
func (ed *editor) references(u utterance) []reference {
	var out, plain []reference
	for i := range u.words {
		for _, r := range [][]reference{ed.byPlaces(u, i), ed.byNumber(u, i), ed.byExtreme(u, i), ed.byValue(u, i)} {
			out = append(out, r...)
		}
		plain = append(plain, ed.byPronoun(u, i)...)
	}
	out = append(append(out, ed.byName(u)...), plain...)
	for i := range out {
		r := &out[i]
		if to := r.at.to; to < len(u.words) && english.Possessive[u.words[to]] {
			r.owner = true
		}
	}
	return out
}

// oneNoun says that the word at i names a row in force, whatever it is: "one", or what the rows are called.
func (ed *editor) oneNoun(u utterance, i int) bool {
	if i >= len(u.words) {
		return false
	}
	return english.RowNouns[schema.Lemma(u.words[i])] || u.words[i] == "group" && len(ed.block().GroupBy) > 0 || ed.thingCalled(u.words[i])
}

// thingCalled says that a word is what the rows in force, or their groups, are called.
func (ed *editor) thingCalled(word string) bool {
	who := ed.shownAsRows()
	if who.table == nil && who.called != nil {
		return goesBy(who.called, []string{schema.Lemma(word)})
	}
	t := ed.called(word)
	return t != nil && who.table == t
}

// goesOn says that the word at i goes on with a question about what stands before it: a verb, or a preposition at the end.
func (u utterance) goesOn(i int) bool {
	return i < len(u.words) && (english.BehindPlace[u.words[i]] || english.OwnWords[u.words[i]] && u.ends(i+1) || (u.words[i] == "in" || u.words[i] == "at" || u.words[i] == "about" || u.words[i] == "to") && u.ends(i+1))
}

// byPlaces reads "the second one", "the last film", "the second and the third", "the first two" at i.
func (ed *editor) byPlaces(u utterance, i int) []reference {
	if u.words[i] != "the" && u.words[i] != "that" && u.words[i] != "those" && u.words[i] != "these" || i+1 >= len(u.words) {
		return nil
	}
	first, n := placeWord(u.words[i+1])
	if !n {
		return nil
	}
	to := i + 2
	if count, ok := rowsSaid(u, to); ok && (first == 0 || first == fromEnd) {
		to++
		if ed.oneNoun(u, to) {
			to++
		} else if !u.ends(to) && u.behindOf(to) == to && !u.goesOn(to) {
			return nil
		}
		to = u.behindOf(to)
		return []reference{{at: stretch{i, to}, placed: true, several: true, cut: func(ed *editor) bool { return ed.firstRows(count, first == fromEnd) }}}
	}
	if second, and, ok := u.alsoPlace(to); ok {
		if ed.oneNoun(u, and) {
			and++
		}
		return []reference{{at: stretch{i, u.behindOf(and)}, placed: true, several: true, both: true, cut: func(ed *editor) bool { return ed.rowsAt(first, second) }}}
	}
	named := ed.oneNoun(u, to)
	if named {
		to++
	}
	bare := (u.ends(to) || u.goesOn(to) || u.behindOf(to) > to) && u.words[i+1] != "top" && u.words[i+1] != "bottom" // "at the top" is no row
	if !named && !bare || named && u.partOf(to) {
		return nil
	}
	return []reference{{at: stretch{i, u.behindOf(to)}, placed: true, cut: func(ed *editor) bool { return ed.rowsAt(first, first) }}}
}

// ends says that a name ends before the word at i.
func (u utterance) ends(i int) bool {
	return i >= len(u.words) || strings.Contains("?.!,", u.words[i]) || english.Possessive[u.words[i]] || u.words[i] == "and"
}

// partOf says that the words at i make a place count within something else than the rows: "per city", "in each month".
func (u utterance) partOf(i int) bool {
	if i+1 >= len(u.words) || !english.Partitive[u.words[i]] || strings.Contains("?.!,", u.words[i+1]) {
		return false
	}
	return !english.ThoseWords[u.words[i+1]] && !english.TheyWords[u.words[i+1]]
}

// fromEnd is the place of the last row.
const fromEnd = -1

func placeWord(w string) (place int, ok bool) {
	if w == "last" || w == "bottom" {
		return fromEnd, true
	}
	place, ok = places[w]
	return place, ok
}

// alsoPlace reads a further place: "and the third"; to is behind it.
func (u utterance) alsoPlace(i int) (place, to int, ok bool) {
	if i < len(u.words) && english.RowNouns[u.words[i]] {
		i++
	}
	if i+1 >= len(u.words) || u.words[i] != "and" && u.words[i] != "or" {
		return 0, 0, false
	}
	i++
	if u.words[i] == "the" {
		i++
	}
	if i >= len(u.words) {
		return 0, 0, false
	}
	place, ok = placeWord(u.words[i])
	return place, i + 1, ok
}

// behindOf is the end of "of them" that begins at i, or i.
func (u utterance) behindOf(i int) int {
	if i+1 >= len(u.words) || u.words[i] != "of" && u.words[i] != "among" && u.words[i] != "from" {
		return i
	}
	switch {
	case english.TheyWords[u.words[i+1]] || english.ThoseWords[u.words[i+1]]:
		return i + 2
	case (u.words[i+1] == "that" || u.words[i+1] == "this" || u.words[i+1] == "it") && u.ends(i+2):
		return i + 2
	case (u.words[i+1] == "the" || u.words[i+1] == "that" || u.words[i+1] == "this") && i+2 < len(u.words) && english.ListNouns[u.words[i+2]]:
		return i + 3
	}
	return i
}

// rowsSaid is the number of rows that the word at i says, from two on.
func rowsSaid(u utterance, i int) (int, bool) {
	if i >= len(u.words) {
		return 0, false
	}
	n, ok := ParseNumber(u.words[i])
	return int(n), ok && n > 1 && n <= 100 && n == float64(int(n))
}

// byNumber reads "row 3", "number 3" at i, where there are so many rows.
func (ed *editor) byNumber(u utterance, i int) []reference {
	if i+1 >= len(u.words) || u.words[i] != "row" && u.words[i] != "number" && u.words[i] != "result" {
		return nil
	}
	n, err := strconv.Atoi(u.words[i+1])
	if err != nil || n < 1 || ed.rows > 0 && n > ed.rows {
		return nil
	}
	from := i
	if i > 0 && u.words[i-1] == "the" {
		from--
	}
	return []reference{{at: stretch{from, i + 2}, placed: true, cut: func(ed *editor) bool { return ed.rowsAt(n-1, n-1) }}}
}

// longestPointed is how many words stand at most between "the" and "one".
const longestPointed = 5

// byExtreme reads "the cheapest one", "the one with the most orders", "the oldest of these" at i.
func (ed *editor) byExtreme(u utterance, i int) []reference {
	greatest := func(s, at stretch) []reference {
		n := 1
		if count, several := rowsSaid(u, s.from); several && s.to > s.from+1 { // "the two largest of those"
			n, s.from = count, s.from+1
		}
		text := u.text(s)
		if !ed.saysExtreme(text) {
			return nil
		}
		if n > 1 {
			return []reference{{at: at, extreme: true, several: true, cut: func(ed *editor) bool { return ed.greatestFew(text, n) }}}
		}
		return []reference{{at: at, extreme: true, cut: func(ed *editor) bool { return ed.greatest(text) }}}
	}
	if to := u.behindOf(i + 1); to > i+1 && (i == 0 || u.words[i-1] != "the") { // "latest of these"
		return greatest(stretch{i, i + 1}, stretch{i, to})
	}
	if u.words[i] != "the" || i+1 >= len(u.words) {
		return nil
	}
	if u.ends(i+2) && i > 0 && (english.AsksBefore[u.words[i-1]] || english.OfRowWords[u.words[0]] && english.IsWords[u.words[i-1]]) { // "when was the biggest?"
		return greatest(stretch{i + 1, i + 2}, stretch{i, i + 2})
	}
	if u.words[i+1] == "one" && i+3 < len(u.words) && (u.words[i+2] == "with" || u.words[i+2] == "that" || u.words[i+2] == "who") {
		var out []reference
		for to := min(len(u.words), i+3+longestPointed); to > i+3; to-- {
			out = append(out, greatest(stretch{i + 3, to}, stretch{i, to})...)
		}
		return out
	}
	for j := i + 2; j < min(len(u.words), i+2+longestPointed) && u.words[j-1] != "the"; j++ {
		switch {
		case ed.oneNoun(u, j):
			return greatest(stretch{i + 1, j}, stretch{i, u.behindOf(j + 1)})
		case u.behindOf(j) > j:
			return greatest(stretch{i + 1, j}, stretch{i, u.behindOf(j)})
		}
	}
	return nil
}

func joins(w string) bool { return w == "and" || w == "or" || w == "," }

// byValue reads "the Lufthansa one", "the one in Norway", "the two from Mombasa" at i.
func (ed *editor) byValue(u utterance, i int) []reference {
	if u.words[i] != "the" || i+2 >= len(u.words) || i > 0 && (grammar.LeavesOut(u.words[i-1]) || grammar.LetsIn(u.words[i-1])) || u.widens() {
		return nil
	}
	having := func(s, at stretch) []reference {
		text := u.text(s)
		if ed.saysExtreme(text) || !slices.ContainsFunc(ed.tag(text), func(it Item) bool { return it.Mention() || len(ed.index.PartValues(schema.Lemma(it.Lower))) > 0 }) {
			return nil
		}
		if at.to < len(u.words) && (joins(u.words[at.to]) || joins(u.words[at.to-1])) && (i > 0 && (u.words[i-1] == "just" || u.words[i-1] == "only")) {
			return nil // several of them are kept
		}
		whole := stretch{at.from, u.behindOf(at.to)}
		among := whole.to > at.to
		return []reference{{at: whole, valued: u.words[at.from+1] == "one", named: true, cut: func(ed *editor) bool {
			if among && !ed.asSet() {
				return false
			}
			return ed.try(func() bool { return ed.rowsNamed([]string{text}, onlyMode) }) || ed.filter(text, onlyMode, 0)
		}}}
	}
	_, several := rowsSaid(u, i+1)
	if (english.RowNouns[schema.Lemma(u.words[i+1])] || several) && english.WhereWords[u.words[i+2]] {
		var out []reference
		for to := min(len(u.words), i+3+longestPointed); to > i+3; to-- {
			out = append(out, having(stretch{i + 3, to}, stretch{i, to})...)
		}
		for k := range out {
			out[k].counted = several
		}
		return out
	}
	if _, ordinal := placeWord(u.words[i+1]); ordinal || several {
		return nil
	}
	for j := i + 2; j < min(len(u.words), i+2+longestPointed); j++ {
		if u.words[j] == "one" || u.words[j] == "ones" {
			return having(stretch{i + 1, j}, stretch{i, j + 1})
		}
	}
	return nil
}

// byName reads what one of the rows is called, where something of it is asked for: "Ada's orders", "which films did Ada rent".
func (ed *editor) byName(u utterance) []reference {
	rows := ed.shownAsRows()
	s := u.trim(stretch{0, len(u.tokens)})
	if rows.table == nil || s.empty() || u.any(english.ThoseWords, english.TheyWords) {
		return nil
	}
	var out []reference
	for _, it := range ed.tag(u.input) {
		owner := it.To < len(u.words) && english.Possessive[u.words[it.To]]
		asked := english.WhWords[u.words[s.from]] && it.From > s.from && (english.BehindPlace[u.words[it.From-1]] || english.OwnWords[u.words[it.From-1]])
		called := slices.ContainsFunc(it.Values, func(m schema.ValueMatch) bool { return slices.Contains(rows.table.Label, m.Column) })
		if !owner && !asked || !called || it.HasNumber || it.From >= it.To {
			continue
		}
		text := it.Text
		out = append(out, reference{at: stretch{it.From, it.To}, byName: true, cut: func(ed *editor) bool {
			return ed.try(func() bool { return ed.rowsNamed([]string{text}, onlyMode) }) || ed.filter(text, onlyMode, 0)
		}})
	}
	return append(out, ed.byPartOfName(u, s)...)
}

// byPartOfName reads a word or several that mean nothing but a part of what one of the rows is called, where something of it is asked
// for: "what do we buy from Bigfoot", "how many of the Kestrel are there".
func (ed *editor) byPartOfName(u utterance, s stretch) []reference {
	if !english.WhWords[u.words[s.from]] && !slices.ContainsFunc(u.words, func(w string) bool { return english.Possessive[w] }) {
		return nil
	}
	var out []reference
	for from := s.from; from < s.to; from++ {
		to := from
		for to < s.to && to < from+longestPointed && ed.partOfName(u, to) {
			to++
		}
		if to == from {
			continue
		}
		text := u.text(stretch{from, to})
		if _, ok := ed.rowNamed(text); ok && len(ed.index.Values(text)) == 0 {
			at := stretch{from, to}
			if from > 0 && u.words[from-1] == "the" {
				at.from--
			}
			out = append(out, reference{at: at, byName: true, cut: func(ed *editor) bool { return ed.rowsNamed([]string{text}, onlyMode) }})
		}
		from = to
	}
	return out
}

// amongPeople says that the rows in force are people, and that the input names nobody else.
func (ed *editor) amongPeople(u utterance) bool {
	rows := ed.shownAsRows()
	return rows.table != nil && person(rows.table) && !slices.ContainsFunc(ed.tag(u.input), func(it Item) bool {
		t, score := it.BestTable()
		return t != nil && t != rows.table && score >= strongName && person(t)
	})
}

// partOfName says that the word at i stands in values, and is no word of English that may be said for itself.
func (ed *editor) partOfName(u utterance, i int) bool {
	w := u.words[i]
	return len(ed.index.PartValues(schema.Lemma(w))) > 0 && (u.tokens[i].Capital || !(schema.English{}).Known(schema.Lemma(w))) && !functional(w) && !english.NarrowWords[w] && !english.AskedOfRow[w] && ed.called(w) == nil
}

// byPronoun reads "those", "them", "that customer", "these films", "there" at i.
func (ed *editor) byPronoun(u utterance, i int) []reference {
	w := u.words[i]
	every := func(*editor) bool { return true }
	next := i+1 < len(u.words)
	one := (w == "that" || w == "this") && next && english.RowNouns[u.words[i+1]]
	if i > 0 && u.words[i-1] == "of" && w != "it" && !one {
		if i > 1 && (english.ThoseWords[w] || english.TheyWords[w]) && (u.words[i-2] == "which" || u.words[i-2] == "many" || u.words[i-2] == "who") {
			return []reference{{at: stretch{i - 1, i + 1}, plain: true, part: true, cut: every}}
		}
		return nil
	}
	said := w == "those" || w == "these" || w == "that" || w == "this"
	if said && next && !english.RowNouns[u.words[i+1]] {
		if thing, held := ed.heldBy(u.words[i+1]); held != nil {
			return []reference{{at: stretch{i, i + 2}, thing: thing, held: held, cut: every}}
		}
	}
	if english.PossessivePronoun[w] && next && ed.ownsBeside(u.words[i+1]) {
		return []reference{{at: stretch{i, i + 1}, owner: true, mine: true, cut: every}}
	}
	switch {
	case i == 0 && w == "who" && next && ed.saysExtreme(u.input) && ed.amongPeople(u):
		return []reference{{at: stretch{0, 1}, plain: true, part: true, cut: every}}
	case i == 1 && (w == "one" || w == "ones") && (u.words[0] == "which" || u.words[0] == "who") && next:
		return []reference{{at: stretch{i, i + 1}, plain: true, part: true, cut: every}}
	case one:
		return []reference{{at: stretch{i, i + 2}, plain: true, cut: every}}
	case said && next && ed.thingCalled(u.words[i+1]):
		return []reference{{at: stretch{i, i + 2}, plain: ed.shownAsRows().table != nil, thingSaid: true, several: english.ThoseWords[w], cut: every}}
	case english.ThoseWords[w] && !(next && ed.called(u.words[i+1]) != nil), english.TheyWords[w] && !english.PossessivePronoun[w], w == "it", w == "he", w == "she", w == "him":
		return []reference{{at: stretch{i, i + 1}, plain: true, cut: every}}
	case w == "there" && i+1 >= len(u.words)-1:
		rows := ed.shownAsRows()
		somewhere := !(next && english.IsWords[u.words[i+1]] || i > 0 && english.IsWords[u.words[i-1]]) // "how many there are" is no place
		settled := rows.table == nil && ed.rows != 1 || rows.table != nil && !(somewhere && ed.namesElse(u, rows.table))
		return []reference{{at: stretch{i, i + 1}, plain: settled, place: somewhere, cut: every}}
	}
	return nil
}

// namesElse says that the input names another table than that of the rows in force.
func (ed *editor) namesElse(u utterance, rows *schema.Table) bool {
	return slices.ContainsFunc(ed.tag(u.input), func(it Item) bool {
		t, score := it.BestTable()
		return t != nil && t != rows && score >= strongName
	})
}

// ownsBeside says that a word behind a possessive pronoun names what the rows in force have elsewhere, where the query in force cannot
// simply be joined with it: groups by a value, or rows of which only so many are kept.
func (ed *editor) ownsBeside(word string) bool {
	t, rows := ed.called(word), ed.shownAsRows().table
	if t == nil {
		t = ed.related(word)
	}
	if t == nil {
		return false
	}
	_, cut := ed.cutAt()
	return rows == nil || cut && t != rows && ed.fansFrom([]*schema.Table{rows}, t) > 0
}

// heldBy is what a word calls of the rows in force that is none of them: what they belong to, or a value of theirs, with their column
// that says which; none where the rows do not say.
func (ed *editor) heldBy(word string) (thing asRows, held *schema.Column) {
	who := ed.shownAsRows()
	if who.table == nil || ed.block().Grouped() {
		return asRows{}, nil
	}
	if t := ed.called(word); t != nil && t != who.table {
		for _, e := range ed.index.Graph.Of(who.table) {
			if e.From != who.table || e.To != t || len(e.FromColumns) != 1 {
				continue
			}
			if held != nil {
				return asRows{}, nil
			}
			held = e.FromColumns[0]
			thing = asRows{table: t, key: e.ToColumns[0], called: nameOf(t)}
		}
		return thing, held
	}
	for _, c := range who.table.Columns {
		if !c.Hidden && !c.Key() && c.Role != schema.Measure && c.Role != schema.Moment && goesBy(c, []string{schema.Lemma(word)}) {
			return asRows{key: c, called: c}, c
		}
	}
	return asRows{}, nil
}

// rowsAt keeps the rows at two places, or at one.
func (ed *editor) rowsAt(a, b int) bool {
	ed.inTableOrder()
	one := func(ed *editor, place int) bool {
		if place == fromEnd {
			return ed.nthRow(utter("last"))
		}
		most, cut := ed.cutAt()
		if cut && most == 1 && place > 0 && ed.onlyFirst() {
			return ed.skip(place)
		}
		if cut && place >= most || ed.rows > 0 && place >= ed.rows || !ed.query.Offset.IsZero() {
			return false
		}
		return (place == 0 || ed.skip(place)) && ed.limit(1)
	}
	if a == b {
		return one(ed, a)
	}
	key := ed.shownAsRows().key
	x, ok := ed.keyHere(key)
	if !ok {
		return false
	}
	var either []statement.Expr
	for _, place := range []int{a, b} {
		row := *ed
		row.query = ed.query.Clone()
		if !one(&row, place) {
			return false
		}
		rows, ok := row.cell(key)
		if !ok {
			return false
		}
		either = append(either, statement.InQuery(x, rows))
	}
	ed.query.ClearLimit()
	return ed.block().AddPredicate(statement.Or(either...)) == nil
}

// onlyFirst says that the one row in force is the first of an order that was asked for without a number: "the artists with the most
// albums". Those behind it are spoken of as well.
func (ed *editor) onlyFirst() bool {
	return len(ed.query.OrderBy) > 0 && ed.query.Offset.IsZero() && ed.query.Set == nil && !strings.ContainsFunc(ed.earlier, unicode.IsDigit)
}

// keyHere is a reference to the key by which the rows in force are told apart.
func (ed *editor) keyHere(key *schema.Column) (statement.Expr, bool) {
	if key == nil || ed.query.Set != nil {
		return statement.Expr{}, false
	}
	return ed.scope().ref(key)
}

// firstRows keeps the first or the last so many rows.
func (ed *editor) firstRows(n int, last bool) bool {
	ed.inTableOrder()
	most, cut := ed.cutAt()
	if ed.rows > 0 && cut {
		most = min(most, ed.rows)
	}
	switch {
	case cut && n > most || ed.query.Set != nil || !ed.query.Offset.IsZero():
		return false
	case !last:
		return ed.limit(n)
	case cut:
		return (n == most || ed.skip(most-n)) && ed.limit(n)
	}
	return len(ed.query.OrderBy) > 0 && ed.reverse() && ed.limit(n)
}

// greatest keeps the row that is greatest or least, as words say: of a figure in force, of a column, or of how many it has.
func (ed *editor) greatest(text string) bool {
	if _, cut := ed.cutAt(); cut && !ed.block().Grouped() {
		return ed.try(func() bool { return ed.greatestOfCut(text, 1) })
	} else if cut && ed.try(func() bool { return ed.extremeOfCut(text) }) {
		return true
	}
	if ed.block().Grouped() && ed.try(func() bool { return ed.superlative(text) && ed.limit(1) }) {
		return true
	}
	return ed.try(func() bool { return ed.extreme(text) }) || ed.try(func() bool { return ed.end(utter(text)) })
}

// greatestFew keeps the n rows that are greatest or least, as words say.
func (ed *editor) greatestFew(text string, n int) bool {
	most, cut := ed.cutAt()
	switch {
	case cut && n >= most:
		return false
	case cut && !ed.block().Grouped():
		return ed.greatestOfCut(text, n)
	case cut:
		return false // the first so many groups are no set that is put in another order
	}
	return ed.superlative(text) && ed.limit(n)
}

// greatestOfCut keeps the n rows that are greatest or least of the first so many: these are a set.
func (ed *editor) greatestOfCut(text string, n int) bool {
	return ed.rowsAsSet() && ed.superlative(text) && ed.limit(n)
}

// rowsAsSet makes the rows in force a set of rows of their table, in no order.
func (ed *editor) rowsAsSet() bool {
	thing := ed.shownAsRows()
	if thing.table == nil || thing.key == nil {
		return false
	}
	rows, ok := ed.cell(thing.key)
	if !ok {
		return false
	}
	ed.query = rowsOfTable(thing.table)
	ed.query.Where = []statement.Expr{statement.InQuery(statement.Column("", thing.key.Name), rows)}
	return true
}

// asSet makes the first so many rows a set, in the order that they are in: what is said of them next leaves some of these. Rows without
// a limit, and groups, stay as they are.
func (ed *editor) asSet() bool {
	if _, cut := ed.cutAt(); !cut || ed.block().Grouped() {
		return true
	}
	q := ed.query
	if len(q.From) != 1 || !ed.rowsAsSet() {
		return false
	}
	ed.query.Items, ed.query.OrderBy = q.Items, q.OrderBy
	return true
}

// inSomeOrder says that the places of the rows in force hold, in the order that was asked for or else as they come from their table.
func (ed *editor) inSomeOrder() bool {
	ed.inTableOrder()
	return len(ed.query.OrderBy) > 0
}

// inTableOrder orders rows without an order by their key, so that their places hold: that is how they come from their table.
func (ed *editor) inTableOrder() {
	key := ed.shownAsRows().key
	if x, ok := ed.keyHere(key); ok && len(ed.query.OrderBy) == 0 && !ed.block().Grouped() && !ed.block().Distinct {
		ed.query.OrderBy = []statement.Key{{Expr: x}}
	}
}
