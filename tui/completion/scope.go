package completion

import (
	"slices"
	"strings"

	"parley/db"
)

// source is a table, a query of WITH or a derived table that columns can be of.
type source struct {
	name    string // how columns refer to it
	table   *db.Table
	columns []string
}

// scope is what can be named at a place.
type scope struct {
	sources []source // the innermost query's first
	ctes    []source
	aliases []string // of the columns of the innermost query
	inner   int      // how many of the sources are the innermost query's
}

// reserved are words that end what an alias may stand behind.
var reserved = setOf(`SELECT FROM WHERE GROUP ORDER BY HAVING LIMIT OFFSET JOIN INNER LEFT RIGHT FULL CROSS OUTER NATURAL ON USING
	AND OR NOT AS WITH UNION ALL INTERSECT EXCEPT CASE WHEN THEN ELSE END IN IS NULL LIKE ILIKE BETWEEN EXISTS DISTINCT DESC ASC VALUES OVER
	PARTITION FILTER WINDOW RECURSIVE`)

func isReserved(up string) bool { return reserved[up] }

func setOf(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}

// scopeAt is what can be named at a token of the text.
func (c *Completer) scopeAt(s string, tokens []token, at int) scope {
	var sc scope
	sc.ctes = c.ctes(s, tokens)
	for first := true; ; first = false {
		from, to := bounds(tokens, at)
		found := c.sourcesIn(s, tokens, from, to, sc.ctes)
		sc.sources = append(sc.sources, found...)
		if first {
			sc.inner, sc.aliases = len(found), aliasesIn(s, tokens, from, to)
		}
		if from == 0 {
			return sc
		}
		at = from - 1
	}
}

// bounds are the tokens of the query around a place: those between its parentheses, or between the operators of a set.
func bounds(tokens []token, at int) (from, to int) {
	depth := 0
	for from = at; from > 0; from-- {
		switch tokens[from-1].up {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 && from < len(tokens) && (tokens[from].up == "SELECT" || tokens[from].up == "WITH") {
				return from, closing(tokens, from)
			} else if depth < 0 {
				depth = 0 // a call or a group
			}
		case "UNION", "INTERSECT", "EXCEPT":
			if depth == 0 {
				return from, closing(tokens, max(from, at))
			}
		}
	}
	return 0, closing(tokens, at)
}

func closing(tokens []token, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		switch tokens[i].up {
		case "(":
			depth++
		case ")":
			if depth--; depth < 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// sourcesIn are the tables of FROM and JOIN among tokens, those of queries inside left out.
func (c *Completer) sourcesIn(s string, tokens []token, from, to int, ctes []source) []source {
	var out []source
	depth, clause := 0, ""
	for i := from; i < to; i++ {
		t := tokens[i]
		switch {
		case t.up == "(":
			depth++
		case t.up == ")":
			if depth--; depth == 0 && clause == "FROM" {
				if name, ok := aliasBehind(s, tokens, i+1, to); ok {
					out = append(out, source{name: name})
				}
			}
		case depth > 0:
		case t.kind == word && slices.Contains(clauseWords, t.up):
			clause = t.up
		case t.up == "JOIN":
			clause = "FROM"
		case t.up == "ON" || t.up == "USING":
			clause = "ON"
		case clause == "FROM" && (t.kind == word && !isReserved(t.up) || t.kind == quoted) && startsSource(tokens, i):
			end := i
			for end+2 < to && tokens[end+1].up == "." {
				end += 2
			}
			if src, ok := c.sourceOf(bare(s, tokens[end]), ctes); ok {
				if alias, ok := aliasBehind(s, tokens, end+1, to); ok {
					src.name = alias
				}
				out = append(out, src)
			}
			i = end
		}
	}
	return out
}

var clauseWords = []string{"SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW"}

func startsSource(tokens []token, i int) bool {
	return i > 0 && slices.Contains([]string{"FROM", "JOIN", ",", "LATERAL"}, tokens[i-1].up)
}

func bare(s string, t token) string { return strings.Trim(s[t.from:t.to], "\"`") }

// aliasBehind is the name given behind a table.
func aliasBehind(s string, tokens []token, i, to int) (string, bool) {
	if i < to && tokens[i].up == "AS" {
		i++
	}
	if i < to && (tokens[i].kind == quoted || tokens[i].kind == word && !isReserved(tokens[i].up)) {
		return bare(s, tokens[i]), true
	}
	return "", false
}

// sourceOf finds a query of WITH or a table.
func (c *Completer) sourceOf(name string, ctes []source) (source, bool) {
	for _, x := range ctes {
		if strings.EqualFold(x.name, name) {
			return x, true
		}
	}
	for i := range c.tables {
		if t := &c.tables[i]; strings.EqualFold(t.Name, name) {
			src := source{name: t.Name, table: t}
			for _, col := range t.Columns {
				src.columns = append(src.columns, col.Name)
			}
			return src, true
		}
	}
	return source{}, false
}

// ctes are the queries of WITH in a text, with the columns that they show by name.
func (c *Completer) ctes(s string, tokens []token) []source {
	var out []source
	for i := 0; i+2 < len(tokens); i++ {
		if tokens[i+1].up == "AS" && tokens[i+2].up == "(" && (tokens[i].kind == word || tokens[i].kind == quoted) && i > 0 &&
			slices.Contains([]string{"WITH", "RECURSIVE", ","}, tokens[i-1].up) {
			end := closing(tokens, i+3)
			out = append(out, source{name: bare(s, tokens[i]), columns: shown(s, tokens, i+3, end)})
		}
	}
	return out
}

// shown are the names of the columns that a query shows.
func shown(s string, tokens []token, from, to int) []string {
	var out []string
	depth := 0
	for i := from; i < to; i++ {
		t := tokens[i]
		switch {
		case t.up == "(":
			depth++
		case t.up == ")":
			depth--
		case depth == 0 && (t.up == "," || t.up == "FROM"):
			if last := tokens[i-1]; i > from+1 && (last.kind == quoted || last.kind == word && !isReserved(last.up)) {
				out = append(out, bare(s, last))
			}
			if t.up == "FROM" {
				return out
			}
		}
	}
	return out
}

// aliasesIn are the names that a query gives to its columns.
func aliasesIn(s string, tokens []token, from, to int) []string {
	var out []string
	depth := 0
	for i := from; i < to; i++ {
		switch t := tokens[i]; {
		case t.up == "(":
			depth++
		case t.up == ")":
			depth--
		case depth == 0 && t.up == "FROM":
			return out
		case depth == 0 && t.up == "AS" && i+1 < to && (tokens[i+1].kind == word || tokens[i+1].kind == quoted):
			out = append(out, bare(s, tokens[i+1]))
		}
	}
	return out
}
