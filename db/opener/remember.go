package opener

import (
	"path/filepath"

	"parley/db/demo"
	"parley/db/postgres"
)

// Remembered are targets as they may be shown and written down, and opened again from any folder: without passwords, paths
// made absolute, the demo for no target. Nothing is looked at.
func Remembered(targets ...string) []string {
	if len(targets) == 0 || len(targets) == 1 && targets[0] == "" {
		return []string{demo.Target}
	}
	kept := make([]string, len(targets))
	for i, target := range targets {
		kept[i] = remembered(target)
	}
	return kept
}

func remembered(target string) string {
	if target == demo.Target {
		return target
	}
	if postgres.Is(target) {
		return postgres.WithoutPassword(target)
	}
	path, err := filepath.Abs(filePath(target))
	if err != nil {
		return target
	}
	return path
}

// IsServer says whether a target is a server's, not a file's.
func IsServer(target string) bool { return postgres.Is(target) }

// HasPassword says whether a target holds a password.
func HasPassword(target string) bool { return postgres.Is(target) && postgres.HasPassword(target) }
