package schema

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/db"
	"parley/workflow/schema/standard"
)

// This file finds the words for codes: what a comment, a table of codes or the name of a flag says that a stored value
// means. The words are found like values (Index.Values, Index.Normalised), and stand for the code in its column.

// Code is a stored value with a phrase for it.
type Code struct {
	// Value is as stored; nil where the phrase says that there is none, or that there is one (see Presence).
	Value db.Value
	// Phrase is what the value means, in lower case: "rejected", "our own label".
	Phrase string
	// Meant is the whole of what a comment says of the value; empty for codes found elsewhere.
	Meant string
	// Source is where the phrase comes from.
	Source CodeSource
	// Presence says that the phrase speaks of the column being empty or filled, not of a value.
	Presence Presence
}

// CodeSource is where the meaning of a code was found.
type CodeSource uint8

// The sources.
const (
	CodeComment CodeSource = iota // a comment: "R = rejected"
	CodeTable                     // a table of codes: type, code, description
	CodeFlag                      // the name of a yes-or-no column
	CodeWorld                     // what everybody knows: DE is Germany, EUR the euro
)

// Presence says what a phrase asks of a column instead of a value.
type Presence uint8

// The kinds of presence.
const (
	AnyValue Presence = iota // a value, as stored
	Empty                    // IS NULL: "NULL while the store is trading"
	Filled                   // IS NOT NULL
)

// stative are short words for the state of a thing.
var stative = wordsOf("stative")

// readCodes reads the codes of a column from its comment, the table's comment, and its name.
func (c *Column) readCodes() {
	c.Codes = nil
	spelt := meanings(c.Comment)
	for _, m := range spelt {
		c.addMeaning(m, CodeComment)
	}
	c.addDone(spelt)
	c.addKinds(spelt)
	c.addGroups(spelt)
	if len(spelt) == 0 && c.Type == db.Text {
		c.readValues()
	}
	c.readEmpty(c.Comment)
	for _, m := range stateOf.FindAllStringSubmatch(cutTo(c.Table.Comment, 4*commentLetters), 5) {
		if strings.EqualFold(m[2], c.Name) && len(m[1]) > 3 {
			c.addCode(Code{Phrase: strings.ToLower(m[1]), Presence: Empty})
		}
	}
	c.readTableComment()
	c.readFlag()
}

// codesTogether finds what several codes are called: "Open tickets are N and S", "Extras = FB, SP".
var codesTogether = regexp.MustCompile(`^["'“]?(\p{L}[\p{L} -]{2,30}?)["'”]?(?: or ["'“]?(\p{L}[\p{L} -]{2,30}?)["'”]?)? *(?:=|\bare\b|\bis\b|\bmeans?\b) (?:all |the |\p{Ll}+ )?([A-Z0-9]{1,6}(?:(?:,|,? and|,? or|,? \+) [A-Z0-9]{1,6})+)$`)

// betweenCodes stands between the codes of such a list.
var betweenCodes = regexp.MustCompile(`(?:,|,? and|,? or|,? \+) `)

// addGroups makes what a comment calls several codes say each of them; what the table's rows are called is no part of it: open of "Open
// tickets are N and S".
func (c *Column) addGroups(spelt []meaning) {
	if len(spelt) < 2 {
		return
	}
	for _, clause := range Clauses(cutTo(c.Comment, 4*commentLetters), -1) {
		m := codesTogether.FindStringSubmatch(clause)
		if m == nil {
			continue
		}
		codes := betweenCodes.Split(m[3], -1)
		if slices.ContainsFunc(codes, func(code string) bool {
			return !slices.ContainsFunc(spelt, func(s meaning) bool { return s.code == code })
		}) {
			continue
		}
		for _, name := range m[1:3] {
			for _, phrase := range c.called(name) {
				for _, code := range codes {
					if value, ok := c.stored(code); ok {
						c.addCode(Code{Value: value, Phrase: phrase, Meant: clause, Source: CodeComment})
					}
				}
			}
		}
	}
}

// called are the ways to say a name of several codes: with its last word in the singular and the plural, and without what the table's
// rows are called.
func (c *Column) called(name string) []string {
	words := Words(name)
	if len(words) == 0 {
		return nil
	}
	last := Lemma(words[len(words)-1])
	if len(words) > 1 && slices.ContainsFunc(c.Table.Names, func(n Name) bool { return n.Words[len(n.Words)-1] == last }) {
		words, last = words[:len(words)-1], words[len(words)-2]
	}
	out := []string{strings.Join(words, " ")}
	if out[0] == "open" {
		out = append(out, "still open")
	}
	if one := strings.Join(append(slices.Clone(words[:len(words)-1]), last), " "); one != out[0] {
		out = append(out, one)
	}
	return out
}

// addDone makes what was done say a code by itself, where no other code's meaning has the word: "failed inspection" is failed.
func (c *Column) addDone(spelt []meaning) {
	for i, m := range spelt {
		words := Words(m.phrase)
		if len(words) < 2 || !Participle(words[0]) || trailers[words[1]] {
			continue
		}
		if value, ok := c.stored(m.code); ok && !slices.ContainsFunc(spelt, func(o meaning) bool {
			return o != spelt[i] && slices.Contains(Words(o.phrase), words[0])
		}) {
			c.addCode(Code{Value: value, Phrase: words[0], Meant: m.whole, Source: CodeComment})
		}
	}
}

// gradeWords are last words of columns that say how much of what stands before them there is.
var gradeWords = wordsOf("gradeWords")

// kindWords are names of columns that grade nothing.
var kindWords = wordsOf("kindWords")

// addKinds makes meanings say a code together with what they grade: "high risk" of a risk rating whose 3 is high.
func (c *Column) addKinds(spelt []meaning) {
	words := c.Words
	if n := len(words); n > 1 && gradeWords[words[n-1]] {
		words = words[:n-1]
	}
	if len(words) != 1 || trailing[words[0]] || kindWords[words[0]] {
		return
	}
	for _, m := range spelt {
		said := Words(m.phrase)
		if value, ok := c.stored(m.code); ok && len(said) == 1 && said[0] != words[0] {
			c.addCode(Code{Value: value, Phrase: said[0] + " " + words[0], Meant: m.whole, Source: CodeComment})
		}
	}
}

// readValues reads what a comment explains of the values that it lists: void in "paid or void (cancelled)" is cancelled.
func (c *Column) readValues() {
	list := listedValues(c.Comment)
	if len(list) < leastListed {
		return
	}
	for _, part := range list {
		value, inside, explained := strings.Cut(part, "(")
		inside, _, closed := strings.Cut(inside, ")")
		if value = strings.TrimSpace(value); !explained || !closed || value == "" || len(strings.Fields(inside)) > mostStateWords {
			continue
		}
		for _, p := range phrases(inside) {
			c.addCode(Code{Value: value, Phrase: p, Meant: part, Source: CodeComment})
		}
	}
}

// readEmpty reads what a comment says of the column being empty: a word for a state, or the whole of what it says.
func (c *Column) readEmpty(comment string) {
	for _, m := range whenNull.FindAllStringSubmatch(cutTo(comment, 4*commentLetters), 3) {
		presence := saidOfEmpty(m[1], m[2])
		for _, w := range states(m[2], c.Table.Words, c.Words) {
			c.addCode(Code{Phrase: w, Presence: presence})
			if presence == Filled && Participle(w) {
				c.addCode(Code{Phrase: "un" + w, Presence: Empty})
				c.addCode(Code{Phrase: "not yet " + w, Presence: Empty})
			}
		}
		if presence == Empty && whole[strings.ToLower(strings.Trim(m[1], " =:"))] {
			for _, p := range wholly(m[2]) {
				if slices.Contains(c.Table.Words, Lemma(p)) {
					continue // "planned work" says nothing of all that is work
				}
				c.addCode(Code{Phrase: p, Presence: Empty})
			}
		}
	}
}

// whole are the words between "null" and a phrase that is the whole of what an empty column means; a phrase behind "for" or "if"
// may be one case of several.
var whole = map[string]bool{"": true, "means": true, "while": true, "until": true}

// leading are words before such a phrase that say nothing of their own.
var leading = wordsOf("leading")

// mostStateWords is how many words such a phrase may have.
const mostStateWords = 3

// wholly are the ways to say such a phrase: whole, up to what goes on to explain, and what it says of something done: "sold direct"
// is direct.
func wholly(phrase string) []string {
	words := Words(phrase)
	for len(words) > 0 && leading[words[0]] {
		words = words[1:]
	}
	for i, w := range words {
		if i > 0 && trailers[w] {
			words = words[:i]
			break
		}
	}
	if len(words) < 2 || len(words) > mostStateWords {
		return nil
	}
	out := []string{strings.Join(words, " ")}
	if len(words) == 2 && Participle(words[0]) {
		out = append(out, words[1])
	}
	return out
}

func cutTo(text string, n int) string {
	if len(text) > n {
		return text[:n]
	}
	return text
}

// readTableComment reads "rspcd 00 = approved": codes of a column that the comment of its table names.
func (c *Column) readTableComment() {
	for _, part := range strings.FieldsFunc(cutTo(c.Table.Comment, 4*commentLetters), func(r rune) bool { return r == ';' || r == '.' || r == '\n' }) {
		rest, found := strings.CutPrefix(strings.ToLower(strings.TrimSpace(part)), strings.ToLower(c.Name)+" ")
		if !found {
			continue
		}
		said := strings.TrimSpace(part)[len(strings.TrimSpace(part))-len(rest):]
		for _, m := range meanings(said) {
			c.addMeaning(m, CodeComment)
		}
		c.readEmpty(said)
	}
}

func (c *Column) addMeaning(m meaning, source CodeSource) {
	value, ok := c.stored(m.code)
	if !ok {
		return
	}
	for _, p := range phrases(m.phrase) {
		c.addCode(Code{Value: value, Phrase: p, Meant: m.whole, Source: source})
		if words := strings.Fields(p); len(words) >= leastAcronym && len(words) <= 5 && !slices.ContainsFunc(words, func(w string) bool { return trailers[w] || idle[w] }) {
			c.addCode(Code{Value: value, Phrase: initials(words), Meant: m.whole, Source: source}) // an OTA is an online travel agency
			c.addCode(Code{Value: value, Phrase: initials(words) + "s", Meant: m.whole, Source: source})
		}
	}
}

// leastAcronym is of how many words a meaning is, at least, that people say by its initials.
const leastAcronym = 3

func (c *Column) addCode(code Code) {
	if !slices.ContainsFunc(c.Codes, func(o Code) bool {
		return o.Phrase == code.Phrase && o.Value == code.Value && o.Presence == code.Presence
	}) {
		c.Codes = append(c.Codes, code)
	}
}

// stored is a code as the column's type stores it; false when the column cannot hold it.
func (c *Column) stored(code string) (db.Value, bool) {
	switch {
	case c.Type == db.Boolean:
		b, err := strconv.ParseBool(strings.ToLower(code))
		return b, err == nil && len(code) > 1
	case c.Type == db.Integer:
		n, err := strconv.ParseInt(code, 10, 64)
		return n, err == nil
	case c.Type == db.Text || c.Type == db.Unknown || c.Type == db.Other:
		return code, !strings.EqualFold(code, "null")
	}
	return nil, false
}

// flagWords are the words of a name that say no more than that the column is a flag.
var flagWords = wordsOf("flagWords")

// readFlag makes the name of a yes-or-no column a phrase for yes: own_label_flg is "own label". An adjective may be turned:
// is_active is "active", and its false "inactive".
func (c *Column) readFlag() {
	if c.Type != db.Boolean {
		return
	}
	words := slices.DeleteFunc(slices.Clone(c.Words), func(w string) bool { return flagWords[w] })
	said := slices.DeleteFunc(Split(c.Name), func(w string) bool { return flagWords[Lemma(w)] || w == "flg" || w == "ind" })
	for _, phrase := range slices.Concat(standard.Opposites(strings.Join(words, " ")), standard.Opposites(strings.Join(said, " "))) {
		c.addCode(Code{Value: false, Phrase: phrase, Source: CodeWorld})
	}
	if len(words) < 2 {
		return // one word is read as the flag itself, with its opposites
	}
	c.addCode(Code{Value: true, Phrase: strings.Join(words, " "), Source: CodeFlag})
}

// addCodes makes the phrases for codes found like values. A code that a column with known values does not hold is left out.
func (x *Index) addCodes() {
	tables := x.plainTables()
	for _, c := range x.Columns {
		if c.Hidden {
			continue
		}
		held := x.heldTexts(c)
		for i := range c.Codes {
			code := &c.Codes[i]
			if text, ok := code.Value.(string); ok && len(held) > 0 {
				stored, holds := held[strings.ToLower(text)]
				if !holds {
					continue
				}
				code.Value = stored
			}
			if code.Source == CodeComment && tables[Lemma(code.Phrase)] && len(Words(code.Meant)) > 1 {
				continue // the room of "room only" says nothing of all that is a room
			}
			x.values.addCode(c, *code)
		}
	}
	for _, c := range x.Columns {
		if !c.Hidden {
			x.addStandard(c)
			x.addUndone(c)
			x.addDenied(c)
		}
	}
	for _, t := range x.Tables {
		x.addOver(t)
	}
	x.values.gatherKin()
}

// plainTables are the words that call a table by themselves.
func (x *Index) plainTables() map[string]bool {
	words := map[string]bool{}
	for _, t := range x.Tables {
		for _, n := range t.Names {
			if len(n.Words) == 1 {
				words[n.Words[0]] = true
			}
		}
	}
	return words
}

// standardValues bounds the values of a column that may be standard codes.
const standardValues = 300

// addStandard makes what people say for countries, currencies and the like stand for the values of a column of them.
func (x *Index) addStandard(c *Column) {
	if !c.texts() || c.Distinct == 0 || c.Distinct > standardValues {
		return
	}
	held := x.Held(c)
	kind := standard.Of(c.Words, held)
	if kind == nil {
		return
	}
	for _, stored := range held {
		said := kind.Said(strings.TrimSpace(stored))
		if otherwise(c, stored, said) {
			continue // what the database says goes before
		}
		for _, phrase := range said {
			x.values.addCode(c, Code{Value: stored, Phrase: phrase, Source: CodeWorld})
		}
	}
}

// otherwise says that the database tells what a code stands for, and that this is nothing that people say for the standard one.
func otherwise(c *Column, stored string, said []string) bool {
	told := false
	for _, o := range c.Codes {
		if o.Value != stored {
			continue
		}
		if slices.Contains(said, strings.ToLower(o.Phrase)) || slices.Contains(said, strings.ToLower(o.Meant)) {
			return false
		}
		told = true
	}
	return told
}

// addUndone makes "unpaid" say that the moment of being paid is empty.
func (x *Index) addUndone(c *Column) {
	if c.Role != Moment || !c.Optional() {
		return
	}
	for _, w := range c.Words {
		if ending[w] {
			if !x.values.tellsOf("still open", c.Table) {
				x.values.addCode(c, Code{Phrase: "still open", Presence: Empty})
			}
			if !x.values.tellsOf("open", c.Table) {
				x.values.addCode(c, Code{Phrase: "open", Presence: Empty})
			}
		}
	}
	said := slices.Concat(Split(c.Name), c.Words) // a name may be short for what a comment tells in full
	slices.Sort(said)
	for _, w := range slices.Compact(said) {
		if Participle(w) {
			x.values.addCode(c, Code{Phrase: "un" + w, Presence: Empty})
			x.values.addCode(c, Code{Phrase: "not yet " + w, Presence: Empty})
		}
	}
}

// Denials are beginnings of words that turn them: unplanned, incomplete, non-refundable.
var Denials = []string{"in", "un", "non", "dis", "not-", "non-"}

// addDenied makes "unplanned" say no where a column tells what is planned.
func (x *Index) addDenied(c *Column) {
	yes, ok := c.Yes()
	if !ok || c.Role != Flag {
		return
	}
	words := slices.DeleteFunc(Split(c.Name), func(w string) bool { return flagWords[Lemma(w)] || w == "flg" || w == "ind" })
	no, denied := c.No()
	if len(words) != 1 || !denied {
		return
	}
	if !x.values.tellsOf(words[0], c.Table) {
		x.values.addCode(c, Code{Value: yes, Phrase: words[0], Source: CodeFlag})
	}
	for _, denial := range Denials {
		if said := denial + words[0]; !x.values.tellsOf(said, c.Table) {
			x.values.addCode(c, Code{Value: no, Phrase: said, Source: CodeFlag})
		}
	}
}

// tellsOf says that a table tells a word by what it holds, or by a column that comes before: "active" is the status of its rows. What
// other tables hold is no matter: each has its own "active".
func (v *valueIndex) tellsOf(word string, t *Table) bool {
	return slices.ContainsFunc(v.whole[Normal(word)], func(m ValueMatch) bool { return m.Column.Table == t && m.Presence == AnyValue })
}

// ending are words of moments at which a row is done with: as long as they are empty, it is open.
var ending = wordsOf("ending")

// heldTexts are the texts that a column is known to hold, by themselves in lower case.
func (x *Index) heldTexts(c *Column) map[string]string {
	if len(c.Codes) == 0 {
		return nil
	}
	out := map[string]string{}
	for _, text := range x.Held(c) {
		out[strings.ToLower(text)] = text
	}
	return out
}

// addCode makes a phrase stand for a code.
func (v *valueIndex) addCode(c *Column, code Code) {
	key := Normal(code.Phrase)
	if key == "" {
		return
	}
	list := v.whole[key]
	if slices.ContainsFunc(list, func(m ValueMatch) bool { return m.Column == c && m.Value == code.Value && m.Presence == code.Presence }) {
		return
	}
	v.whole[key] = append(list, ValueMatch{Column: c, Value: code.Value, Text: code.Phrase, Whole: true, Code: true, Presence: code.Presence})
	v.count++
	v.bytes += 2*len(key) + 96
	v.long = max(v.long, min(strings.Count(key, " ")+1, 10))
}
