package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
)

// keeper is a small process that outlives a crash. DuckDB and PostgreSQL's parser are C, which can take the program with it
// before it has put the terminal back; so can kill -9. A shell that waits for the end of a pipe then does it: it noted the
// terminal's settings before the screen changed them.
type keeper struct {
	done io.WriteCloser
	wait func() error
}

// keepTerminal notes the terminal's settings and waits for a line, which says that all went well; at the end of its input without
// one it puts the settings back, and leaves what the screen had turned on: the alternate screen, the mouse, pasting in
// brackets, reports of the focus, a hidden cursor, colours. Its streams 3 and 4 are the terminal, to read from and to draw on.
const keepTerminal = `trap '' INT TERM TSTP TTOU
settings=$(stty -g <&3) || exit 0
echo noted
read -r end && exit 0
stty "$settings" <&3
printf '\033[?1049l\033[?1000l\033[?1002l\033[?1003l\033[?1006l\033[?2004l\033[?1004l\033[?25h\033[0m\r' >&4
printf 'parley was ended by a crash, or killed; the terminal is as it was. parley --continue goes on where it was.\n' >&4`

// keepScreen starts a keeper for the terminal, and returns when it has noted the settings. Where there is none to be had the
// screen does without.
func keepScreen(in, out *os.File) *keeper {
	cmd := exec.Command("/bin/sh", "-c", keepTerminal)
	cmd.ExtraFiles = []*os.File{in, out}
	done, err := cmd.StdinPipe()
	if err != nil {
		return nil
	}
	noted, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return nil
	}
	k := &keeper{done: done, wait: cmd.Wait}
	if _, err := bufio.NewReader(noted).ReadString('\n'); err != nil {
		k.release()
		return nil
	}
	return k
}

// release ends the keeper: the screen has put the terminal back itself.
func (k *keeper) release() {
	if k == nil {
		return
	}
	_, _ = io.WriteString(k.done, "done\n")
	_ = k.done.Close()
	_ = k.wait()
}
