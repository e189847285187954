package engine

import (
	"context"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file lets a condition mean in a refinement what it means in a question: "only those older than 30 days" after a
// list of orders keeps the rows that "orders older than 30 days" asks for. The condition is read by the reader of
// questions, behind the name of what the rows are, and carried into the query in force.

// asking is a way to narrow rows: the words of the condition fill its slot. ahead says that they stand before what the
// rows are ("only the unshipped ones"); else behind it. bare says that nothing but "only" tells the condition from a
// number of rows, or from columns.
type asking struct {
	patterns    []pattern
	ahead, bare bool
}

var askings = []asking{
	{patterns: parsePatterns(
		"only|just|keep|show [show|keep|list|me] [me] [only|just] [the] those|ones|one|rows [of] [them] {}",
		"[only|just|show|keep] [me] [only|just] [the] ones|those {}")},
	{patterns: parsePatterns("only|just [show|keep|list] [me] [the] {} ones|one"), ahead: true},
	{patterns: parsePatterns("only|just [show|keep|list] [me] {}"), bare: true},
}

// conditionSaid is what the input would be as a question about rows that are called so; none when it does not narrow.
func (u utterance) conditionSaid(rows string, edited bool) []string {
	var out []string
	s := u.trim(stretch{0, len(u.tokens)})
	for _, a := range askings {
		for _, p := range a.patterns {
			f, ok := p.match(u.words, s)
			if !ok || u.any(english.Instead) || a.bare && edited {
				continue
			}
			if c := u.text(f.slots[0]); a.ahead {
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
func (ed *editor) listed() *schema.Table {
	q := ed.query
	if q.Set != nil || q.Grouped() || q.Distinct || !q.Limit.IsZero() || len(q.From) == 0 {
		return nil
	}
	return ed.scope().table(q.From[0])
}

// asAsked is the query in force with the condition that the input says, read as in a question; nil when it says none, or
// the question would be asked back. What the rules made counts before a mere "only …", which may say other things.
func (e *Refiner) asAsked(ctx context.Context, ed *editor, u utterance, edited bool) *rival {
	t := ed.listed()
	if t == nil || t.PrimaryKey() == nil || edited && ed.boundAgain(u) {
		return nil
	}
	for _, text := range u.conditionSaid(strings.Join(t.Words, " "), edited) {
		draft, err := e.engine.Generate(ctx, workflow.Request{Question: text, Now: ed.now})
		if err != nil || len(draft.Ignored) > 0 {
			continue
		}
		asked, err := draft.Statement.Query()
		if err != nil {
			continue
		}
		if made := ed.asked(t, asked, draft.Understood); made != nil {
			return made
		}
	}
	return nil
}

// asked is the query in force with what the question asks of rows of t; nil when the two do not fit together.
func (ed *editor) asked(t *schema.Table, question *statement.Query, understood []string) *rival {
	work := *ed
	work.query = ed.query.Clone()
	if !work.carryCondition(t, question) || unchanged(ed.query, work.query) {
		return nil
	}
	for _, line := range understood {
		work.understand(line)
	}
	work.operations = []string{"as asked"}
	return &rival{query: work.query, mix: edited, reading: -1, editor: &work, present: ed.query, sure: true}
}

// carryCondition puts what a question about rows of t asks for into the query in force: predicates on the rows themselves
// as they are, in the place of those on the same columns; what needs other tables, groups or an order as the keys of the
// rows that the question gives.
func (ed *editor) carryCondition(t *schema.Table, asked *statement.Query) bool {
	from, to := view{ed.index, asked}, ed.scope()
	if len(asked.From) == 1 && from.table(asked.From[0]) == t && !asked.Grouped() && asked.Limit.IsZero() && asked.Set == nil {
		list, ok := carryAll(asked.Where, from, to)
		return ok && addFilters(to, list, false) == nil
	}
	if asked.Set != nil || !from.groupsRowsOf(t) {
		return false
	}
	x, ok := from.ref(t.PrimaryKey())
	key, here := to.ref(t.PrimaryKey())
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
	return to.query.AddPredicate(statement.InQuery(key, inner)) == nil
}

// groupsRowsOf says that each row of t is one group, or there are none: what is asked of a group is asked of the row.
func (s view) groupsRowsOf(t *schema.Table) bool {
	if len(s.query.GroupBy) == 0 {
		return !s.query.Grouped()
	}
	for _, key := range s.query.GroupBy {
		if s.column(s.query.Meaning(key)) == t.PrimaryKey() {
			return true
		}
	}
	return false
}

// boundAgain says that the input compares with a number and names nothing, and that the query compares one of its rows' already.
func (ed *editor) boundAgain(u utterance) bool {
	number := false
	for _, it := range ed.tag(u.input) {
		if it.Mention() {
			return false
		}
		number = number || it.HasNumber
	}
	return number && (ed.bounded() != nil || !ed.saysAnything(u) || ed.boundAlone(u.input) != nil)
}
