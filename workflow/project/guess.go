package project

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// Some rows do not count in any business, and the names of columns say which: those that an application deleted without
// taking them out of their table, the superseded versions of a thing, and, where nothing is asked of the past, people who have
// left who employed them. Each is a default filter that nobody had to teach; a
// file's filter by the same column counts before it, where it says whether its rows count (see outdone).

// What such rows are called.
const (
	deletedName = "deleted"
	versionName = "old versions"
	stateName   = "present states"
	leaverName  = "people who have left"
)

// The words of the names of columns that tell of a deletion: deleted_at, is_deleted, deletion_date, del_flg where it is spelt
// out so.
var (
	deletedWords = []string{"deleted", "delete", "deletion"}
	besideWords  = []string{"at", "indicator", "on", "date", "datetime", "time", "timestamp", "utc", "is", "was", "be", "flag", "row", "record", "soft"}
)

// guesses defines the filters of all tables.
func (c *compiler) guesses() {
	guessed := definitions{&Definitions{}, &Layer{Scope: Guessed}, ""}
	define := func(name string, t *schema.Table, e statement.Expr) []*Definition {
		found, err := resolve(e, c.index, t)
		if err != nil {
			return nil
		}
		return c.rows(guessed, "", name, Filter{Condition: e.SQL(), Default: "exclude"}, found)
	}
	for _, t := range c.index.Tables {
		for _, column := range t.Columns {
			if e, ok := deletion(column); ok {
				for _, d := range define(deletedName, t, e) {
					d.thing = t.Class != schema.Fact || t.Named()
				}
				break
			}
		}
		if current := t.Current(); current != nil {
			old := statement.Not(statement.Column("", current.Name))
			if yes, _ := current.Yes(); current.Type != db.Boolean {
				old = statement.Binary("<>", statement.Column("", current.Name), statement.Literal(yes))
			}
			for _, d := range define(versionName, t, old) {
				d.thing = true
			}
		}
		if flag := t.InForce(); flag != nil {
			yes, _ := flag.Yes()
			e := statement.Binary("=", statement.Column("", flag.Name), statement.Literal(yes))
			if flag.Type == db.Boolean {
				e = statement.Column("", flag.Name)
			}
			if found, err := resolve(e, c.index, t); err == nil {
				for _, d := range c.rows(guessed, "", stateName, Filter{Condition: e.SQL(), Default: "only"}, found) {
					d.states = true
				}
			}
		}
		if until := t.Superseded(); until != nil {
			for _, d := range define(versionName, t, statement.IsNotNull(statement.Column("", until.Name))) {
				d.present = true
			}
		}
		if left := t.Leaving(); left != nil {
			for _, d := range define(leaverName, t, statement.IsNotNull(statement.Column("", left.Name))) {
				d.thing, d.present, d.history = true, true, c.versionsOf(t)
			}
		}
	}
}

// versionsOf are the tables that hold versions of the rows of a table.
func (c *compiler) versionsOf(t *schema.Table) []*schema.Table {
	var out []*schema.Table
	for _, e := range c.index.Graph.Of(t) {
		if e.To == t && e.From != t && e.From.Class == schema.History {
			out = append(out, e.From)
		}
	}
	return out
}

// deletion is the condition by which a column says that its row was deleted; false when it does not speak of that.
func deletion(c *schema.Column) (statement.Expr, bool) {
	if c.Hidden || !c.Means(deletedWords...) || slices.ContainsFunc(c.Words, func(w string) bool {
		return !slices.Contains(besideWords, w) && !c.MeansWord(w, deletedWords)
	}) {
		return statement.Expr{}, false
	}
	column := statement.Column("", c.Name)
	yes, flag := c.Yes()
	switch {
	case c.Type == db.Boolean:
		return column, true
	case c.Type == db.Text && flag:
		return statement.Binary("=", column, statement.Literal(yes)), true
	case c.Role == schema.Moment && c.Nullable:
		return statement.IsNotNull(column), true
	case c.Type.Numeric() && !c.Key() && flagged(c):
		return statement.Binary("=", column, statement.Literal(int64(1))), true
	}
	return statement.Expr{}, false
}

// flagged says that a number is yes or no: its name or all of its values say so. How many were deleted is neither.
func flagged(c *schema.Column) bool {
	return c.Has("is", "was", "be", "flag") || c.Complete && c.Distinct > 0 && c.Low >= 0 && c.High <= 1
}

// referred says that the source at i stands in the query for what rows of another one refer to: a sale is of the version of
// the product that was sold, whether it is the present one or not, and was made whether the customer is still known or not.
func (d *Definition) referred(q *statement.Query, i int) bool {
	if !d.thing {
		return false
	}
	if d.present && slices.ContainsFunc(q.From, func(s statement.Source) bool { return d.versions(s) }) {
		return false
	}
	return slices.ContainsFunc(d.keys(), func(key *schema.Column) bool { return joins(q, i, key) })
}

// keys are the columns by which rows of other tables refer to the filter's table: its key, or where none is declared any that tells its
// rows apart.
func (d *Definition) keys() []*schema.Column {
	if key := d.Table.PrimaryKey(); key != nil {
		return []*schema.Column{key}
	}
	return slices.DeleteFunc(slices.Clone(d.Table.Columns), func(c *schema.Column) bool {
		return c.Distinct == 0 || int64(c.Distinct) < d.Table.Rows || c.Type.Temporal()
	})
}

// joins says that a column of the source at i is joined to one of another source.
func joins(q *statement.Query, i int, key *schema.Column) bool {
	own := statement.Column(q.From[i].Name(), key.Name)
	terms := slices.Clone(q.Where)
	for _, s := range q.From {
		if slices.ContainsFunc(s.Using, func(name string) bool { return strings.EqualFold(name, key.Name) }) {
			return true
		}
		terms = append(terms, s.On.Terms()...)
	}
	return slices.ContainsFunc(terms, func(t statement.Expr) bool {
		op, l, r, ok := t.AsBinary()
		_, _, left := l.AsColumn()
		_, _, right := r.AsColumn()
		return ok && op == "=" && left && right && (l.Equal(own) || r.Equal(own))
	})
}

// versions says that a source holds versions of the rows, such as the salaries that people have had: they are nobody's deeds.
func (d *Definition) versions(s statement.Source) bool {
	return slices.ContainsFunc(d.history, func(t *schema.Table) bool { return isTable(s, t.Schema, t.Name) })
}
