package schema_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	_ "modernc.org/sqlite"

	"parley/db"
	"parley/db/dbtest"
	"parley/db/opener"
	"parley/workflow/schema"
)

// built is the index over an SQLite file that a script makes.
func built(t *testing.T, script string) *schema.Index {
	t.Helper()
	x, err := schema.Build(t.Context(), opened(t, script), schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// commented is the index over a PostgreSQL database that scripts make, which may have comments.
func commented(t *testing.T, scripts ...string) *schema.Index {
	t.Helper()
	url := dbtest.Postgres(t)
	for _, script := range scripts {
		dbtest.Exec(t, url, script)
	}
	d, err := opener.Open(t.Context(), db.Settings{}, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	x, err := schema.Build(t.Context(), d, schema.DefaultLimits)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// opened is an SQLite file that a script makes.
func opened(t *testing.T, script string) db.Database {
	t.Helper()
	d, err := opener.Open(context.Background(), db.Settings{}, dbtest.SQLite(t, "own", script))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// undeclared is a fleet without a declared foreign key.
const undeclared = `
CREATE TABLE dim_port (port_key INT PRIMARY KEY, port_name TEXT, created_at DATE);
INSERT INTO dim_port VALUES (1, 'Bergen', '2020-01-01'), (2, 'Oslo', '2020-01-02'), (3, 'Malmö', '2020-01-03');
CREATE TABLE dim_date (date_key INT PRIMARY KEY, full_date DATE);
INSERT INTO dim_date VALUES (20250101, '2025-01-01'), (20250102, '2025-01-02'), (20250103, '2025-01-03');
CREATE TABLE tbsailor (slrno INT PRIMARY KEY, slrnm TEXT, bossslrno INT, created_at DATE);
INSERT INTO tbsailor VALUES (10, 'Ada', NULL, '2020-01-01'), (11, 'Bo', 10, '2020-01-02'), (12, 'Cy', 11, '2020-01-03');
CREATE TABLE fct_trip (trip_id INT PRIMARY KEY, from_port_key INT, to_port_key INT, start_date_key INT, date_key INT, capt_slrno INT, code INT, seats INT);
INSERT INTO fct_trip VALUES (100, 1, 2, 20250101, 20250102, 10, 1, 4), (101, 2, 3, 20250102, 20250103, 11, 9, 8), (102, 3, 1, 20250103, 20250103, 11, 77, 2);
CREATE TABLE fct_wrong (id INT PRIMARY KEY, port_key INT);
INSERT INTO fct_wrong VALUES (1, 900), (2, 901), (3, 1);`

func TestKeysThatNobodyDeclaredAreFoundInTheRows(t *testing.T) {
	t.Parallel()
	x := built(t, undeclared)
	var got []string
	for _, e := range x.Graph.Edges {
		if e.Inferred {
			got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String()+" "+strings.Join(e.Part, " "))
		}
	}
	slices.Sort(got)
	want := []string{
		"fct_trip.capt_slrno > tbsailor.slrno captain", "fct_trip.date_key > dim_date.date_key ", "fct_trip.from_port_key > dim_port.port_key from",
		"fct_trip.start_date_key > dim_date.date_key start", "fct_trip.to_port_key > dim_port.port_key to", "tbsailor.bossslrno > tbsailor.slrno boss",
	}
	if !slices.Equal(got, want) {
		t.Errorf("keys\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// lodge is a house whose keys have numbers behind their names, values for "none", no rows, or no name at all.
const lodge = `
CREATE TABLE keeper (keeper_id INT PRIMARY KEY, nick TEXT UNIQUE);
INSERT INTO keeper VALUES (1, 'Ash'), (2, 'Birch'), (3, 'Cedar'), (4, 'Date'), (5, 'Elm'), (6, 'Fir'), (7, 'Gum'), (8, 'Hazel');
CREATE TABLE badge (badge_no INT PRIMARY KEY);
INSERT INTO badge VALUES (1007), (2119), (3350), (4801), (5222), (6911);
CREATE TABLE annexe (annexe_id INT PRIMARY KEY);
CREATE TABLE shift (id INT PRIMARY KEY, keeper_id_1 INT, keeper_id_2 INT, keeper_on_call_id INT, annexe_id INT, friend TEXT, worn INT, beds INT, mood TEXT);
INSERT INTO shift VALUES (1, 1, 2, 3, 7, 'Ash', 1007, 1, 'Ash'), (2, 2, 3, 4, 7, 'Birch', 2119, 2, 'sour'), (3, 3, 4, 5, 8, 'Cedar', 3350, 3, 'Elm'), (4, 4, 5, 6, 8, 'Date', 4801, 4, 'Fir'), (5, 5, 0, 7, 9, 'Elm', 5222, 5, 'Gum'),
 (6, 6, 6, 8, 9, 'Ash', 1007, 6, 'glad'), (7, 7, 7, 1, 9, 'Fir', 1007, 7, 'Ash'), (8, 8, 8, 1, 9, 'Elm', 1007, 8, 'Ash');`

func TestKeysAreFoundBehindNumbersWithoutRowsAndWithoutNames(t *testing.T) {
	t.Parallel()
	var got []string
	for _, e := range built(t, lodge).Graph.Edges {
		if e.Inferred {
			got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String()+" "+strings.Join(e.Part, " "))
		}
	}
	slices.Sort(got)
	want := []string{
		"shift.annexe_id > annexe.annexe_id ", "shift.friend > keeper.nick ", "shift.keeper_id_1 > keeper.keeper_id 1", "shift.keeper_id_2 > keeper.keeper_id 2",
		"shift.keeper_on_call_id > keeper.keeper_id on call", "shift.worn > badge.badge_no ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("keys\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// saleroom is a house that calls people by the part they play: with letters before the name of their key, or as their roles are called.
const saleroom = `
CREATE TABLE pers (pid INT PRIMARY KEY, pnm TEXT, mrgpid INT);
INSERT INTO pers VALUES (201, 'Ash', NULL), (202, 'Birch', 201), (203, 'Cedar', 202);
CREATE TABLE lot (lotid INT PRIMARY KEY, bpid INT, auct INT);
INSERT INTO lot VALUES (1, 201, 71), (2, 203, 72), (3, 202, 72);
CREATE TABLE staff (sid INT PRIMARY KEY, snm TEXT, rl TEXT);
INSERT INTO staff VALUES (71, 'Elm', 'AU'), (72, 'Fir', 'AU'), (73, 'Gum', 'PO');`

func TestKeysOfThoseWhoPlayAPart(t *testing.T) {
	t.Parallel()
	var got []string
	for _, e := range commented(t, saleroom, `COMMENT ON COLUMN staff.rl IS 'AU auctioneer, PO porter'; COMMENT ON COLUMN lot.auct IS 'Auctioneer who sold it'`).Graph.Edges {
		if e.Inferred {
			got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
		}
	}
	slices.Sort(got)
	if want := []string{"lot.auct > staff.sid", "lot.bpid > pers.pid", "pers.mrgpid > pers.pid"}; !slices.Equal(got, want) {
		t.Errorf("keys %q, want %q", got, want)
	}
}

// exchange is a house each of whose tables has a prefix for all of its columns.
const exchange = `
CREATE TABLE x_line (ln_id INT PRIMARY KEY, ln_no TEXT, ln_town TEXT);
INSERT INTO x_line VALUES (1, '55', 'Brig'), (2, '56', 'Visp'), (3, '57', 'Brig');
CREATE TABLE x_call (ca_id INT PRIMARY KEY, ca_lnid INT, ca_to_lnid INT, ca_secs INT);
INSERT INTO x_call VALUES (1, 1, 2, 3), (2, 2, 3, 1), (3, 3, 1, 2);`

func TestKeysStandBehindThePrefixOfTheirTable(t *testing.T) {
	t.Parallel()
	var got []string
	for _, e := range built(t, exchange).Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String()+" "+strings.Join(e.Part, " "))
	}
	slices.Sort(got)
	want := []string{"x_call.ca_lnid > x_line.ln_id ", "x_call.ca_to_lnid > x_line.ln_id to"}
	if !slices.Equal(got, want) {
		t.Errorf("keys\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// yard is a boat yard in whose tables people are called by what they do, and amounts like tables.
const yard = `
CREATE TABLE berth (id INT PRIMARY KEY, lead_time_days INT, length_m INT);
INSERT INTO berth VALUES (1, 2, 3), (2, 4, 1), (3, 5, 2), (4, 1, 5), (5, 3, 4);
CREATE TABLE fee (id INT PRIMARY KEY, paid DECIMAL(8,2));
INSERT INTO fee VALUES (20, 1.5), (40, 2.5), (60, 3.5), (80, 4.5), (100, 5);
CREATE TABLE crew_member (no INT PRIMARY KEY, first_name TEXT, last_name TEXT, hired_on DATE);
INSERT INTO crew_member VALUES (1, 'Ada', 'A', '2020-01-01'), (2, 'Bo', 'B', '2020-01-02'), (3, 'Cy', 'C', '2020-01-03'), (4, 'Di', 'D', '2020-01-04');
CREATE TABLE job (id INT PRIMARY KEY, base_fee DECIMAL(8,2), handler INT, checked_by INT, salesrep INT, floor INT);
INSERT INTO job VALUES (901, 20, 1, 4, 2, 1), (902, 40, 2, 3, 2, 2), (903, 60, 3, 2, 3, 3), (904, 80, 4, 1, 3, 4);`

func TestPeopleAreKeptByWhatTheyDoAndAmountsAreNoKeys(t *testing.T) {
	t.Parallel()
	var got []string
	for _, e := range built(t, yard).Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String()+" "+strings.Join(e.Part, " "))
	}
	slices.Sort(got)
	want := []string{"job.checked_by > crew_member.no checked by", "job.handler > crew_member.no handler", "job.salesrep > crew_member.no sale representative"}
	if !slices.Equal(got, want) {
		t.Errorf("keys\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// unkeyed is a house that declares no key at all.
const unkeyed = `
CREATE TABLE dim_guide (guide_key INT, guide_id TEXT, gname TEXT, town TEXT, signup_date_key INT);
INSERT INTO dim_guide VALUES (1, 'G7', 'Ada', 'Brig', 20240101), (2, 'G9', 'Bo', 'Visp', 20240102), (3, 'G4', 'Cy', 'Brig', 20240103);
CREATE TABLE dim_date (date_key INT, cal_date DATE);
INSERT INTO dim_date VALUES (20240101, '2024-01-01'), (20240102, '2024-01-02'), (20240103, '2024-01-03');
CREATE TABLE dim_walker (walker_key INT, nick TEXT, town TEXT);
INSERT INTO dim_walker VALUES (7, 'Lu', 'Brig'), (8, 'Mo', 'Visp');
CREATE TABLE fct_tour (tour_key INT, guide_key INT, walker_key INT, tour_date_key INT, seats INT);
INSERT INTO fct_tour VALUES (100, 1, 7, 20240101, 4), (101, 2, 8, 20240102, 5), (102, 1, 8, 20240103, 6);
CREATE TABLE fct_rating_daily (date_key INT, guide_key INT, stars INT);
INSERT INTO fct_rating_daily VALUES (20240101, 1, 5), (20240101, 2, 4), (20240102, 1, 3);`

func TestTablesWithoutAnyKeyAreJoinedByThoseThatTheirRowsBearOut(t *testing.T) {
	t.Parallel()
	x := built(t, unkeyed)
	var got []string
	for _, e := range x.Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
	}
	slices.Sort(got)
	want := []string{
		"dim_guide.signup_date_key > dim_date.date_key", "fct_rating_daily.date_key > dim_date.date_key", "fct_rating_daily.guide_key > dim_guide.guide_key",
		"fct_tour.guide_key > dim_guide.guide_key", "fct_tour.tour_date_key > dim_date.date_key", "fct_tour.walker_key > dim_walker.walker_key",
	}
	if !slices.Equal(got, want) {
		t.Errorf("keys\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if role := x.Table("fct_tour").Column("tour_key").Role; role != schema.Identifier {
		t.Errorf("a key to which nothing refers has role %d", role)
	}
	if label := x.Table("dim_guide").Label; len(label) != 1 || label[0].Name != "gname" {
		t.Errorf("a guide is called by %v", label)
	}
}

// filed are tables as files are: nothing is declared, and no column is called a key.
const filed = `
CREATE TABLE "Seeds" (SKU TEXT, "Seed" TEXT, "Bed" TEXT);
INSERT INTO "Seeds" VALUES ('S1', 'Leek', 'North'), ('S2', 'Kale', 'South'), ('S3', 'Beet', 'East'), ('S4', 'Chard', 'West'), ('S5', 'Swede', 'North');
CREATE TABLE "Bed goals" ("Bed" TEXT, "Goal" INT);
INSERT INTO "Bed goals" VALUES ('North', 5), ('South', 4), ('East', 7), ('West', 2);
CREATE TABLE "Sowings" ("sku" TEXT, "Qty" INT);
INSERT INTO "Sowings" VALUES ('S1', 4), ('S1', 3), ('S2', 5), ('S3', 1), ('S4', 1), ('S5', 6), ('S5', 6);`

func TestAColumnThatTellsTheRowsOfAFileApartIsItsKeyWhereOthersHaveIt(t *testing.T) {
	t.Parallel()
	x := built(t, filed)
	var got []string
	for _, e := range x.Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
	}
	slices.Sort(got)
	if want := []string{"Seeds.Bed > Bed goals.Bed", "Sowings.sku > Seeds.SKU"}; !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
	if key := x.Table("Seeds").PrimaryKey(); key == nil || key.Name != "SKU" {
		t.Errorf("the rows of seeds are told apart by %v", key)
	}
}

func TestAColumnThatCountsIsNoKey(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE seasons (season_id INT PRIMARY KEY, title TEXT);
INSERT INTO seasons VALUES (1, 'dry'), (2, 'wet'), (3, 'cold'), (4, 'mild');
CREATE TABLE passes (pass_id INT PRIMARY KEY, valid_seasons INT, season INT);
INSERT INTO passes VALUES (1, 1, 2), (2, 2, 3), (3, 4, 1);
CREATE TABLE leases (lease_id INT PRIMARY KEY, seasons INT);
INSERT INTO leases VALUES (1, 1), (2, 2), (3, 4);`)
	for _, e := range x.Graph.Edges {
		if c := e.FromColumns[0]; c.Name == "valid_seasons" || c.Name == "seasons" {
			t.Errorf("%s refers to %s", c, e.ToColumns[0])
		}
	}
}

func TestAFactHasTheTimeOfItsCalendar(t *testing.T) {
	t.Parallel()
	x := built(t, undeclared)
	trip := x.Table("fct_trip")
	if m := trip.Moments; len(m) != 2 || m[0].Column.String() != "dim_date.full_date" || m[0].Via.FromColumns[0].Name != "date_key" {
		t.Fatalf("times of a trip: %v", m)
	}
	if verbs := trip.Moments[1].Verbs; !slices.Contains(verbs, schema.Stem("started")) {
		t.Errorf("the other time is of %v", verbs)
	}
	for name, want := range map[string]schema.Class{"fct_trip": schema.Fact, "dim_date": schema.Calendar, "dim_port": schema.Thing} {
		if got := x.Table(name).Class; got != want {
			t.Errorf("%s is of class %d, want %d", name, got, want)
		}
	}
	if m := trip.Measures; len(m) != 1 || m[0].Name != "seats" || m[0].Aggregate != schema.Sum {
		t.Errorf("measures of a trip: %v", m)
	}
}

func TestOneBigTableOfCodesExplainsTheColumnsThatUseIt(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE codes (kind TEXT, code TEXT, description TEXT, PRIMARY KEY (kind, code));
INSERT INTO codes VALUES ('BERTH', 'Q', 'Quay'), ('BERTH', 'B', 'Buoy'), ('BERTH', 'A', 'At anchor'), ('FUEL', 'D', 'Diesel'), ('FUEL', 'E', 'Electric'), ('FUEL', 'S', 'Sail only');
CREATE TABLE boat (id INT PRIMARY KEY, berth TEXT, engine TEXT, letter TEXT);
INSERT INTO boat VALUES (1, 'Q', 'D', 'X'), (2, 'B', 'E', 'Y'), (3, 'A', 'S', 'Z');`)
	for phrase, want := range map[string]string{"buoy": "boat.berth B", "at anchor": "boat.berth A", "sail only": "boat.engine S", "electric": "boat.engine E"} {
		var got []string
		for _, m := range x.Values(phrase) {
			if m.Code {
				got = append(got, m.Column.String()+" "+m.Value.(string))
			}
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%q is %v, want %s", phrase, got, want)
		}
	}
	if n := len(x.Table("boat").Column("letter").Codes); n != 0 {
		t.Errorf("letters that are no codes have %d meanings", n)
	}
	if list := x.Graph.Of(x.Table("boat")); len(list) > 0 {
		t.Errorf("codes of which no two types have the same are no keys: %v", list)
	}
}

func TestAColumnRefersToTheTableThatItsCommentNames(t *testing.T) {
	t.Parallel()
	x := commented(t, `CREATE TABLE dim_sailor (sailor_key int PRIMARY KEY, name text);
		INSERT INTO dim_sailor VALUES (1, 'Ada'), (2, 'Bo'), (3, 'Cy');
		CREATE TABLE dim_boat (boat_key int PRIMARY KEY, name text, skp_key int);
		INSERT INTO dim_boat VALUES (1, 'Gull', 3), (2, 'Tern', 2), (3, 'Auk', 2);
		COMMENT ON COLUMN dim_boat.skp_key IS 'who steers it (dim_sailor); none while it is laid up'`)
	list := x.Graph.Of(x.Table("dim_boat"))
	if len(list) != 1 || list[0].To != x.Table("dim_sailor") {
		t.Errorf("keys are %v", list)
	}
}

// A number whose values happen to be among those of a key is none that refers to it where they lie at one end of it alone.
func TestAKeyIsHeldAcrossItsRange(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE bill (bill_no INT PRIMARY KEY, drawn DATE);
INSERT INTO bill VALUES (10, '2025-01-01'), (20, '2025-01-01'), (30, '2025-01-02'), (40, '2025-01-02'), (1000, '2025-01-03'), (2000, '2025-01-03'), (3000, '2025-01-04'), (4000, '2025-01-04');
CREATE TABLE bin (bin_code TEXT PRIMARY KEY, cap INT, held INT);
INSERT INTO bin VALUES ('a', 10, 10), ('b', 20, 1000), ('c', 30, 2000), ('d', 40, 4000);`)
	var got []string
	for _, e := range x.Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
	}
	if want := []string{"bin.held > bill.bill_no"}; !slices.Equal(got, want) {
		t.Errorf("keys %v, want %v", got, want)
	}
}

func TestTimeSheetsAreNoCalendarAndTheirStatesNoTimes(t *testing.T) {
	t.Parallel()
	x := commented(t, `
CREATE TABLE t7 (tsnr INTEGER PRIMARY KEY, tsda DATE NOT NULL, hour NUMERIC NOT NULL, tsst CHAR(1) NOT NULL);
COMMENT ON TABLE t7 IS 'Time sheets'; COMMENT ON COLUMN t7.tsst IS 'State: E entered, A approved, R rejected';
INSERT INTO t7 VALUES (1,'2026-01-05',8,'A'),(2,'2026-01-06',7,'E'),(3,'2026-01-06',4,'R');`)
	sheets := x.Table("t7")
	if sheets.Class == schema.Calendar {
		t.Error("time sheets are taken for a calendar")
	}
	if c := sheets.Column("tsst"); c.Role != schema.Category || len(sheets.Status) != 1 || sheets.Status[0] != c {
		t.Errorf("the state has role %d, of the states %v", c.Role, sheets.Status)
	}
}

func TestACodeIsDescribed(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE fault_code (fault_code TEXT PRIMARY KEY, description TEXT NOT NULL); INSERT INTO fault_code VALUES ('F1','leak'),('F2','jam'),('F3','noise');
CREATE TABLE faults (id INTEGER PRIMARY KEY, fault_code TEXT NOT NULL REFERENCES fault_code, seen_on DATE); INSERT INTO faults VALUES (1,'F1','2026-01-01'),(2,'F2','2026-02-01');`)
	if label := x.Table("fault_code").Label; len(label) != 1 || label[0].Name != "description" {
		t.Errorf("faults are called by %v", label)
	}
}

func TestATableOfListsIsCalledByWhatItLists(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE lookup_hull_shape (shape_id INTEGER PRIMARY KEY, shape TEXT); INSERT INTO lookup_hull_shape VALUES (1,'round'),(2,'flat'),(3,'deep vee');
CREATE TABLE ref_paint (paint_id INTEGER PRIMARY KEY, colour TEXT); INSERT INTO ref_paint VALUES (1,'red'),(2,'blue'),(3,'white');
CREATE TABLE boats (boat_no TEXT PRIMARY KEY, hull_shape INTEGER, paint INTEGER, masts INTEGER);
INSERT INTO boats VALUES ('B1',1,2,1),('B2',2,1,2),('B3',3,3,1),('B4',NULL,1,3);`)
	var got []string
	for _, e := range x.Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
	}
	slices.Sort(got)
	if want := []string{"boats.hull_shape > lookup_hull_shape.shape_id", "boats.paint > ref_paint.paint_id"}; !slices.Equal(got, want) {
		t.Errorf("keys: %q, want %q", got, want)
	}
}

func TestANumberOfThingsRefersToNone(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE seasons (season_id INTEGER PRIMARY KEY, name TEXT); INSERT INTO seasons VALUES (1,'a'),(2,'b'),(3,'c'),(4,'d'),(5,'e'),(6,'f');
CREATE TABLE contracts (contract_id INTEGER PRIMARY KEY, length_seasons INT, first_season INT);
INSERT INTO contracts VALUES (1,2,1),(2,3,2),(3,4,4),(4,5,6),(5,1,3);`)
	for _, e := range x.Graph.Edges {
		if e.FromColumns[0].Name == "length_seasons" {
			t.Errorf("%s refers to %s", e.FromColumns[0], e.ToColumns[0])
		}
	}
}

func TestNoFlagAmountOrStatusJoinsTables(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE agents (agent_id VARCHAR(4), name TEXT, is_active BOOLEAN, status TEXT, team TEXT);
INSERT INTO agents VALUES ('a1', 'Ada', 1, 'on leave', 'north'), ('a2', 'Bo', 0, 'at work', 'south'), ('a3', 'Cy', 1, 'at work', 'north');
CREATE TABLE cases (case_id VARCHAR(4), agent_id VARCHAR(4), is_active BOOLEAN, status TEXT);
INSERT INTO cases VALUES ('c1', 'a1', 1, 'open'), ('c2', 'a1', 0, 'open'), ('c3', 'a2', 1, 'shut');
CREATE TABLE parts (part_id VARCHAR(4), name TEXT, is_active BOOLEAN, list_price DECIMAL(8,2), team TEXT);
INSERT INTO parts VALUES ('p1', 'bolt', 1, 2.5, 'north'), ('p2', 'nut', 0, 1.5, 'north'), ('p3', 'cap', 1, 9.5, 'south');
CREATE TABLE sheds (shed_no INT, is_active BOOLEAN, list_price DECIMAL(8,2));
INSERT INTO sheds VALUES (1, 1, 2.5), (2, 0, 1.5);`)
	var got []string
	for _, e := range x.Graph.Edges {
		got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
	}
	slices.Sort(got)
	if want := []string{"cases.agent_id > agents.agent_id"}; !slices.Equal(got, want) {
		t.Errorf("keys: %q, want %q", got, want)
	}
}

// TestKindsOfLargeTablesAreKnownFromASample makes a table of which only the first rows are looked at.
func TestKindsOfLargeTablesAreKnownFromASample(t *testing.T) {
	t.Parallel()
	x := built(t, `CREATE TABLE parcels (id INTEGER PRIMARY KEY, status TEXT NOT NULL, note TEXT NOT NULL);
		INSERT INTO parcels WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 25000)
		SELECT i, CASE i % 3 WHEN 0 THEN 'waiting' WHEN 1 THEN 'sent' ELSE 'lost' END, 'note ' || i FROM n`)
	for column, want := range map[string]schema.Role{"status": schema.Category, "note": schema.Free} {
		if got := x.Table("parcels").Column(column).Role; got != want {
			t.Errorf("%s is %v, want %v", column, got, want)
		}
	}
}

// What the rows of a table are called may be what others tell by which they mean, though the table has another key, and nothing says
// that names do not repeat. Where they do, it is none.
func TestANameThatEachRowHasForItselfIsReferredTo(t *testing.T) {
	t.Parallel()
	x := built(t, `
CREATE TABLE blends (id INTEGER PRIMARY KEY, blend TEXT, strength INT); INSERT INTO blends VALUES (1,'Dawn',3),(2,'Noon',5),(3,'Dusk',2),(4,'Night',4),(5,'Frost',1);
CREATE TABLE roasts (id INTEGER PRIMARY KEY, roast TEXT); INSERT INTO roasts VALUES (1,'light'),(2,'dark'),(3,'dark'),(4,'medium'),(5,'light');
CREATE TABLE bags (bag_no TEXT PRIMARY KEY, blend TEXT, roast TEXT); INSERT INTO bags VALUES ('B1','Dawn','light'),('B2','Noon','dark'),('B3','Dawn','light'),('B4','Dusk','medium'),('B5','Night','dark');`)
	var got []string
	for _, e := range x.Graph.Edges {
		if e.Inferred {
			got = append(got, e.FromColumns[0].String()+" > "+e.ToColumns[0].String())
		}
	}
	if want := []string{"bags.blend > blends.blend"}; !slices.Equal(got, want) {
		t.Errorf("keys: %q, want %q", got, want)
	}
}
