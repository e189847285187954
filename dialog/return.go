package dialog

import (
	"slices"
	"strings"
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
	{"we talked about", true}, {"we spoke about", true}, {"we spoke of", true}, {"i asked about", true}, {"i asked for", true}, {"we looked at", true},
	{"you showed me before", true}, {"you showed me earlier", true}, {"you showed me", true}, {"you showed before", true},
	{"we had before", true}, {"we had earlier", true}, {"i had before", true}, {"i had earlier", true}, {"we had", true}, {"i had", true},
	{"we saw before", true}, {"we saw earlier", true}, {"we saw", true}, {"i saw before", true}, {"i saw earlier", true},
	{"same as before", true}, {"the same as before", true}, {"same as earlier", true}, {"just as before", true}, {"as before", true}, {"like before", true},
	{"as earlier", true}, {"like earlier", true}, {"as last time", true}, {"like last time", true}, {"from before", true}, {"from earlier", true}, {"of before", true},
	{"go back to", true}, {"going back to", true}, {"get back to", true}, {"come back to", true}, {"coming back to", true}, {"switch back to", true},
	{"take me back to", true}, {"bring me back to", true}, {"jump back to", true}, {"back on", true}, {"back to", true}, {"return to", true}, {"returning to", true},
	{"bring back", true}, {"resume", true}, {"revisit", true}, {"continue with", true}, {"carry on with", true}, {"go on with", true}, {"pick up", true},
	{"once more", true}, {"one more time", true}, {"another look at", true}, {"look again at", true}, {"show again", true},
	{"my previous", true}, {"my earlier", true}, {"my last", true}, {"our earlier", true}, {"our previous", true}, {"our last", true},
	{"the earlier", true}, {"the previous", true}, {"the first", false}, {"those earlier", true}, {"these earlier", true}, {"that earlier", true},
	{"earlier", false}, {"again", false}, {"the very same", true}, {"the same", false}, {"same", false}, {"those", false}, {"these", false}, {"that", false},
}

// returnFillers carry nothing of what is said of the subject come back to, at either end of what remains.
var returnFillers = wordSet(`let's that's i'd the a an please show me us to go let s lets can could we i you now ok okay so and but then well right just want would like see
	look at give get have about do hmm actually my our of for list display one ones all there`)

// generalNouns are names of what was spoken of that are no table's: "the same trip".
var generalNouns = wordSet(`one ones thing things trip trips journey journeys search query question list result results table data request route
	conversation topic subject selection view report enquiry inquiry lookup stuff`)

// Returning reads an input as one that may come back. The vocabulary says what it names; without one nothing is found.
func Returning(input string, v Vocabulary) Return {
	if v == nil {
		return Return{}
	}
	p := tokens(input)
	var r Return
	used := make([]bool, len(p))
	marks := r.mark(p, used)
	subject := r.name(p, used, v)
	for i := range p {
		used[i] = used[i] || subject[i] || r.Back && generalNouns[p[i].low] && beside(marks, i)
	}
	var rest phrase
	for i, t := range p {
		if !used[i] {
			rest = append(rest, t)
		}
	}
	r.Rest = rest.trimmed().String()
	return r
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

// name finds what the input names: its tables, whose words it returns, and those that its other words fit.
func (r *Return) name(p phrase, used []bool, v Vocabulary) (subject []bool) {
	subject = make([]bool, len(p))
	for i := 0; i < len(p); {
		n := min(maxPhrase, len(p)-i)
		for ; n > 0; n-- {
			if slices.Contains(used[i:i+n], true) {
				continue
			}
			found := v.Find(Normalize(p[i : i+n].String()))
			if len(found) == 0 || n == 1 && !content(Normalize(p[i].low)) {
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

// beside says whether a word stands by words of coming back: at most an adjective lies between.
func beside(marks []bool, i int) bool {
	for k := max(0, i-2); k < min(len(marks), i+3); k++ {
		if marks[k] {
			return true
		}
	}
	return false
}

// trimmed is a phrase without punctuation and words that say nothing, at both ends.
func (p phrase) trimmed() phrase {
	empty := func(t token) bool { return strings.Contains("?.!;:,-–—", t.text) || returnFillers[t.low] }
	for len(p) > 0 && empty(p[0]) {
		p = p[1:]
	}
	for len(p) > 0 && empty(p[len(p)-1]) {
		p = p[:len(p)-1]
	}
	return p
}
