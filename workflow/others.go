package workflow

import (
	"context"
	"strings"
	"time"

	"parley/db/statement"
)

// othersTime is how long that may take: who asks for other readings has an answer on the screen.
const othersTime = 10 * time.Second

// Others are the readings that the one in force was preferred to, as Weigh tells them. It is nil where there are no others.
func (o *Orchestrator) Others() func(ctx context.Context) []*Draft {
	current, source := o.session.Current(), o.opening.Ready()
	if current == nil || source == nil || o.passed.turn != current.ID || len(o.passed.readings) == 0 {
		return nil
	}
	return o.Weigh(o.passed.readings[:min(len(o.passed.readings), mostChoices)])
}

// Weigh says beside the update loop of statements what each brings and what it changes, and leaves out those that bring the same
// rows. It is nil where nothing is in force.
func (o *Orchestrator) Weigh(ways []*Draft) func(ctx context.Context) []*Draft {
	current, source := o.session.Current(), o.opening.Ready()
	if current == nil || source == nil || o.Tree(current) == nil {
		return nil
	}
	present := o.Tree(current)
	list := []*Draft{{Statement: present}}
	for _, d := range ways {
		if d.Statement != nil && d.Statement.Guard() == nil {
			reading := *d
			list = append(list, &reading)
		}
	}
	out := &Outcome{Plan: &Plan{settings: o.settings}}
	return func(ctx context.Context) []*Draft {
		found := Ambiguous{Readings: list}
		if !o.settings.NoExecute && source.Database != nil {
			found.Readings = out.glance(ctx, source, list, othersTime)
		}
		if source.Index != nil {
			found.decide(source, current.Asked())
		}
		var others []*Draft
		for _, d := range found.Readings {
			if d.Statement == present {
				continue
			}
			d.Differs = differs(present, d.Statement)
			others = append(others, d)
		}
		return others
	}
}

// differs is what one statement has that another has not, in words.
func differs(present, other *statement.Statement) string {
	var lines []string
	for _, c := range statement.Compare(present, other).Changes {
		lines = append(lines, c.String())
	}
	return strings.Join(lines, "; ")
}
