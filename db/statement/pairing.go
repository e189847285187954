package statement

import (
	"slices"
	"strings"
)

// Terms, items and keys of two queries are paired by rules, the strict ones first. A rule gives each expression a mark, so
// that only expressions of one mark are held against each other and a list of thousands costs no more than its length.

// pair is a part before and the part after that took its place; nil where there is none.
type pair struct{ before, after *Expr }

// candidate is an expression that waits for its pair.
type candidate struct {
	Expr
	place   int // in its list
	columns []Expr
}

func candidates(list []Expr) []candidate {
	out := make([]candidate, len(list))
	for i, e := range list {
		out[i] = candidate{Expr: e, place: i, columns: e.Columns()}
	}
	return out
}

// columnNames is equal for expressions whose columns have the same names, tables left out; empty where there is no column.
func (c candidate) columnNames() string {
	names := make([]string, len(c.columns))
	for i, x := range c.columns {
		_, name, _ := x.AsColumn()
		names[i] = strings.ToLower(name)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\x00")
}

// pairRule says which expression before and which after are a pair.
type pairRule struct {
	// mark is equal for the two of a pair; what has the mark "" has no pair.
	mark func(candidate) string
	// fits decides about two of the same mark; nil takes every two.
	fits func(b, a candidate) bool
}

// take pairs by the rule, each with the first that fits, and returns what is left of both sides.
func (r pairRule) take(before, after []candidate) (restB, restA []candidate, taken [][2]candidate) {
	if len(before) == 0 || len(after) == 0 {
		return before, after, nil
	}
	waiting := map[string][]int{}
	for i, a := range after {
		if m := r.mark(a); m != "" {
			waiting[m] = append(waiting[m], i)
		}
	}
	gone := make([]bool, len(after))
	for _, b := range before {
		m := r.mark(b)
		k := slices.IndexFunc(waiting[m], func(i int) bool { return r.fits == nil || r.fits(b, after[i]) })
		if k < 0 {
			restB = append(restB, b)
			continue
		}
		i := waiting[m][k]
		gone[i] = true
		waiting[m] = slices.Delete(waiting[m], k, k+1)
		taken = append(taken, [2]candidate{b, after[i]})
	}
	for i, a := range after {
		if !gone[i] {
			restA = append(restA, a)
		}
	}
	return restB, restA, taken
}

// pairs says that the rule makes a pair of two.
func (r pairRule) pairs(before, after Expr) bool {
	_, _, taken := r.take(candidates([]Expr{before}), candidates([]Expr{after}))
	return len(taken) > 0
}

// pairUp leaves out what is on both sides, then pairs what is left by the first rule that fits; the rest stay alone.
func (f *finder) pairUp(before, after []Expr, rules ...pairRule) []pair {
	b, a, _ := sameKey(f.folds()).take(candidates(before), candidates(after))
	b, a, _ = sameButForTables.take(b, a)
	var out []pair
	for _, r := range rules {
		var taken [][2]candidate
		b, a, taken = r.take(b, a)
		for _, t := range taken {
			out = append(out, pair{&t[0].Expr, &t[1].Expr})
		}
	}
	for i := range b {
		out = append(out, pair{before: &b[i].Expr})
	}
	for i := range a {
		out = append(out, pair{after: &a[i].Expr})
	}
	return out
}

// sameKey pairs what is the same.
func sameKey(fold bool) pairRule {
	return pairRule{mark: func(c candidate) string { return key(c.node, fold) }}
}

var (
	// sameButForTables pairs expressions that differ only in that one leaves a column's table out.
	sameButForTables = pairRule{
		mark: func(c candidate) string {
			if len(c.columns) == 0 {
				return ""
			}
			return bareKey(c.node)
		},
		fits: func(b, a candidate) bool { return slices.EqualFunc(b.columns, a.columns, sameColumn) },
	}
	// ofSameColumns pairs expressions about the same columns.
	ofSameColumns = pairRule{mark: candidate.columnNames, fits: coverEachOther}
	// sameComparison pairs predicates that compare the same columns in the same way.
	sameComparison = pairRule{
		mark: func(c candidate) string {
			op, _, _, ok := c.AsBinary()
			names := c.columnNames()
			if !ok || names == "" {
				return ""
			}
			return op + "\x00" + names
		},
		fits: coverEachOther,
	}
	// changedItem pairs computed columns over the same columns of tables; two plain columns are never each other's change.
	changedItem = pairRule{
		mark: func(c candidate) string {
			if _, _, plain := c.AsColumn(); plain {
				return ""
			}
			return c.columnNames()
		},
		fits: coverEachOther,
	}
	// otherAggregate pairs an aggregate without columns, as count(*), with another aggregate.
	otherAggregate = pairRule{
		mark: func(c candidate) string {
			if !c.Aggregate() {
				return ""
			}
			return "aggregate"
		},
		fits: func(b, _ candidate) bool { return len(b.columns) == 0 },
	}
)

// sameAround pairs predicates that have one subquery each and differ in nothing else.
func sameAround(fold bool) pairRule {
	return pairRule{mark: func(c candidate) string {
		if onlySubquery(c.Expr) == nil {
			return ""
		}
		return key(around(c.Expr).node, fold)
	}}
}

// coverEachOther says that each column of either is one of the other's.
func coverEachOther(x, y candidate) bool {
	return covers(x.columns, y.columns) && covers(y.columns, x.columns)
}

func covers(list, in []Expr) bool {
	return !slices.ContainsFunc(list, func(c Expr) bool {
		return !slices.ContainsFunc(in, func(d Expr) bool { return sameColumn(c, d) })
	})
}
