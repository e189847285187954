package engine

import (
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// This file reads what a key is called as what it leads to, in the role that the key names: "add the project manager" of jobs is who the
// manager's key points to, whoever else of those people the rows refer to.

// keySaid is the one key of the tables in force that goes by a text, where that says more than what the key leads to is called; nil for
// none, or several.
func (ed *editor) keySaid(text string) *schema.Edge {
	words := lemmasOf(contentWords(text))
	if n := len(words); n > 1 && english.WholeName[words[n-1]] {
		words = words[:n-1]
	}
	if len(words) == 0 || ed.query.Set != nil {
		return nil
	}
	var found *schema.Edge
	for _, t := range ed.scope().home() {
		for _, e := range ed.index.Graph.Of(t) {
			if e.From != t || len(e.FromColumns) != 1 || len(e.To.Label) == 0 || !goesBy(e.FromColumns[0], words) {
				continue
			}
			if found != nil && found.FromColumns[0] != e.FromColumns[0] {
				return nil
			}
			found = e
		}
	}
	if found == nil || slices.Equal(words, lemmasOf(found.To.Words)) {
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
func (ed *editor) addRole(text string) bool {
	if ed.query.Set != nil || ed.root() == nil {
		return false
	}
	parts, said := listed.Split(text, -1), false
	for _, p := range parts {
		e := ed.keySaid(p)
		if e == nil {
			continue
		}
		said = true
		if ed.block().Grouped() && ed.shownAsRows().table != e.From {
			return false
		}
	}
	if !said {
		return false
	}
	for _, p := range parts {
		e := ed.keySaid(p)
		switch {
		case e == nil:
			if !ed.addTargets(p) && !ed.addMeant(p) {
				return false
			}
		case ed.labelShown(e) >= 0:
			ed.note(p + " is shown already")
		default:
			if !ed.addColumnsMeant(compose.Part{Show: labelAlong(e)}) {
				return false
			}
			ed.understand(p + " = " + strings.Join(e.FromColumns[0].Words, " "))
		}
	}
	return true
}

// joinedBy says that the query reads what a key leads to.
func (ed *editor) joinedBy(e *schema.Edge) bool {
	q, s := ed.block(), ed.scope()
	return slices.ContainsFunc(q.From, func(src statement.Source) bool {
		if s.table(src) != e.To {
			return false
		}
		return slices.Contains(lowered(src.Using), strings.ToLower(e.FromColumns[0].Name)) || slices.ContainsFunc(src.On.Columns(), func(x statement.Expr) bool { return s.column(x) == e.FromColumns[0] })
	})
}

// whoInRole shows who a key leads to: "who is the responsible partner".
func (ed *editor) whoInRole(name string) bool {
	e := ed.keySaid(name)
	if e == nil {
		e = ed.superiorKey(name)
	}
	if e == nil || ed.block().Grouped() && ed.shownAsRows().table != e.From {
		return false
	}
	if ed.labelShown(e) >= 0 {
		ed.note(name + " is shown already")
		return true
	}
	ed.understand(name + " = " + strings.Join(e.FromColumns[0].Words, " "))
	return ed.addColumnsMeant(compose.Part{Show: labelAlong(e)})
}

// superiorKey is the key by which those that are listed, or that the figures are of, belong under another of them, where a text calls whom
// they belong under: "their team leader"; nil for none.
func (ed *editor) superiorKey(name string) *schema.Edge {
	words := lemmasOf(contentWords(name))
	if len(words) == 0 || !english.Superiors[words[len(words)-1]] || len(words) > 1 && !allIn(words[:len(words)-1], english.SuperiorTo) {
		return nil
	}
	of := ed.shownAsRows().table
	if of == nil {
		return nil
	}
	at := slices.IndexFunc(ed.index.Graph.Of(of), func(e *schema.Edge) bool {
		return e.From == of && e.To == of && len(e.FromColumns) == 1 && len(of.Label) > 0
	})
	if at < 0 {
		return nil
	}
	return ed.index.Graph.Of(of)[at]
}

// asksWho says that an input asks who somebody's somebody is: that narrows nothing.
func (u utterance) asksWho() bool {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "so") {
		s.from++
	}
	return s.to-s.from > 3 && u.words[s.from] == "who" && (u.words[s.from+1] == "is" || u.words[s.from+1] == "are" || u.words[s.from+1] == "was" || u.words[s.from+1] == "were") && english.PossessivePronoun[u.words[s.from+2]]
}

// totalsBy takes the total of the rows in force by what a text names: "how much is that per project manager".
func (ed *editor) totalsBy(text string) bool {
	return ed.totals(func() bool {
		if e := ed.keySaid(text); e != nil && ed.try(func() bool { return ed.groupAlong(e) }) {
			return true
		}
		t, ok := ed.personTargets(text)
		return ok && ed.try(func() bool { return ed.group(t, false) }) || ed.groupMeant(text, false)
	})
}

// groupAlong groups by what a key leads to.
func (ed *editor) groupAlong(e *schema.Edge) bool {
	part := compose.Part{Show: labelAlong(e)}
	part.Keys = append([]meaning.Term{meaning.ColumnTerm(e.FromColumns[0], meaning.Span{})}, part.Show...)
	return ed.groupPart(part, false)
}

// agentAsTime says that a word for somebody who does something was read as the time at which it was done: "per worker" is no work date.
func (ed *editor) agentAsTime(text string, targets []target) bool {
	words := contentWords(text)
	if len(words) != 1 || len(targets) != 1 || len(targets[0].columns) != 1 || targets[0].grain != "" || targets[0].item >= 0 {
		return false
	}
	w := schema.Lemma(words[0])
	agent := strings.HasSuffix(w, "er") || strings.HasSuffix(w, "or") || strings.HasSuffix(w, "ist") || strings.HasSuffix(w, "man")
	c := targets[0].columns[0]
	return agent && c.Role == schema.Moment && !slices.Contains(lemmasOf(c.Words), w) && Unit(w) == ""
}

// groupByAgents groups by the people that the rows in force refer to, where there is but one kind of those who do the work.
func (ed *editor) groupByAgents(text string, keep bool) bool {
	root := ed.root()
	if root == nil {
		return false
	}
	var found *schema.Edge
	for _, e := range ed.index.Graph.Of(root) {
		if e.From != root || len(e.FromColumns) != 1 || len(e.To.Label) == 0 || !e.To.Called(english.Servers) && !slices.ContainsFunc(e.FromColumns[0].Words, func(w string) bool { return english.Servers[w] }) {
			continue
		}
		switch {
		case found == nil || !ed.joinedBy(found) && ed.joinedBy(e):
			found = e
		case found.FromColumns[0] != e.FromColumns[0] && ed.joinedBy(found) == ed.joinedBy(e):
			return false
		}
	}
	if found == nil || keep {
		return false
	}
	ed.taken = append(ed.taken, contentWords(text)...)
	ed.assume(text + " is " + strings.Join(found.FromColumns[0].Words, " "))
	return ed.groupAlong(found)
}
