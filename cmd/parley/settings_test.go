package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSettingsAreWrittenWithTheirComments changes a file as people write them.
func TestSettingsAreWrittenWithTheirComments(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "parley", "config.toml")
	for _, step := range [][2]string{{"timeout", "45s"}, {"theme", "light"}, {"keep", "false"}, {"read-rows", "500"}, {"timeout", "1m"}} {
		if err := setInFile(path, step[0], step[1]); err != nil {
			t.Fatalf("%v: %v", step, err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "timeout = \"1m\"\ntheme = \"light\"\nkeep = false\nread-rows = 500\n" {
		t.Errorf("%q, %v", text, err)
	}
	const own = "# mine\ntheme = 'dark' # at night\n\n[connections]\nshop = \"shop.db\" # the shop\n"
	if err := os.WriteFile(path, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range [][2]string{{"theme", "contrast"}, {"keep-days", "7"}} {
		if err := setInFile(path, step[0], step[1]); err != nil {
			t.Fatal(err)
		}
	}
	text, _ = os.ReadFile(path)
	if want := "# mine\ntheme = \"contrast\"  # at night\n\nkeep-days = 7\n[connections]\nshop = \"shop.db\" # the shop\n"; string(text) != want {
		t.Errorf("%s", text)
	}
	for _, wrong := range [][2]string{{"timeout", "soon"}, {"read-rows", "-1"}, {"fly", "1"}} {
		if err := setInFile(path, wrong[0], wrong[1]); err == nil {
			t.Errorf("%v was written", wrong)
		}
	}
	for name, want := range map[string]string{"keep-days": `keep-days is "soon", which is no whole number`, "timeout": "unit", "ask-cost": "number", "keep": "true or false"} {
		if err := setInFile(path, name, "soon"); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "expected") || strings.Contains(err.Error(), "envar") {
			t.Errorf("%s = soon: %v", name, err)
		}
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
	if strings.Contains(string(text), "soon") {
		t.Error("a wrong value is in the file")
	}
}

func TestAConnectionIsWrittenIntoTheFileAsItStands(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config.toml")
	r := &runtime{}
	r.Config = path
	s := &spot{desk: &desk{runtime: r}}
	const own = "theme = 'dark' # at night\n\n[connections] # ours\nshop = \"shop.db\" # the shop\n\n[keys]\nzoom = \"f\"\n"
	if err := os.WriteFile(path, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := s.AddConnection("prod", "postgres://ana@db.example/shop?sslmode=require", ""); err != nil {
		t.Fatal(err)
	}
	text, _ := os.ReadFile(path)
	if want := strings.Replace(own, "# ours\n", "# ours\n\"prod\" = \"postgres://ana@db.example/shop?sslmode=require\"\n", 1); string(text) != want {
		t.Errorf("%s", text)
	}
	if found, err := r.resolve("prod"); err != nil || len(found) != 1 || !strings.HasPrefix(found[0], "postgres://ana@") {
		t.Errorf("%v, %v", found, err)
	}
	for _, wrong := range [][2]string{{"prod", "x.db"}, {"demo", "x.db"}, {"a]\n[b", "x.db"}, {"b", "postgres://ana:secret@db.example/shop"}, {"shop", "x.db"}} {
		if _, err := s.AddConnection(wrong[0], wrong[1], ""); err == nil {
			t.Errorf("%q was written", wrong)
		}
	}
	again, _ := os.ReadFile(path)
	if string(again) != string(text) {
		t.Errorf("a refused name is in the file: %s", again)
	}
	r.Config = filepath.Join(t.TempDir(), "new", "config.toml")
	if _, err := s.AddConnection("sales", "~/data/\"2026\"-*.csv", ""); err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile(r.Config); string(text) != "[connections]\n\"sales\" = \"~/data/\\\"2026\\\"-*.csv\"\n" {
		t.Errorf("%s", text)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]string{"one": {"data/x.db", here + "/data/x.db"}, "all": {"data/*.csv", here + "/data/*.csv"}, "home": {"~/x.db", "~/x.db"}, "pg": {"host=db", "host=db"}} {
		if _, err := s.AddConnection(name, c[0], ""); err != nil || r.Connections[name] != c[1] { // it opens from any folder
			t.Errorf("%s: %q, %v", name, r.Connections[name], err)
		}
	}
}
