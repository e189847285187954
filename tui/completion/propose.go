package completion

import (
	"slices"
	"strings"
)

// columnsOf are the columns of a source, behind its name and a dot.
func (p *place) columnsOf(source string) []string {
	for _, src := range p.scope.sources {
		if strings.EqualFold(src.name, source) {
			return p.ranked(src)
		}
	}
	if src, ok := p.c.sourceOf(source, p.scope.ctes); ok {
		return p.ranked(src)
	}
	return p.meantBy(source)
}

// meantBy are the columns of the tables that a name which nothing has yet may be short for, before FROM is written.
func (p *place) meantBy(short string) []string {
	var exact, near []string
	for i := range p.c.tables {
		t := &p.c.tables[i]
		src, _ := p.c.sourceOf(t.Name, nil)
		switch low := strings.ToLower(short); {
		case initials(t.Name) == low:
			exact = append(exact, p.ranked(src)...)
		case strings.HasPrefix(strings.ToLower(t.Name), low), strings.Contains(strings.ToLower(t.Name), "_"+low):
			near = append(near, p.ranked(src)...)
		}
	}
	return slices.Concat(exact, near)
}

// everyColumn are the columns of all tables, those that most tables have first.
func (c *Completer) everyColumn() []string {
	if c.every != nil {
		return c.every
	}
	count := map[string]int{}
	for i := range c.tables {
		for _, col := range c.tables[i].Columns {
			if count[name(col.Name)]++; count[name(col.Name)] == 1 {
				c.every = append(c.every, name(col.Name))
			}
		}
	}
	slices.SortStableFunc(c.every, func(a, b string) int { return count[b] - count[a] })
	return c.every
}

// ranked are a source's columns: that which a key joins to what stands across an =, those that the query names already, the
// others in the table's order.
func (p *place) ranked(src source) []string {
	var keyed, used, rest []string
	partner := p.partner(src)
	for _, col := range src.columns {
		switch {
		case strings.EqualFold(col, partner):
			keyed = append(keyed, name(col))
		case p.columnsUsed()[strings.ToLower(col)]:
			used = append(used, name(col))
		default:
			rest = append(rest, name(col))
		}
	}
	return slices.Concat(keyed, used, rest)
}

// partner is the column of a source that a key ties to the other side of the = before the place, or that its own keys begin
// with where the condition of a join begins.
func (p *place) partner(src source) string {
	other, column := "", ""
	if p.before(3).up == "=" && p.before(5).up == "." {
		other, column = bare(p.s, p.before(6)), bare(p.s, p.before(4))
	}
	for _, s := range p.scope.sources {
		if other != "" && !strings.EqualFold(s.name, other) || s.name == src.name || s.table == nil || src.table == nil {
			continue
		}
		for _, f := range src.table.Foreign {
			if strings.EqualFold(f.Target.Name, s.table.Name) && (column == "" || strings.EqualFold(f.TargetColumns[0], column)) {
				return f.Columns[0]
			}
		}
		for _, f := range s.table.Foreign {
			if strings.EqualFold(f.Target.Name, src.table.Name) && (column == "" || strings.EqualFold(f.Columns[0], column)) {
				return f.TargetColumns[0]
			}
		}
	}
	return ""
}

// operands are what an expression may begin with in a clause.
func (p *place) operands(clause string) []string {
	columns, sources := p.columns()
	logic := []string{"NOT", "EXISTS", "CASE", "NULL", "TRUE", "FALSE", "CAST("}
	functions := slices.Concat(functionsOf[p.c.Engine][:figures], logic, functionsOf[p.c.Engine][figures:])
	last := p.before(1).up
	switch {
	case last == "CASE":
		return slices.Concat([]string{"WHEN"}, sources, columns)
	case last == "(" && p.before(2).kind == word && !isReserved(p.before(2).up):
		return slices.Concat(sources, columns, functions[:figures], []string{"DISTINCT"}, functions[figures:])
	case clause == "SELECT" && last == "SELECT":
		return slices.Concat([]string{"*", "DISTINCT"}, sources, columns, p.defined(true), functions)
	case clause == "ON":
		return slices.Concat(p.keys(), sources, columns)
	case clause == "GROUP" || clause == "ORDER":
		return slices.Concat(p.items(clause), p.scope.aliases, sources, columns, functions, p.defined(true))
	case clause == "HAVING":
		return slices.Concat(p.scope.aliases, functions, sources, columns, p.defined(true))
	case slices.Contains([]string{"=", "<>", "!=", "IN", "("}, last) && len(p.values()) > 0:
		return slices.Concat(p.values(), sources, columns)
	}
	return slices.Concat(sources, columns, p.defined(clause == "SELECT"), functions)
}

// columns are the names of columns in scope, those of the innermost query first, and of the sources where columns are said
// with them.
func (p *place) columns() (columns, sources []string) {
	seen := map[string]int{}
	for i, src := range p.scope.sources {
		for _, col := range src.columns {
			if i < p.scope.inner {
				seen[strings.ToLower(col)]++
			}
		}
	}
	for i, src := range p.scope.sources {
		outer := i >= p.scope.inner
		if !outer && (p.scope.inner > 1 || src.table != nil && !strings.EqualFold(src.name, src.table.Name)) {
			sources = append(sources, name(src.name))
		}
		if outer {
			columns = append(columns, name(src.name))
		}
		for _, col := range p.ranked(src) {
			if outer || seen[strings.ToLower(strings.Trim(col, `"`))] > 1 {
				col = name(src.name) + "." + col
			}
			columns = append(columns, col)
		}
	}
	if p.scope.inner == 0 { // FROM is not written yet
		columns = slices.Concat(functionsOf[p.c.Engine][:figures], inTurn(p.tables(), p.c.everyColumn()), columns)
	}
	return columns, sources
}

// inTurn takes one of each list.
func inTurn(a, b []string) []string {
	var out []string
	for i := range max(len(a), len(b)) {
		if i < len(a) {
			out = append(out, a[i])
		}
		if i < len(b) {
			out = append(out, b[i])
		}
	}
	return out
}

// keys are the conditions that join the last table to one before it.
func (p *place) keys() []string {
	own := p.scope.sources[:p.scope.inner]
	if len(own) < 2 || p.before(1).up != "ON" {
		return nil
	}
	last := own[len(own)-1]
	var out []string
	for _, src := range own[:len(own)-1] {
		if last.table == nil || src.table == nil {
			continue
		}
		for _, f := range last.table.Foreign {
			if strings.EqualFold(f.Target.Name, src.table.Name) {
				out = append(out, name(last.name)+"."+name(f.Columns[0])+" = "+name(src.name)+"."+name(f.TargetColumns[0]))
			}
		}
		for _, f := range src.table.Foreign {
			if strings.EqualFold(f.Target.Name, last.table.Name) {
				out = append(out, name(last.name)+"."+name(f.TargetColumns[0])+" = "+name(src.name)+"."+name(f.Columns[0]))
			}
		}
	}
	return out
}

// items are the columns that the query shows as they are: what it groups by, and is likely to be sorted by.
func (p *place) items(clause string) []string {
	from, to := bounds(p.tokens, p.at)
	var out []string
	depth, start := 0, -1
	for i := from; i < to; i++ {
		up := p.tokens[i].up
		switch {
		case up == "SELECT" && depth == 0:
			start = i + 1
			continue
		case up == "(":
			depth++
		case up == ")":
			depth--
		case depth == 0 && (up == "," || up == "FROM") && start >= 0:
			if n := i - start; n == 1 || n == 3 && p.tokens[start+1].up == "." {
				out = append(out, p.s[p.tokens[start].from:p.tokens[i-1].to])
			}
			start = i + 1
		}
		if up == "FROM" && depth == 0 {
			break
		}
	}
	return slices.DeleteFunc(out, func(s string) bool { return clause == "GROUP" && s == "*" })
}

// values are the known values of the column that is being compared.
func (p *place) values() []string {
	if p.c.Values == nil {
		return nil
	}
	n := 2
	if p.before(1).up == "(" && p.before(2).up == "IN" {
		n = 3
	}
	column := bare(p.s, p.before(n))
	var out []string
	for _, src := range p.scope.sources {
		if src.table == nil || p.before(n+1).up == "." && !strings.EqualFold(bare(p.s, p.before(n+2)), src.name) {
			continue
		}
		for _, v := range p.c.Values(src.table.Name, column) {
			out = append(out, "'"+strings.ReplaceAll(v, "'", "''")+"'")
		}
	}
	return out
}

// namesFor are names for what stands before AS: of an aggregate, or short for a table.
func (p *place) namesFor() []string {
	t := p.before(2)
	if t.up == ")" {
		for i := p.at - 3; i > 0; i-- {
			if p.tokens[i].up == "(" && p.tokens[i-1].kind == word {
				return []string{strings.ToLower(p.tokens[i-1].up)}
			}
		}
	}
	if (t.kind == word || t.kind == quoted) && p.clause() != "SELECT" {
		return []string{initials(bare(p.s, t))}
	}
	return nil
}

func initials(name string) string {
	out := ""
	for part := range strings.SplitSeq(name, "_") {
		if part != "" {
			out += strings.ToLower(part[:1])
		}
	}
	return out
}

// following are what may stand behind an operand, by clause, the most frequent first.
var following = map[string][]string{
	"SELECT": {",", "FROM", "AS", "*", "+", "-", "/", "||", "FILTER", "OVER"},
	"FROM":   {"JOIN", "WHERE", "GROUP BY", "ORDER BY", "LEFT JOIN", "AS", "LIMIT", "CROSS JOIN", "UNION", ",", "EXCEPT", "INTERSECT"},
	"JOIN":   {"ON", "AS", "USING"},
	"ON":     {"JOIN", "WHERE", "GROUP BY", "LEFT JOIN", "AND", "ORDER BY", "LIMIT", "OR", "UNION"},
	"WHERE":  {"AND", "GROUP BY", "ORDER BY", "OR", "LIMIT", "UNION", "EXCEPT", "INTERSECT"},
	"GROUP":  {"ORDER BY", ",", "HAVING", "LIMIT", "UNION"},
	"HAVING": {"ORDER BY", "AND", "LIMIT", "OR"},
	"ORDER":  {"DESC", "LIMIT", ",", "ASC", "NULLS LAST"},
	"LIMIT":  {"OFFSET"},
	"WITH":   {"SELECT", "AS", ","},
}

var comparisons = []string{"=", ">", "<", "IN", "LIKE", ">=", "<=", "<>", "IS NULL", "BETWEEN", "IS NOT NULL", "NOT IN"}

// operators are what may stand behind an operand.
func (p *place) operators(clause string) []string {
	inside := p.inCall()
	next := following[clause]
	if list := p.inCase(); list != nil {
		return list
	}
	switch {
	case p.inOver():
		return []string{"ORDER BY", ")", ",", ".", "DESC", "ASC", "ROWS"}
	case (clause == "WHERE" || clause == "HAVING") && !p.compared():
		return slices.Concat(comparisons[:4], []string{"."}, comparisons[4:], next)
	case clause == "ON" && !p.compared():
		return slices.Concat([]string{".", "="}, next)
	case inside:
		return slices.Concat([]string{")", ".", ",", "*", "AND"}, []string{"+", "-", "/"})
	}
	if p.isSource() {
		return slices.Concat([]string{"."}, next)
	}
	return next
}

// inCase is what may stand behind an operand of a CASE that is open; nil where none is.
func (p *place) inCase() []string {
	depth := 0
	for i := p.at - 1; i >= 0; i-- {
		switch up := p.tokens[i].up; {
		case up == "END" || up == ")":
			depth++
		case depth > 0 && (up == "CASE" || up == "("):
			depth--
		case depth > 0:
		case up == "(" || slices.Contains(clauseWords, up):
			return nil
		case up == "WHEN" && !p.compared():
			return slices.Concat(comparisons, []string{"THEN"})
		case up == "WHEN":
			return []string{"THEN", "AND", "OR"}
		case up == "THEN":
			return []string{"WHEN", "ELSE", "END"}
		case up == "ELSE":
			return []string{"END"}
		case up == "CASE":
			return []string{"WHEN"}
		}
	}
	return nil
}

// inOver says that the place is in the parentheses of a window.
func (p *place) inOver() bool {
	depth := 0
	for i := p.at - 1; i > 0; i-- {
		switch p.tokens[i].up {
		case ")":
			depth++
		case "(":
			if depth--; depth < 0 {
				return p.tokens[i-1].up == "OVER"
			}
		}
	}
	return false
}

// isSource says that the word before is a table that columns are said with.
func (p *place) isSource() bool {
	t := p.before(1)
	return (t.kind == word || t.kind == quoted) && p.clause() != "FROM" && p.clause() != "JOIN" && p.before(2).up != "." &&
		slices.ContainsFunc(p.scope.sources, func(s source) bool { return strings.EqualFold(s.name, bare(p.s, t)) })
}

// inCall says that a parenthesis is open since the clause began.
func (p *place) inCall() bool {
	depth := 0
	for i := p.at - 1; i >= 0; i-- {
		switch up := p.tokens[i].up; {
		case up == ")":
			depth++
		case up == "(":
			if depth--; depth < 0 {
				return true
			}
		case depth == 0 && slices.Contains(clauseWords, up):
			return false
		}
	}
	return false
}

// compared says that the condition before the place has its comparison already.
func (p *place) compared() bool {
	depth := 0
	for i := p.at - 1; i >= 0; i-- {
		switch up := p.tokens[i].up; {
		case up == ")":
			depth++
		case up == "(":
			if depth--; depth < 0 {
				return p.at-i > 2 && p.before(1).up != ")" && p.tokens[max(i-1, 0)].up == "IN"
			}
		case depth > 0:
		case slices.Contains([]string{"WHERE", "AND", "OR", "HAVING", "ON", "WHEN"}, up):
			return up == "AND" && p.betweens(i)
		case slices.Contains([]string{"=", "<", ">", "<=", ">=", "<>", "!=", "LIKE", "ILIKE", "IN", "IS", "BETWEEN", "EXISTS"}, up):
			return true
		}
	}
	return false
}

// betweens says that an AND belongs to a BETWEEN.
func (p *place) betweens(and int) bool {
	return and >= 2 && p.tokens[and-2].up == "BETWEEN"
}
