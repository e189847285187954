package schema

import (
	"slices"
	"strings"

	"parley/db"
)

// Tables of versions keep a row for each state of a thing (Kimball's slowly changing dimensions of type 2): customer_key
// tells the versions apart, customer_id the customers, is_current marks the version in force.

// Current is the flag that marks the version in force; nil for a table without versions.
func (t *Table) Current() *Column {
	if t.PrimaryKey() == nil || !t.versioned() {
		return nil
	}
	return t.currentFlag()
}

// InForce is the flag that marks, of rows that tell the states of a thing one after the other, the one that holds now; nil for other
// tables.
func (t *Table) InForce() *Column {
	ofThing := slices.ContainsFunc(t.Columns, func(c *Column) bool { return c.Role == Reference && c.isPrimary() })
	if len(t.Primary) < 2 || !ofThing || len(t.Status) == 0 || t.versioned() {
		return nil
	}
	return t.currentFlag()
}

// currentFlag is the column of yes and no that is called current; nil where there is none.
func (t *Table) currentFlag() *Column {
	for _, c := range t.Columns {
		if _, ok := c.Yes(); ok && c.Means("current", "latest") && !slices.ContainsFunc(c.Words, func(w string) bool { return !c.MeansWord(w, currentWords) }) {
			return c
		}
	}
	return nil
}

// Superseded is the day up to which a version held, which the version in force does not have; nil for a table without versions,
// and where a flag marks the one in force.
func (t *Table) Superseded() *Column {
	if !t.versioned() || t.Current() != nil {
		return nil
	}
	for _, c := range t.Columns {
		if c.Day() && c.Nullable && c.hasAny(untilWords) {
			return c
		}
	}
	return nil
}

// Means says that one of the words stands in the column's name, or may be what a short form there stands for.
func (c *Column) Means(words ...string) bool {
	return slices.ContainsFunc(c.Words, func(w string) bool { return c.MeansWord(w, words) })
}

// MeansWord says that a word of the column's name is one of the words, or may stand for one.
func (c *Column) MeansWord(w string, words []string) bool {
	return slices.Contains(words, w) || slices.ContainsFunc(c.others[w], func(o string) bool { return slices.Contains(words, o) })
}

// Yes is the value by which a column says yes: true, 1, "Y". ok is false for one that says something else than yes and no.
func (c *Column) Yes() (yes db.Value, ok bool) {
	switch {
	case c.Type == db.Boolean:
		return true, true
	case c.Type.Numeric() && !c.Key() && c.Complete && c.Distinct > 0 && c.Low >= 0 && c.High <= 1:
		return int64(1), true
	case c.Type != db.Text || !c.Complete || len(c.Common) == 0 || len(c.Common) > 2:
		return nil, false
	}
	for _, v := range c.Common {
		text, _ := v.(string)
		said, known := answers[strings.ToLower(strings.TrimSpace(text))]
		switch {
		case !known:
			return nil, false
		case said:
			yes = text
		}
	}
	if yes == nil { // none says it yet: the contrary of what all say
		yes = map[string]string{"n": "Y", "N": "Y", "no": "yes", "No": "Yes", "NO": "YES", "f": "t", "F": "T", "false": "true", "0": "1"}[strings.TrimSpace(c.Common[0].(string))]
	}
	return yes, yes != ""
}

// No is the value by which a column that says yes or no says no. ok is false for one that says something else, or holds no such value.
func (c *Column) No() (no db.Value, ok bool) {
	yes, ok := c.Yes()
	switch yes.(type) {
	case bool:
		return false, ok
	case int64:
		return int64(0), ok
	}
	others := slices.DeleteFunc(slices.Clone(c.Common), func(v db.Value) bool { return v == yes })
	if len(others) != 1 {
		return nil, false
	}
	return others[0], ok
}

// answers are texts that say yes, or no.
var answers = map[string]bool{"y": true, "yes": true, "t": true, "true": true, "1": true, "n": false, "no": false, "f": false, "false": false, "0": false}

var currentWords = []string{"current", "latest", "is", "be", "flag", "row", "record", "version", "indicator"}

// versioned says that the rows are versions, each from a time to a time.
func (t *Table) versioned() bool {
	from, to := false, false
	for _, c := range t.Columns {
		if c.Has("valid", "effective", "row", "version") {
			from = from || c.Has("from", "start", "begin", "since")
			to = to || c.Has("to", "until", "end", "expiry")
		}
	}
	return from && to
}

// Identity is the column that tells the table's things apart: its key, or what all versions of one thing share, which is the
// first column behind the key that is called a number, code or identifier of the table.
func (t *Table) Identity() *Column {
	key := t.PrimaryKey()
	if t.Current() == nil {
		return key
	}
	for _, c := range t.Columns {
		if c != key && c.Role != Reference && !c.Type.Temporal() && c.Has("identifier", "number", "code", "sku", "key") && !c.Repeats() {
			return c
		}
	}
	return key
}
