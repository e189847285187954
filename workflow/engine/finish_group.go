package engine

import (
	"slices"

	"parley/workflow/schema"
)

// This file brings rows together: by what "each", "per" and "by" named, or by what is shown.

var (
	fEachAsked   = feat("each without aggregate: asked for")
	fEachNothing = feat("each without aggregate: means all")
)

// ungrouped reads "each" as "all": the column is asked for, unless others are.
func (r *run) ungrouped() {
	for _, c := range r.perKey {
		r.choice()
		r.option(is(fEachAsked))
		r.option(is(fEachNothing))
		if r.pick() == 0 {
			r.addItem(operand{column: c})
		}
	}
	if len(r.q.items) == 0 && r.subject != nil {
		r.q.items = append(r.q.items, operand{star: true, table: r.subject})
	}
}

var (
	fKeyShown    = feat("group: what is grouped by is shown")
	fKeyHidden   = feat("group: what is grouped by is not shown")
	fKeyOthers   = feat("group: what is grouped by is shown, beside others")
	fRowLabel    = feat("group: rows by their name")
	fRowKey      = feat("group: rows by their key")
	fRowBoth     = feat("group: rows by key and name")
	fRowPer      = feat("group: rows by their name, after per or by")
	fRowRef      = feat("group: rows by the key of the counting table")
	fRowNone     = feat("group: rows without a name")
	fRowLabelAll = feat("group: rows by their name, several columns")
)

// groupSaid groups by what "each", "per" and "by" named.
func (r *run) groupSaid() {
	shown := len(r.plain())
	defer r.keysFirst(len(r.q.items))
	for _, o := range r.grains {
		r.q.groups = append(r.q.groups, o)
		r.q.items = append(r.q.items, o)
		r.q.orders = append(r.q.orders, ordering{operand: o})
	}
	for _, c := range r.perKey {
		o := operand{column: c}
		r.q.groups = append(r.q.groups, o)
		if slices.Contains(r.q.items, o) {
			continue
		}
		if r.versus || slices.Contains(r.sideValues, c) { // what stands side by side is told apart
			r.q.items = append(r.q.items, o)
			continue
		}
		r.choice()
		r.option(is(fKeyShown), when(fKeyOthers, shown > 0))
		r.option(is(fKeyHidden))
		if r.pick() == 0 {
			r.q.items = append(r.q.items, o)
		}
	}
	for _, t := range r.perRow {
		r.groupRow(t, shown > 0)
	}
	if len(r.perKey) > 0 || len(r.grains) > 0 {
		return
	}
	r.groupRest()
}

// keysFirst puts what tells the groups apart before their numbers: a row is read from what it is about. The n items that
// were asked for as columns keep their places.
func (r *run) keysFirst(n int) {
	at := slices.IndexFunc(r.q.items, func(o operand) bool { return o.aggregate != none })
	if at < 0 {
		return
	}
	var keys, rest []operand
	for i, o := range r.q.items[at:] {
		if at+i >= n || o.aggregate == none && (slices.Contains(r.perKey, o.column) || slices.Contains(r.byKey, o.column)) {
			keys = append(keys, o)
		} else {
			rest = append(rest, o)
		}
	}
	r.q.items = slices.Concat(r.q.items[:at], keys, rest)
}

// groupRest adds the shown columns to the groups, which every dialect but SQLite wants.
func (r *run) groupRest() {
	for _, o := range r.plain() {
		if !slices.Contains(r.q.groups, o) {
			r.q.groups = append(r.q.groups, o)
		}
	}
}

// groupRow groups by the rows of a table, shown by name or key unless something else of it is shown.
func (r *run) groupRow(t *schema.Table, shown bool) {
	key := t.PrimaryKey()
	if shown {
		if key != nil {
			r.q.groups = append(r.q.groups, operand{column: key})
		}
		return
	}
	reference := r.referenceTo(t)
	r.choice()
	r.option(when(fRowLabel, len(t.Label) > 0), when(fRowLabelAll, len(t.Label) > 1), when(fRowNone, len(t.Label) == 0),
		when(fRowPer, r.per))
	r.option(is(fRowKey), when(fRowNone, key == nil))
	r.option(is(fRowBoth), when(fRowNone, key == nil || len(t.Label) == 0))
	r.option(is(fRowRef), when(fRowNone, reference == nil))
	switch at := r.pick(); {
	case at == 3 && reference != nil:
		r.group1(reference)
		r.q.items = append(r.q.items, operand{column: reference})
		r.q.tables = slices.DeleteFunc(r.q.tables, func(o *schema.Table) bool { return o == t })
	case at == 1 && key != nil:
		r.group1(key)
		r.q.items = append(r.q.items, operand{column: key})
	default:
		if key != nil {
			r.group1(key)
		}
		if at == 2 && key != nil {
			r.q.items = append(r.q.items, operand{column: key})
		}
		r.label(t)
		if len(t.Label) == 0 && key != nil && at != 2 {
			r.q.items = append(r.q.items, operand{column: key})
		}
	}
}

// referenceTo is a foreign key to the table held by another table in force.
func (r *run) referenceTo(t *schema.Table) *schema.Column {
	for _, other := range r.tablesInForce() {
		for _, e := range r.index.Graph.Between(other, t) {
			if e.From == other && other != t && len(e.FromColumns) == 1 {
				return e.FromColumns[0]
			}
		}
	}
	return nil
}

var (
	fPlainColumns  = feat("group by what is shown")
	fPlainKey      = feat("group by the row of what is shown")
	fPlainTallied  = feat("group by the row of what is shown: another table is counted")
	fPlainOwn      = feat("group by the row of what is shown: its own table is counted")
	fPlainLabel    = feat("group by the row of what is shown: it shows its name")
	fPlainIdentity = feat("group by the row of what is shown: it shows its key")
	fPlainOneTable = feat("group by the row of what is shown: one table alone")
)

// groupPlain groups by the columns that are shown, or by the rows they come from.
func (r *run) groupPlain() {
	shown := r.plain()
	owner := shown[0].column.Table
	if r.subject != nil && slices.ContainsFunc(shown, func(o operand) bool { return o.column.Table == r.subject }) {
		owner = r.subject
	}
	key := owner.PrimaryKey()
	tallied := slices.ContainsFunc(r.tallied, func(t *schema.Table) bool { return t != owner })
	own := slices.Contains(r.tallied, owner)
	r.choice()
	r.option(is(fPlainColumns))
	if key != nil {
		r.option(is(fPlainKey), when(fPlainTallied, tallied), when(fPlainOwn, own), when(fPlainLabel, slices.ContainsFunc(shown, func(o operand) bool { return o.column.Role == schema.Label })),
			when(fPlainIdentity, slices.ContainsFunc(shown, func(o operand) bool { return o.column.Role == schema.Identifier })), when(fPlainOneTable, len(r.q.all()) == 1))
	}
	if r.pick() == 1 || key != nil && r.namesOf(owner, shown) {
		r.group1(key) // two people of one name are two
	}
	r.groupRest()
	r.keysFirst(len(r.q.items))
}

// namesOf says that the rows of the table are shown by first and last name, or by their one name where rows of another
// table are brought together: what two of one name come to is not added up.
func (r *run) namesOf(t *schema.Table, shown []operand) bool {
	if len(t.Label) == 0 || slices.ContainsFunc(t.Label, func(c *schema.Column) bool { return !slices.Contains(shown, operand{column: c}) }) {
		return false
	}
	return len(t.Label) == 2 || slices.ContainsFunc(r.q.all(), func(o *schema.Table) bool { return o != t && r.index.Graph.Refers(o, t) })
}

var (
	fAmong      = feat("an aggregate of what has so many of something: of the rows that have")
	fHavingBare = feat("a condition on groups without groups")
)

// amongGroups aggregates the rows that fulfil a condition on groups: "how many users have more than 5 orders" is one
// number, not one for each user. The condition goes into a query of its own.
func (r *run) amongGroups() {
	q := r.q
	if len(q.having) == 0 || len(r.perKey)+len(r.perRow)+len(r.grains)+len(q.orders) > 0 || q.limit > 0 || len(q.items) == 0 ||
		slices.ContainsFunc(q.items, func(o operand) bool { return o.aggregate == none }) {
		return
	}
	if o := q.items[0]; len(q.items) == 1 && o.aggregate == count && o.distinct && !o.column.Key() {
		values := operand{column: o.column}
		sub := &reading{items: []operand{values}, groups: []operand{values}, having: q.having, tables: slices.Clone(q.tables), filters: slices.Clone(q.filters)}
		q.filters = append(q.filters, &filter{left: values, operator: "in", sub: sub})
		q.tables = nil
	} else if !r.amongRows() {
		return
	}
	q.having, r.perSubject, r.tallied = nil, false, nil
	r.note(is(fAmong))
}

// amongRows moves the condition on groups, with the conditions on the rows that are grouped, into a query of which rows of
// the subject fulfil it. False says that the subject is what is grouped.
func (r *run) amongRows() bool {
	q := r.q
	groups := &reading{having: q.having}
	for _, t := range append(groups.used(), r.tallied...) {
		groups.need(t)
	}
	groups.tables = slices.DeleteFunc(groups.tables, func(t *schema.Table) bool { return t == r.subject })
	if r.subject == nil || r.subject.PrimaryKey() == nil || len(groups.tables) == 0 {
		return false
	}
	for _, o := range q.items {
		if t := tableOf(o.column); t != nil && t != r.subject && !r.index.Graph.Refers(r.subject, t) {
			return false
		}
	}
	q.tables = slices.DeleteFunc(q.tables, func(t *schema.Table) bool { return t != r.subject && !r.index.Graph.Refers(r.subject, t) })
	q.filters = slices.DeleteFunc(q.filters, func(f *filter) bool {
		t := tableOf(f.left.column)
		if t == nil || t == r.subject || r.index.Graph.Refers(r.subject, t) {
			return false
		}
		groups.filters = append(groups.filters, f)
		return true
	})
	q.need(r.subject)
	q.filters = append(q.filters, &filter{left: operand{table: r.subject}, operator: "in", sub: groups})
	return true
}

// groupSubject groups the rows of the subject that only an order or a condition on groups needs.
func (r *run) groupSubject() {
	if r.subject == nil {
		return
	}
	if key := r.subject.PrimaryKey(); key != nil {
		r.group1(key)
	}
}
