package archive_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// TestSweepLetsGoOnlyWhatNobodyAskedFor keeps what has a name, what was asked for, and what is open.
func TestSweepLetsGoOnlyWhatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	store := archive.NewStore(t.TempDir(), func() time.Time { return now })
	say := func(k *archive.Kept) *archive.Kept {
		session := dialog.New(k.UUID(), "shop", dialog.Settings{})
		if _, err := session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "x", Result: &dialog.Result{SQL: "SELECT 1"}}); err != nil {
			t.Fatal(err)
		}
		k.Take(shop, session)
		if _, err := k.Write(); err != nil {
			t.Fatal(err)
		}
		return k
	}
	silent := store.Begin(uuid.New(), "/work")
	if err := silent.Close(); err != nil {
		t.Fatal(err)
	}
	asked, err := store.Create(uuid.New(), "")
	if err != nil {
		t.Fatal(err)
	}
	say(asked).Close()
	named := say(store.Begin(uuid.New(), "/work"))
	if err := named.Rename("report"); err != nil {
		t.Fatal(err)
	}
	named.Close()
	say(store.Begin(uuid.New(), "/work")).Close()
	open := say(store.Begin(uuid.New(), "/work"))
	defer open.Close()
	now = now.Add(31 * 24 * time.Hour)
	young := say(store.Begin(uuid.New(), "/work"))
	young.Close()
	if gone, err := store.Sweep(archive.Bounds{Age: 30 * 24 * time.Hour, Bytes: 1 << 20}); gone != 1 || err != nil {
		t.Fatalf("%d gone, %v", gone, err)
	}
	if entries, _ := store.List(); len(entries) != 4 {
		t.Errorf("%d sessions", len(entries))
	}
	if last, ok := store.Latest(archive.Place{}, "/work"); !ok || last.ID != young.ID() {
		t.Errorf("%+v", last)
	}
	if gone, err := store.Sweep(archive.Bounds{Bytes: 1}); gone != 1 || err != nil {
		t.Fatalf("%d gone for their size, %v", gone, err)
	}
}
