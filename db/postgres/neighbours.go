package postgres

import (
	"context"
	"net/url"
	"regexp"
	"strings"

	"parley/db"
)

var _ db.Neighbourly = (*Database)(nil)

// Neighbours implements db.Neighbourly.
func (d *Database) Neighbours(ctx context.Context) ([]db.Neighbour, error) {
	var found []db.Neighbour
	err := d.catalogue(ctx, question{sql: askDatabases, cells: 1}, func(row []string) {
		found = append(found, db.Neighbour{Name: row[0], Target: withDatabase(d.url, row[0])})
	})
	return found, err
}

// databaseSetting is the name of the database in a list of settings.
var databaseSetting = regexp.MustCompile(`\bdbname\s*=\s*('(?:[^'\\]|\\.)*'|\S*)`)

// withDatabase is a target of the same server with another database.
func withDatabase(target, name string) string {
	u, err := url.Parse(target)
	if err != nil || u.Scheme == "" {
		quoted := "dbname='" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name) + "'"
		return strings.TrimSpace(databaseSetting.ReplaceAllString(target, "")) + " " + quoted
	}
	query := u.Query()
	query.Del("dbname")
	u.RawQuery, u.Path, u.RawPath = query.Encode(), "/"+name, ""
	if strings.Contains(name, "/") {
		u.RawPath = "/" + url.PathEscape(name)
	}
	return u.String()
}
