package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/uuid"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/parameter"
)

// What is in force is one thing in two forms: the query, and the parameters that memory keeps of its subject. A command that
// changes a parameter the query holds is a turn that edits the query, with its diff and its undo; what a turn taught goes when
// the conversation moves away from it, and comes back with it.

// amendment is what a turn does to memory beside what its query teaches.
type amendment struct {
	// forget is what the user named, to be forgotten; given are the parameters that were set or taken over.
	forget string
	given  []memory.Found
}

// amend makes a command that changes what the query in force holds an edit of it. Others stay commands.
func (o *Orchestrator) amend(p *Plan) {
	verb, what := contextVerb(p.Detection)
	source := o.opening.Ready()
	if o.settings.Room == nil || verb != "forget" && verb != "set" || p.inForce == nil {
		return
	}
	if source == nil || p.current == nil {
		p.refusal = "The database is still being opened: say it again in a moment."
		return
	}
	switch verb {
	case "forget":
		list := held(what, p.current, source.Schema)
		if tree, gone := parameter.Drop(p.current, list); len(gone) > 0 {
			p.edits(tree, &amendment{forget: what})
		} else if !strings.HasPrefix(p.Input, "/") && what != "" && len(o.settings.Room.Find(what)) == 0 {
			p.refines(what)
		}
	case "set":
		found, problem := o.settable(what, p.current, source)
		if p.refusal = problem; problem != "" {
			return
		}
		if tree, put := parameter.Replace(p.current, source.Schema, found); len(put) > 0 {
			p.edits(tree, &amendment{given: put})
		}
	}
}

// ownWord says that what is to be forgotten was said once, and is no column on screen: "forget my email".
var ownWord = regexp.MustCompile(`(?i)\bforget (?:about )?my\b`)

// contextVerb is what a command does to what is remembered, and to what; empty for other commands.
func contextVerb(d dialog.Detection) (verb, what string) {
	switch {
	case d.Route != dialog.RouteCommand:
		return "", ""
	case d.Command == "forget":
		return "forget", d.Argument
	case d.Command != "context":
		return "", ""
	}
	verb, what, _ = strings.Cut(d.Argument, " ")
	return verb, strings.TrimSpace(what)
}

// edits makes the plan a turn that puts a changed query in force, at the user's own word.
func (p *Plan) edits(tree *statement.Statement, a *amendment) {
	p.Detection = dialog.Detection{Intent: dialog.Refinement, Confidence: dialog.High, Route: dialog.RouteQuery, Settled: true, Question: p.Input}
	p.exact, p.amendment = true, a
	p.make = func(context.Context, *Plan, *Source, func(Progress)) (*Draft, error) {
		return &Draft{Statement: tree, Coverage: 1, Source: "engine", Edit: true, Vouched: true, Inherited: a.given}, nil
	}
}

// refines makes the plan a refinement of the query in force: what is to be forgotten is nothing that is remembered, and may be
// another part of the query ("forget the second condition").
func (p *Plan) refines(what string) {
	p.Detection = dialog.Detection{Intent: dialog.Refinement, Confidence: dialog.High, Route: dialog.RouteQuery, Settled: true, Question: p.Input}
	p.make = func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
		if ownWord.MatchString(p.Input) {
			return nil, &NotUnderstood{Refusal: notRemembered(what)}
		}
		draft, err := refine(ctx, p, s, report)
		var unknown *NotUnderstood
		if errors.As(err, &unknown) {
			return nil, &NotUnderstood{Refusal: notRemembered(what)}
		}
		return draft, err
	}
}

// held are the parameters of a query that a person names: as memory names them, and any column that it has conditions on.
func held(what string, current *statement.Statement, schema *db.Schema) []memory.Found {
	subject, list := parameter.Of(current)
	found := memory.Named(what, subject, list)
	query, err := current.Query()
	if err != nil || schema == nil {
		return found
	}
	for _, source := range query.From {
		table := schema.Table(source.Table)
		if table == nil {
			continue
		}
		for _, c := range table.Columns {
			f := memory.Found{Subject: subject, Parameter: memory.Parameter{Kind: memory.Filter, Column: c.Name}}
			if !strings.EqualFold(source.Table, subject) {
				f.Column = source.Table + "." + c.Name
			}
			found = append(found, memory.Named(what, subject, []memory.Parameter{f.Parameter})...)
		}
	}
	return found
}

// settable is the parameter that "origin Mombasa" sets: one that the query holds, one that is remembered, or any column of the
// query's tables. The problem says why it cannot be set.
func (o *Orchestrator) settable(what string, current *statement.Statement, source *Source) (found []memory.Found, problem string) {
	name, value := cutValue(what)
	if value == "" {
		return nil, "Say what to set and to which value: /context set NAME VALUE."
	}
	candidates := o.settings.Room.Find(name)
	if current != nil {
		candidates = append(held(name, current, source.Schema), candidates...)
	}
	candidates = slices.DeleteFunc(candidates, func(f memory.Found) bool { return f.Kind == memory.Sort })
	if len(candidates) == 0 {
		return nil, notRemembered(name)
	}
	f := candidates[0]
	f.Parameter = memory.Parameter{
		Kind: f.Kind, Column: f.Column, Operator: "=", Values: []string{value}, Set: o.settings.Clock(), Confidence: memory.Confidence(dialog.High), Pinned: f.Pinned,
	}
	if f.Kind == memory.Limit {
		f.Operator = ""
	}
	if source != nil && source.Schema != nil {
		if problem = parameter.Fits(f, source.Schema); problem != "" {
			return nil, problem
		}
		f.Values = o.asHeld(f, source)
	}
	return []memory.Found{f}, ""
}

// cutValue parts "departure date to 2027-02-12" and "origin = Mombasa" into name and value; without a sign or a word between
// them the name is one word.
func cutValue(what string) (name, value string) {
	for _, between := range []string{" = ", "=", " to ", " is "} {
		if name, value, ok := strings.Cut(what, between); ok {
			return strings.TrimSpace(name), unquoted(value)
		}
	}
	name, value, _ = strings.Cut(what, " ")
	return name, unquoted(value)
}

func unquoted(value string) string {
	value = strings.TrimSpace(value)
	if n := len(value); n > 1 && (value[0] == '\'' || value[0] == '"') && value[n-1] == value[0] {
		return value[1 : n-1]
	}
	return value
}

// asHeld are the values as the column writes them: "mombasa" is Mombasa.
func (o *Orchestrator) asHeld(f memory.Found, s *Source) []string {
	table, name := f.Place()
	if s.Index == nil {
		return f.Values
	}
	values := slices.Clone(f.Values)
	for i, v := range values {
		for _, m := range s.Index.Values(v) {
			if strings.EqualFold(m.Column.Table.Name, table) && strings.EqualFold(m.Column.Name, name) && strings.EqualFold(m.Text, v) {
				values[i] = m.Text
			}
		}
	}
	return values
}

// stand gives the draft what is pinned or set by hand, wherever it takes part in it and nothing contradicts it. SQL as somebody
// wrote it is left alone, and it is said.
func (o *Outcome) stand(s *Source) {
	p := o.Plan
	if p.settings.Room == nil || p.exact || o.Err != nil || o.Draft == nil || o.Draft.Statement == nil || s.Schema == nil {
		return
	}
	standing := slices.DeleteFunc(p.settings.Room.Standing(p.settings.Clock()), func(f memory.Found) bool {
		// What was set by hand ends with the conversation that it was set in; what a refinement left out was left out on purpose.
		return !f.Pinned && (p.Detection.Reset || p.fresh) || p.Detection.Intent == dialog.Refinement && p.current != nil && parameter.Reads(p.current, f)
	})
	next, put := parameter.Put(o.Draft.Statement, s.Schema, standing)
	if len(put) == 0 {
		return
	}
	d := *o.Draft
	if written[d.Source] {
		for _, f := range put {
			d.Notes = append(d.Notes[:len(d.Notes):len(d.Notes)], fmt.Sprintf("not applied, the SQL runs as written: %s (%s)", f, standingWord(f)))
		}
	} else {
		d.Statement, d.Inherited = next, append(d.Inherited[:len(d.Inherited):len(d.Inherited)], put...)
		p.settings.Log.Info("applied", "why", "pinned or set by hand", "parameters", masked(parametersOf(put)))
	}
	o.Draft = &d
}

func standingWord(f memory.Found) string {
	if f.Pinned {
		return "pinned"
	}
	return "set by hand"
}

func parametersOf(found []memory.Found) []memory.Parameter {
	list := make([]memory.Parameter, len(found))
	for i, f := range found {
		list[i] = f.Parameter
	}
	return list
}

// taught is what the conversation's turns taught the room, so that it goes and comes with them.
type taught struct {
	// before is what was remembered of each subject that the conversation spoke of, before it did.
	before map[string][]memory.Parameter
	// after is what was remembered of the subjects that a turn spoke of, after it.
	after map[uuid.UUID]map[string][]memory.Parameter
}

// touch notes subjects before a turn changes what is remembered of them.
func (t *taught) touch(room *memory.Room, subjects ...string) {
	if t.before == nil {
		t.before, t.after = map[string][]memory.Parameter{}, map[uuid.UUID]map[string][]memory.Parameter{}
	}
	for _, s := range subjects {
		if _, known := t.before[strings.ToLower(s)]; !known {
			t.before[strings.ToLower(s)] = room.Parameters(s)
		}
	}
}

// learned notes what is remembered after a turn.
func (t *taught) learned(room *memory.Room, turn uuid.UUID, subjects ...string) {
	after := map[string][]memory.Parameter{}
	for _, s := range subjects {
		after[strings.ToLower(s)] = room.Parameters(s)
	}
	t.after[turn] = after
}

// remember lets a recorded turn change what is remembered: what its command says, then what its query teaches.
func (o *Orchestrator) remember(turn *dialog.Turn, out *Outcome) {
	room, now := o.settings.Room, turn.Time
	l := lesson(turn, out.Draft, o.session.ID().String())
	subjects := []string{l.Subject}
	if l.Subject == "" {
		subjects = nil
	}
	a := cmp.Or(out.Plan.amendment, &amendment{})
	if a.forget != "" {
		for _, f := range room.Find(a.forget) {
			subjects = append(subjects, f.Subject)
		}
	}
	for _, f := range a.given {
		subjects = append(subjects, f.Subject)
	}
	o.taught.touch(room, subjects...)
	if a.forget != "" {
		room.Forget(a.forget, now)
	}
	for _, f := range a.given {
		if f.Pinned {
			room.Set(f.Subject, f.Parameter, now)
		}
	}
	o.learn(l, now)
	o.taught.learned(room, turn.ID, subjects...)
}

// restore makes what is remembered what it was when a turn was the present one.
func (o *Orchestrator) restore(turn *dialog.Turn) {
	room := o.settings.Room
	if room == nil {
		return
	}
	o.taught.touch(room)
	lists := maps.Clone(o.taught.before)
	if turn == nil || turn.Result == nil { // the beginning
		room.Restore(lists, "", o.settings.Clock())
		return
	}
	past := func(t *dialog.Turn) bool { return o.settings.Clock().Sub(t.Time) >= room.Lives() } // what it taught is over
	for _, t := range o.session.Turns() {
		if o.taught.after[t.ID] != nil || past(t) {
			continue
		}
		if subject, _ := o.constraints(t); subject != "" {
			if _, known := lists[strings.ToLower(subject)]; !known {
				lists[strings.ToLower(subject)] = nil // what a turn of before the restart taught, and what was before it is not known
			}
		}
	}
	for _, t := range o.session.Path() {
		after, known := o.taught.after[t.ID]
		if !known && !past(t) {
			after = o.retaught(t, lists)
		}
		maps.Copy(lists, after)
		if t.ID == turn.ID {
			break
		}
	}
	last, _ := o.constraints(turn)
	room.Restore(lists, last, o.settings.Clock())
	o.settings.Log.Info("remembered as of", "turn", turn.Number, "subject", last)
}

func (o *Orchestrator) constraints(t *dialog.Turn) (string, []memory.Parameter) {
	tree := o.Tree(t)
	if tree == nil {
		return "", nil
	}
	return parameter.Of(tree)
}

// retaught is what a turn from a file taught: the parameters of its query, each with the turn that set it.
func (o *Orchestrator) retaught(t *dialog.Turn, lists map[string][]memory.Parameter) map[string][]memory.Parameter {
	subject, list := o.constraints(t)
	if subject == "" {
		return nil
	}
	subject = strings.ToLower(subject)
	for i, p := range list {
		list[i].Turn, list[i].Set, list[i].Confidence = t.Number, t.Time, memory.Confidence(t.Confidence)
		if at := slices.IndexFunc(lists[subject], p.Same); at >= 0 && t.Intent == dialog.Refinement {
			list[i] = lists[subject][at]
		}
	}
	return map[string][]memory.Parameter{subject: list}
}
