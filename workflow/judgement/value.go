package judgement

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"parley/workflow/schema"
)

// weighValues looks at what conditions compare columns with: a text that the column, whose values are all known, does not
// hold; a number beyond those it holds; a value that lives in several columns.
func (b *bench) weighValues() {
	for _, c := range b.after.conditions {
		if b.inherited(c) {
			continue
		}
		b.weighTexts(c)
		b.weighNumbers(c)
	}
	b.weighHomes()
}

func (b *bench) weighTexts(c condition) {
	if !c.column.Complete || strings.HasSuffix(c.op, "like") || strings.HasPrefix(c.op, "of ") || len(c.texts) == 0 || c.column.Type.Temporal() {
		return
	}
	held := b.index.Held(c.column)
	for _, text := range c.texts {
		if len(held) > 0 && !slices.Contains(held, text) {
			b.note("values: not one of the column's", 1)
			b.doubt(true, Misfit, "", fmt.Sprintf("%s has no %q; it holds %s", c.column.Name, text, some(held)))
		}
	}
}

// some is a short list of values.
func some(held []string) string {
	const most = 5
	if len(held) > most {
		return strings.Join(held[:most], ", ") + " …"
	}
	return strings.Join(held, ", ")
}

func (b *bench) weighNumbers(c condition) {
	if !c.column.Numeric || !c.column.Complete || c.column.Low >= c.column.High || !slices.Contains([]string{"=", ">", ">=", "<", "<=", "between"}, c.op) {
		return
	}
	for _, v := range c.values {
		if v > c.column.High && c.op != "<" && c.op != "<=" || v < c.column.Low && c.op != ">" && c.op != ">=" {
			b.note("values: beyond those of the column", 1)
			b.doubt(true, Misfit, "", fmt.Sprintf("%s lies between %v and %v", c.column.Name, c.column.Low, c.column.High))
			return
		}
	}
}

// weighHomes finds words of the input that are values of several columns, of which the statement took one unnamed.
func (b *bench) weighHomes() {
	words := schema.Words(b.claim.Input)
	for i, w := range words {
		if b.isGlue(w) {
			continue
		}
		found := b.index.Normalised(w)
		homes := b.homes(found)
		taken := slices.IndexFunc(homes, func(c *schema.Column) bool {
			return slices.ContainsFunc(found, func(v schema.ValueMatch) bool { return v.Column == c && b.claims(v) })
		})
		if taken >= 0 {
			home := homes[taken]
			homes = slices.DeleteFunc(homes, func(c *schema.Column) bool { return c != home && b.sameDomain(c, home) })
			taken = slices.Index(homes, home)
		}
		if len(homes) < 2 || taken < 0 || b.namesColumn(words, i, homes[taken]) {
			continue
		}
		other := homes[0]
		if taken == 0 {
			other = homes[1]
		}
		at := b.atHand(homes[taken], other)
		b.note("values: of several columns", 1)
		b.noteIf("values: of several columns at hand", at)
		b.doubt(at, Open, w, fmt.Sprintf("took %q as %s, not %s", w, homes[taken], other))
		return
	}
}

// atHand says whether the other home of a value is as near as the one that was taken: on a table that the statement has as well, or
// where the one that was taken was brought in for the value alone.
func (b *bench) atHand(taken, other *schema.Column) bool {
	if other.Table == taken.Table { // "from Nairobi to London": the words about it decide
		return false
	}
	if slices.Contains(b.after.tables, other.Table) {
		return true
	}
	if b.before == nil || slices.Contains(b.before.tables, taken.Table) {
		return false
	}
	far := func(c *schema.Column) int {
		least := math.MaxInt
		for _, t := range b.before.tables {
			least = min(least, b.index.Graph.Distance(t, c.Table))
		}
		return least
	}
	return far(other) <= far(taken)+1
}

// sameDomain says whether two columns hold the same thing: a key and its copy, a code and where it is explained.
func (b *bench) sameDomain(a, o *schema.Column) bool {
	coded := func(x, y *schema.Column) bool { return x.Coding != nil && x.Coding.Code.Table == y.Table }
	return coded(a, o) || coded(o, a) || slices.ContainsFunc(b.index.Graph.Between(a.Table, o.Table), func(e *schema.Edge) bool {
		return slices.Contains(e.FromColumns, a) && slices.Contains(e.ToColumns, o) || slices.Contains(e.FromColumns, o) && slices.Contains(e.ToColumns, a)
	})
}

// homes are the columns of values, those of the statement's tables first; each once.
func (b *bench) homes(found []schema.ValueMatch) []*schema.Column {
	var own, others []*schema.Column
	for _, v := range found {
		switch {
		case slices.Contains(own, v.Column) || slices.Contains(others, v.Column):
		case slices.Contains(b.after.tables, v.Column.Table):
			own = append(own, v.Column)
		default:
			others = append(others, v.Column)
		}
	}
	return append(own, others...)
}

// namesColumn says whether a word beside the one at i names the column or its table.
func (b *bench) namesColumn(words []string, i int, c *schema.Column) bool {
	for k := max(0, i-3); k < min(len(words), i+4); k++ {
		if lemma := schema.Lemma(words[k]); k != i && (slices.Contains(c.Words, lemma) || slices.Contains(c.Table.Words, lemma)) {
			return true
		}
	}
	return false
}

// weighRows looks at what came.
func (b *bench) weighRows() {
	r := b.claim.Rows
	if r == nil {
		return
	}
	b.note("rows: known", 1)
	b.noteIf("rows: none", r.Count == 0 && r.Why == "")
	b.noteIf("rows: none, and it is known why", r.Count == 0 && r.Why != "")
	b.noteIf("rows: nothing but zero", r.Count > 0 && (r.Void || r.Blank != ""))
	repeated := r.Repeated && !b.after.grouped // groups are of their own each, and may be called the same
	b.noteIf("rows: repeated", repeated)
	b.noteIf("rows: one", r.Count == 1)
	b.noteIf("rows: as many as are read", r.More)
	switch {
	case r.Why != "":
		b.explained(r.Why)
	case r.Count == 0:
		b.doubt(true, Empty, "", noRows)
	case r.Void:
		b.doubt(true, Empty, "", voidRows)
	case r.Blank != "":
		b.doubt(true, Empty, "", r.Blank+blankFigure)
	case repeated && b.after.joins > 0:
		b.doubt(false, Repeats, "", repeatedRows)
	}
}

// explained says why nothing came; that says as well which value the column does not hold.
func (b *bench) explained(why string) {
	b.doubts = slices.DeleteFunc(b.doubts, func(d Doubt) bool { return d.Kind == Misfit })
	b.doubt(true, Empty, "", why)
}
