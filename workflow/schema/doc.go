// Package schema is the retrieval index over one database: what its tables, columns and values are called, and how its
// tables hang together (requirements §6).
//
// Start reading at Index. It is built once for each connection from a db.Database (Build), or from a schema alone
// (New), is bounded in values and bytes, and is immutable and safe for concurrent use afterwards. The lookups are
//
//	Index.Phrases   every table and column that a run of words may name, with how well it is named
//	Index.Values    every column that holds a value
//	Index.Path, Index.Tree   the cheapest joins over the foreign keys
//
// The package imports db, the lexicon and the standard library.
package schema
