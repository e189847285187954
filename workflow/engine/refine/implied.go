package refine

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// This file reads a question that does not say of what it is asked, and would be asked of all rows there are: "which is the cheapest to
// replace?" after the comedies is asked of these, "which films?" after rentals is asked of theirs.

// ofImplied is a draft that asks of the rows in force what a draft asks of all; nil where that leaves out nothing that narrows them, or the
// input says of what it asks.
func (e *Refiner) ofImplied(ctx context.Context, r workflow.Refine, draft *workflow.Draft) *workflow.Draft {
	if draft == nil || draft.Edit || draft.Statement == nil {
		return nil
	}
	ed, err := e.Editor(r)
	if err != nil || ed.Query.Set != nil || !e.losesRows(ed, draft) {
		return nil
	}
	return e.firstOf(ctx, r, ed, impliedThem(ed, tag.Utter(r.Question)))
}

// ofThemBest is the answer to "which is best rated?", asked of the rows in force: a superlative of several words is none of its first. Nil
// for any other input.
func (e *Refiner) ofThemBest(ctx context.Context, r workflow.Refine) *workflow.Draft {
	ed, err := e.Editor(r)
	if err != nil || ed.Query.Set != nil || ed.Block().Grouped() || !slices.ContainsFunc(ed.Tag(r.Question), func(it tag.Item) bool {
		return it.Is(tag.Superlative) && it.To-it.From > 1
	}) {
		return nil
	}
	return e.firstOf(ctx, r, ed, impliedThem(ed, tag.Utter(r.Question)))
}

// mostOfThem asks for whoever has the most, or the fewest, of the rows in force.
var mostOfThem = regexp.MustCompile(`(?i)^(?:and |so |ok |now )*(?:who|which (?:one|person)) (?:has|have|had|placed|made|got|took|did) the (most|fewest|least) of (?:them|those|these)\s*[?.!]*$`)

// ofMost is the answer to "who has the most of those?": of orders, which user has the most of them. Nil for any other input, and where the rows
// in force refer to nobody, or are people themselves.
func (e *Refiner) ofMost(ctx context.Context, r workflow.Refine) *workflow.Draft {
	m := mostOfThem.FindStringSubmatch(r.Question)
	if m == nil {
		return nil
	}
	ed, err := e.Editor(r)
	if err != nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return nil
	}
	rows := measure.ShownAsRows(ed)
	if rows.Table == nil {
		return nil
	}
	who := measure.PersonOf(ed, rows.Table)
	if who == nil || who == rows.Table {
		return nil
	}
	return e.firstOf(ctx, r, ed, []string{"which " + strings.Join(who.Words, " ") + " has the " + m[1] + " of them"})
}

// ofTheirNames is the answer to a mere "which films?", asked of the rows in force; nil for any other input, and where nothing of that
// name belongs to them.
func (e *Refiner) ofTheirNames(ctx context.Context, r workflow.Refine) *workflow.Draft {
	ed, err := e.Editor(r)
	if err != nil || ed.Query.Set != nil || ed.Block().Grouped() {
		return nil
	}
	u := tag.Utter(r.Question)
	s := u.Behind(u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)}), "and", "so")
	if s.To-s.From != 2 || u.Words[s.From] != "which" && u.Words[s.From] != "what" {
		return nil
	}
	rows := ed.Root()
	t := pointer.Called(ed, u.Words[s.From+1])
	if t == nil || rows == nil || t == rows || len(ed.Block().Where) == 0 && ed.Query.Limit.IsZero() {
		return nil
	}
	return e.firstOf(ctx, r, ed, []string{"which " + u.Words[s.From+1] + " do they belong to", "the " + u.Words[s.From+1] + " of those"})
}

// firstOf is the first of the texts that is understood as a whole and leaves all that narrows the rows in force.
func (e *Refiner) firstOf(ctx context.Context, r workflow.Refine, ed *edit.Editor, texts []string) *workflow.Draft {
	for _, text := range texts {
		then := r
		then.Question = text
		draft, err := e.read(ctx, then)
		if err != nil || len(draft.Ignored) > 0 || e.losesRows(ed, draft) {
			continue
		}
		draft.Understood = append(draft.Understood, r.Question+" = "+text)
		return draft
	}
	return nil
}

// losesRows says that a draft asks of more rows than those in force: something that narrows them has no part in it.
func (e *Refiner) losesRows(ed *edit.Editor, draft *workflow.Draft) bool {
	q, err := draft.Statement.Query()
	if err != nil {
		return false
	}
	return filtersLost(ed, &pointer.Rival{Query: q, Mix: clause.Fresh}) > 0 || cutLost(ed, q)
}

// cutLost says that the query in force lists the first so many of an order, and that a query has no part of it.
func cutLost(ed *edit.Editor, q *statement.Query) bool {
	_, cut := clause.CutAt(ed)
	return cut && q.Limit.IsZero() && !edit.SketchOf(ed.Index, q).Nested
}

// impliedThem is an input that asks of nothing by name, with a pronoun for the rows in force; none for others.
func impliedThem(ed *edit.Editor, u tag.Utterance) []string {
	s := u.Behind(u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)}), "and", "so", "but", "now")
	if s.To-s.From < 3 || u.Any(english.ThoseWords, english.TheyWords) || namesThings(ed, u, s) {
		return nil
	}
	rest := func(from int) string { return u.Text(tag.Stretch{From: from, To: s.To}) }
	first, second := u.Words[s.From], u.Words[s.From+1]
	switch {
	case first == "which" && (english.IsWords[second] || english.BeforeDoer[second]), first == "who" && english.IsWords[second] && pointer.SaysExtreme(ed, u.Input):
		return []string{"which of them " + rest(s.From+1)}
	case first == "how" && second == "many" && english.IsWords[u.Words[s.From+2]]:
		return []string{"how many of them " + rest(s.From+2)}
	}
	return nil
}

// namesThings says that a stretch names a table, whoever reads it.
func namesThings(ed *edit.Editor, u tag.Utterance, s tag.Stretch) bool {
	for _, it := range ed.Tag(u.Text(s)) {
		if t, score := it.BestTable(); t != nil && score >= tag.StrongName {
			return true
		}
	}
	return false
}
