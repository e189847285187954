// Command generate writes the compact data of package wordnet from the WordNet 3.0 files:
//
//	go run ./workflow/schema/wordnet/internal/generate -dict /usr/share/wordnet -out workflow/schema/wordnet/wordnet.txt.gz
//
// Each line is a word, a tab, and the words that may stand for it with how well in hundredths ("film:72 picture:60").
// Words without such stand alone: they are known to be English. Lines are sorted by word.
package main

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	dict := flag.String("dict", "/usr/share/wordnet", "folder of data.* and index.*")
	out := flag.String("out", "", "file to write")
	flag.Parse()
	if err := generate(*dict, *out); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(dict, out string) error {
	n := &net{synsets: map[string]*synset{}, related: map[string]map[string]int{}}
	for _, pos := range []string{"noun", "verb", "adj", "adv"} {
		if err := each(filepath.Join(dict, "data."+pos), n.readSynset); err != nil {
			return err
		}
	}
	for _, pos := range []string{"noun", "verb", "adj", "adv"} {
		if err := each(filepath.Join(dict, "index."+pos), n.readLemma); err != nil {
			return err
		}
	}
	return n.write(out)
}

// each calls f with every line that is no licence text.
func each(path string, f func(line string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "  ") {
			continue
		}
		if err := f(lines.Text()); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return lines.Err()
}

// synset is one meaning: its words and its pointers to other meanings.
type synset struct {
	words    []string
	pointers []pointer
	hyponyms int
}

type pointer struct{ symbol, target string }

type net struct {
	synsets map[string]*synset // by part of speech and offset
	related map[string]map[string]int
}

// part is the letter of a part of speech; satellites of adjectives are adjectives.
func part(letter string) string {
	if letter == "s" {
		return "a"
	}
	return letter
}

// readSynset reads a line of data.* (wndb(5WN)).
func (n *net) readSynset(line string) error {
	fields := strings.Fields(line)
	count, err := strconv.ParseInt(fields[3], 16, 0)
	if err != nil {
		return err
	}
	s := &synset{}
	at := 4
	for range count {
		s.words = append(s.words, plain(fields[at]))
		at += 2
	}
	pointers, err := strconv.Atoi(fields[at])
	if err != nil {
		return err
	}
	at++
	for range pointers {
		p := pointer{fields[at], part(fields[at+2]) + fields[at+1]}
		s.pointers = append(s.pointers, p)
		s.hyponyms += toInt(p.symbol == "~")
		at += 4
	}
	n.synsets[part(fields[2])+fields[0]] = s
	return nil
}

func toInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// plain is a lower-case word without its syntactic marker; empty for a phrase or a word with digits.
func plain(word string) string {
	word, _, _ = strings.Cut(strings.ToLower(word), "(")
	if strings.ContainsFunc(word, func(r rune) bool { return r < 'a' || r > 'z' }) {
		return ""
	}
	return word
}

// The hundredths of a relation, by sense where it matters.
var (
	synonym    = []int{72, 62, 56}
	hypernym   = 48
	derivation = 58
	attribute  = 62
	pertains   = 64
	similar    = 50
)

// general is the number of kinds from which on a meaning says too little to stand for one of its kinds.
const general = 40

// readLemma reads a line of index.*: a word's meanings, commonest first.
func (n *net) readLemma(line string) error {
	fields := strings.Fields(line)
	word := plain(fields[0])
	if word == "" || len(word) < 2 {
		return nil
	}
	if n.related[word] == nil {
		n.related[word] = map[string]int{}
	}
	senses, err := strconv.Atoi(fields[2])
	if err != nil {
		return err
	}
	for k, offset := range fields[len(fields)-senses:] {
		if k < len(synonym) {
			n.relate(word, n.synsets[fields[1]+offset], k)
		}
	}
	return nil
}

func (n *net) relate(word string, s *synset, sense int) {
	n.add(word, s.words, synonym[sense])
	if sense > 1 {
		return
	}
	for _, p := range s.pointers {
		target := n.synsets[p.target]
		switch {
		case p.symbol == "@" && sense == 0 && target.hyponyms < general:
			n.add(word, target.words, hypernym)
		case p.symbol == "+":
			n.add(word, target.words, derivation)
		case p.symbol == "=":
			n.add(word, target.words, attribute)
		case p.symbol == "\\":
			n.add(word, target.words, pertains)
		case p.symbol == "&" && sense == 0:
			n.add(word, target.words, similar)
		}
	}
}

func (n *net) add(word string, others []string, quality int) {
	for _, o := range others {
		if len(o) > 1 && o != word && n.related[word][o] < quality {
			n.related[word][o] = quality
		}
	}
}

// most is how many words may stand for one.
const most = 14

func (n *net) write(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err != nil {
		return err
	}
	words := make([]string, 0, len(n.related))
	for w := range n.related {
		words = append(words, w)
	}
	slices.Sort(words)
	for _, w := range words {
		fmt.Fprintln(z, w+"\t"+line(n.related[w]))
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}

func line(related map[string]int) string {
	list := make([]string, 0, len(related))
	for w := range related {
		list = append(list, w)
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Or(cmp.Compare(related[b], related[a]), strings.Compare(a, b)) })
	var out []string
	for _, w := range list[:min(len(list), most)] {
		out = append(out, fmt.Sprintf("%s:%d", w, related[w]))
	}
	return strings.Join(out, " ")
}
