package workflow

import (
	"slices"

	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/parameter"
)

// An input may point at an earlier turn by its words or its place; it then goes on from that turn as it does from a subject that
// is come back to.

// pointed is the earlier turn that the input points at; nil for none.
func (p *Plan) pointed(s *Source) *recollection {
	if p.inForce == nil || p.current == nil || p.fresh {
		return nil
	}
	var turns []*dialog.Turn
	var said []dialog.Said
	at, ok := dialog.Pointing(p.Detection.Question, func() []dialog.Said {
		turns = p.queries()
		for _, t := range turns {
			said = append(said, p.saidIn(t))
		}
		return said
	}, s.Vocabulary, p.besideIn(s))
	if !ok {
		return nil
	}
	turn, tree := p.furthest(turns[at.At:], said[at.At:], at)
	if tree == nil {
		return nil
	}
	r := &recollection{thread: turn, tree: tree, question: p.questionOf(turn), back: true, pointed: true, said: at.Rest}
	r.subject, _ = parameter.Of(tree)
	return p.gathered(r, s)
}

// farthestBack is how many turns are looked through.
const farthestBack = 50

// queries are the turns of the conversation that brought a query, up to the one in force.
func (p *Plan) queries() []*dialog.Turn {
	var turns []*dialog.Turn
	for _, t := range slices.Backward(p.path()) {
		if t.Cleared || len(turns) == farthestBack {
			break
		}
		if t.Result != nil {
			turns = append(turns, t)
		}
	}
	slices.Reverse(turns)
	return turns
}

func (p *Plan) saidIn(t *dialog.Turn) dialog.Said {
	return dialog.Said{Input: t.Asked(), Question: p.questionOf(t), SQL: t.Result.SQL, Preview: t.Result.Preview}
}

// besideIn says of what words name whether it belongs to what the query in force reads.
func (p *Plan) besideIn(s *Source) func([]dialog.Entity) bool {
	current := p.subject()
	return func(named []dialog.Entity) bool {
		return slices.ContainsFunc(named, func(e dialog.Entity) bool {
			return e.Kind != dialog.SubjectEntity && s.Vocabulary.Distance(current, e.Table) == 0
		})
	}
}

// furthest is the last turn that goes on from the first, refines it or came back to it, brings the same kind of rows, and is still
// what was pointed at.
func (p *Plan) furthest(turns []*dialog.Turn, said []dialog.Said, at dialog.Pointer) (*dialog.Turn, *statement.Statement) {
	turn, tree := turns[0], p.tree(turns[0])
	if at.Whole || tree == nil {
		return turn, tree
	}
	chain := true
	for i, t := range turns[1 : len(turns)-1] {
		next := p.tree(t)
		alike := next != nil && said[i+1].Holds(at.Words) && sameKind(tree, next)
		chain = chain && alike && t.Intent == dialog.Refinement
		if chain || alike && keeps(next, tree) {
			turn, tree = t, next
		}
	}
	return turn, tree
}

// keeps says whether all that one statement demands is demanded by the next as well.
func keeps(next, before *statement.Statement) bool {
	_, demanded := parameter.Of(before)
	_, kept := parameter.Of(next)
	return !slices.ContainsFunc(demanded, func(p memory.Parameter) bool { return !slices.ContainsFunc(kept, p.Same) })
}

// sameKind says whether two statements show the same of the same table, over the same groups.
func sameKind(a, b *statement.Statement) bool {
	x, errX := a.Query()
	y, errY := b.Query()
	if errX != nil || errY != nil || len(x.From) == 0 || len(y.From) == 0 || x.From[0].Table != y.From[0].Table {
		return false
	}
	equal := func(a, b statement.Item) bool { return a.Expr.Equal(b.Expr) }
	return slices.EqualFunc(x.Items, y.Items, equal) && slices.EqualFunc(x.GroupBy, y.GroupBy, statement.Expr.Equal)
}
