package engine

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// clues are what the words of a follow-up say about how it ties in, whatever is read in them.
type clues []string

// cluesOf reads the clues.
func cluesOf(ed *editor, u utterance, items []Item) clues {
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	any := func(set map[string]bool) bool {
		return slices.ContainsFunc(u.words, func(w string) bool { return set[w] })
	}
	s := u.trim(stretch{0, len(u.tokens)})
	first := ""
	if !s.empty() {
		first = u.words[s.from]
	}
	tables := ed.scope().tables()
	own, present, main := tablesSaid(items, tables)
	add("they", any(english.TheyWords))
	add("those", any(english.ThoseWords))
	add("it", any(english.ItWords) && !any(english.TheyWords))
	add("no pronoun", !any(english.TheyWords) && !any(english.ThoseWords) && !any(english.ItWords))
	add("what about", strings.Contains(strings.Join(u.words, " "), " about"))
	add("and first", first == "and" || first == "but" || first == "or")
	add("also", any(english.AlsoWords))
	add("other", any(english.OtherWords))
	add("all", any(english.AllWords))
	add("same", any(english.AgainWords))
	add("asks", english.AskWords[first])
	add("short", s.to-s.from <= 4)
	add("long", s.to-s.from >= 10)
	add("names a table", own > 0)
	add("names no table", own == 0)
	add("names a present table", present > 0)
	add("names the main table", main)
	add("names another table", own > present)
	column, rows := ed.pointsAt(items)
	add("points at a shown column", column)
	add("points at the rows", rows)
	return slices.Concat(c, presentClues(ed), openingClue(u), cueClues(items), likenessClue(ed, u))
}

// pointsAt says that the words point at a column that is shown ("that classroom"), or at what the rows are ("those
// players").
func (ed *editor) pointsAt(items []Item) (column, rows bool) {
	s := ed.scope()
	tables := s.home()
	for i := 1; i < len(items); i++ {
		if !english.Pointers[items[i-1].Lower] {
			continue
		}
		for _, m := range items[i].Matches {
			if m.Score() < strongName {
				continue
			}
			if m.Column == nil {
				rows = rows || slices.Contains(tables, m.Table)
				continue
			}
			_, shown := s.shown(m.Column)
			column = column || shown
		}
	}
	return column, rows
}

// likenessClue is how much the input is worded like the one before.
func likenessClue(ed *editor, u utterance) clues {
	if ed.earlier == "" {
		return clues{"like nothing before"}
	}
	switch alike := utter(ed.earlier).alike(u); {
	case alike >= 0.7:
		return clues{"much like the input before"}
	case alike >= 0.5:
		return clues{"like the input before"}
	case alike >= 0.25:
		return clues{"a little like the input before"}
	}
	return clues{"unlike the input before"}
}

// alike is the share of their words that two inputs have in common, in the same order.
func (u utterance) alike(now utterance) float64 {
	a, b := u.said(), now.said()
	if len(a)+len(b) == 0 {
		return 0
	}
	return float64(2*commonWords(a, b)) / float64(len(a)+len(b))
}

// said are the words of the input as typed, without what only ties it to the turn before.
func (u utterance) said() []string {
	s := u.trim(stretch{0, len(u.tokens)})
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then") {
		s.from++
	}
	var out []string
	for i := s.from; i < s.to; i++ {
		out = append(out, u.text(stretch{i, i + 1}))
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
func openingClue(u utterance) clues {
	s := u.trim(u.lastSentence())
	for !s.empty() && (u.words[s.from] == "and" || u.words[s.from] == "but" || u.words[s.from] == "then" || u.words[s.from] == "also") {
		s.from++
	}
	if s.empty() {
		return clues{"opens with nothing"}
	}
	second := ""
	if s.to-s.from > 1 {
		second = u.words[s.from+1]
	}
	switch w := u.words[s.from]; {
	case w == "how" && (second == "many" || second == "much"):
		return clues{"opens with how many"}
	case second == "about" && (w == "how" || w == "what"):
		return clues{"opens with what about"}
	case w == "which" || w == "who" || w == "how" || w == "where" || w == "when":
		return clues{"opens with " + w}
	case w == "what" || w == "what's" || w == "whats":
		return clues{"opens with what"}
	case english.OrderVerbs[w] || english.KnownVerbs[w]:
		return clues{"opens with show"}
	case english.WhWords[w]:
		return clues{"opens with is"}
	}
	return clues{"opens otherwise"}
}

// cueClues are the cues that the input holds, and whether it names columns and values.
func cueClues(items []Item) clues {
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	cues := cueSet(items)
	add("says count", cues[Count])
	add("says extreme", cues[Superlative] || cues[Most] || cues[Least] || cues[Common] || cues[Top])
	add("says aggregate", cues[Sum] || cues[Average] || cues[Maximum] || cues[Minimum])
	add("says each", cues[Each] || cues[By])
	add("says compare", cues[Compare] || cues[AtLeast] || cues[Between])
	add("says not", cues[Negation] || cues[Except])
	add("says order", cues[Order] || cues[Ascending] || cues[Descending])
	values, names := false, 0
	for i := range items {
		values = values || len(items[i].Values) > 0 || items[i].HasNumber
		if _, score := items[i].BestColumn(); score >= strongName {
			names++
		}
	}
	add("names a value", values)
	add("names no column", names == 0)
	add("names columns", names > 1)
	return c
}

// presentClues are the kind of the present query.
func presentClues(ed *editor) clues {
	q := ed.block()
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	add("present filters", len(q.Where) > 0)
	add("present no filter", len(q.Where) == 0)
	add("present limit", !ed.query.Limit.IsZero())
	add("present order", len(ed.query.OrderBy) > 0)
	add("present groups", len(q.GroupBy) > 0)
	add("present aggregate", len(measures(q)) > 0 && len(q.GroupBy) == 0)
	add("present set", ed.query.Set != nil)
	add("present joins", len(q.From) > 1)
	add("present one row", ed.rows == 1)
	return c
}

// shapeOf is how a reading lies beside the present query.
func shapeOf(m mixer, r *ranked) clues {
	p, q := leftmost(m.present), m.reading
	if q.Set != nil {
		return clues{"set"}
	}
	var c clues
	add := func(name string, ok bool) {
		if ok {
			c = append(c, name)
		}
	}
	from, to := m.view(p), m.view(q)
	shared, equal := sharedFilters(from, to)
	add("asks for nothing", asksNothing(r))
	add("asks for columns", !asksNothing(r) && !q.Grouped())
	add("counts", len(measures(q)) > 0 && len(q.GroupBy) == 0)
	add("groups", len(q.GroupBy) > 0)
	add("filters", len(q.Where) > 0)
	add("no filter", len(q.Where) == 0)
	add("same column filtered", shared > equal)
	add("same filter", equal > 0)
	add("other column filtered", len(q.Where) > shared)
	add("orders", len(q.OrderBy) > 0)
	add("limits", !q.Limit.IsZero())
	add("same columns", sameItems(from, to))
	add("same tables", sameTables(from.tables(), to.tables()))
	add("apart", apart(from.tables(), to.tables()))
	return c
}

// asksNothing says that the words named nothing to be shown.
func asksNothing(r *ranked) bool {
	for _, f := range []feature{fDefaultStar, fDefaultLabel, fDefaultKey, fDefaultBoth} {
		if r.features[f] != 0 {
			return true
		}
	}
	return false
}

// sharedFilters counts the reading's filters on columns that the present query filters, and those that are the same.
func sharedFilters(from, to view) (shared, equal int) {
	for _, p := range to.query.Where {
		c := to.subject(p)
		if c == nil {
			continue
		}
		for _, i := range from.about(c) {
			shared++
			if x, ok := from.ref(c); ok {
				if moved, _ := carry(p, to, from); moved.Equal(from.query.Where[i]) && !x.IsZero() {
					equal++
				}
			}
			break
		}
	}
	return shared, equal
}

func sameItems(from, to view) bool {
	if len(from.query.Items) != len(to.query.Items) {
		return false
	}
	for i, item := range to.query.Items {
		a, b := from.query.Items[i].Expr, item.Expr
		if a.Aggregate() != b.Aggregate() || from.subject(a) != to.subject(b) {
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

// lastSentence is what is asked for after remarks: "Wow, that's a lot! Now sort it".
func (u utterance) lastSentence() stretch {
	s := stretch{0, len(u.tokens)}
	for i, w := range u.words {
		if (w == "." || w == "!" || w == "?") && i+1 < len(u.words) {
			s.from = i + 1
		}
	}
	return s
}
