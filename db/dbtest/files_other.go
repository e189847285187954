//go:build !linux

package dbtest

// inMemory is the usual folder of temporary files.
func inMemory() string { return "" }
