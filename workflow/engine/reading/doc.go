// Package reading is what the rules make of a question: a query in the making (Reading), the run of the rules over its items, the
// choices that they leave open (choice.go), and what a mention, a name and a condition turn into.
package reading
