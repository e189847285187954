package schema

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/schema/shorthand"
)

// This file leaves out of names what only says where they belong: affixes of the trade (tb_, dim_), what the columns of a table have in
// common, what runs before a word that its comment says.

// affixes are what tables are called by beside their names: the layer of a warehouse, that they are tables, or that they list codes.
var affixes = wordsOf("affixes")

// tailAffixes say that a table holds the things themselves, or the head of what other rows are parts of.
var tailAffixes = wordsOf("tailAffixes")

// commentLetters bounds what is read of a comment.
const commentLetters = 400

// ownLetters is up to how many letters of its table's name stand before a column's.
const ownLetters = 4

// leastBehindAffix is how long a word must be for the letters before it to be no chance.
const leastBehindAffix = 4

// leastBeforeAffix is how many letters stand at least before letters that say that a table holds the things themselves.
const leastBeforeAffix = 3

// settlePrefixes reads what nearly all columns of a table begin with as the word of the table's name that it is short for,
// wherever it stands: adj of adj_name, adj_level in adjuster is the adjuster in clm_adj_id as well.
func (sp *speller) settlePrefixes(s *db.Schema) {
	found := map[string]string{}
	for i := range s.Tables {
		t := &s.Tables[i]
		p := columnPrefix(t)
		if len(p) < 2 || len(p) > ownLetters {
			continue
		}
		words, _ := sp.read(writtenWords(t.Name), t.Comment)
		read, _ := sp.read([]string{p}, "")
		w := p
		if at := slices.IndexFunc(words, func(w string) bool { return shorthand.Abbreviates(p, w) }); at >= 0 && !within(read, words) {
			w = words[at]
		}
		if known, ok := found[p]; ok && known != w {
			w = p // the prefix of several tables
		}
		found[p] = w
	}
	sp.prefixes = map[string]string{}
	for p, w := range found {
		if w != p {
			sp.prefixes[p] = w
			sp.reader.Settle(p, w)
		}
	}
}

// columnPrefix is the first word of nearly all columns of a table; empty when there is none.
func columnPrefix(t *db.Table) string {
	count := map[string]int{}
	for i := range t.Columns {
		if words := Split(t.Columns[i].Name); len(words) > 1 {
			count[words[0]]++
		}
	}
	for p, n := range count {
		if n >= 2 && float64(n) >= affixShare*float64(len(t.Columns)) {
			return p
		}
	}
	return ""
}

func commentWords(comment string) []string {
	if len(comment) > commentLetters {
		comment = comment[:commentLetters]
	}
	return Words(comment)
}

// shared finds what nearly all tables begin with.
func (sp *speller) shared(s *db.Schema) {
	first, letters := map[string]int{}, map[string]int{}
	for i := range s.Tables {
		words := Split(s.Tables[i].Name)
		if len(words) > 1 {
			first[words[0]]++
		}
		if len(words) == 1 {
			for n := 1; n <= 4 && n+2 <= len(words[0]); n++ {
				letters[words[0][:n]]++
			}
		}
	}
	enough := func(n int) bool { return n >= affixTables && float64(n) >= affixShare*float64(len(s.Tables)) }
	sp.wholes = partedTables(s)
	sp.common = map[string]bool{}
	modules := 0
	for w, n := range first {
		if enough(n) {
			sp.common[w] = true
		}
		if len(w) <= moduleLetters && n > 1 {
			modules += n
		}
	}
	if enough(modules) {
		for w, n := range first {
			if len(w) <= moduleLetters && n > 1 || len(w) == 2 {
				sp.common[w] = true
			}
		}
	}
	for p, n := range letters {
		whole := n == len(s.Tables) && n >= affixAll && len(p) > 1 // no word begins so often by chance
		if enough(n) && (whole || !hasVowel(p)) && len(p) > len(sp.prefix) && (len(p) > 1 || affixes[p]) {
			sp.prefix = p
		}
	}
}

// stripped are the written words of a table's name without its affixes; nil when there are none.
func (sp *speller) stripped(words []string) []string {
	out := words
	if len(out) == 1 && sp.prefix != "" && len(out[0]) > len(sp.prefix)+1 {
		if rest, ok := strings.CutPrefix(out[0], sp.prefix); ok {
			return []string{rest}
		}
	}
	if len(out) == 1 {
		if rest := behindAffix(out[0]); rest != "" {
			return []string{rest}
		}
		if rest := beforeAffix(out[0]); rest != "" {
			return []string{rest}
		}
	}
	if len(out) > 1 && !(len(out) == 2 && tailAffixes[out[1]]) && (affixes[out[0]] || sp.common[out[0]] || len(out[0]) == 1) {
		out = out[1:]
	}
	if n := len(out); n > 1 && (affixes[out[n-1]] && len(out[n-1]) > 1 || sp.head(words)) {
		out = out[:n-1]
	}
	if len(out) == len(words) {
		return nil
	}
	return out
}

// behindAffix is the word of English behind an affix that runs together with it, where both together are none: item of tbitem.
func behindAffix(run string) string {
	longest := ""
	for affix := range affixes {
		rest, ok := strings.CutPrefix(run, affix)
		if ok && len(affix) > 1 && len(rest) >= max(leastBehindAffix, len(longest)) && isEnglish(rest) && !isEnglish(run) {
			longest = rest
		}
	}
	return longest
}

// beforeAffix is what stands before letters that run together with it and say that the table holds the things themselves: cus of cusmst.
func beforeAffix(run string) string {
	for affix := range tailAffixes {
		rest, ok := strings.CutSuffix(run, affix)
		if ok && len(rest) >= leastBeforeAffix && !isEnglish(run) {
			return rest
		}
	}
	return ""
}

// ownPrefix is what nearly all columns of a table begin with, where that is short for a word of the table's name: cli of cli_name,
// cli_points in t_climber.
func (sp *speller) ownPrefix(t *Table) string {
	if words := sp.owned[t.prefix]; slices.Contains(t.Words, sp.prefixes[t.prefix]) || sp.opaque[t.prefix] && within(words, t.Words) {
		return t.prefix
	}
	return ""
}
