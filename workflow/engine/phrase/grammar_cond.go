package phrase

import (
	"parley/workflow/engine/calendar"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Conditions: "in Kenya", "not cancelled", "last month", "price above 5", "with more than 3 orders", "without an email".
var conditionRules = []rule{
	{"period", "Cond", "PERIOD", 0, func(k []*Node) any { return during(k[0], nil, span(k)) }},
	{"moment in period", "Cond", "that? NAME in? PERIOD", 0.1, func(k []*Node) any {
		n := value[Name](k[1])
		return during(k[3], &n, span(k))
	}},
	{"value", "Cond", "Values", 0, func(k []*Node) any { return isValue(k[0], false, span(k)) }},
	{"value after a word", "Cond", "in Values", 0.05, func(k []*Node) any { return isValue(k[1], false, span(k)) }},
	{"that is a value", "Cond", "that in? Values", 0.05, func(k []*Node) any { return isValue(k[2], false, span(k)) }},
	{"only a value", "Cond", "only in? Values", 0.1, func(k []*Node) any { return isValue(k[2], false, span(k)) }},
	{"a value only", "Cond", "in? Values only", 0.1, func(k []*Node) any { return isValue(k[1], false, span(k)) }},
	{"no value", "Cond", "that? not in? Values", 0.15, func(k []*Node) any { return isValue(k[3], true, span(k)) }},
	{"without a value", "Cond", "never Values", 0, func(k []*Node) any { return isValue(k[1], true, span(k)) }},
	{"value excluded", "Cond", "Values Noun? not", 0.2, func(k []*Node) any { return isValue(k[0], true, span(k)) }},
	{"values of a column", "Cond", "with? NAME equal? Values", 0.1, func(k []*Node) any {
		n := value[Name](k[1])
		c := isValue(k[3], false, span(k)).(Cond)
		c.Name = &n
		return c
	}},
	{"values before their column", "Cond", "in Values NAME", 0.05, func(k []*Node) any {
		n := value[Name](k[2])
		c := isValue(k[1], false, span(k)).(Cond)
		c.Name = &n
		return c
	}},
	{"values not of a column", "Cond", "with? NAME not Values", 0.15, func(k []*Node) any {
		n := value[Name](k[1])
		c := isValue(k[3], true, span(k)).(Cond)
		c.Name = &n
		return c
	}},
	{"compared", "Cond", "with? that? NAME be? cmp Amount", 0.2, func(k []*Node) any {
		n := value[Name](k[2])
		return compared(&n, k[4], k[5], span(k))
	}},
	{"compared first", "Cond", "with? cmp Amount Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[3])
		c := compared(&n.Name, k[1], k[2], span(k)).(Cond)
		c.Noun = &n
		return c
	}},
	{"figure compared", "Cond", "with? Figure be? cmp Amount", 0.2, func(k []*Node) any {
		f := value[Figure](k[1])
		c := compared(nil, k[3], k[4], span(k)).(Cond)
		c.Figure = &f
		return c
	}},
	{"equals a number", "Cond", "with? NAME equal Amount", 0.1, func(k []*Node) any {
		n := value[Name](k[1])
		return Cond{Kind: Compared, Name: &n, Op: meaning.Equal, Number: k[3].Value, At: span(k)}
	}},
	{"between", "Cond", "with? NAME be? between Amount rangeto Amount", 0.3, func(k []*Node) any {
		n := value[Name](k[1])
		return Cond{Kind: Compared, Name: &n, Op: meaning.Within, Number: k[4].Value, High: k[6].Value, At: span(k)}
	}},
	{"amount", "Amount", "NUMBER money?", 0.05, func(k []*Node) any { return k[0].Value }},
	{"without", "Cond", "never Noun", 0.1, func(k []*Node) any {
		n := value[Noun](k[1])
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"with", "Cond", "with Noun", -0.1, func(k []*Node) any {
		n := value[Noun](k[1])
		return Cond{Kind: Having, Noun: &n, At: span(k)}
	}},
	{"done", "Cond", "that NAME", 0, func(k []*Node) any {
		n := value[Name](k[1])
		return Cond{Kind: Done, Name: &n, At: span(k)}
	}},
	{"not done", "Cond", "never NAME", 0, func(k []*Node) any {
		n := value[Name](k[1])
		return Cond{Kind: Done, Name: &n, Not: true, At: span(k)}
	}},
	{"not of a kind", "Cond", "that? not NAME", 0.05, func(k []*Node) any {
		n := value[Name](k[2])
		return Cond{Kind: Flagged, Name: &n, Not: true, At: span(k)}
	}},
	{"of a kind", "Cond", "that? only? NAME only?", -0.1, func(k []*Node) any {
		n := value[Name](k[2])
		return Cond{Kind: Flagged, Name: &n, At: span(k)}
	}},
	{"missing", "Cond", "NAME be? null", 0.1, func(k []*Node) any {
		n := Noun{Name: value[Name](k[0])}
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"against another", "Cond", "NAME be? cmp NAME", 0.1, func(k []*Node) any {
		l, r := value[Name](k[0]), value[Name](k[3])
		return Cond{Kind: Against, Name: &l, Other: &r, Op: meaning.Op(value[string](k[2])), At: span(k)}
	}},
	{"older", "Cond", "that? older NUMBER 'years'?", 0.2, func(k []*Node) any {
		return Cond{Kind: Aged, Op: meaning.Op(value[string](k[1])), Number: k[2].Value, At: span(k)}
	}},
	{"older by a unit", "Cond", "that? older NUMBER unit", 0.3, func(k []*Node) any {
		n, whole := k[2].Value.(int64)
		if !whole {
			return nil
		}
		return Cond{Kind: Aged, Op: meaning.Op(value[string](k[1])), Number: n, Unit: value[string](k[3]), At: span(k)}
	}},
	{"weekend", "Cond", "weekend", 0.1, func(k []*Node) any { return weekend(k[0]) }},
	{"acted", "Cond", "that? NAME thing? PERIOD?", 0.05, func(k []*Node) any { return acted(k[1], k[3], false, span(k)) }},
	{"never acted", "Cond", "never NAME thing? PERIOD?", 0.1, func(k []*Node) any { return acted(k[1], k[3], true, span(k)) }},
}

func during(period *Node, name *Name, at meaning.Span) any {
	return Cond{Kind: InPeriod, Name: name, Period: value[calendar.Period](period), At: at}
}

func isValue(values *Node, not bool, at meaning.Span) any {
	return Cond{Kind: IsValue, Values: value[[]Value](values), Not: not, At: at}
}

// acted is that there are rows of what was done, in a period.
func acted(verb, period *Node, not bool, at meaning.Span) any {
	n := Noun{Name: value[Name](verb), At: verb.Span}
	if words := schema.Words(n.Name.Text); len(words) != 1 || !schema.Participle(words[0]) && !TradeVerbs[words[0]] {
		return nil
	}
	if period != nil {
		n.Conds = []Cond{during(period, nil, period.Span).(Cond)}
	}
	return Cond{Kind: Acted, Noun: &n, Not: not, At: at}
}

func compared(n *Name, op, amount *Node, at meaning.Span) any {
	return Cond{Kind: Compared, Name: n, Op: meaning.Op(value[string](op)), Number: amount.Value, At: at}
}
