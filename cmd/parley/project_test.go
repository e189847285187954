package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/workflow/llm/llmtest"
)

// makeProject is a folder with a data file, and a project beside it.
func makeProject(t *testing.T, text string) (folder, database string) {
	t.Helper()
	folder = t.TempDir()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	t.Setenv("PARLEY_PROJECT", "")
	database = filepath.Join(folder, "crates.csv")
	for path, content := range map[string]string{
		database:                             "id,kind,weight,taken\n1,pear,10,2026-01-02\n2,plum,20,2026-02-03\n3,pear,5,2026-02-04\n",
		filepath.Join(folder, "parley.toml"): text,
	} {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder, database
}

func TestAProjectThatSomebodyElseMadeIsAskedAboutOnce(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "[metrics]\nload = \"sum(weight)\"\n")
	out, _, _ := shell.run("ask", "--db", database, "load by kind")
	if !strings.Contains(out, folder) || !strings.Contains(out, "/trust") || strings.Contains(out, "used: load") {
		t.Errorf("the project is not asked about:\n%s", out)
	}
	out, _, _ = shell.run("ask", "--db", database, "/trust", "load by kind")
	if !strings.Contains(out, "used: load = sum(weight)") {
		t.Errorf("the project is not used after a yes:\n%s", out)
	}
	out, _, _ = shell.run("ask", "--db", database, "load by kind")
	if strings.Contains(out, "/trust") || !strings.Contains(out, "used: load = sum(weight)") {
		t.Errorf("the answer is not remembered:\n%s", out)
	}
}

func TestCheckNamesWhatDoesNotHold(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "[metrics]\nload = \"sum(weight)\"\nspin = \"sum(crates.speed)\"\n")
	out, _, code := shell.run("check", "--project", folder, database)
	if code != exitFailed || !strings.Contains(out, "parley.toml:3: metrics.spin has no effect: there is no column crates.speed") {
		t.Errorf("exit %d:\n%s", code, out)
	}
	out, _, code = shell.run("explain", "--project", folder, "load", database)
	if code != exitDone || !strings.Contains(out, "load is a metric: sum(weight)") || !strings.Contains(out, "parley.toml:2") {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

// TestAProjectThatNobodyWasAskedAboutIsNoSoundOne: in CI an unread project must not pass for one without problems.
func TestAProjectThatNobodyWasAskedAboutIsNoSoundOne(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "[metrics]\nspin = \"sum(crates.speed)\"\n")
	for _, args := range [][]string{{"check", database}, {"explain", "spin", database}, {"test", database}, {"export", "ossie", database}} {
		out, said, code := shell.run(args...)
		if code != exitFailed || !strings.Contains(out+said, folder) || !strings.Contains(out+said, "--project") {
			t.Errorf("%v: exit %d:\n%s%s", args, code, out, said)
		}
	}
}

func TestAProposalIsAProjectWithoutProblems(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "")
	out, _, code := shell.run("init", "--project", "none", database)
	if code != exitDone || !strings.Contains(out, "weight") {
		t.Fatalf("exit %d:\n%s", code, out)
	}
	if err := os.WriteFile(filepath.Join(folder, "parley.toml"), []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _, code = shell.run("check", "--project", folder, database); code != exitDone {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

func TestWhatIsTaughtIsKeptForTheUser(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "")
	if err := os.Remove(filepath.Join(folder, "parley.toml")); err != nil {
		t.Fatal(err)
	}
	out, _, _ := shell.run("ask", "--db", database, "heavy means weight over 8", "y", "how many heavy crates")
	if !strings.Contains(out, "Checked: 2 of 3 rows.") || !strings.Contains(out, "weight > 8") {
		t.Errorf("it was not taught:\n%s", out)
	}
	out, _, _ = shell.run("ask", "--db", database, "how many heavy crates", "/taught forget heavy", "/taught")
	if !strings.Contains(out, "WHERE weight > 8") || !strings.Contains(out, "Nothing was taught here yet") {
		t.Errorf("it was not kept, or not taken back:\n%s", out)
	}
}

func TestVerifiedQuestionsAreAnsweredAsTheyWereVerified(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "")
	if err := os.Mkdir(filepath.Join(folder, "questions"), 0o700); err != nil {
		t.Fatal(err)
	}
	const question = "-- How heavy is it all?\nSELECT sum(weight) AS heft FROM crates;\n"
	if err := os.WriteFile(filepath.Join(folder, "questions", "heft.sql"), []byte(question), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _, _ := shell.run("ask", "--project", folder, "--db", database, "how heavy is it all"); !strings.Contains(out, "heft.sql") || !strings.Contains(out, "35") {
		t.Errorf("it is not answered:\n%s", out)
	}
}

func TestWhatOtherProgramsSayIsRead(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "links = [\"models\"]\n")
	if err := os.Mkdir(filepath.Join(folder, "models"), 0o700); err != nil {
		t.Fatal(err)
	}
	const model = "semantic_models:\n  - name: load\n    model: ref('crates')\n    measures:\n      - {name: heft, agg: sum, expr: weight, create_metric: true}\n      - {name: last_heft, agg: sum, expr: weight, non_additive_dimension: {name: taken}}\n"
	if err := os.WriteFile(filepath.Join(folder, "models", "load.yml"), []byte(model), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, _ := shell.run("ask", "--project", folder, "--db", database, "heft by kind")
	if !strings.Contains(out, "used: heft = sum(crates.weight)") {
		t.Errorf("the metric is not used:\n%s", out)
	}
	out, _, code := shell.run("check", "--project", folder, database)
	if code != exitFailed || !strings.Contains(out, "load.yml:6: the measure last_heft") {
		t.Errorf("exit %d:\n%s", code, out)
	}
	if out, _, code = shell.run("export", "ossie", "--project", folder, database); code != exitDone || !strings.Contains(out, "expression: sum(crates.weight)") {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

func TestVerifiedQuestionsAreAskedAnew(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "[metrics]\nheft = \"sum(weight)\"\n")
	if err := os.Mkdir(filepath.Join(folder, "questions"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"a.sql": "-- heft by kind\nSELECT kind, sum(weight) FROM crates GROUP BY kind;\n",
		"b.sql": "-- How many crates?\nSELECT count(*) + 1 FROM crates;\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, "questions", name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	out, _, code := shell.run("test", "--project", folder, database)
	if code != exitFailed || !strings.Contains(out, "same     heft by kind") || !strings.Contains(out, "changed  How many crates?") || !strings.Contains(out, "1 of 2 verified questions give the same rows.") {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

func TestAModelProposesOnlyAfterAYes(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "")
	server := llmtest.OpenAI(t, llmtest.Steps(llmtest.Step{Text: `{"words":[],"metrics":[{"name":"heft","expression":"sum(crates.weight)","filter":"","words":[],"description":""}],"filters":[],"times":[]}`}))
	out, errs, code := shell.run(withModel(server, "init", "--project", "none", "--ask-model", database)...)
	if code != exitDone || len(server.Requests()) != 0 || !strings.Contains(out, "crates") || !strings.Contains(out, "Nothing was sent") {
		t.Fatalf("exit %d, %d requests:\n%s%s", code, len(server.Requests()), out, errs)
	}
	out, _, code = shell.run(withModel(server, "init", "--project", "none", "--ask-model", "--yes", database)...)
	if code != exitDone || !strings.Contains(out, "[metrics.heft]\nexpression = \"sum(crates.weight)\"") {
		t.Fatalf("exit %d:\n%s", code, out)
	}
	if err := os.WriteFile(filepath.Join(folder, "parley.toml"), []byte(out), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _, code = shell.run("check", "--project", folder, database); code != exitDone {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

func TestNobodyNeedAskForADefaultFilter(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "[filters.light]\ncondition = \"weight < 8\"\ndefault = \"exclude\"\n")
	out, _, _ := shell.run("ask", "--project", folder, "--db", database, "weight of crates by kind", "including light ones")
	if strings.Count(out, "by default: light do not count") != 1 || !strings.Contains(out, "weight >= 8") {
		t.Errorf("the filter is not applied, or not lifted:\n%s", out)
	}
	if strings.Contains(out, "nobody asked") {
		t.Errorf("a filter that applies by default, or that was lifted, is doubted:\n%s", out)
	}
}

// TestAFigureOfSeveralGrainsIsTakenOfEach: sums over two tables that refer to the same shops, side by side, each row counted
// once.
func TestAFigureOfSeveralGrainsIsTakenOfEach(t *testing.T) {
	shell := newShell(t)
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	folder := t.TempDir()
	for name, content := range map[string]string{
		"shops.csv":   "id,name,city\n1,Elm,Riga\n2,Oak,Riga\n3,Fir,Oslo\n",
		"sales.csv":   "id,shop_id,clerk_id,amount,sold_on\n1,1,1,10,2026-01-02\n2,1,1,30,2026-02-03\n3,2,2,30,2026-02-04\n4,1,2,30,2025-12-04\n",
		"visits.csv":  "id,shop_id,heads,seen_on\n1,1,5,2026-01-02\n2,1,5,2026-02-05\n3,2,10,2026-02-04\n4,3,7,2026-02-04\n",
		"clerks.csv":  "id,name\n1,Ann\n2,Bo\n",
		"parley.toml": "[metrics]\n\"takings per head\" = \"sum(sales.amount) / sum(visits.heads)\"\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ asked, want string }{
		{"takings per head", "3.7037037037037037"},
		{"takings per head by shop", "Elm,7\nOak,3\nFir,0"},
		{"takings per head per city in 2026", "Riga,3.5\nOslo,0"},
	} {
		out, said, code := shell.run("ask", "--project", folder, "--format", "csv", "--db", folder, c.asked)
		if code != exitDone || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit %d, want %s:\n%s%s", c.asked, code, c.want, out, said)
		}
	}
	for _, c := range []struct {
		said []string
		want string
	}{
		{[]string{"takings per head by shop", "only in 2026"}, "Elm,4\nOak,3\nFir,0\n"},
		{[]string{"takings per head", "by city", "only Riga"}, "city,takings_per_head\nRiga,5\n"},
		{[]string{"takings per head by month", "top 1"}, "2026-02-01,"},
		{[]string{"takings per head by shop", "sort by takings per head, lowest first", "top 2"}, "Fir,0\nOak,3\n"},
		{[]string{"takings per head by shop", "only those above 5"}, "takings_per_head\nElm,7\n"},
	} {
		out, said, _ := shell.run(append([]string{"ask", "--project", folder, "--format", "csv", "--db", folder}, c.said...)...)
		if !strings.HasSuffix(strings.TrimSpace(out)+"\n", c.want) && !strings.Contains(out[max(strings.LastIndex(out, "takings_per_head"), 0):], c.want) {
			t.Errorf("%v: want %s:\n%s%s", c.said, c.want, out, said)
		}
	}
	const why = "takings per head cannot be told by clerk: it counts rows of visits, and those refer to no clerk"
	if out, said, code := shell.run("ask", "--project", folder, "--db", folder, "takings per head by clerk"); code == exitDone || !strings.Contains(out+said, why) {
		t.Errorf("by clerk: exit %d, want that it says why not:\n%s%s", code, out, said)
	}
}

// TestATaughtFigureThatIsShownGoesByItsName: it is sorted by, compared and hidden as any column of the result.
func TestATaughtFigureThatIsShownGoesByItsName(t *testing.T) {
	shell := newShell(t)
	folder, database := makeProject(t, "[metrics]\n\"crate toll\" = \"sum(weight) * 2\"\n")
	for _, c := range []struct{ refinement, want string }{
		{"sort by crate toll, lowest first", "kind,crate_toll\npear,30\nplum,40\n"},
		{"only those with a crate toll below 35", "kind,crate_toll\npear,30\n"},
		{"hide the crate toll", "kind\nplum\npear\n"},
	} {
		out, said, _ := shell.run("ask", "--project", folder, "--format", "csv", "--db", database, "crate toll by kind", c.refinement)
		if !strings.HasSuffix(out, c.want) {
			t.Errorf("%s: want %s:\n%s%s", c.refinement, c.want, out, said)
		}
	}
}

// TestAHiddenTableMakesNoBrokenStatement goes on from a query by the name of a table of which every column is hidden.
func TestAHiddenTableMakesNoBrokenStatement(t *testing.T) {
	shell := newShell(t)
	folder, _ := makeProject(t, "hidden = [\"growers\"]\n")
	for name, content := range map[string]string{
		"growers.csv": "id,name,village\n1,Ann,Ash\n", "crates.csv": "id,grower_id,weight\n1,1,10\n2,1,20\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, more := range []string{"growers", "their growers", "of grower Ann", "top growers", "same for growers", "with details", "from Ash"} {
		out, said, _ := shell.run("ask", "--project", folder, "--db", filepath.Join(folder, "crates.csv"), "--db", filepath.Join(folder, "growers.csv"), "show crates", more)
		if text := out + said; strings.Contains(text, "says:") || strings.Contains(text, "FROM growers") || strings.Contains(text, "village") {
			t.Errorf("%q:\n%s", more, text)
		}
	}
}
