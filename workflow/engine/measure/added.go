package measure

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads what is to be shown beside what is there: as it is said, then without what says no more of it than the
// query in force does.

// AddMeant shows what the words name beside what is shown: figures where the query takes figures, else columns.
func AddMeant(ed *edit.Editor, text string) bool {
	if ed.Root() == nil || ed.Query.Set != nil {
		return false
	}
	if english.RowsNumber[strings.ToLower(strings.Join(clause.ContentWords(text), " "))] && RowsEach(ed, text) {
		return true
	}
	if ed.Try(func() bool { return AddTime(ed, text) }) || ed.Try(func() bool { return AddDeed(ed, text) }) {
		return true
	}
	for _, said := range ofEach(ed, text) {
		if addRead(ed, said) {
			return true
		}
	}
	return false
}

// AddOwn shows columns of the things that make the groups: each group is one of them and has the value itself.
func AddOwn(ed *edit.Editor, text string) bool {
	rows := ShownAsRows(ed)
	if !ed.Block().Grouped() || rows.Table == nil || rows.Fact == rows.Table || ed.Query.Set != nil {
		return false
	}
	t, ok := ed.Targets(text)
	if !ok || slices.ContainsFunc(t, func(t edit.Target) bool {
		return t.Item >= 0 || t.Aggregate != "" || t.Entity != nil || t.Passed != nil || t.Grain != "" || t.Sorted || len(t.Columns) != 1 || t.Columns[0].Table != rows.Table || t.Columns[0].Key() || t.Columns[0].Metric != nil
	}) {
		return false
	}
	return clause.Add(ed, t)
}

// AddDeed shows the number of the things in force themselves that says what they did: "what it cost" is the actual cost.
func AddDeed(ed *edit.Editor, text string) bool {
	m := deedPattern.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	tables := ed.Scope().Tables()
	if ed.Block().Grouped() {
		if tables = nil; ShownAsRows(ed).Table != nil {
			tables = []*schema.Table{ShownAsRows(ed).Table}
		}
	}
	var found *schema.Column
	for _, t := range tables {
		for _, c := range t.Columns {
			if c.Role != schema.Measure || c.Hidden || !slices.ContainsFunc(c.Words, func(w string) bool { return schema.Stem(w) == schema.Stem(m[1]) }) || c.Has(english.Planned...) {
				continue
			}
			if found != nil {
				return false
			}
			found = c
		}
	}
	return found != nil && clause.Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{found}, Said: text}})
}

// AddLoosely is AddMeant without the one word that is nothing known: "the lost amount" is the amount.
func AddLoosely(ed *edit.Editor, text string) bool {
	if ed.Root() == nil || ed.Query.Set != nil {
		return false
	}
	for _, said := range ofEach(ed, text) {
		if known, lost := withoutUnknown(ed, said); lost > 0 && known != "" && addRead(ed, known) {
			ed.Lost += lost
			return true
		}
	}
	return false
}

// timePattern finds the first or last time of what the rows in force have: "the date of their last visit".
var timePattern = regexp.MustCompile(`(?i)^(?:the\s+)?(?:date|day|time|moment)s?\s+(?:of|when)\s+(?:their|its|his|her|the|each one's)?\s*(last|latest|newest|most recent|first|earliest|oldest)\s+(.+)$`)

// AddTime shows when the first or last row of what the words name was, of the groups' own rows or of each of those listed.
func AddTime(ed *edit.Editor, text string) bool {
	m := timePattern.FindStringSubmatch(text)
	root := ed.Root()
	if m == nil || root == nil {
		return false
	}
	of := root
	if !english.GenericNouns[strings.ToLower(m[2])] {
		t, known := ed.Targets(m[2])
		switch {
		case known && len(t) == 1 && t[0].Entity != nil:
			of = t[0].Entity
		case known || !ed.Block().Grouped():
			return false
		}
	}
	fn := "max"
	if w := strings.ToLower(m[1]); w == "first" || w == "earliest" || w == "oldest" {
		fn = "min"
	}
	c := of.Moment
	if of == root && ed.Block().Grouped() {
		c = ed.Moment()
	}
	if c == nil || of == root && !ed.Block().Grouped() {
		return false
	}
	term := meaning.AggregateOf(fn, c, meaning.Span{})
	term.Of, term.Name = of, strings.ToLower(m[1]+" "+m[2])
	return AddFigures(ed, compose.Part{Show: []meaning.Term{term}})
}

// What the rows in force do with what is to be added says no more of it: "the seats they had". What was done to them names it:
// "what we billed them" is the billed amount.
var (
	clausePattern = regexp.MustCompile(`(?i)\s+(?:that\s+|which\s+)?(?:they|we|he|she|it)\s+(?:each\s+)?(?:have\s+|has\s+|had\s+)?[a-z]+$`)
	deedPattern   = regexp.MustCompile(`(?i)^(?:what|how much|the amounts?)\s+(?:that\s+)?(?:was|were|(?:they|we|he|she|it)(?:\s+each)?)\s+(?:have\s+|has\s+|had\s+)?([a-z]+)(?:\s+(?:to\s+|for\s+)?(?:them|it|him|her))?\b`)
)

// piecesPattern asks how many pieces went: "how many were sold", "units sold".
var piecesPattern = regexp.MustCompile(`(?i)^(?:the\s+)?(?:how many(?:\s+units|\s+pieces|\s+items)?\s+(?:were|was|are|have been|got)|(?:number of\s+)?(?:units|pieces|quantity|quantities)|number|amount)\s+(?:sold|ordered|bought|purchased|shipped|delivered|returned|used|made|moved)(?:\s+(?:of\s+)?each)?$`)

// pieces is the name of the one quantity that the finest rows in force have; empty where they have none, or several.
func pieces(ed *edit.Editor) string {
	root := ed.Root()
	if root == nil {
		return ""
	}
	var found *schema.Column
	for _, c := range root.Columns {
		if c.Role != schema.Measure || c.Hidden || !c.Has("quantity", "qty", "units", "unit", "pieces", "piece", "count") || c.Has("price", "cost") {
			continue
		}
		if found != nil {
			return ""
		}
		found = c
	}
	if found == nil {
		return ""
	}
	return "total " + found.Said()
}

// ofEach are the forms of a text, plainer one by one: without its words for the rows in force and the verb that they come
// with ("how many policies each sold" is how many policies).
func ofEach(ed *edit.Editor, text string) []string {
	text = withoutCurrency(text)
	out := []string{text}
	if piecesPattern.MatchString(text) && pieces(ed) != "" {
		out = []string{pieces(ed), text}
	}
	if deedPattern.MatchString(text) {
		out = append(out, deedPattern.ReplaceAllString(text, "$1 amount"), deedPattern.ReplaceAllString(text, "$1"))
	}
	if short := clausePattern.ReplaceAllString(text, ""); short != text && len(clause.ContentWords(short)) > 0 {
		out = append(out, short)
	}
	for _, said := range slices.Clone(out) {
		var kept []string
		for _, w := range strings.Fields(said) {
			if !english.ForRows[strings.ToLower(w)] {
				kept = append(kept, w)
			}
		}
		n := len(kept)
		if n == 0 || n == len(strings.Fields(said)) {
			continue
		}
		out = append(out, strings.Join(kept, " "))
		if last := ed.Tag(kept[n-1]); n > 2 && len(last) == 1 && schema.Participle(strings.ToLower(kept[n-1])) {
			out = append(out, strings.Join(kept[:n-1], " "))
		}
	}
	return out
}

// currencyTail finds in what money a figure is to be shown, behind its name: "the reserve in pounds", "the value, in euro".
var currencyTail = regexp.MustCompile(`(?i),?\s+in\s+(\S+)$`)

// withoutCurrency is a text without the money of whole units that it ends in: figures are shown in that anyway.
func withoutCurrency(text string) string {
	m := currencyTail.FindStringSubmatchIndex(text)
	if m == nil || m[0] == 0 || !grammar.WholeCurrency(strings.ToLower(text[m[2]:m[3]])) {
		return text
	}
	return text[:m[0]]
}

// withoutUnknown is a text without the words that are nothing known, and how many these are; empty when none is left, or more
// than one would go.
func withoutUnknown(ed *edit.Editor, text string) (string, int) {
	var kept []string
	lost := 0
	for _, it := range ed.Tag(text) {
		if it.Plain() && strings.ContainsFunc(it.Lower, tag.IsWordRune) && !grammar.Trades(it.Lower) {
			lost++
			continue
		}
		kept = append(kept, it.Text)
	}
	said := strings.Join(kept, " ")
	if lost != 1 || len(clause.ContentWords(said)) == 0 {
		return "", 0
	}
	return said, lost
}

// OwnMeasure reads words for what was earned or spent, or for any amount, as the one number of the rows in force that says so;
// not ok when they have none, or several.
func OwnMeasure(ed *edit.Editor, text string) (compose.Part, bool) {
	words := clause.ContentWords(text)
	root := ed.Root()
	if len(words) == 2 && words[0] == "total" {
		words = words[1:]
	}
	if len(words) != 1 || root == nil || Counting.MatchString(text) || !grammar.Trades(words[0]) && !english.AnyAmount[words[0]] {
		return compose.Part{}, false
	}
	c := WorthOf(root)
	if c == nil {
		return compose.Part{}, false
	}
	return compose.Part{Show: []meaning.Term{meaning.AggregateOf("sum", c, meaning.Span{})}, Score: 1}, true
}

// ownWorths are words of columns that say what a row comes to, the likeliest first; english.PieceWords say that it is what one
// piece of it does.
var (
	ownWorths = [][]string{{"revenue", "turnover", "sales", "income"}, {"net"}, {"total", "amount"}, {"price", "fee", "premium", "charge", "spend"}, {"value", "cost"}}
)

// numberOfThings asks how many of what there are.
var numberOfThings = regexp.MustCompile(`(?i)^(?:the\s+)?(?:number|count) of (?:the\s+)?(.+)$`)

// Counting is said before what is counted: no amount is meant.
var Counting = regexp.MustCompile(`(?i)\b(how many|(number|count) of)\b`)

// tellElsewhere tells that a figure is taken of those rows alone of which another table has some: the words may have meant less.
func tellElsewhere(ed *edit.Editor, where []meaning.Cond) {
	for _, k := range where {
		if k.Op == meaning.Exists || k.Op == meaning.NotExists {
			ed.Assume("the figure is of those alone " + k.Explain())
		}
	}
}

// addRead shows what the reader of questions makes of a text.
func addRead(ed *edit.Editor, text string) bool {
	root := ed.Root()
	composer := ed.Engine.Composer
	if !ed.Block().Grouped() {
		for _, p := range Best(ed, composer.Columns(text, root, ed.Now)) {
			if ed.Try(func() bool { return AddColumnsMeant(ed, p) }) {
				return true
			}
		}
	}
	figures := figuresOf(ed, text)
	if m := numberOfThings.FindStringSubmatch(text); m != nil && ed.Block().Grouped() && CallsCounted(ed, m[1]) {
		figures = slices.Insert(figures, 0, compose.Part{Show: []meaning.Term{meaning.CountOf(root, meaning.Span{})}, Score: 1})
	}
	if own, ok := OwnMeasure(ed, text); ok && ed.Block().Grouped() {
		figures = slices.Insert(figures, 0, own)
	}
	for _, p := range figures {
		if Counting.MatchString(text) && len(p.Show) == 1 && p.Show[0].Fn == "sum" && len(p.Show[0].Args) == 1 && p.Show[0].Args[0].Column != nil && !p.Show[0].Args[0].Column.OfMany() && !p.Show[0].Args[0].Column.Has("quantity", "qty", "units", "pieces", "count", "number", "num") {
			p.Show = []meaning.Term{{Kind: meaning.Count, Of: p.Show[0].Of, Args: []meaning.Term{meaning.ColumnTerm(p.Show[0].Args[0].Column, meaning.Span{})}}} // how many there are, not what they add up to
		}
		if ed.Try(func() bool { return AddFigures(ed, p) }) {
			tellElsewhere(ed, p.Where)
			return true
		}
	}
	return false
}

// AddColumnsMeant shows columns beside those in force, each by the way that the reader of questions found.
func AddColumnsMeant(ed *edit.Editor, p compose.Part) bool {
	var items []statement.Item
	ok := onto(ed, func(s *meaning.Scope) error {
		items = nil
		s.Adding()
		for _, t := range p.Show {
			x, err := s.Term(t)
			if err != nil {
				return err
			}
			items = append(items, statement.Item{Expr: x, Alias: ed.DistinctName(t.Column)})
		}
		return nil
	})
	return ok && ed.Append(items...)
}

// shutOut says that the query in force keeps rows with other values of a column than a condition asks for: none are left.
func shutOut(ed *edit.Editor, c meaning.Cond) bool {
	if c.Op != meaning.Equal || c.Left.Column == nil || len(c.Values) == 0 {
		return false
	}
	return slices.ContainsFunc(ed.Block().Where, func(p statement.Expr) bool {
		kept, ok := edit.ConstraintOf(p)
		if !ok || kept.Negated || ed.Scope().Subject(p) != c.Left.Column {
			return false
		}
		return !slices.ContainsFunc(kept.Values, func(v statement.Expr) bool {
			held, literal := v.AsLiteral()
			return !literal || slices.Contains(c.Values, held)
		})
	})
}

// AddFigures shows figures beside those in force, each over its own rows, where some are left.
func AddFigures(ed *edit.Editor, p compose.Part) bool {
	if slices.ContainsFunc(p.Where, func(c meaning.Cond) bool { return shutOut(ed, c) }) {
		return false
	}
	for _, t := range p.Show {
		x, ok := figureExpr(ed, t, p.Where)
		if !ok {
			return false
		}
		item := statement.Item{Expr: x, Alias: clause.FreeName(ed, termName(t))}
		if q := ed.Block(); x.Aggregate() || !q.Grouped() {
			if !ed.Append(item) {
				return false
			}
		} else {
			q.Items = append(slices.Clip(q.Items), item) // what it is made of is a key of the groups already
		}
		ed.Understand(t.Explain())
	}
	return true
}

// IncludeAdded lets rows in that the words name by a value: "add Norway". What the rows in force have, or did, is no value.
func IncludeAdded(ed *edit.Editor, text string) bool {
	words := strings.Fields(strings.ToLower(text))
	if slices.ContainsFunc(words, func(w string) bool { return english.ForRows[w] || english.WhWords[w] }) {
		return false
	}
	if t, ok := ed.Targets(text); ok && !slices.ContainsFunc(t, func(t edit.Target) bool { return t.Entity != nil || len(t.Columns) != 1 }) {
		return false // a column by its name
	}
	list, lost := ed.Conditions(text)
	if lost > 0 || len(list) == 0 || ed.Block().Grouped() && namesFigure(ed, text) {
		return false
	}
	return !slices.ContainsFunc(list, func(c edit.Condition) bool {
		return c.Kind != edit.ValueCondition || c.Column == nil || ed.Query.Set == nil && len(ed.Scope().About(c.Column)) == 0 || !Put(ed, c, IncludeMode)
	})
}

// namesFigure says that a word of the text is the name of a number, and none is a value.
func namesFigure(ed *edit.Editor, text string) bool {
	number := false
	for _, it := range ed.Tag(text) {
		c, score := ed.Column(it.Matches)
		if c != nil && c.Role == schema.Measure && score >= reader.LeastName {
			number = true
		}
	}
	return number
}

// CallsThing says that a text names rows of the table, or any rows.
func CallsThing(ed *edit.Editor, text string, t *schema.Table) bool {
	return !slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool {
		named, score := it.BestTable()
		return !(named == t && score >= tag.StrongName) && !edit.Skippable(&it) && !english.RowNouns[schema.Lemma(it.Lower)] && it.Lower != "others" && it.Lower != "other"
	})
}

// CompareTally keeps the groups by how many rows they have: of rows that an earlier input called so and no name here does ("with 30
// jobs or more"), or of those that have a value of which the groups show a figure ("at least 10 ratings" beside the average rating).
func CompareTally(ed *edit.Editor, operator, text string, n int) bool {
	if len(ed.Block().GroupBy) == 0 || ed.Query.Set != nil || clause.SaysHundredths(ed) {
		return false
	}
	v := statement.Literal(int64(n))
	if x, ok := clause.ValuesCalled(ed, text); ok {
		return clause.HavingOf(ed, statement.Call("count", x), operator, v)
	}
	unknown := clause.ContentWords(text)
	if root := ed.Root(); root != nil && CallsThing(ed, text, root) && !Nested(ed) {
		return clause.HavingOf(ed, statement.CountStar(), operator, v)
	}
	if _, known := ed.Targets(text); known || len(unknown) == 0 || len(Meant(ed, text)) > 0 || !clause.SaidBefore(ed, unknown) {
		return false
	}
	ed.Taken = append(ed.Taken, clause.Lowered(unknown)...)
	ed.Assume(fmt.Sprintf("%s are the rows that are counted", strings.Join(unknown, " ")))
	return clause.HavingOf(ed, statement.CountStar(), operator, v)
}

// NameOf is the column by which a row is named: the last of its label, else its key.
func NameOf(t *schema.Table) *schema.Column {
	if n := len(t.Label); n > 0 {
		return t.Label[n-1]
	}
	return t.PrimaryKey()
}

// WithoutOne is what a row is called by, without the words that point at it: "Oslo" of "the Oslo one".
func WithoutOne(text string) string {
	words := strings.Fields(text)
	if len(words) > 1 && strings.EqualFold(words[0], "the") {
		words = words[1:]
	}
	if n := len(words) - 1; n > 0 && (strings.EqualFold(words[n], "one") || strings.EqualFold(words[n], "ones")) {
		words = words[:n]
	}
	return strings.Join(words, " ")
}

// TallyAgain keeps the groups that have exactly so many rows, in the place of the bound in force: "those with only 1 order?" after "users with
// more than 9 orders".
func TallyAgain(ed *edit.Editor, text string, n int) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.Having) != 1 {
		return false
	}
	_, tally, _, compares := q.Having[0].AsBinary()
	if name, _, _, _, call := tally.AsCall(); !compares || !call || !strings.EqualFold(name, "count") {
		return false
	}
	if !slices.ContainsFunc(ed.Scope().Tables(), func(t *schema.Table) bool { return CallsThing(ed, text, t) }) {
		return false
	}
	q.Having = nil
	return clause.HavingOf(ed, tally, "=", statement.Literal(int64(n)))
}
