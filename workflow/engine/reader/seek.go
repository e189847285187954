package reader

import (
	"context"
	"strings"
	"sync"
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
	// soughtHolds is how long a text that was not found is not asked for again.
	soughtHolds = 5 * time.Minute
	// seekOne bounds the question to one column, seekAll that to all, in trials of one reading: whole tables are looked through.
	seekOne, seekAll = 3, 7
	// mostSpelled is how many spellings of a text are taken: "RYANAIR", "Ryanair".
	mostSpelled = 8
)

// sought remembers what was asked for. It may be used by several goroutines.
type sought struct {
	mu    sync.Mutex
	asked map[string]time.Time
}

// fresh are the texts that were not asked for lately; from now on they were.
func (s *sought) fresh(texts []string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.asked) >= mostRemembered {
		clear(s.asked)
	}
	var out []string
	for _, t := range texts {
		if time.Since(s.asked[t]) > soughtHolds {
			s.asked[t] = time.Now()
			out = append(out, t)
		}
	}
	return out
}

// Seek makes values known that an input speaks of and that are not indexed. What cannot be found in time stays unknown.
func (e *Engine) Seek(ctx context.Context, input string, now time.Time) {
	if e.Database == nil || e.sought == nil {
		return
	}
	columns := e.Index.Unread()
	if len(columns) == 0 {
		return
	}
	texts := e.sought.fresh(unknownTexts(e.Tagger.Items(input, now)))
	if len(texts) == 0 {
		return
	}
	ctx, stop := context.WithTimeout(ctx, seekAll*e.trials.one()+mostSoughtIn*e.away())
	defer stop()
	for _, c := range columns[:min(len(columns), mostSoughtIn)] {
		e.seekIn(ctx, c, texts)
	}
	for _, c := range columns[:min(len(columns), mostSoughtIn)] {
		if c.Role == schema.Label {
			e.seekParts(ctx, c, texts)
		}
	}
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
