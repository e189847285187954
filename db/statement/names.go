package statement

import (
	"slices"
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// foreignNames brings names of SQLite and DuckDB back to what was typed: their case, which the grammar folds and these
// engines keep for headings, and on SQLite the strings that were written in double quotes.
func foreignNames(s *pg.SelectStmt, src *source, d Dialect, names Names) *pg.SelectStmt {
	spelling := spellings(src.words(d))
	if names != nil && src.doubleQuotes {
		s = resolver{src: src, names: names, bare: map[*pg.ColumnRef]bool{}}.selectStmt(s, nil)
	}
	if len(spelling) == 0 {
		return s
	}
	return rewriteSelect(s, func(n *pg.Node) *pg.Node { return respell(n, spelling) })
}

// words are the tokens whose spelling counts. For DuckDB they are read by a rough rule, for speed: what it takes wrongly
// for a word can only cost a heading its case.
func (src *source) words(d Dialect) []lexeme {
	if d == SQLite {
		return src.tokens
	}
	return lexWords(src.text)
}

// lexWords are the bare words of a text, with what stands in quotes, dollars and comments left out.
func lexWords(text string) []lexeme {
	toks := make([]lexeme, 0, len(text)/8)
	for at := 0; at < len(text); {
		n := 1
		switch rest := text[at:]; {
		case isWordByte(text[at]):
			if kind, length := lexOne(rest); text[at] == '$' {
				n = dollarQuoted(rest)
			} else if n = length; kind == lexWord {
				toks = append(toks, newLexeme(kind, at, rest[:n]))
			}
		case text[at] != '[' && text[at] != '`':
			_, n = lexOne(rest)
		}
		at += n
	}
	return toks
}

// dollarQuoted is the length of $tag$…$tag$ at the start of a text, 1 when there is none.
func dollarQuoted(s string) int {
	end := strings.IndexByte(s[1:], '$')
	if end < 0 || span(s[1:], isWordByte) < end {
		return 1
	}
	return past(s, end+2, s[:end+2])
}

// spellings maps each folded bare name to the way it is first written.
func spellings(toks []lexeme) map[string]string {
	out := map[string]string{}
	for i := range toks {
		t := &toks[i]
		if t.kind != lexWord || t.out != t.raw {
			continue
		}
		if t.raw == t.up && grammarWords()[t.up] {
			continue // more likely the keyword itself
		}
		if low := strings.ToLower(t.raw); low != t.raw {
			if _, ok := out[low]; !ok {
				out[low] = t.raw
			}
		}
	}
	return out
}

// grammarWords are all words that mean something to the grammar, reserved or not, in upper case: the names of its tokens.
var grammarWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for token, name := range pg.Token_name {
		if pg.Token(token) > pg.Token_C_COMMENT {
			words[strings.TrimSuffix(name, "_P")] = true
		}
	}
	return words
})

// respell gives a node's names their typed case; a node whose names have none stays itself.
func respell(n *pg.Node, spelling map[string]string) *pg.Node {
	as := func(s string) string {
		if w, ok := spelling[s]; ok {
			return w
		}
		return s
	}
	switch t := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		if fields, changed := respellNames(t.ColumnRef.Fields, as); changed {
			c := shallow(t.ColumnRef)
			c.Fields = fields
			return &pg.Node{Node: &pg.Node_ColumnRef{ColumnRef: c}}
		}
	case *pg.Node_RangeVar:
		r := shallow(t.RangeVar)
		r.Catalogname, r.Schemaname, r.Relname = as(r.Catalogname), as(r.Schemaname), as(r.Relname)
		r.Alias = respellAlias(r.Alias, as)
		return &pg.Node{Node: &pg.Node_RangeVar{RangeVar: r}}
	case *pg.Node_ResTarget:
		if to := as(t.ResTarget.Name); to != t.ResTarget.Name {
			return pg.MakeResTargetNodeWithNameAndVal(to, t.ResTarget.Val, -1)
		}
	case *pg.Node_RangeSubselect:
		r := shallow(t.RangeSubselect)
		r.Alias = respellAlias(r.Alias, as)
		return &pg.Node{Node: &pg.Node_RangeSubselect{RangeSubselect: r}}
	case *pg.Node_CommonTableExpr:
		c := shallow(t.CommonTableExpr)
		c.Ctename = as(c.Ctename)
		c.Aliascolnames, _ = respellNames(c.Aliascolnames, as)
		return cteNode(c)
	case *pg.Node_JoinExpr:
		if using, changed := respellNames(t.JoinExpr.UsingClause, as); changed {
			j := shallow(t.JoinExpr)
			j.UsingClause = using
			return &pg.Node{Node: &pg.Node_JoinExpr{JoinExpr: j}}
		}
	}
	return n
}

func respellNames(parts []*pg.Node, as func(string) string) (out []*pg.Node, changed bool) {
	out = parts
	for i, part := range parts {
		s := part.GetString_()
		if s == nil || as(s.GetSval()) == s.GetSval() {
			continue
		}
		if !changed {
			out, changed = slices.Clone(parts), true
		}
		out[i] = stringNode(as(s.GetSval()))
	}
	return out, changed
}

func respellAlias(a *pg.Alias, as func(string) string) *pg.Alias {
	if a == nil {
		return nil
	}
	c := shallow(a)
	c.Aliasname = as(c.Aliasname)
	c.Colnames, _ = respellNames(c.Colnames, as)
	return c
}
