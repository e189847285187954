package measure

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file puts conditions on the rows in force, in the place of those that they contradict, and drops conditions.

// Mode is what feedback does with the rows that it names.
type Mode uint8

const (
	OnlyMode    Mode = iota // keep these, instead of what the column had to be
	ExcludeMode             // leave these out
	IncludeMode             // let these in as well
	AndMode                 // the same, or leave these out as well where others are left out
)

// KeepMatching asks again for the patterns that a new condition on the same text took the place of, where some value fits both: the kind
// of the rows, beside their make.
func KeepMatching(ed *edit.Editor, before []statement.Expr, m Mode) bool {
	q := ed.Block()
	for _, p := range before {
		op, x, pattern, ok := p.AsBinary()
		c := ed.Scope().Column(x)
		if !ok || !strings.HasSuffix(op, "like") || strings.HasPrefix(op, "not") || c == nil || edit.Same(q.Where, p) {
			continue
		}
		old, _ := pattern.AsLiteral()
		fits := m == ExcludeMode || m == OnlyMode && slices.ContainsFunc(ed.Index.Held(c), func(held string) bool {
			return FitsPattern(held, old) && slices.ContainsFunc(ed.Scope().About(c), func(i int) bool {
				nowOp, _, now, ok := q.Where[i].AsBinary()
				v, _ := now.AsLiteral()
				return ok && strings.HasSuffix(nowOp, "like") && FitsPattern(held, v)
			})
		})
		if fits && q.AddPredicate(p) != nil {
			return false
		}
	}
	return true
}

// FitsPattern says whether a text fits a pattern of LIKE with wild cards at its ends.
func FitsPattern(text string, pattern any) bool {
	p, ok := pattern.(string)
	if !ok {
		return false
	}
	text, part := strings.ToLower(text), strings.ToLower(strings.Trim(p, "%"))
	switch open, end := strings.HasPrefix(p, "%"), strings.HasSuffix(p, "%"); {
	case open && end:
		return strings.Contains(text, part)
	case open:
		return strings.HasSuffix(text, part)
	case end:
		return strings.HasPrefix(text, part)
	}
	return text == part
}

// OnlySuperlative says that a text is the greatest or the least of something, and no part of a name: "the longest".
func OnlySuperlative(ed *edit.Editor, text string) bool {
	words := strings.Fields(strings.ToLower(WithoutOne(text)))
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	if len(words) != 1 || len(ed.Index.Values(words[0])) > 0 {
		return false
	}
	items := ed.Tag(words[0])
	return len(items) == 1 && items[0].Is(tag.Superlative)
}

// Put adds one condition.
func Put(ed *edit.Editor, c edit.Condition, m Mode) bool {
	if c.Negated && c.Kind != edit.NullCondition && m != IncludeMode {
		m = map[Mode]Mode{OnlyMode: ExcludeMode, AndMode: ExcludeMode, ExcludeMode: OnlyMode}[m]
	}
	switch c.Kind {
	case edit.ValueCondition:
		return putValues(ed, c, m)
	case edit.CompareCondition, edit.BetweenCondition:
		return putNumber(ed, c, m)
	case edit.PeriodCondition:
		return putPeriod(ed, c, m)
	case edit.MatchCondition:
		return putMatch(ed, c, m)
	default:
		return PutNull(ed, c, m)
	}
}

func putValues(ed *edit.Editor, c edit.Condition, m Mode) bool {
	switch m {
	case ExcludeMode:
		return ed.Exclude(c.Column, c.Values)
	case AndMode:
		if len(ed.Scope().About(c.Column)) == 0 && leftOutLast(ed) {
			return ed.Exclude(c.Column, c.Values)
		}
		if q := ed.Block(); len(edit.Measures(q)) > 0 && len(q.GroupBy) == 0 && !Excludes(ed, c.Column) {
			return ed.Only(c.Column, c.Values) // one figure is asked for again, of other rows
		}
		return ed.Include(c.Column, c.Values, true)
	case IncludeMode:
		return ed.Include(c.Column, c.Values, false)
	}
	if m == OnlyMode && len(c.Values) == 1 && insteadWithin(ed, c.Column, func(x statement.Expr) statement.Expr { return statement.Binary("=", x, c.Values[0]) }) {
		return true
	}
	if alreadyOnly(ed, c) {
		ed.Note(fmt.Sprintf("only %s already", c.Column.Name))
	}
	return ed.Only(c.Column, c.Values)
}

// leftOutLast says that the last turn left rows out, and did no more: what is said beside it is left out as well.
func leftOutLast(ed *edit.Editor) bool {
	if ed.Last == nil || ed.Earlier == "" {
		return false
	}
	words := tag.Utter(ed.Earlier).Words
	if !slices.ContainsFunc(words, func(w string) bool { return english.ApartWords[w] }) {
		return false
	}
	added := slices.DeleteFunc(slices.Clone(ed.Block().Where), func(p statement.Expr) bool { return edit.Same(edit.Leftmost(ed.Last).Where, p) })
	if len(added) != 1 {
		return false
	}
	now, ok := edit.ConstraintOf(added[0])
	return ok && now.Negated
}

// insteadWithin puts a condition where its column is compared with one value within a sub-query, and nowhere else.
func insteadWithin(ed *edit.Editor, c *schema.Column, is func(x statement.Expr) statement.Expr) bool {
	if len(ed.Scope().About(c)) > 0 {
		return false
	}
	done, top := false, ed.Block()
	edit.Everywhere(ed.Query, func(q *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		if _, literal := r.AsLiteral(); !ok || !literal || op != "=" || q == top || (edit.View{Index: ed.Index, Query: q}).Column(l) != c {
			return e
		}
		done = true
		return is(l)
	})
	return done
}

// Excludes says that rows are left out by the column's values.
func Excludes(ed *edit.Editor, c *schema.Column) bool {
	s := ed.Scope()
	for _, i := range s.About(c) {
		if now, ok := edit.ConstraintOf(s.Query.Where[i]); ok && now.Negated {
			return true
		}
	}
	return false
}

// alreadyOnly says that the first block asks for exactly these values.
func alreadyOnly(ed *edit.Editor, c edit.Condition) bool {
	s := ed.Scope()
	for _, i := range s.About(c.Column) {
		now, ok := edit.ConstraintOf(s.Query.Where[i])
		if ok && !now.Negated && len(edit.Minus(now.Values, c.Values)) == 0 && len(edit.Minus(c.Values, now.Values)) == 0 {
			return true
		}
	}
	return false
}

func putNumber(ed *edit.Editor, c edit.Condition, m Mode) bool {
	if m == IncludeMode {
		return c.Kind == edit.CompareCondition && ed.LetInBound(c)
	}
	if c.Related != nil {
		return c.Kind == edit.CompareCondition && compareRelated(ed, c, m)
	}
	if c.Tally && len(ed.Block().GroupBy) == 0 {
		return false // nothing is counted here
	}
	if c.Tally && c.Kind == edit.CompareCondition && !clause.SaysHundredths(ed) {
		if m == ExcludeMode {
			c.Operator = Complement(c.Operator)
		}
		return clause.HavingOf(ed, statement.CountStar(), c.Operator, c.Values[0])
	}
	if c.Column == nil && c.Item < 0 && !c.Tally && len(ed.Block().GroupBy) == 0 {
		c.Column = ed.Bounded()
	}
	if c.Column != nil && c.Column.Type.Temporal() || c.Item >= 0 && !ed.Number(ed.Block().Items[c.Item].Expr) && clause.TimeShown(ed, c.Item) {
		c.Column, c.Item = nil, -1 // no time is compared with a number: the figure of that time is
	}
	if c.Column == nil && c.Item < 0 {
		i, ok := BoundFigure(ed)
		if c.Column = ed.OnlyMeasure(); !ok && c.Column == nil {
			return false
		}
		if ok {
			c.Item, c.Column = i, nil
		}
	}
	if c.Column == nil && !ed.Opaque(c.Item) {
		c.Column, c.Item = ed.Scope().Column(ed.Block().Items[c.Item].Expr), -1
	}
	if m == ExcludeMode {
		c.Operator = Complement(c.Operator)
	}
	if c.Kind == edit.BetweenCondition {
		return m == OnlyMode && between(ed, c)
	}
	if c.Item >= 0 && !ed.Block().Items[c.Item].Expr.Aggregate() {
		return ed.CompareItem(c.Item, c.Operator, clause.InHundredths(ed, ed.Block().Items[c.Item].Expr, c.Values[0]))
	}
	if c.Item >= 0 {
		return ed.Query.Set == nil && clause.Having(ed, c.Item, c.Operator, c.Values[0])
	}
	return ed.Compare(c.Column, c.Operator, c.Values[0])
}

// Complement is the comparison that holds where the operator's does not; empty for other operators.
func Complement(op string) string {
	return map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "<>", "<>": "="}[op]
}

func between(ed *edit.Editor, c edit.Condition) bool {
	if c.Item >= 0 && !ed.Block().Items[c.Item].Expr.Aggregate() {
		return ed.CompareItem(c.Item, ">=", c.Values[0]) && ed.CompareItem(c.Item, "<=", c.Values[1])
	}
	if c.Item >= 0 {
		return clause.Having(ed, c.Item, ">=", c.Values[0]) && clause.Having(ed, c.Item, "<=", c.Values[1])
	}
	return ed.EachBlock(c.Column, func(s edit.View, x statement.Expr) error {
		return s.Replace(s.Owner(c.Column, x), statement.Between(x, c.Values[0], c.Values[1]))
	})
}

func putMatch(ed *edit.Editor, c edit.Condition, m Mode) bool {
	if m == IncludeMode {
		return false
	}
	if m != ExcludeMode && insteadWithin(ed, c.Column, func(x statement.Expr) statement.Expr { return statement.Like(x, statement.Literal(c.Pattern)) }) {
		return true
	}
	return ed.EachBlock(c.Column, func(s edit.View, x statement.Expr) error {
		p := statement.Like(x, statement.Literal(c.Pattern))
		if m == ExcludeMode {
			p = statement.NotLike(x, statement.Literal(c.Pattern))
		}
		if m == OnlyMode {
			return s.ReplaceEqual(s.Owner(c.Column, x), p)
		}
		return s.Query.AddPredicate(p)
	})
}

// PutNull keeps the rows without a value, or with one, by what was said and how.
func PutNull(ed *edit.Editor, c edit.Condition, m Mode) bool {
	if m == IncludeMode {
		return false
	}
	negated := c.Negated != (m == ExcludeMode)
	if _, here := ed.Scope().Ref(c.Column); !here && (c.Column.Key() || !c.Column.Nullable) {
		return Belongs(ed, c.Column.Table, negated) // rows elsewhere are there or not
	}
	return ed.EachBlock(c.Column, func(s edit.View, x statement.Expr) error {
		p := statement.IsNull(x)
		if negated {
			p = statement.IsNotNull(x)
		}
		return s.Query.AddPredicate(p)
	})
}

// OwnKey is the column of the rows in force that goes by a text, or the key of theirs that leads to what goes by it; nil where none may be
// empty.
func OwnKey(ed *edit.Editor, text string) *schema.Column {
	root := ed.Root()
	if root == nil {
		return nil
	}
	words := edit.LemmasOf(clause.ContentWords(text))
	for _, c := range root.Columns {
		if c.Nullable && !c.Hidden && edit.GoesBy(c, words) {
			return c
		}
	}
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Entity == nil {
		return nil
	}
	for _, c := range clause.KeysTo(ed, t[0].Entity) {
		if c.Table == root && c.Nullable {
			return c
		}
	}
	return nil
}

// Missing keeps the rows without a value in the target, or with one.
func Missing(ed *edit.Editor, t edit.Target, present bool) bool {
	if len(t.Columns) == 0 || t.Item >= 0 && t.Aggregate != "" || t.Item < 0 && t.Entity != nil && t.Entity == ed.Root() {
		return false
	}
	if c := t.Columns[0]; edit.Flag(c) {
		return Put(ed, edit.Condition{Kind: edit.ValueCondition, Column: c, Item: -1, Values: []statement.Expr{edit.Truth(c)}, Negated: !present}, OnlyMode)
	}
	return PutNull(ed, edit.Condition{Kind: edit.NullCondition, Column: t.Columns[0], Item: -1, Negated: present}, OnlyMode)
}

// ReleaseOrSay is ReleaseAll where the words say that a filter is to go: that there is none is said.
func ReleaseOrSay(ed *edit.Editor, targets []edit.Target) bool {
	if !ReleaseAll(ed, targets) {
		ed.Note(fmt.Sprintf("there is no filter on %s", targets[0].Said))
	}
	return true
}

// ReleaseAll drops what is asked of the targets; at least one of them must be asked for something.
func ReleaseAll(ed *edit.Editor, targets []edit.Target) bool {
	done := false
	for _, t := range targets {
		columns := t.Columns
		if t.Item >= 0 {
			if c := ed.Scope().Column(ed.Block().Items[t.Item].Expr); c != nil {
				columns = []*schema.Column{c}
			}
		}
		if t.Entity != nil {
			columns = slices.Concat(askedOf(ed, t.Entity), clause.KeysTo(ed, t.Entity))
		}
		before := done
		for _, c := range columns {
			done = ed.Release(c) || done
		}
		if c := filteredOf(ed, t.Said, columns); done == before && c != nil {
			done = ed.Release(c) || done
		}
		if item(ed, t) && ReleaseHaving(ed, t.Item) {
			done = true
		}
	}
	return done
}

// askedOf are the columns of a table of which the query asks some value: which of its rows are meant. A bound on a figure or a time
// is no part of that.
func askedOf(ed *edit.Editor, t *schema.Table) []*schema.Column {
	s := ed.Scope()
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c *schema.Column) bool {
		return !slices.ContainsFunc(s.About(c), func(i int) bool {
			_, ok := edit.ConstraintOf(s.Query.Where[i])
			return ok
		})
	})
}

// NoBound drops the last bound on the groups, else the last comparison with a number.
func NoBound(ed *edit.Editor) bool {
	q := ed.Block()
	for _, list := range [][]statement.Expr{q.Having, q.Where} {
		for _, p := range slices.Backward(list) {
			op, _, v, ok := p.AsBinary()
			if _, number := edit.NumberOf(v); ok && number && edit.Direction(op) != 0 {
				clause.SaidRelaxed(ed, p)
				return q.RemovePredicate(p) == nil
			}
		}
	}
	return false
}

func item(ed *edit.Editor, t edit.Target) bool {
	return t.Item >= 0 && ed.Block().Items[t.Item].Expr.Aggregate()
}

// ReleaseHaving drops what is asked of the figure at a place; not ok where nothing is.
func ReleaseHaving(ed *edit.Editor, item int) bool {
	q := ed.Block()
	n := len(q.Having)
	q.Having = slices.DeleteFunc(q.Having, func(p statement.Expr) bool {
		found := false
		p.Walk(func(e statement.Expr) bool {
			found = found || e.Equal(q.Items[item].Expr)
			return !found
		})
		return found
	})
	return len(q.Having) < n
}

// Unfiltered drops every condition on rows and groups.
func Unfiltered(ed *edit.Editor) bool {
	done := false
	for _, s := range ed.Blocks() {
		done = done || len(s.Query.Where) > 0 || len(s.Query.Having) > 0
		s.Query.Where, s.Query.Having = nil, nil
	}
	if !done {
		ed.Note("there is no filter to drop")
	}
	return true
}

// InsteadOfValue puts a value in the place of the one that its column is compared with: "and Stockholm?" after Oslo.
func InsteadOfValue(ed *edit.Editor, text string) bool {
	list, lost := ed.Conditions(text)
	if len(list) != 1 || lost > 0 || list[0].Kind != edit.ValueCondition || list[0].Negated {
		return false
	}
	s := ed.Scope()
	for _, i := range s.About(list[0].Column) {
		if now, ok := edit.ConstraintOf(s.Query.Where[i]); ok && !now.Negated && len(now.Values) == 1 {
			return Put(ed, list[0], OnlyMode)
		}
	}
	return false
}

// asksInstead says that the input is a question about another part of the data: "and last year?" after this year's months.
func asksInstead(ed *edit.Editor) bool {
	return strings.HasSuffix(strings.TrimSpace(ed.Said.Input), "?")
}

// figuresOfOnePeriod says that the query takes figures over one period, not one by one along the calendar: "and last year?"
// asks for them in another.
func figuresOfOnePeriod(ed *edit.Editor, c *schema.Column) bool {
	q, s := ed.Block(), ed.Scope()
	if len(edit.Measures(q)) == 0 {
		return false
	}
	return !slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return s.Subject(q.Meaning(key)) == c })
}

// Belongs keeps the rows that some row of t belongs to, or none.
func Belongs(ed *edit.Editor, t *schema.Table, some bool) bool {
	if ed.Query.Set != nil {
		return false
	}
	q, ok := clause.Beside(ed.Scope(), t)
	if !ok {
		return false
	}
	q.Items = []statement.Item{{Expr: statement.Literal(int64(1))}}
	p := statement.Exists(q)
	if !some {
		p = statement.Not(p)
	}
	said := "without rows of %s"
	if some {
		said = "with rows of %s"
	}
	ed.Understand(fmt.Sprintf(said, t.Name))
	return ed.Block().AddPredicate(p) == nil
}

// BoundFigure is the figure that a bare number is compared with: where several are shown, how many there are when the words say
// what a group has or that there are so many ("those with more than 10", "where there are at least 50"), else the measure in force.
func BoundFigure(ed *edit.Editor) (int, bool) {
	if amounts := AmountsShown(ed); len(amounts) == 1 && SaysMoney(ed) {
		return amounts[0], true
	}
	if i := clause.CountShown(ed); i >= 0 && len(edit.Measures(ed.Block())) > 1 && ed.Said.Any(english.HavingWords) {
		return i, true
	}
	if n := len(ed.Operations); n > 0 && (ed.Operations[n-1] == "add" || ed.Operations[n-1] == "figure asked" || ed.Operations[n-1] == "overall") {
		if last := len(ed.Block().Items) - 1; ed.Block().Items[last].Expr.Aggregate() {
			return last, true // what was added in the same breath
		}
	}
	return ed.Measure()
}

// AmountsShown are the figures on screen that count nothing.
func AmountsShown(ed *edit.Editor) []int {
	q := ed.Block()
	return slices.DeleteFunc(edit.Measures(q), func(i int) bool { return clause.IsCount(q.Items[i].Expr) })
}

// SaysMoney says that the input counts in money.
func SaysMoney(ed *edit.Editor) bool {
	return slices.ContainsFunc(ed.Said.Words, grammar.WholeCurrency)
}

// compareRelated compares how many rows of another table belong to a row: "which of those have more than one review".
func compareRelated(ed *edit.Editor, c edit.Condition, m Mode) bool {
	q, ok := clause.Beside(ed.Scope(), c.Related)
	if !ok || ed.Query.Set != nil {
		return false
	}
	operator := c.Operator
	if m == ExcludeMode {
		operator = Complement(operator)
	}
	q.Items = []statement.Item{{Expr: statement.CountStar()}}
	ed.Understand(fmt.Sprintf("number of %s of each row", c.Related.Name))
	return ed.Block().AddPredicate(statement.Binary(operator, statement.Scalar(q), c.Values[0])) == nil
}

// filteredOf is the one column that the query filters of a table that words name, where they were read as another of its columns:
// "any type" lifts the filter on what the types are called.
func filteredOf(ed *edit.Editor, said string, columns []*schema.Column) *schema.Column {
	var found *schema.Column
	words := edit.LemmasOf(strings.Fields(said))
	for _, read := range columns {
		if !slices.ContainsFunc(edit.LemmasOf(read.Table.Words), func(w string) bool { return slices.Contains(words, w) }) {
			continue
		}
		for _, c := range read.Table.Columns {
			if len(ed.Scope().About(c)) == 0 {
				continue
			}
			if found != nil && found != c {
				return nil
			}
			found = c
		}
	}
	return found
}

func putPeriod(ed *edit.Editor, c edit.Condition, m Mode) bool {
	if m == IncludeMode || m == AndMode && len(ed.Scope().About(c.Column)) > 0 && !figuresOfOnePeriod(ed, c.Column) && !asksInstead(ed) {
		return ed.WidenPeriod(c)
	}
	if q := ed.Block(); slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return grainOf(q.Meaning(key)) == c.Period.Grain }) {
		whole := c.Period.WholeUnits(ed.Now)
		c.Period = &whole
	}
	if sides, ok := sidesInForce(ed, c.Column); ok && m != ExcludeMode {
		return sides.moveTo(ed, c)
	}
	ed.Understand(edit.Relation(c.Column, *c.Period))
	return ed.EachBlock(c.Column, func(s edit.View, x statement.Expr) error {
		list := edit.Within(c.Column, x, c.Period, c.Edge)
		if m == ExcludeMode {
			return s.Query.AddPredicate(statement.Not(statement.And(list...)))
		}
		if err := dropParts(s, c.Column); err != nil {
			return err
		}
		if len(list) == 1 && m == OnlyMode && !ed.Said.Any(english.InsteadWords) {
			return s.NarrowTo(s.Owner(c.Column, x), list[0])
		}
		return s.Replace(s.Owner(c.Column, x), list...)
	})
}
