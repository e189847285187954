// Package reader is the engine as a workflow.Generator: a question is put in the words that the readers know (wording.go,
// respell.go), both readers read it, the composed one (compose) and the rules (build), decide.go says which reading is likeliest
// right, the best ones are tried on the rows (vote.go), and the winner says what it assumed.
package reader
