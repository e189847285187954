// Package fence makes text of a database fit to stand in a request to a model.
//
// Everything that comes from a database is untrusted: a comment may say "ignore your instructions". Four things stand in its
// way. It is never in the system message; it is fenced, with a mark that its author cannot know; text that speaks to a model,
// and not to a reader of the database, is left out; and whatever comes back is SQL that passes the guard, the catalogue and a
// look at where its names came from.
//
// The package imports the standard library alone.
package fence

import (
	"crypto/rand"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"
)

// Fence marks text as data. One mark serves the session, so that the provider's cache can hold what is fenced.
type Fence struct{ Mark string }

// New is a fence with a mark of its own.
func New() Fence {
	var b [5]byte
	rand.Read(b[:]) // never fails: crypto/rand ends the program when the system has no randomness
	return Fence{hex.EncodeToString(b[:])}
}

// Around fences a text, in which nothing can look like the fence.
func (f Fence) Around(kind, text string) string {
	text = strings.ReplaceAll(text, f.Mark, "")
	return "<data-" + f.Mark + " kind=\"" + kind + "\">\n" + text + "\n</data-" + f.Mark + ">"
}

// The longest texts that a prompt takes over, in runes.
const (
	Comment = 160
	Value   = 48
	Name    = 63 // PostgreSQL's own
)

// Clean brings untrusted text to one bounded line of visible characters; it is empty when the text speaks to a model.
func Clean(text string, limit int) string {
	line := strings.Join(strings.FieldsFunc(text, unwanted), " ")
	if speaksToModel(line) {
		return ""
	}
	if runes := []rune(line); len(runes) > limit {
		line = string(runes[:limit]) + "…"
	}
	return line
}

// unwanted are blanks, control characters, and characters that turn, join or hide text.
func unwanted(r rune) bool {
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs) || r == unicode.ReplacementChar ||
		r >= 0xfe00 && r <= 0xfe0f || r >= 0xe0100 && r <= 0xe01ef
}

// Usable says whether a name of the database may stand in a prompt.
func Usable(name string) bool {
	return Clean(name, Name) == name && !strings.ContainsAny(name, "<>`")
}

// speaksToModel says whether a text addresses a model: orders to it, its own vocabulary, statements to run, marks of
// chat formats. It is a sieve and not a wall, and may leave out a harmless comment: the SQL does not need it.
func speaksToModel(text string) bool {
	folded := foldLookalikes(text)
	for _, r := range speech {
		if r.MatchString(folded) {
			return true
		}
	}
	return false
}

var speech = []*regexp.Regexp{
	regexp.MustCompile(`\b(ignore|disregard|forget|override|bypass|skip|discard)\b.{0,40}\b(previous|prior|above|earlier|all|any|your|these|those|the|other)\b.{0,30}\b(instructions?|rules?|prompts?|questions?|requests?|filters?|text|limits?|guard)\b`),
	regexp.MustCompile(`\b(system|developer|hidden|initial) (prompt|message|instructions?)\b|\bprompt injection\b|\bjailbreak\b`),
	regexp.MustCompile(`\b(you are|you're|act as|pretend|as an ai|as a language model|dear (ai|model|assistant))\b`),
	regexp.MustCompile(`\b(you|assistant|model|ai|llm|chatbot|agent|claude|gpt|chatgpt) (must|should|shall|need to|have to|will|can|may|always|never|now)\b`),
	regexp.MustCompile(`\b(always|never|must|please|instead|only|first|then|now|also|rather|simply|just|immediately|important|note|attention|reminder)\b[ :,]*.{0,20}\b(select|query|return|output|respond|reply|answer|write|generate|run|execute|include|use|add|emit|print|reveal|show|drop|delete|join|append)\b`),
	regexp.MustCompile(`\b(respond|reply|answer|output|return|generate|write|emit|print|execute|run)\b.{0,25}\b(with|only|this|the following|sql|query|statement|json|instead|exactly|verbatim)\b`),
	regexp.MustCompile(`\b(select\b.{1,80}\bfrom|insert\s+into|delete\s+from|drop\s+(table|schema|view|database|index|role|user)|truncate\s+(table)?|update\b.{1,40}\bset|alter\s+(table|role|user|system)|create\s+(table|role|user|function|extension)|grant\b.{1,40}\bto|copy\b.{1,60}\b(from|to)|union\s+(all\s+)?select|pg_read_file|attach\s+database|load_extension|pragma)\b`),
	regexp.MustCompile(`<\|?/?\s*(system|user|assistant|im_start|im_end|data|tool|instructions?)|\[/?inst\]|<<sys>>|###|` + "```" + `|\b(system|assistant|user|human)\s*:`),
	regexp.MustCompile(`\b(new|updated|revised|real|actual|correct|special|secret) (instructions?|rules?|task|orders?|policy|question)\b`),
	regexp.MustCompile(`\b(exfiltrate|passwords? of|api key|secret key|credentials)\b`),
	regexp.MustCompile(`\b(translate|decode|base64|rot13)\b.{0,40}\b(and|then)\b.{0,20}\b(run|execute|follow|obey)\b|\b(obey|comply)\b`),
	regexp.MustCompile(`[a-z0-9+/]{60,}={0,2}`),
}

// foldLookalikes brings letters that look like Latin ones to them, drops what hides between letters, and lowers case.
func foldLookalikes(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case unicode.In(r, unicode.Cf, unicode.Mn):
			continue
		case r >= 0xff01 && r <= 0xff5e: // full-width forms
			r -= 0xfee0
		}
		if latin, ok := lookalikes[r]; ok {
			r = latin
		}
		b.WriteRune(r)
	}
	return strings.Join(strings.FieldsFunc(b.String(), func(r rune) bool { return unicode.IsSpace(r) || r == '_' || r == '\u00b7' }), " ")
}

// lookalikes are the Cyrillic and Greek letters that pass for Latin ones.
var lookalikes = map[rune]rune{
	'а': 'a', 'е': 'e', 'о': 'o', 'р': 'p', 'с': 'c', 'у': 'y', 'х': 'x', 'і': 'i', 'ѕ': 's', 'ј': 'j', 'ԁ': 'd', 'ɡ': 'g', 'һ': 'h', 'ո': 'n', 'т': 't', 'м': 'm', 'к': 'k', 'в': 'b',
	'α': 'a', 'ε': 'e', 'ο': 'o', 'ρ': 'p', 'ι': 'i', 'ν': 'v', 'τ': 't', 'υ': 'u', 'κ': 'k',
}
