package statement

// ChangeKind says what kind of edit a change is.
type ChangeKind uint8

// The kinds of changes.
const (
	AddedPredicate ChangeKind = iota
	RemovedPredicate
	ChangedPredicate
	AddedColumn
	RemovedColumn
	ChangedColumn
	AddedTable
	RemovedTable
	ChangedTable
	AddedGroup
	RemovedGroup
	ChangedOrder
	ChangedLimit
	ChangedDistinct
	ChangedSet
	ChangedOther
)

// Change is one edit, in an analyst's words. Before and After are its SQL on either side, empty where there is none.
type Change struct {
	Kind    ChangeKind
	Clause  string
	Subject string
	Before  string
	After   string
	// Loud says that rows appear or vanish without anybody having said so: a predicate or join silently lost.
	Loud bool
}
