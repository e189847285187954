package phrase

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// This file notes what columns hold: values by their words, in full and in short.

// longestValue bounds the words of a value that is looked up.
const longestValue = 9

// values notes what columns hold.
func (l *lattice) values(i int) {
	key := ""
	for j := i; j < len(l.tokens) && j < i+longestValue; j++ {
		part := schema.Normal(l.tokens[j].Text)
		if part == "" && j == i {
			return
		}
		key = strings.TrimSpace(key + " " + part)
		found := l.index.Normalised(key)
		found = slices.Concat(found, l.plural(key, found))
		score := scoreValue
		if len(found) == 0 && !l.tokens[i].Quoted && j < i+longestShort && !(j == i && l.inPhrase(i)) {
			found = l.writtenOut(i, j+1)
		}
		if len(found) == 0 && !l.tokens[i].Quoted && !l.called(i, j+1) && !(j == i && Light(l.words[i])) {
			found, score = l.index.Kindred(strings.Fields(key)), scoreKin
		}
		if j == i && l.small(i) {
			found = slices.DeleteFunc(slices.Clone(found), manyValued)
		}
		if j == i && l.paces(i) {
			found = l.qualifying(i, found)
		} else if j == i && l.common(i) {
			found = l.stands(i, found)
		}
		if n := j + 1 - i; part != "" && len(found) > 0 && !(n == 1 && l.unit(i)) {
			at := meaning.Span{From: i, To: j + 1}
			score := float64(n)*score + scoreLonger*float64(n-1)
			if l.calledSo(i, j+1) || n == 1 && (l.ranks(i) || Trades(l.words[i]) && !l.tokens[i].Capital) {
				score -= costCalledSo
			}
			l.add("VALUE", i, j+1, score, Value{Matches: found, Text: l.text(i, j+1), At: at})
		}
		if l.tokens[j].Quoted {
			break
		}
	}
	if t := l.tokens[i]; t.Quoted && len(l.index.Normalised(schema.Normal(t.Text))) == 0 {
		l.add("VALUE", i, i+1, scoreValue, Value{Text: t.Text, At: meaning.Span{From: i, To: i + 1}})
	}
}

// paces says that a word is one of how often: "annual".
func (l *lattice) paces(i int) bool { return senseBook().says(l.words[i], "pace") && l.common(i) }

// qualifying are the values that say of which kind those are that the next word names: "annual inspections".
func (l *lattice) qualifying(i int, found []schema.ValueMatch) []schema.ValueMatch {
	return slices.DeleteFunc(slices.Clone(found), func(v schema.ValueMatch) bool {
		return !slices.ContainsFunc(l.matches, func(m schema.Match) bool { return m.From == i+1 && m.Column == nil && m.Table == v.Column.Table })
	})
}

// stands are the values that say how those things stand that the word before names, "repairs done", or those of the column that it names:
// "the status code done".
func (l *lattice) stands(i int, found []schema.ValueMatch) []schema.ValueMatch {
	ofNamed := func(v schema.ValueMatch) bool {
		return slices.ContainsFunc(l.matches, func(m schema.Match) bool {
			return m.To == i && m.To-m.From > 1 && m.Column == v.Column && m.Score() > sureNamed
		})
	}
	if slices.ContainsFunc(found, ofNamed) {
		return slices.DeleteFunc(slices.Clone(found), func(v schema.ValueMatch) bool { return !ofNamed(v) })
	}
	ofMoment := func(m schema.Match) bool { return m.From == i && m.Column != nil && m.Column.Role == schema.Moment }
	if !schema.Participle(l.words[i]) || slices.ContainsFunc(l.matches, ofMoment) {
		return nil // "declarations lodged last week" tells when
	}
	return slices.DeleteFunc(slices.Clone(found), func(v schema.ValueMatch) bool {
		return !slices.Contains(v.Column.Table.Status, v.Column) ||
			!slices.ContainsFunc(l.matches, func(m schema.Match) bool { return m.To == i && m.Column == nil && m.Table == v.Column.Table })
	})
}

// longestShort bounds the words of a value that may be said in short.
const longestShort = 4

// writtenOut finds values whose words are said in short: "account execs" for Account Executive.
func (l *lattice) writtenOut(from, to int) []schema.ValueMatch {
	keys, short := []string{""}, false
	for i := from; i < to; i++ {
		word := schema.Normal(l.tokens[i].Text)
		ways := append([]string{word}, shorthand.Said(word)...)
		if lemma := schema.Lemma(word); lemma != word {
			ways = append(ways, shorthand.Said(lemma)...)
		}
		short = short || len(ways) > 1
		var next []string
		for _, key := range keys {
			for _, way := range ways {
				next = append(next, strings.TrimSpace(key+" "+way))
			}
		}
		keys = next
	}
	if !short {
		return nil
	}
	for _, key := range keys[1:] {
		if found := l.index.Normalised(key); len(found) > 0 {
			return found
		}
	}
	return nil
}

// costCalledSo is a value that is also what a table is called, or what was sold: "patients" are those, not the payer of that name, and
// "sales" hardly the employees of that role.
const costCalledSo = 0.4

// ranks says that a word is the last of several that say which come first: "paid" of "highest paid".
func (l *lattice) ranks(i int) bool {
	return i > 0 && slices.ContainsFunc(senseBook().of[l.words[i-1]+" "+l.words[i]], func(s sense) bool {
		return s.category == "extreme" || s.category == "selling" || s.category == "common"
	})
}

// calledSo says that words in lower case are the whole name of a table, or of a column that is no yes or no.
func (l *lattice) calledSo(from, to int) bool {
	return !l.tokens[from].Quoted && !l.tokens[from].Capital && slices.ContainsFunc(l.matches, func(m schema.Match) bool {
		commented := m.Column == nil && m.Coverage > 0.95 && m.Quality >= sureQuality
		return m.From == from && m.To == to && (commented || m.Exact() && (m.Column == nil || m.Column.Role != schema.Flag))
	})
}

// called says that words are the name of something.
func (l *lattice) called(from, to int) bool {
	for _, n := range l.chart.starts[from]["NAME"] {
		if name, ok := n.Value.(Name); ok && n.To == to && len(name.Matches) > 0 && name.Matches[0].Score() > sureNamed {
			return true
		}
	}
	return false
}

// sureNamed is the score from which on words are a name rather than a value by another word of its family.
const sureNamed = 0.75

// fullName notes a first and a last name of one row, held in two columns.
func (l *lattice) fullName(i int) {
	if i+1 >= len(l.tokens) {
		return
	}
	v := Value{Text: l.text(i, i+2), At: meaning.Span{From: i, To: i + 2}}
	for _, first := range l.index.Normalised(schema.Normal(l.tokens[i].Text)) {
		label := first.Column.Table.Label
		if len(label) != 2 || first.Column != label[0] {
			continue
		}
		for _, last := range l.index.Normalised(schema.Normal(l.tokens[i+1].Text)) {
			if last.Column == label[1] {
				v.Matches, v.Rest = append(v.Matches, first), append(v.Rest, last)
			}
		}
	}
	if len(v.Matches) > 0 {
		l.add("VALUE", i, i+2, 2*scoreValue+2*scoreLonger, v)
	}
}

// manyValued says that a column holds too many texts for one small word to be meant as one of them.
func manyValued(m schema.ValueMatch) bool {
	return m.Column.Role == schema.Free || m.Column.Role == schema.Label && m.Column.Distinct > fewValues
}

// small says that a word may be one of English rather than a name: in lower case, or at the beginning, where every word has a capital.
// One that stands alone has its own.
func (l *lattice) small(i int) bool {
	t := l.tokens[i]
	return !t.Capital && !t.Quoted && (len(l.tokens) > 1 || t.Text == t.Lower)
}

// fewValues is up to how many different values a column's small words are taken for them.
const fewValues = 60

// common says that a lone word is more likely English than a value: "no", "in".
func (l *lattice) common(i int) bool {
	t := l.tokens[i]
	return !t.Quoted && !t.Capital && (senseBook().isAlone(t.Lower) || len(t.Lower) == 1)
}

// unit says that a word is what a number before it is in: "800 euros".
func (l *lattice) unit(i int) bool {
	if i == 0 || l.tokens[i].Quoted {
		return false
	}
	_, number := token.ParseNumber(l.tokens[i-1].Lower)
	return number && senseBook().says(l.words[i], money)
}

// plural are the values that a word in the plural is of: "engineers" for engineer. "Deliveries" are things, and no yes of has_delivery.
func (l *lattice) plural(key string, found []schema.ValueMatch) []schema.ValueMatch {
	return slices.DeleteFunc(slices.Clone(l.index.Plural(key, found)), func(m schema.ValueMatch) bool { return m.Column.Role == schema.Flag })
}
