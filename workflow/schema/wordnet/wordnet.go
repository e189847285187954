// Package wordnet tells which general English words may stand for which: synonyms, derivations (oldest → age is a
// matter of adjectives; employ → employee), attributes, the next wider word. Its data is made from WordNet 3.0 by
// internal/generate; see NOTICE.
//
// The package imports the standard library alone.
package wordnet

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"io"
	"sort"
	"strconv"
	"strings"
	"sync"
)

//go:embed wordnet.txt.gz
var packed []byte

// lexicon is the unpacked text with the beginnings of its lines, sorted by word.
type lexicon struct {
	text  string
	lines []int32
}

// load unpacks the data, once: about 10 ms.
var load = sync.OnceValue(func() *lexicon {
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		panic("wordnet: " + err.Error()) // the embedded file is part of the program
	}
	text, err := io.ReadAll(z)
	if err != nil {
		panic("wordnet: " + err.Error())
	}
	l := &lexicon{text: string(text)}
	for at := 0; at < len(l.text); at += strings.IndexByte(l.text[at:], '\n') + 1 {
		l.lines = append(l.lines, int32(at))
	}
	return l
})

// find gives the line of a word without the word; ok is false for a word that is not there.
func (l *lexicon) find(word string) (rest string, ok bool) {
	i := sort.Search(len(l.lines), func(i int) bool { return l.word(i) >= word })
	if i == len(l.lines) || l.word(i) != word {
		return "", false
	}
	line := l.text[l.lines[i]:]
	return line[len(word)+1 : strings.IndexByte(line, '\n')], true
}

func (l *lexicon) word(i int) string {
	line := l.text[l.lines[i]:]
	return line[:strings.IndexByte(line, '\t')]
}

// Known says whether the word, in its base form, is English.
func Known(word string) bool {
	_, ok := load().find(word)
	return ok
}

// Each calls f with every word that may stand for the given one, best first, with how well: 0 to 1, below 0.8.
func Each(word string, f func(other string, quality float64)) {
	line, _ := load().find(word)
	for len(line) > 0 {
		var entry string
		entry, line, _ = strings.Cut(line, " ")
		other, hundredths, _ := strings.Cut(entry, ":")
		if n, err := strconv.Atoi(hundredths); err == nil {
			f(other, float64(n)/100)
		}
	}
}
