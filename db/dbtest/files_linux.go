package dbtest

import "syscall"

// inMemory is a folder whose files lie in memory, if there is room for those of servers: making and removing the hundreds of files of
// each database takes a disk's file system longer than the tests need. Empty is the usual folder of temporary files, which is that of
// benchmarks over more rows than usual, too.
func inMemory() string {
	const folder, room = "/dev/shm", 4 << 30
	if BenchRows() > usualRows {
		return ""
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil || int64(disk.Bavail)*disk.Bsize < room || syscall.Access(folder, 2) != nil {
		return ""
	}
	return folder
}
