package statement

import (
	pg "github.com/pganalyze/pg_query_go/v6"
)

// What is sent to the engine is written from the tree. The printer knows the common forms well; a rare one may come out as a
// text that means something else: the C library's deparser drops an argument of TRIM, SQLite reads [] as a name. So a text
// with a rare form is read back, and one that is not the same tree again runs as it was typed, under the engine's own
// sandbox, or not at all. To read back all texts would cost as much again as reading them.

// isRare says that a message has a form beside those that nearly all queries are made of.
func isRare(m any) bool {
	switch t := m.(type) {
	case *pg.FuncCall:
		syntax := t.Funcformat == pg.CoercionForm_COERCE_SQL_SYNTAX && lastName(t.Funcname) != "extract"
		return syntax || t.AggWithinGroup || t.FuncVariadic || len(t.Funcname) > 2
	case *pg.SubLink:
		return len(t.OperName) > 0 || t.SubLinkType == pg.SubLinkType_ARRAY_SUBLINK
	case *pg.A_Expr:
		return len(t.Name) > 1 || rareOperations[t.Kind]
	case *pg.TypeName:
		return t.Setof || t.PctType || len(t.ArrayBounds) > 0 || len(t.Typmods) > 0 || len(t.Names) > 2
	case *pg.SelectStmt:
		return len(t.DistinctClause) > 0 && t.DistinctClause[0].GetNode() != nil || len(t.ValuesLists) > 0 || t.GroupDistinct
	case *pg.RangeFunction:
		return t.IsRowsfrom || t.Ordinality || len(t.Coldeflist) > 0
	case *pg.CommonTableExpr:
		return t.SearchClause != nil || t.CycleClause != nil
	case *pg.SortBy:
		return len(t.UseOp) > 0
	case *pg.JoinExpr:
		return t.Alias != nil || t.JoinUsingAlias != nil
	}
	return false
}

var rareOperations = map[pg.A_Expr_Kind]bool{pg.A_Expr_Kind_AEXPR_OP_ANY: true, pg.A_Expr_Kind_AEXPR_OP_ALL: true,
	pg.A_Expr_Kind_AEXPR_SIMILAR: true, pg.A_Expr_Kind_AEXPR_BETWEEN_SYM: true, pg.A_Expr_Kind_AEXPR_NOT_BETWEEN_SYM: true}

// readsBack says that a text is the tree again. What is in double quotes there is a name, so it is read without a catalogue.
func readsBack(text string, tree *pg.SelectStmt, d Dialect) bool {
	again, err := parsed(prepare(text, d, nil).text)
	if err != nil || len(again.Stmts) != 1 {
		return false
	}
	fold := d != PostgreSQL
	return key(inDialect(again.Stmts[0].GetStmt().GetSelectStmt(), d), fold) == key(tree, fold)
}

// inDialect gives a tree that was just parsed the dialect's own form.
func inDialect(s *pg.SelectStmt, d Dialect) *pg.SelectStmt {
	if d == SQLite {
		s = rewriter{afterSelect: chainFromLeft}.selectStmt(s)
	}
	return lowerSelect(s, d)
}
