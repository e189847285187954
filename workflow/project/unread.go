package project

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/workflow/schema"
)

// standIn is what a word that stands for a name stands for.
type standIn struct {
	name string
	// rest is the noun that is said after it and is a part of the name, noun a word that stands for this; empty where none is.
	rest, noun string
	// denied is the name of the opposite, which is said as "not" and the word; empty where nothing is called so.
	denied string
}

// standIns are such words with what they stand for.
type standIns map[string]standIn

// notBefore is said before a word for the opposite of what it stands for.
const notBefore = "not "

func standInsOf(phrases []phrase, plain plainNames) standIns {
	out := standIns{}
	for _, f := range phrases {
		key, denied := strings.CutPrefix(f.key, notBefore)
		s := out[key]
		switch {
		case denied && s.denied == "":
			s.denied = f.name
		case !denied && (s.name == "" || schema.StandIn(f.name) == key && schema.StandIn(s.name) != key):
			s.name, s.rest, s.noun = f.name, f.rest, f.noun
		}
		out[key] = s
		if f.noun != "" {
			out[f.noun] = standIn{name: f.rest}
		}
	}
	for _, list := range plain {
		for _, n := range list {
			if _, known := out[n.key]; n.key != "" && !known {
				out[n.key] = standIn{name: n.name}
			}
		}
	}
	return out
}

// ends says that a word is the noun that is a part of the name.
func (s standIn) ends(w word) bool {
	said := strings.ToLower(w.text)
	return s.rest != "" && (schema.Lemma(said) == schema.Lemma(s.rest) || said == s.noun)
}

// of is what a word stands for, in whatever case, number or place in a sentence the engine has it.
func (s standIns) of(said string) (standIn, bool) {
	key := strings.ToLower(said)
	for _, form := range []string{key, schema.Lemma(key)} {
		if found, ok := s[form]; ok && schema.StandsIn(form) {
			return found, true
		}
	}
	return standIn{}, false
}

// Unread is a text about a question with the names as they were: no word that stands for one is left.
func (p *Project) Unread(text string) string {
	if !p.Glued(text) {
		return text
	}
	var b strings.Builder
	words, at := wordsOf(text), 0
	for i := 0; i < len(words); i++ {
		w := words[i]
		found, ok := p.stands.of(w.text)
		if !ok {
			continue
		}
		from, to, name := w.from, w.to, found.name
		if before := max(at, w.from-len(notBefore)); found.denied != "" && strings.EqualFold(text[before:w.from], notBefore) || name == "" {
			from, name = before, found.denied
		}
		if i+1 < len(words) && found.ends(words[i+1]) && text[w.to:words[i+1].from] == " " {
			i++
			to = words[i].to
		}
		if first, _ := utf8.DecodeRuneInString(w.text); unicode.IsUpper(first) {
			own, size := utf8.DecodeRuneInString(name)
			name = string(unicode.ToUpper(own)) + name[size:]
		}
		b.WriteString(text[at:from] + name)
		at = to
	}
	return b.String() + text[at:]
}

// Glued says that a text has a word that stands for a name.
func (p *Project) Glued(text string) bool { return len(p.Gluing(text)) > 0 }

// Gluing are the names that words of a text stand for.
func (p *Project) Gluing(text string) []string {
	if p == nil {
		return nil
	}
	var out []string
	for _, w := range wordsOf(text) {
		if found, ok := p.stands.of(w.text); ok {
			out = append(out, cmp.Or(found.name, found.denied))
		}
	}
	return out
}
