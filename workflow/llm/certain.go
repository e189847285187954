package llm

import (
	"regexp"
	"strings"

	"parley/db/statement"
	"parley/workflow"
)

// With the model first, the rules answer alone what has one meaning whoever reads it: a number of rows, and an order by a
// column that is named as it is spelled. Both the words and what the rules made of them must say so: the words are
// nothing but the command, and the statement differs in that clause alone.

var (
	cutting = regexp.MustCompile(`(?i)^(?:please )?limit(?: it| them)?(?: to)? (\d+)(?: rows)?[.!]?$`)
	sorting = regexp.MustCompile(`(?i)^(?:please )?(?:sort|order)(?:ed)?(?: it| them| these| those)? by ("[^"]+"|[\w ]+?)(?: (?:asc|desc|ascending|descending))?[.!]?$`)
)

// certain is what the rules make of an input that leaves nothing to be judged; nil for any other.
func certain(r workflow.Refine, rules rules) *workflow.Draft {
	input := strings.TrimSpace(r.Question)
	cut, sort := cutting.FindStringSubmatch(input), sorting.FindStringSubmatch(input)
	if r.Current == nil || cut == nil && sort == nil {
		return nil
	}
	draft, err := rules()
	if err != nil || draft.Coverage < 1 {
		return nil
	}
	changes := statement.Compare(r.Current, draft.Statement).Changes
	if len(changes) != 1 {
		return nil
	}
	ok := false
	switch changes[0].Kind {
	case statement.AddedLimit, statement.ChangedLimit:
		ok = cut != nil && limitIs(draft.Statement, cut[1])
	case statement.AddedOrder, statement.ChangedOrder, statement.ReversedOrder:
		ok = sort != nil && ordersBy(draft.Statement, strings.Trim(sort[1], `"`))
	default:
	}
	if !ok {
		return nil
	}
	return draft
}

func limitIs(s *statement.Statement, number string) bool {
	query, err := s.Query()
	return err == nil && query.Limit.SQL() == number
}

// ordersBy says whether a statement's first key is the column or the alias with that name, and the only one shown so.
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
