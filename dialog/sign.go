package dialog

import "slices"

// Sign is one kind of evidence for an intent. Each has two weights in weight.go, fitted on dialogues of people: one for a
// database whose vocabulary is known, one for none.
type Sign uint8

// The signs of an input's form.
const (
	SignStrong   Sign = iota // a listed keyword at the start, or a listed phrase anywhere (DM-REQ-02)
	SignKeyword              // a listed keyword elsewhere
	SignFollowUp             // a follow-up phrase: "what about"
	SignThose                // those, these, they, them
	SignIt                   // it; this and that where they point back
	SignTheir                // their, its
	SignPerson               // he, her
	SignSame                 // the same, the one, which one
	SignOther                // other, else, too, again
	SignShort                // five words or fewer, no question word at the start
	SignTiny                 // three words or fewer
	SignAnd                  // starts with and, then, so, now, of
	SignThanks               // starts with thanks, great, ok
	SignGreeting             // starts with a greeting
	SignQuestion             // a listed question word at the start (DM-REQ-03)
	SignHowMany              // asks for a count
	SignAll                  // all, every
	SignAsks                 // ends in a question mark
	SignPolite               // can you, please, I want
	SignThere                // are there, is there
	SignComplete             // a complete question of more than five words without keywords
	SignMeta                 // speaks of this list, that table, the result
	SignLength               // log2 of the number of words
	SignMost                 // most, least, highest, lowest

	// The signs of likeness to the question before.

	SignOverlap      // share of the input's content words said before
	SignCovered      // share of the content words before that are said again
	SignFrame        // starts with the same words, up to six
	SignAlike        // longest common run of words in order, over the longer of the two
	SignNovel        // log2 of the number of content words not said before
	SignBeforeShort  // the question before had three words or fewer
	SignBeforeRefers // the question before was a follow-up itself

	// The signs of what an input is about; all 0 without a vocabulary.

	SignNamesNothing  // names no table, column or value
	SignSharedSubject // names a table of the current query, by how much that tells where tables are many
	SignOwnSubject    // names a table that is not in the current query
	SignNearSubject   // and is one key away
	SignFarSubject    // and is further
	SignUsedColumn    // names a column that the current query uses
	SignSharedColumn  // names another column of its tables
	SignOtherColumn   // names a column one key away
	SignFarColumn     // names a column further away
	SignSharedValue   // names a value that the current query compares with
	SignScopeValue    // names another value of its tables
	SignOtherValue    // names a value of other tables
	SignOnlyRefers    // names no table, but points back
	SignScalar        // the current query gives one number

	signs
)

var signNames = [signs]string{
	SignStrong: "keyword at the start, or phrase", SignKeyword: "keyword", SignFollowUp: "follow-up phrase",
	SignThose: "points back at several", SignIt: "points back at one", SignTheir: "speaks of theirs", SignPerson: "speaks of a person named before",
	SignSame: "the same", SignOther: "other, else, too", SignShort: "five words or fewer", SignTiny: "three words or fewer",
	SignAnd: "goes on", SignThanks: "takes the answer", SignGreeting: "greets", SignQuestion: "question word at the start",
	SignHowMany: "asks for a count", SignAll: "asks for all", SignAsks: "question mark", SignPolite: "asks politely", SignThere: "asks what there is",
	SignComplete: "complete question", SignMeta: "speaks of the list itself", SignLength: "length", SignMost: "asks for the most or least",
	SignOverlap: "words said before", SignCovered: "says the question again", SignFrame: "starts like the question before",
	SignAlike: "reads like the question before", SignNovel: "new words", SignBeforeShort: "the question before was short", SignBeforeRefers: "the question before was a follow-up",
	SignNamesNothing: "names nothing of the database", SignSharedSubject: "a subject of the current query", SignOwnSubject: "a subject of its own",
	SignNearSubject: "a subject next to the query's", SignFarSubject: "a subject far from the query's", SignUsedColumn: "a column of the query",
	SignSharedColumn: "a column of the query's tables", SignOtherColumn: "a column next to the query's", SignFarColumn: "a column far from the query's",
	SignSharedValue: "a value of the query", SignScopeValue: "a value of the query's tables", SignOtherValue: "a value of other tables",
	SignOnlyRefers: "no subject, but points back", SignScalar: "the query gives one number",
}

// String is the sign in words.
func (s Sign) String() string { return name(s, signNames[:]...) }

// Signs are all signs, in the order of Measure.
func Signs() []Sign {
	all := make([]Sign, signs)
	for i := range all {
		all[i] = Sign(i)
	}
	return all
}

// about says whether a sign needs the vocabulary.
func (s Sign) about() bool { return s >= SignNamesNothing }

// evidence is how strongly each sign shows, and in which words.
type evidence struct {
	value [signs]float64
	text  [signs]string
	// refers says that it points back before it says anything of its own, so that nothing in it can be meant.
	refers bool
	// leans says that the input has no content word at all, or counts nothing that it names ("how many per city"): it cannot stand alone.
	leans bool
	// which says that it asks which one is so, and does not say which of what ("which is the cheapest?").
	which bool
	// unrelated says that it asks for all of something no word of which was said before.
	unrelated bool
	// apart says that it counts something per something, as the question before had something per something, and says no word of it.
	apart bool
}

// word sets a sign to 1 where words showed it; the first words stay.
func (e *evidence) word(s Sign, text string) {
	if e.value[s] == 0 {
		e.value[s], e.text[s] = 1, text
	}
}

func (e *evidence) flag(s Sign, holds bool) {
	if holds {
		e.value[s] = 1
	}
}

func (e *evidence) shows(list ...Sign) bool {
	for _, s := range list {
		if e.value[s] > 0 {
			return true
		}
	}
	return false
}

// refines says whether a listed indicator of a refinement shows (requirements §2, rule 3).
func (e *evidence) refines() bool {
	return e.shows(SignStrong, SignKeyword, SignFollowUp, SignThose, SignIt, SignTheir, SignPerson, SignSame, SignShort)
}

// opens says whether a listed indicator of a new query shows.
func (e *evidence) opens() bool { return e.shows(SignQuestion, SignComplete) }

// compare adds the evidence in an input against the current query to that of its form.
func (e *evidence) compare(t *text, s *scope, v Vocabulary) {
	if v != nil {
		e.about(t, s, v)
	}
	e.likeness(t, s)
}

// Measure is the evidence in an input, one value a sign: what the weights are fitted on. Nil when no query is in force.
func (s *Session) Measure(input string, v Vocabulary) []float64 {
	current := s.Current()
	if current == nil {
		return nil
	}
	var t text
	var e evidence
	t.read(input)
	e.form(&t)
	e.compare(&t, newScope(current, v), v)
	return slices.Clone(e.value[:])
}
