// Package parameter is the way between a statement and the parameters that memory keeps of it: Of reads them off a statement,
// Put gives them to one, Drop takes them away. A query and what is remembered of its subject are one thing in two forms, and
// whoever changes one changes the other here.
//
// It imports db, db/statement and dialog/memory. Start reading at Of.
package parameter
