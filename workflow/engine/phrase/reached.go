package phrase

import (
	"slices"
	"time"

	"parley/workflow/engine/calendar"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// Reached is a period of a column as its rows lie, by the words of the input: "starting in March" is that month where the column says when
// something starts, unless a series of figures begins then; and where no year was named, what starts, ends or is due then is
// that of the next one that there is, everything else that of the nearest year in which there is something.
func Reached(p calendar.Period, c *schema.Column, said []string, series bool, now time.Time) calendar.Period {
	if !series && starts(c) {
		p = p.Closed()
	}
	least, greatest := c.Days()
	if lies(said) {
		p = p.Coming(greatest, now)
	}
	return p.Reaching(least, greatest, now)
}

// starts says that a column is called as when something starts.
func starts(c *schema.Column) bool {
	return slices.ContainsFunc(c.Words, func(w string) bool {
		return slices.ContainsFunc(senseBook().of[w], func(s sense) bool { return s.category == "endat" && s.kind == "from" })
	})
}

// lies says that words speak of what is to come on a day, and not of what came: "due in March", not "was due in March".
func lies(said []string) bool {
	has := func(list map[string]bool) bool {
		return slices.ContainsFunc(said, func(w string) bool { return list[w] })
	}
	return has(english.ComingWords) && !has(english.CameWords)
}
