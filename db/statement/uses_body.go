package statement

import (
	"errors"
	"reflect"
	"strings"

	pg "github.com/pganalyze/pg_query_go/v6"
)

// commonOperators are those that words stand for (IN, LIKE, CASE, USING, BETWEEN, NULLIF).
var commonOperators = []string{"=", "<>", "<", ">", "<=", ">=", "~~", "~~*", "!~~", "!~~*", "~", "~*", "!~", "!~*"}

// UsesOfQueries reads the names of a function's body in SQL, if it does nothing but select. arguments are the names that the function
// gives to what it takes.
func UsesOfQueries(body string, arguments []string) (u Uses, ok bool) {
	if len(body) > MaxBytes {
		return Uses{}, false
	}
	tree, err := parsed(body)
	if err != nil {
		return Uses{}, false
	}
	for _, raw := range tree.Stmts {
		if raw.Stmt.GetSelectStmt() == nil || changes(raw.Stmt) {
			return Uses{}, false
		}
	}
	u = usesOf(tree)
	u.Given, u.Arguments = append(u.Given, arguments...), arguments
	return u, true
}

// changes says that some part of a query does more than select: it writes into a table, or locks rows.
func changes(n *pg.Node) (found bool) {
	visit(n, func(m any) bool {
		switch t := m.(type) {
		case *pg.InsertStmt, *pg.UpdateStmt, *pg.DeleteStmt, *pg.MergeStmt, *pg.IntoClause, *pg.LockingClause:
			found = true
		case *pg.Node:
			found = found || t.GetNode() != nil && !commonNodes[reflect.TypeOf(t.GetNode())] && !rareNodes[reflect.TypeOf(t.GetNode())] && t.GetParamRef() == nil
		}
		return !found
	})
	return found
}

// UsesOfBody reads the names of a function's body in SQL or PL/pgSQL, by its tokens: every name may be a table, a type, and,
// before a parenthesis or behind a dot, a function. dynamic says that it runs SQL that it puts together.
func UsesOfBody(body string) (u Uses, dynamic bool, err error) {
	tokens, err := scan(body)
	if err != nil {
		return Uses{}, false, err
	}
	b := bodyReader{text: body, uses: Uses{Loose: true, Texts: true}}
	for _, t := range tokens {
		if t.kind != Comment {
			b.tokens = append(b.tokens, t)
		}
	}
	for _, o := range commonOperators {
		b.uses.Operators = append(b.uses.Operators, Named{Name: o})
	}
	for i, t := range b.tokens {
		if t.token == pg.Token_UIDENT {
			return Uses{}, false, errHidden
		}
		b.token(i)
		b.assignment(i)
	}
	return b.uses, b.dynamic, nil
}

// errHidden is a name in escapes (U&"…"), which hides what it says.
var errHidden = errors.New("a name is written in escapes")

type bodyReader struct {
	text    string
	tokens  []scanned
	uses    Uses
	dynamic bool
}

func (b *bodyReader) token(i int) {
	t := b.tokens[i]
	raw := b.text[t.start:t.end]
	switch {
	case t.kind == Operator:
		b.uses.Operators = append(b.uses.Operators, Named{b.schema(i), raw})
	case t.kind == String:
		b.uses.Rows = b.uses.Rows || strings.ContainsAny(raw, `(\`) // a row as a text, maybe in escapes
	case t.kind == Name || t.kind == Keyword:
		b.name(i, bare(raw))
		b.dynamic = b.dynamic || strings.EqualFold(raw, "execute")
		b.uses.Records = b.uses.Records || strings.EqualFold(raw, "record") || b.is(i-1, "%") && (strings.EqualFold(raw, "type") || strings.EqualFold(raw, "rowtype"))
	}
}

// name takes the name at i in every way that it can be meant: alone, and as an object of the schema before it.
func (b *bodyReader) name(i int, name string) {
	n := Named{b.schema(i), name}
	if n.Schema != "" {
		b.uses.Fields = append(b.uses.Fields, name)
	}
	b.uses.Arrays = b.uses.Arrays || makesArrays(name)
	b.uses.Types = append(b.uses.Types, n)
	b.uses.Tables = append(b.uses.Tables, n)
	if b.is(i+1, "(") {
		b.uses.Functions = append(b.uses.Functions, Called{Named: n, Args: -1})
	}
}

// schema is what stands before the dot before the token at i; empty when there is none.
func (b *bodyReader) schema(i int) string {
	if !b.is(i-1, ".") || i < 2 {
		return ""
	}
	return bare(b.text[b.tokens[i-2].start:b.tokens[i-2].end])
}

func (b *bodyReader) is(i int, raw string) bool {
	return i >= 0 && i < len(b.tokens) && b.text[b.tokens[i].start:b.tokens[i].end] == raw
}

// bare is a name as the engine reads it: the letters of ASCII in what is not quoted are small. (Of others only a server of an
// encoding of one byte a letter does so.)
func bare(raw string) string {
	if len(raw) > 1 && raw[0] == '"' {
		return strings.ReplaceAll(raw[1:len(raw)-1], `""`, `"`)
	}
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, raw)
}

// comparing are words of PL/pgSQL behind which = compares.
var comparing = wordSet("if elsif elseif when while return and or not select where on having case in using exit continue assert raise perform")

// assignment notes the names to which the token at i gives values, and maybe others beside them.
func (b *bodyReader) assignment(i int) {
	switch t := b.tokens[i]; strings.ToLower(b.text[t.start:t.end]) {
	case ":=":
		names, _ := b.target(i)
		b.uses.Assigned = append(b.uses.Assigned, names...)
	case "=":
		if names, tests := b.target(i); !tests {
			b.uses.Assigned = append(b.uses.Assigned, names...)
		}
	case "into", "for", "foreach":
		for k := i + 1; k < len(b.tokens) && !b.is(k, ";") && !b.word(k, "from") && !b.word(k, "in"); k++ {
			b.uses.Assigned = append(b.uses.Assigned, b.named(k))
		}
	case "alias":
		b.uses.Assigned = append(b.uses.Assigned, "")
	}
}

// target are the names in front of the token at i, back to where its statement begins. tests says that no value is given there.
func (b *bodyReader) target(i int) (names []string, tests bool) {
	depth := 0
	for k := i - 1; k >= 0 && !b.is(k, ";"); k-- {
		switch {
		case b.is(k, "]"):
			depth++
		case b.is(k, "["):
			depth--
		case depth > 0 || b.is(k, "."):
		case b.is(k, "("), b.is(k, ","), b.is(k, ")"), b.tokens[k].kind == Operator:
			return names, true
		default:
			name := b.named(k)
			tests = tests || comparing[name]
			names = append(names, name)
		}
	}
	return names, tests
}

// named is the token at k as a name.
func (b *bodyReader) named(k int) string { return bare(b.text[b.tokens[k].start:b.tokens[k].end]) }

func (b *bodyReader) word(k int, word string) bool { return b.named(k) == word }
