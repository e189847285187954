package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Texts that a column holds a part of: "whose name starts with the letter A", "containing \"lap\"", "with a z in their name".
var textRules = []rule{
	{"name that holds a text", "Cond", "that? NAME that? not? textcue saystext? TEXT", 0.5, func(k []*Node) any {
		n := value[Name](k[1])
		return holding(k[4], k[6], &n, k[3] != nil, k)
	}},
	{"rows that hold a text", "Cond", "that? not? textcue saystext? TEXT", 0.2, func(k []*Node) any {
		return holding(k[2], k[4], nil, k[1] != nil, k)
	}},
	{"name with a letter", "Cond", "that? NAME with saystext TEXT", 0.7, func(k []*Node) any {
		n := value[Name](k[1])
		return holding(nil, k[4], &n, false, k)
	}},
	{"with a text in a name", "Cond", "that? with saystext? TEXT 'in' owner? NAME", 0.5, func(k []*Node) any {
		n := value[Name](k[6])
		return holding(nil, k[3], &n, false, k)
	}},
	{"with a text in the name of the rows", "Cond", "that? with saystext? TEXT 'in' owner? titled", 0.4, func(k []*Node) any {
		return holding(nil, k[3], nil, false, k)
	}},
}

// SaysText says that a word announces a text: "letter".
func SaysText(word string) bool { return senseBook().says(word, "saystext") }

// IsTitle says that a name is that of what anything goes by: "title".
func IsTitle(text string) bool { return senseBook().says(strings.ToLower(text), "titled") }

// holding is a condition on a column, or on what rows go by, whose text begins, ends or goes on with one. Where no cue says which, it stands
// anywhere.
func holding(cue, text *Node, n *Name, not bool, k []*Node) any {
	word := value[string](text)
	pattern := meaning.LikeText(word)
	where := ""
	if cue != nil {
		where = value[string](cue)
	}
	if where != "starts" {
		pattern = "%" + pattern
	}
	if where != "ends" {
		pattern += "%"
	}
	return Cond{Kind: Holding, Name: n, Values: []Value{{Text: pattern, At: text.Span}}, Not: not, At: span(k)}
}

// addText adds a word that stands where a text is told: behind "contains" or "the letter", or before "in their name" where it is in quotes, a
// letter, or no word that means something.
func (l *lattice) addText(i int) {
	t := l.tokens[i]
	said := i > 0 && (l.endsSense(i, "textcue") || l.endsSense(i, "saystext"))
	within := i+2 < len(l.words) && i > 0 && l.words[i+1] == "in" && (t.Quoted || len([]rune(t.Lower)) == 1 || l.meaningless(i))
	if said && !t.Quoted && senseBook().says(l.words[i], "saystext") || !said && !within {
		return
	}
	if said && !t.Quoted && !l.endsSense(i, "saystext") && len(l.index.Normalised(t.Lower)) > 0 {
		return // "products that contain milk" are made of it
	}
	if said && !t.Quoted && strings.HasPrefix(l.words[i-1], "includ") && slices.ContainsFunc(l.matches, func(m schema.Match) bool { return m.From == i && m.Column != nil && m.Exact() }) {
		return // "users including email" are shown with it
	}
	l.add("TEXT", i, i+1, scoreValue, t.Text)
}

// endsSense says that a phrase of a sense stands right before i.
func (l *lattice) endsSense(i int, category string) bool {
	for from := max(0, i-senseBook().longest); from < i; from++ {
		if senseBook().says(strings.Join(l.words[from:i], " "), category) {
			return true
		}
	}
	return false
}

// meaningless says that a word names nothing and steers nothing.
func (l *lattice) meaningless(i int) bool {
	return !senseBook().isWord(l.words[i]) && !slices.ContainsFunc(l.matches, func(m schema.Match) bool { return m.From <= i && i < m.To && m.Score() > sureName })
}
