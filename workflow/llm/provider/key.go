package provider

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/zalando/go-keyring"
)

// keyringService is the name under which keys lie in the system's keyring; the user is the provider's name:
// `secret-tool store --label=parley service parley username openai`.
const keyringService = "parley"

// MissingKey is returned when a provider needs a key and none of the three places has one.
type MissingKey struct{ Provider, Variable string }

func (e *MissingKey) Error() string {
	return fmt.Sprintf("no key for %s: set %s, store one in the keyring (service parley, user %s), or name a command that prints it",
		e.Provider, e.Variable, e.Provider)
}

// key finds the key: the command when one is set, else the environment, else the keyring. It is never read from a
// settings file or a flag, and no error holds it.
func key(ctx context.Context, s Settings, variable string) (string, error) {
	if s.NoKey {
		return "", nil
	}
	if s.KeyCommand != "" {
		return keyFromCommand(ctx, s.KeyCommand)
	}
	if value := strings.TrimSpace(os.Getenv(variable)); value != "" {
		return value, nil
	}
	return keyFromKeyring(ctx, s.Provider)
}

// variables are where keys lie in the environment.
var variables = map[string]string{"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}

// KeyPlace says where the key of a provider lies, in words; empty when there is none. It does not give the key away.
func KeyPlace(ctx context.Context, provider string) string {
	variable := variables[provider]
	if strings.TrimSpace(os.Getenv(variable)) != "" {
		return variable
	}
	if found, err := keyFromKeyring(ctx, provider); err == nil && found != "" {
		return "the keyring"
	}
	return ""
}

// keyFromCommand runs the command and takes the first line it prints. What it prints is in no error.
func keyFromCommand(ctx context.Context, command string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	argv, err := words(command)
	if err != nil {
		return "", fmt.Errorf("the key command: %w", err)
	}
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Stderr = os.Stderr // a password prompt of the command's own
	cmd.Stdin = os.Stdin
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("the key command %s: %w", argv[0], err)
	}
	line, _, _ := bytes.Cut(out, []byte("\n"))
	if value := strings.TrimSpace(string(line)); value != "" {
		return value, nil
	}
	return "", fmt.Errorf("the key command %s printed nothing", argv[0])
}

// keyFromKeyring asks the keyring and does not wait for one that hangs. A machine without a keyring has no key there.
func keyFromKeyring(ctx context.Context, user string) (string, error) {
	found := make(chan string, 1)
	go func() {
		value, _ := keyring.Get(keyringService, user) // no entry and no keyring are the same: no key there
		found <- value
	}()
	select {
	case value := <-found:
		return strings.TrimSpace(value), nil
	case <-time.After(5 * time.Second):
		return "", nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// words splits a command line at blanks, keeping what stands in single or double quotes together. There is no shell:
// nothing expands.
func words(line string) ([]string, error) {
	var out []string
	var word strings.Builder
	var quote rune
	open := false
	for _, r := range line {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '"' || r == '\'':
			quote, open = r, true
		case r == ' ' || r == '\t':
			if open {
				out = append(out, word.String())
				word.Reset()
			}
			open = false
		default:
			word.WriteRune(r)
			open = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if open {
		out = append(out, word.String())
	}
	if len(out) == 0 {
		return nil, errors.New("it is empty")
	}
	return out, nil
}

// keyless is an answer without the key, should whoever gave it echo it: texts are shown and kept.
func (w *wire) keyless(r Reply, err error) (Reply, error) {
	r.Text = scrub(r.Text, w.key)
	var f *Failure
	if errors.As(err, &f) {
		f.Message = scrub(f.Message, w.key)
	}
	return r, err
}

// keylessError is an error whose words are without the key.
type keylessError struct {
	error
	text string
}

func (e *keylessError) Error() string { return e.text }
func (e *keylessError) Unwrap() error { return e.error }

// scrub takes the key out of a text, should a server or proxy echo it.
func scrub(text, key string) string {
	if len(key) < 8 {
		return text
	}
	return strings.ReplaceAll(text, key, "•••")
}
