package statement

import (
	"fmt"
	"strings"
	"sync"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// scanned is one token of a text: bytes start to end.
type scanned struct {
	start, end int
	token      pg.Token
	kind       TokenKind
	keyword    pg.KeywordKind
}

// scan reads the tokens of a text in PostgreSQL's lexical rules, comments included.
func scan(text string) ([]scanned, error) {
	result, err := pg.Scan(text)
	if err != nil {
		return nil, fmt.Errorf("scan: %w", err)
	}
	out := make([]scanned, len(result.Tokens))
	for i, t := range result.Tokens {
		out[i] = scanned{start: int(t.Start), end: int(t.End), token: t.Token, keyword: t.KeywordKind, kind: tokenKind(t)}
	}
	return out, nil
}

func tokenKind(t *pg.ScanToken) TokenKind {
	switch t.Token {
	case pg.Token_IDENT, pg.Token_UIDENT, pg.Token_PARAM:
		return Name
	case pg.Token_SCONST, pg.Token_USCONST, pg.Token_BCONST, pg.Token_XCONST:
		return String
	case pg.Token_ICONST, pg.Token_FCONST:
		return Number
	case pg.Token_SQL_COMMENT, pg.Token_C_COMMENT:
		return Comment
	}
	if t.KeywordKind != pg.KeywordKind_NO_KEYWORD {
		return Keyword
	}
	return Operator
}

// deparseExpr writes one expression with the C library. The caller has checked the depth.
func deparseExpr(n *pg.Node) (string, error) {
	s := &pg.SelectStmt{TargetList: []*pg.Node{pg.MakeResTargetNodeWithVal(n, -1)}, Op: pg.SetOperation_SETOP_NONE,
		LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT}
	text, err := deparseStatement(s)
	return strings.TrimPrefix(text, "SELECT "), err
}

// deparseSource writes one item of FROM with the C library.
func deparseSource(n *pg.Node) (string, error) {
	star := pg.MakeColumnRefNode([]*pg.Node{pg.MakeAStarNode()}, -1)
	s := &pg.SelectStmt{TargetList: []*pg.Node{pg.MakeResTargetNodeWithVal(star, -1)}, FromClause: []*pg.Node{n},
		Op: pg.SetOperation_SETOP_NONE, LimitOption: pg.LimitOption_LIMIT_OPTION_DEFAULT}
	text, err := deparseStatement(s)
	return strings.TrimPrefix(text, "SELECT * FROM "), err
}

// treeVersion is the version that the deparser wants to see in a tree: the parser's own.
var treeVersion = sync.OnceValue(func() int32 {
	tree, err := pg.Parse("SELECT 1")
	if err != nil {
		return 0
	}
	return tree.Version
})

func deparseStatement(s *pg.SelectStmt) (string, error) {
	text, err := pg.Deparse(&pg.ParseResult{Version: treeVersion(), Stmts: []*pg.RawStmt{{Stmt: selectNode(s)}}})
	if err != nil {
		return "", fmt.Errorf("deparse: %w", err)
	}
	return text, nil
}
