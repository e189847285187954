package engine

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"parley/workflow"
)

// This file says how likely the best reading is right: a logistic model over what sets sure readings apart from guesses.
// The ranker's own probability is not enough: it is fitted to choose, and knows nothing of what all readings lack.

// The evidence, in the order of sureNames.
var sureNames = []string{
	"nothing known",
	"ranker: log of the probability", "ranker: lead over the next reading", "ranker: readings nearly as good",
	"agreement: what is shown", "agreement: conditions", "agreement: tables", "agreement: groups, order and limit",
	"words: content words without a part", "words: names without a part", "words: right before a name, without a part", "words: figures and quotations without a part", "words: share with a part",
	"words: beyond eight", "words: cues that left no mark", "words: clauses without a cue",
	"names: said in part", "names: said by another word", "names: columns of the wrong sort",
	"values: not as stored", "values: of unknown columns", "values: any",
	"shown: by default", "shown: columns beyond two", "shown: a column taken for asked although it came in a condition",
	"query: joins", "query: joins beyond two", "query: tables that were not named", "query: one table",
	"query: nested", "query: set operation", "query: groups", "query: condition on groups", "query: extreme", "query: aggregates", "query: repeated rows decided",
	"rows: none", "rows: share of the readings that bring the same", "rows: share of the strongest other answer",
}

var shownByDefault = slices.Index(sureNames, "shown: by default")

//go:embed sure_weights.txt
var sureText string

var sureWeights = parseSure(sureText)

// SureEnough is the probability of being right from which on a reading is run instead of asked about. The curve that
// internal/eval prints with -sure says what it brings: on databases that nothing was fitted on, about three answers in
// four must be right, and here it is a little more than that (README).
const SureEnough = 0.53

// parseSure reads lines of a weight, a tab and its name; the file is part of the program.
func parseSure(text string) []float64 {
	w := make([]float64, len(sureNames))
	for _, line := range strings.Split(text, "\n") {
		value, name, _ := strings.Cut(line, "\t")
		if i := slices.Index(sureNames, name); i >= 0 {
			v, err := strconv.ParseFloat(value, 64)
			if err != nil {
				panic("engine: weight of confidence: " + err.Error())
			}
			w[i] = v
		}
	}
	return w
}

// deliberate says that a rule for a whole turn of phrase made the reading ("the longest track of each album", "best
// selling", "the share of"), or that every word has a part in a computed measure ("revenue by month"): such turns are too
// rare among the questions fitted on to be judged by them.
func (q *ranked) deliberate() bool {
	formed := func(o operand) bool {
		return o.form != itself || o.each != nil || o.via != nil || o.aggregate == median
	}
	compared := func(f *filter) bool { return formed(f.left) }
	computed := func(o operand) bool { return o.column != nil && o.column.Metric != nil }
	return q.coverage == 1 && slices.ContainsFunc(q.items, computed) || q.places > 0 || slices.ContainsFunc(q.filters, compared) || slices.ContainsFunc(q.items, formed) || len(q.orders) > 0 && (q.orders[0].aggregate == sum || q.orders[0].aggregate == average)
}

// fragment says that conditions alone were said, and all of them understood: "only from last month". There is one sensible
// thing to do with them, and that is told: they hold for the rows of the table that they fit best.
func (q *ranked) fragment(items []Item) bool {
	return q.coverage == 1 && len(q.items) == 1 && q.items[0].star && len(q.filters) > 0 && len(q.groups)+len(q.orders)+q.limit == 0 && q.right == nil &&
		!slices.ContainsFunc(items, func(it Item) bool { return len(it.Matches) > 0 || it.Is(Ask, Count, Who, How) })
}

// unsure is the question back: the likeliest reading and the next ones that read differently.
func (e *Engine) unsure(list []ranked, items []Item, best proposal) error {
	out := &workflow.Ambiguous{Question: "I am not sure what you mean.", Readings: []*workflow.Draft{best.Draft}}
	if len(best.Ignored) > 0 {
		out.Question = e.asksAbout(items, best.Draft)
	}
	said := map[string]bool{best.Explanation: true}
	for i, q := range list {
		if len(out.Readings) == shown || i == mostWeighed {
			break
		}
		d := e.propose(q, items)
		if i == best.at || d == nil || said[d.Explanation] {
			continue
		}
		said[d.Explanation] = true
		out.Readings = append(out.Readings, d)
	}
	return out
}

// evidence describes the reading of a trial; the list of readings is best first.
func evidence(list []ranked, trials []tried, trial int) []float64 {
	at := trials[trial].at
	q := &list[at]
	p := chances(list)
	own := 0.0 // a reading far down the list has next to no share
	if at < len(p) {
		own = p[at]
	}
	x := make([]float64, 0, len(sureNames))
	x = append(x, 1, math.Log(max(own, 1e-4)), lead(list, at), float64(nearly(list, at)))
	x = append(x, sharing(list, p, at)...)
	f := func(fs ...feature) float64 {
		s := 0.0
		for _, n := range fs {
			s += q.features[n]
		}
		return s
	}
	x = append(x, f(fIgnored), f(fNamesLost), float64(q.attributes), f(fNumbersLost, fQuotesLost), q.coverage, math.Max(float64(q.length-8), 0), f(shapeSaid...), f(shapeDone...))
	x = append(x, f(fColumnBias, fTableBias)-f(fColumnScore, fTableScore), f(fColumnSynonym, fTableSynonym), f(fColumnNoNum, fColumnKey, fColumnRef))
	values := f(fValueBias)
	x = append(x, values-f(fValueCase), f(fNameMatch, fNamePart, fNameWait, fNameLabel), values)
	x = append(x, f(fDefaultStar, fDefaultLabel, fDefaultKey, fDefaultBoth), math.Max(f(fItems)-1, 0), f(fFlushSelect, fFlushIgnore, fFlushPresent))
	x = append(x, f(fJoins), f(fJoinsMany), f(fTablesExtra), is0(f(fJoins)))
	s := outlineOf(q.reading)
	x = append(x, float64(boolInt(s.nested)), float64(boolInt(q.set != "")), float64(boolInt(s.grouped)), float64(boolInt(len(q.having) > 0)), float64(boolInt(s.limited)),
		float64(boolInt(q.aggregates())), f(fRepeatKeep, fRepeatDistinct))
	same, rival := backing(list, p, trials, trials[trial])
	return append(x, float64(boolInt(!trials[trial].Some)), same, rival)
}

func is0(v float64) float64 { return float64(boolInt(v == 0)) }

// mostWeighed is how many readings share the probability.
const mostWeighed = 25

// chances are the ranker's probabilities of the best readings.
func chances(list []ranked) []float64 {
	p := make([]float64, min(len(list), mostWeighed))
	sum := 0.0
	for i := range p {
		p[i] = math.Exp(list[i].score - list[0].score)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// lead is by how much a reading leads the best other one; negative when it trails.
func lead(list []ranked, at int) float64 {
	for i := range list {
		if i != at {
			return math.Max(math.Min(list[at].score-list[i].score, maxLead), -maxLead)
		}
	}
	return maxLead
}

const (
	maxLead = 6
	// near is how far behind a reading is nearly as good.
	near = 1
)

func nearly(list []ranked, at int) int {
	n := 0
	for i := 0; i < min(len(list), mostWeighed); i++ {
		n += boolInt(i != at && list[at].score-list[i].score < near)
	}
	return n
}

// sharing is the share of probability of the readings that agree with one in each part.
func sharing(list []ranked, p []float64, at int) []float64 {
	own := list[at].aspects()
	out := make([]float64, len(own))
	for i := range p {
		for k, other := range list[i].aspects() {
			if other == own[k] {
				out[k] += p[i]
			}
		}
	}
	return out
}

// aspects are the parts of a reading as text: what is shown, conditions, tables, groups with order and limit.
func (q *ranked) aspects() [4]string {
	shown, where, group := strings.Index(q.key, " distinct "), strings.Index(q.key, " where "), strings.Index(q.key, " group ")
	a := [4]string{q.key[:shown], q.key[where:group], "", q.key[group:]}
	for _, t := range q.all() {
		a[2] += t.Name + " "
	}
	return a
}

// Chance is the probability that a reading is right, by its evidence. What is shown by default is no reason to ask back,
// so that piece of evidence is fitted and then left out: the rows are those that were meant, whichever of their columns.
func Chance(x, weights []float64) float64 {
	s := 0.0
	for i, v := range x {
		if i != shownByDefault {
			s += v * weights[i]
		}
	}
	return 1 / (1 + math.Exp(-s))
}

// FormatSure writes the weights of confidence as text, one a line.
func FormatSure(w []float64) string {
	var b strings.Builder
	b.WriteString("# The weights of confidence: how much each piece of evidence speaks for the best reading. Written by internal/eval.\n")
	for i, name := range sureNames {
		fmt.Fprintf(&b, "%.3f\t%s\n", w[i], name)
	}
	return b.String()
}
