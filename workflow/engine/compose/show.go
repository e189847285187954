package compose

import (
	"cmp"
	"slices"
	"time"

	"parley/db"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// addColumns shows what was asked for besides: columns of the rows, what rows that they refer to are called, or figures.
func addColumns(d *draft) []*draft {
	drafts := []*draft{d}
	for _, a := range d.plan.also {
		for _, n := range a.Names {
			drafts = each(drafts, func(f *draft) []*draft { return f.also(n, a) })
		}
		if a.Why {
			drafts = each(drafts, func(f *draft) []*draft { return f.alsoWhy(a.At) })
		}
	}
	for _, f := range d.plan.late {
		drafts = each(drafts, func(g *draft) []*draft { return g.lateness(f) })
	}
	return drafts
}

// lateness shows how late each row was done, or is by now where it is not done yet.
func (d *draft) lateness(f phrase.Figure) []*draft {
	if d.query.Of == nil || d.query.Figures() {
		return nil
	}
	due, done := dueAndDone(d.query.Of)
	if due == nil || done == nil {
		return nil
	}
	unit := cmp.Or(f.Fn, "day")
	late := meaning.Term{Kind: meaning.Between, Fn: unit, Args: []meaning.Term{done.term, due.term}, At: f.At}
	if slices.ContainsFunc(meaning.Conjuncts(d.query.Where), func(c meaning.Cond) bool { return c.Op == meaning.Null && c.Left.Equal(done.term) }) {
		late = meaning.Term{Kind: meaning.Age, Fn: unit, Value: d.now.Format(time.DateOnly), Args: []meaning.Term{due.term}, At: f.At}
	}
	g := d.fork(0)
	g.query.Show = append(g.query.Show, late)
	return []*draft{g}
}

func (d *draft) also(n phrase.Name, a phrase.Also) []*draft {
	var out []*draft
	for _, o := range d.columns(n, a.Of) {
		f := d.fork(o.Score - 1)
		if d.words[a.At.From] == "with" && len(o.Is) == 1 && o.Is[0].Column != nil && o.Is[0].Column.Role == schema.Flag {
			f.score -= costFlagShown
		}
		for _, t := range o.Is {
			if d.query.Figures() && !contains(f.query.Per, t) {
				f.query.Per = append(f.query.Per, t)
			}
			if !contains(f.query.Show, t) {
				f.query.Show = append(f.query.Show, t)
			}
		}
		out = append(out, f)
	}
	if len(out) == 0 {
		out = d.leave(n.At)
	}
	if !d.query.Figures() || a.Of != nil && !names(*a.Of, d.facts()) {
		return out // a figure of something else than the figures' own rows is not one of theirs
	}
	for _, o := range d.measure(phrase.Noun{Name: n}, "", a.At) {
		if a.Of != nil && slices.ContainsFunc(appendFacts(nil, o.Is), func(t *schema.Table) bool { return !slices.Contains(d.facts(), t) }) {
			continue // "turnover of customers by month" counts no customers
		}
		f := d.fork(o.Score - 1 - costBareMeasure)
		f.query.Show = append(f.query.Show, o.Is)
		out = append(out, f)
	}
	return out
}

// costFlagShown is a yes or no shown where "with" tells of which rows it is so: "houses with lead pipes".
const costFlagShown = 0.3

// parties are the people that rows refer to themselves, else those of whom they are whatever these are called: customers that are firms.
func (d *draft) parties(rows *schema.Table) []schema.Match {
	var people, others []schema.Match
	for _, e := range d.composer.index.Graph.Of(rows) {
		m := schema.Match{Table: e.To, Quality: 1, Coverage: 1}
		switch {
		case e.From != rows || e.To == rows:
		case e.To.Personal() && !e.To.Employed():
			people = append(people, m)
		case e.To.Personal() || e.To.Party():
			others = append(others, m)
		}
	}
	if len(people) > 0 {
		return people
	}
	return others
}

// whoever are the people that the rows of the figures refer to, else all that there are.
func (d *draft) whoever() []schema.Match {
	if facts := d.facts(); len(facts) > 0 {
		if list := d.parties(facts[0]); len(list) > 0 {
			return list
		}
	}
	var out []schema.Match
	for _, t := range d.composer.index.Tables {
		if t.Personal() && !t.Employed() || t.Party() {
			out = append(out, schema.Match{Table: t, Quality: 1, Coverage: 1})
		}
	}
	return out
}

// columns are the columns that a name may stand for beside the rows in hand; what a table's rows are called stands for the
// table.
func (d *draft) columns(n phrase.Name, owner *phrase.Name) []Option[[]meaning.Term] {
	var out []Option[[]meaning.Term]
	rows := d.query.Of
	if d.query.Figures() {
		if rows = d.eachThing(); rows == nil {
			return nil
		}
	}
	if n.Below {
		return nil // there are several
	}
	if n.Text == phrase.Who && len(n.Matches) == 0 {
		n.Matches = d.parties(rows)
	}
	if called, score := d.goesBy(n, rows); called != nil && owner == nil {
		return []Option[[]meaning.Term]{{terms(called, n.At), score}}
	}
	if called := d.ownersName(n, rows); called != nil {
		return []Option[[]meaning.Term]{{terms(called, n.At), 1}}
	}
	for _, m := range n.Matches {
		steps, ok := d.way(rows, m.Table)
		if !ok || m.Column != nil && m.Column.Metric != nil || m.Column != nil && hasStem(schema.Words(n.Text), english.ExpiredWords) && hasStem(m.Column.Words, english.LastWords) {
			continue // "an expired licence" is no day to show
		}
		score := m.Score() - costStep*float64(steps)
		switch {
		case owner != nil && !names(*owner, []*schema.Table{m.Table}):
			score -= costUnnamed
		case owner == nil && m.Column != nil && m.Table != rows && !names(n, d.composer.index.Tables) && d.sibling(n, m.Table):
			score += scoreSibling
		}
		if day, ok := d.dayBehind(m.Column); ok {
			day.At = n.At
			out = append(out, Option[[]meaning.Term]{[]meaning.Term{day}, score})
			continue
		}
		if m.Column != nil && m.Column.Role == schema.Reference {
			if target := d.target(m.Column); target != nil {
				out = append(out, Option[[]meaning.Term]{through(target, n.At).shown, score + costStep/2}) // whom it refers to, rather than the number
			}
		}
		cols := []*schema.Column{m.Column}
		if m.Column == nil {
			cols = m.Table.Label
		}
		if len(cols) > 0 {
			out = append(out, Option[[]meaning.Term]{terms(cols, n.At), score})
		}
	}
	if owner != nil {
		out = append(out, d.labels(*owner, n)...)
	} else {
		for _, a := range d.plan.also {
			if a.Of != nil {
				for _, o := range d.labels(*a.Of, n) {
					out = append(out, Option[[]meaning.Term]{o.Is, o.Score + scoreSibling})
				}
			}
		}
	}
	return ranked(out, mostReadings)
}

// goesBy is what rows of a table go by where "name" is said without whose: their own label, else that of the nearest people to whom they
// refer, or of those of whom something else is asked. Nil for other words, and where there is neither.
func (d *draft) goesBy(n phrase.Name, t *schema.Table) ([]*schema.Column, float64) {
	if schema.Lemma(schema.Normal(n.Text)) != "name" {
		return nil, 0
	}
	if len(t.Label) > 0 && t.Named() {
		return t.Label, 1
	}
	var people []Option[*schema.Table]
	for _, o := range d.composer.index.Tables {
		beside := d.sibling(n, o) && len(o.Label) > 0
		if steps, ok := d.way(t, o); ok && o != t && (o.Personal() || beside) {
			score := 1 - costStep*float64(steps)
			if beside {
				score += scoreSibling
			}
			if o.Employed() {
				score -= costStep / 2 // who deals with it, rather than with whom
			}
			people = append(people, Option[*schema.Table]{o, score})
		}
	}
	if people = ranked(people, 1); len(people) == 0 {
		return nil, 0
	}
	return people[0].Is.Label, min(people[0].Score, 1)
}

// ownersName is what rows of another table go by that stands before "name": "patient name" is the first and the last name of a patient.
// Nil where a column is called so itself.
func (d *draft) ownersName(n phrase.Name, of *schema.Table) []*schema.Column {
	words := schema.Words(n.Text)
	last := len(words) - 1
	if last < 1 || schema.Lemma(words[last]) != "name" || slices.ContainsFunc(n.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Has("name") && m.Score() > nearlySure }) {
		return nil
	}
	for _, t := range d.composer.index.Tables {
		called := len(t.Words) == last && !slices.ContainsFunc(words[:last], func(w string) bool { return !slices.Contains(t.Words, schema.Lemma(w)) })
		if _, ok := d.way(of, t); ok && called && len(t.Label) > 0 && t.Named() {
			return t.Label
		}
	}
	return nil
}

// nearlySure is the score from which on a column that is called a name is the one that is meant.
const nearlySure = 0.9

// scoreSibling is a column beside which others of the same row are asked for: the name of "name, bank account" is of whose account it is.
const scoreSibling = 0.1

// sibling says that another column that is asked for is surely of a table, or said to be.
func (d *draft) sibling(n phrase.Name, t *schema.Table) bool {
	for _, a := range d.plan.also {
		if a.Of != nil && names(*a.Of, []*schema.Table{t}) {
			return true
		}
		for _, o := range a.Names {
			elsewhere := func(m schema.Match) bool { return m.Column == nil || m.Table != t }
			if o.At != n.At && len(o.Matches) > 0 && !slices.ContainsFunc(o.Matches, elsewhere) {
				return true
			}
		}
	}
	return false
}

// eachThing are the things that figures are shown of: one row each; nil where they stand by themselves, or by something else.
func (d *draft) eachThing() *schema.Table {
	if d.entity != nil {
		return d.entity
	}
	if len(d.plan.dims) != 1 || !d.plan.dims[0].Each || len(d.query.Per) == 0 || d.query.Per[0].Kind != meaning.Column {
		return nil
	}
	t := d.query.Per[0].Column.Table
	if !slices.ContainsFunc(d.plan.dims[0].Name.Matches, func(m schema.Match) bool { return m.Table == t && m.Column == nil }) {
		return nil
	}
	return t
}

// dayBehind is the day that a key to a table of days stands for: it is what people want to see.
func (d *draft) dayBehind(c *schema.Column) (meaning.Term, bool) {
	if c == nil {
		return meaning.Term{}, false
	}
	if m, ok := momentOf(c); ok && m.term.Via != nil {
		return m.term, true
	}
	e := d.target(c)
	if e == nil || !hasWord(e.To.Words, []string{"date", "calendar", "day"}) {
		return meaning.Term{}, false
	}
	for _, day := range e.To.Columns {
		if day.Type == db.Date {
			return meaning.Term{Kind: meaning.Column, Column: day, Via: e}, true
		}
	}
	return meaning.Term{}, false
}

// labels reads "the customer's name" where the name's column is called otherwise.
func (d *draft) labels(owner, n phrase.Name) []Option[[]meaning.Term] {
	var out []Option[[]meaning.Term]
	if lemma := schema.Lemma(schema.Normal(n.Text)); lemma != "name" {
		return nil
	}
	for _, m := range owner.Matches {
		if steps, ok := d.way(d.query.Of, m.Table); ok && m.Column == nil && len(m.Table.Label) > 0 {
			out = append(out, Option[[]meaning.Term]{terms(m.Table.Label, n.At), m.Score() - costStep*float64(steps)})
		}
	}
	return out
}

func terms(cols []*schema.Column, at meaning.Span) []meaning.Term {
	out := make([]meaning.Term, len(cols))
	for i, c := range cols {
		out[i] = meaning.ColumnTerm(c, at)
	}
	return out
}

// arrange sets the order: the one that was asked for, else figures of things downwards and those of periods along the
// calendar.
func arrange(d *draft) []*draft {
	return each(d.ordered(), (*draft).cut)
}

// cut keeps so many of the order.
func (d *draft) cut() []*draft {
	c := d.plan.cut
	switch {
	case c == nil:
		return []*draft{d}
	case len(d.query.Sort) == 0 || d.query.Keep.N > 0:
		return nil
	}
	f := d.fork(0)
	f.query.Keep = meaning.Keep{N: c.N, At: c.At}
	if d.plan.sort == nil {
		f.query.Sort[0].Desc = c.Desc
	}
	return []*draft{f}
}

// present puts labels before what was asked for, and shows every column where the things themselves were asked for.
func present(d *draft) []*draft {
	q := d.query
	if q.Figures() {
		q.Distinct = false
		f := d.keysFirst()
		f.complete()
		return []*draft{f}
	}
	if q.All && !d.asksColumns() || len(q.Show) == 0 {
		q.All, q.Distinct = true, false
		return []*draft{d}
	}
	f := d.fork(0)
	q = f.query
	if q.All { // columns were asked for, which stand as they were said
		q.All = false
		slices.SortStableFunc(q.Show, func(a, b meaning.Term) int { return cmp.Compare(a.At.From, b.At.From) })
	}
	if f.entity == nil {
		return []*draft{f}
	}
	for _, t := range d.weighed() {
		if !contains(q.Show, t) {
			q.Show, q.Distinct = append(q.Show, t), false
		}
	}
	if d.beside() {
		q.All, q.Distinct = true, false
		return []*draft{f}
	}
	var lead []meaning.Term
	if len(d.plan.nouns) == 0 && f.entity == q.Of || len(d.plan.nouns) > 0 && names(d.plan.nouns[0].Name, []*schema.Table{q.Of}) {
		lead = things(q.Of, meaning.Span{}).shown
	}
	for i := range lead {
		if t := lead[len(lead)-1-i]; !contains(q.Show, t) {
			q.Show = append([]meaning.Term{t}, q.Show...)
		}
	}
	return []*draft{f}
}

// asksColumns says that columns were asked for of the rows that are first in an order, before these were named: "names of the 5 newest users".
func (d *draft) asksColumns() bool {
	return d.plan.keep != nil && d.plan.keep.Noun != nil && !slices.ContainsFunc(d.query.Show, func(t meaning.Term) bool { return t.At.To > d.plan.keep.At.From || t.At.To == 0 })
}

// weighed are two numbers of which one is to be more than the other: both are the evidence.
func (d *draft) weighed() []meaning.Term {
	var out []meaning.Term
	for _, c := range d.query.Where {
		if c.Right != nil && c.Left.Kind == meaning.Column && c.Right.Kind == meaning.Column && c.Left.Column.Type.Numeric() {
			out = append(out, c.Left, *c.Right)
		}
	}
	return out
}

// beside says that the things themselves were asked for, and columns of other rows beside them: "orders with the customer".
func (d *draft) beside() bool {
	others := func(t meaning.Term) bool { return t.Column != nil && t.Column.Table != d.query.Of }
	return len(d.plan.nouns) == 1 && names(d.plan.nouns[0].Name, []*schema.Table{d.query.Of}) && len(d.query.Show) > 0 && !slices.ContainsFunc(d.query.Show, func(t meaning.Term) bool { return !others(t) })
}

// complete drops groups for which a ratio of figures of several tables has no value: stores without a floor area.
func (d *draft) complete() {
	if len(d.query.Per) == 0 {
		return
	}
	for _, t := range d.query.Show {
		if t.Kind == meaning.Ratio && len(appendFacts(nil, t)) > 1 {
			d.query.Having = append(d.query.Having, meaning.Cond{Op: meaning.NotNull, Left: t, At: t.At})
		}
	}
	d.lapsed()
}

// lapsed leaves rows out in which what is measured by groups has not happened yet, so that no group stands there without a figure.
func (d *draft) lapsed() {
	figures := slices.DeleteFunc(slices.Clone(d.query.Show), func(t meaning.Term) bool { return !t.Figure() })
	if len(figures) != 1 || figures[0].Fn == "sum" || len(figures[0].Args) != 1 || figures[0].Args[0].Kind != meaning.Between {
		return
	}
	for _, end := range figures[0].Args[0].Args {
		if end.Kind != meaning.Column || end.Via != nil || !end.Column.Nullable || end.Column.Table != figures[0].Of {
			continue
		}
		if !slices.ContainsFunc(d.query.Where, func(c meaning.Cond) bool { return c.Left.Column == end.Column }) {
			d.query.Where = append(d.query.Where, meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(end.Column, meaning.Span{})})
		}
	}
}

// keysFirst shows the keys of the groups before the figures.
func (d *draft) keysFirst() *draft {
	f := d.fork(0)
	var shown []meaning.Term
	for _, t := range f.query.Show {
		if (t.Kind == meaning.Running || t.Kind == meaning.Change) && len(t.Args) == 1 && len(f.query.Per) > 0 {
			t.Args = append(slices.Clone(t.Args), alongTime(f.query.Per)...)
		}
		if seen := t.Kind == meaning.Running || t.Kind == meaning.Change || t.Kind == meaning.OfTotal; seen && !contains(shown, t.Args[0]) {
			shown = append(shown, t.Args[0]) // the figure beside what is made of it
		}
		shown = append(shown, t)
		if said, ok := meaning.DecodedOf(t); ok && len(f.facts()) == 1 && !contains(f.query.Show, said) {
			shown = append(shown, said) // what a code means stands beside it
		}
	}
	f.query.Show = shown
	slices.SortStableFunc(f.query.Show, func(a, b meaning.Term) int { return rank(a) - rank(b) })
	return f
}

// alongTime is keys with that of time, where there is one, before the others.
func alongTime(per []meaning.Term) []meaning.Term {
	out := slices.Clone(per)
	slices.SortStableFunc(out, func(a, b meaning.Term) int { return untimed(a) - untimed(b) })
	return out
}

func untimed(t meaning.Term) int {
	if t.Grain != "" {
		return 0
	}
	return 1
}

func rank(t meaning.Term) int {
	if t.Figure() {
		return 1
	}
	return 0
}

// onceDone leaves out that something was done where a condition says when: shipped in March is shipped, whatever came of it since.
// "Settled only" is not what was refunded since.
func (d *draft) onceDone() {
	where := d.query.Where
	d.query.Where = slices.DeleteFunc(slices.Clone(where), func(c meaning.Cond) bool {
		return slices.ContainsFunc(where, func(o meaning.Cond) bool { return o.Op == meaning.During && d.saysDone(c, o.Left) })
	})
}

// saysDone says that a condition says no more than that a moment has come: it is known, or a status has the word by which it is called.
func (d *draft) saysDone(c meaning.Cond, at meaning.Term) bool {
	if at.Column == nil {
		return false
	}
	if c.Op == meaning.NotNull {
		return c.Left.Equal(at)
	}
	if c.Op != meaning.Equal || c.Left.Column == nil || c.Left.Column.Table != at.Column.Table || !c.At.Said() || !at.Column.Optional() || d.strictly(c.At) {
		return false
	}
	return c.Left.Column.Role == schema.Category && slices.ContainsFunc(d.words[c.At.From:min(c.At.To, len(d.words))], func(w string) bool {
		return schema.Participle(w) && hasStem(at.Column.Words, []string{w})
	})
}

// sensible drops what makes no statement.
func sensible(d *draft) []*draft {
	d.onceDone()
	q := d.query
	if q.Of == nil && !q.Figures() {
		return nil
	}
	if q.Of != nil && q.All && len(q.Of.Columns) == 0 {
		return nil
	}
	if contradictory(q.Where) || d.countsEachOnce() {
		return nil
	}
	for i, t := range q.Show {
		if contains(q.Show[:i], t) {
			return nil // a word has been read twice
		}
		if t.Kind == meaning.Aggregate && t.Fn != "min" && t.Fn != "max" && len(t.Args) == 1 && t.Args[0].Kind == meaning.Column && t.Args[0].Column.Type == db.Boolean {
			return nil
		}
	}
	return []*draft{d}
}

// countsEachOnce says that rows are counted by what tells each of them apart, and that those with the most of them were asked for.
func (d *draft) countsEachOnce() bool {
	q := d.query
	if q.Keep.N == 0 || d.above != nil {
		return false
	}
	return slices.ContainsFunc(q.Show, func(t meaning.Term) bool {
		if t.Kind != meaning.Count || len(t.Args)+len(t.Where) > 0 || t.Via != nil || t.Of == nil {
			return false
		}
		return slices.ContainsFunc(q.Per, func(p meaning.Term) bool {
			if p.Kind != meaning.Column || p.Grain != "" || p.Column == nil || p.Column.Table != t.Of || p.Via != nil {
				return false
			}
			return p.Column == t.Of.PrimaryKey() || d.entity == t.Of && slices.Contains(t.Of.Label, p.Column)
		})
	})
}

// contradictory says that the same column must be two things at once.
func contradictory(where []meaning.Cond) bool {
	where = meaning.Conjuncts(where)
	for i, c := range where {
		for _, o := range where[:i] {
			if c.Op == meaning.Equal && o.Op == meaning.Equal && c.Right == nil && o.Right == nil && len(c.Values) == 1 && len(o.Values) == 1 && c.Left.Equal(o.Left) && c.Values[0] != o.Values[0] {
				return true
			}
			if c.Op == meaning.During && o.Op == meaning.During && c.Left.Equal(o.Left) && (apart(c.Period, o.Period) || apart(o.Period, c.Period)) {
				return true
			}
		}
	}
	return false
}

// apart says that a period is over before the other begins.
func apart(a, b calendar.Period) bool {
	return !a.To.IsZero() && !b.From.IsZero() && !a.To.After(b.From)
}
