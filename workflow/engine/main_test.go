package engine_test

import (
	"os"
	"testing"
	"time"

	"parley/db/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// noon is when the questions of the tests are asked.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
