//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"parley/dialog"
	"parley/dialog/archive"
)

// evil is what a terminal would obey: a title, a colour, an erased screen, C1, the other direction, and what has no end.
const evil = "\x1b]0;EVIL\a\x1b[31mEVIL\x1b[2J\x1b]52;c;RVZJTA==\a\u009b31mEVIL\u202eEVIL\x00\b\r\nEVIL\x1b[?1049l\x1bP"

// obeyed are pieces of it that no terminal may get.
var obeyed = []string{"\x1b]0;EVIL", "\x1b[31mEVIL", "RVZJTA==\a", "\u009b", "\u202e", "EVIL\x1b[?1049l", "\x1bP", "\x00"}

// unasked is the last statement of each session; ran is in its result alone.
const (
	unasked = "SELECT 40404 + 1 AS answer"
	ran     = "40405"
)

// line is a line of a session's file, as JSON has it.
type line = map[string]any

// sealAgain writes lines as the program does, with their checksums.
func sealAgain(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		delete(l, "sum")
		start := []string{"version", "messages", "redo", "parameters", "draft"} // what a line is goes by what stands first
		var parts []string
		add := func(key string) {
			if value, ok := l[key]; ok {
				text, err := json.Marshal(value)
				if err != nil {
					panic(err)
				}
				parts = append(parts, fmt.Sprintf("%q:%s", key, text))
			}
		}
		for _, key := range start {
			add(key)
		}
		for key := range l {
			if !strings.Contains(strings.Join(start, " "), key) {
				add(key)
			}
		}
		body := "{" + strings.Join(parts, ",")
		fmt.Fprintf(&b, "%s,\"sum\":\"%08x\"}\n", body, crc32.Checksum([]byte(body), crc32.MakeTable(crc32.Castagnoli)))
	}
	return b.String()
}

// linesOf are the lines of a session's file.
func linesOf(text string) (lines []line) {
	for _, l := range strings.Split(strings.TrimSpace(text), "\n") {
		var one line
		if err := json.Unmarshal([]byte(l), &one); err != nil {
			panic(err)
		}
		lines = append(lines, one)
	}
	return lines
}

// keptFile is a session of two turns about the demo which is not opened: its id and its file.
func keptFile(t *testing.T, folder string) (id, path string) {
	t.Helper()
	kept, err := archive.NewStore(folder, time.Now).Create(uuid.New(), "")
	if err != nil {
		t.Fatal(err)
	}
	session := dialog.New(kept.UUID(), "ecommerce (demo)", dialog.Settings{})
	for i, sql := range []string{"SELECT name FROM users", unasked} {
		turn := dialog.Turn{Input: "INPUT", Intent: dialog.NewQuery, Time: time.Now(), Result: &dialog.Result{SQL: sql, Rows: 2, Columns: []string{"name"},
			Explanation: "EXPLAINED", Preview: [][]string{{"VALUE"}}}}
		if _, err := session.Record(session.Begin(uuid.New()), turn); err != nil {
			t.Fatal(i, err)
		}
	}
	kept.Take(archive.Place{Name: "ecommerce (demo)", Targets: []string{"demo"}, Dialect: "SQLite"}, session)
	if err := kept.Close(); err != nil {
		t.Fatal(err)
	}
	return kept.ID(), kept.Path()
}

// hostileSessions are changes of a session's file.
func hostileSessions() map[string]func(text string) string {
	lied := func(change func(lines []line) []line) func(string) string {
		return func(text string) string { return sealAgain(change(linesOf(text))) }
	}
	turn := func(change func(turn line)) func(string) string {
		return lied(func(lines []line) []line {
			for _, l := range lines {
				if of, ok := l["turn"].(line); ok {
					change(of)
				}
			}
			return lines
		})
	}
	result := func(key string, value any) func(string) string {
		return turn(func(turn line) { turn["result"].(line)[key] = value })
	}
	said := func(at int, value any) func(string) string {
		return lied(func(lines []line) []line {
			for _, l := range lines {
				if of, ok := l["messages"].([]any); ok {
					of[at].(line)["content"] = value
				}
			}
			return lines
		})
	}
	head := func(change func(head line)) func(string) string {
		return lied(func(lines []line) []line {
			for _, l := range lines {
				if l["version"] != nil {
					change(l)
				}
			}
			return lines
		})
	}
	database := func(key string, value any) func(string) string {
		return head(func(head line) {
			if list, ok := head["databases"].([]any); ok {
				list[0].(line)[key] = value
			}
		})
	}
	long := strings.Repeat("x", 2<<20)
	return map[string]func(string) string{
		"nothing is wrong":       func(text string) string { return text },
		"an evil question":       said(0, evil),
		"an evil statement":      said(1, "SELECT '"+evil+"'"),
		"an evil explanation":    result("explanation", evil),
		"evil notes":             result("notes", []string{evil, evil}),
		"evil changes":           result("changes", []string{evil}),
		"evil columns":           result("columns", []string{evil, evil}),
		"evil values":            result("preview", [][]string{{evil}, {}, {evil, evil, evil}}),
		"evil doubts":            result("doubts", []string{evil}),
		"evil suggestions":       result("suggestions", []string{evil}),
		"an evil source":         result("source", evil),
		"an evil original":       turn(func(turn line) { turn["original"] = evil }),
		"an evil question asked": turn(func(turn line) { turn["question"] = evil; turn["sent"] = evil }),
		"an evil reply":          turn(func(turn line) { delete(turn, "result"); turn["reply"] = evil; turn["route"] = "reply" }),
		"an evil failure": turn(func(turn line) {
			delete(turn, "result")
			turn["failure"] = line{"kind": evil, "message": evil, "suggestions": []string{evil}}
		}),
		"an evil name":           head(func(head line) { head["name"] = evil }),
		"an evil first question": head(func(head line) { head["first"] = evil; head["folder"] = evil; head["unsent"] = evil }),
		"an evil database":       database("name", evil),
		"an evil dialect":        database("dialect", evil),
		"evil parameters":        database("parameters", line{"version": 1, "service": evil, "subjects": line{evil: line{evil: evil}}}),
		"a draft that writes": lied(func(lines []line) []line {
			return append([]line{lines[0], {"draft": []string{"DELETE FROM users", unasked + evil}}}, lines[1:]...)
		}),
		"a statement that writes":            said(1, "DELETE FROM users RETURNING 1"),
		"statements in one":                  said(1, "SELECT 1; DROP TABLE users; "+unasked),
		"a statement that is none":           said(1, "wibble wobble"),
		"a command in the statement's place": said(1, "/quit"),
		"a command as the question":          said(0, "/quit"),
		"a long statement":                   said(1, "SELECT '"+long+"'"),
		"a long question":                    said(0, long),
		"a deep statement":                   said(1, "SELECT "+strings.Repeat("(", 20_000)+"1"+strings.Repeat(")", 20_000)),
		"parents in a ring":                  turn(func(turn line) { turn["parent"] = turn["id"] }),
		"numbers without end": turn(func(turn line) {
			turn["number"] = 1 << 62
			turn["result"].(line)["rows"] = -1 << 62
			turn["result"].(line)["elapsed_us"] = 1 << 62
		}),
		"a chance of nothing":      result("chance", -1e308),
		"an unknown intent":        turn(func(turn line) { turn["intent"], turn["confidence"], turn["route"] = evil, evil, evil }),
		"rows of nothing":          result("preview", [][]string{{}, {}, {}}),
		"ten thousand columns":     result("columns", strings.Split(strings.Repeat("c,", 10_000), ",")),
		"a file that is not there": database("targets", []string{"/nonexistent/" + evil}),
		"targets without end":      database("targets", strings.Split(strings.Repeat("demo,", 2000), ",")),
		"a device":                 database("targets", []string{"/dev/zero"}),
		"another current database": head(func(head line) { head["current"] = 7 }),
		"turns in another order":   lied(func(lines []line) []line { lines[1], lines[2] = lines[2], lines[1]; return lines }),
		"cut in half":              func(text string) string { return text[:len(text)/2] },
		"one bit": func(text string) string {
			return text[:len(text)/2] + string(text[len(text)/2]^4) + text[len(text)/2+1:]
		},
		"nothing":            func(string) string { return "" },
		"no text":            func(string) string { return strings.Repeat("\xff\x00\x1b[31mEVIL", 5000) },
		"deep":               func(text string) string { return text[:20] + strings.Repeat("[", 1<<20) },
		"evil between lines": func(text string) string { return strings.ReplaceAll(text, "\n", "\n"+evil+"\n") },
		"of a later parley":  func(text string) string { return strings.ReplaceAll(text, `{"version":3`, `{"version":300`) },
	}
}

// toldOf are what is said of some of them; of the others that the conversation is there.
var toldOf = map[string]string{
	"an evil reply": "is damaged", "an unknown intent": "is damaged", "nothing": "is damaged", "no text": "is damaged", "deep": "is damaged",
	"of a later parley": "has format 300", "a device": "is no file but a device", "a file that is not there": "cannot be opened",
}

// rests waits until nothing more is drawn.
func (x *terminal) rests() {
	time.Sleep(60 * time.Millisecond)
	for before := -1; ; time.Sleep(60 * time.Millisecond) {
		x.mu.Lock()
		drawn := x.drawn.Len()
		x.mu.Unlock()
		if drawn == before {
			return
		}
		before = drawn
	}
}

// resumed types the command that opens a session, and says whether a text was drawn for it. On a busy machine what the session before had
// not sent may come into the input behind the keys that clear it.
func (x *terminal) resumed(id, told string) bool {
	x.says(strings.Repeat("\x15\x7f", 8)) // line by line
	x.rests()
	x.says("/sessions resume " + id + "\r")
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if strings.Contains(x.seen(), told) {
			return true
		}
	}
	return false
}

// TestHostileSessionsOpenOnTheScreen opens sessions that somebody else wrote, or that a disk damaged, one after the other: nothing of them
// reaches the terminal as it is, none of their statements runs, and whatever is wrong is said.
func TestHostileSessionsOpenOnTheScreen(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	x := opened(t, 160, 40, "--sessions-dir", folder, "--config", emptyFile(t))
	for name, change := range hostileSessions() {
		id, path := keptFile(t, folder)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(change(string(text))), 0o600); err != nil {
			t.Fatal(err)
		}
		told := toldOf[name]
		for try := 0; try < 3 && !x.resumed(id, told); try++ {
		}
		x.shows(told)
		x.rests()
		if aside, err := filepath.Glob(path + ".damaged-*"); told == "is damaged" && (err != nil || len(aside) != 1) {
			t.Errorf("%s: set aside: %q, %v", name, aside, err)
		}
	}
	x.leaves("\x15\x03\x03")
	all := x.last()
	for _, piece := range obeyed {
		if at := strings.Index(all, piece); at >= 0 {
			t.Errorf("the terminal got %q: %q", piece, all[max(0, at-300):min(len(all), at+100)])
		}
	}
	if strings.Contains(all, ran) {
		t.Error("a statement ran unasked")
	}
}
