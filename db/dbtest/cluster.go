package dbtest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// programs are where PostgreSQL's own programs lie when they are not on the PATH.
var programs = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/usr/local/pgsql/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin"}

// Cluster is a throw-away server of the test's own, and a way to kill it as a crash would. args are more of its options.
func Cluster(t testing.TB, args ...string) (url string, kill func()) {
	t.Helper()
	url, stop, err := startCluster(args...)
	if err != nil {
		Missing(t, "postgres", err.Error()+"; install PostgreSQL")
	}
	t.Cleanup(func() { stop(os.Interrupt) }) // a fast shutdown
	return url, func() { stop(os.Kill) }
}

// ClusterWithin is a cluster whose processes may take no more than a number of megabytes of address space each: a server that
// runs out of memory.
func ClusterWithin(t testing.TB, megabytes int) (url string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux bounds the memory of a process")
	}
	url, _ = Cluster(t, within+strconv.Itoa(megabytes*1024))
	return url
}

// within is the beginning of an argument of startCluster that is none of the server's.
const within = "ulimit -v "

// startCluster makes and starts a throw-away server on a free port, in a temporary folder. stop may be called again.
func startCluster(args ...string) (url string, stop func(os.Signal), err error) {
	initdb, postgres := find("initdb"), find("postgres")
	if initdb == "" || postgres == "" {
		return "", nil, errors.New("there is no PostgreSQL on this machine")
	}
	folder, err := os.MkdirTemp(inMemory(), "parley-postgres-")
	if err != nil {
		return "", nil, err
	}
	data := filepath.Join(folder, "data")
	if err := handOver(folder); err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	if out, err := unprivileged(initdb, "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync").CombinedOutput(); err != nil {
		return "", nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, out), os.RemoveAll(folder))
	}
	url, stop, err = startServer(postgres, data, folder, args...)
	if err != nil {
		return "", nil, errors.Join(err, os.RemoveAll(folder))
	}
	return url, stop, nil
}

func startServer(postgres, data, folder string, args ...string) (string, func(os.Signal), error) {
	port, err := freePort()
	if err != nil {
		return "", nil, err
	}
	// Compiling the plans of a test takes the server longer than running them; a test that is about it turns it on.
	args = append([]string{"-D", data, "-p", fmt.Sprint(port), "-h", "127.0.0.1", "-k", "", "-F", "-c", "max_connections=50", "-c", "jit=off"}, args...)
	cmd := unprivileged(postgres, args...)
	if bound := slices.IndexFunc(args, func(a string) bool { return strings.HasPrefix(a, within) }); bound >= 0 {
		script := args[bound] + `; exec "$0" "$@"`
		cmd = unprivileged("/bin/sh", append([]string{"-c", script, postgres}, slices.Delete(args, bound, bound+1)...)...)
	}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	var once sync.Once
	stop := func(signal os.Signal) {
		once.Do(func() {
			_ = cmd.Process.Signal(signal)
			_ = cmd.Wait()
			_ = os.RemoveAll(folder)
		})
	}
	url := fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	if err := waitFor(url); err != nil {
		stop(os.Kill)
		return "", nil, err
	}
	return url, stop, nil
}

func waitFor(url string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for {
		conn, err := pgx.Connect(ctx, url)
		if err == nil {
			return conn.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("the throw-away server did not start: %w", err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// find is the path of one of PostgreSQL's programs, of the newest version there is.
func find(program string) string {
	if path, err := exec.LookPath(program); err == nil {
		return path
	}
	var found []string
	for _, folder := range programs {
		matches, _ := filepath.Glob(filepath.Join(folder, program))
		found = append(found, matches...)
	}
	if len(found) == 0 {
		return ""
	}
	return slices.Max(found)
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	address, ok := l.Addr().(*net.TCPAddr)
	if !ok {
		return 0, errors.New("no port")
	}
	return address.Port, nil
}

// FreePort is a port of this machine that nobody listens on.
func FreePort(t testing.TB) int {
	t.Helper()
	port, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// Start runs a program for the time of the test, not as root. A test that needs a program which is not there is skipped,
// unless PARLEY_TEST_REQUIRE names it.
func Start(t testing.TB, program string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		Missing(t, program, "install "+program)
	}
	cmd := unprivileged(path, args...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}
