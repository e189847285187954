package engine

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"time"
	"unsafe"

	duck "github.com/duckdb/duckdb-go-bindings"

	"parley/db"
)

// cell reads the values of one column out of a chunk's memory (https://duckdb.org/docs/stable/clients/c/vector).
type cell struct {
	kind     duck.Type
	inner    duck.Type // how a DECIMAL is stored
	scale    int
	exact    bool // text that DuckDB wrote for another type
	data     unsafe.Pointer
	validity unsafe.Pointer
}

// cellsOf looks at the result's types; columns are the statement's own.
func cellsOf(result *duck.Result, columns []column) []cell {
	cells := make([]cell, len(columns))
	for i := range cells {
		cells[i].exact = columns[i].Type != db.Text
		t := duck.ColumnLogicalType(result, duck.IdxT(i))
		cells[i].kind = duck.GetTypeId(t)
		if cells[i].kind == duck.TypeDecimal {
			cells[i].inner, cells[i].scale = duck.DecimalInternalType(t), int(duck.DecimalScale(t))
		}
		duck.DestroyLogicalType(&t)
	}
	return cells
}

func (c *cell) point(v duck.Vector) {
	c.data, c.validity = duck.VectorGetData(v), duck.VectorGetValidity(v)
}

// element is value i of a vector of T.
func element[T any](c *cell, i int) T {
	var t T
	return *(*T)(unsafe.Add(c.data, uintptr(i)*unsafe.Sizeof(t)))
}

func (c *cell) null(i int) bool {
	if c.validity == nil {
		return false
	}
	word := *(*uint64)(unsafe.Add(c.validity, uintptr(i/64)*8))
	return word&(1<<(i%64)) == 0
}

// add appends values from to end of the chunk to a column of rows.
func (c *cell) add(to *db.Vector, from, end int) {
	one := c.adder()
	for i := from; i < end; i++ {
		if c.null(i) {
			to.Null()
			continue
		}
		one(to, i)
	}
}

// adder is what appends a value of the column's type that is not NULL.
func (c *cell) adder() func(to *db.Vector, i int) {
	switch c.kind {
	case duck.TypeBoolean:
		return func(to *db.Vector, i int) { to.Boolean(element[bool](c, i)) }
	case duck.TypeFloat:
		return func(to *db.Vector, i int) { to.Float(float64(element[float32](c, i))) }
	case duck.TypeDouble:
		return func(to *db.Vector, i int) { to.Float(element[float64](c, i)) }
	case duck.TypeVarchar:
		if c.exact {
			return func(to *db.Vector, i int) { to.Exact(c.bytes(i)) }
		}
		return func(to *db.Vector, i int) { to.Text(c.bytes(i)) }
	case duck.TypeBlob:
		return func(to *db.Vector, i int) { to.Bytes(c.bytes(i)) }
	}
	if write := c.writer(); write != nil {
		var b []byte
		return func(to *db.Vector, i int) {
			b = write(b[:0], i)
			to.Exact(b)
		}
	}
	return func(to *db.Vector, i int) { to.Integer(c.integer(i)) }
}

// writer is what writes values as text that are no text and no number of Go's; nil for the others.
func (c *cell) writer() func(b []byte, i int) []byte {
	switch c.kind {
	case duck.TypeDate:
		return func(b []byte, i int) []byte { return appendDate(b, element[int32](c, i)) }
	case duck.TypeTimestamp:
		return func(b []byte, i int) []byte { return appendTimestamp(b, element[int64](c, i)) }
	case duck.TypeDecimal:
		return c.appendDecimal
	}
	return nil
}

func (c *cell) integer(i int) int64 {
	switch c.kind {
	case duck.TypeTinyInt:
		return int64(element[int8](c, i))
	case duck.TypeSmallInt:
		return int64(element[int16](c, i))
	case duck.TypeInteger:
		return int64(element[int32](c, i))
	case duck.TypeUTinyInt:
		return int64(element[uint8](c, i))
	case duck.TypeUSmallInt:
		return int64(element[uint16](c, i))
	case duck.TypeUInteger:
		return int64(element[uint32](c, i))
	}
	return element[int64](c, i)
}

// maxCell is the largest text or blob that is taken over, in bytes.
const maxCell = 64 << 20

// size is how many bytes of text value i has.
func (c *cell) size(i int) int {
	if c.kind != duck.TypeVarchar && c.kind != duck.TypeBlob || c.null(i) {
		return 0
	}
	return int(*(*uint32)(unsafe.Add(c.data, uintptr(i)*16)))
}

// shortest is the longest text that lies in the vector itself; of a longer one it holds a pointer.
const shortest = 12

func (c *cell) bytes(i int) []byte {
	at := unsafe.Add(c.data, uintptr(i)*16)
	length := *(*uint32)(at)
	if length <= shortest {
		return unsafe.Slice((*byte)(unsafe.Add(at, 4)), length)
	}
	return unsafe.Slice(*(**byte)(unsafe.Add(at, 8)), length)
}

// appendDecimal writes a DECIMAL with all its digits.
func (c *cell) appendDecimal(b []byte, i int) []byte {
	var n int64
	switch c.inner {
	case duck.TypeSmallInt:
		n = int64(element[int16](c, i))
	case duck.TypeInteger:
		n = int64(element[int32](c, i))
	case duck.TypeBigInt:
		n = element[int64](c, i)
	default:
		halves := element[[2]int64](c, i) // lower (unsigned), upper
		large := new(big.Int).Lsh(big.NewInt(halves[1]), 64)
		large.Or(large, new(big.Int).SetUint64(uint64(halves[0])))
		return pointed(b, large.Append(nil, 10), c.scale)
	}
	var digits [20]byte
	return pointed(b, strconv.AppendInt(digits[:0], n, 10), c.scale)
}

// pointed appends a number's digits with the decimal point before the last scale ones.
func pointed(b, digits []byte, scale int) []byte {
	if scale == 0 {
		return append(b, digits...)
	}
	if digits[0] == '-' {
		b, digits = append(b, '-'), digits[1:]
	}
	whole := len(digits) - scale
	if whole <= 0 {
		b = append(b, "0."...)
		for ; whole < 0; whole++ {
			b = append(b, '0')
		}
		return append(b, digits...)
	}
	b = append(append(b, digits[:whole]...), '.')
	return append(b, digits[whole:]...)
}

// The numbers that DuckDB has for infinite dates and timestamps are the largest ones.
const (
	infiniteDay   = 1<<31 - 1
	infiniteMicro = 1<<63 - 1
)

func appendDate(b []byte, days int32) []byte {
	switch days {
	case infiniteDay:
		return append(b, "infinity"...)
	case -infiniteDay:
		return append(b, "-infinity"...)
	}
	return era(b, time.Unix(int64(days)*86400, 0).UTC(), "2006-01-02")
}

func appendTimestamp(b []byte, micros int64) []byte {
	switch micros {
	case infiniteMicro:
		return append(b, "infinity"...)
	case -infiniteMicro:
		return append(b, "-infinity"...)
	}
	return era(b, time.UnixMicro(micros).UTC(), "2006-01-02 15:04:05.999999")
}

// era writes years before 1 as DuckDB does: the year 0 is 1 BC.
func era(b []byte, t time.Time, layout string) []byte {
	if t.Year() > 0 {
		return t.AppendFormat(b, layout)
	}
	return fmt.Appendf(b, "%04d%s (BC)", 1-t.Year(), t.Format(strings.TrimPrefix(layout, "2006")))
}
