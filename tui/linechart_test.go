package tui

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"
	"github.com/muesli/termenv"

	"parley/db/dbtest/seed"
	"parley/tui/text"
	"parley/tui/theme"
)

// monthly is a chart of n months up to November 2026.
func monthly(n int, value func(i int) float64) *chart {
	c := &chart{kind: line, name: "revenue", by: "month"}
	for i := range n {
		c.points = append(c.points, point{when: time.Date(2026, time.Month(12-n+i), 1, 0, 0, 0, 0, time.UTC), value: value(i)})
	}
	return c
}

func plainTheme(tb testing.TB) *theme.Theme {
	tb.Helper()
	th, err := theme.New(theme.Options{Name: "dark", Profile: termenv.Ascii, Dark: true})
	if err != nil {
		tb.Fatal(err)
	}
	return th
}

func TestGoldenLineCharts(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{78, 10}, {120, 20}, {40, 8}} {
		t.Run(fmt.Sprintf("months_%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			c := monthly(11, func(i int) float64 { return 58563 + float64((i*7)%11)*37090 })
			golden.RequireEqual(t, strings.Join(c.View(plainTheme(t), size[0], size[1]), "\n")+"\n")
		})
	}
}

func TestTimeAxisHasTheLastPartAndRoundNumbersAtEverySize(t *testing.T) {
	t.Parallel()
	r := seed.Random(t)
	th := plainTheme(t)
	for range 400 {
		n, top, low := 2+r.IntN(40), r.Float64()*float64(int(1)<<r.IntN(40)), r.Float64()*float64(r.IntN(3))
		c := monthly(n, func(int) float64 { return top * (r.Float64() - low) })
		w, h := 20+r.IntN(160), 5+r.IntN(40)
		lines := c.View(th, w, h)
		if len(lines) != h {
			t.Fatalf("%d lines of %d", len(lines), h)
		}
		for _, l := range lines {
			if text.Width(l) != w {
				t.Fatalf("%d cells of %d:\n%s", text.Width(l), w, strings.Join(lines, "\n"))
			}
		}
		if !strings.HasSuffix(lines[h-1], "2026-11") {
			t.Fatalf("the last month has no label:\n%s", strings.Join(lines, "\n"))
		}
		for _, l := range lines[:h-2] {
			number, _, _ := strings.Cut(strings.TrimLeft(l, " "), " ")
			digits := strings.Trim(strings.TrimRight(strings.NewReplacer(",", "", ".", "", "-", "").Replace(strings.TrimRight(number, "│├┤┼╭╮╰╯─")), "0"), "0")
			if len(digits) > 4 {
				t.Fatalf("%q is no round number:\n%s", number, strings.Join(lines, "\n"))
			}
		}
	}
}
