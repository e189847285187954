package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/token"
)

// This file cuts off what is thrown at the program before or behind a request: "you idiot, sort by name", "sort by name you moron!". It is
// a clause of nothing but such words; among other words they are said of the data ("posts with the word stupid").

// The senses: a word that is thrown, and one that goes along.
const (
	abuse   = "remark:abuse"
	abusing = "remark:abusing"
	// expletive is a word that only swears, before what it is said of: "show all the damn users".
	expletive = "remark:expletive"
)

// decent is the stretch of tokens without abuse at its ends; all of them where nothing else is said.
func decent(tokens []token.Token) (from, to int) {
	to = len(tokens)
	for k := from; k < to; k++ {
		if english.Endings[tokens[k].Lower] {
			if !thrown(tokens[from:k]) {
				break
			}
			for k < to && english.Endings[tokens[k].Lower] {
				k++
			}
			from = k
		}
	}
	for {
		end := beforeMarks(tokens[from:to]) + from
		at := end - trailing(tokens[from:end])
		if at == end {
			break
		}
		to = from + beforeMarks(tokens[from:at])
	}
	if from >= to || slices.ContainsFunc(tokens[from:to], func(t token.Token) bool { return !t.Quoted && senseBook().thrown[t.Lower] == abuse }) {
		return 0, len(tokens) // nothing is asked for, or it is asked for what is said so
	}
	return from, to
}

// beforeMarks is how many tokens are left without the marks at the end.
func beforeMarks(tokens []token.Token) int {
	n := len(tokens)
	for n > 0 && english.Endings[tokens[n-1].Lower] {
		n--
	}
	return n
}

// trailing is how many of the last tokens are abuse: the whole of a clause, or what is said to someone at the end of it.
func trailing(tokens []token.Token) int {
	n := 0
	for n < len(tokens) && !english.Endings[tokens[len(tokens)-1-n].Lower] {
		n++
	}
	clause := tokens[len(tokens)-n:]
	for i := range clause {
		if (i == 0 || english.WhomWords[clause[i].Lower]) && thrown(clause[i:]) {
			return len(clause) - i
		}
	}
	return 0
}

// thrown says that words are abuse and nothing else, or begin with calling someone so: "you stupid piece of junk".
func thrown(tokens []token.Token) bool {
	if len(tokens) > 1 && english.WhomWords[tokens[0].Lower] && !tokens[1].Quoted && senseBook().thrown[tokens[1].Lower] == abuse {
		return true
	}
	any := false
	for _, t := range tokens {
		switch kind := senseBook().thrown[t.Lower]; {
		case t.Quoted:
			return false
		case kind == abuse:
			any = true
		case kind != abusing && !english.WhomWords[t.Lower]:
			return false
		}
	}
	return any
}

// called is how many of the first tokens call someone so, with no mark behind: "you stupid thing show all users".
func called(tokens []token.Token) int {
	any, k := false, 0
	for ; k < len(tokens); k++ {
		kind := senseBook().thrown[tokens[k].Lower]
		if tokens[k].Quoted || kind == "" && !english.WhomWords[tokens[k].Lower] || any && begins(tokens[k:]) {
			break
		}
		any = any || kind == abuse
	}
	if !any || k == len(tokens) || !english.WhomWords[tokens[0].Lower] && !begins(tokens[k:]) {
		return 0
	}
	return k
}

// begins says that words begin a request.
func begins(tokens []token.Token) bool {
	return english.OrderVerbs[tokens[0].Lower] || asks(tokens) > 0
}

// withoutAbuse is the input without what is thrown at the program at its ends, nor what only swears within it.
func withoutAbuse(input string) string {
	tokens := token.Tokenize(input)
	from, to := decent(tokens)
	from += called(tokens[from:to])
	if from > 0 || to < len(tokens) {
		input = strings.TrimSpace(input[tokens[from].Start:tokens[to-1].End])
		tokens = token.Tokenize(input)
	}
	for k := len(tokens) - 2; k > 0; k-- {
		if t := tokens[k]; !t.Quoted && !t.Capital && !tokens[k+1].Quoted && !tokens[k+1].Capital && english.AskedOf[tokens[k-1].Lower] && senseBook().expletives[t.Lower] {
			input = input[:t.Start] + input[tokens[k+1].Start:]
		}
	}
	return input
}
