package engine

import (
	"time"

	"parley/db/statement"
)

// Reading is one way to read a question, as the fitting and measuring programs see it.
type Reading struct {
	Statement *statement.Statement
	// Score is the ranker's; Features are by the numbers of FeatureNames.
	Score    float64
	Features []float64
	// Key tells readings apart.
	Key string

	whole ranked
}

// Evidence describes the reading at of a list that is best first by Score; some says that it brings rows. See
// EvidenceNames.
func Evidence(readings []Reading, at int, some bool) []float64 {
	list := make([]ranked, len(readings))
	for i, r := range readings {
		list[i] = r.whole
		list[i].score = r.Score
	}
	return evidence(list, at, some)
}

// Sure is the probability that the reading at is right.
func Sure(readings []Reading, at int, some bool) float64 {
	return Chance(Evidence(readings, at, some), sureWeights)
}

// EvidenceNames are the names of the evidence, by number.
func EvidenceNames() []string { return sureNames }

// FeatureNames are the names of the ranker's features, by number.
func FeatureNames() []string { return featureNames }

// Weights are the engine's weights, by the numbers of FeatureNames.
func (e *Engine) Weights() []float64 { return e.weights }

// Readings are up to most readings of a question that make a statement, best first.
func (e *Engine) Readings(question string, now time.Time, most int) []Reading {
	list, items := e.read(question, now)
	b := e.builder(items)
	var out []Reading
	for _, q := range list {
		if len(out) == most {
			break
		}
		query, err := b.build(q.reading)
		if err != nil {
			continue
		}
		stmt, err := query.Build(e.dialect)
		if err != nil {
			continue
		}
		out = append(out, Reading{stmt, q.score, q.features, q.key, q})
	}
	return out
}
