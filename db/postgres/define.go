package postgres

import (
	"context"
	"strings"

	"parley/db"
)

// Define implements db.Definer. Tables of the same name in several schemas are told apart by those that the schema names; one
// that the search path finds has the definitions of all of its name that are not named otherwise, joined: who reads them errs
// on the side of more.
func (d *Database) Define(ctx context.Context, schema *db.Schema) error {
	for i := range schema.Tables {
		schema.Tables[i].Definition = ""
	}
	return d.catalogue(ctx, askDefinitions, nil, func(row []string) {
		for i := range schema.Tables {
			t := &schema.Tables[i]
			if t.Name != row[1] || t.Schema != "" && t.Schema != row[0] {
				continue
			}
			query := strings.TrimSuffix(row[3], ";")
			switch c := t.Column(row[2]); {
			case c != nil:
				c.Generated = true
			case t.Definition == "":
				t.Definition = query
			default:
				t.Definition += " UNION ALL " + query
			}
		}
	})
}
