package schema

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Split cuts a name of a catalogue into lower-case words at underscores, spaces, hyphens, camel humps and digits:
// "OrderItems", "order_items" and "order items" all give order, items.
func Split(name string) []string {
	if plain(name) {
		return splitPlain(name)
	}
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = word[:0]
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case i > 0 && boundary(runes, i):
			flush()
		}
		word = append(word, r)
	}
	flush()
	return words
}

// plain says that a name has neither capitals nor letters beyond ASCII, as most names of catalogues.
func plain(name string) bool {
	for i := range len(name) {
		if b := name[i]; b >= utf8.RuneSelf || 'A' <= b && b <= 'Z' {
			return false
		}
	}
	return true
}

// splitPlain is Split for such a name: it cuts where letters, digits and anything else meet.
func splitPlain(name string) []string {
	kind := func(b byte) int {
		switch {
		case 'a' <= b && b <= 'z':
			return 1
		case '0' <= b && b <= '9':
			return 2
		}
		return 0
	}
	words := make([]string, 0, 1+strings.Count(name, "_"))
	for from, end := 0, 1; end <= len(name); end++ {
		if end < len(name) && kind(name[end]) == kind(name[from]) {
			continue
		}
		if kind(name[from]) != 0 {
			words = append(words, name[from:end])
		}
		from = end
	}
	return slices.Clip(words)
}

// withDigit joins what is one word when it is said, and ends in a digit: price_per_m3 is a price per m3.
func withDigit(words []string) []string {
	for i := 1; i < len(words); i++ {
		if one := words[i-1] + words[i]; digitWords[one] {
			words = slices.Concat(words[:i-1], []string{one}, words[i+1:])
		}
	}
	return words
}

// digitWords are measures and substances that are written with a digit.
var digitWords = wordsOf("withDigit")

// boundary says whether a word starts at runes[i] inside an unbroken run: a hump, the last capital of an acronym that
// a word follows ("CSVFile"), or a digit beside a letter.
func boundary(runes []rune, i int) bool {
	before, here := runes[i-1], runes[i]
	switch {
	case unicode.IsDigit(here) != unicode.IsDigit(before):
		return true
	case unicode.IsUpper(here) && unicode.IsLower(before):
		return true
	case unicode.IsUpper(here) && unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1]):
		return true
	}
	return false
}

// irregular maps irregular plurals of general English to their singular.
var irregular = map[string]string{
	"people": "person", "persons": "person", "men": "man", "women": "woman", "children": "child", "feet": "foot",
	"teeth": "tooth", "mice": "mouse", "geese": "goose", "lives": "life", "wives": "wife", "leaves": "leaf",
	"halves": "half", "loaves": "loaf", "knives": "knife", "calves": "calf", "scarves": "scarf", "thieves": "thief", "shelves": "shelf", "criteria": "criterion", "data": "datum", "media": "medium",
	"indices": "index", "matrices": "matrix", "vertices": "vertex", "analyses": "analysis", "bases": "base",
	"crises": "crisis", "movies": "movie", "cookies": "cookie", "bonuses": "bonus", "statuses": "status",
	"buses": "bus", "gases": "gas", "viruses": "virus", "campuses": "campus", "series": "series",
	"species": "species", "news": "news", "address": "address", "addresses": "address", "alumni": "alumnus",
}

// verbs maps irregular verb forms of general English to their base.
var verbs = map[string]string{
	"bought": "buy", "sold": "sell", "made": "make", "gave": "give", "given": "give", "took": "take",
	"taken": "take", "wrote": "write", "written": "write", "held": "hold", "led": "lead", "won": "win",
	"taught": "teach", "born": "birth", "paid": "pay", "spent": "spend", "sent": "send", "built": "build",
	"left": "leave", "kept": "keep", "met": "meet", "ran": "run", "began": "begin", "begun": "begin",
	"drove": "drive", "driven": "drive", "flew": "fly", "flown": "fly", "grew": "grow", "grown": "grow",
	"knew": "know", "known": "know", "chose": "choose", "chosen": "choose", "broke": "break", "broken": "break",
	"spoke": "speak", "spoken": "speak", "wore": "wear", "worn": "wear", "drew": "draw", "drawn": "draw",
	"came": "come", "went": "go", "gone": "go", "got": "get", "gotten": "get", "had": "have", "has": "have",
	"did": "do", "done": "do", "does": "do", "was": "be", "were": "be", "is": "be", "are": "be", "been": "be",
	"lent": "lend", "lost": "lose", "found": "find", "founded": "found", "sang": "sing", "sung": "sing",
	"ate": "eat", "eaten": "eat", "rode": "ride", "ridden": "ride", "swam": "swim", "bred": "breed", "fed": "feed",
	"withdrew": "withdraw", "withdrawn": "withdraw", "overdrawn": "overdraw", "repaid": "repay", "prepaid": "prepay", "overpaid": "overpay", "resold": "resell",
	"rebuilt": "rebuild", "withheld": "withhold", "upheld": "uphold", "undertaken": "undertake", "undertook": "undertake", "caught": "catch", "stolen": "steal", "stole": "steal",
	"frozen": "freeze", "froze": "freeze", "hidden": "hide", "seen": "see", "thrown": "throw", "shown": "show", "torn": "tear", "fallen": "fall", "fell": "fall", "risen": "rise",
	"rose": "rise", "forgotten": "forget", "forgiven": "forgive", "forgave": "forgive", "dealt": "deal", "swept": "sweep", "slept": "sleep", "struck": "strike", "sunk": "sink", "bitten": "bite",
	"died": "death", "die": "death", "dies": "death", "owned": "own", "owner": "own", "used": "use",
}

// Lemma is the dictionary form of a lower-case noun, by rule: plurals lose their ending.
func Lemma(word string) string {
	if base := cmp.Or(irregular[word], verbs[word]); base != "" {
		return base
	}
	n := len(word)
	switch {
	case n < 4 || !strings.HasSuffix(word, "s"):
		return word
	case strings.HasSuffix(word, "ss"), strings.HasSuffix(word, "us"), strings.HasSuffix(word, "is"):
		return word
	case strings.HasSuffix(word, "ies"):
		return word[:n-3] + "y"
	case hasAnySuffix(word, "sses", "shes", "ches", "xes", "zzes"):
		return word[:n-2]
	}
	return word[:n-1]
}

// Plural is the plural of a lower-case noun, by rule; a word that is one already stays, and so does one that has no end of a
// word of English.
func Plural(word string) string {
	n := len(word)
	switch {
	case n < 2 || Lemma(word) != word || word[n-1] < 'a' || word[n-1] > 'z':
		return word
	case irregularPlural[word] != "":
		return irregularPlural[word]
	case irregular[word] == word:
		return word
	case hasAnySuffix(word, "s", "sh", "ch", "x", "z"):
		return word + "es"
	case word[n-1] == 'y' && !isVowel(word[n-2]):
		return word[:n-1] + "ies"
	}
	return word + "s"
}

// irregularPlural is irregular the other way round; of several plurals the shortest, then the first by the alphabet.
var irregularPlural = func() map[string]string {
	out := map[string]string{}
	for plural, singular := range irregular {
		if was, known := out[singular]; plural != singular && (!known || len(plural) < len(was) || len(plural) == len(was) && plural < was) {
			out[singular] = plural
		}
	}
	return out
}()

// Participle says that the word has the form of what was done: "shipped", "paid", "written".
func Participle(word string) bool {
	return strings.HasSuffix(word, "ed") && len(word) > 4 || verbs[word] != "" && !strings.HasSuffix(word, "s")
}

// Stem is a key under which forms of one word meet ("enrolled", "enrolling", "enrolment" do not all, but "rated",
// "rates" and "rating" do). It is no word of English; compare stems only with stems.
func Stem(word string) string {
	word = Lemma(word)
	for _, suffix := range []string{"ization", "isation", "ation", "ition", "ments", "ment", "ings", "ing", "edly", "ed", "ers", "er", "ors", "or", "ies", "ion", "ly"} {
		if rest, ok := strings.CutSuffix(word, suffix); ok && len(rest) >= 4-boolToInt(suffix == "ing" || suffix == "ed") && hasVowel(rest) {
			word = rest
			break
		}
	}
	if n := len(word); n > 3 && word[n-1] == word[n-2] && !isVowel(word[n-1]) {
		word = word[:n-1]
	}
	if n := len(word); n > 3 && word[n-1] == 'e' {
		word = word[:n-1]
	}
	if n := len(word); n > 2 && word[n-1] == 'y' {
		word = word[:n-1] + "i"
	}
	return word
}

// kinEnds are the ends by which words of one family differ, the longest first, with what stands in their place. "denial" and
// "denied", "submission" and "submitted", "subscription" and "subscribed" meet.
var kinEnds = []struct{ end, to string }{
	{"ification", "ifi"}, {"ization", ""}, {"isation", ""}, {"olution", "olv"}, {"ication", "i"}, {"iption", "ib"}, {"eption", "eiv"}, {"ission", "it"}, {"ration", "er"}, {"ation", ""},
	{"ition", ""}, {"ision", "id"}, {"ction", "ct"}, {"tion", "t"}, {"sion", "s"}, {"ments", ""}, {"ment", ""}, {"ance", ""}, {"ence", ""}, {"ancy", ""}, {"ency", ""}, {"ability", ""}, {"ility", "il"}, {"ings", ""}, {"ing", ""},
	{"ated", ""}, {"ate", ""}, {"edly", ""}, {"ied", "i"}, {"ed", ""}, {"ure", ""}, {"ial", "i"}, {"al", ""}, {"ive", ""}, {"able", ""}, {"ible", ""}, {"ees", ""}, {"ee", ""}, {"ery", "er"}, {"ry", "r"},
	{"ers", ""}, {"er", ""}, {"ors", ""}, {"or", ""}, {"ant", ""}, {"ent", ""}, {"y", "i"}, {"e", ""},
}

// kinIrregular are words that rules do not bring to their family.
var kinIrregular = map[string]string{
	"complaint": "complain", "complain": "complain",
	"loss": "los", "lose": "los", "sale": "sel", "sell": "sel", "growth": "grow", "receipt": "receiv", "choice": "choos", "choose": "choos", "expiry": "expir", "expiration": "expir",
	"currency": "currency", "occupancy": "occupi", "cancel": "cancel", "register": "register", "registration": "register", "deliver": "deliver", "delivery": "deliver", "renewal": "renew", "renew": "renew", "refuse": "refus", "refusal": "refus",
	"defer": "defer", "refer": "refer", "referral": "refer", "offer": "offer", "enter": "enter", "entry": "entr", "order": "order", "number": "number", "paper": "paper", "proof": "prov", "death": "dead",
	"customer": "customer", "holder": "holder", "station": "station", "user": "user", "member": "member", "letter": "letter", "matter": "matter", "center": "center", "rate": "rate", "rating": "rate", "date": "date",
}

// leastKin is the least length of a word that has kin, and of what they have in common.
const leastKin = 4

// Kin is a key under which words of one family meet, whatever their part of speech: the verb, what was done, the doing and
// who did it. It is wider than Stem, and for words that nothing else explains.
func Kin(word string) string {
	word = Lemma(word)
	if word == "" { // the name of a column may be empty
		return ""
	}
	if key := kinIrregular[word]; key != "" {
		return key
	}
	for _, e := range kinEnds {
		if rest, ok := strings.CutSuffix(word, e.end); ok && len(rest)+len(e.to) >= leastKin-1 && hasVowel(rest) {
			word = rest + e.to
			break
		}
	}
	if key := kinIrregular[word]; key != "" {
		return key
	}
	n := len(word)
	if n > leastKin-1 && word[n-1] == word[n-2] && !isVowel(word[n-1]) {
		word, n = word[:n-1], n-1
	}
	if n > leastKin-1 && word[n-1] == 'e' {
		word, n = word[:n-1], n-1
	}
	if word[n-1] == 'y' {
		word = word[:n-1] + "i"
	}
	return word
}

func hasAnySuffix(word string, suffixes ...string) bool {
	for _, s := range suffixes {
		if strings.HasSuffix(word, s) {
			return true
		}
	}
	return false
}

func hasVowel(s string) bool { return strings.ContainsAny(s, "aeiouy") }

func isVowel(c byte) bool { return strings.IndexByte("aeiou", c) >= 0 }

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
