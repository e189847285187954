package tui

import (
	"errors"
	"strings"
	"testing"

	"parley/dialog"

	"github.com/google/uuid"
)

// asking is a screen on which somebody asks for a password, and what came of it.
func asking(t *testing.T, keyring bool) (*screen, chan PasswordAnswer) {
	t.Helper()
	questions := make(Passwords)
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Passwords = questions })
	s.run(s.hear())
	answers := make(chan PasswordAnswer, 1)
	go func() {
		password, keep, err := questions.Ask(t.Context(), PasswordQuestion{Who: "ana@db\x1b[31m", Keyring: keyring})
		answers <- PasswordAnswer{Password: password, Keep: keep, Err: err}
	}()
	s.waitWhileRunning("Password of ana@db")
	return s, answers
}

func TestPasswordIsTypedUnseen(t *testing.T) {
	t.Parallel()
	s, answers := asking(t, true)
	s.typed(" s3 same ")
	s.shows("[ ] keep it", "·········")
	s.lacks("s3", "same", "\x1b[31m")
	s.press("tab")
	s.shows("[x] keep it")
	s.press("enter")
	if a := <-answers; a.Password != " s3 same " || !a.Keep || a.Err != nil {
		t.Errorf("answered %+v", a)
	}
	s.lacks("Password of")
	s.ask("Show me all users")
	s.shows("2,000 rows")
}

func TestPasswordThatIsNotGivenIsAnAnswerToo(t *testing.T) {
	t.Parallel()
	s, answers := asking(t, false)
	s.shows("no keyring")
	s.press("tab")
	s.shows("no keyring")
	s.press("esc")
	if a := <-answers; a.Err == nil {
		t.Errorf("answered %+v", a)
	}
	s.lacks("Password of")
	s, answers = asking(t, false)
	s.do("help") // another window in its place
	if a := <-answers; !errors.Is(a.Err, errNoAnswer) {
		t.Errorf("answered %+v", a)
	}
}

func TestPasswordIsAskedForWhereTheUserTravels(t *testing.T) {
	t.Parallel()
	questions := make(Passwords)
	h := &host{}
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Host, o.Passwords = h, questions })
	s.run(s.hear())
	h.travel = func(Destination) (Conversation, Options, error) {
		password, _, err := questions.Ask(t.Context(), PasswordQuestion{Who: "ana@db"})
		if err != nil || !strings.HasPrefix(password, "right") {
			return nil, Options{}, errors.New("the server says no")
		}
		return elsewhere(t, dialog.New(uuid.New(), "shop", dialog.Settings{})), Options{Name: "shop", Host: h}, nil
	}
	for _, try := range []struct{ password, shows string }{{"wrong", "The server says no"}, {"right", "Now on shop."}, {"right again", "Now on shop."}} {
		s.typed("/db prod")
		s.press("enter")
		s.waitWhileRunning("Password of ana@db")
		s.typed(try.password)
		s.press("enter")
		s.waitWhileRunning(try.shows)
		s.settle()
	}
}
