package judgement

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// weighGrain finds sums and averages that count rows more than once: of a column whose table is joined, in the same
// SELECT, with one that holds several rows for each of its own.
func (b *bench) weighGrain(q *statement.Query) {
	b.grainOf(q, 0)
}

func (b *bench) grainOf(q *statement.Query, depth int) {
	if q == nil || depth > deepest {
		return
	}
	if q.Set != nil {
		b.grainOf(q.Set.Left, depth+1)
		b.grainOf(q.Set.Right, depth+1)
	}
	for _, name := range q.CTEs() {
		b.grainOf(q.CTE(name), depth+1)
	}
	in := &scope{tables: map[string]*schema.Table{}}
	for _, s := range q.From {
		b.grainOf(s.Query, depth+1)
		if t := b.index.Table(s.Table); t != nil && s.Query == nil {
			in.tables[strings.ToLower(s.Name())] = t
		}
	}
	if len(in.tables) < 2 {
		return
	}
	for _, item := range q.Items {
		b.grainOfItem(item.Expr, q, in)
	}
}

// grainOfItem looks at the sums and averages in one expression.
func (b *bench) grainOfItem(e statement.Expr, q *statement.Query, in *scope) {
	s := scanner{index: b.index}
	e.Walk(func(x statement.Expr) bool {
		name, args, _, distinct, ok := x.AsCall()
		if !ok || distinct || len(args) == 0 || name != "sum" && name != "avg" {
			return true
		}
		var owners []*schema.Table
		for _, column := range args[0].Columns() {
			if c := s.resolve(column, in); c != nil {
				owners = append(owners, c.Table)
			}
		}
		if many := b.multiplied(owners, q, in); many != nil {
			b.note("parts: a sum that counts rows more than once", 1)
			b.doubt(true, Repeats, "", fmt.Sprintf("%s counts a row once for each row of %s that belongs to it", x.SQL(), many.Name))
		}
		return true
	})
}

// multiplied is a table that holds several rows for one of each owner; nil when there is none.
func (b *bench) multiplied(owners []*schema.Table, q *statement.Query, in *scope) *schema.Table {
	if len(owners) == 0 {
		return nil
	}
	joined := joinedColumns(b.index, q, in)
	reached := map[*schema.Table]bool{}
	for _, t := range owners {
		reached[t] = true
	}
	for grown := true; grown; {
		grown = false
		for _, j := range joined {
			if reached[j[0].Table] == reached[j[1].Table] {
				continue
			}
			from, to := j[0], j[1]
			if reached[to.Table] {
				from, to = to, from
			}
			if !unique(to) && unique(from) && !slices.Contains(owners, to.Table) {
				return to.Table
			}
			if unique(to) {
				reached[to.Table], grown = true, true
			}
		}
	}
	return nil
}

// joinedColumns are the pairs of columns that the query's joins set equal.
func joinedColumns(x *schema.Index, q *statement.Query, in *scope) [][2]*schema.Column {
	s := scanner{index: x}
	var out [][2]*schema.Column
	pair := func(e statement.Expr) {
		op, l, r, ok := e.AsBinary()
		if !ok || op != "=" {
			return
		}
		if a, b := s.resolve(l, in), s.resolve(r, in); a != nil && b != nil && a.Table != b.Table {
			out = append(out, [2]*schema.Column{a, b})
		}
	}
	for i, source := range q.From {
		for _, term := range source.On.Terms() {
			pair(term)
		}
		for _, name := range source.Using {
			out = append(out, sharedColumns(q.From[:i], source, name, in)...)
		}
	}
	for _, term := range q.Where {
		pair(term)
	}
	return out
}

// sharedColumns pairs the column of a source with that of the same name of one before it.
func sharedColumns(before []statement.Source, source statement.Source, name string, in *scope) [][2]*schema.Column {
	t := in.tables[strings.ToLower(source.Name())]
	if t == nil || t.Column(name) == nil {
		return nil
	}
	for _, other := range before {
		if o := in.tables[strings.ToLower(other.Name())]; o != nil && o != t && o.Column(name) != nil {
			return [][2]*schema.Column{{o.Column(name), t.Column(name)}}
		}
	}
	return nil
}

// unique says whether no two rows share a value of the column, as far as keys and rows tell.
func unique(c *schema.Column) bool {
	whole := c.Whole && c.Nulls == 0 && c.Looked > 1 && int64(c.Distinct) == c.Looked
	return whole || c.Unique || len(c.Table.Primary) == 1 && strings.EqualFold(c.Table.Primary[0], c.Name)
}
