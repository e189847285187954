package tui

import "testing"

// card is a conversation in which a card asks whether to keep what was understood.
type card struct{ Conversation }

func (card) Teaching() bool { return true }

func TestALetterAloneAnswersACard(t *testing.T) {
	t.Parallel()
	for typed, answered := range map[string]bool{"y": true, "n": true, "ye": false, "only y": false} {
		s := newScreen(t, conversation(), 120, 36)
		s.talk = card{s.talk}
		s.typed(typed)
		s.send(verdictMsg{typed[:1]})
		s.settle()
		if got := s.input.Empty(); got != answered {
			t.Errorf("%q: the input is empty: %v", typed, got)
		}
	}
}

func TestALetterAloneIsNoAnswerWithoutACard(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36)
	s.typed("y")
	s.send(verdictMsg{"y"})
	s.settle()
	if s.input.Empty() {
		t.Error("a letter was sent that answers nothing")
	}
}
