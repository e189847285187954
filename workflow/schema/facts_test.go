package schema_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"parley/db"
	"parley/workflow/schema"
)

// fair is a small trade with empty cells, an empty table and an undeclared key.
const fair = `
CREATE TABLE stall (id INTEGER PRIMARY KEY, name TEXT, opened DATE, fee REAL);
INSERT INTO stall VALUES (1, 'Nuts', '2021-02-03', 10.5), (2, 'Cider', NULL, 30), (3, 'Cider', '2024-12-30', NULL);
CREATE TABLE visit (id INTEGER PRIMARY KEY, stall_id INTEGER, seen_on DATE, note TEXT);
INSERT INTO visit VALUES (1, 1, '2025-01-01', NULL), (2, 2, '2025-01-02', NULL), (3, 3, '2025-01-03', NULL), (4, 1, '2025-01-03', NULL);
CREATE TABLE rain (id INTEGER PRIMARY KEY, mm REAL);`

// said is what an index knows, in lines.
func saidOf(x *schema.Index) []string {
	var out []string
	for _, t := range x.Tables {
		out = append(out, fmt.Sprint(t.Name, " empty ", t.Empty))
		for _, c := range t.Columns {
			out = append(out, fmt.Sprint(c, " ", c.Role, " ", db.Format(c.Least), " ", db.Format(c.Greatest), " ", c.Looked, " ", c.Nulls, " ", c.Whole, " ", c.Common, " ", c.Low, " ", c.High, " ", x.Held(c)))
		}
	}
	for _, e := range x.Graph.Edges {
		out = append(out, fmt.Sprint(e.FromColumns[0], " → ", e.ToColumns[0], " ", e.Inferred, " ", e.Declared))
	}
	return out
}

func TestRangesEmptyCellsAndEmptyTablesAreKnown(t *testing.T) {
	t.Parallel()
	x := built(t, fair)
	stall := x.Table("stall")
	opened, fee := stall.Column("opened"), stall.Column("fee")
	if db.Format(opened.Least) != "2021-02-03" || db.Format(opened.Greatest) != "2024-12-30" || opened.Nulls != 1 || opened.Looked != 3 || !opened.Whole {
		t.Errorf("opened is known as %+v", opened)
	}
	if fee.Low != 10.5 || fee.High != 30 || db.Format(fee.Greatest) != "30" {
		t.Errorf("fee goes from %v to %v (%v)", fee.Low, fee.High, fee.Greatest)
	}
	if name := stall.Column("name"); len(name.Common) != 2 || name.Common[0] != "Cider" {
		t.Errorf("the commonest names are %v", name.Common)
	}
	if !x.Table("rain").Empty || stall.Empty {
		t.Error("the empty table is not told from the others")
	}
}

func TestAnIndexFromFactsIsTheOneTheyWereReadFor(t *testing.T) {
	t.Parallel()
	d := opened(t, fair)
	tables, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	read, facts, err := schema.Read(t.Context(), d, tables, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	recalled := schema.Recall(tables, facts, schema.DefaultLimits)
	if got, want := saidOf(recalled), saidOf(read); !slices.Equal(got, want) {
		t.Errorf("recalled\n%q\nread\n%q", got, want)
	}
	if !slices.Contains(saidOf(recalled), "visit.stall_id → stall.id true false") {
		t.Error("the key that nobody declared is forgotten")
	}
}

func TestFactsThatDoNotFitTheCatalogueArePassedOver(t *testing.T) {
	t.Parallel()
	d := opened(t, fair)
	tables, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	facts := &schema.Facts{
		Tables: []schema.TableFacts{
			{Table: db.TableName{Name: "no such"}, Columns: []db.ColumnSample{{Column: "x"}}},
			{Table: db.TableName{Name: "stall"}, Columns: []db.ColumnSample{{Column: "nothing"}, {Column: "name", Values: []db.Value{nil, 3.5, "Nuts"}, Least: true, Greatest: []byte{1}}}},
		},
		Tests: []schema.ReferenceFact{{Reference: db.Reference{Column: "x"}}},
		Codes: []schema.CodeFacts{{Table: db.TableName{Name: "gone"}}},
	}
	x := schema.Recall(tables, facts, schema.DefaultLimits)
	if got := x.Held(x.Table("stall").Column("name")); !slices.Equal(got, []string{"Nuts"}) {
		t.Errorf("got %q", got)
	}
}

func TestRangesAreKnownWhereNoMoreValuesHaveRoom(t *testing.T) {
	t.Parallel()
	d := opened(t, `CREATE TABLE first (id INTEGER PRIMARY KEY, name TEXT);
		CREATE TABLE second (id INTEGER PRIMARY KEY, name TEXT, state TEXT, fee INTEGER);
		WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO first SELECT i, 'the one of number ' || i FROM n;
		INSERT INTO second SELECT id, 'another of number ' || id, CASE id % 2 WHEN 0 THEN 'open' ELSE 'shut' END, id * 2 FROM first`)
	tables, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	limits := schema.DefaultLimits
	limits.Values = 200
	x, facts, err := schema.Read(t.Context(), d, tables, limits)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []*schema.Index{x, schema.Recall(tables, facts, limits)} {
		second := x.Table("second")
		if fee := second.Column("fee"); fee.Looked != 300 || db.Format(fee.Greatest) != "600" {
			t.Errorf("fee is known as %+v", fee)
		}
		if state := second.Column("state"); !state.Complete || !slices.Equal(x.Held(state), []string{"open", "shut"}) {
			t.Errorf("the states are %v", x.Held(state))
		}
		if name := second.Column("name"); name.Complete || len(x.Held(name)) > 10 {
			t.Errorf("the index has %d names", len(x.Held(name)))
		}
	}
}

func TestAReadingThatIsCancelledIsPartial(t *testing.T) {
	t.Parallel()
	d := opened(t, fair)
	tables, err := d.Schema(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, facts, err := schema.Read(ctx, d, tables, schema.DefaultLimits); err == nil || !facts.Partial {
		t.Errorf("error %v, facts %+v", err, facts)
	}
}

func TestATimeThatGoesOnAheadStandsBesideThatOfTheRows(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE job (id INTEGER PRIMARY KEY, booked_on DATE NOT NULL, move_date DATE);
INSERT INTO job VALUES (1, '2026-10-02', '2026-11-05'), (2, '2026-10-09', '2026-10-20'), (3, '2026-11-20', '2999-01-04');
CREATE TABLE parcel (id INTEGER PRIMARY KEY, ordered_on DATE NOT NULL, shipped_on DATE);
INSERT INTO parcel VALUES (1, '2026-10-02', '2999-11-02'), (2, '2026-11-20', NULL);
CREATE TABLE bill (id INTEGER PRIMARY KEY, issued_on DATE NOT NULL, due_on DATE, paid_on DATE);
INSERT INTO bill VALUES (1, '2026-10-02', '2026-11-02', '2026-10-20'), (2, '2026-11-20', '2999-12-20', NULL);`)
	if job := x.Table("job"); job.Moment != job.Column("booked_on") || x.Ahead(job) != job.Column("move_date") {
		t.Errorf("jobs are by %v, or by %v", job.Moment, x.Ahead(job))
	}
	if parcel := x.Table("parcel"); x.Ahead(parcel) != nil {
		t.Errorf("parcels are not by %v", x.Ahead(parcel))
	}
	if bill := x.Table("bill"); x.Ahead(bill) != nil {
		t.Errorf("bills are not by %v", x.Ahead(bill))
	}
}
