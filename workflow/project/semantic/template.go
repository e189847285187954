package semantic

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// reference is what stands between braces in a filter of dbt: Dimension('order__status'), TimeDimension('metric_time', 'day'),
// Entity('customer').
var reference = regexp.MustCompile(`\{\{\s*(\w+)\(([^)]*)\)\s*(?:\.grain\(\s*['"](\w+)['"]\s*\))?\s*\}\}`)

// filled is a filter of dbt with its references written as table.field.
func (d *dbt) filled(text string, home *table) (string, error) {
	var wrong error
	out := reference.ReplaceAllStringFunc(text, func(found string) string {
		m := reference.FindStringSubmatch(found)
		column, err := d.refers(m[1], quoted.FindAllStringSubmatch(m[2], -1), m[3], home)
		if err != nil && wrong == nil {
			wrong = err
		}
		return column
	})
	if wrong == nil && strings.ContainsAny(out, "{}") {
		wrong = fmt.Errorf("its filter has a template that is not known: %s", out)
	}
	return out, wrong
}

func (d *dbt) refers(kind string, args [][]string, grain string, home *table) (string, error) {
	if len(args) == 0 {
		return "", fmt.Errorf("its filter has %s of nothing", kind)
	}
	if kind == "TimeDimension" && len(args) > 1 {
		grain = args[1][1]
	}
	name := args[0][1]
	switch kind {
	case "Dimension", "TimeDimension":
		column, err := d.dimensionAt(name, home)
		if err != nil || grain == "" || strings.EqualFold(grain, "day") {
			return column, err
		}
		return cutTo(strings.ToLower(grain), column)
	case "Entity":
		path := strings.Split(name, "__")
		for _, t := range d.tables {
			if f := t.primary(path[len(path)-1]); f != nil && f.name != "" {
				return t.name + "." + f.name, nil
			}
		}
	}
	return "", fmt.Errorf("its filter speaks of %s('%s'), which is not known", kind, name)
}

// cutTo is a time cut to the beginning of its week, month, quarter or year, as SQL.
func cutTo(grain, column string) (string, error) {
	if !slices.Contains([]string{"week", "month", "quarter", "year"}, grain) {
		return "", fmt.Errorf("its filter speaks of a %s", grain)
	}
	return fmt.Sprintf("date_trunc('%s', %s)", grain, column), nil
}

// dimensionAt finds a dimension by its path: entity__dimension, the entity being the table's key.
func (d *dbt) dimensionAt(path string, home *table) (string, error) {
	parts := strings.Split(path, "__")
	name := parts[len(parts)-1]
	if len(parts) == 1 {
		if home != nil && name == "metric_time" {
			name = home.time
		}
		if home != nil && home.field(name) != nil {
			return home.name + "." + name, nil
		}
		return "", fmt.Errorf("its filter speaks of %s, which is not known", path)
	}
	entity := parts[len(parts)-2]
	for _, primary := range []bool{true, false} {
		for _, t := range d.tables {
			if t.field(name) != nil && t.has(entity, primary) {
				return t.name + "." + name, nil
			}
		}
	}
	return "", fmt.Errorf("its filter speaks of %s, which is not known", path)
}

func (t *table) has(entity string, primary bool) bool {
	for _, f := range t.fields {
		if f.entity == entity && (f.primary || !primary) {
			return true
		}
	}
	return false
}
