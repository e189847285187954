package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/db"
	"parley/db/demo"
	"parley/tui"
	"parley/workflow"
	"parley/workflow/engine"
	"parley/workflow/engine/reader"
	"parley/workflow/llm"
	"parley/workflow/llm/find"
	"parley/workflow/project"
)

// A model is found, tried and kept here, for the screen (/model) and the shell (parley model). What would be sent is shown, and
// nothing is sent before a yes; the question it is tried with is about the demo.

// trialQuestion is what a model is tried with.
const trialQuestion = "How many users signed up in each country last year, most first?"

// effects say what a privacy level sends, and what that is good for.
var effects = []tui.PrivacyLevel{
	{Name: "names", Effect: "names, types, keys and comments; no values: it finds fewer codes and spellings"},
	{Name: "values", Effect: "the values of columns that hold few, codes, ranges of dates, counts of rows, too: the figures of the README were measured so"},
	{Name: "rows", Effect: "the first rows of the result on the screen, too"},
}

// finding is the way to a model of a run.
type finding struct{ runtime *runtime }

var _ tui.Models = finding{}

// Levels implements tui.Models.
func (f finding) Levels() []tui.PrivacyLevel { return effects }

// Find implements tui.Models.
func (f finding) Find(ctx context.Context) []tui.ModelFound {
	var out []tui.ModelFound
	for _, m := range (find.Finder{}).Look(ctx) {
		out = append(out, tui.ModelFound{
			Name: db.Visible(m.Name), Where: db.Visible(m.Where), Local: m.Local, Provider: m.Settings.Provider, Model: m.Settings.Model, BaseURL: m.Settings.BaseURL,
		})
	}
	return out
}

// chosen are the options with a choice in them.
func (f finding) chosen(c tui.ModelFound) modelOptions {
	o := f.runtime.modelOptions
	o.Provider, o.Model, o.BaseURL, o.Policy = c.Provider, c.Model, c.BaseURL, ""
	o.Privacy = cmp.Or(c.Privacy, o.Privacy)
	o.NoKey = c.Local // it gave its models without one, and nobody named it
	return o
}

// over opens the model over the demo.
func (f finding) over(ctx context.Context, o modelOptions) (*llm.Assistant, func(), error) {
	settings, err := o.settings(f.runtime)
	if err != nil {
		return nil, nil, err
	}
	settings.Golden, settings.Embeddings = "", llm.Embeddings{}
	model, err := llm.Open(ctx, settings)
	if err != nil {
		return nil, nil, err
	}
	database, err := demo.Open(ctx, db.Settings{Now: f.runtime.clock()})
	if err != nil {
		return nil, nil, err
	}
	source, err := engine.Source(ctx, database, reader.NoTrials)
	if err == nil {
		var a *llm.Assistant
		a, err = model.Over(ctx, llm.Source{Generator: source.Generator, Refiner: source.Refiner, Database: database, Index: source.Index, Names: source.Names, Project: &project.Project{}})
		if err == nil {
			return a, func() { _ = database.Close() }, nil // the demo is a file that goes with the program
		}
	}
	return nil, nil, errors.Join(err, database.Close())
}

// Payload implements tui.Models.
func (f finding) Payload(ctx context.Context, c tui.ModelFound) (string, error) {
	a, leave, err := f.over(ctx, f.chosen(c))
	if err != nil {
		return "", f.trouble(err, c.Model)
	}
	defer leave()
	return a.Payload(ctx, workflow.Refine{Request: workflow.Request{Question: trialQuestion, Now: f.runtime.clock()}})
}

// Try implements tui.Models.
func (f finding) Try(ctx context.Context, c tui.ModelFound) (string, error) {
	return f.try(ctx, f.chosen(c))
}

func (f finding) try(ctx context.Context, o modelOptions) (string, error) {
	a, leave, err := f.over(ctx, o)
	if err != nil {
		return "", f.trouble(err, o.Model)
	}
	defer leave()
	started := f.runtime.clock()
	draft, err := a.Try(ctx, workflow.Request{Question: trialQuestion, Now: started})
	if err != nil {
		return "", f.trouble(err, o.Model)
	}
	return fmt.Sprintf("%s answers in %s: %s", db.Visible(o.Model), f.runtime.clock().Sub(started).Round(1e7), db.Visible(strings.Join(strings.Fields(draft.Statement.SQL()), " "))), nil
}

// trouble is an error in one sentence.
func (f finding) trouble(err error, model string) error {
	return errors.New(llm.Trouble(err, db.Visible(model), f.runtime.Deadline))
}

// Use implements tui.Models.
func (f finding) Use(c tui.ModelFound) (string, error) {
	o := f.chosen(c)
	path := cmp.Or(f.runtime.Config, defaultSettingsPath())
	if path == "" {
		return "", errors.New("there is no folder for settings: name a file with --config")
	}
	kept := [][2]string{{"provider", o.Provider}, {"model", o.Model}, {"base-url", o.BaseURL}, {"privacy", o.Privacy}, {"no-key", ""}}
	if o.NoKey {
		kept[len(kept)-1][1] = "true"
	}
	if err := keepSettings(path, kept); err != nil {
		return "", err
	}
	f.runtime.useModel(o)
	return fmt.Sprintf("%s answers from now on, and sees %s. Kept in %s.", db.Visible(o.Model), o.Privacy, path), nil
}

var settingLine = regexp.MustCompile(`^\s*([\w-]+)\s*=`)

// keepSettings writes settings into a file as it is, its comments and order kept; an empty value takes the line out.
func keepSettings(path string, values [][2]string) error {
	text, err := settingsText(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	var lines []string
	if len(text) > 0 {
		lines = strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	}
	end := slices.IndexFunc(lines, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), "[") })
	if end < 0 {
		end = len(lines)
	}
	head, rest := slices.Clone(lines[:end]), lines[end:]
	for _, v := range values {
		at := slices.IndexFunc(head, func(l string) bool { m := settingLine.FindStringSubmatch(l); return m != nil && m[1] == v[0] })
		line := v[0] + " = " + tomlText(v[1])
		switch {
		case at >= 0 && v[1] == "":
			head = slices.Delete(head, at, at+1)
		case at >= 0:
			head[at] = line
		case v[1] != "":
			head = slices.Insert(head, lastSetting(head), line)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return project.WriteFile(path, strings.Join(append(head, rest...), "\n")+"\n")
}

// modelCommand is `parley model`: it lists what there is, asks, tries and keeps.
type modelCommand struct {
	Choose modelChooseCommand `cmd:"" default:"1" help:"Find models and choose one (the default)."`
	Test   modelTestCommand   `cmd:"" help:"Ask the model that is set a question about the demo, and say in one sentence what is wrong."`
}

type modelChooseCommand struct{}

// Run asks line by line; at the end of the input nothing more is done.
func (modelChooseCommand) Run(r *runtime) error {
	f := finding{r}
	found := f.Find(r.ctx)
	if len(found) == 0 {
		fmt.Fprintln(r.stdout, "No model was found: no key in ANTHROPIC_API_KEY, OPENAI_API_KEY or the keyring, no server of Ollama, LM Studio, llama.cpp or vLLM on this")
		fmt.Fprintln(r.stdout, "machine, no program claude, codex, gemini, llm or aichat. The rules answer without one.")
		return nil
	}
	for i, m := range found {
		fmt.Fprintf(r.stdout, "%2d  %-28s %s\n", i+1, m.Name, m.Where)
	}
	in := bufio.NewScanner(r.stdin)
	ask := func(question string) (string, bool) {
		fmt.Fprint(r.stdout, question+" ")
		if !in.Scan() {
			fmt.Fprintln(r.stdout)
			return "", false
		}
		return strings.TrimSpace(in.Text()), true
	}
	said, ok := ask("Which one? (number; nothing changes nothing)")
	at, err := strconv.Atoi(said)
	if numbered := err == nil && at >= 1 && at <= len(found); !ok || !numbered {
		return nil
	}
	choice := found[at-1]
	if choice.Model == "" {
		if choice.Model, ok = ask("Which model of it, by its name?"); !ok || choice.Model == "" {
			return nil
		}
	}
	for i, l := range effects {
		fmt.Fprintf(r.stdout, "%2d  %-7s %s\n", i+1, l.Name, l.Effect)
	}
	said, ok = ask("What may it see? (number; 1 without one)")
	if !ok {
		return nil
	}
	level, err := strconv.Atoi(cmp.Or(said, "1"))
	if err != nil || level < 1 || level > len(effects) {
		return usage("There are "+strconv.Itoa(len(effects))+" levels.", "Begin again.")
	}
	choice.Privacy = effects[level-1].Name
	payload, err := f.Payload(r.ctx, choice)
	if err != nil {
		return failed(err.Error(), "")
	}
	fmt.Fprintf(r.stdout, "\n%s\n\n", visibleLines(payload))
	if said, ok = ask("Send this? It is a question about the demo. (y or n)"); !ok || !strings.EqualFold(said, "y") {
		fmt.Fprintln(r.stdout, "Nothing was sent.")
		return nil
	}
	answer, err := f.Try(r.ctx, choice)
	if err != nil {
		return failed(err.Error(), "")
	}
	fmt.Fprintln(r.stdout, answer)
	if said, ok = ask("Use it from now on? (y or n)"); !ok || !strings.EqualFold(said, "y") {
		return nil
	}
	kept, err := f.Use(choice)
	if err != nil {
		return failed(err.Error(), "")
	}
	fmt.Fprintln(r.stdout, kept)
	return nil
}

type modelTestCommand struct{}

// Run tries the model of the settings.
func (modelTestCommand) Run(r *runtime) error {
	if r.Provider == "" {
		return usage("No model is set.", "parley model finds one, or name --provider and --model.")
	}
	answer, err := finding{r}.try(r.ctx, r.modelOptions)
	if err != nil {
		return failed(err.Error(), "")
	}
	fmt.Fprintln(r.stdout, answer)
	return nil
}

// lastSetting is the place behind the last line that holds something.
func lastSetting(lines []string) int {
	at := len(lines)
	for at > 0 && strings.TrimSpace(lines[at-1]) == "" {
		at--
	}
	return at
}
