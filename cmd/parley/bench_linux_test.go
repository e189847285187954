package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkFirstFrame starts the program in a terminal, on the demo, and waits for its first whole frame.
func BenchmarkFirstFrame(b *testing.B) {
	var took []time.Duration
	for b.Loop() {
		start := time.Now()
		x := openTerminal(b, 160, 40, nil)
		for !strings.Contains(x.seen(), "ask in plain words") {
			time.Sleep(time.Millisecond)
			if time.Since(start) > time.Minute {
				b.Fatal("no frame comes")
			}
		}
		took = append(took, time.Since(start))
		x.shows("read-only: proven")
		x.says("\x03\x03")
		<-x.done
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2])/float64(time.Millisecond), "ms-first-frame(must≤150,aim≤60)")
}
