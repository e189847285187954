package reader

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/build"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file is the engine as a workflow.Generator: readings are ranked, the best ones tried on the database, and the
// winner explained; what cannot be placed is named instead of guessed.

var _ workflow.Generator = (*Engine)(nil)

const (
	// Shown is how many further readings a draft offers, and ShownScore how far behind the best they may be.
	Shown      = 3
	ShownScore = 1.5
	// LeastCoverage is the share of content words below which the engine abstains.
	LeastCoverage = 0.34
)

// proposal is a draft with the place of its reading in the list.
type proposal struct {
	*workflow.Draft
	at int
}

// Generate reads the question. *workflow.NotUnderstood is returned when too little of it means anything in this schema,
// *workflow.Ambiguous when no reading is sure enough: the user picks.
func (e *Engine) Generate(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	e.Seek(ctx, r.Question, r.Now)
	var slips []string
	r.Question, slips = e.Mended(grammar.Request(r.Question))
	r.Question = e.InKnownWords(r.Question, false)
	if u := tag.Utter(r.Question); e.writesAlone(u) {
		return nil, e.OnlyReads(u)
	}
	if d := e.limited(ctx, r); d != nil {
		d.Understood = append(slices.Clip(d.Understood), slips...)
		return d, nil
	}
	p, err := e.Options(ctx, r)
	if err != nil {
		return nil, err
	}
	taken := p.answer()
	if taken == nil && e.trials == QuickTrials && p.late() {
		patient := *e
		patient.trials = patientTrials
		if p, err = patient.Options(ctx, r); err != nil {
			return nil, err
		}
		taken = p.answer()
	}
	near, err := e.nearer(ctx, r, p, taken)
	if err != nil {
		return nil, err
	}
	if near != nil {
		taken = near
	}
	if err := e.unreached(e.Tagger.Items(r.Question, r.Now), taken); err != nil {
		return nil, err
	}
	if taken == nil {
		return nil, p.unsure()
	}
	taken.Draft.Understood = append(slices.Clip(taken.Draft.Understood), slips...)
	taken.Draft.Rival = p.rival(taken)
	taken.Draft.Chance, taken.Draft.Others = taken.Chance(), drafts(p.others(taken, Shown))
	taken.Draft.Next, taken.Draft.Agreed = p.next(taken), taken.evidence.Agreed > 0
	build.TellVanished(taken.Draft, e.Tagger.Tag(r.Question, r.Now))
	return taken.Draft, nil
}

// proposals builds the most promising readings.
func (e *Engine) proposals(list []Ranked, items []tag.Item) []proposal {
	var out []proposal
	for i, q := range list {
		if len(out) == Tried || len(out) > 0 && out[0].Score-q.Score > TryScore {
			break
		}
		if d := e.propose(q, items); d != nil {
			out = append(out, proposal{d, i})
		}
	}
	return out
}

// propose is the draft of a reading; nil when none can be built.
func (e *Engine) propose(q Ranked, items []tag.Item) *workflow.Draft {
	if q.absurd(items) || e.byNoTotal(q, items) || e.countsOver(q, items) {
		return nil
	}
	query, err := e.Builder(items).Build(q.Reading)
	if err != nil {
		return nil
	}
	explained, ok := e.beyondFirst(query, q.Reading, items)
	if !ok || e.Bind != nil && !e.Bind(query) || SortsOneRow(query) || senseless(query) || e.countsOne(query) || e.sortsLoosely(query) {
		return nil
	}
	showOnce(query)
	stmt, err := query.Build(e.Dialect)
	if err != nil {
		return nil
	}
	d := e.draft(stmt, q, items)
	if explained != "" {
		d.Explanation = explained
	}
	return d
}

// showOnce leaves out columns that are shown with all others of their table: "SELECT *, name".
func showOnce(q *statement.Query) {
	whole := map[string]bool{}
	for _, it := range q.Items {
		if of, star := it.Expr.AsStar(); star {
			whole[of] = true
		}
	}
	if len(whole) == 0 || q.Set != nil {
		return
	}
	q.Items = slices.DeleteFunc(slices.Clone(q.Items), func(it statement.Item) bool {
		of, _, column := it.Expr.AsColumn()
		return column && it.Alias == "" && (whole[""] || whole[of])
	})
}

func (e *Engine) draft(stmt *statement.Statement, q Ranked, items []tag.Item) *workflow.Draft {
	return &workflow.Draft{
		Statement: stmt, Explanation: Explain(q.Reading), Understood: q.Understood(items), Ignored: q.lost,
		Coverage: q.coverage, Score: q.Score, Source: "engine", Notes: question.FanOut(q.Reading, e.Index.Graph),
	}
}

// compares says that the item names a column that a condition is on, or a table that is joined: the words had a part all
// the same, as the hint which date column was meant, or which way leads to a value.
func (q *Ranked) compares(it *tag.Item) bool {
	if t, s := it.BestTable(); t != nil && s > 0.9 && len(it.Values) == 0 && slices.Contains(q.All(), t) {
		return true
	}
	return slices.ContainsFunc(q.Filters, func(f *reading.Filter) bool {
		return f.Left.Column != nil && slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == f.Left.Column })
	})
}

// turnsAround says that a negation has no part in the reading: what it gives may be the opposite of what was asked.
func (q *Ranked) turnsAround(items []tag.Item) bool {
	return slices.ContainsFunc(q.Ignored, func(i int) bool { return items[i].Is(tag.Negation, tag.Except) })
}

// leavesPart says that it was asked how many of some are so, or what of each of some, and that the reading gives one figure alone.
func (q *Ranked) leavesPart(items []tag.Item) bool {
	words := make([]string, len(items))
	for i, it := range items {
		words[i] = it.Lower
	}
	said := strings.Fields(strings.Join(words, " "))
	figures := 0
	for _, item := range q.Items {
		if item.Aggregate != reading.None {
			figures++
		}
	}
	alone := figures == len(q.Items) && len(q.Groups) == 0
	return figures < 2 && (grammar.PartAsked(said) || alone && grammar.EachAsked(said))
}

// owes says that it was asked who owes something, by a word that the rules do not know.
func owes(items []tag.Item) bool {
	return slices.ContainsFunc(items, func(it tag.Item) bool { return grammar.Owes(it.Lower) && !it.Mention() })
}

// keyOfCounted says that a number of things, which stands before the word for several of them ("users with 3 orders"), is taken for the key
// of something else.
func (q *Ranked) keyOfCounted(items []tag.Item) bool {
	for i := 0; i+1 < len(items); i++ {
		counted, sure := items[i+1].BestTable()
		several := counted != nil && sure > 0.9 && schema.Lemma(items[i+1].Lower) != items[i+1].Lower
		if !items[i].HasNumber || !several || i > 0 && items[i-1].Mention() {
			continue
		}
		number := fmt.Sprint(items[i].Number)
		if slices.ContainsFunc(q.Filters, func(f *reading.Filter) bool {
			return f.Left.Column != nil && f.Left.Column.Key() && f.Left.Column.Table != counted && len(f.Values) == 1 && fmt.Sprint(f.Values[0]) == number
		}) {
			return true
		}
	}
	return false
}

// leavesBy says that "by" was said, and that the reading neither groups nor sorts.
func (q *Ranked) leavesBy(items []tag.Item) bool {
	return len(q.Groups)+len(q.Orders) == 0 && slices.ContainsFunc(items, func(it tag.Item) bool { return it.Is(tag.By) })
}

// lumps says that a share is read as that of the rows for which all that was said holds, in all rows: what one condition asks of those of
// another is lost so.
func (q *Ranked) lumps() bool {
	return slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.When != nil && len(o.When.Filters) > 1 })
}

// Cover gives the content words without a part and the share of those with one.
func Cover(q Ranked, items []tag.Item) (ignored []string, coverage float64) {
	lost := map[int]bool{}
	for _, i := range q.Ignored {
		lost[i] = true
	}
	said, content := 0, 0
	for i := range items {
		it := &items[i]
		if it.Cue.Kind != tag.NoCue && !it.Mention() && !lost[i] || !strings.ContainsFunc(it.Lower, tag.IsWordRune) {
			continue
		}
		content++
		if lost[i] && !q.compares(it) {
			ignored = append(ignored, it.Text)
		} else {
			said++
		}
	}
	if content == 0 {
		return ignored, 1
	}
	return ignored, float64(said) / float64(content)
}
