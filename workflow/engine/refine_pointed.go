package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file asks of rows that are pointed at (see refine_pointer.go). In the place of the words that point a name is put that
// stands for a value of the rows, and the whole is read as a question by the readers of questions: "which department is the
// fourth one in" as "which department is NAME in". In what they make of it, the rows stand where the name stood. A reading
// without the name is none.

// standIn is the name that is put in the place of what points. Nobody says it.
const standIn = "Qwyxar"

// standText and sentinel are the values that it stands for.
const standText = "the rows that are pointed at"

// pointingRules read what points at rows themselves.
var pointingRules = english.Set("compared", "similar", "superior", "rows that belong", "live", "skip", "limit", "top", "show only", "rows behind", "first per", "nth filter", "one side", "share of one")

// pointedFirst says that what the rules made has a place for what points at rows, or points at what they did themselves.
func pointedFirst(list []rival) bool {
	if len(list) > 0 && slices.Contains(list[0].editor.operations, "show used") {
		return true
	}
	return len(list) > 0 && len(list[0].editor.operations) > 0 && !slices.ContainsFunc(list[0].editor.operations, func(name string) bool { return !pointingRules[name] })
}

// behindFirst says that the rules list the rows behind figures that a condition picks, or say what share of all they are: these are pointed
// at as well, with all that narrows them.
func behindFirst(list []rival) bool {
	return len(list) > 0 && len(list[0].editor.operations) == 1 && (list[0].editor.operations[0] == "rows behind" || list[0].editor.operations[0] == "share of one")
}

// shownBeside says that the rules show what was asked of a row beside the row: a column, or the name of what it belongs to.
func (ed *editor) shownBeside(list []rival, pointed *rival) bool {
	other := func(name string) bool {
		return name != "add" && name != "rows that belong" && name != "added of those" && name != "priced"
	}
	if pointed == nil || len(list) == 0 || slices.ContainsFunc(list[0].editor.operations, other) || !ed.readsPlace(list) || pointed.query.Set != nil {
		return false
	}
	added := map[*schema.Table]bool{}
	now, was := view{ed.index, leftmost(list[0].query)}, ed.block().Items
	for _, item := range now.query.Items {
		if c := now.column(item.Expr); c != nil && !slices.ContainsFunc(was, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			if rows := ed.shownAsRows(); ed.fans(c.Table) > 0 || rows.table != nil && ed.fansFrom([]*schema.Table{rows.table}, c.Table) > 0 {
				return false
			}
			added[c.Table] = true
		}
	}
	then := view{ed.index, pointed.query}
	for _, item := range then.query.Items {
		if _, star := item.Expr.AsStar(); star {
			if tables := then.tables(); !slices.ContainsFunc(tables, func(t *schema.Table) bool { return added[t] }) {
				return false
			}
		} else if c := then.column(item.Expr); c == nil || !added[c.Table] {
			return false
		}
	}
	return len(added) > 0
}

// leftToRules says that an input asks for nothing but the row that is greatest: the rules choose it, with the figure that decides.
func (ed *editor) leftToRules(u utterance, r reference) bool {
	_, cut := ed.cutAt()
	return r.extreme && !r.several && (!cut || ed.block().Grouped()) && !ed.asksContent(u, r)
}

// asksContent says that a word beside a reference is more than what a question is built of: "which one did the most" asks for nothing
// but the row.
func (ed *editor) asksContent(u utterance, r reference) bool {
	for i, w := range u.words {
		if (i < r.at.from || i >= r.at.to) && !english.NarrowWords[w] && !english.WhWords[w] && !english.AskedOfRow[w] && !english.RowNouns[w] && !english.Courtesy[w] {
			return true
		}
	}
	return false
}

// asPronoun is what the rules make of the rows that are pointed at where a pronoun says what the reference did: "where does that customer
// live" as "where do they live" of that row; nil where they make nothing of it.
func (ed *editor) asPronoun(row *editor, u utterance, r reference) *rival {
	before, after := u.text(stretch{0, r.at.from}), u.text(stretch{r.at.to, len(u.tokens)})
	pronoun := " they "
	switch {
	case r.owner:
		if pronoun = " their "; r.at.to < len(u.words) && english.Possessive[u.words[r.at.to]] {
			after = u.text(stretch{r.at.to + 1, len(u.tokens)})
		}
	case r.at.from > 0 && (english.OwnWords[u.words[r.at.from-1]] || u.words[r.at.from-1] == "to" || u.words[r.at.from-1] == "about" || u.words[r.at.from-1] == "of"):
		pronoun = " them "
	}
	said := utter(strings.TrimSpace(before + pronoun + after))
	work := *row
	work.query, work.said = row.query.Clone(), said
	if !work.apply(said, stretch{0, len(said.tokens)}) || len(work.unknown(said)) > 0 && !english.OfPeople[work.operations[0]] || !work.sure(said, work.operations) {
		return nil
	}
	if shown := unchanged(work.query, row.query); shown && (!english.OfPeople[work.operations[0]] || unchanged(row.query, ed.query)) {
		return nil
	}
	work.understand(u.text(r.at) + " = that of the rows in force")
	return &rival{query: work.query, mix: edited, reading: -1, editor: &work, present: ed.query, sure: true, firm: !r.plain}
}

// keysAlone says that a query shows nothing but one key.
func (ed *editor) keysAlone(q *statement.Query) bool {
	if q.Set != nil || len(q.Items) != 1 {
		return false
	}
	c := view{ed.index, q}.column(q.Items[0].Expr)
	return c != nil && c.Key()
}

// onlyThese is the query in force with the rows alone that are counted to: every column of them where more of them is asked for.
func (ed *editor) onlyThese(row *editor, u utterance, r reference) *rival {
	if u.any(english.ApartWords) {
		return nil
	}
	work := *row
	if u.has("more") || u.has("details") || u.has("about") || (r.valued || r.named) && ed.showsNames() {
		work.try(work.wholeRows)
	}
	work.understand(u.text(r.at) + " = that of the rows in force")
	work.operations = []string{"limit"}
	return &rival{query: work.query, mix: edited, reading: -1, editor: &work, present: ed.query, sure: true}
}

// bothOf is the query in force with two rows alone that are counted to: every column of them where they are set side by side.
func (ed *editor) bothOf(row *editor, u utterance, r reference) *rival {
	made := row
	if u.any(english.ComparingWords) {
		made.try(made.everyColumn)
	} else if u.any(english.ApartWords) {
		return nil
	}
	made.understand(u.text(r.at) + " = those of the rows in force")
	made.operations = []string{"compared"}
	return &rival{query: made.query, mix: edited, reading: -1, editor: made, present: ed.query, sure: true, firm: true}
}

// showsNames says that the query shows what its rows are called, and nothing else: of one that is called by its name, that says nothing.
func (ed *editor) showsNames() bool {
	rows, q := ed.shownAsRows(), ed.block()
	return rows.table != nil && !q.Grouped() && !slices.ContainsFunc(q.Items, func(item statement.Item) bool {
		return !slices.Contains(rows.table.Label, ed.scope().column(item.Expr))
	})
}

// onlyItself says that a question for people is answered with nothing but the rows that are pointed at, which are none.
func (ed *editor) onlyItself(u utterance, q *statement.Query, rows asRows) bool {
	s := u.trim(stretch{0, len(u.tokens)})
	if s.empty() || u.words[s.from] != "who" || q.Set != nil {
		return false
	}
	if len(q.GroupBy) == 0 && len(measures(q)) == len(q.Items) {
		return true // a figure is nobody
	}
	if rows.table == nil || person(rows.table) {
		return false
	}
	_, star := q.Items[0].Expr.AsStar()
	return star && len(q.From) == 1 && view{ed.index, q}.table(q.From[0]) == rows.table
}

// firstOf is the likeliest reading that may be run; nil when there is none.
func firstOf(p *pool) *option {
	for _, o := range p.options {
		if o.chance() >= answerEnough && !o.barred {
			return o
		}
	}
	return nil
}

// leastWhole is the chance from which on a reading is taken of which every word has a part and that asks of the rows that are pointed at.
const leastWhole = 0.1

// wholeOf is the likeliest reading in which every word has a part; nil where none is likely at all.
func wholeOf(p *pool) *option {
	for _, o := range p.options {
		if o.chance() >= leastWhole && !o.barred && len(o.draft.Ignored) == 0 {
			return o
		}
	}
	return nil
}

// forEachOf is the first of the texts with the groups that are pointed at told one by one, where a figure of several groups is asked for:
// "how many orders do the first three have". Empty where it is not.
func (ed *editor) forEachOf(u utterance, r reference, rows asRows, texts []string) string {
	if !r.several || rows.table != nil || rows.fact == nil || len(texts) == 0 || !slices.ContainsFunc(figureAsks, func(said string) bool { return strings.Contains(" "+strings.Join(u.words, " ")+" ", said) }) {
		return ""
	}
	return strings.TrimRight(texts[0], " ?.!") + " per " + strings.Join(rows.called.Words, " ")
}

// figureAsks are words that ask for a figure.
var figureAsks = []string{" how many ", " how much ", " number of ", " count of ", " total ", " average ", " sum of "}

// namesBefore finds what is asked for where nothing but a name and a word of place stand before what points: "the customers behind".
var namesBefore = regexp.MustCompile(`(?i)^(?:show |list |give )?(?:me )?(?:all )?(?:the )?(\w+) (?:behind|from|for|with|in|by|on|of|to|at)$`)

// furtherSaid are words for more of what is on screen already.
var furtherSaid = regexp.MustCompile(`(?i)\b(?:other|else|more|further|another|any other|the other) ?`)

// withStandIn is the input with the name in the place of what points: by itself, and behind what the rows are called.
func (ed *editor) withStandIn(u utterance, r reference, rows asRows) []string {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && s.from < r.at.from && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "so" || u.words[s.from] == "now") {
		s.from++
	}
	before, after := u.text(stretch{min(s.from, r.at.from), r.at.from}), u.text(stretch{r.at.to, max(s.to, r.at.to)})
	if r.held != nil || r.byName {
		before, after = furtherSaid.ReplaceAllString(before, ""), furtherSaid.ReplaceAllString(after, "")
	}
	if !asksMore(before) && !asksMore(after) {
		return nil
	}
	if r.part {
		if rows.table == nil {
			return nil
		}
		if before == "" {
			before = "which"
		}
		return []string{strings.TrimSpace(before + " " + strings.Join(rows.table.Words, " ") + " " + after)}
	}
	if r.mine {
		after = "'s " + after
	} else if !r.owner {
		after = " " + after
	}
	if r.place && before != "" {
		before += " in"
	}
	out := []string{strings.TrimSpace(before + " " + standIn + after)}
	if rows.table != nil {
		out = append(out, strings.TrimSpace(before+" the "+strings.Join(rows.table.Words, " ")+" "+standIn+after))
	}
	if !r.plain && rows.fact != nil && rows.table != rows.fact && !asksMore(withoutGlue(before+" "+after)) {
		return []string{"show the " + strings.Join(rows.fact.Words, " ") + " of " + standIn}
	}
	if m := namesBefore.FindStringSubmatch(before); m != nil && r.at.to >= s.to && ed.called(m[1]) != nil {
		out = append(out, "show the "+m[1]+" of "+standIn)
	}
	if wanted := ed.wantedOf(u, r, rows); wanted != "" && u.any(english.CostVerbs) {
		out = append([]string{"show the " + wanted + " of " + standIn}, out...)
	} else if wanted != "" {
		out = append(out, "show the "+wanted+" of "+standIn)
	}
	if things := ed.thingsOf(u, r, rows); things != "" {
		out = append([]string{"show the " + things + " of " + standIn}, out...)
	}
	return out
}

// thingsOf is what the rows that belong to a row are about, where they are about one kind of things: the products of an order's lines,
// for "what was in it". Empty where the question names anything itself.
func (ed *editor) thingsOf(u utterance, r reference, rows asRows) string {
	s := u.trim(stretch{0, len(u.tokens)})
	if rows.table == nil || s.empty() || u.words[s.from] != "what" || s.from+1 >= len(u.words) || !english.AskedOfRow[u.words[s.from+1]] && !english.Possessive[u.words[s.from+1]] {
		return ""
	}
	for _, side := range []stretch{{s.from + 1, r.at.from}, {r.at.to, s.to}} {
		if slices.ContainsFunc(ed.tag(u.text(side)), func(it Item) bool { return len(it.Matches) > 0 && it.Matches[0].Score() >= strongName }) {
			return ""
		}
	}
	var found *schema.Table
	for _, e := range ed.index.Graph.Of(rows.table) {
		if e.To != rows.table || e.From == rows.table {
			continue
		}
		for _, k := range ed.index.Graph.Of(e.From) {
			switch {
			case k.From != e.From || k.To == rows.table || len(k.To.Label) == 0:
			case found != nil && found != k.To:
				return ""
			default:
				found = k.To
			}
		}
	}
	if found == nil {
		return ""
	}
	return strings.Join(found.Words, " ")
}

func withoutGlue(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return english.GlueWords[w] }), " ")
}

// overseer are the words of the one column that says who has a row in charge; empty where none does.
func overseer(t *schema.Table) string {
	found := ""
	for _, c := range t.Columns {
		if c.Hidden || !slices.ContainsFunc(c.Words, func(w string) bool { return english.Superiors[w] || w == "head" || w == "mgr" }) {
			continue
		}
		if found != "" {
			return ""
		}
		found = strings.Join(c.Words, " ")
	}
	return found
}

// wantedOf is what a question asks for of a row, whatever verb says so: "physicians" of "which physicians are trained in", the
// people of "who lives in"; empty where it names nothing.
func (ed *editor) wantedOf(u utterance, r reference, rows asRows) string {
	s := u.trim(stretch{0, len(u.tokens)})
	if rows.table == nil || s.empty() {
		return ""
	}
	if u.any(english.CostVerbs) && (u.words[s.from] == "what" || u.words[s.from] == "how") {
		if c := soldFor(rows.table); c != nil {
			return strings.Join(c.Words, " ")
		}
	}
	switch u.words[s.from] {
	case "which", "what", "whose":
		for to := min(r.at.from, s.from+4); to > s.from+1; to-- {
			if t := ed.called(u.text(stretch{s.from + 1, to})); t != nil && t != rows.table {
				return u.text(stretch{s.from + 1, to})
			}
		}
	case "who":
		if s.from+1 < len(u.words) {
			if english.Overseeing[schema.Lemma(u.words[s.from+1])] {
				return overseer(rows.table)
			}
			t := ed.doer(rows.table, u.words[s.from+1])
			if t == nil {
				t = ed.nearestPeople(rows.table)
			}
			if t != nil {
				return strings.Join(t.Words, " ")
			}
		}
	}
	return ""
}

// asksMore says that words beside a reference ask for something: that only it is meant, is left out, or is compared is for the rules.
func asksMore(text string) bool {
	return slices.ContainsFunc(utter(text).words, func(w string) bool { return !english.NarrowWords[w] && !strings.Contains("?.!,;", w) })
}

// standing is the engine over a database in which the name stands for the rows.
func (e *Engine) standing(rows asRows, inner *statement.Query) *Engine {
	over := *e
	value := valueStanding(rows.called)
	over.index = e.index.Standing(standIn, []schema.ValueMatch{{Column: rows.called, Value: value, Text: fmt.Sprint(value), Whole: true}})
	over.tagger, over.composer = NewTagger(over.index), e.composer.Over(over.index)
	over.bind = func(q *statement.Query) bool { return putRows(q, rows, value, inner) }
	return &over
}

// nearestPeople is the table of people nearest to a table, those who serve behind those who are served; nil where two are as near.
func (ed *editor) nearestPeople(of *schema.Table) *schema.Table {
	var best *schema.Table
	least, tied := 0, false
	for _, t := range ed.index.Tables {
		far := 2 * ed.index.Graph.Distance(of, t)
		if t == of || far < 1 || far > 2*farthestDoer || !person(t) {
			continue
		}
		if t.Called(english.Servers) {
			far++
		}
		switch {
		case best == nil || far < least:
			best, least, tied = t, far, false
		case far == least:
			tied = true
		}
	}
	if tied {
		return nil
	}
	return best
}

// amongRows is the engine that answers of the rows alone where it answers of their table.
func (e *Engine) amongRows(rows asRows, inner *statement.Query) *Engine {
	over := *e
	over.bind = func(q *statement.Query) bool {
		if q.Set != nil {
			return false
		}
		x, ok := view{e.index, q}.ref(rows.key)
		return ok && q.AddPredicate(statement.InQuery(x, inner.Clone())) == nil
	}
	return &over
}

// valueStanding is what the name stands for in a column.
func valueStanding(c *schema.Column) db.Value {
	if c.Type.Numeric() {
		return int64(sentinel)
	}
	return standText
}

// putRows puts the rows where the value stands; false where it stands nowhere, or in another place than a comparison.
func putRows(q *statement.Query, rows asRows, value db.Value, inner *statement.Query) bool {
	done := false
	everywhere(q, func(_ *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		if v, literal := r.AsLiteral(); !ok || !literal || v != value || op != "=" && op != "<>" {
			return e
		}
		qualifier, name, ok := l.AsColumn()
		if !ok {
			return e
		}
		if name == rows.called.Name { // else it is a key that refers to the rows, and stands for theirs
			name = rows.key.Name
		}
		done = true
		in := statement.InQuery(statement.Column(qualifier, name), inner.Clone())
		if op == "<>" {
			return statement.Not(in)
		}
		return in
	})
	return done
}

// readsPlace says that the rules had a place for a row that is counted to.
func (ed *editor) readsPlace(list []rival) bool {
	return len(list) > 0 && (list[0].editor.countsRows() || slices.ContainsFunc(list[0].editor.operations, func(name string) bool { return pointingRules[name] }) ||
		slices.ContainsFunc(list[0].editor.understood, func(line string) bool { return strings.HasSuffix(line, "= that row of those in force") }))
}

// rival is one next query: by the rules of refinement, or a mix of the present query with a fresh reading.
type rival struct {
	query     *statement.Query
	statement *statement.Statement
	mix       mix
	// reading is the fresh reading's place; -1 for the rules.
	reading int
	// sure says that the rules need no rival; part that it asks for some of the rows in force.
	sure bool
	part bool
	// firm says that what it points at is no row that the rules know: what a row belongs to, or a value that makes a group.
	firm  bool
	score float64
	traits
	// editor holds notes and readings of the rules, words are what was said to them; nil for a mix.
	editor *editor
	words  []string
	fresh  *ranked
	items  []Item
	// present is the query that it was made from.
	present *statement.Query
}

// traits describe a follow-up to the ranker. Heads, which are the mix and what it would change, count alone and with
// every clue; the mix counts with the shape of the reading too; the others count alone.
type traits struct {
	heads, marks []string
	clues, shape clues
	values       []trait
}

// unchanged says that two queries show the same of the same rows.
func unchanged(a, b *statement.Query) bool {
	if a.Set != nil || b.Set != nil || len(a.Items) != len(b.Items) || len(a.From) != len(b.From) {
		return false
	}
	for i := range a.Items {
		if !a.Items[i].Expr.Equal(b.Items[i].Expr) {
			return false
		}
	}
	return sameExprs(a.Where, b.Where) && sameExprs(a.GroupBy, b.GroupBy) && sameExprs(a.Having, b.Having) && sameKeys(a.OrderBy, b.OrderBy) && a.Limit.Equal(b.Limit)
}

// unknown are the words that are nothing known, each once.
func (ed *editor) unknown(u utterance) []string {
	var out []string
	for _, it := range ed.tag(u.input) {
		if it.Plain() && strings.ContainsFunc(it.Lower, isWordRune) && !english.Courtesy[it.Lower] && !english.Opener[it.Lower] && !slices.Contains(out, it.Lower) {
			out = append(out, it.Lower)
		}
	}
	return out
}

// widens says that the input lets further rows in, in so many words: "and the smaller ones as well".
func (u utterance) widens() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	return s.to-s.from > 2 && (u.words[s.to-1] == "too" || u.words[s.to-1] == "also" || u.phrase(s.to-2, "as well") > 0)
}
