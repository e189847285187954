package build

import (
	"slices"

	"parley/workflow/engine/reading"
	"parley/workflow/schema"
)

// This file brings rows together: by what "each", "per" and "by" named, or by what is shown.

var (
	fEachAsked   = reading.Feat("each without aggregate: asked for")
	fEachNothing = reading.Feat("each without aggregate: means all")
)

// ungrouped reads "each" as "all": the column is asked for, unless others are.
func ungrouped(r *reading.Run) {
	for _, c := range r.PerKey {
		r.Choice()
		r.Option(reading.Is(fEachAsked))
		r.Option(reading.Is(fEachNothing))
		if r.Pick() == 0 {
			r.AddItem(reading.Operand{Column: c})
		}
	}
	if len(r.Q.Items) == 0 && r.Subject != nil {
		r.Q.Items = append(r.Q.Items, reading.Operand{Star: true, Table: r.Subject})
	}
}

var (
	fKeyShown    = reading.Feat("group: what is grouped by is shown")
	fKeyHidden   = reading.Feat("group: what is grouped by is not shown")
	fKeyOthers   = reading.Feat("group: what is grouped by is shown, beside others")
	fRowLabel    = reading.Feat("group: rows by their name")
	fRowKey      = reading.Feat("group: rows by their key")
	fRowBoth     = reading.Feat("group: rows by key and name")
	fRowPer      = reading.Feat("group: rows by their name, after per or by")
	fRowRef      = reading.Feat("group: rows by the key of the counting table")
	fRowNone     = reading.Feat("group: rows without a name")
	fRowLabelAll = reading.Feat("group: rows by their name, several columns")
)

// groupSaid groups by what "each", "per" and "by" named.
func groupSaid(r *reading.Run) {
	shown := len(plain(r))
	defer keysFirst(r, len(r.Q.Items))
	for _, o := range r.Grains {
		r.Q.Groups = append(r.Q.Groups, o)
		r.Q.Items = append(r.Q.Items, o)
		r.Q.Orders = append(r.Q.Orders, reading.Ordering{Operand: o})
	}
	for _, c := range r.PerKey {
		o := reading.Operand{Column: c}
		r.Q.Groups = append(r.Q.Groups, o)
		if slices.Contains(r.Q.Items, o) {
			continue
		}
		if r.Versus || slices.Contains(r.SideValues, c) { // what stands side by side is told apart
			r.Q.Items = append(r.Q.Items, o)
			continue
		}
		r.Choice()
		r.Option(reading.Is(fKeyShown), reading.When(fKeyOthers, shown > 0))
		r.Option(reading.Is(fKeyHidden))
		if r.Pick() == 0 {
			r.Q.Items = append(r.Q.Items, o)
		}
	}
	for _, t := range r.PerRow {
		groupRow(r, t, shown > 0)
	}
	if len(r.PerKey) > 0 || len(r.Grains) > 0 {
		return
	}
	groupRest(r)
}

// keysFirst puts what tells the groups apart before their numbers: a row is read from what it is about. The n items that
// were asked for as columns keep their places.
func keysFirst(r *reading.Run, n int) {
	at := slices.IndexFunc(r.Q.Items, func(o reading.Operand) bool { return o.Aggregate != reading.None })
	if at < 0 {
		return
	}
	var keys, rest []reading.Operand
	for i, o := range r.Q.Items[at:] {
		if at+i >= n || o.Aggregate == reading.None && (slices.Contains(r.PerKey, o.Column) || slices.Contains(r.ByKey, o.Column)) {
			keys = append(keys, o)
		} else {
			rest = append(rest, o)
		}
	}
	r.Q.Items = slices.Concat(r.Q.Items[:at], keys, rest)
}

// groupRest adds the shown columns to the groups, which every dialect but SQLite wants.
func groupRest(r *reading.Run) {
	for _, o := range plain(r) {
		if !slices.Contains(r.Q.Groups, o) {
			r.Q.Groups = append(r.Q.Groups, o)
		}
	}
}

// groupRow groups by the rows of a table, shown by name or key unless something else of it is shown.
func groupRow(r *reading.Run, t *schema.Table, shown bool) {
	key := t.PrimaryKey()
	if shown {
		if key != nil {
			r.Q.Groups = append(r.Q.Groups, reading.Operand{Column: key})
		}
		return
	}
	reference := referenceTo(r, t)
	r.Choice()
	r.Option(reading.When(fRowLabel, len(t.Label) > 0), reading.When(fRowLabelAll, len(t.Label) > 1), reading.When(fRowNone, len(t.Label) == 0),
		reading.When(fRowPer, r.Per))
	r.Option(reading.Is(fRowKey), reading.When(fRowNone, key == nil))
	r.Option(reading.Is(fRowBoth), reading.When(fRowNone, key == nil || len(t.Label) == 0))
	r.Option(reading.Is(fRowRef), reading.When(fRowNone, reference == nil))
	switch at := r.Pick(); {
	case at == 3 && reference != nil:
		r.GroupBy(reference)
		r.Q.Items = append(r.Q.Items, reading.Operand{Column: reference})
		r.Q.Tables = slices.DeleteFunc(r.Q.Tables, func(o *schema.Table) bool { return o == t })
	case at == 1 && key != nil:
		r.GroupBy(key)
		r.Q.Items = append(r.Q.Items, reading.Operand{Column: key})
	default:
		if key != nil {
			r.GroupBy(key)
		}
		if at == 2 && key != nil {
			r.Q.Items = append(r.Q.Items, reading.Operand{Column: key})
		}
		r.Label(t)
		if len(t.Label) == 0 && key != nil && at != 2 {
			r.Q.Items = append(r.Q.Items, reading.Operand{Column: key})
		}
	}
}

// referenceTo is a foreign key to the table held by another table in force.
func referenceTo(r *reading.Run, t *schema.Table) *schema.Column {
	for _, other := range r.TablesInForce() {
		for _, e := range r.Index.Graph.Between(other, t) {
			if e.From == other && other != t && len(e.FromColumns) == 1 {
				return e.FromColumns[0]
			}
		}
	}
	return nil
}

var (
	fPlainColumns  = reading.Feat("group by what is shown")
	fPlainKey      = reading.Feat("group by the row of what is shown")
	fPlainTallied  = reading.Feat("group by the row of what is shown: another table is counted")
	fPlainOwn      = reading.Feat("group by the row of what is shown: its own table is counted")
	fPlainLabel    = reading.Feat("group by the row of what is shown: it shows its name")
	fPlainIdentity = reading.Feat("group by the row of what is shown: it shows its key")
	fPlainOneTable = reading.Feat("group by the row of what is shown: one table alone")
)

// groupPlain groups by the columns that are shown, or by the rows they come from.
func groupPlain(r *reading.Run) {
	shown := plain(r)
	owner := shown[0].Column.Table
	if r.Subject != nil && slices.ContainsFunc(shown, func(o reading.Operand) bool { return o.Column.Table == r.Subject }) {
		owner = r.Subject
	}
	key := owner.PrimaryKey()
	tallied := slices.ContainsFunc(r.Tallied, func(t *schema.Table) bool { return t != owner })
	own := slices.Contains(r.Tallied, owner)
	r.Choice()
	r.Option(reading.Is(fPlainColumns))
	if key != nil {
		r.Option(reading.Is(fPlainKey), reading.When(fPlainTallied, tallied), reading.When(fPlainOwn, own), reading.When(fPlainLabel, slices.ContainsFunc(shown, func(o reading.Operand) bool { return o.Column.Role == schema.Label })),
			reading.When(fPlainIdentity, slices.ContainsFunc(shown, func(o reading.Operand) bool { return o.Column.Role == schema.Identifier })), reading.When(fPlainOneTable, len(r.Q.All()) == 1))
	}
	if r.Pick() == 1 || key != nil && namesOf(r, owner, shown) {
		r.GroupBy(key) // two people of one name are two
	}
	groupRest(r)
	keysFirst(r, len(r.Q.Items))
}

// namesOf says that the rows of the table are shown by first and last name, or by their one name where rows of another
// table are brought together: what two of one name come to is not added up.
func namesOf(r *reading.Run, t *schema.Table, shown []reading.Operand) bool {
	if len(t.Label) == 0 || slices.ContainsFunc(t.Label, func(c *schema.Column) bool { return !slices.Contains(shown, reading.Operand{Column: c}) }) {
		return false
	}
	return len(t.Label) == 2 || slices.ContainsFunc(r.Q.All(), func(o *schema.Table) bool { return o != t && r.Index.Graph.Refers(o, t) })
}

var (
	fAmong      = reading.Feat("an aggregate of what has so many of something: of the rows that have")
	fHavingBare = reading.Feat("a condition on groups without groups")
)

// amongGroups aggregates the rows that fulfil a condition on groups: "how many users have more than 5 orders" is one
// number, not one for each user. The condition goes into a query of its own.
func amongGroups(r *reading.Run) {
	q := r.Q
	if len(q.Having) == 0 || len(r.PerKey)+len(r.PerRow)+len(r.Grains)+len(q.Orders) > 0 || q.Limit > 0 || len(q.Items) == 0 ||
		slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Aggregate == reading.None }) {
		return
	}
	if o := q.Items[0]; len(q.Items) == 1 && o.Aggregate == reading.Count && o.Distinct && !o.Column.Key() {
		values := reading.Operand{Column: o.Column}
		sub := &reading.Reading{Items: []reading.Operand{values}, Groups: []reading.Operand{values}, Having: q.Having, Tables: slices.Clone(q.Tables), Filters: slices.Clone(q.Filters)}
		q.Filters = append(q.Filters, &reading.Filter{Left: values, Operator: "in", Sub: sub})
		q.Tables = nil
	} else if !amongRows(r) {
		return
	}
	q.Having, r.PerSubject, r.Tallied = nil, false, nil
	r.Note(reading.Is(fAmong))
}

// amongRows moves the condition on groups, with the conditions on the rows that are grouped, into a query of which rows of
// the subject fulfil it. False says that the subject is what is grouped.
func amongRows(r *reading.Run) bool {
	q := r.Q
	groups := &reading.Reading{Having: q.Having}
	for _, t := range append(groups.Used(), r.Tallied...) {
		groups.Need(t)
	}
	groups.Tables = slices.DeleteFunc(groups.Tables, func(t *schema.Table) bool { return t == r.Subject })
	if r.Subject == nil || r.Subject.PrimaryKey() == nil || len(groups.Tables) == 0 {
		return false
	}
	for _, o := range q.Items {
		if t := reading.TableOf(o.Column); t != nil && t != r.Subject && !r.Index.Graph.Refers(r.Subject, t) {
			return false
		}
	}
	q.Tables = slices.DeleteFunc(q.Tables, func(t *schema.Table) bool { return t != r.Subject && !r.Index.Graph.Refers(r.Subject, t) })
	q.Filters = slices.DeleteFunc(q.Filters, func(f *reading.Filter) bool {
		t := reading.TableOf(f.Left.Column)
		if t == nil || t == r.Subject || r.Index.Graph.Refers(r.Subject, t) {
			return false
		}
		groups.Filters = append(groups.Filters, f)
		return true
	})
	q.Need(r.Subject)
	q.Filters = append(q.Filters, &reading.Filter{Left: reading.Operand{Table: r.Subject}, Operator: "in", Sub: groups})
	return true
}

// groupSubject groups the rows of the subject that only an order or a condition on groups needs.
func groupSubject(r *reading.Run) {
	if r.Subject == nil {
		return
	}
	if key := r.Subject.PrimaryKey(); key != nil {
		r.GroupBy(key)
	}
}
