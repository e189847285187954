package duckdb

import (
	"fmt"
	"math/big"
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

// value copies value i of the chunk.
func (c *cell) value(i int) db.Value {
	if c.null(i) {
		return nil
	}
	switch c.kind {
	case duck.TypeBoolean:
		return element[bool](c, i)
	case duck.TypeFloat:
		return float64(element[float32](c, i))
	case duck.TypeDouble:
		return element[float64](c, i)
	case duck.TypeVarchar:
		if c.exact {
			return db.Exact(c.bytes(i))
		}
		return string(c.bytes(i))
	case duck.TypeBlob:
		return append([]byte{}, c.bytes(i)...)
	case duck.TypeDate:
		return date(element[int32](c, i))
	case duck.TypeTimestamp:
		return timestamp(element[int64](c, i))
	case duck.TypeDecimal:
		return c.decimal(i)
	default:
		return c.integer(i)
	}
}

func (c *cell) integer(i int) db.Value {
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

// tooLarge says that value i is a text or blob that is not taken over.
func (c *cell) tooLarge(i int) bool {
	if c.kind != duck.TypeVarchar && c.kind != duck.TypeBlob || c.null(i) {
		return false
	}
	return *(*uint32)(unsafe.Add(c.data, uintptr(i)*16)) > maxCell
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

// decimal writes a DECIMAL with all its digits.
func (c *cell) decimal(i int) db.Value {
	var n *big.Int
	switch c.inner {
	case duck.TypeSmallInt:
		n = big.NewInt(int64(element[int16](c, i)))
	case duck.TypeInteger:
		n = big.NewInt(int64(element[int32](c, i)))
	case duck.TypeBigInt:
		n = big.NewInt(element[int64](c, i))
	default:
		halves := element[[2]int64](c, i) // lower (unsigned), upper
		n = new(big.Int).Lsh(big.NewInt(halves[1]), 64)
		n.Or(n, new(big.Int).SetUint64(uint64(halves[0])))
	}
	return db.Exact(point(n.String(), c.scale))
}

// point puts the decimal point before the last digits.
func point(digits string, scale int) string {
	if scale == 0 {
		return digits
	}
	sign := ""
	if rest, negative := strings.CutPrefix(digits, "-"); negative {
		sign, digits = "-", rest
	}
	if missing := scale + 1 - len(digits); missing > 0 {
		digits = strings.Repeat("0", missing) + digits
	}
	return sign + digits[:len(digits)-scale] + "." + digits[len(digits)-scale:]
}

// The numbers that DuckDB has for infinite dates and timestamps are the largest ones.
const (
	infiniteDay   = 1<<31 - 1
	infiniteMicro = 1<<63 - 1
)

func date(days int32) db.Value {
	switch days {
	case infiniteDay:
		return db.Exact("infinity")
	case -infiniteDay:
		return db.Exact("-infinity")
	}
	return db.Exact(era(time.Unix(int64(days)*86400, 0).UTC(), "2006-01-02"))
}

func timestamp(micros int64) db.Value {
	switch micros {
	case infiniteMicro:
		return db.Exact("infinity")
	case -infiniteMicro:
		return db.Exact("-infinity")
	}
	return db.Exact(era(time.UnixMicro(micros).UTC(), "2006-01-02 15:04:05.999999"))
}

// era writes years before 1 as DuckDB does: the year 0 is 1 BC.
func era(t time.Time, layout string) string {
	if t.Year() > 0 {
		return t.Format(layout)
	}
	return fmt.Sprintf("%04d%s (BC)", 1-t.Year(), t.Format(strings.TrimPrefix(layout, "2006")))
}
