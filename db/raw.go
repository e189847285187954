package db

import (
	"encoding/binary"
	"unsafe"
)

// Words and tags go to files and pipes, and come back, as they lie in memory where the machine's order of bytes is the format's,
// which is little-endian.

const wordSize = 8

var native = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

func appendWords(b []byte, words []uint64) []byte {
	if native {
		return append(b, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), wordSize*len(words))...)
	}
	for _, w := range words {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	return b
}

// wordsIn are the words that bytes hold; they share the bytes where those lie as words do.
func wordsIn(b []byte) []uint64 {
	first := unsafe.Pointer(unsafe.SliceData(b))
	if native && uintptr(first)%wordSize == 0 {
		return unsafe.Slice((*uint64)(first), len(b)/wordSize)
	}
	words := make([]uint64, len(b)/wordSize)
	for i := range words {
		words[i] = binary.LittleEndian.Uint64(b[wordSize*i:])
	}
	return words
}

func appendTags(b []byte, tags []tag) []byte {
	return append(b, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(tags))), len(tags))...)
}

// tagsIn shares the bytes.
func tagsIn(b []byte) []tag {
	return unsafe.Slice((*tag)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}
