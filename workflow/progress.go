package workflow

import "time"

// Progress is what a maker tells while it works, and reading on. It is told from the goroutine that runs the turn, in order.
type Progress struct {
	Kind ProgressKind
	// Text is the next piece of the explanation; set for Explaining alone. It is a model's text: make it visible before
	// it goes to a terminal.
	Text string
	// Sent is the request to the model; set for Asking, and with tokens and time for Answered.
	Sent Sent
	// Rows are how many of a new run have been read; set for Reading.
	Rows int
}

// ProgressKind says what a Progress tells.
type ProgressKind uint8

// The kinds of progress.
const (
	// Asking is told when a request is about to be sent: from here on the turn has been shown to the model.
	Asking ProgressKind = iota
	// Explaining brings a piece of the explanation.
	Explaining
	// Answered is told when the request ended, well or badly.
	Answered
	// Reading is told now and then while a new run comes to where the one before ended.
	Reading
)

// Sent is one request to a model: where it went, what it could hold and what it took.
type Sent struct {
	Provider, Model string
	// Host is the server's name, or the program's; Local says that it is on this machine (loopback).
	Host  string
	Local bool
	// Level is the privacy level that the request was made under: "names", "values" or "rows".
	Level string
	// InputTokens (CachedTokens of them read from the provider's cache) and OutputTokens are the provider's count, or
	// estimates when it gave none.
	InputTokens, CachedTokens, OutputTokens int
	Estimated                               bool
	// Cost is money in the currency of the settings' price; Priced is false when no price is set.
	Cost    float64
	Priced  bool
	Elapsed time.Duration
	// Failure is why there was no answer; empty when there was one.
	Failure string
}

// Tell reports progress where somebody listens.
func (r Request) Tell(p Progress) {
	if r.Report != nil {
		r.Report(p)
	}
}
