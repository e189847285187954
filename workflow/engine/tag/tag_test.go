package tag_test

import (
	"testing"
	"time"

	"parley/db"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestTokenizeKeepsQuotesNumbersAndApostrophes(t *testing.T) {
	t.Parallel()
	for input, want := range map[string][]string{
		`the student's name is 'Ann Lee'`: {"the", "student", "'s", "name", "is", "Ann Lee"},
		"don't cost $1,000.50, e-mail":    {"don't", "cost", "$1,000.50", ",", "e-mail"},
		"since 2018-03-01?":               {"since", "2018-03-01", "?"},
		"👩‍👩‍👧‍👦 🇯🇵🇱🇻 👍🏽 ❤️ 1️⃣ ??": {"👩‍👩‍👧‍👦", "🇯🇵", "🇱🇻", "👍🏽", "❤️", "1", "️⃣", "?", "?"},
		"price>=10 and AC/DC": {"price", ">=", "10", "and", "AC/DC"},
	} {
		var got []string
		for _, k := range tag.Tokenize(input) {
			got = append(got, k.Text)
		}
		if len(got) != len(want) {
			t.Errorf("%q: %q", input, got)
			continue
		}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%q: token %d is %q, want %q", input, i, got[i], want[i])
			}
		}
	}
}

func TestTagReadsPeriods(t *testing.T) {
	t.Parallel()
	tagger := tag.NewTagger(schema.New(&db.Schema{}))
	for input, want := range map[string]string{
		"last month":       "1 Oct 2026 – 31 Oct 2026",
		"this week":        "16 Nov 2026 – 22 Nov 2026",
		"the last 30 days": "22 Oct 2026 – 21 Nov 2026",
		"on Feb 10":        "10 Feb 2027",
		"in March 2024":    "1 Mar 2024 – 31 Mar 2024",
		"June 21, 1987":    "21 Jun 1987",
		"Q3":               "1 Jul 2026 – 30 Sep 2026",
		"in the 90s":       "1 Jan 1990 – 31 Dec 1999",
		"yesterday":        "20 Nov 2026",
		"in October":       "1 Oct 2026 – 31 Oct 2026",
		"from 2025 on":     "from 1 Jan 2025",
		"from July on":     "from 1 Jul 2026",
	} {
		got := ""
		for _, it := range tagger.Tag(input, noon) {
			if it.Period != nil {
				got = it.Period.String()
			}
		}
		if got != want {
			t.Errorf("%q is %q, want %q", input, got, want)
		}
	}
}

func TestTagPrefersWholeNamesOverCues(t *testing.T) {
	t.Parallel()
	s := &db.Schema{Tables: []db.Table{{TableName: db.TableName{Name: "departments"}, Columns: []db.Column{
		{Name: "name", Type: db.Text}, {Name: "num_employees", Type: db.Integer}}}}}
	tagger := tag.NewTagger(schema.New(s))
	items := tagger.Tag("number of employees of the departments", noon)
	if c, _ := items[0].BestColumn(); c == nil || c.Name != "num_employees" {
		t.Errorf("the first item is %+v", items[0])
	}
	if table, _ := items[len(items)-1].BestTable(); table == nil || table.Name != "departments" {
		t.Errorf("the last item is %+v", items[len(items)-1])
	}
}
