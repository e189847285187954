// Package engine is the embedded NL→SQL: a question and a schema in, a statement tree out, by rules and a small ranked
// model; in milliseconds, the same answer every time, with reasons, without a model or a network.
//
// The way of a question, each step in its own file:
//
//	Tokenize     token.go      words, numbers, quotations
//	Tagger.Tag   tag.go        the lattice: which tables, columns, values, numbers, dates and cue words a span may be
//	interpret    interpret*.go rules that read the tagged items from left to right and leave choices open
//	search       choice.go     tries the choices in order of promise: readings with features
//	rank         rank.go       a log-linear model with readable weights (weight.go, fitted by internal/fit)
//	build        build.go      reading → join tree → statement.Query
//
// Refinement (refine*.go) works on the same tags; a condition on listed rows is read as a question about them
// (refine_asked.go).
//
// # Using the tagger
//
//	tagger := engine.NewTagger(index)
//	items := tagger.Tag("only electronics from last month", now)
//
// Items come in reading order, do not overlap and cover every token. An item is a cue (Item.Cue: what sort of word),
// a mention (Item.Matches: tables and columns, Item.Values: columns that hold the words, both best first), a number, a
// date span or a plain word; a mention may be several at once.
//
// The package imports workflow, dialog, db, db/statement and workflow/schema.
package engine
