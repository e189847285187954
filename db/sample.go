package db

import "context"

// ColumnSample is what some rows of a table say about one of its columns.
type ColumnSample struct {
	Column string
	// Values are distinct, commonest first; Complete says that there are no others.
	Values   []Value
	Complete bool
	// Looked is how many rows were looked at, Nulls how many of them had no value, as far as that is known; Whole says that they
	// are all rows of the table.
	Looked, Nulls int64
	Whole         bool
	// Least and Greatest are the ends of a number or a time among them; nil where they are not known.
	Least, Greatest Value
}

// Sampler is a database that can look at all columns of a table at once, and at many tables in one round trip. It never
// looks at what runs code of others: views, foreign tables, tables with policies.
type Sampler interface {
	// Sample looks at the named columns of each table: at most texts distinct values of a text column, and numbers of any
	// other. It tells what it found by the table's place, in order; of tables that it cannot look at, nothing.
	Sample(ctx context.Context, tables []SampleOf, texts, numbers int, found func(table int, columns []ColumnSample))
}

// SampleOf names a table and the columns of it that are looked at.
type SampleOf struct {
	Table   TableName
	Columns []Column
	// Rows is the estimate of the catalogue.
	Rows int64
}
