package provider_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zalando/go-keyring"

	"parley/workflow/llm/llmtest"
	"parley/workflow/llm/provider"
)

// The tests here set the environment, so they do not run in parallel.

func TestKeyComesFromCommandEnvironmentOrKeyring(t *testing.T) {
	keyring.MockInit()
	server := llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: answer}))
	sent := func(s provider.Settings) string {
		t.Helper()
		s.Provider, s.Model, s.BaseURL = "openai", "m", server.URL
		p, err := provider.Open(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Complete(t.Context(), call(), provider.Listener{}); err != nil {
			t.Fatal(err)
		}
		requests := server.Requests()
		return strings.TrimPrefix(requests[len(requests)-1].Header.Get("Authorization"), "Bearer ")
	}
	t.Setenv("OPENAI_API_KEY", "")
	if got := sent(provider.Settings{}); got != "none" {
		t.Errorf("without a key %q was sent", got)
	}
	if err := keyring.Set("parley", "openai", "from-keyring"); err != nil {
		t.Fatal(err)
	}
	if got := sent(provider.Settings{}); got != "from-keyring" {
		t.Errorf("got %q", got)
	}
	t.Setenv("OPENAI_API_KEY", "from-environment")
	if got := sent(provider.Settings{}); got != "from-environment" {
		t.Errorf("got %q", got)
	}
	if got := sent(provider.Settings{KeyCommand: `printf "%s\n" "from command"`}); got != "from command" {
		t.Errorf("got %q", got)
	}
}

func TestMissingKeySaysWhereToPutOne(t *testing.T) {
	keyring.MockInit()
	for name, variable := range map[string]string{"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"} {
		t.Setenv(variable, "")
		t.Setenv(strings.Replace(variable, "API_KEY", "BASE_URL", 1), "")
		_, err := provider.Open(t.Context(), provider.Settings{Provider: name, Model: "m"})
		var missing *provider.MissingKey
		if !errors.As(err, &missing) || !strings.Contains(err.Error(), variable) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestBaseURLComesFromTheEnvironment(t *testing.T) {
	keyring.MockInit()
	for name, start := range protocols {
		server := start(t, llmtest.Steps(llmtest.Step{Text: answer}))
		t.Setenv(strings.ToUpper(name)+"_BASE_URL", server.URL)
		t.Setenv(strings.ToUpper(name)+"_API_KEY", "k")
		p, err := provider.Open(t.Context(), provider.Settings{Provider: name, Model: "m"})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Complete(t.Context(), call(), provider.Listener{}); err != nil {
			t.Fatal(err)
		}
		if len(server.Requests()) != 1 || !p.Target().Local || !strings.HasPrefix(p.Target().Host, "127.0.0.1:") {
			t.Errorf("%s: target %+v, %d requests", name, p.Target(), len(server.Requests()))
		}
	}
}

func TestWrongSettingsAreToldBeforeAnythingIsSent(t *testing.T) {
	t.Parallel()
	for _, s := range []provider.Settings{
		{Provider: "nobody", Model: "m"},
		{Provider: "openai"},
		{Provider: "openai", Model: "m", BaseURL: "ftp://example.test"},
		{Provider: "anthropic", Model: "m", BaseURL: "/v1"},
		{Provider: "openai", Model: "m", BaseURL: "http://127.0.0.1:1", KeyCommand: "false"},
		{Provider: "openai", Model: "m", BaseURL: "http://127.0.0.1:1", KeyCommand: `echo "open`},
		{Provider: "command", Model: "no-such-program-anywhere"},
	} {
		if p, err := provider.Open(t.Context(), s); err == nil {
			t.Errorf("%+v opened %+v", s, p.Target())
		}
	}
}
