package dialog

// The weights are fitted on dialogues of people by workflow/internal/fitintent, which measures them on databases held aside.

var knownWeights = weights{
	bias: 1.27,
	sign: [signs]float64{
		SignStrong:        1.14,  // keyword at the start, or phrase
		SignKeyword:       1.59,  // keyword
		SignFollowUp:      1.89,  // follow-up phrase
		SignThose:         2.45,  // points back at several
		SignIt:            1.66,  // points back at one
		SignTheir:         0.99,  // speaks of theirs
		SignPerson:        1.23,  // speaks of a person named before
		SignSame:          0.54,  // the same
		SignOther:         1.41,  // other, else, too
		SignShort:         0.06,  // five words or fewer
		SignTiny:          -0.63, // three words or fewer
		SignAnd:           1.82,  // goes on
		SignThanks:        2.31,  // takes the answer
		SignGreeting:      -3.67, // greets
		SignQuestion:      -0.27, // question word at the start
		SignHowMany:       -0.28, // asks for a count
		SignAll:           -0.72, // asks for all
		SignAsks:          0.22,  // question mark
		SignPolite:        -0.33, // asks politely
		SignThere:         -0.48, // asks what there is
		SignComplete:      0.05,  // complete question
		SignMeta:          -1.64, // speaks of the list itself
		SignLength:        -0.72, // length
		SignOverlap:       -0.13, // words said before
		SignCovered:       2.14,  // says the question again
		SignFrame:         1.40,  // starts like the question before
		SignAlike:         2.95,  // reads like the question before
		SignNovel:         0.16,  // new words
		SignUnrelated:     0.17,  // all of something else
		SignBeforeShort:   0.98,  // the question before was short
		SignBeforeRefers:  -0.67, // the question before was a follow-up
		SignNamesNothing:  0.34,  // names nothing of the database
		SignSharedSubject: 0.19,  // a subject of the current query
		SignOwnSubject:    -0.42, // a subject of its own
		SignNearSubject:   0.21,  // a subject next to the query's
		SignFarSubject:    -0.46, // a subject far from the query's
		SignUsedColumn:    -0.19, // a column of the query
		SignSharedColumn:  0.41,  // a column of the query's tables
		SignOtherColumn:   -0.26, // a column next to the query's
		SignFarColumn:     -0.80, // a column far from the query's
		SignSharedValue:   0.95,  // a value of the query
		SignScopeValue:    0.76,  // a value of the query's tables
		SignOtherValue:    -0.36, // a value of other tables
		SignOnlyRefers:    1.14,  // no subject, but points back
		SignScalar:        0.45,  // the query gives one number
	},
}

var unknownWeights = weights{
	bias: 3.05,
	sign: [signs]float64{
		SignStrong:       0.55,  // keyword at the start, or phrase
		SignKeyword:      0.04,  // keyword
		SignFollowUp:     1.84,  // follow-up phrase
		SignThose:        2.67,  // points back at several
		SignIt:           2.16,  // points back at one
		SignTheir:        0.72,  // speaks of theirs
		SignPerson:       1.42,  // speaks of a person named before
		SignSame:         0.73,  // the same
		SignOther:        0.94,  // other, else, too
		SignShort:        0.89,  // five words or fewer
		SignTiny:         -0.05, // three words or fewer
		SignAnd:          0.34,  // goes on
		SignThanks:       2.07,  // takes the answer
		SignGreeting:     -1.83, // greets
		SignHowMany:      -0.37, // asks for a count
		SignAll:          -0.67, // asks for all
		SignAsks:         0.49,  // question mark
		SignPolite:       0.72,  // asks politely
		SignThere:        -0.66, // asks what there is
		SignComplete:     -0.68, // complete question
		SignMeta:         -1.23, // speaks of the list itself
		SignLength:       -0.43, // length
		SignMost:         -0.07, // asks for the most or least
		SignOverlap:      0.94,  // words said before
		SignCovered:      -0.48, // says the question again
		SignFrame:        1.57,  // starts like the question before
		SignAlike:        3.16,  // reads like the question before
		SignNovel:        -0.98, // new words
		SignUnrelated:    -4.00, // all of something else
		SignBeforeShort:  -1.00, // the question before was short
		SignBeforeRefers: -1.53, // the question before was a follow-up
	},
}
