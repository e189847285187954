package schema

import (
	"regexp"
	"slices"
	"strings"
)

// This file reads the lists of codes that comments spell out, in the forms in which people write them.

// codeLetters bounds a code, codePhrase what is read of its meaning, both in bytes.
const (
	codeLetters = 12
	codePhrase  = 60
)

// The other forms in which comments list codes: "SE Sweden", "1 - low", "2) medium", "(A)ctive", "active (A)".
var (
	listedCode   = regexp.MustCompile(`^(?:and |or )?['"]?([A-Z0-9]{1,6})['"]?(?:\s*[-–)]\s+|\s+)(\p{L}[^,;(]*(?:\([^()]*\))?[^,;]*)$`)
	insideCode   = regexp.MustCompile(`^(?:and |or )?[([]([A-Z])[)\]](\p{Ll}[\p{L} -]*)$`)
	behindCode   = regexp.MustCompile(`^(?:and |or )?(\p{L}[\p{L} -]*?)\s*\(([A-Z0-9]{1,3})\)$`)
	goesOn       = regexp.MustCompile(`^\p{Ll}+ [\p{L} ]+$`)
	groupOfCodes = regexp.MustCompile(`^\s*[A-Z0-9]{1,6}(?:(?:,| and| or|,? \+)\s+[A-Z0-9]{1,6})+\s*(?:[.;)]|$)`)
)

// meaning is a code of a comment with what it means, and all that is said of it.
type meaning struct{ code, phrase, whole string }

// meanings reads the codes that a comment spells out.
func meanings(comment string) []meaning {
	comment = cutTo(comment, 4*commentLetters)
	var out []meaning
	at := assignments(comment)
	if list, ok := explainedList(comment, at); ok {
		return list
	}
	said := slices.DeleteFunc(slices.Clone(at), func(a assignment) bool { // what is empty, and what several codes are called together, is no code
		return strings.EqualFold(comment[a.code:a.codeEnd], "null") || groupOfCodes.MatchString(comment[a.end:])
	})
	if len(said) == 1 && strings.Contains(comment[said[0].from:said[0].end], ":") {
		if list := listedMeanings(comment[said[0].end:]); list != nil {
			return list // "status: C clean, D dirty"
		}
	}
	heading := ""
	for i, a := range at {
		if !slices.Contains(said, a) {
			continue
		}
		end := len(comment)
		if i+1 < len(at) {
			end = at[i+1].from
		}
		code, said := comment[a.code:a.codeEnd], comment[a.end:end]
		if i+1 < len(at) && strings.TrimSpace(said) == "" && comment[a.end-1] == ':' {
			heading = code // "Open: N = new, R = reopened"
			continue
		}
		whole := Clauses(said, 2)[0]
		out = append(out, meaning{code, strings.TrimSpace(upTo(said)), strings.TrimSpace(whole)})
		if heading != "" {
			out = append(out, meaning{code, heading, strings.TrimSpace(whole)})
		}
	}
	if len(out) > 0 {
		return out
	}
	return listedMeanings(comment)
}

// explainedList reads a comment in which a colon stands behind a word of a sentence, which is no code: what comes behind it explains the
// last code of a list ("L live, T trial run of the staff: not a sale"), is the list ("Check of identity: 0 not begun, 1 begun"), or tells
// something else. False for other comments.
func explainedList(comment string, at []assignment) ([]meaning, bool) {
	if len(at) != 1 || !explains(comment, at[0]) {
		return nil, false
	}
	if list := listedMeanings(comment[at[0].end:]); list != nil {
		return list, true
	}
	return listedMeanings(comment), true
}

// explains says that what was taken for a code is a plain word behind others, with a colon.
func explains(comment string, a assignment) bool {
	before := strings.TrimRight(comment[:a.code], blanks)
	word := comment[a.code:a.codeEnd]
	return comment[a.end-1] == ':' && before != "" && strings.IndexByte(";,(/|.\n", before[len(before)-1]) < 0 && word == strings.ToLower(word) && strings.ContainsAny(word, letters)
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// listedMeanings reads "SE Sweden, NO Norway" and the like; nil for fewer than two. What stands behind the last of them, between commas,
// goes on about it: "X cancelled, counts nowhere".
func listedMeanings(comment string) []meaning {
	var out []meaning
	for _, part := range parts(comment) {
		part = strings.TrimSpace(upTo(part))
		if m := insideCode.FindStringSubmatch(part); m != nil {
			word := strings.ToLower(m[1]) + m[2]
			out = append(out, meaning{m[1], word, word})
			continue
		}
		if m := listedCode.FindStringSubmatch(part); m != nil {
			if !strings.EqualFold(m[1], "null") {
				phrase, _, _ := strings.Cut(m[2], ": ")
				out = append(out, meaning{m[1], phrase, m[2]})
			}
		} else if m := behindCode.FindStringSubmatch(part); m != nil {
			out = append(out, meaning{m[2], m[1], m[1]})
		} else if n := len(out) - 1; n > 0 && goesOn.MatchString(part) && strings.Contains(comment, ", "+part) {
			out[n].whole += ", " + part
		}
	}
	if len(out) < 2 {
		return nil
	}
	return out
}

// listMarks are what parts of a list are set apart by, made into what one cut finds.
var listMarks = strings.NewReplacer(" / ", ";", " | ", ";", "|", ";", "\n", ";")

// parts are those of a list: cut at commas outside brackets, at semicolons, and at bars and strokes between blanks.
func parts(list string) []string {
	list = listMarks.Replace(list)
	var out []string
	depth, from := 0, 0
	for i, r := range list {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ';' || r == ',' && depth <= 0:
			out = append(out, list[from:i])
			from, depth = i+1, 0
		}
	}
	return append(out, list[from:])
}

// upTo cuts a meaning where the next part of the comment begins: at a semicolon, a full stop, or a comma outside brackets.
func upTo(text string) string {
	depth := 0
	for i, r := range text {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case depth <= 0 && (r == ';' || r == ',' || r == '|' || r == '\n' || r == '.' && (i+1 == len(text) || text[i+1] == ' ')):
			return text[:i]
		}
	}
	return text
}

// trailers are words that end the plain part of a meaning: "voided at the till" is voided.
var trailers = wordsOf("trailers")

// auxiliary are verbs that say nothing without what is behind "not": "do not disturb".
var auxiliary = wordsOf("auxiliary")

var articles = wordsOf("articles")

// remark finds what brackets add about rows of a code that holds of others as well: "notice given (still running)".
var remark = regexp.MustCompile(`(?i)^(?:still|also|even so) [\p{L}]+$`)

// phrases are the ways in which a meaning is said: whole, without what is in brackets, what is in brackets, and up to what
// goes on to explain.
func phrases(meant string) []string {
	var out []string
	as := func(text string) {
		text = strings.ToLower(strings.TrimSpace(text))
		if first, rest, ok := strings.Cut(text, " "); ok && articles[first] {
			text = rest
		}
		if len(text) > 1 && len(text) <= codePhrase && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	add := func(text string) {
		as(text)
		as(strings.ReplaceAll(text, "-", "")) // "email" of e-mail
	}
	plain, bracketed, _ := strings.Cut(meant, "(")
	add(plain)
	if inner, _, closed := strings.Cut(bracketed, ")"); closed && len(strings.Fields(inner)) <= 3 && !remark.MatchString(inner) {
		add(inner)
	}
	for _, part := range strings.Split(strings.ReplaceAll(plain, "/", " or "), " or ") {
		add(part)
		words := strings.Fields(part)
		if len(words) > 2 && len(words) <= mostStateWords+1 && articles[strings.ToLower(words[1])] {
			add(strings.Join(words[2:], " ")) // "made an offer"
		}
		for i, w := range words {
			if i > 0 && trailers[strings.ToLower(w)] {
				if !auxiliary[strings.ToLower(words[i-1])] {
					add(strings.Join(words[:i], " "))
				}
				break
			}
		}
	}
	return out
}

// whenNull finds what an empty column means, stateOf its opposite in the comment of a table.
var (
	whenNull = regexp.MustCompile(`(?i)\b(?:is |are )?(?:null|empty|blank)(:\s*|\s+(?:=\s*|means\s+|for\s+|while\s+|when\s+|until\s+|if\s+|as long as\s+))([^;.,)]+)`)
	stateOf  = regexp.MustCompile(`(?i)((?:open[ -])?\w+)\s+(?:while|when|if|as long as)\s+(\w+)\s+is\s+(?:null|empty|blank)`)
)

// idle are words of such a phrase that name no state.
var idle = wordsOf("idle")

// lacking are words behind which a phrase says on what its verb depends.
var lacking = wordsOf("lacking")

// states are the words of a phrase about an empty column that may say so by themselves: an adjective or a participle, not
// the thing.
func states(phrase string, things ...[]string) []string {
	words := Words(phrase)
	if len(words) == 0 || len(words) > 7 {
		return nil
	}
	if len(words) > 1 && slices.ContainsFunc(words[1:], func(w string) bool { return lacking[w] }) {
		return nil // "sold without reserve" is not all that is sold
	}
	var out []string
	said := 0
	for i, w := range words {
		thing := idle[w] || slices.ContainsFunc(things, func(t []string) bool { return contains(t, Lemma(w)) })
		said += boolToInt(!thing)
		doing := strings.HasSuffix(w, "ing") && (i == 0 || idle[words[i-1]]) // a "private booking" does nothing
		if !thing && (doing || strings.HasSuffix(w, "ive") || strings.HasSuffix(w, "ent") || Participle(w) || stative[w]) {
			out = append(out, w)
		}
	}
	if said > 1 {
		return nil // "posted automatically" is not all that is posted
	}
	return out
}

// refusals are words that turn such a phrase around: "null = nobody has picked it up" says of what is filled that it was picked up.
var refusals = wordsOf("refusals")

// saidOfEmpty is what the words of a phrase say of a column whose emptiness it explains, behind the word that joins them: those of
// "null until approved" and "null = not rated" hold where it is filled.
func saidOfEmpty(joiner, phrase string) Presence {
	if strings.EqualFold(strings.TrimSpace(joiner), "until") || slices.ContainsFunc(Words(phrase), func(w string) bool { return refusals[w] }) {
		return Filled
	}
	return Empty
}
