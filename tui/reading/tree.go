package reading

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow/schema"
)

// A statement's joins as a tree: below each source those that are joined to it, with the condition and with what the keys say of
// it: whether the database declares them, and how many rows there are for one above.

// joined is a source in the tree.
type joined struct {
	source statement.Source
	table  *schema.Table // nil where it is no table that is known
	above  *joined
	below  []*joined
	inside []*joined // of a derived table or a query of WITH
}

// Tree draws how the tables of a query are joined; nil when it has none.
func (c Catalogue) Tree(th *theme.Theme, q *statement.Query, w int) []string {
	d := &drawing{c: c, th: th, w: w}
	for _, root := range c.roots(q, nil) {
		if len(d.lines) > 0 {
			d.lines = append(d.lines, "")
		}
		d.draw(root, "", "")
	}
	return d.lines
}

// roots are the sources that nothing above joins. within are the names of the queries around, which do not open again.
func (c Catalogue) roots(q *statement.Query, within []string) []*joined {
	if q == nil {
		return nil
	}
	if q.Set != nil {
		return append(c.roots(q.Set.Left, within), c.roots(q.Set.Right, within)...)
	}
	var all, roots []*joined
	for _, s := range q.From {
		j := &joined{source: s}
		if c.Index != nil && s.Table != "" {
			j.table = c.Index.Table(db.TableName{Schema: s.Schema, Name: s.Table}.String())
		}
		switch {
		case s.Query != nil:
			j.inside = c.roots(s.Query, within)
		case slices.Contains(q.CTEs(), s.Table) && !slices.Contains(within, s.Table):
			j.table, j.inside = nil, c.roots(q.CTE(s.Table), append(slices.Clone(within), s.Table))
		}
		if j.above = aboveOf(j, all); j.above != nil {
			j.above.below = append(j.above.below, j)
		} else {
			roots = append(roots, j)
		}
		all = append(all, j)
	}
	return roots
}

// aboveOf is the source that another is joined to: the last one before it that its condition names, else the one before it where
// it is joined by equal names.
func aboveOf(j *joined, before []*joined) *joined {
	if len(before) == 0 {
		return nil
	}
	for _, pair := range pairs(j.source.On) {
		for i := len(before) - 1; i >= 0; i-- {
			for _, side := range pair {
				if before[i].has(side) && !j.has(side) {
					return before[i]
				}
			}
		}
	}
	if len(j.source.Using) > 0 || j.source.Natural() || !j.source.On.IsZero() {
		return before[len(before)-1]
	}
	return nil
}

// named is a column as a condition names it.
type named struct{ qualifier, column string }

// has says that a column is of the source: by its qualifier, else by its name.
func (j *joined) has(n named) bool {
	if n.qualifier != "" {
		return strings.EqualFold(n.qualifier, j.source.Name())
	}
	return j.table != nil && j.table.Column(n.column) != nil
}

// pairs are the equal columns of a condition.
func pairs(on statement.Expr) [][2]named {
	if terms, ok := on.AsAnd(); ok {
		var out [][2]named
		for _, t := range terms {
			out = append(out, pairs(t)...)
		}
		return out
	}
	if on.IsZero() {
		return nil
	}
	_, l, r, ok := on.AsBinary()
	if !ok {
		return nil
	}
	var pair [2]named
	for i, side := range []statement.Expr{l, r} {
		if qualifier, column, ok := side.AsColumn(); ok {
			pair[i] = named{qualifier, column}
		}
	}
	if pair[0].column == "" && pair[1].column == "" {
		return nil
	}
	return [][2]named{pair}
}

// key is the key of the database that joins a source to the one above; nil for none.
func (j *joined) key(g *schema.Graph) *schema.Edge {
	if j.above == nil || j.table == nil || j.above.table == nil {
		return nil
	}
	for _, e := range g.Between(j.table, j.above.table) {
		if e.Sure() && j.uses(e) {
			return e
		}
	}
	return nil
}

// uses says that the join is on the columns of a key.
func (j *joined) uses(e *schema.Edge) bool {
	for i, from := range e.FromColumns {
		to := e.ToColumns[i]
		equal := slices.ContainsFunc(pairs(j.source.On), func(p [2]named) bool {
			a, b := p[0].column, p[1].column
			return strings.EqualFold(a, from.Name) && strings.EqualFold(b, to.Name) || strings.EqualFold(b, from.Name) && strings.EqualFold(a, to.Name)
		})
		shared := strings.EqualFold(from.Name, to.Name) && (j.source.Natural() || slices.ContainsFunc(j.source.Using, func(u string) bool { return strings.EqualFold(u, from.Name) }))
		if !equal && !shared {
			return false
		}
	}
	return true
}

// keySays is what the keys of the database say of a join; empty where the tables are not known.
func (c Catalogue) keySays(j *joined) string {
	if j.above == nil || j.table == nil || j.above.table == nil {
		return ""
	}
	e := j.key(c.Index.Graph)
	if e == nil {
		return "no key of the database"
	}
	said := "by a declared key"
	if !e.Declared {
		said = "by an inferred key: its rows fit"
	}
	switch {
	case e.From == e.To:
		return said
	case e.From == j.table:
		return said + "; several for each of " + j.above.table.Name
	}
	return said + "; one for each of " + j.above.table.Name
}

type drawing struct {
	c     Catalogue
	th    *theme.Theme
	w     int
	lines []string
}

// draw writes a source, and below it what is joined to it. lead stands before its line, under before all further ones.
func (d *drawing) draw(j *joined, lead, under string) {
	name := j.source.Table
	switch {
	case j.source.Schema != "":
		name = j.source.Schema + "." + name
	case name == "":
		name = "(a query)"
	}
	if j.source.Alias != "" && j.source.Alias != j.source.Table {
		name += " " + j.source.Alias
	}
	if j.source.Join > statement.JoinInner {
		name += " " + theme.Dot + " " + strings.ToLower(j.source.Join.String())
	}
	var b theme.Line
	b.Add(d.th.Faint, lead)
	b.Add(d.th.Text, text.Cut(oneLine(name), d.w-text.Width(lead)))
	d.lines = append(d.lines, b.String())
	rest := slices.Concat(j.inside, j.below)
	d.condition(j, under, len(rest) > 0)
	for i, next := range rest {
		fork, on := theme.TeeRight+theme.Horizontal+" ", theme.Vertical+"  "
		if i == len(rest)-1 {
			fork, on = theme.Corner+theme.Horizontal+" ", "   "
		}
		d.draw(next, under+fork, under+on)
	}
}

// condition writes on what a source is joined and what its key says.
func (d *drawing) condition(j *joined, under string, more bool) {
	rule := "   "
	if more {
		rule = theme.Vertical + "  "
	}
	said := ""
	switch {
	case !j.source.On.IsZero():
		said = "on " + j.source.On.SQL()
	case len(j.source.Using) > 0:
		said = "on equal " + strings.Join(j.source.Using, ", ")
	case j.source.Natural():
		said = "on all columns of equal names"
	case j.source.Join == statement.JoinCross:
		said = "every row with every row"
	}
	for _, s := range []string{said, d.c.keySays(j)} {
		if s == "" {
			continue
		}
		for _, l := range text.Wrap(oneLine(s), max(d.w-text.Width(under+rule), 10)) {
			d.lines = append(d.lines, d.th.Faint.Render(under+rule)+d.th.Muted.Render(l))
		}
	}
}
