package likeness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"parley/db"
)

func table(columns string, rows ...string) *Table {
	t := &Table{Columns: strings.Fields(columns)}
	for _, r := range rows {
		t.Rows = append(t.Rows, strings.Fields(r))
	}
	return t
}

func TestDiffer(t *testing.T) {
	t.Parallel()
	want := table("kind n", "pear 3", "plum 2", "fig 2")
	for _, c := range []struct {
		name    string
		got     *Table
		ordered bool
		differ  string
	}{
		{"the same", table("kind n", "pear 3", "plum 2", "fig 2"), true, ""},
		{"columns turned round, and one more", table("n id kind", "3 1 pear", "2 2 plum", "2 3 fig"), true, ""},
		{"another order that does not matter", table("kind n", "fig 2", "pear 3", "plum 2"), false, ""},
		{"another order that does", table("kind n", "fig 2", "pear 3", "plum 2"), true, "another order"},
		{"the same values in other rows", table("kind n", "pear 2", "plum 3", "fig 2"), false, "in other rows"},
		{"fewer rows", table("kind n", "pear 3"), false, "1 row, where 3 were verified"},
		{"fewer columns", table("kind", "pear", "plum", "fig"), false, "1 columns, where 2 were verified"},
		{"another figure", table("kind n", "pear 3", "plum 2", "fig 1"), false, "no column has the values of n"},
		{"too many to compare", &Table{Columns: want.Columns, Rows: want.Rows[:1], Cut: true}, false, "more than 3 rows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := Differ(want, c.got, c.ordered); (got == "") != (c.differ == "") || !strings.Contains(got, c.differ) {
				t.Errorf("differs by %q, want %q", got, c.differ)
			}
		})
	}
}

func TestRules(t *testing.T) {
	t.Parallel()
	want := table("kind n", "pear 5", "plum 4", "fig 3", "lime 2").Rows
	for _, c := range []struct {
		name string
		rule Rule
		got  [][]string
		same bool
	}{
		{"further columns", Rule{}, table("id n kind", "4 2 lime", "1 5 pear", "2 4 plum", "3 3 fig").Rows, true},
		{"further columns where none are taken", Rule{Exactly: true}, table("id n kind", "1 5 pear", "2 4 plum", "3 3 fig", "4 2 lime").Rows, false},
		{"a value in another column of its row", Rule{}, table("kind n", "5 pear", "plum 4", "fig 3", "lime 2").Rows, false},
		{"an open list that ends sooner", Rule{Open: true}, want[:3], true},
		{"an open list of two", Rule{Open: true}, want[:2], false},
		{"an open list in another order", Rule{Open: true}, [][]string{want[1], want[0], want[2]}, false},
		{"an open list that goes on", Rule{Open: true}, append(slices.Clone(want), []string{"fig", "1"}), true},
		{"a row twice", Rule{}, append(slices.Clone(want), want[0]), false},
		{"no rows", Rule{}, nil, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			if got := c.rule.Same(want, c.got); got != c.same {
				t.Errorf("same: %v, want %v", got, c.same)
			}
		})
	}
	if !(Rule{Ordered: true}).Same(nil, nil) {
		t.Error("no rows are not the same as no rows")
	}
	if (Rule{}).Same(table("a b", "1 1", "2 2").Rows, table("a c", "1 2", "2 1").Rows) {
		t.Error("one column stands for two")
	}
}

// A column is found wherever it stands, also among many that hold the same values in other rows.
func TestColumnsAreFoundAmongManyAlike(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	const rows, width = 400, 12
	want := make([][]string, rows)
	for i := range want {
		for c := range width {
			want[i] = append(want[i], fmt.Sprint((i/(c+1))%2))
		}
	}
	turned := r.Perm(width)
	got := make([][]string, rows)
	for i, k := range r.Perm(rows) {
		for _, c := range turned {
			got[i] = append(got[i], want[k][c])
		}
	}
	if !(Rule{}).Same(want, got) {
		t.Error("the rows are not found again")
	}
	got[0][0] = map[string]string{"0": "1", "1": "0"}[got[0][0]]
	if (Rule{}).Same(want, got) {
		t.Error("a changed cell is not seen")
	}
}

func TestWritings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		write Writing
		a, b  db.Value
		same  bool
	}{
		{Full, 0.1 + 0.2, 0.3, true},
		{Full, int64(1), 1.001, false},
		{Full, int64(3), db.Exact("3.00"), true},
		{Full, nil, "", false},
		{Full, int64(1234567), int64(1234568), false},
		{Digits, 1234567.1, 1234567.2, true},
		{Digits, 0.5, 0.51, false},
		{Digits, nil, "", true},
		{Cents, 12.344, db.Exact("12.3399"), true},
		{Cents, 0.12, 0.13, false},
		{Cents, "2024-05", db.Exact("2024-05-01"), true},
		{Cents, "2024-Q2", db.Exact("2024-04-01 00:00:00+00"), true},
		{Cents, "2024-05-01 00:00:00", "2024-05-01 10:00:00", false},
		{Cents, "7", int64(7), false},
	} {
		if got := c.write(c.a) == c.write(c.b); got != c.same {
			t.Errorf("%v and %v: the same %v, want %v", c.a, c.b, got, c.same)
		}
	}
}

func TestOrders(t *testing.T) {
	t.Parallel()
	for sql, want := range map[string]bool{
		"SELECT a FROM t ORDER BY a":                              true,
		"select a from t order\n  by (a)":                         true,
		"SELECT a FROM (SELECT a FROM t ORDER BY b)":              false,
		"SELECT row_number() OVER (ORDER BY a) FROM t":            false,
		"SELECT 'order by (' FROM t":                              false,
		`SELECT "order by" FROM t WHERE a = ')'`:                  false,
		"SELECT a FROM t WHERE b = '(' ORDER BY a":                true,
		"SELECT a FROM t WHERE b IN (SELECT c FROM u) ORDER BY a": true,
	} {
		if Orders(sql) != want {
			t.Errorf("%s: %v, want %v", sql, !want, want)
		}
	}
}
