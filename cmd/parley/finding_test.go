package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/BurntSushi/toml"

	"parley/tui"
)

func TestSettingsAreKeptWithCommentsAndOrder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "below", "config.toml")
	for _, c := range []struct{ before, after string }{
		{"", "provider = \"openai\"\nmodel = \"m\"\n"},
		{"# mine\ntheme = \"dark\" # keep\nmodel = \"old\"\nbase-url = \"http://x\"\n\n[keys]\nmodel = \"ctrl+o\"\n",
			"# mine\ntheme = \"dark\" # keep\nmodel = \"m\"\nprovider = \"openai\"\n\n[keys]\nmodel = \"ctrl+o\"\n"},
	} {
		if c.before != "" {
			if err := os.WriteFile(path, []byte(c.before), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := keepSettings(path, [][2]string{{"provider", "openai"}, {"model", "m"}, {"base-url", ""}}); err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(path); string(got) != c.after {
			t.Errorf("kept as %q, want %q", got, c.after)
		}
	}
}

// TestWhatIsKeptIsReadAgain: a name is whatever a server on this machine says that its model is called.
func TestWhatIsKeptIsReadAgain(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"m", `a"b\c`, "bell\a", "\x7f\x1b[31m", "li\nne\ttab", "\u2028\u202e", "\v", "π<&>"} {
		path := filepath.Join(t.TempDir(), "config.toml")
		if err := keepSettings(path, [][2]string{{"model", name}}); err != nil {
			t.Fatal(err)
		}
		var read struct{ Model string }
		if _, err := toml.DecodeFile(path, &read); err != nil || read.Model != name {
			t.Errorf("%q is read as %q: %v", name, read.Model, err)
		}
	}
}

// TestAServerThatWasFoundGetsNoKey: whoever listens on a port that a model's server may have is not who the key is for.
func TestAServerThatWasFoundGetsNoKey(t *testing.T) {
	t.Parallel()
	config := filepath.Join(t.TempDir(), "config.toml")
	r := &runtime{options: options{Config: config, modelOptions: modelOptions{KeyCommand: "echo SECRET"}}}
	f := finding{r}
	for _, c := range []struct {
		choice tui.ModelFound
		kept   bool
	}{
		{tui.ModelFound{Provider: "openai", Model: "m", BaseURL: "http://127.0.0.1:8080/v1", Local: true}, true},
		{tui.ModelFound{Provider: "openai", Model: "m"}, false},
	} {
		if _, err := f.Use(c.choice); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(config)
		if err != nil || strings.Contains(string(text), "no-key = \"true\"") != c.kept || f.chosen(c.choice).NoKey != c.kept {
			t.Errorf("%+v is kept as %s, %v", c.choice, text, err)
		}
	}
}
