// Package judgement says how far a statement is to be believed as the answer to what was said, whoever made it: the engine,
// a model, memory, or an edit in words.
//
// Start reading at Of. It reads the statement's parts (part.go) and the words (word.go), and gathers evidence: words
// without a part, parts without a word, what was lost of the query before (lost.go), sums across joins that repeat rows
// (grain.go), values that a column does not hold (value.go), and the rows that came. From the evidence come a chance, by
// weights that internal/fit fitted (chance.go), and doubts in words.
//
// What the words of English ask of a statement is data: words.txt. The package imports dialog, db, db/statement, workflow/schema
// and the standard library.
package judgement
