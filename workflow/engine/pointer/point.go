package pointer

import (
	"regexp"
	"slices"
	"strings"

	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// "How many earn less than that?" compares with the value that is on screen. The generator reads it with a number in
// the place of "that"; afterwards the number gives way to the present query.

// Sentinel is the number that stands for the present value: no one types it.
const Sentinel = 9081726354

var pointer = regexp.MustCompile(`(?i)\b(than|above|below|over|under|exceeds?|exceeding|equal to) (that|this|it|those|him|her|them|the average|this average|that average)( (amount|number|value|average|one|price|salary|age))?\b`)

// Pointing puts the sentinel in the place of what points at the one value of the query in force; false when nothing does. What is called an
// average is that value where it is one.
func Pointing(ed *edit.Editor, text string) (string, bool) {
	said := pointer.FindStringSubmatch(text)
	if said == nil || !single(ed) || strings.HasSuffix(said[2], "average") && !clause.IsAverage(ed.Block().Items[0].Expr) {
		return text, false
	}
	return pointer.ReplaceAllString(text, "$1 9081726354"), true
}

// numbered finds a row that is pointed at by its number: "show me number 3", "compare no. 1 and no. 4", "which album is #3 on".
var numbered = regexp.MustCompile(`(?i)(^|\S+\s+)(?:the\s+)?(?:number\s*|no\.\s*|nr\.?\s*|row\s+|result\s+|entry\s+|#\s*)([1-9]|10|one|two|three|four|five|six|seven|eight|nine|ten)\b`)

// numberedPair finds two rows that are pointed at by their numbers: "numbers 3 and 7".
var numberedPair = regexp.MustCompile(`(?i)\b(?:the )?(?:numbers|nos\.?|nrs\.?|rows|results|entries|lines)\s+([1-9]|10)\s*(and|or|with|to|vs\.?|versus)\s*([1-9]|10)\b`)

// Unnumbered is the input with the words for a row's place instead of its number, where so many rows are on screen. The number behind
// what a thing is called is its own: "order no. 3".
func Unnumbered(ed *edit.Editor, input string) string {
	input = numberedPair.ReplaceAllString(input, "number $1 $2 number $3")
	return numbered.ReplaceAllStringFunc(input, func(said string) string {
		m := numbered.FindStringSubmatch(said)
		n, _ := tag.ParseNumber(strings.ToLower(m[2]))
		before := strings.TrimSpace(m[1])
		if ed.Rows >= 0 && (ed.Rows < 2 || float64(ed.Rows) < n) || before != "" && !tag.Functional(before) && slices.ContainsFunc(ed.Tag(before), func(it tag.Item) bool { return it.Mention() }) {
			return said
		}
		return m[1] + "the " + english.RowOrdinals[int(n)-1] + " one"
	})
}

// InPlace are ways of counting to a row in words of their own, with the ordinal in the first group.
var InPlace = []struct {
	Said *regexp.Regexp
	Is   string
}{
	{regexp.MustCompile(`(?i)\bthe (?:one|row|\w+) (?:that is |that's )?(?:in|at) (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[2-9](?:nd|rd|th)|1st|last) (?:place|position|rank)\b`), "the $1 one"},
	{regexp.MustCompile(`(?i)^(?:and )?(?:who|what|which)(?: one)?(?: is|'s) (?:in|at) (first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[2-9](?:nd|rd|th)|1st|last) (?:place|position)\b`), "only the $1 one"},
	{regexp.MustCompile(`(?i)\b(the) runner[- ]up\b`), "$1 second one"},
	{regexp.MustCompile(`(?i)\b(the) very (first|last) (one|two|three)?`), "$1 $2 $3"},
}

// forgets begins an input that leaves something out of the conversation: a filter, or rows.
var forgets = regexp.MustCompile(`(?i)^(?:and |but |please |just |ok |now )*(?:forget|never mind|ignore)(?: about)? (.+?)[.!]*$`)

// InRows is the input with plain words for leaving rows out where it says to forget some of those in force, by their place or a value
// of theirs: "forget the first one", "forget about Norway".
func InRows(ed *edit.Editor, input string) string {
	m := forgets.FindStringSubmatch(input)
	if m == nil {
		return input
	}
	u := tag.Utter(m[1])
	last := len(u.Words) - 1
	_, counted := PlaceOf(m[1])
	rows := counted && last > 0 || english.ThoseWords[u.Words[0]] && last > 0 || english.RowNouns[u.Words[last]] || saysPlaces(ed, u)
	if !rows {
		conds, lost := ed.Conditions(m[1])
		rows = lost == 0 && len(conds) == 1 && conds[0].Kind == edit.ValueCondition && !conds[0].Negated && len(ed.Scope().About(conds[0].Column)) == 0 && !strings.EqualFold(strings.Join(conds[0].Column.Words, " "), m[1])
	}
	if !rows {
		return input
	}
	return "exclude " + m[1]
}

// saysPlaces says that an input is nothing but so many rows from one end: "the last two".
func saysPlaces(ed *edit.Editor, u tag.Utterance) bool {
	return slices.ContainsFunc(ByPlaces(ed, u, 0), func(r Reference) bool { return r.At.To == len(u.Words) })
}

// TheOneWithMost chooses a row by how many it has of what belongs to it.
var TheOneWithMost = regexp.MustCompile(`(?i)^(?:and |so |just |only |show (?:me )?)*the one (?:with|having|(?:that|which|who) has) the (most|fewest|least) (\w+)[?.!]*$`)

// Graded chooses so many rows by an adjective in the comparative: "the cheaper two" are the two cheapest.
var Graded = regexp.MustCompile(`(?i)\bthe (\w+er|worse) (two|three|four|five|[2-9])\b`)

// gradedOne finds one row by an adjective in the comparative, whose "one" is no number: "the cheaper one", "a cheaper one".
var gradedOne = regexp.MustCompile(`(?i)\b(the|a|an|any|some) ((?:more |less )?\w+) one\b`)

// UngradedOne is the input with "the cheaper one" of several rows as the cheapest of them, and "ones" for the one of "a cheaper one".
func UngradedOne(ed *edit.Editor, input string) string {
	return gradedOne.ReplaceAllStringFunc(input, func(said string) string {
		m := gradedOne.FindStringSubmatch(said)
		words, _, most := tag.Comparative(m[2])
		switch {
		case len(words) == 0:
			return said
		case strings.EqualFold(m[1], "the") && most != "" && ed.Rows != 1:
			return "the " + most + " one"
		}
		return m[2] + " ones"
	})
}

// AsksOfAny asks of the rows in force whether any of them did or is something, which asks for those.
var AsksOfAny = regexp.MustCompile(`(?i)^(have|has|had|did|do|does|are|is|were|was) (?:any|some|one|anyone|anybody|either|all) (?:one )?(?:of|among) (them|those|these)( (?:two|three|four|five|six|seven|eight|nine|ten|[0-9]+))? `)

// tallied is a pointer at the rows in force with how many they are, which asks for nothing.
var tallied = regexp.MustCompile(`(?i)\b(these|those|the) (two|three|four|five|six|seven|eight|nine|ten|[1-9][0-9]{0,2})( (different|distinct|other) |\b)(?:-\w+)?`)

// goesFurther finds so many rows that stand behind those in force: "the five after that".
var goesFurther = regexp.MustCompile(`(?i)\bthe \w+ (?:after|behind|below|following|beyond|before|coming after|that come|that follow)\b`)

// Untallied is the input without how many rows a pointer says there are: "the names of those three", and "of the 4 clubs" where the
// query in force gave four, or counted them.
func Untallied(ed *edit.Editor, input string) string {
	if goesFurther.MatchString(input) {
		return input
	}
	return tallied.ReplaceAllStringFunc(input, func(said string) string {
		if strings.Contains(said, "-") { // the 5-star ones
			return said
		}
		words := strings.Fields(said)
		n, _ := tag.ParseNumber(words[1])
		if strings.EqualFold(words[0], "the") && (ed.Rows < 2 || float64(ed.Rows) != n || SaysExtreme(ed, input)) {
			return said
		}
		if len(words) > 2 {
			return words[0] + " "
		}
		return words[0]
	})
}

// pacedOnes finds rows by how often something is due: "the monthly ones".
var pacedOnes = regexp.MustCompile(`(?i)\b(hourly|daily|weekly|fortnightly|monthly|quarterly|yearly|annual)\s+ones\b`)

// NamedOnes is the input with rows called by their name where a value says how often something of them is due: "ones" of a pace are rows,
// and no dates cut to it.
func NamedOnes(ed *edit.Editor, input string) string {
	root := ed.Root()
	if root == nil || len(root.Words) == 0 {
		return input
	}
	rows := schema.Plural(strings.Join(root.Words, " "))
	return pacedOnes.ReplaceAllStringFunc(input, func(said string) string {
		pace := strings.Fields(said)[0]
		if !slices.ContainsFunc(ed.Index.Normalised(schema.Normal(pace)), func(v schema.ValueMatch) bool { return v.Column.Table == root }) {
			return said
		}
		return pace + " " + rows
	})
}

// SaysExtreme says that the input asks for the first of an order, so that a number in it is how many of them are wanted.
func SaysExtreme(ed *edit.Editor, input string) bool {
	return slices.ContainsFunc(ed.Tag(input), func(it tag.Item) bool {
		return it.Is(tag.Superlative, tag.Most, tag.Least, tag.Common, tag.Top, tag.Bottom, tag.Maximum, tag.Minimum)
	})
}

// single says that the present query gives one value.
func single(ed *edit.Editor) bool {
	q := ed.Block()
	if len(q.Items) != 1 || ed.Query.Set != nil {
		return false
	}
	_, star := q.Items[0].Expr.AsStar()
	return !star && (len(edit.Measures(q)) == 1 && len(q.GroupBy) == 0 || ed.Rows == 1)
}
