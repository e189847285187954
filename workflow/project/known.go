package project

import (
	"fmt"
	"slices"

	"parley/workflow/schema"
)

// A file may say what the comments of the database say already, as a proposal does that nobody changed. Such words are left as they
// are: they are read with all that is known of them, and not as names that mean nothing else.

// knows says that every word of a filter stands for just its rows already, and for nothing else.
func (c *compiler) knows(d *Definition) bool {
	return d.Default == "" && !slices.ContainsFunc(d.Words, func(word string) bool { return !c.knowsWord(d, word) })
}

func (c *compiler) knowsWord(d *Definition, word string) bool {
	words := schema.Words(word)
	if len(words) == 0 || slices.ContainsFunc(c.index.Phrases(words), func(m schema.Match) bool { return m.From == 0 && m.To == len(words) && m.Exact() }) {
		return false
	}
	column, held, presence := c.rowsBy(d)
	if column == nil {
		return false
	}
	matches := c.index.Normalised(schema.Normal(word))
	if len(matches) == 0 || slices.ContainsFunc(matches, func(m schema.ValueMatch) bool {
		return !m.Code || m.Column != column || m.Presence != presence || presence == schema.AnyValue && !slices.Contains(held, fmt.Sprint(m.Value))
	}) {
		return false
	}
	return !slices.ContainsFunc(held, func(value string) bool {
		return !slices.ContainsFunc(matches, func(m schema.ValueMatch) bool { return fmt.Sprint(m.Value) == value })
	})
}

// rowsBy are the one column by whose values a filter picks rows, and these; nil for other conditions.
func (c *compiler) rowsBy(d *Definition) (*schema.Column, []string, schema.Presence) {
	if column, value, ok := equality(d.expression, c.index); ok {
		return column, []string{fmt.Sprint(value)}, schema.AnyValue
	}
	if of, negated, ok := d.expression.AsNull(); ok {
		_, name, _ := of.AsColumn()
		if negated {
			return d.Table.Column(name), nil, schema.Filled
		}
		return d.Table.Column(name), nil, schema.Empty
	}
	of, values, negated, ok := d.expression.AsIn()
	_, name, isColumn := of.AsColumn()
	if !ok || negated || !isColumn {
		return nil, nil, schema.AnyValue
	}
	var held []string
	for _, v := range values {
		value, literal := v.AsLiteral()
		if !literal {
			return nil, nil, schema.AnyValue
		}
		held = append(held, fmt.Sprint(value))
	}
	return d.Table.Column(name), held, schema.AnyValue
}
