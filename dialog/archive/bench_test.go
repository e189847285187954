package archive_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// long is a store with one closed session of n turns of a real size.
func long(tb testing.TB, n int) (*archive.Store, string) {
	tb.Helper()
	store := archive.NewStore(tb.TempDir(), time.Now)
	kept, err := store.Create(uuid.New(), "long")
	if err != nil {
		tb.Fatal(err)
	}
	session := dialog.New(kept.UUID(), shop.Name, dialog.Settings{})
	for i := range n {
		turn := dialog.Turn{Input: fmt.Sprintf("only from last month, sorted by name, limit %d", i), Time: time.Now(), Intent: dialog.Refinement, Result: &dialog.Result{
			SQL:         "SELECT id, name, email, country, city, status, created_at FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' ORDER BY name LIMIT 10",
			Explanation: "users, created in October 2026, by name, the first ten", Understood: []string{"last month = 1–31 Oct 2026"}, Source: "engine",
			Columns: []string{"id", "name", "email", "country", "city", "status", "created_at"}, Rows: 10, Changes: []string{fmt.Sprintf("Limit %d → %d", i, i+1)},
		}}
		if i%9 == 0 {
			turn.Intent = dialog.NewQuery
		}
		if _, err := session.Record(session.Begin(uuid.New()), turn); err != nil {
			tb.Fatal(err)
		}
		kept.Take(shop, session)
	}
	if err := kept.Close(); err != nil {
		tb.Fatal(err)
	}
	return store, kept.ID()
}

// open resumes a session until its next turn could be said.
func open(tb testing.TB, store *archive.Store, ref string, turns int) (*archive.Kept, *dialog.Session) {
	tb.Helper()
	kept, err := store.Open(ref)
	if err != nil {
		tb.Fatal(err)
	}
	session, notice := kept.Session(kept.Places()[0], dialog.Settings{})
	if len(session.Turns()) != turns || notice != "" {
		tb.Fatalf("%d turns, %q", len(session.Turns()), notice)
	}
	return kept, session
}

// BenchmarkOpen must stay under 300 ms for ten thousand turns; the aim is 100 ms. It tells the memory that they take, too: 40 MB, the
// aim 20 MB.
func BenchmarkOpen(b *testing.B) {
	for _, n := range []int{1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			store, id := long(b, n)
			before := heap()
			for b.Loop() {
				kept, _ := open(b, store, id, n)
				if err := kept.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.StopTimer()
			kept, session := open(b, store, id, n)
			b.ReportMetric(float64(heap()-before)/(1<<20), "MB")
			runtime.KeepAlive(session)
			kept.Close()
		})
	}
}

func heap() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// BenchmarkTurn is a turn of a long session: what the update loop pays (Take), and what the command pays beside it (Write: encode, write,
// sync).
func BenchmarkTurn(b *testing.B) {
	store, id := long(b, 10_000)
	kept, session := open(b, store, id, 10_000)
	defer kept.Close()
	say := func() {
		session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "limit 10", Intent: dialog.Refinement, Result: &dialog.Result{SQL: "SELECT 1"}})
	}
	b.Run("take", func(b *testing.B) {
		for b.Loop() {
			say()
			kept.Take(shop, session)
		}
	})
	if _, err := kept.Write(); err != nil {
		b.Fatal(err)
	}
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			say()
			kept.Take(shop, session)
			if _, err := kept.Write(); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkList is the list of a hundred sessions of ten turns.
func BenchmarkList(b *testing.B) {
	store := archive.NewStore(b.TempDir(), time.Now)
	for range 100 {
		kept, _ := store.Create(uuid.New(), "")
		session := dialog.New(kept.UUID(), shop.Name, dialog.Settings{})
		for range 10 {
			session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "limit 10", Result: &dialog.Result{SQL: "SELECT 1"}})
		}
		kept.Take(shop, session)
		kept.Close()
	}
	for b.Loop() {
		if entries, err := store.List(); err != nil || len(entries) != 100 {
			b.Fatal(err)
		}
	}
}
