package llm

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"parley/db"
	"parley/db/statement"
)

// denial holds the columns that no model may see or read: those that the patterns name, and what holds their values under
// another name, which are views that read them, and columns that are computed in their tables.
type denial struct {
	patterns []pattern
	// views are the views of the database, and full text indices over rows of other tables, that read a denied column, with the one
	// they read, and those of which it is not known, by their full names.
	views map[string]string
	// kin are the tables that share rows with a table: it inherits from them, or they from it.
	kin map[string][]*db.Table
	// copies are the columns that refer to a denied one: they hold nothing but its values.
	copies map[columnOf]bool
	// spoken are the names of the denied columns as texts speak of them, by said.
	spoken []string
}

// columnOf is a column by its table's full name and its own in lower case.
type columnOf struct{ table, column string }

// pattern is column, table.column or schema.table.column, each part with * and ? for any letters.
type pattern struct {
	text  string
	parts []string
}

func newDenial(patterns []string) (denial, error) {
	var d denial
	for _, text := range patterns {
		p := pattern{text: text, parts: nameParts(text)}
		for _, part := range p.parts {
			if _, err := path.Match(part, ""); err != nil || part == "" {
				return d, fmt.Errorf("the denied column %q is no pattern: write table.column, column, table.* or schema.table.column", text)
			}
		}
		if len(p.parts) > 3 {
			return d, fmt.Errorf("the denied column %q has more parts than schema.table.column", text)
		}
		d.patterns = append(d.patterns, p)
	}
	return d, nil
}

// nameParts are the parts of a dotted name in lower case; a part in double quotes may hold dots.
func nameParts(text string) (parts []string) {
	var part strings.Builder
	quoted := false
	for _, r := range strings.TrimSpace(text) {
		switch {
		case r == '"':
			quoted = !quoted
		case r == '.' && !quoted:
			parts = append(parts, part.String())
			part.Reset()
		default:
			part.WriteString(strings.ToLower(string(r)))
		}
	}
	return append(parts, part.String())
}

// matches says whether the pattern names the column. A table that is found without its schema is in a default one, by
// whatever name.
func (p pattern) matches(t *db.Table, column string) bool {
	name := []string{strings.ToLower(column), strings.ToLower(t.Name), strings.ToLower(t.Schema)}
	for i, part := range slices.Backward(p.parts) {
		at := len(p.parts) - 1 - i
		if at == 2 && t.Schema == "" {
			return true
		}
		if ok, err := path.Match(part, name[at]); err != nil || !ok {
			return false
		}
	}
	return true
}

// over is the denial as it holds in one database. A pattern without * and ? that names no column is an error: it was to keep
// something secret, and would not.
// ownCode says what a statement may run of the database's own functions; empty when there is nothing.
func (d denial) over(of *db.Schema, dialect statement.Dialect, names statement.Names, ownCode func(*statement.Statement) string) (denial, error) {
	if len(d.patterns) == 0 {
		return d, nil
	}
	for _, p := range d.patterns {
		if !strings.ContainsAny(p.text, "*?[") && !p.names(of) {
			return d, fmt.Errorf("the denied column %s is in no table%s", p.text, meantColumn(p, of))
		}
	}
	d.kin = kin(of)
	d.copies = d.copiesIn(of)
	d.views = map[string]string{}
	for changed := true; changed; { // views of views
		changed = false
		for i := range of.Tables {
			t := &of.Tables[i]
			if _, known := d.views[t.String()]; known || !strings.Contains(t.Kind, "view") && t.Definition == "" {
				continue
			}
			if why := d.readBy(t, of, dialect, names, ownCode); why != "" {
				d.views[t.String()], changed = why, true
			}
		}
	}
	for i := range of.Tables {
		for _, c := range of.Tables[i].Columns {
			if d.column(&of.Tables[i], c.Name) {
				d.spoken = append(d.spoken, said(c.Name))
			}
		}
	}
	slices.Sort(d.spoken)
	d.spoken = slices.Compact(d.spoken)
	return d, nil
}

// said is a text as the words in it, in lower case: a column's name in it is told by its words, however they are joined. What has no
// words is as it is.
func said(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	if len(words) == 0 {
		return text
	}
	return " " + strings.Join(words, " ") + " "
}

// speaksOf says whether a text holds the name of a denied column.
func (d denial) speaksOf(text string) bool {
	if len(d.spoken) == 0 {
		return false
	}
	words := said(text)
	return slices.ContainsFunc(d.spoken, func(name string) bool { return strings.Contains(words, name) || strings.Contains(text, name) })
}

func (p pattern) names(of *db.Schema) bool {
	for i := range of.Tables {
		for _, c := range of.Tables[i].Columns {
			if p.matches(&of.Tables[i], c.Name) {
				return true
			}
		}
	}
	return false
}

// meantColumn says which column may have been meant.
func meantColumn(p pattern, of *db.Schema) string {
	var names []string
	for i := range of.Tables {
		for _, c := range of.Tables[i].Columns {
			name := c.Name
			if len(p.parts) > 1 {
				name = of.Tables[i].String() + "." + name
			}
			names = append(names, name)
		}
	}
	if near := db.Nearest(p.text, names, 1); len(near) > 0 {
		return ": did you mean " + near[0] + "?"
	}
	return ""
}

// readBy is the denied column that a view reads, or why that cannot be told; empty when it reads none.
func (d denial) readBy(view *db.Table, of *db.Schema, dialect statement.Dialect, names statement.Names, ownCode func(*statement.Statement) string) string {
	if view.Definition == "" {
		return "columns that are not known"
	}
	s, err := statement.Parse(view.Definition, dialect, names)
	if err != nil {
		return "columns that cannot be told"
	}
	if denied := d.check(s, of); denied != nil {
		return strings.TrimSuffix(denied.Error(), denies)
	}
	if ownCode(s) != "" {
		return "what functions of the database's own give it"
	}
	return ""
}

// kin follows inheritance up and down.
func kin(of *db.Schema) map[string][]*db.Table {
	near := map[string][]string{}
	for _, t := range of.Tables {
		for _, parent := range t.Parents {
			near[t.String()] = append(near[t.String()], parent.String())
			near[parent.String()] = append(near[parent.String()], t.String())
		}
	}
	all := map[string][]*db.Table{}
	for name := range near {
		family := []string{name}
		for i := 0; i < len(family); i++ {
			for _, other := range near[family[i]] {
				if !slices.Contains(family, other) {
					family = append(family, other)
				}
			}
		}
		for i := range of.Tables {
			if slices.Contains(family[1:], of.Tables[i].String()) {
				all[name] = append(all[name], &of.Tables[i])
			}
		}
	}
	return all
}

// copiesIn follows references to denied columns.
func (d denial) copiesIn(of *db.Schema) map[columnOf]bool {
	copies := map[columnOf]bool{}
	d.copies = copies
	for changed := true; changed; { // references to references
		changed = false
		for i := range of.Tables {
			t := &of.Tables[i]
			for _, key := range t.Foreign {
				target := of.Table(key.Target.String())
				for n := range min(len(key.Columns), len(key.TargetColumns)) {
					at := columnOf{t.String(), strings.ToLower(key.Columns[n])}
					if target != nil && !copies[at] && d.column(target, key.TargetColumns[n]) {
						copies[at], changed = true, true
					}
				}
			}
		}
	}
	return copies
}

// rowID are SQLite's names for the number of a row, which is the key where that is an integer.
var rowID = map[string]bool{"rowid": true, "oid": true, "_rowid_": true}

// column says whether a column of a table is denied.
func (d denial) column(t *db.Table, column string) bool {
	if _, denied := d.views[t.String()]; denied {
		return true
	}
	c := t.Column(column)
	switch {
	case d.holds(t, column):
		return true
	case c == nil:
		return rowID[strings.ToLower(column)] && slices.ContainsFunc(t.Primary, func(key string) bool { return d.holds(t, key) })
	}
	return c.Generated && slices.ContainsFunc(t.Columns, func(other db.Column) bool { return d.holds(t, other.Name) })
}

// holds says whether the column is one that is denied, or one of its copies.
func (d denial) holds(t *db.Table, column string) bool {
	copied := func(t *db.Table) bool { return d.copies[columnOf{t.String(), strings.ToLower(column)}] }
	return d.named(t, column) || copied(t) || slices.ContainsFunc(d.kin[t.String()], copied)
}

// named says whether a pattern names the column, or the same one of a table that shares rows with this one.
func (d denial) named(t *db.Table, column string) bool {
	return slices.ContainsFunc(d.patterns, func(p pattern) bool {
		return p.matches(t, column) || slices.ContainsFunc(d.kin[t.String()], func(k *db.Table) bool { return p.matches(k, column) })
	})
}

// any says whether the table has a denied column.
func (d denial) any(t *db.Table) bool {
	return slices.ContainsFunc(t.Columns, func(c db.Column) bool { return d.column(t, c.Name) })
}

// Denied is returned when a statement reads a denied column.
type Denied struct{ Column string }

// denies ends the sentence.
const denies = " is denied to models"

func (e *Denied) Error() string { return e.Column + denies }

// check looks for denied columns in a statement, erring on the side of refusing: by name where it cannot tell the table, for
// every way of reading whole rows of a table that has one, and for what may read anything: functions that are not known, and
// the system's own tables, which hold samples.
func (d denial) check(s *statement.Statement, schema *db.Schema) error {
	if len(d.patterns) == 0 {
		return nil
	}
	if s.Opaque() {
		return &Denied{Column: "what this statement reads cannot be told, and so it"}
	}
	refs := s.References()
	for _, name := range refs.Functions {
		if !computing[name] {
			return &Denied{Column: "what the function " + name + "() reads cannot be told, and so it"}
		}
	}
	for _, ref := range refs.Tables {
		tables := tablesOf(schema, ref)
		if len(tables) == 0 {
			return &Denied{Column: "what " + ref.Name + " holds cannot be told, and so it"}
		}
		for _, t := range tables {
			if !d.any(t) {
				continue
			}
			if err := d.checkTable(t, ref, refs); err != nil {
				return err
			}
		}
	}
	return nil
}

// tablesOf are the tables that a reference may mean.
func tablesOf(schema *db.Schema, ref statement.TableReference) (tables []*db.Table) {
	for i := range schema.Tables {
		t := &schema.Tables[i]
		if strings.EqualFold(t.Name, ref.Name) && (ref.Schema == "" || t.Schema == "" || strings.EqualFold(t.Schema, ref.Schema)) {
			tables = append(tables, t)
		}
	}
	return tables
}

// checkTable looks at every name that may stand for a column, or for a whole row, of the table.
func (d denial) checkTable(t *db.Table, ref statement.TableReference, refs statement.References) error {
	if why, denied := d.views[t.String()]; denied {
		return &Denied{Column: "the " + t.Kind + " " + t.Name + ", which reads " + why + ","}
	}
	if refs.Renamed {
		return &Denied{Column: t.Name + " under other names of its columns"}
	}
	for _, c := range slices.Concat(refs.Columns, refs.Receivers) {
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
