package judgement

import (
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/dialog"
	"parley/workflow/engine/phrase"
	"parley/workflow/schema"
)

// Claim is a statement that claims to answer an input.
type Claim struct {
	Input string
	// Earlier are the inputs of the thread before this one, oldest first: what they ask for is owed as well.
	Earlier []string
	// Before is the statement that the input refines; nil for a question of its own.
	Before, After *statement.Statement
	// Prior is the chance of Before, 1 where a person vouches for it, and Doubted what was told of it.
	Prior   float64
	Doubted []string
	// Maker is the chance that the maker itself gives; 0 where it gives none. Model says that a language model made it.
	Maker float64
	Model bool
	// Unused are the words that the maker says had no part, Told what it says that it assumed.
	Unused, Told []string
	// Assumed is what an edit decided without the words saying so: clauses.
	Assumed []string
	// Supposed are words that mean something here by names near in meaning alone.
	Supposed []Supposed
	// Rival is another reading that the maker had, in words, nearly as likely and with other rows.
	Rival string
	// Defined are the figures and conditions with a name of their own of which the statement has the expression.
	Defined []Defined
	// Already says that the maker changed nothing and told why: what was asked for is so.
	Already bool
	// Close says that the maker had another reading that was nearly as good, and Near how near the next one comes, 0 to 1.
	Close bool
	Near  float64
	// Agreed says that the maker came to it in two ways.
	Agreed bool
	// Follows says that the claim is a question of its own after others, Unanswered that the input before it had no answer, and Torn
	// that it was a close call whether it refines.
	Follows, Unanswered, Torn bool
	Now                       time.Time
	// Rows are what came; nil where the statement was not run.
	Rows *Rows
}

// mended is the input with the slips of the fingers undone that the maker told: "delivred = delivered".
func (c Claim) mended() string {
	words, changed := strings.Fields(c.Input), false
	for _, told := range c.Told {
		slip, meant, ok := strings.Cut(told, " = ")
		for i, w := range words {
			bare := strings.Trim(w, ".,;:!?")
			if ok && bare == slip && !strings.ContainsRune(meant, ' ') && schema.Distance1(strings.TrimSuffix(strings.ToLower(slip), "s"), strings.TrimSuffix(strings.ToLower(meant), "s")) {
				words[i], changed = strings.Replace(w, slip, meant, 1), true
			}
		}
	}
	if !changed {
		return c.Input
	}
	return strings.Join(words, " ")
}

// Defined is what a name stands for by a definition.
type Defined struct {
	Names   []string
	Columns []*schema.Column
	// Moment is the time by which a figure was said to lie on the calendar, or by which rows came to be so; nil where nobody said one.
	Moment *schema.Column
	// Figure says that it is a figure.
	Figure bool
	// Whenever says of rows of Table that they are so by rows of another table that happened some day, whichever: no period of the
	// statement is of those.
	Whenever bool
	Table    *schema.Table
}

// Supposed is a word that was taken for a name that is near it in meaning.
type Supposed struct{ Word, Name string }

// Rows are what is looked at of a result.
type Rows struct {
	Count int
	More  bool
	// Repeated says that whole rows stand there more than once, Void that no cell holds anything but nothing or zero.
	Repeated, Void bool
	// Blank is a figure of groups that has a value in none of them; empty for none.
	Blank string
	// Why is a clause that says why nothing came; empty where that is not known, or something came.
	Why string
}

// Judgement is what is thought of a claim.
type Judgement struct {
	// Chance is the probability that the statement answers the input and all that it refines.
	Chance float64
	Doubts []Doubt
	// Unsaid are the doubts that are not worth telling, the answer being as sure as it is.
	Unsaid []Doubt
	// Certain says that the input has one meaning, and that the statement is as sure as the one before.
	Certain bool
	// Evidence is what Chance was computed from, by Names.
	Evidence []float64
}

// Doubt is one thing that was assumed, left out or looks wrong.
type Doubt struct {
	Kind Kind
	// Words are those of the input that it is about; empty where it is about the statement.
	Words string
	// Text says it to a person: a clause without a full stop.
	Text string
	// Strong says that it is worth saying however sure the answer is otherwise, and worth asking a model about.
	Strong bool
}

// Kind says what a doubt is about.
type Kind uint8

// The kinds of doubt.
const (
	// Unused: a word has no part in the statement.
	Unused Kind = iota
	// Unasked: a condition that nobody spoke of.
	Unasked
	// Dropped: a condition or a join of the query before went without being let go.
	Dropped
	// Open: a word has several meanings, and one was chosen.
	Open
	// Repeats: a sum or an average counts rows more than once.
	Repeats
	// Misfit: a value that the column does not hold, or cannot.
	Misfit
	// Empty: no rows came.
	Empty
	// Loose: nothing of the above, and the words fit the statement badly, or it goes on from one that is unsure.
	Loose
)

// Of judges a claim about the database of an index. A statement without a tree cannot be judged: its chance is the prior's.
func Of(x *schema.Index, c Claim) Judgement {
	c.Input = phrase.Request(c.mended())
	b := &bench{index: x, claim: c, evidence: make([]float64, len(Names))}
	query, err := c.After.Query()
	if err != nil {
		return Judgement{Chance: prior(c), Evidence: b.evidence}
	}
	b.after = partsOf(x, query)
	if c.Before != nil {
		if before, err := c.Before.Query(); err == nil {
			b.before = partsOf(x, before)
		}
		b.changes = statement.Compare(c.Before, c.After).Changes
		b.settle()
		c = b.claim
	}
	b.weighMaker()
	b.weighWords()
	b.weighChanges()
	b.weighOnward()
	b.weighParts()
	b.weighShape(query)
	b.weighGrain(query)
	b.weighValues()
	b.weighSense()
	b.weighRows()
	for _, text := range c.Assumed {
		b.doubt(true, Open, "", text)
	}
	j := Judgement{Chance: c.Prior, Certain: len(c.Assumed) == 0 && Certain(c.Input, c.Before, c.After), Evidence: b.evidence}
	if j.Certain {
		b.doubts = slices.DeleteFunc(b.doubts, func(d Doubt) bool { return d.Kind != Empty })
	} else {
		own := Chance(b.evidence, weights)
		j.Chance = own * prior(c)
		if own >= dialog.HighFrom && prior(c) >= dialog.LikelyFrom { // a sure step leaves a likely answer likely
			j.Chance = max(j.Chance, dialog.LikelyFrom)
		}
		if len(c.Supposed) > 0 {
			j.Chance = min(j.Chance, mostSupposed)
		}
		b.weak = own < dialog.LikelyFrom
	}
	j.Doubts = b.told(j.Chance, j.Certain)
	j.Unsaid = slices.DeleteFunc(slices.Clone(b.doubts), func(d Doubt) bool { return slices.Contains(j.Doubts, d) })
	return j
}

// mostSupposed is the most that an answer counts for that rests on a word near in meaning: it is never likely.
const mostSupposed = dialog.LikelyFrom - 0.05

// The share of wrong answers that the person in front of the rows is taken to notice: who goes on from one has looked at it. A doubt
// counts in full once, and fades where it was handed on and the person went on again. Both are assumptions, tried on conversations whose
// people notice nothing: more would hide what is wrong there, less would doubt what is right.
const (
	noticed = 0.3
	faded   = 0.3
)

// prior is the chance that the statement before is right, now that the person has gone on from it: an answer built on a wrong one is
// wrong.
func prior(c Claim) float64 {
	if c.Before == nil || c.Prior <= 0 || c.Prior >= 1 {
		return 1
	}
	missed := 1.0
	switch {
	case c.Prior >= dialog.LikelyFrom:
		missed = 1 - noticed
	case handedOn(c.Doubted):
		missed = 1 - faded
	}
	return c.Prior / (c.Prior + (1-c.Prior)*missed)
}

// bench is a judgement being made.
type bench struct {
	index         *schema.Index
	claim         Claim
	after, before *parts
	changes       []statement.Change
	evidence      []float64
	doubts        []Doubt
	// whole says that every word of the input that says something has a part.
	whole bool
	// weak says that the evidence alone, whatever was before, makes the answer unsure.
	weak bool
}

func (b *bench) note(name string, value float64) { b.evidence[place[name]] += value }

func (b *bench) noteIf(name string, holds bool) {
	if holds {
		b.note(name, 1)
	}
}

func (b *bench) doubt(strong bool, kind Kind, words, text string) {
	for _, d := range b.doubts {
		if d.Text == text || d.Kind == Unused && kind == Unused && d.Words == words && words != "" {
			return
		}
	}
	b.doubts = append(b.doubts, Doubt{kind, words, text, strong})
}

// reasonFrom is the chance below which an answer has a doubt in any case: what weighs most against it.
const reasonFrom = 0.75

// told are the doubts to tell: the strong ones always, the others where the answer as a whole is not sure. One that is unsure, or
// hardly likely, has one in any case, and so has one that goes on from an answer with doubts.
func (b *bench) told(chance float64, certain bool) []Doubt {
	var out []Doubt
	for _, d := range b.doubts {
		if d.Strong || chance < dialog.HighFrom {
			out = append(out, d)
		}
	}
	switch c := b.claim; {
	case len(out) > 0:
	case chance < dialog.LikelyFrom || chance < reasonFrom && !certain:
		out = append(out, b.reason())
	case c.Before != nil && c.Prior < 1 && slices.ContainsFunc(c.Doubted, stays): // likely or not, what was doubted and not cleared up is still so
		out = append(out, Doubt{Loose, "", before + c.doubted(), false})
	}
	return out
}
