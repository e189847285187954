package engine

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// This file reads text matches ("starts with", "contains") and null tests.

var matchKinds = map[Kind]string{Contains: "contains", Starts: "starts", Ends: "ends"}

// saysText says that a cue announces a text as such: "the letter", "the word".
func saysText(it *Item) bool {
	w := it.Lower[strings.LastIndexByte(it.Lower, ' ')+1:]
	return w == "letter" || w == "word" || w == "substring" || w == "string" || w == "phrase"
}

// match reads text matches and null tests.
func (r *run) match(it *Item) {
	k := it.Cue.Kind
	r.take()
	if k == Missing {
		r.missing()
		return
	}
	next := r.item(r.ahead(r.pos))
	if next.Is(Stop) && !next.Quoted {
		return
	}
	if next.Is(Contains) && len(next.Values) == 0 {
		return
	}
	if saysText(it) && r.pos < len(r.items) {
		r.text = matchKinds[k]
		text := r.peek(0).Text
		r.take()
		r.textMatch(text)
		return
	}
	r.text = matchKinds[k]
	if !next.Quoted && !next.Capital && len(next.Values) == 0 && len(next.Text) > 2 && next.Mention() {
		r.text = ""
		return
	}
	r.pos = r.ahead(r.pos)
	if r.pos < len(r.items) {
		r.used[r.pos] = true
		r.pos++
		r.textMatch(next.Text)
	}
}

// possesses says that a cue says what something has: "with", "have", "that has".
func (r *run) possesses(it *Item) bool {
	last := it.Lower[strings.LastIndexByte(it.Lower, ' ')+1:]
	return it.Is(With, Have) || it.Is(Relative) && (last == "have" || last == "has" || last == "had")
}

// holding reads "with love in the title", "with sun in their name": a text that the named column, or the name of the rows,
// contains.
func (r *run) holding() bool {
	text, in := r.item(r.pos+1), r.item(r.pos+2)
	if text.HasNumber || text.Cue.Kind != NoCue || len(text.Matches) > 0 && text.Matches[0].Score() > 0.8 || text.Period != nil {
		return false
	}
	next := r.pos + 3
	switch {
	case in.Is(Contains) && strings.HasPrefix(in.Lower, "in "):
	case in.Is(In) && (in.Lower == "in" || strings.HasPrefix(in.Lower, "in ")):
		at := r.ahead(next)
		c, s := r.item(at).BestColumn(r.tablesInForce()...)
		switch {
		case c != nil && s > 0.6 && c.Type == db.Text:
			r.pending = &operand{column: c}
		case !slices.Contains([]string{"title", "titles", "name", "names"}, r.item(at).Lower):
			return false
		}
		r.used[at], next = true, at+1
	default:
		return false
	}
	r.used[r.pos+1], r.used[r.pos+2] = true, true
	r.pos, r.text = next, "contains"
	r.enter(conditions)
	r.textMatch(text.Text)
	return true
}

func (r *run) missing() {
	o := r.pending
	r.pending = nil
	if o == nil {
		o = r.columnAfter()
	}
	if o == nil {
		return
	}
	op := "null"
	if r.negated {
		op, r.negated = "not null", false
	}
	r.add(&filter{left: *o, operator: op})
}

var (
	fTextShown = feat("text match: on what was asked for last")
	fTextLabel = feat("text match: on the name of the subject's rows")
	fTextLast  = feat("text match: on the name of the rows of the table named last")
	fTextFree  = feat("text match: on a free text")
	fTextSole  = feat("text match: on a free text, the rows have no name")
	fTextProse = feat("text match: on a free text that holds prose")
)

// textSide chooses the column of a text match that names none.
func (r *run) textSide() *operand {
	var list []*schema.Column
	r.choice()
	if n := len(r.q.items); n > 0 && r.q.items[n-1].column != nil && r.q.items[n-1].column.Type == db.Text {
		r.option(is(fTextShown))
		list = append(list, r.q.items[n-1].column)
	}
	if r.subject != nil && len(r.subject.Label) > 0 {
		r.option(is(fTextLabel))
		list = append(list, r.subject.Label[0])
	}
	if r.last != nil && r.last != r.subject && len(r.last.Label) > 0 {
		r.option(is(fTextLast))
		list = append(list, r.last.Label[0])
	}
	for _, t := range []*schema.Table{r.last, r.subject} {
		if t == nil {
			continue
		}
		for _, c := range t.Columns {
			if (c.Role == schema.Free || c.Role == schema.Category) && c.Type == db.Text && !slices.Contains(list, c) && len(list) < 12 {
				r.option(is(fTextFree), when(fTextSole, len(t.Label) == 0), when(fTextProse, c.Has(english.Prose...)))
				list = append(list, c)
			}
		}
	}
	at := r.pick()
	if at < 0 {
		return nil
	}
	return &operand{column: list[at]}
}

// textMatch adds column LIKE text, on the column that waits or the name of the subject's rows.
func (r *run) textMatch(text string) {
	kind := r.text
	r.text = ""
	o := r.pending
	r.pending = nil
	if o == nil {
		o = r.textSide()
	}
	if o == nil || text == "" {
		return
	}
	escape := strings.NewReplacer("%", "", "_", " ")
	pattern := escape.Replace(text)
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
	if r.negated {
		op, r.negated = "not like", false
	}
	r.add(&filter{left: *o, operator: op, values: []any{pattern}})
}
