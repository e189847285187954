package rule

import (
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file points at the columns on screen by their place: "drop the last two columns", "sort by the second one of the columns", "just
// columns 1 and 3". The words for the places give way to the columns' names before the input is read, so that whatever may be said
// of a column by its name may be said of it by its place. It also moves a column to one end of the list.

const (
	placeOfColumn  = `first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[1-9]st|[1-9]nd|[1-9]rd|[1-9]th|10th|last|leftmost|rightmost|final`
	numberOfColumn = `[1-9]|10|one|two|three|four|five|six|seven|eight|nine|ten`
	columnNoun     = `(?:columns?|cols?|fields?)`
)

var (
	columnsPlaced   = regexp.MustCompile(`(?i)\b(?:the )?(?:very )?(` + placeOfColumn + `)(?: (?:and|&) (?:the )?(` + placeOfColumn + `))?(?: (` + numberOfColumn + `))? ` + columnNoun + `\b`)
	columnsNumbered = regexp.MustCompile(`(?i)\b(?:the )?` + columnNoun + ` (?:number |numbers |no\.? ?|#)?(` + numberOfColumn + `)((?:,? ?(?:and|or|,|&) ?(?:` + numberOfColumn + `)\b)*)`)
	columnsOfKind   = regexp.MustCompile(`(?i)\b(?:all )?(?:of )?(?:the )?(?:(id|key|date|time|number|numeric|numerical|text|textual) (?:columns|fields)|(ids|keys)(?: (?:columns|fields))?)\b`)
	bothColumns     = regexp.MustCompile(`(?i)\b(?:the two|both|both the|these two|the) columns\b`)
	columnNumber    = regexp.MustCompile(`(?i)` + numberOfColumn)
)

// ColumnsNamed is the input with the names of the columns on screen where it counts to them.
func ColumnsNamed(ed *edit.Editor, input string) string {
	if ed.Query.Set != nil || !columnsPlaced.MatchString(input) && !columnsNumbered.MatchString(input) && !columnsOfKind.MatchString(input) && !bothColumns.MatchString(input) {
		return input
	}
	names := columnNames(ed)
	if len(names) == 2 && bothColumns.MatchString(input) {
		input = bothColumns.ReplaceAllString(input, joined(names))
	}
	input = columnsOfKind.ReplaceAllStringFunc(input, func(said string) string {
		m := columnsOfKind.FindStringSubmatch(said)
		if kind := columnsOf(ed, strings.ToLower(m[1]+m[2]), names); len(kind) > 0 && len(kind) < len(names) {
			return joined(kind)
		}
		return said
	})
	listed := func(said string, places []int) string {
		var out []string
		for _, i := range places {
			if i < 0 || i >= len(names) || names[i] == "" {
				return said
			}
			out = append(out, names[i])
		}
		return joined(out)
	}
	input = columnsPlaced.ReplaceAllStringFunc(input, func(said string) string {
		m := columnsPlaced.FindStringSubmatch(said)
		return listed(said, placesSaid(m[1], m[2], m[3], len(names)))
	})
	return columnsNumbered.ReplaceAllStringFunc(input, func(said string) string {
		m := columnsNumbered.FindStringSubmatch(said)
		var places []int
		for _, w := range columnNumber.FindAllString(m[1]+" "+m[2], -1) {
			n, _ := tag.ParseNumber(strings.ToLower(w))
			places = append(places, int(n)-1)
		}
		return listed(said, places)
	})
}

// joined is a list in words.
func joined(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// columnsOf are the names of the columns on screen that are of a kind.
func columnsOf(ed *edit.Editor, kind string, names []string) []string {
	var out []string
	for i, item := range spelledOut(ed) {
		c := ed.Scope().Column(item.Expr)
		of := false
		switch {
		case c == nil || names[i] == "":
		case strings.HasPrefix(kind, "id") || strings.HasPrefix(kind, "key"):
			of = c.Key()
		case kind == "date" || kind == "time":
			of = c.Type.Temporal()
		case strings.HasPrefix(kind, "number") || strings.HasPrefix(kind, "numeric"):
			of = c.Type.Numeric() && !c.Key()
		default:
			of = !c.Type.Numeric() && !c.Type.Temporal() && !c.Key()
		}
		if of {
			out = append(out, names[i])
		}
	}
	return out
}

// spelledOut are the columns on screen, the stars written out.
func spelledOut(ed *edit.Editor) []statement.Item {
	var out []statement.Item
	for _, item := range ed.Block().Items {
		out = append(out, ed.Scope().Expand(item)...)
	}
	return out
}

// placesSaid are the places that an ordinal counts to, a further one, or as many from it on as a number says, of so many columns; nil
// where they are no such places.
func placesSaid(place, further, count string, of int) []int {
	from := columnPlace(place, of)
	n, several := tag.ParseNumber(strings.ToLower(count))
	switch {
	case further != "" && !several:
		return []int{from, columnPlace(further, of)}
	case !several:
		return []int{from}
	case from == of-1:
		from = of - int(n)
	case from != 0:
		return []int{-1}
	}
	var out []int
	for i := range int(n) {
		out = append(out, from+i)
	}
	return out
}

// columnPlace is how many columns stand before the one that an ordinal counts to, of so many.
func columnPlace(word string, of int) int {
	word = strings.ToLower(word)
	switch word {
	case "last", "rightmost", "final":
		return of - 1
	case "leftmost":
		return 0
	}
	if n, ok := pointer.Places[word]; ok {
		return n
	}
	return -1
}

// columnNames are what the columns on screen go by in words, in their order; empty where one has no name of its own.
func columnNames(ed *edit.Editor) []string {
	s, items := ed.Scope(), spelledOut(ed)
	out := make([]string, len(items))
	for i, item := range items {
		name := edit.ItemName(item)
		alike := slices.IndexFunc(items, func(other statement.Item) bool { return strings.EqualFold(edit.ItemName(other), name) }) != i ||
			slices.ContainsFunc(items[i+1:], func(other statement.Item) bool { return strings.EqualFold(edit.ItemName(other), name) })
		switch c := s.Column(item.Expr); {
		case name == "" && item.Expr.Aggregate():
			out[i] = unnamedFigure(item.Expr)
		case alike && c != nil:
			out[i] = strings.Join(c.Table.Words, " ") + " " + strings.Join(schema.Split(name), " ")
		case !alike:
			out[i] = strings.Join(schema.Split(name), " ")
		}
	}
	return out
}

// unnamedFigure are words for a figure without a name: "average price".
func unnamedFigure(x statement.Expr) string {
	name, args, star, _, ok := x.AsCall()
	said := map[string]string{"avg": "average", "sum": "total", "min": "minimum", "max": "maximum"}[strings.ToLower(name)]
	if ok && (star || strings.EqualFold(name, "count")) {
		return "count"
	}
	if !ok || said == "" || len(args) != 1 {
		return ""
	}
	_, column, ok := args[0].AsColumn()
	if !ok {
		return ""
	}
	return said + " " + strings.Join(schema.Split(column), " ")
}

// arrangeRules move columns.
func arrangeRules() []clause.Rule {
	arrange := func(first bool) func(*edit.Editor, tag.Utterance, tag.Fit) bool {
		return func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && arrange(ed, t, first)
		}
	}
	const verbs = "[can|could] [you] [and|now|please|then] put|move|have|bring|place|show|set [me|up] [the|its|their] [column|columns] {} "
	return []clause.Rule{
		clause.RuleOf("columns moved", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			t, ok := ed.Targets(u.Text(f.Slots[0]))
			return ok && exchangeColumns(ed, t)
		}, "[and|now|please] swap|switch|exchange [the] {} [around|round|please]"),
		clause.RuleOf("columns moved", arrange(true), "[the|their] {} column|columns first|foremost|leftmost [please]", verbs+"[column|columns] first|foremost|leftmost [please|instead]", verbs+"[column|columns] to|at|in|on the front|left|start|beginning [please|instead]",
			"[the|their] {} first [,] please|then [the] [rest|others]", "start|begin with the {} [column|columns] [please]"),
		clause.RuleOf("columns moved", arrange(false), verbs+"[column|columns] last|rightmost [please|instead]", verbs+"[column|columns] to|at|in|on the end|right|back [please|instead]"),
	}
}

// exchangeColumns puts two shown columns in each other's place.
func exchangeColumns(ed *edit.Editor, targets []edit.Target) bool {
	if len(targets) != 2 || ed.Query.Set != nil {
		return false
	}
	ed.ExpandStar(targets[0])
	ed.ExpandStar(targets[1])
	a, b, q := ed.Places(targets[0]), ed.Places(targets[1]), ed.Block()
	if len(a) != 1 || len(b) != 1 || a[0] == b[0] {
		return false
	}
	q.SpellOut()
	q.Items = slices.Clone(q.Items)
	q.Items[a[0]], q.Items[b[0]] = q.Items[b[0]], q.Items[a[0]]
	return true
}

// arrange moves the shown columns that are meant to one end of the list.
func arrange(ed *edit.Editor, targets []edit.Target, first bool) bool {
	if ed.Query.Set != nil {
		return false
	}
	for _, t := range targets {
		ed.ExpandStar(t)
	}
	q := ed.Block()
	var moved, rest []statement.Item
	taken := map[int]bool{}
	for _, t := range targets {
		at := ed.Places(t)
		if len(at) == 0 || t.Sorted {
			return false
		}
		for _, i := range at {
			moved, taken[i] = append(moved, q.Items[i]), true
		}
	}
	for i, item := range q.Items {
		if !taken[i] {
			rest = append(rest, item)
		}
	}
	q.SpellOut()
	if !first {
		moved, rest = rest, moved
	}
	q.Items = slices.Concat(moved, rest)
	return true
}
