package phrase

import (
	"slices"
	"strings"
)

// rule is one line of the grammar: a category, the pattern that makes it, and what that means. A pattern is categories,
// senses of words.txt, terminals (NAME, VALUE, NUMBER, PERIOD) and 'words', separated by spaces; one with ? may be left out.
type rule struct {
	name    string
	makes   string
	pattern string
	// score is added to that of the parts: negative for what is said so seldom.
	score float64
	// act gives the meaning from the parts that are there, by their place in the pattern; nil when they do not go together.
	act func(parts []*Node) any
}

// variant is a rule with the optional parts taken or left.
type variant struct {
	*rule
	parts []string
	at    []int // place of each part in the pattern
	n     int   // length of the pattern
}

// grammar holds the rules by the first part of each variant.
type grammar map[string][]*variant

func newGrammar(rules ...[]rule) grammar {
	g := grammar{}
	for _, list := range rules {
		for i := range list {
			r := &list[i]
			for _, v := range variantsOf(r) {
				g[v.parts[0]] = append(g[v.parts[0]], v)
			}
		}
	}
	return g
}

func variantsOf(r *rule) []*variant {
	out := []*variant{{rule: r}}
	fields := strings.Fields(r.pattern)
	for i, f := range fields {
		name, optional := strings.CutSuffix(f, "?")
		var next []*variant
		for _, v := range out {
			next = append(next, &variant{r, append(slices.Clone(v.parts), name), append(slices.Clone(v.at), i), len(fields)})
			if optional {
				next = append(next, v)
			}
		}
		out = next
	}
	return slices.DeleteFunc(out, func(v *variant) bool { return len(v.parts) == 0 })
}

// beam is how many derivations of a category stay for one span.
const beam = 5

// chart holds all derivations by where they start. Words are read from right to left, so that everything that begins later
// is complete when a rule asks for it.
type chart struct {
	grammar grammar
	starts  []map[string][]*Node
	agenda  []*Node
	made    int
}

// maxNodes bounds the derivations of one input.
const maxNodes = 20000

func newChart(g grammar, n int) *chart {
	c := &chart{grammar: g, starts: make([]map[string][]*Node, n)}
	for i := range c.starts {
		c.starts[i] = map[string][]*Node{}
	}
	return c
}

// add keeps a derivation if it is among the best of its span.
func (c *chart) add(n *Node) {
	list := c.starts[n.From][n.Category]
	same, worst := 0, -1
	for i, o := range list {
		if o.To == n.To {
			same++
			if worst < 0 || o.Score < list[worst].Score {
				worst = i
			}
		}
	}
	if same >= beam || c.made >= maxNodes {
		if worst < 0 || list[worst].Score >= n.Score {
			return
		}
		list[worst] = n
	} else {
		c.starts[n.From][n.Category] = append(list, n)
	}
	c.made++
	c.agenda = append(c.agenda, n)
}

// close applies the rules until nothing new comes, from the last word to the first. Terminals are in the chart already.
func (c *chart) close() {
	c.agenda = nil
	for i := len(c.starts) - 1; i >= 0; i-- {
		for _, category := range sortedKeys(c.starts[i]) {
			c.agenda = append(c.agenda, c.starts[i][category]...)
		}
		for len(c.agenda) > 0 {
			n := c.agenda[0]
			c.agenda = c.agenda[1:]
			for _, v := range c.grammar[n.Category] {
				c.match(v, 1, n.To, []*Node{n})
			}
		}
	}
}

func sortedKeys(m map[string][]*Node) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// match goes on with a rule after some of its parts.
func (c *chart) match(v *variant, part, at int, kids []*Node) {
	if part == len(v.parts) {
		c.finish(v, kids)
		return
	}
	if at >= len(c.starts) {
		return
	}
	for _, n := range c.starts[at][v.parts[part]] {
		c.match(v, part+1, n.To, append(kids[:len(kids):len(kids)], n))
	}
}

func (c *chart) finish(v *variant, kids []*Node) {
	parts := make([]*Node, v.n)
	n := &Node{Category: v.makes, Rule: v.name, Kids: kids, Score: v.score}
	n.From, n.To = kids[0].From, kids[len(kids)-1].To
	for i, k := range kids {
		parts[v.at[i]] = k
		n.Score += k.Score
	}
	if n.Value = v.act(parts); n.Value != nil {
		c.add(n)
	}
}
