package tui

import (
	"runtime"
	"testing"
)

// hour is an hour of use: a thousand turns of every kind, and ten thousand keys that move, arrange, search, open windows and
// change what is shown.
const hourTurns, hourKeys = 1000, 10_000

// live is what the program holds on to, in bytes, and how many goroutines it has.
func live() (heap uint64, goroutines int) {
	for range 3 { // what finalizers let go is collected in the next round
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc, runtime.NumGoroutine()
}

// The test is not parallel: the heap is the whole program's.
func TestMemoryIsFlatOverAnHourOfUse(t *testing.T) {
	if testing.Short() {
		t.Skip("a thousand turns")
	}
	const grown = 2 << 20
	s := newScreen(t, conversation(), 200, 60)
	inputs := []string{"Show me all users", "Only from last month", "Sort by name", "how many per country", "qwertz asdf", "show me all orders"}
	keys := []string{"4", "j", "l", "G", "]", "_", "+", "K", "K", "g", "3", "v", "j", "2", "k", "space", "1"}
	pressed, early, threads := 0, uint64(0), 0
	for turn := range hourTurns {
		s.ask(inputs[turn%len(inputs)])
		for pressed < hourKeys*(turn+1)/hourTurns {
			s.press(keys[pressed%len(keys)])
			s.View()
			pressed++
		}
		s.focusFor(Asking)
		s.press("ctrl+u")
		if turn == hourTurns/5 {
			early, threads = live()
		}
	}
	s.settle()
	late, after := live()
	t.Logf("%d turns, %d keys: %d KB live after %d turns, %d KB at the end; %d and %d goroutines",
		hourTurns, pressed, early>>10, hourTurns/5, late>>10, threads, after)
	if late > early+grown {
		t.Errorf("the program grew by %d KB", (late-early)>>10)
	}
	if after > threads+5 {
		t.Errorf("%d goroutines more", after-threads)
	}
	runtime.KeepAlive(s)
}
