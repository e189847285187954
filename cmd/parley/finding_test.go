package main

import (
	"os"
	"path/filepath"
	"testing"
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
