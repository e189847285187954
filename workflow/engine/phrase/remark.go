package phrase

import (
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/token"
)

// This file cuts off what is said before a request and asks for nothing: "Hello!", "That's great! Now", "Finally,".

// The senses of remarks: a word that remarks by itself, one that leads to what follows, and one that makes a sentence with
// them.
const (
	remark    = "remark"
	link      = "remark:link"
	oath      = "remark:oath" // one that needs no mark behind it
	remarking = "remarking"
)

// Request is the input without the remarks before it, nor abuse at its ends; all of it where there is nothing else.
func Request(input string) string {
	input = withoutAbuse(input)
	tokens := token.Tokenize(input)
	cut := 0
	for {
		end := remarkEnd(tokens, cut)
		if end == cut {
			break
		}
		cut = end
	}
	if cut == 0 || cut >= len(tokens) {
		return input
	}
	return input[tokens[cut].Start:]
}

// remarkEnd is behind the mark that ends a remark which begins at i; i where there is none.
func remarkEnd(tokens []token.Token, i int) int {
	remarks := false
	for k := i; k < len(tokens); {
		if english.Endings[tokens[k].Lower] {
			for k < len(tokens) && english.Endings[tokens[k].Lower] {
				k++
			}
			if remarks && !(tokens[k-1].Lower == "," && listed(tokens, k)) {
				return k
			}
			return i
		}
		n, kind := remarkAt(tokens, k)
		if n == 0 || k == i && kind == remarking && !sentence(tokens, k) {
			return i
		}
		remarks = remarks || kind != remarking
		k += n
		if kind == oath && k < len(tokens) && !english.Endings[tokens[k].Lower] {
			return k
		}
	}
	return i
}

// listed says that a word which may be a remark goes on at i without an end: "excellent, good and poor reviews" is a list.
func listed(tokens []token.Token, i int) bool {
	n, kind := remarkAt(tokens, i)
	return n > 0 && kind == remark && remarkEnd(tokens, i) == i
}

// sentence says that what begins at i is a sentence of remarks: "that's great, thank you." has its end behind a comma.
func sentence(tokens []token.Token, i int) bool {
	for k := i; k < len(tokens); {
		if end := tokens[k].Lower; english.Endings[end] {
			if end != "," && end != "-" && end != ":" {
				return true
			}
			k++
			continue
		}
		n, _ := remarkAt(tokens, k)
		if n == 0 {
			return false
		}
		k += n
	}
	return false
}

// longestRemark is how many words a remark in one piece has at most.
const longestRemark = 4

// Remark is how many tokens at the beginning are a remark in one piece, mark or none behind it: "damn it drop ...".
func Remark(tokens []token.Token) int {
	n, kind := remarkAt(tokens, 0)
	if kind == remarking {
		return 0
	}
	return n
}

// remarkAt is how many words at i are a remark in one piece, or belong to one, and of which sense.
func remarkAt(tokens []token.Token, i int) (n int, category string) {
	for n := min(longestRemark, len(tokens)-i); n > 0; n-- {
		var words []string
		for _, t := range tokens[i : i+n] {
			if t.Quoted {
				return 0, ""
			}
			words = append(words, t.Lower)
		}
		if category := senseBook().remarks[strings.Join(words, " ")]; category != "" {
			return n, category
		}
	}
	return 0, ""
}
