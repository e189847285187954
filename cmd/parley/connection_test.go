package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/dialog/archive"
)

// connected is a shell whose settings file names connections.
func connected(t *testing.T, connections string) *shell {
	t.Helper()
	s := newShell(t)
	if err := os.WriteFile(filepath.Join(s.folder, "..", "config.toml"), []byte("[connections]\n"+connections), 0o600); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConnectionsHaveNames(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{"jan.csv": "v\n1\n", "feb.csv": "v\n2\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := connected(t, "months = \""+filepath.Join(folder, "jan.csv")+" "+filepath.Join(folder, "feb.csv")+"\"\nprod = 'postgres://ana:secret@127.0.0.1:1/shop'\n")
	if got := s.must("--db", "months", "--format", "csv", "ask", "select jan.v as a, feb.v as b from jan, feb"); !strings.Contains(got, "1,2") {
		t.Errorf("got %q", got)
	}
	_, said, code := s.run("--db", "prod", "ask", "select 1")
	if code != exitUsage || !strings.Contains(said, "password in the settings file") || strings.Contains(said, "secret") {
		t.Errorf("a password in the settings: exit %d: %s", code, said)
	}
}

func TestFormulasInCSVAreDefusedOnRequest(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	question := []string{"--db", "demo", "--format", "csv", "ask", "select '=1+1' as f, -1 as n"}
	if got := s.must(question...); !strings.Contains(got, "\n=1+1,-1\n") {
		t.Errorf("as it is: %q", got)
	}
	if got := s.must(append([]string{"--defuse"}, question...)...); !strings.Contains(got, "\n'=1+1,-1\n") {
		t.Errorf("defused: %q", got)
	}
}

func TestWhatIsPrintedIsWrittenAsItIsExported(t *testing.T) {
	t.Parallel()
	s := newShell(t)
	for format, want := range map[string]string{
		"csv":      "a,b,c\n\"x,\"\"y\",,\"\"\n",
		"markdown": "| a | b | c |\n| --- | --- | --- |\n| x,\"y |  |  |\n\n",
	} {
		if got := s.must("--db", "demo", "--format", format, "ask", `select 'x,"y' as a, null as b, '' as c`); got != want {
			t.Errorf("%s: %q, want %q", format, got, want)
		}
	}
}

func TestKnownDatabasesAreListedOnce(t *testing.T) {
	t.Parallel()
	r := &runtime{options: options{
		SessionsDir: t.TempDir(),
		Connections: map[string]string{"prod": "postgres://ana@db/shop", "bad": "host=db password=secret"},
	}}
	d := &desk{runtime: r}
	s := &spot{keeping: &keeping{}, desk: d}
	d.spots = []*spot{
		{keeping: &keeping{place: archive.Place{Targets: []string{"postgres://ana@db/shop"}}}, name: "shop on db"},
		{keeping: &keeping{place: archive.Place{Targets: []string{"/data/x.sqlite"}}}, name: "x.sqlite"},
	}
	var got []string
	for _, p := range s.Databases() {
		got = append(got, p.Name+":"+p.Origin+":"+strings.Join(p.To.Targets, " "))
		if (p.Off != "") != (p.Name == "bad") || strings.Contains(p.Off, "secret") {
			t.Errorf("%s is off: %q", p.Name, p.Off)
		}
	}
	want := "ecommerce (demo)::demo, bad:settings:, prod:settings:postgres://ana@db/shop, x.sqlite:this session:/data/x.sqlite"
	if strings.Join(got, ", ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestSeveralFilesAreTablesOfOneDatabase(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	var files []string
	for _, name := range []string{"towers", "valves"} {
		files = append(files, filepath.Join(folder, name+".csv"))
		if err := os.WriteFile(files[len(files)-1], []byte("id,"+name+"_name\n1,x\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, named := range map[string][]string{
		"folder": {"--db", folder}, "list": {"--db", strings.Join(files, ",")}, "repeated": {"--db", files[0], "--db", files[1]},
		"pattern": {"--db", filepath.Join(folder, "*.csv")},
	} {
		args := append(named, "--format", "csv", "ask", "select towers_name, valves_name from towers join valves on towers.id = valves.id")
		if out, said, code := newShell(t).run(args...); code != 0 || !strings.Contains(out, "x,x") {
			t.Errorf("%s: %d, %q %q", name, code, out, said)
		}
	}
}

// Blanks part data files; in any other path they are its own, so that one which is missing is missed by its name.
func TestAPathMayHaveBlanks(t *testing.T) {
	t.Parallel()
	r := &runtime{}
	for text, want := range map[string][]string{
		"/nowhere/my shop.db":   {"/nowhere/my shop.db"},
		"/nowhere/my sales.csv": {"/nowhere/my sales.csv"},
		"a.csv b.parquet":       {"a.csv", "b.parquet"},
		"a.csv,b.csv":           {"a.csv", "b.csv"},
	} {
		if got, err := r.resolve(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q names %q, %v", text, got, err)
		}
	}
}
