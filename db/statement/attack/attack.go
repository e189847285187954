// Package attack is a corpus of statements that must never run: every one is to be refused by the guard, and, with the
// guard switched off, stopped again by the engine's own layers unless it is marked as the guard's own job.
//
// The package is for tests only. It imports the standard library and statement. Start reading at Load.
package attack

import (
	"embed"
	"fmt"
	"strings"

	"parley/db/statement"
)

//go:embed *.txt
var files embed.FS

// Case is one attack.
type Case struct {
	Dialect statement.Dialect
	SQL     string
	// Part is a piece of the name by which the refusal calls the part; empty when the text may as well be a syntax error.
	Part string
	// GuardOnly marks what the engine's layers do not stop: it does no lasting harm to data, or only a superuser may.
	GuardOnly bool
}

// Load reads the attacks of a dialect, in the order of the file.
//
// A case starts with a line "== PART", or "==! PART" for one that is the guard's own job; the lines up to the next one
// are its text. Lines of a file before the first case are comment. The tables t and u, and users, stand for any.
func Load(d statement.Dialect) ([]Case, error) {
	name := strings.ToLower(d.String()) + ".txt"
	text, err := files.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("read attacks: %w", err)
	}
	var cases []Case
	for _, block := range strings.Split("\n"+string(text), "\n==")[1:] {
		head, sql, ok := strings.Cut(block, "\n")
		if !ok {
			return nil, fmt.Errorf("read attacks in %s: %q has no text", name, head)
		}
		part, alone := strings.CutPrefix(head, "!")
		cases = append(cases, Case{Dialect: d, SQL: strings.TrimRight(sql, "\n"), Part: strings.TrimSpace(part), GuardOnly: alone})
	}
	return cases, nil
}
