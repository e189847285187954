package project

import (
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Project is what is known of the words of one database. It is not changed once it is made.
type Project struct {
	// Definitions are in the order in which they were told.
	Definitions []*Definition
	// Problems are entries without effect.
	Problems []Problem
	// Layers are what it was made of.
	Layers []*Layer
	// Places are where it lies, and where more may be kept.
	Places Places
	// Questions have answers that were verified.
	Questions []Question
	// Required are, by table, the columns that a conversation about it must settle.
	Required map[string][]string
	// Zone is the time zone of "today", nil for the machine's; FiscalStart and WeekStart begin years and weeks; Currency is
	// that of sums of money.
	Zone        *time.Location
	FiscalStart time.Month
	WeekStart   time.Weekday
	Currency    string

	dialect statement.Dialect
	called  []string // the names by which files speak of the database
	phrases []phrase
	plain   plainNames
	stands  standIns
	index   *schema.Index
	// holds says of words whether the database holds them as a value; nil where that is not known.
	holds func([]word) bool
	// idiom says of words that they say something at once, language that they say anything together; nil where nobody told.
	idiom, language func(string) bool
}

// Places are the folders of a project.
type Places struct {
	// Shared is the project's, Mine the user's own for this database; empty for none.
	Shared, Mine string
	// New is where a project would begin, where there is none.
	New string
	// Untrusted is a project's folder that somebody else may have made and nobody was asked about.
	Untrusted string
}

// Kind is what a definition defines.
type Kind uint8

// The kinds.
const (
	Word       Kind = iota // another name of a table or column
	Value                  // a word for a value, or for rows that meet a condition
	MetricKind             // a figure
	JoinKind               // a key
	TimeKind               // a time column
	LabelKind              // what a row is called
	HiddenKind             // what no question finds
)

func (k Kind) String() string {
	return [...]string{"word", "filter", "metric", "join", "time column", "label", "hidden"}[k]
}

// Scope is whose a definition is.
type Scope uint8

// The scopes. A later one counts before an earlier one.
const (
	Guessed Scope = iota // read off the names and comments of columns
	Shipped              // the demo's own
	Linked               // read from files in another form
	Shared               // the project's
	Mine                 // the user's, for this database
	Session              // this conversation's, until it ends
)

func (s Scope) String() string {
	return [...]string{"guessed", "parley", "linked", "project", "mine", "session"}[s]
}

// Definition is one thing that was told.
type Definition struct {
	Kind Kind
	// Name is as it was written; Words are all names.
	Name  string
	Words []string
	// Text is the expression, condition or target as it was written, Filter a metric's.
	Text, Filter string
	Scope        Scope
	File         string
	Line         int
	// Table is what it is about.
	Table *schema.Table
	// Column is the column named, or the computed one; nil for neither.
	Column *schema.Column
	// Default is a filter's: "only", "exclude", or empty.
	Default string

	Unit, Format, Owner, Note, Verified, Description string

	expression statement.Expr // columns qualified by their tables
	tables     []*schema.Table
	// sides are the aggregates of a metric over several grains.
	sides    []resolved
	nullable bool
	// looked are the tables that a filter looks for rows in.
	looked []*schema.Table
	// known says that the database's own comments say the same of the words: they are read as they are.
	known bool
	// moment is the time column of a metric that has one of its own, or that by which rows came to be what a filter says.
	moment *schema.Column
	// timed says that the moment was told with it.
	timed bool
	// thing says that the rows are things, or versions of them, which count where other rows refer to them: what was sold to a
	// customer who was deleted since was sold.
	thing bool
	// included says of a filter that its rows count, though the database's names or comments say that they do not.
	included bool
	// counted says that it stands for what a figure leaves out for itself.
	counted bool
	// figure is the column whose figures alone a default filter holds for; nil for one that holds for all rows.
	figure *schema.Column
	// untaught says that its words are values of the database already, and mean these.
	untaught bool
	// figures are several such columns.
	figures []*schema.Column
	// parts are the tables of lines whose figures those are that do not stand in the filter's own table.
	parts []part
	// present says that a default filter tells how things stand: it holds for figures alone, of queries that speak of no day of
	// the table.
	present bool
	// states says that a default filter keeps, of the states that a thing had, the one that it is in: it holds for queries that choose or
	// tell by a state.
	states bool
	// history are the tables that hold versions of the rows.
	history []*schema.Table
}

// String says what the definition means in one line: "net revenue = sum(…) where …".
func (d *Definition) String() string {
	s := d.Name + " = " + d.Text
	if d.Filter != "" {
		s += " where " + d.Filter
	}
	return s
}

// Expression is a metric's or filter's, with the metric's filter in it and columns qualified by their tables.
func (d *Definition) Expression() statement.Expr {
	if d.Kind == MetricKind && !d.expression.Aggregate() {
		return statement.Call("sum", d.expression)
	}
	return d.expression
}

// Tables are what its columns are of.
func (d *Definition) Tables() []*schema.Table { return d.tables }

// Columns are those of a metric's or filter's expression.
func (d *Definition) Columns() []*schema.Column {
	var out []*schema.Column
	for _, e := range d.expression.Columns() {
		qualifier, name, _ := e.AsColumn()
		for _, t := range d.tables {
			if c := t.Column(name); strings.EqualFold(t.Name, qualifier) && c != nil {
				out = append(out, c)
			}
		}
	}
	return out
}

// Moment is the time by which a metric was said to lie on the calendar, or by which a filter's rows came to be so; nil where none is known.
func (d *Definition) Moment() *schema.Column { return d.moment }

// Checked says that somebody verified the definition.
func (d *Definition) Checked() bool { return d.Verified != "" }

// Find is the definition of a name, whatever its case and number; of several that of the name as it is written. Nil when there is none.
func (p *Project) Find(words string) *Definition {
	if p == nil {
		return nil
	}
	for _, d := range slices.Backward(p.Definitions) {
		if strings.EqualFold(d.Name, strings.TrimSpace(words)) {
			return d
		}
	}
	wanted := Lemmas(words)
	for _, d := range slices.Backward(p.Definitions) {
		if slices.ContainsFunc(d.Words, func(w string) bool { return Lemmas(w) == wanted }) {
			return d
		}
	}
	return nil
}

// Of are the definitions of some kinds.
func (p *Project) Of(kinds ...Kind) []*Definition {
	if p == nil {
		return nil
	}
	var out []*Definition
	for _, d := range p.Definitions {
		if slices.Contains(kinds, d.Kind) {
			out = append(out, d)
		}
	}
	return out
}

// Lemmas are words as names are compared: lower case, plural and tense taken off, with one space between.
func Lemmas(words string) string {
	list := schema.Words(words)
	for i, w := range list {
		list[i] = schema.Lemma(w)
	}
	return strings.Join(list, " ")
}
