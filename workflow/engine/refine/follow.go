package refine

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/rule"
	"parley/workflow/engine/tag"
	"parley/workflow/schema/wordlist"
)

const (
	// readingsMixed is how many fresh readings are mixed, and readingGap how far behind the best they may be.
	readingsMixed = 6
	readingGap    = 4.0
)

// followUps are the next queries that feedback may mean.
func (e *Refiner) followUps(ctx context.Context, ed *edit.Editor, question string) []pointer.Rival {
	u := tag.Utter(question)
	if clause.Agrees(u) || asksAgain(ed, u) {
		return e.keep(ed)
	}
	out := e.edits(ed, u)
	if len(out) > 0 && clause.SeenOnly(ed, out[0].Editor.Operations) {
		return out
	}
	if len(out) > 0 && (pointer.Widens(u) && slices.Equal(out[0].Editor.Operations, []string{"include"}) || asksOthers(u, out[0].Editor.Operations)) {
		return out
	}
	pointed, sure, placed := e.pointedAt(ctx, ed, u, len(out) > 0 && out[0].Sure)
	switch {
	case pointed != nil && pointed.Part && u.Has("many") && !ed.Query.Limit.IsZero():
		return []pointer.Rival{*pointed}
	case pointed != nil && pointed.Firm && !(sure && pointer.BehindFirst(out)):
		return []pointer.Rival{*pointed}
	case sure && (pointer.PointedFirst(out) && !(pointed != nil && leavesWords(&out[0])) || pointer.ShownBeside(ed, out, pointed)):
		return out
	case sure && pointed != nil:
		return []pointer.Rival{*pointed}
	case placed && !pointer.ReadsPlace(ed, out):
		return nil
	}
	if asked := e.asAsked(ctx, ed, u, len(out) > 0 && out[0].Sure); asked != nil {
		return append([]pointer.Rival{*asked}, out...)
	}
	if len(out) > 0 && out[0].Sure {
		return out
	}
	if pointed != nil {
		return []pointer.Rival{*pointed}
	}
	c := collector{refiner: e, ed: ed, list: out, narrows: narrows(u)}
	text := standing(u)
	c.text = text
	if compared, ok := pointer.Pointing(ed, text); ok {
		c.text, c.value = compared, true
	}
	c.mixes()
	c.called(u)
	c.describe(u)
	return c.list
}

// asksAgain says that an input asks for the rows in force once more, by what they are called: "those products again".
func asksAgain(ed *edit.Editor, u tag.Utterance) bool {
	called := slices.DeleteFunc(slices.Clone(u.Words), func(w string) bool { return english.RepeatWords[w] || english.Courtesy[w] })
	return u.Has("again") && len(called) > 0 && pointer.CallsRows(ed, strings.Join(called, " "))
}

// asksOthers says that an input asks, in the words for it, for others that have something in common with a row: it points at that row itself.
func asksOthers(u tag.Utterance, operations []string) bool {
	return u.Any(english.OtherWords, english.AlikeWords) && len(operations) == 1 && (operations[0] == "similar" || operations[0] == "graded")
}

// leavesWords says that the rules had no part for a word, where a reading of what points has one for each.
func leavesWords(f *pointer.Rival) bool {
	s, err := f.Query.Build(f.Editor.Dialect)
	return err == nil && len(unused(f.Editor, f.Words, s.SQL())) > 0
}

// keep is the present query, when nothing but agreement was said.
func (e *Refiner) keep(ed *edit.Editor) []pointer.Rival {
	ed.Note("the query stays as it is")
	return []pointer.Rival{{Query: ed.Query, Mix: clause.Kept, Reading: -1, Editor: ed}}
}

// collector gathers the mixes of one follow-up.
type collector struct {
	refiner *Refiner
	ed      *edit.Editor
	list    []pointer.Rival
	// text is what is read afresh; value says that its sentinel number stands for the present query's value.
	text  string
	value bool
	// narrows says that the input begins by narrowing what is there.
	narrows bool
}

// narrows says that the words keep some of the present rows: "only paid", "just the active ones".
func narrows(u tag.Utterance) bool {
	return len(u.Words) > 1 && (u.Words[0] == "only" || u.Words[0] == "just") && !english.OrderVerbs[u.Words[1]]
}

// mixes adds every mix of the most promising readings with the present query, and with the one inside it when that is
// only counted or aggregated.
func (c *collector) mixes() {
	e := c.refiner
	list, items := e.engine.ReadIn(c.ed.Tagger, c.text, c.ed.Now, edit.TalkedIn(c.ed))
	b := e.engine.Builder(items)
	for k := range list {
		if k >= readingsMixed || list[0].Score-list[k].Score > readingGap {
			break
		}
		query, err := b.Build(list[k].Reading)
		if err != nil || c.value && !c.pointAt(query) {
			continue
		}
		gap := list[0].Score - list[k].Score
		for inner, present := range c.presents() {
			c.mixOne(clause.Mixer{Index: e.Index, Present: present, Reading: query}, pointer.Rival{Reading: k, Fresh: &list[k], Items: items}, gap, inner > 0)
		}
	}
}

// presents are the present query, and the query inside it, or for the row whose largest or smallest value it gives.
func (c *collector) presents() []*statement.Query {
	q := c.ed.Query
	if q.Set == nil && len(q.From) == 1 && q.From[0].Query != nil && len(q.Where) == 0 {
		return []*statement.Query{q, q.From[0].Query}
	}
	if row := clause.ExtremeRow(q); row != nil {
		return []*statement.Query{q, row}
	}
	return []*statement.Query{q}
}

func (c *collector) mixOne(m clause.Mixer, f pointer.Rival, gap float64, inner bool) {
	shape := clause.ShapeOf(m, f.Fresh)
	for kind := clause.Fresh; kind <= clause.Limited; kind++ {
		q := m.Make(kind)
		if q == nil || kind != clause.Fresh && (adds(c.ed.Said) || sorts(c.ed.Said)) && c.ed.AddsMany(m.Present, q) {
			continue
		}
		if c.value && kind != clause.Fresh && clause.SameItems(edit.View{Index: c.ed.Index, Query: edit.Leftmost(m.Present)}, edit.View{Index: c.ed.Index, Query: edit.Leftmost(q)}) && len(edit.Measures(q)) > 0 {
			continue // those that are compared with a figure are asked for, and not the figure
		}
		if kind == clause.Fresh && c.narrows && clause.AsksNothing(f.Fresh) || m.Loses(q) || kind != clause.Fresh && (m.Breaks(q) || c.ed.AddsByHub(m.Present, q)) {
			continue
		}
		if c.ed.PerUnitAmiss(q) || slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return q.Meaning(key).Aggregate() }) {
			continue
		}
		c.sortsAll(m.Present, q)
		if measure.Counting.MatchString(c.text) && addsUpForCount(c.ed, m.Present, q) {
			continue
		}
		made := pointer.Rival{Query: q, Mix: kind, Reading: f.Reading, Fresh: f.Fresh, Items: f.Items, Present: m.Present}
		made.Shape = shape
		if rule.AsksWho(c.ed.Said) && losesFilters(c.ed, &made) {
			continue // who somebody's somebody is narrows nothing
		}
		note(&made.Traits, behind, gap)
		noteWhen(&made.Traits, "of the query inside", inner)
		noteWhen(&made.Traits, "compared with the present value", c.value)
		c.list = append(c.list, made)
	}
}

// sortsAll keeps all rows of what an input puts in order: the "first" of "dearest first" is no one row.
func (c *collector) sortsAll(present, q *statement.Query) {
	words := c.ed.Said.Words
	if s := c.ed.Said.Trim(tag.Stretch{From: 0, To: len(words)}); s.Empty() || words[s.To-1] != "first" || s.To-s.From < 2 || !present.Limit.IsZero() || q.Set != nil || len(q.OrderBy) == 0 {
		return
	}
	if most, _ := clause.LimitOf(q); most == 1 {
		q.ClearLimit()
	}
}

// addsUpForCount says that a query adds up what was to be counted: a number of reviews is no total of their scores.
func addsUpForCount(ed *edit.Editor, present, q *statement.Query) bool {
	s := edit.View{Index: ed.Index, Query: edit.Leftmost(q)}
	return slices.ContainsFunc(s.Query.Items, func(item statement.Item) bool {
		name, args, _, _, ok := item.Expr.AsCall()
		if !ok || !strings.EqualFold(name, "sum") || len(args) != 1 || slices.ContainsFunc(edit.Leftmost(present).Items, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			return false
		}
		c := s.Column(args[0])
		return c != nil && !c.Has("quantity", "qty", "units", "unit", "pieces", "piece", "count", "number", "num", "total")
	})
}

// standing is the input without what only ties it to the turn before: courtesies and "and".
func standing(u tag.Utterance) string {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Behind(s, "and", "but", "then")
	return u.Text(s)
}

// edits is the rival of the rules; none when they do not fit.
func (e *Refiner) edits(ed *edit.Editor, u tag.Utterance) []pointer.Rival {
	work := *ed
	work.Query = ed.Query.Clone()
	if !applyWhole(&work, u) {
		return nil
	}
	if alone, ok := ofTheseRows(ed, u, work.Operations); ok {
		work = *alone
	}
	if slices.Equal(work.Operations, []string{"what about"}) && pointer.NamedAlone(ed, &work) {
		work.Try(func() bool { return pointer.WholeRows(&work) })
	}
	clause.TellMultiplied(&work, ed.Query)
	made := pointer.Rival{Query: work.Query, Mix: clause.Edited, Reading: -1, Editor: &work, Words: pointer.Unknown(ed, u), Present: ed.Query}
	made.Sure = clause.Sure(ed, u, work.Operations)
	if amiss(ed, u, &made) {
		return nil
	}
	return []pointer.Rival{made}
}

// withinRules choose among rows.
var withinRules = wordlist.SetOf("of those", "many of those", "only", "superlative top")

// ofTheseRows reads an input that chooses among the rows in force where these are the first so many of an order: the others have no
// part in it, however few are left. "Which of them are new", after the ten dearest, are at most ten.
func ofTheseRows(ed *edit.Editor, u tag.Utterance, operations []string) (*edit.Editor, bool) {
	if ed.Query.Limit.IsZero() || !(chooses(u) && !slices.ContainsFunc(operations, func(name string) bool { return !withinRules[name] }) || ofOnes(u, operations)) {
		return nil, false
	}
	rows := measure.ShownAsRows(ed)
	x, ok := pointer.KeyHere(ed, rows.Key)
	if !ok {
		return nil, false
	}
	inner, ok := clause.Cell(ed, rows.Key)
	if !ok {
		return nil, false
	}
	work := *ed
	work.Query = ed.Query.Clone()
	work.Query.ClearLimit()
	if work.Block().AddPredicate(statement.InQuery(x, inner)) != nil || !applyWhole(&work, u) {
		return nil, false
	}
	return &work, true
}

// ofOnes says that the input orders the rows in force, which it points at, or keeps some by what they are: "sort these by name", "the
// paid ones".
func ofOnes(u tag.Utterance, operations []string) bool {
	if len(operations) == 0 || slices.ContainsFunc(operations, func(name string) bool { return name != operations[0] }) {
		return false
	}
	switch operations[0] {
	case "order", "alphabetical", "descending", "ascending", "superlative order":
		return u.Has("these") || u.Has("those") || u.Has("them")
	case "only", "present", "missing", "of those":
		s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
		return !s.Empty() && (english.ThoseWords[u.Words[s.From]] || u.Words[s.From] == "the" && (u.Has("ones") || u.Has("one")))
	}
	return false
}

// chooses says that the input speaks of some of the rows in force: "which of them", "any of those", "who among these".
func chooses(u tag.Utterance) bool {
	for i, w := range u.Words[1:] {
		if before := u.Words[i]; (english.ThoseWords[w] || english.TheyWords[w] && !english.PossessivePronouns[w]) && (before == "of" || before == "among") {
			return true
		}
	}
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	return s.To-s.From > 2 && (u.Words[s.From] == "which" || u.Words[s.From] == "what") && u.Words[s.From+1] == "ones"
}

// applyWhole reads the input as refinements, or as one of a row that it points at by its place.
func applyWhole(ed *edit.Editor, u tag.Utterance) bool {
	whole := tag.Stretch{From: 0, To: len(u.Tokens)}
	at, owner, pointed := pointer.PlaceSaid(u)
	if !pointed {
		return clause.Apply(ed, u, whole)
	}
	if u.Any(english.OtherWords, english.AlikeWords) && ed.Try(func() bool { return clause.Apply(ed, u, whole) && asksOthers(u, ed.Operations) }) {
		return true
	}
	if own := pointer.OwnOfRow(u, at, owner); own != "" && pointer.Called(ed, own) != nil && pointer.OfRow(ed, u) {
		return true
	}
	if ed.Try(func() bool { return clause.Apply(ed, u, whole) && pointer.CountsRows(ed) }) {
		return true
	}
	return pointer.OfRow(ed, u) || clause.Apply(ed, u, whole)
}

// built are the first distinct statements that the ranked candidates make, at most so many.
func built(ed *edit.Editor, list []pointer.Rival, most int) []pointer.Rival {
	var out []pointer.Rival
	seen := map[string]bool{}
	for _, c := range list {
		if len(out) == most {
			break
		}
		chosenByMany(ed, &c)
		complete(ed, ed.Said, c.Query)
		if at := ed.FollowMoment(c.Query); at != nil && c.Editor != nil {
			c.Editor.Understand(dialog.TimeOf + at.String())
		}
		clause.NullsLast(ed, c.Query)
		s, err := c.Query.Build(ed.Dialect)
		if err != nil || seen[s.SQL()] {
			continue
		}
		form := edit.Form(ed.Index, c.Query)
		if form != "" && seen[form] {
			continue // the same rows, joined the other way around
		}
		seen[s.SQL()], seen[form] = true, true
		c.Statement = s
		out = append(out, c)
	}
	return out
}

// FollowUp is one next query that a follow-up may mean, as the fitting and measuring programs see it.
type FollowUp struct {
	Statement *statement.Statement
	Mix       string
	// Rules are those that made it; none for a mix.
	Rules    []string
	Score    float64
	Features map[string]float64
	// Senseless says that it is not offered: it rests on nothing that was said.
	Senseless bool
}

// pointAt puts the present query where the sentinel stands; false when it stands nowhere.
func (c *collector) pointAt(q *statement.Query) bool {
	found := false
	edit.MapQuery(q, func(e statement.Expr) statement.Expr {
		v, ok := e.AsLiteral()
		if n, number := v.(int64); ok && number && n == pointer.Sentinel {
			found = true
			return statement.Scalar(c.ed.Query)
		}
		return e
	})
	return found
}
