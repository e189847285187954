package llm

import (
	"cmp"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"parley/workflow/llm/provider"
)

// Settings say which model answers when, what it may see and what it may cost. The zero value has no model.
type Settings struct {
	// Provider names the provider, the model and where it is; an empty Provider.Provider means that there is none.
	Provider provider.Settings
	// Policy is who answers; Default means ModelFirst once there is a provider.
	Policy Policy
	// Privacy is what a model may see.
	Privacy Level
	// Denied are columns that no model sees and no model's SQL may read: "users.email", "email" in any table,
	// "hr.salaries.*". Case is ignored; * stands for any run of characters.
	Denied []string
	// Deadline bounds the model's part of a turn, repairs included; 0 means 30 s. Rest is how long a server that could
	// not be reached is left alone; 0 means 30 s.
	Deadline, Rest time.Duration
	// ContextTokens bounds a request, AnswerTokens an answer; 0 means 8,000 each.
	ContextTokens, AnswerTokens int
	// Limits stop the spending; Price turns tokens into money.
	Limits Limits
	Price  Price
	// Golden is the file of confirmed queries; empty means that they are kept for the session alone.
	Golden string
	// Embeddings have tables found by vectors, too; the zero value finds them by words alone.
	Embeddings Embeddings
	// Log takes what is not for the user's eyes now; nil discards it. It never gets keys, prompts or answers.
	Log *slog.Logger
}

// Policy is who answers.
type Policy uint8

// The policies (--policy, PARLEY_POLICY).
const (
	// Default is ModelFirst where there is a provider, else EngineOnly.
	Default Policy = iota
	// EngineOnly never asks a model.
	EngineOnly
	// ModelFirst asks the model for all but what is certain, and falls back to the rules.
	ModelFirst
	// Both asks the rules, and the model when they abstain, are not sure, or understood too little.
	Both
)

// String is the policy's name in settings.
func (p Policy) String() string { return [...]string{"", "engine", "model", "both"}[p] }

// ParsePolicy reads a setting: engine, model, both, or nothing.
func ParsePolicy(text string) (Policy, error) {
	return parse(text, "policy", Default, EngineOnly, ModelFirst, Both)
}

// Level is what a model may see: Values sees what Names sees and more, Rows what Values sees and more.
type Level uint8

// The levels (--privacy, PARLEY_PRIVACY).
const (
	// Names are names, types, keys and comments, the conversation and its SQL. The default.
	Names Level = iota
	// Values adds the values of columns that hold few, what codes mean, the ranges of dates and the counts of rows.
	Values
	// Rows adds the first rows of the current result.
	Rows
	// None sends nothing: the rules answer alone.
	None
)

// String is the level's name in settings.
func (l Level) String() string { return [...]string{"names", "values", "rows", "none"}[l] }

// ParseLevel reads a setting; nothing means names.
func ParseLevel(text string) (Level, error) {
	if text == "" {
		return Names, nil
	}
	return parse(text, "privacy level", Names, Values, Rows, None)
}

func parse[T fmt.Stringer](text, what string, all ...T) (T, error) {
	for _, v := range all {
		if v.String() == text {
			return v, nil
		}
	}
	var names []string
	for _, v := range all {
		names = append(names, v.String())
	}
	names = slices.DeleteFunc(names, func(n string) bool { return n == "" })
	return all[0], fmt.Errorf("no %s is called %q: %s", what, text, strings.Join(names, ", "))
}

// policy is the policy in force.
func (s Settings) policy() Policy {
	switch {
	case s.Provider.Provider == "" || s.Privacy == None:
		return EngineOnly
	case s.Policy == Default:
		return ModelFirst
	default:
		return s.Policy
	}
}

// vectorPrice is the price of a million tokens of vectors.
func (s Settings) vectorPrice() float64 { return cmp.Or(s.Embeddings.Price, s.Price.Input) }
