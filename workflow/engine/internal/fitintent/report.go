package main

import (
	"fmt"

	"parley/dialog"
)

// confusion counts by [is a refinement][called one].
type confusion [2][2]float64

func (c *confusion) add(is, called bool) { c[bit(is)][bit(called)]++ }

// move calls one example a new query that was called a refinement.
func (c *confusion) move(is bool) {
	c[bit(is)][1]--
	c[bit(is)][0]++
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *confusion) f1(class int) float64 {
	right := c[class][class]
	return 2 * right / max(2*right+c[1-class][class]+c[class][1-class], 1)
}

func (c *confusion) macro() float64 { return (c.f1(0) + c.f1(1)) / 2 }

func (c *confusion) accuracy() float64 {
	return (c[0][0] + c[1][1]) / max(c[0][0]+c[0][1]+c[1][0]+c[1][1], 1)
}

// report prints the figures of the weights in the code, of the majority and of cue words alone, on both parts of the data.
func report(name string, examples []example) {
	for _, aside := range []bool{false, true} {
		var ours, majority, cue confusion
		sure := map[dialog.Confidence]*confusion{dialog.Low: {}, dialog.Medium: {}, dialog.High: {}}
		for _, e := range examples {
			if e.aside != aside {
				continue
			}
			called := e.intent == dialog.Refinement
			ours.add(e.refinement, called)
			majority.add(e.refinement, true)
			cue.add(e.refinement, e.cue)
			sure[e.sure].add(e.refinement, called)
		}
		fmt.Printf("%-17s %-10s macro-F1 %.3f (new %.3f, refinement %.3f)  accuracy %.3f | majority %.3f, accuracy %.3f | cue words %.3f | right when high %.3f, medium %.3f, low %.3f\n",
			name, part(aside), ours.macro(), ours.f1(0), ours.f1(1), ours.accuracy(), majority.macro(), majority.accuracy(), cue.macro(),
			sure[dialog.High].accuracy(), sure[dialog.Medium].accuracy(), sure[dialog.Low].accuracy())
	}
}

func part(aside bool) string {
	if aside {
		return "held aside"
	}
	return "fitted on"
}
