package duckdb

import (
	"os"
	"syscall"
)

// holder is the process that has a lock on a file against reading; 0 where there is none, or it is not known.
func holder(path string) int {
	file, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer file.Close()
	lock := syscall.Flock_t{Type: syscall.F_RDLCK}
	if err := syscall.FcntlFlock(file.Fd(), syscall.F_GETLK, &lock); err != nil || lock.Type == syscall.F_UNLCK {
		return 0
	}
	return int(lock.Pid)
}
