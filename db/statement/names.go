package statement

import (
	"slices"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// foreignNames brings names of SQLite and DuckDB back to what was typed: their case, which the grammar folds and these
// engines keep for headings, and on SQLite the strings that were written in double quotes.
func foreignNames(s *pg.SelectStmt, src *source, names Names) *pg.SelectStmt {
	spelling := spellings(src.text)
	if names != nil && src.doubleQuotes {
		s = resolver{src: src, names: names}.selectStmt(s, nil)
	}
	if len(spelling) == 0 {
		return s
	}
	return rewriteSelect(s, func(n *pg.Node) *pg.Node { return respell(n, spelling) })
}

// spellings maps each folded bare name to the way it is first written.
func spellings(text string) map[string]string {
	out := map[string]string{}
	toks, err := scan(text)
	if err != nil {
		return out
	}
	for _, t := range toks {
		word := text[t.start:t.end]
		low := strings.ToLower(word)
		if t.kind != Name && t.kind != Keyword || word[0] == '"' || low == word {
			continue
		}
		if t.kind == Keyword && word == strings.ToUpper(word) {
			continue // more likely the keyword itself
		}
		if _, ok := out[low]; !ok {
			out[low] = word
		}
	}
	return out
}

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
		return &pg.Node{Node: &pg.Node_CommonTableExpr{CommonTableExpr: c}}
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
