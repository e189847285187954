package engine

import (
	"slices"
	"strings"
	"sync"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
)

// This file asks before an answer that is not what was said, for all that can be seen: one that leaves out the query in
// force, a swap that takes nothing away, an addition that shows nothing more. The query stays as it is meanwhile.

// doubted says whether a candidate may only be offered.
func (ed *editor) doubted(u utterance, c *followUp) bool {
	switch {
	case c.mix == kept:
		return false
	case u.swaps() && ed.onlyNarrows(c.query):
		return true
	case u.addsColumn() && !ed.showsMore(c.query):
		return true
	}
	return c.mix == fresh && u.fragment() && !ed.namesTable(u) && ed.throwsAway(c)
}

// saysAnything says that some word of the input means a name, a value, a number or a time here.
func (ed *editor) saysAnything(u utterance) bool {
	return slices.ContainsFunc(ed.tag(u.input), func(it Item) bool { return it.Mention() || it.HasNumber || it.Period != nil || it.Quoted })
}

// patternWords are all words that some pattern of a rule is made of: they ask for an edit, whatever else they may be.
var patternWords = sync.OnceValue(func() map[string]bool {
	out := map[string]bool{}
	for _, r := range rules {
		for _, p := range r.patterns {
			for _, e := range p {
				for _, w := range e.words {
					out[w] = true
				}
			}
		}
	}
	return out
})

// unused are the unknown words of an input that no part of the edit can have come from: no word of a form, no part of a
// value, no name, no text of the statement.
func (ed *editor) unused(unknown []string, sql string) []string {
	sql = strings.ToLower(sql)
	if slices.Contains(ed.operations, "rename") || ed.lost == 0 && slices.Contains(ed.operations, "as asked") {
		return nil
	}
	var out []string
	for _, w := range unknown {
		if ed.inShownName(w) || strings.Contains(sql, w) {
			continue
		}
		if !patternWords()[w] && !generic[w] && !persons[w] && len(ed.index.PartValues(schema.Lemma(w))) == 0 && Unit(w) == "" {
			out = append(out, w)
		}
	}
	return out
}

// inShownName says that a shown column's name holds the word.
func (ed *editor) inShownName(w string) bool {
	return slices.ContainsFunc(ed.block().Items, func(item statement.Item) bool {
		return slices.Contains(lemmasOf(schema.Split(itemName(item))), schema.Lemma(w))
	})
}

// fragment says that the input opens with no question and no order for a list, however long it is.
func (u utterance) fragment() bool {
	s := u.trim(u.lastSentence())
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then" || u.words[s.from] == "or") {
		s.from++
	}
	if s.empty() {
		return false
	}
	first := u.words[s.from]
	about := u.phrase(s.from, "what about", "how about", "what if") > 0
	return about || !whWords[first] && !orderVerbs[first] && !askWords[first] && first != "all"
}

// swaps says that the input puts something in the place of something else: "Norway instead", "no, Germany".
func (u utterance) swaps() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	if s.empty() || u.any(alsoWords) {
		return false
	}
	return u.words[s.to-1] == "instead" || u.words[0] == "no" && len(u.words) > 2 && u.words[1] == ","
}

// addsColumn says that the input asks for something to be shown beside what is there, in words of its own.
func (u utterance) addsColumn() bool {
	return len(u.words) > 2 && (u.words[0] == "add" && (u.has("what") || u.has("had") || u.has("their")) || u.words[0] == "append")
}

// onlyNarrows says that a query is the present one with a further condition, and nothing else.
func (ed *editor) onlyNarrows(q *statement.Query) bool {
	before, after := ed.block(), leftmost(q)
	if q.Set != nil || len(after.Where) <= len(before.Where) || !sameExprs(before.GroupBy, after.GroupBy) || len(before.Items) != len(after.Items) || len(before.Where) == 0 {
		return false
	}
	return !slices.ContainsFunc(before.Where, func(p statement.Expr) bool { return !same(after.Where, p) })
}

// showsMore says that a query shows more columns than the present one.
func (ed *editor) showsMore(q *statement.Query) bool {
	return len(leftmost(q).Items) > len(ed.block().Items)
}

// ask is the question back: what keeps the query comes first, then what was likeliest.
func (e *Refiner) ask(ed *editor, u utterance, list []followUp, best int) error {
	out := &workflow.Ambiguous{Question: "I am not sure what you mean; the query stays as it is."}
	if unknown := ed.unknown(u); len(unknown) > 0 {
		out.Question = "I am not sure what you mean: I do not know what " + strings.Join(unknown, ", ") + " is here; the query stays as it is."
	}
	for i := range list {
		if c := &list[i]; len(out.Readings) < shown && i != best && !ed.losesAny(c) && !unchanged(ed.query, c.query) && !ed.onlyNarrows(c.query) {
			out.Readings = append(out.Readings, e.draft(*c))
		}
	}
	out.Readings = append(out.Readings, e.draft(list[best]))
	return out
}

// writing are verbs that change data.
var writing = wordSet("delete", "update", "insert", "truncate", "erase", "purge", "wipe", "create", "alter")

// writes says that the input asks for data to be changed: a verb of writing before rows of a table. A column, a filter or
// an order may go by the same verb.
func (ed *editor) writes(u utterance) bool {
	s := u.trim(stretch{0, len(u.tokens)})
	if s.to-s.from < 2 || !writing[u.words[s.from]] {
		return false
	}
	rest := u.text(stretch{s.from + 1, s.to})
	if u.any(partsOfQuery) {
		return false
	}
	t, ok := ed.targets(rest)
	if ok && len(t) > 0 && t[0].entity == nil {
		return false // a column of the query
	}
	_, shown := ed.shownAs(rest)
	return !shown && (ed.namesTable(u) || u.any(rowWords, theyWords, thoseWords))
}

var (
	partsOfQuery = wordSet("column", "columns", "filter", "filters", "condition", "conditions", "sort", "sorting", "order", "ordering", "limit", "group", "groups", "grouping", "threshold")
	rowWords     = wordSet("row", "rows", "record", "records", "everything", "table")
)

// onlyReads answers an input that asks for data to be changed: with what can be shown of them instead.
func onlyReads(u utterance) error {
	s := u.trim(stretch{0, len(u.tokens)})
	return &workflow.NotUnderstood{
		Words:       []string{u.words[s.from]},
		Suggestions: []string{"show " + u.text(stretch{s.from + 1, s.to})},
		Notes:       []string{"parley only reads: it changes nothing in the database"},
	}
}
