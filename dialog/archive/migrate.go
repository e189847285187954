package archive

import (
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"parley/dialog"
)

// migrate reads the format of version 1: session_id, created_at, updated_at, and messages of role, content and timestamp
// with nothing beside them. A question and what was said to it become a turn that was answered without SQL, so that the
// text is there to read and to search; there is no query to refine. The file is written anew in the present format with the
// first turn that is added.
func migrate(old head, messages []json.RawMessage) (*content, error) {
	c := newContent(len(messages))
	c.head = head{
		SessionID: old.SessionID, UUID: uuidOr(old.UUID, old.SessionID), Name: old.Name,
		CreatedAt: old.CreatedAt, UpdatedAt: old.UpdatedAt, Databases: []databaseJSON{{}},
	}
	var open *dialog.Turn
	for i, raw := range messages {
		var m message
		if err := json.Unmarshal(raw, &m); err != nil {
			return nil, fmt.Errorf("message %d: %w", i+1, err)
		}
		switch {
		case m.Role == "user":
			open = c.migrated(m)
		case m.Role == "assistant" && open != nil:
			open.Reply = joinReply(open.Reply, m.Content)
		default:
			return nil, fmt.Errorf("message %d is from %q", i+1, m.Role)
		}
	}
	return c, nil
}

// migrated adds the turn that a question opens.
func (c *content) migrated(m message) *dialog.Turn {
	number := len(c.turns) + 1
	t := &dialog.Turn{
		ID:     uuid.NewSHA1(c.head.UUID, fmt.Append(nil, number)),
		Number: number, Time: m.Timestamp, Input: m.Content, Original: m.Content, Confidence: dialog.High, Route: dialog.RouteAnswer,
	}
	d := &c.head.Databases[0]
	t.Parent, d.At, d.Last = d.At, t.ID, number
	_ = c.take(Turn{Turn: t}, span{}) // of the one database that there is
	return t
}

func joinReply(said, more string) string {
	if said == "" {
		return more
	}
	return said + "\n" + more
}
