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

// workshop is the database of the bicycle workshop.
func workshop() *schema.Index {
	column := func(name string, t db.Type) db.Column { return db.Column{Name: name, Type: t, Nullable: true} }
	table := func(name, key string, columns ...db.Column) db.Table {
		return db.Table{TableName: db.TableName{Name: name}, Primary: []string{key}, Columns: append([]db.Column{column(key, db.Integer)}, columns...)}
	}
	return schema.New(&db.Schema{Tables: []db.Table{
		table("repairs", "repair_id", column("rider_id", db.Integer), column("shop_id", db.Integer), column("repair_total", db.Decimal), column("booked_at", db.Timestamp),
			column("repair_cost", db.Decimal), column("is_wheel_repair", db.Boolean), column("rider_repair_number", db.Integer), column("tax_paid", db.Decimal)),
		table("repair_parts", "repair_part_id", column("repair_id", db.Integer), column("product_id", db.Integer), column("booked_at", db.Timestamp), column("product_price", db.Decimal), column("is_wheel_part", db.Integer), column("is_brake_part", db.Integer)),
		table("riders", "rider_id", column("rider_name", db.Text), column("rider_type", db.Text), column("first_repair_at", db.Timestamp), column("count_lifetime_repairs", db.Integer), column("lifetime_spend", db.Decimal)),
		table("shops", "shop_id", column("shop_name", db.Text), column("opened_at", db.Timestamp), column("tax_rate", db.Decimal), column("staff", db.Integer)),
	}})
}

// TestPublishedShapesLoseNoMetric reads a workshop written in the shapes of the examples that dbt, Ossie and Cortex publish:
// every simple, ratio and derived metric is there, and what has no such form is told with its line.
func TestPublishedShapesLoseNoMetric(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ metrics, told []string }{
		"workshop": {
			metrics: []string{"repair total", "repairs", "new rider repairs", "large repairs", "wheel repairs", "tax paid", "repair cost", "median total", "wheel share", "wheel share of returning",
				"revenue", "median revenue", "wheel revenue", "dearest part", "wheel revenue pct", "non wheel revenue", "riders with repairs", "new riders", "lifetime spend", "count lifetime repairs",
				"average repair value", "average tax rate", "repairs per rider", "repair gross profit", "margin pct"},
			told: []string{"repairs.yml:53: the cumulative metric running_total", "repairs.yml:55: the saved query board", "parts.yml:38: the derived metric revenue_growth_mom",
				"parts.yml:65: the cumulative metric", "parts.yml:66: the conversion metric"},
		},
		"workshop_ossie.yaml": {
			metrics: []string{"total sales", "rider lifetime value", "wheel sales", "shop productivity"},
			told:    []string{"workshop_ossie.yaml:15: the field wheel_price is computed", "workshop_ossie.yaml:31: the field full_name is computed", "workshop_ossie.yaml:57: metrics.repair count has no effect: it names no column"},
		},
		"workshop_cortex.yaml": {
			metrics: []string{"daily revenue", "daily cost", "daily profit", "daily error", "people", "profit rate", "repair count", "repair ids", "all heads", "profit per repair", "revenue per head"},
			told:    []string{"workshop_cortex.yaml:15: the field daily_profit is computed", "workshop_cortex.yaml:16: the field daily_error is computed"},
		},
	}
	for link, test := range tests {
		layer, _, problems := Read("testdata", []string{link}, statement.PostgreSQL)
		p := project.Compile(workshop(), statement.PostgreSQL, nil, layer)
		var got []string
		for _, d := range p.Of(project.MetricKind) {
			got = append(got, d.Name)
		}
		slices.Sort(got)
		slices.Sort(test.metrics)
		if !slices.Equal(got, test.metrics) {
			t.Errorf("%s gives the metrics\n%v, want\n%v", link, got, test.metrics)
		}
		tells(t, append(problems, p.Problems...), test.told...)
	}
}

func TestATimeColumnMayBeCutToItsDay(t *testing.T) {
	t.Parallel()
	layer, _, _ := Read("testdata", []string{"workshop"}, statement.PostgreSQL)
	if got := layer.Time["repair_parts"]; got != "booked_at" {
		t.Errorf("the time of repair_parts is %q", got)
	}
}

func TestRowsAreCountedOfTheirTable(t *testing.T) {
	t.Parallel()
	layer, _, _ := Read("testdata", []string{"workshop_cortex.yaml"}, statement.PostgreSQL)
	if got := layer.Metrics["repair count"].Expression; got != "count(repairs.repair_id)" {
		t.Errorf("the count is %q", got)
	}
}

// TestAnOssieFileMayBeOneModel reads the newer form, in which a file is a model and lists none.
func TestAnOssieFileMayBeOneModel(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := `version: "0.2.0"
name: workshop
datasets:
  - name: fixes
    source: main.public.repairs
    primary_key: [repair_id]
    fields:
      - {name: repair_total, expression: {dialects: [{dialect: ANSI_SQL, expression: repair_total}]}}
metrics:
  - {name: takings, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(fixes.repair_total)}]}}
  - {name: running, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(SUM(fixes.repair_total)) OVER (ORDER BY fixes.booked_at)}]}}
`
	if err := os.WriteFile(filepath.Join(folder, "one.yaml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	layer, _, problems := Read(folder, []string{"one.yaml"}, statement.PostgreSQL)
	p := project.Compile(workshop(), statement.PostgreSQL, nil, layer)
	d := p.Find("takings")
	if d == nil || d.Text != "sum(repairs.repair_total)" && d.Text != "SUM(repairs.repair_total)" {
		t.Errorf("takings is %v", d)
	}
	if p.Find("running") != nil {
		t.Errorf("running is %v", p.Find("running"))
	}
	tells(t, append(problems, p.Problems...), "one.yaml:11")
}

// TestEveryDocumentOfAFileIsRead reads a file of two documents, with filters by the time of a metric and by its month, a measure of which the
// last counts, a metric that is off, and one with an offset.
func TestEveryDocumentOfAFileIsRead(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	text := `semantic_models:
  - name: repairs
    model: ref('repairs')
    defaults: {agg_time_dimension: booked_at}
    entities: [{name: repair, type: primary, expr: repair_id}, {name: shop, type: foreign, expr: shop_id}]
    dimensions: [{name: booked_at, type: time, type_params: {time_granularity: day}}]
    measures:
      - {name: repair_count, agg: sum, expr: 1}
      - {name: owing, agg: sum, expr: repair_total, non_additive_dimension: {name: booked_at, window_choice: max}}
metrics:
  - {name: repairs_since, type: simple, type_params: {measure: repair_count}, filter: "{{ TimeDimension('metric_time') }} >= '2024-01-01'"}
  - {name: repairs_in_may, type: simple, type_params: {measure: {name: repair_count, fill_nulls_with: 0}}, filter: "{{ TimeDimension('repair__booked_at', 'month') }} = '2024-05-01'"}
  - {name: repairs_of_shops, type: simple, type_params: {measure: repair_count}, filter: "{{ Dimension('shop__staff') }} > 3"}
  - {name: owed, type: simple, type_params: {measure: owing}}
  - {name: off, type: simple, config: {enabled: false}, type_params: {measure: repair_count}}
  - {name: growth, type: derived, type_params: {expr: a - b, metrics: [{name: repairs_since, alias: a}, {name: repairs_since, alias: b, offset_window: 1 month}]}}
---
semantic_models:
  - name: shops
    model: ref('shops')
    entities: [{name: shop, type: primary, expr: shop_id}]
    dimensions: [{name: staff, type: categorical}]
`
	if err := os.WriteFile(filepath.Join(folder, "two.yml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	layer, _, problems := Read(folder, []string{"two.yml"}, statement.PostgreSQL)
	for name, want := range map[string]string{
		"repairs since":    "repairs.booked_at >= '2024-01-01'",
		"repairs in may":   "date_trunc('month', repairs.booked_at) = '2024-05-01'",
		"repairs of shops": "shops.staff > 3",
	} {
		if got := layer.Metrics[name]; got.Filter != want && !strings.Contains(got.Expression, want) {
			t.Errorf("%s is %+v", name, got)
		}
	}
	if len(layer.Metrics) != 3 {
		t.Errorf("the metrics are %v", layer.Metrics)
	}
	tells(t, problems, "two.yml:9: the measure owing", "two.yml:14: the simple metric owed is not read: it counts the last of each period only", "two.yml:16: the derived metric growth is not read: it looks at a metric in another period")
}
