package dialog

import (
	"slices"
	"strings"
	"unicode"
)

// Coming back: an input may name an earlier subject of the conversation instead of speaking of the present one ("back to the
// flights", "the same trip in economy", "those payments again", "as before but from Mombasa"). What remains of it when the
// naming is taken away is said of that subject.

// Return is an input that may come back to something spoken of before.
type Return struct {
	// Subjects are the tables that it names, and Fits those of the columns and values that it names otherwise.
	Subjects, Fits []string
	// Back says that words of coming back are in it: "back to", "the same", "again", "earlier"; Firmly that they can mean
	// nothing else, for "those orders" may be the orders of what is on screen.
	Back, Firmly bool
	// Beside says that such words stand at the subject's name: "those customers", "the customers again".
	Beside bool
	// Rest is what is said of the subject, in the words and the case that it was said in; empty when it is only named.
	Rest string
}

// returns are phrases of coming back. A % stands for the name of what is come back to, with what may stand before it.
var returns = []struct {
	words  string
	firmly bool
}{
	// The longest first: the first that stands in an input is the one meant.
	{"as i asked before", true}, {"what i asked before", true}, {"the one from before", true}, {"the ones from before", true},
	{"i asked about before", true}, {"i asked about earlier", true}, {"i asked for before", true}, {"i asked for earlier", true},
	{"we looked at before", true}, {"we looked at earlier", true}, {"i looked at before", true}, {"i looked at earlier", true},
	{"we talked about", true}, {"we spoke about", true}, {"we spoke of", true}, {"i asked about", true}, {"i asked for", true}, {"did i ask about", true}, {"did i ask for", true}, {"did we ask about", true}, {"we looked at", true},
	{"i was looking at", true}, {"we were looking at", true}, {"i was asking about", true}, {"were there before", true}, {"are there before", true},
	{"did we have before", true}, {"did i have before", true}, {"did we have earlier", true}, {"did we see before", true}, {"did you show before", true},
	{"you showed me before", true}, {"you showed me earlier", true}, {"you showed me", true}, {"you showed before", true},
	{"we had before", true}, {"we had earlier", true}, {"i had before", true}, {"i had earlier", true}, {"we had", true}, {"i had", true},
	{"we saw before", true}, {"we saw earlier", true}, {"we saw", true}, {"i saw before", true}, {"i saw earlier", true},
	{"same as before", true}, {"the same as before", true}, {"same as earlier", true}, {"just as before", true}, {"as before", true}, {"like before", true},
	{"as earlier", true}, {"like earlier", true}, {"as last time", true}, {"like last time", true}, {"from before", true}, {"from earlier", true}, {"of before", true},
	{"go back to", true}, {"going back to", true}, {"get back to", true}, {"come back to", true}, {"coming back to", true}, {"switch back to", true},
	{"take me back to", true}, {"bring me back to", true}, {"jump back to", true}, {"back on", true}, {"back to", true}, {"return to", true}, {"returning to", true},
	{"bring back", true}, {"bring me back", true}, {"bring us back", true}, {"resume", true}, {"revisit", true}, {"continue with", true}, {"carry on with", true}, {"go on with", true}, {"pick up", true},
	{"where were we with", true}, {"where we were with", true}, {"once more", true}, {"one more time", true}, {"another look at", true}, {"look again at", true}, {"show again", true},
	{"my previous", true}, {"my earlier", true}, {"my last", true}, {"our earlier", true}, {"our previous", true}, {"our last", true},
	{"the earlier", true}, {"the previous", true}, {"the first", false}, {"those earlier", true}, {"these earlier", true}, {"that earlier", true},
	{"earlier", false}, {"again", false}, {"the very same", true}, {"the same", false}, {"same", false}, {"those", false}, {"these", false}, {"that", false},
}

// returnFillers carry nothing of what is said of the subject come back to, at either end of what remains.
var returnFillers = wordSet(`were was are is there of let's that's i'd the a an please show me us to go let s lets can could we i you now ok okay so and but then well right just want would like see
	look at give get have about do hmm actually my our of for list display one ones all there`)

// asides say nothing of what is wanted of the subject come back to.
var asides = []string{"this time around", "this time", "what about", "how about"}

// atTheName are words of coming back that say so by standing at a name.
var atTheName = wordSet("again earlier same those these")

// generalNouns are names of what was spoken of that are no table's: "the same trip".
var generalNouns = wordSet(`one ones thing things trip trips journey journeys search query question list result results table data request route
	conversation topic subject selection view report enquiry inquiry lookup stuff`)

// Returning reads an input as one that may come back. The vocabulary says what it names; without one nothing is found.
func Returning(input string, v Vocabulary) Return {
	if v == nil {
		return Return{}
	}
	p := tokens(input)
	if p.backToAll() {
		return Return{}
	}
	var r Return
	used := make([]bool, len(p))
	marks := r.mark(p, used)
	subject := r.name(p, used, v)
	r.Beside = standsAt(p, marks, subject)
	if p.setApart(subject) {
		r.Back, r.Firmly = true, true
	}
	if r.Back {
		setAside(p, used)
	}
	var rest phrase
	for i, t := range p {
		switch {
		case subject[i] && len(rest) > 0 && rest[len(rest)-1].low == "of": // "how many of those customers"
			rest = append(rest, token{"them", "them"})
		case !used[i] && !subject[i] && !(r.Back && generalNouns[t.low] && beside(marks, i)):
			rest = append(rest, t)
		}
	}
	if rest = rest.trimmed(); !slices.ContainsFunc(rest, func(t token) bool { return !asksNothing[t.low] && !returnFillers[t.low] && !mark(t) }) {
		rest = nil // "what was that list again?"
	}
	r.Rest = rest.String()
	return r
}

// asksNothing are question words that say nothing by themselves.
var asksNothing = wordSet("what which where how that")

// apart are the marks behind a name that is set apart.
var apart = wordSet(": , - – —")

// setApart says that the input begins with the name of a subject, set apart from something that is said to be the same: "ok, the
// flights: same day but from Mombasa".
func (p phrase) setApart(subject []bool) bool {
	i := 0
	for i < len(p) && !subject[i] && (mark(p[i]) || returnFillers[p[i].low]) {
		i++
	}
	from := i
	for i < len(p) && subject[i] && !apart[p[i].low] {
		i++
	}
	return i > from && i < len(p) && apart[p[i].low] && p.index(i, func(w string) bool { return w == "same" }) > 0
}

// backToAll says that all of something are to be there again: no earlier query is come back to, a filter goes.
func (p phrase) backToAll() bool {
	for i := range p {
		if p.at(i, "back to all") || p.at(i, "back to every") || p.at(i, "back to any") {
			return true
		}
	}
	return false
}

// mark finds the words of coming back, and marks them as used.
func (r *Return) mark(p phrase, used []bool) (marks []bool) {
	marks = make([]bool, len(p))
	for _, m := range returns {
		n := len(strings.Fields(m.words))
		for i := range p {
			if !p.at(i, m.words) || slices.Contains(used[i:i+n], true) || m.words == "that" && i > 1 {
				continue
			}
			if !m.firmly && i+n < len(p) && (timeNouns[p[i+n].low] || p[i+n].low == "than") {
				continue // "the same month", "earlier than May"
			}
			r.Back, r.Firmly = true, r.Firmly || m.firmly
			for k := i; k < i+n; k++ {
				used[k], marks[k] = true, true
			}
		}
	}
	return marks
}

// standsAt says whether words of coming back stand at the name of what is come back to.
func standsAt(p phrase, marks, subject []bool) bool {
	for i, t := range p {
		if !marks[i] || !atTheName[t.low] {
			continue
		}
		for _, step := range []int{-1, 1} {
			k := i + step
			for k >= 0 && k < len(p) && !subject[k] && (marks[k] || returnFillers[p[k].low]) {
				k += step
			}
			if k >= 0 && k < len(p) && subject[k] {
				return true
			}
		}
	}
	return false
}

// setAside takes off what says nothing.
func setAside(p phrase, used []bool) {
	for _, a := range asides {
		n := len(strings.Fields(a))
		for i := range p {
			if p.at(i, a) && !slices.Contains(used[i:i+n], true) {
				for k := i; k < i+n; k++ {
					used[k] = true
				}
			}
		}
	}
}

// name finds what the input names: its tables, whose words it returns, and those that its other words fit.
func (r *Return) name(p phrase, used []bool, v Vocabulary) (subject []bool) {
	subject = make([]bool, len(p))
	for i := 0; i < len(p); {
		n := min(maxPhrase, len(p)-i)
		for ; n > 0; n-- {
			if slices.Contains(used[i:i+n], true) {
				continue
			}
			found := p.names(i, n, v)
			if len(found) == 0 {
				continue
			}
			tables := slices.DeleteFunc(slices.Clone(found), func(e Entity) bool { return e.Kind != SubjectEntity })
			for _, e := range tables {
				r.Subjects = appendNew(r.Subjects, e.Table)
			}
			for _, e := range found {
				if len(tables) == 0 {
					r.Fits = appendNew(r.Fits, e.Table)
				}
			}
			if len(tables) > 0 {
				for k := i; k < i+n; k++ {
					subject[k] = true
				}
			}
			break
		}
		i += max(n, 1)
	}
	return subject
}

// names is what n words name.
func (p phrase) names(i, n int, v Vocabulary) []Entity {
	if p.at(i, "order by") { // no orders
		return nil
	}
	if n > 1 {
		return v.Find(Normalize(p[i : i+n].String()))
	}
	if dates := p.moment(i, v); len(dates) > 0 {
		return dates
	}
	if !content(Normalize(p[i].low)) {
		return nil
	}
	return v.Find(Normalize(p[i].text))
}

// moment is what a word names that says of which date one speaks: "returning on Feb 20" is the return date.
func (p phrase) moment(i int, v Vocabulary) []Entity {
	w := p[i].low
	if len(w) < 3 || !p.dated(i+1) {
		return nil
	}
	for _, root := range []string{w, strings.TrimSuffix(w, "ing"), strings.TrimSuffix(w, "ed"), strings.TrimSuffix(w, "s")} {
		for _, noun := range []string{" date", " at", " on", " time", " day"} {
			if found := v.Find(Normalize(root + noun)); len(found) > 0 {
				return found
			}
		}
	}
	return nil
}

// dated says whether a date begins at a word: "on Feb 20", "in May", "on the 20th".
func (p phrase) dated(i int) bool {
	led := false
	for ; i < len(p) && beforeDates[p[i].low]; i++ {
		led = true
	}
	return i < len(p) && (timeNouns[p[i].low] || shortMonths[p[i].low] || led && unicode.IsDigit(rune(p[i].low[0])))
}

var (
	beforeDates = wordSet("on in by before after the until since")
	shortMonths = wordSet("jan feb mar apr jun jul aug sep sept oct nov dec")
)

// beside says whether a word stands by words of coming back: at most an adjective lies between.
func beside(marks []bool, i int) bool {
	for k := max(0, i-2); k < min(len(marks), i+3); k++ {
		if marks[k] {
			return true
		}
	}
	return false
}

// trimmed is a phrase without punctuation and words that say nothing, at both ends. A preposition that begins what is said
// stays with it: "but to Paris".
func (p phrase) trimmed() phrase {
	empty := func(t token) bool { return mark(t) || returnFillers[t.low] }
	from, to := 0, len(p)
	for from < to && empty(p[from]) {
		from++
	}
	for to > from && empty(p[to-1]) {
		to--
	}
	if from > 0 && from < to && relations[p[from-1].low] && (from == 1 || mark(p[from-2]) || turns[p[from-2].low]) {
		from--
	}
	return p[from:to]
}

// mark says that a token is punctuation.
func mark(t token) bool { return strings.Contains("?.!;:,-–—", t.text) }

var (
	relations = wordSet("to of for on from in at")
	turns     = wordSet("but and now then so ok okay only just")
)
