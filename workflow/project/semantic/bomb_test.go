package semantic

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/db/statement"
)

// TestFiguresThatDoubleWithoutEndAreTold: each is made of the next one, twice, so forty of them have a million million parts.
func TestFiguresThatDoubleWithoutEndAreTold(t *testing.T) {
	t.Parallel()
	const deep = 40
	const table = "semantic_models:\n  - name: deliveries\n    model: ref('fct_deliveries')\n    measures: [{name: litres, agg: sum, expr: litres}]\nmetrics:\n"
	const last = "  - {name: m%d, type: simple, type_params: {measure: litres}}\n"
	for name, form := range map[string]string{
		"two inputs":      "  - {name: m%d, type: derived, type_params: {expr: a + b, metrics: [{name: m%[2]d, alias: a}, {name: m%[2]d, alias: b}]}}\n",
		"one input twice": "  - {name: m%d, type: derived, type_params: {expr: a + a, metrics: [{name: m%d, alias: a}]}}\n",
		"ratio":           "  - {name: m%d, type: ratio, type_params: {numerator: m%[2]d, denominator: m%[2]d}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var text strings.Builder
			text.WriteString(table)
			for n := range deep {
				fmt.Fprintf(&text, form, n, n+1)
			}
			fmt.Fprintf(&text, last, deep)
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "m.yml"), []byte(text.String()), 0o600); err != nil {
				t.Fatal(err)
			}
			layer, _, problems := Read(folder, []string{"m.yml"}, statement.DuckDB)
			if layer == nil || len(problems) == 0 || !strings.Contains(problems[0].Text, "parts") {
				t.Errorf("%v", problems)
			}
		})
	}
}
