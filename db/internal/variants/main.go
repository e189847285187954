// Command variants makes databases harder to know: it copies a folder of SQLite files with their names run together, or
// without their declared keys. What is right on the copies, of what is right on the originals, is what knowing them brings.
//
//	variants -from DIR -to DIR -style joined    full words run together behind prefixes: tbstudentaddress, sta_zipcode
//	variants -from DIR -to DIR -style short     the same words cut short: tbstdntaddr, sta_zipcd
//	variants -from DIR -to DIR -style keyless   without foreign keys
//	variants -from DIR -to DIR -style bare      without primary and foreign keys
//
// With -gold DIR it writes copies that have the old names as views too, so that statements in either names run on them.
package main

import (
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	_ "modernc.org/sqlite"
)

func main() {
	from := flag.String("from", "", "folder of SQLite files")
	to := flag.String("to", "", "folder for the copies")
	gold := flag.String("gold", "", "folder for copies that have the old names as views")
	style := flag.String("style", "joined", "joined, short, keyless or bare")
	flag.Parse()
	if err := copies(*from, *to, *gold, *style); err != nil {
		fmt.Fprintln(os.Stderr, "variants:", err)
		os.Exit(1)
	}
}

func copies(from, to, gold, style string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.sqlite"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no SQLite file in %s: %w", from, errors.Join(err, os.ErrNotExist))
	}
	for _, path := range files {
		for _, folder := range []string{to, gold} {
			if folder == "" {
				continue
			}
			if err := vary(path, filepath.Join(folder, filepath.Base(path)), style, folder == gold); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
	}
	return nil
}

// table is a table as it is declared.
type table struct {
	name    string
	columns []column
	foreign []reference
}

type column struct {
	name, kind string
	key        int // its place in the primary key, from 1; 0 for none
}

type reference struct {
	target   string
	from, to []string
}

// vary writes one copy.
func vary(path, target, style string, views bool) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
		return err
	}
	if err := os.Remove(target); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	out, err := sql.Open("sqlite", target)
	if err != nil {
		return err
	}
	defer out.Close()
	out.SetMaxOpenConns(1)
	if _, err := out.Exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF; ATTACH " + text(path) + " AS src"); err != nil {
		return err
	}
	tables, err := declared(out, "src")
	if err != nil {
		return err
	}
	n := namer{style: style, taken: map[string]bool{}, tables: map[string]string{}, columns: map[string]string{}}
	for i := range tables {
		n.table(&tables[i], i)
	}
	for i := range tables {
		if err := write(out, &tables[i], &n, views); err != nil {
			return err
		}
	}
	return nil
}

// write copies a table under its new names.
func write(out *sql.DB, t *table, n *namer, views bool) error {
	var parts, old, renamed []string
	var primary []string
	for _, c := range t.columns {
		name := n.column(t.name, c.name)
		parts = append(parts, quote(name)+" "+c.kind)
		old, renamed = append(old, quote(c.name)), append(renamed, quote(name)+" AS "+quote(c.name))
	}
	for place := 1; place <= len(t.columns); place++ {
		for _, c := range t.columns {
			if c.key == place {
				primary = append(primary, quote(n.column(t.name, c.name)))
			}
		}
	}
	if len(primary) > 0 && n.style != "bare" {
		parts = append(parts, "PRIMARY KEY ("+strings.Join(primary, ", ")+")")
	}
	for _, f := range t.foreign {
		if n.style == "bare" || n.style == "keyless" || n.tables[strings.ToLower(f.target)] == "" {
			continue
		}
		line := "FOREIGN KEY (" + n.list(t.name, f.from) + ") REFERENCES " + quote(n.tables[strings.ToLower(f.target)])
		if len(f.to) > 0 {
			line += " (" + n.list(f.target, f.to) + ")"
		}
		parts = append(parts, line)
	}
	name := n.tables[strings.ToLower(t.name)]
	statements := []string{
		"CREATE TABLE " + quote(name) + " (" + strings.Join(parts, ", ") + ")",
		"INSERT INTO " + quote(name) + " SELECT " + strings.Join(old, ", ") + " FROM src." + quote(t.name),
	}
	if views && !strings.EqualFold(name, t.name) {
		statements = append(statements, "CREATE VIEW "+quote(t.name)+" AS SELECT "+strings.Join(renamed, ", ")+" FROM "+quote(name))
	}
	for _, s := range statements {
		if _, err := out.Exec(s); err != nil {
			return fmt.Errorf("%.200s: %w", s, err)
		}
	}
	return nil
}

// declared reads the tables of a schema of SQLite's.
func declared(file *sql.DB, schema string) ([]table, error) {
	names, err := strs(file, "SELECT name FROM "+schema+".sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid")
	if err != nil {
		return nil, err
	}
	var out []table
	for _, name := range names {
		t := table{name: name[0]}
		columns, err := strs(file, fmt.Sprintf("SELECT name, type, pk FROM pragma_table_info(%s, %s)", text(t.name), text(schema)))
		if err != nil {
			return nil, err
		}
		for _, c := range columns {
			key := 0
			_, _ = fmt.Sscan(c[2], &key)
			t.columns = append(t.columns, column{c[0], c[1], key})
		}
		foreign, err := strs(file, fmt.Sprintf(`SELECT id, "table", "from", coalesce("to", '') FROM pragma_foreign_key_list(%s, %s) ORDER BY id, seq`, text(t.name), text(schema)))
		if err != nil {
			return nil, err
		}
		last := ""
		for _, f := range foreign {
			if f[0] != last {
				t.foreign, last = append(t.foreign, reference{target: f[1]}), f[0]
			}
			r := &t.foreign[len(t.foreign)-1]
			r.from = append(r.from, f[2])
			if f[3] != "" {
				r.to = append(r.to, f[3])
			}
		}
		out = append(out, t)
	}
	return out, nil
}

// strs are the rows of a question, as texts.
func strs(file *sql.DB, question string) ([][]string, error) {
	rows, err := file.Query(question)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", question, err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	var out [][]string
	for rows.Next() {
		row, places := make([]string, len(columns)), make([]any, len(columns))
		for i := range row {
			places[i] = &row[i]
		}
		if err := rows.Scan(places...); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, rows.Err()
}

func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }
func text(s string) string     { return "'" + strings.ReplaceAll(s, "'", "''") + "'" }
