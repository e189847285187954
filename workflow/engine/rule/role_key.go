package rule

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads what a key is called as what it leads to, in the role that the key names: "add the project manager" of jobs is who the
// manager's key points to, whoever else of those people the rows refer to.

// keySaid is the one key of the tables in force that goes by a text, where that says more than what the key leads to is called; nil for
// none, or several.
func keySaid(ed *edit.Editor, text string) *schema.Edge {
	words := edit.LemmasOf(clause.ContentWords(text))
	if n := len(words); n > 1 && english.WholeName[words[n-1]] {
		words = words[:n-1]
	}
	if len(words) == 0 || ed.Query.Set != nil {
		return nil
	}
	var found *schema.Edge
	for _, t := range ed.Scope().Home() {
		for _, e := range ed.Index.Graph.Of(t) {
			if e.From != t || len(e.FromColumns) != 1 || len(e.To.Label) == 0 || !edit.GoesBy(e.FromColumns[0], words) {
				continue
			}
			if found != nil && found.FromColumns[0] != e.FromColumns[0] {
				return nil
			}
			found = e
		}
	}
	if found == nil || slices.Equal(words, edit.LemmasOf(found.To.Words)) {
		return nil
	}
	return found
}

// labelAlong are the names of what a key leads to.
func labelAlong(e *schema.Edge) []meaning.Term {
	var out []meaning.Term
	for _, c := range e.To.Label {
		t := meaning.ColumnTerm(c, meaning.Span{})
		t.Via = e
		out = append(out, t)
	}
	return out
}

// addRole shows what keys of the rows in force lead to, each in its role, beside other columns that are named with them.
func addRole(ed *edit.Editor, text string) bool {
	if ed.Query.Set != nil || ed.Root() == nil {
		return false
	}
	parts, said := listed.Split(text, -1), false
	for _, p := range parts {
		e := keySaid(ed, p)
		if e == nil {
			continue
		}
		said = true
		if ed.Block().Grouped() && measure.ShownAsRows(ed).Table != e.From {
			return false
		}
	}
	if !said {
		return false
	}
	for _, p := range parts {
		e := keySaid(ed, p)
		switch {
		case e == nil:
			if !addTargets(ed, p) && !measure.AddMeant(ed, p) {
				return false
			}
		case clause.LabelShown(ed, e) >= 0:
			ed.Note(p + " is shown already")
		default:
			if !measure.AddColumnsMeant(ed, compose.Part{Show: labelAlong(e)}) {
				return false
			}
			ed.Understand(p + " = " + strings.Join(e.FromColumns[0].Words, " "))
		}
	}
	return true
}

// joinedBy says that the query reads what a key leads to.
func joinedBy(ed *edit.Editor, e *schema.Edge) bool {
	q, s := ed.Block(), ed.Scope()
	return slices.ContainsFunc(q.From, func(src statement.Source) bool {
		if s.Table(src) != e.To {
			return false
		}
		return slices.Contains(clause.Lowered(src.Using), strings.ToLower(e.FromColumns[0].Name)) || slices.ContainsFunc(src.On.Columns(), func(x statement.Expr) bool { return s.Column(x) == e.FromColumns[0] })
	})
}

// whoInRole shows who a key leads to: "who is the responsible partner".
func whoInRole(ed *edit.Editor, name string) bool {
	e := keySaid(ed, name)
	if e == nil {
		e = superiorKey(ed, name)
	}
	if e == nil || ed.Block().Grouped() && measure.ShownAsRows(ed).Table != e.From {
		return false
	}
	if clause.LabelShown(ed, e) >= 0 {
		ed.Note(name + " is shown already")
		return true
	}
	ed.Understand(name + " = " + strings.Join(e.FromColumns[0].Words, " "))
	return measure.AddColumnsMeant(ed, compose.Part{Show: labelAlong(e)})
}

// superiorKey is the key by which those that are listed, or that the figures are of, belong under another of them, where a text calls whom
// they belong under: "their team leader"; nil for none.
func superiorKey(ed *edit.Editor, name string) *schema.Edge {
	words := edit.LemmasOf(clause.ContentWords(name))
	if len(words) == 0 || !english.Superiors[words[len(words)-1]] || len(words) > 1 && !pointer.AllIn(words[:len(words)-1], english.SuperiorTo) {
		return nil
	}
	of := measure.ShownAsRows(ed).Table
	if of == nil {
		return nil
	}
	at := slices.IndexFunc(ed.Index.Graph.Of(of), func(e *schema.Edge) bool {
		return e.From == of && e.To == of && len(e.FromColumns) == 1 && len(of.Label) > 0
	})
	if at < 0 {
		return nil
	}
	return ed.Index.Graph.Of(of)[at]
}

// AsksWho says that an input asks who somebody's somebody is: that narrows nothing.
func AsksWho(u tag.Utterance) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Behind(s, "and", "so")
	return s.To-s.From > 3 && u.Words[s.From] == "who" && (u.Words[s.From+1] == "is" || u.Words[s.From+1] == "are" || u.Words[s.From+1] == "was" || u.Words[s.From+1] == "were") && english.PossessivePronouns[u.Words[s.From+2]]
}

// totalsBy takes the total of the rows in force by what a text names: "how much is that per project manager".
func totalsBy(ed *edit.Editor, text string) bool {
	return clause.Totals(ed, func() bool {
		if e := keySaid(ed, text); e != nil && ed.Try(func() bool { return groupAlong(ed, e) }) {
			return true
		}
		t, ok := pointer.PersonTargets(ed, text)
		return ok && ed.Try(func() bool { return clause.Group(ed, t, false) }) || measure.GroupMeant(ed, text, false)
	})
}

// groupAlong groups by what a key leads to.
func groupAlong(ed *edit.Editor, e *schema.Edge) bool {
	part := compose.Part{Show: labelAlong(e)}
	part.Keys = append([]meaning.Term{meaning.ColumnTerm(e.FromColumns[0], meaning.Span{})}, part.Show...)
	return measure.GroupPart(ed, part, false)
}

// agentAsTime says that a word for somebody who does something was read as the time at which it was done: "per worker" is no work date.
func agentAsTime(text string, targets []edit.Target) bool {
	words := clause.ContentWords(text)
	if len(words) != 1 || len(targets) != 1 || len(targets[0].Columns) != 1 || targets[0].Grain != "" || targets[0].Item >= 0 {
		return false
	}
	w := schema.Lemma(words[0])
	agent := strings.HasSuffix(w, "er") || strings.HasSuffix(w, "or") || strings.HasSuffix(w, "ist") || strings.HasSuffix(w, "man")
	c := targets[0].Columns[0]
	return agent && c.Role == schema.Moment && !slices.Contains(edit.LemmasOf(c.Words), w) && tag.Unit(w) == ""
}

// groupByAgents groups by the people that the rows in force refer to, where there is but one kind of those who do the work.
func groupByAgents(ed *edit.Editor, text string, keep bool) bool {
	root := ed.Root()
	if root == nil {
		return false
	}
	var found *schema.Edge
	for _, e := range ed.Index.Graph.Of(root) {
		if e.From != root || len(e.FromColumns) != 1 || len(e.To.Label) == 0 || !e.To.Called(english.Servers) && !slices.ContainsFunc(e.FromColumns[0].Words, func(w string) bool { return english.Servers[w] }) {
			continue
		}
		switch {
		case found == nil || !joinedBy(ed, found) && joinedBy(ed, e):
			found = e
		case found.FromColumns[0] != e.FromColumns[0] && joinedBy(ed, found) == joinedBy(ed, e):
			return false
		}
	}
	if found == nil || keep {
		return false
	}
	ed.Taken = append(ed.Taken, clause.ContentWords(text)...)
	ed.Assume(text + " is " + strings.Join(found.FromColumns[0].Words, " "))
	return groupAlong(ed, found)
}
