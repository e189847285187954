package dialog

import "slices"

// weigh decides between refinement and new query. The signs and their weights say which; the listed indicators of
// requirements §2 say how sure: both kinds make it low, a strong one alone high.
func weigh(d *Detection, e *evidence, t *text, s *scope, v Vocabulary) {
	if t.foreign() {
		d.Intent, d.Confidence, d.Signals = NewQuery, Low, []Signal{{Name: "another language", Points: NewQuery, Weight: telling}}
		return
	}
	e.compare(t, s, v)
	score, about := e.score(v != nil)
	d.Intent = e.intent(score, v != nil)
	d.Confidence = e.confidence(d.Intent, score, about)
	d.Signals = e.signals(v != nil)
	d.Whole, d.Named, d.Leans = e.whole(), e.named(), e.leans
}

// intent is what the score says, but for what is certain: a strong keyword or phrase refines, and so does an input that points back
// before it names anything ("what are their emails?") or leans on what was said ("how many are there?", "as a
// percentage"); asking for all of something else is a new query where no vocabulary knows better, and
// counting other things per something after a question that had groups of its own is one.
func (e *evidence) intent(score float64, known bool) Intent {
	switch {
	case e.shows(SignStrong) || e.refers || e.leans || known && (e.fragment() || e.scoped() || e.whichOfThem()):
		return Refinement
	case e.apart:
		return NewQuery
	case e.unrelated && (!known || e.shows(SignNamesNothing)):
		return NewQuery
	case score > 0:
		return Refinement
	default:
		return NewQuery
	}
}

// apartFrom says that an input points at nothing that was said before.
func (e *evidence) apartFrom() bool {
	return !e.refers && !e.leans && !e.whichOfThem() && !e.shows(SignStrong, SignKeyword, SignFollowUp, SignThose, SignIt, SignTheir, SignPerson, SignSame, SignOther, SignTiny, SignAnd, SignMeta)
}

// whole says that an input asks by itself.
func (e *evidence) whole() bool {
	return e.apartFrom() && e.shows(SignQuestion, SignComplete, SignPolite) && !e.shows(SignShort)
}

// named says that an input names what it is about.
func (e *evidence) named() bool {
	return e.apartFrom() && e.shows(SignSharedSubject, SignOwnSubject, SignNearSubject, SignFarSubject)
}

// whichOfThem says that an input asks which one is so, and names nothing that it could be one of.
func (e *evidence) whichOfThem() bool {
	return e.which && !e.shows(SignSharedSubject, SignFarSubject, SignOwnSubject)
}

// fragment says that an input is short, asks nothing and names no subject.
func (e *evidence) fragment() bool {
	return e.shows(SignShort) && !e.opens() && !e.shows(SignSharedSubject, SignOwnSubject, SignGreeting)
}

// scoped says that an input names no subject of its own, but a value of the current one (requirements §2).
func (e *evidence) scoped() bool {
	return e.shows(SignScopeValue) && !e.shows(SignSharedSubject, SignNearSubject, SignFarSubject, SignOwnSubject, SignOtherValue, SignFarColumn, SignOtherColumn, SignGreeting)
}

const (
	// telling is how much weight of what the input is about counts as an indicator.
	telling = 1
	// doubt is how near to 0 a score must be for a new query to be an open question.
	doubt = 0.5
)

// confidence is rule 4, where what the input is about counts as an indicator too.
func (e *evidence) confidence(intent Intent, score, about float64) Confidence {
	strong := e.shows(SignStrong)
	refines, opens := e.refines() || about > telling, e.opens() || about < -telling && !strong
	switch {
	case intent == Refinement && opens, intent == NewQuery && refines:
		return Low
	case intent == NewQuery && score > -doubt && !e.unrelated && !e.apart:
		return Low
	case intent == Refinement && strong, intent == NewQuery && opens:
		return High
	default:
		return Medium
	}
}

// score is above 0 for a refinement; about is the part of it that comes from what the input is about.
func (e *evidence) score(known bool) (score, about float64) {
	w := weightsFor(known)
	score = w.bias
	for s, value := range e.value {
		part := value * w.sign[s]
		score += part
		if Sign(s).about() {
			about += part
		}
	}
	return score, about
}

// weights are what each sign counts, positive for a refinement.
type weights struct {
	bias float64
	sign [signs]float64
}

func weightsFor(known bool) *weights {
	if known {
		return &knownWeights
	}
	return &unknownWeights
}

// maxSignals is how many reasons a detection gives.
const maxSignals = 6

// signals are the strongest reasons, strongest first.
func (e *evidence) signals(known bool) []Signal {
	w := weightsFor(known)
	list := make([]Signal, 0, maxSignals+1)
	for s, value := range e.value {
		part := value * w.sign[s]
		if part > -0.1 && part < 0.1 || Sign(s) == SignLength {
			continue // a length is no reason that helps a reader
		}
		signal := Signal{Name: signNames[s], Text: e.text[s], Points: Refinement, Weight: part}
		if part < 0 {
			signal.Points, signal.Weight = NewQuery, -part
		}
		list = insertSignal(list, signal)
	}
	return slices.Clone(list) // a turn keeps no more than there are
}

// insertSignal keeps the list sorted and short.
func insertSignal(list []Signal, s Signal) []Signal {
	list = append(list, s)
	for i := len(list) - 1; i > 0 && list[i].Weight > list[i-1].Weight; i-- {
		list[i], list[i-1] = list[i-1], list[i]
	}
	return list[:min(len(list), maxSignals)]
}

// scope is what the current query speaks about, read once for each turn and vocabulary.
func (s *Session) scope(current *Turn, v Vocabulary) *scope {
	if s.about.turn != current || s.about.vocabulary != v {
		s.about.turn, s.about.vocabulary, s.about.scope = current, v, newScope(current, v)
	}
	return s.about.scope
}
