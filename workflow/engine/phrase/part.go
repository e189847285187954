package phrase

import (
	"slices"

	"parley/workflow/schema"
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
