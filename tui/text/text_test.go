package text

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/charmbracelet/x/ansi"

	"parley/db/dbtest/seed"
)

// tricky are strings that break frames in other programs.
var tricky = []string{
	"", "plain", "Ana Lūse", "日本語テキスト", "한국어", "👩‍👩‍👧 family", "🇱🇻 flag", "é́ combining", "שלום עולם", "مرحبا",
	"\x1b[1;38;2;10;20;30mstyled\x1b[0m", "\x1b[4mŪ\x1b[0m…", "a\u200db", "x\ufe0f", "☎\ufe0f", "…→✓▸●┃❯", "Ω≥ж", "ﷺ", "｡ﾊﾝｶｸ", "⠋⣿",
}

func TestWidthIsTheRenderersWidth(t *testing.T) {
	t.Parallel()
	for _, s := range tricky {
		if got, want := Width(s), ansi.StringWidth(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
	for r := rune(0x20); r < 0x30000; r++ {
		if s := string(r); Width(s) != ansi.StringWidth(s) {
			t.Fatalf("%U: %d, want %d", r, Width(s), ansi.StringWidth(s))
		}
	}
}

func TestWidthOfAnyMixtureIsTheRenderersWidth(t *testing.T) {
	t.Parallel()
	r := seed.Random(t)
	for range 20_000 {
		var b strings.Builder
		for range r.IntN(6) {
			b.WriteString(tricky[r.IntN(len(tricky))])
			b.WriteRune([]rune{0x301, 0xfe0f, 0x200d, 'a', 0x1f3fb, 'я', 0x20e3, 0x1160, ' '}[r.IntN(9)])
		}
		if s := b.String(); Width(s) != ansi.StringWidth(s) {
			t.Fatalf("%q: %d, want %d", s, Width(s), ansi.StringWidth(s))
		}
	}
}

func TestFitIsExactAtEveryWidth(t *testing.T) {
	t.Parallel()
	for _, s := range tricky {
		for w := range 24 {
			for name, got := range map[string]string{"Fit": Fit(s, w), "FitRight": FitRight(s, w), "Center": Center(s, w)} {
				if Width(got) != w {
					t.Errorf("%s(%q, %d) is %d cells: %q", name, s, w, Width(got), got)
				}
			}
		}
	}
}

func TestWrapKeepsEveryWordAndTheWidth(t *testing.T) {
	t.Parallel()
	for _, s := range append(tricky, "one two three four", "a\nb", strings.Repeat("long", 20), "日本 語テ キスト text") {
		for w := 2; w < 20; w++ {
			lines := Wrap(s, w)
			if len(lines) == 0 {
				t.Fatalf("%q at %d: no line", s, w)
			}
			for _, l := range lines {
				if Width(l) > w {
					t.Errorf("%q at %d: %q is %d wide", s, w, l, Width(l))
				}
			}
			squeeze := func(s string) string { return strings.Join(strings.Fields(ansi.Strip(s)), "") }
			if got, want := squeeze(strings.Join(lines, "")), squeeze(s); got != want {
				t.Errorf("%q at %d: lost text: %q", s, w, got)
			}
		}
	}
}

func TestSliceTakesCells(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s       string
		from, w int
		want    string
	}{{"abcdef", 2, 3, "cde"}, {"abcdef", 0, 2, "ab"}, {"abc", 9, 2, ""}, {"Ana Lūse", 4, 4, "Lūse"}} {
		if got := Slice(c.s, c.from, c.w); got != c.want {
			t.Errorf("Slice(%q, %d, %d) = %q, want %q", c.s, c.from, c.w, got, c.want)
		}
	}
}

func TestNumbersReadAsPeopleWriteThem(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", -12345: "-12,345"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %s, want %s", n, got, want)
		}
	}
	for s, want := range map[string]string{"1947.50": "1,947.50", "-12345.678": "-12,345.678", "": "", "-": "-", "1e9": "1e9", ".5": ".5", "NaN": "NaN", "1000.": "1,000."} {
		if got := Grouped(s); got != want {
			t.Errorf("Grouped(%q) = %q, want %q", s, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		10 * time.Microsecond: "<1 ms", 3 * time.Millisecond: "3 ms", 1234 * time.Millisecond: "1.2 s", 125 * time.Second: "2 min 5 s",
	} {
		if got := Elapsed(d); got != want {
			t.Errorf("Elapsed(%v) = %s, want %s", d, got, want)
		}
	}
	if Plural(1, "row") != "1 row" || Plural(2000, "row") != "2,000 rows" {
		t.Error("plural")
	}
}

func BenchmarkWidthOfAStyledLine(b *testing.B) {
	s := strings.Repeat("\x1b[38;2;10;20;30mMārtiņš Bērziņš\x1b[0m  ", 8)
	for b.Loop() {
		Width(s)
	}
}

func TestClustersAreThoseOfTheLibrary(t *testing.T) {
	t.Parallel()
	for _, s := range []string{"", "abc", "a\nb\n", "e\u0301a", "a\u0301\n", "日本語x", "👩\u200d💻 and 🇰🇪🇰🇪", "x\ufe0f1\u20e3", "\n\u0301"} {
		var want []string
		for rest := s; rest != ""; {
			c, _ := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
			want, rest = append(want, c), rest[len(c):]
		}
		if got := Clusters(s); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

func TestJoinedCharactersHaveTheirFirstInTheirPlace(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"plain":                       "plain",
		"a👩‍👩‍👧b":                     "a👩b",
		"\x1b[1m👍🏽\x1b[0m|":           "\x1b[1m👍\x1b[0m|",
		"❤️|":                         "❤ |",
		"日本語 é":                       "日本語 é",
		"\x1b[38;2;1;2;3mx❤️‍🔥\x1b[m": "\x1b[38;2;1;2;3mx❤ \x1b[m",
	} {
		got := Unjoined(in)
		if got != want || Width(got) != Width(in) {
			t.Errorf("%q: %q, %d cells of %d", in, got, Width(got), Width(in))
		}
	}
}

// A line keeps its width on terminals that give each code point a cell of its own, and its letters where there is room.
func TestLettersOfSeveralCodePointsKeepTheFrame(t *testing.T) {
	t.Parallel()
	cells := func(s string) (n int) { // as wcwidth counts
		for _, r := range ansi.Strip(s) {
			switch {
			case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
			case r >= 0x1f1e6 && r <= 0x1f1ff: // half a flag
				n++
			default:
				n += Width(string(r))
			}
		}
		return n
	}
	for in, want := range map[string]string{
		"│ नमस्ते        x │":       "│ नमस्ते       x │",
		"│ भारत   x │":              "│ भारत  x │",
		"│\x1b[1m भारत  \x1b[0m x│": "│\x1b[1m भारत \x1b[0m x│",
		"│ กำไร  │":                 "│ กำไร │",
		"│भारत│":                    "│भरत│",
		"│ 한국어 日本 é  ع ر ب │":       "│ 한국어 日本 é  ع ر ب │",
		"│ plain        │":          "│ plain        │",
		"│ 🇱🇻   x │":                "│ 🇱🇻   x │",
	} {
		got := Unjoined(in)
		if got != want || cells(got) != Width(in) {
			t.Errorf("%q: %q of %d cells, want %q of %d", in, got, cells(got), want, Width(in))
		}
	}
}
