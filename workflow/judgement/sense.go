package judgement

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/phrase"
	"parley/workflow/engine/token"
	"parley/workflow/schema"
)

// This file looks for what contradicts the words: a comparison or an order turned around, another period than the one named, a
// negation that nobody spoke, what was to go and stays, and changes beside the one that was asked for.

// weighSense looks at all of it.
func (b *bench) weighSense() {
	words := schema.Words(b.claim.Input)
	b.weighComparisons(words)
	b.weighExtreme(words)
	b.weighNegations(words)
	b.weighEnds(words)
	b.weighPeriods()
	b.weighReplaced()
	if b.claim.Model {
		b.weighAlternatives(words)
		b.weighBeside(words)
	}
}

// fresh are the conditions that the statement before has not.
func (b *bench) fresh() []condition {
	return slices.DeleteFunc(slices.Clone(b.after.conditions), b.inherited)
}

// weighComparisons finds a figure with "over" that the statement compares as "below", or the other way round.
func (b *bench) weighComparisons(words []string) {
	for i, w := range words {
		figure, err := strconv.ParseFloat(w, 64)
		if err != nil {
			continue
		}
		said := phrase.Compares(words[:i], words[i+1:])
		if said == "" {
			continue
		}
		for _, c := range b.fresh() {
			op := strings.TrimPrefix(c.op, "of ")
			if len(c.values) == 1 && c.values[0] == figure && slices.Contains([]string{"<", "<=", ">", ">="}, op) && op[0] != said[0] {
				b.note("words: cues without a part", 1)
				b.doubt(true, Misfit, "", fmt.Sprintf("the comparison with %s is the other way round: %s", w, c.sql))
			}
		}
	}
}

// weighExtreme finds an order that begins at the other end than the one asked for.
func (b *bench) weighExtreme(words []string) {
	said := phrase.Extreme(words)
	query, err := b.claim.After.Query()
	if said == "" || err != nil || len(query.OrderBy) == 0 || query.Limit.IsZero() || query.OrderBy[0].Desc == (said == "desc") {
		return
	}
	if lessIsBetter(query) && slices.ContainsFunc(words, func(w string) bool { return w == "worst" || w == "best" }) {
		return // the worst by complaints are those with the most
	}
	for _, c := range query.OrderBy[0].Expr.Columns() {
		if _, name, ok := c.AsColumn(); ok {
			if column := b.columnNamed(name); column != nil && column.Role == schema.Moment {
				return // the longest ago is the least date
			}
		}
	}
	if b.before != nil && !slices.ContainsFunc(b.changes, func(c statement.Change) bool {
		return c.Kind == statement.AddedOrder || c.Kind == statement.ChangedOrder || c.Kind == statement.ReversedOrder
	}) {
		return
	}
	b.note("words: cues without a part", 1)
	b.doubt(true, Misfit, "", "the order begins at the other end")
}

// lessIsBetter says that the figure by which a query is in order is the worse the larger it is, by its name.
func lessIsBetter(q *statement.Query) bool {
	at := q.ItemOf(q.OrderBy[0].Expr)
	return at >= 0 && phrase.BetterOf(schema.Split(q.Items[at].Alias)) == phrase.LessIsBetter
}

// columnNamed is a column of the statement's tables by its name.
func (b *bench) columnNamed(name string) *schema.Column {
	for _, t := range b.after.tables {
		if c := t.Column(name); c != nil {
			return c
		}
	}
	return nil
}

// weighNegations finds a value that a condition leaves out though nothing said so, and one that it keeps though "without" was said.
func (b *bench) weighNegations(words []string) {
	if len(words) > 0 && b.corrects(words[0]) {
		words = words[1:]
	}
	at := slices.IndexFunc(words, func(w string) bool {
		return slices.Contains(classes[w], "negation") || slices.Contains(classes[w], "change-of")
	})
	for _, c := range b.fresh() {
		leaves := c.op == "<>" || c.op == "not in"
		if !leaves || at >= 0 || lettingGo.MatchString(b.claim.Input) || !b.speaksOf(words, c) {
			continue
		}
		b.note("parts: conditions that nobody spoke of", 1)
		b.doubt(true, Unasked, "", fmt.Sprintf("nobody asked to leave out: %s", c.sql))
	}
	if at < 0 || b.after.negated || b.after.nulls || b.before == nil || !slices.Contains(classes[words[at]], "negation") {
		return
	}
	for _, c := range b.fresh() {
		if (c.op == "=" || c.op == "in") && b.speaksOf(words[at:], c) {
			b.note("words: negations without a part", 1)
			b.doubt(true, Misfit, "", fmt.Sprintf("%q was said, and it keeps: %s", words[at], c.sql))
		}
	}
}

// weighEnds finds what is compared at the other end than was said: "to London" where London is where it begins, in a table that has a
// column of where it ends.
func (b *bench) weighEnds(words []string) {
	for _, c := range b.fresh() {
		for _, text := range c.texts {
			own := schema.Words(text)
			for i := 1; i+len(own) <= len(words); i++ {
				if slices.Equal(words[i:i+len(own)], own) && phrase.OtherEnd(words[i-1], c.column) != nil {
					b.note("values: of several columns", 1)
					b.doubt(true, Misfit, "", fmt.Sprintf("%q was said, and it compares: %s", words[i-1]+" "+text, c.sql))
				}
			}
		}
	}
}

// speaksOf says whether the words hold a text of the condition.
func (b *bench) speaksOf(words []string, c condition) bool {
	return slices.ContainsFunc(c.texts, func(text string) bool {
		own := schema.Words(text)
		return len(own) > 0 && !slices.ContainsFunc(own, func(w string) bool { return !slices.Contains(words, w) })
	})
}

// weighPeriods finds another period than the one named: dates compared with, none of which is where it begins or ends.
func (b *bench) weighPeriods() {
	if b.claim.Now.IsZero() {
		return
	}
	p, said, ok := b.onePeriod()
	if !ok {
		return
	}
	var days []time.Time
	for _, c := range b.fresh() {
		if c.column.Role != schema.Moment || strings.HasPrefix(c.op, "of ") {
			continue
		}
		for _, text := range c.texts {
			if day, err := time.ParseInLocation(time.DateOnly, text[:min(len(text), len(time.DateOnly))], b.claim.Now.Location()); err == nil {
				days = append(days, day)
			}
		}
	}
	slack := nearly
	if p.Rolling {
		slack = 32 * 24 * time.Hour
	}
	near := func(end time.Time) bool {
		return end.IsZero() || slices.ContainsFunc(days, func(d time.Time) bool { return d.Sub(end).Abs() <= slack })
	}
	if len(days) == 0 || len(days) > 2 || near(p.From) && (near(p.To) || len(days) == 1) {
		return
	}
	b.note("words: numbers without a part", 1)
	b.doubt(true, Misfit, said, fmt.Sprintf("%q is %s, and the dates are others", said, p))
}

// onePeriod is the one period that the input names.
func (b *bench) onePeriod() (found calendar.Period, said string, ok bool) {
	tokens := token.Tokenize(b.claim.Input)
	for i := 0; i < len(tokens); i++ {
		p, n := calendar.Range(tokens, i, b.claim.Now)
		if n == 0 {
			p, n = yearAfter(tokens, i, b.claim.Now.Location())
		}
		if n == 0 {
			continue
		}
		if ok || p.Recurs {
			return found, "", false
		}
		found, said, ok = p, b.claim.Input[tokens[i].Start:tokens[i+n-1].End], true
		i += n - 1
	}
	return found, said, ok
}

// yearAfter is the year of "of 2025".
func yearAfter(tokens []token.Token, i int, zone *time.Location) (calendar.Period, int) {
	if i == 0 || !slices.Contains([]string{"in", "of", "for", "during"}, tokens[i-1].Lower) || !isTime(tokens[i].Lower) {
		return calendar.Period{}, 0
	}
	year, err := strconv.Atoi(tokens[i].Lower)
	if err != nil {
		return calendar.Period{}, 0
	}
	first := time.Date(year, time.January, 1, 0, 0, 0, 0, zone)
	return calendar.Period{From: first, To: first.AddDate(1, 0, 0), Grain: "year"}, 1
}

// replaced is what an input puts something else in the place of.
var replaced = regexp.MustCompile(`(?i)\b(?:instead of|rather than|in place of)\s+(.+)$`)

// placeReplaced marks the words of what is replaced: they have no part any more.
func (b *bench) placeReplaced(words []string, has []bool) {
	if m := replaced.FindStringSubmatch(b.claim.Input); m != nil && b.before != nil {
		for i := max(0, len(words)-len(schema.Words(m[1]))); i < len(words); i++ {
			has[i] = true
		}
	}
}

// placeDenied marks what is denied of a column that another value is wanted of: "from Mombasa (not Nairobi)" is no Nairobi.
func (b *bench) placeDenied(words []string, has []bool) {
	for i, w := range words {
		if w != "not" {
			continue
		}
		from := i + 1
		for from < len(words) && b.isGlue(words[from]) {
			from++
		}
		for to := min(len(words), from+b.index.LongestValue()); to > from; to-- {
			found := b.index.Normalised(strings.Join(words[from:to], " "))
			if !slices.ContainsFunc(found, func(v schema.ValueMatch) bool { return b.otherWanted(v) }) {
				continue
			}
			for k := i; k < to; k++ {
				has[k] = true
			}
			break
		}
	}
}

// otherWanted says that rows with another value of the column alone are wanted.
func (b *bench) otherWanted(v schema.ValueMatch) bool {
	return slices.ContainsFunc(b.after.conditions, func(c condition) bool {
		return c.column == v.Column && c.op == "=" && len(c.texts) == 1 && !strings.EqualFold(c.texts[0], v.Text)
	})
}

// weighReplaced finds what was to be replaced and stays.
func (b *bench) weighReplaced() {
	m := replaced.FindStringSubmatch(b.claim.Input)
	if m == nil {
		return
	}
	old := schema.Words(m[1])
	for _, c := range b.after.conditions {
		if (c.op == "=" || c.op == "in") && b.speaksOf(old, c) && !b.inherited(c) {
			b.note("words: negations without a part", 1)
			b.doubt(true, Misfit, "", fmt.Sprintf("%s was to be replaced, and stays", strings.Join(c.texts, ", ")))
		}
	}
}

// alternatives are words that say that one of several is enough.
var alternatives = []string{"or", "and", "either", "neither", "nor", "any", "both"}

// weighAlternatives finds conditions of which one is enough though nobody said so.
func (b *bench) weighAlternatives(words []string) {
	query, err := b.claim.After.Query()
	if err != nil || strings.Contains(b.claim.Input, ",") || slices.ContainsFunc(words, func(w string) bool { return slices.Contains(alternatives, w) }) {
		return
	}
	for _, term := range query.Where {
		list, ok := term.AsOr()
		if !ok || b.before != nil && strings.Contains(b.claim.Before.SQL(), term.SQL()) {
			continue
		}
		columns := map[string]bool{}
		for _, t := range list {
			for _, c := range t.Columns() {
				columns[c.SQL()] = true
			}
		}
		if len(columns) > 1 {
			b.doubt(true, Misfit, "", "one of several conditions is enough, and nobody said or: "+term.SQL())
		}
	}
}

// weighBeside finds changes that nobody asked for beside the one that was.
func (b *bench) weighBeside(words []string) {
	if b.before == nil || lettingGo.MatchString(b.claim.Input) {
		return
	}
	asks := func(list ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool {
			return isDigit(w) || numerals[w] > 0 || slices.ContainsFunc(list, func(class string) bool { return slices.Contains(classes[w], class) })
		})
	}
	spoken := b.spoken(words)
	for _, c := range b.changes {
		switch {
		case c.Within != "":
		case c.Kind == statement.AddedLimit && !asks("limit", "extreme"):
			b.doubt(true, Unasked, "", "nobody asked for a limit of "+c.After)
		case c.Kind == statement.RemovedColumn && !b.after.grouped && b.shownBefore(c.Before) && !asks("count", "sum", "average", "extreme", "distinct"):
			b.doubt(true, Dropped, "", "the column "+c.Before+goneUnasked)
		case c.Kind == statement.RemovedGroup && !asks("count", "sum", "average", "group") && phrase.Extreme(words) == "":
			b.doubt(true, Dropped, "", fmt.Sprintf("it is no longer grouped by %s, and nobody asked for that", c.Before))
		case (c.Kind == statement.AddedOrder || c.Kind == statement.ChangedOrder) && !asks("extreme", "time") && len(spoken.columns) > 0 && !b.spokenOrder(spoken):
			b.doubt(true, Unasked, "", "nobody spoke of the order by "+c.After)
		}
	}
}

func (b *bench) shownBefore(name string) bool {
	return slices.ContainsFunc(b.before.shown, func(c *schema.Column) bool { return strings.EqualFold(c.Name, name) })
}

// spokenOrder says whether the words name what the statement is in order of.
func (b *bench) spokenOrder(s spokenOf) bool {
	query, err := b.claim.After.Query()
	if err != nil {
		return true
	}
	return slices.ContainsFunc(query.OrderBy, func(k statement.Key) bool {
		columns := k.Expr.Columns()
		return len(columns) == 0 || slices.ContainsFunc(columns, func(e statement.Expr) bool {
			_, name, ok := e.AsColumn()
			column := b.columnNamed(name)
			return !ok || column == nil || s.columns[column]
		})
	})
}
