package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"

	"parley/dialog"
)

// fusion is a line of the follow-up data: a question, what followed, and both as one.
type fusion struct {
	Table                       int
	First, Followup, Standalone string
}

// reportFusion prints how well reformulation does beside copying the follow-up, on tables aside and not.
func reportFusion(file string, show bool) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	ours, copied := map[bool]*bleu{false: {}, true: {}}, map[bool]*bleu{false: {}, true: {}}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var p fusion
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return fmt.Errorf("read %s: %w", file, err)
		}
		fused, _ := dialog.Reformulate(p.First, p.Followup, nil)
		aside := hash(fmt.Sprint(p.Table))%5 == 0
		ours[aside].add(fused, p.Standalone)
		copied[aside].add(p.Followup, p.Standalone)
		if show && !aside && !same(fused, p.Standalone) {
			fmt.Printf("%s\n  + %s\n  = %s\n  ? %s\n", p.First, p.Followup, p.Standalone, fused)
		}
	}
	for _, aside := range []bool{false, true} {
		fmt.Printf("reformulation     %-10s BLEU %.1f, exact %.3f | copying the follow-up: BLEU %.1f, exact %.3f\n",
			part(aside), ours[aside].score(), ours[aside].exact(), copied[aside].score(), copied[aside].exact())
	}
	return nil
}

// bleu gathers the corpus-level BLEU-4 of lower-case words and marks.
type bleu struct {
	match, total   [4]float64
	length, wanted float64
	n, equal       float64
}

func words(s string) []string {
	for _, mark := range []string{"?", ".", ","} {
		s = strings.ReplaceAll(s, mark+" ", " "+mark+" ")
		if strings.HasSuffix(s, mark) {
			s = strings.TrimSuffix(s, mark) + " " + mark
		}
	}
	return strings.Fields(strings.ToLower(s))
}

func same(a, b string) bool {
	trim := func(s string) string { return strings.TrimRight(strings.Join(words(s), " "), " .?") }
	return trim(a) == trim(b)
}

func (b *bleu) add(got, want string) {
	g, w := words(got), words(want)
	b.length, b.wanted, b.n = b.length+float64(len(g)), b.wanted+float64(len(w)), b.n+1
	if same(got, want) {
		b.equal++
	}
	for n := range 4 {
		known := map[string]int{}
		for i := 0; i+n < len(w); i++ {
			known[strings.Join(w[i:i+n+1], " ")]++
		}
		for i := 0; i+n < len(g); i++ {
			b.total[n]++
			if gram := strings.Join(g[i:i+n+1], " "); known[gram] > 0 {
				known[gram]--
				b.match[n]++
			}
		}
	}
}

func (b *bleu) score() float64 {
	sum := 0.0
	for n := range 4 {
		sum += math.Log(max(b.match[n], 1e-9) / max(b.total[n], 1))
	}
	return 100 * math.Exp(sum/4) * math.Exp(min(0, 1-b.wanted/max(b.length, 1)))
}

func (b *bleu) exact() float64 { return b.equal / max(b.n, 1) }
