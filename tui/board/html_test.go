package board

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/dialog"
	"parley/dialog/saved"
)

func aPage() Page {
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.Local)
	last := saved.Shown{Figure: "1200", Rows: 1, At: now.Add(-24 * time.Hour)}
	many := result("name town", "Ana,Riga", "<b>Ben</b>,Oslo")
	many.Result.Rows = 900
	return Page{Name: "monday", Database: "library", Made: now, Tiles: []Tile{
		Of("loans", "", result("count", "1234"), last, now),
		Of("by state", "", result("state n", "open,1500", "late,375"), saved.Shown{Rows: 3, At: now.Add(-24 * time.Hour)}, now),
		Of("readers", "", many, saved.Shown{}, now),
		Of("odd", "", &dialog.Turn{Failure: &dialog.Failure{Message: "There is no such table."}}, saved.Shown{}, now),
	}}
}

func TestAPageShowsNumbersBarsTablesAndWhatChanged(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := aPage().HTML(&b); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"<h1>Board monday</h1>", "library · 22 November 2026, 09:00", `<p class="figure">1,234</p>`, "1200 on 21 Nov 09:00",
		"state · n", `style="width: 25%"`, "1,500", "2 rows · 3 rows on 21 Nov 09:00",
		`<th scope="col">town</th>`, "&lt;b&gt;Ben&lt;/b&gt;", "first 2 of 900 rows", "There is no such table.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text)
		}
	}
	for _, never := range []string{"<script", "http://", "https://", "<b>", "ZgotmplZ", " src="} {
		if strings.Contains(text, never) {
			t.Errorf("the page holds %q", never)
		}
	}
}

// A page is written anew every morning, in the place of the last one; what is no page of a board stays.
func TestAPageTakesThePlaceOfAPageAlone(t *testing.T) {
	t.Parallel()
	page := aPage()
	path := filepath.Join(t.TempDir(), "monday.html")
	for range 2 {
		if err := page.File(path); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info, err)
	}
	letter := filepath.Join(t.TempDir(), "letter.html")
	if err := os.WriteFile(letter, []byte("<p>Dear Ana"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := page.File(letter); err == nil || !strings.Contains(err.Error(), "letter.html is there already") {
		t.Errorf("%v", err)
	}
	if text, _ := os.ReadFile(letter); string(text) != "<p>Dear Ana" {
		t.Errorf("the letter is %s", text)
	}
}
