// Package worker runs an engine that parses other people's files in a process of its own: parley's own program, started once
// more. A crash, a hang and the memory of such an engine are then that process's, which may open the named files alone,
// reaches no network and starts nothing.
//
// Start reading at Start, for the side that asks, and Run, for the side that answers. frame.go has what goes between them,
// landlock_linux.go and seccomp_linux.go what confines a worker; Confinement tells what of it this system has. The package
// imports db for the form that rows have on their way.
package worker

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// Spec is what a worker is and may do.
type Spec struct {
	// Name is the worker's among those of the program, and what lists of processes call it.
	Name string
	// Read and Write are files that it may open, Folder one in which it may do anything.
	Read, Write []string
	Folder      string
	// Memory is what it may take beside what it starts with, in bytes; 0 is no bound.
	Memory int64
}

const (
	// Grace is how long a call that was cancelled may go on before the worker is killed.
	Grace = 250 * time.Millisecond
	// window is how many bytes of rows are on their way, not taken yet, when the worker waits.
	window = 2 << 20
	// starting is how long a worker may take to be ready.
	starting = 20 * time.Second
)

// Confinement is what keeps a worker from more than it is for.
type Confinement struct {
	Files  bool // the kernel refuses files that were not named
	Calls  bool // the kernel refuses network, programs and other processes
	Memory bool // its memory is watched
}

// Text is one sentence.
func (c Confinement) Text() string {
	var kept, open []string
	for _, part := range []struct {
		holds      bool
		kept, open string
	}{
		{c.Files, "files that were not named (Landlock)", "files"},
		{c.Calls, "the network, programs and other processes (seccomp)", "the network and programs"},
		{c.Memory, "more memory than its limit", "memory"},
	} {
		if part.holds {
			kept = append(kept, part.kept)
		} else {
			open = append(open, part.open)
		}
	}
	text := "The engine runs in a process of its own"
	if len(kept) > 0 {
		text += ", which the system keeps from " + strings.Join(kept, ", from ")
	}
	if len(open) > 0 {
		text += "; this system confines no process's " + strings.Join(open, ", ")
	}
	return text + "."
}

// Why is what ended a worker.
type Why uint8

// The reasons.
const (
	Crashed   Why = iota // it ended by itself, or something outside killed it
	Memory               // it took more than Spec.Memory
	Stuck                // it did not stop when it was told to
	Closed               // Close
	Processor            // it computed for longer than all its calls were given
)

// Ended is what a call fails with whose worker is no more.
type Ended struct {
	Why Why
	// State is how the system calls the end: "signal: segmentation fault"; Said is the end of what the worker wrote for people to read.
	State, Said string
}

// Reason is why it ended, shortly.
func (e *Ended) Reason() string {
	if line, _, _ := strings.Cut(e.Said, "\n"); strings.Contains(line, "out of memory") {
		return "out of memory"
	}
	if signal := crash.FindString(e.Said); signal != "" {
		return signal
	}
	return e.State
}

// crash finds the signal in what Go's runtime says of a crash in a library.
var crash = regexp.MustCompile(`SIG[A-Z]{3,5}`)

func (e *Ended) Error() string {
	switch e.Why {
	case Memory:
		return "the worker took more memory than its limit"
	case Stuck:
		return "the worker did not stop in time"
	case Closed:
		return "the worker was closed"
	case Processor:
		return "the worker computed on after the end of its time"
	}
	return fmt.Sprintf("the worker ended (%s): %s", e.State, e.Said)
}
