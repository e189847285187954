package main

import (
	"fmt"

	"parley/dialog"
	"parley/workflow"
)

// Under --strict an answer with doubts is an error with its doubts: a program that reads rows gets those that parley stands by,
// or a status of their own.

// doubted are the doubts for which a strict run does not give an answer; empty where it stands. What a person vouches for stands.
func doubted(t *dialog.Turn) string {
	if t.Result == nil || t.Mark() == dialog.Verified || t.Mark() == dialog.Unmarked {
		return ""
	}
	doubt := t.Doubt()
	if doubt == "" && t.Mark() == dialog.Unsure {
		doubt = "unsure"
	}
	return doubt
}

// doubtedMessage says that an answer is not given, and why.
func doubtedMessage(doubt string) string {
	return "There are doubts about the answer, and --strict gives none with doubts: " + doubt + "."
}

// strictly takes the rows and the statement out of a doubted answer; the statement stays as a reading to choose.
func (a *answerJSON) strictly(reply *workflow.Reply) {
	doubt := doubted(&reply.Turn)
	if doubt == "" {
		return
	}
	a.Readings = []readingJSON{{a.Explanation, reply.Turn.Result.SQL}}
	a.SQL, a.Columns, a.Preview = nil, []string{}, [][]any{}
	a.Rows, a.More, a.Complete, a.Cut = nil, false, false, ""
	a.Error, a.code = text(doubtedMessage(doubt)), exitDoubted
}

// worse is the exit code of a run of many answers: that of the worst of them. What failed is worse than what was refused, not
// understood, doubted or cut.
func worse(a, b int) int {
	order := []int{exitDone, exitCut, exitDoubted, exitNotUnderstood, exitRefused, exitFailed, exitCancelled}
	at := func(code int) int {
		for i, c := range order {
			if c == code {
				return i
			}
		}
		return len(order)
	}
	if at(b) > at(a) {
		return b
	}
	return a
}

// codeOf is the exit code of one answer of a batch.
func (a *answerJSON) codeOf(reply *workflow.Reply) int {
	switch {
	case a.code != exitDone:
		return a.code
	case reply.Turn.Failure != nil:
		return failureCode(reply.Turn.Failure)
	case a.Error != nil:
		return exitFailed
	}
	return exitDone
}

// strictReply says of a doubted answer what it was taken for and why it is not given; false where it is.
func (p *printer) strictReply(reply *workflow.Reply) bool {
	doubt := doubted(&reply.Turn)
	if !p.strict || doubt == "" {
		return false
	}
	p.head(reply)
	fmt.Fprintf(p.say, "%s\n\n", visibleLines(doubtedMessage(doubt)))
	return true
}
