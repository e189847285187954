package db

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Format is one cell as text, raw: NULL as "NULL", bytes as \x and hexadecimal digits.
// What it returns may hold escape sequences: it goes through Visible before it is shown.
func Format(v Value) string {
	switch v := v.(type) {
	case nil:
		return "NULL"
	case string:
		return v
	case Exact:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return formatFloat(v)
	case bool:
		return strconv.FormatBool(v)
	case []byte:
		return `\x` + hex.EncodeToString(v)
	case Clipped:
		return fmt.Sprintf("%s… (%s)", v.Text, formatSize(v.Size))
	default:
		return fmt.Sprint(v)
	}
}

// formatFloat writes plain digits where a person would, and keeps every bit: reading it back gives v.
func formatFloat(v float64) string {
	if a := max(v, -v); a >= 1e-4 && a < 1e15 {
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Cell is a value as a table shows it, safe for a terminal. Of a float it shows the 15 digits that any double holds (IEEE
// 754's DBL_DIG, what SQLite's own shell shows): 8019.44, not 8019.4400000000005, which a sum over cents comes to. Format
// keeps every bit.
func Cell(v Value) string {
	f, ok := v.(float64)
	if !ok {
		return Visible(Format(v))
	}
	short, err := strconv.ParseFloat(strconv.FormatFloat(f, 'g', 15, 64), 64)
	if err != nil { // the largest doubles, rounded up, are none
		return formatFloat(f)
	}
	return formatFloat(short)
}

// formatSize is a number of bytes for people: "12 kB", "3.4 MB".
func formatSize(n int) string {
	if n < 1e6 {
		return fmt.Sprintf("%d kB", n/1e3)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

// Visible makes a string safe for a terminal: control characters become their pictures (␛, ␊), bytes that are no UTF-8
// and characters that turn or hide text become escapes (\xff, \u202e). Text without any is returned as it is.
func Visible(s string) string {
	at := strings.IndexFunc(s, hidden)
	if at < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s) + 8)
	b.WriteString(s[:at])
	for i := at; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		writeVisible(&b, r, s[i:i+n])
		i += n
	}
	return b.String()
}

func writeVisible(b *strings.Builder, r rune, raw string) {
	switch {
	case r == utf8.RuneError && len(raw) == 1:
		fmt.Fprintf(b, `\x%02x`, raw[0])
	case r < 0x20:
		b.WriteRune('\u2400' + r)
	case r == 0x7f:
		b.WriteRune('\u2421')
	case hidden(r):
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		b.WriteRune(r)
	}
}

// hidden says whether a character acts on the terminal or on the text around it instead of showing itself. Joiners
// (U+200C, U+200D) stay: scripts and emoji need them. RuneError stands for bytes that are no UTF-8 as well.
func hidden(r rune) bool {
	switch {
	case r < 0x20, r >= 0x7f && r < 0xa0, r == utf8.RuneError:
		return true
	case r < 0x200b:
		return r == 0xad || r == 0x61c || r == 0x115f || r == 0x1160 || r == 0x180e // blank fillers among them
	case r == 0x200c, r == 0x200d:
		return false
	case r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2060 && r <= 0x206f, r == 0xfeff:
		return true
	case r == 0x3164, r == 0xffa0, r >= 0xfff9 && r <= 0xfffb: // blank fillers, and marks of annotations
		return true
	case r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return unicode.Is(unicode.Cc, r)
}

// Thousands is a number of rows for people: "1,000,000".
func Thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
