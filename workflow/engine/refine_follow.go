package engine

import (
	"cmp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// followUp is one next query: by the rules of refinement, or a mix of the present query with a fresh reading.
type followUp struct {
	query     *statement.Query
	statement *statement.Statement
	mix       mix
	// reading is the fresh reading's place; -1 for the rules.
	reading  int
	features []trait
	score    float64
	// editor holds notes and readings of the rules; nil for a mix.
	editor *editor
	fresh  *ranked
	items  []Item
}

// trait is a feature of a followUp with its value.
type trait struct {
	name  string
	value float64
}

const (
	// readingsMixed is how many fresh readings are mixed, and readingGap how far behind the best they may be.
	readingsMixed = 6
	readingGap    = 4.0
)

// followUps are the next queries that feedback may mean.
func (e *Refiner) followUps(ed *editor, question string) []followUp {
	u := utter(question)
	if u.agrees() {
		return e.keep(ed)
	}
	out := e.edits(ed, u)
	if len(out) > 0 && ed.sure(u, out[0].editor.operations) {
		out[0].describe(nil, nil, 0)
		return out
	}
	c := collector{refiner: e, ed: ed, list: out}
	text := standing(u)
	c.text = text
	if compared, ok := pointing(text); ok && ed.single() {
		c.text, c.value = compared, true
	}
	c.clues = cluesOf(ed, u, prepare(e.tagger.Tag(text, ed.now)))
	c.mixes()
	c.joined(text)
	for i := range c.list {
		if c.list[i].mix == edited {
			c.list[i].describe(c.clues, nil, 0)
		}
	}
	return c.list
}

// keep is the present query, when nothing but agreement was said.
func (e *Refiner) keep(ed *editor) []followUp {
	ed.note("the query stays as it is")
	return []followUp{{query: ed.query, mix: kept, reading: -1, editor: ed}}
}

// collector gathers the mixes of one follow-up.
type collector struct {
	refiner *Refiner
	ed      *editor
	clues   clues
	list    []followUp
	// text is what is read afresh; value says that its sentinel number stands for the present query's value.
	text  string
	value bool
}

// mixes adds every mix of the most promising readings with the present query, and with the one inside it when that is
// only counted or aggregated.
func (c *collector) mixes() {
	e := c.refiner
	list, items := e.engine.readIn(c.text, c.ed.now, talkedIn(c.ed))
	b := e.engine.builder(items)
	for k := range list {
		if k >= readingsMixed || list[0].score-list[k].score > readingGap {
			break
		}
		query, err := b.build(list[k].reading)
		if err != nil || c.value && !c.pointAt(query) {
			continue
		}
		gap := list[0].score - list[k].score
		for inner, present := range c.presents() {
			c.mixOne(mixer{e.index, present, query}, followUp{reading: k, fresh: &list[k], items: items}, gap, inner > 0)
		}
	}
}

// presents are the present query, and the query inside it.
func (c *collector) presents() []*statement.Query {
	q := c.ed.query
	if q.Set == nil && len(q.From) == 1 && q.From[0].Query != nil && len(q.Where) == 0 {
		return []*statement.Query{q, q.From[0].Query}
	}
	return []*statement.Query{q}
}

func (c *collector) mixOne(m mixer, f followUp, gap float64, inner bool) {
	shape := shapeOf(m, f.fresh)
	for kind := fresh; kind < joined; kind++ {
		q := m.make(kind)
		if q == nil {
			continue
		}
		made := followUp{query: q, mix: kind, reading: f.reading, fresh: f.fresh, items: f.items}
		made.describe(c.clues, shape, gap)
		if unchanged(m.present, q) {
			made.features = append(made.features, trait{"nothing changes", 1})
		}
		if inner {
			made.features = append(made.features, trait{"of the query inside", 1})
		}
		if c.value {
			made.features = append(made.features, trait{"compared with the present value", 1})
		}
		c.list = append(c.list, made)
	}
}

// joined adds readings of the input before and this one as one question: a short answer to a question left open.
func (c *collector) joined(text string) {
	if c.ed.earlier == "" || len(strings.Fields(text)) > shortAnswer || !c.means(text) {
		return
	}
	list, items := c.refiner.engine.readIn(c.ed.earlier+" "+text, c.ed.now, talkedIn(c.ed))
	b := c.refiner.engine.builder(items)
	for k := range list[:min(2, len(list))] {
		query, err := b.build(list[k].reading)
		if err != nil {
			continue
		}
		made := followUp{query: query, mix: joined, reading: k, fresh: &list[k], items: items}
		made.describe(c.clues, nil, list[0].score-list[k].score)
		c.list = append(c.list, made)
	}
}

// means says that a word of the text means something in this schema.
func (c *collector) means(text string) bool {
	items := c.refiner.tagger.Tag(text, c.ed.now)
	return slices.ContainsFunc(items, func(it Item) bool { return it.Mention() || it.HasNumber || it.Period != nil })
}

// shortAnswer is how many words an answer to a question left open has at most.
const shortAnswer = 5

// standing is the input without what only ties it to the turn before: courtesies and "and".
func standing(u utterance) string {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then") {
		s.from++
	}
	return u.text(s)
}

// edits is the followUp of the rules; none when they do not fit.
func (e *Refiner) edits(ed *editor, u utterance) []followUp {
	work := *ed
	work.query = ed.query.Clone()
	if !work.apply(u, stretch{0, len(u.tokens)}) {
		return nil
	}
	return []followUp{{query: work.query, mix: edited, reading: -1, editor: &work}}
}

// built are the first distinct statements that the ranked candidates make, at most so many.
func (ed *editor) built(list []followUp, most int) []followUp {
	var out []followUp
	seen := map[string]bool{}
	for _, c := range list {
		if len(out) == most {
			break
		}
		s, err := c.query.Build(ed.dialect)
		if err != nil || seen[s.SQL()] {
			continue
		}
		seen[s.SQL()] = true
		c.statement = s
		out = append(out, c)
	}
	return out
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

// clues are what the words of a follow-up say about how it ties in, whatever is read in them.
type clues []string

// pronouns by what they stand for.
var (
	theyWords  = wordSet("they", "them", "their", "theirs")
	thoseWords = wordSet("those", "these", "ones")
	itWords    = wordSet("it", "its", "this", "that", "he", "she", "his", "her", "him")
	otherWords = wordSet("other", "others", "another", "else", "instead", "different")
	alsoWords  = wordSet("also", "too", "additionally")
	allWords   = wordSet("all", "each", "every", "total", "overall")
	againWords = wordSet("same", "again", "respectively", "respective", "corresponding")
	askWords   = wordSet("what", "which", "who", "how", "where", "when", "list", "show", "give", "find", "tell", "is", "are", "do", "does", "whose", "count")
)

func wordSet(words ...string) map[string]bool {
	out := map[string]bool{}
	for _, w := range words {
		out[w] = true
	}
	return out
}

// cluesOf reads the clues.
func cluesOf(ed *editor, u utterance, items []Item) clues {
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	any := func(set map[string]bool) bool {
		return slices.ContainsFunc(u.words, func(w string) bool { return set[w] })
	}
	s := u.trim(stretch{0, len(u.tokens)})
	first := ""
	if !s.empty() {
		first = u.words[s.from]
	}
	tables := ed.scope().tables()
	own, present, main := tablesSaid(items, tables)
	add("they", any(theyWords))
	add("those", any(thoseWords))
	add("it", any(itWords) && !any(theyWords))
	add("no pronoun", !any(theyWords) && !any(thoseWords) && !any(itWords))
	add("what about", strings.Contains(strings.Join(u.words, " "), " about"))
	add("and first", first == "and" || first == "but" || first == "or")
	add("also", any(alsoWords))
	add("other", any(otherWords))
	add("all", any(allWords))
	add("same", any(againWords))
	add("asks", askWords[first])
	add("short", s.to-s.from <= 4)
	add("long", s.to-s.from >= 10)
	add("names a table", own > 0)
	add("names no table", own == 0)
	add("names a present table", present > 0)
	add("names the main table", main)
	add("names another table", own > present)
	return append(c, presentClues(ed)...)
}

// tablesSaid counts the tables that the words name plainly, those of them that are in the present query, and says
// whether its first table is among them.
func tablesSaid(items []Item, present []*schema.Table) (own, there int, main bool) {
	for i := range items {
		t, score := items[i].BestTable()
		if t == nil || score < 0.8 {
			continue
		}
		own++
		if slices.Contains(present, t) {
			there++
		}
		main = main || len(present) > 0 && present[0] == t
	}
	return own, there, main
}

// presentClues are the kind of the present query.
func presentClues(ed *editor) clues {
	q := ed.block()
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	add("present filters", len(q.Where) > 0)
	add("present no filter", len(q.Where) == 0)
	add("present limit", !ed.query.Limit.IsZero())
	add("present order", len(ed.query.OrderBy) > 0)
	add("present groups", len(q.GroupBy) > 0)
	add("present aggregate", len(measures(q)) > 0 && len(q.GroupBy) == 0)
	add("present set", ed.query.Set != nil)
	add("present joins", len(q.From) > 1)
	add("present one row", ed.rows == 1)
	return c
}

// shapeOf is how a reading lies beside the present query.
func shapeOf(m mixer, r *ranked) clues {
	p, q := leftmost(m.present), m.reading
	if q.Set != nil {
		return clues{"set"}
	}
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	from, to := m.view(p), m.view(q)
	shared, equal := sharedFilters(from, to)
	add("asks for nothing", asksNothing(r))
	add("asks for columns", !asksNothing(r) && !grouped(q))
	add("counts", len(measures(q)) > 0 && len(q.GroupBy) == 0)
	add("groups", len(q.GroupBy) > 0)
	add("filters", len(q.Where) > 0)
	add("no filter", len(q.Where) == 0)
	add("same column filtered", shared > equal)
	add("same filter", equal > 0)
	add("other column filtered", len(q.Where) > shared)
	add("orders", len(q.OrderBy) > 0)
	add("limits", !q.Limit.IsZero())
	add("same columns", sameItems(from, to))
	add("same tables", sameTables(from.tables(), to.tables()))
	add("apart", apart(from.tables(), to.tables()))
	return c
}

// asksNothing says that the words named nothing to be shown.
func asksNothing(r *ranked) bool {
	for _, f := range []feature{fDefaultStar, fDefaultLabel, fDefaultKey, fDefaultBoth} {
		if r.features[f] != 0 {
			return true
		}
	}
	return false
}

// sharedFilters counts the reading's filters on columns that the present query filters, and those that are the same.
func sharedFilters(from, to view) (shared, equal int) {
	for _, p := range to.query.Where {
		c := to.subject(p)
		if c == nil {
			continue
		}
		for _, i := range from.about(c) {
			shared++
			if x, ok := from.ref(c); ok {
				if moved, _ := carry(p, to, from); moved.Equal(from.query.Where[i]) && !x.IsZero() {
					equal++
				}
			}
			break
		}
	}
	return shared, equal
}

func sameItems(from, to view) bool {
	if len(from.query.Items) != len(to.query.Items) {
		return false
	}
	for i, item := range to.query.Items {
		a, b := from.query.Items[i].Expr, item.Expr
		if a.Aggregate() != b.Aggregate() || from.subject(a) != to.subject(b) {
			return false
		}
	}
	return true
}

func sameTables(a, b []*schema.Table) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t *schema.Table) bool { return !slices.Contains(b, t) })
}

func apart(a, b []*schema.Table) bool {
	return !slices.ContainsFunc(a, func(t *schema.Table) bool { return slices.Contains(b, t) })
}

// How a follow-up points at what is on screen weighs differently with what there is to point at: these clues count in
// pairs too.
var (
	pointers = wordSet("they", "those", "it", "no pronoun", "what about", "and first")
	paired   = wordSet("present filters", "present limit", "present groups", "present aggregate", "present joins", "present one row",
		"names no table", "names the main table", "names another table", "asks for nothing", "counts", "no filter", "same column filtered", "other column filtered", "apart")
)

// describe gives the followUp its features: its mix, alone and with every clue.
func (c *followUp) describe(said, shape clues, gap float64) {
	name := mixNames[c.mix]
	c.features = append(c.features, trait{name, 1})
	for _, clue := range said {
		c.features = append(c.features, trait{name + " | " + clue, 1})
	}
	for _, clue := range shape {
		c.features = append(c.features, trait{name + " | " + clue, 1})
	}
	for _, p := range said {
		if !pointers[p] {
			continue
		}
		for _, clue := range slices.Concat(said, shape) {
			if paired[clue] {
				c.features = append(c.features, trait{name + " | " + p + " & " + clue, 1})
			}
		}
	}
	if c.mix == edited {
		for _, op := range c.editor.operations {
			c.features = append(c.features, trait{"edited by " + op, 1})
		}
		return
	}
	c.features = append(c.features, trait{"reading: behind the best", gap})
	c.features = append(c.features, trait{"reading: values left out", float64(c.valuesLeftOut())})
	if c.reading > 0 {
		c.features = append(c.features, trait{"reading: not the best", 1})
	}
}

// valuesLeftOut counts the values and numbers of the words that have no part in the reading.
func (c *followUp) valuesLeftOut() int {
	n := 0
	for _, i := range c.fresh.ignored {
		if len(c.items[i].Values) > 0 || c.items[i].HasNumber || c.items[i].Period != nil || c.items[i].Quoted {
			n++
		}
	}
	return n
}

// rank scores the candidates and puts the best first.
func (e *Refiner) rank(list []followUp) {
	for i := range list {
		list[i].score = 0
		for _, f := range list[i].features {
			list[i].score += e.weights[f.name] * f.value
		}
	}
	slices.SortStableFunc(list, func(a, b followUp) int { return cmp.Compare(b.score, a.score) })
}

// FollowUp is one next query that a follow-up may mean, as the fitting and measuring programs see it.
type FollowUp struct {
	Statement *statement.Statement
	Mix       string
	Score     float64
	Features  map[string]float64
	// Senseless says that it is not offered: it rests on nothing that was said.
	Senseless bool
}
