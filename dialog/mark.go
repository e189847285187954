package dialog

import "strings"

// Mark is how far a turn's result is to be believed, in one word.
type Mark uint8

// The marks. A verified result is vouched for by a person, who typed, picked or confirmed its SQL.
const (
	Unmarked Mark = iota
	Unsure
	Likely
	Verified
)

// String is the mark's word; an unmarked turn has none.
func (m Mark) String() string { return name(m, "", "unsure", "likely", "verified") }

// The chances of being right from which a result is likely, and from which the answer has high confidence. The curve of the
// judgement in the README says what they bring.
const (
	LikelyFrom = 0.65
	HighFrom   = 0.8
)

// MarkOf is the mark of a chance; 0 is the chance of what nobody judged.
func MarkOf(chance float64) Mark {
	switch {
	case chance <= 0:
		return Unmarked
	case chance >= 1:
		return Verified
	case chance >= LikelyFrom:
		return Likely
	default:
		return Unsure
	}
}

// ConfidenceOf is a chance as a confidence.
func ConfidenceOf(chance float64) Confidence {
	switch {
	case chance >= HighFrom:
		return High
	case chance >= LikelyFrom:
		return Medium
	default:
		return Low
	}
}

// Mark is the mark of the turn's result.
func (t *Turn) Mark() Mark {
	if t.Result == nil {
		return Unmarked
	}
	return MarkOf(t.Result.Chance)
}

// Doubt is what to look at before the turn's result is believed, in words. Empty when there is nothing.
func (t *Turn) Doubt() string {
	if t.Result == nil {
		return ""
	}
	doubts := t.Result.Doubts
	if len(doubts) == 0 && len(t.Result.Ignored) > 0 && t.Mark() != Verified {
		doubts = []string{"not used: " + strings.Join(t.Result.Ignored, ", ")}
	}
	if t.Confidence == Low {
		doubts = append(doubts[:len(doubts):len(doubts)], "intent guessed")
	}
	return strings.Join(doubts, " · ")
}

// Assurance is how far the turn's result is to be believed: its mark, with the doubt.
func (t *Turn) Assurance() string {
	var parts []string
	for _, part := range []string{t.Mark().String(), t.Doubt()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}
