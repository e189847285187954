package workflow

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"parley/db/statement"
)

// Proposal is a checked draft that waits for a yes before it runs.
type Proposal struct {
	Draft *Draft
	// Costly is what the database expects of it, where that is the reason to ask; else nil.
	Costly *Costly
}

// Costly is what the database expects of a statement that costs more than the settings allow unasked. As an error it is
// returned when nobody was there to be asked.
type Costly struct {
	// Cost is in the database's unit (PostgreSQL: one page read in a row), up to the rows that are read ahead; Rows are those
	// of the whole result.
	Cost, Rows, Limit float64
}

func (c *Costly) Error() string {
	return fmt.Sprintf("the database expects %s, more than --ask-cost %s, so it was not run", c.Expects(), round(c.Limit))
}

// Expects is the estimate in words: "a cost of 12 million and 3,000 rows".
func (c *Costly) Expects() string {
	if rows := round(c.Rows); rows != "1" {
		return c.Price() + " and " + rows + " rows"
	}
	return c.Price() + " and 1 row"
}

// Price is the cost alone: "a cost of 12 million".
func (c *Costly) Price() string { return "a cost of " + round(c.Cost) }

// round writes an estimate with the two digits that it may be trusted for.
func round(f float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e12, " trillion"}, {1e9, " billion"}, {1e6, " million"}} {
		if f >= unit.size && f < 1e16 {
			return strconv.FormatFloat(f/unit.size, 'g', max(2, 1+int(math.Log10(f/unit.size))), 64) + unit.name
		}
	}
	if f >= 1e16 {
		return strconv.FormatFloat(f, 'g', 2, 64)
	}
	whole := strconv.FormatFloat(f, 'f', 0, 64)
	if len(whole) > 3 {
		whole = strings.Join([]string{whole[:len(whole)-3], whole[len(whole)-3:]}, ",")
	}
	return whole
}

// propose asks before a statement runs, where every statement is to be reviewed or this one is costly.
func (o *Outcome) propose(ctx context.Context, s *Source) error {
	p := o.Plan
	costly, err := o.costly(ctx, s)
	switch {
	case p.unasked && (err != nil || costly != nil):
		return errDear
	case !p.Review && costly == nil:
		return nil
	case p.Ask == nil && costly != nil:
		return costly
	case p.Ask == nil:
		return nil
	}
	return p.Ask(ctx, Proposal{Draft: o.Draft, Costly: costly})
}

// errNoEstimate is returned where a database that knows costs gives none.
var errNoEstimate = errors.New("the database gives no estimate")

// costly asks the database for its estimate; nil when it is within bounds. Only PostgreSQL's estimates have a cost; a server
// that speaks its protocol may give none, which is an error.
func (o *Outcome) costly(ctx context.Context, s *Source) (*Costly, error) {
	limit := o.Plan.settings.AskCost
	if limit <= 0 || o.Plan.settings.NoExecute || s.dialect() != statement.PostgreSQL || s.Database == nil {
		return nil, nil
	}
	plan, err := s.Database.Explain(ctx, o.Draft.Statement)
	if err == nil && plan == nil {
		err = errNoEstimate
	}
	if err != nil {
		o.Plan.settings.Log.Info("no estimate", "error", err)
		return nil, err
	}
	c := &Costly{Cost: plan.CostOf(o.Plan.settings.Limits.WithDefaults().Rows), Rows: plan.Rows, Limit: limit}
	if c.Cost <= limit {
		return nil, nil
	}
	return c, nil
}
