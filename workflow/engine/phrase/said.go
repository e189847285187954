package phrase

import (
	"math"
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// What a few words say by themselves, for those who look at a statement and not at how it was read.

// Compares is the operator that the words right before a figure say, or those right after it: "at least" is ">=". Empty for none.
func Compares(before, after []string) string {
	for n := min(len(before), senseBook().longest); n > 0; n-- {
		if op := kindOf(before[len(before)-n:], "cmp"); op != "" {
			return op
		}
	}
	for n := min(len(after), senseBook().longest); n > 0; n-- {
		if op := kindOf(after[:n], "cmpafter"); op != "" {
			return op
		}
	}
	return ""
}

// Extreme is which end of an order words ask for, "desc" or "asc": "the most expensive" is "desc". Empty for none, and for both.
func Extreme(words []string) string {
	found := ""
	for i := 0; i < len(words); i++ {
		for n := min(len(words)-i, senseBook().longest); n > 0; n-- {
			kind := kindOf(words[i:i+n], "extreme")
			if kind == "" {
				continue
			}
			if found != "" && found != kind {
				return ""
			}
			found, i = kind, i+n-1
			break
		}
	}
	return found
}

// SameLength says whether a value may be as long as so many of a unit of time, in whichever unit it is told: 120 is two hours, told in minutes.
func SameLength(number float64, unit string, value float64) bool {
	said, ok := english.Seconds[schema.Lemma(unit)]
	if !ok {
		return false
	}
	for _, own := range english.Seconds {
		if math.Abs(value-number*said/own) < 1e-6 {
			return true
		}
	}
	return false
}

// Light says that a word may add nothing to what is said: "new".
func Light(word string) bool {
	return slices.ContainsFunc(senseBook().of[strings.ToLower(word)], func(s sense) bool { return s.category == light })
}

// SaysTimes says that a word is how often something was: "once".
func SaysTimes(word string) bool { return senseBook().says(strings.ToLower(word), "times1") }

// kindOf is the kind that a phrase has of a category; empty when it has none or several.
func kindOf(words []string, category string) string {
	found := ""
	for _, s := range senseBook().of[strings.Join(slices.DeleteFunc(slices.Clone(words), func(w string) bool { return english.Articles[w] }), " ")] {
		if s.category != category {
			continue
		}
		if found != "" {
			return ""
		}
		found = s.kind
	}
	return found
}

// Staffed says that a word is one for those who work here: agent, clerk.
func Staffed(word string) bool { return senseBook().says(word, staffed) }

// ByStaff says that one of the words is what those who work here do to things: "sold", "handled".
func ByStaff(words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return senseBook().says(w, staffDid) })
}

// OtherEnd is the column that a preposition before a value means in place of one of the other end: nobody flies to where flights begin
// as yet, and still "to" asks for where they end. It is nil where the column is right, or its table has none of the other end.
func OtherEnd(preposition string, c *schema.Column) *schema.Column {
	wrong, right := english.Origins, english.Destinations
	if preposition == "from" {
		wrong, right = right, wrong
	}
	if preposition != "to" && preposition != "from" || !c.Has(wrong...) || c.Has(right...) {
		return nil
	}
	at := slices.IndexFunc(c.Table.Columns, func(o *schema.Column) bool { return o.Type == c.Type && o.Has(right...) && o.Role != schema.Moment })
	if at < 0 {
		return nil
	}
	return c.Table.Columns[at]
}

// Begins says that a column is called as where, or with whom, something begins; Ends where it ends.
func Begins(c *schema.Column) bool { return c.Has(english.Origins...) }

// Ends is the same of where something ends.
func Ends(c *schema.Column) bool { return c.Has(english.Destinations...) }

// TellsDue says that a moment tells by when something was to be done.
func TellsDue(c *schema.Column) bool {
	return c.Role == schema.Moment && slices.ContainsFunc(c.Words, func(w string) bool {
		return slices.ContainsFunc(english.DueWords, func(d string) bool { return schema.Stem(d) == schema.Stem(w) })
	})
}

// EndWords are the words that say of rows where they begin, "from", or end, "to".
func EndWords() map[string]string {
	out := map[string]string{}
	for text, list := range senseBook().of {
		for _, s := range list {
			if s.category == "endat" && !strings.Contains(text, " ") {
				out[text] = s.kind
			}
		}
	}
	return out
}

// Fills says that a word adds nothing: "who left us last year".
func Fills(word string) bool { return senseBook().says(word, "filler") }

// Doing are words of tables that tell of what a verb says was done, in any form of it: order and purchase for "bought".
func Doing(verb string) (tables []string) {
	for _, s := range senseBook().of[strings.ToLower(verb)] {
		if s.category == doing {
			tables = append(tables, strings.Split(s.kind, "|")...)
		}
	}
	return tables
}

// Lacks says that a word tells what there is none of: "without".
func Lacks(word string) bool { return senseBook().says(word, "never") }

// Strict says that a word keeps to what is named and nothing else: "only".
func Strict(word string) bool { return senseBook().says(word, "only") }

// LeavesOut says that a word leaves out the rows that are named behind it, and LetsIn that it lets them in: neither points at them.
func LeavesOut(word string) bool { return senseBook().says(word, "leaveout") }

// LetsIn is the other one.
func LetsIn(word string) bool { return senseBook().says(word, "letin") }

// leastAsked is how many words at least ask for something before a part of it is asked for.
const leastAsked = 3

// EachAsked says that an input asks which things are so, and how many or how much there is of each: "which customers have open invoices and how many".
func EachAsked(words []string) bool {
	s, lower := senseBook(), strings.Fields(strings.ToLower(strings.Join(words, " ")))
	if len(lower) == 0 || !s.says(lower[0], "which") {
		return false
	}
	for i := 2; i < len(lower); i++ {
		if lower[i-1] == "and" && (s.opens(lower[i:], "count") || s.opens(lower[i:], "howmuch") || s.opens(lower[i:], "howoften")) {
			return true
		}
	}
	return false
}

// PartAsked says that an input asks how many of those that it asked for before are so: "orders per month and how many of them were late".
func PartAsked(words []string) bool {
	s, lower := senseBook(), strings.Fields(strings.ToLower(strings.Join(words, " ")))
	for i := leastAsked; i < len(lower); i++ {
		for j := i + 1; j < min(len(lower), i+s.longest); j++ {
			if s.says(strings.Join(lower[i:j], " "), "count") && s.opens(lower[j:], "ofthem") {
				return true
			}
		}
	}
	return false
}
