package workflow

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime/debug"
	"slices"
	"time"

	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/judgement"
)

// Begin decides a turn: intent, route, context. It does no I/O and takes microseconds (IRW-REQ-02, IRW-REQ-07).
func (o *Orchestrator) Begin(input string) *Plan {
	if plan := o.beginTaught(input); plan != nil {
		return plan
	}
	if plan := o.beginChosen(input); plan != nil {
		return plan
	}
	if plan := o.beginNearest(input); plan != nil {
		return plan
	}
	plan := o.snapshot(input)
	started := time.Now()
	plan.Detection = o.detect(input)
	plan.timing.Detect = time.Since(started)
	plan.route()
	if d := plan.Detection; d.Command == "payload" && d.Argument != "" {
		asked := o.detect(d.Argument)
		plan.asked = &asked
	}
	plan.path = o.session.Path
	o.guarded("what is remembered cannot be looked up", input, func() {
		o.amend(plan)
		plan.recollect(o.opening.Ready())
	})
	if !plan.looked { // it is looked at beside the update loop, once the source is open
		path := o.session.Path()
		plan.path = func() []*dialog.Turn { return path }
	}
	plan.timing.Begin = time.Since(plan.started) - plan.timing.Detect
	return plan
}

// detect says what an input is. If that breaks, it is taken for a new query that nobody is sure of (IRW-REQ-05).
func (o *Orchestrator) detect(input string) (d dialog.Detection) {
	d = dialog.Detection{Intent: dialog.NewQuery, Confidence: dialog.Low, Question: input}
	o.guarded("intent detection failed", input, func() { d = o.session.Detect(input, o.vocabulary()) })
	return d
}

// guarded keeps a turn going over a defect of parley's own before it has begun; what failed is logged with the input.
func (o *Orchestrator) guarded(what, input string, do func()) {
	defer func() {
		if v := recover(); v != nil {
			o.settings.Log.Error(what, "error", v, "input", memory.MaskText(input), "stack", string(debug.Stack()))
		}
	}()
	do()
}

// BeginWith decides a turn again with some of what it inherited, or with nothing: the user took the rest away. Whatever the
// query in force is by now, the input is a new query, for so it was when it inherited.
func (o *Orchestrator) BeginWith(input string, inherited []memory.Found) *Plan {
	plan := o.snapshot(input)
	plan.Detection = o.detect(input)
	plan.Detection.Intent, plan.Detection.Confidence, plan.Detection.Route, plan.Detection.Settled = dialog.NewQuery, dialog.High, dialog.RouteQuery, true
	plan.make, plan.generates = generate, true
	plan.looked, plan.exact = true, true
	if len(inherited) > 0 {
		r := &recollection{subject: inherited[0].Subject, said: plan.Detection.Question}
		if said := dialog.Returning(r.said, o.vocabulary()); said.Back && len(said.Subjects) > 0 {
			r.back, r.said = true, said.Rest
		}
		for _, f := range inherited {
			r.live = append(r.live, f.Parameter)
		}
		plan.make, plan.back = r.make, r
	}
	return plan
}

// BeginTurned decides the turn again with its intent turned around: the user says what was meant.
func (o *Orchestrator) BeginTurned(input string) *Plan {
	plan := o.snapshot(input)
	plan.Detection = o.detect(input).Turned()
	plan.route()
	return plan
}

// BeginDraft is a turn whose reading the user picked from several.
func (o *Orchestrator) BeginDraft(input string, draft *Draft) *Plan {
	return o.beginPicked(input, func(context.Context, *Plan, *Source, func(Progress)) (*Draft, error) { return draft, nil })
}

// beginPicked is a turn whose reading the user picked, from the list or in words.
func (o *Orchestrator) beginPicked(input string, picked maker) *Plan {
	plan := o.snapshot(input)
	plan.Detection = o.detect(input)
	plan.Detection.Route, plan.Detection.Confidence, plan.Detection.Settled = dialog.RouteQuery, dialog.High, true
	plan.picked = true
	plan.make = func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
		draft, err := picked(ctx, p, s, report)
		// A fragment ("the best ones") means something else in another conversation.
		if err == nil && s.Assistant != nil && p.Detection.Intent == dialog.NewQuery {
			s.Assistant.Picked(p.Detection.Question, draft)
		}
		return draft, err
	}
	return plan
}

// BeginEdit is a hand edit of the current query: the SQL is the turn.
func (o *Orchestrator) BeginEdit(sql string) *Plan {
	plan := o.snapshot(sql)
	plan.Detection = dialog.Detection{Intent: dialog.NewQuery, Confidence: dialog.High, Route: dialog.RouteQuery}
	if plan.inForce != nil {
		plan.Detection.Intent = dialog.Refinement
	}
	plan.make = typed(sql)
	return plan
}

// BeginWritten is BeginEdit under words of its own: what the edit changes, instead of the SQL.
func (o *Orchestrator) BeginWritten(words, sql string) *Plan {
	plan := o.BeginEdit(sql)
	plan.Input = words
	return plan
}

// BeginGiven is a turn whose SQL is given, changed from the query in force by a key of the result: there is no doubt what was
// meant, whatever the words sound like.
func (o *Orchestrator) BeginGiven(input, sql string) *Plan {
	plan := o.Begin(input)
	plan.Detection.Route, plan.Detection.Settled = dialog.RouteQuery, true
	if plan.inForce != nil {
		plan.Detection.Intent, plan.Detection.Confidence = dialog.Refinement, dialog.High
	}
	plan.make = given(sql, gridSource)
	return plan
}

// gridSource is who made the SQL of a key of the result.
const gridSource = "grid"

// snapshot copies what a plan needs from the session; an earlier plan still under way is overtaken.
func (o *Orchestrator) snapshot(input string) *Plan {
	if current := o.session.Current(); current != nil {
		o.Settle(current)
	}
	if source := o.opening.Ready(); source != nil && source.Project != nil && len(source.Project.Required) > 0 && o.settings.Room != nil {
		o.settings.Room.Require(source.Project.Required)
	}
	return &Plan{
		Input:    input,
		anew:     o.anew,
		started:  time.Now(),
		ticket:   o.session.Begin(o.settings.NewID()),
		opening:  o.opening,
		settings: o.settings,
		strategy: o.session.Settings().Strategy,
		context:  o.session.Context(input),
		inForce:  o.session.Current(),
		current:  o.Tree(o.session.Current()),
		before:   o.Tree(o.session.Before()),
		trees:    maps.Clone(o.trees.of),
		fresh:    o.reset,
	}
}

func (o *Orchestrator) vocabulary() dialog.Vocabulary {
	if source := o.opening.Ready(); source != nil {
		return source.Vocabulary
	}
	return nil
}

// route says who makes the turn's statement; commands, answers and small talk need none.
func (p *Plan) route() {
	if p.Detection.Route == dialog.RouteCommand {
		return
	}
	sql, as := p.typist().typedSQL(cmp.Or(p.Detection.Question, p.Input))
	if sql != "" { // "describe users" sounds like talk about the query in force, and is a statement of DuckDB's
		p.Detection.Route = dialog.RouteQuery
	}
	if p.Detection.Route != dialog.RouteQuery || p.Detection.Question == "" && sql == "" {
		return
	}
	switch {
	case sql != "":
		p.Detection.Intent, p.Detection.Confidence, p.Detection.Settled = dialog.NewQuery, dialog.High, true
		p.make, p.typing = typed(sql), as
	case p.Detection.Intent == dialog.NewQuery || p.inForce == nil:
		p.make, p.generates = generate, true
	default:
		p.make, p.generates = refine, false
	}
}

// typist knows the database as far as it is open, and as far as it can say what it is.
func (p *Plan) typist() (t typist) {
	defer func() {
		if v := recover(); v != nil {
			p.settings.Log.Error("a database does not say its dialect", "error", v)
		}
	}()
	if source := p.opening.Known(); source != nil {
		t.names, t.vocabulary = source.Names, source.Vocabulary
		t.dialect = source.dialect()
	}
	return t
}

// typed runs SQL as it stands, or says which word of it is mistyped.
func typed(sql string) maker {
	run := given(sql, "typed")
	return func(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
		draft, err := run(ctx, p, s, report)
		if err != nil {
			if command := commandElsewhere(sql); command != nil {
				return nil, command
			}
			return nil, slip(sql, err, s.dialect(), s.Names)
		}
		if draft.Statement.Opaque() {
			draft.Notes = append(draft.Notes, fmt.Sprintf("This is a form of %s's own: it runs in its sandbox, which alone keeps it from writing.", s.dialect()))
		}
		return draft, nil
	}
}

// commandElsewhere is why a command that this database does not know, and PostgreSQL does, would not run there either; nil for
// anything else.
func commandElsewhere(sql string) *statement.Refusal {
	var refusal *statement.Refusal
	if parsed, err := statement.Parse(sql, statement.PostgreSQL, nil); err == nil && errors.As(parsed.Guard(), &refusal) && refusal.Command() {
		return refusal
	}
	return nil
}

// given runs SQL as it stands and says whose it is.
func given(sql, source string) maker {
	return func(_ context.Context, _ *Plan, s *Source, _ func(Progress)) (*Draft, error) {
		parsed, err := statement.Parse(sql, s.dialect(), s.Names)
		if err != nil {
			return nil, err
		}
		return &Draft{Statement: parsed, Coverage: 1, Source: source, Vouched: true}, nil
	}
}

func generate(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	draft, err := s.Generator.Generate(ctx, p.request(report))
	if p.current == nil || p.Detection.Settled {
		return draft, err
	}
	var unknown *NotUnderstood
	partly := err == nil && len(draft.Ignored) > 0 && p.Detection.Confidence == dialog.Low
	var several *Ambiguous
	if !partly && !errors.As(err, &unknown) && !errors.As(err, &several) {
		return draft, err
	}
	if several != nil && !p.amongReadings(several) {
		return draft, err // it is about something else
	}
	if goes := p.goingOn(ctx, s); goes != nil && (!partly || goes.Edit) {
		return goes, nil
	}
	return draft, err
}

// amongReadings says that one of the readings of a question back reads what the query in force reads.
func (p *Plan) amongReadings(a *Ambiguous) bool {
	return slices.ContainsFunc(a.Readings, func(d *Draft) bool { return d.Statement != nil && sameKind(d.Statement, p.current) })
}

// goingOn is what an input that means nothing by itself, or of which a word has no part, does to the query in force; nil where a word of it has no part there either.
func (p *Plan) goingOn(ctx context.Context, s *Source) *Draft {
	if s.Assistant != nil && s.Assistant.Status() != "rules" {
		return nil
	}
	draft, err := s.Refiner.Refine(ctx, p.feedback(nil))
	if err != nil || draft.Statement == nil || draft.Coverage < 1 || len(draft.Ignored) > 0 || draft.Statement.SQL() == p.current.SQL() {
		return nil
	}
	goes := *draft
	intent := dialog.Refinement
	goes.Intent = &intent
	return &goes
}

func refine(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	if p.current == nil { // its SQL is not read any more: the words must do alone
		return generate(ctx, p, s, report)
	}
	draft, err := s.Refiner.Refine(ctx, p.feedback(report))
	if p.Detection.Settled || !p.mayAskAnew(s, err) {
		return draft, err
	}
	if anew := p.ratherAfresh(ctx, s, draft); anew != nil {
		return anew, nil
	}
	return draft, err
}

// mayAskAnew says that an input may be a question of its own, failed being why it is no refinement; nil where it is one.
func (p *Plan) mayAskAnew(s *Source, failed error) bool {
	var unknown *NotUnderstood
	if errors.As(failed, &unknown) && p.Detection.Confidence != dialog.High {
		return true
	}
	return s.Index != nil && (p.Detection.Whole || p.Detection.Named && failed == nil)
}

// ratherAfresh is what the input says as a question of its own, where that leaves fewer of its words without a part than a refinement of the
// query in force does; nil where it does not. The refinement is nil where the input means nothing on that query.
func (p *Plan) ratherAfresh(ctx context.Context, s *Source, refined *Draft) *Draft {
	if refined == nil {
		return p.afresh(ctx, s)
	}
	lost := p.unplaced(s, refined)
	if lost == 0 {
		return nil // nothing is read, nor tried on the database, that could do no better
	}
	if anew := p.afresh(ctx, s); anew != nil && p.unplaced(s, anew) < lost {
		return anew
	}
	return nil
}

// unplaced is how many words of the input have no part in a draft, or one that does not fit.
func (p *Plan) unplaced(s *Source, d *Draft) (n int) {
	of := p
	if d.Intent != nil {
		of = p.taken(*d.Intent)
	}
	thought := judgement.Of(s.Index, of.claim(d))
	for _, doubt := range slices.Concat(thought.Doubts, thought.Unsaid) {
		if doubt.Kind == judgement.Unused || doubt.Kind == judgement.Misfit {
			n++
		}
	}
	return n
}

// afresh is what an input that means nothing on the query in force says as a question of its own; nil where a word of it has no part
// then either. A model has been asked both ways by then.
func (p *Plan) afresh(ctx context.Context, s *Source) *Draft {
	if s.Assistant != nil && s.Assistant.Status() != "rules" {
		return nil
	}
	draft, err := s.Generator.Generate(ctx, p.bare(nil))
	if err != nil || draft.Statement == nil || draft.Coverage < 1 || len(draft.Ignored) > 0 {
		return nil
	}
	anew := *draft
	intent := dialog.NewQuery
	anew.Intent = &intent
	return &anew
}

// request is the input as a question of its own, with the query in force beside it where that is not settled.
func (p *Plan) request(report func(Progress)) Request {
	r := p.bare(report)
	if p.generates && p.current != nil && !p.Detection.Settled {
		standing := p.feedback(nil)
		r.Standing = &standing
	}
	return r
}

func (p *Plan) bare(report func(Progress)) Request {
	return Request{Question: p.Detection.Question, Now: p.settings.Clock(), Report: report, Sent: p.sent}
}
