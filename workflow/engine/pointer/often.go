package pointer

import (
	"regexp"
	"strings"

	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/schema"
)

// This file counts how often something was done with rows by the table that tells of it: "how often has it been rented" asks for how
// many rentals it has.

// oftenDone asks how often something was done with what is pointed at: the pointer is the first group, the verb the second.
var oftenDone = regexp.MustCompile(`(?i)^((?:and |so |ok |now )*)how (?:often|many times) (?:has|have|had|was|were|is|are|did|does|do) (.+?) (?:been )?(?:ever )?(\w+?)(?: (?:so far|in total|altogether|overall|before|already))?\s*([?.!]*)$`)

// OftenDone is the input with the things counted that tell how often something was done: "how many rentals does it have". Unchanged where
// no table tells.
func OftenDone(ed *edit.Editor, input string) string {
	m := oftenDone.FindStringSubmatch(input)
	rows := measure.ShownAsRows(ed)
	if m == nil || rows.Table == nil {
		return input
	}
	deal := clause.DealOf(ed, strings.ToLower(m[3]), rows.Table)
	if deal == nil || len(deal.Words) == 0 {
		return input
	}
	return m[1] + "how many " + schema.Plural(strings.Join(deal.Words, " ")) + " does " + m[2] + " have" + m[4]
}
