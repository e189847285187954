//go:build unix

package provider

import (
	"context"
	"os"
	"strings"
	"testing"

	"parley/workflow/llm/llmtest"
)

func TestAKnownProgramGetsTextAndNoTools(t *testing.T) {
	t.Parallel()
	for _, name := range Programs() {
		line := llmtest.Script(t, name, `for a in "$@"; do echo "<$a>"; done; ls; pwd; cat`)
		if name == "ollama" {
			line += " run small"
		}
		p, err := Open(context.Background(), Settings{Provider: "command", Model: line})
		if err != nil {
			t.Fatal(err)
		}
		reply, err := p.Complete(context.Background(), Call{System: "the rules", Messages: []Message{{Parts: []Part{{Text: "the question"}}}}}, Listener{})
		if err != nil {
			t.Fatal(name, err)
		}
		if !strings.Contains(reply.Text, "the rules\n\nthe question\n") || strings.Contains(reply.Text, `"messages"`) {
			t.Errorf("%s reads %q", name, reply.Text)
		}
		if wd, _ := os.Getwd(); strings.Contains(reply.Text, wd+"\n") || !strings.Contains(reply.Text, "parley-model-") {
			t.Errorf("%s runs in parley's own folder: %q", name, reply.Text)
		}
		for want, of := range map[string]string{"<--tools>\n<>": "claude", "<--no-session-persistence>": "claude", "<--ephemeral>": "codex", "<shell_tool>": "codex", "deny.toml": "gemini", "<--no-log>": "llm", "<--no-stream>": "aichat", "<run>\n<small>\n<--nowordwrap>": "ollama"} {
			if of == name && !strings.Contains(reply.Text, want) {
				t.Errorf("%s is started without %s: %q", name, want, reply.Text)
			}
		}
	}
}

func TestAKnownProgramWithArgumentsOfItsOwnSpeaksTheProtocol(t *testing.T) {
	t.Parallel()
	for args, preset := range map[string]bool{"": true, " --model x": true, " -m x": true, " --anything": false, " a b c": false} {
		argv, err := words("claude" + args)
		if err != nil || (presetOf(argv) != nil) != preset {
			t.Errorf("claude%s: %v, %v", args, presetOf(argv), err)
		}
	}
}

func TestWhatAKnownProgramSaysOnFailingIsTold(t *testing.T) {
	t.Parallel()
	p, err := Open(context.Background(), Settings{Provider: "command", Model: llmtest.Script(t, "claude", `cat > /dev/null; echo "Not logged in"; exit 1`)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Complete(context.Background(), Call{System: "x"}, Listener{}); err == nil || !strings.Contains(err.Error(), "Not logged in") {
		t.Error(err)
	}
}
