package llm

import (
	"fmt"
	"path"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// denial holds the columns that no model may see or read.
type denial struct{ patterns []string }

func newDenial(patterns []string) (denial, error) {
	var d denial
	for _, p := range patterns {
		p = strings.ToLower(strings.TrimSpace(p))
		if _, err := path.Match(p, ""); err != nil || p == "" {
			return d, fmt.Errorf("the denied column %q is no pattern: write table.column, column, or table.*", p)
		}
		d.patterns = append(d.patterns, p)
	}
	return d, nil
}

// column says whether a column of a table is denied.
func (d denial) column(t *db.Table, column string) bool {
	column = strings.ToLower(column)
	names := []string{column, strings.ToLower(t.Name) + "." + column, strings.ToLower(t.String()) + "." + column}
	for _, p := range d.patterns {
		for _, name := range names {
			if strings.Count(p, ".") != strings.Count(name, ".") {
				continue
			}
			if ok, err := path.Match(p, name); err == nil && ok {
				return true
			}
		}
	}
	return false
}

// any says whether the table has a denied column.
func (d denial) any(t *db.Table) bool {
	for i := range t.Columns {
		if d.column(t, t.Columns[i].Name) {
			return true
		}
	}
	return false
}

// Denied is returned when a statement reads a denied column.
type Denied struct{ Column string }

func (e *Denied) Error() string { return e.Column + " is denied to models" }

// check looks for denied columns in a statement, errring on the side of refusing: by name where it cannot tell the
// table, and for every way of reading whole rows of a table that has one.
func (d denial) check(s *statement.Statement, schema *db.Schema) error {
	if len(d.patterns) == 0 {
		return nil
	}
	if s.Opaque() {
		return &Denied{Column: "what this statement reads cannot be told, and so it"}
	}
	refs := s.References()
	for _, ref := range refs.Tables {
		t := schema.Table(ref.Name)
		if t == nil || !d.any(t) {
			continue
		}
		if err := d.checkTable(t, ref, refs); err != nil {
			return err
		}
	}
	return nil
}

// checkTable looks at every name that may stand for a column, or for a whole row, of the table.
func (d denial) checkTable(t *db.Table, ref statement.TableReference, refs statement.References) error {
	for _, c := range refs.Columns {
		if c.Qualifier != "" && !refs.Ambiguous(c.Qualifier) && !ref.Called(c.Qualifier) {
			continue
		}
		switch {
		case c.Star:
			return &Denied{Column: t.Name + ".*"}
		case ref.Called(c.Name) && t.Column(c.Name) == nil:
			return &Denied{Column: "a whole row of " + t.Name}
		case d.column(t, c.Name):
			return &Denied{Column: t.Name + "." + c.Name}
		}
	}
	if refs.Natural {
		return &Denied{Column: "a natural join with " + t.Name}
	}
	return nil
}
