package statement

import (
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// foreignNames brings names of SQLite and DuckDB back to what was typed: their case, which the grammar folds and these
// engines keep for headings, and on SQLite the strings that were written in double quotes.
func foreignNames(s *pg.SelectStmt, src *source, names Names) *pg.SelectStmt {
	spelling := spellings(src.text)
	if names != nil && src.doubleQuotes {
		s = resolver{text: src.text, names: names}.selectStmt(s, nil)
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

func respell(n *pg.Node, spelling map[string]string) *pg.Node {
	if len(spelling) == 0 {
		return n
	}
	as := func(s string) string {
		if w, ok := spelling[s]; ok {
			return w
		}
		return s
	}
	switch t := n.GetNode().(type) {
	case *pg.Node_ColumnRef:
		c := shallow(t.ColumnRef)
		c.Fields = respellNames(c.Fields, as)
		return &pg.Node{Node: &pg.Node_ColumnRef{ColumnRef: c}}
	case *pg.Node_RangeVar:
		r := shallow(t.RangeVar)
		r.Catalogname, r.Schemaname, r.Relname = as(r.Catalogname), as(r.Schemaname), as(r.Relname)
		r.Alias = respellAlias(r.Alias, as)
		return &pg.Node{Node: &pg.Node_RangeVar{RangeVar: r}}
	case *pg.Node_ResTarget:
		r := shallow(t.ResTarget)
		r.Name = as(r.Name)
		return &pg.Node{Node: &pg.Node_ResTarget{ResTarget: r}}
	case *pg.Node_RangeSubselect:
		r := shallow(t.RangeSubselect)
		r.Alias = respellAlias(r.Alias, as)
		return &pg.Node{Node: &pg.Node_RangeSubselect{RangeSubselect: r}}
	case *pg.Node_CommonTableExpr:
		c := shallow(t.CommonTableExpr)
		c.Ctename, c.Aliascolnames = as(c.Ctename), respellNames(c.Aliascolnames, as)
		return &pg.Node{Node: &pg.Node_CommonTableExpr{CommonTableExpr: c}}
	case *pg.Node_JoinExpr:
		j := shallow(t.JoinExpr)
		j.UsingClause = respellNames(j.UsingClause, as)
		return &pg.Node{Node: &pg.Node_JoinExpr{JoinExpr: j}}
	}
	return n
}

func respellNames(parts []*pg.Node, as func(string) string) []*pg.Node {
	out := make([]*pg.Node, len(parts))
	for i, part := range parts {
		if s := part.GetString_(); s != nil {
			out[i] = stringNode(as(s.GetSval()))
		} else {
			out[i] = part
		}
	}
	return out
}

func respellAlias(a *pg.Alias, as func(string) string) *pg.Alias {
	if a == nil {
		return nil
	}
	c := shallow(a)
	c.Aliasname, c.Colnames = as(c.Aliasname), respellNames(c.Colnames, as)
	return c
}
