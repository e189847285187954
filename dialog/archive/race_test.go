//go:build race

package archive_test

// raced says that times mean nothing: the race detector multiplies them.
const raced = true
