// Package vector knows how common English words are, and how near in meaning two of them are: 40,000 words in order of
// how often they are used, each with a static vector. Its data is cut by internal/generate; see NOTICE.
//
// The package imports the standard library alone.
package vector

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"math"
	"strings"
	"sync"
)

// dimensions is the length of a vector.
const dimensions = 100

var (
	//go:embed words.txt.gz
	packed []byte
	// vectors are one byte a dimension, in the order of the words.
	//go:embed vectors.bin
	vectors string
)

// words unpacks the words, once, the commonest first.
var words = sync.OnceValue(func() []string {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("vector: " + err.Error()) // the embedded file is part of the program
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic("vector: " + err.Error())
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
})

// ranks are the places of the words, made once: with unpacking about 8 ms.
var ranks = sync.OnceValue(func() map[string]int {
	out := make(map[string]int, len(words()))
	for i, word := range words() {
		out[word] = i
	}
	return out
})

// First is the commonest of the first so many words for which a condition holds; empty where it holds for none.
func First(most int, holds func(word string) bool) string {
	for _, word := range words()[:min(most, len(words()))] {
		if holds(word) {
			return word
		}
	}
	return ""
}

// Rank is the place of a lower-case word among all, 0 for the commonest; ok is false for one that is not among them.
func Rank(word string) (rank int, ok bool) {
	rank, ok = ranks()[word]
	return rank, ok
}

// Near is the cosine of two words' vectors, 1 for the same meaning; 0 when one is not known.
func Near(a, b string) float64 {
	i, known := Rank(a)
	j, both := Rank(b)
	if !known || !both {
		return 0
	}
	return cosine(i, j)
}

// The words with which every other is compared to tell how near it is to all: one of each so many of the commonest.
const (
	hubWords = 8000
	hubStep  = 20
)

// Hub is how near a word is to common words at large, whatever they mean: words such as "time" are near to most of them, which
// says little. It is 0 for one that is not known.
func Hub(word string) float64 {
	i, known := Rank(word)
	if !known {
		return 0
	}
	sum := 0.0
	for j := 0; j < hubWords; j += hubStep {
		sum += cosine(i, j)
	}
	return sum / (hubWords / hubStep)
}

// cosine is that of two words' vectors.
func cosine(i, j int) float64 {
	v, w := vectors[i*dimensions:][:dimensions], vectors[j*dimensions:][:dimensions]
	var dot, vv, ww int
	for k := range dimensions {
		x, y := int(int8(v[k])), int(int8(w[k]))
		dot += x * y
		vv += x * x
		ww += y * y
	}
	return float64(dot) / math.Sqrt(float64(vv)*float64(ww))
}
