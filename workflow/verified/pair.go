// Package verified answers questions that a person verified: those of a project, those confirmed, those picked in the session.
//
// A question is the same when its words are, politeness and articles apart; when its words are others, or in another order, but the
// engine reads both alike, it is answered and told so. One that differs in one part is refined from the verified query, and told. A
// word that differs otherwise is never passed over.
//
// The package imports workflow, project, and the engine's words. Start reading at Shelf.
package verified

import (
	"fmt"
	"strings"
	"time"

	"parley/workflow/project"
)

// Pair is a question that stands alone with the SQL that a person verified for it.
type Pair struct {
	Question, Database, SQL string
	// Where is the file that holds it; empty for one of the session.
	Where     string
	Confirmed time.Time
}

// String is the pair as the file of confirmed queries has it.
func (p *Pair) String() string {
	return fmt.Sprintf("-- question: %s\n-- database: %s\n-- confirmed: %s\n%s;\n",
		oneLine(p.Question), oneLine(p.Database), p.Confirmed.Format(time.DateOnly), p.SQL)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// OfProject are the verified questions of a project.
func OfProject(p *project.Project) []Pair {
	if p == nil {
		return nil
	}
	var out []Pair
	for _, q := range p.Questions {
		out = append(out, Pair{Question: q.Text, SQL: q.SQL, Where: q.File})
	}
	return out
}
