package clause

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file orders by what an adjective or a superlative measures: "newest", "most products", "from cheap to expensive".

// Aggregate is the function that a word of the stretch names, when a shown column took the word for its name.
func Aggregate(u tag.Utterance, ed *edit.Editor, s tag.Stretch) string {
	for _, it := range ed.Tag(u.Text(s)) {
		if f := edit.FunctionOf[it.Cue.Kind]; f != "" && f != "count" {
			return f
		}
	}
	return ""
}

// manyFigures is from how many distinct values on rows are not counted by a figure.
const manyFigures = 30

// varied says that a column holds figures of which most rows have another.
func varied(c *schema.Column) bool { return c.Role == schema.Measure && c.Distinct > manyFigures }

// Superlative orders by "newest", "cheapest", "most products", "highest freight".
func Superlative(ed *edit.Editor, text string) bool {
	desc, dimension, found := true, []string(nil), false
	items := ed.Tag(text)
	var rest []string
	for i := range items {
		it := &items[i]
		switch {
		case it.Is(tag.Superlative):
			desc, dimension, found = it.Cue.Desc, it.Cue.Dimension, true
		case it.Is(tag.Most, tag.Least, tag.Common, tag.Top, tag.Bottom):
			desc, found = !it.Is(tag.Least, tag.Bottom), true
		case !edit.Skippable(it):
			rest = append(rest, it.Text)
		}
	}
	if !found {
		return false
	}
	if said := strings.ToLower(strings.TrimSpace(text)); len(rest) == 0 && (said == "worst" || said == "best") && (ed.Block().Grouped() || harmful(ed)) {
		return Worst(ed, said == "best")
	}
	if what := strings.Join(rest, " "); len(rest) > 0 && !edit.Temporal(dimension) && len(ed.Block().GroupBy) > 0 && NamesGroups(ed, what) && ByMeasure(ed, desc) {
		return true
	}
	if len(rest) > 0 {
		old := slices.Contains(dimension, "-date") || slices.Contains(dimension, "age")
		if old && byAge(ed, strings.Join(rest, " "), desc) {
			return true
		}
		if what := strings.Join(rest, " "); slices.Contains(dimension, "-date") && namesMoment(ed, what) {
			return superlativeOf(ed, what, !desc)
		}
		what := strings.Join(rest, " ")
		if i, ok := amountOfGroups(ed, what); ok && len(dimension) == 0 {
			ed.Assume(what + " are " + cmp.Or(edit.ItemName(ed.Block().Items[i]), "what is shown"))
			return SortByItem(ed, i, desc)
		}
		if i, ok := amountShown(ed, what); ok {
			return SortByItem(ed, i, desc)
		}
		if c := sizeOf(ed, what); c != nil && len(dimension) > 0 && !edit.Temporal(dimension) {
			ed.Understand(fmt.Sprintf("%s = %s", what, c))
			return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Desc: desc, Sorted: true}}, false)
		}
		if sizeless(ed, what) {
			return len(dimension) > 0 && !edit.Temporal(dimension) && orderDimension(ed, dimension, desc)
		}
		return superlativeOf(ed, what, desc)
	}
	return orderDimension(ed, dimension, desc)
}

// SaysExtremeGroup says that a text is the greatest or the least of what the groups are of: "the biggest city" of figures by city.
func SaysExtremeGroup(ed *edit.Editor, text string) bool {
	if !ed.Block().Grouped() || len(ed.Index.Values(text)) > 0 {
		return false
	}
	extreme, rest := false, []string(nil)
	items := ed.Tag(text)
	for i := range items {
		switch it := &items[i]; {
		case it.Is(tag.Superlative) && !edit.Temporal(it.Cue.Dimension):
			extreme = true
		case !edit.Skippable(it):
			rest = append(rest, it.Text)
		}
	}
	return extreme && len(rest) > 0 && NamesGroups(ed, strings.Join(rest, " "))
}

// amountShown is the one number that rows show, no column of a table, where a mere word for amounts is said: "biggest amount first" over what
// is still to be paid.
func amountShown(ed *edit.Editor, text string) (int, bool) {
	words := ContentWords(text)
	if len(words) != 1 || !english.AmountNouns[words[0]] && !english.AnyAmount[words[0]] || ed.Block().Grouped() {
		return 0, false
	}
	i, ok := ed.OnlyNumber()
	return i, ok && ed.Scope().Column(ed.Block().Items[i].Expr) == nil
}

// sizeOf is the number of the rows in force that goes by a text as well, where it is read as what is no number: farms have a name, and so
// many acres.
func sizeOf(ed *edit.Editor, text string) *schema.Column {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Aggregate != "" || ed.Block().Grouped() {
		return nil
	}
	read := t[0].Columns
	if t[0].Item >= 0 {
		read = []*schema.Column{ed.Scope().Column(ed.Block().Items[t[0].Item].Expr)}
	}
	if len(read) != 1 || read[0] == nil || read[0].Role == schema.Measure || read[0].Role == schema.Moment || read[0].Type.Numeric() && !read[0].Key() {
		return nil
	}
	var found *schema.Column
	for _, it := range ed.Tag(text) {
		for _, m := range it.Matches {
			if c := m.Column; c == nil || c.Role != schema.Measure || c.Hidden || c.Table != read[0].Table || m.Score() < reader.LeastName {
				continue
			}
			if found != nil && found != m.Column {
				return nil
			}
			found = m.Column
		}
	}
	return found
}

// sizeless says that a text names what has no size by itself, a name, a text or a key: the biggest farms are those of the most land, not
// those whose names come last.
func sizeless(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	if !ok || len(t) != 1 || t[0].Aggregate != "" || ed.Block().Grouped() {
		return false
	}
	columns := t[0].Columns
	if t[0].Item >= 0 {
		columns = []*schema.Column{ed.Scope().Column(ed.Block().Items[t[0].Item].Expr)}
	}
	return len(columns) > 0 && columns[0] != nil && !slices.ContainsFunc(columns, func(c *schema.Column) bool {
		return !c.Key() && c.Role != schema.Label && (c.Role != schema.Free || c.Type.Numeric())
	})
}

// Span orders "from cheap to expensive": two adjectives of one measure, the first of them first.
func Span(ed *edit.Editor, from, to string) bool {
	a, b := ed.Tag(from), ed.Tag(to)
	if len(a) != 1 || len(b) != 1 {
		return false
	}
	graded := func(it *tag.Item) bool { return it.Is(tag.Quality, tag.Superlative) && len(it.Cue.Dimension) > 0 }
	if !graded(&a[0]) || !graded(&b[0]) || a[0].Cue.Desc == b[0].Cue.Desc {
		return false
	}
	return orderDimension(ed, a[0].Cue.Dimension, a[0].Cue.Desc)
}

// superlativeOf orders by what is named: a column, or the number of an entity that is counted.
func superlativeOf(ed *edit.Editor, text string, desc bool) bool {
	if i, ok := FigureSaid(ed, text); ok && english.RateNouns[lastWord(text)] {
		return SortByItem(ed, i, desc)
	}
	if i, ok := ed.Measure(); ok && ed.Block().Grouped() {
		for _, it := range ed.Tag(text) {
			if t, _ := ed.Table(it.Matches); t != nil && ed.Near(t) == 0 && it.Is(tag.NoCue) {
				ed.Query.ClearOrder()
				return Order(ed, []edit.Target{{Item: i, Desc: desc, Sorted: true}}, false)
			}
		}
	}
	if c := measureOf(ed, text); c != nil {
		return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Desc: desc, Sorted: true}}, false)
	}
	if ed.Try(func() bool { return OrderBy(ed, text, desc) && ordersGroups(ed) }) {
		return true
	}
	if i := shownOfFamily(ed, text); i >= 0 {
		return SortByItem(ed, i, desc)
	}
	i, ok := amountOfGroups(ed, text)
	if ok {
		ed.Assume("the order goes by " + cmp.Or(edit.ItemName(ed.Block().Items[i]), "the figure shown"))
	}
	return ok && SortByItem(ed, i, desc)
}

func lastWord(text string) string {
	words := ContentWords(text)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// amountOfGroups is the total in force where a text names a number that no shown figure is of: of groups, "the most tonnes" are theirs.
func amountOfGroups(ed *edit.Editor, text string) (int, bool) {
	i, ok := ed.Measure()
	if !ok || ed.Query.Set != nil || len(ed.Block().GroupBy) == 0 || IsCount(ed.Block().Items[i].Expr) || !strings.HasPrefix(strings.ToLower(ed.Block().Items[i].Expr.SQL()), "sum(") {
		return 0, false
	}
	t, named := ed.Targets(text)
	if !named || len(t) != 1 || t[0].Item >= 0 || t[0].Entity != nil || t[0].Aggregate != "" || len(t[0].Columns) != 1 || t[0].Columns[0].Role != schema.Measure {
		return 0, false
	}
	_, shown := aggregateOf(ed, t[0])
	return i, !shown
}

// ordersGroups says that the first key of the order has one value for each row that is shown.
func ordersGroups(ed *edit.Editor) bool {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.GroupBy) == 0 || len(ed.Query.OrderBy) == 0 {
		return true
	}
	x := q.Meaning(ed.Query.OrderBy[0].Expr)
	return x.Aggregate() || q.ItemOf(ed.Query.OrderBy[0].Expr) >= 0 || q.OnePerGroup(x, ed.Scope().Names)
}

// measureOf is the one number of the rows in force that the last word of several names, where the words together are read as what is no
// number: the highest "declared value" is no declaration's number.
func measureOf(ed *edit.Editor, text string) *schema.Column {
	words := ContentWords(text)
	t, ok := ed.Targets(text)
	root := ed.Root()
	if len(words) < 2 || root == nil || ed.Block().Grouped() || ok && (len(t) != 1 || t[0].Item >= 0 || len(t[0].Columns) != 1 || t[0].Columns[0].Role == schema.Measure) {
		return nil
	}
	var found *schema.Column
	for _, c := range root.Columns {
		if c.Role != schema.Measure || c.Hidden || !slices.Contains(c.Words, schema.Lemma(words[len(words)-1])) {
			continue
		}
		if found != nil {
			return nil
		}
		found = c
	}
	return found
}

// shownOfFamily is the one shown number whose name is of the family of the last word: what a "spender" spent; -1 for none.
func shownOfFamily(ed *edit.Editor, text string) int {
	words := ContentWords(text)
	if len(words) == 0 {
		return -1
	}
	said, found := schema.Stem(words[len(words)-1]), -1
	for i, item := range ed.Block().Items {
		if !ed.Number(item.Expr) || !slices.ContainsFunc(schema.Split(edit.ItemName(item)), func(w string) bool { return schema.Stem(strings.ToLower(w)) == said }) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// byAge orders people by their birth: the oldest first is who was born first. Not ok where the words name no people in force
// whose birth, or age, is known.
func byAge(ed *edit.Editor, text string, desc bool) bool {
	for _, it := range ed.Tag(text) {
		for _, t := range ed.Scope().Tables() {
			if m, _ := it.BestTable(); m != t && !slices.Contains(edit.LemmasOf(strings.Fields(it.Lower)), t.Words[len(t.Words)-1]) {
				continue
			}
			i := slices.IndexFunc(t.Columns, func(c *schema.Column) bool { return c.Has("birth", "birthday", "dob") && c.Role == schema.Moment })
			if i < 0 {
				continue
			}
			c := t.Columns[i]
			ed.Understand(fmt.Sprintf("sorted by %s", c))
			return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Desc: !desc, Sorted: true}}, false)
		}
	}
	return false
}

// namesMoment says that the words name one time, of which the oldest is the least.
func namesMoment(ed *edit.Editor, text string) bool {
	t, ok := ed.Targets(text)
	return ok && len(t) == 1 && len(t[0].Columns) == 1 && t[0].Columns[0].Role == schema.Moment
}

// orderDimension orders by what an adjective measures: a column of that sense, the time, else the measure in force.
func orderDimension(ed *edit.Editor, dimension []string, desc bool) bool {
	if len(dimension) > 0 && dimension[0] == "*" && !edit.Temporal(dimension) && inMeasureOrder(ed) {
		return Direct(ed, desc)
	}
	if len(ed.Operations) > 0 && ed.Operations[len(ed.Operations)-1] == "order" && (len(dimension) == 0 || dimension[0] == "*") {
		return Direct(ed, desc)
	}
	if len(dimension) > 0 && dimension[0] == "*" && !edit.Temporal(dimension) && ByMeasure(ed, desc) {
		return true
	}
	if i, ok := lasting(ed); ok && slices.Contains(dimension, "-time") {
		return SortByItem(ed, i, !desc)
	}
	if slices.Contains(dimension, "count") {
		if i := CountShown(ed); i >= 0 {
			return SortByItem(ed, i, desc)
		}
	}
	if edit.Temporal(dimension) {
		up := desc
		for _, w := range dimension {
			if w == "-date" {
				up = !desc
			}
		}
		if len(dimension) > 0 && dimension[0] == "*" && byMoment(ed, up) {
			return true
		}
	}
	if i, ok := figureOfDimension(ed, dimension); ok {
		return SortByItem(ed, i, desc)
	}
	if c, turned := ed.Measured(dimension); c != nil {
		if byTimeInView(ed, c, dimension, desc) {
			return true
		}
		if bound := boundMoment(ed, c.Table); bound != nil && c.Role == schema.Moment && !c.Has("birth", "birthday", "dob") {
			c = bound
		}
		ed.Understand(fmt.Sprintf("sorted by %s", c))
		return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Desc: desc != turned, Sorted: true}}, false)
	}
	if root := ed.Root(); root != nil && len(dimension) > 0 && dimension[0] == "*" && !edit.Temporal(dimension) && !ed.Block().Grouped() {
		if c := WorthColumn(ed, root); c != nil { // the biggest of rows of money is the one of the most
			ed.Understand(fmt.Sprintf("sorted by %s", c))
			return Order(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}, Desc: desc, Sorted: true}}, false)
		}
	}
	for _, w := range dimension {
		if w == "-date" {
			return byMoment(ed, !desc)
		}
	}
	if len(edit.Measures(ed.Block())) > 1 && len(dimension) > 0 && dimension[0] != "*" {
		ed.Assume("the order goes by the first figure") // none of them is of that sense
	}
	return ByMeasure(ed, desc)
}

// inMeasureOrder says that the rows, which are no groups, are in the order of a number of theirs: that is what is highest or lowest.
func inMeasureOrder(ed *edit.Editor) bool {
	if ed.Query.Set != nil || ed.Block().Grouped() || len(ed.Query.OrderBy) != 1 || !ed.Query.Limit.IsZero() {
		return false
	}
	c := ed.Scope().Column(ed.Query.OrderBy[0].Expr)
	return c != nil && c.Role == schema.Measure
}

// OtherEnd turns the order of a cut list around, or a figure that is the largest or least: "what about the least?" after the most, "and the lowest?"
// after the highest price.
func OtherEnd(ed *edit.Editor, text string) bool {
	desc, said := endSaid(ed, text)
	if !said {
		return false
	}
	if c := extremeShown(ed); c != nil {
		return turnExtreme(ed, c, desc)
	}
	return len(ed.Query.OrderBy) == 1 && !ed.Query.Limit.IsZero() && turnTo(ed, desc)
}

// endSaid is the end of an order that a text is about, and nothing else; of a time in force also the first and the last.
func endSaid(ed *edit.Editor, text string) (desc, ok bool) {
	items := ed.Tag(text)
	for i := range items {
		switch it := &items[i]; {
		case it.Is(tag.Superlative):
			_, turned := ed.Measured(it.Cue.Dimension)
			return it.Cue.Desc != turned, true
		case it.Is(tag.Most, tag.Common):
			return true, true
		case it.Is(tag.Least):
			return false, true
		case it.Is(tag.Top, tag.Bottom):
			c := extremeShown(ed)
			return it.Is(tag.Bottom), c != nil && c.Role == schema.Moment
		case !edit.Skippable(it) && !speaksOf(ed, it):
			return false, false
		}
	}
	return false, false
}

// extremeShown is the column of which the query in force shows the largest or the least value, and nothing else; nil for other queries.
func extremeShown(ed *edit.Editor) *schema.Column {
	q := ed.Block()
	if ed.Query.Set != nil || len(q.Items) != 1 || len(q.GroupBy) > 0 {
		return nil
	}
	fn, args, _, _, ok := q.Items[0].Expr.AsCall()
	if !ok || len(args) != 1 || !strings.EqualFold(fn, "max") && !strings.EqualFold(fn, "min") {
		return nil
	}
	return ed.Scope().Column(args[0])
}

// turnExtreme shows the value at an end of the column of which the query in force shows that at the other end.
func turnExtreme(ed *edit.Editor, c *schema.Column, desc bool) bool {
	fn, args, _, _, _ := ed.Block().Items[0].Expr.AsCall()
	want := "min"
	if desc {
		want = "max"
	}
	if strings.EqualFold(fn, want) {
		return false
	}
	ed.Block().Items[0] = edit.Aggregated(want, args[0], c.Name)
	return true
}

// speaksOf says that the item is a name of what the query reads, or a relative word behind it.
func speaksOf(ed *edit.Editor, it *tag.Item) bool {
	t, score := ed.Table(it.Matches)
	c, columnScore := ed.Column(it.Matches)
	return it.Is(tag.Who, tag.Exists) || it.Lower == "that" || it.Lower == "'s" || t != nil && score >= tag.StrongName && ed.Near(t) == 0 || c != nil && columnScore >= tag.StrongName && ed.Near(c.Table) == 0
}

func turnTo(ed *edit.Editor, desc bool) bool {
	if ed.Query.OrderBy[0].Desc == desc {
		return false
	}
	ed.Query.OrderBy[0].Desc = desc
	return true
}

// Foremost keeps the n rows that a superlative puts first; of rows that are told by their names alone, with what decided.
func Foremost(ed *edit.Editor, text string, n int) bool {
	if !Superlative(ed, text) || !Limit(ed, n) {
		return false
	}
	rows, q := ed.Root(), ed.Block()
	if rows == nil || q.Grouped() || q.Distinct || len(ed.Query.OrderBy) == 0 || slices.ContainsFunc(q.Items, func(item statement.Item) bool { return !slices.Contains(rows.Label, ed.Scope().Column(item.Expr)) }) {
		return true
	}
	if c := ed.Scope().Column(ed.Query.OrderBy[0].Expr); c != nil && c.Table == rows && !slices.Contains(rows.Label, c) {
		return Add(ed, []edit.Target{{Item: -1, Columns: []*schema.Column{c}}})
	}
	return true
}

// SettledExtreme keeps the row at one end of rows that are what they are only together.
func SettledExtreme(ed *edit.Editor, text string) bool {
	return Settled(ed) && ed.Query.Limit.IsZero() && Superlative(ed, text) && Limit(ed, 1)
}

// End keeps the row at one end of the measure in force: "who has the most?".
func End(ed *edit.Editor, u tag.Utterance) bool {
	if _, ok := ed.Measure(); !ok || ed.Query.Set != nil || !ed.Query.Limit.IsZero() {
		return false
	}
	return ByMeasure(ed, !u.Any(english.LowWords)) && Limit(ed, 1)
}

// WorthColumn is the one number of a table's rows that says what they are worth; nil where there is none.
func WorthColumn(ed *edit.Editor, t *schema.Table) *schema.Column {
	if c := edit.OnlyMeasureOf(t); c != nil {
		return c
	}
	return question.SoldFor(t)
}
