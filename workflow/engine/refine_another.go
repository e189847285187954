package engine

import (
	"regexp"
	"strconv"
	"strings"

	"parley/workflow"
	"parley/workflow/engine/english"
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
	ed, err := e.editor(then)
	if err != nil || ed.query.Set != nil {
		return r, false
	}
	now := utter(r.Question)
	s := now.trim(stretch{0, len(now.tokens)})
	for !s.empty() && (english.LeadsToPointer[now.words[s.from]] || now.phrase(s.from, "the same") > 0) {
		s.from += max(1, now.phrase(s.from, "the same"))
	}
	if s.empty() || s.from == 0 && !otherRows.MatchString(now.text(s)) {
		return r, false
	}
	asked := utter(then.Question)
	for _, old := range ed.references(asked) {
		if old.plain || !old.placed && !old.extreme && !old.byName && !old.valued {
			continue
		}
		pointer, ok := ed.pointerLike(old, asked, now.text(s))
		if !ok {
			continue
		}
		before, after := asked.text(stretch{0, old.at.from}), asked.text(stretch{old.at.to, len(asked.tokens)})
		then.Question = strings.TrimSpace(before + " " + pointer + " " + strings.TrimLeft(after, " "))
		return then, true
	}
	return r, false
}

// pointerLike is a text as a pointer of the kind of another one, which pointed in what was asked.
func (ed *editor) pointerLike(old reference, asked utterance, text string) (string, bool) {
	if otherRows.MatchString(text) {
		most, cut := ed.cutAt()
		place, counted := placeOf(asked.text(old.at))
		switch {
		case !cut || most < 2 || !counted || !asksMore(asked.text(stretch{0, old.at.from})) && !asksMore(asked.text(stretch{old.at.to, len(asked.tokens)})):
			return "", false
		case place == 0:
			return "the last " + strconv.Itoa(most-1), most > 2
		case place == fromEnd || place == most-1:
			return "the first " + strconv.Itoa(most-1), most > 2
		}
		return "", false
	}
	u := utter(text)
	if old.byName || old.valued {
		name := strings.TrimSuffix(strings.TrimSuffix(withoutOne(text), "'s"), "’s")
		if _, counted := placeOf(text); counted || ed.saysExtreme(text) {
			return "", false
		}
		_, ok := ed.rowNamed(name)
		if old.valued {
			name = "the " + name + " one"
		}
		return name, ok
	}
	if len(u.words) < 2 || u.words[0] != "the" {
		return "", false
	}
	if old.several {
		for _, r := range ed.byPlaces(u, 0) {
			if r.several && r.at.to == len(u.words) {
				return text, true
			}
		}
		return "", false
	}
	if place, counted := placeOf(text); counted {
		most, cut := ed.cutAt()
		return text, old.placed && !old.several && !(cut && place >= most)
	}
	if !old.extreme || !ed.saysExtreme(text) {
		return "", false
	}
	for _, r := range ed.byExtreme(utter(text+" one"), 0) {
		if r.at.to == len(u.words)+1 {
			return text + " one", true
		}
	}
	for _, r := range ed.byExtreme(u, 0) {
		if r.at.to == len(u.words) {
			return text, true
		}
	}
	return "", false
}

// pairSaid finds two things that were set side by side.
var pairSaid = regexp.MustCompile(`(?i)(?:\bcompare|\bbetween)\s+(.+?)\s+(?:and|with|to|against|versus|vs\.?)\s+(.+?)\s*[?.!]*$|^(.+?)\s+(?:versus|vs\.?|or)\s+(.+?)\s*[?.!]*$`)

// ofPair points at one of two things that were set side by side.
var ofPair = regexp.MustCompile(`(?i)\bthe (former|latter)( one)?\b`)

// inPair is the input with the names of two things that the turn before set side by side in the place of "the former" and "the latter";
// of rows alone these are the first and the last.
func (ed *editor) inPair(input string) string {
	return ofPair.ReplaceAllStringFunc(input, func(said string) string {
		former := strings.HasPrefix(strings.ToLower(said[len("the "):]), "former")
		if m := pairSaid.FindStringSubmatch(ed.earlier); m != nil {
			one, other := m[1]+m[3], m[2]+m[4]
			if _, of, figured := strings.Cut(one, " of "); figured { // "the prices of A and B"
				one = of
			}
			if former {
				return withoutOne(one)
			}
			return withoutOne(other)
		}
		if former {
			return "the first one"
		}
		return "the last one"
	})
}
