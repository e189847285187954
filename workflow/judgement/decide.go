package judgement

import (
	"fmt"
	"slices"
	"strings"

	"parley/db/statement"
	"parley/workflow/schema"
)

// Between readings of one input a word decides: it stands for a value of one column here and of another there, or names different
// things. Who is asked about it, in words of their own, knows the answer more often than who is shown statements.

// Decision is the word that decides between readings, and what each of them takes it for.
type Decision struct {
	// Words are those of the input.
	Words string
	// Meanings are what the words stand for, a reading each; empty where a reading has no part for them.
	Meanings []Meaning
}

// Meaning is what a word stands for in a statement.
type Meaning struct {
	// Text says it to a person: "status is active", "orders.created_at".
	Text string
	// Condition is a condition on one column, with its table, that the word may be kept for; empty where there is none. Of is the
	// table whose dates the word was taken for, and Date the column.
	Condition, Of, Date string

	key string
}

// Decide finds the word of the input by which readings differ: the one that stands for the most different things, and for two in the
// likeliest readings, which come first. Not ok where no word does: the readings differ in something that was not said, or are none.
func Decide(x *schema.Index, input string, readings []*statement.Statement) (Decision, bool) {
	if len(readings) == 0 {
		return Decision{}, false
	}
	words := schema.Words(input)
	made := make([]*parts, len(readings))
	for i, r := range readings {
		query, err := r.Query()
		if err != nil {
			return Decision{}, false
		}
		made[i] = partsOf(x, query)
	}
	var best Decision
	most := 1
	for _, s := range spansOf(x, words) {
		d := Decision{Words: strings.Join(words[s.from:s.to], " "), Meanings: make([]Meaning, len(made))}
		for i, p := range made {
			d.Meanings[i] = s.meaning(p)
		}
		if n := d.different(); d.apart() && (n > most || n == most && n > 1 && len(d.Words) > len(best.Words)) {
			best, most = d, n
		}
	}
	best.tellApart(made)
	return best, most > 1
}

// span is a run of words and what it may stand for.
type span struct {
	from, to int
	values   []schema.ValueMatch
	names    []schema.Match
	time     bool
}

// spansOf are the runs of words that stand for something here.
func spansOf(x *schema.Index, words []string) []span {
	var out []span
	at := func(from, to int) *span {
		for i := range out {
			if out[i].from == from && out[i].to == to {
				return &out[i]
			}
		}
		out = append(out, span{from: from, to: to})
		return &out[len(out)-1]
	}
	for _, m := range x.Phrases(words) {
		if m.Score() >= 0.4 {
			s := at(m.From, m.To)
			s.names = append(s.names, m)
		}
	}
	for i := range words {
		for j := i + 1; j <= min(len(words), i+max(1, x.LongestValue())); j++ {
			if found := x.Normalised(strings.Join(words[i:j], " ")); len(found) > 0 && (j > i+1 || !slices.Contains(classes[words[i]], "glue")) {
				s := at(i, j)
				s.values = append(s.values, found...)
			}
		}
	}
	for i := 0; i < len(words); i++ {
		j := i
		for j < len(words) && isTime(words[j]) {
			j++
		}
		if j > i {
			at(i, j).time = true
			i = j
		}
	}
	return out
}

// meaning is what the words stand for in a statement; a value before a name, for what is held by a condition was chosen.
func (s span) meaning(p *parts) Meaning {
	for _, c := range p.conditions {
		for _, v := range s.values {
			if v.Column == c.column && (slices.Contains(c.texts, v.Text) || v.Code || len(c.texts)+len(c.values) == 0 && c.op != "not null") {
				return Meaning{Text: spokenOfCondition(c), Condition: c.plain(), key: c.column.String() + " " + c.sql}
			}
		}
		if s.time && c.column.Role == schema.Moment {
			return Meaning{Text: c.column.String(), Of: c.column.Table.Name, Date: c.column.Name, key: c.column.String()}
		}
	}
	for _, m := range s.names {
		switch {
		case m.Column == nil && slices.Contains(p.tables, m.Table):
			return Meaning{Text: m.Table.Name, key: m.Table.Name}
		case m.Column != nil && p.columns[m.Column]:
			return Meaning{Text: m.Column.String(), key: m.Column.String()}
		}
	}
	return Meaning{}
}

// plain is the condition with its table, where it is one value of a column, or a flag; else empty.
func (c condition) plain() string {
	column := statement.Column(c.column.Table.Name, c.column.Name)
	switch {
	case c.op == "is" && len(c.texts)+len(c.values) == 0:
		return column.SQL()
	case c.op == "not" && len(c.texts)+len(c.values) == 0:
		return statement.Not(column).SQL()
	case c.op == "=" && len(c.texts) == 1 && len(c.values) == 0:
		return statement.Binary("=", column, statement.Literal(c.texts[0])).SQL()
	case c.op == "=" && len(c.values) == 1 && len(c.texts) == 0:
		return statement.Binary("=", column, statement.Literal(c.values[0])).SQL()
	}
	return ""
}

// spokenOfCondition is a condition on one column in few words.
func spokenOfCondition(c condition) string {
	values := slices.Clone(c.texts)
	for _, v := range c.values {
		values = append(values, fmt.Sprint(v))
	}
	switch {
	case len(values) == 0 && c.op == "not":
		return c.column.Name + " is false"
	case c.op == "null":
		return c.column.Name + " is missing"
	case len(values) == 0:
		return c.column.Name
	case strings.HasPrefix(c.op, "not") || c.op == "<>":
		return c.column.Name + " is not " + strings.Join(values, " or ")
	case c.op == "=" || c.op == "in":
		return c.column.Name + " is " + strings.Join(values, " or ")
	}
	return c.sql
}

// apart says that the words stand for two things in the two likeliest readings.
func (d Decision) apart() bool {
	first, next := d.Meanings[0].key, d.Meanings[min(1, len(d.Meanings)-1)].key
	return first != "" && next != "" && first != next
}

// different counts the things that the words stand for.
func (d Decision) different() int {
	seen := map[string]bool{}
	for _, m := range d.Meanings {
		if m.key != "" {
			seen[m.key] = true
		}
	}
	return len(seen)
}

// tellApart puts the table before columns that are called the same.
func (d Decision) tellApart(made []*parts) {
	called := slices.Clone(d.Meanings)
	for i, m := range called {
		same := slices.ContainsFunc(called, func(o Meaning) bool { return o.Text == m.Text && o.key != m.key && o.key != "" })
		if !same || m.key == "" {
			continue
		}
		for _, c := range made[i].conditions {
			if c.column.String()+" "+c.sql == m.key || c.column.String() == m.key {
				d.Meanings[i].Text = c.column.Table.Name + "." + strings.TrimPrefix(m.Text, c.column.Table.Name+".")
			}
		}
	}
}

// Telling are the words of a statement by which it can be told from the others: columns, tables and values that they do not
// have.
func Telling(x *schema.Index, readings []*statement.Statement) []string {
	sets := make([]map[string]bool, len(readings))
	for i, r := range readings {
		sets[i] = map[string]bool{}
		query, err := r.Query()
		if err != nil {
			continue
		}
		p := partsOf(x, query)
		for c := range p.columns {
			for _, w := range c.Words {
				sets[i][w] = true
			}
			sets[i][strings.ToLower(c.Name)] = true
		}
		for _, t := range p.tables {
			for _, w := range t.Words {
				sets[i][w] = true
			}
		}
		for _, text := range p.texts {
			sets[i][text] = true
		}
	}
	out := make([]string, len(readings))
	for i, set := range sets {
		var own []string
		for w := range set {
			if !slices.ContainsFunc(sets, func(o map[string]bool) bool { return o[w] && !sameSet(o, set) }) {
				own = append(own, w)
			}
		}
		slices.Sort(own)
		out[i] = strings.Join(own, " ")
	}
	return out
}

func sameSet(a, b map[string]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for w := range a {
		if !b[w] {
			return false
		}
	}
	return true
}
