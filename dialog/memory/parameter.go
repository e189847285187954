package memory

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/dialog"
)

// Kind says what a parameter constrains.
type Kind string

// The kinds.
const (
	Filter Kind = "filter"
	Limit  Kind = "limit"
	Sort   Kind = "sort"
)

// Parameter is one constraint in force on a subject.
type Parameter struct {
	Kind Kind `json:"kind"`
	// Column is the constrained column; empty for a limit.
	Column string `json:"column,omitempty"`
	// Operator is a comparison ("=", "<>", ">=", "in", "between", "like"), or "asc" and "desc" for a sort.
	Operator string `json:"operator,omitempty"`
	// Values are the texts compared with: one, two for "between", any number for "in"; the number for a limit.
	Values []string `json:"values,omitempty"`
	// Turn set it, at Set.
	Turn int       `json:"turn"`
	Set  time.Time `json:"set"`
	// Confidence is how sure the turn was.
	Confidence Confidence `json:"confidence"`
	// Pinned parameters do not age and are the last to go.
	Pinned bool `json:"pinned,omitempty"`
	// Room is where it was taken over from; empty for this room's own.
	Room string `json:"room,omitempty"`
}

// Confidence is dialog's, by name in JSON.
type Confidence dialog.Confidence

// MarshalText writes the name.
func (c Confidence) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads a name; an unknown one is low.
func (c *Confidence) UnmarshalText(text []byte) error {
	*c = Confidence(dialog.Low)
	for _, known := range []dialog.Confidence{dialog.Medium, dialog.High} {
		if known.String() == string(text) {
			*c = Confidence(known)
		}
	}
	return nil
}

func (c Confidence) String() string { return dialog.Confidence(c).String() }

// Value is the values in one text: "Nairobi", "2026-01-01 and 2026-02-01", "a, b".
func (p Parameter) Value() string {
	if p.Operator == "between" {
		return strings.Join(p.Values, " and ")
	}
	return strings.Join(p.Values, ", ")
}

// String is the parameter as a person reads it: "origin = Nairobi", "limit 10", "sorted by price desc".
func (p Parameter) String() string {
	switch p.Kind {
	case Limit:
		return "limit " + p.Value()
	case Sort:
		return strings.TrimSpace("sorted by " + p.Column + " " + p.Operator)
	default:
		return p.Column + " " + p.Operator + " " + p.Value()
	}
}

// Same says whether two parameters demand the same, whoever set them.
func (p Parameter) Same(o Parameter) bool {
	return p.Kind == o.Kind && strings.EqualFold(p.Column, o.Column) && p.Operator == o.Operator && slices.Equal(p.Values, o.Values)
}

// bound is which side of a column's values a filter limits.
type bound uint8

const (
	whole bound = iota // =, in, between, like: says all about the column
	lower
	upper
	outside // <>, not in: may stand beside anything
)

func (p Parameter) bound() bound {
	switch p.Operator {
	case ">", ">=":
		return lower
	case "<", "<=":
		return upper
	case "<>", "!=", "not in", "not like":
		return outside
	default:
		return whole
	}
}

// replaces says whether p takes the place of o: the same kind on the same column, unless they are different bounds.
func (p Parameter) replaces(o Parameter) bool {
	if p.Kind != o.Kind {
		return false
	}
	if p.Kind != Filter {
		return true
	}
	if !strings.EqualFold(p.Column, o.Column) {
		return false
	}
	return p.bound() == o.bound() || p.bound() == whole || o.bound() == whole
}

// Replaces is whether p takes the place of o.
func (p Parameter) Replaces(o Parameter) bool { return p.replaces(o) }

// From is where the parameter comes from: "turn 3", "room home", "by hand".
func (p Parameter) From() string {
	switch {
	case p.Room != "":
		return "room " + p.Room
	case p.ByHand():
		return "by hand"
	default:
		return fmt.Sprintf("turn %d", p.Turn)
	}
}

// ByHand says that a person set the parameter, or took it over from another room and has not used it yet: it is no turn's.
func (p Parameter) ByHand() bool { return p.Turn == 0 }

// live says whether a parameter is still within its time.
func (p Parameter) live(now time.Time, ttl time.Duration) bool {
	return p.Pinned || now.Sub(p.Set) < ttl
}
