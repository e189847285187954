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
	ReplacedColumns // a star for columns, or columns for a star
	ReorderedColumns
	AddedTable
	RemovedTable
	ChangedJoin
	AddedGroup
	RemovedGroup
	ChangedGroup
	AddedOrder
	RemovedOrder
	ChangedOrder
	ReversedOrder
	AddedLimit
	RemovedLimit
	ChangedLimit
	ChangedOffset
	AddedDistinct
	RemovedDistinct
	AddedSet
	RemovedSet
	ChangedSet
	Wrapped
	Unwrapped
	AddedWith
	RemovedWith
	Replaced
	ChangedOther
)

// Change is one edit, in an analyst's words.
type Change struct {
	Kind ChangeKind
	// Clause is where: "WHERE".
	Clause string
	// Subject is the column or table that it is about.
	Subject string
	// Before and After are the part on either side, empty where there is none.
	Before, After string
	// Was and Is are a predicate on either side as it stands in its statement, under that statement's own names.
	Was, Is Expr
	// Within names the subquery that the change is in; empty for the outermost query.
	Within string
	// Loud says that a predicate or a join is gone without another in its place, so that other rows come: unless somebody
	// asked for it, a loss.
	Loud bool
}

func (c Change) String() string {
	text := c.words()
	if c.Within != "" {
		text += " (in " + c.Within + ")"
	}
	return text
}

func (c Change) words() string {
	arrow := c.Before + " → " + c.After
	switch c.Kind {
	case AddedPredicate:
		return "Added predicate " + c.After
	case RemovedPredicate:
		return "Removed predicate " + c.Before
	case ChangedPredicate:
		return "Predicate " + arrow
	case AddedColumn:
		return "Added column " + c.After
	case RemovedColumn:
		return "Removed column " + c.Before
	case ChangedColumn:
		return "Column " + arrow
	case ReplacedColumns:
		return "Shows " + c.After + " instead of " + c.Before
	case ReorderedColumns:
		return "Columns reordered"
	case AddedTable:
		return "Join " + c.After + " added"
	case RemovedTable:
		return "Join " + c.Before + " removed"
	case ChangedJoin:
		return "Join of " + c.Subject + ": " + arrow
	case AddedGroup:
		return "Grouped by " + c.After
	case RemovedGroup:
		return "No longer grouped by " + c.Before
	case ChangedGroup:
		return "Grouped by " + arrow
	default:
		return c.tailWords(arrow)
	}
}

func (c Change) tailWords(arrow string) string {
	switch c.Kind {
	case AddedOrder:
		return "Sorted by " + c.After
	case RemovedOrder:
		return "No longer sorted by " + c.Before
	case ChangedOrder:
		return "Order " + arrow
	case ReversedOrder:
		return "Order reversed: " + c.After
	case AddedLimit:
		return "Limit " + c.After + " added"
	case RemovedLimit:
		return "Limit " + c.Before + " removed"
	case ChangedLimit:
		return "Limit " + arrow
	case ChangedOffset:
		return "Offset " + orNone(c.Before) + " → " + orNone(c.After)
	case AddedDistinct:
		return "Each row once (DISTINCT added)"
	case RemovedDistinct:
		return "Repeated rows too (DISTINCT removed)"
	default:
		return c.wholeWords(arrow)
	}
}

func (c Change) wholeWords(arrow string) string {
	switch c.Kind {
	case AddedSet:
		return "Combined with " + c.After
	case RemovedSet:
		return "No longer combined with " + c.Before
	case ChangedSet:
		return "Combination " + arrow
	case Wrapped:
		return "The query became the source of " + c.After
	case Unwrapped:
		return "The query around " + c.After + " removed"
	case AddedWith:
		return "WITH query " + c.After + " added"
	case RemovedWith:
		return "WITH query " + c.Before + " removed"
	case Replaced:
		return "Another query"
	default:
		return "Changed " + c.Subject
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}
