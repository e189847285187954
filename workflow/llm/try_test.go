package llm

import (
	"context"
	"strings"
	"testing"
	"time"

	"parley/workflow/llm/provider"
)

func TestTroubleIsSaidInOneSentence(t *testing.T) {
	t.Parallel()
	target := provider.Target{Host: "api.example.com", Model: "small"}
	for _, c := range []struct {
		err  error
		want string
	}{
		{&provider.MissingKey{Provider: "openai", Variable: "OPENAI_API_KEY"}, "There is no key for openai: set OPENAI_API_KEY"},
		{&provider.Failure{Kind: provider.Denied, Target: target, Status: 401}, "api.example.com does not let you in"},
		{&provider.Failure{Kind: provider.Rejected, Target: target, Message: "Not logged in · Please run /login"}, "api.example.com does not let you in"},
		{&provider.Failure{Kind: provider.Rejected, Target: target, Status: 404, Message: "model \"small\" not found"}, "api.example.com has no model called small"},
		{&provider.Failure{Kind: provider.Rejected, Target: target, Status: 400, Message: "This model's maximum context length is 2048 tokens"}, "The window of small is too small"},
		{&provider.Failure{Kind: provider.TimedOut, Target: target}, "small took longer than 30s"},
		{&provider.Failure{Kind: provider.Unreachable, Target: target, Message: "connection refused"}, "api.example.com cannot be reached: is it running?"},
		{&provider.Failure{Kind: provider.Refused, Target: target}, "small would not answer"},
		{&Unusable{Reason: "its answer did not pass: syntax"}, "small answers, and not with SQL that can be used"},
		{context.DeadlineExceeded, "small took longer than 30s"},
	} {
		got := Trouble(c.err, "small", 30*time.Second)
		if !strings.HasPrefix(got, c.want) || strings.Contains(got, "\n") || !strings.HasSuffix(got, ".") && !strings.HasSuffix(got, ")") {
			t.Errorf("%v is %q, want %q", c.err, got, c.want)
		}
	}
}
