package project

import (
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow/schema"
	"parley/workflow/schema/shorthand"
)

// This file finds, where no comment says so, which rows of bills, orders and payments are no money: drafts, and those that were voided,
// cancelled or refunded, beside others that were issued or paid. Of what else happened, such as deliveries, only what was taken back is none.

// The words of such statuses, of those that show that the others count, and of those whose money is only expected.
var (
	voidStatus    = wordSet("draft void voided cancelled canceled cancel reversed refunded refund failed fail bounced rejected declined returned deleted withdrawn stopped")
	countedStatus = wordSet("paid pay received receive issued issue sent settled settle completed complete delivered invoiced posted cleared fulfilled shipped billed closed accepted confirmed")
	paidStatus    = wordSet("paid pay settled settle")
	pendingStatus = wordSet("pending pend awaiting planned scheduled promised")
)

// undoneStatus are statuses of rows of whatever kind that did not come to be, or were taken back.
var undoneStatus = wordSet("draft void voided cancelled canceled cancel deleted reversed")

// turnedDown are statuses of what is handed in to be checked, agreedStatus those of what was found good.
var (
	turnedDown   = wordSet("draft void voided cancelled canceled cancel deleted reversed rejected reject declined refused withdrawn")
	agreedStatus = wordSet("approved approve settled settle accepted confirmed completed complete checked posted received")
)

// handed are last words of tables of what is handed in, and counts for nothing when it is turned down: work that was done, goods that came.
var handed = wordSet("timesheet sheet timecard overtime delivery intake")

// handedIn says that the rows of a table are such, by its name or by a comment on it.
func handedIn(t *schema.Table) bool {
	return slices.ContainsFunc(append([]schema.Name{{Words: t.Words}}, t.Names...), func(n schema.Name) bool { return len(n.Words) > 0 && handed[headless(n.Words)] })
}

// The last words of tables whose rows come to money: what is charged, and what comes in, which is none before it did.
var (
	charges  = wordSet("bill billing invoice order purchase charge sale receipt")
	incoming = wordSet("payment gift donation contribution")
	// due are those of which nothing is owed before they are paid.
	due = wordSet("order sale")
)

func wordSet(words string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(words) {
		out[w] = true
	}
	return out
}

// voided makes the rows of a table not count in figures that its status says came to nothing.
func (c *compiler) voided(t *schema.Table) (statement.Expr, []string, bool) {
	last, void, counted := moneyOf(t), voidStatus, countedStatus
	switch {
	case last != "":
	case t.Class != schema.Fact:
		return statement.Expr{}, nil, false
	case handedIn(t):
		void, counted = turnedDown, agreedStatus
	default:
		void = undoneStatus // what was rejected may be what is asked of: claims, samples
	}
	if len(t.Measures) == 0 && len(c.partsOf(t)) == 0 {
		return statement.Expr{}, nil, false
	}
	for _, status := range t.Status {
		if !status.Complete {
			continue
		}
		var none, waiting []statement.Expr
		var names, awaited []string
		counts, onlyPaid := false, due[last]
		for _, held := range c.statusValues(status) {
			name, words := meaningOf(status, held)
			is := func(set map[string]bool) bool {
				return slices.ContainsFunc(words, func(w string) bool { return set[w] })
			}
			switch {
			case is(void), incoming[last] && is(pendingStatus):
				none, names = append(none, statement.Literal(held)), append(names, name)
			case is(pendingStatus):
				waiting, awaited = append(waiting, statement.Literal(held)), append(awaited, name)
			case is(counted):
				counts, onlyPaid = true, onlyPaid && is(paidStatus)
			default:
				onlyPaid = false
			}
		}
		if onlyPaid && len(none) > 0 { // nothing else may come of an order than that it is paid
			none, names = append(none, waiting...), append(names, awaited...)
		}
		if counts && len(none) > 0 {
			return oneOf(statement.Column(t.Name, status.Name), none), names, true
		}
	}
	for _, c := range t.Columns {
		words := slices.DeleteFunc(slices.Clone(c.Words), func(w string) bool { return askers[w] })
		if yes, ok := c.Yes(); ok && c.Role == schema.Flag && !c.Hidden && len(words) == 1 && void[words[0]] {
			e := statement.Column(t.Name, c.Name)
			if c.Type != db.Boolean {
				e = statement.Binary("=", e, statement.Literal(yes))
			}
			return e, words, true
		}
	}
	return statement.Expr{}, nil, false
}

// moneyOf is the word that says how the rows of a table come to money, in its name or in a comment on it; empty for others.
func moneyOf(t *schema.Table) string {
	for _, n := range append([]schema.Name{{Words: t.Words}}, t.Names...) {
		if last := headless(n.Words); charges[last] || incoming[last] {
			return last
		}
	}
	return ""
}

// askers are words of yes-or-no columns that say nothing of what is so.
var askers = wordSet("is be was been has have flag")

// headless is the last word of a table's name that says what its rows are: order heads are orders.
func headless(words []string) string {
	last := len(words) - 1
	if last > 0 && heads[words[last]] {
		last--
	}
	return words[last]
}

// heads are last words of tables that have others of lines.
var heads = wordSet("head header master")

// statusValues are the values of a status: its texts, or the numbers of which is known what they mean.
func (c *compiler) statusValues(status *schema.Column) []any {
	var out []any
	if status.Type == db.Text {
		for _, text := range c.index.Held(status) {
			out = append(out, text)
		}
		return out
	}
	for _, code := range status.Codes {
		if status.Type == db.Integer && code.Presence == schema.AnyValue && !slices.Contains(out, any(code.Value)) {
			out = append(out, code.Value)
		}
	}
	return out
}

// meaningOf is what a status is called, and the words that say what it means: those of its code, or its own, short forms written out.
func meaningOf(status *schema.Column, held any) (name string, words []string) {
	name = strings.ToLower(db.Format(held))
	for _, code := range status.Codes {
		if code.Value == held {
			name = code.Phrase
			break
		}
	}
	for _, w := range schema.Words(name) {
		words = append(words, w)
		words = append(words, shorthand.Said(w)...)
		if len(words) == 1 && len(w) > 2 { // a short form that no dictionary has
			for long := range voidStatus {
				if shorthand.Abbreviates(w, long) && len(long) > len(w) {
					words = append(words, long)
				}
			}
		}
	}
	return name, words
}

// partsOf are the measures of tables whose rows are the lines of a table's.
func (c *compiler) partsOf(t *schema.Table) []*schema.Column {
	var out []*schema.Column
	for _, e := range c.lineKeys(t) {
		out = append(out, e.From.Measures...)
	}
	return out
}

// lineKeys are the keys by which tables of lines refer to a table.
func (c *compiler) lineKeys(t *schema.Table) []*schema.Edge {
	return slices.DeleteFunc(slices.Clone(c.index.Graph.Of(t)), func(e *schema.Edge) bool {
		return e.To != t || e.From == t || !e.Sure() || !lineWords[e.From.Words[len(e.From.Words)-1]]
	})
}

// part is a table whose rows are lines of those of another, with the key by which they refer to them.
type part struct {
	table   *schema.Table
	key, to *schema.Column
}

// linesOf are the tables of lines of a table, called after it, each of which has one, by keys of one column: not the hours that may be
// billed some day.
func (c *compiler) linesOf(t *schema.Table) []part {
	var out []part
	for _, e := range c.lineKeys(t) {
		if len(e.FromColumns) == 1 && !e.FromColumns[0].Nullable && slices.Contains(e.From.Words, headless(t.Words)) {
			out = append(out, part{e.From, e.FromColumns[0], e.ToColumns[0]})
		}
	}
	return out
}

// lineWords are last words of tables of lines.
var lineWords = wordSet("item line detail position entry")

// voids defines the filters of the tables for which no comment does.
func (c *compiler) voids() {
	guessed := definitions{&Definitions{}, &Layer{Scope: Guessed}, ""}
	for _, t := range c.index.Tables {
		if slices.ContainsFunc(c.project.Definitions, func(d *Definition) bool {
			return d.Default != "" && d.Table == t && slices.ContainsFunc(d.Columns(), func(of *schema.Column) bool { return slices.Contains(t.Status, of) })
		}) {
			continue
		}
		e, names, ok := c.voided(t)
		if !ok {
			continue
		}
		// The words are those of the status already: they are taught nothing.
		c.define(guessed, "", &Definition{Kind: Value, Name: strings.Join(names, ", "), Text: e.SQL(), Table: t, Default: "exclude", expression: e, tables: []*schema.Table{t},
			untaught: true, figures: append(slices.Clone(t.Measures), c.partsOf(t)...), parts: c.linesOf(t)})
	}
}
