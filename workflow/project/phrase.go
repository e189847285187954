package project

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"parley/workflow/schema"
)

// A name ("net revenue", "average order value", "active customer", "slow") may be, or hold, words that mean something by
// themselves: a cue, a table, a value. So a question is read with such names as one word each, which is theirs alone; what is
// said about the question has them as they were.

// phrase is a name and the word that it is read as.
type phrase struct {
	lemmas []string
	// key is the one word; rest is said after it: the noun of a filter that is called with its rows, "active customer".
	key, rest string
	name      string
	// guessed says that nobody taught the name, figure that it is a metric's, lapse that it is a time between moments.
	guessed, figure, lapse bool
	// called is a figure's one word as it was taught, where rows of a table are called so too: "sales"; empty for others.
	called string
	// within are longer names of columns that hold a figure's: "sales region" is no region of sales.
	within [][]string
}

// mark ends the words that stand for names, so that they are no words of the language.
const mark = "zq"

// lapses finds what computes a time between moments.
var lapses = regexp.MustCompile(`(?i)\b(epoch|julianday|age|date_diff|datediff)\b`)

// glued is the one word that stands for a name.
func glued(name string) string { return strings.Join(schema.Words(name), "") + mark }

// forms are the words under which a definition is found: what stands for its names, and names of one word themselves.
func forms(d *Definition) []string {
	var out []string
	for _, w := range d.Words {
		key, _ := keyOfName(d, w)
		if key != mark && !slices.Contains(out, key) {
			out = append(out, key)
		}
		if len(schema.Words(w)) == 1 && !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// keyOfName is a name as one word, and the noun that is left out of it: in "active customer" of rows of customers.
func keyOfName(d *Definition, name string) (key, rest string) {
	words := schema.Words(name)
	if len(words) < 2 {
		return glued(name), ""
	}
	if last := words[len(words)-1]; d.Kind == Value && calls(last, d.Table) {
		rest = last
	}
	return glued(name), rest
}

// calls says that a noun is the table's, or one that people use for it.
func calls(noun string, t *schema.Table) bool {
	lemma := schema.Lemma(noun)
	if slices.Contains(t.Words, lemma) {
		return true
	}
	return slices.ContainsFunc(schema.English{}.Synonyms(lemma), func(s schema.Synonym) bool { return slices.Contains(t.Words, s.Word) })
}

// phrasesOf are the names of figures and conditions, longest first.
func phrasesOf(list []*Definition, x *schema.Index) []phrase {
	var out []phrase
	longer := columnsCalled(x)
	for _, d := range list {
		if d.Kind != MetricKind && d.Kind != Value && d.Kind != Word {
			continue
		}
		for _, w := range d.Words {
			if words := strings.Fields(Lemmas(w)); len(words) > 0 && d.Kind != Word {
				key, rest := keyOfName(d, w)
				f := phrase{words, key, rest, w, d.Scope == Guessed, d.Kind == MetricKind, d.Kind == MetricKind && lapses.MatchString(d.expression.SQL()), "", nil}
				if f.figure {
					f.within = longer.holding(words)
				}
				if f.figure && len(words) == 1 && slices.ContainsFunc(x.Tables, func(t *schema.Table) bool { return slices.Equal(t.Words[max(len(t.Words)-1, 0):], words) }) {
					f.called = w
				}
				out = append(out, f)
			}
		}
	}
	slices.SortStableFunc(out, func(a, b phrase) int { return len(b.lemmas) - len(a.lemmas) })
	return out
}

// columnNamesBy are the names of columns of several words, by each word.
type columnNamesBy map[string][][]string

func columnsCalled(x *schema.Index) columnNamesBy {
	out := columnNamesBy{}
	for _, t := range x.Tables {
		for _, c := range t.Columns {
			if len(c.Words) < 2 || c.Hidden {
				continue
			}
			for _, w := range c.Words {
				out[w] = append(out[w], c.Words)
			}
		}
	}
	return out
}

// holding are the names that hold words one after the other, and more.
func (n columnNamesBy) holding(words []string) [][]string {
	var out [][]string
	for _, name := range n[words[0]] {
		if len(name) > len(words) && at(name, words) >= 0 {
			out = append(out, name)
		}
	}
	return out
}

// at is where words stand one after the other in a list; -1 where they do not.
func at(list, words []string) int {
	for i := 0; i+len(words) <= len(list); i++ {
		if slices.Equal(list[i:i+len(words)], words) {
			return i
		}
	}
	return -1
}

// ofColumn says that the name at a place is a part of a column's.
func (f phrase) ofColumn(words []word, place int) bool {
	return slices.ContainsFunc(f.within, func(name []string) bool {
		from := place - at(name, f.lemmas)
		return from >= 0 && from+len(name) <= len(words) && slices.EqualFunc(words[from:from+len(name)], name, func(w word, lemma string) bool { return w.lemma == lemma })
	})
}

// during says that the name at a place says when, and names no rows that are asked for: "per region this season", "in the current season".
func (f phrase) during(words []word, at int) bool {
	if at == 0 {
		return false
	}
	before := words[at-1].lemma
	if before == "the" && at > 1 {
		before = words[at-2].lemma
	}
	return slices.Contains([]string{"in", "during", "within"}, before) || slices.Contains([]string{"this", "last", "next", "previous"}, f.lemmas[0])
}

// other says that what follows a name makes another figure of it: "margin %", "waiting time between check-in and being seen".
func (f phrase) other(rest string) bool {
	if f.guessed && goesOn.MatchString(rest) || f.figure && share.MatchString(rest) {
		return true
	}
	m := moments.FindStringSubmatch(rest)
	return m != nil && f.lapse && !dayWord.MatchString(m[1])
}

// ofRow says that the word at a place names rows and not the figure that is called like them: "the last sale", "without sales".
func (f phrase) ofRow(words []word, at int) bool {
	switch {
	case f.called == "":
		return false
	case strings.EqualFold(words[at].text, words[at].lemma) && !strings.EqualFold(f.called, words[at].lemma):
		return true // one of them
	case at == 0 || words[at].apart:
		return false
	}
	return rowBefore.MatchString(words[at-1].text) || at > 1 && words[at-1].lemma == "of" && words[at-2].lemma == "number"
}

// rowBefore are words right before rows of which one speaks one by one: a place among them, how many, none; a year is none.
var rowBefore = regexp.MustCompile(`(?i)^(first|last|latest|earliest|oldest|newest|previous|next|recent|each|every|an?|no|without|any|many|which|those|these|\d{1,3})$`)

// share makes a part of a whole of any figure; moments are those of a time between, unless they are days.
var (
	share   = regexp.MustCompile(`(?i)^\s*(%|(percent|percentage|pct|rate|ratio)\b)`)
	moments = regexp.MustCompile(`(?i)^\s*between (.+) and `)
	dayWord = regexp.MustCompile(`(?i)\d|\b(today|yesterday|last|this|next|(jan|febr)uary|march|april|may|june|july|august|(septem|octo|novem|decem)ber|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|\w+day)\b`)
)

// goesOn does so with a name that was only guessed.
var goesOn = regexp.MustCompile(`(?i)^\s*(%|(percent|percentage|pct|rate|ratio|between|from)\b)`)

// Read is a question with the names of several words as one word each. Figures that are shown go by the names of their columns,
// which stay as they are.
func (p *Project) Read(question string, shown ...string) string {
	if p == nil || len(p.phrases) == 0 {
		return question
	}
	words := wordsOf(question)
	var b strings.Builder
	at := 0
	for i := 0; i < len(words); i++ {
		f, n := p.phraseAt(words[i:])
		if n == 0 || f.other(question[words[i+n-1].to:]) || f.ofRow(words, i) || f.ofColumn(words, i) || f.figure && slices.ContainsFunc(shown, func(s string) bool { return slices.Equal(strings.Fields(Lemmas(s)), f.lemmas) }) {
			continue
		}
		b.WriteString(question[at:words[i].from])
		b.WriteString(f.key)
		if f.rest != "" && !f.during(words, i) {
			b.WriteString(" " + words[i+n-1].text)
		}
		at, i = words[i+n-1].to, i+n-1
	}
	return b.String() + question[at:]
}

// Unread is a text about a question with the names as they were.
func (p *Project) Unread(text string) string {
	if p == nil {
		return text
	}
	for _, f := range p.phrases {
		if f.rest != "" {
			text = strings.ReplaceAll(text, f.key+" "+f.rest, f.name)
		}
		text = strings.ReplaceAll(text, f.key, f.name)
	}
	return text
}

func (p *Project) phraseAt(words []word) (phrase, int) {
	for _, f := range p.phrases {
		if n := len(f.lemmas); n <= len(words) && !slices.ContainsFunc(words[1:n], func(w word) bool { return w.apart }) &&
			slices.EqualFunc(words[:n], f.lemmas, func(w word, lemma string) bool { return w.lemma == lemma }) {
			return f, n
		}
	}
	return phrase{}, 0
}

// word is one word of a question with its place. apart says that more than a space or a hyphen stands before it.
type word struct {
	text, lemma string
	from, to    int
	apart       bool
}

func wordsOf(s string) []word {
	var out []word
	from := -1
	end := func(to int) {
		if from >= 0 {
			text := s[from:to]
			between := ""
			if len(out) > 0 {
				between = s[out[len(out)-1].to:from]
			}
			out = append(out, word{text, schema.Lemma(strings.ToLower(text)), from, to, strings.Trim(between, " -") != ""})
			from = -1
		}
	}
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if from < 0 {
				from = i
			}
			continue
		}
		end(i)
	}
	end(len(s))
	return out
}
