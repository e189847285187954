package db

import (
	"encoding/binary"
	"errors"
	"math"
	"slices"
)

// Chunk is a run of rows held column by column. A cell costs nine bytes and its text, where a []Value would cost
// sixteen and an allocation. Chunks can be written to a file or a pipe and read back (Encode, DecodeChunk).
type Chunk struct {
	first   int // number of its first row in the whole result
	rows    int
	columns []Vector

	settled bool // nobody changes it any more
	longest int  // bytes of its longest text, of one that was decoded
}

// Vector is one column of a chunk. Numbers are in words as their bits; texts and blobs are in data, and words says where.
type Vector struct {
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

// NewChunk is an empty chunk of so many columns.
func NewChunk(width int) *Chunk { return newChunk(0, width) }

func newChunk(first, width int) *Chunk { return &Chunk{first: first, columns: make([]Vector, width)} }

// Len is how many rows there are.
func (c *Chunk) Len() int { return c.rows }

// Column is column i, for an engine that adds its cells one by one; Added says then how many rows they make.
func (c *Chunk) Column(i int) *Vector { return &c.columns[i] }

// Added counts rows whose cells were added to each column.
func (c *Chunk) Added(rows int) { c.rows += rows }

// Size is about how many bytes the chunk takes.
func (c *Chunk) Size() int {
	size := 0
	for i := range c.columns {
		size += cellCost*len(c.columns[i].tags) + len(c.columns[i].data)
	}
	return size
}

// Reset empties a chunk, whose memory is used for the next rows.
func (c *Chunk) Reset() {
	c.rows = 0
	for i := range c.columns {
		v := &c.columns[i]
		v.tags, v.words, v.data = v.tags[:0], v.words[:0], v.data[:0]
	}
}

// append adds a row, with cells cut to limit bytes, and returns the bytes that it takes.
func (c *Chunk) append(row []Value, limit int) int {
	size := 0
	for i := range c.columns {
		before := len(c.columns[i].data)
		c.columns[i].append(row[i], limit)
		size += cellCost + len(c.columns[i].data) - before
	}
	c.rows++
	return size
}

// take adds row i of another chunk, as append does.
func (c *Chunk) take(from *Chunk, i, limit int) int {
	size := 0
	for at := range c.columns {
		to := &c.columns[at]
		before := len(to.data)
		to.take(&from.columns[at], i, limit)
		size += cellCost + len(to.data) - before
	}
	c.rows++
	return size
}

func (v *Vector) take(from *Vector, i, limit int) {
	t, word := from.tags[i], from.words[i]
	switch {
	case t < tagText:
		v.number(t, word)
	case t == tagClipped:
		v.append(from.value(i), limit)
	default:
		text(v, t, from.data[word>>32:][:word&math.MaxUint32], limit)
	}
}

func (v *Vector) append(value Value, limit int) {
	switch x := value.(type) {
	case nil:
		v.number(tagNull, 0)
	case int64:
		v.number(tagInt, uint64(x))
	case float64:
		v.number(tagFloat, math.Float64bits(x))
	case bool:
		v.Boolean(x)
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

// Null adds a NULL.
func (v *Vector) Null() { v.number(tagNull, 0) }

// Integer adds a whole number.
func (v *Vector) Integer(n int64) { v.number(tagInt, uint64(n)) }

// Float adds a number.
func (v *Vector) Float(x float64) { v.number(tagFloat, math.Float64bits(x)) }

// Boolean adds a truth value.
func (v *Vector) Boolean(b bool) {
	if b {
		v.number(tagTrue, 0)
		return
	}
	v.number(tagFalse, 0)
}

// Text, Exact and Bytes add what their names say, without keeping b.
func (v *Vector) Text(b []byte)  { text(v, tagText, b, wholeCell) }
func (v *Vector) Exact(b []byte) { text(v, tagExact, b, wholeCell) } // Exact: see Text
func (v *Vector) Bytes(b []byte) { text(v, tagBytes, b, wholeCell) } // Bytes: see Text

func (v *Vector) number(t tag, word uint64) {
	v.tags = append(v.tags, t)
	v.words = append(v.words, word)
}

// text keeps where the bytes begin, in the upper half of the word, and how many they are in the lower; a cell that is
// too long keeps its beginning, behind its size.
func text[T string | []byte](v *Vector, t tag, s T, limit int) {
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
func (c *Chunk) trim() {
	for i := range c.columns {
		v := &c.columns[i]
		v.tags, v.words, v.data = slices.Clone(v.tags), slices.Clone(v.words), slices.Clone(v.data)
	}
}

// Row makes row i of the chunk, counted from 0.
func (c *Chunk) Row(i int) []Value {
	row := make([]Value, len(c.columns))
	c.Read(i, row)
	return row
}

// Read reads row i, counted from 0, into cells that there are.
func (c *Chunk) Read(i int, row []Value) {
	for at := range c.columns {
		row[at] = c.columns[at].value(i)
	}
}

func (v *Vector) value(i int) Value {
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

func (v *Vector) stored(t tag, data []byte) Value {
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

// Encode appends the chunk to b, for DecodeChunk: how many rows, and of each column how long its data are, words, tags and data.
// Words begin at a multiple of their size, counted from the chunk's beginning.
func (c *Chunk) Encode(b []byte) []byte {
	start := len(b)
	b = slices.Grow(b, wordSize*(1+2*len(c.columns))+c.Size())
	b = binary.LittleEndian.AppendUint64(b, uint64(c.rows))
	for i := range c.columns {
		v := &c.columns[i]
		b = append(b, padding[:behind(len(b)-start)]...)
		b = binary.LittleEndian.AppendUint64(b, uint64(len(v.data)))
		b = appendWords(b, v.words)
		b = appendTags(b, v.tags)
		b = append(b, v.data...)
	}
	return b
}

// behind is how many bytes a multiple of a word's size is away.
func behind(at int) int { return -at & (wordSize - 1) }

var padding [wordSize]byte

// errDamagedChunk is what bytes are called that Encode did not write.
var errDamagedChunk = errors.New("rows that were put away are damaged")

// DecodeChunk reads what Encode wrote, and nothing else: whatever the bytes are, it panics at none, nor do the rows. It keeps b,
// which must not be changed any more, nor may the chunk.
func DecodeChunk(b []byte, width int) (*Chunk, error) {
	c, err := decodeChunk(b, 0, width)
	if err == nil {
		c.settled = true
	}
	return c, err
}

func decodeChunk(b []byte, first, width int) (*Chunk, error) {
	if len(b) < wordSize {
		return nil, errDamagedChunk
	}
	c := newChunk(first, width)
	rows := binary.LittleEndian.Uint64(b)
	if rows > uint64(len(b)/cellCost) || width == 0 && rows > 0 {
		return nil, errDamagedChunk
	}
	c.rows = int(rows)
	at := wordSize
	for i := range c.columns {
		at += behind(at)
		next, longest, err := c.columns[i].decode(b, at, c.rows)
		if err != nil {
			return nil, err
		}
		at, c.longest = next, max(c.longest, longest)
	}
	return c, nil
}

// decode reads a column that begins at a place of b, and says where the next one does and how long its longest text is.
func (v *Vector) decode(b []byte, at, rows int) (next, longest int, err error) {
	if len(b)-at < wordSize+cellCost*rows {
		return 0, 0, errDamagedChunk
	}
	size := binary.LittleEndian.Uint64(b[at:])
	words := at + wordSize
	tags := words + wordSize*rows
	data := tags + rows
	if uint64(len(b)-data) < size {
		return 0, 0, errDamagedChunk
	}
	next = data + int(size)
	v.words, v.tags, v.data = wordsIn(b[words:tags:tags]), tagsIn(b[tags:data:data]), b[data:next:next]
	longest, sound := v.sound()
	if !sound {
		return 0, 0, errDamagedChunk
	}
	return next, longest, nil
}

// sound says that every cell is of a known kind and lies within the data, and how long the longest text is.
func (v *Vector) sound() (longest int, sound bool) {
	for i, t := range v.tags {
		if t < tagText {
			continue
		}
		start, length := v.words[i]>>32, v.words[i]&math.MaxUint32
		if t > tagClipped || start+length > uint64(len(v.data)) || t == tagClipped && length < 8 {
			return 0, false
		}
		longest = max(longest, int(length))
	}
	return longest, true
}
