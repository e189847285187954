package schema

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"parley/db"
)

// Limits bound what an index reads and holds.
type Limits struct {
	// PerColumn is the most distinct values of a text column; a column with more is indexed in part.
	PerColumn int
	// Values and Bytes bound the whole index.
	Values, Bytes int
	// Time bounds the reading of values; names and keys are always read.
	Time time.Duration
}

// DefaultLimits suit an interactive program.
var DefaultLimits = Limits{PerColumn: 3000, Values: 150_000, Bytes: 48 << 20, Time: 20 * time.Second}

// numberSample is how many values of a number column are read: enough to tell years and flags.
const numberSample = 60

// Build reads the schema and bounded values of a database; of views and foreign tables, which run what others wrote, only
// the columns. Values that cannot be read are left out; an error means
// that the schema itself cannot be read, or that the context ended.
func Build(ctx context.Context, database db.Database, limits Limits) (*Index, error) {
	s, err := database.Schema(ctx)
	if err != nil {
		return nil, fmt.Errorf("index the schema: %w", err)
	}
	x, _, err := Read(ctx, database, s, limits)
	return x, err
}

// Read is Build for a schema that was read already. The facts are what it read of the rows.
func Read(ctx context.Context, database db.Database, s *db.Schema, limits Limits) (*Index, *Facts, error) {
	began := time.Now()
	l := &live{database: database, facts: &Facts{Taken: began}}
	x := build(ctx, s, l, limits)
	l.facts.Took = time.Since(began)
	x.facts, x.limits = l.facts, limits
	return x, l.facts, ctx.Err()
}

// Recall is the index from facts that were read before; nothing is read.
func Recall(s *db.Schema, facts *Facts, limits Limits) *Index {
	x := build(context.Background(), s, kept{facts}, limits)
	x.facts, x.limits = facts, limits
	return x
}

// Untaught is the index as it was made, before anybody taught it a word; nothing is read.
func (x *Index) Untaught() *Index {
	if x.facts == nil {
		return New(x.Schema)
	}
	return Recall(x.Schema, x.facts, x.limits)
}

func build(ctx context.Context, s *db.Schema, r reader, limits Limits) *Index {
	x := named(s)
	x.taken = r.taken().AddDate(0, 0, 1).Format(time.DateOnly)
	r.samples(ctx, x, limits)
	x.values.prune()
	x.finish()
	if x.inferKeys(ctx, r) {
		x.finish()
	}
	x.readCodeTables(ctx, r)
	x.addCodes()
	x.inUse = x.used()
	return x
}

// WithSynonyms gives the index a thesaurus; it must be called before the index is shared.
func (x *Index) WithSynonyms(t Thesaurus) *Index {
	x.synonyms = t
	return x
}

// texts says that the values of a column are found by what they say.
func (c *Column) texts() bool { return c.Type == db.Text || c.Type == db.Unknown || c.Type == db.Other }

// take notes and indexes the values of a column.
func (x *Index) take(c *Column, values []db.Value, complete bool) {
	c.learn(values, complete)
	if !c.texts() {
		return
	}
	for _, v := range values {
		if s, ok := v.(string); ok && len(s) <= 120 {
			x.values.add(c, v, s)
		}
	}
}

// learn notes what the values say about the column: how many, numbers or not, years or not.
func (c *Column) learn(values []db.Value, complete bool) {
	c.Complete, c.Numeric, c.Distinct, c.blank = complete, true, 0, nil
	for _, v := range values {
		if v == nil {
			continue
		}
		if s, ok := v.(string); ok && strings.TrimSpace(s) == "" {
			c.blank = append(c.blank, v)
		}
		f, ok := number(v)
		if !ok {
			c.Numeric = false
		} else if c.Distinct == 0 || f < c.Low {
			c.Low = f
		}
		if ok && (c.Distinct == 0 || f > c.High) {
			c.High = f
		}
		c.Distinct++
	}
	c.Numeric = c.Numeric && c.Distinct > 0
	c.Year = c.Numeric && c.Low >= 1000 && c.High <= 2100 && (c.Has("year", "founded", "found", "opened", "built") || c.Low >= 1850 && c.High <= 2035 && !c.Type.Temporal() && c.Distinct > 2 && !c.Key())
}

func number(v db.Value) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), true
	case float64:
		return n, true
	case db.Exact:
		f, err := strconv.ParseFloat(string(n), 64)
		return f, err == nil
	case string:
		text := strings.TrimSpace(n)
		f, err := strconv.ParseFloat(text, 64)
		return f, err == nil && len(n) < 20 && !strings.HasPrefix(text, "+") // a telephone number
	}
	return 0, false
}
