package reader

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/build"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
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

//go:embed sure.txt
var sureText string

var sureWeights = parseSure(sureText)

// sureEnough is the probability of being right from which on a reading is run instead of asked about. The curve that
// internal/eval prints with -sure says what it brings: on databases that nothing was fitted on, about three answers in
// four must be right, and here it is a little more than that (README).
const sureEnough = 0.53

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
func (q *Ranked) deliberate() bool {
	formed := func(o reading.Operand) bool {
		return o.Form != reading.Itself || o.Each != nil || o.Via != nil || o.Aggregate == reading.Median
	}
	compared := func(f *reading.Filter) bool { return formed(f.Left) }
	computed := func(o reading.Operand) bool { return o.Column != nil && o.Column.Metric != nil }
	return q.coverage == 1 && slices.ContainsFunc(q.Items, computed) || q.Places > 0 || slices.ContainsFunc(q.Filters, compared) || slices.ContainsFunc(q.Items, formed) || len(q.Orders) > 0 && (q.Orders[0].Aggregate == reading.Sum || q.Orders[0].Aggregate == reading.Average)
}

// fragment says that conditions alone were said, and all of them understood: "only from last month". There is one sensible
// thing to do with them, and that is told: they hold for the rows of the table that they fit best.
func (q *Ranked) fragment(items []tag.Item) bool {
	return q.coverage == 1 && len(q.Items) == 1 && q.Items[0].Star && len(q.Filters) > 0 && len(q.Groups)+len(q.Orders)+q.Limit == 0 && q.Right == nil &&
		!slices.ContainsFunc(items, func(it tag.Item) bool { return len(it.Matches) > 0 || it.Is(tag.Ask, tag.Count, tag.Who, tag.How) })
}

// unsure is the question back: the likeliest reading and the next ones that read differently.
func (e *Engine) unsure(list []Ranked, items []tag.Item, best proposal) error {
	out := &workflow.Ambiguous{Question: "I am not sure what you mean.", Readings: []*workflow.Draft{best.Draft}}
	if len(best.Ignored) > 0 {
		out.Question = e.asksAbout(items, best.Draft)
	}
	said := map[string]bool{best.Explanation: true}
	for i, q := range list {
		if len(out.Readings) == Shown || i == mostWeighed {
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
func evidence(list []Ranked, trials []tried, trial int) []float64 {
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
	f := func(fs ...reading.Feature) float64 {
		s := 0.0
		for _, n := range fs {
			s += q.Features[n]
		}
		return s
	}
	x = append(x, f(question.FIgnored), f(question.FNamesLost), float64(q.attributes), f(question.FNumbersLost, question.FQuotesLost), q.coverage, math.Max(float64(q.length-8), 0), f(question.ShapeSaid...), f(question.ShapeDone...))
	x = append(x, f(reading.FColumnBias, reading.FTableBias)-f(reading.FColumnScore, reading.FTableScore), f(reading.FColumnSynonym, reading.FTableSynonym), f(reading.FColumnNoNum, reading.FColumnKey, reading.FColumnRef))
	values := f(reading.FValueBias)
	x = append(x, values-f(reading.FValueCase), f(question.FNameMatch, question.FNamePart, question.FNameWait, question.FNameLabel), values)
	x = append(x, f(build.FDefaultStar, build.FDefaultLabel, build.FDefaultKey, build.FDefaultBoth), math.Max(f(question.FItems)-1, 0), f(reading.FFlushSelect, reading.FFlushIgnore, reading.FFlushPresent))
	x = append(x, f(question.FJoins), f(question.FJoinsMany), f(question.FTablesExtra), is0(f(question.FJoins)))
	s := question.OutlineOf(q.Reading)
	x = append(x, float64(tag.BoolInt(s.Nested)), float64(tag.BoolInt(q.Set != "")), float64(tag.BoolInt(s.Grouped)), float64(tag.BoolInt(len(q.Having) > 0)), float64(tag.BoolInt(s.Limited)),
		float64(tag.BoolInt(q.Aggregates())), f(build.FRepeatKeep, build.FRepeatDistinct))
	same, rival := backing(list, p, trials, trials[trial])
	return append(x, float64(tag.BoolInt(!trials[trial].Some)), same, rival)
}

func is0(v float64) float64 { return float64(tag.BoolInt(v == 0)) }

// mostWeighed is how many readings share the probability.
const mostWeighed = 25

// chances are the ranker's probabilities of the best readings.
func chances(list []Ranked) []float64 {
	p := make([]float64, min(len(list), mostWeighed))
	sum := 0.0
	for i := range p {
		p[i] = math.Exp(list[i].Score - list[0].Score)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// lead is by how much a reading leads the best other one; negative when it trails.
func lead(list []Ranked, at int) float64 {
	for i := range list {
		if i != at {
			return math.Max(math.Min(list[at].Score-list[i].Score, maxLead), -maxLead)
		}
	}
	return maxLead
}

const (
	maxLead = 6
	// near is how far behind a reading is nearly as good.
	near = 1
)

func nearly(list []Ranked, at int) int {
	n := 0
	for i := 0; i < min(len(list), mostWeighed); i++ {
		n += tag.BoolInt(i != at && list[at].Score-list[i].Score < near)
	}
	return n
}

// sharing is the share of probability of the readings that agree with one in each part.
func sharing(list []Ranked, p []float64, at int) []float64 {
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
func (q *Ranked) aspects() [4]string {
	shown, where, group := strings.Index(q.key, " distinct "), strings.Index(q.key, " where "), strings.Index(q.key, " group ")
	a := [4]string{q.key[:shown], q.key[where:group], "", q.key[group:]}
	for _, t := range q.All() {
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
