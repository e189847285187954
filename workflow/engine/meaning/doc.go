// Package meaning is what a person means by a question, typed: terms, conditions and a query over tables and keys, before
// any SQL. Every node keeps the words that made it (Span), so that nothing is guessed about them afterwards.
//
// A Query is about rows or about figures:
//
//	rows     Of is the table whose rows are listed; Show are columns of theirs or of rows that they refer to
//	figures  Show holds figures (Count, Aggregate, …), each about the rows of its own table (Term.Of), by the keys of Per
//
// A column may belong to the subject's row or to one that it refers to: Lower finds the way there, over keys from many to
// one alone (Way), so that a join never repeats a row. A figure is aggregated over its own table's rows: figures of several
// tables are computed side by side, each in a derived table, and joined on the keys of Per. No sum, count or average is
// ever taken across a one-to-many join.
//
//	Query.Lower     the query as a statement.Query, in a dialect
//	Query.Explain   the query in words
//	Scope.Cond      a condition over a SELECT that stands already: for refinements
//
// The package imports workflow/schema, db/statement and the calendar.
package meaning
