package dialog

import (
	"slices"
	"strconv"
	"strings"
)

// Pointing at a turn: an input may come back to an earlier query by words of it ("back to the monthly one", "the one with Kenya
// again") or by its place ("go back to the second query", "two steps back"). What remains of it is said of that query.

// Said is what a query of the conversation is known by.
type Said struct {
	// Input is what was said, and Question the same as a question that stands alone.
	Input, Question, SQL string
	// Preview are the first rows that it brought.
	Preview [][]string
}

// Pointer is where an input points to.
type Pointer struct {
	// At is the query's place in the list, and Rest what is said of it; empty where it is only come back to.
	At   int
	Rest string
	// Words are those by which it was found, in the singular; none where its place was said.
	Words []string
	// Whole says that the input speaks of a time when the query was as it is: later refinements are not meant.
	Whole bool
}

// Pointing reads an input as one that points at one of the queries, the oldest first, of which the last is in force. Beside says
// whether a word that names something of the database may be said of the query in force.
func Pointing(input string, queries func() []Said, v Vocabulary, beside func([]Entity) bool) (Pointer, bool) {
	p := tokens(joined.Replace(input))
	for i, t := range p {
		p[i].low = straightened(t.low)
	}
	if p.backToAll() {
		return Pointer{}, false
	}
	at, placed := p.place(v)
	h, worded := p.pointer(v)
	if !placed && (!worded || h.bare && !h.firmly) {
		return Pointer{}, false
	}
	said := queries()
	switch {
	case len(said) < 2:
		return Pointer{}, false
	case placed:
		if at.At < 0 {
			at.At += len(said) - 1
		}
		return at, at.At >= 0 && at.At < len(said)-1
	}
	last := said[len(said)-1]
	if !h.firmly && (!h.again && h.fits(last, beside) || last.knownBy(h.words) > 0) {
		return Pointer{}, false
	}
	found, most := -1, 0
	for i, s := range said[:len(said)-1] {
		if score := s.knownBy(h.words); score > 0 && score >= most && s.tells(h.periods) {
			found, most = i, score
		}
	}
	return Pointer{At: found, Rest: h.rest, Words: h.words, Whole: h.whole}, found >= 0
}

// joined parts words that a hyphen joins: "the per-country one".
var joined = strings.NewReplacer("per-", "per ", "by-", "by ", "-by-", " by ", "’", "'")

// straightened is a word without the ending of a contraction.
func straightened(low string) string {
	word, _, _ := strings.Cut(low, "'")
	return word
}

// queryNouns are what a query is called when its place is told.
var queryNouns = wordSet("question query search request one result turn step enquiry inquiry thing")

// places are words for the place of a query: from the beginning, or, below zero, from the one in force.
var places = map[string]int{"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4, "fifth": 5, "5th": 5,
	"previous": -1, "preceding": -1, "original": 1}

var smallNumbers = map[string]int{"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "couple": 2}

// place finds a query whose place is told: from the beginning, or, below zero, from the one in force.
func (p phrase) place(v Vocabulary) (Pointer, bool) {
	for i, t := range p {
		if i+1 == len(p) {
			break
		}
		noun := Normalize(p[i+1].low)
		if !queryNouns[noun] || namesTable(v.Find(noun)) {
			continue
		}
		to := i + 2
		if at, ok := places[t.low]; ok && (noun != "one" || at < 0 || p.comesBack(0, i)) && i < 5 {
			return p.placed(at, to), true
		}
		if k := count(t.low); k > 0 && i > 0 && p[i-1].low == "back" {
			return p.placed(-k, to), true
		} else if k > 0 && to < len(p) && p.distant(to) {
			return p.placed(-k, to+1), true
		}
		if before := to < len(p) && t.low == "the" && p[to].low == "before"; before && p.rests(to+1) {
			return p.placed(-1, to+1), true
		} else if before && (p[to+1].low == "that" || p[to+1].low == "this") && p.rests(to+2) {
			return p.placed(-1, to+2), true
		}
	}
	return Pointer{}, false
}

func namesTable(found []Entity) bool {
	return slices.ContainsFunc(found, func(e Entity) bool { return e.Kind == SubjectEntity })
}

// rests says whether the input ends at a word, or pauses there.
func (p phrase) rests(i int) bool {
	return i >= len(p) || mark(p[i]) || p[i].low == "again" || endsHead[p[i].low]
}

// distant says whether a word tells that a number of queries is counted back from now.
func (p phrase) distant(i int) bool { return p[i].low == "back" || p[i].low == "ago" }

// comesBack says whether words of coming back stand in a part of the input that begins it.
func (p phrase) comesBack(from, to int) bool {
	for i := from; i < to; i++ {
		if p[i].low == "back" || p[i].low == "return" {
			return true
		}
	}
	return false
}

func count(word string) int {
	if n, err := strconv.Atoi(word); err == nil {
		return n
	}
	return smallNumbers[word]
}

// placed is the query at a place, with what is said behind it.
func (p phrase) placed(at, behind int) Pointer {
	if at > 0 {
		at--
	}
	rest := p[behind:]
	var used Return
	spent := make([]bool, len(rest))
	used.mark(rest, spent)
	return Pointer{At: at, Rest: rest.unspent(spent).trimmed().String(), Whole: true}
}

// head is the part of an input that tells which query is meant.
type head struct {
	words []string
	rest  string
	// periods are times told from now, which a query holds as it holds a word: "this month".
	periods []string
	// named is what the words name in the database.
	named []Entity
	// bare says that they name a table and nothing else.
	bare bool
	// firmly says that words of coming back can mean nothing else, again that there are such words.
	firmly, again, whole bool
}

// beforeHeads may stand before "the … one".
var beforeHeads = wordSet("show me give us and now ok okay so then please let see what about how back to as in like")

// endsHead are words that begin what is said of the query.
var endsHead = wordSet("but only just sorted ordered instead without except sort order and this")

// wholes say that the query is meant as it was.
var wholes = wordSet("all when before original originally")

// pointer reads what an input says of the query that it points at.
func (p phrase) pointer(v Vocabulary) (h head, ok bool) {
	var r Return
	used := make([]bool, len(p))
	marks := r.mark(p, used)
	about, one := p.tellsOne()
	h.firmly, h.again = r.Firmly || about, r.Back
	if !r.Back && !one || p.counts() {
		return h, false
	}
	setAside(p, used)
	h.bare = true
	end := 0
	for ; end < len(p); end++ {
		t := p[end]
		if len(h.words) > 0 && (mark(t) || endsHead[t.low] || end > 0 && marks[end-1] && trailing[p[end-1].low] || p[end-1].low == "one" && end > 1) {
			break
		}
		h.whole = h.whole || wholes[t.low]
		stem := Normalize(t.low)
		switch {
		case used[end] || mark(t) || returnFillers[t.low] || generalNouns[t.low] || queryNouns[stem]:
		case superlatives[t.low]:
			return h, false
		case content(stem):
			h.add(t.low, v)
			if end > 0 && timeNouns[t.low] && p[end-1].low == "this" {
				h.periods = append(h.periods, "this "+t.low)
			}
		}
	}
	h.bare = h.bare && !(one && r.Back)
	h.rest = p[end:].unspent(used[end:]).trimmed().String()
	return h, len(h.words) > 0
}

// add takes up a word that tells which query is meant.
func (h *head) add(word string, v Vocabulary) {
	found := v.Find(Normalize(word))
	h.words, h.named = append(h.words, stemsOf(word)...), append(h.named, found...)
	h.bare = h.bare && namesTable(found)
}

// trailing are the last words of what stands behind the name that is come back to.
var trailing = wordSet("again more time before earlier")

// superlatives tell one row from the others.
var superlatives = wordSet(`most least highest lowest largest smallest maximum minimum cheapest dearest priciest costliest best worst longest shortest oldest youngest newest biggest greatest
	nearest closest fastest quickest slowest heaviest lightest latest earliest last first second third`)

// counts says whether the input asks how many there are: that is said of what it comes back to.
func (p phrase) counts() bool {
	for i := range p {
		if p.at(i, "how many") || p.at(i, "number of") || p[i].low == "count" && i+1 < len(p) && !mark(p[i+1]) && !content(p[i+1].low) {
			return true
		}
	}
	return false
}

// tellsOne says whether the input begins with "the one with …", "the … one" or "the … ones"; about, that it is "the one about …".
func (p phrase) tellsOne() (about, one bool) {
	i := 0
	for i < len(p) && beforeHeads[p[i].low] {
		i++
	}
	if i >= len(p) || p[i].low != "the" && p[i].low != "that" {
		return false, false
	}
	for k := i + 1; k < min(len(p), i+2+longestPointer) && !mark(p[k]); k++ {
		if p[k].low == "one" || p[k].low == "ones" {
			return p.at(k+1, "about"), true
		}
	}
	return false, false
}

// unspent is a phrase without the tokens that are spent.
func (p phrase) unspent(spent []bool) phrase {
	var rest phrase
	for i, t := range p {
		if !spent[i] {
			rest = append(rest, t)
		}
	}
	return rest
}

// fits says whether the words may point at the rows of the query in force, or at what belongs to it.
func (h *head) fits(last Said, beside func([]Entity) bool) bool {
	if beside(h.named) {
		return true
	}
	for _, row := range last.Preview {
		for _, cell := range row {
			cell := stemsOf(cell)
			if slices.ContainsFunc(h.words, func(w string) bool { return slices.Contains(cell, w) }) {
				return true
			}
		}
	}
	return false
}

// own is how much more a word counts that was said than one that was taken over.
const own = 3

// knownBy says how well words tell a query: nothing unless each is one of its own.
func (s *Said) knownBy(words []string) (score int) {
	said, taken := stemsOf(s.Input), append(stemsOf(s.Question), sqlWords(s.SQL)...)
	for _, w := range words {
		like := func(o string) bool { return alike(w, o) }
		switch {
		case slices.ContainsFunc(said, like):
			score += own
		case slices.ContainsFunc(taken, like):
			score++
		default:
			return 0
		}
	}
	return score
}

// tells says whether a query was asked for with all these periods.
func (s *Said) tells(periods []string) bool {
	asked := strings.ToLower(s.Input + "\n" + s.Question)
	return !slices.ContainsFunc(periods, func(period string) bool { return !strings.Contains(asked, period) })
}

// Holds says whether all the words by which a query was found are its own too.
func (s *Said) Holds(words []string) bool { return s.knownBy(words) > 0 }

// stemsOf are the words of a text in the singular.
func stemsOf(text string) []string {
	var words []string
	for rest := text; ; {
		var word string
		if word, rest = nextWord(rest); word == "" {
			return words
		}
		words = append(words, Normalize(word))
	}
}

// sqlWords are the names and values of a statement.
func sqlWords(sql string) []string {
	return slices.DeleteFunc(stemsOf(strings.ReplaceAll(sql, "ORDER BY", "")), func(w string) bool { return sqlKeywords[w] })
}

var sqlKeywords = wordSet("select distinct from where group by having limit as on join left and or not in between like asc desc null case when then else end with over")

// standsFor are words that say the same of a query.
var standsFor = map[string]string{"daily": "day", "annual": "year", "annually": "year", "number": "count", "sum": "total", "avg": "average", "mean": "average",
	"many": "count"}

// alike says whether two words are one in other forms: "monthly" and "month", "Kenyan" and "Kenya".
func alike(a, b string) bool {
	if other, ok := standsFor[a]; ok {
		a = other
	}
	if other, ok := standsFor[b]; ok {
		b = other
	}
	if len(a) > len(b) {
		a, b = b, a
	}
	const root = 4
	ending, longer := strings.CutPrefix(b, a)
	return a == b || longer && len(a) >= root && endings[ending]
}

// endings make another form of a word.
var endings = wordSet("s es ly y al n an ian d ed r er ing")
