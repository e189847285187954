package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parley/db"
	"parley/workflow"
	"parley/workflow/project"
)

// projectCommands are about the project of a database: what words mean there.
type projectCommands struct {
	Init    initCommand    `cmd:"" help:"Propose a parley.toml for a database, from what its columns are."`
	Check   checkCommand   `cmd:"" help:"Say which definitions of the project do not hold in the database; exit status 1 when there are any."`
	Explain explainCommand `cmd:"" help:"Say how a word is understood, and why."`
}

// checkCommand finds definitions that do not hold.
type checkCommand struct {
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
	JSON     bool   `name:"json" help:"Print the problems as JSON."`
}

// Run runs every metric and filter once, bounded by --timeout, beside what was found when the database opened.
func (c *checkCommand) Run(r *runtime) error {
	source, opening, err := r.opening(c.Database)
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
	source, err := opening.Wait(r.ctx)
	if err != nil {
		opening.Close()
		return nil, nil, err
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
	source, opening, err := r.opening(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	_, err = fmt.Fprintln(r.stdout, visibleLines(source.Project.Explain(c.Word, source.Index)))
	return err
}

// initCommand proposes a project.
type initCommand struct {
	Database string `arg:"" optional:"" help:"Database, as for parley itself."`
	Write    bool   `help:"Write parley.toml here, where there is none; else it is printed."`
}

// Run prints the proposal for review, or writes it.
func (c *initCommand) Run(r *runtime) error {
	source, opening, err := r.opening(c.Database)
	if err != nil {
		return err
	}
	defer opening.Close()
	text := project.Propose(source.Index)
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
