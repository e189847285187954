package statement

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// Difference is a change that can be taken back by itself: an item, a term, a join, an order. What cannot stand without
// another (a sum and its groups) is one difference with it.
type Difference struct {
	// Sign is +, - or ~ for what came, went and changed.
	Sign string
	// Text is short: "country = 'Kenya'", "join orders", "limit 10 → 3".
	Text   string
	Clause string

	part   part
	at     place
	groups []place // of a column that comes or goes with its group
}

// String is the difference with its sign, where its words do not say it.
func (d Difference) String() string {
	switch d.part {
	case itemPart, wherePart, havingPart:
		if d.Sign != "~" {
			return d.Sign + " " + d.Text
		}
	}
	return d.Text
}

// part is the part of a query that a difference is in.
type part uint8

const (
	wholePart part = iota // the queries have no parts in common
	shapePart             // columns and groups together: grouped on one side only, or a star on one side only
	withPart
	distinctPart
	itemPart
	sourcePart
	wherePart
	groupPart
	havingPart
	orderPart
	limitPart
	offsetPart
	restPart
)

// place is where a part stands on both sides; -1 for not at all.
type place struct{ before, after int }

// differ compares two queries part by part. Parts are found equal in their normal forms, which have the same places as what
// was written.
type differ struct {
	before, after *Statement
	b, a          *Query // as written
	nb, na        *Query // in normal form
	f             *finder
	places        map[part][]place
	found         []Difference
}

// Differences are the changes between two statements that can be taken back one by one; none when they mean the same.
func Differences(before, after *Statement) []Difference { return newDiffer(before, after).found }

func newDiffer(before, after *Statement) *differ {
	x := &differ{before: before, after: after, places: map[part][]place{}}
	switch {
	case before.tree == nil || after.tree == nil:
		if before.SQL() != after.SQL() {
			x.add(wholePart, "", "~", "another query", place{})
		}
		return x
	case len(changesBetween(before, after)) == 0:
		return x
	}
	formB, formA := before.normal(), after.normal()
	x.b, x.a, x.nb, x.na = decompose(before.tree), decompose(after.tree), formB.query, formA.query
	x.f = newFinder(after.dialect, formB, formA)
	if x.b.Set != nil || x.a.Set != nil || x.otherTables() || len(before.tree.ValuesLists)+len(after.tree.ValuesLists) > 0 {
		x.add(wholePart, "", "~", "another query", place{})
		return x
	}
	x.compare()
	if len(x.found) == 0 { // a difference that has no part of its own
		x.add(wholePart, "", "~", "the form of the query", place{})
	}
	return x
}

func (x *differ) add(p part, clause, sign, text string, at place) {
	x.found = append(x.found, Difference{Sign: sign, Text: text, Clause: clause, part: p, at: at})
}

func (x *differ) compare() {
	x.with()
	if x.nb.Distinct != x.na.Distinct {
		x.add(distinctPart, "SELECT", signOf(x.nb.Distinct, x.na.Distinct), map[bool]string{true: "each row once", false: "repeated rows too"}[x.na.Distinct], place{})
	}
	before, after := itemExprs(x.nb), itemExprs(x.na)
	sameStars(x.nb, before, after)
	sameStars(x.na, after, before)
	if x.otherShape(before, after) {
		x.shape()
	} else {
		x.list(itemPart, "SELECT", before, after, changedItem, otherAggregate)
		x.list(groupPart, "GROUP BY", x.nb.GroupBy, x.na.GroupBy, ofSameColumns)
		x.list(havingPart, "HAVING", x.nb.Having, x.na.Having, sameComparison, ofSameColumns)
		x.coupleGroups()
	}
	x.sources()
	x.list(wherePart, "WHERE", x.nb.Where, x.na.Where, sameAround(x.f.folds()), sameComparison, ofSameColumns)
	x.tail()
	if key(otherClauses(x.nb.base), x.f.folds()) != key(otherClauses(x.na.base), x.f.folds()) {
		x.add(restPart, "", "~", "other clauses", place{})
	}
}

// otherShape says that columns cannot be exchanged one by one.
func (x *differ) otherShape(before, after []Expr) bool {
	return x.nb.Grouped() != x.na.Grouped() || slices.ContainsFunc(before, isStar) != slices.ContainsFunc(after, isStar)
}

func (x *differ) shape() {
	text := "show " + strings.Join(mappedText(itemExprs(x.na), x.f.shownWords), ", ")
	if keys := mappedText(x.na.GroupBy, x.f.columnWords); len(keys) > 0 {
		text += " by " + strings.Join(keys, ", ")
	}
	x.add(shapePart, "SELECT", "~", text, place{})
}

func mappedText(list []Expr, words func(Expr) string) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = words(e)
	}
	return out
}

// list pairs the parts of a list; where they are the same in another order, that is a difference of all of them.
func (x *differ) list(p part, clause string, before, after []Expr, rules ...pairRule) {
	b, a, same := sameKey(x.f.folds()).take(candidates(before), candidates(after))
	var taken [][2]candidate
	b, a, taken = sameButForTables.take(b, a)
	same = append(same, taken...)
	for _, t := range same {
		x.places[p] = append(x.places[p], place{t[0].place, t[1].place})
	}
	alone := len(b)+len(a) == 0
	for _, r := range rules {
		b, a, taken = r.take(b, a)
		for _, t := range taken {
			alone = false
			x.pair(p, clause, place{t[0].place, t[1].place}, x.textOf(p, t[0].Expr)+" → "+x.textOf(p, t[1].Expr))
		}
	}
	for _, c := range b {
		x.add(p, clause, "-", x.partWords(p, false, c.Expr), place{c.place, -1})
	}
	for _, c := range a {
		x.add(p, clause, "+", x.partWords(p, true, c.Expr), place{-1, c.place})
	}
	if alone && p == itemPart && slices.ContainsFunc(x.places[p], func(at place) bool { return at.before != at.after }) {
		x.add(p, clause, "~", "columns reordered", place{-1, -1})
	}
}

func (x *differ) pair(p part, clause string, at place, text string) {
	x.places[p] = append(x.places[p], at)
	x.add(p, clause, "~", text, at)
}

func (x *differ) textOf(p part, e Expr) string {
	if p == itemPart {
		return x.f.shownWords(e)
	}
	return x.f.columnWords(e)
}

func (x *differ) partWords(p part, came bool, e Expr) string {
	words := x.textOf(p, e)
	switch {
	case p == groupPart && came:
		return "by " + words
	case p == groupPart:
		return "not by " + words
	}
	return words
}

// coupleGroups makes a column and the group by it one difference: neither stands without the other.
func (x *differ) coupleGroups() {
	for i := range x.found {
		item := &x.found[i]
		x.found = slices.DeleteFunc(x.found, func(g Difference) bool {
			couple := g.part == groupPart && item.part == itemPart && item.Sign == g.Sign && g.Sign != "~" && strings.HasSuffix(g.Text, "by "+item.Text)
			if couple {
				item.groups = append(item.groups, g.at)
			}
			return couple
		})
		if i+1 >= len(x.found) {
			return
		}
	}
}

// otherClauses are the clauses of a query that are no parts of their own.
func otherClauses(s *pg.SelectStmt) *pg.SelectStmt {
	out := shallow(s)
	if out.WithClause = nil; s.LimitOption == pg.LimitOption_LIMIT_OPTION_COUNT { // there is a limit: a part
		out.LimitOption = pg.LimitOption_LIMIT_OPTION_DEFAULT
	}
	return out
}

func signOf(before, after bool) string {
	switch {
	case before == after:
		return "~"
	case after:
		return "+"
	}
	return "-"
}

// with compares the queries of the outermost WITH by their names.
func (x *differ) with() {
	before, after := ctesOf(x.b), ctesOf(x.a)
	for i, c := range before {
		j := slices.IndexFunc(after, func(y *pg.CommonTableExpr) bool { return strings.EqualFold(y.Ctename, c.Ctename) })
		switch {
		case j < 0:
			x.add(withPart, "WITH", "-", "without "+c.Ctename, place{i, -1})
			continue
		case x.f.cteKey(normalCTE(c, nil)) != x.f.cteKey(normalCTE(after[j], nil)):
			x.add(withPart, "WITH", "~", x.insideWith(c, after[j]), place{i, j})
		}
		x.places[withPart] = append(x.places[withPart], place{i, j})
	}
	for j, c := range after {
		if !slices.ContainsFunc(before, func(y *pg.CommonTableExpr) bool { return strings.EqualFold(y.Ctename, c.Ctename) }) {
			x.add(withPart, "WITH", "+", "with "+c.Ctename, place{-1, j})
		}
	}
}

// insideWith says what changed in a query of WITH.
func (x *differ) insideWith(before, after *pg.CommonTableExpr) string {
	l, r := before.Ctequery.GetSelectStmt(), after.Ctequery.GetSelectStmt()
	if l == nil || r == nil {
		return after.Ctename + " changed"
	}
	lb, errB := build(l, x.after.dialect)
	ra, errA := build(r, x.after.dialect)
	if errB != nil || errA != nil {
		return after.Ctename + " changed"
	}
	return after.Ctename + ": " + DifferenceText(Differences(lb, ra))
}

// DifferenceText are differences in one line.
func DifferenceText(list []Difference) string {
	texts := make([]string, len(list))
	for i, d := range list {
		texts[i] = d.String()
	}
	return strings.Join(texts, ", ")
}

// otherTables says that the queries begin at other tables: they have nothing else in common that could be kept.
func (x *differ) otherTables() bool {
	before, after := x.nb.From, x.na.From
	if len(before) == 0 || len(after) == 0 {
		return len(before) != len(after)
	}
	return !sameTable(before[0], after[0])
}

// sources compares FROM.
func (x *differ) sources() {
	before, after := x.nb.From, x.na.From
	for i, s := range before {
		j := slices.IndexFunc(after, func(y Source) bool { return sameTable(s, y) })
		if j < 0 {
			x.add(sourcePart, "JOIN", "-", "without "+x.f.sourceWords(s), place{i, -1})
			continue
		}
		if l, r := x.sourceKey(s), x.sourceKey(after[j]); l != r {
			x.add(sourcePart, "JOIN", "~", x.joinText(s, after[j]), place{i, j})
		}
		x.places[sourcePart] = append(x.places[sourcePart], place{i, j})
	}
	for j, s := range after {
		if !slices.ContainsFunc(before, func(y Source) bool { return sameTable(y, s) }) {
			x.add(sourcePart, "JOIN", "+", strings.ToLower(s.Join.String())+" "+x.f.sourceWords(s), place{-1, j})
		}
	}
}

// sourceKey is equal for tables joined in the same way on the same terms.
func (x *differ) sourceKey(s Source) string {
	terms := mappedText(s.On.Terms(), func(e Expr) string { return key(e.node, x.f.folds()) })
	slices.Sort(terms)
	inside := ""
	if s.Query != nil {
		inside = x.f.queryKey(s.Query)
	}
	return strings.Join(append(terms, s.Join.String(), strings.Join(s.Using, ","), inside), "\x00")
}

func (x *differ) joinText(before, after Source) string {
	l, r := x.f.joinWords(before), x.f.joinWords(after)
	if l == r {
		return after.Name() + " changed"
	}
	return after.Name() + ": " + strings.ToLower(before.Join.String()) + " → " + strings.ToLower(after.Join.String())
}

func (x *differ) tail() {
	if l, r := x.f.keyWords(x.nb.OrderBy), x.f.keyWords(x.na.OrderBy); l != r && !x.f.sameKeys(x.nb.OrderBy, x.na.OrderBy) {
		text := "sort by " + r
		if r == "" {
			text = "not sorted"
		}
		x.add(orderPart, "ORDER BY", signOf(l != "", r != ""), text, place{})
	}
	if l, r := x.f.limitWords(x.nb.Limit), x.f.limitWords(x.na.Limit); l != r {
		x.add(limitPart, "LIMIT", signOf(l != "", r != ""), amount("limit", l, r), place{})
	}
	if l, r := x.f.words(x.nb.Offset), x.f.words(x.na.Offset); l != r {
		x.add(offsetPart, "LIMIT", signOf(l != "", r != ""), amount("offset", l, r), place{})
	}
}

func amount(what, before, after string) string {
	switch {
	case before == "":
		return what + " " + after
	case after == "":
		return "no " + what
	}
	return what + " " + before + " → " + after
}
