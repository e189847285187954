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
	subject = s.subject(subject)
	list := slices.DeleteFunc(slices.Clone(s.Subjects[subject]), p.replaces)
	s.put(subject, append(list, p))
	s.touch(now)
}

// takeOver copies another state's parameters where this one has none that they would replace.
func (s *State) takeOver(other *State, room string, now time.Time) int {
	taken := 0
	for subject, list := range other.Subjects {
		subject = s.subject(subject)
		list = slices.Clone(list)
		for i := range list {
			list[i].Room, list[i].Pinned = room, false
		}
		merged := Merge(s.Subjects[subject], list)
		taken += len(merged) - len(s.Subjects[subject])
		s.put(subject, merged)
	}
	s.touch(now)
	return taken
}

// forget drops what a person names: everything, a subject, a column, or a value.
func (s *State) forget(what string, now time.Time) []Found {
	gone := s.find(what)
	for _, f := range gone {
		s.put(f.Subject, slices.DeleteFunc(slices.Clone(s.Subjects[f.Subject]), func(p Parameter) bool { return p.Same(f.Parameter) }))
	}
	if len(gone) > 0 {
		s.touch(now)
	}
	return gone
}

// find is what a person names. The narrowest meaning that fits the subject spoken of last comes first.
func (s *State) find(what string) []Found {
	words := dialog.Normalize(what)
	for _, filler := range []string{"about ", "my ", "the ", "our ", "remembered "} {
		words = strings.TrimPrefix(words, filler)
	}
	switch words {
	case "":
		return nil
	case "all", "everything", "all parameter", "it all":
		return s.matching(func(string, Parameter) bool { return true })
	}
	for _, meaning := range s.meanings(words) {
		if found := s.matching(meaning); len(found) > 0 {
			return found
		}
	}
	return nil
}

// meanings are what normalised words may name, in turn: a parameter of the last subject, a whole subject, a parameter of any, a value.
func (s *State) meanings(words string) []func(string, Parameter) bool {
	return []func(string, Parameter) bool{
		func(subject string, p Parameter) bool { return subject == s.Service && p.called(words) },
		func(subject string, p Parameter) bool { return dialog.Normalize(subject) == words },
		func(_ string, p Parameter) bool { return p.called(words) },
		func(subject string, p Parameter) bool {
			return dialog.Normalize(subject)+" "+dialog.Normalize(p.Column) == words
		},
		func(_ string, p Parameter) bool {
			return slices.ContainsFunc(p.Values, func(v string) bool { return dialog.Normalize(v) == words })
		},
	}
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

// matching are the parameters that match, by subject.
func (s *State) matching(matches func(string, Parameter) bool) []Found {
	var found []Found
	for _, subject := range s.names() {
		for _, p := range s.Subjects[subject] {
			if matches(subject, p) {
				found = append(found, Found{subject, p})
			}
		}
	}
	return found
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
