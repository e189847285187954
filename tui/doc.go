// Package tui is the screen: an analyst asks, sees SQL and rows, refines, and sees what changed.
//
// The root model (model.go) only routes. Every pane is one file and one type: input, transcript, sqlpane, resultpane,
// status; windows over the panes (help, palette, browser, inspector …) implement modal. Where things lie is package
// layout, how they look package theme, and what keys do keys.go with actions.go; package wire
// keeps what is sent to the terminal small; package completion says what may follow in SQL that is being written. Effects are commands in commands.go:
// each takes a context, captures values only, and its result carries the generation that asked for it.
//
// Update calls the synchronous core (Begin, Commit) and turns the rest into commands; nothing here does I/O in Update
// or View. Text of databases and models goes through db.Visible before it is drawn.
//
// Start reading at Model.
package tui
