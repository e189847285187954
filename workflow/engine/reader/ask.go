package reader

import (
	"errors"
	"slices"

	"parley/workflow"
)

// This file says what is asked where no reading is sure enough, and what else may be meant where one is.

const (
	// offerEnough is the chance from which on a reading is worth offering where no other one is understood.
	offerEnough = 0.1
	// mostChoices is how many readings a question back offers.
	mostChoices = 4
	// tieBelow is the chance below which the likeliest reading of a question about a database in use does not answer where the next is
	// as likely, which is one that has the share tieShare of its chance, and where those that can be offered come to askTogether. What
	// was meant is among them in three of four cases (measured on 51 databases); among readings too unlikely to answer it hardly ever
	// is, and it helps more to say which words mean nothing.
	tieBelow, tieShare, askTogether = 0.6, 0.9, 0.8
)

// choices are the readings that a question back offers, likeliest first: they bring different rows.
func (p *Pool) choices() []*Option {
	if len(p.Options) == 0 {
		return nil
	}
	return append([]*Option{p.Options[0]}, p.others(p.Options[0], mostChoices-1)...)
}

// together is how likely one of the readings offered is right.
func together(list []*Option) float64 {
	sum := 0.0
	for _, o := range list {
		sum += o.Chance()
	}
	return sum
}

// tied says that the two likeliest readings are as likely, and neither much likelier than not: a person is asked then.
func (p *Pool) tied() bool {
	list := p.choices()
	if len(list) < 2 || !p.inUse() || list[0].Barred || list[1].Barred {
		return false
	}
	if list[1].evidence.Lost > list[0].evidence.Lost {
		return false
	}
	first, next := list[0].Chance(), list[1].Chance()
	return max(first, next) < tieBelow && next >= tieShare*first && together(list) >= askTogether
}

// others are the further readings that bring other rows.
func (p *Pool) others(taken *Option, most int) []*Option {
	told := []*Option{taken}
	for _, o := range p.Options {
		if len(told) <= most && o != taken && !slices.ContainsFunc(told, o.same) {
			told = append(told, o)
		}
	}
	return told[1:]
}

// drafts are what the readings make.
func drafts(list []*Option) []*workflow.Draft {
	out := make([]*workflow.Draft, len(list))
	for i, o := range list {
		out[i] = o.Draft
	}
	return out
}

// The chance up to which an answer's rival is told, and the share of it that a rival has.
const (
	rivalUpTo  = 0.9
	rivalShare = 0.75
)

// rival says in words what else may be meant: a reading that has a part for every word, brings other rows and is nearly as likely
// as the one taken; empty when there is none.
func (p *Pool) rival(taken *Option) string {
	chance := taken.Chance()
	if chance >= rivalUpTo {
		return ""
	}
	for _, o := range p.Options {
		if o != taken && !o.Barred && o.evidence.Lost+o.evidence.Doubts == 0 && o.Chance() >= rivalShare*chance && o.apart(taken) {
			return o.Draft.Explanation
		}
	}
	return ""
}

// next is how likely the likeliest reading is that brings other rows; 0 where there is none.
func (p *Pool) next(taken *Option) float64 {
	next := 0.0
	for _, o := range p.Options {
		if !o.Barred && !o.same(taken) {
			next = max(next, o.Chance())
		}
	}
	return next
}

// unsure is the question back.
func (p *Pool) unsure() error {
	var several *workflow.Ambiguous
	tied := p.tied()
	if len(p.Options) == 0 || !errors.As(p.failure, &several) && !p.worth() && !tied {
		return p.failure
	}
	if p.inUse() && !tied {
		return p.lost(p.Options[0].Draft)
	}
	out := &workflow.Ambiguous{Question: "I am not sure what you mean."}
	if tied {
		out.Question = "This can be read in several ways."
	} else if several != nil {
		out.Question = several.Question
	} else if lost := p.Options[0].Draft.Ignored; len(lost) > 0 {
		out.Question = p.about(p.Options[0].Draft)
	}
	out.Readings = drafts(p.choices())
	if several != nil {
		for _, d := range several.Readings {
			same := func(o *workflow.Draft) bool { return o.Statement.SQL() == d.Statement.SQL() }
			if len(out.Readings) < mostChoices && !slices.ContainsFunc(out.Readings, same) {
				out.Readings = append(out.Readings, d)
			}
		}
	}
	return out
}

// worth says that the likeliest reading is worth offering where the rules do not understand the question.
func (p *Pool) worth() bool {
	first := p.Options[0]
	return first.Chance() >= offerEnough && first.evidence.Lost == 0 || first.Chance() >= AnswerEnough
}
