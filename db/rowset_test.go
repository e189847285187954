package db

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/db/dbtest/seed"
)

// stream is a result made by a function, for what no server does on request.
type stream struct {
	columns int
	next    func(ctx context.Context, n int) ([]Value, error) // nil and nil at the end
	row     []Value
	n       int
	err     error
	closed  int
}

var _ Rows = (*stream)(nil)

func (s *stream) Columns() []ResultColumn { return make([]ResultColumn, s.columns) }
func (s *stream) Row() []Value            { return s.row }
func (s *stream) Err() error              { return s.err }
func (s *stream) Close() error            { s.closed++; return nil }

func (s *stream) Next(ctx context.Context) bool {
	s.row, s.err = s.next(ctx, s.n)
	s.n++
	return s.row != nil && s.err == nil
}

// numbers is a stream of n rows that tell their number.
func numbers(n int) *stream {
	return &stream{columns: 2, next: func(_ context.Context, i int) ([]Value, error) {
		if i == n {
			return nil, nil
		}
		return []Value{int64(i), fmt.Sprintf("row %d", i)}, nil
	}}
}

func collect(t *testing.T, s Rows, l Limits) *Rowset {
	t.Helper()
	l.Folder = t.TempDir()
	r := Collect(t.Context(), s, l)
	t.Cleanup(func() { r.Close() })
	return r
}

func TestRowsetKeepsEveryKindOfValueThroughMemoryAndFile(t *testing.T) {
	t.Parallel()
	row := []Value{
		nil, true, false, int64(math.MinInt64), 1.5, math.Inf(1), "", "text\x00\xff", Exact("1.10"), []byte{0, 1}, []byte{},
	}
	for name, memory := range map[string]int{"memory": 0, "file": 1} {
		s := &stream{columns: len(row), next: func(_ context.Context, i int) ([]Value, error) {
			if i == 20_000 {
				return nil, nil
			}
			return row, nil
		}}
		r := collect(t, s, Limits{Memory: memory})
		if err := r.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, i := range []int{0, 7_777, 19_999} {
			got, err := r.Row(i)
			if err != nil || !reflect.DeepEqual(got, row) {
				t.Errorf("%s: row %d is %#v (%v), want %#v", name, i, got, err, row)
			}
		}
	}
}

func TestRowsetGivesAnyRowWhileMemoryStaysInBudget(t *testing.T) {
	t.Parallel()
	const rows = 300_000
	r := collect(t, numbers(rows), Limits{Memory: 1 << 20, Time: time.Minute})
	if err := r.Wait(t.Context()); err != nil || r.State() != Complete || r.More() || r.Len() != rows {
		t.Fatalf("state %d, more %v, %d rows, %v", r.State(), r.More(), r.Len(), err)
	}
	if r.store.memory > 1<<20 || r.store.file == nil {
		t.Errorf("%d bytes in memory, file %v", r.store.memory, r.store.file)
	}
	random := seed.Random(t)
	for range 2_000 {
		i := random.IntN(rows)
		if got, err := r.Row(i); err != nil || got[0] != int64(i) || got[1] != fmt.Sprintf("row %d", i) {
			t.Fatalf("row %d is %v (%v)", i, got, err)
		}
	}
	for _, i := range []int{-1, rows} {
		if _, err := r.Row(i); err == nil {
			t.Errorf("there is a row %d", i)
		}
	}
}

func TestRowsetAtRestTakesNoMemoryAndStillGivesAnyRow(t *testing.T) {
	t.Parallel()
	const rows = 100_000
	r := collect(t, numbers(rows), Limits{Time: time.Minute})
	if err := r.Wait(t.Context()); err != nil || r.store.file != nil {
		t.Fatal(err, r.store.file)
	}
	r.Rest()
	if r.store.memory > chunkSize || r.store.file == nil {
		t.Errorf("%d bytes in memory, file %v", r.store.memory, r.store.file)
	}
	for _, i := range []int{0, rows / 2, rows - 1} {
		if got, err := r.Row(i); err != nil || got[0] != int64(i) {
			t.Errorf("row %d is %v (%v)", i, got, err)
		}
	}
	broken := collect(t, numbers(rows), Limits{Time: time.Minute})
	if err := broken.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	broken.store.limits.Folder = filepath.Join(t.TempDir(), "gone")
	broken.Rest()
	if got, err := broken.Row(1); err != nil || got[0] != int64(1) {
		t.Errorf("without a file: %v, %v", got, err)
	}
}

func TestRowsetStopsAtItsLimits(t *testing.T) {
	t.Parallel()
	slow := func(ctx context.Context, i int) ([]Value, error) {
		if i < 5 {
			return []Value{int64(i)}, nil
		}
		<-ctx.Done()
		return nil, ctx.Err()
	}
	for name, c := range map[string]struct {
		rows   *stream
		limits Limits
		want   int
		more   bool
		state  RowsetState
	}{
		"rows":            {numbers(1000), Limits{Rows: 100}, 100, true, Capped},
		"rows, exactly":   {numbers(100), Limits{Rows: 100}, 100, false, Complete},
		"time":            {&stream{columns: 1, next: slow}, Limits{Time: 500 * time.Millisecond}, 5, true, Capped},
		"nothing at all":  {numbers(0), Limits{}, 0, false, Complete},
		"bytes of a file": {numbers(1_000_000), Limits{Memory: 1, Spill: 1 << 20}, 0, true, Capped},
	} {
		r := collect(t, c.rows, c.limits)
		if err := r.Wait(t.Context()); err != nil || r.State() != c.state || r.More() != c.more || c.want > 0 && r.Len() != c.want {
			t.Errorf("%s: state %d, more %v, %d rows, %v", name, r.State(), r.More(), r.Len(), err)
		}
		if c.rows.closed != 1 {
			t.Errorf("%s: the statement was closed %d times", name, c.rows.closed)
		}
		if n := r.Len(); n == 1_000_000 {
			t.Errorf("%s: all rows were read", name)
		}
	}
}

func TestRowsetKeepsWhatCameBeforeAFailure(t *testing.T) {
	t.Parallel()
	broken := errors.New("the server went away")
	s := &stream{columns: 1, next: func(_ context.Context, i int) ([]Value, error) {
		if i == 3 {
			return nil, broken
		}
		return []Value{int64(i)}, nil
	}}
	r := collect(t, s, Limits{})
	if err := r.Wait(t.Context()); !errors.Is(err, broken) || r.State() != Broken || r.Len() != 3 || !r.More() {
		t.Errorf("state %d, %d rows, %v", r.State(), r.Len(), err)
	}
}

func TestRowsetSaysWhenItsFileCannotBeWritten(t *testing.T) {
	t.Parallel()
	r := Collect(t.Context(), numbers(1_000_000), Limits{Memory: 1, Folder: filepath.Join(t.TempDir(), "gone")})
	defer r.Close()
	err := r.Wait(t.Context())
	if KindOf(err) != Resources || r.State() != Broken || r.Len() == 0 {
		t.Fatalf("state %d, %d rows, %v", r.State(), r.Len(), err)
	}
	if row, err := r.Row(0); err != nil || row[0] != int64(0) {
		t.Errorf("the first row is %v, %v", row, err)
	}
}

func TestRowsetStopsWhenTheUserDoes(t *testing.T) {
	t.Parallel()
	for name, stop := range map[string]func(*Rowset, context.CancelFunc){
		"context": func(_ *Rowset, cancel context.CancelFunc) { cancel() },
		"stop":    func(r *Rowset, _ context.CancelFunc) { r.Stop() },
	} {
		ctx, cancel := context.WithCancel(t.Context())
		r := Collect(ctx, &stream{columns: 1, next: func(ctx context.Context, i int) ([]Value, error) {
			if i == 2 {
				<-ctx.Done()
				return nil, ctx.Err()
			}
			return []Value{int64(i)}, nil
		}}, Limits{})
		for r.Len() < 2 {
			<-r.Changed()
		}
		stop(r, cancel)
		if err := r.Wait(t.Context()); err != nil || r.State() != Stopped || r.Len() != 2 || !r.More() {
			t.Errorf("%s: state %d, %d rows, %v", name, r.State(), r.Len(), err)
		}
		cancel()
		r.Close()
		if _, err := r.Row(0); err == nil {
			t.Errorf("%s: a closed result still gives rows", name)
		}
	}
}

func TestRowsetClipsHugeCells(t *testing.T) {
	t.Parallel()
	huge := strings.Repeat("é", 1<<20)
	s := &stream{columns: 1, next: func(_ context.Context, i int) ([]Value, error) {
		return map[int][]Value{0: {huge}, 1: {[]byte(huge)}}[i], nil
	}}
	r := collect(t, s, Limits{Cell: 101})
	if err := r.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		got, err := r.Row(i)
		want := Clipped{Text: strings.Repeat("é", 50), Size: 2 << 20}
		if err != nil || got[0] != want {
			t.Errorf("got %v, %v", got, err)
		}
	}
	if got := Format(Clipped{Text: "ab", Size: 2 << 20}); got != "ab… (2.1 MB)" {
		t.Errorf("shown as %q", got)
	}
}

func TestRowsetLeavesNoFile(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	r := Collect(t.Context(), numbers(200_000), Limits{Memory: 1, Folder: folder})
	if err := r.Wait(t.Context()); err != nil || r.store.file == nil {
		t.Fatal(err)
	}
	r.Close()
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestDamagedChunkIsAnErrorAndNoPanic(t *testing.T) {
	t.Parallel()
	c := newChunk(0, 2)
	c.append([]Value{int64(1), "one"}, 100)
	c.append([]Value{1.5, strings.Repeat("x", 200)}, 100)
	c.append([]Value{nil, Exact("1.50")}, 100)
	whole := c.Encode(nil)
	for n := range whole {
		if _, err := DecodeChunk(whole[:n], 2); err == nil {
			t.Errorf("%d of %d bytes were read as a chunk", n, len(whole))
		}
	}
	for at := range whole {
		for bit := range 8 {
			damaged := slices.Clone(whole)
			damaged[at] ^= 1 << bit
			if read, err := DecodeChunk(damaged, 2); err == nil {
				for i := range read.Len() {
					read.Row(i)
				}
			}
		}
	}
}

// chunks are rows that come in chunks as a pipe gives them.
type chunks struct {
	Rows
	of    [][]byte
	chunk *Chunk
	at    int
}

func (c *chunks) Columns() []ResultColumn { return make([]ResultColumn, 2) }
func (c *chunks) Chunk() (*Chunk, int)    { return c.chunk, c.at }
func (c *chunks) Skip(rows int)           { c.at += rows }
func (c *chunks) Err() error              { return nil }
func (c *chunks) Close() error            { return nil }

func (c *chunks) Next(context.Context) bool {
	if c.at++; c.chunk != nil && c.at < c.chunk.Len() {
		return true
	}
	if len(c.of) == 0 {
		return false
	}
	c.chunk, _ = DecodeChunk(c.of[0], 2)
	c.at, c.of = 0, c.of[1:]
	return true
}

// TestChunksAreKeptAsTheyCame has chunks that are kept whole, small ones, and one with a cell that is cut.
func TestChunksAreKeptAsTheyCame(t *testing.T) {
	t.Parallel()
	const most, cell = 20_500, 1000
	var encoded [][]byte
	var want [][]Value
	for _, rows := range []int{3, 2048, 2048, 1, 2048, 5, 7, 2048, 9000, 2, 2048, 2048} {
		c := newChunk(0, 2)
		for range rows {
			row := []Value{int64(len(want)), strings.Repeat("x", len(want)%20)}
			if len(want) == 5000 {
				row[1] = strings.Repeat("y", 2*cell)
			}
			c.append(row, wholeCell)
			want = append(want, row)
		}
		encoded = append(encoded, c.Encode([]byte("x"))[1:])
	}
	kept := Collect(t.Context(), &chunks{of: encoded}, Limits{Rows: most, Memory: 1 << 19, Cell: cell, Folder: t.TempDir()})
	defer kept.Close()
	if err := kept.Wait(t.Context()); err != nil || kept.State() != Capped || kept.Len() != most {
		t.Fatalf("%v, %v, %d rows", err, kept.State(), kept.Len())
	}
	for _, i := range append([]int{5000, most - 1}, slices.Collect(every(0, most, 7))...) {
		row, err := kept.Row(i)
		if i == 5000 {
			want[i] = []Value{int64(i), Clipped{Text: strings.Repeat("y", cell), Size: 2 * cell}}
		}
		if err != nil || !slices.Equal(row, want[i]) {
			t.Fatalf("row %d: %v, %v", i, row, err)
		}
	}
	want[5000][1] = strings.Repeat("y", 2*cell)
	flowing, _, err := Flow(t.Context(), func(context.Context) (Rows, error) { return &chunks{of: encoded}, nil }, Limits{Memory: 1 << 17})
	if err != nil {
		t.Fatal(err)
	}
	defer flowing.Close()
	stream, n := flowing.Stream(), 0
	for ; stream.Next(t.Context()); n++ {
		if !slices.Equal(stream.Row(), want[n]) {
			t.Fatalf("row %d that flows: %v", n, stream.Row())
		}
	}
	if stream.Err() != nil || n != len(want) {
		t.Errorf("%d of %d rows flowed: %v", n, len(want), stream.Err())
	}
}

func every(from, to, step int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := from; i < to && yield(i); i += step {
		}
	}
}
