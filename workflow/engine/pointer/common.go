package pointer

import (
	"maps"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file lists what has something in common with a row that is pointed at: what is similar to it, "other films of the same rating", "what
// else does its supplier sell".

// pointed cuts out of the query in force the row that a text points at: by its place, by "it", or by what it is called.
func pointed(ed *edit.Editor, text string) (row *edit.Editor, thing *schema.Table) {
	tables := ed.Scope().Home()
	if ed.Query.Set != nil || len(tables) == 0 {
		return nil, nil
	}
	thing = clause.Thing(ed, tables)
	work := *ed
	work.Query = ed.Query.Clone()
	_, placed := PlaceOf(text)
	switch u := tag.Utter(text); {
	case len(u.Words) > 0 && english.RowItself[u.Words[0]] && len(u.Words) <= 2:
	case placed:
		if !NthRow(&work, u) {
			return nil, nil
		}
	case amongNamed(&work, text):
	default:
		work.Query = clause.RowsOfTable(thing)
		if !Filter(&work, text, measure.OnlyMode, 0) {
			return nil, nil
		}
	}
	if rows := measure.ShownAsRows(&work); work.Block().Grouped() && rows.Table != nil {
		picked := rows.Picked(&work)
		if picked == nil {
			return nil, nil
		}
		work.Query, thing = picked, rows.Table
	}
	return &work, thing
}

// amongNamed keeps those of the rows in force that go by a name.
func amongNamed(ed *edit.Editor, name string) bool {
	named, ok := RowNamed(ed, measure.WithoutOne(name))
	if !ok {
		return false
	}
	return ed.Try(func() bool {
		if !ed.Query.Limit.IsZero() {
			picked := measure.ShownAsRows(ed).Picked(ed)
			if picked == nil {
				return false
			}
			ed.Query = picked
			named, ok = RowNamed(ed, measure.WithoutOne(name))
		}
		return ok && ed.Block().AddPredicate(named) == nil
	})
}

// similar lists the rows of the same kind as one that is pointed at.
func similar(ed *edit.Editor, things, text string) bool {
	row, thing := pointed(ed, text)
	if row == nil || !measure.CallsThing(ed, things, thing) {
		return false
	}
	ed.Taken = append(ed.Taken, slices.Sorted(maps.Keys(english.AlikeWords))...)
	for _, e := range ed.Index.Graph.Of(thing) {
		if e.From == thing && len(e.FromColumns) == 1 && e.To.Called(english.KindWords) {
			ed.Understand("similar = of the same " + strings.ToLower(e.To.Name))
			return sharing(ed, row, thing, e.FromColumns[0])
		}
	}
	for _, c := range thing.Columns {
		if slices.ContainsFunc(c.Words, func(w string) bool { return english.KindWords[w] }) && !c.Hidden && !c.Key() {
			ed.Understand("similar = of the same " + c.Name)
			return sharing(ed, row, thing, c)
		}
	}
	return sharingBeside(ed, row, thing, func(t *schema.Table) bool { return t.Called(english.KindWords) })
}

// sharingBeside lists the rows of a table that belong to the same of another as a row does, where a table between says to which: the films
// of its categories.
func sharingBeside(ed *edit.Editor, row *edit.Editor, thing *schema.Table, to func(*schema.Table) bool) bool {
	for _, e := range ed.Index.Graph.Of(thing) {
		if e.To != thing || e.From == thing || len(e.FromColumns) != 1 {
			continue
		}
		for _, k := range ed.Index.Graph.Of(e.From) {
			if k.From != e.From || k.To == thing || !to(k.To) || len(k.FromColumns) != 1 {
				continue
			}
			key, ok := clause.Cell(row, e.ToColumns[0])
			if !ok {
				return false
			}
			kinds := clause.RowsIn(e.From, e.FromColumns[0], key)
			kinds.Items = []statement.Item{{Expr: statement.Column("", k.FromColumns[0].Name)}}
			others := clause.RowsIn(e.From, k.FromColumns[0], kinds)
			others.Items = []statement.Item{{Expr: statement.Column("", e.FromColumns[0].Name)}}
			ed.Query = clause.RowsIn(thing, e.ToColumns[0], others)
			ed.Understand("similar = of the same " + strings.ToLower(k.To.Name))
			return true
		}
	}
	return false
}

// inCommon lists the rows that have the same as one that is pointed at: a value, or what they belong to.
func inCommon(ed *edit.Editor, things, what, text string) bool {
	row, thing := pointed(ed, text)
	return row != nil && measure.CallsThing(ed, things, thing) && sharingWhat(ed, row, thing, what)
}

// sharingWhat lists the rows of a table that have the same as a row of it in what words name.
func sharingWhat(ed, row *edit.Editor, thing *schema.Table, what string) bool {
	for _, it := range ed.Tag(what) {
		t, score := it.BestTable()
		if t == nil || score < tag.StrongName || t == thing {
			continue
		}
		for _, e := range ed.Index.Graph.Of(thing) {
			if e.From == thing && e.To == t && len(e.FromColumns) == 1 {
				return sharing(ed, row, thing, e.FromColumns[0])
			}
		}
		if sharingBeside(ed, row, thing, func(to *schema.Table) bool { return to == t }) {
			return true
		}
	}
	list, ok := ed.Targets(what)
	if !ok || len(list) != 1 || list[0].Aggregate != "" || len(list[0].Columns) != 1 || list[0].Columns[0].Table != thing {
		return false
	}
	return sharing(ed, row, thing, list[0].Columns[0])
}

// sharing lists the rows of a table that have the value of a column that a row has.
func sharing(ed *edit.Editor, row *edit.Editor, thing *schema.Table, c *schema.Column) bool {
	value, ok := clause.Cell(row, c)
	if !ok {
		return false
	}
	ed.Query = clause.RowsIn(thing, c, value)
	return true
}

// sharesWith lists what has the same as a row that is pointed at: what, what they have in common, and which row, where that is said. What is
// asked for as others leaves the row itself out.
func sharesWith(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
	which := "it"
	if len(f.Slots) > 2 {
		which = u.Text(f.Slots[2])
	}
	things, what := u.Text(f.Slots[0]), u.Text(f.Slots[1])
	if !u.Any(english.OtherWords) {
		return inCommon(ed, things, what, which)
	}
	return elseOf(ed, things, what, which)
}

// elseRules are ways of asking for what else has the same as a row: "what else is on that album", "what else does its supplier sell".
func elseRules() []clause.Rule {
	const (
		lead = "[and|so|now|but|ok] "
		what = "what|who|anything|anyone|anybody|something|someone|somebody|everything|everyone else "
		in   = "in|on|by|from|of|at|for|with|under "
	)
	of := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return elseOfOwner(ed, "", u.Text(f.Slots[0])) }
	return []clause.Rule{
		clause.RuleOf("similar", of,
			lead+what+"[that|which|who] is|are|was|were|lives|live|works|work|comes|belongs [also] "+in+"{}", lead+"[is|are|was|were] [there] "+what+in+"{}",
			lead+"does|do|is "+what+"[also] [live|work|come|living|working] "+in+"{}"),
		clause.RuleOf("similar", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return len(clause.ContentWords(u.Text(f.Slots[1]))) <= 1 && elseOfOwner(ed, "", u.Text(f.Slots[0]))
		}, lead+"what|who else does|do|did|has|have|can {} {}"),
		clause.RuleOf("similar", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return elseOf(ed, u.Text(f.Slots[1]), u.Text(f.Slots[0]), "it")
		}, lead+"[show|list|give] [me] [the|that|this|its] {} 's other {}"),
		clause.RuleOf("similar", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return elseOfOwner(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, lead+"what|which other {} is|are|was|were|live|work|come|belong [there|also] "+in+"{}", lead+"is|are there [any] other {} "+in+"{}"),
	}
}

// elseOfOwner lists what else has the same as a row: by what they have in common ("its supplier", "that album", "the supplier of the first
// one"), or by a value ("Google"), without the rows in force.
func elseOfOwner(ed *edit.Editor, things, owner string) bool {
	what, which, pointing := ownerSaid(owner)
	if what == "" {
		return false
	}
	if pointing {
		return elseOf(ed, things, what, which)
	}
	tables := ed.Scope().Home()
	if len(tables) == 0 || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	row := *ed
	row.Query = ed.Query.Clone()
	thing := clause.Thing(ed, tables)
	if !measure.CallsThing(ed, things, thing) {
		return false
	}
	ed.Query = clause.RowsOfTable(thing)
	return Filter(ed, what, measure.OnlyMode, 0) && apartFrom(ed, &row, thing)
}

// ownerSaid parts what rows have in common from the row that has it: "the supplier of the first one" is the supplier and the first one. It
// points where it leads to a row.
func ownerSaid(text string) (what, which string, pointing bool) {
	words := tag.Utter(text).Words
	which = "it"
	if at := slices.IndexFunc(words, func(w string) bool { return w == "of" || w == "as" }); at > 0 && at+1 < len(words) {
		which, words, pointing = strings.Join(words[at+1:], " "), words[:at], true
		if english.TheyWords[which] || english.PossessivePronouns[which] {
			which = "it"
		}
	}
	for len(words) > 0 && (english.Articles[words[0]] || english.PossessivePronouns[words[0]] || english.RowItself[words[0]] || words[0] == "same" || words[0] == "own") {
		pointing = pointing || !english.Articles[words[0]]
		words = words[1:]
	}
	return strings.Join(words, " "), which, pointing
}

// elseOf lists what has the same as a row, without that row.
func elseOf(ed *edit.Editor, things, what, which string) bool {
	row, thing := pointed(ed, which)
	return row != nil && measure.CallsThing(ed, things, thing) && sharingWhat(ed, row, thing, what) && apartFrom(ed, row, thing)
}

// apartFrom leaves rows of a table out of those in force.
func apartFrom(ed, row *edit.Editor, thing *schema.Table) bool {
	key := thing.PrimaryKey()
	if key == nil {
		return false
	}
	x, ok := ed.Scope().Ref(key)
	rows, found := clause.Cell(row, key)
	return ok && found && ed.Block().AddPredicate(statement.Not(statement.InQuery(x, rows))) == nil
}
