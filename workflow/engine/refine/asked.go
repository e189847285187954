package refine

import (
	"context"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file lets a condition mean in a refinement what it means in a question: "only those older than 30 days" after a
// list of orders keeps the rows that "orders older than 30 days" asks for. The condition is read by the reader of
// questions, behind the name of what the rows are, and carried into the query in force.

// asking is a way to narrow rows: the words of the condition fill its slot. ahead says that they stand before what the
// rows are ("only the unshipped ones"); else behind it. bare says that nothing but "only" tells the condition from a
// number of rows, or from columns.
type asking struct {
	patterns    []tag.Pattern
	ahead, bare bool
}

var askings = []asking{
	{patterns: tag.ParsePatterns(
		"only|just|keep|show [show|keep|list|me] [me] [only|just] [the] those|ones|one|rows [of] [them] {}",
		"[only|just|show|keep] [me] [only|just] [the] ones|those {}")},
	{patterns: tag.ParsePatterns("only|just [show|keep|list] [me] [the] {} ones|one"), ahead: true},
	{patterns: tag.ParsePatterns("only|just [show|keep|list] [me] {}"), bare: true},
}

// conditionSaid is what the input would be as a question about rows that are called so; none when it does not narrow.
func conditionSaid(u tag.Utterance, rows string, edited bool) []string {
	var out []string
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for _, a := range askings {
		for _, p := range a.patterns {
			f, ok := p.Match(u.Words, s)
			if !ok || u.Any(english.InsteadWords) || a.bare && edited {
				continue
			}
			if c := u.Text(f.Slots[0]); a.ahead {
				out = append(out, c+" "+rows)
			} else {
				out = append(out, rows+" "+c)
			}
			break
		}
	}
	return out
}

// listed is the table whose rows the query lists, one by one; nil when it lists none, or groups.
func listed(ed *edit.Editor) *schema.Table {
	q := ed.Query
	if q.Set != nil || q.Grouped() || q.Distinct || !q.Limit.IsZero() || len(q.From) == 0 {
		return nil
	}
	return ed.Scope().Table(q.From[0])
}

// asAsked is the query in force with the condition that the input says, read as in a question; nil when it says none, or
// the question would be asked back. What the rules made counts before a mere "only …", which may say other things.
func (e *Refiner) asAsked(ctx context.Context, ed *edit.Editor, u tag.Utterance, edited bool) *pointer.Rival {
	t := listed(ed)
	if t == nil || t.PrimaryKey() == nil || edited && boundAgain(ed, u) {
		return nil
	}
	for _, text := range conditionSaid(u, strings.Join(t.Words, " "), edited) {
		draft, err := e.engine.Generate(ctx, workflow.Request{Question: text, Now: ed.Now})
		if err != nil || len(draft.Ignored) > 0 {
			continue
		}
		asked, err := draft.Statement.Query()
		if err != nil {
			continue
		}
		if made := withAsked(ed, t, asked, draft.Understood); made != nil {
			return made
		}
	}
	return nil
}

// withAsked is the query in force with what the question asks of rows of t; nil when the two do not fit together.
func withAsked(ed *edit.Editor, t *schema.Table, question *statement.Query, understood []string) *pointer.Rival {
	work := *ed
	work.Query = ed.Query.Clone()
	if !carryCondition(&work, t, question) || pointer.Unchanged(ed.Query, work.Query) {
		return nil
	}
	for _, line := range understood {
		work.Understand(line)
	}
	work.Operations = []string{"as asked"}
	return &pointer.Rival{Query: work.Query, Mix: clause.Edited, Reading: -1, Editor: &work, Present: ed.Query, Sure: true}
}

// carryCondition puts what a question about rows of t asks for into the query in force: predicates on the rows themselves
// as they are, in the place of those on the same columns; what needs other tables, groups or an order as the keys of the
// rows that the question gives.
func carryCondition(ed *edit.Editor, t *schema.Table, asked *statement.Query) bool {
	from, to := edit.View{Index: ed.Index, Query: asked}, ed.Scope()
	if len(asked.From) == 1 && from.Table(asked.From[0]) == t && !asked.Grouped() && asked.Limit.IsZero() && asked.Set == nil {
		list, ok := clause.CarryAll(asked.Where, from, to)
		return ok && clause.AddFilters(to, list, false) == nil
	}
	if asked.Set != nil || !groupsRowsOf(from, t) {
		return false
	}
	x, ok := from.Ref(t.PrimaryKey())
	key, here := to.Ref(t.PrimaryKey())
	if !ok || !here {
		return false
	}
	inner := asked.Clone()
	if _, err := inner.SetItems(statement.Item{Expr: x}); err != nil {
		return false
	}
	inner.Distinct = false
	if inner.Limit.IsZero() {
		inner.ClearOrder()
	}
	return to.Query.AddPredicate(statement.InQuery(key, inner)) == nil
}

// groupsRowsOf says that each row of t is one group, or there are none: what is asked of a group is asked of the row.
func groupsRowsOf(s edit.View, t *schema.Table) bool {
	if len(s.Query.GroupBy) == 0 {
		return !s.Query.Grouped()
	}
	for _, key := range s.Query.GroupBy {
		if s.Column(s.Query.Meaning(key)) == t.PrimaryKey() {
			return true
		}
	}
	return false
}

// boundAgain says that the input compares with a number and names nothing, and that the query compares one of its rows' already.
func boundAgain(ed *edit.Editor, u tag.Utterance) bool {
	number := false
	for _, it := range ed.Tag(u.Input) {
		if it.Mention() {
			return false
		}
		number = number || it.HasNumber
	}
	return number && (ed.Bounded() != nil || !saysAnything(ed, u) || pointer.BoundAlone(ed, u.Input) != nil)
}
