package judgement

import (
	_ "embed"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/db/statement"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

//go:embed words.txt
var wordText string

// tellsAge says that a statement shows, or asks, since when something is, or how long ago that was.
func (p *parts) tellsAge() bool {
	for c := range p.columns {
		if c.Role == schema.Moment || c.Has("age") {
			return true
		}
	}
	return false
}

// asksAge says that a statement has a condition on how many years old somebody is.
func (p *parts) asksAge() bool {
	return slices.ContainsFunc(p.conditions, func(c condition) bool { return c.column != nil && c.column.Has("age") })
}

// tellsPlace says that a statement shows, or asks, where something is at home.
func (p *parts) tellsPlace() bool {
	for c := range p.columns {
		if c.Place() {
			return true
		}
	}
	return p.star && slices.ContainsFunc(p.tables, func(t *schema.Table) bool { return slices.ContainsFunc(t.Columns, (*schema.Column).Place) })
}

// tellsLate says that what was due lies before what was done, or before a day.
func (p *parts) tellsLate() bool {
	done := func(c *schema.Column) bool { return c.Role == schema.Moment && !phrase.TellsDue(c) }
	if p.unequal && p.has(phrase.TellsDue) && p.has(done) {
		return true
	}
	bounded := func(c *schema.Column, op string) bool {
		return slices.ContainsFunc(p.conditions, func(o condition) bool { return o.column == c && o.op == op })
	}
	return p.has(func(c *schema.Column) bool { return phrase.TellsDue(c) && bounded(c, "<") && !bounded(c, ">=") })
}

// has says that a column of a kind has a part.
func (p *parts) has(kind func(*schema.Column) bool) bool {
	for c := range p.columns {
		if kind(c) {
			return true
		}
	}
	return false
}

// joinsBy says that a condition, or a join, is of a column that is called so.
func (p *parts) joinsBy(called func(*schema.Column) bool) bool {
	return len(p.conditions) > 0 && p.has(func(c *schema.Column) bool { return called(c) && c.Role != schema.Moment })
}

// classes are the classes of each word.
var classes = readClasses(wordText)

func readClasses(text string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(text) {
		class, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok || strings.HasPrefix(class, "#") {
			continue
		}
		for _, w := range strings.Fields(words) {
			out[w] = append(out[w], class)
		}
	}
	for w, end := range phrase.EndWords() {
		out[w] = append(out[w], map[string]string{"from": "begins-at", "to": "ends-at"}[end])
	}
	return out
}

// meets says whether a statement has the part that a class of words asks for.
var meets = map[string]func(*parts) bool{
	"count":    func(p *parts) bool { return p.calls["count"] || p.calls["sum"] },
	"sum":      func(p *parts) bool { return p.calls["sum"] || p.calls["count"] },
	"average":  func(p *parts) bool { return p.calls["avg"] || p.divide },
	"extreme":  func(p *parts) bool { return p.ordered || p.calls["max"] || p.calls["min"] || p.window },
	"group":    func(p *parts) bool { return p.grouped || p.window || p.divide || p.distinct },
	"each":     func(p *parts) bool { return p.grouped || p.window || p.divide || p.distinct || !p.one },
	"order":    func(p *parts) bool { return p.ordered || p.window },
	"limit":    func(p *parts) bool { return p.limited },
	"negation": func(p *parts) bool { return p.negated || p.nulls },
	"rest":     func(p *parts) bool { return p.negated || p.nulls || p.grouped || p.either },
	"compare":  func(p *parts) bool { return p.unequal || p.ordered || p.calls["max"] || p.calls["min"] },
	"share":    func(p *parts) bool { return p.divide },
	"distinct": func(p *parts) bool { return p.distinct || p.grouped },
	"change":   func(p *parts) bool { return p.window || p.nested || p.calls["-"] || p.grouped || p.either },
	"grown":    func(p *parts) bool { return p.grouped && p.either }, // one figure of two times
	"age":      (*parts).tellsAge,
	"aged":     (*parts).asksAge,
	"alike":    func(p *parts) bool { return p.nested },
	"gap":      func(p *parts) bool { return p.calls["-"] },
	"lapse":    func(p *parts) bool { return p.calls["-"] },
	"late":     (*parts).tellsLate,
	"owed":     func(p *parts) bool { return p.calls["-"] || p.nulls || p.negated },
	"tenure":   func(p *parts) bool { return p.nulls && (p.ordered || p.ownTime()) },
	"margin":   func(p *parts) bool { return p.calls["-"] },
	"cause":    func(p *parts) bool { return p.grouped },
	"running":  func(p *parts) bool { return p.window },
	"null":     func(p *parts) bool { return p.nulls },
	"time":     (*parts).temporalPart,
	"unit":     (*parts).temporalPart,
	"begun":    (*parts).ownTime,
	"deed":     func(p *parts) bool { return p.ordered && len(p.tables) > 1 }, // "who placed the latest order"
	"text":     func(p *parts) bool { return p.like },
	"motion":   func(p *parts) bool { return len(p.conditions) > 0 },
	"place":    (*parts).tellsPlace,
	// where rows begin or end is told by a column, or the key of a join, that is called so
	"begins-at": func(p *parts) bool { return p.joinsBy(phrase.Begins) },
	"ends-at":   func(p *parts) bool { return p.joinsBy(phrase.Ends) },
	"rounding":  func(p *parts) bool { return p.calls["round"] },
}

// weighWords looks for the part of each word of the input. A word that names what is there has one; so does a value or a
// number that a condition holds, and a word of a class whose part the statement has.
func (b *bench) weighWords() {
	words := schema.Words(b.claim.Input)
	has, named, held := make([]bool, len(words)), make([]bool, len(words)), make([]bool, len(words))
	b.placeNames(words, has, named)
	byName := slices.Clone(has)
	clear(has)
	b.placeValues(words, has, held)
	b.placeLiterals(words, has)
	b.placePeriods(words, has)
	b.placeReplaced(words, has)
	b.placeDenied(words, has)
	b.placeUnits(words, has, named, held)
	b.placeDefined(words, has)
	b.placeHidden(words, has)
	b.placeLetGo(words, has)
	b.placeDeeds(words, has)
	b.placeStanding(words, has)
	b.weighNear(words, byName, has)
	for i := range has {
		has[i] = has[i] || byName[i]
	}
	content, placed := 0, 0
	for i, w := range words {
		if !has[i] && b.isGlue(w) {
			continue
		}
		content++
		if has[i] || b.cueMet(w) || i == 0 && b.corrects(w) {
			placed++
			continue
		}
		b.unplaced(w, named[i], held[i])
	}
	if content > 0 {
		b.note("words: share with a part", float64(placed)/float64(content))
	}
	b.note("words: beyond five", math.Log1p(math.Max(0, float64(content-5))))
	b.noteIf("words: none that says anything", content == 0)
	b.whole = content > 0 && placed == content
	b.noteIf("words: all have a part", b.whole)
	b.noteIf("change: one clause, and no word is left over", b.claim.Before != nil && b.whole && content <= plain && b.clauses() == 1)
	b.noteIf("words: a table alone, shown whole", b.wholeTable(words))
}

// plain is how many words that say something a plain edit has at most.
const plain = 4

// clauses is how many kinds of clauses an edit touched; joining a table for the word of another clause counts with that, and what is
// shown and its order with the groups.
func (b *bench) clauses() int {
	seen := map[string]bool{}
	for _, c := range b.changes {
		if c.Kind != statement.AddedTable {
			seen[changeNames[c.Kind]] = true
		}
	}
	groups := []statement.ChangeKind{statement.AddedGroup, statement.ChangedGroup, statement.RemovedGroup}
	if slices.ContainsFunc(groups, func(k statement.ChangeKind) bool { return seen[changeNames[k]] }) {
		for _, k := range append(groups, statement.AddedColumn, statement.RemovedColumn, statement.ReplacedColumns, statement.AddedOrder, statement.RemovedTable) {
			delete(seen, changeNames[k])
		}
		seen[changeNames[statement.ChangedGroup]] = true
	}
	return len(seen)
}

// wholeTable says whether the input names a table and asks for nothing else, and all of that table is what is shown.
func (b *bench) wholeTable(words []string) bool {
	if b.before != nil || !b.after.star || len(b.after.tables) != 1 || len(b.after.conditions) > 0 || b.after.limited {
		return false
	}
	t := b.after.tables[0]
	return !slices.ContainsFunc(words, func(w string) bool { return !b.isGlue(w) && !slices.Contains(t.Words, schema.Lemma(w)) })
}

// isGlue says whether a word asks for nothing.
func (b *bench) isGlue(w string) bool {
	return slices.Contains(classes[w], "glue") && len(classes[w]) == 1 || len(w) == 1 && !isDigit(w)
}

func isDigit(w string) bool { return w[0] >= '0' && w[0] <= '9' }

// placeNames marks the words that name a table or a column: those of a part have one, the others are named all the same.
func (b *bench) placeNames(words []string, has, named []bool) {
	for _, m := range b.index.Phrases(words) {
		if m.Score() < 0.5 {
			continue
		}
		part := b.isPart(m) || b.allOf(words, m)
		for i := m.From; i < m.To; i++ {
			named[i] = true
			has[i] = has[i] || part
		}
	}
	for i, w := range words {
		has[i] = has[i] || b.after.names[schema.Lemma(w)] || slices.ContainsFunc(b.after.tables, func(t *schema.Table) bool { return tells(t, w) }) || slices.ContainsFunc(b.after.conditions, func(c condition) bool { return happens(w, c.column) })
	}
}

// tells says whether rows of a table tell of what a verb says was done: payments of what was paid.
func tells(t *schema.Table, verb string) bool {
	return schema.Deed(verb, t) || slices.Contains(phrase.Doing(verb), t.Words[len(t.Words)-1])
}

// isPart says whether what a match names has a part.
func (b *bench) isPart(m schema.Match) bool {
	return m.Column != nil && b.uses(m.Column) || m.Column == nil && slices.Contains(b.after.tables, m.Table)
}

// allOf says whether all rows of a table are named that a table in use refers to: nothing is asked of them, "across all products".
func (b *bench) allOf(words []string, m schema.Match) bool {
	return m.Column == nil && m.From > 0 && words[m.From-1] == "all" && slices.ContainsFunc(b.after.tables, func(t *schema.Table) bool { return b.index.Graph.Distance(t, m.Table) == 1 })
}

// placeHidden marks the names of columns that are shown no more, and of those that are shown already where that is the answer.
func (b *bench) placeHidden(words []string, has []bool) {
	if b.before == nil {
		return
	}
	for _, m := range b.index.Phrases(words) {
		c := m.Column
		if c == nil || m.Score() < 0.5 || !b.before.shows(c) || b.after.shows(c) != b.claim.Already {
			continue
		}
		for i := m.From; i < m.To; i++ {
			has[i] = true
		}
	}
}

// placeLetGo marks the names of columns whose conditions were let go, and words of time where those on a moment were.
func (b *bench) placeLetGo(words []string, has []bool) {
	if b.before == nil || !lettingGo.MatchString(b.claim.Input) {
		return
	}
	gone := slices.DeleteFunc(slices.Clone(b.before.conditions), func(c condition) bool { return b.after.columns[c.column] })
	for _, m := range b.index.Phrases(words) {
		if m.Score() < 0.5 || !slices.ContainsFunc(gone, func(c condition) bool { return c.column == m.Column }) {
			continue
		}
		for i := m.From; i < m.To; i++ {
			has[i] = true
		}
	}
	if slices.ContainsFunc(gone, func(c condition) bool { return c.column.Role == schema.Moment }) {
		for i, w := range words {
			has[i] = has[i] || isTime(w)
		}
	}
}

// placeDeeds marks the words for what was done where a moment of the rows that has a part tells of it: "lost" of left_on.
func (b *bench) placeDeeds(words []string, has []bool) {
	for _, d := range phrase.Deeds(words) {
		for c := range b.after.columns {
			for i := d.From; i < d.To && b.tellsDeed(c, d); i++ {
				has[i] = true
			}
		}
	}
}

// placeStanding marks the words for what is there still where a condition is that an end of it is not known, and "active" of those that are
// counted most.
func (b *bench) placeStanding(words []string, has []bool) {
	open := slices.ContainsFunc(b.after.conditions, func(c condition) bool {
		return c.column != nil && c.column.Role == schema.Moment && strings.HasSuffix(c.sql, "IS NULL")
	})
	for i, w := range words {
		most := i > 0 && (words[i-1] == "most" || words[i-1] == "least") && b.after.ordered && b.after.calls["count"]
		has[i] = has[i] || phrase.Stands(w) && (open || most)
	}
}

// tellsDeed says that a moment of the rows that are looked at tells when something was done with them.
func (b *bench) tellsDeed(c *schema.Column, d phrase.Deed) bool {
	return c.Role == schema.Moment && len(b.after.tables) > 0 && c.Table == b.after.tables[0] && slices.ContainsFunc(c.Words, func(w string) bool { return !isTime(w) && phrase.OfDeed(d.Stem, schema.Stem(w)) })
}

// shows says whether the result has the column, by itself or among all of its table.
func (p *parts) shows(c *schema.Column) bool {
	return slices.Contains(p.shown, c) || p.star && slices.Contains(p.tables, c.Table)
}

// uses says whether a column has a part; one of a computed measure where its tables have.
func (b *bench) uses(c *schema.Column) bool {
	if c.Metric != nil {
		return !slices.ContainsFunc(c.Metric.Tables, func(t *schema.Table) bool { return !slices.Contains(b.after.tables, t) })
	}
	return b.after.columns[c]
}

// placeValues marks the words that are a value: it has a part where a condition holds it.
func (b *bench) placeValues(words []string, has, held []bool) {
	for i := range words {
		for j := min(len(words), i+max(1, b.index.LongestValue())); j > i; j-- {
			found := b.index.Normalised(strings.Join(words[i:j], " "))
			kin := len(found) == 0
			if kin {
				found = b.index.Kindred(words[i:j])
			}
			if len(found) == 0 {
				continue
			}
			part := slices.ContainsFunc(found, func(v schema.ValueMatch) bool {
				return slices.Contains(b.after.texts, strings.ToLower(v.Text)) || b.claims(v) || v.Code && b.after.columns[v.Column] && slices.Contains(b.after.texts, strings.ToLower(fmt.Sprint(v.Value)))
			})
			if kin && !part && j > i+1 {
				continue // each of the words may be what was said
			}
			for k := i; k < j; k++ {
				held[k] = held[k] || !kin && !b.isGlue(words[k])
				has[k] = has[k] || part
			}
			break
		}
	}
}

// claims says whether a condition on the column holds the value, or holds none: a flag, a missing value.
func (b *bench) claims(v schema.ValueMatch) bool {
	stored := fmt.Sprint(v.Value)
	return slices.ContainsFunc(b.after.conditions, func(o condition) bool {
		return o.column == v.Column && o.op != "not null" && (len(o.texts)+len(o.values) == 0 || slices.Contains(o.texts, v.Text) || o.holds(stored))
	})
}

// holds says whether the condition compares with a value, as it is stored.
func (c condition) holds(stored string) bool {
	return slices.Contains(c.texts, stored) || slices.ContainsFunc(c.values, func(f float64) bool { return fmt.Sprint(f) == stored })
}

// placeLiterals marks numbers and words that literals hold.
func (b *bench) placeLiterals(words []string, has []bool) {
	for i := range words[:max(0, len(words)-1)] { // "4.99" is two words here
		said := words[i] + "." + words[i+1]
		if f, err := strconv.ParseFloat(said, 64); err == nil && isDigit(words[i+1]) && strings.Contains(b.claim.Input, said) && b.holdsNumber(f) {
			has[i], has[i+1] = true, true
		}
	}
	for i, w := range words {
		if f, err := strconv.ParseFloat(w, 64); err == nil {
			has[i] = has[i] || b.holdsNumber(f)
			if i+1 < len(words) && slices.ContainsFunc(b.after.conditions, func(c condition) bool { return c.lasts(f, words[i+1]) }) {
				has[i], has[i+1] = true, true
			}
			continue
		}
		if n, ok := numerals[w]; ok {
			has[i] = has[i] || b.holdsNumber(n)
		}
		if len(w) > 2 {
			has[i] = has[i] || slices.ContainsFunc(b.after.texts, func(t string) bool { return beginsWord(t, schema.Lemma(w)) })
		}
	}
}

// lasts says whether the condition compares a number with what a number and a unit of time come to in its column's own unit: 120 is two hours,
// told in minutes.
func (c condition) lasts(number float64, unit string) bool {
	return c.column != nil && c.column.Role == schema.Measure && slices.ContainsFunc(c.values, func(v float64) bool { return phrase.SameLength(number, unit, v) })
}

// lastsAsSaid says whether the condition compares with a length of time that the words tell.
func (c condition) lastsAsSaid(words []string) bool {
	for i := 1; i < len(words); i++ {
		if f, err := strconv.ParseFloat(words[i-1], 64); err == nil && c.lasts(f, words[i]) {
			return true
		}
	}
	return false
}

// beginsWord says whether a word of the text begins so: active is no part of inactive.
func beginsWord(text, start string) bool {
	for from := 0; ; {
		at := strings.Index(text[from:], start)
		if at < 0 {
			return false
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if at == 0 || !unicode.IsLetter(before) {
			return true
		}
		from = at + 1
	}
}

// placeDefined marks the names of the definitions that have a part.
func (b *bench) placeDefined(words []string, has []bool) {
	for _, d := range b.claim.Defined {
		for _, name := range d.Names {
			for i := range nameAt(words, name) {
				has[i] = true
			}
		}
	}
}

// nameAt gives the places of the words of a name, wherever it stands whole among words.
func nameAt(words []string, name string) iter.Seq[int] {
	said := schema.Words(name)
	return func(yield func(int) bool) {
		for at := 0; len(said) > 0 && at+len(said) <= len(words); at++ {
			if !slices.EqualFunc(words[at:at+len(said)], said, func(w, n string) bool { return schema.Kin(w) == schema.Kin(n) }) {
				continue
			}
			for i := at; i < at+len(said); i++ {
				if !yield(i) {
					return
				}
			}
		}
	}
}

// placeUnits marks an unknown word that follows a number which a condition compares with: it is what the number counts, as in "1 star".
func (b *bench) placeUnits(words []string, has, named, held []bool) {
	for i := 1; i < len(words); i++ {
		figure, err := strconv.ParseFloat(words[i-1], 64)
		if err == nil && !has[i] && !named[i] && !held[i] && len(classes[words[i]]) == 0 {
			has[i] = slices.ContainsFunc(b.after.conditions, func(c condition) bool { return slices.Contains(c.values, figure) })
		}
	}
}

var numerals = map[string]float64{"once": 1, "twice": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "twenty": 20, "fifty": 50, "hundred": 100}

// units are the factors by which a number may have been brought into another unit.
var units = []float64{1, 0.01, 100, 1000, 1e6, 7, 12, 24, 60, 3600}

func (b *bench) holdsNumber(f float64) bool {
	digits := strconv.FormatFloat(f, 'f', -1, 64)
	if slices.ContainsFunc(b.after.texts, func(t string) bool { return strings.Contains(t, digits) }) {
		return true
	}
	if slices.ContainsFunc(b.after.conditions, func(c condition) bool { return c.ofYear(f) }) {
		return true
	}
	return slices.ContainsFunc(b.after.numbers, func(n float64) bool {
		return slices.ContainsFunc(units, func(u float64) bool { return math.Abs(n-f*u) < 1e-9*math.Max(1, math.Abs(n)) }) || n == f+1
	})
}

// ofYear says that a condition compares numbers that stand for days or months, as 20260101 does, with one of a year.
func (c condition) ofYear(year float64) bool {
	scale, ok := map[string]float64{schema.CodedDay: 1e4, schema.CodedMonth: 1e2}[c.column.Coded()]
	return ok && slices.ContainsFunc(c.values, func(v float64) bool { return math.Floor(v/scale) == year })
}

// cueMet says whether any class of the word has its part. A word that asks for a change has it where something changed.
func (b *bench) cueMet(w string) bool {
	return slices.ContainsFunc(classes[w], func(class string) bool {
		if class == "change-of" {
			return len(b.changes) > 0 || b.renamed()
		}
		has, ok := meets[class]
		if class == "sum" && b.counts() {
			return b.after.calls["sum"]
		}
		return class == "glue" && len(classes[w]) > 1 && !ok || ok && has(b.after)
	})
}

// counts says whether the input asks for a number of rows in so many words.
func (b *bench) counts() bool {
	said := " " + strings.Join(schema.Words(b.claim.Input), " ") + " "
	return strings.Contains(said, " how many ") || strings.Contains(said, " number of ")
}

// hasPart says whether the word asks for a part, and the statement has it.
func (b *bench) hasPart(w string) bool {
	return slices.ContainsFunc(classes[w], func(class string) bool {
		has, ok := meets[class]
		return ok && has(b.after)
	})
}

// corrects says whether the word, at the start of an input and set apart, asks for the change that was made: "no, by city".
func (b *bench) corrects(w string) bool {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(b.claim.Input)), w)
	return ok && len(b.changes) > 0 && slices.Contains(classes[w], "correction") && rest != "" && strings.ContainsAny(rest[:1], ",.;:!")
}

// cutsOnly says whether the input asks for so many of the rows in force and nothing else: "top 10".
func (b *bench) cutsOnly(w string) bool {
	return b.before != nil && !slices.ContainsFunc(schema.Words(b.claim.Input), func(o string) bool {
		return o != w && !isDigit(o) && !slices.Contains(classes[o], "glue")
	})
}

// unplaced notes a word without a part.
func (b *bench) unplaced(w string, named, held bool) {
	switch list := classes[w]; {
	case held && !named && len(list) == 0:
		b.note("words: values without a part", 1)
		b.doubt(true, Unused, w, fmt.Sprintf("%q is a value here, and no condition holds it", w))
	case len(list) > 0 && !named:
		b.note("words: cues without a part", 1)
		b.noteIf("words: negations without a part", slices.Contains(list, "negation"))
		extreme := slices.Contains(list, "extreme") && !b.cutsOnly(w)
		b.noteIf("words: an extreme without a part", extreme)
		end := len(list) == 1 && (list[0] == "begins-at" || list[0] == "ends-at")
		b.doubt(slices.Contains(list, "negation") || extreme || end, Unused, w, fmt.Sprintf("%q had no part", w))
	case isDigit(w):
		b.note("words: numbers without a part", 1)
		b.doubt(true, Unused, w, fmt.Sprintf("%s had no part", w))
	case named:
		b.note("words: names without a part", 1)
		b.doubt(false, Unused, w, fmt.Sprintf("%q had no part", w))
	default:
		b.note("words: unknown", 1)
		for _, o := range b.claim.Supposed {
			if o.Word == w {
				b.doubt(true, Open, w, fmt.Sprintf("%q was taken to mean %s", w, o.Name))
				return
			}
		}
		for _, c := range b.after.conditions {
			if text := c.shortFor(w); text != "" && !b.inherited(c) {
				b.doubt(true, Open, w, fmt.Sprintf("%q was taken to mean %s", w, text))
				return
			}
		}
		b.doubt(!b.claim.Model, Unused, w, fmt.Sprintf("%q means nothing here", w))
	}
}
