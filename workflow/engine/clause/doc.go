// Package clause edits one clause of the query in force by what is said of it: its order, groups, limit, figures and how they are shown.
package clause
