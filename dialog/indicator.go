package dialog

import "slices"

// The lists of DM-REQ-02, DM-REQ-03 and multi-turn-conversation.md, closed under the obvious forms (requirements §2).
var (
	// startKeywords are strong at the start.
	startKeywords = []string{
		"only", "also", "add", "remove", "change", "instead", "but", "actually", "sort by", "limit to", "filter", "exclude",
		"sort", "sorted by", "order by", "ordered by", "order them", "sort them", "without", "except", "excluding", "just", "and in",
		"include", "hide", "drop", "keep only", "narrow", "restrict", "group by", "now only", "now sort", "replace", "rather", "no i meant", "i meant", "not",
	}
	// keywords count elsewhere too.
	keywords = []string{
		"only", "also", "add", "remove", "change", "instead", "actually", "sort by", "limit to", "filter", "exclude",
		"sorted by", "excluding", "as well",
	}
	// modifiers are strong anywhere.
	modifiers = []string{"too many", "too few", "wrong", "missing"}
	// questionWords open a new query.
	questionWords = []string{"show", "find", "get", "list", "what", "which", "who", "how many", "count"}
	// followUps open or mark a follow-up.
	followUps = []string{
		"tell me more", "more about", "what about", "how about", "how does it", "how do they", "can you compare",
		"what the difference", "what is the difference", "is it better", "any other", "similar to", "like that", "another option",
	}
	// auxiliaries open a complete question though they are no listed question words.
	auxiliaries = []string{
		"is", "are", "was", "were", "do", "does", "did", "can", "could", "would", "will", "has", "have", "how", "where", "when", "why",
		"give", "tell", "return", "display", "select", "i", "please", "name", "whose", "compute", "calculate",
	}
	// timeNouns after "this" or "that" make it no reference: "this month".
	timeNouns = []string{
		"second", "minute", "hour", "day", "morning", "afternoon", "evening", "night", "week", "weekend", "month", "quarter",
		"season", "year", "decade", "century", "january", "february", "march", "april", "may", "june", "july", "august", "september",
		"october", "november", "december", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "spring", "summer", "autumn", "fall", "winter",
	}
	// beforeThat are words after which "that" points back; after any other it is a relative pronoun or a conjunction.
	beforeThat = []string{
		"of", "for", "in", "on", "at", "to", "from", "by", "with", "about", "like", "than", "is", "was", "are", "does", "did", "do", "has",
		"show", "sort", "change", "remove", "use", "exclude", "drop", "keep", "after", "before", "and", "or", "what", "all", "within", "during", "as", "into", "around", "near", "not",
	}
)

// indicators are the listed signs of DM-REQ-02 and DM-REQ-03 in one input.
type indicators struct {
	strong    string // a listed keyword at the start, or a listed phrase anywhere
	keyword   string // a listed keyword elsewhere
	followUp  string
	reference string
	short     bool // five words or fewer without a question word at the start
	question  string
	complete  bool // a complete question of more than five words without refinement keywords
}

func (t *text) indicators() (i indicators) {
	i.followUp = first(followUps, t.has)
	i.strong = first(startKeywords, func(k string) bool { return t.at(0, k) })
	if i.strong == "" {
		i.strong = t.modifier()
	}
	if i.strong == "" {
		i.keyword = first(keywords, t.has)
	}
	i.reference = t.reference()
	if !t.at(0, "what about") && !t.at(0, "how about") {
		i.question = first(questionWords, func(k string) bool { return t.at(0, k) })
	}
	i.short = t.n <= 5 && i.question == ""
	i.complete = t.n > 5 && i.strong == "" && i.keyword == "" && i.followUp == "" &&
		(t.asks || i.question != "" || slices.Contains(auxiliaries, t.word(0)))
	return i
}

// modifier is a phrase that is strong anywhere; "show X too" is one.
func (t *text) modifier() string {
	if t.n > 2 && t.word(0) == "show" && t.word(t.n-1) == "too" {
		return "too"
	}
	return first(modifiers, t.has)
}

// reference is a word that points back at what was said.
func (t *text) reference() string {
	for i := range t.n {
		switch w := t.word(i); w {
		case "it", "they", "them", "those", "these":
			return w
		case "this", "that":
			if t.pointsBack(i) {
				return w
			}
		case "the":
			if next := t.word(i + 1); next == "one" || next == "same" {
				return t.run(i, i+2)
			}
		case "which":
			if t.word(i+1) == "one" {
				return "which one"
			}
		}
	}
	return ""
}

// pointsBack says whether "this" or "that" at i refers to the conversation: not before a time noun, and "that" not as a
// relative pronoun or a conjunction.
func (t *text) pointsBack(i int) bool {
	if slices.Contains(timeNouns, t.word(i+1)) {
		return false
	}
	return t.word(i) == "this" || i == 0 || i == t.n-1 || slices.Contains(beforeThat, t.word(i-1))
}

// first is the first of a list that holds; empty when none does.
func first(list []string, holds func(string) bool) string {
	for _, item := range list {
		if holds(item) {
			return item
		}
	}
	return ""
}

func (i *indicators) refines() bool {
	return i.strong != "" || i.keyword != "" || i.followUp != "" || i.reference != "" || i.short
}

func (i *indicators) opens() bool { return i.question != "" || i.complete }
