package statement

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// systemTypes are the names by which people know the types that the grammar writes as pg_catalog.X.
var systemTypes = map[string]string{
	"int2": "smallint", "int4": "integer", "int8": "bigint", "float4": "real", "float8": "double precision",
	"bool": "boolean", "varchar": "varchar", "bpchar": "char", "numeric": "numeric", "timestamp": "timestamp",
	"timestamptz": "timestamp with time zone", "time": "time", "timetz": "time with time zone", "interval": "interval", "json": "json", "bit": "bit",
	"varbit": "bit varying",
}

// typeName writes a type; false when it has a form that only the C library's deparser knows (interval fields).
func typeName(t *pg.TypeName, d Dialect) (string, bool) {
	if t == nil || t.Setof || t.PctType || len(t.Names) == 0 {
		return "", false
	}
	name, ok := baseTypeName(stringsOf(t.Names), d)
	if !ok {
		return "", false
	}
	if name == "char" && len(t.Typmods) == 0 {
		name = "bpchar" // char alone means char(1)
	}
	if len(t.Typmods) > 0 {
		if name == "interval" || name == "char" && d != SQLite && len(t.Typmods) != 1 {
			return "", false
		}
		first, rest, _ := strings.Cut(name, " with ")
		name = first + typeModifiers(t.Typmods, d)
		if rest != "" {
			name += " with " + rest
		}
	}
	return name + strings.Repeat("[]", len(t.ArrayBounds)), true
}

func baseTypeName(names []string, d Dialect) (string, bool) {
	if len(names) == 2 && names[0] == "pg_catalog" {
		known, ok := systemTypes[names[1]]
		if d == SQLite {
			known = sqliteType(names[1])
		}
		return known, ok
	}
	quoted := make([]string, len(names))
	for i, n := range names {
		switch {
		case d != SQLite:
			quoted[i] = quoteName(n, PostgreSQL) // "char" is not char
		case len(names) == 1:
			quoted[i] = quoteName(strings.ToUpper(n), SQLite)
		default:
			quoted[i] = quoteName(strings.ToUpper(n), PostgreSQL) // what is bare in SQLite is no word before a dot
		}
	}
	return strings.Join(quoted, "."), true
}

func typeModifiers(mods []*pg.Node, d Dialect) string {
	parts := make([]string, len(mods))
	for i, m := range mods {
		parts[i] = printExpr(m, d)
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// sqliteType is the name SQLite's users write for the same affinity (sqlite.org/datatype3.html, 3.1).
func sqliteType(name string) string {
	switch name {
	case "int2", "int4", "int8", "bool":
		return "INTEGER"
	case "float4", "float8":
		return "REAL"
	case "numeric":
		return "NUMERIC"
	default:
		return "TEXT"
	}
}

// makeTypeName reads a type's name as the grammar would.
func makeTypeName(text string) *pg.TypeName {
	tree, err := parsed("SELECT NULL::" + text)
	if err == nil && len(tree.Stmts) == 1 {
		target := tree.Stmts[0].GetStmt().GetSelectStmt().GetTargetList()
		if len(target) == 1 {
			if c := target[0].GetResTarget().GetVal().GetTypeCast(); c != nil {
				return c.TypeName
			}
		}
	}
	return &pg.TypeName{Names: stringNodes(text), Typemod: -1, Location: -1}
}
