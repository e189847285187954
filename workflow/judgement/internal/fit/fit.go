package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"

	"parley/dialog"
	"parley/workflow/judgement"
)

// The weights are those of a logistic model of whether a statement is right, with a pull towards what is believed before any data:
// nothing, and that some evidence speaks against. The two kinds of conversations count alike, however many there are of each.

const (
	rounds = 1500
	rate   = 0.3
	pull   = 8.0
	folds  = 5
	// workedShare is how much a sample of a database that the engine was worked on counts: it is more often right there than elsewhere.
	workedShare = 0.3
	// rare is the scale of evidence that hardly ever comes: below it the pull holds the more, the rarer it is.
	rare = 0.3
)

// against is evidence that never speaks for an answer, whatever the few cases of it say; at believed it weighs without any.
var against = map[string]bool{
	"words: negations without a part": true, "words: numbers without a part": true, "words: values without a part": true, "words: cues without a part": true, "words: an extreme without a part": true,
	"words: unknown": true, "change: something lost": true, "parts: a sum that counts rows more than once": true, "values: not one of the column's": true,
	"values: beyond those of the column": true, "rows: none": true, "rows: nothing but zero": true, "rows: repeated": true, "change: none": true,
	"parts: a date chosen among several": true, "question: every column of a joined table": true,
	"maker: another reading nearly as good": true, "maker: words it did not use": true, "intent: a close call": true, "words: names without a part": true,
	"words: known by a near name alone": true, "words: a surer meaning without a part": true, "words: a column chosen among equals": true,
	"words: a name that is not shown": true, "words: a span of time without a part": true, "words: goes on from nothing": true,
	"question: of its own after others": true, "question: of its own after one without an answer": true, "change: tables joined beyond one": true,
	"parts: conditions that nobody spoke of": true, "parts: tables that nobody spoke of": true, "parts: tables that a refinement brought in": true,
	"parts: each group is one row": true, "parts: groups of a measure": true, "parts: a condition that leaves nothing out": true,
	"parts: a number on a column that nobody named": true, "parts: in order of one figure of several": true, "parts: a date shown among several": true,
	"parts: a code that no word says": true, "parts: rows repeated by a join of the refinement": true, "question: who, and nobody is shown": true,
	"question: two columns called the same": true, "values: of several columns at hand": true, "rows: none, and it is known why": true,
}

const believed = -1.0

// train is gradient descent on the logistic loss, each weight with a step of its own, over evidence brought to one scale.
func train(list []sample, business float64) []float64 {
	n := len(judgement.Names)
	scale, share := scales(list), shares(list, business)
	w, squares, gradient := make([]float64, n), make([]float64, n), make([]float64, n)
	for range rounds {
		clear(gradient)
		for _, s := range list {
			sum := 0.0
			for i, x := range s.Evidence {
				sum += w[i] * x / scale[i]
			}
			miss := (one(s.Right) - 1/(1+math.Exp(-sum))) * share[s.Kind] * s.counts()
			for i, x := range s.Evidence {
				gradient[i] += miss * x / scale[i]
			}
		}
		for i := range w {
			held, from := pull, 0.0
			switch {
			case i == 0:
				held = 0
			case against[judgement.Names[i]]:
				from = believed * scale[i]
			}
			g := (gradient[i] - held*(w[i]-from)) / float64(len(list))
			squares[i] += g * g
			w[i] += rate * g / math.Sqrt(1e-8+squares[i])
			if against[judgement.Names[i]] {
				w[i] = math.Min(w[i], 0)
			}
		}
	}
	for i := range w {
		w[i] /= scale[i]
	}
	return w
}

func scales(list []sample) []float64 {
	out := make([]float64, len(judgement.Names))
	for _, s := range list {
		for i, x := range s.Evidence {
			out[i] += x * x
		}
	}
	for i := range out {
		out[i] = math.Max(math.Sqrt(out[i]/float64(max(1, len(list)))), rare)
	}
	return out
}

// shares is how much a sample of each kind counts: the business databases together business times what the others do.
func shares(list []sample, business float64) map[string]float64 {
	count := map[string]int{}
	for _, s := range list {
		count[s.Kind]++
	}
	out := map[string]float64{}
	for kind, n := range count {
		out[kind] = float64(len(list)) / float64(n*len(count))
		if kind == "analyst" {
			out[kind] *= business
		}
	}
	return out
}

// counts is how much a sample counts among those of its kind.
func (s sample) counts() float64 {
	if s.Worked {
		return workedShare
	}
	return 1
}

// fold is the part that a sample belongs to when the others judge it: its database, and of the plain ones, of which there are many, one
// of a few parts.
func (s sample) fold() string {
	if s.Kind == "plain" {
		return fmt.Sprint(fold(s.DB, folds))
	}
	return s.DB
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// fit trains and reports.
func fit(o options, all []sample) error {
	for _, kind := range []string{"analyst", "plain"} {
		reportAsked(kind, all)
	}
	answered := slices.DeleteFunc(slices.Clone(all), func(s sample) bool { return s.Asked || s.Certain })
	tuned := slices.DeleteFunc(slices.Clone(answered), func(s sample) bool { return s.Aside })
	kept := slices.DeleteFunc(slices.Clone(answered), func(s sample) bool { return !s.Aside })
	if len(tuned) == 0 {
		return fmt.Errorf("there is nothing to fit on")
	}
	judged, chances := byOthers(tuned, o.business)
	slope, shift := scaled(judged, chances, o.business)
	w := train(tuned, o.business)
	for i := range w {
		w[i] *= slope
	}
	w[0] += shift
	for i, p := range chances {
		chances[i] = 1 / (1 + math.Exp(-slope*odds(p)-shift))
	}
	fmt.Printf("brought to scale: odds × %.2f %+.2f\n", slope, shift)
	keptChances := make([]float64, len(kept))
	for i, s := range kept {
		keptChances[i] = judgement.Chance(s.Evidence, w)
	}
	for i, s := range kept {
		if o.standing { // as the program says it now
			keptChances[i] = judgement.Chance(s.Evidence, judgement.Weights())
		}
	}
	for _, kind := range []string{"analyst", "plain"} {
		report(kind+", each database judged by the others", kind, judged, chances)
		report(kind+", kept aside", kind, kept, keptChances)
	}
	if o.write == "" {
		return nil
	}
	return os.WriteFile(o.write, []byte(judgement.FormatWeights(w)), 0o644)
}

// byOthers judges each sample by weights fitted on the other databases; those that the engine was worked on are not judged.
func byOthers(tuned []sample, business float64) (judged []sample, chances []float64) {
	parts := map[string][]sample{}
	for _, s := range tuned {
		if !s.Worked {
			parts[s.fold()] = append(parts[s.fold()], s)
		}
	}
	for _, k := range slices.Sorted(maps.Keys(parts)) {
		w := train(slices.DeleteFunc(slices.Clone(tuned), func(s sample) bool { return s.fold() == k }), business)
		for _, s := range parts[k] {
			judged, chances = append(judged, s), append(chances, judgement.Chance(s.Evidence, w))
		}
	}
	return judged, chances
}

func odds(p float64) float64 { return math.Log(p / (1 - p)) }

// scaled brings chances to scale: weights fitted on some databases are too sure of others, and by how much is seen on the parts that
// were judged by the rest. It is a logistic model of one variable, the odds; each kind counts alike.
func scaled(list []sample, chances []float64, business float64) (slope, shift float64) {
	share := shares(list, business)
	slope = 1
	for range 200 { // Newton's steps
		var g0, g1, h00, h01, h11 float64
		for i, s := range list {
			x := odds(chances[i])
			p := 1 / (1 + math.Exp(-slope*x-shift))
			miss, v := (one(s.Right)-p)*share[s.Kind], p*(1-p)*share[s.Kind]
			g0, g1 = g0+miss, g1+miss*x
			h00, h01, h11 = h00+v, h01+v*x, h11+v*x*x
		}
		d := h00*h11 - h01*h01
		if d == 0 {
			break
		}
		shift += (h11*g0 - h01*g1) / d
		slope += (h00*g1 - h01*g0) / d
	}
	return slope, shift
}

func reportAsked(kind string, all []sample) {
	for _, aside := range []bool{false, true} {
		asked, offered, turns := 0, 0, 0
		for _, s := range all {
			if s.Kind == kind && s.Aside == aside {
				turns++
				asked += int(one(s.Asked))
				offered += int(one(s.Offered))
			}
		}
		if turns > 0 {
			fmt.Printf("%s, kept aside %v: %d turns, asked back or not understood %d, the right reading offered %d\n", kind, aside, turns, asked, offered)
		}
	}
}

// report prints the curve: of the answers said at so much, how many are right; and what is wrong without a word, and doubted
// needlessly, with the marks as they are.
func report(title, kind string, list []sample, chances []float64) {
	var n, right [10]int
	var sum [10]float64
	silent, needless, total, loss := 0, 0, 0, 0.0
	for i, s := range list {
		if s.Kind != kind {
			continue
		}
		p := chances[i]
		at := min(int(p*10), 9)
		n[at]++
		right[at] += int(one(s.Right))
		sum[at] += p
		total++
		loss -= one(s.Right)*math.Log(p) + one(!s.Right)*math.Log(1-p)
		unsure := p < dialog.LikelyFrom
		silent += int(one(!s.Right && !unsure))
		needless += int(one(s.Right && unsure))
	}
	if total == 0 {
		return
	}
	off := 0.0
	for k := range n {
		if n[k] > 0 {
			off += math.Abs(sum[k]-float64(right[k])) / float64(total)
		}
	}
	fmt.Printf("%s: %d answers, log loss %.3f, calibration error %.3f; wrong and not unsure %d, right and unsure %d\n", title, total, loss/float64(total), off, silent, needless)
	for k := range n {
		if n[k] > 0 {
			fmt.Printf("  said %.2f: right %.2f of %d\n", sum[k]/float64(n[k]), float64(right[k])/float64(n[k]), n[k])
		}
	}
}

func dump(path string, list []sample) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	w := json.NewEncoder(f)
	for _, s := range list {
		if s.Aside {
			continue
		}
		if err := w.Encode(s); err != nil {
			return err
		}
	}
	return nil
}

// readSamples reads what dump wrote.
func readSamples(path string) ([]sample, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out []sample
	for d := json.NewDecoder(f); d.More(); {
		var s sample
		if err := d.Decode(&s); err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}
