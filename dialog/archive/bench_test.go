package archive_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// thousand is a store with one closed session of a thousand turns of a real size.
func thousand(tb testing.TB) (*archive.Store, string) {
	tb.Helper()
	store := archive.NewStore(tb.TempDir(), time.Now)
	kept, err := store.Create(uuid.New(), "long")
	if err != nil {
		tb.Fatal(err)
	}
	session := dialog.New(kept.UUID(), shop.Name, dialog.Settings{})
	for i := range 1000 {
		turn := dialog.Turn{Input: fmt.Sprintf("only from last month, sorted by name, limit %d", i), Time: time.Now(), Intent: dialog.Refinement, Result: &dialog.Result{
			SQL:         "SELECT id, name, email, country, city, status, created_at FROM users WHERE created_at >= '2026-10-01' AND created_at < '2026-11-01' ORDER BY name LIMIT 10",
			Explanation: "users, created in October 2026, by name, the first ten", Understood: []string{"last month = 1–31 Oct 2026"}, Source: "engine",
			Columns: []string{"id", "name", "email", "country", "city", "status", "created_at"}, Rows: 10, Changes: []string{fmt.Sprintf("Limit %d → %d", i, i+1)},
		}}
		if i%9 == 0 {
			turn.Intent = dialog.NewQuery
		}
		if _, _, err := session.Record(session.Begin(uuid.New()), turn); err != nil {
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
func open(tb testing.TB, store *archive.Store, ref string) {
	kept, err := store.Open(ref)
	if err != nil {
		tb.Fatal(err)
	}
	if session, _ := kept.Session(kept.Places()[0], dialog.Settings{}); len(session.Turns()) != 10 {
		tb.Fatalf("%d turns", len(session.Turns()))
	}
	if err := kept.Close(); err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkOpenThousandTurns must stay under 100 ms.
func BenchmarkOpenThousandTurns(b *testing.B) {
	store, id := thousand(b)
	for b.Loop() {
		open(b, store, id)
	}
}

// BenchmarkTake is what the update loop pays after a turn.
func BenchmarkTake(b *testing.B) {
	store := archive.NewStore(b.TempDir(), time.Now)
	kept, _ := store.Create(uuid.New(), "")
	defer kept.Close()
	session := dialog.New(kept.UUID(), shop.Name, dialog.Settings{})
	b.ReportAllocs()
	for b.Loop() {
		session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "limit 10", Result: &dialog.Result{SQL: "SELECT * FROM users LIMIT 10"}})
		kept.Take(shop, session)
	}
}

// BenchmarkWriteAfterThousandTurns is what a command pays for each turn of a long session: encode, write, sync, rename.
func BenchmarkWriteAfterThousandTurns(b *testing.B) {
	store, id := thousand(b)
	kept, err := store.Open(id)
	if err != nil {
		b.Fatal(err)
	}
	defer kept.Close()
	session, _ := kept.Session(shop, dialog.Settings{})
	for b.Loop() {
		session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "limit 10", Intent: dialog.Refinement, Result: &dialog.Result{SQL: "SELECT 1"}})
		kept.Take(shop, session)
		if _, err := kept.Write(); err != nil {
			b.Fatal(err)
		}
	}
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
