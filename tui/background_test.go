package tui

import "testing"

func TestBackgroundIsReadFromTheTerminalsAnswer(t *testing.T) {
	t.Parallel()
	for answer, want := range map[string]bool{
		"\x1b]11;rgb:1616/1818/1d1d\x1b\\\x1b[?62;22c": true,
		"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?1;2c":     false,
		"\x1b]11;rgb:fa/f8/e0\x1b\\":                   false,
		"\x1b[?1;2c":                                   true,
		"\x1b]11;rgb:zz":                               true,
		"":                                             true,
	} {
		if got := dark([]byte(answer)); got != want {
			t.Errorf("%q: dark %v", answer, got)
		}
	}
}
