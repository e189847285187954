package llm

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/judgement"
	"parley/workflow/schema"
)

// A statement may pass every check and still not be what the analyst asked for, because a text in the database talked
// the model into it. So a statement is held back for the analyst to confirm when it reads something that neither the
// conversation speaks of nor the tables need, and that has a reason to be suspected: a comment of another table or
// column speaks of it, or it sounds like a secret.

// secret are words of columns that nobody reads by the way.
var secret = map[string]bool{"password": true, "passwd": true, "pwd": true, "secret": true, "token": true, "ssn": true, "salary": true, "hash": true, "salt": true, "pin": true, "cvv": true, "iban": true, "credential": true, "card": true, "passport": true}

// stray are the names in a statement that the conversation never spoke of and that are suspect.
func (a *Assistant) stray(r workflow.Refine, s *statement.Statement) []string {
	spoken := strings.Join(append([]string{r.Question, r.Original}, r.Earlier...), " ")
	said := a.retrieval.evidence(spoken)
	known := map[string]bool{}
	if r.Current != nil {
		for _, t := range r.Current.References().Tables {
			known[strings.ToLower(t.Name)] = true
		}
		for _, c := range r.Current.References().Columns {
			known[strings.ToLower(c.Name)] = true
		}
	}
	refs := s.References()
	words := lemmaSet(spoken)
	var out []string
	for _, ref := range refs.Tables {
		t := a.source.Index.Table(ref.Name)
		if t != nil && !known[strings.ToLower(t.Name)] && !spokenOf(t, said) && a.mentioned(t) {
			out = append(out, t.Name)
		}
	}
	for _, c := range refs.Columns {
		if !known[strings.ToLower(c.Name)] && soundsSecret(c.Name, words) && a.isColumn(c.Name) {
			out = append(out, c.Name)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// spokenOf says whether any word speaks of the table.
func spokenOf(t *schema.Table, words [][]float64) bool {
	return slices.ContainsFunc(words, func(scores []float64) bool { return scores[t.ID] > 0 })
}

// mentioned says whether a comment that does not belong to the table names it.
func (a *Assistant) mentioned(t *schema.Table) bool {
	name := strings.ToLower(t.Name)
	names := func(comment string) bool {
		return slices.Contains(strings.FieldsFunc(strings.ToLower(comment), notName), name)
	}
	for _, other := range a.source.Index.Tables {
		if other == t {
			continue
		}
		if names(other.Comment) || slices.ContainsFunc(other.Columns, func(c *schema.Column) bool { return names(c.Comment) }) {
			return true
		}
	}
	return false
}

func notName(r rune) bool {
	return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && r < 128
}

// soundsSecret says whether a column sounds like a secret that the words do not speak of.
func soundsSecret(column string, words map[string]bool) bool {
	for _, w := range judgement.NameWords(column) {
		if lemma := schema.Lemma(w); secret[lemma] && !words[lemma] {
			return true
		}
	}
	return false
}

func (a *Assistant) isColumn(name string) bool {
	return slices.ContainsFunc(a.source.Index.Columns, func(c *schema.Column) bool { return strings.EqualFold(c.Name, name) })
}
