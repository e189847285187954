package english

// CameWords say that what is spoken of has come already.
var CameWords = set("cameWords")

// ComingWords say of rows that a day of theirs is to come: what is due, starts or ends then.
var ComingWords = set("comingWords")

// Onwards stand behind the day from which a period is open.
var Onwards = set("onwards")

// MadeWords say that rows came to be, whatever day they are for.
var MadeWords = set("madeWords")

// PerformedWords say that what was planned was done.
var PerformedWords = list("performedWords")

// OngoingWords say that something is not over.
var OngoingWords = set("ongoingWords")
