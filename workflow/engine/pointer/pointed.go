package pointer

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
	"parley/workflow/schema/wordlist"
)

// This file asks of rows that are pointed at (see pointer.go). In the place of the words that point a name is put that
// stands for a value of the rows, and the whole is read as a question by the readers of questions: "which department is the
// fourth one in" as "which department is NAME in". In what they make of it, the rows stand where the name stood. A reading
// without the name is none.

// standIn is the name that is put in the place of what points. Nobody says it.
const standIn = "Qwyxar"

// standText and sentinel are the values that it stands for.
const standText = "the rows that are pointed at"

// pointingRules read what points at rows themselves.
var pointingRules = wordlist.SetOf("compared", "similar", "superior", "rows that belong", "live", "skip", "limit", "top", "show only", "rows behind", "first per", "nth filter", "one side", "share of one")

// PointedFirst says that what the rules made has a place for what points at rows, or points at what they did themselves.
func PointedFirst(list []Rival) bool {
	if len(list) > 0 && slices.Contains(list[0].Editor.Operations, "show used") {
		return true
	}
	return len(list) > 0 && len(list[0].Editor.Operations) > 0 && !slices.ContainsFunc(list[0].Editor.Operations, func(name string) bool { return !pointingRules[name] })
}

// BehindFirst says that the rules list the rows behind figures that a condition picks, or say what share of all they are: these are pointed
// at as well, with all that narrows them.
func BehindFirst(list []Rival) bool {
	return len(list) > 0 && len(list[0].Editor.Operations) == 1 && (list[0].Editor.Operations[0] == "rows behind" || list[0].Editor.Operations[0] == "share of one")
}

// ShownBeside says that the rules show what was asked of a row beside the row: a column, or the name of what it belongs to.
func ShownBeside(ed *edit.Editor, list []Rival, pointed *Rival) bool {
	other := func(name string) bool {
		return name != "add" && name != "rows that belong" && name != "added of those" && name != "priced"
	}
	if pointed == nil || len(list) == 0 || slices.ContainsFunc(list[0].Editor.Operations, other) || !ReadsPlace(ed, list) || pointed.Query.Set != nil {
		return false
	}
	added := map[*schema.Table]bool{}
	now, was := edit.View{Index: ed.Index, Query: edit.Leftmost(list[0].Query)}, ed.Block().Items
	for _, item := range now.Query.Items {
		if c := now.Column(item.Expr); c != nil && !slices.ContainsFunc(was, func(old statement.Item) bool { return old.Expr.Equal(item.Expr) }) {
			if rows := measure.ShownAsRows(ed); ed.Fans(c.Table) > 0 || rows.Table != nil && ed.FansFrom([]*schema.Table{rows.Table}, c.Table) > 0 {
				return false
			}
			added[c.Table] = true
		}
	}
	then := edit.View{Index: ed.Index, Query: pointed.Query}
	for _, item := range then.Query.Items {
		if _, star := item.Expr.AsStar(); star {
			if tables := then.Tables(); !slices.ContainsFunc(tables, func(t *schema.Table) bool { return added[t] }) {
				return false
			}
		} else if c := then.Column(item.Expr); c == nil || !added[c.Table] {
			return false
		}
	}
	return len(added) > 0
}

// LeftToRules says that an input asks for nothing but the row that is greatest: the rules choose it, with the figure that decides.
func LeftToRules(ed *edit.Editor, u tag.Utterance, r Reference) bool {
	_, cut := clause.CutAt(ed)
	if cut && groupsAreRows(ed) && clause.SaysPrice(ed, u.Text(r.At)) {
		return false
	}
	return r.Extreme && !r.Several && (!cut || ed.Block().Grouped()) && !asksContent(u, r)
}

// asksContent says that a word beside a reference is more than what a question is built of: "which one did the most" asks for nothing
// but the row.
func asksContent(u tag.Utterance, r Reference) bool {
	for i, w := range u.Words {
		if (i < r.At.From || i >= r.At.To) && !english.NarrowWords[w] && !english.WhWords[w] && !english.AskedOfRow[w] && !english.RowNouns[w] && !english.Courtesy[w] {
			return true
		}
	}
	return false
}

// AsPronoun is what the rules make of the rows that are pointed at where a pronoun says what the reference did: "where does that customer
// live" as "where do they live" of that row; nil where they make nothing of it.
func AsPronoun(ed *edit.Editor, row *edit.Editor, u tag.Utterance, r Reference) *Rival {
	before, after := u.Text(tag.Stretch{From: 0, To: r.At.From}), u.Text(tag.Stretch{From: r.At.To, To: len(u.Tokens)})
	pronoun := " they "
	switch {
	case r.owner:
		if pronoun = " their "; r.At.To < len(u.Words) && english.PossessiveMarks[u.Words[r.At.To]] {
			after = u.Text(tag.Stretch{From: r.At.To + 1, To: len(u.Tokens)})
		}
	case r.At.From > 0 && (english.OwnWords[u.Words[r.At.From-1]] || u.Words[r.At.From-1] == "to" || u.Words[r.At.From-1] == "about" || u.Words[r.At.From-1] == "of"):
		pronoun = " them "
	}
	said := tag.Utter(strings.TrimSpace(before + pronoun + after))
	work := *row
	work.Query, work.Said = row.Query.Clone(), said
	if !clause.Apply(&work, said, tag.Stretch{From: 0, To: len(said.Tokens)}) || len(Unknown(&work, said)) > 0 && !clause.OfPeople[work.Operations[0]] || !clause.Sure(&work, said, work.Operations) {
		return nil
	}
	if s, err := work.Query.Build(ed.Dialect); err != nil || losesNumber(said, s.SQL()) {
		return nil
	}
	if shown := Unchanged(work.Query, row.Query); shown && (!clause.OfPeople[work.Operations[0]] || Unchanged(row.Query, ed.Query)) {
		return nil
	}
	work.Understand(u.Text(r.At) + " = that of the rows in force")
	return &Rival{Query: work.Query, Mix: clause.Edited, Reading: -1, Editor: &work, Present: ed.Query, Sure: true, Firm: !r.Plain}
}

// losesNumber says that an input says a number of more than one figure that a statement does not hold: "… in 1998".
func losesNumber(said tag.Utterance, sql string) bool {
	return slices.ContainsFunc(said.Words, func(w string) bool {
		return len(w) > 1 && strings.Trim(w, "0123456789") == "" && !strings.Contains(sql, w)
	})
}

// PlainRows are the rows of their table that groups in force are, one by one; nil where they are no such groups.
func PlainRows(ed, row *edit.Editor) *edit.Editor {
	if !ed.Block().Grouped() {
		return nil
	}
	work := *row
	if work.Query = measure.ShownAsRows(ed).Picked(row); work.Query == nil {
		return nil
	}
	return &work
}

// KeysAlone says that a query shows nothing but one key.
func KeysAlone(ed *edit.Editor, q *statement.Query) bool {
	if q.Set != nil || len(q.Items) != 1 {
		return false
	}
	c := edit.View{Index: ed.Index, Query: q}.Column(q.Items[0].Expr)
	return c != nil && c.Key()
}

// OnlyThese is the query in force with the rows alone that are counted to: every column of them where more of them is asked for.
func OnlyThese(ed *edit.Editor, row *edit.Editor, u tag.Utterance, r Reference) *Rival {
	if u.Any(english.ApartWords) {
		return nil
	}
	work := *row
	if u.Has("more") || u.Has("details") || u.Has("about") || (r.Valued || r.Named) && showsNames(ed) {
		work.Try(func() bool { return WholeRows(&work) })
	}
	work.Understand(u.Text(r.At) + " = that of the rows in force")
	work.Operations = []string{"limit"}
	return &Rival{Query: work.Query, Mix: clause.Edited, Reading: -1, Editor: &work, Present: ed.Query, Sure: true}
}

// BothOf is the query in force with two rows alone that are counted to: every column of them where they are set side by side.
func BothOf(ed *edit.Editor, row *edit.Editor, u tag.Utterance, r Reference) *Rival {
	made := row
	if u.Any(english.ComparingWords) {
		made.Try(func() bool { return everyColumn(made) })
	} else if u.Any(english.ApartWords) {
		return nil
	}
	made.Understand(u.Text(r.At) + " = those of the rows in force")
	made.Operations = []string{"compared"}
	return &Rival{Query: made.Query, Mix: clause.Edited, Reading: -1, Editor: made, Present: ed.Query, Sure: true, Firm: true}
}

// showsNames says that the query shows what its rows are called, and nothing else: of one that is called by its name, that says nothing.
func showsNames(ed *edit.Editor) bool {
	rows, q := measure.ShownAsRows(ed), ed.Block()
	return rows.Table != nil && !q.Grouped() && !slices.ContainsFunc(q.Items, func(item statement.Item) bool {
		return !slices.Contains(rows.Table.Label, ed.Scope().Column(item.Expr))
	})
}

// NamedAlone says that rows of which only the names are shown are narrowed by a name, and by nothing else.
func NamedAlone(before, now *edit.Editor) bool {
	added := Without(now.Block().Where, before.Block().Where)
	return showsNames(before) && len(added) == 1 && slices.Contains(measure.ShownAsRows(before).Table.Label, now.Scope().Subject(added[0]))
}

// OnlyItself says that a question for people is answered with nothing but the rows that are pointed at, which are none.
func OnlyItself(ed *edit.Editor, u tag.Utterance, q *statement.Query, rows clause.AsRows) bool {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	if s.Empty() || u.Words[s.From] != "who" || q.Set != nil {
		return false
	}
	if len(q.GroupBy) == 0 && len(edit.Measures(q)) == len(q.Items) {
		return true // a figure is nobody
	}
	if rows.Table == nil {
		return false
	}
	if reader.Person(rows.Table) { // "who are they" are they; who served them is somebody else
		next := u.Words[min(s.From+1, len(u.Words)-1)]
		t := clause.Doer(ed, rows.Table, next)
		return !english.IsWords[next] && !english.BeforeDoer[next] && t != nil && t != rows.Table && len(q.From) == 1 && edit.View{Index: ed.Index, Query: q}.Table(q.From[0]) == rows.Table
	}
	_, star := q.Items[0].Expr.AsStar()
	return star && len(q.From) == 1 && edit.View{Index: ed.Index, Query: q}.Table(q.From[0]) == rows.Table
}

// TellApart shows of several rows what each is called beside the columns of theirs that were asked for, instead of each value once.
func TellApart(ed *edit.Editor, q *statement.Query, r Reference, u tag.Utterance, rows clause.AsRows) {
	several := r.Several || english.TheyWords[u.Words[r.At.From]] || english.ThoseWords[u.Words[r.At.From]]
	if !several || rows.Table == nil || !q.Distinct || q.Set != nil || len(q.GroupBy) > 0 || len(q.From) != 1 {
		return
	}
	s := edit.View{Index: ed.Index, Query: q}
	for _, it := range q.Items {
		if c := s.Column(it.Expr); c == nil || c.Table != rows.Table {
			return
		}
	}
	var lead []statement.Item
	for _, c := range rows.Table.Label {
		x, ok := s.Ref(c)
		if _, shown := s.Shown(c); ok && !shown {
			lead = append(lead, statement.Item{Expr: x})
		}
	}
	q.Distinct, q.Items = false, append(lead, q.Items...)
}

// KeepConditions holds what was asked of the rows that a group by a value is made of to the same conditions as these: the largest of the
// payments in dollars is one of last month's where those were counted.
func KeepConditions(ed *edit.Editor, q *statement.Query) {
	if q.Set != nil || ed.Query.Set != nil {
		return
	}
	to := edit.View{Index: ed.Index, Query: q}
	for _, p := range ed.Block().Where {
		carried, ok := clause.CarryAll([]statement.Expr{p}, ed.Scope(), to)
		if ok && !slices.ContainsFunc(q.Where, carried[0].Equal) {
			q.Where = append(slices.Clone(q.Where), carried[0])
		}
	}
}

// FirstOf is the likeliest reading that may be run; nil when there is none.
func FirstOf(p *reader.Pool) *reader.Option {
	for _, o := range p.Options {
		if o.Chance() >= reader.AnswerEnough && !o.Barred {
			return o
		}
	}
	return nil
}

// leastWhole is the chance from which on a reading is taken of which every word has a part and that asks of the rows that are pointed at.
const leastWhole = 0.1

// WholeOf is the likeliest reading in which every word has a part; nil where none is likely at all.
func WholeOf(p *reader.Pool) *reader.Option {
	for _, o := range p.Options {
		if o.Chance() >= leastWhole && !o.Barred && len(o.Draft.Ignored) == 0 {
			return o
		}
	}
	return nil
}

// ForEachOf is the first of the texts with the groups that are pointed at told one by one, where a figure of several groups is asked for:
// "how many orders do the first three have". Empty where it is not.
func ForEachOf(ed *edit.Editor, u tag.Utterance, r Reference, rows clause.AsRows, texts []string) string {
	if !r.Several || rows.Table != nil || rows.Fact == nil || len(texts) == 0 || !slices.ContainsFunc(figureAsks, func(said string) bool { return strings.Contains(" "+strings.Join(u.Words, " ")+" ", said) }) {
		return ""
	}
	return strings.TrimRight(texts[0], " ?.!") + " per " + strings.Join(rows.Called.Words, " ")
}

// figureAsks are words that ask for a figure.
var figureAsks = []string{" how many ", " how much ", " number of ", " count of ", " total ", " average ", " sum of "}

// namesBefore finds what is asked for where nothing but a name and a word of place stand before what points: "the customers behind".
var namesBefore = regexp.MustCompile(`(?i)^(?:show |list |give )?(?:me )?(?:all )?(?:the )?(\w+) (?:behind|from|for|with|in|by|on|of|to|at)$`)

// furtherSaid are words for more of what is on screen already.
var furtherSaid = regexp.MustCompile(`(?i)\b(?:other|else|more|further|another|any other|the other) ?`)

// WithStandIn is the input with the name in the place of what points: by itself, and behind what the rows are called.
func WithStandIn(ed *edit.Editor, u tag.Utterance, r Reference, rows clause.AsRows) []string {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	for !s.Empty() && s.From < r.At.From && (u.Words[s.From] == "and" || u.Words[s.From] == "but" || u.Words[s.From] == "so" || u.Words[s.From] == "now") {
		s.From++
	}
	before, after := u.Text(tag.Stretch{From: min(s.From, r.At.From), To: r.At.From}), u.Text(tag.Stretch{From: r.At.To, To: max(s.To, r.At.To)})
	if r.Held != nil || r.ByName {
		before, after = furtherSaid.ReplaceAllString(before, ""), furtherSaid.ReplaceAllString(after, "")
	}
	if !AsksMore(before) && !AsksMore(after) {
		return nil
	}
	if r.Part {
		if rows.Table == nil {
			return nil
		}
		if r.Each {
			before += " each"
		} else if before == "" {
			before = "which"
		}
		return []string{strings.TrimSpace(before + " " + strings.Join(rows.Table.Words, " ") + " " + after)}
	}
	own := after
	if r.mine {
		after = "'s " + after
	} else if !r.owner {
		after = " " + after
	}
	if r.place && before != "" {
		before += " in"
	}
	out := []string{strings.TrimSpace(before + " " + standIn + after)}
	if r.mine {
		out = append(out, strings.TrimSpace(before+" the "+strings.TrimRight(own, "?!. ")+" of "+standIn))
	}
	if rows.Table != nil {
		out = append(out, strings.TrimSpace(before+" the "+strings.Join(rows.Table.Words, " ")+" "+standIn+after))
	}
	if !r.Plain && rows.Fact != nil && rows.Table != rows.Fact && !AsksMore(withoutGlue(before+" "+after)) {
		fact := rows.Fact
		if counted := measure.CountedBy(ed, fact); counted != nil {
			fact = counted.To
		}
		return []string{"show the " + strings.Join(fact.Words, " ") + " of " + standIn}
	}
	if m := namesBefore.FindStringSubmatch(before); m != nil && r.At.To >= s.To && Called(ed, m[1]) != nil {
		out = append(out, "show the "+m[1]+" of "+standIn)
	}
	if wanted := wantedOf(ed, u, r, rows); wanted != "" && u.Any(english.CostVerbs) {
		out = append([]string{"show the " + wanted + " of " + standIn}, out...)
	} else if wanted != "" {
		out = append(out, "show the "+wanted+" of "+standIn)
	}
	if things := thingsOf(ed, u, r, rows); things != "" {
		out = append([]string{"show the " + things + " of " + standIn}, out...)
	}
	return out
}

// thingsOf is what the rows that belong to a row are about, where they are about one kind of things: the products of an order's lines,
// for "what was in it". Empty where the question names anything itself.
func thingsOf(ed *edit.Editor, u tag.Utterance, r Reference, rows clause.AsRows) string {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	if rows.Table == nil || s.Empty() || u.Words[s.From] != "what" || s.From+1 >= len(u.Words) || !english.AskedOfRow[u.Words[s.From+1]] && !english.PossessiveMarks[u.Words[s.From+1]] {
		return ""
	}
	for _, side := range []tag.Stretch{{From: s.From + 1, To: r.At.From}, {From: r.At.To, To: s.To}} {
		if slices.ContainsFunc(ed.Tag(u.Text(side)), func(it tag.Item) bool { return len(it.Matches) > 0 && it.Matches[0].Score() >= tag.StrongName }) {
			return ""
		}
	}
	var found *schema.Table
	for _, e := range ed.Index.Graph.Of(rows.Table) {
		if e.To != rows.Table || e.From == rows.Table {
			continue
		}
		if e.From.Named() { // they are things themselves, and no lines about some
			if found != nil && found != e.From {
				return ""
			}
			found = e.From
			continue
		}
		for _, k := range ed.Index.Graph.Of(e.From) {
			switch {
			case k.From != e.From || k.To == rows.Table || len(k.To.Label) == 0:
			case found != nil && found != k.To:
				return ""
			default:
				found = k.To
			}
		}
	}
	if found == nil {
		return ""
	}
	return strings.Join(found.Words, " ")
}

func withoutGlue(text string) string {
	return strings.Join(slices.DeleteFunc(strings.Fields(strings.ToLower(text)), func(w string) bool { return english.GlueWords[w] }), " ")
}

// overseer are the words of the one column that says who has a row in charge; empty where none does.
func overseer(t *schema.Table) string {
	found := ""
	for _, c := range t.Columns {
		if c.Hidden || !slices.ContainsFunc(c.Words, func(w string) bool { return english.Superiors[w] || w == "head" || w == "mgr" }) {
			continue
		}
		if found != "" {
			return ""
		}
		found = strings.Join(c.Words, " ")
	}
	return found
}

// wantedOf is what a question asks for of a row, whatever verb says so: "physicians" of "which physicians are trained in", the
// people of "who lives in"; empty where it names nothing.
func wantedOf(ed *edit.Editor, u tag.Utterance, r Reference, rows clause.AsRows) string {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	if rows.Table == nil || s.Empty() {
		return ""
	}
	if u.Any(english.CostVerbs) && (u.Words[s.From] == "what" || u.Words[s.From] == "how") {
		if c := question.SoldFor(rows.Table); c != nil {
			return strings.Join(c.Words, " ")
		}
	}
	switch u.Words[s.From] {
	case "which", "what", "whose":
		for to := min(r.At.From, s.From+4); to > s.From+1; to-- {
			if t := Called(ed, u.Text(tag.Stretch{From: s.From + 1, To: to})); t != nil && t != rows.Table {
				return u.Text(tag.Stretch{From: s.From + 1, To: to})
			}
		}
	case "who":
		if s.From+1 < len(u.Words) {
			if english.Overseeing[schema.Lemma(u.Words[s.From+1])] {
				return overseer(rows.Table)
			}
			t := clause.Doer(ed, rows.Table, u.Words[s.From+1])
			if t == nil {
				t = nearestPeople(ed, rows.Table)
			}
			if t != nil {
				return strings.Join(t.Words, " ")
			}
		}
	}
	return ""
}

// AsksMore says that words beside a reference ask for something: that only it is meant, is left out, or is compared is for the rules.
func AsksMore(text string) bool {
	return slices.ContainsFunc(tag.Utter(text).Words, func(w string) bool { return !english.NarrowWords[w] && !strings.Contains("?.!,;", w) })
}

// Standing is the engine over a database in which the name stands for the rows.
func Standing(e *reader.Engine, rows clause.AsRows, inner *statement.Query) *reader.Engine {
	over := *e
	value := valueStanding(rows.Called)
	over.Index = e.Index.Standing(standIn, []schema.ValueMatch{{Column: rows.Called, Value: value, Text: fmt.Sprint(value), Whole: true}})
	over.Tagger, over.Composer = tag.NewTagger(over.Index), e.Composer.Over(over.Index)
	over.Bind = func(q *statement.Query) bool { return putRows(q, rows, value, inner) }
	return &over
}

// nearestPeople is the table of people nearest to a table, those who serve behind those who are served; nil where two are as near.
func nearestPeople(ed *edit.Editor, of *schema.Table) *schema.Table {
	var best *schema.Table
	least, tied := 0, false
	for _, t := range ed.Index.Tables {
		far := 2 * ed.Index.Graph.Distance(of, t)
		if t == of || far < 1 || far > 2*clause.FarthestDoer || !reader.Person(t) {
			continue
		}
		if t.Called(english.Servers) {
			far++
		}
		switch {
		case best == nil || far < least:
			best, least, tied = t, far, false
		case far == least:
			tied = true
		}
	}
	if tied {
		return nil
	}
	return best
}

// AmongRows is the engine that answers of the rows alone where it answers of their table.
func AmongRows(e *reader.Engine, rows clause.AsRows, inner *statement.Query) *reader.Engine {
	over := *e
	over.Bind = func(q *statement.Query) bool {
		if q.Set != nil {
			return false
		}
		x, ok := edit.View{Index: e.Index, Query: q}.Ref(rows.Key)
		return ok && q.AddPredicate(statement.InQuery(x, inner.Clone())) == nil
	}
	return &over
}

// valueStanding is what the name stands for in a column.
func valueStanding(c *schema.Column) db.Value {
	if c.Type.Numeric() {
		return int64(Sentinel)
	}
	return standText
}

// putRows puts the rows where the value stands; false where it stands nowhere, or in another place than a comparison.
func putRows(q *statement.Query, rows clause.AsRows, value db.Value, inner *statement.Query) bool {
	done := false
	edit.Everywhere(q, func(_ *statement.Query, e statement.Expr) statement.Expr {
		op, l, r, ok := e.AsBinary()
		if v, literal := r.AsLiteral(); !ok || !literal || v != value || op != "=" && op != "<>" {
			return e
		}
		qualifier, name, ok := l.AsColumn()
		if !ok {
			return e
		}
		if name == rows.Called.Name { // else it is a key that refers to the rows, and stands for theirs
			name = rows.Key.Name
		}
		done = true
		in := statement.InQuery(statement.Column(qualifier, name), inner.Clone())
		if op == "<>" {
			return statement.Not(in)
		}
		return in
	})
	return done
}
