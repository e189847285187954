package provider

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Programs that people are logged in with do not speak parley's protocol: they read a prompt as text and print an answer. A preset
// has the arguments that make one answer once and do nothing else: no tools, no session, nothing of the folder it runs in, which
// is an empty one.
type preset struct {
	// before and after are the arguments around the person's own.
	before, after []string
	// files lie in the folder it runs in.
	files map[string]string
	// own says which arguments a person may give; with others the program speaks parley's protocol.
	own func(args []string) bool
}

// presets by the program's name. The arguments were checked with the programs named beside them, not logged in.
var presets = map[string]preset{
	"claude": {before: []string{"-p", "--output-format", "text", "--tools", "", "--no-session-persistence", "--setting-sources", "", "--strict-mcp-config", "--disable-slash-commands"}, own: named}, // 2.1.197
	"codex": {before: []string{"exec", "--skip-git-repo-check", "--ephemeral", "--sandbox", "read-only", "--ignore-user-config", "--ignore-rules", "--color", "never",
		"--disable", "shell_tool", "--disable", "apps", "-c", `web_search="disabled"`}, after: []string{"-"}, own: named}, // 0.1
	"gemini": {before: []string{"-p", "", "--output-format", "text", "--approval-mode", "plan", "--extensions", "none", "--allowed-mcp-server-names", "none", "--skip-trust", "--policy", "deny.toml"},
		files: map[string]string{"deny.toml": "[[rule]]\ntoolName = \"*\"\ndecision = \"deny\"\npriority = 999\n"}, own: named}, // 0.61
	"llm":    {before: []string{"prompt", "--no-stream", "--no-log"}, own: named}, // by its documentation
	"aichat": {before: []string{"--no-stream"}, own: named},                       // by its documentation
	"ollama": {after: []string{"--nowordwrap"}, own: func(args []string) bool { return len(args) == 2 && args[0] == "run" }},
}

// named says that nothing is said but the model: "--model sonnet".
func named(args []string) bool {
	return len(args) == 0 || len(args) == 2 && (args[0] == "--model" || args[0] == "-m")
}

// Programs are the names of the programs that parley knows how to ask.
func Programs() []string { return []string{"claude", "codex", "gemini", "llm", "ollama", "aichat"} }

// presetOf is the preset of a command line; nil where it speaks parley's protocol.
func presetOf(argv []string) *preset {
	p, ok := presets[strings.TrimSuffix(filepath.Base(argv[0]), ".exe")]
	if !ok || !p.own(argv[1:]) {
		return nil
	}
	return &p
}

// argv is the whole command line.
func (p *preset) argv(given []string) []string {
	return slices.Concat(given[:1], p.before, given[1:], p.after)
}

// prompt is the request as text: parley's own words, then the messages.
func (p *preset) prompt(c Call) []byte {
	var b bytes.Buffer
	b.WriteString(c.System)
	for _, m := range c.Messages {
		if m.Assistant {
			b.WriteString("\n\nYou answered:\n")
		} else {
			b.WriteString("\n\n")
		}
		b.WriteString(m.text())
	}
	b.WriteString("\n")
	return b.Bytes()
}

// room makes the folder that the program runs in, and what removes it.
func (p *preset) room() (folder string, leave func(), err error) {
	folder, err = os.MkdirTemp("", "parley-model-")
	if err != nil {
		return "", nil, err
	}
	leave = func() { os.RemoveAll(folder) }
	for name, text := range p.files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			leave()
			return "", nil, err
		}
	}
	return folder, leave, nil
}

// command is the program, ready to be started, and what cleans up behind it.
func (p *program) command(ctx context.Context) (*exec.Cmd, func(), error) {
	if p.preset == nil {
		return exec.CommandContext(ctx, p.argv[0], p.argv[1:]...), func() {}, nil
	}
	folder, leave, err := p.preset.room()
	if err != nil {
		return nil, nil, err
	}
	argv := p.preset.argv(p.argv)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir = folder
	return cmd, leave, nil
}
