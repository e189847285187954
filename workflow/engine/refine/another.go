package refine

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/clause"
	"parley/workflow/engine/edit"
	"parley/workflow/engine/english"
	"parley/workflow/engine/measure"
	"parley/workflow/engine/pointer"
	"parley/workflow/engine/tag"
)

// This file reads what is nothing but a pointer, where the turn before asked something of a row that it pointed at in the same way:
// "and the second?" after "who leads the first one", "no, the longest" after "the shortest of them", "how about the other two". It is
// what the turn before would have been with this pointer, asked of the rows that were in force then.

// otherRows are words for the rows beside the one that was pointed at.
var otherRows = regexp.MustCompile(`(?i)^the (?:other|remaining) (?:ones|one|two|three|four|five|six|seven|eight|nine|[2-9])$|^the (?:others|rest)$`)

// ofAnother is the turn before with the input's pointer in the place of its own; not ok where the input says more, or the turn before
// pointed in another way.
func (e *Refiner) ofAnother(r workflow.Refine) (workflow.Refine, bool) {
	if r.Before == nil || len(r.Earlier) == 0 {
		return r, false
	}
	last := len(r.Earlier) - 1
	then := r
	then.Question, then.Current, then.Before, then.Earlier, then.Result = r.Earlier[last], r.Before, nil, r.Earlier[:last], nil
	ed, err := e.Editor(then)
	if err != nil || ed.Query.Set != nil {
		return r, false
	}
	now := tag.Utter(r.Question)
	s := now.Trim(tag.Stretch{From: 0, To: len(now.Tokens)})
	for !s.Empty() && (english.LeadsToPointer[now.Words[s.From]] || now.Phrase(s.From, "the same") > 0) {
		s.From += max(1, now.Phrase(s.From, "the same"))
	}
	if s.Empty() || s.From == 0 && !otherRows.MatchString(now.Text(s)) {
		return r, false
	}
	asked := tag.Utter(then.Question)
	for _, old := range pointer.References(ed, asked) {
		if old.Plain || !old.Placed && !old.Extreme && !old.ByName && !old.Valued {
			continue
		}
		pointer, ok := pointerLike(ed, old, asked, now.Text(s))
		if !ok {
			continue
		}
		before, after := asked.Text(tag.Stretch{From: 0, To: old.At.From}), asked.Text(tag.Stretch{From: old.At.To, To: len(asked.Tokens)})
		then.Question = strings.TrimSpace(before + " " + pointer + " " + strings.TrimLeft(after, " "))
		return then, true
	}
	return r, false
}

// pointerLike is a text as a pointer of the kind of another one, which pointed in what was asked.
func pointerLike(ed *edit.Editor, old pointer.Reference, asked tag.Utterance, text string) (string, bool) {
	if otherRows.MatchString(text) {
		most, cut := clause.CutAt(ed)
		place, counted := pointer.PlaceOf(asked.Text(old.At))
		switch {
		case !cut || most < 2 || !counted || !pointer.AsksMore(asked.Text(tag.Stretch{From: 0, To: old.At.From})) && !pointer.AsksMore(asked.Text(tag.Stretch{From: old.At.To, To: len(asked.Tokens)})):
			return "", false
		case place == 0:
			return "the last " + strconv.Itoa(most-1), most > 2
		case place == pointer.FromEnd || place == most-1:
			return "the first " + strconv.Itoa(most-1), most > 2
		}
		return "", false
	}
	u := tag.Utter(text)
	if old.ByName || old.Valued {
		name := strings.TrimSuffix(strings.TrimSuffix(measure.WithoutOne(text), "'s"), "’s")
		if _, counted := pointer.PlaceOf(text); counted || pointer.SaysExtreme(ed, text) {
			return "", false
		}
		_, ok := pointer.RowNamed(ed, name)
		if old.Valued {
			name = "the " + name + " one"
		}
		return name, ok
	}
	if len(u.Words) < 2 || u.Words[0] != "the" {
		return "", false
	}
	if old.Several {
		for _, r := range pointer.ByPlaces(ed, u, 0) {
			if r.Several && r.At.To == len(u.Words) {
				return text, true
			}
		}
		return "", false
	}
	if place, counted := pointer.PlaceOf(text); counted {
		most, cut := clause.CutAt(ed)
		return text, old.Placed && !old.Several && !(cut && place >= most)
	}
	if !old.Extreme || !pointer.SaysExtreme(ed, text) {
		return "", false
	}
	for _, r := range pointer.ByExtreme(ed, tag.Utter(text+" one"), 0) {
		if r.At.To == len(u.Words)+1 {
			return text + " one", true
		}
	}
	for _, r := range pointer.ByExtreme(ed, u, 0) {
		if r.At.To == len(u.Words) {
			return text, true
		}
	}
	return "", false
}

// pairSaid finds two things that were set side by side.
var pairSaid = regexp.MustCompile(`(?i)(?:\bcompare|\bbetween)\s+(.+?)\s+(?:and|with|to|against|versus|vs\.?)\s+(.+?)\s*[?.!]*$|^(.+?)\s+(?:versus|vs\.?|or)\s+(.+?)\s*[?.!]*$`)

// lastPair are the parts of the last input that set two things side by side; nil where none did.
func lastPair(ed *edit.Editor) []string {
	for _, said := range slices.Backward(ed.Talk) {
		if m := pairSaid.FindStringSubmatch(said); m != nil {
			return m
		}
		if !ofPair.MatchString(said) {
			return nil
		}
	}
	return nil
}

// ofPair points at one of two things that were set side by side.
var ofPair = regexp.MustCompile(`(?i)\bthe (former|latter)( one)?\b`)

// inPair is the input with the names of two things that the turn before set side by side in the place of "the former" and "the latter";
// of rows alone these are the first and the last.
func inPair(ed *edit.Editor, input string) string {
	return ofPair.ReplaceAllStringFunc(input, func(said string) string {
		former := strings.HasPrefix(strings.ToLower(said[len("the "):]), "former")
		if m := lastPair(ed); m != nil {
			one, other := m[1]+m[3], m[2]+m[4]
			if _, of, figured := strings.Cut(one, " of "); figured { // "the prices of A and B"
				one = of
			}
			if former {
				return measure.WithoutOne(one)
			}
			return measure.WithoutOne(other)
		}
		if former {
			return "the first one"
		}
		return "the last one"
	})
}
