package dialog

import (
	"math"
	"slices"
	"strings"
)

// cue is a word or phrase that shows a sign.
type cue struct {
	phrase string
	sign   Sign
	start  bool // only at the start of an input
}

// listed are the cues by sign: the lists of DM-REQ-02, DM-REQ-03 and of follow-up phrases, closed under the obvious forms
// (requirements §2), and general words that people point, thank and ask with.
var listed = []struct {
	sign  Sign
	start bool
	words string
}{
	{SignStrong, true, `only; also; add; remove; change; instead; but; actually; sort by; limit to; filter; exclude; sort; sorted by; order by;
		ordered by; order them; without; except; excluding; just; and in; and the; and their; and its; and by; and per; and only; include; hide; drop; keep only; narrow; restrict; group by; now only;
		replace; rather; no i meant; i meant; not; clear; extend; widen; total per; total by; total for each; totals per; totals by; daily totals;
		weekly totals; monthly totals; quarterly totals; yearly totals;
		as a percentage; as percentage; show percentages; show the percentages; in thousands; in millions; as a share; as a proportion; in percent; round; rounded; rename; back to; compare with; compare to; compare the; compare both; versus; not the; no the; i d rather; i would rather; i prefer; i d prefer; i will take; i ll take; the next; the following;
		ignore; skip; forget; lift; scrap; ditch; never mind; regardless; irrespective; split by; split it; break it; break down; per; by; make it; make that; make them; make this; leave out; take out; get rid; next to; group it;
		group them; rank by; rank it; rank them; sort it; sort them; the same for; from a to z; a to z; from z to a; z to a; alphabetically; in alphabetical order; in reverse; ditto; likewise;
		which has; which have; which had; which costs; which cost; which got;
		how many of them; how many of those; how many of these; how many are left; how many is that; how many are that`},
	{SignStrong, false, `too many; too few; on top and; at the top; everything after; everything below; rows after; wrong; missing; is that in total; is it in total; are they in total; rather than the; instead of the`},
	{SignKeyword, false, `only; also; add; remove; change; instead; actually; sort by; limit to; filter; exclude; sorted by; excluding; as well; include; update`},
	{SignStrong, false, `the first one; the second one; the third one; the last one; the first two; the first three; the last two; the last three; the other one; the other two; the other three; the latter; the former; the rest of them; the rest of those`},
	{SignFollowUp, false, `tell me more; more about; more on; details on; details about; more details; information on; information about; info on; info about; what about; how about; what would; how much would; how does it; how do they; can you compare; what the difference;
		what is the difference; is it better; any other; similar to; like that; another option; of the total; of the whole;
		behind the; behind that; behind this; behind it; behind them; does each; do each; is each; was each; are each; has each; did each; of each; does it belong; do they belong`},
	{SignThose, false, `those; these; they; them; themselves`},
	{SignIt, false, `it`},
	{SignTheir, false, `their; its; theirs`},
	{SignPerson, false, `he; his; him; she; her`},
	{SignSame, false, `the same; the one; the ones; which one; which ones; previous; above; mentioned; corresponding; respective`},
	{SignOther, false, `other; others; else; another; rest; remaining; too; again`},
	{SignAnd, true, `and; or; then; but; so; now; next; finally; hmm; well; oh; actually; instead; of; out of; among; in; with; for`},
	{SignThanks, true, `thanks; thank; thankyou; thx; cheers; great; perfect; nice; cool; awesome; excellent; good; wonderful; ok; okay; interesting; super; brilliant; amazing; fine; alright; lovely; fantastic`},
	{SignGreeting, true, `hi; hello; hey; greetings; good morning; good afternoon; good evening`},
	{SignQuestion, true, `show; find; get; list; what; which; who; how many; count`},
	{SignHowMany, false, `how many; number of`},
	{SignHowMany, true, `count`},
	{SignAll, false, `all; every`},
	{SignPolite, false, `can you; could you; i want; i would like; tell me; please`},
	{SignThere, false, `are there; is there`},
	{SignMost, false, `most; least; highest; lowest; largest; smallest; maximum; minimum`},
}

// The words with which somebody asks whether what is on screen is better: what is done, of what, and how.
var (
	GradedBy = strings.Fields("is was are were")
	GradedOf = strings.Fields("it that this they those these")
	Graded   = strings.Fields("better worse")
)

// gradedCues are the phrases that these make.
func gradedCues() (out []string) {
	for _, by := range GradedBy {
		for _, of := range GradedOf {
			for _, how := range Graded {
				out = append(out, by+" "+of+" "+how, by+" "+of+" any "+how)
			}
		}
	}
	return out
}

// cues are the same by their first word, so that each word of an input is looked up once.
var cues = func() map[string][]cue {
	m := map[string][]cue{}
	for _, list := range listed {
		for phrase := range strings.SplitSeq(list.words, ";") {
			phrase = strings.Join(strings.Fields(phrase), " ")
			first, _, _ := strings.Cut(phrase, " ")
			m[first] = append(m[first], cue{phrase, list.sign, list.start})
		}
	}
	for _, phrase := range gradedCues() {
		first, _, _ := strings.Cut(phrase, " ")
		m[first] = append(m[first], cue{phrase, SignStrong, false})
	}
	return m
}()

var (
	// auxiliaries open a complete question though they are no listed question words.
	auxiliaries = wordSet(`is are was were do does did can could would will has have how where when why give tell return display select
		i please name whose compute calculate`)
	// timeNouns after "this" or "that" make it no reference: "this month".
	timeNouns = wordSet(`second minute hour day morning afternoon evening night week weekend month quarter season year decade century january
		february march april may june july august september october november december monday tuesday wednesday thursday friday saturday
		sunday spring summer autumn fall winter`)
	// beforeThat are words after which "that" points back; after any other it is a relative pronoun or a conjunction.
	beforeThat = wordSet(`of for in on at to from by with about like than is was are does did do has show sort change remove use exclude drop
		keep after before and or what all within during as into around near not`)
	// metaWords after "this" or "that" speak of what is on screen.
	metaWords = wordSet(`list table result results rows row column columns query data information entries output`)
)

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// behindOne are words that begin what tells "the one" from the others.
var behindOne = wordSet(`with in from of for called named that who at on`)

// placeNumbers are the numbers by which rows on screen are pointed at, beforeNumber what stands before such a pointer: a noun there
// would be what is numbered.
var (
	placeNumbers = wordSet(`1 2 3 4 5 6 7 8 9 10 one two three four five six seven eight nine ten`)
	beforeNumber = wordSet(`of about me and with to show compare is at from for in versus vs on by than against`)
)

// numberMarks stand before the number of a row; rowPlaces are ordinals that count rows on screen, whatever these are, and columnPlaces
// those that count columns.
var (
	numberMarks  = wordSet(`number no nr row`)
	rowPlaces    = wordSet(`second third fourth fifth sixth seventh eighth ninth tenth 2nd 3rd 4th 5th 6th 7th 8th 9th 10th`)
	columnPlaces = wordSet(`first second third fourth fifth sixth last 1st 2nd 3rd 4th 5th 6th leftmost rightmost`)
	columnNouns  = wordSet(`column columns`)
	// behindPlace go on with a question behind a row that is counted to.
	behindPlace = wordSet(`have has had do does did is are was were cost costs make made get got spend spent in on at about from of weigh take took`)
	// questionWords open a question whose end may count to a row.
	questionWords = wordSet(`who what which when where whose how`)
	// beforeDay stand before the first of a month, which is no row.
	beforeDay = wordSet(`on by since until till from before after to`)
)

// placed says that the word at i, behind "the", counts to a row on screen: "the third" with nothing behind it, or with what it is.
func (t *text) placed(i int) bool {
	w, to := t.word(i), i+1
	first := w == "first" || w == "last" || w == "top" || w == "bottom"
	if !first && !rowPlaces[w] || i > 1 && beforeDay[t.word(i-2)] && to >= t.n {
		return false
	}
	if first && to >= t.n && i > 2 && (t.word(i-2) == "of" || questionWords[t.word(0)] && !beforeDay[t.word(i-2)]) {
		return true
	}
	if first {
		return placeNumbers[t.word(to)] && behindPlace[t.word(to+1)] && to+1 < t.n
	}
	return !timeNouns[t.word(to)] && !columnNouns[t.word(to)] && t.word(to) != "most" && !behindMost[t.word(to)] && t.word(to+1) != "of"
}

// behindMost are superlatives behind an ordinal, which counts within their order: "the second highest".
var behindMost = wordSet(`highest lowest largest smallest biggest best worst latest newest oldest longest shortest cheapest least fewest`)

// longestPointer is how many words stand at most between "the" and "one".
const longestPointer = 4

// pointsAtOne are the words that point at one of the rows on screen by what tells it from the others: "the fourth one", "the cheapest
// one", "the Lufthansa one"; empty where none do.
func pointsAtOne(t *text) string {
	for i := range t.n {
		if numberMarks[t.word(i)] && placeNumbers[t.word(i+1)] && (i == 0 || beforeNumber[t.word(i-1)] || auxiliaries[t.word(i-1)]) {
			return t.run(i, i+2)
		}
		if columnPlaces[t.word(i)] && (columnNouns[t.word(i+1)] || placeNumbers[t.word(i+1)] && columnNouns[t.word(i+2)]) {
			return t.run(i, i+2)
		}
		if t.word(i) != "the" {
			continue
		}
		if t.placed(i + 1) {
			return t.run(i, i+2)
		}
		if i+2 < t.n && t.word(i+1) == "one" && behindOne[t.word(i+2)] {
			return "the one"
		}
		for j := i + 2; j < min(t.n, i+2+longestPointer); j++ {
			if t.word(j) == "one" {
				return "the one"
			}
			if t.word(j) == "the" {
				break
			}
		}
	}
	return ""
}

// opensWithRest says that an input opens with a pointer at some of the rows on screen that nothing in it could stand for: "which one is
// blue", "the rest", "which ones are new".
func (t *text) opensWithRest() bool {
	k := 0
	for k < t.n && (t.word(k) == "and" || t.word(k) == "so" || t.word(k) == "but" || t.word(k) == "show" || t.word(k) == "me") {
		k++
	}
	switch first, next := t.word(k), t.word(k+1); first {
	case "which", "what":
		return next == "one" && t.n > k+2 || next == "ones"
	case "the":
		return (next == "rest" || next == "others" || next == "remainder") && (t.n == k+2 || t.word(k+2) == "of")
	}
	return false
}

// unbound are pronouns that stand for nobody in their own question behind a verb of beforeSubject: "how many orders has he handled".
var (
	unbound       = wordSet(`he she they`)
	ofIt          = wordSet(`have got get hold contain belong include sell earn weigh`) // what a thing does by itself: "how many reviews does it have"
	beforeSubject = wordSet(`has have had do does did is are was were will would can could`)
	// ofWhatIsThere ask behind "how many" of what is on screen, which they do not name; pronouns behind a preposition at the end of a
	// short input, of at most shortAsk words, stand for it.
	ofWhatIsThere = wordSet(`are is were was have has had do does did`)
	pronouns      = wordSet(`it them those these him her`)
	beforePronoun = wordSet(`in on of for to at by from with about`)
)

const shortAsk = 5

// ofPronoun says that at k stands a pronoun of which the first thing that is named is asked for: "how many copies of it do we have". A
// thing is not of itself, and nothing else is named that the pronoun could stand for.
func (t *text) ofPronoun(k int) bool {
	if k < 2 || t.word(k-1) != "of" || !pronouns[t.word(k)] {
		return false
	}
	j := k - 1
	for j > 0 && content(t.stems(j-1, j)) {
		j--
	}
	if j == k-1 {
		return false
	}
	for i := range j {
		if content(t.stems(i, i+1)) {
			return false
		}
	}
	return true
}

// endsThere says that an input ends in a place that it does not name: "who lives there". "How many are there" names none.
func (t *text) endsThere() bool {
	if t.n < 3 || t.word(t.n-1) != "there" || auxiliaries[t.word(t.n-2)] {
		return false
	}
	for k := range t.n {
		if beforePronoun[t.word(k)] || auxiliaries[t.word(k)] && t.word(k+1) == "there" {
			return false
		}
	}
	return true
}

// asksBareName says that an input asks for things by their name and nothing else: "which films?" asks for those of what is on screen.
func (t *text) asksBareName() bool {
	k := 0
	if t.word(0) == "and" || t.word(0) == "so" {
		k = 1
	}
	return t.n == k+2 && (t.word(k) == "which" || t.word(k) == "what") && content(t.stems(k+1, k+2))
}

// asksWhichIs says that an input asks which one is, was or has something, and does not say which of what.
func (t *text) asksWhichIs() bool {
	k := 0
	if t.word(0) == "and" || t.word(0) == "so" {
		k = 1
	}
	return t.n <= k+shortAsk && t.word(k) == "which" && ofWhatIsThere[t.word(k+1)]
}

// onlyAgain says that an input asks for what is there once more, and for nothing else: "show that again".
func (t *text) onlyAgain() bool {
	for k := range t.n - 1 {
		if !repeats[t.word(k)] {
			return false
		}
	}
	return t.n > 0 && t.word(t.n-1) == "again"
}

var repeats = wordSet(`show give see list me us and that this it those these them please`)

// cutsAlone says that an input asks for so many rows and says not of what: "limit 5", "top 10".
func (t *text) cutsAlone() bool {
	return t.n == 2 && cuts[t.word(0)] && strings.Trim(t.word(1), "0123456789") == ""
}

var cuts = wordSet(`limit top first last`)

// form are the signs of an input by itself.
func (e *evidence) form(t *text) {
	own := false
	for k := range t.n {
		e.cue(t, k)
		own = own || content(t.stems(k, k+1))
		e.refers = e.refers || k > 0 && (unbound[t.word(k)] || t.word(k) == "it" && ofIt[t.word(k+1)]) && beforeSubject[t.word(k-1)] || k == 1 && t.word(0) == "how" && t.word(1) == "many" && ofWhatIsThere[t.word(2)] ||
			k == t.n-1 && t.n <= shortAsk && (pronouns[t.word(k)] || t.word(k) == "each") && beforePronoun[t.word(k-1)]
		e.refers = e.refers || !own && e.shows(SignFollowUp, SignThose, SignIt, SignTheir, SignPerson) || t.ofPronoun(k)
	}
	e.refers = e.refers || t.opensWithRest() || t.endsThere() || t.asksBareName() || t.onlyAgain()
	e.which = t.asksWhichIs()
	if at := pointsAtOne(t); at != "" {
		e.word(SignStrong, at)
	}
	if t.n > 2 && t.word(0) == "show" && t.word(t.n-1) == "too" {
		e.word(SignStrong, "too")
	}
	if t.n > 1 && t.word(t.n-1) == "instead" {
		e.word(SignStrong, "instead")
	}
	if e.text[SignFollowUp] != "" && strings.HasPrefix(t.plain, e.text[SignFollowUp]) {
		e.value[SignQuestion] = 0 // "what about" and "how about" are no question words
	}
	if e.value[SignStrong] > 0 {
		e.value[SignKeyword] = 0
	}
	e.flag(SignShort, t.n <= 5 && e.value[SignQuestion] == 0)
	e.flag(SignTiny, t.n <= 3)
	e.flag(SignAsks, t.asks)
	e.value[SignLength] = math.Log2(float64(t.n + 1))
	e.flag(SignComplete, t.n > 5 && !e.shows(SignStrong, SignKeyword, SignFollowUp) &&
		(t.asks || e.value[SignQuestion] > 0 || auxiliaries[t.word(0)]))
}

// cue reads the signs that start at one word.
func (e *evidence) cue(t *text, k int) {
	w := t.word(k)
	for _, c := range cues[w] {
		if (k == 0 || !c.start) && t.at(k, c.phrase) {
			e.word(c.sign, c.phrase)
		}
	}
	if (w == "this" || w == "that") && t.pointsBack(k) {
		e.word(SignIt, w)
		if metaWords[t.word(k+1)] {
			e.word(SignMeta, t.word(k+1))
		}
	}
}

// pointsBack says whether "this" or "that" at i refers to the conversation: not before a time noun, and "that" not as a
// relative pronoun or a conjunction.
func (t *text) pointsBack(i int) bool {
	if timeNouns[t.word(i+1)] {
		return false
	}
	return t.word(i) == "this" || i == 0 || i == t.n-1 || beforeThat[t.word(i-1)]
}

// functionWords carry no subject matter.
var functionWords = func() map[string]bool {
	m := wordSet(`a an the of in on at to for from by with and or not no is are was were be been being do does did done has have had
		can could would will shall should may might must i me my we us our you your he him his she her it its they them their theirs this that these those
		there here what which who whom whose when where why how many much more most less least than then as so if but also only just all any some each every
		both either neither one ones other another same such please show list give find get tell display return select provide want like know see need let
		yes no ok okay thank thanks great hi hello hey now about out up into over under between per s t re`)
	for w := range m {
		m[Normalize(w)] = true
	}
	return m
}()

// clauseWords begin a part of a sentence that says which rows are meant, and of which.
var (
	clauseWords = wordSet(`from in for with without within since until before after between over under above below plus as`)
	clauseEnds  = wordSet(`which what whom whose who each every how all any order case general addition total show list give find many much`)
)

// longestClause is how many words such a part has at most.
const longestClause = 6

// clause says that the input is but a part of a sentence: "from german suppliers", "in the us".
func (t *text) clause() bool {
	if t.n < 2 || t.n > longestClause || t.asks || !clauseWords[t.word(0)] {
		return false
	}
	for k := 1; k < t.n; k++ {
		if clauseEnds[t.word(k)] || auxiliaries[t.word(k)] && t.word(k) != "name" {
			return false
		}
	}
	return true
}

// figureWords ask for a figure and name nothing that it is of, takenBy what stands before what it is taken by.
var (
	figureWords = wordSet(`count counts sum sums total totals average averages avg median medians minimum maximum percentage share`)
	takenBy     = wordSet(`by per`)
)

// figureOfNothing says that an input asks for a figure of what is there and names nothing of it: "sum per client", "total by month".
func (t *text) figureOfNothing() bool {
	k := 0
	if t.word(k) == "the" {
		k++
	}
	return k+2 <= t.n && t.n <= longestClause && figureWords[t.word(k)] && takenBy[t.word(k+1)]
}

// deedEnds stand behind a word for what was done where it tells which rows are meant: "reported more than 60 days ago", "signed before
// March". bareDeeds are such words that do not end in -ed.
var (
	deedEnds  = wordSet(`more less over under before after since within during between from in on by at longer earlier later until last this`)
	bareDeeds = wordSet(`made paid sold bought sent built won lost due older newer younger bigger smaller longer higher lower cheaper costing worth lasting weighing starting ending begun given taken left`)
)

// longestDeed is how many words such a part has at most.
const longestDeed = 8

// deed says that the input is but what was done, and when or how much: nothing that did it is named.
func (t *text) deed() bool {
	w := t.word(0)
	const least = 5 // letters: "need", "feed"
	if t.n < 3 || t.n > longestDeed || t.asks || !bareDeeds[w] && !(len(w) >= least && strings.HasSuffix(w, "ed")) || !deedEnds[t.word(1)] && t.word(1) != "than" {
		return false
	}
	for k := 1; k < t.n; k++ {
		if auxiliaries[t.word(k)] || t.word(k) == "per" {
			return false
		}
	}
	return true
}

// The verbs that say no more than that something has, or brought, what is spoken of; TakeIn do so before "in".
var (
	HaveIt = strings.Fields("has have had got did do does make makes made earn earns earned generate generates generated contribute contributes contributed")
	TakeIn = strings.Fields("bring brings brought take takes took")
)

// mostOfNothing says that an input asks which has the most, and not of what: "which property has the most", "ok and which 3 products brought
// in the most".
func (t *text) mostOfNothing() bool {
	first, n := 0, t.n
	for first < n && leadIns[t.word(first)] {
		first++
	}
	if n > 2 && (t.at(n-2, "of them") || t.at(n-2, "of those") || t.at(n-2, "of these")) {
		n -= 2
	}
	if n < first+4 || n > first+longestDeed || t.word(first) != "which" && t.word(first) != "what" || !ends[t.word(n-1)] {
		return false
	}
	k := n - 2
	if t.word(k) == "the" {
		k--
	}
	return k > first && (slices.Contains(HaveIt, t.word(k)) || t.word(k) == "in" && slices.Contains(TakeIn, t.word(k-1)))
}

// leadIns may stand before a question that goes on.
var leadIns = wordSet(`ok okay well and so now but`)

// The words of a choice that names nothing to choose from, beside superlatives: of what measure, and what any rows may be called.
var (
	gradables = wordSet(`expensive popular costly pricey recent affordable valuable common frequent important`)
	anyRows   = wordSet(`option options choice choices deal deals offer offers possibility possibilities alternative alternatives way pick entry item result row`)
)

// choosesOfNothing says that an input chooses one end of what is there and names nothing of it: "which is cheapest", "the cheapest option".
func (t *text) choosesOfNothing() bool {
	chosen := false
	for k := range t.n {
		switch w := t.word(k); {
		case superlatives[w], gradables[w] && k > 0 && (t.word(k-1) == "most" || t.word(k-1) == "least"):
			chosen = true
		case anyRows[w], !content(t.stems(k, k+1)), functionWords[w]:
		default:
			return false
		}
	}
	return chosen
}

// ends are the two ends of an order.
var ends = wordSet(`most fewest least highest lowest`)

// wholeWords ask for all of what is there together, and name nothing of it: "how many in total".
var wholeWords = wordSet(`total totals altogether overall combined sum`)

// content says whether a word speaks of a subject matter.
func content(w string) bool { return len(w) > 1 && !functionWords[w] }

// likeness are the signs of how much of the question before is said again.
func (e *evidence) likeness(t *text, s *scope) {
	own, shared, whole := 0, 0, 0
	for k := range t.n {
		w := t.stems(k, k+1)
		if !content(w) {
			continue
		}
		own++
		if wholeWords[t.word(k)] {
			whole++
		}
		if slices.Contains(s.said, w) {
			shared++
			e.text[SignOverlap], e.text[SignCovered] = t.word(k), t.word(k)
		}
	}
	e.value[SignNovel] = math.Log2(float64(own - shared + 1))
	e.value[SignOverlap] = float64(shared) / float64(max(own, 1))
	e.value[SignCovered] = min(1, float64(shared)/float64(max(len(s.said), 1)))
	// "Show me all products" is nothing like "Show me all users", though it reads like it: the subject is another.
	if shared > 0 || s.known && e.value[SignOwnSubject] == 0 {
		e.value[SignFrame] = float64(t.commonStart(&s.question, 6)) / 6
		e.value[SignAlike] = t.alike(&s.question)
	}
	e.unrelated = own > 0 && shared == 0 && e.shows(SignQuestion) && e.shows(SignAll) && !e.refines()
	e.apart = s.grouped && shared == 0 && e.shows(SignHowMany) && e.shows(SignSharedSubject, SignOwnSubject) && t.per() && !e.refines() && !e.shows(SignAnd, SignOther)
	e.leans = own == whole || t.clause() || t.deed() || t.at(0, "how many per") || t.at(0, "how many by") || t.at(0, "how many in each") || t.at(0, "how many for each") || t.figureOfNothing() || t.at(0, "who are the ones") || t.at(0, "list the ones") || t.n < longestDeed && (t.at(0, "how many are left") || t.at(0, "how many remain") || t.at(0, "how many are remaining")) || t.mostOfNothing() || t.choosesOfNothing()
	e.flag(SignBeforeShort, s.question.n <= 3)
	e.flag(SignBeforeRefers, s.refers)
}

// per says that an input asks for something per something.
func (t *text) per() bool {
	for i := 1; i < t.n-1; i++ {
		if t.at(i, "per") || t.at(i, "for each") || t.at(i, "in each") || t.at(i, "for every") {
			return true
		}
	}
	return false
}

// commonStart is how many words two texts have in common at the start, up to a limit.
func (t *text) commonStart(o *text, limit int) int {
	n := 0
	for n < min(t.n, o.n, limit) && t.word(n) == o.word(n) {
		n++
	}
	return n
}

// alike is the length of the longest common subsequence of words over the longer of the two.
func (t *text) alike(o *text) float64 {
	var row [maxWords + 1]uint8
	for i := range t.n {
		var diagonal uint8
		word := t.word(i)
		for j := range o.n {
			above := row[j+1]
			if word == o.word(j) {
				row[j+1] = diagonal + 1
			} else {
				row[j+1] = max(row[j+1], row[j])
			}
			diagonal = above
		}
	}
	return float64(row[o.n]) / float64(max(t.n, o.n, 1))
}
