package schema

import "strings"

// This file finds where comments go on and what they set equal, by hand: a database has many thousand comments, and each is read
// several times while it opens.

// Clauses are the parts of a comment, set apart by semicolons, line ends and full stops: n at most where n is above zero, the last
// of which is all the rest.
func Clauses(text string, n int) []string {
	var out []string
	from := 0
	for i := 0; i < len(text) && (n <= 0 || len(out) < n-1); {
		end := pastBlanks(text, i)
		switch behind := end + clauseMark(text[end:]); {
		case behind > end:
			out = append(out, text[from:i])
			from = pastBlanks(text, behind)
		case strings.Contains(text[i:end], "\n"):
			out = append(out, text[from:i])
			from = end
		default:
			i = max(end, i+1)
			continue
		}
		i = from
	}
	return append(out, text[from:])
}

// clauseMark is how long the mark is that sets clauses apart and with which a text begins; zero where there is none.
func clauseMark(text string) int {
	switch {
	case text == "":
		return 0
	case text[0] == ';', text[0] == '\n', text == ".":
		return 1
	case text[0] == '.' && blank(text[1]):
		return 2
	}
	return 0
}

// pastBlanks is where the blanks that begin at i end.
func pastBlanks(text string, i int) int {
	for i < len(text) && blank(text[i]) {
		i++
	}
	return i
}

// blanks are the letters that set words apart in comments.
const blanks = " \t\n\f\r"

func blank(c byte) bool { return strings.IndexByte(blanks, c) >= 0 }

// assignment is a place of a comment that says what a code means, in bytes: from what stands before the code to where its meaning
// begins.
type assignment struct{ from, code, codeEnd, end int }

// assignments finds "R = rejected", "1: active", "00 -> approved", "A means active".
func assignments(text string) []assignment {
	var out []assignment
	for i := 0; i < len(text); {
		a, ok := assignedAt(text, i)
		if !ok {
			i++
			continue
		}
		out = append(out, a)
		i = a.end
	}
	return out
}

// assignedAt is the assignment that begins at i: at the beginning of the text, or with what sets the code apart from what is before.
func assignedAt(text string, i int) (assignment, bool) {
	if strings.IndexByte(blanks+";,(/|.", text[i]) >= 0 {
		if a, ok := assignedBehind(text, i, i+1); ok {
			return a, true
		}
	}
	if i > 0 {
		return assignment{}, false
	}
	return assignedBehind(text, 0, 0)
}

// assignedBehind is the assignment whose code, maybe in quotation marks, begins at i.
func assignedBehind(text string, from, i int) (assignment, bool) {
	if i < len(text) && quote(text[i]) {
		i++
	}
	end := i
	for end < len(text) && end < i+codeLetters && codeLetter(text[end]) {
		end++
	}
	if end == i {
		return assignment{}, false
	}
	if means := meaningBehind(text, end); means > 0 {
		return assignment{from, i, end, means}, true
	}
	if end > i+1 && text[end-1] == '-' && end < len(text) && text[end] == '>' {
		return assignment{from, i, end - 1, end + 1}, true // "A->active", whose stroke might be of the code
	}
	return assignment{}, false
}

// equalMarks and equalWords are what stands between a code and what it means.
var (
	equalMarks = []string{"=>", "=", ":", "->", "→", "–"}
	equalWords = []string{"means", "stands for", "is for"}
)

// meaningBehind is where begins what the code that ends at i means; zero where nothing says so.
func meaningBehind(text string, i int) int {
	if i < len(text) && quote(text[i]) {
		i++
	}
	at := pastBlanks(text, i)
	rest := text[at:]
	for _, mark := range equalMarks {
		if strings.HasPrefix(rest, mark) {
			return at + len(mark)
		}
	}
	if at == i {
		return 0
	}
	for _, words := range equalWords {
		if strings.HasPrefix(rest, words) && len(rest) > len(words) && blank(rest[len(words)]) {
			return at + len(words) + 1
		}
	}
	return 0
}

func quote(c byte) bool { return c == '\'' || c == '"' }

func codeLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '+' || c == '-'
}
