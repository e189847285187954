package tag

import "strings"

// Pattern is one way of saying a refinement, written as words:
//
//	sort|order [them|it] by {}     alternatives, an optional word, a slot
//	top #                          a number, in figures or words
//
// A slot takes one word or more, as few as let the rest of the pattern fit, to the end when nothing follows. A pattern
// fits a whole segment or not at all.
type Pattern []element

type elementKind uint8

const (
	literalElement elementKind = iota
	optionalElement
	slotElement
	numberElement
)

type element struct {
	kind  elementKind
	words []string
}

// Stretch is the words [from, to) of an input.
type Stretch struct{ From, To int }

// Empty says that the stretch has no words.
func (s Stretch) Empty() bool { return s.From >= s.To }

// Fit is how a pattern fitted: its slots and numbers in order.
type Fit struct {
	Slots   []Stretch
	Numbers []int
}

func parsePattern(text string) Pattern {
	var p Pattern
	for _, field := range strings.Fields(text) {
		switch {
		case field == "{}":
			p = append(p, element{kind: slotElement})
		case field == "#":
			p = append(p, element{kind: numberElement})
		case strings.HasPrefix(field, "["):
			p = append(p, element{optionalElement, strings.Split(strings.Trim(field, "[]"), "|")})
		default:
			p = append(p, element{literalElement, strings.Split(field, "|")})
		}
	}
	return p
}

// ParsePatterns parses patterns that are no rule's.
func ParsePatterns(texts ...string) []Pattern {
	out := make([]Pattern, len(texts))
	for i, t := range texts {
		out[i] = parsePattern(t)
	}
	return out
}

// RuleWords are all words that some pattern of a rule is made of: they ask for an edit, whatever else they may be. The rules are
// made before anything is read, and their words with them.
var RuleWords = map[string]bool{}

// RulePatterns parses the patterns of a rule.
func RulePatterns(texts ...string) []Pattern {
	out := ParsePatterns(texts...)
	for _, p := range out {
		for _, e := range p {
			for _, w := range e.words {
				RuleWords[w] = true
			}
		}
	}
	return out
}

// Match fits the pattern to the words of the segment.
func (p Pattern) Match(words []string, seg Stretch) (Fit, bool) {
	var f Fit
	if !p.from(0, words, seg, &f) {
		return Fit{}, false
	}
	return f, true
}

func (p Pattern) from(i int, words []string, rest Stretch, f *Fit) bool {
	if i == len(p) {
		return rest.Empty()
	}
	switch e := p[i]; e.kind {
	case slotElement:
		return p.slot(i, words, rest, f)
	case optionalElement:
		if !rest.Empty() && e.has(words[rest.From]) && p.from(i+1, words, Stretch{rest.From + 1, rest.To}, f) {
			return true
		}
		return p.from(i+1, words, rest, f)
	case numberElement:
		n, ok := 0, false
		if !rest.Empty() {
			n, ok = SmallNumber(words[rest.From])
		}
		if !ok {
			return false
		}
		f.Numbers = append(f.Numbers, n)
		if p.from(i+1, words, Stretch{rest.From + 1, rest.To}, f) {
			return true
		}
		f.Numbers = f.Numbers[:len(f.Numbers)-1]
		return false
	default:
		return !rest.Empty() && e.has(words[rest.From]) && p.from(i+1, words, Stretch{rest.From + 1, rest.To}, f)
	}
}

func (p Pattern) slot(i int, words []string, rest Stretch, f *Fit) bool {
	for to := rest.From + 1; to <= rest.To; to++ {
		f.Slots = append(f.Slots, Stretch{rest.From, to})
		if p.from(i+1, words, Stretch{to, rest.To}, f) {
			return true
		}
		f.Slots = f.Slots[:len(f.Slots)-1]
	}
	return false
}

func (e element) has(w string) bool {
	for _, v := range e.words {
		if v == w {
			return true
		}
	}
	return false
}

// SmallNumber reads a whole number in figures or words.
func SmallNumber(w string) (int, bool) {
	v, ok := ParseNumber(w)
	return int(v), ok && v >= 0 && v == float64(int(v))
}
