// Package dialog is the synchronous core of a conversation: session, turns, intent, thread and branches, context.
//
// It imports the standard library without I/O, and uuid; it reads no clock and no random source: time and ids are
// passed in (requirements §1). Start reading at Session; Detect decides what an input is, Record takes what came of it.
//
// A session is used from one goroutine, the update loop's. What it hands out (turns, contexts) is never changed
// afterwards, so that work started from it may go on in another.
//
// Every scenario of the dialog manager's specification is a file in testdata:
//
//	DM-REQ-01  DM-REQ-01-track-a-conversation.txt
//	           DM-REQ-01-failed-turn.txt
//	           DM-REQ-01-undo-redo-and-branch.txt
//	DM-REQ-02  DM-REQ-02-refinement-from-a-keyword.txt
//	           DM-REQ-02-refinement-from-a-phrase.txt
//	           DM-REQ-02-refinement-from-a-short-modification.txt
//	DM-REQ-03  DM-REQ-03-new-query-from-a-question-word.txt
//	           DM-REQ-03-first-turn-is-a-new-query.txt
//	           DM-REQ-03-explicit-reset.txt
//	           DM-REQ-03-undo-opens-a-closed-thread.txt
//	DM-REQ-04  DM-REQ-04-ambiguous-input.txt
//	DM-REQ-05  DM-REQ-05-pruning-at-the-limit.txt
//	           DM-REQ-05-pruning-keeps-the-query-in-force.txt
//	DM-REQ-06  DM-REQ-06-context-for-a-refinement.txt
//	           DM-REQ-06-original-question-of-the-thread.txt
//	DM-REQ-07  DM-REQ-07-clear.txt
//	DM-REQ-08  DM-REQ-08-performance.txt, and the benchmarks
package dialog
