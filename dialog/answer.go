package dialog

import (
	"fmt"
	"strings"
	"time"
)

// Answer speaks about what is on screen, from the state alone (requirements §3, route "answer").
func (s *Session) Answer(topic Topic) string {
	if text := smallTalkReply(topic); text != "" {
		return text
	}
	current := s.Current()
	if current == nil {
		return "There is no query yet. Ask a question about your data."
	}
	switch r := current.Result; topic {
	case TopicRows:
		return rowsAnswer(r)
	case TopicChanges:
		return changesAnswer(current)
	case TopicReason:
		return reasonAnswer(current)
	case TopicColumns:
		return "It shows " + strings.Join(r.Columns, ", ") + "."
	case TopicTime:
		return fmt.Sprintf("It took %s.", r.Elapsed.Round(100*time.Microsecond))
	case TopicHistory:
		return historyAnswer(s.Context(""))
	default:
		return queryAnswer(r)
	}
}

func smallTalkReply(topic Topic) string {
	switch topic {
	case TopicThanks:
		return "You're welcome. The query stays as it is."
	case TopicGreeting:
		return "Hello. Ask a question about your data, or refine the query on screen."
	case TopicYes, TopicNo:
		return "Nothing was asked. Say what to look for, or what to change in the query."
	}
	return ""
}

func rowsAnswer(r *Result) string {
	switch {
	case r.More:
		return fmt.Sprintf("%d rows so far, and there are more.", r.Rows)
	case r.Rows == 1:
		return "1 row."
	default:
		return fmt.Sprintf("%d rows.", r.Rows)
	}
}

func changesAnswer(t *Turn) string {
	if t.Intent == NewQuery {
		return "This is a new query; nothing was changed yet."
	}
	if len(t.Result.Changes) == 0 {
		return "The last refinement changed nothing."
	}
	return strings.Join(t.Result.Changes, "; ") + "."
}

func reasonAnswer(t *Turn) string {
	parts := []string{fmt.Sprintf("%q was read as a %s.", t.Input, strings.ReplaceAll(t.Intent.String(), "_", " "))}
	if r := t.Result; len(r.Understood) > 0 {
		parts = append(parts, "Understood: "+strings.Join(r.Understood, "; ")+".")
	}
	if r := t.Result; len(r.Ignored) > 0 {
		parts = append(parts, "No part in the SQL: "+strings.Join(r.Ignored, ", ")+".")
	}
	return strings.Join(parts, " ")
}

func queryAnswer(r *Result) string {
	if r.Explanation != "" {
		return r.Explanation
	}
	return r.SQL
}

func historyAnswer(c Context) string {
	earlier := c.Earlier()
	quoted := make([]string, len(earlier))
	for i, input := range earlier {
		quoted[i] = fmt.Sprintf("%q", input)
	}
	return "You asked " + strings.Join(quoted, ", then ") + "."
}
