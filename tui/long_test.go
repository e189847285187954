package tui

import (
	"fmt"
	"runtime"
	"slices"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// longSession keeps a session of n turns on disk and gives its folder.
func longSession(tb testing.TB, n int) (*archive.Store, string) {
	tb.Helper()
	store := archive.NewStore(tb.TempDir(), func() time.Time { return noon })
	kept, err := store.Create(uuid.New(), "long")
	if err != nil {
		tb.Fatal(err)
	}
	session := dialog.New(kept.UUID(), "ecommerce", dialog.Settings{})
	for i := range n {
		turn := dialog.Turn{Input: fmt.Sprintf("only the first %d of the users from last month", i), Time: noon, Intent: dialog.Refinement, Confidence: dialog.High, Result: &dialog.Result{
			SQL: fmt.Sprintf("SELECT * FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' ORDER BY name LIMIT %d", i+1), Rows: i % 95, Chance: 0.7,
			Changes: []string{fmt.Sprintf("Limit %d added", i+1)}, Columns: []string{"id", "name", "email", "country"}, Understood: []string{"created_at: 1 Oct 2026 – 31 Oct 2026"},
		}}
		if i%20 == 0 {
			turn.Intent = dialog.NewQuery
		}
		if _, err := session.Record(session.Begin(uuid.New()), turn); err != nil {
			tb.Fatal(err)
		}
	}
	kept.Take(archive.Place{Name: "ecommerce", Targets: []string{"demo"}}, session)
	if err := kept.Close(); err != nil {
		tb.Fatal(err)
	}
	return store, "long"
}

// TestTenThousandTurnsAreAllThere is issue 22's figure of memory; times are BenchmarkTenThousandTurns' to tell. It is not parallel: the heap is the whole program's.
func TestTenThousandTurnsAreAllThere(t *testing.T) {
	const n = 10_000
	store, ref := longSession(t, n)
	before := heapBytes()
	kept, err := store.Open(ref)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	session, notice := kept.Session(kept.Places()[0], dialog.Settings{})
	if notice != "" || len(session.Turns()) != n {
		t.Fatalf("%q, %d turns", notice, len(session.Turns()))
	}
	long := newScreenOver(t, session, conversation(), 120, 36)
	long.View()
	if grown := heapBytes() - before; grown > 40<<20 {
		t.Errorf("%d MB more", grown>>20)
	}
	runtime.KeepAlive(long)
}

// BenchmarkTenThousandTurns is issue 22's figure: opened and drawn within 300 ms, a key within 16 ms, 40 MB more.
func BenchmarkTenThousandTurns(b *testing.B) {
	store, ref := longSession(b, 10_000)
	for b.Loop() {
		before, started := heapBytes(), time.Now()
		kept, err := store.Open(ref)
		if err != nil {
			b.Fatal(err)
		}
		session, _ := kept.Session(kept.Places()[0], dialog.Settings{})
		long := newScreenOver(b, session, conversation(), 120, 36)
		long.View()
		b.ReportMetric(float64(time.Since(started).Microseconds())/1000, "open-ms")
		b.ReportMetric(float64(heapBytes()-before)/(1<<20), "MB-more")
		b.ReportMetric(keyPercentile(long), "key-p95-ms")
		kept.Close()
	}
}

// keyPercentile is the 95th percentile, in milliseconds, of what a key takes until its frame is drawn.
func keyPercentile(s *screen) float64 {
	keys := slices.Repeat([]tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune("a")}}, 20)
	keys = append(keys, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("2"), Alt: true})
	keys = append(keys, slices.Repeat([]tea.KeyMsg{{Type: tea.KeyUp}, {Type: tea.KeyPgUp}}, 20)...)
	var times []time.Duration
	for _, key := range keys {
		at := time.Now()
		s.Update(key)
		s.View()
		times = append(times, time.Since(at))
	}
	slices.Sort(times)
	return float64(times[len(times)*95/100].Microseconds()) / 1000
}

func heapBytes() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// longScreen shows a kept session of n turns, opened anew.
func longScreen(t *testing.T, n int) *screen {
	t.Helper()
	store, ref := longSession(t, n)
	kept, err := store.Open(ref)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { kept.Close() })
	session, _ := kept.Session(kept.Places()[0], dialog.Settings{})
	return newScreenOver(t, session, conversation(), 120, 36)
}

// TestATurnAmongTenThousandIsGoneOnFrom goes to any turn from the timeline.
func TestATurnAmongTenThousandIsGoneOnFrom(t *testing.T) {
	t.Parallel()
	s := longScreen(t, 1000)
	s.press("alt+2", "B")
	s.typed("838 only the")
	s.press("enter")
	s.settle()
	if n := s.talk.Session().Current().Number; n != 838 {
		t.Errorf("turn %d is in force", n)
	}
	s.shows("only the first 837")
}
