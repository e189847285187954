package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley/workflow/schema"
)

// A word that was taught for one thing may stand in a question that the names of the database answer by themselves: "work orders still open"
// where somebody said what is still open of incidents. So a question may be read without those words too; what is hidden, keys, times,
// labels and rows that do not count are no words, and hold all the same.

// Worded says that people taught words of their own.
func (p *Project) Worded() bool {
	return slices.ContainsFunc(p.Layers, func(l *Layer) bool {
		return l.Definitions.worded() || slices.ContainsFunc(slices.Collect(maps.Values(l.Databases)), Definitions.worded)
	})
}

func (d Definitions) worded() bool { return len(d.Words)+len(d.Metrics)+len(d.Filters) > 0 }

// Bare is the project without the words that were taught, over an index of its own.
func (p *Project) Bare(x *schema.Index) *Project {
	var layers []*Layer
	for _, l := range p.Layers {
		bare := *l
		bare.Definitions, bare.Databases = l.Definitions.bare(), map[string]Definitions{}
		for name, d := range l.Databases {
			bare.Databases[name] = d.bare()
		}
		layers = append(layers, &bare)
	}
	return Compile(x, p.dialect, p.called, layers...)
}

func (d Definitions) bare() Definitions {
	d.Words, d.Metrics, d.Filters = nil, nil, maps.Clone(d.Filters)
	maps.DeleteFunc(d.Filters, func(_ string, f Filter) bool { return f.Default == "" })
	return d
}

// Aside says which words of a question were not taken as they were taught.
func (p *Project) Aside(question string) []string {
	names := p.taughtIn(question)
	if len(names) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("not read as it was taught: %s", strings.Join(names, ", "))}
}

// NamesFigure says that a question names a figure that people defined.
func (p *Project) NamesFigure(question string) bool {
	for f := range p.names(wordsOf(question)) {
		if f.figure && !f.guessed {
			return true
		}
	}
	return false
}

// MomentsTold are the moments which people told of the conditions that a question names.
func (p *Project) MomentsTold(question string) []*schema.Column {
	var out []*schema.Column
	for f := range p.names(wordsOf(question)) {
		for _, d := range p.Of(Value) {
			if d.Name == f.of && d.timed && d.moment != nil {
				out = append(out, d.moment)
			}
		}
	}
	return out
}

// TablesCalled are the tables that a question calls by words which people taught for them.
func (p *Project) TablesCalled(question string) []*schema.Table {
	words := wordsOf(question)
	var out []*schema.Table
	for _, d := range p.Of(Word) {
		said := strings.Fields(Lemmas(d.Name))
		if d.Column != nil || d.Scope == Guessed || len(said) == 0 {
			continue
		}
		for i := 0; i+len(said) <= len(words); i++ {
			if slices.EqualFunc(words[i:i+len(said)], said, word.is) && !slices.Contains(out, d.Table) {
				out = append(out, d.Table)
			}
		}
	}
	return out
}

// ColumnsCalled are the columns that a question calls by words which people taught for them, and which say nothing in an index.
func (p *Project) ColumnsCalled(question string, x *schema.Index) []*schema.Column {
	words := wordsOf(question)
	var out []*schema.Column
	for _, d := range p.Of(Word) {
		said := strings.Fields(Lemmas(d.Name))
		if d.Column == nil || d.Scope == Guessed || len(said) == 0 || len(x.Phrases(said)) > 0 || len(x.Values(d.Name)) > 0 {
			continue
		}
		for i := 0; i+len(said) <= len(words); i++ {
			if slices.EqualFunc(words[i:i+len(said)], said, word.is) {
				out = append(out, d.Column)
				break
			}
		}
	}
	return out
}

// taughtIn are the names of a question that people taught, as they were written.
func (p *Project) taughtIn(question string) []string {
	var out []string
	for f := range p.names(wordsOf(question)) {
		if !f.guessed && !slices.Contains(out, f.name) {
			out = append(out, f.name)
		}
	}
	return out
}

// NamesRows says that a question names rows that people defined, together with their noun or by a noun in the plural: "disputed bills" and
// "no-shows" are what was defined.
func (p *Project) NamesRows(question string) bool {
	for f, said := range p.names(wordsOf(question)) {
		last := strings.ToLower(said[len(said)-1].text)
		several := strings.HasSuffix(last, "s") && schema.Lemma(last) != last
		if d := p.Find(f.name); d != nil && d.Kind == Value && !f.guessed && (f.rest != "" || several) {
			return true
		}
	}
	return false
}
