package tag

import (
	"slices"
	"strings"
)

// dimension is a pair of adjective forms and what they measure. A minus before a word turns the direction: the older,
// the smaller the birth date.
type dimension struct {
	plain       string
	comparative []string
	superlative []string
	words       []string
	up          bool
}

// dimensions are the gradable adjectives of general English, with the measures they are used for, likeliest first. "*"
// stands for whatever numeric column is named next ("highest price").
var dimensions = []dimension{
	{"", nil, []string{"highest", "greatest", "best", "best performing", "top performing"}, []string{"*", "size", "area", "population", "capacity", "amount", "value", "score", "rank", "rating"}, true},
	{"", nil, []string{"lowest", "worst", "weakest", "poorest performing"}, []string{"*", "size", "area", "population", "capacity", "amount", "value", "score"}, false},
	{"old", []string{"older", "elder"}, []string{"oldest", "eldest"}, []string{"age", "-birth", "-year", "-date", "-founded", "-built", "-opened"}, true},
	{"young", []string{"younger"}, []string{"youngest"}, []string{"age", "-birth", "-year", "-date"}, false},
	{"tall", []string{"taller"}, []string{"tallest"}, []string{"height"}, true},
	{"", nil, []string{"shortest"}, []string{"*", "height", "length", "duration", "time", "distance", "runtime", "millisecond", "minute", "hour"}, false},
	{"", []string{"shorter"}, nil, []string{"height", "length", "duration", "time", "distance", "runtime", "millisecond", "minute", "hour"}, false},
	{"high", []string{"higher"}, []string{"highest"}, []string{"*", "height", "elevation", "altitude"}, true},
	{"", []string{"lower"}, nil, []string{"*", "height", "elevation", "altitude"}, false},
	{"", []string{"smaller"}, []string{"smallest"}, []string{"*", "size", "area", "population", "capacity", "amount", "enrollment", "value", "score", "height", "volume", "tonnage"}, false},
	{"long", []string{"longer"}, []string{"longest"}, []string{"*", "length", "duration", "time", "distance", "runtime", "millisecond", "minute", "hour", "year"}, true},
	{"heavy", []string{"heavier"}, []string{"heaviest"}, []string{"weight"}, true},
	{"", []string{"lighter"}, []string{"lightest"}, []string{"weight"}, false},
	{"large", []string{"larger", "bigger"}, []string{"largest", "biggest"}, []string{"*", "size", "area", "population", "capacity", "amount", "enrollment", "value", "score", "height", "volume", "tonnage"}, true},
	{"big", nil, nil, []string{"size", "area", "population", "capacity"}, true},
	{"expensive", []string{"more expensive", "costlier", "pricier", "dearer"}, []string{"most expensive", "costliest", "priciest", "dearest", "most costly"}, []string{"price", "cost", "fee", "rent", "amount", "fare", "rate"}, true},
	{"cheap", []string{"cheaper", "less expensive", "less costly"}, []string{"cheapest", "least expensive", "least costly"}, []string{"price", "cost", "fee", "rent", "amount", "fare", "rate"}, false},
	{"much", nil, nil, []string{"price", "cost", "amount", "fee", "total", "money"}, true},
	{"fast", []string{"faster", "quicker"}, []string{"fastest", "quickest"}, []string{"speed", "-time", "-duration"}, true},
	{"slow", []string{"slower"}, []string{"slowest"}, []string{"speed", "-time", "-duration"}, false},
	{"recent", []string{"more recent", "newer"}, []string{"most recent", "latest", "newest", "most recently", "latest and greatest"}, []string{"*", "date", "year", "time", "created"}, true},
	{"early", nil, []string{"earliest", "soonest", "least recent", "first ever"}, []string{"*", "date", "year", "time", "created"}, false},
	{"rich", []string{"richer", "wealthier"}, []string{"richest", "wealthiest"}, []string{"money", "salary", "income", "worth", "wealth", "balance", "revenue", "value"}, true},
	{"", []string{"poorer"}, []string{"poorest"}, []string{"money", "salary", "income", "worth", "wealth", "balance", "value"}, false},
	{"", []string{"more populous"}, []string{"most populous", "most populated", "most crowded"}, []string{"population", "resident"}, true},
	{"", nil, []string{"least populous", "least populated"}, []string{"population", "resident"}, false},
	{"deep", []string{"deeper"}, []string{"deepest"}, []string{"depth"}, true},
	{"wide", []string{"wider"}, []string{"widest"}, []string{"width"}, true},
	{"far", []string{"farther", "further"}, []string{"farthest", "furthest"}, []string{"distance"}, true},
	{"", []string{"nearer", "closer"}, []string{"nearest", "closest"}, []string{"distance"}, false},
	{"hot", []string{"hotter", "warmer"}, []string{"hottest", "warmest"}, []string{"temperature"}, true},
	{"cold", []string{"colder", "cooler"}, []string{"coldest", "coolest"}, []string{"temperature"}, false},
	{"strong", []string{"stronger"}, []string{"strongest"}, []string{"strength", "power", "speed"}, true},
	{"", nil, []string{"best paid", "highest paid", "best-paid", "highest-paid"}, []string{"salary", "income", "pay", "wage"}, true},
	{"", nil, []string{"lowest paid", "worst paid", "lowest-paid"}, []string{"salary", "income", "pay", "wage"}, false},
	{"", nil, []string{"best rated", "highest rated", "top rated", "best-rated", "highest-rated", "top-rated"}, []string{"rating", "score", "star", "rank"}, true},
	{"", nil, []string{"worst rated", "lowest rated", "worst-rated", "lowest-rated"}, []string{"rating", "score", "star", "rank"}, false},
	{"", nil, []string{"best selling", "best-selling", "bestselling", "top selling", "top-selling", "most sold"}, []string{"quantity", "sale", "sold", "revenue"}, true},
	{"", nil, []string{"worst selling", "worst-selling", "least selling", "least sold"}, []string{"quantity", "sale", "sold", "revenue"}, false},
	{"", nil, []string{"most experienced"}, []string{"experience"}, true},
	{"", nil, []string{"most spacious"}, []string{"area", "size", "capacity"}, true},
	{"", nil, []string{"busiest"}, []string{"traffic", "passenger", "visitor", "count"}, true},
	{"", nil, []string{"quietest"}, []string{"traffic", "passenger", "visitor", "count"}, false},
}

// Comparative reads an adjective in the comparative: what it measures, whether more of that is meant, and its superlative. The words are
// empty where the text is none.
func Comparative(text string) (words []string, more bool, superlative string) {
	for _, d := range dimensions {
		if slices.Contains(d.comparative, strings.ToLower(text)) {
			if len(d.superlative) > 0 {
				return d.words, d.up, d.superlative[0]
			}
			return d.words, d.up, strings.TrimSuffix(text, "er") + "est"
		}
	}
	return nil, false, ""
}
