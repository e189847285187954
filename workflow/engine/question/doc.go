// Package question holds the rules that read a question from left to right: comparisons, extremes, groups, orders, figures, spans
// of time. Each changes the reading of a run and leaves open what the words leave open. Readings are compared here as well: what
// a question is like with what a reading is like (shape.go), by a log-linear model with readable weights (rank.go, weights.txt).
package question
