package layout

import "testing"

// every calls f for each arrangement that matters, over all sizes from nothing to a large screen.
func every(f func(w, h int, s State)) {
	for w := 0; w <= 240; w += 7 {
		for h := 0; h <= 80; h += 3 {
			for page := Input; page < Panes; page++ {
				for _, s := range []State{
					{Page: page}, {Page: page, Zoom: true}, {Page: page, InputLines: 40, DiffLines: 90}, {Page: page, DiffLines: 90, DiffLeast: 40},
					{Page: page, Split: 95, Divide: 95}, {Page: page, Split: 1, Divide: 1, InputLines: 3},
				} {
					f(w, h, s)
				}
			}
		}
	}
}

func TestArrangeCoversTheScreenExactlyOnce(t *testing.T) {
	t.Parallel()
	every(func(w, h int, s State) {
		l := Arrange(w, h, s)
		if l.Mode == TooSmall {
			return
		}
		cover := make([]int, w*h)
		for _, r := range append(l.At[:], l.Status, l.Tabs) {
			if r.Empty() {
				continue
			}
			if r.X < 0 || r.Y < 0 || r.X+r.W > w || r.Y+r.H > h {
				t.Fatalf("%dx%d %+v: %+v lies outside", w, h, s, r)
			}
			for y := r.Y; y < r.Y+r.H; y++ {
				for x := r.X; x < r.X+r.W; x++ {
					cover[y*w+x]++
				}
			}
		}
		for i, n := range cover {
			if n != 1 {
				t.Fatalf("%dx%d %+v: cell %d,%d is covered %d times", w, h, s, i%w, i/w, n)
			}
		}
	})
}

func TestArrangeLeavesEveryShownPaneRoomForItsFrame(t *testing.T) {
	t.Parallel()
	every(func(w, h int, s State) {
		l := Arrange(w, h, s)
		for p, r := range l.At {
			if !r.Empty() && (r.W < 20 || r.H < 3) {
				t.Fatalf("%dx%d %+v: %v has only %+v", w, h, s, Pane(p), r)
			}
		}
	})
}

func TestArrangeShowsThePageInFront(t *testing.T) {
	t.Parallel()
	every(func(w, h int, s State) {
		l := Arrange(w, h, s)
		if l.Mode != TooSmall && (!l.Shown(s.Page) || !l.Shown(Input)) {
			t.Fatalf("%dx%d %+v: the page is not shown", w, h, s)
		}
	})
}

func TestArrangeChoosesTheModeBySize(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		w, h int
		want Mode
	}{{59, 40, TooSmall}, {200, 15, TooSmall}, {60, 16, Narrow}, {80, 21, Narrow}, {80, 24, Medium}, {119, 60, Medium}, {120, 16, Wide}} {
		if got := Arrange(c.w, c.h, State{}).Mode; got != c.want {
			t.Errorf("%dx%d: mode %d, want %d", c.w, c.h, got, c.want)
		}
	}
}
