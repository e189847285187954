package main

import (
	"fmt"
	"math"
	"time"
)

// leastState is how many bytes a room takes that remembers one parameter.
const leastState = 500

// validate refuses figures that cannot be meant, before anything is opened.
func (o options) validate() error {
	for _, f := range []struct {
		flag  string
		value float64
		least float64
	}{
		{"--engine-memory", float64(o.Engine), 0}, {"--rows-memory", float64(o.Rows), 0}, {"--read-rows", float64(o.ReadRows), 0},
		{"--read-disk", float64(o.ReadDisk), 0}, {"--keep-days", float64(o.KeepDays), 0}, {"--keep-size", float64(o.KeepSize), 0}, {"--ask-cost", o.AskCost, 0}, {"--max-turns", float64(o.MaxTurns), 2},
		{"--state-ttl", float64(o.StateTTL), 1}, {"--state-bytes", float64(o.StateBytes), leastState}, {"--context-tokens", float64(o.ContextTokens), 0},
		{"--turn-tokens", float64(o.TurnTokens), 0}, {"--session-tokens", float64(o.SessionTokens), 0}, {"--turn-cost", o.TurnCost, 0},
		{"--session-cost", o.SessionCost, 0}, {"--embeddings-price", o.VectorPrice, 0},
	} {
		if math.IsNaN(f.value) || math.IsInf(f.value, 0) || f.value < f.least {
			return usage(fmt.Sprintf("%s %v is out of range.", f.flag, f.value), fmt.Sprintf("It is a number from %v on; leave it out for the usual one.", f.least))
		}
	}
	return o.validateTimes()
}

// validateTimes refuses times below a millisecond: who writes "timeout = 5" means five seconds, and gets five nanoseconds.
func (o options) validateTimes() error {
	for _, t := range []struct {
		flag  string
		value time.Duration
		zero  bool // leaves it to the program
	}{{"--timeout", o.Timeout, true}, {"--read-time", o.ReadTime, true}, {"--model-timeout", o.Deadline, true}} {
		if t.value < time.Millisecond && !(t.zero && t.value == 0) {
			return usage(fmt.Sprintf("%s %v is no time to do anything in.", t.flag, t.value), "Write it with its unit: 5s, 500ms, 2m.")
		}
	}
	return nil
}
