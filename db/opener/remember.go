package opener

import (
	"path/filepath"

	"parley/db/demo"
	"parley/db/postgres"
)

// Remembered are targets as they can be opened again from any folder: paths are made absolute, no target is the demo. Nothing
// is looked at; a password in a URL is still there.
func Remembered(targets ...string) []string {
	if len(targets) == 0 || len(targets) == 1 && targets[0] == "" {
		return []string{demo.Target}
	}
	kept := make([]string, len(targets))
	for i, target := range targets {
		kept[i] = target
		if target == demo.Target || postgres.Is(target) {
			continue
		}
		if path, err := filepath.Abs(filePath(target)); err == nil {
			kept[i] = path
		}
	}
	return kept
}
