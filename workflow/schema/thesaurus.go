package schema

import "parley/workflow/schema/wordnet"

// Thesaurus knows which general words may stand for which.
type Thesaurus interface {
	// Synonyms gives words that may stand for the lemma, with how well, below 1.
	Synonyms(lemma string) []Synonym
	// Known says that the lemma is a word of the language, hence no typing error.
	Known(lemma string) bool
}

// Synonym is a word that may stand for another; Quality is below 1.
type Synonym struct {
	Word    string
	Quality float64
}

// English is the general thesaurus: words of trade that people use for each other, then WordNet.
type English struct{}

// trade are groups of words that people use for each other when they speak about their data, wider than a dictionary
// has it. The first word of a group stands for none: "name" is no synonym worth having.
var trade = [][]string{
	{"customer", "client", "user", "buyer", "shopper", "consumer", "guest", "purchaser"},
	{"product", "item", "article", "good"}, {"order", "purchase", "sale"}, {"employee", "staff", "worker", "personnel"},
	{"phone", "telephone", "mobile", "cell"}, {"email", "mail"}, {"price", "cost", "fee"}, {"salary", "wage", "pay", "income", "earning"},
	{"movie", "film"}, {"song", "track"}, {"gender", "sex"}, {"country", "nation", "nationality"}, {"city", "town"}, {"state", "province"},
	{"teacher", "instructor", "professor", "faculty", "lecturer"}, {"student", "pupil"}, {"course", "class", "subject"}, {"doctor", "physician"},
	{"amount", "quantity", "number"}, {"quantity", "unit"}, {"location", "place", "address"}, {"author", "writer"}, {"company", "firm", "business", "corporation"},
	{"manager", "head", "boss", "supervisor"}, {"score", "point", "mark", "grade"}, {"picture", "photo", "image"}, {"creation", "created"},
	{"begin", "start"}, {"end", "finish"}, {"participate", "participant", "participation"}, {"enroll", "enrolled", "enrolment", "enrollment", "registration"},
	{"buy", "purchase", "order"}, {"review", "rating"}, {"dorm", "dormitory"}, {"zip", "postcode"}, {"surname", "last"}, {"birth", "birthday", "birthdate"},
	{"nation", "national"}, {"arrival", "arrive", "checkin"}, {"departure", "depart", "checkout"}, {"learner", "student", "trainee"}, {"trainer", "instructor", "teacher"}, {"type", "category", "kind"}, {"hire", "employ"}, {"title", "name"}, {"detail", "description"}, {"length", "duration", "runtime", "millisecond"},
}

// qualityTrade is how well one of a group stands for another.
const qualityTrade = 0.74

var tradeOf = func() map[string][]Synonym {
	out := map[string][]Synonym{}
	for _, group := range trade {
		for _, w := range group {
			for _, o := range group {
				if o != w {
					out[w] = append(out[w], Synonym{o, qualityTrade})
				}
			}
		}
	}
	return out
}()

// everyday are verbs and nouns that mean too much to stand for anything.
var everyday = map[string]bool{
	"be": true, "have": true, "do": true, "make": true, "get": true, "go": true, "take": true, "give": true, "use": true, "show": true, "find": true,
	"list": true, "tell": true, "know": true, "see": true, "come": true, "put": true, "set": true, "let": true, "can": true, "will": true, "may": true,
	"more": true, "most": true, "less": true, "least": true, "many": true, "much": true, "all": true, "any": true, "each": true, "every": true, "other": true,
	"in": true, "on": true, "at": true, "by": true, "as": true, "or": true, "no": true, "not": true, "an": true, "it": true, "one": true, "two": true,
	"return": true, "count": true, "different": true, "distinct": true, "high": true, "low": true, "large": true, "small": true, "great": true, "first": true,
	"last": true, "top": true, "than": true, "over": true, "under": true, "above": true, "below": true, "who": true, "which": true, "what": true, "where": true,
	"when": true, "how": true, "there": true, "their": true, "these": true, "with": true, "without": true, "from": true, "to": true, "for": true, "of": true,
	"and": true, "but": true, "also": true, "only": true, "both": true, "either": true, "name": true, "identifier": true, "thing": true, "have been": true,
}

// Synonyms gives words that may stand for the lemma.
func (English) Synonyms(lemma string) []Synonym {
	if len(lemma) < 3 || everyday[lemma] {
		return nil
	}
	out := append([]Synonym(nil), tradeOf[lemma]...)
	wordnet.Each(lemma, func(other string, quality float64) {
		if len(other) > 2 && !everyday[other] {
			out = append(out, Synonym{Lemma(other), quality})
		}
	})
	return out
}

// Known says that the word is English.
func (English) Known(lemma string) bool { return wordnet.Known(lemma) }
