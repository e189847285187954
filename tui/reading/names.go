// Package reading is what a statement that somebody else wrote needs to be read: what each name in it stands for, and how its
// tables are joined. It says it of the catalogue and of what the profile knows, and draws it; the windows around it are the
// screen's.
//
// Start reading at Names and Tree.
package reading

import (
	"strings"

	"parley/db"
	"parley/tui/completion"
	"parley/tui/text"
	"parley/tui/theme"
	"parley/workflow/profile"
	"parley/workflow/schema"
)

// Catalogue is what is known of a database. Index is nil where nothing but the tables is known.
type Catalogue struct {
	Schema *db.Schema
	Index  *schema.Index
}

// Name is a name of a statement.
type Name struct {
	completion.Used
	// Title is the name as the list shows it: a column is set in below its source.
	Title string
}

// String is the name as the statement writes it, with what it is of.
func (n Name) String() string {
	if n.Column == "" {
		return n.Source
	}
	return n.Source + "." + n.Column
}

// Names are the names of a statement: each source with the columns of it that are used, both in the order of the statement.
func (c Catalogue) Names(sql string) []Name {
	var sources []string
	below := map[string][]Name{}
	for _, n := range completion.New(c.Schema).Names(sql) {
		if _, known := below[n.Source]; !known {
			sources = append(sources, n.Source)
			below[n.Source] = []Name{{Used: completion.Used{From: -1, Source: n.Source, Table: n.Table}, Title: sourceTitle(n)}}
		}
		if n.Column == "" {
			below[n.Source][0].From, below[n.Source][0].To = n.From, n.To
			continue
		}
		below[n.Source] = append(below[n.Source], Name{Used: n, Title: "  " + db.Visible(n.Column)})
	}
	var out []Name
	for _, s := range sources {
		out = append(out, below[s]...)
	}
	return out
}

// sourceTitle is a source's name and how the statement calls it.
func sourceTitle(n completion.Used) string {
	if n.Table == nil || n.Table.Name == n.Source {
		return db.Visible(n.Source)
	}
	return db.Visible(n.Table.String() + " " + n.Source)
}

// At is the place in the list of the first name that is written like a word of the statement; -1 for none.
func At(names []Name, word string) int {
	source, column, qualified := strings.Cut(word, ".")
	if !qualified {
		source, column = "", word
	}
	for i, n := range names {
		if n.Column != "" && strings.EqualFold(n.Column, column) && (source == "" || strings.EqualFold(n.Source, source)) {
			return i
		}
	}
	for i, n := range names {
		if n.Column == "" && (strings.EqualFold(n.Source, word) || n.Table != nil && strings.EqualFold(n.Table.Name, word)) {
			return i
		}
	}
	return -1
}

// Describe says what a name stands for: a column with its type, key, comment, range and values, a table with its rows and its
// keys in both directions.
func (c Catalogue) Describe(th *theme.Theme, n Name, w int) []string {
	d := describer{th: th, w: w}
	switch {
	case n.Table == nil && n.Column == "":
		d.head(n.Source)
		d.muted("a query of this statement, by the name it has here")
	case n.Table == nil:
		d.head(n.Source + "." + n.Column)
		d.muted("a column of a query of this statement")
	case n.Column == "":
		c.table(&d, n)
	default:
		c.column(&d, n)
	}
	return d.lines
}

type describer struct {
	th    *theme.Theme
	w     int
	lines []string
}

func (d *describer) head(s string) {
	d.lines = append(d.lines, d.th.Strong.Render(text.Cut(oneLine(s), d.w)))
}

// muted adds a text of any length, an empty one not at all.
func (d *describer) muted(s string) { d.add(d.th.Muted, s) }

func (d *describer) add(paint theme.Paint, s string) {
	if s = oneLine(s); s == "" {
		return
	}
	for _, l := range text.Wrap(s, d.w) {
		d.lines = append(d.lines, paint.Render(l))
	}
}

func (c Catalogue) table(d *describer, n Name) {
	d.lines = append(d.lines, c.TableHead(d.th, n.Table, d.w)...)
	if n.Table.Name != n.Source {
		d.muted("called " + n.Source + " here")
	}
	rows := ""
	if n.Table.Rows >= 0 {
		rows = ", about " + text.Plural(int(n.Table.Rows), "row")
	}
	d.add(d.th.Text, text.Plural(len(n.Table.Columns), "column")+rows)
	if len(n.Table.Primary) > 0 {
		d.add(d.th.Text, "* key: "+strings.Join(n.Table.Primary, ", "))
	}
	for _, col := range n.Table.Columns {
		if target := Reference(n.Table, col.Name); target != "" {
			d.muted(theme.Arrow + " " + target + " by " + col.Name)
		} else if known := c.known(n.Table, col.Name); known != nil {
			if key := profile.Key(c.Index, known); key != "" {
				d.muted(key + " by " + col.Name)
			}
		}
	}
	d.lines = append(d.lines, c.References(d.th, n.Table, d.w)...)
}

func (c Catalogue) column(d *describer, n Name) {
	d.head(n.Table.Name + "." + n.Column)
	for i := range n.Table.Columns {
		col := &n.Table.Columns[i]
		if col.Name != n.Column {
			continue
		}
		key := ""
		if IsKey(n.Table, col.Name) {
			key = ", the key of " + n.Table.Name
		}
		d.add(d.th.Text, Type(n.Table, col)+key)
		d.muted(col.Comment)
	}
	if known := c.known(n.Table, n.Column); known != nil {
		d.lines = append(d.lines, "")
		for _, part := range strings.Split(profile.Column(c.Index, known), "; ") {
			d.add(d.th.Text, part)
		}
	}
	d.lines = append(d.lines, "")
	d.muted("of " + n.Table.String())
	d.muted(n.Table.Comment)
}

func (c Catalogue) known(t *db.Table, column string) *schema.Column {
	if known := c.Known(t); known != nil {
		return known.Column(column)
	}
	return nil
}

// Known is what the index knows of a table; nil for nothing.
func (c Catalogue) Known(t *db.Table) *schema.Table {
	if c.Index == nil {
		return nil
	}
	return c.Index.Table(t.String())
}

// oneLine is a text of the database, safe and on one line.
func oneLine(s string) string { return db.Visible(strings.Join(strings.Fields(s), " ")) }
