package memory

import (
	"net/url"
	"strings"
)

// Key is where a room is stored: "dialog:{user}:{room}", both parts percent-encoded, so that no user and room can be
// mistaken for another pair.
func Key(user, room string) string { return "dialog:" + encode(user) + ":" + encode(room) }

func encode(part string) string { return strings.ReplaceAll(url.QueryEscape(part), "+", "%20") }
