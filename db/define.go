package db

import (
	"context"
	"regexp"
)

// Definer is a database that knows what its views read and which columns it computes. It is asked where that decides what may
// be shown: opening does without.
type Definer interface {
	// Define fills Table.Definition and Column.Generated.
	Define(ctx context.Context, schema *Schema) error
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
