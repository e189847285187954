package bounded_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/dialog/bounded"
)

func TestAFileOverItsSizeIsRefusedAndOneOfItsSizeIsRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, make([]byte, 3<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := bounded.File(path, 3<<20); err != nil || len(text) != 3<<20 {
		t.Error(len(text), err)
	}
	var large *bounded.TooLarge
	if _, err := bounded.File(path, 2<<20); !errors.As(err, &large) {
		t.Error(err)
	}
	if _, err := bounded.File(os.DevNull, 10); err == nil {
		t.Error("a device was read")
	}
}

func TestTextsThatNestWithoutEndAreRefusedBeforeTheyAreDecoded(t *testing.T) {
	t.Parallel()
	many := func(s string) string { return strings.Repeat(s, 1_000_000) }
	for name, text := range map[string]string{
		"lists": "a = " + many("["), "tables": "a = " + many("{a="), "a key": many("a.") + "a = 1", "a quoted key": many(`"a".`) + "a = 1",
		"a header": "[" + many("a.") + "a]", "behind a comment": "# \"\n" + many("a.") + "a = 1", "behind a text": "b = \"\\\"\"\n" + many("a.") + "a = 1",
		"behind lines of text": "b = \"\"\"\nx\"\\\"\"\"\"\na = " + many("["), "behind a letter": "b = 'it\\'\n" + many("a.") + "a = 1",
	} {
		var into map[string]any
		if err := bounded.TOML(text, &into); err == nil || !strings.Contains(err.Error(), "levels deep") {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}

func TestTextsThatPeopleWriteAreDecoded(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"a = 'see https://a.b.c." + strings.Repeat("x.", 50) + "'", "# " + strings.Repeat("and so on. ", 50), "a = \"\"\"\n" + strings.Repeat("[ . \" ", 50) + "\"\"\"",
		"a = '''\n" + strings.Repeat("{ ' .", 50) + "'''", "a = [" + strings.Repeat("1.5, ", 50) + "]", strings.Repeat("[[a]]\nb.c.d = 1.5 # [\n", 100), `"a]".'b[' = 1`,
	} {
		var into map[string]any
		if err := bounded.TOML(text, &into); err != nil || len(into) > 1 {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}
