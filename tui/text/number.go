package text

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Count writes a number with thousands apart: 1,234,567.
func Count(n int) string { return Grouped(strconv.Itoa(n)) }

// Grouped writes a decimal numeral with thousands apart: 1,234,567.25. What is none stays as it is.
func Grouped(numeral string) string {
	whole, rest, _ := strings.Cut(numeral, ".")
	digits := strings.TrimPrefix(whole, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return numeral
	}
	sign, rest := numeral[:len(whole)-len(digits)], numeral[len(numeral)-len(rest):]
	if len(whole) < len(numeral) {
		rest = "." + rest
	}
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return sign + digits + rest
}

// Elapsed writes a duration as a person reads it: 3 ms, 1.2 s, 2 min 5 s.
func Elapsed(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "<1 ms"
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	d = d.Round(time.Second)
	return fmt.Sprintf("%d min %d s", int(d.Minutes()), int(d.Seconds())%60)
}

// Plural is "1 row", "2,000 rows".
func Plural(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(n) + " " + one + "s"
}
