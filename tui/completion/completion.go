// Package completion says what may follow in SQL that is being written: tables behind FROM, joins along keys, the columns
// of the tables in scope, what the engine's grammar allows next. It reads the text with a scanner of its own, since an
// unfinished statement has no tree, and looks in memory only.
//
// Start reading at At.
package completion

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
)

// Completer knows a database's names.
type Completer struct {
	tables []db.Table
	// Engine is whose functions are proposed.
	Engine statement.Dialect
	// Defined are figures and conditions that a project defines.
	Defined []Defined
	// Values gives the known values of a column, as text; nil knows none.
	Values func(table, column string) []string

	every []string // see everyColumn
}

// New is a completer over a schema, which may be nil.
func New(s *db.Schema) *Completer {
	if s == nil {
		return &Completer{}
	}
	return &Completer{tables: s.Tables}
}

// most is how many proposals there are at most.
const most = 12

// At proposes what the word that ends at a byte of the text may be, best first; from is where it begins. Inside a text or a
// comment nothing is proposed.
func (c *Completer) At(s string, caret int) (from int, list []string) {
	tokens := slices.DeleteFunc(scan(s), func(t token) bool { return t.kind == comment })
	at := slices.IndexFunc(tokens, func(t token) bool { return t.to >= caret && t.from < caret })
	from = caret
	prefix := ""
	switch {
	case at < 0:
		at = slices.IndexFunc(tokens, func(t token) bool { return t.from >= caret })
		if at < 0 {
			at = len(tokens)
		}
	case tokens[at].kind == word:
		from, prefix = tokens[at].from, s[tokens[at].from:caret]
	case tokens[at].kind == text && tokens[at].to > caret || tokens[at].kind == number:
		return caret, nil
	default:
		at++
	}
	p := place{c: c, s: s, tokens: tokens, at: at, scope: c.scopeAt(s, tokens, at)}
	for _, x := range p.proposals() {
		if (c.beginsDefined(x, prefix) || len(x) > len(prefix) && strings.EqualFold(x[:len(prefix)], prefix)) && !slices.Contains(list, x) {
			list = append(list, x)
		}
		if len(list) == most {
			break
		}
	}
	return from, list
}

// place is where something is being written.
type place struct {
	c      *Completer
	s      string
	tokens []token
	at     int // the token that is being written
	scope  scope
	used   map[string]bool // see columnsUsed
}

// before is the n-th token before the place, from 1; the zero token where there is none.
func (p *place) before(n int) token {
	if p.at-n < 0 {
		return token{kind: symbol}
	}
	return p.tokens[p.at-n]
}

// clause is the clause that the place is in, on its own level of parentheses.
func (p *place) clause() string {
	depth := 0
	for i := p.at - 1; i >= 0; i-- {
		switch up := p.tokens[i].up; {
		case up == ")":
			depth++
		case up == "(":
			depth = max(depth-1, 0)
		case depth > 0:
		case slices.Contains(clauseWords, up), up == "JOIN", up == "ON", up == "WITH":
			return up
		}
	}
	return ""
}

// operandEnds says that the token before ends an operand: what follows is an operator or a clause.
func (p *place) operandEnds() bool {
	t := p.before(1)
	return t.kind == quoted || t.kind == number || t.kind == text || t.up == ")" || t.up == "END" || t.up == "NULL" ||
		t.kind == word && !isReserved(t.up) || t.up == "*" && (p.before(2).up == "SELECT" || p.before(2).up == ".")
}

func (p *place) proposals() []string {
	last, clause := p.before(1), p.clause()
	switch {
	case last.up == ".":
		return p.columnsOf(bare(p.s, p.before(2)))
	case p.at == 0:
		return []string{"SELECT", "WITH"}
	case last.up == "GROUP" || last.up == "ORDER" || last.up == "PARTITION":
		return []string{"BY"}
	case grammar[last.up] != nil && (last.up != "NOT" || p.negates()):
		return grammar[last.up]
	case last.up == "NOT" && p.before(2).up == "IS":
		return []string{"NULL"}
	case last.up == "AS":
		return p.namesFor()
	case last.up == "(" && p.before(2).up == "OVER":
		return []string{"PARTITION BY", "ORDER BY"}
	case last.up == "(" && p.before(2).up == "FILTER":
		return []string{"WHERE"}
	case last.up == "JOIN":
		return slices.Concat(p.joins(), p.tables())
	case clause == "FROM" && (last.up == "FROM" || last.up == ","):
		return p.tables()
	case p.operandEnds():
		return p.operators(clause)
	case last.up == "(" && p.opensQuery():
		return slices.Concat([]string{"SELECT"}, p.operands(clause))
	}
	return p.operands(clause)
}

// grammar is what may stand behind a word, where that alone says it.
var grammar = map[string][]string{
	"LEFT": {"JOIN", "OUTER"}, "RIGHT": {"JOIN", "OUTER"}, "FULL": {"JOIN", "OUTER"}, "INNER": {"JOIN"}, "CROSS": {"JOIN"}, "OUTER": {"JOIN"},
	"IS": {"NULL", "NOT NULL", "NOT"}, "UNION": {"ALL", "SELECT"}, "ALL": {"SELECT"}, "EXCEPT": {"SELECT"}, "INTERSECT": {"SELECT"},
	"LIMIT": {"10", "20", "100"}, "OFFSET": {"10", "20", "100"}, "NOT": {"IN", "LIKE", "BETWEEN", "ILIKE"},
	"DESC": {"LIMIT", ",", "NULLS LAST", "NULLS FIRST"}, "ASC": {"LIMIT", ",", "NULLS LAST", "NULLS FIRST"}, "NULLS": {"LAST", "FIRST"},
	"LAST": {"LIMIT", ","}, "FIRST": {"LIMIT", ","},
}

// negates says that the NOT before the place stands behind an operand: what follows is a comparison.
func (p *place) negates() bool {
	t := p.before(2)
	return t.kind == quoted || t.up == ")" || t.kind == word && !isReserved(t.up)
}

func (p *place) opensQuery() bool {
	return slices.Contains([]string{"IN", "EXISTS", "AS", "FROM", "JOIN", "=", "<", ">", "<=", ">=", "<>", "!="}, p.before(2).up)
}

// tables are the queries of WITH and the tables, those with keys to what is in scope first.
func (p *place) tables() []string {
	var ctes, near, far []string
	for _, x := range p.scope.ctes {
		ctes = append(ctes, x.name)
	}
	for i := range p.c.tables {
		t := &p.c.tables[i]
		used := slices.ContainsFunc(t.Columns, func(c db.Column) bool { return p.columnsUsed()[strings.ToLower(c.Name)] })
		if used {
			near = append(near, name(t.Name))
		} else {
			far = append(far, name(t.Name))
		}
	}
	return slices.Concat(ctes, near, far)
}

// columnsUsed are the words of the query, in small letters, that may be columns of a table that is not named yet.
func (p *place) columnsUsed() map[string]bool {
	if p.used == nil {
		p.used = map[string]bool{}
		from, to := bounds(p.tokens, p.at)
		for i := from; i < to; i++ {
			if t := p.tokens[i]; i != p.at && t.kind == word && !isReserved(t.up) {
				p.used[strings.ToLower(p.s[t.from:t.to])] = true
			}
		}
	}
	return p.used
}

// joins are whole joins along keys, from either side.
func (p *place) joins() []string {
	var out []string
	for _, src := range p.scope.sources[:p.scope.inner] {
		if src.table == nil {
			continue
		}
		for _, f := range src.table.Foreign {
			if len(f.Columns) == 1 && len(f.TargetColumns) == 1 {
				out = append(out, join(f.Target.Name, f.TargetColumns[0], src.name, f.Columns[0]))
			}
		}
		for i := range p.c.tables {
			t := &p.c.tables[i]
			for _, f := range t.Foreign {
				if strings.EqualFold(f.Target.Name, src.table.Name) && len(f.Columns) == 1 && len(f.TargetColumns) == 1 {
					out = append(out, join(t.Name, f.Columns[0], src.name, f.TargetColumns[0]))
				}
			}
		}
	}
	return slices.DeleteFunc(out, func(s string) bool {
		table, _, _ := strings.Cut(s, " ")
		return slices.ContainsFunc(p.scope.sources[:p.scope.inner], func(x source) bool { return strings.EqualFold(x.name, table) })
	})
}

func join(table, column, other, key string) string {
	return name(table) + " ON " + name(table) + "." + name(column) + " = " + name(other) + "." + name(key)
}

// name is a name as it is written: quoted where it is no plain word.
func name(s string) string {
	plain := s != "" && !isReserved(strings.ToUpper(s)) && letter(s[0])
	for i := range len(s) {
		plain = plain && (letter(s[i]) || s[i] >= '0' && s[i] <= '9')
	}
	if plain {
		return s
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}
