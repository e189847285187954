package db

import (
	"context"
	"regexp"

	"parley/db/statement"
)

// Definer is a database that knows what its views read and which columns it computes. It is asked where that decides what may
// be shown: opening does without.
type Definer interface {
	// Define fills Table.Definition, Table.Parents and Column.Generated.
	Define(ctx context.Context, schema *Schema) error
}

// Tracer is a database with functions of its own, whose bodies may read whatever they like.
type Tracer interface {
	// OwnCode names what a statement may run of them, by whatever name or form, and how it comes to it; empty when there is nothing.
	OwnCode(ctx context.Context, stmt *statement.Statement) (string, error)
}

var createView = regexp.MustCompile("(?is)^\\s*create\\s+(?:or\\s+replace\\s+)?(?:temp(?:orary)?\\s+)?view\\s+(?:if\\s+not\\s+exists\\s+)?" +
	"(?:" + viewName + "\\s*\\.\\s*){0,2}" + viewName + "\\s*(?:\\([^)]*\\)\\s*)?\\bas\\b\\s*(.*?);?\\s*$")

const viewName = "(?:\"(?:[^\"]|\"\")*\"|\\[[^\\]]*\\]|`[^`]*`|[\\w$]+)"

// ViewQuery is the query of a CREATE VIEW statement; empty where it cannot be told.
func ViewQuery(create string) string {
	if found := createView.FindStringSubmatch(create); found != nil {
		return found[1]
	}
	return ""
}
