package memory

import (
	"slices"
	"strings"

	"parley/dialog"
)

// Merge is one list out of several, the strongest first: what was said now, what is remembered, defaults. A parameter of a
// later list counts only where none of an earlier one takes its place.
func Merge(lists ...[]Parameter) []Parameter {
	var merged []Parameter
	for _, list := range lists {
		stronger := merged
		for _, p := range list {
			if !slices.ContainsFunc(stronger, func(s Parameter) bool { return s.replaces(p) }) {
				merged = append(merged, p)
			}
		}
	}
	return merged
}

// Overridden drops remembered parameters that an input denies: "flights from Mombasa (not Nairobi)" drops every parameter
// whose value is Nairobi.
func Overridden(input string, remembered []Parameter) []Parameter {
	words := " " + dialog.Normalize(input) + " "
	return slices.DeleteFunc(slices.Clone(remembered), func(p Parameter) bool {
		return p.Kind == Filter && slices.ContainsFunc(p.Values, func(v string) bool { return denies(words, v) })
	})
}

// denials are words that, right before a value, deny it.
var denials = []string{"not", "no longer", "instead of", "rather than", "without", "except", "not from", "not to", "not in"}

func denies(words, value string) bool {
	value = dialog.Normalize(value)
	return value != "" && slices.ContainsFunc(denials, func(d string) bool {
		return strings.Contains(words, " "+d+" "+value+" ")
	})
}

// Missing are the required columns of a subject that nothing constrains.
func (s Settings) Missing(subject string, in []Parameter) []string {
	var missing []string
	for _, column := range s.Required[subject] {
		if !slices.ContainsFunc(in, func(p Parameter) bool { return p.Kind == Filter && strings.EqualFold(p.Column, column) }) {
			missing = append(missing, column)
		}
	}
	return missing
}

// Ask is the sentence that asks for missing columns: "Please specify origin and destination"; empty when none is missing.
func Ask(missing []string) string {
	if len(missing) == 0 {
		return ""
	}
	words := make([]string, len(missing))
	for i, column := range missing {
		words[i] = strings.ReplaceAll(column, "_", " ")
	}
	if n := len(words); n > 1 {
		return "Please specify " + strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return "Please specify " + words[0]
}
