package clause

import (
	"slices"
	"strings"

	"parley/workflow/engine/build"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/question"
	"parley/workflow/engine/reader"
	"parley/workflow/engine/reading"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// Clues are what the words of a follow-up say about how it ties in, whatever is read in them.
type Clues []string

// CluesOf reads the clues.
func CluesOf(ed *edit.Editor, u tag.Utterance, items []tag.Item) Clues {
	var c Clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	any := func(set map[string]bool) bool {
		return slices.ContainsFunc(u.Words, func(w string) bool { return set[w] })
	}
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	first := ""
	if !s.Empty() {
		first = u.Words[s.From]
	}
	tables := ed.Scope().Tables()
	own, present, main := tag.TablesSaid(items, tables)
	add("they", any(english.TheyWords))
	add("those", any(english.ThoseWords))
	add("it", any(english.ItWords) && !any(english.TheyWords))
	add("no pronoun", !any(english.TheyWords) && !any(english.ThoseWords) && !any(english.ItWords))
	add("what about", strings.Contains(strings.Join(u.Words, " "), " about"))
	add("and first", first == "and" || first == "but" || first == "or")
	add("also", any(english.AlsoWords))
	add("other", any(english.OtherWords))
	add("all", any(english.AllWords))
	add("same", any(english.AgainWords))
	add("asks", english.AskWords[first])
	add("short", s.To-s.From <= 4)
	add("long", s.To-s.From >= 10)
	add("names a table", own > 0)
	add("names no table", own == 0)
	add("names a present table", present > 0)
	add("names the main table", main)
	add("names another table", own > present)
	column, rows := pointsAt(ed, items)
	add("points at a shown column", column)
	add("points at the rows", rows)
	return slices.Concat(c, presentClues(ed), openingClue(u), cueClues(items), likenessClue(ed, u))
}

// pointsAt says that the words point at a column that is shown ("that classroom"), or at what the rows are ("those
// players").
func pointsAt(ed *edit.Editor, items []tag.Item) (column, rows bool) {
	s := ed.Scope()
	tables := s.Home()
	for i := 1; i < len(items); i++ {
		if !english.Pointers[items[i-1].Lower] {
			continue
		}
		for _, m := range items[i].Matches {
			if m.Score() < tag.StrongName {
				continue
			}
			if m.Column == nil {
				rows = rows || slices.Contains(tables, m.Table)
				continue
			}
			_, shown := s.Shown(m.Column)
			column = column || shown
		}
	}
	return column, rows
}

// likenessClue is how much the input is worded like the one before.
func likenessClue(ed *edit.Editor, u tag.Utterance) Clues {
	if ed.Earlier == "" {
		return Clues{"like nothing before"}
	}
	switch alike := alike(tag.Utter(ed.Earlier), u); {
	case alike >= 0.7:
		return Clues{"much like the input before"}
	case alike >= 0.5:
		return Clues{"like the input before"}
	case alike >= 0.25:
		return Clues{"a little like the input before"}
	}
	return Clues{"unlike the input before"}
}

// alike is the share of their words that two inputs have in common, in the same order.
func alike(u tag.Utterance, now tag.Utterance) float64 {
	a, b := said(u), said(now)
	if len(a)+len(b) == 0 {
		return 0
	}
	return float64(2*commonWords(a, b)) / float64(len(a)+len(b))
}

// said are the words of the input as typed, without what only ties it to the turn before.
func said(u tag.Utterance) []string {
	s := u.Trim(tag.Stretch{From: 0, To: len(u.Tokens)})
	s = u.Behind(s, "and", "but", "then")
	var out []string
	for i := s.From; i < s.To; i++ {
		out = append(out, u.Text(tag.Stretch{From: i, To: i + 1}))
	}
	return out
}

// commonWords is how long the longest common subsequence is.
func commonWords(a, b []string) int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i, v := range a {
		for j, w := range b {
			length[i+1][j+1] = max(length[i][j+1], length[i+1][j])
			if strings.EqualFold(v, w) {
				length[i+1][j+1] = length[i][j] + 1
			}
		}
	}
	return length[len(a)][len(b)]
}

// openingClue is how the input begins.
func openingClue(u tag.Utterance) Clues {
	s := u.Trim(LastSentence(u))
	s = u.Behind(s, "and", "but", "then", "also")
	if s.Empty() {
		return Clues{"opens with nothing"}
	}
	second := ""
	if s.To-s.From > 1 {
		second = u.Words[s.From+1]
	}
	switch w := u.Words[s.From]; {
	case w == "how" && (second == "many" || second == "much"):
		return Clues{"opens with how many"}
	case second == "about" && (w == "how" || w == "what"):
		return Clues{"opens with what about"}
	case w == "which" || w == "who" || w == "how" || w == "where" || w == "when":
		return Clues{"opens with " + w}
	case w == "what" || w == "what's" || w == "whats":
		return Clues{"opens with what"}
	case english.OrderVerbs[w] || english.KnownVerbs[w]:
		return Clues{"opens with show"}
	case english.WhWords[w]:
		return Clues{"opens with is"}
	}
	return Clues{"opens otherwise"}
}

// cueClues are the cues that the input holds, and whether it names columns and values.
func cueClues(items []tag.Item) Clues {
	var c Clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	cues := question.CueSet(items)
	add("says count", cues[tag.Count])
	add("says extreme", cues[tag.Superlative] || cues[tag.Most] || cues[tag.Least] || cues[tag.Common] || cues[tag.Top])
	add("says aggregate", cues[tag.Sum] || cues[tag.Average] || cues[tag.Maximum] || cues[tag.Minimum])
	add("says each", cues[tag.Each] || cues[tag.By])
	add("says compare", cues[tag.Compare] || cues[tag.AtLeast] || cues[tag.Between])
	add("says not", cues[tag.Negation] || cues[tag.Except])
	add("says order", cues[tag.Order] || cues[tag.Ascending] || cues[tag.Descending])
	values, names := false, 0
	for i := range items {
		values = values || len(items[i].Values) > 0 || items[i].HasNumber
		if _, score := items[i].BestColumn(); score >= tag.StrongName {
			names++
		}
	}
	add("names a value", values)
	add("names no column", names == 0)
	add("names columns", names > 1)
	return c
}

// presentClues are the kind of the present query.
func presentClues(ed *edit.Editor) Clues {
	q := ed.Block()
	var c Clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	add("present filters", len(q.Where) > 0)
	add("present no filter", len(q.Where) == 0)
	add("present limit", !ed.Query.Limit.IsZero())
	add("present order", len(ed.Query.OrderBy) > 0)
	add("present groups", len(q.GroupBy) > 0)
	add("present aggregate", len(edit.Measures(q)) > 0 && len(q.GroupBy) == 0)
	add("present set", ed.Query.Set != nil)
	add("present joins", len(q.From) > 1)
	add("present one row", ed.Rows == 1)
	return c
}

// ShapeOf is how a reading lies beside the present query.
func ShapeOf(m Mixer, r *reader.Ranked) Clues {
	p, q := edit.Leftmost(m.Present), m.Reading
	if q.Set != nil {
		return Clues{"set"}
	}
	var c Clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	from, to := m.view(p), m.view(q)
	shared, equal := sharedFilters(from, to)
	add("asks for nothing", AsksNothing(r))
	add("asks for columns", !AsksNothing(r) && !q.Grouped())
	add("counts", len(edit.Measures(q)) > 0 && len(q.GroupBy) == 0)
	add("groups", len(q.GroupBy) > 0)
	add("filters", len(q.Where) > 0)
	add("no filter", len(q.Where) == 0)
	add("same column filtered", shared > equal)
	add("same filter", equal > 0)
	add("other column filtered", len(q.Where) > shared)
	add("orders", len(q.OrderBy) > 0)
	add("limits", !q.Limit.IsZero())
	add("same columns", SameItems(from, to))
	add("same tables", sameTables(from.Tables(), to.Tables()))
	add("apart", apart(from.Tables(), to.Tables()))
	return c
}

// AsksNothing says that the words named nothing to be shown.
func AsksNothing(r *reader.Ranked) bool {
	for _, f := range []reading.Feature{build.FDefaultStar, build.FDefaultLabel, build.FDefaultKey, build.FDefaultBoth} {
		if r.Features[f] != 0 {
			return true
		}
	}
	return false
}

// sharedFilters counts the reading's filters on columns that the present query filters, and those that are the same.
func sharedFilters(from, to edit.View) (shared, equal int) {
	for _, p := range to.Query.Where {
		c := to.Subject(p)
		if c == nil {
			continue
		}
		for _, i := range from.About(c) {
			shared++
			if x, ok := from.Ref(c); ok {
				if moved, _ := carry(p, to, from); moved.Equal(from.Query.Where[i]) && !x.IsZero() {
					equal++
				}
			}
			break
		}
	}
	return shared, equal
}

// SameItems says that two queries show the same columns and figures.
func SameItems(from, to edit.View) bool {
	if len(from.Query.Items) != len(to.Query.Items) {
		return false
	}
	for i, item := range to.Query.Items {
		a, b := from.Query.Items[i].Expr, item.Expr
		if a.Aggregate() != b.Aggregate() || from.Subject(a) != to.Subject(b) {
			return false
		}
	}
	return true
}

func sameTables(a, b []*schema.Table) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(t *schema.Table) bool { return !slices.Contains(b, t) })
}

func apart(a, b []*schema.Table) bool {
	return !slices.ContainsFunc(a, func(t *schema.Table) bool { return slices.Contains(b, t) })
}

// LastSentence is what is asked for after remarks: "Wow, that's a lot! Now sort it".
func LastSentence(u tag.Utterance) tag.Stretch {
	s := tag.Stretch{From: 0, To: len(u.Tokens)}
	for i, w := range u.Words {
		if (w == "." || w == "!" || w == "?") && i+1 < len(u.Words) {
			s.From = i + 1
		}
	}
	return s
}
