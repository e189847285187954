package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley/db/statement"
)

// Settings are what a user says about a database in parley.toml.
type Settings struct {
	// Synonyms map a word to the table, or table.column, that it stands for.
	Synonyms map[string]string `toml:"synonyms"`
	// Metrics map a name to an SQL expression over table.column: "sum(order_items.quantity * order_items.unit_price)".
	Metrics map[string]string `toml:"metrics"`
	// Hidden are columns, as table.column, that no question finds and no "every column" shows.
	Hidden []string `toml:"hidden"`
}

// Apply takes the user's words into the index; it must be called before the index is shared. An error names the entry
// that is wrong.
func (x *Index) Apply(s Settings, d statement.Dialect) error {
	for _, target := range s.Hidden {
		if err := x.hide(target); err != nil {
			return err
		}
	}
	if len(s.Hidden) > 0 {
		x.finish()
	}
	for _, word := range slices.Sorted(maps.Keys(s.Synonyms)) {
		if err := x.AddSynonym(word, s.Synonyms[word]); err != nil {
			return err
		}
	}
	for _, word := range slices.Sorted(maps.Keys(s.Metrics)) {
		e, err := expression(s.Metrics[word], d, x)
		if err != nil {
			return fmt.Errorf("metric %s: %w", word, err)
		}
		if err := x.AddMetric(word, e); err != nil {
			return err
		}
	}
	return nil
}

func (x *Index) hide(target string) error {
	table, column, _ := strings.Cut(target, ".")
	t := x.Table(table)
	if t == nil || t.Column(column) == nil {
		return fmt.Errorf("hidden: there is no column %s", target)
	}
	t.Column(column).Hidden = true
	return nil
}

// expression reads one SQL expression and lets the guard look at it.
func expression(text string, d statement.Dialect, names statement.Names) (statement.Expr, error) {
	s, err := statement.Parse("SELECT "+text, d, names)
	if err != nil {
		return statement.Expr{}, err
	}
	if err := s.Guard(); err != nil {
		return statement.Expr{}, err
	}
	q, err := s.Query()
	if err != nil {
		return statement.Expr{}, err
	}
	if len(q.Items) != 1 || len(q.From) > 0 {
		return statement.Expr{}, fmt.Errorf("%q is not one expression", text)
	}
	return q.Items[0].Expr, nil
}
