package tag

import (
	"slices"
	"strings"

	"parley/workflow/schema"
)

// share gives each of two words that stand before one noun the noun: "first and last name" reads as "first name and
// last name". It does so only where the schema has both names.
func share(tokens []Token, book *phrasebook) []Token {
	for i := 1; i+2 < len(tokens); i++ {
		joint := tokens[i].Lower
		if joint != "and" && joint != "or" && joint != "," && joint != "&" || !plainWords(tokens[i-1], tokens[i+1], tokens[i+2]) {
			continue
		}
		noun := tokens[i+2]
		if book.whole(tokens[i-1].Lower, noun.Lower) && book.whole(tokens[i+1].Lower, noun.Lower) && !book.whole(tokens[i-1].Lower) {
			tokens = slices.Insert(slices.Clone(tokens), i, noun)
			i++
		}
	}
	return tokens
}

func plainWords(tokens ...Token) bool {
	for _, t := range tokens {
		if t.Quoted || t.Lower == "" || !IsWordRune(rune(t.Lower[0])) {
			return false
		}
	}
	return true
}

// splitNames cuts a quoted first and last name in two: "Ann Lee" where one column holds Ann and its neighbour Lee.
func splitNames(tokens []Token, x *schema.Index) []Token {
	var out []Token
	for _, t := range tokens {
		if first, last, ok := personal(t, x); ok {
			out = append(out, first, last)
			continue
		}
		out = append(out, t)
	}
	return out
}

func personal(t Token, x *schema.Index) (first, last Token, ok bool) {
	at := strings.IndexByte(t.Text, ' ')
	if !t.Quoted || at < 0 || strings.Count(t.Text, " ") != 1 || len(x.Values(t.Text)) > 0 {
		return t, t, false
	}
	first, last = t, t
	first.Text, first.Lower = t.Text[:at], t.Lower[:at]
	last.Text, last.Lower = t.Text[at+1:], t.Lower[at+1:]
	for _, a := range x.Values(first.Text) {
		for _, b := range x.Values(last.Text) {
			if a.Column.Table == b.Column.Table && len(a.Column.Table.Label) == 2 && slices.Contains(a.Column.Table.Label, a.Column) && slices.Contains(a.Column.Table.Label, b.Column) && a.Column != b.Column {
				return first, last, true
			}
		}
	}
	return t, t, false
}

// IsWordRune says that a sign of a word in lower case is a letter or a digit.
func IsWordRune(r rune) bool {
	return r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r > 127
}
