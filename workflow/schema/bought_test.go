package schema_test

import "testing"

// Where some rows are of what is sold and others that are called alike of what is bought, the one word for both names those sooner.
func TestWhatIsSoldIsMeantSoonerThanWhatIsBought(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE client_bills (id INT PRIMARY KEY, day DATE); CREATE TABLE vendor_bills (id INT PRIMARY KEY, day DATE); CREATE TABLE purchase_notes (id INT PRIMARY KEY, day DATE);
INSERT INTO client_bills VALUES (1, '2026-01-01'); INSERT INTO vendor_bills VALUES (1, '2026-01-01'); INSERT INTO purchase_notes VALUES (1, '2026-01-01');`)
	score := map[string]float64{}
	for _, m := range append(x.Phrases([]string{"bills"}), x.Phrases([]string{"notes"})...) {
		if m.Column == nil {
			score[m.Table.Name] = max(score[m.Table.Name], m.Score())
		}
	}
	if score["client_bills"] <= score["vendor_bills"] || score["vendor_bills"] == 0 {
		t.Errorf("bills name %v", score)
	}
	if x.Table("purchase_notes").Bought {
		t.Error("notes of purchases are beside no others")
	}
}
