package reader

import (
	"cmp"
	_ "embed"
	"fmt"
	"iter"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"parley/workflow/engine/english"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

// This file says an input in the words that the readers know: "pull up the user list" is "show the list of user", "on the tenth of
// February" is "on 10 February". The ways are data (wording.txt); both a question and a refinement go through them before they are read.

//go:embed wording.txt
var wordingText string

// wording is one way of saying something, and what it is said for.
type wording struct {
	guards []wordingGuard
	said   *regexp.Regexp
	is     string
}

// wordingGuard asks something of what a group of the pattern holds.
type wordingGuard struct {
	kind  string
	group int
	// of is the group that calls the rows of which something is asked; 0 where that is nothing of rows.
	of int
	// word is what is asked about where it is no group.
	word string
}

var wordings = readWordings(wordingText)

func readWordings(text string) []wording {
	var out []wording
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 {
			panic("engine: wording.txt: " + line) // the embedded file is part of the program
		}
		w := wording{said: regexp.MustCompile("(?i)" + fields[1]), is: fields[2]}
		for guard := range strings.SplitSeq(fields[0], ",") {
			var g wordingGuard
			g.kind, g.word, _ = strings.Cut(strings.TrimSpace(guard), " ")
			if group, of, two := strings.Cut(g.word, " of "); two {
				g.word = group
				g.of, _ = strconv.Atoi(of)
			}
			if n, err := strconv.Atoi(g.word); err == nil {
				g.group, g.word = n, ""
			}
			if g.kind != "-" {
				w.guards = append(w.guards, g)
			}
		}
		out = append(out, w)
	}
	return out
}

// InKnownWords is an input in the words that the readers know.
func (e *Engine) InKnownWords(input string, refining bool) string {
	for _, w := range wordings {
		if !w.said.MatchString(input) {
			continue
		}
		input = w.said.ReplaceAllStringFunc(input, func(said string) string {
			m := w.said.FindStringSubmatchIndex(said)
			for _, g := range w.guards {
				group := func(i int) string {
					if i == 0 || m[2*i] < 0 {
						return ""
					}
					return said[m[2*i]:m[2*i+1]]
				}
				words := cmp.Or(g.word, group(g.group))
				if g.of > 0 && !e.ownMeasure(group(g.of), words) {
					return said
				}
				if (g.kind == "refining" || g.kind == "asking") && (g.kind == "refining") != refining || !e.holdsFor(g.kind, words) {
					return said
				}
			}
			return e.written(string(w.said.ExpandString(nil, w.is, said, m)), said)
		})
	}
	if !refining {
		input = e.things(input)
	}
	input = e.ofKind(input, refining)
	return strings.TrimSpace(e.routed(input))
}

// things is an input in which a word for some rows of one table, of which it ends the names, says so: "laptops under 1000" are products with
// laptop in the name. It is one that means nothing else, in an input that names no table and does not ask for somebody.
func (e *Engine) things(input string) string {
	items := e.Tagger.Tag(input, time.Time{})
	if asksWho(items) {
		return input
	}
	var found *tag.Item
	var of *schema.Column
	for i := range items {
		it := &items[i]
		if t, score := it.BestTable(); t != nil && score >= tag.StrongName {
			return input
		}
		c := e.kindOf(it)
		switch {
		case c == nil:
		case found != nil:
			return input
		default:
			found, of = it, c
		}
	}
	if found == nil {
		return input
	}
	named := fmt.Sprintf("%s with %s in the %s", schema.Plural(strings.Join(of.Table.Words, " ")), schema.Lemma(found.Lower), strings.Join(of.Words, " "))
	said := token.Tokenize(input)[found.From]
	return input[:said.Start] + named + input[said.End:]
}

// kindOf is the column of names that a word of an input ends, of rows of one table and no other value; nil where it means anything else.
func (e *Engine) kindOf(it *tag.Item) *schema.Column {
	word := schema.Lemma(it.Lower)
	if it.To != it.From+1 || it.Quoted || it.HasNumber || it.Period != nil || it.Cue.Kind != tag.NoCue || len(it.Values) > 0 || len(it.Matches) > 0 ||
		tag.Functional(word) || tag.RuleWords[it.Lower] || english.GenericNouns[it.Lower] || len(word) < leastMended {
		return nil
	}
	named := e.Index.HeadOfNames(word)
	if len(named) != 1 || reading.People(named[0].Table) || slices.ContainsFunc(e.Index.PartValues(word), func(v schema.ValueMatch) bool { return v.Column != named[0] }) {
		return nil
	}
	return named[0]
}

// routed is an input with the two ends of a way told as such, where two places stand side by side of which rows tell where they begin
// and where they end: "Nairobi London", "Nairobi-London", "between Nairobi and London".
func (e *Engine) routed(input string) string {
	if e.holdsFor("called", "from") { // the words for it are names here
		return input
	}
	for _, joint := range []string{"-", "/", "–", "—"} {
		input = e.parted(input, joint)
	}
	tokens := tag.Tokenize(input)
	for i := range tokens {
		if !e.place(tokens[i].Text) {
			continue
		}
		to := i + 1
		for to < len(tokens) && to < i+3 && (english.Between[tokens[to].Lower] || strings.Trim(tokens[to].Lower, "->=") == "") {
			to++
		}
		if to >= len(tokens) || !e.place(tokens[to].Text) || strings.EqualFold(tokens[i].Text, tokens[to].Text) {
			continue
		}
		start, before := tokens[i].Start, ""
		if i > 0 {
			before = tokens[i-1].Lower
		}
		switch {
		case before == "from" || before == "between" || before == "of" && i > 1 && tokens[i-2].Lower == "out":
			start = tokens[i-1].Start
			if before == "of" {
				start = tokens[i-2].Start
			}
		case to == i+1 || tokens[i+1].Lower == "to":
		case before == "in" || before == "to" || tokens[i+1].Lower == "and" || tokens[i+1].Lower == ",":
			return input // a list of places
		}
		return input[:start] + "from " + tokens[i].Text + " to " + tokens[to].Text + input[tokens[to].End:]
	}
	return input
}

// parted is an input with two places that a mark joins apart.
func (e *Engine) parted(input, joint string) string {
	for field := range strings.FieldsSeq(input) {
		from, to, ok := strings.Cut(strings.Trim(field, ".,?!"), joint)
		if ok && e.place(from) && e.place(to) {
			input = strings.Replace(input, from+joint+to, from+" to "+to, 1)
		}
	}
	return input
}

// leastPlace is the fewest letters of what is taken for a place.
const leastPlace = 2

// place says that a word is where rows begin and where rows end: a value of a column of either kind of one table.
func (e *Engine) place(word string) bool {
	if utf8.RuneCountInString(schema.Normal(word)) < leastPlace || tag.Functional(word) && word != strings.ToUpper(word) { // some airports are THE and S
		return false
	}
	var from, to []*schema.Table
	for _, m := range e.Index.Values(schema.Normal(word)) {
		if m.Column.Has(english.Origins...) {
			from = append(from, m.Column.Table)
		}
		if m.Column.Has(english.Destinations...) {
			to = append(to, m.Column.Table)
		}
	}
	return slices.ContainsFunc(from, func(t *schema.Table) bool { return slices.Contains(to, t) })
}

// leastWorth is the number from which on a number before a name is what the rows are worth, and no longer how many are wanted.
const leastWorth = 1000

// mostWanted is the most rows that somebody wants to see: "max 600" is no number of rows.
const mostWanted = 100

// holdsFor says whether words are what a guard asks for.
func (e *Engine) holdsFor(kind, words string) bool {
	words = strings.TrimSpace(words)
	switch kind {
	case "table", "people", "rows":
		if schema.Participle(strings.ToLower(words)) {
			return false
		}
		items := e.Tagger.Tag(words, time.Time{})
		if len(items) == 0 {
			return false
		}
		t, score := items[0].BestTable()
		return kind == "rows" && ofProject(&items[0]) || t != nil && score >= tag.StrongName && (kind != "people" || Person(t))
	case "value", "holds":
		return len(e.Index.Values(schema.Normal(words))) > 0
	case "unheld":
		return len(e.Index.Values(schema.Normal(words))) == 0
	case "column", "measure":
		for _, it := range e.Tagger.Tag(words, time.Time{}) {
			return slices.ContainsFunc(it.Matches, func(m schema.Match) bool {
				measure := func() bool { return m.Column.Role == schema.Measure && m.Column.Metric == nil }
				return m.Column != nil && (kind == "column" && m.Exact() || kind == "measure" && measure() && endsName(m, words))
			})
		}
		return false
	case "label":
		for _, it := range e.Tagger.Tag(words, time.Time{}) {
			return slices.ContainsFunc(it.Matches, func(m schema.Match) bool {
				return m.Column != nil && m.Exact() && slices.Contains(m.Column.Table.Label, m.Column)
			})
		}
		return false
	case "manyrows", "toomany":
		n, err := strconv.Atoi(strings.ReplaceAll(words, ",", ""))
		return err == nil && (n >= leastWorth || kind == "toomany" && n > mostWanted)
	case "money":
		for _, it := range e.Tagger.Tag(words, time.Time{}) {
			t, score := it.BestTable()
			return t != nil && score >= tag.StrongName && slices.ContainsFunc(t.Columns, isAmount)
		}
		return false
	case "sortable":
		for _, it := range e.Tagger.Tag(words, time.Time{}) {
			return slices.ContainsFunc(it.Matches, func(m schema.Match) bool {
				return m.Column != nil && m.Exact() && m.Column.Metric == nil && (m.Column.Role == schema.Measure || m.Column.Role == schema.Moment || slices.Contains(m.Column.Table.Label, m.Column))
			})
		}
		return false
	case "texts":
		return e.isText(words)
	case "nameless":
		return !e.heldAcross(strings.Fields(words))
	case "called":
		return slices.ContainsFunc(e.Index.Columns, func(c *schema.Column) bool { return !c.Hidden && slices.Contains(c.Words, words) })
	case "kinds":
		return e.ofKinds(schema.Words(words))
	case "uncalled", "thing":
		return (kind == "thing") == slices.ContainsFunc(e.Index.Tables, func(t *schema.Table) bool { return slices.Contains(t.Words, words) })
	}
	return true
}

// ofKinds says that the first of two words is all that a column of kinds is called, and that none is called by both: "contract type".
func (e *Engine) ofKinds(words []string) bool {
	found := false
	for _, c := range e.Index.Columns {
		switch {
		case c.Hidden || len(words) != 2 || !c.Has(schema.Lemma(words[0])):
		case c.Has(schema.Lemma(words[1])):
			return false
		default:
			found = found || c.Role == schema.Category && len(c.Words) == 1
		}
	}
	return found
}

// heldAcross says that a column holds words on both sides of the mark for "and" among some: "Haulage & Sons".
func (e *Engine) heldAcross(words []string) bool {
	mark := slices.IndexFunc(words, func(w string) bool { return slices.Contains([]string{"&", "n", "'n'", "n'"}, strings.ToLower(w)) })
	for from := range max(mark, 0) {
		for to := mark + 2; to <= len(words); to++ {
			if len(e.Index.Values(strings.Trim(strings.Join(words[from:to], " "), `"`))) > 0 {
				return true
			}
		}
	}
	return false
}

// ownMeasure says that words call a measure of the rows that others call, and no one of rows that belong to these: "films by length", but
// "customers by freight" are in the order of what theirs comes to.
func (e *Engine) ownMeasure(rows, said string) bool {
	t := e.tableSpoken(rows)
	if t == nil {
		return true
	}
	items := e.Tagger.Tag(said, time.Time{})
	return len(items) == 1 && slices.ContainsFunc(items[0].Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Table == t && endsName(m, said) })
}

// endsName says that words are the name of a column, or the word that it ends in: the "price" of "list price".
func endsName(m schema.Match, said string) bool {
	words := m.Column.Words
	return m.Exact() || m.Quality > 0.95 && len(words) > 0 && words[len(words)-1] == schema.Lemma(strings.ToLower(said))
}

// ofProject says that a word is one of the project for some rows of a table.
func ofProject(it *tag.Item) bool {
	some := func(c *schema.Column) bool { return c != nil && c.Condition != nil }
	return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return some(m.Column) }) || slices.ContainsFunc(it.Values, func(v schema.ValueMatch) bool { return some(v.Column) })
}

// fillers say what stands for a part of a wording that it leaves to the schema and the calendar, "things(NAME)", by the kind of part and what was
// said; empty where they do not know it.
var fillers = map[string]func(e *Engine, said string) string{
	"day":       func(_ *Engine, said string) string { return dayInFigures(said) },
	"month":     func(_ *Engine, said string) string { return monthOf(said) },
	"number":    func(_ *Engine, said string) string { return numberInFigures(said) },
	"places":    (*Engine).placesOf,
	"things":    func(e *Engine, said string) string { return calledSeveral(e.thingsOf(e.tableSpoken(said))) },
	"price":     (*Engine).priceTo,
	"sold":      func(e *Engine, _ string) string { return calledSeveral(e.soldThings()) },
	"party":     func(e *Engine, said string) string { return called(e.partyOf(e.tableSpoken(said))) },
	"staff":     func(e *Engine, _ string) string { return called(e.staff()) },
	"people":    func(e *Engine, _ string) string { return called(e.joining()) },
	"joiners":   func(e *Engine, _ string) string { return calledSeveral(e.joiners()) },
	"moment":    func(e *Engine, _ string) string { return e.joiningMoment() },
	"moneyrows": func(e *Engine, _ string) string { return calledSeveral(e.moneyRows()) },
}

// filled finds the parts of a wording that fillers know.
var filled = regexp.MustCompile(`(` + strings.Join(slices.Sorted(maps.Keys(fillers)), "|") + `)\(([^)]*)\)`)

// written fills in what a wording leaves to the schema and the calendar; said where they do not know it.
func (e *Engine) written(text, said string) string {
	known := true
	text = filled.ReplaceAllStringFunc(text, func(part string) string {
		m := filled.FindStringSubmatch(part)
		word := fillers[m[1]](e, m[2])
		known = known && word != ""
		return word
	})
	if !known {
		return said
	}
	return text
}

// called are the words for one row of a table; empty for none.
func called(t *schema.Table) string {
	if t == nil {
		return ""
	}
	return strings.Join(t.Words, " ")
}

// calledSeveral are the words for several rows of a table; empty for none.
func calledSeveral(t *schema.Table) string {
	if t == nil {
		return ""
	}
	return schema.Plural(called(t))
}

// oneOf is the only one of the tables that come; nil where there is none, or several.
func oneOf(tables iter.Seq[*schema.Table]) *schema.Table {
	var found *schema.Table
	for t := range tables {
		if found != nil && found != t {
			return nil
		}
		found = t
	}
	return found
}

// oneTable is the only table of the database that holds says so of; nil where there is none, or several.
func (e *Engine) oneTable(holds func(*schema.Table) bool) *schema.Table {
	return oneOf(func(yield func(*schema.Table) bool) {
		for _, t := range e.Index.Tables {
			if holds(t) && !yield(t) {
				return
			}
		}
	})
}

// dayWords are the days of a month in words.
var dayWords = strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first")

func dayInFigures(word string) string {
	word = strings.ReplaceAll(strings.ToLower(word), " ", "-")
	for i, w := range dayWords {
		if w == word {
			return fmt.Sprint(i + 1)
		}
	}
	return ""
}

// monthOf is the name of a month by its number.
func monthOf(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return ""
	}
	return strings.ToLower(time.Month(n).String())
}

// numberInFigures is a number of two words in figures: "three thousand" is 3000.
func numberInFigures(words string) string {
	few, unit, _ := strings.Cut(strings.ToLower(words), " ")
	n, ok := token.ParseNumber(few)
	if f := token.Multipliers[unit]; ok && f != 0 {
		return fmt.Sprint(int64(n * f))
	}
	return ""
}

// placesOf are the columns that tell where the rows are at home that are spoken of, at most two of them, as words: "country and city". Empty
// where their table has none, or none is spoken of.
func (e *Engine) placesOf(spoken string) string {
	t := e.tableSpoken(spoken)
	if t == nil {
		return ""
	}
	var out []string
	for _, c := range e.Index.Places(t) {
		out = append(out, strings.Join(c.Words, " "))
	}
	return strings.Join(out, " and ")
}

// thingsOf is the one table of things whose rows refer to those of a table: the products of suppliers. Nil where there is none, or several.
func (e *Engine) thingsOf(t *schema.Table) *schema.Table {
	if t == nil {
		return nil
	}
	return oneOf(func(yield func(*schema.Table) bool) {
		for _, k := range e.Index.Graph.Of(t) {
			if k.To == t && k.From != t && k.From.Named() && !Person(k.From) && !yield(k.From) {
				return
			}
		}
	})
}

// priceTo is the one column that tells what it costs to have something done, as words: the rental rate for "to rent". Empty where there is none,
// or several.
func (e *Engine) priceTo(verb string) string {
	verb = strings.ToLower(verb)
	var found []*schema.Column
	for _, c := range e.Index.Columns {
		done := slices.ContainsFunc(c.Words, func(w string) bool { return strings.HasPrefix(w, verb) })
		if done && c.Role == schema.Measure && c.Has(english.PricedWords...) {
			found = append(found, c)
		}
	}
	if len(found) != 1 || len(verb) < leastMended {
		return ""
	}
	return strings.Join(found[0].Words, " ")
}

// soldThings is the one table of things of which lines tell that they were sold; nil where there is none, or several.
func (e *Engine) soldThings() *schema.Table {
	return oneOf(func(yield func(*schema.Table) bool) {
		for _, m := range e.Index.Metrics() {
			for _, k := range e.Index.Graph.Of(m.Table) {
				if k.From == m.Table && k.To.Named() && !k.To.Party() && !yield(k.To) {
					return
				}
			}
		}
	})
}

// staff is the one table of people who work for whoever keeps the database; nil where there is none, or several.
func (e *Engine) staff() *schema.Table {
	return e.oneTable(func(t *schema.Table) bool { return t.Employed() && Person(t) })
}

// tableSpoken is the table that is spoken of by its name, else by what one of its rows is called; nil where there is none.
func (e *Engine) tableSpoken(said string) *schema.Table {
	var held *schema.Table
	for _, it := range e.Tagger.Tag(said, time.Time{}) {
		if t, score := it.BestTable(); t != nil && score >= tag.StrongName {
			return t
		}
		for _, v := range it.Values {
			if held == nil && slices.Contains(v.Column.Table.Label, v.Column) {
				held = v.Column.Table
			}
		}
	}
	return held
}

// partyOf is the one table of people to whom the rows of another belong; nil where there is none, or several.
func (e *Engine) partyOf(of *schema.Table) *schema.Table {
	if of == nil {
		return nil
	}
	return e.oneTable(func(t *schema.Table) bool {
		return Person(t) && !t.Employed() && slices.ContainsFunc(e.Index.Graph.Of(of), func(g *schema.Edge) bool { return g.From == of && g.To == t })
	})
}

// saysJoined says that a column tells when somebody signed up.
func saysJoined(c *schema.Column) bool {
	return c.Metric == nil && c.Condition == nil && c.Has("signup", "sign", "signed", "joined", "join", "registered", "registration", "enrolment", "enrollment")
}

// joining is the one table of people that tells when they came; nil where there is none, or several.
func (e *Engine) joining() *schema.Table {
	return e.oneTable(func(t *schema.Table) bool { return Person(t) && t.Moment != nil })
}

// joiners are the people who sign up, as those who are employed do not: those of whom a moment is called so, or all there are.
func (e *Engine) joiners() *schema.Table {
	joins := func(t *schema.Table) bool { return Person(t) && t.Moment != nil && !t.Employed() }
	signs := func(t *schema.Table) bool { return joins(t) && slices.ContainsFunc(t.Columns, saysJoined) }
	return cmp.Or(e.oneTable(signs), e.oneTable(joins))
}

// moneyRows is the one table of amounts that went from somebody to another; nil where there is none, or several.
func (e *Engine) moneyRows() *schema.Table {
	return e.oneTable(func(t *schema.Table) bool {
		return slices.ContainsFunc(t.Columns, isAmount) &&
			slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Has("recipient", "receiver", "payee", "beneficiary") })
	})
}

// isAmount says that a column holds sums of money.
func isAmount(c *schema.Column) bool { return c.Has("amount") && c.Role == schema.Measure }

// joiningMoment is what the day is called on which somebody came; empty where a column is called so itself, or nothing tells it.
func (e *Engine) joiningMoment() string {
	t := e.joining()
	if t == nil {
		return ""
	}
	for _, c := range t.Columns {
		if saysJoined(c) {
			return ""
		}
	}
	return strings.Join(t.Moment.Words, " ")
}

// Person says that rows of a table are people, or those who act like people.
func Person(t *schema.Table) bool {
	return len(t.Label) > 0 && (reading.People(t) || t.Called(english.Getters, english.Servers, english.Makers, english.Parties))
}
