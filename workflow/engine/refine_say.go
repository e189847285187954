package engine

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// theStates finds the short name of a country that is a pronoun elsewhere.
var theStates = regexp.MustCompile(`\b(?i:in|from|to|of|for|within|outside|just|only)\s+(?i:the\s+us)\b|\b(?i:in|only|within)\s+US\b|\b(?i:in|within)\s+us\b`)

// ofStates is the input with the United States by a name that is no pronoun: "in the us", "only US accounts".
func ofStates(input string) string {
	return theStates.ReplaceAllStringFunc(input, func(said string) string { return said + "a" })
}

// aggregate is the function that a word of the stretch names, when a shown column took the word for its name.
func (u utterance) aggregate(ed *editor, s stretch) string {
	for _, it := range ed.tag(u.text(s)) {
		if f := functionOf[it.Cue.Kind]; f != "" && f != "count" {
			return f
		}
	}
	return ""
}

// apply reads a stretch as one refinement, or as several in a row.
func (ed *editor) apply(u utterance, s stretch) bool {
	s = u.trim(s)
	if s.empty() {
		return false
	}
	several := u.severalActs(s)
	if !several && ed.applyOne(u, s) {
		return true
	}
	if english.Opener[u.words[s.from]] {
		return ed.apply(u, stretch{s.from + 1, s.to})
	}
	for i := s.from + 1; i < s.to-1; i++ {
		if !english.Joint[u.words[i]] {
			continue
		}
		split := func() bool {
			return ed.applyOne(u, u.trim(stretch{s.from, i})) && (ed.apply(u, stretch{i + 1, s.to}) || ed.applyOne(u, stretch{i, s.to}))
		}
		if ed.try(split) {
			return true
		}
	}
	if several && ed.applyOne(u, s) {
		return true
	}
	return english.Joint[u.words[s.from]] && ed.apply(u, stretch{s.from + 1, s.to})
}

// applyOne tries the rules in order.
func (ed *editor) applyOne(u utterance, s stretch) bool {
	for _, r := range rules {
		for _, p := range r.patterns {
			f, ok := p.match(u.words, s)
			details := len(ed.understood)
			if ok && ed.try(func() bool { return r.apply(ed, u, f) }) {
				ed.operations = append(ed.operations, r.name)
				ed.became(u, s, r.name, details)
				return true
			}
		}
	}
	return false
}

// became says which words became which edit, with how it read them: what was understood since. An input that is one edit
// and leaves nothing open says so itself.
func (ed *editor) became(u utterance, s stretch, rule string, since int) {
	details := ed.understood[since:]
	if len(details) == 0 && s == u.trim(stretch{0, len(u.tokens)}) {
		return
	}
	line := u.text(s) + " = " + deedOf[rule]
	if len(details) > 0 {
		line += " (" + strings.Join(details, ", ") + ")"
	}
	ed.understood = append(ed.understood[:since:since], line)
}

// topOf reads what follows "top 5": "by price", or what the rows are.
func (ed *editor) topOf(text string, desc bool) bool {
	words := strings.Fields(strings.ToLower(text))
	if len(words) > 1 && words[0] == "by" {
		return ed.orderBy(strings.Join(words[1:], " "), desc)
	}
	for _, it := range ed.tag(text) {
		t, _ := it.BestTable()
		c, _ := ed.column(it.Matches)
		shown := false
		if c != nil {
			_, shown = ed.scope().shown(c)
		}
		if !skippable(&it) && !shown && (t == nil || ed.near(t) > 0) {
			return false
		}
	}
	return true
}

// yearMeant says that a bare figure is a year rather than a number of rows: "only 1997".
func (ed *editor) yearMeant(u utterance, n int) bool {
	return n >= 1800 && n <= 2200 && ed.moment() != nil && !u.has("limit") && !u.has("rows") && !u.has("results")
}

// orderBy orders by what the text names, in the direction said.
func (ed *editor) orderBy(text string, desc bool) bool {
	t, ok := ed.targets(text)
	for i := range t {
		t[i].desc, t[i].sorted = desc, true
	}
	return ok && ed.order(t, false)
}

// groupByUnit groups by the unit of time that one of the words names: "monthly".
func (ed *editor) groupByUnit(words []string) bool {
	for _, w := range words {
		if unit, m := Unit(w), ed.moment(); unit != "" && m != nil {
			return ed.group([]target{{item: -1, columns: []*schema.Column{m}, grain: unit, said: unit}}, false)
		}
	}
	return false
}

// groupOrOrder reads "by X": the groups of a query, or the order of a list that has one when another is wanted.
func (ed *editor) groupOrOrder(t []target, keep, instead bool) bool {
	if !ed.block().Grouped() && (instead && len(ed.query.OrderBy) > 0 || ed.names(t)) {
		return ed.order(t, false)
	}
	return ed.group(t, keep)
}

// names says that the targets are what each of the rows is called, or a figure of each ("by price"): a list is sorted by them,
// there is little to group.
func (ed *editor) names(targets []target) bool {
	tables := ed.scope().tables()
	for _, t := range targets {
		if len(tables) == 0 || t.entity != nil || len(t.columns) != 1 || !slices.Contains(tables[0].Label, t.columns[0]) && !(t.columns[0].Table == tables[0] && varied(t.columns[0])) {
			return false
		}
	}
	return true
}

// manyFigures is from how many distinct values on rows are not counted by a figure.
const manyFigures = 30

// varied says that a column holds figures of which most rows have another.
func varied(c *schema.Column) bool { return c.Role == schema.Measure && c.Distinct > manyFigures }

// superlative orders by "newest", "cheapest", "most products", "highest freight".
func (ed *editor) superlative(text string) bool {
	desc, dimension, found := true, []string(nil), false
	items := ed.tag(text)
	var rest []string
	for i := range items {
		it := &items[i]
		switch {
		case it.Is(Superlative):
			desc, dimension, found = it.Cue.Desc, it.Cue.Dimension, true
		case it.Is(Most, Least, Common, Top, Bottom):
			desc, found = !it.Is(Least, Bottom), true
		case !skippable(it):
			rest = append(rest, it.Text)
		}
	}
	if !found {
		return false
	}
	if said := strings.ToLower(strings.TrimSpace(text)); len(rest) == 0 && (said == "worst" || said == "best") && (ed.block().Grouped() || ed.harmful()) {
		return ed.worst(said == "best")
	}
	if what := strings.Join(rest, " "); len(rest) > 0 && !temporal(dimension) && len(ed.block().GroupBy) > 0 && ed.namesGroups(what) && ed.byMeasure(desc) {
		return true
	}
	if len(rest) > 0 {
		old := slices.Contains(dimension, "-date") || slices.Contains(dimension, "age")
		if old && ed.byAge(strings.Join(rest, " "), desc) {
			return true
		}
		if what := strings.Join(rest, " "); slices.Contains(dimension, "-date") && ed.namesMoment(what) {
			return ed.superlativeOf(what, !desc)
		}
		what := strings.Join(rest, " ")
		if i, ok := ed.amountOfGroups(what); ok && len(dimension) == 0 {
			ed.assume(what + " are " + cmp.Or(itemName(ed.block().Items[i]), "what is shown"))
			return ed.sortByItem(i, desc)
		}
		if i, ok := ed.amountShown(what); ok {
			return ed.sortByItem(i, desc)
		}
		if c := ed.sizeOf(what); c != nil && len(dimension) > 0 && !temporal(dimension) {
			ed.understand(fmt.Sprintf("%s = %s", what, c))
			return ed.order([]target{{item: -1, columns: []*schema.Column{c}, desc: desc, sorted: true}}, false)
		}
		if ed.sizeless(what) {
			return len(dimension) > 0 && !temporal(dimension) && ed.orderDimension(dimension, desc)
		}
		return ed.superlativeOf(what, desc)
	}
	return ed.orderDimension(dimension, desc)
}

// amountShown is the one number that rows show, no column of a table, where a mere word for amounts is said: "biggest amount first" over what
// is still to be paid.
func (ed *editor) amountShown(text string) (int, bool) {
	words := contentWords(text)
	if len(words) != 1 || !english.AmountNouns[words[0]] && !english.AnyAmount[words[0]] || ed.block().Grouped() {
		return 0, false
	}
	i, ok := ed.onlyNumber()
	return i, ok && ed.scope().column(ed.block().Items[i].Expr) == nil
}

// sizeOf is the number of the rows in force that goes by a text as well, where it is read as what is no number: farms have a name, and so
// many acres.
func (ed *editor) sizeOf(text string) *schema.Column {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].aggregate != "" || ed.block().Grouped() {
		return nil
	}
	read := t[0].columns
	if t[0].item >= 0 {
		read = []*schema.Column{ed.scope().column(ed.block().Items[t[0].item].Expr)}
	}
	if len(read) != 1 || read[0] == nil || read[0].Role == schema.Measure || read[0].Role == schema.Moment || read[0].Type.Numeric() && !read[0].Key() {
		return nil
	}
	var found *schema.Column
	for _, it := range ed.tag(text) {
		for _, m := range it.Matches {
			if c := m.Column; c == nil || c.Role != schema.Measure || c.Hidden || c.Table != read[0].Table || m.Score() < leastName {
				continue
			}
			if found != nil && found != m.Column {
				return nil
			}
			found = m.Column
		}
	}
	return found
}

// sizeless says that a text names what has no size by itself, a name, a text or a key: the biggest farms are those of the most land, not
// those whose names come last.
func (ed *editor) sizeless(text string) bool {
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].aggregate != "" || ed.block().Grouped() {
		return false
	}
	columns := t[0].columns
	if t[0].item >= 0 {
		columns = []*schema.Column{ed.scope().column(ed.block().Items[t[0].item].Expr)}
	}
	return len(columns) > 0 && columns[0] != nil && !slices.ContainsFunc(columns, func(c *schema.Column) bool {
		return !c.Key() && c.Role != schema.Label && (c.Role != schema.Free || c.Type.Numeric())
	})
}

// span orders "from cheap to expensive": two adjectives of one measure, the first of them first.
func (ed *editor) span(from, to string) bool {
	a, b := ed.tag(from), ed.tag(to)
	if len(a) != 1 || len(b) != 1 {
		return false
	}
	graded := func(it *Item) bool { return it.Is(Quality, Superlative) && len(it.Cue.Dimension) > 0 }
	if !graded(&a[0]) || !graded(&b[0]) || a[0].Cue.Desc == b[0].Cue.Desc {
		return false
	}
	return ed.orderDimension(a[0].Cue.Dimension, a[0].Cue.Desc)
}

// superlativeOf orders by what is named: a column, or the number of an entity that is counted.
func (ed *editor) superlativeOf(text string, desc bool) bool {
	if i, ok := ed.figureSaid(text); ok && english.RateNouns[lastWord(text)] {
		return ed.sortByItem(i, desc)
	}
	if i, ok := ed.measure(); ok && ed.block().Grouped() {
		for _, it := range ed.tag(text) {
			if t, _ := ed.table(it.Matches); t != nil && ed.near(t) == 0 && it.Is(NoCue) {
				ed.query.ClearOrder()
				return ed.order([]target{{item: i, desc: desc, sorted: true}}, false)
			}
		}
	}
	if c := ed.measureOf(text); c != nil {
		return ed.order([]target{{item: -1, columns: []*schema.Column{c}, desc: desc, sorted: true}}, false)
	}
	if ed.try(func() bool { return ed.orderBy(text, desc) && ed.ordersGroups() }) {
		return true
	}
	if i := ed.shownOfFamily(text); i >= 0 {
		return ed.sortByItem(i, desc)
	}
	i, ok := ed.amountOfGroups(text)
	if ok {
		ed.assume("the order goes by " + cmp.Or(itemName(ed.block().Items[i]), "the figure shown"))
	}
	return ok && ed.sortByItem(i, desc)
}

func lastWord(text string) string {
	words := contentWords(text)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// amountOfGroups is the total in force where a text names a number that no shown figure is of: of groups, "the most tonnes" are theirs.
func (ed *editor) amountOfGroups(text string) (int, bool) {
	i, ok := ed.measure()
	if !ok || ed.query.Set != nil || len(ed.block().GroupBy) == 0 || isCount(ed.block().Items[i].Expr) || !strings.HasPrefix(strings.ToLower(ed.block().Items[i].Expr.SQL()), "sum(") {
		return 0, false
	}
	t, named := ed.targets(text)
	if !named || len(t) != 1 || t[0].item >= 0 || t[0].entity != nil || t[0].aggregate != "" || len(t[0].columns) != 1 || t[0].columns[0].Role != schema.Measure {
		return 0, false
	}
	_, shown := ed.aggregateOf(t[0])
	return i, !shown
}

// ordersGroups says that the first key of the order has one value for each row that is shown.
func (ed *editor) ordersGroups() bool {
	q := ed.block()
	if ed.query.Set != nil || len(q.GroupBy) == 0 || len(ed.query.OrderBy) == 0 {
		return true
	}
	x := q.Meaning(ed.query.OrderBy[0].Expr)
	return x.Aggregate() || q.ItemOf(ed.query.OrderBy[0].Expr) >= 0 || q.OnePerGroup(x, ed.scope().names)
}

// measureOf is the one number of the rows in force that the last word of several names, where the words together are read as what is no
// number: the highest "declared value" is no declaration's number.
func (ed *editor) measureOf(text string) *schema.Column {
	words := contentWords(text)
	t, ok := ed.targets(text)
	root := ed.root()
	if len(words) < 2 || root == nil || ed.block().Grouped() || ok && (len(t) != 1 || t[0].item >= 0 || len(t[0].columns) != 1 || t[0].columns[0].Role == schema.Measure) {
		return nil
	}
	var found *schema.Column
	for _, c := range root.Columns {
		if c.Role != schema.Measure || c.Hidden || !slices.Contains(c.Words, schema.Lemma(words[len(words)-1])) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// countShown is the one shown count; -1 when there is none, or several.
func (ed *editor) countShown() int {
	found := -1
	for i, item := range ed.block().Items {
		name, _, _, _, ok := item.Expr.AsCall()
		if !ok || !strings.EqualFold(name, "count") {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// shownOfFamily is the one shown number whose name is of the family of the last word: what a "spender" spent; -1 for none.
func (ed *editor) shownOfFamily(text string) int {
	words := contentWords(text)
	if len(words) == 0 {
		return -1
	}
	said, found := schema.Stem(words[len(words)-1]), -1
	for i, item := range ed.block().Items {
		if !ed.number(item.Expr) || !slices.ContainsFunc(schema.Split(itemName(item)), func(w string) bool { return schema.Stem(strings.ToLower(w)) == said }) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// byAge orders people by their birth: the oldest first is who was born first. Not ok where the words name no people in force
// whose birth, or age, is known.
func (ed *editor) byAge(text string, desc bool) bool {
	for _, it := range ed.tag(text) {
		for _, t := range ed.scope().tables() {
			if m, _ := it.BestTable(); m != t && !slices.Contains(lemmasOf(strings.Fields(it.Lower)), t.Words[len(t.Words)-1]) {
				continue
			}
			i := slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return c.Has("birth", "birthday", "dob") && c.Role == schema.Moment })
			if i < 0 {
				continue
			}
			c := t.Columns[i]
			ed.understand(fmt.Sprintf("sorted by %s", c))
			return ed.order([]target{{item: -1, columns: []*schema.Column{c}, desc: !desc, sorted: true}}, false)
		}
	}
	return false
}

// namesMoment says that the words name one time, of which the oldest is the least.
func (ed *editor) namesMoment(text string) bool {
	t, ok := ed.targets(text)
	return ok && len(t) == 1 && len(t[0].columns) == 1 && t[0].columns[0].Role == schema.Moment
}

// orderDimension orders by what an adjective measures: a column of that sense, the time, else the measure in force.
func (ed *editor) orderDimension(dimension []string, desc bool) bool {
	if len(dimension) > 0 && dimension[0] == "*" && !temporal(dimension) && ed.inMeasureOrder() {
		return ed.direct(desc)
	}
	if len(ed.operations) > 0 && ed.operations[len(ed.operations)-1] == "order" && (len(dimension) == 0 || dimension[0] == "*") {
		return ed.direct(desc)
	}
	if len(dimension) > 0 && dimension[0] == "*" && !temporal(dimension) && ed.byMeasure(desc) {
		return true
	}
	if i, ok := ed.lasting(); ok && slices.Contains(dimension, "-time") {
		return ed.sortByItem(i, !desc)
	}
	if slices.Contains(dimension, "count") {
		if i := ed.countShown(); i >= 0 {
			return ed.sortByItem(i, desc)
		}
	}
	if temporal(dimension) {
		up := desc
		for _, w := range dimension {
			if w == "-date" {
				up = !desc
			}
		}
		if len(dimension) > 0 && dimension[0] == "*" && ed.byMoment(up) {
			return true
		}
	}
	if i, ok := ed.figureOfDimension(dimension); ok {
		return ed.sortByItem(i, desc)
	}
	if c, turned := ed.measured(dimension); c != nil {
		if ed.byTimeInView(c, dimension, desc) {
			return true
		}
		if bound := ed.boundMoment(c.Table); bound != nil && c.Role == schema.Moment && !c.Has("birth", "birthday", "dob") {
			c = bound
		}
		ed.understand(fmt.Sprintf("sorted by %s", c))
		return ed.order([]target{{item: -1, columns: []*schema.Column{c}, desc: desc != turned, sorted: true}}, false)
	}
	if root := ed.root(); root != nil && len(dimension) > 0 && dimension[0] == "*" && !temporal(dimension) && !ed.block().Grouped() {
		if c := ed.worthColumn(root); c != nil { // the biggest of rows of money is the one of the most
			ed.understand(fmt.Sprintf("sorted by %s", c))
			return ed.order([]target{{item: -1, columns: []*schema.Column{c}, desc: desc, sorted: true}}, false)
		}
	}
	for _, w := range dimension {
		if w == "-date" {
			return ed.byMoment(!desc)
		}
	}
	if len(measures(ed.block())) > 1 && len(dimension) > 0 && dimension[0] != "*" {
		ed.assume("the order goes by the first figure") // none of them is of that sense
	}
	return ed.byMeasure(desc)
}

// inMeasureOrder says that the rows, which are no groups, are in the order of a number of theirs: that is what is highest or lowest.
func (ed *editor) inMeasureOrder() bool {
	if ed.query.Set != nil || ed.block().Grouped() || len(ed.query.OrderBy) != 1 || !ed.query.Limit.IsZero() {
		return false
	}
	c := ed.scope().column(ed.query.OrderBy[0].Expr)
	return c != nil && c.Role == schema.Measure
}

// otherEnd turns the order of a cut list around: "what about the least?" after the most.
func (ed *editor) otherEnd(text string) bool {
	if len(ed.query.OrderBy) != 1 || ed.query.Limit.IsZero() {
		return false
	}
	items := ed.tag(text)
	for i := range items {
		switch it := &items[i]; {
		case it.Is(Superlative):
			_, turned := ed.measured(it.Cue.Dimension)
			return ed.turnTo(it.Cue.Desc != turned)
		case it.Is(Most, Common):
			return ed.turnTo(true)
		case it.Is(Least):
			return ed.turnTo(false)
		case !skippable(it) && !ed.speaksOf(it):
			return false
		}
	}
	return false
}

// speaksOf says that the item is a name of what the query reads, or a relative word behind it.
func (ed *editor) speaksOf(it *Item) bool {
	t, score := ed.table(it.Matches)
	c, columnScore := ed.column(it.Matches)
	return it.Is(Who, Exists) || it.Lower == "that" || it.Lower == "'s" || t != nil && score >= strongName && ed.near(t) == 0 || c != nil && columnScore >= strongName && ed.near(c.Table) == 0
}

func (ed *editor) turnTo(desc bool) bool {
	if ed.query.OrderBy[0].Desc == desc {
		return false
	}
	ed.query.OrderBy[0].Desc = desc
	return true
}

func (ed *editor) settledExtreme(text string) bool {
	return ed.settled() && ed.query.Limit.IsZero() && ed.superlative(text) && ed.limit(1)
}

// end keeps the row at one end of the measure in force: "who has the most?".
func (ed *editor) end(u utterance) bool {
	if _, ok := ed.measure(); !ok || ed.query.Set != nil || !ed.query.Limit.IsZero() {
		return false
	}
	return ed.byMeasure(!u.any(english.LowWords)) && ed.limit(1)
}

// rule is a kind of refinement: ways of saying it, and what it does. apply says whether what fills the slots makes
// sense for it; when not, the tree is as it was and the next rule is tried.
type rule struct {
	name     string
	patterns []pattern
	apply    func(ed *editor, u utterance, f fit) bool
}

// rules are tried in this order: what is said with fixed words before what rests on its slots.
var rules []rule

// worthColumn is the one number of a table's rows that says what they are worth; nil where there is none.
func (ed *editor) worthColumn(t *schema.Table) *schema.Column {
	if c := onlyMeasureOf(t); c != nil {
		return c
	}
	return soldFor(t)
}
