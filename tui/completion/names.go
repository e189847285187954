package completion

import (
	"strings"

	"parley/db"
)

// Used is a name where it stands in a statement: bytes from..to, with what it stands for. A table has no Column, a query of WITH
// or a derived table no Table.
type Used struct {
	From, To int
	Source   string // how columns refer to what it is of
	Table    *db.Table
	Column   string
}

// mostNames bounds how many names of a statement are looked up: each looks through the query around it.
const mostNames = 500

// Names are the tables and columns of a statement, in its order, each where it is first named.
func (c *Completer) Names(s string) []Used {
	r := nameReader{c: c, s: s, seen: map[string]bool{}}
	for _, t := range scan(s) {
		if t.kind != comment {
			r.tokens = append(r.tokens, t)
		}
	}
	for i := 0; i < len(r.tokens) && len(r.out) < mostNames; i++ {
		i = r.name(i)
	}
	return r.out
}

type nameReader struct {
	c      *Completer
	s      string
	tokens []token
	out    []Used
	seen   map[string]bool
}

// name reads the name that begins at a token, if one does; it gives the last token of it.
func (r *nameReader) name(i int) int {
	if !r.word(i) || i > 0 && r.tokens[i-1].up == "AS" {
		return i
	}
	end := i
	for end+2 < len(r.tokens) && r.tokens[end+1].up == "." && r.word(end+2) {
		end += 2
	}
	if end+1 < len(r.tokens) && r.tokens[end+1].up == "(" {
		return end // a call
	}
	last := bare(r.s, r.tokens[end])
	sc := r.c.scopeAt(r.s, r.tokens, i)
	if startsSource(r.tokens, i) {
		if src, ok := r.c.sourceOf(last, sc.ctes); ok && r.isSource(sc, src, end) {
			return end
		}
	}
	if end > i {
		for _, src := range sc.sources {
			if strings.EqualFold(src.name, bare(r.s, r.tokens[end-2])) {
				r.add(i, end, src, src.column(last))
				return end
			}
		}
		return end
	}
	for _, src := range sc.sources {
		if column := src.column(last); column != "" {
			r.add(i, end, src, column)
			break
		}
	}
	return end
}

// isSource adds a table of FROM under the name that columns refer to it by; false where the name is no source of the query, as in
// a list behind a comma.
func (r *nameReader) isSource(sc scope, src source, end int) bool {
	if alias, ok := aliasBehind(r.s, r.tokens, end+1, len(r.tokens)); ok {
		src.name = alias
	}
	for _, known := range sc.sources {
		if known.table == src.table && strings.EqualFold(known.name, src.name) {
			r.add(end, end, src, "")
			return true
		}
	}
	return false
}

func (r *nameReader) word(i int) bool {
	t := r.tokens[i]
	return t.kind == quoted || t.kind == word && !isReserved(t.up)
}

func (r *nameReader) add(from, to int, src source, column string) {
	key := strings.ToLower(src.name) + "\x00" + strings.ToLower(column)
	if r.seen[key] {
		return
	}
	r.seen[key] = true
	r.out = append(r.out, Used{From: r.tokens[from].from, To: r.tokens[to].to, Source: src.name, Table: src.table, Column: column})
}

// column is a column of the source as it is spelt there; empty for none.
func (s source) column(name string) string {
	for _, c := range s.columns {
		if strings.EqualFold(c, name) {
			return c
		}
	}
	return ""
}
