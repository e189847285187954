package project

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// bakery is a catalogue of its own: nothing of it stands in any code.
func bakery() *db.Schema {
	column := func(name string, t db.Type) db.Column {
		return db.Column{Name: name, Type: t, Nullable: name == "baked_at"}
	}
	name := func(n string) db.TableName { return db.TableName{Name: n} }
	key := func(c, t string) db.ForeignKey {
		return db.ForeignKey{Columns: []string{c}, Target: name(t), TargetColumns: []string{"id"}}
	}
	return &db.Schema{Tables: []db.Table{
		{TableName: name("patrons"), Primary: []string{"id"}, Columns: []db.Column{column("id", db.Integer), column("name", db.Text), column("village", db.Text)}},
		{TableName: name("tickets"), Primary: []string{"id"}, Foreign: []db.ForeignKey{key("patron_id", "patrons")},
			Columns: []db.Column{column("id", db.Integer), column("patron_id", db.Integer), column("state", db.Text), column("taken_at", db.Timestamp), column("baked_at", db.Timestamp), column("deposit", db.Decimal)}},
		{TableName: name("loaves"), Primary: []string{"id"}, Foreign: []db.ForeignKey{key("ticket_id", "tickets")},
			Columns: []db.Column{column("id", db.Integer), column("ticket_id", db.Integer), column("pieces", db.Integer), column("coins", db.Decimal), column("oven", db.Integer)}},
		{TableName: name("ovens"), Primary: []string{"nr"}, Columns: []db.Column{column("nr", db.Integer), column("name", db.Text)}},
	}}
}

func compiled(t *testing.T, text string, called ...string) *Project {
	t.Helper()
	layer, problems := Parse(FileName, text)
	layer.Scope = Shared
	p := Compile(schema.New(bakery()), statement.SQLite, called, layer)
	p.Problems = append(problems, p.Problems...)
	return p
}

func TestProblemsNameTheirLineAndTheRestCounts(t *testing.T) {
	t.Parallel()
	const good = "[metrics]\ntakings = \"sum(loaves.pieces * loaves.coins)\"\n"
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "colour = 1\n" + good, `parley.toml:1: there is no key "colour" here`},
		{"key of a metric", good + "[metrics.loaf]\nexpression = \"sum(loaves.pieces)\"\nfitler = \"x\"\n", `parley.toml:5: there is no key "fitler" here; is it filter?`},
		{"missing column", good + "\n[words]\nbun = \"loaves.bunn\"\n", "parley.toml:5: words.bun has no effect: there is no column loaves.bunn"},
		{"missing table", good + "price = \"sum(loafs.coins)\"\n", "parley.toml:3: metrics.price has no effect: there is no table loafs; is it loaves?"},
		{"across many", good + "held = \"sum(tickets.deposit) filter (where loaves.coins > 3)\"\n", "parley.toml:3: metrics.held has no effect: tickets is counted once for each row of loaves that belongs to it"},
		{"two statements", good + "evil = \"1; drop table loaves\"\n", "parley.toml:3: metrics.evil has no effect"},
		{"a query", good + "evil = \"pieces from loaves\"\n", "parley.toml:3: metrics.evil has no effect"},
		{"a function that reads files", good + "evil = \"sum(loaves.pieces) + load_extension('x')\"\n", "parley.toml:3: metrics.evil has no effect"},
		{"a figure as a filter", good + "[filters]\nbig = \"sum(pieces) > 3\"\n", "parley.toml:4: filters.big has no effect"},
		{"no default", good + "[filters.open]\ncondition = \"state = 'o'\"\ndefault = \"sometimes\"\n", "parley.toml:5: filters.open.default is one of only, exclude"},
		{"column of several tables", good + "[words]\ntitle = \"name\"\n", "parley.toml:4: words.title has no effect: several tables have name"},
		{"wrong type", good + "[words]\nbun = 3\n", "parley.toml:4: words.bun wants a text in quotes"},
		{"no month", "fiscal_year = \"spring\"\n" + good, "parley.toml:1: fiscal_year has no effect"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			p := compiled(t, c.text)
			if len(p.Problems) != 1 || !strings.HasPrefix(p.Problems[0].String(), c.want) {
				t.Errorf("problems are %v, want %s", p.Problems, c.want)
			}
			if p.Find("takings") == nil {
				t.Error("the sound definition has no effect")
			}
		})
	}
}

func TestAFileThatIsNoTOMLSaysWhere(t *testing.T) {
	t.Parallel()
	_, problems := Parse(FileName, "[words]\nbun = loaves\n")
	if len(problems) != 1 || problems[0].Line != 2 {
		t.Errorf("problems are %v", problems)
	}
}

func TestDefinitionsOfADatabaseAreForItAlone(t *testing.T) {
	t.Parallel()
	const text = "[words]\nguest = \"patrons\"\n[databases.bakery.words]\nslip = \"tickets\"\n[databases.mill.words]\nsack = \"sacks\"\n"
	p := compiled(t, text, "bakery")
	if len(p.Problems) > 0 || p.Find("slip") == nil || p.Find("guests") == nil || p.Find("sack") != nil {
		t.Errorf("definitions %v, problems %v", p.Definitions, p.Problems)
	}
}

// TestOfManyProblemsSomeAreTold has a file of many keys that there are not, and of many words for what there is not.
func TestOfManyProblemsSomeAreTold(t *testing.T) {
	t.Parallel()
	var unknown, missing strings.Builder
	missing.WriteString("[words]\n")
	for i := range 30_000 {
		fmt.Fprintf(&unknown, "key%d.a.b = 1\n", i)
		fmt.Fprintf(&missing, "word%d = \"loaves.gone%d\"\n", i, i)
	}
	begun := time.Now()
	for name, text := range map[string]string{"keys": unknown.String(), "words": missing.String()} {
		p := compiled(t, text)
		if n := len(p.Problems); n > 2*mostProblems+2 || !strings.Contains(p.Problems[n-1].Text, "more are not listed") {
			t.Errorf("%s: %d problems, the last %v", name, n, p.Problems[n-1])
		}
	}
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestAHiddenTableIsFoundByNothingOfIt(t *testing.T) {
	t.Parallel()
	layer, _ := Parse(FileName, "hidden = [\"patrons\"]\n")
	x := schema.New(bakery())
	if p := Compile(x, statement.SQLite, nil, layer); len(p.Problems) > 0 {
		t.Fatal(p.Problems)
	}
	for _, said := range []string{"patrons", "patron", "village"} {
		if m := x.Phrases([]string{said}); len(m) > 0 && m[0].Exact() {
			t.Errorf("%q finds %v", said, m[0])
		}
	}
}

func TestWordsAreFoundInTheIndex(t *testing.T) {
	t.Parallel()
	layer, _ := Parse(FileName, `
hidden = ["tickets.deposit"]
[words]
guest = "patrons"
hamlet = "patrons.village"
north = "village in ('Ash', 'Elm')"
[metrics."net takings"]
expression = "loaves.pieces * loaves.coins"
filter = "state <> 'void'"
[filters]
slow = "baked_at > taken_at"
[[joins]]
from = "loaves.oven"
to = "ovens.nr"
[time]
tickets = "baked_at"
[labels]
tickets = ["state"]
`)
	x := schema.New(bakery())
	p := Compile(x, statement.SQLite, nil, layer)
	if len(p.Problems) > 0 {
		t.Fatal(p.Problems)
	}
	if m := x.Phrases([]string{"guests"}); len(m) == 0 || m[0].Table.Name != "patrons" || !m[0].Exact() {
		t.Errorf("guests names %v", m)
	}
	if m := x.Phrases([]string{"deposit"}); len(m) > 0 && m[0].Exact() {
		t.Error("a hidden column is found")
	}
	if v := x.Values("north"); len(v) != 1 || v[0].Column.Condition == nil || v[0].Column.Table.Name != "patrons" {
		t.Errorf("north is %v", v)
	}
	d := p.Find("net takings")
	if got := d.expression.SQL(); got != "sum(loaves.pieces * loaves.coins) FILTER (WHERE tickets.state <> 'void')" {
		t.Errorf("the figure is %s", got)
	}
	if x.Table("tickets").Moment.Name != "baked_at" || x.Table("tickets").Label[0].Name != "state" || x.Graph.Distance(x.Table("loaves"), x.Table("ovens")) != 1 {
		t.Error("time column, label or key are not known")
	}
	if got := p.Read("Net takings of slow tickets, and the net taking"); got != "nettakingszq of slowzq tickets, and the nettakingszq" {
		t.Errorf("the question reads %q", got)
	}
	if got := p.Unread("nettakingszq"); got != "net takings" {
		t.Errorf("it was said %q", got)
	}
}

const voids = "[filters.void]\ncondition = \"tickets.state = 'v'\"\ndefault = \"exclude\"\nwords = [\"voided\"]\n"

func TestDefaultFiltersAreAddedWhereTheirTableIsRead(t *testing.T) {
	t.Parallel()
	p := compiled(t, voids)
	for _, c := range []struct{ sql, want string }{
		{"SELECT * FROM tickets", "SELECT * FROM tickets WHERE state <> 'v'"},
		{"SELECT count(*) FROM loaves", "SELECT count(*) FROM loaves"},
		{"SELECT t.id FROM tickets t JOIN loaves l ON l.ticket_id = t.id WHERE l.pieces > 1", "SELECT t.id FROM tickets t JOIN loaves l ON l.ticket_id = t.id WHERE l.pieces > 1 AND t.state <> 'v'"},
		{"SELECT p.name, count(t.id) FROM patrons p LEFT JOIN tickets t ON t.patron_id = p.id GROUP BY p.name",
			"SELECT p.name, count(t.id) FROM patrons p LEFT JOIN tickets t ON t.patron_id = p.id AND t.state <> 'v' GROUP BY p.name"},
		{"SELECT name FROM patrons WHERE id IN (SELECT patron_id FROM tickets)", "SELECT name FROM patrons WHERE id IN (SELECT patron_id FROM tickets WHERE state <> 'v')"},
		{"SELECT name FROM patrons WHERE id NOT IN (SELECT patron_id FROM tickets)", "SELECT name FROM patrons WHERE id NOT IN (SELECT patron_id FROM tickets WHERE state <> 'v')"},
		{"SELECT * FROM tickets WHERE state = 'v'", "SELECT * FROM tickets WHERE state = 'v'"},
		{"SELECT state, count(*) FROM tickets GROUP BY state", "SELECT state, count(*) FROM tickets GROUP BY state"},
		{"SELECT 1.0 * count(*) FILTER (WHERE state = 'v') / count(*) FROM tickets", "SELECT 1.0 * count(*) FILTER (WHERE state = 'v') / count(*) FROM tickets"},
		{"SELECT 1.0 * count(*) FILTER (WHERE state = 'p') / count(*) FROM tickets", "SELECT 1.0 * count(*) FILTER (WHERE state = 'p') / count(*) FROM tickets WHERE state <> 'v'"},
		{"SELECT * FROM tickets WHERE state <> 'v'", "SELECT * FROM tickets WHERE state <> 'v'"},
		{"SELECT n FROM (SELECT count(*) AS n FROM tickets) AS x", "SELECT n FROM (SELECT count(*) AS n FROM tickets WHERE state <> 'v') AS x"},
	} {
		s, want := parsed(t, c.sql), parsed(t, c.want)
		got := p.Restrict(s, nil, false, nil)
		if got.SQL() != want.SQL() {
			t.Errorf("%s\nbecomes %s\nwant    %s", c.sql, got.SQL(), want.SQL())
		}
		if again := p.Restrict(got, nil, false, nil); again.SQL() != got.SQL() {
			t.Errorf("%s: added twice: %s", c.sql, again.SQL())
		}
		if without, there := p.Without(got, p.Defaults()); there && without.SQL() != s.SQL() && !strings.Contains(c.sql, "'v'") {
			t.Errorf("%s: lifted it is %s", c.sql, without.SQL())
		}
	}
}

func TestDeletedRowsDoNotCount(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	add := func(table int, name string, kind db.Type) {
		catalogue.Tables[table].Columns = append(catalogue.Tables[table].Columns, db.Column{Name: name, Type: kind, Nullable: true})
	}
	add(0, "is_deleted", db.Boolean)
	add(1, "deleted_at", db.Timestamp)
	add(2, "deleted_by", db.Integer)
	add(3, "deleted_flag", db.Integer)
	add(2, "deleted", db.Integer) // so many of them
	add(3, "del_flg", db.Text)
	layer, _ := Parse(FileName, "[filters]\ndeleted = \"ovens.deleted_flag = 2\"\n")
	layer.Scope = Shared
	p := Compile(schema.New(catalogue), statement.SQLite, nil, layer)
	if len(p.Problems) > 0 {
		t.Fatal(p.Problems)
	}
	for sql, want := range map[string]string{
		"SELECT * FROM tickets":                                  "SELECT * FROM tickets WHERE deleted_at IS NULL",
		"SELECT * FROM loaves":                                   "SELECT * FROM loaves",
		"SELECT * FROM ovens":                                    "SELECT * FROM ovens",
		"SELECT name FROM patrons":                               "SELECT name FROM patrons WHERE NOT COALESCE(is_deleted, FALSE)",
		"SELECT * FROM tickets WHERE deleted_at IS NOT NULL":     "SELECT * FROM tickets WHERE deleted_at IS NOT NULL",
		"SELECT * FROM tickets WHERE deleted_at >= '2026-01-01'": "SELECT * FROM tickets WHERE deleted_at >= '2026-01-01'",
		"SELECT * FROM patrons WHERE is_deleted":                 "SELECT * FROM patrons WHERE is_deleted",
	} {
		if got := p.Restrict(parsed(t, sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", sql, got.SQL())
		}
	}
	if rest, lifted := p.Lift("tickets per village including deleted ones"); rest != "tickets per village" || len(lifted) == 0 {
		t.Errorf("it leaves %q, lifts %v", rest, lifted)
	}
}

func TestATaughtDefaultOutdoesAGuessedOne(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	catalogue.Tables[1].Columns = append(catalogue.Tables[1].Columns, db.Column{Name: "deleted_at", Type: db.Timestamp, Nullable: true}, db.Column{Name: "is_trial", Type: db.Boolean})
	for _, c := range []struct{ condition, want string }{
		{"tickets.deleted_at is not null", "SELECT * FROM tickets WHERE deleted_at IS NULL"},
		{"tickets.is_trial or tickets.deleted_at is not null", "SELECT * FROM tickets WHERE NOT COALESCE(is_trial OR deleted_at IS NOT NULL, FALSE)"},
	} {
		layer, _ := Parse(FileName, "[filters.withdrawn]\ncondition = \""+c.condition+"\"\ndefault = \"exclude\"\n")
		layer.Scope = Shared
		p := Compile(schema.New(catalogue), statement.SQLite, nil, layer)
		if got := p.Restrict(parsed(t, "SELECT * FROM tickets"), nil, false, nil); got.SQL() != parsed(t, c.want).SQL() {
			t.Errorf("with %s it becomes %s", c.condition, got.SQL())
		}
		rest, lifted := p.Lift("how many tickets, including withdrawn ones")
		if got := p.Restrict(parsed(t, "SELECT * FROM tickets"), nil, false, lifted); rest != "how many tickets" || got.SQL() != "SELECT * FROM tickets" {
			t.Errorf("with %s it leaves %q, and %s", c.condition, rest, got.SQL())
		}
	}
}

func TestOldVersionsCountOnlyForWhatRefersToThem(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	catalogue.Tables[3].Columns = append(catalogue.Tables[3].Columns, db.Column{Name: "valid_from", Type: db.Date}, db.Column{Name: "valid_to", Type: db.Date, Nullable: true},
		db.Column{Name: "is_current", Type: db.Boolean})
	catalogue.Tables[2].Foreign = append(catalogue.Tables[2].Foreign, db.ForeignKey{Columns: []string{"oven"}, Target: db.TableName{Name: "ovens"}, TargetColumns: []string{"nr"}})
	p := Compile(schema.New(catalogue), statement.SQLite, nil)
	for sql, want := range map[string]string{
		"SELECT count(*) FROM ovens": "SELECT count(*) FROM ovens WHERE is_current",
		"SELECT o.name, sum(l.coins) FROM loaves l JOIN ovens o ON l.oven = o.nr GROUP BY o.name": "SELECT o.name, sum(l.coins) FROM loaves l JOIN ovens o ON l.oven = o.nr GROUP BY o.name",
		"SELECT * FROM ovens WHERE NOT is_current":                                                "SELECT * FROM ovens WHERE NOT is_current",
	} {
		if got := p.Restrict(parsed(t, sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", sql, got.SQL())
		}
	}
}

func TestARefinementDoesNotBringALiftedFilterBack(t *testing.T) {
	t.Parallel()
	p := compiled(t, voids)
	open := parsed(t, "SELECT * FROM tickets")
	sorted := parsed(t, "SELECT * FROM tickets ORDER BY id")
	if got := p.Restrict(sorted, open, true, nil); got.SQL() != sorted.SQL() {
		t.Errorf("it is back: %s", got.SQL())
	}
	restricted := p.Restrict(open, nil, false, nil)
	if got := p.Restrict(sorted, restricted, false, nil); got.SQL() == sorted.SQL() {
		t.Error("a statement made afresh has lost it")
	}
	if got := p.Restrict(sorted, restricted, true, nil); got.SQL() != sorted.SQL() {
		t.Error("an edit that took it away brought it back")
	}
}

func TestDefaultFiltersAreLiftedInWords(t *testing.T) {
	t.Parallel()
	p := compiled(t, voids)
	for _, c := range []struct{ said, rest string }{
		{"tickets per village including voided", "tickets per village"},
		{"including void ones", ""},
		{"how many tickets, including the voided tickets, last month", "how many tickets last month"},
		{"without the default filter", ""},
		{"deposits by village without the default filters", "deposits by village"},
		{"include voids", ""},
	} {
		rest, lifted := p.Lift(c.said)
		if len(lifted) != 1 || rest != c.rest {
			t.Errorf("%q leaves %q, lifts %v", c.said, rest, lifted)
		}
	}
	for _, said := range []string{"void tickets", "tickets without loaves", "with more than 3 loaves", "including the village"} {
		if rest, lifted := p.Lift(said); len(lifted) > 0 || rest != said {
			t.Errorf("%q lifts %v", said, lifted)
		}
	}
}

func TestUsedDefinitionsAreTold(t *testing.T) {
	t.Parallel()
	p := compiled(t, "[metrics]\ntakings = \"loaves.pieces * loaves.coins\"\n[filters]\nslow = \"baked_at > taken_at\"\n")
	s := parsed(t, "SELECT t.state, sum(l.pieces * l.coins) AS n FROM loaves l JOIN tickets t ON l.ticket_id = t.id WHERE t.baked_at > t.taken_at GROUP BY t.state")
	var names []string
	for _, d := range p.Used(s) {
		names = append(names, d.Name)
	}
	slices.Sort(names)
	if strings.Join(names, ", ") != "slow, takings" {
		t.Errorf("used are %v", names)
	}
	if list := p.Used(parsed(t, "SELECT sum(pieces) FROM loaves")); len(list) > 0 {
		t.Errorf("used are %v", list)
	}
}

func parsed(t *testing.T, sql string) *statement.Statement {
	t.Helper()
	s, err := statement.Parse(sql, statement.SQLite, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLinesOfEntries(t *testing.T) {
	t.Parallel()
	lines := linesOf("a = 1\n\n[words]\n# no = 1\n\"two words\" = \"x\"\nlong = \"\"\"\nkey = 3\n\"\"\"\n[metrics.'net x']\nfilter = \"[\" # ]\nwords = [\n  \"a\",\n]\nnote = ''\n[[joins]]\nfrom = 'a'\n[[joins]]\nto.x = 'b'\n")
	for path, want := range map[string]int{"a": 1, "words": 3, "words.two words": 5, "words.long": 6, "metrics.net x.filter": 10, "metrics.net x.words": 11, "metrics.net x.note": 14, "joins.0.from": 16, "joins.1.to.x": 18, "key": 0, "words.key": 0} {
		if got := lines[strings.ReplaceAll(path, ".", pathSeparator)]; got != want {
			t.Errorf("%s stands in line %d, want %d", path, got, want)
		}
	}
}

// A name that nobody can say is told, whichever kind of definition has it, and takes nothing with it.
func TestANameWithoutALetterIsNone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"[words]\n\"\" = \"loaves.coins\"\n", "has no letter"},
		{"[words]\n\"—\" = \"loaves\"\n", "has no letter"},
		{"[words]\n\"  \" = \"loaves.coins > 1\"\n", "has no letter"},
		{"[metrics.\"…\"]\nexpression = \"sum(loaves.coins)\"\n", "has no letter"},
		{"[metrics.takings]\nexpression = \"sum(loaves.coins)\"\nwords = [\"\", \"income\"]\n", "has no letter"},
		{"[filters.\"?\"]\ncondition = \"loaves.coins > 1\"\n", "has no letter"},
		{"[filters.dear]\ncondition = \"loaves.coins > 1\"\nwords = [\"!\"]\n", "has no letter"},
		{"[[joins]]\nfrom = \"loaves.ticket_id\"\nto = \"tickets.id\"\nrole = \"-\"\n", "has no letter"},
	} {
		p := compiled(t, c.text)
		if len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Text, c.want) {
			t.Errorf("%q: %v", c.text, p.Problems)
		}
	}
}

// A file of a machine's making does not hold up the opening: what is beyond the bound is told.
func TestAFileOfVeryManyWordsIsBoundedAndTold(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	text.WriteString("[words]\n")
	for i := range mostEntries + 1 {
		fmt.Fprintf(&text, "\"crusty %07d\" = \"loaves.coins\"\n", i)
	}
	p := compiled(t, text.String())
	if len(p.Problems) != 1 || !strings.Contains(p.Problems[0].Text, "20001 entries") {
		t.Fatalf("%d problems: %.200v", len(p.Problems), p.Problems)
	}
	words := 0
	for _, d := range p.Definitions {
		if d.Kind == Word {
			words++
		}
	}
	if words != mostEntries {
		t.Errorf("%d words count", words)
	}
}

// TestAFigureCalledLikeRowsLeavesThemTheirName: what rows come to is not meant where one speaks of them one by one.
func TestAFigureCalledLikeRowsLeavesThemTheirName(t *testing.T) {
	t.Parallel()
	x := schema.New(crew())
	layer, _ := Parse(FileName, "[metrics]\nsales = \"sum(sales.amount)\"\n")
	p := Compile(x, statement.SQLite, nil, layer)
	for question, want := range map[string]string{
		"sales by village last month":          "saleszq by village last month",
		"last month sales":                     "last month saleszq",
		"2025 sales":                           "2025 saleszq",
		"the last sale of each baker":          "the last sale of each baker",
		"bakers without sales":                 "bakers without sales",
		"bakers with more than 3 sales":        "bakers with more than 3 sales",
		"how many sales and how much in sales": "how many sales and how much in saleszq",
		"number of sales per village":          "number of sales per village",
	} {
		if got := p.Read(question); got != want {
			t.Errorf("%q is read as %q, want %q", question, got, want)
		}
	}
	if m := x.Phrases([]string{"sales"}); len(m) < 2 || !slices.ContainsFunc(m, func(m schema.Match) bool { return m.Column == nil && m.Table.Name == "sales" }) {
		t.Errorf("sales is %v", m)
	}
}

// TestAFileThatSaysWhatCommentsSayChangesNothing: a proposal that nobody changed leaves questions as they are read without it.
func TestAFileThatSaysWhatCommentsSayChangesNothing(t *testing.T) {
	t.Parallel()
	catalogue := bakery()
	catalogue.Tables[1].Columns[2].Comment = "W = waiting in line, B = burnt"
	layer, _ := Parse(FileName, "[filters]\nburnt = \"tickets.state = 'B'\"\n\"waiting in line\" = \"tickets.state = 'W'\"\nspoilt = \"tickets.state = 'B'\"\n")
	p := Compile(schema.New(catalogue), statement.SQLite, nil, layer)
	for question, want := range map[string]string{
		"how many tickets are burnt":         "how many tickets are burnt",
		"tickets waiting in line per patron": "tickets waiting in line per patron",
		"spoilt tickets":                     "spoiltzq tickets",
	} {
		if got := p.Read(question); got != want || len(p.Problems) > 0 {
			t.Errorf("%q is read as %q, want %q %v", question, got, want, p.Problems)
		}
	}
}

func TestWhatAFigureLeavesOutIsLetInByWords(t *testing.T) {
	t.Parallel()
	p := compiled(t, "[metrics.takings]\nexpression = \"sum(loaves.pieces * loaves.coins)\"\nfilter = \"tickets.state <> 'void'\"\n[filters.\"void ticket\"]\ncondition = \"tickets.state = 'void'\"\n")
	rest, lifted := p.Lift("takings per village including void tickets")
	if rest != "takings per village" || len(lifted) != 1 {
		t.Fatalf("leaves %q, lifts %v", rest, lifted)
	}
	s := parsed(t, "SELECT t.village, sum(l.pieces * l.coins) FILTER (WHERE t.state <> 'void') AS takings FROM loaves l JOIN tickets t ON l.ticket_id = t.id GROUP BY t.village ORDER BY sum(l.pieces * l.coins) FILTER (WHERE t.state <> 'void') DESC")
	got, found := p.Recount(s, lifted)
	if len(found) != 1 || strings.Contains(got.SQL(), "void") {
		t.Errorf("counted are %s", got.SQL())
	}
	for _, said := range []string{"tickets per village including void tickets", "takings of villages with void tickets", "takings including the village"} {
		if _, lifted := p.Lift(said); len(lifted) > 0 {
			t.Errorf("%q lifts %v", said, lifted)
		}
	}
}

func TestADefaultFilterHoldsForGroupsOfEachRow(t *testing.T) {
	t.Parallel()
	p := compiled(t, "[filters.walkin]\ncondition = \"patrons.id = 0\"\ndefault = \"exclude\"\n")
	for sql, want := range map[string]string{
		"SELECT p.name, count(*) FROM tickets t JOIN patrons p ON p.id = t.patron_id GROUP BY p.id, p.name": "SELECT p.name, count(*) FROM tickets t JOIN patrons p ON p.id = t.patron_id WHERE p.id <> 0 GROUP BY p.id, p.name",
		"SELECT * FROM patrons WHERE id = 0": "SELECT * FROM patrons WHERE id = 0",
	} {
		if got := p.Restrict(parsed(t, sql), nil, false, nil); got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s becomes %s", sql, got.SQL())
		}
	}
}

// TestWhoNamesRowsDoesNotSayThatTheyCount names what the database calls deleted: that it does not count stays, unless it is said.
func TestWhoNamesRowsDoesNotSayThatTheyCount(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"[filters.deleted]\ncondition = \"tickets.deleted_at is not null\"\n":                                             "SELECT * FROM tickets WHERE deleted_at IS NULL",
		"[filters.gone]\ncondition = \"tickets.deleted_at is not null\"\n":                                                "SELECT * FROM tickets WHERE deleted_at IS NULL",
		"[filters.gone]\ncondition = \"tickets.deleted_at is not null\"\ndefault = \"include\"\n":                         "SELECT * FROM tickets",
		"[filters.gone]\ncondition = \"tickets.deleted_at is not null\"\ndefault = \"only\"\ntime = \"tickets.taken_at\"": "SELECT * FROM tickets WHERE deleted_at IS NOT NULL",
	} {
		catalogue := bakery()
		catalogue.Tables[1].Columns = append(catalogue.Tables[1].Columns, db.Column{Name: "deleted_at", Type: db.Timestamp, Nullable: true})
		layer, problems := Parse(FileName, text)
		layer.Scope = Shared
		p := Compile(schema.New(catalogue), statement.SQLite, nil, layer)
		if got := p.Restrict(parsed(t, "SELECT * FROM tickets"), nil, false, nil); len(problems)+len(p.Problems) > 0 || got.SQL() != parsed(t, want).SQL() {
			t.Errorf("%s\nmakes %s %v", text, got.SQL(), p.Problems)
		}
	}
}

func TestAFilterHasATime(t *testing.T) {
	t.Parallel()
	const quit = "[filters.quit]\ncondition = \"patrons.id in (select patron_id from tickets where state = 'q')\"\n"
	for text, want := range map[string]string{
		quit + "time = \"tickets.baked_at\"\n": "tickets.baked_at",
		quit + "time = \"taken_at\"\n":         "tickets.taken_at",
		quit:                                   "",
		quit + "time = \"tickets.state\"\n":    "filters.quit.time has no effect: time: tickets.state is no column of days or times",
		"[filters.done]\ncondition = \"tickets.baked_at is not null\"\n":                                                 "tickets.baked_at",
		"[filters.early]\ncondition = \"tickets.baked_at < '2020-01-01'\"\n":                                             "tickets.baked_at",
		"[filters.new]\ncondition = \"patrons.id not in (select patron_id from tickets)\"\n":                             "tickets.taken_at",
		"[filters.idle]\ncondition = \"patrons.id not in (select patron_id from tickets where baked_at is not null)\"\n": "tickets.baked_at",
	} {
		p := compiled(t, text)
		if len(p.Problems) > 0 {
			if !strings.Contains(p.Problems[0].String(), want) || want == "" {
				t.Errorf("%s: %v", text, p.Problems)
			}
			continue
		}
		d, got := p.Of(Value)[0], ""
		if d.Moment() != nil {
			got = d.Moment().String()
		}
		if got != want || want != "" && !strings.Contains(p.Explain(d.Name, nil), "A period said of it is that of "+want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
