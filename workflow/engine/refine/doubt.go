package refine

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// This file asks before an answer that is not what was said, for all that can be seen: one that leaves out the query in
// force, a swap that takes nothing away, an addition that shows nothing more. The query stays as it is meanwhile.

// doubted says whether a candidate may only be offered.
func doubted(ed *edit.Editor, u tag.Utterance, c *pointer.Rival) bool {
	switch {
	case c.Mix == clause.Kept:
		return false
	case swaps(u) && onlyNarrows(ed, c.Query) && len(ed.Block().Where) == 1: // of several, nobody says which one goes
		return true
	case addsColumn(u) && !showsMore(ed, c.Query) && !shownAlready(c):
		return true
	case c.Mix != clause.Edited && (narrowsOnly(u) || turns(u) || sorts(u)) && losesShown(ed, c):
		return true
	}
	if c.Mix != clause.Edited && sorts(u) && ordersByReference(ed, c.Query) {
		return true
	}
	if c.Mix == clause.Fresh && ofThose(u) && throwsAway(ed, c) || periodTwice(ed, c) {
		return true
	}
	if viewsAnew(ed, c) && !losesFilters(ed, c) {
		return false
	}
	return c.Mix == clause.Fresh && fragment(u) && (ties(u) && leavesTables(ed, c) || (!clause.NamesTable(ed, u) || ties(u)) && throwsAway(ed, c))
}

// shownAlready says that a candidate says of all that was to be added that it is on screen.
func shownAlready(c *pointer.Rival) bool {
	return c.Mix == clause.Edited && c.Editor != nil && slices.Equal(c.Editor.Operations, []string{clause.OneBeside}) && len(c.Editor.Notes) > 0
}

// leavesTables says that a candidate reads none of the tables in force: "by status" of payments, which have none, is not that of users.
func leavesTables(ed *edit.Editor, c *pointer.Rival) bool {
	there := ed.Scope().Tables()
	return !slices.ContainsFunc(edit.View{Index: ed.Index, Query: edit.Leftmost(c.Query)}.Tables(), func(t *schema.Table) bool { return slices.Contains(there, t) })
}

// periodTwice says that a date which rows are joined by, kept or not, was compared with once more: the rows of the new period are not
// among those that are joined.
func periodTwice(ed *edit.Editor, c *pointer.Rival) bool {
	s := edit.View{Index: ed.Index, Query: c.Query}
	dates := map[*schema.Column]bool{}
	for _, src := range c.Query.From {
		if src.Join != statement.JoinLeft {
			continue
		}
		for _, x := range src.On.Columns() {
			if of := s.Column(x); of != nil && of.Role == schema.Moment {
				dates[of] = true
			}
		}
	}
	return len(dates) > 0 && slices.ContainsFunc(c.Query.Where, func(p statement.Expr) bool {
		return !edit.Same(ed.Query.Where, p) && slices.ContainsFunc(p.Columns(), func(x statement.Expr) bool { return dates[s.Column(x)] })
	})
}

// viewsAnew says that figures by something are asked of the tables in force in place of other figures by something else: "average price
// per class" after "flights per origin".
func viewsAnew(ed *edit.Editor, c *pointer.Rival) bool {
	if c.Mix != clause.Fresh && c.Mix != clause.Filtered || c.Query.Set != nil || ed.Query.Set != nil || len(ed.Block().GroupBy) == 0 || len(c.Query.GroupBy) == 0 || len(edit.Measures(c.Query)) == 0 {
		return false
	}
	shown := slices.ContainsFunc(c.Query.GroupBy, func(key statement.Expr) bool { return c.Query.ItemOf(key) >= 0 })
	there := ed.Scope().Tables()
	elsewhere := slices.ContainsFunc(edit.View{Index: ed.Index, Query: c.Query}.Tables(), func(t *schema.Table) bool { return !slices.Contains(there, t) })
	return shown && !elsewhere
}

// otherView is a reading that keeps more of the filters in force where the best one views the rows anew and leaves them out, and nobody let
// them go.
func otherView(ed *edit.Editor, u tag.Utterance, list []pointer.Rival, best int) int {
	if !fragment(u) && clause.NamesTable(ed, u) || !viewsAnew(ed, &list[best]) {
		return best
	}
	least, found := filtersLost(ed, &list[best]), best
	for i, c := range list {
		keeps := c.Mix == clause.Filtered || c.Mix == clause.Narrowed || c.Mix == clause.Asked
		if lost := filtersLost(ed, &c); keeps && c.Fresh == list[best].Fresh && lost < least && list[best].Score-c.Score < viewGap && !doubted(ed, u, &c) {
			least, found = lost, i
		}
	}
	return found
}

// viewGap is how far behind a reading that keeps the filters may be.
const viewGap = 2.0

// ordersByReference says that a query goes in the order of a key of something else, which says nothing of how large or long anything is.
func ordersByReference(ed *edit.Editor, q *statement.Query) bool {
	if len(q.OrderBy) == 0 || q.Set != nil {
		return false
	}
	s := edit.View{Index: ed.Index, Query: edit.Leftmost(q)}
	_, x := s.Innermost(q.OrderBy[0].Expr)
	c := s.Column(x)
	return c != nil && c.Role == schema.Reference
}

// ofThose says that the input asks of the rows in force, in so many words: "how many of them".
func ofThose(u tag.Utterance) bool {
	for i := range u.Words {
		if u.Phrase(i, "of them", "of those", "of these") > 0 {
			return true
		}
	}
	return false
}

// saysAnything says that some word of the input means a name, a value, a number or a time here.
func saysAnything(ed *edit.Editor, u tag.Utterance) bool {
	return slices.ContainsFunc(ed.Tag(u.Input), func(it tag.Item) bool { return it.Mention() || it.HasNumber || it.Period != nil || it.Quoted })
}

// unused are the unknown words of an input that no part of the edit can have come from: no word of a form, no part of a
// value, no name, no text of the statement.
func unused(ed *edit.Editor, unknown []string, sql string) []string {
	sql = strings.ToLower(sql)
	if slices.Contains(ed.Operations, "rename") || ed.Lost == 0 && slices.Contains(ed.Operations, "as asked") {
		return nil
	}
	var out []string
	for _, w := range unknown {
		if slices.Contains(ed.Taken, w) || inShownName(ed, w) || stands(ed, w, sql) || strings.Contains(sql, w) || len(w) > 4 && strings.Contains(sql, schema.Stem(w)) || saidOfCode(w, sql) {
			continue
		}
		if !tag.RuleWords[w] && !english.GenericNouns[w] && !english.Persons[w] && len(ed.Index.PartValues(schema.Lemma(w))) == 0 && tag.Unit(w) == "" {
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
func inShownName(ed *edit.Editor, w string) bool {
	return slices.ContainsFunc(ed.Block().Items, func(item statement.Item) bool {
		return slices.ContainsFunc(schema.Split(edit.ItemName(item)), func(part string) bool { return schema.Stem(strings.ToLower(part)) == schema.Stem(w) })
	})
}

// stands says that a word is a name that a person taught, and that the statement has all columns of what it stands for.
func stands(ed *edit.Editor, w, sql string) bool {
	has := func(m *schema.Metric) bool {
		return m != nil && len(m.Expression.Columns()) > 0 && !slices.ContainsFunc(m.Expression.Columns(), func(c statement.Expr) bool {
			_, name, _ := c.AsColumn()
			return !strings.Contains(sql, strings.ToLower(name))
		})
	}
	return slices.ContainsFunc(ed.Index.Phrases([]string{w}), func(m schema.Match) bool { return m.Exact() && m.Column != nil && has(m.Column.Metric) }) ||
		slices.ContainsFunc(ed.Index.Values(w), func(m schema.ValueMatch) bool { return has(m.Column.Condition) })
}

// fragment says that the input opens with no question and no order for a list, however long it is.
func fragment(u tag.Utterance) bool {
	s := u.Trim(clause.LastSentence(u))
	s = u.Behind(s, "and", "but", "then", "or")
	if s.Empty() {
		return false
	}
	first := u.Words[s.From]
	about := u.Phrase(s.From, "what about", "how about", "what if") > 0
	return about || !english.WhWords[first] && !english.OrderVerbs[first] && !english.AskWords[first] && first != "all"
}

// swaps says that the input puts something in the place of something else: "Norway instead", "no, Germany".
func swaps(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	if s.Empty() || u.Any(english.AlsoWords) {
		return false
	}
	return u.Words[s.To-1] == "instead" || u.Words[0] == "no" && len(u.Words) > 2 && u.Words[1] == ","
}

// addsColumn says that the input asks for something to be shown beside what is there, in words of its own.
func addsColumn(u tag.Utterance) bool {
	return len(u.Words) > 2 && (u.Words[0] == "add" && (u.Has("what") || u.Has("had") || u.Has("their")) || u.Words[0] == "append")
}

// onlyNarrows says that a query is the present one with a further condition, and nothing else.
func onlyNarrows(ed *edit.Editor, q *statement.Query) bool {
	before, after := ed.Block(), edit.Leftmost(q)
	if q.Set != nil || len(after.Where) <= len(before.Where) || !edit.SameExprs(before.GroupBy, after.GroupBy) || len(before.Items) != len(after.Items) || len(before.Where) == 0 {
		return false
	}
	return !slices.ContainsFunc(before.Where, func(p statement.Expr) bool { return !edit.Same(after.Where, p) })
}

// showsMore says that a query shows more columns than the present one.
func showsMore(ed *edit.Editor, q *statement.Query) bool {
	return len(edit.Leftmost(q).Items) > len(ed.Block().Items)
}

// ask is the question back: what keeps the query comes first, then what was likeliest. In a database in use a reading that drops the
// query is hardly ever what was meant: without one that keeps it there is nothing to choose from.
func (e *Refiner) ask(ed *edit.Editor, u tag.Utterance, list []pointer.Rival, best int) error {
	out := &workflow.Ambiguous{Question: "I am not sure what you mean; the query stays as it is."}
	if unknown := pointer.Unknown(ed, u); len(unknown) > 0 {
		out.Question = "I am not sure what you mean: I do not know what " + strings.Join(unknown, ", ") + " is here; the query stays as it is."
	}
	for i := range list {
		if len(out.Readings) < reader.Shown && i != best && keeps(ed, &list[i]) {
			out.Readings = append(out.Readings, e.draft(list[i]))
		}
	}
	if e.engine.Index.InUse() && len(out.Readings) == 0 {
		return &workflow.NotUnderstood{Absent: out.Question}
	}
	out.Readings = append(out.Readings, e.draft(list[best]))
	return out
}

// onlyChoice says that there is nothing to ask: all that would be offered is the likeliest candidate, each of its rows or each once, which leaves
// nothing of the query in force out; or it shows what a mere column's name asks for, of the rows in force.
func onlyChoice(ed *edit.Editor, u tag.Utterance, list []pointer.Rival, best int) bool {
	if list[best].Mix != clause.Fresh && u.Has("about") && !losesFilters(ed, &list[best]) && namesColumnAlone(ed, u) {
		return true
	}
	likeliest := eachRow(ed, &list[best])
	other := slices.ContainsFunc(list, func(c pointer.Rival) bool { return eachRow(ed, &c) != likeliest && keeps(ed, &c) })
	return !other && list[best].Mix != clause.Fresh && keeps(ed, &list[best])
}

// eachRow is the SQL of a candidate with its rows as they are, those that are alike as well.
func eachRow(ed *edit.Editor, c *pointer.Rival) string {
	q := c.Query.Clone()
	q.Distinct = false
	s, err := q.Build(ed.Dialect)
	if err != nil {
		return c.Statement.SQL()
	}
	return s.SQL()
}

// keeps says that a candidate does something to the query in force, leaves nothing of it out, and does not only narrow it.
func keeps(ed *edit.Editor, c *pointer.Rival) bool {
	return !losesAny(ed, c) && !pointer.Unchanged(ed.Query, c.Query) && !onlyNarrows(ed, c.Query)
}

// keeping is the place of the likeliest candidate that keeps the query in force where the likeliest one of all is doubted, since it leaves
// something of it out.
func keeping(ed *edit.Editor, u tag.Utterance, list []pointer.Rival, best int) int {
	for i := range list {
		if i != best && keeps(ed, &list[i]) && !doubted(ed, u, &list[i]) {
			return i
		}
	}
	return best
}

// ties says that the input begins like a fragment of a query, not like a question of its own.
func ties(u tag.Utterance) bool {
	s := u.Trim(clause.LastSentence(u))
	return !s.Empty() && english.Tying[u.Words[s.From]]
}

// namesColumnAlone says that an input names a column of the rows in force, and nothing by which to narrow them: "what about its city?".
func namesColumnAlone(ed *edit.Editor, u tag.Utterance) bool {
	there := ed.Scope().Tables()
	named := false
	for _, it := range ed.Tag(u.Input) {
		if len(it.Values) > 0 || it.HasNumber || it.Period != nil || it.Quoted {
			return false
		}
		c, score := it.BestColumn(there...)
		named = named || c != nil && score >= tag.StrongName && slices.Contains(there, c.Table)
	}
	return named
}

// narrowsOnly says that the input says which rows are meant, and nothing else: what is shown of them stays.
func narrowsOnly(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for _, p := range clause.Narrowing {
		if _, ok := p.Match(u.Words, s); ok && !swaps(u) && !u.Any(english.OrderVerbs) {
			return true
		}
	}
	return false
}
