package semantic

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/project"
	"parley/workflow/schema"
)

// dairy is the database that the files of testdata speak of.
func dairy() *schema.Index {
	column := func(name string, t db.Type) db.Column { return db.Column{Name: name, Type: t, Nullable: true} }
	return schema.New(&db.Schema{Tables: []db.Table{
		{TableName: db.TableName{Name: "fct_deliveries"}, Primary: []string{"delivery_id"}, Columns: []db.Column{column("delivery_id", db.Integer), column("farm_id", db.Integer),
			column("brought_on", db.Date), column("grade", db.Text), column("litres", db.Decimal), column("price_per_litre", db.Decimal), column("fat_share", db.Decimal)}},
		{TableName: db.TableName{Name: "dim_farms"}, Primary: []string{"farm_id"}, Columns: []db.Column{column("farm_id", db.Integer), column("valley", db.Text), column("signed_on", db.Date)}},
	}})
}

// read reads links of testdata into the dairy's index.
func read(t *testing.T, d statement.Dialect, links ...string) (*project.Project, []project.Question, []project.Problem) {
	t.Helper()
	layer, questions, problems := Read("testdata", links, d)
	if layer == nil {
		t.Fatalf("nothing was read: %v", problems)
	}
	p := project.Compile(dairy(), d, nil, layer)
	return p, questions, append(problems, p.Problems...)
}

func wants(t *testing.T, p *project.Project, kind project.Kind, want map[string]string) {
	t.Helper()
	got := map[string]string{}
	for _, d := range p.Of(kind) {
		got[d.Name] = d.Text
	}
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s is %q, want %q", name, got[name], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("there are %v, want %v", got, want)
	}
}

// tells checks that each problem is told once, with the line at which it stands.
func tells(t *testing.T, problems []project.Problem, want ...string) {
	t.Helper()
	var got []string
	for _, p := range problems {
		p.File = filepath.Base(p.File)
		got = append(got, p.String())
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, w) }) {
			t.Errorf("%q is not told", w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("problems are\n%s", strings.Join(got, "\n"))
	}
}

func TestOlderDBTIsRead(t *testing.T) {
	t.Parallel()
	p, _, problems := read(t, statement.DuckDB, "older")
	wants(t, p, project.MetricKind, map[string]string{
		"litres":           "sum(fct_deliveries.litres)",
		"paid":             "sum(fct_deliveries.litres * fct_deliveries.price_per_litre)",
		"milk runs":        "count(fct_deliveries.delivery_id)",
		"good milk":        "sum(fct_deliveries.litres) FILTER (WHERE NOT fct_deliveries.grade = 'X')",
		"upper milk":       "sum(fct_deliveries.litres) FILTER (WHERE dim_farms.valley = 'upper')",
		"spoilt rate":      "count(fct_deliveries.delivery_id) FILTER (WHERE fct_deliveries.grade = 'X') / NULLIF(count(fct_deliveries.delivery_id), 0)",
		"price of a litre": "sum(fct_deliveries.litres * fct_deliveries.price_per_litre) / NULLIF(sum(fct_deliveries.litres), 0)",
	})
	wants(t, p, project.Value, map[string]string{"is spoilt": "fct_deliveries.grade = 'X'"})
	wants(t, p, project.JoinKind, map[string]string{"fct_deliveries.farm_id": "dim_farms.farm_id"})
	wants(t, p, project.TimeKind, map[string]string{"fct_deliveries": "fct_deliveries.brought_on"})
	wants(t, p, project.Word, map[string]string{"deliveries": "fct_deliveries", "farms": "dim_farms", "signed": "dim_farms.signed_on"})
	tells(t, problems,
		"metrics.yml:32: the derived metric litres_grown is not read",
		"metrics.yml:39: the cumulative metric litres_so_far is not read",
		"metrics.yml:42: the simple metric level is not read",
		"metrics.yml:46: the saved query board is not read",
		"tables.yml:24: the field litres_band is computed",
		"tables.yml:43: the measure tank_level counts the last of each period only",
	)
}

func TestBothFormsOfDBTMeanTheSame(t *testing.T) {
	t.Parallel()
	older, _, _ := read(t, statement.PostgreSQL, "older")
	newer, _, problems := read(t, statement.PostgreSQL, "newer")
	for _, name := range []string{"litres", "paid", "milk runs", "good milk", "spoilt rate", "milk"} {
		a, b := older.Find(name), newer.Find(name)
		if a == nil || b == nil || a.Text != b.Text {
			t.Errorf("%s is %v in the older form and %v in the newer one", name, a, b)
		}
	}
	if d := newer.Find("price of a litre"); d == nil || !strings.HasPrefix(d.Text, "sum(fct_deliveries.litres * fct_deliveries.price_per_litre) / sum(") {
		t.Errorf("price of a litre is %v", d)
	}
	tells(t, problems)
}

func TestTheManifestIsRead(t *testing.T) {
	t.Parallel()
	p, _, problems := read(t, statement.SQLite, "semantic_manifest.json")
	wants(t, p, project.MetricKind, map[string]string{"best milk": "sum(fct_deliveries.litres) FILTER (WHERE fct_deliveries.grade = 'A')"})
	tells(t, problems)
}

func TestOssieIsRead(t *testing.T) {
	t.Parallel()
	p, _, problems := read(t, statement.SQLite, "ossie.yaml")
	wants(t, p, project.MetricKind, map[string]string{
		"total worth":     "sum(fct_deliveries.litres * fct_deliveries.price_per_litre)",
		"worth of a farm": "sum(fct_deliveries.litres * fct_deliveries.price_per_litre) / count(DISTINCT dim_farms.farm_id)",
		"volume all":      "sum(fct_deliveries.litres)",
	})
	wants(t, p, project.Word, map[string]string{"deliveries": "fct_deliveries", "farms": "dim_farms", "milk runs": "fct_deliveries", "supplier": "fct_deliveries.farm_id",
		"volume": "fct_deliveries.litres", "brought": "fct_deliveries.brought_on", "side of the hill": "dim_farms.valley"})
	wants(t, p, project.TimeKind, map[string]string{"fct_deliveries": "fct_deliveries.brought_on"})
	if d := p.Find("milk money"); d == nil || d.Name != "total worth" || d.Scope != project.Linked || d.Line != 34 {
		t.Errorf("milk money is %+v", d)
	}
	tells(t, problems,
		"ossie.yaml:19: the field worth is computed",
		"ossie.yaml:21: the field quality has no expression in standard SQL",
		"ossie.yaml:42: the metric foreign_figure has no expression in standard SQL",
	)
}

func TestCortexIsRead(t *testing.T) {
	t.Parallel()
	p, questions, problems := read(t, statement.SQLite, "cortex.yaml")
	wants(t, p, project.MetricKind, map[string]string{
		"fatness":       "avg(fct_deliveries.fat_share)",
		"money":         "sum(fct_deliveries.litres * fct_deliveries.price_per_litre)",
		"best volume":   "sum(CASE WHEN fct_deliveries.grade = 'A' THEN fct_deliveries.litres END)",
		"money of best": "sum(fct_deliveries.litres * fct_deliveries.price_per_litre) / NULLIF(sum(CASE WHEN fct_deliveries.grade = 'A' THEN fct_deliveries.litres END), 0)",
	})
	wants(t, p, project.Value, map[string]string{"spoilt": "fct_deliveries.grade = 'X'"})
	if d := p.Find("thrown away"); d == nil || d.Name != "spoilt" {
		t.Errorf("thrown away is %v", d)
	}
	if len(questions) != 1 || questions[0].Text != "which valleys are there" || questions[0].SQL != "SELECT DISTINCT valley FROM dim_farms" {
		t.Errorf("questions are %v", questions)
	}
	tells(t, problems,
		`cortex.yaml:37: the verified question "how much milk" is not read`,
		"cortex.yaml:16: the field money is computed",
		"cortex.yaml:38: custom instructions are for a model",
	)
}

func TestWhatIsNoSemanticModelIsTold(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for name, text := range map[string]string{"broken.yml": "a: [1", "other.yml": "version: 2\nmodels: []\n", "loop.yml": "a: &a [*a]\nsemantic_models: *a\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for link, want := range map[string]string{"broken.yml": "it cannot be read", "other.yml": "hold no semantic model", "none": "this link cannot be read"} {
		layer, _, problems := Read(folder, []string{link}, statement.SQLite)
		if layer != nil || len(problems) == 0 || !strings.Contains(problems[0].Text, want) {
			t.Errorf("%s gives %v and %v, want %q", link, layer, problems, want)
		}
	}
	Read(folder, []string{"loop.yml"}, statement.SQLite) // ends
}

func TestAFilesExpressionsPassTheGuard(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := strings.ReplaceAll(`semantic_models: [{name: m, model: "ref('fct_deliveries')", entities: [{name: d, type: primary, expr: delivery_id}],
  measures: [{name: x, agg: sum, expr: "EVIL", create_metric: true}]}]`, "EVIL", "litres) from pg_read_file('/etc/passwd') --")
	if err := os.WriteFile(filepath.Join(folder, "a.yml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	layer, _, problems := Read(folder, []string{"a.yml"}, statement.PostgreSQL)
	if len(layer.Metrics) != 0 || len(problems) != 1 {
		t.Errorf("metrics are %v, problems %v", layer.Metrics, problems)
	}
}

func TestWhatIsWrittenIsReadAgain(t *testing.T) {
	t.Parallel()
	x := dairy()
	layer, problems := project.Parse("parley.toml", "[words]\nsupplier = \"fct_deliveries.farm_id\"\n[metrics.\"good milk\"]\nexpression = \"litres\"\nfilter = \"grade = 'A'\"\nwords = [\"fine milk\"]\n")
	p := project.Compile(x, statement.SQLite, nil, layer)
	if len(problems)+len(p.Problems) > 0 {
		t.Fatal(problems, p.Problems)
	}
	text, err := Ossie("dairy", x, p)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "o.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	again, _, problems := Read(folder, []string{"o.yaml"}, statement.SQLite)
	if again == nil || len(problems) > 0 {
		t.Fatalf("it is not read: %v\n%s", problems, text)
	}
	if got := again.Metrics["good milk"]; got.Expression != "sum(fct_deliveries.litres) FILTER (WHERE fct_deliveries.grade = 'A')" || !slices.Equal(got.Words, []string{"fine milk"}) {
		t.Errorf("good milk is %+v\n%s", got, text)
	}
	if again.Words["supplier"] != "fct_deliveries.farm_id" {
		t.Errorf("words are %v", again.Words)
	}
}
