package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"parley/workflow/engine/reader"
)

// batchCommand is `parley batch`: a conversation a session, one JSON object a line in and out, in order.
type batchCommand struct {
	NoExecute bool `name:"no-execute" help:"Make and check SQL without running it."`
	Strict    bool `help:"Give no answer with doubts: it is an error with its doubts."`
	Jobs      int  `default:"1" help:"Sessions worked on side by side."`
}

// maxJobs is how many sessions are worked on side by side at most: each has a queue and a conversation in memory.
const maxJobs = 256

// batchLine is one line of input.
type batchLine struct {
	ID      json.RawMessage `json:"id"`
	Session string          `json:"session"`
	DB      string          `json:"db"`
	Input   *string         `json:"input"`
	SQL     *string         `json:"sql"`
}

// batchJob is a line on its way: its number from 1, and the place where its answer goes.
type batchJob struct {
	number int
	text   []byte
	line   batchLine
	err    error
	answer chan *answerJSON
}

// Run reads standard input to its end. Answers leave in the order of the lines, each flushed. It ends with the code of the worst
// of them.
func (c *batchCommand) Run(r *runtime) error {
	ctx, stop := context.WithCancel(r.ctx)
	defer stop()
	if c.Jobs < 1 || c.Jobs > maxJobs {
		return usage(fmt.Sprintf("--jobs is 1 to %d.", maxJobs), "Sessions side by side share this machine's processors: one each is plenty.")
	}
	r.trials, r.unteachable = reader.WholeTrials, true
	if c.NoExecute {
		r.trials = reader.NoTrials
	}
	pool, err := newSessionPool(r, c.NoExecute, c.Strict)
	if err != nil {
		return err
	}
	defer pool.close()

	queue := make(chan *batchJob, 4*c.Jobs)
	lanes := startLanes(ctx, c.Jobs, pool)
	go func() {
		defer close(queue)
		defer lanes.close()
		number := 0
		scan := bufio.NewReaderSize(r.stdin, 1<<16)
		for {
			text, err := scan.ReadBytes('\n')
			if len(bytes.TrimSpace(text)) > 0 {
				number++
				job := readJob(number, text)
				select {
				case queue <- job:
				case <-ctx.Done():
					return
				}
				lanes.give(job)
			}
			if err != nil {
				return
			}
		}
	}()
	return writeAnswers(ctx, queue, r.stdout)
}

func readJob(number int, text []byte) *batchJob {
	job := &batchJob{number: number, text: text, answer: make(chan *answerJSON, 1)}
	if err := json.Unmarshal(text, &job.line); err != nil {
		job.err = fmt.Errorf("line %d is no JSON object of the batch protocol: %w", number, err)
	} else if job.line.Input == nil && job.line.SQL == nil {
		job.err = fmt.Errorf("line %d has neither input nor sql", number)
	}
	return job
}

func writeAnswers(ctx context.Context, queue <-chan *batchJob, w io.Writer) error {
	out := bufio.NewWriter(w)
	encode := json.NewEncoder(out)
	encode.SetEscapeHTML(false)
	code := exitDone
	for job := range queue {
		select {
		case answer := <-job.answer:
			code = worse(code, answer.code)
			if err := encode.Encode(answer); err != nil {
				return failed("Standard output is closed: "+err.Error()+".", "")
			}
			if err := out.Flush(); err != nil {
				return failed("Standard output is closed: "+err.Error()+".", "")
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := ctx.Err(); err != nil || code == exitDone {
		return err
	}
	return quiet(code)
}

// lanes work on sessions side by side: a session always takes the same lane, so its turns stay in order.
type lanes struct {
	channels []chan *batchJob
	next     int
	of       map[string]int
	done     sync.WaitGroup
}

func startLanes(ctx context.Context, n int, pool *sessionPool) *lanes {
	l := &lanes{of: map[string]int{}}
	for range n {
		lane := make(chan *batchJob, 64)
		l.channels = append(l.channels, lane)
		l.done.Go(func() {
			for job := range lane {
				job.answer <- pool.work(ctx, job)
			}
		})
	}
	return l
}

func (l *lanes) give(job *batchJob) {
	lane, ok := l.of[job.line.Session]
	if !ok {
		lane = l.next % len(l.channels)
		l.next++
		l.of[job.line.Session] = lane
	}
	l.channels[lane] <- job
}

func (l *lanes) close() {
	for _, lane := range l.channels {
		close(lane)
	}
	l.done.Wait()
}
