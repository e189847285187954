package absence

import (
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
)

// things are the rows of a table, in words.
func things(t *schema.Table) string { return t.Said() }

// whose says what a range is of: the rows of the table for its own time, the dates of the column for another; such are those
// that meet the rest of the statement.
func whose(c *schema.Column, such bool) string {
	rows := things(c.Table)
	if such {
		rows = "such " + rows
	}
	if c.Table.Moment == c {
		return rows
	}
	words := strings.Fields(c.Said())
	if last := words[len(words)-1]; len(words) > 1 && slices.Contains([]string{"at", "date", "time", "on", "day", "timestamp", "dt", "ts"}, last) {
		words = words[:len(words)-1]
	}
	return "the " + strings.Join(words, " ") + " dates of " + rows
}

// list is "a, b and c".
func list(items []string, last string) string {
	if n := len(items); n > 1 {
		return strings.Join(items[:n-1], ", ") + " " + last + " " + items[n-1]
	}
	return strings.Join(items, "")
}

// longest is up to how many characters a condition is quoted.
const longest = 80

// say is a condition as it stands.
func say(e statement.Expr) string {
	text := e.SQL()
	if r := []rune(text); len(r) > longest {
		return string(r[:longest]) + "…"
	}
	return text
}

// alone explains a condition that no row meets, whatever the others say.
func (s *search) alone(c condition) Reason { return s.explain(c, nil) }

// among explains a condition that none of the rows meets which meet all others.
func (s *search) among(c condition, rest []condition) Reason { return s.explain(c, rest) }

func (s *search) explain(c condition, rest []condition) Reason {
	if c.column == nil {
		return s.without(c, rest)
	}
	switch c.kind {
	case within:
		if c.temporal() {
			return s.inPeriod(c, rest)
		}
		return s.inRange(c, rest)
	case oneOf:
		return s.inTexts(c, rest)
	case none:
		return Reason{Text: fmt.Sprintf("all %s have a %s", such(c, rest), c.column.Said())}
	case present:
		return Reason{Text: fmt.Sprintf("no %s have a %s", such(c, rest), c.column.Said())}
	case other, like:
	}
	return s.without(c, rest)
}

// such are the rows of the condition's table, or those among them that meet the rest.
func such(c condition, rest []condition) string {
	if len(rest) > 0 {
		return "such " + things(c.column.Table)
	}
	return things(c.column.Table)
}

// without names the condition that leaves nothing, where no more is known of it.
func (s *search) without(c condition, rest []condition) Reason {
	var terms []string
	for _, t := range c.terms {
		terms = append(terms, say(t))
	}
	text := strings.Join(terms, " and ")
	if len(rest) == 0 {
		return Reason{Text: "no rows meet " + text}
	}
	return Reason{Text: "rows meet all but " + text}
}

// inRange explains a range of numbers without rows.
func (s *search) inRange(c condition, rest []condition) Reason {
	least, greatest := s.ends(c.expr, rest)
	if least == nil || greatest == nil {
		return s.without(c, rest)
	}
	return Reason{Text: numbers(c, db.Format(least), db.Format(greatest), rest)}
}

func numbers(c condition, least, greatest string, rest []condition) string {
	of := c.column.Said() + " of " + such(c, rest)
	if least == greatest {
		return fmt.Sprintf("%s is always %s, never %s", of, db.Visible(least), c.bounds())
	}
	return fmt.Sprintf("%s goes from %s to %s: none %s", of, db.Visible(least), db.Visible(greatest), c.bounds())
}

// bounds is a range of numbers in words.
func (c condition) bounds() string {
	lower, upper := fmt.Sprint(c.lower), fmt.Sprint(c.upper)
	switch {
	case c.lower != nil && c.lower == c.upper:
		return "is " + lower
	case c.lower != nil && c.upper != nil:
		return "from " + lower + " to " + upper
	case c.lowerOpen:
		return "over " + lower
	case c.lower != nil:
		return "is " + lower + " or more"
	case c.upperOpen:
		return "under " + upper
	}
	return "is " + upper + " or less"
}

// inTexts explains texts that no row has: written otherwise, near to one that is there, or not among those that are.
func (s *search) inTexts(c condition, rest []condition) Reason {
	if len(c.texts) > 1 {
		return s.without(c, rest)
	}
	text := c.texts[0]
	if len(rest) > 0 {
		return Reason{Text: fmt.Sprintf("no such %s have the %s %s", things(c.column.Table), c.column.Said(), quoted(text))}
	}
	held := s.index.Held(c.column)
	if slices.Contains(held, text) { // of rows that are joined to none of those that were asked for
		return Reason{Text: fmt.Sprintf("there are %s with the %s %s, and no rows belong to them", things(c.column.Table), c.column.Said(), quoted(text))}
	}
	if written, ok := s.written(c, text); ok {
		return s.instead(c, text, written, "it is written")
	}
	if near := db.Nearest(text, held, 1); len(near) == 1 {
		return s.instead(c, text, near[0], "the nearest is")
	}
	if !c.column.Complete || len(held) == 0 {
		return Reason{Text: fmt.Sprintf("no %s have the %s %s", things(c.column.Table), c.column.Said(), quoted(text))}
	}
	return Reason{Text: fmt.Sprintf("%s has no %s; it holds %s", c.column.Name, quoted(text), some(held))}
}

// instead offers another text in the place of the one that nothing has.
func (s *search) instead(c condition, text, other, how string) Reason {
	r := Reason{Text: fmt.Sprintf("%s has no %s; %s %s", c.column.Name, quoted(text), how, quoted(other))}
	if r.Nearest = s.replaced(c, statement.Binary("=", c.expr, statement.Literal(other))); r.Nearest != nil {
		r.Said = db.Visible(other) + " instead"
	}
	return r
}

// written finds a text that differs in case or blanks alone.
func (s *search) written(c condition, text string) (string, bool) {
	same := func(v string) bool {
		return v != text && strings.EqualFold(strings.TrimSpace(v), strings.TrimSpace(text))
	}
	for _, v := range s.index.Held(c.column) {
		if same(v) {
			return v, true
		}
	}
	if c.column.Complete {
		return "", false
	}
	q := s.rows(nil)
	q.Where = []statement.Expr{statement.Binary("=", statement.Call("lower", c.expr), statement.Literal(strings.ToLower(strings.TrimSpace(text))))}
	q.Items, q.Limit = []statement.Item{{Expr: c.expr}}, statement.Literal(int64(1))
	row, err := s.row(q)
	if err != nil || len(row) != 1 {
		return "", false
	}
	v, ok := row[0].(string)
	return v, ok && same(v)
}

// some are a few values of a column.
func some(held []string) string {
	const shown = 5
	var out []string
	for _, v := range held[:min(len(held), shown)] {
		out = append(out, cut(db.Visible(v)))
	}
	if len(held) > shown {
		return strings.Join(out, ", ") + " …"
	}
	return list(out, "and")
}

func quoted(v string) string { return `"` + cut(db.Visible(v)) + `"` }

func cut(text string) string {
	if r := []rune(text); len(r) > longest/2 {
		return string(r[:longest/2]) + "…"
	}
	return text
}

// fromProfile is what is known without asking the database, which did not answer in time: a condition that lies outside what
// its column was seen to hold.
func (s *search) fromProfile() Reason {
	for _, c := range s.conditions {
		if c.kind != within || c.column == nil || c.column.Least == nil || c.column.Greatest == nil {
			continue
		}
		if c.temporal() {
			p, ok := c.period()
			first, one := db.Clock(c.column.Least)
			last, both := db.Clock(c.column.Greatest)
			if ok && one && both && (!p.from.IsZero() && last.Before(p.from) || !p.to.IsZero() && !first.Before(p.to)) {
				return Reason{Text: whose(c.column, false) + ", as far as they were looked at, " + span(first, last) + ": none " + p.String()}
			}
		}
	}
	return Reason{}
}
