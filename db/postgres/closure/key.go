package closure

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// longest is how many bytes of a name a server keeps (NAMEDATALEN - 1); widest is what a letter outside ASCII takes at most, in
// any of its encodings.
const longest, widest = 63, 4

// key is what names are compared by: one for all that a server of any encoding may take for the same name. A server cuts a long
// name in its own encoding, the parser in UTF-8, and some servers make letters outside ASCII small.
func key(name string) string {
	if len(name) <= longest && !strings.ContainsFunc(name, foreignLetter) {
		return name
	}
	var b strings.Builder
	room := longest
	for _, r := range name {
		if room--; foreignLetter(r) {
			room -= widest - 1
		}
		if room < 0 {
			break
		}
		if foreignLetter(r) {
			r = unicode.ToLower(r)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func foreignLetter(r rune) bool { return r >= utf8.RuneSelf }

// has says that a name is among others.
func has(names []string, name string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return n == name || key(n) == key(name) })
}
