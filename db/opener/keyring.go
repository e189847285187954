package opener

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// keyringService is the name under which passwords lie in the operating system's keyring; the user of an entry is
// "user@host", or "user@host:port" where the port is not the usual one.
const keyringService = "parley"

// ErrNoPassword is returned when there is no other password to try.
var ErrNoPassword = errors.New("there is no other password")

// Passwords finds the passwords of one opening: in the keyring, and then by asking.
type Passwords struct {
	// Ask asks the user; nil where nobody is there. keep wants the password in the keyring once the server has taken it.
	Ask func(who string) (password string, keep bool, err error)

	looked    bool
	who, last string
	wanted    bool // last is to be kept
}

// Password is a db.Settings.Password: what the keyring has at first, then what the user says.
func (p *Passwords) Password(who string) (string, error) {
	if !p.looked {
		p.looked = true
		if password, err := keyring.Get(keyringService, who); err == nil {
			return password, nil
		}
	}
	if p.Ask == nil {
		return "", ErrNoPassword
	}
	password, keep, err := p.Ask(who)
	p.who, p.last, p.wanted = who, password, keep && err == nil
	return password, err
}

// Accepted puts the password that the user gave last into the keyring, if he wanted that: the server has taken it.
func (p *Passwords) Accepted() error {
	if !p.wanted {
		return nil
	}
	return keyring.Set(keyringService, p.who, p.last)
}

// HasKeyring says whether this machine has a keyring that answers.
func HasKeyring() bool {
	_, err := keyring.Get(keyringService, "nobody@nowhere")
	return err == nil || errors.Is(err, keyring.ErrNotFound)
}
