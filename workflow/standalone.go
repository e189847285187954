package workflow

import (
	"slices"

	"parley/db/statement"
	"parley/dialog"
)

// standalone is a follow-up as a question that stands alone. It is empty where the questions of the thread do not say what its
// query is: it began with SQL, or an edit that no question took up brought other rows or columns ("leave out the cancelled ones").
func (o *Orchestrator) standalone(d dialog.Detection) string {
	question := o.session.Standalone(d, o.vocabulary())
	if question == "" || !o.toldByQuestions() {
		return ""
	}
	return question
}

// toldByQuestions goes back from the query in force to the last question that stands alone.
func (o *Orchestrator) toldByQuestions() bool {
	path := slices.DeleteFunc(slices.Clone(o.session.Path()), func(t *dialog.Turn) bool { return t.Result == nil })
	for i, t := range slices.Backward(path) {
		switch {
		case t.Question != "":
			return true
		case t.Intent == dialog.NewQuery:
			return t.Result.Source != "typed"
		case i > 0 && !onlyArranges(statement.Compare(o.Tree(path[i-1]), o.Tree(t)).Changes):
			return false
		}
	}
	return true
}

// onlyArranges says whether changes are of order and limit alone: a question goes without them.
func onlyArranges(changes []statement.Change) bool {
	return !slices.ContainsFunc(changes, func(c statement.Change) bool {
		switch c.Kind {
		case statement.AddedOrder, statement.RemovedOrder, statement.ChangedOrder, statement.ReversedOrder, statement.AddedLimit, statement.RemovedLimit, statement.ChangedLimit, statement.ChangedOffset:
			return false
		}
		return true
	})
}
