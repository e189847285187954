package db

import (
	"strings"
	"time"
)

// clocks are how databases and statements write times; figures of parts of a second may follow the seconds of each.
var clocks = []string{
	time.DateOnly, time.DateTime, "2006-01-02T15:04:05", "2006-01-02 15:04", time.RFC3339,
	"2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05-07", "2006-01-02 15:04:05-07:00:00",
}

// Clock is a value that lies on the calendar as its own clock shows it, whichever zone that is in: the ends of a period that is asked for
// are written by that clock, too.
func Clock(v Value) (time.Time, bool) {
	switch v := v.(type) {
	case time.Time:
		return wallTime(v), true
	case string, Exact:
		text := strings.TrimSpace(Format(v))
		for _, layout := range clocks {
			if t, err := time.Parse(layout, text); err == nil {
				return wallTime(t), true
			}
		}
	}
	return time.Time{}, false
}

func wallTime(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), time.UTC)
}
