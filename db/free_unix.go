//go:build linux || darwin || freebsd

package db

import "syscall"

// freeBytes is how much a user may still write to the disk of a folder; known is false where the system does not say.
func freeBytes(folder string) (free int64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail) * int64(disk.Bsize), true //nolint:unconvert // their types differ from system to system
}
