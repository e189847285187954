package db

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// chunk is a run of rows held column by column. A cell costs nine bytes and its text, where a []Value would cost
// sixteen and an allocation. Chunks can be written to a file and read back (encode, decodeChunk).
type chunk struct {
	first   int // number of its first row in the whole result
	rows    int
	columns []vector
}

// vector is one column of a chunk. Numbers are in words as their bits; texts and blobs are in data, and words says where.
type vector struct {
	tags  []tag
	words []uint64
	data  []byte
}

// tag is the kind of one cell: engines without strict types mix them in one column.
type tag uint8

const (
	tagNull tag = iota
	tagInt
	tagFloat
	tagFalse
	tagTrue
	tagText
	tagExact
	tagBytes
	tagClipped
)

// cellCost is what a cell takes beside its text, in bytes.
const cellCost = 9

func newChunk(first, width int) *chunk { return &chunk{first: first, columns: make([]vector, width)} }

// append adds a row, with cells cut to limit bytes, and returns the bytes that it takes.
func (c *chunk) append(row []Value, limit int) int {
	size := 0
	for i := range c.columns {
		before := len(c.columns[i].data)
		c.columns[i].append(row[i], limit)
		size += cellCost + len(c.columns[i].data) - before
	}
	c.rows++
	return size
}

func (v *vector) append(value Value, limit int) {
	switch x := value.(type) {
	case nil:
		v.number(tagNull, 0)
	case int64:
		v.number(tagInt, uint64(x))
	case float64:
		v.number(tagFloat, math.Float64bits(x))
	case bool:
		v.number(map[bool]tag{false: tagFalse, true: tagTrue}[x], 0)
	case string:
		text(v, tagText, x, limit)
	case Exact:
		text(v, tagExact, string(x), limit)
	case []byte:
		text(v, tagBytes, x, limit)
	default:
		text(v, tagText, Format(x), limit)
	}
}

func (v *vector) number(t tag, word uint64) {
	v.tags = append(v.tags, t)
	v.words = append(v.words, word)
}

// text keeps where the bytes begin, in the upper half of the word, and how many they are in the lower; a cell that is
// too long keeps its beginning, behind its size.
func text[T string | []byte](v *vector, t tag, s T, limit int) {
	start := len(v.data)
	if len(s) > limit {
		t = tagClipped
		v.data = binary.LittleEndian.AppendUint64(v.data, uint64(len(s)))
		s = clip(s, limit)
	}
	v.data = append(v.data, s...)
	v.number(t, uint64(start)<<32|uint64(len(v.data)-start))
}

// clip cuts at the beginning of a character.
func clip[T string | []byte](s T, limit int) T {
	for limit > 0 && s[limit]&0xc0 == 0x80 {
		limit--
	}
	return s[:limit]
}

// trim gives back what append took beyond the need, once the chunk is full.
func (c *chunk) trim() {
	for i := range c.columns {
		v := &c.columns[i]
		v.tags, v.words, v.data = slices.Clone(v.tags), slices.Clone(v.words), slices.Clone(v.data)
	}
}

// row makes row i of the chunk, counted from 0.
func (c *chunk) row(i int) []Value {
	row := make([]Value, len(c.columns))
	for at := range c.columns {
		row[at] = c.columns[at].value(i)
	}
	return row
}

func (v *vector) value(i int) Value {
	switch word := v.words[i]; v.tags[i] {
	case tagInt:
		return int64(word)
	case tagFloat:
		return math.Float64frombits(word)
	case tagFalse:
		return false
	case tagTrue:
		return true
	case tagNull:
		return nil
	default:
		return v.stored(v.tags[i], v.data[word>>32:][:word&math.MaxUint32])
	}
}

func (v *vector) stored(t tag, data []byte) Value {
	switch t {
	case tagExact:
		return Exact(data)
	case tagBytes:
		return append([]byte{}, data...)
	case tagClipped:
		return Clipped{Text: string(data[8:]), Size: int(binary.LittleEndian.Uint64(data))}
	default:
		return string(data)
	}
}

// encode writes a chunk as bytes.
func (c *chunk) encode(b []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(c.rows))
	for _, v := range c.columns {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(v.data)))
		for _, t := range v.tags {
			b = append(b, byte(t))
		}
		for _, w := range v.words {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
		b = append(b, v.data...)
	}
	return b
}

var errDamagedChunk = errors.New("the temporary file of the result is damaged")

// decodeChunk reads what encode wrote. It keeps b.
func decodeChunk(b []byte, first, width int) (*chunk, error) {
	if len(b) < 4 {
		return nil, errDamagedChunk
	}
	c := newChunk(first, width)
	c.rows = int(binary.LittleEndian.Uint32(b))
	b = b[4:]
	for i := range c.columns {
		var err error
		if b, err = c.columns[i].decode(b, c.rows); err != nil {
			return nil, err
		}
	}
	return c, nil
}

func (v *vector) decode(b []byte, rows int) ([]byte, error) {
	if len(b) < 4+cellCost*rows {
		return nil, errDamagedChunk
	}
	size := int(binary.LittleEndian.Uint32(b))
	b = b[4:]
	v.tags, v.words = make([]tag, rows), make([]uint64, rows)
	for i := range v.tags {
		v.tags[i] = tag(b[i])
		v.words[i] = binary.LittleEndian.Uint64(b[rows+8*i:])
	}
	b = b[cellCost*rows:]
	if len(b) < size {
		return nil, errDamagedChunk
	}
	v.data = b[:size:size]
	return b[size:], nil
}
