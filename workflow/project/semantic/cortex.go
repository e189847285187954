package semantic

// cortex reads a semantic model of Snowflake's Cortex Analyst (its "semantic model specification").
func (m *model) cortex(doc node) {
	for _, n := range doc.get("tables").list() {
		m.cortexTable(n)
	}
	for _, r := range doc.get("relationships").list() {
		j := join{from: r.get("left_table").text(), to: r.get("right_table").text(), at: r.place()}
		for _, c := range r.get("relationship_columns").list() {
			j.fromColumns = append(j.fromColumns, c.get("left_column").text())
			j.toColumns = append(j.toColumns, c.get("right_column").text())
		}
		m.joins = append(m.joins, j)
	}
	for _, k := range doc.get("metrics").list() {
		m.metrics = append(m.metrics, cortexMetric(k, nil))
	}
	for _, q := range doc.get("verified_queries").list() {
		m.questions = append(m.questions, question{q.get("question").text(), q.get("sql").text(), q.place()})
	}
	for _, key := range []string{"custom_instructions", "module_custom_instructions"} {
		if n := doc.get(key); n.there() {
			m.problem(n.place(), "%s are for a model, not for parley", said(key))
		}
	}
}

func (m *model) cortexTable(n node) {
	t := &table{name: n.get("name").text(), physical: last(n.get("base_table", "table").text()), words: synonyms(n), at: n.place()}
	if t.physical == "" {
		t.physical = t.name
	}
	if key := n.get("primary_key", "columns").texts(); len(key) > 0 {
		t.key = key[0]
	}
	times := n.get("time_dimensions").list()
	for _, kind := range []string{"dimensions", "time_dimensions", "facts", "measures"} {
		for _, f := range n.get(kind).list() {
			m.cortexField(t, f, kind)
		}
	}
	if len(times) == 1 {
		t.time = times[0].get("name").text()
	}
	for _, k := range n.get("metrics").list() {
		m.metrics = append(m.metrics, cortexMetric(k, t))
	}
	for _, f := range n.get("filters").list() {
		m.filters = append(m.filters, filter{f.get("name").text(), f.get("expr").text(), f.get("description").text(), synonyms(f), t, f.place()})
	}
	m.tables = append(m.tables, t)
}

// cortexField takes a dimension or a fact as a field. A fact that says how it is aggregated, and what older files call a
// measure, is a metric beside it.
func (m *model) cortexField(t *table, n node, kind string) {
	f := &field{name: n.get("name").text(), expression: n.get("expr").text(), at: n.place()}
	if f.expression == "" {
		f.expression = f.name
	}
	aggregate := n.get("default_aggregation").text()
	if aggregate == "" && kind == "measures" {
		aggregate = "sum"
	}
	if aggregate == "" {
		f.words = synonyms(n)
	} else {
		k := &metric{name: f.name, description: n.get("description").text(), words: synonyms(n), home: t, aggregate: aggregate, expression: f.expression, at: f.at}
		m.metrics = append(m.metrics, k)
	}
	t.fields = append(t.fields, f)
}

func cortexMetric(n node, home *table) *metric {
	return &metric{name: n.get("name").text(), description: n.get("description").text(), words: synonyms(n), home: home, expression: n.get("expr").text(), at: n.place()}
}
