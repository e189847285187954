package statement

// changesBetween finds the changes clause by clause.
func changesBetween(before, after *Statement) []Change {
	if before.sql == after.sql {
		return nil
	}
	f := &finder{}
	f.query(decompose(before.tree), decompose(after.tree))
	return f.changes
}

type finder struct{ changes []Change }

func (f *finder) add(c Change) { f.changes = append(f.changes, c) }

func (f *finder) query(b, a *Query) {
	f.items(b, a)
	f.terms("WHERE", b.Where, a.Where)
	f.terms("HAVING", b.Having, a.Having)
	if l, r := b.Limit.SQL(), a.Limit.SQL(); l != r {
		f.add(Change{Kind: ChangedLimit, Clause: "LIMIT", Before: l, After: r})
	}
}

func (f *finder) items(b, a *Query) {
	text := func(i Item) string { return i.Expr.SQL() }
	for _, x := range missing(b.Items, a.Items, text) {
		f.add(Change{Kind: RemovedColumn, Clause: "SELECT", Subject: text(x), Before: text(x)})
	}
	for _, x := range missing(a.Items, b.Items, text) {
		f.add(Change{Kind: AddedColumn, Clause: "SELECT", Subject: text(x), After: text(x)})
	}
}

func (f *finder) terms(clause string, b, a []Expr) {
	for _, x := range missing(b, a, Expr.SQL) {
		f.add(Change{Kind: RemovedPredicate, Clause: clause, Subject: x.SQL(), Before: x.SQL()})
	}
	for _, x := range missing(a, b, Expr.SQL) {
		f.add(Change{Kind: AddedPredicate, Clause: clause, Subject: x.SQL(), After: x.SQL()})
	}
}

// missing are the items of from that in lacks, counting repetitions.
func missing[T any](from, in []T, text func(T) string) []T {
	have := map[string]int{}
	for _, x := range in {
		have[text(x)]++
	}
	var out []T
	for _, x := range from {
		if have[text(x)]--; have[text(x)] < 0 {
			out = append(out, x)
		}
	}
	return out
}

func (c Change) String() string {
	switch c.Kind {
	case AddedPredicate:
		return "Added predicate " + c.After
	case RemovedPredicate:
		return "Removed predicate " + c.Before
	case AddedColumn:
		return "Added column " + c.After
	case RemovedColumn:
		return "Removed column " + c.Before
	case ChangedLimit:
		return limitWords(c.Before, c.After)
	}
	return c.Subject
}

func limitWords(before, after string) string {
	switch {
	case before == "":
		return "Limit " + after + " added"
	case after == "":
		return "Limit " + before + " removed"
	default:
		return "Limit " + before + " → " + after
	}
}
