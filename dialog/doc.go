// Package dialog is the synchronous core of a conversation: session, turns, intent, thread and branches, context.
//
// It imports the standard library without I/O, and uuid; it reads no clock and no random source: time and ids are
// passed in (requirements §1). Start reading at Session; Detect decides what an input is, Record takes what came of it.
//
// A session is used from one goroutine, the update loop's. What it hands out (turns, contexts) is never changed
// afterwards, so that work started from it may go on in another.
package dialog
