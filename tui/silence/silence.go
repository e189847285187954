// Package silence keeps a library from asking the terminal questions before the program has begun.
//
// Bubble Tea asks for the background colour while packages are initialised and waits up to five seconds for an answer, in
// every sub-command; a terminal that never answers (a serial line, a recorder, some multiplexers) makes parley look dead.
// The question is left out where the environment says CI, so this package says it, and End takes it back. The screen asks
// itself, with a bound of its own (tui.Terminal).
//
// It only works when this package is initialised before Bubble Tea. Go initialises ready packages in the order of their
// import paths, and a package that needs nothing but os is ready before reflect, which Bubble Tea needs: so nothing else
// may be imported here. The test with a terminal that never answers (cmd/parley) notices when that is no longer so.
package silence

import "os"

// said is set while the environment says what the user did not say.
var said = os.Getenv("CI") == "" && os.Setenv("CI", "1") == nil

// End gives the environment back as it was.
func End() {
	if said {
		said = os.Unsetenv("CI") != nil
	}
}
