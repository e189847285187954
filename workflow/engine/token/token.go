package token

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/workflow/engine/english"
	"parley/workflow/schema"
)

// Token is one word, number, quoted text or mark of the input.
type Token struct {
	// Text is as typed, without quotes; Lower in lower case; Lemma its dictionary form.
	Text, Lower, Lemma string
	// Start and End are byte offsets in the input, quotes included.
	Start, End int
	// Quoted says that the text stood in quotes, or is the letter of "an a": a value, never a cue.
	Quoted bool
	// Capital says that the word begins with a capital letter, not at the start of a sentence.
	Capital bool
	// Definite says that "the" stands right before the word.
	Definite bool
}

// closing gives the quote that ends a quotation.
var closing = map[rune]rune{'"': '"', '\'': '\'', '‘': '’', '’': '’', '“': '”', '”': '”', '`': '`'}

// Tokenize cuts an input into tokens. "'s" is a token of its own; numbers keep their signs, points, colons and hyphens
// ("2018-03-01", "16:30", "$1,000", "12.5%").
func Tokenize(input string) []Token {
	var out []Token
	start := true
	for i := 0; i < len(input); {
		r, size := utf8.DecodeRuneInString(input[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
			continue
		case closing[r] != 0:
			if t, ok := quotation(input, i, size, closing[r]); ok {
				out = append(out, t)
				i = t.End
				start = false
				continue
			}
		}
		end := wordEnd(input, i)
		if dash := rangeDash(input[i:end]); dash > 0 && len(out) > 0 && english.OpensRange[out[len(out)-1].Lower] {
			to := newToken(input, i+dash, i+dash+1)
			to.Lower, to.Lemma = "to", "to"
			out = append(out, newToken(input, i, i+dash), to, newToken(input, i+dash+1, end))
			i = end
			continue
		}
		t := newToken(input, i, end)
		t.Capital = !start && unicode.IsUpper(r)
		t.Quoted = t.Lower == "a" && len(out) > 0 && english.BeforeLetter[out[len(out)-1].Lower]
		t.Definite = len(out) > 0 && out[len(out)-1].Lower == "the"
		out = append(out, t)
		start = t.Text == "." || t.Text == "?" || t.Text == "!" || t.Text == ":"
		i = end
	}
	return out
}

// rangeDash is where the dash of "10-20" stands, 0 where a text is no such range: the greater number comes last. Without a word that opens
// a range it may be a code.
func rangeDash(text string) int {
	low, high, ok := strings.Cut(text, "-")
	if !ok || low == "" {
		return 0
	}
	from, numeric := ParseNumber(low)
	to, both := ParseNumber(high)
	if !numeric || !both || from >= to || strings.HasPrefix(low, "0") || strings.HasPrefix(high, "0") {
		return 0
	}
	return len(low)
}

func newToken(input string, from, to int) Token {
	text := input[from:to]
	lower := strings.ToLower(strings.ReplaceAll(text, "’", "'"))
	return Token{Text: text, Lower: lower, Lemma: schema.Lemma(lower), Start: from, End: to}
}

// quotation reads quoted text at i; not ok when the mark is an apostrophe or is never closed.
func quotation(input string, i, size int, end rune) (Token, bool) {
	if i > 0 {
		if before, _ := utf8.DecodeLastRuneInString(input[:i]); unicode.IsLetter(before) || unicode.IsDigit(before) {
			return Token{}, false
		}
	}
	for j := i + size; j < len(input); {
		r, n := utf8.DecodeRuneInString(input[j:])
		after, _ := utf8.DecodeRuneInString(input[j+n:])
		if (r == end || r == '\'' && end == '’') && !unicode.IsLetter(after) && !unicode.IsDigit(after) && j > i+size {
			t := newToken(input, i+size, j)
			t.Start, t.End, t.Quoted = i, j+n, true
			t.Text = strings.TrimSpace(t.Text)
			return t, true
		}
		j += n
	}
	return Token{}, false
}

// wordEnd is where the token that starts at i ends.
func wordEnd(input string, i int) int {
	r, size := utf8.DecodeRuneInString(input[i:])
	switch {
	case unicode.IsDigit(r), strings.ContainsRune("$€£#+-", r) && i+size < len(input) && isDigit(input[i+size]):
		return numberEnd(input, i+size)
	case strings.HasPrefix(input[i:], "'s"), strings.HasPrefix(input[i:], "’s"):
		return i + size + 1
	case r == '>' || r == '<' || r == '=' || r == '!':
		if i+1 < len(input) && (input[i+1] == '=' || input[i+1] == '>') {
			return i + 2
		}
		return i + size
	case !unicode.IsLetter(r) && r != '_':
		return symbolEnd(input, i)
	}
	for j := i + size; j < len(input); j += size {
		r, size = utf8.DecodeRuneInString(input[j:])
		if !inWord(input, j, r, size) {
			return j
		}
	}
	return len(input)
}

// symbolEnd is where the sign at i ends: a picture may be several characters joined, coloured, or a flag's two letters.
func symbolEnd(input string, i int) int {
	const joiner = '\u200d'
	first, size := utf8.DecodeRuneInString(input[i:])
	flag, joined := regional(first), false
	for i += size; i < len(input); i += size {
		var r rune
		r, size = utf8.DecodeRuneInString(input[i:])
		switch {
		case joined && unicode.Is(unicode.So, r), flag && regional(r), r == joiner, unicode.Is(unicode.M, r), r >= 0x1f3fb && r <= 0x1f3ff:
			flag, joined = false, r == joiner
		default:
			return i
		}
	}
	return i
}

// regional says that a character is one of the two letters of a flag.
func regional(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// inWord says whether the rune at j goes on with a word: letters, digits, marks inside a word ("AC/DC", "e-mail",
// "ACCT-211", "a.b@c.org"), and the apostrophe of "don't" but not of "student's".
func inWord(input string, j int, r rune, size int) bool {
	if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '_' {
		return true
	}
	after, _ := utf8.DecodeRuneInString(input[j+size:])
	inside := unicode.IsLetter(after) || unicode.IsDigit(after)
	switch r {
	case '-', '/', '@', '&', '.':
		return inside
	case '\'', '’':
		return after == 't' && strings.HasSuffix(input[:j], "n")
	}
	return false
}

func numberEnd(input string, j int) int {
	for j < len(input) {
		c := input[j]
		next := j+1 < len(input) && (isDigit(input[j+1]) || isLetter(input[j+1]))
		switch {
		case isDigit(c), isLetter(c), c == '%':
			j++
		case strings.IndexByte(",.:-/_", c) >= 0 && next && (c != ',' || isDigit(input[j+1])):
			j++
		default:
			return j
		}
	}
	return j
}

func isDigit(c byte) bool  { return c >= '0' && c <= '9' }
func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
