package compose

import (
	"slices"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// restrict adds the conditions: those on figures first, since they decide whose rows the others are about.
func restrict(d *draft) []*draft {
	if !d.dated() && slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool { return n.New }) {
		d = d.fork(-costUndated)
		d.doubt("new")
	}
	if d.detached() {
		d = d.fork(-costDetached)
	}
	drafts := []*draft{d}
	var rest []phrase.Cond
	for _, c := range d.withPeriods(slices.Clone(d.plan.conds)) {
		if !d.onFigure(c) || d.onThings(c) {
			rest = append(rest, c)
			continue
		}
		drafts = each(drafts, func(f *draft) []*draft { return f.having(c) })
	}
	for _, c := range rest {
		drafts = each(drafts, func(f *draft) []*draft { return f.where(c) })
	}
	for _, f := range drafts {
		f.unshare()
	}
	return drafts
}

// costDetached is a period read apart from what it stands right behind: "without orders last month".
const costDetached = 0.7

// detached says that a period stands right behind what has not happened, and is read as that of the rows that are shown.
func (d *draft) detached() bool {
	return slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool {
		return c.Kind == phrase.InPeriod && c.Name == nil && slices.ContainsFunc(d.plan.conds, func(o phrase.Cond) bool {
			return o.At.To == c.At.From && (o.Kind == phrase.Without || o.Kind == phrase.Acted)
		})
	})
}

// unshare takes out the conditions that a share asks for: among those, all are of that kind.
func (d *draft) unshare() {
	for _, t := range d.query.Show {
		if t.Kind == meaning.Share {
			d.query.Where = slices.DeleteFunc(d.query.Where, func(c meaning.Cond) bool { return slices.ContainsFunc(t.Where, c.Equal) })
		}
	}
}

func each(drafts []*draft, do func(*draft) []*draft) []*draft {
	var out []*draft
	for _, d := range drafts {
		out = append(out, do(d)...)
	}
	return out
}

// where adds a condition on rows.
func (d *draft) where(c phrase.Cond) []*draft {
	facts := d.facts()
	switch {
	case len(facts) == 0:
		return nil
	case d.above != nil && c.Kind == phrase.Having && c.Noun.Name.Below:
		return []*draft{d} // each of whom rows are counted has some
	}
	var out []*draft
	list := d.besideNoun(d.rowCond(facts[0], c), c)
	for i, o := range list {
		if !d.holds(facts[1:], o.Is) {
			continue
		}
		if c.Not && d.lackingIn(o.Is, c) {
			continue
		}
		if c.Not && d.adjective(c) && d.ofShown(o.Is) {
			o.Score -= costLater // "countries without a suspended user" are not those of some other user
		}
		f := d.fork(o.Score)
		if d.above != nil && d.ofAbove(c) {
			o.Is = above(o.Is, d.above)
		}
		o.Is.Period = f.whole(f.reached(o.Is))
		if (o.Is.Op != meaning.And || len(o.Is.Kids) > 0) && !slices.ContainsFunc(f.query.Where, o.Is.Equal) && !f.ofSameRow(o.Is) {
			f.query.Where = append(f.query.Where, o.Is)
		}
		if so, ok := d.stateSaid(facts[0], c, o.Is); ok && !slices.ContainsFunc(f.query.Where, so.Equal) {
			f.query.Where = append(f.query.Where, so)
		}
		if c.Kind == phrase.IsValue && !c.Not && c.Values[len(c.Values)-1].And {
			f.apart(o.Is.Left)
		}
		if i+1 < len(list) && o.Score-list[i+1].Score < nearlyAs || o.Is.Op == meaning.Exists && f.adjective(c) {
			f.doubt(o.Is.Explain())
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		return d.leave(c.At)
	}
	return out
}

// ofSameRow makes a condition on rows behind part of the one that was said right before it, of the same rows: "who failed maths in May" is
// about one exam. False where there is none.
func (d *draft) ofSameRow(c meaning.Cond) bool {
	if c.Op != meaning.Exists || c.Many != nil {
		return false
	}
	i := slices.IndexFunc(d.query.Where, func(o meaning.Cond) bool {
		return o.Op == meaning.Exists && o.Many == nil && o.Rows == c.Rows && o.Left.Via == c.Left.Via && o.At.Said() && o.At.To == c.At.From
	})
	if i < 0 {
		return false
	}
	one := d.query.Where[i]
	one.Where, one.At = slices.Concat(one.Where, c.Where), one.At.Join(c.At)
	d.query.Where[i] = one
	return true
}

// lackingIn says that rows of a kind which a person defined were said to be lacking where values are asked for that they belong to: one row that is not so
// says nothing of its value.
func (d *draft) lackingIn(c meaning.Cond, said phrase.Cond) bool {
	kind := said
	kind.Not = false
	lacks := said.At.Said() && slices.ContainsFunc(d.words[said.At.From:min(said.At.To, len(d.words))], phrase.Lacks)
	return lacks && kind.Taught() && (d.saidOfValues(said) || d.adjective(said) && d.ofShown(c))
}

// ofShown says that a condition is on rows of which one value is shown, which several of them may have in common.
func (d *draft) ofShown(c meaning.Cond) bool {
	return !d.query.All && d.showsValue() && c.Left.Kind == meaning.Column
}

// ofAbove says that a condition was said of the thing whose figures are taken, not of the rows that refer to it.
func (d *draft) ofAbove(c phrase.Cond) bool { return c.Kind != phrase.InPeriod && !d.specific(c) }

// specific says that a condition was said of rows that a figure is taken over, or that are counted, and of nothing else.
func (d *draft) specific(c phrase.Cond) bool {
	within := func(conds []phrase.Cond) bool {
		return slices.ContainsFunc(conds, func(o phrase.Cond) bool { return o.At == c.At && o.Kind == c.Kind })
	}
	for _, o := range d.plan.conds {
		if within(specifics(o)) {
			return true
		}
	}
	k := d.plan.keep
	return k != nil && k.By != nil && within(nounConds(*k.By))
}

// above is a condition on the row of the same table that a key leads to.
func above(c meaning.Cond, e *schema.Edge) meaning.Cond {
	if c.Left.Kind == meaning.Column && c.Left.Via == nil && c.Left.Column.Table == e.To {
		c.Left.Via = e
	}
	kids := slices.Clone(c.Kids)
	for i := range kids {
		kids[i] = above(kids[i], e)
	}
	c.Kids = kids
	return c
}

// costUndated is that new things are spoken of and no time in which they came.
const costUndated = 0.3

// dated says that a time is spoken of: a period, units, two of them beside each other.
func (d *draft) dated() bool {
	return d.plan.compare != nil || slices.ContainsFunc(d.plan.conds, func(c phrase.Cond) bool { return c.Kind == phrase.InPeriod }) ||
		slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool { return dim.Grain != "" })
}

// adjective says that a value stands before the thing that is spoken of with nothing between: "new customers" are hardly those who
// have a new ticket.
func (d *draft) adjective(c phrase.Cond) bool {
	return c.Kind == phrase.IsValue && c.Name == nil && slices.ContainsFunc(d.subjects(), func(n phrase.Noun) bool { return n.At.From == c.At.To || n.Name.At.From == c.At.To })
}

// costStranger is a value before a thing that is one of another thing's, where it is one of the thing's own as well.
const costStranger = 0.15

// besideNoun puts readings of a value that stands before a thing behind those of a column of its own.
func (d *draft) besideNoun(list []Option[meaning.Cond], c phrase.Cond) []Option[meaning.Cond] {
	own := func(o Option[meaning.Cond]) bool {
		return o.Is.Left.Column != nil && o.Is.Left.Via == nil && slices.Contains(d.facts(), o.Is.Left.Column.Table)
	}
	if !d.adjective(c) || !slices.ContainsFunc(list, own) {
		return list
	}
	for i := range list {
		if !own(list[i]) {
			list[i].Score -= costStranger
		}
	}
	return ranked(list, len(list))
}

// subjects are the nouns of a question, those of its figures included.
func (d *draft) subjects() []phrase.Noun {
	out := slices.Concat(d.plan.nouns, d.plan.meant)
	for _, f := range d.plan.figures {
		out = append(out, f.Noun)
	}
	if d.plan.keep != nil && d.plan.keep.Noun != nil {
		out = append(out, *d.plan.keep.Noun)
	}
	return out
}

// whole begins a rolling span with a whole unit where figures are taken by that unit.
func (d *draft) whole(p calendar.Period) calendar.Period {
	byUnit := func(t meaning.Term) bool { return t.Grain == p.Grain }
	if slices.ContainsFunc(d.query.Per, byUnit) {
		return p.WholeUnits(d.now)
	}
	return p
}

// reached is the period of a condition in the year in which its column holds something, where no year was named.
func (d *draft) reached(c meaning.Cond) calendar.Period {
	at := c.Left
	if at.Kind == meaning.Time && d.query.Of != nil {
		at, _ = d.query.Time(d.composer.index, d.query.Of)
	}
	column := at.Column
	switch {
	case at.Kind == meaning.Column && column.Condition != nil && column.Condition.Moment != nil:
		column = column.Condition.Moment
	case c.Op != meaning.During || at.Kind != meaning.Column:
		return c.Period
	}
	return phrase.Reached(c.Period, column, d.words, d.series(), d.now)
}

// series says that figures are taken by a unit of time.
func (d *draft) series() bool {
	return slices.ContainsFunc(d.query.Per, func(t meaning.Term) bool { return t.Grain != "" }) ||
		slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool { return dim.Grain != "" })
}

// apart takes figures for each of several values that were joined by "and".
func (d *draft) apart(t meaning.Term) {
	if d.query.Figures() && t.Kind == meaning.Column && !contains(d.query.Per, t) && d.query.Keep.N == 0 {
		d.query.Per = append(d.query.Per, t)
		d.query.Show = append(d.query.Show, t)
	}
}

// nearlyAs is how close behind another reading of the same words makes the best one a guess.
const nearlyAs = 0.05

// holds says that rows of further tables can be asked the same.
func (d *draft) holds(facts []*schema.Table, c meaning.Cond) bool {
	for _, f := range facts {
		if c.Left.Kind == meaning.Column && !meaning.Refers(d.composer.index, f, c.Left.Column.Table) {
			return false
		}
	}
	return true
}

// rowCond gives the readings of a condition over the rows of a table.
func (d *draft) rowCond(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	switch c.Kind {
	case phrase.IsValue:
		out = d.isValue(of, c)
	case phrase.InPeriod:
		out = d.inPeriod(of, c)
	case phrase.Both:
		out = append(d.ofOneColumn(of, c), d.holdAll(of, c)...)
	case phrase.Either:
		out = d.either(of, c)
	case phrase.OfWhom:
		out = d.ofWhom(of, c)
	case phrase.Compared:
		out = d.compared(of, c)
	case phrase.Without, phrase.Having:
		out = d.existing(of, c)
	case phrase.Acted:
		out = d.acted(of, c)
	case phrase.Done:
		out = d.done(of, c)
	case phrase.Flagged:
		out = d.flagged(of, c)
	case phrase.Aged:
		out = d.aged(of, c)
	case phrase.Serving:
		out = d.serving(of, c)
	case phrase.Against:
		out = d.against(of, c)
	case phrase.Alike:
		out = d.alike(of, c)
	case phrase.Differs:
		out = d.differs(of, c)
	case phrase.Overdue, phrase.Late, phrase.Punctual, phrase.Early:
		out = d.punctual(of, c)
	case phrase.Overran:
		out = d.overran(of, c)
	case phrase.Pending:
		out = d.pending(of, c)
	case phrase.Lost:
		out = d.lost(of, c)
	case phrase.Expired:
		out = d.expired(of, c)
	case phrase.Living, phrase.Present:
		out = d.living(of, c)
	case phrase.Upcoming:
		out = d.upcoming(of, c)
	case phrase.Everywhere:
		out = d.everywhere(of, c)
	case phrase.Holding:
		out = d.holding(of, c)
	case phrase.Lasted:
		out = d.lasted(of, c)
	case phrase.Latest:
		if when, ok := d.composer.snapshot(of); ok {
			out = []Option[meaning.Cond]{{meaning.Cond{Op: meaning.Last, Left: when, At: c.At}, 0}}
		}
	case phrase.Season:
		out = d.season(of, c)
	case phrase.Weekend:
		days := []any{int64(0), int64(6)}
		if c.Number != nil {
			days = []any{c.Number}
		}
		if _, ok := meaning.TimeOf(d.composer.index, of); ok {
			left := meaning.Term{Kind: meaning.Time, Grain: "weekday", At: c.At}
			cond := meaning.Cond{Op: meaning.In, Left: left, Values: days, At: c.At}
			if len(days) == 1 {
				cond.Op = meaning.Equal
			}
			out = []Option[meaning.Cond]{{cond, 0}}
		}
	}
	out = ranked(out, mostReadings)
	for i := range out {
		if c.Not && c.Kind != phrase.Without {
			out[i].Is = out[i].Is.Negated()
		}
		out[i].Is.At = c.At
	}
	return out
}

// holdAll holds rows to all of several conditions, each as it is read best.
func (d *draft) holdAll(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	all := Option[meaning.Cond]{Is: meaning.Cond{Op: meaning.And, At: c.At}}
	for _, kid := range c.Kids {
		list := d.rowCond(of, kid)
		if len(list) == 0 {
			return nil
		}
		all.Is.Kids, all.Score = append(all.Is.Kids, list[0].Is), all.Score+list[0].Score
	}
	if c.Kind == phrase.Both && (contradictory(all.Is.Kids) || openOfOthers(c.Kids, all.Is.Kids)) {
		return nil
	}
	return []Option[meaning.Cond]{all}
}

// openOfOthers says that what was not done for so long is done in rows of their own, and the rows themselves are to be so old: "not ordered for
// 60 days" speaks of orders that are none in these days, not of customers who came before and never ordered.
func openOfOthers(said []phrase.Cond, meant []meaning.Cond) bool {
	aged := slices.ContainsFunc(said, func(c phrase.Cond) bool { return c.Kind == phrase.Aged })
	return aged && slices.ContainsFunc(said, func(c phrase.Cond) bool { return c.Kind == phrase.Done && c.Not }) &&
		slices.ContainsFunc(meant, func(m meaning.Cond) bool { return m.Op == meaning.NotExists })
}

// everywhere asks nothing of rows, where they are of all of a kind, or what they are of: "revenue across all products".
func (d *draft) everywhere(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Noun.Name.Matches {
		if m.Column != nil {
			continue
		}
		if steps, ok := d.way(of, m.Table); ok {
			out = append(out, Option[meaning.Cond]{meaning.Cond{Op: meaning.And, At: c.At}, m.Score() - 1 - costStep*float64(max(0, steps-1))})
		}
	}
	return out
}

// ofOneColumn holds rows to two values, each by itself, of one column: "on both a webinar and a trade show" are two kinds of one thing.
func (d *draft) ofOneColumn(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	if !c.Paired || c.Kids[0].Kind != phrase.IsValue || len(c.Kids[0].Values) != 1 {
		return nil
	}
	var out []Option[meaning.Cond]
	seen := map[*schema.Column]bool{}
	for _, m := range c.Kids[0].Values[0].Matches {
		both := c
		both.Kids = []phrase.Cond{heldIn(c.Kids[0], m.Column), heldIn(c.Kids[1], m.Column)}
		if seen[m.Column] || len(both.Kids[1].Values[0].Matches) == 0 {
			continue
		}
		seen[m.Column] = true
		for _, o := range d.holdAll(of, both) {
			out = append(out, Option[meaning.Cond]{o.Is, o.Score/2 + gainPaired})
		}
	}
	return out
}

// gainPaired is two values of one column before those of two.
const gainPaired = 0.15

// heldIn is a condition on the first value of another as one column holds it.
func heldIn(c phrase.Cond, in *schema.Column) phrase.Cond {
	v := c.Values[0]
	v.Matches = slices.DeleteFunc(slices.Clone(v.Matches), func(m schema.ValueMatch) bool { return m.Column != in })
	c.Values = []phrase.Value{v}
	return c
}

// either holds rows to one of several conditions, each as it is read best.
func (d *draft) either(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	list := d.holdAll(of, c)
	for i := range list {
		list[i].Is.Op = meaning.Or
		if slices.ContainsFunc(list[i].Is.Kids, func(k meaning.Cond) bool { return k.Op == meaning.And && len(k.Kids) == 0 }) {
			return nil // it would be so of all
		}
	}
	return list
}

// ofWhom is a condition on the row that a row refers to by a key that was named, or on the one row of a table that was, which may be the
// row itself.
func (d *draft) ofWhom(of *schema.Table, c phrase.Cond) []Option[meaning.Cond] {
	var out []Option[meaning.Cond]
	for _, m := range c.Name.Matches {
		var key *schema.Edge
		to := m.Table
		if m.Column != nil {
			if key = d.target(m.Column); key == nil {
				continue
			}
			to = key.To
		}
		path, ok := meaning.Way(d.composer.index, of, to, key)
		if itself := key == nil && to == of; !ok && !itself || len(path) == 0 && !itself {
			continue // "members whose membership runs out" are the rows themselves where these are kept together
		}
		for _, o := range d.rowCond(to, c.Kids[0]) {
			if reached, ok := reachedBy(o.Is, to, key); ok {
				out = append(out, Option[meaning.Cond]{reached, o.Score + m.Score() - 1 - costStep*float64(max(len(path)-1, 0))})
			}
		}
	}
	return ranked(out, mostReadings)
}

// reachedBy is a condition on the row of a table to which a key leads; not ok where it is on anything else, unless no key was named.
func reachedBy(c meaning.Cond, to *schema.Table, key *schema.Edge) (reached meaning.Cond, ok bool) {
	if key == nil {
		return c, c.Op != meaning.Exists && c.Op != meaning.NotExists
	}
	switch c.Op {
	case meaning.Exists, meaning.NotExists:
		return c, false
	case meaning.And, meaning.Or, meaning.Not:
		kids := slices.Clone(c.Kids)
		for i := range kids {
			if kids[i], ok = reachedBy(kids[i], to, key); !ok {
				return c, false
			}
		}
		c.Kids = kids
		return c, len(kids) > 0
	}
	if c.Left.Kind != meaning.Column || c.Left.Column.Table != to || c.Left.Via != nil || c.Right != nil {
		return c, false
	}
	c.Left.Via = key
	return c, true
}

// The cost of conditions that are less than sure.
const (
	costBehind = 0.25 // rows that refer to the row, instead of the row itself
	// a value of such rows, when nobody named them
	costBehindValue = 0.15
	// a word that adds nothing elsewhere: "new accounts" are not those of a new lead
	costLight   = 0.9
	costUnnamed = 0.6 // a value in another column than the one that was named
)
