package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// The cost of reading a name as less than what it says.
const (
	costPrincipal = 0.1  // a table's name for its measure: "sales"
	costRows      = 0.45 // a table's name for the number of its rows
	costOfParts   = 0.5  // the mean of what was computed of rows, which are parts of what is spoken of
	costLevel     = 0.3  // a level, such as a price, averaged although nobody said so
	costStep      = 0.1  // each key between the subject and a column
	costColumn    = 0.25 // a column counted by its distinct values
)

// figure gives the readings of a figure.
func (d *draft) figure(f phrase.Figure) []Option[meaning.Term] {
	switch f.Kind {
	case phrase.Plain:
		return d.measure(f.Noun, "", f.At)
	case phrase.Count:
		return d.count(f.Noun, f.At)
	case phrase.Rows:
		doer := slices.ContainsFunc(f.Noun.Name.Matches, func(m schema.Match) bool { return m.Column == nil && d.byDoer(m.Table) })
		return slices.DeleteFunc(d.counts(f.Noun, f.At), func(o Option[meaning.Term]) bool {
			return o.Is.Kind != meaning.Count || len(o.Is.Args) > 0 && !doer && (!namesCounted(f) || !d.eachApart(o.Is))
		})
	case phrase.Aggregate:
		if len(f.Args) == 1 {
			return d.over(f)
		}
		return d.averaged(f, d.measure(f.Noun, f.Fn, f.At))
	case phrase.Ratio, phrase.Mean:
		if f.Scale > 0 {
			return d.quotient(f)
		}
		return d.ratio(f)
	case phrase.MeanOf:
		return d.meanOf(f)
	case phrase.Selling:
		return d.selling(f)
	case phrase.Sold:
		return d.sold(f)
	case phrase.Worth:
		return d.comeTo(f)
	case phrase.Quotient:
		return d.quotient(f)
	case phrase.Share:
		return d.share(f)
	case phrase.Kinds:
		return d.kindsOf(f)
	case phrase.OfThose:
		return d.ofThose(f)
	case phrase.Lapse:
		return d.lapse(f)
	case phrase.Since:
		return d.since(f)
	case phrase.Times, phrase.Less:
		if len(d.plan.dims) == 0 && f.Kind == phrase.Times {
			return nil // of each row, not of all
		}
		return d.arithmetic(f)
	case phrase.MeanPer:
		return d.meanPer(f)
	case phrase.Margin:
		return d.margin(f)
	case phrase.Owed:
		return d.owedOn(f)
	case phrase.When:
		return d.lastTime(f)
	case phrase.OfTotal, phrase.Running, phrase.Change:
		return d.seen(f)
	}
	return nil
}

// namesCounted says that what is counted is named as such, not shown: it leads the question, or a person defined which of it count. What is
// traded is counted by its trades.
func namesCounted(f phrase.Figure) bool {
	return !trades(f.Noun.Name) && (f.At.From == 0 || slices.ContainsFunc(f.Noun.Conds, phrase.Cond.Taught))
}

// behindBy says that a noun stands right behind the word that begins a group.
func (d *draft) behindBy(at meaning.Span) bool {
	return at.From > 0 && d.words[at.From-1] == "by"
}

// measure reads a noun as a measure: an aggregate of a column, a computed measure, or a table's principal measure.
func (d *draft) measure(n phrase.Noun, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, m := range n.Name.Matches {
		switch {
		case m.Column == nil && (fn == "max" || fn == "min") && phrase.Several(n.Name.Text) && !uncounted(n.Name):
			// "the biggest payments" are so many of them, not what the biggest comes to.
		case m.Column == nil:
			if c := ownFigure(m.Table); c != nil && endsIn(n.Name, c) && (fn == "" || fn == "sum") {
				out = append(out, Option[meaning.Term]{aggregate("sum", c, at), m.Score() + gainMass})
			} else if c := principalBy(n.Name, m.Table); c != nil {
				if whole, ok := wholeOf(d.composer.index, m.Table); ok && fn == "avg" && m.Table.Worth != nil && m.Coverage < 1 {
					// "average order value" is that of orders, not of their lines
					out = append(out, Option[meaning.Term]{d.eachWhole(m.Table, whole, at), m.Score() - costOfBought(m.Table)})
				}
				score, fn := m.Score()-costPrincipal, fn
				if (fn == "" || fn == "sum") && uncounted(n.Name) {
					score += gainMass
					if c.Aggregate == schema.Sum {
						fn = "sum"
					}
				}
				out = append(out, Option[meaning.Term]{aggregate(fn, c, at), score})
			} else if c := amountOf(m.Table); c != nil && d.saysWorth(at) {
				out = append(out, Option[meaning.Term]{aggregate(fn, c, at), m.Score() - costPrincipal})
			} else if fn == "sum" && !slices.ContainsFunc(m.Table.Words, func(w string) bool { return slices.Contains(english.MoneyTables, w) }) {
				// "total orders" are so many.
				out = append(out, Option[meaning.Term]{meaning.CountOf(m.Table, at), m.Score() - costPrincipal})
			} else if fn == "sum" || fn == "avg" {
				out = append(out, d.ofLines(m, fn, at)...)
			}
		case m.Column.Metric != nil:
			score := m.Score() + costPrincipal
			if fn == "avg" && ofParts(computed(d.composer.index, m.Column, "", at)) {
				score -= costOfParts
			}
			out = append(out, Option[meaning.Term]{computed(d.composer.index, m.Column, fn, at), score})
			out = append(out, d.ofWhole(m, fn, at)...)
		case measures(m.Column):
			score := m.Score()
			if fn == "" && levels(m.Column) {
				score -= costLevel
			}
			if notAdded(m.Column) {
				score -= costLevel
			}
			if slices.ContainsFunc(m.Column.Words, phrase.Plans) && !slices.ContainsFunc(schema.Words(n.Name.Text), phrase.Plans) {
				score -= costPlanned
			}
			out = append(out, Option[meaning.Term]{aggregate(fn, m.Column, at), score})
		case m.Column.Role == schema.Moment && (fn == "max" || fn == "min") && !phrase.Several(n.Name.Text):
			out = append(out, Option[meaning.Term]{aggregate(fn, m.Column, at), m.Score() - costColumn})
		}
	}
	if len(n.Name.Matches) == 0 && len(n.Conds) > 0 {
		out = append(out, d.worth(n, fn, at)...)
	}
	if schema.Lemma(strings.ToLower(n.Name.Text)) == "age" {
		out = append(out, d.ages(fn, at)...)
	}
	switch word := strings.ToLower(n.Name.Text); {
	case word == phrase.Pieces:
		out = append(out, d.pieces(fn, at)...)
	case english.CashWords[word]:
		out = append(out, d.traded(english.ReceivedWords, fn, at)...)
	case english.OutlayWords[schema.Lemma(word)]:
		out = append(out, d.laidOut(fn, at)...)
	case phrase.Trades(word):
		out = append(out, d.turnedOver(fn, at)...)
	}
	if n.Taxed {
		out = withTax(out)
	}
	return ranked(out, mostReadings)
}

// withTax gives figures over amounts those with the tax on them, where their rows tell of it.
func withTax(list []Option[meaning.Term]) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	for _, o := range list {
		if o.Is.Kind != meaning.Aggregate || o.Is.Of == nil || o.Is.Of.Gross == nil {
			continue
		}
		gross := meaning.AggregateOf(o.Is.Fn, o.Is.Of.Gross, o.Is.At)
		gross.Of = o.Is.Of
		if o.Is.Of.Gross.Metric != nil {
			gross.Name = o.Is.Of.Gross.Spoken()
		}
		out = append(out, Option[meaning.Term]{gross, o.Score})
	}
	return out
}

const mostReadings = 4

// costPlanned is what was planned, where nobody said that it was: cost is what was spent before what was budgeted.
const costPlanned = 0.05

// ofLines is what the rows of a table come to by the rows that refer to them: the total of invoices is that of their lines, the
// average that total by the number of invoices.
func (d *draft) ofLines(m schema.Match, fn string, at meaning.Span) []Option[meaning.Term] {
	var out []Option[meaning.Term]
	add := func(t meaning.Term, cost float64) {
		if fn == "avg" {
			t = meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{t, meaning.CountOf(m.Table, at)}, At: at}
		}
		out = append(out, Option[meaning.Term]{t, m.Score() - cost})
	}
	if c := chief(m.Table); c != nil {
		out = append(out, Option[meaning.Term]{aggregate(fn, c, at), m.Score() - costPrincipal})
	}
	for _, c := range d.composer.index.Metrics() {
		t := computed(d.composer.index, c, "sum", at)
		if t.Of != m.Table && within(m.Table.Words, t.Of.Words) && meaning.Refers(d.composer.index, t.Of, m.Table) {
			add(t, costPrincipal)
			return out // others are further words for the same
		}
	}
	if lines := linesOf(d.composer.index, m.Table); lines != nil && fn == "avg" && len(out) == 0 {
		out = append(out, Option[meaning.Term]{d.eachWhole(lines, m.Table, at), m.Score() - costPrincipal})
	}
	return out
}

// linesOf is the table of a quantity at a price whose rows are parts of another's; nil where there is none.
func linesOf(x *schema.Index, whole *schema.Table) *schema.Table {
	for _, t := range x.Tables {
		if t.Worth == nil {
			continue
		}
		if of, ok := wholeOf(x, t); ok && of == whole {
			return t
		}
	}
	return nil
}

// eachWhole is what the wholes of some lines come to on average.
func (d *draft) eachWhole(lines, whole *schema.Table, at meaning.Span) meaning.Term {
	wholes := meaning.CountOf(whole, at)
	if path, ok := meaning.Way(d.composer.index, lines, whole, nil); ok && len(path) == 1 && len(path[0].FromColumns) == 1 {
		wholes = meaning.Term{Kind: meaning.Count, Of: lines, Args: []meaning.Term{meaning.ColumnTerm(path[0].FromColumns[0], at)}, Distinct: true, At: at}
	}
	return meaning.Term{Kind: meaning.Ratio, Args: []meaning.Term{aggregate("sum", lines.Worth, at), wholes}, At: at}
}

// within says that all words are among the others.
func within(words, all []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(all, w) })
}
