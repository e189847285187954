package memory

import (
	"bufio"
	"fmt"
	"net"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

// answering is a server that answers everything but the greeting with the same beginning, and then with the same piece without end.
func answering(t *testing.T, begin, again string) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				lines := bufio.NewScanner(c)
				for lines.Scan() {
					switch line := strings.ToLower(lines.Text()); line {
					case "hello":
						fmt.Fprint(c, "-ERR unknown command\r\n")
					case "select", "client":
						fmt.Fprint(c, "+OK\r\n")
					case "get", "evalsha":
						_, err := fmt.Fprint(c, begin)
						for again != "" && err == nil {
							_, err = fmt.Fprint(c, strings.Repeat(again, 1+(32<<10)/len(again)))
						}
					}
				}
			}()
		}
	}()
	return listener.Addr().String()
}

func TestAnswersWithoutEndOfRedisAreLeft(t *testing.T) {
	for name, c := range map[string]struct{ begin, again string }{
		"a text of 2 GB":             {"$2000000000\r\n", "x"},
		"a text of no length at all": {"$9000000000000000000\r\n", "x"},
		"a length that is no number": {"$x\r\n", "x"},
		"parts":                      {"*2000000000\r\n", "$1\r\nx\r\n"},
		"more parts than numbers":    {"*9000000000000000000\r\n", "$1\r\nx\r\n"},
		"a map":                      {"%2000000000\r\n", "$1\r\nx\r\n"},
		"pushes":                     {"", ">2\r\n$1\r\nx\r\n$1\r\nx\r\n"},
		"a line":                     {"+", "x"},
		"an error":                   {"-ERR ", "x"},
		"nesting":                    {"", "*1\r\n"},
	} {
		t.Run(name, func(t *testing.T) {
			store, err := NewRedis("redis://" + answering(t, c.begin, c.again) + "/0")
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err = store.Load(t.Context(), "k")
			runtime.ReadMemStats(&after)
			// A slow machine has not got as far as the bound of all pushes when the time for a call is up.
			slow := err != nil && name == "pushes" && strings.Contains(err.Error(), "in time")
			if err == nil || strings.Contains(err.Error(), "\n") || name != "nesting" && !slow && !strings.Contains(err.Error(), "longer than any") {
				t.Errorf("got %v", err)
			}
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 256<<20 {
				t.Errorf("%d MB were taken: %v", taken>>20, err)
			}
		})
	}
}

func TestAnswersAreFollowedHoweverTheyAreCut(t *testing.T) {
	t.Parallel()
	fine := "+OK\r\n:7\r\n$-1\r\n$0\r\n\r\n$12\r\n$99999999\r\nx\r\n*2\r\n$1\r\n*\r\n$2\r\n\r\n\r\n-ERR x\r\n*-1\r\n"
	for _, wrong := range []string{"", "$99999999\r\n", "*5000\r\n"} {
		b := &bounded{}
		r := iotest.OneByteReader(strings.NewReader(fine + wrong))
		var err error
		for p := make([]byte, 7); err == nil; {
			n, end := r.Read(p)
			if end != nil {
				break
			}
			err = b.follow(p[:n])
		}
		if (err != nil) != (wrong != "") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
