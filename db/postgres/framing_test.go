package postgres

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"parley/db"
)

// message is one of the server's, as it goes over the wire.
func message(kind byte, body string) []byte {
	return append(binary.BigEndian.AppendUint32([]byte{kind}, uint32(len(body)+4)), body...)
}

// talker is a server that greets and then says its settings for as long as anybody listens; ready first, if asked. It tells how
// much it could say.
func talker(t *testing.T, kind byte, ready bool) (address string, said *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	said = &atomic.Int64{}
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go talk(c, kind, ready, said)
		}
	}()
	return listener.Addr().String(), said
}

func talk(c net.Conn, kind byte, ready bool, said *atomic.Int64) {
	defer c.Close()
	if _, err := c.Read(make([]byte, 4096)); err != nil {
		return
	}
	_, _ = c.Write(message('R', "\x00\x00\x00\x00"))
	if ready {
		_, _ = c.Write(message('Z', "I"))
	}
	for i := 0; ; i++ {
		body := fmt.Sprintf("setting%d\x00%s\x00", i, strings.Repeat("x", 8000))
		if kind == 'N' {
			body = "M" + body[strings.IndexByte(body, 0)+1:] + "\x00"
		}
		n, err := c.Write(message(kind, body))
		said.Add(int64(n))
		if err != nil {
			return
		}
	}
}

func TestAServerThatTalksWithoutEndIsLeft(t *testing.T) {
	for name, c := range map[string]struct {
		kind  byte
		ready bool
	}{"before it is ready": {'S', false}, "when it is ready": {'S', true}, "notices before it is ready": {'N', false}} {
		t.Run(name, func(t *testing.T) {
			address, said := talker(t, c.kind, c.ready)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			begun := time.Now()
			d, err := Open(t.Context(), "postgres://ana@"+address+"/sales?sslmode=disable&connect_timeout=5", db.Settings{})
			if err == nil {
				d.Close()
				t.Fatal("it was opened")
			}
			runtime.ReadMemStats(&after)
			if kind := db.KindOf(err); kind != db.Unreachable || !c.ready && !strings.Contains(err.Error(), "without end") {
				t.Errorf("%v: %v", kind, err)
			}
			if took := time.Since(begun); took > 30*time.Second {
				t.Errorf("after %v", took)
			}
			if most := int64(200 << 20); said.Load() > most || int64(after.TotalAlloc-before.TotalAlloc) > most {
				t.Errorf("it said %d MB, and %d MB were taken", said.Load()>>20, (after.TotalAlloc-before.TotalAlloc)>>20)
			}
		})
	}
}

func TestFramesAreFollowedHoweverTheyAreCut(t *testing.T) {
	t.Parallel()
	row := string(message('D', strings.Repeat("S", 5000)))
	fine := string(message('R', "\x00\x00\x00\x00")) + string(message('S', "a\x00b\x00")) + string(message('Z', "I")) +
		strings.Repeat(row, 1000) + strings.Repeat(string(message('S', strings.Repeat("n", 1000))), 1000) + string(message('Z', "I")) +
		strings.Repeat(string(message('A', strings.Repeat("n", 1000))), 1000) + string(message('N', "")) + string(message('Z', "I"))
	for name, in := range map[string]io.Reader{"whole": strings.NewReader(fine), "byte by byte": iotest.OneByteReader(strings.NewReader(fine)), "by halves": iotest.HalfReader(strings.NewReader(fine))} {
		if n, err := io.Copy(io.Discard, framed(in, io.Discard)); err != nil || n != int64(len(fine)) {
			t.Errorf("%s: %d of %d, %v", name, n, len(fine), err)
		}
	}
	loud := string(message('Z', "I")) + strings.Repeat(string(message('S', strings.Repeat("n", 1000))), 2000)
	for _, in := range []io.Reader{strings.NewReader(loud), iotest.OneByteReader(strings.NewReader(loud))} {
		if _, err := io.Copy(io.Discard, framed(in, io.Discard)); !errors.Is(err, errTalksWithoutEnd) {
			t.Error(err)
		}
	}
	cut := string(message('Z', "I")) + "Dno frame at all"
	for _, in := range []io.Reader{strings.NewReader(cut), iotest.OneByteReader(strings.NewReader(cut))} {
		if _, err := io.Copy(io.Discard, framed(in, io.Discard)); !errors.Is(err, errNoFrame) {
			t.Error(err)
		}
	}
}
