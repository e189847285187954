package tag

import (
	"regexp"
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// Utterance is an input with its tokens.
type Utterance struct {
	Input  string
	Tokens []Token
	Words  []string
}

// Utter takes an input in hand.
func Utter(input string) Utterance {
	u := Utterance{Input: InFull(input)}
	u.Tokens = Tokenize(u.Input)
	u.Words = unquoted(u.Tokens)
	return u
}

// ActWithin says that a further act begins within a slot: what fills it is then no one thing.
func (u Utterance) ActWithin(s Stretch) bool {
	for i := s.From + 1; i < s.To; i++ {
		if english.Joints[u.Words[i-1]] && english.FurtherActs[u.Words[i]] {
			return true
		}
	}
	return false
}

// Any says that one of the words is in one of the sets.
func (u Utterance) Any(sets ...map[string]bool) bool {
	for _, w := range u.Words {
		for _, set := range sets {
			if set[w] {
				return true
			}
		}
	}
	return false
}

// contractions are said in full, so that a list of two names of one noun reads as two.
var contractions = strings.NewReplacer("first and last names", "first name and last name", "first and last name", "first name and last name",
	"First and last name", "first name and last name", " nr of ", " number of ", " no. of ", " number of ")

// Functional says that a word names nothing whatever it is called here.
func Functional(word string) bool {
	word = strings.ToLower(word)
	return english.OwnWords[word] || english.WhWords[word] || english.BehindPlace[word] || english.OrderVerbs[word] || slices.Contains([]string{"and", "or", "in", "at", "to", "about", "me", "us", "the", "than", "versus", "vs", "like", "compare"}, word)
}

// furtherSentence finds where a further act is a sentence of its own.
var furtherSentence = regexp.MustCompile(`(?i)\.\s+((?:show|add|list|only|just|sort|order|by|per|also|with|drop|remove|give|group|keep|hide|include)\b)`)

// InFull is an input as its parts are read.
func InFull(input string) string {
	input = shortVerb.ReplaceAllStringFunc(input, func(said string) string {
		m := shortVerb.FindStringSubmatch(said)
		return m[1] + " " + map[string]string{"d": "would", "ll": "will", "m": "am", "ve": "have", "re": "are"}[strings.ToLower(m[2])]
	})
	input = shortNot.ReplaceAllString(input, "$1 not")
	input = ratherLast.ReplaceAllString(input, "$1 instead$2")
	input = furtherSentence.ReplaceAllString(contractions.Replace(input), "; $1")
	if m := onesBetween.FindStringSubmatch(input); m != nil && !english.ActWords[strings.ToLower(strings.Fields(m[3])[0])] {
		return m[1] + " " + m[2] + " " + m[3]
	}
	return input
}

// onesBetween stands for the rows in a list of values that are kept or left out: "leave out the cancelled ones and the failed ones".
var onesBetween = regexp.MustCompile(`(?i)^((?:only|just|keep|leave out|without|exclude|drop|remove|hide|not|no)\b[^,;.]*?) ones (and|or) (?:the )?((?:\pL+ ){0,2}\pL+)$`)

// Ordinals are the places of filters.
var Ordinals = map[string]int{"first": 0, "1st": 0, "second": 1, "2nd": 1, "third": 2, "3rd": 2, "fourth": 3, "4th": 3}

// Phrase is how many words the first phrase that starts at i takes; 0 when none does.
func (u Utterance) Phrase(i int, phrases ...string) int {
	for _, p := range phrases {
		words := strings.Fields(p)
		if i+len(words) <= len(u.Words) && strings.Join(u.Words[i:i+len(words)], " ") == p {
			return len(words)
		}
	}
	return 0
}

// SeveralActs says that a further act begins within a stretch: "all owners again, and only the new ones".
func (u Utterance) SeveralActs(s Stretch) bool {
	for i := s.From + 2; i < s.To-1; i++ {
		if english.Joints[u.Words[i-1]] && english.FurtherActs[u.Words[i]] {
			return true
		}
	}
	return false
}

// shortVerb and shortNot find verbs that are written together with what stands before or behind them: "I'd", "isn't".
var (
	shortVerb = regexp.MustCompile(`(?i)\b(I|we|you|they|he|she)['’](d|ll|m|ve|re)\b`)
	// ratherLast finds a choice of something else that ends in its adverb: "from Mombasa rather".
	ratherLast = regexp.MustCompile(`(?i)^(.*\w),? rather([.!?]*)$`)
	shortNot   = regexp.MustCompile(`(?i)\b(is|are|was|were)n['’]t\b`)
)

// TablesSaid counts the tables that the words name plainly, those of them that are in the present query, and says
// whether its first table is among them.
func TablesSaid(items []Item, present []*schema.Table) (own, there int, main bool) {
	for i := range items {
		t, score := items[i].BestTable()
		if t == nil || score < 0.8 {
			continue
		}
		own++
		if slices.Contains(present, t) {
			there++
		}
		main = main || len(present) > 0 && present[0] == t
	}
	return own, there, main
}

// Text is what was said in the stretch, quotes included.
func (u Utterance) Text(s Stretch) string {
	if s.Empty() {
		return ""
	}
	return u.Input[u.Tokens[s.From].Start:u.Tokens[s.To-1].End]
}

// Trim leaves the courtesies at both ends out.
func (u Utterance) Trim(s Stretch) Stretch {
	for !s.Empty() && (english.Courtesy[u.Words[s.From]] || u.Phrase(s.From, english.LeadIns...) > 0) {
		s.From += max(1, u.Phrase(s.From, english.LeadIns...))
	}
	for !s.Empty() && english.Courtesy[u.Words[s.To-1]] && !(s.To-s.From > 1 && u.Words[s.To-1] == "well" && u.Words[s.To-2] == "as") {
		s.To--
	}
	if s.From > s.To {
		s.From = s.To
	}
	return s
}

// Behind leaves words at the beginning of a stretch out, any of those given, as often as they come.
func (u Utterance) Behind(s Stretch, words ...string) Stretch {
	for !s.Empty() && slices.Contains(words, u.Words[s.From]) {
		s.From++
	}
	return s
}

// Before leaves words at the end of a stretch out in the same way.
func (u Utterance) Before(s Stretch, words ...string) Stretch {
	for !s.Empty() && slices.Contains(words, u.Words[s.To-1]) {
		s.To--
	}
	return s
}

// Has says that the word was said.
func (u Utterance) Has(word string) bool {
	for _, w := range u.Words {
		if w == word {
			return true
		}
	}
	return false
}
