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

// Place is the table and the column that the parameter constrains: its subject's, unless the column names another table.
func (f Found) Place() (table, column string) {
	if table, column, ok := strings.Cut(f.Column, "."); ok {
		return table, column
	}
	return f.Subject, f.Column
}

// Replaces says whether f takes the place of o, whatever subjects they are remembered under.
func (f Found) Replaces(o Found) bool {
	table, column := f.Place()
	of, name := o.Place()
	if f.Kind == Filter && !strings.EqualFold(table, of) || f.Kind != Filter && !strings.EqualFold(f.Subject, o.Subject) {
		return false
	}
	f.Column, o.Column = column, name
	return f.replaces(o.Parameter)
}

// Named are those of a subject's parameters that a person names, as Forget would forget them.
func Named(what, subject string, list []Parameter) []Found {
	return (&State{Service: subject, Subjects: map[string][]Parameter{subject: list}}).find(what)
}

// set puts one parameter in, in place of what it replaces.
func (s *State) set(subject string, p Parameter, now time.Time) {
	subject = s.subject(subject)
	list := slices.DeleteFunc(slices.Clone(s.Subjects[subject]), p.replaces)
	s.put(subject, append(list, p))
	s.touch(now)
}

// takeOver copies another state's parameters where this one has none that they would replace.
func (s *State) takeOver(other *State, room string, now time.Time) (taken []Found) {
	for _, subject := range other.names() {
		list := other.Subjects[subject]
		subject = s.subject(subject)
		list = slices.Clone(list)
		for i := range list {
			list[i].Room, list[i].Pinned = room, false
			if room != "" {
				list[i].Turn = 0 // a turn of the other room's says nothing here
			}
		}
		merged := Merge(s.Subjects[subject], list)
		for _, p := range merged[len(s.Subjects[subject]):] {
			taken = append(taken, Found{subject, p})
		}
		s.put(subject, merged)
	}
	if s.Service == "" && len(taken) > 0 {
		s.Service = s.subject(other.Service)
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
	for _, filler := range []string{"about ", "my ", "the ", "our ", "that ", "this ", "those ", "these ", "remembered "} {
		words = strings.TrimPrefix(words, filler)
	}
	for _, kind := range []string{" filter", " condition", " parameter"} {
		words = strings.TrimSuffix(words, kind)
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
		_, column, other := strings.Cut(p.Column, ".")
		return dialog.Normalize(p.Column) == words || other && dialog.Normalize(column) == words
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
