package schema_test

import (
	"testing"
)

// publisher prints and sells books: nobody declared a key, printing tells of a quantity at a cost, and gifts come in beside grants.
const publisher = `
CREATE TABLE imprint (code TEXT, name TEXT);
INSERT INTO imprint VALUES ('HA', 'Harbour'), ('NB', 'North Bank'), ('TW', 'Tower');
CREATE TABLE Editions (EditionID INT, ImprintCode TEXT, ISBN TEXT);
INSERT INTO Editions VALUES (1, 'HA', '9781900000011'), (2, 'HA', '9781900000028'), (3, 'NB', '9781900000035'), (4, 'TW', '9781900000042');
CREATE TABLE PrintRuns (RunNo INT, EditionID INT, Qty INT, Cost REAL, OrderedOn DATE);
INSERT INTO PrintRuns VALUES (1, 1, 500, 900.5, '2026-01-02'), (2, 2, 700, 1100, '2026-01-09'), (3, 3, 500, 870, '2026-02-02'), (4, 4, 500, 870, '2026-03-02');
CREATE TABLE sales (line_id INT, isbn TEXT, copies INT, net_amt REAL, inv_date DATE);
INSERT INTO sales VALUES (1, '9781900000011', 3, 30.5, '2026-02-01'), (2, '9781900000011', 2, 20.4, '2026-02-02'), (3, '9781900000035', 9, 95, '2026-02-03'), (4, '9781900000042', 1, 11, '2026-02-04');
CREATE TABLE freight (freight_id INT PRIMARY KEY, cost_parts REAL, cost_labour REAL NOT NULL, km_start INT NOT NULL, km_end INT NOT NULL);
INSERT INTO freight VALUES (1, 2.5, 10, 100, 140), (2, NULL, 12, 140, 190), (3, 7.25, 9, 190, 200);`

func TestRevenueIsWhatWasSold(t *testing.T) {
	t.Parallel()
	x := built(t, publisher)
	for _, c := range x.Metrics() {
		if c.Name == "revenue" && c.Metric.Expression.SQL() != "sales.net_amt" {
			t.Errorf("revenue is %s", c.Metric.Expression.SQL())
		}
	}
	for _, c := range x.Table("sales").Measures {
		if c.Name == "isbn" {
			t.Error("an ISBN is a measure")
		}
	}
}

func TestStandardNumbersAndCodesAreKeysByTheirValues(t *testing.T) {
	t.Parallel()
	x := built(t, publisher)
	got := map[string]bool{}
	for _, e := range x.Graph.Edges {
		if e.Inferred {
			got[e.FromColumns[0].String()+" > "+e.ToColumns[0].String()] = true
		}
	}
	for _, want := range []string{"sales.isbn > Editions.ISBN", "Editions.ImprintCode > imprint.code", "PrintRuns.EditionID > Editions.EditionID"} {
		if !got[want] {
			t.Errorf("no key %s among %v", want, got)
		}
	}
}

func TestPartsOfACostAreOneAndReadingsADistance(t *testing.T) {
	t.Parallel()
	x := built(t, publisher)
	for words, want := range map[string]string{
		"cost":            "COALESCE(freight.cost_parts, 0) + freight.cost_labour",
		"kilometer":       "freight.km_end - freight.km_start",
		"unit cost price": "",
	} {
		got := ""
		for _, m := range x.Phrases([]string{words}) {
			if m.Column != nil && m.Column.Metric != nil && m.Table.Name == "freight" {
				got = m.Column.Metric.Expression.SQL()
				break
			}
		}
		if got != want {
			t.Errorf("%s is %q, want %q", words, got, want)
		}
	}
}

func TestWhatHoldsTheTaxAlreadyIsNotTaxedAgain(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE invoices (invoice_id INT PRIMARY KEY, fees REAL, tax REAL, total REAL);
INSERT INTO invoices VALUES (1, 100, 25, 125), (2, 40.5, 10, 50.5), (3, 8, 2, 10);
CREATE TABLE lines (line_id INT PRIMARY KEY, net_amount REAL, vat_pct REAL);
INSERT INTO lines VALUES (1, 100, 25), (2, 40.5, 12), (3, 8, 25);`)
	for table, want := range map[string]string{"invoices": "invoices.total", "lines": "lines.net_amount * (1 + COALESCE(lines.vat_pct, 0) / 100.0)"} {
		if c := x.Table(table).Gross; c == nil || c.Expression().SQL() != want {
			t.Errorf("%s with tax are %v, want %s", table, c, want)
		}
	}
}
