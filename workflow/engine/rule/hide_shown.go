package rule

import (
	"strings"

	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file hides columns that are called just as the result shows them: "drop the enrolment_id column", "without due_on".

// hideSeenRules are the ways of saying so; nothing else can be meant by a name that is spelt as a column on screen is.
func hideSeenRules() []clause.Rule {
	const (
		away   = "[and|but|now|please] drop|remove|hide|lose|omit|delete|exclude|excluding|without|no|minus|skip|suppress|ditch|forget "
		column = "[column|columns|field|fields]"
	)
	return []clause.Rule{clause.RuleOf("remove", hideSeen,
		away+"[the|that|those|their] "+column+" {} "+column+" [please]", "[and|but|now] leave|take out [the] "+column+" {} "+column,
		"[and|but|now] leave|take [the] "+column+" {} "+column+" out|away|off", "get rid of [the] "+column+" {} "+column,
		"do|don't [not] show|include|list|need|want [me] [the] "+column+" {} "+column)}
}

// hideSeen hides the columns that the slot lists, where each is spelt as it is shown: with its underscore, or said to be a column.
func hideSeen(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
	said := u.Has("column") || u.Has("columns") || u.Has("field") || u.Has("fields")
	if !said && dropsFilter(ed, u) {
		return false
	}
	names := namesListed(u.Text(f.Slots[0]))
	for _, name := range names {
		t, ok := seenAs(ed, name)
		if !ok || !said && !strings.Contains(name, "_") || !clause.Remove(ed, []edit.Target{t}) {
			return false
		}
		ed.Taken = append(ed.Taken, name)
		ed.Taken = append(ed.Taken, schema.Split(name)...)
	}
	return len(names) > 0
}

// namesListed are the names of a list: "a, b and c".
func namesListed(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(strings.ToLower(text), " and ", ","), func(r rune) bool { return r == ',' || r == ' ' })
}

// seenAs is the column on screen whose name is spelt so, one of all columns of a table included.
func seenAs(ed *edit.Editor, name string) (edit.Target, bool) {
	for i, item := range ed.Block().Items {
		if strings.EqualFold(edit.ItemName(item), name) {
			return edit.Target{Item: i, Said: name}, true
		}
	}
	for _, t := range ed.Scope().Tables() {
		for _, c := range t.Columns {
			if _, shown := ed.Scope().Shown(c); shown && strings.EqualFold(c.Name, name) {
				return edit.Target{Item: -1, Columns: []*schema.Column{c}, Said: name}, true
			}
		}
	}
	return edit.Target{}, false
}
