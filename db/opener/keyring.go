package opener

import (
	"errors"

	"github.com/zalando/go-keyring"
)

// keyringService is the name under which passwords lie in the operating system's keyring; the user of an entry is
// "user@host", or "user@host:port" where the port is not the usual one.
const keyringService = "parley"

// errNoPassword is returned when there is no other password to try.
var errNoPassword = errors.New("there is no other password")

// WithKeyring is a db.Settings.Password that first looks into the keyring, and then asks. ask may be nil: nobody is there
// to be asked. A machine without a keyring has no password in it.
func WithKeyring(ask func(who string) (string, error)) func(who string) (string, error) {
	looked := map[string]bool{}
	return func(who string) (string, error) {
		if !looked[who] {
			looked[who] = true
			if password, err := keyring.Get(keyringService, who); err == nil {
				return password, nil
			}
		}
		if ask == nil {
			return "", errNoPassword
		}
		return ask(who)
	}
}
