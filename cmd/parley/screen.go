package main

import (
	"context"
	"errors"
	"os"

	"github.com/mattn/go-isatty"

	"parley/tui"
)

// screenCommand opens the screen; it is what parley does when no sub-command is named.
type screenCommand struct {
	Databases []string `arg:"" optional:"" name:"database" help:"Database URL or files; several files open as tables of one database."`
}

// Run shows the first frame before the database is open.
func (c *screenCommand) Run(r *runtime) error {
	in, out, err := r.terminal()
	if err != nil {
		return err
	}
	keep, err := r.keeping(append(r.targets(), c.Databases...))
	if err != nil {
		return err
	}
	defer keep.Close()
	opening := r.open(keep.targets...)
	defer opening.Close()
	name := keep.placeName()
	if name == "demo" {
		name = "ecommerce (demo)"
	}
	room, err := r.room(name)
	if err != nil {
		return err
	}
	go r.sync(room)
	talk := r.talk(keep.conversation(name, r.dialogSettings()), opening, room, false)
	defer talk.Close()
	err = tui.Run(r.ctx, talk, tui.Options{
		Theme: tui.Terminal(r.Theme, r.ASCII), Name: name, Maker: "rules",
		NoMouse: r.NoMouse, DebugKeys: r.DebugKey, Keys: r.Keys, Clock: r.clock, Saved: savedFolder(),
		Committed: func() func(context.Context) (string, error) {
			keep.Take(opening.Ready())
			return func(ctx context.Context) (string, error) {
				notice, err := r.write(keep)
				return notice, errors.Join(err, r.syncRoom(ctx, room))
			}
		},
		Notices: keep.notices,
	}, in, out)
	keep.Take(talk.Source()) // what was still counted after the last turn
	return errors.Join(err, keep.Close())
}

// terminal is standard input and output, which must be one.
func (r *runtime) terminal() (in, out *os.File, err error) {
	in, okIn := r.stdin.(*os.File)
	out, okOut := r.stdout.(*os.File)
	if !okIn || !okOut || !isatty.IsTerminal(in.Fd()) || !isatty.IsTerminal(out.Fd()) {
		return nil, nil, usage("The screen needs a terminal.", `In a pipe or a script use: parley ask "your question".`)
	}
	return in, out, nil
}
