package memory

import (
	"regexp"
	"strings"

	"parley/dialog"
)

// private are words of column names whose values are nobody's business in a log.
var private = []string{"phone", "mobile", "tel", "telephone", "fax", "cell", "msisdn", "mail", "email", "card", "iban", "account number", "token",
	"secret", "password", "ssn", "passport", "recipient", "ip", "key", "pin", "birth", "salary", "address"}

// privateValue looks like a phone number, a card number or a mail address, whatever the column.
var privateValue = regexp.MustCompile(`^\+?[\d][\d ()./-]{6,}\d$|^[^\s@]+@[^\s@]+\.[^\s@]+$`)

// plainDate is no phone number though it is made of digits and hyphens.
var plainDate = regexp.MustCompile(`^\d{4}-\d{2}-\d{2}([ T].*)?$`)

// Mask is a value as a log may show it: "****5678" in columns that look like phone, mail, card or token, and for values
// that look like it; others as they are. Four characters stay, and none of a value shorter than nine.
func Mask(column, value string) string {
	if !Private(column) && (!privateValue.MatchString(value) || plainDate.MatchString(value)) {
		return value
	}
	runes := []rune(value)
	if len(runes) < 9 {
		return "****"
	}
	return "****" + string(runes[len(runes)-4:])
}

// Private says whether a column's name promises values that logs must not show.
func Private(column string) bool {
	name := " " + dialog.Normalize(column) + " "
	for _, word := range private {
		if strings.Contains(name, " "+word+" ") {
			return true
		}
	}
	return false
}

// Masked is the parameter as a log may show it.
func (p Parameter) Masked() string {
	masked := make([]string, len(p.Values))
	for i, v := range p.Values {
		masked[i] = Mask(p.Column, v)
	}
	p.Values = masked
	return p.String()
}

// saidPrivate finds what looks like a phone number, a card number or a mail address in a sentence.
var saidPrivate = regexp.MustCompile(`\+?\d[\d ()./-]{6,}\d|[^\s@<>"'(),;]+@[^\s@<>"'(),;]+\.[^\s@<>"'(),;.?!]+`)

// MaskText is what somebody said as a log may show it: what looks like a phone number, a card number or a mail address is
// masked, with blanks in it and punctuation after it too.
func MaskText(text string) string {
	return saidPrivate.ReplaceAllStringFunc(text, func(found string) string { return Mask("", found) })
}
