package likeness

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"parley/db"
)

// Writing writes a cell so that what counts as equal is equal text.
type Writing func(db.Value) string

// null is a cell without a value where it is told from an empty text: no text begins so.
const null = "\x00"

// Full tells apart what a person would: numbers to nine digits, however they are held, and no value from an empty text.
func Full(v db.Value) string {
	if v == nil {
		return null
	}
	if f, ok := number(v, true); ok {
		return strconv.FormatFloat(f, 'g', 9, 64)
	}
	return db.Format(v)
}

// Digits is the writing of the question benchmarks: broken numbers to six digits, no value as empty text.
func Digits(v db.Value) string {
	switch v := v.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', 6, 64)
	}
	return db.Format(v)
}

// Cents is the writing for analysts: numbers to two decimals, those below one to three digits; moments at midnight, months and
// quarters as their first day.
func Cents(v db.Value) string {
	if v == nil {
		return ""
	}
	if f, ok := number(v, false); ok {
		if math.Abs(f) >= 1 {
			return strconv.FormatFloat(f, 'f', 2, 64)
		}
		return strconv.FormatFloat(f, 'g', 3, 64)
	}
	return firstDay(strings.TrimSpace(db.Format(v)))
}

// number is the number that a value is; texts are when they read as one.
func number(v db.Value, texts bool) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case db.Exact:
		return parsed(string(v))
	case string:
		if texts {
			return parsed(v)
		}
	}
	return 0, false
}

func parsed(s string) (float64, bool) {
	f, err := strconv.ParseFloat(s, 64)
	return f, err == nil
}

var (
	midnight = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)([ T]00:00:00(\.0+)?)?([+-]\d\d(:\d\d)?|Z)?$`)
	month    = regexp.MustCompile(`^\d{4}-\d\d$`)
	quarter  = regexp.MustCompile(`^(\d{4})-Q([1-4])$`)
)

// firstDay is the day that a text names; other texts are as they were.
func firstDay(s string) string {
	if m := midnight.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if month.MatchString(s) {
		return s + "-01"
	}
	if m := quarter.FindStringSubmatch(s); m != nil {
		return m[1] + [...]string{"-01-01", "-04-01", "-07-01", "-10-01"}[m[2][0]-'1']
	}
	return s
}
