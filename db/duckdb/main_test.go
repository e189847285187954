package duckdb

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"testing"

	"parley/db"
	"parley/db/dbtest"
)

// holdFile names, for a copy of the test binary, the file that it is to hold open for writing until its input ends; readFile
// the file that it is to hold open as parley does.
const (
	holdFile = "PARLEY_TEST_HOLD"
	readFile = "PARLEY_TEST_READ"
)

func TestMain(m *testing.M) {
	if path := os.Getenv(holdFile); path != "" {
		os.Exit(hold(path))
	}
	if path := os.Getenv(readFile); path != "" {
		os.Exit(read(path))
	}
	os.Exit(dbtest.Main(m))
}

func hold(path string) int {
	d, err := sql.Open("duckdb", path)
	if err == nil {
		_, err = d.Exec("CREATE OR REPLACE TEMP TABLE held (v INT)")
	}
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer d.Close()
	return untilTheInputEnds()
}

func read(path string) int {
	d, err := OpenFiles(context.Background(), []string{path}, db.Settings{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer d.Close()
	return untilTheInputEnds()
}

func untilTheInputEnds() int {
	fmt.Println("held")
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}
