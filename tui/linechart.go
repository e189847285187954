package tui

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/NimbleMarkets/ntcharts/canvas/runes"
	"github.com/NimbleMarkets/ntcharts/linechart/timeserieslinechart"
	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"parley/tui/text"
	"parley/tui/theme"
)

// The line over time. The library draws the line and the axes; the labels are ours, since its own stand at every second
// cell's value, whatever number or time that is.

// drawLine draws the numbers over time.
func (c *chart) drawLine(th *theme.Theme, w, h int) []string {
	if w < 20 || h < 5 {
		return c.drawBars(th, w, h, c.points)
	}
	first, last := c.points[0].when, c.points[len(c.points)-1].when // they are sorted
	if first.Equal(last) {
		return c.drawBars(th, w, h, c.points)
	}
	least, most := math.Inf(1), math.Inf(-1)
	for _, p := range c.points {
		least, most = min(least, p.value), max(most, p.value)
	}
	const below = 2 // lines of the axis and of its labels
	y := newScale(least, most, h-below)
	chart := timeserieslinechart.New(w, h,
		timeserieslinechart.WithTimeRange(first, last), timeserieslinechart.WithYRange(y.from, y.to(h-below)),
		timeserieslinechart.WithXYSteps(1, y.every),
		timeserieslinechart.WithXLabelFormatter(func(int, float64) string { return "" }),
		timeserieslinechart.WithYLabelFormatter(func(i int, _ float64) string { return y.label(i) }),
		timeserieslinechart.WithLineStyle(runes.ArcLineStyle), timeserieslinechart.WithStyle(lipgloss.NewStyle()),
	)
	for _, p := range c.points {
		chart.Push(timeserieslinechart.TimePoint{Time: p.when, Value: p.value})
	}
	chart.Draw()
	lines := strings.Split(ansi.Strip(chart.View()), "\n")[:h]
	left, room := chart.Origin().X, chart.GraphWidth()
	lines[h-2], lines[h-1] = timeAxis([]rune(lines[h-2]), c.ticks(func(t time.Time) int {
		return left + int(math.Round(float64(t.Sub(first))/float64(last.Sub(first))*float64(room)))
	}))
	for i, l := range lines {
		lines[i] = th.Bar[0].Render(l)
	}
	return lines
}

// scale is an axis of numbers with round ones at every few lines.
type scale struct {
	from, step float64
	every      int // lines from one number to the next
}

// newScale takes the roundest axis of h lines that reaches from least to most and wastes little; one that starts above zero
// starts at zero, so that heights can be compared.
func newScale(least, most float64, h int) scale {
	best, waste := scale{min(least, 0), 1, 2}, math.Inf(1)
	least, most = min(least, 0), max(most, 0)
	if most == least {
		return best
	}
	for every := 2; every <= max(2, min(h/2, 5)); every++ {
		for size := math.Floor(math.Log10(most-least)) - 2; size <= math.Ceil(math.Log10(most-least)); size++ {
			for _, round := range []float64{1, 2, 2.5, 5} {
				s := scale{step: round * math.Pow(10, size), every: every}
				s.from = math.Floor(least/s.step) * s.step
				if over := s.to(h) - most; over >= 0 && over+least-s.from < waste {
					best, waste = s, over+least-s.from
				}
			}
		}
	}
	return best
}

// to is the number at line h above the lowest.
func (s scale) to(h int) float64 { return s.from + s.step*float64(h)/float64(s.every) }

// label is the number at line i; it has as many decimals as the step.
func (s scale) label(i int) string {
	v := s.from + s.step*float64(i/s.every)
	if math.Abs(v) >= 1e15 || s.step < 1e-6 {
		return shortNumber(v)
	}
	decimals := 0
	for step := s.step; decimals < 7 && math.Abs(step-math.Round(step)) > 1e-9*step; step *= 10 {
		decimals++
	}
	return text.Grouped(strconv.FormatFloat(v, 'f', decimals, 64))
}

// mark is a label on the axis of times, below the cell at its column.
type mark struct {
	at    int
	label string
}

// ticks are the times of the points with their columns, the first first.
func (c *chart) ticks(column func(time.Time) int) []mark {
	form := timeForm(c.points)
	out := make([]mark, len(c.points))
	for i, p := range c.points {
		out[i] = mark{column(p.when), p.when.Format(form)}
	}
	return out
}

// timeForm writes times as fine as their span needs.
func timeForm(points []point) string {
	span := points[len(points)-1].when.Sub(points[0].when)
	all := func(begin func(time.Time) bool) bool {
		return !slices.ContainsFunc(points, func(p point) bool { return p.when.Hour() != 0 || !begin(p.when) })
	}
	switch {
	case all(func(t time.Time) bool { return t.YearDay() == 1 }):
		return "2006"
	case all(func(t time.Time) bool { return t.Day() == 1 }):
		return "2006-01"
	case span < 36*time.Hour:
		return "15:04"
	case span < 100*24*time.Hour:
		return "01-02"
	}
	return "2006-01"
}

// timeAxis marks as many ticks on the axis as have room for their labels, the last in any case, and writes these below it.
func timeAxis(axis []rune, ticks []mark) (marked, labels string) {
	below := []rune(strings.Repeat(" ", len(axis)))
	free, said := len(axis)+1, "" // before which cell the next label must end, a blank between
	for _, t := range slices.Backward(ticks) {
		wide := len(t.label)
		from := min(t.at-wide/2, len(axis)-wide)
		if from+wide >= free || from < 0 || t.label == said {
			continue
		}
		copy(below[from:], []rune(t.label))
		if at := min(t.at, len(axis)-1); string(axis[at]) == theme.Horizontal {
			axis[at] = []rune(theme.TeeDown)[0]
		}
		free, said = from, t.label
	}
	return string(axis), string(below)
}
