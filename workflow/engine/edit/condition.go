package edit

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/question"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

type ConditionKind uint8

const (
	ValueCondition   ConditionKind = iota // the column is one of the values
	CompareCondition                      // the column, or the measure, compares with a number
	BetweenCondition                      // the same within two numbers
	PeriodCondition                       // the column lies in a period
	MatchCondition                        // the text matches a pattern
	NullCondition                         // the column has no value
)

// Condition is one phrase of feedback that says which rows are meant.
type Condition struct {
	Kind   ConditionKind
	Column *schema.Column
	// Item is the aggregate that is compared, when it is not a column; -1 otherwise.
	Item int
	// Tally says that the number of rows of a group is compared, which no item shows.
	Tally bool
	// Related is the table whose rows, as far as they belong to a row, are counted and compared.
	Related *schema.Table
	Negated bool
	// Values of ValueCondition, or the numbers of the others.
	Values   []statement.Expr
	Operator string
	Period   *tag.Period
	// Edge is the word before a period: "since", "after", "before", "until"; empty for within.
	Edge    string
	Pattern string
}

// conditionReader reads a phrase from left to right. What is named waits for its value, a comparison for its number.
type conditionReader struct {
	ed    *Editor
	items []tag.Item
	out   []Condition

	named   *schema.Column
	item    int
	negated bool
	cmp     *tag.Item
	low     *float64
	run     [][]schema.ValueMatch
	said    []string // the words of the run
	// has says that the column is said to be there: "with an email".
	has  bool
	lost int
}

// Conditions reads a phrase as conditions on the rows; lost counts the words that had no place.
func (ed *Editor) Conditions(text string) (out []Condition, lost int) {
	r := conditionReader{ed: ed, items: ed.joinShown(ed.Tag(text)), item: -1}
	for i := 0; i < len(r.items); i++ {
		i += r.read(i)
	}
	r.flush()
	r.finish()
	return r.out, r.lost
}

// read takes the item at i and gives how many further ones it took.
func (r *conditionReader) read(i int) int {
	it := &r.items[i]
	switch {
	case it.Is(tag.Starts, tag.Ends, tag.Contains) && i+1 < len(r.items) && !r.valued(it):
		return r.match(i)
	case r.governs(i):
	case r.valued(it):
		r.run, r.said = append(r.run, it.Values), append(r.said, it.Text)
	case it.Period != nil:
		r.flush()
		r.period(it)
	case it.HasNumber:
		r.flush()
		return r.number(it, i)
	case it.Is(tag.Compare, tag.Between):
		r.flush()
		r.cmp = it
	case r.listed(i):
		r.run, r.said = append(r.run, r.ed.Index.Values(it.Lower)), append(r.said, it.Text)
	case it.Is(tag.AtLeast) && len(r.out) > 0:
		r.out[len(r.out)-1].Operator = it.Cue.Operator
	case it.Is(tag.Negation, tag.Except):
		r.flush()
		r.negated = true
	case it.Is(tag.Missing) && r.named == nil && i+1 < len(r.items) && r.items[i+1].Mention():
		r.mention(&r.items[i+1]) // said before what it is of: "non-empty email"
		r.null(r.negated)
		return 1
	case it.Is(tag.Missing):
		r.null(r.negated)
	case it.Is(tag.Measures, tag.Quality) && !it.Mention():
		r.flush()
		if c, _ := r.ed.Measured(it.Cue.Dimension); c != nil {
			r.ed.Read(it.Text, c)
			r.name(c, -1)
		}
	case it.Mention(), r.figureShown(it):
		r.mention(it)
	case it.Is(tag.And, tag.Or, tag.Comma, tag.Either, tag.Both):
	case it.Is(tag.With, tag.Have):
		r.has = true
	case Skippable(it), it.Is(tag.Than, tag.But, tag.Same, tag.Exists, tag.Who, tag.Where, tag.When):
		if !it.Is(tag.Filler, tag.Whole) {
			r.flush()
		}
	default:
		r.unknown(it)
	}
	return 0
}

// valued says that the item is meant as a value: some column holds it, and no column is called just so.
func (r *conditionReader) valued(it *tag.Item) bool {
	if len(it.Values) == 0 || it.HasNumber && len(r.ed.holders([][]schema.ValueMatch{it.Values}, r.named)) == 0 {
		return false
	}
	if it.HasNumber && (r.cmp != nil || r.named == nil) {
		return false
	}
	if it.Quoted || it.Capital {
		return true
	}
	_, score := r.ed.Column(it.Matches)
	t, tableScore := r.ed.Table(it.Matches)
	if t != nil && (r.ed.Near(t) == 0 || r.ed.Near(t) == 1 && tableScore >= tag.StrongName && strings.HasSuffix(it.Lower, "s")) {
		score = max(score, tableScore)
	}
	return score < 1
}

// governs says that a word is but the verb of the value behind it, which the rows have: "held in euro" says of accounts in which money they
// are, and of no other rows that they are held.
func (r *conditionReader) governs(i int) bool {
	it := &r.items[i]
	if i+2 >= len(r.items) || !grammar.Light(it.Lower) || it.Quoted || it.Capital || !r.items[i+1].Is(tag.In) || !r.valued(it) || !r.valued(&r.items[i+2]) {
		return false
	}
	own := func(m schema.ValueMatch) bool { return r.ed.Near(m.Column.Table) == 0 }
	return !slices.ContainsFunc(it.Values, own) && slices.ContainsFunc(r.items[i+2].Values, own)
}

// listed says that a word which steers elsewhere is a value here: it stands in a list with another value of the column that holds it, as
// "first" does in "business or first".
func (r *conditionReader) listed(i int) bool {
	it := &r.items[i]
	own := r.ed.Index.Values(it.Lower)
	if len(own) == 0 || r.valued(it) || it.HasNumber {
		return false
	}
	for _, k := range []int{i - 2, i + 2} {
		if k < 0 || k >= len(r.items) || !r.items[(i+k)/2].Is(tag.And, tag.Or, tag.Comma) {
			continue
		}
		for _, v := range own {
			if v.Whole && slices.ContainsFunc(r.items[k].Values, func(o schema.ValueMatch) bool { return o.Column == v.Column && o.Whole }) {
				return true
			}
		}
	}
	return false
}

// figureShown says that the item is the name of a figure on screen.
func (r *conditionReader) figureShown(it *tag.Item) bool {
	i, ok := r.ed.Alias(it.Lower)
	return ok && r.ed.Opaque(i)
}

func (r *conditionReader) mention(it *tag.Item) {
	if i, ok := r.ed.Alias(it.Lower); ok && r.ed.Opaque(i) {
		r.name(nil, i)
		return
	}
	c, score := r.ed.Column(it.Matches)
	t, tableScore := r.ed.Table(it.Matches)
	switch {
	case it.Quoted && len(it.Values) == 0:
		r.literal(it)
	case c != nil && (t == nil || score > tableScore):
		r.ed.Read(it.Text, c)
		r.name(c, -1)
	case t != nil && r.ed.Near(t) == 0:
		r.entity()
	case t != nil && len(r.out) > 0 && r.waiting() && !r.ed.Block().Grouped():
		r.out[len(r.out)-1].Related = t
	case t != nil:
		r.lost++
	default:
		r.unknown(it)
	}
}

// entity is the name of what the rows are: "tracks" after a number means their count, where rows are counted.
func (r *conditionReader) entity() {
	if len(r.out) == 0 || !r.waiting() || !r.ed.Block().Grouped() {
		return
	}
	for i, item := range r.ed.Block().Items {
		if name, _, _, _, ok := item.Expr.AsCall(); ok && strings.EqualFold(name, "count") {
			r.name(nil, i)
			return
		}
	}
	r.out[len(r.out)-1].Tally = true
}

// waiting says that the condition read last compares a number with what is still unknown.
func (r *conditionReader) waiting() bool {
	c := &r.out[len(r.out)-1]
	return (c.Kind == CompareCondition || c.Kind == BetweenCondition) && c.Column == nil && c.Item < 0 && !c.Tally && c.Related == nil
}

// name takes a column or measure: for the comparison before it that lacks one, else for what follows.
func (r *conditionReader) name(c *schema.Column, item int) {
	if len(r.run) > 0 {
		r.flushNamed(c)
		return
	}
	if n := len(r.out); n > 0 && c != nil && r.out[n-1].Column == c && r.out[n-1].Kind == CompareCondition {
		return
	}
	if len(r.out) > 0 && r.waiting() && (c == nil || c.Role == schema.Measure) {
		r.out[len(r.out)-1].Column, r.out[len(r.out)-1].Item = c, item
		return
	}
	if c != nil && Flag(c) {
		r.out = append(r.out, Condition{Kind: ValueCondition, Column: c, Item: -1, Negated: r.negated, Values: []statement.Expr{Truth(c)}})
		r.negated = false
		return
	}
	r.named, r.item = c, item
}

// Flag says that the column holds yes or no.
func Flag(c *schema.Column) bool {
	return c.Type == db.Boolean || c.Type == db.Integer && c.Distinct > 0 && c.Distinct <= 2 && c.Low >= 0 && c.High == 1 && !c.Key()
}

// Truth is yes, in the type of a column that holds yes or no.
func Truth(c *schema.Column) statement.Expr {
	if c.Type == db.Boolean {
		return statement.Literal(true)
	}
	return statement.Literal(int64(1))
}

// literal is a quoted text that the index does not hold: the value of the column named, or of the label.
func (r *conditionReader) literal(it *tag.Item) {
	c := r.named
	if c == nil {
		for _, t := range r.ed.Scope().Tables() {
			if len(t.Label) > 0 {
				c = t.Label[0]
				break
			}
		}
	}
	if c == nil {
		r.lost++
		return
	}
	r.out = append(r.out, Condition{Kind: ValueCondition, Column: c, Item: -1, Negated: r.negated, Values: []statement.Expr{statement.Literal(it.Text)}})
	r.named, r.negated = nil, false
}

// unknown is a word that is nothing known: with a text column before it, and a capital, its value.
func (r *conditionReader) unknown(it *tag.Item) {
	if r.named != nil && it.Capital && r.named.Type == db.Text {
		r.literal(it)
		return
	}
	if english.GenericNouns[it.Lower] || r.noun(it) || r.part(it) {
		return
	}
	if strings.ContainsAny(it.Lower, "abcdefghijklmnopqrstuvwxyz") || it.HasNumber {
		r.lost++
	}
}

// noun says that the word ends the phrase as the noun of a value ("suspended accounts"): it stands for the rows, as long
// as they have the value themselves.
func (r *conditionReader) noun(it *tag.Item) bool {
	if len(r.run) == 0 || it != &r.items[len(r.items)-1] || !strings.HasSuffix(it.Lower, "s") && !english.Persons[it.Lower] {
		return false
	}
	found := r.ed.holders(r.run, r.named)
	return len(found) > 0 && r.ed.Near(found[0].column.Table) == 0
}

// part reads a word that stands inside values of one column of the query: "managers" of "Sales Manager".
func (r *conditionReader) part(it *tag.Item) bool {
	word := schema.Lemma(it.Lower)
	var found *schema.Column
	for _, m := range r.ed.Index.PartValues(word) {
		if r.ed.Near(m.Column.Table) > 0 || found != nil && found != m.Column {
			return false
		}
		found = m.Column
	}
	if found == nil {
		return false
	}
	r.flush()
	r.out = append(r.out, Condition{Kind: MatchCondition, Column: found, Item: -1, Negated: r.negated, Pattern: "%" + meaning.LikeText(word) + "%"})
	r.negated = false
	return true
}

// match reads "starting with A": the next item is text, whatever else it may be.
func (r *conditionReader) match(i int) int {
	c := r.named
	if c == nil {
		c = r.ed.textColumn()
	}
	if c == nil {
		r.lost++
		return 1
	}
	took := 1
	for i+took+1 < len(r.items) && grammar.SaysText(r.items[i+took].Lower) {
		took++ // "starting with the letter B"
	}
	text := meaning.LikeText(r.items[i+took].Text)
	pattern := map[tag.Kind]string{tag.Starts: text + "%", tag.Ends: "%" + text, tag.Contains: "%" + text + "%"}[r.items[i].Cue.Kind]
	r.out = append(r.out, Condition{Kind: MatchCondition, Column: c, Item: -1, Negated: r.negated, Pattern: pattern})
	r.named, r.negated = nil, false
	return took
}

// textColumn is the first shown column of text, a label before others: what the rows go by where all of it is shown.
func (ed *Editor) textColumn() *schema.Column {
	s := ed.Scope()
	var first *schema.Column
	for _, item := range s.Query.Items {
		c := s.Column(item.Expr)
		if _, star := item.Expr.AsStar(); star && ed.Root() != nil && len(ed.Root().Label) > 0 {
			c = ed.Root().Label[0]
		}
		if c == nil || c.Type != db.Text && c.Type != db.Unknown {
			continue
		}
		if c.Role == schema.Label {
			return c
		}
		if first == nil {
			first = c
		}
	}
	return first
}

func (r *conditionReader) null(negated bool) {
	if r.named == nil {
		r.lost++
		return
	}
	r.out = append(r.out, Condition{Kind: NullCondition, Column: r.named, Item: -1, Negated: negated})
	r.named, r.negated, r.has = nil, false, false
}

// finish gives what is still waiting a meaning: "without an email", "with a phone".
func (r *conditionReader) finish() {
	figure := r.named != nil && r.named.Role == schema.Measure && len(r.ed.Block().GroupBy) > 0 && r.has && !r.negated
	if r.named != nil && (r.negated || r.has) && !figure { // "with the fees" of groups shows them
		r.null(!r.negated)
	}
	if r.named != nil || r.cmp != nil {
		r.lost++
	}
}

// flush ends a run of values: they belong to the one column that holds them all.
func (r *conditionReader) flush() { r.flushNamed(r.named) }

func (r *conditionReader) flushNamed(named *schema.Column) {
	if len(r.run) == 0 {
		return
	}
	found := r.ed.holders(r.run, named)
	switch {
	case len(found) == 0:
		r.lost += len(r.run)
	case found[0].presence != schema.AnyValue:
		r.out = append(r.out, Condition{Kind: NullCondition, Column: found[0].column, Item: -1, Negated: (found[0].presence == schema.Filled) != r.negated})
	default:
		r.out = append(r.out, Condition{Kind: ValueCondition, Column: found[0].column, Item: -1, Negated: r.negated, Values: literals(found[0].values)})
		if named != found[0].column {
			r.ed.Read(strings.Join(r.said, ", "), found[0].column)
		}
	}
	r.said = nil
	r.run, r.named, r.negated = nil, nil, false
}

func literals(values []db.Value) []statement.Expr {
	out := make([]statement.Expr, len(values))
	for i, v := range values {
		out[i] = statement.Literal(v)
	}
	return out
}

// number reads a figure: a bound, a year, or the value of the column named.
// It gives how many items behind it belong to it.
func (r *conditionReader) number(it *tag.Item, i int) int {
	if r.cmp != nil && r.cmp.Is(tag.Between) && r.low == nil {
		v := it.Number
		r.low = &v
		return 0
	}
	if r.low != nil && r.years(*r.low, it) {
		return 0
	}
	if r.cmp == nil {
		r.cmp = r.follows(i)
	}
	if r.cmp != nil && r.named != nil && (r.named.Role == schema.Reference || r.named.Role != schema.Measure && r.named.Role != schema.Moment && !r.named.Numeric) {
		r.named = nil // "genres with fewer than 10 tracks": the number is of what follows
	}
	if r.cmp == nil && r.named != nil && r.named.Type == db.Text && !r.named.Numeric && len(it.Values) == 0 {
		r.named = r.measureAfter(i) // "the name of the ship with 3146 tonnage"
	}
	if p, ok := r.year(it); ok {
		r.periodOf(p)
		return 0
	}
	c := Condition{Kind: CompareCondition, Column: r.named, Item: r.item, Negated: r.negated, Operator: "=", Values: []statement.Expr{Figure(it.Number)}}
	switch {
	case r.low != nil:
		c.Kind, c.Values = BetweenCondition, []statement.Expr{Figure(*r.low), Figure(it.Number)}
	case r.cmp != nil:
		c.Operator = r.cmp.Cue.Operator
		r.dimension(&c)
	case r.named == nil && r.item < 0:
		r.lost++
		return 0
	}
	took := r.unit(i, it, &c)
	r.out = append(r.out, c)
	r.named, r.item, r.negated, r.cmp, r.low = nil, -1, false, nil, nil
	return took
}

// unit passes over the unit of measure behind the number at i, and turns the numbers into the unit of the column: "longer
// than 5 minutes" against milliseconds. It gives how many items it took.
func (r *conditionReader) unit(i int, n *tag.Item, c *Condition) int {
	if i+1 >= len(r.items) || !english.Units[r.items[i+1].Lower] || len(r.items[i+1].Matches) > 0 {
		return 0
	}
	factor := question.Conversion(r.items[i+1].Lower, n.Number, c.Column)
	for k, v := range c.Values {
		if x, ok := NumberOf(v); ok && factor != 1 {
			c.Values[k] = Figure(x * factor)
		}
	}
	return 1
}

// measureAfter is the number that the item behind a figure names; nil when it names none.
func (r *conditionReader) measureAfter(i int) *schema.Column {
	if i+1 >= len(r.items) {
		return nil
	}
	c, _ := r.ed.Column(r.items[i+1].Matches)
	if c == nil || !c.Numeric && !c.Type.Numeric() {
		return nil
	}
	return c
}

// follows is "or more" behind a number and the noun that it counts; nil when there is none.
func (r *conditionReader) follows(i int) *tag.Item {
	for k := i + 1; k < len(r.items) && k <= i+2; k++ {
		if r.items[k].Is(tag.AtLeast) {
			return &r.items[k]
		}
	}
	return nil
}

// Figure is a number as a literal.
func Figure(v float64) statement.Expr { return statement.Literal(tag.Figure(v)) }

// dimension finds what an adjective measures: longer → length. A minus turns the comparison.
func (r *conditionReader) dimension(c *Condition) {
	if c.Column != nil || c.Item >= 0 {
		return
	}
	column, turned := r.ed.Measured(r.cmp.Cue.Dimension)
	if column == nil {
		return
	}
	c.Column = column
	r.ed.Read(r.cmp.Text, column)
	if turned {
		c.Operator = turnedOperator(c.Operator)
	}
}

func turnedOperator(op string) string {
	return map[string]string{"<": ">", ">": "<", "<=": ">=", ">=": "<="}[op]
}

// Measured finds the column that one of the words names in the tables of the query, shown ones first.
func (ed *Editor) Measured(words []string) (c *schema.Column, turned bool) {
	s := ed.Scope()
	if c, turned := ed.measuredShown(words); c != nil {
		return c, turned
	}
	if root := ed.Root(); root != nil && !s.Query.Grouped() && len(s.Home()) > 1 {
		if c, turned := measuredOf(words, []*schema.Table{root}); c != nil {
			return c, turned
		}
	}
	return measuredOf(words, s.Home())
}

// measuredOf is the first column of the tables that is of a sense, the likeliest first.
func measuredOf(words []string, tables []*schema.Table) (c *schema.Column, turned bool) {
	for _, word := range words {
		name, turn := strings.CutPrefix(word, "-")
		var found *schema.Column
		for _, t := range tables {
			for _, c := range t.Columns {
				if c.Key() || !hasWord(c, name) || turn && c.Role != schema.Moment || !turn && c.Role != schema.Measure && c.Role != schema.Moment {
					continue
				}
				if found == nil {
					found = c
				}
			}
		}
		if found != nil {
			return found, turn
		}
	}
	return nil, false
}

// measuredShown is measured among the columns that are shown; nil where none of them is of that sense.
func (ed *Editor) measuredShown(words []string) (c *schema.Column, turned bool) {
	s := ed.Scope()
	for _, word := range words {
		name, turn := strings.CutPrefix(word, "-")
		for _, item := range s.Query.Items {
			c := s.Column(item.Expr)
			if c != nil && !c.Key() && hasWord(c, name) && (turn && c.Role == schema.Moment || !turn && (c.Role == schema.Measure || c.Role == schema.Moment)) {
				return c, turn
			}
		}
	}
	return nil, false
}

func hasWord(c *schema.Column, word string) bool {
	for _, w := range c.Words {
		if w == word {
			return true
		}
	}
	return false
}
