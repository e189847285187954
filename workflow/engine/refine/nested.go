package refine

import (
	"context"
	"regexp"
	"slices"

	"parley/workflow"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// This file reads a question about what belongs to the rows in force: "which of her films is the longest", "who wrote the reviews of
// the first one". What belongs to them is read as a refinement of its own, and the question then asks of its rows.

// nesting is a way of asking about what belongs to the rows in force.
type nesting struct {
	said *regexp.Regexp
	// belongs asks for what belongs to them, asks is the question about that.
	belongs, asks string
	// fits says that words do name such a thing, where the form alone does not tell.
	fits func(ed *edit.Editor, belongs string) bool
}

var nestings = []nesting{
	{regexp.MustCompile(`(?i)^(?:and |so |now )*(which|how many) of (his|her|its|their) (\w+)( .+)$`), "$2 $3", "$1 of them$4", nil},
	{regexp.MustCompile(`(?i)^(?:and |so |now )*who (\w+) (the \w+ (?:of|for|on|by|from) .+?)[?.!]*$`), "$2", "who $1 them", pointsAtRow},
	{regexp.MustCompile(`(?i)^(?:and |so |now )*((?:which|what|who|how many)\b.* (?:in|on|of|from|by|with|for|to)) (?:those|these|his|her|its|their) (\w+)[?.!]*$`), "the $2 of it", "$1 them", belongsToRows},
}

// pointsAtRow says that words point at one of the rows in force.
func pointsAtRow(ed *edit.Editor, belongs string) bool {
	return slices.ContainsFunc(pointer.References(ed, tag.Utter(belongs)), func(r pointer.Reference) bool { return !r.Plain })
}

// ofThem is what stands behind the name of things that belong to the rows in force.
var ofThem = regexp.MustCompile(`^the (\w+) of it$`)

// belongsToRows says that words name other things than the rows in force are.
func belongsToRows(ed *edit.Editor, belongs string) bool {
	t := pointer.Called(ed, ofThem.ReplaceAllString(belongs, "$1"))
	return t != nil && t != measure.ShownAsRows(ed).Table
}

// ofTheirs is the answer to a question about what belongs to the rows in force; nil where none is asked, or one of its halves is not
// understood as a whole.
func (e *Refiner) ofTheirs(ctx context.Context, r workflow.Refine) *workflow.Draft {
	for _, way := range nestings {
		at := way.said.FindStringSubmatchIndex(r.Question)
		if at == nil {
			continue
		}
		first, then := r, r
		first.Question = string(way.said.ExpandString(nil, way.belongs, r.Question, at))
		then.Question = string(way.said.ExpandString(nil, way.asks, r.Question, at))
		if ed, err := e.Editor(first); err != nil || ed.Query.Set != nil || way.fits != nil && !way.fits(ed, first.Question) {
			continue
		}
		theirs, err := e.read(ctx, first)
		if err != nil || len(theirs.Ignored) > 0 {
			continue
		}
		then.Current, then.Before, then.Result, then.Steps = theirs.Statement, r.Current, nil, nil
		draft, err := e.read(ctx, then)
		if err != nil || len(draft.Ignored) > 0 {
			continue
		}
		draft.Understood = append(slices.Clone(theirs.Understood), draft.Understood...)
		return draft
	}
	return nil
}
