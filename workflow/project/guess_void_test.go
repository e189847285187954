package project

import (
	"testing"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/db/statement"
	"parley/workflow/schema"
)

const chandlery = `
	CREATE TABLE invoice (id INTEGER PRIMARY KEY, status TEXT NOT NULL, total NUMERIC NOT NULL, made_on DATE NOT NULL);
	INSERT INTO invoice VALUES (1,'draft',5,'2026-01-01'),(2,'issued',7,'2026-01-02'),(3,'paid',9,'2026-01-03'),(4,'void',2,'2026-01-04');
	CREATE TABLE invoice_line (invoice_id INTEGER NOT NULL REFERENCES invoice, no INTEGER NOT NULL, amount NUMERIC NOT NULL, PRIMARY KEY (invoice_id, no));
	INSERT INTO invoice_line VALUES (1,1,5),(2,1,7),(3,1,9),(4,1,2);
	CREATE TABLE gift (id INTEGER PRIMARY KEY, status TEXT NOT NULL, amount NUMERIC NOT NULL, given_on DATE NOT NULL);
	INSERT INTO gift VALUES (1,'RECD',5,'2026-01-01'),(2,'FAIL',7,'2026-01-02'),(3,'PEND',9,'2026-01-03'),(4,'REFD',2,'2026-01-04');
	CREATE TABLE repair (id INTEGER PRIMARY KEY, status TEXT NOT NULL, cost NUMERIC NOT NULL, done_on DATE);
	INSERT INTO repair VALUES (1,'cancelled',5,NULL),(2,'completed',7,'2026-01-02');
	CREATE TABLE purchase (id INTEGER PRIMARY KEY, status TEXT NOT NULL, total NUMERIC NOT NULL, bought_on DATE NOT NULL);
	INSERT INTO purchase VALUES (1,'open',5,'2026-01-01'),(2,'cancelled',7,'2026-01-02');
	CREATE TABLE sale (id INTEGER PRIMARY KEY, is_voided BOOLEAN NOT NULL, amount NUMERIC NOT NULL, sold_on DATE NOT NULL);
	INSERT INTO sale VALUES (1,FALSE,5,'2026-01-01'),(2,TRUE,7,'2026-01-02');`

// guessed is what is known of a database that a script makes, without anybody having said it.
func guessed(t *testing.T, script string) *Project {
	t.Helper()
	d, err := opener.Open(t.Context(), db.Settings{}, dbtest.SQLite(t, "own", script))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	x, err := schema.Build(t.Context(), d, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return Compile(x, statement.SQLite, nil)
}

// Where rows that are charged or come in have a status, those that came to nothing are no part of figures, unless the words ask for them;
// how many there are is another question.
func TestVoidRowsAreNoMoney(t *testing.T) {
	t.Parallel()
	p := guessed(t, chandlery)
	for _, c := range []struct{ sql, added string }{
		{"SELECT sum(total) FROM invoice", "status NOT IN ('draft', 'void')"},
		{"SELECT avg(amount) FROM gift", "status NOT IN ('FAIL', 'PEND', 'REFD')"},
		{"SELECT sum(l.amount) FROM invoice_line l JOIN invoice i ON i.id = l.invoice_id", "i.status NOT IN ('draft', 'void')"},
		{"SELECT sum(amount) FROM invoice_line", "invoice_id IN (SELECT id FROM invoice WHERE status NOT IN ('draft', 'void'))"},
		{"SELECT count(*) FROM invoice_line", ""},
		{"SELECT count(*) FROM invoice", ""},
		{"SELECT * FROM invoice", ""},
		{"SELECT status, sum(total) FROM invoice GROUP BY status", ""},
		{"SELECT sum(CASE WHEN status = 'void' THEN total END) FROM invoice", ""},
		{"SELECT sum(total) FROM invoice WHERE status = 'draft'", ""},
		{"SELECT sum(amount) FROM sale", "NOT is_voided"},
		{"SELECT sum(amount) FROM sale WHERE is_voided", ""},
		{"SELECT count(*) FROM sale", ""},
		{"SELECT sum(cost) FROM repair", ""},
		{"SELECT sum(total) FROM purchase", ""},
	} {
		want := c.sql
		if c.added != "" {
			want += " WHERE " + c.added
		}
		if got := p.Restrict(parsed(t, c.sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", c.sql, got.SQL())
		}
	}
}

const kiosk = `
	CREATE TABLE till_sale (id INTEGER PRIMARY KEY, sold_on DATE NOT NULL, is_voided BOOLEAN NOT NULL);
	INSERT INTO till_sale VALUES (1,'2026-01-01',FALSE),(2,'2026-01-02',TRUE);
	CREATE TABLE till_sale_line (id INTEGER PRIMARY KEY, till_sale_id INTEGER NOT NULL REFERENCES till_sale, amount NUMERIC NOT NULL);
	INSERT INTO till_sale_line VALUES (1,1,5),(2,2,7);
	CREATE TABLE seat_order (id INTEGER PRIMARY KEY, status TEXT NOT NULL, total NUMERIC NOT NULL, ordered_on DATE NOT NULL);
	INSERT INTO seat_order VALUES (1,'pending',5,'2026-01-01'),(2,'paid',7,'2026-01-02'),(3,'cancelled',9,'2026-01-03');
	CREATE TABLE web_order (id INTEGER PRIMARY KEY, status TEXT NOT NULL, total NUMERIC NOT NULL, ordered_on DATE NOT NULL);
	INSERT INTO web_order VALUES (1,'pending',5,'2026-01-01'),(2,'shipped',7,'2026-01-02'),(3,'cancelled',9,'2026-01-03'),(4,'paid',9,'2026-01-03');
	CREATE TABLE stall (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
	INSERT INTO stall VALUES (1,'North'),(2,'South');
	CREATE TABLE haul (id INTEGER PRIMARY KEY, stall_id INTEGER NOT NULL REFERENCES stall, status TEXT NOT NULL, kilos NUMERIC NOT NULL, hauled_on DATE NOT NULL);
	INSERT INTO haul VALUES (1,1,'completed',5,'2026-01-01'),(2,1,'cancelled',7,'2026-01-02'),(3,2,'rejected',9,'2026-01-03');
	CREATE TABLE time_sheet (id INTEGER PRIMARY KEY, stall_id INTEGER NOT NULL REFERENCES stall, status TEXT NOT NULL, hours NUMERIC NOT NULL, worked_on DATE NOT NULL);
	INSERT INTO time_sheet VALUES (1,1,'approved',5,'2026-01-01'),(2,1,'entered',7,'2026-01-02'),(3,2,'rejected',9,'2026-01-03');
	CREATE TABLE reminder (id INTEGER PRIMARY KEY, fee NUMERIC NOT NULL, is_voided BOOLEAN NOT NULL);
	INSERT INTO reminder VALUES (1,5,FALSE),(2,7,TRUE);`

// A yes or no says as much as a status; an order of which nothing can come but that it is paid is none before.
func TestVoidFlagsAndUnpaidOrdersAreNoMoney(t *testing.T) {
	t.Parallel()
	p := guessed(t, kiosk)
	for _, c := range []struct{ sql, added string }{
		{"SELECT sum(l.amount) FROM till_sale_line l JOIN till_sale s ON s.id = l.till_sale_id", "NOT s.is_voided"},
		{"SELECT count(*) FROM till_sale", ""},
		{"SELECT sum(l.amount) FROM till_sale_line l JOIN till_sale s ON s.id = l.till_sale_id WHERE s.is_voided", ""},
		{"SELECT sum(total) FROM seat_order", "status NOT IN ('cancelled', 'pending')"},
		{"SELECT sum(total) FROM web_order", "status <> 'cancelled'"},
		{"SELECT sum(kilos) FROM haul", "status <> 'cancelled'"},
		{"SELECT count(*) FROM haul", ""},
		{"SELECT sum(hours) FROM time_sheet", "status <> 'rejected'"},
		{"SELECT sum(hours) FROM time_sheet WHERE status = 'rejected'", ""},
		{"SELECT count(*) FROM time_sheet", ""},
		{"SELECT sum(fee) FROM reminder", ""},
	} {
		want := c.sql
		if c.added != "" {
			want += " WHERE " + c.added
		}
		if got := p.Restrict(parsed(t, c.sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", c.sql, got.SQL())
		}
	}
}

// What was added to the lines of rows is taken out again when the rows are asked for.
func TestVoidRowsOfLinesAreLifted(t *testing.T) {
	t.Parallel()
	p := guessed(t, chandlery)
	plain := parsed(t, "SELECT sum(amount) FROM invoice_line")
	restricted := p.Restrict(plain, nil, false, nil)
	if applied := p.Applied(restricted); len(applied) != 1 {
		t.Fatalf("%s: %d filters", restricted.SQL(), len(applied))
	}
	if got, there := p.Without(restricted, p.Applied(restricted)); !there || got.SQL() != plain.SQL() {
		t.Errorf("lifted: %s", got.SQL())
	}
}
