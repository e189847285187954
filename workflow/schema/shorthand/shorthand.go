// Package shorthand reads words that are written short and run together, as the names of tables and columns are: custnm
// is a customer's name, txnamt the amount of a transaction.
//
// Start reading at Reader.Read. A word is cut where the pieces are likeliest: words of the schema itself, words of English
// by how common they are, short forms in general use (short.txt), and words without their vowels or their end, of the
// schema, of a comment, or of those that data abound in (trade.txt). The package imports wordnet and vector.
package shorthand

import (
	"math"
	"slices"
	"strings"

	"parley/workflow/schema/vector"
	"parley/workflow/schema/wordnet"
)

// Word is one word of a name, read.
type Word struct {
	// Text is the likeliest word, in lower case; a short form that nothing explains stays as it is.
	Text string
	// Others are what it may stand for as well, likeliest first.
	Others []string
	// Phrase says that the word continues the one before: the short form stood for several words.
	Phrase bool
}

// Reader reads names with what is known about one schema. It is not safe for concurrent use.
type Reader struct {
	// lemma is the dictionary form of a word.
	lemma func(string) string
	// settled are short forms that a comment explained once and for all.
	settled map[string]string
	// owned are the short forms of what tables hold, with the words for it.
	owned map[string]string
	// own are words that the schema writes out, by their first letter.
	own   map[string]bool
	heads [256][]string
	// tails are short forms in which several names of the schema end that are run together.
	tails map[string]bool
	memo  map[string][]Word
	// kind is of what the name is that is read.
	kind Kind
}

// NewReader makes a reader. Lemma gives the dictionary form of a word; words are those that the schema's names and comments
// hold, in lower case: those that are English help to read the others.
func NewReader(lemma func(string) string, words []string) *Reader {
	r := &Reader{lemma: lemma, settled: map[string]string{}, owned: map[string]string{}, own: map[string]bool{}, tails: tailsOf(words), memo: map[string][]Word{}}
	for _, w := range words {
		if len(w) >= 4 && r.english(w) && !r.own[w] && len(short[w].senses) == 0 {
			r.own[w] = true
			r.heads[w[0]] = append(r.heads[w[0]], w)
		}
	}
	return r
}

// endsTogether is how many names end in a short form that is one in which names end.
const endsTogether = 3

// tailsOf are the short forms in which several different names end, with something before that is no word's beginning alone.
func tailsOf(words []string) map[string]bool {
	count, seen := map[string]int{}, map[string]bool{}
	for _, w := range words {
		if seen[w] || wordnet.Known(w) {
			continue
		}
		seen[w] = true
		for n := 2; n <= 4 && n+2 <= len(w); n++ {
			if _, ok := short[w[len(w)-n:]]; ok {
				count[w[len(w)-n:]]++
			}
		}
	}
	out := map[string]bool{}
	for s, n := range count {
		out[s] = n >= endsTogether
	}
	return out
}

// tail says that names end in a short form.
func (r *Reader) tail(s string) bool { return tails[s] || r.tails[s] }

// The costs of a piece, about the logarithm of how unlikely it is. They only order readings.
const (
	costOwn      = 2.0
	costEnglish  = 2.2
	costUnranked = 6.0
	costShort    = 2.3
	costShort2   = 3.0
	costTail     = 1.8
	costHint     = 2.2
	costHint2    = 2.9
	costOwnCut   = 3.0
	costTradeCut = 3.4
	costInitial  = 5.0
	costUnknown  = 5.0
	costLetter   = 1.3 // each letter of a piece that nothing explains
	costThree    = 1.0 // a word of three letters is found by chance more often
)

// longestRead is the longest run of letters that is cut, longestPiece the longest word.
const (
	longestRead  = 40
	longestPiece = 16
)

// In makes what is read from here on the name of a kind.
func (r *Reader) In(kind Kind) { r.kind = kind }

// Known says that a form is short for something wherever it stands.
func Known(form string) bool {
	_, ok := shortOf(form, Any)
	return ok
}

// of are the meanings of a short form in what is read.
func (r *Reader) of(form string) (entry, bool) { return shortOf(form, r.kind) }

// Senses are what a short form stands for in what is read, likeliest first; none for others.
func (r *Reader) Senses(form string) []string {
	e, _ := r.of(form)
	return e.senses
}

// Read reads one run of letters of a name. Hints are the words of a comment on what is named, in order.
func (r *Reader) Read(run string, hints []string) []Word {
	if len(run) > longestRead || len(run) < 2 || strings.Trim(run, "abcdefghijklmnopqrstuvwxyz") != "" || joining[run] {
		return []Word{{Text: run}}
	}
	hints = slices.DeleteFunc(slices.Clone(hints), func(h string) bool { return h == run }) // "see UNITTYP" explains no unittyp
	if w := r.owned[run]; w != "" {
		return r.meant(run, w)
	}
	if w := r.Explained(run, hints); w != "" {
		return r.meant(run, w)
	}
	if w := r.settled[run]; w != "" {
		return r.meant(run, w)
	}
	if len(hints) > 0 {
		return r.cut(run, hints)
	}
	key := string(r.kind) + " " + run
	if words, ok := r.memo[key]; ok {
		return words
	}
	words := r.cut(run, nil)
	r.memo[key] = words
	return words
}

// Told are the short forms in a run that a comment explains, with the word that each stands for.
func (r *Reader) Told(run string, hints []string) map[string]string {
	if len(hints) == 0 || len(run) > longestRead || strings.Trim(run, "abcdefghijklmnopqrstuvwxyz") != "" || r.english(run) {
		return nil
	}
	out := map[string]string{}
	if w := r.Explained(run, hints); w != "" {
		out[run] = w
		return out
	}
	at := 0
	for _, p := range r.pieces(run, hints) {
		w := run[at : at+p.letters]
		at += p.letters
		if len(w) > 2 && slices.Contains(hints, p.senses[0]) && w != p.senses[0] {
			out[w] = p.senses[0]
		}
	}
	return out
}

// Settle makes a short form stand for a word wherever nothing else explains it.
func (r *Reader) Settle(run, word string) { r.settled[run] = word }

// Own makes a short form stand for what a table holds, whatever else explains it.
func (r *Reader) Own(run, words string) {
	r.owned[run] = words
	r.Settle(run, words)
}

// Knows says that something explains a run of letters by itself: it is a word, a short form in general use, or settled.
func (r *Reader) Knows(run string) bool {
	return r.settled[run] != "" || len(short[run].senses) > 0 || r.english(run) || joining[run]
}

// Opaque says that a run of letters says nothing by itself: it is no word, and no short form in general use, but what such a name
// of codes may be, or one that was settled.
func (r *Reader) Opaque(run string) bool {
	return r.owned[run] == "" && !r.english(run) && (len(short[run].senses) == 0 || r.kind == Coded)
}

// longestForm is how many letters a short form of one word has at most.
const longestForm = 5

// Explained is the word of a comment that a short form stands for: the first, where it begins so, one of its meanings, else one that
// is written like it. Empty for a word of English and where the comment has no such word.
func (r *Reader) Explained(run string, hints []string) string {
	entry, _ := r.of(run)
	if len(hints) == 0 || len(run) < 2 || len(run) > longestForm {
		return ""
	}
	if first := hints[0]; len(run) >= 3 && len(first) > len(run)+1 && strings.HasPrefix(first, run) && r.english(first) && !(r.own[run] || len(run) > 3 && r.english(run)) {
		return first // fin_grd: "final grade"
	}
	if !entry.firm && r.english(run) {
		return ""
	}
	if len(run) >= 3 && len(entry.senses) > 0 && !r.english(run) {
		for _, h := range hints {
			if len(h) > len(run)+2 && strings.HasPrefix(h, run) && r.english(h) {
				return r.lemma(h) // adj: "claims adjusters"
			}
		}
	}
	for _, sense := range entry.senses {
		if slices.ContainsFunc(hints, func(h string) bool { return r.lemma(h) == r.lemma(sense) || formOf(h, sense) }) {
			return sense
		}
	}
	bound := least
	switch {
	case len(run) == 2:
		return ""
	case len(run) > 3 && len(entry.senses) == 0:
		bound = leastExplained
	case len(entry.senses) > 0:
		bound = leastShort
	}
	if list, _ := alike(run, hints, bound); len(list) > 0 {
		return list[0]
	}
	return ""
}

// meant is a short form that stands for a word, with its other meanings behind.
func (r *Reader) meant(run, word string) []Word {
	senses := []string{word}
	for _, s := range r.Senses(run) {
		if r.lemma(s) != r.lemma(word) {
			senses = append(senses, s)
		}
	}
	return piece{senses: senses}.words()
}

// cut finds the cheapest pieces by dynamic programming from the left.
func (r *Reader) cut(run string, hints []string) []Word {
	if words := r.whole(run, hints); words != nil {
		return words
	}
	var words []Word
	for _, p := range r.pieces(run, hints) {
		words = append(words, p.words()...)
	}
	return words
}

// pieces are the cheapest pieces of a run, in order.
func (r *Reader) pieces(run string, hints []string) []piece {
	best := make([]float64, len(run)+1)
	from := make([]int, len(run)+1)
	pieces := make([]piece, len(run)+1)
	for j := 1; j <= len(run); j++ {
		best[j] = math.Inf(1)
		for i := max(0, j-longestPiece); i < j; i++ {
			p := r.piece(run, i, j, hints)
			if c := best[i] + p.cost; c < best[j] {
				best[j], from[j], pieces[j] = c, i, p
			}
		}
	}
	var out []piece
	for j := len(run); j > 0; j = from[j] {
		pieces[j].letters = j - from[j]
		out = append(out, pieces[j])
	}
	slices.Reverse(out)
	return out
}

// whole reads a run that is one word by itself: a common short form, a word of English, or the initials of its comment.
func (r *Reader) whole(run string, hints []string) []Word {
	entry, isShort := r.of(run)
	switch english := r.english(run); {
	case len(run) >= 3 && initials(run, hints) != nil:
		return phrase(initials(run, hints))
	case len(run) == 2 && len(hints) >= 2 && initials(run, hints[:2]) != nil && !joining[hints[1]]:
		return phrase(hints[:2]) // "co", which its comment begins to call check-out
	case isShort && (entry.firm || !english || len(run) < 3):
		return piece{senses: entry.senses}.words()
	case isShort:
		return piece{senses: append([]string{run}, entry.senses...)}.words()
	case english && len(run) >= 3:
		return []Word{{Text: run}}
	}
	return nil
}

// piece is a part of a run with what it may stand for, likeliest first; a sense may be several words.
type piece struct {
	senses []string
	cost   float64
	// letters is how many letters of the run it has, where it was cut from one.
	letters int
}

func (p piece) words() []Word {
	first := strings.Fields(p.senses[0])
	if len(first) > 1 {
		return phrase(first)
	}
	w := Word{Text: first[0]}
	for _, s := range p.senses[1:] {
		if !strings.Contains(s, " ") && s != w.Text {
			w.Others = append(w.Others, s)
		}
	}
	return []Word{w}
}

func phrase(words []string) []Word {
	out := make([]Word, len(words))
	for i, w := range words {
		out[i] = Word{Text: w, Phrase: i > 0}
	}
	return out
}

// piece is the likeliest reading of run[i:j].
func (r *Reader) piece(run string, i, j int, hints []string) piece {
	s := run[i:j]
	best := piece{senses: []string{s}, cost: costUnknown + costLetter*float64(len(s))}
	use := func(cost float64, senses ...string) {
		if cost < best.cost {
			best = piece{senses: senses, cost: cost}
		}
	}
	if len(s) == 1 {
		if i == 0 && commonLast[run[j:]] {
			best.cost = costInitial
		}
		return best
	}
	if cost, ok := r.word(s); ok {
		use(cost, append([]string{s}, r.cutOff(s)...)...)
	}
	if entry, ok := r.of(s); ok {
		cost := costShort
		switch {
		case r.tail(s) && j == len(run):
			cost = costTail
		case len(s) == 2:
			cost = costShort2
		}
		use(cost, entry.senses...)
	}
	if w := r.settled[s]; w != "" {
		use(costOwn, append([]string{w}, r.Senses(s)...)...)
	}
	if w := hinted(s, i == 0, hints); w != "" {
		cost := costHint
		if len(s) == 2 {
			cost = costHint2
		}
		use(cost, append([]string{w}, r.Senses(s)...)...)
	}
	if words := initials(s, hints); words != nil && (len(s) > 2 || !joining[words[1]]) {
		use(costHint2, strings.Join(words, " "))
	}
	if len(s) > 2 && best.cost > costOwnCut && !(j == len(run) && r.endsShort(s)) {
		bound := least
		if len(s) == 3 {
			bound = leastShort
		}
		if list, likeness := alike(s, r.heads[s[0]], bound); len(list) > 0 {
			use(costOwnCut+2*(1-likeness), list...)
		}
		if list, likeness := alike(s, trade[s[0]], bound); len(list) > 0 {
			use(costTradeCut+2*(1-likeness), list...)
		}
	}
	return best
}

// endsShort says that letters end in a short form in which names commonly do, behind another one: trnamt is no tournament.
func (r *Reader) endsShort(s string) bool {
	for n := 2; n <= 4 && n+2 <= len(s); n++ {
		if _, ok := short[s[:len(s)-n]]; (ok || r.settled[s[:len(s)-n]] != "") && r.tail(s[len(s)-n:]) {
			return true
		}
	}
	return false
}

// cutOff are the words that a short English word may be the beginning of, when it is run together with others: net for
// network, out for outstanding.
func (r *Reader) cutOff(s string) []string {
	if len(s) > 4 {
		return short[s].senses
	}
	list := slices.Clone(short[s].senses)
	for _, w := range trade[s[0]] {
		if len(w) > len(s)+2 && strings.HasPrefix(w, s) && len(list) < mostSenses {
			list = append(list, w)
		}
	}
	return list
}

// word is the cost of a piece that is written out.
func (r *Reader) word(s string) (cost float64, ok bool) {
	if len(s) == 2 {
		return costEnglish + 1.8, smallWords[s]
	}
	lemma := r.lemma(s)
	if r.own[s] || r.own[lemma] || inTrade[lemma] {
		return costOwn, true
	}
	if !wordnet.Known(lemma) {
		return 0, false
	}
	rank, ranked := vector.Rank(s)
	cost = costUnranked
	if ranked {
		cost = costEnglish + math.Log10(float64(rank+100)) - 2
	}
	if len(s) == 3 {
		cost += costThree
	}
	return cost, true
}

// english says that a word is one of English, and not one that only a dictionary knows.
func (r *Reader) english(w string) bool {
	rank, ok := vector.Rank(w)
	switch {
	case inTrade[r.lemma(w)] || ok && (len(w) >= surelyWord || len(w) > 3 && rank < commonRank):
		return true
	case r.prefixed(w), r.inflected(w):
		return true
	case !wordnet.Known(r.lemma(w)):
		return false
	}
	return ok && (len(w) > 3 || rank < 12_000) || !ok && len(w) > 6
}

// inflected says that a run is a form of a common word: porting is to port, and no purchase order's rating.
func (r *Reader) inflected(w string) bool {
	for _, ending := range []string{"ing", "ed"} {
		base, ok := strings.CutSuffix(w, ending)
		if !ok || len(base) < leastInflected {
			continue
		}
		for _, word := range []string{base, base + "e", base[:len(base)-1]} {
			rank, ok := vector.Rank(word)
			if len(word) >= leastInflected && (inTrade[word] || ok && rank < rankInflected && wordnet.Known(word)) {
				return true
			}
		}
	}
	return false
}

// leastInflected is how many letters a word has, rankInflected how common it is, of which a run is taken to be a form.
const (
	leastInflected = 4
	rankInflected  = 12_000
)

// surelyWord is how long a word that people use must be to be none that is run together, commonRank how common a shorter
// one: prepositions are in no dictionary of nouns and verbs.
const (
	surelyWord = 6
	commonRank = 3000
)

// prefixes make one word of English with another: subcategory, reorder, unpaid.
var prefixes = []string{"sub", "re", "un", "non", "pre", "multi", "over", "under", "inter", "super", "mid", "co"}

// prefixed says that a run is a common word behind a prefix.
func (r *Reader) prefixed(w string) bool {
	for _, p := range prefixes {
		if rest, ok := strings.CutPrefix(w, p); ok && len(rest) >= surelyWord-1 && inTrade[r.lemma(rest)] {
			return true
		}
	}
	return false
}

// smallWords are words of two letters that stand in names run together.
var smallWords = map[string]bool{"by": true, "to": true, "of": true, "in": true, "on": true, "at": true, "is": true, "no": true, "id": true, "up": true}

// joining are words that join others: they are written out in names, and no short form stands for them.
var joining = map[string]bool{
	"by": true, "to": true, "of": true, "in": true, "on": true, "at": true, "is": true, "per": true, "for": true, "from": true, "the": true, "an": true, "and": true, "or": true,
	"not": true, "when": true, "where": true, "who": true, "which": true, "yet": true, "still": true, "we": true, "our": true, "it": true,
}

// formOf says that a word is a form of another that ends as verbs and nouns do: charged of charge, owners of owner.
func formOf(word, of string) bool {
	of = strings.TrimSuffix(of, "e")
	rest, ok := strings.CutPrefix(word, of)
	return ok && len(of) >= leastInflected && (rest == "ed" || rest == "ing" || rest == "es" || rest == "s" || rest == "e")
}

// tails are short forms in which names commonly end.
var tails = map[string]bool{
	"cd": true, "dt": true, "nm": true, "no": true, "id": true, "ts": true, "ty": true, "amt": true, "qty": true, "typ": true, "ind": true, "flg": true,
	"cod": true, "nam": true, "dat": true, "tim": true, "sts": true, "dsc": true, "num": true, "nbr": true, "val": true, "pct": true, "cnt": true, "adr": true, "lmt": true,
	"grp": true, "sta": true, "stat": true,
}

// commonLast are the words in which the names of columns commonly end.
var commonLast = map[string]bool{"name": true, "date": true, "code": true, "type": true, "title": true, "number": true, "address": true, "phone": true, "time": true}
