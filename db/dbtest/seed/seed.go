// Package seed gives randomised tests their random numbers.
package seed

import (
	"hash/fnv"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"
)

// Variable names the environment's choice of a seed: a number, or "now" for another one each time. Without it a test has
// the same numbers in each run, so that what fails a change is the change.
const Variable = "PARLEY_TEST_SEED"

// Random is a source of random numbers for the test; its seed is logged.
func Random(t testing.TB) *rand.Rand {
	t.Helper()
	seed := chosen(t)
	t.Logf("%s=%d", Variable, seed)
	return rand.New(rand.NewPCG(seed, 0))
}

func chosen(t testing.TB) uint64 {
	t.Helper()
	switch text := os.Getenv(Variable); text {
	case "":
		name := fnv.New64a()
		_, _ = name.Write([]byte(t.Name()))
		return name.Sum64()
	case "now":
		return uint64(time.Now().UnixNano())
	default:
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("%s is a number or \"now\": %v", Variable, err)
		}
		return seed
	}
}
