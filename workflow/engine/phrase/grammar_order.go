package phrase

// Orders and further columns: "oldest first", "sorted by name", "with the customer's name".
var orderRules = []rule{
	{"sorted by", "Sort", "sort Noun way?", 0.2, func(k []*Node) any {
		n := value[Noun](k[1])
		return Sort{Name: &n.Name, Desc: value[string](k[2]) == "desc", Set: k[2] != nil, At: span(k)}
	}},
	{"sorted by figure", "Sort", "sort Figure way?", 0.2, func(k []*Node) any {
		f := value[Figure](k[1])
		return Sort{Figure: &f, Desc: value[string](k[2]) != "asc", Set: true, At: span(k)}
	}},
	{"extreme first", "Sort", "extreme Noun? firstword", 0.4, func(k []*Node) any {
		s := Sort{Desc: value[string](k[0]) == "desc", Set: true, At: span(k)}
		if k[1] != nil {
			n := value[Noun](k[1])
			s.Name = &n.Name
		}
		return s
	}},
	{"moment first", "Sort", "moment Noun? firstword", 0.4, func(k []*Node) any {
		return Sort{Moment: true, Desc: value[string](k[0]) == "desc", Set: true, At: span(k)}
	}},
	{"way", "Sort", "way", 0, func(k []*Node) any { return Sort{Desc: value[string](k[0]) == "desc", Set: true, At: span(k)} }},
	{"also", "Also", "also Noun", 0.05, func(k []*Node) any {
		n := value[Noun](k[1])
		return Also{Names: []Name{n.Name}, At: span(k)}
	}},
	{"also of another", "Also", "also NAME poss NAME", 0.3, func(k []*Node) any {
		owner := value[Name](k[1])
		return Also{Names: []Name{value[Name](k[3])}, Of: &owner, At: span(k)}
	}},
	{"also of the other", "Also", "also NAME of NAME", 0.2, func(k []*Node) any {
		owner := value[Name](k[3])
		return Also{Names: []Name{value[Name](k[1])}, Of: &owner, At: span(k)}
	}},
	{"also when", "Also", "also? 'when' NAME be? NAME", 0.3, func(k []*Node) any {
		owner := value[Name](k[2])
		return Also{Names: []Name{value[Name](k[4])}, Of: &owner, At: span(k)}
	}},
	{"name of another", "Also", "NAME poss NAME", 0.2, func(k []*Node) any {
		owner := value[Name](k[0])
		return Also{Names: []Name{value[Name](k[2])}, Of: &owner, At: span(k)}
	}},
	{"name of the other", "Also", "NAME of NAME", 0.1, func(k []*Node) any {
		owner := value[Name](k[2])
		return Also{Names: []Name{value[Name](k[0])}, Of: &owner, At: span(k)}
	}},
}
