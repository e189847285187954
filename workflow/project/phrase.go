package project

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"parley/workflow/schema"
)

// A name ("net revenue", "average order value", "active customer", "slow") may be, or hold, words that mean something by
// themselves: a cue, a table, a value. So a question is read with such names as one word each, which is theirs alone; what is
// said about the question has them as they were.

// phrase is a name and the word that it is read as.
type phrase struct {
	lemmas []string
	// said are the words of the name as it was written.
	said []string
	// key is the one word; rest is said after it: the noun of a filter that is called with its rows, "active customer".
	key, rest string
	name      string
	// noun is the one word for rest where a figure is called by it as well; empty for others.
	noun string
	// guessed says that nobody taught the name, figure that it is a metric's, lapse that it is a time between moments.
	guessed, figure, lapse bool
	// called is a figure's one word as it was taught, where rows of a table are called so too: "sales"; empty for others.
	called string
	// verb is what was done with the amount that a figure is; empty for others.
	verb string
	// of is the name of the definition.
	of string
	// kin says that rows are so by another of their own kind, which a key of theirs tells: "invited".
	kin bool
	// rows are those of a condition, and thing what they have or lack by the name; nil for others.
	rows  *schema.Table
	thing []string
}

// lapses finds what computes a time between moments.
var lapses = regexp.MustCompile(`(?i)\b(epoch|julianday|age|date_diff|datediff)\b`)

// forms are the words under which a definition is found: what stands for its names, and names of one word themselves.
func (c *compiler) forms(d *Definition) []string {
	var out []string
	add := func(form string) {
		if form != schema.StandIn("") && !slices.Contains(out, form) {
			out = append(out, form)
		}
	}
	plain := !d.byKin(c.index) // what one of a kind did to another is said by the same word as it is
	for _, w := range d.Words {
		add(schema.StandIn(w))
		if plain && len(schema.Words(w)) == 1 {
			add(w)
		}
	}
	for _, w := range d.Words {
		if alone := c.alone(d, w); alone != "" {
			add(schema.StandIn(alone))
			if plain {
				add(alone)
			}
		}
	}
	return out
}

// alone is what a name of rows says without their noun, where people say it apart from it: "registrations without the cancelled
// ones" of "cancelled registration". It is empty for a word that says something else by itself, or that names something.
func (c *compiler) alone(d *Definition, name string) string {
	words := schema.Words(name)
	if d.Kind != Value || len(words) < 2 || len(words[0]) < shortestAlone || notAlone[words[0]] || !callsRows(words[1:], d.Table, c.project.Definitions) {
		return ""
	}
	if slices.ContainsFunc(c.index.Phrases(words[:1]), func(m schema.Match) bool { return m.Exact() }) {
		return ""
	}
	own := slices.ContainsFunc(d.Table.Columns, func(column *schema.Column) bool {
		return column.Role == schema.Flag && slices.Contains(column.Words, schema.Lemma(words[0]))
	})
	held := slices.ContainsFunc(c.index.Normalised(schema.Normal(words[0])), func(m schema.ValueMatch) bool { return m.Column.Table == d.Table })
	if own || held {
		return "" // "active users" are those that the database calls so, whatever an active customer is
	}
	return words[0]
}

// shortestAlone is the number of letters of the shortest word that says something of rows without their noun.
const shortestAlone = 4

// notAlone are words that say when, which or how many of anything.
var notAlone = map[string]bool{"current": true, "currently": true, "past": true, "last": true, "next": true, "first": true, "second": true, "third": true, "previous": true, "recent": true,
	"latest": true, "early": true, "this": true, "total": true, "main": true, "other": true, "same": true, "whole": true, "every": true, "each": true, "average": true, "best": true,
	"good": true, "regular": true, "normal": true, "standard": true, "high": true, "long": true, "short": true, "large": true, "small": true, "daily": true, "weekly": true, "monthly": true,
	"yearly": true, "annual": true, "quarterly": true}

// nounOf is the noun for the rows of a condition that its name ends in: "customer" of "active customer". What joins it to words before is
// no noun for the rows: "without refills", "missed their goal"; nor is what calls some of them only.
func nounOf(d *Definition, name string, list []*Definition) string {
	words := schema.Words(name)
	last := len(words) - 1
	if d.Kind != Value || last < 1 || slices.ContainsFunc(words[:last], func(w string) bool { return joining()[w] }) || !callsRows(words[last:], d.Table, list) {
		return ""
	}
	if callsSome(words[last], list) {
		return ""
	}
	return words[last]
}

// callsSome says that a noun is the name of rows that are so, not of all rows of their table: "arrivals" of those that came.
func callsSome(noun string, list []*Definition) bool {
	said := Lemmas(noun)
	return slices.ContainsFunc(list, func(d *Definition) bool {
		return d.Kind == Value && !d.known && slices.ContainsFunc(d.Words, func(w string) bool { return Lemmas(w) == said })
	})
}

// nounBesideFigure is the one word for the rows of a table that a figure is called like: missed goals are rows, whatever the goal is that they
// add up to. It is empty where no figure is.
func nounBesideFigure(noun string, t *schema.Table, list []*Definition) string {
	said := schema.Lemma(noun)
	if noun == "" || !slices.ContainsFunc(list, func(d *Definition) bool {
		return d.Kind == MetricKind && slices.ContainsFunc(d.Words, func(w string) bool { return Lemmas(w) == said })
	}) {
		return ""
	}
	return schema.StandIn(said + " of " + t.Name)
}

// nouns makes such words known.
func (c *compiler) nouns() {
	for _, d := range c.project.Of(Value) {
		for _, w := range d.Words {
			if noun := nounBesideFigure(nounOf(d, w, c.project.Definitions), d.Table, c.project.Definitions); noun != "" {
				c.teacher.Table(noun, d.Table)
			}
		}
	}
}

// said are the names of a definition by the words that stand for them.
func (d *Definition) said() map[string]string {
	out := map[string]string{}
	for _, w := range d.Words {
		out[schema.StandIn(w)] = w
	}
	return out
}

// callsRows says that words are a noun for a table's rows: its own, one that people use for it, or one that was taught.
func callsRows(noun []string, t *schema.Table, list []*Definition) bool {
	if len(noun) == 1 && calls(noun[0], t) {
		return true
	}
	said := Lemmas(strings.Join(noun, " "))
	return slices.ContainsFunc(list, func(d *Definition) bool {
		return d.Kind == Word && d.Column == nil && d.Table == t && Lemmas(d.Name) == said
	})
}

// calls says that a noun is the table's, or one that people use for it.
func calls(noun string, t *schema.Table) bool {
	lemma := schema.Lemma(noun)
	if slices.Contains(t.Words, lemma) {
		return true
	}
	return slices.ContainsFunc(schema.English{}.Synonyms(lemma), func(s schema.Synonym) bool { return slices.Contains(t.Words, s.Word) })
}

// phrasesOf are the names of figures and conditions, longest first.
func phrasesOf(list []*Definition, x *schema.Index) []phrase {
	var out []phrase
	for _, d := range list {
		if d.Kind != MetricKind && d.Kind != Value && d.Kind != Word || d.untaught {
			continue
		}
		for _, w := range d.Words {
			if words := strings.Fields(Lemmas(w)); len(words) > 0 && d.Kind != Word && !d.known && !d.happened(words) {
				f := phrase{lemmas: words, key: schema.StandIn(w), rest: nounOf(d, w, list), name: w, guessed: d.Scope == Guessed, of: d.Name}
				if d.Kind == Value {
					f.rows, f.noun = d.Table, nounBesideFigure(f.rest, d.Table, list)
					f.kin = d.byKin(x)
				} else {
					f.figure, f.lapse, f.verb = true, lapses.MatchString(d.expression.SQL()), verbOf(w)
				}
				if f.figure && len(words) == 1 && slices.ContainsFunc(x.Tables, func(t *schema.Table) bool { return slices.Equal(t.Words[max(len(t.Words)-1, 0):], words) }) {
					f.called = w
				}
				out = append(out, f)
			}
		}
	}
	out = slices.Concat(out, having(out, list), shortened(list, x), inUnits(out), headed(out, list, x))
	for i, f := range out {
		if f.rows != nil {
			out[i].thing = thingOf(f.lemmas, f.rows)
		}
		out[i].said = schema.Words(f.name)
	}
	slices.SortStableFunc(out, func(a, b phrase) int { return len(b.lemmas) - len(a.lemmas) })
	return out
}

// happened says that the name of rows is what happened to them at a moment that is called so: "closed", of claims that have a day of
// closing. It stays as it is: "closed this year" asks for the moment.
func (d *Definition) happened(words []string) bool {
	if d.Kind != Value || len(words) > 2 || len(words) == 2 && !calls(words[1], d.Table) {
		return false
	}
	moment := d.happening()
	return moment != nil && slices.ContainsFunc(moment.Words, func(w string) bool { return schema.Kin(w) == schema.Kin(words[0]) })
}

// during says that the name at a place says when, and names no rows that are asked for: "per region this season", "in the current season".
func (f phrase) during(words []word, at int) bool {
	if at == 0 {
		return false
	}
	before := words[at-1].lemma
	if before == "the" && at > 1 {
		before = words[at-2].lemma
	}
	return slices.Contains([]string{"in", "during", "within"}, before) || slices.Contains([]string{"this", "last", "next", "previous"}, f.lemmas[0])
}

// other says that what follows a name makes another figure of it: "margin %", "waiting time between check-in and being seen".
func (f phrase) other(rest string) bool {
	if f.guessed && goesOn.MatchString(rest) || f.figure && share.MatchString(rest) {
		return true
	}
	m := moments.FindStringSubmatch(rest)
	return m != nil && f.lapse && !dayWord.MatchString(m[1])
}

// ofRow says that the word at a place names rows and not the figure that is called like them: "the last sale", "without sales".
func (f phrase) ofRow(words []word, at int) bool {
	switch {
	case f.called == "":
		return false
	case strings.EqualFold(words[at].text, words[at].lemma) && !strings.EqualFold(f.called, words[at].lemma):
		return true // one of them
	case at == 0 || words[at].apart:
		return false
	}
	return rowBefore.MatchString(words[at-1].text) || at > 1 && words[at-1].lemma == "of" && words[at-2].lemma == "number"
}

// verbal says that the word at a place tells what somebody did, and names no figure that is called by it: "who gave", "have never given" of
// "given".
func (f phrase) verbal(words []word, at int) bool {
	if !f.figure || len(f.lemmas) != 1 || !schema.Participle(strings.ToLower(f.name)) {
		return false
	}
	return !strings.EqualFold(words[at].text, f.name) || at > 0 && doing.MatchString(words[at-1].text)
}

// doing are words right before what somebody did.
var doing = regexp.MustCompile(`(?i)^(have|has|had|haven|hasn|hadn|t|never|not|ever|yet|who|that|which|was|were|been|be|is|are|we|they|i)$`)

// rowBefore are words right before rows of which one speaks one by one: a place among them, how many, none; a year is none.
var rowBefore = regexp.MustCompile(`(?i)^(first|last|latest|earliest|oldest|newest|previous|next|recent|each|every|an?|no|without|any|many|which|those|these|\d{1,3})$`)

// share makes a part of a whole of any figure; moments are those of a time between, unless they are days.
var (
	share   = regexp.MustCompile(`(?i)^\s*(%|(percent|percentage|pct|rate|ratio)\b)`)
	moments = regexp.MustCompile(`(?i)^\s*between (.+) and `)
	dayWord = regexp.MustCompile(`(?i)\d|\b(today|yesterday|last|this|next|(jan|febr)uary|march|april|may|june|july|august|(septem|octo|novem|decem)ber|jan|feb|mar|apr|jun|jul|aug|sep|oct|nov|dec|\w+day)\b`)
)

// goesOn does so with a name that was only guessed.
var goesOn = regexp.MustCompile(`(?i)^\s*(%|(percent|percentage|pct|rate|ratio|between|from)\b)`)

// Read is a question with the names of several words as one word each. Figures that are shown go by the names of their columns,
// which stay as they are.
func (p *Project) Read(question string, shown ...string) string {
	return p.read(question, shown, func(phrase, []word) bool { return false })
}

// ReadValues is the same with those names of figures as they are which are called like values of the database: who keeps "only debits" of
// payments means these, whatever figure "debits" are. It is false where there is none.
func (p *Project) ReadValues(question string, shown ...string) (string, bool) {
	found := false
	said := p.read(question, shown, func(f phrase, words []word) bool {
		held := f.figure && p.heldAs(words)
		found = found || held
		return held
	})
	return said, found
}

// heldAs says that the database holds a value, or knows a code, by some words.
func (p *Project) heldAs(words []word) bool {
	var said []string
	for _, w := range words {
		said = append(said, schema.Normal(w.text))
	}
	last := len(said) - 1
	one := append(slices.Clone(said[:last]), schema.Lemma(said[last]))
	return slices.ContainsFunc(slices.Concat(p.index.Normalised(strings.Join(said, " ")), p.index.Normalised(strings.Join(one, " "))), func(m schema.ValueMatch) bool {
		return m.Column.Condition == nil && m.Whole
	})
}

func (p *Project) read(question string, shown []string, leave func(phrase, []word) bool) string {
	if p == nil || len(p.phrases)+len(p.plain) == 0 {
		return question
	}
	r := rewording{question: p.turned(p.withVerb(question)), shown: shown}
	r.words, r.asked = wordsOf(r.question), asksWhatCame.MatchString(r.question)
	for i := 0; i < len(r.words); i++ {
		f, n, plain := p.nameAt(r.words, i)
		switch {
		case r.unit.to > 0 && i == r.unit.from:
			r.leaveOut(i, r.unit.to)
			i = r.unit.to - 1
		case plain != nil:
			if p.outspoken(plain, r.words[i:i+n]) {
				r.put(i, n, plain.key)
			}
			i += n - 1
		case n > 0 && p.isName(f, &r, i, n) && !leave(f, r.words[i:i+n]):
			i += p.name(f, &r, i, n) - 1
		}
	}
	return r.b.String() + r.question[r.at:]
}

// rewording is a question whose names become one word each.
type rewording struct {
	question string
	words    []word
	shown    []string // names of the columns on screen
	asked    bool     // what came of something is asked for
	b        strings.Builder
	at       int // of the question, how far it is written
	figure   *Definition
	unit     unitApart
}

// put writes a text in the place of n words from i on.
func (r *rewording) put(i, n int, text string) {
	r.b.WriteString(r.question[r.at:r.words[i].from] + text)
	r.at = r.words[i+n-1].to
}

// leaveOut writes what is before some words, which are left out with what joined them.
func (r *rewording) leaveOut(from, to int) {
	r.b.WriteString(strings.TrimRight(r.question[r.at:r.words[from].from], " ,"))
	r.at = r.words[to-1].to
}

// name writes the name of n words at i as one word, and gives how many words that stands for.
func (p *Project) name(f phrase, r *rewording, i, n int) int {
	if unit := p.unitApart(f, r.words, i+n); unit.to > 0 && r.unit.to == 0 {
		f, r.unit = unit.figure, unit
	}
	key := f.key
	if f.rest != "" && !f.during(r.words, i) && !(i > 0 && takenAway[r.words[i-1].lemma] && p.Find(f.of).partOf(r.figure)) {
		key += " " + cmp.Or(f.noun, r.words[i+n-1].text)
	}
	if f.figure {
		r.figure = p.Find(f.of)
	}
	n += p.worth(f, r.words[i:], n)
	if r.denied(i) { // "non-active": a word of its own denies it
		r.b.WriteString(r.question[r.at:r.words[i-1].to])
		r.at, key = r.words[i].from, " "+key
	}
	r.put(i, n, key)
	return n
}

// denied says that the word at a place is the rest of one that denies it: "non-active".
func (r *rewording) denied(i int) bool {
	return i > 0 && r.words[i-1].lemma == "non" && r.question[r.words[i-1].to:r.words[i].from] == "-"
}

// isName says that the words of a name are one there, and no part of something else.
func (p *Project) isName(f phrase, r *rewording, i, n int) bool {
	switch {
	case f.other(r.question[r.words[i+n-1].to:]), p.ofValue(r.words, i, n), i > 0 && calling()[strings.ToLower(r.words[i-1].text)]:
		return false
	case f.kin && p.doneByKin(f, r.words, i, n):
		return false
	case f.figure:
		return !f.ofRow(r.words, i) && (r.asked || !f.verbal(r.words, i)) && !p.ofColumn(r.words, i, n) && !f.isShown(r.shown)
	}
	return !p.amid(f, r.words, i, n, r.question) && !p.ofIdiom(r.words, i, n)
}

// partOf says that a definition is of rows that a figure is computed of.
func (d *Definition) partOf(figure *Definition) bool {
	return d != nil && figure != nil && slices.Contains(figure.tables, d.Table)
}

// takenAway are words right before rows that a figure said before is to be taken without: "net revenue without cancelled orders".
var takenAway = map[string]bool{"without": true, "excluding": true, "exclude": true, "except": true, "minus": true, "no": true}

// worth is how many words behind the name of a figure say no more than that it is one: "billed revenue" of what is called "billed".
func (p *Project) worth(f phrase, words []word, n int) int {
	if !f.figure || f.guessed || n >= len(words) || words[n].apart || !figureNouns[words[n].lemma] {
		return 0
	}
	if own, m := p.phraseAt(words[n:]); m > 0 && !own.guessed {
		return 0
	}
	return 1
}

// figureNouns are words for what something comes to.
var figureNouns = map[string]bool{"amount": true, "value": true, "total": true, "revenue": true, "turnover": true, "income": true, "figure": true}

// ofValue says that the words at a place are a part of what the database holds as one value: "crates" of a "broken crate".
func (p *Project) ofValue(words []word, at, n int) bool {
	if p.holds == nil {
		return false
	}
	for from := max(0, at-longestValue); from <= at; from++ {
		for to := at + n; to <= min(len(words), from+longestValue); to++ {
			if to-from > n && !slices.ContainsFunc(words[from+1:to], func(w word) bool { return w.apart }) && p.holds(words[from:to]) {
				return true
			}
		}
	}
	return false
}

// isShown says that the figure is on screen, by the name that the phrase is or ends.
func (f phrase) isShown(shown []string) bool {
	return slices.ContainsFunc(shown, func(s string) bool {
		said := strings.Fields(Lemmas(s))
		return slices.Equal(said, f.lemmas) || f.guessed && slices.Equal(said, strings.Fields(Lemmas(f.name)))
	})
}

// Mind tells what words say of themselves, joined by a space. Those that are an idiom say something at once, whatever was taught of one of
// them; what others say gives way to a column that is called by just these.
func (p *Project) Mind(idiom, says func(words string) bool) { p.idiom, p.language = idiom, says }

// ofIdiom says that the words at a place are a part of several that say something at once.
func (p *Project) ofIdiom(words []word, at, n int) bool {
	if p.idiom == nil {
		return false
	}
	for from := max(0, at-longestIdiom); from <= at; from++ {
		said := words[from].text
		for to := from + 1; to < min(len(words), from+longestIdiom) && !words[to].apart; to++ {
			said += " " + words[to].text
			if to+1 >= at+n && p.idiom(said) {
				return true
			}
		}
	}
	return false
}

// longestIdiom bounds the words that say something at once.
const longestIdiom = 4

// longestValue bounds the words of a value that holds a name.
const longestValue = 5

// valuesOf says of words whether they are one value of a database, or several of them: "broken crates".
func valuesOf(x *schema.Index) func([]word) bool {
	return func(words []word) bool {
		var said, one []string
		for _, w := range words {
			said, one = append(said, schema.Normal(w.text)), append(one, schema.Normal(w.text))
		}
		one[len(one)-1] = schema.Lemma(one[len(one)-1])
		return slices.ContainsFunc(slices.Concat(x.Normalised(strings.Join(said, " ")), x.Normalised(strings.Join(one, " "))), func(m schema.ValueMatch) bool {
			return m.Column.Condition == nil && m.Whole && !m.Code && m.Column.Role != schema.Free
		})
	}
}

// withVerb is a question with a figure that is called by what was done instead of the verb: "how much did we pay our suppliers" asks
// for the "amount paid".
func (p *Project) withVerb(question string) string {
	if !asksWhatCame.MatchString(question) {
		return question
	}
	words := wordsOf(question)
	for i := 2; i < len(words); i++ {
		for _, f := range p.phrases {
			if f.verb == "" || f.verb != schema.Stem(strings.ToLower(words[i].text)) && f.verb != schema.Stem(words[i].lemma) {
				continue
			}
			if _, n := p.phraseAt(words[i:]); n > 1 {
				return question
			}
			return question[:words[i].from] + f.key + question[words[i].to:]
		}
	}
	return question
}

// asksWhatCame begins a question for an amount by what was done.
var asksWhatCame = regexp.MustCompile(`(?i)^\W*(and |so |but )?(how much|what)( money| in total| altogether)? (did|do|does|have|has|had|was|were|is|are)\b`)

// amounts are words for a sum of money before or behind what was done with it.
var amounts = map[string]bool{"amount": true, "money": true, "sum": true, "value": true, "total": true, "fund": true}

// verbOf is what was done with an amount, of a figure that is called so: "pay" of "amount paid"; empty for others.
func verbOf(name string) string {
	words := schema.Words(name)
	if len(words) != 2 {
		return ""
	}
	for i, w := range words {
		if amounts[schema.Lemma(words[1-i])] && schema.Participle(w) {
			return schema.Stem(w)
		}
	}
	return ""
}

func (p *Project) phraseAt(words []word) (phrase, int) {
	for _, f := range p.phrases {
		if n := len(f.lemmas); n <= len(words) && !slices.ContainsFunc(words[1:n], func(w word) bool { return w.apart }) &&
			slices.EqualFunc(words[:n], f.lemmas, word.is) && !p.runsOn(words, f) {
			return f, n
		}
	}
	return phrase{}, 0
}

// runsOn says that a figure's name begins with a word for how it is taken, and what follows that begins a longer name: "average
// kilometres driven" is the average of "kilometres driven", whatever "average kilometres" is.
func (p *Project) runsOn(words []word, f phrase) bool {
	n := len(f.lemmas)
	if !f.figure || n < 2 || !taken[f.lemmas[0]] {
		return false
	}
	return slices.ContainsFunc(p.phrases, func(g phrase) bool {
		m := len(g.lemmas)
		return g.figure && m >= n && m < len(words) && slices.EqualFunc(words[1:m+1], g.lemmas, word.is)
	})
}

// taken are words for how a figure is taken, before its name.
var taken = map[string]bool{"average": true, "mean": true, "total": true, "median": true}

// is says that a word is another's form: "ins" of "in", in "port-ins", is no word of its own.
func (w word) is(lemma string) bool {
	n := len(lemma)
	return w.lemma == lemma || len(w.text) == n+1 && strings.EqualFold(w.text[:n], lemma) && strings.EqualFold(w.text[n:], "s")
}

// word is one word of a question with its place. apart says that more than a space or a hyphen stands before it; a mark right between two
// words joins them as well: "B&B".
type word struct {
	text, lemma string
	from, to    int
	apart       bool
}

// withinWord are marks that do not part what stands before and behind them: "R&D", "haven't".
var withinWord = []string{"&", "/", "'", "’"}

func wordsOf(s string) []word {
	var out []word
	from := -1
	end := func(to int) {
		if from >= 0 {
			text := s[from:to]
			between := ""
			if len(out) > 0 {
				between = s[out[len(out)-1].to:from]
			}
			out = append(out, word{text, schema.Lemma(strings.ToLower(text)), from, to, strings.Trim(between, " -") != "" && !slices.Contains(withinWord, between)})
			from = -1
		}
	}
	for i, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			if from < 0 {
				from = i
			}
			continue
		}
		end(i)
	}
	end(len(s))
	return out
}
