// Command parley is a full-screen terminal program in which an analyst talks a SQL query into shape.
//
// main parses, builds, runs and closes; flag.go holds the settings, wire.go puts the parts together, exit.go says what
// an error means to the shell. Each sub-command has a file of its own.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	goruntime "runtime"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"
)

// The first thread only waits, for signals: the kernel gives them to it before others, and where it waited for a file system that never
// answers (NFS, FUSE), nobody would hear of them.
func init() { goruntime.LockOSThread() }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	leave(ctx, grace, os.Exit)
	said := doorTo(os.Stderr)
	ended := make(chan int)
	go func() { ended <- exitCode(run(ctx, os.Args[1:], os.Stdin, os.Stdout, said), said) }()
	code := <-ended
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
		wrong, todo := plainly(p.Error())
		return usage(wrong, todo)
	}
	return err
}

// mistaken is how the parser says that a value is not of its kind, and where it was set.
var mistaken = regexp.MustCompile(`^(--[\w-]+): (?:expected (a valid 64 bit int|a float|duration)|(bool) value must be [^"]*) ?but got ("(?:[^"\\]|\\.)*").*?(?: \(from envar (\w+)=.*)?$`)

// plainly is what the parser found wrong, and what to do, in a user's words.
func plainly(said string) (wrong, todo string) {
	m := mistaken.FindStringSubmatch(said)
	if m == nil {
		return said + ".", "See parley --help."
	}
	kind := map[string][2]string{
		"a valid 64 bit int": {"no whole number", "Write one, such as 30."}, "a float": {"no number", "Write one, such as 0.5."},
		"duration": {"no time", "Write it with its unit: 5s, 500ms, 2m."}, "bool": {"neither true nor false", "Write true or false."},
	}[m[2]+m[3]]
	return fmt.Sprintf("%s is %s, which is %s.", cmp.Or(m[5], m[1]), m[4], kind[0]), kind[1]
}

// version is the module's, or the commit it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "development"
	}
	return info.Main.Version
}
