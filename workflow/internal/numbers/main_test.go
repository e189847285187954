package main

import (
	"fmt"
	"strings"
	"testing"
)

// lines are benchmark lines that measure every bound at a share of what must hold, or of the aim where nothing must.
func lines(share float64) string {
	var b strings.Builder
	for _, x := range bounds {
		at := x.must
		if at == 0 {
			at = x.aim
		}
		fmt.Fprintf(&b, "%s-2 \t 100\t 12.5 ns/x\t %g %s\n", strings.ReplaceAll(x.benchmark, "*", "limit"), at*share, x.unit)
	}
	return b.String()
}

func TestFiguresStandBesideTheirBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, in, want string
		missed         bool
	}{
		{"all met", lines(1), "20µs", false},
		{"one not met", lines(1) + "BenchmarkContext-2  5  1500000 p95-ns\n", "NOT MET", true},
		{"one missing", strings.Replace(lines(1), "BenchmarkContext", "BenchmarkOther", 1), "MISSING", true},
		{"a failure", lines(1) + "--- FAIL: BenchmarkTurn\n", "--- FAIL", true},
		{"one without a bound", lines(1) + "BenchmarkOther-16  5  2000 ns/op  8 B/op\n", "Other", false},
		{"aims met", lines(0.1), "aim met", false},
	} {
		var out strings.Builder
		missed, err := run(strings.NewReader(c.in), &out)
		if err != nil || missed != c.missed || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: missed %t, %v:\n%s", c.name, missed, err, out.String())
		}
	}
}
