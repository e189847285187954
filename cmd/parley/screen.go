package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"

	"github.com/mattn/go-isatty"

	"parley/db"
	"parley/dialog/archive"
	"parley/tui"
)

// screenCommand opens the screen; it is what parley does when no sub-command is named.
type screenCommand struct {
	Databases []string `arg:"" optional:"" name:"database" help:"Database URL or files; several files open as tables of one database."`
	Continue  bool     `help:"Go on with the last session about this database, or without one of this folder."`
}

// Run shows the first frame before the database is open.
func (c *screenCommand) Run(r *runtime) error {
	r.garbage.bound(r.Rows)
	in, out, err := r.terminal()
	if err != nil {
		return err
	}
	targets, err := r.targets(r.named(c.Databases...)...)
	if err != nil {
		return err
	}
	last, found := r.latest(targets)
	var unread []string
	if c.Continue {
		unread = r.unread(last, found)
	}
	if c.Continue && found {
		r.Session = last.ID
	}
	keep, err := r.screenKeeping(targets, last.ID)
	if err != nil {
		return err
	}
	keep.notices = append(unread, keep.notices...)
	r.regain(keep)
	told := keep.told(last, found, c.Continue)
	r.passwords = make(tui.Passwords)
	d := &desk{runtime: r}
	s, err := d.sit(keep, cmp.Or(r.Room, r.Session))
	if err != nil {
		return errors.Join(err, keep.Close())
	}
	options := s.options()
	keeper := keepScreen(in, out)
	defer keeper.release()
	options.Theme, options.Typed, options.Back = tui.Terminal(r.Theme, r.ASCII)
	options.Signals = tui.SignalsOf(r.Notify, os.Getenv)
	options.Passwords = r.passwords
	options.Keeping = told
	options.Choose = len(keep.targets) == 0 && len(r.Connections) > 0
	err = tui.Run(r.ctx, s.talk, options, in, out)
	return errors.Join(err, d.close())
}

// terminal is standard input and output, which must be one.
func (r *runtime) terminal() (in, out *os.File, err error) {
	in, okIn := r.stdin.(*os.File)
	out, okOut := r.screen.(*os.File)
	if !okIn || !okOut || !isatty.IsTerminal(in.Fd()) || !isatty.IsTerminal(out.Fd()) {
		return nil, nil, usage("The screen needs a terminal.", `In a pipe or a script use: parley ask "your question".`)
	}
	return in, out, nil
}

// told says in a line how the conversation is kept: at the first start that it is, later what there is to continue.
func (k *keeping) told(last archive.Entry, found, asked bool) string {
	switch {
	case k.kept == nil:
		return "Private: nothing of this conversation is kept."
	case k.session != nil:
		return ""
	case asked:
		return "There is nothing to continue here: this session is new."
	case found:
		unsent := ""
		if last.Unsent != "" {
			unsent = fmt.Sprintf(", and %q not sent", db.Visible(last.Unsent))
		}
		return fmt.Sprintf("/continue goes on with %q (%s%s)", db.Visible(last.First), turnCount(last.Turns), unsent)
	case k.kept.Alone():
		return "What you ask is kept on this machine, without rows: --private keeps nothing, /sessions shows what is kept."
	}
	return ""
}

func turnCount(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}
