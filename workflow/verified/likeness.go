package verified

import (
	"slices"
	"strings"

	"parley/workflow/engine/phrase"
)

// question is a question cut into parts: "orders", "per month", "in Kenya". A part begins where a word that joins phrases does.
type question struct{ parts []part }

// part is the words of a part as compared, and as said.
type part struct{ key, said string }

func read(text string) question {
	var q question
	open := false // the last word joins
	for _, w := range phrase.Asked(text) {
		joins := phrase.Joins(w.Lower)
		if len(q.parts) == 0 || joins && !open {
			q.parts = append(q.parts, part{})
		}
		last := &q.parts[len(q.parts)-1]
		last.key = strings.TrimSpace(last.key + " " + w.Lemma)
		last.said = strings.TrimSpace(last.said + " " + w.Text)
		open = joins
	}
	return q
}

// same says whether two questions have the same words in the same order.
func (q question) same(o question) bool {
	return len(q.parts) > 0 && slices.EqualFunc(q.parts, o.parts, func(a, b part) bool { return a.key == b.key })
}

// apart are the parts that each has and the other has not.
func (q question) apart(o question) (own, others []part) {
	others = slices.Clone(o.parts)
	for _, p := range q.parts {
		if at := slices.IndexFunc(others, func(b part) bool { return b.key == p.key }); at >= 0 {
			others = slices.Delete(others, at, at+1)
		} else {
			own = append(own, p)
		}
	}
	return own, others
}

// words are all words of a question.
func (q question) words() []string {
	var all []string
	for _, p := range q.parts {
		all = append(all, strings.Fields(p.key)...)
	}
	return all
}

// overlap is the share of the words of both that they have in common.
func (q question) overlap(o question) float64 {
	a, b := q.words(), o.words()
	common := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			common++
		}
	}
	if len(a)+len(b) == 0 {
		return 0
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// change is what turns one question into the other in the words of a refinement: "in Uganda instead of in Kenya", "in Kenya"; empty
// when they differ in more than one part, or one leaves a part out.
func (q question) change(to question) string {
	gone, come := q.apart(to)
	switch {
	case len(come) != 1 || len(gone) > 1 || len(q.parts) < 2 && len(gone) > 0:
		return ""
	case len(gone) == 0:
		return "only " + come[0].said
	case lead(gone[0].key) != lead(come[0].key):
		return ""
	}
	return bare(come[0].said) + " instead of " + bare(gone[0].said)
}

// lead is the word that a part is joined by; empty for the part that a question begins with.
func lead(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if phrase.Joins(strings.ToLower(first)) {
		return first
	}
	return ""
}

// bare is a part without the word that joins it.
func bare(text string) string {
	if _, rest, ok := strings.Cut(text, " "); ok && lead(text) != "" {
		return rest
	}
	return text
}
