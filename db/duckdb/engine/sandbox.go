package engine

import (
	"errors"
	"fmt"
	"strings"
)

// locked opens the file for reading, shuts every way out and locks the settings. The order matters: after the last line
// no setting can be changed any more.
func (d *Database) locked() (*engine, error) {
	settings := d.gears()[d.gear].config()
	settings["access_mode"] = "READ_ONLY"
	settings["temp_directory"] = d.opening.Spill // DuckDB makes it when it needs it
	e, err := openEngine(d.opening.Path, settings)
	if err != nil {
		return nil, err
	}
	c, err := e.connect()
	if err != nil {
		e.close()
		return nil, err
	}
	defer c.close()
	for _, sql := range d.locks() {
		if err := c.exec(sql); err != nil {
			e.close()
			return nil, errors.Join(fmt.Errorf("lock DuckDB: %s", sql), err)
		}
	}
	return e, nil
}

func (d *Database) locks() []string {
	var sql []string
	var files []string
	for _, s := range d.opening.Sources {
		files = append(files, s.Files...)
	}
	if len(files) > 0 {
		sql = append(sql, "SET allowed_paths = "+list(files))
	}
	return append(sql,
		"SET autoinstall_known_extensions = false",
		"SET autoload_known_extensions = false",
		"SET allow_community_extensions = false",
		"SET enable_external_access = false",
		"SET lock_configuration = true",
	)
}

// list writes a list of texts.
func list(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = literal(t)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

func literal(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Quote writes a name.
func Quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
