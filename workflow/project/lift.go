package project

import (
	"slices"
	"strings"

	"parley/db/statement"
)

// Default filters are lifted in words: "including cancelled", "with the test accounts too", "without the default filter".

// including are words that let rows count which else do not; those that may also begin another condition lift only where a
// default filter is named right after.
var including = []string{"including", "include", "incl", "also including", "and include", "counting", "even", "with", "plus", "and also", "not excluding", "do count", "count also"}

// denying are words that make a cue right behind them say the opposite: "not counting cancelled". The t is that of "don't".
var denying = map[string]bool{"not": true, "without": true, "never": true, "t": true, "nor": true}

// everything lift all default filters.
var everything = []string{
	"without the default filters", "without the default filter", "without default filters", "without default filter", "without defaults", "no default filters", "no default filter",
	"ignore the default filters", "ignore the default filter", "ignoring the default filters", "ignoring the default filter", "ignore defaults", "lift the default filters",
	"lift the default filter", "unfiltered by default", "with everything included", "nothing left out",
}

// Lift cuts off a question what lifts default filters, and gives those. The rest is empty when nothing else was said.
func (p *Project) Lift(question string) (rest string, lifted []*Definition) {
	words, defaults := wordsOf(question), p.Defaults()
	left := p.leftOut(words)
	for _, phrase := range everything {
		if at := indexOf(words, strings.Fields(phrase)); at >= 0 && len(defaults) > 0 {
			return cut(question, words, at, at+len(strings.Fields(phrase))), defaults
		}
	}
	for i := range words {
		for _, cue := range including {
			n := len(strings.Fields(cue))
			if indexOf(words[i:min(i+n, len(words))], strings.Fields(cue)) != 0 || i > 0 && denying[strings.ToLower(words[i-1].text)] {
				continue
			}
			may := defaults
			if slices.Contains(letsIn, cue) {
				may = slices.Concat(defaults, left)
			}
			from, to, found := p.liftedAt(words, i, i+n, may)
			if len(found) > 0 {
				return cut(question, words, from, to), found
			}
		}
	}
	if found := p.letIn(words); len(found) > 0 {
		return "", found
	}
	return question, nil
}

// letIn are the filters that words name which say no more than that their rows count, as if they had been excluded: "including closed".
func (p *Project) letIn(words []word) []*Definition {
	for _, cue := range letsIn {
		n := len(strings.Fields(cue))
		if indexOf(words[:min(n, len(words))], strings.Fields(cue)) != 0 {
			continue
		}
		var filters []*Definition
		for _, d := range p.Of(Value) {
			if d.Default == "" {
				excluded := *d
				excluded.Default = "exclude"
				filters = append(filters, &excluded)
			}
		}
		if _, to, found := p.liftedAt(words, 0, n, filters); to == len(words) {
			return found
		}
	}
	return nil
}

// Chooses says that a query holds its rows, or those that its figures count, to values of columns by which filters tell theirs.
func (p *Project) Chooses(s *statement.Statement, filters []*Definition) bool {
	q, err := s.Query()
	if err != nil {
		return true
	}
	terms := slices.Concat(q.Where, q.Having)
	for _, source := range q.From {
		terms = append(terms, source.On)
	}
	for _, it := range q.Items {
		if _, _, column := it.Expr.AsColumn(); !column {
			terms = append(terms, it.Expr)
		}
	}
	return slices.ContainsFunc(statement.And(terms...).Columns(), func(c statement.Expr) bool {
		return slices.ContainsFunc(filters, func(d *Definition) bool {
			return slices.ContainsFunc(bare(d.expression).Columns(), func(own statement.Expr) bool { return sameColumn(c, own) })
		})
	})
}

// Searches says that a statement looks in texts for the names of filters, which are no texts.
func (p *Project) Searches(s *statement.Statement, filters []*Definition) bool {
	sql := strings.ToLower(s.SQL())
	return slices.ContainsFunc(filters, func(d *Definition) bool {
		return slices.ContainsFunc(p.saidOf(d), func(name []string) bool { return strings.Contains(sql, "%"+strings.Join(name, " ")+"%") })
	})
}

// liftedAt reads the names of default filters from a place on, with the nouns of their rows.
func (p *Project) liftedAt(words []word, from, at int, defaults []*Definition) (int, int, []*Definition) {
	var found []*Definition
	for at < len(words) {
		for at < len(words) && slices.Contains([]string{"the", "all", "also", "even", "any", "those", "which", "that", "are", "were"}, strings.ToLower(words[at].text)) {
			at++
		}
		d, n := p.namedAt(words[at:], defaults)
		if d == nil {
			break
		}
		found = append(found, d...)
		at += n
		for at < len(words) && (slices.Contains([]string{"ones", "one", "too", "rows", "as", "well"}, strings.ToLower(words[at].text)) || calls(words[at].text, d[0].Table)) {
			at++
		}
		if at >= len(words) || words[at].lemma != "and" && words[at].lemma != "or" {
			break
		}
		if d, _ := p.namedAt(words[at+1:], defaults); d == nil {
			break
		}
		at++
	}
	return from, at, found
}

// namedAt are the default filters whose name begins the words, and of how many words the longest is.
func (p *Project) namedAt(words []word, defaults []*Definition) (found []*Definition, n int) {
	for _, d := range defaults {
		for _, list := range p.saidOf(d) {
			if len(list) < n || len(list) > len(words) || !slices.EqualFunc(words[:len(list)], list, func(w word, lemma string) bool { return w.lemma == lemma }) {
				continue
			}
			if len(list) > n {
				found, n = nil, len(list)
			}
			if !slices.Contains(found, d) {
				found = append(found, d)
			}
		}
	}
	return found, n
}

// saidOf are the names of rows as they are said where it is plain which rows are spoken of: whole, and without the noun of the rows,
// "cancelled" of "cancelled work order".
func (p *Project) saidOf(d *Definition) [][]string {
	var out [][]string
	for _, name := range d.Words {
		words := strings.Fields(Lemmas(name))
		out = append(out, words)
		if len(words) > 1 && callsRows(words[1:], d.Table, p.Definitions) {
			out = append(out, words[:1])
		}
	}
	return out
}

// indexOf is where the words are said in this order; -1 for nowhere.
func indexOf(words []word, said []string) int {
	for i := 0; i+len(said) <= len(words); i++ {
		if slices.EqualFunc(words[i:i+len(said)], said, func(w word, s string) bool { return strings.EqualFold(w.text, s) }) {
			return i
		}
	}
	return -1
}

// cut is a question without some of its words and what joined them.
func cut(question string, words []word, from, to int) string {
	before, after := "", ""
	if from > 0 {
		before = strings.TrimRight(question[:words[from-1].to], " ,;")
	}
	if to < len(words) {
		after = question[words[to].from:]
	} else if len(words) > 0 {
		after = strings.Trim(question[words[len(words)-1].to:], " ,;")
	}
	if len(words) == to-from {
		return ""
	}
	joiner := " "
	if to >= len(words) {
		joiner = ""
	}
	return strings.TrimSpace(before + joiner + after)
}
