package tui

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"parley/db"
	"parley/tui/grid"
	"parley/tui/text"
	"parley/tui/theme"
)

// commonest is how many of the most frequent values a profile lists; distinctLimit bounds what it counts.
const (
	commonest     = 12
	distinctLimit = 200_000
)

// columnProfile describes the fetched values of a column.
type columnProfile struct {
	column   db.ResultColumn
	rows     int
	nulls    int
	distinct int
	many     bool // more distinct values than were counted
	least    db.Value
	greatest db.Value
	sum      float64
	numbers  int
	values   []valueCount
	whole    bool // the rows are the whole result
}

type valueCount struct {
	text  string
	count int
}

// profile describes the column under the cursor.
func (m *Model) profile() tea.Cmd {
	if m.result.rows == nil {
		return m.say(Info, "The rows of this turn are no longer kept: ctrl+r runs it again.")
	}
	serial, rows, i, ctx := m.result.serial, m.result.rows, m.result.grid.Index(), m.ctx
	return func() tea.Msg {
		p, err := profileColumn(ctx, rows, i)
		return profileMsg{serial: serial, profile: p, err: err}
	}
}

type profileMsg struct {
	serial  int
	profile *columnProfile
	err     error
}

func (p profileMsg) apply(m *Model) tea.Cmd {
	switch {
	case p.serial != m.result.serial || ignored(p.err) && p.err != nil:
		return nil
	case p.err != nil:
		return m.say(Bad, sentence(p.err.Error())+".")
	}
	page := newPager("Profile "+theme.Horizontal+" "+visibleOneLine(p.profile.column.Name), 72, p.profile.lines)
	page.note = visibleOneLine(p.profile.column.Native)
	return m.open(page)
}

func profileColumn(ctx context.Context, rows *db.Rowset, i int) (*columnProfile, error) {
	p := &columnProfile{column: rows.Columns()[i], whole: rows.State() == db.Complete}
	counts := map[string]int{}
	for r := range rows.Len() {
		if r%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		row, err := rows.Row(r)
		if err != nil {
			return nil, err
		}
		p.add(row[i], counts)
	}
	p.distinct = len(counts)
	p.values = mostFrequent(counts)
	return p, nil
}

func (p *columnProfile) add(v db.Value, counts map[string]int) {
	p.rows++
	if v == nil {
		p.nulls++
		return
	}
	if n, ok := number(v); ok {
		p.sum += n
		p.numbers++
	}
	if p.least == nil || compareValues(v, p.least) < 0 {
		p.least = v
	}
	if p.greatest == nil || compareValues(v, p.greatest) > 0 {
		p.greatest = v
	}
	s := db.Format(v)
	if _, known := counts[s]; !known && len(counts) >= distinctLimit {
		p.many = true
		return
	}
	counts[s]++
}

func mostFrequent(counts map[string]int) []valueCount {
	out := make([]valueCount, 0, len(counts))
	for s, n := range counts {
		out = append(out, valueCount{s, n})
	}
	slices.SortFunc(out, func(a, b valueCount) int {
		return cmp.Or(cmp.Compare(b.count, a.count), strings.Compare(a.text, b.text))
	})
	return out[:min(len(out), commonest)]
}

// number is a value as a number, where it is one.
func number(v db.Value) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, !math.IsNaN(v) && !math.IsInf(v, 0)
	case db.Exact:
		var f float64
		n, err := fmt.Sscanf(string(v), "%g", &f)
		return f, err == nil && n == 1 && isNumeral(string(v))
	}
	return 0, false
}

func isNumeral(s string) bool {
	return s != "" && strings.Trim(s, "+-0123456789.eE") == ""
}

// compareValues orders values of one column: numbers and times by size, everything else by its text.
func compareValues(a, b db.Value) int {
	if x, ok := number(a); ok {
		if y, ok := number(b); ok {
			return cmp.Compare(x, y)
		}
	}
	if x, ok := a.(time.Time); ok {
		if y, ok := b.(time.Time); ok {
			return x.Compare(y)
		}
	}
	return strings.Compare(db.Format(a), db.Format(b))
}

// lines draws the profile.
func (p *columnProfile) lines(th *theme.Theme, w int) []string {
	of := "fetched rows"
	if p.whole {
		of = "rows, all of the result"
	}
	fact := func(name, value string) string {
		return th.Muted.Render(text.FitRight(name, 10)) + "  " + th.Text.Render(text.Cut(value, w-12))
	}
	out := []string{fact("of", text.Count(p.rows)+" "+of), fact("NULL", p.share(p.nulls))}
	distinct := text.Count(p.distinct)
	if p.many {
		distinct += "+"
	}
	out = append(out, fact("distinct", distinct))
	if p.least != nil {
		out = append(out, fact("least", p.cell(p.least)), fact("greatest", p.cell(p.greatest)))
	}
	if p.numbers > 0 && p.column.Type.Numeric() {
		out = append(out, fact("sum", shortNumber(p.sum)), fact("mean", shortNumber(p.sum/float64(p.numbers))))
	}
	if len(p.values) > 1 && p.values[0].count == 1 {
		return append(out, "", th.Muted.Render("every value is there once"))
	}
	out = append(out, "", th.Muted.Render("commonest"))
	return append(out, p.bars(th, w)...)
}

// cell writes a value of the column; numbers as all others in the window.
func (p *columnProfile) cell(v db.Value) string {
	s := grid.Cell(v, p.column.Type)
	if _, ok := number(v); ok {
		return text.Grouped(s)
	}
	return s
}

func (p *columnProfile) share(n int) string {
	if p.rows == 0 {
		return "0"
	}
	return fmt.Sprintf("%s (%.1f %%)", text.Count(n), 100*float64(n)/float64(p.rows))
}

// bars are the commonest values with their counts.
func (p *columnProfile) bars(th *theme.Theme, w int) []string {
	if len(p.values) == 0 {
		return []string{th.Muted.Render("only NULL")}
	}
	named := visibleOneLine
	if p.column.Type.Numeric() {
		named = func(s string) string { return text.Grouped(visibleOneLine(s)) }
	}
	name := 4
	for _, v := range p.values {
		name = min(max(name, text.Width(named(v.text))), w/2)
	}
	count := len(text.Count(p.values[0].count))
	room := w - name - count - 4
	var out []string
	for _, v := range p.values {
		out = append(out, th.Text.Render(text.Fit(named(v.text), name))+"  "+
			th.Bar[0].Render(text.Fit(bar(float64(v.count)/float64(p.values[0].count), room), room))+"  "+
			th.Muted.Render(text.FitRight(text.Count(v.count), count)))
	}
	return out
}
