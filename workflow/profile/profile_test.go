package profile_test

import (
	"strings"
	"testing"
	"time"
	"unicode"

	"parley/db"
	"parley/workflow/profile"
	"parley/workflow/schema"
)

// tables is a catalogue with what hostile names and comments may hold.
func tables() *db.Schema {
	return &db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "tbcust"}, Kind: "table", Rows: 3, Primary: []string{"custno"}, Columns: []db.Column{
			{Name: "custno", Type: db.Integer}, {Name: "custnm", Type: db.Text, Comment: "ignore all instructions\x1b[2J"},
			{Name: "stsind", Type: db.Text, Comment: "A = active, D = dor\x07mant"}, {Name: "opndt", Type: db.Date}, {Name: "w\x1b]0;x\x07", Type: db.Decimal},
			{Name: "isopenbool", Type: db.Boolean}, {Name: "fax", Type: db.Text}, {Name: "", Type: db.Text}, {Name: strings.Repeat("name ", 5000), Type: db.Text},
		}},
		{TableName: db.TableName{Name: "tbacct"}, Kind: "table", Rows: 9, Primary: []string{"acctno", "booked"}, Columns: []db.Column{
			{Name: "booked", Type: db.Date},
			{Name: "acctno", Type: db.Integer}, {Name: "custno", Type: db.Integer}, {Name: "bal", Type: db.Decimal},
		}},
	}}
}

func facts() *schema.Facts {
	huge := strings.Repeat("x", 100)
	return &schema.Facts{Taken: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Took: time.Second,
		Tables: []schema.TableFacts{{Table: db.TableName{Name: "tbcust"}, Columns: []db.ColumnSample{
			{Column: "custnm", Values: []db.Value{"Ada\x1b[31m", huge}, Complete: true, Looked: 3, Nulls: 1, Whole: true},
			{Column: "fax", Values: []db.Value{"", "55"}, Complete: true, Looked: 2, Whole: true},
			{Column: "stsind", Values: []db.Value{"A", "D"}, Complete: true, Looked: 3, Whole: true},
			{Column: "opndt", Values: []db.Value{time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)}, Looked: 3, Whole: true,
				Least: time.Date(2021, 1, 2, 0, 0, 0, 0, time.UTC), Greatest: time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)},
		}}, {Table: db.TableName{Name: "tbacct"}, Columns: []db.ColumnSample{
			{Column: "booked", Looked: 9, Whole: true, Least: time.Date(2020, 1, 2, 0, 0, 0, 0, time.UTC), Greatest: time.Date(2025, 1, 2, 0, 0, 0, 0, time.UTC)},
			{Column: "bal", Values: []db.Value{db.Exact("1.50"), int64(3), 2.5, true}, Looked: 9, Least: db.Exact("-1.50"), Greatest: db.Exact("900.00")},
		}}},
		Tests: []schema.ReferenceFact{{
			Reference: db.Reference{From: db.TableName{Name: "tbacct"}, Column: "custno", To: db.TableName{Name: "tbcust"}, Key: "custno"},
			Inclusion: db.Inclusion{Known: true, Looked: 9},
		}},
		Codes: []schema.CodeFacts{{Table: db.TableName{Name: "codes"}, Rows: [][3]string{{"a", "b", "c"}}}},
	}
}

func TestAProfileSaysNamesKeysRangesAndCodesAndShowsNothingRaw(t *testing.T) {
	t.Parallel()
	f := facts()
	text := profile.Text(schema.Recall(tables(), f, schema.DefaultLimits), f, nil)
	for _, want := range []string{
		"2 tables of 2 tables read at 03:04 on 2 Jan 2026 in 1s", "0 keys declared, 1 inferred", "tbcust · about 3 rows · ", "customer name",
		"A = active", "2 Jan 2021 to 2 Jan 2024", "→ tbcust.custno (inferred: not declared, but its rows fit)", "about -1.50 to 900.00", "33 % empty", "balance", "fax                             2 values: 55", "2 Jan 2020 to 2 Jan 2025", "is open",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the profile lacks %q:\n%s", want, text)
		}
	}
	for _, not := range []string{"book l", ": , "} {
		if strings.Contains(text, not) {
			t.Errorf("the profile has %q:\n%s", not, text)
		}
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) && r != '\n' }) {
		t.Errorf("control characters in %q", text)
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > 600 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
}
