package dialog

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// Each benchmark reports the 95th percentile beside the mean, for that is what requirements §7 bound: detection 20 µs
// (aim 5 µs and 2 allocations), context, record and the rest 1 ms (aim 20 µs).

func percentile(b *testing.B, op func()) {
	b.Helper()
	b.ReportAllocs()
	const most = 200_000
	times := make([]time.Duration, 0, min(b.N, most))
	for range b.N {
		start := time.Now()
		op()
		if len(times) < most {
			times = append(times, time.Since(start))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)*95/100]), "p95-ns")
}

// warehouse is a vocabulary of 100 tables with ten columns and a hundred values each.
func warehouse() *Lexicon {
	l := NewLexicon()
	for i := range 100 {
		table := fmt.Sprintf("table %c%c orders", 'a'+i/10, 'a'+i%10)
		l.AddTable(table)
		for c := range 10 {
			column := fmt.Sprintf("column %d", c)
			l.Add(column, Entity{ColumnEntity, table, column})
			for v := range 10 {
				l.Add(fmt.Sprintf("value %d %d", i, v), Entity{ValueEntity, table, column})
			}
		}
		if i > 0 {
			l.AddKey(table, fmt.Sprintf("table %c%c orders", 'a'+(i-1)/10, 'a'+(i-1)%10))
		}
	}
	l.AddTable("users")
	l.Add("name", Entity{ColumnEntity, "users", "name"})
	l.Seal()
	return l
}

func fiveTurns(tb testing.TB) *Session {
	s := asked(tb, "Show me all users", "SELECT * FROM users")
	for _, input := range []string{"Only from last month", "sort by name", "limit 10", "add the email"} {
		succeed(tb, s, input, "SELECT * FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' ORDER BY name LIMIT 10", Refinement)
	}
	return s
}

func BenchmarkDetect(b *testing.B) {
	s, v := fiveTurns(b), warehouse()
	for _, input := range []string{"limit 10", "Show me only active users", "What are the names and the countries of all customers who ordered more than three times?"} {
		b.Run(strings.ReplaceAll(input[:8], " ", "-"), func(b *testing.B) {
			percentile(b, func() { s.Detect(input, v) })
		})
	}
}

func BenchmarkContext(b *testing.B) {
	s := fiveTurns(b)
	percentile(b, func() { s.Context("sort by name") })
}

func BenchmarkRecord(b *testing.B) {
	s := fiveTurns(b)
	result := realResult()
	percentile(b, func() {
		if _, err := s.Record(s.Begin(uuid.New()), Turn{Input: "limit 10", Intent: Refinement, Result: result}); err != nil {
			b.Fatal(err)
		}
	})
}

// realResult is as wide and long as results get: forty columns of sixty characters, a thousand rows.
func realResult() *Result {
	r := &Result{SQL: "SELECT " + strings.Repeat("some_column_name, ", 40) + "id FROM users", Rows: 1000, Explanation: strings.Repeat("It shows users. ", 20)}
	for i := range 40 {
		r.Columns = append(r.Columns, fmt.Sprintf("some_column_name_%d", i))
	}
	for range 1000 {
		row := make([]string, 40)
		for c := range row {
			row[c] = strings.Repeat("value ", 10)
		}
		r.Preview = append(r.Preview, row)
	}
	return r
}

// TestASessionStaysSmall holds ten turns with real results under the bound of DM-REQ-08, measured on the heap. With inputs of
// 10,000 characters these come on top: what was said is never dropped.
func TestASessionStaysSmall(t *testing.T) {
	const sessions = 50
	result := realResult()
	for input, bound := range map[string]uint64{"limit 10": 50_000, strings.Repeat("only active ", 800): 50_000 + 10*9600} {
		kept := make([]*Session, 0, sessions)
		before := heap()
		for range sessions {
			s := New(uuid.New(), "ecommerce", Settings{})
			for range 10 {
				if _, err := s.Record(s.Begin(uuid.New()), Turn{Input: strings.Clone(input), Intent: Refinement, Result: result}); err != nil {
					t.Fatal(err)
				}
			}
			kept = append(kept, s)
		}
		each := (heap() - before) / sessions
		t.Logf("input of %d bytes: %d bytes a session, estimated %d, %d turns", len(input), each, kept[0].Size(), len(kept[0].Turns()))
		if each > bound {
			t.Errorf("%d bytes a session, over %d", each, bound)
		}
		runtime.KeepAlive(kept)
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
