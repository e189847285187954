package project

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// meanings are ways of asking what a word means, with the word in the first group; those without one ask for the list.
var meanings = compileAll(
	`what (?:does|do|did) (.+?) (?:mean|stand for|refer to)`,
	`what (?:do you|do we|is meant) (?:mean |understand )?by (.+?)`,
	`how (?:is|are|do you|do we|was) (?:calculate |compute |define |measure |count )?(.+?) (?:calculated|computed|defined|measured|worked out|determined)`,
	`how (?:do you|do we) (?:calculate|compute|define|measure|work out) (.+?)`,
	`what (?:is the|is our) (?:definition|meaning|formula) (?:of|for) (.+?)`,
	`what counts as (?:an? )?(.+?)`,
	`where does (.+?) come from`,
)

var lists = compileAll(
	`(?:what|which) (?:metrics|measures|definitions|filters|figures|business words|terms) (?:are there|do you (?:know|have)|exist|are defined|can i use)`,
	`(?:list|show|show me) (?:all |the )*(?:metrics|definitions|filters)`,
	`what (?:have i|did i|have you been|were you) (?:teach you|taught you|taught|told you)`,
)

func compileAll(patterns ...string) []*regexp.Regexp {
	var out []*regexp.Regexp
	for _, p := range patterns {
		out = append(out, regexp.MustCompile("(?i)^"+p+"$"))
	}
	return out
}

// AsksMeaning is the word that a question asks the meaning of; empty where it asks for all of them.
func AsksMeaning(input string) (word string, ok bool) {
	said := strings.TrimSpace(strings.TrimRight(strings.TrimSpace(input), "?. "))
	for _, p := range lists {
		if p.MatchString(said) {
			return "", true
		}
	}
	for _, p := range meanings {
		if m := p.FindStringSubmatch(said); m != nil {
			return clean(m[1]), true
		}
	}
	return "", false
}

// Origin is where a definition comes from: file and line.
func (d *Definition) Origin() string {
	if d.Line == 0 {
		return d.File
	}
	return fmt.Sprintf("%s:%d", d.File, d.Line)
}

// Whose is the same for a list: of what is the user's own, for this session, or read off the database, no file needs be named.
func (d *Definition) Whose() string {
	switch {
	case d.Scope == Guessed:
		return "read off the database"
	case d.Scope == Session:
		return "this session"
	case d.Scope == Mine && d.Line > 0:
		return fmt.Sprintf("yours, line %d", d.Line)
	}
	return d.Origin()
}

// Explain says what a word means here, and where that comes from.
func (p *Project) Explain(word string, x *schema.Index) string {
	if word == "" {
		return p.List()
	}
	if d := p.Find(word); d != nil {
		return d.explain()
	}
	said := schema.Words(word)
	var lines []string
	for _, m := range x.Phrases(said) {
		if m.From != 0 || m.To != len(said) || !m.Exact() || len(lines) == 6 {
			continue
		}
		switch {
		case m.Column == nil:
			lines = append(lines, fmt.Sprintf("%s is the table %s.", word, m.Table.Name))
		case m.Column.Metric != nil:
			lines = append(lines, fmt.Sprintf("%s is read as sum(%s), from the names of the columns: nobody defined it.", word, m.Column.Metric.Expression.SQL()))
		default:
			lines = append(lines, fmt.Sprintf("%s is the column %s.", word, m.Column))
		}
	}
	for _, v := range x.Values(word) {
		if len(lines) < 6 {
			lines = append(lines, fmt.Sprintf("%s is a value of %s.", word, v.Column))
		}
	}
	if len(lines) == 0 {
		return fmt.Sprintf("I do not know %q. Say \"%s means …\" with names of columns and values, or as SQL.", word, word)
	}
	return strings.Join(lines, "\n")
}

func (d *Definition) explain() string {
	lines := []string{fmt.Sprintf("%s is a %s: %s", d.Name, d.Kind, d.Text)}
	if d.Filter != "" {
		lines[0] += ", of rows where " + d.Filter
	}
	add := func(format, text string) {
		if text != "" {
			lines = append(lines, fmt.Sprintf(format, text))
		}
	}
	add("%s", d.Description)
	if len(d.Words) > 1 {
		add("Also called %s.", strings.Join(d.Words[1:], ", "))
	}
	if d.moment != nil {
		add("A period said of it is that of %s.", d.moment.String())
	}
	add("Unit: %s.", d.Unit)
	add("Note: %s", d.Note)
	add("Owner: %s.", d.Owner)
	add("Verified: %s.", d.Verified)
	switch d.Default {
	case "exclude":
		lines = append(lines, fmt.Sprintf("By default these rows do not count; \"including %s\" lifts that.", d.Name))
	case "only":
		lines = append(lines, "By default only these rows count; \"without the default filter\" lifts that.")
	}
	add("From %s.", d.Origin())
	return strings.Join(lines, "\n")
}

// List are all definitions, by kind, with where they come from.
func (p *Project) List() string {
	if p == nil || len(p.Definitions) == 0 {
		return "Nothing was taught here yet. Say for example \"revenue means quantity times price\"."
	}
	var b strings.Builder
	for kind := Word; kind <= HiddenKind; kind++ {
		for _, d := range p.Of(kind) {
			checked := ""
			if d.Checked() {
				checked = ", verified"
			}
			fmt.Fprintf(&b, "%s  %s  (%s%s)\n", d.Kind, d, d.Whose(), checked)
		}
	}
	if at := slices.IndexFunc(p.Definitions, func(d *Definition) bool { return d.Scope == Mine && d.File != "" }); at >= 0 {
		fmt.Fprintf(&b, "Yours are in %s.\n", p.Definitions[at].File)
	}
	for _, problem := range p.Problems {
		fmt.Fprintf(&b, "! %s\n", problem)
	}
	b.WriteString("/taught forget NAME takes one back.")
	return b.String()
}

// Describe is what a lesson says, in a sentence.
func (l *Lesson) Describe() string {
	switch {
	case l.Default == "exclude":
		return fmt.Sprintf("Understood: rows where %s do not count unless asked for.", l.Value)
	case l.Default == "only":
		return fmt.Sprintf("Understood: only rows where %s count unless asked otherwise.", l.Value)
	case l.Figure:
		return fmt.Sprintf("Understood: %s is the figure %s.", l.Key, l.Value)
	case l.Condition:
		return fmt.Sprintf("Understood: %s is said of rows where %s.", l.Key, l.Value)
	case l.Section == "words":
		return fmt.Sprintf("Understood: %s stands for %s.", l.Key, l.Value)
	case l.Section == "joins":
		return fmt.Sprintf("Understood: %s refers to %s.", l.Key, l.Value)
	case l.Section == "time":
		return fmt.Sprintf("Understood: dates of %s are their %s.", l.Key, l.Value)
	case l.Section == "labels":
		return fmt.Sprintf("Understood: %s are called by their %s.", l.Key, l.Value)
	}
	return fmt.Sprintf("Understood: %s is %s.", strings.ReplaceAll(l.Key, "_", " "), l.Value)
}

// Trial is a statement that shows what a lesson comes to: rows that meet a condition and all rows, or the figure over all
// rows; nil where there is nothing to try. An error says why it cannot be used.
func (p *Project) Trial(l *Lesson, x *schema.Index) (*statement.Statement, error) {
	if !l.Condition && !l.Figure {
		return nil, nil
	}
	e, err := Expression(l.Value, p.dialect, x)
	if err != nil {
		return nil, err
	}
	list, err := resolve(e, x, nil)
	if err != nil {
		return nil, err
	}
	r := list[0]
	if l.Figure {
		sides, err := sidesOf(r.Expr, r.tables, x)
		if err != nil {
			return nil, err
		}
		if sides != nil {
			return trialOfSides(r.Expr, sides, p.dialect, x)
		}
		if !r.Aggregate() {
			r.Expr = statement.Call("sum", r.Expr)
		}
	}
	return trial(r, l.Condition, p.dialect, x)
}

func trial(r resolved, condition bool, d statement.Dialect, x *schema.Index) (*statement.Statement, error) {
	q, err := overall(r, x)
	if err != nil {
		return nil, err
	}
	if condition {
		q.Items = []statement.Item{{Expr: statement.CountStar().Filter(r.Expr)}, {Expr: statement.CountStar()}}
	}
	return tried(q, d)
}

// trialOfSides computes each side of a figure by itself.
func trialOfSides(e statement.Expr, sides []resolved, d statement.Dialect, x *schema.Index) (*statement.Statement, error) {
	var wrong error
	q := statement.NewQuery()
	q.Items = []statement.Item{{Expr: e.Map(func(part statement.Expr) statement.Expr {
		at := slices.IndexFunc(sides, func(s resolved) bool { return s.Equal(part) })
		if at < 0 {
			return part
		}
		inner, err := overall(sides[at], x)
		if err != nil {
			wrong = err
			return part
		}
		return statement.Scalar(inner)
	})}}
	if wrong != nil {
		return nil, wrong
	}
	return tried(q, d)
}

func tried(q *statement.Query, d statement.Dialect) (*statement.Statement, error) {
	s, err := q.Build(d)
	if err != nil {
		return nil, err
	}
	return s, s.Guard()
}

// overall is an expression over all rows of its tables.
func overall(r resolved, x *schema.Index) (*statement.Query, error) {
	tables := slices.Clone(r.tables)
	if at := slices.IndexFunc(tables, func(t *schema.Table) bool { return finest(t, tables, x) }); at > 0 {
		tables[0], tables[at] = tables[at], tables[0]
	}
	edges, ok := x.Graph.Tree(tables, nil)
	if !ok {
		return nil, fmt.Errorf("no key leads from %s to each other", names(tables))
	}
	q := statement.NewQuery()
	q.From = []statement.Source{{Schema: tables[0].Schema, Table: tables[0].Name}}
	in := []*schema.Table{tables[0]}
	for _, e := range edges {
		next := e.To
		if slices.Contains(in, next) {
			next = e.From
		}
		var on []statement.Expr
		for i := range e.FromColumns {
			on = append(on, statement.Binary("=", statement.Column(e.From.Name, e.FromColumns[i].Name), statement.Column(e.To.Name, e.ToColumns[i].Name)))
		}
		in = append(in, next)
		q.From = append(q.From, statement.Source{Join: statement.JoinInner, Schema: next.Schema, Table: next.Name, On: statement.And(on...)})
	}
	q.Items = []statement.Item{{Expr: r.Expr}}
	return q, nil
}

// TrialOf is the trial of a definition.
func (p *Project) TrialOf(d *Definition, x *schema.Index) (*statement.Statement, error) {
	e := d.Expression()
	if d.sides != nil {
		return trialOfSides(e, d.sides, p.dialect, x)
	}
	return trial(resolved{e, d.tables}, d.Kind == Value, p.dialect, x)
}
