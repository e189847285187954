package question

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
)

// This file is the model: features of whole readings, and the weights of all features.

var (
	FJoins     = reading.Feat("reading: joins")
	FJoinsMany = reading.Feat("reading: joins beyond two")
	FIgnored   = reading.Feat("reading: content words without a part")
	FNamesLost = reading.Feat("reading: names without a part")
	fNamesMind = reading.Feat("reading: names without a part, which people mind")
	fApart     = reading.Feat("reading: tables that nothing joins")
	FItems     = reading.Feat("reading: columns shown")
	fRepeated  = reading.Feat("reading: a column shown and compared with one value")
	fLoneOrder = reading.Feat("reading: limit without order")
)

//go:embed weights.txt
var WeightsText string

// Marks gives the mark after each weight of a weights text: "=" for one that is set by hand and stays; "!" for one that
// stays and that the others must not learn to make up for, because it says what analysts want and the data do not; else 0.
func Marks(text string) []byte {
	marks := make([]byte, len(reading.FeatureNames))
	for _, line := range strings.Split(text, "\n") {
		value, name, _ := strings.Cut(line, "\t")
		if i := slices.Index(reading.FeatureNames, strings.TrimSpace(name)); i >= 0 && value != "" && strings.ContainsAny(value[len(value)-1:], "!=") {
			marks[i] = value[len(value)-1]
		}
	}
	return marks
}

// ParseWeights reads lines of a weight, perhaps a mark (see Marks), a tab and a feature's name; features that are not
// listed weigh nothing.
func ParseWeights(text string) ([]float64, error) {
	weights := make([]float64, len(reading.FeatureNames))
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
		if i := slices.Index(reading.FeatureNames, strings.TrimSpace(name)); i >= 0 {
			weights[i] = w
		}
	}
	return weights, nil
}

// FormatWeights is the inverse of ParseWeights: every feature, in the order of its name; pairs that weigh something.
func FormatWeights(weights []float64, marks []byte) string {
	names := slices.Clone(reading.FeatureNames)
	slices.Sort(names)
	var b strings.Builder
	b.WriteString("# The weights of the ranker: how much each feature speaks for a reading. Written by internal/fit; edit by hand at will.\n")
	for _, name := range names {
		i := slices.Index(reading.FeatureNames, name)
		if IsPair(i) && weights[i] == 0 {
			continue
		}
		mark := strings.Trim(string(marks[i:i+1]), "\x00")
		fmt.Fprintf(&b, "%.3f%s\t%s\n", weights[i], mark, name)
	}
	return b.String()
}

// Judge adds the features of the whole reading.
func Judge(r *reading.Run, q *reading.Reading) {
	joins := 0
	for _, half := range []*reading.Reading{q, q.Right} {
		if half == nil {
			continue
		}
		edges, ok := r.Index.Graph.Tree(half.All(), nil)
		joins = max(joins, len(edges))
		r.Note(reading.When(fApart, !ok))
	}
	shape(r, q)
	names := 0
	for _, i := range r.Ignored {
		names += tag.BoolInt(r.Items[i].Mention())
	}
	r.Note(reading.By(FJoins, float64(joins)), reading.By(FJoinsMany, float64(max(joins-2, 0))), reading.By(FIgnored, float64(len(r.Ignored)-names)), reading.By(FNamesLost, float64(names)), reading.By(fNamesMind, float64(names)),
		reading.By(FItems, float64(max(len(q.Items)-1, 0))), reading.When(fLoneOrder, q.Limit > 0 && len(q.Orders) == 0))
	for _, o := range q.Items {
		for _, f := range q.Filters {
			r.Note(reading.When(fRepeated, o.Column != nil && o.Column == f.Left.Column && o.Aggregate == reading.None && f.Operator == "="))
		}
	}
}
