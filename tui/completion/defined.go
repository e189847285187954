package completion

import (
	"embed"
	"io/fs"
	"slices"
	"strings"

	"parley/db/statement"
)

// Defined is what a project defines: a figure, or a condition on rows.
type Defined struct {
	// Words are its names; SQL is what they stand for, with columns qualified by Tables.
	Words     []string
	SQL       string
	Tables    []string
	Condition bool
}

// defined are the figures, or the conditions, whose tables can be named at a place: all of them before FROM is written.
func (p *place) defined(figures bool) []string {
	var out []string
	for _, d := range p.c.Defined {
		named := func(table string) bool {
			return slices.ContainsFunc(p.scope.sources, func(s source) bool { return strings.EqualFold(s.name, table) })
		}
		within := len(p.scope.sources) == 0 || !slices.ContainsFunc(d.Tables, func(t string) bool { return !named(t) })
		if d.Condition != figures && within {
			out = append(out, d.SQL)
		}
	}
	return out
}

// Called is the name of what a proposal is the definition of; empty for any other.
func (c *Completer) Called(proposal string) string {
	if at := c.definition(proposal); at >= 0 {
		return c.Defined[at].Words[0]
	}
	return ""
}

func (c *Completer) definition(proposal string) int {
	return slices.IndexFunc(c.Defined, func(d Defined) bool { return d.SQL == proposal })
}

// beginsDefined says that a word of the names of what a proposal defines begins so.
func (c *Completer) beginsDefined(proposal, prefix string) bool {
	at := c.definition(proposal)
	return at >= 0 && slices.ContainsFunc(c.Defined[at].Words, func(name string) bool {
		return slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '_' }), func(word string) bool {
			return strings.HasPrefix(strings.ToLower(word), strings.ToLower(prefix))
		})
	})
}

// figures is how many functions at the start of every list are aggregates.
const figures = 5

//go:embed functions
var functionFiles embed.FS

// functionsOf are the functions that each engine is known to have, the usual ones first, as they are begun.
var functionsOf = func() map[statement.Dialect][]string {
	out := map[statement.Dialect][]string{}
	for _, d := range []statement.Dialect{statement.PostgreSQL, statement.SQLite, statement.DuckDB} {
		for _, file := range []string{"common", strings.ToLower(d.String())} {
			b, err := fs.ReadFile(functionFiles, "functions/"+file+".txt")
			if err != nil {
				panic(err) // it is embedded
			}
			for name := range strings.FieldsSeq(string(b)) {
				out[d] = append(out[d], begun(name))
			}
		}
	}
	return out
}()

// begun is a function as its call begins; those that the standard calls without parentheses have none.
func begun(name string) string {
	if strings.HasPrefix(name, "current_") {
		return name
	}
	return name + "("
}

// Functions are those that are proposed for an engine, without their parentheses.
func Functions(d statement.Dialect) []string {
	var out []string
	for _, f := range functionsOf[d] {
		out = append(out, strings.TrimSuffix(f, "("))
	}
	return out
}
