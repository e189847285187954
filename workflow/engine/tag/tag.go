package tag

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

// Item is a span of the input with everything it may be. Items are in reading order, do not overlap and cover every
// token.
type Item struct {
	// From and To bound the tokens [From, To); Text is the input's text there.
	From, To int
	Text     string
	// Lower is the text in lower case, quotes left out.
	Lower string
	// Cue is what the words do, when they are a cue; Kind NoCue otherwise.
	Cue Cue
	// Matches are the tables and columns that the words may name, best first.
	Matches []schema.Match
	// Values are the columns that hold the words as a value.
	Values []schema.ValueMatch
	// Number is the figure, when HasNumber.
	Number    float64
	HasNumber bool
	// Period is a date or time span; nil when there is none.
	Period *Period
	Quoted bool
	// Counts is the table whose rows "number of …" may count, when the words are also the name of a column; else nil.
	Counts *schema.Match
	// Capital says that a word begins with a capital inside a sentence: a name, most likely.
	Capital bool
}

// Mention says that the item may name a table, a column or a value.
func (it *Item) Mention() bool { return len(it.Matches) > 0 || len(it.Values) > 0 || it.Quoted }

// Is says that the item is a cue of one of the kinds.
func (it *Item) Is(kinds ...Kind) bool {
	return it.Cue.Kind != NoCue && slices.Contains(kinds, it.Cue.Kind)
}

// Plain says that the item is a word that is nothing that is known.
func (it *Item) Plain() bool {
	return it.Cue.Kind == NoCue && !it.Mention() && !it.HasNumber && it.Period == nil
}

// BestTable is the table that the words name best, with its score; nil when they name none.
func (it *Item) BestTable() (*schema.Table, float64) {
	for _, m := range it.Matches {
		if m.Column == nil {
			return m.Table, m.Score()
		}
	}
	return nil, 0
}

// BestColumn is the column that the words name best among the tables given (all tables when none are), with its
// score; nil when they name none.
func (it *Item) BestColumn(tables ...*schema.Table) (*schema.Column, float64) {
	for _, m := range it.Matches {
		if m.Column != nil && (len(tables) == 0 || slices.Contains(tables, m.Table)) {
			return m.Column, m.Score()
		}
	}
	return nil, 0
}

// maxTokens bounds what is read of one input; a longer one is cut.
const maxTokens = 160

// Tagger finds what the words of an input may be in one database. It is safe for concurrent use.
type Tagger struct {
	index *schema.Index
	// book is that of the turn; nil for none.
	book *phrasebook
}

// NewTagger makes a tagger over an index.
func NewTagger(x *schema.Index) *Tagger { return &Tagger{index: x} }

// ForTurn is the tagger for the input and parts of it, whose names it looks up once. It is not safe for concurrent use.
func (g *Tagger) ForTurn(input string) *Tagger {
	book := &phrasebook{index: g.index}
	tokens := Tokenize(input)
	book.spans(unquoted(tokens[:min(maxTokens, len(tokens))]))
	return &Tagger{g.index, book}
}

// Tag reads the input as items; now is the user's clock, for "last month". Computed measures are left out: they are no
// columns of a table.
func (g *Tagger) Tag(input string, now time.Time) []Item {
	items := g.Items(input, now)
	for i := range items {
		items[i].Matches = withoutMetrics(items[i].Matches)
	}
	return items
}

// withoutMetrics leaves computed measures out; the list itself stays as it is.
func withoutMetrics(list []schema.Match) []schema.Match {
	computed := func(m schema.Match) bool { return m.Column != nil && m.Column.Metric != nil }
	if !slices.ContainsFunc(list, computed) {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), computed)
}

// Items cuts an input into items; what it gives is the caller's.
func (g *Tagger) Items(input string, now time.Time) []Item {
	tokens := Tokenize(input)
	if len(tokens) > maxTokens {
		tokens = tokens[:maxTokens]
	}
	book := cmp.Or(g.book, &phrasebook{index: g.index})
	tokens = splitNames(share(unslip(tokens, book), book), g.index)
	l := &lattice{tokens: tokens, spans: make([][]*span, len(tokens))}
	l.addMatches(book)
	l.addChiefs(g.index)
	l.addCues()
	l.addValues(g.index)
	l.addFigures(now)
	return l.best(input)
}

// span is a candidate item with its weight for the segmentation.
type span struct {
	Item
	weight float64
	// mixed says that the matches come from several places, and are not in order yet.
	mixed bool
}

// lattice holds the candidate spans by where they start.
type lattice struct {
	tokens []Token
	spans  [][]*span
}

func (l *lattice) at(from, to int) *span {
	for _, s := range l.spans[from] {
		if s.To == to {
			return s
		}
	}
	s := &span{Item: Item{From: from, To: to}}
	l.spans[from] = append(l.spans[from], s)
	return s
}

// The weights of a token as part of a span, by what the span is. They order segmentations; whole names win over cues,
// cues over parts of names.
const (
	weightCue      = 0.80
	weightLongCue  = 0.93
	weightValue    = 1.02
	weightWord     = 0.88 // a value of one lower-case word
	weightFigure   = 0.95
	weightPeriod   = 1.0
	weightLonger   = 0.08 // each further word of a name that is said in one piece
	weightTail     = 1.12 // a noun that trails a name: more than "number of" can give
	weightSpanCost = 0.05 // each item costs a little: fewer, longer items win ties
)

func (l *lattice) addMatches(book *phrasebook) {
	words := unquoted(l.tokens)
	all := book.spans(words)
	for from, spans := range all {
		for _, n := range spans {
			if from+n.words <= len(words) {
				l.addNames(from, from+n.words, l.unlinked(all, from, n))
			}
			if to := from + n.words; to < len(words) && english.Folk[words[to]] {
				for _, m := range n.matches {
					l.people(from, to, m, all[to])
				}
			}
		}
	}
}

// unlinked leaves out the tables whose name is made of other tables' names with words between them: "films in the category"
// speaks of films and of a category, not of film_category, which joins them.
func (l *lattice) unlinked(all [][]phrase, from int, p phrase) []schema.Match {
	if l.glued(from, from+p.words) == 0 {
		return p.matches
	}
	for i := from; i < from+p.words; i++ {
		table := func(n phrase) bool {
			return n.words == 1 && slices.ContainsFunc(n.matches, func(m schema.Match) bool { return m.Column == nil && m.Exact() })
		}
		if !schema.Glue(l.tokens[i].Lower) && !slices.ContainsFunc(all[i], table) {
			return p.matches
		}
	}
	return slices.DeleteFunc(slices.Clone(p.matches), func(m schema.Match) bool { return m.Column == nil })
}

// unquoted are the words of tokens; a quotation is none.
func unquoted(tokens []Token) []string {
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = t.Lower
		if t.Quoted {
			words[i] = "\x00"
		}
	}
	return words
}

// addNames notes what a span names, best first.
func (l *lattice) addNames(from, to int, matches []schema.Match) {
	if l.weak(from, to) {
		matches = slices.DeleteFunc(slices.Clone(matches), func(m schema.Match) bool { return m.Coverage <= 0.9 })
	}
	if to-from > 1 && slices.ContainsFunc(matches, l.swallows(from, to)) {
		matches = slices.DeleteFunc(slices.Clone(matches), l.swallows(from, to))
	}
	if l.numbered(from, to) {
		matches = slices.DeleteFunc(slices.Clone(matches), func(m schema.Match) bool {
			return m.Quality <= 0.95 || m.Column != nil && to-from == 1 && len(m.Column.Words) > 1
		})
	}
	if len(matches) == 0 {
		return
	}
	s := l.at(from, to)
	s.mixed = len(s.Matches) > 0
	s.Matches = append(s.Matches, matches...)
	if !s.mixed {
		s.Matches = slices.Clip(matches)
	}
	words := to - from - l.glued(from, to)
	s.weight = max(s.weight, float64(words)*(0.3+0.7*matches[0].Score())+weightLonger*float64(words-1)+weightCue*float64(to-from-words))
	if to < len(l.tokens) && english.NameTails[l.tokens[to].Lower] {
		for _, m := range matches {
			l.tail(from, to, m)
		}
	}
}

// glued counts the words inside a name that join its own: "date of birth" has one.
func (l *lattice) glued(from, to int) int {
	n := 0
	for _, t := range l.tokens[from:to] {
		n += BoolInt(schema.Glue(t.Lower))
	}
	return n
}

// tail lets a column's name go on with such a noun, the word at to.
func (l *lattice) tail(from, to int, m schema.Match) {
	if m.Column == nil || m.Score() < 0.6 || l.swallows(from, to)(m) {
		return
	}
	m.Quality *= 0.97
	s := l.at(from, to+1)
	s.mixed = true
	s.Matches = append(s.Matches, m)
	s.weight = max(s.weight, float64(to-from)*(0.3+0.7*m.Score())+weightTail)
}

// people lets a table's name go on with such a noun, unless the noun names something itself.
func (l *lattice) people(from, to int, m schema.Match, names []phrase) {
	if m.Column != nil || !m.Exact() || slices.ContainsFunc(names, func(p phrase) bool { return p.matches[0].Quality >= Synonymous }) {
		return
	}
	m.Quality *= 0.99
	s := l.at(from, to+1)
	s.mixed = true
	s.Matches = append(s.Matches, m)
	s.weight = max(s.weight, float64(to-from)*(0.3+0.7*m.Score())+weightTail)
}

// minMatch is the least score of a name that counts as named.
const minMatch = 0.42

func (l *lattice) addCues() {
	for i := range l.tokens {
		phrase := ""
		for j := i; j < len(l.tokens) && j < i+longestCue && !l.tokens[j].Quoted; j++ {
			phrase = strings.TrimSpace(phrase + " " + l.tokens[j].Lower)
			if c, ok := Cues[phrase]; ok && (c.Kind != Ask || l.asks(i)) && !l.thing(i, j) && !l.placed(phrase, c, j) {
				l.addCue(i, j+1, c)
			}
		}
		if l.ranges(i) {
			l.addCue(i, i+1, Cues["between"])
		}
	}
}

// thing says that the word of order is a noun: "never made an order", "the oldest order".
func (l *lattice) thing(i, j int) bool {
	if i != j || i == 0 || l.tokens[i].Lower != "order" {
		return false
	}
	switch before := l.tokens[i-1].Lower; Cues[before].Kind {
	case Superlative, Most, Least, Top, Bottom, Quality:
		return true
	default:
		return english.Determiners[before]
	}
}

// placed says that the words tell where, when or how often something was done, not how it is sorted: "ordered in 2025",
// "ordered the most often".
func (l *lattice) placed(phrase string, c Cue, j int) bool {
	if c.Kind != Order || !strings.HasSuffix(phrase, " in") && phrase != "ordered" || j+1 >= len(l.tokens) && phrase != "ordered" {
		return false
	}
	for k, t := range l.tokens[j+1 : min(j+4, len(l.tokens))] {
		if k == 0 && (t.Lower == "from" || t.Lower == ",") {
			return false
		}
		if next := Cues[t.Lower]; next.Kind == Ascending || next.Kind == Descending || next.Kind == Alphabet || next.Kind == Order {
			return false
		}
	}
	return true
}

// asks says that a verb of asking may stand at i: at the start, or after what ends a clause. Question words may stand
// anywhere.
func (l *lattice) asks(i int) bool {
	if i == 0 || strings.HasPrefix(l.tokens[i].Lower, "wh") {
		return true
	}
	before := l.tokens[i-1].Lower
	c, ok := Cues[before]
	return !ok && !IsWordRune(rune(before[0])) || c.Kind == Ask || c.Kind == Comma || c.Kind == And || c.Kind == Stop || before == "to" || before == "then" || before == "you" || before == "please"
}

func (l *lattice) addCue(from, to int, c Cue) {
	s := l.at(from, to)
	s.Cue = c
	articles := 0
	for _, t := range l.tokens[from:to] {
		articles += BoolInt(t.Lower == "the" || t.Lower == "a" || t.Lower == "an")
	}
	w := weightCue
	if to-from-articles > 1 {
		w = weightLongCue
	}
	s.weight = max(s.weight, float64(to-from-articles)*w+float64(articles)*weightCue)
}

// maxValueWords bounds the words of a value that is looked up.
const maxValueWords = 9

func (l *lattice) addValues(x *schema.Index) {
	keys := make([]string, len(l.tokens))
	for i, t := range l.tokens {
		keys[i] = schema.Normal(t.Text)
	}
	for i, t := range l.tokens {
		if t.Quoted {
			l.addQuoted(x, i, keys[i])
			continue
		}
		key := ""
		for j := i; j < len(keys) && j < i+maxValueWords && !l.tokens[j].Quoted; j++ {
			if keys[j] == "" {
				if j == i {
					break
				}
				continue
			}
			key = strings.TrimSpace(key + " " + keys[j])
			l.addValue(x, i, j+1, key)
		}
	}
}

func (l *lattice) addQuoted(x *schema.Index, i int, key string) {
	s := l.at(i, i+1)
	s.Quoted = true
	s.Values = x.Normalised(key)
	s.weight = 2
}

// addValue notes the columns that hold the words. A lone lower-case word that is also a cue is no value: people write
// "no" and "in" for what they say, and "Male" with or without its capital.
func (l *lattice) addValue(x *schema.Index, from, to int, key string) {
	values := x.Normalised(key)
	values = slices.Concat(values, x.Plural(key, values))
	values = append(values[:len(values):len(values)], aliased(x, key)...)
	if len(values) == 0 {
		return
	}
	t := l.tokens[from]
	weight := float64(to-from) * weightValue
	if to-from == 1 {
		_, cue := Cues[t.Lower]
		if cue && !t.Capital || len(key) == 1 && !t.Capital && !l.column(from-1) {
			return
		}
		if !t.Capital {
			weight = weightWord
		}
		if _, number := ParseNumber(t.Lower); number {
			weight = weightWord
		}
	}
	s := l.at(from, to)
	s.Values = values
	s.weight = max(s.weight, weight)
}

// column says that the token before may end the name of a column: "location code x".
func (l *lattice) column(i int) bool {
	for from := max(0, i-3); from <= i; from++ {
		for _, s := range l.spans[from] {
			if s.To == i+1 && len(s.Matches) > 0 && s.Matches[0].Column != nil && s.Matches[0].Score() > 0.8 {
				return true
			}
		}
	}
	return false
}

func (l *lattice) addFigures(now time.Time) {
	for i, t := range l.tokens {
		if t.Quoted {
			continue
		}
		if p, n := calendar.Range(l.tokens, i, now); n > 0 && !p.From.IsZero() && (!p.To.IsZero() || english.Onwards[l.tokens[i+n-1].Lower]) {
			s := l.at(i, i+n)
			s.Period = &p
			s.weight = max(s.weight, float64(n)*weightPeriod)
		}
		if v, ok := ParseNumber(t.Lower); ok && !l.standsForThing(i) {
			l.addNumber(i, v)
		}
	}
}

// standsForThing says that "one" is no number, but what was named before: "the dearest one", "the one with the most orders".
func (l *lattice) standsForThing(i int) bool {
	if l.tokens[i].Lower != "one" || i == 0 {
		return false
	}
	before := l.tokens[i-1].Lower
	if before == "the" {
		return i+1 < len(l.tokens) && slices.Contains([]Kind{With, Have, Relative}, Cues[l.tokens[i+1].Lower].Kind)
	}
	return Cues[before].Kind == Superlative || i > 1 && Cues[l.tokens[i-2].Lower+" "+before].Kind == Superlative
}

func (l *lattice) addNumber(i int, v float64) {
	n := 1
	if i+1 < len(l.tokens) {
		if f, ok := token.Multipliers[l.tokens[i+1].Lower]; ok && len(l.tokens[i+1].Lower) > 1 {
			v, n = v*f, 2
		}
	}
	s := l.at(i, i+n)
	s.Number, s.HasNumber = v, true
	s.weight = max(s.weight, float64(n)*weightFigure)
}

// best is the segmentation of greatest weight, by dynamic programming from the right.
func (l *lattice) best(input string) []Item {
	n := len(l.tokens)
	score := make([]float64, n+1)
	pick := make([]*span, n)
	for i := n - 1; i >= 0; i-- {
		score[i] = score[i+1] - weightSpanCost
		for _, s := range l.spans[i] {
			if v := s.weight - weightSpanCost + score[s.To]; v > score[i] {
				score[i], pick[i] = v, s
			}
		}
	}
	var items []Item
	for i := 0; i < n; {
		it := Item{From: i, To: i + 1}
		if s := pick[i]; s != nil {
			if s.mixed {
				slices.SortStableFunc(s.Matches, func(a, b schema.Match) int { return cmp.Compare(b.Score(), a.Score()) })
			}
			it = s.Item
		}
		items = append(items, l.complete(input, it))
		i = it.To
	}
	return items
}

// counts reads "number of hosts" as the count of a table's rows.
func (l *lattice) counts(it Item) *schema.Match {
	if it.To-it.From != 3 || l.tokens[it.From].Lower != "number" || l.tokens[it.From+1].Lower != "of" {
		return nil
	}
	for _, s := range l.spans[it.From+2] {
		for i := range s.Matches {
			if m := &s.Matches[i]; s.To == it.To && m.Column == nil && m.Score() > 0.8 {
				return m
			}
		}
	}
	return nil
}

// complete fills an item's text and puts its candidates in order.
func (l *lattice) complete(input string, it Item) Item {
	it.Text = input[l.tokens[it.From].Start:l.tokens[it.To-1].End]
	var lower []string
	for _, t := range l.tokens[it.From:it.To] {
		lower = append(lower, t.Lower)
		it.Capital = it.Capital || t.Capital
	}
	it.Lower = strings.Join(lower, " ")
	if it.Quoted {
		it.Text = l.tokens[it.From].Text
	}
	it.Counts = l.counts(it)
	return it
}

// addChiefs lets "manager" name a key of a table to itself.
func (l *lattice) addChiefs(x *schema.Index) {
	for i, t := range l.tokens {
		if t.Quoted || !english.Chiefs[t.Lower] {
			continue
		}
		for _, table := range x.Tables {
			for _, e := range x.Graph.Of(table) {
				if e.From == table && e.To == table && len(e.FromColumns) == 1 && e.FromColumns[0].Has(english.Chiefly...) {
					s := l.at(i, i+1)
					s.mixed = true
					s.Matches = append(s.Matches, schema.Match{From: i, To: i + 1, Table: table, Column: e.FromColumns[0], Quality: 0.9, Coverage: 1})
					s.weight = max(s.weight, 1)
				}
			}
		}
	}
}

// StrongName is the score from which a name is taken to be meant.
const StrongName = 0.8

// Synonymous is the quality of a match below which it rests on another word than the name's.
const Synonymous = 0.8

// BoolInt is 1 for true.
func BoolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
