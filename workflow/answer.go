package workflow

import (
	"fmt"
	"strings"

	"parley/dialog"
)

// answer speaks about what is on screen, without new SQL (requirements §3).
func (o *Orchestrator) answer(p *Plan) string {
	switch p.Detection.Topic {
	case dialog.TopicThanks:
		return "You're welcome."
	case dialog.TopicGreeting:
		return "Hello. Ask about the data, or /schema shows what there is."
	case dialog.TopicLeaving:
		return "Goodbye. /quit leaves parley."
	case dialog.TopicYes, dialog.TopicNo:
		return "Say what to change, or ask something new."
	}
	current := o.session.Current()
	if current == nil {
		return "There is no query yet: ask a question first."
	}
	return o.about(p.Detection.Topic, current)
}

func (o *Orchestrator) about(topic dialog.Topic, current *dialog.Turn) string {
	r := current.Result
	switch topic {
	case dialog.TopicRows:
		return o.count(current)
	case dialog.TopicChanges:
		return changed(r)
	case dialog.TopicReason:
		return reason(current)
	case dialog.TopicColumns:
		return "Columns: " + strings.Join(r.Columns, ", ") + "."
	case dialog.TopicTime:
		return fmt.Sprintf("It took %s, as of %s.", r.Elapsed.Round(1e5), r.AsOf.Format("15:04:05"))
	case dialog.TopicHistory:
		return o.history()
	default:
		return strings.TrimSpace(r.Explanation + "\n" + strings.Join(r.Understood, "; "))
	}
}

// count is the honest number of rows: those fetched, and whether there are more.
func (o *Orchestrator) count(t *dialog.Turn) string {
	rows, more := t.Result.Rows, t.Result.More
	if live := o.Rows(t); live != nil {
		rows, more = live.Len(), live.More()
	}
	if more {
		return fmt.Sprintf("More than %d rows: the reading stopped there, and /more reads on. Ask \"how many are there\" for the total.", rows)
	}
	return counted(rows) + "."
}

func changed(r *dialog.Result) string {
	if len(r.Changes) == 0 {
		return "Nothing: this query was not made from another one."
	}
	return strings.Join(r.Changes, "; ") + "."
}

// reason lists how the words were read and what was left out.
func reason(t *dialog.Turn) string {
	lines := []string{"Read as: " + t.Input}
	lines = append(lines, t.Result.Understood...)
	if len(t.Result.Ignored) > 0 {
		lines = append(lines, "Not used: "+strings.Join(t.Result.Ignored, ", "))
	}
	return strings.Join(lines, "\n")
}
