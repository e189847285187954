package db

import (
	"math"
	"strconv"
	"testing"
)

func TestFormatKeepsEveryDigit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   Value
		want string
	}{
		{nil, "NULL"},
		{"a\tb", "a\tb"},
		{Exact("1.10"), "1.10"},
		{int64(math.MinInt64), "-9223372036854775808"},
		{0.1, "0.1"},
		{1e15, "1e+15"},
		{-123456.75, "-123456.75"},
		{math.NaN(), "NaN"},
		{math.Inf(-1), "-Inf"},
		{0.0, "0"},
		{true, "true"},
		{[]byte{0, 255}, `\x00ff`},
	} {
		if got := Format(c.in); got != c.want {
			t.Errorf("Format(%#v) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestFormatOfAFloatReadsBackAsTheSameFloat(t *testing.T) {
	t.Parallel()
	for _, f := range []float64{1.0 / 3, 5e-324, math.MaxFloat64, 1e-4, 99999999999999.9, 123456789012345678} {
		if back, err := strconv.ParseFloat(Format(f), 64); err != nil || back != f {
			t.Errorf("%v became %q, which reads as %v (%v)", f, Format(f), back, err)
		}
	}
}

func TestCellShowsTheDigitsThatADoubleHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		in   Value
		want string
	}{
		{8019.4400000000005, "8019.44"},
		{0.1 + 0.2, "0.3"},
		{100.0, "100"},
		{1.0 / 3, "0.333333333333333"},
		{-2.5e-9, "-2.5e-09"},
		{math.MaxFloat64, "1.7976931348623157e+308"},
		{math.NaN(), "NaN"},
		{math.Inf(1), "+Inf"},
		{Exact("0.10000000000000000001"), "0.10000000000000000001"},
		{"\x1b[31mred", "␛[31mred"},
	} {
		if got := Cell(c.in); got != c.want {
			t.Errorf("Cell(%#v) = %q, want %q", c.in, got, c.want)
		}
	}
}

func TestVisibleLeavesNothingThatActsOnATerminal(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want string }{
		{"plain, ünïcödé, 漢字, 👩‍👩‍👧", "plain, ünïcödé, 漢字, 👩‍👩‍👧"},
		{"\x1b[31mred", "␛[31mred"},
		{"a\nb\tc\r", "a␊b␉c␍"},
		{"\x7f", "␡"},
		{"\u009b2J", `\u009b2J`},
		{"a\u202eb", `a\u202eb`},
		{"\xff\xfe", `\xff\xfe`},
		{"\ufffd", `\ufffd`},
		{"\ufeffx", `\ufeffx`},
		{"x\U000e0041", `x\ue0041`},
	} {
		if got := Visible(c.in); got != c.want {
			t.Errorf("Visible(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}
