package workflow

import (
	"context"
	"time"

	"parley/db/statement"
	"parley/dialog"
	"parley/dialog/memory"
	"parley/workflow/judgement"
)

// Generator turns a question into a statement.
type Generator interface {
	// Generate returns a draft, or *NotUnderstood, or *Ambiguous.
	Generate(ctx context.Context, r Request) (*Draft, error)
}

// Refiner turns feedback on the current statement into the next one.
type Refiner interface {
	// Refine returns a draft whose statement may equal the current one, with a note that says why; or *NotUnderstood,
	// or *Ambiguous.
	Refine(ctx context.Context, r Refine) (*Draft, error)
}

// Request is a question that stands alone.
type Request struct {
	Question string
	// Now is the user's clock, in the user's time zone.
	Now time.Time
	// Report, when not nil, is told how a slow maker gets on.
	Report func(Progress)
	// Sent is what left for a model in this turn already: the question what the input is.
	Sent []Sent
	// Standing is the query in force with its conversation, where a question was taken for one of its own and yet may speak
	// of it: rules that detect intent are not always right. Nil where nothing is carried over.
	Standing *Refine
}

// Refine is feedback on the current query, with the conversation it belongs to (DM-REQ-06).
type Refine struct {
	Request
	// Original is the input that started the thread.
	Original string
	// Current is the statement in force.
	Current *statement.Statement
	// Before is the statement the current one was made from; nil at the root.
	Before *statement.Statement
	// Earlier are the inputs of the thread, oldest first, without the present one.
	Earlier []string
	// Standalone is the current query's question as one that stands alone; empty where nobody reformulated it.
	Standalone string
	// Steps are what the thread's last turns did, oldest first; the last one's SQL is the current statement's.
	Steps []dialog.Step
	// Result is the current result's preview.
	Result *dialog.Result
	// Fresh says that the input was taken for a question of its own: nothing is owed to the current query unless the maker
	// finds that it speaks of it.
	Fresh bool
}

// Draft is a statement before the guard has seen it, and why it reads as it does.
type Draft struct {
	Statement   *statement.Statement
	Explanation string
	// Understood lists readings: "last month = 1–31 Oct 2026"; Ignored the words that had no part.
	Understood []string
	Ignored    []string
	// Supposed are words that were taken for names near in meaning.
	Supposed []judgement.Supposed
	// Rival is another reading, in words, that is nearly as likely and brings other rows; empty when there is none.
	Rival string
	// Notes are said to the user: "country is shown already".
	Notes []string
	// Coverage is the share of content words explained, 0 to 1; Score ranks drafts of one maker.
	Coverage float64
	Score    float64
	// Chance is how likely the maker thinks the draft is right, 0 to 1; 0 where it does not say. Vouched says that a person
	// does: it was typed, picked or confirmed.
	Chance  float64
	Vouched bool
	// Next is how likely the maker thinks the likeliest reading is that brings other rows, and Agreed says that it came to these rows in
	// two ways.
	Next   float64
	Agreed bool
	// Others are further readings, best first, for the user to choose from.
	Others []*Draft
	// Word is the word that decides between this reading and the others of a question back, Meaning what it stands for in this
	// one; Label is then what the reading is called, and Glance what it brings: "12 rows: Ana, Baraka, …".
	Word    string
	Meaning judgement.Meaning
	Label   string
	Glance  string
	// Differs is what it has that the reading in force has not, in words.
	Differs string
	// Inherited are the remembered parameters that were used.
	Inherited []memory.Found
	// Question is the question that stands alone, where the input was reformulated.
	Question string
	// Edit says that the input was read as an edit of the current query, so that no question needs to stand alone.
	Edit bool
	// Intent is what the maker took the input for; nil when it has no word in that.
	Intent *dialog.Intent
	// Source is who made it: "engine", "typed", "grid" or a model's name.
	Source string

	// base is the query of before that it was made from, where that is not the one in force.
	base *statement.Statement
}

// NotUnderstood is returned when the maker abstains: it names the words it could not place and inputs that would work.
type NotUnderstood struct {
	Words       []string
	Suggestions []string
	// Partial is the reading so far, if there is one.
	Partial *Draft
	// Notes are said beside it: why a model did not help.
	Notes []string
	// Refusal says, as a sentence, that what is asked for is nothing that parley does or the tables can tell; empty where the words
	// are the trouble.
	Refusal string
	// Absent says, as a sentence, that the words were taken for a value that the database does not hold.
	Absent string
}

func (e *NotUnderstood) Error() string { return "not understood" }

// Ambiguous is returned when two readings are too close to choose: the user picks.
type Ambiguous struct {
	Question string
	Readings []*Draft
	// Notes are said beside it: why a model did not help.
	Notes []string
}

func (e *Ambiguous) Error() string { return "more than one reading: " + e.Question }
