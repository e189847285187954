package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
)

var sizes = [][2]int{{80, 24}, {120, 36}, {200, 60}}

func TestGoldenScreens(t *testing.T) {
	t.Parallel()
	for _, size := range sizes {
		for name, drive := range map[string]func(s *screen){
			"welcome": func(*screen) {},
			"first":   func(s *screen) { s.ask("Show me all users") },
			"refined": func(s *screen) { s.ask("Show me all users"); s.ask("Only from last month") },
			"sorted": func(s *screen) {
				s.ask("Show me all users")
				s.ask("Only from last month")
				s.ask("Sort by name")
				s.press("tab")
			},
			"failed":  func(s *screen) { s.ask("qwertz asdf gh jkl show") },
			"help":    func(s *screen) { s.press("?") },
			"palette": func(s *screen) { s.press("ctrl+p") },
			"schema":  func(s *screen) { s.press("ctrl+t") },
		} {
			if name == "help" && size[1] > 36 {
				continue // the commands at its end are the core's, and tested there
			}
			t.Run(fmt.Sprintf("%s_%dx%d", name, size[0], size[1]), func(t *testing.T) {
				t.Parallel()
				s := newScreen(t, conversation(), size[0], size[1])
				drive(s)
				golden.RequireEqual(t, s.plain())
			})
		}
	}
}

// exact checks that the screen is w × h: every line w cells, h lines.
func exact(t *testing.T, s *screen, w, h int, what string) {
	t.Helper()
	lines := strings.Split(s.View(), "\n")
	if len(lines) != h {
		t.Fatalf("%s at %dx%d: %d lines\n%s", what, w, h, len(lines), s.plain())
	}
	for i, l := range lines {
		if got := ansi.StringWidth(l); got != w {
			t.Fatalf("%s at %dx%d: line %d is %d cells wide: %q", what, w, h, i, got, ansi.Strip(l))
		}
	}
}

func TestScreenIsExactAtEverySizeAndInEveryState(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 60, 24)
	steps := []func(){
		func() {},
		func() { s.typed("日本語の 👩‍👩‍👧 input é́") },
		func() { s.press("ctrl+u"); s.ask("Show me all users") },
		func() { s.ask("Only from last month") },
		func() { s.press("tab", "tab") },
		func() { s.press("v") },
		func() { s.press("tab", "G", "end") },
		func() { s.press("z") },
		func() { s.press("p"); s.settle() },
		func() { s.press("esc", "z", "?") },
		func() { s.press("esc", ":") },
		func() { s.press("esc", "t") },
		func() { s.press("esc", "Y") },
		func() { s.press("esc", "esc", "esc", "1") },
		func() { s.ask("how many per country"); s.press("alt+4", "c"); s.settle() },
	}
	for i, step := range steps {
		step()
		for _, size := range [][2]int{{60, 24}, {400, 120}, {91, 41}, {60, 16}, {120, 36}, {59, 15}, {20, 3}, {1, 1}, {80, 24}, {200, 60}, {60, 24}} {
			s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			exact(t, s, size[0], size[1], fmt.Sprintf("step %d", i))
		}
		s.settle()
	}
}

func TestInputHasItsHeightAtOnceAfterAResize(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 200, 60)
	s.typed("show me all the users from last month who live in a city that is far away")
	want := s.plain()
	for _, size := range [][2]int{{1, 1}, {20, 6}, {60, 16}, {400, 100}} {
		s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.send(tea.WindowSizeMsg{Width: 200, Height: 60})
		if got := s.plain(); got != want {
			t.Fatalf("after %v the screen is\n%s", size, got)
		}
	}
}

func TestNoticeOfASmallScreenIsWholeWhereItFits(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 20, 6)
	s.shows("20 × 6 is too small.", "parley needs", "60 × 16.")
	exact(t, s, 20, 6, "too small")
	s.send(tea.WindowSizeMsg{Width: 59, Height: 15})
	s.shows("59 × 15 is too small.", "parley needs 60 × 16.")
}

func TestASCIIHasOnlyPlainLetters(t *testing.T) {
	t.Parallel()
	s := newScreen(t, conversation(), 120, 36, func(o *Options) { o.Theme.ASCII = true })
	check := func(what string) {
		t.Helper()
		exact(t, s, 120, 36, what)
		for _, l := range strings.Split(s.plain(), "\n") {
			if i := strings.IndexFunc(l, func(r rune) bool { return r > 126 }); i >= 0 {
				t.Fatalf("%s: %q in %q", what, l[i:i+3], l)
			}
		}
	}
	check("welcome")
	s.ask("how many per country")
	check("first turn")
	s.press("alt+4", "c")
	s.settle()
	check("chart")
	s.press("c", "p")
	s.settle()
	check("profile")
	s.press("esc", "?")
	check("help")
}

// Beside a window there is a part of the screen to be seen, or nothing: no pieces of frames.
func TestAWindowLeavesNoPiecesOfFramesBesideIt(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 16}, {80, 24}, {120, 36}, {200, 60}} {
		s := newScreen(t, conversation(), size[0], size[1])
		s.ask("Show me all users")
		s.ask("Only from last month")
		for _, key := range []string{"ctrl+p", "ctrl+t", "?", "B"} {
			s.press("alt+2", key)
			s.settle()
			if s.modal == nil {
				t.Fatalf("%s opens nothing", key)
			}
			r := placeWindow(s.theme, s.modal, size[0], size[1])
			if r.X > 0 && r.X < strip || r.Y > 1 && r.Y < band {
				t.Errorf("%d × %d, %s: %d columns beside the window, %d lines above it", size[0], size[1], key, r.X, r.Y)
			}
			exact(t, s, size[0], size[1], key)
			s.press("esc")
		}
	}
}
