package judgement

import (
	_ "embed"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Names are the pieces of evidence, in order.
var Names = []string{
	"nothing known", "a refinement",
	"maker: a model", "maker: says how sure it is", "maker: log of its odds", "maker: another reading nearly as good", "maker: how near the next reading comes", "maker: came to it in two ways", "maker: words it did not use",
	"words: share with a part", "words: beyond five", "words: none that says anything", "words: all have a part", "words: a table alone, shown whole", "words: unknown", "words: names without a part", "words: values without a part",
	"words: numbers without a part", "words: cues without a part", "words: negations without a part", "words: an extreme without a part",
	"words: known by a near name alone", "words: a surer meaning without a part", "words: a column chosen among equals", "words: a name that is not shown", "words: a span of time without a part",
	"words: goes on from nothing", "question: of its own after others", "question: of its own after one without an answer", "intent: a close call",
	"change: none", "change: one clause, and no word is left over", "change: kinds beyond one", "change: something lost", "change: a column gone unasked", "change: no table stays",
	"change: condition added", "change: condition changed", "change: condition removed", "change: column added", "change: column removed",
	"change: column changed", "change: columns replaced", "change: table joined", "change: table joined for a word", "change: table left", "change: group added",
	"change: group removed", "change: group changed", "change: order", "change: limit", "change: another", "change: tables joined beyond one",
	"parts: conditions that nobody spoke of", "parts: tables that nobody spoke of", "parts: tables that a refinement brought in",
	"parts: a date chosen among several", "parts: the table's own date, of several", "parts: a sum that counts rows more than once",
	"parts: each group is one row", "parts: groups of a measure", "parts: a condition that leaves nothing out", "parts: a number on a column that nobody named",
	"parts: in order of one figure of several", "parts: a date shown among several", "parts: a code that no word says", "parts: rows repeated by a join of the refinement",
	"question: shown columns that were not named", "question: who, and nobody is shown", "question: two columns called the same",
	"question: every column", "question: every column of a joined table",
	"query: joins", "query: nested", "query: groups", "query: set operation", "query: windows", "query: pattern", "query: a figure of some rows",
	"values: not one of the column's", "values: beyond those of the column", "values: of several columns", "values: of several columns at hand",
	"rows: known", "rows: none", "rows: none, and it is known why", "rows: nothing but zero", "rows: repeated", "rows: one", "rows: as many as are read",
}

var place = places()

func places() map[string]int {
	out := map[string]int{}
	for i, name := range Names {
		out[name] = i
	}
	return out
}

//go:embed weights.txt
var weightText string

var weights = parseWeights(weightText)

// parseWeights reads lines of a weight, a tab and its name; the file is part of the program.
func parseWeights(text string) []float64 {
	w := make([]float64, len(Names))
	for line := range strings.Lines(text) {
		value, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		i, ok := place[name]
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(value, 64)
		if err != nil {
			panic("judgement: weight of " + name + ": " + err.Error())
		}
		w[i] = v
	}
	return w
}

// Weights are those of the program.
func Weights() []float64 { return weights }

// FormatWeights writes weights as text, one a line.
func FormatWeights(w []float64) string {
	var b strings.Builder
	b.WriteString("# How much each piece of evidence speaks for a statement. Written by internal/fit.\n")
	for i, name := range Names {
		fmt.Fprintf(&b, "%.3f\t%s\n", w[i], name)
	}
	return b.String()
}

// Chance is the probability that a statement is right, by its evidence.
func Chance(evidence, w []float64) float64 {
	s := 0.0
	for i, v := range evidence {
		s += v * w[i]
	}
	return 1 / (1 + math.Exp(-s))
}
