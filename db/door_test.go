package db

import (
	"bytes"
	"strings"
	"testing"
)

func TestDoorMakesEveryByteVisibleHoweverItIsCut(t *testing.T) {
	t.Parallel()
	text := "line\tone\nÄ\x1b[31m 漢字 🆕 \u202e\u009b\xff\xc3 end\n\u3164\ufff9"
	for size := 1; size < len(text); size++ {
		var out bytes.Buffer
		door := NewDoor(&out, true)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if written, err := door.Write([]byte(rest[:n])); err != nil || written != n {
				t.Fatal(written, err)
			}
			rest = rest[n:]
		}
		if err := door.Flush(); err != nil {
			t.Fatal(err)
		}
		if want := "line\tone\nÄ␛[31m 漢字 🆕 \\u202e\\u009b\\xff\\xc3 end\n\\u3164\\ufff9"; out.String() != want {
			t.Fatalf("in pieces of %d: %q", size, out.String())
		}
	}
	var raw bytes.Buffer
	if _, err := NewDoor(&raw, false).Write([]byte(text)); err != nil || raw.String() != text {
		t.Errorf("%q, %v", raw.String(), err)
	}
	for _, filler := range []string{"\u115f", "\u1160", "\u180e", "\u3164", "\uffa0"} {
		if strings.Contains(Visible("a"+filler), filler) {
			t.Errorf("%+q passes", filler)
		}
	}
	if strings.Contains(Visible("\u3164"), "\u3164") {
		t.Error("a blank filler is not told")
	}
}
