package duckdb

import (
	"fmt"
	"io"
	"os"
	"testing"

	"parley/db/dbtest"
)

// holdFile names, for a copy of the test binary, the file that it is to hold open for writing until its input ends.
const holdFile = "PARLEY_TEST_HOLD"

func TestMain(m *testing.M) {
	if path := os.Getenv(holdFile); path != "" {
		os.Exit(hold(path))
	}
	os.Exit(dbtest.Main(m))
}

func hold(path string) int {
	e, err := openEngine(path, nil)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer e.close()
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}
