package workflow

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/judgement"
	"parley/workflow/parameter"
)

// Remembered parameters serve inputs that name no subject of their own, or come back to one spoken of before (requirements §4).
// What is come back to is the query of its last turn, or, where the conversation has none, the query that the remembered
// parameters make; the input refines it. So there is one way in which words and constraints meet.

// recollection is what a question goes on from in place of the query in force.
type recollection struct {
	subject string
	// thread is the turn come back to, and tree its statement; nil where only parameters are remembered.
	thread *dialog.Turn
	tree   *statement.Statement
	// question is the thread's, so that it stands alone.
	question string
	// live are the parameters that hold, and gone those that do not: past their time.
	// Denied are those that the input speaks against: what it says instead is read where they stand.
	live, gone, denied []memory.Parameter
	// back says that the input names what it comes back to, and said is the rest of it: what is wanted of it.
	// Pointed says that it was found by its words or its place.
	back, pointed bool
	said          string
}

// recollected is the plan with what it goes on from, where the source was not open when it was decided. A reading that was picked,
// and a statement written by hand, are what they are: they have no path to look back on.
func (p *Plan) recollected(s *Source) *Plan {
	if p.looked || p.path == nil || p.Detection.Route != dialog.RouteQuery || p.make == nil {
		return p
	}
	later := *p
	later.recollect(s)
	return &later
}

// recollect lets a question go on from what is remembered, where it may.
func (p *Plan) recollect(source *Source) {
	if source == nil {
		return
	}
	p.looked, p.source = true, source
	room := p.settings.Room
	if room == nil || source.Vocabulary == nil || p.Detection.Reset || p.Detection.Route != dialog.RouteQuery || p.make == nil || p.typing != prose {
		return
	}
	said := dialog.Returning(p.Detection.Question, source.Vocabulary)
	why := "the input points at the turn"
	r := p.pointed(source)
	if r == nil {
		var subject string
		if subject, why = p.remembered(said, source); subject == "" {
			p.logRecall("nothing recalled", why, "", nil)
			return
		}
		r = p.recall(subject, said, source)
	}
	p.gone = foundOf(r.subject, r.gone)
	if r.tree == nil && len(r.standing()) == 0 {
		p.logRecall("nothing recalled", "all that was remembered of it has expired", r.subject, r.gone)
		return
	}
	p.logRecall("recalled", why, r.subject, r.live)
	p.make, p.generates, p.back = r.make, true, r
	p.Detection.Notice = "" // there is something to refine: what is remembered
	p.Detection.Intent, p.Detection.Settled = dialog.NewQuery, true
	p.Detection.Confidence = max(p.Detection.Confidence, dialog.Medium)
	if r.pointed || said.Back && len(said.Subjects) > 0 {
		p.Detection.Confidence = dialog.High
	}
	if r.thread != nil {
		p.notice = fmt.Sprintf("Back to turn %d: %s.", r.thread.Number, strings.TrimRight(r.question, ".?! "))
	}
}

// logRecall tells the log what was recalled and why; private values are masked.
func (p *Plan) logRecall(what, why, subject string, list []memory.Parameter) {
	p.settings.Log.Info(what, "why", why, "subject", subject, "parameters", masked(list))
}

func masked(list []memory.Parameter) string {
	texts := make([]string, len(list))
	for i, p := range list {
		texts[i] = p.Masked()
	}
	return strings.Join(texts, "; ")
}

// remembered is the subject that an input speaks of without naming it, or comes back to; empty for none. Why says what
// decided, for the log.
func (p *Plan) remembered(said dialog.Return, s *Source) (subject, why string) {
	last := p.settings.Room.Last()
	fits := slices.DeleteFunc(slices.Clone(said.Fits), func(table string) bool { return !p.knows(table) })
	current := p.subject()
	switch {
	case len(said.Subjects) > 1:
		return "", "several subjects are named"
	case len(said.Subjects) == 1 && !said.Back:
		return "", "a complete question with a subject of its own"
	case len(said.Subjects) == 1:
		return p.named(said, said.Subjects[0], current, s.Vocabulary)
	case p.fresh && !said.Firmly:
		return "", "a new conversation was begun"
	case p.current == nil && last != "" && (len(said.Fits) == 0 || slices.ContainsFunc(said.Fits, func(t string) bool { return strings.EqualFold(t, last) })):
		return last, "no subject is named; this is the one spoken of last"
	case p.current == nil && len(fits) == 1:
		return fits[0], "no subject is named; what is named belongs to this one"
	case p.current == nil:
		return "", "nothing that is named is remembered"
	case len(fits) > 0 && said.Firmly && !slices.ContainsFunc(fits, p.reads):
		return p.latest(fits), "it comes back, and what is named belongs to this one"
	case len(fits) > 0 && !reachable(current, said.Fits, s.Vocabulary):
		return p.latest(fits), "what is named belongs to this one alone, not to the query in force"
	}
	return "", "the input goes on from the query in force"
}

// named decides about an input that names one subject with words of coming back.
func (p *Plan) named(said dialog.Return, subject, current string, v dialog.Vocabulary) (name, why string) {
	switch {
	case !p.knows(subject):
		return "", "nothing is remembered of " + subject
	case p.inForce != nil && strings.EqualFold(subject, current):
		return "", "the query in force is about it"
	case p.inForce != nil && said.Beside && !p.reads(subject): // nothing on screen that "those customers" could be
	case p.inForce != nil && !said.Firmly && said.Rest != "" && v.Distance(current, subject) >= 0:
		return "", "it may be what belongs to the query in force"
	}
	return subject, "the input comes back to it"
}

// reachable says whether any of the tables belongs to a query's subject: is it, or is joined with it.
func reachable(subject string, tables []string, v dialog.Vocabulary) bool {
	return slices.ContainsFunc(tables, func(t string) bool { return v.Distance(strings.ToLower(subject), t) >= 0 })
}

// subject is the main table of the query in force; empty without one.
func (p *Plan) subject() string {
	if p.current == nil {
		return ""
	}
	subject, _ := parameter.Of(p.current)
	return strings.ToLower(subject)
}

// reads says whether the query in force reads a table anywhere.
func (p *Plan) reads(table string) bool {
	return p.current != nil && parameter.Reads(p.current, memory.Found{Subject: table})
}

// knows says whether the conversation has a turn about a subject, or something is remembered of it.
func (p *Plan) knows(subject string) bool {
	turn, _ := p.threadOf(subject)
	return turn != nil || p.settings.Room.Knows(subject)
}

// threadOf is the last turn about a subject with its statement, on the present branch; nil where there is none.
func (p *Plan) threadOf(subject string) (*dialog.Turn, *statement.Statement) {
	for _, t := range slices.Backward(p.path()) {
		if t.Result == nil || !strings.Contains(strings.ToLower(t.Result.SQL), strings.ToLower(subject)) {
			continue // a session without end is not read through
		}
		if tree := p.tree(t); tree != nil {
			if about, _ := parameter.Of(tree); strings.EqualFold(about, subject) {
				return t, tree
			}
		}
	}
	return nil, nil
}

// tree is a turn's statement.
func (p *Plan) tree(t *dialog.Turn) *statement.Statement {
	if tree := p.trees[t.ID]; tree != nil {
		return tree
	}
	tree, err := statement.Parse(t.Result.SQL, p.source.dialect(), p.source.Names)
	if err != nil {
		return nil
	}
	return tree
}

// latest is the subject of several that was spoken of last.
func (p *Plan) latest(subjects []string) string {
	best, at := subjects[0], -1
	for _, s := range subjects {
		if t, _ := p.threadOf(s); t != nil && t.Number > at {
			best, at = s, t.Number
		}
	}
	return best
}

// questionOf is what a turn answers, as a question that stands alone.
func (p *Plan) questionOf(t *dialog.Turn) string {
	path := p.path()
	for _, before := range slices.Backward(path[:slices.Index(path, t)+1]) {
		switch {
		case before.Result == nil:
		case before.Question != "":
			return before.Question
		case before.Intent == dialog.NewQuery:
			return before.Asked()
		}
	}
	return t.Original
}

// recall gathers what holds of a subject.
func (p *Plan) recall(subject string, said dialog.Return, s *Source) *recollection {
	r := &recollection{subject: subject, said: p.Detection.Question}
	if said.Back {
		r.back, r.said = true, said.Rest
		if r.thread, r.tree = p.threadOf(subject); r.thread != nil {
			r.question = p.questionOf(r.thread)
		}
	}
	return p.gathered(r, s)
}

// gathered is a recollection with the parameters that hold.
func (p *Plan) gathered(r *recollection, s *Source) *recollection {
	now, room := p.settings.Clock(), p.settings.Room
	live, expired := room.Recall(r.subject, now)
	if r.thread != nil {
		live, expired = r.aging(live, expired, now, room.Lives())
	}
	if table := s.Schema.Table(r.subject); table != nil {
		r.subject = table.Name
	}
	r.live, r.gone = memory.Overridden(p.Detection.Question, live), expired
	r.denied = slices.DeleteFunc(slices.Clone(live), func(p memory.Parameter) bool { return slices.ContainsFunc(r.live, p.Same) })
	return r
}

// aging parts the parameters of the turn come back to into those within their time and the others: each has the age that is
// remembered of it, else the turn's.
func (r *recollection) aging(live, expired []memory.Parameter, now time.Time, lives time.Duration) (young, old []memory.Parameter) {
	_, parameters := parameter.Of(r.tree)
	known := append(slices.Clone(live), expired...)
	for _, p := range parameters {
		p.Turn, p.Set, p.Confidence = r.thread.Number, r.thread.Time, memory.Confidence(r.thread.Confidence)
		if at := slices.IndexFunc(known, p.Same); at >= 0 {
			p = known[at]
		}
		if p.Pinned || now.Sub(p.Set) < lives {
			young = append(young, p)
		} else {
			old = append(old, p)
		}
	}
	return young, old
}

// expired tells what is no longer remembered and nothing in the statement stands for: "Origin has expired, 7 h". Empty for
// nothing; the statement may be nil.
func (p *Plan) expired(s *statement.Statement) string {
	var subject string
	var in []memory.Parameter
	if s != nil {
		subject, in = parameter.Of(s)
	}
	var texts []string
	for _, f := range p.gone {
		if s != nil && (!strings.EqualFold(subject, f.Subject) || slices.ContainsFunc(in, func(p memory.Parameter) bool { return p.Replaces(f.Parameter) })) {
			continue
		}
		text := fmt.Sprintf("%s has expired, %d h", parameterName(f.Parameter), int(p.settings.Clock().Sub(f.Set).Hours()))
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		return ""
	}
	return SentenceCase(strings.Join(texts, "; ")) + "."
}

// parameterName is what a parameter is called in a sentence.
func parameterName(p memory.Parameter) string {
	switch p.Kind {
	case memory.Limit:
		return "the limit"
	case memory.Sort:
		return "the order"
	default:
		return strings.ReplaceAll(p.Column, "_", " ")
	}
}

// make brings the query that is gone on from, with what was said of it.
func (r *recollection) make(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	base, err := r.statement(s)
	if err != nil {
		return generate(ctx, p, s, report)
	}
	if r.back && r.said == "" {
		return r.draft(&Draft{Statement: base, Coverage: 1, Source: "engine"}, base), nil
	}
	request := Refine{Request: p.bare(report), Current: base}
	request.Question = r.said
	if r.thread != nil {
		request.Original, request.Earlier, request.Result, request.Standalone = r.question, []string{r.question}, r.thread.Result, r.question
	}
	draft, err := s.Refiner.Refine(ctx, request)
	var unknown *NotUnderstood
	switch {
	case errors.As(err, &unknown):
		return r.beside(ctx, p, s, report)
	case err != nil:
		return nil, err
	}
	draft = r.without(draft)
	if r.lost(base, draft.Statement) { // it read a question of its own
		return r.joined(draft, s), nil
	}
	return r.draft(draft, base), nil
}

// lost says whether a refinement lost parameters that nothing in the input speaks of.
func (r *recollection) lost(base, next *statement.Statement) bool {
	_, in := parameter.Of(next)
	return slices.ContainsFunc(judgement.Lost(base, next, r.said), func(c statement.Change) bool { return c.Kind == statement.RemovedPredicate }) &&
		slices.ContainsFunc(r.live, func(p memory.Parameter) bool {
			return !slices.ContainsFunc(in, func(q memory.Parameter) bool { return q.Same(p) || q.Replaces(p) })
		})
}

// beside reads what the refiner does not understand as a question, and lets what is remembered stand beside it where it is
// about the same subject.
func (r *recollection) beside(ctx context.Context, p *Plan, s *Source, report func(Progress)) (*Draft, error) {
	request := p.bare(report)
	request.Question = r.said
	draft, err := s.Generator.Generate(ctx, request)
	if err != nil {
		return nil, err
	}
	return r.joined(draft, s), nil
}

// joined is a draft that says nothing of what is remembered, with what is remembered beside it where it is about the same
// subject.
func (r *recollection) joined(draft *Draft, s *Source) *Draft {
	if subject, _ := parameter.Of(draft.Statement); !strings.EqualFold(subject, r.subject) {
		return draft
	}
	next := *draft
	next.Intent = nil
	next.Statement, _ = parameter.Put(draft.Statement, s.Schema, r.found())
	return r.draft(&next, nil)
}

// claim is what the draft is judged as: what was said on the query gone on from, or that query alone, where no more was said.
func (r *recollection) claim(c *judgement.Claim, d *Draft) {
	earlier := []string{r.words()}
	if r.thread != nil {
		earlier = []string{r.question, r.thread.Asked()}
		c.Prior, c.Doubted = r.thread.Result.Chance, r.thread.Result.Doubts
	}
	if c.Input = r.said; r.said == "" {
		c.Input = strings.Join(earlier, " . ")
		return
	}
	c.Before, c.Earlier = d.base, earlier
}

// words are the remembered parameters as a question.
func (r *recollection) words() string {
	texts := []string{r.subject}
	for _, p := range r.live {
		texts = append(texts, p.String())
	}
	return strings.Join(texts, " ")
}

func (r *recollection) draft(d *Draft, base *statement.Statement) *Draft {
	d.Inherited, d.base = r.inherited(d.Statement), base
	if d.Question == "" {
		d.Question = r.standalone()
	}
	return d
}

// standalone is the thread's question with what is said of it now; empty where there is no thread.
func (r *recollection) standalone() string {
	if r.thread == nil || r.said == "" {
		return r.question
	}
	if question, ok := dialog.Reformulate(r.question, r.said, nil); ok {
		return question
	}
	return strings.TrimRight(r.question, ".?! ") + ", " + r.said
}

// inherited are the remembered parameters that are in force in a statement.
func (r *recollection) inherited(s *statement.Statement) []memory.Found {
	subject, in := parameter.Of(s)
	if !strings.EqualFold(subject, r.subject) {
		return nil
	}
	return slices.DeleteFunc(r.found(), func(f memory.Found) bool { return !slices.ContainsFunc(in, f.Same) })
}

func (r *recollection) found() []memory.Found { return foundOf(r.subject, r.live) }

func foundOf(subject string, list []memory.Parameter) []memory.Found {
	found := make([]memory.Found, len(list))
	for i, p := range list {
		found[i] = memory.Found{Subject: subject, Parameter: p}
	}
	return found
}

// statement is the query gone on from: the thread's without what does not hold, or every row of the subject that meets the
// parameters.
func (r *recollection) statement(s *Source) (*statement.Statement, error) {
	if r.tree != nil {
		_, in := parameter.Of(r.tree)
		in = slices.DeleteFunc(in, func(p memory.Parameter) bool { return slices.ContainsFunc(r.standing(), p.Same) })
		base, _ := parameter.Drop(r.tree, foundOf(r.subject, in))
		base, _ = parameter.Put(base, s.Schema, foundOf(r.subject, r.standing()))
		return base, nil
	}
	table := s.Schema.Table(r.subject)
	if table == nil {
		return nil, fmt.Errorf("recall %s: no such table", r.subject)
	}
	base, err := parameter.All(table, s.dialect())
	if err != nil {
		return nil, err
	}
	base, _ = parameter.Put(base, s.Schema, foundOf(r.subject, r.standing()))
	return base, nil
}

// standing are the parameters that the input is read on.
func (r *recollection) standing() []memory.Parameter { return slices.Concat(r.live, r.denied) }

// without is a draft without what the input denies and left standing.
func (r *recollection) without(d *Draft) *Draft {
	_, in := parameter.Of(d.Statement)
	left := slices.DeleteFunc(slices.Clone(r.denied), func(p memory.Parameter) bool {
		return !slices.ContainsFunc(in, func(q memory.Parameter) bool { return q.Same(p) && slices.Equal(q.Values, p.Values) })
	})
	tree, gone := parameter.Drop(d.Statement, foundOf(r.subject, left))
	if len(gone) == 0 {
		return d
	}
	next := *d
	next.Statement = tree
	return &next
}

// lesson is what a successful turn teaches the room.
func lesson(turn *dialog.Turn, draft *Draft, session string) memory.Lesson {
	subject, parameters := parameter.Of(draft.Statement)
	for i, p := range parameters {
		for _, f := range draft.Inherited {
			if strings.EqualFold(f.Subject, subject) && f.Same(p) {
				parameters[i] = used(f.Parameter, turn.Number)
			}
		}
	}
	return memory.Lesson{
		Subject: subject, Parameters: parameters, Renew: turn.Intent == dialog.NewQuery,
		Turn: turn.Number, Confidence: memory.Confidence(turn.Confidence), Conversation: session, By: draft.Source,
	}
}

// used is a parameter once a turn has used it: one taken over from another room is this conversation's own from then on; one
// that was set by hand stays so until it is changed.
func used(p memory.Parameter, turn int) memory.Parameter {
	if p.ByHand() && p.Room != "" {
		p.Turn = turn
	}
	return p
}
