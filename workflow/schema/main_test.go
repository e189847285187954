package schema_test

import (
	"os"
	"testing"

	"parley/db/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }
