package phrase

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"parley/workflow/engine/token"
)

// Parse is an input with its derivations.
type Parse struct {
	tokens []token.Token
	words  []string
	// begins are the places of the words that begin a sentence.
	begins map[int]bool
	chart  *chart
}

// Read parses an input; now is the user's clock.
func (r *Reader) Read(input string, now time.Time) *Parse {
	tokens, begins, single := tokensOf(input)
	p := &Parse{tokens: tokens, begins: begins, words: make([]string, len(tokens)), chart: newChart(english1(), len(tokens))}
	for i, t := range tokens {
		p.words[i] = t.Lower
		if t.Quoted {
			p.words[i] = "\x00"
		}
	}
	l := &lattice{index: r.index, tokens: tokens, words: p.words, now: now, chart: p.chart, deeds: r.deeds, parts: r.parts, codes: r.codes, single: single}
	l.fill()
	p.chart.close()
	return p
}

// Cover is one way to read the whole input: pieces from left to right, and the words that have no part in them.
type Cover struct {
	Pieces []*Node
	Score  float64
	// Lost are the content words without a part.
	Lost []string
}

// pieces are the categories that say something by themselves.
var pieces = []string{"Keep", "Figure", "Noun", "Dim", "Cond", "Sort", "Also", "Compare", "Loose", "Cut", "Unit", "Listing", "Bare", "often", "InPieces", "Meant", "Bares", "Tallies"}

// The cost of a word without a part: a content word, one that joins, and each piece, so that few large ones win.
const (
	costLost  = 1.3
	costGlue  = 0.12
	costPiece = 0.15
)

// path is a cover of the words from one place on.
type path struct {
	piece *Node // nil: the word is left out
	next  *path
	at    int
	score float64
}

// Covers are the best ways to cover the input, at most so many.
func (p *Parse) Covers(most int) []Cover {
	n := len(p.tokens)
	best := make([][]*path, n+1)
	best[n] = []*path{nil}
	for i := n - 1; i >= 0; i-- {
		list := p.extend(i, nil, i+1, -p.skip(i), best, nil)
		for _, node := range p.pieces(i) {
			list = p.extend(i, node, node.To, node.Score-costPiece, best, list)
		}
		slices.SortStableFunc(list, func(a, b *path) int { return cmp.Compare(b.score, a.score) })
		best[i] = list[:min(len(list), most)]
	}
	var out []Cover
	for _, way := range best[0] {
		if way != nil {
			out = append(out, p.cover(way))
		}
	}
	return out
}

// mostAlike is how many ways to read the same words as the same category are worth composing.
const mostAlike = 3

// pieces are the pieces that begin at a place: of those that are alike, the best.
func (p *Parse) pieces(at int) []*Node {
	var out []*Node
	for _, category := range pieces {
		list := p.chart.starts[at][category]
		for _, n := range list {
			better := 0
			for _, o := range list {
				better += boolToInt(o.To == n.To && o.Score > n.Score)
			}
			// A value alone is a condition, on whatever it is of.
			if better < mostAlike && !(category == "Noun" && n.Rule == ruleValueAlone) {
				out = append(out, n)
			}
		}
	}
	return out
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (p *Parse) extend(at int, node *Node, to int, score float64, best [][]*path, list []*path) []*path {
	for _, next := range best[to] {
		total := score
		if next != nil {
			total += next.score
		}
		list = append(list, &path{node, next, at, total})
	}
	return list
}

// skip is the cost of leaving a word out.
func (p *Parse) skip(i int) float64 {
	switch {
	case p.tokens[i].Quoted:
		return costLost
	case p.says(i, "filler"), p.says(i, "ask") && p.opens(i), !strings.ContainsFunc(p.words[i], func(r rune) bool { return !notLetter(r) || r >= '0' && r <= '9' || r > 127 }):
		return 0
	case p.says(i, "glue"), p.says(i, "which"), p.says(i, light), p.says(i, comparing):
		return costGlue
	}
	return costLost
}

// Weight is how many words ask for something: those that only ask or fill count nothing, and those that join a half.
func (p *Parse) Weight() float64 {
	w := 0.0
	for i := range p.tokens {
		switch p.skip(i) {
		case 0:
		case costGlue:
			w += 0.5
		default:
			w++
		}
	}
	return max(w, 1)
}

// Empty says that a word only joins others, or fills.
func Empty(w string) bool {
	for _, s := range senseBook().of[w] {
		if s.category == "glue" || s.category == "filler" {
			return true
		}
	}
	return !strings.ContainsFunc(w, func(r rune) bool { return !notLetter(r) || r >= '0' && r <= '9' || r > 127 })
}

// opens says that a word stands among those that only ask, at the beginning of a sentence or of what a comma sets apart in it: "show"
// asks there ("for every depot, show me …"), and is a word like others behind it.
func (p *Parse) opens(i int) bool {
	for ; i > 0 && !p.begins[i] && p.words[i-1] != ","; i-- {
		if before := i - 1; !p.says(before, "ask") && !p.says(before, "filler") && !p.says(before, "which") && !p.says(before, "comma") {
			return false
		}
	}
	return true
}

func (p *Parse) says(i int, sense string) bool {
	for _, s := range senseBook().of[p.words[i]] {
		if s.category == sense {
			return true
		}
	}
	// A word inside a phrase that only asks: "give" of "give me".
	for from := max(0, i-3); from <= i; from++ {
		for _, n := range p.chart.starts[from][sense] {
			if n.To > i {
				return true
			}
		}
	}
	return false
}

func (p *Parse) cover(way *path) Cover {
	c := Cover{Score: way.score}
	sides := false
	for w := way; w != nil; w = w.next {
		if w.piece != nil {
			compare, ok := w.piece.Value.(Compare)
			sides = sides || ok && !compare.Listed
		}
	}
	for ; way != nil; way = way.next {
		switch {
		case way.piece != nil:
			c.Pieces = append(c.Pieces, way.piece)
		case p.skip(way.at) >= costLost, p.says(way.at, comparing) && !sides:
			c.Lost = append(c.Lost, p.tokens[way.at].Text)
		}
	}
	return c
}

// comparing is the sense of words that ask for two sides beside each other; they have a part only where such are said.
const comparing = "comparing"

// sureName is the quality of a name from which on it counts as said: slips of the keys, not words near in meaning.
const sureName = 0.73

// Guessed are the words that name something by a word near in meaning alone.
func (c Cover) Guessed() []string {
	var out []string
	var look func(*Node)
	look = func(n *Node) {
		// What strokes join is the list of values that a comment has, and no slip.
		if name, ok := n.Value.(Name); ok && n.Category == "NAME" && len(name.Matches) > 0 && name.Matches[0].Quality < sureName && !strings.Contains(name.Text, "/") {
			out = append(out, name.Text)
		}
		if v, ok := n.Value.(Value); ok && n.Category == "VALUE" {
			switch {
			case v.Within:
				out = append(out, v.Text+" as a part of "+v.Matches[0].Column.Spoken())
			case v.Part:
				out = append(out, v.Text+" is "+v.means())
			}
		}
		for _, k := range n.Kids {
			look(k)
		}
	}
	for _, p := range c.Pieces {
		look(p)
	}
	return out
}

// means are the texts that a value may stand for.
func (v Value) means() string {
	var texts []string
	for _, m := range v.Matches {
		if !slices.Contains(texts, m.Text) && len(texts) < 3 {
			texts = append(texts, m.Text)
		}
	}
	return strings.Join(texts, " or ")
}

// Words are the words that were read, in order: spans count them.
func (p *Parse) Words() []string { return p.words }
