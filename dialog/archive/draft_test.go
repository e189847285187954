package archive_test

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"parley/dialog/archive"
)

// lastDraft is where the last draft's line is in a session's file.
func lastDraft(t *testing.T, text []byte) (from, to int) {
	t.Helper()
	from = bytes.LastIndex(text, []byte(`{"draft":`))
	if from < 0 {
		t.Fatalf("there is no draft in %s", text)
	}
	return from, from + bytes.IndexByte(text[from:], '\n') + 1
}

// TestADamagedDraftComesBackAsFarAsItCanBeRead damages each byte of the line in turn, in a session in which nothing was said, and
// some in one with a turn.
func TestADamagedDraftComesBackAsFarAsItCanBeRead(t *testing.T) {
	t.Parallel()
	const typed = `how many "orders" of last year came from Kenya, and what was their average amount per month, leaving out those that were cancelled`
	for _, turns := range []int{0, 1} {
		c := begin(t, newStore(t), "")
		if turns > 0 {
			c.say("Show me all users", "SELECT * FROM users", 0)
		}
		for _, draft := range [][]string{{"how"}, {"how many of them"}, {"sort by name", typed}} {
			c.kept.TakeDraft(shop, draft)
			c.save()
		}
		c.shut()
		whole, err := os.ReadFile(c.kept.Path())
		if err != nil {
			t.Fatal(err)
		}
		from, to := lastDraft(t, whole)
		// Without the line's end it is a write that was cut off, and told as such.
		for at := from; at < to-1; at += 1 + 6*turns {
			text := bytes.Clone(whole)
			wrong := "\x00q\"\n\\"[at%5]
			if text[at] == wrong {
				wrong = '~'
			}
			text[at] = wrong
			if err := os.WriteFile(c.kept.Path(), text, 0o600); err != nil {
				t.Fatal(err)
			}
			kept, err := c.store.Open(c.kept.ID())
			if err != nil {
				t.Fatalf("%d turns, %q for byte %d of %q: %v", turns, wrong, at-from, whole[from:to], err)
			}
			draft, notice := kept.Draft(), kept.Notice()
			if n := len(draft); n == 0 || agreed(draft[n-1], typed) < 60 || !strings.Contains(notice, "What was typed and not sent is back as far as it could be read") {
				t.Errorf("%d turns, %q for byte %d of %q: %q, %s", turns, wrong, at-from, whole[from:to], draft, notice)
			}
			if err := kept.Close(); err != nil {
				t.Fatal(err)
			}
			if record, err := c.store.Read(c.kept.ID()); err != nil || len(record.Turns) != turns {
				t.Fatalf("%v, %+v", err, record)
			}
		}
	}
}

// agreed is how many letters two texts have in common, counted from the beginning or from the end.
func agreed(a, b string) (n int) {
	x, y := []rune(a), []rune(b)
	fore, back := 0, 0
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			fore++
		}
		if x[len(x)-1-i] == y[len(y)-1-i] {
			back++
		}
	}
	return max(fore, back)
}

// TestAnOlderDraftDoesNotStandForADamagedOne: what was sent, or written over, does not come back in its place.
func TestAnOlderDraftDoesNotStandForADamagedOne(t *testing.T) {
	t.Parallel()
	for name, last := range map[string][]string{"sent since": nil, "written over": {"only those of Kenya"}} {
		c := begin(t, newStore(t), "")
		c.say("Show me all users", "SELECT * FROM users", 0)
		c.kept.TakeDraft(shop, []string{"sort by name"})
		c.save()
		c.kept.TakeDraft(shop, last)
		c.save()
		c.shut()
		text, err := os.ReadFile(c.kept.Path())
		if err != nil {
			t.Fatal(err)
		}
		from, to := lastDraft(t, text)
		for i := from; i < to-1; i++ {
			text[i] = 0
		}
		if err := os.WriteFile(c.kept.Path(), text, 0o600); err != nil {
			t.Fatal(err)
		}
		kept, err := c.store.Open(c.kept.ID())
		if err != nil {
			t.Fatal(err)
		}
		if draft := kept.Draft(); strings.Join(draft, "|") != strings.Join(last, "|") || strings.Contains(kept.Notice(), "not sent") != (last != nil) {
			t.Errorf("%s: %q, %s", name, draft, kept.Notice())
		}
		kept.Close()
	}
}

// TestAStrayDraftThatIsDamagedIsTold: whoever takes it over can say so.
func TestAStrayDraftThatIsDamagedIsTold(t *testing.T) {
	t.Parallel()
	store := archive.NewStore(t.TempDir(), time.Now)
	k := store.Begin(uuid.New(), "/work")
	k.TakeDraft(shop, []string{"how many orders of Kenya"})
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(k.Path())
	if err != nil {
		t.Fatal(err)
	}
	from, _ := lastDraft(t, text)
	copy(text[from+len(`{"draft":["how many`):], "\xff\x00")
	if err := os.WriteFile(k.Path(), text, 0o600); err != nil {
		t.Fatal(err)
	}
	draft, notices, forget := store.Strays(shop, "/work")
	if len(draft) != 1 || !utf8.ValidString(draft[0]) || !strings.Contains(strings.Join(notices, " "), "not sent") {
		t.Errorf("%q, %q", draft, notices)
	}
	if err := forget(true); err != nil {
		t.Fatal(err)
	}
}
