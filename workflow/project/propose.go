package project

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Propose is the text of a project for a database, from what its columns are and what its comments say: time columns and labels as
// parley takes them, keys that nobody declared, figures, words for codes, rows that are late. What parley cannot know stands as a
// comment, to be filled in.
func Propose(x *schema.Index, p *Project) string {
	var b strings.Builder
	b.WriteString("# What words mean in this database. Each line is a proposal: correct it, take it out, or let it stand.\n")
	section(&b, "time", "# The column that says when a row came to be. Those with a # are the likeliest of several.", x, func(t *schema.Table) []string {
		if t.Moment == nil || t.Moment.Year {
			return nil
		}
		sign := ""
		if len(t.Moments) > 1 {
			sign = "# " // what is left open is doubted, what a file says is not
		}
		return []string{sign + key(t.Name) + " = " + quoted(t.Moment.Name)}
	})
	section(&b, "labels", "# What a row is called.", x, func(t *schema.Table) []string {
		var names []string
		for _, c := range t.Label {
			names = append(names, quoted(c.Name))
		}
		if len(names) == 0 {
			return nil
		}
		return []string{key(t.Name) + " = [" + strings.Join(names, ", ") + "]"}
	})
	b.WriteString(proposedJoins(x))
	taken := map[string]bool{}
	section(&b, "metrics", "# Figures by name. Those with a # are put together so where nothing else is said: give them your name; a filter says which rows count.", x, func(t *schema.Table) []string {
		lines := proposedFigures(p, t, taken)
		return append(lines, proposedMeasures(t, p.dialect)...)
	})
	several := phrasesOfSeveral(x)
	section(&b, "filters", "# Rows by name, as codes and comments say. For rows that never count: [filters.\"name\"] with condition = and default = \"exclude\".", x, func(t *schema.Table) []string {
		return proposedFilters(x, p, t, several, taken)
	})
	section(&b, "words", "# Other names of tables and columns, and words for codes: put the word in the place of the dots.", x, func(t *schema.Table) []string {
		var lines []string
		for _, c := range t.Columns {
			for _, v := range codes(x, c) {
				lines = append(lines, fmt.Sprintf("# \"…\" = %s", quoted(fmt.Sprintf("%s = '%s'", inSQL(c, p.dialect), strings.ReplaceAll(v, "'", "''")))))
			}
		}
		return lines
	})
	return b.String()
}

// inSQL is a column as expressions write it, with its table and in quotes where its name needs them.
func inSQL(c *schema.Column, d statement.Dialect) string {
	return SQL(statement.Column(c.Table.Name, c.Name), d)
}

// proposedMeasures are the numbers of a table's rows as figures, money that is held in hundredths in what people count it in. What only puts
// rows in order is no figure.
func proposedMeasures(t *schema.Table, d statement.Dialect) []string {
	var lines []string
	for _, c := range t.Measures {
		if c.Has("sort", "rank", "position", "sequence", "ordinal", "priority") {
			continue
		}
		way, function := "total", "sum"
		if c.Aggregate != schema.Sum {
			way, function = "average", "avg"
		}
		words := strings.Fields(c.Said())
		if c.InHundredths() { // "net cents" are told in what they are cents of
			words = slices.DeleteFunc(words, func(w string) bool { return schema.SaysHundredths(schema.Lemma(strings.ToLower(w))) })
		}
		name := strings.ToLower(strings.Join(words, " "))
		if !c.Has("total", "subtotal", "average", "number", "count") {
			name = way + " " + name
		}
		expression := function + "(" + inSQL(c, d) + ")"
		if c.InHundredths() {
			expression += " / 100.0"
		}
		lines = append(lines, fmt.Sprintf("# %s = %s", key(name), quoted(expression)))
	}
	return lines
}

// proposedJoins are the keys that nobody declared: those that the rows bear out, and as comments those that names alone suggest.
func proposedJoins(x *schema.Index) string {
	var b strings.Builder
	for _, e := range x.Graph.Edges {
		if e.Declared {
			continue
		}
		sign := ""
		if !e.Sure() {
			sign = "# "
		}
		fmt.Fprintf(&b, "%s[[joins]]\n%sfrom = %s\n%sto = %s\n", sign, sign, columnList(e.FromColumns), sign, columnList(e.ToColumns))
		if others := func(o *schema.Edge) bool { return o != e && o.From == e.From && o.To == e.To }; slices.ContainsFunc(x.Graph.Edges, others) {
			b.WriteString("# role = \"…\"\n") // there are several: what is this one called?
		}
	}
	if b.Len() == 0 {
		return ""
	}
	return "\n# Keys that the database does not declare. Those with a # are suggested by names alone.\n" + b.String()
}

func columnList(list []*schema.Column) string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = quoted(c.String())
	}
	return "[" + strings.Join(names, ", ") + "]"
}

// proposedFigures are what comments of a table define, and the time from a row's beginning to what happened to it.
func proposedFigures(p *Project, t *schema.Table, taken map[string]bool) []string {
	var lines []string
	for _, d := range p.Of(MetricKind) {
		if d.Scope == Guessed && d.Table == t && !taken[Lemmas(d.Name)] {
			taken[Lemmas(d.Name)] = true
			lines = append(lines, key(d.Name)+" = "+quoted(SQL(d.Expression(), p.dialect)))
		}
	}
	if t.Moment == nil || t.Moment.Table != t || !t.Moment.Type.Temporal() {
		return lines
	}
	for _, c := range t.Columns {
		name, ok := lapseName(t, c)
		e, known := p.dialect.Elapsed("day", statement.Column(t.Name, c.Name), statement.Column(t.Name, t.Moment.Name))
		if !ok || !known || taken[Lemmas(name)] {
			continue
		}
		taken[Lemmas(name)] = true
		lines = append(lines, key(name)+" = "+quoted(SQL(statement.Call("avg", e), p.dialect)))
	}
	return lines
}

// lapseName is what people call the time until something happened to a row, where a column says when: "claim days until closed" of
// closed_on. What was planned for a row did not happen to it.
func lapseName(t *schema.Table, c *schema.Column) (string, bool) {
	if !c.Type.Temporal() || c == t.Moment || !c.Nullable || c.Hidden || c.Means(plannedWords...) {
		return "", false
	}
	for _, w := range schema.Split(c.Name) {
		if w = strings.ToLower(w); schema.Participle(w) {
			return strings.Join(append(slices.Clone(t.Words), "days until", w), " "), true
		}
	}
	return "", false
}

// plannedWords are those of days by which something is to be done, or on which it would end.
var plannedWords = []string{"due", "promised", "required", "expected", "planned", "scheduled", "deadline", "target", "estimated"}

// proposedFilters are the rows of a table that its codes tell apart, those that comments define, and those that came later than
// promised. several are the phrases that columns of several tables have: they are said with the table.
func proposedFilters(x *schema.Index, p *Project, t *schema.Table, several, taken map[string]bool) []string {
	var lines []string
	said := map[string][]string{} // by condition
	propose := func(name, condition string) {
		words := schema.Words(name)
		if slices.ContainsFunc(said[condition], func(other string) bool { return saysSame(words, schema.Words(other), t) }) {
			return
		}
		if len(words) == 0 || len(words) > 4 || taken[Lemmas(name)] || strings.ContainsAny(name, "=_,()/") || len(name) < 3 {
			return
		}
		if len(words) == 1 && (structural[words[0]] || emptyWords[words[0]]) || structural[words[len(words)-1]] || slices.Contains(words, "null") {
			return
		}
		taken[Lemmas(name)] = true
		said[condition] = append(said[condition], name)
		sign := ""
		if slices.ContainsFunc(x.Phrases(words), func(m schema.Match) bool { return m.From == 0 && m.To == len(words) && m.Exact() }) {
			sign = "# " // a table or a column is called so: which is meant, people must say
		}
		if slices.ContainsFunc(x.Values(name), func(m schema.ValueMatch) bool { return m.Column.Table != t }) {
			sign = "# " // and so where rows of another table are
		}
		lines = append(lines, sign+key(name)+" = "+quoted(condition))
	}
	for _, d := range p.Of(Value) {
		if d.Scope == Guessed && d.Table == t && d.Default == "" {
			propose(d.Name, SQL(d.expression, p.dialect))
		}
	}
	for _, c := range t.Columns {
		for _, code := range c.Codes {
			if code.Source == schema.CodeWorld || c.Hidden || code.Presence == schema.AnyValue && !holdsCode(x, c, code) {
				continue
			}
			name := code.Phrase
			if several[Lemmas(name)] {
				name += " " + strings.Join(t.Words, " ")
			}
			propose(name, SQL(holds(statement.Column(t.Name, c.Name), codesFor(x, c, code.Phrase)), p.dialect))
		}
	}
	if by, done := promised(t); by != nil {
		propose("late "+strings.Join(t.Words, " "), fmt.Sprintf("%s > %s", done, by))
	}
	return lines
}

// saysSame says that a name of rows says no more than another one of them: the same with the noun of the rows behind it, or its first word
// alone, which says something else ("given" of "given up").
func saysSame(words, other []string, t *schema.Table) bool {
	n := len(other)
	if len(words) == n+1 && slices.Equal(words[:n], other) {
		return true
	}
	return len(words) == 1 && n > 1 && words[0] == other[0] && !calls(other[1], t)
}

// codesFor are the codes of a column that a phrase stands for: one, or all those under a heading.
func codesFor(x *schema.Index, c *schema.Column, phrase string) []schema.ValueMatch {
	var out []schema.ValueMatch
	for _, code := range c.Codes {
		m := schema.ValueMatch{Column: c, Value: code.Value, Presence: code.Presence}
		same := code.Phrase == phrase && code.Source != schema.CodeWorld && (code.Presence != schema.AnyValue || holdsCode(x, c, code))
		if same && !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// emptyWords say nothing of rows by themselves.
var emptyWords = map[string]bool{"none": true, "fully": true, "or": true, "out": true, "other": true, "work": true, "year": true, "yes": true, "also": true, "null": true, "default": true, "normal": true, "still": true}

// holdsCode says that a column may hold a code: it does, or not all of its values are known.
func holdsCode(x *schema.Index, c *schema.Column, code schema.Code) bool {
	held := x.Held(c)
	return !c.Complete || len(held) == 0 || slices.Contains(held, fmt.Sprint(code.Value))
}

// phrasesOfSeveral are the phrases for codes that columns of several tables have, as lemmas.
func phrasesOfSeveral(x *schema.Index) map[string]bool {
	of, several := map[string]*schema.Table{}, map[string]bool{}
	for _, t := range x.Tables {
		for _, c := range t.Columns {
			for _, code := range c.Codes {
				said := Lemmas(code.Phrase)
				if of[said] != nil && of[said] != t {
					several[said] = true
				}
				of[said] = t
			}
		}
	}
	return several
}

// promised are the column by which the rows of a table are to be done, and the one that says when they were; nil where there is not
// one of each.
func promised(t *schema.Table) (by, done *schema.Column) {
	for _, c := range t.Columns {
		if !c.Type.Temporal() || c.Hidden {
			continue
		}
		if _, ok := lapseName(t, c); ok {
			if done != nil {
				return nil, nil
			}
			done = c
		}
		if c.Means("due", "promised", "required", "deadline") {
			if by != nil {
				return nil, nil
			}
			by = c
		}
	}
	if by == nil || done == nil || by.Type != done.Type {
		return nil, nil
	}
	return by, done
}

// codes are the values of a column of few short ones, which people have words for, and of which nothing says the words.
func codes(x *schema.Index, c *schema.Column) []string {
	const few, short = 12, 3
	held := x.Held(c)
	if !c.Complete || len(held) == 0 || len(held) > few || c.Role == schema.Label || c.Key() || c.Unique || len(c.Codes) > 0 || c.Has("country", "currency") {
		return nil
	}
	for _, v := range held {
		if len(v) > short {
			return nil
		}
	}
	return held
}

func section(b *strings.Builder, name, about string, x *schema.Index, lines func(*schema.Table) []string) {
	var all []string
	for _, t := range x.Tables {
		all = append(all, lines(t)...)
	}
	if len(all) > 0 {
		fmt.Fprintf(b, "\n%s\n[%s]\n%s\n", about, name, strings.Join(all, "\n"))
	}
}

// Review is the text of a project of definitions that somebody proposed. What does not hold in the database stands as a
// comment with the reason.
func Review(d Definitions, by string, x *schema.Index, dialect statement.Dialect) string {
	p := Compile(schema.New(x.Schema), dialect, nil, LinkedLayer(by, d, nil))
	why := func(kind, name string) string {
		for _, problem := range p.Problems {
			if rest, ok := strings.CutPrefix(problem.Text, kind+"."+name+" has no effect: "); ok {
				return rest
			}
		}
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Proposed by %s. Each line is a proposal: read it over, correct it, or take it out.\n", by)
	entries(&b, "time", d.Time, why, func(name string) []string { return []string{key(name) + " = " + quoted(d.Time[name])} })
	entries(&b, "words", d.Words, why, func(name string) []string { return []string{key(name) + " = " + quoted(d.Words[name])} })
	entries(&b, "metrics", d.Metrics, why, func(name string) []string {
		m := d.Metrics[name]
		return append([]string{"[metrics." + key(name) + "]", "expression = " + quoted(m.Expression)}, details(m.Filter, m.Words, m.Description)...)
	})
	entries(&b, "filters", d.Filters, why, func(name string) []string {
		f := d.Filters[name]
		return append([]string{"[filters." + key(name) + "]", "condition = " + quoted(f.Condition)}, details("", f.Words, f.Description)...)
	})
	return b.String()
}

func details(filter string, words []string, description string) []string {
	var out []string
	if filter != "" {
		out = append(out, "filter = "+quoted(filter))
	}
	if len(words) > 0 {
		list := make([]string, len(words))
		for i, w := range words {
			list[i] = quoted(w)
		}
		out = append(out, "words = ["+strings.Join(list, ", ")+"]")
	}
	if description != "" {
		out = append(out, "description = "+quoted(description))
	}
	return out
}

// entries writes one kind of definition; each that does not hold as comments.
func entries[V any](b *strings.Builder, kind string, all map[string]V, why func(kind, name string) string, lines func(name string) []string) {
	headed := false
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := lines(name)
		table := strings.HasPrefix(text[0], "[")
		if !table && !headed {
			fmt.Fprintf(b, "\n[%s]\n", kind)
			headed = true
		}
		if table {
			b.WriteString("\n")
		}
		if reason := why(kind, name); reason != "" {
			fmt.Fprintf(b, "# Left out: %s\n# %s\n", strings.Join(strings.Fields(reason), " "), strings.Join(text, "\n# "))
			continue
		}
		b.WriteString(strings.Join(text, "\n") + "\n")
	}
}
