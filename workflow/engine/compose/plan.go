package compose

import (
	"slices"
	"strings"

	"parley/workflow/engine/meaning"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// This file sorts the pieces of a cover by what they are: a plan, from which a draft is made.

// plan is the pieces of a cover by what they do.
type plan struct {
	figures []phrase.Figure
	nouns   []phrase.Noun
	dims    []phrase.Dimension
	conds   []phrase.Cond
	keep    *phrase.Keep
	sort    *phrase.Sort
	also    []phrase.Also
	compare *phrase.Compare
	// loose are aggregates that were said apart from a figure, unit the unit of a lapse that was.
	loose []string
	unit  string
	// bare are figures of what is spoken of elsewhere: "overdue invoices: how many, how much".
	bare []phrase.Figure
	// often is the way of "which drug is prescribed most often"; empty when nothing is.
	often   string
	oftenAt meaning.Span
	// inPieces says that what was sold is counted in pieces.
	inPieces bool
	// cut is how many of the groups stay: "…, top 5".
	cut *phrase.Cut
	// late are how late each of the rows that are listed is: "orders shipped late, days late".
	late []phrase.Figure
	// meant are things that were named behind to say of which rows the figures are.
	meant []phrase.Noun
	// sharesToo says that the first of things have their share of what all come to beside the figure that decides.
	sharesToo bool
	// amiss says that pieces do not go together.
	amiss bool
}

func planOf(pieces []*phrase.Node) plan {
	var p plan
	for _, n := range pieces {
		switch v := n.Value.(type) {
		case phrase.Figure:
			if n.Category == "Bare" {
				p.bare = append(p.bare, v)
				continue
			}
			p.figures = append(p.figures, v)
		case []phrase.Figure:
			p.bare = append(p.bare, v...)
		case phrase.Tallies:
			p.figures = append(p.figures, v...)
		case phrase.Noun:
			p.nouns = append(p.nouns, v)
		case []phrase.Dimension:
			p.dims = append(p.dims, v...)
			for _, dim := range v {
				if !dim.Whether {
					p.conds = append(p.conds, dim.Conds...)
				}
			}
		case phrase.Cond:
			p.conds = append(p.conds, v)
		case phrase.Keep:
			p.keep = &v
			for _, dim := range v.Each {
				p.conds = append(p.conds, dim.Conds...)
			}
		case phrase.Sort:
			p.sort = &v
		case phrase.Also:
			p.also = append(p.also, v)
		case phrase.Compare:
			if p.compare != nil && (p.compare.Behind || v.Behind) {
				p.amiss = true // each of three is said before another
			}
			p.compare = &v
		case phrase.Listing:
			if v.Joined && grained(pieces) {
				p.figures = append(append(p.figures, phrase.Figure{Kind: phrase.Rows, Noun: v.Noun, At: v.Noun.At}), v.Figures...)
				p.conds = append(p.conds, v.Noun.Conds...)
				continue
			}
			if len(v.Figures) == 1 && lateness(v.Figures[0]) && phrase.Several(v.Noun.Name.Text) {
				p.nouns, p.late = append(p.nouns, v.Noun), v.Figures
				continue
			}
			p.list(v)
		case phrase.Apiece:
			p.figures, p.dims = append(p.figures, v.Figure), append(p.dims, v.Dims...)
			p.conds = append(p.conds, nounConds(phrase.Figure{Kind: v.Figure.Kind, Args: v.Figure.Args})...)
		case phrase.Outdone:
			p.list(v.Listing)
			p.compare = &v.Compare
		case phrase.Cut:
			p.cut = &v
		case phrase.Meant:
			p.meant, p.conds = append(p.meant, phrase.Noun(v)), append(p.conds, v.Conds...)
		case phrase.InPieces:
			p.inPieces = true
		case phrase.Loose:
			p.loose = append(p.loose, string(v))
		case string:
			if n.Category == "often" {
				p.often, p.oftenAt = v, n.Span
				continue
			}
			p.unit = v
		}
	}
	p.behind()
	p.byWhom()
	p.restrict()
	p.explained()
	p.pace()
	p.gather()
	p.amiss = p.amiss || p.compare != nil && p.compare.Between && p.compare.Differs == ""
	p.lateEach()
	p.reasoned()
	return p
}

// inOrderOf makes what a list ends with, set apart, its order: "orders with shop and status, by delivery date" are sorted and not grouped.
func (p *plan) inOrderOf(words []string) {
	newest := p.sort != nil && p.sort.Moment
	if len(p.figures)+len(p.bare) > 0 || p.compare != nil || p.keep != nil || p.sort != nil && !newest || len(p.also) == 0 && !newest || len(p.dims) != 1 {
		return
	}
	dim := p.dims[0]
	at := dim.Name.At
	apart := newest && at.From > 0 && words[at.From-1] == "by" || at.From > 1 && at.To == len(words) && words[at.From-2] == "," && words[at.From-1] == "by"
	if !apart || dim.Each || dim.Grain != "" || len(dim.Name.Matches) == 0 || len(dim.Conds) > 0 {
		return
	}
	moment := schema.Lemma(strings.ToLower(dim.Name.Text)) == "time"
	if c := dim.Name.Matches[0].Column; !moment && (c == nil || c.Role != schema.Moment && c.Role != schema.Measure && c.Role != schema.Label) {
		return // "bookings with a pickup last month, by branch" are counted
	}
	if newest && !moment && dim.Name.Matches[0].Column.Role != schema.Moment {
		return
	}
	order := phrase.Sort{Name: &dim.Name, Moment: moment, At: dim.At}
	if newest {
		order.Desc, order.Set, order.At = p.sort.Desc, p.sort.Set, dim.At.Join(p.sort.At)
	}
	p.dims, p.sort = nil, &order
	if moment {
		p.sort.Name = nil
		return
	}
	p.also = append(slices.Clip(p.also), phrase.Also{Names: []phrase.Name{dim.Name}, At: dim.At}) // nobody sees an order by what is not there
}

// list takes figures of each of some things.
func (p *plan) list(l phrase.Listing) {
	p.figures = append(p.figures, l.Figures...)
	each := phrase.Dimension{Name: l.Noun.Name, Each: true, At: l.Noun.At}
	if len(l.Noun.Name.Matches) == 0 {
		each.Conds = l.Noun.Conds
	}
	p.dims = append(p.dims, each)
	p.conds = append(p.conds, l.Noun.Conds...)
}

// grained says that figures are taken by a unit of time.
func grained(pieces []*phrase.Node) bool {
	return slices.ContainsFunc(pieces, func(n *phrase.Node) bool {
		dims, _ := n.Value.([]phrase.Dimension)
		return slices.ContainsFunc(dims, func(dim phrase.Dimension) bool { return dim.Grain != "" })
	})
}

// lateEach makes how late it was, said behind rows that are listed, a value of each of them.
func (p *plan) lateEach() {
	if len(p.figures) != 1 || len(p.nouns) == 0 || len(p.dims) > 0 || p.keep != nil || p.compare != nil {
		return
	}
	f, n := p.figures[0], p.nouns[0]
	if !lateness(f) || n.At.From > f.At.From || !phrase.Several(n.Name.Text) {
		return
	}
	p.late, p.figures = p.figures, nil
}

// lateness says that a figure is how late rows were done, whichever rows and whatever was done.
func lateness(f phrase.Figure) bool {
	said := func(a phrase.Figure) bool { return a.At.Said() || len(a.Noun.Name.Matches) > 0 }
	return f.Kind == phrase.Lapse && !slices.ContainsFunc(f.Args, said) && !f.Noun.At.Said()
}

// restrict takes things that were named behind, and of which nothing is said, for what is spoken of.
func (p *plan) restrict() {
	p.meant = slices.DeleteFunc(p.meant, func(n phrase.Noun) bool {
		said := len(n.Conds) > 0 || slices.ContainsFunc(p.conds, func(c phrase.Cond) bool { return c.At.From >= n.At.To && c.At.From <= n.At.To+1 })
		if !said {
			p.nouns = append(p.nouns, n)
		}
		return !said
	})
}

// explained takes out what only says right behind a dimension which values it has: "by size (small/large)".
func (p *plan) explained() {
	p.nouns = slices.DeleteFunc(p.nouns, func(n phrase.Noun) bool {
		return strings.Contains(n.Name.Text, "/") && slices.ContainsFunc(p.dims, func(d phrase.Dimension) bool {
			return d.At.To == n.At.From && slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool {
				return m.Column != nil && slices.ContainsFunc(d.Name.Matches, func(o schema.Match) bool { return o.Column == m.Column })
			})
		})
	})
}

// pace leaves out the usual unit of time where another one was said: "trend by quarter" is by quarters.
func (p *plan) pace() {
	said := slices.ContainsFunc(p.dims, func(d phrase.Dimension) bool { return d.Grain != "" && !d.Usual })
	p.dims = slices.DeleteFunc(p.dims, func(d phrase.Dimension) bool { return d.Usual && said })
}

// gather gives an aggregate or a unit that was said apart to the figures that can take it.
func (p *plan) gather() {
	if p.keep != nil && p.cut != nil && p.keep.N > 0 {
		keep := *p.keep
		keep.N, p.cut = p.cut.N, nil // "which suppliers …, top 5"
		p.keep = &keep
	}
	p.complete()
	p.superlate()
	taken := p.unit == ""
	for i, f := range p.figures {
		if g, ok := phrase.InUnit(f, p.unit); ok && p.unit != "" {
			p.figures[i], taken = g, true
		}
	}
	var left []string
	if !taken {
		left = append(left, p.unit)
	}
	for _, fn := range p.loose {
		switch {
		case fn == string(phrase.InMoney):
			p.inMoney()
			continue
		case p.differs(phrase.Loose(fn)):
			continue
		case fn == string(phrase.RunningToo) && p.wrapped(phrase.Running), p.changes(phrase.Loose(fn)), fn == string(phrase.OfAll) && p.wrapped(phrase.OfTotal):
			continue
		}
		if fn != "bare" && fn != "often" && len(p.figures) == 0 && p.keep == nil && len(p.nouns) == 1 {
			n, _ := p.spoken()
			p.figures = []phrase.Figure{{Kind: phrase.Aggregate, Fn: fn, Noun: n, At: n.At}}
			continue
		}
		if !p.aggregated(fn) {
			left = append(left, fn)
		}
	}
	p.loose = left
	if p.inPieces && !p.count() {
		p.loose = append(p.loose, "pieces")
	}
}

// changes makes the one figure its change from one unit of time to the next, taken by that unit where no other is said; false where it says
// no such thing, or there is no one figure.
func (p *plan) changes(fn phrase.Loose) bool {
	unit, ok := fn.Changes()
	if !ok {
		return false
	}
	if grained := func(d phrase.Dimension) bool { return d.Grain != "" }; unit != "" && !slices.ContainsFunc(p.dims, grained) {
		p.dims = append(p.dims, phrase.Dimension{Grain: unit, Usual: true})
	}
	return p.wrapped(phrase.Change)
}

// wrapped makes something of the one figure: a running total of it, its share of all; false where there are none, or several.
func (p *plan) wrapped(kind phrase.FigureKind) bool {
	if len(p.figures) == 0 && len(p.nouns) == 1 && len(p.dims) > 0 {
		n, _ := p.spoken()
		plain := phrase.Plain
		if !slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column != nil || principal(m.Table) != nil }) {
			plain = phrase.Rows
		}
		p.figures, p.conds = []phrase.Figure{{Kind: plain, Noun: n, At: n.At}}, append(p.conds, n.Conds...)
	}
	if kind == phrase.OfTotal && len(p.figures) == 0 && p.keep != nil && p.keep.By != nil {
		p.sharesToo = true // "top 10 clients by revenue and their share of the total"
		return true
	}
	if len(p.figures) != 1 {
		return false
	}
	p.figures = []phrase.Figure{{Kind: kind, Args: p.figures, At: p.figures[0].At}}
	return true
}

// inMoney makes figures that count rows, and things that are spoken of by groups, what their rows come to.
func (p *plan) inMoney() {
	for i, f := range p.figures {
		if f.Kind == phrase.Rows || f.Kind == phrase.Plain && f.Fn == "" {
			p.figures[i].Kind, p.figures[i].Fn = phrase.Worth, "sum"
		}
	}
	if last := len(p.nouns) - 1; len(p.figures) == 0 && len(p.dims) > 0 && last >= 0 {
		n := p.nouns[last]
		p.nouns = p.nouns[:last]
		p.figures = []phrase.Figure{{Kind: phrase.Worth, Fn: "sum", Noun: n, At: n.At}}
	}
}

// unsaid takes out conditions that something else says.
func (p *plan) unsaid(conds []phrase.Cond) {
	p.conds = slices.DeleteFunc(slices.Clone(p.conds), func(c phrase.Cond) bool {
		return slices.ContainsFunc(conds, func(o phrase.Cond) bool { return o.Kind == c.Kind && o.At == c.At })
	})
}

// count makes what was sold a number of pieces; false where nothing of that kind is asked for.
func (p *plan) count() bool {
	done := false
	count := func(f *phrase.Figure) {
		if f.Kind == phrase.Share && len(f.Noun.Name.Matches) == 0 && len(f.Conds) == 1 && f.Conds[0].Kind == phrase.Done {
			f.Fn, done = phrase.Pieces, true // "return rate in pieces"
		}
		if (f.Kind == phrase.Plain || f.Kind == phrase.Selling) && phrase.Trades(f.Noun.Name.Text) {
			f.Kind, f.Noun.Name, done = phrase.Plain, phrase.Name{Text: phrase.Pieces, At: f.Noun.Name.At}, true
		}
	}
	for i := range p.figures {
		count(&p.figures[i])
	}
	if p.keep != nil && p.keep.By != nil {
		by := *p.keep.By
		count(&by)
		p.keep.By = &by
	}
	for i, n := range p.nouns {
		if phrase.Trades(n.Name.Text) {
			p.nouns[i].Name, done = phrase.Name{Text: phrase.Pieces, At: n.Name.At}, true
		}
	}
	return done
}

// complete gives figures that were said alone what they are about: the things that are spoken of.
func (p *plan) complete() {
	if len(p.bare) == 0 {
		return
	}
	if last := len(p.figures) - 1; len(p.nouns) == 0 && last >= 0 && p.figures[last].Kind == phrase.Count && p.comesTo(p.figures[last].Noun) {
		return
	}
	if slices.ContainsFunc(p.conds, func(c phrase.Cond) bool { return c.Kind == phrase.Compared && (c.Noun != nil || c.Figure != nil) }) {
		if p.countsNext() {
			p.loose = append(p.loose, "bare") // "how many customers have more than 2 orders" are so many customers
		}
		return // what is compared is shown: "with more than 2 orders, and how many"
	}
	n, ok := p.spoken()
	if !ok {
		n, ok = p.grouped()
	}
	if !ok && p.valued() {
		return
	}
	if !ok {
		p.loose = append(p.loose, "bare")
		return
	}
	for _, f := range p.bare {
		f.Noun = n
		if f.Kind == phrase.Plain {
			f.Kind, f.Fn = phrase.Worth, "sum"
		}
		p.figures = append(p.figures, f)
	}
	p.conds = append(p.conds, n.Conds...)
	for i := range p.figures {
		p.figures[i].Noun.Conds = nil
	}
}

// countsNext says that what is counted stands right behind the word for how many.
func (p *plan) countsNext() bool {
	return slices.ContainsFunc(p.bare, func(f phrase.Figure) bool {
		return f.Kind == phrase.Count && slices.ContainsFunc(p.nouns, func(n phrase.Noun) bool { return f.At.Said() && n.At.From == f.At.To })
	})
}

// comesTo gives figures that were said alone behind what is counted what that comes to: "how many hours, and what were they worth".
func (p *plan) comesTo(n phrase.Noun) bool {
	if slices.ContainsFunc(p.bare, func(f phrase.Figure) bool { return f.Kind != phrase.Plain }) {
		return false
	}
	n.Conds = nil
	for _, f := range p.bare {
		p.figures = append(p.figures, phrase.Figure{Kind: phrase.Worth, Fn: "sum", Noun: n, At: f.At})
	}
	return true
}

// grouped is the thing of which each was spoken of, where nothing else is: "how much did each surcharge bring in" is of what rows
// of it come to.
func (p *plan) grouped() (phrase.Noun, bool) {
	if len(p.figures) > 0 || len(p.dims) != 1 || !p.dims[0].Each || len(p.bare) != 1 || p.bare[0].Kind != phrase.Plain {
		return phrase.Noun{}, false
	}
	n := phrase.Noun{Name: p.dims[0].Name, At: p.bare[0].At}
	return n, slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil })
}

// valued makes the rows of a kind, right behind the word for how much they come to, a sum: "how much was topped up". False where there are none.
func (p *plan) valued() bool {
	if len(p.figures) > 0 || len(p.bare) != 1 || p.bare[0].Kind != phrase.Plain {
		return false
	}
	i := slices.IndexFunc(p.conds, func(c phrase.Cond) bool {
		return c.Kind == phrase.IsValue && c.Name == nil && !c.Not && len(c.Values) == 1 && c.At.From == p.bare[0].At.To
	})
	if i < 0 {
		return false
	}
	c := p.conds[i]
	p.conds = slices.Delete(slices.Clone(p.conds), i, i+1)
	n := phrase.Noun{Name: phrase.Name{Text: c.Values[0].Text, At: c.At}, Conds: []phrase.Cond{c}, At: c.At}
	p.figures = append(p.figures, phrase.Figure{Kind: phrase.Aggregate, Fn: "sum", Noun: n, At: n.At})
	return true
}

// spoken is the thing that is spoken of; it is taken from the nouns.
func (p *plan) spoken() (phrase.Noun, bool) {
	if len(p.nouns) == 0 {
		return phrase.Noun{}, false
	}
	n := p.nouns[0]
	p.nouns = p.nouns[1:]
	return n, true
}

// superlate makes "which drug is prescribed most often" the first by how often there are rows of it.
func (p *plan) superlate() {
	if p.often == "" {
		return
	}
	if len(p.nouns) == 0 || p.keep != nil || len(p.figures) > 0 || p.nouns[0].At.From >= p.oftenAt.To {
		p.loose = append(p.loose, "often")
		return
	}
	n, _ := p.spoken()
	by := phrase.Figure{Kind: phrase.Count, At: n.At}
	if len(p.nouns) > 0 {
		by.Noun, _ = p.spoken()
	} else if i := slices.IndexFunc(p.conds, func(c phrase.Cond) bool { return c.Kind == phrase.Acted && !c.Not && len(c.Noun.Conds) == 0 }); i >= 0 {
		by.Noun = *p.conds[i].Noun // "ordered most often"
		p.conds = slices.Delete(slices.Clone(p.conds), i, i+1)
	}
	p.keep = phrase.MostOf(n, by, p.often)
}

// aggregated puts an aggregate around the first figure that takes one; false when none does.
func (p *plan) aggregated(fn string) bool {
	for i, f := range p.figures {
		switch f.Kind {
		case phrase.Lapse:
			p.figures[i] = phrase.Figure{Kind: phrase.Aggregate, Fn: fn, Args: []phrase.Figure{f}, At: f.At}
		case phrase.Plain:
			f.Kind, f.Fn = phrase.Aggregate, fn
			p.figures[i] = f
		case phrase.Ratio:
			if fn != "avg" || f.Scale > 0 {
				continue
			}
			if slices.ContainsFunc(f.Args[0].Noun.Name.Matches, func(m schema.Match) bool { return m.Column != nil && m.Column.Aggregate == schema.Average }) {
				return true // "price per litre, on average" is an average as it stands
			}
			f.Kind = phrase.Mean
			if f.Args[0].Kind == phrase.Plain {
				f.Args = []phrase.Figure{{Kind: phrase.Count, Noun: f.Args[0].Noun, At: f.Args[0].At}, f.Args[1]}
			}
			p.figures[i] = f
		case phrase.Count, phrase.Rows:
			at := slices.IndexFunc(p.dims, func(d phrase.Dimension) bool { return d.Grain != "" && len(d.Name.Matches) == 0 })
			if fn != "avg" || at < 0 {
				continue
			}
			p.figures[i] = phrase.Figure{Kind: phrase.MeanPer, Fn: p.dims[at].Grain, Args: []phrase.Figure{f}, At: f.At}
			p.dims = slices.Delete(slices.Clone(p.dims), at, at+1)
		default:
			continue
		}
		return true
	}
	return false
}
