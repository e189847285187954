package main

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/demo"
	"parley/db/statement"
	"parley/tui"
	"parley/workflow/project"
	"parley/workflow/project/semantic"
	"parley/workflow/schema"
)

// What the words of a database mean is looked for in this order, what comes later counting first: the demo's own, the
// project's, the user's for this database, and what was said in this run.

// teaching is what of a database's project is read from outside.
type teaching struct {
	layers    []*project.Layer
	questions []project.Question
	problems  []project.Problem
	places    project.Places
}

// teach reads the project of a database. Nothing in it keeps the database from opening.
func (r *runtime) teach(database db.Database, targets []string) *teaching {
	t := &teaching{}
	if isDemo(targets) {
		layer, problems := project.Parse("the demo's "+project.FileName, demo.Project)
		layer.Scope = project.Shipped
		t.add(layer, nil, problems)
	}
	folder, named := r.projectFolder(targets)
	if folder != "" {
		trusted, said := r.trust().Answer(folder)
		if named || trusted {
			t.places.Shared = folder
			t.folder(folder, project.Shared, database.Dialect())
		} else if !said {
			t.places.Untrusted = folder
		}
	}
	if own := ownFolder(database, targets); own != "" {
		t.places.Mine = own
		t.folder(own, project.Mine, database.Dialect())
	}
	if t.places.Shared == "" && t.places.Untrusted == "" && !isDemo(targets) {
		t.places.New = folderOf(targets)
	}
	return t
}

// folder reads a project's folder, and before it what its file links to.
func (t *teaching) folder(folder string, scope project.Scope, d statement.Dialect) {
	layer, questions, problems := project.ReadFolder(folder, scope)
	if len(layer.Links) > 0 {
		if linked, more, wrong := semantic.Read(folder, layer.Links, d); linked != nil {
			t.add(linked, more, wrong)
		} else {
			t.problems = append(t.problems, wrong...)
		}
	}
	t.add(layer, questions, problems)
}

func (t *teaching) add(layer *project.Layer, questions []project.Question, problems []project.Problem) {
	t.layers = append(t.layers, layer)
	t.questions = append(t.questions, questions...)
	t.problems = append(t.problems, problems...)
}

// compile takes what was read into an index.
func (t *teaching) compile(d statement.Dialect, called []string) func(*schema.Index) *project.Project {
	return func(x *schema.Index) *project.Project {
		p := project.Compile(x, d, called, t.layers...)
		p.Problems = append(slices.Clone(t.problems), p.Problems...)
		p.Questions, p.Places = t.questions, t.places
		return p
	}
}

func isDemo(targets []string) bool {
	return len(targets) == 0 || len(targets) == 1 && (targets[0] == "" || targets[0] == demo.Target)
}

// projectFolder is the project of targets and whether the user named it: with --project, or for a connection in the settings;
// else the nearest one above the database's file, or above the present folder. The demo has its own.
func (r *runtime) projectFolder(targets []string) (folder string, named bool) {
	if r.Project == "none" {
		return "", false
	}
	if r.Project != "" {
		return absolute(r.Project), true
	}
	if named := r.Projects[r.connectionOf(targets)]; named != "" {
		return absolute(named), true
	}
	if isDemo(targets) {
		return "", false
	}
	if found := project.Find(folderOf(targets)); found != "" {
		return found, false
	}
	return project.Find("."), false
}

func absolute(path string) string {
	if path, err := filepath.Abs(tui.AtHome(path)); err == nil {
		return path
	}
	return path
}

// folderOf is where the files of targets lie; the present folder for a server.
func folderOf(targets []string) string {
	if len(targets) == 0 {
		return absolute(".")
	}
	if strings.Contains(targets[0], "://") {
		return absolute(".")
	}
	path := tui.AtHome(targets[0])
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return absolute(path)
	case err == nil:
		return absolute(filepath.Dir(path))
	}
	if folder := filepath.Dir(path); strings.ContainsAny(path, "*?") && !strings.ContainsAny(folder, "*?") {
		return absolute(folder)
	}
	return absolute(".")
}

// connectionOf is the name in the settings that stands for the targets; empty when there is none.
func (r *runtime) connectionOf(targets []string) string {
	for name := range r.connections() {
		if found, err := r.targets(name); err == nil && slices.Equal(found, targets) {
			return name
		}
	}
	return ""
}

// calledOf are the names by which a file may speak of a database.
func (r *runtime) calledOf(database db.Database, targets []string) []string {
	called := []string{database.Name()}
	if name := r.connectionOf(targets); name != "" {
		called = append(called, name)
	}
	if isDemo(targets) {
		return append(called, demo.Target)
	}
	for _, target := range targets {
		if u, err := url.Parse(target); err == nil && u.Scheme != "" && u.Host != "" {
			called = append(called, strings.Trim(u.Path, "/"))
			continue
		}
		base := filepath.Base(target)
		called = append(called, base, strings.TrimSuffix(base, filepath.Ext(base)))
	}
	if name, _, ok := strings.Cut(database.Name(), " on "); ok {
		called = append(called, name)
	}
	return called
}

// ownFolder is the user's own project for a database, known by what it is and not by how it was named: host, port and
// database of a server, the whole path of a file.
func ownFolder(database db.Database, targets []string) string {
	config, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(config, "parley", "databases", identity(database, targets))
}

var notInNames = regexp.MustCompile(`[^a-z0-9]+`)

func identity(database db.Database, targets []string) string {
	if isDemo(targets) {
		return demo.Target
	}
	var what string
	if u, err := url.Parse(database.URL()); err == nil && u.Host != "" {
		what = strings.ToLower(u.Host) + u.Path
	} else if database.Dialect() == statement.PostgreSQL {
		what = database.Name()
	} else {
		what = absoluteAll(targets)
	}
	name := strings.Trim(notInNames.ReplaceAllString(strings.ToLower(database.Name()), "-"), "-")
	return fmt.Sprintf("%s-%x", name[:min(len(name), 40)], sha256.Sum256([]byte(what)))[:min(len(name), 40)+9]
}

func absoluteAll(targets []string) string {
	list := make([]string, len(targets))
	for i, t := range targets {
		list[i] = absolute(t)
	}
	return strings.Join(list, "\n")
}

// trust is the list of folders that the user has said yes or no to.
func (r *runtime) trust() project.Trust {
	path, err := dataPath("trusted")
	if err != nil {
		return project.Trust{}
	}
	return project.Trust{Path: path}
}

// keeper changes the files of a database's project, and holds what was said of it in this run.
func (r *runtime) keeper(identity string) *project.Keeper {
	r.keepersMu.Lock()
	defer r.keepersMu.Unlock()
	if r.keepers == nil {
		r.keepers = map[string]*project.Keeper{}
	}
	if r.keepers[identity] == nil {
		r.keepers[identity] = &project.Keeper{Trust: r.trust()}
	}
	return r.keepers[identity]
}
