package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/workflow/project"
)

// This file counts how questions fare that speak in the words of a project: those that name a figure, rows by name or a word for a value of
// theirs. The words pick them, so that nobody has to read what is kept aside.

// fared is what became of the questions of one database, or of all.
type fared struct{ asked, right, silent int }

func (f *fared) add(fail scored, wrong bool) {
	f.asked++
	f.right += boolToInt(!wrong)
	f.silent += boolToInt(wrong && fail.Verdict == "silent")
}

func (f *fared) String() string {
	return fmt.Sprintf("%d of %d right (%.1f %%), %d silently wrong", f.right, f.asked, percent(f.right, f.asked), f.silent)
}

// worded reports on the questions of the files whose databases have a NAME_parley.toml in the folder; what the scorer found wrong is in -scored.
func worded(o options, files []string) error {
	fails, err := readScored(o.scored)
	if err != nil {
		return err
	}
	list, err := readAsked(files)
	if err != nil {
		return err
	}
	in, out := &fared{}, &fared{}
	words := map[string][]string{}
	each := map[string]*fared{}
	for _, a := range list {
		if words[a.DB] == nil {
			if words[a.DB], err = projectWords(filepath.Join(o.worded, a.DB+"_parley.toml")); err != nil {
				return err
			}
			each[a.DB] = &fared{}
		}
		for k, t := range a.Turns {
			fail, wrong := fails[fmt.Sprintf("%s#%d", a.ID, k)]
			if !speaks(t.Input, words[a.DB]) {
				out.add(fail, wrong)
				continue
			}
			in.add(fail, wrong)
			each[a.DB].add(fail, wrong)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(each)) {
		fmt.Printf("%-12s %v\n", name, each[name])
	}
	fmt.Printf("in words of a metric, filter or value: %v\nall others: %v\n", in, out)
	return nil
}

// projectWords are the names and other names of a project's metrics, filters and words for rows, as Lemmas compares them.
func projectWords(path string) ([]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	layer, problems := project.Parse(path, string(text))
	if len(problems) > 0 {
		return nil, fmt.Errorf("read %s: %s", path, problems[0])
	}
	var said []string
	for name, m := range layer.Metrics {
		said = append(append(said, name), m.Words...)
	}
	for name, f := range layer.Filters {
		said = append(append(said, name), f.Words...)
	}
	for name, target := range layer.Words {
		if strings.Contains(target, " ") { // a condition; columns and tables are one name
			said = append(said, name)
		}
	}
	for i, w := range said {
		said[i] = project.Lemmas(w)
	}
	return said, nil
}

// speaks says whether one of the words stands in what was asked, whole.
func speaks(input string, words []string) bool {
	asked := " " + project.Lemmas(input) + " "
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(asked, " "+w+" ") })
}
