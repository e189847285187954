package schema

import (
	"slices"
	"strings"
	"unicode"

	"parley/db"
	"parley/workflow/schema/shorthand"
	"parley/workflow/schema/wordnet"
)

// This file reads the names of a catalogue as what people would call the things: affixes of the trade left out, short forms
// written out, words that are run together cut.

// Name is one way in which people call a table or a column.
type Name struct {
	// Words are lemmas.
	Words []string
	// Quality is how well the name is the thing's, 0 to 1: 1 for the name as it is written.
	Quality float64
	// Source is where the name comes from.
	Source NameSource
}

// NameSource is where a name comes from.
type NameSource uint8

// The sources, in the order of how much they are worth.
const (
	Written   NameSource = iota // the name itself, read
	Shortened                   // the name without an affix
	Commented                   // the comment
)

// String is the words with spaces.
func (n Name) String() string { return strings.Join(n.Words, " ") }

const (
	// qualityShortened is how well a name is known by all but an affix, qualityComment by the head of its comment.
	qualityShortened = 0.95
	qualityComment   = 0.9
	// qualityOther is how well a word stands for a short form that may mean several, one after the other.
	qualityOther = 0.93
)

// speller reads the names of one schema.
type speller struct {
	reader *shorthand.Reader
	// prefix are letters with which nearly all tables begin: tb of tborder, tbitem.
	prefix string
	// common are the first words of nearly all tables: app of app_users, app_orders; hr and fin of hr_staff, hr_leave, fin_bill,
	// fin_line.
	common map[string]bool
	// wholes are the names of tables without the last word, where that one says that rows are parts of others': so of so_item.
	wholes map[string]bool
	// prefixes are the short forms with which the columns of one table begin, with the word of its name that they stand for.
	prefixes map[string]string
	// owned are short forms of what tables hold, with the words for it.
	owned map[string][]string
	// opaque are those of them that nothing else explains: they are no part of the names of the table's own columns.
	opaque map[string]bool
	// letters are those for types with which the names of columns of each kind begin; none where they do not.
	letters map[typeKind][]string
}

func newSpeller(s *db.Schema) *speller {
	var words []string
	for i := range s.Tables {
		t := &s.Tables[i]
		words = append(words, Split(t.Name)...)
		words = append(words, commentWords(t.Comment)...)
		for j := range t.Columns {
			words = append(words, Split(t.Columns[j].Name)...)
			words = append(words, commentWords(t.Columns[j].Comment)...)
		}
	}
	sp := &speller{reader: shorthand.NewReader(Lemma, words), owned: map[string][]string{}, opaque: map[string]bool{}}
	sp.shared(s)
	sp.settle(s)
	sp.settleCodes(s)
	sp.settleOwners(s)
	sp.settlePrefixes(s)
	sp.typed(s)
	return sp
}

// settle reads short forms in names by the comments on what is named: what one comment explains holds wherever the short form stands,
// unless another says otherwise. Comments of tables come before those of columns.
func (sp *speller) settle(s *db.Schema) {
	tables, columns := explained{}, explained{}
	for i := range s.Tables {
		t := &s.Tables[i]
		name := Split(t.Name)
		if rest := sp.stripped(name); rest != nil {
			name = rest
		}
		hints := commentWords(t.Comment)
		for _, run := range name {
			tables.add(run, sp.reader.Explained(run, hints))
		}
		for j := range t.Columns {
			for _, run := range Split(t.Columns[j].Name) {
				for form, w := range sp.reader.Told(run, commentWords(t.Columns[j].Comment)) {
					columns.add(form, w)
				}
			}
		}
	}
	for _, found := range []explained{columns, tables} {
		for run, w := range found {
			if w != "" {
				sp.reader.Settle(run, w)
			}
		}
	}
}

// explained are short forms with the word that comments say each stands for; empty where they do not agree.
type explained map[string]string

func (f explained) add(run, w string) {
	switch known, ok := f[run]; {
	case w == "":
	case !ok:
		f[run] = w
	case Lemma(known) != Lemma(w):
		f[run] = ""
	}
}

// affixTables and affixShare say from how many tables on, and from which part of them, what they begin with is an affix.
const (
	affixTables = 3
	affixShare  = 0.7
	// affixAll is how many tables must begin with the same letters that have a vowel in them: all of them.
	affixAll = 6
	// moduleLetters is how long the short name of a part of a system is at most, with which its tables begin.
	moduleLetters = 3
)

// partTables are last words of tables whose rows are parts of others', which a table called by a word of headTables holds: so_item, so_head.
var (
	partTables = wordsOf("partTables")
	headTables = wordsOf("headTables")
)

// partedTables are the names before a word of partTables: so of so_item.
func partedTables(s *db.Schema) map[string]bool {
	out := map[string]bool{}
	for i := range s.Tables {
		if words := Split(s.Tables[i].Name); len(words) > 1 && partTables[words[len(words)-1]] {
			out[strings.Join(words[:len(words)-1], " ")] = true
		}
	}
	return out
}

// head tells whether the last of words says that a table holds what another's rows are parts of: so_head beside so_item.
func (sp *speller) head(words []string) bool {
	last := len(words) - 1
	return tailAffixes[words[last]] || headTables[words[last]] && sp.wholes[strings.Join(words[:last], " ")]
}

// isEnglish says that a word is one of English, in the singular or the plural.
func isEnglish(word string) bool { return (English{}).Known(word) || (English{}).Known(Lemma(word)) }

// read reads written words; others are what its short forms may stand for as well, by lemma.
func (sp *speller) read(written []string, comment string) (words []string, others map[string][]string) {
	hints := commentWords(comment)
	for i, run := range written {
		if in := particles[run]; in != "" && i > 0 && parted[written[i-1]] && !slices.Contains(hints, run) {
			words = append(words, in)
			continue
		}
		if verb, in := partedAt(run); in != "" && !slices.Contains(hints, run) {
			words = append(words, verb, in)
			continue
		}
		if own := sp.owned[run]; own != nil {
			words = append(words, own...)
			continue
		}
		for _, w := range sp.reader.Read(run, hints) {
			lemma := Lemma(w.Text)
			words = append(words, lemma)
			if slices.ContainsFunc(hints, func(h string) bool { return Lemma(h) == lemma }) {
				continue // the comment says what it stands for
			}
			for _, o := range w.Others {
				if others == nil {
					others = map[string][]string{}
				}
				if o = Lemma(o); o != lemma && !slices.Contains(others[lemma], o) {
					others[lemma] = append(others[lemma], o)
				}
			}
		}
	}
	return words, others
}

// particles are the ends of nouns made of a verb and a short word, parted the verbs that commonly make such: check_ins, sign_ups.
var (
	particles = map[string]string{"ins": "in", "outs": "out", "ups": "up", "offs": "off", "in": "in", "out": "out", "up": "up", "off": "off"}
	parted    = wordsOf("parted")
)

// partedAt parts a noun made of a verb and a short word that were run together: signup. Those that are words stay whole: login.
func partedAt(run string) (verb, particle string) {
	if wordnet.Known(run) {
		return "", ""
	}
	for end, in := range particles {
		if verb, ok := strings.CutSuffix(run, end); ok && parted[verb] {
			return verb, in
		}
	}
	return "", ""
}

// table names a table.
func (sp *speller) table(t *Table) {
	written := writtenWords(t.Name)
	full, others := sp.read(written, "")
	t.Words, t.others = full, others
	t.Names = []Name{{full, 1, Written}}
	if rest := sp.stripped(written); rest != nil {
		t.Words, t.others = sp.read(rest, t.Comment)
		t.Names = []Name{{t.Words, 1, Written}}
		if !sameWords(full, t.Words) {
			t.Names = append(t.Names, Name{full, qualityShortened, Shortened})
		}
	}
	if words := toldBy(t.Comment, written, t.Words, t.others); words != nil {
		t.Words, t.others = words, nil
		t.Names = []Name{{words, 1, Written}}
	}
	if name := withoutDeed(t.Words); len(name) < len(t.Words) && slices.Contains(commentWords(t.Comment), t.Words[len(name)]) && !slices.Contains(raw(written).Words, t.Words[len(name)]) {
		t.Words, t.Names = name, []Name{{name, 1, Written}}
	}
	t.addName(raw(written))
	t.addComments(t.Comment)
	for _, c := range t.Table.Columns {
		if words := writtenWords(c.Name); len(words) == 2 && words[1] == "since" {
			t.addName(Name{[]string{Lemma(words[0])}, qualityComment, Shortened}) // whose rows say "customer since" are customers
		}
	}
}

// withoutDeed is a name without what was done with the rows: "Treatments planned or carried out" are treatments.
func withoutDeed(words []string) []string {
	if at := slices.IndexFunc(words, Participle); at > 0 {
		return words[:at]
	}
	return words
}

// raw is the name in the words in which it is written, short forms as they are.
func raw(written []string) Name {
	words := make([]string, len(written))
	for i, w := range written {
		words[i] = Lemma(w)
	}
	return Name{words, 1, Shortened}
}

func (t *Table) addComments(comment string) {
	add := func(list [][]string, quality float64) {
		for _, words := range list {
			t.addName(Name{words, quality, Commented})
			if last := words[len(words)-1:]; len(words) > 1 {
				t.addName(Name{last, quality - 0.05, Commented})
			}
		}
	}
	add(append(commentNames(comment), commentOthers(comment)...), qualityComment)
	add(tableOthers(comment), qualityComment-0.05)
}

func (t *Table) addName(n Name) {
	if !slices.ContainsFunc(t.Names, func(m Name) bool { return slices.Equal(m.Words, n.Words) }) {
		t.Names = append(t.Names, n)
	}
}

// column reads a column's name, without the letters of its table where it begins with them.
func (sp *speller) column(c *Column, own string) {
	written := withDigit(writtenWords(sp.untyped(c.Column)))
	if len(written) > 1 && written[0] == own {
		written = written[1:]
	}
	if len(sp.letters) > 0 && slices.Equal(c.Table.Primary, []string{c.Column.Name}) && len(written[0]) <= typedRest {
		written = []string{"identifier"} // hMy: my handle
	}
	sp.reader.In(nameKind(c))
	if words := sp.ledByTable(c, written); words != nil {
		c.Words = words
	} else {
		c.Words, c.others = sp.read(written, c.Comment)
	}
	sp.reader.In(shorthand.Any)
	said := c.Comment
	if c.listed() {
		said = listHead(c.Comment)
	}
	if words := toldBy(said, written, c.Words, c.others); words != nil {
		c.Words, c.others = words, nil
	}
}

// listHead is what the comment on a column calls it before it lists its codes: "State: D draft, P paid". Empty where it does not.
func listHead(comment string) string {
	head, _, ok := strings.Cut(cutTo(comment, commentLetters), ":")
	if n := len(strings.Fields(head)); !ok || n == 0 || n > headWords || strings.ContainsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && r != ' ' }) {
		return ""
	}
	return head
}

// headWords is how many words the name before a list of codes may have.
const headWords = 3

// shortRun is how long a name may be at most to say nothing by itself.
const shortRun = 4

// leftLetters is up to how many letters of a name are no word, but what is left of one that was not read.
const leftLetters = 2

// toldBy are the words that a comment has for a name of a few letters in which nothing of the comment can be read, or not all of it: upr,
// "Unit price", and neta, "Net amount"; nil for other names.
func toldBy(comment string, written, words []string, others map[string][]string) []string {
	names := commentNames(comment)
	if !lettersAlone(written) || len(written[0]) > shortRun || len(names) == 0 || len(written) == 1 && shorthand.Known(written[0]) {
		return nil
	}
	said := map[string]bool{}
	for _, w := range commentWords(comment) {
		said[Stem(w)], said[Stem(Lemma(w))] = true, true
	}
	told := func(w string) bool {
		return said[Stem(w)] || slices.ContainsFunc(others[w], func(o string) bool { return said[Stem(o)] })
	}
	rest := func(w string) bool { return len(w) <= leftLetters && !told(w) }
	if slices.ContainsFunc(words, told) && !slices.ContainsFunc(words, rest) {
		return nil
	}
	if head := Words(commentHead(comment)); len(head) == len(names[0])+1 && led[head[len(head)-1]] {
		return head // "Valid from", "Approved by"
	}
	return names[0]
}

// lettersAlone says that a name is one run of letters, numbers behind it aside: c071.
func lettersAlone(written []string) bool {
	return !slices.ContainsFunc(written[1:], func(part string) bool { return strings.Trim(part, "0123456789") != "" })
}

// led are last words of a comment without which its other words say something else.
var led = wordsOf("led")

// nameKind is of what a column's name is: some short forms stand for something else in the name of a date than of a number.
func nameKind(c *Column) shorthand.Kind {
	switch kindOf(c.Type) {
	case momentKind:
		return shorthand.Moment
	case truthKind:
		return shorthand.Truth
	case numberKind:
		return shorthand.Number
	case textKind:
		last := Split(c.Column.Name)
		switch {
		case len(meanings(c.Comment)) > 1:
			return shorthand.Coded
		case len(last) > 0 && flagEnds[last[len(last)-1]]:
			return shorthand.Truth
		case placed(c.Table.Table):
			return shorthand.Place
		}
	}
	return shorthand.Any
}

// flagEnds are last words of columns that say yes or no, of whatever type.
var flagEnds = wordsOf("flagEnds")

// addressParts are words of columns that hold a part of an address.
var addressParts = wordsOf("addressParts")

// placed says that a table holds an address.
func placed(t *db.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c db.Column) bool {
		return slices.ContainsFunc(Split(c.Name), func(w string) bool { return addressParts[w] })
	})
}

// writtenWords cuts a name where it is written in words; one without any letter stays as it is.
func writtenWords(name string) []string {
	if words := Split(name); len(words) > 0 {
		return words
	}
	return []string{name}
}

// trailing are last words of columns that say how a thing is written down, not what it is.
var trailing = wordsOf("trailing")

// nameColumns gives the columns of a table their names, when their words are settled.
func (t *Table) nameColumns() {
	first := t.sharedFirst()
	for _, c := range t.Columns {
		c.Names = []Name{{c.Words, 1, Written}}
		rest := c.Words
		if len(rest) > 1 && rest[0] == first {
			rest = rest[1:]
			c.addName(Name{rest, 1, Shortened})
		}
		if n := len(rest); n > 1 && (trailing[rest[n-1]] || n == 2 && rest[1] == "date" && Participle(rest[0])) {
			c.addName(Name{rest[:n-1], qualityShortened, Shortened})
		}
		if thing := c.Numbered(); thing != nil {
			c.addName(Name{thing, qualityShortened, Shortened})
		}
		c.addName(raw(writtenWords(c.Column.Name)))
		if last := c.Words[len(c.Words)-1]; last == "reason" || last == "cause" {
			c.addName(Name{[]string{"why"}, qualityShortened, Shortened})
		}
		if c.listed() {
			continue
		}
		for _, words := range commentNames(c.Comment) {
			c.addName(Name{words, qualityComment, Commented})
		}
	}
}

// listed says that the comment on a column lists codes, or tells something, and does not say what it is called.
func (c *Column) listed() bool {
	return len(meanings(c.Comment)) > 1 || c.Type == db.Text && listsValues(c.Comment) || sentence(c.Comment)
}

// sharedFirst is the word with which nearly all columns of a table begin; empty when there is none.
func (t *Table) sharedFirst() string {
	count := map[string]int{}
	for _, c := range t.Columns {
		if len(c.Words) > 1 {
			count[c.Words[0]]++
		}
	}
	for w, n := range count {
		if n >= affixTables && float64(n) >= affixShare*float64(len(t.Columns)) {
			return w
		}
	}
	return ""
}

func (c *Column) addName(n Name) {
	if !slices.ContainsFunc(c.Names, func(m Name) bool { return slices.Equal(m.Words, n.Words) }) {
		c.Names = append(c.Names, n)
	}
}

// Spoken is what people would call the column: "customer name" for custnm; the name itself where it says so already.
func (c *Column) Spoken() string { return strings.Join(c.Words, " ") }

// Spoken is what people would call a row of the table.
func (t *Table) Spoken() string { return strings.Join(t.Words, " ") }
