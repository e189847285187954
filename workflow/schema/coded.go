package schema

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"parley/db"
)

// Old systems keep days as whole numbers, 20261231, months as 202612, and a value of its own for a day that has not come: 0,
// 99991231, 9999-12-31.

// The layouts of days and months that are held as numbers.
const (
	CodedDay   = "20060102"
	CodedMonth = "200601"
)

// dayWords are words of columns that may hold such numbers.
var dayWords = []string{"date", "day", "month", "period"}

// Coded is the layout in which whole numbers of a column stand for days or months; empty when they do not.
func (c *Column) Coded() string {
	if c.Type != db.Integer || c.Distinct < 2 || !c.Has(dayWords...) && !strings.Contains(strings.ToLower(cutTo(c.Comment, commentLetters)), "yyyymm") {
		return ""
	}
	low, high := c.Low, c.High
	if never(low) {
		low = high
	}
	if never(high) {
		high = low
	}
	if never(low) { // the others lie between
		low, high = common(c)
	}
	for layout, scale := range map[string]float64{CodedDay: 1e4, CodedMonth: 1e2} {
		if low/scale >= 1900 && high/scale < 2200 && math.Mod(low/scale, 1) > 0 {
			return layout
		}
	}
	return ""
}

// never says that a number stands for a day that has not come.
func never(n float64) bool { return n == 0 || n >= 999900 && n < 1e6 || n >= 99990000 && n < 1e8 }

// common are the least and the greatest of the commonest numbers that are days.
func common(c *Column) (low, high float64) {
	for _, v := range c.Common {
		if n, ok := number(v); ok && !never(n) {
			if low == 0 {
				low = n
			}
			low, high = min(low, n), max(high, n)
		}
	}
	return low, high
}

// Unset are the values by which a column says that a day has not come, or that there is no text, beside having none.
func (c *Column) Unset() []db.Value {
	var out []db.Value
	switch {
	case c.texts():
		return c.blank
	case c.Coded() != "":
		for _, n := range []float64{c.Low, c.High} {
			if never(n) && !slices.Contains(out, db.Value(int64(n))) {
				out = append(out, int64(n))
			}
		}
	case c.Type.Temporal() && c.Greatest != nil && strings.HasPrefix(db.Format(c.Greatest), "9999-"):
		if t, ok := c.Greatest.(time.Time); ok {
			return []db.Value{t}
		}
		return []db.Value{fmt.Sprint(c.Greatest)}
	}
	return out
}

// Optional says that a row need not have a value in the column.
func (c *Column) Optional() bool {
	filled := c.Looked >= leastLooked && c.Nulls == 0 // whatever the catalogue allows: extracts seldom declare it
	return c.Nullable && !filled || len(c.Unset()) > 0
}

// leastLooked is of how many rows none lacks a value in a column that has one everywhere.
const leastLooked = 50

// Day says that the column holds days or times, in whatever form.
func (c *Column) Day() bool { return c.Type.Temporal() || c.Coded() != "" }
