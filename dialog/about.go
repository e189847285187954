package dialog

import (
	"math"
	"slices"
)

// maxPhrase is how many words a name or value is looked up with.
const maxPhrase = 4

// about are the signs of what the input names: subjects, columns and values, of the current query or far from it.
func (e *evidence) about(t *text, s *scope, v Vocabulary) {
	a := aboutness{evidence: e, scope: s, vocabulary: v}
	for i := 0; i < t.n; {
		i += a.mention(t, i)
	}
	e.flag(SignNamesNothing, !a.named)
	e.flag(SignOnlyRefers, !a.subject && e.shows(SignThose, SignIt, SignTheir, SignPerson, SignSame))
	e.flag(SignScalar, s.scalar)
}

// aboutness gathers what an input names.
type aboutness struct {
	*evidence
	scope          *scope
	vocabulary     Vocabulary
	named, subject bool
}

// mention reads the longest name or value at word i and returns how many words it took; 1 when there is none.
func (a *aboutness) mention(t *text, i int) int {
	for n := min(maxPhrase, t.n-i); n > 0; n-- {
		phrase := t.stems(i, i+n)
		if n == 1 && !content(phrase) {
			continue
		}
		if found := a.vocabulary.Find(phrase); len(found) > 0 {
			a.named = true
			a.take(found, t.run(i, i+n), phrase)
			return n
		}
	}
	return 1
}

// take notes what a phrase names, by the kind of its best meaning: a subject before a column before a value.
func (a *aboutness) take(found []Entity, said, phrase string) {
	var kinds [3]bool
	for _, f := range found {
		kinds[f.Kind] = true
	}
	switch {
	case kinds[SubjectEntity]:
		a.takeSubject(found, said)
	case kinds[ColumnEntity]:
		a.takeColumn(found, said)
	default:
		a.takeValue(found, said, phrase)
	}
}

func (a *aboutness) takeSubject(found []Entity, said string) {
	a.subject = true
	near := math.MaxInt
	for _, f := range found {
		if f.Kind == SubjectEntity {
			near = min(near, a.distance(f.Table))
		}
	}
	switch {
	case near == 0:
		a.word(SignSharedSubject, said)
		a.value[SignSharedSubject] = math.Log2(float64(a.vocabulary.Size()+1) / float64(len(a.scope.tables)+1))
	case near == 1:
		a.word(SignNearSubject, said)
		a.word(SignOwnSubject, said)
	default:
		a.word(SignFarSubject, said)
		a.word(SignOwnSubject, said)
	}
}

func (a *aboutness) takeColumn(found []Entity, said string) {
	near := math.MaxInt
	used := false
	for _, f := range found {
		if f.Kind != ColumnEntity {
			continue
		}
		d := a.distance(f.Table)
		near = min(near, d)
		used = used || d == 0 && slices.Contains(a.scope.columns, f.Column)
	}
	switch {
	case used:
		a.word(SignUsedColumn, said)
	case near == 0:
		a.word(SignSharedColumn, said)
	case near == 1:
		a.word(SignOtherColumn, said)
	default:
		a.word(SignFarColumn, said)
	}
}

func (a *aboutness) takeValue(found []Entity, said, phrase string) {
	if slices.Contains(a.scope.values, phrase) {
		a.word(SignSharedValue, said)
		return
	}
	for _, f := range found {
		if slices.Contains(a.scope.tables, f.Table) {
			a.word(SignScopeValue, said)
			return
		}
	}
	a.word(SignOtherValue, said)
}

// distance is how far a table lies from the current query's; a large number when no way is known.
func (a *aboutness) distance(table string) int {
	near := math.MaxInt
	for _, t := range a.scope.tables {
		if d := a.vocabulary.Distance(t, table); d >= 0 {
			near = min(near, d)
		}
	}
	return near
}
