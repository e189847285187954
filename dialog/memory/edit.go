package memory

import (
	"slices"
	"strings"
	"time"

	"parley/dialog"
)

// Found is a parameter with the subject it belongs to.
type Found struct {
	Subject string
	Parameter
}

// set puts one parameter in, in place of what it replaces.
func (s *State) set(subject string, p Parameter, now time.Time) {
	subject, _ = s.subject(subject)
	list := slices.DeleteFunc(slices.Clone(s.Subjects[subject]), p.replaces)
	s.put(subject, append(list, p))
	s.touch(now)
}

// takeOver copies another state's parameters where this one has none that they would replace.
func (s *State) takeOver(other *State, room string, now time.Time) int {
	taken := 0
	for subject, list := range other.Subjects {
		own, _ := s.subject(subject)
		for _, p := range list {
			if slices.ContainsFunc(s.Subjects[own], p.replaces) {
				continue
			}
			p.Room, p.Pinned = room, false
			s.put(own, append(slices.Clone(s.Subjects[own]), p))
			taken++
		}
	}
	s.touch(now)
	return taken
}

// forget drops what a person names: everything, a subject, a column, or a value. The narrowest meaning that fits the subject
// spoken of last comes first.
func (s *State) forget(what string, now time.Time) []Found {
	words := dialog.Normalize(what)
	for _, filler := range []string{"about ", "my ", "the ", "our ", "remembered "} {
		words = strings.TrimPrefix(words, filler)
	}
	var gone []Found
	switch words {
	case "all", "everything", "all parameter", "it all":
		gone = s.drop(func(string, Parameter) bool { return true })
	case "":
	default:
		gone = s.forgetNamed(words)
	}
	if len(gone) > 0 {
		s.touch(now)
	}
	return gone
}

// forgetNamed tries the meanings in turn: a parameter of the last subject, a whole subject, a parameter of any, a value.
func (s *State) forgetNamed(words string) []Found {
	last := s.Service
	for _, means := range []func(string, Parameter) bool{
		func(subject string, p Parameter) bool { return subject == last && p.called(words) },
		func(subject string, p Parameter) bool { return dialog.Normalize(subject) == words },
		func(_ string, p Parameter) bool { return p.called(words) },
		func(subject string, p Parameter) bool {
			return dialog.Normalize(subject)+" "+dialog.Normalize(p.Column) == words
		},
		func(_ string, p Parameter) bool {
			return slices.ContainsFunc(p.Values, func(v string) bool { return dialog.Normalize(v) == words })
		},
	} {
		if gone := s.drop(means); len(gone) > 0 {
			return gone
		}
	}
	return nil
}

// called says whether normalised words name the parameter.
func (p Parameter) called(words string) bool {
	switch p.Kind {
	case Limit:
		return words == "limit"
	case Sort:
		return words == "sort" || words == "order" || words == "sorting"
	default:
		return dialog.Normalize(p.Column) == words
	}
}

// drop removes what matches and returns it, by subject.
func (s *State) drop(matches func(string, Parameter) bool) []Found {
	var gone []Found
	for _, subject := range s.names() {
		var kept []Parameter
		for _, p := range s.Subjects[subject] {
			if matches(subject, p) {
				gone = append(gone, Found{subject, p})
			} else {
				kept = append(kept, p)
			}
		}
		s.put(subject, kept)
	}
	return gone
}

// names are the subjects, in order.
func (s *State) names() []string {
	names := make([]string, 0, len(s.Subjects))
	for subject := range s.Subjects {
		names = append(names, subject)
	}
	slices.Sort(names)
	return names
}
