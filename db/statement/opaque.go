package statement

import (
	"strings"
)

// parseOpaque takes a text that the grammar does not know as it is, if it looks like one query of SQLite or DuckDB: it
// will run in the engine's own sandbox and be compared as text. Plain words that happen to start with SELECT or WITH stay
// a syntax error, so that a question is not taken for a query.
func parseOpaque(text string, d Dialect, names Names, syntax *SyntaxError) (*Statement, error) {
	if d == PostgreSQL {
		return nil, syntax
	}
	toks := significant(lex(text, d))
	if len(toks) == 0 {
		return nil, syntax
	}
	if command, ok := commandOf(toks); ok {
		return refused(text, d, command, toks[0].at), nil
	}
	if !looksLikeQuery(toks, d, names) {
		return nil, syntax
	}
	s := &Statement{dialect: d, text: text, opaque: true}
	s.sql = strings.TrimRight(strings.TrimSpace(text), "; \t\r\n")
	s.pieces = opaquePieces(toks)
	s.refusal = inspectOpaque(toks, d, names)
	s.refusal.locate(text)
	return s, nil
}

// significant leaves white space and comments out.
func significant(toks []lexeme) []lexeme {
	var out []lexeme
	for _, t := range toks {
		if t.kind > lexComment {
			out = append(out, t)
		}
	}
	return out
}

func looksLikeQuery(toks []lexeme, d Dialect, names Names) bool {
	switch toks[0].word() {
	case "SELECT":
		return hasSource(toks, names) || hasBracket(toks)
	case "WITH":
		return withShape(toks)
	case "VALUES":
		return len(toks) > 1 && toks[1].raw == "("
	case "FROM", "PIVOT", "UNPIVOT":
		return d == DuckDB && hasSource(append([]lexeme{newLexeme(lexWord, 0, "FROM")}, toks[1:]...), names)
	case "SUMMARIZE", "DESCRIBE":
		return d == DuckDB && tellsOf(toks[1:], names)
	case "(":
		return true
	}
	return toks[0].raw == "(" && len(toks) > 1 && toks[1].word() == "SELECT"
}

// tellsOf says that SUMMARIZE or DESCRIBE is followed by one table that there is, or by a query.
func tellsOf(toks []lexeme, names Names) bool {
	for len(toks) > 0 && toks[len(toks)-1].raw == ";" {
		toks = toks[:len(toks)-1]
	}
	if len(toks) == 1 && toks[0].kind == lexString {
		return true // a file, which is refused
	}
	if len(toks) == 1 {
		return names != nil && names.HasTable(toks[0].name())
	}
	return len(toks) > 1 && (toks[0].word() == "SELECT" || toks[0].word() == "FROM") && looksLikeQuery(toks, DuckDB, names)
}

// hasSource says that some FROM is followed by a table that exists, a quoted name or a parenthesis.
func hasSource(toks []lexeme, names Names) bool {
	for i := 0; i+1 < len(toks); i++ {
		if toks[i].word() != "FROM" {
			continue
		}
		switch t := toks[i+1]; t.kind {
		case lexQuoted, lexString:
			return true
		case lexSymbol:
			if t.raw == "(" {
				return true
			}
		case lexWord:
			if names == nil || names.HasTable(t.raw) || i+2 < len(toks) && strings.ContainsAny(toks[i+2].raw, "(.") {
				return true
			}
		}
	}
	return false
}

// hasBracket says that a call, a list or a struct is among the tokens, as sentences with a remark in parentheses have none.
func hasBracket(toks []lexeme) bool {
	for i, t := range toks {
		if t.kind == lexSymbol && (t.raw == "{" || t.raw == "[" || t.raw == "(" && i > 0 && (i == 1 || touches(toks[i-1], t))) {
			return true
		}
	}
	return false
}

// withShape is WITH name AS ( or WITH name (columns) AS (.
func withShape(toks []lexeme) bool {
	i := 1
	if i < len(toks) && toks[i].word() == "RECURSIVE" {
		i++
	}
	return i+1 < len(toks) && (toks[i+1].raw == "(" || toks[i+1].word() == "AS" && i+2 < len(toks))
}

// inspectOpaque is the guard for a text without a tree: exactly one statement, no word that writes where a statement can
// start, no INTO, no denied function. The engine's sandbox is the layer that decides.
func inspectOpaque(toks []lexeme, d Dialect, names Names) *Refusal {
	i := &inspector{dialect: d, src: &source{}, names: names}
	for k, t := range toks {
		if t.raw == ";" && k < len(toks)-1 {
			return refusalAt(t, "a second statement", "a text runs as one statement", allowedShape)
		}
		word := t.word()
		start := k == 0 || toks[k-1].raw == "("
		if start && writingWords[word] && (k+1 >= len(toks) || toks[k+1].raw != "(") {
			return refusalAt(t, word, notQuery, allowedShape)
		}
		if word == "INTO" && !(toks[0].word() == "UNPIVOT" && k+1 < len(toks) && toks[k+1].word() == "NAME") {
			return refusalAt(t, "INTO", "it writes", "leave INTO out")
		}
		if r := i.opaqueCall(toks, k); r != nil {
			return r
		}
		if r := i.opaqueFile(toks, k); r != nil {
			return r
		}
	}
	return nil
}

func (i *inspector) opaqueCall(toks []lexeme, k int) *Refusal {
	t := toks[k]
	if k+1 >= len(toks) || toks[k+1].raw != "(" || t.kind != lexWord && t.kind != lexQuoted {
		return nil
	}
	name := strings.ToLower(t.name())
	if reason, denied := deniedFunction(name, i.dialect); denied {
		return refusalAt(t, "the function "+name+"()", reason, allowedCalls)
	}
	return nil
}

// opaqueFile refuses a text or a name like a path where DuckDB expects a table: it would read the file.
func (i *inspector) opaqueFile(toks []lexeme, k int) *Refusal {
	t := toks[k]
	if i.dialect != DuckDB || k == 0 || !beforeTable(toks[k-1]) || i.names != nil && i.names.HasTable(t.name()) {
		return nil
	}
	file := t.kind == lexString || t.kind == lexQuoted && looksLikeFile(t.name())
	if !file || toks[k-1].raw == "," && !looksLikeFile(t.name()) {
		return nil
	}
	return refusalAt(t, "reading "+t.raw, "it names a file", "tables of the opened database are allowed")
}

// beforeTable says that a table may follow: FROM, JOIN, a comma.
func beforeTable(t lexeme) bool {
	switch t.word() {
	case "FROM", "JOIN", "PIVOT", "UNPIVOT", "TABLE", "SUMMARIZE", "DESCRIBE":
		return true
	}
	return t.raw == ","
}

func refusalAt(t lexeme, part, reason, allowed string) *Refusal {
	return &Refusal{Part: part, Reason: reason, Allowed: allowed, Position: t.at}
}

var writingWords = upperSet(`insert update delete merge create drop alter attach detach copy export import install load
	pragma set reset call vacuum checkpoint truncate begin commit rollback prepare execute use explain analyze replace grant
	revoke reindex`)

func upperSet(list string) map[string]bool {
	set := map[string]bool{}
	for _, w := range strings.Fields(strings.ToUpper(list)) {
		set[w] = true
	}
	return set
}

// opaquePieces lays an opaque text out: a line for each clause that its words show.
func opaquePieces(toks []lexeme) []piece {
	p := &printer{}
	level := 0
	for i, t := range toks {
		if t.raw == ";" && i == len(toks)-1 {
			break
		}
		if level == 0 && i > 0 && clauseWords[t.word()] && toks[i-1].word() != "GROUP" {
			p.newClause(t.word())
		} else if i > 0 && spaceBetween(toks[i-1], t) {
			p.sp()
		}
		switch t.raw {
		case "(":
			level++
		case ")":
			level--
		}
		p.text(opaqueKind(t), t.raw)
	}
	return p.pieces
}

func spaceBetween(a, b lexeme) bool { return !touches(a, b) }

// touches says that nothing stands between two tokens.
func touches(a, b lexeme) bool { return a.at+len(a.raw) == b.at }

func opaqueKind(t lexeme) TokenKind {
	switch t.kind {
	case lexString:
		return String
	case lexNumber:
		return Number
	case lexSymbol:
		return Operator
	case lexWord:
		if reservedWords[strings.ToLower(t.raw)] {
			return Keyword
		}
	}
	return Name
}

var clauseWords = upperSet(`from where group having window order limit union intersect except join left right full cross
	inner natural asof positional qualify`)
