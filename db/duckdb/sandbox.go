package duckdb

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
)

// memory is what DuckDB may take for sorting, grouping and joining before it moves intermediate results to its temporary
// folder; each thread needs a part of it, so they are bounded too: with more of them the same memory does less.
const (
	memory  = "256MB"
	threads = 4
)

// locked opens the file for reading, shuts every way out and locks the settings. The order matters: after the last line
// no setting can be changed any more.
func (d *Database) locked() (*engine, error) {
	e, err := openEngine(d.path, config{"access_mode": "READ_ONLY", "max_memory": memory, "threads": strconv.Itoa(min(threads, runtime.NumCPU())),
		"temp_directory": d.scratch.path("spill")}) // DuckDB makes it when it needs it
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
	if len(d.files) > 0 {
		sql = append(sql, "SET allowed_paths = "+list(d.files))
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

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
