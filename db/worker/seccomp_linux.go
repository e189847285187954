package worker

import (
	"fmt"
	"os"
	"runtime"
	"unsafe"

	"golang.org/x/sys/unix"
)

// refused are the system calls that a worker has no use for, on every architecture; moreRefused are an architecture's own.
// Landlock does not know of most: the network, programs, other processes, rights and times of files, the kernel's own settings.
var refused = []uint32{
	unix.SYS_SOCKET, unix.SYS_SOCKETPAIR, unix.SYS_CONNECT, unix.SYS_BIND, unix.SYS_LISTEN, unix.SYS_ACCEPT, unix.SYS_ACCEPT4, unix.SYS_SENDTO, unix.SYS_SENDMSG,
	unix.SYS_SENDMMSG, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER, unix.SYS_IO_URING_REGISTER,
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO, unix.SYS_PIDFD_OPEN,
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_PIDFD_GETFD, unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PROCESS_MADVISE, unix.SYS_KCMP,
	unix.SYS_PRLIMIT64, unix.SYS_SETPRIORITY, unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR,
	unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_MKNODAT, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
	unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT, unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_OPEN_BY_HANDLE_AT, unix.SYS_NAME_TO_HANDLE_AT,
	unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_USERFAULTFD, unix.SYS_KEYCTL, unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY,
	unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETREUID, unix.SYS_SETREGID, unix.SYS_SETRESUID, unix.SYS_SETRESGID, unix.SYS_SETGROUPS, unix.SYS_CAPSET,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX, unix.SYS_REBOOT,
	unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE,
	unix.SYS_KEXEC_LOAD, unix.SYS_SYSLOG, unix.SYS_VHANGUP, unix.SYS_SHMGET, unix.SYS_MSGGET, unix.SYS_SEMGET, unix.SYS_MQ_OPEN,
}

// Offsets in struct seccomp_data (linux/seccomp.h), of little-endian machines.
const (
	numberAt = 0
	archAt   = 4
	firstArg = 16
)

const (
	load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
	equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
	atMost = unix.BPF_JMP | unix.BPF_JGT | unix.BPF_K
	bits   = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
	answer = unix.BPF_RET | unix.BPF_K
)

// filter is the program that the kernel runs at each system call.
func filter() []unix.SockFilter {
	const allow, deny = unix.SECCOMP_RET_ALLOW, unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	p := []unix.SockFilter{
		{Code: load, K: archAt}, {Code: equal, K: architecture, Jt: 1}, {Code: answer, K: deny},
		{Code: load, K: numberAt}, {Code: atMost, K: highestCall, Jf: 1}, {Code: answer, K: deny},
	}
	// Threads are made by clone with this flag, and clone3 hides its flags behind a pointer: without it libraries take clone.
	p = append(p,
		unix.SockFilter{Code: equal, K: unix.SYS_CLONE3, Jf: 1}, unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		unix.SockFilter{Code: equal, K: unix.SYS_CLONE, Jf: 4}, unix.SockFilter{Code: load, K: firstArg},
		unix.SockFilter{Code: bits, K: unix.CLONE_THREAD, Jt: 1}, unix.SockFilter{Code: answer, K: deny}, unix.SockFilter{Code: answer, K: allow},
		unix.SockFilter{Code: equal, K: unix.SYS_TGKILL, Jf: 4}, unix.SockFilter{Code: load, K: firstArg},
		unix.SockFilter{Code: equal, K: uint32(os.Getpid()), Jt: 1}, unix.SockFilter{Code: answer, K: deny}, unix.SockFilter{Code: answer, K: allow})
	for _, list := range [][]uint32{refused, moreRefused} {
		for _, call := range list {
			p = append(p, unix.SockFilter{Code: equal, K: call, Jf: 1}, unix.SockFilter{Code: answer, K: deny})
		}
	}
	return append(p, unix.SockFilter{Code: answer, K: allow})
}

// confineCalls keeps all threads of this process from the refused calls, and from leaving what they had in memory on disk.
func confineCalls() error {
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("confine the calls: %w", err)
	}
	program := filter()
	all := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if stuck, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&all))); errno != 0 || stuck != 0 {
		return fmt.Errorf("confine the calls: %w", errno)
	}
	return nil
}
