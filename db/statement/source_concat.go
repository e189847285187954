package statement

import "strings"

// In SQLite || -> and ->> bind tighter than arithmetic, and ~ as tightly as a sign; in the grammar they bind more loosely
// (sqlite.org/lang_expr.html, 2). Parentheses around each chain of them give the grammar SQLite's reading.

// concatenations puts parentheses around every chain a || b -> c, and around every ~x.
func concatenations(toks []lexeme) {
	at := significantIndexes(toks)
	c := chains{toks: toks, at: at, wrapped: make([]bool, len(at)+1)}
	c.pairUp()
	for i := range at {
		c.wrap(i)
	}
}

func significantIndexes(toks []lexeme) []int {
	var at []int
	for i, t := range toks {
		if t.kind > lexComment {
			at = append(at, i)
		}
	}
	return at
}

// chains works on the significant tokens: at[i] is the place of the i-th among all.
type chains struct {
	toks    []lexeme
	at      []int
	wrapped []bool // operators that are in parentheses already
	closes  []int
}

func (c *chains) tok(i int) lexeme {
	if i < 0 || i >= len(c.at) {
		return lexeme{}
	}
	return c.toks[c.at[i]]
}

// wrap puts parentheses around the chain that starts at i, if one does.
func (c *chains) wrap(i int) {
	end := c.operand(i)
	if end == i {
		return
	}
	chain := c.tok(i).raw == "~"
	for isConcat(c.tok(end)) && !c.wrapped[end] {
		after := c.operand(end + 1)
		if after == end+1 {
			break
		}
		c.wrapped[end] = true
		chain, end = true, after
	}
	if chain && !c.behindInfix(i) {
		first, last := &c.toks[c.at[i]], &c.toks[c.at[end-1]]
		first.out = "(" + first.out
		last.out += ")"
	}
}

// behindInfix says that the token before i is a word that needs an operand before it and has none: with a parenthesis
// behind it, the grammar would take it for a function.
func (c *chains) behindInfix(i int) bool {
	return infixWords[c.tok(i-1).word()] && !c.endsOperandBefore(i-1)
}

var infixWords = upperSet("is like glob match regexp in between")

func isConcat(t lexeme) bool {
	return t.kind == lexSymbol && (t.raw == "||" || t.raw == "->" || t.raw == "->>")
}

// operand is the place behind the operand that starts at i: signs, a primary, COLLATE; i when none does.
func (c *chains) operand(i int) int {
	start := i
	for t := c.tok(i).raw; t == "-" || t == "+" || t == "~"; t = c.tok(i).raw {
		if i == start && c.endsOperandBefore(i) {
			return start // a binary operator
		}
		i++
	}
	end := c.primary(i)
	if end == i {
		return start
	}
	for c.tok(end).word() == "COLLATE" {
		end += 2
	}
	return min(end, len(c.at))
}

// endsOperandBefore says that the token before i ends an operand, so that a sign at i has two sides.
func (c *chains) endsOperandBefore(i int) bool {
	return i > 0 && endsOperand(c.toks, c.at[i-1])
}

func (c *chains) primary(i int) int {
	switch t := c.tok(i); t.kind {
	case lexString, lexNumber:
		return i + 1
	case lexQuoted:
		if c.tok(i+1).raw == "(" {
			return c.call(i)
		}
		return c.name(i)
	case lexWord:
		switch {
		case i+1 < len(c.at) && c.at[i+1] == c.at[i]+1 && blob(c.toks, c.at[i+1]) && c.tok(i+1).kind == lexString:
			return i + 2
		case t.word() == "CASE":
			return c.closing(i)
		case c.tok(i+1).raw == "(" && !beforeParenthesis[t.word()]:
			return c.call(i)
		case !reservedIn[SQLite][strings.ToLower(t.raw)] || operandWords[t.word()] || c.tok(i+1).raw == ".":
			return c.name(i)
		}
	case lexSymbol:
		if t.raw == "(" && c.tok(i-1).word() != "IN" {
			return c.closing(i)
		}
	}
	return i
}

// operandWords are reserved words that are values by themselves.
var operandWords = upperSet("null true false current_date current_time current_timestamp")

// beforeParenthesis are words that a parenthesis may follow without making a call of them.
var beforeParenthesis = upperSet(`select distinct all from where and or not in on having by values as over filter union except
	intersect between like glob match regexp is when then else using limit offset join escape any some with case set table
	recursive materialized window partition range rows groups`)

// call is f(…), with FILTER (…) and OVER (…) or OVER name.
func (c *chains) call(i int) int {
	end := c.closing(i + 1)
	for {
		switch w := c.tok(end).word(); {
		case w == "FILTER" || w == "OVER" && c.tok(end+1).raw == "(":
			end = c.closing(end + 1)
		case w == "OVER":
			return end + 2
		default:
			return end
		}
	}
}

// name is a, a.b or a.b.c.
func (c *chains) name(i int) int {
	for i++; c.tok(i).raw == "." && i+1 < len(c.at); i += 2 {
		continue
	}
	return i
}

// closing is the place behind the token that closes the one at i; the end when none does.
func (c *chains) closing(i int) int {
	if i >= len(c.closes) || c.closes[i] == 0 {
		return len(c.at)
	}
	return c.closes[i]
}

// pairUp finds for each "(" and CASE the place behind its ")" or END, in one pass.
func (c *chains) pairUp() {
	c.closes = make([]int, len(c.at))
	var parens, cases []int
	for i := range c.at {
		switch t := c.tok(i); {
		case t.raw == "(":
			parens = append(parens, i)
		case t.raw == ")" && len(parens) > 0:
			c.closes[parens[len(parens)-1]] = i + 1
			parens = parens[:len(parens)-1]
		case t.word() == "CASE":
			cases = append(cases, i)
		case t.word() == "END" && len(cases) > 0:
			c.closes[cases[len(cases)-1]] = i + 1
			cases = cases[:len(cases)-1]
		}
	}
}
