package dialog

import (
	"slices"
	"strings"
)

// Reformulation makes a follow-up a question that stands alone (requirements §3), by rules: what
// points back is named, what is said anew takes the place of its like in the question before, and what only narrows is added.

// Reformulate fuses a follow-up with the question before it; ok is false when the follow-up stands alone as it is. The
// vocabulary, which may be nil, tells which names and values are alike.
func Reformulate(before, input string, v Vocabulary) (question string, ok bool) {
	old, said := tokens(before), tokens(input)
	core := said.withoutLead()
	f := fusion{old: old.withoutEnd(), core: core.withoutEnd(), led: len(core) < len(said), vocabulary: v}
	if len(f.old) == 0 || len(f.core) == 0 {
		return input, false
	}
	rules := []func() phrase{
		f.leaveOut, f.pointBack, f.turnAround, f.replaceNumber, f.setTo, f.replaceValue, f.replaceAfter, f.addItem, f.replaceFocus, f.narrow, f.inSetting,
	}
	for _, rule := range rules {
		if fused := rule(); fused != nil {
			return fused.String(), true
		}
	}
	return input, false
}

// Standalone is a detected follow-up as a question that stands alone; empty for an edit ("sort by name") and for what
// stands alone already.
func (s *Session) Standalone(d Detection, v Vocabulary) string {
	if d.Intent != Refinement || d.Route != RouteQuery || !asksOn(d.Question) {
		return ""
	}
	question, ok := Reformulate(s.lastQuestion(), d.Question, v)
	if !ok {
		return ""
	}
	return question
}

// asksOn says whether a refinement is a question, or points back, instead of being an edit.
func asksOn(input string) bool {
	var t text
	var e evidence
	t.read(input)
	e.form(&t)
	return !e.shows(SignStrong, SignKeyword) && e.shows(SignFollowUp, SignQuestion, SignThose, SignIt, SignTheir, SignPerson, SignSame, SignAnd, SignComplete)
}

// lastQuestion is the thread's last input that was a question of its own, reformulated or new.
func (s *Session) lastQuestion() string {
	for t := s.Current(); t != nil; t = s.state.success(s.state.parent(t)) {
		if t.Question != "" {
			return t.Question
		}
		if t.Intent == NewQuery {
			return t.Asked()
		}
	}
	return s.Original()
}

// token is a word as typed, and in lower case.
type token struct{ text, low string }

type phrase []token

// tokens splits at blanks, with punctuation at the end of a word apart.
func tokens(text string) phrase {
	var p phrase
	for _, field := range strings.Fields(text) {
		word := strings.TrimRight(field, "?.,!;:")
		if word != "" {
			p = append(p, token{word, strings.ToLower(word)})
		}
		if word != field {
			p = append(p, token{field[len(word):], field[len(word):]})
		}
	}
	return p
}

func (p phrase) String() string {
	var b strings.Builder
	for i, t := range p {
		if i > 0 && !strings.Contains("?.,!;:", t.text[:1]) {
			b.WriteByte(' ')
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// at says whether the words of a phrase stand at i.
func (p phrase) at(i int, words string) bool {
	for w := range strings.FieldsSeq(words) {
		if i >= len(p) || p[i].low != w {
			return false
		}
		i++
	}
	return true
}

// index is where a word stands from i on, or -1.
func (p phrase) index(from int, is func(string) bool) int {
	for i := from; i < len(p); i++ {
		if is(p[i].low) {
			return i
		}
	}
	return -1
}

func (p phrase) last(is func(string) bool) int {
	for i := len(p) - 1; i >= 0; i-- {
		if is(p[i].low) {
			return i
		}
	}
	return -1
}

// splice puts words in the place of [from, to).
func (p phrase) splice(from, to int, with phrase) phrase {
	return slices.Concat(p[:from], with, p[to:])
}

func (p phrase) withoutEnd() phrase {
	for len(p) > 0 && strings.Contains("?.!;:,", p[len(p)-1].text[:1]) {
		p = p[:len(p)-1]
	}
	return p
}

// leads are what follow-ups start with before they come to the point, longest first.
var leads = []string{
	"and what about", "what about", "and how about", "how about", "how is it for", "how does it compare to", "how do they compare to",
	"what if using", "what if in", "what if", "if using", "change it to", "change to", "turn to", "instead of that", "could you tell me", "can you tell me", "please show me", "please", "now", "then",
	"and", "or", "ok", "okay", "thanks", "but", "so",
}

// withoutLead cuts the leads off the front.
func (p phrase) withoutLead() phrase {
	for cut := true; cut; {
		cut = false
		for _, lead := range leads {
			if p.at(0, lead) && len(p) > len(strings.Fields(lead)) {
				p, cut = p[len(strings.Fields(lead)):], true
				break
			}
		}
		for len(p) > 1 && strings.Contains(",;:", p[0].text[:1]) {
			p = p[1:]
		}
	}
	return p
}

// fusion is one question and one follow-up, to be tried by each rule in turn; a rule that does not fit gives nil.
type fusion struct {
	old, core phrase
	// led says that the follow-up began with a lead: "what about".
	led        bool
	vocabulary Vocabulary
}
