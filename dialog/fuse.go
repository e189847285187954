package dialog

import (
	"slices"
	"strings"
)

// The words that the rules of reformulation know. All are general English.
var (
	openers = wordSet(`show list find get give tell display name what which who whose where when how is are was were do does did can could
		count sort order group calculate sum return let me us all the a an of many much 's please i want to see know would like you`)
	prepositions = wordSet(`in on at for from to by with before after since until between during over under above below within without about per of against`)
	verbs        = wordSet(`is are was were has have had do does did win won wins play played plays come came get got gets join joined work works live lives
		appear appeared belong belongs cost costs make made participate participated earn earned rank ranked score scored happen happened`)
	clauses     = wordSet(`that which who whose where with having when`)
	antonyms    = pairs(`most least; highest lowest; largest smallest; biggest smallest; maximum minimum; max min; greatest least; best worst; oldest youngest; newest oldest; first last; longest shortest; ascending descending; more less; more fewer; larger smaller; larger less; higher lower; greater less; above below; over under; before after; earliest latest; top bottom; average total; average sum; average maximum; average highest; total highest`)
	comparators = wordSet(`more less fewer larger smaller higher lower greater equal above below over under before after least most top first last exactly`)
)

// pairs maps each word to the words it is set against.
func pairs(text string) map[string][]string {
	m := map[string][]string{}
	for pair := range strings.SplitSeq(text, ";") {
		w := strings.Fields(pair)
		m[w[0]], m[w[1]] = append(m[w[0]], w[1]), append(m[w[1]], w[0])
	}
	return m
}

func isNumber(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }

// topic is what the question before asks about: without its opening words ("show me all", "what is the").
func (f *fusion) topic() phrase {
	i := 0
	for i < len(f.old)-1 && openers[f.old[i].low] {
		i++
	}
	return f.old[i:]
}

var (
	several = wordSet(`those these them they`)
	single  = wordSet(`it that this`)
	owned   = wordSet(`their its his her`)
)

// pointBack names what "those", "it" or "their" means.
func (f *fusion) pointBack() phrase {
	i := f.core.index(0, func(w string) bool {
		return several[w] || single[w] || owned[w] || w == "him" || w == "he" || w == "she"
	})
	if i < 0 {
		return nil
	}
	w := f.core[i].low
	switch {
	case (w == "that" || w == "this" || w == "those" || w == "these") && i+1 < len(f.core) && !prepositions[f.core[i+1].low] && !verbs[f.core[i+1].low]:
		return f.core.splice(i, i+2, f.naming(f.core[i+1]))
	case owned[w]:
		return f.possess(i)
	case i == 0 && f.led:
		return nil
	default:
		return f.core.splice(i, i+1, f.thing())
	}
}

// naming is "those songs" in full: the noun with what the question before says of it.
func (f *fusion) naming(noun token) phrase {
	stem := Normalize(noun.low)
	at := f.old.index(0, func(w string) bool { return Normalize(w) == stem })
	if at < 0 {
		return append(phrase{{"the", "the"}, noun}, f.restriction()...)
	}
	rest := f.old[at:]
	if len(rest) == 1 {
		return phrase{rest[0]}
	}
	return rest
}

// restriction is the part of the question before that narrows: from its first preposition or clause on.
func (f *fusion) restriction() phrase {
	topic := f.topic()
	at := topic.index(1, func(w string) bool { return prepositions[w] || clauses[w] })
	if at < 0 {
		return nil
	}
	return topic[at:]
}

// thing is the topic as one thing; a whole question is kept from its noun on.
func (f *fusion) thing() phrase { return f.topic() }

// possess turns "their emails" into "emails of the users": an of-phrase after the noun group.
func (f *fusion) possess(i int) phrase {
	end := i + 1
	for end < len(f.core) && !prepositions[f.core[end].low] && !verbs[f.core[end].low] {
		end++
	}
	owner := append(phrase{{"of", "of"}}, f.owner()...)
	return slices.Concat(f.core[:i], phrase{{"the", "the"}}, f.core[i+1:end], owner, f.core[end:])
}

// owner is the topic without what it says of its own columns: "email of users in Kenya" is about users in Kenya.
func (f *fusion) owner() phrase {
	topic := f.topic()
	if at := topic.index(0, func(w string) bool { return w == "of" }); at >= 0 && at <= 3 && at+1 < len(topic) {
		return topic[at+1:]
	}
	return topic
}

// turnAround replaces a word by its opposite, or by another of its kind: "the least?", "in descending order".
func (f *fusion) turnAround() phrase {
	if len(f.core) > 4 || f.core.index(0, isNumber) >= 0 {
		return nil
	}
	for i, t := range f.core {
		for _, opposite := range append([]string{t.low}, antonyms[t.low]...) {
			if opposite == t.low {
				continue
			}
			if at := f.old.last(func(w string) bool { return w == opposite }); at >= 0 && f.core.onlyFrames(i) {
				return f.old.splice(at, at+1, phrase{f.core[i]})
			}
		}
	}
	return nil
}

// onlyFrames says whether all words but the i-th are function words or the like.
func (p phrase) onlyFrames(i int) bool {
	for k, t := range p {
		if k != i && content(Normalize(t.low)) && t.low != "order" && t.low != "one" && t.low != "ones" {
			return false
		}
	}
	return true
}

// replaceNumber puts "less than 8" in the place of "larger than 6", and "top 7" in that of "top 5".
func (f *fusion) replaceNumber() phrase {
	n := f.core.index(0, isNumber)
	old := f.old.last(isNumber)
	if n < 0 || old < 0 || len(f.core) > 6 || f.core.index(n+1, isNumber) >= 0 {
		return nil
	}
	from, oldFrom := f.core.comparison(n), f.old.comparison(old)
	for k := range f.core[:from] {
		if content(Normalize(f.core[k].low)) && f.old.index(0, func(w string) bool { return w == f.core[k].low }) < 0 {
			return nil
		}
	}
	if from == n {
		oldFrom = old
	}
	return f.old.splice(oldFrom, old+1, f.core[from:n+1])
}

// comparison is where the words that compare with the number at n begin: "more than 5", "top 5", "before 1995".
func (p phrase) comparison(n int) int {
	from := n
	for from > 0 && (p[from-1].low == "than" || p[from-1].low == "to" || comparators[p[from-1].low]) {
		from--
	}
	return from
}

// replaceValue puts a value in the place of one of the same column.
func (f *fusion) replaceValue() phrase {
	if f.vocabulary == nil || len(f.core) > maxPhrase+2 {
		return nil
	}
	value, column := f.core.value(f.vocabulary, "")
	if column == "" {
		return nil
	}
	if old, _ := f.old.value(f.vocabulary, column); old != nil {
		return f.old.splice(old[0], old[1], f.core[value[0]:value[1]])
	}
	return nil
}

// value is the first run of words that is a value (of a column, when one is given), and its column.
func (p phrase) value(v Vocabulary, column string) (span []int, of string) {
	for i := range p {
		for n := min(maxPhrase, len(p)-i); n > 0; n-- {
			for _, e := range v.Find(Normalize(p[i : i+n].String())) {
				if name := e.Table + "." + e.Column; e.Kind == ValueEntity && (column == "" || name == column) {
					return []int{i, i + n}, name
				}
			}
		}
	}
	return nil, ""
}

// replaceAfter puts a phrase in the place of the one that begins with the same preposition: "in 2020?", "by score".
func (f *fusion) replaceAfter() phrase {
	first := f.core[0].low
	if first == "in" && len(f.core) > 1 && f.core[1].low == "addition" || !prepositions[first] {
		return nil
	}
	at := f.old.last(func(w string) bool { return w == first })
	if at < 0 {
		return nil
	}
	return f.old.splice(at, f.old.phraseEnd(at), f.core)
}

// phraseEnd is where the phrase that begins with a preposition at i ends.
func (p phrase) phraseEnd(i int) int {
	end := i + 1
	for end < len(p) && !prepositions[p[end].low] && !clauses[p[end].low] && !verbs[p[end].low] && p[end].low != "and" && p[end].low != "," {
		end++
	}
	return end
}

// replaceFocus puts a short noun group in the place of what the question before names last: after "what about".
func (f *fusion) replaceFocus() phrase {
	if !f.led || len(f.core) > 6 || openers[f.core[0].low] && f.core[0].low != "the" {
		return nil
	}
	if prepositions[f.core[0].low] {
		return nil
	}
	at := f.old.last(func(w string) bool { return prepositions[w] || verbs[w] })
	for at == len(f.old)-1 && at > 0 { // "what network did harry neale appear"
		at = f.old[:at].last(func(w string) bool { return prepositions[w] || verbs[w] })
	}
	if at < 0 {
		return nil
	}
	return f.old.splice(at+1, f.old.phraseEnd(at), f.core)
}

// narrow adds what only restricts: "with more than 5 points", "for each stadium".
func (f *fusion) narrow() phrase {
	first := f.core[0].low
	switch {
	case first == "only" && len(f.core) > 1, first == "just" && len(f.core) > 1:
		return slices.Concat(f.old, f.core[1:])
	case prepositions[first], first == "whose", first == "having", first == "sort", first == "sorted", first == "grouped", first == "ordered":
		return slices.Concat(f.old, f.core)
	case (first == "who" || first == "which") && len(f.core) > 1 && verbs[f.core[1].low]:
		return slices.Concat(f.old, phrase{{"and", "and"}}, f.core[1:])
	}
	return nil
}

var (
	taking = wordSet(`remove drop without exclude`)
	adding = wordSet(`also add include`)
	aside  = wordSet(`the a an show with only to also add include and limit condition restriction filter column no longer any more`)
)

// leaveOut takes a phrase out of the question before: "remove after 1975".
func (f *fusion) leaveOut() phrase {
	if !taking[f.core[0].low] {
		return nil
	}
	rest := f.core[1:].without(aside)
	for at := range f.old {
		if len(rest) == 0 || at+len(rest) > len(f.old) || !f.old.at(at, lower(rest)) {
			continue
		}
		from := at
		for from > 0 && (prepositions[f.old[from-1].low] || aside[f.old[from-1].low] || f.old[from-1].low == ",") {
			from--
		}
		return f.old.splice(from, at+len(rest), nil)
	}
	return nil
}

// addItem asks for one thing more: "also show the email" goes before what narrows.
func (f *fusion) addItem() phrase {
	if !adding[f.core[0].low] || f.core.index(1, func(w string) bool { return prepositions[w] || clauses[w] }) >= 0 {
		return nil
	}
	item := f.core.without(aside)
	if len(item) == 0 || len(item) > 5 {
		return nil
	}
	at := f.old.index(2, func(w string) bool { return prepositions[w] || clauses[w] || w == "," })
	if at < 0 {
		at = len(f.old)
	}
	return f.old.splice(at, at, append(phrase{{"and", "and"}}, item...))
}

// without leaves words out.
func (p phrase) without(words map[string]bool) phrase {
	return slices.DeleteFunc(slices.Clone(p), func(t token) bool { return words[t.low] })
}

func lower(p phrase) string { return strings.ToLower(p.String()) }

// becomes are words between a name and its new value.
var becomes = wordSet(`is are changes changed change should be to becomes equals equal`)

// setTo gives a named thing a new value: "when the city is Paris" where the question before said another city.
func (f *fusion) setTo() phrase {
	link := f.core.index(1, func(w string) bool { return becomes[w] })
	if link < 0 || link > 5 {
		return nil
	}
	value := link
	for value < len(f.core) && becomes[f.core[value].low] {
		value++
	}
	name := f.core[link-1].low
	at := f.old.last(func(w string) bool { return w == name })
	if at < 0 || value == len(f.core) || openers[f.core[0].low] && f.core[0].low != "when" && f.core[0].low != "the" {
		return nil
	}
	from := at + 1
	for from < len(f.old) && becomes[f.old[from].low] {
		from++
	}
	return f.old.splice(from, f.old.phraseEnd(from-1), f.core[value:])
}

// inSetting keeps what the question before was restricted to, when the follow-up asks for something else of it: "what is the score?".
func (f *fusion) inSetting() phrase {
	if len(f.core) > 6 || !openers[f.core[0].low] || f.core.index(0, func(w string) bool {
		return prepositions[w] || clauses[w] && w != "which" && w != "who" && w != "where" && w != "when"
	}) >= 0 {
		return nil
	}
	rest := f.restriction()
	if rest == nil {
		return nil
	}
	return slices.Concat(f.core, rest)
}
