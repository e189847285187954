package engine

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// This file asks before an answer that is not what was said, for all that can be seen: one that leaves out the query in
// force, a swap that takes nothing away, an addition that shows nothing more. The query stays as it is meanwhile.

// doubted says whether a candidate may only be offered.
func (ed *editor) doubted(u utterance, c *rival) bool {
	switch {
	case c.mix == kept:
		return false
	case u.swaps() && ed.onlyNarrows(c.query) && len(ed.block().Where) == 1: // of several, nobody says which one goes
		return true
	case u.addsColumn() && !ed.showsMore(c.query):
		return true
	case c.mix != edited && (u.narrowsOnly() || u.turns() || u.sorts()) && ed.losesShown(c):
		return true
	}
	if c.mix != edited && u.sorts() && ed.ordersByReference(c.query) {
		return true
	}
	if c.mix == fresh && u.ofThose() && ed.throwsAway(c) || ed.periodTwice(c) {
		return true
	}
	if ed.viewsAnew(c) && !ed.losesFilters(c) {
		return false
	}
	return c.mix == fresh && u.fragment() && (!ed.namesTable(u) || u.ties()) && ed.throwsAway(c)
}

// periodTwice says that a date which rows are joined by, kept or not, was compared with once more: the rows of the new period are not
// among those that are joined.
func (ed *editor) periodTwice(c *rival) bool {
	s := view{ed.index, c.query}
	dates := map[*schema.Column]bool{}
	for _, src := range c.query.From {
		if src.Join != statement.JoinLeft {
			continue
		}
		for _, x := range src.On.Columns() {
			if of := s.column(x); of != nil && of.Role == schema.Moment {
				dates[of] = true
			}
		}
	}
	return len(dates) > 0 && slices.ContainsFunc(c.query.Where, func(p statement.Expr) bool {
		return !same(ed.query.Where, p) && slices.ContainsFunc(p.Columns(), func(x statement.Expr) bool { return dates[s.column(x)] })
	})
}

// viewsAnew says that figures by something are asked of the tables in force in place of other figures by something else: "average price
// per class" after "flights per origin".
func (ed *editor) viewsAnew(c *rival) bool {
	if c.mix != fresh && c.mix != filtered || c.query.Set != nil || ed.query.Set != nil || len(ed.block().GroupBy) == 0 || len(c.query.GroupBy) == 0 || len(measures(c.query)) == 0 {
		return false
	}
	shown := slices.ContainsFunc(c.query.GroupBy, func(key statement.Expr) bool { return c.query.ItemOf(key) >= 0 })
	there := ed.scope().tables()
	elsewhere := slices.ContainsFunc(view{ed.index, c.query}.tables(), func(t *schema.Table) bool { return !slices.Contains(there, t) })
	return shown && !elsewhere
}

// otherView is a reading that keeps more of the filters in force where the best one views the rows anew and leaves them out, and nobody let
// them go.
func (ed *editor) otherView(u utterance, list []rival, best int) int {
	if !u.fragment() && ed.namesTable(u) || !ed.viewsAnew(&list[best]) {
		return best
	}
	least, found := ed.filtersLost(&list[best]), best
	for i, c := range list {
		keeps := c.mix == filtered || c.mix == narrowed || c.mix == asked
		if lost := ed.filtersLost(&c); keeps && c.fresh == list[best].fresh && lost < least && list[best].score-c.score < viewGap && !ed.doubted(u, &c) {
			least, found = lost, i
		}
	}
	return found
}

// viewGap is how far behind a reading that keeps the filters may be.
const viewGap = 2.0

// ordersByReference says that a query goes in the order of a key of something else, which says nothing of how large or long anything is.
func (ed *editor) ordersByReference(q *statement.Query) bool {
	if len(q.OrderBy) == 0 || q.Set != nil {
		return false
	}
	s := view{ed.index, leftmost(q)}
	_, x := s.innermost(q.OrderBy[0].Expr)
	c := s.column(x)
	return c != nil && c.Role == schema.Reference
}

// ofThose says that the input asks of the rows in force, in so many words: "how many of them".
func (u utterance) ofThose() bool {
	for i := range u.words {
		if u.phrase(i, "of them", "of those", "of these") > 0 {
			return true
		}
	}
	return false
}

// saysAnything says that some word of the input means a name, a value, a number or a time here.
func (ed *editor) saysAnything(u utterance) bool {
	return slices.ContainsFunc(ed.tag(u.input), func(it Item) bool { return it.Mention() || it.HasNumber || it.Period != nil || it.Quoted })
}

// unused are the unknown words of an input that no part of the edit can have come from: no word of a form, no part of a
// value, no name, no text of the statement.
func (ed *editor) unused(unknown []string, sql string) []string {
	sql = strings.ToLower(sql)
	if slices.Contains(ed.operations, "rename") || ed.lost == 0 && slices.Contains(ed.operations, "as asked") {
		return nil
	}
	var out []string
	for _, w := range unknown {
		if slices.Contains(ed.taken, w) || ed.inShownName(w) || ed.stands(w, sql) || strings.Contains(sql, w) || len(w) > 4 && strings.Contains(sql, schema.Stem(w)) || saidOfCode(w, sql) {
			continue
		}
		if !ruleWords[w] && !english.Generic[w] && !english.Persons[w] && len(ed.index.PartValues(schema.Lemma(w))) == 0 && Unit(w) == "" {
			out = append(out, w)
		}
	}
	return out
}

// codeTexts finds texts of a statement in lower case that may be words cut short.
var codeTexts = regexp.MustCompile(`'([a-z]{3,6})'`)

// saidOfCode says that a statement compares with a text that is short for a word: canc of "cancelled".
func saidOfCode(w, sql string) bool {
	return slices.ContainsFunc(codeTexts.FindAllStringSubmatch(sql, -1), func(m []string) bool { return shorthand.Abbreviates(m[1], w) })
}

// inShownName says that a shown column's name holds the word, in any form.
func (ed *editor) inShownName(w string) bool {
	return slices.ContainsFunc(ed.block().Items, func(item statement.Item) bool {
		return slices.ContainsFunc(schema.Split(itemName(item)), func(part string) bool { return schema.Stem(strings.ToLower(part)) == schema.Stem(w) })
	})
}

// stands says that a word is a name that a person taught, and that the statement has all columns of what it stands for.
func (ed *editor) stands(w, sql string) bool {
	has := func(m *schema.Metric) bool {
		return m != nil && len(m.Expression.Columns()) > 0 && !slices.ContainsFunc(m.Expression.Columns(), func(c statement.Expr) bool {
			_, name, _ := c.AsColumn()
			return !strings.Contains(sql, strings.ToLower(name))
		})
	}
	return slices.ContainsFunc(ed.index.Phrases([]string{w}), func(m schema.Match) bool { return m.Exact() && m.Column != nil && has(m.Column.Metric) }) ||
		slices.ContainsFunc(ed.index.Values(w), func(m schema.ValueMatch) bool { return has(m.Column.Condition) })
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
	return about || !english.WhWords[first] && !english.OrderVerbs[first] && !english.AskWords[first] && first != "all"
}

// swaps says that the input puts something in the place of something else: "Norway instead", "no, Germany".
func (u utterance) swaps() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	if s.empty() || u.any(english.AlsoWords) {
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
func (e *Refiner) ask(ed *editor, u utterance, list []rival, best int) error {
	out := &workflow.Ambiguous{Question: "I am not sure what you mean; the query stays as it is."}
	if unknown := ed.unknown(u); len(unknown) > 0 {
		out.Question = "I am not sure what you mean: I do not know what " + strings.Join(unknown, ", ") + " is here; the query stays as it is."
	}
	for i := range list {
		if len(out.Readings) < shown && i != best && ed.keeps(&list[i]) {
			out.Readings = append(out.Readings, e.draft(list[i]))
		}
	}
	out.Readings = append(out.Readings, e.draft(list[best]))
	return out
}

// keeps says that a candidate does something to the query in force, leaves nothing of it out, and does not only narrow it.
func (ed *editor) keeps(c *rival) bool {
	return !ed.losesAny(c) && !unchanged(ed.query, c.query) && !ed.onlyNarrows(c.query)
}

// aboutShown is the place of the candidate that "what about the flight numbers?" means where the likeliest one leaves out the
// conditions in force: the first that shows something else of the rows that they leave.
func (ed *editor) aboutShown(u utterance, list []rival, best int) int {
	s := u.trim(u.lastSentence())
	present := ed.block()
	if s.empty() || u.phrase(s.from, "what about", "how about") == 0 || len(present.Where) == 0 {
		return best
	}
	for i := range list {
		if i == best || !ed.keeps(&list[i]) {
			continue
		}
		if sameItems(view{ed.index, present}, view{ed.index, leftmost(list[i].query)}) {
			break
		}
		return i
	}
	return best
}

// ties says that the input begins like a fragment of a query, not like a question of its own.
func (u utterance) ties() bool {
	s := u.trim(u.lastSentence())
	return !s.empty() && english.Tying[u.words[s.from]]
}

// narrowsOnly says that the input says which rows are meant, and nothing else: what is shown of them stays.
func (u utterance) narrowsOnly() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	for _, p := range narrowing {
		if _, ok := p.match(u.words, s); ok && !u.swaps() && !u.any(english.OrderVerbs) {
			return true
		}
	}
	return false
}
