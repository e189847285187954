package meaning

import (
	"slices"
	"strings"

	"parley/workflow/engine/calendar"
	"parley/workflow/schema"
)

// Op is what a condition says of its left side.
type Op string

// The conditions.
const (
	Equal          Op = "="
	NotEqual       Op = "<>"
	Less           Op = "<"
	LessOrEqual    Op = "<="
	Greater        Op = ">"
	GreaterOrEqual Op = ">="
	In             Op = "in"
	NotIn          Op = "not in"
	Within         Op = "between" // Values[0] and Values[1], both included
	Like           Op = "like"
	NotLike        Op = "not like"
	During         Op = "during" // the period
	Last           Op = "last"   // it is the greatest of all rows of Left's table
	Null           Op = "null"
	NotNull        Op = "not null"
	Exists         Op = "exists"     // rows of Rows that refer to this one
	NotExists      Op = "not exists" // none
	Shared         Op = "shared"     // a row of Rows with the same Left satisfies Where: a country that has such a user
	Unshared       Op = "unshared"   // none does
	And            Op = "and"
	Or             Op = "or"
	Not            Op = "not"
)

// Cond is a condition on a row or on a figure.
type Cond struct {
	Op   Op
	Left Term
	// Values are literals, as stored; Right, when it is a term, stands in their place.
	Values []any
	Right  *Term
	Period calendar.Period
	// Kids are the sides of And and Or, and what Not denies.
	Kids []Cond
	// Rows is the table of Exists, Where what its rows must satisfy.
	Rows  *schema.Table
	Where []Cond
	// Many, when there, is a condition on a figure over those rows: more than three of them.
	Many *Cond
	At   Span
}

// Equal says that two conditions say the same, whichever words made them.
func (c Cond) Equal(o Cond) bool {
	right := c.Right == nil && o.Right == nil || c.Right != nil && o.Right != nil && c.Right.Equal(*o.Right)
	many := c.Many == nil && o.Many == nil || c.Many != nil && o.Many != nil && c.Many.Equal(*o.Many)
	return right && many && c.Op == o.Op && c.Left.Equal(o.Left) && slices.Equal(c.Values, o.Values) && c.Period == o.Period && c.Rows == o.Rows &&
		slices.EqualFunc(c.Kids, o.Kids, Cond.Equal) && slices.EqualFunc(c.Where, o.Where, Cond.Equal)
}

// Conjuncts are conditions that hold together, each by itself.
func Conjuncts(list []Cond) []Cond {
	var out []Cond
	for _, c := range list {
		if c.Op == And {
			out = append(out, Conjuncts(c.Kids)...)
			continue
		}
		out = append(out, c)
	}
	return out
}

// opposite gives the condition that denies another.
var opposite = map[Op]Op{
	Equal: NotEqual, NotEqual: Equal, Less: GreaterOrEqual, LessOrEqual: Greater, Greater: LessOrEqual, GreaterOrEqual: Less, In: NotIn, NotIn: In, Like: NotLike,
	NotLike: Like, Null: NotNull, NotNull: Null, Exists: NotExists, NotExists: Exists, Shared: Unshared, Unshared: Shared,
}

// LikeText is a text as a part of a pattern that LIKE matches: what would match any text is left out, what matches any letter matches itself.
func LikeText(s string) string { return strings.ReplaceAll(s, "%", "") }

// Negated is the contrary of the condition.
func (c Cond) Negated() Cond {
	if c.Op == Not {
		return c.Kids[0]
	}
	if op, ok := opposite[c.Op]; ok {
		c.Op = op
		return c
	}
	return Cond{Op: Not, Kids: []Cond{c}, At: c.At}
}

// terms calls f with every term of the condition.
func (c Cond) terms(f func(Term)) {
	if c.Left.Kind != NoTerm {
		f(c.Left)
	}
	if c.Right != nil {
		f(*c.Right)
	}
	for _, k := range c.Kids {
		k.terms(f)
	}
}
