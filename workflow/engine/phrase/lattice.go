package phrase

import (
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

// Reader reads inputs about one database. It is safe for concurrent use.
type Reader struct {
	index *schema.Index
	deeds deeds
	parts parts
	codes codes
}

// New makes a reader over an index.
func New(x *schema.Index) *Reader { return &Reader{x, newDeeds(x), newParts(x), newCodes(x)} }

// Over is the reader over an index of the same tables.
func (r *Reader) Over(x *schema.Index) *Reader { return &Reader{x, r.deeds, r.parts, r.codes} }

// The scores of terminals: what a word gives as part of what it may be.
const (
	scoreValue  = 1.05
	scoreKin    = 0.9 // a value by another word of its family
	scoreLonger = 0.1 // each further word of a name or value in one piece
	scoreNumber = 0.9
	scorePeriod = 1.1
	scoreSense  = 0.9
	scoreGlue   = 0.3
	scoreAny    = 0.5 // "with a" in the place of "with": whether there is one, not which
	scoreVerb   = 0.6 // what was done, when it names nothing: "sold" of "never sold a policy"
	leastName   = 0.5
	nameSpread  = 0.35 // how far behind the best a name of the same words may be
)

// maxWords bounds an input.
const maxWords = 60

// lattice is the input as spans with all senses.
type lattice struct {
	index  *schema.Index
	tokens []token.Token
	words  []string
	now    time.Time
	chart  *chart
	deeds  deeds
	parts  parts
	codes  codes
	// single are the places of words behind "a" or "an".
	single map[int]bool
	// matches are what spans name, before any choice.
	matches []schema.Match
}

// tokensOf cuts an input into the words that are read: articles are dropped, slips in steering words undone. begins are the places
// of the words that begin a sentence, single those of the words that stood behind "a" or "an".
func tokensOf(input string) (out []token.Token, begins, single map[int]bool) {
	begins, single = map[int]bool{0: true}, map[int]bool{}
	before := ""
	all := token.Tokenize(input)
	for at, t := range all {
		if !t.Quoted {
			if (t.Lower == "a" || t.Lower == "an") && at+1 < len(all) && english.BesideUnit[before] && senseBook().unit(all[at+1].Lower) {
				t.Lower = "1" // "more than a week"
			}
			if ends := strings.Trim(t.Lower, "?!."); ends == "" {
				begins[len(out)] = true
			}
			t.Lower = strings.TrimSuffix(t.Lower, ".")
			if english.Articles[t.Lower] && !t.Capital || t.Lower == "" || strings.Trim(t.Lower, "?!()\".") == "" {
				before = t.Lower
				continue
			}
			t.Lower = senseBook().mended(t.Lower)
			if before == "a" && senseBook().weekday(t.Lower+"s") {
				t.Lower += "s" // "on a Monday" is any of them, "on Monday" is one
			}
		}
		single[len(out)] = before == "a" || before == "an"
		before = t.Lower
		out = append(out, t)
	}
	return out[:min(len(out), maxWords)], begins, single
}

// ofCalendar says that a word is a unit of time behind the word that says which one: "last month" is one, whatever is called so.
func (l *lattice) ofCalendar(i int) bool {
	return i > 0 && english.WhichUnit[l.words[i-1]] && !l.tokens[i].Quoted && senseBook().unit(l.words[i])
}

// reckons says that a match rests on a word that multiplies or takes off, which names something by a word near in meaning alone.
func (l *lattice) reckons(m schema.Match) bool {
	return m.To-m.From == 1 && m.Quality < sureQuality && slices.ContainsFunc(senseBook().of[l.words[m.From]], func(s sense) bool { return s.category == "times" || s.category == "minus" })
}

// owes says that a match leaves out the very word by which an amount is one that is owed: "outstanding amount" is no amount of payments.
func (l *lattice) owes(m schema.Match) bool {
	said := l.words[m.From:m.To]
	if len(said) < 2 || !senseBook().says(strings.Join(said, " "), "debt") {
		return false
	}
	of := m.Table.Words
	if m.Column != nil {
		of = slices.Concat(m.Column.Words, of)
	}
	return slices.ContainsFunc(said, func(w string) bool {
		return (StateOf(w) != 0 || senseBook().says(w, "debt") || w == "remaining" || w == "owed" || w == "owing") && !slices.Contains(of, schema.Lemma(w)) && !slices.Contains(of, w)
	})
}

// asks says that a match rests on a first word that asks, in another form of it: "list" at the head of a question is no listing.
func (l *lattice) asks(m schema.Match) bool {
	if m.From > 0 || m.To != 1 || !slices.Contains(senseBook().of[l.words[0]], sense{"ask", ""}) {
		return false
	}
	words := m.Table.Words
	if m.Column != nil {
		words = m.Column.Words
	}
	return !slices.Contains(words, l.words[0])
}

// sureQuality is the quality from which on a word is the name's own.
const sureQuality = 0.9

func (l *lattice) fill() {
	l.names()
	l.whoever()
	for i := range l.tokens {
		l.senses(i)
		l.values(i)
		l.wordsOfValue(i)
		l.belowAt(i)
		l.kindCalled(i)
		l.partOfValue(i)
		l.kinds(i)
		l.doers(i)
		l.nearValue(i)
		l.shortFor(i)
		l.initials(i)
		l.verdicts(i)
		l.inName(i)
		l.fullName(i)
		l.figures(i)
		l.addText(i)
	}
}

func (l *lattice) add(category string, from, to int, score float64, value any) {
	l.chart.add(&Node{Category: category, Span: spanOf(from, to), Score: score, Value: value, Rule: "word"})
}

func spanOf(from, to int) meaning.Span { return meaning.Span{From: from, To: to} }

func (l *lattice) text(from, to int) string {
	parts := make([]string, 0, to-from)
	for _, t := range l.tokens[from:to] {
		parts = append(parts, t.Text)
	}
	return strings.Join(parts, " ")
}

// names notes what spans name.
func (l *lattice) names() {
	type key struct{ from, to int }
	spans := map[key][]schema.Match{}
	var order []key
	l.matches = l.index.Phrases(l.words)
	for _, m := range l.matches {
		k := key{m.From, m.To}
		if l.headless(m) {
			m.Quality *= qualityHeadless
		}
		if m.Score() < leastName || l.steers(m) || l.counts(m) || m.To-m.From == 1 && (english.Unnamed[l.words[m.From]] || l.ofCalendar(m.From)) || l.reckons(m) || l.asks(m) || l.owes(m) {
			continue
		}
		if spans[k] == nil {
			order = append(order, k)
		}
		spans[k] = append(spans[k], m)
	}
	deed := func(from, to int, m schema.Match) {
		k := key{from, to}
		if at := slices.IndexFunc(spans[k], func(o schema.Match) bool { return o.Column == m.Column && o.Table == m.Table }); at >= 0 {
			if schema.Participle(l.words[from]) && m.Score() > spans[k][at].Score() {
				spans[k][at] = m
			}
			return
		}
		if spans[k] == nil {
			order = append(order, k)
		}
		spans[k] = append(spans[k], m)
	}
	for i := range l.words {
		l.deedsAt(i, deed)
		l.doingAt(i, deed)
		l.plans(i, deed)
	}
	for i, w := range l.words {
		if k := (key{i, i + 1}); spans[k] == nil && !l.tokens[i].Quoted && !l.tokens[i].Capital && !senseBook().isWord(w) {
			for _, m := range l.index.Kin(w) {
				m.From, m.To = i, i+1
				deed(i, i+1, m)
			}
		}
		// Words of trade stand for what was sold where no name says so.
		if k := (key{i, i + 1}); spans[k] == nil && (Trades(w) || english.TradeVerbs[w]) {
			l.add("NAME", i, i+1, 1, Name{Text: l.tokens[i].Text, At: spanOf(i, i+1)})
		}
	}
	for i := range l.words {
		l.staff(i, deed)
		l.qualified(i, deed)
		l.commented(i, deed)
		l.doneAmount(i, deed)
		l.comesTo(i, deed)
		l.amountOf(i, deed)
		l.ownName(i, deed)
	}
	for _, k := range order {
		list := spans[k]
		slices.SortStableFunc(list, func(a, b schema.Match) int {
			switch {
			case a.Score() > b.Score():
				return -1
			case a.Score() < b.Score():
				return 1
			}
			return 0
		})
		list = l.withParticle(k.to, list)
		best := list[0].Score()
		exact := slices.ContainsFunc(list, func(m schema.Match) bool { return m.Column == nil && m.Exact() })
		list = slices.DeleteFunc(list, func(m schema.Match) bool {
			// What is called so is meant before what is called something near it.
			return m.Score() < best-nameSpread || exact && m.Column == nil && !m.Exact()
		})
		at := meaning.Span{From: k.from, To: k.to}
		l.add("NAME", k.from, k.to, float64(k.to-k.from)*best+scoreLonger*float64(k.to-k.from-1), Name{Matches: list, Text: l.text(k.from, k.to), At: at})
	}
}

// qualified notes words of trade behind "net" or "gross" as the amounts that are called so: "net revenue" is netamt of invoices.
func (l *lattice) qualified(i int, name func(from, to int, m schema.Match)) {
	if i+1 >= len(l.words) || l.words[i] != "net" && l.words[i] != "gross" || !Trades(l.words[i+1]) && !english.TradeAmounts[l.words[i+1]] {
		return
	}
	plainest := map[*schema.Table]*schema.Column{}
	for _, c := range l.index.WithWord(l.words[i]) {
		if best := plainest[c.Table]; c.Role == schema.Measure && c.Metric == nil && (best == nil || len(c.Words) < len(best.Words)) {
			plainest[c.Table] = c
		}
	}
	for _, c := range l.index.WithWord(l.words[i]) {
		at := slices.IndexFunc(schema.Trades, func(w string) bool { return slices.Contains(c.Table.Words, w) })
		if at >= 0 && plainest[c.Table] == c {
			name(i, i+2, schema.Match{From: i, To: i + 2, Table: c.Table, Column: c, Quality: qualityQualified - qualityTrade*float64(at), Coverage: 1})
		}
	}
}

// ownName notes "name" behind what a table's rows are, or a key to them, as what they are called where that goes by other words: "member
// name" is a first and a last name.
func (l *lattice) ownName(i int, name func(from, to int, m schema.Match)) {
	if i == 0 || schema.Lemma(l.words[i]) != "name" || l.tokens[i].Quoted {
		return
	}
	for _, m := range l.matches {
		thing := m.Column == nil && m.Exact() && len(m.Table.Label) > 1
		if m.To != i || !thing {
			continue
		}
		said := func(o schema.Match) bool {
			return o.From <= m.From && o.To == i+1 && o.Coverage > 0.9 && o.Score() >= leastName
		}
		if !slices.ContainsFunc(l.matches, said) {
			m.To = i + 1
			name(m.From, i+1, m)
		}
	}
}

// comesTo notes a word for money behind what a table's rows are as what these come to: "fuel cost" is the amount of fuel.
func (l *lattice) comesTo(i int, name func(from, to int, m schema.Match)) {
	if i == 0 || !english.MoneyOf[schema.Lemma(l.words[i])] || l.tokens[i].Quoted {
		return
	}
	for _, m := range l.matches {
		if m.To != i || m.Column != nil || !m.Exact() {
			continue
		}
		said := func(o schema.Match) bool {
			return o.From <= m.From && o.To == i+1 && o.Coverage > 0.9 && o.Score() >= leastName
		}
		if c := m.Table.Amount(); c != nil && !slices.ContainsFunc(l.matches, said) {
			name(m.From, i+1, schema.Match{From: m.From, To: i + 1, Table: m.Table, Column: c, Quality: qualityQualified, Coverage: 1})
		}
	}
}

// amountOf notes "amount" behind what a sum is called as that sum: net is the net amount.
func (l *lattice) amountOf(i int, name func(from, to int, m schema.Match)) {
	if i == 0 || l.words[i] != "amount" || l.tokens[i].Quoted {
		return
	}
	longer := func(m schema.Match) bool { return m.From < i && m.To == i+1 && m.Score() >= leastName }
	if slices.ContainsFunc(l.matches, longer) {
		return
	}
	for _, m := range l.matches {
		if m.To == i && m.Column != nil && m.Exact() && m.Column.Role == schema.Measure && m.Column.Aggregate == schema.Sum {
			m.To, m.Quality = i+1, qualityQualified
			name(m.From, i+1, m)
		}
	}
}

// commented notes what was done, right before or behind a column's name, as part of it where the comment of the column says so:
// "written premium" is a premium that "counts as written" on some day.
func (l *lattice) commented(i int, name func(from, to int, m schema.Match)) {
	if !schema.Participle(l.words[i]) || l.tokens[i].Quoted {
		return
	}
	verb := schema.Stem(l.words[i])
	for _, m := range l.matches {
		if m.From != i+1 && m.To != i || m.Column == nil || m.Score() < leastName || !slices.ContainsFunc(schema.Words(m.Column.Comment), func(w string) bool { return schema.Stem(w) == verb }) {
			continue
		}
		m.From, m.To = min(m.From, i), max(m.To, i+1)
		name(m.From, m.To, m)
	}
}

// doneAmount notes what was done, right before or behind a measure's name, as part of it where rows of its table tell of that: "amount paid" is
// that of payments.
func (l *lattice) doneAmount(i int, name func(from, to int, m schema.Match)) {
	if l.tokens[i].Quoted || !schema.Participle(l.words[i]) && !senseBook().says(l.words[i], doing) {
		return
	}
	t := l.tellsOf(l.words[i:i+1], doing)
	if t == nil {
		return
	}
	for _, m := range l.matches {
		if m.From != i+1 && m.To != i || m.Table != t || m.Column == nil || m.Column.Role != schema.Measure || m.Quality < sureQuality || m.Score() < leastName {
			continue
		}
		m.From, m.To, m.Quality = min(m.From, i), max(m.To, i+1), qualityQualified
		name(m.From, m.To, m)
	}
}

const (
	qualityQualified = 0.97
	qualityTrade     = 0.01
)

// headless says that a match lacks the last word of what it names: "customer" is no "customer success manager".
func (l *lattice) headless(m schema.Match) bool {
	words, plain := m.Table.Words, english.PlainTables
	if m.Column != nil {
		words, plain = m.Column.Words, english.PlainHeads
	}
	if m.Coverage > 0.9 || len(words) < 2 {
		return false
	}
	head := words[len(words)-1]
	if of := slices.Index(words, "of"); of > 0 {
		head = words[of-1] // "line" is a line of business
	}
	if plain[head] && m.Column != nil && m.Column.Role == schema.Reference && len(words) > 2 {
		head = words[len(words)-2] // "customer" is no customer success manager, whose key it is
	}
	if plain[head] || m.Column != nil && schema.SaysUnit(head) {
		return false
	}
	for _, w := range l.words[m.From:m.To] {
		if schema.Lemma(w) == head || schema.Stem(w) == schema.Stem(head) {
			return false
		}
	}
	return true
}

// qualityHeadless is what is left of a match that lacks its head.
const qualityHeadless = 0.6

// steers says that a match rests on steering words alone and names its owner in part only.
func (l *lattice) steers(m schema.Match) bool {
	if things(m, l.words[m.To-1]) {
		return false
	}
	for i, w := range l.words[m.From:m.To] {
		if !senseBook().isWord(w) || (m.Column == nil || distinguishes(w, m)) && !senseBook().isAlone(w) && !l.inPhrase(m.From+i) {
			return false
		}
	}
	return m.Coverage < 0.9 && !l.saysAllButUnit(m)
}

// saysAllButUnit says that a match lacks nothing of a column's name but the unit: "amount" of amount_cents.
func (l *lattice) saysAllButUnit(m schema.Match) bool {
	if m.Column == nil || len(m.Column.Words) < 2 {
		return false
	}
	said := l.words[m.From:m.To]
	return !slices.ContainsFunc(m.Column.Words, func(own string) bool {
		return !schema.SaysUnit(own) && !slices.ContainsFunc(said, func(w string) bool { return schema.Lemma(w) == own })
	})
}

// things says that a word is the plural of what a table's rows are by the last word of its name, and steers no question by itself: "items"
// of order_items.
func things(m schema.Match, w string) bool {
	head := m.Table.Words[len(m.Table.Words)-1]
	return m.Column == nil && len(m.Table.Words) > 1 && w != head && schema.Lemma(w) == head && !slices.ContainsFunc(senseBook().of[w], func(s sense) bool { return s.category != "generic" && !senseBook().plain[s.category] })
}

// distinguishes says that a word of a match is not the last one of what it names, which others are called by as well: "net" of a net
// amount, but not "date" of a departure date.
func distinguishes(w string, m schema.Match) bool {
	words := m.Table.Words
	if m.Column != nil {
		words = m.Column.Words
	}
	return len(words) > 1 && words[len(words)-1] != schema.Lemma(w)
}

// inPhrase says that a word stands within a phrase that steers: "net" of "net of", which is a word like others in "net and gross".
func (l *lattice) inPhrase(at int) bool {
	for from := max(0, at-senseBook().longest+1); from <= at; from++ {
		for to := max(at+1, from+2); to <= min(len(l.words), from+senseBook().longest); to++ {
			if len(senseBook().of[strings.Join(l.words[from:to], " ")]) > 0 {
				return true
			}
		}
	}
	return false
}

// counts says that a match rests on the first word of "number of" alone, or that the number of things is taken for the one that each of
// them has.
func (l *lattice) counts(m schema.Match) bool {
	if m.To-m.From > 2 && l.words[m.From] == "number" && l.words[m.From+1] == "of" && (m.Column == nil || m.Column.Key()) {
		return true
	}
	if m.To-m.From == 1 && l.words[m.From] == "numbers" && (m.To < len(l.words) && l.words[m.To] == "only" || m.From > 0 && (l.words[m.From-1] == "just" || l.words[m.From-1] == "only")) {
		return true
	}
	return m.To-m.From == 1 && l.words[m.From] == "number" && m.To < len(l.words) && l.words[m.To] == "of"
}

// measured says that a word is one of a measure's name.
func (l *lattice) measured(word string) bool {
	lemma := schema.Lemma(word)
	return slices.ContainsFunc(l.index.Columns, func(c *schema.Column) bool { return c.Role == schema.Measure && c.Has(lemma) })
}

// senses notes what words of English at i do.
func (l *lattice) senses(i int) {
	if l.tokens[i].Quoted {
		return
	}
	phrase, counting := "", l.countEnd(i)
	for j := i; j < len(l.words) && j < i+senseBook().longest && !l.tokens[j].Quoted; j++ {
		phrase = strings.TrimSpace(phrase + " " + l.words[j])
		if j+1 < counting {
			continue
		}
		for _, s := range senseBook().of[phrase] {
			score := scoreSense
			switch {
			case weak[s.category]:
				score = scoreGlue
			case s.category == "state" && j == i && l.measured(phrase):
				score *= qualityHeadless // "outstanding" where an outstanding amount is a column
			case s.category == "inmoney" && l.holds(j):
				continue // the rows say in which money they are
			}
			l.add(s.category, i, j+1, score*float64(j+1-i), s.kind)
			if s.category == "with" && l.single[j+1] {
				l.add("withany", i, j+1, scoreAny, s.kind)
			}
		}
	}
	l.add("'"+l.words[i]+"'", i, i+1, scoreGlue, l.words[i])
	if w := l.words[i]; schema.Participle(w) && !l.tokens[i].Capital {
		l.add("verb", i, i+1, scoreVerb, l.holds(i))
	}
}

// countWords is how many words a phrase for a count has from which on those that it begins with mean nothing by themselves: "total number
// of orders" is no total beside a number.
const countWords = 3

// countEnd is the end of the longest such phrase at i; 0 where there is none.
func (l *lattice) countEnd(i int) int {
	for end := min(len(l.words), i+senseBook().longest); end >= i+countWords; end-- {
		if senseBook().says(strings.Join(l.words[i:end], " "), "count") {
			return end
		}
	}
	return 0
}

// holds says that a word is a value that the database holds.
func (l *lattice) holds(i int) bool {
	return len(l.index.Normalised(schema.Normal(l.tokens[i].Text))) > 0
}

// weak are senses that join what is said.
var weak = map[string]bool{
	"of": true, "in": true, "be": true, "have": true, "that": true, "and": true, "comma": true, "or": true, "poss": true, "also": true, "with": true, "equal": true, "ask": true, "which": true,
	"filler": true, "glue": true, "owner": true, "make": true, "timeto": true, "rangeto": true, "betweentime": true, "unitin": true, "only": true,
}

// Average stands for the number that others have on average.
type Average struct{}

// Percent is a number that was said in a hundred.
type Percent float64

// figures notes numbers and periods.
func (l *lattice) figures(i int) {
	t := l.tokens[i]
	if t.Quoted {
		return
	}
	if p, n := calendar.Range(l.tokens, i, l.now); n > 0 {
		l.add("PERIOD", i, i+n, scorePeriod*float64(n), p)
	}
	if p, n := calendar.Ahead(l.tokens, i, l.now); n > 0 {
		l.add("AHEAD", i, i+n, scorePeriod*float64(n), p)
	}
	v, ok := token.ParseNumber(t.Lower)
	if !ok {
		return
	}
	n := 1
	if i+1 < len(l.tokens) {
		if f := token.Multipliers[l.tokens[i+1].Lower]; f != 0 && len(l.tokens[i+1].Lower) > 1 {
			v, n = v*f, 2
		}
	}
	switch {
	case strings.HasSuffix(t.Lower, "%"):
		l.add("NUMBER", i, i+n, scoreNumber, Percent(v))
	case i+1 < len(l.words) && (l.words[i+1] == "%" || l.words[i+1] == "percent"):
		l.add("NUMBER", i, i+n+1, 2*scoreNumber, Percent(v))
	default:
		l.add("NUMBER", i, i+n, scoreNumber*float64(n), token.Figure(v))
		if calendar.IsYear(v) {
			from := time.Date(int(v), 1, 1, 0, 0, 0, 0, l.now.Location())
			year := calendar.Period{From: from, To: from.AddDate(1, 0, 0), Grain: "year"}
			l.add("PERIOD", i, i+1, scoreNumber, year)
			if i > 0 && (l.words[i-1] == "in" || l.words[i-1] == "during") {
				l.add("PERIOD", i-1, i+1, scoreNumber+costGlue, year) // as "in March" is one
			}
		}
	}
}
