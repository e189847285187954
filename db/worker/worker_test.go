package worker

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/db"
)

const testName = "parley-test-worker"

func init() { Run(testName, testHandler) }

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testHandler does what tests ask for.
func testHandler(ctx context.Context, method string, args json.RawMessage, answer *Answer) error {
	var text string
	if err := json.Unmarshal(args, &text); err != nil {
		return err
	}
	switch method {
	case "echo":
		return answer.Give(text)
	case "fail":
		return &db.Error{Kind: db.Busy, Message: text, Hint: "hint", Position: 7, Cause: errors.New("cause")}
	case "crash":
		return broken(0)
	case "deaf":
		for {
			time.Sleep(time.Hour)
		}
	case "wait":
		<-ctx.Done()
		return ctx.Err()
	case "compute":
		for n := 0; ; n++ {
			runtime.KeepAlive(n)
		}
	case "eat":
		var eaten [][]byte
		for ctx.Err() == nil {
			eaten = append(eaten, megabyte())
		}
		return fmt.Errorf("ate %d MB", len(eaten))
	case "stumble": // as a library does that does not look whether it was given memory
		var eaten [][]byte
		for range 60 {
			eaten = append(eaten, megabyte())
		}
		time.Sleep(20 * time.Second) // long enough to be seen, which ends it
		return broken(len(eaten))
	case "count":
		return count(ctx, answer)
	case "environment":
		return answer.Give(strings.Join(os.Environ(), "\n"))
	case "garbage":
		os.NewFile(answersFD, "answers").Write([]byte("\xff\xff\xff\xffgarbage"))
		<-ctx.Done()
	default:
		return escape(method, text)
	}
	return nil
}

// megabyte is memory that is used.
func megabyte() []byte {
	b := make([]byte, 1<<20)
	for i := 0; i < len(b); i += 4096 {
		b[i] = 1
	}
	return b
}

// broken ends the process by a signal.
func broken(n int) error {
	var p *int
	go func() { *p = n }()
	select {}
}

// count sends numbers until it is stopped.
func count(ctx context.Context, answer *Answer) error {
	if err := answer.Head("numbers"); err != nil {
		return err
	}
	c := db.NewChunk(1)
	for n := int64(0); ; {
		c.Reset()
		for range 1000 {
			c.Column(0).Integer(n)
			c.Added(1)
			n++
		}
		if err := answer.Rows(ctx, c); err != nil {
			return err
		}
	}
}

// escape tries what a worker may not, or may in its own places only.
func escape(method, text string) error {
	switch method {
	case "read":
		_, err := os.ReadFile(text)
		return err
	case "list":
		_, err := os.ReadDir(text)
		return err
	case "write":
		return os.WriteFile(text, []byte("x"), 0o600)
	case "remove":
		return os.Remove(text)
	case "chmod":
		return os.Chmod(text, 0o777)
	case "run":
		return exec.Command(text).Run()
	case "connect":
		conn, err := net.Dial("tcp", text)
		if err == nil {
			conn.Close()
		}
		return err
	case "kill":
		return syscall.Kill(os.Getppid(), 0)
	}
	return errors.New("no method " + method)
}

func started(t *testing.T, s Spec) *Client {
	t.Helper()
	s.Name = testName
	c, err := Start(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func call(c *Client, method, text string) (string, error) {
	var got string
	err := c.Call(context.Background(), method, text, &got)
	return got, err
}

func TestAnswersAndFailuresComeAsTheyWereGiven(t *testing.T) {
	t.Parallel()
	c := started(t, Spec{})
	if got, err := call(c, "echo", "hello"); got != "hello" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	_, err := call(c, "fail", "a sentence")
	var e *db.Error
	if !errors.As(err, &e) || e.Kind != db.Busy || e.Message != "a sentence" || e.Hint != "hint" || e.Position != 7 || e.Cause.Error() != "cause" {
		t.Errorf("got %#v", err)
	}
}

func TestRowsWaitUntilThoseBeforeAreTaken(t *testing.T) {
	t.Parallel()
	c := started(t, Spec{})
	stream, err := c.Begin(t.Context(), "count", "")
	if err != nil {
		t.Fatal(err)
	}
	var head string
	if err := stream.Head(t.Context(), &head); head != "numbers" || err != nil {
		t.Fatalf("got %q, %v", head, err)
	}
	time.Sleep(50 * time.Millisecond)
	stream.mu.Lock()
	if stream.bytes > window+100_000 {
		t.Errorf("%d bytes wait", stream.bytes)
	}
	stream.mu.Unlock()
	for want := int64(0); want < 2_000_000; {
		b, err := stream.Rows(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		rows, err := db.DecodeChunk(b, 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range rows.Len() {
			if got := rows.Row(i)[0]; got != want {
				t.Fatalf("got %v, want %d", got, want)
			}
			want++
		}
	}
	stream.Close()
	if got, err := call(c, "echo", "after"); got != "after" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestEndsAreToldForWhatTheyAre(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		do   func(c *Client) error
		want Why
	}{
		"a crash": {func(c *Client) error { _, err := call(c, "crash", ""); return err }, Crashed},
		"kill -9": {func(c *Client) error {
			time.AfterFunc(50*time.Millisecond, func() { syscall.Kill(c.PID(), syscall.SIGKILL) })
			_, err := call(c, "wait", "")
			return err
		}, Crashed},
		"garbage": {func(c *Client) error { _, err := call(c, "garbage", ""); return err }, Crashed},
		"deaf": {func(c *Client) error {
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			defer cancel()
			return c.Call(ctx, "deaf", "", nil)
		}, Stuck},
		"closed": {func(c *Client) error {
			time.AfterFunc(50*time.Millisecond, c.Close)
			_, err := call(c, "wait", "")
			return err
		}, Closed},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := started(t, Spec{})
			begun := time.Now()
			err := test.do(c)
			var e *Ended
			if !errors.As(err, &e) || e.Why != test.want || time.Since(begun) > 20*time.Second {
				t.Errorf("got %v after %v", err, time.Since(begun))
			}
			if _, err := call(c, "echo", ""); !errors.As(err, &e) {
				t.Errorf("afterwards: %v", err)
			}
		})
	}
}

func TestCancelEndsTheCallAndNotTheWorker(t *testing.T) {
	t.Parallel()
	c := started(t, Spec{})
	c.grace = 40 * time.Second // a busy machine may take longer than a user would wait
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := c.Call(ctx, "wait", "", nil); err == nil || c.Ended() != nil {
		t.Errorf("got %v, %v", err, c.Ended())
	}
	if got, err := call(c, "echo", "after"); got != "after" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestMemoryIsBounded(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("memory is watched on Linux")
	}
	for _, method := range []string{"eat", "stumble"} {
		c := started(t, Spec{Memory: 64 << 20})
		_, err := call(c, method, "")
		var e *Ended
		if !errors.As(err, &e) || e.Why != Memory {
			t.Errorf("%s: %v", method, err)
		}
	}
}

func TestWorkerMayDoWhatItIsForAndNothingElse(t *testing.T) {
	t.Parallel()
	folder, elsewhere := t.TempDir(), t.TempDir()
	file := func(name string) string {
		path := filepath.Join(elsewhere, name)
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	named, written, other := file("named"), file("written"), file("other")
	c := started(t, Spec{Read: []string{named}, Write: []string{written}, Folder: folder})
	if !c.Confinement().Files || !c.Confinement().Calls {
		t.Skipf("this system confines less: %+v", c.Confinement())
	}
	for _, test := range []struct {
		method, text string
		may          bool
	}{
		{"read", named, true}, {"write", written, true}, {"write", filepath.Join(folder, "spill"), true}, {"read", filepath.Join(folder, "spill"), true},
		{"remove", filepath.Join(folder, "spill"), true},
		{"read", other, false}, {"read", "/etc/passwd", false}, {"read", "/proc/self/environ", false}, {"read", fmt.Sprintf("/proc/%d/environ", os.Getpid()), false},
		{"read", fmt.Sprintf("/proc/%d/cmdline", os.Getpid()), false}, {"list", elsewhere, false}, {"list", "/", false}, {"write", named, false}, {"remove", named, false},
		{"write", filepath.Join(elsewhere, "new"), false}, {"chmod", named, false}, {"chmod", written, false}, {"run", "/bin/true", false},
		{"connect", listener.Addr().String(), false}, {"kill", "", false},
	} {
		_, err := call(c, test.method, test.text)
		var ended *Ended
		if errors.As(err, &ended) {
			t.Fatalf("%s %s ended the worker: %v", test.method, test.text, err)
		}
		if err != nil && strings.Contains(err.Error(), "unexpected end of JSON") { // it had nothing to give
			err = nil
		}
		if (err == nil) != test.may {
			t.Errorf("%s %s: %v, may: %v", test.method, test.text, err, test.may)
		}
	}
}

func TestWorkerGetsNoSecrets(t *testing.T) {
	t.Setenv("PGPASSWORD", "hunter2")
	t.Setenv("OPENAI_API_KEY", "hunter3")
	got, err := call(started(t, Spec{Folder: t.TempDir()}), "environment", "")
	if err != nil || strings.Contains(got, "hunter") || !strings.Contains(got, "TMPDIR=") {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestWorkerEndsWithWhoAsked(t *testing.T) {
	t.Parallel()
	c := started(t, Spec{})
	c.requests.Close()
	select {
	case <-c.gone:
	case <-time.After(40 * time.Second):
		t.Fatal("it lives on")
	}
}

func TestFramesOfAnyBytesAreFailuresAndNoPanic(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\x00", "\xff\xff\xff\xff\x01\x00\x00\x00\x00", "\x05\x00\x00\x00\x01\x00\x00\x00\x00abc"} {
		if _, err := readFrame(strings.NewReader(text)); err == nil {
			t.Errorf("%q was read", text)
		}
	}
	if _, err := readFrame(strings.NewReader("")); !errors.Is(err, io.EOF) {
		t.Errorf("got %v", err)
	}
}
