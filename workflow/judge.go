package workflow

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/judgement"
	"parley/workflow/project"
)

// judge says how far the draft is to be believed, whoever made it.
func (o *Outcome) judge(ctx context.Context, s *Source) {
	if o.Draft == nil || o.Plan.onward != nil {
		return
	}
	if s.Index == nil {
		if o.Draft.Vouched && o.Plan.typing != prose { // typed before the rows were looked at
			o.verdict.Chance = 1
		}
		return
	}
	claim := o.Plan.claim(o.Draft)
	o.unrestricted(s, &claim)
	for _, d := range s.Project.Spoken(claim.After) {
		names := d.Words
		if claim.Before != nil {
			names = slices.Concat(d.Words, s.Project.WithoutNoun(d)) // of rows in force their noun need not be said
		}
		claim.Defined = append(claim.Defined, judgement.Defined{Names: names, Columns: slices.Concat(d.Columns(), d.Within()), Moment: d.Moment(),
			Table: d.Table, Figure: d.Kind == project.MetricKind, Whenever: d.Whenever(claim.After)})
	}
	claim.Rows = looked(o.Rows)
	if claim.Rows != nil {
		claim.Rows.Blank = blank(o.Draft.Statement, o.Rows)
	}
	if claim.Rows != nil && (claim.Rows.Count == 0 || claim.Rows.Void) {
		claim.Rows.Why = o.absent(ctx, s)
	}
	o.verdict = judgement.Of(s.Index, claim)
	if o.Draft.Vouched {
		o.verdict.Chance, o.verdict.Doubts = 1, onlyEmpty(o.verdict.Doubts)
		if o.Draft.Source == gridSource && claim.Before != nil { // a key changes the query, it does not vouch for it
			o.verdict.Chance = o.Plan.inForce.Result.Chance
		}
	}
}

// unrestricted lets a claim be judged as if nothing counted by default: those filters are told, and nobody need ask for them, nor
// for their going.
func (o *Outcome) unrestricted(s *Source, c *judgement.Claim) {
	if o.asked == nil {
		return
	}
	c.After = o.asked
	if c.Before == nil {
		return
	}
	kept := s.Project.Applied(o.asked)
	gone := slices.DeleteFunc(s.Project.Applied(c.Before), func(d *project.Definition) bool { return slices.Contains(kept, d) })
	c.Before, _ = s.Project.Without(c.Before, gone)
}

// claim is the draft as an answer to the plan's input.
func (p *Plan) claim(d *Draft) judgement.Claim {
	c := judgement.Claim{
		Input: p.Detection.Question, After: d.Statement, Maker: d.Chance, Model: d.Source != "engine",
		Unused: d.Ignored, Told: d.Understood, Already: d.Edit && len(d.Notes) > 0, Assumed: d.assumed(), Close: d.close(), Near: d.near(), Agreed: d.Agreed, Supposed: d.Supposed, Rival: d.Rival, Now: p.settings.Clock(),
	}
	c.Torn = !p.Detection.Settled && !p.Detection.Leans && p.Detection.Confidence != dialog.High
	if before := p.context.PreviousTurns; p.Detection.Intent == dialog.NewQuery && !p.Detection.Reset && !p.fresh && len(before) > 0 {
		c.Follows, c.Unanswered = true, before[len(before)-1].Result == nil
	}
	switch {
	case p.back != nil:
		p.back.claim(&c, d)
	case p.Detection.Intent == dialog.Refinement && p.current != nil:
		c.Before, c.Earlier = p.current, p.context.Earlier()
		c.Prior, c.Doubted = p.inForce.Result.Chance, p.inForce.Result.Doubts
	}
	return c
}

// nearly is how far behind another draft's score may be for it to be nearly as good.
const nearly = 0.5

// Assumption begins a note of what was decided without the words saying so.
const Assumption = "assumed: "

// assumed are the notes of an edit that say what it decided by itself. A draft that is no edit has its doubts counted by its maker.
func (d *Draft) assumed() []string {
	if !d.Edit {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(d.Notes), func(n string) bool { return !strings.HasPrefix(n, Assumption) })
}

func (d *Draft) close() bool {
	return slices.ContainsFunc(d.Others, func(o *Draft) bool { return d.Score-o.Score < nearly })
}

// near is how near the next draft comes, 0 where none is in sight of it, 1 where it is as good.
func (d *Draft) near() float64 {
	if d.Chance > 0 {
		return min(1, d.Next/d.Chance)
	}
	const sight = 1.5
	near := 0.0
	for _, o := range d.Others {
		near = max(near, min(1, 1-(d.Score-o.Score)/sight))
	}
	return near
}

// onlyEmpty are the doubts that hold whoever vouches for a statement: that no rows came.
func onlyEmpty(doubts []judgement.Doubt) []judgement.Doubt {
	return slices.DeleteFunc(slices.Clone(doubts), func(d judgement.Doubt) bool { return d.Kind != judgement.Empty })
}

func doubtTexts(doubts []judgement.Doubt) []string {
	var out []string
	for _, d := range doubts {
		out = append(out, d.Text)
	}
	return out
}

// lookedAt is how many rows of a result are looked at.
const lookedAt = 200

// looked is what the judgement sees of the rows; nil where there are none to see.
func looked(rows *db.Rowset) *judgement.Rows {
	if rows == nil {
		return nil
	}
	r := &judgement.Rows{Count: rows.Len(), More: rows.More(), Void: true}
	seen := map[string]bool{}
	for i := range min(rows.Len(), lookedAt) {
		row, err := rows.Row(i)
		if err != nil {
			return r
		}
		key := ""
		for _, v := range row {
			text := db.Format(v)
			key += text + "\x00"
			r.Void = r.Void && (v == nil || text == "0" || text == "")
		}
		r.Repeated = r.Repeated || seen[key]
		seen[key] = true
	}
	return r
}

// blank is a figure of groups that has a value in none of the rows that are looked at: one that counts nothing of what was asked for. It is
// empty where there is none, or where the statement does not tell which column is which.
func blank(made *statement.Statement, rows *db.Rowset) string {
	q, err := made.Query()
	if err != nil || q.Set != nil || len(q.GroupBy) == 0 || rows.Len() == 0 {
		return ""
	}
	for i, item := range q.Items {
		if _, star := item.Expr.AsStar(); star {
			return ""
		}
		if item.Expr.Aggregate() && !valued(rows, i) {
			return strings.ReplaceAll(cmp.Or(item.Alias, "a figure"), "_", " ")
		}
	}
	return ""
}

// valued says that a column has a value in one of the rows that are looked at.
func valued(rows *db.Rowset, column int) bool {
	for i := range min(rows.Len(), lookedAt) {
		if row, err := rows.Row(i); err != nil || column >= len(row) || row[column] != nil {
			return true
		}
	}
	return false
}
