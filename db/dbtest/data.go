// Package dbtest finds what the tests of databases need: sample data, and a PostgreSQL server. Tests that cannot have
// them are skipped, saying how to have them, or fail when PARLEY_TEST_REQUIRE names what is missing.
//
// The package is for tests only.
package dbtest

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Data is a path below the folder PARLEY_TEST_DATA, which holds samples/ and databases/.
func Data(t testing.TB, elem ...string) string {
	t.Helper()
	root := os.Getenv("PARLEY_TEST_DATA")
	if root == "" {
		Missing(t, "data", "set PARLEY_TEST_DATA to the folder that holds samples/ and databases/")
	}
	path := filepath.Join(append([]string{root}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		Missing(t, "data", err.Error())
	}
	return path
}

// Glob is every file below PARLEY_TEST_DATA that fits the pattern; at least one.
func Glob(t testing.TB, elem ...string) []string {
	t.Helper()
	pattern := filepath.Join(Data(t), filepath.Join(elem...))
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		Missing(t, "data", "no file fits "+pattern)
	}
	return files
}

// usualRows is how many rows benchmarks read unless they are told.
const usualRows = 1_000_000

// BenchRows is how many rows benchmarks read: a million, or what PARLEY_BENCH_ROWS says.
func BenchRows() int { return Number("PARLEY_BENCH_ROWS", usualRows) }

// DamagedFiles is how many damaged files a test reads: 40, or what PARLEY_TEST_DAMAGED says. 500 take a minute.
func DamagedFiles() int { return Number("PARLEY_TEST_DAMAGED", 40) }

// Number is what a variable of the environment says, otherwise where it says no number.
func Number(variable string, otherwise int) int {
	n, err := strconv.Atoi(os.Getenv(variable))
	if err != nil {
		return otherwise
	}
	return n
}

// Missing skips the test, or fails it when PARLEY_TEST_REQUIRE (a list with commas) names what it needs.
func Missing(t testing.TB, what, how string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("PARLEY_TEST_REQUIRE"), ","), what) {
		t.Fatalf("PARLEY_TEST_REQUIRE asks for %s: %s", what, how)
	}
	t.Skipf("needs %s: %s", what, how)
}
