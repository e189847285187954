package semantic

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// dbt reads semantic models and metrics of dbt: the older form (semantic_models with measures, as also in
// semantic_manifest.json) and the one of dbt 1.12 and Fusion (models with columns that are entities and dimensions, metrics
// within them). https://docs.getdbt.com/reference/semantic-layer-reference
type dbt struct {
	*model
	measures map[string]*metric
	// lastOnly are the measures of which only the last of each period counts.
	lastOnly map[string]bool
	// later are the metrics, which need every table and measure first.
	later []func()
}

func (m *model) dbt(docs []node) {
	d := &dbt{model: m, measures: map[string]*metric{}, lastOnly: map[string]bool{}}
	for _, doc := range docs {
		for _, n := range doc.get("semantic_models").list() {
			d.older(n)
		}
		for _, n := range doc.get("models").list() {
			if s := n.get("semantic_model"); s.yes(false) || s.get("enabled").yes(s.there() && s.text() == "") {
				d.newer(n)
			}
		}
		for _, n := range doc.get("metrics").list() {
			if !n.get("config", "enabled").yes(true) {
				continue
			}
			d.later = append(d.later, func() { d.metric(n, nil) })
		}
		for _, n := range doc.get("saved_queries").list() {
			d.problem(n.place(), "the saved query %s is not read: it says columns, not a question", n.get("name").text())
		}
	}
	for _, f := range d.later {
		f()
	}
	d.entityJoins()
}

var quoted = regexp.MustCompile(`['"]([^'"]+)['"]`)

// older is a semantic model with measures.
func (d *dbt) older(n node) {
	t := &table{name: n.get("name").text(), physical: n.get("node_relation", "alias").text(), time: n.get("defaults", "agg_time_dimension").text(), at: n.place()}
	if t.physical == "" {
		if refs := quoted.FindAllStringSubmatch(n.get("model").text(), -1); len(refs) > 0 {
			t.physical = refs[len(refs)-1][1]
		} else {
			t.physical = t.name
		}
	}
	t.words = label(n)
	for _, e := range n.get("entities").list() {
		d.entity(t, e, e.get("name").text())
	}
	for _, f := range n.get("dimensions").list() {
		d.dimension(t, f, f.get("name").text())
	}
	if e := n.get("primary_entity").text(); e != "" {
		t.fields = append(t.fields, &field{entity: e, primary: true, at: t.at})
	}
	d.tables = append(d.tables, t)
	for _, f := range n.get("measures").list() {
		k := &metric{name: f.get("name").text(), description: f.get("description").text(), words: label(f), home: t, aggregate: f.get("agg").text(), expression: f.get("expr").text(), time: f.get("agg_time_dimension").text(), at: f.place()}
		if k.expression == "" {
			k.expression = k.name
		}
		k.share = percentile(f.get("agg_params", "percentile"), k.aggregate)
		if f.get("non_additive_dimension").there() {
			d.lastOnly[k.name] = true
			d.problem(k.at, "the measure %s counts the last of each period only, which no definition can say", k.name)
			continue
		}
		d.measures[k.name] = k
		if f.get("create_metric").yes(false) {
			d.metrics = append(d.metrics, k)
		}
	}
}

// newer is a model whose columns are entities and dimensions.
func (d *dbt) newer(n node) {
	t := &table{name: n.get("semantic_model", "name").text(), physical: n.get("config", "alias").text(), time: n.get("agg_time_dimension").text(), words: label(n), at: n.place()}
	if t.physical == "" {
		t.physical = n.get("name").text()
	}
	if t.name == "" {
		t.name = n.get("name").text()
	}
	for _, c := range n.get("columns").list() {
		column := c.get("name").text()
		if e := c.get("entity"); e.there() {
			d.entity(t, e, column)
		}
		if f := c.get("dimension"); f.there() {
			d.dimension(t, f, column)
		}
	}
	for _, e := range n.get("derived_semantics", "entities").list() {
		d.entity(t, e, "")
	}
	for _, f := range n.get("derived_semantics", "dimensions").list() {
		d.dimension(t, f, "")
	}
	if e := n.get("primary_entity").text(); e != "" {
		t.fields = append(t.fields, &field{entity: e, primary: true, at: t.at})
	}
	d.tables = append(d.tables, t)
	for _, k := range n.get("metrics").list() {
		d.later = append(d.later, func() { d.metric(k, t) })
	}
}

// entity is a key of a table, over its column or the expression that it has.
func (d *dbt) entity(t *table, n node, column string) {
	f := &field{name: n.get("name").text(), expression: n.get("expr").text(), at: n.place()}
	if f.name == "" {
		f.name = column
	}
	if f.expression == "" {
		f.expression = column
	}
	f.entity = f.name
	typ := n.get("type").text()
	if typ == "" {
		typ = n.text()
	}
	f.primary = typ == "primary" || typ == "unique"
	if typ == "primary" {
		t.key = f.name
	}
	t.fields = append(t.fields, f)
}

func (d *dbt) dimension(t *table, n node, column string) {
	f := &field{name: n.get("name").text(), expression: n.get("expr").text(), words: label(n), at: n.place()}
	if f.name == "" {
		f.name = column
	}
	if f.expression == "" {
		f.expression = column
	}
	if f.expression == "" {
		f.expression = f.name
	}
	if t.field(f.name) == nil {
		t.fields = append(t.fields, f)
	}
}

func label(n node) []string {
	if s := n.get("label").text(); s != "" {
		return []string{s}
	}
	return nil
}

// percentile is the share of a percentile's or a median's rows that lie below it.
func percentile(n node, aggregate string) float64 {
	if share, err := strconv.ParseFloat(n.text(), 64); err == nil {
		return share
	}
	if aggregate == "median" {
		return 0.5
	}
	return 0
}

// metric reads a metric of either form; home is the table that it stands in.
func (d *dbt) metric(n node, home *table) {
	k := &metric{name: n.get("name").text(), description: n.get("description").text(), words: label(n), home: home, at: n.place()}
	params := n.get("type_params")
	if !params.there() {
		params = n
	}
	k.time = params.get("agg_time_dimension").text()
	typ := n.get("type").text()
	ok := false
	switch typ {
	case "simple", "":
		ok = d.simple(k, params)
	case "ratio":
		k.ratio = true
		ok = d.input(k, params.get("numerator")) && d.input(k, params.get("denominator"))
	case "derived":
		k.expression = params.get("expr").text()
		inputs := params.get("metrics")
		if !inputs.there() {
			inputs = params.get("input_metrics")
		}
		ok = k.expression != "" && inputs.there()
		for _, i := range inputs.list() {
			ok = ok && d.input(k, i)
		}
	}
	if !ok {
		d.problem(k.at, "the %s metric %s is not read: it %s", typ, k.name, d.unsaid(typ, params))
		return
	}
	var err error
	if k.filters, err = d.filtersOf(n.get("filter"), k.home); err == nil {
		var own []string
		own, err = d.filtersOf(params.get("measure", "filter"), k.home)
		k.filters = append(k.filters, own...)
	}
	if err != nil {
		d.problem(k.at, "the metric %s is not read: %v", k.name, err)
		return
	}
	d.metrics = append(d.metrics, k)
}

// unsaid is why a metric cannot be said as an expression.
func (d *dbt) unsaid(typ string, params node) string {
	offset := slices.ContainsFunc(append(params.get("metrics").list(), params.get("input_metrics").list()...), func(n node) bool {
		return n.get("offset_window").there() || n.get("offset_to_grain").there()
	})
	measure := params.get("measure", "name").text()
	if measure == "" {
		measure = params.get("measure").text()
	}
	switch {
	case typ == "cumulative":
		return "adds up over a window of time"
	case typ == "conversion":
		return "follows things from one event to another"
	case offset:
		return "looks at a metric in another period"
	case params.get("non_additive_dimension").there() || d.lastOnly[measure]:
		return "counts the last of each period only"
	}
	return "is no expression of columns or of other metrics"
}

// simple is an aggregate of an expression, or a measure of the older form.
func (d *dbt) simple(k *metric, params node) bool {
	if aggregate := params.get("agg").text(); aggregate != "" {
		k.aggregate, k.expression = aggregate, params.get("expr").text()
		if k.expression == "" {
			k.expression = k.name
		}
		k.share = percentile(params.get("percentile"), aggregate)
		return k.home != nil && !params.get("non_additive_dimension").there()
	}
	name := params.get("measure", "name").text()
	if name == "" {
		name = params.get("measure").text()
	}
	of := d.measures[name]
	if of == nil {
		return false
	}
	k.home, k.aggregate, k.expression, k.share = of.home, of.aggregate, of.expression, of.share
	if k.time == "" {
		k.time = of.time
	}
	return true
}

// input adds a metric that the metric is computed of; false for one of another period, which no expression can say.
func (d *dbt) input(k *metric, n node) bool {
	i := input{metric: n.text()}
	if i.metric == "" {
		i.metric, i.alias = n.get("name").text(), n.get("alias").text()
	}
	if i.alias == "" {
		i.alias = i.metric
	}
	filters, err := d.filtersOf(n.get("filter"), nil)
	i.filters = filters
	k.inputs = append(k.inputs, i)
	return i.metric != "" && err == nil && !n.get("offset_window").there() && !n.get("offset_to_grain").there()
}

// filtersOf are the conditions of a filter: a text, a list of them, or what dbt makes of them in its manifest.
func (d *dbt) filtersOf(n node, home *table) ([]string, error) {
	if list := n.get("where_filters"); list.there() {
		n = list
	}
	var out []string
	for _, f := range n.list() {
		text := f.text()
		if text == "" {
			text = f.get("where_sql_template").text()
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		condition, err := d.filled(text, home)
		if err != nil {
			return nil, err
		}
		out = append(out, condition)
	}
	return out, nil
}

// entityJoins makes keys of entities: a foreign one refers to the table where it is primary.
func (d *dbt) entityJoins() {
	for _, t := range d.tables {
		for _, f := range t.fields {
			if f.entity == "" || f.primary {
				continue
			}
			for _, o := range d.tables {
				if g := o.primary(f.entity); o != t && g != nil && g.name != "" {
					d.joins = append(d.joins, join{t.name, o.name, []string{f.name}, []string{g.name}, f.at})
				}
			}
		}
	}
}

// primary is the field that is the table's key of an entity.
func (t *table) primary(entity string) *field {
	for _, f := range t.fields {
		if f.primary && f.entity == entity {
			return f
		}
	}
	return nil
}
