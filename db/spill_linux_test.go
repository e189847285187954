package db

import (
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// fullDisk tells a copy of the test binary to run the test on a disk that takes no more than a megabyte a file.
const fullDisk = "PARLEY_TEST_FULL_DISK"

func TestRowsStayWhenTheDiskForTheRestIsFull(t *testing.T) {
	if os.Getenv(fullDisk) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), fullDisk+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
		return
	}
	limit := syscall.Rlimit{Cur: 1 << 20, Max: 1 << 20}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	r := collect(t, numbers(1_000_000), Limits{Memory: 1})
	err := r.Wait(t.Context())
	if KindOf(err) != Resources || r.State() != Broken || r.Len() < 10_000 || !r.More() {
		t.Fatalf("state %d, %d rows, %v", r.State(), r.Len(), err)
	}
	for _, i := range []int{0, r.Len() - 1} {
		if row, err := r.Row(i); err != nil || row[0] != int64(i) {
			t.Errorf("row %d is %v, %v", i, row, err)
		}
	}
}
