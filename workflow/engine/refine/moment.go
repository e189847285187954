package refine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	grammar "parley/workflow/engine/phrase"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// A row may have several moments, and a period is taken as that of the query ("Feb 10" of flights that depart then). What is said to
// be done may be another's: "return on Feb 20", "coming back on Feb 20" are about return_date.

// dating is an input in which what was done at a time is called as its column is; the column is nil where nothing says so plainly.
type dating struct {
	input  string
	column *schema.Column
	// said are the words that stood for name.
	said, name string
}

// dayOnly is a day of a month without the month; the last group holds what says that it is none: a month, or what is counted.
var dayOnly = regexp.MustCompile(`(?i)\b(on|by|from|until|till|before|after|since|returning|return|back|date|departure|leaving|to|is|be) the ([0-9]{1,2})(?:st|nd|rd|th)\b( of [a-z]+| (?:ones?|rows?|place|column|most|[a-z]+est|[a-z]+ (?:ones?|rows?))\b)?`)

// dayInForce is the input with the month of the dates in force behind a day that is said alone: "back on the 20th", of flights on 10
// February, is the 20th of February. A day that is past by then is one of the next month.
func dayInForce(ed *edit.Editor, input string) string {
	from, ok := dateInForce(ed)
	if !ok {
		return input
	}
	return dayOnly.ReplaceAllStringFunc(input, func(said string) string {
		m := dayOnly.FindStringSubmatch(said)
		day, _ := strconv.Atoi(m[2])
		if m[3] != "" || day < 1 || day > 31 {
			return said
		}
		at := time.Date(from.Year(), from.Month(), day, 0, 0, 0, 0, time.UTC)
		if day < from.Day() {
			at = time.Date(from.Year(), from.Month()+1, day, 0, 0, 0, 0, time.UTC)
		}
		return m[1] + " " + at.Format("2 January 2006")
	})
}

// dateInForce is the first date that the query in force compares with.
func dateInForce(ed *edit.Editor) (time.Time, bool) {
	_, bounds := ed.InForce()
	for _, p := range bounds {
		var found time.Time
		p.Walk(func(e statement.Expr) bool {
			if v, ok := e.AsLiteral(); ok && found.IsZero() {
				if d, ok := edit.DateOf(v); ok {
					found = d
				}
			}
			return found.IsZero()
		})
		if !found.IsZero() {
			return found, true
		}
	}
	return time.Time{}, false
}

func dated(ed *edit.Editor, input string) dating {
	u := tag.Utter(input)
	own := ed.Moment()
	times := 0
	for _, it := range ed.Tag(input) {
		if it.Period != nil {
			times++
		}
	}
	if own == nil || times != 1 {
		return dating{input: input}
	}
	c, said := otherMoment(own, u.Words)
	if c == nil || orders(u.Words[said.From:]) {
		return dating{input: input}
	}
	if namedBy(ed, u, said.From, c) {
		return dating{input: input, column: c}
	}
	words := strings.Join(u.Words[said.From:said.To], " ")
	at := strings.Index(strings.ToLower(input), words)
	if at < 0 || at+len(words) > len(input) {
		return dating{input: input}
	}
	return dating{input[:at] + c.Said() + input[at+len(words):], c, input[at : at+len(words)], c.Said()}
}

// namedBy says that the words at i name a column by themselves: no verb of asking is among them.
func namedBy(ed *edit.Editor, u tag.Utterance, i int, c *schema.Column) bool {
	return slices.ContainsFunc(ed.Tag(u.Input), func(it tag.Item) bool {
		named, _ := ed.Column(it.Matches)
		return it.From <= i && i < it.To && named == c && !english.OrderVerbs[it.Lower]
	})
}

// spoken puts what was said back into what is told of it.
func (d dating) spoken(texts []string) []string {
	if d.name == "" {
		return texts
	}
	told := slices.Clone(texts)
	for i, text := range told {
		if said, meaning, ok := strings.Cut(text, " = "); ok {
			told[i] = strings.Replace(said, d.name, d.said, 1) + " = " + meaning
		}
	}
	return told
}

// orders says that words begin by asking for something: "return the flights of May".
func orders(words []string) bool {
	return english.OrderVerbs[words[0]] && len(words) > 1 && english.AskedOf[words[1]]
}

// undated says that a candidate has no condition on the moment that was spoken of.
func undated(ed *edit.Editor, d dating, next pointer.Rival) bool {
	if d.column == nil || next.Query == nil {
		return false
	}
	after := *ed
	after.Query = next.Query
	return len(after.Scope().About(d.column)) == 0
}

// otherMoment is the moment of the same rows that words say something was done at, and the words; nil where they say nothing of one, or
// of several.
func otherMoment(own *schema.Column, words []string) (other *schema.Column, said grammar.Deed) {
	for _, d := range grammar.Deeds(words) {
		for _, m := range own.Table.Moments {
			switch {
			case m.Via != nil || !slices.ContainsFunc(m.Verbs, func(verb string) bool { return grammar.OfDeed(verb, d.Stem) }):
			case m.Column == own || other != nil && m.Column != other:
				return nil, said
			case other == nil:
				other, said = m.Column, d
			}
		}
	}
	return other, said
}
