package dialog

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWords is how many words of an input detection looks at: what an input does is said early, and time stays bounded.
const maxWords = 48

// text is an input as words: lower case, split at everything that is no letter or digit, snake_case and camelCase apart.
// plain holds them as typed and stem in the singular, each with single blanks between, so that a run of words is a part
// of the string and costs no memory.
type text struct {
	plain, stem string
	plainAt     [maxWords + 1]uint16
	stemAt      [maxWords + 1]uint16
	n           int
	// asks says that the input ends in a question mark.
	asks bool
}

// Normalize is a name or value in the form that Vocabulary.Find is asked for: its words in lower case and the singular,
// with single blanks between. "CustomerOrders", "customer_orders" and "customer order" are one.
func Normalize(name string) string {
	var t text
	t.read(name)
	return t.stem
}

// read splits an input. Both forms share one allocation.
func (t *text) read(input string) {
	var b strings.Builder
	b.Grow(2*len(input) + 16)
	t.n = 0
	for rest := input; t.n < maxWords; {
		word, after := nextWord(rest)
		if word == "" {
			break
		}
		rest = after
		if t.n > 0 {
			b.WriteByte(' ')
		}
		t.plainAt[t.n] = uint16(b.Len())
		writeLower(&b, word)
		t.n++
	}
	end := b.Len()
	plain := b.String()
	t.plainAt[t.n] = uint16(end + 1)
	for i := range t.n {
		t.stemAt[i] = uint16(b.Len() - end)
		writeStem(&b, plain[t.plainAt[i]:t.plainAt[i+1]-1])
		b.WriteByte(' ')
	}
	t.stemAt[t.n] = uint16(b.Len() - end)
	whole := b.String()
	t.plain, t.stem = whole[:end], strings.TrimSuffix(whole[end:], " ")
	t.asks = strings.HasSuffix(strings.TrimRight(input, " \t\r\n\"'”)!"), "?")
}

// word is the i-th word as typed, in lower case; empty outside.
func (t *text) word(i int) string {
	if i < 0 || i >= t.n {
		return ""
	}
	return t.plain[t.plainAt[i] : t.plainAt[i+1]-1]
}

// stems is the run of words [from, to) in the singular.
func (t *text) stems(from, to int) string { return t.stem[t.stemAt[from] : t.stemAt[to]-1] }

// run is the run of words [from, to) as typed.
func (t *text) run(from, to int) string { return t.plain[t.plainAt[from] : t.plainAt[to]-1] }

// at says whether the words of a phrase stand at i.
func (t *text) at(i int, phrase string) bool {
	rest := t.plain[min(int(t.plainAt[i]), len(t.plain)):]
	return strings.HasPrefix(rest, phrase) && (len(rest) == len(phrase) || rest[len(phrase)] == ' ')
}

// nextWord cuts the first word off: a run of letters, marks and digits. An apostrophe inside stays out with what follows
// ("what's" → "what"), and a capital after a small letter begins a word ("firstName").
func nextWord(s string) (word, rest string) {
	start := strings.IndexFunc(s, wordRune)
	if start < 0 {
		return "", ""
	}
	s = s[start:]
	small := false
	for i, r := range s {
		switch {
		case r == '\'' || r == '’':
			return s[:i], afterApostrophe(s[i+utf8.RuneLen(r):])
		case !wordRune(r) || small && unicode.IsUpper(r):
			return s[:i], s[i:]
		}
		small = unicode.IsLower(r)
	}
	return s, ""
}

// afterApostrophe drops the ending of a contraction or genitive.
func afterApostrophe(s string) string {
	for _, ending := range []string{"s", "re", "ve", "ll", "d", "m", "t"} {
		if after, ok := strings.CutPrefix(s, ending); ok {
			if r, _ := utf8.DecodeRuneInString(after); !wordRune(r) || after == "" {
				return after
			}
		}
	}
	return s
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func writeLower(b *strings.Builder, word string) {
	for _, r := range word {
		b.WriteRune(unicode.ToLower(r))
	}
}

// writeStem writes a word in the singular by the common English endings; words that only look plural stay.
func writeStem(b *strings.Builder, word string) {
	switch n := len(word); {
	case n > 4 && strings.HasSuffix(word, "ies"):
		b.WriteString(word[:n-3])
		b.WriteByte('y')
	case n > 4 && (strings.HasSuffix(word, "sses") || strings.HasSuffix(word, "xes") || strings.HasSuffix(word, "ches") || strings.HasSuffix(word, "shes")):
		b.WriteString(word[:n-2])
	case n > 3 && word[n-1] == 's' && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "is"):
		b.WriteString(word[:n-1])
	default:
		b.WriteString(word)
	}
}
