package reader

import (
	"time"

	"parley/db/statement"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
)

// Present is a feature that a reading has, by its place in FeatureNames, with its value.
type Present struct {
	Number uint16
	Value  float32
}

// present lists what is not zero.
func present(total []float64) []Present {
	n := 0
	for _, v := range total {
		n += tag.BoolInt(v != 0)
	}
	out := make([]Present, 0, n)
	for i, v := range total {
		if v != 0 {
			out = append(out, Present{uint16(i), float32(v)})
		}
	}
	return out
}

// Reading is one way to read a question, as the fitting and measuring programs see it.
type Reading struct {
	Statement *statement.Statement
	// Score is the ranker's.
	Score    float64
	Features []Present
	// Key tells readings apart.
	Key string

	whole Ranked
}

// Elect gives the place of the reading that the engine answers with, by what came of trying the first ones: the list is
// best first by Score. See EvidenceNames for the evidence.
func Elect(readings []Reading, trials []Trial) (at int, found []float64) {
	list := make([]Ranked, len(readings))
	for i, r := range readings {
		list[i] = r.whole
		list[i].Score = r.Score
	}
	places := make([]tried, len(trials))
	for i, t := range trials {
		places[i] = tried{t, i}
	}
	at = elected(chances(list), places)
	return at, evidence(list, places, at)
}

// SureWeights are the weights of the evidence, by number.
func SureWeights() []float64 { return sureWeights }

// EvidenceNames are the names of the evidence, by number.
func EvidenceNames() []string { return sureNames }

// FeatureNames are the names of the ranker's features, by number.
func FeatureNames() []string { return reading.FeatureNames }

// Weights are the engine's weights, by the numbers of FeatureNames.
func (e *Engine) Weights() []float64 { return e.weights }

// Readings are up to most readings of a question that make a statement, best first.
func (e *Engine) Readings(question string, now time.Time, most int) []Reading {
	fitted := *e
	fitted.fitting = true
	list, items := fitted.read(question, now)
	b := e.Builder(items)
	var out []Reading
	for _, q := range list {
		if len(out) == most {
			break
		}
		query, err := b.Build(q.Reading)
		if err != nil {
			continue
		}
		stmt, err := query.Build(e.Dialect)
		if err != nil {
			continue
		}
		out = append(out, Reading{stmt, q.Score, present(q.Features), q.key, q})
	}
	return out
}
