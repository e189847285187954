package semantic

// ossieModels are the semantic models of a file: the one that it is, or, of OSI's first drafts, those that it lists.
func ossieModels(doc node) []node {
	var out []node
	for _, n := range append(doc.get("semantic_model").list(), doc) {
		if n.get("datasets").there() {
			out = append(out, n)
		}
	}
	return out
}

// ossie reads Apache Ossie's core metadata (https://github.com/apache/ossie, core-spec), those of OSI's first drafts too.
func (m *model) ossie(doc node) {
	for _, n := range ossieModels(doc) {
		for _, d := range n.get("datasets").list() {
			m.ossieDataset(d)
		}
		for _, r := range n.get("relationships").list() {
			m.joins = append(m.joins, join{r.get("from").text(), r.get("to").text(), r.get("from_columns").texts(), r.get("to_columns").texts(), r.place()})
		}
		for _, k := range n.get("metrics").list() {
			aggregate, expression := ossieExpression(k.get("expression"))
			if expression == "" {
				m.problem(k.place(), "the metric %s has no expression in standard SQL", k.get("name").text())
				continue
			}
			m.metrics = append(m.metrics, &metric{name: k.get("name").text(), description: k.get("description").text(), words: synonyms(k), aggregate: aggregate, expression: expression, at: k.place()})
		}
	}
}

func (m *model) ossieDataset(n node) {
	t := &table{name: n.get("name").text(), physical: last(n.get("source").text()), words: synonyms(n), at: n.place()}
	if key := n.get("primary_key").texts(); len(key) > 0 {
		t.key = key[0]
	}
	var times []string
	for _, f := range n.get("fields").list() {
		_, expression := ossieExpression(f.get("expression"))
		name := f.get("name").text()
		if expression == "" {
			m.problem(f.place(), "the field %s has no expression in standard SQL", name)
			continue
		}
		words := synonyms(f)
		t.fields = append(t.fields, &field{name: name, expression: expression, words: words, at: f.place()})
		if typ := f.get("datatype").text(); f.get("dimension", "is_time").yes(typ == "Date" || typ == "DateTime" || typ == "DateTimeTz") {
			times = append(times, name)
		}
	}
	if len(times) == 1 {
		t.time = times[0]
	}
	m.tables = append(m.tables, t)
}

// ossieExpression is an expression in standard SQL: a text, or the one of that dialect in a list.
func ossieExpression(n node) (aggregate, expression string) {
	if s := n.text(); s != "" {
		return "", s
	}
	list := n.get("dialects")
	if !list.there() {
		list = n
	}
	for _, d := range list.list() {
		if dialect := d.get("dialect").text(); dialect != "" && dialect != "ANSI_SQL" {
			continue
		}
		if s := d.get("expression").text(); s != "" {
			return "", s
		}
		if s := d.get("input_expr").text(); s != "" {
			return d.get("aggregation_type").text(), s
		}
	}
	return "", ""
}

// synonyms are the further names of a thing.
func synonyms(n node) []string {
	return append(n.get("ai_context", "synonyms").texts(), n.get("synonyms").texts()...)
}
