package statement

import (
	"strings"
	"unicode/utf8"
)

// Which words need quotes as names, from the keyword lists of the three manuals (DuckDB's from duckdb_keywords()).
// PostgreSQL's is every keyword that is not "unreserved"; since all texts go through its grammar it counts everywhere.
const (
	postgresWords = `all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create
	current_catalog current_date current_role current_time current_timestamp current_user default deferrable desc distinct
	do else end except false fetch for foreign from grant group having in initially intersect into lateral leading limit
	localtime localtimestamp not null offset on only or order placing primary references returning select session_user some
	symmetric system_user table then to trailing true union unique user using variadic when where window with
	authorization binary collation concurrently cross current_schema freeze full ilike inner is isnull join left like
	natural notnull outer overlaps right similar tablesample verbose
	between bigint bit boolean char character coalesce dec decimal exists extract float greatest grouping inout int integer
	interval json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar json_serialize
	json_table json_value least merge_action national nchar none normalize nullif numeric out overlay position precision
	real row setof smallint substring time timestamp treat trim values varchar xmlattributes xmlconcat xmlelement xmlexists
	xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`
	sqliteWords = `add alter autoincrement commit delete drop escape glob if index indexed insert match nothing regexp set
	transaction update replace raise`
	duckDBWords = `at describe generated glob lambda map pivot pivot_longer pivot_wider qualify show struct summarize try_cast
	unpivot anti asof positional semi columns`
)

var (
	reservedWords = wordSet(postgresWords, sqliteWords, duckDBWords)
	reservedIn    = [...]map[string]bool{wordSet(postgresWords), wordSet(postgresWords, sqliteWords), wordSet(postgresWords, duckDBWords)}
)

func wordSet(lists ...string) map[string]bool {
	set := map[string]bool{}
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			set[w] = true
		}
	}
	return set
}

// quoteName writes an identifier, in quotes only when the dialect would read it otherwise. SQLite and DuckDB keep case
// and compare without it; PostgreSQL folds what is not quoted.
func quoteName(name string, d Dialect) string {
	low := strings.ToLower(name)
	if plainName(name, d) && (!reservedIn[d][low] || d == SQLite && bareInSQLite[low]) {
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// bareInSQLite are words that PostgreSQL would quote and SQLite need not. There a needless quote does harm: a column that
// does not exist would become a string instead of an error.
var bareInSQLite = wordSet(`bigint bit boolean char character coalesce dec decimal extract float greatest grouping inout
	int integer interval json json_array json_arrayagg json_exists json_object json_objectagg json_query json_scalar
	json_serialize json_table json_value least merge_action national nchar none normalize nullif numeric out overlay position
	precision real row setof smallint substring time timestamp treat trim varchar xmlattributes xmlconcat xmlelement
	xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot xmlserialize xmltable`)

func plainName(name string, d Dialect) bool {
	for i, r := range name {
		switch {
		case r >= 'a' && r <= 'z', r == '_':
		case r >= 'A' && r <= 'Z':
			if d == PostgreSQL {
				return false
			}
		case r >= '0' && r <= '9', r == '$':
			if i == 0 {
				return false
			}
		case r >= 0x80 && r != utf8.RuneError:
			if d == PostgreSQL {
				return false
			}
		default:
			return false
		}
	}
	return name != ""
}

// quoteString writes a string literal. A backslash is itself between plain quotes, except on a PostgreSQL server that has
// standard_conforming_strings off; so there it goes into an escape string, which reads the same on all.
func quoteString(s string, d Dialect) string {
	quoted := "'" + strings.ReplaceAll(s, "'", "''") + "'"
	if d == PostgreSQL && strings.Contains(s, `\`) {
		return "E" + strings.ReplaceAll(quoted, `\`, `\\`)
	}
	return quoted
}
