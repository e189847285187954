// Package finder ranks named things by what somebody typed to look for them: by their names, by other words for them, with slips
// and with letters left out, and what was used lately first. It knows words and nothing of screens; it imports the standard
// library alone. Start reading at Rank; the other words for things are in synonyms.go.
package finder

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Item is something that can be looked for.
type Item struct {
	// Name is what it is called, ID what it is known by.
	Name, ID string
	// Words are other words for it, Says a description: both are searched, the description last.
	Words []string
	Says  string
	// Weight breaks ties: what more people look for has more.
	Weight int
}

// How well a word that was typed fits a word of an item, from the best to the least.
const (
	exact     = 100
	begins    = 70
	inside    = 35
	slip      = 45
	scattered = 15
)

// In which part of an item a word was found.
const (
	inName  = 3
	inWords = 3
	inSays  = 1
)

// Index is items made ready to be looked for: once, for their words are read at each key.
type Index struct {
	items []Item
	names []fields
}

type fields struct{ name, words, says []string }

// NewIndex reads the words of items.
func NewIndex(items []Item) *Index {
	x := &Index{items: items, names: make([]fields, len(items))}
	for i, it := range items {
		other := it.Words
		if more, ok := synonyms[it.ID]; ok {
			other = append(slices.Clone(other), more...)
		}
		x.names[i] = fields{words(it.Name), words(strings.Join(other, " ")), words(it.Says)}
	}
	return x
}

// Rank is the places of the items in which every word of a text is found, the likeliest first; where there is none, of those in
// which half of them are: one word of a whole question means nothing. Recent are the ids of what was used, the last first: they come first among equals, and first of all while
// nothing is typed.
func (x *Index) Rank(text string, recent []string) []int {
	used := make(map[string]int, len(recent))
	for i, id := range recent {
		if _, ok := used[id]; !ok {
			used[id] = len(recent) - i
		}
	}
	typed := words(text)
	found := x.score(typed, used, true)
	if len(found) == 0 && len(typed) > 1 {
		found = x.score(typed, used, false)
	}
	slices.SortStableFunc(found, func(a, b scored) int { return cmp.Compare(b.score, a.score) })
	out := make([]int, len(found))
	for i, f := range found {
		out[i] = f.at
	}
	return out
}

// scored is an item with how well it fits.
type scored struct{ at, score int }

// score gives the items in which all typed words are found, or at least half.
func (x *Index) score(typed []string, used map[string]int, all bool) []scored {
	var found []scored
	for i := range x.items {
		score, fits := x.names[i].fitAll(typed)
		if fits < len(typed) && (all || 2*fits < len(typed)) {
			continue
		}
		if len(typed) > 0 && slices.Equal(typed, x.names[i].name) {
			score += exact
		}
		score = score*4 + min(used[x.items[i].ID], 40)*2 + x.items[i].Weight
		if len(typed) == 0 {
			score = used[x.items[i].ID]
		}
		found = append(found, scored{i, score})
	}
	return found
}

// fitAll is how well words fit together, and how many do at all.
func (f *fields) fitAll(typed []string) (score, fits int) {
	for _, w := range typed {
		if s := f.fit(w); s > 0 {
			score += s
			fits++
		}
	}
	return score, fits
}

// fit is how well a word fits an item: the best of its parts.
func (f *fields) fit(w string) int {
	best := 0
	for i, have := range f.name {
		s := fit(w, have) * inName
		if i == 0 && s > 0 {
			s += 10 // the word it begins with
		}
		best = max(best, s)
	}
	for _, have := range f.words {
		best = max(best, fit(w, have)*inWords)
	}
	for _, have := range f.says {
		if s := fit(w, have); s >= inside { // letters scattered over a sentence say nothing
			best = max(best, s*inSays)
		}
	}
	return best
}

// fit is how well a typed word fits another one.
func fit(typed, have string) int {
	const short = 4
	switch {
	case typed == have:
		return exact
	case strings.HasPrefix(have, typed):
		return begins + 20*len(typed)/len(have)
	case len(typed) >= short && strings.HasPrefix(typed, have) && len(have) >= short && len(typed)-len(have) <= 3:
		return begins // "sorting" for "sort"
	case len(typed) > 2 && strings.Contains(have, typed):
		return inside
	case len(typed) >= short && near(typed, have):
		return slip
	case len(typed) > 2 && typed[0] == have[0] && subsequence(typed, have):
		return scattered
	}
	return 0
}

// near says that one letter is wrong, missing, too many, or two are swapped.
func near(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch {
	case len(a) < len(b):
		return a[i:] == b[i+1:]
	case i == len(a):
		return true
	}
	return a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}

// subsequence says that the letters come in their order.
func subsequence(letters, of string) bool {
	i := 0
	for j := 0; i < len(letters) && j < len(of); j++ {
		if letters[i] == of[j] {
			i++
		}
	}
	return i == len(letters)
}

// words are a text's words in lower case; a name written_like_this, likeThis or like-this has several.
func words(s string) []string {
	var b strings.Builder
	was := ' '
	for _, r := range s {
		if unicode.IsUpper(r) && unicode.IsLower(was) {
			b.WriteByte(' ')
		}
		hyphen := r == '-' && unicode.IsLetter(was)
		was = r
		if hyphen {
			b.WriteByte(' ')
			continue
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("+#-%", r) {
			b.WriteRune(unicode.ToLower(r))
		} else {
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}
