package judgement

import (
	"regexp"
	"strings"

	"parley/db/statement"
)

// Some inputs have one meaning whoever reads them: a number of rows, and an order by a column that is named as it is spelled. They
// are answered by rules alone, and make the answer neither surer nor less sure than what they change. Both the words and what was
// made of them must say so: the words are nothing but the command, and the statement differs in that clause alone.

var (
	cutting = regexp.MustCompile(`(?i)^(?:please )?(?:only )?(?:the )?(limit|top|first)(?: it| them)?(?: to)? (\d+)(?: rows)?[.!]?$`)
	sorting = regexp.MustCompile(`(?i)^(?:please )?(?:sort|order)(?:ed)?(?: it| them| these| those)? by ("[^"]+"|[\w ]+?)(?: (?:asc|desc|ascending|descending))?[.!]?$`)
)

// Command says whether an input is nothing but a number of rows or an order by something named.
func Command(input string) bool {
	input = strings.TrimSpace(input)
	return cutting.MatchString(input) || sorting.MatchString(input)
}

// Certain says whether a statement is what such an input makes of the one before, and nothing else.
func Certain(input string, before, after *statement.Statement) bool {
	if before == nil || after == nil || !Command(input) {
		return false
	}
	changes := statement.Compare(before, after).Changes
	if len(changes) != 1 {
		return false
	}
	input = strings.TrimSpace(input)
	cut, sort := cutting.FindStringSubmatch(input), sorting.FindStringSubmatch(input)
	switch changes[0].Kind {
	case statement.AddedLimit, statement.ChangedLimit:
		return cut != nil && limitIs(after, cut[2]) && (!strings.EqualFold(cut[1], "top") || ordered(after))
	case statement.AddedOrder, statement.ChangedOrder, statement.ReversedOrder:
		return sort != nil && ordersBy(after, strings.Trim(sort[1], `"`))
	default:
		return false
	}
}

func limitIs(s *statement.Statement, number string) bool {
	query, err := s.Query()
	return err == nil && query.Limit.SQL() == number
}

// ordered says whether there is an order that "top" may speak of.
func ordered(s *statement.Statement) bool {
	query, err := s.Query()
	return err == nil && len(query.OrderBy) > 0
}

// ordersBy says whether a statement's only key is the column or the alias with that name.
func ordersBy(s *statement.Statement, name string) bool {
	query, err := s.Query()
	if err != nil || len(query.OrderBy) != 1 {
		return false
	}
	same := func(other string) bool {
		return strings.EqualFold(strings.ReplaceAll(other, "_", " "), strings.ReplaceAll(name, "_", " "))
	}
	key := query.OrderBy[0].Expr
	if _, column, ok := key.AsColumn(); ok {
		return same(column)
	}
	for _, item := range query.Items {
		if item.Alias != "" && item.Expr.SQL() == key.SQL() {
			return same(item.Alias)
		}
	}
	return false
}
