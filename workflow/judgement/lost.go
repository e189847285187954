package judgement

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Lost are the predicates and joins of a statement that vanished from the next one although the input did not let them
// go. They are compared as trees, whoever wrote them.
func Lost(before, after *statement.Statement, input string) []statement.Change {
	changes := statement.Compare(before, after).Changes
	return slices.DeleteFunc(slices.Clone(changes), func(c statement.Change) bool {
		return !c.Loud || c.Kind != statement.RemovedPredicate && c.Kind != statement.RemovedTable ||
			moved(c, after) || derived(c, after) || c.Kind == statement.RemovedTable && pointsAt.MatchString(input) && within(before, after) || letGo(c, input, changes) || bounded(c, changes, input) || (swapping.MatchString(input) || regrouped(changes)) && swapped(c, before)
	})
}

var qualifier = regexp.MustCompile(`"?\w+"?\.`)

// moved says whether a predicate that seems lost stands elsewhere in the statement: in a CTE, or in a subquery.
func moved(c statement.Change, after *statement.Statement) bool {
	bare := func(sql string) string { return strings.ReplaceAll(qualifier.ReplaceAllString(sql, ""), `"`, "") }
	return c.Kind == statement.RemovedPredicate && strings.Contains(bare(after.SQL()), bare(c.Was.SQL()))
}

// derived says that a table that seems lost is read by the one sub-query that the statement chooses from: the first three of each kind.
func derived(c statement.Change, after *statement.Statement) bool {
	q, err := after.Query()
	if err != nil || c.Kind != statement.RemovedTable || len(q.From) != 1 || q.From[0].Query == nil {
		return false
	}
	return slices.ContainsFunc(q.From[0].Query.From, func(s statement.Source) bool { return s.Query == nil && strings.EqualFold(s.Table, c.Subject) })
}

// pointsAt says that an input asks something of the rows in force: "their reviews", "the orders of the first one".
var pointsAt = regexp.MustCompile(`(?i)\b(?:their|his|her|its|similar|comparable|else|of (?:them|those|these|it|the \w+ one))\b`)

// within says that all rows of a statement are asked of by the next one, which chooses by them: nothing of what held is gone.
func within(before, after *statement.Statement) bool {
	tail := func(sql string) string {
		_, from, _ := strings.Cut(sql, " FROM ")
		return from
	}
	held := tail(before.SQL())
	if cut, _, ordered := strings.Cut(held, " ORDER BY "); ordered && !strings.Contains(held, " LIMIT ") {
		held = cut
	}
	return held != "" && strings.Contains(tail(after.SQL()), " FROM "+held)
}

// lettingGo are words that give something up; restrictions are what may be given up as a whole.
var (
	lettingGo    = regexp.MustCompile(`(?i)\b(remove|drop|delete|without|forget|ignore|ignoring|clear|lift|undo|omit|whatever|whichever|any|anything|regardless|no matter|no longer|never|not|\w*n't|no|instead|include|including|also|too|all|every|everything|everyone|both|either|back|again|reset|leave)\b`)
	restrictions = regexp.MustCompile(`(?i)\b(filters?|conditions?|restrictions?|constraints?|criteria|everything|everyone|unfiltered)\b|\ball\b(?:\s+the)?(?:\s+of)?(?:\s+(?:them|rows|records|again|\w+s))?\s*[.!]?$`)
	columnsOnly  = regexp.MustCompile(`(?i)\ball\b(?:\s+the)?\s+(columns|fields|details)\b`)
)

// spanOfTime are the words by which the time as a whole may be let go, whatever its column is called: "for all time", "forget the month".
var (
	spanOfTime = regexp.MustCompile(`(?i)\b(times?|dates?|days?|weeks?|months?|quarters?|years?|periods?)\b`)
	dateIn     = regexp.MustCompile(`\b\d{4}-\d{2}-\d{2}\b`)
)

// letGo says whether the input lets a predicate or join go: words of letting go with its column, its value or its table, or
// with filters as such. A join may also go with the last column of its table that the input had removed.
func letGo(c statement.Change, input string, changes []statement.Change) bool {
	if !lettingGo.MatchString(input) {
		return false
	}
	if restrictions.MatchString(input) && !columnsOnly.MatchString(input) {
		return true
	}
	words := lemmas(input)
	mentioned := func(sql string) bool {
		return slices.ContainsFunc(NameWords(sql), func(w string) bool { return words[schema.Lemma(w)] })
	}
	if c.Kind == statement.RemovedPredicate && dateIn.MatchString(c.Before) && spanOfTime.MatchString(input) {
		return true
	}
	if c.Kind == statement.RemovedPredicate { // a table that is spoken of lets its conditions go where it goes itself
		table, _, _ := strings.Cut(c.Subject, ".")
		leaves := slices.ContainsFunc(changes, func(o statement.Change) bool {
			return o.Kind == statement.RemovedTable && strings.EqualFold(o.Subject, table)
		})
		return mentioned(qualifier.ReplaceAllString(c.Subject, "")) || mentioned(qualifier.ReplaceAllString(c.Before, "")) || leaves && mentioned(table)
	}
	if mentioned(c.Subject) {
		return true
	}
	return c.Kind == statement.RemovedTable && slices.ContainsFunc(changes, func(o statement.Change) bool {
		return o.Kind == statement.RemovedColumn && mentioned(o.Before)
	})
}

// bounded says that a bound of a time went because another period was said: "since June" after "last month" has no end.
func bounded(c statement.Change, changes []statement.Change, input string) bool {
	if c.Kind != statement.RemovedPredicate || !slices.ContainsFunc(schema.Words(input), isTime) {
		return false
	}
	another := func(o statement.Change) bool {
		return (o.Kind == statement.AddedPredicate || o.Kind == statement.ChangedPredicate) && strings.EqualFold(o.Subject, c.Subject)
	}
	return slices.ContainsFunc(changes, another)
}

// regrouped says that rows are taken by something else than before.
func regrouped(changes []statement.Change) bool {
	has := func(kind statement.ChangeKind) bool {
		return slices.ContainsFunc(changes, func(c statement.Change) bool { return c.Kind == kind })
	}
	return has(statement.ChangedGroup) || has(statement.AddedGroup) && has(statement.RemovedGroup)
}

// onTheirDay says that the bound of a day went over to another moment of the same rows, by which somebody defined what is asked for now, or no
// longer to the one by which was defined what went.
func (b *bench) onTheirDay(lost statement.Change) bool {
	table, _, _ := strings.Cut(lost.Subject, ".")
	bound := strings.TrimPrefix(lost.Before, lost.Subject)
	return lost.Kind == statement.RemovedPredicate && dateIn.MatchString(bound) && slices.ContainsFunc(b.changes, func(c statement.Change) bool {
		other, _, _ := strings.Cut(c.Subject, ".")
		return c.Kind == statement.AddedPredicate && other == table && c.Subject != lost.Subject && strings.TrimPrefix(c.After, c.Subject) == bound && b.followed(c.Subject)
	})
}

// followed says that the maker told that the time is now that of a column.
func (b *bench) followed(column string) bool {
	return slices.ContainsFunc(b.claim.Told, func(t string) bool { return strings.HasPrefix(t, dialog.TimeOf) && strings.HasSuffix(t, column) })
}

// swapping are words that put something in the place of something else.
var swapping = regexp.MustCompile(`(?i)\b(instead|rather|replace|replaced|swap|switch)\b`)

// swapped says whether a join went with what something else was put in the place of: no condition was on its table.
func swapped(c statement.Change, before *statement.Statement) bool {
	if c.Kind != statement.RemovedTable {
		return false
	}
	query, err := before.Query()
	if err != nil {
		return false
	}
	names := map[string]bool{}
	for _, s := range query.From {
		if strings.EqualFold(s.Table, c.Subject) || strings.EqualFold(s.Name(), c.Subject) {
			names[strings.ToLower(s.Name())] = true
		}
	}
	return !slices.ContainsFunc(slices.Concat(query.Where, query.Having), func(term statement.Expr) bool {
		return slices.ContainsFunc(term.Columns(), func(e statement.Expr) bool {
			qualifier, _, ok := e.AsColumn()
			return ok && (qualifier == "" || names[strings.ToLower(qualifier)])
		})
	})
}

func lemmas(text string) map[string]bool {
	set := map[string]bool{}
	for _, w := range schema.Words(text) {
		set[schema.Lemma(w)] = true
	}
	return set
}

// NameWords are the words of names and values in SQL, without its own.
func NameWords(sql string) []string {
	return slices.DeleteFunc(schema.Words(strings.ReplaceAll(sql, "_", " ")), func(w string) bool {
		switch w {
		case "and", "or", "not", "in", "is", "null", "like", "ilike", "between", "on", "join", "left", "inner", "as", "id":
			return true
		}
		return false
	})
}

// changeNames are the pieces of evidence by kind of change; kinds that are rare count together.
var changeNames = map[statement.ChangeKind]string{
	statement.AddedPredicate: "change: condition added", statement.ChangedPredicate: "change: condition changed", statement.RemovedPredicate: "change: condition removed",
	statement.AddedColumn: "change: column added", statement.RemovedColumn: "change: column removed", statement.ChangedColumn: "change: column changed", statement.ReplacedColumns: "change: columns replaced",
	statement.AddedTable: "change: table joined", statement.RemovedTable: "change: table left",
	statement.AddedGroup: "change: group added", statement.RemovedGroup: "change: group removed", statement.ChangedGroup: "change: group changed",
	statement.AddedOrder: "change: order", statement.ChangedOrder: "change: order", statement.ReversedOrder: "change: order", statement.RemovedOrder: "change: order",
	statement.AddedLimit: "change: limit", statement.ChangedLimit: "change: limit", statement.RemovedLimit: "change: limit",
}

// weighChanges looks at what became of the query before.
func (b *bench) weighChanges() {
	b.noteIf("a refinement", b.claim.Before != nil)
	if b.before == nil {
		return
	}
	if len(b.changes) == 0 && !b.renamed() && !b.soAlready() {
		b.note("change: none", 1)
		b.doubt(true, Unused, "", unchanged)
	}
	seen, joined := map[string]bool{}, 0
	for _, c := range b.changes {
		joined += one(c.Kind == statement.AddedTable)
		name, ok := changeNames[c.Kind]
		switch {
		case !ok:
			name = "change: another"
		case c.Kind == statement.ReplacedColumns && b.before.star && lettingGo.MatchString(b.claim.Input): // all but those let go
			name = changeNames[statement.RemovedColumn]
		}
		if !seen[name] {
			seen[name] = true
			b.note(name, 1)
		}
	}
	b.note("change: kinds beyond one", float64(max(0, b.clauses()-1)))
	b.note("change: tables joined beyond one", float64(max(0, joined-1)))
	b.weighLosses()
	common := slices.ContainsFunc(b.after.tables, func(t *schema.Table) bool { return slices.Contains(b.before.tables, t) })
	b.noteIf("change: no table stays", !common)
	if !common {
		b.doubt(true, Dropped, "", "nothing of the query before is left")
	}
}

// soAlready says whether the query before has what the input asks for: as the maker says, or an order and nothing else.
func (b *bench) soAlready() bool {
	if b.claim.Already && b.whole {
		return true
	}
	said := phrase.Extreme(schema.Words(b.claim.Input))
	query, err := b.claim.After.Query()
	return said != "" && err == nil && b.whole && len(query.OrderBy) > 0 && query.OrderBy[0].Desc == (said == "desc")
}

// renamed says whether columns that are shown go by other names than before.
func (b *bench) renamed() bool {
	if b.before == nil || len(b.before.items) != len(b.after.items) {
		return false
	}
	for i, was := range b.before.items {
		if now := b.after.items[i]; slices.Equal(was.columns, now.columns) && !slices.Equal(was.words, now.words) {
			return true
		}
	}
	return false
}

func (b *bench) weighLosses() {
	for _, lost := range Lost(b.claim.Before, b.claim.After, b.claim.Input) {
		if b.onTheirDay(lost) {
			continue
		}
		b.note("change: something lost", 1)
		words := "the filter " + lost.Before
		if lost.Kind == statement.RemovedTable {
			words = "the join with " + lost.Subject
		}
		b.doubt(true, Dropped, "", words+goneUnasked)
	}
	for c := range b.before.columns {
		if slices.Contains(b.before.shown, c) && !slices.Contains(b.after.shown, c) && !b.after.star && !lettingGo.MatchString(b.claim.Input) {
			b.note("change: a column gone unasked", 1)
			return
		}
	}
}
