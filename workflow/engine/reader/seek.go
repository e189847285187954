package reader

import (
	"context"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/workflow/engine/tag"
	"parley/workflow/schema"
)

// This file asks the database for words that mean nothing here, where columns hold more values than the index: the customer that is number
// 20,000 of his table is known by name as the first ones are.

const (
	// mostSought is how many texts are asked for at a time, mostSoughtWords how many words each may have.
	mostSought, mostSoughtWords = 20, 5
	// mostSoughtIn is in how many columns they are looked for.
	mostSoughtIn = 16
	// seekOne bounds the question to one column, seekAll that to all, in trials of one reading: whole tables are looked through.
	seekOne, seekAll = 3, 7
	// mostSpelled is how many spellings of a text are taken: "RYANAIR", "Ryanair".
	mostSpelled = 8
)

// Seek makes values known that an input speaks of and that are not indexed. What cannot be found in time stays unknown.
func (e *Engine) Seek(ctx context.Context, input string, now time.Time) {
	if e.Database == nil {
		return
	}
	columns := e.Index.Unread()
	if len(columns) == 0 {
		return
	}
	items := e.Tagger.Items(input, now)
	texts, names := unknownTexts(items), namesSaid(items)
	if len(texts) == 0 {
		return
	}
	columns = columns[:min(len(columns), mostSoughtIn)]
	e.Index.Seek(ctx, texts, func(fresh []string) {
		ctx, stop := context.WithTimeout(ctx, seekAll*e.trials.one()+mostSoughtIn*e.away())
		defer stop()
		for _, c := range columns {
			e.seekIn(ctx, c, fresh)
		}
		for _, c := range columns {
			if c.Role == schema.Label {
				e.seekParts(ctx, c, slices.DeleteFunc(slices.Clone(fresh), func(t string) bool { return !names[t] }))
			}
		}
	})
}

// seekIn asks one column for texts, however they are written in large and small letters.
func (e *Engine) seekIn(ctx context.Context, c *schema.Column, texts []string) {
	values := make([]statement.Expr, len(texts))
	for i, t := range texts {
		values[i] = statement.Literal(t)
	}
	for _, text := range e.valuesWhere(ctx, c, mostSpelled*len(texts), func(lower statement.Expr) statement.Expr { return statement.In(lower, values...) }) {
		e.Index.Found(c, text, text)
	}
}

// seekParts asks what rows go by for words of longer names: "Acme" of Acme Trading. A word of many names is none of one.
func (e *Engine) seekParts(ctx context.Context, c *schema.Column, texts []string) {
	for _, word := range texts {
		if strings.ContainsAny(word, " %_") || len(word) < leastPart || len(e.Index.Normalised(word)) > 0 {
			continue
		}
		found := e.valuesWhere(ctx, c, mostNamed+1, func(lower statement.Expr) statement.Expr {
			var ways []statement.Expr
			for _, pattern := range []string{word + " %", "% " + word, "% " + word + " %"} {
				ways = append(ways, statement.Like(lower, statement.Literal(pattern)))
			}
			return statement.Or(ways...)
		})
		if len(found) > mostNamed {
			continue
		}
		for _, text := range found {
			e.Index.FoundPart(c, text, text, word)
		}
	}
}

const (
	// leastPart is the least letters of a word that is looked for in longer names, mostNamed how many names may have it.
	leastPart, mostNamed = 3, 12
)

// valuesWhere are up to so many texts of a column whose lower-case form meets a condition; none where it cannot be told in time.
func (e *Engine) valuesWhere(ctx context.Context, c *schema.Column, most int, is func(lower statement.Expr) statement.Expr) []string {
	if ctx.Err() != nil {
		return nil
	}
	x := statement.Column("", c.Name)
	q := statement.NewQuery()
	q.From = []statement.Source{{Schema: c.Table.Schema, Table: c.Table.TableName.Name}}
	q.Items, q.Distinct, q.Limit = []statement.Item{{Expr: x}}, true, statement.Literal(int64(most))
	if q.AddPredicate(is(statement.Call("lower", x))) != nil {
		return nil
	}
	s, err := q.Build(e.Dialect)
	if err != nil {
		return nil
	}
	ctx, stop := context.WithTimeout(ctx, seekOne*e.trials.one()+e.away())
	defer stop()
	rows, err := e.firstRows(ctx, s)
	if err != nil {
		return nil
	}
	var out []string
	for _, row := range rows {
		if text, ok := row[0].(string); ok {
			out = append(out, text)
		}
	}
	return out
}

// unknownTexts are the texts in an input that may be values nobody knows: words that mean nothing, by themselves and beside each other, or
// beside words that begin with a capital letter. In lower case, longer ones first.
func unknownTexts(items []tag.Item) []string {
	var out []string
	seen := map[string]bool{}
	for n := mostSoughtWords; n > 0; n-- {
		for i := 0; i+n <= len(items); i++ {
			text, ok := unknownText(items[i : i+n])
			if ok && !seen[text] && len(out) < mostSought {
				seen[text] = true
				out = append(out, text)
			}
		}
	}
	return out
}

// namesSaid are the words of an input that may stand in the name of something: those that are written so, and those that are no English.
func namesSaid(items []tag.Item) map[string]bool {
	said := map[string]bool{}
	for _, it := range items {
		if it.Capital || it.Quoted || !(schema.English{}).Known(schema.Lemma(it.Lower)) {
			said[strings.Trim(it.Lower, `"'`)] = true
		}
	}
	return said
}

// leastSought is the least letters of a text that is asked for.
const leastSought = 2

func unknownText(items []tag.Item) (string, bool) {
	words, unknown := make([]string, len(items)), false
	for i := range items {
		it := &items[i]
		nameless := it.Plain() && len(it.Values) == 0
		if !nameless && !it.Capital && !it.Quoted || it.Is(tag.Stop, tag.Comma) {
			return "", false
		}
		words[i], unknown = strings.ToLower(it.Text), unknown || nameless
	}
	text := strings.Trim(strings.Join(words, " "), `"'`)
	return text, unknown && len(text) >= leastSought
}
