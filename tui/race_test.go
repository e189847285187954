//go:build race

package tui

// raceEnabled says that the race detector slows everything down.
const raceEnabled = true
