package sqlite

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"parley/db"
)

// quote writes a name of the catalogue as an identifier.
func quote(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` }

// Schema reads the catalogue, and estimates rows without reading a big table.
func (d *Database) Schema(ctx context.Context) (*db.Schema, error) {
	s, err := d.connection(ctx)
	if err != nil {
		return nil, err
	}
	defer s.release()
	schema, err := s.tables()
	if err != nil {
		return nil, db.Interrupted(err, ctx)
	}
	analysed := s.analysed()
	for i := range schema.Tables {
		if t := &schema.Tables[i]; t.Kind != "view" {
			s.describe(t, analysed)
		}
		if ctx.Err() != nil {
			return nil, db.Interrupted(ctx.Err(), ctx)
		}
	}
	s.views(ctx, schema)
	if ctx.Err() != nil {
		return nil, db.Interrupted(ctx.Err(), ctx)
	}
	resolveTargets(schema)
	return schema, nil
}

// Define implements db.Definer.
func (d *Database) Define(ctx context.Context, schema *db.Schema) error {
	s, err := d.connection(ctx)
	if err != nil {
		return err
	}
	defer s.release()
	for i := range schema.Tables {
		t := &schema.Tables[i]
		if t.Kind == "view" || len(t.Columns) == 0 { // one that cannot be read must not hide the others
			continue
		}
		if err := s.each("PRAGMA table_xinfo("+quote(t.Name)+")", func(row *stmt) {
			if c := t.Column(row.text(1)); c != nil && row.integer(6) > hiddenColumn {
				c.Generated = true
			}
		}); err != nil {
			return db.Interrupted(err, ctx)
		}
	}
	return db.Interrupted(s.each("SELECT name, sql, type FROM sqlite_schema WHERE type = 'view' OR type = 'table' AND rootpage = 0", func(row *stmt) {
		switch t := schema.Table(row.text(0)); {
		case t == nil:
		case row.text(2) == "view":
			t.Definition = db.ViewQuery(row.text(1))
		default:
			t.Definition = shown(t, row.text(1))
		}
	}), ctx)
}

func (s *session) tables() (*db.Schema, error) {
	schema, shadows := &db.Schema{}, s.shadows()
	err := s.each(`SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\_%' ESCAPE '\' ORDER BY rowid`, func(row *stmt) {
		if name := row.text(0); !shadows[strings.ToLower(name)] {
			schema.Tables = append(schema.Tables, db.Table{TableName: db.TableName{Name: name}, Kind: row.text(1), Rows: -1})
		}
	})
	return schema, err
}

// shadows are the tables in which a virtual table keeps its own things, and those that show what a full text index holds of others:
// values of other tables, under other names. They are told by their names, as SQLite tells them: its own list (PRAGMA table_list)
// writes out all views first, and again and again those that it cannot.
func (s *session) shadows() map[string]bool {
	names := map[string]bool{}
	_ = s.each("SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND rootpage = 0", func(row *stmt) {
		name, module := strings.ToLower(row.text(0)), moduleOf(row.text(1))
		for _, suffix := range shadowSuffixes[module] {
			names[name+"_"+suffix] = true
		}
		names[name] = names[name] || vocabularies[module]
	})
	return names
}

// module finds the module of a virtual table in what made it, content the table whose rows a full text index shows.
var (
	module  = regexp.MustCompile("(?is)^CREATE VIRTUAL TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:\"(?:[^\"]|\"\")*\"|`[^`]*`|\\[[^]]*\\]|'[^']*'|[^\\s\"`\\['])+\\s*\\bUSING\\s+[\"`\\[']?(\\w+)")
	content = regexp.MustCompile("(?i)[(,]\\s*content\\s*=\\s*(\"(?:[^\"]|\"\")+\"|'(?:[^']|'')+'|`[^`]+`|\\[[^]]+\\]|\\w+)")
)

func moduleOf(create string) string {
	if found := module.FindStringSubmatch(create); found != nil {
		return strings.ToLower(found[1])
	}
	return ""
}

var (
	shadowSuffixes = map[string][]string{
		"fts3":  {"content", "segments", "segdir", "docsize", "stat"},
		"fts4":  {"content", "segments", "segdir", "docsize", "stat"},
		"fts5":  {"data", "idx", "content", "docsize", "config"},
		"rtree": {"node", "rowid", "parent"}, "rtree_i32": {"node", "rowid", "parent"}, "geopoly": {"node", "rowid", "parent"},
		"spellfix1": {"vocab"},
	}
	vocabularies = map[string]bool{"fts5vocab": true, "fts4aux": true, "fts3tokenize": true}
)

// shown is the query that a full text index over the rows of another table stands for; empty where it has its own.
func shown(t *db.Table, create string) string {
	found := content.FindStringSubmatch(create)
	if found == nil || !strings.HasPrefix(moduleOf(create), "fts") || len(t.Columns) == 0 {
		return ""
	}
	var columns []string
	for _, c := range t.Columns {
		columns = append(columns, quote(c.Name))
	}
	of := found[1]
	if last := len(of) - 1; strings.ContainsRune("\"'`[", rune(of[0])) {
		of = strings.ReplaceAll(of[1:last], of[last:]+of[last:], of[last:])
	}
	return "SELECT " + strings.Join(columns, ", ") + " FROM " + quote(of)
}

// viewsTimeout is how long all views of a file may take to tell their columns: each is written out with all those that it reads, and
// of sixty that read the one before twice most take a second before SQLite gives them up.
const viewsTimeout = 3 * time.Second

// views fills the views, as long as there is time; those that are left have no columns.
func (s *session) views(ctx context.Context, schema *db.Schema) {
	bounded, cancel := context.WithTimeout(ctx, viewsTimeout)
	defer cancel()
	defer s.c.interrupter.On(bounded)()
	for i := range schema.Tables {
		t := &schema.Tables[i]
		if t.Kind != "view" {
			continue
		}
		if bounded.Err() == nil {
			s.describe(t, nil)
		}
		if bounded.Err() != nil && len(t.Columns) == 0 {
			t.Comment = "cannot be read: the views of this file take too long to look at"
		}
	}
}

// describe fills one table. A view over something that is gone, or a table of a missing module, stays without columns:
// one such must not hide the others.
func (s *session) describe(t *db.Table, analysed map[string]int64) {
	if err := s.columns(t); err != nil {
		t.Columns, t.Comment = nil, "cannot be read: "+err.Error()
		return
	}
	if t.Kind == "view" {
		return
	}
	s.unique(t)
	s.foreignKeys(t)
	t.Rows = s.estimate(t, analysed)
	s.guessTypes(t)
}

// hiddenColumn is how table_xinfo marks the parameters of a virtual table, which are no columns to select.
const hiddenColumn = 1

func (s *session) columns(t *db.Table) error {
	keys := map[int64]string{}
	err := s.each("PRAGMA table_xinfo("+quote(t.Name)+")", func(row *stmt) {
		if row.integer(6) == hiddenColumn {
			return
		}
		column := db.Column{Name: row.text(1), Native: row.text(2), Nullable: row.integer(3) == 0}
		column.Type = declaredType(column.Native)
		if place := row.integer(5); place > 0 {
			keys[place] = column.Name
			column.Nullable = false
		}
		t.Columns = append(t.Columns, column)
	})
	for place := int64(1); place <= int64(len(keys)); place++ {
		t.Primary = append(t.Primary, keys[place])
	}
	return err
}

// unique marks the columns that a primary key or a unique index over them alone keeps distinct.
func (s *session) unique(t *db.Table) {
	if len(t.Primary) == 1 {
		t.Column(t.Primary[0]).Unique = true
	}
	var indexes []string
	_ = s.each("PRAGMA index_list("+quote(t.Name)+")", func(row *stmt) {
		if partial := row.integer(4) == 1; row.integer(2) == 1 && !partial {
			indexes = append(indexes, row.text(1))
		}
	})
	for _, index := range indexes {
		var names []string
		_ = s.each("PRAGMA index_info("+quote(index)+")", func(row *stmt) { names = append(names, row.text(2)) })
		if len(names) == 1 && t.Column(names[0]) != nil {
			t.Column(names[0]).Unique = true
		}
	}
}

// foreignKeys reads them in the order that they are declared, which is the reverse of the list's. A target column that
// is not named is the target's primary key; resolveTargets fills it in.
func (s *session) foreignKeys(t *db.Table) {
	byID := map[int64]*db.ForeignKey{}
	count := int64(0)
	_ = s.each("PRAGMA foreign_key_list("+quote(t.Name)+")", func(row *stmt) {
		id := row.integer(0)
		if byID[id] == nil {
			byID[id] = &db.ForeignKey{Target: db.TableName{Name: row.text(2)}}
		}
		count = max(count, id+1)
		byID[id].Columns = append(byID[id].Columns, row.text(3))
		if to := row.text(4); to != "" {
			byID[id].TargetColumns = append(byID[id].TargetColumns, to)
		}
	})
	for id := count - 1; id >= 0; id-- {
		t.Foreign = append(t.Foreign, *byID[id])
	}
}

// resolveTargets gives foreign keys the spelling of the catalogue, and drops those that point nowhere: SQLite checks
// neither when a table is made.
func resolveTargets(schema *db.Schema) {
	for i := range schema.Tables {
		t := &schema.Tables[i]
		kept := t.Foreign[:0]
		for _, key := range t.Foreign {
			if resolveTarget(schema, t, &key) {
				kept = append(kept, key)
			}
		}
		t.Foreign = kept
	}
}

func resolveTarget(schema *db.Schema, from *db.Table, key *db.ForeignKey) bool {
	target := schema.Table(key.Target.Name)
	if target == nil {
		return false
	}
	key.Target = target.TableName
	if len(key.TargetColumns) == 0 {
		key.TargetColumns = append(key.TargetColumns, target.Primary...)
	}
	return len(key.Columns) == len(key.TargetColumns) && respell(from, key.Columns) && respell(target, key.TargetColumns)
}

// respell brings names to the table's own spelling; false when it has no such column.
func respell(t *db.Table, names []string) bool {
	for i, name := range names {
		column := t.Column(name)
		if column == nil {
			return false
		}
		names[i] = column.Name
	}
	return true
}

// countUpTo is how many rows are counted one by one before an estimate will do.
const countUpTo = 20_000

// estimate is the number of rows: exact for a small table, else what ANALYZE noted, else the span of the row ids.
func (s *session) estimate(t *db.Table, analysed map[string]int64) int64 {
	count := s.number(fmt.Sprintf("SELECT count(*) FROM (SELECT 1 FROM %s LIMIT %d)", quote(t.Name), countUpTo))
	if count < countUpTo {
		return count
	}
	if n, ok := analysed[t.Name]; ok {
		return max(n, count)
	}
	return max(s.number("SELECT max(rowid) - min(rowid) + 1 FROM "+quote(t.Name)), count)
}

// number is the first cell of a statement's only row, -1 when there is none.
func (s *session) number(sql string) int64 {
	n := int64(-1)
	_ = s.each(sql, func(row *stmt) { n = row.integer(0) })
	return n
}

// analysed is what ANALYZE left behind: the first number of a table's stat is its rows. The table is missing in most files.
func (s *session) analysed() map[string]int64 {
	rows := map[string]int64{}
	_ = s.each("SELECT tbl, max(CAST(stat AS INTEGER)) FROM sqlite_stat1 GROUP BY tbl", func(row *stmt) {
		rows[row.text(0)] = row.integer(1)
	})
	return rows
}

// guessTypes looks at the first value of columns that declare no type.
func (s *session) guessTypes(t *db.Table) {
	for i := range t.Columns {
		column := &t.Columns[i]
		if column.Type != db.Unknown {
			continue
		}
		name := quote(column.Name)
		_ = s.each(fmt.Sprintf("SELECT %s FROM (SELECT %s FROM %s LIMIT %d) WHERE %s IS NOT NULL LIMIT 1", name, name, quote(t.Name), countUpTo, name), func(row *stmt) {
			column.Type = valueType(row.value(0))
		})
	}
}
