package compose

import (
	"slices"

	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// behind finds the kind that another one, said behind, is compared with, and takes it out of what is asked: "how long do vans take on
// average, compared with bikes" is of vans and of bikes. Where there is none, the pieces do not go together.
func (p *plan) behind() {
	if p.compare == nil || !p.compare.Behind {
		return
	}
	for i := range p.figures {
		if left, ok := takenFromFigure(&p.figures[i], p.compare.Right); ok {
			p.beside(left)
			return
		}
	}
	for i := range p.nouns {
		if rest, left, ok := taken(p.nouns[i].Conds, p.compare.Right); ok {
			p.nouns[i].Conds = rest
			p.beside(left)
			return
		}
	}
	if rest, left, ok := taken(p.conds, p.compare.Right); ok {
		p.conds = rest
		p.beside(left)
		return
	}
	p.amiss = true
}

// byWhom finds whom rows refer to by what is said of them: "recommended by another customer, and by whom". Where nothing is, the pieces do not
// go together.
func (p *plan) byWhom() {
	for i, a := range p.also {
		if len(a.Names) != 1 || a.Names[0].Text != phrase.ByWhom {
			continue
		}
		at := slices.IndexFunc(p.conds, func(c phrase.Cond) bool { return c.Kind == phrase.Having && c.Noun.Name.Above })
		if at < 0 {
			p.amiss = true
			return
		}
		name := p.conds[at].Noun.Name
		name.At = a.Names[0].At
		p.also = slices.Clone(p.also)
		p.also[i].Names = []phrase.Name{name}
	}
}

// beside is what was said behind beside what it is compared with.
func (p *plan) beside(left phrase.Cond) {
	c := *p.compare
	c.Left, c.Behind = left, false
	p.compare = &c
}

// takenFromFigure takes the kind out of a figure or of its parts.
func takenFromFigure(f *phrase.Figure, other phrase.Cond) (phrase.Cond, bool) {
	if rest, left, ok := taken(f.Noun.Conds, other); ok {
		f.Noun.Conds = rest
		return left, true
	}
	args := slices.Clone(f.Args)
	for i := range args {
		if left, ok := takenFromFigure(&args[i], other); ok {
			f.Args = args
			return left, true
		}
	}
	return phrase.Cond{}, false
}

// taken takes the first value out of conditions that one column may hold as well as another value.
func taken(conds []phrase.Cond, other phrase.Cond) (rest []phrase.Cond, left phrase.Cond, ok bool) {
	at := slices.IndexFunc(conds, func(c phrase.Cond) bool {
		return c.Kind == phrase.IsValue && !c.Not && len(c.Values) == 1 && slices.ContainsFunc(c.Values[0].Matches, func(m schema.ValueMatch) bool {
			return slices.ContainsFunc(other.Values[0].Matches, func(o schema.ValueMatch) bool { return o.Column == m.Column })
		})
	})
	if at < 0 {
		return conds, left, false
	}
	return slices.Delete(slices.Clone(conds), at, at+1), conds[at], true
}
