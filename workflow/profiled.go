package workflow

import (
	"context"
	"fmt"
	"strings"

	"parley/workflow/profile"
)

// profileCommand shows what is known of the database: how its names are said, keys that nobody declared, ranges, codes.
const profileCommand = "profile"

// rereads says that the plan is the command that reads the profile again.
func (p *Plan) rereads() bool {
	return p.Detection.Command == profileCommand && strings.EqualFold(strings.TrimSpace(p.Detection.Argument), "refresh")
}

// profile tells the profile of the database, or of one table; "refresh" has it read again first.
func (p *Plan) profile(ctx context.Context, s *Source) string {
	if p.rereads() {
		fresh, err := p.opening.Refresh(ctx)
		if err != nil {
			return explain(err).Message
		}
		if fresh.Index == nil {
			return "Nothing is known of this database."
		}
		if fresh.Facts == nil {
			return fmt.Sprintf("Read again: %d tables.", len(fresh.Index.Tables))
		}
		return "Read again: " + profile.Reading(fresh.Index, fresh.Facts)
	}
	if s.Index == nil {
		return "Nothing is known of this database."
	}
	name := strings.TrimSpace(p.Detection.Argument)
	if name == "" && s.Kept {
		return profile.Text(s.Index, s.Facts, nil) + "\n\nThis was kept from an earlier run; /profile refresh reads it again."
	}
	if name == "" {
		return profile.Text(s.Index, s.Facts, nil)
	}
	table := s.Index.Table(name)
	if table == nil {
		return fmt.Sprintf("There is no table %s. %s", name, didYouMean(name, tableNames(s.Schema)))
	}
	return profile.Text(s.Index, s.Facts, table)
}
