package schema

import (
	"slices"
	"strings"

	"parley/db"
)

// Index is what is known about the names, values and keys of one database.
type Index struct {
	Schema *db.Schema
	Tables []*Table
	// Columns are all columns of all tables; a Column's ID is its place here.
	Columns []*Column
	Graph   *Graph

	speller  *speller
	byName   map[string]*Table // by name, with and without its schema, in lower case
	names    []name
	postings map[string][]posting // lemma of a name → where it stands
	heads    map[string]bool      // lemmas that end a name: what is named, not what it is of
	stems    map[string][]string  // stem → lemmas of names that have it
	doers    map[string]bool      // words for people by what they take part in
	kin      map[string][]string  // family (see Kin) → lemmas of names that are of it
	twins    map[string][]string  // long word of a name → words of names that are one typing error away
	values   *valueIndex
	synonyms Thesaurus
	near     map[string][]said // words that are supposed to stand for words of names (see Supposing)
	metrics  []*Column         // computed measures: columns of no table
	made     int               // how many computed columns there are
	inUse    bool
	taken    string // the day after the rows were looked at; empty when they were not
	// States are the conditions of which is known at which moment of the same rows they came to be met, as somebody taught them.
	States []*Metric

	became map[string]*Column // word for rows that was taught → the moment at which they came to be so
	facts  *Facts             // what was read of the rows, within limits; nil when nothing was
	limits Limits
}

// Table is a table with what its name and columns say about it.
type Table struct {
	*db.Table
	ID int
	// told is what a person calls a row, as lemmas, where the name is no words of English; nil for none.
	told []string
	// Words are the lemmas of the name, affixes left out: "OrderItems" is order, item, and so is "fct_order_items".
	Words []string
	// Names are what people call a row, best first; the first is Words.
	Names   []Name
	Columns []*Column
	// Label are the columns by which a person calls a row: a name or title, or a first and a last name; may be empty.
	Label []*Column
	// Moment is the default date column, of the table or of the calendar that a key of it leads to; nil when there is none.
	Moment *Column
	// Timed says that somebody told which moment that is.
	Timed bool
	// Moments are all times of a row, the default one first.
	Moments []TimeColumn
	// Class is what the rows are: things, facts, a list of names.
	Class Class
	// Measures are the numbers that may be asked for without naming one ("by revenue"), the likeliest first.
	Measures []*Column
	// Worth is what a row that tells of a quantity at a price comes to: a column, or the two multiplied; nil for other tables.
	Worth *Column
	// Cost is what such a row cost, where it tells what one of the quantity did; nil for others.
	Cost *Column
	// Gross is what a row comes to with the tax on it; nil where the table tells of no tax.
	Gross *Column
	// Status are the columns that say how a row stands.
	Status []*Column
	// Link says that the table does nothing but join others: keys, and at most one column of its own.
	Link bool

	// own is the key that nobody declared and that the rows bear out; nil for none.
	own *Column
	// prefix is the first word of nearly all columns; empty when there is none.
	prefix string
	// Empty says that the table has no rows, as far as that was looked at.
	Empty bool

	others map[string][]string // a short form's first meaning → its other ones
}

// Role is what a column is for, as far as name, type, keys and values tell.
type Role uint8

// The roles.
const (
	Free       Role = iota // text of many values
	Identifier             // a primary key, or named id
	Reference              // a foreign key
	Measure                // a number to compare, sum or average
	Category               // few values, to group by
	Flag                   // yes or no
	Moment                 // date, time or year
	Label                  // what a row is called
)

// Column is a column with what its name and values say about it.
type Column struct {
	*db.Column
	ID    int
	Table *Table
	// Words are the lemmas of the name, short forms expanded: "cust_qty" and "custqty" are customer, quantity.
	Words []string
	// told is what a person calls it, where the name is no words of English; nil for none.
	told []string
	// Names are what people call the column, best first; the first is Words.
	Names []Name
	Role  Role
	// Year says that whole numbers in it are calendar years.
	Year bool
	// Numeric says that its values are numbers, whatever the declared type.
	Numeric bool
	// Distinct is the number of distinct values seen; Complete that there are no others.
	Distinct int
	Complete bool
	// Hidden says that no question finds the column.
	Hidden bool
	// Metric is the expression of a computed measure; nil for a column of the database.
	Metric *Metric
	// Condition is what a word says of rows that is no value of any column; nil for a column of the database.
	Condition *Metric
	// Low and High bound the numbers seen, when Numeric.
	Low, High float64
	// Least and Greatest bound the values seen of a number, a date or a time, as the database gives them; nil where none was
	// seen. Looked is how many rows were looked at for that, Nulls how many of them had no value; Whole says that they are all
	// rows of the table.
	Least, Greatest db.Value
	Looked, Nulls   int64
	Whole           bool
	// Common are the commonest values that were seen, the commonest first.
	Common []db.Value
	// Aggregate is how several rows' values become one.
	Aggregate Aggregation
	// Unit is what the numbers are in, as far as name or comment say: "kg", "ms", "%", "cents"; else empty.
	Unit string
	// Fraction says that the numbers are shares of one: 20 % is stored as 0.2.
	Fraction bool
	// Codes are phrases for stored values: from comments, from tables of codes, and from the names of flags. Index.Values finds
	// them like values.
	Codes []Code
	// Coding is where a table of codes keeps what the column's values mean; nil where none does.
	Coding *Coding

	blank     []db.Value          // the texts without a letter that it holds
	others    map[string][]string // a short form's first meaning → its other ones
	reference bool                // it holds a key that nobody declared
}

// String is "table.column", not quoted: for messages, never for SQL.
func (c *Column) String() string { return c.Table.Name + "." + c.Name }

// New indexes names, comments and keys alone, without values.
func New(s *db.Schema) *Index {
	x := named(s)
	x.inUse = x.used()
	x.finish()
	x.addCodes()
	return x
}

// named is an index that finish has to be called on, once values are there.
func named(s *db.Schema) *Index {
	x := &Index{Schema: s, byName: map[string]*Table{}, postings: map[string][]posting{}, heads: map[string]bool{}, stems: map[string][]string{}, values: newValueIndex(), synonyms: English{}}
	x.speller = newSpeller(s)
	for i := range s.Tables {
		x.addTable(&s.Tables[i])
	}
	x.Graph = newGraph(x)
	return x
}

func (x *Index) addTable(t *db.Table) {
	table := &Table{Table: t, ID: len(x.Tables), prefix: columnPrefix(t)}
	x.speller.table(table)
	x.Tables = append(x.Tables, table)
	own := x.speller.ownPrefix(table)
	for i := range t.Columns {
		c := &Column{Column: &t.Columns[i], ID: len(x.Columns), Table: table}
		x.speller.column(c, own)
		table.Columns = append(table.Columns, c)
		x.Columns = append(x.Columns, c)
	}
	table.spellOut()
	table.choose()
	table.nameColumns()
	for _, c := range table.Columns {
		c.readCodes()
	}
	for _, name := range []string{strings.ToLower(t.String()), strings.ToLower(t.Name)} {
		if x.byName[name] == nil {
			x.byName[name] = table
		}
	}
}

// finish sets what depends on keys and values, and indexes the names. It runs once more after keys came of the values.
func (x *Index) finish() {
	for _, t := range x.Tables {
		for _, c := range t.Columns {
			c.Role = roleOf(c)
			c.Unit, c.Fraction = unitOf(c), c.fraction()
			c.Aggregate = c.aggregation()
		}
		t.Label = labelOf(t)
		for _, c := range t.Label {
			c.Role = Label
		}
		t.Moment = momentOf(t)
		t.Link = linkOf(t)
	}
	for _, t := range x.Tables {
		t.Moments = x.moments(t)
		if own := slices.IndexFunc(t.Moments, func(m TimeColumn) bool { return !m.Column.hasAny(ofLives) }); t.Moment == nil && own >= 0 {
			t.Moment = t.Moments[own].Column
		}
		t.Measures, t.Status = t.measures(), nil
		for _, c := range t.Columns {
			if c.isStatus() {
				t.Status = append(t.Status, c)
			}
		}
		t.Class = x.classOf(t)
	}
	x.indexNames()
	x.inferMetrics()
	x.inferFormulas()
}

// Table finds a table by name, ignoring case; nil when there is none.
func (x *Index) Table(name string) *Table {
	if t := x.byName[name]; t != nil {
		return t
	}
	return x.byName[strings.ToLower(name)]
}

// Column finds a column of the table by name, ignoring case; nil when there is none.
func (t *Table) Column(name string) *Column {
	for _, c := range t.Columns {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// HasTable says whether the database has the table or view; with HasColumn the index is a statement.Names.
func (x *Index) HasTable(table string) bool { return x.Table(table) != nil }

// HasColumn says whether the table has the column; any table when it is empty.
func (x *Index) HasColumn(table, column string) bool {
	if table != "" {
		t := x.Table(table)
		return t != nil && t.Column(column) != nil
	}
	for _, t := range x.Tables {
		if t.Column(column) != nil {
			return true
		}
	}
	return false
}
