package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"parley/workflow"
	"parley/workflow/llm"
	"parley/workflow/llm/provider"
)

// modelOptions say which model helps, what it may see and what it may cost. Keys are no settings: they come from the
// environment, the keyring or a command.
type modelOptions struct {
	Provider      string        `enum:",openai,anthropic,command" default:"" env:"PARLEY_PROVIDER" help:"Model provider: openai, anthropic or command; none by default."`
	Model         string        `env:"PARLEY_MODEL" help:"Model, or the program of the command provider."`
	BaseURL       string        `name:"base-url" placeholder:"URL" env:"PARLEY_BASE_URL" help:"The provider's server (default: OPENAI_BASE_URL or ANTHROPIC_BASE_URL, else the maker's)."`
	KeyCommand    string        `name:"key-command" placeholder:"COMMAND" env:"PARLEY_KEY_COMMAND" help:"Command that prints the key (default: OPENAI_API_KEY or ANTHROPIC_API_KEY, else the keyring)."`
	NoKey         bool          `name:"no-key" env:"PARLEY_NO_KEY" help:"Send the provider's server no key, for one on this machine that wants none."`
	Policy        string        `enum:",engine,model,both" default:"" env:"PARLEY_POLICY" help:"Who answers: engine, model or both (default: model once a provider is set)."`
	Privacy       string        `enum:"none,names,values,rows" default:"names" env:"PARLEY_PRIVACY" help:"What a model may see: none, names, values or rows."`
	Deny          []string      `placeholder:"TABLE.COLUMN" env:"PARLEY_DENY" help:"Columns no model sees and no model's SQL may read: column, table.column or schema.table.column, with * for any letters."`
	Deadline      time.Duration `name:"model-timeout" default:"30s" env:"PARLEY_MODEL_TIMEOUT" help:"Longest time a model may take for a turn; then the rules answer."`
	ContextTokens int           `name:"context-tokens" default:"8000" env:"PARLEY_CONTEXT_TOKENS" help:"Largest request to a model, in tokens."`
	TurnTokens    int           `name:"turn-tokens" env:"PARLEY_TURN_TOKENS" help:"Most tokens of one turn; 0: no limit."`
	SessionTokens int           `name:"session-tokens" env:"PARLEY_SESSION_TOKENS" help:"Most tokens of a session; 0: no limit."`
	TurnCost      float64       `name:"turn-cost" env:"PARLEY_TURN_COST" help:"Most money of one turn; needs --price."`
	SessionCost   float64       `name:"session-cost" env:"PARLEY_SESSION_COST" help:"Most money of a session; needs --price."`
	Price         string        `placeholder:"IN,OUT" env:"PARLEY_PRICE" help:"Price of a million tokens: in,out or in,cached,out."`
	Embeddings    string        `placeholder:"MODEL" env:"PARLEY_EMBEDDINGS" help:"Model that finds tables by vectors where a schema is too big for a request; none by default."`
	EmbeddingsURL string        `name:"embeddings-url" placeholder:"URL" env:"PARLEY_EMBEDDINGS_URL" help:"Server of the vectors, with /embeddings as OpenAI has it (default: the openai provider's)."`
	VectorKey     string        `name:"embeddings-key-command" placeholder:"COMMAND" env:"PARLEY_EMBEDDINGS_KEY_COMMAND" help:"Command that prints the key of that server, which gets no other one unless it is OpenAI's or the provider's."`
	VectorPrice   float64       `name:"embeddings-price" env:"PARLEY_EMBEDDINGS_PRICE" help:"Price of a million tokens of vectors (default: the input price of --price)."`
	Golden        string        `placeholder:"FILE" env:"PARLEY_GOLDEN" help:"File of confirmed queries (default: golden.sql in the user's data folder, below parley)."`
}

// settings are the options as package llm reads them.
func (o modelOptions) settings(r *runtime) (llm.Settings, error) {
	policy, err := llm.ParsePolicy(o.Policy)
	if err != nil {
		return llm.Settings{}, err
	}
	privacy, err := llm.ParseLevel(o.Privacy)
	if err != nil {
		return llm.Settings{}, err
	}
	price, err := parsePrice(o.Price)
	if err != nil {
		return llm.Settings{}, err
	}
	return llm.Settings{
		Provider: provider.Settings{Provider: o.Provider, Model: o.Model, BaseURL: o.BaseURL, KeyCommand: o.KeyCommand, NoKey: o.NoKey},
		Policy:   policy, Privacy: privacy, Denied: o.Deny, Deadline: o.Deadline, ContextTokens: o.ContextTokens,
		Limits: llm.Limits{TurnTokens: o.TurnTokens, SessionTokens: o.SessionTokens, TurnCost: o.TurnCost, SessionCost: o.SessionCost},
		Price:  price, Golden: o.goldenFile(), Log: r.log,
		Embeddings: llm.Embeddings{Model: o.Embeddings, BaseURL: o.EmbeddingsURL, KeyCommand: o.VectorKey, Price: o.VectorPrice, Cache: vectorFolder()},
	}, nil
}

// vectorFolder is where vectors are kept; empty when there is no place for them.
func vectorFolder() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "parley", "vectors")
}

// parsePrice reads "in,out" or "in,cached,out"; nothing is no price.
func parsePrice(text string) (llm.Price, error) {
	if text == "" {
		return llm.Price{}, nil
	}
	var figures []float64
	for _, field := range strings.Split(text, ",") {
		f, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
		if err != nil || !(f >= 0) || math.IsInf(f, 0) {
			return llm.Price{}, fmt.Errorf("the price %q is not in,out or in,cached,out", text)
		}
		figures = append(figures, f)
	}
	switch len(figures) {
	case 2:
		return llm.Price{Input: figures[0], Output: figures[1]}, nil
	case 3:
		return llm.Price{Input: figures[0], Cached: figures[1], Output: figures[2]}, nil
	}
	return llm.Price{}, fmt.Errorf("the price %q is not in,out or in,cached,out", text)
}

// openedModel opens the model once for a run, when the first database needs it: a key command may ask for a password.
type openedModel struct {
	options modelOptions
	once    sync.Once
	model   *llm.Model
	err     error
}

// useModel puts another model in force: databases that are opened or read again from now on are answered by it.
func (r *runtime) useModel(o modelOptions) {
	r.modelMu.Lock()
	defer r.modelMu.Unlock()
	r.model = &openedModel{options: o}
}

// inForce is the model in force.
func (r *runtime) inForce() *openedModel {
	r.modelMu.Lock()
	defer r.modelMu.Unlock()
	return r.model
}

func (m *openedModel) open(ctx context.Context, r *runtime) (*llm.Model, error) {
	m.once.Do(func() {
		var s llm.Settings
		if s, m.err = m.options.settings(r); m.err == nil {
			m.model, m.err = llm.Open(ctx, s)
		}
		if m.err != nil {
			m.err = usage("The model cannot be used: "+m.err.Error()+".", "Mend the setting, or leave --provider away: the rules need no model.")
		}
	})
	return m.model, m.err
}

// assist puts the model beside the engine of a source.
func (r *runtime) assist(ctx context.Context, source *workflow.Source) error {
	model, err := r.inForce().open(ctx, r)
	if err != nil {
		return err
	}
	a, err := model.Over(ctx, llm.Source{Generator: source.Generator, Refiner: source.Refiner, Database: source.Database, Index: source.Index, Names: source.Names, Project: source.Project})
	if err != nil {
		return usage("--deny cannot be kept: "+err.Error()+".", "Mend it, or write a pattern with * that may name nothing.")
	}
	source.Generator, source.Refiner, source.Assistant = a, a, a
	return nil
}
