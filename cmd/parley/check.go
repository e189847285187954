package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parley/db"
	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/project"
	"parley/workflow/project/semantic"
)

// projectCommands are about the project of a database: what words mean there.
type projectCommands struct {
	Export  semanticCommand `cmd:"" help:"Write the database and what its project says of it for another program."`
	Init    initCommand     `cmd:"" help:"Propose a parley.toml for a database, from what its columns are."`
	Check   checkCommand    `cmd:"" help:"Say which definitions of the project do not hold in the database; exit status 1 when there are any."`
	Test    testCommand     `cmd:"" help:"Ask the project's verified questions anew and compare rows with their SQL's; exit status 1 when any differ."`
	Explain explainCommand  `cmd:"" help:"Say how a word is understood, and why."`
}

// checkCommand finds definitions that do not hold.
type checkCommand struct {
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
	JSON     bool   `name:"json" help:"Print the problems as JSON."`
}

// Run runs every metric and filter once, bounded by --timeout, beside what was found when the database opened.
func (c *checkCommand) Run(r *runtime) error {
	source, opening, err := r.project(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	problems := source.Project.Problems
	for _, d := range source.Project.Of(project.MetricKind, project.Value) {
		if err := r.tries(source, d); err != nil {
			problems = append(problems, project.Problem{File: d.File, Line: d.Line, Text: fmt.Sprintf("%s does not run: %s", d.Name, oneLine(err.Error()))})
		}
	}
	if c.JSON {
		encode := json.NewEncoder(r.stdout)
		encode.SetEscapeHTML(false)
		if problems == nil {
			problems = []project.Problem{}
		}
		err = encode.Encode(problems)
	} else {
		for _, p := range problems {
			fmt.Fprintln(r.stdout, db.Visible(p.String()))
		}
		_, err = fmt.Fprintf(r.stdout, "%d definitions, %d problems.\n", len(source.Project.Definitions), len(problems))
	}
	if err != nil {
		return failed("Standard output is closed: "+err.Error()+".", "")
	}
	if len(problems) > 0 {
		return quiet(exitFailed)
	}
	return nil
}

func (r *runtime) tries(source *workflow.Source, d *project.Definition) error {
	trial, err := source.Project.TrialOf(d, source.Index)
	if trial == nil || err != nil {
		return err
	}
	rows, err := source.Database.Query(db.WithTimeout(r.ctx, r.Timeout), trial)
	if err != nil {
		return err
	}
	defer rows.Close()
	rows.Next(r.ctx)
	return rows.Err()
}

// opening opens a database and waits for it.
func (r *runtime) opening(named string) (*workflow.Source, *workflow.Opening, error) {
	targets, err := r.targets(r.named(named)...)
	if err != nil {
		return nil, nil, err
	}
	opening := r.open(targets...)
	source, err := r.ready(r.ctx, opening)
	if err != nil {
		opening.Close()
		return nil, nil, err
	}
	return source, opening, nil
}

// project opens a database for its project: one that was not read, because nobody was asked about it, is an error.
func (r *runtime) project(named string) (*workflow.Source, *workflow.Opening, error) {
	source, opening, err := r.opening(named)
	if err != nil {
		return nil, nil, err
	}
	if folder := source.Project.Places.Untrusted; folder != "" {
		opening.Close()
		return nil, nil, failed("There is a project in "+db.Visible(folder)+" that you were not asked about.", "--project "+db.Visible(folder)+" reads it; /trust in a conversation uses it from then on.")
	}
	return source, opening, nil
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// explainCommand says what a word means.
type explainCommand struct {
	Word     string `arg:"" help:"The word or words: \"net revenue\"."`
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
}

// Run prints the definition and where it comes from.
func (c *explainCommand) Run(r *runtime) error {
	source, opening, err := r.project(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	_, err = fmt.Fprintln(r.stdout, visibleLines(source.Project.Explain(c.Word, source.Index)))
	return err
}

// semanticCommand writes a project in another program's form.
type semanticCommand struct {
	Form     string `arg:"" enum:"ossie" help:"The form: ossie, the open format for semantic models (once OSI)."`
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
}

// Run prints tables, columns, declared keys, words and metrics.
func (c *semanticCommand) Run(r *runtime) error {
	source, opening, err := r.project(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	text, err := semantic.Ossie(source.Database.Name(), source.Index, source.Project)
	if err == nil {
		_, err = fmt.Fprint(r.stdout, visibleLines(text))
	}
	if err != nil {
		return failed("Nothing was exported: "+err.Error()+".", "")
	}
	return nil
}

// initCommand proposes a project.
type initCommand struct {
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
	Write    bool   `help:"Write parley.toml here, where there is none; else it is printed."`
	Asked    bool   `name:"ask-model" help:"Let the model of --provider write the proposal, from what --privacy lets it see. What would be sent is shown, and goes with --yes."`
	Yes      bool   `help:"Send it."`
}

// Run prints the proposal for review, or writes it.
func (c *initCommand) Run(r *runtime) error {
	source, opening, err := r.opening(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	text := project.Propose(source.Index, source.Project)
	if c.Asked {
		if text, err = c.ask(r, source); err != nil || text == "" {
			return err
		}
	}
	if !c.Write {
		_, err = fmt.Fprint(r.stdout, visibleLines(text))
		return err
	}
	if _, err := os.Stat(project.FileName); err == nil {
		return usage(project.FileName+" exists here.", "parley init without --write prints the proposal.")
	}
	if err := project.WriteFile(project.FileName, text); err != nil {
		return failed(project.FileName+" cannot be written: "+err.Error()+".", "")
	}
	folder, err := filepath.Abs(".")
	if err == nil {
		err = r.trust().Say(folder, true)
	}
	if err != nil {
		return failed("The project is not noted as yours: "+err.Error()+".", "")
	}
	_, err = fmt.Fprintln(r.stdout, "Wrote "+project.FileName+": read it over, then parley check.")
	return err
}

// ask has the model write the proposal; without a yes it shows what would be sent, and there is none.
func (c *initCommand) ask(r *runtime, source *workflow.Source) (string, error) {
	model, ok := source.Assistant.(*llm.Assistant)
	if !ok {
		return "", usage("No model is set.", "Name one with --provider and --model.")
	}
	payload, err := model.PreviewProposal(r.ctx)
	if err != nil {
		return "", usage(oneLine(err.Error())+".", "Name a model with --provider and --model.")
	}
	if !c.Yes {
		_, err = fmt.Fprintln(r.stdout, visibleLines("This would go "+payload.String()+"\nNothing was sent: --yes sends it."))
		return "", err
	}
	d, err := model.Propose(r.ctx)
	if err != nil {
		return "", failed("The model proposed nothing: "+oneLine(err.Error())+".", "")
	}
	return project.Review(d, payload.Sent.Model, source.Index, source.Database.Dialect()), nil
}
