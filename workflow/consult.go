package workflow

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"parley/db"
	"parley/db/statement"
	"parley/dialog"
)

// Assistant is what a source offers beside drafts where a language model may help: package llm implements it.
type Assistant interface {
	// Intent says whether an input (r.Question) refines the current query. When it fails, what the rules said stands.
	Intent(ctx context.Context, r Refine) (dialog.Intent, error)
	// Model says which model helps, and changes it when a name is given.
	Model(ctx context.Context, name string) (string, error)
	// Status is a few words for the status line: who answers, and why not the model.
	Status() string
	// Payload is the request that a turn would send, as it would go on the wire; nothing is sent.
	Payload(ctx context.Context, r Refine) (string, error)
	// Sent is the last request that was sent, and what the session took so far.
	Sent() string
	// Confirm keeps a query for its question, which must stand alone; Picked remembers for the session which reading of
	// a question was meant.
	Confirm(question string, s *statement.Statement) error
	Picked(question string, d *Draft)
}

// consult asks the model what the input is where the rules left it open and the settings say so. It returns the plan as
// decided then; the plan itself may be looked at meanwhile and stays as it is.
func (p *Plan) consult(ctx context.Context, s *Source, report func(Progress)) *Plan {
	if s.Assistant == nil || !p.Detection.AsksModel(p.strategy) {
		return p
	}
	decided := *p
	intent, err := s.Assistant.Intent(ctx, p.feedback(func(progress Progress) {
		if progress.Kind == Answered {
			decided.sent = append(decided.sent, progress.Sent)
		}
		report(progress)
	}))
	if err != nil {
		p.settings.Log.Info("the model did not say the intent", "error", err)
		return &decided
	}
	decided.Detection = p.Detection.WithAnswer(intent)
	decided.route()
	return &decided
}

// listen passes progress on, and notes what left for a model.
func (o *Outcome) listen() func(Progress) {
	tell := o.Plan.Report
	return func(progress Progress) {
		switch progress.Kind {
		case Asking:
			o.sent = append(o.sent, progress.Sent)
		case Answered:
			o.sent[len(o.sent)-1] = progress.Sent
		case Explaining, Reading:
		}
		if tell != nil {
			tell(progress)
		}
	}
}

// left says in a few words what left this machine for the turn; empty when nothing did.
func left(sent []Sent) string {
	var hosts []string
	var in, out int
	var cost float64
	about, priced := "", false
	for _, s := range sent {
		if s.Local {
			continue
		}
		if to := s.Level + " to " + s.Host; len(hosts) == 0 || hosts[len(hosts)-1] != to {
			hosts = append(hosts, to)
		}
		in, out, cost = in+s.InputTokens, out+s.OutputTokens, cost+s.Cost
		priced = priced || s.Priced
		if s.Estimated {
			about = "about "
		}
	}
	if len(hosts) == 0 {
		return ""
	}
	text := fmt.Sprintf("%s · %s%d + %d tokens", strings.Join(hosts, ", "), about, in, out)
	if priced {
		text += fmt.Sprintf(" · %.4f", cost)
	}
	return text
}

// hostCommand carries out the commands that need the source: they run beside the update loop.
func (p *Plan) hostCommand(ctx context.Context, s *Source, report func(Progress)) string {
	switch p.Detection.Command {
	case "context":
		return p.export()
	case "refresh":
		return p.refresh(ctx)
	case keepCommand:
		return p.keep(ctx, s)
	case taughtCommand:
		return p.taught(ctx, s)
	case trustCommand:
		return p.trust(ctx, s)
	case "prove":
		return prove(ctx, s)
	case profileCommand:
		return p.profile(ctx, s)
	}
	if s.Assistant == nil {
		return "There is no model: set --provider."
	}
	switch p.Detection.Command {
	case "payload":
		return p.payload(ctx, s.Assistant, report)
	case "confirm":
		return p.confirm(s.Assistant)
	case "model":
		return said(s.Assistant.Model(ctx, p.Detection.Argument))
	}
	return ""
}

// prove attacks the database that is open and says what held; the verdict is the connection's from now on, that of a proof which
// came to no end, too.
func prove(ctx context.Context, s *Source) string {
	if s.Database == nil {
		return "No database is open."
	}
	proof, err := db.Prove(ctx, s.Database)
	verdict := proof.Verdict()
	if err != nil {
		verdict = s.Protection
		verdict.Failed = true
	}
	if ctx.Err() == nil { // who broke it off learned nothing
		s.proved.Store(&verdict)
	}
	if err != nil {
		return said("", err)
	}
	return proof.Text()
}

// hosted says whether the plan is such a command.
func (p *Plan) hosted() bool {
	if p.Detection.Route != dialog.RouteCommand {
		return false
	}
	switch p.Detection.Command {
	case "payload", "confirm", "model", "refresh", "prove", profileCommand, teachCommand, keepCommand, taughtCommand, trustCommand:
		return true
	case "context":
		return p.takes() || strings.HasPrefix(p.Detection.Argument, "export ")
	}
	return false
}

// takes says whether the plan takes something over into what is remembered.
func (p *Plan) takes() bool {
	return p.Detection.Command == "context" && (strings.HasPrefix(p.Detection.Argument, "from ") || strings.HasPrefix(p.Detection.Argument, "import "))
}

// payload shows what an input would send, as the turn it would be, or without one what was sent last.
func (p *Plan) payload(ctx context.Context, a Assistant, report func(Progress)) string {
	if p.asked == nil {
		return a.Sent()
	}
	turn := *p
	turn.Detection = *p.asked
	turn.route()
	switch {
	case turn.make == nil:
		return "Nothing would be sent: parley answers that itself."
	case turn.typing != prose:
		return "Nothing would be sent: SQL runs as it stands."
	case turn.generates:
		return said(a.Payload(ctx, Refine{Request: turn.request(report)}))
	default:
		return said(a.Payload(ctx, turn.feedback(report)))
	}
}

// said is what a command answers, or why it cannot.
func said(text string, err error) string {
	if err != nil {
		return SentenceCase(err.Error()) + "."
	}
	return text
}

// confirm keeps the current query for its question.
func (p *Plan) confirm(a Assistant) string {
	turn := p.inForce
	if turn == nil || p.current == nil {
		return "There is no query to confirm yet."
	}
	question := turn.Question
	if question == "" && turn.Intent == dialog.NewQuery {
		question = turn.Asked()
	}
	if err := a.Confirm(question, p.current); err != nil {
		return SentenceCase(err.Error()) + "."
	}
	return "Confirmed: this query answers the question from now on, and helps with questions like it."
}

// feedback is the input with the conversation it belongs to.
func (p *Plan) feedback(report func(Progress)) Refine {
	result := p.context.CurrentResult
	if p.refined != nil { // what it brought is not known yet
		result = nil
	}
	return Refine{
		Request:    p.bare(report),
		Original:   p.context.OriginalQuestion,
		Current:    cmp.Or(p.refined, p.current),
		Before:     p.before,
		Earlier:    p.context.Earlier(),
		Result:     result,
		Standalone: p.standalone(),
		Steps:      p.context.Steps(),
	}
}

// standalone is the question of the query in force, where it was reformulated.
func (p *Plan) standalone() string {
	if p.inForce == nil {
		return ""
	}
	return p.inForce.Question
}
