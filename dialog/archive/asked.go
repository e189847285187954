package archive

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"parley/dialog"
)

// What a turn's line that is not as it was written still tells. What was answered is not to be trusted then (a letter of the SQL may be
// another), what was asked can be read by whoever asked it: such a turn comes back as one that failed, to be asked again.
var (
	askedIn    = regexp.MustCompile(`"role":"user","content":("(?:[^"\\\x00-\x1f]|\\.)*"),"timestamp":"([^"]*)"`)
	turnIn     = regexp.MustCompile(`"turn":\{"id":"([0-9a-f-]{36})"`)
	parentIn   = regexp.MustCompile(`"parent":"([0-9a-f-]{36})"`)
	databaseIn = regexp.MustCompile(`"database":(\d+)`)
	intentIn   = regexp.MustCompile(`"intent":"` + dialog.NewQuery.String() + `"`)
)

// answerLost is what a turn says whose answer is lost.
const answerLost = "What was answered here was damaged on disk. The question is whole: ask it again."

// ask takes in what a damaged line tells of a turn of which nothing else is known.
func (c *content) ask(line []byte) {
	said := askedIn.FindAllSubmatch(line, 2)
	if said == nil {
		return
	}
	var question string
	if json.Unmarshal(said[len(said)-1][1], &question) != nil || question == "" {
		return
	}
	t := &dialog.Turn{ID: idIn(turnIn, line), Parent: idIn(parentIn, line), Number: 1, Input: question, Original: question, Intent: dialog.Refinement,
		Route: dialog.RouteQuery, Failure: &dialog.Failure{Kind: "damaged", Message: answerLost, CanRetry: true}}
	if intentIn.Match(line) {
		t.Intent = dialog.NewQuery
	}
	database := 0
	if found := databaseIn.FindSubmatch(line); found != nil {
		database, _ = strconv.Atoi(string(found[1]))
	}
	if n := len(c.turns); n > 0 {
		before := c.turns[n-1]
		t.Number, t.Time = before.Number+1, before.Time
		if database >= len(c.head.Databases) {
			database = before.Database
		}
	}
	if at, err := time.Parse(time.RFC3339Nano, string(said[len(said)-1][2])); err == nil {
		t.Time = at
	}
	if t.ID == uuid.Nil {
		t.ID = uuid.NewSHA1(uuid.NameSpaceURL, line)
	}
	if _, known := c.known[t.ID]; known { // it was written again: what was written before counts
		return
	}
	if len(c.head.Databases) == 0 {
		c.head.reach(database)
	}
	if c.take(Turn{t, database}, span{}) == nil {
		c.asked++
	}
}

// hear takes in what a damaged line tells of a draft.
func (c *content) hear(line []byte) {
	if typed := typedIn(line); typed != nil {
		c.typed = typed
	}
}

// regain settles which draft there is, by what a sound head says of it: none, the one of the last line, what a damaged line tells, or
// else its first words, which the head holds.
func (c *content) regain(unsent string) {
	typed := c.typed
	c.typed = nil
	switch {
	case typed == nil && c.head.Unsent == unsent:
		return
	case unsent == "":
		c.head.setDraft(nil)
		return
	case typed == nil:
		typed = []string{unsent}
	}
	if last := &typed[len(typed)-1]; len(firstWords(*last)) < len(unsent) {
		*last = unsent
	}
	c.head.setDraft(typed)
	c.unsure = true
}

// typedIn are the texts that a draft's damaged line still holds; nil where it is no draft's line, or tells none. What cannot be read is
// marked, and whoever typed it can tell what is wrong.
func typedIn(line []byte) []string {
	rest, ok := bytes.CutPrefix(line, []byte(draftStart))
	if !ok && len(line) > len(draftStart) {
		rest = line[len(draftStart):]
		ok = bytes.HasPrefix(rest, []byte(`["`))
	}
	if !ok || len(rest) < 2 || bytes.HasPrefix(rest, []byte("null")) {
		return nil
	}
	text := strings.Map(func(r rune) rune {
		if r < ' ' {
			return utf8.RuneError
		}
		return r
	}, string(bytes.ToValidUTF8(rest[1:], []byte(string(utf8.RuneError)))))
	if at := strings.LastIndex(text, "]"+sealStart); at >= 0 {
		text = text[:at]
	} else if end := len(text) - sealSize - 1; end > 0 && strings.HasSuffix(text, sealEnd) {
		text = text[:end]
	}
	var texts []string
	if json.Unmarshal([]byte("["+text+"]"), &texts) == nil {
		return texts
	}
	for _, one := range strings.Split(text, `","`) {
		texts = append(texts, unescaped.Replace(strings.Trim(one, `"`)))
	}
	return texts
}

// unescaped reads the escapes that a typed text mostly has.
var unescaped = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\t`, "\t")

// idIn is the id that a pattern finds; none where there is none.
func idIn(pattern *regexp.Regexp, line []byte) uuid.UUID {
	found := pattern.FindSubmatch(line)
	if found == nil {
		return uuid.Nil
	}
	id, _ := uuid.ParseBytes(found[1])
	return id
}

// parted puts a line's end back before each whole line that another runs into.
func parted(text []byte) []byte {
	var lines []byte
	for line := range bytes.Lines(text) {
		rest := bytes.TrimSuffix(line, []byte("\n"))
		if !sealed(rest) {
			for _, start := range []string{headStart, turnStart, redoStart, parametersStart, draftStart} {
				if at := bytes.LastIndex(rest, []byte(start)); at > 0 && sealed(rest[at:]) {
					lines = append(append(lines, rest[:at]...), '\n')
					line = line[at:]
					break
				}
			}
		}
		lines = append(lines, line...)
	}
	return lines
}
