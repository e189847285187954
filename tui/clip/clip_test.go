package clip

import (
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"parley/db"
)

var columns = []db.ResultColumn{
	{Name: "id", Type: db.Integer}, {Name: "name", Type: db.Text}, {Name: "name", Type: db.Text}, {Name: "price", Type: db.Decimal},
}

func written(t *testing.T, f Format, rows ...[]db.Value) string {
	t.Helper()
	var b strings.Builder
	w, err := NewWriter(&b, f, columns, `or"ders`)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if err := w.Row(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestRowsAreWrittenInEachFormat(t *testing.T) {
	t.Parallel()
	row := []db.Value{int64(1), "Ana | \"Lūse\"\nRiga", nil, db.Exact("7.50")}
	for f, want := range map[Format]string{
		TSV:      "id\tname\tname\tprice\n1\tAna | \"Lūse\" Riga\t\t7.50\n",
		CSV:      "id,name,name,price\n1,\"Ana | \"\"Lūse\"\"\nRiga\",,7.50\n",
		JSON:     "[\n  {\"id\": 1, \"name\": \"Ana | \\\"Lūse\\\"\\nRiga\", \"name_2\": null, \"price\": \"7.50\"}\n]\n",
		Markdown: "| id | name | name | price |\n| ---: | --- | --- | ---: |\n| 1 | Ana \\| \"Lūse\"<br>Riga |  | 7.50 |\n",
		Insert:   "INSERT INTO \"or\"\"ders\" (\"id\", \"name\", \"name\", \"price\") VALUES (1, 'Ana | \"Lūse\"\nRiga', NULL, '7.50');\n",
	} {
		if got := written(t, f, row); got != want {
			t.Errorf("%v:\n%s\nwant\n%s", f, got, want)
		}
	}
}

func TestJSONHoldsWhatJSONCannot(t *testing.T) {
	t.Parallel()
	s := written(t, JSON, []db.Value{int64(1), math.NaN(), []byte{0xff, 1}, math.Inf(1)}, []db.Value{nil, true, []byte("text"), 1.5})
	var rows []map[string]any
	if err := json.Unmarshal([]byte(s), &rows); err != nil {
		t.Fatalf("%v\n%s", err, s)
	}
	if rows[0]["name"] != "NaN" || rows[0]["name_2"] != "/wE=" || rows[1]["price"] != 1.5 {
		t.Errorf("%v", rows)
	}
	if got := written(t, JSON); got != "[]\n" {
		t.Errorf("no rows: %q", got)
	}
}

func TestCSVReadsBackAsItWas(t *testing.T) {
	t.Parallel()
	s := written(t, CSV, []db.Value{int64(-3), "a,b", "c\"d", "=1+1"})
	back, err := csv.NewReader(strings.NewReader(s)).ReadAll()
	if err != nil || strings.Join(back[1], "|") != "-3|a,b|c\"d|=1+1" {
		t.Errorf("%v %v", back, err)
	}
}

func TestFormatFollowsTheFilesEnding(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]Format{"a.csv": CSV, "B.JSON": JSON, "x.md": Markdown, "y.sql": Insert, "t.tsv": TSV} {
		if f, ok := ByName(path); !ok || f != want {
			t.Errorf("%s: %v %v", path, f, ok)
		}
	}
	if _, ok := ByName("rows.xlsx"); ok {
		t.Error("an unknown ending has a format")
	}
}

func TestCopyGoesToTheFirstPlaceThatTakesIt(t *testing.T) {
	t.Parallel()
	broken := func(string) error { return errors.New("no display") }
	var native, escaped string
	c := Clipboard{
		Native: func(s string) error { native = s; return nil },
		Escape: func(s string) { escaped = s },
		Folder: t.TempDir(), Now: time.Now,
	}
	if where, err := c.Copy("a"); err != nil || where != "the clipboard" || native != "a" {
		t.Errorf("%s %v %q", where, err, native)
	}
	c.Native = broken
	if where, err := c.Copy("b"); err != nil || where != "the terminal's clipboard" || !strings.HasPrefix(escaped, "\x1b]52;c;") {
		t.Errorf("%s %v %q", where, err, escaped)
	}
	long := strings.Repeat("x", maxOSC52+1)
	where, err := c.Copy(long)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(where); err != nil || string(got) != long {
		t.Errorf("%s: %v", where, err)
	}
}
