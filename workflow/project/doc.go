// Package project reads what people say their data mean: a folder's parley.toml with words, metrics, filters, keys and time
// columns, its questions/*.sql with verified answers, and what is said in a conversation. It makes them known to a database's
// index, so that questions are understood in these words, and says of every statement which of them it uses.
//
// Files are data: nothing in them is executed, every expression passes the parser and the guard, and what does not fit the
// database is left out with a Problem that names file and line; a database opens whatever they hold.
//
// Start reading at File (what may be written), Compile (how it meets a database) and Project (what is known then).
package project
