// Package llm has a language model help the embedded engine, on the user's terms.
//
// Open finds the provider and its key once; Model.Over wraps the engine of one database:
//
//	model, err := llm.Open(ctx, llm.Settings{…})   // the zero Settings: no model, the engine answers alone
//	assistant, err := model.Over(ctx, llm.Source{Generator: engine, Refiner: engine, Database: database, Index: index, Names: names})
//
// An Assistant is a workflow.Generator and a workflow.Refiner, so the orchestrator knows no difference. Beside that it
// offers Intent (who tells a refinement from a new query), Status (for the status line), Preview and Payloads (what would
// be, and was, sent), Spent, and Confirm and Picked (queries that the user confirmed). How a request gets on, and that
// the turn left the machine, is told through workflow.Request.Report.
//
// A dead, slow or wrong model never fails a turn: the rules answer, and the draft's notes and Status say why.
//
// Start reading at turn.go (who answers), then ask.go (one turn with the model), prompt.go (what it is sent) and check.go
// (what its SQL must pass). What the database is like is package catalogue, untrusted text package fence, edits that stay
// edits keep.go, protocols package provider.
package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"parley/db"
	"parley/db/statement"
	"parley/workflow"
	"parley/workflow/llm/catalogue"
	"parley/workflow/llm/fence"
	"parley/workflow/llm/provider"
	"parley/workflow/project"
	"parley/workflow/schema"
	"parley/workflow/verified"
)

// Model is a way to a model, or to none, with the books of the session. It is safe for concurrent use and serves any
// number of databases.
type Model struct {
	settings Settings
	denied   denial
	golden   *verified.File
	fence    fence.Fence
	rest     rest
	ledger   ledger
	payloads payloads
	log      *slog.Logger

	mu       sync.RWMutex
	provider provider.Provider // nil when there is none
	vectors  *vectors          // nil when there are none; never changed
}

// Open finds the key, reads the confirmed queries, and checks the settings. It sends nothing.
func Open(ctx context.Context, s Settings) (*Model, error) {
	s.Deadline = cmp.Or(s.Deadline, 30*time.Second)
	s.ContextTokens = cmp.Or(s.ContextTokens, 8000)
	m := &Model{settings: s, fence: fence.New(), log: s.Log}
	m.rest.pause = cmp.Or(s.Rest, 30*time.Second)
	m.ledger.limits, m.ledger.price = s.Limits, s.Price
	if m.log == nil {
		m.log = slog.New(slog.DiscardHandler)
	}
	if err := m.ledger.validate(); err != nil {
		return nil, err
	}
	var err error
	if m.denied, err = newDenial(s.Denied); err != nil {
		return nil, err
	}
	if m.golden, err = verified.OpenFile(s.Golden); err != nil {
		return nil, err
	}
	if s.policy() == EngineOnly {
		return m, nil
	}
	if m.provider, err = provider.Open(ctx, s.Provider); err != nil {
		return m, err
	}
	m.vectors, err = openVectors(ctx, s)
	return m, err
}

// way is the provider in force.
func (m *Model) way() provider.Provider {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.provider
}

// use changes to another model of the same provider; the key is found again.
func (m *Model) use(ctx context.Context, name string) error {
	s := m.settings.Provider
	if s.Provider == "command" {
		return errors.New("a program is named when parley starts, not in a conversation")
	}
	s.Model = name
	p, err := provider.Open(ctx, s)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.provider = p
	m.rest.forget()
	return nil
}

// Source is one database and the engine that answers about it.
type Source struct {
	Generator workflow.Generator
	Refiner   workflow.Refiner
	Database  db.Database
	Index     *schema.Index
	Names     statement.Names
	// Project is what words mean in the database; nil where nobody said.
	Project *project.Project
}

// Assistant is the engine of one database with the model beside it. It is safe for concurrent use.
type Assistant struct {
	model     *Model
	settings  Settings
	source    Source
	denied    denial
	fence     fence.Fence
	catalogue catalogue.Catalogue
	retrieval retrieval
	near      nearness
	shelf     *verified.Shelf
	log       *slog.Logger
}

var (
	_ workflow.Generator = (*Assistant)(nil)
	_ workflow.Refiner   = (*Assistant)(nil)
	_ workflow.Assistant = (*Assistant)(nil)
)

// Over wraps the engine of one database. Where columns are denied, the database is asked what its views read.
func (m *Model) Over(ctx context.Context, s Source) (*Assistant, error) {
	if definer, ok := s.Database.(db.Definer); ok && len(m.denied.patterns) > 0 {
		if err := definer.Define(ctx, s.Index.Schema); err != nil {
			m.log.Warn("what views read is not known", "error", err)
		}
	}
	denied, err := m.denied.over(s.Index.Schema, s.Database.Dialect(), s.Names, func(view *statement.Statement) string { return ownCode(ctx, s.Database, view) })
	if err != nil {
		return nil, err
	}
	told := catalogue.Catalogue{Index: s.Index, Denied: denied.column}
	if m.settings.Privacy != Names {
		told.Values = catalogue.NewReader(s.Database).Values
	}
	a := &Assistant{
		model: m, settings: m.settings, retrieval: newRetrieval(s.Index), source: s, denied: denied, fence: m.fence, log: m.log,
		catalogue: told,
	}
	a.shelf = a.newShelf()
	return a, nil
}

// Status is what the status line says about the model: its name, and why it did not answer last time.
func (a *Assistant) Status() string {
	if a.settings.policy() == EngineOnly {
		return "rules"
	}
	status := a.model.name()
	if a.settings.policy() == Both {
		status = "rules + " + status
	}
	if err := a.model.rest.last(); err != nil {
		status = "rules (" + db.Visible(err.Error()) + ")"
	}
	return status
}

// Model says which model helps and on what terms; with a name it changes to that one first.
func (a *Assistant) Model(ctx context.Context, name string) (string, error) {
	if a.settings.policy() == EngineOnly {
		return "", errors.New("there is no model: the rules answer alone; start with --provider to have one")
	}
	if name != "" {
		if err := a.model.use(ctx, name); err != nil {
			return "", fmt.Errorf("the model stays %s: %w", a.model.name(), err)
		}
	}
	sent := a.model.sent()
	return fmt.Sprintf("Model %s at %s (%s). Policy: %s. Privacy: %s.", sent.Model, sent.Host, sent.Provider, a.settings.policy(), sent.Level), nil
}

// Spent is what the session took so far, over all databases.
func (a *Assistant) Spent() Spent { return a.model.ledger.spent() }

// name is the model's name as the user knows it.
func (m *Model) name() string { return m.way().Target().Model }

// sent describes a request before its answer.
func (m *Model) sent() workflow.Sent {
	t := m.way().Target()
	return workflow.Sent{Provider: t.Provider, Model: t.Model, Host: t.Host, Local: t.Local, Level: m.settings.Privacy.String()}
}

// taken describes a request after its end. Tokens that the provider did not count are estimated, unless it turned the
// request away.
func (m *Model) taken(c provider.Call, reply provider.Reply, err error) workflow.Sent {
	sent, usage := m.sent(), reply.Usage
	var f *provider.Failure
	if errors.As(err, &f) {
		sent.Failure = f.Error()
	}
	if usage == (provider.Usage{}) && (f == nil || f.Kind == provider.Cut || f.Kind == provider.TimedOut) {
		usage, sent.Estimated = estimate(c, reply), true
	}
	sent.InputTokens, sent.CachedTokens, sent.OutputTokens = usage.Input, usage.Cached, usage.Output
	if sent.Priced = m.settings.Price != (Price{}); sent.Priced {
		sent.Cost = m.settings.Price.cost(usage)
	}
	return sent
}

func estimate(c provider.Call, reply provider.Reply) provider.Usage {
	u := provider.Usage{Input: tokens(c.System), Output: tokens(reply.Text)}
	for _, m := range c.Messages {
		for _, p := range m.Parts {
			u.Input += tokens(p.Text)
		}
	}
	return u
}
