package engine

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// This file is the model: features of whole readings, and the weights of all features.

var (
	fJoins     = feat("reading: joins")
	fJoinsMany = feat("reading: joins beyond two")
	fIgnored   = feat("reading: content words without a part")
	fNamesLost = feat("reading: names without a part")
	fNamesMind = feat("reading: names without a part, which people mind")
	fApart     = feat("reading: tables that nothing joins")
	fItems     = feat("reading: columns shown")
	fRepeated  = feat("reading: a column shown and compared with one value")
	fLoneOrder = feat("reading: limit without order")
)

//go:embed weights.txt
var weightsText string

// Marks gives the mark after each weight of a weights text: "=" for one that is set by hand and stays; "!" for one that
// stays and that the others must not learn to make up for, because it says what analysts want and the data do not; else 0.
func Marks(text string) []byte {
	marks := make([]byte, len(featureNames))
	for _, line := range strings.Split(text, "\n") {
		value, name, _ := strings.Cut(line, "\t")
		if i := slices.Index(featureNames, strings.TrimSpace(name)); i >= 0 && value != "" && strings.ContainsAny(value[len(value)-1:], "!=") {
			marks[i] = value[len(value)-1]
		}
	}
	return marks
}

// ParseWeights reads lines of a weight, perhaps a mark (see Marks), a tab and a feature's name; features that are not
// listed weigh nothing.
func ParseWeights(text string) ([]float64, error) {
	weights := make([]float64, len(featureNames))
	for n, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		value, name, ok := strings.Cut(line, "\t")
		w, err := strconv.ParseFloat(strings.TrimRight(strings.TrimSpace(value), "!="), 64)
		if !ok || err != nil {
			return nil, fmt.Errorf("weights, line %d: %q is no weight", n+1, line)
		}
		if i := slices.Index(featureNames, strings.TrimSpace(name)); i >= 0 {
			weights[i] = w
		}
	}
	return weights, nil
}

// FormatWeights is the inverse of ParseWeights: every feature, in the order of its name; pairs that weigh something.
func FormatWeights(weights []float64, marks []byte) string {
	names := slices.Clone(featureNames)
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("# The weights of the ranker: how much each feature speaks for a reading. Written by internal/fit; edit by hand at will.\n")
	for _, name := range names {
		i := slices.Index(featureNames, name)
		if IsPair(i) && weights[i] == 0 {
			continue
		}
		mark := strings.Trim(string(marks[i:i+1]), "\x00")
		fmt.Fprintf(&b, "%.3f%s\t%s\n", weights[i], mark, name)
	}
	return b.String()
}

// judge adds the features of the whole reading.
func (r *run) judge(q *reading) {
	joins := 0
	for _, half := range []*reading{q, q.right} {
		if half == nil {
			continue
		}
		edges, ok := r.index.Graph.Tree(half.all(), nil)
		joins = max(joins, len(edges))
		r.note(when(fApart, !ok))
	}
	r.shape(q)
	names := 0
	for _, i := range r.ignored {
		names += boolInt(r.items[i].Mention())
	}
	r.note(by(fJoins, float64(joins)), by(fJoinsMany, float64(max(joins-2, 0))), by(fIgnored, float64(len(r.ignored)-names)), by(fNamesLost, float64(names)), by(fNamesMind, float64(names)),
		by(fItems, float64(max(len(q.items)-1, 0))), when(fLoneOrder, q.limit > 0 && len(q.orders) == 0))
	for _, o := range q.items {
		for _, f := range q.filters {
			r.note(when(fRepeated, o.column != nil && o.column == f.left.column && o.aggregate == none && f.operator == "="))
		}
	}
}
