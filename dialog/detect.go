package dialog

import "strings"

// Detection is what an input is, and why.
type Detection struct {
	Intent     Intent
	Confidence Confidence
	Route      Route
	// Reset says that the thread ends here: no context and no remembered parameter goes into the question.
	Reset bool
	// Settled says that the intent follows from a command, a reset, the first turn or the user's own word: nobody else is
	// asked.
	Settled bool
	// Whole says that the input asks by itself: it opens like a question, and points at nothing that was said before.
	Whole bool
	// Named says that the input names a table that it is about, and points at nothing that was said before.
	Named bool
	// Leans says that the input asks of what was said before, and cannot stand alone: "how many are there?".
	Leans bool
	// Question is the input without a reset: what is to be answered. Empty when there is nothing to answer.
	Question string
	// Notice is said to the user beside the turn.
	Notice string
	// Command is a slash command's name without the slash, which may be unknown, and Argument what follows it.
	Command  string
	Argument string
	// Topic is what an answer is to speak about.
	Topic Topic
	// Signals are the reasons, in the order of the input's reading.
	Signals []Signal
}

// Signal is one reason for an intent.
type Signal struct {
	// Name says what was seen: "listed keyword at the start", "names a subject of its own".
	Name string
	// Text are the words it was seen in.
	Text string
	// Points says which intent it speaks for, and Weight how strongly: 1 is weak, 3 is strong.
	Points Intent
	Weight float64
}

// noPrevious is what the design document says when a refinement meets no query.
const noPrevious = "Starting new query (no previous query to refine)"

// Detect says what an input is: command, answer, small talk, new query or refinement (DM-REQ-02 to 04, requirements §2). It reads and
// never changes the session. The vocabulary may be nil.
func (s *Session) Detect(input string, v Vocabulary) Detection {
	return s.DetectAfter(s.Current(), input, v)
}

// DetectAfter is Detect as if a turn were the current one; nil for none.
func (s *Session) DetectAfter(current *Turn, input string, v Vocabulary) Detection {
	input = strings.TrimSpace(input)
	if question, ok := reset(input); ok {
		return resetDetection(question)
	}
	if name, argument, ok := command(input); ok {
		return Detection{Route: RouteCommand, Confidence: High, Settled: true, Command: name, Argument: argument}
	}
	var t text
	t.read(input)
	if route, topic := t.route(current != nil); route != RouteQuery {
		return s.spoken(input, route, topic, current != nil)
	}
	d := Detection{Intent: NewQuery, Confidence: High, Settled: true, Question: input}
	var e evidence
	e.form(&t)
	switch {
	case s.settings.RefinementOff:
	case current == nil:
		e.value[SignShort] = 0 // a noun phrase is no refinement
		if e.refers || (e.refines() || t.cutsAlone()) && !t.namesSubject(v) {
			d.Notice = noPrevious
		}
	default:
		d.Settled = false
		weigh(&d, &e, &t, s.scope(current, v), v)
	}
	return d
}

func resetDetection(question string) Detection {
	d := Detection{Intent: NewQuery, Confidence: High, Reset: true, Settled: true, Question: question, Route: RouteQuery}
	if question == "" {
		d.Route, d.Command = RouteCommand, "new"
	}
	d.Signals = []Signal{{Name: "reset", Points: NewQuery, Weight: 3}}
	return d
}

// spoken is an input that leaves the query alone.
func (s *Session) spoken(input string, route Route, topic Topic, previous bool) Detection {
	d := Detection{Intent: NewQuery, Confidence: High, Route: route, Settled: true, Question: input, Topic: topic}
	if previous && !s.settings.RefinementOff {
		d.Intent = Refinement
		d.Signals = []Signal{{Name: "speaks about what is there", Points: Refinement, Weight: 3}}
	}
	return d
}
