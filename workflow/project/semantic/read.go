package semantic

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/dialog/bounded"
	"parley/workflow/project"
)

// Limits: people write these files, and a link may name a whole repository.
const (
	fileSize  = 16 << 20
	mostFiles = 2_000
)

// Read reads what links of a project's file name, beside the folder of that file, as definitions for a database of the
// dialect; nil when there is nothing. What cannot be read or said is a problem.
func Read(folder string, links []string, d statement.Dialect) (*project.Layer, []project.Question, []project.Problem) {
	m := &model{}
	var older []node // of dbt: metrics of one file speak of measures in others
	for _, link := range links {
		if !filepath.IsAbs(link) {
			link = filepath.Join(folder, link)
		}
		for _, file := range m.filesOf(link) {
			for _, doc := range m.open(file) {
				switch {
				case len(ossieModels(doc)) > 0:
					m.ossie(doc)
				case doc.get("tables").there() && cortexTables(doc):
					m.cortex(doc)
				default:
					older = append(older, doc)
				}
			}
		}
	}
	m.dbt(older)
	if len(m.tables)+len(m.problems) == 0 && len(links) > 0 {
		m.problem(place{filepath.Join(folder, project.FileName), 0}, "links: %s hold no semantic model of dbt, Ossie or Cortex", strings.Join(links, ", "))
	}
	layer, questions := m.carry(d)
	return layer, questions, m.problems
}

func cortexTables(doc node) bool {
	list := doc.get("tables").list()
	return len(list) > 0 && list[0].get("base_table").there()
}

// filesOf are the YAML files and the manifest at a path: the file itself, or those in and below the folder.
func (m *model) filesOf(path string) []string {
	info, err := os.Stat(path)
	if err != nil {
		m.problem(place{path, 0}, "this link cannot be read: %v", err)
		return nil
	}
	if !info.IsDir() {
		return []string{path}
	}
	var out []string
	err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != path && skipped(entry.Name()):
			return fs.SkipDir
		case len(out) >= mostFiles:
			return fmt.Errorf("there are more than %d files", mostFiles)
		}
		name := strings.ToLower(entry.Name())
		if slices.Contains([]string{".yml", ".yaml"}, filepath.Ext(name)) || name == "semantic_manifest.json" {
			out = append(out, file)
		}
		return nil
	})
	if err != nil {
		m.problem(place{path, 0}, "not all of this link is read: %v", err)
	}
	return out
}

// skipped are folders of packages and of what programs write.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") || name == "dbt_packages" || name == "node_modules" || name == "venv"
}

func (m *model) open(file string) []node {
	text, err := bounded.File(file, fileSize)
	var docs []node
	if err == nil {
		docs, err = parse(file, string(text))
	}
	if err != nil {
		m.problem(place{file, 0}, "it cannot be read: %v", err)
	}
	return docs
}
