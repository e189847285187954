package engine

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// This file finds the column that a word measures: old → age or birth date, expensive → price.

// This file reads orders and extremes: "sorted by", "highest", "most", "top 5".

var (
	fDimRank   = feat("measured column: place of its word in the list")
	fDimExact  = feat("measured column: named by that word alone")
	fDimForce  = feat("measured column: of a table in force")
	fDimNamed  = feat("measured column: of a table that is named")
	fDimFar    = feat("measured column: joins away")
	fDimNone   = feat("measured column: none")
	fDimAsked  = feat("measured column: none, though when or where asks for it")
	fDimSaid   = feat("measured column: a word of the question names what else it says, asked for by when or where")
	fDimOwn    = feat("measured column: of the subject, asked for by when or where")
	fDimAmount = feat("measured column: what the rows of the table come to")
	fDimKey    = feat("measured column: a key")
	fDimNum    = feat("measured column: measures")
	fDimHead   = feat("measured column: the word ends the name")
	fDimHint   = feat("measured column: a word of the question names it too")
)

// dimension chooses the column that an adjective measures, and whether its direction is turned. The reach is two joins.
func (r *run) dimension(words []string) (*schema.Column, bool) {
	type found struct {
		column *schema.Column
		turned bool
	}
	var list []found
	tables := r.tablesInForce()
	r.choice()
	for rank, w := range words {
		word, turned := strings.CutPrefix(w, "-")
		for _, c := range r.index.WithWord(word) {
			if len(list) > 30 {
				break
			}
			if c.Has("birth", "born") && !slices.Contains(words, "birth") && slices.Contains(words, "created") {
				continue // the newest are not the youngest
			}
			d := r.reachFrom(tables, c.Table)
			if d < 0 || d > 2 {
				continue
			}
			list = append(list, found{c, turned})
			r.option(by(fDimRank, float64(rank)), when(fDimExact, len(c.Words) == 1), when(fDimForce, d == 0), when(fDimNamed, slices.Contains(r.facts.tables, c.Table)),
				by(fDimFar, float64(d)), when(fDimKey, c.Key()), when(fDimNum, c.Role == schema.Measure || c.Role == schema.Moment), when(fDimHead, c.Words[len(c.Words)-1] == word),
				when(fDimHint, r.hinted(c, word)))
			if r.asking {
				r.also(when(fDimSaid, r.hintedIn(c, word, 0, len(r.items))), when(fDimOwn, c.Table == r.subject))
			}
		}
	}
	for _, c := range r.amountsNamed(words) {
		list = append(list, found{c, false})
		r.option(is(fDimAmount), when(fDimForce, r.reachFrom(tables, c.Table) == 0), when(fDimNamed, slices.Contains(r.facts.tables, c.Table)))
	}
	r.option(is(fDimNone), when(fDimAsked, r.asking))
	at := r.pick()
	if at < 0 || at == len(list) {
		return nil, false
	}
	return list[at].column, list[at].turned
}

// measureNamed reads a verb of measuring that stands as a noun: "cost of each product", "total cost".
func (r *run) measureNamed(it *Item) bool {
	next := r.item(r.pos + 1)
	if r.zone != selecting || !r.measures() && (!next.Is(Of, Each, By) || len(r.q.items) > 0 && r.subject != nil || r.counted) {
		return false
	}
	last, at := r.last, r.ahead(r.pos+2)
	if t, s := r.item(at).BestTable(); t != nil && s > 0.8 {
		r.last = t
	}
	c, _ := r.dimension(it.Cue.Dimension)
	r.last = last
	if c == nil {
		return false
	}
	r.take()
	r.selectColumn(c)
	return true
}

// amountsNamed are what the rows of the tables in force come to, for words of price: the most expensive invoices.
func (r *run) amountsNamed(words []string) []*schema.Column {
	if len(words) == 0 || words[0] != "price" && words[0] != "cost" {
		return nil
	}
	var out []*schema.Column
	for _, t := range []*schema.Table{r.last, r.subject} {
		if t == nil {
			continue
		}
		if c := principal(t); c != nil && !slices.Contains(out, c) && !c.Has("price", "cost", "quantity", "score", "balance") {
			out = append(out, c)
		}
	}
	return out
}

// hinted says that a word around the position names the column beside the measuring word itself: "established before
// 1950" and year_established.
func (r *run) hinted(c *schema.Column, word string) bool {
	return r.hintedIn(c, word, max(0, r.pos-4), min(len(r.items), r.pos+3))
}

func (r *run) hintedIn(c *schema.Column, word string, from, to int) bool {
	for i := from; i < to; i++ {
		for _, m := range r.items[i].Matches {
			if m.Column == c && schema.Lemma(r.items[i].Lower) != word {
				return true
			}
		}
		for _, w := range c.Words {
			if w != word && schema.Stem(r.items[i].Lower) == schema.Stem(w) {
				return true
			}
		}
	}
	return false
}
