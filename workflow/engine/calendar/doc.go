// Package calendar reads periods out of words: "last month", "Q3 2025", "from January to March", "year to date".
//
// Every way to say a period is one row of a table, and cases.txt beside its test holds one line a phrase:
//
//	readers   read.go, recurring.go, part.go    one period said by itself: a date, a month, a part of a period, a relative unit, a rolling span
//	ranges    range.go   two periods joined, or one that is open: "between X and Y", "since X", "before X", "X so far"
//
// Read gives the longest period of the first table, Range that of both. Periods are half-open, From ≤ x < To, in the
// user's time zone; a week begins on Monday. A period without a year that lies ahead is meant in the year before.
//
// Conventions: "last month" is the calendar month before this one; "last 30 days" reaches from 30 days back to the end of
// today; "last 12 months" from the same day 12 months back, and from the first of the month after that where figures are taken
// by month; "more than 90 days ago" is before the day 90 days back.
//
// The package imports the tokens and the standard library.
package calendar
