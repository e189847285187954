// Package measure changes what is measured, of which rows and of when: another figure, one beside it, the period before, the rows
// behind a figure. What words mean on the rows in force is read by the reader of questions (compose; meant*.go), so that a phrase
// means the same said as a refinement.
package measure
