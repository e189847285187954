package dialog

// Strategy is who detects intent: intentDetectionStrategy of the originals.
type Strategy uint8

// The strategies. CONVERSATION_INTENT_LLM=true is Hybrid.
const (
	// Rules never ask a model.
	Rules Strategy = iota
	// LLM asks a model for every input that rules do not settle by command, reset or the first turn.
	LLM
	// Hybrid asks only when rules answer low.
	Hybrid
)

// String is the strategy's name in settings.
func (s Strategy) String() string { return name(s, "rules", "llm", "hybrid") }

// ParseStrategy reads a setting; ok is false when it is none of the three.
func ParseStrategy(text string) (s Strategy, ok bool) {
	for _, s := range []Strategy{Rules, LLM, Hybrid} {
		if s.String() == text {
			return s, true
		}
	}
	return Rules, false
}

// AsksModel says whether a model is to be asked about this detection. A failing model never fails a turn: the detection
// stands as it is.
func (d Detection) AsksModel(s Strategy) bool {
	if d.Route != RouteQuery || d.Settled {
		return false
	}
	return s == LLM || s == Hybrid && d.Confidence == Low
}

// WithAnswer is the detection after a model said what the input is.
func (d Detection) WithAnswer(intent Intent) Detection {
	agreed := intent == d.Intent
	d.Intent, d.Confidence = intent, Medium
	if agreed {
		d.Confidence = High
	}
	d.Signals = append(d.Signals[:len(d.Signals):len(d.Signals)], Signal{Name: "model", Points: intent, Weight: 1})
	return d
}

// Turned is the detection with the intent turned around by the user, who is always sure.
func (d Detection) Turned() Detection {
	d.Intent = Refinement - d.Intent
	d.Confidence, d.Settled, d.Notice = High, true, ""
	d.Signals = append(d.Signals[:len(d.Signals):len(d.Signals)], Signal{Name: "you said so", Points: d.Intent, Weight: 1})
	return d
}
