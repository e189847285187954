// Package decide says how likely a reading of a question is right, whichever reader made it: one logistic model over what
// speaks for a reading, so that the readings of all readers stand in one list.
//
//	Evidence   what is known of one reading: how much of the words it has a part for, how surely, what the other reader
//	           makes of the question, and what came of trying it on the rows
//	Chance     the probability that it is right
//
// The weights (weights.txt, and inuse.txt for a database that is in use) are fitted by internal/eval, on questions whose
// right answer is known; there are two sets of them in each, one for when the rules have not been asked.
//
// The package imports the standard library alone.
package decide

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Evidence is what speaks for or against one reading.
type Evidence struct {
	// Composed says that it was composed; else the rules made it.
	Composed bool
	// Score is how well a composed reading covers the words, 1 for full marks; Lead by how much it is ahead of the best composed
	// one that brings other rows; Place how many of its reader's readings are before it.
	Score, Lead float64
	Place       int
	// Shape is what a composed reading is made of. A reading of the rules has that of the best composed one that has a part for every
	// word, if there is one: it is what the rules do not read as well.
	Shape Shape
	// Joins is how many tables are joined.
	Joins int
	// Rules is the probability that the rules give a reading of theirs, and Deliberate says that a rule for a whole turn of
	// phrase made it; Fragment that it is conditions alone.
	Rules                float64
	Deliberate, Fragment bool
	// Lost and Doubts count the words without a part, and what was assumed. Words is the length of the question.
	Lost, Doubts, Words int
	// Asked says that both readers were asked. Agreed is how sure the other reader is of a reading that brings the same rows, and
	// Rival how sure it is of one that brings others, as far as the rows are known.
	Asked         bool
	Agreed, Rival float64
	// None says that it brings no rows, as far as is known.
	None bool
	// Columns is how many columns the database has: the more, the more of them the same words may name.
	Columns int
	// InUse says that people work with the database (schema.Index.InUse): composed readings know its comments and its present, the
	// rules only names.
	InUse bool
}

// Shape is what a composed reading is made of.
type Shape struct {
	// Period says that a span of time was said; Figure that a figure is asked for, Groups that it is taken by something, Kept that
	// the most or the least are kept; Existing that there are rows of another table, or none; Compared that a figure is compared.
	Period, Figure, Groups, Kept, Existing, Compared bool
}

func (s Shape) values() []float64 {
	return []float64{yes(s.Period), yes(s.Figure), yes(s.Groups), yes(s.Kept), yes(s.Existing), yes(s.Compared)}
}

// names of what is weighed, in the order of values.
var names = []string{
	"any", "composed", "composed: score", "composed: score beyond 0.5", "composed: lead", "composed: place", "composed: words without a part", "composed: a word without a part", "composed: doubts",
	"composed: the rules agree", "composed: the rules have another", "composed: words", "composed: every word has a part, nothing assumed",
	"rules: log-odds", "rules: deliberate", "rules: conditions alone", "rules: words without a part", "rules: the composed agrees", "rules: a composed one is another", "rules: words", "rules: place", "rules: a composed one with a part for every word is another",
	"composed: of a time", "composed: a figure", "composed: by groups", "composed: the most", "composed: existing", "composed: a figure compared",
	"rules: against one of a time", "rules: against a figure", "rules: against groups", "rules: against the most", "rules: against existing", "rules: against a figure compared",
	"composed: joins", "rules: joins",
	"rows: none",
	"composed: columns there are", "rules: columns there are", "rules: log-odds by columns there are",
	"in use: composed", "in use: composed: score", "in use: composed: lead", "in use: composed: words without a part", "in use: composed: the rules agree",
	"in use: composed: the rules have another", "in use: rules", "in use: rules: log-odds", "in use: rules: deliberate", "in use: rules: words without a part",
	"in use: rules: the composed agrees", "in use: rules: a composed one is another",
}

// inUse are the places of what weighs otherwise for a database that is in use, in the order of their names.
var inUse = []int{1, 2, 4, 6, 9, 10, -1, 13, 14, 16, 17, 18}

// usual is how many columns a database usually has; breadth is how much wider one is, from -1 for half of that to 2 for four times.
const usual = 30

func breadth(columns int) float64 {
	return math.Max(-1, math.Min(math.Log2(math.Max(float64(columns), 1)/usual), 2))
}

// logOdds is the place of the rules' log-odds.
const logOdds = 13

// rivalry is the score from which on a composed reading with a part for every word is a rival.
const rivalry = 0.4

// most bounds the log-odds of the rules.
const most = 4

// Values are the evidence as numbers, in the order of Names.
func (e Evidence) Values() []float64 {
	lost := float64(min(e.Lost, 4))
	x := make([]float64, 0, len(names))
	if e.Composed {
		score := math.Max(e.Score, -0.5)
		x = append(x, 1, 1, score, math.Max(score-0.5, 0), math.Max(-0.3, math.Min(e.Lead, 0.3)), float64(min(e.Place, 4)), lost, yes(e.Lost > 0), float64(min(e.Doubts, 3)),
			e.Agreed, e.Rival, float64(e.Words)/10, yes(e.Lost+e.Doubts == 0), 0, 0, 0, 0, 0, 0, 0, 0, 0)
	} else {
		odds := math.Log(math.Max(e.Rules, 1e-6) / math.Max(1-e.Rules, 1e-6))
		x = append(x, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, math.Max(-most, math.Min(odds, most)), yes(e.Deliberate), yes(e.Fragment), lost, e.Agreed, e.Rival, float64(e.Words)/10, float64(min(e.Place, 4)), yes(e.Rival > rivalry))
	}
	shape, none := e.Shape.values(), Shape{}.values()
	joins := float64(min(e.Joins, 4))
	if e.Composed {
		x = append(append(append(x, shape...), none...), joins, 0)
	} else {
		x = append(append(append(x, none...), shape...), 0, joins)
	}
	x = append(x, yes(e.None))
	if e.Composed {
		x = append(x, breadth(e.Columns), 0, 0)
	} else {
		x = append(x, 0, breadth(e.Columns), x[logOdds]*breadth(e.Columns))
	}
	for _, i := range inUse {
		switch {
		case !e.InUse:
			x = append(x, 0)
		case i < 0:
			x = append(x, yes(!e.Composed))
		default:
			x = append(x, x[i])
		}
	}
	return x
}

func yes(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Names are the names of what is weighed, in the order of Values.
func Names() []string { return names }

var (
	//go:embed weights.txt
	text string
	//go:embed inuse.txt
	textInUse string
)

// The weights with both readers asked, and those with one: of databases whose names are all that is known, and of those that
// are in use.
var (
	both, alone           = parse(text)
	bothInUse, aloneInUse = parse(textInUse)
)

// parse reads lines of two weights and a name; the file is part of the program.
func parse(text string) (both, alone []float64) {
	both, alone = make([]float64, len(names)), make([]float64, len(names))
	for _, line := range strings.Split(text, "\n") {
		fields := strings.SplitN(line, "\t", 3)
		if len(fields) < 3 || strings.HasPrefix(line, "#") {
			continue
		}
		i := slices.Index(names, fields[2])
		a, err := strconv.ParseFloat(fields[0], 64)
		b, err2 := strconv.ParseFloat(fields[1], 64)
		if i < 0 || err != nil || err2 != nil {
			panic("decide: weight: " + line)
		}
		both[i], alone[i] = a, b
	}
	return both, alone
}

// Format is the inverse of parse.
func Format(both, alone []float64) string {
	var b strings.Builder
	b.WriteString("# What speaks for a reading: the weight when both readers were asked, the weight when the rules were not, its name. Written by internal/eval.\n")
	for i, name := range names {
		fmt.Fprintf(&b, "%.3f\t%.3f\t%s\n", both[i], alone[i], name)
	}
	return b.String()
}

// Chance is the probability that the reading is right.
func Chance(e Evidence) float64 {
	w := alone
	switch {
	case e.InUse && e.Asked:
		w = bothInUse
	case e.InUse:
		w = aloneInUse
	case e.Asked:
		w = both
	}
	return Logistic(e.Values(), w)
}

// Logistic is the probability that weights give to evidence.
func Logistic(values, weights []float64) float64 {
	s := 0.0
	for i, v := range values {
		s += v * weights[i]
	}
	return 1 / (1 + math.Exp(-s))
}
