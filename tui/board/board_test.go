package board

import (
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"parley/dialog"
	"parley/dialog/saved"
	"parley/tui/theme"
)

func result(columns string, rows ...string) *dialog.Turn {
	r := &dialog.Result{Rows: len(rows), Columns: strings.Fields(columns)}
	for _, row := range rows {
		r.Preview = append(r.Preview, strings.Split(row, ","))
	}
	return &dialog.Turn{Result: r}
}

func TestATileIsANumberBarsOrATable(t *testing.T) {
	t.Parallel()
	th, err := theme.New(theme.Options{Name: "dark", Profile: termenv.Ascii, Dark: true})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.Local)
	last := saved.Shown{Figure: "1200", Rows: 1, At: now.Add(-24 * time.Hour)}
	for name, c := range map[string]struct {
		tile Tile
		want []string
	}{
		"not asked yet": {Tile{Name: "late loans"}, []string{"late loans", "asking …"}},
		"a number":      {Of("loans", "", result("count", "1234"), last, now), []string{"loans", "1,234", "1200 on 21 Nov 09:00"}},
		"bars":          {Of("by state", "", result("state n", "open,10", "late,5"), saved.Shown{}, now), []string{"2 rows", "open ███", "late ██", " 10", "  5"}},
		"many rows":     {Of("by year", "", result("year n", "2019,1", "2020,1200", "2021,3", "2022,4", "2023,5", "2024,6"), saved.Shown{}, now), []string{"last 5 of 6 rows", "1,200"}},
		"a table":       {Of("readers", "", result("name town", "Ana,Riga", "Ben,Oslo"), saved.Shown{}, now), []string{"2 rows", "name  town", "Ana   Riga"}},
		"a failure":     {Of("odd", "", &dialog.Turn{Failure: &dialog.Failure{Message: "There is no such table."}}, saved.Shown{}, now), []string{"There is no such table."}},
		"nothing":       {Of("gone", "", nil, saved.Shown{}, now), []string{"It was not answered."}},
	} {
		for _, w := range []int{34, 60} {
			lines := c.tile.Lines(th, w, true)
			if len(lines) != Height {
				t.Errorf("%s: %d lines", name, len(lines))
			}
			for _, l := range lines {
				if ansi.StringWidth(l) != w {
					t.Errorf("%s: %q is %d wide, not %d", name, l, ansi.StringWidth(l), w)
				}
			}
			for _, want := range c.want {
				if !strings.Contains(strings.Join(lines, "\n"), want) {
					t.Errorf("%s at %d lacks %q:\n%s", name, w, want, strings.Join(lines, "\n"))
				}
			}
		}
	}
	tiles := make([]Tile, 5)
	if got := len(View(th, tiles, 0, 72)); got != 3*Height {
		t.Errorf("five tiles at 72: %d lines", got)
	}
}

// Of what goes on over time the latest is shown, of anything else the first.
func TestASeriesOverTimeShowsItsEnd(t *testing.T) {
	t.Parallel()
	th, err := theme.New(theme.Options{Name: "dark", Profile: termenv.Ascii, Dark: true})
	if err != nil {
		t.Fatal(err)
	}
	for want, rows := range map[string][]string{
		"last 5 of 7 rows":  {"2026-01,1", "2026-02,2", "2026-03,3", "2026-04,4", "2026-05,5", "2026-06,6", "2026-07,7"},
		"first 5 of 7 rows": {"2026-07,7", "2026-06,6", "2026-05,5", "2026-04,4", "2026-03,3", "2026-02,2", "2026-01,1"},
		"first 5 of 6 rows": {"a,1", "b,2", "c,3", "d,4", "e,5", "f,6"},
	} {
		tile := Of("monthly", "", result("month orders", rows...), saved.Shown{}, time.Time{})
		lines := strings.Join(tile.Lines(th, 40, false), "\n")
		if !strings.Contains(ansi.Strip(lines), want) || strings.HasPrefix(want, "last") != strings.Contains(lines, "2026-07") && !strings.Contains(lines, "2026-03") {
			t.Errorf("%s:\n%s", want, lines)
		}
	}
}
