package reading

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file reads text matches ("starts with", "contains") and null tests.

var matchKinds = map[tag.Kind]string{tag.Contains: "contains", tag.Starts: "starts", tag.Ends: "ends"}

// SaysText says that a cue announces a text as such: "the letter", "the word".
func SaysText(it *tag.Item) bool {
	w := it.Lower[strings.LastIndexByte(it.Lower, ' ')+1:]
	return w == "letter" || w == "word" || w == "substring" || w == "string" || w == "phrase"
}

// Match reads text matches and null tests.
func (r *Run) Match(it *tag.Item) {
	k := it.Cue.Kind
	r.Take()
	if k == tag.Missing {
		r.missing()
		return
	}
	next := r.Item(r.Ahead(r.Pos))
	if next.Is(tag.Stop) && !next.Quoted {
		return
	}
	if next.Is(tag.Contains) && len(next.Values) == 0 {
		return
	}
	if c, score := next.BestColumn(); Includes(it) && !next.Quoted && c != nil && score >= tag.StrongName {
		return // "users including their emails" are told with a column
	}
	if SaysText(it) && r.Pos < len(r.Items) {
		r.Text = matchKinds[k]
		text := r.Peek(0).Text
		r.Take()
		r.TextMatch(text)
		return
	}
	r.Text = matchKinds[k]
	if !next.Quoted && !next.Capital && len(next.Values) == 0 && len(next.Text) > 2 && next.Mention() {
		r.Text = ""
		return
	}
	r.Pos = r.Ahead(r.Pos)
	if r.Pos < len(r.Items) {
		r.Used[r.Pos] = true
		r.Pos++
		r.TextMatch(next.Text)
		r.furtherTexts(k)
	}
}

// furtherTexts reads the quotations that go on from one: "contains 'north' or 'south'".
func (r *Run) furtherTexts(k tag.Kind) {
	for n := len(r.Q.Filters); n > 0; n++ {
		last, joint := r.Q.Filters[n-1], r.Ahead(r.Pos)
		at := r.Ahead(joint + 1)
		if !strings.HasSuffix(last.Operator, "like") || !r.Item(joint).Is(tag.Or, tag.And) || !r.Item(at).Quoted {
			return
		}
		left := last.Left
		r.Text, r.Pending, r.Negated = matchKinds[k], &left, last.Operator == "not like"
		r.Or = r.Item(joint).Is(tag.Or) && !r.Negated
		r.Used[joint], r.Used[at] = true, true
		r.Pos = at + 1
		r.TextMatch(r.Item(at).Text)
		if len(r.Q.Filters) == n {
			return
		}
	}
}

// Includes says that a cue may lead to further columns as well as to a part of a text: "including".
func Includes(it *tag.Item) bool {
	return it.Is(tag.Contains) && (it.Lower == "including" || it.Lower == "include" || it.Lower == "includes")
}

// Possesses says that a cue says what something has: "with", "have", "that has".
func (r *Run) Possesses(it *tag.Item) bool {
	last := it.Lower[strings.LastIndexByte(it.Lower, ' ')+1:]
	return it.Is(tag.With, tag.Have) || it.Is(tag.Relative) && (last == "have" || last == "has" || last == "had")
}

// Holding reads "with love in the title", "with sun in their name": a text that the named column, or the name of the rows,
// contains.
func (r *Run) Holding() bool {
	text, in := r.Item(r.Pos+1), r.Item(r.Pos+2)
	if text.HasNumber || text.Cue.Kind != tag.NoCue || len(text.Matches) > 0 && text.Matches[0].Score() > 0.8 || text.Period != nil {
		return false
	}
	next := r.Pos + 3
	switch {
	case in.Is(tag.Contains) && strings.HasPrefix(in.Lower, "in "):
	case in.Is(tag.In) && (in.Lower == "in" || strings.HasPrefix(in.Lower, "in ")):
		at := r.Ahead(next)
		c, s := r.Item(at).BestColumn(r.TablesInForce()...)
		switch {
		case c != nil && s > 0.6 && c.Type == db.Text:
			r.Pending = &Operand{Column: c}
		case !slices.Contains([]string{"title", "titles", "name", "names"}, r.Item(at).Lower):
			return false
		}
		r.Used[at], next = true, at+1
	default:
		return false
	}
	r.Used[r.Pos+1], r.Used[r.Pos+2] = true, true
	r.Pos, r.Text = next, "contains"
	r.Enter(Conditions)
	r.TextMatch(text.Text)
	return true
}

func (r *Run) missing() {
	o := r.Pending
	r.Pending = nil
	if o == nil {
		o = r.ColumnAfter()
	}
	if o == nil {
		return
	}
	op := "null"
	if r.Negated {
		op, r.Negated = "not null", false
	}
	r.Add(&Filter{Left: *o, Operator: op})
}

var (
	fTextShown = Feat("text match: on what was asked for last")
	fTextLabel = Feat("text match: on the name of the subject's rows")
	fTextLast  = Feat("text match: on the name of the rows of the table named last")
	fTextFree  = Feat("text match: on a free text")
	fTextSole  = Feat("text match: on a free text, the rows have no name")
	fTextProse = Feat("text match: on a free text that holds prose")
)

// textSide chooses the column of a text match that names none.
func (r *Run) textSide() *Operand {
	var list []*schema.Column
	r.Choice()
	if n := len(r.Q.Items); n > 0 && r.Q.Items[n-1].Column != nil && r.Q.Items[n-1].Column.Type == db.Text {
		r.Option(Is(fTextShown))
		list = append(list, r.Q.Items[n-1].Column)
	}
	if r.Subject != nil && len(r.Subject.Label) > 0 {
		r.Option(Is(fTextLabel))
		list = append(list, r.Subject.Label[0])
	}
	if r.Last != nil && r.Last != r.Subject && len(r.Last.Label) > 0 {
		r.Option(Is(fTextLast))
		list = append(list, r.Last.Label[0])
	}
	for _, t := range []*schema.Table{r.Last, r.Subject} {
		if t == nil {
			continue
		}
		for _, c := range t.Columns {
			if (c.Role == schema.Free || c.Role == schema.Category) && c.Type == db.Text && !slices.Contains(list, c) && len(list) < 12 {
				r.Option(Is(fTextFree), When(fTextSole, len(t.Label) == 0), When(fTextProse, c.Has(english.Prose...)))
				list = append(list, c)
			}
		}
	}
	at := r.Pick()
	if at < 0 {
		return nil
	}
	return &Operand{Column: list[at]}
}

// TextMatch adds column LIKE text, on the column that waits or the name of the subject's rows.
func (r *Run) TextMatch(text string) {
	kind := r.Text
	r.Text = ""
	o := r.Pending
	r.Pending = nil
	if o == nil {
		o = r.textSide()
	}
	if o == nil || text == "" {
		return
	}
	pattern := meaning.LikeText(text)
	if strings.ContainsAny(text, "%") {
		pattern, kind = text, ""
	}
	switch kind {
	case "contains":
		pattern = "%" + pattern + "%"
	case "starts":
		pattern += "%"
	case "ends":
		pattern = "%" + pattern
	}
	op := "like"
	if r.Negated {
		op, r.Negated = "not like", false
	}
	r.Add(&Filter{Left: *o, Operator: op, Values: []any{pattern}})
}
