package opener

import (
	"testing"

	"github.com/zalando/go-keyring"
)

func TestPasswordComesFromTheKeyringAndThenFromTheUser(t *testing.T) {
	keyring.MockInit()
	if err := keyring.Set(keyringService, "ana@db", "kept"); err != nil {
		t.Fatal(err)
	}
	ask := WithKeyring(func(who string) (string, error) { return "typed for " + who, nil })
	for _, c := range []struct{ who, want string }{{"ana@db", "kept"}, {"ana@db", "typed for ana@db"}, {"bob@db", "typed for bob@db"}} {
		if got, err := ask(c.who); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", c.who, got, err, c.want)
		}
	}
	if _, err := WithKeyring(nil)("bob@db"); err == nil {
		t.Error("there was a password where nobody was asked")
	}
}
