package schema

import (
	"slices"
	"strings"

	"parley/db"
	"parley/workflow/schema/shorthand"
)

// This file settles what a short form stands for in all names of a schema, where the name of a table, the key of it, its comment or
// the comments of codes tell.

// formLetters are how many letters such a short form has.
const (
	leastForm = 2
	mostForm  = 5
)

// settleOwners reads the letters with which a table's key begins as what the table's rows are called: by its comment, else by its
// name. ht of ht_mst "Hotels" is the hotel in ht_id of every other table, so of so_head "Sales orders" the sales order in so_id.
func (sp *speller) settleOwners(s *db.Schema) {
	found := map[string][]string{}
	settle := func(form string, words []string) {
		if known, ok := found[form]; ok && !slices.Equal(known, words) {
			words = nil // two tables claim it
		}
		found[form] = words
	}
	for i := range s.Tables {
		t := &s.Tables[i]
		name := sp.bare(Split(t.Name))
		heads := append(commentNames(t.Comment), commentOthers(t.Comment)...)
		key := keyForm(t)
		if len(name) == 1 && shortened(name[0]) {
			if words := headOf(name[0], heads); words != nil {
				settle(name[0], words)
				if shortened(key) && key != name[0] && spells(key, words) {
					settle(key, words)
				}
				continue
			}
		}
		if words, _ := sp.read(name, t.Comment); shortened(key) && !slices.Contains(words, key) && spells(key, words) {
			settle(key, words)
		}
	}
	for form, words := range found {
		if len(words) > 0 {
			if read, _ := sp.read([]string{form}, ""); !slices.Equal(read, words) {
				sp.opaque[form] = true
			}
			sp.reader.Own(form, strings.Join(words, " "))
			sp.owned[form] = words
		}
	}
	sp.settleParts(s)
}

// settleParts reads the last short form of a table's name, with which columns of it begin, as the word of the comment: nt of bk_nt,
// whose rows are "Room nights" with nt_dt and nt_amt.
func (sp *speller) settleParts(s *db.Schema) {
	for i := range s.Tables {
		t := &s.Tables[i]
		name := sp.bare(Split(t.Name))
		form := name[len(name)-1:]
		if len(name) < 2 || !shortened(form[0]) || sp.owned[form[0]] != nil || beginning(t, form[0]) < 2 {
			continue
		}
		heads := commentNames(t.Comment)
		if read, _ := sp.read(form, ""); slices.ContainsFunc(heads, func(words []string) bool { return within(read, words) }) {
			continue
		}
		if words := headOf(form[0], heads); len(words) == 1 {
			sp.reader.Settle(form[0], words[0])
		}
	}
}

// beginning counts the columns of a table whose first word a short form is.
func beginning(t *db.Table, form string) int {
	n := 0
	for i := range t.Columns {
		words := Split(t.Columns[i].Name)
		n += boolToInt(len(words) > 1 && words[0] == form)
	}
	return n
}

// bare are the words of a table's name without affixes, and without the one that says that it holds the things themselves.
func (sp *speller) bare(name []string) []string {
	out := name
	if len(name) == 0 {
		return []string{""}
	}
	if rest := sp.stripped(name); rest != nil {
		out = rest
	}
	if n := len(out); n > 1 && tailAffixes[out[n-1]] {
		out = out[:n-1]
	}
	return out
}

// shortened says that letters may be a short form.
func shortened(form string) bool {
	return len(form) >= leastForm && len(form) <= mostForm && strings.Trim(form, "abcdefghijklmnopqrstuvwxyz") == ""
}

// keyEnds are last words of keys, behind what a row is called.
var keyEnds = wordsOf("keyEnds")

// keyForm are the letters before the end of a table's only key; empty where it has none of that kind.
func keyForm(t *db.Table) string {
	if len(t.Primary) != 1 {
		return ""
	}
	words := Split(t.Primary[0])
	if len(words) == 2 && keyEnds[words[1]] {
		return words[0]
	}
	if len(words) == 1 {
		for _, end := range []string{"id", "no", "cd", "nr"} {
			if rest, ok := strings.CutSuffix(words[0], end); ok && len(rest) > leastForm {
				return rest
			}
		}
	}
	return ""
}

// headOf are the words of a name in a comment that a short form stands for: all of those whose beginnings it is made of, or the one
// that it is short for. None for a word that is written out.
func headOf(form string, heads [][]string) []string {
	for _, words := range heads {
		if len(words) <= otherWords && spells(form, words) && !slices.Contains(words, form) {
			return words
		}
	}
	for _, words := range heads {
		if slices.Contains(words, form) {
			return nil
		}
		for _, w := range slices.Backward(words) {
			if len(w) > len(form) && (shorthand.Abbreviates(form, w) || bounds(form, w)) {
				return []string{w}
			}
		}
	}
	return nil
}

// bounds says that two letters are the first and the last of a word: nt of night.
func bounds(form, word string) bool {
	return len(form) == 2 && form[0] == word[0] && form[1] == word[len(word)-1]
}

// spells says that letters are made of the beginnings of all words, in order: rt of room type, plist of price list.
func spells(form string, words []string) bool {
	if len(words) == 0 {
		return form == ""
	}
	if len(words) == 1 {
		return len(form) < len(words[0]) && (strings.HasPrefix(words[0], form) && len(form) > 1 || shorthand.Abbreviates(form, words[0])) || form == words[0]
	}
	for n := 1; n <= len(form) && n <= len(words[0]) && form[:n] == words[0][:n]; n++ {
		if rest := form[n:]; rest != "" && spellsRest(rest, words[1:]) {
			return true
		}
	}
	return false
}

// spellsRest is spells for words behind the first, of which a single letter says enough.
func spellsRest(form string, words []string) bool {
	if len(words) == 1 {
		return strings.HasPrefix(words[0], form)
	}
	for n := 1; n < len(form) && n <= len(words[0]) && form[:n] == words[0][:n]; n++ {
		if spellsRest(form[n:], words[1:]) {
			return true
		}
	}
	return false
}

// settleCodes reads short forms that nothing explains as what comments say that a code of the same letters means: cx of cx_rsn,
// where a status is "CX cancelled".
func (sp *speller) settleCodes(s *db.Schema) {
	found := explained{}
	for i := range s.Tables {
		for j := range s.Tables[i].Columns {
			for _, m := range meanings(s.Tables[i].Columns[j].Comment) {
				form := strings.ToLower(m.code)
				words := Words(m.phrase)
				if shortened(form) && len(words) == 1 && len(words[0]) > len(form)+1 && words[0][0] == form[0] {
					found.add(form, words[0])
				}
			}
		}
	}
	for form, word := range found {
		if word != "" && !sp.reader.Knows(form) {
			sp.reader.Settle(form, word)
		}
	}
}
