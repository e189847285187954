package postgres

import (
	"strings"

	"parley/db"
)

// harmless are volatile functions that give another answer every time and change nothing.
var harmless = map[string]bool{
	"random": true, "random_normal": true, "clock_timestamp": true, "timeofday": true, "gen_random_uuid": true,
	"uuid_generate_v1": true, "uuid_generate_v4": true, "uuidv4": true, "uuidv7": true, "gen_random_bytes": true,
	"pg_relation_size": true, "pg_table_size": true, "pg_total_relation_size": true, "pg_indexes_size": true,
	"pg_database_size": true, "pg_tablespace_size": true, "currval": true, "lastval": true,
	"pg_stat_get_snapshot_timestamp": true, "pg_blocking_pids": true, "pg_safe_snapshot_blocking_pids": true,
}

// refuseVolatile refuses functions and operators, given as the server's arrays, of which the server cannot say that
// they change nothing.
func refuseVolatile(functions, operators string) error {
	for _, name := range arrayElements(functions) {
		if !harmless[name] {
			return volatileError("function", name)
		}
	}
	for _, name := range arrayElements(operators) {
		return volatileError("operator", name)
	}
	return nil
}

func volatileError(what, name string) error {
	return &db.Error{Kind: db.ReadOnly, Position: -1,
		Message: "The " + what + " " + name + " is volatile: the server cannot say that it changes nothing.",
		Hint:    "If it only reads, ask its owner to declare it STABLE."}
}

// localNames are names without their schemas.
func localNames(names []string) []string {
	local := make([]string, len(names))
	for i, name := range names {
		// The schema ends at the last dot before the name; operators may not hold one.
		local[i] = name[strings.LastIndexByte(name, '.')+1:]
	}
	return local
}

// arrayText writes a text[].
func arrayText(elements []string) string {
	quoted := make([]string, len(elements))
	for i, e := range elements {
		quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(e) + `"`
	}
	return "{" + strings.Join(quoted, ",") + "}"
}

// arrayElements reads a text[] without NULLs, of one dimension.
func arrayElements(array string) []string {
	var elements []string
	var b strings.Builder
	quoted, any := false, false
	for i := 0; i < len(array); i++ {
		switch c := array[i]; {
		case c == '\\' && i+1 < len(array):
			i++
			b.WriteByte(array[i])
		case c == '"':
			quoted, any = !quoted, true
		case !quoted && (c == ',' || c == '}'):
			if any || b.Len() > 0 {
				elements = append(elements, b.String())
			}
			b.Reset()
			any = false
		case !quoted && c == '{':
		default:
			b.WriteByte(c)
		}
	}
	return elements
}
