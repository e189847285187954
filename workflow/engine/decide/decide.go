// Package decide says how likely a reading of a question is right, whichever reader made it: one logistic model over what
// speaks for a reading, so that the readings of all readers stand in one list.
//
//	Evidence   what is known of one reading: how much of the words it has a part for, how surely, what the other reader
//	           makes of the question, and what came of trying it on the rows
//	Shares     what readings of one question are beside each other, for a database that is in use: their order
//	Chance     the probability that it is right
//
// The weights (weights.txt, and inuse.txt and order.txt for a database that is in use) are fitted by internal/eval, on questions
// whose right answer is known; there are two sets of them in each, one for when the rules have not been asked.
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
	// None says that it brings no rows, as far as is known; One that it brings one, and Many that it brings more than were looked at.
	None, One, Many bool
	// Made is what its statement is made of.
	Made Made
	// Alike is how many other readings bring the same rows.
	Alike int
	// Share is its share among the readings of the question (Shares).
	Share float64
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

// Made is what a statement is made of.
type Made struct {
	// Tables are read, Outer joined so that rows without a partner stay; Existing and Missing are conditions that there are rows, or none;
	// Nested are queries within the query, and Repeated conditions that are there already.
	Tables, Outer, Existing, Missing, Nested, Repeated int
	// Distinct shows each row once; Star every column; Groups is taken by something.
	Distinct, Star, Groups bool
}

func (m Made) values() []float64 {
	return []float64{float64(m.Tables), float64(m.Outer), float64(m.Existing), float64(m.Missing), float64(m.Nested), float64(m.Repeated), yes(m.Distinct), yes(m.Star)}
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
	"rows: none", "rows: one", "rows: one, by groups", "rows: many", "rows: readings alike",
	"made of: tables", "made of: outer joins", "made of: rows that are there", "made of: rows that are not", "made of: nested queries", "made of: conditions again", "made of: each row once", "made of: every column",
	"composed: columns there are", "rules: columns there are", "rules: log-odds by columns there are",
	"in use: composed", "in use: composed: score", "in use: composed: lead", "in use: composed: words without a part", "in use: composed: the rules agree",
	"in use: composed: the rules have another", "in use: rules", "in use: rules: log-odds", "in use: rules: deliberate", "in use: rules: words without a part",
	"in use: rules: the composed agrees", "in use: rules: a composed one is another",
}

// otherwise are the places of what weighs otherwise for a database that is in use, in the order of their names.
var otherwise = []int{1, 2, 4, 6, 9, 10, -1, 13, 14, 16, 17, 18}

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
	x = append(x, yes(e.None), yes(e.One), yes(e.One && e.Made.Groups), yes(e.Many), math.Log1p(float64(e.Alike)))
	x = append(x, e.Made.values()...)
	if e.Composed {
		x = append(x, breadth(e.Columns), 0, 0)
	} else {
		x = append(x, 0, breadth(e.Columns), x[logOdds]*breadth(e.Columns))
	}
	for _, i := range otherwise {
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

// Sure are the evidence as numbers with the share, in the order of SureNames.
func (e Evidence) Sure() []float64 {
	share := math.Max(leastShare, math.Min(e.Share, 1-leastShare))
	return append(e.Values(), math.Log(share/(1-share)))
}

// leastShare is the least share that is told from none.
const leastShare = 0.01

// SureNames are the names of what says how likely a reading is right, in the order of Sure.
func SureNames() []string { return append(slices.Clip(names), "order: log-odds of the share") }

var (
	//go:embed weights.txt
	text string
	//go:embed inuse.txt
	textInUse string
	//go:embed order.txt
	textOrder string
)

// weights are those with both readers asked, and those with one.
type weights struct{ both, alone []float64 }

// The weights of databases whose names are all that is known, of those that are in use, and of the order of readings there.
var (
	known = parse(text, SureNames())
	inUse = parse(textInUse, SureNames())
	order = parse(textOrder, names)
)

// of are the weights for a reading.
func (w weights) of(e Evidence) []float64 {
	if e.Asked {
		return w.both
	}
	return w.alone
}

// parse reads lines of two weights and a name; the file is part of the program.
func parse(text string, names []string) weights {
	w := weights{make([]float64, len(names)), make([]float64, len(names))}
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
		w.both[i], w.alone[i] = a, b
	}
	return w
}

// Format is the inverse of parse.
func Format(names []string, both, alone []float64) string {
	var b strings.Builder
	b.WriteString("# What speaks for a reading: the weight when both readers were asked, the weight when the rules were not, its name. Written by internal/eval.\n")
	for i, name := range names {
		fmt.Fprintf(&b, "%.3f\t%.3f\t%s\n", both[i], alone[i], name)
	}
	return b.String()
}

// Chance is the probability that the reading is right.
func Chance(e Evidence) float64 {
	if e.InUse {
		return Logistic(e.Sure(), inUse.of(e))
	}
	return Logistic(e.Sure(), known.of(e))
}

// Shares are how the readings of one question, about a database that is in use, share it: as the evidence gives each odds beside the others.
func Shares(list []Evidence) []float64 {
	if len(list) == 0 {
		return nil
	}
	values := make([][]float64, len(list))
	for i, e := range list {
		values[i] = e.Values()
	}
	return SharesBy(values, order.of(list[0]))
}

// SharesBy are the shares that weights give to a question's readings, at least one.
func SharesBy(values [][]float64, weights []float64) []float64 {
	out := make([]float64, len(values))
	for i, x := range values {
		out[i] = dot(x, weights)
	}
	best, sum := slices.Max(out), 0.0
	for i := range out {
		out[i] = math.Exp(out[i] - best)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// Logistic is the probability that weights give to evidence.
func Logistic(values, weights []float64) float64 {
	return 1 / (1 + math.Exp(-dot(values, weights)))
}

func dot(values, weights []float64) float64 {
	s := 0.0
	for i, v := range values {
		s += v * weights[i]
	}
	return s
}
