package engine

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// keepMatching asks again for the patterns that a new condition on the same text took the place of, where some value fits both: the kind
// of the rows, beside their make.
func (ed *editor) keepMatching(before []statement.Expr, m mode) bool {
	q := ed.block()
	for _, p := range before {
		op, x, pattern, ok := p.AsBinary()
		c := ed.scope().column(x)
		if !ok || !strings.HasSuffix(op, "like") || strings.HasPrefix(op, "not") || c == nil || same(q.Where, p) {
			continue
		}
		old, _ := pattern.AsLiteral()
		fits := m == excludeMode || m == onlyMode && slices.ContainsFunc(ed.index.Held(c), func(held string) bool {
			return fitsPattern(held, old) && slices.ContainsFunc(ed.scope().about(c), func(i int) bool {
				nowOp, _, now, ok := q.Where[i].AsBinary()
				v, _ := now.AsLiteral()
				return ok && strings.HasSuffix(nowOp, "like") && fitsPattern(held, v)
			})
		})
		if fits && q.AddPredicate(p) != nil {
			return false
		}
	}
	return true
}

// fitsPattern says whether a text fits a pattern of LIKE with wild cards at its ends.
func fitsPattern(text string, pattern any) bool {
	p, ok := pattern.(string)
	if !ok {
		return false
	}
	text, part := strings.ToLower(text), strings.ToLower(strings.Trim(p, "%"))
	switch open, end := strings.HasPrefix(p, "%"), strings.HasSuffix(p, "%"); {
	case open && end:
		return strings.Contains(text, part)
	case open:
		return strings.HasSuffix(text, part)
	case end:
		return strings.HasPrefix(text, part)
	}
	return text == part
}

// onlySuperlative says that a text is the greatest or the least of something, and no part of a name: "the longest".
func (ed *editor) onlySuperlative(text string) bool {
	words := strings.Fields(strings.ToLower(withoutOne(text)))
	if len(words) > 1 && words[0] == "the" {
		words = words[1:]
	}
	if len(words) != 1 || len(ed.index.Values(words[0])) > 0 {
		return false
	}
	items := ed.tag(words[0])
	return len(items) == 1 && items[0].Is(Superlative)
}

// put adds one condition.
func (ed *editor) put(c condition, m mode) bool {
	if c.negated && c.kind != nullCondition && m != includeMode {
		m = map[mode]mode{onlyMode: excludeMode, andMode: excludeMode, excludeMode: onlyMode}[m]
	}
	switch c.kind {
	case valueCondition:
		return ed.putValues(c, m)
	case compareCondition, betweenCondition:
		return ed.putNumber(c, m)
	case periodCondition:
		return ed.putPeriod(c, m)
	case matchCondition:
		return ed.putMatch(c, m)
	default:
		return ed.putNull(c, m)
	}
}

func (ed *editor) putValues(c condition, m mode) bool {
	switch m {
	case excludeMode:
		return ed.exclude(c.column, c.values)
	case andMode:
		if len(ed.scope().about(c.column)) == 0 && ed.leftOutLast() {
			return ed.exclude(c.column, c.values)
		}
		if q := ed.block(); len(measures(q)) > 0 && len(q.GroupBy) == 0 && !ed.excludes(c.column) {
			return ed.only(c.column, c.values) // one figure is asked for again, of other rows
		}
		return ed.include(c.column, c.values, true)
	case includeMode:
		return ed.include(c.column, c.values, false)
	}
	if m == onlyMode && ed.insteadWithin(c) {
		return true
	}
	if ed.alreadyOnly(c) {
		ed.note(fmt.Sprintf("only %s already", c.column.Name))
	}
	return ed.only(c.column, c.values)
}

// leftOutLast says that the last turn left rows out, and did no more: what is said beside it is left out as well.
func (ed *editor) leftOutLast() bool {
	if ed.last == nil || ed.earlier == "" {
		return false
	}
	words := utter(ed.earlier).words
	if !slices.ContainsFunc(words, func(w string) bool { return english.ApartWords[w] }) {
		return false
	}
	added := slices.DeleteFunc(slices.Clone(ed.block().Where), func(p statement.Expr) bool { return same(leftmost(ed.last).Where, p) })
	if len(added) != 1 {
		return false
	}
	now, ok := constraintOf(added[0])
	return ok && now.negated
}

// insteadWithin puts a value where one of its column is compared within a sub-query, and nowhere else.
func (ed *editor) insteadWithin(c condition) bool {
	if len(c.values) != 1 || len(ed.scope().about(c.column)) > 0 {
		return false
	}
	done, top := false, ed.block()
	everywhere(ed.query, func(q *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		if _, literal := r.AsLiteral(); !ok || !literal || op != "=" || q == top || (view{ed.index, q}).column(l) != c.column {
			return e
		}
		done = true
		return statement.Binary(op, l, c.values[0])
	})
	return done
}

// excludes says that rows are left out by the column's values.
func (ed *editor) excludes(c *schema.Column) bool {
	s := ed.scope()
	for _, i := range s.about(c) {
		if now, ok := constraintOf(s.query.Where[i]); ok && now.negated {
			return true
		}
	}
	return false
}

// alreadyOnly says that the first block asks for exactly these values.
func (ed *editor) alreadyOnly(c condition) bool {
	s := ed.scope()
	for _, i := range s.about(c.column) {
		now, ok := constraintOf(s.query.Where[i])
		if ok && !now.negated && len(minus(now.values, c.values)) == 0 && len(minus(c.values, now.values)) == 0 {
			return true
		}
	}
	return false
}

func (ed *editor) putNumber(c condition, m mode) bool {
	if m == includeMode {
		return c.kind == compareCondition && ed.letInBound(c)
	}
	if c.related != nil {
		return c.kind == compareCondition && ed.compareRelated(c, m)
	}
	if c.tally && len(ed.block().GroupBy) == 0 {
		return false // nothing is counted here
	}
	if c.tally && c.kind == compareCondition {
		if m == excludeMode {
			c.operator = complement(c.operator)
		}
		return ed.havingOf(statement.CountStar(), c.operator, c.values[0])
	}
	if c.column == nil && c.item < 0 && !c.tally && len(ed.block().GroupBy) == 0 {
		c.column = ed.bounded()
	}
	if c.column != nil && c.column.Type.Temporal() || c.item >= 0 && !ed.number(ed.block().Items[c.item].Expr) && ed.timeShown(c.item) {
		c.column, c.item = nil, -1 // no time is compared with a number: the figure of that time is
	}
	if c.column == nil && c.item < 0 {
		i, ok := ed.boundFigure()
		if c.column = ed.onlyMeasure(); !ok && c.column == nil {
			return false
		}
		if ok {
			c.item, c.column = i, nil
		}
	}
	if c.column == nil && !ed.opaque(c.item) {
		c.column, c.item = ed.scope().column(ed.block().Items[c.item].Expr), -1
	}
	if m == excludeMode {
		c.operator = complement(c.operator)
	}
	ed.asRatio(&c)
	if c.kind == betweenCondition {
		return m == onlyMode && ed.between(c)
	}
	if c.item >= 0 && !ed.block().Items[c.item].Expr.Aggregate() {
		return ed.compareItem(c.item, c.operator, c.values[0])
	}
	if c.item >= 0 {
		return ed.query.Set == nil && ed.having(c.item, c.operator, c.values[0])
	}
	return ed.compare(c.column, c.operator, c.values[0])
}

func complement(op string) string {
	return map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<", "=": "<>", "<>": "="}[op]
}

func (ed *editor) between(c condition) bool {
	if c.item >= 0 && !ed.block().Items[c.item].Expr.Aggregate() {
		return ed.compareItem(c.item, ">=", c.values[0]) && ed.compareItem(c.item, "<=", c.values[1])
	}
	if c.item >= 0 {
		return ed.having(c.item, ">=", c.values[0]) && ed.having(c.item, "<=", c.values[1])
	}
	return ed.eachBlock(c.column, func(s view, x statement.Expr) error {
		return s.replace(s.owner(c.column, x), statement.Between(x, c.values[0], c.values[1]))
	})
}

func (ed *editor) putMatch(c condition, m mode) bool {
	if m == includeMode {
		return false
	}
	return ed.eachBlock(c.column, func(s view, x statement.Expr) error {
		p := statement.Like(x, statement.Literal(c.pattern))
		if m == excludeMode {
			p = statement.NotLike(x, statement.Literal(c.pattern))
		}
		if m == onlyMode {
			return s.replaceEqual(s.owner(c.column, x), p)
		}
		return s.query.AddPredicate(p)
	})
}

func (ed *editor) putNull(c condition, m mode) bool {
	if m == includeMode {
		return false
	}
	negated := c.negated != (m == excludeMode)
	if _, here := ed.scope().ref(c.column); !here && (c.column.Key() || !c.column.Nullable) {
		return ed.belongs(c.column.Table, negated) // rows elsewhere are there or not
	}
	return ed.eachBlock(c.column, func(s view, x statement.Expr) error {
		p := statement.IsNull(x)
		if negated {
			p = statement.IsNotNull(x)
		}
		return s.query.AddPredicate(p)
	})
}

// ownKey is the column of the rows in force that goes by a text, or the key of theirs that leads to what goes by it; nil where none may be
// empty.
func (ed *editor) ownKey(text string) *schema.Column {
	root := ed.root()
	if root == nil {
		return nil
	}
	words := lemmasOf(contentWords(text))
	for _, c := range root.Columns {
		if c.Nullable && !c.Hidden && goesBy(c, words) {
			return c
		}
	}
	t, ok := ed.targets(text)
	if !ok || len(t) != 1 || t[0].entity == nil {
		return nil
	}
	for _, c := range ed.keysTo(t[0].entity) {
		if c.Table == root && c.Nullable {
			return c
		}
	}
	return nil
}

// missing keeps the rows without a value in the target, or with one.
func (ed *editor) missing(t target, present bool) bool {
	if len(t.columns) == 0 || t.item >= 0 && t.aggregate != "" || t.item < 0 && t.entity != nil && t.entity == ed.root() {
		return false
	}
	if c := t.columns[0]; flag(c) {
		return ed.put(condition{kind: valueCondition, column: c, item: -1, values: []statement.Expr{truth(c)}, negated: !present}, onlyMode)
	}
	return ed.putNull(condition{kind: nullCondition, column: t.columns[0], item: -1, negated: present}, onlyMode)
}

// releaseOrSay is releaseAll where the words say that a filter is to go: that there is none is said.
func (ed *editor) releaseOrSay(targets []target) bool {
	if !ed.releaseAll(targets) {
		ed.note(fmt.Sprintf("there is no filter on %s", targets[0].said))
	}
	return true
}

// releaseAll drops what is asked of the targets; at least one of them must be asked for something.
func (ed *editor) releaseAll(targets []target) bool {
	done := false
	for _, t := range targets {
		columns := t.columns
		if t.item >= 0 {
			if c := ed.scope().column(ed.block().Items[t.item].Expr); c != nil {
				columns = []*schema.Column{c}
			}
		}
		if t.entity != nil {
			columns = slices.Concat(ed.askedOf(t.entity), ed.keysTo(t.entity))
		}
		before := done
		for _, c := range columns {
			done = ed.release(c) || done
		}
		if c := ed.filteredOf(t.said, columns); done == before && c != nil {
			done = ed.release(c) || done
		}
		if ed.item(t) && ed.releaseHaving(t.item) {
			done = true
		}
	}
	return done
}

// askedOf are the columns of a table of which the query asks some value: which of its rows are meant. A bound on a figure or a time
// is no part of that.
func (ed *editor) askedOf(t *schema.Table) []*schema.Column {
	s := ed.scope()
	return slices.DeleteFunc(slices.Clone(t.Columns), func(c *schema.Column) bool {
		return !slices.ContainsFunc(s.about(c), func(i int) bool {
			_, ok := constraintOf(s.query.Where[i])
			return ok
		})
	})
}

// noBound drops the last bound on the groups, else the last comparison with a number.
func (ed *editor) noBound() bool {
	q := ed.block()
	for _, list := range [][]statement.Expr{q.Having, q.Where} {
		for _, p := range slices.Backward(list) {
			op, _, v, ok := p.AsBinary()
			if _, number := numberOf(v); ok && number && direction(op) != 0 {
				ed.saidRelaxed(p)
				return q.RemovePredicate(p) == nil
			}
		}
	}
	return false
}

func (ed *editor) item(t target) bool {
	return t.item >= 0 && ed.block().Items[t.item].Expr.Aggregate()
}

func (ed *editor) releaseHaving(item int) bool {
	q := ed.block()
	n := len(q.Having)
	q.Having = slices.DeleteFunc(q.Having, func(p statement.Expr) bool {
		found := false
		p.Walk(func(e statement.Expr) bool {
			found = found || e.Equal(q.Items[item].Expr)
			return !found
		})
		return found
	})
	return len(q.Having) < n
}

// unfiltered drops every condition on rows and groups.
func (ed *editor) unfiltered() bool {
	done := false
	for _, s := range ed.blocks() {
		done = done || len(s.query.Where) > 0 || len(s.query.Having) > 0
		s.query.Where, s.query.Having = nil, nil
	}
	if !done {
		ed.note("there is no filter to drop")
	}
	return true
}

// correct puts the targets where the last turn put others: its order, its groups, or the columns that it added.
func (ed *editor) correct(targets []target) bool {
	if ed.last == nil {
		return false
	}
	last := leftmost(ed.last)
	q := ed.block()
	switch {
	case !sameKeys(ed.last.OrderBy, ed.query.OrderBy) && len(ed.query.OrderBy) > 0:
		desc := ed.query.OrderBy[0].Desc
		for i := range targets {
			targets[i].desc, targets[i].sorted = desc, true
		}
		return ed.order(targets, false)
	case !sameExprs(last.GroupBy, q.GroupBy) && len(q.GroupBy) > 0:
		return ed.group(targets, false)
	}
	var added []int
	for i, item := range q.Items {
		if !slices.ContainsFunc(last.Items, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			added = append(added, i)
		}
	}
	if len(added) == 0 || len(added) == len(q.Items) {
		return false
	}
	for k := len(added) - 1; k >= 0; k-- {
		ed.dropItem(added[k])
	}
	return ed.add(targets)
}

func sameKeys(a, b []statement.Key) bool {
	return slices.EqualFunc(a, b, func(x, y statement.Key) bool { return x.Desc == y.Desc && x.Expr.Equal(y.Expr) })
}

// insteadOfValue puts a value in the place of the one that its column is compared with: "and Stockholm?" after Oslo.
func (ed *editor) insteadOfValue(text string) bool {
	list, lost := ed.conditions(text)
	if len(list) != 1 || lost > 0 || list[0].kind != valueCondition || list[0].negated {
		return false
	}
	s := ed.scope()
	for _, i := range s.about(list[0].column) {
		if now, ok := constraintOf(s.query.Where[i]); ok && !now.negated && len(now.values) == 1 {
			return ed.put(list[0], onlyMode)
		}
	}
	return false
}

// asksInstead says that the input is a question about another part of the data: "and last year?" after this year's months.
func (ed *editor) asksInstead() bool { return strings.HasSuffix(strings.TrimSpace(ed.said.input), "?") }

// figuresOfOnePeriod says that the query takes figures over one period, not one by one along the calendar: "and last year?"
// asks for them in another.
func (ed *editor) figuresOfOnePeriod(c *schema.Column) bool {
	q, s := ed.block(), ed.scope()
	if len(measures(q)) == 0 {
		return false
	}
	return !slices.ContainsFunc(q.GroupBy, func(key statement.Expr) bool { return s.subject(q.Meaning(key)) == c })
}

// asRatio brings numbers said in a hundred to a shown figure that is a part of one.
func (ed *editor) asRatio(c *condition) {
	if c.item < 0 || !ed.said.any(english.Hundredths) {
		return
	}
	x := ed.block().Items[c.item].Expr
	op, _, _, ratio := x.AsBinary()
	if !ratio || op != "/" || strings.Contains(x.SQL(), "100") {
		return
	}
	c.values = slices.Clone(c.values)
	for i, v := range c.values {
		if n, ok := numberOf(v); ok {
			c.values[i] = statement.Literal(n / 100)
		}
	}
}

// belongs keeps the rows that some row of t belongs to, or none.
func (ed *editor) belongs(t *schema.Table, some bool) bool {
	if ed.query.Set != nil {
		return false
	}
	q, ok := ed.scope().beside(t)
	if !ok {
		return false
	}
	q.Items = []statement.Item{{Expr: statement.Literal(int64(1))}}
	p := statement.Exists(q)
	if !some {
		p = statement.Not(p)
	}
	said := "without rows of %s"
	if some {
		said = "with rows of %s"
	}
	ed.understand(fmt.Sprintf(said, t.Name))
	return ed.block().AddPredicate(p) == nil
}

// boundFigure is the figure that a bare number is compared with: where several are shown, how many there are when the words say
// what a group has or that there are so many ("those with more than 10", "where there are at least 50"), else the measure in force.
func (ed *editor) boundFigure() (int, bool) {
	if i := ed.countShown(); i >= 0 && len(measures(ed.block())) > 1 && ed.said.any(english.HavingWords) {
		return i, true
	}
	if n := len(ed.operations); n > 0 && (ed.operations[n-1] == "add" || ed.operations[n-1] == "figure asked" || ed.operations[n-1] == "overall") {
		if last := len(ed.block().Items) - 1; ed.block().Items[last].Expr.Aggregate() {
			return last, true // what was added in the same breath
		}
	}
	return ed.measure()
}

// compareRelated compares how many rows of another table belong to a row: "which of those have more than one review".
func (ed *editor) compareRelated(c condition, m mode) bool {
	q, ok := ed.scope().beside(c.related)
	if !ok || ed.query.Set != nil {
		return false
	}
	operator := c.operator
	if m == excludeMode {
		operator = complement(operator)
	}
	q.Items = []statement.Item{{Expr: statement.CountStar()}}
	ed.understand(fmt.Sprintf("number of %s of each row", c.related.Name))
	return ed.block().AddPredicate(statement.Binary(operator, statement.Scalar(q), c.values[0])) == nil
}

// filteredOf is the one column that the query filters of a table that words name, where they were read as another of its columns:
// "any type" lifts the filter on what the types are called.
func (ed *editor) filteredOf(said string, columns []*schema.Column) *schema.Column {
	var found *schema.Column
	words := lemmasOf(strings.Fields(said))
	for _, read := range columns {
		if !slices.ContainsFunc(lemmasOf(read.Table.Words), func(w string) bool { return slices.Contains(words, w) }) {
			continue
		}
		for _, c := range read.Table.Columns {
			if len(ed.scope().about(c)) == 0 {
				continue
			}
			if found != nil && found != c {
				return nil
			}
			found = c
		}
	}
	return found
}

// mode is what feedback does with the rows that it names.
type mode uint8

const (
	onlyMode    mode = iota // keep these, instead of what the column had to be
	excludeMode             // leave these out
	includeMode             // let these in as well
	andMode                 // the same, or leave these out as well where others are left out
)

func (ed *editor) putPeriod(c condition, m mode) bool {
	if m == includeMode || m == andMode && len(ed.scope().about(c.column)) > 0 && !ed.figuresOfOnePeriod(c.column) && !ed.asksInstead() {
		return ed.widenPeriod(c)
	}
	ed.understand(relation(c.column, *c.period))
	return ed.eachBlock(c.column, func(s view, x statement.Expr) error {
		list := within(c.column, x, c.period, c.edge)
		if m == excludeMode {
			return s.query.AddPredicate(statement.Not(statement.And(list...)))
		}
		if err := s.dropParts(c.column); err != nil {
			return err
		}
		if len(list) == 1 && m == onlyMode && !ed.said.any(english.Instead) {
			return s.narrowTo(s.owner(c.column, x), list[0])
		}
		return s.replace(s.owner(c.column, x), list...)
	})
}
