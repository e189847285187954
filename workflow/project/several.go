package project

import (
	"regexp"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// This file reads conditions that say several things of the same rows ("sent invoices whose due date has passed"), and moments that are
// compared with the day on which the question is asked.

// several are conditions on the same rows, around their noun or joined by "and"; all of them must be read.
func (s *Student) several(text string, home *schema.Table) (statement.Expr, bool) {
	words := strings.Fields(text)
	for at := 1; at+1 < len(words); at++ {
		before, after := strings.Join(words[:at], " "), strings.Join(words[at+1:], " ")
		t := s.exactTable(words[at])
		if strings.EqualFold(words[at], "and") {
			t = home
		}
		if t == nil || home != nil && t != home {
			continue
		}
		l, left := s.conditionOn(before, t)
		if !left {
			continue
		}
		if r, right := s.conditionOn(after, t); right {
			return statement.And(l, r), true
		}
	}
	return statement.Expr{}, false
}

// comparedNow is a moment before or after today, which is another day every day: "due before today".
func (s *Student) comparedNow(words, sign, than string, home *schema.Table) (statement.Expr, bool) {
	if !today.MatchString(than) {
		return statement.Expr{}, false
	}
	if strings.Contains(strings.TrimSpace(words), " ") && len(s.dated(words, home)) == 0 {
		return statement.Expr{}, false // words of which only some are a moment's say more than when
	}
	c := s.moment(words, home)
	if c == nil {
		return statement.Expr{}, false
	}
	day, err := Expression(currentDay(s.Dialect), s.Dialect, nil)
	return statement.Binary(sign, statement.Column(c.Table.Name, c.Name), day), err == nil
}

// today are words for the day of the question; gone and ahead say of a moment that it is before or after it.
var (
	today = regexp.MustCompile(`(?i)^(?:today|now|the current (?:date|day)|the present day|this day)$`)
	gone  = regexp.MustCompile(`(?i)^(.+?) (?:has |have |is |are |was |were )?(?:already |long )?(?:passed|elapsed|gone by|(?:lies |lie )?in the past)$`)
	ahead = regexp.MustCompile(`(?i)^(.+?) (?:is |are )?(?:still )?(?:(?:lies |lie )?in the future|(?:lies |lie )?ahead)$`)
)

// sinceToday writes what is said of a moment that has passed as what it is compared with.
func sinceToday(text string) string {
	return ahead.ReplaceAllString(gone.ReplaceAllString(text, "$1 before today"), "$1 after today")
}

// currentDay is the day of the question in SQL.
func currentDay(d statement.Dialect) string {
	if d == statement.SQLite {
		return "date('now')"
	}
	return "current_date"
}
