package llm

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/llm/fence"
	"parley/workflow/llm/provider"
	"parley/workflow/schema"
)

// A request is context, not chat: rules, dialect and schema first, which stay the same from turn to turn so that the
// provider can cache them; then where the conversation stands; the input last. Earlier answers of the model are no part
// of it: what holds is the current SQL, whoever wrote it.

// meaning finds tables by what a text means; nil finds none.
type meaning func(ctx context.Context, text string) []*schema.Table

// prompt builds the request for a turn.
func (a *Assistant) prompt(ctx context.Context, r workflow.Refine, by meaning) provider.Call {
	state := a.state(r)
	system := instructions(a.source.Database.Dialect(), a.fence)
	taught := a.definitions()
	room := a.settings.ContextTokens - tokens(system) - tokens(state) - 100
	return provider.Call{
		System: system,
		Name:   answerName,
		Schema: answerSchema(),
		Messages: []provider.Message{{Parts: []provider.Part{
			{Text: "The database:\n" + a.fence.Around("schema", a.describe(ctx, r, by, room-tokens(taught))) + taught, Stable: true},
			{Text: state},
		}}},
		MaxTokens: a.settings.AnswerTokens,
	}
}

// state is where the conversation stands, and the input.
func (a *Assistant) state(r workflow.Refine) string {
	var b strings.Builder
	a.writeThread(&b, r)
	a.writeSteps(&b, r)
	a.writeRows(&b, r)
	a.writeExamples(&b, r)
	fmt.Fprintf(&b, "Today is %s.\n\nThe analyst's input:\n%s\n", r.Now.Format("Monday, 2 January 2006, 15:04 MST"), r.Question)
	return b.String()
}

// writeThread is the question of the thread and its SQL in canonical form, or that there is none.
func (a *Assistant) writeThread(b *strings.Builder, r workflow.Refine) {
	if r.Current == nil {
		b.WriteString("No query is in force: the input asks something of its own.\n\n")
		return
	}
	question := r.Standalone
	if question == "" || a.denied.speaksOf(question) {
		question = strings.Join(a.tellable(append([]string{r.Original}, afterFirst(r.Earlier)...)), "; then: ")
	}
	fmt.Fprintf(b, "The question so far:\n%s\n\nThe current query:\n%s\n\n", a.fence.Around("question", bounded(question, 1000)), a.fence.Around("sql", r.Current.Format(100)))
}

// afterFirst are the inputs after the one that started the thread.
func afterFirst(earlier []string) []string {
	if len(earlier) < 2 {
		return nil
	}
	return earlier[1:]
}

// tellable are the texts that name no denied column, each one bounded line.
func (a *Assistant) tellable(texts []string) []string {
	var lines []string
	for _, text := range texts {
		if !a.denied.speaksOf(text) {
			lines = append(lines, bounded(strings.Join(strings.Fields(text), " "), 200))
		}
	}
	return lines
}

// laterSteps is of how many of the last steps it is told what they changed; stepSQL how much of a step's statement, in bytes.
const (
	laterSteps = 3
	stepSQL    = 800
)

// writeSteps shows the inputs that led to the current query, and how each was understood: that holds until another input says
// otherwise. Of the last ones also what they changed and the SQL that they left, but for the very last, whose SQL is the current one.
func (a *Assistant) writeSteps(b *strings.Builder, r workflow.Refine) {
	if r.Current == nil {
		return
	}
	var blocks []string
	told := len(r.Steps) > 1
	for i, s := range r.Steps {
		said := a.tellable([]string{s.Input})
		if len(said) == 0 {
			continue
		}
		understood := a.tellable(s.Understood)
		for _, word := range a.tellable(s.Ignored) {
			understood = append(understood, word+" was not understood and has no part")
		}
		told = told || len(understood) > 0
		said = append(said, marked("understood: ", understood)...)
		if i >= len(r.Steps)-laterSteps {
			said = append(said, marked("changed: ", a.tellable(s.Changes))...)
		}
		if i >= len(r.Steps)-laterSteps && i < len(r.Steps)-1 && s.SQL != s.Input && len(s.SQL) <= stepSQL && a.tellableSQL(s.SQL) {
			said = append(said, "  SQL: "+s.SQL)
		}
		blocks = append(blocks, "- "+strings.Join(said, "\n"))
	}
	if told && len(blocks) > 0 {
		b.WriteString("The inputs that led to it, oldest first:\n" + a.fence.Around("steps", strings.Join(blocks, "\n")) + "\n\n")
	}
}

// marked are the lines under an input, each with what it is.
func marked(what string, lines []string) []string {
	var out []string
	for _, l := range lines {
		out = append(out, "  "+what+l)
	}
	return out
}

// tellableSQL says whether a statement is understood and reads no denied column.
func (a *Assistant) tellableSQL(sql string) bool {
	parsed, p := a.parse(sql)
	return p == nil && a.denied.check(parsed, a.source.Index.Schema) == nil
}

// previewRows are how many rows of the current result a prompt shows at the level rows.
const previewRows = 5

// writeRows shows the first rows of the current result, at the level that allows it, without denied columns.
func (a *Assistant) writeRows(b *strings.Builder, r workflow.Refine) {
	if a.settings.Privacy != Rows || r.Result == nil || len(r.Result.Preview) == 0 || !a.broughtBy(r.Result.SQL, r.Current) {
		return
	}
	var lines []string
	for _, row := range r.Result.Preview[:min(previewRows, len(r.Result.Preview))] {
		var cells []string
		for i, cell := range row {
			if i < len(r.Result.Columns) && a.showsResult(r.Result.Columns[i]) {
				cells = append(cells, r.Result.Columns[i]+"="+fence.Clean(cell, fence.Value))
			}
		}
		lines = append(lines, strings.Join(cells, "; "))
	}
	b.WriteString("The first rows of its result:\n" + a.fence.Around("rows", strings.Join(lines, "\n")) + "\n\n")
}

// broughtBy says whether rows that a text brought are the current query's: another one's may show a denied column under any name.
func (a *Assistant) broughtBy(sql string, current *statement.Statement) bool {
	if current == nil {
		return false
	}
	if sql == current.SQL() {
		return true
	}
	parsed, p := a.parse(sql)
	return p == nil && parsed.SQL() == current.SQL()
}

// showsResult says whether values under a column's name may be shown: it is denied in no table.
func (a *Assistant) showsResult(column string) bool {
	return fence.Usable(column) && !a.deniedSomewhere(column)
}

// deniedSomewhere says whether a column of that name is denied in any table.
func (a *Assistant) deniedSomewhere(column string) bool {
	return slices.ContainsFunc(a.source.Index.Schema.Tables, func(t db.Table) bool {
		return t.Column(column) != nil && a.denied.column(&t, column)
	})
}

// describe is the schema: whole if it fits, else the tables that the conversation speaks of, their neighbours, and as
// many more as there is room for. A table is never cut.
func (a *Assistant) describe(ctx context.Context, r workflow.Refine, by meaning, room int) string {
	if whole, ok := a.fitting(ctx, a.source.Index.Tables, room); ok {
		return whole
	}
	note := "(Not all tables are listed.)\n\n"
	part, _ := a.fitting(ctx, a.relevant(ctx, r, by), room-tokens(note))
	return note + part
}

// fitting describes tables as far as there is room, and says whether all fit. A table that does not fit is left out, and
// smaller ones after it may still go in.
func (a *Assistant) fitting(ctx context.Context, tables []*schema.Table, room int) (text string, all bool) {
	var b strings.Builder
	all = true
	for _, t := range tables {
		if !fence.Usable(t.Name) || ctx.Err() != nil {
			continue
		}
		block := a.catalogue.Table(ctx, t)
		if cost := tokens(block); cost <= room {
			room -= cost
			b.WriteString(block + "\n")
		} else {
			all = false
		}
	}
	return b.String(), all
}

// relevant are the tables of the current query, then those that the conversation speaks of, each followed by the tables
// that join it to the ones before.
func (a *Assistant) relevant(ctx context.Context, r workflow.Refine, by meaning) []*schema.Table {
	var out []*schema.Table
	seen := map[int]bool{}
	add := func(t *schema.Table) {
		if t != nil && !seen[t.ID] {
			seen[t.ID] = true
			out = append(out, t)
		}
	}
	if r.Current != nil {
		for _, t := range r.Current.References().Tables {
			add(a.source.Index.Table(t.Name))
		}
	}
	said := strings.Join([]string{r.Question, r.Standalone, r.Original}, " ")
	ranked := a.retrieval.rank(said)
	if by != nil {
		ranked = fused(ranked, by(ctx, strings.TrimSpace(said)))
	}
	for i, t := range ranked {
		add(t)
		if i < 6 && len(out) > 1 {
			a.connect(out[0], t, add)
		}
	}
	return out
}

// connect adds the tables between two.
func (a *Assistant) connect(from, to *schema.Table, add func(*schema.Table)) {
	edges, ok := a.source.Index.Graph.Tree([]*schema.Table{from, to}, func(*schema.Edge) float64 { return 1 })
	if !ok || len(edges) > 3 {
		return
	}
	for _, e := range edges {
		add(e.From)
		add(e.To)
	}
}

// tokens estimates how many tokens a text takes, on the safe side: identifiers and punctuation cut shorter than prose.
func tokens(text string) int { return (len(text) + 2) / 3 }

// columnsOf are the columns of a table that a model may know.
func (a *Assistant) columnsOf(t *db.Table) []string {
	var names []string
	for _, c := range t.Columns {
		if !a.denied.column(t, c.Name) && fence.Usable(c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}
