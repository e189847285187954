package reading

import (
	"slices"
	"strings"

	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file finds the column that a word measures: old → age or birth date, expensive → price.

var (
	fDimRank   = Feat("measured column: place of its word in the list")
	fDimExact  = Feat("measured column: named by that word alone")
	fDimForce  = Feat("measured column: of a table in force")
	fDimNamed  = Feat("measured column: of a table that is named")
	fDimFar    = Feat("measured column: joins away")
	fDimNone   = Feat("measured column: none")
	fDimAsked  = Feat("measured column: none, though when or where asks for it")
	fDimSaid   = Feat("measured column: a word of the question names what else it says, asked for by when or where")
	fDimOwn    = Feat("measured column: of the subject, asked for by when or where")
	fDimAmount = Feat("measured column: what the rows of the table come to")
	fDimKey    = Feat("measured column: a key")
	fDimNum    = Feat("measured column: measures")
	fDimHead   = Feat("measured column: the word ends the name")
	fDimHint   = Feat("measured column: a word of the question names it too")
)

// Dimension chooses the column that an adjective measures, and whether its direction is turned. The reach is two joins.
func (r *Run) Dimension(words []string) (*schema.Column, bool) {
	type found struct {
		column *schema.Column
		turned bool
	}
	var list []found
	tables := r.TablesInForce()
	r.Choice()
	for rank, w := range words {
		word, turned := strings.CutPrefix(w, "-")
		for _, c := range r.Index.WithWord(word) {
			if len(list) > 30 {
				break
			}
			if c.Has("birth", "born") && !slices.Contains(words, "birth") && slices.Contains(words, "created") {
				continue // the newest are not the youngest
			}
			d := r.ReachFrom(tables, c.Table)
			if d < 0 || d > 2 {
				continue
			}
			list = append(list, found{c, turned})
			r.Option(By(fDimRank, float64(rank)), When(fDimExact, len(c.Words) == 1), When(fDimForce, d == 0), When(fDimNamed, slices.Contains(r.Facts.Tables, c.Table)),
				By(fDimFar, float64(d)), When(fDimKey, c.Key()), When(fDimNum, c.Role == schema.Measure || c.Role == schema.Moment), When(fDimHead, c.Words[len(c.Words)-1] == word),
				When(fDimHint, r.Hinted(c, word)))
			if r.Asking {
				r.Also(When(fDimSaid, r.hintedIn(c, word, 0, len(r.Items))), When(fDimOwn, c.Table == r.Subject))
			}
		}
	}
	for _, c := range r.amountsNamed(words) {
		list = append(list, found{c, false})
		r.Option(Is(fDimAmount), When(fDimForce, r.ReachFrom(tables, c.Table) == 0), When(fDimNamed, slices.Contains(r.Facts.Tables, c.Table)))
	}
	r.Option(Is(fDimNone), When(fDimAsked, r.Asking))
	at := r.Pick()
	if at < 0 || at == len(list) {
		return nil, false
	}
	return list[at].column, list[at].turned
}

// MeasureNamed reads a verb of measuring that stands as a noun: "cost of each product", "total cost".
func (r *Run) MeasureNamed(it *tag.Item) bool {
	next := r.Item(r.Pos + 1)
	if r.Zone != Selecting || !r.measures() && (!next.Is(tag.Of, tag.Each, tag.By) || len(r.Q.Items) > 0 && r.Subject != nil || r.Counted) {
		return false
	}
	last, at := r.Last, r.Ahead(r.Pos+2)
	if t, s := r.Item(at).BestTable(); t != nil && s > 0.8 {
		r.Last = t
	}
	c, _ := r.Dimension(it.Cue.Dimension)
	r.Last = last
	if c == nil {
		return false
	}
	r.Take()
	r.SelectColumn(c)
	return true
}

// amountsNamed are what the rows of the tables in force come to, for words of price: the most expensive invoices.
func (r *Run) amountsNamed(words []string) []*schema.Column {
	if len(words) == 0 || words[0] != "price" && words[0] != "cost" {
		return nil
	}
	var out []*schema.Column
	for _, t := range []*schema.Table{r.Last, r.Subject} {
		if t == nil {
			continue
		}
		if c := Principal(t); c != nil && !slices.Contains(out, c) && !c.Has("price", "cost", "quantity", "score", "balance") {
			out = append(out, c)
		}
	}
	return out
}

// Hinted says that a word around the position names the column beside the measuring word itself: "established before
// 1950" and year_established.
func (r *Run) Hinted(c *schema.Column, word string) bool {
	return r.hintedIn(c, word, max(0, r.Pos-4), min(len(r.Items), r.Pos+3))
}

func (r *Run) hintedIn(c *schema.Column, word string, from, to int) bool {
	for i := from; i < to; i++ {
		for _, m := range r.Items[i].Matches {
			if m.Column == c && schema.Lemma(r.Items[i].Lower) != word {
				return true
			}
		}
		for _, w := range c.Words {
			if w != word && schema.Stem(r.Items[i].Lower) == schema.Stem(w) {
				return true
			}
		}
	}
	return false
}
