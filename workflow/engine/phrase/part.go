package phrase

import (
	"cmp"
	"slices"
	"strings"

	"parley/workflow/engine/english"
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
	// scorePartAlone is the same for one that does not stand before what is spoken of.
	scorePartAlone = 0.65
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
			said := slices.Contains(c.Table.Words, schema.Lemma(w)) // all tickets are tickets, not the Evening ticket alone
			if len(w) >= leastPart && !senseBook().isWord(w) && !Trades(w) && !Light(w) && !said {
				out[schema.Lemma(w)] = append(out[schema.Lemma(w)], v)
			}
		}
	}
	for _, list := range out {
		inOrder(list)
	}
	return out
}

// denied says that a value denies a word: a payment is no non-payment.
func denied(text, word string) bool {
	words := schema.Words(text)
	for i, w := range words[1:] {
		if schema.Lemma(w) == word && english.ValueDenials[strings.ToLower(words[i])] {
			return true
		}
	}
	return false
}

// inOrder puts values in the order of their columns and texts: the index holds them in none, and what is read is the same each time.
func inOrder(list []schema.ValueMatch) {
	slices.SortStableFunc(list, func(a, b schema.ValueMatch) int {
		return cmp.Or(cmp.Compare(a.Column.ID, b.Column.ID), cmp.Compare(a.Text, b.Text))
	})
}

// codes are the values of columns with few that are said in short or otherwise: those that are no words by their first letter, those of
// several words by the initials of these.
type codes struct {
	short    map[byte][]schema.ValueMatch
	initials map[string][]schema.ValueMatch
}

const (
	// leastCode and mostCode are how many letters a code has that may be short for a word, leastCoded how many that word has.
	leastCode  = 3
	mostCode   = 6
	leastCoded = 5
	// capitals is up to how many letters in capitals are a code, though they make a word: BUS of business.
	capitals = 4
)

func newCodes(x *schema.Index) codes {
	out := codes{map[byte][]schema.ValueMatch{}, map[string][]schema.ValueMatch{}}
	for v := range x.EachValue() {
		c := v.Column
		text := strings.ToLower(v.Text)
		if words := schema.Words(v.Text); len(words) >= leastInitials && len(words) <= mostInitials && v.Whole && v.Presence == schema.AnyValue && c.Role == schema.Category && c.Distinct <= fewValues {
			first := ""
			for _, w := range words {
				first += w[:1]
			}
			out.initials[first] = append(out.initials[first], v)
		}
		letters := strings.Trim(text, "abcdefghijklmnopqrstuvwxyz") == "" && len(text) >= leastCode && len(text) <= mostCode
		if letters && !c.Has("name") && !v.Code && v.Whole && v.Presence == schema.AnyValue && c.Role == schema.Category && c.Distinct <= fewValues && (!(schema.English{}).Known(schema.Lemma(text)) || len(text) <= capitals && text != v.Text) {
			out.short[text[0]] = append(out.short[text[0]], v)
		}
	}
	for _, list := range out.short {
		inOrder(list)
	}
	for _, list := range out.initials {
		inOrder(list)
	}
	return out
}

// shortFor notes a word that nothing else explains as the one value of each column that is short for it: "electric" is elec.
func (l *lattice) shortFor(i int) {
	t := l.tokens[i]
	w := t.Lower
	own := senseBook().isWord(w) || l.explained(i) // "lapsed" says that something ended, and is LAPS where that is a value
	if t.Quoted || len(w) < leastCoded || len(l.chart.starts[i]["VALUE"]) > 0 || strings.ContainsFunc(w, notLetter) {
		return
	}
	one := map[*schema.Column]string{}
	var list []schema.ValueMatch
	for _, v := range l.codes.short[w[0]] {
		text := strings.ToLower(v.Text)
		if !shorthand.Abbreviates(text, w) || own && (!strings.HasPrefix(w, text) || !schema.Participle(w)) || standsForOther(v, w) {
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

// standsForOther says that a code is short for another word: for the one that explains it, or for the one that it begins where it makes a
// word itself. "WON = enrolled" is no woman, and "CAN = cancelled" no candidate.
func standsForOther(v schema.ValueMatch, word string) bool {
	told := false
	for _, code := range v.Column.Codes {
		if code.Presence != schema.AnyValue || code.Source > schema.CodeTable || code.Value != v.Value {
			continue
		}
		told = true
		for _, w := range schema.Words(code.Phrase + " " + code.Meant) {
			if n := min(len(w), len(word), leastStem); w[:n] == word[:n] {
				return false
			}
		}
	}
	text := strings.ToLower(v.Text)
	return told || (schema.English{}).Known(schema.Lemma(text)) && !strings.HasPrefix(word, text)
}

// leastInitials and mostInitials bound the letters that stand for the words of a value: PT for "personal training".
const (
	leastInitials = 2
	mostInitials  = 4
)

// initials notes letters in capitals, which nothing else explains, as the values whose words begin with them.
func (l *lattice) initials(i int) {
	t := l.tokens[i]
	if n := len(t.Text); t.Quoted || n < leastInitials || n > mostInitials || strings.ToUpper(t.Text) != t.Text || strings.ContainsFunc(t.Lower, notLetter) || l.explained(i) {
		return
	}
	if list := l.codes.initials[t.Lower]; len(list) > 0 {
		l.add("VALUE", i, i+1, scorePart, Value{Matches: list, Text: t.Text, Part: true, At: spanOf(i, i+1)})
	}
}

// mostNamed is how many words of a name are looked up.
const mostNamed = 4

// inName notes words that nothing else explains and that names hold among others: "Redbrick" of "Redbrick Bakeries Ltd".
func (l *lattice) inName(i int) {
	t := l.tokens[i]
	if !t.Quoted && (len(t.Lower) < leastPart || senseBook().isWord(t.Lower) || l.explained(i)) {
		return
	}
	if !t.Quoted && !t.Capital && (schema.English{}).Known(schema.Lemma(t.Lower)) {
		l.headOfNames(i)
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

// headOfNames notes a common noun that says what things are in their names: "laptop" of "Zenit Laptop" and "Lumen Laptop". One that may be
// what a table or column is called says that: songs are all tracks, and not those with "song" in the name.
func (l *lattice) headOfNames(i int) {
	if len(l.chart.starts[i]["NAME"]) > 0 {
		return
	}
	word := schema.Lemma(l.words[i])
	var held []schema.ValueMatch
	for _, c := range l.index.HeadOfNames(word) {
		held = append(held, schema.ValueMatch{Column: c, Value: word, Text: word})
	}
	if len(held) > 0 {
		l.add("VALUE", i, i+1, scorePart, Value{Matches: held, Text: word, Within: true, At: spanOf(i, i+1)})
	}
}

// inNames are the columns of names, each once, that hold the words from..to among others.
func (l *lattice) inNames(from, to int) []schema.ValueMatch {
	key := " " + schema.Normal(l.text(from, to)) + " "
	var out []schema.ValueMatch
	for _, m := range l.index.PartValues(schema.Normal(l.tokens[from].Text)) {
		known := slices.ContainsFunc(out, func(o schema.ValueMatch) bool { return o.Column == m.Column })
		if m.Column.Role == schema.Label && !known && strings.Contains(" "+schema.Normal(m.Text)+" ", key) && !deniedIn(m.Text, key) {
			out = append(out, m)
		}
	}
	return out
}

// deniedIn says that a text begins with a word that denies the rest, and the key does not: "Non-payment" is no payment.
func deniedIn(text, key string) bool {
	words := schema.Words(text)
	return senseBook().says(words[0], "not") && !strings.HasPrefix(key, " "+words[0]+" ")
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
	if t.Quoted || t.Capital || senseBook().isAlone(t.Lower) || len(l.chart.starts[i]["VALUE"]) > 0 || l.called(i, i+1) || l.named(i) {
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

// sureOtherwise is the quality from which on a word names something by more than another word for what was done.
const sureOtherwise = qualityOtherwise + 0.01

// scoreOfKind is what a word before that of a column of kinds counts as part of what the column is called.
const scoreOfKind = 0.75

// qualityOfKind is how surely a column of kinds is meant by more than it is called: it is told.
const qualityOfKind = sureName - 0.01

// kindCalled notes a word before that of a column of kinds as part of what the column is called, where nothing is called by both: the payment
// method that the column only calls method.
func (l *lattice) kindCalled(i int) {
	t := l.tokens[i]
	if i+1 >= len(l.tokens) || t.Quoted || senseBook().isWord(t.Lower) || strings.ContainsFunc(t.Lower, notLetter) || len(l.chart.starts[i]["VALUE"]) > 0 || !english.KindHeads[schema.Lemma(l.words[i+1])] {
		return
	}
	itself := func(m schema.Match) bool {
		return m.Column != nil && m.Column.Role == schema.Category && m.Quality >= sureName
	}
	if slices.ContainsFunc(l.chart.starts[i]["NAME"], func(n *Node) bool { return n.To > i+1 || slices.ContainsFunc(value[Name](n).Matches, itself) }) {
		return // the type of an insurance is what the column of insurances holds
	}
	for _, n := range l.chart.starts[i+1]["NAME"] {
		name := value[Name](n)
		name.Matches = slices.DeleteFunc(slices.Clone(name.Matches), func(m schema.Match) bool {
			return m.Column == nil || m.Column.Role != schema.Category || len(m.Column.Words) > 1 || !m.Exact()
		})
		for k := range name.Matches {
			name.Matches[k].Quality = qualityOfKind
		}
		if n.To == i+2 && len(name.Matches) > 0 {
			name.Text, name.At = l.text(i, n.To), spanOf(i, n.To)
			l.add("NAME", i, n.To, n.Score+scoreOfKind, name)
			return
		}
	}
}

// partOfValue notes a word as the one value of a column that it is a part of, or as all that begin with it: "noise complaints",
// "deals in negotiation", "customers" where these are of several kinds.
func (l *lattice) partOfValue(i int) {
	if t := l.tokens[i]; t.Quoted || senseBook().isWord(t.Lower) || english.TradeVerbs[t.Lower] || len(l.chart.starts[i]["VALUE"]) > 0 || l.namedFrom(i, sureOtherwise) {
		return
	}
	word, texts := schema.Lemma(l.words[i]), map[*schema.Column][]string{}
	for _, v := range l.parts[word] {
		texts[v.Column] = append(texts[v.Column], v.Text)
	}
	begins := func(text string) bool { return schema.Lemma(schema.Words(text)[0]) == word }
	headed := func(text string) bool { return begins(text) && schema.IsHead(text, word) }
	heads := func(list []string) int {
		return len(slices.DeleteFunc(slices.Clone(list), func(text string) bool { return !headed(text) }))
	}
	before := i+1 < len(l.tokens) && slices.ContainsFunc(l.matches, func(m schema.Match) bool { return m.From == i+1 && m.Column == nil && m.Score() > sureNamed })
	named, score := len(l.chart.starts[i]["NAME"]) > 0, scorePart
	if !before {
		score = scorePartAlone
	}
	v, all := Value{Text: l.tokens[i].Text, Part: true, At: spanOf(i, i+1)}, Value{Text: l.tokens[i].Text, Part: true, All: true, At: spanOf(i, i+1)}
	for _, m := range l.parts[word] {
		switch list := texts[m.Column]; {
		case denied(m.Text, word):
		case (!before || named) && (m.Column.Role != schema.Category && !l.catalogued(i, m) || l.tokens[i].Capital): // a name
		case named && !schema.IsHead(m.Text, word): // "club members" are no club weekend
		case !before && !schema.IsHead(m.Text, word) && (l.words[i] != word || !begins(m.Text)): // "customers" are no customer success managers
		case len(list) == 1:
			v.Matches = append(v.Matches, m)
		case heads(list) > 1: // "customers" are those of "Customer - Direct" and "Customer - Channel", and no former customers
			if headed(m.Text) {
				all.Matches = append(all.Matches, m)
			}
		case !slices.ContainsFunc(list, func(text string) bool { return !begins(text) && !(l.catalogued(i, m) && schema.IsHead(text, word)) }):
			all.Matches = append(all.Matches, m)
		}
	}
	for _, v := range []Value{v, all} {
		if len(v.Matches) > 0 {
			l.add("VALUE", i, i+1, score, v)
		}
	}
}

// mostSaid is how many words of a longer value are looked for.
const mostSaid = 3

// wordsOfValue notes several words as the one value of a column that holds them one after the other: "not contacted" of
// "Open - Not Contacted".
func (l *lattice) wordsOfValue(i int) {
	for j := min(i+mostSaid, len(l.tokens)); j >= i+2; j-- {
		key := schema.Normal(l.text(i, j))
		if strings.Count(key, " ") != j-i-1 || len(l.index.Normalised(key)) > 0 {
			continue
		}
		texts := map[*schema.Column][]schema.ValueMatch{}
		var order []*schema.Column
		for k := i; k < j; k++ {
			for _, v := range l.parts[schema.Lemma(l.words[k])] {
				if known := texts[v.Column]; strings.Contains(" "+schema.Normal(v.Text)+" ", " "+key+" ") && !slices.ContainsFunc(known, func(o schema.ValueMatch) bool { return o.Text == v.Text }) {
					if known == nil {
						order = append(order, v.Column)
					}
					texts[v.Column] = append(known, v)
				}
			}
		}
		v := Value{Text: l.text(i, j), Part: true, At: spanOf(i, j)}
		for _, c := range order {
			if len(texts[c]) == 1 {
				v.Matches = append(v.Matches, texts[c][0])
			}
		}
		if len(v.Matches) > 0 {
			l.add("VALUE", i, j, scorePart*float64(j-i)+scoreLonger, v)
			return
		}
	}
}

// catalogued says that a word in the plural stands for what a catalogue of few rows calls so: "extractions" where it has "Extraction,
// simple" and "Extraction, surgical".
func (l *lattice) catalogued(i int, m schema.ValueMatch) bool {
	t := m.Column.Table
	return m.Column.Role == schema.Label && !t.Personal() && t.Rows <= fewValues && Several(l.words[i]) && schema.IsHead(m.Text, schema.Lemma(l.words[i]))
}

// namedFrom says that the word at i names something at least so well.
func (l *lattice) namedFrom(i int, quality float64) bool {
	return slices.ContainsFunc(l.chart.starts[i]["NAME"], func(n *Node) bool {
		name, ok := n.Value.(Name)
		return ok && (len(name.Matches) == 0 || name.Matches[0].Score() >= quality)
	})
}

// kinds reads values that say of what kind rows are as those rows: "waiters" are staff, "homeowners" applicants of that type.
func (l *lattice) kinds(i int) {
	for _, n := range l.chart.starts[i]["VALUE"] {
		v, ok := n.Value.(Value)
		if !ok || l.tokens[i].Quoted || !l.asThings(n.From, n.To) {
			continue
		}
		for _, m := range v.Matches {
			of := l.kindOf(m.Column)
			if of == nil {
				continue
			}
			own := v
			own.Matches = slices.DeleteFunc(slices.Clone(v.Matches), func(o schema.ValueMatch) bool { return o.Column != m.Column })
			match := schema.Match{Table: of, Quality: 1, Coverage: 1, From: n.From, To: n.To}
			name := Name{Matches: []schema.Match{match}, Text: v.Text, At: n.Span}
			l.add("Noun", n.From, n.To, n.Score+scoreKind, Noun{Name: name, Conds: []Cond{{Kind: IsValue, Values: []Value{own}, At: n.Span}}, At: n.Span})
			break
		}
	}
}

// scoreKind is what things of a kind gain over the mere value.
const scoreKind = 0.05

// asThings says that words stand where things are spoken of: in the plural, or each of them.
func (l *lattice) asThings(from, to int) bool {
	last := l.words[to-1]
	if schema.Lemma(last) != last && schema.Plural(schema.Lemma(last)) == last {
		return true
	}
	return from > 0 && slices.ContainsFunc(senseBook().of[l.words[from-1]], func(s sense) bool { return s.category == "per" || s.category == "which" })
}

// kindOf is the table of whose rows a column says of what kind they are: its own, or the one whose rows refer to a list of kinds that is
// called after it; nil where it says nothing of the kind.
func (l *lattice) kindOf(c *schema.Column) *schema.Table {
	if c.Role == schema.Category && english.NounsOfKinds[c.Words[len(c.Words)-1]] && len(c.Table.Label) > 0 {
		return c.Table
	}
	if t := c.Table; c.Role == schema.Label && english.NounsOfKinds[t.Words[len(t.Words)-1]] {
		for _, e := range l.index.Graph.Of(t) {
			if e.To == t && e.From != t && slices.Equal(e.From.Words, t.Words[:len(t.Words)-1]) {
				return e.From
			}
		}
	}
	return nil
}
