package calendar

import (
	"strings"
	"time"
)

// UnitStart is the beginning of the unit that holds t; a week starts on Monday.
func UnitStart(unit string, t time.Time) time.Time {
	y, m, d := t.Date()
	switch unit {
	case "week":
		return time.Date(y, m, d-(int(t.Weekday())+6)%7, 0, 0, 0, 0, t.Location())
	case "month":
		return time.Date(y, m, 1, 0, 0, 0, 0, t.Location())
	case "quarter":
		return time.Date(y, m-(m-1)%3, 1, 0, 0, 0, 0, t.Location())
	case "year":
		return time.Date(y, 1, 1, 0, 0, 0, 0, t.Location())
	case "decade":
		return time.Date(y-y%10, 1, 1, 0, 0, 0, 0, t.Location())
	}
	return time.Date(y, m, d, 0, 0, 0, 0, t.Location())
}

// AddUnits is n calendar units after t; days where the unit is none.
func AddUnits(unit string, t time.Time, n int) time.Time {
	switch unit {
	case "week":
		return t.AddDate(0, 0, 7*n)
	case "month":
		return t.AddDate(0, n, 0)
	case "quarter":
		return t.AddDate(0, 3*n, 0)
	case "year":
		return t.AddDate(n, 0, 0)
	case "decade":
		return t.AddDate(10*n, 0, 0)
	case "hour":
		return t.Add(time.Duration(n) * time.Hour)
	}
	return t.AddDate(0, 0, n)
}

// Unit is the calendar unit that a word names ("months" → month); empty when it names none.
func Unit(word string) string {
	w := strings.TrimSuffix(word, "s")
	switch w {
	case "day", "week", "month", "quarter", "year", "decade", "hour":
		return w
	case "daily":
		return "day"
	case "weekly", "monthly", "quarterly", "yearly", "hourly":
		return strings.TrimSuffix(w, "ly")
	case "annual", "annually":
		return "year"
	}
	return ""
}
