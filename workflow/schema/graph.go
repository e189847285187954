package schema

import (
	"container/heap"
	"slices"
	"strings"

	"parley/db"
)

// Edge joins two tables on equal columns, pairwise. From holds the key's copy, To the key itself.
type Edge struct {
	From, To    *Table
	FromColumns []*Column
	ToColumns   []*Column
	// Declared says that the database declares the key; otherwise names and types suggest it.
	Declared bool
	// Preferred says that a person told the key: it goes before others of the same tables.
	Preferred bool
	// Inferred says that nobody declared the key, and that the rows bear it out: it is told as inferred wherever it is shown.
	Inferred bool
	// Shared says that nothing but a name in common speaks for the join: it goes once keys join the tables.
	Shared bool
	// Part are the words of the key's copy that say which part the row plays: billing of billing_address_id. Nil for none, and
	// for a declared key of which nobody told it.
	Part []string
}

// Sure says that the key is declared, or that the rows bear it out.
func (e *Edge) Sure() bool { return e.Declared || e.Inferred }

// leadsToKin says that a column by itself refers to other rows of its own table.
func (g *Graph) leadsToKin(c *Column) bool {
	return slices.ContainsFunc(g.Of(c.Table), func(e *Edge) bool {
		return e.From == e.To && len(e.FromColumns) == 1 && e.FromColumns[0] == c
	})
}

// Other is the edge's table that is not t.
func (e *Edge) Other(t *Table) *Table {
	if e.From == t {
		return e.To
	}
	return e.From
}

// Graph is the tables and the keys between them.
type Graph struct {
	Edges []*Edge
	at    [][]*Edge // by table id
	// distances are the numbers of joins from a table to each, by its ID; -1 for none.
	distances perTable[[]int8]
	ways      perTable[map[*Table]*Edge]
	referring perTable[[]*Table]
}

// Of are the edges of a table, in the catalogue's order.
func (g *Graph) Of(t *Table) []*Edge { return g.at[t.ID] }

// refersOn says that rows of the table refer to others, by keys that are sure.
func (g *Graph) refersOn(t *Table) bool {
	return slices.ContainsFunc(g.at[t.ID], func(e *Edge) bool { return e.From == t && e.Sure() })
}

// Between gives the edges that join two tables directly.
func (g *Graph) Between(a, b *Table) []*Edge {
	var out []*Edge
	for _, e := range g.at[a.ID] {
		if e.Other(a) == b {
			out = append(out, e)
		}
	}
	return out
}

func newGraph(x *Index) *Graph {
	g := &Graph{at: make([][]*Edge, len(x.Tables))}
	for _, t := range x.Tables {
		for i := range t.Foreign {
			g.declare(x, t, i)
		}
	}
	targets := targetsOf(x)
	for _, t := range x.Tables {
		g.infer(targets, t)
	}
	g.share(x.Tables)
	return g
}

// share joins tables that no keys connect over a column of the same name and type, where no more than one column is
// shared: the list of pupils and the teachers of each classroom. Whatever else is known of the keys is forgotten.
func (g *Graph) share(tables []*Table) {
	g.forget()
	if len(tables) > sharedTables {
		return
	}
	var shared []*Edge
	for i, a := range tables {
		for _, b := range tables[i+1:] {
			if g.Distance(a, b) >= 0 {
				continue
			}
			if from, to := sharedColumn(a, b); from != nil {
				if from.keyBeside(b) {
					from, to = to, from
				}
				shared = append(shared, &Edge{From: from.Table, To: to.Table, FromColumns: []*Column{from}, ToColumns: []*Column{to}, Shared: true})
			}
		}
	}
	for _, e := range shared {
		g.add(e)
	}
	g.forget()
}

// sharedTables is up to how many tables shared columns are looked for.
const sharedTables = 60

// sharedColumn is the one column that two tables share by name and type, in each; nil when there is none or several.
func sharedColumn(a, b *Table) (from, to *Column) {
	for _, c := range a.Columns {
		d := b.Column(c.Name)
		if d == nil || !c.tellsApart() || !d.tellsApart() || d.Type.Numeric() != c.Type.Numeric() || commonplace[c.Words[len(c.Words)-1]] {
			continue
		}
		if from != nil {
			return nil, nil
		}
		from, to = c, d
	}
	return from, to
}

// tellsApart says that a column may hold what rows of another table are known by: no yes or no, no time, no amount.
func (c *Column) tellsApart() bool {
	switch c.Type {
	case db.Integer, db.Text, db.Unknown, db.Other:
		return !c.flagName() && !(c.Complete && c.Distinct <= 2)
	}
	return false
}

// commonplace are last words of columns that many tables have for themselves.
var commonplace = wordsOf("commonplace")

func (g *Graph) declare(x *Index, t *Table, i int) {
	f := &t.Foreign[i]
	target := x.Table(f.Target.String())
	if target == nil {
		return
	}
	e := &Edge{From: t, To: target, Declared: true}
	names := f.TargetColumns
	if len(names) == 0 {
		names = target.Primary
	}
	for k, name := range f.Columns {
		from := t.Column(name)
		var to *Column
		if k < len(names) {
			to = target.Column(names[k])
		}
		if from == nil || to == nil {
			return
		}
		e.FromColumns, e.ToColumns = append(e.FromColumns, from), append(e.ToColumns, to)
	}
	g.add(e)
}

func (g *Graph) add(e *Edge) {
	g.Edges = append(g.Edges, e)
	g.at[e.From.ID] = append(g.at[e.From.ID], e)
	if e.To != e.From {
		g.at[e.To.ID] = append(g.at[e.To.ID], e)
	}
}

// targets finds the tables whose key a column may hold: by the key's name, and by each word of the name of a table whose key
// may be called by it. Of many tables few are ever looked at.
type targets struct{ keyed, called map[string][]*Table }

func targetsOf(x *Index) targets {
	ts := targets{map[string][]*Table{}, map[string][]*Table{}}
	for _, t := range x.Tables {
		key := t.key()
		if key == nil || len(t.Primary) > 1 {
			continue
		}
		if !plainKey(key) {
			name := strings.ToLower(key.Name)
			ts.keyed[name] = append(ts.keyed[name], t)
		}
		if key.Has(numberWords...) {
			for _, w := range t.Words {
				ts.called[w] = append(ts.called[w], t)
			}
		}
	}
	return ts
}

// of gives the tables that a column may refer to, in the catalogue's order.
func (ts targets) of(c *Column) []*Table {
	list := slices.Clone(ts.keyed[strings.ToLower(c.Name)])
	if rest := without(c.Words, numberWords); len(rest) > 0 && len(rest) < len(c.Words) {
		list = append(list, ts.called[rest[0]]...)
	}
	slices.SortFunc(list, func(a, b *Table) int { return a.ID - b.ID })
	return slices.Compact(list)
}

// infer adds edges where none are declared between two tables: a column named like the other's single primary key, or
// like the other table and "id".
func (g *Graph) infer(ts targets, t *Table) {
	for _, c := range t.Columns {
		if g.covered(c) {
			continue
		}
		for _, target := range ts.of(c) {
			if target == t || len(g.Between(t, target)) > 0 || c.keyBeside(target) {
				continue
			}
			if key := refers(c, target); key != nil {
				g.add(&Edge{From: t, To: target, FromColumns: []*Column{c}, ToColumns: []*Column{key}})
			}
		}
	}
}

// keyBeside says that a column is declared the key of its table, and the other table has none: a view of the rows refers to them, and
// they not to the view.
func (c *Column) keyBeside(other *Table) bool {
	return len(c.Table.Primary) == 1 && strings.EqualFold(c.Table.Primary[0], c.Name) && len(other.Primary) == 0
}

func (g *Graph) covered(c *Column) bool {
	for _, e := range g.at[c.Table.ID] {
		if e.From == c.Table && slices.Contains(e.FromColumns, c) {
			return true
		}
	}
	return false
}

// numberWords are the words of keys that say no more than that.
var numberWords = []string{"identifier", "code", "number"}

// refers gives the key of the target that a column seems to hold; nil when it does not.
func refers(c *Column, target *Table) *Column {
	key := target.key()
	if key == nil || key.Type.Numeric() != c.Type.Numeric() {
		return nil
	}
	switch {
	case strings.EqualFold(c.Name, key.Name) && !plainKey(key):
		return key
	case len(c.Words) > 1 && c.Has(numberWords...) && sameWords(without(c.Words, numberWords), target.Words) && key.Has(numberWords...):
		return key
	}
	return nil
}

// key is the single primary key; without any key the column that is called like one: after its table, or the first.
func (t *Table) key() *Column {
	switch {
	case len(t.Primary) == 1:
		return t.Column(t.Primary[0])
	case len(t.Primary) > 1 || len(t.Columns) == 0:
		return nil
	case t.own != nil:
		return t.own
	}
	if at := slices.IndexFunc(t.Columns, (*Column).calledKey); at >= 0 {
		return t.Columns[at]
	}
	if first := t.Columns[0]; first.Has("identifier") {
		return first
	}
	return nil
}

// calledKey says that a column is called the key of its table: id, or trip_key of fct_trip.
func (c *Column) calledKey() bool {
	if len(c.Words) == 1 && c.Words[0] == "identifier" {
		return true
	}
	return slices.ContainsFunc([][]string{c.Table.Words, lastOf(c.Table.Words)}, func(thing []string) bool {
		end, ok := strings.CutPrefix(strings.Join(c.Words, " "), strings.Join(thing, " ")+" ")
		return ok && slices.Contains(keyWords, end)
	})
}

// PrimaryKey is the table's single key column; nil when it has none or several.
func (t *Table) PrimaryKey() *Column { return t.key() }

// plainKey says that a key's name says nothing about its table: id, code, name.
func plainKey(c *Column) bool {
	return len(c.Words) == 1 && c.Has("identifier", "code", "number", "key", "name", "year", "date", "type")
}

// Tree joins the required tables at least cost, starting from the first, and gives the edges in joining order; ok is
// false when they do not hang together. Cost is asked for each edge (at least 1; nil means 1 for a declared edge, 2 for
// an inferred one). Greedy nearest-first growth: exact for paths and stars, which queries are.
func (g *Graph) Tree(required []*Table, cost func(*Edge) float64) (edges []*Edge, ok bool) {
	if cost == nil {
		cost = DefaultCost
	}
	in := map[*Table]bool{}
	missing := map[*Table]bool{}
	for _, t := range required[1:] {
		missing[t] = true
	}
	in[required[0]] = true
	delete(missing, required[0])
	for len(missing) > 0 {
		path := g.nearest(in, missing, anywhere(cost))
		if path == nil {
			return edges, false
		}
		for _, e := range path {
			in[e.From], in[e.To] = true, true
			delete(missing, e.From)
			delete(missing, e.To)
			edges = append(edges, e)
		}
	}
	return edges, true
}

// Path is the cheapest way from any of the tables to another, edges in joining order; nil when there is none, or the
// other is among them.
func (g *Graph) Path(from []*Table, to *Table) []*Edge {
	return g.path(from, to, anywhere(DefaultCost))
}

// costOfRepeating is what a step that repeats rows in view costs more than one that does not: about as much as a further table over a
// key that nobody declared.
const costOfRepeating = 2.5

// PathBeside is as Path, for a table whose columns stand beside rows in view: a longer way that repeats none of them goes before a
// shorter one that does.
func (g *Graph) PathBeside(from []*Table, to *Table) []*Edge {
	repeating := func(e *Edge, at *Table) float64 {
		if e.To == at {
			return DefaultCost(e) + costOfRepeating
		}
		return DefaultCost(e)
	}
	return g.path(from, to, repeating)
}

func (g *Graph) path(from []*Table, to *Table, cost func(e *Edge, at *Table) float64) []*Edge {
	in := map[*Table]bool{}
	for _, t := range from {
		in[t] = true
	}
	if in[to] {
		return nil
	}
	return g.nearest(in, map[*Table]bool{to: true}, cost, from...)
}

// anywhere is a cost of an edge that is the same from both its ends.
func anywhere(cost func(*Edge) float64) func(*Edge, *Table) float64 {
	return func(e *Edge, _ *Table) float64 { return cost(e) }
}

// preferredCost is less than that of any key that nobody told, and its name.
const preferredCost = 0.8

// costOfRole is what a key that a person told to say a part costs more than one that says none.
const costOfRole = 0.05

// Aside is the column beside one that is meant where nothing says which: of two keys to the same table the one that says no part, where a person
// told that the column's own says one, whose words are given too. Nil for other columns.
func (g *Graph) Aside(c *Column) (meant *Column, role []string) {
	for _, e := range g.Of(c.Table) {
		if !e.Preferred || len(e.Part) == 0 || e.From != c.Table || len(e.FromColumns) != 1 || e.FromColumns[0] != c {
			continue
		}
		for _, o := range g.Between(c.Table, e.To) {
			if o.From == c.Table && o.Sure() && len(o.Part) == 0 && len(o.FromColumns) == 1 && o.FromColumns[0] != c {
				return o.FromColumns[0], e.Part
			}
		}
	}
	return nil, nil
}

// DefaultCost prefers keys that a person told, then declared ones, then those that the rows bear out, and of these the ones
// that say no part.
func DefaultCost(e *Edge) float64 {
	switch {
	case e.Preferred && len(e.Part) > 0:
		return preferredCost + costOfRole
	case e.Preferred:
		return preferredCost
	case e.Declared:
		return 1
	case e.Inferred && len(e.Part) == 0:
		return 1.05
	case e.Inferred:
		return 1.2
	}
	return 2
}

// costOfMany is what a step to the rows that refer to a row costs more than one to the row that is referred to: of two ways that are
// as short, the one that repeats no row is taken.
const costOfMany = 0.02

// step is a table reached at a cost, over an edge.
type step struct {
	table *Table
	cost  float64
	order int
}

type frontier []step

func (f *frontier) Len() int { return len(*f) }
func (f *frontier) Less(i, j int) bool {
	a, b := (*f)[i], (*f)[j]
	return a.cost < b.cost || a.cost == b.cost && a.order < b.order
}
func (f *frontier) Swap(i, j int) { (*f)[i], (*f)[j] = (*f)[j], (*f)[i] }
func (f *frontier) Push(v any)    { *f = append(*f, v.(step)) }
func (f *frontier) Pop() any {
	old := *f
	v := old[len(old)-1]
	*f = old[:len(old)-1]
	return v
}

// nearest is the cheapest path from the tables in the tree to one that is missing (Dijkstra), from the tree outwards; of paths as
// cheap the one from the table that stands first.
func (g *Graph) nearest(in, missing map[*Table]bool, cost func(e *Edge, at *Table) float64, first ...*Table) []*Edge {
	reached := make([]float64, len(g.at))
	via := make([]*Edge, len(g.at))
	queue := &frontier{}
	for id := range reached {
		reached[id] = -1
	}
	for t := range in {
		reached[t.ID] = 0
		place := slices.Index(first, t)
		if place < 0 {
			place = len(first) + t.ID
		}
		heap.Push(queue, step{t, 0, place})
	}
	for queue.Len() > 0 {
		s := heap.Pop(queue).(step)
		if s.cost > reached[s.table.ID] {
			continue
		}
		if missing[s.table] {
			return trace(s.table, via, in)
		}
		through := 0.0
		if !in[s.table] && s.table.Employed() {
			through = costThroughStaff
		}
		for _, e := range g.at[s.table.ID] {
			next, c := e.Other(s.table), s.cost+cost(e, s.table)+through
			if e.To == s.table {
				c += costOfMany
			}
			if r := reached[next.ID]; r < 0 || c < r {
				reached[next.ID], via[next.ID] = c, e
				heap.Push(queue, step{next, c, next.ID})
			}
		}
	}
	return nil
}

func trace(t *Table, via []*Edge, in map[*Table]bool) []*Edge {
	var path []*Edge
	for !in[t] {
		e := via[t.ID]
		path = append(path, e)
		t = e.Other(t)
	}
	slices.Reverse(path)
	return path
}

// Distance is the number of joins between two tables; -1 when nothing joins them.
func (g *Graph) Distance(a, b *Table) int {
	return int(g.distances.of(a, func() []int8 { return g.distancesFrom(a) })[b.ID])
}

// maxRefers is over how many keys one row refers to another.
const maxRefers = 3

// Refers says that a row of a refers to one row of b, over up to three keys one after the other.
func (g *Graph) Refers(a, b *Table) bool { return g.refers(a, b, maxRefers) }

func (g *Graph) refers(a, b *Table, left int) bool {
	for _, e := range g.at[a.ID] {
		if e.From == a && e.To != a && (e.To == b || left > 1 && g.refers(e.To, b, left-1)) {
			return true
		}
	}
	return false
}

// distancesFrom measures breadth first. Of the tables of a big schema few are ever asked about.
func (g *Graph) distancesFrom(t *Table) []int8 {
	far := make([]int8, len(g.at))
	for i := range far {
		far[i] = -1
	}
	far[t.ID] = 0
	queue := []*Table{t}
	for i := 0; i < len(queue); i++ {
		for _, e := range g.at[queue[i].ID] {
			if next := e.Other(queue[i]); far[next.ID] < 0 {
				far[next.ID] = min(far[queue[i].ID]+1, 100)
				queue = append(queue, next)
			}
		}
	}
	return far
}
