package llm

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"parley/db"
	"parley/workflow"
	"parley/workflow/llm/provider"
)

// Try has the model answer a question, and nobody in its place: the draft passed every check.
func (a *Assistant) Try(ctx context.Context, r workflow.Request) (*workflow.Draft, error) {
	return a.ask(ctx, workflow.Refine{Request: r})
}

// Trouble says in one sentence why a model did not answer, and what to do. Words of a server are made visible.
func Trouble(err error, model string, deadline time.Duration) string {
	var missing *provider.MissingKey
	var failure *provider.Failure
	var unusable *Unusable
	switch {
	case errors.As(err, &missing):
		return "There is no key for " + missing.Provider + ": set " + missing.Variable + ", or store one in the keyring (service parley, user " + missing.Provider + ")."
	case errors.As(err, &failure):
		return troubleOf(failure, model, deadline)
	case errors.As(err, &unusable):
		return fmt.Sprintf("%s answers, and not with SQL that can be used: %s.", model, strings.TrimSuffix(db.Visible(unusable.Reason), "."))
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Sprintf("%s took longer than %s: --model-timeout gives it more.", model, deadline)
	}
	return workflow.SentenceCase(strings.TrimSuffix(db.Visible(err.Error()), ".")) + "."
}

func troubleOf(f *provider.Failure, model string, deadline time.Duration) string {
	said := ""
	if f.Message != "" {
		said = " (" + db.Visible(strings.TrimSuffix(f.Message, ".")) + ")"
	}
	about := strings.ToLower(f.Message)
	has := func(words ...string) bool {
		for _, w := range words {
			if strings.Contains(about, w) {
				return true
			}
		}
		return false
	}
	switch {
	case f.Kind == provider.Denied || has("not logged in", "please run /login", "set an auth method", "api key", "unauthorized"):
		return fmt.Sprintf("%s does not let you in: check the key, or log in with the program%s.", f.Target.Host, said)
	case f.Kind == provider.TimedOut:
		return fmt.Sprintf("%s took longer than %s: --model-timeout gives it more.", model, deadline)
	case f.Kind == provider.Unreachable:
		return fmt.Sprintf("%s cannot be reached: is it running?%s", f.Target.Host, said)
	case has("context length", "context window", "context_length", "too long", "maximum context", "exceeds the available context", "n_ctx"):
		return fmt.Sprintf("The window of %s is too small for a request: --context-tokens makes requests smaller%s.", model, said)
	case f.Status == 404 || has("model") && has("not found", "does not exist", "no such", "unknown model", "not exist"):
		return fmt.Sprintf("%s has no model called %s%s.", f.Target.Host, model, said)
	case f.Kind == provider.Refused:
		return fmt.Sprintf("%s would not answer%s.", model, said)
	}
	return workflow.SentenceCase(db.Visible(f.Error())) + "."
}
