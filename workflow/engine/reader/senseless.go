package reader

import (
	"math"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/compose"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file finds the queries that nobody asks for, whatever was said: a reading that comes to one of them is none.

// senseless says that a query is one.
func senseless(q *statement.Query) bool { return countsItself(q) || holdsNever(q) || mixesRows(q) }

// mixesRows says that a query shows whole rows beside a figure over all of them, which most databases refuse.
func mixesRows(q *statement.Query) bool {
	if q.Set != nil || len(q.GroupBy) > 0 {
		return false
	}
	whole, figure := false, false
	for _, it := range q.Items {
		_, star := it.Expr.AsStar()
		whole, figure = whole || star, figure || it.Expr.Aggregate()
	}
	return whole && figure
}

// holdsNever says that a condition leaves no value: from a year on and before the same one, as a month of it comes to in a column of years.
func holdsNever(q *statement.Query) bool {
	from := map[string]string{}
	var terms []statement.Expr
	for _, p := range q.Where {
		terms = append(terms, p.Terms()...)
	}
	for _, p := range terms {
		if op, left, right, ok := p.AsBinary(); ok && op == ">=" {
			from[left.SQL()] = right.SQL()
		}
	}
	return slices.ContainsFunc(terms, func(p statement.Expr) bool {
		op, left, right, ok := p.AsBinary()
		start, bounded := from[left.SQL()]
		return ok && op == "<" && bounded && start == right.SQL()
	})
}

// SortsOneRow says that a query puts all rows together and sorts what comes of it: the most was asked of something that the
// reading has no groups for.
func SortsOneRow(q *statement.Query) bool {
	return q.Set == nil && len(q.GroupBy) == 0 && len(q.OrderBy) > 0 && len(q.Items) > 0 && !slices.ContainsFunc(q.Items, func(it statement.Item) bool { return !it.Expr.Aggregate() })
}

// countsItself says that a query counts for each of some things how many of them there are, the key that it groups by or a copy of it, or
// how many different ones there are of what it keeps one of.
func countsItself(q *statement.Query) bool {
	same := func(a, b statement.Expr) bool {
		return a.Equal(b) || slices.ContainsFunc(q.From, func(s statement.Source) bool {
			return slices.ContainsFunc(s.On.Terms(), func(on statement.Expr) bool {
				op, l, r, ok := on.AsBinary()
				return ok && op == "=" && (l.Equal(a) && r.Equal(b) || l.Equal(b) && r.Equal(a))
			})
		})
	}
	return slices.ContainsFunc(q.Items, func(it statement.Item) bool {
		fn, args, _, distinct, ok := it.Expr.AsCall()
		if !ok || fn != "count" || !distinct || len(args) != 1 {
			return false
		}
		return slices.ContainsFunc(q.GroupBy, func(g statement.Expr) bool { return same(g, args[0]) }) || len(q.GroupBy) > 0 && slices.ContainsFunc(q.Where, func(w statement.Expr) bool {
			op, l, r, ok := w.AsBinary()
			_, literal := r.AsLiteral()
			return ok && op == "=" && literal && l.Equal(args[0])
		})
	})
}

// twoAtOnce says that a column must be two values at once.
func twoAtOnce(s *statement.Statement) bool {
	q, err := s.Query()
	if err != nil || q.Set != nil {
		return false
	}
	held := map[string]any{}
	return slices.ContainsFunc(q.Where, func(p statement.Expr) bool {
		op, left, right, _ := p.AsBinary()
		v, literal := right.AsLiteral()
		_, _, column := left.AsColumn()
		if op != "=" || !literal || !column {
			return false
		}
		was, again := held[left.SQL()]
		held[left.SQL()] = v
		return again && was != v
	})
}

// countsOne says that a query, or one in it, counts the rows of a table for each of them: the most common genre is not the genre of which
// there are most.
func (e *Engine) countsOne(q *statement.Query) bool {
	found := e.countsEach(q)
	for _, p := range q.Where {
		p.Walk(func(x statement.Expr) bool {
			inner, scalar := x.AsScalar()
			if !scalar {
				_, inner, _, scalar = x.AsInQuery()
			}
			found = found || scalar && e.countsOne(inner)
			return !found
		})
	}
	return found
}

func (e *Engine) countsEach(q *statement.Query) bool {
	if e.countsByKey(q) {
		return true
	}
	if len(q.From) != 1 || len(q.GroupBy) != 1 {
		return false
	}
	t := e.Index.Table(q.From[0].Table)
	_, name, column := q.GroupBy[0].AsColumn()
	if t == nil || !column || !tellsApart(t, name) {
		return false
	}
	counts := func(x statement.Expr) bool {
		fn, _, _, _, ok := x.AsCall()
		return ok && fn == "count"
	}
	return slices.ContainsFunc(q.Items, func(it statement.Item) bool { return counts(it.Expr) }) || slices.ContainsFunc(q.OrderBy, func(k statement.Key) bool { return counts(k.Expr) })
}

// countsByKey says that a query counts how many rows of a table have a key: "total of order 10248" asks for no number of orders.
func (e *Engine) countsByKey(q *statement.Query) bool {
	if len(q.From) != 1 || len(q.GroupBy) > 0 || len(q.Items) != 1 {
		return false
	}
	t := e.Index.Table(q.From[0].Table)
	fn, _, _, _, call := q.Items[0].Expr.AsCall()
	return t != nil && call && fn == "count" && slices.ContainsFunc(q.Where, func(p statement.Expr) bool {
		op, left, right, ok := p.AsBinary()
		_, name, column := left.AsColumn()
		_, literal := right.AsLiteral()
		key := t.PrimaryKey()
		return ok && op == "=" && column && literal && key != nil && strings.EqualFold(key.Name, name)
	})
}

// sortsLoosely says that groups are put in the order of a column of which a group has many values: months by an amount. The rows of a table that
// is grouped by any column of its own are not doubted.
func (e *Engine) sortsLoosely(q *statement.Query) bool {
	if q.Set != nil || len(q.GroupBy) == 0 {
		return false
	}
	return slices.ContainsFunc(q.OrderBy, func(k statement.Key) bool {
		if _, _, column := k.Expr.AsColumn(); !column {
			return false
		}
		_, of := e.ownerOf(q, k.Expr)
		return of != nil && q.ItemOf(k.Expr) < 0 && !slices.ContainsFunc(q.GroupBy, func(g statement.Expr) bool {
			_, grouped := e.ownerOf(q, g)
			return grouped == of || g.Equal(k.Expr)
		})
	})
}

// namesNobody says that an input asks who or which one it is, and that a statement shows nothing that tells: figures of groups, numbers,
// moments.
func (e *Engine) namesNobody(s *statement.Statement, items []tag.Item) bool {
	q, err := s.Query()
	if err != nil || q.Set != nil {
		return false
	}
	switch {
	case asksWho(items):
		return !slices.ContainsFunc(q.Items, func(it statement.Item) bool { return e.tellsWho(q, it.Expr, items) })
	case !asksFirst(items, "which"):
		return picks(q) && e.countsNames(q, items)
	}
	return picks(q) && (!slices.ContainsFunc(q.Items, func(it statement.Item) bool { return !it.Expr.Aggregate() }) || e.countsNames(q, items))
}

// picks says that a query keeps the first groups of an order.
func picks(q *statement.Query) bool {
	return len(q.GroupBy) > 0 && len(q.OrderBy) > 0 && !q.Limit.IsZero()
}

// asksWho says that an input asks for somebody.
func asksWho(items []tag.Item) bool { return asksFirst(items, "who") }

func asksFirst(items []tag.Item, word string) bool {
	return len(items) > 0 && (items[0].Lower == word || strings.HasPrefix(items[0].Lower, word+" "))
}

// countsNames says that a query takes the rows of one table by what they go by, which nobody named, and counts them: "which customers spent
// the most" asks for no name that many have.
func (e *Engine) countsNames(q *statement.Query, items []tag.Item) bool {
	if len(q.From) != 1 || len(q.GroupBy) != 1 {
		return false
	}
	t := e.Index.Table(q.From[0].Table)
	_, name, column := q.GroupBy[0].AsColumn()
	if t == nil || !column {
		return false
	}
	at := slices.IndexFunc(t.Label, func(c *schema.Column) bool { return strings.EqualFold(c.Name, name) })
	return at >= 0 && !slices.ContainsFunc(items, func(it tag.Item) bool {
		return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == t.Label[at] })
	})
}

// tellsWho says that what is shown may tell who somebody is: every column of people, firms or what an input names, a column that it names, or
// one of text that is not what other things go by.
func (e *Engine) tellsWho(q *statement.Query, shown statement.Expr, items []tag.Item) bool {
	of, name, column := shown.AsColumn()
	whole := false
	if !column {
		if of, whole = shown.AsStar(); !whole {
			return false
		}
	}
	return slices.ContainsFunc(q.From, func(src statement.Source) bool {
		t := e.Index.Table(src.Table)
		if of != "" && !strings.EqualFold(of, src.Name()) || t == nil {
			return t == nil // of a query within, which is not looked into
		}
		folk := t.Party() || slices.ContainsFunc(items, func(it tag.Item) bool {
			named, score := it.BestTable()
			return named == t && score >= tag.StrongName
		})
		return whole && (folk || !t.Named() && q.Limit.IsZero() && !e.ofPeople(t)) || slices.ContainsFunc(t.Columns, func(c *schema.Column) bool {
			named := func(it tag.Item) bool {
				return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == c && m.Exact() })
			}
			text := !c.Type.Temporal() && !c.Type.Numeric() && !c.Key() && (folk || !slices.Contains(t.Label, c))
			return strings.EqualFold(c.Name, name) && (text || slices.ContainsFunc(items, named))
		})
	})
}

// ofPeople says that rows belong to people whom another table names, and name nobody themselves.
func (e *Engine) ofPeople(t *schema.Table) bool {
	if slices.ContainsFunc(t.Columns, func(c *schema.Column) bool { return c.Has("name") && c.Type == db.Text }) {
		return false
	}
	return slices.ContainsFunc(e.Index.Graph.Of(t), func(k *schema.Edge) bool {
		return k.From == t && k.To != t && k.To.Personal() && len(k.To.Label) > 0
	})
}

// tellsApart says that no two rows of a table have the same of a column, which is their key or what they go by.
func tellsApart(t *schema.Table, name string) bool {
	if key := t.PrimaryKey(); key != nil && strings.EqualFold(key.Name, name) {
		return true
	}
	return slices.ContainsFunc(t.Label, func(c *schema.Column) bool {
		return strings.EqualFold(c.Name, name) && c.Complete && c.Distinct > 1 && int64(c.Distinct) == t.Rows
	})
}

// leastYear is the least number that is a year.
const leastYear = 1000

// noYear says that a column of years is compared with a number that is none: "two or more churches opened" speaks of churches.
func noYear(c *schema.Column, values []any) bool {
	return c != nil && c.Year && slices.ContainsFunc(values, func(v any) bool {
		switch n := v.(type) {
		case int64:
			return n < leastYear
		case float64:
			return n < leastYear
		}
		return false
	})
}

// absurd says that a reading of the rules asks what nobody asks, or takes one word for two things.
func (q *Ranked) absurd(items []tag.Item) bool {
	noYears := slices.ContainsFunc(q.Filters, func(f *reading.Filter) bool {
		return f.Left.Aggregate == reading.None && noYear(f.Left.Column, f.Values)
	})
	bySecond := slices.ContainsFunc(q.Groups, func(o reading.Operand) bool { return o.Grain == "second" }) // "every second product"
	return noYears || bySecond || q.numbersAmiss(items) || q.addsKeys() || q.addsForCount(items) || q.namedByItsExtreme(items) || q.leavesTotal(items) || q.sumsTheirs(items) || q.piecesForWorth(items)
}

// numbersAmiss says that a number is compared with a column that it cannot be one of: a fraction with what only tells rows apart, any number
// with words, more or less with a key that was not called one, and how many rows there are of another table, which is named right behind it,
// with anything but their number.
func (q *Ranked) numbersAmiss(items []tag.Item) bool {
	return slices.ContainsFunc(q.Filters, func(f *reading.Filter) bool {
		c := f.Left.Column
		if c == nil || f.Left.Aggregate != reading.None || f.Sub != nil || len(f.Values) == 0 {
			return false
		}
		if slices.ContainsFunc(f.Values, func(v any) bool { return holdsNoNumber(c, f.Operator, v) }) {
			return true
		}
		return f.Operator == "between" && countsBehind(items, c) || boundsKey(f, items)
	})
}

// holdsNoNumber says that a value is a number that a column cannot hold: a fraction of a key, or any where all that it holds are words.
func holdsNoNumber(c *schema.Column, op string, v any) bool {
	n, fraction := v.(float64)
	_, whole := v.(int64)
	if !fraction && !whole {
		return false
	}
	words := c.Type == db.Text && !c.Numeric && c.Metric == nil && c.Condition == nil
	return fraction && c.Key() && n != math.Trunc(n) || words && (orders(op) || op == "=" && c.Complete && c.Distinct > 0)
}

// boundsKey says that a number bounds what refers to rows of another table, which has no more and no less, though nobody said that it is a
// number: "a host city after 2010".
func boundsKey(f *reading.Filter, items []tag.Item) bool {
	c := f.Left.Column
	if c.Role != schema.Reference || c.Year || !orders(f.Operator) {
		return false
	}
	_, text := f.Values[0].(string)
	return !text && !slices.ContainsFunc(items, func(it tag.Item) bool {
		return reading.SaysKey(&it) && slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == c })
	})
}

// orders says that a comparison asks for more or less.
func orders(op string) bool { return op == "between" || op != "<>" && (op[0] == '<' || op[0] == '>') }

// countsBehind says that two numbers that "have" leads up to stand before what the rows of another table are called: "have between 10 and 80
// tracks".
func countsBehind(items []tag.Item, c *schema.Column) bool {
	for i := 2; i+1 < len(items); i++ {
		if !items[i].HasNumber || !slices.ContainsFunc(items[:i], func(it tag.Item) bool { return english.HavingWords[it.Lower] }) {
			continue
		}
		next := &items[i+1]
		if t, score := next.BestTable(); t != nil && score >= tag.StrongName && reading.Plural(next) && !c.Has(schema.Lemma(next.Lower)) {
			return true
		}
	}
	return false
}

// addsKeys says that numbers which tell things apart are added up or averaged.
func (q *Ranked) addsKeys() bool {
	return slices.ContainsFunc(q.Items, func(o reading.Operand) bool {
		return (o.Aggregate == reading.Sum || o.Aggregate == reading.Average) && o.Column != nil && (o.Column.Key() || o.Column.Dialled())
	})
}

// addsForCount says that "how many" stands before what the rows are, and that a column is added up that is no number of them: "how many
// payments" asks for no payment amount.
func (q *Ranked) addsForCount(items []tag.Item) bool {
	if len(q.Items) != 1 || q.Items[0].Aggregate != reading.Sum || q.Items[0].Column == nil {
		return false
	}
	c := q.Items[0].Column
	for i := 0; i+1 < len(items); i++ {
		if first := schema.Words(items[i+1].Lower); items[i].Is(tag.Count) && len(first) > 0 {
			w := schema.Lemma(first[0])
			return slices.Contains(c.Table.Words, w) && (!c.Has(w) || !numbersOf(c, w))
		}
	}
	return false
}

// countsOver says that "how many" was asked, and that a column is added up once for each of several rows that a join brings for one of its own.
func (e *Engine) countsOver(q Ranked, items []tag.Item) bool {
	asked := slices.ContainsFunc(items, func(it tag.Item) bool { return it.Is(tag.Count) })
	return asked && slices.ContainsFunc(q.Items, func(o reading.Operand) bool {
		return o.Aggregate == reading.Sum && o.Column != nil && o.Column.Metric == nil && question.Multiplier(o.Column.Table, q.Reading, e.Index.Graph) != nil
	})
}

// numbersOf says that a column of such a name holds how many there are of something.
func numbersOf(c *schema.Column, thing string) bool {
	head := c.Words[len(c.Words)-1]
	return head == thing || slices.ContainsFunc(c.Words, func(w string) bool { return english.CountNouns[w] })
}

// namedByItsExtreme says that the largest is asked of a column which has that word in its name, and that it was said once: the "max page
// size" is the column.
func (q *Ranked) namedByItsExtreme(items []tag.Item) bool {
	return slices.ContainsFunc(q.Items, func(o reading.Operand) bool {
		word := map[reading.Aggregate]string{reading.Maximum: "max", reading.Minimum: "min"}[o.Aggregate]
		if word == "" || o.Column == nil || !slices.ContainsFunc(o.Column.Words, func(w string) bool { return strings.HasPrefix(w, word) }) {
			return false
		}
		said := 0
		for i := range items {
			said += strings.Count(items[i].Lower, word)
		}
		return said < 2
	})
}

// sumsTheirs says that things were asked for with a figure of theirs, and that one figure over all of them is shown: "orders with their revenue".
func (q *Ranked) sumsTheirs(items []tag.Item) bool {
	if len(q.Groups) > 0 || len(q.Items) == 0 || slices.ContainsFunc(q.Items, func(o reading.Operand) bool {
		return o.Aggregate == reading.None && (o.Column == nil || o.Column.Metric == nil)
	}) {
		return false
	}
	for i := 1; i+1 < len(items); i++ {
		if items[i-1].Is(tag.With) && items[i].Is(tag.Their) && items[i+1].Mention() || strings.HasPrefix(items[i].Lower, "with their ") {
			return true
		}
	}
	return false
}

// piecesForWorth says that pieces in stock are added up or listed where their value was asked for, which what one of them costs tells.
func (q *Ranked) piecesForWorth(items []tag.Item) bool {
	worth := slices.ContainsFunc(items, func(it tag.Item) bool { return english.WorthWords[it.Lower] || strings.HasSuffix(it.Lower, " value") })
	return worth && slices.ContainsFunc(q.Items, func(o reading.Operand) bool {
		return o.Column != nil && compose.StockWorth(o.Column) && !slices.ContainsFunc(o.Column.Words, func(w string) bool { return english.WorthWords[w] })
	})
}

// leavesTotal says that the total amount of several things was asked for, and that nothing is added up or counted.
func (q *Ranked) leavesTotal(items []tag.Item) bool {
	figures := slices.ContainsFunc(q.Items, func(o reading.Operand) bool { return o.Aggregate != reading.None })
	for i := 0; !figures && i+2 < len(items); i++ {
		things := &items[i+2]
		if t, sure := things.BestTable(); strings.HasPrefix(items[i].Lower, "total ") && items[i+1].Is(tag.Of) && t != nil && sure >= tag.StrongName && reading.Plural(things) {
			return true
		}
	}
	return false
}

// countsTwice says that the rows of a table are counted, and beside that how many of them another table refers to.
func countsTwice(list []meaning.Term, g *schema.Graph) bool {
	counted := map[*schema.Table]bool{}
	return slices.ContainsFunc(list, func(t meaning.Term) bool {
		if t.Kind != meaning.Count || len(t.Where) > 0 {
			return false
		}
		of := tableCounted(t, g)
		again := of != nil && counted[of]
		counted[of] = true
		return again
	})
}

// tableCounted is the table whose rows a number is one of: those that a column refers to, where its different values are counted.
func tableCounted(t meaning.Term, g *schema.Graph) *schema.Table {
	if !t.Distinct || len(t.Args) != 1 || t.Args[0].Column == nil {
		return t.Of
	}
	c := t.Args[0].Column
	for _, e := range g.Of(c.Table) {
		if e.From == c.Table && len(e.FromColumns) == 1 && e.FromColumns[0] == c {
			return e.To
		}
	}
	return nil
}

// byNoTotal says that things whose lines alone tell what they come to are put in the order of a number that nobody named, or compared by
// one, of another table or added to what they come to: the most expensive order is not the one with the line of the highest price, nor the
// one of the highest freight.
func (e *Engine) byNoTotal(q Ranked, items []tag.Item) bool {
	unnamed := func(o reading.Operand) bool {
		c := o.Column
		if c == nil || o.Aggregate != reading.None || c.Role != schema.Measure || c.Metric != nil {
			return false
		}
		whole := func(it tag.Item) bool {
			t, score := it.BestTable()
			return t != nil && score >= tag.StrongName && (c.Table != t || c.Has(english.AddedTo...)) && compose.Telling(e.Index, t) != nil
		}
		return slices.ContainsFunc(items, whole) && !slices.ContainsFunc(items, func(it tag.Item) bool {
			return slices.ContainsFunc(it.Matches, func(m schema.Match) bool { return m.Column == c && m.Exact() })
		})
	}
	ordered := len(q.Groups) == 0 && len(q.Orders) > 0 && unnamed(q.Orders[0].Operand)
	return ordered || slices.ContainsFunc(q.Filters, func(f *reading.Filter) bool { return f.Sub == nil && unnamed(f.Left) })
}
