package dialog

// Context is what a refinement works from (DM-REQ-06). It holds no reference to the session: work may go on with it
// while the conversation changes.
type Context struct {
	// OriginalQuestion is the input that started the current thread.
	OriginalQuestion string
	// CurrentQuery is the SQL in force, and BeforeQuery the one it was made from; empty when there is none.
	CurrentQuery string
	BeforeQuery  string
	// CurrentResult is the result in force; nil when there is none.
	CurrentResult *Result
	// Feedback is the present input.
	Feedback string
	// PreviousTurns are the last turns of the path, oldest first, failed ones included: those that a reader sees.
	PreviousTurns []*Turn
}

// Context assembles what a refinement of the current query needs.
func (s *Session) Context(feedback string) Context {
	original, _ := reset(s.Original())
	c := Context{OriginalQuestion: original, Feedback: feedback, PreviousTurns: s.Window()}
	if current := s.Current(); current != nil {
		c.CurrentResult, c.CurrentQuery = current.Result, current.Result.SQL
	}
	if before := s.Before(); before != nil {
		c.BeforeQuery = before.Result.SQL
	}
	return c
}

// Step is what one turn of a thread did to its query.
type Step struct {
	Input string
	// Understood is how it was read where its words leave that open, Ignored the words that had no part, Changes what it
	// changed, in words; SQL is the query after it.
	Understood, Ignored, Changes []string
	SQL                          string
}

// Steps are the turns of the current thread that brought a result, oldest first.
func (c Context) Steps() []Step {
	var steps []Step
	for _, t := range c.PreviousTurns {
		if t.starts() {
			steps = steps[:0]
		}
		if t.Result != nil {
			steps = append(steps, Step{t.Asked(), t.Result.Understood, t.Result.Ignored, t.Result.Changes, t.Result.SQL})
		}
	}
	return steps
}

// Earlier are the inputs of the current thread, oldest first.
func (c Context) Earlier() []string {
	var inputs []string
	for _, t := range c.PreviousTurns {
		if t.starts() {
			inputs = inputs[:0]
		}
		inputs = append(inputs, t.Asked())
	}
	return inputs
}
