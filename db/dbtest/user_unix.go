//go:build unix

package dbtest

import (
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// PostgreSQL does not run as root: then its programs run as the user postgres, or as nobody.

func credential() *syscall.Credential {
	if os.Getuid() != 0 {
		return nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, errUID := strconv.ParseUint(u.Uid, 10, 32)
		gid, errGID := strconv.ParseUint(u.Gid, 10, 32)
		if errUID == nil && errGID == nil {
			return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		}
	}
	return nil
}

func unprivileged(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: credential()}
	return cmd
}

// handOver gives a folder to the user of the server.
func handOver(folder string) error {
	if c := credential(); c != nil {
		return os.Chown(folder, int(c.Uid), int(c.Gid))
	}
	return nil
}
