package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
)

// Remembered parameters serve inputs that name no subject of their own, or come back to a remembered one, when the
// session has no query in force that carries them (requirements §4). What is remembered becomes a query again, and the input
// refines it: so there is one way in which words and constraints meet.

// recollection is what a new question may take over from memory.
type recollection struct {
	subject string
	live    []memory.Parameter
	// notice says what has expired; empty when nothing has.
	notice string
}

// recollect lets a new question take parameters over where it may.
func (p *Plan) recollect(room *memory.Room) {
	source := p.opening.Ready()
	if room == nil || source == nil || source.Vocabulary == nil || p.Detection.Reset || !p.generates {
		return
	}
	subject := p.rememberedSubject(room, source.Vocabulary)
	if subject == "" {
		return
	}
	r := newRecollection(room, subject, p.Input, p.settings.Clock())
	p.notice = r.notice
	if len(r.live) > 0 {
		p.make = r.make
		p.Detection.Notice = "" // there is something to refine: what is remembered
	}
}

func newRecollection(room *memory.Room, subject, input string, now time.Time) *recollection {
	live, expired := room.Recall(subject, now)
	live = memory.Overridden(input, live)
	r := &recollection{subject: subject, live: live}
	if len(live) == 0 && len(expired) > 0 {
		r.notice = expiredNotice(subject, expired, room.Missing(subject, nil))
	}
	return r
}

// rememberedSubject is the subject that an input speaks of without naming it, or comes back to.
func (p *Plan) rememberedSubject(room *memory.Room, v dialog.Vocabulary) string {
	named, fits := mentions(p.Detection.Question, v)
	last := room.Last()
	switch {
	case len(named) == 0 && p.current == nil && last != "" && (len(fits) == 0 || slices.Contains(fits, strings.ToLower(last))):
		return last
	case len(named) == 1 && comesBack(p.Detection.Question):
		return named[0]
	}
	return ""
}

// mentions are the tables that an input names, and those of the columns and values it names.
func mentions(input string, v dialog.Vocabulary) (named, fits []string) {
	words := strings.Fields(dialog.Normalize(input))
	for from := range words {
		for to := from + 1; to <= min(from+4, len(words)); to++ {
			for _, e := range v.Find(strings.Join(words[from:to], " ")) {
				if e.Kind == dialog.SubjectEntity {
					named = appendOnce(named, e.Table)
				} else {
					fits = appendOnce(fits, e.Table)
				}
			}
		}
	}
	return named, fits
}

func appendOnce(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// backWords say that an input comes back to what was spoken of.
var backWords = []string{"same", "again", "that", "those", "these", "before", "earlier"}

func comesBack(input string) bool {
	words := strings.Fields(strings.ToLower(input))
	return slices.ContainsFunc(backWords, func(w string) bool { return slices.Contains(words, w) })
}

func expiredNotice(subject string, expired []memory.Parameter, missing []string) string {
	var texts []string
	for _, p := range expired {
		texts = append(texts, p.String())
	}
	notice := fmt.Sprintf("What was remembered of %s has expired: %s.", subject, strings.Join(texts, ", "))
	if ask := memory.Ask(missing); ask != "" {
		notice += " " + ask + "."
	}
	return notice
}

// make turns what is remembered into a query and lets the refiner read the input on it.
func (r *recollection) make(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	base, err := r.statement(s)
	if err != nil {
		return generate(ctx, p, s, report)
	}
	draft, err := s.Refiner.Refine(ctx, Refine{Request: p.request(report), Current: base})
	var unknown *NotUnderstood
	if errors.As(err, &unknown) {
		return generate(ctx, p, s, report)
	}
	if err != nil {
		return nil, err
	}
	draft.Inherited = r.inherited(draft.Statement)
	return draft, nil
}

// inherited are the remembered parameters that are in force in a statement.
func (r *recollection) inherited(s *statement.Statement) []memory.Found {
	subject, in := Constraints(s)
	if !strings.EqualFold(subject, r.subject) {
		return nil
	}
	var found []memory.Found
	for _, p := range r.live {
		if slices.ContainsFunc(in, p.Same) {
			found = append(found, memory.Found{Subject: r.subject, Parameter: p})
		}
	}
	return found
}

// statement is the remembered query: every row of the subject that meets the parameters.
func (r *recollection) statement(s *Source) (*statement.Statement, error) {
	table := s.Schema.Table(r.subject)
	if table == nil {
		return nil, fmt.Errorf("recall %s: no such table", r.subject)
	}
	query := statement.NewQuery()
	query.Items = []statement.Item{{Expr: statement.Star("")}}
	query.From = []statement.Source{{Schema: table.Schema, Table: table.Name}}
	for _, p := range r.live {
		apply(query, table, p)
	}
	return query.Build(s.dialect())
}

// apply puts one parameter into a query; one of another table's column, or of an operator that a plain predicate does not
// have, is left out and so is not inherited.
func apply(q *statement.Query, t *db.Table, p memory.Parameter) {
	column := t.Column(p.Column)
	switch {
	case p.Kind == memory.Limit && len(p.Values) == 1:
		if n, err := strconv.ParseInt(p.Values[0], 10, 64); err == nil {
			q.Limit = statement.Literal(n)
		}
	case column == nil:
	case p.Kind == memory.Sort:
		q.OrderBy = append(q.OrderBy, statement.Key{Expr: statement.Column("", column.Name), Desc: p.Operator == "desc"})
	default:
		if e := predicate(column, p); !e.IsZero() {
			q.Where = append(q.Where, e)
		}
	}
}

func predicate(c *db.Column, p memory.Parameter) statement.Expr {
	x := statement.Column("", c.Name)
	var values []statement.Expr
	for _, text := range p.Values {
		values = append(values, literal(c, text))
	}
	switch {
	case len(values) == 0:
		return statement.Expr{}
	case p.Operator == "in":
		return statement.In(x, values...)
	case p.Operator == "not in":
		return statement.NotIn(x, values...)
	case slices.Contains([]string{"=", "<>", "<", "<=", ">", ">="}, p.Operator):
		return statement.Binary(p.Operator, x, values[0])
	default:
		return statement.Expr{}
	}
}

// literal is a remembered text as the column's type has it.
func literal(c *db.Column, text string) statement.Expr {
	if !c.Type.Numeric() {
		return statement.Literal(text)
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return statement.Literal(n)
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return statement.Literal(f)
	}
	return statement.Literal(text)
}

// lesson is what a successful turn teaches the room.
func lesson(turn *dialog.Turn, draft *Draft, session string) memory.Lesson {
	subject, parameters := Constraints(draft.Statement)
	for i, p := range parameters {
		for _, f := range draft.Inherited {
			if f.Same(p) {
				parameters[i] = f.Parameter
			}
		}
	}
	return memory.Lesson{
		Subject: subject, Parameters: parameters, Renew: turn.Intent == dialog.NewQuery,
		Turn: turn.Number, Confidence: memory.Confidence(turn.Confidence), Conversation: session, By: draft.Source,
	}
}
