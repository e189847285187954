package phrase

import (
	"slices"

	"parley/workflow/engine/meaning"
	"parley/workflow/schema"
)

// Measures: "number of orders", "average price", "cost per order", "days from order to delivery".
var figureRules = []rule{
	{"count", "Figure", "count Noun", 0.1, func(k []*Node) any { return counted(k[1], span(k)) }},
	{"count of those below", "Figure", "count Noun that? REPORTTO", 0.4, func(k []*Node) any {
		n, ok := belowThem(value[Noun](k[1]), value[Name](k[3])).(Noun)
		if !ok {
			return nil
		}
		return Figure{Kind: Count, Noun: n, At: span(k)}
	}},
	{"total count", "Figure", "fn count Noun", 0.1, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return counted(k[2], span(k))
	}},
	{"headcount", "Figure", "heads", 0.2, func(k []*Node) any {
		return Figure{Kind: Count, Noun: Noun{Name: Name{Text: Staff, At: k[0].Span}, At: k[0].Span}, At: k[0].Span}
	}},
	{"count after", "Figure", "Noun 'count'", 0, func(k []*Node) any { return counted(k[0], span(k)) }},
	{"aggregate", "Figure", "fn in? Noun", 0.1, func(k []*Node) any {
		return Figure{Kind: Aggregate, Fn: value[string](k[0]), Noun: value[Noun](k[2]), At: span(k)}
	}},
	{"what is charged with tax", "Figure", "Figure comma? withtax", 0.2, func(k []*Node) any {
		f := value[Figure](k[0])
		if f.Kind != Plain && f.Kind != Aggregate && f.Kind != Worth {
			return nil
		}
		f.Noun.Taxed, f.At = true, span(k)
		return f
	}},
	{"aggregate of the amount", "Figure", "fn fn in? Noun", 0.2, func(k []*Node) any {
		if value[string](k[1]) != "sum" {
			return nil
		}
		return Figure{Kind: Aggregate, Fn: value[string](k[0]), Noun: value[Noun](k[3]), At: span(k)}
	}},
	{"how many of them", "Bare", "count", -0.2, func(k []*Node) any { return Figure{Kind: Count, At: span(k)} }},
	{"how many of a thing each has", "Figure", "comma? count Noun 'each'", 0.4, func(k []*Node) any {
		return Figure{Kind: Count, Noun: value[Noun](k[2]), At: k[1].Span.Join(k[2].Span)}
	}},
	{"just how many", "Bare", "comma? only 'number'", 0.4, func(k []*Node) any { return Figure{Kind: Count, At: span(k)} }},
	{"just their count", "Bare", "comma? only 'count'", 0.4, func(k []*Node) any { return Figure{Kind: Count, At: span(k)} }},
	{"what they are worth", "Bare", "comma? 'what' be worth", 0.4, func(k []*Node) any { return Figure{Kind: Plain, At: span(k)} }},
	{"their number and what they come to", "Bares", "comma? Many 'and' Much", 0.7, func(k []*Node) any {
		return []Figure{{Kind: Count, At: k[1].Span}, {Kind: Plain, At: k[3].Span}}
	}},
	{"what they come to and their number", "Bares", "comma? Much 'and' Many", 0.7, func(k []*Node) any {
		return []Figure{{Kind: Plain, At: k[1].Span}, {Kind: Count, At: k[3].Span}}
	}},
	{"number", "Many", "'number'", 0, func([]*Node) any { return true }},
	{"count", "Many", "count", -0.2, func([]*Node) any { return true }},
	{"amount", "Much", "howmuch", 0, func([]*Node) any { return true }},
	{"worth", "Much", "worth", 0, func([]*Node) any { return true }},
	{"total", "Much", "fn", 0, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return true
	}},
	{"how much of them", "Bare", "howmuch", 0, func(k []*Node) any { return Figure{Kind: Plain, At: span(k)} }},
	{"the total of them", "Bare", "fn", -0.2, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return Figure{Kind: Plain, At: span(k)}
	}},
	{"age", "Noun", "'age'", 0.6, func(k []*Node) any {
		n := Name{Text: "age", At: k[0].Span}
		return Noun{Name: n, At: n.At}
	}},
	{"quotient", "Quotient", "Part divided Part", 0.5, func(k []*Node) any {
		return Figure{Kind: Quotient, Args: []Figure{value[Figure](k[0]), value[Figure](k[2])}, At: span(k)}
	}},
	{"quotient as figure", "Figure", "Quotient", 0, func(k []*Node) any { return value[Figure](k[0]) }},
	{"part of a quotient", "Part", "Noun", 0, func(k []*Node) any {
		n := value[Noun](k[0])
		return Figure{Kind: Plain, Noun: n, At: n.At}
	}},
	{"figure of a quotient", "Part", "Figure", 0, func(k []*Node) any { return value[Figure](k[0]) }},
	{"percentage of another", "Figure", "Part hundredth Part", 0.5, func(k []*Node) any {
		return Figure{Kind: Quotient, Fn: InHundred, Args: []Figure{value[Figure](k[0]), value[Figure](k[2])}, At: span(k)}
	}},
	{"percentage of another in each", "Listing", "Part Dim hundredth Part", 0.6, func(k []*Node) any {
		part := value[Figure](k[0])
		if part.Kind != Plain || len(part.Noun.Name.Matches) > 0 {
			return nil // only rows of a kind are so many for sure
		}
		f := Figure{Kind: Quotient, Fn: InHundred, Args: []Figure{part, value[Figure](k[3])}, At: k[0].Span.Join(k[3].Span)}
		return Apiece{f, value[[]Dimension](k[1])}
	}},
	{"aggregate of a figure", "Figure", "fn Formula", 0, func(k []*Node) any {
		f := value[Figure](k[1])
		if f.Fn == "" || f.Kind == Lapse {
			return Figure{Kind: Aggregate, Fn: value[string](k[0]), Args: []Figure{f}, At: span(k)}
		}
		return nil
	}},
	{"aggregate of a figure that is a number", "Figure", "fn count NAME", 0.4, func(k []*Node) any {
		n := value[Name](k[2])
		if len(n.Matches) == 0 || n.Matches[0].Column == nil || !n.Matches[0].Column.Metric.Whole() {
			return nil
		}
		return Figure{Kind: Aggregate, Fn: value[string](k[0]), Noun: Noun{Name: n, At: n.At}, At: span(k)}
	}},
	{"ratio of one to another", "Figure", "'ratio' 'of' Part 'to' Part", 1.2, func(k []*Node) any {
		return Figure{Kind: Quotient, Args: []Figure{value[Figure](k[2]), value[Figure](k[4])}, At: span(k)}
	}},
	{"ratio of one kind to another", "Figure", "'ratio' 'of' Values 'to' Noun", 1.9, func(k []*Node) any {
		under := value[Noun](k[4])
		if len(under.Conds) != 1 || under.Conds[0].Kind != IsValue {
			return nil
		}
		over := under
		over.Conds, over.At = []Cond{isValue(k[2], false, k[2].Span).(Cond)}, k[2].Span
		if len(over.Name.Matches) == 0 {
			over.Name = Name{Text: k[2].Value.([]Value)[0].Text, At: k[2].Span}
		}
		return Figure{Kind: Quotient, Args: []Figure{{Kind: Count, Noun: over, At: over.At}, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"mean per unit", "Figure", "fn Noun per unit", 0.4, func(k []*Node) any {
		n := value[Noun](k[1])
		if value[string](k[0]) != "avg" {
			return nil
		}
		return Figure{Kind: MeanPer, Fn: value[string](k[3]), Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: span(k)}
	}},
	{"margin", "Figure", "margin rate?", 0.3, func(k []*Node) any {
		f := Figure{Kind: Margin, At: span(k)}
		if k[1] != nil {
			f.Fn = InHundred
		}
		return f
	}},
	{"what is owed", "Figure", "debt", 0.8, func(k []*Node) any { return Figure{Kind: Owed, At: span(k)} }},
	{"all that is owed", "Figure", "fn debt", 0.8, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return Figure{Kind: Owed, At: span(k)}
	}},
	{"what we owe", "Figure", "which Aux? 'we' owe", 0.8, func(k []*Node) any { return Figure{Kind: Owed, Fn: Ours, At: span(k)} }},
	{"what we owe to whom", "Figure", "which Aux? 'we' owe Noun", 1.2, func(k []*Node) any {
		if n := value[Noun](k[4]); !n.things() || len(n.Conds) > 0 {
			return nil
		}
		return Figure{Kind: Owed, Fn: Ours, At: span(k)}
	}},
	{"how much we owe", "Figure", "howmuch Aux? 'we' owe", 0.8, func(k []*Node) any { return Figure{Kind: Owed, Fn: Ours, At: span(k)} }},
	{"how much some owe", "Figure", "howmuch Does? Noun still? filler? owe filler?", 0.9, owedBySome},
	{"what some owe", "Figure", "which Does? Noun still? filler? owe filler?", 0.9, owedBySome},
	{"how much some that are so owe", "Figure", "howmuch Does? Noun Cond still? filler? owe filler?", 1, owedBySomeSo},
	{"what some that are so owe", "Figure", "which Does? Noun Cond still? filler? owe filler?", 1, owedBySomeSo},
	{"how much one owes", "Figure", "howmuch Does? Values still? filler? owe filler?", 0.9, owedByOne},
	{"what one owes", "Figure", "which Does? Values still? filler? owe filler?", 0.9, owedByOne},
	{"who owes how much", "Listing", "'who' still? filler? owe filler? howmuch", 0.9, owedByEach},
	{"who owes what", "Listing", "'who' still? filler? owe filler? which", 0.9, owedByEach},
	{"what is owed on things", "Figure", "debt of Noun", 0.9, func(k []*Node) any {
		n := value[Noun](k[2])
		if !n.things() {
			return nil
		}
		return Figure{Kind: Owed, Noun: n, At: span(k)}
	}},
	{"total margin", "Figure", "fn margin", 0.4, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return Figure{Kind: Margin, At: span(k)}
	}},
	{"ratio", "Figure", "Noun 'per' Noun", -0.1, func(k []*Node) any {
		over, under := value[Noun](k[0]), value[Noun](k[2])
		return Figure{Kind: Ratio, Args: []Figure{{Kind: Plain, Noun: over, At: over.At}, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"ratio by so many", "Figure", "fn? Part per NUMBER Noun", 0.5, func(k []*Node) any {
		n, whole := k[3].Value.(int64)
		over, under := value[Figure](k[1]), value[Noun](k[4])
		if !whole || n < 2 || k[0] != nil && over.Kind != Plain {
			return nil
		}
		return Figure{Kind: Ratio, Scale: n, Args: []Figure{over, {Kind: Plain, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"ratio of a figure", "Figure", "Figure 'per' Noun", -0.35, func(k []*Node) any {
		over, under := value[Figure](k[0]), value[Noun](k[2])
		if over.Kind != Count && over.Kind != Aggregate {
			return nil
		}
		return Figure{Kind: Ratio, Args: []Figure{over, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"so many for one of others in each", "Listing", "Noun 'per' Noun ineach Key", 0.9, func(k []*Node) any {
		over := value[Noun](k[0])
		f := Figure{Kind: Plain, Noun: over, At: over.At}
		if over.things() {
			f.Kind = Count
		}
		return apiece(f, k[2], k[4], span(k))
	}},
	{"count for one of others in each", "Listing", "Figure 'per' Noun ineach Key", 0.9, func(k []*Node) any {
		f := value[Figure](k[0])
		if f.Kind != Count && f.Kind != Aggregate && f.Kind != Worth {
			return nil
		}
		return apiece(f, k[2], k[4], span(k))
	}},
	{"so much for a measure, by something", "Listing", "Noun 'per' Noun Split Key", 0.9, func(k []*Node) any {
		over := value[Noun](k[0])
		return perMeasure(Figure{Kind: Plain, Noun: over, At: over.At}, k[2], k[4], span(k))
	}},
	{"figure for a measure, by something", "Listing", "Figure 'per' Noun Split Key", 0.9, func(k []*Node) any {
		return perMeasure(value[Figure](k[0]), k[2], k[4], span(k))
	}},
	{"by each", "Split", "per", 0, func([]*Node) any { return true }},
	{"split by", "Split", "by", 0, func([]*Node) any { return true }},
	{"mean", "Figure", "fn count Noun Per Noun", 0.3, func(k []*Node) any {
		if value[string](k[0]) != "avg" {
			return nil
		}
		return mean(k[2], k[4], span(k))
	}},
	{"mean of what things come to", "Figure", "fn Noun Per Noun", 1, func(k []*Node) any {
		if value[string](k[0]) != "avg" {
			return nil
		}
		over, under := value[Noun](k[1]), value[Noun](k[3])
		return Figure{Kind: MeanOf, Args: []Figure{{Kind: Plain, Noun: over, At: over.At}, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"mean of the worth of things", "Figure", "fn NAME worth Per Noun", 1, func(k []*Node) any {
		if value[string](k[0]) != "avg" {
			return nil
		}
		n, under := value[Name](k[1]), value[Noun](k[4])
		return Figure{Kind: MeanOf, Args: []Figure{{Kind: Plain, Noun: Noun{Name: n, At: n.At}, At: n.At}, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"mean number of parts", "Figure", "fn count generic Per Noun", 0.6, func(k []*Node) any {
		if value[string](k[0]) != "avg" {
			return nil
		}
		parts := Noun{Name: Name{Text: Parts, At: k[2].Span}, At: k[2].Span}
		under := value[Noun](k[4])
		return Figure{Kind: Mean, Args: []Figure{{Kind: Count, Noun: parts, At: parts.At}, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"mean of parts", "Figure", "fn generic Per Noun", 0.6, func(k []*Node) any {
		if value[string](k[0]) != "avg" {
			return nil
		}
		parts := Noun{Name: Name{Text: Parts, At: k[1].Span}, At: k[1].Span}
		under := value[Noun](k[3])
		return Figure{Kind: Mean, Args: []Figure{{Kind: Count, Noun: parts, At: parts.At}, {Kind: Count, Noun: under, At: under.At}}, At: span(k)}
	}},
	{"mean said later", "Figure", "fn? comma? count Noun 'does' Noun have fn?", 0.3, func(k []*Node) any {
		if value[string](k[0]) != "avg" && value[string](k[7]) != "avg" {
			return nil
		}
		return mean(k[3], k[5], span(k))
	}},
	{"mean said behind", "Figure", "count Noun Per Noun fn", 0.4, func(k []*Node) any {
		if value[string](k[4]) != "avg" {
			return nil
		}
		return mean(k[1], k[3], span(k))
	}},
	{"worth of a thing", "Figure", "fn NAME worth", 0.2, func(k []*Node) any {
		n := value[Name](k[1])
		f := Figure{Kind: Aggregate, Fn: value[string](k[0]), Noun: Noun{Name: n, At: n.At}, At: span(k)}
		if f.Fn == "sum" {
			f.Kind = Worth
		}
		return f
	}},
	{"worth of things of a kind", "Figure", "fn NAME worth of Noun", 0.5, func(k []*Node) any {
		n, of := value[Name](k[1]), value[Noun](k[4])
		same := func(m schema.Match) bool {
			return m.Column == nil && slices.ContainsFunc(n.Matches, func(o schema.Match) bool { return o.Column == nil && o.Table == m.Table })
		}
		if len(of.Conds) == 0 || !slices.ContainsFunc(of.Name.Matches, same) {
			return nil
		}
		f := Figure{Kind: Aggregate, Fn: value[string](k[0]), Noun: Noun{Name: n, Conds: of.Conds, At: n.At}, At: span(k)}
		if f.Fn == "sum" {
			f.Kind = Worth
		}
		return f
	}},
	{"worth of things", "Figure", "NAME worth", -0.1, func(k []*Node) any {
		n := value[Name](k[0])
		return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Name: n, At: n.At}, At: span(k)}
	}},
	{"what was done comes to", "Figure", "NAME worth", 0.5, func(k []*Node) any {
		n := value[Name](k[0])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column != nil })
		if !n.participle() || len(n.Matches) == 0 {
			return nil
		}
		return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Name: n, At: n.At}, At: span(k)} // "invoiced amount"
	}},
	{"what things cost", "Figure", "NAME 'cost'", 0.1, outlayOf},
	{"what things cost, in the plural", "Figure", "NAME 'costs'", 0.1, outlayOf},
	{"what is spent on things", "Figure", "NAME 'spend'", 0.1, outlayOf},
	{"what we did comes to", "Figure", "which Aux 'we' Values", 0.5, worthOfKind},
	{"how much we did", "Figure", "howmuch Aux 'we' Values", 0.5, worthOfKind},
	{"what we earn", "Figure", "which Aux 'we' earn", 0.5, takings},
	{"how much we earn", "Figure", "howmuch Aux 'we' earn", 0.5, takings},
	{"how much we took in", "Figure", "howmuch Aux 'we' cashed", 0.5, cashedIn},
	{"how much we spend", "Figure", "howmuch Aux 'we' spend", 0.5, laidOut},
	{"how much is spent", "Figure", "howmuch Aux? spend", 0.3, laidOut},
	{"how much we sell", "Figure", "howmuch Aux 'we' sell", 0.5, takings},
	{"how much is sold", "Figure", "howmuch Aux? sell", 0.2, takings},
	{"pieces sold", "Figure", "count? pieces be? sell", 0.5, sold},
	{"sum of pieces sold", "Figure", "fn pieces be? sell", 0.5, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return sold(k)
	}},
	{"how many sold", "Figure", "count be? sell", 0.4, sold},
	{"how many pieces we sell", "Figure", "count pieces Aux 'we' sell", 0.6, sold},
	{"how many pieces of a thing we sell", "Figure", "count pieces of Noun Aux 'we' sell", 0.6, func(k []*Node) any { return soldOf(k[3], span(k)) }},
	{"how many pieces of a thing were sold", "Figure", "count? pieces of Noun be? sell", 0.5, func(k []*Node) any { return soldOf(k[3], span(k)) }},
	{"sum of pieces of a thing sold", "Figure", "fn pieces of Noun be? sell", 1.1, func(k []*Node) any {
		if value[string](k[0]) != "sum" {
			return nil
		}
		return soldOf(k[3], span(k))
	}},
	{"things sold", "Figure", "Noun sell", 0.45, func(k []*Node) any {
		n := value[Noun](k[0])
		if !n.things() || !Several(n.Name.Text) {
			return nil
		}
		return Figure{Kind: Sold, Fn: Grouped, Noun: n, At: span(k)}
	}},
	{"how many of a thing we sell", "Figure", "count Noun Aux 'we' sell", 0.5, func(k []*Node) any { return soldOf(k[1], span(k)) }},
	{"how many of a thing were sold", "Figure", "count Noun have? be? sell", 0.5, func(k []*Node) any { return linesOf(value[Noun](k[1]), span(k)) }},
	{"how many of things that are so were sold", "Figure", "count Noun Cond have? be? sell", 0.5, func(k []*Node) any {
		return linesOf(specified(value[Noun](k[1]), value[Cond](k[2])).(Noun), span(k))
	}},
	{"how many of each we sell", "Listing", "count per Noun Aux 'we' sell", 0.9, soldOfEach},
	{"how many of each were sold", "Listing", "count per Noun have? be? sell", 0.9, soldOfEach},
	{"how many each sold", "Listing", "count Aux per Noun sell", 0.9, func(k []*Node) any { return soldOfEach([]*Node{k[0], k[2], k[3], k[4]}) }},
	{"counted in pieces", "InPieces", "unitin pieces", 0.2, func([]*Node) any { return InPieces(true) }},
	{"counted by pieces", "InPieces", "by pieces", 0.1, func([]*Node) any { return InPieces(true) }},
	{"how much of a measure we got", "Figure", "howmuch Noun Aux 'we' make", 0.4, func(k []*Node) any {
		return Figure{Kind: Aggregate, Fn: "sum", Noun: value[Noun](k[1]), At: span(k)}
	}},
	{"how much we did so", "Figure", "howmuch Aux 'we' NAME", 0.5, func(k []*Node) any {
		n := value[Name](k[3])
		if !n.flagged() {
			return nil
		}
		c := Cond{Kind: Flagged, Name: &n, At: n.At}
		return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Conds: []Cond{c}, At: n.At}, At: span(k)}
	}},
	{"how much we did of things", "Figure", "howmuch Aux 'we' NAME", 0.55, func(k []*Node) any {
		n := value[Name](k[3])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column != nil })
		if len(n.Matches) == 0 {
			return nil
		}
		return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Name: n, At: n.At}, At: span(k)} // "how much did we bill"
	}},
	{"how much came in", "Figure", "howmuch came", 0.5, cashedIn},
	{"how much is of it", "Figure", "howmuch be NAME", 0.3, func(k []*Node) any {
		n := value[Name](k[2])
		n.Matches = slices.DeleteFunc(slices.Clone(n.Matches), func(m schema.Match) bool { return m.Column == nil || m.Column.Role != schema.Measure })
		if len(n.Matches) == 0 {
			return nil
		}
		return Figure{Kind: Aggregate, Fn: "sum", Noun: Noun{Name: n, At: n.At}, At: span(k)}
	}},
	{"what was charged of a kind", "Figure", "Values charged", 0.4, func(k []*Node) any {
		c := isValue(k[0], false, k[0].Span).(Cond)
		return Figure{Kind: Worth, Fn: "sum", Noun: Noun{Conds: []Cond{c}, At: k[0].Span}, At: span(k)}
	}},
	{"when we last did", "Figure", "'when' Aux 'we' moment light? NAME", 0.6, func(k []*Node) any {
		done := value[Name](k[5])
		return lastTime(k[3], &Node{Value: Noun{Name: done, At: done.At}}, span(k))
	}},
	{"when it was last", "Figure", "'when' Aux moment Noun", 0.5, func(k []*Node) any { return lastTime(k[2], k[3], span(k)) }},
	{"date of the last", "Figure", "Dated of owner? moment Noun", 0.5, func(k []*Node) any { return lastTime(k[3], k[4], span(k)) }},
	{"last moment", "Figure", "moment NAME", 0.35, func(k []*Node) any {
		n := value[Name](k[1])
		if len(n.Matches) == 0 || n.Matches[0].Column == nil || n.Matches[0].Column.Role != schema.Moment || n.participle() {
			return nil
		}
		return lastTime(k[0], &Node{Value: Noun{Name: n, At: n.At}}, span(k))
	}},
	{"last date of it", "Figure", "moment Noun Dated", 0.4, func(k []*Node) any { return lastTime(k[0], k[1], span(k)) }},
	{"when things did it last", "Listing", "'when' Aux per? Noun Cond? have? make? owner? moment NAME", 0.6, func(k []*Node) any {
		done := value[Name](k[9])
		return whenLast(k[3], k[4], k[8], &Node{Value: Noun{Name: done, At: done.At}, Span: done.At}, span(k))
	}},
	{"when things last had one", "Listing", "'when' Aux per? Noun Cond? moment have? light? Noun", 0.6, func(k []*Node) any {
		return whenLast(k[3], k[4], k[5], k[8], span(k))
	}},
	{"date", "Dated", "'date'", 0, func([]*Node) any { return true }},
	{"day", "Dated", "'day'", 0, func([]*Node) any { return true }},
	{"did", "Aux", "'did'", 0, func([]*Node) any { return true }},
	{"do", "Aux", "'do'", 0, func([]*Node) any { return true }},
	{"have", "Aux", "'have'", 0, func([]*Node) any { return true }},
	{"has", "Aux", "'has'", 0, func([]*Node) any { return true }},
	{"was", "Aux", "'was'", 0, func([]*Node) any { return true }},
	{"were", "Aux", "'were'", 0, func([]*Node) any { return true }},
	{"units of a thing", "Figure", "fn unit Per Noun", 0.2, func(k []*Node) any {
		f, ok := inUnit(lengthOf(k[3], span(k)), value[string](k[1])).(Figure)
		if !ok {
			return nil
		}
		return Figure{Kind: Aggregate, Fn: value[string](k[0]), Args: []Figure{f}, At: span(k)}
	}},
	{"mean at a pace", "Figure", "fn pace Noun", 0.4, func(k []*Node) any {
		n := value[Noun](k[2])
		paced := func(m schema.Match) bool { return m.Column != nil && m.Column.Has(value[string](k[1])) } // a monthly fee is so already
		if value[string](k[0]) != "avg" || value[string](k[1]) == "" || slices.ContainsFunc(n.Name.Matches, paced) {
			return nil
		}
		return Figure{Kind: MeanPer, Fn: value[string](k[1]), Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: span(k)}
	}},
	{"per", "Per", "'per'", 0, func([]*Node) any { return "per" }},
	{"per each", "Per", "'for' 'each'", 0, func([]*Node) any { return "per" }},
	{"per a", "Per", "'each'", 0, func([]*Node) any { return "per" }},
	{"product", "Formula", "Noun times Noun", 0, func(k []*Node) any { return arithmetic(Times, k) }},
	{"difference between two extremes", "Figure", "'difference' 'between' fn 'and' fn in? Noun", 1.2, func(k []*Node) any {
		return apartBy(value[string](k[2]), value[string](k[4]), value[Noun](k[6]), span(k))
	}},
	{"how far a measure reaches", "Figure", "reach of Noun", 0.6, func(k []*Node) any { return apartBy("max", "min", value[Noun](k[2]), span(k)) }},
	{"reach of a measure", "Figure", "NAME reach", 0.6, func(k []*Node) any {
		n := value[Name](k[0]).compared()
		if len(n.Matches) == 0 {
			return nil
		}
		return apartBy("max", "min", Noun{Name: n, At: n.At}, span(k))
	}},
	{"difference", "Figure", "Noun minus Noun", 0, func(k []*Node) any { return arithmetic(Less, k) }},
	{"lapse as figure", "Figure", "Formula", 0, func(k []*Node) any {
		f := value[Figure](k[0])
		f.At = span(k)
		return f
	}},
	{"average first", "Figure", "fn comma Formula", 0.1, func(k []*Node) any {
		return Figure{Kind: Aggregate, Fn: value[string](k[0]), Args: []Figure{value[Figure](k[2])}, At: span(k)}
	}},
	{"figure in unit", "Figure", "Figure Unit", 0, func(k []*Node) any {
		f := value[Figure](k[0])
		return inUnit(f, value[string](k[1]))
	}},
	{"running", "Figure", "running Figure", 0.2, func(k []*Node) any {
		if f := value[Figure](k[1]); value[string](k[0]) == runningOn && f.Kind == Plain && f.Noun.things() {
			return nil
		}
		return Figure{Kind: Running, Args: []Figure{value[Figure](k[1])}, At: span(k)}
	}},
	{"running noun", "Figure", "running Noun", 0.15, func(k []*Node) any {
		n := value[Noun](k[1])
		if value[string](k[0]) == runningOn && n.things() {
			return nil // "running groups" are those that run
		}
		return Figure{Kind: Running, Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: span(k)}
	}},
	{"of total, said apart", "Loose", "comma? oftotal", -0.3, func(k []*Node) any { return OfAll }},
	{"and their share of what all come to", "Loose", "also oftotal Noun?", 0.9, func(k []*Node) any {
		if n := value[Noun](k[2]); k[2] != nil && len(n.Conds) > 0 {
			return nil
		}
		return OfAll
	}},
	{"of total", "Figure", "Figure comma? oftotal", 0.2, func(k []*Node) any {
		return Figure{Kind: OfTotal, Args: []Figure{value[Figure](k[0])}, At: span(k)}
	}},
	{"noun of total", "Figure", "Noun comma? oftotal", 0.1, func(k []*Node) any {
		n := value[Noun](k[0])
		return Figure{Kind: OfTotal, Args: []Figure{{Kind: Plain, Noun: n, At: n.At}}, At: span(k)}
	}},
}

// Grouped marks a figure that is one where groups or sides are asked for, and things that are so elsewhere.
const Grouped = "grouped"

// whenLast is things, those of a kind where one is said, with when something happened to them last.
func whenLast(things, kind, way, happened *Node, at meaning.Span) any {
	n := value[Noun](things)
	if kind != nil {
		n.Conds = append(slices.Clone(n.Conds), value[Cond](kind))
	}
	f, ok := lastTime(way, happened, way.Span.Join(happened.Span)).(Figure)
	if !ok {
		return nil
	}
	return Listing{Noun: n, Figures: []Figure{f}, At: at}
}

// lastTime is when what a noun tells of happened last, or first.
func lastTime(way, noun *Node, at meaning.Span) any {
	f := Figure{Kind: When, Fn: "max", Noun: value[Noun](noun), At: at}
	if value[string](way) == "asc" {
		f.Fn = "min"
	}
	return f
}

func counted(n *Node, at meaning.Span) any {
	return Figure{Kind: Count, Noun: value[Noun](n), At: at}
}

func mean(what, each *Node, at meaning.Span) any {
	over, under := value[Noun](what), value[Noun](each)
	return Figure{Kind: Mean, Args: []Figure{{Kind: Count, Noun: over, At: over.At}, {Kind: Count, Noun: under, At: under.At}}, At: at}
}

func arithmetic(kind FigureKind, k []*Node) any {
	l, r := value[Noun](k[0]), value[Noun](k[2])
	return Figure{Kind: kind, Args: []Figure{{Kind: Plain, Noun: l, At: l.At}, {Kind: Plain, Noun: r, At: r.At}}, At: span(k)}
}

// apiece is a figure for one of some things, in each group.
func apiece(over Figure, of, key *Node, at meaning.Span) any {
	under := value[Noun](of)
	dims := slices.Clone(value[[]Dimension](key))
	if len(under.Name.Matches) == 0 || len(dims) != 1 || dims[0].Grain != "" {
		return nil
	}
	dims[0].Each = true
	return Apiece{Figure{Kind: Ratio, Args: []Figure{over, {Kind: Count, Noun: under, At: under.At}}, At: at}, dims}
}

// perMeasure is so much for one of what is measured, for each of others: nobody groups by a measure. Things are counted.
func perMeasure(over Figure, of, key *Node, at meaning.Span) any {
	under := value[Noun](of)
	if list := under.Name.Matches; len(list) == 0 || slices.ContainsFunc(list, func(m schema.Match) bool {
		return m.Column == nil || m.Column.Role != schema.Measure || !m.Column.Type.Numeric()
	}) {
		return nil
	}
	if over.Kind == Plain && over.Noun.things() {
		over.Kind = Count
	}
	return apiece(over, of, key, at)
}

// owedBySome is what things of a kind owe.
func owedBySome(k []*Node) any {
	n := value[Noun](k[2])
	if !n.things() {
		return nil
	}
	return Figure{Kind: Owed, Noun: Noun{Conds: n.Conds}, At: span(k)}
}

// owedBySomeSo is what those things owe of which something is so.
func owedBySomeSo(k []*Node) any {
	n := value[Noun](k[2])
	if !n.things() {
		return nil
	}
	return Figure{Kind: Owed, Noun: Noun{Conds: append(slices.Clone(n.Conds), value[Cond](k[3]))}, At: span(k)}
}

// owedByOne is what one thing owes, or those of a kind.
func owedByOne(k []*Node) any {
	return Figure{Kind: Owed, Noun: Noun{Conds: []Cond{isValue(k[2], false, k[2].Span).(Cond)}}, At: span(k)}
}

// owedByEach is what each of those who owe something owes.
func owedByEach(k []*Node) any {
	return Apiece{Figure{Kind: Owed, At: k[3].Span}, []Dimension{{Name: whoever(k[0]), Each: true, At: k[0].Span}}}
}
