package meaning

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/workflow/schema"
)

// Explain is the query in words: "sum of amount per region name, where status is paid, by sum of amount downwards, 5 rows".
func (q *Query) Explain() string {
	var b strings.Builder
	b.WriteString(q.shown())
	if len(q.Per) > 0 {
		b.WriteString(" per " + called(q.Per))
	}
	for i, c := range append(append([]Cond(nil), q.Where...), q.Having...) {
		b.WriteString([]string{" where ", " and "}[min(i, 1)] + c.Explain())
	}
	for i, k := range q.Sort {
		b.WriteString([]string{", by ", " and "}[min(i, 1)] + k.Term.Explain())
		if k.Desc {
			b.WriteString(" downwards")
		}
	}
	switch keep := q.Keep; {
	case keep.N == 1 && keep.Offset > 0:
		fmt.Fprintf(&b, ", the row at place %d", keep.Offset+1)
	case keep.N > 0 && len(keep.Each) > 0:
		fmt.Fprintf(&b, ", the first %d for each %s", keep.N, listed(keep.Each))
	case keep.N > 0:
		fmt.Fprintf(&b, ", the first %d", keep.N)
	}
	return b.String()
}

// called are the keys of groups in words: rows go by their names, where they have one, not by their keys too.
func called(keys []Term) string {
	named := func(t *schema.Table) bool {
		return slices.ContainsFunc(keys, func(o Term) bool { return o.Kind == Column && o.Column.Table == t && o.Column.Role == schema.Label })
	}
	var parts []string
	for _, t := range keys {
		switch {
		case t.Kind == Column && t.Column.Role != schema.Label && t.Column == t.Column.Table.PrimaryKey() && named(t.Column.Table):
		case t.Kind == Column && t.Grain == "" && t.Column.Role == schema.Label && len(t.Column.Words) == 1:
			parts = append(parts, t.Column.Words[0]+" of "+schema.Plural(Called(t.Column.Table)))
		default:
			parts = append(parts, t.Explain())
		}
	}
	return joined(parts)
}

func (q *Query) shown() string {
	if q.All || len(q.Show) == 0 {
		return Called(q.Of)
	}
	var shown []Term
	for _, t := range q.Show {
		if !contains(q.Per, t) {
			shown = append(shown, t)
		}
	}
	if len(shown) == 0 {
		shown = q.Show
	}
	if q.Figures() {
		return listed(shown)
	}
	return listed(shown) + " of " + Called(q.Of)
}

func contains(list []Term, t Term) bool {
	for _, o := range list {
		if o.Equal(t) {
			return true
		}
	}
	return false
}

func listed(terms []Term) string {
	parts := make([]string, len(terms))
	for i, t := range terms {
		parts[i] = t.Explain()
	}
	return joined(parts)
}

func joined(parts []string) string {
	if n := len(parts); n > 1 {
		return strings.Join(parts[:n-1], ", ") + " and " + parts[n-1]
	}
	return strings.Join(parts, "")
}

// columnCalled is what a person would call a column; one that stands for a figure or a condition that was defined has its name.
func columnCalled(c *schema.Column) string {
	if c.Metric != nil && !c.Metric.Inferred || c.Condition != nil {
		return strings.ReplaceAll(c.Name, "_", " ")
	}
	return strings.Join(c.Words, " ")
}

// Called is what a person would call a table.
func Called(t *schema.Table) string { return strings.Join(t.RowName(), " ") }

var aggregates = map[string]string{"sum": "total", "avg": "average", "min": "least", "max": "greatest", "median": "median"}

// Explain is the term in words.
func (t Term) Explain() string {
	switch t.Kind {
	case Column:
		if t.Grain != "" {
			return t.Grain + " of " + columnCalled(t.Column)
		}
		return columnCalled(t.Column)
	case Time:
		if t.Grain != "" {
			return t.Grain
		}
		return "time"
	case Weekend:
		return "weekend"
	case Number:
		return fmt.Sprint(t.Value)
	case Age:
		if t.Fn != "" {
			return fmt.Sprintf("%ss since %s", t.Fn, t.Args[0].Explain())
		}
		return "age"
	case Decoded:
		return t.Name
	case Overall:
		if len(t.Args) > 1 {
			return "the average " + t.Args[0].Explain()
		}
		return "the " + t.Args[0].Explain() + " of all"
	case Alike:
		return "the " + t.Args[0].Explain() + " of the same " + t.Args[1].Explain()
	case Among:
		return map[string]string{"min": "first ", "max": "last ", "sum": "total "}[t.Fn] + t.Args[0].Explain() + " of " + schema.Plural(Called(t.Of))
	case Between:
		return fmt.Sprintf("%ss from %s to %s", t.Fn, t.Args[1].Explain(), t.Args[0].Explain())
	}
	return t.figure()
}

func (t Term) figure() string {
	switch t.Kind {
	case Count:
		return t.count()
	case Aggregate:
		of := t.Args[0].Explain()
		if t.inHundredths() {
			of = withoutUnit(of)
		}
		if arg := t.Args[0]; t.Fn == "sum" && arg.Kind == Column && arg.Column.Metric != nil && arg.Column.Metric.Aggregate {
			return of + when(t.Where) // it says itself how it is taken
		}
		return together(t.Fn, of) + when(t.Where)
	case Ratio:
		return t.Args[0].Explain() + " per " + t.Args[1].Explain()
	case Share:
		return "percentage of " + strings.TrimPrefix(t.Args[0].Explain(), "number of ") + when(t.Where)
	case OfTotal:
		return "percentage of all in " + t.Args[0].Explain()
	case Running:
		return "running " + t.Args[0].Explain()
	case Change:
		return "change of " + t.Args[0].Explain()
	case Arithmetic:
		return t.Args[0].Explain() + " " + signs[t.Fn] + " " + t.Args[1].Explain()
	}
	return ""
}

// together says how values are put together: "total amount". Where what they are of is called so itself, it is "sum of total".
func together(fn, of string) string {
	word := aggregates[fn]
	switch {
	case !slices.Contains(strings.Fields(of), word):
		return word + " " + of
	case fn == "sum":
		return "sum of " + of
	}
	return word + " of " + of
}

var signs = map[string]string{"+": "plus", "-": "less", "*": "times"}

func (t Term) count() string {
	what := schema.Plural(Called(t.Of))
	if len(t.Args) > 0 {
		what = t.Args[0].Explain()
		if t.Distinct {
			what = "different " + what
		}
	}
	return "number of " + what + when(t.Where)
}

func when(list []Cond) string {
	var b strings.Builder
	for i, c := range list {
		b.WriteString([]string{" where ", " and "}[min(i, 1)] + c.Explain())
	}
	return b.String()
}

// weekdays are the names of days, counted from Sunday.
func weekdays(list []any) string {
	var names []string
	for _, v := range list {
		if n, ok := v.(int64); ok {
			names = append(names, time.Weekday(n%7).String())
		}
	}
	return strings.Join(names, ", ")
}

var said = map[Op]string{
	Equal: "is", NotEqual: "is not", Less: "below", LessOrEqual: "at most", Greater: "above", GreaterOrEqual: "at least", In: "is one of", NotIn: "is none of",
	Within: "between", Like: "like", NotLike: "not like", Null: "is missing", NotNull: "is known",
}

// Explain is the condition in words.
func (c Cond) Explain() string {
	switch c.Op {
	case And, Or:
		parts := make([]string, len(c.Kids))
		for i, k := range c.Kids {
			parts[i] = k.Explain()
		}
		return strings.Join(parts, " "+string(c.Op)+" ")
	case Not:
		return "not " + c.Kids[0].Explain()
	case Exists, NotExists, Shared, Unshared:
		if c.Many != nil {
			return map[Op]string{NotExists: "not ", Unshared: "not "}[c.Op] + c.Many.Explain() + when(c.Where)
		}
	}
	switch c.Op {
	case Exists:
		return "with " + schema.Plural(Called(c.Rows)) + when(c.Where)
	case NotExists:
		return "without " + schema.Plural(Called(c.Rows)) + when(c.Where)
	case Shared:
		return "with a " + Called(c.Rows) + when(c.Where)
	case Unshared:
		return "without any " + Called(c.Rows) + when(c.Where)
	case Last:
		return "latest " + c.Left.Explain()
	case During:
		return c.Left.Explain() + " " + c.Period.String()
	}
	text := c.Left.Explain() + " " + said[c.Op]
	if c.Right != nil {
		return text + " " + c.Right.Explain()
	}
	if c.Left.Grain == "weekday" {
		return c.Left.Explain() + " " + said[c.Op] + " " + weekdays(c.Values)
	}
	if p := c.Period; !p.From.IsZero() || !p.To.IsZero() {
		// a condition with a name, which looks for rows of that time
		return map[bool]string{true: "not "}[c.Op == NotEqual] + c.Left.Explain() + " " + p.String()
	}
	for i, v := range c.Values {
		text += []string{" ", ", "}[min(i, 1)] + fmt.Sprint(v)
	}
	return text
}

// withoutUnit is the name of money without the unit that it is held in: net of net cents.
func withoutUnit(name string) string {
	at := strings.LastIndexByte(name, ' ')
	if at > 0 && schema.SaysHundredths(name[at+1:]) {
		return name[:at]
	}
	return name
}
