package dialog

import (
	"math"
	"slices"
)

// maxPhrase is how many words a name or value is looked up with.
const maxPhrase = 4

// about are the signs of what the input names: subjects, columns and values, of the current query or far from it. The
// longest phrase counts, and a subject before a column before a value.
func (e *evidence) about(t *text, s *scope, v Vocabulary) {
	named := false
	for i := 0; i < t.n; {
		n, found := t.mention(i, v)
		if len(found) > 0 {
			named = true
			e.mentioned(s.meaning(found, t.stems(i, i+n), v), t.run(i, i+n))
		}
		i += n
	}
	if e.value[SignSharedSubject] > 0 {
		e.value[SignSharedSubject] = math.Log2(float64(v.Size()+1) / float64(len(s.tables)+1))
	}
	e.flag(SignNamesNothing, !named)
	e.flag(SignOnlyRefers, e.text[SignSharedSubject] == "" && !e.shows(SignOwnSubject) && e.shows(SignThose, SignIt, SignTheir, SignPerson, SignSame))
	e.flag(SignScalar, s.scalar)
}

func (e *evidence) mentioned(s Sign, said string) {
	e.word(s, said)
	if s == SignNearSubject || s == SignFarSubject {
		e.word(SignOwnSubject, said)
	}
}

// mention finds the longest name or value at word i, and how many words to go on; nothing found goes on by one.
func (t *text) mention(i int, v Vocabulary) (n int, found []Entity) {
	for n = min(maxPhrase, t.n-i); n > 0; n-- {
		phrase := t.stems(i, i+n)
		if n == 1 && !content(phrase) {
			break
		}
		if found = v.Find(phrase); len(found) > 0 {
			return n, found
		}
	}
	return 1, nil
}

// namesSubject says whether the input names a table: such a one stands alone, whatever else it says.
func (t *text) namesSubject(v Vocabulary) bool {
	if v == nil {
		return false
	}
	for i := 0; i < t.n; {
		n, found := t.mention(i, v)
		if slices.ContainsFunc(found, func(f Entity) bool { return f.Kind == SubjectEntity }) {
			return true
		}
		i += n
	}
	return false
}

// meaning is the sign that naming one of the entities is, seen from the current query.
func (s *scope) meaning(found []Entity, phrase string, v Vocabulary) Sign {
	kind := found[0].Kind
	for _, f := range found {
		kind = min(kind, f.Kind)
	}
	switch kind {
	case SubjectEntity:
		return byDistance(s.nearest(found, kind, v), SignSharedSubject, SignNearSubject, SignFarSubject)
	case ColumnEntity:
		if s.uses(found) {
			return SignUsedColumn
		}
		return byDistance(s.nearest(found, kind, v), SignSharedColumn, SignOtherColumn, SignFarColumn)
	default:
		if slices.Contains(s.values, phrase) {
			return SignSharedValue
		}
		return byDistance(s.nearest(found, kind, v), SignScopeValue, SignOtherValue, SignOtherValue)
	}
}

func byDistance(d int, here, near, far Sign) Sign {
	switch d {
	case 0:
		return here
	case 1:
		return near
	default:
		return far
	}
}

// uses says whether the current query uses one of the columns.
func (s *scope) uses(found []Entity) bool {
	return slices.ContainsFunc(found, func(f Entity) bool {
		return f.Kind == ColumnEntity && slices.Contains(s.tables, f.Table) && slices.Contains(s.columns, f.Column)
	})
}

// nearest is how many keys the nearest of the entities of a kind lies from the current query; a large number when no way is known.
func (s *scope) nearest(found []Entity, kind EntityKind, v Vocabulary) int {
	near := math.MaxInt
	for _, f := range found {
		if f.Kind != kind {
			continue
		}
		for _, table := range s.tables {
			if d := v.Distance(table, f.Table); d >= 0 {
				near = min(near, d)
			}
		}
	}
	return near
}
