package llm

import (
	"context"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/schema"
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
	for _, lost := range lostBy(r, after) {
		if kept, ok := a.restore(ctx, r.Current, after, lost); ok {
			after = kept
			notes = append(notes, "Kept "+lost.words()+": the model had dropped it.")
		} else {
			notes = append(notes, "Careful: "+lost.words()+" is gone, and you did not ask for that.")
		}
	}
	return after, notes
}

// loss is a predicate or table that a statement no longer has.
type loss struct {
	statement.Change
}

func (l loss) words() string {
	if l.Kind == statement.RemovedTable {
		return "the join with " + l.Subject
	}
	return "the filter " + l.Before
}

// lostBy are the predicates and tables that vanished without the input speaking of them.
func lostBy(r workflow.Refine, after *statement.Statement) []loss {
	var out []loss
	changes := statement.Compare(r.Current, after).Changes
	for _, c := range changes {
		if c.Kind != statement.RemovedPredicate && c.Kind != statement.RemovedTable {
			continue
		}
		if !moved(c, after) && !replaced(c, changes) && !spokenOf(c, r.Question, changes) {
			out = append(out, loss{c})
		}
	}
	return out
}

// moved says whether what seems lost stands elsewhere in the statement: inside a derived table, a CTE, a subquery.
func moved(c statement.Change, after *statement.Statement) bool {
	if c.Kind == statement.RemovedTable {
		return slices.ContainsFunc(after.References().Tables, func(t statement.TableReference) bool {
			return strings.EqualFold(t.Name, c.Subject)
		})
	}
	return strings.Contains(after.SQL(), c.Was.SQL())
}

// replaced says whether another predicate on the same column came in the place of the lost one.
func replaced(lost statement.Change, changes []statement.Change) bool {
	return slices.ContainsFunc(changes, func(c statement.Change) bool {
		return c.Kind == statement.AddedPredicate && sharesName(c.After, lost.Before)
	})
}

// sharesName says whether two predicates begin with the same column.
func sharesName(a, b string) bool {
	first := func(s string) string {
		name, _, _ := strings.Cut(strings.TrimLeft(s, "("), " ")
		return strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	}
	return first(a) == first(b)
}

// lettingGo are words that give up a restriction as a whole.
var lettingGo = map[string]bool{"all": true, "everything": true, "every": true, "any": true, "filter": true, "filters": true, "restriction": true, "restrictions": true, "condition": true, "conditions": true, "regardless": true, "again": true}

// spokenOf says whether the input speaks of what is lost: of its column, its value or its table, of a removed output
// column of that table, or of filters as such.
func spokenOf(c statement.Change, input string, changes []statement.Change) bool {
	words := lemmaSet(input)
	for _, w := range schema.Words(input) {
		if lettingGo[w] {
			return true
		}
	}
	text := c.Subject + " " + c.Before
	for _, w := range nameWords(text) {
		if words[schema.Lemma(w)] {
			return true
		}
	}
	return c.Kind == statement.RemovedTable && slices.ContainsFunc(changes, func(o statement.Change) bool {
		return o.Kind == statement.RemovedColumn && strings.Contains(strings.ToLower(o.Before), strings.ToLower(c.Subject)+".")
	})
}

// nameWords are the words of names and values in SQL, without its own.
func nameWords(sql string) []string {
	return slices.DeleteFunc(schema.Words(strings.ReplaceAll(sql, "_", " ")), func(w string) bool {
		switch w {
		case "and", "or", "not", "in", "is", "null", "like", "ilike", "between", "on", "join", "left", "inner", "as", "id":
			return true
		}
		return false
	})
}

// restore puts a loss back, when the statement that comes of it passes every check.
func (a *Assistant) restore(ctx context.Context, before, after *statement.Statement, lost loss) (*statement.Statement, bool) {
	from, err := before.Query()
	if err != nil {
		return nil, false
	}
	to, err := after.Query()
	if err != nil || to.Set != nil || !putBack(from, to, lost) {
		return nil, false
	}
	kept, err := to.Build(after.Dialect())
	if err != nil || a.checkStatement(ctx, kept) != nil {
		return nil, false
	}
	return kept, true
}

// putBack adds the lost term or source to a query, under the names that its tables have there.
func putBack(from, to *statement.Query, lost loss) bool {
	if lost.Kind == statement.RemovedTable {
		return putTable(from, to, lost.Subject)
	}
	terms, into := from.Where, &to.Where
	if lost.Clause == "HAVING" {
		terms, into = from.Having, &to.Having
	}
	for _, term := range terms {
		if term.Equal(lost.Was) {
			renamed, ok := underNames(term, from, to)
			*into = append(*into, renamed)
			return ok
		}
	}
	return false
}

// putTable adds a source of one query to another.
func putTable(from, to *statement.Query, table string) bool {
	for _, s := range from.From {
		if s.Join == statement.JoinNone || !strings.EqualFold(s.Table, table) {
			continue
		}
		to.From = append(to.From, s)
		on, ok := underNames(s.On, from, to)
		to.From[len(to.From)-1].On = on
		return ok
	}
	return false
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
