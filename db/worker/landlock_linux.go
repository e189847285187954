package worker

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"golang.org/x/sys/unix"
)

// What Landlock can refuse (linux/landlock.h), by the version of it that came with the kernel: landlock(7).
const (
	toRead   = unix.LANDLOCK_ACCESS_FS_READ_FILE
	toRun    = toRead | unix.LANDLOCK_ACCESS_FS_EXECUTE
	toList   = toRead | unix.LANDLOCK_ACCESS_FS_READ_DIR
	toWrite  = toRead | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE
	toChange = toWrite | toList | unix.LANDLOCK_ACCESS_FS_MAKE_REG | unix.LANDLOCK_ACCESS_FS_MAKE_DIR |
		unix.LANDLOCK_ACCESS_FS_REMOVE_FILE | unix.LANDLOCK_ACCESS_FS_REMOVE_DIR
	// The first version knows the 13 lowest rights; each later one named here adds one.
	firstRights = 1<<13 - 1
)

// clocks are where the time zones are: read when times with zones are.
var clocks = []string{"/usr/share/zoneinfo", "/etc/localtime"}

// handled are the rights that a version of Landlock can refuse.
func handled(version uintptr) (files, network, scope uint64) {
	files = firstRights
	for since, right := range map[uintptr]uint64{2: unix.LANDLOCK_ACCESS_FS_REFER, 3: unix.LANDLOCK_ACCESS_FS_TRUNCATE, 5: unix.LANDLOCK_ACCESS_FS_IOCTL_DEV} {
		if version >= since {
			files |= right
		}
	}
	if version >= 4 {
		network = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if version >= 6 {
		scope = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	}
	return files, network, scope
}

// confineFiles keeps the calling thread, and what it starts, from all files but those of the Spec and the program's own; false
// where the kernel has no Landlock.
func (s Spec) confineFiles() (bool, error) {
	version, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return false, nil //nolint:nilerr // it is told: Confinement.Files
	}
	var attr unix.LandlockRulesetAttr
	attr.Handled_access_fs, attr.Handled_access_net, attr.Scoped = handled(version)
	set, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return false, fmt.Errorf("confine it: %w", errno)
	}
	defer unix.Close(int(set)) //nolint:errcheck // nothing was written
	r := rules{set: int(set), handled: attr.Handled_access_fs}
	r.allow(toRun, programFiles()...)
	r.allow(toList, clocks...)
	r.allow(toRead, s.Read...)
	r.allow(toWrite, s.Write...)
	if s.Folder != "" {
		r.allow(toChange, s.Folder)
	}
	if r.err != nil {
		return false, r.err
	}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return false, fmt.Errorf("confine it: %w", err)
	}
	if _, _, errno := unix.Syscall(unix.SYS_LANDLOCK_RESTRICT_SELF, set, 0, 0); errno != 0 {
		return false, fmt.Errorf("confine it: %w", errno)
	}
	return true, nil
}

// rules puts a set of rules together; it keeps the first failure.
type rules struct {
	set     int
	handled uint64
	err     error
}

// allow lets files, or all in a folder, be used. What is not there needs no rule.
func (r *rules) allow(rights uint64, paths ...string) {
	for _, path := range paths {
		if err := r.one(rights, path); err != nil && !errors.Is(err, os.ErrNotExist) && r.err == nil {
			r.err = fmt.Errorf("allow %s: %w", path, err)
		}
	}
}

func (r *rules) one(rights uint64, path string) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd) //nolint:errcheck // nothing was written
	var info unix.Stat_t
	if err := unix.Fstat(fd, &info); err != nil {
		return err
	}
	if info.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= toRun | toWrite
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights & r.handled, Parent_fd: int32(fd)}
	if _, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(r.set), unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// programFiles are the program and its libraries: what this process has mapped, being the same program.
func programFiles() []string {
	files := []string{self, "/etc/ld.so.cache"}
	maps, err := os.Open("/proc/self/maps")
	if err != nil {
		return files
	}
	defer maps.Close()
	seen := map[string]bool{}
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		at := strings.IndexByte(lines.Text(), '/')
		if at < 0 {
			continue
		}
		if path := lines.Text()[at:]; !seen[path] {
			seen[path] = true
			files = append(files, path)
		}
	}
	return files
}
