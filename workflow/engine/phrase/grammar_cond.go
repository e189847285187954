package phrase

import (
	"slices"

	"parley/workflow/engine/english"
	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Conditions: "in Kenya", "not cancelled", "last month", "price above 5", "with more than 3 orders", "without an email".
var conditionRules = []rule{
	{"period", "Cond", "PERIOD", 0, func(k []*Node) any { return during(k[0], nil, span(k)) }},
	{"moment in period", "Cond", "that? NAME in? PERIOD", 0.25, func(k []*Node) any {
		n := value[Name](k[1])
		words := schema.Words(n.Text)
		if !n.timely() || k[2] == nil && len(words) > 0 && english.RangeWords[words[len(words)-1]] {
			return nil // "since January" is from then on, whatever is called since
		}
		return during(k[3], &n, span(k))
	}},
	{"value", "Cond", "Values", 0, func(k []*Node) any { return isValue(k[0], false, span(k)) }},
	{"a step of a scale and beyond", "Steps", "VALUE cmpafter", 0.5, func(k []*Node) any { return step(k[0], k[1], span(k)) }},
	{"beyond a step of a scale", "Steps", "cmp VALUE", 0.5, func(k []*Node) any { return step(k[1], k[0], span(k)) }},
	{"in steps of a scale", "Cond", "that? in? Steps", 0.1, func(k []*Node) any { return ofColumn(nil, k[2], span(k)) }},
	{"with steps of a scale", "Cond", "with Steps", 0.1, func(k []*Node) any { return ofColumn(nil, k[1], span(k)) }},
	{"with a column in steps of a scale", "Cond", "with NAME be? Steps", 0.2, func(k []*Node) any { return ofColumn(k[1], k[3], span(k)) }},
	{"column in steps of a scale", "Cond", "that? in? NAME be? Steps", 0.2, func(k []*Node) any { return ofColumn(k[2], k[4], span(k)) }},
	{"value after a word", "Cond", "in Values", 0.05, func(k []*Node) any { return isValue(k[1], false, span(k)) }},
	{"that is a value", "Cond", "that in? Values", 0.05, func(k []*Node) any { return isValue(k[2], false, span(k)) }},
	{"in things of a kind", "Cond", "in Noun", -0.1, func(k []*Node) any {
		n := value[Noun](k[1])
		if len(n.Conds) != 1 || len(n.Name.Matches) == 0 || n.Name.Matches[0].Column != nil {
			return nil
		}
		c := n.Conds[0]
		c.At = span(k)
		return c
	}},
	{"across all of a kind", "Cond", "acrossall Noun", 0.3, func(k []*Node) any {
		n := value[Noun](k[1])
		if len(n.Conds) > 0 || !Several(n.Name.Text) {
			return nil
		}
		return Cond{Kind: Everywhere, Noun: &n, At: span(k)}
	}},
	{"of several", "Cond", "with? in? several Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[3])
		return Cond{Kind: Compared, Name: &n.Name, Noun: &n, Op: meaning.Greater, Number: int64(1), At: span(k)}
	}},
	{"of so many and a value", "Cond", "in? NUMBER NAME Values", 0.5, func(k []*Node) any {
		n := value[Name](k[2]).counting()
		if _, whole := k[1].Value.(int64); !whole || len(n.Matches) == 0 {
			return nil
		}
		many := Cond{Kind: Compared, Name: &n, Op: meaning.Equal, Number: k[1].Value, At: k[1].Span.Join(k[2].Span)}
		return Cond{Kind: Both, Kids: []Cond{isValue(k[3], false, k[3].Span).(Cond), many}, At: span(k)}
	}},
	{"who live where", "Cond", "that? reside in Values", 0.35, func(k []*Node) any { return isValue(k[3], false, span(k)) }},
	{"began or ended somewhere", "Cond", "that? endat in Values", 0.35, func(k []*Node) any {
		c := isValue(k[3], false, span(k)).(Cond)
		c.End = value[string](k[1])
		return c
	}},
	{"with any", "Cond", "withany Noun PERIOD?", 0, func(k []*Node) any { return didTo(Having, k[1], k[2], span(k)) }},
	{"only a value", "Cond", "only in? Values", 0.1, func(k []*Node) any { return isValue(k[2], false, span(k)) }},
	{"a value only", "Cond", "in? Values only", 0.1, func(k []*Node) any { return isValue(k[1], false, span(k)) }},
	{"rows of a value", "Cond", "only? in? Values generic only?", 0.1, func(k []*Node) any { return isValue(k[2], false, span(k)) }},
	{"no value", "Cond", "that? not in? Values", 0.15, func(k []*Node) any { return isValue(k[3], true, span(k)) }},
	{"no rows of a value", "Cond", "that? not in? Values generic", 0.4, func(k []*Node) any { return isValue(k[3], true, span(k)) }},
	{"without rows of a value", "Cond", "never Values generic", 0.4, func(k []*Node) any { return isValue(k[1], true, span(k)) }},
	{"without a value", "Cond", "never Values", 0, func(k []*Node) any { return isValue(k[1], true, span(k)) }},
	{"value excluded", "Cond", "Values Noun? be? excluded", 0.2, func(k []*Node) any { return isValue(k[0], true, span(k)) }},
	{"rows of a value excluded", "Cond", "Values generic be? excluded", 0.4, func(k []*Node) any { return isValue(k[0], true, span(k)) }},
	{"neither of two values", "Cond", "that? not in? VALUE NAME? generic? or VALUE NAME? generic?", 0.5, func(k []*Node) any { return neither(k[3], k[7], span(k)) }},
	{"nothing of a value", "Cond", "not thing that? in? Values", 0.4, func(k []*Node) any { return isValue(k[4], true, span(k)) }},
	{"not those that were done", "Cond", "comma? not 'those' that? have? NAME", 0.6, func(k []*Node) any { return notDone(k[5], span(k)) }},
	{"not those of a value", "Cond", "comma? not 'those' that? in? Values", 0.5, func(k []*Node) any { return isValue(k[5], true, span(k)) }},
	{"nothing that was done", "Cond", "not thing that? NAME", 0.4, func(k []*Node) any { return notDone(k[3], span(k)) }},
	{"those that were done excluded", "Cond", "NAME generic? be? excluded", 0.3, func(k []*Node) any { return notDone(k[0], span(k)) }},
	{"things of a kind only", "Cond", "only? Values Noun only?", 0.2, func(k []*Node) any {
		if k[0] == nil && k[3] == nil {
			return nil
		}
		return isValue(k[1], false, span(k))
	}},
	{"only things that are so", "Cond", "only Noun Cond", 0.3, func(k []*Node) any {
		n, c := value[Noun](k[1]), value[Cond](k[2])
		if len(n.Conds) > 0 || n.Name.Text != Who && !slices.ContainsFunc(n.Name.Matches, func(m schema.Match) bool { return m.Column == nil }) {
			return nil
		}
		c.At = span(k)
		return c
	}},
	{"below a named one", "Cond", "that? be? REPORTTO Values", 0.6, func(k []*Node) any {
		above := value[Name](k[2])
		above.Below = false
		return Cond{Kind: OfWhom, Name: &above, Kids: []Cond{isValue(k[3], false, k[3].Span).(Cond)}, At: span(k)}
	}},
	{"in the name", "Cond", "with? Values 'in' 'name'", 0.6, func(k []*Node) any { return isValue(k[1], false, span(k)) }},
	{"values of a column", "Cond", "with? that? NAME equal? Values", 0.1, func(k []*Node) any {
		n := value[Name](k[2])
		c := isValue(k[4], false, span(k)).(Cond)
		c.Name = &n
		return c
	}},
	{"values before their column", "Cond", "in Values NAME", 0.05, func(k []*Node) any {
		n := value[Name](k[2])
		if n.Rows() != nil {
			return nil // "with open invoices" is of rows of that kind
		}
		c := isValue(k[1], false, span(k)).(Cond)
		c.Name = &n
		return c
	}},
	{"value with its column", "Cond", "VALUE NAME", 0.3, func(k []*Node) any {
		v, n := value[Value](k[0]), value[Name](k[1])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
			return m.Column == nil || m.Coverage < 1 && !unheaded(m) || !slices.ContainsFunc(v.Matches, func(h schema.ValueMatch) bool { return h.Column == m.Column })
		})
		if len(n.Matches) == 0 || plural(n.Text) {
			return nil
		}
		return Cond{Kind: IsValue, Name: &n, Values: []Value{v}, At: span(k)} // "high priority" tickets
	}},
	{"values not of a column", "Cond", "with? that? NAME not Values", 0.15, func(k []*Node) any {
		n := value[Name](k[2])
		c := isValue(k[4], true, span(k)).(Cond)
		c.Name = &n
		return c
	}},
	{"both of two things", "Cond", "with 'both' Noun 'and' Noun", 0.4, func(k []*Node) any { return havingBoth(k[2], k[4], span(k)) }},
	{"both of two things in a time", "Cond", "with 'both' Noun 'and' Noun in? PERIOD", 0.6, func(k []*Node) any { return bothIn(k[2], k[4], k[6], span(k)) }},
	{"one thing and another in a time", "Cond", "with Noun 'and' Noun in? PERIOD", 0.1, func(k []*Node) any { return bothIn(k[1], k[3], k[5], span(k)) }},
	{"one thing and another", "Cond", "with Noun 'and' Noun", -0.1, func(k []*Node) any { return havingBoth(k[1], k[3], span(k)) }},
	{"did in both times", "Cond", "that? NAME in? 'both' PERIOD 'and' in? PERIOD", 0.6, func(k []*Node) any {
		one, ok := acted(k[1], nil, k[4], false, k[1].Span.Join(k[4].Span)).(Cond)
		other, also := acted(k[1], nil, k[7], false, k[7].Span).(Cond)
		if !ok || !also {
			return nil
		}
		return Cond{Kind: Both, Kids: []Cond{one, other}, At: span(k)}
	}},
	{"whose last was so long ago", "Cond", "'whose' moment Noun be? cmp NUMBER unit 'ago'", 1.6, func(k []*Node) any {
		n, whole := k[5].Value.(int64)
		op := meaning.Op(value[string](k[4]))
		if !whole || value[string](k[1]) == "asc" || op != meaning.Greater && op != meaning.GreaterOrEqual {
			return nil
		}
		since := Cond{Kind: Aged, Op: meaning.Less, Number: n, Unit: value[string](k[6]), At: k[4].Span.Join(k[7].Span)}
		return didSince(k[2], since, span(k))
	}},
	{"without", "Cond", "never Noun PERIOD?", 0.1, func(k []*Node) any { return didTo(Without, k[1], k[2], span(k)) }},
	{"of which none was done", "Cond", "where? never Noun have? be? NAME in? PERIOD", 0.5, func(k []*Node) any {
		done := value[Name](k[5])
		if !done.timely() || !done.participle() {
			return nil
		}
		n := specified(value[Noun](k[2]), during(k[7], &done, k[5].Span.Join(k[7].Span)).(Cond)).(Noun)
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"nobody at it", "Cond", "that? unattended 'yet'?", 0.4, func(k []*Node) any {
		n := Noun{Name: Name{Text: Who, At: k[1].Span}, At: k[1].Span}
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"without any done", "Cond", "never Noun light PERIOD?", 0.1, func(k []*Node) any { return didTo(Without, k[1], k[3], span(k)) }},
	{"idle", "Cond", "that? 'we' never dealing PERIOD?", 0.4, func(k []*Node) any { return idle(k[4], span(k)) }},
	{"not done by us", "Cond", "that? 'we' never NAME in? PERIOD?", 0.4, func(k []*Node) any { return acted(k[3], nil, k[5], true, span(k)) }},
	{"nothing done", "Cond", "with? 'nothing' NAME in? PERIOD?", 0.5, func(k []*Node) any { return acted(k[2], nil, k[4], true, span(k)) }},
	{"did none", "Cond", "that? light 'no' Noun PERIOD?", 0.3, func(k []*Node) any { return didTo(Without, k[3], k[4], span(k)) }},
	{"did to none", "Cond", "that? verb 'no' Noun PERIOD?", 0.3, func(k []*Node) any { return didTo(Without, k[3], k[4], span(k)) }},
	{"neither nor", "Cond", "with? that? have? 'neither' Noun 'nor' Noun PERIOD?", 0.5, func(k []*Node) any {
		one, other := didTo(Without, k[4], k[7], k[4].Span).(Cond), didTo(Without, k[6], k[7], k[6].Span).(Cond)
		return Cond{Kind: Both, Kids: []Cond{one, other}, At: span(k)}
	}},
	{"whose moment is over", "Cond", "that? NAME have? be? bygone", 0.5, func(k []*Node) any { return besideToday(k[1], true, span(k)) }},
	{"whose moment lies ahead", "Cond", "that? NAME have? be? stillahead", 0.5, func(k []*Node) any { return besideToday(k[1], false, span(k)) }},
	{"had expired", "Cond", "that? NAME have? state", 0.4, func(k []*Node) any {
		n := value[Name](k[1])
		if value[string](k[3]) != "expired" || !n.timely() {
			return nil
		}
		return Cond{Kind: Expired, Name: &n, At: span(k)}
	}},
	{"without a value in a time", "Cond", "never Values PERIOD", 0.15, func(k []*Node) any {
		n := Noun{Conds: []Cond{isValue(k[1], false, k[1].Span).(Cond), during(k[2], nil, k[2].Span).(Cond)}, At: k[1].Span.Join(k[2].Span)}
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"of a value in a time", "Cond", "that? in? Values in? PERIOD", 0, func(k []*Node) any {
		n := Noun{Conds: []Cond{isValue(k[2], false, k[2].Span).(Cond), during(k[4], nil, k[4].Span).(Cond)}, At: k[2].Span.Join(k[4].Span)}
		return Cond{Kind: Having, Noun: &n, At: span(k)}
	}},
	{"with", "Cond", "with Noun PERIOD?", -0.1, func(k []*Node) any { return didTo(Having, k[1], k[2], span(k)) }},
	{"done in a way", "Cond", "that? NAME in Values", 1.1, func(k []*Node) any { return inAWay(value[Name](k[1]).Text, k[3], span(k)) }},
	{"so in a way", "Cond", "that? VALUE in Values", 1.1, func(k []*Node) any { return inAWay(value[Value](k[1]).Text, k[3], span(k)) }},
	{"done by those of a kind", "Cond", "be NAME 'by' Noun PERIOD?", 1, func(k []*Node) any { return doneByThem(k[1], k[3], k[4], span(k)) }},
	{"so by those of a kind", "Cond", "be VALUE 'by' Noun PERIOD?", 1, func(k []*Node) any {
		v := value[Value](k[1])
		return doneByThem(&Node{Span: k[1].Span, Value: Name{Text: v.Text, At: v.At}}, k[3], k[4], span(k))
	}},
	{"without any of a kind", "Cond", "never Noun in Values", 0.2, func(k []*Node) any {
		n := specified(value[Noun](k[1]), Cond{Kind: IsValue, Values: value[[]Value](k[3]), At: k[3].Span}).(Noun)
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"without any that are so", "Cond", "where? never Noun Cond", 0.15, func(k []*Node) any {
		if c := value[Cond](k[3]); c.Kind == IsValue && c.Name == nil {
			return nil // "customers without orders in Kenya": who is there?
		}
		return ofThoseSo(Without, k[2], k[3], span(k))
	}},
	{"of which none is of a value", "Cond", "where? never Noun be in? Values", 0.5, func(k []*Node) any {
		return ofThoseSo(Without, k[2], &Node{Span: k[5].Span, Value: isValue(k[5], false, k[5].Span)}, span(k))
	}},
	{"of which all are of a value", "Cond", "where? every Noun be in? Values", 0.7, func(k []*Node) any {
		return ofThoseSo(Without, k[2], &Node{Span: k[5].Span, Value: isValue(k[5], true, k[5].Span)}, span(k))
	}},
	{"of which all are so", "Cond", "where every Noun Cond", 0.5, func(k []*Node) any {
		c := value[Cond](k[3])
		if c.Kind == IsValue || c.Not {
			return nil
		}
		c.Not = true
		return ofThoseSo(Without, k[2], &Node{Span: k[3].Span, Value: c}, span(k))
	}},
	{"alike", "Cond", "with? in? 'same' NAME 'as' Values", 1.4, func(k []*Node) any {
		n := value[Name](k[3])
		named := isValue(k[5], false, k[5].Span).(Cond)
		return Cond{Kind: Alike, Name: &n, Kids: []Cond{named}, At: span(k)}
	}},
	{"both of two things that are so", "Cond", "with 'both' Noun Cond 'and' Noun Cond", 0.6, func(k []*Node) any {
		one, ok := ofThoseSo(Having, k[2], k[3], k[2].Span.Join(k[3].Span)).(Cond)
		other, also := ofThoseSo(Having, k[5], k[6], k[5].Span.Join(k[6].Span)).(Cond)
		if !ok || !also {
			return nil
		}
		return Cond{Kind: Both, Kids: []Cond{one, other}, At: span(k)}
	}},
	{"with some that come to so much", "Cond", "with Noun Cond PERIOD?", 0.15, func(k []*Node) any { return ofSoMuch(k[1], k[2], k[3], span(k)) }},
	{"did to one that comes to so much", "Cond", "that verb Noun Cond PERIOD?", 0.1, func(k []*Node) any { return ofSoMuch(k[2], k[3], k[4], span(k)) }},
	{"did to nothing", "Cond", "never verb light? Noun PERIOD?", 0.2, func(k []*Node) any { return didTo(Without, k[3], k[4], span(k)) }},
	{"did it to nothing", "Cond", "never NAME in? thing PERIOD?", 0.3, func(k []*Node) any { return acted(k[1], nil, k[4], true, span(k)) }},
	{"did nothing to it", "Cond", "never light Noun PERIOD?", 0.2, func(k []*Node) any { return didTo(Without, k[2], k[3], span(k)) }},
	{"did to a thing", "Cond", "that verb Noun PERIOD?", -0.2, func(k []*Node) any { return didTo(Having, k[2], k[3], span(k)) }},
	{"done", "Cond", "that NAME", 0, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.timely() && !n.flagged() && !n.reasoned() {
			return nil
		}
		return Cond{Kind: Done, Name: &n, At: span(k)}
	}},
	{"those that were done", "Cond", "only? NAME generic only?", -0.2, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.timely() && !n.reasoned() || !n.participle() {
			return nil
		}
		return Cond{Kind: Done, Name: &n, At: span(k)}
	}},
	{"not done", "Cond", "never NAME", 0, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.timely() && !n.flagged() && !n.reasoned() {
			return nil
		}
		return Cond{Kind: Done, Name: &n, Not: true, At: span(k)}
	}},
	{"not of a kind", "Cond", "that? not NAME", 0.05, func(k []*Node) any { return notDone(k[2], span(k)) }},
	{"out of what it may be in", "Cond", "that? be? 'out' 'of' NAME", 0.6, func(k []*Node) any {
		n := value[Name](k[4])
		if !n.flagged() {
			return nil
		}
		return Cond{Kind: Flagged, Name: &n, Not: true, At: span(k)}
	}},
	{"out of it", "Cond", "that? 'out' 'of' NAME", 0.5, func(k []*Node) any { return usedUp(k[3], span(k)) }},
	{"of a kind", "Cond", "that? only? NAME only?", -0.1, func(k []*Node) any {
		n := value[Name](k[2])
		if n.reasoned() && n.participle() {
			return Cond{Kind: Done, Name: &n, At: span(k)}
		}
		if !n.flagged() {
			return nil
		}
		return Cond{Kind: Flagged, Name: &n, At: span(k)}
	}},
	{"said yes to it", "Cond", "that? have? saidyes owner? NAME", 0.6, func(k []*Node) any {
		n := value[Name](k[4])
		if !n.flagged() {
			return nil
		}
		return Cond{Kind: Flagged, Name: &n, Not: value[string](k[2]) == "not", At: span(k)}
	}},
	{"to what is of a kind", "Cond", "in NAME", -0.1, func(k []*Node) any {
		n := value[Name](k[1])
		if !n.flagged() {
			return nil
		}
		return Cond{Kind: Flagged, Name: &n, At: span(k)}
	}},
	{"missing", "Cond", "NAME be? null", 0.1, func(k []*Node) any {
		n := Noun{Name: value[Name](k[0])}
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"not missing", "Cond", "that? NAME be? not null", 0.4, func(k []*Node) any {
		n := Noun{Name: value[Name](k[1])}
		return Cond{Kind: Having, Noun: &n, At: span(k)}
	}},
	{"against another", "Cond", "that? NAME be? cmp owner? NAME", 0.1, func(k []*Node) any {
		l, r := value[Name](k[1]).compared(), value[Name](k[5]).compared()
		if len(l.Matches) == 0 || len(r.Matches) == 0 {
			return nil
		}
		return Cond{Kind: Against, Name: &l, Other: &r, Op: meaning.Op(value[string](k[3])), At: span(k)}
	}},
	{"another than it was to be", "Cond", "where? that? Noun? that? obtained? in? another NAME 'than' sameone? be? NAME", 0.9, func(k []*Node) any {
		return differs(k[7], k[11], span(k))
	}},
	{"other than another of theirs", "Cond", "that? reside? in? NAME otherthan sameone? owner? NAME", 0.9, func(k []*Node) any {
		return differs(k[3], k[7], span(k))
	}},
	{"only some", "Cond", "comma? only 'those'? Cond", 0.05, func(k []*Node) any {
		c := value[Cond](k[3])
		c.At = span(k)
		return c
	}},
	{"only groups", "Cond", "comma only NAME Cond", 0.1, func(k []*Node) any {
		c := value[Cond](k[3])
		if c.Kind != Compared || c.Noun == nil && c.Figure == nil {
			return nil
		}
		c.At = span(k)
		return c
	}},
	{"no others", "Cond", "Cond only", 0.05, func(k []*Node) any {
		c := value[Cond](k[0])
		c.At = span(k)
		return c
	}},
	{"dearer than so much", "Cond", "that? sizedby Amount", 0.4, func(k []*Node) any { return sizedThan(k[1], k[2].Value, span(k)) }},
	{"dearer than the average thing", "Cond", "that? sizedby mean Noun", 0.5, func(k []*Node) any { return sizedThan(k[1], Average{}, span(k)) }},
	{"dearer than the average of a kind", "Cond", "that? sizedby Noun mean", 0.5, func(k []*Node) any { return sizedThan(k[1], Average{}, span(k)) }},
	{"dearer than its kind's average", "Cond", "that? sizedby owner? Noun poss? mean", 0.9, func(k []*Node) any { return ofKin(sizedThan(k[1], Average{}, span(k)).(Cond), k[3], span(k)) }},
	{"done later than due", "Cond", "that? NAME laterthan owner? due", 0.5, func(k []*Node) any { return besideDue(Late, k[1], span(k)) }},
	{"done after another moment", "Cond", "that? NAME laterthan owner? NAME", 1.3, func(k []*Node) any { return besideMoment(k[1], k[4], meaning.Greater, span(k)) }},
	{"done before another moment", "Cond", "that? NAME earlierthan owner? NAME", 1.3, func(k []*Node) any { return besideMoment(k[1], k[4], meaning.Less, span(k)) }},
	{"value later than due", "Cond", "that? Values laterthan owner? due", 0.4, func(k []*Node) any { return besideDue(Late, nil, span(k)) }},
	{"done earlier than due", "Cond", "that? NAME earlierthan owner? due", 0.5, func(k []*Node) any { return besideDue(Early, k[1], span(k)) }},
	{"value earlier than due", "Cond", "that? Values earlierthan owner? due", 0.4, func(k []*Node) any { return besideDue(Early, nil, span(k)) }},
	{"over what was planned", "Cond", "that? be? light? overrun owner? NAME", 0.3, func(k []*Node) any { return overPlan(k[3], k[5], span(k)) }},
	{"things over what was planned for them", "Noun", "Noun that? be? overrun owner? NAME", 0.4, func(k []*Node) any {
		n := value[Noun](k[0])
		c, ok := overPlan(k[3], k[5], k[3].Span.Join(k[5].Span)).(Cond)
		if !ok || !n.things() {
			return nil
		}
		n.Conds, n.At = append(slices.Clone(n.Conds), c), span(k)
		return n
	}},
	{"of a measure over what was planned", "Cond", "with? that? NAME be? overrun owner? NAME", 0.5, func(k []*Node) any {
		l, r := value[Name](k[2]).compared(), value[Name](k[6]).compared()
		if len(l.Matches) == 0 || len(r.Matches) == 0 {
			return nil
		}
		return Cond{Kind: Against, Name: &l, Other: &r, Op: meaning.Op(value[string](k[4])), At: span(k)}
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
	{"with us for so long", "Cond", "that? have? tenured 'for'? cmp? NUMBER unit", 0.6, func(k []*Node) any {
		n, whole := k[5].Value.(int64)
		if !whole {
			return nil
		}
		c := Cond{Kind: Serving, Op: meaning.GreaterOrEqual, Number: n, Unit: value[string](k[6]), At: span(k)}
		if k[4] != nil {
			c.Op = meaning.Op(value[string](k[4]))
		}
		return c
	}},
	{"so old", "Cond", "that? cmp NUMBER unit 'old'", 0.4, func(k []*Node) any {
		n, whole := k[2].Value.(int64)
		if !whole {
			return nil
		}
		return Cond{Kind: Aged, Op: meaning.Op(value[string](k[1])), Number: n, Unit: value[string](k[3]), At: span(k)}
	}},
	{"in a status for so long", "Cond", "that? Values still? cmp NUMBER unit", 0.4, func(k []*Node) any {
		n, whole := k[4].Value.(int64)
		if !whole {
			return nil
		}
		aged := Cond{Kind: Aged, Op: meaning.Op(value[string](k[3])), Number: n, Unit: value[string](k[5]), At: k[3].Span.Join(k[5].Span)}
		return Cond{Kind: Both, Kids: []Cond{isValue(k[1], false, k[1].Span).(Cond), aged}, At: span(k)}
	}},
	{"in a state for so long", "Cond", "that? state still? cmp NUMBER unit", 0.5, func(k []*Node) any {
		n, whole := k[4].Value.(int64)
		stands, ok := inState(k[1], nil, k[1].Span).(Cond)
		if !whole || !ok || stands.Kind != Pending && stands.Kind != Living {
			return nil
		}
		aged := Cond{Kind: Aged, Op: meaning.Op(value[string](k[3])), Number: n, Unit: value[string](k[5]), At: k[3].Span.Join(k[5].Span)}
		return Cond{Kind: Both, Kids: []Cond{stands, aged}, At: span(k)}
	}},
	{"overdue by so long", "Cond", "that? state 'by'? cmp NUMBER unit", 0.5, func(k []*Node) any { return inStateBy(k[1], nil, k[3], k[4], k[5], span(k)) }},
	{"so long", "Cond", "that? be? longer NUMBER unit", 0.3, func(k []*Node) any {
		return lasted(value[string](k[2]), k[3], k[4], nil, nil, span(k))
	}},
	{"upcoming", "Cond", "that? upcoming", -0.2, func(k []*Node) any { return Cond{Kind: Upcoming, At: span(k)} }},
	{"longer ago", "Cond", "that? NAME? be? cmp NUMBER unit 'ago'", 0.4, func(k []*Node) any {
		n, whole := k[4].Value.(int64)
		if !whole {
			return nil
		}
		c := Cond{Kind: Aged, Op: meaning.Op(value[string](k[3])), Number: n, Unit: value[string](k[5]), At: span(k)}
		if k[1] != nil {
			name := value[Name](k[1])
			c.Name = &name
		}
		return c
	}},
	{"weekday", "Cond", "weekday", 0.1, func(k []*Node) any {
		return Cond{Kind: Weekend, Number: int64(value[string](k[0])[0] - '0'), At: span(k)}
	}},
	{"within so long of", "Cond", "that? Point 'within' NUMBER unit of Point", 0.6, func(k []*Node) any {
		return lasted("<=", k[3], k[4], k[6], k[1], span(k))
	}},
	{"within so long", "Cond", "that? Point 'within' NUMBER unit", 0.3, func(k []*Node) any {
		if value[Figure](k[1]).Noun.Name.runsOut() {
			return nil // "ending within 30 days" is from today on
		}
		return lasted("<=", k[3], k[4], nil, k[1], span(k))
	}},
	{"so long after", "Cond", "that? Point cmp NUMBER unit 'after' Point", 0.6, func(k []*Node) any {
		return lasted(value[string](k[2]), k[3], k[4], k[6], k[1], span(k))
	}},
	{"so long before", "Cond", "that? Point cmp NUMBER unit 'before' Point", 0.6, func(k []*Node) any {
		return lasted(value[string](k[2]), k[3], k[4], k[1], k[6], span(k))
	}},
	{"so long before that", "Cond", "cmp NUMBER unit 'before' Point", 0.4, func(k []*Node) any {
		return lasted(value[string](k[0]), k[1], k[2], nil, k[4], span(k))
	}},
	{"so long after that", "Cond", "cmp NUMBER unit 'after' Point", 0.4, func(k []*Node) any {
		return lasted(value[string](k[0]), k[1], k[2], k[4], nil, span(k))
	}},
	{"took so long to", "Cond", "that? took cmp NUMBER unit 'to' Point", 0.6, func(k []*Node) any {
		return lasted(value[string](k[2]), k[3], k[4], nil, k[6], span(k))
	}},
	{"took so long from one to the other", "Cond", "that? took cmp NUMBER unit Points", 0.6, func(k []*Node) any {
		ends := value[[]Figure](k[5])
		c, ok := lasted(value[string](k[2]), k[3], k[4], nil, nil, span(k)).(Cond)
		if !ok {
			return nil
		}
		c.Figure.Args = ends
		return c
	}},
	{"took so long", "Cond", "that? took cmp NUMBER unit", 0.3, func(k []*Node) any {
		return lasted(value[string](k[2]), k[3], k[4], nil, nil, span(k))
	}},
	{"never done for so long", "Cond", "never NAME thing? solong NUMBER? unit", 0.5, func(k []*Node) any { return notLately(k[1], k[4], k[5], span(k)) }},
	{"not done for so long", "Cond", "that? be? 'not' NAME thing? solong NUMBER? unit", 0.5, func(k []*Node) any { return notLately(k[3], k[6], k[7], span(k)) }},
	{"not done after so long", "Cond", "that? not NAME still cmp? NUMBER unit", 0.6, func(k []*Node) any {
		return openSince(notDone(k[2], k[1].Span.Join(k[2].Span)), k[4:], k[3].Span.Join(k[6].Span))
	}},
	{"never done after so long", "Cond", "never NAME still cmp? NUMBER unit", 0.6, func(k []*Node) any {
		return openSince(notDone(k[1], k[0].Span.Join(k[1].Span)), k[3:], k[2].Span.Join(k[5].Span))
	}},
	{"in a state after so long", "Cond", "that? state still NUMBER unit", 0.5, func(k []*Node) any {
		return openSince(inState(k[1], nil, k[1].Span), []*Node{nil, k[3], k[4]}, k[2].Span.Join(k[4].Span))
	}},
	{"none for so long", "Cond", "never make? Noun solong NUMBER? unit", 0.5, func(k []*Node) any {
		n := value[Noun](k[2])
		lately, whole := withinLast(k[4], k[5])
		if !whole {
			return nil
		}
		n = specified(n, lately).(Noun)
		return Cond{Kind: Without, Noun: &n, At: span(k)}
	}},
	{"did so many", "Cond", "that? verb cmp Amount Noun", 0.2, func(k []*Node) any {
		n := value[Noun](k[4])
		c := compared(&n.Name, k[2], k[3], span(k)).(Cond)
		c.Noun = &n
		return c
	}},
	{"did it so often", "Cond", "that? NAME thing? Often PERIOD?", 0.4, func(k []*Node) any {
		c, ok := acted(k[1], nil, k[4], false, span(k)).(Cond)
		if !ok {
			return nil
		}
		return often(*c.Noun, k[3], span(k))
	}},
	{"of a kind so often", "Cond", "that? in? Values Often PERIOD?", 0.3, func(k []*Node) any {
		return often(ofTime(Noun{Conds: []Cond{isValue(k[2], false, k[2].Span).(Cond)}, At: k[2].Span}, k[4]), k[3], span(k))
	}},
	{"we did it so often", "Cond", "that? 'we' have? NAME Often PERIOD?", 0.7, func(k []*Node) any {
		c, ok := acted(k[3], nil, k[5], false, span(k)).(Cond)
		if !ok {
			return nil
		}
		return often(*c.Noun, k[4], span(k))
	}},
	{"things so often", "Cond", "that? verb? Noun Often PERIOD?", 0.4, func(k []*Node) any {
		n := value[Noun](k[2])
		if len(n.Name.Matches) == 0 || n.Name.Matches[0].Column != nil {
			return nil
		}
		return often(ofTime(n, k[4]), k[3], span(k))
	}},
	{"one or the other", "Cond", "'either'? Cond 'or' Cond", 0.1, func(k []*Node) any {
		return Cond{Kind: Either, Kids: []Cond{value[Cond](k[1]), value[Cond](k[3])}, At: span(k)}
	}},
	{"over or missing", "Cond", "that? NAME have? be? state 'or' have? be? null", 0.6, func(k []*Node) any { return overOrMissing(k[1], k[4], span(k)) }},
	{"without a valid one", "Cond", "never 'valid' NAME", 0.6, func(k []*Node) any {
		return overOrMissing(k[2], &Node{Span: k[1].Span, Value: "expired"}, span(k))
	}},
	{"missing or over", "Cond", "that? NAME have? be? null 'or' have? be? state", 0.6, func(k []*Node) any { return overOrMissing(k[1], k[8], span(k)) }},
	{"of whom", "Cond", "'whose' NAME Cond", 0.3, func(k []*Node) any { return ofWhom(k[1], k[2], span(k)) }},
	{"not in a state", "Cond", "that? not state", 0.2, func(k []*Node) any {
		c, ok := inState(k[2], nil, span(k)).(Cond)
		if !ok {
			return nil
		}
		c.Not = true
		return c
	}},
	{"of what it comes then", "Cond", "'whose' NAME be? NAME in? PERIOD", 0.6, func(k []*Node) any { return comesThen(k[1], k[3], k[5], span(k)) }},
	{"figure against a number of theirs", "Cond", "that? Noun be? cmp owner NAME", 0.4, func(k []*Node) any {
		return outnumbering(amountOfAll(value[Noun](k[1])), k[3], Noun{Name: value[Name](k[5]), At: k[5].Span}, span(k))
	}},
	{"figure above another", "Cond", "that? Figure be? cmp owner? Noun", 0.4, func(k []*Node) any {
		return outnumbering(value[Figure](k[1]), k[3], value[Noun](k[5]), span(k))
	}},
	{"more of one than of another", "Cond", "with? that? have? moreof Noun than owner? Noun", 0.8, func(k []*Node) any {
		return outnumbering(amountOf(value[Noun](k[4])), k[3], value[Noun](k[7]), span(k))
	}},
	{"past their date", "Cond", "that? past owner 'date' Dated?", 0.6, func(k []*Node) any { return Cond{Kind: Overdue, At: span(k)} }},
	{"should be done by now", "Cond", "that? should NAME bynow", 0.8, func(k []*Node) any {
		n := value[Name](k[2])
		if !n.timely() {
			return nil
		}
		return Cond{Kind: Overdue, Other: &n, At: span(k)}
	}},
	{"past a moment", "Cond", "that? past NAME", 0.3, func(k []*Node) any { return pastMoment(k[2], span(k)) }},
	{"past their moment", "Cond", "that? past owner NAME Dated?", 0.5, func(k []*Node) any { return pastMoment(k[3], span(k)) }},
	{"as they were found last", "Cond", "comma? asof? in? moment tallied Dated?", 0.7, func(k []*Node) any {
		if value[string](k[3]) != "desc" {
			return nil
		}
		return Cond{Kind: Latest, At: span(k)}
	}},
	{"in a season", "Cond", "in? nth NAME", 0.4, func(k []*Node) any {
		n := value[Name](k[2])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool {
			_, _, ok := m.Table.Season()
			return m.Column != nil || !ok
		})
		if len(n.Matches) == 0 {
			return nil
		}
		return Cond{Kind: Season, Name: &n, Number: which[value[string](k[1])], At: span(k)}
	}},
	{"weekend", "Cond", "weekend", 0.1, func(k []*Node) any { return weekend(k[0]) }},
	{"acted", "Cond", "that? NAME thing? PERIOD?", 0.05, func(k []*Node) any { return acted(k[1], nil, k[3], false, span(k)) }},
	{"acted on something then", "Cond", "that? NAME thing in? PERIOD", 0.9, func(k []*Node) any { return acted(k[1], nil, k[4], false, span(k)) }},
	{"acted on nothing then", "Cond", "never NAME in? thing in? PERIOD", 0.9, func(k []*Node) any { return acted(k[1], nil, k[5], true, span(k)) }},
	{"did nothing", "Cond", "that? NAME 'nothing' in? PERIOD?", 0.9, func(k []*Node) any { return acted(k[1], nil, k[4], true, span(k)) }},
	{"did then and not at another time", "Cond", "that? NAME in? PERIOD butnot in? PERIOD", 0.8, func(k []*Node) any { return didNotAgain(k[1], k[3], k[6], span(k)) }},
	{"had then and not at another time", "Cond", "with Noun in? PERIOD butnot in? PERIOD", 0.8, func(k []*Node) any { return hadNotAgain(k[1], k[3], k[6], span(k)) }},
	{"of which nothing was done", "Cond", "where 'nothing' have? be? NAME 'yet'?", 0.8, func(k []*Node) any { return acted(k[4], nil, nil, true, span(k)) }},
	{"of which nothing is done", "Cond", "where 'nothing' have? be? NAME 'yet'?", 0.85, func(k []*Node) any { return notDone(k[4], span(k)) }},
	{"not yet acted", "Cond", "that? 'not' 'yet' NAME", 0.15, func(k []*Node) any { return acted(k[3], nil, nil, true, span(k)) }},
	{"never acted", "Cond", "never NAME thing? PERIOD?", 0.1, func(k []*Node) any { return acted(k[1], nil, k[3], true, span(k)) }},
	{"not acted in a time", "Cond", "that? not NAME in? PERIOD", 0.2, func(k []*Node) any { return acted(k[2], nil, k[4], true, span(k)) }},
	{"acted on", "Cond", "that NAME in? Values generic? PERIOD?", 0.25, func(k []*Node) any { return acted(k[1], k[3], k[5], false, span(k)) }},
	{"acted on so", "Cond", "NAME in Values PERIOD?", 0.2, func(k []*Node) any { return acted(k[0], k[2], k[3], false, span(k)) }},
	{"never acted on", "Cond", "never NAME in? Values generic? PERIOD?", 0.25, func(k []*Node) any { return acted(k[1], k[3], k[5], true, span(k)) }},
}
