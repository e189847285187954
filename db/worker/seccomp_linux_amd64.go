package worker

import "golang.org/x/sys/unix"

// highestCall is above every call of this architecture's own: those with this bit are of another one (x32).
const (
	architecture = unix.AUDIT_ARCH_X86_64
	highestCall  = 0x3fffffff
)

var moreRefused = []uint32{
	unix.SYS_FORK, unix.SYS_VFORK, unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT, unix.SYS_MKNOD,
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB,
}
