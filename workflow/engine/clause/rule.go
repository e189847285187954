package clause

import (
	"regexp"
	"strings"

	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/tag"
)

// This file applies rules of refinement, which package rule lists: to a stretch of an input, or to its parts one after another.

// Rule is a kind of refinement: ways of saying it, and what it does. apply says whether what fills the slots makes
// sense for it; when not, the tree is as it was and the next rule is tried.
type Rule struct {
	Name     string
	Patterns []tag.Pattern
	Apply    func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool
}

// Plain makes an apply of an operation without slots.
func Plain(operation func(*edit.Editor) bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
	return func(ed *edit.Editor, _ tag.Utterance, _ tag.Fit) bool { return operation(ed) }
}

// RuleOf makes a rule of its name, what it does and its patterns.
func RuleOf(name string, apply func(*edit.Editor, tag.Utterance, tag.Fit) bool, patterns ...string) Rule {
	return Rule{Name: name, Patterns: tag.RulePatterns(patterns...), Apply: apply}
}

// Rules are tried in this order: what is said with fixed words before what rests on its slots.
var Rules []Rule

// theStates finds the short name of a country that is a pronoun elsewhere.
var theStates = regexp.MustCompile(`\b(?i:in|from|to|of|for|within|outside|just|only)\s+(?i:the\s+us)\b|\b(?i:in|only|within)\s+US\b|\b(?i:in|within)\s+us\b`)

// OfStates is the input with the United States by a name that is no pronoun: "in the us", "only US accounts".
func OfStates(input string) string {
	return theStates.ReplaceAllStringFunc(input, func(said string) string { return said + "a" })
}

// Apply reads a stretch as one refinement, or as several in a row.
func Apply(ed *edit.Editor, u tag.Utterance, s tag.Stretch) bool {
	s = u.Trim(s)
	if s.Empty() {
		return false
	}
	several := u.SeveralActs(s)
	if !several && applyOne(ed, u, s) {
		return true
	}
	if english.Openers[u.Words[s.From]] {
		return Apply(ed, u, tag.Stretch{From: s.From + 1, To: s.To})
	}
	for _, i := range joints(u, s) {
		split := func() bool {
			return applyOne(ed, u, u.Trim(tag.Stretch{From: s.From, To: i})) && (english.Joints[u.Words[i]] && Apply(ed, u, tag.Stretch{From: i + 1, To: s.To}) || applyOne(ed, u, tag.Stretch{From: i, To: s.To}))
		}
		if ed.Try(split) {
			return true
		}
	}
	if several && applyOne(ed, u, s) {
		return true
	}
	return english.Joints[u.Words[s.From]] && Apply(ed, u, tag.Stretch{From: s.From + 1, To: s.To})
}

// joints are where one act may end and another begin, first those behind which one is sure to: "only pears and plums, per month". What comes
// with a cut is one of its own: "top 5 with their number of orders".
func joints(u tag.Utterance, s tag.Stretch) []int {
	var sure, others []int
	for i := s.From + 1; i < s.To-1; i++ {
		switch joint := english.Joints[u.Words[i]]; {
		case joint && english.FurtherActs[u.Words[i+1]]:
			sure = append(sure, i)
		case joint, u.Words[i] == "with":
			others = append(others, i)
		}
	}
	return append(sure, others...)
}

// applyOne tries the rules in order.
func applyOne(ed *edit.Editor, u tag.Utterance, s tag.Stretch) bool {
	for _, r := range Rules {
		for _, p := range r.Patterns {
			f, ok := p.Match(u.Words, s)
			details := len(ed.Understood)
			if ok && ed.Try(func() bool { return r.Apply(ed, u, f) }) {
				ed.Operations = append(ed.Operations, r.Name)
				became(ed, u, s, r.Name, details)
				return true
			}
		}
	}
	return false
}

// became says which words became which edit, with how it read them: what was understood since. An input that is one edit
// and leaves nothing open says so itself.
func became(ed *edit.Editor, u tag.Utterance, s tag.Stretch, rule string, since int) {
	details := ed.Understood[since:]
	if len(details) == 0 && s == u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)}) {
		return
	}
	line := u.Text(s) + " = " + DeedOf[rule]
	if len(details) > 0 {
		line += " (" + strings.Join(details, ", ") + ")"
	}
	ed.Understood = append(ed.Understood[:since:since], line)
}

// DeedOf says in words what a rule does.
var DeedOf = map[string]string{
	"limit": "number of rows", "top": "the first rows", "superlative top": "the first rows in that order", "bottom": "the last rows", "too many": "fewer rows",
	"too few": "more rows", "all": "every row", "skip": "rows skipped", "next": "the next rows",
	"order": "order", "then order": "further order", "reverse": "order turned around", "alphabetical": "order", "descending": "order", "ascending": "order",
	"unordered": "no order", "superlative order": "order",
	"break down": "further groups", "group": "groups", "group total": "totals by group", "ungroup": "one total",
	"count": "number of rows", "count each": "column added", "count related": "number of what belongs to these rows", "count by": "number of rows by group", "percentage": "share of the total",
	"running total": "running total", "sum": "total", "overall": "one figure over these rows",
	"shift": "period moved", "whole": "the whole period", "release time": "any time", "contrast": "the other beside it", "without rows": "filter", "with rows": "filter",
	"nth filter": "filter dropped", "no bound": "bound dropped", "no filter": "filters dropped", "release": "filter dropped", "all of that": "filters dropped", "missing": "filter", "present": "filter",
	"stated": "filter", "compared": "side by side", "graded": "filter", "similar": "what has something in common", "moved": "filter", "include": "filter widened", "and": "filter widened", "what about": "filter changed", "correct": "filter changed", "bound": "bound changed",
	"exclude": "left out", "what about the other end": "the other end of the order", "swap ends": "where they begin and where they end, turned round", "correct what": "the last change, done anew",
	"only": "filter", "of those": "filter on these rows", "superlative of those": "the first row in that order", "only extreme": "the first row in that order",
	"superior": "column added", "when": "column added", "live": "columns added", "doers": "the people behind these rows", "add": "column added", "add done by": "who did it", "remove": "column hidden", "distinct": "each row once",
	"one side": "one of the two queries", "combined": "how the two are combined",
	"round": "rounded", "in units": "in other units", "rename": "another name", "share of all": "share of all", "above average": "filter", "compare with": "the period before beside it",
	"first per": "the first row of each", "top per": "the first rows of each", "rows behind": "the rows behind the figures", "count different": "number of different ones",
	"measure": "another figure", "figure asked": "column added", "rate asked": "a rate of these rows", "average asked": "an average of these rows", "show beside": "columns added", OneBeside: "column added", "share added": "share of the total, in a hundred", "rank added": "the place in the order", "change added": "change against the one before, in a hundred", "most changed": "what changed the most first", "foremost": "who stands first by the figure in force", "how many groups": "number of rows",
	"of the one named": "of the one asked for by name", "many of one": "number of what belongs to it", "with none": "those without any as well",
	"undo": "the last change undone", "back to": "back to what was there",
	"changed": "changed", "share of those": "share of these rows", "share of one": "share of the total", "many of those": "how many of these rows", "added of those": "column added", "priced": "column added", "show used": "column added", "rows that belong": "what belongs to these rows", "much of those": "total of these rows",
	BoundInView: "filter", FirstInView: "the first rows in that order", OrderByPlace: "order", RowsInView: "number of rows",
	"columns moved": "order of the columns", "show only": "columns", "show only distinct": "columns, each row once",
}
