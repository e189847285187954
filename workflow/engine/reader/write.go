package reader

import (
	"slices"
	"strings"
	"time"

	"parley/workflow"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
)

// This file knows inputs that ask for data to be changed. They are answered that parley only reads, with what can be shown of
// them instead: as a question and as a follow-up. A column, a filter or an order of the query in force may go by the same
// verbs: "drop the limit", "delete that column".

// writesAlone says that a question of its own asks for data to be changed.
func (e *Engine) writesAlone(u tag.Utterance) bool {
	verb, rest, ok := Verb(u)
	switch {
	case !ok:
		return false
	case english.DestroyVerbs[verb]:
		return true
	case english.RemoveVerbs[verb]:
		return e.namesTable(u) || u.Any(english.Stores)
	case english.CreateVerbs[verb]:
		return NewRow(u, rest) && (e.namesTable(u) || slices.Contains(u.Words, "new"))
	case english.ChangeVerbs[verb]:
		return slices.Contains(u.Words[rest.From:rest.To], "to") && !u.Any(english.PartsOfQuery)
	}
	return false
}

// Verb is the first word behind courtesies, and what follows it.
func Verb(u tag.Utterance) (verb string, rest tag.Stretch, ok bool) {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for !s.Empty() {
		n := grammar.Remark(u.Tokens[s.From:s.To])
		if n == 0 && (english.Openers[u.Words[s.From]] || english.Courtesy[u.Words[s.From]] || english.AsksFor[u.Words[s.From]]) {
			n = 1
		}
		if n == 0 {
			break
		}
		s.From += n
	}
	if s.To-s.From < 2 || english.FiguresOf[u.Words[s.From+1]] {
		return "", s, false
	}
	return u.Words[s.From], tag.Stretch{From: s.From + 1, To: s.To}, true
}

// FromStore says that what is taken away are tables, or lies in a store: "from the database", "drop table orders", "all my
// tables". A table is no store where it is the one on screen: "from the table".
func FromStore(u tag.Utterance, rest tag.Stretch) bool {
	words := u.Words[rest.From:rest.To]
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

// OfScreen says that the verb is done to what is on screen: "update this list".
func OfScreen(u tag.Utterance, rest tag.Stretch) bool {
	words := u.Words[rest.From:rest.To]
	return len(words) > 1 && (english.ThoseWords[words[0]] || words[0] == "this" || words[0] == "that" || words[0] == "the" || words[0] == "my") && english.MadeOfData[words[1]]
}

// NewRow says that a row is to be made: "a new customer", "a customer called Bob".
func NewRow(u tag.Utterance, rest tag.Stretch) bool {
	words := u.Words[rest.From:rest.To]
	if !slices.Contains([]string{"a", "an", "another", "new"}, words[0]) || u.Any(english.MadeOfData) {
		return false
	}
	return words[0] == "new" || len(words) > 1 && words[1] == "new" || slices.ContainsFunc(words, func(w string) bool { return w == "called" || w == "named" || w == "into" })
}

// namesTable says that the words name a table plainly.
func (e *Engine) namesTable(u tag.Utterance) bool {
	own, _, _ := tag.TablesSaid(e.Tagger.Tag(u.Input, time.Time{}), nil)
	return own > 0
}

// OnlyReads answers an input that asks for data to be changed: with what can be shown of them instead, or of the tables where it
// speaks of all that there is.
func (e *Engine) OnlyReads(u tag.Utterance) error {
	_, rest, _ := Verb(u)
	out := &workflow.NotUnderstood{Refusal: "parley only reads: it changes nothing in the database."}
	items := e.Tagger.Tag(u.Input, time.Time{})
	if own, _, _ := tag.TablesSaid(items, nil); own == 0 || u.Any(english.Stores) {
		out.Suggestions = e.Suggest(items)
		return out
	}
	shown := strings.Fields(u.Text(rest))
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
	if len(words) > 0 && tag.Functional(strings.ToLower(words[0])) {
		words = words[1:]
	}
	return len(words) == 0 || e.namesTable(tag.Utter(words[0]))
}
