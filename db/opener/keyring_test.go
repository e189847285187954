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
	if !HasKeyring() {
		t.Error("the keyring is not seen")
	}
	ask := func(who string) (string, bool, error) { return "typed for " + who, who == "bob@db", nil }
	for _, c := range []struct {
		who   string
		wants []string
	}{{"ana@db", []string{"kept", "typed for ana@db"}}, {"bob@db", []string{"typed for bob@db"}}, {"bob@db", []string{"typed for bob@db"}}} {
		p := &Passwords{Ask: ask}
		for _, want := range c.wants {
			if got, err := p.Password(c.who); err != nil || got != want {
				t.Errorf("%s: %q, %v, want %q", c.who, got, err, want)
			}
		}
		if _, err := keyring.Get(keyringService, "bob@db"); err == nil {
			t.Error("a password is kept that no server has taken")
		}
	}
	p := &Passwords{Ask: ask}
	if _, err := p.Password("bob@db"); err != nil || p.Accepted() != nil {
		t.Fatal(err)
	}
	if got, err := keyring.Get(keyringService, "bob@db"); err != nil || got != "typed for bob@db" {
		t.Errorf("kept %q, %v", got, err)
	}
	if got, err := keyring.Get(keyringService, "ana@db"); err != nil || got != "kept" {
		t.Errorf("ana's is now %q, %v", got, err)
	}
	if _, err := (&Passwords{}).Password("cy@db"); err == nil {
		t.Error("there was a password where nobody was asked")
	}
}
