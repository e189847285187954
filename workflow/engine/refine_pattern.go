package engine

import "strings"

// A pattern is one way of saying a refinement, written as words:
//
//	sort|order [them|it] by {}     alternatives, an optional word, a slot
//	top #                          a number, in figures or words
//
// A slot takes one word or more, as few as let the rest of the pattern fit, to the end when nothing follows. A pattern
// fits a whole segment or not at all.
type pattern []element

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

// stretch is the words [from, to) of an input.
type stretch struct{ from, to int }

func (s stretch) empty() bool { return s.from >= s.to }

// fit is how a pattern fitted: its slots and numbers in order.
type fit struct {
	slots   []stretch
	numbers []int
}

func parsePattern(text string) pattern {
	var p pattern
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

func parsePatterns(texts ...string) []pattern {
	out := make([]pattern, len(texts))
	for i, t := range texts {
		out[i] = parsePattern(t)
	}
	return out
}

// ruleWords are all words that some pattern of a rule is made of: they ask for an edit, whatever else they may be. The rules are
// made before anything is read, and their words with them.
var ruleWords = map[string]bool{}

// rulePatterns parses the patterns of a rule.
func rulePatterns(texts ...string) []pattern {
	out := parsePatterns(texts...)
	for _, p := range out {
		for _, e := range p {
			for _, w := range e.words {
				ruleWords[w] = true
			}
		}
	}
	return out
}

// match fits the pattern to the words of the segment.
func (p pattern) match(words []string, seg stretch) (fit, bool) {
	var f fit
	if !p.from(0, words, seg, &f) {
		return fit{}, false
	}
	return f, true
}

func (p pattern) from(i int, words []string, rest stretch, f *fit) bool {
	if i == len(p) {
		return rest.empty()
	}
	switch e := p[i]; e.kind {
	case slotElement:
		return p.slot(i, words, rest, f)
	case optionalElement:
		if !rest.empty() && e.has(words[rest.from]) && p.from(i+1, words, stretch{rest.from + 1, rest.to}, f) {
			return true
		}
		return p.from(i+1, words, rest, f)
	case numberElement:
		n, ok := 0, false
		if !rest.empty() {
			n, ok = smallNumber(words[rest.from])
		}
		if !ok {
			return false
		}
		f.numbers = append(f.numbers, n)
		if p.from(i+1, words, stretch{rest.from + 1, rest.to}, f) {
			return true
		}
		f.numbers = f.numbers[:len(f.numbers)-1]
		return false
	default:
		return !rest.empty() && e.has(words[rest.from]) && p.from(i+1, words, stretch{rest.from + 1, rest.to}, f)
	}
}

func (p pattern) slot(i int, words []string, rest stretch, f *fit) bool {
	for to := rest.from + 1; to <= rest.to; to++ {
		f.slots = append(f.slots, stretch{rest.from, to})
		if p.from(i+1, words, stretch{to, rest.to}, f) {
			return true
		}
		f.slots = f.slots[:len(f.slots)-1]
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

// smallNumber reads a whole number in figures or words.
func smallNumber(w string) (int, bool) {
	v, ok := ParseNumber(w)
	return int(v), ok && v >= 0 && v == float64(int(v))
}
