package meaning

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// alias is the name of a term in the result; empty for a column that has its own. Two columns of one name get their tables'
// names before them.
func (t Term) alias(all []Term) string {
	switch {
	case t.Name != "":
		return identifier(t.Name)
	case t.Kind == Column && t.Grain != "":
		return identifier(t.Grain)
	case t.Kind != Column, t.Column.Condition != nil:
		return identifier(t.Explain())
	}
	same := func(o Term) bool {
		return o.Kind == Column && !o.Equal(t) && strings.EqualFold(o.Column.Name, t.Column.Name)
	}
	if slices.ContainsFunc(all, same) {
		return identifier(Called(t.Column.Table) + " " + t.Column.Name)
	}
	return ""
}

// longestAlias bounds a name in the result, in bytes.
const longestAlias = 40

// identifier makes a name for a column out of words.
func identifier(words string) string {
	name := strings.Join(schema.Words(words), "_")
	if len(name) <= longestAlias {
		return name
	}
	if cut := strings.LastIndexByte(name[:longestAlias+1], '_'); cut > 0 {
		return name[:cut]
	}
	return name[:longestAlias]
}
