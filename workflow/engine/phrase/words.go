package phrase

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"parley/workflow/engine/english"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

//go:embed words.txt
var wordsText string

// sense is what a phrase does: a category, and which of its kind.
type sense struct{ category, kind string }

// senses maps a phrase to all its senses.
type senses struct {
	of      map[string][]sense
	words   map[string]bool // single words of all phrases
	alone   map[string]bool // phrases of one word
	longest int
	// remarks are the phrases that are said before a request, with their senses: they are no part of it.
	remarks map[string]string
	// thrown are words that are thrown at the program, and those that go along.
	thrown map[string]string
	// expletives are words that only swear.
	expletives map[string]bool
	// spelt are all words of phrases: none of them is a slip of another one.
	spelt map[string]bool
	// plain are the senses whose words are as often names and values: "planned" may be a status.
	plain map[string]bool
}

var senseBook = sync.OnceValue(func() *senses {
	s := &senses{of: map[string][]sense{}, words: map[string]bool{}, alone: map[string]bool{}, spelt: map[string]bool{}, remarks: map[string]string{}, thrown: map[string]string{}, expletives: map[string]bool{}, plain: map[string]bool{}}
	for _, line := range strings.Split(wordsText, "\n") {
		what, phrases, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if what == remark || what == link || what == oath || what == remarking {
			for _, p := range splitPhrases(phrases) {
				s.remarks[p] = what
			}
			continue
		}
		if what == expletive {
			for _, p := range splitPhrases(phrases) {
				s.expletives[p] = true
			}
			continue
		}
		if what == abuse || what == abusing {
			for _, p := range splitPhrases(phrases) {
				s.thrown[p] = what
			}
			continue
		}
		if what == plainSenses {
			for _, category := range splitPhrases(phrases) {
				s.plain[category] = true
			}
			continue
		}
		category, kind, _ := strings.Cut(what, ":")
		for _, p := range splitPhrases(phrases) {
			s.add(sense{category, kind}, p)
		}
	}
	return s
})

// plainSenses begins the line of the senses whose words are as often names and values.
const plainSenses = "plain senses"

// light is the sense of words that add nothing, but may be names and values as well: they steer no question.
const light = "light"

// deedSense is the sense of words for what was done; its kind is the stem.
const deedSense = "deed"

// doing and doer are the senses of words for what people do, and for who does it; their kinds are words of tables that tell of it.
const (
	doing = "doing"
	doer  = "doer"
	// staffed are words for those who work here.
	staffed = "staffed"
	// staffDid are words for what those who work here do to things.
	staffDid = "staffdid"
	// verdict are words for what became of things; their kinds are other words for the same.
	verdict = "verdict"
	// cameToPass are words for what rows tell of having come to pass; their kinds are words of the tables of those rows.
	cameToPass = "cametopass"
	// bound are words of columns for what others are to stay above or below.
	bound = "bound"
	// planned are words for what was only set: a budget, a quota.
	planned = "planned"
)

// below, beneath, reportTo, aboveOf and aboveOne are the senses of words for the rows that a row of the same table is above.
const (
	below    = "below"
	beneath  = "beneath"
	reportTo = "reportto"
	aboveOf  = "aboveverb"
	aboveOne = "aboveone"
)

// plainKind are words of any sense that are as often names and values: "report" asks, and says what was done.
const plainKind = "plain"

// splitPhrases cuts at commas; a quoted phrase is taken as it is.
func splitPhrases(text string) []string {
	var out []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if rest, ok := strings.CutPrefix(text, `"`); ok {
			p, after, _ := strings.Cut(rest, `"`)
			out = append(out, p)
			text = strings.TrimPrefix(strings.TrimSpace(after), ",")
			continue
		}
		p, after, _ := strings.Cut(text, ",")
		out = append(out, strings.TrimSpace(p))
		text = after
	}
	return out
}

func (s *senses) add(what sense, p string) {
	var kept []string
	for _, w := range strings.Fields(p) {
		if !english.Articles[w] {
			kept = append(kept, w)
		}
	}
	p = strings.Join(kept, " ")
	if bare := strings.ReplaceAll(p, "n't", "nt"); bare != p {
		s.add(what, bare) // as it is typed in haste
	}
	for _, known := range s.of[p] {
		if known == what {
			return
		}
	}
	s.of[p] = append(s.of[p], what)
	s.longest = max(s.longest, len(kept))
	for _, w := range kept {
		s.spelt[w] = true
	}
	if s.plain[what.category] || what.kind == plainKind {
		return
	}
	if len(kept) == 1 {
		s.alone[kept[0]] = true
	}
	for _, w := range kept {
		// What was done is said by itself elsewhere: "paid" of "highest paid".
		if len(kept) == 1 || !schema.Participle(w) {
			s.words[w] = true
		}
	}
}

// isWord says that a word of English steers questions.
func (s *senses) isWord(w string) bool { return s.words[w] }

// isAlone says that a word of English steers questions by itself.
func (s *senses) isAlone(w string) bool { return s.alone[w] }

// unit says that a word is a unit of time.
func (s *senses) unit(w string) bool {
	return slices.ContainsFunc(s.of[w], func(o sense) bool { return o.category == "unit" })
}

// says that a phrase has a sense of a category.
func (s *senses) says(phrase, category string) bool {
	return slices.ContainsFunc(s.of[phrase], func(o sense) bool { return o.category == category })
}

// opens says that words begin with a phrase that has a sense of a category.
func (s *senses) opens(words []string, category string) bool {
	for end := 1; end <= min(len(words), s.longest); end++ {
		if s.says(strings.Join(words[:end], " "), category) {
			return true
		}
	}
	return false
}

// weekday says that a word is a day of every week: "mondays".
func (s *senses) weekday(w string) bool {
	return slices.ContainsFunc(s.of[w], func(o sense) bool { return o.category == "weekday" })
}

// Sized says that one of the words, or two of them, is how great something is in a way of its own: "longest". by are words of the
// numbers that say so.
func Sized(words []string) (by []string, ok bool) { return graded(words, "sized") }

// Bulk says that one of the words is how large something is. by are words of the numbers that say so, for things that have one.
func Bulk(words []string) (by []string, ok bool) { return graded(words, "bulk") }

func graded(words []string, category string) (by []string, ok bool) {
	for i := range words {
		for _, text := range []string{strings.Join(words[i:min(i+2, len(words))], " "), words[i]} {
			for _, s := range senseBook().of[text] {
				if s.category != category {
					continue
				}
				ok = true
				if s.kind != "" {
					by = append(by, strings.Split(s.kind, "|")...)
				}
			}
			if ok {
				return by, true
			}
		}
	}
	return nil, false
}

// SizedMore is Sized for comparatives: "longer" speaks of what "longest" does.
func SizedMore(words []string) (by []string, ok bool) {
	most := slices.Clone(words)
	for i, w := range most {
		if stem, comparative := strings.CutSuffix(w, "er"); comparative && len(stem) > 2 {
			most[i] = stem + "est"
		}
		if w == "more" || w == "less" {
			most[i] = map[string]string{"more": "most", "less": "least"}[w]
		}
	}
	return Sized(most)
}

// mended is a word with its slip undone: when it is no word of English and one steering word alone is a letter away.
func (s *senses) mended(w string) string {
	if len(w) < leastSlip || s.spelt[w] || (schema.English{}).Known(schema.Lemma(w)) || strings.ContainsFunc(w, notLetter) {
		return w
	}
	found := ""
	for known := range s.words {
		if len(known) >= leastSlip && known[0] == w[0] && schema.Distance1(w, known) {
			if found != "" {
				return w
			}
			found = known
		}
	}
	if found == "" {
		return w
	}
	return found
}

// leastSlip is the least length of a word that is taken for a slip.
const leastSlip = 5

func notLetter(r rune) bool { return r < 'a' || r > 'z' }

// Asked are the words of a question without articles and without what only asks for an answer: phrases such as "please show me"
// at its beginning, "are there" or "please" at its end.
func Asked(question string) []token.Token {
	words := slices.DeleteFunc(token.Tokenize(question), func(t token.Token) bool {
		return english.Articles[t.Lower] && !t.Quoted || !t.Quoted && strings.Trim(t.Lower, "?!().,;:\"") == ""
	})
	for {
		n := asks(words)
		if n == 0 || n == len(words) {
			break
		}
		words = words[n:]
	}
	for len(words) > 1 && closes(words[len(words)-1].Lower) {
		words = words[:len(words)-1]
	}
	return words
}

// asks is how many words at the beginning only ask for an answer.
func asks(words []token.Token) int {
	for n := min(len(words), senseBook().longest); n > 0; n-- {
		var p []string
		for _, t := range words[:n] {
			p = append(p, t.Lower)
		}
		if slices.ContainsFunc(senseBook().of[strings.Join(p, " ")], func(s sense) bool { return s.category == "ask" }) {
			return n
		}
	}
	return 0
}

// closes says that a word at the end of a question adds nothing.
func closes(w string) bool {
	return slices.ContainsFunc(senseBook().of[w], func(s sense) bool {
		return s.category == "filler" || s.category == "be" || s.category == "have" || s.category == "ask"
	})
}

// Joins says that a word joins phrases: "in", "per", "with".
func Joins(w string) bool {
	return slices.ContainsFunc(senseBook().of[w], func(s sense) bool { return s.category == "glue" || s.category == "per" || s.category == "by" })
}

// CameToPass says that a value tells of a row that what the rows of its table are called by came to pass: "present" of attendance,
// "cancelled" of cancellations.
func CameToPass(t *schema.Table, value string) bool {
	value = strings.ToLower(value)
	called := t.Words[len(t.Words)-1]
	if !strings.Contains(value, " ") && schema.Participle(value) && schema.Kin(value) == schema.Kin(called) {
		return true
	}
	return slices.ContainsFunc(senseBook().of[value], func(s sense) bool {
		return s.category == cameToPass && slices.Contains(strings.Split(s.kind, "|"), called)
	})
}
