package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// Comments of a database define words in passing: figures ("margin = net_amt - cost_amt", "waiting time is seen_at minus
// arrived_at"), conditions ("out of range when value is below ref_low or above ref_high"), what no code says ("00 = approved,
// anything else declined"), and which rows count ("counts while the status is active", "V = voided, not a sale"). Each becomes
// a guess. Only names of columns as they are written make a definition, and a word that means something already keeps that: a
// comment is text that anybody may have put there.

// Bounds of what is read of comments: letters of one, clauses of one, definitions of a database.
const (
	commentLetters   = 600
	commentClauses   = 12
	mostFromComments = 300
)

// The clauses that define.
var (
	formulaClause   = regexp.MustCompile(`(?i)^(?:an? |the )?([a-z][a-z -]{2,40}?) *(?:=|\bis\b|\bequals\b|\bmeans\b|:) *(.+)$`)
	conditionClause = regexp.MustCompile(`(?i)^(?:(?:an? |the )?[a-z]+ (?:is|are|counts? as) (?:an? )?)?([a-z][a-z -]{2,30}?) (?:when|if|once) (.+)$`)
	countsClause    = regexp.MustCompile(`(?i)^(?:only )?(?:counts?|counted|valid|add(?:ed)? up) (?:only )?(?:while|when|if|for|where) (.+)$`)
	elseClause      = regexp.MustCompile(`(?i)(?:^|[,;(]\s*)(?:anything else|everything else|all others?|any others?|others?|otherwise|else|all other (?:codes|values)|any other (?:code|value))(?: *(?:=|:)| is| are| means?)? +(?:is |are )?([a-z][a-z -]{2,30})$`)
	belowClause     = regexp.MustCompile(`(?i)(?:^|[,(]\s*)(below|under|less than|above|over|more than|at least|from) (-?\d+(?:\.\d+)?)(?: %| percent)? (?:is|are|means?|=|counts? as) (?:an? )?([a-z][a-z -]{2,30}?)\)?$`)
	groupClause     = regexp.MustCompile(`(?:^|[,(]\s*)([A-Z0-9]{1,6}(?:, ?[A-Z0-9]{1,6})*,? and [A-Z0-9]{1,6}) (?:are|mean|=) ([a-z][a-z -]{2,30})$`)
	outsideClause   = regexp.MustCompile(`(?i)\b(?:(?:not an?|is no) (?:real |actual )?(\w+)|(?:does|do) not count|not counted|never counts?|never to be counted|counts? nowhere|leave (?:it|them|this|these|those) out|left out of (?:all|any|every|each|the)|(?:such an? \w+|such \w+|it|they|these|those) (?:is|are) void|excluded? from|do not count|to be ignored|ignore(?:d)? in|(?:did|does|do) not come in|never came in|(?:is|are) not (?:revenue|sales|turnover|income|billed|takings))\b|\((?:to )?(?:be )?ignored?\)`)
	onlyClause      = regexp.MustCompile(`(?i)^(?:(?:is |are )?(?:revenue|sales?|income|turnover|takings|billed|earned|due)|counts?|counted) only (?:when|while|if|for|where|once) (.+)$`)
)

// comments defines what comments say.
func (c *compiler) comments() {
	student := &Student{Index: c.index, Dialect: c.dialect, Project: c.project}
	guessed := definitions{&Definitions{}, &Layer{Scope: Guessed}, ""}
	for _, t := range c.index.Tables {
		for _, clause := range clauses(t.Comment) {
			c.defined(student, guessed, t, nil, clause)
		}
		for _, column := range t.Columns {
			for i, clause := range clauses(column.Comment) {
				if i > 0 || !startsWith(clause, column.Words) {
					c.defined(student, guessed, t, column, clause)
				}
			}
			c.elsewise(student, guessed, column)
			c.outside(guessed, column)
		}
		if len(c.project.Definitions) > mostFromComments {
			return
		}
	}
}

// clauses are the parts of a comment that may define something.
func clauses(comment string) []string {
	if comment == "" || len(comment) > commentLetters {
		return nil
	}
	parts := schema.Clauses(comment, commentClauses+1)
	return parts[:min(len(parts), commentClauses)]
}

// startsWith says that a clause begins by naming the column that it is about: that is no other figure.
func startsWith(clause string, words []string) bool {
	if !strings.Contains(clause, "=") {
		return false
	}
	said := schema.Words(clause)
	return len(said) >= len(words) && len(words) > 0 && slices.Contains(words, schema.Lemma(said[0]))
}

// defined makes what one clause says a definition.
func (c *compiler) defined(s *Student, guessed definitions, t *schema.Table, of *schema.Column, clause string) {
	if of != nil && c.grouped(s, guessed, of, clause) || !mentions(t, clause) {
		return
	}
	if m := countsClause.FindStringSubmatch(clause); m != nil && of != nil {
		if e, ok := c.condition(s, m[1], t); ok {
			c.counting(guessed, of, e)
		}
		return
	}
	if m := formulaClause.FindStringSubmatch(clause); m != nil && mentions(t, m[2]) {
		if e, tables, ok := c.figure(m[2], t); ok && !s.known(clean(m[1])) {
			c.computed(guessed, clean(m[1]), m[2], tables, e)
			return
		}
	}
	if m := conditionClause.FindStringSubmatch(clause); m != nil && mentions(t, m[2]) {
		if e, ok := c.condition(s, m[2], t); ok && !s.known(clean(m[1])) {
			c.rows(guessed, "", clean(m[1]), Filter{Condition: e.SQL()}, []resolved{{e, []*schema.Table{t}}})
		}
	}
}

// columnName finds what may be the name of a column.
var columnName = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// mentions says that a text has the name of a column of the table, as it is written: without one it defines nothing, and there
// may be many thousand comments.
func mentions(t *schema.Table, text string) bool {
	return slices.ContainsFunc(columnName.FindAllString(text, -1), func(name string) bool { return t.Column(name) != nil })
}

// grouped makes what a clause says of several codes or numbers of a column known: "below 60 is a fail", "O and R are being
// worked on".
func (c *compiler) grouped(s *Student, guessed definitions, of *schema.Column, clause string) bool {
	column := statement.Column(of.Table.Name, of.Name)
	define := func(name string, e statement.Expr) bool {
		if s.known(clean(name)) {
			return false
		}
		c.rows(guessed, "", clean(name), Filter{Condition: e.SQL()}, []resolved{{e, []*schema.Table{of.Table}}})
		return true
	}
	numbered := of.Type.Numeric() && strings.ContainsAny(clause, "0123456789") // patterns take their time over many thousand comments
	if numbered {
		if m := belowClause.FindStringSubmatch(clause); m != nil {
			if e, ok := s.compared(of.Name+" "+m[1]+" "+m[2], of.Table); ok {
				return define(m[3], e)
			}
		}
	}
	if of.Type != db.Text {
		return false
	}
	if m := groupClause.FindStringSubmatch(clause); m != nil {
		var codes []statement.Expr
		for _, code := range between.Split(m[1], -1) {
			codes = append(codes, statement.Literal(code))
		}
		return define(m[2], statement.In(column, codes...))
	}
	return false
}

// after is what goes on to explain behind a formula: "gross_amt - discount_amt, without VAT".
var after = regexp.MustCompile(`\s*(?:,|\(| in | without | before | after ).*$`)

// totalOf is the formula of a figure that is all of one column.
var totalOf = regexp.MustCompile(`(?i)^(?:the )?(?:sum|total) of (\w+)$`)

// signs are words for arithmetic as comments write it.
var signs = strings.NewReplacer(" minus ", " - ", " plus ", " + ", " times ", " * ", " × ", " * ", " x ", " * ", " divided by ", " / ", " − ", " - ", " – ", " - ")

// meanOf is how a formula says that it is averaged, which figures of what is no sum are anyhow.
var meanOf = regexp.MustCompile(`(?i)^(?:the )?(?:mean|average) of `)

// figure is an expression over columns of the table and of those that its rows refer to, all of them called as they are written,
// with the tables that it reads, its own first.
func (c *compiler) figure(text string, t *schema.Table) (statement.Expr, []*schema.Table, bool) {
	if m := totalOf.FindStringSubmatch(text); m != nil {
		if column := t.Column(m[1]); column != nil && column.Type.Numeric() {
			return statement.Column(t.Name, column.Name), []*schema.Table{t}, true // figures are summed
		}
	}
	formula := meanOf.ReplaceAllString(text, "")
	for _, said := range []string{formula, after.ReplaceAllString(formula, "")} {
		e, err := Expression(signs.Replace(said), c.dialect, c.index)
		if err != nil || Boolean(e) || e.Aggregate() || asks(e) || len(e.Columns()) < 2 {
			continue
		}
		tables := []*schema.Table{t}
		columns := map[string]*schema.Column{}
		for _, x := range e.Columns() {
			column := c.near(x, t)
			if column == nil {
				break
			}
			columns[asWritten(x)] = column
			if !slices.Contains(tables, column.Table) {
				tables = append(tables, column.Table)
			}
		}
		if slices.ContainsFunc(e.Columns(), func(x statement.Expr) bool { return columns[asWritten(x)] == nil }) {
			continue
		}
		of := func(x statement.Expr) *schema.Column { return columns[asWritten(x)] }
		if lapse, ok := c.lapse(e, of); ok {
			return lapse, tables, true
		}
		if meanOf.MatchString(text) {
			continue // sums and products of a row that are not to be summed
		}
		if !slices.ContainsFunc(e.Columns(), func(x statement.Expr) bool { return !of(x).Type.Numeric() }) {
			return e.Map(func(x statement.Expr) statement.Expr {
				if column := of(x); column != nil {
					return statement.Column(column.Table.Name, column.Name)
				}
				return x
			}), tables, true
		}
	}
	return statement.Expr{}, nil, false
}

// asWritten is a column's name as it is written, with its table's; empty for what is no column.
func asWritten(x statement.Expr) string {
	qualifier, name, ok := x.AsColumn()
	if !ok {
		return ""
	}
	return strings.ToLower(qualifier + "." + name)
}

// nearest is over how many keys a comment may speak of a column.
const nearest = 2

// near is the column of the table, or else the only one of the tables that its rows refer to, that an expression is; nil when
// there is none.
func (c *compiler) near(x statement.Expr, t *schema.Table) *schema.Column {
	level, seen := []*schema.Table{t}, map[*schema.Table]bool{t: true}
	for step := 0; step <= nearest && len(level) > 0; step++ {
		var found *schema.Column
		var next []*schema.Table
		for _, at := range level {
			if column := columnOf(x, at); column != nil {
				if found != nil {
					return nil
				}
				found = column
			}
			for _, e := range c.index.Graph.Of(at) {
				if e.From == at && !seen[e.To] {
					seen[e.To] = true
					next = append(next, e.To)
				}
			}
		}
		if found != nil {
			return found
		}
		level = next
	}
	return nil
}

// asks says that an expression holds a query of its own.
func asks(e statement.Expr) bool {
	found := false
	e.Walk(func(part statement.Expr) bool {
		found = found || within(part) != nil
		return !found
	})
	return found
}

// columnOf is the table's column that an expression is; nil when it is another's.
func columnOf(x statement.Expr, t *schema.Table) *schema.Column {
	qualifier, name, ok := x.AsColumn()
	if !ok || qualifier != "" && !strings.EqualFold(qualifier, t.Name) {
		return nil
	}
	return t.Column(name)
}

// lapse is the time between two moments: days between dates, minutes else.
func (c *compiler) lapse(e statement.Expr, of func(statement.Expr) *schema.Column) (statement.Expr, bool) {
	op, l, r, ok := e.AsBinary()
	if !ok || op != "-" {
		return e, false
	}
	from, to := of(r), of(l)
	if from == nil || to == nil || !from.Type.Temporal() || !to.Type.Temporal() {
		return e, false
	}
	unit := "minute"
	if from.Type == db.Date || to.Type == db.Date {
		unit = "day"
	}
	return c.dialect.Elapsed(unit, statement.Column(to.Table.Name, to.Name), statement.Column(from.Table.Name, from.Name))
}

// computed makes a figure known that comments define.
func (c *compiler) computed(guessed definitions, name, text string, tables []*schema.Table, e statement.Expr) {
	d := &Definition{Kind: MetricKind, Name: name, Words: []string{name}, Text: text, Table: tables[0], expression: e, tables: tables}
	if whole, part, of := strings.Cut(name, " of a "); of {
		d.Words = []string{part + " " + whole, name}
	}
	c.define(guessed, "", d)
	for i, word := range c.forms(d) {
		if i > 0 {
			c.teacher.Also(word, d.Column)
			continue
		}
		d.Column = c.teacher.Metric(word, d.Name, e, d.tables)
		if !summable(e) {
			d.Column.Aggregate = schema.Average
		}
	}
}

// summable says that a figure of rows adds up: sums and products of columns, no lapse and no ratio.
func summable(e statement.Expr) bool {
	whole := true
	e.Walk(func(part statement.Expr) bool {
		op, _, _, ok := part.AsBinary()
		_, _, _, _, call := part.AsCall()
		whole = whole && !call && (!ok || op != "/")
		return whole
	})
	return whole
}

// condition is what a clause says of a row in words, of columns that it calls as they are written.
func (c *compiler) condition(s *Student, text string, t *schema.Table) (statement.Expr, bool) {
	var either []statement.Expr
	subject := ""
	for _, part := range regexp.MustCompile(`(?i)\s+or\s+|,\s*`).Split(text, 6) {
		first, rest, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(part, "the ")), " ")
		if t.Column(first) == nil {
			if subject == "" {
				return statement.Expr{}, false
			}
			first, rest = subject, strings.TrimSpace(part)
		}
		subject = first
		e, ok := s.compared(first+" "+rest, t)
		if !ok {
			e, ok = s.stated(first+" "+rest, t)
		}
		if !ok || slices.ContainsFunc(e.Columns(), func(x statement.Expr) bool { return columnOf(x, t) == nil }) {
			return statement.Expr{}, false
		}
		either = append(either, qualified(e, t))
	}
	return statement.Or(either...), len(either) > 0
}

// counting makes figures of a column count only the rows that meet a condition.
func (c *compiler) counting(guessed definitions, of *schema.Column, e statement.Expr) {
	for _, d := range c.rows(guessed, "", of.Said()+" that counts", Filter{Condition: e.SQL(), Default: "only"}, []resolved{{e, []*schema.Table{of.Table}}}) {
		d.figure = of
	}
}

// elsewise makes the word for all codes that a comment does not name known: "00 = approved, anything else declined".
func (c *compiler) elsewise(s *Student, guessed definitions, of *schema.Column) {
	for _, comment := range []string{of.Comment, of.Table.Comment} {
		if !strings.Contains(comment, "else") && !strings.Contains(comment, "ther") {
			continue // neither else nor other, of many thousand comments
		}
		for _, clause := range clauses(comment) {
			m := elseClause.FindStringSubmatch(clause)
			if m == nil || comment == of.Table.Comment && !strings.Contains(strings.ToLower(clause), strings.ToLower(of.Name)+" ") || s.known(clean(m[1])) {
				continue
			}
			var terms []statement.Expr
			for _, code := range of.Codes {
				if code.Source == schema.CodeComment && code.Value != nil {
					term := statement.Binary("<>", statement.Column(of.Table.Name, of.Name), statement.Literal(code.Value))
					if !slices.ContainsFunc(terms, term.Equal) {
						terms = append(terms, term)
					}
				}
			}
			if len(terms) > 0 {
				e := statement.And(terms...)
				c.rows(guessed, "", clean(m[1]), Filter{Condition: e.SQL()}, []resolved{{e, []*schema.Table{of.Table}}})
			}
		}
	}
}

// outside makes rows not count of which a comment says so, by a code ("V = voided, not a sale"), of a flag ("test logins, not
// counted") or of a moment ("returned_on: such a payment does not count").
func (c *compiler) outside(guessed definitions, of *schema.Column) {
	column := statement.Column(of.Table.Name, of.Name)
	if slices.ContainsFunc(c.project.Definitions, func(d *Definition) bool { return d.Default != "" && slices.Contains(d.Columns(), of) }) {
		return
	}
	exclude := func(name string, e statement.Expr) {
		for _, d := range c.rows(guessed, "", name, Filter{Condition: e.SQL(), Default: "exclude"}, []resolved{{e, []*schema.Table{of.Table}}}) {
			d.thing = of.Table.Class != schema.Fact
		}
	}
	switch {
	case of.Type == db.Boolean && says(outsideClause, of.Comment, of.Table):
		exclude(of.Said(), column)
		return
	case of.Role == schema.Moment && of.Nullable && says(outsideClause, of.Comment, of.Table):
		exclude(happening(of), statement.IsNotNull(column))
		return
	}
	for _, code := range of.Codes {
		if code.Source == schema.CodeComment && code.Value != nil && says(outsideClause, code.Meant, of.Table) {
			d := c.leftOut(guessed, of, code.Phrase, statement.Binary("=", column, statement.Literal(code.Value)))
			d.thing = of.Table.Class != schema.Fact
			return
		}
	}
	c.worthless(guessed, of)
	c.worthwhile(guessed, of)
}

// happening is what a moment says was done to its rows: returned of returned_on.
func happening(of *schema.Column) string {
	words := schema.Split(of.Name)
	if at := slices.IndexFunc(words, schema.Participle); at >= 0 {
		return words[at]
	}
	return of.Said()
}

// worthless makes values not count that a comment names for that: "draft and cancelled invoices do not count as revenue", "a
// bounced payment is no payment". Those that are no revenue are left out of figures of what the rows come to alone.
func (c *compiler) worthless(guessed definitions, of *schema.Column) {
	if !denies(of.Comment) {
		return
	}
	for _, clause := range clauses(of.Comment) {
		at := outsideClause.FindStringIndex(clause)
		if at == nil || !says(outsideClause, clause, of.Table) {
			continue
		}
		names, values := c.spokenOf(of, subjectOf(clause[:at[0]]))
		if len(values) == 0 {
			continue
		}
		e := oneOf(statement.Column(of.Table.Name, of.Name), values)
		if m := asWhat.FindStringSubmatch(clause[at[1]:]); m != nil && schema.Participle(m[1]) && len(c.index.Values(m[1])) > 0 {
			counted := statement.Negated(e, of.Nullable)
			c.rows(guessed, "", m[1], Filter{Condition: counted.SQL()}, []resolved{{counted, []*schema.Table{of.Table}}})
		}
		d := c.leftOut(guessed, of, strings.Join(names, " and "), e)
		if money.MatchString(clause[at[1]:]) || money.MatchString(" as "+clause[strings.LastIndexByte(clause[:at[1]], ' ')+1:]) {
			d.figures, d.parts = append(slices.Clone(of.Table.Measures), c.partsOf(of.Table)...), c.linesOf(of.Table)
		}
	}
}

// leftOut makes rows with some values of a column not count. The words are those of the values already: they are taught nothing, since rows
// of other tables may be called so as well.
func (c *compiler) leftOut(guessed definitions, of *schema.Column, name string, e statement.Expr) *Definition {
	d := &Definition{Kind: Value, Name: name, Text: e.SQL(), Table: of.Table, Default: "exclude", expression: e, tables: []*schema.Table{of.Table}, untaught: true}
	c.define(guessed, "", d)
	return d
}

// asWhat finds as what rows do not count: the others are "billed", whatever that says of other tables' rows.
var asWhat = regexp.MustCompile(`^ as (\p{Ll}+)$`)

// subjectOf are the words of which the end of a clause says something: the last of a list, unless "and" joins several.
func subjectOf(text string) []string {
	at := strings.LastIndexAny(text, "(,")
	if strings.Contains(text[at+1:], " and ") && !strings.Contains(text, "(") {
		at = -1
	}
	said := schema.Words(text[at+1:])
	for _, w := range slices.Clone(said) {
		said = append(said, schema.Lemma(w))
	}
	return said
}

// spokenOf are the values of a column of which words speak, by themselves or by what a comment says that they mean, with what each is
// called.
func (c *compiler) spokenOf(of *schema.Column, said []string) (names []string, spoken []statement.Expr) {
	add := func(name string, value db.Value) {
		if v := statement.Literal(value); !slices.ContainsFunc(spoken, v.Equal) {
			names, spoken = append(names, strings.ToLower(name)), append(spoken, v)
		}
	}
	all := func(text string) bool {
		words := schema.Words(text)
		return len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(said, w) })
	}
	values := of.Listed()
	if of.Complete {
		values = c.index.Held(of)
	}
	for _, held := range values {
		if all(held) {
			add(held, held)
		}
	}
	for _, code := range of.Codes {
		if code.Source == schema.CodeComment && code.Value != nil && code.Meant != "" && all(code.Phrase) {
			add(code.Phrase, code.Value)
		}
	}
	return names, spoken
}

func oneOf(column statement.Expr, values []statement.Expr) statement.Expr {
	if len(values) == 1 {
		return statement.Binary("=", column, values[0])
	}
	return statement.In(column, values...)
}

// worthwhile makes figures of a column count only the rows whose codes its comment names: "revenue only when CI or CO".
func (c *compiler) worthwhile(guessed definitions, of *schema.Column) {
	for _, clause := range clauses(of.Comment) {
		m := onlyClause.FindStringSubmatch(clause)
		if m == nil {
			continue
		}
		codes := codeWord.FindAllString(m[1], -1)
		for _, status := range of.Table.Columns {
			var values []statement.Expr
			for _, code := range codes {
				if at := slices.IndexFunc(status.Codes, func(k schema.Code) bool {
					return k.Source == schema.CodeComment && k.Value != nil && strings.EqualFold(fmt.Sprint(k.Value), code)
				}); at >= 0 {
					values = append(values, statement.Literal(status.Codes[at].Value))
				}
			}
			if len(values) > 0 && len(values) == len(codes) {
				c.counting(guessed, of, oneOf(statement.Column(of.Table.Name, status.Name), values))
				break
			}
		}
	}
}

// codeWord finds what may be a code.
var codeWord = regexp.MustCompile(`\b(?:[A-Z][A-Z0-9]{0,5}|[0-9]{1,4})\b`)

// money goes on to say what rows do not count for.
var money = regexp.MustCompile(`(?i)^ (?:as|in|towards?) (?:\w+ )?(?:revenue|income|sales|turnover|takings|spend|cost|billed|invoiced|paid)`)

// denials are parts of the words of which outsideClause has at least one.
var denials = []string{"not", "no ", "never", "exclude", "ignore", "nowhere", "leave ", "left out", " void"}

// denies says that a text may keep rows from counting: most of many thousand comments do not.
func denies(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(denials, func(part string) bool { return strings.Contains(text, part) })
}

// says that a text keeps rows of a table from counting: "not a sale" of a table of sales, "not counted".
func says(pattern *regexp.Regexp, text string, t *schema.Table) bool {
	m := pattern.FindStringSubmatch(text)
	return m != nil && (m[1] == "" || t.Has(m[1]))
}
