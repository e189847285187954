// Package engine is the embedded NL→SQL: a question and a schema in, a statement tree out, by rules and a small ranked
// model; in milliseconds, the same answer every time, with reasons, without a model or a network. Here it is put together for a
// database (source.go) with the words of its project (taught.go); the parts are in the folders, each importing only those
// above it:
//
//	english    lists of words by what they are to the rules, as data
//	token      an input as words, numbers, quotations
//	calendar   periods
//	meaning    a typed query, lowered to a statement
//	phrase     the grammar of phrases, as data and actions: conditions, figures, dimensions, orders
//	compose    phrases made a meaning: the first reader of questions
//	decide     how likely a reading is right, beside the others
//	tag        what words may name
//	reading    what the rules make of a question
//	question   the rules, and the ranking of readings
//	build      a reading made a statement: the second reader of questions
//	reader     both readers, the choice between them, the trial on rows
//	edit       changes of a query in force
//	clause     … of its order, groups, limit, figures
//	measure    … of what is measured, of which rows, of when
//	pointer    … and questions about what is pointed at
//	rule       the table of refinements
//	refine     refinements as candidates, the choice between them
//
// From a phrase to its rule: look for its words in phrase/words.txt, then among the patterns of rule, pointer and measure. A
// condition on listed rows is read as a question about them (refine/asked.go).
package engine
