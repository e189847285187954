package shorthand_test

import (
	"strings"
	"testing"

	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

func TestRunTogetherNamesAreReadAsTheirWords(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ run, comment, want string }{
		{"custname", "", "customer name"},
		{"custnm", "", "customer name"},
		{"ordamt", "", "order amount"},
		{"vndrcd", "", "vendor code"},
		{"shpdt", "", "ship date"},
		{"whsqty", "", "warehouse quantity"},
		{"mrchno", "", "merchant number"},
		{"lstlogints", "", "last login timestamp"},
		{"brthdt", "", "birth date"},
		{"warehouseid", "", "warehouse identifier"},
		{"season", "", "season"},
		{"porting", "", "porting"},
		{"trnamt", "", "transaction amount"},
		{"ordsts", "", "order status"},
		{"cxldat", "", "cancelled date"},
		{"nts", "", "nights"},
		{"subcategory", "", "subcategory"},
		{"invoiced", "", "invoiced"},
		{"offboarded", "", "offboarded"},
		{"waitlisted", "", "waitlisted"},
		{"from", "", "from"},
		{"network", "", "network"},
		{"odlim", "agreed overdraft limit", "overdraft limit"},
		{"dso", "days sales outstanding", "days sales outstanding"},
		{"pmtresdt", "date on which the payment was resolved", "payment resolved date"},
		{"rvst", "river state", "river state"},
		{"hucd", "hull code", "hull code"},
		{"cocd", "colour code", "colour code"},
		{"stpr", "standard price per sail", "standard price"},
		{"xqzv", "", "xqzv"},
	} {
		r := shorthand.NewReader(schema.Lemma, nil)
		var hints []string
		if c.comment != "" {
			hints = strings.Fields(c.comment)
		}
		var got []string
		for _, w := range r.Read(c.run, hints) {
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s (%s) is read as %q, want %q", c.run, c.comment, strings.Join(got, " "), c.want)
		}
	}
}

func TestWordsThatTheSchemaWritesOutAreLikelier(t *testing.T) {
	t.Parallel()
	r := shorthand.NewReader(schema.Lemma, []string{"pallet", "greenhouse"})
	if got := r.Read("grnhsid", nil); got[0].Text != "greenhouse" {
		t.Errorf("grnhsid is read as %v", got)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("custnm", "customer name")
	f.Add("", "")
	f.Add("ÄÖ\x00", "a\x1b[31m")
	f.Fuzz(func(t *testing.T, run, comment string) {
		words := shorthand.NewReader(schema.Lemma, []string{comment}).Read(strings.ToLower(run), strings.Fields(strings.ToLower(comment)))
		if len(words) == 0 {
			t.Errorf("%q has no words", run)
		}
	})
}
