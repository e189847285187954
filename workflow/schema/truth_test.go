package schema_test

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parley/workflow/schema"
)

// truths are databases and what their makers say of them, who have not seen how schemas are read.
//
//go:embed testdata/truth
var truths embed.FS

// truth is what is known of a database: what rows are called, by what they are recognised, when they happened, how their numbers are
// put together, what codes and columns are called, and which columns refer to which.
type truth struct {
	Tables map[string]tableTruth
	Keys   [][2]string
}

type tableTruth struct {
	Called      []string
	Label       []string
	Time        *string
	Measures    map[string]string
	NotMeasures []string `json:"not_measures"`
	Columns     map[string][]string
}

// share is how many of how many hold.
type share struct{ held, all int }

// TestSchemasAreReadAsTheirMakersMeanThem holds, over six databases that were looked at and six that were not, the share of what is read
// as it is meant: it may only rise.
func TestSchemasAreReadAsTheirMakersMeanThem(t *testing.T) {
	t.Parallel()
	for _, half := range []struct {
		name, databases string
		least           map[string]float64 // in a hundred
	}{
		{"read", "gym courier coop solar builder museum", map[string]float64{"called": 85, "label": 80, "time": 90, "measure": 84, "no measure": 90, "column": 85, "key found": 95, "key right": 99}},
		{"aside", "vet stream property callcentre bloodbank marketplace", map[string]float64{"called": 96, "label": 89, "time": 84, "measure": 78, "no measure": 89, "column": 75, "key found": 92, "key right": 99}},
	} {
		t.Run(half.name, func(t *testing.T) {
			t.Parallel()
			total := map[string]share{}
			for _, name := range strings.Fields(half.databases) {
				for kind, s := range readAgainst(t, name) {
					o := total[kind]
					total[kind] = share{o.held + s.held, o.all + s.all}
				}
			}
			for _, kind := range slices.Sorted(maps.Keys(total)) {
				s := total[kind]
				percent := 100 * float64(s.held) / float64(s.all)
				t.Logf("%s: %d of %d, %.1f %%", kind, s.held, s.all, percent)
				if percent < half.least[kind] {
					t.Errorf("%s: %.1f %%, at least %.0f %% are wanted", kind, percent, half.least[kind])
				}
			}
		})
	}
}

// readAgainst compares what is read of a database with the truth about it.
func readAgainst(t *testing.T, name string) map[string]share {
	t.Helper()
	script, err := truths.ReadFile("testdata/truth/" + name + ".sql")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := truths.ReadFile("testdata/truth/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var want truth
	if err := json.Unmarshal(raw, &want); err != nil {
		t.Fatal(name, err)
	}
	x := commented(t, string(script), "ANALYZE")
	r := reading{t, x, name, map[string]share{}}
	for table, w := range want.Tables {
		if at := x.Table(table); at != nil {
			r.table(at, w)
		} else {
			t.Errorf("%s has no table %s", name, table)
		}
	}
	r.keys(want.Keys)
	return r.shares
}

// reading is how a database is read, compared piece by piece.
type reading struct {
	t      *testing.T
	index  *schema.Index
	name   string
	shares map[string]share
}

func (r reading) count(kind string, held bool, format string, args ...any) {
	s := r.shares[kind]
	s.all++
	if held {
		s.held++
	} else {
		r.t.Logf("%s: %s: %s", r.name, kind, fmt.Sprintf(format, args...))
	}
	r.shares[kind] = s
}

func (r reading) table(t *schema.Table, w tableTruth) {
	r.count("called", slices.ContainsFunc(w.Called, func(said string) bool { return r.names(said, t, "") }), "%s: %q", t.Name, w.Called)
	var label []string
	for _, c := range t.Label {
		label = append(label, c.Name)
	}
	r.count("label", slices.Equal(label, w.Label), "%s: %q, want %q", t.Name, label, w.Label)
	var at, want string
	if w.Time != nil {
		want = *w.Time
	}
	switch own := slices.IndexFunc(t.Moments, func(m schema.TimeColumn) bool { return m.Column == t.Moment && m.Via != nil }); {
	case own >= 0:
		at = t.Moments[own].Via.FromColumns[0].Name
	case t.Moment != nil:
		at = t.Moment.Name
	}
	r.count("time", at == want, "%s: %q, want %q", t.Name, at, want)
	ways := map[string]schema.Aggregation{"sum": schema.Sum, "avg": schema.Average, "latest": schema.Latest}
	for name, way := range w.Measures {
		c := t.Column(name)
		r.count("measure", c != nil && c.Role == schema.Measure && c.Aggregate == ways[way], "%s.%s: want %s", t.Name, name, way)
	}
	for _, name := range w.NotMeasures {
		c := t.Column(name)
		r.count("no measure", c != nil && c.Role != schema.Measure, "%s.%s", t.Name, name)
	}
	for name, said := range w.Columns {
		r.count("column", slices.ContainsFunc(said, func(s string) bool { return r.names(s, t, name) }), "%s.%s: %q", t.Name, name, said)
	}
}

// surelyNamed is the quality from which on words count as a name.
const surelyNamed = 0.7

// names says that words as a whole name a table, or a column of it.
func (r reading) names(said string, t *schema.Table, column string) bool {
	words := schema.Words(strings.ToLower(said))
	return slices.ContainsFunc(r.index.Phrases(words), func(m schema.Match) bool {
		its := m.Column == nil && column == "" || m.Column != nil && m.Column.Name == column
		return its && m.Table == t && m.To-m.From == len(words) && m.Score() > surelyNamed
	})
}

func (r reading) keys(want [][2]string) {
	found := map[[2]string]bool{}
	for _, e := range r.index.Graph.Edges {
		if len(e.FromColumns) == 1 && e.Sure() {
			key := [2]string{e.From.Name + "." + e.FromColumns[0].Name, e.To.Name + "." + e.ToColumns[0].Name}
			found[key] = true
			r.count("key right", slices.Contains(want, key), "%s > %s", key[0], key[1])
		}
	}
	for _, key := range want {
		r.count("key found", found[key], "%s > %s", key[0], key[1])
	}
}
