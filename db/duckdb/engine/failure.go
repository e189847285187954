package engine

import (
	"errors"
	"regexp"
	"strings"

	"parley/db"
)

// kinds are how DuckDB's messages begin. What stands first and fits wins.
var kinds = []struct {
	part string
	kind db.Kind
	hint string
}{
	{"INTERRUPT Error", db.Cancelled, ""},
	{"Catalog Error: Table with name", db.NoTable, ""},
	{"Catalog Error: Scalar Function", db.NoFunction, ""},
	{"Catalog Error: Table Function", db.NoFunction, ""},
	{"Binder Error: Referenced column", db.NoColumn, ""},
	{"Binder Error: Table", db.NoColumn, ""},
	{"Binder Error: No function matches", db.NoFunction, ""},
	{"Parser Error", db.Syntax, ""},
	{"Permission Error", db.ReadOnly, db.WriteHint},
	{"Out of Memory Error", db.Resources, MemoryHint},
	{refusedMemory, db.Resources, MemoryHint},
	{forgotten, db.Resources, "Narrow it down with a filter or a limit."},
	{"Cannot execute statement of type", db.ReadOnly, db.WriteHint},
	{"read-only", db.ReadOnly, db.WriteHint},
	{"configuration has been locked", db.ReadOnly, db.WriteHint},
}

// forgotten is what DuckDB says of a result that broke off in one of several threads, in place of the reason.
const forgotten = "unsuccessful or closed pending query result"

// refusedMemory is what DuckDB says where the system gives it no more memory: a worker is bounded.
const refusedMemory = "Allocation failure"

// failure is DuckDB's message as a db.Error.
func failure(message string) error {
	e := &db.Error{Kind: db.Failed, Message: "DuckDB says: " + sentence(message), Position: -1, Cause: errors.New(message)}
	for _, k := range kinds {
		if strings.Contains(message, k.part) {
			e.Kind, e.Hint = k.kind, k.hint
			break
		}
	}
	switch {
	case e.Kind == db.Cancelled:
		e.Message = "The statement was stopped."
	case strings.Contains(message, forgotten):
		e.Message = "DuckDB broke off the result and does not say why."
	}
	return e
}

// sentence is the first line of a message without its class: the others repeat the statement.
func sentence(message string) string {
	line, rest, _ := strings.Cut(message, "\n")
	if class, text, ok := strings.Cut(line, " Error: "); ok && !strings.Contains(class, ":") {
		line = text
	}
	if hint := didYouMean.FindString(rest); hint != "" {
		line += " (" + strings.TrimSpace(hint) + ")"
	}
	return strings.TrimRight(line, ". ") + "."
}

var didYouMean = regexp.MustCompile(`(Did you mean|Candidate bindings:) [^\n]*`)

// openFailure is why a file could not be opened.
func openFailure(name string, err error) error {
	message := err.Error()
	e := &db.Error{Kind: db.NotDatabase, Position: -1, Cause: err,
		Message: name + " cannot be opened: " + sentence(message), Hint: "Check that the file is what its name says."}
	switch {
	case strings.Contains(message, "Could not set lock"):
		e.Kind, e.Message, e.Hint = db.Busy, "Another program has "+name+" open for writing.", "Close it there, or copy the file."
	case strings.Contains(message, "not a valid DuckDB database file"):
		e.Message, e.Hint = name+" is not a DuckDB database.", "Name a .duckdb file, or a CSV, TSV, Parquet or JSON file."
	case strings.Contains(message, "Out of Memory Error"), strings.Contains(message, refusedMemory):
		e.Kind, e.Message, e.Hint = db.Resources, name+" needs more memory to be opened than DuckDB may take.", "Let it take more with --engine-memory."
	case strings.Contains(message, "Permission denied"):
		e.Kind, e.Message, e.Hint = db.Permission, "You may not read "+name+".", "Check the file's permissions."
	}
	return e
}
