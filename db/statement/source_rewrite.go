package statement

import (
	"slices"
	"strings"
)

// rewriteTokens sets what the grammar reads instead of each token.
func rewriteTokens(toks []lexeme, names Names) {
	for i := range toks {
		switch t := &toks[i]; t.kind {
		case lexComment:
			t.out = strings.Repeat(" ", len(t.raw))
		case lexQuoted:
			if t.out = doubleQuoted(t.raw); t.out == "''" {
				rewriteString(toks, i)
			}
		case lexString:
			rewriteString(toks, i)
		case lexWord:
			quoteForeign(toks, i, names)
		}
	}
	if slices.ContainsFunc(toks, func(t lexeme) bool { return isConcat(t) || t.raw == "~" }) {
		concatenations(toks)
	}
	for i := range toks {
		if toks[i].kind == lexWord {
			rewriteWord(toks, i)
		}
	}
}

// rewriteString makes a name of a string that stands where only a name can: T1.'Home Town', x AS 'total', x 'total'. The
// grammar would read the last as a constant of the type x.
func rewriteString(toks []lexeme, i int) {
	before := previous(toks, i)
	if before < 0 || blob(toks, i) {
		return
	}
	name := `"` + strings.ReplaceAll(toks[i].name(), `"`, `""`) + `"`
	switch word := toks[before].word(); {
	case toks[before].raw == "." || word == "AS":
		toks[i].out = name
	case !endsOperand(toks, before) || beforeString[word]:
	case name == `""`:
		toks[i].out = "" // an alias without a name; the grammar has none
	default:
		toks[i].out = " AS " + name
	}
}

// beforeString are words that no keyword list reserves and a string may follow as a value.
var beforeString = upperSet("by not preceding following rows range groups begin")

// blob says that the string is the content of X'…'.
func blob(toks []lexeme, i int) bool { return i > 0 && toks[i-1].word() == "X" }

// postgresOnly are words that PostgreSQL reserves and SQLite takes as names.
var postgresOnly = upperSet(`analyse any array asymmetric authorization binary both collation concurrently do end fetch for
	freeze grant ilike initially lateral leading localtime localtimestamp only overlaps placing similar some symmetric
	tablesample trailing user variadic verbose`)

// quoteForeign quotes such a word where it is a name: a column of the database, either side of a dot, or behind FROM or
// JOIN, where SQLite takes a table and nothing else. END keeps its meaning in CASE.
func quoteForeign(toks []lexeme, i int, names Names) {
	word := toks[i].word()
	if !postgresOnly[word] {
		return
	}
	before, after := previous(toks, i), next(toks, i)
	known := names != nil && names.HasColumn("", toks[i].raw) && !(word == "END" && insideCase(toks, i))
	dotted := before >= 0 && toks[before].raw == "." || after < len(toks) && toks[after].raw == "."
	table := wordAtIndex(toks, before) == "FROM" || wordAtIndex(toks, before) == "JOIN"
	if known || dotted || table {
		toks[i].out = `"` + toks[i].raw + `"`
	}
}

func insideCase(toks []lexeme, i int) bool {
	open := 0
	for _, t := range toks[:i] {
		switch t.word() {
		case "CASE":
			open++
		case "END":
			open--
		}
	}
	return open > 0
}

func doubleQuoted(raw string) string {
	if raw == `""` {
		return "''" // an empty name is no name, so it is the empty string
	}
	switch {
	case raw[0] == '"':
		return raw
	case !closed(raw):
		return `"` + strings.ReplaceAll(raw[1:], `"`, "") // the grammar refuses a name that does not end
	}
	name := raw[1 : len(raw)-1]
	if raw[0] == '`' {
		name = strings.ReplaceAll(name, "``", "`")
	}
	return `"` + strings.ReplaceAll(name, `"`, `""`) + `"`
}

// closed says that a name in quotes has its closing one; a doubled quote is none.
func closed(raw string) bool {
	if raw[0] == '[' {
		return len(raw) > 1 && raw[len(raw)-1] == ']'
	}
	quote := raw[:1]
	return strings.HasSuffix(strings.ReplaceAll(raw[1:], quote+quote, ""), quote)
}

func rewriteWord(toks []lexeme, i int) {
	switch toks[i].word() {
	case "JOIN":
		completeJoin(toks, i)
	case "LIMIT":
		swapLimit(toks, i)
	case "IS":
		rewriteIs(toks, i)
	case "GLOB":
		rewriteMatch(toks, i, globOperator)
	case "REGEXP":
		rewriteMatch(toks, i, regexpOperator)
	case "MATCH":
		rewriteMatch(toks, i, matchOperator)
	}
}

// next is the index of the next token that is neither space nor comment; len(toks) at the end.
func next(toks []lexeme, i int) int {
	for i++; i < len(toks); i++ {
		if toks[i].kind > lexComment {
			return i
		}
	}
	return len(toks)
}

// previous is next backwards; -1 at the start.
func previous(toks []lexeme, i int) int {
	for i--; i >= 0; i-- {
		if toks[i].kind > lexComment {
			return i
		}
	}
	return -1
}

func wordAtIndex(toks []lexeme, i int) string {
	if i < 0 || i >= len(toks) {
		return ""
	}
	return toks[i].word()
}

// swapLimit makes LIMIT a, b into LIMIT b OFFSET a.
func swapLimit(toks []lexeme, limit int) {
	comma, end := limitParts(toks, limit)
	if comma < 0 {
		return
	}
	first := outOf(toks[limit+1 : comma])
	second := outOf(toks[comma+1 : end])
	for i := limit + 1; i < end; i++ {
		toks[i].out = ""
	}
	toks[limit+1].out = " " + strings.TrimSpace(second) + " OFFSET " + strings.TrimSpace(first) + " "
}

// limitParts finds the comma of a LIMIT on its own level, and where the clause ends.
func limitParts(toks []lexeme, limit int) (comma, end int) {
	comma = -1
	level := 0
	for end = limit + 1; end < len(toks); end++ {
		switch t := toks[end]; {
		case t.raw == "(":
			level++
		case t.raw == ")" && level == 0, t.raw == ";":
			return comma, end
		case t.raw == ")":
			level--
		case t.raw == "," && level == 0 && comma < 0:
			comma = end
		case t.raw == "," && level == 0:
			return -1, end
		}
	}
	return comma, end
}

func outOf(toks []lexeme) string {
	var b strings.Builder
	for i, t := range toks {
		if glued(toks, i) {
			b.WriteByte(' ')
		}
		b.WriteString(t.out)
	}
	return b.String()
}

// rewriteIs makes SQLite's general IS [NOT] x into IS [NOT] DISTINCT FROM, which has the same meaning and which the
// grammar and SQLite from 3.39 on know.
func rewriteIs(toks []lexeme, is int) {
	after := next(toks, is)
	negated := wordAtIndex(toks, after) == "NOT"
	operand := after
	if negated {
		operand = next(toks, after)
	}
	switch wordAtIndex(toks, operand) {
	case "NULL", "TRUE", "FALSE", "DISTINCT", "NOT":
		return
	}
	if before := previous(toks, is); operand >= len(toks) || before < 0 || !endsOperand(toks, before) {
		return
	}
	if negated {
		toks[after].out = "DISTINCT FROM"
	} else {
		toks[is].out = "IS NOT DISTINCT FROM"
	}
}

// rewriteMatch puts an operator for a word that the grammar does not know as one. Before "(" it is a function's name,
// except behind an operand.
func rewriteMatch(toks []lexeme, i int, op string) {
	before := previous(toks, i)
	if before < 0 || !endsOperand(toks, before) {
		return
	}
	if wordAtIndex(toks, before) == "NOT" {
		toks[before].out, op = "", "!"+op
	}
	toks[i].out = " " + op + " "
}

func endsOperand(toks []lexeme, i int) bool {
	switch t := toks[i]; t.kind {
	case lexQuoted, lexString, lexNumber:
		return true
	case lexSymbol:
		return t.raw == ")"
	case lexWord:
		if w := t.word(); w == "NOT" {
			before := previous(toks, i)
			return before >= 0 && endsOperand(toks, before)
		} else {
			return !reservedIn[SQLite][strings.ToLower(w)] || w == "END"
		}
	}
	return false
}
