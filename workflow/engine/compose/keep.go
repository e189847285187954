package compose

import (
	"slices"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// superlative keeps the first of things in the order of a figure or of time.
func (d *draft) superlative() []*draft {
	k := *d.plan.keep
	d = d.fork(0)
	d.plan.conds = append(slices.Clone(d.plan.conds), k.Noun.Conds...)
	d.query.Keep = meaning.Keep{N: k.N, Offset: k.Offset, At: k.At}
	if k.N == 0 {
		d.takes = append(d.takes, "all of them, in that order")
	}
	if k.By != nil {
		d.plan.conds = append(d.plan.conds, nounConds(*k.By)...)
	}
	if k.By == nil && len(d.plan.figures) == 1 {
		f := d.plan.figures[0]
		d.plan.figures, k.By = nil, &f
		d.plan.conds = append(d.plan.conds, nounConds(f)...)
	}
	if n := d.plan.nouns; k.By == nil && !k.Moment && len(n) == 1 && computes(n[0].Name) {
		f := plainly(n[0]) // "net revenue of the top 3 clerks" says by what they are the first
		d.plan.nouns, k.By = nil, &f
		d.plan.conds = append(d.plan.conds, n[0].Conds...)
	}
	if slices.ContainsFunc(d.plan.dims, func(dim phrase.Dimension) bool { return !dim.Each }) {
		return nil
	}
	if len(d.plan.dims) > 0 {
		k.Each, d.plan.dims = append(slices.Clone(k.Each), d.plan.dims...), nil
	}
	k = d.byForOne(k)
	if k.Grain != "" {
		return withNouns(d.units(k))
	}
	switch k.Noun.Name.Text {
	case phrase.Who:
		n := *k.Noun
		n.Name.Matches, k.Noun = slices.Concat(d.playing(), d.noted(k.By), d.people()), &n
	case phrase.What:
		n := *k.Noun
		n.Name.Matches, k.Noun = d.dealtWith(*k.By), &n
	}
	matches := k.Noun.Name.Matches
	if len(matches) == 0 && len(k.Noun.Conds) > 0 {
		for _, t := range d.holders(k.Noun.Kind()) { // "top 3 wholesalers" are rows of that kind
			things := d.commonlyPointedAt(t.Is, k)
			if len(things) == 0 {
				things = []*schema.Table{t.Is}
			} else {
				k.By = rowsOf(t.Is, k.Noun.At)
			}
			for _, thing := range things {
				matches = append(matches, schema.Match{Table: thing, Quality: 1 + t.Score, Coverage: 1})
			}
		}
	}
	var out []*draft
	said := k
	for _, m := range matches {
		k := said
		if k.By == nil && !k.Moment && d.ofKin(m) {
			k.By = rowsOf(m.Table, k.Noun.At) // the first inviters are those who invited the most
		}
		f := d.fork(m.Score() - 1)
		if k.By != nil && k.By.Kind == phrase.Count && m.Column != nil && m.Column.Role == schema.Flag {
			// "the most common exceptions" are things of that kind.
			f.plan.conds = append(slices.Clone(f.plan.conds), phrase.Cond{Kind: phrase.Flagged, Name: &phrase.Name{Matches: []schema.Match{m}}, At: k.Noun.At})
			m.Column = nil
		}
		if k.By != nil && k.By.Kind == phrase.Count && m.Column != nil && m.Column.Nullable && m.Column.Role != schema.Reference {
			// what rows have no value of is no value that they have most often
			f.query.Where = append(slices.Clone(f.query.Where), meaning.Cond{Op: meaning.NotNull, Left: meaning.ColumnTerm(m.Column, k.Noun.At), At: k.Noun.At})
		}
		switch {
		case k.Moment && k.By != nil: // "latest users by status" is decided by one or by the other
		case k.Moment:
			out = append(out, f.latest(k, m)...)
		case k.By == nil:
			out = append(out, f.greatest(k, m)...)
		default:
			for _, o := range f.decider(k, m) {
				g := f.fork(0)
				if of := o.Is.Of; of != nil && len(k.Noun.Name.Matches) == 0 {
					if steps, ok := d.way(of, m.Table); ok && steps == 1 {
						g.score += d.gainOwn([]*schema.Table{of}, m.Table, k.Noun.Kind())
					}
				}
				g.realised(*k.By, o.Is)
				out = append(out, g.by(k, m, []Option[meaning.Term]{o})...)
			}
		}
	}
	return withNouns(out)
}

// commonlyPointedAt are the things to which most rows of a kind that a person defined point, where those have no name of their own and nothing else was said by which
// they come first: the most common main reasons.
func (d *draft) commonlyPointedAt(t *schema.Table, k phrase.Keep) []*schema.Table {
	counted := k.By != nil && k.By.Kind == phrase.Count && len(k.By.Noun.Name.Matches)+len(k.By.Noun.Conds) == 0
	if !k.Noun.Kind().TaughtRows() || t.Named() || k.Moment || k.By != nil && !counted || t.Class == schema.Fact && !counted {
		return nil
	}
	return d.pointedAt(t)
}

// ofKin says that what is named is the part that a row plays for others of its own kind, as a person told.
func (d *draft) ofKin(m schema.Match) bool {
	return m.Column != nil && slices.ContainsFunc(d.composer.index.Graph.Of(m.Table), func(e *schema.Edge) bool {
		return e.From == e.To && e.Preferred && len(e.Part) > 0 && len(e.FromColumns) == 1 && e.FromColumns[0] == m.Column
	})
}

// rowsOf is the number of rows of a table.
func rowsOf(t *schema.Table, at meaning.Span) *phrase.Figure {
	n := phrase.Noun{Name: phrase.Name{Matches: []schema.Match{{Table: t, Quality: 1, Coverage: 1}}, At: at}, At: at}
	return &phrase.Figure{Kind: phrase.Count, Noun: n, At: at}
}

// computes says that a name is first of all that of a computed figure.
func computes(n phrase.Name) bool {
	return len(n.Matches) > 0 && n.Matches[0].Column != nil && n.Matches[0].Column.Metric != nil
}

// dealtWith are the things that rows of a figure are about: what names them, else the things, no people, that they refer to.
func (d *draft) dealtWith(f phrase.Figure) []schema.Match {
	var out []schema.Match
	for _, o := range d.figure(f) {
		for _, t := range appendFacts(nil, o.Is) {
			for _, c := range t.Label {
				out = append(out, schema.Match{Table: t, Column: c, Quality: 1, Coverage: 1})
			}
			for _, e := range d.composer.index.Graph.Of(t) {
				if e.From == t && e.To != t && len(e.To.Label) > 0 && !e.To.Personal() && !d.happenedAt(e.To) {
					out = append(out, schema.Match{Table: e.To, Quality: qualityDealt, Coverage: 1})
				}
			}
		}
	}
	return out
}

// happenedAt says that rows are of what happened at a time of their own.
func (d *draft) happenedAt(t *schema.Table) bool {
	own, ok := meaning.TimeOf(d.composer.index, t)
	return t.Class == schema.Fact && ok && own.Via == nil
}

// qualityDealt is how surely rows are about things that they refer to.
const qualityDealt = 0.9

// people are the tables whose rows are people.
func (d *draft) people() []schema.Match {
	var out []schema.Match
	for _, t := range d.composer.index.Tables {
		if !t.Personal() {
			continue
		}
		m := schema.Match{Table: t, Quality: 1, Coverage: 1}
		switch {
		case t.Employed() && phrase.ByStaff(d.words):
			m.Quality = qualityPlaying
		case slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Has(english.OfFirms...) }):
			m.Quality = qualityFirm
		case len(t.Label) != 2 && !t.Employed() && !slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Has("email", "birth", "birthday", "gender", "sex") }):
			m.Quality = qualityPhoned
		}
		out = append(out, m)
	}
	return out
}

const qualityFirm = 0.9

// playing are the keys to people that are called after what the words say they did: handler of "who handled the most".
func (d *draft) playing() []schema.Match {
	var out []schema.Match
	for _, c := range d.composer.index.Columns {
		if target := d.target(c); target == nil || c.Role != schema.Reference || !target.To.Personal() {
			continue
		}
		for i, w := range d.words {
			if len(w) > 3 && !phrase.Empty(w) && slices.ContainsFunc(c.Words, func(own string) bool { return own != "by" && schema.Kin(own) == schema.Kin(w) }) {
				out = append(out, schema.Match{Table: c.Table, Column: c, Quality: qualityPlaying, Coverage: 1, From: i, To: i + 1})
				break
			}
		}
	}
	return out
}

// noted are the columns of the rows that a figure counts which hold who dealt with them.
func (d *draft) noted(by *phrase.Figure) []schema.Match {
	if by == nil {
		return nil
	}
	quality := qualityPhoned
	if phrase.ByStaff(d.words) {
		quality = qualityNoted // who closed them, not who placed them
	}
	var out []schema.Match
	for _, o := range d.figure(*by) {
		for _, t := range appendFacts(nil, o.Is) {
			for _, c := range t.Columns {
				if c.Type == db.Text && c.Role != schema.Reference && !c.Hidden && slices.ContainsFunc(c.Words, phrase.Staffed) && !c.Has("type", "role", "code", "status") {
					out = append(out, schema.Match{Table: t, Column: c, Quality: quality, Coverage: 1})
				}
			}
		}
	}
	return out
}

// qualityNoted is how surely who is asked for is the one whom the rows name as having dealt with them.
const qualityNoted = 1.05

// qualityPhoned is how surely those are people of whom little more is known than how to reach them: branches have telephones too.
const qualityPhoned = 0.8

// qualityPlaying is how surely who is asked for is the one who did what the words say.
const qualityPlaying = 1.1

// staff are the people who are employed.
func (d *draft) staff() []schema.Match {
	return slices.DeleteFunc(d.people(), func(m schema.Match) bool { return !m.Table.Employed() })
}

// units keeps the first units of time in the order of a figure, of what is spoken of where none was said: "busiest month for
// orders".
func (d *draft) units(k phrase.Keep) []*draft {
	if k.By == nil {
		n, ok := d.plan.spoken()
		switch {
		case len(d.plan.dims) > 0:
			return nil
		case !ok:
			return d.busiest(k)
		}
		k.By = &phrase.Figure{Kind: phrase.Count, Noun: n, At: n.At}
		d.plan.conds = append(slices.Clone(d.plan.conds), n.Conds...)
	}
	var out []*draft
	for _, o := range d.figure(*k.By) {
		f := d.fork(o.Score - 1)
		facts := appendFacts(nil, o.Is)
		if len(facts) == 0 {
			continue
		}
		f.realised(*k.By, o.Is)
		f.query.Of = facts[0]
		f.query.Show = append(f.query.Show, o.Is)
		for _, keys := range f.ofTime(facts, k) {
			g := f.fork(keys.Score - 1)
			g.query.Per = append(g.query.Per, keys.Is.keys...)
			g.query.Show = append(slices.Clone(keys.Is.shown), g.query.Show...)
			g.query.Sort = []meaning.Key{{Term: o.Is, Desc: k.Desc, At: k.At}}
			out = append(out, g)
		}
	}
	return out
}

// busiest keeps the units of time in which most happened, where nobody said of what: of trade, else of the table of which most is told.
func (d *draft) busiest(k phrase.Keep) []*draft {
	var most *schema.Table
	for _, t := range d.composer.index.Tables {
		at, ok := meaning.TimeOf(d.composer.index, t)
		if !ok || at.Via != nil || t.Personal() || !d.tells(t) || (k.Grain == "hour" || k.Grain == "hour of day") && at.Column.Type != db.Timestamp {
			continue
		}
		if most == nil || hasWord(t.Words, schema.Trades) && !hasWord(most.Words, schema.Trades) || hasWord(t.Words, schema.Trades) == hasWord(most.Words, schema.Trades) && t.Rows > most.Rows {
			most = t
		}
	}
	if most == nil {
		return nil
	}
	f := d.fork(-costImplied)
	f.takes = append(f.takes, "of "+schema.Plural(meaning.Called(most)))
	n := phrase.Noun{Name: phrase.Name{Text: meaning.Called(most), Matches: []schema.Match{{Table: most, Quality: 1, Coverage: 1}}, At: k.At}, At: k.At}
	k.By = &phrase.Figure{Kind: phrase.Count, Noun: n, At: k.At}
	return f.units(k)
}

// tells says that rows tell of what happened to others: they refer to some.
func (d *draft) tells(t *schema.Table) bool {
	return t.Class == schema.Fact || slices.ContainsFunc(d.composer.index.Graph.Of(t), func(e *schema.Edge) bool { return e.From == t && e.To != t && e.Sure() })
}

// ofTime groups by the unit of time that is kept: of the one time of the figure's rows, or of each figure's own.
func (d *draft) ofTime(facts []*schema.Table, k phrase.Keep) []Option[grouping] {
	if t, ok := meaning.TimeOf(d.composer.index, facts[0]); ok && len(facts) == 1 {
		if decided, ok := d.outcomeAt(facts[0]); ok {
			t = decided
		} else if done, ok := d.allDoneAt(facts[0]); ok {
			t = done
		}
		t.Grain, t.At = k.Grain, k.Noun.At
		return []Option[grouping]{{oneKey(t), 1}}
	}
	return d.pace(phrase.Dimension{Grain: k.Grain, At: k.Noun.At})
}

// withNouns shows the nouns beside a superlative: "third largest invoice and who pays it".
func withNouns(drafts []*draft) []*draft {
	for _, d := range drafts {
		for _, n := range d.plan.nouns {
			d.plan.also = append(slices.Clone(d.plan.also), phrase.Also{Names: []phrase.Name{n.Name}, At: n.At})
			d.plan.conds = append(slices.Clone(d.plan.conds), n.Conds...)
		}
	}
	return drafts
}

// decider gives the readings of the figure that decides; a count of nothing said counts the rows that the thing is of.
func (d *draft) decider(k phrase.Keep, m schema.Match) []Option[meaning.Term] {
	if by, sized := phrase.Sized(d.words[k.At.From:min(k.At.To, len(d.words))]); sized && k.By.Kind == phrase.Plain {
		if out := d.extremes(k, by); len(out) > 0 {
			return out
		}
	}
	if lines := Telling(d.composer.index, m.Table); lines != nil && m.Column == nil && k.By.Kind == phrase.Plain && SaysWhole(k.By.Noun.Name.Text) {
		return []Option[meaning.Term]{{Is: aggregate("sum", lines.Worth, k.By.At), Score: 1}}
	}
	if by := *k.By; by.Kind == phrase.Plain && phrase.Several(by.Noun.Name.Text) && !uncounted(by.Noun.Name) {
		by.Kind = phrase.Rows // "top 5 districts by permits": by how many there are, or by what they come to
		return ranked(append(d.figure(*k.By), d.figure(by)...), mostReadings)
	}
	if k.By.Kind != phrase.Count || len(k.By.Noun.Name.Matches)+len(k.By.Noun.Conds) > 0 {
		return d.figure(*k.By)
	}
	if d.foremostBuyers(k, m) {
		return nil // the top customers are those that bought for most, not those of which there are most rows
	}
	var out []Option[meaning.Term]
	if m.Column != nil && !names1(m.Column) && m.Column.Role != schema.Identifier && m.Column != m.Table.PrimaryKey() {
		out = append(out, Option[meaning.Term]{meaning.CountOf(m.Table, k.By.At), 1})
	}
	return append(out, d.occurrences(m.Table, k.By.At)...)
}

// foremostBuyers says that things are called the first of all, and not in what, and that what they bought or brought in tells it.
func (d *draft) foremostBuyers(k phrase.Keep, m schema.Match) bool {
	if !hasWord(d.words[k.At.From:min(k.At.To, len(d.words))], english.Foremost) {
		return false
	}
	t := m.Table
	if c := m.Column; c != nil {
		if target := d.target(c); target != nil {
			t = target.To
		} else if c.Role != schema.Label && c.Role != schema.Identifier && c.Role != schema.Moment {
			return false
		}
	}
	_, traded := d.turnoverWith(t, k.At)
	return traded
}

const (
	// scoreOccurs is how surely things are counted by rows that refer to them, scoreKept by rows that are themselves kept.
	scoreOccurs = 0.9
	scoreKept   = 0.75
)

// occurrences count how often a thing occurs: the rows that refer to it, those of what happened first.
func (d *draft) occurrences(t *schema.Table, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	seen := map[*schema.Table]bool{}
	for _, e := range d.composer.index.Graph.Of(t) {
		if e.To != t || e.From == t || seen[e.From] {
			continue
		}
		seen[e.From] = true
		score := scoreKept
		if e.From.Class == schema.Fact || e.From.Class == schema.Bridge {
			score = scoreOccurs
		}
		out = append(out, Option[meaning.Term]{meaning.CountOf(e.From, at), score})
	}
	return ranked(out, mostReadings)
}

// by keeps the first things in the order of a figure.
func (d *draft) by(k phrase.Keep, m schema.Match, figures []Option[meaning.Term]) []*draft {
	var out []*draft
	for _, o := range figures {
		f := d.fork(o.Score - 1)
		facts := appendFacts(nil, o.Is)
		switch {
		case len(facts) == 0:
			continue
		case m.Column == nil && facts[0] == m.Table && o.Is.Kind == meaning.Aggregate && len(facts) == 1:
			f.rowsBy(m.Table, o.Is.Args[0], k)
		case !f.groupedBy(m, facts, o.Is.Via):
			continue
		default:
			f.query.Show = append(f.query.Show, o.Is)
			f.query.Sort = []meaning.Key{{Term: o.Is, Desc: k.Desc, At: k.At}}
		}
		out = append(out, f.each(k)...)
	}
	return out
}

// rowsBy lists the rows of a table in the order of a column of theirs.
func (d *draft) rowsBy(t *schema.Table, by meaning.Term, k phrase.Keep) {
	d.query.Of, d.entity = t, t
	d.query.All = true
	d.query.Sort = []meaning.Key{{Term: by, Desc: k.Desc, At: k.At}}
}

// groupedBy groups figures by the thing that a name stands for; above, where it is there, is the key by which the rows of the figure
// refer to a row of their own table, which is the thing.
func (d *draft) groupedBy(m schema.Match, facts []*schema.Table, above *schema.Edge) bool {
	if above != nil {
		if m.Table != above.To || m.Column != nil && m.Column != above.FromColumns[0] {
			return false
		}
		g := through(above, d.plan.keep.Noun.At)
		d.query.Of, d.entity, d.above = facts[0], m.Table, above
		d.query.Per, d.query.Show = append(d.query.Per, g.keys...), append(d.query.Show, g.shown...)
		return true
	}
	d.query.Of, d.entity = facts[0], m.Table
	for _, f := range facts {
		steps, ok := d.way(f, m.Table)
		if !ok {
			return false
		}
		d.score -= costStep * float64(steps) / 2
	}
	g := things(m.Table, d.plan.keep.Noun.At)
	if m.Column != nil && m.Column.Role == schema.Moment && schema.Participle(d.words[m.From]) {
		return false // when it was done is no thing
	}
	if m.Column != nil && (!names1(m.Column) || m.Table == facts[0]) && m.Column.Role != schema.Identifier {
		t := meaning.ColumnTerm(m.Column, d.plan.keep.Noun.At)
		g = oneKey(t)
		if target := d.target(m.Column); target != nil {
			g = through(target, d.plan.keep.Noun.At)
		}
		d.entity = nil
	}
	if called := d.keysCalled(m, d.plan.keep.Noun.Name.Text, d.plan.keep.Noun.At); len(called) > 0 {
		g = ranked(called, 1)[0].Is
		d.plan.unsaid(d.plan.keep.Noun.Conds)
	}
	d.query.Per = append(d.query.Per, g.keys...)
	d.query.Show = append(d.query.Show, g.shown...)
	return true
}

// goesByNumber says that a column is the number by which rows go that are called as it is, and so stands for them: the trip of a trip number,
// the first column of a log of trips.
func goesByNumber(m schema.Match) bool {
	c := m.Column
	last := len(c.Words) - 1
	if c == m.Table.PrimaryKey() {
		return true
	}
	numbers := c.Words[last] == "number" || c.Words[last] == "identifier"
	return last > 0 && numbers && c == m.Table.Columns[0] && c.Role != schema.Reference && slices.Equal(c.Words[:last], m.Table.Words[:min(last, len(m.Table.Words))])
}

// latest lists rows by their time.
func (d *draft) latest(k phrase.Keep, m schema.Match) []*draft {
	t, ok := meaning.TimeOf(d.composer.index, m.Table)
	said := d.words[k.At.From:min(k.At.To, len(d.words))]
	aged := slices.Contains(said, "oldest")
	if born := slices.IndexFunc(m.Table.Columns, func(c *schema.Column) bool { return c.Has("birth", "birthday") && c.Type.Temporal() }); born >= 0 && aged {
		// The oldest is not who came first; the newest came last.
		t, ok = meaning.ColumnTerm(m.Table.Columns[born], k.At), true
	}
	if m.Column != nil && !goesByNumber(m) || !ok {
		return nil
	}
	if done, known := d.doneAt(m.Table); known && !aged { // the latest completed order is the one that was completed last
		t = done
	}
	d.query.Of, d.entity = m.Table, m.Table
	d.query.All = true
	if still, ok := d.stillThere(m.Table, k.At); ok && slices.Contains(said, "longest") { // who left serves no longer
		d.query.Where = append(slices.Clone(d.query.Where), still)
	}
	d.query.Sort = []meaning.Key{{Term: t, Desc: k.Desc, At: k.At}}
	if key := m.Table.PrimaryKey(); len(k.Each) > 0 && k.N == 1 && key != nil && key.Numeric && t.Kind == meaning.Column && t.Column.Type == db.Date {
		d.query.Sort = append(d.query.Sort, meaning.Key{Term: meaning.ColumnTerm(key, k.At), Desc: k.Desc}) // of several of one day, the one that came last
	}
	return d.each(k)
}
