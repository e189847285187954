package engine

import (
	"slices"
	"strings"
	"time"

	"parley/workflow"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
)

// This file knows inputs that ask for data to be changed. They are answered that parley only reads, with what can be shown of
// them instead: as a question and as a follow-up. A column, a filter or an order of the query in force may go by the same
// verbs: "drop the limit", "delete that column".

// writesAlone says that a question of its own asks for data to be changed.
func (e *Engine) writesAlone(u utterance) bool {
	verb, rest, ok := u.verb()
	switch {
	case !ok:
		return false
	case english.Destroying[verb]:
		return true
	case english.TakingAway[verb]:
		return e.namesTable(u) || u.any(english.Stores)
	case english.Making[verb]:
		return u.newRow(rest) && (e.namesTable(u) || slices.Contains(u.words, "new"))
	case english.Setting[verb]:
		return slices.Contains(u.words[rest.from:rest.to], "to") && !u.any(english.PartsOfQuery)
	}
	return false
}

// verb is the first word behind courtesies, and what follows it.
func (u utterance) verb() (verb string, rest stretch, ok bool) {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() {
		n := grammar.Remark(u.tokens[s.from:s.to])
		if n == 0 && (english.Opener[u.words[s.from]] || english.Courtesy[u.words[s.from]] || english.AsksFor[u.words[s.from]]) {
			n = 1
		}
		if n == 0 {
			break
		}
		s.from += n
	}
	if s.to-s.from < 2 || english.FiguresOf[u.words[s.from+1]] {
		return "", s, false
	}
	return u.words[s.from], stretch{s.from + 1, s.to}, true
}

// fromStore says that what is taken away are tables, or lies in a store: "from the database", "drop table orders", "all my
// tables". A table is no store where it is the one on screen: "from the table".
func (u utterance) fromStore(rest stretch) bool {
	words := u.words[rest.from:rest.to]
	for i, w := range words {
		switch {
		case w == "tables", w == "table" && (i == 0 || i == 1 && words[0] == "the"):
			return true
		case english.Stores[w] && w != "table" && slices.Contains(words[:i], "from"):
			return true
		}
	}
	return false
}

// ofScreen says that the verb is done to what is on screen: "update this list".
func (u utterance) ofScreen(rest stretch) bool {
	words := u.words[rest.from:rest.to]
	return len(words) > 1 && (english.ThoseWords[words[0]] || words[0] == "this" || words[0] == "that" || words[0] == "the" || words[0] == "my") && english.Made[words[1]]
}

// newRow says that a row is to be made: "a new customer", "a customer called Bob".
func (u utterance) newRow(rest stretch) bool {
	words := u.words[rest.from:rest.to]
	if !slices.Contains([]string{"a", "an", "another", "new"}, words[0]) || u.any(english.Made) {
		return false
	}
	return words[0] == "new" || len(words) > 1 && words[1] == "new" || slices.ContainsFunc(words, func(w string) bool { return w == "called" || w == "named" || w == "into" })
}

// namesTable says that the words name a table plainly.
func (e *Engine) namesTable(u utterance) bool {
	own, _, _ := tablesSaid(e.tagger.Tag(u.input, time.Time{}), nil)
	return own > 0
}

// onlyReads answers an input that asks for data to be changed: with what can be shown of them instead, or of the tables where it
// speaks of all that there is.
func (e *Engine) onlyReads(u utterance) error {
	_, rest, _ := u.verb()
	out := &workflow.NotUnderstood{Refusal: "parley only reads: it changes nothing in the database."}
	items := e.tagger.Tag(u.input, time.Time{})
	if own, _, _ := tablesSaid(items, nil); own == 0 || u.any(english.Stores) {
		out.Suggestions = e.suggest(items)
		return out
	}
	shown := strings.Fields(u.text(rest))
	for i, w := range shown {
		from := strings.EqualFold(w, "from")
		if from && e.firstNamed(shown[i+1:]) || strings.EqualFold(w, "into") || strings.EqualFold(w, "to") {
			shown = shown[:i]
			break
		}
	}
	out.Suggestions = []string{"show " + strings.Join(shown, " ")}
	return out
}

// firstNamed says that the words begin with a table: "the orders table", where what else is from somewhere is a value ("from Kenya").
func (e *Engine) firstNamed(words []string) bool {
	if len(words) > 0 && functional(strings.ToLower(words[0])) {
		words = words[1:]
	}
	return len(words) == 0 || e.namesTable(utter(words[0]))
}
