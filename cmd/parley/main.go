// Command parley is a full-screen terminal program in which an analyst talks a SQL query into shape.
//
// main parses, builds, runs and closes; flag.go holds the settings, wire.go puts the parts together, exit.go says what
// an error means to the shell. Each sub-command has a file of its own.
package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	leave(ctx, grace, os.Exit)
	said := doorTo(os.Stderr)
	code := exitCode(run(ctx, os.Args[1:], os.Stdin, os.Stdout, said), said)
	stop()
	os.Exit(code)
}

// run is the program without its process: what it reads and writes is given.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) error {
	files, err := settingsFile(configArgument(args))
	if err != nil {
		return err
	}
	var line commandLine
	exited := -1
	parser, err := newParser(&line, files, stdout, stderr, func(code int) { exited = code })
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited >= 0 {
		return quiet(exited)
	}
	if err != nil {
		return parseError(err)
	}
	if line.Version {
		_, err := io.WriteString(stdout, "parley "+version()+"\n")
		return err
	}
	r, err := newRuntime(ctx, line.options, stdin, stdout, stderr)
	if err != nil {
		return err
	}
	defer r.close()
	return r.written(command.Run(r))
}

func parseError(err error) error {
	var p *kong.ParseError
	if errors.As(err, &p) {
		return usage(p.Error()+".", "See parley --help.")
	}
	return err
}

// version is the module's, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
