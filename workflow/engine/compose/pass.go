package compose

// pass is one step of composing: it takes a draft and gives those that may follow; none when the pieces do not go together.
type pass struct {
	name string
	do   func(*draft) []*draft
}

// passes in their order. Each reads what the ones before it set, and nothing that comes later.
var passes = []pass{
	{"what is asked", ask},              // figures, things or a superlative: Query.Of, figures in Show, entity
	{"keys of the groups", group},       // dimensions → Per
	{"so much for one", forEach},        // figures per visit by specialty are for one visit, in each specialty
	{"conditions", restrict},            // conditions → Where and Having
	{"one clock", oneClock},             // groups of time and a condition on it are about the same moment
	{"the average", beside},             // what is compared with the average is so with that of the same rows
	{"the present", presently},          // stocks and balances that are kept day by day are those of the last day
	{"two sides", sides},                // compare → each figure twice, or one more key
	{"further columns", addColumns},     // also → Show
	{"the order and the rows", arrange}, // keep and sort → Sort, Keep
	{"shares of the first", sharesToo},  // the top 10 by revenue, with their part of all revenue
	{"the better end", rightEnd},        // best, worst, slowest of a figure: whether more of it is better
	{"labels and evidence", present},    // what is shown, in which order
	{"sense", sensible},                 // what makes no statement goes
	{"the end that is taken", tellEnd},  // where rows begin or where they end, said where nobody asked for one
}
