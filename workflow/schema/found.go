package schema

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"parley/db"
)

// found are values that the database was asked for because they were spoken of, in columns that hold more than is indexed. It may be used
// by several goroutines.
type found struct {
	mu    sync.RWMutex
	whole map[string][]ValueMatch
	part  map[string][]ValueMatch // by one word of a longer value
	long  int                     // the most words of a key

	// unread are the columns that are asked, looked up once.
	unread  []*Column
	looking sync.Once
	// seeking is taken by who asks the database; sought, which only that one touches, is when a text was last asked for.
	seeking chan struct{}
	sought  map[string]time.Time
}

// mostFound is how many values are kept: some 200 bytes each. When there are more, all others are forgotten.
const mostFound = 2000

// soughtHolds is how long a text that was not found is not asked for again; mostHeld is how many of those are remembered.
const (
	soughtHolds = 5 * time.Minute
	mostHeld    = 2000
)

func newFound() *found {
	return &found{whole: map[string][]ValueMatch{}, part: map[string][]ValueMatch{}, seeking: make(chan struct{}, 1), sought: map[string]time.Time{}}
}

// Seek calls seek with those of the texts that the database was not asked for lately. One asks at a time: who comes second waits until the
// first is done or his own time is over, so that he knows what was found. What was not asked to the end counts as not asked.
func (x *Index) Seek(ctx context.Context, texts []string, seek func(fresh []string)) {
	f := x.values.found
	select {
	case f.seeking <- struct{}{}:
	case <-ctx.Done():
		return
	}
	defer func() { <-f.seeking }()
	fresh := slices.DeleteFunc(slices.Clone(texts), func(t string) bool { return time.Since(f.sought[t]) < soughtHolds })
	if len(fresh) == 0 {
		return
	}
	seek(fresh)
	if ctx.Err() != nil {
		return
	}
	if len(f.sought) >= mostHeld {
		clear(f.sought)
	}
	for _, t := range fresh {
		f.sought[t] = time.Now()
	}
}

// Found makes a value of a column known that the index lacks.
func (x *Index) Found(c *Column, value db.Value, text string) {
	words := Words(text)
	if len(words) == 0 || slices.ContainsFunc(x.Values(text), func(m ValueMatch) bool { return m.Column == c && m.Text == text }) {
		return
	}
	f := x.values.found
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.whole) >= mostFound {
		clear(f.whole)
	}
	key := strings.Join(words, " ")
	f.whole[key] = append(f.whole[key], ValueMatch{Column: c, Value: value, Text: text, Whole: true})
	f.long = max(f.long, min(len(words), mostKeyWords))
}

// FoundPart makes a value known by one of its words.
func (x *Index) FoundPart(c *Column, value db.Value, text, word string) {
	f := x.values.found
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.part) >= mostFound {
		clear(f.part)
	}
	f.part[word] = append(f.part[word], ValueMatch{Column: c, Value: value, Text: text})
}

// within are the values that were found by a word of theirs.
func (f *found) within(word string) []ValueMatch {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.part[word]
}

func (f *found) of(key string) []ValueMatch {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.whole[key]
}

func (f *found) longest() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.long
}

// soughtLetters is the most letters that the values of a column have, on average, for one of them to be spoken of.
const soughtLetters = 60

// Unread are the columns of text that hold more values than are indexed, likeliest to be spoken of first: what rows go by, codes, the rest.
// What is long is read, and not named.
func (x *Index) Unread() []*Column {
	f := x.values.found
	f.looking.Do(func() { f.unread = x.lookUnread() })
	return f.unread
}

func (x *Index) lookUnread() []*Column {
	var out []*Column
	for _, t := range x.Tables {
		for _, c := range t.Columns {
			held := x.values.held[c]
			if !c.texts() || c.Complete || c.Hidden || len(held) == 0 || !c.readable() {
				continue
			}
			letters := 0
			for _, text := range held {
				letters += len(text)
			}
			if letters <= soughtLetters*len(held) {
				out = append(out, c)
			}
		}
	}
	rank := func(c *Column) int {
		switch {
		case c.Role == Label || slices.Contains(c.Table.Label, c):
			return 0
		case c.Role == Identifier:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(out, func(a, b *Column) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}
