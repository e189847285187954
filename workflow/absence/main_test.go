package absence_test

import (
	"os"
	"testing"
	"time"

	"parley/db/dbtest"
	"parley/workflow/absence"
)

func TestMain(m *testing.M) {
	absence.Budget = 40 * time.Second // what is found may not hang on how busy the machine is
	os.Exit(dbtest.Main(m))
}
