package llm

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/judgement"
)

// A model that edits a query tends to write it anew, and to lose a filter or a join on the way. The two trees are
// compared, whoever wrote them: what vanished without the input speaking of it is put back, or, where it cannot be,
// told in words that nobody overlooks.

// keep is the statement with what was lost put back, and what to tell about it.
func (a *Assistant) keep(ctx context.Context, r workflow.Refine, after *statement.Statement) (*statement.Statement, []string) {
	if r.Current == nil {
		return after, nil
	}
	var notes []string
	for _, lost := range judgement.Lost(r.Current, after, r.Question) {
		words := "the filter " + lost.Before
		if lost.Kind == statement.RemovedTable {
			words = "the join with " + lost.Subject
		}
		if kept := a.restore(ctx, r.Current, after, lost); kept != nil {
			after = kept
			notes = append(notes, "Kept "+words+": the model had dropped it.")
		} else {
			notes = append(notes, "Careful: "+words+" is gone, and you did not ask for that.")
		}
	}
	return after, notes
}

// restore puts a loss back: of all parts of the query before that could be it, the one with which the comparison no
// longer misses anything, provided that the statement passes every check. It is nil when there is none.
func (a *Assistant) restore(ctx context.Context, before, after *statement.Statement, lost statement.Change) *statement.Statement {
	from, err := before.Query()
	if err != nil || lost.Within != "" {
		return nil
	}
	for _, put := range candidates(from, lost) {
		to, err := after.Query()
		if err != nil || to.Set != nil || !put(to) {
			continue
		}
		kept, err := to.Build(after.Dialect())
		if err == nil && !misses(before, kept, lost) && a.checkStatement(ctx, kept) == nil {
			return kept
		}
	}
	return nil
}

// misses says whether a comparison still tells of a loss.
func misses(before, after *statement.Statement, lost statement.Change) bool {
	return slices.ContainsFunc(statement.Compare(before, after).Changes, func(c statement.Change) bool {
		return c.Kind == lost.Kind && c.Before == lost.Before && c.Loud
	})
}

// candidates are ways to put parts of a query into another, under the names that its tables have there.
func candidates(from *statement.Query, lost statement.Change) []func(*statement.Query) bool {
	var out []func(*statement.Query) bool
	if lost.Kind == statement.RemovedTable {
		for _, s := range from.From {
			if s.Join != statement.JoinNone && strings.EqualFold(s.Table, lost.Subject) {
				out = append(out, func(to *statement.Query) bool { return putSource(from, to, s) })
			}
		}
		return out
	}
	terms, clause := from.Where, func(q *statement.Query) *[]statement.Expr { return &q.Where }
	if lost.Clause == "HAVING" {
		terms, clause = from.Having, func(q *statement.Query) *[]statement.Expr { return &q.Having }
	}
	for _, term := range terms {
		out = append(out, func(to *statement.Query) bool {
			renamed, ok := underNames(term, from, to)
			*clause(to) = append(*clause(to), renamed)
			return ok
		})
	}
	return out
}

// putSource adds a source of one query to another.
func putSource(from, to *statement.Query, s statement.Source) bool {
	to.From = append(to.From, s)
	on, ok := underNames(s.On, from, to)
	to.From[len(to.From)-1].On = on
	return ok
}

// underNames rewrites the qualifiers of a query's expression to those that the same tables have in another; ok is false
// when a table is not there, or there twice.
func underNames(e statement.Expr, from, to *statement.Query) (renamed statement.Expr, ok bool) {
	if e.IsZero() {
		return e, true
	}
	names, ok := map[string]string{}, true
	for _, s := range from.From {
		names[strings.ToLower(s.Name())] = nameIn(to, s)
	}
	renamed = e.Map(func(x statement.Expr) statement.Expr {
		qualifier, column, isColumn := x.AsColumn()
		if !isColumn || qualifier == "" {
			return x
		}
		name := names[strings.ToLower(qualifier)]
		ok = ok && name != ""
		return statement.Column(name, column)
	})
	return renamed, ok
}

// nameIn is what the source's table is called in a query; empty when it is not there exactly once.
func nameIn(q *statement.Query, s statement.Source) string {
	name := ""
	for _, other := range q.From {
		if s.Table == "" || !strings.EqualFold(other.Table, s.Table) {
			continue
		}
		if name != "" {
			return ""
		}
		name = other.Name()
	}
	return name
}
