package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"parley/dialog/memory/redistest"
)

const nairobi = "Find flights from Nairobi to London"

// TestSettingsOfMemoryHold runs two programs after each other on one Redis: what the first was told, the second knows as far as
// the settings let it.
func TestSettingsOfMemoryHold(t *testing.T) {
	t.Parallel()
	redis := redistest.Open(t)
	ask := func(args ...string) string {
		out, said, err := parley(t, "", append([]string{"--config", emptyFile(t), "ask", "--format", "sql", "--redis-url", redis.Address}, args...)...)
		if err != nil {
			t.Fatal(err, said)
		}
		return out + said
	}
	ask("--room", "short", "--state-ttl", "300", nairobi)
	if left := redis.Client.PTTL(t.Context(), redis.Prefix+"dialog:"+ownName(t)+":short").Val(); left <= 200*time.Second || left > 300*time.Second {
		t.Errorf("--state-ttl 300: the key lives %v", left)
	}
	ask("--room", "long", nairobi)
	if left := redis.Client.PTTL(t.Context(), redis.Prefix+"dialog:"+ownName(t)+":long").Val(); left <= 5*time.Hour || left > 6*time.Hour {
		t.Errorf("without --state-ttl the key lives %v", left)
	}
	if got := ask("--room", "long", "return date Feb 20"); !strings.Contains(got, "origin = 'Nairobi'") || !strings.Contains(got, "destination = 'London'") {
		t.Errorf("nothing was taken over: %s", got)
	}
	ask("--room", "small", "--state-bytes", "600", nairobi+" on Feb 10 in business class")
	if n := redis.Client.StrLen(t.Context(), redis.Prefix+"dialog:"+ownName(t)+":small").Val(); n == 0 || n > 600 {
		t.Errorf("--state-bytes 600: %d bytes", n)
	}
	if got := ask("--room", "other", "return date Feb 20"); strings.Contains(got, "Nairobi") {
		t.Errorf("another room's were taken over: %s", got)
	}
}

func ownName(t *testing.T) string {
	t.Helper()
	return url.PathEscape((&runtime{}).userName())
}

func TestSettingsOfConversationsHold(t *testing.T) {
	t.Parallel()
	ask := func(args ...string) (out, said string) {
		out, said, err := parley(t, "", append([]string{"--config", emptyFile(t), "ask"}, args...)...)
		if err != nil {
			t.Fatal(err, said)
		}
		return out, said
	}
	turns := []string{"show all users", "only from Kenya", "sort by name"}
	if _, said := ask(append([]string{"--format", "sql", "--no-dialog-refinement"}, turns[:2]...)...); strings.Count(said, "New query") != 2 || strings.Contains(said, "Refined") {
		t.Errorf("--no-dialog-refinement: %s", said)
	}
	for want, args := range map[int][]string{2: {"--max-turns", "2"}, 3: nil} {
		out, _ := ask(append(append([]string{"--format", "json"}, args...), append(turns, "limit 3")...)...)
		var last answerJSON
		for line := range strings.Lines(out) {
			last = answerJSON{}
			if err := json.Unmarshal([]byte(line), &last); err != nil {
				t.Fatal(err, line)
			}
		}
		if len(last.Context) != want || last.Context[want-1].Input != "sort by name" || last.Context[want-1].SQL == nil {
			t.Errorf("%v: conversation_context is %+v, want %d turns", args, last.Context, want)
		}
	}
	for _, strategy := range []string{"llm", "hybrid"} {
		if _, said := ask("--intent", strategy, turns[0]); !strings.Contains(said, "--intent "+strategy+" asks a model, and there is none") {
			t.Errorf("--intent %s without a provider: %q", strategy, said)
		}
	}
	if _, said := ask("--intent-llm", turns[0]); !strings.Contains(said, "CONVERSATION_INTENT_LLM asks a model, and there is none") {
		t.Errorf("--intent-llm without a provider: %q", said)
	}
	if _, said := ask(turns[0]); said != "" {
		t.Errorf("rules need no model: %q", said)
	}
}

// TestSettingsOfConversationsAreListed: the originals' variables stand in --help.
func TestSettingsOfConversationsAreListed(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	_ = run(context.Background(), []string{"--help"}, strings.NewReader(""), &out, &out)
	for _, name := range []string{"DIALOG_STATE_TTL_SECONDS", "DIALOG_STATE_MAX_SIZE_BYTES", "CONVERSATION_INTENT_LLM", "CONVERSATION_MAX_TURNS", "PARLEY_DIALOG_REFINEMENT", "PARLEY_INTENT", "REDIS_URL"} {
		if !strings.Contains(strings.Join(strings.Fields(out.String()), ""), name) {
			t.Errorf("--help does not name %s", name)
		}
	}
}

// TestAKeptSessionsRoomIsTakenOver: another program was told, and nothing but its session is left of it.
func TestAKeptSessionsRoomIsTakenOver(t *testing.T) {
	t.Parallel()
	folder, config := t.TempDir(), emptyFile(t)
	ask := func(args ...string) string {
		out, said, err := parley(t, "", append([]string{"--config", config, "--sessions-dir", folder, "ask", "--format", "sql", "--keep"}, args...)...)
		if err != nil {
			t.Fatal(err, said)
		}
		return out + said
	}
	ask("--session", "home", nairobi)
	got := ask("--session", "away", "/context from home", "economy class please")
	for _, want := range []string{"Taken over from room home: 2", "origin = 'Nairobi'", "destination = 'London'", "room home"} {
		if !strings.Contains(got, want) {
			t.Errorf("lacks %s:\n%s", want, got)
		}
	}
	if got := ask("--session", "third", "--user", "somebody", "/context from home"); !strings.Contains(got, "holds nothing") {
		t.Errorf("another user's were taken over: %s", got)
	}
	if got := ask("--session", "fourth", "/context from nowhere"); !strings.Contains(got, "holds nothing") {
		t.Errorf("%s", got)
	}
}
