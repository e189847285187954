package reader

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/decide"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/tag"
	"parley/workflow/engine/token"
)

// This file puts the readings of both readers, the composed one (see compose) and the rules, in one list by how likely each
// is right (see decide), and says which of them answers, or what is asked.

// Option is a reading that may answer.
type Option struct {
	Draft    *workflow.Draft
	evidence decide.Evidence
	trial    Trial
	// Barred says that it may be offered, and not taken; settled that it is taken unless another is likelier.
	Barred, settled bool
	// ungrouped says that the rules did not take what stands behind "by" for groups.
	ungrouped bool
	// score is how well a composed reading covers the words that ask for something.
	score float64
	// share says that it gives a part of a whole, lumped that all that was said makes that part.
	share, lumped bool
	// narrows says that it has conditions.
	narrows bool
	// beyond says that it asks what the rules have no reading for, ordered that an order was asked for, worth what rows come to, apiece
	// how many there are for one of others.
	beyond, ordered, worth, apiece bool
	// most bounds its chance, where not zero.
	most float64
}

// Chance is how likely the reading is right.
func (o *Option) Chance() float64 {
	chance := decide.Chance(o.evidence)
	if o.settled {
		chance = max(chance, settledChance)
	}
	if o.most > 0 {
		chance = min(chance, o.most)
	}
	return chance
}

const (
	// rulesSettle is the probability from which on the rules' first reading is taken where no composed one stands against it, and
	// settledChance the least that it then counts for.
	rulesSettle   = sureEnough
	settledChance = 0.6
)

const (
	// mostComposed is how many composed readings are built.
	mostComposed = 4
	// mostInUse is the same for a database that is in use, where the order of readings is fitted.
	mostInUse = 10
	// AnswerEnough is the chance from which on a reading is run instead of asked about, inUseAnswer the same for a
	// database that is in use: there the choices offered instead are right more seldom than what is shown as unsure.
	AnswerEnough = 0.4
	inUseAnswer  = 0.12
	// aloneEnough is the chance from which on a composed reading is taken without asking the rules, inUseEnough for a
	// database that is in use.
	aloneEnough = 0.93
	inUseEnough = 0.85
)

// Pool is the readings of a question.
type Pool struct {
	Options []*Option
	// failure is what the rules make of the question when no reading is sure enough.
	failure error
	// about is the question back where the likeliest reading leaves words out.
	about func(*workflow.Draft) string
	// lost says which words a reading has no part for, and what would work instead.
	lost func(*workflow.Draft) error
}

// composed gives the composed readings, best first, tried on the database.
func (e *Engine) composed(ctx context.Context, question string, now time.Time) ([]*Option, error) {
	var drafts []proposal
	var from []compose.Candidate
	seen, most := map[string]bool{}, mostComposed
	if e.Index.InUse() {
		most = mostInUse
	}
	for _, c := range e.Composer.Read(question, now) {
		if len(drafts) == most {
			break
		}
		if stmt := e.lowered(c); stmt != nil && !seen[stmt.SQL()] {
			seen[stmt.SQL()] = true
			drafts = append(drafts, proposal{composedDraft(stmt, c), len(from)})
			from = append(from, c)
		}
	}
	trials, err := e.try(ctx, drafts)
	if err != nil {
		return nil, err
	}
	var out []*Option
	for i, d := range drafts {
		if trials[i].Failed {
			continue
		}
		c := from[i]
		score := c.Score
		if !e.Index.InUse() {
			c.Score = c.Share
		}
		out = append(out, &Option{Draft: d.Draft, trial: trials[i].Trial, score: score, share: sharesOut(c.Query), narrows: len(c.Query.Where) > 0, beyond: beyondRules(c.Query), ordered: asksOrder(c.Query), worth: c.SumsWorth(), apiece: countsApiece(c.Query), evidence: decide.Evidence{
			Composed: true, Score: c.Score, Lost: len(c.Lost), Doubts: len(c.Doubts), Words: c.Words, Shape: madeOf(c.Query), Joins: joinsOf(d.Statement), Made: madeFrom(d.Statement),
			None: !trials[i].Some, One: trials[i].one(), Many: trials[i].rows == tryRows, Columns: len(e.Index.Columns), InUse: e.Index.InUse(),
		}})
	}
	out = undominated(out)
	ahead(out)
	return out, nil
}

// undominated leaves out the readings that bring the rows of one before them and guess or lose more than that one does.
func undominated(list []*Option) []*Option {
	var out []*Option
	for _, o := range list {
		if !slices.ContainsFunc(out, func(better *Option) bool {
			return better.evidence.Lost+better.evidence.Doubts < o.evidence.Lost+o.evidence.Doubts && better.same(o)
		}) {
			out = append(out, o)
		}
	}
	return out
}

// ahead tells each reading how far it is ahead of the others.
func ahead(list []*Option) {
	for i, o := range list {
		o.evidence.Lead = mostLead
		for k, other := range list {
			if k == i || o.same(other) {
				continue
			}
			if !o.evidence.None && other.evidence.None && other.evidence.Score <= o.evidence.Score && other.evidence.Score > o.evidence.Score-tied && o.evidence.InUse {
				o.evidence.Place += tag.BoolInt(k < i)
				continue // of two that fit the words alike, what brings no rows is no rival
			}
			o.evidence.Lead = min(o.evidence.Lead, o.evidence.Score-other.evidence.Score)
			o.evidence.Place += tag.BoolInt(k < i)
		}
	}
}

// tied is the difference of scores below which two readings fit the words alike.
const tied = 1e-6

// mostLead is the lead of a reading that has no rival.
const mostLead = 0.3

// lowered is the statement of a composed reading; nil when there is none.
func (e *Engine) lowered(c compose.Candidate) *statement.Statement {
	q, err := c.Query.Lower(e.Index, e.Dialect)
	if err != nil || e.Bind != nil && !e.Bind(q) || senseless(q) || countsTwice(c.Query.Show, e.Index.Graph) {
		return nil
	}
	showOnce(q)
	stmt, err := q.Build(e.Dialect)
	if err != nil {
		return nil
	}
	return stmt
}

// AssumedNote begins what is told of a word that is not the name's.
const AssumedNote = workflow.Assumption

func composedDraft(stmt *statement.Statement, c compose.Candidate) *workflow.Draft {
	d := &workflow.Draft{Statement: stmt, Explanation: c.Query.Explain(), Ignored: c.Lost, Understood: c.Understood(), Coverage: c.Coverage(), Score: c.Score, Source: "engine"}
	for _, told := range slices.Concat(c.Doubts, c.Told) {
		d.Notes = append(d.Notes, AssumedNote+told)
	}
	return d
}

// apart says that two readings are known to bring other rows.
func (o *Option) apart(other *Option) bool {
	whole := o.trial.rows < tryRows || other.trial.rows < tryRows // of more rows any may come first
	return !o.same(other) && o.trial.Print != 0 && other.trial.Print != 0 && whole
}

// halfAgreed is what it counts that two readings may bring the same rows.
const halfAgreed = 0.5

// perhaps says that the first readings of both readers have a part for every word, and that nothing is known to tell their rows
// apart: there are more than were looked at, or they were not.
func (o *Option) perhaps(other *Option) bool {
	first := o.evidence.Lost+other.evidence.Lost+o.evidence.Place+other.evidence.Place == 0
	return first && !o.apart(other)
}

// same says that two readings bring the same rows, whichever further columns one of them shows.
func (o *Option) same(other *Option) bool {
	return o.Draft.Statement.SQL() == other.Draft.Statement.SQL() || o.trial.like(other.trial)
}

// Options gathers the readings of a question, likeliest first. The rules are not asked where a composed reading is sure.
func (e *Engine) Options(ctx context.Context, r workflow.Request) (*Pool, error) {
	composed, err := e.composed(ctx, r.Question, r.Now)
	if err != nil {
		return nil, err
	}
	items := e.Tagger.Items(r.Question, r.Now)
	p := &Pool{Options: slices.Clone(composed), about: func(d *workflow.Draft) string { return e.asksAbout(items, d) }, lost: func(d *workflow.Draft) error { return e.unlikely(items, d) }}
	p.sort()
	if len(p.Options) > 0 && (p.Options[0].Chance() >= p.Options[0].aloneEnough() || composed[0].plain()) {
		return p, nil
	}
	rules, failure, err := e.ruled(ctx, r)
	if err != nil {
		return nil, err
	}
	p.failure = failure
	if len(composed) > 0 {
		first, whole := composed[0], composed[0].evidence.Lost == 0
		rules = slices.DeleteFunc(rules, func(o *Option) bool {
			return twoAtOnce(o.Draft.Statement) || whole && (e.namesNobody(o.Draft.Statement, items) || first.outdoes(o))
		})
	}
	p.meet(composed, rules)
	for _, o := range p.Options {
		o.Barred = o.Barred || e.leavesApart(items, o.Draft) != nil
	}
	return p, nil
}

// outdoes says that a composed reading with a part for every word asks what a reading of the rules has no part for.
func (o *Option) outdoes(rules *Option) bool {
	if o.narrows && o.score >= narrowEnough && rules.asksLess(o) || o.share && rules.lumped {
		return true
	}
	return o.score >= wholeEnough && (o.beyond && rules.ofOneRow() || o.apiece && rules.averages() || o.ordered && rules.inNoOrder() || o.worth && rules.countsRows())
}

// meet joins the readings of the rules to the composed ones, best first, and tells each reading what the other reader makes of the question.
func (p *Pool) meet(composed, rules []*Option) {
	for _, o := range composed {
		o.evidence.Asked = true
		for _, other := range rules {
			switch {
			case o.same(other):
				o.evidence.Agreed = max(o.evidence.Agreed, other.evidence.Rules)
			case o.perhaps(other):
				o.evidence.Agreed = max(o.evidence.Agreed, halfAgreed*other.evidence.Rules)
			case o.apart(other) && other.evidence.Lost <= o.evidence.Lost: // what loses more words is no rival
				o.evidence.Rival = max(o.evidence.Rival, other.evidence.Rules)
			}
		}
	}
	for _, o := range rules {
		o.evidence.Asked = true
		if len(composed) > 0 && composed[0].evidence.Lost == 0 && o.apart(composed[0]) {
			o.evidence.Shape = composed[0].evidence.Shape
		}
		for _, other := range composed {
			sure := max(other.evidence.Score, 0) * float64(tag.BoolInt(other.evidence.Lost == 0))
			switch {
			case o.same(other):
				o.evidence.Agreed = max(o.evidence.Agreed, sure)
			case o.apart(other):
				o.evidence.Rival = max(o.evidence.Rival, sure)
			}
		}
	}
	settle(composed, rules)
	if len(composed) > 0 && composed[0].groups() {
		for _, o := range rules {
			o.Barred = o.Barred || o.ungrouped && !o.same(composed[0])
		}
	}
	p.Options = slices.Concat(rules, composed)
	p.sort()
	if !p.inUse() {
		p.bar()
	}
}

// inUse says that the question is about a database that people work with.
func (p *Pool) inUse() bool { return len(p.Options) > 0 && p.Options[0].evidence.InUse }

// settle says which reading of the rules is taken unless another is likelier, where the order of readings is not fitted.
func settle(composed, rules []*Option) {
	for _, o := range rules {
		o.settled = !o.evidence.InUse && o.evidence.Place == 0 && (o.evidence.Rules >= rulesSettle || o.evidence.Deliberate) && !slices.ContainsFunc(composed, func(c *Option) bool {
			return c.evidence.Lost+c.evidence.Doubts == 0 && c.evidence.Score >= strongEnough && !o.same(c)
		})
	}
}

// The score and the lead from which on a composed reading with a part for every word is taken without asking the rules.
const (
	plainFrom = 0.75
	plainLead = 0.05
	// plainElsewhere is the score where a database is not in use: only turns of phrase of many words reach it, no figure by one group.
	plainElsewhere = 1.12
)

// clear says that a composed reading of a database in use says all words, each as it is, and that no other comes near, though it brings no
// rows: there are none such.
func (o *Option) clear() bool {
	e := o.evidence
	return e.InUse && e.Composed && e.None && e.Lost+e.Doubts == 0 && e.Score >= plainFrom && e.Lead >= plainLead
}

// plain says that a composed reading says all words, each as it is, and that no other comes near.
func (o *Option) plain() bool {
	e := o.evidence
	enough := e.Score >= plainFrom
	if !e.InUse {
		enough = o.score >= plainElsewhere
	}
	return enough && e.Composed && e.Lost+e.Doubts == 0 && e.Lead >= plainLead && !e.None
}

// answerEnough is the chance from which on it is run instead of asked about.
func (o *Option) answerEnough() float64 {
	if o.evidence.InUse {
		return inUseAnswer
	}
	return AnswerEnough
}

// aloneEnough is the chance from which on it is taken without asking the rules.
func (o *Option) aloneEnough() float64 {
	if o.evidence.InUse {
		return inUseEnough
	}
	return aloneEnough
}

// groups says that a composed reading with a part for every word takes figures by something.
func (o *Option) groups() bool {
	e := o.evidence
	return e.Shape.Groups && e.Lost+e.Doubts == 0 && e.Score >= wholeEnough
}

// strongEnough is the score from which on a composed reading stands against what the rules are sure of.
const strongEnough = 0.6

// narrowEnough is the score from which on a composed reading with a part for every word, and conditions, keeps those of the rules out that
// leave words out and have none.
const narrowEnough = 0.5

// qualifier is what stands before the name of a column.
var qualifier = regexp.MustCompile(`"?\w+"?\.`)

// asksLess says that the rules leave words out, and show rows of which no more is asked than another reading asks too: all of a table, or some
// of what was said of them.
func (o *Option) asksLess(than *Option) bool {
	q, err := o.Draft.Statement.Query()
	other, failed := than.Draft.Statement.Query()
	if o.evidence.Lost == 0 || err != nil || failed != nil || q.Set != nil || other.Set != nil || len(q.Having) > 0 || q.Grouped() || !q.Limit.IsZero() {
		return false
	}
	bare := func(e statement.Expr) string {
		return strings.ReplaceAll(qualifier.ReplaceAllString(e.SQL(), ""), `"`, "")
	}
	asked := map[string]bool{}
	for _, p := range other.Where {
		asked[bare(p)] = true
	}
	if len(q.From) > 1 && len(q.Where) == 0 {
		return false
	}
	return len(q.Where) < max(len(asked), 1) && !slices.ContainsFunc(q.Where, func(p statement.Expr) bool { return !asked[bare(p)] })
}

// wholeEnough is the score from which on a composed reading with a part for every word keeps those back that leave one out.
const wholeEnough = 0.6

// bar keeps back the readings that leave a number out, or a word that another one has a part for, and composed ones that guess where the
// rules do not, or leave a word out where the rules ask.
func (p *Pool) bar() {
	var several *workflow.Ambiguous
	asked := errors.As(p.failure, &several)
	whole := slices.ContainsFunc(p.Options, func(o *Option) bool {
		return o.evidence.Composed && o.evidence.Lost == 0 && o.evidence.Score >= wholeEnough
	})
	for _, o := range p.Options {
		guessed := o.evidence.Composed && o.evidence.Doubts > 0 && slices.ContainsFunc(p.Options, func(r *Option) bool { return r.settled && r.evidence.Lost == 0 && !r.same(o) })
		short := o.evidence.Lost > 0 && (whole || asked && o.evidence.Composed)
		o.Barred = o.Barred || short || guessed || slices.ContainsFunc(o.Draft.Ignored, saysNumber)
	}
	slices.SortStableFunc(p.Options, func(a, b *Option) int { return tag.BoolInt(a.Barred) - tag.BoolInt(b.Barred) })
}

// saysNumber says that words that have no part in a reading are a number: what it shows is not what was asked for.
func saysNumber(words string) bool {
	_, number := token.ParseNumber(words)
	return number
}

// sort puts the readings in order: by the share that is fitted for databases that are in use, else by their chances. What is barred
// comes last.
func (p *Pool) sort() {
	if !p.inUse() {
		slices.SortStableFunc(p.Options, func(a, b *Option) int { return cmp.Compare(b.Chance(), a.Chance()) })
		return
	}
	list := make([]decide.Evidence, len(p.Options))
	for i, o := range p.Options {
		o.evidence.Alike = 0
		for _, other := range p.Options {
			o.evidence.Alike += tag.BoolInt(other != o && o.trial.Print != 0 && other.trial.Print == o.trial.Print)
		}
		list[i] = o.evidence
	}
	for i, share := range decide.Shares(list) {
		p.Options[i].evidence.Share = share
	}
	slices.SortStableFunc(p.Options, func(a, b *Option) int {
		return cmp.Or(tag.BoolInt(a.Barred)-tag.BoolInt(b.Barred), cmp.Compare(b.evidence.Share, a.evidence.Share))
	})
}

// answer is the reading to take; nil when none is sure enough.
func (p *Pool) answer() *Option {
	if p.tied() {
		return nil
	}
	for _, o := range p.Options {
		if o.Chance() < o.answerEnough() && !o.clear() {
			return nil
		}
		if !o.Barred {
			return p.shaped(p.whole(o))
		}
	}
	return nil
}

// late says that a reading could not be tried in time: what came of the others may be half of what would decide.
func (p *Pool) late() bool {
	return slices.ContainsFunc(p.Options, func(o *Option) bool { return o.trial.late })
}

// whole is the composed reading with a part for every word that brings the same rows as one of the rules: it names its figures
// and shows what decided, or brings each row once. Of composed readings of the same rows it is the one that fits the words best, however
// many tables that joins: whom a row refers to, rather than the number.
func (p *Pool) whole(o *Option) *Option {
	if o.evidence.Composed {
		for _, c := range p.Options {
			if c.evidence.Composed && !c.Barred && c.score > o.score && c.evidence.Lost+c.evidence.Doubts <= o.evidence.Lost+o.evidence.Doubts && c.same(o) && len(c.trial.columns) >= len(o.trial.columns) {
				o = c
			}
		}
		return o
	}
	for _, c := range p.Options {
		if repeats := c.trial.rows < o.trial.rows; !o.evidence.InUse && !repeats {
			continue
		}
		if c.evidence.Composed && !c.Barred && c.evidence.Lost+c.evidence.Doubts == 0 && c.same(o) && len(c.trial.columns) >= len(o.trial.columns) {
			return c
		}
	}
	return o
}

// shaped is the reading of the rules that brings the same rows, where they are sure of it and it shows them better: what is
// asked for by its name alone, or with what it is of.
func (p *Pool) shaped(o *Option) *Option {
	if !o.evidence.Composed {
		return o
	}
	var best *Option
	for _, other := range p.Options {
		if !other.evidence.Composed && !other.Barred && other.evidence.Rules >= sureEnough && other.same(o) && (best == nil || other.evidence.Rules > best.evidence.Rules) {
			best = other
		}
	}
	if best == nil {
		return o
	}
	if more := len(best.trial.columns) - len(o.trial.columns); more > 0 || len(best.trial.columns) == 1 && !o.evidence.Shape.Figure && best.evidence.Place == 0 {
		return best
	}
	return o
}

// ruled gives the readings of the rules with their chances, and what they say when none is sure enough.
func (e *Engine) ruled(ctx context.Context, r workflow.Request) (options []*Option, failure, err error) {
	list, items := e.read(r.Question, r.Now)
	drafts := e.proposals(list, items)
	switch {
	case len(drafts) == 0:
		return nil, e.notUnderstood(items, nil), nil
	case drafts[0].Coverage < LeastCoverage || unknownSubject(list[drafts[0].at], items) != "":
		return nil, e.notUnderstood(items, drafts[0].Draft), nil
	}
	trials, err := e.try(ctx, drafts)
	if err != nil {
		return nil, nil, err
	}
	first := elected(chances(list), trials)
	for i, d := range drafts {
		if trials[i].Failed {
			continue
		}
		q := list[d.at]
		place := 0
		if i != first {
			place = i + tag.BoolInt(i < first)
		}
		o := &Option{Draft: d.Draft, trial: trials[i].Trial, Barred: q.turnsAround(items) || q.leavesPart(items) || q.keyOfCounted(items) || owes(items), ungrouped: q.leavesBy(items), lumped: q.lumps()}
		o.evidence = decide.Evidence{
			Rules: Chance(evidence(list, trials, i), e.sure), Place: place, Deliberate: q.deliberate(), Fragment: q.fragment(items), Lost: len(d.Ignored), Words: len(items), Joins: joinsOf(d.Statement), Made: madeFrom(d.Statement),
			None: !o.trial.Some, One: o.trial.one(), Many: o.trial.rows == tryRows, Columns: len(e.Index.Columns), InUse: e.Index.InUse(),
		}
		options = append(options, o)
	}
	return options, e.unsure(list, items, drafts[first]), nil
}

// doNotKnow is the question about words that mean nothing here.
func doNotKnow(words []string) string {
	return fmt.Sprintf("I am not sure what you mean: I do not know what %s is here.", strings.Join(words, ", "))
}

// madeOf says what a composed reading is made of.
func madeOf(q *meaning.Query) decide.Shape {
	s := decide.Shape{Figure: q.Figures(), Groups: len(q.Per) > 0, Kept: q.Keep.N > 0, Compared: len(q.Having) > 0}
	for _, c := range q.Where {
		s.Period = s.Period || c.Op == meaning.During
		s.Existing = s.Existing || c.Op == meaning.Exists || c.Op == meaning.NotExists
	}
	return s
}

func joinsOf(s *statement.Statement) int { return strings.Count(s.SQL(), " JOIN ") }
