// Command keys measures how many of the single-column keys that databases declare are found again when none is declared.
//
//	keys -declared DIR -stripped DIR    SQLite files of the same names; the second without keys (db/internal/variants)
//	keys … -joins FILE,FILE             and the statements that people wrote on them: JSON lines with "db" and "turns" of "sql"
//
// Databases do not declare all of their keys. Those by which people's statements join are a second witness, that knows nothing of
// what is found here: precision is told against the declared keys alone, and against both.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"parley/db"
	"parley/db/opener"
	"parley/workflow/schema"
)

func main() {
	from := flag.String("declared", "", "folder of SQLite files that declare their keys")
	stripped := flag.String("stripped", "", "folder of the same files without keys")
	joins := flag.String("joins", "", "files of statements that people wrote, by commas")
	flag.Parse()
	if err := measure(context.Background(), *from, *stripped, *joins); err != nil {
		fmt.Fprintln(os.Stderr, "keys:", err)
		os.Exit(1)
	}
}

// measure compares the keys that are found in one folder with the single-column keys that are declared in another. A key that
// is found is right when it is declared, or when declared keys lead from both its ends to the same column.
func measure(ctx context.Context, from, stripped, statements string) error {
	files, err := filepath.Glob(filepath.Join(from, "*.sqlite"))
	if err != nil {
		return err
	}
	joined, err := joinedBy(statements)
	if err != nil {
		return err
	}
	var right, found, against, recalled, all, witnessed int
	for _, path := range files {
		want, same, err := wanted(ctx, path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		got, err := inferred(ctx, filepath.Join(stripped, filepath.Base(path)))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		base := strings.TrimSuffix(filepath.Base(path), ".sqlite")
		for _, edge := range got {
			found++
			if slices.Contains(want, edge) || same(edge) {
				right++
			} else if joined[base][edge] || joined[base][[2]string{edge[1], edge[0]}] {
				witnessed++
				fmt.Printf("joined %s: %s → %s\n", base, edge[0], edge[1])
			} else if slices.ContainsFunc(want, func(w [2]string) bool { return w[0] == edge[0] }) {
				against++
				fmt.Printf("wrong  %s: %s → %s, declared otherwise\n", base, edge[0], edge[1])
			} else {
				fmt.Printf("wrong  %s: %s → %s\n", base, edge[0], edge[1])
			}
		}
		for _, edge := range want {
			all++
			if slices.Contains(got, edge) || slices.ContainsFunc(got, func(g [2]string) bool { return g[0] == edge[0] && same(g) }) {
				recalled++
			} else {
				fmt.Printf("missed %s: %s → %s\n", base, edge[0], edge[1])
			}
		}
	}
	if statements != "" {
		fmt.Printf("precision, with the keys by which people join: %.1f %%\n", percent(right+witnessed, found))
	}
	fmt.Printf("precision %.1f %% of %d (%d on columns that declare another key), recall %.1f %% of %d\n", percent(right, found), found, against, percent(recalled, all), all)
	return nil
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// wanted are the declared keys of one column to tables that there are; same says whether declared keys lead from both ends of
// an edge to one column.
func wanted(ctx context.Context, path string) (want [][2]string, same func([2]string) bool, err error) {
	d, err := opener.Open(ctx, db.Settings{}, path)
	if err != nil {
		return nil, nil, err
	}
	defer d.Close()
	tables, err := d.Schema(ctx)
	if err != nil {
		return nil, nil, err
	}
	root := map[string]string{}
	var find func(string) string
	find = func(c string) string {
		if root[c] == "" || root[c] == c {
			return c
		}
		return find(root[c])
	}
	for _, e := range schema.New(tables).Graph.Edges {
		if !e.Declared {
			continue
		}
		if len(e.FromColumns) != 1 {
			for i, from := range e.FromColumns { // a key of several columns says of each what it is a copy of
				if a, b := find(strings.ToLower(from.String())), find(strings.ToLower(e.ToColumns[i].String())); a != b {
					root[a] = b
				}
			}
			continue
		}
		edge := ends(e)
		if edge[0] != edge[1] && !slices.Contains(want, edge) {
			want = append(want, edge)
			root[find(edge[0])] = find(edge[1])
		}
	}
	return want, func(e [2]string) bool { return find(e[0]) == find(e[1]) }, nil
}

func ends(e *schema.Edge) [2]string {
	return [2]string{strings.ToLower(e.FromColumns[0].String()), strings.ToLower(e.ToColumns[0].String())}
}

// inferred are the keys that parley finds and the rows bear out.
func inferred(ctx context.Context, path string) ([][2]string, error) {
	d, err := opener.Open(ctx, db.Settings{}, path)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	x, err := schema.Build(ctx, d, schema.DefaultLimits)
	if err != nil {
		return nil, err
	}
	var out [][2]string
	for _, e := range x.Graph.Edges {
		if e.Inferred && len(e.FromColumns) == 1 {
			out = append(out, ends(e))
		}
	}
	return out, nil
}
