package phrase

import (
	"slices"
	"strings"

	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// parts are the values of columns with few by each of their words: "noise" leads to "Noise nuisance".
type parts map[string][]schema.ValueMatch

const (
	// leastPart is how many letters a word has that stands for a whole value, mostParted how many words such a value has.
	leastPart  = 4
	mostParted = 4
	// scorePart is how surely a word stands for a value that it is only a part of.
	scorePart = 0.75
)

func newParts(x *schema.Index) parts {
	out := parts{}
	for v := range x.EachValue() {
		c := v.Column
		words := schema.Words(v.Text)
		if len(words) < 2 || len(words) > mostParted || c.Distinct > fewValues || c.Role != schema.Category && c.Role != schema.Label || !v.Whole || v.Presence != schema.AnyValue {
			continue
		}
		for _, w := range words {
			if len(w) >= leastPart && !english().isWord(w) {
				out[schema.Lemma(w)] = append(out[schema.Lemma(w)], v)
			}
		}
	}
	return out
}

// codes are the values of columns with few that are no words, by their first letter.
type codes map[byte][]schema.ValueMatch

const (
	// leastCode and mostCode are how many letters a code has that may be short for a word, leastCoded how many that word has.
	leastCode  = 3
	mostCode   = 6
	leastCoded = 5
	// capitals is up to how many letters in capitals are a code, though they make a word: BUS of business.
	capitals = 4
)

func newCodes(x *schema.Index) codes {
	out := codes{}
	for v := range x.EachValue() {
		c := v.Column
		text := strings.ToLower(v.Text)
		letters := strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == "" && len(text) >= leastCode && len(text) <= mostCode
		if letters && !v.Code && v.Whole && v.Presence == schema.AnyValue && c.Role == schema.Category && c.Distinct <= fewValues && (!(schema.English{}).Known(schema.Lemma(text)) || len(text) <= capitals && text != v.Text) {
			out[text[0]] = append(out[text[0]], v)
		}
	}
	return out
}

// shortFor notes a word that nothing else explains as the one value of each column that is short for it: "electric" is elec.
func (l *lattice) shortFor(i int) {
	t := l.tokens[i]
	w := t.Lower
	if t.Quoted || len(w) < leastCoded || english().isWord(w) || l.explained(i) || strings.ContainsFunc(w, notLetter) {
		return
	}
	one := map[*schema.Column]string{}
	var list []schema.ValueMatch
	for _, v := range l.codes[w[0]] {
		if !shorthand.Abbreviates(strings.ToLower(v.Text), w) {
			continue
		}
		if text, ok := one[v.Column]; ok && text != v.Text {
			return // which of them?
		}
		one[v.Column] = v.Text
		list = append(list, v)
	}
	if len(list) > 0 {
		l.add("VALUE", i, i+1, scorePart, Value{Matches: list, Text: t.Text, Part: true, At: spanOf(i, i+1)})
	}
}

// mostNamed is how many words of a name are looked up.
const mostNamed = 4

// inName notes words that nothing else explains and that names hold among others: "Redbrick" of "Redbrick Bakeries Ltd".
func (l *lattice) inName(i int) {
	t := l.tokens[i]
	if !t.Quoted && (len(t.Lower) < leastPart || english().isWord(t.Lower) || l.explained(i) || !t.Capital && (schema.English{}).Known(schema.Lemma(t.Lower))) {
		return
	}
	var held []schema.ValueMatch
	to := i
	for j := i + 1; j <= min(i+mostNamed, len(l.tokens)); j++ {
		list := l.inNames(i, j)
		if len(list) == 0 {
			break
		}
		held, to = list, j
	}
	if len(held) == 0 {
		return
	}
	l.add("VALUE", i, to, scorePart*float64(to-i), Value{Matches: held, Text: l.text(i, to), Within: true, At: spanOf(i, to)})
}

// inNames are the columns of names, each once, that hold the words from..to among others.
func (l *lattice) inNames(from, to int) []schema.ValueMatch {
	key := " " + schema.Normal(l.text(from, to)) + " "
	var out []schema.ValueMatch
	for _, m := range l.index.PartValues(schema.Normal(l.tokens[from].Text)) {
		known := slices.ContainsFunc(out, func(o schema.ValueMatch) bool { return o.Column == m.Column })
		if m.Column.Role == schema.Label && !known && strings.Contains(" "+schema.Normal(m.Text)+" ", key) {
			out = append(out, m)
		}
	}
	return out
}

// explained says that a word names something whole, or is a value.
func (l *lattice) explained(i int) bool {
	return len(l.chart.starts[i]["VALUE"]) > 0 || slices.ContainsFunc(l.chart.starts[i]["NAME"], func(n *Node) bool {
		name, ok := n.Value.(Name)
		return ok && len(name.Matches) > 0 && name.Matches[0].Score() > sureNamed
	})
}

// scoreNear is a value by a word that people use for it.
const scoreNear = 0.8

// nearValue notes values that a word which names nothing else is used for: "empty" for vacant.
func (l *lattice) nearValue(i int) {
	t := l.tokens[i]
	if t.Quoted || t.Capital || english().isAlone(t.Lower) || len(l.chart.starts[i]["VALUE"]) > 0 || l.called(i, i+1) {
		return
	}
	var found []schema.ValueMatch
	for _, s := range (schema.English{}).Synonyms(schema.Lemma(t.Lower)) {
		for _, v := range l.index.Normalised(s.Word) {
			if s.Quality >= leastNear && (v.Code || v.Column.Role == schema.Category) && v.Presence == schema.AnyValue {
				found = append(found, v)
			}
		}
	}
	if len(found) > 0 {
		l.add("VALUE", i, i+1, scoreNear, Value{Matches: found, Text: t.Text, Part: true, At: spanOf(i, i+1)})
	}
}

// leastNear is the quality from which on a word is used for another.
const leastNear = 0.74

// partOfValue notes a word before what is spoken of as the one value of a column that it is a part of: "noise complaints".
func (l *lattice) partOfValue(i int) {
	if t := l.tokens[i]; t.Quoted || i+1 >= len(l.tokens) || english().isWord(t.Lower) || len(l.chart.starts[i]["NAME"]) > 0 || len(l.chart.starts[i]["VALUE"]) > 0 {
		return
	}
	table := func(m schema.Match) bool { return m.From == i+1 && m.Column == nil && m.Score() > sureNamed }
	if !slices.ContainsFunc(l.matches, table) {
		return
	}
	one := map[*schema.Column]string{}
	list := l.parts[schema.Lemma(l.words[i])]
	for _, v := range list {
		if text, ok := one[v.Column]; ok && text != v.Text {
			return // which of them?
		}
		one[v.Column] = v.Text
	}
	if len(list) > 0 {
		l.add("VALUE", i, i+1, scorePart, Value{Matches: list, Text: l.tokens[i].Text, Part: true, At: spanOf(i, i+1)})
	}
}
