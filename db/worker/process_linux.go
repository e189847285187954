package worker

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// self is the program itself, also after its file was replaced.
const self = "/proc/self/exe"

// start starts the process behind Landlock, where the kernel has it. Landlock holds for a thread and what it starts: one is
// confined, starts the process and ends. The runtime makes no threads from one that a goroutine keeps.
func (s Spec) start(files []*os.File) (process *os.Process, confined bool, err error) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // until the goroutine's end, which is the thread's
		if confined, err = s.confineFiles(); err == nil {
			process, err = os.StartProcess(self, []string{s.Name}, s.attributes(files))
		}
	}()
	<-done
	return process, confined, err
}

// widen lets pipes hold more, for fewer switches between the processes; where the user may not, they stay as they are.
func widen(pipes ...*os.File) {
	for _, p := range pipes {
		if c, err := p.SyscallConn(); err == nil {
			_ = c.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
		}
	}
}

// usage is what a process has in memory, the pages of the program's own file included, and what it has asked for of its own, in
// bytes (proc(5), statm).
func usage(pid int) (resident, asked int64, ok bool) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	fields := strings.Fields(string(b))
	if err != nil || len(fields) < 6 {
		return 0, 0, false
	}
	page := int64(os.Getpagesize())
	number := func(i int) int64 {
		n, _ := strconv.ParseInt(fields[i], 10, 64)
		return n * page
	}
	return number(1), number(5), true
}

// processor is what a process took of the processors so far (clock_getcpuclockid(3)); 0 of one that is gone.
func processor(pid int) time.Duration {
	const ofTheProcess = 2
	var t unix.Timespec
	_ = unix.ClockGettime(int32(^pid<<3|ofTheProcess), &t)
	return time.Duration(t.Nano())
}

// allow has the system end the worker once it took so much of the processors; negative is no bound.
func (c *Client) allow(processor time.Duration) {
	seconds := ^uint64(0)
	if processor >= 0 {
		seconds = uint64(processor/time.Second) + 1
	}
	_ = unix.Prlimit(c.process.Pid, unix.RLIMIT_CPU, &unix.Rlimit{Cur: seconds, Max: ^uint64(0)}, nil)
}

// slack is how much a worker may ask for, in quarters of its memory: allocators ask ahead, and what is not used costs nothing. It
// bounds what is taken between two looks of watch, which come late on a busy machine.
const slack = 5

// bound starts to bound the memory, from what the worker has at its start: the system refuses what is far beyond it, and watch
// ends what takes more.
func (c *Client) bound() bool {
	if c.memory == 0 {
		return false
	}
	_, asked, ok := usage(c.process.Pid)
	if !ok {
		return false
	}
	most := uint64(asked + c.memory/4*slack)
	_ = unix.Prlimit(c.process.Pid, unix.RLIMIT_DATA, &unix.Rlimit{Cur: most, Max: most}, nil)
	return true
}

// A worker is looked at while it has something to do: more often when it has half of its memory, and ended somewhat before it has
// all, for memory is taken at some gigabytes a second, and ending takes its time.
const (
	every  = 4 * time.Millisecond
	often  = time.Millisecond
	before = 20 << 20
)

// watch kills the worker if it takes more memory than it may, until it has nothing to do; one that has most of it is short.
func (c *Client) watch() {
	c.short.Store(false)
	for c.busy() {
		resident, _, _ := usage(c.process.Pid)
		pause := every
		switch {
		case resident > c.memory-before:
			c.kill(Memory)
			return
		case resident > c.memory/4*3:
			c.short.Store(true)
			pause = often
		case resident > c.memory/2:
			pause = often
		}
		time.Sleep(pause)
	}
}
