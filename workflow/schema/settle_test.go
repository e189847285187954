package schema

import (
	"slices"
	"strings"
	"testing"

	"parley/db"
)

// catalogue makes a schema from lines: "table: comment", and behind it its columns "  name type: comment", the first of which is the key.
func catalogue(text string) *Index {
	types := map[string]db.Type{"int": db.Integer, "text": db.Text, "date": db.Date, "bool": db.Boolean, "money": db.Decimal}
	s := &db.Schema{}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		name, comment, _ := strings.Cut(strings.TrimSpace(line), ":")
		words := strings.Fields(name)
		if len(words) == 1 {
			s.Tables = append(s.Tables, db.Table{TableName: db.TableName{Name: words[0]}, Comment: strings.TrimSpace(comment)})
			continue
		}
		t := &s.Tables[len(s.Tables)-1]
		if len(t.Columns) == 0 {
			t.Primary = []string{words[0]}
		}
		t.Columns = append(t.Columns, db.Column{Name: words[0], Type: types[words[1]], Nullable: len(t.Columns) > 0, Comment: strings.TrimSpace(comment)})
	}
	return New(s)
}

func spokenAs(t *testing.T, x *Index, want map[string]string) {
	t.Helper()
	for name, as := range want {
		table, column, _ := strings.Cut(name, ".")
		e := x.Table(table)
		got := e.Spoken()
		if column != "" {
			got = e.Column(column).Spoken()
		}
		if got != as {
			t.Errorf("%s is read as %q, want %q", name, got, as)
		}
	}
}

// The letters with which a table's key begins stand for what its comment calls the rows, in all tables: over what the dictionary of
// short forms says.
func TestKeysOfTablesStandForTheirRows(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		ca_mst: Caves
		  ca_id int
		  ca_nm text
		  ca_dep_m int
		tg_mst: Tour guides
		  tg_id int
		  tg_nm text
		ht_mst: Huts (shelters)
		  ht_id int
		  ht_nm text
		  ca_id int
		vs_hdr: Visits, one party each
		  vs_id int
		  ca_id int
		  tg_id int
		  hut_note text
		dy_ln: Visit days walked
		  dy_no int
		  dy_dt date
		  vs_id int
		st_prc: Price of a stay
		  stp_id int
		  ht_id int`)
	spokenAs(t, x, map[string]string{
		"ca_mst": "cave", "tg_mst": "tour guide", "ht_mst": "hut", "vs_hdr": "visit",
		"ht_mst.ca_id": "cave identifier", "vs_hdr.tg_id": "tour guide identifier", "st_prc.ht_id": "hut identifier", "tg_mst.tg_nm": "name",
	})
	for _, n := range x.Table("vs_hdr").Names {
		if slices.Contains(n.Words, "each") || slices.Contains(n.Words, "party") {
			t.Errorf("a visit is called %q", n)
		}
	}
}

// Some short forms stand for something else in the name of a date, of a flag or of a number; and what a code of the same letters means
// explains those that nothing else does.
func TestShortFormsByKindAndByCodes(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		job: Jobs
		  job_id int
		  cmp_dt date
		  cmp_nm text
		  sch_dt date
		  act_flg text
		  adt int
		  qx_dt date
		  stat_cd text: OP open, QX quashed, DN done
		  price_per_kg money
		  rate_per_m3 money
		  move_on date: Day the crew will move
		  ext_dt date: Day the contract ended
		site: Sites
		  site_id int
		  addr text
		  st_cd text
		  cty text`)
	spokenAs(t, x, map[string]string{
		"job.cmp_dt": "completed date", "job.cmp_nm": "company name", "job.sch_dt": "scheduled date", "job.act_flg": "active flag", "job.adt": "adult",
		"job.qx_dt": "quashed date", "job.price_per_kg": "price per kilogram", "job.rate_per_m3": "rate per m3", "job.ext_dt": "extension date", "site.st_cd": "state code", "site.cty": "city",
	})
}

// A comment that lists what a column holds, tells of another thing, or names a currency or a number does not name the column.
func TestCommentsThatDoNotName(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		bill: Bills we sent; a client has many
		  bill_id int
		  state text: draft (not sent yet), sent, part paid or void (withdrawn). Drafts do not count
		  due_on date: A bill is late when this day has passed
		  amt money: USD; refunds are negative
		  sum money: hours * rate, 0 if free
		  beds int: Beds, 0 = floor`)
	for _, c := range x.Table("bill").Columns {
		for _, n := range c.Names {
			if n.Source == Commented && c.Name != "beds" {
				t.Errorf("%s is called %q", c.Name, n)
			}
		}
	}
	for _, n := range x.Table("bill").Names {
		if n.Words[0] == "client" {
			t.Errorf("a bill is called %q", n)
		}
	}
}

// Codes are read in every form in which comments list them.
func TestFormsOfCodes(t *testing.T) {
	t.Parallel()
	for comment, want := range map[string]string{
		"Danger: 1 low, 2 medium, 3 high; NULL = not yet judged":               "1 low|2 medium|3 high",
		"OK passed, RW failed check, redo needed, DN not done; NULL = not yet": "OK passed|RW failed check|DN not done",
		"O open / C closed":               "O open|C closed",
		"A=active, B=blocked":             "A active|B blocked",
		"1 - low, 2 - high":               "1 low|2 high",
		"1) low 2":                        "",
		"(A)ctive, (L)apsed":              "A active|L lapsed",
		"household (H), business (B)":     "H household|B business",
		"A means active; B means blocked": "A active|B blocked",
		"RM room, FB food, SP spa (wellness). Extras = FB, SP": "RM room|FB food|SP spa (wellness)",
		"D direct, O online travel agency (OTA)":               "D direct|O online travel agency (OTA)",
		"Level: B blue, G gold; NULL = not in it":              "B blue|G gold",
		"N = new, S = planned. Open jobs are N and S":          "N new|S planned",
		"Vendor number, V + 4 digits":                          "",
		"L live, T trial run of the crew: no voyage":           "L live|T trial run of the crew",
		"Check of papers: 0 not begun, 1 papers in":            "0 not begun|1 papers in",
		"0 sound, 1 worn, 2 cracked: take it down":             "0 sound|1 worn|2 cracked",
		"Currency of the voyage: every amount of it is in it":  "",
		"GAL galley (gas, coal, none), ENG engine":             "GAL galley (gas, coal, none)|ENG engine",
		"O open, X called off, counts nowhere":                 "O open|X called off",
	} {
		var got []string
		for _, m := range meanings(comment) {
			got = append(got, m.code+" "+m.phrase)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q tells %q, want %q", comment, strings.Join(got, "|"), want)
		}
	}
}

// What was done says a code alone where no other code has the word; a grade says one with what it grades.
func TestCodesSaidShorter(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		visit: Visits
		  visit_id int
		  outcome text: P passed, F failed check, H halted by weather
		  risk_rating int: 1 low, 3 high
		  state text: planned, done, void (withdrawn)
		  stage text: A active, N notice given (still running), E ended`)
	if m := x.Values("still running"); len(m) > 0 {
		t.Errorf("what a remark says is %v", m[0].Value)
	}
	for phrase, want := range map[string]any{"failed": "F", "halted": "H", "high risk": int64(3), "withdrawn": "void"} {
		if !slices.ContainsFunc(x.Values(phrase), func(m ValueMatch) bool { return m.Value == want }) {
			t.Errorf("%q is no %v", phrase, want)
		}
	}
}

// What a comment calls several codes says each of them, without what the rows are called; a word of a meaning that is what a table is
// called says none.
func TestNamesOfSeveralCodes(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		wo: Repair jobs
		  wo_id int
		  state text: N = new, S = planned, D = done, X = dropped. Open jobs are N and S
		  part text: EN engine, WI wing, TA tail. Spares = EN, TA
		  grade text: P = pilot, C = copilot, S = steward. "Flight crew" or "flyers" are grades P and C
		  scope text: EO engine only, AL all
		engine: Engines
		  engine_id int`)
	for phrase, want := range map[string]string{"open": "N S", "spares": "EN TA", "spare": "EN TA", "flyers": "P C", "flight crew": "P C", "engine": "EN"} {
		var got []string
		for _, m := range x.Values(phrase) {
			if m.Code && m.Value != nil {
				got = append(got, m.Value.(string))
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q is %q, want %q", phrase, strings.Join(got, " "), want)
		}
	}
}

// The letters of its table before a short form in which names end are no other word; st of codes is a status, and what lists codes is no
// name of a row.
func TestColumnsLedByTheirTable(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		voyg: Voyages
		  voygno int
		  vst text: P planned, U under way, D done
		  vttl text
		  vtyp text
		  st text: A afloat, S sunk
		  vno int
		  vamt money
		berth: Berths
		  berthid int
		  bnam text
		  btyp text`)
	spokenAs(t, x, map[string]string{
		"voyg.vst": "voyage status", "voyg.vttl": "voyage title", "voyg.vtyp": "voyage type", "voyg.vamt": "voyage amount", "berth.bnam": "berth name", "berth.btyp": "berth type",
	})
	if st := x.Table("voyg").Column("st"); !st.Has("status", "state") {
		t.Errorf("st of codes is read as %q", st.Spoken())
	}
	if label := x.Table("voyg").Label; len(label) != 1 || label[0].Name != "vttl" {
		t.Errorf("a voyage is called by %v", label)
	}
}

// What the rows of a table are called tells which of its days is theirs, and stands in brackets as well.
func TestDaysOfWhatRowsAreCalled(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		sal: Auctions
		  salno int
		  vwdt date: First day of viewing
		  sldt date: Day of the auction
		cll: Calls (breakdowns reported to the desk)
		  cllno int`)
	x.Table("sal").Column("sldt").Nullable = false
	x.finish()
	if m := x.Table("sal").Moment; m == nil || m.Name != "sldt" {
		t.Errorf("an auction is on %v", m)
	}
	if !slices.ContainsFunc(x.Table("cll").Names, func(n Name) bool { return n.String() == "breakdown" }) {
		t.Errorf("a breakdown is none of %v", x.Table("cll").Names)
	}
}

// Letters that run together with a table's name and say that it holds the things themselves are none of its name.
func TestTablesOfMastersAreCalledAfterTheirRows(t *testing.T) {
	t.Parallel()
	x := catalogue(`
		cusmst: Who buys
		  cusno int
		  cusnm text
		itmmst
		  itmno int
		  itmnm text
		whsmstr
		  whsno int
		  whsnm text
		ordhdr
		  ordno int
		  cusno int
	`)
	for name, want := range map[string]string{"cusmst": "customer", "itmmst": "item", "whsmstr": "warehouse", "ordhdr": "order"} {
		if got := strings.Join(x.Table(name).Words, " "); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
