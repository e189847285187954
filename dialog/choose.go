package dialog

import (
	"slices"
	"strconv"
	"strings"
)

// A question back lists readings, and the next input may choose one of them: by its number, by its place in the list, or
// by words that fit that reading and no other.

// AskedBack is the last turn of the path when it asked back which of several readings was meant, with the readings as
// they were listed; nil when nothing is open.
func (s *Session) AskedBack() (turn *Turn, readings []string) {
	t := s.At()
	if t == nil || t.Route != RouteClarify || t.Failure == nil {
		return nil, nil
	}
	if _, began := reset(t.Input); s.state.fresh && !began {
		return nil, nil // a new thread was begun since
	}
	return t, t.Failure.Suggestions
}

// choosing are words that only say that something is chosen.
var choosing = wordSet(`the a an i we it is s that this these those one ones number no option reading choice answer meant mean want wanted would like d
	take use pick choose go with please let me my in of for ok okay`)

// ordinals are places in a list by their words; a place from the end is negative.
var ordinals = map[string]int{
	"first": 1, "1st": 1, "former": 1, "one": 1, "second": 2, "2nd": 2, "two": 2, "third": 3, "3rd": 3, "three": 3, "fourth": 4, "4th": 4, "four": 4,
	"fifth": 5, "5th": 5, "five": 5, "last": -1, "latter": -1,
}

// Choose is the place, from 0, of the reading that an input chooses; false when it chooses none, or may be a question of
// its own. The vocabulary, which may be nil, knows other words for names.
func Choose(input string, readings []string, v Vocabulary) (at int, ok bool) {
	var t text
	t.read(input)
	if t.n == 0 || t.n > 8 || strings.HasPrefix(strings.TrimSpace(input), "/") {
		return 0, false
	}
	if t.smallTalk() == TopicYes {
		return 0, len(readings) > 0 // the list is ranked: the first is the likeliest
	}
	if at, ok := t.place(len(readings)); ok {
		return at, true
	}
	return t.fits(readings, v)
}

// Agrees says that an input is a yes and nothing more.
func Agrees(input string) bool {
	var t text
	t.read(input)
	return t.n > 0 && t.n <= 8 && t.smallTalk() == TopicYes
}

// place reads an input that is a place in a list of n and nothing more.
func (t *text) place(n int) (at int, ok bool) {
	said, left := "", 0
	for i := range t.n {
		w := t.word(i)
		_, place := ordinals[w]
		if number, err := strconv.Atoi(w); err == nil && number > 0 || place && (w != "one" || i == t.n-1 && said == "") {
			said, left = w, left+1
		} else if !choosing[w] {
			return 0, false
		}
	}
	if left != 1 {
		return 0, false
	}
	at = ordinals[said]
	if number, err := strconv.Atoi(said); err == nil {
		at = number
	}
	if at < 0 {
		at = n
	}
	return at - 1, at >= 1 && at <= n
}

// fits finds the one reading that all the content words are in. What is said behind "by" must be what a reading goes by.
func (t *text) fits(readings []string, v Vocabulary) (at int, ok bool) {
	var e evidence
	e.form(t)
	words, by := t.contentWords()
	if e.shows(SignQuestion, SignComplete) || len(words) == 0 {
		return 0, false
	}
	at = -1
	for i, reading := range readings {
		stems := Normalize(reading)
		if _, groups, found := strings.Cut(stems, "for each "); by && found {
			stems = groups
		} else if by {
			continue
		}
		if slices.ContainsFunc(words, func(w string) bool { return !said(w, stems, v) }) {
			continue
		}
		if at >= 0 {
			return 0, false
		}
		at = i
	}
	return at, at >= 0
}

// contentWords are the words that say which reading is meant, in the singular; by says that they are what it goes by.
func (t *text) contentWords() (words []string, by bool) {
	for i := range t.n {
		switch w := t.word(i); {
		case w == "by" || w == "per" || w == "each":
			by = true
		case !choosing[w] && !functionWords[w]:
			words = append(words, t.stems(i, i+1))
		}
	}
	return words, by
}

// said says whether a word, or the name that it stands for, is in a text of stems.
func said(w, stems string, v Vocabulary) bool {
	in := func(phrase string) bool { return strings.Contains(" "+stems+" ", " "+phrase+" ") }
	if in(w) || v == nil {
		return in(w)
	}
	return slices.ContainsFunc(v.Find(w), func(e Entity) bool {
		return e.Kind == SubjectEntity && in(Normalize(e.Table)) || e.Kind == ColumnEntity && in(Normalize(e.Column))
	})
}
