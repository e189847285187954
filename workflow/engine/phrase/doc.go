// Package phrase reads English: words become derivations by a grammar that is data.
//
//	words.txt    what words do, in all their senses
//	lattice.go   the input as spans: names of tables and columns, values, numbers, periods, senses
//	chart.go     rules bottom up: derivations by category, the best few for each span
//	grammar*.go  the rules, each a line: name, category, pattern, action
//	cover.go     the best ways to cover the input with pieces (figure, noun, dimension, cond, keep, sort, also)
//
// Nothing is decided here about tables: a name keeps all that it may stand for, until compose knows the subject. What the
// pieces mean together is compose's.
//
//	parse := phrase.New(index).Read("orders per month", now)
//	for _, cover := range parse.Covers(4) { … cover.Pieces, cover.Lost … }
//
// Conditions of a refinement are read by the same rules: a cover whose pieces are all of category cond.
package phrase
