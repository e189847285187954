package pointer

import (
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

// This file compares rows with one row that an input points at, by an adjective: "anything similar but cheaper", "cheaper than it", "those
// that are cheaper than the Kestrel", and chooses of two that took turns: "which is cheaper?".

// GradedRules are ways of asking for what is more or less so than a row.
func GradedRules() []clause.Rule {
	const (
		lead = "[and|so|now|but|ok|hmm] [what|how] [about] [is|are|do|have|got|has|show|find|give|any] [there|me|you|we|they|it] [have|got|offer|sell] "
		some = "[the|those|these|anything|something|any|some|a|an|one|ones|others|other|more] [else|ones|one] [that|which] [is|are] "
		ends = " [one|ones|option|options|alternative|alternatives|version] [please|maybe|perhaps]"
	)
	graded := func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
		return gradedThan(ed, u.Text(f.Slots[0]), u.Any(english.AlikeWords))
	}
	return []clause.Rule{
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool { return gradedOfTwo(ed, u.Text(f.Slots[0])) },
			"[and|so|now|but|ok] which|what|who [one|of] [them|those|these|the] [two] is|was|are|were [the] {} [one] [please]"),
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return gradedWithin(ed, "", u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, lead+some+"[a] [even|much|bit|little|slightly] {} in|of|from|with|by|on|at the|its same|own {} [please]", lead+some+"in|of|from|with|by|on|at the same {} [,] [but|only|just|and|that|which] [is|are] [a] [even|much|bit|little|slightly] {}"+ends),
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			last := len(f.Slots) - 1
			things := ""
			if last == 2 {
				things = u.Text(f.Slots[0])
			}
			return gradedThanRow(ed, things, u.Text(f.Slots[last]), u.Text(f.Slots[last-1]))
		}, lead+some+"similar|comparable|alike|like [to] {} [,] but|only|just [a] [even|much|bit|little|slightly] {}"+ends, lead+"[any|some|the|other|more] {} [that|which] [is|are] similar|comparable|like [to] {} [,] but|only|just [a] [even|much|bit|little|slightly] {}"+ends),
		clause.RuleOf("graded", graded, lead+some+"similar|comparable|alike|like [it|this|that|those] [one] [,] [but|only|just] [a] [even|much|bit|little|slightly] {}"+ends),
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return (english.RowItself[strings.ToLower(u.Words[f.Slots[1].From])] || u.Text(f.Slots[1]) == "the one") && gradedThan(ed, u.Text(f.Slots[0]), false)
		}, lead+some+"[a] [even|much|bit|little|slightly] {} than {} [one] [please]"),
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return callsThose(ed, u.Text(f.Slots[0])) && gradedThan(ed, u.Text(f.Slots[1]), false)
		}, lead+"[any|some|the|all] [other|more|further] {} [that|which] [is|are] [a] [even|much|bit|little|slightly] {} than it|that|this|these|those [one|price] [please]"),
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return gradedThanNamed(ed, u.Text(f.Slots[0]), u.Text(f.Slots[1]))
		}, lead+some+"[a] [even|much|bit|little|slightly] {} than [the] {} [one] [please]"),
		clause.RuleOf("graded", func(ed *edit.Editor, u tag.Utterance, f tag.Fit) bool {
			return gradedThan(ed, u.Text(f.Slots[0]), false)
		}, lead+"[the|those|anything|something|any|some|a|an|one|ones|others|other] [else] [that|which] [is|are] [a] [even|much|bit|little|slightly] {}"+ends),
	}
}

// callsThose says that a text is what the rows in force are called, or a word of the project that is asked of them.
func callsThose(ed *edit.Editor, text string) bool {
	return CallsRows(ed, text) || slices.ContainsFunc(ed.Tag(text), func(it tag.Item) bool {
		return slices.ContainsFunc(it.Matches, func(m schema.Match) bool {
			return m.Column != nil && m.Column.Condition != nil && m.Column.Table == ed.Root()
		}) || slices.ContainsFunc(it.Values, func(v schema.ValueMatch) bool {
			return v.Column != nil && v.Column.Condition != nil && v.Column.Table == ed.Root()
		})
	})
}

// comparative is the column that an adjective in the comparative measures of the rows in force, and the operator of what is more so.
func comparative(ed *edit.Editor, text string) (x statement.Expr, operator string, superlative string, ok bool) {
	words, more, most := tag.Comparative(text)
	if len(words) == 0 {
		return x, "", "", false
	}
	c, turned := ed.Measured(words)
	if c == nil {
		return x, "", "", false
	}
	x, ok = ed.Scope().Ref(c)
	if more != turned {
		return x, ">", most, ok
	}
	return x, "<", most, ok
}

// gradedThan keeps the rows that are more so than the one row in force: of those that it was chosen from, else of its kind, else of all.
func gradedThan(ed *edit.Editor, adjective string, alike bool) bool {
	if ed.Rows == 1 && alike && ed.Block().Grouped() {
		return gradedThanRow(ed, "", adjective, "it")
	}
	return ed.Rows == 1 && gradedAmong(ed, ed, adjective, func() bool {
		return ed.Try(func() bool { return chosenFrom(ed) }) || alike && ed.Try(func() bool { return similar(ed, "", "it") }) || allOfRoot(ed)
	})
}

// allOfRoot puts all rows of the table in force in the place of those in force.
func allOfRoot(ed *edit.Editor) bool {
	ed.Query = clause.RowsOfTable(ed.Root())
	return true
}

// gradedThanRow keeps the rows that are like one that words point at and more so than it: "similar to the first one but cheaper". Where
// nothing says of what kind things are, all of them are looked at.
func gradedThanRow(ed *edit.Editor, things, adjective, text string) bool {
	row, thing := pointed(ed, text)
	if row == nil || !measure.CallsThing(ed, things, thing) {
		return false
	}
	return gradedAmong(ed, row, adjective, func() bool {
		return ed.Try(func() bool { return similar(ed, things, text) }) || ed.Try(func() bool { return allOfRoot(ed) })
	})
}

// gradedAmong keeps the rows that are more so than one row, among those that others puts in the place of the rows in force.
func gradedAmong(ed, row *edit.Editor, adjective string, others func() bool) bool {
	if row.Query.Set != nil || row.Block().Grouped() || len(row.Query.From) != 1 {
		return false
	}
	x, operator, _, ok := comparative(row, adjective)
	c := row.Scope().Column(x)
	if !ok || c == nil {
		return false
	}
	than, ok := clause.Cell(row, c)
	if !ok {
		return false
	}
	if most, cut := clause.CutAt(row); row != ed && !(cut && most == 1) {
		than.Items[0].Expr = statement.Call(map[string]string{"<": "min", ">": "max"}[operator], than.Items[0].Expr)
	}
	if !others() {
		return false
	}
	x, ok = ed.Scope().Ref(c)
	if !ok {
		return false
	}
	ed.Query.ClearLimit()
	ed.Taken = append(ed.Taken, edit.LemmasOf(clause.ContentWords(adjective))...)
	ed.Understand(adjective + " = " + c.Name + " " + operator + " that of the row that is meant")
	return ed.Block().AddPredicate(statement.Binary(operator, x, statement.Scalar(than))) == nil
}

// gradedThanNamed keeps the rows in force that are more so than one of them that a name points at.
func gradedThanNamed(ed *edit.Editor, adjective, name string) bool {
	x, operator, _, ok := comparative(ed, adjective)
	if !ok || ed.Query.Set != nil || ed.Block().Grouped() {
		return false
	}
	named, ok := RowNamed(ed, measure.WithoutOne(name))
	c := ed.Scope().Column(x)
	if !ok || c == nil {
		return false
	}
	row := *ed
	row.Query = ed.Query.Clone()
	if row.Block().AddPredicate(named) != nil {
		return false
	}
	than, ok := clause.Cell(&row, c)
	if !ok {
		return false
	}
	than.ClearOrder()
	ed.Understand(adjective + " = " + c.Name + " " + operator + " that of " + name)
	return ed.Block().AddPredicate(statement.Binary(operator, x, statement.Scalar(than))) == nil
}

// gradedOfTwo keeps that of the rows which is most so: of those that took turns, where each of them was one, else of those on screen.
func gradedOfTwo(ed *edit.Editor, adjective string) bool {
	_, _, most, ok := comparative(ed, adjective)
	if !ok || ed.Block().Grouped() {
		return false
	}
	if ed.Rows == 1 && !ed.Try(func() bool { return Both(ed) }) {
		return false
	}
	return Extreme(ed, most) && everyColumn(ed)
}

// gradedWithin keeps the rows that are more so than the one row in force, of those that have the same as it: "anything cheaper in the same
// category". The two texts are an adjective and what they have in common, in either order.
func gradedWithin(ed *edit.Editor, things, adjective, same string) bool {
	if _, _, _, ok := comparative(ed, adjective); !ok {
		adjective, same = same, adjective
	}
	return ed.Rows == 1 && gradedAmong(ed, ed, adjective, func() bool {
		return inCommon(ed, things, same, "it") || namesKind(same) && similar(ed, things, "it")
	})
}

// namesKind says that a text is a word for what kind of thing something is.
func namesKind(text string) bool {
	words := edit.LemmasOf(clause.ContentWords(text))
	return len(words) == 1 && english.KindWords[words[0]]
}
