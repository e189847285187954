package measure

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads a condition on the rows in force by the reader of questions (compose), so that it means in a refinement
// what it means in a question. What the words leave open, the query in force decides: a column that it filters already, then
// a table that it joined.

// What the query in force says for a reading of a condition.
const (
	gainFiltered = 0.4  // the column is filtered already: the value takes the place of another
	gainThere    = 0.12 // its table is joined already
	gainShown    = 0.05
	LeastMeant   = 0.45 // the score from which on a reading counts
)

// Meant gives the readings of a text as conditions on the rows of the finest table in force, best first; only those in which
// every word has a part.
func Meant(ed *edit.Editor, text string) []compose.Condition {
	scope, ok := meaning.Onto(ed.Index, ed.Dialect, ed.Block().Clone())
	if !ok {
		return nil
	}
	var out []compose.Condition
	for _, c := range ConditionsOf(ed, text, scope.Root()) {
		if len(c.Lost) > 0 || c.Score < LeastMeant || nounForValue(ed, text, c) || Existing(c.Conds) && NamesOwn(ed, text) {
			continue
		}
		out = append(out, c)
	}
	if RoleDecides(text, out) {
		return happened(text, out)
	}
	for i := range out {
		for _, k := range out[i].Conds {
			out[i].Score += favour(ed, k) / float64(len(out[i].Conds))
		}
	}
	slices.SortStableFunc(out, func(a, b compose.Condition) int { return cmp.Compare(b.Score, a.Score) })
	return happened(text, out)
}

// NamesOwn says that a text is the name of a column of the rows in force, or of what a key of theirs leads to: no rows elsewhere are asked
// for by it.
func NamesOwn(ed *edit.Editor, text string) bool {
	words := edit.LemmasOf(clause.ContentWords(text))
	return slices.ContainsFunc(ed.Scope().Tables(), func(t *schema.Table) bool {
		return slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return !c.Hidden && !edit.Flag(c) && edit.GoesBy(c, words) })
	})
}

// HeldHere says that a column of the tables in force holds a text as a value.
func HeldHere(ed *edit.Editor, text string) bool {
	return slices.ContainsFunc(ed.Index.Values(strings.Join(clause.ContentWords(text), " ")), func(v schema.ValueMatch) bool {
		return slices.Contains(ed.Scope().Tables(), v.Column.Table)
	})
}

// nounForValue says that a reading takes what rows of some table are called for a value of another table that the query does not read:
// the sellers in "only sellers from Oslo" are no disputes that the seller won.
func nounForValue(ed *edit.Editor, text string, read compose.Condition) bool {
	said := edit.LemmasOf(schema.Words(text))
	if len(said) < 2 || len(read.Conds) < 2 {
		return false
	}
	return slices.ContainsFunc(read.Conds, func(k meaning.Cond) bool {
		c := k.Left.Column
		if k.Left.Kind != meaning.Column || c == nil || len(k.Values) != 1 || slices.Contains(ed.Scope().Tables(), c.Table) {
			return false
		}
		return slices.ContainsFunc(ed.CalledValue(c, k.Values[0]), func(w string) bool {
			return slices.Contains(said, w) && slices.ContainsFunc(ed.Index.Tables, func(t *schema.Table) bool { return len(t.Words) > 0 && t.Words[len(t.Words)-1] == w })
		})
	})
}

// leadOfRole is how far ahead a reading is whose column a preposition names.
const leadOfRole = 0.02

// RoleDecides says that a preposition names one column before all others: then no filter in force does.
func RoleDecides(text string, list []compose.Condition) bool {
	if len(list) == 0 || !slices.ContainsFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return english.RoleWords[w] }) {
		return false
	}
	if len(list) == 1 {
		only := list[0].Conds
		return len(only) == 1 && only[0].Left.Kind == meaning.Column && (only[0].Left.Column.Has(english.Sources...) || only[0].Left.Column.Has(english.Targets...))
	}
	slices.SortStableFunc(list, func(a, b compose.Condition) int { return cmp.Compare(b.Score, a.Score) })
	return list[0].Score-list[1].Score > leadOfRole
}

// gapHappened is how far behind the best reading one may lie that takes what was done for the moment at which it was.
const gapHappened = 0.2

// happened puts a reading first that takes "opened this year" for when it was, before one that takes it for how things stand as
// well: where the state is called otherwise ("open"), the word is about the moment alone.
func happened(text string, list []compose.Condition) []compose.Condition {
	said := strings.Fields(strings.ToLower(text))
	for i := 1; i < len(list); i++ {
		only := list[i].Conds
		if list[0].Score-list[i].Score > gapHappened || len(list[0].Conds) != 2 || len(only) != 1 || only[0].Op != meaning.During || only[0].Left.Kind != meaning.Column {
			continue
		}
		same, other := list[0].Conds[0], list[0].Conds[1]
		if same.Op != meaning.During {
			same, other = other, same
		}
		if same.Op != meaning.During || same.Left.Column != only[0].Left.Column || other.Op != meaning.Equal || len(other.Values) != 1 {
			continue
		}
		if !slices.Contains(said, strings.ToLower(fmt.Sprint(other.Values[0]))) {
			return slices.Concat(list[i:i+1], list[:i], list[i+1:])
		}
	}
	return list
}

// ConditionsOf reads a text as conditions on rows of a table; the rules try the same words again and again.
func ConditionsOf(ed *edit.Editor, text string, of *schema.Table) []compose.Condition {
	key := of.Name + "\x00" + text
	list, ok := ed.Composed[key]
	if !ok {
		list = ed.Engine.Composer.Conditions(text, of, ed.Now)
		ed.Composed[key] = list
	}
	return list
}

// favour is what the query in force says for a condition.
func favour(ed *edit.Editor, k meaning.Cond) float64 {
	c := k.Left.Column
	if k.Left.Kind == meaning.Time {
		if in, _ := ed.InForce(); in != nil {
			return gainFiltered + gainThere
		}
		return gainThere
	}
	if c == nil || k.Op == meaning.Exists || k.Op == meaning.NotExists {
		return 0
	}
	s, score := ed.Scope(), 0.0
	if at := s.About(c); len(at) > 0 && !(k.Op == meaning.During && asksForNone(ed, c)) {
		score += gainFiltered
	}
	if slices.Contains(s.Tables(), c.Table) {
		score += gainThere
	}
	if _, ok := s.Shown(c); ok {
		score += gainShown
	}
	return score
}

// asksForNone says that the query asks for rows without a value of a column: no time of it is meant then.
func asksForNone(ed *edit.Editor, c *schema.Column) bool {
	s := ed.Scope()
	return slices.ContainsFunc(s.About(c), func(i int) bool {
		_, negated, ok := s.Query.Where[i].AsNull()
		return ok && !negated
	})
}

// AtMomentSaid is a condition on the rows' own time as one on the time that a word of the text is of: "reported more than 60 days ago" is
// about reported_at, whatever other time the query asks of.
func AtMomentSaid(ed *edit.Editor, text string, k meaning.Cond) meaning.Cond {
	root := ed.Root()
	if k.Left.Kind != meaning.Time || root == nil {
		return k
	}
	var found *schema.Column
	for _, w := range clause.ContentWords(text) {
		for _, c := range root.Columns {
			if c.Role != schema.Moment || c.Hidden || !schema.Participle(w) || !slices.ContainsFunc(c.Words, func(own string) bool { return schema.Stem(own) == schema.Stem(w) }) {
				continue
			}
			if found != nil && found != c {
				return k
			}
			found = c
		}
	}
	if found != nil {
		k.Left = meaning.ColumnTerm(found, k.Left.At)
	}
	return k
}

// gapRival is how far behind the best reading another one may lie that is told.
const gapRival = 0.3

// TellRival says which column a value was taken of where another one holds it too, and nothing in force speaks for either.
func TellRival(ed *edit.Editor, list []compose.Condition) {
	held := func(c compose.Condition) *schema.Column {
		if len(c.Conds) != 1 || c.Conds[0].Left.Kind != meaning.Column || c.Conds[0].Op != meaning.Equal {
			return nil
		}
		return c.Conds[0].Left.Column
	}
	taken := held(list[0])
	if taken == nil || len(ed.Scope().About(taken)) > 0 {
		return
	}
	for _, other := range list[1:] {
		if c := held(other); c != nil && c != taken && c.Table != taken.Table && list[0].Score-other.Score < gapRival {
			ed.Assume(fmt.Sprintf("%s, not %s", taken, c))
			return
		}
	}
}

// PutMeant puts one condition into the query.
func PutMeant(ed *edit.Editor, k meaning.Cond, m Mode) bool {
	if c, ok := PlainCondition(ed, k); ok {
		if c.Column != nil && c.Kind == edit.ValueCondition {
			ed.Read(k.Explain(), c.Column)
		}
		return Put(ed, c, m)
	}
	if m == ExcludeMode {
		k = k.Negated()
	}
	x, ok := MeantExpr(ed, k)
	if !ok {
		return false
	}
	ed.Understand(k.Explain())
	if m == IncludeMode {
		return ed.Query.Set == nil && ed.Scope().LetIn(ed, x) == nil
	}
	if m == OnlyMode {
		dropAlike(ed, x)
	}
	return edit.Same(ed.Block().Where, x) || ed.Block().AddPredicate(x) == nil
}

// MeantExpr is a condition as an expression over the rows in force.
func MeantExpr(ed *edit.Editor, k meaning.Cond) (x statement.Expr, ok bool) {
	ok = onto(ed, func(s *meaning.Scope) (err error) {
		x, err = s.Cond(k)
		return err
	})
	return x, ok
}

// onto makes expressions over the rows in force. Where they need a join, they carry qualifiers: it is seen in a first try.
func onto(ed *edit.Editor, make func(*meaning.Scope) error) bool {
	probe := ed.Block().Clone()
	scope, ok := meaning.Onto(ed.Index, ed.Dialect, probe)
	if !ok || make(scope) != nil {
		return false
	}
	scope, _ = meaning.Onto(ed.Index, ed.Dialect, ed.Block())
	if len(probe.From) > len(ed.Block().From) {
		scope.Qualified()
	}
	return make(scope) == nil
}

// dropAlike drops predicates that compare the same of a row as a new one does, in the same direction, whatever the values, and bounds
// that no row meets beside a new one: "before 1950" after "after 1950".
func dropAlike(ed *edit.Editor, x statement.Expr) {
	if op, of, v, ok := x.AsBinary(); ok && edit.Direction(op) != 0 {
		ed.Block().Where = ed.WithoutBound(ed.Block().Where, op, v, func(p statement.Expr) bool {
			_, left, _, compares := p.AsBinary()
			return compares && left.Equal(of)
		})
	}
	shape := shapeOfText(x.SQL())
	ed.Block().Where = slices.DeleteFunc(slices.Clone(ed.Block().Where), func(p statement.Expr) bool {
		return !p.Equal(x) && shapeOfText(p.SQL()) == shape
	})
}

// literalPattern finds texts and numbers in SQL.
var literalPattern = regexp.MustCompile(`'(?:[^']|'')*'|\b[0-9]+(?:\.[0-9]+)?\b`)

// shapeOfText is SQL without the values that it compares with.
func shapeOfText(sql string) string { return literalPattern.ReplaceAllString(sql, "?") }

// PlainCondition is a condition on one column in the form in which the rows' predicates are changed; not ok for others.
func PlainCondition(ed *edit.Editor, k meaning.Cond) (edit.Condition, bool) {
	c := edit.Condition{Item: -1, Column: k.Left.Column}
	if k.Op == meaning.During && (k.Left.Kind == meaning.Time || k.Left.Kind == meaning.Column) {
		return duringCondition(ed, k)
	}
	if k.Left.Kind != meaning.Column || k.Left.Via != nil || k.Left.Grain != "" || k.Right != nil || c.Column.Metric != nil {
		return c, false
	}
	for _, v := range k.Values {
		c.Values = append(c.Values, statement.Literal(v))
	}
	switch k.Op {
	case meaning.Equal, meaning.In:
		c.Kind = edit.ValueCondition
		if _, number := edit.NumberOf(c.Values[0]); number && c.Column.Role == schema.Measure {
			c.Kind, c.Operator = edit.CompareCondition, "="
		}
	case meaning.NotEqual, meaning.NotIn:
		c.Kind, c.Negated = edit.ValueCondition, true
	case meaning.Less, meaning.LessOrEqual, meaning.Greater, meaning.GreaterOrEqual:
		c.Kind, c.Operator = edit.CompareCondition, string(k.Op)
	case meaning.Within:
		c.Kind = edit.BetweenCondition
	case meaning.Like:
		pattern, ok := k.Values[0].(string)
		if !ok {
			return c, false
		}
		c.Kind, c.Pattern, c.Values = edit.MatchCondition, pattern, nil
	case meaning.Null, meaning.NotNull:
		if len(c.Column.Unset()) > 0 {
			return c, false // more than NULL says that there is none
		}
		c.Kind, c.Negated = edit.NullCondition, k.Op == meaning.NotNull
	default:
		return c, false
	}
	return c, true
}

// duringCondition is a period of a date: of the one in force where none was named.
func duringCondition(ed *edit.Editor, k meaning.Cond) (edit.Condition, bool) {
	c := edit.Condition{Kind: edit.PeriodCondition, Item: -1, Column: k.Left.Column, Period: periodOf(k.Period)}
	if k.Left.Kind == meaning.Time {
		c.Column = ed.Moment()
	}
	if c.Column != nil {
		if ed.Series() {
			*c.Period = c.Period.Reopened()
		}
		*c.Period = ed.Anchored(c.Column, *c.Period)
	}
	return c, c.Column != nil && c.Column.Day() && k.Left.Via == nil && k.Left.Grain == ""
}

func periodOf(p calendar.Period) *tag.Period { return &p }

// HeldAlike reads a text as one value that a column of few values holds, said in another form: "freelancers" of freelance,
// "the language department" of Languages in department. filtered says that the query narrows by the column already. It is not
// ok where two columns hold it alike.
func HeldAlike(ed *edit.Editor, text string) (c edit.Condition, filtered, ok bool) {
	words := stems(text)
	if len(words) == 0 {
		return c, false, false
	}
	s := ed.Scope()
	best, tied := 0, false
	for _, t := range s.Home() {
		for _, column := range t.Columns {
			if column.Hidden || column.Key() || column.Distinct == 0 || column.Distinct > clause.FewValues || column.Metric != nil {
				continue
			}
			value, found := valueOf(ed, column, words)
			if !found {
				continue
			}
			worth := 1
			if len(s.About(column)) > 0 {
				worth = 2
			}
			switch {
			case worth > best:
				best, tied = worth, false
				c = edit.Condition{Kind: edit.ValueCondition, Item: -1, Column: column, Values: []statement.Expr{statement.Literal(value)}}
			case worth == best && column != c.Column:
				tied = true
			}
		}
	}
	return c, best == 2, best > 0 && !tied
}

// stems are the roots of the words of a text that say which rows are meant.
func stems(text string) []string {
	var out []string
	for _, t := range tag.Tokenize(text) {
		w := strings.ToLower(t.Lower)
		if w == "the" || w == "a" || w == "an" || w == "only" || english.GenericNouns[w] || strings.Trim(w, "?!.,") == "" {
			continue
		}
		out = append(out, schema.Stem(w))
	}
	return out
}

// valueOf is the value of a column whose words have the roots, but for those of the column's own name.
func valueOf(ed *edit.Editor, c *schema.Column, words []string) (string, bool) {
	said := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.ContainsFunc(c.Words, func(own string) bool { return schema.Stem(own) == w })
	})
	if len(said) == 0 {
		said = words
	}
	for _, v := range ed.Index.Held(c) {
		var own []string
		for _, w := range schema.Words(v) {
			own = append(own, schema.Stem(w))
		}
		if slices.Equal(own, said) {
			return v, true
		}
	}
	return "", false
}

// FilterAbbreviated reads words that mean nothing here as what a value abbreviates or is longer than: "card payment" is CP, "fleet" is the
// one value that has the word among others. The value must be one of a column of few, and of no other.
func FilterAbbreviated(ed *edit.Editor, text string, m Mode) bool {
	words, nothing := clause.Meaningless(ed, text)
	if ed.Query.Set != nil || m == IncludeMode {
		return false
	}
	if !nothing {
		return filterByCode(ed, clause.NamedElsewhere(ed, text), m)
	}
	c, value, ok := abbreviating(ed, words)
	if !ok {
		c, value, ok = longer(ed, words)
	}
	if !ok {
		return filterByCode(ed, words, m)
	}
	if !Put(ed, edit.Condition{Kind: edit.ValueCondition, Item: -1, Column: c, Values: []statement.Expr{statement.Literal(value)}}, m) {
		return false
	}
	ed.Taken = append(ed.Taken, clause.Lowered(words)...)
	ed.Assume(fmt.Sprintf("%s is %s = %v", strings.Join(words, " "), c, value))
	return true
}

// filterByCode takes words for a part of what one code means, of a column of the tables in force: hospitals are "hospital pharmacy".
func filterByCode(ed *edit.Editor, said []string, m Mode) bool {
	words := edit.LemmasOf(clause.Lowered(said))
	if len(words) == 0 {
		return false
	}
	var found *schema.Column
	var value any
	for _, t := range ed.Scope().Home() {
		for _, c := range t.Columns {
			for _, code := range c.Codes {
				phrase := edit.LemmasOf(strings.Fields(code.Phrase))
				if c.Hidden || code.Value == nil || slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(phrase, w) }) {
					continue
				}
				if found != nil && (found != c || value != code.Value) {
					return false
				}
				found, value = c, code.Value
			}
		}
	}
	if found == nil || !Put(ed, edit.Condition{Kind: edit.ValueCondition, Item: -1, Column: found, Values: []statement.Expr{statement.Literal(value)}}, m) {
		return false
	}
	ed.Taken = append(ed.Taken, clause.Lowered(said)...)
	ed.Assume(fmt.Sprintf("%s is %s = %v", strings.Join(said, " "), found, value))
	return true
}

// abbreviating finds the value that is the first letters of words, among the columns of the tables in force.
func abbreviating(ed *edit.Editor, words []string) (found *schema.Column, value string, ok bool) {
	initials := ""
	for _, w := range words {
		initials += strings.ToUpper(w[:1])
	}
	for _, t := range ed.Scope().Home() {
		for _, c := range t.Columns {
			if len(words) < 2 || c.Hidden || c.Key() || !slices.Contains(ed.Index.Held(c), initials) {
				continue
			}
			if found != nil {
				return nil, "", false
			}
			found = c
		}
	}
	return found, initials, found != nil
}

// longer finds the value that has a word among others, of a table in force or one that those refer to.
func longer(ed *edit.Editor, words []string) (found *schema.Column, value string, ok bool) {
	if len(words) != 1 {
		return nil, "", false
	}
	for _, v := range ed.Index.PartValues(schema.Lemma(strings.ToLower(words[0]))) {
		c := v.Column
		if c.Hidden || v.Code || c.Distinct == 0 || c.Distinct > clause.FewValues || ed.Near(c.Table) > 1 || ed.Fans(c.Table) > 0 {
			continue
		}
		if found != nil && (found != c || value != v.Text) {
			return nil, "", false
		}
		found, value = c, v.Text
	}
	return found, value, found != nil
}

// Existing says that the conditions ask whether there are rows elsewhere, and nothing more.
func Existing(conds []meaning.Cond) bool {
	return len(conds) > 0 && !slices.ContainsFunc(conds, func(k meaning.Cond) bool { return k.Op != meaning.Exists && k.Op != meaning.NotExists })
}
