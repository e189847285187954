package archive_test

import (
	"os"
	"path/filepath"
	"strings"
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
	if gone, err := store.Sweep(archive.Bounds{Bytes: 1, Spare: young.ID()}); gone != 0 || err != nil {
		t.Fatalf("%d gone though it is offered, %v", gone, err)
	}
	if gone, err := store.Sweep(archive.Bounds{Bytes: 1}); gone != 1 || err != nil {
		t.Fatalf("%d gone for their size, %v", gone, err)
	}
}

// TestSweepLetsTheOldestGoFirst ages what was kept: thirty days and a total of bytes are bounds, the oldest go first, files of
// nothing go at once, and what was set aside stays.
func TestSweepLetsTheOldestGoFirst(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	store := archive.NewStore(t.TempDir(), func() time.Time { return now })
	var ids []string
	for range 5 {
		now = now.Add(time.Hour)
		k := store.Begin(uuid.New(), "/work")
		session := dialog.New(k.UUID(), "shop", dialog.Settings{})
		if _, err := session.Record(session.Begin(uuid.New()), dialog.Turn{Input: "x", Result: &dialog.Result{SQL: "SELECT 1"}}); err != nil {
			t.Fatal(err)
		}
		k.Take(shop, session)
		if err := k.Close(); err != nil {
			t.Fatal(err)
		}
		ids = append(ids, k.ID())
	}
	info, err := os.Stat(filepath.Join(store.Folder(), ids[0]+".json"))
	if err != nil {
		t.Fatal(err)
	}
	aside := filepath.Join(store.Folder(), ids[0]+".json.damaged-20261101T090000")
	if err := os.WriteFile(aside, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if gone, err := store.Sweep(archive.Bounds{Age: 30 * 24 * time.Hour, Bytes: 3*info.Size() + 9}); gone != 2 || err != nil {
		t.Fatalf("%d gone, %v", gone, err)
	}
	entries, err := store.List()
	if err != nil || len(entries) != 3 || entries[0].ID != ids[4] || entries[2].ID != ids[2] {
		t.Errorf("%+v, %v", entries, err)
	}
	if _, err := os.Stat(aside); err != nil {
		t.Error(err)
	}
}

// TestADraftIsKeptWhereverTheSessionIs goes through writing anew, resuming, damage and sweeping; one that was never said is found by
// place.
func TestADraftIsKeptWhereverTheSessionIs(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	store := archive.NewStore(t.TempDir(), func() time.Time { return now })
	k := store.Begin(uuid.New(), "/work")
	k.TakeDraft(shop, []string{"first", "postgres://a:secret@far/b"})
	if _, err := k.Write(); err != nil {
		t.Fatal(err)
	}
	if draft, _, forget := store.Strays(shop, "/work"); len(draft) != 0 || forget(true) != nil {
		t.Errorf("%q of a session that is open", draft)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if gone, err := store.Sweep(archive.Bounds{Age: time.Hour}); gone != 0 || err != nil {
		t.Errorf("%d gone, %v", gone, err)
	}
	draft, _, forget := store.Strays(shop, "/elsewhere")
	if len(draft) != 2 || draft[0] != "first" || draft[1] != "postgres://a:****@far/b" || forget(false) != nil {
		t.Errorf("%q", draft)
	}
	if _, ok := store.Latest(shop, ""); ok {
		t.Error("what nothing was said in is continued")
	}
	again, err := store.Open(k.ID())
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Rename("named"); err != nil { // the file is written anew
		t.Fatal(err)
	}
	again.Close()
	text, err := os.ReadFile(again.Path())
	if err != nil || strings.Contains(string(text), "secret") {
		t.Errorf("%s, %v", text, err)
	}
	if err := os.WriteFile(again.Path(), append([]byte("x\n"), text...), 0o600); err != nil {
		t.Fatal(err)
	}
	if again, err = store.Open(k.ID()); err != nil || len(again.Draft()) != 2 {
		t.Fatalf("%v", err)
	}
	again.TakeDraft(shop, nil)
	again.Close()
	if entries, err := store.List(); err != nil || len(entries) != 1 || entries[0].Unsent != "" {
		t.Errorf("%+v, %v", entries, err)
	}
	now = now.Add(time.Second) // entries of one moment are in the order of their IDs, which are random
	empty := store.Begin(uuid.New(), "/work")
	empty.TakeDraft(shop, []string{"sel"})
	empty.Write()
	empty.TakeDraft(shop, nil)
	empty.Write()
	if entries, err := store.List(); err != nil || len(entries) != 2 || !entries[0].Empty() || entries[1].Empty() {
		t.Errorf("%+v, %v", entries, err)
	}
	if files, _ := filepath.Glob(filepath.Join(store.Folder(), "*.json")); len(files) != 2 {
		t.Errorf("%q", files)
	}
	empty.Close()
	if files, _ := filepath.Glob(filepath.Join(store.Folder(), "*.json")); len(files) != 1 {
		t.Errorf("%q: an empty session is left", files)
	}
}
