// Package edit changes a query in force: its predicates, its columns, the tables behind them. What no operation names stays as it was.
// What words mean among what is shown and what the tables hold is read here too (read.go, condition.go).
package edit
