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
	// PreviousTurns are the turns of the path, oldest first, failed ones included.
	PreviousTurns []*Turn
}

// Context assembles what a refinement of the current query needs.
func (s *Session) Context(feedback string) Context {
	c := Context{OriginalQuestion: s.Original(), Feedback: feedback, PreviousTurns: s.Path()}
	if current := s.Current(); current != nil {
		c.CurrentResult, c.CurrentQuery = current.Result, current.Result.SQL
	}
	if before := s.Before(); before != nil {
		c.BeforeQuery = before.Result.SQL
	}
	return c
}

// Changes are the summaries of what the turns of the current thread changed, oldest first.
func (c Context) Changes() []string {
	var changes []string
	for _, t := range c.PreviousTurns {
		if t.starts() {
			changes = changes[:0]
		}
		if t.Result != nil {
			changes = append(changes, t.Result.Changes...)
		}
	}
	return changes
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
