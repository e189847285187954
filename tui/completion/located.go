package completion

import (
	"errors"
	"regexp"
	"strings"

	"parley/db/statement"
)

// An engine says what is wrong in its own words about the statement that it was sent. Where a person made the mistake is found from
// the name in the message, from the position that the engine gives, and from PostgreSQL's grammar where an engine names only a word.

var (
	// hints are what an engine proposes instead: names that are not the wrong one.
	hints = regexp.MustCompile(`(?is)\((?:candidate|did you mean|perhaps|hint).*`)
	// culprit is a name after the word for what it should have been.
	culprit = regexp.MustCompile("(?i)\\b(?:column|field|table|function|relation|alias|view|schema|type|operator|name|named|reference)s?:?\\s+[\"'`]?([\\p{L}_][\\p{L}\\p{N}_]*(?:\\.[\\p{L}_][\\p{L}\\p{N}_]*)*)")
	// columnNamed is the name that a thing lacks; the thing is named before it.
	columnNamed = regexp.MustCompile(`(?i)(?:column|field) named "([^"]+)"`)
	nearWord    = regexp.MustCompile(`(?is)near\s+["'` + "`" + `](.+?)["'` + "`" + `]`)
	early       = regexp.MustCompile(`(?i)end of input|incomplete input|unexpected end`)
)

// Located is the bytes of a text that an engine's error is about; -1 where it does not say. ran is the statement that was made of the
// text, position the byte of it that the engine points at, -1 for none.
func Located(s, ran, message string, position int) (from, to int) {
	message = hints.ReplaceAllString(message, "")
	if from, to, ok := misplaced(s, message); ok {
		return from, to
	}
	pointed, end, points := Mapped(s, ran, position)
	for _, name := range culprits(message) {
		if points && strings.EqualFold(strings.Trim(s[pointed:end], "\"`"), lastPart(name)) { // of several with the name
			return pointed, end
		}
		if from, to, ok := spelled(s, name); ok {
			return from, to
		}
	}
	if points {
		return pointed, end
	}
	if from, to, ok := Named(s, message); ok {
		return from, to
	}
	return -1, -1
}

// culprits are the names that a message is about, the likeliest first.
func culprits(message string) []string {
	var out []string
	for _, form := range []*regexp.Regexp{columnNamed, culprit} {
		for _, found := range form.FindAllStringSubmatch(message, -1) {
			if !isReserved(strings.ToUpper(found[1])) && !strings.EqualFold(found[1], "with") {
				out = append(out, found[1])
			}
		}
	}
	return out
}

func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// spelled finds a name in a text, with the parts before its dots; where it stands as it is said and nowhere else, the last part alone.
func spelled(s, name string) (from, to int, ok bool) {
	parts := strings.Split(strings.ToUpper(name), ".")
	tokens := scan(s)
	for i := range tokens {
		at := i
		for n, part := range parts {
			if n > 0 {
				if at >= len(tokens) || s[tokens[at].from:tokens[at].to] != "." {
					at = -1
					break
				}
				at++
			}
			if at >= len(tokens) || tokens[at].kind != word && tokens[at].kind != quoted || plainToken(s, tokens[at]) != part {
				at = -1
				break
			}
			at++
		}
		if at > 0 {
			return tokens[i].from, tokens[at-1].to, true
		}
	}
	if len(parts) > 1 {
		return spelled(s, parts[len(parts)-1])
	}
	return 0, 0, false
}

// misplaced is where a text stops being SQL, for a message that names only the word: there, by PostgreSQL's grammar, else the last
// time it comes.
func misplaced(s, message string) (from, to int, ok bool) {
	if early.MatchString(message) {
		return len(s), len(s), true
	}
	found := nearWord.FindStringSubmatch(message)
	if found == nil {
		return 0, 0, false
	}
	at := -1
	var syntax *statement.SyntaxError
	if _, err := statement.Parse(s, statement.PostgreSQL, nil); errors.As(err, &syntax) {
		at = syntax.Position
	}
	for _, t := range scan(s) {
		if t.kind == comment || !strings.EqualFold(s[t.from:t.to], found[1]) {
			continue
		}
		from, to, ok = t.from, t.from, true // what is wrong may be what stands before: nothing is proposed
		if t.from == at {
			break
		}
	}
	return from, to, ok
}
