package db

import (
	"errors"
	"runtime"
	"testing"
	"time"
)

func TestResultIsReadOnFourTimesAsFarWhereALimitStoppedIt(t *testing.T) {
	t.Parallel()
	limits := Limits{Rows: 100, Spill: 1 << 20, Time: 10 * time.Second}
	r := collect(t, numbers(1000), limits)
	if err := r.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{400, 1000} {
		further, err := r.Further()
		if err != nil || further.Spill != 4*r.limits.Spill || further.Time != 4*r.limits.Time || further.Memory != r.limits.Memory {
			t.Fatalf("further: %+v, %v", further, err)
		}
		r = collect(t, numbers(1000), further)
		if err := r.Wait(t.Context()); err != nil || r.Len() != want {
			t.Fatalf("%d rows, %v; want %d", r.Len(), err, want)
		}
	}
	if _, err := r.Further(); KindOf(err) != Resources {
		t.Errorf("a whole result is read on: %v", err)
	}
}

func TestResultIsReadOnUnderTheSameLimitsWhereItBroke(t *testing.T) {
	t.Parallel()
	r := collect(t, &stream{columns: 1, err: errors.New("gone")}, Limits{})
	r.state = Broken
	if further, err := r.Further(); err != nil || further.Rows != r.limits.Rows || further.Time != r.limits.Time {
		t.Errorf("further: %+v, %v", further, err)
	}
}

func TestReadingOnHasAnEnd(t *testing.T) {
	t.Parallel()
	r := &Rowset{state: Capped, limits: Limits{}.WithDefaults()}
	for range 3 {
		var err error
		if r.limits, err = r.Further(); err != nil {
			t.Fatal(err)
		}
	}
	if r.limits.Rows != furthest.Rows || r.limits.Time != furthest.Time {
		t.Errorf("after three times: %+v", r.limits)
	}
	r.limits.Spill = furthest.Spill // the disk of the test may have less room
	if _, err := r.Further(); KindOf(err) != Resources {
		t.Errorf("a fourth time: %v", err)
	}
	if _, err := (&Rowset{}).Further(); err == nil {
		t.Error("a result that is being read is read on")
	}
}

func TestReadingOnStopsWhereTheDiskIsFull(t *testing.T) {
	t.Parallel()
	free, known := freeBytes(t.TempDir())
	if !known && runtime.GOOS != "linux" {
		t.Skip("only Linux is sure to say how much of a disk is free")
	}
	if !known {
		t.Fatal("Linux does not say how much of the disk is free")
	}
	limits, err := Limits{Spill: 1 << 60}.within(0)
	if err != nil || limits.Spill > free {
		t.Errorf("%d bytes on a disk that has %d: %v", limits.Spill, free, err)
	}
	if _, err := (Limits{Spill: 1 << 60}).within(1 << 59); KindOf(err) != Resources {
		t.Errorf("more than the disk takes: %v", err)
	}
}
