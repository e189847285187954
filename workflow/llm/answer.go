package llm

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// answer is what a model says about one input: the keys of the JSON schema, and of the tool's arguments.
type answer struct {
	Intent        string        `json:"intent"`
	Standalone    string        `json:"standalone_question"`
	SQL           string        `json:"sql"`
	Explanation   string        `json:"explanation"`
	Assumptions   []string      `json:"assumptions"`
	Clarification clarification `json:"clarification"`
}

// clarification is a question back; Question is empty when there is none.
type clarification struct {
	Question string   `json:"question"`
	Options  []option `json:"options"`
}

// option is one reading to choose from.
type option struct {
	Reading string `json:"reading"`
	SQL     string `json:"sql"`
}

// answerName is what the schema and the tool are called.
const answerName = "answer"

// answerSchema has no optional keys and no nulls: not every server that forces a schema knows them.
func answerSchema() map[string]any {
	text := map[string]any{"type": "string"}
	texts := map[string]any{"type": "array", "items": text}
	options := map[string]any{"type": "array", "items": object(map[string]any{"reading": text, "sql": text}, "reading", "sql")}
	return object(map[string]any{
		"intent":              map[string]any{"type": "string", "enum": []string{"new_query", "refinement"}},
		"standalone_question": text,
		"sql":                 text,
		"explanation":         text,
		"assumptions":         texts,
		"clarification":       object(map[string]any{"question": text, "options": options}, "question", "options"),
	}, "intent", "standalone_question", "sql", "explanation", "assumptions", "clarification")
}

func object(properties map[string]any, required ...string) map[string]any {
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// readAnswer finds the answer in what a model wrote: the JSON object itself, one inside a code block or prose, or, last,
// SQL inside prose. Where it wrote several statements, SQL has them all: the guard says that one is allowed, and nothing is left
// out unsaid. ok is false when there is none of them.
func readAnswer(text string) (a answer, ok bool) {
	if len(text) > longestAnswer {
		return answer{}, false
	}
	text = thinking.ReplaceAllString(text, "")
	taken := ""
	for _, candidate := range objects(text) {
		var found answer
		if strings.Contains(taken, candidate) || json.Unmarshal([]byte(candidate), &found) != nil || !found.says() {
			continue
		}
		taken += candidate
		if found = found.trimmed(); !ok {
			a, ok = found, true
		} else if !strings.Contains(a.SQL, found.SQL) {
			a.SQL += ";\n" + found.SQL
		}
	}
	if ok {
		return a, true
	}
	if sql := sqlInside(text); sql != "" {
		return answer{SQL: sql}, true
	}
	return answer{}, false
}

// longestAnswer is how many bytes a model may write: a statement needs a few thousand, and to look through millions takes minutes.
const longestAnswer = 256 << 10

// says whether there is anything in the answer.
func (a answer) says() bool {
	return strings.TrimSpace(a.SQL) != "" || a.Clarification.Question != "" || a.Explanation != ""
}

func (a answer) trimmed() answer {
	a.SQL = strings.TrimSpace(a.SQL)
	if m := block.FindStringSubmatch(a.SQL); m != nil {
		a.SQL = strings.TrimSpace(m[1])
	}
	a.Explanation = bounded(a.Explanation, 2000)
	a.Standalone = bounded(a.Standalone, 500)
	a.Clarification.Question = bounded(a.Clarification.Question, 500)
	return a
}

// bounded cuts a model's text to so many runes.
func bounded(text string, limit int) string {
	text = strings.TrimSpace(text)
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
}

var (
	// thinking is what local models write before they answer.
	thinking = regexp.MustCompile(`(?is)<think(?:ing)?>.*?</think(?:ing)?>`)
	block    = regexp.MustCompile("(?s)```[a-zA-Z]*[ \t]*\n?(.*?)```")
	opening  = regexp.MustCompile(`(?im)^[ \t>*]*((?:select|with|values|table)\b)`)
	// further is a statement that stands behind another, or in a block of its own; what stands before it may be comment.
	further = regexp.MustCompile(`(?is)^(?:\s|;|--[^\n]*\n|/\*.*?\*/)*(?:select\b|values\b|table\b|with\s+(?:recursive\s+)?\S+\s+as\b|insert\s+into\b|update\s+\S+\s+set\b|delete\s+from\b|merge\s+into\b|` +
		`(?:drop|create|alter|truncate|copy|grant|revoke|reindex|vacuum|analyze|refresh|lock|notify|listen|explain|pragma|attach|detach|install|load|export|checkpoint|begin|commit|rollback|execute|prepare|deallocate|declare|comment|security)\b|` +
		`call\s+\S+\s*\(|do\s+(?:\$|language\b)|set\s+(?:\S+\s*(?:=|to\b)|role\b|session\b|local\b|transaction\b))`)
)

// mostObjects bounds how many braces are tried: a text of braces alone must not take long.
const mostObjects = 64

// objects are the texts that may be the JSON object: the whole, and balanced pairs of braces, in order.
func objects(text string) []string {
	out := []string{strings.TrimSpace(text)}
	for i, tried := 0, 0; i < len(text) && tried < mostObjects; i++ {
		if text[i] != '{' {
			continue
		}
		tried++
		if end := closing(text[i:]); end > 0 {
			out = append(out, text[i:i+end])
		}
	}
	return out
}

// closing is the length of the object that starts the text, 0 when its brace is never closed.
func closing(text string) int {
	depth, inString := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// sqlInside finds SQL in prose: a code block that holds a query, else the lines from the first that starts one up to a
// semicolon or an empty line. Whether it is SQL, the parser decides.
func sqlInside(text string) string {
	var bodies []string
	for _, m := range block.FindAllStringSubmatch(text, -1) {
		body := strings.TrimSpace(m[1])
		if (opening.MatchString(body) || len(bodies) > 0 && further.MatchString(body)) && !slices.Contains(bodies, body) {
			bodies = append(bodies, body)
		}
	}
	if len(bodies) > 0 {
		return strings.Join(bodies, ";\n")
	}
	at := opening.FindStringSubmatchIndex(text)
	if at == nil {
		return ""
	}
	rest := text[at[2]:]
	if end := strings.IndexByte(rest, ';'); end >= 0 {
		if further.MatchString(rest[end:]) {
			return strings.TrimSpace(rest)
		}
		return strings.TrimSpace(rest[:end])
	}
	rest, _, _ = strings.Cut(rest, "\n\n")
	return strings.TrimSpace(rest)
}
